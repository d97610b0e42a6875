//! Networks of other trainers: the plain `(768 -> N) x 2 -> 1` layout that most small engines use, read into a network
//! of ours.
//!
//! Such a file has no header. It is nothing but 16-bit numbers: the first layer's weights and biases, the output weights
//! of the side to move and of its opponent, and one output bias; some trainers fill up to a multiple of 64 bytes. What it
//! leaves open is given by a [`Layout`].

use crate::block::LANES;
use crate::feature::COUNT;
use crate::file::{Activation, FileError, Header, Inputs, MAGIC};
use crate::king_buckets::KingBuckets;
use crate::network::Network;
use core::fmt;

/// How the numbers of a file are meant.
///
/// ```
/// use vernier_nnue::import::{Layout, import};
/// // Eight neurons, all weights zero, and an output bias that is worth 37 hundredths of a pawn.
/// let mut file = vec![0; 2 * (768 * 8 + 8 + 16)];
/// file.extend(1510i16.to_le_bytes());
/// let network = import(&file, &Layout::default())?;
/// assert_eq!(network.evaluate(&vernier_chess::Board::start()), 37);
/// # Ok::<(), vernier_nnue::import::ImportError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Neurons of each view; found by the length of the file if none are given.
    pub hidden: Option<usize>,
    /// What the first layer sees.
    pub inputs: Inputs,
    /// What becomes of its sums.
    pub activation: Activation,
    /// What 1.0 is in the first layer, often called QA.
    pub first_scale: u16,
    /// What 1.0 is in the output weights, often called QB.
    pub output_scale: u16,
    /// Hundredths of a pawn for an output of 1.0.
    pub centipawns: u16,
    /// How the first layer lies in the file.
    pub order: MatrixOrder,
    /// Which square is number 0.
    pub first_square: FirstSquare,
    /// Whose pieces come first.
    pub first_pieces: FirstPieces,
    /// How wide the output bias is.
    pub bias: BiasWidth,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            hidden: None,
            inputs: Inputs::Plain,
            activation: Activation::Squared,
            first_scale: 255,
            output_scale: 64,
            centipawns: 400,
            order: MatrixOrder::ByFeature,
            first_square: FirstSquare::A1,
            first_pieces: FirstPieces::Own,
            bias: BiasWidth::Bits16,
        }
    }
}

/// How the first layer's matrix lies in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatrixOrder {
    /// All neurons of the first feature, then those of the second.
    ByFeature,
    /// All features of the first neuron, then those of the second.
    ByNeuron,
}

/// Which square is number 0 to a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstSquare {
    /// a1, and h8 the last.
    A1,
    /// a8, and h1 the last.
    A8,
}

/// Whose pieces have the lower feature numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstPieces {
    /// The player's own.
    Own,
    /// The opponent's.
    Opponent,
}

/// How wide the output bias is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BiasWidth {
    /// 16 bits, as all other numbers.
    Bits16,
    /// 32 bits.
    Bits32,
}

impl BiasWidth {
    const fn bytes(self) -> usize {
        match self {
            Self::Bits16 => 2,
            Self::Bits32 => 4,
        }
    }
}

/// Why a file is not read as a network of that layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ImportError {
    /// It is something else, and this is what.
    Known(&'static str),
    /// Its length is not that of a network with this many neurons.
    Length {
        /// Bytes that there are.
        found: usize,
        /// Neurons that were asked for, or that come closest.
        hidden: usize,
        /// Bytes of such a network, without padding.
        expected: usize,
    },
    /// What follows the last number is not padding.
    Rest(usize),
    /// The numbers make no network.
    Network(FileError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(what) => write!(f, "this is {what}, not a plain (768 -> N) x 2 -> 1 network"),
            Self::Length { found, hidden, expected } => write!(
                f,
                "the file has {found} bytes; (768 -> {hidden}) x 2 -> 1 in 16-bit numbers takes {expected}, and less than \
                 {PADDING} of padding"
            ),
            Self::Rest(bytes) => {
                write!(f, "the last {bytes} bytes are neither weights nor padding; the layout is another")
            }
            Self::Network(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ImportError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Network(error) => Some(error),
            _ => None,
        }
    }
}

/// Files may be filled up to a multiple of that many bytes.
const PADDING: usize = 64;
/// What the trainer of that name fills files up with, over and over.
const FILLER: &[u8] = b"bullet";

