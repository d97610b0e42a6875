//! Choosing who judges, through the options of a session.

mod common;

use std::path::PathBuf;
use vernier_nnue::Network;

fn write(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("vernier-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).expect("the temporary folder can be written");
    path
}

/// The score of the first iteration, which is about what the evaluation says.
fn first_score(talk: &mut common::Talk) -> String {
    talk.say("position startpos\ngo depth 1");
    let lines = talk.collect("bestmove");
    let line = lines.iter().rfind(|line| line.contains(" score ")).expect("a scored line");
    line.split(" score ").nth(1).expect("a score").split(" nodes").next().expect("a score").to_owned()
}

#[test]
fn a_network_file_is_used_until_turned_off() {
    let network = Network::random(32, 1, 9).expect("the shape is fine");
    let path = write("judge.nnue", &network.to_bytes());
    let mut talk = common::Talk::uci();
    talk.say("setoption name Use NNUE value false");
    let by_hand = first_score(&mut talk);
    talk.say(&format!("setoption name EvalFile value {}", path.display()));
    let remark = talk.settle().join("\n");
    let checksum =
        format!("{:08x}", Network::from_bytes(&network.to_bytes()).expect("sound").header().checksum);
    assert!(remark.contains(&checksum) && remark.contains("(768 -> 32) x 2 -> 1"), "{remark}");
    assert_eq!(first_score(&mut talk), by_hand, "still turned off");
    talk.say("setoption name Use NNUE value true");
    assert_ne!(first_score(&mut talk), by_hand);
    talk.quit();
    std::fs::remove_file(path).expect("written before");
}

/// What `bench 3` and `genfens` print in a session with these options, without the speed.
fn bench_and_positions(options: &str) -> (Vec<String>, Vec<String>) {
    let talk = common::Talk::uci();
    talk.say(&format!("{options}\nbench 3\ngenfens 400 seed 5 book None"));
    let lines = talk.quit();
    let with = |text: &str| lines.iter().filter(|line| line.contains(text)).cloned().collect();
    (with("/45 "), with("string genfens "))
}

#[test]
fn bench_and_genfens_evaluate_as_the_session_does() {
    let path = write("bench.nnue", &Network::random(32, 1, 9).expect("the shape is fine").to_bytes());
    let load = format!("setoption name EvalFile value {}", path.display());
    let usual = bench_and_positions("");
    let by_file = bench_and_positions(&load);
    let by_hand = bench_and_positions("setoption name Use NNUE value false");
    for (bench, positions) in [&usual, &by_file, &by_hand] {
        assert_eq!((bench.len(), positions.len()), (45, 400));
    }
    for (one, other) in [(&usual, &by_file), (&usual, &by_hand), (&by_file, &by_hand)] {
        assert_ne!(one.0, other.0);
        assert_ne!(one.1, other.1);
    }
    let other_options = "setoption name Hash value 1\nsetoption name MultiPV value 3";
    assert_eq!(bench_and_positions(other_options), usual, "everything else stays as usual");
    let back = format!("{load}\nsetoption name EvalFile value <embedded>");
    assert_eq!(bench_and_positions(&back), usual);
    std::fs::remove_file(path).expect("written before");
}

#[test]
fn files_that_are_not_networks_are_rejected() {
    let sound = Network::random(32, 1, 9).expect("the shape is fine").to_bytes();
    let mut flipped = sound.clone();
    flipped[5_000] ^= 16;
    let cases = [
        ("empty.nnue", Vec::new(), "not a network of Vernier"),
        ("foreign.nnue", vec![7; 100_000], "`vernier net import` converts"),
        ("cut.nnue", sound[..sound.len() / 2].to_vec(), "bytes and should have"),
        ("flipped.nnue", flipped, "the weights are damaged"),
    ];
    let mut talk = common::Talk::uci();
    let before = first_score(&mut talk);
    for (name, bytes, reason) in cases {
        let path = write(name, &bytes);
        talk.say(&format!("setoption name EvalFile value {}", path.display()));
        let answer = talk.settle().join("\n");
        assert!(answer.contains("EvalFile keeps its value") && answer.contains(reason), "{name}: {answer}");
        std::fs::remove_file(path).expect("written before");
    }
    let folder = std::env::temp_dir();
    talk.say(&format!("setoption name EvalFile value {}", folder.display()));
    assert!(talk.settle().join("\n").contains("is not a file"));
    assert_eq!(first_score(&mut talk), before);
    talk.quit();
}
