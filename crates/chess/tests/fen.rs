//! FEN read and written: what is accepted, what each bad text gets, and round trips over the shared positions.

mod common;

use vernier_chess::{
    Board, CastlingMode, FenError, FenField, Mended, Piece, Setup, SetupErrorKind, Square, perft,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn lenient(fen: &str) -> String {
    Board::mend_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).board.to_string()
}

#[test]
fn start_position_reads_and_writes() {
    assert_eq!(Board::start().to_string(), START);
    assert_eq!(START.parse::<Board>().unwrap(), Board::start());
    assert_eq!(Board::mend_fen(START).unwrap().board, Board::start());
}

#[test]
fn missing_fields_take_their_defaults() {
    let board = "4k3/8/8/8/8/8/8/R3K3";
    for tail in [" w", " w -", " w - -", " w - - 0", " w - - 0 1", "  w\t-  - 0 1 \r\n"] {
        assert_eq!(lenient(&format!("{board}{tail}")), format!("{board} w - - 0 1"));
    }
    for tail in [" w", " w -", " w - -", " w - - 0"] {
        let error = format!("{board}{tail}").parse::<Board>().unwrap_err();
        assert!(error.to_string().ends_with("missing"), "{error}");
    }
}

#[test]
fn clocks_have_limits() {
    let fen = |clocks: &str| format!("4k3/8/8/8/8/8/8/R3K3 w - - {clocks}");
    for clocks in ["0 1", "101 77", "32767 32767"] {
        assert_eq!(lenient(&fen(clocks)), fen(clocks));
    }
    assert_eq!(lenient(&fen("5 0")), fen("5 1"));
    assert!(fen("5 0").parse::<Board>().is_err());
}

