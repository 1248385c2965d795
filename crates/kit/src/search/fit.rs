//! Finds the weights under which what was chosen is likeliest, by Newton's method (the choice rule of Luce 1959). Sums run in the
//! order of the examples and exponentials come from one library, so the same bytes come out on any machine.

use super::evaluation::{dot, shares};

/// How strongly weights are drawn towards 0: as by so many examples in which a feature of one tells nothing.
const RIDGE: f64 = 1.0;
/// Most steps of Newton's method.
const STEPS: usize = 30;

/// One out of several: a seat that won, a move that was chosen.
pub(super) struct Example {
    /// The part of the choice that fell on each.
    pub chosen: Vec<f64>,
    /// One after the other, as many numbers as there are features.
    pub seen: Vec<f64>,
    /// Is it kept to judge the weights by?
    pub kept: bool,
}

/// How weights account for examples.
#[derive(Clone, Copy, Default)]
pub(super) struct Surprise {
    /// The sum over examples of how surprising the choice was, in nats.
    pub sum: f64,
    /// Examples.
    pub count: u64,
    /// Those of which the likeliest was chosen.
    pub hits: u64,
}

impl Surprise {
    /// The mean, in nats; 0 of none.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// How surprising the examples are that are kept, or those that are not.
pub(super) fn surprise(examples: &[Example], weights: &[f64], kept: bool) -> Surprise {
    let mut values = Vec::new();
    let mut all = Surprise::default();
    for example in examples.iter().filter(|example| example.kept == kept) {
        weigh(example, weights, &mut values);
        let most = values.iter().copied().fold(0.0, f64::max);
        for (share, chosen) in values.iter().zip(&example.chosen).filter(|(_, chosen)| **chosen > 0.0) {
            all.sum -= chosen * libm::log(share.max(1e-300));
            all.hits += u64::from(*share >= most && *chosen > 0.5);
        }
        all.count += 1;
    }
    all
}

/// The shares of an example by these weights.
fn weigh(example: &Example, weights: &[f64], values: &mut Vec<f64>) {
    values.clear();
    values.extend(example.seen.chunks_exact(weights.len()).map(|row| dot(weights, row)));
    shares(values);
}

/// The likeliest weights.
pub(super) fn fit(examples: &[Example], count: usize) -> Vec<f64> {
    let cost = |weights: &[f64]| {
        let pull: f64 = weights.iter().map(|weight| weight * weight).sum();
        surprise(examples, weights, false).sum + 0.5 * RIDGE * pull
    };
    let mut weights = vec![0.0; count];
    let mut now = cost(&weights);
    for _ in 0..STEPS {
        let (slope, bend) = slope(examples, &weights);
        let step = solve(bend, slope);
        let mut scale = 1.0;
        let before = now;
        loop {
            let tried: Vec<f64> = weights
                .iter()
                .zip(&step)
                .map(|(weight, step)| weight - scale * step)
                .collect();
            let then = cost(&tried);
            if then < now {
                (weights, now) = (tried, then);
                break;
            }
            scale *= 0.5;
            if scale < 1e-6 {
                return weights;
            }
        }
        if before - now < 1e-7 * before {
            return weights;
        }
    }
    weights
}

/// Gradient and second derivatives of the cost.
fn slope(examples: &[Example], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = weights.len();
    let mut first: Vec<f64> = weights.iter().map(|weight| RIDGE * weight).collect();
    let mut second = vec![vec![0.0; count]; count];
    for (at, row) in second.iter_mut().enumerate() {
        row[at] = RIDGE;
    }
    let mut values = Vec::new();
    let mut mean = vec![0.0; count];
    for example in examples.iter().filter(|example| !example.kept) {
        weigh(example, weights, &mut values);
        let rows = || example.seen.chunks_exact(count);
        mean.fill(0.0);
        for (share, row) in values.iter().zip(rows()) {
            for (mean, value) in mean.iter_mut().zip(row) {
                *mean += share * value;
            }
        }
        for ((share, chosen), row) in values.iter().zip(&example.chosen).zip(rows()) {
            for a in 0..count {
                first[a] += (share - chosen) * row[a];
                let from_mean = share * (row[a] - mean[a]);
                for b in 0..=a {
                    second[a][b] += from_mean * (row[b] - mean[b]);
                }
            }
        }
    }
    (first, second)
}

/// Solves a symmetric system, of which the lower half is given, by Cholesky's method.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for column in 0..count {
        for row in column..count {
            let known = matrix[row][..column].iter().zip(&matrix[column]);
            let sum = matrix[row][column] - known.map(|(a, b)| a * b).sum::<f64>();
            matrix[row][column] = if row == column {
                sum.max(1e-12).sqrt()
            } else {
                sum / matrix[column][column]
            };
        }
    }
    for row in 0..count {
        for before in 0..row {
            right[row] -= matrix[row][before] * right[before];
        }
        right[row] /= matrix[row][row];
    }
    for row in (0..count).rev() {
        for after in row + 1..count {
            right[row] -= matrix[after][row] * right[after];
        }
        right[row] /= matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two things the first is chosen `part` of the time; `kept` is judged by.
    fn example(part: f64, kept: Option<()>) -> Example {
        Example {
            chosen: vec![part, 1.0 - part],
            seen: vec![1.0, 0.0],
            kept: kept.is_some(),
        }
    }

    #[test]
    fn weights_are_those_by_which_the_choices_are_likeliest() {
        let examples: Vec<Example> = (0..100_000)
            .map(|_| example(0.75, None))
            .chain([example(1.0, Some(()))])
            .collect();
        let weights = fit(&examples, 1);
        assert!((weights[0] - libm::log(3.0)).abs() < 1e-3, "{weights:?}");
        let kept = surprise(&examples, &weights, true);
        assert_eq!((kept.count, kept.hits), (1, 1));
        assert!((kept.mean() + libm::log(0.75)).abs() < 1e-3, "{}", kept.mean());
        assert!((surprise(&examples, &[0.0], true).mean() - libm::log(2.0)).abs() < 1e-12);
    }
}
