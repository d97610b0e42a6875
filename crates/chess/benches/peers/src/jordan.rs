//! How the crate that is simply called `chess` does each job.

use crate::Task;
use crate::work::Corpus;
use chess::{Board, BoardBuilder, ChessMove, MoveGen};
use std::hint::black_box;
use std::str::FromStr;

fn board(fen: &str) -> Board {
    Board::from_str(fen).expect("a position")
}

pub fn bulk(fen: &str, depth: u32) -> Task<'static> {
    let board = board(fen);
    Box::new(move || MoveGen::movegen_perft_test(&board, depth as usize) as u64)
}

pub fn played(fen: &str, depth: u32) -> Task<'static> {
    fn walk(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(board);
            return 1;
        }
        MoveGen::new_legal(board).map(|mv| walk(&board.make_move_new(mv), depth - 1)).sum()
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth))
}

fn boards(corpus: &Corpus) -> Vec<(Board, Vec<ChessMove>)> {
    corpus.fens.iter().map(|fen| board(fen)).map(|board| (board, MoveGen::new_legal(&board).collect())).collect()
}

pub fn lists(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || {
        let mut buffer = Vec::with_capacity(256);
        let mut count = 0;
        for (board, _) in &boards {
            buffer.clear();
            buffer.extend(MoveGen::new_legal(board));
            count += black_box(&buffer).len() as u64;
        }
        count
    })
}

fn with_moves<'a, T: 'a>(corpus: &'a Corpus, work: impl Fn(&Board, ChessMove) -> T + 'a) -> Task<'a> {
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

pub fn cycles(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.make_move_new(mv))
}

pub fn is_legal(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.legal(mv))
}

pub fn gives_check(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.make_move_new(mv).checkers().popcnt() > 0)
}

pub fn fen_read(corpus: &Corpus) -> Task<'_> {
    Box::new(|| corpus.fens.iter().map(|fen| u64::from(black_box(board(black_box(fen))).combined().popcnt().min(1))).sum())
}

pub fn fen_written(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || boards.iter().map(|(board, _)| black_box(board.to_string()).len().min(1) as u64).sum())
}

pub fn keys(corpus: &Corpus) -> Task<'_> {
    let builders: Vec<BoardBuilder> = boards(corpus).iter().map(|(board, _)| (*board).into()).collect();
    Box::new(move || {
        let key = |builder: &BoardBuilder| Board::try_from(builder).expect("legal").get_hash();
        builders.iter().map(|builder| black_box(key(builder)).min(1)).sum()
    })
}

pub fn san_read(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || {
        let read = |board: &Board, text: &String| {
            black_box(ChessMove::from_san(board, black_box(text))).map_or(1, |_| 1)
        };
        boards.iter().zip(&corpus.san).flat_map(|((board, _), texts)| texts.iter().map(move |text| read(board, text))).sum()
    })
}
