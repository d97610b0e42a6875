//! Plain Rust: short, and what every other kernel must equal.

use crate::block::Line;

pub(super) fn add(rows: &[&[Line]], sums: &mut [i16]) {
    for row in rows {
        let weights = row.iter().flat_map(|line| line.0);
        sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += i16::from(weight));
    }
}

pub(super) fn dot(hidden: &[u8], row: &[Line]) -> i32 {
    let weights = row.iter().flat_map(|line| line.0);
    hidden.iter().zip(weights).map(|(value, weight)| i32::from(*value) * i32::from(weight)).sum()
}
