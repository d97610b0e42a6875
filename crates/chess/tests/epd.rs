//! EPD lines read and written: the shared suites come back letter for letter, and bad lines are refused.

mod common;

use vernier_chess::{
    Board, CastlingMode, Epd, EpdClocks, EpdError, EpdLayout, Operand, Operation, Setup, perft,
};

/// More suites of the shared data with the number of their lines.
const SUITES: &[(&str, usize)] = &[
    ("tactics/wac.epd", 300),
    ("tactics/ecmgcp.epd", 183),
    ("tactics/ecm98_part1.epd", 385),
    ("tactics/arasan2024.epd", 200),
    ("tactics/bratko_kopec.epd", 24),
    ("tactics/bt2630.epd", 30),
    ("tactics/iq4.epd", 183),
    ("tactics/lct2.epd", 35),
    ("tactics/kaufman.epd", 25),
    ("tactics/nolot.epd", 11),
    ("tactics/silent_but_deadly.epd", 134),
    ("tactics/eet.epd", 100),
    ("tactics/pet.epd", 48),
    ("tactics/gmg_endings.epd", 63),
    ("tactics/zugts.epd", 30),
    ("tactics/hardzugs.epd", 3),
    ("tactics/mate_in_1.epd", 64),
    ("tactics/mate_in_2.epd", 150),
    ("tactics/mate_in_3.epd", 100),
    ("tactics/mate_in_4.epd", 80),
    ("tactics/mate_in_5.epd", 60),
    ("tactics/mate_in_6.epd", 126),
    ("tactics/mate_in_7.epd", 200),
    ("tactics/mate_in_8.epd", 200),
    ("tactics/mate_random_1.epd", 300),
    ("tactics/mate_random_2.epd", 300),
    ("tactics/mate_random_3.epd", 300),
    ("tactics/mate_problems_2.epd", 40),
    ("tactics/mates2000.epd", 2000),
    ("tactics/mates_endgame280.epd", 280),
    ("sts/sts_v3.epd", 1500),
    ("sts/sts_v6.epd", 1188),
    ("books/openings_balanced_8moves.epd", 2000),
    ("books/openings_chess960_3moves.epd", 960),
    ("books/openings_dfrc.epd", 960),
    ("books/openings_uho_4060.epd", 2000),
    ("books/positions_endgames.epd", 500),
];

/// Rights may be listed in any order, and are written in one; this makes lines comparable.
fn sort_rights(line: &str) -> String {
    let mut fields: Vec<String> = line.split(' ').map(String::from).collect();
    let mut rights: Vec<char> = fields[2].chars().collect();
    rights.sort_by_key(|letter| (letter.is_ascii_lowercase(), std::cmp::Reverse(*letter)));
    fields[2] = rights.into_iter().collect::<String>().replace("QK", "KQ").replace("qk", "kq");
    fields.join(" ")
}

