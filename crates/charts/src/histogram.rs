//! How often each whole number occurred: lengths of games, scores.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::ChartError;
use super::chart::{Chart, Drawing, everywhere};
use super::layout::{Header, ShareField, at_most, label_below};
use super::sheet::{Align, DrawingSurface};
use super::text::{widest, width};
use super::theme::{BLUE, GREY, INK, LABEL, MARGIN, MUTED, PALE, Room, TICK};
use super::unit::number;

/// Counts of whole numbers as bars, with the median and the middle of at least 90% marked above them.
///
/// More than about 90 different numbers are put in bins of equal, whole width; a few games far out share a bar
/// of their own at the end, labelled so.
#[derive(Debug, Clone)]
pub struct HistogramChart {
    /// Headline: what the picture says.
    pub title: String,
    /// Grey line below: number of games.
    pub subtitle: String,
    /// What is counted, in the plural: "rounds".
    pub unit: String,
    /// Number and how many games had it; in any order, repeated numbers are added up.
    pub counts: Vec<(u32, u64)>,
    /// The numbers below which 5, 50 and 95% of the games lie.
    pub quantiles: Option<[f64; 3]>,
}

impl HistogramChart {
    /// Most different numbers looked at; more would only be memory.
    const MOST: usize = 5_000_000;

    /// Draws the bars. `id` must be unique in the page the chart goes into.
    ///
    /// # Errors
    /// [`ChartError::TooMany`] beyond five million different numbers, [`ChartError::Draw`] if plotters refuses.
    pub fn draw(&self, id: &str) -> Result<Chart, ChartError> {
        at_most(&self.title, "different numbers", self.counts.len(), Self::MOST)?;
        everywhere(|room| self.within(id, room))
    }

    fn within(&self, id: &str, room: Room) -> Result<Drawing, ChartError> {
        let header = Header::new(id, room, &self.title, &self.subtitle);
        let mut counts = BTreeMap::new();
        for &(value, count) in self.counts.iter().filter(|(_, count)| *count > 0) {
            let entry: &mut u64 = counts.entry(value).or_default();
            *entry = entry.saturating_add(count);
        }
        let games = counts.values().copied().fold(0, u64::saturating_add);
        if games == 0 {
            return header.nothing();
        }
        let bins = bins(&counts, self.marked());
        let highest = bins.iter().map(|bin| bin.count).max().unwrap_or(1) as f64 / games as f64;
        let top = header.height()
            + match room {
                Room::Broad => 48.0,
                Room::Narrow => 68.0,
            };
        let shares = ShareField::new((0.0, highest), 12.0, room.right(), (top, top + 240.0));
        let (left, right, bottom) = (shares.left, shares.right, shares.bottom);
        let field = BarArea { shares, bins: &bins };
        let description = self.description(games);
        header.finish(description, bottom + 70.0, |sheet| {
            sheet.text(
                "share of games",
                (MARGIN, header.height() + 16.0),
                Align::Left,
                TICK,
                MUTED,
            );
            field.shares.draw(sheet);
            self.bars(sheet, &field, games);
            sheet.line(&[(left, bottom), (right, bottom)], 1.25, INK);
            field.numbers(sheet);
            label_below(sheet, room, &self.unit, (left, right), bottom + 52.0);
            self.marks(sheet, room, &field);
        })
    }

    fn bars(&self, sheet: &DrawingSurface, field: &BarArea, games: u64) {
        let slot = field.slot();
        let gap = (slot * 0.08).clamp(0.5, 2.0);
        for (i, bin) in field.bins.iter().enumerate() {
            if bin.count == 0 {
                continue;
            }
            let share = bin.count as f64 / games as f64;
            // Even one game in a million leaves a trace.
            let bottom = field.shares.bottom;
            let top = field.shares.y(share).min(bottom - 1.0);
            let colour = match self.marked() {
                _ if bin.apart.is_some() => GREY,
                Some(marked) if !bin.reaches(marked) => PALE,
                _ => BLUE,
            };
            let half = if bin.apart.is_some() {
                BarArea::APART
            } else {
                ((slot - 2.0 * gap) / 2.0).min(BarArea::WIDEST)
            };
            let centre = field.middle(i);
            let words = format!(
                "{}: {} of {} games",
                bin.name(),
                number(bin.count as f64, 0),
                number(games as f64, 0)
            );
            sheet.with_words(&words, || {
                sheet.fill((centre - half, top), (centre + half, bottom), colour);
            });
        }
    }

