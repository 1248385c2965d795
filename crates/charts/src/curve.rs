//! Lines with bands over a parameter: win rates along a rule's setting, estimates as games come in.

use super::ChartError;
use super::axis::Axis;
use super::chart::{Chart, Drawing, describe, everywhere};
use super::layout::{Header, Legend, Mark, ShareField, at_most, exactly, label_below};
use super::sheet::{Align, DrawingSurface};
use super::text::{widest, width, wrap};
use super::theme::{Colour, GREY, INK, LABEL, MARGIN, MUTED, Room, TICK};
use super::unit::{Estimate, EstimateBounds, Unit, bounds, drawable, number};

/// Lines with bands for their intervals, each named at its right end.
#[derive(Debug, Clone)]
pub struct Curve {
    /// Headline: what the picture says.
    pub title: String,
    /// Grey line below: number of games, kind of interval.
    pub subtitle: String,
    /// What runs along the picture, written below it.
    pub x_label: String,
    /// What is measured, written above the vertical axis.
    pub y_label: String,
    /// The places of the points.
    pub along: Along,
    /// The lines.
    pub series: Vec<Series>,
    /// A level to compare with and its name.
    pub reference: Option<(f64, String)>,
}

/// One line of a [`Curve`].
#[derive(Debug, Clone)]
pub struct Series {
    /// Name.
    pub name: String,
    /// Colour of line and band.
    pub colour: Colour,
    /// One share, a fraction of 1, for each place; the line breaks where a value is missing.
    pub points: Vec<Estimate>,
}

impl Curve {
    /// Most lines in one picture.
    pub const MOST: usize = 20;
    /// Most places along a picture.
    pub const PLACES: usize = 2000;

    const GAP: f64 = 16.0;

    /// Draws the lines. `id` must be unique in the page the chart goes into.
    ///
    /// # Errors
    /// [`ChartError::TooMany`] beyond [`Curve::MOST`] lines or [`Curve::PLACES`] places, [`ChartError::Shape`] if a line
    /// has not one point for each place, [`ChartError::Draw`] if plotters refuses.
    pub fn draw(&self, id: &str) -> Result<Chart, ChartError> {
        at_most(&self.title, "lines", self.series.len(), Self::MOST)?;
        at_most(&self.title, "places", self.along.count(), Self::PLACES)?;
        for series in &self.series {
            exactly(&self.title, "points in a line", series.points.len(), self.along.count())?;
        }
        everywhere(|room| self.within(id, room))
    }

    fn within(&self, id: &str, room: Room) -> Result<Drawing, ChartError> {
        let header = Header::new(id, room, &self.title, &self.subtitle);
        let reference = self.reference.as_ref().map(|(level, _)| *level);
        let reference = reference.filter(|&level| drawable(level));
        let Some(ends) = self.ends(reference) else {
            return header.nothing();
        };

        let names = self.names();
        // Names at the ends of lines take too much of a narrow picture: there they stand above.
        let (legend, names) = match room {
            Room::Broad => (Legend::new(room, []), names),
            Room::Narrow => (self.legend(room, &names), Vec::new()),
        };
        let right = match room {
            Room::Broad => room.right() - widest(names.iter().map(|(name, _)| name), LABEL) - 30.0,
            Room::Narrow => room.right() - 8.0,
        };
        let legend_top = header.height();
        let head = legend_top + legend.height();
        let top = head + 32.0;
        let bottom = top + (Self::GAP * names.len() as f64 + 20.0).max(270.0);
        let field = ShareField::new(ends, 12.0, right, (top, bottom));
        let left = field.left;
        let places = self.along.places(left + 8.0, right - 4.0);

        let feet = self.along.feet(left + 8.0, right - 4.0);
        let height = bottom + 62.0;
        header.finish(self.description(), height, |sheet| {
            legend.draw(sheet, legend_top);
            let label = wrap(&self.y_label, TICK, room.inner(), 1).concat();
            sheet.text(&label, (MARGIN, head + 8.0), Align::Left, TICK, MUTED);
            field.draw(sheet);
            sheet.line(&[(left, bottom), (right, bottom)], 1.0, MUTED);
            for (x, words) in &feet {
                sheet.line(&[(*x, bottom), (*x, bottom + 4.0)], 1.0, MUTED);
                sheet.text(words, (*x, bottom + 15.5), Align::Middle, TICK, MUTED);
            }
            label_below(sheet, room, &self.x_label, (left, right), bottom + 40.0);
            if let Some(level) = reference {
                let y = field.y(level);
                sheet.dashes(&[(left, y), (right, y)], 1.75, MUTED);
            }
            for series in &self.series {
                self.band(sheet, &field, &places, series);
            }
            for series in &self.series {
                self.line(sheet, &field, &places, series);
            }
            self.tags(sheet, &field, &places, &names);
        })
    }

