//! A tree in the language of Graphviz.

use super::{name, worth};
use std::fmt::Write;
use vernier_engine::TreeView;

/// A directed graph; edges are as thick as they were travelled.
pub(super) fn draw(root: &TreeView) -> String {
    let mut text =
        "digraph tree {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
            .to_owned();
    branch(&mut text, None, root, &mut 0);
    text + "}\n"
}

fn branch(text: &mut String, parent: Option<&TreeView>, node: &TreeView, next: &mut usize) {
    let number = *next;
    let _ =
        writeln!(text, "  n{number} [label=\"{}\\n{}\\n{}\"];", name(parent, node), node.visits, worth(node));
    for child in &node.children {
        *next += 1;
        let width = 1.0 + 6.0 * f64::from(child.visits) / f64::from(node.visits.max(1));
        let _ = writeln!(text, "  n{number} -> n{} [penwidth={width:.1}];", *next);
        branch(text, Some(node), child, next);
    }
}
