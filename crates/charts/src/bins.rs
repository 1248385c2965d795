//! Whole numbers into bars: which numbers share one, and which stand apart.

use std::collections::BTreeMap;

use super::unit::number;

/// Most different numbers that get a bar each.
const SINGLE: u32 = 120;

/// Most bars of several numbers each.
const BARS: u64 = 40;

/// One bar: the numbers `from..=to`.
pub(super) struct Bin {
    pub from: u32,
    pub to: u32,
    pub count: u64,
    /// Words below the bar instead of a place on the axis.
    pub apart: Option<Vec<String>>,
}

impl Bin {
    /// Does it hold anything of what lies between the first and the last of these quantiles?
    pub fn reaches(&self, [low, _, high]: [f64; 3]) -> bool {
        f64::from(self.to) >= low && f64::from(self.from) <= high
    }
}

/// The bars in order: far below, the middle, far above, stopped. `marked` are the 5, 50 and 95 % quantiles.
pub(super) fn bins(counts: &BTreeMap<u32, u64>, marked: Option<[f64; 3]>, capped: Option<(u32, u64)>) -> Vec<Bin> {
    let mut bins = Vec::new();
    if let (Some((&least, _)), Some((&most, _))) = (counts.first_key_value(), counts.last_key_value()) {
        let (from, to) = core(counts, marked, least, most);
        let step = bin_width(from, to);
        let first = if step == 1 { from } else { from / step * step };
        let mut start = first;
        loop {
            let end = start.saturating_add(step - 1);
            bins.push(Bin {
                from: start,
                to: end,
                count: total(counts, start, end),
                apart: None,
            });
            if end >= to || end == u32::MAX {
                break;
            }
            start = end + 1;
        }
        let last = bins.last().map_or(to, |bin| bin.to);
        if least < first {
            let count = total(counts, 0, first - 1);
            let apart = Some(vec![format!("under {}", plain(first))]);
            bins.insert(
                0,
                Bin {
                    from: least,
                    to: first - 1,
                    count,
                    apart,
                },
            );
        }
        if last < most {
            let count = total(counts, last + 1, most);
            bins.push(Bin {
                from: last + 1,
                to: most,
                count,
                apart: Some(vec![format!("over {}", plain(last))]),
            });
        }
    }
    if let Some((limit, count)) = capped {
        let apart = Some(vec!["stopped".to_owned(), format!("at {}", plain(limit))]);
        bins.push(Bin {
            from: limit,
            to: limit,
            count,
            apart,
        });
    }
    bins
}

/// The stretch drawn number by number: everything, unless a tail is so long that it would squeeze the rest.
fn core(counts: &BTreeMap<u32, u64>, marked: Option<[f64; 3]>, least: u32, most: u32) -> (u32, u32) {
    let Some([low, _, high]) = marked else {
        return (least, most);
    };
    let reach = ((high - low) * 1.5).max(20.0);
    // Only what is well outside is cut off, and then just beyond the last number before it, or nearer where each of the rest has a bar
    // of its own then; `as` saturates.
    let single = |from: f64, to: f64| to - from < f64::from(SINGLE);
    let far = f64::from(least) < low - 2.0 * reach;
    let from = counts.range((low - reach).floor() as u32..).next().filter(|_| far);
    let (all, near) = (f64::from(most), high + reach);
    let squeezed = !single(f64::from(least), all) && single(f64::from(least), near.ceil());
    let far = all > near + if squeezed { 0.0 } else { reach };
    let to = counts
        .range(..=(high + reach).ceil() as u32)
        .next_back()
        .filter(|_| far);
    let (from, to) = (
        from.map_or(least, |(&value, _)| value),
        to.map_or(most, |(&value, _)| value),
    );
    if from <= to { (from, to) } else { (least, most) }
}

/// One where [`SINGLE`] bars are enough, else the smallest of 2, 5, 10, 20, … that puts `from..=to` into at most [`BARS`].
fn bin_width(from: u32, to: u32) -> u32 {
    let span = u64::from(to - from) + 1;
    if span <= u64::from(SINGLE) {
        return 1;
    }
    let mut power = 1u64;
    loop {
        for round in [1, 2, 5] {
            if span.div_ceil(round * power) <= BARS {
                return u32::try_from(round * power).unwrap_or(u32::MAX);
            }
        }
        power *= 10;
    }
}

