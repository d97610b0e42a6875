//! A finished game with what the engine thought.

use core::fmt;
use vernier_chess::{Board, Color, GameResult, Key, Move, repetition};

/// No score goes beyond, mates included.
pub const MAX_SCORE: i16 = 32_000;

/// No endgame tables know more pieces than that, kings included, and none know positions with castling rights.
const MOST_MEN_OF_TABLES: usize = 7;

/// A self-play game: random moves first, then moves that were thought about.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Its number in its run; with the run's seed it tells everything about the game.
    pub number: u64,
    /// Where it began.
    pub start: Board,
    /// All moves, the random ones first.
    pub moves: Vec<Move>,
    /// What the engine thought of the position before each move that was not random, as White sees it.
    pub scores: Vec<i16>,
    /// Why it ended.
    pub ending: Ending,
    /// Who won.
    pub result: Winner,
}

/// Who won a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Winner {
    /// Black.
    Black = 0,
    /// Nobody.
    Nobody = 1,
    /// White.
    White = 2,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ending {
    /// A king was mated.
    Checkmate = 0,
    /// No legal move, no check.
    Stalemate = 1,
    /// A position came up for the third time.
    Repetition = 2,
    /// Fifty moves without capture or pawn move.
    FiftyMoves = 3,
    /// Nothing left to mate with.
    Material = 4,
    /// One side was far ahead for some time.
    Decided = 5,
    /// Both sides were level for some time.
    Level = 6,
    /// The longest that games may be.
    Length = 7,
    /// Endgame tables told who wins, fifty-move rule included.
    Tables = 8,
}

impl Winner {
    /// A win for that color.
    pub const fn color(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }

    /// The winner with that number.
    pub const fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Black,
            1 => Self::Nobody,
            2 => Self::White,
            _ => return None,
        })
    }

    /// Half points as one color sees it: 0 lost, 1 drawn, 2 won.
    #[inline]
    pub const fn half_points(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }

    /// In the words of PGN.
    pub const fn result(self) -> GameResult {
        match self {
            Self::Black => GameResult::BlackWins,
            Self::Nobody => GameResult::Draw,
            Self::White => GameResult::WhiteWins,
        }
    }
}

impl Ending {
    /// Every ending by its number.
    pub const ALL: [Self; 9] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Material,
        Self::Decided,
        Self::Level,
        Self::Length,
        Self::Tables,
    ];

    /// The ending with that number.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
            Self::Material => "bare material",
            Self::Decided => "decided",
            Self::Level => "level",
            Self::Length => "length",
            Self::Tables => "endgame tables",
        })
    }
}

/// A position of a game with what was thought and done there.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The position.
    pub board: &'a Board,
    /// The move that was played.
    pub mv: Move,
    /// The worth of the position as White sees it; none for random moves.
    pub score: Option<i16>,
    /// Moves of either side since the start of the game, counted from the start position's move number.
    pub ply: u32,
}

impl Game {
    /// How many of the moves were random.
    pub fn random_moves(&self) -> usize {
        self.moves.len() - self.scores.len().min(self.moves.len())
    }

    /// Plays the game through, handing each position to a visitor before its move is made, and gives the last one.
    pub fn replay(&self, mut visit: impl FnMut(Moment<'_>)) -> Board {
        let mut board = self.start;
        let first = 2 * (self.start.fullmove_number() - 1) + self.start.turn() as u32;
        let random = self.random_moves();
        for (index, mv) in self.moves.iter().copied().enumerate() {
            let score = index.checked_sub(random).map(|index| self.scores[index]);
            visit(Moment { board: &board, mv, score, ply: first + index as u32 });
            let _ = board.make(mv);
        }
        board
    }

    /// What is wrong with the game, if anything: a score out of range, or an end that the position does not bear out.
    /// That the moves are legal has been seen when the game was read.
    pub fn fault(&self) -> Option<GameError> {
        if let Some(score) = self.scores.iter().find(|score| score.unsigned_abs() > MAX_SCORE.unsigned_abs())
        {
            return Some(GameError::Score(*score));
        }
        if self.scores.is_empty() || self.scores.len() > self.moves.len() {
            return Some(GameError::NoScores);
        }
        let mut keys = Vec::with_capacity(self.moves.len());
        let last = self.replay(|moment| keys.push(moment.board.key()));
        if self.is_borne_out(&last, &keys) { None } else { Some(GameError::Ending(self.ending, self.result)) }
    }

    fn is_borne_out(&self, last: &Board, earlier: &[Key]) -> bool {
        let drawn = self.result == Winner::Nobody;
        let score = self.scores.last().copied().unwrap_or_default();
        match self.ending {
            Ending::Checkmate => last.is_checkmate() && self.result == Winner::color(!last.turn()),
            Ending::Stalemate => drawn && last.is_stalemate(),
            Ending::Repetition => {
                drawn && repetition::earlier_occurrences(earlier, last.key(), last.halfmove_clock()) >= 2
            }
            Ending::FiftyMoves => drawn && last.halfmove_clock() >= 100,
            Ending::Material => drawn && last.has_insufficient_material(),
            Ending::Decided => match self.result {
                Winner::White => score > 0,
                Winner::Black => score < 0,
                Winner::Nobody => false,
            },
            Ending::Level | Ending::Length => drawn,
            Ending::Tables => last.occupied().len() <= MOST_MEN_OF_TABLES && last.castling().is_none(),
        }
    }
}

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameError {
    /// A score beyond all scores.
    Score(i16),
    /// Nothing was thought about, or more than was played.
    NoScores,
    /// The last position does not show this ending with this winner.
    Ending(Ending, Winner),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => write!(f, "a score of {score}"),
            Self::NoScores => f.write_str("scores do not fit the moves"),
            Self::Ending(ending, winner) => {
                write!(f, "the last position is not {} by {ending}", winner.result())
            }
        }
    }
}

impl core::error::Error for GameError {}
