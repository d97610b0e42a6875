//! Work beside the search: commands that take a while are answered in order, and can be stopped.

mod common;

use common::{Talk, count};
use vernier_engine::Engine;
use vernier_protocol::{ReadMode, Session, Terminal};

/// Everything that a session prints when all its input is there from the start.
fn piped(script: &str) -> Vec<String> {
    let talk = Talk::start();
    talk.say(script);
    talk.end()
}

fn place(lines: &[String], start: &str) -> usize {
    lines
        .iter()
        .position(|line| line.starts_with(start))
        .unwrap_or_else(|| panic!("no line starts with {start:?}: {lines:?}"))
}

#[test]
fn perft_before_quit_is_answered() {
    for script in ["uci\ngo perft 4\nquit", "uci\nperft 4\nquit", "perft 4\nquit"] {
        let lines = piped(script);
        assert_eq!(lines[place(&lines, "Nodes searched")], "Nodes searched: 197281", "{script:?}");
    }
}

#[test]
fn bench_before_quit_is_answered() {
    for script in ["bench 2\nquit", "uci\nbench 2\nquit"] {
        let lines = piped(script);
        assert!(lines.iter().any(|line| line.contains(" nodes ") && line.ends_with(" nps")), "{lines:?}");
    }
}

#[test]
fn eval_shows_the_network_that_evaluates() {
    let lines = piped("uci\nposition startpos\neval\nquit");
    assert!(place(&lines, "material") < place(&lines, "Network "), "{lines:?}");
    let lines = piped("uci\nsetoption name Use NNUE value false\neval\nquit");
    assert_eq!(count(&lines, "No network is in use"), 1);
    assert_eq!(count(&lines, "Network "), 0);
    assert_eq!(count(&piped("eval\nquit"), "Network "), 1);
}

#[test]
fn commands_after_wait_run_in_order() {
    let lines = piped(
        "uci\nposition startpos\ngo depth 6\nwait\nposition startpos moves e2e4\nd\nisready\neval\nquit",
    );
    let order = ["info depth 6 ", "bestmove", "FEN rnbqkbnr/pppppppp/8/8/4P3", "readyok", "Network "];
    let places = order.map(|start| place(&lines, start));
    assert!(places.is_sorted(), "{places:?} {lines:?}");
    // Twice in a row, and without a search to wait for.
    let lines = piped("uci\nwait\ngo depth 3\nwait\nwait\ngo depth 3\nwait\nisready\nquit");
    assert_eq!(count(&lines, "bestmove"), 2);
    assert!(place(&lines, "bestmove") < place(&lines, "readyok"));
}

#[test]
fn wait_returns_at_once_if_the_search_ended_during_perft() {
    let lines = piped("uci\ngo depth 1\nperft 5\nwait\nisready\nquit");
    assert_eq!((count(&lines, "bestmove"), count(&lines, "readyok")), (1, 1));
}

#[test]
fn perft_can_be_stopped_and_isready_is_answered_meanwhile() {
    let mut talk = Talk::uci();
    talk.say("go perft 20");
    talk.settle();
    talk.say("stop");
    talk.expect("info string perft stopped");
    talk.settle();
    talk.say("perft 20");
    // Nothing that waits could be meant by this stop.
    talk.say("position startpos moves e2e4\nstop");
    talk.expect("info string perft stopped");
    talk.say("d");
    talk.expect("FEN rnbqkbnr/pppppppp/8/8/4P3");
    assert!(talk.quit().iter().all(|line| !line.starts_with("Nodes searched")));
}

#[test]
fn bench_can_be_stopped_and_isready_is_answered_meanwhile() {
    let mut talk = Talk::uci();
    talk.say("bench 90");
    talk.settle();
    talk.say("stop");
    talk.expect("info string bench stopped");
    talk.settle();
    assert_eq!(count(&talk.quit(), "bestmove"), 0);
}

#[test]
fn a_stop_after_go_stops_that_search() {
    let talk = Talk::uci();
    talk.say("go perft 5\ngo infinite\nstop\nquit");
    let lines = talk.end();
    assert!(place(&lines, "Nodes searched: 4865609") < place(&lines, "bestmove"));
}

#[test]
fn each_stop_ends_the_perft_before_it() {
    let talk = Talk::uci();
    talk.say("perft 20\nstop\nperft 20\nstop\nperft 20\nstop\nisready\nquit");
    let lines = talk.end();
    assert_eq!(count(&lines, "info string perft stopped"), 3);
    assert_eq!(count(&lines, "readyok"), 1);
}

#[test]
fn typing_stop_ends_a_perft() {
    let mut talk = Talk::start();
    talk.say("perft 20\nstop");
    talk.expect("info string perft stopped");
    assert_eq!(talk.quit().len(), 3);
}

#[test]
fn typing_quit_ends_a_perft() {
    let talk = Talk::with(Session::new(Engine::new()).at_terminal(Terminal { width: || 80, color: false }));
    talk.say("perft 20\nquit");
    assert_eq!(count(&talk.end(), "Nodes searched"), 0);
}

#[test]
fn piped_commands_do_not_interrupt_each_other() {
    let talk = Talk::with(Session::new(Engine::new()).with_read_mode(ReadMode::Sequential));
    talk.say("perft 4\nstop\nquit");
    assert_eq!(count(&talk.end(), "Nodes searched: 197281"), 1);
}

#[test]
fn perft_depths_out_of_range_are_rejected() {
    let lines = piped("uci\ngo perft 4000000000\nquit");
    assert_eq!(count(&lines, "info string error: perft counts at most 1000 plies"), 1);
}
