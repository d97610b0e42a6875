//! What a position is worth.

use core::fmt;
use core::ops::{Add, Neg, Sub};

/// No line the search follows is longer than this many plies.
pub const MAX_PLY: usize = 246;

/// How far below the root of the search, in moves of either side.
pub type Ply = usize;

/// The worth of a position to the side to move, in hundredths of a pawn, with room above for tablebase wins and mates.
///
/// Mates count the plies to them, so that the shorter mate is the higher score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(pub i32);

/// A score as people read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move mates in that many of its own moves, or is mated if negative. Zero: it is mated now.
    Mate(i32),
    /// A result from tablebases.
    Tablebase {
        /// The side to move wins; otherwise it loses.
        won: bool,
        /// Plies until the result is known on the board.
        plies: i32,
    },
    /// Hundredths of a pawn.
    Centipawns(i32),
}

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(32_001);
    /// Mate on the board; mate in n plies is n less.
    pub const MATE: Self = Self(32_000);
    /// The slowest mate the search can see.
    pub const SLOWEST_MATE: Self = Self(Self::MATE.0 - MAX_PLY as i32);
    /// A won tablebase position at the root; deeper ones are worth a little less.
    pub const TABLEBASE_WIN: Self = Self(Self::SLOWEST_MATE.0 - 1);
    /// The worst tablebase win.
    pub const SLOWEST_TABLEBASE_WIN: Self = Self(Self::TABLEBASE_WIN.0 - MAX_PLY as i32);
    /// Evaluations stay within this, clear of all proven scores.
    pub const MAX_EVALUATION: Self = Self(Self::SLOWEST_TABLEBASE_WIN.0 - 1);

    /// The side to move is mated, `ply` plies below the root.
    pub const fn mated_in(ply: Ply) -> Self {
        Self(ply as i32 - Self::MATE.0)
    }

    /// The side to move mates, `ply` plies below the root.
    pub const fn mate_in(ply: Ply) -> Self {
        Self(Self::MATE.0 - ply as i32)
    }

    /// True for mates won or lost.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::SLOWEST_MATE.0
    }

    /// True for mates and tablebase results: scores that no evaluation gives.
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::SLOWEST_TABLEBASE_WIN.0
    }

    /// True for proven wins: mates and tablebase wins.
    pub const fn is_win(self) -> bool {
        self.0 >= Self::SLOWEST_TABLEBASE_WIN.0
    }

    /// True for proven losses: being mated and tablebase losses.
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::SLOWEST_TABLEBASE_WIN.0
    }

    /// Held within what an evaluation may say.
    pub fn clamp_evaluation(self) -> Self {
        Self(self.0.clamp(-Self::MAX_EVALUATION.0, Self::MAX_EVALUATION.0))
    }

    /// As people read it.
    pub const fn verdict(self) -> Verdict {
        let size = self.0.abs();
        let (plies, sign) = (Self::MATE.0 - size, self.0.signum());
        if self.is_mate() {
            // Winning mates end on our own move, lost ones on the opponent's.
            Verdict::Mate(if sign > 0 { (plies + 1) / 2 } else { -(plies / 2) })
        } else if self.is_decisive() {
            Verdict::Tablebase { won: sign > 0, plies: Self::TABLEBASE_WIN.0 - size }
        } else {
            Verdict::Centipawns(self.0)
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    fn add(self, margin: i32) -> Self {
        Self(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    fn sub(self, margin: i32) -> Self {
        Self(self.0 - margin)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Tablebase { won, plies } => {
                write!(f, "tablebase {} in {plies}", if *won { "win" } else { "loss" })
            }
            Self::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        let cases = [
            (Score::mate_in(1), Verdict::Mate(1)),
            (Score::mate_in(3), Verdict::Mate(2)),
            (Score::mated_in(0), Verdict::Mate(0)),
            (Score::mated_in(2), Verdict::Mate(-1)),
            (Score::mated_in(4), Verdict::Mate(-2)),
            (Score(-35), Verdict::Centipawns(-35)),
            (Score::TABLEBASE_WIN, Verdict::Tablebase { won: true, plies: 0 }),
            (-Score::TABLEBASE_WIN, Verdict::Tablebase { won: false, plies: 0 }),
            (-Score::TABLEBASE_WIN + 7, Verdict::Tablebase { won: false, plies: 7 }),
        ];
        for (score, verdict) in cases {
            assert_eq!(score.verdict(), verdict);
        }
        assert!(Score::MAX_EVALUATION < Score::SLOWEST_TABLEBASE_WIN && !Score::MAX_EVALUATION.is_decisive());
    }
}
