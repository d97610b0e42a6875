//! What a UCI session does with good and bad input, row by row of what GUIs and users have been seen to send.

mod common;

use common::{Talk, assert_legal_answer, count};
use vernier_chess::{Board, CastlingMode};
use vernier_protocol::uci::{Info, ScoreValue};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Says `position`, and checks that it is refused whole: one error, then no position until a good one comes.
fn assert_refused(talk: &mut Talk, position: &str) {
    talk.say("position startpos moves d2d4");
    talk.say(position);
    let lines = talk.settle();
    assert_eq!(count(&lines, "info string error: "), 1, "{position:.80}: {lines:?}");
    talk.say("go depth 1");
    let lines = talk.collect("bestmove");
    assert_eq!(lines, ["info string error: no valid position", "bestmove (none)"], "{position:.80}");
    talk.say("position startpos\ngo depth 1");
    assert_legal_answer("startpos", &talk.expect("bestmove"));
}

#[test]
fn positions_that_make_no_sense_are_refused_whole() {
    let mut talk = Talk::uci();
    let fens = [
        "",
        "blah",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/4k3/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/KK6 w - - 0 1",
        "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "4k3/8/8/8/PPPPPPPP/P7/8/4K3 w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQ5/k7/2K5 w - - 0 1",
        "4k4/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/0p7/8/8/8/8/8/4K3 w - - 0 1",
        "4k3//8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkqK - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w ZZ - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e5 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - z9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 32768 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 100000000000",
        "４k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "\u{feff}4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8\0/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/1b3n2/8/4n3/8/3K4 w - - 0 1 trailing words",
    ];
    for fen in fens {
        assert_refused(&mut talk, &format!("position fen {fen}"));
    }
    for position in ["position", "position fen", "position e2e4", "position fen moves e2e4"] {
        assert_refused(&mut talk, position);
    }
    let lines = talk.quit();
    assert_eq!(count(&lines, "bestmove"), 2 * (fens.len() + 4));
}

#[test]
fn pawns_on_the_back_ranks_are_refused_on_every_square() {
    let mut talk = Talk::uci();
    for (rank, pawn) in [(0, 'P'), (0, 'p'), (7, 'P'), (7, 'p')] {
        for file in 0..8 {
            let mut squares = vec!['.'; 64];
            (squares[8 * 4], squares[8 * 4 + 7]) = ('k', 'K');
            squares[8 * (7 - rank) + file] = pawn;
            let ranks: Vec<String> =
                squares.chunks(8).map(|rank| rank.iter().collect::<String>().replace('.', "1")).collect();
            let fen = ranks.join("/");
            let fen = (2..=8).rev().fold(fen, |fen, run| fen.replace(&"1".repeat(run), &run.to_string()));
            talk.say(&format!("position fen {fen} w - - 0 1"));
            let lines = talk.settle();
            assert_eq!(count(&lines, "info string error: "), 1, "{fen}");
        }
    }
    talk.quit();
}

#[test]
fn positions_that_can_be_understood_are_taken() {
    let mut talk = Talk::uci();
    // What was said, and the position it means.
    let cases = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 3 0", "4k3/8/8/8/8/8/8/4K2R w - - 3 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 32767 1", "4k3/8/8/8/8/8/8/4K2R w - - 32767 1"),
        (
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ),
    ];
    for (said, meant) in cases {
        talk.say(&format!("position\tfen\t{said}\nd"));
        let shown = talk.expect("FEN ");
        assert_eq!(shown, format!("FEN {meant}"));
        talk.say("go depth 1");
        let lines = talk.collect("bestmove");
        assert_eq!(count(&lines, "info string error"), 0, "{said}");
        assert_legal_answer(meant, lines.last().unwrap());
    }
    talk.quit();
}

#[test]
fn rights_that_cannot_be_are_dropped_with_a_word() {
    let mut talk = Talk::uci();
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1");
    assert_eq!(count(&talk.settle(), "info string position mended: "), 1);
    talk.quit();
}

#[test]
fn drawn_roots_are_searched_all_the_same() {
    let mut talk = Talk::uci();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
    let positions = [
        ("fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1".to_owned(), "8/8/4k3/8/8/3K4/8/8 w - - 0 1"),
        ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 100 90".to_owned(), "4k3/8/8/8/8/8/4P3/4K3 w - - 100 90"),
        (format!("startpos moves {shuffle}"), "startpos"),
    ];
    for (position, fen) in positions {
        talk.say(&format!("position {position}\ngo depth 4"));
        let lines = talk.collect("bestmove");
        assert_legal_answer(fen, lines.last().unwrap());
        assert!(count(&lines, "info depth") > 0, "{position}");
    }
    talk.quit();
}

