//! Estimates with intervals in rows, against one reference.

use super::ChartError;
use super::chart::{Chart, Drawing, describe, everywhere};
use super::layout::{Across, Header, Legend, Mark, Names, RowPlaces, at_most, whisker, wished_end};
use super::sheet::{Align, DrawingSurface};
use super::text::{balanced, widest, width, wrap};
use super::theme::{BLUE, Colour, GREY, INK, LABEL, MARGIN, MUTED, PAPER, Room, STRONG, TICK, VERMILLION, WISHED};
use super::unit::{Estimate, EstimateBounds, Unit, Wished, bounds, drawable};

/// Estimates in rows, coloured by whether their interval lies above, below or across the reference.
#[derive(Debug, Clone)]
pub struct Forest {
    /// Headline: what the picture says.
    pub title: String,
    /// Grey line below: number of games, kind of interval.
    pub subtitle: String,
    /// What is measured, written at the axis.
    pub axis_label: String,
    /// The number to compare with, in the measure of the rows; rows that have a number of their own leave it unused.
    pub reference: f64,
    /// What the reference is, for example "fair share".
    pub reference_label: String,
    /// How numbers are written.
    pub unit: Unit,
    /// The rows in the order drawn.
    pub rows: Vec<ForestRow>,
}

/// One row of a [`Forest`].
#[derive(Debug, Clone)]
pub struct ForestRow {
    /// Name.
    pub label: String,
    /// Heading above this row and those that follow with the same one.
    pub group: Option<String>,
    /// The number and its interval.
    pub estimate: Estimate,
    /// What this row is compared with, where that is not the same for all rows.
    pub reference: Option<f64>,
    /// The numbers wished for, if that has been said.
    pub wished: Option<Wished>,
}

/// How an estimate stands to the reference.
#[derive(Clone, Copy, PartialEq)]
enum ReferenceSide {
    Above,
    Touching,
    Below,
}

impl ReferenceSide {
    fn new(known: EstimateBounds, reference: f64) -> Self {
        if known.lo > reference {
            Self::Above
        } else if known.hi < reference {
            Self::Below
        } else {
            Self::Touching
        }
    }

    fn colour(self) -> Colour {
        match self {
            Self::Above => VERMILLION,
            Self::Touching => GREY,
            Self::Below => BLUE,
        }
    }
}

impl ForestRow {
    /// A row below the heading of its group, if it has one, that is compared with the reference of all.
    pub fn new(group: Option<String>, label: String, estimate: Estimate) -> Self {
        ForestRow {
            label,
            group,
            estimate,
            reference: None,
            wished: None,
        }
    }

    fn text(&self, words: &str) -> String {
        match &self.group {
            Some(group) => format!("{group}, {} {words}", self.label),
            None => format!("{} {words}", self.label),
        }
    }
}

fn draw_heading(sheet: &DrawingSurface, (lines, middle): &Heading) {
    let half = 2.0 + Forest::HEADING_LINE * lines.len() as f64 / 2.0;
    let end = MARGIN + widest(lines, STRONG);
    sheet.fill((MARGIN, middle - half), (end, middle + half), PAPER);
    sheet.block(lines, (MARGIN, *middle), Align::Left, STRONG, INK);
}

fn draw_wished(row: &ForestRow, sheet: &DrawingSurface, across: &Across, y: f64) {
    let axis = &across.axis;
    if let Some((from, to)) = row.wished.and_then(|wished| wished.within(axis.lo, axis.hi)) {
        sheet.fill((across.x(from), y - 11.0), (across.x(to), y + 11.0), WISHED);
    }
    for end in row.wished.into_iter().flat_map(Wished::ends).map(|end| across.x(end)) {
        wished_end(sheet, (end, y - 11.0), (end, y + 11.0));
    }
}

impl Forest {
    /// Most rows in one picture.
    pub const MOST: usize = 120;

    /// A field higher than this has the numbers of its axis above it, too.
    const HIGH: f64 = 700.0;

    const HEADING: f64 = 30.0;
    const HEADING_LINE: f64 = STRONG.size * 1.25;

    /// Draws the rows. `id` must be unique in the page the chart goes into.
    ///
    /// # Errors
    /// [`ChartError::TooMany`] beyond [`Forest::MOST`] rows, [`ChartError::Draw`] if plotters refuses.
    pub fn draw(&self, id: &str) -> Result<Chart, ChartError> {
        at_most(&self.title, "rows", self.rows.len(), Self::MOST)?;
        everywhere(|room| self.within(id, room))
    }

