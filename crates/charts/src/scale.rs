//! Colours for numbers: blue below, vermillion above a pale middle.

use super::axis::Axis;
use super::theme::{BLUE, CELL_DARK, CELL_LIGHT, Colour, MIDDLE, VERMILLION};

/// Numbers to colours.
pub(super) struct Scale {
    pub axis: Axis,
    /// Colours run both ways from the middle of the axis, else from its beginning.
    pub diverging: bool,
    /// Digits after the point.
    pub digits: usize,
}

impl Scale {
    pub(super) fn colour(&self, value: f64) -> Colour {
        let place = self.axis.place(value, 0.0, 1.0);
        match place {
            _ if !self.diverging => MIDDLE.towards(BLUE, place),
            low if low < 0.5 => MIDDLE.towards(BLUE, 1.0 - 2.0 * low),
            high => MIDDLE.towards(VERMILLION, 2.0 * high - 1.0),
        }
    }
}

/// The colour of words on `ground`: light as soon as it can be read well, since dark on strong blue tires the eye.
pub(super) fn readable(ground: Colour) -> Colour {
    if (CELL_LIGHT.luminance() + 0.05) / (ground.luminance() + 0.05) >= 3.8 {
        CELL_LIGHT
    } else {
        CELL_DARK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_cells_have_contrast() {
        for far in 0..=20 {
            for end in [BLUE, VERMILLION] {
                let ground = MIDDLE.towards(end, f64::from(far) / 20.0);
                let ink = readable(ground).luminance();
                let (a, b) = (ink.max(ground.luminance()), ink.min(ground.luminance()));
                assert!((a + 0.05) / (b + 0.05) >= 3.8, "{ground:?}");
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
        assert_eq!([-1.0, 0.0, 1.0].map(|v| both.colour(v)), [BLUE, MIDDLE, VERMILLION]);
        let one = Scale {
            axis,
            diverging: false,
            digits: 0,
        };
        assert_eq!([-1.0, 1.0].map(|v| one.colour(v)), [MIDDLE, BLUE]);
    }
}
