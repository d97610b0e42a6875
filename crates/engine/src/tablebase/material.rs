//! Which pieces are on the board: what a tablebase is filed under.

use vernier_chess::{Board, ByColor, Color, Role};

/// How many pieces of each sort each side has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Signature(ByColor<u32>);

/// The roles as tablebases order them, four bits of a count for each.
const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Signature {
    pub(super) fn of(board: &Board) -> Self {
        let side = |color| {
            ROLES.iter().enumerate().fold(0, |counts, (index, role)| {
                counts | (board.pieces(color, *role).len() as u32) << (4 * index)
            })
        };
        Self(ByColor::from_fn(side))
    }

    /// What the name of a tablebase says: `KQvKP`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let side = |letters: &str| {
            letters.chars().try_fold(0, |counts: u32, letter| {
                let index = ROLES.iter().position(|role| role.to_upper() == letter)?;
                Some(counts + (1 << (4 * index)))
            })
        };
        if white.len() + black.len() > 7 {
            return None;
        }
        Some(Self(ByColor([side(white)?, side(black)?])))
    }

    /// The same with colors changed.
    pub(super) const fn flipped(self) -> Self {
        let [white, black] = self.0.0;
        Self(ByColor([black, white]))
    }

    /// What is left after a capture, unless that is two kings.
    pub(super) fn after_captures(self) -> impl Iterator<Item = Self> {
        let taken =
            Color::ALL.into_iter().flat_map(|color| (1..ROLES.len()).map(move |index| (color, index)));
        let left = taken.filter(move |(color, index)| self.0[*color] >> (4 * index) & 15 > 0);
        left.map(move |(color, index)| {
            let mut counts = self.0;
            counts[color] -= 1 << (4 * index);
            Self(counts)
        })
        .filter(|left| left.0.0 != [1, 1])
    }

    /// The same pieces with the stronger side first, as files are named.
    pub(super) fn as_named(self) -> Self {
        let strength = |signature: Self| {
            let counts =
                ROLES.iter().enumerate().map(|(index, _)| signature.0[Color::White] >> (4 * index) & 15);
            (signature.name().find('v'), counts.collect::<Vec<u32>>())
        };
        if strength(self) >= strength(self.flipped()) { self } else { self.flipped() }
    }

    /// The name of the tablebase, with White's pieces first.
    pub(super) fn name(self) -> String {
        let side = |color| -> String {
            let letters = ROLES.iter().enumerate().map(|(index, role)| {
                role.to_upper().to_string().repeat((self.0[color] >> (4 * index) & 15) as usize)
            });
            letters.collect()
        };
        format!("{}v{}", side(Color::White), side(Color::Black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_boards_agree() {
        let board: Board = "8/8/8/2k1p3/8/8/1PP5/1K1Q4 w - - 0 1".parse().expect("a position");
        let signature = Signature::of(&board);
        assert_eq!(signature.name(), "KQPPvKP");
        assert_eq!(Signature::from_name("KQPPvKP"), Some(signature));
        assert_eq!(Signature::from_name("KPvKQPP"), Some(signature.flipped()));
        for name in ["", "v", "KQ", "KXvK", "KQQQQQQQQQQQQQQQQQvK"] {
            assert!(Signature::from_name(name).is_none_or(|signature| signature.0.0 == [0, 0]), "{name}");
        }
    }
}
