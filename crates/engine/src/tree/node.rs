//! One node of the tree in 32 bytes: a move and its results so far.

use super::proof::Proof;
use crate::sync::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, spin_loop, yield_now};
use vernier_chess::Move;

const RELAXED: Ordering = Ordering::Relaxed;

/// What 1.0 is in the sum of values.
const ONE: f64 = (1u64 << 24) as f64;

/// Where a node lies: the highest bit is the half of the arena, the others the index in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeId(pub(super) u32);

/// What a simulation found, as one player sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Value {
    /// Points to expect, from zero to one.
    pub(super) points: f64,
    /// How likely a draw is.
    pub(super) draw: f64,
}

impl Value {
    pub(super) const DRAW: Self = Self { points: 0.5, draw: 1.0 };
    pub(super) const WIN: Self = Self { points: 1.0, draw: 0.0 };
    pub(super) const LOSS: Self = Self { points: 0.0, draw: 0.0 };

    /// The same as the other player sees it.
    pub(super) const fn flip(self) -> Self {
        Self { points: 1.0 - self.points, draw: self.draw }
    }
}

/// How far a node has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// It has no children yet.
    Leaf,
    /// Its children are there.
    Expanded,
}

const LEAF: u8 = 0;
const BUSY: u8 = 1;
const EXPANDED: u8 = 2;

/// A node. Values are those of the player who made the move.
///
/// All fields are atomics, so that threads may read and write them at any time. The sum of values and the visits are
/// exact; the means of squares and of draws may lose an update when two threads come at once, which changes little.
#[derive(Default)]
#[repr(C, align(32))]
pub(super) struct Node {
    sum: AtomicU64,
    visits: AtomicU32,
    /// The first child; the others follow.
    children: AtomicU32,
    /// The mean of squared values, as the bits of a float.
    squares: AtomicU32,
    /// The mean of draws, as the bits of a float.
    draws: AtomicU32,
    mv: AtomicU16,
    policy: AtomicU16,
    count: AtomicU8,
    stage: AtomicU8,
    proof: AtomicU16,
}

impl Node {
    /// Makes the node new: a move without visits.
    pub(super) fn reset(&self, mv: Option<Move>, policy: f32) {
        self.sum.store(0, RELAXED);
        self.visits.store(0, RELAXED);
        self.children.store(0, RELAXED);
        self.squares.store(0, RELAXED);
        self.draws.store(0, RELAXED);
        self.mv.store(mv.map_or(0, Move::bits), RELAXED);
        self.set_policy(policy);
        self.count.store(0, RELAXED);
        self.proof.store(0, RELAXED);
        self.stage.store(LEAF, RELAXED);
    }

    /// Takes over everything from another node. No other thread may use either.
    pub(super) fn copy_from(&self, other: &Self) {
        self.sum.store(other.sum.load(RELAXED), RELAXED);
        self.visits.store(other.visits.load(RELAXED), RELAXED);
        self.children.store(other.children.load(RELAXED), RELAXED);
        self.squares.store(other.squares.load(RELAXED), RELAXED);
        self.draws.store(other.draws.load(RELAXED), RELAXED);
        self.mv.store(other.mv.load(RELAXED), RELAXED);
        self.policy.store(other.policy.load(RELAXED), RELAXED);
        self.count.store(other.count.load(RELAXED), RELAXED);
        self.proof.store(other.proof.load(RELAXED), RELAXED);
        self.stage.store(other.stage.load(RELAXED), RELAXED);
    }

    /// The move that leads here; none for the root of a new tree.
    #[inline]
    pub(super) fn mv(&self) -> Option<Move> {
        Move::from_bits(self.mv.load(RELAXED))
    }

    /// How likely the policy finds the move.
    #[inline]
    pub(super) fn policy(&self) -> f32 {
        f32::from(self.policy.load(RELAXED)) / f32::from(u16::MAX)
    }

