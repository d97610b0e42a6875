//! What a session prints about a search: scores, lines, chances and statistics.

mod common;

use common::{KIWIPETE, Talk, assert_legal_answer, count, scored_lines};
use vernier_protocol::uci::{Info, ScoreValue};

/// The score of the last line of thought before the answer.
fn last_score(lines: &[String]) -> ScoreValue {
    let scores = lines.iter().rev().filter_map(|line| Info::read(line.strip_prefix("info ")?).score);
    scores.map(|score| score.value).next().expect("a scored line")
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
fn drawn_roots_are_searched() {
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
fn mate_on_the_hundredth_move_comes_before_the_fifty_move_rule() {
    let mut talk = Talk::uci();
    talk.say("position fen 7k/8/6K1/8/8/8/8/R7 w - - 99 90\ngo depth 4");
    let lines = talk.collect("bestmove");
    assert_eq!(last_score(&lines), ScoreValue::Mate(1));
    for fen in [
        "8/8/8/3k4/8/3K1R2/8/8 w - - 99 90",
        "8/8/8/3k4/8/3K1R2/8/8 w - - 101 90",
        "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
    ] {
        talk.say(&format!("position fen {fen}\ngo depth 6"));
        let lines = talk.collect("bestmove");
        assert_legal_answer(fen, lines.last().unwrap());
        assert_eq!(last_score(&lines), ScoreValue::Centipawns(0), "{fen}");
    }
    talk.quit();
}

#[test]
fn a_third_occurrence_counts_earlier_moves_of_the_game() {
    let mut talk = Talk::uci();
    // The queen wins unless the rook repeats once more; the moves before make it the third time.
    let fen = "7k/8/8/8/8/6q1/8/R6K w - - 0 1";
    let game = "a1a8 h8h7 a8a7 h7h8 a7a8 h8h7 a8a7 h7h8";
    talk.say(&format!("position fen {fen} moves {game}\ngo depth 6"));
    let lines = talk.collect("bestmove");
    assert_eq!(last_score(&lines), ScoreValue::Centipawns(0));
    assert!(lines.last().unwrap().starts_with("bestmove a7a8"), "{lines:?}");
    // Castling rights lost on the way make it another position: nothing has occurred three times.
    let rights = "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1";
    let walk = "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8";
    talk.say(&format!("position fen {rights} moves {walk}\nd\ngo depth 4"));
    assert_eq!(talk.expect("FEN "), "FEN r3k2r/8/8/8/8/8/8/4K2R w q - 8 5");
    assert_ne!(last_score(&talk.collect("bestmove")), ScoreValue::Centipawns(0));
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
        let last: Vec<&Info> = last.into_iter().map(|info| info.expect("every line is reported")).collect();
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
fn wdl_is_shown_only_on_request() {
    let mut talk = Talk::uci();
    talk.say("go depth 3");
    assert!(talk.collect("bestmove").iter().all(|line| !line.contains(" wdl ")));
    talk.say("setoption name UCI_ShowWDL value true\ngo depth 3");
    let lines = talk.collect("bestmove");
    let chances = lines.iter().filter_map(|line| Info::read(line.strip_prefix("info ")?).score?.wdl);
    assert!(chances.map(|wdl| assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000)).count() > 0);
    talk.quit();
}

#[test]
fn the_start_is_most_likely_a_draw_by_either_search() {
    let mut talk = Talk::uci();
    talk.say("setoption name UCI_ShowWDL value true");
    for search in ["AlphaBeta", "MCTS"] {
        talk.say(&format!("setoption name Search value {search}\nposition startpos\ngo nodes 2000"));
        let lines = talk.collect("bestmove");
        let mut chances = lines.iter().filter_map(|line| Info::read(line.strip_prefix("info ")?).score?.wdl);
        let wdl = chances.next_back().expect("chances");
        assert!(wdl.draw > 400 && wdl.draw > wdl.win.max(wdl.loss), "{search}: {lines:?}");
    }
    talk.quit();
}

#[test]
fn weaker_levels_play_legal_moves() {
    let mut talk = Talk::uci();
    for set in [
        "setoption name Skill Level value 0",
        "setoption name Skill Level value 10",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 800",
        "setoption name UCI_Elo value 3000",
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
    // A player of 1800 finds a mate in one.
    for _ in 0..20 {
        talk.say(
            "setoption name UCI_Elo value 1800\nposition fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 9",
        );
        assert!(talk.expect("bestmove").starts_with("bestmove a1a8"));
    }
    talk.quit();
}

#[test]
fn minimal_output_on_request() {
    let mut talk = Talk::uci();
    talk.say("setoption name Minimal value true\ngo depth 5");
    let lines = talk.collect("bestmove");
    assert_eq!((lines.len(), scored_lines(&lines)), (2, 1), "{lines:?}");
    talk.quit();
}

#[test]
fn statistics_are_shown_only_in_debug_mode() {
    let mut talk = Talk::uci();
    talk.say("go depth 5");
    assert_eq!(count(&talk.collect("bestmove"), "info string"), 0);
    talk.say("debug on\nucinewgame\nposition startpos\ngo depth 5");
    let lines = talk.collect("bestmove");
    for word in ["nodes ", "selective depth ", "table probes ", "cutoffs ", "depth  nodes so far  branching"]
    {
        assert_eq!(count(&lines, &format!("info string {word}")), 1, "{word}: {lines:?}");
    }
    // One line for each depth, the last with all nodes.
    let nodes = lines.iter().rev().find_map(|line| Info::read(line.strip_prefix("info ")?).nodes).unwrap();
    let last = lines.iter().rfind(|line| line.starts_with("info string     5 ")).expect("five depths");
    assert!(last.split_whitespace().any(|word| word == nodes.to_string()), "{last} {nodes}");
    talk.quit();
}
