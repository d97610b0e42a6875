//! How cozy-chess does each job.

use crate::Task;
use crate::work::Corpus;
use cozy_chess::{Board, BoardBuilder, Move, util};
use std::hint::black_box;

fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).expect("a position")
}

/// As its own `examples/perft.rs`: the depth is looked at outside the closure.
fn count(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += count(&next, depth - 1);
            }
            false
        });
    }
    leaves
}

pub fn bulk(fen: &str, depth: u32) -> Task<'static> {
    let board = board(fen);
    Box::new(move || count(&board, depth))
}

pub fn played(fen: &str, depth: u32) -> Task<'static> {
    fn walk(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(board);
            return 1;
        }
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += walk(&next, depth - 1);
            }
            false
        });
        leaves
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth))
}

fn list(board: &Board) -> Vec<Move> {
    let mut list = Vec::with_capacity(64);
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

fn boards(corpus: &Corpus) -> Vec<(Board, Vec<Move>)> {
    corpus.fens.iter().map(|fen| board(fen)).map(|board| (board.clone(), list(&board))).collect()
}

pub fn lists(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || {
        let mut buffer = Vec::with_capacity(256);
        let mut count = 0;
        for (board, _) in &boards {
            buffer.clear();
            board.generate_moves(|moves| {
                buffer.extend(moves);
                false
            });
            count += black_box(&buffer).len() as u64;
        }
        count
    })
}

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

fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

pub fn cycles(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, after)
}

pub fn is_legal(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.is_legal(mv))
}

/// It has no question for it: the move is played and the checkers are looked at.
pub fn gives_check(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| !after(board, mv).checkers().is_empty())
}

pub fn fen_read(corpus: &Corpus) -> Task<'_> {
    Box::new(|| corpus.fens.iter().map(|fen| black_box(board(black_box(fen))).occupied().len().min(1) as u64).sum())
}

pub fn fen_written(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || boards.iter().map(|(board, _)| black_box(board.to_string()).len().min(1) as u64).sum())
}

pub fn uci_read(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || {
        let read = |board: &Board, text: &String| {
            let mv = util::parse_uci_move(board, black_box(text)).expect("a move");
            u64::from(black_box(board.is_legal(mv)))
        };
        boards.iter().zip(&corpus.uci).flat_map(|((board, _), texts)| texts.iter().map(move |text| read(board, text))).sum()
    })
}

pub fn keys(corpus: &Corpus) -> Task<'_> {
    let builders: Vec<BoardBuilder> = boards(corpus).iter().map(|(board, _)| BoardBuilder::from_board(board)).collect();
    Box::new(move || builders.iter().map(|builder| black_box(builder.build().expect("legal").hash()).min(1)).sum())
}

pub fn san_read(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || {
        let read = |board: &Board, text: &String| {
            black_box(util::parse_san_move(board, black_box(text))).map_or(1, |_| 1)
        };
        boards.iter().zip(&corpus.san).flat_map(|((board, _), texts)| texts.iter().map(move |text| read(board, text))).sum()
    })
}

pub fn san_written(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| util::display_san_move(board, mv).to_string())
}
