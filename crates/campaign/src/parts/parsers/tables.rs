//! Syzygy tablebases. The format is not ours: whatever a file contains, a probe answers, refuses, or reports damage.

use super::{Target, accepted, write};
use crate::setting::Setting;
use std::path::Path;
use vernier_chess::Board;
use vernier_engine::{Rng, Tablebases};

/// Larger files take time better spent on many small ones.
const LARGEST: u64 = 16 << 10;
/// Tablebases damaged in a round.
const TABLES: usize = 4;
/// Positions probed in each damaged tablebase.
const POSITIONS: usize = 16;
/// The magic bytes of WDL and DTZ files.
const MAGIC: [(&str, [u8; 4]); 2] = [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])];

/// Some of the small tablebases in the folder; without one, files that are all header.
pub(super) fn targets(setting: &Setting, rng: &mut Rng) -> Vec<Target> {
    let found: Vec<(String, Vec<u8>)> = small_tables(setting.tablebases()).collect();
    if !found.is_empty() {
        let some = (0..TABLES).map(|_| &found[rng.below(found.len())]);
        return some.map(|(name, bytes)| target(name, bytes)).collect();
    }
    MAGIC.map(|(kind, magic)| target(&format!("KQvK.{kind}"), &[&magic[..], &[0; 76]].concat())).into()
}

fn small_tables(folder: &Path) -> impl Iterator<Item = (String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    let small = files.into_iter().filter(|file| file.metadata().is_ok_and(|data| data.len() <= LARGEST));
    small.filter_map(|file| Some((file.file_name().into_string().ok()?, std::fs::read(file.path()).ok()?)))
}

fn target(name: &str, bytes: &[u8]) -> Target {
    let (file, boards) = (name.to_owned(), positions(name));
    Target::new("tablebase", [bytes], move |bytes, folder| {
        let folder = folder.join("tables");
        let _ = std::fs::remove_dir_all(&folder);
        let _ = std::fs::create_dir_all(&folder);
        write(&folder, &file, bytes);
        let (tables, _) = Tablebases::open(&folder.display().to_string());
        accepted(boards.iter().any(|board| {
            let answers = (tables.wdl(board), tables.dtz(board));
            matches!(answers, (Ok(Some(_)), _) | (_, Ok(Some(_))))
        }))
    })
}

/// Legal positions with the pieces in the tablebase's name.
fn positions(name: &str) -> Vec<Board> {
    let (white, black) = name.split('.').next().and_then(|stem| stem.split_once('v')).unwrap_or(("K", "K"));
    let pieces = white.to_owned() + &black.to_ascii_lowercase();
    let mut rng = Rng::new(1);
    std::iter::repeat_with(|| position(&pieces, &mut rng)).take(10_000).flatten().take(POSITIONS).collect()
}

/// The pieces on random squares, if that is a legal position.
fn position(pieces: &str, rng: &mut Rng) -> Option<Board> {
    let mut squares = [None; 64];
    for piece in pieces.chars() {
        squares[rng.below(64)] = Some(piece);
    }
    let rank = |rank: &[Option<char>]| rank.iter().map(|square| square.unwrap_or('1')).collect::<String>();
    let ranks: Vec<String> = squares.chunks(8).map(rank).collect();
    let board: Board = format!("{} {} - - 0 1", ranks.join("/"), ["w", "b"][rng.below(2)]).parse().ok()?;
    (board.occupied().len() == pieces.len()).then_some(board)
}
