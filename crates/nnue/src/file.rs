//! Network files: a header of 64 bytes, then the weights. `FORMAT.md` has the layout byte by byte.

use crate::block::{Block, LANES};
use crate::feature;
use crate::king_buckets::KingBuckets;
use crate::layers::{LAST_SCALE, Layers};
use crate::packing;
use core::fmt;
use core::ops::Range;
use vernier_chess::crc32;

/// The first eight bytes of every network file.
pub(crate) const MAGIC: [u8; 8] = *b"VERNIERN";
/// The version of the format that this library writes. Those before are read as well; their first layer is not packed.
const VERSION: u16 = 3;
/// This version has no checksum of the header, which must be the one that all such files have.
const FIRST_VERSION: u16 = 1;
const FIRST_SCALES: [i32; 3] = [255, 64, 400];
/// The header's length.
const HEADER: usize = 64;
/// Where the checksum of the header stands.
const HEADER_CHECKSUM: Range<usize> = 44..48;
/// Where the king buckets stand.
const KING_BUCKETS: Range<usize> = 48..64;
/// Wider layers could overflow the sums that the kernels keep.
pub(crate) const MAX_HIDDEN: usize = 1024;
const MAX_BUCKETS: usize = 32;

/// What a network file says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// What its first layer sees.
    pub inputs: Inputs,
    /// Which rows of the first layer a king chooses.
    pub kings: KingBuckets,
    /// What becomes of the first layer's sums.
    pub activation: Activation,
    /// Neurons of each view.
    pub hidden: usize,
    /// Output neurons, or whole sets of the layers before them, chosen by how many pieces are left.
    pub buckets: usize,
    /// What 1.0 is in the first layer.
    pub first_scale: i32,
    /// What 1.0 is in the output weights.
    pub output_scale: i32,
    /// Hundredths of a pawn for an output of 1.0.
    pub centipawns: i32,
    /// A fingerprint of the data it was trained on.
    pub data: [u8; 16],
    /// A fingerprint of the weights as the file has them.
    pub checksum: u32,
    /// Bytes of the file.
    pub bytes: usize,
}

/// What the first layer of a network sees of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inputs {
    /// Pieces on squares, mirrored so that the player's own king stands on the left half.
    Mirrored,
    /// Pieces on squares, never mirrored.
    Plain,
}

/// What becomes of the sums of the first layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activation {
    /// Clipped to 0 and 1, and squared (SCReLU).
    Squared,
    /// Clipped to 0 and 1 (CReLU).
    Clipped,
    /// Clipped to 0 and 1, and the first half multiplied with the second. Layers of 16 and 32 neurons follow.
    Multiplied,
}

/// The architectures, numbered from one in files.
const ARCHITECTURES: [(Inputs, Activation); 5] = [
    (Inputs::Mirrored, Activation::Squared),
    (Inputs::Plain, Activation::Squared),
    (Inputs::Mirrored, Activation::Clipped),
    (Inputs::Plain, Activation::Clipped),
    (Inputs::Mirrored, Activation::Multiplied),
];

/// Why bytes are not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The file does not start like a network of ours.
    Foreign,
    /// The format is newer or older than what can be read.
    Version(u16),
    /// The architecture is unknown.
    Architecture(u16),
    /// A size or a scale is out of bounds.
    Shape {
        /// What the header calls it.
        field: &'static str,
        /// What it says.
        value: usize,
    },
    /// The file is shorter or longer than its header says.
    Length {
        /// Bytes that the header asks for; where weights are packed, at least.
        expected: usize,
        /// Bytes that there are.
        found: usize,
    },
    /// The header is damaged.
    Header,
    /// The weights are damaged.
    Checksum {
        /// What the header says.
        expected: u32,
        /// What the weights give.
        found: u32,
    },
    /// The weights of the first layer are not packed as they must be.
    Packing,
    /// A weight or bias behind the first layer is too large for exact arithmetic.
    Weight {
        /// The weight.
        weight: i32,
        /// The largest, with either sign.
        most: i32,
    },
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str(
                "this is not a network of Vernier (`vernier net import` converts those of other trainers)",
            ),
            Self::Version(version) => {
                write!(f, "format version {version} is unknown; {FIRST_VERSION} to {VERSION} are read")
            }
            Self::Architecture(number) => write!(f, "architecture {number} is unknown"),
            Self::Shape { field, value } => write!(f, "{field} cannot be {value}"),
            Self::Length { expected, found } => {
                write!(f, "the file has {found} bytes and should have {expected}")
            }
            Self::Header => f.write_str("the header is damaged"),
            Self::Checksum { expected, found } => {
                write!(f, "the weights are damaged: their checksum is {found:08x}, not {expected:08x}")
            }
            Self::Packing => f.write_str("the weights of the first layer are not packed as they must be"),
            Self::Weight { weight, most } => write!(f, "the weight {weight} is beyond {most}"),
        }
    }
}

