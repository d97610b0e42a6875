//! Reading a FEN field by field.

use super::{FenError, FenErrorKind, FenField};
use crate::placement::Placement;
use crate::position::PieceSets;
use crate::validate::CLOCK_LIMIT;
use crate::{Bitboard, BySquare, Castling, Color, File, Piece, Rank, Setup, Square, Wing};

/// What a byte of the first field stands for. Empty squares are read as nothing on the first of them, so that there is
/// no branch between them and pieces, which the processor could guess wrong.
#[derive(Clone, Copy)]
struct Glyph {
    piece: Option<Piece>,
    /// How many squares it stands for; none for what is neither a piece nor a run of empty squares.
    squares: u8,
}

impl Glyph {
    const fn of(byte: u8) -> Self {
        match (Piece::from_char(byte as char), byte) {
            (None, b'1'..=b'8') => Self { piece: None, squares: byte - b'0' },
            (None, _) => Self { piece: None, squares: 0 },
            (piece, _) => Self { piece, squares: 1 },
        }
    }
}

static GLYPHS: [Glyph; 256] = {
    let mut table = [Glyph::of(0); 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = Glyph::of(byte as u8);
        byte += 1;
    }
    table
};

/// Whether fields may be missing at the end, and whether a run of empty squares may be split into several numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strictness {
    Lenient,
    Strict,
}

/// Takes fields off the front of a text. FEN and EPD lines begin alike, so both use it.
pub(crate) struct Reader<'a> {
    text: &'a str,
    /// What has not been read yet. Bytes, since all that a FEN may hold is ASCII.
    rest: &'a [u8],
    strictness: Strictness,
    missing: Option<FenField>,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str, strictness: Strictness) -> Self {
        Self { text, rest: text.as_bytes(), strictness, missing: None }
    }

    /// What has not been read yet, without the space before it.
    #[cfg(feature = "alloc")]
    pub(crate) fn rest(&self) -> &'a str {
        let rest = self.rest.trim_ascii_start();
        self.text.get(self.text.len() - rest.len()..).unwrap_or_default()
    }

    /// The first field that was missing.
    pub(crate) const fn missing(&self) -> Option<FenField> {
        self.missing
    }

    /// Reads all six fields into an empty setup, and makes sure that nothing follows.
    pub(crate) fn fen(&mut self, setup: &mut Setup) -> Result<Placement, FenError> {
        let placement = self.position(setup)?;
        self.clocks(setup)?;
        match self.rest.trim_ascii_start() {
            [] => Ok(placement),
            rest => Err(self.error(rest, 0, FenField::FullmoveNumber, FenErrorKind::Trailing)),
        }
    }

    /// Reads the first four fields into an empty setup.
    pub(crate) fn position(&mut self, setup: &mut Setup) -> Result<Placement, FenError> {
        let placement = self.pieces(&mut setup.pieces)?;
        let turn = self.required(FenField::Turn)?;
        setup.turn = match turn {
            b"w" => Color::White,
            b"b" => Color::Black,
            _ => return Err(self.error(turn, 0, FenField::Turn, FenErrorKind::UnknownTurn)),
        };
        if let Some(castling) = self.optional(FenField::Castling)? {
            setup.castling = self.castling(castling, &placement.sets)?;
        }
        if let Some(square) = self.optional(FenField::EnPassant)?.filter(|text| *text != b"-") {
            let unknown = || self.error(square, 0, FenField::EnPassant, FenErrorKind::UnknownSquare);
            let name = str::from_utf8(square).ok();
            setup.en_passant = Some(name.and_then(|name| name.parse().ok()).ok_or_else(unknown)?);
        }
        Ok(placement)
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

    /// Takes the next field.
    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        // Most fields are one letter between spaces.
        if let [b' ', letter, b' ', ..] = *self.rest
            && !ends_field(letter)
        {
            let (field, rest) = self.rest.split_at(2);
            self.rest = rest;
            return Some(&field[1..]);
        }
        self.next_of_any_length()
    }

    fn next_of_any_length(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest.trim_ascii_start();
        let end = rest.iter().position(|byte| ends_field(*byte)).unwrap_or(rest.len());
        let (field, rest) = rest.split_at(end);
        self.rest = rest;
        (!field.is_empty()).then_some(field)
    }

    #[inline]
    fn required(&mut self, field: FenField) -> Result<&'a [u8], FenError> {
        self.next().ok_or_else(|| self.error(&[], 0, field, FenErrorKind::Missing))
    }

    #[inline]
    fn optional(&mut self, field: FenField) -> Result<Option<&'a [u8]>, FenError> {
        match self.strictness {
            Strictness::Lenient => {
                let found = self.next();
                if found.is_none() {
                    self.missing.get_or_insert(field);
                }
                Ok(found)
            }
            Strictness::Strict => self.required(field).map(Some),
        }
    }

    #[cold]
    fn error(&self, part: &[u8], within: usize, field: FenField, kind: FenErrorKind) -> FenError {
        FenError::at(self.text, offset(self.text.as_bytes(), part) + within, field, kind)
    }

    /// Reads the first field in one go, without looking for its end first.
    fn pieces(&mut self, pieces: &mut BySquare<Option<Piece>>) -> Result<Placement, FenError> {
        let text = self.rest.trim_ascii_start();
        let (mut first, mut file, mut end) = (Square::A8 as usize, 0, 0);
        let (mut after_run, mut has_split_run) = (false, false);
        for byte in text {
            let glyph = GLYPHS[usize::from(*byte)];
            if glyph.squares > 0 {
                has_split_run |= after_run & glyph.piece.is_none();
                after_run = glyph.piece.is_none();
                let square = Square::masked((first + file) as u8);
                pieces[square] = glyph.piece;
                file += usize::from(glyph.squares);
            } else if *byte == b'/' && file == 8 && first > 0 {
                (first, file, after_run) = (first - 8, 0, false);
            } else {
                break;
            }
            end += 1;
        }
        self.rest = &text[end..];
        let is_whole = (first, file) == (0, 8) && self.rest.first().is_none_or(|next| ends_field(*next));
        if !is_whole || has_split_run && self.strictness == Strictness::Strict {
            self.rest = text;
            let field = self.required(FenField::Pieces)?;
            self.check_pieces(field)?;
        }
        Ok(Placement::of(pieces))
    }

    /// Says what is wrong with the first field, if anything is.
    #[cold]
    fn check_pieces(&self, text: &[u8]) -> Result<(), FenError> {
        let fail = |at, kind| Err(self.error(text, at, FenField::Pieces, kind));
        let letter = |at| self.letter(&text[at..]);
        let (mut rank, mut file, mut after_run) = (Rank::Eighth, 0, false);
        for (at, byte) in text.iter().copied().enumerate() {
            match byte {
                b'/' if file < 8 => return fail(at, FenErrorKind::ShortRank(rank)),
                b'/' => match rank.index().checked_sub(1).and_then(Rank::from_index) {
                    Some(below) => (rank, file) = (below, 0),
                    None => return fail(at + 1, FenErrorKind::ManyRanks),
                },
                _ if file == 8 => return fail(at, FenErrorKind::LongRank(rank)),
                b'0' | b'9' => return fail(at, FenErrorKind::EmptyRun(letter(at))),
                b'1'..=b'8' if after_run && self.strictness == Strictness::Strict => {
                    return fail(at, FenErrorKind::SplitRun);
                }
                _ => match GLYPHS[usize::from(byte)].squares {
                    0 => return fail(at, FenErrorKind::UnknownPiece(letter(at))),
                    squares => file += squares,
                },
            }
            if file > 8 {
                return fail(at, FenErrorKind::LongRank(rank));
            }
            after_run = byte.is_ascii_digit();
        }
        match rank {
            _ if file < 8 => fail(text.len(), FenErrorKind::ShortRank(rank)),
            Rank::First => Ok(()),
            _ => fail(text.len(), FenErrorKind::FewRanks(rank)),
        }
    }

    fn castling(&self, text: &[u8], sets: &PieceSets) -> Result<Castling, FenError> {
        let mut rooks = Bitboard::EMPTY;
        if text == b"-" {
            return Ok(Castling::NONE);
        }
        for (at, byte) in text.iter().enumerate() {
            let fail = |kind: fn(char) -> FenErrorKind| {
                Err(self.error(text, at, FenField::Castling, kind(self.letter(&text[at..]))))
            };
            let Some(rook) = rook_of(*byte, sets) else { return fail(FenErrorKind::UnknownCastling) };
            if rooks.has(rook) {
                return fail(FenErrorKind::RepeatedCastling);
            }
            if (rooks & rook.rank()).many() {
                return fail(FenErrorKind::ManyCastling);
            }
            rooks |= rook;
        }
        Ok(Castling::with_rooks(rooks))
    }

    fn number(&self, text: &[u8], field: FenField) -> Result<u16, FenError> {
        let append = |number: u16, byte: &u8| match byte {
            b'0'..=b'9' => number.checked_mul(10)?.checked_add(u16::from(byte - b'0')),
            _ => None,
        };
        let number = text.iter().try_fold(0, append).filter(|number| *number <= CLOCK_LIMIT);
        number.ok_or_else(|| {
            let is_number = text.iter().all(|byte| byte.is_ascii_digit());
            let kind = if is_number { FenErrorKind::LargeNumber } else { FenErrorKind::UnknownNumber };
            self.error(text, 0, field, kind)
        })
    }

    /// The character at which a part of the text begins.
    fn letter(&self, part: &[u8]) -> char {
        let from = offset(self.text.as_bytes(), part);
        self.text.get(from..).and_then(|text| text.chars().next()).unwrap_or_default()
    }
}

