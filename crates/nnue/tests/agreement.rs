//! Every way to compute a score gives the same score.

use std::sync::Arc;
use vernier_chess::{Board, Move, Observer, Piece, Rng, Square, Undo};
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
    for (hidden, buckets, kings) in
        [(32, 1, KingBuckets::ONE), (64, 8, many), (256, 8, KingBuckets::ONE), (1024, 4, many)]
    {
        let network = Network::random_with_kings(hidden, buckets, kings, 11).expect("the shape is fine");
        let networks: Vec<Arc<Network>> =
            kernels.iter().map(|kernel| Arc::new(network.clone().with_kernel(*kernel))).collect();
        for game in 0..30 {
            let number = random.below(960) as u16;
            let start =
                if game % 2 == 0 { Board::start() } else { Board::chess960(number).expect("below 960") };
            compared += play(&networks, start, &mut random, 150);
        }
    }
    assert!(compared > 5_000, "{compared} positions");
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
