//! What a search did, in numbers.

use crate::PawnLookups;
use core::fmt;

/// Counts kept by every search; cheap enough to be kept always.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Positions visited.
    pub nodes: u64,
    /// Of these, positions beyond the horizon.
    pub quiescence_nodes: u64,
    /// Probes of the table.
    pub probes: u64,
    /// Probes that hit.
    pub hits: u64,
    /// Nodes it settled.
    pub tt_cutoffs: u64,
    /// Moves searched before the horizon.
    pub moves_searched: u64,
    /// Moves that were pruned there instead.
    pub moves_pruned: u64,
    /// Nodes settled by one of their moves.
    pub cutoffs: u64,
    /// Of these, by the first move tried.
    pub first_move_cutoffs: u64,
    /// Evaluations that looked pawns up; none where a network evaluates.
    pub pawns: PawnLookups,
    /// The longest line looked at, in plies.
    pub selective_depth: usize,
    /// Positions visited when each iteration of the first thread ended, from depth one.
    pub nodes_by_depth: Vec<u64>,
}

impl Statistics {
    #[inline(always)]
    pub(crate) fn note_probe(&mut self, hit: bool) {
        self.probes += 1;
        self.hits += u64::from(hit);
    }

    #[inline(always)]
    pub(crate) fn note_cutoff(&mut self, move_number: usize) {
        self.cutoffs += 1;
        self.first_move_cutoffs += u64::from(move_number == 1);
    }

    /// Adds another search, or another thread, to this one. Iterations of the two are added depth by depth.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.quiescence_nodes += other.quiescence_nodes;
        self.probes += other.probes;
        self.hits += other.hits;
        self.tt_cutoffs += other.tt_cutoffs;
        self.moves_searched += other.moves_searched;
        self.moves_pruned += other.moves_pruned;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.pawns.all += other.pawns.all;
        self.pawns.known += other.pawns.known;
        self.selective_depth = self.selective_depth.max(other.selective_depth);
        let depths = self.nodes_by_depth.len().max(other.nodes_by_depth.len());
        self.nodes_by_depth.resize(depths, 0);
        for (own, more) in self.nodes_by_depth.iter_mut().zip(&other.nodes_by_depth) {
            *own += more;
        }
    }

    /// By which factor the positions visited have grown from one depth to another, a ply at a time: the geometric mean.
    pub fn branching_factor(&self, from: usize, to: usize) -> Option<f64> {
        let nodes = |depth: usize| self.nodes_by_depth.get(depth.checked_sub(1)?).filter(|nodes| **nodes > 0);
        let plies = to.checked_sub(from).filter(|plies| *plies > 0)?;
        Some((*nodes(to)? as f64 / *nodes(from)? as f64).powf(1.0 / plies as f64))
    }
}

/// Several lines: counts with their shares, then the growth of the tree depth by depth.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let quiet = share(self.quiescence_nodes, self.nodes);
        writeln!(f, "nodes                 {:>13}  {quiet:5.1} % beyond the horizon", self.nodes)?;
        writeln!(f, "selective depth       {:>13}", self.selective_depth)?;
        let (hits, settled) = (share(self.hits, self.probes), share(self.tt_cutoffs, self.probes));
        writeln!(
            f,
            "table probes          {:>13}  {hits:5.1} % hits, {settled:.1} % settle the node",
            self.probes
        )?;
        let pruned = share(self.moves_pruned, self.moves_searched + self.moves_pruned);
        writeln!(
            f,
            "moves searched        {:>13}  {pruned:5.1} % of those tried were pruned",
            self.moves_searched
        )?;
        let first = share(self.first_move_cutoffs, self.cutoffs);
        writeln!(f, "cutoffs               {:>13}  {first:5.1} % by the first move", self.cutoffs)?;
        if self.pawns.all > 0 {
            let known = share(self.pawns.known, self.pawns.all);
            writeln!(f, "pawn table probes     {:>13}  {known:5.1} % hits", self.pawns.all)?;
        }
        write!(f, "depth  nodes so far  branching")?;
        for (index, nodes) in self.nodes_by_depth.iter().enumerate() {
            write!(f, "\n{:>5} {nodes:>13}", index + 1)?;
            if let Some(factor) = self.branching_factor(index, index + 1) {
                write!(f, "  {factor:.2}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_is_a_geometric_mean() {
        let statistics = Statistics { nodes_by_depth: vec![10, 30, 40, 160], ..Statistics::default() };
        assert_eq!(statistics.branching_factor(1, 2), Some(3.0));
        assert_eq!(statistics.branching_factor(2, 3).map(|factor| (factor * 3.0).round()), Some(4.0));
        assert_eq!(statistics.branching_factor(1, 9), None);
        assert_eq!(statistics.branching_factor(1, 1), None);
    }
}
