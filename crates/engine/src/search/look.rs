//! The first look at a position: table entry, evaluation and the line so far.

use super::Search;
use super::depth::Depth;
use super::history::{Cutoff, Tried};
use super::kind::{Expect, NodeKind};
use super::mate_threat::MateThreat;
use super::window::Window;
use crate::tt::{Entry, Slot};
use crate::{Bound, Parameters, Ply, Score};
use vernier_chess::Move;

/// What is known about a position before its moves are searched.
pub(super) struct Node {
    pub(super) window: Window,
    pub(super) depth: Depth,
    pub(super) ply: Ply,
    pub(super) expect: Expect,
    pub(super) entry: Option<Entry>,
    /// The table's move, known to be legal.
    pub(super) tt_move: Option<Move>,
    /// The raw evaluation; none in check.
    pub(super) raw: Option<Score>,
    /// The evaluation corrected by experience.
    pub(super) evaluation: Option<Score>,
    /// The best guess at the score: that of the table where it is better than the evaluation.
    pub(super) estimate: Option<Score>,
    /// Our evaluation is better than at our last move.
    pub(super) improving: bool,
    /// By how much the opponent's last move has raised the evaluation, as the opponent sees it.
    pub(super) gain: Option<i32>,
    /// On the principal variation, now or in an earlier iteration.
    pub(super) on_pv: bool,
    /// Which kings may be mated soon.
    pub(super) mate_threat: MateThreat,
    /// The move to leave out.
    pub(super) excluded: Option<Move>,
}

impl Node {
    /// By how much the evaluation is corrected.
    pub(super) fn correction(&self) -> i32 {
        match (self.raw, self.evaluation) {
            (Some(raw), Some(evaluation)) => (evaluation.0 - raw.0).abs(),
            _ => 0,
        }
    }
}

impl Parameters {
    /// The usable part of a table entry; `None` where no technique uses the table.
    #[inline]
    fn of_use(&self, entry: Entry) -> Option<Entry> {
        if !(self.tt_moves || self.tt_evaluations || self.tt_cutoffs || self.tt_estimates) {
            return None;
        }
        let mv = if self.tt_moves { entry.mv } else { None };
        let evaluation = if self.tt_evaluations { entry.evaluation } else { None };
        Some(Entry { mv, evaluation, ..entry })
    }
}

impl<'a> Search<'a> {
    /// The entry of the position, and where to write the next one.
    #[inline]
    pub(super) fn probe(&mut self, ply: Ply) -> (Option<Entry>, Slot<'a>) {
        let (entry, slot) = self.tt.probe(self.walk.board.key(), ply);
        let entry = entry.and_then(|entry| self.parameters.of_use(entry));
        self.statistics.note_probe(entry.is_some());
        (entry, slot)
    }

    /// The table's move will be tried first: its entry comes from memory while the position is looked at.
    #[inline]
    pub(super) fn fetch_next(&self, entry: Option<Entry>) {
        if let Some(mv) = entry.and_then(|entry| entry.mv) {
            self.walk.fetch_child(mv, self.tt);
        }
    }

    /// The table's score, if it settles the node: deep enough, and on the right side of the window. Not where the line
    /// or a left-out move matters, and not close to the fifty-move rule, which the table does not know of.
    #[inline]
    pub(super) fn tt_cutoff<N: NodeKind>(
        &mut self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
        ply: Ply,
    ) -> Option<Score> {
        let entry = entry.filter(|entry| entry.depth >= depth)?;
        let settles = if entry.score >= window.beta {
            entry.bound.is_lower()
        } else if entry.score <= window.alpha {
            entry.bound.is_upper()
        } else {
            entry.bound == Bound::Exact
        };
        let applies = self.parameters.tt_cutoffs
            && !N::PV
            && settles
            && self.walk.stack[ply].excluded.is_none()
            && self.walk.board.halfmove_clock() < 90;
        self.statistics.tt_cutoffs += u64::from(applies);
        applies.then_some(entry.score)
    }

    /// A quiet tt move that settles a node has done well again.
    pub(super) fn reward_tt_move(&mut self, entry: Option<Entry>, window: Window, depth: Depth, ply: Ply) {
        if let Some(entry) = entry.filter(|entry| entry.score >= window.beta)
            && let Some(mv) = self.walk.playable(entry.mv).filter(|mv| mv.is_quiet())
        {
            self.walk.look_at_threats(ply);
            let none = Tried::default();
            let cutoff = Cutoff { mv, quiets: &none, captures: &none, depth: depth.0, ply };
            self.memory.histories.reward_cutoff(self.parameters, &mut self.walk, &cutoff);
        }
    }

