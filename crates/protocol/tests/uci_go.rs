//! Searches: whatever limits they have and whatever comes between, each is answered once, in its time.

mod common;

use common::{KIWIPETE, Talk, assert_legal_answer, count, scored_lines};
use vernier_chess::Board;
use vernier_protocol::uci::Info;

#[test]
fn every_limited_go_is_answered_once() {
    let mut talk = Talk::uci();
    let limits = [
        "wtime 100",
        "btime 100",
        "wtime -5 btime 100",
        "wtime 0 btime 0",
        "wtime 0",
        "wtime 10",
        "wtime 1 btime 1",
        "wtime 99999999999999999999 btime 1 depth 2",
        "wtime abc btime 100 depth 3",
        "wtime depth 2",
        "wtime 200 btime 200 movestogo 0",
        "wtime 200 btime 200 movestogo -5",
        "wtime 200 btime 200 movestogo 1",
        "wtime 5 btime 5 winc 5 binc 5",
        "movetime 0",
        "movetime 1",
        "movetime -7",
        "nodes 0",
        "nodes 1",
        "nodes 100 depth 50 movetime 100000 wtime 100000 btime 100000",
        "depth 0",
        "depth -1",
        "depth 2 nodes 1000000",
        "mate 1 depth 3",
        "depth 2 searchmoves e2e5",
        "depth 2 searchmoves 0000",
        "depth 2 searchmoves",
        "searchmoves e2e4 d2d4 depth 2",
        "searchmoves a1a1 h8h8 depth 2",
        "depth 2 wibble wobble 3",
    ];
    for (index, limits) in limits.iter().enumerate() {
        for fen in ["startpos", KIWIPETE] {
            let position = if fen == "startpos" { fen.to_owned() } else { format!("fen {fen}") };
            talk.say(&format!("position {position}\ngo {limits}"));
            let lines = talk.collect("bestmove");
            assert_legal_answer(fen, lines.last().unwrap());
            assert!(scored_lines(&lines) > 0, "{limits}: no line with a score: {lines:?}");
        }
        assert_eq!(count(&talk.settle(), "bestmove"), 0, "a second answer after {index} {limits}");
    }
    let lines = talk.quit();
    assert_eq!(count(&lines, "bestmove"), 2 * limits.len());
}

#[test]
fn a_dead_draw_ends_at_every_depth() {
    let mut talk = Talk::uci();
    talk.say("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1\ngo depth 99999");
    assert_legal_answer("8/8/4k3/8/8/3K4/8/8 w - - 0 1", &talk.expect("bestmove"));
    talk.quit();
}

#[test]
fn the_deepest_search_ends_in_a_locked_position() {
    let mut talk = Talk::uci();
    let fen = "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1";
    talk.say(&format!("position fen {fen}\ngo depth 99999"));
    let lines = talk.collect("bestmove");
    assert_legal_answer(fen, lines.last().unwrap());
    assert!(lines.iter().any(|line| line.starts_with("info depth 245 ")), "{:?}", lines.last());
    talk.quit();
}

#[test]
fn a_new_period_starts_after_the_last_move_of_the_old_one() {
    let mut talk = Talk::uci();
    let mut played = String::new();
    let mut board = Board::start();
    for ply in 0..90 {
        let left = 40 - ply / 2 % 40;
        talk.say(&format!("position startpos moves{played}\ngo wtime 30 btime 30 movestogo {left}"));
        let answer = talk.expect("bestmove");
        let word = answer.split(' ').nth(1).unwrap();
        if word == "(none)" {
            break;
        }
        let mv = board.parse_uci(word).unwrap_or_else(|error| panic!("{answer}: {error}"));
        board = board.play(mv);
        played.push_str(&format!(" {word}"));
    }
    talk.quit();
}

#[test]
fn nodestime_makes_games_repeatable() {
    let mut games = Vec::new();
    for _ in 0..2 {
        let mut talk = Talk::uci();
        talk.say("setoption name nodestime value 5\nucinewgame");
        let mut played = String::new();
        for _ in 0..6 {
            // The real clock shows nonsense after the first move; it is not looked at.
            let clock = if played.is_empty() { 3_000 } else { 1 };
            talk.say(&format!(
                "position startpos moves{played}\ngo wtime {clock} btime {clock} winc 10 binc 10"
            ));
            let lines = talk.collect("bestmove");
            let nodes = lines.iter().rev().find_map(|line| Info::read(line.strip_prefix("info ")?).nodes);
            played.push_str(&format!(" {}", lines.last().unwrap().split(' ').nth(1).unwrap()));
            games.push((played.clone(), nodes));
        }
        talk.quit();
    }
    let (first, second) = games.split_at(6);
    assert_eq!(first, second);
    assert!(first.iter().all(|(_, nodes)| nodes.is_some_and(|nodes| nodes < 8_000)), "{first:?}");
}

