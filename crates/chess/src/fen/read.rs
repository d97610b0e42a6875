//! Reading a FEN field by field.

use super::{FenError, FenField, FenProblem};
use crate::admit::CLOCK_LIMIT;
use crate::{BySquare, Castling, Color, File, Piece, Rank, Setup, Square, Strictness, Wing};

/// The piece of each letter, for speed: positions are read by the million.
static PIECES: [Option<Piece>; 256] = {
    let mut table = [None; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = Piece::from_char(byte as u8 as char);
        byte += 1;
    }
    table
};

/// Takes fields off the front of a text. FEN and EPD lines begin alike, so both use it.
pub(crate) struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    strictness: Strictness,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str, strictness: Strictness) -> Self {
        Self { text, rest: text, strictness }
    }

    /// What has not been read yet, without the space before it.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim_ascii_start()
    }

    /// Reads all six fields.
    pub(crate) fn setup(&mut self) -> Result<Setup, FenError> {
        let mut setup = self.position()?;
        self.clocks(&mut setup)?;
        Ok(setup)
    }

    /// Reads the first four fields.
    pub(crate) fn position(&mut self) -> Result<Setup, FenError> {
        let mut setup = Setup::EMPTY;
        let pieces = self.required(FenField::Pieces)?;
        setup.pieces = self.pieces(pieces)?;
        let turn = self.required(FenField::Turn)?;
        setup.turn = match turn {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(self.error(turn, 0, FenField::Turn, FenProblem::UnknownTurn)),
        };
        if let Some(castling) = self.optional(FenField::Castling)? {
            setup.castling = self.castling(castling, &setup)?;
        }
        if let Some(square) = self.optional(FenField::EnPassant)?.filter(|text| *text != "-") {
            let unknown = |_| self.error(square, 0, FenField::EnPassant, FenProblem::UnknownSquare);
            setup.en_passant = Some(square.parse().map_err(unknown)?);
        }
        Ok(setup)
    }

    /// Reads the last two fields.
    pub(crate) fn clocks(&mut self, setup: &mut Setup) -> Result<(), FenError> {
        if let Some(clock) = self.optional(FenField::HalfmoveClock)? {
            setup.halfmove_clock = self.number(clock, FenField::HalfmoveClock)?;
        }
        if let Some(number) = self.optional(FenField::FullmoveNumber)? {
            setup.fullmove_number = self.number(number, FenField::FullmoveNumber)?.into();
        }
        Ok(())
    }

    /// Makes sure that nothing follows.
    pub(crate) fn finish(&self) -> Result<(), FenError> {
        match self.rest() {
            "" => Ok(()),
            rest => Err(self.error(rest, 0, FenField::FullmoveNumber, FenProblem::Trailing)),
        }
    }

    /// Takes the next field. The semicolon that leads an operation in some EPD files needs no space before it.
    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let ends = |byte: u8| byte.is_ascii_whitespace() || byte == b';';
        let (field, rest) = rest.split_at(rest.bytes().position(ends).unwrap_or(rest.len()));
        self.rest = rest;
        (!field.is_empty()).then_some(field)
    }

    fn required(&mut self, field: FenField) -> Result<&'a str, FenError> {
        self.next().ok_or_else(|| FenError::at(self.text, self.text.len(), field, FenProblem::Missing))
    }

    fn optional(&mut self, field: FenField) -> Result<Option<&'a str>, FenError> {
        match self.strictness {
            Strictness::Lenient => Ok(self.next()),
            Strictness::Strict => self.required(field).map(Some),
        }
    }

    fn error(&self, part: &str, within: usize, field: FenField, problem: FenProblem) -> FenError {
        FenError::at(self.text, offset(self.text, part) + within, field, problem)
    }

    fn pieces(&self, text: &str) -> Result<BySquare<Option<Piece>>, FenError> {
        let fail = |at, problem| Err(self.error(text, at, FenField::Pieces, problem));
        let letter = |at| text.get(at..).and_then(|rest: &str| rest.chars().next()).unwrap_or_default();
        let mut pieces = BySquare([None; 64]);
        let (mut rank, mut file, mut after_run) = (Rank::Eighth, 0, false);
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'/' if file < 8 => return fail(at, FenProblem::ShortRank(rank)),
                b'/' => match rank.index().checked_sub(1).and_then(Rank::from_index) {
                    Some(below) => (rank, file) = (below, 0),
                    None => return fail(at + 1, FenProblem::ManyRanks),
                },
                _ if file == 8 => return fail(at, FenProblem::LongRank(rank)),
                b'1'..=b'8' if after_run && self.strictness == Strictness::Strict => {
                    return fail(at, FenProblem::SplitRun);
                }
                b'1'..=b'8' => {
                    file += byte - b'0';
                    if file > 8 {
                        return fail(at, FenProblem::LongRank(rank));
                    }
                }
                b'0' | b'9' => return fail(at, FenProblem::EmptyRun(letter(at))),
                _ => match PIECES[usize::from(byte)] {
                    Some(piece) => {
                        pieces[Square::masked((rank as u8) << 3 | file)] = Some(piece);
                        file += 1;
                    }
                    None => return fail(at, FenProblem::UnknownPiece(letter(at))),
                },
            }
            after_run = byte.is_ascii_digit();
        }
        match rank {
            _ if file < 8 => fail(text.len(), FenProblem::ShortRank(rank)),
            Rank::First => Ok(pieces),
            _ => fail(text.len(), FenProblem::FewRanks(rank)),
        }
    }

    fn castling(&self, text: &str, setup: &Setup) -> Result<Castling, FenError> {
        let mut castling = Castling::NONE;
        if text == "-" {
            return Ok(castling);
        }
        for (at, letter) in text.char_indices() {
            let fail = |problem| self.error(text, at, FenField::Castling, problem);
            let rook = rook_of(letter, setup).ok_or_else(|| fail(FenProblem::UnknownCastling(letter)))?;
            if castling.rooks().has(rook) {
                return Err(fail(FenProblem::RepeatedCastling(letter)));
            }
            if (castling.rooks() & rook.rank()).many() {
                return Err(fail(FenProblem::ManyCastling(letter)));
            }
            castling = Castling::with_rooks(castling.rooks() | rook);
        }
        Ok(castling)
    }

    fn number(&self, text: &str, field: FenField) -> Result<u16, FenError> {
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.error(text, 0, field, FenProblem::UnknownNumber));
        }
        // Only digits, so the one thing that can go wrong is too many of them.
        text.parse()
            .ok()
            .filter(|number| *number <= CLOCK_LIMIT)
            .ok_or_else(|| self.error(text, 0, field, FenProblem::LargeNumber))
    }
}

