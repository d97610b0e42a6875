//! The course of a UCI session: options, unknown words, and its end.

mod common;

use common::{Talk, count};

#[test]
fn uci_and_setup_commands_may_be_repeated() {
    let mut talk = Talk::uci();
    talk.say("uci");
    let lines = talk.collect("uciok");
    assert_eq!((count(&lines, "id name Vernier"), count(&lines, "id author")), (1, 1));
    let names: Vec<&str> =
        ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Move Overhead", "UCI_ShowWDL", "UCI_Elo"]
            .into();
    for name in names {
        assert_eq!(count(&lines, &format!("option name {name} type ")), 1, "{name}");
    }
    talk.say("register later\ndebug on\ndebug off\nucinewgame");
    assert_eq!(talk.settle(), ["readyok"]);
    talk.quit();
}

#[test]
fn invalid_option_values_change_nothing() {
    let mut talk = Talk::uci();
    for (name, value) in [
        ("Hash", "0"),
        ("Hash", "-1"),
        ("Hash", "abc"),
        ("Hash", ""),
        ("Hash", "1048576"),
        ("Threads", "many"),
        ("Ponder", "perhaps"),
        ("UCI_ShowWDL", "2"),
        ("Move Overhead", "-1"),
    ] {
        talk.say(&format!("setoption name {name} value {value}"));
        let lines = talk.settle();
        assert_eq!(
            count(&lines, &format!("info string error: option {name} keeps its value")),
            1,
            "{lines:?}"
        );
    }
    for silent in [
        "setoption name Nonsense value 3",
        "setoption name SyzygyPath value <empty>",
        "setoption name UCI_Variant value chess",
        "setoption name moveoverhead value 30",
        "setoption name MOVE OVERHEAD value 30",
        "setoption name Clear Hash value whatever",
        "setoption name Threads value 0",
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 1000",
        "setoption name hash value  2 ",
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
        "setoption name Ponder value TRUE",
    ] {
        talk.say(silent);
        assert_eq!(talk.settle(), ["readyok"], "{silent}");
    }
    for broken in ["setoption", "setoption name", "setoption Hash value 3", "setoption name value 3"] {
        talk.say(broken);
        assert_eq!(count(&talk.settle(), "info string error: "), 1, "{broken}");
    }
    talk.say("go depth 2");
    talk.expect("bestmove");
    talk.quit();
}

#[test]
fn odd_bytes_and_unknown_words_are_ignored() {
    let mut talk = Talk::uci();
    talk.say_bytes(b"\xff\xfe\0\x80 go \n\0\0\0\n\x1b[A\n");
    talk.say("\t isready \r");
    let lines = talk.collect("readyok");
    assert_eq!(count(&lines, "bestmove"), 0);
    talk.say("stop\nxyzzy\n\n   \n/quit\nQUIT");
    assert_eq!(count(&talk.settle(), "info string"), 0);
    talk.say("debug on\nxyzzy 1 2 3");
    assert_eq!(count(&talk.settle(), "info string unknown command 'xyzzy'"), 1);
    talk.say("debug off\njoho isready");
    talk.expect("readyok");
    talk.say_bytes(b"position startpos\r\ngo depth 1\r\n");
    let answer = talk.expect("bestmove");
    assert!(!answer.ends_with('\r'));
    talk.quit();
}

#[test]
fn an_endless_line_is_discarded() {
    let mut talk = Talk::uci();
    let token = vec![b'x'; 1 << 20];
    for _ in 0..6 {
        talk.say_bytes(&token);
    }
    talk.say("");
    talk.say_bytes(b"position startpos moves ");
    talk.say_bytes(&token);
    talk.say("");
    let lines = talk.settle();
    assert_eq!(count(&lines, "info string error: a line of more than 4 MiB"), 1);
    assert_eq!(count(&lines, "info string error: move 1 'xxxxxxxx"), 1);
    talk.quit();
}

#[test]
fn end_of_input_ends_the_session() {
    for script in [
        "uci\n",
        "uci\nisready",
        "uci\nposition startpos\ngo infinite",
        "uci\ngo ponder wtime 1000 btime 1000\n",
    ] {
        let talk = Talk::start();
        talk.say_bytes(script.as_bytes());
        let lines = talk.end();
        assert_eq!(count(&lines, "uciok"), 1);
        assert_eq!(count(&lines, "bestmove"), usize::from(script.contains("go ")), "{script}");
    }
}

#[test]
fn commands_beyond_the_standard() {
    let mut talk = Talk::uci();
    talk.say("position startpos\ngo perft 3");
    let lines = talk.collect("Nodes searched");
    assert_eq!((lines.last().unwrap().as_str(), lines.len()), ("Nodes searched: 8902", 22));
    talk.say("perft 1\nflip\nd");
    assert_eq!(talk.expect("FEN"), "FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    talk.say("eval\nhelp");
    talk.expect("evaluation ");
    talk.expect("Vernier speaks UCI");
    talk.say("bench 1");
    let last = talk.expect("45/45");
    assert!(last.contains("nodes"));
    talk.say("genfens 3 seed 9 book None");
    talk.settle();
    let lines = talk.quit();
    assert_eq!(count(&lines, "info string genfens "), 3);
    assert_eq!(lines.iter().filter(|line| line.contains(" nodes ") && line.ends_with(" nps")).count(), 1);
}