#[test]
fn moves_that_make_no_sense_are_refused_whole() {
    let mut talk = Talk::uci();
    for (moves, named) in [
        ("e2e5", "move 1 'e2e5'"),
        ("e2e4 e7e5 e1e3", "move 3 'e1e3'"),
        ("e2e4 xyzzy", "move 2 'xyzzy'"),
        ("0000", "move 1 '0000'"),
        ("e2e4 e2e4", "move 2 'e2e4'"),
        ("e2e4q", "move 1 'e2e4q'"),
        ("(none)", "move 1 '(none)'"),
    ] {
        assert_refused(&mut talk, &format!("position startpos moves {moves}"));
        talk.say(&format!("position startpos moves {moves}"));
        let lines = talk.settle();
        assert!(lines[0].contains(named), "{moves}: {lines:?}");
    }
    talk.say("position fen 4k3/1P6/8/8/8/8/8/4K3 w - - 0 1 moves B7B8Q\nd");
    assert_eq!(talk.expect("FEN"), "FEN 1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1");
    talk.quit();
}

#[test]
fn finished_games_have_a_score_and_no_move() {
    let mut talk = Talk::uci();
    let cases = [
        ("fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "score mate 0"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "score mate 0"),
    ];
    for (position, score) in cases {
        for go in ["go depth 3", "go movetime 10", "go nodes 1", "go wtime 1000 btime 1000", "go mate 2"] {
            talk.say(&format!("position {position}\n{go}"));
            let lines = talk.collect("bestmove");
            assert_eq!(lines.len(), 2, "{position} {go}: {lines:?}");
            assert!(lines[0].starts_with("info depth 0 ") && lines[0].contains(score), "{lines:?}");
            assert_eq!(lines[1], "bestmove (none)");
        }
        talk.say(&format!("position {position}\ngo infinite"));
        assert_eq!(count(&talk.settle(), "bestmove"), 0, "an endless search waits for stop");
        talk.say("stop");
        assert_eq!(talk.expect("bestmove"), "bestmove (none)");
    }
    talk.quit();
}

#[test]
fn long_histories_are_no_burden() {
    let mut talk = Talk::uci();
    for rounds in [300, 1_500, 52_000] {
        let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(rounds);
        talk.say(&format!("position startpos moves {moves}\ngo depth 2"));
        let lines = talk.collect("bestmove");
        assert_eq!(count(&lines, "info string error"), 0);
        assert_legal_answer("startpos", lines.last().unwrap());
    }
    talk.quit();
}

#[test]
fn castling_is_written_as_the_gui_wants_it() {
    let mut talk = Talk::uci();
    let fen = "6k1/8/8/8/8/8/PPP5/R3K2R w KQ - 0 1";
    for (set, moves) in [("false", "e1g1"), ("false", "e1h1"), ("true", "e1h1"), ("true", "e1g1")] {
        talk.say(&format!("setoption name UCI_Chess960 value {set}\nposition fen {fen} moves {moves}\nd"));
        assert_eq!(talk.expect("FEN"), "FEN 6k1/8/8/8/8/8/PPP5/R4RK1 b - - 1 1", "{set} {moves}");
    }
    for (set, word) in [("false", "e1g1"), ("true", "e1h1")] {
        talk.say(&format!("setoption name UCI_Chess960 value {set}"));
        talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1");
        let lines = talk.collect("bestmove");
        assert!(lines.last().unwrap().starts_with(&format!("bestmove {word}")), "{lines:?}");
    }
    // Chess960 although nobody said so: a word about it, and never a king that moves to where it stands.
    talk.say("setoption name UCI_Chess960 value false");
    let fen = "4k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1";
    talk.say(&format!("position fen {fen}\ngo depth 1 searchmoves c1b1"));
    let lines = talk.collect("bestmove");
    assert_eq!(count(&lines, "info string Chess960"), 1, "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove c1b1"), "{lines:?}");
    let board: Board = fen.parse().unwrap();
    assert!(board.legal_moves().iter().all(|mv| board.uci(*mv, CastlingMode::Standard) != "c1c1"));
    talk.quit();
}

