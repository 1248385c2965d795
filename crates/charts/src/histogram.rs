//! How often each whole number occurred: lengths of games, scores.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::ChartError;
use super::axis::Axis;
use super::bins::{Bin, bins, plain};
use super::chart::{Chart, Drawing, everywhere, finish};
use super::layout::{Header, at_most, nothing};
use super::room::Room;
use super::sheet::{Align, DrawingSurface};
use super::text::{widest, width, wrap};
use super::theme::{BLUE, GREY, GRID, INK, LABEL, MARGIN, MUTED, PALE, TICK};
use super::unit::{Unit, number};

/// Counts of whole numbers as bars, with the median and the middle of at least 90 % marked above them.
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
    /// The numbers below which 5, 50 and 95 % of the games lie.
    pub quantiles: Option<[f64; 3]>,
    /// The limit at which games were stopped, and how many were; these are not among `counts`.
    pub capped: Option<(u32, u64)>,
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
        let mut counts = BTreeMap::new();
        for &(value, count) in self.counts.iter().filter(|(_, count)| *count > 0) {
            let entry: &mut u64 = counts.entry(value).or_default();
            *entry = entry.saturating_add(count);
        }
        let capped = self.capped.filter(|(_, count)| *count > 0);
        let games = counts
            .values()
            .copied()
            .chain(capped.map(|(_, count)| count))
            .fold(0, u64::saturating_add);
        if games == 0 {
            return nothing(id, room, &self.title, &self.subtitle);
        }
        let bins = bins(&counts, self.marked(), capped);
        let highest = bins.iter().map(|bin| bin.count).max().unwrap_or(1) as f64 / games as f64;
        let axis = Axis::new(0.0, highest, 5.0).at_most_one(highest);

        let header = Header::new(room, &self.title, &self.subtitle);
        let ticks = widest(axis.ticks().into_iter().map(|v| Unit::Percent.tick(v, axis.step)), TICK);
        let top = header.height()
            + match room {
                Room::Broad => 48.0,
                Room::Narrow => 68.0,
            };
        let field = BarArea {
            left: MARGIN + ticks + 12.0,
            right: room.right(),
            top,
            bottom: top + 240.0,
            bins: &bins,
        };
        let description = self.description(games, capped);
        finish(id, room, &self.title, description, field.bottom + 70.0, |sheet| {
            header.draw(sheet)?;
            sheet.text(
                "share of games",
                (MARGIN, header.height() + 16.0),
                Align::Left,
                TICK,
                MUTED,
            )?;
            for tick in axis.ticks() {
                let y = axis.place(tick, field.bottom, field.top);
                sheet.line(&[(field.left, y), (field.right, y)], 1.0, GRID)?;
                let text = Unit::Percent.tick(tick, axis.step);
                sheet.text(&text, (field.left - 8.0, y), Align::Right, TICK, MUTED)?;
            }
            self.bars(sheet, &field, &axis, games)?;
            sheet.line(&[(field.left, field.bottom), (field.right, field.bottom)], 1.25, INK)?;
            field.numbers(sheet)?;
            let unit = wrap(&self.unit, LABEL, room.inner(), 1).concat();
            let middle = room.middle(f64::midpoint(field.left, field.right), width(&unit, LABEL));
            sheet.text(&unit, (middle, field.bottom + 52.0), Align::Middle, LABEL, INK)?;
            self.marks(sheet, room, &field)
        })
    }

    fn bars(&self, sheet: &DrawingSurface, field: &BarArea, axis: &Axis, games: u64) -> Result<(), ChartError> {
        let slot = field.slot();
        let gap = (slot * 0.08).clamp(0.5, 2.0);
        for (i, bin) in field.bins.iter().enumerate() {
            if bin.count == 0 {
                continue;
            }
            let share = bin.count as f64 / games as f64;
            // Even one game in a million leaves a trace.
            let top = axis.place(share, field.bottom, field.top).min(field.bottom - 1.0);
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
                sheet.fill((centre - half, top), (centre + half, field.bottom), colour)
            })?;
        }
        Ok(())
    }

    /// Bracket over the middle of at least 90 %, which of whole numbers may be more, a line down from the median, and one text
    /// above both: they cannot meet the bars.
    fn marks(&self, sheet: &DrawingSurface, room: Room, field: &BarArea) -> Result<(), ChartError> {
        let Some([low, median, high]) = self.marked() else {
            return Ok(());
        };
        let (Some(a), Some(m), Some(b)) = (field.x(low, -0.5), field.x(median, 0.0), field.x(high, 0.5)) else {
            return Ok(());
        };
        let y = field.top - 13.0;
        sheet.line(&[(a, y + 5.0), (a, y), (b, y), (b, y + 5.0)], 1.5, MUTED)?;
        sheet.dashes(&[(m, y), (m, field.bottom)], 1.75, INK)?;
        sheet.dot((m, y), 4.0, INK)?;
        let words = format!(
            "median {}, at least 90\u{a0}%: {}–{}",
            short(median),
            short(low),
            short(high)
        );
        let wide = width(&words, LABEL);
        let x = match room {
            Room::Broad => {
                // "share of games" stands at the left of this line.
                let least = MARGIN + width("share of games", TICK) + 16.0 + wide / 2.0;
                m.clamp(least, (field.right - wide / 2.0).max(least))
            }
            Room::Narrow => room.middle(m, wide),
        };
        sheet.text(&words, (x, field.top - 32.0), Align::Middle, LABEL, INK)
    }

    /// The quantiles, if they can be those of whole numbers.
    fn marked(&self) -> Option<[f64; 3]> {
        let possible = |q: &[f64; 3]| q.is_sorted() && q[0] >= 0.0 && q[2] <= f64::from(u32::MAX);
        self.quantiles.filter(possible)
    }

    fn description(&self, games: u64, capped: Option<(u32, u64)>) -> String {
        let mut text = format!("Distribution of {} over {} games", self.unit, number(games as f64, 0));
        if let Some([low, median, high]) = self.marked() {
            let _ = write!(
                text,
                ": median {}, at least 90 % from {} to {}",
                short(median),
                short(low),
                short(high)
            );
        }
        if let Some((limit, count)) = capped {
            let _ = write!(text, "; {} games stopped at {}", number(count as f64, 0), plain(limit));
        }
        text.push('.');
        text
    }
}

