//! Many claims at once: adjusted p-values, and e-values for claims that depend on each other.

use std::cmp::Ordering;

/// How p-values are adjusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjustment {
    /// Any false claim; any dependence (Bonferroni).
    Bonferroni,
    /// Any false claim; independent claims (Šidák 1967).
    Sidak,
    /// Any false claim; any dependence, and never weaker than Bonferroni (Holm 1979).
    Holm,
    /// Share of false claims; independent claims (Benjamini and Hochberg 1995).
    BenjaminiHochberg,
    /// Share of false claims; any dependence (Benjamini and Yekutieli 2001).
    BenjaminiYekutieli,
}

/// Adjusted p-values, in the order given: those at most the level stand.
pub fn adjust_p(p: &[f64], method: Adjustment) -> Vec<f64> {
    let m = p.len() as f64;
    let stepped = |largest_first: bool, factor: &dyn Fn(usize) -> f64| {
        let mut order: Vec<usize> = (0..p.len()).collect();
        order.sort_by(|a, b| p[*a].total_cmp(&p[*b]).then(a.cmp(b)));
        let mut adjusted = vec![0.0; p.len()];
        let mut bound = if largest_first { 1.0 } else { 0.0 };
        let ranks: Vec<usize> = if largest_first {
            (0..p.len()).rev().collect()
        } else {
            (0..p.len()).collect()
        };
        for rank in ranks {
            let value = (p[order[rank]] * factor(rank)).min(1.0);
            bound = if largest_first {
                value.min(bound)
            } else {
                value.max(bound)
            };
            adjusted[order[rank]] = bound;
        }
        adjusted
    };
    match method {
        Adjustment::Bonferroni => p.iter().map(|p| (p * m).min(1.0)).collect(),
        Adjustment::Sidak => p.iter().map(|p| -libm::expm1(m * libm::log1p(-p))).collect(),
        Adjustment::Holm => stepped(false, &|rank| m - rank as f64),
        Adjustment::BenjaminiHochberg => stepped(true, &|rank| m / (rank + 1) as f64),
        Adjustment::BenjaminiYekutieli => {
            let harmonic: f64 = (1..=p.len()).map(|i| 1.0 / i as f64).sum();
            stepped(true, &|rank| m * harmonic / (rank + 1) as f64)
        }
    }
}

/// Claims that stand with a share of false ones of at most `alpha`, whatever their dependence (e-BH, Wang and Ramdas 2022),
/// as indices in rising order. Only e-values at the moment of stopping may go in, not the largest of a run.
pub fn e_bh(e: &[f64], alpha: f64) -> Vec<usize> {
    let order = largest_first(e);
    let m = e.len() as f64;
    let stands = |rank: &usize| (rank + 1) as f64 * e[order[*rank]] >= m / alpha;
    let kept = (0..e.len()).rev().find(stands).map_or(0, |rank| rank + 1);
    rising(&order[..kept])
}

/// Claims that stand with any false one at most with probability `alpha`, whatever their dependence (Holm's steps on
/// e-values, Vovk and Wang 2021), as indices in rising order.
pub fn e_holm(e: &[f64], alpha: f64) -> Vec<usize> {
    let order = largest_first(e);
    let stands = |(rank, index): &(usize, &usize)| e[**index] >= (e.len() - rank) as f64 / alpha;
    let kept = order.iter().enumerate().take_while(stands).count();
    rising(&order[..kept])
}

fn largest_first(e: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..e.len()).collect();
    order.sort_by(|a, b| match e[*b].total_cmp(&e[*a]) {
        Ordering::Equal => a.cmp(b),
        other => other,
    });
    order
}

fn rising(indices: &[usize]) -> Vec<usize> {
    let mut sorted = indices.to_vec();
    sorted.sort_unstable();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Adjustment; 5] = [
        Adjustment::Bonferroni,
        Adjustment::Sidak,
        Adjustment::Holm,
        Adjustment::BenjaminiHochberg,
        Adjustment::BenjaminiYekutieli,
    ];

    #[test]
    fn order_does_not_matter_and_nothing_gets_smaller() {
        let p = [0.04, 0.001, 0.7, 0.02, 0.02];
        let turned: Vec<f64> = p.iter().rev().copied().collect();
        for method in ALL {
            let (found, mut back) = (adjust_p(&p, method), adjust_p(&turned, method));
            back.reverse();
            assert_eq!(found, back);
            assert!(found.iter().zip(&p).all(|(found, p)| found >= p && *found <= 1.0));
            assert!(adjust_p(&[], method).is_empty());
        }
    }

    #[test]
    fn e_values_in_any_order() {
        assert_eq!(e_bh(&[12.0, 500.0, 39.0, 0.4, 45.0], 0.05), [1, 2, 4]);
        assert_eq!(e_holm(&[12.0, 500.0, 39.0, 0.4, 90.0], 0.05), [1, 4]);
        assert!(e_bh(&[], 0.05).is_empty() && e_holm(&[], 0.05).is_empty());
    }
}
