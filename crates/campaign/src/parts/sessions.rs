//! Hostile sessions: lines that no GUI should send, in every protocol. The program must survive, answer, and keep playing.

use crate::child::{Talk, TalkError};
use crate::damage::damaged;
use crate::setting::Setting;
use crate::tally::{Fault, Tally};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use vernier_chess::Board;
use vernier_engine::Rng;
use vernier_protocol::MoveText;

/// Lines between two checks that the program still answers.
const LINES: usize = 25;
/// Such checks in a session.
const LOOKS: usize = 12;
/// Address space for a program that is asked for huge hash tables, in bytes.
const ADDRESS_SPACE: u64 = 4 << 30;

const UCI: [&str; 27] = [
    "position startpos moves e2e4 e7e5",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen QQQQQQQQ/QQQQQQQQ/8/8/8/8/k7/7K w - - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "go depth 4",
    "go nodes 100 searchmoves e2e4",
    "go wtime -5 btime 0 winc 99999999999 movestogo 0",
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go mate 3",
    "go perft 4",
    "stop",
    "ponderhit",
    "ucinewgame",
    "setoption name Hash value 8",
    "setoption name Threads value 3",
    "setoption name MultiPV value 500",
    "setoption name Search value mcts",
    "setoption name EvalFile value /dev/zero",
    "setoption name SyzygyPath value /proc:/dev:/",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_ShowPolicy value true",
    "setoption name Hash value 1",
    "position fen 4k3/4P3/3K4/8/8/8/8/8 w - - 0 1",
    "position fen 8/8/8/8/8/5k2/8/4K2R w K - 98 80",
    "eval",
];

const CECP: [&str; 37] = [
    "new",
    "force",
    "go",
    "?",
    "usermove e2e4",
    "usermove e7e8x",
    "e2e4",
    "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
    "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
    "edit",
    "Pa8",
    "c",
    ".",
    "analyze",
    "exit",
    "undo",
    "remove",
    "level 40 0:01 0",
    "st 0",
    "sd 3",
    "time -5",
    "otim 99999999999999",
    "memory 99999",
    "cores 0",
    "option Hash=-1",
    "variant fischerandom",
    "option Search=MCTS",
    "option MultiPV=5",
    "cores 4",
    "memory 1",
    "post",
    "hard",
    "hint",
    "setboard kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "setboard 7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "setboard 8/8/8/8/8/5k2/8/4K2R w K - 98 80",
    "st 0.01",
];

const WORDS: [&str; 14] = [
    "board",
    "moves",
    "play e4",
    "play e9",
    "e4",
    "undo",
    "new",
    "eval",
    "perft 3",
    "go",
    "level 3",
    "help",
    "fen 8/8 w",
    "stop",
];

/// Starts the engine with limited address space.
pub(super) fn start(setting: &Setting, errors: &Path) -> Result<Talk, String> {
    let mut command = Command::new("prlimit");
    command.arg(format!("--as={ADDRESS_SPACE}")).arg(setting.engine());
    Talk::start(&mut command, errors)
}

/// A hostile line that neither ends the session nor asks for endless work.
fn hostile(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    loop {
        if rng.below(3) == 0 {
            return seeds[rng.below(seeds.len())].clone();
        }
        let mut line = damaged(seeds, rng);
        line.retain(|byte| *byte != b'\n');
        let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
        let first = text.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
        let ends = ["quit", "exit", "wait", "q", "bye", "end"].iter().any(|word| first.starts_with(word));
        // With more digits, a perft between `go` and the next `stop` would run for years.
        let takes_long = ["perft", "bench", "genfens"].iter().any(|word| text.contains(word));
        if !ends && !takes_long {
            return line;
        }
    }
}

/// Sends hostile lines and checks now and then that the program answers.
fn harass(
    talk: &mut Talk,
    (kind, seeds): (&str, &[&str]),
    (ask, answer): (&str, &str),
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<(), TalkError> {
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|line| line.as_bytes().to_vec()).collect();
    for _ in 0..LOOKS {
        for _ in 0..LINES {
            talk.say(hostile(&seeds, rng));
        }
        tally.count(kind, LINES as u64);
        let lines = talk.ask(ask, answer)?;
        if let Some(line) = lines.iter().find(|line| line.contains("internal error")) {
            tally.fault(Fault::Wrong, format!("{kind}: {line}"));
        }
    }
    Ok(())
}

