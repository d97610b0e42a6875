//! More of what can go wrong in a UCI session: odd positions, the ends of games, clocks, threads, and a search that
//! fails. `docs/faults.md` lists every fault with its test.

mod common;

use common::{Talk, assert_legal_answer, count};
use vernier_chess::Board;
use vernier_engine::{Changes, Engine, Evaluator, Material, Score};
use vernier_protocol::Session;
use vernier_protocol::uci::{Info, ScoreValue};

/// The score of the last line of thought before the answer.
fn last_score(lines: &[String]) -> ScoreValue {
    let scores = lines.iter().rev().filter_map(|line| Info::read(line.strip_prefix("info ")?).score);
    scores.map(|score| score.value).next().expect("a scored line")
}

/// What becomes of a position: the FEN shown, or none if it is refused, and whether it had to be mended.
fn understood(talk: &mut Talk, fen: &str) -> (Option<String>, bool) {
    talk.say(&format!("position fen {fen}\nd"));
    let lines = talk.settle();
    let shown = lines.iter().find_map(|line| line.strip_prefix("FEN ").map(str::to_owned));
    assert_eq!(shown.is_none(), count(&lines, "info string error: ") == 2, "{fen}: {lines:?}");
    (shown, count(&lines, "info string position mended: ") > 0)
}

#[test]
fn checks_that_no_move_can_give() {
    let mut talk = Talk::uci();
    // Three pieces check: refused.
    assert_eq!(understood(&mut talk, "4k3/8/8/8/1b2r3/3n4/8/4K3 w - - 0 1"), (None, false));
    // Two knights check, which no move can do but no search minds: taken with a word, and answered.
    let fen = "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1";
    assert_eq!(understood(&mut talk, fen), (Some(fen.to_owned()), true));
    talk.say("go depth 6");
    assert_legal_answer(fen, &talk.expect("bestmove"));
    talk.quit();
}

#[test]
fn more_pieces_than_pawns_could_become() {
    let mut talk = Talk::uci();
    // Nine queens beside eight pawns: taken with a word, since nothing breaks. Fifteen could have too many moves.
    let fen = "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1";
    assert_eq!(understood(&mut talk, fen), (Some(fen.to_owned()), true));
    talk.say("go depth 4");
    assert_legal_answer(fen, &talk.expect("bestmove"));
    assert_eq!(understood(&mut talk, "3k2K1/Q4Q2/Q1Q4Q/4Q3/1Q4Q1/Q7/Q6Q/1QQ1QQ2 w - - 0 1"), (None, false));
    talk.quit();
}

#[test]
fn en_passant_squares_that_mean_nothing_are_dropped() {
    let mut talk = Talk::uci();
    // Without a pawn that jumped, on a square that is taken, behind a pawn of the side to move: dropped with a word.
    for pieces in ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/4P3/4P3/8/4K3", "4k3/8/8/8/4p3/8/8/4K3"] {
        let expected = (Some(format!("{pieces} b - - 0 1")), true);
        assert_eq!(understood(&mut talk, &format!("{pieces} b - e3 0 1")), expected);
    }
    // The capture would leave the king in check: the position is the same as one without the square.
    let pinned = "8/8/8/8/k2Pp2Q/8/8/3K4 b -";
    assert_eq!(understood(&mut talk, &format!("{pinned} d3 0 1")).0, Some(format!("{pinned} - 0 1")));
    let mut keys = Vec::new();
    for square in ["d3", "-"] {
        talk.say(&format!("position fen {pinned} {square} 0 1\nd"));
        keys.push(talk.expect("Key "));
    }
    assert_eq!(keys[0], keys[1]);
    assert_eq!(understood(&mut talk, "4k3/8/8/8/8/8/8/4K2R w KK - 0 1"), (None, false));
    talk.quit();
}

#[test]
fn a_mate_on_the_hundredth_move_is_a_mate_and_a_clock_run_out_a_draw() {
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
fn a_third_occurrence_is_seen_across_the_history_of_the_game() {
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
fn castling_in_chess960_where_king_or_rook_stays() {
    let mut talk = Talk::uci();
    talk.say("setoption name UCI_Chess960 value true");
    // The king stays, the rook stays, they change places, the king jumps its rook.
    for (fen, mv, after) in [
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
    ] {
        talk.say(&format!("position fen {fen} moves {mv}\nd"));
        assert_eq!(talk.expect("FEN "), format!("FEN {after}"), "{fen}");
    }
    // The rook leaves a pin on the back rank: castling would leave the king in check.
    talk.say("position fen 4k3/8/8/8/8/8/8/qRK5 w B - 0 1 moves c1b1");
    assert_eq!(count(&talk.settle(), "info string error: move 1 'c1b1' is not legal"), 1);
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
fn a_period_ends_and_a_fresh_one_begins() {
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

/// An evaluator that fails after so many positions.
struct Faulty(u32);

impl Evaluator for Faulty {
    fn reset(&mut self, _: &Board) {}
    fn push(&mut self, _: &Changes) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, board: &Board) -> Score {
        self.0 = self.0.checked_sub(1).expect("a fault on purpose");
        Material.evaluate(board)
    }
}

#[test]
fn a_search_that_fails_is_reported_and_answered() {
    for faultless in [0, 500] {
        let engine = Engine::with_evaluator(move || Box::new(Faulty(faultless)));
        let mut talk = Talk::with(Session::new(engine));
        talk.say("uci\nposition startpos\ngo depth 30");
        let lines = talk.collect("bestmove");
        assert_legal_answer("startpos", lines.last().unwrap());
        assert_eq!(count(&lines, "info string internal error"), 1, "{lines:?}");
        talk.say("go infinite");
        talk.expect("info string internal error");
        assert_eq!(count(&talk.settle(), "bestmove"), 0, "an endless search waits, whatever happens");
        talk.say("stop");
        assert_legal_answer("startpos", &talk.expect("bestmove"));
        talk.quit();
    }
}

#[test]
fn clocks_may_count_positions_and_then_games_repeat() {
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
fn what_the_search_did_is_told_in_debug_mode_only() {
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

#[test]
fn waiting_holds_back_what_follows() {
    let mut talk = Talk::uci();
    talk.say("go depth 7\nwait\nposition startpos moves e2e4\nisready");
    let lines = talk.collect("readyok");
    assert_eq!(count(&lines, "info depth 7 "), 1, "{lines:?}");
    assert_eq!(count(&lines, "bestmove"), 1);
    // There is nothing to wait for, or it would be for ever.
    talk.say("wait\ngo infinite\nwait\nstop");
    talk.expect("bestmove");
    talk.quit();
}
