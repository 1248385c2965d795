//! Least squares with a small charge on large weights.

/// Weights w that make `row · w` nearest to `wanted` for all `rows`, each counting as much as its `weights`: least squares with
/// a small charge, `ridge` times the mean diagonal, on everything but the first weight (Hoerl and Kennard 1970). None for lists
/// that do not fit together or without rows.
pub fn ridge_fit(rows: &[Vec<f64>], wanted: &[f64], weights: &[f64], ridge: f64) -> Option<Vec<f64>> {
    let size = rows.first()?.len();
    if rows.len() != wanted.len() || rows.len() != weights.len() || rows.iter().any(|row| row.len() != size) {
        return None;
    }
    let mut left = vec![0.0; size * size];
    let mut right = vec![0.0; size];
    for ((row, wanted), weight) in rows.iter().zip(wanted).zip(weights) {
        for (i, a) in row.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            right[i] += weight * a * wanted;
            for (j, b) in row.iter().enumerate() {
                left[i * size + j] += weight * a * b;
            }
        }
    }
    let trace: f64 = (0..size).map(|i| left[i * size + i]).sum();
    let charge = ridge * trace / size as f64;
    for i in 1..size {
        left[i * size + i] += charge;
    }
    let inverse = inverse(&left, size)?;
    Some(
        inverse
            .chunks(size)
            .map(|row| row.iter().zip(&right).map(|(a, b)| a * b).sum())
            .collect(),
    )
}

/// Inverse of a positive definite matrix of `size` rows, by Gauss and Jordan with pivots; none when it is singular.
pub(super) fn inverse(matrix: &[f64], size: usize) -> Option<Vec<f64>> {
    let mut left = matrix.to_vec();
    let mut right = vec![0.0; size * size];
    for i in 0..size {
        right[i * size + i] = 1.0;
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| {
            let cell = |row: usize| left[row * size + column].abs();
            cell(*a).total_cmp(&cell(*b))
        })?;
        let head = left[pivot * size + column];
        if head == 0.0 || !head.is_finite() {
            return None;
        }
        for k in 0..size {
            left.swap(column * size + k, pivot * size + k);
            right.swap(column * size + k, pivot * size + k);
        }
        for k in 0..size {
            left[column * size + k] /= head;
            right[column * size + k] /= head;
        }
        for row in (0..size).filter(|row| *row != column) {
            let factor = left[row * size + column];
            for k in 0..size {
                left[row * size + k] -= factor * left[column * size + k];
                right[row * size + k] -= factor * right[column * size + k];
            }
        }
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_what_the_rows_were_made_of() {
        let rows: Vec<Vec<f64>> = (0..12).map(|n| vec![1.0, f64::from(n % 3), f64::from(n % 4)]).collect();
        let wanted: Vec<f64> = rows.iter().map(|row| 2.0 - 3.0 * row[1] + 0.5 * row[2]).collect();
        let found = ridge_fit(&rows, &wanted, &[1.0; 12], 1e-9).expect("rows");
        assert!((found[0] - 2.0).abs() < 1e-6 && (found[1] + 3.0).abs() < 1e-6 && (found[2] - 0.5).abs() < 1e-6);
        // What no row has is not learned, and keeps nothing else from being learned.
        let rows: Vec<Vec<f64>> = rows.into_iter().map(|row| [&row[..], &[0.0]].concat()).collect();
        let found = ridge_fit(&rows, &wanted, &[1.0; 12], 1e-9).expect("rows");
        assert!(found[3].abs() < 1e-12 && (found[1] + 3.0).abs() < 1e-6);
        assert_eq!(ridge_fit(&rows, &wanted[1..], &[1.0; 12], 1e-9), None);
        assert_eq!(ridge_fit(&[], &[], &[], 1.0), None);
    }

    #[test]
    fn inverse_times_matrix_is_one() {
        let matrix = [0.0, 2.0, 1.0, 3.0];
        let found = inverse(&matrix, 2).expect("regular");
        assert_eq!(found, [-1.5, 1.0, 0.5, 0.0]);
        assert_eq!(inverse(&[1.0, 1.0, 1.0, 1.0], 2), None);
    }
}