#[test]
fn many_threads_are_ready_before_they_are_needed() {
    let mut talk = Talk::uci();
    talk.say("setoption name Threads value 100");
    assert_eq!(talk.settle(), ["readyok"]);
    for limits in ["nodes 1", "movetime 1", "wtime 10 btime 10", "infinite\nstop"] {
        talk.say(&format!("position startpos\ngo {limits}"));
        assert_legal_answer("startpos", &talk.expect("bestmove"));
    }
    assert_eq!(count(&talk.quit(), "bestmove"), 4);
}

#[test]
fn searchmoves_restrict_the_search_and_illegal_ones_are_dropped() {
    let mut talk = Talk::uci();
    talk.say("position startpos\ngo searchmoves a2a3 e2e5 h2h3 depth 4");
    let lines = talk.collect("bestmove");
    let answer = lines.last().unwrap();
    assert!(answer.starts_with("bestmove a2a3") || answer.starts_with("bestmove h2h3"), "{answer}");
    talk.say("go depth 1 searchmoves e2e5");
    assert_eq!(count(&talk.collect("bestmove"), "info string no legal move in searchmoves"), 1);
    talk.quit();
}

#[test]
fn endless_searches_wait_for_stop() {
    let mut talk = Talk::uci();
    for go in
        ["go infinite", "go", "go infinite depth 1", "go infinite nodes 1", "go ponder", "go ponder depth 1"]
    {
        talk.say(&format!("position startpos\n{go}"));
        for _ in 0..3 {
            assert_eq!(count(&talk.settle(), "bestmove"), 0, "{go}");
        }
        talk.say("stop");
        assert_legal_answer("startpos", &talk.expect("bestmove"));
    }
    // A mate found at once does not end an endless search.
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo infinite");
    talk.expect("info depth 5 ");
    assert_eq!(count(&talk.settle(), "bestmove"), 0);
    talk.say("stop");
    assert!(talk.expect("bestmove").starts_with("bestmove a1a8"));
    assert_eq!(count(&talk.quit(), "bestmove"), 7);
}

#[test]
fn stop_right_after_go_is_never_lost() {
    let mut talk = Talk::uci();
    for round in 0..100 {
        talk.say("position startpos\ngo infinite\nstop");
        assert_legal_answer("startpos", &talk.expect("bestmove"));
        if round % 10 == 0 {
            assert_eq!(count(&talk.settle(), "bestmove"), 0);
        }
    }
    assert_eq!(count(&talk.quit(), "bestmove"), 100);
}

#[test]
fn pondering_ends_on_a_hit_or_a_stop() {
    let mut talk = Talk::uci();
    talk.say("position startpos moves e2e4 e7e5\ngo ponder wtime 300 btime 300 winc 0 binc 0");
    assert_eq!(count(&talk.settle(), "bestmove"), 0);
    talk.say("ponderhit");
    talk.expect("bestmove");
    talk.say("go ponder movetime 5");
    assert_eq!(count(&talk.settle(), "bestmove"), 0);
    talk.say("ponderhit");
    talk.expect("bestmove");
    talk.say("go ponder wtime 300 btime 300\nstop");
    talk.expect("bestmove");
    assert_eq!(count(&talk.quit(), "bestmove"), 3);
}

#[test]
fn stop_and_ponderhit_out_of_place_are_ignored() {
    let mut talk = Talk::uci();
    talk.say("stop\nponderhit\nstop");
    assert_eq!(talk.settle(), ["readyok"]);
    talk.say("go depth 1");
    talk.expect("bestmove");
    talk.say("stop\nponderhit");
    assert_eq!(talk.settle(), ["readyok"]);
    talk.quit();
}

#[test]
fn commands_during_a_search_end_the_search_first() {
    let mut talk = Talk::uci();
    for command in [
        "position startpos moves e2e4",
        "ucinewgame",
        "setoption name Hash value 8",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "go infinite",
        "position fen junk",
    ] {
        talk.say("position startpos\ngo infinite");
        talk.expect("info depth");
        talk.say(command);
        assert_legal_answer("startpos", &talk.expect("bestmove"));
        talk.say("stop");
        let lines = talk.settle();
        assert_eq!(count(&lines, "bestmove"), usize::from(command == "go infinite"), "{command}");
    }
    talk.quit();
}

#[test]
fn wait_delays_the_commands_after_it() {
    let mut talk = Talk::uci();
    talk.say("go depth 7\nwait\nposition startpos moves e2e4\nisready");
    let lines = talk.collect("readyok");
    assert_eq!(count(&lines, "info depth 7 "), 1, "{lines:?}");
    assert_eq!(count(&lines, "bestmove"), 1);
    // There is nothing to wait for, or it would never end.
    talk.say("wait\ngo infinite\nwait\nstop");
    talk.expect("bestmove");
    talk.quit();
}
