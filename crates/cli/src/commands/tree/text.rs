//! A tree as indented lines.

use super::{name, worth};
use std::fmt::Write;
use vernier_engine::TreeView;

/// A head line, then one line a node.
pub(super) fn draw(root: &TreeView) -> String {
    let mut text = format!("{:<28} {:>9} {:>8} {:>8}\n", "move", "visits", "value", "policy");
    branch(&mut text, None, root, 0);
    text
}

fn branch(text: &mut String, parent: Option<&TreeView>, node: &TreeView, depth: usize) {
    let label = format!("{}{}", "  ".repeat(depth), name(parent, node));
    // Writing to a string cannot fail.
    let _ =
        writeln!(text, "{label:<28} {:>9} {:>8} {:>6.1} %", node.visits, worth(node), 100.0 * node.policy);
    node.children.iter().for_each(|child| branch(text, Some(node), child, depth + 1));
}
