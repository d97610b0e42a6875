//! How the search grows: nodes, branching factor, speed and score at every depth.
//!
//! `cargo run --release -p vernier-engine --example growth -- [DEPTH or SECONDSs] [FEN]`

use std::time::Duration;
use vernier_chess::Board;
use vernier_engine::{Engine, Limits, Report, Request};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let until = arguments.next().unwrap_or_else(|| "14".to_string());
    let fen = arguments.collect::<Vec<_>>().join(" ");
    let board = if fen.is_empty() { Board::start() } else { fen.parse()? };
    let limits = match until.strip_suffix('s') {
        Some(seconds) => Limits::movetime(Duration::from_secs_f64(seconds.parse()?)),
        None => Limits::depth(until.parse()?),
    };
    let mut engine = Engine::new();
    engine.search(Request::new(board).limits(limits), print);
    if let Some(statistics) = engine.statistics() {
        println!("{statistics:#?}");
        let last = statistics.nodes_by_depth.len();
        if let Some(factor) = statistics.branching_factor(8, last) {
            println!("branching factor from depth 8 to {last}: {factor:.2}");
        }
    }
    Ok(())
}

fn print(report: &Report) {
    let line: Vec<String> = report.pv.iter().map(ToString::to_string).collect();
    println!(
        "{:3}/{:<3} {:>8} {:>10} nodes {:>8.3} s {:>9} nps  {}",
        report.depth,
        report.selective_depth,
        report.score.verdict().to_string(),
        report.nodes,
        report.elapsed.as_secs_f64(),
        report.nodes_per_second(),
        line.join(" ")
    );
}
