//! Moves in the order in which they should be tried, found in stages: often the first one or two are enough, and then
//! the rest is never generated.
//!
//! The lists of all nodes of the line share one vector, the arena; a picker works in its part of it and gives it back
//! with [`Picker::close`].

use super::Search;
use super::history::{Histories, LIMIT, step_of};
use super::walk::Walk;
use crate::tt::TranspositionTable;
use crate::{Parameters, Ply};
use vernier_chess::{Bitboard, Board, ByRole, EXCHANGE_VALUES, Move, MoveClass, Role, attacks};

/// A move to try, with how well its like have done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) history: i32,
}

/// A candidate in the arena with what it is sorted by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    candidate: Candidate,
    score: i32,
}

impl Scored {
    /// Not scored yet.
    const fn new(mv: Move) -> Self {
        Self { candidate: Candidate { mv, history: 0 }, score: 0 }
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveFilter {
    /// All of them.
    All,
    /// Captures and promotions whose exchange value is at least this.
    Noisy { at_least: i32 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    ListNoisy,
    GoodNoisy,
    Killer,
    SecondKiller,
    Counter,
    ListQuiets,
    Quiets,
    BadNoisy,
    Given,
    End,
}

/// Gives the moves of one node, best first.
pub(super) struct Picker {
    filter: MoveFilter,
    stage: Stage,
    ply: Ply,
    tt_move: Option<Move>,
    killer: Option<Move>,
    second_killer: Option<Move>,
    counter: Option<Move>,
    quiets_wanted: bool,
    /// Where this picker's part of the arena begins.
    start: usize,
    /// Where the captures that lose material end; they lie at the start.
    bad_end: usize,
    /// The next to be given.
    next: usize,
}

/// A point of material counts as much as that many points of history.
const MATERIAL_WEIGHT: i32 = 24;
/// A capture is still good if it loses at most a point of material for each this many points of its score.
const TOLERANCE: i32 = 60;

/// A quiet check is ordered as if it had this much more history ...
const CHECK_BONUS: i32 = LIMIT;
/// ... unless the piece that gives it is worth more than this and would be lost.
const CHECK_RISK: i32 = 75;

impl Picker {
    pub(super) fn new(arena: &[Scored], filter: MoveFilter, tt_move: Option<Move>, ply: Ply) -> Self {
        let start = arena.len();
        Self {
            filter,
            stage: Stage::TtMove,
            ply,
            tt_move,
            killer: None,
            second_killer: None,
            counter: None,
            quiets_wanted: true,
            start,
            bad_end: start,
            next: start,
        }
    }

    /// Gives these moves of the root, in their order.
    pub(super) fn given(arena: &mut Vec<Scored>, moves: impl Iterator<Item = Move>) -> Self {
        let picker = Self { stage: Stage::Given, ..Self::new(arena, MoveFilter::All, None, 0) };
        arena.extend(moves.map(Scored::new));
        picker
    }

    /// Leaves out the quiet moves that have not been given yet.
    pub(super) const fn skip_quiets(&mut self) {
        self.quiets_wanted = false;
    }

    /// Gives the arena back.
    pub(super) fn close(self, arena: &mut Vec<Scored>) {
        arena.truncate(self.start);
    }

    /// The next move to try.
    pub(super) fn next(&mut self, order: &mut Order<'_>) -> Option<Candidate> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::ListNoisy;
                    if let Some(mv) = self.tt_move {
                        return Some(order.candidate(mv, self.ply));
                    }
                }
                Stage::ListNoisy => {
                    order.list_noisy();
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.good_noisy(order) {
                    Some(candidate) => return Some(candidate),
                    None => {
                        self.stage = if self.filter == MoveFilter::All { Stage::Killer } else { Stage::End }
                    }
                },
                Stage::Killer => {
                    self.stage = Stage::SecondKiller;
                    let killer = order.walk.stack[self.ply].killer.filter(|_| order.parameters.killer_moves);
                    self.killer = killer.filter(|mv| self.is_new_quiet(order, *mv));
                    if let Some(mv) = self.killer {
                        return Some(order.candidate(mv, self.ply));
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::Counter;
                    let wanted = order.parameters.killer_moves && order.parameters.second_killer;
                    let killer = order.walk.stack[self.ply].second_killer.filter(|_| wanted);
                    self.second_killer = killer.filter(|mv| self.is_new_quiet(order, *mv));
                    if let Some(mv) = self.second_killer {
                        return Some(order.candidate(mv, self.ply));
                    }
                }
                Stage::Counter => {
                    self.stage = Stage::ListQuiets;
                    self.counter = order
                        .histories
                        .counter_move(order.parameters, &order.walk.stack, self.ply)
                        .filter(|mv| self.is_new_quiet(order, *mv));
                    if let Some(mv) = self.counter {
                        return Some(order.candidate(mv, self.ply));
                    }
                }
                Stage::ListQuiets => {
                    if self.quiets_wanted {
                        order.list_quiets(self.ply);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.quiet(order) {
                    Some(candidate) => return Some(candidate),
                    None => {
                        self.stage = Stage::BadNoisy;
                        self.next = self.start;
                    }
                },
                Stage::BadNoisy => {
                    if self.next >= self.bad_end {
                        self.stage = Stage::End;
                        continue;
                    }
                    self.next += 1;
                    return Some(order.arena[self.next - 1].candidate);
                }
                Stage::Given => {
                    let given = order.arena.get(self.next)?.candidate;
                    self.next += 1;
                    return Some(order.candidate(given.mv, self.ply));
                }
                Stage::End => return None,
            }
        }
    }

    /// The best capture left that does not lose material; those that do are kept for later.
    fn good_noisy(&mut self, order: &mut Order<'_>) -> Option<Candidate> {
        while let Some(scored) = self.take_best(order) {
            let mv = scored.candidate.mv;
            if Some(mv) == self.tt_move {
                continue;
            }
            order.walk.fetch_child(mv, order.tt);
            let underpromotion = mv.promotion().is_some_and(|role| role != Role::Queen);
            let threshold = match self.filter {
                MoveFilter::All => -scored.score / TOLERANCE,
                MoveFilter::Noisy { at_least } => at_least,
            };
            if !underpromotion && order.walk.board.see_at_least(mv, threshold) {
                return Some(scored.candidate);
            }
            order.arena[self.bad_end] = scored;
            self.bad_end += 1;
        }
        None
    }

    fn quiet(&mut self, order: &mut Order<'_>) -> Option<Candidate> {
        if !self.quiets_wanted {
            return None;
        }
        let given = [self.tt_move, self.killer, self.second_killer, self.counter];
        while let Some(Scored { candidate, .. }) = self.take_best(order) {
            if !given.contains(&Some(candidate.mv)) {
                order.walk.fetch_child(candidate.mv, order.tt);
                return Some(candidate);
            }
        }
        None
    }

    /// Takes the best of what is left, by bringing it to the front.
    #[inline]
    fn take_best(&mut self, order: &mut Order<'_>) -> Option<Scored> {
        let left = order.arena.get_mut(self.next..)?;
        // The greatest of numbers that hold score and place is found without a branch; of equal scores it is the first.
        let keys = left
            .iter()
            .enumerate()
            .map(|(index, scored)| i64::from(scored.score) << 32 | !(index as i64) & 0xffff_ffff);
        let best = (!keys.max()? & 0xffff_ffff) as usize;
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }

    /// True for a legal quiet move that has not been given yet.
    fn is_new_quiet(&self, order: &Order<'_>, mv: Move) -> bool {
        self.quiets_wanted
            && mv.is_quiet()
            && Some(mv) != self.tt_move
            && Some(mv) != self.killer
            && Some(mv) != self.second_killer
            && order.walk.board.is_legal(mv)
    }
}

/// What moves are listed and ordered by, and where they are listed.
pub(super) struct Order<'a> {
    parameters: &'a Parameters,
    walk: &'a Walk<'a>,
    /// Whose entries are fetched ahead of the moves that lead to them.
    tt: &'a TranspositionTable,
    histories: &'a Histories,
    arena: &'a mut Vec<Scored>,
}

impl Search<'_> {
    /// What a picker needs.
    #[inline(always)]
    pub(super) fn order(&mut self) -> Order<'_> {
        Order {
            parameters: self.parameters,
            walk: &self.walk,
            tt: self.tt,
            histories: &self.memory.histories,
            arena: &mut self.arena,
        }
    }
}

impl Order<'_> {
    fn candidate(&self, mv: Move, ply: Ply) -> Candidate {
        let (p, board) = (self.parameters, &self.walk.board);
        let history = match step_of(board, mv) {
            Some(step) if mv.is_quiet() => self.histories.of_quiets(p, self.walk, ply).score(mv, step),
            Some(step) => self.histories.capture_score(p, board, mv, step),
            None => 0,
        };
        Candidate { mv, history }
    }

