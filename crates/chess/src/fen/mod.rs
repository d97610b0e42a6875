//! Positions as text: FEN, X-FEN and Shredder-FEN, both ways.

mod error;
mod read;
mod write;

pub use error::{FenError, FenErrorKind, FenField};
pub(crate) use read::Reader;
pub(crate) use write::Fields;

use crate::{Board, Setup, Strictness, Validated};
use core::str::FromStr;

impl Setup {
    /// Reads a FEN without asking whether it makes sense. Castling rights may be written `KQkq` or as the files of
    /// the rooks.
    ///
    /// A lenient reader needs the pieces and the side to move, and takes `- - 0 1` for what is missing behind; a
    /// strict one wants all six fields.
    pub fn from_fen(fen: &str, strictness: Strictness) -> Result<Self, FenError> {
        let mut setup = Self::EMPTY;
        Reader::new(fen, strictness).fen(&mut setup)?;
        Ok(setup)
    }
}

impl Board {
    /// Reads a FEN. A strict reader refuses what cannot have arisen in a game as well; a lenient one mends what it
    /// can (see [`SetupErrorKind::is_mendable`](crate::SetupErrorKind::is_mendable)) and tells what it forgave.
    ///
    /// ```
    /// use vernier_chess::{Board, Strictness};
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1";
    /// let validated = Board::from_fen(fen, Strictness::Lenient)?;
    /// assert_eq!(validated.board.to_string(), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1");
    /// assert_eq!(validated.mended[0].to_string(), "castling with h1 is impossible");
    ///
    /// let error = Board::from_fen(fen, Strictness::Strict).unwrap_err();
    /// assert_eq!(error.to_string(), "FEN field 3 (castling), column 26: castling with h1 is impossible");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(fen: &str, strictness: Strictness) -> Result<Validated, FenError> {
        let mut setup = Setup::EMPTY;
        let placement = Reader::new(fen, strictness).fen(&mut setup)?;
        setup.validate_placed(&placement, strictness).map_err(|error| FenError::refused(fen, &setup, error))
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen, Strictness::Lenient)
    }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        let mut setup = Setup::EMPTY;
        let placement = Reader::new(fen, Strictness::Lenient).fen(&mut setup)?;
        // Straight into the board if nothing is wrong; the way that forgives copies it about.
        if setup.is_sound(&placement.sets) {
            return Ok(Self::assemble_placed(&setup, &placement));
        }
        Self::from_fen(fen, Strictness::Lenient).map(|validated| validated.board)
    }
}
