//! What is about to be lost: pieces attacked by lesser ones, left alone, or soon to be attacked by a pawn.

use crate::evaluation::trace::Trace;
use crate::evaluation::{Spine, Tapered, Weights};
use crate::evaluation::spine::pawn_attacks;
use vernier_chess::{Color, Role};

/// The threats of one color against the other.
#[inline(always)]
pub(super) fn evaluate(spine: &Spine, color: Color, weights: &Weights, trace: &mut impl Trace) -> Tapered {
    let (us, them) = (&spine[color], &spine[!color]);
    let pieces = them.non_pawn_material();
    // Guarded by a pawn, or by two where we attack once: taking there costs more than it gains.
    let guarded = them.attacks[Role::Pawn] | them.attacked_twice & !us.attacked_twice;
    let weak = them.all & !guarded & us.attacked;
    let minor_attacks = us.attacks[Role::Knight] | us.attacks[Role::Bishop];
    let by_minor = (weak | pieces & guarded) & minor_attacks;
    let by_rook = weak & us.attacks[Role::Rook];
    let mut sum = Tapered::ZERO;
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        sum += trace.add(&weights.threat_by_minor[role], by_minor & them.pieces[role])
            + trace.add(&weights.threat_by_rook[role], by_rook & them.pieces[role]);
    }

    let safe = !them.attacked | us.attacked;
    let pawn_hits = pawn_attacks(color, us.pieces[Role::Pawn] & safe) & pieces;
    let pushed = us.pushes & safe & !them.attacks[Role::Pawn];
    let push_hits = pawn_attacks(color, pushed) & pieces & !pawn_hits;
    sum + trace.add(&weights.threat_by_pawn, pawn_hits)
        + trace.add(&weights.threat_by_push, push_hits)
        + trace.add(&weights.threat_by_king, weak & us.attacks[Role::King])
        + trace.add(&weights.hanging, weak & !them.attacked)
        + trace.add(&weights.outnumbered, weak & pieces & them.attacked & us.attacked_twice)
        + trace.add(&weights.restricted, them.attacked & !guarded & us.attacked & !us.all)
}
