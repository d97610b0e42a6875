//! What has been learned about moves: which have given cutoffs, and which have failed to.
//!
//! Every table holds numbers between -LIMIT and LIMIT. A bonus moves a number towards its end of the scale, by less
//! the nearer it is, so that recent experience counts most.

use super::look::Node;
use super::stack::{Stack, Step};
use super::threats::{ThreatContext, Threats};
use super::walk::Walk;
use crate::{Parameters, Ply};
use vernier_chess::{Board, Color, Move, Role, Square};

/// No history goes beyond.
pub(super) const LIMIT: i32 = 16_384;
/// Pawn structures in the table.
const STRUCTURES: usize = 1024;
/// Pairs of squares.
const MOVES: usize = Square::COUNT * Square::COUNT;
/// The earlier plies that quiet moves are seen as an answer to.
const CONTINUATIONS: [usize; 3] = [1, 2, 4];

/// One number for each step.
type Row = [i16; Step::COUNT];
/// The row of what is not known.
static UNKNOWN: Row = [0; Step::COUNT];

/// Moves by one number each.
pub(super) struct Scores(Vec<i16>);

impl Scores {
    fn new(count: usize) -> Self {
        Self(vec![0; count])
    }

    #[inline(always)]
    fn get(&self, index: usize) -> i32 {
        i32::from(self.0[index])
    }

    /// The numbers of all steps in a table that has them side by side.
    #[inline(always)]
    fn row(&self, index: usize) -> &Row {
        &self.0.as_chunks().0[index]
    }

    #[inline(always)]
    fn add(&mut self, index: usize, bonus: i32) {
        let old = i32::from(self.0[index]);
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        self.0[index] = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

/// All that one thread has learned about moves.
pub(super) struct Histories {
    /// By attacks on the squares of the move, color, from and to.
    quiet: Scores,
    /// By the piece and square of an earlier move and of this one.
    continuation: Scores,
    /// By pawn structure, piece and square.
    pawn: Scores,
    /// By piece, square and what is taken.
    capture: Scores,
    /// The quiet move that last refuted a step.
    counter: Vec<Option<Move>>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            quiet: Scores::new(ThreatContext::COUNT * Color::COUNT * MOVES),
            continuation: Scores::new(Step::COUNT * Step::COUNT),
            pawn: Scores::new(STRUCTURES * Step::COUNT),
            capture: Scores::new(Step::COUNT * Role::COUNT),
            counter: vec![None; Step::COUNT],
        }
    }

    /// Forgets everything but keeps the room.
    pub(super) fn clear(&mut self) {
        for scores in [&mut self.quiet, &mut self.continuation, &mut self.pawn, &mut self.capture] {
            scores.0.fill(0);
        }
        self.counter.fill(None);
    }

    /// Where the history of a quiet move lies. Threat history: a move from or to an attacked square is another move than
    /// one between the same squares that is not.
    #[inline(always)]
    fn quiet_index(p: &Parameters, stack: &Stack, turn: Color, mv: Move, ply: Ply) -> usize {
        let context = p.threat_history.then(|| stack[ply].threats.context(mv));
        let side = context.map_or(0, ThreatContext::index) * Color::COUNT + turn.index();
        side * MOVES + mv.from().index() * Square::COUNT + mv.to().index()
    }

    #[inline(always)]
    fn pawn_index(board: &Board, step: Step) -> usize {
        board.pawn_key().0 as usize % STRUCTURES * Step::COUNT + step.index()
    }

    #[inline(always)]
    fn capture_index(board: &Board, mv: Move, step: Step) -> usize {
        // What is taken en passant is a pawn; promotions without capture share the entry of the king, which is never taken.
        let taken = match board.role_at(mv.to()) {
            Some(role) => role,
            None if mv.is_en_passant() => Role::Pawn,
            None => Role::King,
        };
        step.index() * Role::COUNT + taken.index()
    }
}

/// The step a legal move makes.
#[inline(always)]
pub(super) fn step_of(board: &Board, mv: Move) -> Option<Step> {
    board.piece_at(mv.from()).map(|piece| Step { piece, to: mv.to() })
}

/// The moves of a node that were tried before the best one.
#[derive(Default)]
pub(super) struct Tried {
    len: usize,
    moves: [Option<Move>; 32],
}

