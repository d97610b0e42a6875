//! Bishop and rook attacks: the occupied squares that matter are numbered, and the number looks the answer up.
//!
//! Two ways to number them exist side by side, so that each build can be tested for both: bit extraction, one
//! instruction where BMI2 is there, and magic multiplication.

use super::{magic_numbers, rays};
use crate::{Bitboard, Square};

#[cfg(any(test, all(target_arch = "x86_64", target_feature = "bmi2")))]
include!(concat!(env!("OUT_DIR"), "/extracted.rs"));
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
include!(concat!(env!("OUT_DIR"), "/multiplied.rs"));

/// How to find the attacks of one square in the table.
#[derive(Clone, Copy)]
#[cfg_attr(target_feature = "bmi2", allow(dead_code))]
struct Entry {
    /// The squares whose occupancy matters.
    mask: u64,
    magic: u64,
    /// Where the square's part of the table starts.
    offset: u32,
    shift: u32,
}

const fn entries(directions: &[(i8, i8); 4], magics: &[u64; 64], start: u32) -> [Entry; 64] {
    let mut entries = [Entry { mask: 0, magic: 0, offset: 0, shift: 0 }; 64];
    let (mut square, mut offset) = (0, start);
    while square < 64 {
        let mask = rays::blockers(square as u8, directions);
        entries[square] = Entry { mask, magic: magics[square], offset, shift: 64 - mask.count_ones() };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    entries
}

/// Entries of the table that belong to bishops; those of rooks follow.
const BISHOPS: u32 = 5_248;

static BISHOP: [Entry; 64] = entries(&rays::DIAGONALS, &magic_numbers::BISHOP, 0);
static ROOK: [Entry; 64] = entries(&rays::ORTHOGONALS, &magic_numbers::ROOK, BISHOPS);

/// What a bishop attacks when those squares are occupied.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    fast(&BISHOP[square as usize], occupied)
}

/// What a rook attacks when those squares are occupied.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    fast(&ROOK[square as usize], occupied)
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
#[allow(unsafe_code)]
fn fast(entry: &Entry, occupied: Bitboard) -> Bitboard {
    // SAFETY: this function is compiled only where the build has BMI2.
    let index = unsafe { core::arch::x86_64::_pext_u64(occupied.0, entry.mask) };
    // SAFETY: an extraction through `mask` is below 2^bits(mask), the length of the part that starts at `offset`;
    // `the_parts_cover_the_tables` checks that the parts lie inside the table.
    Bitboard(unsafe { *EXTRACTED.get_unchecked(entry.offset as usize + index as usize) })
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
fn fast(entry: &Entry, occupied: Bitboard) -> Bitboard {
    by_multiplication(entry, occupied)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[inline(always)]
#[allow(unsafe_code)]
fn by_multiplication(entry: &Entry, occupied: Bitboard) -> Bitboard {
    let index = (occupied.0 & entry.mask).wrapping_mul(entry.magic) >> entry.shift;
    // SAFETY: a number shifted right by 64 - bits(mask) is below 2^bits(mask), the length of the part that starts at
    // `offset`; `the_parts_cover_the_tables` checks that the parts lie inside the table.
    Bitboard(unsafe { *MULTIPLIED.get_unchecked(entry.offset as usize + index as usize) })
}

/// Bishop and rook attacks by magic multiplication, whatever the build uses.
#[cfg(test)]
fn multiplied(square: Square, occupied: Bitboard) -> [Bitboard; 2] {
    [&BISHOP, &ROOK].map(|table| by_multiplication(&table[square as usize], occupied))
}

/// Bishop and rook attacks by bit extraction, in software where the CPU cannot.
#[cfg(test)]
fn extracted(square: Square, occupied: Bitboard) -> [Bitboard; 2] {
    [&BISHOP, &ROOK].map(|table| {
        let entry = &table[square as usize];
        let bits = Bitboard(entry.mask).into_iter().enumerate();
        let index: usize = bits.map(|(bit, square)| usize::from(occupied.has(square)) << bit).sum();
        Bitboard(EXTRACTED[entry.offset as usize + index])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_cover_the_tables() {
        let end = |entry: &Entry| entry.offset as usize + (1 << entry.mask.count_ones());
        assert_eq!(end(&BISHOP[63]), BISHOPS as usize);
        assert_eq!((end(&ROOK[63]), EXTRACTED.len()), (MULTIPLIED.len(), MULTIPLIED.len()));
        for table in [&BISHOP, &ROOK] {
            assert!(table.windows(2).all(|pair| end(&pair[0]) == pair[1].offset as usize));
        }
    }

    #[test]
    fn every_method_agrees_with_ray_walking_for_all_blockers() {
        for square in Square::ALL {
            for (way, directions) in [rays::DIAGONALS, rays::ORTHOGONALS].iter().enumerate() {
                let mask = Bitboard(rays::blockers(square as u8, directions));
                for occupied in mask.subsets() {
                    let slow = Bitboard(rays::slide(square as u8, directions, occupied.0));
                    let fast = if way == 0 { bishop(square, occupied) } else { rook(square, occupied) };
                    assert_eq!(fast, slow);
                    assert_eq!(multiplied(square, occupied)[way], slow);
                    assert_eq!(extracted(square, occupied)[way], slow);
                    // Squares that cannot matter do not.
                    assert_eq!(multiplied(square, occupied | !mask)[way], slow);
                    assert_eq!(extracted(square, occupied | !mask)[way], slow);
                }
            }
        }
    }
}
