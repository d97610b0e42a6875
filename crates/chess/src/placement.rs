//! The pieces of a setup in the other two forms that a board needs: as sets, and as their part of the key. The reader
//! of FENs makes them on its way, square by square, because positions are read by the million.

use crate::position::PieceSets;
use crate::{Bitboard, ByColor, ByRole, BySquare, Color, Key, Piece, Role, Square};

/// What stands where, as sets and as a part of the key.
pub(crate) struct Placement {
    pub(crate) sets: PieceSets,
    pub(crate) key: Key,
}

/// A placement in the making. Squares may be told in any order, but each only once.
pub(crate) struct Placing {
    /// One set a piece, and a last one for squares told to be empty, which saves asking.
    sets: [Bitboard; Piece::COUNT + 1],
    key: Key,
}

impl Placement {
    /// What those squares hold.
    pub(crate) fn of(pieces: &BySquare<Option<Piece>>) -> Self {
        let mut placing = Placing::NOTHING;
        for (square, piece) in pieces.iter() {
            placing.put(*piece, square);
        }
        placing.finish()
    }
}

impl Placing {
    pub(crate) const NOTHING: Self = Self { sets: [Bitboard::EMPTY; Piece::COUNT + 1], key: Key(0) };

    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Option<Piece>, square: Square) {
        self.sets[piece.map_or(Piece::COUNT, Piece::index)] |= square;
        self.key ^= Key::piece_or_none(piece, square);
    }

    #[inline(always)]
    pub(crate) fn finish(&self) -> Placement {
        let of = |color, role| self.sets[Piece::new(color, role).index()];
        let all = |color| Role::ALL.into_iter().fold(Bitboard::EMPTY, |all, role| all | of(color, role));
        let sets = PieceSets {
            colors: ByColor::from_fn(all),
            roles: ByRole::from_fn(|role| of(Color::White, role) | of(Color::Black, role)),
        };
        Placement { sets, key: self.key }
    }
}
