//! How this library does each job.

use crate::Task;
use crate::work::Corpus;
use std::hint::black_box;
use vernier_chess::pgn::{Reader, Visitor, Walk};
use vernier_chess::{Board, Move, Perft, perft, perft_pseudo_legal};

fn board(fen: &str) -> Board {
    fen.parse().expect("a position")
}

pub fn bulk(fen: &str, depth: u32) -> Task<'static> {
    let board = board(fen);
    Box::new(move || perft(&board, depth))
}

pub fn hashed(fen: &str, depth: u32) -> Task<'static> {
    let board = board(fen);
    Box::new(move || Perft::new(depth).hash_mb(64).run(&board))
}

pub fn pseudo_legal(fen: &str, depth: u32) -> Task<'static> {
    let board = board(fen);
    Box::new(move || perft_pseudo_legal(&board, depth))
}

pub fn pseudo_legal_lists(corpus: &Corpus) -> Task<'_> {
    let boards = corpus.boards();
    Box::new(move || boards.iter().map(|board| black_box(board.pseudo_legal_moves()).len() as u64).sum())
}

pub fn played(fen: &str, depth: u32) -> Task<'static> {
    fn walk(board: &mut Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(&*board);
            return 1;
        }
        let mut leaves = 0;
        for mv in board.legal_moves() {
            let undo = board.make(mv);
            leaves += walk(board, depth - 1);
            board.unmake(mv, undo);
        }
        leaves
    }
    let board = board(fen);
    Box::new(move || walk(&mut { board }, depth))
}

/// Every board with its moves.
fn boards(corpus: &Corpus) -> Vec<(Board, Vec<Move>)> {
    corpus.boards().into_iter().map(|board| (board, board.legal_moves().to_vec())).collect()
}

pub fn lists(corpus: &Corpus) -> Task<'_> {
    let boards = corpus.boards();
    Box::new(move || boards.iter().map(|board| black_box(board.legal_moves()).len() as u64).sum())
}

pub fn cycles(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || {
        let mut count = 0;
        for (board, moves) in &boards {
            let mut board = *board;
            for mv in moves {
                let undo = board.make(*mv);
                black_box(&board);
                board.unmake(*mv, undo);
                count += 1;
            }
        }
        count
    })
}

pub fn fen_read(corpus: &Corpus) -> Task<'_> {
    Box::new(|| corpus.fens.iter().map(|fen| black_box(board(black_box(fen))).occupied().len().min(1) as u64).sum())
}

pub fn fen_written(corpus: &Corpus) -> Task<'_> {
    let boards = corpus.boards();
    Box::new(move || boards.iter().map(|board| black_box(board.to_string()).len().min(1) as u64).sum())
}

fn with_texts<'a>(
    corpus: &'a Corpus,
    texts: &'a [Vec<String>],
    read: impl Fn(&Board, &str) -> Option<Move> + 'a,
) -> Task<'a> {
    let boards = corpus.boards();
    Box::new(move || {
        let read = |board: &Board, text: &String| u64::from(black_box(read(board, black_box(text))).is_some());
        boards.iter().zip(texts).flat_map(|(board, texts)| texts.iter().map(move |text| read(board, text))).sum()
    })
}

pub fn san_read(corpus: &Corpus) -> Task<'_> {
    with_texts(corpus, &corpus.san, |board, text| board.parse_san(text).ok())
}

pub fn uci_read(corpus: &Corpus) -> Task<'_> {
    with_texts(corpus, &corpus.uci, |board, text| board.parse_uci(text).ok())
}

/// Does something with every legal move of every board.
fn with_moves<'a, T: 'a>(corpus: &'a Corpus, work: impl Fn(&Board, Move) -> T + 'a) -> Task<'a> {
    let boards = boards(corpus);
    Box::new(move || {
        let mut count = 0;
        for (board, moves) in &boards {
            for mv in moves {
                black_box(work(board, black_box(*mv)));
                count += 1;
            }
        }
        count
    })
}

pub fn san_written(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.san(mv).to_string())
}

/// The board is asked again for every move.
pub fn is_legal(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.is_legal(mv))
}

/// Checks and pins are found once a position, as the libraries do that keep them with their boards.
pub fn are_legal(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || {
        let mut count = 0;
        for (board, moves) in &boards {
            let legality = board.legality();
            for mv in moves {
                black_box(legality.is_legal(black_box(*mv)));
                count += 1;
            }
        }
        count
    })
}

pub fn gives_check(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.gives_check(mv))
}

pub fn see(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.see(mv))
}

struct Moves(u64);

impl Visitor for Moves {
    fn played(&mut self, _: &Board, mv: Option<Move>) {
        self.0 += u64::from(mv.is_some());
    }
}

pub fn pgn_read(corpus: &Corpus) -> Task<'_> {
    Box::new(|| {
        let mut reader = Reader::new(corpus.pgn.as_bytes());
        let mut moves = Moves(0);
        while let Some(game) = reader.read(&mut moves) {
            game.expect("a sound game");
        }
        assert!(moves.0 > 1_000);
        corpus.pgn.len() as u64
    })
}

struct Headers(u64);

impl Visitor for Headers {
    fn tag(&mut self, name: &str, value: &str) {
        self.0 += black_box(name.len() + value.len()) as u64;
    }

    fn start(&mut self, _: &Board) -> Walk {
        Walk::Skip
    }

    fn played(&mut self, _: &Board, _: Option<Move>) {}
}

pub fn pgn_headers(corpus: &Corpus) -> Task<'_> {
    Box::new(|| {
        let mut reader = Reader::new(corpus.pgn.as_bytes());
        let mut headers = Headers(0);
        while let Some(game) = reader.read(&mut headers) {
            game.expect("a sound game");
        }
        corpus.pgn.len() as u64
    })
}

pub fn pgn_written(corpus: &Corpus) -> Task<'_> {
    Box::new(|| {
        corpus.games.iter().map(|game| {
            black_box(game.to_string());
            game.len() as u64
        }).sum()
    })
}

pub fn keys(corpus: &Corpus) -> Task<'_> {
    let setups: Vec<_> = corpus.boards().iter().map(Board::setup).collect();
    Box::new(move || setups.iter().map(|setup| black_box(setup.validate().expect("legal").polyglot_key()).0.min(1)).sum())
}
