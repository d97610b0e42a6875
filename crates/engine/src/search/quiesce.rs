//! Quiescence: captures and promotions, until nothing hangs and the evaluation can be trusted.

use super::Search;
use super::depth::Depth;
use super::kind::{Expect, NodeKind};
use super::look::refine;
use super::order::{Candidate, MoveFilter, Picker};
use super::window::Window;
use crate::tt::Entry;
use crate::{Bound, MAX_PLY, Parameters, Ply, Score};
use vernier_chess::{Board, EXCHANGE_VALUES, Move, Role};

impl Search<'_> {
    /// The depth is spent: quiescence scores the position. Without it, the evaluation does, after a way out of check.
    pub(super) fn horizon<N: NodeKind>(&mut self, window: Window, ply: Ply) -> Score {
        if self.parameters.quiescence || ply >= MAX_PLY {
            return self.quiesce::<N>(window, ply);
        }
        if self.walk.stack[ply].in_check {
            return self.node::<N>(window, Depth(1), ply, Expect::All);
        }
        self.enter::<N>(ply);
        if self.walk.is_draw(ply) { Score::DRAW } else { self.evaluate(None, ply).1 }
    }

    /// Searches a position beyond the horizon. The side to move may stand pat on its evaluation or try what changes the
    /// material; in check it tries everything.
    pub(super) fn quiesce<N: NodeKind>(&mut self, mut window: Window, ply: Ply) -> Score {
        self.enter::<N>(ply);
        self.statistics.quiescence_nodes += 1;
        // 1. The rules may decide.
        if self.watch.stopped || self.walk.is_draw(ply) {
            return Score::DRAW;
        }
        let in_check = self.walk.stack[ply].in_check;
        if ply >= MAX_PLY {
            return if in_check { Score::DRAW } else { self.evaluate(None, ply).1 };
        }
        // 2. An earlier search may know the answer.
        let (entry, slot) = self.probe(ply);
        if let Some(score) = self.tt_cutoff::<N>(entry, window, 0, ply) {
            return score;
        }
        self.fetch_next(entry);
        // 3. Doing nothing may be good enough.
        let stand = self.stand_pat(entry, ply);
        let mut best =
            QuiescenceBest { score: stand.map_or(Score::mated_in(ply), |stand| stand.score), mv: None };
        if best.score >= window.beta {
            if entry.is_none() {
                slot.write(best.entry(stand, Bound::Lower, N::PV));
            }
            return best.score;
        }
        let old_alpha = window.alpha;
        window.alpha = window.alpha.max(best.score);
        // 4. Try what changes the material, best first.
        let tt_move =
            self.walk.playable(entry.and_then(|entry| entry.mv)).filter(|mv| in_check || !mv.is_quiet());
        if in_check {
            self.walk.look_at_threats(ply);
        }
        let mut picker = Picker::new(&self.arena, filter(self.parameters, stand), tt_move, ply);
        let mut tried = 0;
        while let Some(Candidate { mv, .. }) = picker.next(&mut self.order()) {
            if in_check && mv.is_quiet() && !best.score.is_loss() && self.parameters.quiescence_evasions {
                picker.skip_quiets();
                continue;
            }
            let futile = |stand: StandPat| stand.limit(self.parameters, &self.walk.board, mv, window.alpha);
            if let Some(most) = stand.and_then(futile) {
                best.score = best.score.max(most);
                continue;
            }
            if stand.is_some() && self.is_beyond_limit(tried, mv) {
                continue;
            }
            tried += 1;
            let undo = self.walk.descend(mv, ply, self.tt);
            let score = -self.quiesce::<N::Child>(window.flip(), ply + 1);
            self.walk.ascend(mv, undo);
            if self.watch.stopped {
                break;
            }
            best.score = best.score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best.mv = Some(mv);
                if N::EXACT {
                    self.lines.keep(mv, ply);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        picker.close(&mut self.arena);
        if self.watch.stopped {
            return Score::DRAW;
        }
        // 5. Remember it.
        let bound = match best.score {
            score if score >= window.beta => Bound::Lower,
            score if N::EXACT && score > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let on_pv = N::PV || entry.is_some_and(|entry| entry.on_pv);
        slot.write(best.entry(stand, bound, on_pv));
        best.score
    }

    /// True if enough captures have been tried, and this one does not give check.
    fn is_beyond_limit(&self, tried: i32, mv: Move) -> bool {
        let p = self.parameters;
        p.quiescence_limit && tried >= p.quiescence_limit_moves && !self.walk.board.gives_check(mv)
    }

    /// The score of doing nothing; `None` in check, where something must be done.
    fn stand_pat(&mut self, entry: Option<Entry>, ply: Ply) -> Option<StandPat> {
        if self.walk.stack[ply].in_check {
            return None;
        }
        let (raw, evaluation) = self.evaluate(entry, ply);
        Some(StandPat { raw, evaluation, score: refine(self.parameters, evaluation, entry) })
    }
}

/// Which moves are worth a look: in check all, otherwise captures that lose nothing.
fn filter(p: &Parameters, stand: Option<StandPat>) -> MoveFilter {
    match stand {
        None => MoveFilter::All,
        Some(stand) if p.quiescence_exchanges => {
            MoveFilter::Noisy { at_least: p.quiescence_exchange - stand.trade_gain(p) }
        }
        Some(_) => MoveFilter::Noisy { at_least: -i32::MAX },
    }
}

/// What standing pat is worth.
#[derive(Clone, Copy)]
struct StandPat {
    raw: Score,
    evaluation: Score,
    score: Score,
}

impl StandPat {
    /// What an exchange of pieces counts for beyond its material, where the side to move is far ahead.
    fn trade_gain(self, p: &Parameters) -> i32 {
        let lead = self.evaluation.0;
        let fixed = if p.trade_ahead && lead >= p.trade_ahead_lead { p.trade_ahead_points } else { 0 };
        if p.trade_in_proportion && lead >= p.trade_in_proportion_lead {
            return fixed + lead * p.trade_in_proportion_share / 100;
        }
        fixed
    }

    /// The most a move is worth, if that cannot be more than alpha.
    fn limit(self, p: &Parameters, board: &Board, mv: Move, alpha: Score) -> Option<Score> {
        if mv.is_promotion() || alpha.is_decisive() {
            return None;
        }
        self.hopeless(p, board, mv, alpha).or_else(|| self.even_trade(p, board, mv, alpha))
    }

    /// If even winning what it takes leaves a capture below alpha, that is the most it is worth.
    fn hopeless(self, p: &Parameters, board: &Board, mv: Move, alpha: Score) -> Option<Score> {
        let taken = EXCHANGE_VALUES[board.role_at(mv.to()).unwrap_or(Role::Pawn)];
        let most = self.evaluation + p.quiescence_futility_margin + taken;
        (p.quiescence_futility && most <= alpha).then_some(most)
    }

    /// If the position without a change in material is below alpha by the margin, a trade of equals leaves it there.
    fn even_trade(self, p: &Parameters, board: &Board, mv: Move, alpha: Score) -> Option<Score> {
        let most = self.evaluation + p.quiescence_futility_margin;
        let applies = p.quiescence_trades && most <= alpha && !board.see_at_least(mv, 1 - self.trade_gain(p));
        applies.then_some(most)
    }
}

/// What has been found so far.
struct QuiescenceBest {
    score: Score,
    mv: Option<Move>,
}

impl QuiescenceBest {
    fn entry(&self, stand: Option<StandPat>, bound: Bound, on_pv: bool) -> Entry {
        let evaluation = stand.map(|stand| stand.raw);
        Entry { mv: self.mv, score: self.score, evaluation, depth: 0, bound, on_pv }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Searcher;
    use super::super::kind::Pv;
    use super::*;
    use crate::job::{Job, Means};
    use crate::tt::TranspositionTable;
    use crate::{Evaluator, Material, Options, Request};
    use std::sync::Arc;

    /// The evaluation of a position and its quiescence score, by material, with the positions visited.
    fn quiescence(fen: &str, window: Window, ply: Ply) -> (Score, Score, u64) {
        let board: Board = fen.parse().expect("a position");
        let mut parameters = Parameters::PLAIN;
        parameters.set("quiescence", 1).expect("a switch");
        let means = Means {
            options: Options { parameters, ..Options::default() },
            plan: None,
            tt: Arc::new(TranspositionTable::smallest()),
            tree: None,
            lag: Arc::default(),
            book_move: None,
        };
        let job = Job::silent(Request::new(board), means);
        let mut searcher = Searcher::new(0, Box::new(Material));
        let mut search = Search::new(&mut searcher, &job);
        let score = search.quiesce::<Pv>(window, ply);
        (Material.evaluate(&board), score, search.statistics.quiescence_nodes)
    }

    const HANGING_ROOK: &str = "4k3/8/8/3r4/8/4N3/8/3QK3 w - - 0 1";

    #[test]
    fn standing_pat_is_a_lower_bound() {
        for fen in [
            HANGING_ROOK,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            // Every capture loses material.
            "4k3/2p5/3p4/4p3/8/8/8/Q3K3 w - - 0 1",
        ] {
            let (evaluation, score, _) = quiescence(fen, Window::FULL, 0);
            assert!(score >= evaluation, "{fen}: {score:?} is below {evaluation:?}");
        }
        let (evaluation, score, nodes) = quiescence("4k3/2p5/3p4/4p3/8/8/8/Q3K3 w - - 0 1", Window::FULL, 0);
        assert!(score == evaluation && nodes > 1, "the captures are tried and refused");
        // An evaluation at beta ends the search at once.
        let beta = evaluation;
        let (_, score, nodes) =
            quiescence("4k3/2p5/3p4/4p3/8/8/8/Q3K3 w - - 0 1", Window { alpha: Score(beta.0 - 1), beta }, 0);
        assert_eq!((score, nodes), (evaluation, 1));
    }

    #[test]
    fn exchanges_are_played_out() {
        // Knight or queen takes the rook for nothing: the score is that of the position without it.
        let (evaluation, score, _) = quiescence(HANGING_ROOK, Window::FULL, 0);
        assert!((400..600).contains(&(score.0 - evaluation.0)), "{score:?} from {evaluation:?}");
        // A rook takes a knight that a pawn defends and is lost for it: not worth it.
        let (evaluation, score, _) = quiescence("4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1", Window::FULL, 0);
        assert_eq!(score, evaluation);
        // With a second rook behind the first the exchange wins a knight and a pawn for a rook: still not worth it.
        let (evaluation, score, _) = quiescence("4k3/2p5/3n4/8/8/8/3R4/3RK3 w - - 0 1", Window::FULL, 0);
        assert_eq!(score, evaluation);
        // Taken by a pawn instead, the knight is won for a pawn.
        let (evaluation, score, _) = quiescence("4k3/2p5/3n4/4P3/8/8/8/3RK3 w - - 0 1", Window::FULL, 0);
        assert!(score.0 - evaluation.0 > 200, "{score:?} from {evaluation:?}");
    }

    #[test]
    fn the_last_ply_is_evaluated_without_captures() {
        let (evaluation, score, nodes) = quiescence(HANGING_ROOK, Window::FULL, MAX_PLY);
        assert_eq!((score, nodes), (evaluation, 1));
        let (evaluation, score, nodes) = quiescence(HANGING_ROOK, Window::FULL, MAX_PLY - 1);
        assert!(score > evaluation && nodes > 1, "one ply above there is room for a capture");
    }

    #[test]
    fn trades_gain_for_the_side_that_is_far_ahead() {
        let gain = |evaluation: i32, switches: &[&str]| {
            let mut parameters = Parameters::DEFAULT;
            switches.iter().for_each(|switch| parameters.set(switch, 1).expect("a switch"));
            let score = Score(evaluation);
            StandPat { raw: score, evaluation: score, score }.trade_gain(&parameters)
        };
        assert_eq!((gain(900, &[]), gain(199, &["trade_ahead"]), gain(-900, &["trade_ahead"])), (0, 0, 0));
        assert_eq!((gain(200, &["trade_ahead"]), gain(900, &["trade_ahead"])), (20, 20));
        assert_eq!((gain(199, &["trade_in_proportion"]), gain(900, &["trade_in_proportion"])), (0, 90));
        assert_eq!(gain(900, &["trade_ahead", "trade_in_proportion"]), 110);
    }
}
