//! A count with a table, with threads, move by move.

use super::descent::descend;
use super::table::Table;
use crate::{Board, Move, MoveList};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// A count of leaves, with whatever helps it along.
///
/// ```
/// use vernier_chess::{Board, Perft};
/// let board = Board::start();
/// assert_eq!(Perft::new(5).threads(2).hash_mb(4).run(&board), 4_865_609);
/// let divide = Perft::new(3).divide(&board);
/// assert_eq!(divide.len(), 20);
/// assert_eq!(divide.iter().map(|(_, leaves)| leaves).sum::<u64>(), 8_902);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    depth: u32,
    threads: usize,
    hash_mb: usize,
}

impl Perft {
    /// A count to that depth, with one thread and no table.
    pub const fn new(depth: u32) -> Self {
        Self { depth, threads: 1, hash_mb: 0 }
    }

    /// With this many threads. None means one; where the system gives fewer, the count uses those.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// With a table of this many megabytes that remembers positions already counted. Zero means none; where there is
    /// less memory, the table is smaller.
    #[must_use]
    pub const fn hash_mb(self, hash_mb: usize) -> Self {
        Self { hash_mb, ..self }
    }

    /// How many ways there are to play. Numbers beyond 64 bits end at `u64::MAX`.
    pub fn run(self, board: &Board) -> u64 {
        if self.depth == 0 || self.threads <= 1 {
            return descend(board, self.depth, Table::of_megabytes(self.hash_mb).as_ref());
        }
        self.divide(board).iter().fold(0, |sum, (_, leaves)| sum.saturating_add(*leaves))
    }

    /// How many ways there are to play after each legal move. At depth zero no move is made, so none is listed.
    pub fn divide(self, board: &Board) -> Vec<(Move, u64)> {
        if self.depth == 0 {
            return Vec::new();
        }
        let table = Table::of_megabytes(self.hash_mb);
        let moves = board.legal_moves();
        let jobs = self.jobs(board, &moves);
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let leaves = descend(&job.board, job.depth, table.as_ref());
                let add = |sum: u64| Some(sum.saturating_add(leaves));
                let _ = counts[job.root].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.min(jobs.len()) {
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
    }

    /// The tree cut into pieces: after each first move, or, so that all threads stay busy, after each reply to it.
    fn jobs(self, board: &Board, moves: &MoveList) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (root, mv) in moves.iter().enumerate() {
            let board = board.play_unchecked(*mv);
            if self.threads <= 1 || self.depth < 3 {
                jobs.push(Job { root, board, depth: self.depth - 1 });
            } else {
                let replies = board.legal_moves().into_iter();
                jobs.extend(replies.map(|reply| Job {
                    root,
                    board: board.play_unchecked(reply),
                    depth: self.depth - 2,
                }));
            }
        }
        jobs
    }
}

/// A piece of the tree for one thread to count.
struct Job {
    /// Which of the first moves led here.
    root: usize,
    board: Board,
    /// Plies left.
    depth: u32,
}
