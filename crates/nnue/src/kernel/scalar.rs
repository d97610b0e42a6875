//! Plain Rust: short, and what every other kernel must equal.

use super::layers::{Products, Values, halves};
use crate::block::Block;
use crate::layers::{Layers, SECOND, VALUE, VALUES};

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

layers!();

/// The products of a view's halves, clipped and cut off to seven bits. Short enough for the compiler to make vectors of it, which
/// kernels without instructions for it rely on.
#[inline(always)]
pub(super) fn multiply_halves(sums: &[Block], out: &mut [Products]) {
    let (left, right) = halves(sums);
    for ((out, left), right) in out.iter_mut().zip(left).zip(right) {
        for ((out, left), right) in out.0.iter_mut().zip(&left.0).zip(&right.0) {
            let product = i32::from((*left).clamp(0, 255)) * i32::from((*right).clamp(0, 255));
            *out = (product >> 9) as u8;
        }
    }
}

/// What the third layer reads of the second.
fn second(values: &[Products], layers: &Layers) -> [i32; SECOND] {
    let mut sums = layers.second_biases;
    for (values, line) in
        values.iter().flat_map(|products| products.0.as_chunks::<VALUES>().0).zip(&layers.second)
    {
        for (sum, weights) in sums.iter_mut().zip(line.0.as_chunks::<VALUES>().0) {
            let products = values.iter().zip(weights);
            *sum += products.map(|(value, weight)| i32::from(*value) * i32::from(*weight)).sum::<i32>();
        }
    }
    Layers::activate(sums)
}

/// The last two layers.
#[inline(always)]
pub(super) fn last(values: &[i32; SECOND], layers: &Layers) -> i32 {
    let mut sums = layers.third_biases;
    for (value, row) in values.iter().zip(&layers.third) {
        let (clipped, squared) = (value & 0xffff, value >> 16);
        for (sum, weights) in sums.iter_mut().zip(row) {
            *sum += clipped * i32::from(weights[0]) + squared * i32::from(weights[1]);
        }
    }
    let mut score = layers.output_bias;
    for (sum, weight) in sums.iter().zip(&layers.output) {
        let value = (sum >> 10).clamp(0, VALUE);
        score += ((value * value) >> 12) * weight;
    }
    score
}
