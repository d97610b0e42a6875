//! A storm of commands in random order, with more threads than cores. Every `go` gets exactly one legal answer.
//!
//! A few seconds by default; `VERNIER_STORM_SECONDS=60 cargo test -p vernier-protocol --test storm` for a long one.

mod common;

use common::{KIWIPETE, Talk, assert_legal_answer, count};
use std::time::{Duration, Instant};
use vernier_engine::Rng;

const FENS: [&str; 4] =
    ["startpos", KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"];

fn pick<'a>(chance: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices[chance.below(choices.len())]
}

fn seconds() -> u64 {
    std::env::var("VERNIER_STORM_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

#[test]
fn every_go_among_random_commands_is_answered_once() {
    let mut talk = Talk::uci();
    let mut chance = Rng::new(0x5eed);
    talk.say("setoption name Threads value 8");
    let end = Instant::now() + Duration::from_secs(seconds());
    // The position of each `go`, in order: answers come in the same order.
    let mut questions = Vec::new();
    let mut fen = FENS[0];
    while Instant::now() < end {
        for _ in 0..chance.below(30) {
            match chance.below(10) {
                0..=3 => {
                    let limits = pick(
                        &mut chance,
                        &[
                            "infinite",
                            "ponder wtime 50 btime 50",
                            "movetime 2",
                            "depth 4",
                            "nodes 500",
                            "wtime 20 btime 20",
                        ],
                    );
                    talk.say(&format!("go {limits}"));
                    questions.push(fen);
                }
                4 | 5 => talk.say("stop"),
                6 => talk.say("ponderhit"),
                7 => talk.say(pick(
                    &mut chance,
                    &[
                        "setoption name Hash value 1",
                        "setoption name Hash value 4",
                        "setoption name Threads value 8",
                        "setoption name Threads value 3",
                        "setoption name MultiPV value 3",
                        "setoption name MultiPV value 1",
                        "setoption name Clear Hash",
                        "ucinewgame",
                    ],
                )),
                8 => {
                    fen = FENS[chance.below(FENS.len())];
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