    pub(super) fn set_policy(&self, policy: f32) {
        self.policy.store((policy.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16, RELAXED);
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(RELAXED)
    }

    /// The mean of all values, or nothing if there were none. A visit whose value is still to come counts as lost.
    #[inline]
    pub(super) fn mean(&self) -> Option<f64> {
        let visits = self.visits();
        (visits > 0).then(|| (self.sum.load(RELAXED) as f64 / ONE / f64::from(visits)).min(1.0))
    }

    /// The mean of the values that have arrived, if one visit is still on its way.
    #[inline]
    pub(super) fn settled_mean(&self) -> Option<f64> {
        let visits = self.visits().saturating_sub(1);
        (visits > 0).then(|| (self.sum.load(RELAXED) as f64 / ONE / f64::from(visits)).min(1.0))
    }

    /// The mean of draws.
    pub(super) fn draws(&self) -> f64 {
        f64::from(f32::from_bits(self.draws.load(RELAXED)))
    }

    /// The variance of the values.
    #[inline]
    pub(super) fn variance(&self) -> f64 {
        let squares = f64::from(f32::from_bits(self.squares.load(RELAXED)));
        self.mean().map_or(0.0, |mean| (squares - mean * mean).max(0.0))
    }

    /// A simulation passes: it counts at once, as a loss until its value arrives, so that other threads choose other paths.
    #[inline]
    pub(super) fn visit(&self) {
        self.visits.fetch_add(1, RELAXED);
    }

    /// Takes back the visit of a simulation that was given up.
    pub(super) fn unvisit(&self) {
        self.visits.fetch_sub(1, RELAXED);
    }

    /// The value of a visit arrives.
    #[inline]
    pub(super) fn add(&self, value: Value) {
        debug_assert!((0.0..=1.0).contains(&value.points) && (0.0..=1.0).contains(&value.draw), "{value:?}");
        self.sum.fetch_add((value.points * ONE) as u64, RELAXED);
        let share = 1.0 / self.visits().max(1) as f32;
        let blend = |cell: &AtomicU32, new: f64| {
            let old = f32::from_bits(cell.load(RELAXED));
            cell.store((old + (new as f32 - old) * share).to_bits(), RELAXED);
        };
        blend(&self.squares, value.points * value.points);
        blend(&self.draws, value.draw);
    }

    /// What is proven about the position after the move, as the side to move there sees it.
    #[inline]
    pub(super) fn proof(&self) -> Option<Proof> {
        Proof::from_bits(self.proof.load(RELAXED))
    }

    pub(super) fn set_proof(&self, proof: Proof) {
        self.proof.store(proof.bits(), RELAXED);
    }

    pub(super) fn forget_proof(&self) {
        self.proof.store(0, RELAXED);
    }

    /// How far the node has come. Waits while another thread expands it.
    #[inline]
    pub(super) fn stage(&self) -> Stage {
        let mut patience = 0u32;
        loop {
            match self.stage.load(Ordering::Acquire) {
                LEAF => return Stage::Leaf,
                EXPANDED => return Stage::Expanded,
                _ if patience < 100 => spin_loop(),
                // The expanding thread may have lost its core.
                _ => yield_now(),
            }
            patience += 1;
        }
    }

    /// Claims the node for a change of its children; false if it is not at that stage or another thread was faster.
    pub(super) fn claim(&self, stage: Stage) -> bool {
        self.stage.compare_exchange(number(stage), BUSY, Ordering::Acquire, RELAXED).is_ok()
    }

    /// Gives back a node that was claimed.
    pub(super) fn release(&self, stage: Stage) {
        self.stage.store(number(stage), Ordering::Release);
    }

    /// Where the children begin, and how many there are; nothing for a leaf. The stage is read first: what it announces
    /// has been written.
    #[inline]
    pub(super) fn children(&self) -> Option<(NodeId, usize)> {
        (self.stage() == Stage::Expanded).then(|| self.claimed_children())
    }

    /// The same for a thread that has claimed the node, or is alone.
    #[inline]
    pub(super) fn claimed_children(&self) -> (NodeId, usize) {
        // Whoever sees copied children sees what was copied.
        (NodeId(self.children.load(Ordering::Acquire)), usize::from(self.count.load(RELAXED)))
    }

    /// Sets the children of a node that was claimed.
    pub(super) fn set_children(&self, first: NodeId, count: usize) {
        self.count.store(count as u8, RELAXED);
        self.children.store(first.0, Ordering::Release);
    }
}

const fn number(stage: Stage) -> u8 {
    match stage {
        Stage::Leaf => LEAF,
        Stage::Expanded => EXPANDED,
    }
}
