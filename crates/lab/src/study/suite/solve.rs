//! Our engine at work on a suite.

use super::{Goal, Task};
use crate::play::search_limit::SearchLimit;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use vernier_chess::Move;
use vernier_engine::{Bound, Engine, Limits, Parameters, Request, Verdict};

/// How the engine works on a suite.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How long it thinks about a position.
    pub limit: SearchLimit,
    /// Threads for one position.
    pub threads: usize,
    /// Megabytes of table.
    pub hash: usize,
    /// Positions at a time.
    pub concurrency: usize,
    /// The techniques and numbers of the search.
    pub parameters: Parameters,
}

/// The result of a position.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The move played.
    pub played: Option<Move>,
    /// The engine's score of the position.
    pub verdict: Option<Verdict>,
    /// Points earned.
    pub points: u32,
    /// Depth reached.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// Since when the answer was the right one and stayed so: time and nodes; none if it was wrong.
    pub solved_at: Option<(Duration, u64)>,
}

impl Attempt {
    /// True if the points solve it.
    pub fn is_solved(&self, goal: &Goal) -> bool {
        goal.is_solved_by(self.points)
    }
}

/// Searches a position.
pub fn solve(engine: &mut Engine, task: &Task, limit: SearchLimit) -> Attempt {
    engine.new_game();
    let stopper = engine.stopper();
    let mut attempt = Attempt {
        played: None,
        verdict: None,
        points: 0,
        depth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
        solved_at: None,
    };
    let answer = engine.search(Request::new(task.board).limits(limits(limit)), |report| {
        if report.line != 1 {
            return;
        }
        (attempt.nodes, attempt.elapsed, attempt.depth) = (report.nodes, report.elapsed, report.depth);
        if report.bound == Bound::Exact {
            attempt.verdict = Some(report.score.verdict());
        }
        let points = task.goal.points(report.pv.first().copied(), attempt.verdict);
        attempt.solved_at = match attempt.solved_at {
            _ if !task.goal.is_solved_by(points) => None,
            None => Some((report.elapsed, report.nodes)),
            since => since,
        };
        // A mate that is as short as it can be cannot be improved.
        if matches!(task.goal, Goal::Mate(_)) && attempt.solved_at.is_some() {
            stopper.stop();
        }
    });
    attempt.played = answer.best;
    attempt.points = task.goal.points(attempt.played, attempt.verdict);
    if !attempt.is_solved(&task.goal) {
        attempt.solved_at = None;
    }
    attempt
}

/// Works through a suite, several positions at a time. `on_done` is called for each as it finishes; the answers come in the
/// order of the suite.
pub fn solve_all(
    tasks: &[Task],
    setup: &Setup,
    on_done: &(dyn Fn(usize, &Attempt) + Sync),
) -> Result<Vec<Attempt>, String> {
    let next = AtomicUsize::new(0);
    let attempts: Mutex<Vec<Option<Attempt>>> = Mutex::new(vec![None; tasks.len()]);
    std::thread::scope(|scope| {
        let work = || -> Result<(), String> {
            let mut engine = Engine::new();
            engine.set_hash(setup.hash).map_err(|error| error.to_string())?;
            engine.set_threads(setup.threads);
            engine.set_parameters(setup.parameters.clone());
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(index) else { return Ok(()) };
                let attempt = solve(&mut engine, task, setup.limit);
                on_done(index, &attempt);
                if let Ok(mut attempts) = attempts.lock() {
                    attempts[index] = Some(attempt);
                }
            }
        };
        let workers: Vec<_> = (0..setup.concurrency.max(1)).map(|_| scope.spawn(work)).collect();
        let mut ended = workers.into_iter().map(|worker| worker.join());
        ended.try_for_each(|result| result.unwrap_or_else(|_| Err("a search panicked".into())))
    })?;
    let attempts = attempts.into_inner().map_err(|error| error.to_string())?;
    Ok(attempts.into_iter().flatten().collect())
}

fn limits(limit: SearchLimit) -> Limits {
    Limits {
        depth: limit.depth,
        nodes: limit.nodes,
        movetime: limit.move_time.map(Duration::from_millis),
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::suite::task::load;

    #[test]
    fn mates_in_one_are_found_and_in_order() {
        // Back ranks, corners and a queen in front of her king, each seen by both sides.
        let mates = [
            "6k1/5ppp/8/8/8/8/8/R5K1 w - -",
            "6k1/8/6K1/8/8/8/8/R7 w - -",
            "7k/8/5K2/6Q1/8/8/8/8 w - -",
            "k7/2K5/8/1Q6/8/8/8/8 w - -",
            "r5k1/8/8/8/8/8/5PPP/6K1 b - -",
            "8/8/8/8/6q1/5k2/8/7K b - -",
        ];
        let line = |(index, fen): (usize, &&str)| format!("{fen} dm 1; id \"mate.{index}\";\n");
        let folder = std::env::temp_dir().join(format!("vernier-suite-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("mates.epd");
        std::fs::write(&path, mates.iter().enumerate().map(line).collect::<String>()).unwrap();
        let tasks = load(&path).unwrap();
        let limit = SearchLimit { depth: Some(4), ..SearchLimit::default() };
        let setup = Setup { limit, threads: 1, hash: 1, concurrency: 2, parameters: Parameters::DEFAULT };
        let done = AtomicUsize::new(0);
        let count = |_: usize, _: &Attempt| {
            done.fetch_add(1, Ordering::Relaxed);
        };
        let attempts = solve_all(&tasks, &setup, &count).unwrap();
        assert_eq!((attempts.len(), done.into_inner()), (mates.len(), mates.len()));
        for (task, attempt) in tasks.iter().zip(&attempts) {
            assert!(attempt.is_solved(&task.goal), "{}: {attempt:?}", task.id);
            assert!(attempt.solved_at.is_some());
            assert!(task.board.play(attempt.played.unwrap()).is_checkmate(), "{}", task.id);
        }
    }
}
