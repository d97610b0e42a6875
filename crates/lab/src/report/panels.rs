//! How the games of several pairings ended: a panel for each, with pairs by points and results by color.

use super::svg::{Anchor, Canvas};

/// The games of one pairing, as the first engine sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    /// What it is about.
    pub title: String,
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Games won, drawn and lost with White.
    pub as_white: [u64; 3],
    /// The same with Black.
    pub as_black: [u64; 3],
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 300.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 34.0;
const BAR: f64 = 14.0;
const HEIGHT: f64 = 3.0 * BAR + 14.0;
/// From everything lost to everything won, as classes of the style.
const FIVE: [&str; 5] = ["f4", "f1", "f7", "f6", "f2"];
const THREE: [&str; 3] = ["f2", "f7", "f4"];

/// A panel for each pairing, one below the other.
pub fn draw(title: &str, panels: &[Panel]) -> Canvas {
    let mut canvas = Canvas::new(title, WIDTH, TOP + HEIGHT * panels.len() as f64 + 6.0);
    let mut x = LEFT;
    for (class, name) in FIVE.into_iter().zip(["0", "½", "1", "1½", "2 points"]) {
        canvas.bar(class, (x, 8.0), 12.0, 12.0);
        canvas.text("", (x + 16.0, 18.0), Anchor::Start, name);
        x += 48.0;
    }
    for (index, panel) in panels.iter().enumerate() {
        let top = TOP + HEIGHT * index as f64;
        canvas.text("", (10.0, top + BAR - 3.0), Anchor::Start, &panel.title);
        stacked(&mut canvas, top, "pairs", panel.pairs, FIVE);
        stacked(&mut canvas, top + BAR, "with White + = -", panel.as_white, THREE);
        stacked(&mut canvas, top + 2.0 * BAR, "with Black + = -", panel.as_black, THREE);
    }
    canvas
}

/// One bar, divided as the counts are.
fn stacked<const N: usize>(canvas: &mut Canvas, top: f64, label: &str, counts: [u64; N], classes: [&str; N]) {
    canvas.text("dim", (LEFT - 10.0, top + BAR - 3.0), Anchor::End, label);
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let mut x = LEFT;
    for (count, class) in counts.into_iter().zip(classes).filter(|(count, _)| *count > 0) {
        let width = (RIGHT - LEFT) * count as f64 / all;
        canvas.bar(class, (x, top + 1.0), width, BAR - 2.0);
        x += width;
    }
    let numbers = counts.map(|count| count.to_string()).join(" ");
    canvas.text("", (RIGHT + 12.0, top + BAR - 3.0), Anchor::Start, &numbers);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_has_its_part_of_a_bar() {
        let panel = Panel {
            title: "null <move>".into(),
            pairs: [1, 0, 2, 0, 1],
            as_white: [3, 1, 0],
            as_black: [0, 0, 0],
        };
        let text = draw("all", &[panel]).file();
        // Five squares of the legend, three parts of the pairs, two of the games with White.
        assert_eq!(text.matches("<rect").count(), 10, "{text}");
        assert!(text.contains("null &lt;move&gt;") && text.contains("1 0 2 0 1"), "{text}");
        assert!(!text.contains("NaN"), "{text}");
    }
}