/// Every row: a text, the number of the field blamed, the column, and the reason.
#[rustfmt::skip]
const MALFORMED: &[(&str, usize, usize, &str)] = &[
    ("", 1, 1, "missing"),
    ("   ", 1, 4, "missing"),
    ("blah", 1, 2, "'l' is not a piece"),
    ("4k3/8/8/8/8/8/8/4K3", 2, 20, "missing"),
    ("4k3/8/8/8/8/8/8/4K3 x", 2, 21, "the side to move is w or b"),
    ("4k3/8/8/8/8/8/8/4K3 W", 2, 21, "the side to move is w or b"),
    ("4k3/8/8/8/8/8/8/4K3 white", 2, 21, "the side to move is w or b"),
    ("4k3/8/8/8/8/8/8/4K3P w - - 0 1", 1, 20, "rank 1 has more than 8 squares"),
    ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", 1, 19, "rank 1 has more than 8 squares"),
    ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", 1, 20, "rank 1 has fewer than 8 squares"),
    ("4k3/7/8/8/8/8/8/4K3 w - - 0 1", 1, 6, "rank 7 has fewer than 8 squares"),
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", 1, 18, "ends after rank 2"),
    ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", 1, 19, "more than 8 ranks"),
    ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", 1, 21, "more than 8 ranks"),
    ("4k3//8/8/8/8/8/4K3 w - - 0 1", 1, 5, "rank 7 has fewer than 8 squares"),
    ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", 1, 5, "'9' empty squares; a run has 1 to 8"),
    ("4k3/80/8/8/8/8/8/4K3 w - - 0 1", 1, 6, "rank 7 has more than 8 squares"),
    ("4k3/08/8/8/8/8/8/4K3 w - - 0 1", 1, 5, "'0' empty squares; a run has 1 to 8"),
    ("4k3/8/8/８/8/8/8/4K3 w - - 0 1", 1, 9, "'８' is not a piece"),
    ("4♚3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 2, "'♚' is not a piece"),
    ("\u{feff}4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 1, "'\\u{feff}' is not a piece"),
    ("4k3/8/8\0/8/8/8/8/4K3 w - - 0 1", 1, 8, "rank 6 has more than 8 squares"),
    ("4k3/8/8/8/8/8/8/4K3 w \0 - 0 1", 3, 23, "'\\0' is not a castling right"),
    ("4k3/8/8/8/8/8/8/4K3\u{a0}w - - 0 1", 1, 20, "rank 1 has more than 8 squares"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQxq - 0 1", 3, 29, "'x' is not a castling right"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQ- - 0 1", 3, 29, "'-' is not a castling right"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w -- - 0 1", 3, 27, "'-' is not a castling right"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQKq - 0 1", 3, 29, "'K' repeats a castling right"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KHkq - 0 1", 3, 28, "'H' repeats a castling right"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQBkq - 0 1", 3, 29, "'B' is a third castling right of one color"),
    ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", 4, 25, "the en passant square is a square or -"),
    ("4k3/8/8/8/8/8/8/4K3 w - e 0 1", 4, 25, "the en passant square is a square or -"),
    ("4k3/8/8/8/8/8/8/4K3 w - e6e6 0 1", 4, 25, "the en passant square is a square or -"),
    ("4k3/8/8/8/8/8/8/4K3 w - é6 0 1", 4, 25, "the en passant square is a square or -"),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", 5, 27, "not a number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", 5, 27, "not a number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - １ 1", 5, 27, "not a number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", 5, 27, "not a number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 32768 1", 5, 27, "the number is too large"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1", 5, 27, "the number is too large"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", 6, 29, "not a number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 100000000000", 6, 29, "the number is too large"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", 6, 31, "a FEN ends here"),
];

/// Well formed, but no chess position, even to a lenient reader.
#[rustfmt::skip]
const IMPOSSIBLE: &[(&str, usize, usize, &str)] = &[
    ("8/8/8/8/8/8/8/8 w - - 0 1", 1, 1, "White has no king; Black has no king"),
    ("4k3/8/8/8/8/8/8/8 w - - 0 1", 1, 1, "White has no king"),
    ("4k3/8/8/8/8/8/8/4K1K1 w - - 0 1", 1, 20, "White has another king on g1"),
    ("k3k3/8/8/8/8/8/8/4K3 b - - 0 1", 1, 3, "Black has another king on e8"),
    ("8/8/8/4k3/4K3/8/8/8 w - - 0 1", 1, 12, "the kings on e4 and e5 touch"),
    ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", 1, 2, "the king on e8 is in check but not to move"),
    ("4k2P/8/8/8/8/8/8/p3K3 w - - 0 1", 1, 18, "a pawn cannot stand on a1; a pawn cannot stand on h8"),
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", 1, 1, "White has more than 8 pawns"),
    ("4k3/8/8/8/NNNNNNNN/NNN5/PPPPPPPP/4K3 w - - 0 1", 1, 1, "White has more than 16 pieces and pawns; \
        White has more promoted pieces (9) than missing pawns"),
    ("rrrrk3/rrrrrrr1/8/8/8/8/8/7K b - - 0 1", 1, 1, "Black has more promoted pieces (9) than missing pawns"),
    ("3qk3/8/8/8/1b5b/5n2/8/r3K3 w - - 0 1", 1, 25, "more than two pieces check the king on e1"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", 4, 28, "d5 is on the wrong rank for en passant"),
    ("4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", 4, 28, "d6 is on the wrong rank for en passant"),
];

fn mend(fen: &str) -> Result<Board, FenError> {
    Board::mend_fen(fen).map(|mended| mended.board)
}

fn check_refusals(table: &[(&str, usize, usize, &str)], read: impl Fn(&str) -> Result<Board, FenError>) {
    for (fen, number, column, reason) in table {
        let error = read(fen).expect_err(fen);
        let found = (error.field.number(), error.column, error.kind.to_string());
        assert_eq!(found, (*number, *column, reason.to_string()), "{fen:?}");
    }
}

#[test]
fn malformed_texts_are_rejected_with_field_and_column() {
    check_refusals(MALFORMED, mend);
}

#[test]
fn impossible_positions_are_rejected_with_every_reason() {
    check_refusals(IMPOSSIBLE, mend);
    check_refusals(IMPOSSIBLE, str::parse);
}

#[test]
fn strict_readers_reject_what_lenient_ones_repair() {
    #[rustfmt::skip]
    check_refusals(&[
        ("44/8/4k3/8/8/8/8/4K3 w - - 0 1", 1, 2, "empty squares side by side are one number"),
        ("r3k3/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 3, 28, "castling with h8 is impossible"),
        ("4k3/8/8/8/8/8/8/R3K2R b HAa - 0 1", 3, 27, "castling with a8 is impossible"),
        ("4k3/8/8/3p4/8/8/8/4K3 w - c6 0 1", 4, 27, "no pawn can just have jumped over c6"),
        ("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", 1, 16, "no move can give this double check to the king on f3"),
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 4, 29, "the king was in check before a pawn jumped over d3"),
        ("qqk5/pppppppp/8/8/8/8/8/4K3 b - - 0 1", 1, 1, "Black has more promoted pieces (1) than missing pawns"),
        ("2bbkb2/pppppppp/8/8/8/8/8/4K3 b - - 0 1", 1, 1, "Black has more promoted pieces (1) than missing pawns"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", 6, 29, "moves are counted from one"),
    ], str::parse);
}

#[test]
fn impossible_castling_rights_are_dropped_and_reported() {
    let cases: [(&str, &str, &[Square]); 6] = [
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "KQkq", &[]),
        ("r3k3/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "KQq", &[Square::H8]),
        ("r6r/4k3/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQ", &[Square::A8, Square::H8]),
        ("r3k2r/8/8/8/8/8/8/1K3R1R w FAkq - 0 1", "Fkq", &[Square::A1]),
        ("4k3/8/8/8/8/8/8/K6R w H - 0 1", "K", &[]),
        ("4k3/8/8/8/8/8/8/2K3RR w GH - 0 1", "K", &[Square::G1]),
    ];
    for (fen, rights, dropped) in cases {
        let mended = Board::mend_fen(fen).unwrap();
        let errors: Vec<_> = dropped.iter().copied().map(SetupErrorKind::CastlingRight).collect();
        assert_eq!(*mended.repairs, errors, "{fen}");
        assert_eq!(mended.board.to_string().split(' ').nth(2), Some(rights), "{fen}");
    }
}

#[test]
fn en_passant_is_kept_only_if_it_can_be_taken() {
    // The text, the square the board keeps, and whether the reader complains.
    let cases = [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Some(Square::D6), false),
        // Nobody stands ready.
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", None, false),
        // The taker is pinned, on its file, its diagonal, and along the rank.
        ("4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1", None, false),
        ("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", None, false),
        ("4k3/6b1/8/3pP3/3K4/8/8/8 w - d6 0 1", None, false),
        // No pawn, an own pawn, an occupied square, a pawn still at home.
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", None, true),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", None, true),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", None, true),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", None, true),
        // Before the push the king would have been in check already; only taking by e4 does not answer it.
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", Some(Square::D3), true),
        // The push itself checks, or uncovers a check that taking it does not answer.
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", Some(Square::D3), false),
        ("8/8/8/6k1/3Pp3/8/8/2B1K3 b - d3 0 1", None, false),
    ];
    for (fen, kept, complains) in cases {
        let mended = Board::mend_fen(fen).unwrap();
        assert_eq!(mended.board.en_passant(), kept, "{fen}");
        assert_eq!(!mended.repairs.is_empty(), complains, "{fen}");
        assert_eq!(fen.parse::<Board>().is_err(), complains, "{fen}");
    }
}

