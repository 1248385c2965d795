//! Is a seat favoured? Goodness of fit of counts to expected shares.

use super::special::chi2_sf;

/// How far counts are from what was expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Pearson's statistic.
    pub chi2: f64,
    /// Likelihood-ratio statistic.
    pub g: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// p-value of `chi2`.
    pub p_chi2: f64,
    /// p-value of `g`.
    pub p_g: f64,
    /// Cohen's w.
    pub w: f64,
    /// Cramér's V: 0 as expected, 1 when one cell takes all.
    pub v: f64,
    /// The same without the part that noise alone gives.
    pub v_debiased: f64,
    /// Standardised residual of each cell.
    pub residuals: Vec<f64>,
}

/// Goodness of fit of one winner per game: `counts` against shares `expected`, which add up to 1.
pub fn gof(counts: &[u64], expected: &[f64]) -> Fit {
    let n: f64 = counts.iter().map(|count| *count as f64).sum();
    let df = counts.len().saturating_sub(1) as f64;
    let (mut chi2, mut g) = (0.0, 0.0);
    let mut residuals = Vec::with_capacity(counts.len());
    for (count, share) in counts.iter().zip(expected) {
        let (observed, wanted) = (*count as f64, n * share);
        if wanted > 0.0 {
            chi2 += (observed - wanted).powi(2) / wanted;
        }
        if observed > 0.0 {
            g += 2.0 * observed * libm::log(observed / wanted);
        }
        let sd = (n * share * (1.0 - share)).sqrt();
        residuals.push(if sd > 0.0 { (observed - wanted) / sd } else { 0.0 });
    }
    let g = g.max(0.0);
    let least = expected.iter().copied().fold(1.0, f64::min);
    let effect = |statistic: f64| {
        let most = 1.0 / least - 1.0;
        if n > 0.0 && most > 0.0 {
            (statistic / n / most).sqrt()
        } else {
            0.0
        }
    };
    Fit {
        chi2,
        g,
        df,
        p_chi2: chi2_sf(chi2, df),
        p_g: chi2_sf(g, df),
        w: if n > 0.0 { (chi2 / n).sqrt() } else { 0.0 },
        v: effect(chi2),
        v_debiased: effect((chi2 - df).max(0.0)),
        residuals,
    }
}

/// A test of equal means of dependent values.
#[derive(Clone, Debug, PartialEq)]
pub struct Wald {
    /// The statistic.
    pub t: f64,
    /// Degrees of freedom: rank of the covariance.
    pub df: f64,
    /// p-value.
    pub p: f64,
    /// Mean of each value.
    pub mean: Vec<f64>,
    /// Standardised deviation of each mean from what was expected.
    pub residuals: Vec<f64>,
}

/// Do the means of the values that each game gives to every seat (won or not, or shares) equal `expected`? Wald's test
/// with the sample covariance, for games with several winners or ties, where counts are no multinomial. `sums[i]` is the
/// sum of value i over `n` games, `products[i * K + j]` the sum of the products of i and j. None for fewer than two games.
pub fn share_wald(sums: &[f64], products: &[f64], n: u64, expected: &[f64]) -> Option<Wald> {
    let size = sums.len();
    if n < 2 || size == 0 {
        return None;
    }
    let games = n as f64;
    let mean: Vec<f64> = sums.iter().map(|sum| sum / games).collect();
    let mut covariance = vec![0.0; size * size];
    for i in 0..size {
        for j in 0..size {
            covariance[i * size + j] = (products[i * size + j] - sums[i] * sums[j] / games) / (games - 1.0);
        }
    }
    let gap: Vec<f64> = mean.iter().zip(expected).map(|(mean, wanted)| mean - wanted).collect();
    let residual = |i: usize| {
        let variance: f64 = covariance[i * size + i];
        if variance > 0.0 {
            gap[i] / (variance / games).sqrt()
        } else {
            0.0
        }
    };
    let residuals = (0..size).map(residual).collect();
    let (values, vectors) = eigen(covariance, size);
    let largest = values.iter().copied().fold(0.0, f64::max);
    let (mut t, mut df) = (0.0, 0.0);
    for (k, value) in values.iter().enumerate().filter(|(_, value)| **value > largest * 1e-12) {
        let along: f64 = (0..size).map(|i| gap[i] * vectors[i * size + k]).sum();
        t += games * along * along / value;
        df += 1.0;
    }
    Some(Wald {
        t,
        df,
        p: if df > 0.0 { chi2_sf(t, df) } else { 1.0 },
        mean,
        residuals,
    })
}

/// Eigenvalues and eigenvectors (columns) of a small symmetric matrix, by Jacobi's rotations.
fn eigen(mut matrix: Vec<f64>, size: usize) -> (Vec<f64>, Vec<f64>) {
    let mut vectors = vec![0.0; size * size];
    for i in 0..size {
        vectors[i * size + i] = 1.0;
    }
    for _ in 0..100 {
        let off: f64 = (0..size)
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| matrix[i * size + j].powi(2))
            .sum();
        if off < 1e-300 {
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

fn rotate(matrix: &mut [f64], vectors: &mut [f64], size: usize, p: usize, q: usize) {
    let theta = (matrix[q * size + q] - matrix[p * size + p]) / (2.0 * matrix[p * size + q]);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let tangent = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for k in 0..size {
        let (a, b) = (matrix[k * size + p], matrix[k * size + q]);
        matrix[k * size + p] = cosine * a - sine * b;
        matrix[k * size + q] = sine * a + cosine * b;
    }
    for k in 0..size {
        let (a, b) = (matrix[p * size + k], matrix[q * size + k]);
        matrix[p * size + k] = cosine * a - sine * b;
        matrix[q * size + k] = sine * a + cosine * b;
        let (a, b) = (vectors[k * size + p], vectors[k * size + q]);
        vectors[k * size + p] = cosine * a - sine * b;
        vectors[k * size + q] = sine * a + cosine * b;
    }
}