#[test]
fn every_go_with_an_end_is_answered_once() {
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

fn scored_lines(lines: &[String]) -> usize {
    lines
        .iter()
        .filter_map(|line| line.strip_prefix("info "))
        .filter(|line| Info::read(line).score.is_some())
        .count()
}

#[test]
fn a_dead_draw_ends_at_any_depth() {
    let mut talk = Talk::uci();
    talk.say("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1\ngo depth 99999");
    assert_legal_answer("8/8/4k3/8/8/3K4/8/8 w - - 0 1", &talk.expect("bestmove"));
    talk.quit();
}

#[test]
fn searchmoves_are_kept_to_and_illegal_ones_dropped() {
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
    // A mate found at once is no reason to answer early.
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo infinite");
    talk.expect("info depth 5 ");
    assert_eq!(count(&talk.settle(), "bestmove"), 0);
    talk.say("stop");
    assert!(talk.expect("bestmove").starts_with("bestmove a1a8"));
    assert_eq!(count(&talk.quit(), "bestmove"), 7);
}

#[test]
fn stop_in_the_same_breath_as_go_is_never_lost() {
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
fn pondering_ends_by_a_hit_or_a_stop() {
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
fn commands_during_a_search_end_it_first() {
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
fn option_values_that_make_no_sense_change_nothing() {
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
fn several_lines_are_distinct_and_sorted() {
    let mut talk = Talk::uci();
    for (fen, lines_wanted, limits) in [
        (KIWIPETE, 5, "depth 5"),
        (KIWIPETE, 2, "depth 5 searchmoves e2a6 d5e6"),
        ("7k/8/8/8/8/8/8/K6r w - - 0 1", 2, "depth 5"),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218, "depth 1"),
    ] {
        talk.say("setoption name MultiPV value 256");
        if lines_wanted == 5 {
            talk.say("setoption name MultiPV value 5");
        }
        talk.say(&format!("position fen {fen}\ngo {limits}"));
        let lines = talk.collect("bestmove");
        let infos: Vec<Info> =
            lines.iter().filter_map(|line| line.strip_prefix("info ")).map(Info::read).collect();
        let deepest = infos.iter().filter_map(|info| info.depth).max().unwrap();
        let mut last: Vec<Option<&Info>> = vec![None; lines_wanted];
        for info in infos.iter().filter(|info| info.depth == Some(deepest) && info.score.is_some()) {
            last[info.multi_pv.unwrap() as usize - 1] = Some(info);
        }
        let last: Vec<&Info> = last.into_iter().map(|info| info.expect("every line is told")).collect();
        let value = |info: &Info| match info.score.unwrap().value {
            ScoreValue::Mate(moves) if moves > 0 => 1_000_000 - moves,
            ScoreValue::Mate(moves) => -1_000_000 - moves,
            ScoreValue::Centipawns(value) => value,
        };
        assert!(last.windows(2).all(|pair| value(pair[0]) >= value(pair[1])), "{fen}: {lines:?}");
        let first_moves: std::collections::HashSet<_> = last.iter().map(|info| info.pv[0]).collect();
        assert_eq!(first_moves.len(), lines_wanted, "{fen}");
    }
    talk.quit();
}

#[test]
fn chances_are_told_only_on_request() {
    let mut talk = Talk::uci();
    talk.say("go depth 3");
    assert!(talk.collect("bestmove").iter().all(|line| !line.contains(" wdl ")));
    talk.say("setoption name UCI_ShowWDL value true\ngo depth 3");
    let lines = talk.collect("bestmove");
    let told = lines.iter().filter_map(|line| Info::read(line.strip_prefix("info ")?).score?.wdl);
    assert!(told.map(|wdl| assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000)).count() > 0);
    talk.quit();
}

#[test]
fn weaker_play_is_still_play() {
    let mut talk = Talk::uci();
    for set in [
        "setoption name Skill Level value 0",
        "setoption name Skill Level value 10",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1150",
        "setoption name UCI_Elo value 2600",
    ] {
        for _ in 0..5 {
            talk.say(&format!("{set}\nposition fen {KIWIPETE}\ngo wtime 60000 btime 60000"));
            let lines = talk.collect("bestmove");
            assert_legal_answer(KIWIPETE, lines.last().unwrap());
            let shown =
                lines.iter().rev().find_map(|line| Some(Info::read(line.strip_prefix("info ")?).pv)).unwrap();
            assert!(lines.last().unwrap().contains(&format!("bestmove {}", shown[0])), "{set}: {lines:?}");
            assert!(lines.iter().all(|line| !line.contains("multipv 2")), "{set}");
        }
    }
    // A mate in one is found by everybody.
    talk.say(
        "setoption name UCI_Elo value 1150\nposition fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo movetime 50",
    );
    assert!(talk.expect("bestmove").starts_with("bestmove a1a8"));
    talk.quit();
}

#[test]
fn little_is_said_on_request() {
    let mut talk = Talk::uci();
    talk.say("setoption name Minimal value true\ngo depth 5");
    let lines = talk.collect("bestmove");
    assert_eq!((lines.len(), scored_lines(&lines)), (2, 1), "{lines:?}");
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
fn a_line_without_end_is_thrown_away() {
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
fn the_end_of_input_ends_the_session() {
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
fn the_same_question_twice_and_again() {
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
fn words_beyond_the_standard() {
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
