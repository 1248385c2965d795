//! A line of numbers with round ticks.

use super::unit::Unit;

/// A stretch of numbers from `lo` to `hi`, both of which are ticks, with `step` between ticks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    pub lo: f64,
    pub hi: f64,
    pub step: f64,
}

impl Axis {
    /// The smallest axis in steps of 1, 2, 2.5 or 5 times a power of ten that covers `lo` to `hi` with about `ticks`
    /// steps. A stretch without extent gets some.
    pub(super) fn new(lo: f64, hi: f64, ticks: f64) -> Self {
        let (lo, hi) = (lo.min(hi), lo.max(hi));
        let least = (lo.abs().max(hi.abs()) * 1e-6).max(1e-9);
        let (lo, hi) = if hi - lo < least { widened(lo, hi) } else { (lo, hi) };
        let raw = (hi - lo) / ticks.max(1.0);
        let power = 10f64.powf(raw.log10().floor());
        let round = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .find(|round| round * power >= raw * 0.999_999);
        let step = round.unwrap_or(10.0) * power;
        let (first, last) = ((lo / step + 1e-9).floor(), (hi / step - 1e-9).ceil());
        Self {
            lo: first * step,
            hi: last.max(first + 1.0) * step,
            step,
        }
    }

    /// The axis with fewer and fewer ticks until their labels are at least a space apart on `room` logical pixels.
    pub(super) fn for_labels(lo: f64, hi: f64, room: f64, unit: Unit, wide: impl Fn(&str) -> f64) -> Self {
        let mut ticks: f64 = 8.0;
        loop {
            let axis = Self::new(lo, hi, ticks);
            let widest = axis
                .ticks()
                .into_iter()
                .map(|v| wide(&unit.tick(v, axis.step)))
                .fold(0.0, f64::max);
            let gap = room * axis.step / (axis.hi - axis.lo);
            if ticks <= 1.0 || gap >= (widest + 18.0).max(46.0) {
                return axis;
            }
            ticks -= 1.0;
        }
    }

    /// The same axis, but not beyond 1 unless the data `most` are: no share is larger.
    pub(super) fn at_most_one(self, most: f64) -> Self {
        if self.hi > 1.0 && self.lo < 1.0 && most <= 1.0 {
            Self { hi: 1.0, ..self }
        } else {
            self
        }
    }

    /// The ticks in order.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let count = ((self.hi - self.lo) / self.step + 1e-6).floor().clamp(0.0, 1000.0) as u32;
        (0..=count).map(|i| self.lo + f64::from(i) * self.step).collect()
    }

    /// Where `value` lies between the pixels `from` (for `lo`) and `to` (for `hi`).
    pub(super) fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        from + (value - self.lo) / (self.hi - self.lo) * (to - from)
    }
}

fn widened(lo: f64, hi: f64) -> (f64, f64) {
    let by = (lo.abs() * 0.1).max(0.01);
    (lo - by, hi + by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_round_ticks_around_the_data() {
        for (lo, hi) in [
            (0.0, 0.153),
            (0.08, 0.16),
            (-0.031, 0.002),
            (0.0, 93_000.0),
            (-5.0, -4.9),
            (0.5, 0.5),
        ] {
            let axis = Axis::new(lo, hi, 6.0);
            assert!(axis.lo <= lo + 1e-9 && axis.hi >= hi - 1e-9, "{axis:?}");
            let ticks = axis.ticks();
            assert!(
                (ticks[ticks.len() - 1] - axis.hi).abs() < 1e-9 * axis.hi.abs().max(1.0),
                "{axis:?}"
            );
            assert!((3..=9).contains(&ticks.len()), "{axis:?}");
        }
    }

    #[test]
    fn places_are_linear() {
        let axis = Axis::new(0.0, 1.0, 5.0);
        assert!((axis.place(0.25, 100.0, 200.0) - 125.0).abs() < 1e-9);
        assert!((axis.place(0.25, 200.0, 100.0) - 175.0).abs() < 1e-9);
    }

    #[test]
    fn narrow_axes_have_few_labels() {
        let axis = Axis::for_labels(0.0, 0.97, 120.0, Unit::Percent, |_| 40.0);
        assert!(axis.ticks().len() <= 3, "{axis:?}");
    }
}