    /// Smallest and largest share that is drawn; none where nothing can be.
    fn ends(&self, reference: Option<f64>) -> Option<(f64, f64)> {
        let known = self.series.iter().flat_map(|series| self.known(series));
        let (low, high) = bounds(known.flat_map(|(_, known)| known.ends()))?;
        bounds([low, high].into_iter().chain(reference))
    }

    /// Index and numbers of the points of a line that have a place and a value.
    fn known(&self, series: &Series) -> Vec<(usize, EstimateBounds)> {
        let points = series
            .points
            .iter()
            .enumerate()
            .filter(|(i, _)| self.along.has_place(*i));
        points
            .filter_map(|(i, point)| point.known().map(|known| (i, known)))
            .collect()
    }

    /// The stretches of a line without missing points, left to right.
    fn stretches(&self, places: &[f64], series: &Series) -> Vec<Vec<(f64, EstimateBounds)>> {
        let order = self.along.order();
        let mut stretches = vec![Vec::new()];
        for i in order {
            match series.points.get(i).and_then(|point| point.known()) {
                Some(known) => {
                    if let Some(last) = stretches.last_mut() {
                        last.push((places[i], known));
                    }
                }
                None => stretches.push(Vec::new()),
            }
        }
        stretches.retain(|stretch| !stretch.is_empty());
        stretches
    }

    fn band(&self, sheet: &DrawingSurface, field: &ShareField, places: &[f64], series: &Series) {
        for stretch in self.stretches(places, series) {
            if stretch.iter().all(|(_, known)| known.sure) {
                continue;
            }
            if let [(x, known)] = stretch[..] {
                sheet.line(&[(x, field.y(known.lo)), (x, field.y(known.hi))], 2.5, series.colour);
                continue;
            }
            let upper = stretch.iter().map(|(x, known)| (*x, field.y(known.hi)));
            let lower = stretch.iter().rev().map(|(x, known)| (*x, field.y(known.lo)));
            sheet.shape(
                &upper.chain(lower).collect::<Vec<_>>(),
                series.colour,
                if self.series.len() > 6 { 0.07 } else { 0.18 },
            );
        }
    }

    fn line(&self, sheet: &DrawingSurface, field: &ShareField, places: &[f64], series: &Series) {
        for stretch in self.stretches(places, series) {
            let points: Vec<_> = stretch.iter().map(|(x, known)| (*x, field.y(known.value))).collect();
            if points.len() > 1 {
                sheet.line(&points, 2.25, series.colour);
            }
        }
        // Dots show where was measured, unless they would form a string of beads.
        if places.len() > 30 {
            return;
        }
        for (i, known) in self.known(series) {
            let (place, said) = (self.along.name(i), Unit::Percent.estimate(known, 1));
            let at = (places[i], field.y(known.value));
            sheet.with_words(&format!("{} at {place}: {said}", series.name), || {
                sheet.dot(at, 3.75, series.colour);
            });
        }
    }

    /// What stands at the right: names of lines and of the reference, each with the line it belongs to, if any.
    fn names(&self) -> Vec<(String, Option<usize>)> {
        let lines = self
            .series
            .iter()
            .enumerate()
            .filter(|(_, series)| !self.known(series).is_empty());
        let mut names: Vec<_> = lines
            .map(|(i, series)| (wrap(&series.name, LABEL, 150.0, 1).concat(), Some(i)))
            .collect();
        if let Some((_, name)) = self.reference.as_ref().filter(|(level, _)| drawable(*level)) {
            names.push((wrap(name, LABEL, 150.0, 1).concat(), None));
        }
        names
    }

    fn legend(&self, room: Room, names: &[(String, Option<usize>)]) -> Legend {
        let entry = |(name, line): &(String, Option<usize>)| {
            let series = line.and_then(|at| self.series.get(at));
            let mark = series.map_or(Mark::Dashes(MUTED), |series| Mark::Dot(series.colour));
            (mark, name.clone())
        };
        Legend::new(room, names.iter().map(entry))
    }

