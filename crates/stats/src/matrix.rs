//! Small symmetric matrices, as rows in one slice.

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
    fn inverse_times_matrix_is_one() {
        let matrix = [0.0, 2.0, 1.0, 3.0];
        let found = inverse(&matrix, 2).expect("regular");
        assert_eq!(found, [-1.5, 1.0, 0.5, 0.0]);
        assert_eq!(inverse(&[1.0, 1.0, 1.0, 1.0], 2), None);
    }
}
