//! An axis: which numbers are marked on it, and where a number lies.

/// How distances on an axis relate to numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spacing {
    /// Equal differences are equally far.
    Linear,
    /// Equal ratios are equally far.
    Logarithmic,
}

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Scale {
    spacing: Spacing,
    low: f64,
    high: f64,
    /// The numbers to mark.
    pub ticks: Vec<f64>,
}

impl Scale {
    /// An axis that holds all the finite ones of these values, with about `wanted` marks at round numbers.
    pub fn around(values: impl IntoIterator<Item = f64>, spacing: Spacing, wanted: usize) -> Self {
        let usable = |value: &f64| value.is_finite() && (spacing == Spacing::Linear || *value > 0.0);
        let (low, high) = values
            .into_iter()
            .filter(usable)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        match spacing {
            _ if low > high => Self::linear(0.0, 1.0, wanted),
            Spacing::Linear => Self::linear(low, high, wanted),
            Spacing::Logarithmic => Self::logarithmic(low, high),
        }
    }

    fn linear(low: f64, high: f64, wanted: usize) -> Self {
        let width = if high > low { high - low } else { low.abs().max(1.0) };
        let rough = width / wanted.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0].map(|round| round * power);
        let step = step.into_iter().find(|step| *step >= rough * 0.999).unwrap_or(10.0 * power);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let last = if last > first { last } else { first + 1.0 };
        let ticks: Vec<f64> =
            (0..=(last - first) as usize).map(|index| (first + index as f64) * step).collect();
        Self { spacing: Spacing::Linear, low: first * step, high: last * step, ticks }
    }

    fn logarithmic(low: f64, high: f64) -> Self {
        let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        let last = last.max(first + 1);
        let ticks = (first..=last).map(|power| 10f64.powi(power)).collect();
        Self { spacing: Spacing::Logarithmic, low: 10f64.powi(first), high: 10f64.powi(last), ticks }
    }

    /// Where a value lies on the way from one end (0) to the other (1). Values off the axis lie at its ends.
    pub fn share(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        match self.spacing {
            Spacing::Linear => (value - self.low) / (self.high - self.low),
            Spacing::Logarithmic => (value / self.low).log10() / (self.high / self.low).log10(),
        }
    }
}

/// A number as it is written beside a mark: round, with thousands apart.
pub fn mark(value: f64) -> String {
    if value == 0.0 || value.abs() >= 1.0 && value.fract().abs() < 1e-9 {
        return grouped(value as i64);
    }
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A whole number with thousands apart.
///
/// ```
/// assert_eq!(vernier_lab::report::grouped(-1234567), "-1,234,567");
/// ```
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_marks_are_round_and_cover_all_values() {
        let scale = Scale::around([-37.0, 410.0, f64::INFINITY, f64::NAN], Spacing::Linear, 6);
        assert_eq!(scale.ticks, [-100.0, 0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
        assert_eq!((scale.share(-100.0), scale.share(200.0), scale.share(1e9)), (0.0, 0.5, 1.0));
        let narrow = Scale::around([0.0131, 0.0135], Spacing::Linear, 4);
        assert!(narrow.ticks.len() >= 4 && narrow.ticks.len() <= 6, "{narrow:?}");
        let nodes = Scale::around([12.0, 9_000.0], Spacing::Logarithmic, 0);
        assert_eq!(nodes.ticks, [10.0, 100.0, 1000.0, 10_000.0]);
        assert!((nodes.share(316.227766) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn an_axis_exists_for_no_value_and_for_one() {
        for scale in [
            Scale::around([], Spacing::Linear, 5),
            Scale::around([7.0], Spacing::Linear, 5),
            Scale::around([0.0], Spacing::Linear, 5),
            Scale::around([-3.0], Spacing::Logarithmic, 5),
            Scale::around([100.0], Spacing::Logarithmic, 5),
        ] {
            assert!(scale.ticks.len() >= 2 && scale.high > scale.low, "{scale:?}");
            assert!(scale.share(7.0).is_finite());
        }
    }

    #[test]
    fn numbers_are_readable() {
        let marks = [0.0, 1000.0, -2500.0, 0.0135, 2.5].map(mark);
        assert_eq!(marks, ["0", "1,000", "-2,500", "0.0135", "2.5"]);
        assert_eq!((grouped(999).as_str(), grouped(100_000).as_str()), ("999", "100,000"));
    }
}