/// A space, or the semicolon that leads an operation in some EPD files.
fn ends_field(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b';'
}

/// The rook a castling letter means; upper case is White.
fn rook_of(letter: u8, sets: &PieceSets) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match letter.to_ascii_lowercase() {
        b'k' => Some(sets.outermost_rook(color, Wing::King)),
        b'q' => Some(sets.outermost_rook(color, Wing::Queen)),
        _ => File::from_char(letter.into()).map(|file| Square::new(file, color.rank(Rank::First))),
    }
}

/// Where a part of the text begins. An empty part may come from elsewhere; it counts as the end.
pub(super) fn offset(text: &[u8], part: &[u8]) -> usize {
    if part.is_empty() { text.len() } else { part.as_ptr() as usize - text.as_ptr() as usize }
}

/// Where the first field speaks of a square; the field is well formed.
pub(super) fn find_square(pieces: &[u8], square: Square) -> usize {
    let mut file = 0;
    let mut ranks = pieces.split(|byte| *byte == b'/');
    let rank = ranks.nth(Rank::Eighth.index() - square.rank().index()).unwrap_or_default();
    let within = rank.iter().position(|byte| {
        file += if byte.is_ascii_digit() { usize::from(byte - b'0') } else { 1 };
        file > square.file().index()
    });
    offset(pieces, rank) + within.unwrap_or(0)
}

/// Where the third field speaks of a rook.
pub(super) fn find_right(castling: &[u8], setup: &Setup, rook: Square) -> usize {
    let sets = Placement::of(&setup.pieces).sets;
    castling.iter().position(|letter| rook_of(*letter, &sets) == Some(rook)).unwrap_or(0)
}
