//! Is a seat or a side favoured? Goodness of fit, its exact and its dependent form, and tables of counts.

use super::matrix::eigen;
use super::special::chi2_sf;
use serde::Serialize;

/// How far counts are from what was expected.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// Pearson's statistic.
    pub chi2: f64,
    /// Likelihood-ratio statistic.
    pub g: f64,
    /// Degrees of freedom.
    pub df: u32,
    /// p-value of `chi2`.
    pub p_chi2: f64,
    /// p-value of `g`, the one to report.
    pub p_g: f64,
    /// Cohen's w.
    pub w: f64,
    /// Cramér's V: 0 as expected, 1 when the cell least expected takes all.
    pub v: f64,
    /// The same without the part that noise alone gives.
    pub v_debiased: f64,
    /// Standardised residual of each cell.
    pub residuals: Vec<f64>,
}

/// Goodness of fit (Pearson 1900; Wilks 1938; effect sizes of Cohen 1988) of one winner per game: `counts` against shares
/// `expected`, which add up to 1. With millions of games every p-value is 0, and `v` is what to read. None for lists of
/// different length or without cells.
pub fn gof(counts: &[u64], expected: &[f64]) -> Option<Fit> {
    if counts.len() != expected.len() || counts.is_empty() {
        return None;
    }
    let n = counts.iter().sum::<u64>() as f64;
    let df = counts.len() as u32 - 1;
    let (mut chi2, mut g) = (0.0, 0.0);
    let mut residuals = Vec::with_capacity(counts.len());
    for (count, share) in counts.iter().zip(expected) {
        let (observed, wanted) = (*count as f64, n * share);
        let gap = observed - wanted;
        if gap != 0.0 {
            chi2 += gap * gap / wanted;
        }
        if observed > 0.0 {
            g += 2.0 * observed * libm::log(observed / wanted);
        }
        let sd = (n * share * (1.0 - share)).sqrt();
        residuals.push(if sd > 0.0 { gap / sd } else { 0.0 });
    }
    let g = g.max(0.0);
    let possible = expected.iter().copied().filter(|share| *share > 0.0);
    let most = 1.0 / possible.fold(1.0, f64::min) - 1.0;
    let effect = |statistic: f64| {
        if n > 0.0 && most > 0.0 {
            (statistic / n / most).sqrt()
        } else {
            0.0
        }
    };
    Some(Fit {
        chi2,
        g,
        df,
        p_chi2: chi2_sf(chi2, df),
        p_g: chi2_sf(g, df),
        w: if n > 0.0 { (chi2 / n).sqrt() } else { 0.0 },
        v: effect(chi2),
        v_debiased: effect((chi2 - f64::from(df)).max(0.0)),
        residuals,
    })
}

/// Exact p-value of the multinomial test, for small counts: the probability of all outcomes no likelier than `counts`
/// (Read and Cressie 1988). None above a million outcomes, where draws ([`monte_carlo_p`]) take its place, and for lists
/// of different length.
pub fn multinomial_exact_p(counts: &[u64], expected: &[f64]) -> Option<f64> {
    const MOST_OUTCOMES: f64 = 1e6;
    let cells = counts.len() as u64;
    if counts.len() != expected.len() || counts.is_empty() {
        return None;
    }
    let n = counts.iter().try_fold(0u64, |sum, count| sum.checked_add(*count))?;
    let mut outcomes = 1.0;
    for i in 1..cells {
        outcomes *= n as f64 + i as f64;
        outcomes /= i as f64;
        if outcomes > MOST_OUTCOMES {
            return None;
        }
    }
    let log_share: Vec<f64> = expected.iter().map(|share| libm::log(*share)).collect();
    let weight = |cell: usize, count: u64| match count {
        0 => 0.0,
        _ => count as f64 * log_share[cell] - libm::lgamma(count as f64 + 1.0),
    };
    let observed: f64 = counts
        .iter()
        .enumerate()
        .map(|(cell, count)| weight(cell, *count))
        .sum();
    // Outcomes as likely as the observed one must not fall out by rounding.
    let limit = observed + 1e-9;
    let mut tail = 0.0;
    let last = counts.len() - 1;
    let mut outcome = vec![0u64; counts.len()];
    outcome[last] = n;
    loop {
        let found: f64 = outcome
            .iter()
            .enumerate()
            .map(|(cell, count)| weight(cell, *count))
            .sum();
        if found <= limit {
            tail += libm::exp(found + libm::lgamma(n as f64 + 1.0));
        }
        if !next_composition(&mut outcome) {
            return Some(tail.min(1.0));
        }
    }
}

