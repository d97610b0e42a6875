//! A quiet move with the shape of a tactic, named by its geometry.

use vernier_chess::{Bitboard, Board, EXCHANGE_VALUES, Move, Role, Square, attacks};

/// A quiet reply, the board after it, and what its side takes next.
pub struct Blow {
    before: Board,
    board: Board,
    reply: Move,
    role: Role,
    taking: Option<Move>,
}

impl Blow {
    pub fn of(after: &Board, reply: Move, taking: Option<Move>) -> Option<Self> {
        let board = after.play(reply);
        let role = board.role_at(reply.to()).filter(|_| !reply.is_castle() && !reply.is_promotion())?;
        Some(Self { before: *after, board, reply, role, taking })
    }

    /// The kind of tactic, and the square of the piece that is lost.
    pub fn kind(&self) -> Option<(&'static str, Square)> {
        let taking = self.taking?;
        let target = taking.to();
        // The captured piece must have stood there before: a defence by interposing does not count.
        self.victims().has(target).then_some(())?;
        let by_itself = taking.from() == self.reply.to();
        if by_itself && self.attacked().has(target) && self.worth_taking().count() >= 2 {
            return Some(("fork", target));
        }
        if let Some((front, back)) = self.ray() {
            let [first, second] = [front, back].map(|square| self.worth(square));
            if by_itself && target == back && first > second {
                return Some(("skewer", back));
            }
            if target == front && first < second && second >= 500 {
                return Some(("pin", front));
            }
        }
        if self.opened(taking.from()).has(target) {
            return Some(("discovered", target));
        }
        self.is_trapped(target).then_some(("trapped", target))
    }

    /// The kinds this reply may be.
    pub fn has_shape(&self) -> bool {
        let victims = self.victims();
        self.worth_taking().count() >= 2
            || self.ray().is_some()
            || self
                .board
                .color(!self.board.turn())
                .into_iter()
                .any(|slider| self.opened(slider).meets(victims))
            || (self.attacked() & victims).into_iter().any(|square| self.is_trapped(square))
    }

    /// Pieces of the side that must answer, without pawns and king.
    fn victims(&self) -> Bitboard {
        self.board.color(self.board.turn()) - self.board.role(Role::Pawn) - self.board.role(Role::King)
    }

    fn attacked(&self) -> Bitboard {
        attacks::of(self.role, self.before.turn(), self.reply.to(), self.board.occupied())
    }

    /// Attacked pieces that are worth more than the attacker or undefended, and the king.
    fn worth_taking(&self) -> impl Iterator<Item = Square> {
        let defended = |square: Square| {
            (self.board.attackers(square, self.board.occupied()) & self.board.color(self.board.turn())).any()
        };
        let own = self.board.color(self.board.turn()) - self.board.role(Role::Pawn);
        (self.attacked() & own)
            .into_iter()
            .filter(move |square| self.worth(*square) > EXCHANGE_VALUES[self.role] || !defended(*square))
    }

    fn worth(&self, square: Square) -> i32 {
        match self.board.role_at(square) {
            Some(Role::King) => 10_000,
            role => role.map_or(0, |role| EXCHANGE_VALUES[role]),
        }
    }

    /// Two pieces, one behind the other, on a line of the piece that moved.
    fn ray(&self) -> Option<(Square, Square)> {
        if !matches!(self.role, Role::Bishop | Role::Rook | Role::Queen) {
            return None;
        }
        let own = self.board.color(self.board.turn()) - self.board.role(Role::Pawn);
        let (at, occupied) = (self.reply.to(), self.board.occupied());
        (self.attacked() & own).into_iter().find_map(|front| {
            let through = attacks::of(self.role, self.before.turn(), at, occupied.without(front));
            let beyond = (through - self.attacked()) & own & attacks::line(at, front);
            beyond.into_iter().next().map(|back| (front, back))
        })
    }

    /// What a slider that did not move attacks only now.
    fn opened(&self, slider: Square) -> Bitboard {
        let seen = |board: &Board| match board.role_at(slider) {
            Some(role @ (Role::Bishop | Role::Rook | Role::Queen)) if slider != self.reply.to() => {
                attacks::of(role, self.before.turn(), slider, board.occupied())
            }
            _ => Bitboard::EMPTY,
        };
        seen(&self.board) - seen(&self.before)
    }

    /// Attacked only now, with moves that all lose it. A check would be a different reason.
    fn is_trapped(&self, square: Square) -> bool {
        if self.board.in_check() {
            return false;
        }
        let mut exits =
            self.board.legal_moves().into_iter().filter(|mv| mv.from() == square).collect::<Vec<Move>>();
        let price = self.worth(square) - 100;
        exits.retain(|mv| {
            let there = self.board.play(*mv);
            let lost = there
                .legal_moves()
                .into_iter()
                .any(|taking| taking.to() == mv.to() && taking.is_capture() && there.see(taking) >= price);
            !lost || mv.is_capture()
        });
        let could_move = self.board.legal_moves().into_iter().any(|mv| mv.from() == square);
        let was_safe = (self.before.attackers(square, self.before.occupied())
            & self.before.color(self.before.turn()))
        .is_empty();
        could_move && was_safe && exits.is_empty()
    }
}
