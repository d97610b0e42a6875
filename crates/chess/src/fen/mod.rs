//! Positions as text: FEN, X-FEN and Shredder-FEN, both ways.

mod error;
mod read;
mod write;

pub use error::{FenError, FenErrorKind, FenField};
pub(crate) use read::{Reader, Strictness};
#[cfg(feature = "alloc")]
pub(crate) use write::Fields;

use crate::{Board, Mended, Setup};
use core::str::FromStr;

/// Reads a FEN with all its six fields, without asking whether the position makes sense. Castling rights may be written
/// `KQkq` or as the files of the rooks.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let mut setup = Self::EMPTY;
        Reader::new(fen, Strictness::Strict).fen(&mut setup)?;
        Ok(setup)
    }
}

/// Reads a FEN with all its six fields. What cannot have arisen in a game is refused; [`Board::mend_fen`] is for texts
/// that come from elsewhere.
impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let mut setup = Setup::EMPTY;
        let placement = Reader::new(fen, Strictness::Strict).fen(&mut setup)?;
        setup.validate_placed(&placement).map_err(|error| FenError::refused(fen, &setup, error))
    }
}

impl Board {
    /// Reads a FEN as users and other programs write them: `- - 0 1` stands for fields that are missing at the end, and
    /// what can be mended ([`SetupErrorKind::is_mendable`](crate::SetupErrorKind::is_mendable)) is repaired and reported.
    ///
    /// ```
    /// use vernier_chess::{Board, FenField};
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K3 w KQkq";
    /// let mended = Board::mend_fen(fen)?;
    /// assert_eq!(mended.board.to_string(), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1");
    /// assert_eq!(mended.repairs[0].to_string(), "castling with h1 is impossible");
    /// assert_eq!(mended.missing, Some(FenField::EnPassant));
    ///
    /// let error = format!("{fen} - 0 1").parse::<Board>().unwrap_err();
    /// assert_eq!(error.to_string(), "FEN field 3 (castling), column 26: castling with h1 is impossible");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mend_fen(fen: &str) -> Result<Mended, FenError> {
        let mut setup = Setup::EMPTY;
        let mut reader = Reader::new(fen, Strictness::Lenient);
        let placement = reader.fen(&mut setup)?;
        let mended = setup.mend_placed(&placement).map_err(|error| FenError::refused(fen, &setup, error))?;
        Ok(Mended { missing: reader.missing(), ..mended })
    }
}
