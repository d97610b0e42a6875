//! The children of a node: all legal moves, each with its policy.

use super::arena::{Arena, Full};
use super::node::{Node, Stage};
use crate::Parameters;

use vernier_chess::{Board, EXCHANGE_VALUES, Move, Role};
use vernier_nnue::policy::PolicyNetwork;

/// No position has more legal moves.
const MOST_MOVES: usize = 256;

/// The policy.
#[derive(Clone, Copy)]
pub(super) struct Policy<'a> {
    pub(super) parameters: &'a Parameters,
    pub(super) network: Option<&'a PolicyNetwork>,
    pub(super) history: &'a History,
}

impl Policy<'_> {
    /// The probability of each legal move; they sum to one. A temperature above one flattens them.
    pub(super) fn shares(self, board: &Board, moves: &[Move], temperature: f32) -> Vec<f32> {
        let mut logits = self.logits(board, moves);
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        for logit in &mut logits {
            *logit = ((*logit - most) / temperature).exp();
        }
        let sum: f32 = logits.iter().sum();
        logits.iter_mut().for_each(|share| *share /= sum);
        logits
    }

    fn logits(self, board: &Board, moves: &[Move]) -> Vec<f32> {
        if !self.parameters.tree_policy {
            return vec![0.0; moves.len()];
        }
        match self.network.filter(|_| self.parameters.tree_policy_network) {
            Some(network) => {
                let mut numbers = [0; MOST_MOVES];
                network.logits(board, moves, &mut numbers);
                let unit = network.unit() as f32;
                numbers[..moves.len()].iter().map(|number| *number as f32 / unit).collect()
            }
            None => moves.iter().map(|mv| self.guess(board, *mv)).collect(),
        }
    }

    /// Without a network: what the move captures, whether the exchange is sound, whether it checks, and its history.
    fn guess(self, board: &Board, mv: Move) -> f32 {
        let sound = board.see_at_least(mv, 0);
        let taken = match mv.is_capture() {
            true => board.role_at(mv.to()).map_or(EXCHANGE_VALUES[Role::Pawn], |role| EXCHANGE_VALUES[role]),
            false => 0,
        };
        let gain = if sound { taken as f32 / 300.0 } else { -1.0 };
        let queen = if mv.promotion() == Some(Role::Queen) { 2.0 } else { 0.0 };
        let check = if board.gives_check(mv) { 0.7 } else { 0.0 };
        let castles = if mv.is_castle() { 0.7 } else { 0.0 };
        gain + queen + check + castles + self.history.of(board, mv)
    }
}

/// Gives a leaf its children, the likeliest first, unless another thread does. True if it has any afterwards.
pub(super) fn expand(
    arena: &Arena,
    node: &Node,
    board: &Board,
    (policy, temperature): (Policy<'_>, f32),
) -> Result<bool, Full> {
    if !node.claim(Stage::Leaf) {
        return Ok(node.stage() == Stage::Expanded);
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        node.release(Stage::Leaf);
        return Ok(false);
    }
    let shares = policy.shares(board, &moves, temperature);
    let mut ranked: Vec<(f32, Move)> = shares.into_iter().zip(moves.iter().copied()).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let first = arena.allocate(ranked.len()).inspect_err(|_| node.release(Stage::Leaf))?;
    for (child, (share, mv)) in arena.slice(first, ranked.len()).iter().zip(&ranked) {
        child.reset(Some(*mv), *share);
    }
    node.set_children(first, ranked.len());
    node.release(Stage::Expanded);
    Ok(true)
}

/// How moves from one square to another have done so far, whatever the position: a policy where there is no network.
pub(super) struct History(Vec<(f32, u32)>);

impl History {
    pub(super) fn new() -> Self {
        Self(vec![(0.0, 0); 2 * 64 * 64])
    }

    fn place(board: &Board, mv: Move) -> usize {
        (board.turn() as usize * 64 + mv.from() as usize) * 64 + mv.to() as usize
    }

    /// A logit between minus two and two.
    fn of(&self, board: &Board, mv: Move) -> f32 {
        let (sum, count) = self.0[Self::place(board, mv)];
        4.0 * sum / (count + 8) as f32
    }

    /// A move was worth this many points more or less than expected.
    pub(super) fn add(&mut self, board: &Board, mv: Move, surprise: f32) {
        let (sum, count) = &mut self.0[Self::place(board, mv)];
        *sum += surprise.clamp(-0.5, 0.5);
        *count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one_and_temperature_flattens_them() {
        let (parameters, history) = (Parameters::DEFAULT, History::new());
        let policy = Policy { parameters: &parameters, network: None, history: &history };
        let board: Board =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().expect("legal");
        let moves = board.legal_moves();
        let (cold, warm) = (policy.shares(&board, &moves, 1.0), policy.shares(&board, &moves, 2.0));
        for shares in [&cold, &warm] {
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(shares.iter().all(|share| *share > 0.0));
        }
        let most = |shares: &[f32]| shares.iter().copied().fold(0.0, f32::max);
        assert!(most(&cold) > most(&warm));
    }

    #[test]
    fn the_history_grows_with_good_results() {
        let (board, mut history) = (Board::start(), History::new());
        let mv = board.parse_uci("e2e4").expect("legal");
        assert_eq!(history.of(&board, mv), 0.0);
        (0..100).for_each(|_| history.add(&board, mv, 0.3));
        assert!(history.of(&board, mv) > 1.0);
    }
}
