//! The result of a suite.

use super::{Attempt, Goal, Task};
use std::fmt;
use std::time::Duration;
use vernier_chess::Board;

/// The results of a suite.
pub struct Report<'a> {
    /// The positions.
    pub tasks: &'a [Task],
    /// The attempts, in the same order.
    pub attempts: &'a [Attempt],
}

/// Sums over some positions.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    positions: u32,
    solved: u32,
    points: u32,
    most: u32,
    time: Duration,
    depths: u32,
}

impl Sums {
    fn add(&mut self, task: &Task, attempt: &Attempt) {
        self.positions += 1;
        self.points += attempt.points;
        self.most += task.goal.most();
        self.depths += attempt.depth;
        if let Some((time, _)) = attempt.solved_at {
            self.solved += 1;
            self.time += time;
        }
    }
}

impl Report<'_> {
    fn pairs(&self) -> impl Iterator<Item = (&Task, &Attempt)> {
        self.tasks.iter().zip(self.attempts)
    }

    fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        self.pairs().for_each(|(task, attempt)| sums.add(task, attempt));
        sums
    }

    /// Positions solved.
    pub fn solved(&self) -> u32 {
        self.sums().solved
    }

    /// Points earned, and how many there were.
    pub fn points(&self) -> (u32, u32) {
        let sums = self.sums();
        (sums.points, sums.most)
    }

    /// The sum of the times after which solved positions were solved.
    pub fn time_to_solutions(&self) -> Duration {
        self.sums().time
    }

    /// A line for each position that was not solved.
    pub fn failures(&self) -> Vec<String> {
        let failed = self.pairs().filter(|(task, attempt)| !attempt.is_solved(&task.goal));
        failed
            .map(|(task, attempt)| {
                let played = attempt.played.map_or("nothing".into(), |mv| task.board.san(mv).to_string());
                let verdict = attempt.verdict.map_or(String::new(), |verdict| format!(" ({verdict})"));
                let points = match task.goal {
                    Goal::Graded(_) | Goal::Evaluation(_) => {
                        format!(", {} of {} points", attempt.points, task.goal.most())
                    }
                    _ => String::new(),
                };
                format!("{}: {played}{verdict}, wanted {}{points}", task.id, wanted(&task.goal, &task.board))
            })
            .collect()
    }
}

/// A goal in words.
fn wanted(goal: &Goal, board: &Board) -> String {
    let list = |moves: &[vernier_chess::Move]| {
        moves.iter().map(|mv| board.san(*mv).to_string()).collect::<Vec<_>>().join(" ")
    };
    match goal {
        Goal::Moves { best, avoid } if avoid.is_empty() => list(best),
        Goal::Moves { best, avoid } if best.is_empty() => format!("not {}", list(avoid)),
        Goal::Moves { best, avoid } => format!("{}, not {}", list(best), list(avoid)),
        Goal::Graded(moves) => moves.first().map_or(String::new(), |(mv, _)| board.san(*mv).to_string()),
        Goal::Mate(moves) => format!("#{moves}"),
        Goal::Evaluation(points) => format!("an evaluation of {points:+}"),
    }
}

impl fmt::Display for Report<'_> {
    /// A table with a row for each theme.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut themes: Vec<(&str, Sums)> = Vec::new();
        for (task, attempt) in self.pairs() {
            let index = themes.iter().position(|(theme, _)| *theme == task.theme).unwrap_or_else(|| {
                themes.push((&task.theme, Sums::default()));
                themes.len() - 1
            });
            themes[index].1.add(task, attempt);
        }
        let width = themes.iter().map(|(theme, _)| theme.chars().count()).max().unwrap_or(0).max(5);
        writeln!(
            f,
            "{:<width$} {:>9} {:>7} {:>7} {:>8} {:>7} {:>9} {:>6}",
            "theme", "positions", "solved", "%", "points", "%", "s to sol.", "depth"
        )?;
        if themes.len() > 1 {
            for (theme, sums) in &themes {
                write_row(f, theme, width, sums)?;
            }
        }
        write_row(f, "all", width, &self.sums())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, theme: &str, width: usize, sums: &Sums) -> fmt::Result {
    let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
    writeln!(
        f,
        "{theme:<width$} {:>9} {:>7} {:>6.1}% {:>8} {:>6.1}% {:>9.3} {:>6.1}",
        sums.positions,
        sums.solved,
        share(sums.solved, sums.positions),
        sums.points,
        share(sums.points, sums.most),
        sums.time.as_secs_f64() / f64::from(sums.solved.max(1)),
        f64::from(sums.depths) / f64::from(sums.positions.max(1)),
    )
}
