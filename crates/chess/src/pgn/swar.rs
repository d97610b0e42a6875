//! Looks at many bytes of text together: sixteen as a vector, or eight as the lanes of one word, where a mark is the
//! highest bit of a lane.

use crate::sixteen::Sixteen;

const ONES: u64 = 0x0101_0101_0101_0101;
const MARKS: u64 = ONES << 7;

/// Eight bytes, the first in the lowest lane.
#[derive(Clone, Copy)]
struct Lanes(u64);

impl Lanes {
    #[inline(always)]
    fn first(bytes: &[u8]) -> Option<Self> {
        bytes.first_chunk().map(|chunk| Self(u64::from_le_bytes(*chunk)))
    }

    /// Marks the lanes that are not ASCII, or are at least `bound`. No lane carries into the next.
    #[inline(always)]
    const fn at_least(self, bound: u8) -> u64 {
        (((self.0 & !MARKS) + ONES * (0x80 - bound as u64)) | self.0) & MARKS
    }

    /// Marks the lanes that hold that byte, which is ASCII.
    #[inline(always)]
    const fn equal(self, byte: u8) -> u64 {
        !Self(self.0 ^ (ONES * byte as u64)).at_least(1) & MARKS
    }

    /// Marks the lanes that hold digits.
    #[inline(always)]
    const fn digits(self) -> u64 {
        self.at_least(b'0') & !self.at_least(b'9' + 1)
    }

    /// Marks the lanes that hold letters of either case.
    #[inline(always)]
    const fn letters(self) -> u64 {
        let lower = Self(self.0 | (ONES * 0x20));
        lower.at_least(b'a') & !lower.at_least(b'z' + 1)
    }
}

/// How many lanes come before the first mark.
#[inline(always)]
const fn before(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// How many bytes come before the first that is marked. A mark is a bit; `marks` looks at sixteen bytes.
#[inline(always)]
fn prefix(bytes: &[u8], marks: impl Fn(&[u8; 16]) -> u32) -> usize {
    let (blocks, rest) = bytes.as_chunks::<16>();
    for (index, block) in blocks.iter().enumerate() {
        let found = marks(block);
        if found != 0 {
            return index * 16 + found.trailing_zeros() as usize;
        }
    }
    // What is missing of the last block counts as marked, whatever it is.
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    bytes.len() - rest.len() + (marks(&last) | 1 << rest.len()).trailing_zeros() as usize
}

/// How many bytes come before the first `stop`, control character or byte that is not ASCII.
#[inline]
pub(super) fn plain_prefix(bytes: &[u8], stop: u8) -> usize {
    prefix(bytes, |block| {
        let bytes = Sixteen::of(block);
        (!bytes.within(b' ', 0x7f - b' ') | bytes.equal(stop)) & 0xffff
    })
}

/// How many bytes at the beginning are letters, digits, spaces and `.+#=`: parts of moves and of numbers.
#[inline]
pub(super) fn words_prefix(bytes: &[u8]) -> usize {
    prefix(bytes, |block| !Sixteen::of(block).words() & 0xffff)
}

/// The text that bytes are, if all of them are ASCII. Checking words at a time is faster than checking for UTF-8.
#[inline]
#[allow(unsafe_code)]
pub(super) fn ascii(bytes: &[u8]) -> Option<&str> {
    let (words, rest) = bytes.as_chunks::<8>();
    let high = words.iter().fold(0, |high, word| high | u64::from_le_bytes(*word));
    let rest_high = rest.iter().fold(0, |high, byte| high | byte);
    if (high & MARKS) | u64::from(rest_high & 0x80) != 0 {
        return None;
    }
    // SAFETY: no byte has its highest bit set, so all are ASCII, and ASCII is UTF-8.
    Some(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// How many bytes at the beginning are spaces, dots, and numbers with a dot or a space behind them; none where that is
/// not certain from the bytes that are here.
#[inline(always)]
pub(super) fn filler(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let lanes = Lanes::first(&bytes[at..])?;
        let digits = lanes.digits();
        let blanks = lanes.equal(b' ') | lanes.equal(b'.');
        let others = !(digits | blanks) & MARKS;
        if others == 0 {
            at += 8;
            continue;
        }
        // The lane before the first other one must not be a digit: the number might be a part of a word.
        let first = others & others.wrapping_neg();
        let glued = if before(first) == 0 { at > 0 } else { first >> 8 & digits != 0 };
        return if glued { None } else { Some(at + before(first)) };
    }
}

/// How long the word is at the beginning, if a space ends it within eight bytes and it holds nothing but letters, digits
/// and `+#=-`.
#[inline(always)]
pub(super) fn word(bytes: &[u8]) -> Option<usize> {
    let lanes = Lanes::first(bytes)?;
    let signs = lanes.equal(b'+') | lanes.equal(b'#') | lanes.equal(b'=') | lanes.equal(b'-');
    let others = !(lanes.letters() | lanes.digits() | signs) & MARKS;
    let first = others & others.wrapping_neg();
    if first & lanes.equal(b' ') == 0 { None } else { Some(before(first)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of every length with all sorts of bytes, most of them from the given ones.
    fn texts(usual: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        let mut state = 1u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize
        };
        (0..40_000).map(move |index| {
            let byte = |odd: usize, pick: usize| {
                if odd.is_multiple_of(32) { pick as u8 } else { usual[pick % usual.len()] }
            };
            (0..index % 60).map(|_| byte(random(), random())).collect()
        })
    }

    #[test]
    fn plain_prefixes_agree_with_a_slow_scan() {
        for text in texts(b"aZ 09.~!{") {
            let slow = text.iter().position(|byte| *byte == b'}' || !(0x20..0x7f).contains(byte));
            assert_eq!(plain_prefix(&text, b'}'), slow.unwrap_or(text.len()), "{text:?}");
        }
    }

    #[test]
    fn word_ends_agree_with_a_slow_scan() {
        let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b" .+#=".contains(byte);
        for text in texts(b"aZ 09.+#=") {
            let slow = text.iter().position(|byte| !belongs(byte));
            assert_eq!(words_prefix(&text), slow.unwrap_or(text.len()), "{text:?}");
        }
    }

    #[test]
    fn ascii_is_recognised() {
        for text in texts(b"aZ 09.~!{}") {
            assert_eq!(ascii(&text), core::str::from_utf8(&text).ok().filter(|text| text.is_ascii()));
        }
    }

    #[test]
    fn fillers_are_spaces_dots_and_whole_numbers() {
        let mut certain = 0;
        for text in texts(b"  ..1290") {
            let end = text.iter().position(|byte| !b" .0123456789".contains(byte));
            if let Some(found) = filler(&text) {
                certain += 1;
                assert_eq!(Some(found), end, "{text:?}");
                assert!(found == 0 || !text[found - 1].is_ascii_digit(), "{text:?}");
            }
        }
        assert!(certain > 3_000, "{certain}");
        assert_eq!(filler(b" 12... Nf3 e5"), Some(7));
        assert_eq!(filler(b"1-0      "), None);
    }

    #[test]
    fn words_consist_of_move_characters_and_end_at_spaces() {
        for text in texts(b"Nxe4+#=Q- ") {
            let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b"+#=-".contains(byte);
            let slow = text.iter().position(|byte| !belongs(byte));
            let slow = slow.filter(|len| text[*len] == b' ' && *len < 8 && text.len() >= 8);
            assert_eq!(word(&text), slow, "{text:?}");
        }
    }
}
