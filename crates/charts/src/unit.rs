//! Numbers on charts: estimates with intervals, and how they are written.

/// A value with an optional interval, in the chart's own measure (fractions for percentages).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The value; anything not finite is drawn as "no data".
    pub value: f64,
    /// Lower and upper end of the interval; left out if not finite.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A value with its interval; the ends may come in either order.
    pub fn new(value: f64, lo: f64, hi: f64) -> Self {
        Self {
            value,
            interval: Some((lo, hi)),
        }
    }

    /// A value that is known exactly.
    pub fn exact(value: f64) -> Self {
        Self { value, interval: None }
    }

    /// No value: nobody was counted.
    pub fn missing() -> Self {
        Self::exact(f64::NAN)
    }

    /// The estimate with ordered, finite numbers, or nothing if the value is no number.
    pub(super) fn known(self) -> Option<EstimateBounds> {
        let (lo, hi) = match self.interval {
            Some((lo, hi)) if drawable(lo) && drawable(hi) => (lo.min(hi), lo.max(hi)),
            _ => (self.value, self.value),
        };
        drawable(self.value).then_some(EstimateBounds {
            value: self.value,
            lo,
            hi,
            sure: lo >= hi,
        })
    }
}

/// An estimate whose numbers are finite, with `lo <= hi`; `sure` if there is no interval.
#[derive(Debug, Clone, Copy)]
pub(super) struct EstimateBounds {
    pub value: f64,
    pub lo: f64,
    pub hi: f64,
    pub sure: bool,
}

impl EstimateBounds {
    /// Smallest and largest number to be drawn.
    pub(super) fn ends(self) -> [f64; 3] {
        [self.value, self.lo, self.hi]
    }
}

/// Whether a number can be placed on an axis.
pub(super) fn drawable(value: f64) -> bool {
    value.abs() < 1e15
}

/// Where a number is wished to be, in the chart's own measure; an end that is left out is open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wished {
    /// Least value.
    pub from: Option<f64>,
    /// Most.
    pub to: Option<f64>,
}

impl Wished {
    /// Its ends that can be drawn.
    pub(super) fn ends(self) -> impl Iterator<Item = f64> {
        [self.from, self.to].into_iter().flatten().filter(|&end| drawable(end))
    }

    /// It on an axis from `lo` to `hi`; none where it lies outside.
    pub(super) fn within(self, lo: f64, hi: f64) -> Option<(f64, f64)> {
        let from = self.from.unwrap_or(lo).clamp(lo, hi);
        let to = self.to.unwrap_or(hi).clamp(lo, hi);
        (from < to).then_some((from, to))
    }

    /// `wished 19.0% to 21.0%`, `wished at most 30`.
    pub(super) fn words(self, unit: Unit, digits: usize) -> String {
        let full = |value| unit.full(value, digits);
        match (self.from, self.to) {
            (Some(from), Some(to)) => format!("wished {} to {}", full(from), full(to)),
            (Some(from), None) => format!("wished at least {}", full(from)),
            (None, Some(to)) => format!("wished at most {}", full(to)),
            (None, None) => String::new(),
        }
    }
}

/// Smallest and largest of the drawable `values`, or nothing if there is none.
pub(super) fn bounds(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let drawn = values.into_iter().filter(|&value| drawable(value));
    drawn.fold(None, |ends: Option<(f64, f64)>, v| {
        Some(ends.map_or((v, v), |(lo, hi)| (lo.min(v), hi.max(v))))
    })
}

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Fractions, written as percentages: 0.153 is "15.3%".
    Percent,
    /// Differences of fractions, with a sign: 0.023 is "+2.3 pp".
    PercentagePoints,
    /// Plain numbers.
    Number,
}

impl Unit {
    /// What a number is multiplied with to be written.
    pub(super) fn factor(self) -> f64 {
        match self {
            Unit::Percent | Unit::PercentagePoints => 100.0,
            Unit::Number => 1.0,
        }
    }

    /// How many digits after the point tell apart values that span `lo` to `hi`.
    pub(super) fn digits(self, lo: f64, hi: f64) -> usize {
        let span = (hi - lo).abs().max(lo.abs().max(hi.abs()) * 0.01) * self.factor();
        match self {
            Unit::Percent | Unit::PercentagePoints if span >= 0.5 || span <= 0.0 => 1,
            Unit::Percent | Unit::PercentagePoints if span >= 0.05 => 2,
            Unit::Percent | Unit::PercentagePoints if span >= 0.005 => 3,
            Unit::Number if span >= 100.0 => 0,
            Unit::Number if span >= 5.0 => 1,
            Unit::Number if span >= 0.1 => 2,
            _ => 4,
        }
    }

    /// The value with its unit.
    pub(super) fn full(self, value: f64, digits: usize) -> String {
        let bare = self.bare(value, digits);
        match self {
            _ if !value.is_finite() => bare,
            Unit::Percent => format!("{bare}%"),
            Unit::PercentagePoints => format!("{bare}\u{a0}pp"),
            Unit::Number => bare,
        }
    }

