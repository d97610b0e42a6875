//! What is proven about a position, in sixteen bits.

use super::node::Value;
use crate::Score;

/// A result that no further search can change, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// Won in this many plies at most, by mate or because tablebases say so.
    Win(Distance),
    /// Drawn.
    Draw,
    /// Lost in this many plies at most.
    Loss(Distance),
}

/// How far off the end is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Distance {
    /// Plies to the mate, or to where tablebases take over.
    pub(super) plies: u16,
    /// True if the result comes from tablebases, so that the mate itself is not known.
    pub(super) tablebase: bool,
}

const TABLEBASE: u16 = 1 << 13;

impl Distance {
    /// Mate in this many plies.
    pub(super) const fn mate(plies: u16) -> Self {
        Self { plies, tablebase: false }
    }

    /// A ply more.
    const fn further(self) -> Self {
        Self { plies: if self.plies < TABLEBASE - 1 { self.plies + 1 } else { self.plies }, ..self }
    }

    /// Mates come before what only tablebases know, short ones before long ones.
    const fn order(self) -> (bool, u16) {
        (self.tablebase, self.plies)
    }
}

impl Proof {
    /// The side to move is mated.
    pub(super) const MATED: Self = Self::Loss(Distance::mate(0));

    pub(super) const fn bits(self) -> u16 {
        let (kind, distance) = match self {
            Self::Win(distance) => (1, distance),
            Self::Draw => (2, Distance::mate(0)),
            Self::Loss(distance) => (3, distance),
        };
        kind << 14 | if distance.tablebase { TABLEBASE } else { 0 } | distance.plies
    }

    pub(super) const fn from_bits(bits: u16) -> Option<Self> {
        let distance = Distance { plies: bits & (TABLEBASE - 1), tablebase: bits & TABLEBASE != 0 };
        Some(match bits >> 14 {
            1 => Self::Win(distance),
            2 => Self::Draw,
            3 => Self::Loss(distance),
            _ => return None,
        })
    }

    /// What this proves about a move to the position, as its mover sees it.
    pub(super) const fn of_move(self) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance.further()),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance.further()),
        }
    }

    /// True if this is better for the side to move: won sooner, or lost later.
    pub(super) fn is_better_than(self, other: Self) -> bool {
        match (self, other) {
            (Self::Win(a), Self::Win(b)) => a.order() < b.order(),
            (Self::Loss(a), Self::Loss(b)) => a.order() > b.order(),
            _ => self.rank() > other.rank(),
        }
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Win(_) => 2,
            Self::Draw => 1,
            Self::Loss(_) => 0,
        }
    }

    /// The value to the side to move.
    pub(super) const fn value(self) -> Value {
        match self {
            Self::Win(_) => Value::WIN,
            Self::Draw => Value::DRAW,
            Self::Loss(_) => Value::LOSS,
        }
    }

    /// The score to the side to move.
    pub(super) fn score(self) -> Score {
        match self {
            Self::Win(distance) => win_score(distance),
            Self::Draw => Score::DRAW,
            Self::Loss(distance) => -win_score(distance),
        }
    }
}

fn win_score(distance: Distance) -> Score {
    let plies = usize::from(distance.plies).min(crate::MAX_PLY);
    if distance.tablebase { Score::TABLEBASE_WIN - plies as i32 } else { Score::mate_in(plies) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip() {
        let far = Distance { plies: 77, tablebase: true };
        for proof in
            [Proof::MATED, Proof::Draw, Proof::Win(Distance::mate(5)), Proof::Win(far), Proof::Loss(far)]
        {
            assert_eq!(Proof::from_bits(proof.bits()), Some(proof));
        }
        assert_eq!(Proof::from_bits(0), None);
    }

    #[test]
    fn shorter_wins_and_longer_losses_are_better() {
        let (near, far) = (Distance::mate(3), Distance::mate(5));
        let table = Distance { plies: 1, tablebase: true };
        let ordered = [
            Proof::Loss(near),
            Proof::Loss(far),
            Proof::Loss(table),
            Proof::Draw,
            Proof::Win(table),
            Proof::Win(far),
            Proof::Win(near),
        ];
        for pair in ordered.windows(2) {
            assert!(pair[1].is_better_than(pair[0]) && !pair[0].is_better_than(pair[1]), "{pair:?}");
        }
        assert_eq!(Proof::MATED.of_move(), Proof::Win(Distance::mate(1)));
        assert_eq!(Proof::MATED.of_move().score(), Score::mate_in(1));
    }
}
