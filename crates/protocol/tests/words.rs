//! Random text into every reader of words: nothing panics, and what is understood reads back the same.

use vernier_engine::Rng;
use vernier_protocol::{MoveText, cecp, uci};

/// Words that mean something somewhere, and some that mean nothing.
const WORDS: &[&str] = &[
    "uci",
    "go",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "E7E8Q",
    "0000",
    "setoption",
    "name",
    "value",
    "info",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "wdl",
    "pv",
    "string",
    "option",
    "type",
    "spin",
    "check",
    "combo",
    "default",
    "min",
    "max",
    "var",
    "bestmove",
    "(none)",
    "ponder",
    "depth",
    "nodes",
    "wtime",
    "searchmoves",
    "infinite",
    "perft",
    "bench",
    "genfens",
    "seed",
    "book",
    "None",
    "level",
    "40",
    "5:30",
    "0.1",
    "st",
    "ping",
    "-1",
    "99999999999999999999",
    "usermove",
    "O-O",
    "O-O-O",
    "exclude",
    "all",
    "feature",
    "done=1",
    "myname=\"a b\"",
    "=",
    "\"",
    "{x}",
    "1-0",
    "stat01:",
    "Illegal",
    "move",
    "Error",
    "(x):",
    "#",
    "Hint:",
    "\t",
    "é",
    "\u{fffd}",
    "\0",
    "currline",
    "refutation",
    "1",
    "2",
    "3",
];

/// Commands and replies that were understood are written and understood again, equally.
#[test]
fn random_lines_never_panic_and_round_trip() {
    let mut random = Rng::new(7);
    let mut understood = [0; 4];
    for _ in 0..60_000 {
        let words: Vec<&str> = (0..random.below(9)).map(|_| WORDS[random.below(WORDS.len())]).collect();
        let mut line = words.join(" ");
        if random.below(4) == 0 {
            let noise: Vec<u8> = (0..random.below(12)).map(|_| random.below(256) as u8).collect();
            line.push_str(&String::from_utf8_lossy(&noise));
        }
        if let Ok(command) = line.parse::<uci::Command>() {
            understood[0] += 1;
            // A number that could not be read is remembered but not written.
            if !matches!(&command, uci::Command::Go(go) if go.unreadable) {
                assert_eq!(command.to_string().parse().as_ref(), Ok(&command), "{line:?}");
            }
        }
        if let Ok(reply) = line.parse::<uci::Reply>() {
            understood[1] += 1;
            assert_eq!(
                reply.to_string().parse::<uci::Reply>().map(|again| again.to_string()),
                Ok(reply.to_string()),
                "{line:?}"
            );
        }
        if let Ok(command) = line.parse::<cecp::Command>() {
            understood[2] += 1;
            assert_eq!(command.to_string().parse().as_ref(), Ok(&command), "{line:?}");
        }
        if let Ok(reply) = line.parse::<cecp::Reply>() {
            understood[3] += 1;
            let _ = reply.to_string().parse::<cecp::Reply>();
        }
        let _ = line.parse::<MoveText>();
    }
    assert!(understood.iter().all(|count| *count > 300), "{understood:?}");
}