    /// Names at the right end, pushed apart where lines end close together and tied to their ends by thin lines.
    fn tags(&self, sheet: &DrawingSurface, field: &ShareField, places: &[f64], names: &[(String, Option<usize>)]) {
        let mut tags = Vec::new();
        for (name, line) in names {
            let (from, colour) = match line.and_then(|i| self.series.get(i)) {
                Some(series) => {
                    let Some(&(x, known)) = self.stretches(places, series).iter().flatten().next_back() else {
                        continue;
                    };
                    ((x, field.y(known.value)), series.colour)
                }
                None => (
                    (
                        field.right,
                        field.y(self.reference.as_ref().map_or(0.0, |(level, _)| *level)),
                    ),
                    MUTED,
                ),
            };
            tags.push((from, colour, name));
        }
        tags.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
        let wanted: Vec<f64> = tags.iter().map(|tag| tag.0.1).collect();
        let ys = spread(&wanted, Self::GAP, field.top - 6.0, field.bottom + 4.0);
        for ((from, colour, name), y) in tags.into_iter().zip(ys) {
            let end = field.right + 16.0;
            sheet.line(
                &[(from.0 + 5.0, from.1), (field.right + 4.0, from.1), (end, y)],
                0.75,
                GREY,
            );
            sheet.fill((end, y - 4.0), (end + 5.0, y + 4.0), colour);
            sheet.text(name, (end + 10.0, y), Align::Left, LABEL, INK);
        }
    }

    fn description(&self) -> String {
        let parts = self.series.iter().filter_map(|series| {
            let known = self.known(series);
            let (first, last) = (known.first()?, known.last()?);
            let [from, to] = [first, last].map(|(_, known)| Unit::Percent.estimate(*known, 1));
            Some(format!(
                "{} from {from} at {} to {to} at {}",
                series.name,
                self.along.name(first.0),
                self.along.name(last.0)
            ))
        });
        describe(&self.y_label, parts)
    }
}

/// Moves ascending positions as little as needed so that neighbours are at least `gap` apart and all lie between `top`
/// and `bottom`, if there is room.
fn spread(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    // Groups of touching positions are centred on the mean of what their members want.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for &want in wanted {
        groups.push((want, 1));
        while let [.., (a, n), (b, m)] = groups[..] {
            let half = |count: usize| gap * count as f64 / 2.0;
            if b - a >= half(n) + half(m) {
                break;
            }
            groups.truncate(groups.len() - 2);
            groups.push(((a * n as f64 + b * m as f64) / (n + m) as f64, n + m));
        }
    }
    let mut places: Vec<f64> = groups
        .iter()
        .flat_map(|&(middle, count)| (0..count).map(move |i| middle + gap * (i as f64 - (count as f64 - 1.0) / 2.0)))
        .collect();
    let mut limit = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(limit);
        limit = *place - gap;
    }
    limit = top;
    for place in &mut places {
        *place = place.max(limit);
        limit = *place + gap;
    }
    places
}

/// Where the points of a [`Curve`](super::Curve) stand from left to right.
#[derive(Debug, Clone, PartialEq)]
pub enum Along {
    /// At numbers, on an even scale.
    Numbers(Vec<f64>),
    /// At positive numbers, on a logarithmic scale.
    Log(Vec<f64>),
}

impl Along {
    fn numbers(&self) -> &[f64] {
        let (Along::Numbers(numbers) | Along::Log(numbers)) = self;
        numbers
    }

    /// Words below the axis, as many as have room between the pixels `from` and `to`, with the middle of each.
    fn feet(&self, from: f64, to: f64) -> Vec<(f64, String)> {
        match self {
            Along::Numbers(numbers) => self.even(numbers, from, to),
            Along::Log(numbers) => self.logarithmic(numbers, from, to),
        }
    }

    fn even(&self, numbers: &[f64], from: f64, to: f64) -> Vec<(f64, String)> {
        let mut distinct: Vec<f64> = numbers.iter().copied().filter(|&value| drawable(value)).collect();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        let Some((low, high)) = bounds(distinct.iter().copied()) else {
            return Vec::new();
        };
        let digits = digits(&distinct);
        let wide = widest(distinct.iter().map(|&value| number(value, digits)), TICK) + 10.0;
        let place = |value| self.place(value, from, to);
        // A few settings are labelled themselves; many get round numbers.
        if distinct.windows(2).all(|pair| place(pair[1]) - place(pair[0]) >= wide) {
            let words = |value| (place(value), number(value, digits));
            return distinct.into_iter().map(words).collect();
        }
        let axis = Axis::for_labels(low, high, to - from, Unit::Number, |text| width(text, TICK));
        let ticks = axis.ticks().into_iter().filter(|&tick| low <= tick && tick <= high);
        ticks
            .map(|tick| (place(tick), Unit::Number.tick(tick, axis.step)))
            .collect()
    }

