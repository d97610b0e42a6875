//! Policy files: a header of 64 bytes, the weights, a checksum of every byte before it. `POLICY.md` has the layout.

use super::{input, output};
use core::fmt;
use vernier_chess::crc32;

const MAGIC: [u8; 8] = *b"VERNIERP";
const VERSION: u16 = 1;
/// The header's length.
pub(super) const HEADER: usize = 64;
/// The checksum's length.
pub(super) const TRAILER: usize = 4;
/// The widest hidden layer.
pub(super) const MAX_HIDDEN: usize = 512;
/// Half a layer is a whole number of cache lines.
pub(super) const STEP: usize = 128;

/// What a policy file says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyHeader {
    /// Neurons of the hidden layer, before its halves are multiplied.
    pub hidden: usize,
    /// What 1.0 is in the output weights.
    pub output_scale: i32,
    /// A fingerprint of the data it was trained on.
    pub data: [u8; 16],
}

/// Why bytes are not a policy network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PolicyError {
    /// The file does not start like a policy network.
    Foreign,
    /// The format is newer or older than what can be read.
    Version(u16),
    /// A size or a scale is out of bounds.
    Shape {
        /// What the header calls it.
        field: &'static str,
        /// What it says.
        value: usize,
    },
    /// The file is shorter or longer than its header says.
    Length {
        /// Bytes that the header asks for.
        expected: usize,
        /// Bytes that there are.
        found: usize,
    },
    /// A byte of the file is damaged.
    Checksum,
    /// A bias is too large for exact arithmetic.
    Bias(i32),
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is not a policy network of Vernier"),
            Self::Version(version) => {
                write!(f, "format version {version} is unknown; version {VERSION} is read")
            }
            Self::Shape { field, value } => write!(f, "{field} cannot be {value}"),
            Self::Length { expected, found } => {
                write!(f, "the file has {found} bytes and should have {expected}")
            }
            Self::Checksum => f.write_str("the file is damaged: its checksum is wrong"),
            Self::Bias(bias) => write!(f, "the bias {bias} is too large"),
        }
    }
}

impl core::error::Error for PolicyError {}

impl PolicyHeader {
    /// The length of the whole file.
    pub(super) const fn length(&self) -> usize {
        let first = (input::COUNT + 2) * self.hidden;
        HEADER + first + output::ROWS * (self.hidden / 2 + 4) + TRAILER
    }

    /// Reads the header of a whole file, and checks its length and its checksum.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, PolicyError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(PolicyError::Foreign);
        }
        let (Some(header), Some((content, trailer))) =
            (bytes.get(..HEADER), bytes.split_last_chunk::<TRAILER>())
        else {
            return Err(PolicyError::Length { expected: HEADER + TRAILER, found: bytes.len() });
        };
        let short = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        if short(8) != VERSION {
            return Err(PolicyError::Version(short(8)));
        }
        let fixed = [
            ("inputs", 12, input::COUNT),
            ("places", 14, output::PLACES),
            ("characters", 16, output::CHARACTERS),
        ];
        for (field, at, expected) in fixed {
            if usize::from(short(at)) != expected {
                return Err(PolicyError::Shape { field, value: short(at).into() });
            }
        }
        let mut data = [0; 16];
        data.copy_from_slice(&header[24..40]);
        let read = Self { hidden: short(10).into(), output_scale: short(18).into(), data };
        if read.hidden == 0 || read.hidden > MAX_HIDDEN || !read.hidden.is_multiple_of(STEP) {
            return Err(PolicyError::Shape { field: "hidden", value: read.hidden });
        }
        if read.output_scale == 0 {
            return Err(PolicyError::Shape { field: "output scale", value: 0 });
        }
        if read.length() != bytes.len() {
            return Err(PolicyError::Length { expected: read.length(), found: bytes.len() });
        }
        if crc32(content) != u32::from_le_bytes(*trailer) {
            return Err(PolicyError::Checksum);
        }
        Ok(read)
    }

    /// The header as bytes.
    pub(super) fn write(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        let shorts = [
            VERSION,
            self.hidden as u16,
            input::COUNT as u16,
            output::PLACES as u16,
            output::CHARACTERS as u16,
            self.output_scale as u16,
        ];
        for (index, short) in shorts.into_iter().enumerate() {
            bytes[8 + 2 * index..10 + 2 * index].copy_from_slice(&short.to_le_bytes());
        }
        bytes[24..40].copy_from_slice(&self.data);
        bytes
    }
}