#[test]
fn boards_are_equal_if_the_rules_cannot_distinguish_them() {
    // The taker is pinned, so that the two differ only in what Polyglot counts.
    let jumped: Board = "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1".parse().unwrap();
    let again: Board = jumped.to_string().parse().unwrap();
    assert_eq!(jumped, again);
    assert_eq!((jumped.setup(), jumped.key()), (again.setup(), again.key()));
    assert_ne!(jumped.polyglot_key(), again.polyglot_key());
    // Everything else in a FEN distinguishes boards: pieces, turn, rights, en passant that counts, clocks.
    let different = [
        "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 1",
        "4k3/8/8/3pP3/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K2R w K d6 1 1",
        "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2",
    ];
    let boards = different.map(|fen| fen.parse::<Board>().unwrap());
    for (index, board) in boards.iter().enumerate() {
        assert_eq!(boards.iter().position(|other| other == board), Some(index), "{board}");
    }
}

#[test]
fn x_fen_names_only_the_files_of_inner_rooks() {
    let cases = [
        ("4k3/8/8/8/8/8/8/1R1K2R1 w BG - 0 1", "KQ", "GB"),
        ("4k3/8/8/8/8/8/8/4KRNR w F - 0 1", "F", "F"),
        ("4k3/8/8/8/8/8/8/RRK5 w B - 0 1", "B", "B"),
        ("4k3/8/8/8/8/8/8/RRK5 w Q - 0 1", "Q", "A"),
        ("rnbqkbnr/pppppp2/6pp/8/P6P/3Q4/1PP1PPP1/RNR1KBN1 b Ckq - 1 3", "Ckq", "Cha"),
    ];
    for (fen, x_fen, shredder) in cases {
        let board: Board = fen.parse().unwrap();
        assert_eq!(board.to_string().split(' ').nth(2), Some(x_fen), "{fen}");
        assert_eq!(board.fen(CastlingMode::Chess960).split(' ').nth(2), Some(shredder), "{fen}");
    }
}

