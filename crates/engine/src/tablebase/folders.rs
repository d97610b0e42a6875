//! Finds tablebase files.

use std::collections::HashSet;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};

/// Folders inside folders are looked into this deep.
const DEEPEST: usize = 8;
/// A path that holds more folders is probably a whole disk: searching it would take minutes.
const MOST_FOLDERS: usize = 1_000;

/// The folders a `SyzygyPath` names. Between them stands what the system uses for paths, or a semicolon.
pub(super) fn folders(path: &str) -> Vec<PathBuf> {
    let separator = |letter: char| letter == ';' || (letter == ':' && !cfg!(windows));
    path.split(separator).map(str::trim).filter(|part| !part.is_empty()).map(PathBuf::from).collect()
}

/// The tablebase files in a folder and its sub-folders, each folder once, in order.
pub(super) fn table_files(folder: &Path, seen: &mut HashSet<PathBuf>) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, folder.canonicalize()?, DEEPEST, seen, &mut files)?;
    if seen.len() >= MOST_FOLDERS {
        return Err(std::io::Error::other(format!("more than {MOST_FOLDERS} folders")));
    }
    files.sort();
    Ok(files)
}

/// `real` is the folder by the one path that has no links in it.
fn collect(
    folder: &Path,
    real: PathBuf,
    depth: usize,
    seen: &mut HashSet<PathBuf>,
    files: &mut Vec<PathBuf>,
) -> std::io::Result<()> {
    if seen.len() >= MOST_FOLDERS || !seen.insert(real.clone()) {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if let Some(inner) = real_folder(&entry, &real) {
            if depth > 0 {
                // A subfolder that cannot be read does not keep us from reading the others.
                let _ = collect(&path, inner, depth - 1, seen, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rtbw" || extension == "rtbz") {
            files.push(path);
        }
    }
    Ok(())
}

/// The real path of a subfolder; `None` if it is not a folder. Only links cost a system call: a disk has many files.
fn real_folder(entry: &DirEntry, parent: &Path) -> Option<PathBuf> {
    let kind = entry.file_type().ok()?;
    if kind.is_symlink() {
        let link = entry.path();
        return link.is_dir().then(|| link.canonicalize().ok())?;
    }
    kind.is_dir().then(|| parent.join(entry.file_name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_disks_are_not_searched() {
        let root = std::env::temp_dir().join(format!("vernier-folders-{}", std::process::id()));
        for number in 0..MOST_FOLDERS {
            std::fs::create_dir_all(root.join(format!("{}/{number}", number % 10))).expect("a folder");
        }
        std::fs::write(root.join("0/0/KQvK.rtbw"), "").expect("a file");
        let mut seen = HashSet::new();
        assert_eq!(table_files(&root.join("0"), &mut seen).expect("few folders").len(), 1);
        assert!(table_files(&root, &mut HashSet::new()).is_err());
        std::fs::remove_dir_all(root).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn a_linked_folder_is_searched_once() {
        let root = std::env::temp_dir().join(format!("vernier-links-{}", std::process::id()));
        std::fs::create_dir_all(root.join("tables/inner")).expect("a folder");
        std::fs::create_dir_all(root.join("elsewhere")).expect("a folder");
        std::fs::write(root.join("tables/inner/KQvK.rtbw"), "").expect("a file");
        std::fs::write(root.join("elsewhere/KRvK.rtbw"), "").expect("a file");
        for (target, link) in
            [("..", "tables/inner/up"), ("inner", "tables/again"), ("../elsewhere", "tables/else")]
        {
            std::os::unix::fs::symlink(target, root.join(link)).expect("a link");
        }
        std::os::unix::fs::symlink("../nowhere", root.join("tables/nowhere")).expect("a link");
        let mut seen = HashSet::new();
        let found = table_files(&root.join("tables"), &mut seen).expect("files");
        let names: Vec<_> = found.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        assert_eq!((names.len(), seen.len()), (2, 3), "{found:?}");
        assert!(names.contains(&"KQvK.rtbw") && names.contains(&"KRvK.rtbw"), "{found:?}");
        std::fs::remove_dir_all(root).expect("removed");
    }

    #[test]
    fn empty_parts_of_a_path_are_ignored() {
        assert!(folders("").is_empty() && folders(" ; ;").is_empty());
        assert_eq!(folders("a;b c;").len(), 2);
        assert_eq!(folders(&"x;".repeat(5000)).len(), 5000);
        #[cfg(not(windows))]
        assert_eq!(folders("/a:/b"), [PathBuf::from("/a"), PathBuf::from("/b")]);
        #[cfg(windows)]
        assert_eq!(folders("c:\\a;d:\\b"), [PathBuf::from("c:\\a"), PathBuf::from("d:\\b")]);
    }
}
