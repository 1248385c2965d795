//! What runs along a curve: numbers on an even or logarithmic scale.

use super::axis::Axis;
use super::text::{widest, width};
use super::theme::TICK;
use super::unit::{Unit, bounds, drawable, number};

/// Where the points of a [`Curve`](super::Curve) stand from left to right.
#[derive(Debug, Clone, PartialEq)]
pub enum Along {
    /// At numbers, on an even scale.
    Numbers(Vec<f64>),
    /// At positive numbers, on a logarithmic scale.
    Log(Vec<f64>),
}

impl Along {
    fn numbers(&self) -> &[f64] {
        let (Along::Numbers(numbers) | Along::Log(numbers)) = self;
        numbers
    }

    /// Words below the axis, as many as have room between the pixels `from` and `to`, with the middle of each.
    pub(super) fn feet(&self, from: f64, to: f64) -> Vec<(f64, Vec<String>)> {
        match self {
            Along::Numbers(numbers) => self.even(numbers, from, to),
            Along::Log(numbers) => self.logarithmic(numbers, from, to),
        }
    }

    fn even(&self, numbers: &[f64], from: f64, to: f64) -> Vec<(f64, Vec<String>)> {
        let mut distinct: Vec<f64> = numbers.iter().copied().filter(|&value| drawable(value)).collect();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        let Some((low, high)) = bounds(distinct.iter().copied()) else {
            return Vec::new();
        };
        let digits = digits(&distinct);
        let wide = widest(distinct.iter().map(|&value| number(value, digits)), TICK) + 10.0;
        let place = |value| self.place(value, from, to);
        // A few settings are labelled themselves; many get round numbers.
        if distinct.windows(2).all(|pair| place(pair[1]) - place(pair[0]) >= wide) {
            return distinct
                .into_iter()
                .map(|value| (place(value), vec![number(value, digits)]))
                .collect();
        }
        let axis = Axis::for_labels(low, high, to - from, Unit::Number, |text| width(text, TICK));
        let ticks = axis.ticks().into_iter().filter(|&tick| low <= tick && tick <= high);
        ticks
            .map(|tick| (place(tick), vec![Unit::Number.tick(tick, axis.step)]))
            .collect()
    }

    fn logarithmic(&self, numbers: &[f64], from: f64, to: f64) -> Vec<(f64, Vec<String>)> {
        let Some((low, high)) = bounds(numbers.iter().copied().filter(|&value| value > 0.0)) else {
            return Vec::new();
        };
        let place = |value| self.place(value, from, to);
        let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let ticks = |rounds: &[f64]| {
            let all = powers
                .clone()
                .flat_map(|power| rounds.iter().map(move |round| round * 10f64.powi(power)));
            let inside = all.filter(|&tick| tick >= low * 0.999 && tick <= high * 1.001);
            inside
                .map(|tick| (place(tick), Unit::Number.tick(tick, tick)))
                .collect::<Vec<_>>()
        };
        let clear = |feet: &Vec<(f64, String)>| {
            let room =
                |a: &(f64, String), b: &(f64, String)| f64::midpoint(width(&a.1, TICK), width(&b.1, TICK)) + 12.0;
            feet.len() > 1
                && feet
                    .windows(2)
                    .all(|pair| pair[1].0 - pair[0].0 >= room(&pair[0], &pair[1]))
        };
        let sets: [&[f64]; 3] = [&[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
        let feet = sets.into_iter().map(ticks).find(clear).unwrap_or_else(|| {
            let ends = if high > low { vec![low, high] } else { vec![low] };
            let digits = digits(&ends);
            ends.into_iter().map(|end| (place(end), number(end, digits))).collect()
        });
        feet.into_iter().map(|(x, words)| (x, vec![words])).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.numbers().len()
    }

    pub(super) fn has_place(&self, index: usize) -> bool {
        match self {
            Along::Numbers(numbers) => numbers.get(index).is_some_and(|&v| drawable(v)),
            Along::Log(numbers) => numbers.get(index).is_some_and(|&v| drawable(v) && v > 0.0),
        }
    }

    /// Indices of the points that have a place, from left to right.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.count()).filter(|&i| self.has_place(i)).collect();
        let numbers = self.numbers();
        order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
        order
    }

    /// Pixels of all points between `from` and `to`; those without a place get `from`.
    pub(super) fn places(&self, from: f64, to: f64) -> Vec<f64> {
        self.numbers()
            .iter()
            .map(|&value| self.place(value, from, to))
            .collect()
    }

    /// Pixel of the number `value` between `from` and `to`.
    pub(super) fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let (numbers, scale): (&[f64], fn(f64) -> f64) = match self {
            Along::Numbers(numbers) => (numbers, |v| v),
            Along::Log(numbers) => (numbers, |v| if v > 0.0 { v.log10() } else { f64::NAN }),
        };
        let Some((low, high)) = bounds(numbers.iter().map(|&v| scale(v))) else {
            return from;
        };
        let share = if high - low > 1e-12 {
            (scale(value) - low) / (high - low)
        } else {
            0.5
        };
        if share.is_finite() {
            from + share * (to - from)
        } else {
            from
        }
    }

    pub(super) fn name(&self, index: usize) -> String {
        self.numbers()
            .get(index)
            .map_or(String::new(), |&v| number(v, digits(&[v])))
    }
}

/// How many digits after the point (at most four) these numbers need.
fn digits(values: &[f64]) -> usize {
    let whole = |value: f64| (value - value.round()).abs() < 1e-6 * value.abs().max(1.0);
    (0..4)
        .find(|&digits| values.iter().all(|value| whole(value * 10f64.powi(digits))))
        .unwrap_or(4) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(along: &Along) -> Vec<String> {
        along
            .feet(0.0, 500.0)
            .into_iter()
            .map(|(_, lines)| lines.join(" "))
            .collect()
    }

    #[test]
    fn few_numbers_are_written_and_many_rounded() {
        assert_eq!(words(&Along::Numbers(vec![3.0, 1.0, 1.0, 6.0])), ["1", "3", "6"]);
        assert_eq!(words(&Along::Numbers(vec![0.0, 0.25, 1.0])), ["0.00", "0.25", "1.00"]);
        let many = Along::Numbers((0..=200).map(f64::from).collect());
        assert!(
            (4..=9).contains(&words(&many).len()) && words(&many).contains(&"100".to_owned()),
            "{:?}",
            words(&many)
        );
        assert!(words(&Along::Numbers(vec![f64::NAN])).is_empty());
    }

    #[test]
    fn logarithmic_scales_have_ticks_at_equal_ratios() {
        let games = Along::Log(vec![100.0, 1e6]);
        assert_eq!(
            words(&games),
            [
                "100",
                "300",
                "1\u{a0}k",
                "3\u{a0}k",
                "10\u{a0}k",
                "30\u{a0}k",
                "100\u{a0}k",
                "300\u{a0}k",
                "1\u{a0}M"
            ]
        );
        assert_eq!(words(&Along::Log(vec![3.0, 4.0, -1.0])), ["3", "4"]);
        assert!(words(&Along::Log(vec![0.0])).is_empty());
    }

    #[test]
    fn points_are_ordered_by_place() {
        let along = Along::Numbers(vec![5.0, f64::NAN, 1.0]);
        assert_eq!(along.order(), [2, 0]);
        assert!((along.place(3.0, 0.0, 100.0) - 50.0).abs() < 1e-9);
        assert!(!along.has_place(1) && !Along::Log(vec![-1.0]).has_place(0));
    }
}
