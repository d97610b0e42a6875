//! A tree as a drawing: the root on the left, a column for each ply, branches as thick as they were travelled.

use super::{name, worth};
use std::fmt::Write;
use vernier_engine::TreeView;

const WIDTH: f64 = 96.0;
const HEIGHT: f64 = 34.0;
const COLUMN: f64 = 150.0;
const ROW: f64 = 42.0;
const MARGIN: f64 = 10.0;

/// A whole SVG document.
pub(super) fn draw(root: &TreeView) -> String {
    let (mut branches, mut boxes) = (String::new(), String::new());
    let mut drawing = Drawing { branches: &mut branches, boxes: &mut boxes, rows: 0.0, columns: 0 };
    drawing.node(None, root, 0);
    let (width, height) = (
        2.0 * MARGIN + COLUMN * drawing.columns as f64 + WIDTH,
        2.0 * MARGIN + ROW * (drawing.rows - 1.0) + HEIGHT,
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n{branches}{boxes}</svg>\n"
    )
}

struct Drawing<'a> {
    branches: &'a mut String,
    boxes: &'a mut String,
    /// Rows used so far: one for each node without children.
    rows: f64,
    columns: usize,
}

impl Drawing<'_> {
    /// Draws a node and all below it; gives the height of its middle.
    fn node(&mut self, parent: Option<&TreeView>, node: &TreeView, depth: usize) -> f64 {
        self.columns = self.columns.max(depth);
        let left = MARGIN + COLUMN * depth as f64;
        let heights: Vec<f64> =
            node.children.iter().map(|child| self.node(Some(node), child, depth + 1)).collect();
        let middle = match (heights.first(), heights.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => {
                self.rows += 1.0;
                MARGIN + ROW * (self.rows - 1.0) + HEIGHT / 2.0
            }
        };
        for (child, height) in node.children.iter().zip(heights) {
            let (from, to) = (left + WIDTH, left + COLUMN);
            let bend = (from + to) / 2.0;
            let thickness = 1.0 + 7.0 * f64::from(child.visits) / f64::from(node.visits.max(1));
            let _ = writeln!(
                self.branches,
                "<path d=\"M{from} {middle}C{bend} {middle} {bend} {height} {to} {height}\" fill=\"none\" stroke=\"#9ab\" \
                 stroke-width=\"{thickness:.1}\"/>"
            );
        }
        self.label(left, middle, &name(parent, node), node);
        middle
    }

    fn label(&mut self, left: f64, middle: f64, name: &str, node: &TreeView) {
        let (top, center) = (middle - HEIGHT / 2.0, left + WIDTH / 2.0);
        // Green if good for the player who moved, red if bad.
        let hue = (120.0 * node.value).round();
        let _ = writeln!(
            self.boxes,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\" fill=\"hsl({hue},60%,85%)\" \
             stroke=\"#567\"/><text x=\"{center}\" y=\"{}\" font-weight=\"bold\">{name}</text><text x=\"{center}\" y=\"{}\">{} · {}</text>",
            middle - 3.0,
            middle + 12.0,
            node.visits,
            worth(node)
        );
    }
}
