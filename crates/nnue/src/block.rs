//! Numbers in pieces of one cache line, so that vector loads never straddle two.

/// How many numbers a block holds.
pub(crate) const LANES: usize = 32;

/// Thirty-two numbers on their own cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

impl Block {
    pub(crate) const ZERO: Self = Self([0; LANES]);

    /// Packs numbers whose count is a multiple of thirty-two.
    pub(crate) fn pack(numbers: impl Iterator<Item = i16>) -> Vec<Self> {
        let mut blocks = Vec::new();
        for (index, number) in numbers.enumerate() {
            if index % LANES == 0 {
                blocks.push(Self::ZERO);
            }
            if let Some(block) = blocks.last_mut() {
                block.0[index % LANES] = number;
            }
        }
        blocks
    }
}
