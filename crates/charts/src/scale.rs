//! Colours for numbers: blue below, vermillion above a pale middle.

use super::ChartError;
use super::axis::Axis;
use super::sheet::Sheet;
use super::theme::{BLUE, CELL_DARK, CELL_LIGHT, Colour, INK, INK_DARK, MIDDLE, MIDDLE_DARK, VERMILLION};

/// Numbers to colours.
pub(super) struct Scale {
    pub axis: Axis,
    /// Colours run both ways from the middle of the axis, else from its beginning.
    pub diverging: bool,
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
            _ if !self.diverging => (BLUE, place),
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

    /// Fills a box with it.
    pub(super) fn fill(self, sheet: &Sheet, from: (f64, f64), to: (f64, f64)) -> Result<(), ChartError> {
        sheet.fill(from, to, MIDDLE)?;
        if self.share > 0.0 {
            let corners = [from, (to.0, from.1), to, (from.0, to.1)];
            sheet.shape(&corners, self.end, self.share)?;
        }
        Ok(())
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
        let both = Scale {
            axis,
            diverging: true,
            digits: 0,
        };
        let shade = |end, share| Shade { end, share };
        assert_eq!(
            [-1.0, 0.0, 1.0].map(|v| both.shade(v)),
            [shade(BLUE, 1.0), shade(VERMILLION, 0.0), shade(VERMILLION, 1.0)]
        );
        let one = Scale {
            axis,
            diverging: false,
            digits: 0,
        };
        assert_eq!([-1.0, 1.0].map(|v| one.shade(v)), [shade(BLUE, 0.0), shade(BLUE, 1.0)]);
    }
}
