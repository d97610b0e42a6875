//! This library beside the other chess libraries in Rust, one table.
//!
//! Each library does a job in the way its own documentation shows as the fast one. The libraries take turns within each
//! round; only time on the CPU counts, and the best of the rounds does. Every library must do the same amount of work.

mod cozy;
mod jordan;
mod shak;
mod vernier;
mod work;

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::time::Duration;
use work::Corpus;

const ROUNDS: usize = 9;
/// A job is repeated until it has taken so long.
const SHORTEST: Duration = Duration::from_millis(20);
const LIBRARIES: [&str; 4] = ["vernier-chess", "cozy-chess", "shakmaty", "chess"];

/// What a library does; returns how much it did.
type Task<'a> = Box<dyn Fn() -> u64 + 'a>;

/// A job and how each library does it, in the order of [`LIBRARIES`]; none where it cannot.
pub struct Job<'a> {
    name: String,
    unit: &'static str,
    tasks: [Option<Task<'a>>; 4],
}

/// Millions of units a second, best of the rounds.
fn measure(job: &Job) -> [Option<f64>; 4] {
    let mut best = [None; 4];
    let mut done = None;
    for _ in 0..ROUNDS {
        for (task, best) in job.tasks.iter().zip(&mut best) {
            let Some(task) = task else { continue };
            let start = ThreadTime::now();
            let (mut units, mut times) = (0, 0);
            while times == 0 || start.elapsed() < SHORTEST {
                units = black_box(task());
                times += 1;
            }
            let speed = (units * times) as f64 / start.elapsed().as_secs_f64() / 1e6;
            assert_eq!(*done.get_or_insert(units), units, "{}: another amount of work", job.name);
            *best = Some(best.unwrap_or(0.0f64).max(speed));
        }
    }
    best
}

/// Does the jobs some times with one library alone, for whoever counts instructions: the count of eleven times less that of
/// one time is that of ten.
fn repeat<'a>(jobs: impl Iterator<Item = &'a Job<'a>>, library: &str, times: u64) {
    let index = LIBRARIES.iter().position(|name| *name == library).expect("one of the libraries");
    for job in jobs {
        if let Some(task) = &job.tasks[index] {
            let units: u64 = (0..times).map(|_| black_box(task())).sum();
            println!("{}: {units} units", job.name);
        }
    }
}

fn main() {
    // A word on the command line picks the jobs whose names hold it; a library and a number of times may follow.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let picked = arguments.first().map_or("", String::as_str);
    let corpus = Corpus::new();
    let jobs = work::jobs(&corpus);
    if let [_, library, times] = &arguments[..] {
        let jobs = jobs.iter().filter(|job| job.name.contains(picked));
        return repeat(jobs, library, times.parse().expect("a number of times"));
    }
    println!("| job | unit | {} | against the best |", LIBRARIES.join(" | "));
    println!("|---|---|{}---|", "---|".repeat(LIBRARIES.len()));
    let mut perft = Vec::new();
    for job in jobs.iter().filter(|job| job.name.contains(picked)) {
        let speeds = measure(job);
        let peer = speeds[1..].iter().flatten().copied().reduce(f64::max);
        let ratio = speeds[0].zip(peer).map(|(ours, peer)| ours / peer);
        let cells = speeds.map(|speed| speed.map_or("-".to_string(), |speed| format!("{speed:.2}")));
        let against = ratio.map_or("no peer".to_string(), |ratio| format!("{ratio:.2}x"));
        println!("| {} | {} | {} | {against} |", job.name, job.unit, cells.join(" | "));
        if job.name.starts_with("bulk perft") {
            perft.extend(speeds[0].zip(speeds[1]).map(|(ours, cozy)| ours / cozy));
        }
    }
    let mean = perft.iter().product::<f64>().powf(1.0 / perft.len() as f64);
    if !perft.is_empty() {
        println!("\nbulk perft against cozy-chess, geometric mean: {mean:.2}x");
    }
}
