//! Shares as bars: win rates by side with intervals and fair shares, or how games end.

use super::ChartError;
use super::chart::{Chart, Drawing, describe, everywhere};
use super::layout::{
    Across, Header, Legend, Mark, Names, ShareField, at_most, lying_whisker, upright_whisker, wished_end,
};
use super::sheet::{Align, DrawingSurface};
use super::text::{fits, widest, width, wrap};
use super::theme::{Colour, INK, LABEL, MARGIN, MUTED, PAPER, Room, STRONG, TICK, WISHED};
use super::unit::{Estimate, EstimateBounds, Unit, Wished, bounds, drawable};

/// Shares of a whole as bars from zero, upright for a few short names, lying otherwise.
#[derive(Debug, Clone)]
pub struct Bars {
    /// Headline: what the picture says.
    pub title: String,
    /// Grey line below: number of games, kind of interval.
    pub subtitle: String,
    /// What is measured, written at the axis.
    pub value_label: String,
    /// What the dashed mark of a bar is called, for example "fair share".
    pub fair_label: &'static str,
    /// The bars in the order drawn.
    pub bars: Vec<Bar>,
}

/// One bar.
#[derive(Debug, Clone)]
pub struct Bar {
    /// Name.
    pub label: String,
    /// The share, a fraction of 1.
    pub share: Estimate,
    /// The share that would be fair, a fraction of 1, if there is such a thing.
    pub fair: Option<f64>,
    /// The shares wished for, if that has been said.
    pub wished: Option<Wished>,
    /// Colour of the bar.
    pub colour: Colour,
}

/// What the fair shares of all bars have in common.
#[derive(Clone, Copy, PartialEq)]
enum Fair {
    Nobody,
    Same(f64),
    Each,
}

impl Bar {
    /// The fair share, if it can be drawn.
    fn fair(&self) -> Option<f64> {
        self.fair.filter(|&fair| drawable(fair))
    }
}

impl Bars {
    /// Most bars in one picture.
    pub const MOST: usize = 60;

    /// Draws the bars. `id` must be unique in the page the chart goes into.
    ///
    /// # Errors
    /// [`ChartError::TooMany`] beyond [`Bars::MOST`] bars, [`ChartError::Draw`] if plotters refuses.
    pub fn draw(&self, id: &str) -> Result<Chart, ChartError> {
        at_most(&self.title, "bars", self.bars.len(), Self::MOST)?;
        everywhere(|room| self.within(id, room))
    }

    fn within(&self, id: &str, room: Room) -> Result<Drawing, ChartError> {
        let header = Header::new(id, room, &self.title, &self.subtitle);
        if self.bars.iter().all(|bar| bar.share.known().is_none()) {
            return header.nothing();
        }
        let legend = self.legend(room);
        if self.upright_fits(room) {
            self.upright(room, &header, &legend)
        } else {
            self.lying(room, &header, &legend)
        }
    }

    fn fair(&self) -> Fair {
        let shares: Vec<_> = self.bars.iter().map(Bar::fair).collect();
        match shares.first().copied().flatten() {
            _ if shares.iter().all(Option::is_none) => Fair::Nobody,
            Some(first)
                if shares
                    .iter()
                    .all(|fair| fair.is_some_and(|fair| (fair - first).abs() < 1e-9)) =>
            {
                Fair::Same(first)
            }
            _ => Fair::Each,
        }
    }

    fn legend(&self, room: Room) -> Legend {
        let fair = match self.fair() {
            Fair::Nobody => None,
            Fair::Same(fair) => Some((Mark::Dashes(INK), format!("{} {}", self.fair_label, self.percent(fair)))),
            Fair::Each => Some((Mark::Dashes(INK), self.fair_label.to_owned())),
        };
        let wished = self.bars.iter().any(|bar| bar.wished.is_some());
        Legend::new(
            room,
            fair.into_iter()
                .chain(wished.then(|| (Mark::Wished, "wished".to_owned()))),
        )
    }

