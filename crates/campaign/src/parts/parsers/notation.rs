//! Chess notation: positions, games, moves.

use super::{Target, Verdict, accepted, parse, text};
use std::path::Path;
use vernier_chess::{Board, CastlingMode, Epd, GameResult, San, Square, pgn};

pub(super) const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
];

pub(super) fn targets() -> Vec<Target> {
    let epds = FENS.map(|fen| format!("{} bm e4; id \"x;y\"; dm 3;", &fen[..fen.len() - 4]));
    let games = [
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 $1 {open} 2. Nf3) 2. Bc4! Nc6 3. Qh5?? Nf6 4. Qxf7# 1-0\n",
        "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\r\n\r\n1. a8=N; comment\r\n% escape\r\n1... Kd8 *\r\n",
        "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/R1K4R w AH - 0 1\"]\n\n1. O-O-O Ke7 2. -- Kd6 0-1\n",
    ];
    vec![
        Target::new("FEN", FENS, |bytes, _| fen(&text(bytes))),
        Target::new("EPD", epds, |bytes, _| epd(&text(bytes))),
        Target::new("PGN", games, |bytes, _| games_of(bytes)),
        Target::new("SAN move", ["e4", "Nbd7+", "exd6", "O-O-O", "e8=Q#", "Qh4xe1"], san),
        Target::new("UCI move", ["e2e4", "e7e8q", "e1g1", "0000"], uci_move),
        Target::new("square", ["a1", "h8"], parse::<Square>),
        Target::new("result", ["1-0", "1/2-1/2", "*"], parse::<GameResult>),
    ]
}

fn fen(text: &str) -> Verdict {
    let Ok(mended) = Board::mend_fen(text) else { return accepted(text.parse::<Board>().is_ok()) };
    let board = mended.board;
    // A mended position need not pass the strict parser: it may have more pieces than promotions allow.
    match Board::mend_fen(&board.fen(CastlingMode::Chess960)).map(|again| again.board) {
        Ok(again) if again.key() == board.key() && again.count_moves() == board.count_moves() => {
            Verdict::Accepted
        }
        _ => Verdict::Wrong("reads back as another position"),
    }
}

fn epd(text: &str) -> Verdict {
    let Ok(epd) = text.parse::<Epd>() else { return Verdict::Refused };
    let written = epd.to_string();
    match written.parse::<Epd>() {
        Ok(again) if again.to_string() == written => Verdict::Accepted,
        _ => Verdict::Wrong("reads back as another line"),
    }
}

fn games_of(bytes: &[u8]) -> Verdict {
    let mut verdict = Verdict::Refused;
    for game in pgn::Reader::new(bytes).take(bytes.len() + 1).flatten() {
        let again: Vec<_> = pgn::Reader::new(game.to_string().as_bytes()).collect();
        if again != [Ok(game)] {
            return Verdict::Wrong("reads back as another game");
        }
        verdict = Verdict::Accepted;
    }
    verdict
}

/// One of the positions, chosen by the input.
fn some_board(bytes: &[u8]) -> Board {
    let sum: usize = bytes.iter().map(|byte| usize::from(*byte)).sum();
    Board::mend_fen(FENS[sum % FENS.len()]).map_or_else(|_| Board::start(), |mended| mended.board)
}

fn san(bytes: &[u8], _: &Path) -> Verdict {
    let (board, text) = (some_board(bytes), text(bytes));
    let _ = text.parse::<San>();
    match board.parse_san(&text) {
        Ok(mv) if !board.is_legal(mv) => Verdict::Wrong("is not legal"),
        read => accepted(read.is_ok()),
    }
}

fn uci_move(bytes: &[u8], _: &Path) -> Verdict {
    let board = some_board(bytes);
    match board.parse_uci(&text(bytes)) {
        Ok(mv) if !board.is_legal(mv) => Verdict::Wrong("is not legal"),
        read => accepted(read.is_ok()),
    }
}
