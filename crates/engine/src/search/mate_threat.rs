//! The mate threat guard: kings that can hardly move and have attacked squares around them.
//!
//! An attack on such a king may end in mate whatever it costs, and no evaluation foresees that. `prune` checks for one
//! before it gives up a node because the defender stands far too well, or a move because the attacker stands far too badly.

use super::look::Node;
use crate::Parameters;
use core::cell::OnceCell;
use vernier_chess::{Board, ByColor, Color, attacks};

/// Which kings of a node are threatened with mate, computed on demand.
#[derive(Default)]
pub(super) struct MateThreat(ByColor<OnceCell<bool>>);

impl Node {
    /// True if the king of the side to move is threatened.
    pub(super) fn is_mate_threatened(&self, p: &Parameters, board: &Board) -> bool {
        self.mate_threat.to(p, board, board.turn())
    }

    /// True if the opponent's king is threatened.
    pub(super) fn threatens_mate(&self, p: &Parameters, board: &Board) -> bool {
        self.mate_threat.to(p, board, !board.turn())
    }
}

impl MateThreat {
    fn to(&self, p: &Parameters, board: &Board, color: Color) -> bool {
        p.mate_threat_guard && *self.0[color].get_or_init(|| is_mate_threat(board, color, p))
    }
}

/// True if a king has hardly a square to go to, and enough squares around it are attacked.
fn is_mate_threat(board: &Board, color: Color, parameters: &Parameters) -> bool {
    let king = board.king(color);
    // A slider also attacks the square to which the king would step back.
    let occupied = board.occupied().without(king);
    let is_attacked = |square| board.is_attacked(square, !color, occupied);
    let (open, blocked) = {
        let (around, own) = (attacks::king(king), board.color(color));
        (around - own, around & own)
    };
    let (mut flights, mut attacked) = (0, 0);
    for square in open {
        if is_attacked(square) {
            attacked += 1;
        } else {
            flights += 1;
        }
        if flights > parameters.mate_threat_guard_flights {
            return false;
        }
    }
    let needed = parameters.mate_threat_guard_attacks - attacked;
    needed <= 0
        || blocked.into_iter().filter(|square| is_attacked(*square)).nth(needed as usize - 1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_danger(fen: &str, color: Color) -> bool {
        is_mate_threat(&fen.parse().expect("a position"), color, &Parameters::DEFAULT)
    }

    #[test]
    fn a_king_with_few_moves_and_attacked_neighbours_is_threatened() {
        // The bishop looks at g7 and h8, the rook at h7 and h8; only f8 is left.
        assert!(in_danger("r3r1k1/pp1q1p2/4bBp1/3p4/7R/8/PPP3PP/4R1K1 b - - 0 3", Color::Black));
        // Without the bishop there is a second way out, and a king that steps back from a rook is still attacked.
        assert!(!in_danger("r3r1k1/pp1q1p2/4b1p1/3p4/7R/8/PPP3PP/4R1K1 b - - 0 3", Color::Black));
        assert!(in_danger("4k3/8/8/8/8/8/5PPP/4r1K1 w - - 0 1", Color::White));
        // Shut in by its own pieces, but not attacked.
        assert!(!in_danger("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::White));
    }
}
