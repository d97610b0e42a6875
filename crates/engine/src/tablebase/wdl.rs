//! Results of tablebases.

use core::ops::Neg;

/// The result of a position for the side to move, with both sides playing perfectly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

/// Plies to the next capture, pawn move or mate in a game that is won (above zero) or lost (below); zero if it is drawn.
/// The tablebases round some values, which may then be one ply less than the truth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dtz(pub i32);

/// Whether fifty moves without captures and pawn moves are a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum FiftyMoveRule {
    /// They are.
    #[default]
    Counts,
    /// They are not, as in correspondence chess.
    Ignored,
}

impl Wdl {
    /// With the fifty-move rule taken into account or not.
    pub fn under(self, rule: FiftyMoveRule) -> Self {
        match (rule, self) {
            (FiftyMoveRule::Ignored, Self::CursedWin) => Self::Win,
            (FiftyMoveRule::Ignored, Self::BlessedLoss) => Self::Loss,
            (_, wdl) => wdl,
        }
    }

    /// The distance just before a capture or pawn move that leads to this result for its mover.
    pub(super) const fn before_zeroing(self) -> Dtz {
        Dtz(match self {
            Self::Loss => -1,
            Self::BlessedLoss => -101,
            Self::Draw => 0,
            Self::CursedWin => 101,
            Self::Win => 1,
        })
    }
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl Neg for Dtz {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Dtz {
    /// The result when the fifty-move counter is at that many plies.
    ///
    /// ```
    /// use vernier_engine::{Dtz, Wdl};
    /// assert_eq!(Dtz(20).result(80), Wdl::Win);
    /// assert_eq!(Dtz(20).result(81), Wdl::CursedWin);
    /// assert_eq!(Dtz(-20).result(81), Wdl::BlessedLoss);
    /// ```
    pub fn result(self, halfmove_clock: u16) -> Wdl {
        let in_time = self.0.abs() + i32::from(halfmove_clock) <= 100;
        match (self.0.signum(), in_time) {
            (1, true) => Wdl::Win,
            (1, false) => Wdl::CursedWin,
            (-1, true) => Wdl::Loss,
            (-1, false) => Wdl::BlessedLoss,
            _ => Wdl::Draw,
        }
    }

    /// As seen a ply earlier.
    pub(super) const fn a_ply_earlier(self) -> Self {
        Self(self.0 + self.0.signum())
    }
}

impl From<shakmaty_syzygy::Wdl> for Wdl {
    fn from(wdl: shakmaty_syzygy::Wdl) -> Self {
        match wdl {
            shakmaty_syzygy::Wdl::Loss => Self::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Self::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Self::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Self::CursedWin,
            shakmaty_syzygy::Wdl::Win => Self::Win,
        }
    }
}
