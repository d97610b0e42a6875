#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod checksum;
mod chess960;
mod color;
#[cfg(feature = "alloc")]
mod epd;
mod fen;
mod file;
#[cfg(feature = "alloc")]
mod game;
mod game_result;
mod generate;
mod illegal_move;
mod indexed;
mod key;
mod move_list;
mod moves;
mod name_error;
mod outcome;
mod parse_move;
mod perft;
#[cfg(feature = "alloc")]
pub mod pgn;
pub mod picture;
mod piece;
mod placement;
#[cfg(feature = "alloc")]
pub mod polyglot;
mod polyglot_numbers;
mod position;
mod rank;
pub mod repetition;
mod rng;
mod san;
mod see;
#[cfg(feature = "serde")]
mod serialize;
mod setup;
mod side;
mod sixteen;
mod square;
mod uci;
mod validate;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Legality, MoveClass, Observer, Undo};
pub use castling::{ByWing, Castling, CastlingMode, Wing};
pub use checksum::crc32;
pub use color::{ByColor, Color};
#[cfg(feature = "alloc")]
pub use epd::{Epd, EpdClocks, EpdError, EpdLayout, EpdStyle, Operand, Operation};
pub use fen::{FenError, FenErrorKind, FenField};
pub use file::{ByFile, File};
#[cfg(feature = "alloc")]
pub use game::Game;
pub use game_result::{GameResult, GameResultError};
pub use illegal_move::IllegalMove;
pub use key::Key;
pub use move_list::MoveList;
pub use moves::{Move, MoveKind};
pub use name_error::NameError;
pub use outcome::{Outcome, OutcomeError};
pub use parse_move::ParseMoveError;
#[cfg(feature = "std")]
pub use perft::Perft;
pub use perft::{perft, perft_pseudo_legal};
pub use piece::{ByPiece, ByRole, Piece, Role};
pub use rank::{ByRank, Rank};
pub use rng::Rng;
pub use san::{CheckMark, San, SanAction, SanError};
pub use see::EXCHANGE_VALUES;
pub use setup::Setup;
pub use square::{BySquare, Square, SquareError};
pub use uci::UciMoveError;
pub use validate::{Mended, SetupError, SetupErrorKind, SetupErrorKinds};