    fn within(&self, id: &str, room: Room) -> Result<Drawing, ChartError> {
        let header = Header::new(id, room, &self.title, &self.subtitle);
        let known: Vec<_> = self.rows.iter().map(|row| row.estimate.known()).collect();
        let ends = known.iter().flatten().flat_map(|known| known.ends());
        let references = self.rows.iter().map(|row| self.reference_of(row));
        let wished = self.rows.iter().filter_map(|row| row.wished).flat_map(Wished::ends);
        // A band that is open below would seem to begin where a cut axis does.
        let open = |row: &ForestRow| row.wished.is_some_and(|wished| wished.from.is_none());
        let least = (self.unit != Unit::PercentagePoints && self.rows.iter().any(open)).then_some(0.0);
        let Some((lo, hi)) =
            bounds(ends.chain(references).chain(wished).chain(least)).filter(|_| known.iter().any(Option::is_some))
        else {
            return header.nothing();
        };
        let digits = self.unit.digits(lo, hi);
        let told = |(known, row): (&Option<EstimateBounds>, &ForestRow)| {
            known.map_or("no data".to_owned(), |known| {
                let digits = self.beside(known, self.reference_of(row), digits);
                self.unit.estimate(known, digits)
            })
        };
        let words: Vec<_> = known.iter().zip(&self.rows).map(told).collect();

        let legend = self.legend(room, &known);
        let numbers = widest(&words, LABEL);
        let names = Names::new(room, self.rows.iter().map(|row| row.label.as_str()), numbers);
        let (left, right) = (names.field(14.0), names.field_end(room, numbers, 24.0));
        let across = Across::new(room, (lo, hi), self.unit, (left, right), &self.axis_label);
        let reference = self.reference_words(room, digits);

        let legend_top = header.height();
        let line_has_words = !reference.is_empty() && !self.each_has_its_own();
        let numbers_top = legend_top + legend.height();
        let places = |top| self.places(room, &names, top);
        let above = places(0.0).1 > Self::HIGH;
        let top = numbers_top + if above { 22.0 } else { 0.0 } + if line_has_words { 20.0 } else { 0.0 };
        let (places, bottom) = places(top);
        let description = self.description(&words, &reference);

        header.finish(description, bottom + Across::HEIGHT, |sheet| {
            legend.draw(sheet, legend_top);
            across.draw(sheet, top, bottom);
            if above {
                across.numbers(sheet, numbers_top + 10.0);
            }
            for (row, (_, place)) in self.rows.iter().zip(&places) {
                draw_wished(row, sheet, &across, place.marks);
            }
            let one_for_all = !self.each_has_its_own();
            if one_for_all && across.axis.lo <= self.reference && self.reference <= across.axis.hi {
                let x = across.x(self.reference);
                sheet.line(&[(x, top - 4.0), (x, bottom)], 1.75, MUTED);
                let middle = room.middle(x, width(&reference, TICK));
                sheet.text(&reference, (middle, top - 14.0), Align::Middle, TICK, MUTED);
            }
            for (i, (row, (heading, place))) in self.rows.iter().zip(&places).enumerate() {
                if let Some(heading) = heading {
                    draw_heading(sheet, heading);
                }
                names.draw(sheet, i, left - 14.0, place);
                if let Some(own) = row.reference.filter(|own| drawable(*own)) {
                    let (x, y) = (across.x(own), place.marks);
                    sheet.dashes(&[(x, y - 11.0), (x, y + 11.0)], 1.75, MUTED);
                }
                if let Some(known) = known[i] {
                    let colour = ReferenceSide::new(known, self.reference_of(row)).colour();
                    let ends = (across.x(known.lo), across.x(known.hi));
                    let at = (across.x(known.value), place.marks);
                    sheet.with_words(&row.text(&words[i]), || whisker(sheet, ends, at, colour));
                }
                let ink = known[i].map_or(MUTED, |_| INK);
                names.numbers(sheet, &words[i], room.right(), place, ink);
            }
        })
    }

    fn description(&self, words: &[String], reference: &str) -> String {
        let parts = self.rows.iter().zip(words).map(|(row, words)| row.text(words));
        let what = &self.axis_label;
        if reference.is_empty() {
            describe(what, parts)
        } else {
            describe(&format!("{what} against {reference}"), parts)
        }
    }

    /// Digits after the point, at least `digits`, by which an interval that lies beside the reference is seen to.
    fn beside(&self, known: EstimateBounds, reference: f64, digits: usize) -> usize {
        let end = match ReferenceSide::new(known, reference) {
            ReferenceSide::Above => known.lo,
            ReferenceSide::Below => known.hi,
            ReferenceSide::Touching => return digits,
        };
        let apart = |digits: &usize| self.unit.bare(end, *digits) != self.unit.bare(reference, *digits);
        (digits..digits + 4).find(apart).unwrap_or(digits)
    }

