//! How far a version is from what is wished.

use super::{Count, Counts, SearchSpace};

/// A figure, or how far it is from what it is now, and where that should lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Index of the figure.
    pub figure: usize,
    /// Least; may be infinite.
    pub lo: f64,
    /// Most; may be infinite.
    pub hi: f64,
    /// What counts as one step away: a point of a share, or as large a part of a mean.
    pub unit: f64,
    /// Are its ends counted from what the figure is with the present rules?
    pub change: bool,
}

impl Aim {
    /// The same with nothing but the middle of the band.
    pub fn to(figure: usize, target: f64, unit: f64) -> Self {
        Aim::between(figure, (target, target), unit)
    }

    /// That the figure lies between these.
    pub fn between(figure: usize, (lo, hi): (f64, f64), unit: f64) -> Self {
        Aim {
            figure,
            lo,
            hi,
            unit,
            change: false,
        }
    }

    /// The same with ends of the figure itself, which is `now` with the present rules.
    #[must_use]
    pub fn settled_at(self, now: f64) -> Self {
        let now = if self.change { now } else { 0.0 };
        Aim {
            lo: self.lo + now,
            hi: self.hi + now,
            change: false,
            ..self
        }
    }

    /// How far `value` is outside, in units, below 0 where it is too small.
    fn outside(&self, value: f64) -> f64 {
        (value - value.clamp(self.lo, self.hi)) / self.unit
    }
}

/// Everything that versions are judged by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aims {
    /// The wishes.
    pub wishes: Vec<Aim>,
    /// The middles of those that have one.
    pub nearness: Vec<Aim>,
    /// What fairness is: the wishes about who wins, else an even share.
    pub fairness: Vec<Aim>,
    /// What length is: the wishes about it, else as long as now.
    pub length: Vec<Aim>,
}

/// Root of the mean squared distance from all of `aims`, in units; 0 without any.
pub fn distance(aims: &[Aim], values: &[f64]) -> f64 {
    let squares: f64 = aims.iter().map(|aim| aim.outside(values[aim.figure]).powi(2)).sum();
    (squares / aims.len().max(1) as f64).sqrt()
}

/// How far inside the ends of all of `aims` the figures lie, in units: by the end that is nearest; infinite without any end.
pub fn room(aims: &[Aim], values: &[f64]) -> f64 {
    let inside = |aim: &Aim| {
        let value = values[aim.figure];
        (value - aim.lo).min(aim.hi - value) / aim.unit
    };
    aims.iter().map(inside).fold(f64::INFINITY, f64::min)
}

/// How [`distance`] grows with each figure.
pub fn slope(aims: &[Aim], values: &[f64]) -> Vec<f64> {
    slope_by(aims, values, |_| true)
}

/// The part of [`slope`] that comes from some of the aims, by their index.
pub fn slope_by(aims: &[Aim], values: &[f64], of: impl Fn(usize) -> bool) -> Vec<f64> {
    let mut slope = vec![0.0; values.len()];
    let distance = distance(aims, values);
    if distance > 0.0 {
        for (_, aim) in aims.iter().enumerate().filter(|(index, _)| of(*index)) {
            let outside = aim.outside(values[aim.figure]);
            slope[aim.figure] += outside / (aim.unit * distance * aims.len() as f64);
        }
    }
    slope
}

/// `aims` with nothing but ends of the figures themselves, of which `now` are those of the present rules.
pub fn from_now(aims: &[Aim], now: &[f64]) -> Vec<Aim> {
    // Where a figure is not known, nothing is asked of it.
    let now = |aim: &Aim| now.get(aim.figure).map_or(*aim, |now| aim.settled_at(*now));
    aims.iter().map(now).collect()
}

/// The figures of a version.
pub fn values(counts: &Counts) -> Vec<f64> {
    counts.iter().map(Count::value).collect()
}

