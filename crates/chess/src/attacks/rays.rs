//! Attacks by walking, one step at a time: slow, short and obviously right.
//!
//! The build script fills the tables with these functions and the tests compare the fast ones with them.

/// Steps of a bishop, as (files, ranks).
pub const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
/// Steps of a rook.
pub const ORTHOGONALS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Jumps of a knight.
pub const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Steps of a king.
pub const STEPS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

const fn step(square: u8, (files, ranks): (i8, i8)) -> Option<u8> {
    let (file, rank) = (square as i8 % 8 + files, square as i8 / 8 + ranks);
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 { Some((rank * 8 + file) as u8) } else { None }
}

/// The squares one step away in each direction.
pub const fn leap(square: u8, directions: &[(i8, i8)]) -> u64 {
    let mut set = 0;
    let mut index = 0;
    while index < directions.len() {
        if let Some(to) = step(square, directions[index]) {
            set |= 1 << to;
        }
        index += 1;
    }
    set
}

/// The squares from `square` in one direction up to and including the first occupied one.
pub const fn ray(square: u8, direction: (i8, i8), occupied: u64) -> u64 {
    let mut set = 0;
    let mut at = square;
    while let Some(to) = step(at, direction) {
        set |= 1 << to;
        if occupied >> to & 1 != 0 {
            break;
        }
        at = to;
    }
    set
}

/// The rays in all the given directions.
pub const fn slide(square: u8, directions: &[(i8, i8); 4], occupied: u64) -> u64 {
    ray(square, directions[0], occupied)
        | ray(square, directions[1], occupied)
        | ray(square, directions[2], occupied)
        | ray(square, directions[3], occupied)
}

/// The squares whose occupancy matters to a slider: its rays without their last squares.
pub const fn blockers(square: u8, directions: &[(i8, i8); 4]) -> u64 {
    let mut set = 0;
    let mut index = 0;
    while index < 4 {
        let mut at = square;
        while let Some(to) = step(at, directions[index]) {
            if step(to, directions[index]).is_some() {
                set |= 1 << to;
            }
            at = to;
        }
        index += 1;
    }
    set
}
