//! The memory of the tree: nodes in two halves.
//!
//! New nodes are taken from one half. When it is full, the other one is emptied and takes over: the root is copied at
//! once, everything else when a simulation next comes by, children together. What is not visited until the halves
//! change places again is lost, so that memory goes to what matters and never grows.

use super::node::{Node, NodeId, Stage};
use crate::sync::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// There is no room in this half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Full;

/// The nodes.
pub(super) struct Arena {
    halves: [Half; 2],
    /// The half that new nodes come from.
    current: AtomicU8,
    /// How often the halves have changed places.
    flips: AtomicU32,
}

struct Half {
    nodes: Box<[Node]>,
    used: AtomicU32,
}

const HALF: u32 = 1 << 31;

impl Arena {
    /// As many nodes as fit into this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let nodes = (bytes / size_of::<Node>() / 2).clamp(1, HALF as usize - 1);
        let half = || Half { nodes: (0..nodes).map(|_| Node::default()).collect(), used: AtomicU32::new(0) };
        Self { halves: [half(), half()], current: AtomicU8::new(0), flips: AtomicU32::new(0) }
    }

    /// Bytes that the nodes take.
    pub(super) fn size(&self) -> usize {
        2 * self.halves[0].nodes.len() * size_of::<Node>()
    }

    /// How often the halves have changed places.
    pub(super) fn flips(&self) -> u32 {
        self.flips.load(Relaxed)
    }

    /// How full the current half is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let half = &self.halves[self.current()];
        (u64::from(half.used.load(Relaxed)) * 1000 / half.nodes.len() as u64).min(1000) as u32
    }

    #[inline]
    fn current(&self) -> usize {
        usize::from(self.current.load(Relaxed))
    }

    #[inline]
    pub(super) fn get(&self, id: NodeId) -> &Node {
        &self.halves[usize::from(id.0 & HALF != 0)].nodes[(id.0 & !HALF) as usize]
    }

    /// Nodes that lie side by side.
    #[inline]
    pub(super) fn slice(&self, first: NodeId, count: usize) -> &[Node] {
        &self.halves[usize::from(first.0 & HALF != 0)].nodes[(first.0 & !HALF) as usize..][..count]
    }

    /// Room for this many nodes side by side. What they hold is of no meaning.
    pub(super) fn allocate(&self, count: usize) -> Result<NodeId, Full> {
        let current = self.current();
        let half = &self.halves[current];
        let count = count as u32;
        let fits = |used: u32| used.checked_add(count).filter(|end| *end as usize <= half.nodes.len());
        let start = half.used.fetch_update(Relaxed, Relaxed, fits).map_err(|_| Full)?;
        Ok(NodeId(start | if current == 1 { HALF } else { 0 }))
    }

    /// The children of an expanded node, brought into the current half if they are not there yet.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> Result<(NodeId, &[Node]), Full> {
        loop {
            let Some((first, count)) = node.children() else { return Ok((NodeId(0), &[])) };
            if usize::from(first.0 & HALF != 0) == self.current() {
                return Ok((first, self.slice(first, count)));
            }
            self.bring_over(node)?;
        }
    }

    /// Copies the children of a node to the current half, unless another thread does so.
    #[cold]
    fn bring_over(&self, node: &Node) -> Result<(), Full> {
        if !node.claim(Stage::Expanded) {
            return Ok(());
        }
        let (first, count) = node.claimed_children();
        let copied = if usize::from(first.0 & HALF != 0) == self.current() {
            Ok(())
        } else {
            self.allocate(count).map(|new| {
                let pairs = self.slice(new, count).iter().zip(self.slice(first, count));
                pairs.for_each(|(new, old)| new.copy_from(old));
                node.set_children(new, count);
            })
        };
        node.release(Stage::Expanded);
        copied
    }

    /// Empties the other half and continues there with this root. No other thread may use the arena meanwhile.
    pub(super) fn flip(&self, root: NodeId) -> NodeId {
        let old = self.current();
        let new = 1 - old;
        // What was never brought over is lost: its parents are leaves again.
        let used = self.halves[old].used.load(Relaxed) as usize;
        // The root may lie in either half, and so may its children.
        for node in self.halves[old].nodes[..used].iter().chain([self.get(root)]) {
            if node.children().is_some_and(|(first, _)| usize::from(first.0 & HALF != 0) == new) {
                node.release(Stage::Leaf);
            }
        }
        self.halves[new].used.store(0, Relaxed);
        self.current.store(new as u8, Relaxed);
        self.flips.fetch_add(1, Relaxed);
        self.move_root(root)
    }

    /// Copies a root into the current half, which has just been emptied.
    fn move_root(&self, root: NodeId) -> NodeId {
        match self.allocate(1) {
            Ok(new) => {
                self.get(new).copy_from(self.get(root));
                new
            }
            // An empty half has room for one.
            Err(Full) => root,
        }
    }

    /// Forgets all nodes. No other thread may use the arena meanwhile.
    pub(super) fn clear(&self) {
        self.halves.iter().for_each(|half| half.used.store(0, Relaxed));
        self.current.store(0, Relaxed);
    }
}
