//! The pieces of a setup in the other two forms that a board needs: as sets, and as their part of the key.

use crate::position::PieceSets;
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
        let key = |square| pieces[square].map_or(Key(0), |piece| Key::piece(piece, square));
        // From both ends, so that one square need not wait for the other.
        let mut squares = sets.occupied().into_iter();
        let (mut first, mut second) = (Key(0), Key(0));
        while let Some(low) = squares.next() {
            first ^= key(low);
            second ^= squares.next_back().map_or(Key(0), key);
        }
        Self { sets, key: first ^ second }
    }
}

/// The sets of pieces, found by the bits of their numbers: the lowest is the color, the other three are the role. An empty
/// square has the number after the last.
#[inline(always)]
fn sets(pieces: &BySquare<Option<Piece>>) -> PieceSets {
    let (ranks, _) = pieces.0.as_chunks::<8>();
    let mut planes = [0u64; 4];
    for rank in ranks.iter().rev() {
        let number = |piece: Option<Piece>| piece.map_or(Piece::COUNT as u8, |piece| piece as u8);
        let numbers = u64::from_le_bytes(rank.map(number));
        for (bit, plane) in planes.iter_mut().enumerate() {
            // Each byte keeps one bit; the product gathers them in the highest byte.
            let bits = numbers >> bit & 0x0101_0101_0101_0101;
            *plane = *plane << 8 | bits.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        }
    }
    let [black, one, two, four] = planes;
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
