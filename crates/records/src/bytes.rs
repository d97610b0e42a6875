//! Numbers of any size in as few bytes as they need.

/// Adds a number, seven bits a byte, the lowest first; the high bit says that more follow.
pub(crate) fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Adds a signed number, zig-zag: 0, -1, 1, -2, 2 ... become 0, 1, 2, 3, 4 ...
pub(crate) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put_varint(bytes, (number << 1 ^ number >> 63) as u64);
}

/// Takes numbers out again, from the front.
#[derive(Clone, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if part << shift >> shift != part {
                return None;
            }
            number |= part << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn signed(&mut self) -> Option<i64> {
        self.varint().map(|number| (number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        let numbers = [0, 1, -1, 63, -64, 64, 127, 128, -8192, 8191, 32_000, i64::MAX, i64::MIN];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| put_signed(&mut bytes, *number));
        assert_eq!(bytes[..5], [0, 2, 1, 126, 127], "small numbers take a byte");
        let mut reader = Bytes(&bytes);
        assert!(numbers.iter().all(|number| reader.signed() == Some(*number)));
        assert_eq!((reader.byte(), reader.varint()), (None, None));
    }

    #[test]
    fn overlong_numbers_are_rejected() {
        assert_eq!(Bytes(&[0xff; 11]).varint(), None);
        assert_eq!(Bytes(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02]).varint(), None);
        assert_eq!(Bytes(&[0x80]).varint(), None);
    }
}
