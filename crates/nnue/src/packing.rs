//! The first layer's weights as files have them: nearly all fit in one byte, and the others take three.

use crate::block::Block;
use crate::file::FileError;

/// The byte before a weight of two bytes.
const ESCAPE: u8 = 0x80;

/// True if a weight fits in one byte.
const fn is_short(weight: [u8; 2]) -> bool {
    i16::from_le_bytes(weight).unsigned_abs() <= 127
}

/// Packs weights of sixteen bits.
pub(crate) fn pack(weights: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(weights.len() / 2);
    for &[low, high] in weights.as_chunks().0 {
        if is_short([low, high]) {
            packed.push(low);
        } else {
            packed.extend([ESCAPE, low, high]);
        }
    }
    packed
}

/// Reads as many blocks of weights, which are all the bytes there are. A weight that fits in one byte must be in one.
pub(crate) fn unpack(mut packed: &[u8], blocks: usize) -> Result<Vec<Block>, FileError> {
    let mut unpacked = Vec::with_capacity(blocks);
    for _ in 0..blocks {
        let mut block = Block::ZERO;
        for eight in block.0.as_chunks_mut::<8>().0 {
            packed = unpack_eight(packed, eight).ok_or(FileError::Packing)?;
        }
        unpacked.push(block);
    }
    if packed.is_empty() { Ok(unpacked) } else { Err(FileError::Packing) }
}

/// Reads eight weights and gives back the bytes that follow.
#[inline(always)]
fn unpack_eight<'a>(packed: &'a [u8], eight: &mut [i16; 8]) -> Option<&'a [u8]> {
    // Mostly there is no escape among them.
    if let Some((bytes, rest)) = packed.split_first_chunk()
        && bytes.iter().fold(true, |so_far, byte| so_far & (*byte != ESCAPE))
    {
        *eight = bytes.map(|byte| i16::from(byte as i8));
        return Some(rest);
    }
    let mut rest = packed;
    for weight in eight {
        (*weight, rest) = match rest {
            [byte, rest @ ..] if *byte != ESCAPE => (i16::from(*byte as i8), rest),
            [_, low, high, rest @ ..] if !is_short([*low, *high]) => {
                (i16::from_le_bytes([*low, *high]), rest)
            }
            _ => return None,
        };
    }
    Some(rest)
}
