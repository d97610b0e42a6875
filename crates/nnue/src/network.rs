//! A network's weights, and what it thinks of a board.

use crate::block::{Block, LANES};
use crate::feature::{self, View};
use crate::file::{Activation, FileError, HEADER, Header, Inputs};
use crate::kernel::Kernel;
use crate::king_buckets::KingBuckets;
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
    /// Bucket after bucket: the mover's weights, then the opponent's.
    output: Vec<Block>,
    output_biases: Vec<i32>,
    kernel: Kernel,
}

impl Network {
    /// Reads a network file, whole.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let header = Header::read(bytes)?;
        let mut rest = &bytes[HEADER..];
        let mut shorts = |count: usize| {
            let (taken, left) = rest.split_at(2 * count);
            rest = left;
            taken.as_chunks().0.iter().map(|pair| i16::from_le_bytes(*pair))
        };
        let first = Block::pack(shorts(feature::COUNT * header.kings.count() * header.hidden));
        let biases = Block::pack(shorts(header.hidden));
        let output = Block::pack(shorts(header.buckets * 2 * header.hidden));
        let output_biases = rest.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
        let most = header.max_weight();
        let too_large = |weight: &i16| weight.unsigned_abs() > most.unsigned_abs();
        if let Some(weight) = output.iter().flat_map(|block| block.0).find(too_large) {
            return Err(FileError::Weight { weight, most });
        }
        Ok(Self { header, first, biases, output, output_biases, kernel: Kernel::best() })
    }

    /// The network as a file of the newest version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let shorts =
            [&self.first, &self.biases, &self.output].into_iter().flatten().flat_map(|block| block.0);
        let mut payload: Vec<u8> = shorts.flat_map(i16::to_le_bytes).collect();
        payload.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
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
        let width = self.width();
        let (ours, theirs) = self.output[2 * bucket * width..][..2 * width].split_at(width);
        let Header { first_scale, output_scale, centipawns, .. } = self.header;
        let limit = first_scale as i16;
        let kernel = self.kernel;
        let sum = match self.header.activation {
            Activation::Squared => {
                let sum =
                    kernel.dot::<true>(mover, ours, limit) + kernel.dot::<true>(opponent, theirs, limit);
                sum / i64::from(first_scale)
            }
            Activation::Clipped => {
                kernel.dot::<false>(mover, ours, limit) + kernel.dot::<false>(opponent, theirs, limit)
            }
        };
        let value = sum + i64::from(self.output_biases[bucket]);
        (value * i64::from(centipawns) / i64::from(first_scale * output_scale)) as i32
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
        let mut state = seed | 1;
        let mut random = |limit: i64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            ((state >> 33) as i64 % (2 * limit + 1) - limit) as i16
        };
        let header = Header {
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
        };
        let mut payload = Vec::new();
        let first = feature::COUNT * kings.count() * hidden;
        for (count, limit) in [(first, 120), (hidden, 200), (2 * hidden * buckets, 127)] {
            payload.extend((0..count).flat_map(|_| random(limit).to_le_bytes()));
        }
        payload.extend((0..buckets).flat_map(|_| i32::from(random(8_000)).to_le_bytes()));
        Self::from_bytes(&header.file(&payload))
    }

    /// The colors in the order in which `board` counts them: the mover first.
    pub(crate) fn players(board: &Board) -> [Color; 2] {
        [board.turn(), !board.turn()]
    }
}