    /// Bracket over the middle of at least 90%, which of whole numbers may be more, a line down from the median, and one text
    /// above both: they cannot meet the bars.
    fn marks(&self, sheet: &DrawingSurface, room: Room, field: &BarArea) {
        let Some([low, median, high]) = self.marked() else {
            return;
        };
        let (Some(a), Some(m), Some(b)) = (field.x(low, -0.5), field.x(median, 0.0), field.x(high, 0.5)) else {
            return;
        };
        let y = field.shares.top - 13.0;
        sheet.line(&[(a, y + 5.0), (a, y), (b, y), (b, y + 5.0)], 1.5, MUTED);
        sheet.dashes(&[(m, y), (m, field.shares.bottom)], 1.75, INK);
        sheet.dot((m, y), 4.0, INK);
        let words = format!("median {}, at least 90%: {}–{}", short(median), short(low), short(high));
        let wide = width(&words, LABEL);
        let x = match room {
            Room::Broad => {
                // "share of games" stands at the left of this line.
                let least = MARGIN + width("share of games", TICK) + 16.0 + wide / 2.0;
                m.clamp(least, (field.shares.right - wide / 2.0).max(least))
            }
            Room::Narrow => room.middle(m, wide),
        };
        sheet.text(&words, (x, field.shares.top - 32.0), Align::Middle, LABEL, INK);
    }

    /// The quantiles, if they can be those of whole numbers.
    fn marked(&self) -> Option<[f64; 3]> {
        let possible = |q: &[f64; 3]| q.is_sorted() && q[0] >= 0.0 && q[2] <= f64::from(u32::MAX);
        self.quantiles.filter(possible)
    }

    fn description(&self, games: u64) -> String {
        let mut text = format!("Distribution of {} over {} games", self.unit, number(games as f64, 0));
        if let Some([low, median, high]) = self.marked() {
            let _ = write!(
                text,
                ": median {}, at least 90% from {} to {}",
                short(median),
                short(low),
                short(high)
            );
        }
        text.push('.');
        text
    }
}

struct BarArea<'a> {
    shares: ShareField,
    bins: &'a [Bin],
}

impl BarArea<'_> {
    /// Half of the widest bar, logical pixels.
    const WIDEST: f64 = 40.0;
    /// Half of the width of a bar that stands apart.
    const APART: f64 = 16.0;

    /// Width of the place of a bar, logical pixels: those apart need room for their words and for half of the number
    /// under the edge next to them.
    fn place(&self, bin: &Bin) -> f64 {
        let edge = || {
            widest(
                self.bins
                    .iter()
                    .filter(|bin| bin.apart.is_none())
                    .map(|bin| plain(bin.to)),
                TICK,
            )
        };
        bin.apart
            .as_ref()
            .map_or_else(|| self.slot(), |words| width(words, TICK) + edge() + 20.0)
    }

    fn slot(&self) -> f64 {
        let apart: f64 = self
            .bins
            .iter()
            .filter(|bin| bin.apart.is_some())
            .map(|bin| self.place(bin))
            .sum();
        let core = self.bins.iter().filter(|bin| bin.apart.is_none()).count();
        (self.shares.right - self.shares.left - apart) / core.max(1) as f64
    }

    fn start(&self, index: usize) -> f64 {
        let all: f64 = self.bins.iter().map(|bin| self.place(bin)).sum();
        // Without any bar that is not apart there is room left over.
        let spare = (self.shares.right - self.shares.left - all).max(0.0) / 2.0;
        self.shares.left + spare + self.bins[..index].iter().map(|bin| self.place(bin)).sum::<f64>()
    }

    fn middle(&self, index: usize) -> f64 {
        self.start(index) + self.place(&self.bins[index]) / 2.0
    }

    /// Where the number `value` lies; `edge` (-0.5 to 0.5) moves it towards the edges of its own bar.
    fn x(&self, value: f64, edge: f64) -> Option<f64> {
        let covers = |bin: &Bin| value < f64::from(bin.to) + 1.0;
        let index = self.bins.iter().position(covers).or(self.bins.len().checked_sub(1))?;
        let bin = &self.bins[index];
        if bin.apart.is_some() {
            return Some(self.middle(index) + 2.0 * edge * Self::APART);
        }
        let wide = f64::from(bin.to - bin.from) + 1.0;
        let share = ((value + 0.5 + edge - f64::from(bin.from)) / wide).clamp(0.0, 1.0);
        // A few very wide places hold bars that are narrower.
        Some(self.middle(index) + (share - 0.5) * self.slot().min(2.0 * Self::WIDEST + 4.0))
    }

    /// Numbers below the bars: in the middle of single numbers, at the edges of wider bins.
    fn numbers(&self, sheet: &DrawingSurface) {
        let y = self.shares.bottom + 15.0;
        let core: Vec<(usize, &Bin)> = self
            .bins
            .iter()
            .enumerate()
            .filter(|(_, bin)| bin.apart.is_none())
            .collect();
        let wide = widest(core.iter().map(|(_, bin)| plain(bin.to.saturating_add(1))), TICK) + 10.0;
        let step = core.first().map_or(1, |(_, bin)| bin.to - bin.from + 1);
        let every = [1, 2, 5, 10, 20, 50]
            .into_iter()
            .find(|&n| f64::from(n) * self.slot() >= wide)
            .unwrap_or(100);
        let spacing = step.saturating_mul(every);
        for &(index, bin) in &core {
            let middle = if step == 1 { self.slot() / 2.0 } else { 0.0 };
            if bin.from.is_multiple_of(spacing) {
                if step > 1 {
                    self.tick(sheet, self.start(index) + middle);
                }
                self.number(sheet, bin.from, self.start(index) + middle);
            }
        }
        if let Some(&(index, bin)) = core
            .last()
            .filter(|(_, bin)| step > 1 && bin.to.checked_add(1).is_some_and(|n| n.is_multiple_of(spacing)))
        {
            self.tick(sheet, self.start(index) + self.slot());
            self.number(sheet, bin.to + 1, self.start(index) + self.slot());
        }
        for (index, bin) in self.bins.iter().enumerate() {
            if let Some(words) = &bin.apart {
                sheet.text(words, (self.middle(index), y), Align::Middle, TICK, MUTED);
            }
        }
    }

    fn tick(&self, sheet: &DrawingSurface, x: f64) {
        let bottom = self.shares.bottom;
        sheet.line(&[(x, bottom), (x, bottom + 4.0)], 1.0, MUTED);
    }

    fn number(&self, sheet: &DrawingSurface, value: u32, x: f64) {
        let y = self.shares.bottom + 15.0;
        sheet.text(&plain(value), (x, y), Align::Middle, TICK, MUTED);
    }
}

