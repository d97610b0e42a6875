//! What endgame tables cost where they cannot help, and what they bring where they can.
//!
//! `cargo run --release -p vernier-engine --example tablebase_cost -- TABLES [ENDINGS.epd]`
//!
//! First middlegame positions are searched with and without tables, in turn, and the speeds compared, by CPU time, which
//! other programs on the machine disturb less. Then endings with `bm` are searched: how many are solved, how fast.

use cpu_time::ProcessTime;
use std::sync::Arc;
use std::sync::mpsc::channel;
use vernier_chess::{Board, Epd};
use vernier_engine::{Engine, Event, Limits, SyzygyOptions, Tablebases};

const MIDDLEGAMES: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2rq1rk1/pb2bppp/1pn1pn2/3p4/3P4/P1NBPN2/1P2QPPP/R1BR2K1 b - - 0 13",
    "3r1rk1/1bq1bppp/p3pn2/1p6/3QP3/2N1BP2/PPP3PP/2KR1B1R w - - 0 15",
];
const ROUNDS: usize = 12;
const NODES: u64 = 300_000;
const ENDING_NODES: u64 = 100_000;

/// Searches a position and gives positions visited, CPU seconds and the move.
fn search(engine: &mut Engine, board: &Board, nodes: u64) -> (u64, f64, String) {
    engine.new_game();
    engine.set_position(*board, &[]);
    let (events, inbox) = channel();
    let started = ProcessTime::now();
    engine.go(Limits::nodes(nodes), Box::new(move |event| drop(events.send(event))));
    engine.wait();
    let seconds = started.elapsed().as_secs_f64();
    let (mut visited, mut best) = (0, String::new());
    for event in inbox.try_iter() {
        match event {
            Event::Iteration(report) => visited = report.nodes,
            Event::Done { best: Some(mv), .. } => best = mv.to_string(),
            _ => {}
        }
    }
    (visited, seconds, best)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("where are the tables?")?;
    let (tables, problems) = Tablebases::open(&path);
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    println!("{tables:?}");
    let with = SyzygyOptions { tables: Some(Arc::new(tables)), ..SyzygyOptions::default() };
    let settings = [SyzygyOptions::default(), with];
    // One engine for both: where its memory lies matters more than what is measured.
    let mut engine = Engine::new();

    let mut speeds = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        for with in [round % 2, 1 - round % 2] {
            let (mut nodes, mut seconds) = (0, 0.0);
            engine.set_syzygy(settings[with].clone());
            for fen in MIDDLEGAMES {
                let searched = search(&mut engine, &fen.parse()?, NODES);
                nodes += searched.0;
                seconds += searched.1;
            }
            speeds[with].push(nodes as f64 / seconds);
        }
    }
    // The best of all rounds is the one that was disturbed least.
    let [without, with] = speeds.map(|speeds| speeds.into_iter().fold(0.0, f64::max));
    println!("middlegames: {without:.0} nodes a CPU second without tables, {with:.0} with them");
    println!("difference: {:+.2} %", 100.0 * (with / without - 1.0));

    let Some(file) = arguments.next() else { return Ok(()) };
    let text = std::fs::read_to_string(file)?;
    let endings: Vec<Epd> = text.lines().map(str::parse).collect::<Result<_, _>>()?;
    for (name, setting) in ["without", "with"].iter().zip(settings) {
        engine.set_syzygy(setting);
        let (mut solved, mut count, mut seconds) = (0, 0, 0.0);
        for epd in &endings {
            let board = epd.board()?;
            if board.occupied().len() != 5 {
                continue;
            }
            let (_, time, best) = search(&mut engine, &board, ENDING_NODES);
            let found =
                epd.best_moves().any(|san| board.parse_san(san).is_ok_and(|mv| mv.to_string() == best));
            (solved, count, seconds) = (solved + usize::from(found), count + 1, seconds + time);
        }
        println!("five pieces, {name} tables: {solved} of {count} solved, {seconds:.1} CPU seconds");
    }
    Ok(())
}
