//! The pieces of a setup in the other two forms that a board needs: as sets, and as their part of the key.

use crate::position::PieceSets;
use crate::sixteen::Sixteen;
use crate::{Bitboard, ByColor, ByRole, BySquare, Key, Piece};

/// What stands where, as sets and as a part of the key.
pub(crate) struct Placement {
    pub(crate) sets: PieceSets,
    pub(crate) key: Key,
}

impl Placement {
    /// What those squares hold.
    #[inline(always)]
    pub(crate) fn of(pieces: &BySquare<Option<Piece>>) -> Self {
        let sets = sets(pieces);
        let key = sets
            .occupied()
            .into_iter()
            .fold(Key(0), |key, square| key ^ Key::on_square(pieces[square], square));
        Self { sets, key }
    }
}

/// The sets of pieces, found by the bits of their numbers: the lowest is the color, the other three are the role. An empty
/// square has the number after the last.
#[inline(always)]
fn sets(pieces: &BySquare<Option<Piece>>) -> PieceSets {
    let (parts, _) = pieces.0.as_chunks::<16>();
    let mut planes = [0u64; 4];
    for part in parts.iter().rev() {
        let numbers = part.map(|piece| piece.map_or(Piece::COUNT as u8, |piece| piece as u8));
        for (plane, bits) in planes.iter_mut().zip(Sixteen::of(&numbers).low_bits()) {
            *plane = *plane << 16 | u64::from(bits);
        }
    }
    let [four, two, one, black] = planes;
    let occupied = !(four & two);
    let roles = [
        !(four | two | one),
        one & !(four | two),
        two & !(four | one),
        two & one,
        four & !(two | one),
        four & one,
    ];
    PieceSets {
        colors: ByColor([occupied & !black, occupied & black].map(Bitboard)),
        roles: ByRole(roles.map(Bitboard)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn every_piece_on_every_square_is_found() {
        for square in Square::ALL {
            for piece in Piece::ALL {
                let mut pieces = BySquare([None; 64]);
                pieces[square] = Some(piece);
                let Placement { sets, key } = Placement::of(&pieces);
                assert_eq!(sets.occupied(), square.bitboard());
                assert_eq!(sets.of(piece.color(), piece.role()), square.bitboard());
                assert_eq!(sets.roles.iter().filter(|(_, set)| set.any()).count(), 1);
                assert_eq!(key, Key::piece(piece, square));
            }
        }
    }
}