    fn each_has_its_own(&self) -> bool {
        self.rows.iter().any(|row| row.reference.is_some())
    }

    fn reference_of(&self, row: &ForestRow) -> f64 {
        row.reference.unwrap_or(self.reference)
    }

    /// The reference in words, name first; one line.
    fn reference_words(&self, room: Room, digits: usize) -> String {
        if self.each_has_its_own() {
            return self.reference_label.clone();
        }
        if !drawable(self.reference) {
            return String::new();
        }
        let value = self.unit.full(self.reference, digits);
        let name = wrap(&self.reference_label, TICK, room.width() / 2.0, 1).concat();
        match (name.is_empty(), self.reference.abs() < 1e-12) {
            (true, _) => value,
            // "no change" says it all, "no change 0.0 pp" says it twice.
            (false, true) => name,
            (false, false) => format!("{name} {value}"),
        }
    }

    fn legend(&self, room: Room, known: &[Option<EstimateBounds>]) -> Legend {
        let own = self.each_has_its_own();
        let name = match self.reference_label.as_str() {
            _ if !own && self.reference.abs() < 1e-12 => "zero",
            "" => "the reference",
            name => name,
        };
        let kinds = [
            (ReferenceSide::Above, format!("above {name}")),
            (ReferenceSide::Touching, format!("interval includes {name}")),
            (ReferenceSide::Below, format!("below {name}")),
        ];
        let seen = |side| {
            let compared = known.iter().zip(&self.rows).filter_map(|(known, row)| {
                let reference = self.reference_of(row);
                known
                    .filter(|_| drawable(reference))
                    .map(|known| ReferenceSide::new(known, reference))
            });
            compared.into_iter().any(|each| each == side)
        };
        let entries = kinds.into_iter().filter(|(side, _)| seen(*side));
        let entries = entries.map(|(side, words)| (Mark::Dot(side.colour()), words));
        let wished = self.rows.iter().any(|row| row.wished.is_some());
        let wished = wished.then(|| (Mark::Wished, "wished".to_owned()));
        let own = own.then(|| (Mark::Dashes(MUTED), name.to_owned()));
        Legend::new(room, entries.chain(own).chain(wished))
    }

    /// For every row its heading with the middle of that, if it has one, and its own place; and the end of the last row.
    fn places(&self, room: Room, names: &Names, top: f64) -> (Vec<(Option<Heading>, RowPlaces)>, f64) {
        let least = if self.rows.len() > 14 { 25.0 } else { 31.0 };
        let mut y = top;
        let mut before = None;
        let mut places = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            let opens = row.group.as_ref().filter(|group| before != Some(*group));
            before = row.group.as_ref();
            let heading = opens.map(|group| {
                let lines = balanced(group, STRONG, room.inner(), 4);
                let high = Self::HEADING + Self::HEADING_LINE * (lines.len() as f64 - 1.0);
                let middle = y + high / 2.0 + 3.0;
                y += high;
                (lines, middle)
            });
            let high = names.row(i, least);
            places.push((heading, names.place(i, y, y + high)));
            y += high;
        }
        (places, y)
    }
}