    /// The value without its unit; differences carry a sign.
    pub(super) fn bare(self, value: f64, digits: usize) -> String {
        let text = number(value * self.factor(), digits);
        let zero = text.chars().all(|c| matches!(c, '0' | '.'));
        if self == Unit::PercentagePoints && value > 0.0 && !zero {
            format!("+{text}")
        } else {
            text
        }
    }

    /// Value and interval on one line: "15.3% (14.8–15.8)".
    pub(super) fn estimate(self, known: EstimateBounds, digits: usize) -> String {
        let value = self.full(known.value, digits);
        if known.sure {
            return value;
        }
        let between = if known.lo < 0.0 || self == Unit::PercentagePoints {
            " to "
        } else {
            "–"
        };
        format!(
            "{value} ({}{between}{})",
            self.bare(known.lo, digits),
            self.bare(known.hi, digits)
        )
    }

    /// The label of an axis tick, with just the digits that `step` needs; large plain numbers in thousands or millions.
    pub(super) fn tick(self, value: f64, step: f64) -> String {
        let (scale, suffix) = match self {
            Unit::Number if step >= 1e6 => (1e-6, "\u{a0}M"),
            Unit::Number if step >= 1e3 => (1e-3, "\u{a0}k"),
            _ => (1.0, ""),
        };
        let value = value * scale;
        let whole = |digits: i32| {
            let shifted = step * scale * self.factor() * 10f64.powi(digits);
            (shifted - shifted.round()).abs() < 1e-6 * shifted.max(1.0)
        };
        let digits = (0..6).find(|&digits| whole(digits)).unwrap_or(6);
        let text = self.full(value, digits as usize);
        if suffix.is_empty() || value.abs() < 1e-9 {
            text
        } else {
            format!("{text}{suffix}")
        }
    }
}

/// A little more of the number, so that halves go away from zero everywhere: 12.5 and 13.5 alike, and 14.5 also where a computer
/// has it as a little less. For numbers in texts, too, which are not to differ from those of a picture.
pub fn halves_up(value: f64) -> f64 {
    value * (1.0 + 4.0 * f64::EPSILON)
}

/// A number with a true minus sign, commas between thousands, as the text beside it has them, and no negative zero.
pub(super) fn number(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    if value.abs() >= 1e9 {
        return format!("{value:.2e}").replace('-', "\u{2212}");
    }
    let plain = format!("{:.digits$}", halves_up(value.abs()));
    let (whole, rest) = plain
        .split_once('.')
        .map_or((plain.as_str(), String::new()), |(w, r)| (w, format!(".{r}")));
    let mut grouped = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && whole.len() > 3 && (whole.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(c);
    }
    let zero = plain.chars().all(|c| matches!(c, '0' | '.'));
    let sign = if value < 0.0 && !zero { "\u{2212}" } else { "" };
    format!("{sign}{grouped}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_write_them() {
        assert_eq!(Unit::Percent.full(0.153, 1), "15.3%");
        assert_eq!(Unit::PercentagePoints.full(0.023, 1), "+2.3\u{a0}pp");
        assert_eq!(Unit::PercentagePoints.full(-0.023, 1), "\u{2212}2.3\u{a0}pp");
        assert_eq!(Unit::PercentagePoints.full(0.0001, 1), "0.0\u{a0}pp");
        assert_eq!(number(-0.01, 1), "0.0");
        assert_eq!(number(1_234_567.0, 0), "1,234,567");
        assert_eq!(number(f64::NAN, 1), "–");
        assert_eq!(number(-4_294_967_295.0, 0), "\u{2212}4.29e9");
    }

    #[test]
    fn ticks_show_the_digits_of_their_step() {
        assert_eq!(Unit::Percent.tick(0.15, 0.05), "15%");
        assert_eq!(Unit::Percent.tick(0.125, 0.025), "12.5%");
        assert_eq!(Unit::Number.tick(20_000.0, 5_000.0), "20\u{a0}k");
        assert_eq!(Unit::Number.tick(0.0, 5_000.0), "0");
    }

    #[test]
    fn intervals_are_ordered_and_bad_numbers_left_out() {
        let known = Estimate::new(0.5, 0.6, 0.4).known().unwrap();
        assert!(known.lo < known.hi && !known.sure);
        assert!(Estimate::new(0.5, f64::NAN, 1.0).known().unwrap().sure);
        assert!(Estimate::new(f64::INFINITY, 0.0, 1.0).known().is_none());
        assert!(Estimate::missing().known().is_none());
        assert_eq!(
            Unit::Percent.estimate(Estimate::new(0.5, 0.4, 0.6).known().unwrap(), 0),
            "50% (40–60)"
        );
    }

    #[test]
    fn bounds_skip_what_cannot_be_drawn() {
        assert_eq!(bounds([f64::NAN, 2.0, -1.0, f64::INFINITY]), Some((-1.0, 2.0)));
        assert_eq!(bounds([f64::NAN]), None);
    }
}
