//! Where games begin.

use std::fmt;
use std::path::{Path, PathBuf};
use vernier_chess::{Board, CastlingMode, Epd, Move, pgn};
use vernier_engine::Rng;
use vernier_engine::plain_file::{self, FileError};

/// The start of a game: a position and moves from it that are played without thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The position.
    pub start: Board,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Opening {
    /// A position and nothing more.
    pub const fn from_board(start: Board) -> Self {
        Self { start, moves: Vec::new() }
    }

    /// The position after the moves.
    pub fn end(&self) -> Board {
        self.moves.iter().fold(self.start, |board, mv| board.play(*mv))
    }

    /// The position as a FEN.
    pub fn fen(&self, mode: CastlingMode) -> String {
        self.start.fen(mode)
    }
}

/// A short text that identifies the openings.
pub fn fingerprint(openings: &[Opening]) -> String {
    let text = |opening: &Opening| format!("{} {:?}", opening.fen(CastlingMode::Chess960), opening.moves);
    let all: Vec<String> = openings.iter().map(text).collect();
    crate::store::fingerprint::of(all.join("\n").as_bytes())
}

/// In which order openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they are in the file.
    Sequential,
    /// Shuffled by a seed.
    Random(u64),
}

impl Order {
    /// The seed; zero for a sequence.
    pub const fn seed(self) -> u64 {
        match self {
            Self::Sequential => 0,
            Self::Random(seed) => seed,
        }
    }
}

/// Why there are no openings.
#[derive(Debug)]
pub enum OpeningError {
    /// The file cannot be read, is not a plain file, or is too big.
    File(FileError),
    /// A line that is not a position.
    Line(PathBuf, usize, String),
    /// A game that cannot be read; the error says which.
    Game(PathBuf, Box<pgn::Error>),
    /// Nothing in the file.
    Empty(PathBuf),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Line(path, line, error) => write!(f, "{}, line {line}: {error}", path.display()),
            Self::Game(path, error) => write!(f, "{}, {error}", path.display()),
            Self::Empty(path) => write!(f, "there is no opening in {}", path.display()),
        }
    }
}

impl std::error::Error for OpeningError {}

/// No file of openings is larger.
const LARGEST_FILE: u64 = 1 << 30;

/// Openings of a file: the games of a PGN file up to this many plies, or else one position for each line, as FEN or EPD.
pub fn load(path: &Path, plies: usize, order: Order) -> Result<Vec<Opening>, OpeningError> {
    let bytes = plain_file::read(path, LARGEST_FILE).map_err(OpeningError::File)?;
    let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let mut openings = if is_pgn { games(path, &bytes, plies)? } else { positions(path, &bytes)? };
    if openings.is_empty() {
        return Err(OpeningError::Empty(path.to_owned()));
    }
    if let Order::Random(seed) = order {
        Rng::new(seed).shuffle(&mut openings);
    }
    Ok(openings)
}

fn games(path: &Path, bytes: &[u8], plies: usize) -> Result<Vec<Opening>, OpeningError> {
    let opening = |game: Result<pgn::GameTree, pgn::Error>| {
        let game = game.map_err(|error| OpeningError::Game(path.to_owned(), error.into()))?.game();
        Ok(Opening { start: *game.start(), moves: game.moves().iter().take(plies).copied().collect() })
    };
    pgn::Reader::new(bytes).map(opening).collect()
}

fn positions(path: &Path, bytes: &[u8]) -> Result<Vec<Opening>, OpeningError> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(|line| line.trim().trim_start_matches('\u{feff}')).enumerate();
    let opening = |(index, line): (usize, &str)| {
        let board =
            read_position(line).map_err(|error| OpeningError::Line(path.to_owned(), index + 1, error))?;
        Ok(Opening::from_board(board))
    };
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(opening).collect()
}

/// The position at the start of an EPD or FEN line.
fn read_position(line: &str) -> Result<Board, String> {
    let epd: Epd = line.parse().map_err(|error: vernier_chess::EpdError| error.to_string())?;
    epd.board().map_err(|error| error.to_string())
}

/// Even positions that need no file, made by `vernier-lab openings` as the file beside them says.
const EVEN: &str = include_str!("../../openings/standard.epd");
/// The same for Chess960.
const EVEN_CHESS960: &str = include_str!("../../openings/chess960.epd");

/// Openings for matches that name none: even positions, each once, and then random ones.
pub fn built_in(count: usize, order: Order, mode: CastlingMode) -> Vec<Opening> {
    let text = match mode {
        CastlingMode::Standard => EVEN,
        CastlingMode::Chess960 => EVEN_CHESS960,
    };
    let mut openings: Vec<Opening> =
        text.lines().filter_map(|line| read_position(line).ok()).map(Opening::from_board).collect();
    if let Order::Random(seed) = order {
        Rng::new(seed).shuffle(&mut openings);
    }
    // Always all of them: a longer match continues with the same openings.
    let missing = count.saturating_sub(openings.len());
    openings.extend(random(missing, order.seed(), mode));
    openings
}

