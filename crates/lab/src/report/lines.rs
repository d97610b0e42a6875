//! Curves: how something grows, falls or wanders.

use super::scale::{Scale, Spacing, mark};
use super::svg::{Anchor, COLORS, Canvas, Point};

/// A chart of curves.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines {
    /// What it shows.
    pub title: String,
    /// What goes to the right.
    pub across: String,
    /// What goes up.
    pub up: String,
    /// How the numbers that go up are spaced.
    pub spacing: Spacing,
    /// The curves.
    pub curves: Vec<Curve>,
    /// Heights that mean something, with their names.
    pub bounds: Vec<(f64, String)>,
}

/// One curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 545.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = HEIGHT - 48.0;
/// With few points each gets a dot.
const FEW: usize = 30;
/// More points than this do not improve a drawing.
const MANY: usize = 400;

impl Lines {
    /// The drawing.
    pub fn draw(&self) -> Canvas {
        let legend = 18.0 * self.curves.len() as f64 + TOP + 20.0;
        let mut canvas = Canvas::new(&self.title, WIDTH, HEIGHT.max(legend));
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let right = Scale::around(points().map(|point| point.0), Spacing::Linear, 7);
        let heights = points().map(|point| point.1).chain(self.bounds.iter().map(|(height, _)| *height));
        let up = Scale::around(heights, self.spacing, 6);
        let place = |point: &Point| {
            (LEFT + (RIGHT - LEFT) * right.share(point.0), BOTTOM - (BOTTOM - TOP) * up.share(point.1))
        };
        for tick in &up.ticks {
            let y = BOTTOM - (BOTTOM - TOP) * up.share(*tick);
            canvas.line("rule", (LEFT, y), (RIGHT, y));
            canvas.text("dim", (LEFT - 8.0, y + 4.0), Anchor::End, &mark(*tick));
        }
        for tick in &right.ticks {
            let x = LEFT + (RIGHT - LEFT) * right.share(*tick);
            canvas.line("rule", (x, BOTTOM), (x, BOTTOM + 4.0));
            canvas.text("dim", (x, BOTTOM + 18.0), Anchor::Middle, &mark(*tick));
        }
        canvas.text("dim", ((LEFT + RIGHT) / 2.0, BOTTOM + 38.0), Anchor::Middle, &self.across);
        canvas.text("dim", (LEFT - 60.0, TOP - 12.0), Anchor::Start, &self.up);
        for (height, name) in &self.bounds {
            let y = BOTTOM - (BOTTOM - TOP) * up.share(*height);
            canvas.line("bound", (LEFT, y), (RIGHT, y));
            canvas.text("dim", (RIGHT - 4.0, y - 5.0), Anchor::End, name);
        }
        for (index, curve) in self.curves.iter().enumerate() {
            let color = index % COLORS;
            let drawn: Vec<Point> = curve.thinned().iter().map(place).collect();
            canvas.curve(&format!("s{color}"), &drawn);
            if drawn.len() <= FEW {
                drawn.iter().for_each(|point| canvas.dot(&format!("f{color}"), *point));
            }
            let y = TOP + 6.0 + 18.0 * index as f64;
            canvas.bar(&format!("f{color}"), (RIGHT + 18.0, y - 9.0), 12.0, 12.0);
            canvas.text("", (RIGHT + 36.0, y + 1.0), Anchor::Start, &curve.name);
        }
        canvas
    }
}

impl Curve {
    /// The finite points, or of very many a part that is spread evenly and has the last.
    fn thinned(&self) -> Vec<Point> {
        let points: Vec<Point> =
            self.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        let step = points.len().div_ceil(MANY).max(1);
        points.iter().rev().step_by(step).rev().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_curves_keep_their_last_point() {
        let points = (0..10_000).map(|x| (f64::from(x), f64::from(x % 7))).chain([(1e4, f64::NAN)]);
        let curve = Curve { name: "a".into(), points: points.collect() };
        let thinned = curve.thinned();
        assert!(thinned.len() <= MANY && thinned.len() > MANY / 2);
        assert_eq!(thinned.last(), Some(&(9999.0, 3.0)));
    }

    #[test]
    fn curves_and_bounds_are_drawn() {
        let curve = |name: &str, points: &[Point]| Curve { name: name.into(), points: points.to_vec() };
        let lines = Lines {
            title: "t".into(),
            across: "pairs".into(),
            up: "LLR".into(),
            spacing: Spacing::Linear,
            curves: vec![curve("a & b", &[(1.0, 0.5), (2.0, -0.5)]), curve("none", &[])],
            bounds: vec![(2.94, "accepted".into())],
        };
        let text = lines.draw().inline();
        assert_eq!((text.matches("<polyline").count(), text.matches("<circle").count()), (2, 2));
        assert!(text.contains("a &amp; b") && text.contains("accepted") && !text.contains("NaN"), "{text}");
    }
}