impl Aims {
    /// The same with nothing but ends of the figures themselves, of which `now` are those of the present rules.
    #[must_use]
    pub fn settled_at(&self, now: &[f64]) -> Self {
        Aims {
            wishes: from_now(&self.wishes, now),
            nearness: from_now(&self.nearness, now),
            fairness: from_now(&self.fairness, now),
            length: from_now(&self.length, now),
        }
    }

    /// By what the search ranks versions with as many changes: first the wishes, then small changes, then nearness.
    pub fn score(&self, space: &SearchSpace, version: &[u8], values: &[f64]) -> f64 {
        let excess = distance(&self.wishes, values);
        let near = distance(&self.nearness, values);
        excess * excess + 0.05 * space.size(version) + 0.01 * near * near
    }

    /// How far the first figures are from the wishes about them, and within those from their middles.
    pub fn away(&self, values: &[f64]) -> f64 {
        let of = |aims: &[Aim]| -> Vec<Aim> {
            let known = aims.iter().filter(|aim| aim.figure < values.len());
            known.copied().collect()
        };
        distance(&of(&self.wishes), values) + 0.1 * distance(&of(&self.nearness), values)
    }

    /// Could the version meet every wish, as far as its counts show?
    pub fn may_be_met(&self, counts: &Counts) -> bool {
        self.wishes.iter().all(|aim| {
            let (value, room) = (counts[aim.figure].value(), 2.0 * counts[aim.figure].error());
            value + room >= aim.lo && value - room <= aim.hi
        })
    }

    /// Does it meet them without doubt, as far as a search needs to know?
    pub fn are_met(&self, counts: &Counts) -> bool {
        self.wishes.iter().all(|aim| {
            let (value, room) = (counts[aim.figure].value(), 2.0 * counts[aim.figure].error());
            value - room >= aim.lo && value + room <= aim.hi
        })
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact by construction")]
mod tests {
    use super::*;

    #[test]
    fn inside_a_band_there_is_no_distance() {
        let open = Aim::between(1, (f64::NEG_INFINITY, 30.0), 0.3);
        let aims = [Aim::between(0, (0.2, 0.3), 0.01), open];
        assert_eq!(distance(&aims, &[0.25, 12.0]), 0.0);
        assert!((distance(&aims, &[0.32, 30.6]) - 2.0).abs() < 1e-9);
        assert_eq!(slope(&aims, &[0.25, 12.0]), [0.0, 0.0]);
        assert_eq!(distance(&[], &[1.0]), 0.0);
        assert!((room(&aims, &[0.22, 12.0]) - 2.0).abs() < 1e-9);
        assert!((room(&aims, &[0.25, 29.4]) - 2.0).abs() < 1e-9);
        assert!((room(&aims, &[0.31, 29.4]) + 1.0).abs() < 1e-9);
        assert_eq!(room(&[], &[1.0]), f64::INFINITY);
    }

    #[test]
    fn changes_are_counted_from_what_is_now() {
        let longer = Aim {
            change: true,
            ..Aim::between(1, (f64::NEG_INFINITY, 0.5), 0.5)
        };
        let aims = Aims {
            wishes: vec![Aim::to(0, 0.2, 0.01), longer],
            ..Aims::default()
        };
        let told = aims.settled_at(&[0.3, 20.0]);
        assert_eq!(told.wishes[0], aims.wishes[0]);
        assert_eq!((told.wishes[1].lo, told.wishes[1].hi), (f64::NEG_INFINITY, 20.5));
        assert!((distance(&told.wishes[1..], &[0.2, 21.5]) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn the_slope_is_that_of_the_distance() {
        let aims = [Aim::to(0, 0.2, 0.01), Aim::to(2, 30.0, 0.3)];
        let at = [0.26, 5.0, 28.5];
        let slope = slope(&aims, &at);
        for figure in 0..3 {
            let mut more = at;
            more[figure] += 1e-6;
            let rise = (distance(&aims, &more) - distance(&aims, &at)) / 1e-6;
            assert!((rise - slope[figure]).abs() < 1e-3, "{figure}: {rise}");
        }
    }
}
