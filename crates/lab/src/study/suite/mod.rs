//! Test suites: positions with known answers.

mod history;
mod report;
mod solve;
mod task;

pub use history::{Entry, append, read};
pub use report::Report;
pub use solve::{Attempt, Setup, solve, solve_all};
pub use task::{Goal, SuiteError, Task, load};