/// The lines of a heading and where their middle stands.
type Heading = (Vec<String>, f64);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{check, check_empty, refused};

    fn forest(rows: Vec<(String, Option<&str>, Estimate)>) -> Forest {
        let rows = rows.into_iter().map(|(label, group, estimate)| {
            let group = group.map(str::to_owned);
            ForestRow {
                label,
                group,
                estimate,
                reference: None,
                wished: None,
            }
        });
        Forest {
            title: "Otter and Heron win more than their share".to_owned(),
            subtitle: "win rate with 95% Wilson interval, 20 000 games, nine players".to_owned(),
            axis_label: "win rate".to_owned(),
            reference: 1.0 / 9.0,
            reference_label: "fair share".to_owned(),
            unit: Unit::Percent,
            rows: rows.collect(),
        }
    }

    fn about(value: f64) -> Estimate {
        Estimate::new(value, value - 0.005, value + 0.005)
    }

    #[test]
    fn rows_are_drawn_with_their_numbers() {
        let names = [
            "Otter", "Heron", "Beaver", "Kingfisher", "Pike & Perch", "Newt", "Water vole", "Damselfly",
        ];
        let rows = names
            .iter()
            .enumerate()
            .map(|(i, name)| ((*name).to_owned(), None, about(0.153 - 0.01 * i as f64)));
        let chart = check("forest", |id| forest(rows.clone().collect()).draw(id));
        assert!(
            chart.description.starts_with("win rate against fair share 11.1"),
            "{}",
            chart.description
        );
        check("forest_one", |id| {
            forest(vec![("Otter".to_owned(), None, about(0.3))]).draw(id)
        });
    }

    /// An interval that ends short of the reference is not written as if it reached it.
    #[test]
    fn what_lies_beside_the_reference_is_seen_to() {
        let mut chart = forest(vec![
            ("Otter".to_owned(), None, Estimate::new(-0.176, -0.343_3, -0.000_4)),
            ("Heron".to_owned(), None, Estimate::new(-0.176, -0.343_3, 0.000_4)),
        ]);
        chart.unit = Unit::PercentagePoints;
        chart.reference = 0.0;
        let told = chart.draw("beside").expect("a chart").description;
        assert!(told.contains("Otter −17.60\u{a0}pp (−34.33 to −0.04)"), "{told}");
        assert!(told.contains("Heron −17.6\u{a0}pp (−34.3 to 0.0)"), "{told}");
    }

    #[test]
    fn groups_have_headings() {
        let rows = (0..12).map(|i| {
            let group = ["Rule change: two extra markers", "Rule change: no floods", "Bots"][i / 4];
            let label = ["Otter", "Heron", "Beaver", "A rather long name of a side"][i % 4];
            let above = 0.02 * i as f64;
            let estimate = Estimate::new(0.02 * (i as f64 - 6.0), above - 0.15, above - 0.1);
            (label.to_owned(), Some(group), estimate)
        });
        let mut chart = forest(rows.collect());
        chart.unit = Unit::PercentagePoints;
        chart.reference = 0.0;
        chart.reference_label = "no change".to_owned();
        chart.axis_label = "change of the win rate".to_owned();
        check("forest_groups", |id| chart.draw(id));
    }

    #[test]
    fn long_headings_take_several_lines() {
        let group = "the bridge of the seven herons costs two coins more and the otter comes back after every flood";
        let row = ("Otter".to_owned(), Some(group), about(0.1));
        let drawn = check("forest_headings", |id| forest(vec![row.clone()]).draw(id));
        assert!(!drawn.page("").contains('…'));
    }

    /// One row far out sets the scale; the ends of the others lie within their dots.
    #[test]
    fn short_intervals_show_both_ends() {
        let rows = [
            ("a", Estimate::new(18.6, 17.8, 20.9)),
            ("b", Estimate::new(23.1, 22.0, 25.5)),
            ("far out", Estimate::new(91.0, 70.0, 95.0)),
        ];
        let mut chart = forest(
            rows.map(|(label, estimate)| (label.to_owned(), None, estimate))
                .to_vec(),
        );
        (chart.unit, chart.reference) = (Unit::Number, f64::NAN);
        let drawn = check("forest_short", |id| chart.draw(id));
        let ends = drawn.plain.matches("stroke-width=\"6\"").count();
        assert_eq!(ends, 2 * rows.len(), "{}", drawn.plain);
    }

    #[test]
    fn many_rows_and_wild_numbers_stay_inside() {
        let rows = (0..40).map(|i| {
            let value = f64::from(i * i * 37 % 101) * 1234.5;
            let label = format!("parameter {i} {}", "of a kind ".repeat(i as usize % 7));
            (label, None, Estimate::new(value, value * 0.2, value * 1.9))
        });
        let mut chart = forest(rows.collect());
        chart.unit = Unit::Number;
        chart.reference = 60_000.0;
        chart.rows[3].estimate = Estimate::missing();
        let drawn = check("forest_forty", |id| chart.draw(id));
        assert_eq!(
            drawn.plain.matches(">100\u{a0}k<").count(),
            2,
            "the axis stands above and below"
        );
        let mut wide = forest(vec![("x".to_owned(), None, Estimate::new(0.5, -1e300, f64::NAN))]);
        wide.reference = f64::NAN;
        check("forest_nan", |id| wide.draw(id));
    }

    #[test]
    fn rows_may_have_references_of_their_own() {
        let rows = (0..6).map(|i| (format!("{} players", i + 3), None, about(0.3 - 0.02 * f64::from(i))));
        let mut chart = forest(rows.collect());
        for (i, row) in chart.rows.iter_mut().enumerate() {
            row.reference = Some(1.0 / (i as f64 + 3.0));
        }
        let drawn = check("forest_own", |id| chart.draw(id));
        for words in ["above fair share", "below fair share", ">fair share<"] {
            assert!(drawn.plain.contains(words), "{words}");
        }
        assert!(!drawn.plain.contains("fair share 11.1"), "no line for all rows");
    }

    #[test]
    fn nothing_is_said_to_be_nothing_and_too_much_is_refused() {
        check_empty("forest_none", |id| forest(Vec::new()).draw(id));
        let many = vec![("x".to_owned(), None, about(0.1)); Forest::MOST + 1];
        assert_eq!(refused(forest(many).draw("x")), ("rows", 121, 120));
    }
}
