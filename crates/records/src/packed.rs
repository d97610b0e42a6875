//! A position in 32 bytes, as training reads it.

use vernier_chess::{Bitboard, Board, Color, GameResult, Move, Piece, Role, Square};

/// A position with its score, result and best move in 32 bytes. `FORMAT.md` describes each.
///
/// Everything is seen by the side to move: its pieces come first in meaning, the board is turned upside down if that side
/// is Black, and score and result are its own. A position and its mirror image are therefore the same bytes.
///
/// ```
/// use vernier_chess::{Board, GameResult};
/// use vernier_records::Packed;
/// let board = Board::start();
/// let packed = Packed::new(&board, board.parse_san("e4")?, 30, GameResult::WhiteWins);
/// let unpacked = packed.unpack().expect("just packed");
/// assert_eq!((unpacked.pieces.len(), unpacked.score, unpacked.half_points), (32, 30, 2));
/// # Ok::<(), vernier_chess::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed(pub [u8; Packed::SIZE]);

/// What a packed position says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unpacked {
    /// The pieces as the side to move sees them: its own are White.
    pub pieces: Vec<(Square, Piece)>,
    /// The score to the side to move.
    pub score: i16,
    /// Half points of the side to move: 0 lost, 1 drawn, 2 won.
    pub half_points: u8,
    /// The square of its king.
    pub own_king: Square,
    /// The square of the other king, as the other side sees it.
    pub other_king: Square,
    /// Moves of either side since the last capture or pawn move, 255 at most.
    pub halfmove_clock: u8,
    /// The best move, on the board as the side to move sees it.
    pub best: Option<Move>,
}

/// The square as a color sees it.
const fn seen(square: Square, by: Color) -> Square {
    match by {
        Color::White => square,
        Color::Black => Square::masked(square as u8 ^ 56),
    }
}

impl Packed {
    /// The size in bytes.
    pub const SIZE: usize = 32;

    /// Packs a position. The score is as White sees it.
    pub fn new(board: &Board, best: Move, score: i16, result: GameResult) -> Self {
        let us = board.turn();
        let occupied = board.occupied();
        let turned = if us == Color::White { occupied.0 } else { occupied.0.swap_bytes() };
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&turned.to_le_bytes());
        for (index, square) in Bitboard(turned).into_iter().take(32).enumerate() {
            let Some(piece) = board.piece_at(seen(square, us)) else { continue };
            let nibble = piece.role() as u8 | u8::from(piece.color() != us) << 3;
            bytes[8 + index / 2] |= nibble << (4 * (index % 2));
        }
        let score = if us == Color::White { score } else { score.saturating_neg() };
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = result.half_points(us);
        bytes[27] = seen(board.king(us), us) as u8;
        bytes[28] = seen(board.king(!us), !us) as u8;
        bytes[29] = board.halfmove_clock().min(255) as u8;
        let best = Move::new(seen(best.from(), us), seen(best.to(), us), best.kind());
        bytes[30..].copy_from_slice(&best.bits().to_le_bytes());
        Self(bytes)
    }

    /// What the bytes say; nothing if they make no sense.
    pub fn unpack(&self) -> Option<Unpacked> {
        let bytes = &self.0;
        let occupied = Bitboard(u64::from_le_bytes(bytes[..8].try_into().ok()?));
        if occupied.len() > 32 {
            return None;
        }
        let piece = |(index, square): (usize, Square)| {
            let nibble = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
            let color = if nibble < 8 { Color::White } else { Color::Black };
            Role::from_index(usize::from(nibble & 7)).map(|role| (square, Piece::new(color, role)))
        };
        let king = |byte: u8| Square::from_index(usize::from(byte));
        Some(Unpacked {
            pieces: occupied.into_iter().enumerate().map(piece).collect::<Option<_>>()?,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            half_points: (bytes[26] <= 2).then_some(bytes[26])?,
            own_king: king(bytes[27])?,
            other_king: king(bytes[28])?,
            halfmove_clock: bytes[29],
            best: Move::from_bits(u16::from_le_bytes([bytes[30], bytes[31]])),
        })
    }
}
