//! Network files are read back as written, and anything else is refused with the reason.

use vernier_chess::{Board, crc32};
use vernier_nnue::{FileError, KingBuckets, Network};

fn sample() -> Vec<u8> {
    Network::random(64, 4, 5).expect("the shape is fine").to_bytes()
}

/// A network with more layers.
fn layered() -> Vec<u8> {
    Network::random_with_layers(64, 4, KingBuckets::ONE, 5).expect("the shape is fine").to_bytes()
}

#[test]
fn a_network_with_layers_reads_back_as_written() {
    let bytes = layered();
    let network = Network::from_bytes(&bytes).expect("written by ourselves");
    assert!(network.to_bytes() == bytes, "other bytes");
    assert_eq!(network.header().shape(), "(768 -> 64) x 2 -> (16 -> 32 -> 1) x 4");
    assert_ne!(network.evaluate(&Board::start()), 0);
}

#[test]
fn layers_need_whole_blocks_known_scales_and_small_weights() {
    type Case = (fn(&mut Vec<u8>), fn(&FileError) -> bool);
    let cases: [Case; 5] = [
        (|bytes| bytes[12] = 96, |error| matches!(error, FileError::Shape { field: "hidden", value: 96 })),
        (|bytes| bytes[16] = 254, |error| matches!(error, FileError::Shape { field: "first scale", .. })),
        (|bytes| bytes[18] = 64, |error| matches!(error, FileError::Shape { field: "output scale", .. })),
        (|bytes| last(bytes, 16 + 2, 0x2000), |error| matches!(error, FileError::Weight { most: 8191, .. })),
        (
            |bytes| last(bytes, 2, 0x2001),
            |error| matches!(error, FileError::Weight { most: 0x2000_0000, .. }),
        ),
    ];
    for (index, (damage, expected)) in cases.into_iter().enumerate() {
        let mut bytes = layered();
        damage(&mut bytes);
        let weights = crc32(&bytes[64..]).to_le_bytes();
        bytes[40..44].copy_from_slice(&weights);
        let header = crc32(&[&bytes[..44], &bytes[48..64]].concat()).to_le_bytes();
        bytes[44..48].copy_from_slice(&header);
        let error = Network::from_bytes(&bytes).expect_err("refused");
        assert!(expected(&error), "case {index}: {error}");
    }
}

/// Sets a number of sixteen bits that far from the end.
fn last(bytes: &mut [u8], back: usize, number: i16) {
    let at = bytes.len() - back;
    bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
}

#[test]
fn a_network_reads_back_as_written() {
    let bytes = sample();
    let network = Network::from_bytes(&bytes).expect("written by ourselves");
    assert!(network.to_bytes() == bytes, "other bytes");
    assert_eq!((network.header().hidden, network.header().buckets), (64, 4));
    let again = Network::from_bytes(&bytes).expect("written by ourselves");
    assert_eq!(network.evaluate(&Board::start()), again.evaluate(&Board::start()));
}

#[test]
fn damaged_files_are_rejected_with_the_reason() {
    type Case = (fn(&mut Vec<u8>), fn(&FileError) -> bool);
    let cases: [Case; 11] = [
        (|bytes| bytes.clear(), |error| *error == FileError::Foreign),
        (|bytes| bytes.truncate(20), |error| matches!(error, FileError::Length { expected: 64, found: 20 })),
        (|bytes| bytes[0] = b'X', |error| *error == FileError::Foreign),
        (|bytes| bytes[8] = 9, |error| *error == FileError::Version(9)),
        (|bytes| bytes[10] = 7, |error| *error == FileError::Architecture(7)),
        (|bytes| bytes[12] = 65, |error| matches!(error, FileError::Shape { field: "hidden", value: 65 })),
        (|bytes| bytes[14] = 0, |error| matches!(error, FileError::Shape { field: "buckets", .. })),
        (
            |bytes| (bytes[10], bytes[48]) = (2, 1),
            |error| matches!(error, FileError::Shape { field: "king buckets", value: 2 }),
        ),
        (|bytes| bytes.truncate(bytes.len() - 1), |error| matches!(error, FileError::Length { .. })),
        (|bytes| bytes.push(0), |error| matches!(error, FileError::Length { .. })),
        (|bytes| bytes[1000] ^= 1, |error| matches!(error, FileError::Checksum { .. })),
    ];
    for (index, (damage, expected)) in cases.into_iter().enumerate() {
        let mut bytes = sample();
        damage(&mut bytes);
        let error = Network::from_bytes(&bytes).expect_err("damaged");
        assert!(expected(&error), "case {index}: {error}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn every_flipped_bit_and_every_truncation_is_detected() {
    detects_damage(&sample());
    detects_damage(&layered());
}

fn detects_damage(bytes: &[u8]) {
    let header = (0..64).flat_map(|at| (0..8).map(move |bit| (at, bit)));
    let weights = (64..bytes.len()).step_by(97).flat_map(|at| [0, 7].map(|bit| (at, bit)));
    for (at, bit) in header.chain(weights) {
        let mut damaged = bytes.to_vec();
        damaged[at] ^= 1 << bit;
        assert!(Network::from_bytes(&damaged).is_err(), "bit {bit} of byte {at}");
    }
    for length in (0..bytes.len()).step_by(97) {
        assert!(Network::from_bytes(&bytes[..length]).is_err());
    }
}

/// A file as the first version of the format had it, written by the trainer of that time.
const FIRST_VERSION: &[u8] = include_bytes!("data/golden.nnue");

#[test]
fn files_of_version_one_are_still_read() {
    assert_eq!(FIRST_VERSION[8], 1);
    let network = Network::from_bytes(FIRST_VERSION).expect("it always was");
    let rewritten = network.to_bytes();
    let again = Network::from_bytes(&rewritten).expect("written by ourselves");
    assert_eq!(rewritten[8], 2);
    assert_eq!(rewritten[64..], FIRST_VERSION[64..]);
    assert_eq!(network.evaluate(&Board::start()), again.evaluate(&Board::start()));
    // Only the fingerprint of the data is not guarded, which no score depends on.
    for at in (0..24).chain(40..64) {
        for bit in 0..8 {
            let mut damaged = FIRST_VERSION.to_vec();
            damaged[at] ^= 1 << bit;
            assert!(Network::from_bytes(&damaged).is_err(), "bit {bit} of byte {at}");
        }
    }
}
