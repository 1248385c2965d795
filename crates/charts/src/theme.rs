//! Colours and sizes: one look for all charts.
//!
//! The palette is that of Okabe and Ito (2008), which stays distinct for colour-blind readers, extended by two for
//! tables of up to nine sides. Colours below "ground" adapt to dark pages (see [`STYLE`]); all others are fixed and
//! chosen to be readable on white and on near-black.

pub(super) const MARGIN: f64 = 20.0;

/// The room a picture is drawn for; all lengths in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// A page, or a file.
    Broad,
    /// A telephone, or half a page: names stand above their rows instead of beside them.
    Narrow,
}

impl Room {
    pub(super) fn width(self) -> f64 {
        match self {
            Self::Broad => 720.0,
            Self::Narrow => 400.0,
        }
    }

    pub(super) fn right(self) -> f64 {
        self.width() - MARGIN
    }

    pub(super) fn inner(self) -> f64 {
        self.width() - 2.0 * MARGIN
    }

    /// Where the middle of words of this width stands that are to be at `x` if they fit there.
    pub(super) fn middle(self, x: f64, words: f64) -> f64 {
        let half = words / 2.0;
        x.clamp(MARGIN + half, (self.right() - half).max(MARGIN + half))
    }
}

/// An opaque colour, 8 bits per channel: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// The colour a fraction `share` (0 to 1) of the way from `self` to `other`, in plain sRGB.
    pub(super) fn towards(self, other: Self, share: f64) -> Self {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Relative luminance, 0 (black) to 1 (white), after WCAG 2.
    pub(super) fn luminance(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// `#rrggbb`.
    pub(super) fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// A ground colour as the CSS variable of that name, any other as it is.
    pub(super) fn themed(self) -> String {
        let hex = self.hex();
        let ground = GROUND.iter().find(|(colour, _)| *colour == self);
        ground.map_or(hex.clone(), |(_, name)| format!("var({name},{hex})"))
    }
}

// Ground colours: these become CSS variables in the themed picture, so no fixed colour may have the same value.
pub(super) const INK: Colour = Colour(0x1f, 0x23, 0x28);
pub(super) const MUTED: Colour = Colour(0x5c, 0x65, 0x6f);
pub(super) const GRID: Colour = Colour(0xdf, 0xe2, 0xe6);
pub(super) const BAND: Colour = Colour(0xf5, 0xf6, 0xf8);
pub(super) const PALE: Colour = Colour(0xa6, 0xce, 0xe5);
pub(super) const WISHED: Colour = Colour(0xc9, 0xe6, 0xd3);
/// Where that ends, drawn over what it is compared with.
pub(super) const WISHED_END: Colour = Colour(0x1a, 0x7f, 0x37);
pub(super) const PAPER: Colour = Colour(0xff, 0xff, 0xff);
pub(super) const INK_DARK: Colour = Colour(0xe6, 0xed, 0xf3);
/// Middle of the scales of heat maps, and what it is on dark pages.
pub(super) const MIDDLE: Colour = Colour(0xf6, 0xf5, 0xf3);
pub(super) const MIDDLE_DARK: Colour = Colour(0x1b, 0x20, 0x27);

/// Ground colours with the CSS variables that replace them.
const GROUND: [(Colour, &str); 9] = [
    (INK, "--chart-ink"),
    (MUTED, "--chart-muted"),
    (GRID, "--chart-grid"),
    (BAND, "--chart-band"),
    (PALE, "--chart-pale"),
    (WISHED, "--chart-wished"),
    (WISHED_END, "--chart-wished-end"),
    (PAPER, "--chart-paper"),
    (MIDDLE, "--chart-middle"),
];

/// The CSS variables of ground colours, with what they are on light pages.
pub fn ground() -> impl Iterator<Item = (&'static str, String)> {
    GROUND.iter().map(|(colour, name)| (*name, colour.hex().to_lowercase()))
}

/// Style sheet for pages that hold themed charts: scales them to the page and sets their ground colours for dark mode.
///
/// Without it a themed chart has its light colours, so that it never depends on the page.
pub const STYLE: &str = "\
svg.chart { max-width: 100%; height: auto; }
svg.chart.narrow { display: none; }
@media screen and (max-width: 40rem) {
  svg.chart.broad { display: none; }
  svg.chart.narrow { display: block; }
}
@media (prefers-color-scheme: dark) {
  :root {
    --chart-ink: #e6edf3; --chart-muted: #9aa4af; --chart-grid: #30363d;
    --chart-band: #161b22; --chart-pale: #27506b; --chart-wished: #1d4a33; --chart-wished-end: #3fb950;
    --chart-paper: #0d1117; --chart-middle: #1b2027;
  }
}
";

// Fixed colours.
pub(super) const BLUE: Colour = Colour(0x00, 0x72, 0xb2);
pub(super) const VERMILLION: Colour = Colour(0xd5, 0x5e, 0x00);
pub(super) const GREY: Colour = Colour(0x7d, 0x86, 0x90);
/// Words on light or dark cells: close to, but not, ground colours.
pub(super) const CELL_DARK: Colour = Colour(0x1d, 0x20, 0x24);
pub(super) const CELL_LIGHT: Colour = Colour(0xfe, 0xfe, 0xfe);

const SIDES: [Colour; 9] = [
    BLUE,
    VERMILLION,
    Colour(0x00, 0x9e, 0x73),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0xe6, 0x9f, 0x00),
    Colour(0x56, 0xb4, 0xe9),
    Colour(0x8c, 0x5a, 0x32),
    Colour(0xd9, 0xcb, 0x2b),
    Colour(0x7a, 0x5f, 0xb5),
];

