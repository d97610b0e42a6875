//! Endings whose outcome is known.

use super::{OWN_ENDGAMES, board, lines, shared};
use crate::Evaluator;
use crate::evaluation::{HandcraftedEval, Scale, Term, explain, kpk};
use vernier_chess::{Color, Role};

fn score(fen: &str) -> i32 {
    HandcraftedEval::default().evaluate(&board(fen)).0
}

#[test]
fn king_and_pawn_against_king_is_exact() {
    assert_eq!(check_pawn_endgames(OWN_ENDGAMES), 100);
}

#[test]
#[ignore = "needs ../shared/data"]
fn king_and_pawn_against_king_is_exact_in_the_shared_set() {
    assert_eq!(check_pawn_endgames(&shared("syzygy/endgame_large.epd")), 114);
}

/// Compares the evaluation with what tablebases say; returns how many positions there were.
fn check_pawn_endgames(text: &str) -> usize {
    let mut checked = 0;
    for (board, rest) in &lines(text) {
        if board.occupied().len() != 3 || board.role(Role::Pawn).is_empty() {
            continue;
        }
        let pawn = board.role(Role::Pawn).first().unwrap();
        let strong = if board.color(Color::White).has(pawn) { Color::White } else { Color::Black };
        let won = kpk::is_won(strong, board.king(strong), pawn, board.king(!strong), board.turn());
        assert_eq!(won, !rest.starts_with("wdl 0"), "{board}");
        let value = HandcraftedEval::default().evaluate(board).0;
        let expected = if !won {
            0
        } else if board.turn() == strong {
            1
        } else {
            -1
        };
        assert_eq!(value.signum(), expected, "{board}");
        assert!(!won || value.abs() > 300, "{board}: {value}");
        checked += 1;
    }
    checked
}

#[test]
fn won_endings_against_a_bare_king_are_known() {
    assert_eq!(check_bare_kings(OWN_ENDGAMES), 100);
}

#[test]
#[ignore = "needs ../shared/data"]
fn won_endings_against_a_bare_king_are_known_in_the_shared_set() {
    assert_eq!(check_bare_kings(&shared("syzygy/endgame_large.epd")), 10 * 114);
}

/// The same for two pieces against a bare king.
fn check_bare_kings(text: &str) -> usize {
    let mut checked = 0;
    for (board, rest) in &lines(text) {
        let bare = Color::ALL.into_iter().find(|color| board.color(*color).len() == 1);
        let Some(bare) = bare.filter(|_| board.occupied().len() == 4 && board.role(Role::Pawn).is_empty())
        else {
            continue;
        };
        // Tablebases also have draws where the bare king takes a piece or is stalemated: search finds those, not evaluation.
        let value = HandcraftedEval::default().evaluate(board).0;
        let white = if board.turn() == bare { -value } else { value };
        let knights = board.role(Role::Knight).len() == 2;
        let same_bishops = board.has_insufficient_material();
        assert_eq!(white > 800, !knights && !same_bishops, "{board}: {white}");
        assert!(
            !(rest.starts_with("wdl 2") || rest.starts_with("wdl -2")) || white > 800,
            "{board}: {white}"
        );
        checked += 1;
    }
    checked
}

#[test]
fn bishop_and_knight_drive_to_the_right_corner() {
    // A dark bishop mates in a1 and h8.
    let at = |king: &str| score(&format!("{king}/8/8/4K3/8/8/8/2B1N3 w - - 0 1"));
    assert!(
        at("7k") > at("6k1") && at("6k1") > at("5k2") && at("5k2") > at("k7"),
        "{} {}",
        at("7k"),
        at("k7")
    );
    // Any other material: nearer to the edge is better, and so is the own king nearer.
    assert!(score("7k/8/8/8/8/8/8/R3K3 w - - 0 1") > score("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"));
    assert!(score("7k/8/6K1/8/8/8/8/R7 w - - 0 1") > score("7k/8/8/8/8/8/8/R3K3 w - - 0 1"));
}

#[test]
fn drawn_endings_are_worth_nothing() {
    let drawn = [
        // The wrong bishop and a rook's pawn, the king in the corner.
        "7k/8/6KP/8/8/8/4B3/8 w - - 0 1",
        "k7/8/PK6/8/8/8/8/2B5 w - - 0 1",
        // Rook's pawns alone.
        "7k/8/6KP/7P/8/8/8/8 w - - 0 1",
        // Two knights, one knight, one bishop, bare kings.
        "4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        // Bishops of one color.
        "4k3/8/8/8/8/8/3B4/2B1K3 b - - 0 1",
    ];
    for fen in drawn {
        assert_eq!((score(fen), explain(&board(fen)).scale), (0, Scale::DRAWN), "{fen}");
    }
    assert!(score("4k3/8/8/8/8/8/4B3/2B1K3 b - - 0 1") < -800, "bishops of two colors win");
    assert!(score("7k/8/6KP/8/8/8/3B4/8 w - - 0 1") > 300, "the right bishop wins");
}

#[test]
fn hard_wins_are_scaled_down() {
    let scale = |bishops: [&str; 2]| {
        explain(&board(&format!("4k3/{}/8/8/3PP3/8/{}/4K3 w - - 0 1", bishops[0], bishops[1]))).scale.0
    };
    assert!(scale(["4b3", "4B3"]) < 32, "opposite colors");
    assert!(scale(["5b2", "4B3"]) > 45, "the same color");
    // A rook against a bishop, without pawns.
    assert!(score("4kb2/8/8/8/8/8/8/R3K3 w - - 0 1") < 60);
    // A queen against a rook wins.
    assert!(score("4kr2/8/8/8/8/8/8/Q3K3 w - - 0 1") > 250);
}

#[test]
fn an_unstoppable_pawn_is_worth_nearly_a_queen() {
    let passed = |fen: &str| {
        let breakdown = explain(&board(fen));
        breakdown
            .terms
            .iter()
            .find(|line| line.term == Term::Passed)
            .map(|line| line.total().endgame())
            .unwrap()
    };
    let (free, caught) = ("8/8/8/P7/8/8/p7/K6k w - - 0 1", "8/8/8/P2k4/8/8/p7/K7 w - - 0 1");
    assert!(passed(free) > passed(caught) + 300, "{} {}", passed(free), passed(caught));
}
