//! A network's weights, and what it thinks of a board.

use crate::block::{Block, LANES};
use crate::feature::{self, View};
use crate::file::{Activation, FileError, Header, Inputs};
use crate::kernel::Kernel;
use crate::king_buckets::KingBuckets;
use crate::layers::{self, Layers};
use vernier_chess::{Board, ByColor, Color, Square};

/// The weights of a network, in memory and ready to run.
///
/// ```
/// use vernier_chess::Board;
/// use vernier_nnue::{Kernel, Network};
/// let network = Network::random(32, 8, 1)?;
/// let read = Network::from_bytes(&network.to_bytes())?.with_kernel(Kernel::SCALAR);
/// assert_eq!(read.evaluate(&Board::start()), network.evaluate(&Board::start()));
/// # Ok::<(), vernier_nnue::FileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    header: Header,
    /// Row after row, one a feature, king bucket after king bucket.
    first: Vec<Block>,
    biases: Vec<Block>,
    head: Head,
    kernel: Kernel,
}

/// What follows the first layer.
#[derive(Clone, Debug)]
enum Head {
    /// One neuron a bucket.
    Output {
        /// Bucket after bucket: the mover's weights, then the opponent's.
        weights: Vec<Block>,
        biases: Vec<i32>,
    },
    /// Three layers a bucket.
    Layers(Vec<Layers>),
}

impl Network {
    /// Reads a network file, whole.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let (header, first, rest) = Header::read(bytes)?;
        let (biases, rest) = rest.split_at(2 * header.hidden);
        let head = match header.activation {
            Activation::Squared | Activation::Clipped => Head::read_output(&header, rest)?,
            Activation::Multiplied => Head::Layers(Layers::read(header.hidden, header.buckets, rest)?),
        };
        Ok(Self { header, first, biases: Block::read(biases), head, kernel: Kernel::best() })
    }

    /// The network as a file of the newest version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Block::write(&self.first);
        payload.extend(Block::write(&self.biases));
        match &self.head {
            Head::Output { weights, biases } => {
                payload.extend(Block::write(weights));
                payload.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
            }
            Head::Layers(layers) => payload.extend(Layers::write(layers)),
        }
        self.header.file(&payload)
    }

    /// What the file said about itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The arithmetic it runs on.
    pub const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The same network on another arithmetic; the answers stay the same.
    #[must_use]
    pub const fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// How a player whose king stands there sees the board.
    #[inline(always)]
    pub(crate) fn view(&self, color: Color, king: Square) -> View {
        match self.header.inputs {
            Inputs::Mirrored => {
                let view = View::with_king(color, king);
                view.in_bucket(self.header.kings.of(view.square(king)))
            }
            Inputs::Plain => View::plain(color),
        }
    }

    /// Blocks of one view's sums.
    pub(crate) const fn width(&self) -> usize {
        self.header.hidden / LANES
    }

    pub(crate) fn biases(&self) -> &[Block] {
        &self.biases
    }

    /// The row of a feature.
    #[inline(always)]
    pub(crate) fn row(&self, feature: usize) -> &[Block] {
        let width = self.width();
        &self.first[feature * width..][..width]
    }

    /// The score of a board whose sums are known, from the side to move's view.
    #[inline]
    pub(crate) fn forward(&self, board: &Board, mover: &[Block], opponent: &[Block]) -> i32 {
        let bucket = feature::bucket(board, self.header.buckets);
        let Header { first_scale, output_scale, centipawns, .. } = self.header;
        let (value, unit) = match &self.head {
            Head::Output { weights, biases } => {
                let width = self.width();
                let (ours, theirs) = weights[2 * bucket * width..][..2 * width].split_at(width);
                let sum = self.dot(mover, ours) + self.dot(opponent, theirs);
                let is_squared = self.header.activation == Activation::Squared;
                let sum = if is_squared { sum / i64::from(first_scale) } else { sum };
                (sum + i64::from(biases[bucket]), i64::from(first_scale * output_scale))
            }
            Head::Layers(all) => {
                (i64::from(self.kernel.layers([mover, opponent], &all[bucket])), layers::UNIT)
            }
        };
        (value * i64::from(centipawns) / unit) as i32
    }

    /// The sum of weighted values of one view, squared if the activation says so.
    #[inline(always)]
    fn dot(&self, sums: &[Block], weights: &[Block]) -> i64 {
        let limit = self.header.first_scale as i16;
        match self.header.activation {
            Activation::Squared => self.kernel.dot::<true>(sums, weights, limit),
            Activation::Clipped | Activation::Multiplied => self.kernel.dot::<false>(sums, weights, limit),
        }
    }

    /// The score of a board in hundredths of a pawn, from the side to move's view, computed afresh. A search keeps
    /// [`Accumulators`](crate::Accumulators) instead.
    pub fn evaluate(&self, board: &Board) -> i32 {
        let sums = ByColor::from_fn(|color| self.sums(self.view(color, board.king(color)), board));
        self.forward(board, &sums[board.turn()], &sums[!board.turn()])
    }

    /// The sums of one view, afresh.
    pub(crate) fn sums(&self, view: View, board: &Board) -> Vec<Block> {
        let mut sums = self.biases.clone();
        for feature in view.features(board) {
            for (sum, weight) in sums.iter_mut().zip(self.row(feature)) {
                for (sum, weight) in sum.0.iter_mut().zip(weight.0) {
                    *sum = sum.wrapping_add(weight);
                }
            }
        }
        sums
    }

    /// A network of that shape with pseudo-random weights, for tests and benches.
    pub fn random(hidden: usize, buckets: usize, seed: u64) -> Result<Self, FileError> {
        Self::random_with_kings(hidden, buckets, KingBuckets::ONE, seed)
    }

    /// The same with king buckets.
    pub fn random_with_kings(
        hidden: usize,
        buckets: usize,
        kings: KingBuckets,
        seed: u64,
    ) -> Result<Self, FileError> {
        let mut random = Random(seed | 1);
        let header = random_header(hidden, buckets, kings);
        let mut payload = random.first_layer(&header);
        random.shorts(&mut payload, 2 * hidden * buckets, 127);
        random.longs(&mut payload, buckets, 8_000);
        Self::from_bytes(&header.file(&payload))
    }

    /// The same with layers of 16 and 32 neurons before the output.
    pub fn random_with_layers(
        hidden: usize,
        buckets: usize,
        kings: KingBuckets,
        seed: u64,
    ) -> Result<Self, FileError> {
        let mut random = Random(seed | 1);
        let header = Header {
            activation: Activation::Multiplied,
            output_scale: layers::LAST_SCALE,
            ..random_header(hidden, buckets, kings)
        };
        let mut payload = random.first_layer(&header);
        payload.extend((0..buckets * layers::SECOND * hidden).map(|_| random.number(127) as u8));
        random.longs(&mut payload, buckets * layers::SECOND, 8_000);
        random.shorts(&mut payload, buckets * layers::THIRD * 2 * layers::SECOND, 1_000);
        random.longs(&mut payload, buckets * layers::THIRD, 2_000_000);
        random.shorts(&mut payload, buckets * layers::THIRD, 2_000);
        random.longs(&mut payload, buckets, 1_000_000);
        Self::from_bytes(&header.file(&payload))
    }

    /// The colors in the order in which `board` counts them: the mover first.
    pub(crate) fn players(board: &Board) -> [Color; 2] {
        [board.turn(), !board.turn()]
    }
}

