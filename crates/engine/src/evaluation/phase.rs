//! How far the game has come, and how much of an endgame advantage can be turned into a win.

use super::{Spine, Tapered};
use vernier_chess::{Color, Role};

/// How much of the middlegame is left: from [`Phase::OPENING`] with all pieces down to zero without any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Phase(pub i32);

impl Phase {
    /// Every piece is on the board.
    pub const OPENING: Self = Self(24);

    /// Counts the pieces: minor pieces one, rooks two, queens four.
    #[inline]
    pub fn of(spine: &Spine) -> Self {
        let count = |role| Color::ALL.map(|color| spine[color].pieces[role].len() as i32).iter().sum::<i32>();
        let minors = count(Role::Knight) + count(Role::Bishop);
        Self((minors + 2 * count(Role::Rook) + 4 * count(Role::Queen)).min(Self::OPENING.0))
    }
}

/// How much of the endgame value counts, in sixty-fourths. [`Scale::DRAWN`] means a known draw: then the middlegame
/// value counts for nothing either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Scale(pub i32);

impl Scale {
    /// Neither side can win.
    pub const DRAWN: Self = Self(0);
    /// The full value.
    pub const FULL: Self = Self(64);
}

/// The one score that two become, from White's view.
#[inline]
pub fn blend(sum: Tapered, phase: Phase, scale: Scale) -> i32 {
    if scale == Scale::DRAWN {
        return 0;
    }
    let middlegame = sum.middlegame() * phase.0 * Scale::FULL.0;
    let endgame = sum.endgame() * (Phase::OPENING.0 - phase.0) * scale.0;
    (middlegame + endgame) / (Phase::OPENING.0 * Scale::FULL.0)
}
