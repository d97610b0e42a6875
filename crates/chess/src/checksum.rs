//! CRC-32, as in zip, gzip and PNG: detects every burst of up to 32 wrong bits.

/// What a byte adds to the sum when it is followed by none, one, two ... fifteen others: sixteen bytes are summed up at a time.
const TABLES: [[u32; 256]; 16] = {
    let mut tables = [[0; 256]; 16];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = remainder >> 1 ^ if remainder & 1 == 1 { 0xedb8_8320 } else { 0 };
            bit += 1;
        }
        tables[0][byte] = remainder;
        byte += 1;
    }
    let mut after = 1;
    while after < 16 {
        let mut byte = 0;
        while byte < 256 {
            let before: u32 = tables[after - 1][byte];
            tables[after][byte] = before >> 8 ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        after += 1;
    }
    tables
};

/// The CRC-32 of some bytes, for the file formats that build on this library.
///
/// ```
/// assert_eq!(vernier_chess::crc32(b"123456789"), 0xcbf4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    let (sixteens, rest) = bytes.as_chunks::<16>();
    let sum = sixteens.iter().fold(!0, |sum: u32, sixteen| {
        let sixteen = (u128::from_le_bytes(*sixteen) ^ u128::from(sum)).to_le_bytes();
        sixteen.iter().zip(TABLES.iter().rev()).fold(0, |sum, (byte, table)| sum ^ table[usize::from(*byte)])
    });
    !rest.iter().fold(sum, |sum, byte| TABLES[0][usize::from(sum as u8 ^ byte)] ^ sum >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit by bit, as the definition has it.
    fn slowly(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |sum: u32, byte| {
            (0..8)
                .fold(sum ^ u32::from(*byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
        })
    }

    #[test]
    fn sums_of_all_lengths_are_those_of_the_definition() {
        let bytes: Vec<u8> = (0..100u32).map(|number| ((number * 7919) >> 3) as u8).collect();
        for length in 0..bytes.len() {
            assert_eq!(crc32(&bytes[..length]), slowly(&bytes[..length]), "{length} bytes");
        }
    }
}