impl Head {
    /// Output neurons without layers before them.
    fn read_output(header: &Header, bytes: &[u8]) -> Result<Self, FileError> {
        let (weights, biases) = bytes.split_at(4 * header.buckets * header.hidden);
        let weights = Block::read(weights);
        let biases = biases.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
        let most = header.max_weight();
        let mut all = weights.iter().flat_map(|block| block.0).map(i32::from);
        match all.find(|weight| weight.abs() > most) {
            Some(weight) => Err(FileError::Weight { weight, most }),
            None => Ok(Self::Output { weights, biases }),
        }
    }
}

/// Pseudo-random weights.
struct Random(u64);

impl Random {
    /// A number up to a limit, with either sign.
    fn number(&mut self, limit: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as i64 % (2 * limit + 1) - limit
    }

    fn shorts(&mut self, payload: &mut Vec<u8>, count: usize, limit: i64) {
        payload.extend((0..count).flat_map(|_| (self.number(limit) as i16).to_le_bytes()));
    }

    fn longs(&mut self, payload: &mut Vec<u8>, count: usize, limit: i64) {
        payload.extend((0..count).flat_map(|_| (self.number(limit) as i32).to_le_bytes()));
    }

    fn first_layer(&mut self, header: &Header) -> Vec<u8> {
        let mut payload = Vec::new();
        self.shorts(&mut payload, header.first_weights(), 160);
        self.shorts(&mut payload, header.hidden, 200);
        payload
    }
}

/// What a network with such weights says about itself.
const fn random_header(hidden: usize, buckets: usize, kings: KingBuckets) -> Header {
    Header {
        inputs: Inputs::Mirrored,
        kings,
        activation: Activation::Squared,
        hidden,
        buckets,
        first_scale: 255,
        output_scale: 64,
        centipawns: 400,
        data: [0; 16],
        checksum: 0,
        bytes: 0,
    }
}
