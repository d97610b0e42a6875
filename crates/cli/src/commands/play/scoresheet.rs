//! The file to which games are added. It is written after every move, so that a game outlives whatever ends the program.

use std::fs::{File, Metadata};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub(super) struct Scoresheet {
    path: PathBuf,
    /// Where the game in play begins.
    begin: u64,
    /// Where it ends, and the file with it, unless another program has added something.
    end: u64,
    /// What stands between; unknown after an error.
    written: Option<String>,
    /// Games before it that could not be written.
    owed: String,
}

impl Scoresheet {
    /// Opens a file, which is made if it is missing.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let length = open(path)?.1.len();
        let (path, written) = (path.to_owned(), Some(String::new()));
        Ok(Self { path, begin: length, end: length, written, owed: String::new() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game in play in place of what it was before; nothing if no move was made.
    pub(super) fn keep(&mut self, game: Option<&str>) -> io::Result<()> {
        let text = self.with_owed(game);
        if self.written.as_ref() != Some(&text) {
            self.written = None;
            self.replace(&text)?;
            self.written = Some(text);
        }
        Ok(())
    }

    /// Writes the game in play for the last time; another one follows it.
    pub(super) fn finish(&mut self, game: Option<&str>) {
        match self.keep(game) {
            Ok(()) => (self.begin, self.written, self.owed) = (self.end, Some(String::new()), String::new()),
            Err(_) => self.owed = self.with_owed(game),
        }
    }

    fn with_owed(&self, game: Option<&str>) -> String {
        game.map_or_else(|| self.owed.clone(), |game| format!("{}{game}\n", self.owed))
    }

    fn replace(&mut self, text: &str) -> io::Result<()> {
        let (mut file, metadata) = open(&self.path)?;
        if metadata.len() != self.end {
            // Another program has added games: ours follow, and what was written before stays.
            self.begin = metadata.len();
        }
        file.set_len(self.begin)?;
        file.seek(SeekFrom::Start(self.begin))?;
        let written = file.write_all(text.as_bytes());
        // Also after half a game, so that the next attempt replaces it.
        self.end = file.metadata()?.len();
        written
    }
}

fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() { Ok((file, metadata)) } else { Err(io::Error::other("not a file")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_game_replaces_itself_and_nothing_else() {
        let path = std::env::temp_dir().join(format!("vernier-scoresheet-{}", std::process::id()));
        let read = || fs::read_to_string(&path).expect("the file");
        fs::write(&path, "before\n").expect("written");
        let mut sheet = Scoresheet::open(&path).expect("a file");
        sheet.keep(Some("e4 e5 Nf3")).expect("written");
        sheet.keep(Some("e4")).expect("written");
        assert_eq!(read(), "before\ne4\n");
        sheet.keep(None).expect("written");
        assert_eq!(read(), "before\n", "every move was taken back");
        sheet.keep(Some("d4")).expect("written");
        sheet.finish(Some("d4 d5"));
        sheet.keep(Some("c4")).expect("written");
        assert_eq!(read(), "before\nd4 d5\nc4\n");
        // Another program adds a game meanwhile.
        fs::write(&path, read() + "other\n").expect("written");
        sheet.keep(Some("c4 c5")).expect("written");
        sheet.keep(Some("c4 c5 Nc3")).expect("written");
        assert_eq!(read(), "before\nd4 d5\nc4\nother\nc4 c5 Nc3\n");
        // Where the file is gone for a while, nothing is lost.
        fs::remove_file(&path).expect("removed");
        fs::create_dir(&path).expect("a folder");
        assert!(sheet.keep(Some("c4 c5 Nc3 Nc6")).is_err());
        sheet.finish(Some("c4 c5 Nc3 Nc6"));
        fs::remove_dir(&path).expect("removed");
        sheet.keep(Some("b3")).expect("written");
        sheet.finish(Some("b3 b6"));
        assert_eq!(read(), "c4 c5 Nc3 Nc6\nb3 b6\n");
        fs::remove_file(&path).expect("removed");
        assert!(Scoresheet::open(&std::env::temp_dir()).is_err());
    }
}