/// A quantile: whole numbers without a point.
fn short(value: f64) -> String {
    number(value, usize::from((value - value.round()).abs() > 1e-6))
}

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
    pub apart: Option<String>,
}

impl Bin {
    /// Does it hold anything of what lies between the first and the last of these quantiles?
    pub fn reaches(&self, [low, _, high]: [f64; 3]) -> bool {
        f64::from(self.to) >= low && f64::from(self.from) <= high
    }

    pub(super) fn name(&self) -> String {
        match &self.apart {
            Some(words) => words.clone(),
            None if self.from == self.to => plain(self.from),
            None => format!("{}–{}", plain(self.from), plain(self.to)),
        }
    }
}

/// The bars in order: far below, the middle, far above. `marked` are the 5, 50 and 95 % quantiles.
pub(super) fn bins(counts: &BTreeMap<u32, u64>, marked: Option<[f64; 3]>) -> Vec<Bin> {
    let mut bins = Vec::new();
    if let (Some((&least, _)), Some((&most, _))) = (counts.first_key_value(), counts.last_key_value()) {
        let (from, to) = core(counts, marked, least, most);
        let step = bin_width(from, to);
        let first = if step == 1 { from } else { from / step * step };
        let bin = |from, to, apart| Bin {
            from,
            to,
            count: total(counts, from, to),
            apart,
        };
        let mut start = first;
        loop {
            let end = start.saturating_add(step - 1);
            bins.push(bin(start, end, None));
            if end >= to || end == u32::MAX {
                break;
            }
            start = end + 1;
        }
        let last = bins.last().map_or(to, |bin| bin.to);
        if least < first {
            let apart = Some(format!("under {}", plain(first)));
            bins.insert(0, bin(least, first - 1, apart));
        }
        if last < most {
            let apart = Some(format!("over {}", plain(last)));
            bins.push(bin(last + 1, most, apart));
        }
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

pub(super) fn plain(value: u32) -> String {
    number(f64::from(value), 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{check, check_empty};

    fn histogram(counts: Vec<(u32, u64)>, quantiles: Option<[f64; 3]>) -> HistogramChart {
        HistogramChart {
            title: "At least half of the games end within 13 rounds".to_owned(),
            subtitle: "500 000 games; dark: at least 90%; dashed: median".to_owned(),
            unit: "rounds".to_owned(),
            counts,
            quantiles,
        }
    }

    fn bell(from: u32, to: u32, middle: f64, wide: f64) -> Vec<(u32, u64)> {
        (from..=to)
            .map(|v| (v, (90_000.0 * (-((f64::from(v) - middle) / wide).powi(2)).exp()) as u64))
            .collect()
    }

    #[test]
    fn few_numbers_have_a_bar_each() {
        check("hist", |id| {
            histogram(bell(6, 25, 13.0, 4.2), Some([8.0, 13.0, 18.0])).draw(id)
        });
        check("hist_one", |id| {
            histogram(vec![(14, 10)], Some([14.0, 14.0, 14.0])).draw(id)
        });
        check("hist_two", |id| {
            histogram(vec![(3, 10), (4, 2)], Some([3.0, 3.0, 4.0])).draw(id)
        });
        check("hist_sixty", |id| {
            histogram(bell(141, 200, 165.0, 15.0), Some([150.0, 165.0, 180.0])).draw(id)
        });
        let chart = check("hist_bare", |id| histogram(bell(0, 9, 2.0, 3.0), None).draw(id));
        assert!(!chart.plain.contains("at least 90%:"));
    }

    #[test]
    fn many_numbers_share_bins() {
        check("hist_bins", |id| {
            histogram(bell(40, 480, 220.0, 80.0), Some([125.0, 220.0, 317.5])).draw(id)
        });
        check("hist_huge", |id| {
            histogram(
                bell(990_000, 1_010_000, 1e6, 3000.0),
                Some([996_500.0, 1e6, 1_003_500.0]),
            )
            .draw(id)
        });
        check("hist_skew", |id| {
            histogram(bell(20, 150, 20.0, 30.0), Some([20.0, 33.0, 62.0])).draw(id)
        });
        let ends = [(0, 5), (u32::MAX, 7)].to_vec();
        check("hist_ends", |id| histogram(ends.clone(), None).draw(id));
    }

    #[test]
    fn far_tails_are_drawn_apart() {
        let mut chart = histogram(bell(6, 25, 13.0, 4.2), Some([8.0, 13.0, 18.0]));
        chart.counts.extend([(900, 40), (1000, 3)]);
        check("hist_apart", |id| chart.draw(id));
        let mut both = histogram(bell(5000, 5300, 5150.0, 60.0), Some([5080.0, 5150.0, 5222.0]));
        both.counts.extend([(2, 2000), (6000, 1)]);
        check("hist_both", |id| both.draw(id));
    }

    #[test]
    fn nothing_is_said_to_be_nothing() {
        check_empty("hist_none", |id| histogram(vec![(3, 0)], Some([f64::NAN; 3])).draw(id));
        check("hist_nan", |id| histogram(vec![(3, 5)], Some([f64::NAN; 3])).draw(id));
        check("hist_off", |id| {
            histogram(vec![(3, 5), (9, 5)], Some([-1e9, 1e12, 1e20])).draw(id)
        });
    }

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
            let bins = bins(&counts, marked);
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
        let held = bins(&counts, Some(marked));
        let held: u64 = held.iter().filter(|bin| bin.reaches(marked)).map(|bin| bin.count).sum();
        assert!(held * 10 >= all * 9, "{held} of {all}");
    }

    /// A few long games do not hide a rhythm of the rest.
    #[test]
    fn a_tail_that_would_take_the_rest_their_own_bars_stands_apart() {
        let counts: BTreeMap<u32, u64> = (5..146).map(|v| (v, if v > 80 { 1 } else { 90 })).collect();
        let bins = bins(&counts, Some([10.0, 23.0, 46.0]));
        assert!(bins[..bins.len() - 1].iter().all(|bin| bin.from == bin.to));
        let over = bins.last().expect("bars");
        assert_eq!((over.from, over.to, over.count), (101, 145, 45));
    }

    #[test]
    fn far_tails_stand_apart() {
        let counts = counted(&[(8, 50), (13, 800), (18, 50), (25, 7), (900, 40), (1000, 3)]);
        let bins = bins(&counts, Some([8.0, 13.0, 18.0]));
        let [.., last, over] = &bins[..] else {
            panic!("too few bars")
        };
        assert_eq!((last.to, over.from, over.to, over.count), (25, 26, 1000, 43));
        assert_eq!(over.apart.as_deref(), Some("over 25"));
        assert!(bins[..bins.len() - 1].iter().all(|bin| bin.apart.is_none()));
    }
}
