//! Bars with error bars: what each of several things is worth, under several conditions.

use super::scale::{Scale, Spacing, mark};
use super::svg::{Anchor, COLORS, Canvas};

/// A value and how far off it may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The value.
    pub value: f64,
    /// Half the width of its interval.
    pub error: f64,
}

/// A bar chart. Every row has a bar for each series that has a value there.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    /// What it shows.
    pub title: String,
    /// What the numbers are.
    pub unit: String,
    /// The conditions.
    pub series: Vec<String>,
    /// The things, each with a value for each series.
    pub rows: Vec<(String, Vec<Option<Measured>>)>,
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 200.0;
const RIGHT: f64 = 640.0;
const TOP: f64 = 34.0;
const BAR: f64 = 13.0;
const GAP: f64 = 9.0;
/// A side that won everything has infinite Elo; bars end here.
const MOST: f64 = 800.0;

impl Measured {
    fn text(&self) -> String {
        if !self.value.is_finite() {
            return if self.value > 0.0 { "all won".into() } else { "all lost".into() };
        }
        match self.error.is_finite() {
            true => format!("{:+.0} ± {:.0}", self.value, self.error),
            false => format!("{:+.0}", self.value),
        }
    }

    fn ends(&self) -> (f64, f64) {
        let error = if self.error.is_finite() { self.error } else { 0.0 };
        let clamp = |value: f64| value.clamp(-MOST, MOST);
        (clamp(self.value - error), clamp(self.value + error))
    }
}

impl Bars {
    /// The drawing.
    pub fn draw(&self) -> Canvas {
        let row_height = BAR * self.series.len() as f64 + GAP;
        let bottom = TOP + row_height * self.rows.len() as f64;
        let mut canvas = Canvas::new(&self.title, WIDTH, bottom + 44.0);
        let measured = self.rows.iter().flat_map(|(_, values)| values.iter().flatten());
        let ends = measured.flat_map(|measured| <[f64; 2]>::from(measured.ends()));
        let scale = Scale::around(ends.chain([0.0]), Spacing::Linear, 7);
        let across = |value: f64| LEFT + (RIGHT - LEFT) * scale.share(value);
        self.legend(&mut canvas);
        for tick in &scale.ticks {
            let x = across(*tick);
            canvas.line(if *tick == 0.0 { "axis" } else { "rule" }, (x, TOP - 4.0), (x, bottom));
            canvas.text("dim", (x, bottom + 16.0), Anchor::Middle, &mark(*tick));
        }
        canvas.text("dim", ((LEFT + RIGHT) / 2.0, bottom + 34.0), Anchor::Middle, &self.unit);
        for (index, (label, values)) in self.rows.iter().enumerate() {
            let top = TOP + row_height * index as f64 + GAP / 2.0;
            let middle = top + BAR * self.series.len() as f64 / 2.0 + 4.0;
            canvas.text("", (LEFT - 10.0, middle), Anchor::End, label);
            for (series, measured) in values.iter().enumerate() {
                let Some(measured) = measured else { continue };
                let y = top + BAR * series as f64;
                let (zero, value) = (across(0.0), across(measured.value.clamp(-MOST, MOST)));
                let (from, to) = (zero.min(value), zero.max(value));
                canvas.bar(
                    &format!("f{}", series % COLORS),
                    (from, y + 1.0),
                    (to - from).max(1.0),
                    BAR - 2.0,
                );
                let (low, high) = measured.ends();
                let y = y + BAR / 2.0;
                canvas.line("error", (across(low), y), (across(high), y));
                for end in [low, high] {
                    canvas.line("error", (across(end), y - 3.0), (across(end), y + 3.0));
                }
                canvas.text("", (RIGHT + 12.0, y + 4.0), Anchor::Start, &measured.text());
            }
        }
        canvas
    }

    fn legend(&self, canvas: &mut Canvas) {
        let mut x = LEFT;
        for (index, name) in self.series.iter().enumerate() {
            canvas.bar(&format!("f{}", index % COLORS), (x, 8.0), 12.0, 12.0);
            canvas.text("", (x + 17.0, 18.0), Anchor::Start, name);
            x += 17.0 + 7.0 * name.chars().count() as f64 + 22.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_bar_even_if_not_finite() {
        let some = |value, error| Some(Measured { value, error });
        let bars = Bars {
            title: "worth <of> it".into(),
            unit: "Elo".into(),
            series: vec!["time".into(), "depth".into()],
            rows: vec![
                ("a<b".into(), vec![some(100.0, 30.0), some(-7.0, 20.0)]),
                ("c".into(), vec![None, some(f64::INFINITY, f64::NAN)]),
            ],
        };
        let text = bars.draw().file();
        // Three bars, and two squares of the legend.
        assert_eq!(text.matches("<rect").count(), 5, "{text}");
        for part in ["a&lt;b", "+100 ± 30", "-7 ± 20", "all won", "worth &lt;of&gt; it"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
