//! Plain Rust: short, and what every other kernel must equal.

use crate::block::Block;

pub(super) fn update(from: &[Block], removed: &[&[Block]], placed: &[&[Block]], out: &mut [Block]) {
    for (index, (out, from)) in out.iter_mut().zip(from).enumerate() {
        let mut sum = *from;
        for row in removed {
            sum.0.iter_mut().zip(row[index].0).for_each(|(sum, weight)| *sum = sum.wrapping_sub(weight));
        }
        for row in placed {
            sum.0.iter_mut().zip(row[index].0).for_each(|(sum, weight)| *sum = sum.wrapping_add(weight));
        }
        *out = sum;
    }
}

/// `update` for a number of rows that the compiler knows.
pub(super) fn exchange<const R: usize, const P: usize>(
    from: &[Block],
    removed: [&[Block]; R],
    placed: [&[Block]; P],
    out: &mut [Block],
) {
    update(from, &removed, &placed, out);
}

pub(super) fn dot<const SQUARED: bool>(sums: &[Block], weights: &[Block], limit: i16) -> i64 {
    let pairs = sums.iter().zip(weights).flat_map(|(sums, weights)| sums.0.into_iter().zip(weights.0));
    let power = if SQUARED { 2 } else { 1 };
    pairs.map(|(sum, weight)| i64::from(sum.clamp(0, limit)).pow(power) * i64::from(weight)).sum()
}
