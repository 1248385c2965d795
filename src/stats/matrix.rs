//! Small symmetric matrices, as rows in one slice.

/// Eigenvalues and eigenvectors (columns) of a symmetric matrix of `size` rows, by Jacobi's cyclic rotations (Golub and
/// Van Loan 1996, 8.4).
pub(super) fn eigen(mut matrix: Vec<f64>, size: usize) -> (Vec<f64>, Vec<f64>) {
    let mut vectors = vec![0.0; size * size];
    for i in 0..size {
        vectors[i * size + i] = 1.0;
    }
    let scale: f64 = matrix.iter().map(|cell| cell * cell).sum();
    for _ in 0..100 {
        let off: f64 = (0..size)
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| matrix[i * size + j] * matrix[i * size + j])
            .sum();
        if off <= scale * 1e-34 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                if matrix[p * size + q] != 0.0 {
                    rotate(&mut matrix, &mut vectors, size, p, q);
                }
            }
        }
    }
    ((0..size).map(|i| matrix[i * size + i]).collect(), vectors)
}

/// One rotation that clears the cell (p, q).
fn rotate(matrix: &mut [f64], vectors: &mut [f64], size: usize, p: usize, q: usize) {
    let theta = (matrix[q * size + q] - matrix[p * size + p]) / (2.0 * matrix[p * size + q]);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let tangent = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turn = |cells: &mut [f64], i: usize, j: usize| {
        let (a, b) = (cells[i], cells[j]);
        cells[i] = cosine * a - sine * b;
        cells[j] = sine * a + cosine * b;
    };
    for k in 0..size {
        turn(matrix, k * size + p, k * size + q);
    }
    for k in 0..size {
        turn(matrix, p * size + k, q * size + k);
        turn(vectors, k * size + p, k * size + q);
    }
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
    fn eigenvectors_rebuild_the_matrix() {
        let matrix = vec![4.0, 1.0, -2.0, 1.0, 3.0, 0.5, -2.0, 0.5, 1.0];
        let (values, vectors) = eigen(matrix.clone(), 3);
        for i in 0..3 {
            for j in 0..3 {
                let cell: f64 = (0..3)
                    .map(|k| vectors[i * 3 + k] * values[k] * vectors[j * 3 + k])
                    .sum();
                assert!((cell - matrix[i * 3 + j]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn inverse_times_matrix_is_one() {
        let matrix = [0.0, 2.0, 1.0, 3.0];
        let found = inverse(&matrix, 2).expect("regular");
        assert_eq!(found, [-1.5, 1.0, 0.5, 0.0]);
        assert_eq!(inverse(&[1.0, 1.0, 1.0, 1.0], 2), None);
    }
}
