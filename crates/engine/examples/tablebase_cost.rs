//! What tablebases cost where they cannot help, and what they gain where they can.
//!
//! `cargo run --release -p vernier-engine --example tablebase_cost -- TABLES [ENDINGS.epd]`
//!
//! Without ENDINGS, middlegame positions are searched with and without tables, in turn, and the speeds compared, by CPU time, which
//! other programs on the machine disturb less. With ENDINGS, those of five pieces with `bm` are: how many are solved, how
//! soon.

use cpu_time::ProcessTime;
use std::sync::Arc;
use vernier_chess::{Board, Epd};
use vernier_engine::{Engine, Limits, Request, SyzygyOptions, Tablebases};

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

/// What a search came to.
struct Found {
    nodes: u64,
    /// CPU seconds.
    seconds: f64,
    /// The move, and after how many nodes it was the best for good.
    best: String,
    settled: u64,
}

fn search(engine: &mut Engine, board: &Board, nodes: u64) -> Found {
    engine.new_game();
    let started = ProcessTime::now();
    let (mut best, mut settled) = (String::new(), 0);
    let answer = engine.search(Request::new(board).limits(Limits::nodes(nodes)), |report| {
        let mv = report.pv.first().map_or_else(String::new, ToString::to_string);
        if mv != best {
            (best, settled) = (mv, report.nodes);
        }
    });
    Found { nodes: answer.nodes, seconds: started.elapsed().as_secs_f64(), best, settled }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("where are the tables?")?;
    let (tables, problems) = Tablebases::open(&path);
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    println!("{tables:?}");
    let with = SyzygyOptions { tablebases: Some(Arc::new(tables)), ..SyzygyOptions::default() };
    let settings = [SyzygyOptions::default(), with];
    // One engine for both: where its memory lies matters more than what is measured.
    let mut engine = Engine::new();
    match arguments.next() {
        None => middlegames(&mut engine, &settings),
        Some(file) => endings(&mut engine, settings, &std::fs::read_to_string(file)?),
    }
}

fn middlegames(engine: &mut Engine, settings: &[SyzygyOptions; 2]) -> Result<(), Box<dyn std::error::Error>> {
    let mut speeds = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        for with in [round % 2, 1 - round % 2] {
            let (mut nodes, mut seconds) = (0, 0.0);
            engine.set_syzygy(settings[with].clone());
            for fen in MIDDLEGAMES {
                let searched = search(engine, &fen.parse()?, NODES);
                nodes += searched.nodes;
                seconds += searched.seconds;
            }
            speeds[with].push(nodes as f64 / seconds);
        }
    }
    // The best of all rounds is the one that was disturbed least.
    let [without, with] = speeds.map(|speeds| speeds.into_iter().fold(0.0, f64::max));
    println!("middlegames: {without:.0} nodes a CPU second without tables, {with:.0} with them");
    println!("difference: {:+.2} %", 100.0 * (with / without - 1.0));
    Ok(())
}

fn endings(
    engine: &mut Engine,
    settings: [SyzygyOptions; 2],
    text: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let endings: Vec<Epd> = text.lines().map(str::parse).collect::<Result<_, _>>()?;
    let boards: Vec<(Board, &Epd)> = endings
        .iter()
        .map(|epd| Ok((epd.board()?, epd)))
        .collect::<Result<_, vernier_chess::SetupError>>()?;
    let mut answers = Vec::new();
    for (name, setting) in ["without", "with"].iter().zip(settings) {
        engine.set_syzygy(setting);
        let five = boards.iter().filter(|(board, _)| board.occupied().len() == 5);
        let solve = |(board, epd): &(Board, &Epd)| {
            let found = search(engine, board, ENDING_NODES);
            let right = |san: &str| board.parse_san(san).is_ok_and(|mv| mv.to_string() == found.best);
            (epd.best_moves().any(right), found)
        };
        let found: Vec<(bool, Found)> = five.map(solve).collect();
        let solved = found.iter().filter(|(solved, _)| *solved).count();
        let seconds: f64 = found.iter().map(|(_, found)| found.seconds).sum();
        println!("five pieces, {name} tables: {solved} of {} solved, {seconds:.1} CPU seconds", found.len());
        answers.push(found);
    }
    // Time to the right move, over what is solved both ways.
    let both: Vec<[&Found; 2]> = answers[0]
        .iter()
        .zip(&answers[1])
        .filter(|(without, with)| without.0 && with.0)
        .map(|(without, with)| [&without.1, &with.1])
        .collect();
    for (index, name) in ["without", "with"].iter().enumerate() {
        let nodes: u64 = both.iter().map(|pair| pair[index].settled).sum();
        let share = |found: &Found| found.seconds * found.settled as f64 / found.nodes.max(1) as f64;
        let seconds: f64 = both.iter().map(|pair| share(pair[index])).sum();
        let (nodes, millis) = (nodes as f64 / both.len() as f64, 1000.0 * seconds / both.len() as f64);
        println!("the {} solved both ways, {name} tables: {nodes:.0} nodes, {millis:.2} ms", both.len());
    }
    Ok(())
}
