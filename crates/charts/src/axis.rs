//! A line of numbers with round ticks.

use super::sheet::DrawingSurface;
use super::theme::{BLUE, CELL_DARK, CELL_LIGHT, Colour, INK, INK_DARK, MIDDLE, MIDDLE_DARK, VERMILLION};
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

    /// The same axis, but that of shares not beyond 1 unless the data `most` are: no share is larger.
    pub(super) fn of_unit(self, unit: Unit, most: f64) -> Self {
        if unit == Unit::Percent && self.hi > 1.0 && self.lo < 1.0 && most <= 1.0 {
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

/// Numbers to colours, which run both ways from the middle of the axis.
pub(super) struct Scale {
    pub axis: Axis,
    /// Digits after the point.
    pub digits: usize,
}

/// A colour laid over the middle one as thickly as a number is far from the middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shade {
    pub end: Colour,
    /// 0 (nothing of it) to 1, in thousandths.
    pub share: f64,
}

impl Scale {
    pub(super) fn shade(&self, value: f64) -> Shade {
        let place = self.axis.place(value, 0.0, 1.0);
        let (end, share) = match place {
            low if low < 0.5 => (BLUE, 1.0 - 2.0 * low),
            high => (VERMILLION, 2.0 * high - 1.0),
        };
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        Shade {
            end,
            share: (share * 1000.0).round() / 1000.0,
        }
    }
}

impl Shade {
    /// The colour of words on it, on a light page and on a dark one.
    pub(super) fn words(self) -> Colour {
        let [light, dark] = [MIDDLE, MIDDLE_DARK].map(|middle| middle.towards(self.end, self.share));
        match readable(light) {
            CELL_DARK if contrast(INK_DARK, dark) >= 3.7 => INK,
            words => words,
        }
    }

    pub(super) fn fill(self, sheet: &DrawingSurface, from: (f64, f64), to: (f64, f64)) {
        sheet.fill(from, to, MIDDLE);
        if self.share > 0.0 {
            let corners = [from, (to.0, from.1), to, (from.0, to.1)];
            sheet.shape(&corners, self.end, self.share);
        }
    }
}

/// The colour of words on `ground`: light as soon as it can be read well, since dark on strong blue tires the eye.
fn readable(ground: Colour) -> Colour {
    if contrast(CELL_LIGHT, ground) >= 3.8 {
        CELL_LIGHT
    } else {
        CELL_DARK
    }
}

/// How much lighter one colour is than another, after WCAG 2.
fn contrast(light: Colour, dark: Colour) -> f64 {
    (light.luminance() + 0.05) / (dark.luminance() + 0.05)
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

    #[test]
    fn words_in_cells_have_contrast_on_light_and_dark_pages() {
        for far in 0..=100 {
            for end in [BLUE, VERMILLION] {
                let shade = Shade {
                    end,
                    share: f64::from(far) / 100.0,
                };
                for (middle, ink) in [(MIDDLE, INK), (MIDDLE_DARK, INK_DARK)] {
                    let ground = middle.towards(end, shade.share);
                    let words = if shade.words() == INK { ink } else { shade.words() };
                    let clear = contrast(words, ground).max(contrast(ground, words));
                    assert!(clear >= 3.7, "{shade:?} on {middle:?}: {clear}");
                }
            }
        }
    }

    #[test]
    fn the_ends_have_the_strong_colours() {
        let axis = Axis {
            lo: -1.0,
            hi: 1.0,
            step: 0.5,
        };
        let both = Scale { axis, digits: 0 };
        let shade = |end, share| Shade { end, share };
        assert_eq!(
            [-1.0, 0.0, 1.0].map(|v| both.shade(v)),
            [shade(BLUE, 1.0), shade(VERMILLION, 0.0), shade(VERMILLION, 1.0)]
        );
    }
}
