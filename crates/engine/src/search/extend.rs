//! Moves that deserve a deeper search.

use super::Search;
use super::depth::Depth;
use super::kind::{Expect, NodeKind, Scout};
use super::look::Node;
use super::window::Window;
use crate::Score;

/// The result of the singularity test of the tt move.
pub(super) enum Extension {
    /// Search the tt move deeper by this many plies; less deep if negative.
    By(i32),
    /// Other moves beat beta as well: the node is done.
    MultiCut(Score),
}

impl Search<'_> {
    /// True as long as the line is shorter than twice the iteration. Without that bound a line in which every move gains
    /// a ply would never end.
    pub(super) fn may_extend(&self, node: &Node) -> bool {
        node.ply < 2 * self.root.depth as usize
    }

    /// Singular extension: if every other move falls far short of what the table promises of its move, then everything
    /// hangs on that move, and it is searched deeper. If other moves also beat beta, the node is as good as cut
    /// (multi-cut); if the move is merely one of several good ones, it gets less depth (negative extension).
    pub(super) fn singular<N: NodeKind>(&mut self, node: &Node) -> Extension {
        let (p, beta) = (self.parameters, node.window.beta);
        let (Some(entry), Some(tt_move)) = (node.entry, node.tt_move) else { return Extension::By(0) };
        let applies = p.singular_extension
            && !N::ROOT
            && node.excluded.is_none()
            && node.depth.0 >= p.singular_depth + i32::from(node.on_pv)
            && entry.depth >= node.depth.0 - 3
            && entry.bound.is_lower()
            && !entry.score.is_decisive()
            && self.may_extend(node);
        if !applies {
            return Extension::By(0);
        }
        let former_pv = i32::from(node.on_pv && !N::PV);
        let margin = p.singular_margin + p.singular_former_pv * former_pv;
        let target = entry.score - margin * node.depth.0 / 16;
        let half = Depth((node.depth.0 - 1) / 2);
        self.walk.stack[node.ply].excluded = Some(tt_move);
        let score = self.node::<Scout>(Window::reaching(target), half, node.ply, node.expect);
        self.walk.stack[node.ply].excluded = None;
        if score < target {
            let doubles = self.walk.stack[node.ply].doubles;
            let twice = !N::PV && score < target - p.singular_double_margin && doubles < p.singular_doubles;
            let thrice = twice && tt_move.is_quiet() && score < target - p.singular_triple_margin;
            return Extension::By(1 + i32::from(twice) + i32::from(thrice));
        }
        if p.multi_cut && !N::PV && score >= beta && !score.is_decisive() {
            return Extension::MultiCut(beta + (score.0 - beta.0) * p.multi_cut_share / 100);
        }
        let fails_high = entry.score >= beta;
        let less = p.negative_extension && (fails_high || node.expect == Expect::Cut);
        Extension::By(if less { -(p.negative_extension_plies - i32::from(N::PV)) } else { 0 })
    }
}