impl Tried {
    pub(super) fn push(&mut self, mv: Move) {
        // Moves beyond the thirty-second are too many to matter.
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = Some(mv);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> {
        self.moves[..self.len].iter().copied().flatten()
    }
}

/// A move that settled a node, and those tried before it.
pub(super) struct Cutoff<'a> {
    pub(super) mv: Move,
    pub(super) quiets: &'a Tried,
    pub(super) captures: &'a Tried,
    pub(super) depth: i32,
    pub(super) ply: Ply,
}

/// What is known of the quiet moves of one node: its parts of the tables, found once for all of them.
pub(super) struct QuietHistories<'a> {
    squares: Option<&'a [i16]>,
    threats: Option<&'a Threats>,
    pawn: &'a Row,
    continuation: [&'a Row; CONTINUATIONS.len()],
    /// How much each continuation counts, in hundredths.
    weights: [i32; CONTINUATIONS.len()],
}

impl QuietHistories<'_> {
    /// How well quiet moves like this have done: by squares, pawn structure, and as an answer to the last moves.
    #[inline(always)]
    pub(super) fn score(&self, mv: Move, step: Step) -> i32 {
        let context = self.threats.map_or(0, |threats| threats.context(mv).index());
        let index = context * Color::COUNT * MOVES + mv.from().index() * Square::COUNT + mv.to().index();
        let squares = self.squares.map_or(0, |scores| 2 * i32::from(scores[index]));
        let known = |row: &Row| i32::from(row[step.index()]);
        // Written out: an iterator over both arrays would copy them for every move.
        let ([answer, plan, older], weights) = (self.continuation, self.weights);
        let answers = weights[0] * known(answer) + weights[1] * known(plan) + weights[2] * known(older);
        squares + known(self.pawn) + answers / 100
    }
}

impl Parameters {
    /// What a cutoff at this depth is worth to the history of its move.
    fn bonus(&self, depth: i32) -> i32 {
        (self.history_bonus * depth - self.history_offset).min(self.history_limit)
    }

    /// The loss of the next move tried in vain.
    fn decayed(&self, malus: i32) -> i32 {
        if self.malus_decay { malus * self.malus_decay_percent / 100 } else { malus }
    }
}

