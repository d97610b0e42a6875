//! What the opponent attacks: where a piece should not stay, and where it should not go.

use super::walk::Walk;
use crate::{Parameters, Ply};
use vernier_chess::{Bitboard, Board, Move, Role, attacks};

/// The squares the opponent attacks, by the least piece that does.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Threats {
    /// By pawns.
    pawns: Bitboard,
    /// By pawns, knights and bishops.
    minors: Bitboard,
    /// By these and rooks.
    rooks: Bitboard,
    /// By anything.
    all: Bitboard,
}

/// Whether a move leaves an attacked square, and whether it enters one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ThreatContext {
    leaves: bool,
    enters: bool,
}

impl Threats {
    fn of(board: &Board) -> Self {
        let them = !board.turn();
        let attacked_by = |role| {
            let squares = board.pieces(them, role).into_iter();
            squares.fold(Bitboard::EMPTY, |sum, from| sum | attacks::of(role, them, from, board.occupied()))
        };
        let pawns = attacked_by(Role::Pawn);
        let minors = pawns | attacked_by(Role::Knight) | attacked_by(Role::Bishop);
        let rooks = minors | attacked_by(Role::Rook);
        let all = rooks | attacked_by(Role::Queen) | attacked_by(Role::King);
        Self { pawns, minors, rooks, all }
    }

    /// Threat ordering: the gain in history points of leaving a square that a lesser piece attacks, less the loss of
    /// entering one.
    #[inline]
    pub(super) fn score(&self, parameters: &Parameters, role: Role, mv: Move) -> i32 {
        let p = parameters;
        let (squares, worth) = match role {
            Role::Knight | Role::Bishop => (self.pawns, p.threat_ordering_pawn),
            Role::Rook => (self.minors, p.threat_ordering_minor),
            Role::Queen => (self.rooks, p.threat_ordering_rook),
            _ => return 0,
        };
        if !p.threat_ordering {
            return 0;
        }
        worth * (i32::from(squares.has(mv.from())) - i32::from(squares.has(mv.to())))
    }

    /// Whether a move leaves or enters an attacked square.
    #[inline(always)]
    pub(super) fn context(&self, mv: Move) -> ThreatContext {
        ThreatContext { leaves: self.all.has(mv.from()), enters: self.all.has(mv.to()) }
    }
}

impl ThreatContext {
    /// The kinds are numbered below this.
    pub(super) const COUNT: usize = 4;

    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        2 * self.leaves as usize + self.enters as usize
    }
}

impl Walk<'_> {
    /// Looks at what the opponent attacks in the position on the board. Nodes do so before they order moves or learn
    /// about them, and not if they end before that.
    pub(super) fn look_at_threats(&mut self, ply: Ply) {
        self.stack[ply].threats = Threats::of(&self.board);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threat_context_depends_on_both_squares() {
        let board: Board = "4k3/8/2p5/3N4/8/8/4r3/K6R w - - 0 1".parse().expect("a position");
        let threats = Threats::of(&board);
        let context = |mv: &str| threats.context(board.parse_uci(mv).expect("a legal move"));
        assert_eq!(context("d5b4"), ThreatContext { leaves: true, enters: false });
        assert_eq!(context("d5c7"), ThreatContext { leaves: true, enters: false });
        assert_eq!(context("d5e7"), ThreatContext { leaves: true, enters: true });
        assert_eq!(context("h1h2"), ThreatContext { leaves: false, enters: true });
        assert_eq!(context("h1f1"), ThreatContext { leaves: false, enters: false });
        let score = |mv: &str| {
            let mv = board.parse_uci(mv).expect("a legal move");
            threats.score(&Parameters::DEFAULT, board.role_at(mv.from()).expect("a piece"), mv)
        };
        // The knight leaves a pawn's attack; the rook that attacks its new square is not a lesser piece.
        assert_eq!(score("d5e7"), Parameters::DEFAULT.threat_ordering_pawn);
        assert_eq!(score("h1h2"), 0);
    }
}
