//! Proves that generating, playing and counting moves, and reading sound FENs, never touch the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use vernier_chess::{Board, MoveClass, perft};

/// The system's allocator, counting what the current thread asks of it.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

#[allow(unsafe_code)]
// SAFETY: every call is handed on unchanged to the system's allocator; counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread asks for memory while it works.
fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
];

fn each_board(mut work: impl FnMut(&mut Board)) -> usize {
    let mut boards = FENS.map(|fen| fen.parse::<Board>().expect("legal"));
    allocations(|| boards.iter_mut().for_each(&mut work))
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(black_box(Box::new(1)))), 1);
}

#[test]
fn generation_and_exchanges_do_not_allocate() {
    let classes = [MoveClass::All, MoveClass::Noisy, MoveClass::Quiets, MoveClass::Evasions];
    let generate = |board: &mut Board| {
        for class in classes {
            black_box(board.moves(class));
        }
        black_box(board.count_moves());
        for mv in board.legal_moves() {
            black_box((board.is_legal(mv), board.gives_check(mv)));
            black_box((board.see(mv), board.see_at_least(mv, 0)));
        }
    };
    assert_eq!(each_board(generate), 0);
}

#[test]
fn playing_does_not_allocate() {
    let play = |board: &mut Board| {
        for mv in board.legal_moves() {
            let undo = board.make(mv);
            black_box(&board);
            board.unmake(mv, undo);
            black_box(board.play(mv));
        }
        if !board.in_check() {
            let undo = board.make_null();
            board.unmake_null(undo);
        }
    };
    assert_eq!(each_board(play), 0);
}

#[test]
fn counting_leaves_does_not_allocate() {
    assert_eq!(each_board(|board| assert!(perft(black_box(board), 3) > 8_000)), 0);
}

#[test]
fn reading_a_sound_fen_does_not_allocate() {
    let read = || FENS.iter().for_each(|fen| assert!(black_box(fen).parse::<Board>().is_ok()));
    assert_eq!(allocations(read), 0);
}
