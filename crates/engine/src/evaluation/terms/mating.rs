//! Won endings against a bare king: which they are, and which way the win lies.
//!
//! The bonus is large and grows as the bare king is driven where it can be mated, so that a search too shallow to see
//! the mate still walks towards it. The drawn ones are known to [`scale`](crate::evaluation::scale).

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::{kpk, spine::Side};
use vernier_chess::{Bitboard, Color, Role, Square};

/// A known win against a bare king.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    if !them.is_bare() || us.is_bare() {
        return Tapered::ZERO;
    }
    let closeness = 7 - i32::from(us.king.distance(them.king));
    if us.majors().any() || can_mate_with_minors(us) {
        let corner = if is_bishop_and_knight(us) {
            trace.add(&weights.drive_to_corner, nearness_to_corner(us.pieces[Role::Bishop], them.king))
        } else {
            trace.add(&weights.drive_to_edge, distance_from_center(them.king))
        };
        return corner + trace.add(&weights.known_win, 1) + trace.add(&weights.drive_kings_close, closeness);
    }
    match us.pieces[Role::Pawn].single() {
        Some(pawn) if us.non_pawn_material().is_empty() => {
            trace.add(&weights.won_pawn_ending, kpk::is_won(color, us.king, pawn, them.king, spine.turn))
        }
        _ => Tapered::ZERO,
    }
}

/// Bishops on both colors, a bishop and a knight, or three knights.
fn can_mate_with_minors(us: &Side) -> bool {
    let (knights, bishops) = (us.pieces[Role::Knight], us.pieces[Role::Bishop]);
    let both_shades = bishops.meets(Bitboard::DARK) && bishops.meets(Bitboard::LIGHT);
    both_shades || bishops.any() && knights.any() || knights.len() > 2
}

/// True for exactly a bishop and a knight, which mate only in a corner of the bishop's color.
fn is_bishop_and_knight(us: &Side) -> bool {
    let pieces = us.non_pawn_material();
    us.pieces[Role::Pawn].is_empty()
        && us.pieces[Role::Knight].single().is_some()
        && us.pieces[Role::Bishop].single().is_some()
        && pieces == us.minors()
}

/// Steps of the king from the four center squares, files and ranks counted separately: 0 to 6.
fn distance_from_center(king: Square) -> i32 {
    let steps = |coordinate: usize| (3 - coordinate.min(7 - coordinate)) as i32;
    steps(king.file().index()) + steps(king.rank().index())
}

/// How near the king is to a corner in which the bishop can mate: 0 on the long diagonal between the other two, 7 in
/// the corner.
fn nearness_to_corner(bishop: Bitboard, king: Square) -> i32 {
    let (file, rank) = (king.file().index() as i32, king.rank().index() as i32);
    if bishop.meets(Bitboard::DARK) { (file + rank - 7).abs() } else { (file - rank).abs() }
}