    /// Smallest and largest number drawn, zero included.
    fn bounds(&self) -> (f64, f64) {
        let drawn = self.bars.iter().flat_map(|bar| {
            let ends = bar.share.known().map_or([f64::NAN; 3], EstimateBounds::ends);
            let wished = bar.wished.into_iter().flat_map(Wished::ends);
            ends.into_iter().chain(bar.fair).chain(wished).chain([0.0])
        });
        bounds(drawn).unwrap_or((0.0, 1.0))
    }

    fn digits(&self) -> usize {
        let (lo, hi) = self.bounds();
        Unit::Percent.digits(lo, hi)
    }

    fn percent(&self, share: f64) -> String {
        Unit::Percent.full(share, self.digits())
    }

    fn words(&self, bar: &Bar) -> String {
        bar.share.known().map_or("no data".to_owned(), |known| {
            Unit::Percent.estimate(known, self.digits())
        })
    }

    fn number(&self, bar: &Bar) -> String {
        let known = bar.share.known();
        known.map_or("no data".to_owned(), |known| self.percent(known.value))
    }

    fn bar_text(&self, bar: &Bar) -> String {
        let fair = bar
            .fair()
            .map_or(String::new(), |f| format!(", fair {}", self.percent(f)));
        let wished = bar.wished.map_or(String::new(), |wished| {
            format!(", {}", wished.words(Unit::Percent, self.digits()))
        });
        format!("{} {}{fair}{wished}", bar.label, self.words(bar))
    }

    fn description(&self) -> String {
        let parts = self.bars.iter().map(|bar| self.bar_text(bar));
        describe(&self.value_label, parts)
    }

    /// Width of one upright bar's place.
    fn slot(&self, room: Room) -> f64 {
        (room.inner() - 52.0) / self.bars.len().max(1) as f64
    }

    fn upright_fits(&self, room: Room) -> bool {
        let wide = self.slot(room) - 12.0;
        let of_each = self.bars.iter().filter(|_| self.fair() == Fair::Each);
        let fairs = of_each.filter_map(|bar| Some(format!("fair {}", self.percent(bar.fair?))));
        let number = widest(self.bars.iter().map(|bar| self.number(bar)), STRONG).max(widest(fairs, TICK));
        (2..=8).contains(&self.bars.len())
            && number <= wide
            && self.bars.iter().all(|bar| fits(&bar.label, LABEL, wide, 2))
    }

