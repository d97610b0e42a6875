//! The trainer and the engine mean the same by a network: golden vectors that `trainer/golden.py` computed in Python.

use vernier_chess::Board;
use vernier_nnue::feature::{View, bucket};
use vernier_nnue::{Kernel, Network};

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
    let network = Network::from_bytes(include_bytes!("data/golden.nnue")).expect("written by the trainer");
    let lines = include_str!("data/golden.tsv").lines();
    let vectors: Vec<Vector> = lines.skip(1).map(Vector::read).collect();
    assert_eq!(vectors.len(), 64);
    let buckets = network.header().buckets;
    for Vector { board, bucket: expected, own, other, float, quantised } in vectors {
        assert_eq!(bucket(&board, buckets), expected, "{board}");
        for (color, seen) in [(board.turn(), own), (!board.turn(), other)] {
            let mut features: Vec<usize> = View::of(&board, color).features(&board).collect();
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
