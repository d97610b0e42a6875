//! Extended position descriptions: a position with operations such as best moves.
//!
//! Test suites are files of these, one a line. Moves stay text here, as SAN needs a board to mean anything:
//! [`Board::parse_san`] reads them.

use crate::fen::{Fields, Reader, Strictness};
use crate::{Board, CastlingMode, FenError, Setup, SetupError};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
use core::str::FromStr;

/// A line of a test suite: a position with operations, such as the best move or counts of moves.
///
/// Everything is kept, in order, so that a line reads back as it was written.
///
/// ```
/// use vernier_chess::Epd;
/// let line = r#"8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002"; acn 1234;"#;
/// let epd: Epd = line.parse()?;
/// assert_eq!(epd.best_moves().collect::<Vec<_>>(), ["Rxb2"]);
/// assert_eq!(epd.id(), Some("WAC.002"));
/// assert_eq!(epd.integer("acn"), Some(1234));
/// let best = epd.board()?.parse_san("Rxb2")?;
/// assert!(best.is_capture());
/// assert_eq!(epd.to_string(), line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position. Its clocks come from the fields five and six, or from the operations `hmvc` and `fmvn`.
    pub setup: Setup,
    /// The operations.
    pub operations: Vec<Operation>,
    /// How the line is written.
    pub style: EpdStyle,
}

/// The layout of an EPD line; it does not change the meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct EpdStyle {
    /// How castling rights are written.
    pub castling: CastlingMode,
    /// Whether the clocks of a FEN stand behind the position.
    pub clocks: EpdClocks,
    /// Where the semicolons go.
    pub layout: EpdLayout,
}

/// Whether the two clocks of a FEN follow the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EpdClocks {
    /// Four fields, as the standard has it.
    #[default]
    Omitted,
    /// Six fields, as perft suites have them.
    Written,
}

/// Where the semicolons go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EpdLayout {
    /// One ends each operation: `bm e4; id "first";`.
    #[default]
    Ended,
    /// One leads each operation: `;D1 20 ;D2 400`, as perft suites have it.
    Led,
}

/// An opcode with its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// What it is about: a letter, then letters, digits and underscores.
    pub opcode: String,
    /// What it says.
    pub operands: Vec<Operand>,
}

/// One thing an operation says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A whole number.
    Integer(i64),
    /// A move or any other text without spaces and semicolons.
    Word(String),
    /// A text in quotation marks. It cannot hold any; they are written as apostrophes.
    Text(String),
}

/// Why a line is not an EPD. Columns count characters from one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdError {
    /// The position at the beginning is at fault.
    Position(FenError),
    /// The operation at that column does not begin with an opcode.
    Opcode(usize),
    /// The quotation mark at that column has no partner.
    Unclosed(usize),
    /// This operation has the opcode of a count of moves, such as `D3`, but has none.
    Count(String),
}

impl Epd {
    /// A position without operations.
    pub fn new(setup: Setup) -> Self {
        Self { setup, operations: Vec::new(), style: EpdStyle::default() }
    }

    /// The position, ready to be played on. What can be mended is, as in [`Setup::mend`]: many suites are old.
    pub fn board(&self) -> Result<Board, SetupError> {
        self.setup.mend().map(|mended| mended.board)
    }

    /// What the first operation with that opcode says.
    pub fn operands(&self, opcode: &str) -> Option<&[Operand]> {
        self.operations.iter().find(|operation| operation.opcode == opcode).map(|found| &*found.operands)
    }

    /// The number of an operation that says just one, such as `dm`, `acn` and `ce`.
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        match self.operands(opcode)? {
            [Operand::Integer(number)] => Some(*number),
            _ => None,
        }
    }

    /// The text of an operation that says just one, such as `id` and the comments `c0` to `c9`; quoted or not.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.operands(opcode)? {
            [operand] => operand.as_str(),
            _ => None,
        }
    }

    /// The name of the position.
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// The moves that solve the position (`bm`), in SAN.
    pub fn best_moves(&self) -> impl Iterator<Item = &str> {
        self.words("bm")
    }

    /// The moves that are mistakes (`am`), in SAN.
    pub fn avoid_moves(&self) -> impl Iterator<Item = &str> {
        self.words("am")
    }

    fn words(&self, opcode: &str) -> impl Iterator<Item = &str> {
        self.operands(opcode).unwrap_or_default().iter().filter_map(Operand::as_str)
    }

    /// The depths with their known leaf counts (`D1`, `D2` and so on). One that is malformed, such as `D2 many`, is an
    /// error rather than a count the less.
    ///
    /// ```
    /// use vernier_chess::{Board, Epd};
    /// let epd: Epd = format!("{} ;D1 20 ;D2 400", Board::start()).parse()?;
    /// assert_eq!(epd.perft_counts()?, [(1, 20), (2, 400)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft_counts(&self) -> Result<Vec<(u32, u64)>, EpdError> {
        let counts = self.operations.iter().filter(|operation| operation.tells_count());
        counts
            .map(|operation| operation.count().ok_or_else(|| EpdError::Count(operation.to_string())))
            .collect()
    }
}