/// The rook a castling letter means; upper case is White.
fn rook_of(letter: char, setup: &Setup) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match letter.to_ascii_lowercase() {
        'k' => Some(setup.outermost_rook(color, Wing::King)),
        'q' => Some(setup.outermost_rook(color, Wing::Queen)),
        _ => File::from_char(letter).map(|file| Square::new(file, color.rank(Rank::First))),
    }
}

/// Where a part of the text begins. An empty part may come from elsewhere; it counts as the end.
pub(super) fn offset(text: &str, part: &str) -> usize {
    if part.is_empty() { text.len() } else { part.as_ptr() as usize - text.as_ptr() as usize }
}

/// Where the first field speaks of a square; the field is well formed.
pub(super) fn find_square(pieces: &str, square: Square) -> usize {
    let mut file = 0;
    let rank = pieces.split('/').nth(Rank::Eighth.index() - square.rank().index()).unwrap_or_default();
    let within = rank.bytes().position(|byte| {
        file += if byte.is_ascii_digit() { usize::from(byte - b'0') } else { 1 };
        file > square.file().index()
    });
    offset(pieces, rank) + within.unwrap_or(0)
}

/// Where the third field speaks of a rook.
pub(super) fn find_right(castling: &str, setup: &Setup, rook: Square) -> usize {
    castling.char_indices().find(|(_, letter)| rook_of(*letter, setup) == Some(rook)).map_or(0, |(at, _)| at)
}
