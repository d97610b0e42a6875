//! A policy network's weights, and what it thinks of the moves of a board.

use super::file::{HEADER, MAX_HIDDEN, PolicyError, PolicyHeader, TRAILER};
use super::kernel;
use super::output::{PLACES, ROWS, Rows};
use super::{input, output};
use crate::Kernel;
use crate::block::Line;
use crate::feature::View;
use vernier_chess::{Board, Move, crc32};

/// Biases beyond this could overflow a sum.
const MAX_BIAS: i32 = 1 << 24;

/// The weights of a policy network, in memory and ready to run.
///
/// ```
/// use vernier_chess::Board;
/// use vernier_nnue::policy::PolicyNetwork;
/// let network = PolicyNetwork::random(128, 1)?;
/// let board = Board::start();
/// let moves = board.legal_moves();
/// let mut logits = vec![0; moves.len()];
/// network.logits(&board, &moves, &mut logits);
/// assert!(logits.iter().any(|logit| *logit != logits[0]));
/// # Ok::<(), vernier_nnue::policy::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PolicyNetwork {
    header: PolicyHeader,
    /// Row after row, one an input.
    first: Vec<Line>,
    biases: Vec<i16>,
    /// Row after row: places, then characters.
    rows: Vec<Line>,
    row_biases: Vec<i32>,
    kernel: Kernel,
}

impl PolicyNetwork {
    /// Reads a policy file, whole.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PolicyError> {
        let header = PolicyHeader::read(bytes)?;
        let payload = &bytes[HEADER..bytes.len() - TRAILER];
        let (first, rest) = payload.split_at(input::COUNT * header.hidden);
        let (biases, rest) = rest.split_at(2 * header.hidden);
        let (rows, row_biases) = rest.split_at(ROWS * header.hidden / 2);
        let biases: Vec<i16> = biases.as_chunks().0.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        let row_biases: Vec<i32> =
            row_biases.as_chunks().0.iter().map(|four| i32::from_le_bytes(*four)).collect();
        // Thirty-two inputs of 127 and a bias of half the range stay within sixteen bits.
        let wide = biases.iter().map(|bias| i32::from(*bias)).find(|bias| bias.abs() > 1 << 14);
        if let Some(bias) = wide.or_else(|| row_biases.iter().copied().find(|bias| bias.abs() > MAX_BIAS)) {
            return Err(PolicyError::Bias(bias));
        }
        let (first, rows) = (Line::pack(first), Line::pack(rows));
        Ok(Self { header, first, biases, rows, row_biases, kernel: Kernel::best() })
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.write().to_vec();
        bytes.extend(self.first.iter().flat_map(|line| line.0).map(|weight| weight as u8));
        bytes.extend(self.biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.rows.iter().flat_map(|line| line.0).map(|weight| weight as u8));
        bytes.extend(self.row_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// What the file said about itself.
    pub const fn header(&self) -> &PolicyHeader {
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

    /// What a logit of 1.0 is in the numbers that [`Self::logits`] gives.
    pub const fn unit(&self) -> i32 {
        kernel::ONE * self.header.output_scale
    }

    /// The logits of legal moves, in parts of [`Self::unit`]: a move's probability is in proportion to the exponential of
    /// its logit.
    ///
    /// Writes as many numbers as there are moves and leaves the rest of `out` alone.
    pub fn logits(&self, board: &Board, moves: &[Move], out: &mut [i32]) {
        let mut space = [0; MAX_HIDDEN / 2];
        let hidden = &mut space[..self.header.hidden / 2];
        self.hidden(board, hidden);
        let view = View::of(board, board.turn());
        // Few kinds of move occur in one position; each is computed once.
        let mut known = [None; output::CHARACTERS];
        for (out, mv) in out.iter_mut().zip(moves) {
            let rows = Rows::of(board, view, *mv);
            let character =
                *known[rows.character].get_or_insert_with(|| self.row(hidden, PLACES + rows.character));
            *out = self.row(hidden, rows.place) + character;
        }
    }

    /// The hidden layer of a board: its halves, clipped and multiplied.
    fn hidden(&self, board: &Board, out: &mut [u8]) {
        let lines = self.header.hidden / Line::LENGTH;
        let mut rows: [&[Line]; 32] = [&[]; 32];
        let mut count = 0;
        for (row, input) in rows.iter_mut().zip(input::active(board)) {
            *row = &self.first[input * lines..][..lines];
            count += 1;
        }
        let mut space = [0; MAX_HIDDEN];
        let sums = &mut space[..self.header.hidden];
        sums.copy_from_slice(&self.biases);
        kernel::add(self.kernel, &rows[..count], sums);
        kernel::multiply_halves(sums, out);
    }

    /// What one row of the output layer gives.
    #[inline]
    fn row(&self, hidden: &[u8], row: usize) -> i32 {
        let lines = hidden.len() / Line::LENGTH;
        kernel::dot(self.kernel, hidden, &self.rows[row * lines..][..lines]) + self.row_biases[row]
    }

    /// A network with pseudo-random weights, for tests and benches. `hidden` is a multiple of 128, at most 512.
    pub fn random(hidden: usize, seed: u64) -> Result<Self, PolicyError> {
        let mut state = seed | 1;
        let mut random = |limit: i64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as i64 % (2 * limit + 1) - limit
        };
        let header = PolicyHeader { hidden, output_scale: 32, data: [0; 16] };
        let mut bytes = header.write().to_vec();
        bytes.extend((0..input::COUNT * hidden).map(|_| random(127) as u8));
        bytes.extend((0..hidden).flat_map(|_| (random(100) as i16).to_le_bytes()));
        bytes.extend((0..ROWS * hidden / 2).map(|_| random(127) as u8));
        bytes.extend((0..ROWS).flat_map(|_| (random(4_000) as i32).to_le_bytes()));
        bytes.extend(crc32(&bytes).to_le_bytes());
        Self::from_bytes(&bytes)
    }
}