impl Operation {
    /// True if its opcode is `D` and a number.
    fn tells_count(&self) -> bool {
        let digits = self.opcode.strip_prefix('D').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Its depth and count, if it is well formed.
    fn count(&self) -> Option<(u32, u64)> {
        let depth = self.opcode.strip_prefix('D')?.parse().ok()?;
        match self.operands[..] {
            [Operand::Integer(count)] => Some((depth, count.try_into().ok()?)),
            _ => None,
        }
    }
}

impl Operand {
    /// The text, quoted or not; none for a number.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Integer(_) => None,
            Self::Word(text) | Self::Text(text) => Some(text),
        }
    }

    /// A number if it would be written just so, and else a word.
    fn unquoted(text: &str) -> Self {
        match text.parse::<i64>() {
            Ok(number) if number.to_string() == text => Self::Integer(number),
            _ => Self::Word(text.to_string()),
        }
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Self, EpdError> {
        let mut reader = Reader::new(line, Strictness::Lenient);
        let mut setup = Setup::EMPTY;
        reader.position(&mut setup).map_err(EpdError::Position)?;
        let has_clocks = reader.rest().starts_with(|next: char| next.is_ascii_digit());
        if has_clocks {
            reader.clocks(&mut setup).map_err(EpdError::Position)?;
        }
        let operations = operations(line, reader.rest())?;
        let style = EpdStyle {
            castling: castling_mode(line),
            clocks: if has_clocks { EpdClocks::Written } else { EpdClocks::Omitted },
            layout: if reader.rest().starts_with(';') { EpdLayout::Led } else { EpdLayout::Ended },
        };
        let mut epd = Self { setup, operations, style };
        if !has_clocks {
            epd.take_clocks();
        }
        Ok(epd)
    }
}

impl Epd {
    /// Sets the clocks from the operations `hmvc` and `fmvn`.
    fn take_clocks(&mut self) {
        if let Some(clock) = self.integer("hmvc").and_then(|number| number.try_into().ok()) {
            self.setup.halfmove_clock = clock;
        }
        if let Some(number) = self.integer("fmvn").and_then(|number| number.try_into().ok()) {
            self.setup.fullmove_number = number;
        }
    }
}

/// Files of rooks, and no letter that stands for the outermost one, make a Shredder-FEN.
fn castling_mode(line: &str) -> CastlingMode {
    let rights = line.split_ascii_whitespace().nth(2).unwrap_or_default();
    match rights == "-" || rights.contains(['K', 'Q', 'k', 'q']) {
        true => CastlingMode::Standard,
        false => CastlingMode::Chess960,
    }
}

/// Reads everything behind the position.
fn operations(line: &str, mut rest: &str) -> Result<Vec<Operation>, EpdError> {
    let column = |rest: &str| line.chars().count() - rest.chars().count() + 1;
    let mut operations = Vec::new();
    loop {
        rest = rest.trim_start_matches(|next: char| next == ';' || next.is_ascii_whitespace());
        if rest.is_empty() {
            return Ok(operations);
        }
        let (opcode, behind) = word(rest);
        if !is_opcode(opcode) {
            return Err(EpdError::Opcode(column(rest)));
        }
        rest = behind;
        let mut operands = Vec::new();
        while !rest.is_empty() && !rest.starts_with(';') {
            if let Some(quoted) = rest.strip_prefix('"') {
                let (text, behind) = quoted.split_once('"').ok_or(EpdError::Unclosed(column(rest)))?;
                operands.push(Operand::Text(text.to_string()));
                rest = behind.trim_ascii_start();
            } else {
                let (text, behind) = word(rest);
                operands.push(Operand::unquoted(text));
                rest = behind;
            }
        }
        operations.push(Operation { opcode: opcode.to_string(), operands });
    }
}

/// Splits off what stands before the next space or semicolon.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|next: char| next == ';' || next.is_ascii_whitespace()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, rest.trim_ascii_start())
}

fn is_opcode(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Word(text) => f.write_str(text),
            Self::Text(text) => write!(f, "\"{}\"", text.replace('"', "'")),
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = Fields::of(&self.setup, self.style.castling);
        match self.style.clocks {
            EpdClocks::Omitted => fields.write_position(f)?,
            EpdClocks::Written => fields.fmt(f)?,
        }
        self.operations.iter().try_for_each(|operation| match self.style.layout {
            EpdLayout::Ended => write!(f, " {operation};"),
            EpdLayout::Led => write!(f, " ;{operation}"),
        })
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Opcode(column) => write!(f, "EPD column {column}: an operation begins with a word like bm"),
            Self::Unclosed(column) => write!(f, "EPD column {column}: this quotation mark is not closed"),
            Self::Count(operation) => {
                write!(f, "'{operation}': a count is an opcode and a whole number, such as 'D3 8902'")
            }
        }
    }
}

impl core::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
            _ => None,
        }
    }
}
