//! Starting positions for self-play, as the OpenBench client asks for them.

use crate::uci::GenFens;
use std::fmt;
use std::path::Path;
use vernier_chess::{Board, Epd};
use vernier_engine::{Engine, Rng, plain_file};

/// Random moves played from a start.
const PLIES: usize = 8;
/// A position further from even than this many centipawns is not used.
const BALANCE: i32 = 300;

/// The largest book of positions.
const MAX_BOOK: u64 = 1 << 30;

/// Why no positions can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenFensError(String);

impl fmt::Display for GenFensError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GenFensError {}

/// Makes positions while `go_on` returns true, and passes each on at once: eight or nine random moves from the start or from a
/// line of the book, neither finished nor lopsided in the eyes of the engine. The same seed gives the same positions.
pub fn generate(
    wanted: &GenFens,
    engine: &Engine,
    go_on: impl Fn() -> bool,
    mut give: impl FnMut(&Board),
) -> Result<(), GenFensError> {
    let starts = match &wanted.book {
        None => vec![Board::start()],
        Some(path) => read_book(path)?,
    };
    let mut random = Rng::new(wanted.seed);
    let mut made = 0;
    while made < wanted.count && go_on() {
        let start = starts[random.below(starts.len())];
        let plies = PLIES + random.below(2);
        let walked = random.walk(&start, plies).map(|(_, board)| board);
        if let Some(board) = walked.filter(|board| board.has_legal_moves() && is_balanced(engine, board)) {
            give(&board);
            made += 1;
        }
    }
    Ok(())
}

/// The positions of an EPD or FEN file; other lines are skipped.
fn read_book(path: &str) -> Result<Vec<Board>, GenFensError> {
    let bytes =
        plain_file::read(Path::new(path), MAX_BOOK).map_err(|error| GenFensError(error.to_string()))?;
    let text = String::from_utf8_lossy(&bytes);
    let board = |line: &str| line.parse::<Epd>().ok()?.board().ok().filter(Board::has_legal_moves);
    let boards: Vec<Board> = text.lines().filter_map(board).collect();
    if boards.is_empty() { Err(GenFensError(format!("{path} holds no position"))) } else { Ok(boards) }
}

fn is_balanced(engine: &Engine, board: &Board) -> bool {
    engine.evaluate(board).is_some_and(|score| score.0.abs() <= BALANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fens(count: u64, seed: u64) -> Vec<String> {
        made(&GenFens { count, seed, book: None })
    }

    fn made(wanted: &GenFens) -> Vec<String> {
        let mut fens = Vec::new();
        generate(wanted, &Engine::new(), || true, |board| fens.push(board.to_string())).unwrap();
        fens
    }

    #[test]
    fn a_seed_decides_the_positions() {
        let first = fens(20, 7);
        assert_eq!(first.len(), 20);
        assert_eq!(first, fens(20, 7));
        assert_ne!(first, fens(20, 8));
        assert!(first.iter().all(|fen| fen.split(' ').count() == 6));
    }

    #[test]
    fn a_book_may_hold_fens_and_epds_of_chess960_too() {
        let lines = [
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - hmvc 0; fmvn 1;",
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -",
        ];
        for (number, line) in lines.into_iter().enumerate() {
            let path = std::env::temp_dir().join(format!("vernier-genfens-{}-{number}", std::process::id()));
            std::fs::write(&path, format!("no position\n{line}\n")).unwrap();
            let fens = made(&GenFens { count: 3, seed: 1, book: Some(path.to_str().unwrap().to_owned()) });
            std::fs::remove_file(&path).unwrap();
            assert_eq!(fens.len(), 3, "{line}");
            let is_from_line = |fen: &String| fen.contains('q') == line.contains('q');
            assert!(fens.iter().all(is_from_line), "{line}: {fens:?}");
        }
    }

    #[test]
    fn a_missing_book_is_an_error() {
        let wanted = GenFens { count: 1, seed: 1, book: Some("no/such/book.epd".to_owned()) };
        assert!(generate(&wanted, &Engine::new(), || true, |_| ()).is_err());
    }
}
