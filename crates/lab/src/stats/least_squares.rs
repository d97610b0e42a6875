//! Least squares: the weights with which sums of known values come nearest to what was seen.

/// A weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitted {
    /// The best one.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// The weight of each value in rows of values and results. None if there are too few rows, or if two values always go together.
///
/// ```
/// use vernier_lab::stats::fit;
/// let rows = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 2.0]].map(|row| (row.to_vec(), 3.0 * row[0] - row[1]));
/// let fitted = fit(&rows).expect("four rows tell two weights apart");
/// assert!((fitted[0].value - 3.0).abs() < 1e-9 && (fitted[1].value + 1.0).abs() < 1e-9);
/// assert!(fit(&rows[..2]).is_none());
/// ```
pub fn fit(rows: &[(Vec<f64>, f64)]) -> Option<Vec<Fitted>> {
    let count = rows.first()?.0.len();
    let freedom = rows.len().checked_sub(count).filter(|freedom| *freedom > 0)?;
    let mut products = vec![vec![0.0; count]; count];
    let mut sums = vec![0.0; count];
    for (values, result) in rows {
        for ((value, sum), row) in values.iter().zip(&mut sums).zip(&mut products) {
            *sum += value * result;
            row.iter_mut().zip(values).for_each(|(product, other)| *product += value * other);
        }
    }
    let inverse = inverse(products)?;
    let weights: Vec<f64> = inverse.iter().map(|row| dot(row, &sums)).collect();
    let squares: f64 = rows.iter().map(|(values, result)| (result - dot(values, &weights)).powi(2)).sum();
    let variance = squares / freedom as f64;
    let error = |index: usize| (variance * inverse[index][index]).sqrt();
    Some(
        weights.into_iter().enumerate().map(|(index, value)| Fitted { value, error: error(index) }).collect(),
    )
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// The inverse of a symmetric matrix by elimination; none if it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for pivot in 0..count {
        let best =
            (pivot..count).max_by(|a, b| matrix[*a][pivot].abs().total_cmp(&matrix[*b][pivot].abs()))?;
        matrix.swap(pivot, best);
        let scale = matrix[pivot][pivot];
        if scale.abs() < 1e-9 {
            return None;
        }
        matrix[pivot].iter_mut().for_each(|value| *value /= scale);
        let row = matrix[pivot].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = other[pivot];
            other.iter_mut().zip(&row).for_each(|(value, above)| *value -= factor * above);
        }
    }
    Some(matrix.into_iter().map(|row| row[count..].to_vec()).collect())
}