fn total(counts: &BTreeMap<u32, u64>, from: u32, to: u32) -> u64 {
    counts
        .range(from..=to)
        .map(|(_, &count)| count)
        .fold(0, u64::saturating_add)
}

/// A whole number in words.
pub(super) fn plain(value: u32) -> String {
    number(f64::from(value), 0)
}

impl Bin {
    /// Its numbers in words.
    pub(super) fn name(&self) -> String {
        match &self.apart {
            Some(words) => words.join(" "),
            None if self.from == self.to => plain(self.from),
            None => format!("{}–{}", plain(self.from), plain(self.to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(counts: &[(u32, u64)]) -> BTreeMap<u32, u64> {
        counts.iter().copied().collect()
    }

    #[test]
    fn widths_are_round() {
        assert_eq!([bin_width(0, 119), bin_width(0, 120), bin_width(0, 999)], [1, 5, 50]);
        assert_eq!(bin_width(0, u32::MAX), 200_000_000);
    }

    #[test]
    fn every_game_is_in_one_bar() {
        for (counts, marked) in [
            (counted(&[(3, 3), (77, 5), (u32::MAX, 4)]), Some([3.0, 50.0, 90.0])),
            (
                counted(&[(0, 1), (10_000, 9), (10_100, 9)]),
                Some([9990.0, 10_000.0, 10_100.0]),
            ),
            (counted(&[(0, 1), (u32::MAX, 9)]), None),
        ] {
            let bins = bins(&counts, marked, None);
            assert_eq!(
                bins.iter().map(|bin| bin.count).sum::<u64>(),
                counts.values().sum::<u64>()
            );
            assert!(bins.windows(2).all(|pair| pair[0].to < pair[1].from));
            assert!(bins.len() <= SINGLE as usize + 2);
        }
    }

    /// What is drawn in full colour holds the games that it is said to.
    #[test]
    fn bars_between_the_quantiles_hold_what_lies_between() {
        // A rhythm of seven and bars of five: the last quantile lies in the first half of its bar.
        let counts: BTreeMap<u32, u64> = (10..130).map(|v| (v, if v % 7 == 4 { 40 } else { 1 })).collect();
        let all: u64 = counts.values().sum();
        let quantile = |percent: u64| {
            let mut below = 0;
            let mut rows = counts.iter();
            let found = rows.find(|(_, games)| {
                below += **games;
                below * 100 >= all * percent
            });
            f64::from(*found.expect("some").0)
        };
        let marked = [5, 50, 95].map(quantile);
        let held = bins(&counts, Some(marked), None);
        let held: u64 = held.iter().filter(|bin| bin.reaches(marked)).map(|bin| bin.count).sum();
        assert!(held * 10 >= all * 9, "{held} of {all}");
    }

    /// A few long games do not hide a rhythm of the rest.
    #[test]
    fn a_tail_that_would_take_the_rest_their_own_bars_stands_apart() {
        let counts: BTreeMap<u32, u64> = (5..146).map(|v| (v, if v > 80 { 1 } else { 90 })).collect();
        let bins = bins(&counts, Some([10.0, 23.0, 46.0]), None);
        assert!(bins[..bins.len() - 1].iter().all(|bin| bin.from == bin.to));
        let over = bins.last().expect("bars");
        assert_eq!((over.from, over.to, over.count), (101, 145, 45));
    }

    #[test]
    fn far_tails_and_stopped_games_stand_apart() {
        let counts = counted(&[(8, 50), (13, 800), (18, 50), (25, 7), (900, 40), (1000, 3)]);
        let bins = bins(&counts, Some([8.0, 13.0, 18.0]), Some((1200, 30)));
        let [.., last, over, stopped] = &bins[..] else {
            panic!("too few bars")
        };
        assert_eq!((last.to, over.from, over.to, over.count), (25, 26, 1000, 43));
        assert_eq!(over.apart.as_deref(), Some(&["over 25".to_owned()][..]));
        assert_eq!(stopped.count, 30);
        assert!(bins[..bins.len() - 2].iter().all(|bin| bin.apart.is_none()));
    }
}
