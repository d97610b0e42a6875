//! Algebraic notation against published solutions, against itself, and against what people type.

mod common;

use common::{data, random_boards};
use std::collections::HashSet;
use vernier_chess::{Board, CastlingMode, Move, Rng, SanError};

/// The board at the start of an EPD line, whatever follows.
fn board_of(line: &str) -> Board {
    let fields: Vec<&str> = line.split([' ', ';']).filter(|field| !field.is_empty()).collect();
    Board::mend_fen(&fields[..4].join(" ")).unwrap().board
}

/// The operand of an EPD opcode.
fn operand<'a>(line: &'a str, opcode: &str) -> Option<&'a str> {
    let found = line.split(';').map(str::trim).find_map(|part| {
        let start = part.find(&format!("{opcode} "))?;
        let whole_word = start == 0 || part.as_bytes()[start - 1] == b' ';
        whole_word.then(|| &part[start + opcode.len() + 1..])
    })?;
    Some(found.trim_matches('"'))
}

/// Writes every legal move and reads it back; no two may be written alike. Returns how many there were.
fn check_all_moves(board: &Board) -> usize {
    let moves = board.legal_moves();
    let mut texts = HashSet::new();
    for mv in moves.iter().copied() {
        let text = board.san(mv).to_string();
        assert_eq!(board.parse_san(&text), Ok(mv), "{text} in {board}");
        assert_eq!(board.parse_san(&mv.to_string()), Ok(mv), "{mv} in {board}");
        assert!(text.len() <= 7, "{text}");
        let after = board.play(mv);
        assert_eq!(text.ends_with('#'), after.is_checkmate(), "{text}");
        assert_eq!(text.ends_with('+'), after.in_check() && !after.is_checkmate(), "{text}");
        assert!(texts.insert(text), "{mv} in {board}");
    }
    moves.len()
}

#[test]
#[ignore = "needs ../shared/data"]
fn every_move_reads_back() {
    let files = [
        ("tactics/wac.epd", 300),
        ("tactics/mate_in_1.epd", 64),
        ("tactics/mate_random_1.epd", 300),
        ("perft/standard.epd", 125),
        ("perft/tricky.epd", 96),
        ("perft/chess960.epd", 960),
        ("perft/chess960_tricky.epd", 25),
        ("perft/dfrc.epd", 140),
        ("perft/enpassant.epd", 500),
        ("perft/double_check.epd", 184),
    ];
    for (file, positions) in files {
        let text = data(file);
        assert_eq!(text.lines().count(), positions, "{file}");
        for line in text.lines() {
            check_all_moves(&board_of(line));
        }
    }
    let moves: usize = random_boards(2000, 7).iter().map(check_all_moves).sum();
    assert!(moves > 40_000, "{moves}");
}

#[test]
#[ignore = "needs ../shared/data"]
fn solutions_in_san_are_solutions_in_uci() {
    let files = [
        ("tactics/wac.epd", "bm", "c9", 350),
        ("tactics/ecm98_part1.epd", "bm", "c9", 385),
        ("tactics/silent_but_deadly.epd", "bm", "c9", 134),
        ("tactics/mate_in_2.epd", "bm", "c9", 150),
        ("tactics/mate_random_2.epd", "bm", "c9", 300),
        ("sts/sts_v3.epd", "c7", "c9", 5000),
    ];
    for (file, san, uci, least) in files {
        let text = data(file);
        let mut seen = 0;
        for line in text.lines() {
            let Some((sans, ucis)) = operand(line, san).zip(operand(line, uci)) else { continue };
            let board = board_of(line);
            let read: Vec<Move> =
                sans.split_whitespace().map(|text| board.parse_san(text).unwrap()).collect();
            let written: Vec<String> = read.iter().map(|mv| board.uci(*mv, CastlingMode::Standard)).collect();
            assert_eq!(written, ucis.split_whitespace().collect::<Vec<_>>(), "{line}");
            if san == "c7" {
                let again: Vec<String> = read.iter().map(|mv| board.san(*mv).to_string()).collect();
                assert_eq!(again.join(" "), sans, "{line}");
            }
            seen += read.len();
        }
        assert!(seen >= least, "{file}: {seen} moves");
    }
}

