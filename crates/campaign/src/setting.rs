//! What every part needs: where the programs are, and where files may be written.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the programs are, and where files may be written.
pub struct Setting {
    programs: PathBuf,
    scratch: PathBuf,
    tablebases: PathBuf,
}

impl Setting {
    /// Programs from a folder, or beside this one; files go below `out`; tablebases to damage, if that folder has any.
    pub fn new(programs: Option<PathBuf>, out: &Path, tablebases: &Path) -> Result<Self, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let programs = programs.or_else(|| own.parent().map(Path::to_owned)).unwrap_or_default();
        let programs = programs.canonicalize().map_err(|error| format!("{}: {error}", programs.display()))?;
        for name in ["vernier", "vernier-lab"] {
            if !programs.join(name).is_file() {
                return Err(format!("{} has no {name}: build it first", programs.display()));
            }
        }
        let scratch = out.join("scratch");
        std::fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        let scratch = scratch.canonicalize().map_err(|error| error.to_string())?;
        Ok(Self { programs, scratch, tablebases: tablebases.to_owned() })
    }

    /// The engine.
    pub fn engine(&self) -> PathBuf {
        self.programs.join("vernier")
    }

    /// The folder of the tablebases.
    pub fn tablebases(&self) -> &Path {
        &self.tablebases
    }

    /// A laboratory command.
    pub fn lab(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.programs.join("vernier-lab"));
        command.args(words);
        command
    }

    /// Keeps a text beside the summary for whoever looks into a finding, and gives its path.
    pub fn keep(&self, name: &str, text: &str) -> String {
        let path = self.scratch.with_file_name(name);
        match std::fs::write(&path, text) {
            Ok(()) => path.display().to_string(),
            Err(error) => error.to_string(),
        }
    }

    /// An empty folder with that name.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.scratch.join(name);
        let _ = std::fs::remove_dir_all(&folder);
        // If this fails, the next write reports why.
        let _ = std::fs::create_dir_all(&folder);
        folder
    }
}