impl core::error::Error for FileError {}

impl Header {
    /// Weights of the first layer.
    pub(crate) const fn first_weights(&self) -> usize {
        feature::COUNT * self.kings.count() * self.hidden
    }

    /// Bytes of all that follows them.
    const fn rest(&self) -> usize {
        2 * self.hidden
            + match self.activation {
                Activation::Squared | Activation::Clipped => self.buckets * (4 * self.hidden + 4),
                Activation::Multiplied => Layers::bytes(self.hidden, self.buckets),
            }
    }

    /// Its shape as the field writes it.
    ///
    /// ```
    /// let network = vernier_nnue::Network::random(64, 8, 1)?;
    /// assert_eq!(network.header().shape(), "(768 -> 64) x 2 -> 8");
    /// # Ok::<(), vernier_nnue::FileError>(())
    /// ```
    pub fn shape(&self) -> String {
        let Self { hidden, buckets, .. } = self;
        let kings = match self.kings.count() {
            1 => String::new(),
            count => format!(" x {count}"),
        };
        match self.activation {
            Activation::Squared | Activation::Clipped => format!("(768{kings} -> {hidden}) x 2 -> {buckets}"),
            Activation::Multiplied => format!("(768{kings} -> {hidden}) x 2 -> (16 -> 32 -> 1) x {buckets}"),
        }
    }