/// Reads a file of another trainer.
pub fn import(bytes: &[u8], layout: &Layout) -> Result<Network, ImportError> {
    if let Some(what) = known_format(bytes) {
        return Err(ImportError::Known(what));
    }
    let hidden = layout.hidden_of(bytes.len())?;
    let (numbers, rest) = bytes.split_at(layout.length(hidden));
    let is_filler = rest.iter().zip(FILLER.iter().cycle()).all(|(byte, filler)| byte == filler);
    if !is_filler && rest.iter().any(|byte| *byte != 0) {
        return Err(ImportError::Rest(rest.len()));
    }
    let header = Header {
        inputs: layout.inputs,
        activation: layout.activation,
        hidden: hidden.next_multiple_of(LANES),
        kings: KingBuckets::ONE,
        buckets: 1,
        first_scale: layout.first_scale.into(),
        output_scale: layout.output_scale.into(),
        centipawns: layout.centipawns.into(),
        data: [0; 16],
        checksum: 0,
        bytes: 0,
    };
    // Before any room is asked for.
    header.check_shape().map_err(ImportError::Network)?;
    Network::from_bytes(&header.file(&layout.payload(numbers, hidden))).map_err(ImportError::Network)
}

impl Layout {
    /// Bytes of a file, without padding.
    const fn length(&self, hidden: usize) -> usize {
        2 * (COUNT + 3) * hidden + self.bias.bytes()
    }

    /// How many neurons a file of that length has.
    fn hidden_of(&self, bytes: usize) -> Result<usize, ImportError> {
        let fitting = bytes.saturating_sub(self.bias.bytes()) / (2 * (COUNT + 3));
        let hidden = self.hidden.unwrap_or(fitting).clamp(1, usize::from(u16::MAX));
        let expected = self.length(hidden);
        if (expected..expected + PADDING).contains(&bytes) {
            Ok(hidden)
        } else {
            Err(ImportError::Length { found: bytes, hidden, expected })
        }
    }

    /// The numbers in the order of our own files, with neurons that do nothing up to the width of our blocks.
    fn payload(&self, numbers: &[u8], hidden: usize) -> Vec<u8> {
        let number = |index: usize| [numbers[2 * index], numbers[2 * index + 1]];
        let width = hidden.next_multiple_of(LANES);
        let mut payload = Vec::with_capacity(2 * (COUNT + 3) * width + 4);
        let mut row = |index_of: &dyn Fn(usize) -> usize| {
            payload.extend((0..hidden).flat_map(|neuron| number(index_of(neuron))));
            payload.extend((hidden..width).flat_map(|_| [0; 2]));
        };
        for feature in 0..COUNT {
            let theirs = self.feature(feature);
            match self.order {
                MatrixOrder::ByFeature => row(&|neuron| theirs * hidden + neuron),
                MatrixOrder::ByNeuron => row(&|neuron| neuron * COUNT + theirs),
            }
        }
        for part in 0..3 {
            row(&|neuron| (COUNT + part) * hidden + neuron);
        }
        let bias = &numbers[numbers.len() - self.bias.bytes()..];
        let bias = match *bias {
            [a, b] => i16::from_le_bytes([a, b]).into(),
            [a, b, c, d] => i32::from_le_bytes([a, b, c, d]),
            _ => 0,
        };
        payload.extend(bias.to_le_bytes());
        payload
    }

    /// The number that the file gives to a feature of ours.
    const fn feature(&self, feature: usize) -> usize {
        let feature = match self.first_square {
            FirstSquare::A1 => feature,
            FirstSquare::A8 => feature ^ 56,
        };
        match self.first_pieces {
            FirstPieces::Own => feature,
            FirstPieces::Opponent => (feature + COUNT / 2) % COUNT,
        }
    }
}

/// What a file is that starts like one of another kind.
fn known_format(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        _ if bytes.starts_with(&MAGIC) => Some("a network of Vernier already: EvalFile reads it as it is"),
        [_, 0x2f, 0xf3, 0x7a, ..] => Some("a network of Stockfish's format"),
        [b'P', b'K', 3, 4, ..] => Some("a zip archive, such as a checkpoint of PyTorch"),
        [0x1f, 0x8b, ..] => Some("a gzip archive"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some("a zstd archive"),
        _ => None,
    }
}
