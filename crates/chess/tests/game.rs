//! The rules of a whole game: how it ends, what may be claimed, and the way back.

mod common;

use vernier_chess::{Board, Color, Game, GameResult, IllegalMove, Outcome, Rng, repetition};

fn from_fen(fen: &str) -> Game {
    Game::from_board(fen.parse().unwrap())
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.board().parse_san(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(mv).unwrap();
    }
}

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

#[test]
fn threefold_repetition_may_be_claimed_and_fivefold_ends_the_game() {
    let mut game = Game::new();
    play(&mut game, SHUFFLE);
    assert_eq!((game.occurrences(), game.draw_claim(), game.outcome()), (2, None, None));
    play(&mut game, SHUFFLE);
    assert_eq!(game.occurrences(), 3);
    assert_eq!((game.draw_claim(), game.outcome()), (Some(Outcome::ThreefoldRepetition), None));
    play(&mut game, "Nc3");
    assert_eq!((game.occurrences(), game.draw_claim()), (1, None));
    game.undo();
    play(&mut game, SHUFFLE);
    assert_eq!(game.outcome(), None);
    play(&mut game, SHUFFLE);
    assert_eq!((game.draw_claim(), game.outcome()), (None, Some(Outcome::FivefoldRepetition)));
    assert_eq!(game.outcome().unwrap().result(), GameResult::Draw);
}

#[test]
fn a_lost_castling_right_makes_another_position() {
    let mut game = from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    play(&mut game, "Rg1 Kd8 Rh1 Ke8");
    assert_eq!(game.occurrences(), 1, "the right to castle is gone");
    play(&mut game, "Rg1 Kd8 Rh1 Ke8");
    assert_eq!(game.occurrences(), 2);
    play(&mut game, "Rg1 Kd8 Rh1 Ke8");
    assert_eq!(game.draw_claim(), Some(Outcome::ThreefoldRepetition));
}

