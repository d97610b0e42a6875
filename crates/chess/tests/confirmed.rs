//! Positions of our own with what python-chess says about them; `tests/data/confirm.py` wrote the files and checks them.

use vernier_chess::{Board, CastlingMode, MoveKind, perft, perft_pseudo_legal};

const PERFT: &str = include_str!("data/perft.epd");
const MOVES: &str = include_str!("data/moves.tsv");
const EXCHANGES: &str = include_str!("data/exchanges.tsv");
const REFUSED: &str = include_str!("data/refused.tsv");

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn perft_counts_agree() {
    let mut counts = 0;
    for line in PERFT.lines() {
        let mut fields = line.split(';').map(str::trim);
        let board = board(fields.next().unwrap());
        for (depth, field) in (1..).zip(fields) {
            let leaves: u64 = field.strip_prefix(&format!("D{depth} ")).unwrap().parse().unwrap();
            assert_eq!(perft(&board, depth), leaves, "depth {depth} of {line}");
            assert_eq!(perft_pseudo_legal(&board, depth), leaves, "depth {depth} of {line}");
            counts += 1;
        }
    }
    assert_eq!(counts, 276);
}

#[test]
fn fen_and_san_agree() {
    let mut castles = 0;
    for line in MOVES.lines() {
        let (fen, named) = line.split_once('\t').unwrap();
        let board = board(fen);
        // Shredder-FEN names the files of the rooks; both ways of writing rights are in the file.
        let written = [board.fen(CastlingMode::Standard), board.fen(CastlingMode::Chess960)];
        assert!(written.iter().any(|written| written == fen), "{fen}: {written:?}");
        let name = |mv| format!("{}={}", board.uci(mv, CastlingMode::Chess960), board.san(mv));
        let moves = board.legal_moves();
        castles += moves.iter().filter(|mv| mv.kind() == MoveKind::Castle).count();
        let mut names: Vec<String> = moves.iter().copied().map(name).collect();
        names.sort();
        assert_eq!(names.join(" "), named, "{fen}");
        for name in &names {
            let (uci, san) = name.split_once('=').unwrap();
            assert_eq!(board.parse_uci(uci).unwrap(), board.parse_san(san).unwrap(), "{name} in {fen}");
        }
    }
    assert_eq!(MOVES.lines().count(), 92);
    assert!(castles >= 10, "{castles}");
}

#[test]
fn exchange_values_agree() {
    for line in EXCHANGES.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let board = board(fields[0]);
        let mv = board.parse_uci(fields[1]).unwrap();
        let value = fields[2].parse().unwrap();
        assert_eq!(board.see(mv), value, "{line}");
        assert!(board.see_at_least(mv, value) && !board.see_at_least(mv, value + 1), "{line}");
    }
    assert_eq!(EXCHANGES.lines().count(), 274);
}

#[test]
fn both_libraries_reject_the_same_texts() {
    for fen in REFUSED.lines() {
        assert!(fen.parse::<Board>().is_err(), "{fen}");
    }
    assert_eq!(REFUSED.lines().count(), 12);
}
