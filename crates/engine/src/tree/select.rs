//! Which child a simulation goes to.
//!
//! PUCT: the value found so far, and a bonus in proportion to the policy that shrinks as the child is visited. Each term
//! has its switch in the table of parameters.

use super::node::Node;
use super::proof::Proof;
use crate::Parameters;
use vernier_chess::Move;

/// How much values usually spread.
const USUAL_SPREAD: f64 = 0.15;

/// What decides between children.
#[derive(Clone, Copy)]
pub(super) struct Selector<'a> {
    pub(super) parameters: &'a Parameters,
    /// At the root: the only moves to look at, if not all.
    pub(super) only: Option<&'a [Move]>,
    pub(super) is_root: bool,
}

impl Selector<'_> {
    /// The child to go to. `node` is being visited: its own last visit has no value yet.
    pub(super) fn select(self, node: &Node, children: &[Node]) -> usize {
        let visits = f64::from(node.visits().max(1));
        let first_play = self.first_play(node);
        let exploration = self.exploration(node, visits);
        let mut best: Option<(f64, usize)> = None;
        for (index, child) in children.iter().enumerate().take(self.considered(children, visits)) {
            match self.score(child, first_play, exploration, visits) {
                Choice::Take => return index,
                Choice::Leave => {}
                Choice::Score(score) if best.is_none_or(|(most, _)| score > most) => {
                    best = Some((score, index))
                }
                Choice::Score(_) => {}
            }
        }
        // Where all that is considered loses, the others are tried.
        best.map(|(_, index)| index).or_else(|| self.any(children)).unwrap_or(0)
    }

    /// The first move that is not known to lose; if all are, the first.
    fn any(self, children: &[Node]) -> Option<usize> {
        let allowed = |child: &Node| self.allows(child);
        let alive = |child: &Node| !matches!(child.proof().map(Proof::of_move), Some(Proof::Loss(_)));
        let place = children.iter().position(|child| allowed(child) && alive(child));
        place.or_else(|| children.iter().position(allowed))
    }

    fn allows(self, child: &Node) -> bool {
        self.only.is_none_or(|only| child.mv().is_some_and(|mv| only.contains(&mv)))
    }

    /// First-play value: an untried move is taken to be worth as much as its parent, or a draw.
    fn first_play(self, node: &Node) -> f64 {
        match node.settled_mean() {
            Some(mean) if self.parameters.tree_parent_value => {
                (1.0 - mean - f64::from(self.parameters.tree_parent_value_loss) / 1000.0).max(0.0)
            }
            _ => 0.5,
        }
    }

    /// The weight of the policy. It grows with the logarithm of visits and with how much values differ.
    fn exploration(self, node: &Node, visits: f64) -> f64 {
        let p = self.parameters;
        let base = if self.is_root { p.tree_root_exploration } else { p.tree_exploration };
        let mut weight = f64::from(base) / 100.0;
        if p.tree_log_growth {
            let scale = f64::from(p.tree_log_growth_visits);
            weight *= 1.0 + ((visits + scale) / scale).ln();
        }
        if p.tree_spread && visits > 1.0 {
            let spread = node.variance().sqrt() / USUAL_SPREAD;
            weight *= 1.0 + (f64::from(p.tree_spread_weight) / 100.0 * (spread - 1.0)).clamp(-0.5, 1.0);
        }
        weight
    }

    /// Progressive widening: how many children are looked at. The likeliest, until they have most of the policy, and more
    /// with every doubling of the visits.
    fn considered(self, children: &[Node], visits: f64) -> usize {
        let p = self.parameters;
        if !p.tree_widening || self.only.is_some() {
            return children.len();
        }
        let mass = p.tree_widening_mass as f32 / 100.0;
        let mut sum = 0.0;
        let likely = children.iter().take_while(|child| {
            let before = sum;
            sum += child.policy();
            before < mass
        });
        let more = f64::from(p.tree_widening_growth) * visits.log2();
        (likely.count().max(p.tree_widening_least as usize) + more as usize).min(children.len())
    }

    fn score(self, child: &Node, first_play: f64, exploration: f64, visits: f64) -> Choice {
        if !self.allows(child) {
            return Choice::Leave;
        }
        let proven = child.proof().map(Proof::of_move);
        let value = match proven {
            Some(Proof::Win(_)) => return Choice::Take,
            Some(Proof::Loss(_)) => return Choice::Leave,
            Some(Proof::Draw) => 0.5,
            None => child.mean().unwrap_or(first_play),
        };
        let tried = f64::from(child.visits());
        Choice::Score(if self.parameters.tree_puct {
            value + exploration * f64::from(child.policy()) * visits.sqrt() / (1.0 + tried)
        } else if tried == 0.0 {
            f64::INFINITY
        } else {
            // UCT, where the method began: every move is tried once, then by value and visits alone.
            value + exploration * (visits.ln() / tried).sqrt()
        })
    }
}

enum Choice {
    /// It wins: nothing else matters.
    Take,
    /// It loses, or is not to be looked at.
    Leave,
    Score(f64),
}