#[test]
fn a_lost_en_passant_capture_makes_another_position() {
    let mut game = from_fen("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
    play(&mut game, "e4");
    assert!(game.board().en_passant().is_some());
    play(&mut game, "Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.occurrences(), 1, "the pawn can no longer be taken");
    play(&mut game, "Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn an_unusable_en_passant_square_is_not_part_of_the_position() {
    let mut game = Game::new();
    play(&mut game, "e4 Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.occurrences(), 2);
    // The pawn on d4 is pinned and may not take.
    let mut game = from_fen("3k2n1/8/8/8/3p4/8/4P3/K2R2N1 w - - 0 1");
    play(&mut game, "e4 Nf6 Nf3 Ng8 Ng1");
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn nothing_repeats_across_a_pawn_move() {
    let mut game = Game::new();
    play(&mut game, SHUFFLE);
    play(&mut game, "e3 e6 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.occurrences(), 2);
    let (key, earlier) = game.keys().split_last().unwrap();
    assert!(repetition::has_repeated(earlier, *key, game.board().halfmove_clock()));
    assert!(!repetition::has_repeated(earlier, *key, 3));
}

#[test]
fn the_halfmove_clock_may_start_above_zero() {
    let mut game = from_fen("4k3/8/8/8/8/8/8/4K2R w - - 99 80");
    assert_eq!(game.draw_claim(), None);
    play(&mut game, "Rh2");
    assert_eq!((game.draw_claim(), game.outcome()), (Some(Outcome::FiftyMoves), None));
    let mut game = from_fen("4k3/8/8/8/8/8/8/4K2R w - - 149 120");
    assert_eq!(game.draw_claim(), Some(Outcome::FiftyMoves));
    play(&mut game, "Rh2");
    assert_eq!((game.draw_claim(), game.outcome()), (None, Some(Outcome::SeventyFiveMoves)));
}

#[test]
fn mate_comes_before_the_fifty_move_rule() {
    for clock in [99, 149] {
        let mut game = from_fen(&format!("6k1/5ppp/8/8/8/8/8/R5K1 w - - {clock} 120"));
        play(&mut game, "Ra8#");
        assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
        assert_eq!(game.outcome().unwrap().result(), GameResult::WhiteWins);
        assert_eq!(game.draw_claim(), None);
    }
}

#[test]
fn stalemate_and_insufficient_material() {
    assert_eq!(from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome(), Some(Outcome::Stalemate));
    for pieces in ["4K3", "4KN2", "4KB2"] {
        let fen = format!("4k3/8/8/8/8/8/8/{pieces} w - - 0 1");
        assert_eq!(from_fen(&fen).outcome(), Some(Outcome::InsufficientMaterial), "{fen}");
    }
    for pieces in ["4KNN1", "4KBN1", "4KR2", "P3K3", "4KBB1"] {
        let fen = format!("4k3/8/8/8/8/8/{pieces}/8 w - - 0 1");
        assert_eq!(from_fen(&fen).outcome(), None, "{fen}");
    }
}

#[test]
fn illegal_moves_are_rejected_and_change_nothing() {
    let mut game = Game::new();
    let before = game.clone();
    let from_elsewhere = Board::start().play(Board::start().parse_san("e4").unwrap()).legal_moves()[0];
    assert_eq!(game.play(from_elsewhere), Err(IllegalMove(from_elsewhere)));
    assert_eq!(game, before);
}

#[test]
fn undo_and_redo_are_inverse() {
    let mut random = Rng::new(3);
    let mut game = Game::new();
    let mut boards = vec![*game.board()];
    while boards.len() < 200 {
        let moves = game.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]).unwrap();
        boards.push(*game.board());
    }
    let last = game.moves().to_vec();
    for board in boards.iter().rev().skip(1) {
        assert!(game.undo().is_some());
        assert_eq!(game.board(), board);
        assert_eq!(game.keys().last(), Some(&board.key()));
    }
    assert_eq!((game.undo(), game.board()), (None, game.start()));
    for board in &boards[1..] {
        assert!(game.redo().is_some());
        assert_eq!(game.board(), board);
    }
    assert_eq!((game.redo(), game.moves()), (None, &last[..]));
    game.undo();
    game.undo();
    let moves = game.board().legal_moves();
    game.play(moves[0]).unwrap();
    assert_eq!(game.redo(), None, "a new move ends what could be redone");
}

#[test]
fn games_have_no_length_limit() {
    let mut game = Game::new();
    let moves: Vec<_> = {
        let mut shuffle = Game::new();
        play(&mut shuffle, SHUFFLE);
        shuffle.moves().to_vec()
    };
    for mv in moves.iter().cycle().take(100_000) {
        game.play(*mv).unwrap();
    }
    assert_eq!(game.keys().len(), 100_001);
    assert_eq!(game.outcome(), Some(Outcome::FivefoldRepetition));
    while game.undo().is_some() {}
    assert_eq!(game.board(), &Board::start());
}

#[test]
fn outcomes_and_results_round_trip() {
    for outcome in Outcome::ALL {
        assert_eq!(outcome.to_string().parse(), Ok(outcome));
        assert_eq!(outcome.winner().map_or(GameResult::Draw, GameResult::won_by), outcome.result());
    }
    assert!("draw by checkmate".parse::<Outcome>().is_err() && "stalemate".parse::<Outcome>().is_err());
    for result in GameResult::ALL {
        assert_eq!(result.to_string().parse(), Ok(result));
        assert_eq!(result.mirrored().mirrored(), result);
        for color in Color::ALL {
            assert_eq!(result.half_points(color) + result.half_points(!color), 2);
            assert_eq!(GameResult::from_half_points(color, result.half_points(color)), Some(result));
            assert_eq!(GameResult::from_half_points(color, 3), None);
        }
    }
}

/// Whether White and Black are short of material to give mate.
#[test]
fn material_is_insufficient_by_color() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3", true, true),
        ("4k3/8/8/8/8/8/8/4KN2", true, true),
        ("4k3/8/8/8/8/8/8/3NKN2", false, true),
        ("q3k3/8/8/8/8/8/8/4KN2", true, false),
        ("r3k3/8/8/8/8/8/8/4KN2", false, false),
        ("4k3/p7/8/8/8/8/8/4KN2", false, false),
        ("4kb2/8/8/8/8/8/8/2B1K3", true, true),
        ("2b1k3/8/8/8/8/8/8/2B1K3", false, false),
        ("4kn2/8/8/8/8/8/8/2B1K3", false, false),
        ("r3k3/8/8/8/8/8/8/2B1K3", true, false),
        ("4k3/8/8/8/8/8/P7/4K3", false, true),
    ];
    for (pieces, white, black) in cases {
        let board = from_fen(&format!("{pieces} w - - 0 1"));
        let found = Color::ALL.map(|color| board.board().has_insufficient_material_for(color));
        assert_eq!(found, [white, black], "{pieces}");
        assert_eq!(board.board().has_insufficient_material(), white && black, "{pieces}");
    }
}

#[test]
fn boards_play_legal_moves_only() {
    let board = Board::start();
    let mv = board.parse_move("e2e4").unwrap();
    assert_eq!(board.try_play(mv), Ok(board.play(mv)));
    assert_eq!(board.play(mv), board.play_unchecked(mv));
    let after = board.play(mv);
    assert_eq!(after.try_play(mv), Err(IllegalMove(mv)));
    assert!(std::panic::catch_unwind(|| after.play(mv)).is_err());
}
