//! A storm of commands in random order, with more threads than cores. Every `go` gets exactly one legal answer.
//!
//! A few seconds by default; `VERNIER_STORM_SECONDS=60 cargo test -p vernier-protocol --test storm` for a long one.

mod common;

use common::{Talk, assert_legal_answer, count};
use std::time::{Duration, Instant};

const FENS: [&str; 4] = [
    "startpos",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

fn seconds() -> u64 {
    std::env::var("VERNIER_STORM_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

#[test]
fn every_go_in_a_storm_is_answered_once() {
    let mut talk = Talk::uci();
    let mut random = Random(0x5eed_5eed_5eed_5eed);
    talk.say("setoption name Threads value 8");
    let end = Instant::now() + Duration::from_secs(seconds());
    // The position of each `go`, in order: answers come in the same order.
    let mut questions = Vec::new();
    let mut fen = FENS[0];
    while Instant::now() < end {
        for _ in 0..random.below(30) {
            match random.below(10) {
                0..=3 => {
                    let limits = random.pick(&[
                        "infinite",
                        "ponder wtime 50 btime 50",
                        "movetime 2",
                        "depth 4",
                        "nodes 500",
                        "wtime 20 btime 20",
                    ]);
                    talk.say(&format!("go {limits}"));
                    questions.push(fen);
                }
                4 | 5 => talk.say("stop"),
                6 => talk.say("ponderhit"),
                7 => talk.say(random.pick(&[
                    "setoption name Hash value 1",
                    "setoption name Hash value 4",
                    "setoption name Threads value 8",
                    "setoption name Threads value 3",
                    "setoption name MultiPV value 3",
                    "setoption name MultiPV value 1",
                    "setoption name Clear Hash",
                    "ucinewgame",
                ])),
                8 => {
                    fen = FENS[random.below(FENS.len())];
                    talk.say(&if fen == "startpos" {
                        format!("position {fen}")
                    } else {
                        format!("position fen {fen}")
                    });
                }
                _ => talk.say("isready"),
            }
        }
        talk.settle();
    }
    talk.say("stop");
    talk.settle();
    let lines = talk.quit();
    let answers: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(answers.len(), questions.len());
    assert!(questions.len() > 50, "{}", questions.len());
    for (fen, answer) in questions.iter().zip(answers) {
        assert_legal_answer(fen, answer);
    }
    assert_eq!(count(&lines, "info string internal error"), 0);
}
