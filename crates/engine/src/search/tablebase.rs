//! Tablebases in the search: they prove scores inside the tree, and rank the moves of the root.

use super::Search;
use super::depth::Depth;
use super::kind::NodeKind;
use super::root::RootMove;
use super::window::Window;
use crate::job::Job;
use crate::results::Outcome;
use crate::tt::{Entry, Slot};
use crate::{Bound, MAX_PLY, Ply, Score, TablebaseMove, Wdl};
use std::time::{Duration, Instant};
use vernier_chess::Move;

/// What the tablebases say about a node.
pub(super) enum Answer {
    /// Its score; no search is needed.
    Settled(Score),
    /// What its score cannot be; often nothing.
    Within(Proven),
}

/// The range in which the true score lies.
#[derive(Clone, Copy)]
pub(super) struct Proven {
    floor: Score,
    ceiling: Score,
}

/// Answers are stored as if searched this many plies deeper: they are final.
const DEPTH_BONUS: i32 = 6;
/// The longest line that is extended to its end.
const LONGEST_LOOK: Duration = Duration::from_millis(50);

impl Proven {
    const NOTHING: Self = Self { floor: Score(-Score::INFINITE.0), ceiling: Score::INFINITE };

    /// The score within these bounds that is nearest to the search's.
    pub(super) fn overrules(self, score: Score) -> Option<Score> {
        let held = Score(score.0.clamp(self.floor.0, self.ceiling.0));
        (held != score).then_some(held)
    }
}

impl Search<'_> {
    /// Tablebases: with few pieces left the result of a position is known. The tablebases count from the last capture
    /// or pawn move, so they are probed only right after one; the search finds the way to win.
    #[inline]
    pub(super) fn probe_tablebases<N: NodeKind>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: Ply,
        slot: Slot,
    ) -> Answer {
        if self.walk.board.occupied().len() > self.tablebase_pieces || N::ROOT {
            return Answer::Within(Proven::NOTHING);
        }
        self.probe_tablebases_here::<N>(window, depth, ply, slot)
    }

    #[cold]
    fn probe_tablebases_here<N: NodeKind>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: Ply,
        slot: Slot,
    ) -> Answer {
        let syzygy = &self.job.means.options.syzygy;
        let worth_asking = self.walk.board.halfmove_clock() == 0
            && self.walk.stack[ply].excluded.is_none()
            && (self.walk.board.occupied().len() < self.tablebase_pieces || depth.0 >= syzygy.probe_depth);
        let tables = syzygy.tablebases.as_ref().filter(|_| worth_asking);
        let wdl = match tables.map(|tables| tables.wdl(&self.walk.board)) {
            Some(Ok(Some(wdl))) => wdl,
            Some(Err(problem)) => {
                self.job.note(problem.to_string());
                return Answer::Within(Proven::NOTHING);
            }
            _ => return Answer::Within(Proven::NOTHING),
        };
        self.job.counters.count_tablebase_hits(self.watch.thread, 1);
        let (score, bound) = proof(wdl.under(syzygy.fifty_move_rule), ply);
        let settles = (bound.is_lower() && score >= window.beta)
            || (bound.is_upper() && score <= window.alpha)
            || bound == Bound::Exact;
        if settles {
            let depth = (depth.0 + DEPTH_BONUS).min(MAX_PLY as i32 - 1);
            slot.write(Entry { mv: None, score, evaluation: None, depth, bound, on_pv: N::PV });
            return Answer::Settled(score);
        }
        Answer::Within(match bound {
            Bound::Lower => Proven { floor: score, ..Proven::NOTHING },
            _ => Proven { ceiling: score, ..Proven::NOTHING },
        })
    }

    /// Ranks the moves of the root by the tablebases, if they know them all. From then on the search chooses only among
    /// moves that are equally good.
    pub(super) fn rank_roots(&mut self) {
        let Some(ranking) = self.job.ranking() else { return };
        for (group, equals) in ranking.chunk_by(is_as_good).enumerate() {
            for ranked in equals {
                if let Some(root) = self.root.moves.iter_mut().find(|root| root.mv == ranked.mv) {
                    (root.group, root.proven) = (group, Some(root_score(ranked)));
                }
            }
        }
        self.root.moves.sort_by_key(|root| root.group);
        // Where every step to the end is known, the search is there to find mates.
        if ranking.iter().all(|ranked| ranked.dtz.is_some()) {
            self.tablebase_pieces = 0;
        }
    }

    /// A line that is known to win or lose is shown to its end, if that takes next to no time.
    pub(super) fn finish_line(&self, outcome: Outcome) -> Outcome {
        let best = &self.root.moves[0];
        let played = outcome.pv.first() == Some(&best.mv);
        if !self.watch.is_first() || !played || best.score.is_mate() || !best.shown().is_decisive() {
            return outcome;
        }
        let budget = self.job.signals.elapsed() / 20;
        let Some(pv) = known_line(self.job, best.mv, Instant::now() + budget.min(LONGEST_LOOK)) else {
            return outcome;
        };
        let outcome = Outcome { pv, ..outcome };
        self.job.report(0, outcome.clone());
        outcome
    }
}