    fn logarithmic(&self, numbers: &[f64], from: f64, to: f64) -> Vec<(f64, String)> {
        let Some((low, high)) = bounds(numbers.iter().copied().filter(|&value| value > 0.0)) else {
            return Vec::new();
        };
        let place = |value| self.place(value, from, to);
        let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let ticks = |rounds: &[f64]| {
            let all = powers
                .clone()
                .flat_map(|power| rounds.iter().map(move |round| round * 10f64.powi(power)));
            let inside = all.filter(|&tick| tick >= low * 0.999 && tick <= high * 1.001);
            inside
                .map(|tick| (place(tick), Unit::Number.tick(tick, tick)))
                .collect::<Vec<_>>()
        };
        let clear = |feet: &Vec<(f64, String)>| {
            let room =
                |a: &(f64, String), b: &(f64, String)| f64::midpoint(width(&a.1, TICK), width(&b.1, TICK)) + 12.0;
            feet.len() > 1
                && feet
                    .windows(2)
                    .all(|pair| pair[1].0 - pair[0].0 >= room(&pair[0], &pair[1]))
        };
        let sets: [&[f64]; 3] = [&[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
        sets.into_iter().map(ticks).find(clear).unwrap_or_else(|| {
            let ends = if high > low { vec![low, high] } else { vec![low] };
            let digits = digits(&ends);
            ends.into_iter().map(|end| (place(end), number(end, digits))).collect()
        })
    }

    pub(super) fn count(&self) -> usize {
        self.numbers().len()
    }

    pub(super) fn has_place(&self, index: usize) -> bool {
        match self {
            Along::Numbers(numbers) => numbers.get(index).is_some_and(|&v| drawable(v)),
            Along::Log(numbers) => numbers.get(index).is_some_and(|&v| drawable(v) && v > 0.0),
        }
    }

    /// Indices of the points that have a place, from left to right.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.count()).filter(|&i| self.has_place(i)).collect();
        let numbers = self.numbers();
        order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
        order
    }

    /// Pixels of all points between `from` and `to`; those without a place get `from`.
    pub(super) fn places(&self, from: f64, to: f64) -> Vec<f64> {
        self.numbers()
            .iter()
            .map(|&value| self.place(value, from, to))
            .collect()
    }

    /// Pixel of the number `value` between `from` and `to`.
    pub(super) fn place(&self, value: f64, from: f64, to: f64) -> f64 {
        let (numbers, scale): (&[f64], fn(f64) -> f64) = match self {
            Along::Numbers(numbers) => (numbers, |v| v),
            Along::Log(numbers) => (numbers, |v| if v > 0.0 { v.log10() } else { f64::NAN }),
        };
        let Some((low, high)) = bounds(numbers.iter().map(|&v| scale(v))) else {
            return from;
        };
        let share = if high - low > 1e-12 {
            (scale(value) - low) / (high - low)
        } else {
            0.5
        };
        if share.is_finite() {
            from + share * (to - from)
        } else {
            from
        }
    }

    pub(super) fn name(&self, index: usize) -> String {
        self.numbers()
            .get(index)
            .map_or(String::new(), |&v| number(v, digits(&[v])))
    }
}

/// How many digits after the point (at most four) these numbers need.
fn digits(values: &[f64]) -> usize {
    let whole = |value: f64| (value - value.round()).abs() < 1e-6 * value.abs().max(1.0);
    (0..4)
        .find(|&digits| values.iter().all(|value| whole(value * 10f64.powi(digits))))
        .unwrap_or(4) as usize
}

#[cfg(test)]
mod tests {
    use super::super::side_colour;
    use super::*;
    use crate::laws::{check, check_empty, refused};

    fn curve(along: Along, lines: usize, value: impl Fn(usize, usize) -> f64) -> Curve {
        let names = ["Otter", "Heron", "Beaver", "Pike & Perch"];
        let series = (0..lines).map(|line| Series {
            name: format!(
                "{} {}",
                names[line % 4],
                if line < 4 { String::new() } else { line.to_string() }
            ),
            colour: side_colour(line),
            points: (0..along.count())
                .map(|i| Estimate::new(value(line, i), value(line, i) - 0.008, value(line, i) + 0.008))
                .collect(),
        });
        Curve {
            title: "Four markers are enough".to_owned(),
            subtitle: "win rate by number of markers; bands: 95% Wilson intervals, 20 000 games each".to_owned(),
            x_label: "markers".to_owned(),
            y_label: "win rate".to_owned(),
            series: series.collect(),
            along,
            reference: Some((0.25, "fair share".to_owned())),
        }
    }