/// The colour of side `index`, counted from 0; after nine sides the colours come round again.
pub fn side_colour(index: usize) -> Colour {
    SIDES.get(index % SIDES.len()).copied().unwrap_or(BLUE)
}

/// The colour of what is compared with.
pub fn neutral_colour() -> Colour {
    GREY
}

/// A type size in logical pixels and its weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Font {
    pub size: f64,
    pub bold: bool,
}

pub(super) const TITLE: Font = Font { size: 17.0, bold: true };
pub(super) const SUBTITLE: Font = LABEL;
pub(super) const LABEL: Font = Font {
    size: 13.0,
    bold: false,
};
pub(super) const STRONG: Font = Font { size: 13.0, bold: true };
pub(super) const TICK: Font = Font {
    size: 12.0,
    bold: false,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_sides_differ_and_the_tenth_starts_again() {
        for a in 0..9 {
            for b in 0..a {
                assert_ne!(side_colour(a), side_colour(b));
            }
        }
        assert_eq!(side_colour(9), side_colour(0));
    }

    #[test]
    fn no_fixed_colour_is_a_ground_colour() {
        let fixed = [BLUE, VERMILLION, GREY, CELL_DARK, CELL_LIGHT];
        for (ground, name) in GROUND {
            assert!(fixed.iter().chain(&SIDES).all(|&colour| colour != ground), "{name}");
        }
    }

    #[test]
    fn words_on_the_page_have_enough_contrast() {
        for ink in [INK, MUTED] {
            assert!((PAPER.luminance() + 0.05) / (ink.luminance() + 0.05) >= 4.5);
        }
    }

    #[test]
    fn ends_of_what_is_wished_are_seen() {
        let dark = (
            Colour(0x3f, 0xb9, 0x50),
            [Colour(0x0d, 0x11, 0x17), Colour(0x1d, 0x4a, 0x33)],
        );
        assert!(STYLE.contains("--chart-wished-end: #3fb950"));
        for (name, colour) in [("ink", INK_DARK), ("middle", MIDDLE_DARK)] {
            assert!(STYLE.contains(&format!("--chart-{name}: {}", colour.hex().to_lowercase())));
        }
        for (end, grounds) in [(WISHED_END, [PAPER, WISHED]), dark] {
            for ground in grounds {
                let (a, b) = (end.luminance() + 0.05, ground.luminance() + 0.05);
                assert!(a.max(b) / a.min(b) >= 3.0, "{end:?} on {ground:?}");
            }
        }
    }

    #[test]
    fn mixing_goes_from_one_end_to_the_other() {
        assert_eq!(BLUE.towards(PAPER, 0.0), BLUE);
        assert_eq!(BLUE.towards(PAPER, 1.0), PAPER);
        assert_eq!(BLUE.towards(PAPER, f64::NAN), BLUE);
        assert_eq!(Colour(0, 0, 0).towards(Colour(100, 200, 50), 0.5), Colour(50, 100, 25));
    }
}
