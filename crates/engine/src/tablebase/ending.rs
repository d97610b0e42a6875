//! Converts our boards for the tablebase library.

use shakmaty::{ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError};
use std::num::NonZeroU32;
use vernier_chess::{Board, Color, Role, Square};

/// The board without castling rights, which tablebases do not have; `None` if the library rejects it.
pub(super) fn chess(board: &Board) -> Option<Chess> {
    let role = |role| shakmaty::Bitboard(board.role(role).0);
    let color = |color| shakmaty::Bitboard(board.color(color).0);
    let roles = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let colors = ByColor { white: color(Color::White), black: color(Color::Black) };
    let square = |square: Square| shakmaty::Square::new(square.index() as u32);
    let setup = shakmaty::Setup {
        board: shakmaty::Board::try_from_bitboards(roles, colors).ok()?,
        promoted: shakmaty::Bitboard::EMPTY,
        pockets: None,
        turn: if board.turn() == Color::White { shakmaty::Color::White } else { shakmaty::Color::Black },
        castling_rights: shakmaty::Bitboard::EMPTY,
        ep_square: board.en_passant().map(square),
        remaining_checks: None,
        halfmoves: 0,
        fullmoves: NonZeroU32::MIN,
    };
    Chess::from_setup(setup, CastlingMode::Chess960).or_else(PositionError::ignore_impossible_check).ok()
}