    /// Adds captures and promotions to the arena: by what they take, then by history.
    fn list_noisy(&mut self) {
        let (board, from) = (&self.walk.board, self.arena.len());
        board.for_each_move(MoveClass::Noisy, |mv| self.arena.push(Scored::new(mv)));
        for scored in &mut self.arena[from..] {
            let mv = scored.candidate.mv;
            let Some(step) = step_of(board, mv) else { continue };
            let taken = match board.role_at(mv.to()) {
                Some(role) => EXCHANGE_VALUES[role],
                None if mv.is_en_passant() => EXCHANGE_VALUES[Role::Pawn],
                None => 0,
            };
            let promoted = mv.promotion().map_or(0, |role| EXCHANGE_VALUES[role]);
            let history = self.histories.capture_score(self.parameters, board, mv, step);
            let mut score = MATERIAL_WEIGHT * (taken + promoted) + history;
            if self.parameters.least_attackers {
                score -= attacker_weight(step.piece.role());
            }
            *scored = Scored { candidate: Candidate { mv, history }, score };
        }
    }

    /// Adds the other moves to the arena: by history, checks early.
    fn list_quiets(&mut self, ply: Ply) {
        let (board, from) = (&self.walk.board, self.arena.len());
        board.for_each_move(MoveClass::Quiets, |mv| self.arena.push(Scored::new(mv)));
        let checks = check_squares(board);
        let threats = self.walk.stack[ply].threats;
        let histories = self.histories.of_quiets(self.parameters, self.walk, ply);
        for scored in &mut self.arena[from..] {
            let mv = scored.candidate.mv;
            let Some(step) = step_of(board, mv) else { continue };
            let role = step.piece.role();
            let history = histories.score(mv, step);
            let mut score = history + threats.score(self.parameters, role, mv);
            if checks[role].has(mv.to()) && board.see_at_least(mv, -CHECK_RISK) {
                score += CHECK_BONUS;
            }
            *scored = Scored { candidate: Candidate { mv, history }, score };
        }
    }
}

