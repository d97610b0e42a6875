//! Backs up the value of a simulation to the root.

use super::Tree;
use super::node::{Node, NodeId, Value};
use super::proof::Proof;
use vernier_chess::Key;

impl Tree {
    /// Adds a value to every node of the path, seen by each mover in turn. `value` is that of the side to move at the end of
    /// the path. A proof takes precedence.
    pub(super) fn back_up(&self, way: &[NodeId], mut value: Value, key: impl Fn(usize) -> Key) {
        let mut proven = true;
        for (ply, id) in way.iter().enumerate().rev() {
            let node = self.arena.get(*id);
            if proven && ply + 1 < way.len() {
                proven = self.prove(node);
            }
            if let Some(proof) = node.proof() {
                value = proof.value();
            } else {
                proven = false;
            }
            node.add(value.flip());
            self.remember(node, || key(ply));
            value = value.flip();
        }
    }

    /// Stores the value of a position for other paths to it. Not after every visit: it changes less and less.
    fn remember(&self, node: &Node, key: impl Fn() -> Key) {
        let visits = node.visits();
        if visits.is_power_of_two()
            && let Some(mean) = node.mean()
        {
            let value = Value { points: 1.0 - mean, draw: node.draws().clamp(0.0, 1.0) };
            self.transpositions.put(key(), value, visits);
        }
    }

    /// Proves a node by its children: one winning move is enough; otherwise all must be proven. True if the node is proven.
    pub(super) fn prove(&self, node: &Node) -> bool {
        if node.proof().is_some() {
            return true;
        }
        let Some((first, count)) = node.children() else { return false };
        let mut best: Option<Proof> = None;
        let mut complete = count > 0;
        for child in self.arena.slice(first, count) {
            match child.proof().map(Proof::of_move) {
                Some(proof) if best.is_none_or(|best| proof.is_better_than(best)) => best = Some(proof),
                Some(_) => {}
                None => complete = false,
            }
        }
        match best {
            Some(proof) if complete || matches!(proof, Proof::Win(_)) => {
                node.set_proof(proof);
                true
            }
            _ => false,
        }
    }
}