    #[test]
    fn lines_along_numbers() {
        let slope = |line: usize, i: usize| 0.25 + (line as f64 - 1.5) * 0.012 * (i as f64 - 2.0);
        check("curve", |id| {
            curve(Along::Numbers(vec![1.0, 2.0, 3.0, 4.0, 6.0, 8.0]), 4, slope).draw(id)
        });
        let games: Vec<f64> = (0..40).map(|i| 100.0 * 1.3f64.powi(i)).collect();
        check("curve_log", |id| {
            let mut chart = curve(Along::Log(games.clone()), 2, |line, _| 0.3 - 0.08 * line as f64);
            for series in &mut chart.series {
                for (point, games) in series.points.iter_mut().zip(&games) {
                    let half = 0.9 / games.sqrt();
                    *point = Estimate::new(point.value, point.value - half, point.value + half);
                }
            }
            chart.x_label = "games".to_owned();
            chart.draw(id)
        });
    }

    #[test]
    fn many_lines_ending_together_keep_their_names_apart() {
        let numbers = (1..=14).map(f64::from).collect();
        let chart = curve(Along::Numbers(numbers), 20, |line, i| {
            0.25 + 0.0005 * line as f64 + 0.01 * (i % 3) as f64
        });
        check("curve_twenty", |id| chart.draw(id));
        let places = spread(&[10.0, 11.0, 12.0, 90.0], 16.0, 0.0, 95.0);
        assert!(
            places.windows(2).all(|pair| pair[1] - pair[0] >= 16.0 - 1e-9),
            "{places:?}"
        );
        assert!(places[0] >= 0.0 && places[3] <= 95.0);
    }

    #[test]
    fn few_points_gaps_and_bad_numbers() {
        check("curve_one", |id| {
            curve(Along::Numbers(vec![3.0]), 2, |line, _| 0.2 + 0.1 * line as f64).draw(id)
        });
        let mut gaps = curve(Along::Numbers(vec![1.0, f64::NAN, 3.0, 2.0, 9.5, 1e300]), 3, |l, i| {
            0.1 * (l + i) as f64
        });
        gaps.series[0].points[3] = Estimate::missing();
        gaps.series[1].points = vec![Estimate::missing(); 6];
        check("curve_gaps", |id| gaps.draw(id));
        let log = curve(Along::Log(vec![-1.0, 0.0, 3.0, 4.0]), 1, |_, i| i as f64);
        check("curve_log_odd", |id| log.draw(id));
        check_empty("curve_none", |id| curve(Along::Numbers(vec![]), 2, |_, _| 0.0).draw(id));
        let mut short = curve(Along::Numbers(vec![1.0, 2.0]), 1, |_, _| 0.1);
        short.series[0].points.pop();
        assert_eq!(refused(short.draw("x")), ("points in a line", 1, 2));
        let many = curve(Along::Numbers(vec![1.0]), Curve::MOST + 1, |_, _| 0.1);
        assert_eq!(refused(many.draw("x")), ("lines", 21, 20));
    }

    fn words(along: &Along) -> Vec<String> {
        along.feet(0.0, 500.0).into_iter().map(|(_, words)| words).collect()
    }

    #[test]
    fn few_numbers_are_written_and_many_rounded() {
        assert_eq!(words(&Along::Numbers(vec![3.0, 1.0, 1.0, 6.0])), ["1", "3", "6"]);
        assert_eq!(words(&Along::Numbers(vec![0.0, 0.25, 1.0])), ["0.00", "0.25", "1.00"]);
        let many = Along::Numbers((0..=200).map(f64::from).collect());
        assert!(
            (4..=9).contains(&words(&many).len()) && words(&many).contains(&"100".to_owned()),
            "{:?}",
            words(&many)
        );
        assert!(words(&Along::Numbers(vec![f64::NAN])).is_empty());
    }

    #[test]
    fn logarithmic_scales_have_ticks_at_equal_ratios() {
        let games = Along::Log(vec![100.0, 1e6]);
        assert_eq!(
            words(&games),
            [
                "100", "300", "1\u{a0}k", "3\u{a0}k", "10\u{a0}k", "30\u{a0}k", "100\u{a0}k", "300\u{a0}k", "1\u{a0}M"
            ]
        );
        assert_eq!(words(&Along::Log(vec![3.0, 4.0, -1.0])), ["3", "4"]);
        assert!(words(&Along::Log(vec![0.0])).is_empty());
    }

    #[test]
    fn points_are_ordered_by_place() {
        let along = Along::Numbers(vec![5.0, f64::NAN, 1.0]);
        assert_eq!(along.order(), [2, 0]);
        assert!((along.place(3.0, 0.0, 100.0) - 50.0).abs() < 1e-9);
        assert!(!along.has_place(1) && !Along::Log(vec![-1.0]).has_place(0));
    }
}
