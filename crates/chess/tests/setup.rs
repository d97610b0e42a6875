//! The door from a setup to a board, knocked at from code rather than from text.

mod common;

use vernier_chess::{Bitboard, Board, Castling, Color, Piece, Role, Setup, SetupErrorKind, Square, Wing};

fn kings() -> Setup {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap()
}

fn errors(change: impl FnOnce(&mut Setup)) -> Vec<SetupErrorKind> {
    let mut setup = kings();
    change(&mut setup);
    let errors = setup.errors();
    assert_eq!(setup.validate().is_ok(), errors.is_empty());
    match errors.iter().all(|error| error.is_mendable()) {
        true => assert_eq!(setup.mend().unwrap().repairs, errors),
        false => assert!(setup.mend().unwrap_err().kinds().iter().all(|error| errors.contains(error))),
    }
    errors.to_vec()
}

#[test]
fn every_position_of_a_game_is_valid() {
    let positions = common::positions(77, 300);
    for board in &positions {
        let validated = board.setup().validate().unwrap_or_else(|error| panic!("{board}: {error}"));
        assert_eq!(validated.setup(), board.setup());
        assert_eq!(validated.key(), board.key(), "{board}");
        assert_eq!(Board::try_from(board.setup()).unwrap().key(), board.key());
    }
    assert!(positions.len() > 6000);
}

#[test]
fn no_pawn_stands_on_a_back_rank() {
    let mut tried = 0;
    for square in Bitboard::BACK_RANKS {
        for color in Color::ALL {
            if kings().pieces[square].is_none() {
                let found = errors(|setup| setup.pieces[square] = Some(Piece::new(color, Role::Pawn)));
                assert!(found.contains(&SetupErrorKind::BackRankPawn(square)), "{found:?}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 28);
}

#[test]
fn every_reason_is_named() {
    use SetupErrorKind::*;
    let found = errors(|setup| {
        setup.pieces[Square::E1] = None;
        setup.pieces[Square::A4] = Some(Piece::BlackKing);
        setup.pieces[Square::H8] = Some(Piece::WhitePawn);
        setup.castling = Castling::with_rooks(Square::H1.bitboard() | Square::D4);
        setup.en_passant = Some(Square::C6);
        setup.halfmove_clock = 40_000;
        setup.fullmove_number = 0;
    });
    let expected = [
        NoKing(Color::White),
        SecondKing(Color::Black, Square::E8),
        BackRankPawn(Square::H8),
        CastlingRight(Square::H1),
        CastlingRight(Square::D4),
        EnPassant(Square::C6),
        HalfmoveClock(40_000),
        FullmoveNumber(0),
    ];
    assert_eq!(found, expected);
}

#[test]
fn move_numbers_out_of_range_are_rejected() {
    assert_eq!(errors(|setup| setup.halfmove_clock = 32_767), []);
    assert_eq!(errors(|setup| setup.halfmove_clock = u16::MAX), [SetupErrorKind::HalfmoveClock(u16::MAX)]);
    assert_eq!(errors(|setup| setup.fullmove_number = u32::MAX), [SetupErrorKind::FullmoveNumber(u32::MAX)]);
}

#[test]
fn the_outermost_rook_is_found_on_its_wing() {
    let setup: Setup = "r1r1k1rr/8/8/8/8/8/8/1RK5 w - - 0 1".parse().unwrap();
    assert_eq!(setup.outermost_rook(Color::Black, Wing::King), Square::H8);
    assert_eq!(setup.outermost_rook(Color::Black, Wing::Queen), Square::A8);
    assert_eq!(setup.outermost_rook(Color::White, Wing::Queen), Square::B1);
    assert_eq!(setup.outermost_rook(Color::White, Wing::King), Square::H1, "the corner, for want of a rook");
}

#[test]
fn impossible_double_checks_are_rejected() {
    // The position, and whether the double check is possible.
    for (fen, possible) in [
        // Knight and uncovered rook; bishop and uncovered rook; pawn push and uncovered bishop.
        ("4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1", true),
        ("4k3/8/8/1B6/8/8/8/4RK2 b - - 0 1", true),
        ("8/8/8/2k5/3P4/8/8/2R2K2 b - - 0 1", true),
        // Two on one line; two knights; two pawns; pawn and knight.
        ("8/8/8/R2k3R/8/8/8/5K2 b - - 0 1", false),
        ("8/8/8/3k4/8/2N1N3/8/5K2 b - - 0 1", false),
        ("8/8/8/3k4/2P1P3/8/8/5K2 b - - 0 1", false),
        ("8/8/8/3k4/2P5/4N3/8/5K2 b - - 0 1", false),
    ] {
        let setup: Setup = fen.parse().unwrap();
        assert_eq!(setup.errors().is_empty(), possible, "{fen}: {:?}", setup.errors());
        assert!(setup.mend().unwrap().board.checkers().many(), "{fen}");
    }
}
