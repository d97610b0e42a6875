//! What lesser pieces attack: where a piece should not stay, and where it should not go.

use crate::Parameters;
use vernier_chess::{Bitboard, Board, ByRole, Move, Role, attacks};

/// For each role, the squares where the opponent's lesser pieces attack it, and what that is worth in history points.
pub(super) struct Threats(ByRole<(Bitboard, i32)>);

impl Threats {
    pub(super) fn new(board: &Board, parameters: &Parameters) -> Self {
        let none = (Bitboard::EMPTY, 0);
        if !parameters.threat_ordering {
            return Self(ByRole([none; 6]));
        }
        let attacked_by = |role| {
            let them = !board.turn();
            let squares = board.pieces(them, role).into_iter();
            squares.fold(Bitboard::EMPTY, |sum, from| sum | attacks::of(role, them, from, board.occupied()))
        };
        let pawns = attacked_by(Role::Pawn);
        let minors = pawns | attacked_by(Role::Knight) | attacked_by(Role::Bishop);
        let rooks = minors | attacked_by(Role::Rook);
        let p = parameters;
        let (minor, rook, queen) = (
            (pawns, p.threat_ordering_pawn),
            (minors, p.threat_ordering_minor),
            (rooks, p.threat_ordering_rook),
        );
        Self(ByRole([none, minor, minor, rook, queen, none]))
    }

    /// The gain of leaving such a square, less the loss of entering one.
    #[inline]
    pub(super) fn score(&self, board: &Board, mv: Move) -> i32 {
        let Some((squares, worth)) = board.role_at(mv.from()).map(|role| self.0[role]) else { return 0 };
        worth * (i32::from(squares.has(mv.from())) - i32::from(squares.has(mv.to())))
    }
}
