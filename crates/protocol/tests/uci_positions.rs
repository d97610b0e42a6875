//! Positions and moves as a GUI may send them: accepted, repaired with a note, or rejected as a whole. `docs/faults.md` lists every
//! fault with its test.

mod common;

use common::{Talk, assert_legal_answer, count};
use vernier_chess::{Board, CastlingMode};

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

/// What becomes of a position: the FEN shown, or none if it is refused, and whether it had to be mended.
fn understood(talk: &mut Talk, fen: &str) -> (Option<String>, bool) {
    talk.say(&format!("position fen {fen}\nd"));
    let lines = talk.settle();
    let shown = lines.iter().find_map(|line| line.strip_prefix("FEN ").map(str::to_owned));
    assert_eq!(shown.is_none(), count(&lines, "info string error: ") == 2, "{fen}: {lines:?}");
    (shown, count(&lines, "info string position mended: ") > 0)
}

#[test]
fn a_game_of_six_thousand_moves_is_played_on() {
    let mut talk = Talk::uci();
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(3_000);
    talk.say(&format!("position startpos moves{moves}\nd"));
    let lines = talk.settle();
    assert!(lines.iter().any(|line| line.starts_with("FEN ") && line.ends_with(" 6001")), "{lines:?}");
    talk.say("go depth 4");
    assert_legal_answer("startpos", &talk.expect("bestmove"));
}

#[test]
fn invalid_positions_are_rejected_as_a_whole() {
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
fn pawns_on_the_back_ranks_are_rejected_on_every_square() {
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
fn lenient_positions_are_accepted() {
    let mut talk = Talk::uci();
    // The FEN sent, and the position it stands for.
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
    for (given, meant) in cases {
        talk.say(&format!("position\tfen\t{given}\nd"));
        let shown = talk.expect("FEN ");
        assert_eq!(shown, format!("FEN {meant}"));
        talk.say("go depth 1");
        let lines = talk.collect("bestmove");
        assert_eq!(count(&lines, "info string error"), 0, "{given}");
        assert_legal_answer(meant, lines.last().unwrap());
    }
    talk.quit();
}

#[test]
fn impossible_castling_rights_are_dropped_with_a_note() {
    let mut talk = Talk::uci();
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1");
    assert_eq!(count(&talk.settle(), "info string position mended: "), 1);
    talk.quit();
}

#[test]
fn impossible_checks() {
    let mut talk = Talk::uci();
    // Three pieces check: refused.
    assert_eq!(understood(&mut talk, "4k3/8/8/8/1b2r3/3n4/8/4K3 w - - 0 1"), (None, false));
    // Two knights check, which no move can do: accepted with a note, and searched.
    let fen = "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1";
    assert_eq!(understood(&mut talk, fen), (Some(fen.to_owned()), true));
    talk.say("go depth 6");
    assert_legal_answer(fen, &talk.expect("bestmove"));
    talk.quit();
}

#[test]
fn more_pieces_than_promotions_allow() {
    let mut talk = Talk::uci();
    // Nine queens beside eight pawns: accepted with a note. Fifteen could have too many moves.
    let fen = "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1";
    assert_eq!(understood(&mut talk, fen), (Some(fen.to_owned()), true));
    talk.say("go depth 4");
    assert_legal_answer(fen, &talk.expect("bestmove"));
    assert_eq!(understood(&mut talk, "3k2K1/Q4Q2/Q1Q4Q/4Q3/1Q4Q1/Q7/Q6Q/1QQ1QQ2 w - - 0 1"), (None, false));
    talk.quit();
}

#[test]
fn meaningless_en_passant_squares_are_dropped() {
    let mut talk = Talk::uci();
    // Without a pawn that jumped, on a square that is taken, behind a pawn of the side to move: dropped with a note.
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
fn invalid_move_lists_are_rejected_as_a_whole() {
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
fn long_histories_are_accepted() {
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
fn castling_follows_uci_chess960() {
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
    // Chess960 without UCI_Chess960: a note, and never a king that moves to its own square.
    talk.say("setoption name UCI_Chess960 value false");
    let fen = "4k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1";
    talk.say(&format!("position fen {fen}\ngo depth 1 searchmoves c1b1"));
    let lines = talk.collect("bestmove");
    assert_eq!(count(&lines, "info string Chess960"), 1, "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove c1b1"), "{lines:?}");
    let board = Board::mend_fen(fen).unwrap().board;
    assert!(board.legal_moves().iter().all(|mv| board.uci(*mv, CastlingMode::Standard) != "c1c1"));
    talk.quit();
}

#[test]
fn chess960_castling_where_king_or_rook_does_not_move() {
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