/// How many plies random openings have.
const RANDOM_PLIES: usize = 8;

/// Openings from a seed: eight random plies from a start position, each different, and none that leaves one side with less
/// material or in check.
pub fn random(count: usize, seed: u64, mode: CastlingMode) -> Vec<Opening> {
    let mut random = Rng::new(seed);
    let mut seen = std::collections::HashSet::new();
    let mut openings = Vec::with_capacity(count);
    while openings.len() < count {
        let start = match mode {
            CastlingMode::Standard => Board::start(),
            CastlingMode::Chess960 => Board::chess960(random.below(960) as u16).unwrap_or_else(Board::start),
        };
        let Some((moves, end)) = random.walk(&start, RANDOM_PLIES) else { continue };
        if is_level(&end) && !end.in_check() && end.has_legal_moves() && seen.insert(end.key()) {
            openings.push(Opening { start, moves });
        }
    }
    openings
}

/// Nothing has been taken, and nothing worth a piece can be taken for free.
fn is_level(board: &Board) -> bool {
    use vernier_chess::{MoveClass, Role};
    let worth = |role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    };
    board.occupied().len() == 32
        && board.moves(MoveClass::Captures).into_iter().all(|mv| {
            let taken = board.role_at(mv.to()).map_or(1, worth);
            let after = board.play(mv);
            let guarded = after.is_attacked(mv.to(), after.turn(), after.occupied());
            let taker = board.role_at(mv.from()).map_or(1, worth);
            (if guarded { taken - taker } else { taken }) <= 0
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_depend_on_the_seed_and_are_distinct() {
        let made = |seed| random(200, seed, CastlingMode::Standard);
        let openings = made(5);
        assert_eq!(openings, made(5));
        assert_ne!(openings, made(6));
        let shuffled = random(50, 5, CastlingMode::Chess960);
        assert!(shuffled.iter().filter(|opening| opening.start != Board::start()).count() >= 45);
        let after = |opening: &Opening| opening.moves.iter().fold(opening.start, |board, mv| board.play(*mv));
        let keys: std::collections::HashSet<_> =
            openings.iter().map(|opening| after(opening).key()).collect();
        assert_eq!(keys.len(), 200);
        assert!(openings.iter().all(|opening| after(opening).occupied().len() == 32));
    }

    #[test]
    fn built_in_openings_are_balanced_and_distinct() {
        for (mode, text) in [(CastlingMode::Standard, EVEN), (CastlingMode::Chess960, EVEN_CHESS960)] {
            let openings = built_in(10, Order::Sequential, mode);
            assert_eq!(openings.len(), 500, "every line is a position");
            let keys: std::collections::HashSet<_> =
                openings.iter().map(|opening| opening.start.key()).collect();
            assert_eq!(keys.len(), 500);
            for line in text.lines() {
                let score = line.parse::<Epd>().unwrap().integer("ce").unwrap();
                assert!(score.abs() <= 40, "{line}");
            }
            let more = built_in(520, Order::Random(3), mode);
            assert_eq!(more.len(), 520);
            assert_eq!(more[..500], built_in(1, Order::Random(3), mode));
            assert_ne!(more[..500], openings);
        }
    }

    #[test]
    fn lines_may_be_fens_or_epds() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for tail in ["", " 0 1", " bm e4; id \"x\";"] {
            let board = read_position(&format!("{start}{tail}")).unwrap();
            assert_eq!(board.key(), Board::start().key());
        }
        assert_eq!(read_position(&format!("{start} 3 17")).unwrap().fullmove_number(), 17);
        assert!(read_position("8/8").is_err());
    }

    #[test]
    fn a_bad_game_is_named_with_its_line() {
        let error = games(Path::new("a.pgn"), b"1. e4 *\n\n1. e5 *\n", 8).unwrap_err();
        assert_eq!(error.to_string(), "a.pgn, game 2, line 3, column 4 (byte 12): e5: no legal move fits");
    }

    #[test]
    #[ignore = "needs ../shared/data"]
    fn shipped_openings_load() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/books/openings_balanced_8moves.epd");
        let sequential = load(Path::new(path), 0, Order::Sequential).unwrap();
        assert_eq!(sequential.len(), 2000);
        let shuffled = load(Path::new(path), 0, Order::Random(1)).unwrap();
        assert_ne!(sequential, shuffled);
        assert_eq!(shuffled, load(Path::new(path), 0, Order::Random(1)).unwrap());
        let games = Path::new(path).with_file_name("../pgn/kasparov-deep-blue-1997.pgn");
        let games = load(&games, 8, Order::Sequential).unwrap();
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|opening| opening.moves.len() == 8));
        assert!(load(Path::new("/nowhere.epd"), 0, Order::Sequential).is_err());
    }
}