    fn upright(&self, room: Room, header: &Header, legend: &Legend) -> Result<Drawing, ChartError> {
        let wide = self.slot(room) - 12.0;
        let names: Vec<_> = self.bars.iter().map(|bar| wrap(&bar.label, LABEL, wide, 2)).collect();
        let lines = names.iter().map(Vec::len).max().unwrap_or(1);
        let fair = self.fair();

        let top = header.height() + 41.0;
        let field = ShareField::new(self.bounds(), 10.0, room.right(), (top, top + 260.0));
        let (axis, left, right, bottom) = (field.axis, field.left, field.right, field.bottom);
        let y = |share: f64| field.y(share);
        let slot = (right - left) / self.bars.len() as f64;
        // What is measured and the legend share a line.
        let label = wrap(&self.value_label, TICK, room.width() / 2.0, 1).concat();
        let indent = width(&label, TICK) + 28.0;
        // The numbers stand below the names: above the bars there may be intervals, fair shares and what is wished.
        let number_line = bottom + 8.0 + lines as f64 * 17.0;
        let fair_line = number_line + 18.0;
        let height = fair_line + if fair == Fair::Each { 36.0 } else { 16.0 };

        header.finish(self.description(), height, |sheet| {
            sheet.text(&label, (MARGIN, header.height() + 10.5), Align::Left, TICK, MUTED);
            legend.draw_at(sheet, (MARGIN + indent, header.height()));
            field.draw(sheet);
            let half = (slot * 0.31).min(46.0);
            for (i, bar) in self.bars.iter().enumerate() {
                let x = left + slot * (i as f64 + 0.5);
                let over = slot / 2.0 - 2.0;
                if let Some((from, to)) = bar.wished.and_then(|wished| wished.within(axis.lo, axis.hi)) {
                    sheet.fill((x - over, y(to)), (x + over, y(from)), WISHED);
                }
                if let Some(known) = bar.share.known() {
                    let ends = ((x - half, y(known.value)), (x + half, y(0.0)));
                    sheet.with_words(&self.bar_text(bar), || sheet.fill(ends.0, ends.1, bar.colour));
                }
                for end in bar.wished.into_iter().flat_map(Wished::ends).map(y) {
                    wished_end(sheet, (x - over, end), (x + over, end));
                }
            }
            sheet.line(&[(left, y(0.0)), (right, y(0.0))], 1.25, INK);
            if let Fair::Same(share) = fair {
                fair_mark(sheet, (left, y(share)), (right, y(share)));
            }
            for ((i, bar), name) in self.bars.iter().enumerate().zip(&names) {
                let x = left + slot * (i as f64 + 0.5);
                if let (Fair::Each, Some(share)) = (fair, bar.fair()) {
                    let over = (half + 9.0).min(slot / 2.0 - 2.0);
                    fair_mark(sheet, (x - over, y(share)), (x + over, y(share)));
                    let words = format!("fair {}", self.percent(share));
                    sheet.text(&words, (x, fair_line + 10.0), Align::Middle, TICK, MUTED);
                }
                if let Some(known) = bar.share.known().filter(|known| !known.sure) {
                    let ends = (y(known.hi), y(known.lo));
                    sheet.with_words(&self.bar_text(bar), || upright_whisker(sheet, ends, x));
                }
                let middle = bottom + 8.0 + name.len() as f64 * 8.5;
                sheet.block(name, (x, middle), Align::Middle, LABEL, INK);
                let ink = if bar.share.known().is_some() { INK } else { MUTED };
                sheet.text(&self.number(bar), (x, number_line + 9.0), Align::Middle, STRONG, ink);
            }
        })
    }

    fn lying(&self, room: Room, header: &Header, legend: &Legend) -> Result<Drawing, ChartError> {
        let fair = self.fair();
        let words: Vec<_> = self.bars.iter().map(|bar| self.words(bar)).collect();
        let fairs: Vec<_> = self
            .bars
            .iter()
            .map(|bar| match (fair, bar.fair()) {
                (Fair::Each, Some(fair)) => format!("fair {}", self.percent(fair)),
                _ => String::new(),
            })
            .collect();
        let fair_wide = widest(&fairs, TICK);
        let words_wide = widest(&words, LABEL);
        let words_end = room.right() - if fair_wide > 0.0 { fair_wide + 16.0 } else { 0.0 };
        let numbers = room.right() - words_end + words_wide;
        let names = Names::new(room, self.bars.iter().map(|bar| bar.label.as_str()), numbers);
        let (left, right) = (names.field(12.0), names.field_end(room, numbers, 22.0));
        let across = Across::new(room, self.bounds(), Unit::Percent, (left, right), &self.value_label);

        let least = if self.bars.len() > 14 { 25.0 } else { 31.0 };
        let top = header.height() + legend.height();
        let edges = names.edges(top, self.bars.len(), least);
        let bottom = edges[self.bars.len()];
        header.finish(self.description(), bottom + Across::HEIGHT, |sheet| {
            legend.draw(sheet, header.height());
            across.draw(sheet, top, bottom);
            let rows = || {
                let places = edges.windows(2).enumerate();
                let places = places.map(|(i, edge)| names.place(i, edge[0], edge[1]));
                self.bars.iter().zip(places)
            };
            for (bar, place) in rows() {
                let y = place.marks;
                let axis = &across.axis;
                if let Some((from, to)) = bar.wished.and_then(|wished| wished.within(axis.lo, axis.hi)) {
                    sheet.fill((across.x(from), y - 12.0), (across.x(to), y + 12.0), WISHED);
                }
                if let Some(known) = bar.share.known() {
                    let ends = ((across.x(0.0), y - 8.5), (across.x(known.value), y + 8.5));
                    sheet.with_words(&self.bar_text(bar), || sheet.fill(ends.0, ends.1, bar.colour));
                }
                for end in bar.wished.into_iter().flat_map(Wished::ends).map(|end| across.x(end)) {
                    wished_end(sheet, (end, y - 12.0), (end, y + 12.0));
                }
            }
            sheet.line(&[(across.x(0.0), top), (across.x(0.0), bottom)], 1.25, INK);
            if let Fair::Same(share) = fair {
                fair_mark(sheet, (across.x(share), top), (across.x(share), bottom));
            }
            for (i, (bar, place)) in rows().enumerate() {
                let y = place.marks;
                names.draw(sheet, i, left - 12.0, &place);
                if let (Fair::Each, Some(share)) = (fair, bar.fair()) {
                    fair_mark(sheet, (across.x(share), y - 12.0), (across.x(share), y + 12.0));
                }
                if let Some(known) = bar.share.known().filter(|known| !known.sure) {
                    let ends = (across.x(known.lo), across.x(known.hi));
                    sheet.with_words(&self.bar_text(bar), || lying_whisker(sheet, ends, y));
                }
                let ink = if bar.share.known().is_some() { INK } else { MUTED };
                names.numbers(sheet, &words[i], words_end, &place, ink);
                sheet.text(&fairs[i], (room.right(), place.numbers), Align::Right, TICK, MUTED);
            }
        })
    }
}