    /// Gathers what is known about a position.
    pub(super) fn look<N: NodeKind>(
        &mut self,
        entry: Option<Entry>,
        window: Window,
        depth: Depth,
        ply: Ply,
        expect: Expect,
    ) -> Node {
        let excluded = self.walk.stack[ply].excluded;
        let (raw, evaluation) = if self.walk.stack[ply].in_check {
            (None, None)
        } else {
            let (raw, evaluation) = self.evaluate(entry, ply);
            (Some(raw), Some(evaluation))
        };
        self.walk.stack[ply].evaluation = evaluation;
        self.walk.stack[ply + 2].cutoffs = 0;
        self.walk.stack[ply + 2].forget_killers();
        Node {
            window,
            depth,
            ply,
            expect,
            entry,
            tt_move: match excluded {
                Some(_) => None,
                None => self.walk.playable(entry.and_then(|entry| entry.mv)),
            },
            raw,
            evaluation,
            estimate: evaluation.map(|evaluation| refine(self.parameters, evaluation, entry)),
            improving: self.walk.stack.is_improving(evaluation, ply),
            gain: self.walk.stack.gain(ply),
            on_pv: N::PV || entry.is_some_and(|entry| entry.on_pv),
            mate_threat: MateThreat::default(),
            excluded,
        }
    }

    /// True if a cutoff by the table is of the kind that is expected. The others are often those that a deeper search
    /// revises, and at low depth the search costs little.
    pub(super) fn is_expected(&self, entry: &Entry, window: Window, depth: Depth, expect: Expect) -> bool {
        let p = self.parameters;
        !p.tt_expected
            || depth.0 > p.tt_expected_depth
            || (entry.score >= window.beta) == (expect == Expect::Cut)
    }

    /// Hindsight: the last move was reduced because it looked bad. If its mover has not lost by it, it is taken more
    /// seriously; if it has cost much, less.
    pub(super) fn apply_hindsight(&mut self, node: &mut Node) {
        let (p, ply) = (self.parameters, node.ply);
        let Some(above) = ply.checked_sub(1) else { return };
        let reduction = core::mem::take(&mut self.walk.stack[above].reduction);
        let Some(gain) = node.gain.filter(|_| p.hindsight && node.excluded.is_none()) else { return };
        if reduction >= p.hindsight_deeper && gain >= 0 {
            node.depth = node.depth.up(1);
        } else if reduction >= p.hindsight_shallower && node.depth.0 >= 2 && gain < -p.hindsight_margin {
            node.depth = node.depth.down(1);
        }
    }

    /// The raw evaluation of the position on the board, and the corrected one. The table may have
    /// the former already.
    pub(super) fn evaluate(&mut self, entry: Option<Entry>, ply: Ply) -> (Score, Score) {
        // The correction first, so that what it reads comes from memory while the evaluator works.
        let correction = self.memory.corrections.at(self.parameters, &self.walk, ply);
        let known = entry.and_then(|entry| entry.evaluation);
        let raw = known.unwrap_or_else(|| self.walk.evaluate().clamp_evaluation());
        (raw, (self.walk.faded(self.parameters, raw) + correction).clamp_evaluation())
    }
}

/// Internal iterative reduction: without a tt move the order is a guess, and a less deep search is the cheapest way to
/// find a better one for the next time.
pub(super) fn reduce_unguided<N: NodeKind>(p: &Parameters, node: &mut Node) {
    let applies = p.internal_iterative_reduction
        && node.depth.0 >= p.internal_iterative_reduction_depth
        && node.tt_move.is_none()
        && node.excluded.is_none()
        && (N::PV || node.expect == Expect::Cut);
    if applies {
        node.depth = node.depth.down(1);
    }
}

/// The evaluation, or the table's score where that is a better bound.
pub(super) fn refine(p: &Parameters, evaluation: Score, entry: Option<Entry>) -> Score {
    let Some(entry) = entry.filter(|entry| p.tt_estimates && !entry.score.is_decisive()) else {
        return evaluation;
    };
    let higher = entry.score > evaluation;
    let trusted = if higher { entry.bound.is_lower() } else { entry.bound.is_upper() };
    if trusted { entry.score } else { evaluation }
}
