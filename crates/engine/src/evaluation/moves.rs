//! What moves are worth in themselves: points that no later position shows, kept along the line of the search.

use super::experiments::Experiments;
use crate::Changes;
use vernier_chess::{Board, Color, EXCHANGE_VALUES, File, Piece, Rank, Role, Square};

/// The points of the moves since the root. Without an experiment that needs them it does nothing.
#[derive(Default)]
pub(crate) struct MoveBonuses {
    experiments: Experiments,
    line: Vec<Step>,
}

/// The state after a move, from White's view.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Step {
    /// Points of all moves up to here.
    bonus: i32,
    /// By how much White is ahead in material.
    lead: i32,
}

impl MoveBonuses {
    pub(crate) fn new(experiments: Experiments) -> Self {
        Self { experiments, line: Vec::new() }
    }

    /// True if some move can have a bonus.
    fn is_on(&self) -> bool {
        let Experiments { castling, bishop_capture, poisoned_pawn, trade_share, .. } = self.experiments;
        castling != 0 || bishop_capture != 0 || poisoned_pawn != 0 || trade_share != 0
    }

    /// Starts a new line.
    pub(crate) fn reset(&mut self, board: &Board) {
        self.line.clear();
        if self.is_on() {
            let worth = |color, role| EXCHANGE_VALUES[role] * board.pieces(color, role).len() as i32;
            let lead =
                Role::ALL.map(|role| worth(Color::White, role) - worth(Color::Black, role)).iter().sum();
            self.line.push(Step { bonus: 0, lead });
        }
    }

    /// A move has been made.
    #[inline]
    pub(crate) fn push(&mut self, changes: &Changes) {
        if let Some(last) = self.line.last() {
            let next = last.after(changes, &self.experiments);
            self.line.push(next);
        }
    }

    /// The last move has been taken back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.line.pop();
    }

    /// The points of the line, from White's view.
    #[inline]
    pub(crate) fn sum(&self) -> i32 {
        self.line.last().map_or(0, |step| step.bonus)
    }
}

impl Step {
    fn after(self, changes: &Changes, experiments: &Experiments) -> Self {
        let Some((placed, to)) = changes.placed().next() else { return self };
        let us = placed.color();
        let mover = changes.removed().find(|(piece, _)| piece.color() == us);
        let victim = changes.removed().find(|(piece, _)| piece.color() != us);
        let change = |sign: i32, (piece, _): (Piece, Square)| {
            sign * signed(piece.color(), EXCHANGE_VALUES[piece.role()])
        };
        let lead = self.lead
            + changes.placed().map(|placed| change(1, placed)).sum::<i32>()
            + changes.removed().map(|removed| change(-1, removed)).sum::<i32>();
        let mut own = if changes.placed().count() > 1 { experiments.castling } else { 0 };
        if let (Some((mover, _)), Some((victim, _))) = (mover, victim) {
            own += capture_bonus(us, mover.role(), victim.role(), to, experiments);
            if victim.role() != Role::Pawn {
                return Self { bonus: self.bonus + signed(us, own) + self.trade(lead, experiments), lead };
            }
        }
        Self { bonus: self.bonus + signed(us, own), lead }
    }

    /// What the side that is ahead before and after a capture gains by it, from White's view.
    fn trade(self, lead: i32, experiments: &Experiments) -> i32 {
        let least = self.lead.abs().min(lead.abs());
        let same_side = self.lead.signum() == lead.signum();
        if same_side && least >= experiments.trade_lead {
            lead.signum() * least * experiments.trade_share / 1000
        } else {
            0
        }
    }
}

/// Points for the side that takes.
fn capture_bonus(us: Color, mover: Role, victim: Role, to: Square, experiments: &Experiments) -> i32 {
    match (mover, victim) {
        (Role::Knight | Role::Bishop, Role::Bishop) => experiments.bishop_capture,
        (Role::Queen, Role::Pawn) if is_poisoned(us, to) => -experiments.poisoned_pawn,
        _ => 0,
    }
}

/// True for the b and g pawns of the enemy's at home.
fn is_poisoned(us: Color, square: Square) -> bool {
    us.rank(square.rank()) == Rank::Seventh && matches!(square.file(), File::B | File::G)
}

/// Points of a color from White's view.
fn signed(color: Color, points: i32) -> i32 {
    if color == Color::White { points } else { -points }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;

    const CASES: [(&str, &str, &str, i32); 10] = [
        ("hand_castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 1),
        ("hand_castling", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", -1),
        ("hand_castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1f1", 0),
        ("hand_bishop_capture", "4k3/8/8/4b3/8/5N2/8/4K3 w - - 0 1", "f3e5", 1),
        ("hand_bishop_capture", "4k3/8/8/4b3/4R3/8/8/4K3 w - - 0 1", "e4e5", 0),
        ("hand_poisoned_pawn", "4k3/1p6/8/8/8/1Q6/8/4K3 w - - 0 1", "b3b7", -1),
        ("hand_poisoned_pawn", "4k3/8/6q1/8/8/8/6P1/4K3 b - - 0 1", "g6g2", 1),
        ("hand_poisoned_pawn", "4k3/8/1p6/8/8/1Q6/8/4K3 w - - 0 1", "b3b6", 0),
        // A rook ahead before and after.
        ("hand_trades", "4k3/8/2n5/8/3N4/8/8/R3K3 w - - 0 1", "d4c6", 1),
        // Ahead only by the capture itself.
        ("hand_trades", "4k3/8/2n5/8/3N4/8/8/4K3 w - - 0 1", "d4c6", 0),
    ];

    #[test]
    fn a_move_bonus_lasts_until_the_move_is_undone() {
        for (switch, fen, mv, sign) in CASES {
            let mut parameters = Parameters::DEFAULT;
            parameters.set(switch, 1).expect("a switch");
            let mut bonuses = MoveBonuses::new(Experiments::of(&parameters));
            let mut board: Board = fen.parse().expect("legal");
            bonuses.reset(&board);
            let mut changes = Changes::default();
            let mv = board.parse_uci(mv).expect("legal");
            let _ = board.make_observed(mv, &mut changes);
            bonuses.push(&changes);
            assert_eq!(bonuses.sum().signum(), sign, "{switch}: {mv} in {fen}");
            // The material followed move by move is that of the board.
            let mut fresh = MoveBonuses::new(Experiments::of(&parameters));
            fresh.reset(&board);
            assert_eq!(bonuses.line[1].lead, fresh.line[0].lead, "{fen}");
            bonuses.push(&Changes::default());
            assert_eq!(bonuses.sum().signum(), sign, "a null move changes nothing");
            bonuses.pop();
            bonuses.pop();
            assert_eq!(bonuses.sum(), 0);
        }
    }

    #[test]
    fn without_an_experiment_nothing_is_tracked() {
        let mut bonuses = MoveBonuses::default();
        bonuses.reset(&Board::start());
        bonuses.push(&Changes::default());
        assert!(bonuses.line.is_empty());
        bonuses.pop();
    }
}
