//! What pieces attack, by table.
//!
//! Leapers and lines are computed by the compiler, sliders by the build script; a program that starts computes
//! nothing. Sliders use PEXT where the build has BMI2 and magic multiplication elsewhere.

mod magic_numbers;
mod rays;
mod sliders;

use crate::{Bitboard, ByColor, BySquare, Color, Role, Square};

pub use sliders::{bishop, rook};

/// A compile-time table with one entry a square.
macro_rules! by_square {
    ($square:ident => $entry:expr) => {{
        let mut table = [Bitboard::EMPTY; 64];
        let mut $square = 0u8;
        while $square < 64 {
            table[$square as usize] = Bitboard($entry);
            $square += 1;
        }
        BySquare(table)
    }};
}

static KNIGHT: BySquare<Bitboard> = by_square!(square => rays::leap(square, &rays::JUMPS));
static KING: BySquare<Bitboard> = by_square!(square => rays::leap(square, &rays::STEPS));
/// What each role attacks on an empty board; nothing for pawns, which have a color.
static REACH: [BySquare<Bitboard>; 8] = [
    by_square!(_square => 0),
    by_square!(square => rays::leap(square, &rays::JUMPS)),
    by_square!(square => rays::slide(square, &rays::DIAGONALS, 0)),
    by_square!(square => rays::slide(square, &rays::ORTHOGONALS, 0)),
    by_square!(square => rays::slide(square, &rays::DIAGONALS, 0) | rays::slide(square, &rays::ORTHOGONALS, 0)),
    by_square!(square => rays::leap(square, &rays::STEPS)),
    // Two rows more than there are roles, so that no index is out of bounds.
    by_square!(_square => 0),
    by_square!(_square => 0),
];
static VIEWS: BySquare<View> = views();
static BETWEEN: BySquare<BySquare<Bitboard>> = between_table();
static LINE: BySquare<BySquare<Bitboard>> = line_table();

/// What is known of a square regardless of the other pieces, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct View {
    pub(crate) pawn: ByColor<Bitboard>,
    pub(crate) knight: Bitboard,
    pub(crate) king: Bitboard,
    pub(crate) diagonals: Bitboard,
    pub(crate) orthogonals: Bitboard,
}

const fn views() -> BySquare<View> {
    const EMPTY: Bitboard = Bitboard::EMPTY;
    let none =
        View { pawn: ByColor([EMPTY; 2]), knight: EMPTY, king: EMPTY, diagonals: EMPTY, orthogonals: EMPTY };
    let mut views = [none; 64];
    let mut square = 0u8;
    while square < 64 {
        let white = Bitboard(rays::leap(square, &[(-1, 1), (1, 1)]));
        let black = Bitboard(rays::leap(square, &[(-1, -1), (1, -1)]));
        views[square as usize] = View {
            pawn: ByColor([white, black]),
            knight: Bitboard(rays::leap(square, &rays::JUMPS)),
            king: Bitboard(rays::leap(square, &rays::STEPS)),
            diagonals: Bitboard(rays::slide(square, &rays::DIAGONALS, 0)),
            orthogonals: Bitboard(rays::slide(square, &rays::ORTHOGONALS, 0)),
        };
        square += 1;
    }
    BySquare(views)
}

/// All of that at once.
#[inline(always)]
pub(crate) fn view(square: Square) -> &'static View {
    &VIEWS[square]
}

/// What a pawn of that color attacks.
#[inline(always)]
pub const fn pawn(color: Color, square: Square) -> Bitboard {
    *VIEWS.get(square).pawn.get(color)
}

/// What a knight attacks.
#[inline(always)]
pub const fn knight(square: Square) -> Bitboard {
    *KNIGHT.get(square)
}

/// What a king attacks.
#[inline(always)]
pub const fn king(square: Square) -> Bitboard {
    *KING.get(square)
}

/// What a queen attacks when those squares are occupied.
///
/// ```
/// use vernier_chess::{Bitboard, Square, attacks};
/// let occupied: Bitboard = [Square::B2, Square::A3, Square::C1].into_iter().collect();
/// let reached = [Square::A2, Square::A3, Square::B1, Square::C1, Square::B2];
/// assert_eq!(attacks::queen(Square::A1, occupied), reached.into_iter().collect());
/// ```
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// What a piece attacks.
///
/// ```
/// use vernier_chess::{Bitboard, Color, Role, Square, attacks};
/// assert_eq!(attacks::of(Role::Queen, Color::White, Square::A1, Bitboard::EMPTY).len(), 21);
/// ```
#[inline(always)]
pub fn of(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The diagonals through a square of an empty board.
#[inline(always)]
pub const fn diagonals(square: Square) -> Bitboard {
    VIEWS.get(square).diagonals
}

/// The file and the rank through a square, without it.
#[inline(always)]
pub const fn orthogonals(square: Square) -> Bitboard {
    VIEWS.get(square).orthogonals
}

/// The squares strictly between two squares of one line; empty if they share none.
///
/// ```
/// use vernier_chess::{Square, attacks};
/// let between = attacks::between(Square::A1, Square::D4);
/// assert_eq!(between, Square::B2.bitboard() | Square::C3);
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline(always)]
pub const fn between(a: Square, b: Square) -> Bitboard {
    *BETWEEN.get(a).get(b)
}

/// The whole line through two squares, from edge to edge; empty if they share none.
///
/// ```
/// use vernier_chess::{Bitboard, File, Square, attacks};
/// const FILE: Bitboard = attacks::line(Square::E2, Square::E7);
/// assert_eq!(FILE, File::E.bitboard());
/// ```
#[inline(always)]
pub const fn line(a: Square, b: Square) -> Bitboard {
    *LINE.get(a).get(b)
}

/// What a piece that is not a pawn attacks on an empty board.
#[inline(always)]
pub(crate) fn on_empty_board(role: Role, square: Square) -> Bitboard {
    REACH[role as usize & 7][square]
}

/// True if a piece that is not a pawn, given by the number of its role, attacks one square from another.
#[inline(always)]
pub(crate) fn reaches(role: usize, from: Square, to: Square, occupied: Bitboard) -> bool {
    REACH[role & 7][from].has(to) & !between(from, to).meets(occupied)
}

const fn between_table() -> BySquare<BySquare<Bitboard>> {
    let mut table = [BySquare([Bitboard::EMPTY; 64]); 64];
    let mut a = 0u8;
    while a < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut rest = rays::ray(a, rays::STEPS[direction], 0);
            while rest != 0 {
                let b = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                let ray = rays::ray(a, rays::STEPS[direction], 1 << b);
                table[a as usize].0[b as usize] = Bitboard(ray & !(1 << b));
            }
            direction += 1;
        }
        a += 1;
    }
    BySquare(table)
}

const fn line_table() -> BySquare<BySquare<Bitboard>> {
    let mut table = [BySquare([Bitboard::EMPTY; 64]); 64];
    let mut a = 0u8;
    while a < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = rays::STEPS[direction];
            let ahead = rays::ray(a, (files, ranks), 0);
            let line = ahead | rays::ray(a, (-files, -ranks), 0) | 1 << a;
            let mut rest = ahead;
            while rest != 0 {
                table[a as usize].0[rest.trailing_zeros() as usize] = Bitboard(line);
                rest &= rest - 1;
            }
            direction += 1;
        }
        a += 1;
    }
    BySquare(table)
}