#[test]
#[ignore = "needs ../shared/data"]
fn shared_suites_come_back_letter_for_letter() {
    let mut unsorted = 0;
    for (name, expected) in common::PERFT_SUITES.iter().chain(SUITES) {
        let text = common::data(name);
        assert_eq!(text.lines().count(), *expected, "{name}");
        for line in text.lines() {
            let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            let written = epd.to_string();
            if written != line {
                assert_eq!(written, sort_rights(line), "{name}");
                unsorted += 1;
            }
            assert_eq!(written.parse(), Ok(epd.clone()), "{name}: {line}");
            epd.board().unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
    assert_eq!(unsorted, 2, "castling rights listed from the a-file");
}

#[test]
#[ignore = "needs ../shared/data"]
fn solutions_are_legal_moves() {
    let mut solutions = 0;
    for name in ["tactics/wac.epd", "tactics/kaufman.epd", "tactics/eet.epd"] {
        let text = common::data(name);
        for line in text.lines() {
            let epd: Epd = line.parse().unwrap();
            let board = epd.board().unwrap();
            for san in epd.best_moves().chain(epd.avoid_moves()) {
                board.parse_san(san).unwrap_or_else(|error| panic!("{line}: {san}: {error}"));
                solutions += 1;
            }
            assert!(epd.id().is_some(), "{line}");
        }
    }
    assert!(solutions >= 425, "{solutions}");
}

#[test]
fn operands_are_typed() {
    let line = r#"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 Ke2; am Kf1; id "a; b"; dm -3; acn 12; ce +5; c0 "";
        noop; my_op 1 x "y z"; hmvc 7; fmvn 20;"#;
    let epd: Epd = line.parse().unwrap();
    assert_eq!(epd.best_moves().collect::<Vec<_>>(), ["Kd2", "Ke2"]);
    assert_eq!(epd.avoid_moves().collect::<Vec<_>>(), ["Kf1"]);
    assert_eq!((epd.id(), epd.text("c0"), epd.text("c1")), (Some("a; b"), Some(""), None));
    assert_eq!((epd.integer("dm"), epd.integer("acn")), (Some(-3), Some(12)));
    assert_eq!((epd.integer("ce"), epd.text("ce")), (None, Some("+5")), "kept as it was written");
    assert_eq!(epd.operands("noop"), Some(&[][..]));
    let operands = [Operand::Integer(1), Operand::Word("x".into()), Operand::Text("y z".into())];
    assert_eq!(epd.operands("my_op"), Some(&operands[..]));
    assert_eq!((epd.setup.halfmove_clock, epd.setup.fullmove_number), (7, 20));
    assert_eq!((epd.style.clocks, epd.style.layout), (EpdClocks::Omitted, EpdLayout::Ended));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(epd.to_string(), words(line));
}

#[test]
fn lenient_lines_are_read() {
    const KINGS: &str = "4k3/8/8/8/8/8/8/R3K3 w Q - ";
    let read = |tail: &str| format!("{KINGS}{tail}").parse::<Epd>().unwrap().to_string();
    assert_eq!(read(""), KINGS.trim_end());
    assert_eq!(read("bm Ra8+"), format!("{KINGS}bm Ra8+;"));
    assert_eq!(read(" bm  Ra8+ ;; id\t\"x\" ;\r"), format!("{KINGS}bm Ra8+; id \"x\";"));
    assert_eq!(read("0 1;D1 16;D2 80"), format!("{KINGS}0 1 ;D1 16 ;D2 80"));
    assert_eq!(read("0 1 bm Ra8+;"), format!("{KINGS}0 1 bm Ra8+;"));
    assert_eq!(read(";D1 16"), format!("{KINGS};D1 16"));
}

#[test]
#[ignore = "needs ../shared/data"]
fn perft_suites_tell_their_counts() {
    let text = common::data("perft/chess960_tricky.epd");
    for line in text.lines() {
        let epd: Epd = line.parse().unwrap();
        assert_eq!(epd.style.layout, EpdLayout::Led);
        let board = epd.board().unwrap();
        let counts = epd.perft_counts().unwrap();
        assert!(counts.len() >= 5);
        for (depth, count) in counts.into_iter().take(3) {
            assert_eq!(perft(&board, depth), count, "{line} at {depth}");
        }
    }
}

#[test]
fn malformed_counts_are_errors() {
    let counts =
        |tail: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {tail}").parse::<Epd>().unwrap().perft_counts();
    assert_eq!(counts(";D1 5 ;D2 25").unwrap(), [(1, 5), (2, 25)]);
    // Neither is meant as a count.
    assert_eq!(counts(";D ;Dx 3 ;dm 2").unwrap(), []);
    for bad in ["D2 many", "D2", "D2 5 5", "D2 -5", "D2 2.5", "D2 \"5\"", "D99999999999 5"] {
        let error = counts(&format!(";D1 5 ;{bad}")).unwrap_err();
        assert_eq!(error, EpdError::Count(bad.to_string()));
    }
    let error = counts(";D2 many").unwrap_err();
    assert_eq!(error.to_string(), "'D2 many': a count is an opcode and a whole number, such as 'D3 8902'");
}

#[test]
fn lines_can_be_built() {
    let mut epd = Epd::new(Board::chess960(0).unwrap().setup());
    epd.style.castling = CastlingMode::Chess960;
    let operands = vec![Operand::Text("say \"hi\"".into()), Operand::Integer(-1)];
    epd.operations.push(Operation { opcode: "c0".into(), operands });
    let line = epd.to_string();
    assert_eq!(line, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - c0 \"say 'hi'\" -1;");
    assert_eq!(line.parse::<Epd>().unwrap().to_string(), line);
}

#[test]
fn bad_lines_are_rejected_with_the_column() {
    let read = |line: &str| line.parse::<Epd>().unwrap_err();
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x;"), EpdError::Unclosed(38));
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w - - \"x\";"), EpdError::Opcode(27));
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; b-m e4;"), EpdError::Opcode(35));
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w - - é é;"), EpdError::Opcode(27));
    assert!(matches!(read("4k3/8/8/8/8/8/8/4K3 x - - bm Kd2;"), EpdError::Position(_)));
    assert!(matches!(read("4k3/8/8/8/8/8/8/4K3 w - - 0 99999 bm Kd2;"), EpdError::Position(_)));
    assert_eq!(
        read("4k3/8/8/8/8/8/8/4K3 w - - id \"x").to_string(),
        "EPD column 30: this quotation mark is not closed"
    );
    // A FEN is not an EPD.
    assert!("4k3/8/8/8/8/8/8/4K3 w - - 0 1;".parse::<Setup>().is_err());
    assert!("4k3/8/8/8/8/8/8/4K3 w;".parse::<Board>().is_err());
}
