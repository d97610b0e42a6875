//! What the network sees: which piece stands where, as one player sees it.

use vernier_chess::{Board, Color, File, Piece, Role, Square};

/// How many features there are in each king bucket: two owners, six roles, sixty-four squares.
pub const COUNT: usize = 768;

/// How a player looks at the board: from the own side, and with the own king on the left half.
///
/// ```
/// use vernier_chess::{Board, Color, Piece, Square};
/// use vernier_nnue::feature::View;
/// let view = View::of(&Board::start(), Color::White);
/// // The king stands on e1, so that files are mirrored: its own rook on h1 is seen on a1.
/// assert_eq!(view.feature(Piece::WhiteRook, Square::H1), 64 * 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    color: Color,
    /// What a square's number is changed by: 56 turns ranks over, 7 files.
    turn: u8,
    /// The first row of the king's bucket.
    first: u16,
}

impl View {
    /// How a player sees a board.
    #[inline]
    pub fn of(board: &Board, color: Color) -> Self {
        Self::with_king(color, board.king(color))
    }

    /// How a player whose king stands there sees the board.
    #[inline]
    pub fn with_king(color: Color, king: Square) -> Self {
        let ranks = if color == Color::White { 0 } else { 56 };
        let files = if king.file() >= File::E { 7 } else { 0 };
        Self { color, turn: ranks | files, first: 0 }
    }

    /// How a player sees the board whose files are never mirrored.
    #[inline]
    pub const fn plain(color: Color) -> Self {
        Self { color, turn: if matches!(color, Color::White) { 0 } else { 56 }, first: 0 }
    }

    /// The same view with the features of a king bucket.
    #[inline]
    #[must_use]
    pub const fn in_bucket(self, bucket: usize) -> Self {
        Self { first: (bucket * COUNT) as u16, ..self }
    }

    /// The king bucket whose features it has.
    #[inline]
    pub const fn bucket(self) -> usize {
        self.first as usize / COUNT
    }

    /// True if files are mirrored.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.turn & 7 != 0
    }

    /// A square as the player sees it.
    #[inline]
    pub const fn square(self, square: Square) -> Square {
        Square::masked(square as u8 ^ self.turn)
    }

    /// The number of the feature: that piece on that square.
    #[inline]
    pub fn feature(self, piece: Piece, square: Square) -> usize {
        let theirs = usize::from(piece.color() != self.color);
        usize::from(self.first)
            + 384 * theirs
            + 64 * piece.role() as usize
            + (square as u8 ^ self.turn) as usize
    }

    /// The features of a whole board.
    pub fn features(self, board: &Board) -> impl Iterator<Item = usize> {
        Color::ALL.into_iter().flat_map(move |color| {
            Role::ALL.into_iter().flat_map(move |role| {
                let squares = board.pieces(color, role).into_iter();
                squares.map(move |square| self.feature(Piece::new(color, role), square))
            })
        })
    }
}

/// Which of a network's output neurons judges a board: by how many pieces are left, from two to thirty-two.
#[inline]
pub fn bucket(board: &Board, buckets: usize) -> usize {
    (board.occupied().len() - 2) * buckets / 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_have_the_same_features_at_the_start() {
        let board = Board::start();
        let seen = |color| {
            let mut features: Vec<usize> = View::of(&board, color).features(&board).collect();
            features.sort_unstable();
            features
        };
        assert_eq!(seen(Color::White), seen(Color::Black));
        assert_eq!(seen(Color::White).len(), 32);
    }

    #[test]
    fn a_mirrored_board_has_the_same_features() {
        let left: Board = "8/1k6/8/3n4/8/2P5/1K6/8 w - - 0 1".parse().expect("legal");
        let right: Board = "8/6k1/8/4n3/8/5P2/6K1/8 w - - 0 1".parse().expect("legal");
        for color in Color::ALL {
            assert!(View::of(&left, color).features(&left).eq(View::of(&right, color).features(&right)));
            assert_ne!(View::of(&left, color).is_mirrored(), View::of(&right, color).is_mirrored());
        }
    }

    #[test]
    fn buckets_share_the_piece_counts() {
        let full = Board::start();
        let bare: Board = "8/1k6/8/8/8/8/1K6/8 w - - 0 1".parse().expect("legal");
        for buckets in [1, 4, 8] {
            assert_eq!((bucket(&bare, buckets), bucket(&full, buckets)), (0, (30 * buckets) / 31));
            assert!(bucket(&full, buckets) < buckets);
        }
    }
}