/// Where the bars stand.
struct BarArea<'a> {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
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
            .map_or_else(|| self.slot(), |words| widest(words, TICK) + edge() + 20.0)
    }

    /// Width of the place of a bar that is not apart.
    fn slot(&self) -> f64 {
        let apart: f64 = self
            .bins
            .iter()
            .filter(|bin| bin.apart.is_some())
            .map(|bin| self.place(bin))
            .sum();
        let core = self.bins.iter().filter(|bin| bin.apart.is_none()).count();
        (self.right - self.left - apart) / core.max(1) as f64
    }

    /// Left edge of the place of bar `index`.
    fn start(&self, index: usize) -> f64 {
        let all: f64 = self.bins.iter().map(|bin| self.place(bin)).sum();
        // Without any bar that is not apart there is room left over.
        let spare = (self.right - self.left - all).max(0.0) / 2.0;
        self.left + spare + self.bins[..index].iter().map(|bin| self.place(bin)).sum::<f64>()
    }

    /// Middle of the place of bar `index`.
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
    fn numbers(&self, sheet: &DrawingSurface) -> Result<(), ChartError> {
        let y = self.bottom + 15.0;
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
                self.number(sheet, bin.from, self.start(index) + middle, step > 1)?;
            }
        }
        if let Some(&(index, bin)) = core
            .last()
            .filter(|(_, bin)| step > 1 && bin.to.checked_add(1).is_some_and(|n| n.is_multiple_of(spacing)))
        {
            self.number(sheet, bin.to + 1, self.start(index) + self.slot(), true)?;
        }
        for (index, bin) in self.bins.iter().enumerate() {
            if let Some(words) = &bin.apart {
                let x = self.middle(index);
                for (line, text) in words.iter().enumerate() {
                    sheet.text(text, (x, y + 15.0 * line as f64), Align::Middle, TICK, MUTED)?;
                }
            }
        }
        Ok(())
    }

    fn number(&self, sheet: &DrawingSurface, value: u32, x: f64, tick: bool) -> Result<(), ChartError> {
        if tick {
            sheet.line(&[(x, self.bottom), (x, self.bottom + 4.0)], 1.0, MUTED)?;
        }
        sheet.text(&plain(value), (x, self.bottom + 15.0), Align::Middle, TICK, MUTED)
    }
}

/// A quantile: whole numbers without a point.
fn short(value: f64) -> String {
    number(value, usize::from((value - value.round()).abs() > 1e-6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::check;

    fn histogram(counts: Vec<(u32, u64)>, quantiles: Option<[f64; 3]>) -> HistogramChart {
        HistogramChart {
            title: "At least half of the games end within 13 rounds".to_owned(),
            subtitle: "500 000 games; dark: at least 90 %; dashed: median".to_owned(),
            unit: "rounds".to_owned(),
            counts,
            quantiles,
            capped: None,
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
        assert!(!chart.plain.contains("at least 90\u{a0}%:"));
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
    fn stopped_games_and_far_tails_stand_apart() {
        let mut chart = histogram(bell(6, 25, 13.0, 4.2), Some([8.0, 13.0, 18.0]));
        chart.counts.extend([(900, 40), (1000, 3)]);
        chart.capped = Some((1200, 30_000));
        let drawn = check("hist_apart", |id| chart.draw(id));
        assert!(
            drawn.description.contains("30,000 games stopped at 1,200"),
            "{}",
            drawn.description
        );
        let mut both = histogram(bell(5000, 5300, 5150.0, 60.0), Some([5080.0, 5150.0, 5222.0]));
        both.counts.push((2, 2000));
        both.capped = Some((6000, 1));
        check("hist_both", |id| both.draw(id));
        let mut all = histogram(Vec::new(), None);
        all.capped = Some((200, 50));
        check("hist_all_stopped", |id| all.draw(id));
    }

    #[test]
    fn nothing_is_said_to_be_nothing() {
        let none = check("hist_none", |id| histogram(vec![(3, 0)], Some([f64::NAN; 3])).draw(id));
        assert!(none.plain.contains("no data</text>"));
        check("hist_nan", |id| histogram(vec![(3, 5)], Some([f64::NAN; 3])).draw(id));
        check("hist_off", |id| {
            histogram(vec![(3, 5), (9, 5)], Some([-1e9, 1e12, 1e20])).draw(id)
        });
    }
}
