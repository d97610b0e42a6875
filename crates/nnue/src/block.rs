//! Numbers in pieces of one cache line, so that vector loads never straddle two.

/// How many numbers a block holds.
pub(crate) const LANES: usize = 32;

/// Thirty-two numbers on their own cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

impl Block {
    pub(crate) const ZERO: Self = Self([0; LANES]);

    /// Numbers from a file whose count is a multiple of thirty-two.
    pub(crate) fn read(bytes: &[u8]) -> Vec<Self> {
        let blocks = bytes.as_chunks::<{ 2 * LANES }>().0.iter();
        let number =
            |block: &[u8; 2 * LANES], index| i16::from_le_bytes([block[2 * index], block[2 * index + 1]]);
        blocks.map(|block| Self(core::array::from_fn(|index| number(block, index)))).collect()
    }

    /// The numbers as a file has them.
    pub(crate) fn write(blocks: &[Self]) -> Vec<u8> {
        blocks.iter().flat_map(|block| block.0).flat_map(i16::to_le_bytes).collect()
    }
}

/// Sixty-four weights of eight bits on their own cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [i8; Line::LENGTH]);

impl Line {
    pub(crate) const LENGTH: usize = 64;

    /// Packs bytes whose count is a multiple of sixty-four.
    pub(crate) fn pack(bytes: &[u8]) -> Vec<Self> {
        bytes.as_chunks().0.iter().map(|line| Self(line.map(|byte| byte as i8))).collect()
    }
}