/// Counts failures, and what the program wrote to standard error.
pub(super) fn judge(kind: &str, outcome: Result<(), TalkError>, errors: &Path, tally: &mut Tally) {
    match outcome {
        Ok(()) => {}
        Err(TalkError::Silence) => tally.fault(Fault::Hang, format!("{kind}: no answer")),
        Err(TalkError::End(status)) => tally.fault(Fault::Death, format!("{kind}: {status:?}")),
    }
    let said = std::fs::read_to_string(errors).unwrap_or_default();
    if said.contains("panicked") {
        tally.fault(Fault::Death, format!("{kind}: {}", said.lines().take(3).collect::<Vec<_>>().join(" ")));
    }
}

pub fn uci(setting: &Setting, _: u64, _: Duration, rng: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let errors = setting.folder("uci").join("stderr");
    let mut talk = start(setting, &errors)?;
    let outcome = uci_session(&mut talk, rng, tally);
    judge("UCI", outcome, &errors, tally);
    leave(talk, "quit", "UCI", tally);
    Ok(())
}

fn uci_session(talk: &mut Talk, rng: &mut Rng, tally: &mut Tally) -> Result<(), TalkError> {
    talk.ask("uci", "uciok")?;
    harass(talk, ("UCI", &UCI), ("stop\nisready", "readyok"), rng, tally)?;
    // Whatever came before: with the usual options, each `go` gets its answer.
    talk.ask(
        "stop\nsetoption name Hash value 4\nsetoption name Threads value 2\nsetoption name MultiPV value 1\n\
         setoption name Search value alphabeta\nsetoption name UCI_Chess960 value false\nisready",
        "readyok",
    )?;
    storm(talk, rng, tally)
}

/// Every `go` in a storm of commands gets exactly one answer, and a legal one.
fn storm(talk: &mut Talk, rng: &mut Rng, tally: &mut Tally) -> Result<(), TalkError> {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let mut questions = Vec::new();
    let mut fen = fens[0];
    talk.say(format!("position fen {fen}"));
    for _ in 0..60 {
        match rng.below(6) {
            0 => {
                fen = fens[rng.below(fens.len())];
                talk.say(format!("position fen {fen}"));
            }
            1 => talk.say("stop"),
            2 => talk.say("ponderhit"),
            _ => {
                let limits =
                    ["infinite", "depth 3", "nodes 50", "movetime 1", "ponder wtime 9 btime 9", "wtime 5"];
                talk.say(format!("go {}", limits[rng.below(limits.len())]));
                questions.push(fen);
            }
        }
    }
    tally.count("UCI go", questions.len() as u64);
    let lines = talk.ask("stop\nisready", "readyok")?;
    let answers: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    if answers.len() != questions.len() {
        tally.fault(Fault::Wrong, format!("{} answers to {} go", answers.len(), questions.len()));
    }
    for (fen, answer) in questions.iter().zip(answers) {
        if !is_legal(fen, answer) {
            tally.fault(Fault::Wrong, format!("{answer} in {fen}"));
        }
    }
    Ok(())
}

fn is_legal(fen: &str, answer: &str) -> bool {
    let text = answer.split(' ').nth(1).and_then(|word| word.parse::<MoveText>().ok());
    let board = fen.parse::<Board>().ok();
    board.zip(text).is_some_and(|(board, text)| text.on(&board).is_ok())
}

/// Ends a session. Not exiting, or exiting with an error, is a fault.
pub(super) fn leave(talk: Talk, words: &str, kind: &str, tally: &mut Tally) {
    match talk.quit(words) {
        Some(status) if status.success() => tally.accepted += 1,
        Some(status) => tally.fault(Fault::Death, format!("{kind}: {status} at the end")),
        None => tally.fault(Fault::Hang, format!("{kind}: no end after {words:?}")),
    }
}

pub fn cecp(setting: &Setting, _: u64, _: Duration, rng: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let errors = setting.folder("cecp").join("stderr");
    let mut talk = start(setting, &errors)?;
    talk.say("xboard\nprotover 2");
    let outcome = talk.wait("feature done=1").and_then(|_| {
        talk.say("level 0 0:01 0");
        harass(&mut talk, ("XBoard", &CECP), (".\nexit\n?\nforce\nping 77", "pong 77"), rng, tally)
    });
    judge("XBoard", outcome, &errors, tally);
    leave(talk, ".\nquit", "XBoard", tally);
    Ok(())
}

pub fn words(setting: &Setting, _: u64, _: Duration, rng: &mut Rng, tally: &mut Tally) -> Result<(), String> {
    let errors = setting.folder("words").join("stderr");
    let mut talk = start(setting, &errors)?;
    talk.say("help");
    let outcome = harass(&mut talk, ("words", &WORDS), ("stop\nuci\nisready", "readyok"), rng, tally);
    judge("words", outcome, &errors, tally);
    leave(talk, "quit", "words", tally);
    Ok(())
}
