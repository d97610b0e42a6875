//! A finished game with what the engine thought.

use core::fmt;
use vernier_chess::{Board, GameResult, Key, Move, Outcome, repetition};

/// No score goes beyond, mates included.
pub const MAX_SCORE: i16 = 32_000;

/// No tablebases know more pieces than that, kings included, and none know positions with castling rights.
const MOST_TABLEBASE_PIECES: usize = 7;

/// A self-play game: random moves first, then moves that were thought about.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Its number in its run; with the run's seed it determines the whole game.
    pub number: u64,
    /// Where it began.
    pub start: Board,
    /// All moves, the random ones first.
    pub moves: Vec<Move>,
    /// What the engine thought of the position before each move that was not random, as White sees it.
    pub scores: Vec<i16>,
    /// How it ended.
    pub outcome: Outcome,
    /// How often a tree search visited each legal move of the position before each move that was not random, in ascending
    /// order of the moves' bits. Empty where another search thought.
    pub visits: Vec<Vec<u32>>,
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
    /// How often a tree search visited each legal move, in ascending order of the moves' bits; none without one.
    pub visits: Option<&'a [u32]>,
}

impl Moment<'_> {
    /// Each legal move with its part of all visits; nothing without a tree search.
    pub fn visit_shares(&self) -> Option<Vec<(Move, f64)>> {
        let visits = self.visits?;
        let mut moves: Vec<Move> = self.board.legal_moves().iter().copied().collect();
        moves.sort_unstable_by_key(|mv| mv.bits());
        let all: u64 = visits.iter().map(|count| u64::from(*count)).sum();
        let fits = all > 0 && moves.len() == visits.len();
        fits.then(|| {
            moves.into_iter().zip(visits).map(|(mv, count)| (mv, f64::from(*count) / all as f64)).collect()
        })
    }
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
            let place = index.checked_sub(random);
            let score = place.map(|place| self.scores[place]);
            let visits = place.and_then(|place| self.visits.get(place)).map(Vec::as_slice);
            visit(Moment { board: &board, mv, score, ply: first + index as u32, visits });
            let _ = board.make(mv);
        }
        board
    }

    /// Finds what is wrong with the game: a score out of range, or an end that the position does not bear out. Reading
    /// has already made sure that the moves are legal.
    pub fn check(&self) -> Result<(), GameError> {
        if let Some(score) = self.scores.iter().find(|score| score.unsigned_abs() > MAX_SCORE.unsigned_abs())
        {
            return Err(GameError::Score(*score));
        }
        if self.scores.is_empty() || self.scores.len() > self.moves.len() {
            return Err(GameError::NoScores);
        }
        let mut keys = Vec::with_capacity(self.moves.len());
        let last = self.replay(|moment| keys.push(moment.board.key()));
        match self.is_borne_out(&last, &keys) {
            true => Ok(()),
            false => Err(GameError::Outcome(self.outcome)),
        }
    }

    /// The result of the game.
    pub const fn result(&self) -> GameResult {
        self.outcome.result()
    }

    fn is_borne_out(&self, last: &Board, earlier: &[Key]) -> bool {
        let score = self.scores.last().copied().unwrap_or_default();
        let occurrences = || 1 + repetition::earlier_occurrences(earlier, last.key(), last.halfmove_clock());
        match self.outcome {
            Outcome::Checkmate { winner } => last.is_checkmate() && winner != last.turn(),
            Outcome::Stalemate => last.is_stalemate(),
            Outcome::InsufficientMaterial => last.has_insufficient_material(),
            Outcome::ThreefoldRepetition => occurrences() >= 3,
            Outcome::FivefoldRepetition => occurrences() >= 5,
            Outcome::FiftyMoves => last.halfmove_clock() >= 100,
            Outcome::SeventyFiveMoves => last.halfmove_clock() >= 150,
            Outcome::Adjudication(GameResult::WhiteWins) => score > 0,
            Outcome::Adjudication(GameResult::BlackWins) => score < 0,
            Outcome::Tablebase(_) => {
                last.occupied().len() <= MOST_TABLEBASE_PIECES && last.castling().is_none()
            }
            // Nothing on the board can contradict the rest.
            _ => true,
        }
    }
}

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameError {
    /// A score beyond all scores.
    Score(i16),
    /// Nothing was thought about, or more than was played.
    NoScores,
    /// The last position does not show this outcome.
    Outcome(Outcome),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => write!(f, "a score of {score}"),
            Self::NoScores => f.write_str("scores do not fit the moves"),
            Self::Outcome(outcome) => write!(f, "the last position does not show: {outcome}"),
        }
    }
}

impl core::error::Error for GameError {}
