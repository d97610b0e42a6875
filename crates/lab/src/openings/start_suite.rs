//! Makes suites of positions to start games from: random moves, kept if a search finds the game even, or uneven, enough.
//!
//! Every candidate has a number and its own random sequence, and is searched with an empty table. The same seed therefore gives
//! the same suite, whatever the number of threads.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use vernier_chess::{Board, CastlingMode, Epd, EpdStyle, Operand, Operation};
use vernier_engine::evaluation::HandcraftedEval;
use vernier_engine::{Limits, Rng, SyncSearcher};

/// What is wanted.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// The seed of the positions.
    pub seed: u64,
    /// Random moves from the start.
    pub plies: u32,
    /// Nodes of the search that scores a candidate.
    pub nodes: u64,
    /// How far from even a position may be, to either side, in hundredths of a pawn.
    pub imbalance: RangeInclusive<i32>,
    /// Games start from the positions of Chess960.
    pub chess960: bool,
}

/// A position of a suite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Start {
    /// The position.
    pub board: Board,
    /// Its search score, for the side to move.
    pub score: i32,
}

/// Candidates that a thread judges before results are gathered.
const SHARE: usize = 16;
/// Mebibytes of table for one search.
const HASH: usize = 4;

impl Recipe {
    /// Makes positions and passes each on, in order, until `take` returns false.
    pub fn make(&self, threads: NonZeroUsize, mut take: impl FnMut(Start) -> bool) -> std::io::Result<()> {
        let mut seen = HashSet::new();
        for batch in (0..u64::MAX).step_by(SHARE * threads.get()) {
            for start in self.judge_batch(batch, threads)? {
                if seen.insert(start.board.key()) && !take(start) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The candidates of one batch that are fit, in order.
    fn judge_batch(&self, first: u64, threads: NonZeroUsize) -> std::io::Result<Vec<Start>> {
        std::thread::scope(|scope| {
            let start = |thread: usize| {
                let from = first + (thread * SHARE) as u64;
                let builder = std::thread::Builder::new().stack_size(SyncSearcher::STACK);
                builder.spawn_scoped(scope, move || self.judge_share(from))
            };
            let workers: Vec<_> = (0..threads.get()).map(start).collect::<Result<_, _>>()?;
            let shares = workers.into_iter().map(|worker| worker.join().map_err(|_| lost_thread())?);
            Ok(shares.collect::<Result<Vec<_>, _>>()?.concat())
        })
    }

    fn judge_share(&self, first: u64) -> std::io::Result<Vec<Start>> {
        let mut solo =
            SyncSearcher::new(Box::new(HandcraftedEval::default()), HASH).map_err(std::io::Error::other)?;
        Ok((first..first + SHARE as u64).filter_map(|number| self.judge(number, &mut solo)).collect())
    }

    /// The candidate of that number, if it is fit.
    fn judge(&self, number: u64, solo: &mut SyncSearcher) -> Option<Start> {
        let board = self.candidate(number)?;
        solo.new_game();
        let thought = solo.think(&board, &[], Limits { nodes: Some(self.nodes), ..Limits::default() });
        let start = Start { board, score: thought.score.0 };
        self.imbalance.contains(&start.score.abs()).then_some(start)
    }

    /// A position after random moves; none if the game was over before, or the next move is forced or out of check.
    fn candidate(&self, number: u64) -> Option<Board> {
        let mut random = Rng::new(Rng::new(self.seed).bits() ^ Rng::new(number).bits());
        let start = if self.chess960 { Board::chess960(random.below(960) as u16)? } else { Board::start() };
        let (_, board) = random.walk(&start, self.plies as usize)?;
        (!board.in_check() && board.count_moves() > 1).then_some(board)
    }
}

fn lost_thread() -> std::io::Error {
    std::io::Error::other("a thread was lost")
}

impl Start {
    /// The position as a line of a suite, with the score as `ce`.
    pub fn epd(&self, mode: CastlingMode) -> Epd {
        let style = EpdStyle { castling: mode, ..EpdStyle::default() };
        let score =
            Operation { opcode: "ce".to_owned(), operands: vec![Operand::Word(self.score.to_string())] };
        Epd { style, operations: vec![score], ..Epd::new(self.board.setup()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe = Recipe { seed: 3, plies: 8, nodes: 300, imbalance: 0..=80, chess960: false };

    fn made(recipe: &Recipe, threads: usize, count: usize) -> Vec<Start> {
        let mut starts = Vec::new();
        let threads = NonZeroUsize::new(threads).expect("at least one");
        recipe
            .make(threads, |start| {
                starts.push(start);
                starts.len() < count
            })
            .expect("threads");
        starts
    }

    #[test]
    fn a_suite_depends_on_the_seed_and_not_on_the_threads() {
        let starts = made(&RECIPE, 1, 40);
        assert_eq!(starts.len(), 40);
        assert_eq!(starts, made(&RECIPE, 3, 40));
        assert_ne!(starts, made(&Recipe { seed: 4, ..RECIPE }, 1, 40));
        let keys: HashSet<_> = starts.iter().map(|start| start.board.key()).collect();
        assert_eq!(keys.len(), 40, "no position twice");
        assert!(starts.iter().all(|start| start.score.abs() <= 80 && start.board.fullmove_number() == 5));
    }

    #[test]
    fn unbalanced_and_shuffled_suites_are_available() {
        let uneven = made(&Recipe { imbalance: 90..=150, ..RECIPE }, 2, 10);
        assert!(uneven.iter().all(|start| (90..=150).contains(&start.score.abs())));
        let shuffled = made(&Recipe { chess960: true, plies: 4, ..RECIPE }, 2, 10);
        let line = shuffled[0].epd(CastlingMode::Chess960).to_string();
        let read: Epd = line.parse().expect("a line reads back");
        assert_eq!(read.board().map(|board| board.key()), Ok(shuffled[0].board.key()), "{line}");
        assert_eq!(read.integer("ce"), Some(i64::from(shuffled[0].score)));
    }
}
