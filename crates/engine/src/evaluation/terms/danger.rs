//! The attack on a king. Attackers work together, so their units are summed first and the sum is squared: see
//! [`penalty`].

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::danger::penalty;
use crate::evaluation::spine::Side;
use vernier_chess::{Bitboard, Color, File, Rank, Role};

const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What the enemy's attack costs the color whose king it is.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let attackers = them.ring_attackers.map(i32::from);
    // A single piece is not an attack, unless a queen can join it.
    let queen = them.pieces[Role::Queen].any();
    if attackers.iter().sum::<i32>() + i32::from(queen) < 2 {
        return Tapered::ZERO;
    }

    let weak = them.attacked & !us.attacked_twice & !well_guarded(us);
    let mut units = trace.endanger(&weights.danger_base, 1)
        + trace.endanger(&weights.danger_hit, i32::from(them.ring_hits))
        + trace.endanger(&weights.danger_weak, us.ring & weak)
        + trace.endanger(&weights.danger_no_queen, !queen)
        + trace.endanger(&weights.danger_pinned, us.pinned)
        + trace.endanger(&weights.danger_knight_guard, us.attacks[Role::Knight].meets(us.attacks[Role::King]));
    for (role, attackers) in PIECES.into_iter().zip(attackers) {
        units += trace.endanger(&weights.danger_attacker[role], attackers);
    }
    let safe = !them.all & (!us.attacked | weak & them.attacked_twice);
    let check_squares = spine.check_squares(color);
    for role in PIECES {
        let checks = check_squares[role] & them.attacks[role] & !them.all;
        units += trace.endanger(&weights.danger_safe_check[role], checks & safe)
            + trace.endanger(&weights.danger_check, checks & !safe);
    }
    let camp = flank(us.king.file()) & camp(color);
    units += trace.endanger(&weights.danger_flank, camp & them.attacked)
        + trace.endanger(&weights.danger_flank_twice, camp & them.attacked_twice)
        + trace.endanger(&weights.danger_flank_guard, camp & us.attacked);
    penalty(units)
}

/// Squares guarded by a pawn or a lesser piece, not by the king and queen alone.
fn well_guarded(us: &Side) -> Bitboard {
    us.attacks[Role::Pawn] | us.attacks[Role::Knight] | us.attacks[Role::Bishop] | us.attacks[Role::Rook]
}

/// The four files on which a king is attacked.
fn flank(king: File) -> Bitboard {
    match king {
        File::A | File::B | File::C => Bitboard(0x0f0f_0f0f_0f0f_0f0f),
        File::D | File::E => Bitboard(0x3c3c_3c3c_3c3c_3c3c),
        File::F | File::G | File::H => Bitboard(0xf0f0_f0f0_f0f0_f0f0),
    }
}

/// All but the three ranks farthest from the color's first.
fn camp(color: Color) -> Bitboard {
    !(color.rank(Rank::Sixth).bitboard() | color.rank(Rank::Seventh) | color.rank(Rank::Eighth))
}
