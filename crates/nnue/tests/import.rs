//! Networks in the layouts of other trainers, made and evaluated by `data/foreign/make.py`, are the same to us.

use std::error::Error;
use std::sync::Arc;
use vernier_chess::Board;
use vernier_nnue::import::{BiasWidth, FirstPieces, FirstSquare, ImportError, Layout, MatrixOrder, import};
use vernier_nnue::{Accumulators, Activation, FileError, Inputs, Kernel, Network};

const SCRELU: &[u8] = include_bytes!("data/foreign/screlu.bin");
const CRELU: &[u8] = include_bytes!("data/foreign/crelu.bin");
const TURNED: &[u8] = include_bytes!("data/foreign/turned.bin");
const MIRRORED: &[u8] = include_bytes!("data/foreign/mirrored.bin");

/// The layout that the script calls by that name, with its file.
fn sample(name: &str) -> (&'static [u8], Layout) {
    let plain = Layout::default();
    match name {
        "screlu" => (SCRELU, plain),
        "crelu" => (CRELU, Layout { activation: Activation::Clipped, ..plain }),
        "turned" => {
            let layout = Layout {
                activation: Activation::Clipped,
                first_scale: 127,
                output_scale: 100,
                centipawns: 315,
                order: MatrixOrder::ByNeuron,
                first_square: FirstSquare::A8,
                first_pieces: FirstPieces::Opponent,
                bias: BiasWidth::Bits32,
                ..plain
            };
            (TURNED, layout)
        }
        "mirrored" => {
            let (inputs, first_scale, output_scale, centipawns) = (Inputs::Mirrored, 181, 32, 250);
            (MIRRORED, Layout { inputs, first_scale, output_scale, centipawns, ..plain })
        }
        other => panic!("no layout {other}"),
    }
}

#[test]
fn every_kernel_agrees_with_the_script() {
    let lines = include_str!("data/foreign/golden.tsv").lines().skip(1);
    let mut compared = 0;
    for line in lines {
        let [name, fen, score] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (bytes, layout) = sample(name);
        let network = import(bytes, &layout).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Through our own format and back, as EvalFile reads it.
        let network = Network::from_bytes(&network.to_bytes()).expect("written by ourselves");
        let (board, score): (Board, i32) = (fen.parse().expect("legal"), score.parse().expect("a score"));
        for kernel in Kernel::available() {
            let network = network.clone().with_kernel(kernel);
            assert_eq!(network.evaluate(&board), score, "{name} by {kernel} on {fen}");
            let mut accumulators = Accumulators::new(Arc::new(network), &board);
            assert_eq!(accumulators.evaluate(&board), score, "{name} kept by {kernel} on {fen}");
        }
        compared += 1;
    }
    assert_eq!(compared, 32);
}

#[test]
fn plain_and_mirrored_networks_are_distinguished() {
    let (bytes, layout) = sample("screlu");
    let plain = import(bytes, &layout).expect("a network");
    let mirrored = import(bytes, &Layout { inputs: Inputs::Mirrored, ..layout }).expect("a network");
    assert_eq!((plain.header().inputs, mirrored.header().inputs), (Inputs::Plain, Inputs::Mirrored));
    assert_ne!(plain.evaluate(&Board::start()), mirrored.evaluate(&Board::start()));
    // Neurons that do nothing fill the last block.
    assert_eq!(plain.header().hidden, 32);
}

#[test]
fn other_formats_are_rejected_with_the_reason() {
    let (bytes, layout) = sample("crelu");
    let refused = |bytes: &[u8], layout: Layout| import(bytes, &layout).expect_err("refused");
    let is_length = |error: &ImportError| matches!(error, ImportError::Length { .. });
    assert!(is_length(&refused(&[], layout)));
    assert!(is_length(&refused(&bytes[..bytes.len() - 1], layout)));
    assert!(is_length(&refused(&[bytes, &[0; 64]].concat(), layout)));
    assert!(is_length(&refused(bytes, Layout { hidden: Some(16), ..layout })));
    assert!(is_length(&refused(bytes, Layout { hidden: Some(0), ..layout })));
    assert!(is_length(&refused(bytes, Layout { hidden: Some(usize::MAX), ..layout })));
    assert_eq!(refused(&[bytes, b"bulletins"].concat(), layout), ImportError::Rest(9));
    assert!(import(&[bytes, b"bulletbul"].concat(), &layout).is_ok());
    // Its weights are too large to be squared exactly.
    let squared = refused(bytes, Layout { activation: Activation::Squared, ..layout });
    assert!(matches!(squared, ImportError::Network(FileError::Weight { most: 128, .. })), "{squared}");
    assert!(squared.source().is_some_and(|cause| cause.is::<FileError>()));
    for (field, layout) in [
        ("first scale", Layout { first_scale: 256, ..layout }),
        ("first scale", Layout { first_scale: 0, ..layout }),
        ("output scale", Layout { output_scale: 0, ..layout }),
        ("centipawns", Layout { centipawns: 0, ..layout }),
    ] {
        let error = refused(bytes, layout);
        assert!(
            matches!(error, ImportError::Network(FileError::Shape { field: found, .. }) if found == field)
        );
    }
    let wide = vec![0; 2 * 771 * 1025 + 2];
    let error = refused(&wide, layout);
    assert!(matches!(error, ImportError::Network(FileError::Shape { field: "hidden", .. })), "{error}");
    let own = Network::random(32, 1, 1).expect("the shape is fine").to_bytes();
    for start in
        [&own[..], &[0x20, 0x2f, 0xf3, 0x7a], b"PK\x03\x04", &[0x1f, 0x8b], &[0x28, 0xb5, 0x2f, 0xfd]]
    {
        assert!(matches!(refused(start, layout), ImportError::Known(_)));
    }
}

#[test]
fn truncated_and_random_files_never_panic() {
    for name in ["screlu", "crelu", "turned", "mirrored"] {
        let (bytes, layout) = sample(name);
        for length in (0..bytes.len()).step_by(61) {
            let _ = import(&bytes[..length], &layout);
            let _ = import(&bytes[length..], &Layout { hidden: Some(length % 40), ..layout });
        }
    }
}