/// The next way to split a sum over the cells, starting from all in the last; false after all in the first.
fn next_composition(cells: &mut [u64]) -> bool {
    let last = cells.len() - 1;
    let Some(from) = (1..=last).rev().find(|cell| cells[*cell] > 0) else {
        return false;
    };
    let rest = cells[from] - 1;
    cells[from] = 0;
    cells[from - 1] += 1;
    cells[last] = rest;
    true
}

/// p-value of a test by random draws, of which `exceed` were at least as extreme (Davison and Hinkley 1997, 4.2).
pub fn monte_carlo_p(exceed: u64, draws: u64) -> f64 {
    (exceed as f64 + 1.0) / (draws as f64 + 1.0)
}

/// A test of the means of dependent values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wald {
    /// The statistic.
    pub t: f64,
    /// Degrees of freedom: rank of the covariance.
    pub df: u32,
    /// p-value.
    pub p: f64,
    /// Mean of each value.
    pub mean: Vec<f64>,
    /// Standardised deviation of each mean from what was expected.
    pub residuals: Vec<f64>,
}

/// Do the means of the values that each game gives to every seat (won or not, or shares) equal `expected`? Wald's test
/// (1943) with the sample covariance, for games with several winners or ties, where counts are no multinomial. `sums[i]`
/// is the sum of value i over `n` games, `products[i * K + j]` the sum of the products of i and j. Too rough for `n` below
/// 10 K. None for fewer than two games or lists that do not fit together.
pub fn share_wald(sums: &[f64], products: &[f64], n: u64, expected: &[f64]) -> Option<Wald> {
    let size = sums.len();
    if n < 2 || size == 0 || products.len() != size * size || expected.len() != size {
        return None;
    }
    let games = n as f64;
    let mean: Vec<f64> = sums.iter().map(|sum| sum / games).collect();
    let covariance: Vec<f64> = (0..size * size)
        .map(|cell| (products[cell] - sums[cell / size] * sums[cell % size] / games) / (games - 1.0))
        .collect();
    let gap: Vec<f64> = mean.iter().zip(expected).map(|(mean, wanted)| mean - wanted).collect();
    let residual = |i: usize| {
        let variance = covariance[i * size + i];
        if variance > 0.0 {
            gap[i] / (variance / games).sqrt()
        } else {
            0.0
        }
    };
    let residuals = (0..size).map(residual).collect();
    let (values, vectors) = eigen(covariance, size);
    let largest = values.iter().copied().fold(0.0, f64::max);
    let (mut t, mut df) = (0.0, 0);
    for (k, value) in values.iter().enumerate().filter(|(_, value)| **value > largest * 1e-12) {
        let along: f64 = (0..size).map(|i| gap[i] * vectors[i * size + k]).sum();
        t += games * along * along / value;
        df += 1;
    }
    Some(Wald {
        t,
        df,
        p: chi2_sf(t, df),
        mean,
        residuals,
    })
}

/// Dependence in a table of counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contingency {
    /// Pearson's statistic, without continuity correction.
    pub chi2: f64,
    /// Degrees of freedom.
    pub df: u32,
    /// p-value.
    pub p: f64,
    /// Cramér's V.
    pub v: f64,
    /// V without the part that noise alone gives (Bergsma 2013).
    pub v_bias_corrected: f64,
    /// Adjusted residual of each cell (Haberman 1973).
    pub adjusted_residuals: Vec<Vec<f64>>,
}

