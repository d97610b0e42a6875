//! A board with the moves that led to it.

#![allow(unsafe_code)]

use crate::ffi::{self, Outcome};
use crate::register::Register;
use crate::status::{failure, vernier_status};
use std::ffi::{c_char, c_uint};
use std::sync::{Mutex, PoisonError};
use vernier_chess::{Board, CastlingMode, Game, Move, Perft};

/// A handle to a board; zero is never one.
#[allow(non_camel_case_types)]
pub type vernier_board = u64;

const KIND: u64 = 2;
/// Perft beyond this depth would outlast the machine.
const MAX_PERFT: u32 = 20;
static BOARDS: Register<Mutex<Game>> = Register::new();

fn with<T>(board: vernier_board, call: impl FnOnce(&mut Game) -> Outcome<T>) -> Outcome<T> {
    let game = BOARDS.get(board)?;
    let mut game = game.lock().unwrap_or_else(PoisonError::into_inner);
    call(&mut game)
}

/// A move in SAN, or as UCI writes it.
fn parse_move(board: &Board, text: &str) -> Outcome<Move> {
    let found = board.parse_uci(text).ok();
    found.map_or_else(
        || board.parse_san(text).or_else(|error| failure(vernier_status::IllegalMove, error)),
        Ok,
    )
}

/// Makes a board from a FEN; a null pointer is the start position.
///
/// # Safety
/// `fen` is null or points to bytes that end with a zero; `board` points to a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_board_new(fen: *const c_char, board: *mut vernier_board) -> vernier_status {
    ffi::guard(|| {
        if board.is_null() {
            return failure(vernier_status::NullPointer, "the place for the handle is a null pointer");
        }
        let position = if fen.is_null() {
            Board::start()
        } else {
            // SAFETY: the caller promises it.
            let fen = unsafe { ffi::read_text(fen) }?;
            fen.parse::<Board>().or_else(|error| failure(vernier_status::InvalidPosition, error))?
        };
        let handle = BOARDS.insert(KIND, Mutex::new(Game::from_board(position)));
        // SAFETY: it is not null, and the caller promises the rest.
        unsafe { ffi::write_value(handle, board) }
    })
}

/// Frees a board.
#[unsafe(no_mangle)]
pub extern "C" fn vernier_board_free(board: vernier_board) -> vernier_status {
    ffi::guard(|| BOARDS.remove(board).map(drop))
}

/// Writes the position as FEN.
///
/// # Safety
/// `buffer` holds `capacity` bytes, or is null with a capacity of zero; `needed` is null or points to a size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_board_fen(
    board: vernier_board,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> vernier_status {
    ffi::guard(|| {
        let fen = with(board, |game| Ok(game.board().to_string()))?;
        // SAFETY: the caller promises it.
        unsafe { ffi::write_text(&fen, buffer, capacity, needed) }
    })
}

/// Writes the legal moves as UCI does, with blanks between; `chess960` is zero to write castling as the king's step.
///
/// # Safety
/// As for `vernier_board_fen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_board_legal_moves(
    board: vernier_board,
    chess960: c_uint,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> vernier_status {
    ffi::guard(|| {
        let mode = if chess960 == 0 { CastlingMode::Standard } else { CastlingMode::Chess960 };
        let moves = with(board, |game| {
            let board = game.board();
            Ok(board.legal_moves().iter().map(|mv| board.uci(*mv, mode)).collect::<Vec<_>>().join(" "))
        })?;
        // SAFETY: the caller promises it.
        unsafe { ffi::write_text(&moves, buffer, capacity, needed) }
    })
}

/// Plays a legal move, given in SAN or as UCI writes it.
///
/// # Safety
/// `text` is null or points to bytes that end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_board_play(board: vernier_board, text: *const c_char) -> vernier_status {
    ffi::guard(|| {
        // SAFETY: the caller promises it.
        let text = unsafe { ffi::read_text(text) }?;
        with(board, |game| {
            let mv = parse_move(game.board(), text)?;
            game.play(mv).or_else(|error| failure(vernier_status::IllegalMove, error))
        })
    })
}

/// Takes the last move back; `VERNIER_STATUS_OUT_OF_RANGE` if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn vernier_board_undo(board: vernier_board) -> vernier_status {
    ffi::guard(|| {
        let undone = with(board, |game| Ok(game.undo()))?;
        undone.map_or_else(|| failure(vernier_status::OutOfRange, "no move to take back"), |_| Ok(()))
    })
}

/// Writes a legal move, given in SAN or as UCI writes it, as SAN.
///
/// # Safety
/// As for `vernier_board_play` and `vernier_board_fen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_board_san(
    board: vernier_board,
    text: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> vernier_status {
    ffi::guard(|| {
        // SAFETY: the caller promises it.
        let text = unsafe { ffi::read_text(text) }?;
        let san = with(board, |game| Ok(game.board().san(parse_move(game.board(), text)?).to_string()))?;
        // SAFETY: the caller promises it.
        unsafe { ffi::write_text(&san, buffer, capacity, needed) }
    })
}

/// Writes how the game has ended, such as "White wins by checkmate"; the text is empty while it is in progress.
///
/// # Safety
/// As for `vernier_board_fen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_board_outcome(
    board: vernier_board,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> vernier_status {
    ffi::guard(|| {
        let outcome = with(board, |game| Ok(game.outcome().map(|outcome| outcome.to_string())))?;
        // SAFETY: the caller promises it.
        unsafe { ffi::write_text(&outcome.unwrap_or_default(), buffer, capacity, needed) }
    })
}

/// Counts the leaves of the tree of legal moves.
///
/// # Safety
/// `leaves` points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vernier_board_perft(
    board: vernier_board,
    depth: c_uint,
    leaves: *mut u64,
) -> vernier_status {
    ffi::guard(|| {
        if depth > MAX_PERFT {
            return failure(vernier_status::OutOfRange, format!("perft goes to depth {MAX_PERFT}"));
        }
        let position = with(board, |game| Ok(*game.board()))?;
        // SAFETY: the caller promises it.
        unsafe { ffi::write_value(Perft::new(depth).run(&position), leaves) }
    })
}
