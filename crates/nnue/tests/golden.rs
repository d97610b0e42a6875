//! The trainer and the engine mean the same by a network: golden vectors that `trainer/golden.py` computed in Python.

use vernier_chess::Board;
use vernier_nnue::feature::{View, bucket};
use vernier_nnue::{Header, Kernel, Network};

/// A line of `golden.tsv`.
struct Vector {
    board: Board,
    bucket: usize,
    own: Vec<usize>,
    other: Vec<usize>,
    float: f64,
    quantised: i32,
}

impl Vector {
    fn read(line: &str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, bucket, own, other, float, quantised] = fields[..] else { panic!("six columns: {line}") };
        let list = |text: &str| text.split(',').map(|number| number.parse().expect("a feature")).collect();
        Self {
            board: fen.parse().expect("a position"),
            bucket: bucket.parse().expect("a bucket"),
            own: list(own),
            other: list(other),
            float: float.parse().expect("a number"),
            quantised: quantised.parse().expect("a score"),
        }
    }
}

#[test]
fn python_and_every_kernel_agree() {
    check(include_bytes!("data/golden.nnue"), include_str!("data/golden.tsv"));
}

#[test]
fn python_and_every_kernel_agree_on_king_buckets() {
    check(include_bytes!("data/golden-kings.nnue"), include_str!("data/golden-kings.tsv"));
}

#[test]
fn python_and_every_kernel_agree_on_layers() {
    check(include_bytes!("data/golden-layers.nnue"), include_str!("data/golden-layers.tsv"));
}

fn check(network: &[u8], vectors: &str) {
    let network = Network::from_bytes(network).expect("written by the trainer");
    let vectors: Vec<Vector> = vectors.lines().skip(1).map(Vector::read).collect();
    assert_eq!(vectors.len(), 64);
    let Header { buckets, kings, .. } = *network.header();
    for Vector { board, bucket: expected, own, other, float, quantised } in vectors {
        assert_eq!(bucket(&board, buckets), expected, "{board}");
        for (color, seen) in [(board.turn(), own), (!board.turn(), other)] {
            let view = View::of(&board, color);
            let view = view.in_bucket(kings.of(view.square(board.king(color))));
            let mut features: Vec<usize> = view.features(&board).collect();
            features.sort_unstable();
            assert_eq!(features, seen, "{board}");
        }
        for kernel in Kernel::available() {
            let score = network.clone().with_kernel(kernel).evaluate(&board);
            assert_eq!(score, quantised, "{board} by {kernel:?}");
        }
        assert!((f64::from(quantised) - float).abs() <= 2.0, "{board}: {quantised} is far from {float}");
    }
}