impl Histories {
    /// Those of the quiet moves at the node at `ply`.
    #[inline]
    pub(super) fn of_quiets<'a>(
        &'a self,
        p: &Parameters,
        walk: &'a Walk<'_>,
        ply: Ply,
    ) -> QuietHistories<'a> {
        let weights = [p.continuation_answer, p.continuation_plan, p.continuation_older];
        let answers_to = |back: usize| {
            let earlier = walk.stack.step(ply, back).filter(|_| p.continuation_history);
            earlier.map_or(&UNKNOWN, |step| self.continuation.row(step.index()))
        };
        let pawns = walk.board.pawn_key().0 as usize % STRUCTURES;
        QuietHistories {
            squares: p.quiet_history.then(|| &self.quiet.0[walk.board.turn().index() * MOVES..]),
            threats: p.threat_history.then(|| &walk.stack[ply].threats),
            pawn: if p.pawn_history { self.pawn.row(pawns) } else { &UNKNOWN },
            continuation: CONTINUATIONS.map(answers_to),
            weights,
        }
    }

    /// How well captures like this have done.
    #[inline]
    pub(super) fn capture_score(&self, p: &Parameters, board: &Board, mv: Move, step: Step) -> i32 {
        if p.capture_history { self.capture.get(Self::capture_index(board, mv, step)) } else { 0 }
    }

    /// The quiet move that last refuted the move before.
    pub(super) fn counter_move(&self, p: &Parameters, stack: &Stack, ply: Ply) -> Option<Move> {
        let answered = stack.step(ply, 1).filter(|_| p.counter_moves);
        answered.and_then(|step| self.counter[step.index()])
    }

    /// A move has given a cutoff: it and its like gain, those tried before it lose. A quiet one becomes a killer.
    pub(super) fn reward_cutoff(&mut self, p: &Parameters, walk: &mut Walk<'_>, cutoff: &Cutoff<'_>) {
        let Cutoff { mv: best, quiets, captures, depth, ply } = *cutoff;
        let bonus = p.bonus(depth);
        if best.is_quiet() {
            walk.stack[ply].add_killer(best);
            if let Some(answered) = walk.stack.step(ply, 1) {
                self.counter[answered.index()] = Some(best);
            }
            self.teach_quiet(p, walk, best, bonus, ply);
            let mut malus = bonus;
            for mv in quiets.iter().filter(|mv| *mv != best) {
                self.teach_quiet(p, walk, mv, -malus, ply);
                malus = p.decayed(malus);
            }
        } else {
            self.teach_capture(&walk.board, best, bonus);
        }
        let mut malus = bonus;
        for mv in captures.iter().filter(|mv| *mv != best) {
            self.teach_capture(&walk.board, mv, -malus);
            malus = p.decayed(malus);
        }
    }

    /// A quiet move that was tried first has been refuted.
    pub(super) fn blame_first_move(&mut self, p: &Parameters, walk: &Walk<'_>, depth: i32, ply: Ply) {
        let Some(above) = ply.checked_sub(1).filter(|_| p.early_refutation) else { return };
        let frame = &walk.stack[above];
        if let (1, Some(mv), Some(step)) = (frame.number, frame.mv, frame.step)
            && mv.is_quiet()
        {
            self.teach_continuation(&walk.stack, step, -p.bonus(depth), above);
        }
    }

    /// The last move, if quiet, is rewarded if it has raised the evaluation, and blamed if it has lowered it.
    pub(super) fn reward_gain(&mut self, p: &Parameters, walk: &Walk<'_>, node: &Node) {
        let Some(gain) = node.gain.filter(|_| p.evaluation_history && node.excluded.is_none()) else {
            return;
        };
        let above = node.ply - 1;
        if let Some(mv) = walk.stack[above].mv.filter(|mv| mv.is_quiet()) {
            let limit = p.evaluation_history_limit;
            let bonus = (p.evaluation_history_slope * gain).clamp(-limit, limit);
            self.quiet.add(Self::quiet_index(p, &walk.stack, !walk.board.turn(), mv, above), bonus);
        }
    }

    /// A late quiet move of a node was searched again: it has failed, or not.
    pub(super) fn note_research(
        &mut self,
        p: &Parameters,
        walk: &Walk<'_>,
        node: &Node,
        mv: Move,
        failed: bool,
    ) {
        if let Some(step) = walk.stack[node.ply].step.filter(|_| p.research_history && mv.is_quiet()) {
            let bonus = p.bonus(node.depth.0);
            self.teach_continuation(&walk.stack, step, if failed { -bonus } else { bonus }, node.ply);
        }
    }

    /// No move was good enough: the opponent's last move, if it was quiet, has done well.
    pub(super) fn reward_refutation(&mut self, p: &Parameters, walk: &Walk<'_>, depth: i32, ply: Ply) {
        let Some(above) = ply.checked_sub(1).filter(|_| p.refutation_bonus) else { return };
        let (Some(mv), Some(step)) = (walk.stack[above].mv, walk.stack[above].step) else { return };
        if mv.is_quiet() {
            let bonus = (p.refutation_bonus_slope * depth).min(p.refutation_bonus_limit);
            self.quiet.add(Self::quiet_index(p, &walk.stack, !walk.board.turn(), mv, above), bonus);
            self.teach_continuation(&walk.stack, step, bonus, above);
        }
    }

    fn teach_quiet(&mut self, p: &Parameters, walk: &Walk<'_>, mv: Move, bonus: i32, ply: Ply) {
        let Some(step) = step_of(&walk.board, mv) else { return };
        self.quiet.add(Self::quiet_index(p, &walk.stack, walk.board.turn(), mv, ply), bonus);
        self.pawn.add(Self::pawn_index(&walk.board, step), bonus);
        self.teach_continuation(&walk.stack, step, bonus, ply);
    }

    /// A step has done well or badly as an answer to the last moves.
    fn teach_continuation(&mut self, stack: &Stack, step: Step, bonus: i32, ply: Ply) {
        for back in CONTINUATIONS {
            if let Some(earlier) = stack.step(ply, back) {
                self.continuation.add(earlier.index() * Step::COUNT + step.index(), bonus);
            }
        }
    }

    fn teach_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let Some(step) = step_of(board, mv) {
            self.capture.add(Self::capture_index(board, mv, step), bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_within_their_limit() {
        let mut scores = Scores::new(1);
        for _ in 0..1000 {
            scores.add(0, LIMIT / 2);
            assert!(scores.get(0) <= LIMIT);
        }
        assert!(scores.get(0) > LIMIT * 9 / 10);
        scores.add(0, -2 * LIMIT);
        assert_eq!(scores.get(0), -LIMIT);
    }
}
