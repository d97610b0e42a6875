//! How shakmaty does each job, with pgn-reader for games.

use crate::Task;
use crate::work::Corpus;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, Setup};
use std::hint::black_box;
use std::ops::ControlFlow;

fn board(fen: &str) -> Chess {
    let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("a position")
}

fn after(board: &Chess, mv: Move) -> Chess {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

pub fn bulk(fen: &str, depth: u32) -> Task<'static> {
    let board = board(fen);
    Box::new(move || shakmaty::perft(&board, depth))
}

pub fn played(fen: &str, depth: u32) -> Task<'static> {
    fn walk(board: &Chess, depth: u32) -> u64 {
        if depth == 0 {
            black_box(board);
            return 1;
        }
        board.legal_moves().into_iter().map(|mv| walk(&after(board, mv), depth - 1)).sum()
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth))
}

fn boards(corpus: &Corpus) -> Vec<(Chess, Vec<Move>)> {
    let boards = corpus.fens.iter().map(|fen| board(fen));
    boards.map(|board| (board.clone(), board.legal_moves().into_iter().collect())).collect()
}

pub fn lists(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    Box::new(move || boards.iter().map(|(board, _)| black_box(board.legal_moves()).len() as u64).sum())
}

fn with_moves<'a, T: 'a>(corpus: &'a Corpus, work: impl Fn(&Chess, Move) -> T + 'a) -> Task<'a> {
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
    with_moves(corpus, after)
}

pub fn is_legal(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| board.is_legal(mv))
}

pub fn gives_check(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| after(board, mv).is_check())
}

pub fn san_written(corpus: &Corpus) -> Task<'_> {
    with_moves(corpus, |board, mv| SanPlus::from_move(board.clone(), mv).to_string())
}

pub fn fen_read(corpus: &Corpus) -> Task<'_> {
    Box::new(|| corpus.fens.iter().map(|fen| black_box(board(black_box(fen))).board().occupied().count().min(1) as u64).sum())
}

pub fn fen_written(corpus: &Corpus) -> Task<'_> {
    let boards = boards(corpus);
    let write = |board: &Chess| Fen::from_position(board, EnPassantMode::Legal).to_string();
    Box::new(move || boards.iter().map(|(board, _)| black_box(write(board)).len().min(1) as u64).sum())
}

fn with_texts<'a>(corpus: &'a Corpus, texts: &'a [Vec<String>], read: impl Fn(&Chess, &[u8]) -> bool + 'a) -> Task<'a> {
    let boards = boards(corpus);
    Box::new(move || {
        let read = |board: &Chess, text: &String| u64::from(black_box(read(board, black_box(text).as_bytes())));
        boards.iter().zip(texts).flat_map(|((board, _), texts)| texts.iter().map(move |text| read(board, text))).sum()
    })
}

pub fn san_read(corpus: &Corpus) -> Task<'_> {
    with_texts(corpus, &corpus.san, |board, text| {
        black_box(SanPlus::from_ascii(text).expect("a SAN").san.to_move(board)).is_ok()
    })
}

pub fn uci_read(corpus: &Corpus) -> Task<'_> {
    with_texts(corpus, &corpus.uci, |board, text| {
        black_box(UciMove::from_ascii(text).expect("a move").to_move(board)).is_ok()
    })
}

struct Moves(u64);

impl Visitor for Moves {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, board: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let mv = san.san.to_move(board).expect("a legal move");
        board.play_unchecked(mv);
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Chess) {}
}

pub fn pgn_read(corpus: &Corpus) -> Task<'_> {
    Box::new(|| {
        let mut moves = Moves(0);
        let mut reader = Reader::new(corpus.pgn.as_bytes());
        while reader.read_game(&mut moves).expect("memory can be read").is_some() {}
        assert!(moves.0 > 1_000);
        corpus.pgn.len() as u64
    })
}

struct Headers(u64);

impl Visitor for Headers {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.0 += black_box(name.len() + value.as_bytes().len()) as u64;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Break(())
    }

    fn end_game(&mut self, (): ()) {}
}

pub fn pgn_headers(corpus: &Corpus) -> Task<'_> {
    Box::new(|| {
        let mut headers = Headers(0);
        let mut reader = Reader::new(corpus.pgn.as_bytes());
        while reader.read_game(&mut headers).expect("memory can be read").is_some() {}
        corpus.pgn.len() as u64
    })
}

pub fn keys(corpus: &Corpus) -> Task<'_> {
    let setups: Vec<Setup> = boards(corpus).iter().map(|(board, _)| board.to_setup(EnPassantMode::Legal)).collect();
    Box::new(move || {
        let key = |setup: &Setup| {
            let board: Chess = setup.clone().position(CastlingMode::Standard).expect("legal");
            board.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
        };
        setups.iter().map(|setup| black_box(key(setup)).min(1)).sum()
    })
}