#[test]
fn setups_may_hold_illegal_positions() {
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "PPPPPPPP/8/8/kkk5/8/8/8/KKKK4 b KQkq a1 32767 0",
        "4k3/8/8/8/8/8/8/4K3 w HEk h8 3 9",
    ] {
        assert_eq!(fen.parse::<Setup>().unwrap().to_string(), fen.replace("HEk", "KEk"));
    }
    let setup: Setup = START.parse().unwrap();
    assert_eq!(setup, Board::start().setup());
    assert_eq!(setup.pieces[Square::D8], Some(Piece::BlackQueen));
    assert_eq!(FenField::Castling.number(), 3);
}

/// More files of the shared data with positions in the first fields of each line, and how many there are.
const POSITIONS: &[(&str, usize)] = &[
    ("books/openings_balanced_8moves.epd", 2000),
    ("books/openings_uho_4060.epd", 2000),
    ("books/openings_chess960_3moves.epd", 960),
    ("books/openings_dfrc.epd", 960),
    ("books/chess960_startpos.epd", 960),
    ("books/openings_mixed_closedpos.epd", 250),
    ("books/openings_mixed_drawkiller.epd", 250),
    ("books/openings_mixed_noob.epd", 250),
    ("books/positions_endgames.epd", 500),
    ("books/positions_stalemates.epd", 150),
];

#[test]
#[ignore = "needs ../shared/data"]
fn shared_positions_read_back_what_was_written() {
    let mut odd = Vec::new();
    for (name, expected) in common::PERFT_SUITES.iter().chain(POSITIONS) {
        let text = common::data(name);
        assert_eq!(text.lines().count(), *expected, "{name}");
        for line in text.lines() {
            let fen = line.split(" ;").next().unwrap_or_default();
            let mended = Board::mend_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let board = mended.board;
            if !mended.repairs.is_empty() {
                odd.push(fen.split(' ').next().unwrap_or_default().to_string());
            }
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let again = mend(&board.fen(mode)).unwrap();
                assert_eq!(again.setup(), board.setup(), "{fen}");
                assert_eq!(again.key(), board.key(), "{fen}");
            }
        }
    }
    // Impossible double checks by bishops on one diagonal, by two pawns, pawn and knight, and two knights; and a third
    // knight with all pawns there.
    assert_eq!(
        odd,
        [
            "B6b/8/8/8/2K5/5k2/8/b6B",
            "1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1",
            "1q4k1/3r1Ppp/5NP1/pP6/8/1Q6/3B4/2K2R2",
            "2b5/1nbn4/n3n3/1kn5/n3n3/1n1n4/5RQ1/2KQ1R2",
            "nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/R1KBBR1n",
        ]
    );
}

#[test]
#[ignore = "needs ../shared/data"]
fn unreachable_positions_are_refused_by_strict_readers_and_played_by_lenient_ones() {
    let text = common::data("perft/unreachable.epd");
    let mut played = 0;
    for line in text.lines() {
        let mut parts = line.split(" ;");
        let fen = parts.next().unwrap_or_default();
        assert!(fen.parse::<Board>().is_err(), "{fen}");
        let Ok(Mended { board, .. }) = Board::mend_fen(fen) else { continue };
        for (depth, count) in (1..).zip(parts) {
            assert_eq!(format!("D{depth} {}", perft(&board, depth)), count, "{fen}");
        }
        played += 1;
    }
    assert_eq!((played, text.lines().count()), (6, 7), "only the 26 queens are too much");
}

#[test]
#[ignore = "needs ../shared/data"]
fn polyglot_keys_equal_the_published_ones() {
    for (name, expected) in [("books/polyglot_keys.txt", 9), ("books/polyglot_keys_generated.txt", 200)] {
        let text = common::data(name);
        assert_eq!(text.lines().count(), expected, "{name}");
        for line in text.lines() {
            let (key, rest) = line.split_once(" | ").unwrap();
            let fen = rest.split(" | ").next().unwrap_or_default();
            let board: Board = fen.parse().unwrap();
            assert_eq!(format!("{:016x}", board.polyglot_key().0), key, "{fen}");
        }
    }
}