/// A dashed line with a paper edge, so that it shows on bars and between them.
fn fair_mark(sheet: &DrawingSurface, from: (f64, f64), to: (f64, f64)) {
    sheet.line(&[from, to], 3.5, PAPER);
    sheet.dashes(&[from, to], 2.0, INK);
}

#[cfg(test)]
mod tests {
    use super::super::side_colour;
    use super::*;
    use crate::laws::{check, check_empty, refused};

    fn bars(names: &[&str], fair: impl Fn(usize) -> Option<f64>) -> Bars {
        let bars = names.iter().enumerate().map(|(i, name)| {
            let value = 0.08 + 0.31 / (i + 1) as f64;
            let share = Estimate::new(value, value - 0.006, value + 0.007);
            Bar {
                label: (*name).to_owned(),
                share,
                fair: fair(i),
                wished: None,
                colour: side_colour(i),
            }
        });
        Bars {
            title: "Win rate by side".to_owned(),
            subtitle: "share of 20 000 games won, with 95% Wilson interval".to_owned(),
            value_label: "win rate".to_owned(),
            fair_label: "fair share",
            bars: bars.collect(),
        }
    }

    fn wished(from: Option<f64>, to: f64) -> Wished {
        Wished { from, to: Some(to) }
    }

    #[test]
    fn a_few_short_names_stand_upright() {
        let chart = bars(&["Otter", "Heron", "Beaver", "Pike & Perch"], |i| {
            Some([0.4, 0.2, 0.2, 0.2][i])
        });
        assert!(chart.upright_fits(Room::Broad));
        let chart = check("bars_upright", |id| chart.draw(id));
        assert!(
            chart.description.contains("Otter 39.0% (38.4–39.7), fair 40.0%"),
            "{}",
            chart.description
        );
        check("bars_same", |id| {
            bars(&["seat 1", "seat 2", "seat 3", "seat 4", "seat 5"], |_| Some(0.2)).draw(id)
        });
        check("bars_eight", |id| {
            bars(&["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"], |_| Some(0.125)).draw(id)
        });
    }

    #[test]
    fn what_is_wished_lies_under_the_bars() {
        let mut wishing = bars(&["Otter", "Heron", "Beaver"], |i| (i > 0).then_some(1.0 / 3.0));
        wishing.bars[0].wished = Some(wished(Some(0.19), 0.21));
        let upright = check("bars_wished", |id| wishing.draw(id));
        let words = "Otter 39.0% (38.4–39.7), wished 19.0% to 21.0%;";
        assert!(upright.description.contains(words), "{}", upright.description);
        assert!(upright.plain.contains(&WISHED.hex()));
        wishing.bars[2].label = "a name that is too long to stand under an upright bar of its own".to_owned();
        wishing.bars[2].wished = Some(wished(None, 0.3));
        let lying = check("bars_wished_lying", |id| wishing.draw(id));
        assert!(
            lying.description.contains("wished at most 30.0%"),
            "{}",
            lying.description
        );
    }

