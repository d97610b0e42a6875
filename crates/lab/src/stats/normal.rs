//! The normal distribution.

/// 95 % of a normal distribution lie within this many standard deviations.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is at most `x`.
pub fn cumulative(x: f64) -> f64 {
    let upper_tail = tail(x.abs());
    if x > 0.0 { 1.0 - upper_tail } else { upper_tail }
}

/// The probability above `x >= 0`: a power series near the middle, where it converges fast, and a continued
/// fraction further out, where the series would cancel.
fn tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < 3.0 {
        let (mut term, mut sum) = (x, x);
        for n in 1..200 {
            term *= x * x / (2.0 * f64::from(n) + 1.0);
            sum += term;
            if term < 1e-17 * sum {
                break;
            }
        }
        0.5 - density * sum
    } else {
        let fraction = (1..=60).rev().fold(x, |below, n| x + f64::from(n) / below);
        density / fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_published_tables() {
        let cases = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (TWO_SIDED_95, 0.975),
            (2.999_999, 0.9986500975365148),
            (3.0, 0.998_650_101_968_37),
            (5.0, 0.999_999_713_348_428),
            (-8.0, 6.220_960_574_271_785e-16),
        ];
        for (x, expected) in cases {
            let found = cumulative(x);
            assert!(
                (found - expected).abs() < 1e-12_f64.min(expected * 1e-9),
                "{x}: {found}, not {expected}"
            );
        }
    }
}
