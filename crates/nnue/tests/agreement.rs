//! Every way to compute a score gives the same score.

use std::sync::Arc;
use vernier_chess::{Board, Move, Observer, Piece, Rng, Square, Undo, crc32};
use vernier_nnue::{Accumulators, Kernel, KingBuckets, Network};

#[derive(Default)]
struct Changes {
    removed: Vec<(Piece, Square)>,
    placed: Vec<(Piece, Square)>,
}

impl Observer for Changes {
    fn placed(&mut self, piece: Piece, square: Square) {
        self.placed.push((piece, square));
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        self.removed.push((piece, square));
    }
}

/// Plays a random game with takebacks and asks for scores here and there, by every kernel.
fn play(networks: &[Arc<Network>], start: Board, random: &mut Rng, plies: usize) -> usize {
    let mut board = start;
    let mut line: Vec<(Move, Undo)> = Vec::new();
    let mut judges: Vec<Accumulators> =
        networks.iter().map(|network| Accumulators::new(Arc::clone(network), &board)).collect();
    let mut compared = 0;
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() || random.below(4) == 0 {
            let Some((mv, undo)) = line.pop() else { return compared };
            board.unmake(mv, undo);
            judges.iter_mut().for_each(Accumulators::pop);
        } else {
            let mv = moves[random.below(moves.len())];
            let mut changes = Changes::default();
            let undo = board.make_observed(mv, &mut changes);
            line.push((mv, undo));
            for judge in &mut judges {
                judge.push(changes.removed.iter().copied(), changes.placed.iter().copied());
            }
        }
        if random.below(3) > 0 {
            let truth = networks[0].evaluate(&board);
            for (judge, network) in judges.iter_mut().zip(networks) {
                assert_eq!(judge.evaluate(&board), truth, "{} on {board}", network.kernel());
            }
            compared += 1;
        }
    }
    compared
}

#[test]
fn kernels_and_updates_agree_with_the_scalar_reference() {
    let kernels = Kernel::available();
    assert_eq!(kernels[0], Kernel::SCALAR);
    let mut random = Rng::new(7);
    let mut compared = 0;
    let many = KingBuckets::new(core::array::from_fn(|square| square as u8 / 2)).expect("sixteen");
    let networks = [
        Network::random(32, 1, 11),
        Network::random_with_kings(64, 8, many, 11),
        Network::random(256, 8, 11),
        Network::random_with_kings(1024, 4, many, 11),
        Network::random_with_layers(64, 1, KingBuckets::ONE, 11),
        Network::random_with_layers(768, 8, KingBuckets::ONE, 11),
        Network::random_with_layers(1024, 4, many, 11),
    ];
    for network in networks {
        let network = network.expect("the shape is fine");
        let networks: Vec<Arc<Network>> =
            kernels.iter().map(|kernel| Arc::new(network.clone().with_kernel(*kernel))).collect();
        for game in 0..30 {
            let number = random.below(960) as u16;
            let start =
                if game % 2 == 0 { Board::start() } else { Board::chess960(number).expect("below 960") };
            compared += play(&networks, start, &mut random, 150);
        }
    }
    assert!(compared > 8_000, "{compared} positions");
}

/// The weights that bring sums closest to what 32 bits hold, and products to what sixteen hold.
#[test]
fn the_largest_weights_overflow_nowhere() {
    for sign in [1i8, -1] {
        let random =
            Network::random_with_layers(1024, 1, KingBuckets::ONE, 5).expect("a fine shape").to_bytes();
        let layers = 1024 * 16 + 64 + 2048 + 128 + 64 + 4;
        // Every view's sums are at their limit, so that all products are 127. Such weights take three bytes.
        let [low, high] = 999i16.to_le_bytes();
        let first = [0x80, low, high].repeat(768 * 1024);
        let mut bytes = [&random[..64], &first, &random[random.len() - layers - 2 * 1024..]].concat();
        let second = bytes.len() - layers;
        bytes[second..][..1024 * 16].fill((127 * sign) as u8);
        let third = second + 1024 * 16 + 64;
        bytes[third..][..2048]
            .chunks_exact_mut(2)
            .for_each(|weight| weight.copy_from_slice(&8191i16.to_le_bytes()));
        seal(&mut bytes);
        let network = Network::from_bytes(&bytes).expect("within bounds");
        let truth = network.clone().with_kernel(Kernel::SCALAR).evaluate(&Board::start());
        for kernel in Kernel::available() {
            assert_eq!(network.clone().with_kernel(kernel).evaluate(&Board::start()), truth, "{kernel}");
        }
    }
}

/// Writes the checksums anew.
fn seal(bytes: &mut [u8]) {
    let weights = crc32(&bytes[64..]).to_le_bytes();
    bytes[40..44].copy_from_slice(&weights);
    let header = crc32(&[&bytes[..44], &bytes[48..64]].concat()).to_le_bytes();
    bytes[44..48].copy_from_slice(&header);
}

#[test]
fn swapping_colors_keeps_the_score_of_the_side_to_move() {
    let network = Network::random(64, 8, 3).expect("the shape is fine");
    let white: Board =
        "r1bqk2r/ppp2ppp/2n5/3np3/1b6/2N1PN2/PPPB1PPP/R2QKB1R w KQkq - 2 7".parse().expect("legal");
    let black: Board =
        "r2qkb1r/pppb1ppp/2n1pn2/1B6/3NP3/2N5/PPP2PPP/R1BQK2R b KQkq - 2 7".parse().expect("legal");
    assert_eq!(network.evaluate(&white), network.evaluate(&black));
}