/// The best play of both sides after a move of the root; none if the deadline comes first.
fn known_line(job: &Job, first: Move, deadline: Instant) -> Option<Vec<Move>> {
    let syzygy = &job.means.options.syzygy;
    let (tables, mut board) = (syzygy.tablebases.as_ref()?, job.request.board);
    let (mut keys, mut line, mut next) = (job.request.history.clone(), Vec::new(), first);
    while line.len() < MAX_PLY {
        line.push(next);
        keys.push(board.key());
        board = board.play(next);
        match tables.moves(&board, &keys, syzygy.fifty_move_rule).ok()??.first() {
            Some(best) => next = best.mv,
            None => return Some(line),
        }
        if Instant::now() > deadline {
            return None;
        }
    }
    Some(line)
}

/// True if a move may be chosen in another's place: wins and losses must be equally far, draws are draws.
fn is_as_good(one: &TablebaseMove, other: &TablebaseMove) -> bool {
    one.wdl == other.wdl
        && (!matches!(one.wdl, Wdl::Win | Wdl::Loss) || (one.dtz, one.mates) == (other.dtz, other.mates))
}

/// What a result proves about the score of a position so far below the root.
fn proof(wdl: Wdl, ply: Ply) -> (Score, Bound) {
    match wdl {
        // A mate may come sooner, so the score may still be better for the winner.
        Wdl::Win => (Score::TABLEBASE_WIN - ply as i32, Bound::Lower),
        Wdl::Loss => (-(Score::TABLEBASE_WIN - ply as i32), Bound::Upper),
        Wdl::CursedWin => (Score::DRAW + 1, Bound::Exact),
        Wdl::BlessedLoss => (Score::DRAW - 1, Bound::Exact),
        Wdl::Draw => (Score::DRAW, Bound::Exact),
    }
}

/// The score of a move of the root: a win or a loss counts the plies until the next capture, pawn move or mate.
fn root_score(ranked: &TablebaseMove) -> Score {
    let plies = ranked.dtz.map_or(0, |dtz| dtz.0.unsigned_abs() as usize);
    proof(ranked.wdl, plies.min(MAX_PLY)).0
}

impl RootMove {
    /// The score to show: a mate that was found, or the tablebase score, or that of the search.
    pub(super) fn shown(&self) -> Score {
        match self.proven {
            Some(proven) if !(self.score.is_mate() && proven.is_decisive()) => proven,
            _ => self.score,
        }
    }

    /// Its score after an iteration.
    pub(super) fn outcome(&self, depth: u32) -> Outcome {
        let selective_depth = self.selective_depth as u32;
        Outcome { depth, selective_depth, score: self.shown(), pv: self.pv.clone() }
    }
}

impl Job {
    /// The root moves as the tablebases rank them, probed once for all threads. Damaged tablebases are reported.
    pub(crate) fn ranking(&self) -> Option<&[TablebaseMove]> {
        let rank = || {
            let request = &self.request;
            let syzygy = &self.means.options.syzygy;
            let tables = syzygy.tablebases.as_ref()?;
            if request.board.occupied().len() > syzygy.max_pieces() {
                return None;
            }
            loop {
                match tables.moves(&request.board, &request.history, syzygy.fifty_move_rule) {
                    Ok(moves) => {
                        self.counters.count_tablebase_hits(0, moves.as_ref().map_or(0, Vec::len) as u64);
                        return moves;
                    }
                    // Each damaged tablebase is reported once and then ignored, so this ends.
                    Err(problem) => self.note(problem.to_string()),
                }
            }
        };
        self.ranking.get_or_init(rank).as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dtz;

    #[test]
    fn the_longest_win_is_still_a_win() {
        // The longest win of all with seven pieces is a mate in 549 moves, more plies than any line of the search.
        let mv = vernier_chess::Board::start().parse_uci("e2e4").expect("legal");
        for (wdl, dtz) in [(Wdl::Win, 1_097), (Wdl::Loss, -1_098)] {
            let score = root_score(&TablebaseMove { mv, wdl, dtz: Some(Dtz(dtz)), mates: false });
            assert_eq!((score.is_win(), score.is_loss()), (dtz > 0, dtz < 0));
            assert!(!score.is_mate());
        }
    }
}