/// From where a piece of each role would give check.
fn check_squares(board: &Board) -> ByRole<Bitboard> {
    let them = !board.turn();
    let king = board.king(them);
    ByRole::from_fn(|role| match role {
        Role::King => Bitboard::EMPTY,
        role => attacks::of(role, them, king, board.occupied()),
    })
}

/// How late a piece should be the one that takes: kings last, and never enough to outweigh what is taken.
fn attacker_weight(role: Role) -> i32 {
    MATERIAL_WEIGHT * EXCHANGE_VALUES[role].min(1000) / 16
}

// One capture of a pawn with the worst history still comes after one with the best.
const _: () = assert!(MATERIAL_WEIGHT * 100 < 2 * LIMIT);

#[cfg(test)]
mod tests {
    use super::super::stack::Stack;
    use super::*;
    use crate::{Material, Request};

    /// The moves of a position as a picker gives them.
    fn ordered(fen: &str) -> Vec<String> {
        let board: Board = fen.parse().expect("a position");
        let mut evaluator = Material;
        let walk = Walk::new(&Request::new(board), &mut evaluator, Vec::new(), Stack::new());
        let (histories, tt, mut arena) = (Histories::new(), TranspositionTable::smallest(), Vec::new());
        let mut picker = Picker::new(&arena, MoveFilter::All, None, 0);
        let parameters = &Parameters::DEFAULT;
        let mut order = Order { parameters, walk: &walk, tt: &tt, histories: &histories, arena: &mut arena };
        std::iter::from_fn(|| picker.next(&mut order)).map(|candidate| candidate.mv.to_string()).collect()
    }

    #[test]
    fn promotions_without_capture_are_ordered_by_what_the_pawn_becomes() {
        let moves = ordered("8/P6k/8/8/4n3/8/8/K3R3 w - - 0 1");
        assert_eq!(moves[..2], ["a7a8q", "e1e4"], "a queen is worth more than a knight");
        assert_eq!(moves[moves.len() - 3..], ["a7a8r", "a7a8b", "a7a8n"], "after all quiet moves");
        assert_eq!(ordered("8/P6k/8/8/4q3/8/8/K3R3 w - - 0 1")[..2], ["e1e4", "a7a8q"]);
    }
}