fn check(fen: &str, text: &str, expected: Result<&str, SanError>) {
    let board: Board = fen.parse().unwrap();
    let read = board.parse_san(text).map(|mv| mv.to_string());
    assert_eq!(read, expected.map(str::to_string), "{text} in {fen}");
}

#[test]
fn lenient_san_is_read() {
    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["O-O", "0-0", "o-o", "O-O+", "O-O!?", "e1g1", "e1h1", "Ke1-g1"] {
        check(CASTLE, text, Ok("e1h1"));
    }
    for text in ["O-O-O", "0-0-0", "o-o-o#", "e1c1", "e1a1"] {
        check(CASTLE, text, Ok("e1a1"));
    }
    const PROMOTE: &str = "3r2k1/P3P3/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["exd8=Q+", "exd8Q", "e7xd8=Q", "exd8=q", "ed8=Q", "exd8/Q", "e7d8q", "exd8(Q)", "e:d8=Q#??"]
    {
        check(PROMOTE, text, Ok("e7d8q"));
    }
    for text in ["a8=N", "a8N", "a7-a8=n", "a8n", "a7a8n"] {
        check(PROMOTE, text, Ok("a7a8n"));
    }
    check(PROMOTE, "a8b", Ok("a7a8b"));
    check(PROMOTE, "a8", Err(SanError::NoPromotion));
    check(PROMOTE, "d8=Q", Err(SanError::Illegal));
    const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for text in ["exd6", "exd6 e.p.", "exd6e.p.", "exd6ep", "e5xd6", "ed6", "exd6 e.p.+!"] {
        check(EN_PASSANT, text, Ok("e5d6"));
    }
    check(EN_PASSANT, "d6", Err(SanError::Illegal));
    for text in ["Nf3", " Nf3 ", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "Nxf3", "Nf3??", "Nf3#"] {
        check("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", text, Ok("g1f3"));
    }
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Pe4", Ok("e2e4"));
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2-e4", Ok("e2e4"));
}

#[test]
fn rejected_san_has_a_reason() {
    const KNIGHTS: &str = "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1";
    check(KNIGHTS, "Nd2", Err(SanError::Ambiguous));
    check(KNIGHTS, "Nbd2", Ok("b1d2"));
    check(KNIGHTS, "Nbf6", Err(SanError::Illegal));
    check(KNIGHTS, "Qd2", Err(SanError::Illegal));
    check(KNIGHTS, "Bb1d2", Err(SanError::Illegal));
    check(KNIGHTS, "O-O", Err(SanError::Illegal));
    for text in [
        "", "N", "Nd", "Nd9", "Ni2", "nd2", "x", "=Q", "e8=", "Nd2=", "Nd2=Q", "e4 e5", "O-O-O-O", "é4",
        "e4é", "🨀",
    ] {
        check(KNIGHTS, text, Err(SanError::Malformed));
    }
}

#[test]
fn a_pinned_piece_needs_no_disambiguation() {
    let board: Board = "4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1".parse().unwrap();
    let mv = board.parse_san("Nc3").unwrap();
    assert_eq!(mv.to_string(), "b1c3");
    assert_eq!(board.san(mv).to_string(), "Nc3");
}

#[test]
fn disambiguation_prefers_the_file_and_needs_both_among_three() {
    let board: Board = "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1".parse().unwrap();
    let written = |uci: &str| board.san(board.parse_uci(uci).unwrap()).to_string();
    assert_eq!(written("h4e1"), "Qh4e1");
    assert_eq!(written("e4e1"), "Qee1");
    assert_eq!(written("h1e1"), "Q1e1");
}

#[test]
fn no_text_panics() {
    let boards = random_boards(20, 11);
    let mut random = Rng::new(12);
    let letters: Vec<char> = "NBRQKPabcdefgh12345678x:-=+#!?O0o e.p/()é".chars().collect();
    let mut legal = 0;
    for _ in 0..50_000 {
        let text: String = (0..random.below(9)).map(|_| letters[random.below(letters.len())]).collect();
        let board = &boards[random.below(boards.len())];
        if let Ok(mv) = board.parse_san(&text) {
            assert!(board.is_legal(mv), "{text} in {board}");
            legal += 1;
        }
    }
    assert!(legal > 10, "{legal}");
}
