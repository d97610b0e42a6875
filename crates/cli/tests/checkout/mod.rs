//! The sources of the checkout, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Adds every Rust source under a folder, build folders aside.
pub fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("readable").path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A path as seen from the root, with slashes.
pub fn short(path: &Path) -> String {
    path.strip_prefix(root()).expect("inside the workspace").display().to_string().replace('\\', "/")
}