/// Independence of rows and columns, such as sides and seats. Rows and columns without counts do not add degrees of
/// freedom. None for a table that is not rectangular or has no counts.
pub fn contingency(table: &[Vec<u64>]) -> Option<Contingency> {
    let columns = table.first()?.len();
    if table.iter().any(|row| row.len() != columns) {
        return None;
    }
    let of_row: Vec<f64> = table.iter().map(|row| row.iter().sum::<u64>() as f64).collect();
    let of_column: Vec<f64> = (0..columns)
        .map(|column| table.iter().map(|row| row[column]).sum::<u64>() as f64)
        .collect();
    let n: f64 = of_row.iter().sum();
    if n <= 0.0 {
        return None;
    }
    let mut chi2 = 0.0;
    let mut residual = |observed: u64, row: f64, column: f64| {
        let wanted = row * column / n;
        let gap = observed as f64 - wanted;
        if wanted > 0.0 {
            chi2 += gap * gap / wanted;
        }
        let variance = wanted * (1.0 - row / n) * (1.0 - column / n);
        if variance > 0.0 { gap / variance.sqrt() } else { 0.0 }
    };
    let mut adjusted_residuals = Vec::with_capacity(table.len());
    for (row, total) in table.iter().zip(&of_row) {
        let cells = row.iter().zip(&of_column);
        adjusted_residuals.push(cells.map(|(count, column)| residual(*count, *total, *column)).collect());
    }
    let filled = |totals: &[f64]| totals.iter().filter(|total| **total > 0.0).count() as f64;
    let (rows, columns) = (filled(&of_row), filled(&of_column));
    let freedom = (rows - 1.0) * (columns - 1.0);
    let phi2 = chi2 / n;
    let smaller = rows.min(columns) - 1.0;
    let root = |value: f64, range: f64| if range > 0.0 { (value / range).sqrt() } else { 0.0 };
    let v_bias_corrected = if n > 1.0 {
        let reduced = |count: f64| count - (count - 1.0) * (count - 1.0) / (n - 1.0) - 1.0;
        root(
            (phi2 - freedom / (n - 1.0)).max(0.0),
            reduced(rows).min(reduced(columns)),
        )
    } else {
        0.0
    };
    Some(Contingency {
        chi2,
        df: freedom as u32,
        p: chi2_sf(chi2, freedom as u32),
        v: root(phi2, smaller),
        v_bias_corrected,
        adjusted_residuals,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_counts_fit_and_one_cell_taking_all_is_the_worst() {
        let fair = gof(&[5, 5, 5], &[1.0 / 3.0; 3]).expect("cells");
        assert!(fair.chi2 < 1e-12 && fair.p_g > 0.999_999);
        let one = gof(&[9, 0, 0], &[1.0 / 3.0; 3]).expect("cells");
        assert!((one.v - 1.0).abs() < 1e-12);
        let none = gof(&[0, 0], &[0.5, 0.5]).expect("cells");
        assert_eq!((none.chi2, none.p_g, none.v), (0.0, 1.0, 0.0));
        assert_eq!(gof(&[1], &[0.5, 0.5]), None);
    }

    #[test]
    fn exact_test_needs_few_outcomes_and_ignores_labels() {
        assert_eq!(multinomial_exact_p(&[1000, 1000, 1000, 1000], &[0.25; 4]), None);
        assert_eq!(multinomial_exact_p(&[0, 0], &[0.5, 0.5]), Some(1.0));
        assert_eq!(multinomial_exact_p(&[4], &[1.0]), Some(1.0));
        let (a, b) = (
            multinomial_exact_p(&[6, 1, 3], &[0.5, 0.2, 0.3]).expect("small"),
            multinomial_exact_p(&[1, 3, 6], &[0.2, 0.3, 0.5]).expect("small"),
        );
        assert!((a - b).abs() < 1e-12);
    }

    #[test]
    fn one_winner_per_game_makes_wald_neymans_statistic() {
        let counts = [3500u64, 3400, 3100];
        let sums = counts.map(|count| count as f64);
        let mut products = [0.0; 9];
        for i in 0..3 {
            products[i * 4] = sums[i];
        }
        let wald = share_wald(&sums, &products, 10_000, &[1.0 / 3.0; 3]).expect("games");
        let gap = |count: f64| (count - 10_000.0 / 3.0) * (count - 10_000.0 / 3.0) / count;
        let neyman: f64 = sums.iter().map(|count| gap(*count)).sum();
        assert_eq!(wald.df, 2);
        assert!((wald.t / (neyman * 0.9999) - 1.0).abs() < 1e-9);
        assert_eq!(share_wald(&sums, &products, 1, &[1.0 / 3.0; 3]), None);
        assert_eq!(share_wald(&sums, &products[..3], 10, &[1.0 / 3.0; 3]), None);
    }

    #[test]
    fn turning_a_table_over_changes_nothing() {
        let table = [vec![3, 9, 4], vec![8, 2, 6]];
        let turned: Vec<Vec<u64>> = (0..3).map(|j| table.iter().map(|row| row[j]).collect()).collect();
        let (a, b) = (
            contingency(&table).expect("counts"),
            contingency(&turned).expect("counts"),
        );
        assert!((a.chi2 - b.chi2).abs() < 1e-12 && a.df == b.df && (a.v - b.v).abs() < 1e-12);
        let padded = [vec![3, 9, 0, 4], vec![8, 2, 0, 6], vec![0; 4]];
        let c = contingency(&padded).expect("counts");
        assert!(c.df == a.df && (c.p - a.p).abs() < 1e-12);
        assert_eq!(contingency(&[vec![0, 0]]), None);
        assert_eq!(contingency(&[vec![1], vec![1, 2]]), None);
        assert_eq!(contingency(&[]), None);
    }
}