    /// Reads the header and the first layer of a whole file and checks everything but the numbers of the weights. What
    /// follows the first layer is given back as it is.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Self, Vec<Block>, &[u8]), FileError> {
        let Some((header, payload)) = bytes.split_at_checked(HEADER) else {
            let known = bytes.starts_with(&MAGIC);
            return Err(if known {
                FileError::Length { expected: HEADER, found: bytes.len() }
            } else {
                FileError::Foreign
            });
        };
        if !header.starts_with(&MAGIC) {
            return Err(FileError::Foreign);
        }
        let short = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let (version, architecture) = (short(8), short(10));
        if !(FIRST_VERSION..=VERSION).contains(&version) {
            return Err(FileError::Version(version));
        }
        let (inputs, activation) = usize::from(architecture)
            .checked_sub(1)
            .and_then(|index| ARCHITECTURES.get(index).copied())
            .ok_or(FileError::Architecture(architecture))?;
        let mut data = [0; 16];
        data.copy_from_slice(&header[24..40]);
        let mut kings = [0; 16];
        kings.copy_from_slice(&header[KING_BUCKETS]);
        let read = Self {
            inputs,
            kings: KingBuckets::from_bytes(kings),
            activation,
            hidden: short(12).into(),
            buckets: short(14).into(),
            first_scale: short(16).into(),
            output_scale: short(18).into(),
            centipawns: short(20).into(),
            data,
            checksum: u32::from_le_bytes([header[40], header[41], header[42], header[43]]),
            bytes: bytes.len(),
        };
        read.check_shape()?;
        // Before any room is asked for.
        let is_packed = version == VERSION;
        let expected = HEADER + if is_packed { 1 } else { 2 } * read.first_weights() + read.rest();
        if bytes.len() < expected || bytes.len() > expected && !is_packed {
            return Err(FileError::Length { expected, found: bytes.len() });
        }
        let is_whole = if version == FIRST_VERSION {
            let scales = [read.first_scale, read.output_scale, read.centipawns];
            let is_first = architecture == 1 && scales == FIRST_SCALES;
            is_first && header[22..24].iter().chain(&header[44..]).all(|byte| *byte == 0)
        } else {
            header[HEADER_CHECKSUM] == header_checksum(header).to_le_bytes()
        };
        if !is_whole {
            return Err(FileError::Header);
        }
        let found = crc32(payload);
        if found != read.checksum {
            return Err(FileError::Checksum { expected: read.checksum, found });
        }
        let (first, rest) = payload.split_at(payload.len() - read.rest());
        let first = if is_packed {
            packing::unpack(first, read.first_weights() / LANES)?
        } else {
            Block::read(first)
        };
        Ok((read, first, rest))
    }

    /// The number of its architecture.
    fn architecture(&self) -> u16 {
        let known = ARCHITECTURES.iter().position(|known| *known == (self.inputs, self.activation));
        known.map_or(0, |index| index as u16 + 1)
    }

    /// The largest weight of an output that reads the first layer, with either sign. Where values are squared, a value times a
    /// weight must fit sixteen bits, which the kernels rely on.
    pub(crate) fn max_weight(&self) -> i32 {
        match self.activation {
            Activation::Squared => i32::from(i16::MAX) / self.first_scale.max(1),
            Activation::Clipped | Activation::Multiplied => i16::MAX.into(),
        }
    }

    pub(crate) fn check_shape(&self) -> Result<(), FileError> {
        let scale = |value: i32| value as usize;
        let bounds = [
            ("hidden", self.hidden, LANES, MAX_HIDDEN),
            ("buckets", self.buckets, 1, MAX_BUCKETS),
            ("first scale", scale(self.first_scale), 1, 255),
            ("output scale", scale(self.output_scale), 1, 1024),
            ("centipawns", scale(self.centipawns), 1, 10_000),
        ];
        for (field, value, least, most) in bounds {
            if value < least || value > most {
                return Err(FileError::Shape { field, value });
            }
        }
        let has_layers = self.activation == Activation::Multiplied;
        // Halves consist of whole blocks, too.
        if !self.hidden.is_multiple_of(if has_layers { 2 * LANES } else { LANES }) {
            return Err(FileError::Shape { field: "hidden", value: self.hidden });
        }
        // Products are shifted, and sums clipped, by numbers that belong to these scales.
        for (field, value, only) in
            [("first scale", self.first_scale, 255), ("output scale", self.output_scale, LAST_SCALE)]
        {
            if has_layers && value != only {
                return Err(FileError::Shape { field, value: scale(value) });
            }
        }
        // Buckets are given for kings on files a to d, where only mirroring keeps them.
        if self.inputs == Inputs::Plain && self.kings != KingBuckets::ONE {
            return Err(FileError::Shape { field: "king buckets", value: self.kings.count() });
        }
        Ok(())
    }

    /// A whole file of those weights, all of the first layer given in sixteen bits.
    pub(crate) fn file(mut self, weights: &[u8]) -> Vec<u8> {
        let (first, rest) = weights.split_at(2 * self.first_weights());
        let payload = [&packing::pack(first), rest].concat();
        self.checksum = crc32(&payload);
        let mut bytes = self.write().to_vec();
        let sum = header_checksum(&bytes);
        bytes[HEADER_CHECKSUM].copy_from_slice(&sum.to_le_bytes());
        bytes.extend(payload);
        bytes
    }

    /// The header as bytes, without its checksum.
    fn write(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        let shorts = [
            VERSION,
            self.architecture(),
            self.hidden as u16,
            self.buckets as u16,
            self.first_scale as u16,
            self.output_scale as u16,
            self.centipawns as u16,
        ];
        for (index, short) in shorts.into_iter().enumerate() {
            bytes[8 + 2 * index..10 + 2 * index].copy_from_slice(&short.to_le_bytes());
        }
        bytes[24..40].copy_from_slice(&self.data);
        bytes[40..44].copy_from_slice(&self.checksum.to_le_bytes());
        bytes[KING_BUCKETS].copy_from_slice(&self.kings.to_bytes());
        bytes
    }
}

/// The checksum of every byte of a header but its own four.
fn header_checksum(header: &[u8]) -> u32 {
    crc32(&[&header[..HEADER_CHECKSUM.start], &header[HEADER_CHECKSUM.end..HEADER]].concat())
}
