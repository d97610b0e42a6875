//! How games end, and why.

use crate::{Color, GameResult};
use core::fmt;
use core::str::FromStr;

/// How a game ended: the result together with its reason.
///
/// [`Game::outcome`](crate::Game::outcome) is what the rules alone decide, [`Game::draw_claim`](crate::Game::draw_claim)
/// the draws that a player may claim. The rest is for records of games: players resign, lose on time or break the rules,
/// arbiters adjudicate.
///
/// ```
/// use vernier_chess::{Color, GameResult, Outcome};
/// let mate = Outcome::Checkmate { winner: Color::White };
/// assert_eq!(mate.result(), GameResult::WhiteWins);
/// assert_eq!(mate.to_string(), "White wins by checkmate");
/// assert_eq!("White wins by checkmate".parse(), Ok(mate));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// A king is attacked and cannot be saved.
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has enough material left to give mate.
    InsufficientMaterial,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves by each side without a capture or pawn move.
    SeventyFiveMoves,
    /// The same position for the third time; a player must claim this draw.
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or pawn move; a player must claim this draw.
    FiftyMoves,
    /// The players agreed to a draw.
    Agreement,
    /// The loser resigned.
    Resignation {
        /// Who did not resign.
        winner: Color,
    },
    /// The flag of one side fell. It is a draw if the other side has nothing left to give mate with.
    TimeForfeit(GameResult),
    /// The loser made an illegal move.
    IllegalMove {
        /// Who did not.
        winner: Color,
    },
    /// The loser left the game: a player who went away, a program that crashed or stopped answering.
    Abandonment {
        /// Who stayed.
        winner: Color,
    },
    /// An arbiter or a rule of the match judged the position.
    Adjudication(GameResult),
    /// An endgame tablebase knew the result.
    Tablebase(GameResult),
    /// The game reached the longest length allowed and counts as a draw.
    MoveLimit,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 25] = {
        use Color::{Black, White};
        use GameResult::{BlackWins, Draw, WhiteWins};
        [
            Self::Checkmate { winner: White },
            Self::Checkmate { winner: Black },
            Self::Stalemate,
            Self::InsufficientMaterial,
            Self::FivefoldRepetition,
            Self::SeventyFiveMoves,
            Self::ThreefoldRepetition,
            Self::FiftyMoves,
            Self::Agreement,
            Self::Resignation { winner: White },
            Self::Resignation { winner: Black },
            Self::TimeForfeit(WhiteWins),
            Self::TimeForfeit(BlackWins),
            Self::TimeForfeit(Draw),
            Self::IllegalMove { winner: White },
            Self::IllegalMove { winner: Black },
            Self::Abandonment { winner: White },
            Self::Abandonment { winner: Black },
            Self::Adjudication(WhiteWins),
            Self::Adjudication(BlackWins),
            Self::Adjudication(Draw),
            Self::Tablebase(WhiteWins),
            Self::Tablebase(BlackWins),
            Self::Tablebase(Draw),
            Self::MoveLimit,
        ]
    };

    /// The result.
    pub const fn result(self) -> GameResult {
        match self {
            Self::Checkmate { winner }
            | Self::Resignation { winner }
            | Self::IllegalMove { winner }
            | Self::Abandonment { winner } => GameResult::won_by(winner),
            Self::TimeForfeit(result) | Self::Adjudication(result) | Self::Tablebase(result) => result,
            _ => GameResult::Draw,
        }
    }

    /// The winner; none for a draw.
    pub const fn winner(self) -> Option<Color> {
        self.result().winner()
    }

    /// The reason alone, such as `checkmate` or `the 50-move rule`.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::SeventyFiveMoves => "the 75-move rule",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FiftyMoves => "the 50-move rule",
            Self::Agreement => "agreement",
            Self::Resignation { .. } => "resignation",
            Self::TimeForfeit(_) => "time forfeit",
            Self::IllegalMove { .. } => "illegal move",
            Self::Abandonment { .. } => "abandonment",
            Self::Adjudication(_) => "adjudication",
            Self::Tablebase(_) => "tablebase adjudication",
            Self::MoveLimit => "the move limit",
        }
    }

    /// The value of PGN's `Termination` tag.
    pub const fn termination(self) -> &'static str {
        match self {
            Self::TimeForfeit(_) => "time forfeit",
            Self::IllegalMove { .. } => "rules infraction",
            Self::Abandonment { .. } => "abandoned",
            Self::Adjudication(_) | Self::Tablebase(_) | Self::MoveLimit => "adjudication",
            _ => "normal",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match self.result() {
            GameResult::WhiteWins => "White wins",
            GameResult::BlackWins => "Black wins",
            GameResult::Draw => "draw",
        };
        write!(f, "{who} by {}", self.reason())
    }
}

/// The text is not an outcome as [`Outcome`]'s `Display` writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OutcomeError;

impl fmt::Display for OutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an outcome is written like 'White wins by checkmate' or 'draw by stalemate'")
    }
}

impl core::error::Error for OutcomeError {}

impl FromStr for Outcome {
    type Err = OutcomeError;

    fn from_str(text: &str) -> Result<Self, OutcomeError> {
        let (who, reason) = text.split_once(" by ").ok_or(OutcomeError)?;
        let result = match who {
            "White wins" => GameResult::WhiteWins,
            "Black wins" => GameResult::BlackWins,
            "draw" => GameResult::Draw,
            _ => return Err(OutcomeError),
        };
        let fits = |outcome: &Self| outcome.result() == result && outcome.reason() == reason;
        Self::ALL.into_iter().find(fits).ok_or(OutcomeError)
    }
}
