//! Late move reductions: how much less deep to search the moves late in the order.

use super::best::Best;
use super::depth::Depth;
use super::kind::{Expect, NodeKind};
use super::look::Node;
use super::order::Candidate;
use super::stack::Stack;
use crate::Parameters;

/// Reductions by depth and move number, in 1024ths of a ply.
pub(super) struct Reductions {
    /// The base and slope they were computed from.
    origin: (i32, i32),
    /// The width of the root's window.
    pub(super) root_width: i32,
    table: [[i32; Self::SIZE]; Self::SIZE],
}

impl Reductions {
    /// Greater depths and later moves are treated alike.
    const SIZE: usize = 64;

    /// The reduction grows with the logarithms of depth and of the move's number.
    pub(super) fn new(parameters: &Parameters) -> Box<Self> {
        let logarithms: [i64; Self::SIZE] = core::array::from_fn(|number| i64::from(log2(number as u32)));
        let (base, slope) = (parameters.reduction_base, parameters.reduction_slope);
        let mut reductions = Box::new(Self {
            origin: (base, slope),
            root_width: i32::MAX,
            table: [[0; Self::SIZE]; Self::SIZE],
        });
        for (depth, row) in reductions.table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product = logarithms[depth] * logarithms[number] / 1024;
                *entry = base + (product as i32 * slope) / 1024;
            }
        }
        reductions
    }

    /// True if they are those of these parameters.
    pub(super) const fn fit(&self, parameters: &Parameters) -> bool {
        self.origin.0 == parameters.reduction_base && self.origin.1 == parameters.reduction_slope
    }

    /// The reduction by depth and move number alone, in 1024ths of a ply.
    #[inline]
    pub(super) fn get(&self, depth: Depth, number: usize) -> i32 {
        self.table[(depth.0.max(0) as usize).min(Self::SIZE - 1)][number.min(Self::SIZE - 1)]
    }
}

/// The binary logarithm in 1024ths, by squaring: whole numbers only, so that every machine computes the same.
fn log2(number: u32) -> u32 {
    let Some(whole) = number.checked_ilog2() else { return 0 };
    // One up to two, with thirty bits behind the point; squaring it doubles the logarithm.
    let mut mantissa = u64::from(number) << 30 >> whole;
    let mut result = whole;
    for _ in 0..10 {
        mantissa = (mantissa * mantissa) >> 30;
        let carry = (mantissa >> 31) as u32;
        mantissa >>= carry;
        result = result << 1 | carry;
    }
    result
}

impl Reductions {
    /// By how many plies to reduce a move that has just been made.
    ///
    /// The later the move and the greater the depth, the more; less for what has done well before, gives check or lies
    /// on a principal variation; more where a cutoff is expected anyway.
    pub(super) fn of_move<N: NodeKind>(
        &self,
        p: &Parameters,
        stack: &Stack,
        node: &Node,
        candidate: &Candidate,
        best: &Best,
    ) -> i32 {
        let first_candidates = if N::ROOT { 3 } else { 1 };
        if !p.late_move_reduction || node.depth.0 < 2 || best.number <= first_candidates {
            return 0;
        }
        let child = &stack[node.ply + 1];
        let mut reduction = self.get(node.depth, best.number);
        let quiet = candidate.mv.is_quiet();
        if !quiet {
            reduction += p.reduction_noisy - p.reduction_base;
        }
        let if_so = |applies: bool, amount: i32| if applies { amount } else { 0 };
        reduction += if_so(!node.improving, p.reduction_improving);
        reduction += if_so(node.expect == Expect::Cut, p.reduction_cut);
        reduction += if_so(quiet && node.tt_move.is_some_and(|mv| !mv.is_quiet()), p.reduction_noisy_tt_move);
        reduction += if_so(child.cutoffs > 3, p.reduction_cutoffs);
        reduction += if_so(best.mv.is_some(), p.reduction_raised);
        if let Some(entry) = node.entry {
            reduction += if_so(entry.score <= node.window.alpha, p.reduction_tt_fail);
            reduction -= if_so(entry.depth >= node.depth.0, p.reduction_tt_depth);
        }
        if N::PV {
            let width = node.window.beta.0 - best.alpha.0;
            reduction -= p.reduction_window * width.min(self.root_width) / self.root_width.max(1);
        }
        if p.correction_doubt {
            reduction -= p.correction_doubt_weight * node.correction();
        }
        reduction -= if_so(node.on_pv, p.reduction_pv) + if_so(N::PV, p.reduction_pv);
        reduction -= if_so(child.in_check, p.reduction_check);
        reduction -= if_so(quiet && stack[node.ply].is_killer(p, candidate.mv), p.reduction_killer);
        let history = candidate.history * 1024 / p.reduction_history;
        reduction -= history.clamp(-p.reduction_history_limit, p.reduction_history_limit);
        reduction / 1024
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_correct() {
        for (number, expected) in [(0, 0), (1, 0), (2, 1024), (3, 1623), (10, 3401), (64, 6144)] {
            assert_eq!(log2(number), expected, "log2({number})");
        }
    }

    #[test]
    fn later_moves_and_greater_depths_are_reduced_more() {
        let table = Reductions::new(&Parameters::DEFAULT);
        for depth in 2..60 {
            for number in 2..60 {
                assert!(table.get(Depth(depth), number + 1) >= table.get(Depth(depth), number));
                assert!(table.get(Depth(depth + 1), number) >= table.get(Depth(depth), number));
            }
        }
    }
}
