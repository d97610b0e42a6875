//! The upper part of a count: where positions are remembered, and where the tree may be deeper than the stack.

use super::table::Table;
use super::walk::walk;
use crate::{Board, Move, Undo};

/// Without a table, what is no deeper than this goes to the plain recursion.
const RECURSION: u32 = 32;
/// Below this, counting anew is faster than asking the table.
const REMEMBERED: u32 = 2;

/// A position on the way down.
struct Node {
    /// How it was reached; the root was not.
    arrived: Option<(Move, Undo)>,
    /// Where its untried moves begin in the common pile.
    first: usize,
    /// Leaves found below it so far.
    leaves: u64,
}

/// Counts leaves with the path on the heap instead of the stack.
pub(super) fn descend(board: &Board, mut depth: u32, table: Option<&Table>) -> u64 {
    if let Some(leaves) = at_once(board, depth, table) {
        return leaves;
    }
    let mut board = *board;
    let mut node = Node { arrived: None, first: 0, leaves: 0 };
    let mut above = Vec::new();
    let mut untried = board.legal_moves().to_vec();
    loop {
        if untried.len() > node.first
            && let Some(mv) = untried.pop()
        {
            let undo = board.make(mv);
            if let Some(leaves) = at_once(&board, depth - 1, table) {
                node.leaves = node.leaves.saturating_add(leaves);
                board.unmake(mv, undo);
                continue;
            }
            depth -= 1;
            above.push(node);
            node = Node { arrived: Some((mv, undo)), first: untried.len(), leaves: 0 };
            untried.extend_from_slice(&board.legal_moves());
        } else {
            if let Some(table) = table {
                table.store(&board, depth, node.leaves);
            }
            let (Some((mv, undo)), Some(parent)) = (node.arrived, above.pop()) else { return node.leaves };
            board.unmake(mv, undo);
            depth += 1;
            node = Node { leaves: parent.leaves.saturating_add(node.leaves), ..parent };
        }
    }
}

/// The count, if it is known already or small enough to find without a path.
#[inline]
fn at_once(board: &Board, depth: u32, table: Option<&Table>) -> Option<u64> {
    let Some(table) = table else { return (depth <= RECURSION).then(|| walk(board, depth)) };
    if depth < REMEMBERED {
        return Some(walk(board, depth));
    }
    table.probe(board, depth).or_else(|| {
        (depth == REMEMBERED).then(|| {
            let leaves = walk(board, depth);
            table.store(board, depth, leaves);
            leaves
        })
    })
}
