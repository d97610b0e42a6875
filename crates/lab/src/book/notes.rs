//! Analysed positions, kept in a file beside the book.
//!
//! Growing a book takes hours; with the notes it can be interrupted and resumed, or repeated with other settings, without
//! searching any position twice. A line is a position and its moves with their scores: `FEN; e2e4 31 d2d4 29`.

use super::graph::Line;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use vernier_chess::{Board, CastlingMode, Key};

/// Findings in memory and in a file.
pub struct Notes {
    found: HashMap<Key, Vec<Line>>,
    file: BufWriter<File>,
}

/// How the positions are searched. Results of different searches are not mixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// Nodes for each position.
    pub nodes: u64,
    /// Moves looked at in a position at the start; later half as many.
    pub moves: usize,
}

/// Half-moves after which fewer moves are looked at.
const EARLY: u16 = 8;

impl Method {
    /// How many moves are looked at this many half-moves from the start.
    pub fn moves_at(&self, ply: u16) -> usize {
        if ply < EARLY { self.moves } else { self.moves.div_ceil(2) }
    }
}

impl Notes {
    /// Opens the notes in a file, or creates it. A last line that was cut off is dropped.
    pub fn open(path: &Path, method: Method) -> Result<Self, String> {
        let header = format!("# book analysis, {} nodes, {} moves", method.nodes, method.moves);
        let unusable = |error: io::Error| format!("cannot use {}: {error}", path.display());
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => format!("{header}\n"),
            read => read.map_err(unusable)?,
        };
        let (mut found, mut sound) = (HashMap::new(), String::new());
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if number == 0 && line.trim_end() != header {
                return Err(format!("{} does not begin with '{header}'", path.display()));
            }
            if !line.ends_with('\n') {
                break;
            }
            if number > 0 {
                let (board, lines) =
                    read(line).ok_or_else(|| format!("{}:{}: no finding", path.display(), number + 1))?;
                found.insert(board.polyglot_key(), lines);
            }
            sound.push_str(line);
        }
        let mut file = File::create(path).map(BufWriter::new).map_err(unusable)?;
        file.write_all(sound.as_bytes()).and_then(|()| file.flush()).map_err(unusable)?;
        Ok(Self { found, file })
    }

    /// What was found about a position.
    pub fn get(&self, board: &Board) -> Option<&Vec<Line>> {
        self.found.get(&board.polyglot_key())
    }

    /// Stores a finding.
    pub fn add(&mut self, board: &Board, lines: Vec<Line>) -> io::Result<()> {
        write!(self.file, "{board};")?;
        for line in &lines {
            write!(self.file, " {} {}", board.uci(line.mv, CastlingMode::Chess960), line.score)?;
        }
        writeln!(self.file)?;
        self.found.insert(board.polyglot_key(), lines);
        Ok(())
    }

    /// Flushes everything to disk.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn read(line: &str) -> Option<(Board, Vec<Line>)> {
    let (fen, rest) = line.split_once(';')?;
    let board: Board = fen.parse().ok()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (pairs, []) = words.as_chunks::<2>() else { return None };
    let line =
        |[mv, score]: &[&str; 2]| Some(Line { mv: board.parse_uci(mv).ok()?, score: score.parse().ok()? });
    Some((board, pairs.iter().map(line).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_resumed() {
        let path = std::env::temp_dir().join(format!("vernier-{}-notes", std::process::id()));
        let _ = fs::remove_file(&path);
        let method = Method { nodes: 10, moves: 2 };
        // Castling is written so that it can be read in Chess960 too.
        let boards: [Board; 2] = [Board::start(), "1k6/8/8/8/8/8/8/5KR1 w G - 0 1".parse().expect("a board")];
        let lines = |board: &Board| -> Vec<Line> {
            let moves = board.legal_moves();
            moves.iter().rev().take(2).map(|mv| Line { mv: *mv, score: -7 }).collect()
        };
        let mut notes = Notes::open(&path, method).expect("new notes");
        for board in &boards {
            assert_eq!(notes.get(board), None);
            notes.add(board, lines(board)).expect("room on disk");
        }
        notes.flush().expect("room on disk");
        drop(notes);
        let whole = fs::read(&path).expect("notes");
        fs::write(&path, [&whole[..], &whole[40..60]].concat()).expect("a line that was cut off");
        let notes = Notes::open(&path, method).expect("notes");
        assert!(boards.iter().all(|board| notes.get(board) == Some(&lines(board))));
        assert_eq!(fs::read(&path).expect("notes"), whole);
        let other = Notes::open(&path, Method { nodes: 11, moves: 2 }).err().expect("another method");
        assert!(other.contains("does not begin with '# book analysis, 11 nodes, 2 moves'"), "{other}");
        fs::write(&path, [&whole[..], b"nonsense\n"].concat()).expect("a damaged file");
        assert!(Notes::open(&path, method).err().expect("damaged").ends_with(":4: no finding"));
        fs::remove_file(&path).expect("the file is there");
    }
}