    /// A number inside a band or at a line would be read as what the band or the line says.
    #[test]
    fn numbers_of_upright_bars_stand_below_all_that_is_drawn() {
        let mut wishing = bars(&["Otter", "Heron", "Beaver"], |i| (i > 0).then_some(0.3));
        wishing.bars[2].wished = Some(wished(Some(0.18), 0.25));
        let drawn = check("bars_numbers", |id| wishing.draw(id)).plain;
        let heights = |words: &str| -> Vec<u32> {
            let lines = drawn.lines().filter(|line| line.contains(words));
            let number = |line: &str| line.split("y=\"").nth(1)?.split('"').next()?.parse().ok();
            lines.filter_map(number).collect()
        };
        let zero = heights(">0%<")[0];
        for bar in &wishing.bars {
            let number = heights(&format!(">{}<", wishing.number(bar)));
            assert!(number.len() == 1 && number[0] > zero, "{number:?}, axis at {zero}");
        }
    }

    #[test]
    fn many_or_long_names_lie() {
        check("bars_one", |id| bars(&["alone"], |_| Some(1.0)).draw(id));
        let long = [
            "The Extraordinarily Patient Guild of Beavers and Their Many Friends",
            "Unbreakable".repeat(9).leak(),
        ];
        let mut wordy = bars(&long, |i| Some(0.3 + 0.4 * i as f64));
        wordy.title = "A headline that goes on and on without ever coming to its point ".repeat(3);
        wordy.subtitle = "one more remark about the way in which these numbers were counted; ".repeat(5);
        wordy.value_label = "what is measured, explained at far too great a length ".repeat(4);
        check("bars_long", |id| wordy.draw(id));
        wordy.bars = bars(&["a", "b"], |_| None).bars;
        check("bars_wordy", |id| wordy.draw(id));
        let names: Vec<_> = (1..=30).map(|i| format!("faction number {i}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        check("bars_thirty", |id| bars(&names, |_| Some(1.0 / 30.0)).draw(id));
        check("bars_endings", |id| {
            let mut endings = bars(
                &["last tile drawn", "a side out of markers", "round limit reached"],
                |_| None,
            );
            endings
                .bars
                .iter_mut()
                .for_each(|bar| bar.share = Estimate::exact(bar.share.value));
            endings.title = "How games end".to_owned();
            endings.draw(id)
        });
    }

    #[test]
    fn extreme_shares_stay_inside() {
        let mut extreme = bars(&["all", "none", "unknown", "odd"], |i| {
            [Some(0.5), None, Some(0.0), Some(f64::NAN)][i]
        });
        extreme.bars[0].share = Estimate::new(1.0, 0.98, 1.0);
        extreme.bars[1].share = Estimate::new(0.0, 0.0, 0.02);
        extreme.bars[2].share = Estimate::missing();
        extreme.bars[3].share = Estimate::new(0.5, f64::NAN, f64::INFINITY);
        check("bars_extreme", |id| extreme.draw(id));
        let mut tiny = bars(&["a", "b"], |_| Some(1e-5));
        tiny.bars
            .iter_mut()
            .for_each(|bar| bar.share = Estimate::new(2e-5, 1e-5, 3e-5));
        check("bars_tiny", |id| tiny.draw(id));
    }

    #[test]
    fn nothing_is_said_to_be_nothing_and_too_much_is_refused() {
        check_empty("bars_none", |id| bars(&[], |_| None).draw(id));
        let names = vec!["x"; Bars::MOST + 1];
        assert_eq!(refused(bars(&names, |_| None).draw("x")), ("bars", 61, 60));
    }
}
