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
        seal(&mut bytes);
        let error = Network::from_bytes(&bytes).expect_err("refused");
        assert!(expected(&error), "case {index}: {error}");
    }
}

/// Writes the checksums anew.
fn seal(bytes: &mut [u8]) {
    let weights = crc32(&bytes[64..]).to_le_bytes();
    bytes[40..44].copy_from_slice(&weights);
    let header = crc32(&[&bytes[..44], &bytes[48..64]].concat()).to_le_bytes();
    bytes[44..48].copy_from_slice(&header);
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

/// Weights at the bounds of what fits in one byte and in two.
const EXTREMES: [i16; 8] = [0, -127, 127, -128, 128, i16::MIN, i16::MAX, -1];

/// A file whose first layer is nothing but those weights, again and again.
fn extremes() -> Vec<u8> {
    let first = EXTREMES.repeat(768 * 32 / EXTREMES.len()).into_iter().flat_map(packed).collect();
    with_first(first)
}

/// A weight as files have it.
fn packed(weight: i16) -> Vec<u8> {
    let [low, high] = weight.to_le_bytes();
    if (-127..=127).contains(&weight) { vec![low] } else { vec![0x80, low, high] }
}

/// A file of a small network with other bytes for the first layer, and the right checksums.
fn with_first(first: Vec<u8>) -> Vec<u8> {
    let random = Network::random(32, 1, 5).expect("the shape is fine").to_bytes();
    let behind = 2 * 32 + 4 * 32 + 4;
    let mut bytes = [&random[..64], &first, &random[random.len() - behind..]].concat();
    seal(&mut bytes);
    bytes
}

#[test]
fn weights_of_any_size_read_back_as_written() {
    let bytes = extremes();
    let network = Network::from_bytes(&bytes).expect("packed as it must be");
    assert!(network.to_bytes() == bytes, "other bytes");
    assert_eq!((bytes.len(), network.header().bytes), (64 + 768 * 32 * 2 + 196, bytes.len()));
    // The second version has sixteen bits for each.
    let first: Vec<u8> =
        EXTREMES.repeat(768 * 32 / EXTREMES.len()).into_iter().flat_map(i16::to_le_bytes).collect();
    let mut unpacked = with_first(first);
    unpacked[8] = 2;
    seal(&mut unpacked);
    let same = Network::from_bytes(&unpacked).expect("the second version is read");
    assert!(same.to_bytes() == bytes, "other weights");
}

#[test]
fn the_trainer_packs_weights_in_the_same_way() {
    let bytes = include_bytes!("data/golden-layers.nnue");
    assert_eq!(bytes[8], 3);
    let network = Network::from_bytes(bytes).expect("written by the trainer");
    assert!(network.to_bytes() == bytes, "other bytes");
}

#[test]
fn weights_that_are_not_packed_as_they_must_be_are_refused() {
    let (short, long) = (vec![0; 768 * 32], [0x80, 1, 2].repeat(768 * 32));
    assert!(Network::from_bytes(&with_first(short.clone())).is_ok());
    assert!(Network::from_bytes(&with_first(long.clone())).is_ok());
    let ends_in = |end: &[u8]| [&short[end.len()..], end].concat();
    let wrong = [
        // Too long, too short, and at an end within a weight.
        [&short[..], &[0]].concat(),
        [&long[..], &[0]].concat(),
        long[..long.len() - 3].to_vec(),
        long[..long.len() - 2].to_vec(),
        long[..long.len() - 1].to_vec(),
        ends_in(&[0x80]),
        ends_in(&[0x80, 1]),
        ends_in(&[0x80, 1, 2]),
    ];
    let unneeded = [0, 1, -1, 127, -127].map(|weight: i16| {
        let [low, high] = weight.to_le_bytes();
        [&[0x80, low, high], &short[1..]].concat()
    });
    for first in wrong.into_iter().chain(unneeded) {
        let error = Network::from_bytes(&with_first(first)).expect_err("refused");
        assert_eq!(error, FileError::Packing);
    }
    let missing = &short[1..];
    let error = Network::from_bytes(&with_first(missing.to_vec())).expect_err("too short for any weights");
    let expected = 64 + 768 * 32 + 196;
    assert_eq!(error, FileError::Length { expected, found: expected - 1 });
}

#[test]
fn what_is_read_is_written_back_byte_by_byte() {
    let whole = extremes();
    let mut random = 1u64;
    let mut read = 0;
    for _ in 0..2_000 {
        let mut bytes = whole.clone();
        for _ in 0..2 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = 64 + (random >> 33) as usize % (bytes.len() - 64);
            match random >> 20 & 3 {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, random as u8),
                _ => bytes[at] = (random >> 8) as u8,
            }
        }
        seal(&mut bytes);
        if let Ok(network) = Network::from_bytes(&bytes) {
            assert!(network.to_bytes() == bytes, "two files of one network");
            read += 1;
        }
    }
    assert!((100..1_900).contains(&read), "{read} of 2000 are networks");
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
        (|bytes| bytes.truncate(bytes.len() / 2), |error| matches!(error, FileError::Length { .. })),
        (|bytes| bytes.push(0), |error| matches!(error, FileError::Checksum { .. })),
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
    detects_damage(&extremes());
    detects_damage(SECOND_VERSION);
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

/// Files as the first two versions of the format had them, written by the trainer of that time.
const FIRST_VERSION: &[u8] = include_bytes!("data/golden.nnue");
const SECOND_VERSION: &[u8] = include_bytes!("data/golden-kings.nnue");

#[test]
fn files_of_version_one_are_still_read() {
    assert_eq!(FIRST_VERSION[8], 1);
    let network = Network::from_bytes(FIRST_VERSION).expect("it always was");
    is_rewritten(&network);
    // Only the fingerprint of the data is not guarded, which no score depends on.
    for at in (0..24).chain(40..64) {
        for bit in 0..8 {
            let mut damaged = FIRST_VERSION.to_vec();
            damaged[at] ^= 1 << bit;
            assert!(Network::from_bytes(&damaged).is_err(), "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn files_of_version_two_are_still_read() {
    assert_eq!(SECOND_VERSION[8], 2);
    is_rewritten(&Network::from_bytes(SECOND_VERSION).expect("it always was"));
    let whole = SECOND_VERSION.len();
    for bytes in [&SECOND_VERSION[..whole - 1], &[SECOND_VERSION, &[0]].concat()] {
        let error = Network::from_bytes(bytes).expect_err("another length");
        assert_eq!(error, FileError::Length { expected: whole, found: bytes.len() });
    }
}

/// The same network in the newest version takes less room, and has another name.
fn is_rewritten(network: &Network) {
    let bytes = network.to_bytes();
    let again = Network::from_bytes(&bytes).expect("written by ourselves");
    assert_eq!(bytes[8], 3);
    assert!(again.to_bytes() == bytes, "other bytes");
    assert!(again.header().bytes < network.header().bytes);
    assert_ne!(again.header().checksum, network.header().checksum);
    assert_eq!(network.evaluate(&Board::start()), again.evaluate(&Board::start()));
}
