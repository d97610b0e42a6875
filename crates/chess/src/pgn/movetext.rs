//! Moves, numbers and comments that are written in the usual way, skipped sixty-four bytes at a time by readers that want the
//! headers alone.

use crate::sixteen::Sixteen;

/// How far a text is plain movetext.
#[derive(Default)]
pub(super) struct Movetext {
    /// This many bytes are. The last of them may be a part of a word.
    pub(super) len: usize,
    /// Where the comment begins that is not closed before that.
    pub(super) open: Option<usize>,
    /// How many lines were ended, and where the last of them began.
    pub(super) lines: Option<(u64, usize)>,
}

/// Sets of bytes among sixty-four.
#[derive(Default)]
struct Sets {
    words: u64,
    plain: u64,
    open: u64,
    close: u64,
    newline: u64,
    bracket: u64,
    hyphen: u64,
    castle: u64,
}

impl Sets {
    #[inline(always)]
    fn of(block: &[u8; 64]) -> Self {
        let mut sets = Self::default();
        let (parts, _) = block.as_chunks::<16>();
        for (index, part) in parts.iter().enumerate() {
            let bytes = Sixteen::of(part);
            let shift = 16 * index;
            sets.words |= u64::from(bytes.words()) << shift;
            sets.plain |= u64::from(bytes.within(b' ', 0x7f - b' ')) << shift;
            sets.open |= u64::from(bytes.equal(b'{')) << shift;
            sets.close |= u64::from(bytes.equal(b'}')) << shift;
            sets.newline |= u64::from(bytes.equal(b'\n')) << shift;
            sets.bracket |= u64::from(bytes.equal(b'[')) << shift;
            sets.hyphen |= u64::from(bytes.equal(b'-')) << shift;
            sets.castle |= u64::from(bytes.equal(b'O')) << shift;
        }
        sets
    }
}

/// Bit *n* of the answer is how many of the bits up to *n* are set, odd or even.
#[inline(always)]
const fn parities(bits: u64) -> u64 {
    let mut sums = bits;
    sums ^= sums << 1;
    sums ^= sums << 2;
    sums ^= sums << 4;
    sums ^= sums << 8;
    sums ^= sums << 16;
    sums ^ sums << 32
}

impl Movetext {
    /// How far a text is plain movetext that begins outside of comments. Nothing in there means anything to who does not
    /// look at moves: no result, no variation, no tag, nothing damaged. It need not be all that is plain.
    pub(super) fn at_start_of(text: &[u8]) -> Self {
        let mut found = Self::default();
        // All ones inside a comment.
        let mut inside = 0u64;
        let (blocks, _) = text.as_chunks::<64>();
        for block in blocks {
            let sets = Sets::of(block);
            let sums = parities(sets.open | sets.close);
            let inside_before = sums << 1 ^ inside;
            // A brace inside a comment, or one that closes none.
            let stray = sets.open & inside_before | sets.close & !inside_before;
            // The hyphen of a castling move; that of a result follows a digit.
            let castles = sets.hyphen & sets.castle << 1;
            let outside = sets.words | sets.open | sets.newline | castles;
            // Inside a comment, a line that begins with a bracket may be the next game.
            let next = text.get(found.len + 64).is_none_or(|byte| *byte == b'[');
            let line_of_tag = sets.newline & (sets.bracket >> 1 | u64::from(next) << 63);
            let commented = (sets.plain | sets.newline) & !line_of_tag;
            if stray | !inside_before & !outside | inside_before & !commented != 0 {
                break;
            }
            found.take(&sets);
            inside ^= if sums >> 63 == 1 { !0 } else { 0 };
            if inside == 0 {
                found.open = None;
            }
        }
        found
    }

    #[inline(always)]
    fn take(&mut self, sets: &Sets) {
        let last = |set: u64| self.len + 63 - set.leading_zeros() as usize;
        if sets.open != 0 {
            self.open = Some(last(sets.open));
        }
        if sets.newline != 0 {
            let count = self.lines.map_or(0, |(count, _)| count) + u64::from(sets.newline.count_ones());
            self.lines = Some((count, last(sets.newline) + 1));
        }
        self.len += 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parities_count_bits() {
        for bits in [0, 1, 2, 3, 0x8000_0000_0000_0001, 0x1234_5678_9abc_def0, u64::MAX] {
            for index in 0..64 {
                let below = bits & (u64::MAX >> (63 - index));
                assert_eq!(
                    parities(bits) >> index & 1,
                    u64::from(below.count_ones() % 2),
                    "{bits:x} {index}"
                );
            }
        }
    }

    #[test]
    fn plain_text_is_passed_up_to_a_comment_or_a_result() {
        let line = "1. e4 {a [%clk 0:05:00] b} e5 2. O-O {c}\n";
        let text = line.repeat(10);
        let found = Movetext::at_start_of(text.as_bytes());
        assert_eq!(found.len, text.len() / 64 * 64 - usize::from(text.len().is_multiple_of(64)) * 64);
        let (count, start) = found.lines.unwrap();
        assert_eq!(
            (count, start),
            (found.len as u64 / line.len() as u64, found.len / line.len() * line.len())
        );
        for odd in ["1-0", "{ {", "}", "(", "$1", "\r", "é", "{x\n[Event", "*", ";"] {
            let text = format!("{}{odd} {}", line.repeat(4), line.repeat(8));
            let found = Movetext::at_start_of(text.as_bytes());
            assert!(found.len <= 4 * line.len(), "{odd}: {}", found.len);
        }
    }
}
