//! The order of moves: which of them is played.

use super::node::Node;
use super::proof::Proof;
use std::cmp::Ordering;

/// The best first: proven wins, then by visits, proven losses last. A proven draw comes before everything else if the
/// move with the most visits is worth less.
pub(super) fn best_first<'a>(moves: impl Iterator<Item = &'a Node>) -> Vec<&'a Node> {
    // Other threads keep counting, so the compared values are read once.
    let mut known: Vec<(Standing, &Node)> = moves.map(|node| (Standing::of(node), node)).collect();
    known.sort_by(|(a, _), (b, _)| b.compare(a));
    let is_draw = |standing: &Standing| standing.proof == Some(Proof::Draw);
    if known.first().is_some_and(|(first, _)| first.is_worse_than_a_draw())
        && let Some(draw) = known.iter().position(|(standing, _)| is_draw(standing))
    {
        known[..=draw].rotate_right(1);
    }
    known.into_iter().map(|(_, node)| node).collect()
}

/// What is known of a move at one moment.
#[derive(Clone, Copy, Debug)]
struct Standing {
    proof: Option<Proof>,
    visits: u32,
    mean: Option<f64>,
    policy: f32,
}

impl Standing {
    fn of(node: &Node) -> Self {
        let proof = node.proof().map(Proof::of_move);
        Self { proof, visits: node.visits(), mean: node.mean(), policy: node.policy() }
    }

    /// A total order, the better the greater.
    fn compare(&self, other: &Self) -> Ordering {
        let by_mean = || self.mean.unwrap_or(0.0).total_cmp(&other.mean.unwrap_or(0.0));
        self.by_proof(other)
            .then_with(|| self.visits.cmp(&other.visits))
            .then_with(by_mean)
            .then_with(|| self.policy.total_cmp(&other.policy))
    }

    /// Draws are compared with unproven moves by visits, so both have one rank.
    fn by_proof(&self, other: &Self) -> Ordering {
        let (one, other) = (self.proof.unwrap_or(Proof::Draw), other.proof.unwrap_or(Proof::Draw));
        one.is_better_than(other).cmp(&other.is_better_than(one))
    }

    fn is_worse_than_a_draw(&self) -> bool {
        match self.proof {
            None => self.mean.is_some_and(|mean| mean < 0.5),
            Some(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::Value;
    use super::super::proof::Distance;
    use super::*;

    const DRAW: Option<Proof> = Some(Proof::Draw);

    fn standing(proof: Option<Proof>, visits: u32, mean: f64) -> Standing {
        Standing { proof, visits, mean: Some(mean), policy: 0.1 }
    }

    #[test]
    fn the_order_of_moves_is_total() {
        let mate = |plies| Distance::mate(plies);
        let proofs =
            [None, DRAW, Some(Proof::Win(mate(3))), Some(Proof::Win(mate(5))), Some(Proof::Loss(mate(4)))];
        let mut all = Vec::new();
        for proof in proofs {
            for visits in [3, 10, 50] {
                all.extend([0.4, 0.6].map(|mean| standing(proof, visits, mean)));
            }
        }
        for a in &all {
            for b in &all {
                assert_eq!(a.compare(b), b.compare(a).reverse(), "{a:?} {b:?}");
                for c in &all {
                    let in_turn = a.compare(b) != Ordering::Greater && b.compare(c) != Ordering::Greater;
                    assert!(!in_turn || a.compare(c) != Ordering::Greater, "{a:?} {b:?} {c:?}");
                }
            }
        }
    }

    fn visit(node: &Node, points: f64) {
        node.visit();
        node.add(Value { points, draw: 0.0 });
    }

    /// The proof is that of the position after the move.
    fn node(proof: Option<Proof>, visits: u32, mean: f64) -> Node {
        let node = Node::default();
        node.reset(None, 0.1);
        (0..visits).for_each(|_| visit(&node, mean));
        proof.into_iter().for_each(|proof| node.set_proof(proof));
        node
    }

    #[test]
    fn a_proven_draw_is_played_before_a_favourite_that_is_worth_less() {
        let (draw, good, bad) = (node(DRAW, 10, 0.5), node(None, 50, 0.6), node(None, 100, 0.4));
        let visits = |moves: &[&Node]| moves.iter().map(|node| node.visits()).collect::<Vec<_>>();
        assert_eq!(visits(&best_first([&good, &draw, &bad].into_iter())), [10, 100, 50]);
        assert_eq!(visits(&best_first([&draw, &good].into_iter())), [50, 10]);
        let lost = node(Some(Proof::Win(Distance::mate(2))), 200, 0.0);
        assert_eq!(visits(&best_first([&lost, &bad].into_iter())), [100, 200]);
        assert_eq!(visits(&best_first([&lost, &bad, &draw].into_iter())), [10, 100, 200]);
    }

    #[test]
    fn moves_are_ordered_while_other_threads_count() {
        let nodes: Vec<Node> = (0..200).map(|index| node(None, index % 7 + 1, 0.5)).collect();
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    nodes.iter().rev().for_each(|node| visit(node, 0.7));
                }
            });
            (0..500).for_each(|_| assert_eq!(best_first(nodes.iter()).len(), nodes.len()));
            done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    }
}
