//! What several charts share: title block, legend, column of names, axes.

use super::ChartError;
use super::axis::Axis;
use super::chart::{Drawing, describe, finish};
use super::sheet::{Align, DrawingSurface};
use super::text::{balanced, widest, width, wrap};
use super::theme::{
    BAND, Colour, GRID, INK, LABEL, MARGIN, MUTED, PAPER, Room, SUBTITLE, TICK, TITLE, WISHED, WISHED_END,
};
use super::unit::Unit;

/// Title and subtitle of a picture, broken to its width.
pub(super) struct Header<'a> {
    id: &'a str,
    room: Room,
    name: &'a str,
    title: Vec<String>,
    subtitle: Vec<String>,
}

impl<'a> Header<'a> {
    const TOP: f64 = 14.0;
    const TITLE_LINE: f64 = 23.0;
    const SUBTITLE_LINE: f64 = 18.0;

    pub(super) fn new(id: &'a str, room: Room, name: &'a str, subtitle: &str) -> Self {
        let lines = |text: &str, font, most| {
            if text.trim().is_empty() {
                Vec::new()
            } else {
                wrap(text, font, room.inner(), most)
            }
        };
        Self {
            id,
            room,
            name,
            title: lines(name, TITLE, 3),
            subtitle: lines(subtitle, SUBTITLE, 5),
        }
    }

    /// Where the rest of the picture may begin.
    pub(super) fn height(&self) -> f64 {
        Self::TOP + self.title.len() as f64 * Self::TITLE_LINE + self.subtitle.len() as f64 * Self::SUBTITLE_LINE + 12.0
    }

    /// The picture of `height` logical pixels: these lines, and what `drawing` draws below them.
    pub(super) fn finish(
        &self,
        description: String,
        height: f64,
        drawing: impl FnOnce(&DrawingSurface),
    ) -> Result<Drawing, ChartError> {
        finish(self.id, self.room, self.name, description, height, |sheet| {
            self.draw(sheet);
            drawing(sheet);
        })
    }

    /// The picture when there is nothing to show: the title and, honestly, "no data".
    pub(super) fn nothing(&self) -> Result<Drawing, ChartError> {
        let (top, room) = (self.height(), self.room);
        self.finish(describe(self.name, []), top + 70.0, |sheet| {
            sheet.fill((MARGIN, top), (room.right(), top + 50.0), BAND);
            sheet.text("no data", (room.width() / 2.0, top + 25.0), Align::Middle, LABEL, MUTED);
        })
    }

    fn draw(&self, sheet: &DrawingSurface) {
        let mut y = Self::TOP;
        for line in &self.title {
            sheet.text(line, (MARGIN, y + Self::TITLE_LINE / 2.0), Align::Left, TITLE, INK);
            y += Self::TITLE_LINE;
        }
        for line in &self.subtitle {
            sheet.text(
                line,
                (MARGIN, y + 3.0 + Self::SUBTITLE_LINE / 2.0),
                Align::Left,
                SUBTITLE,
                MUTED,
            );
            y += Self::SUBTITLE_LINE;
        }
    }
}

/// The sign in front of a legend's words.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mark {
    /// A dot with an interval.
    Dot(Colour),
    /// A hollow dot with an interval.
    Ring(Colour),
    Dashes(Colour),
    /// The ground of what is wished, with its ends.
    Wished,
}

pub(super) struct Legend {
    entries: Vec<(Mark, String, f64, f64)>,
    lines: usize,
}

impl Legend {
    const LINE: f64 = 21.0;
    const SIGN: f64 = 28.0;

    pub(super) fn new(room: Room, entries: impl IntoIterator<Item = (Mark, String)>) -> Self {
        let room = room.inner();
        let (mut x, mut line) = (0.0, 0);
        let mut placed = Vec::new();
        for (mark, words) in entries {
            let words = wrap(&words, TICK, room - Self::SIGN, 1).concat();
            let wide = Self::SIGN + width(&words, TICK);
            if x > 0.0 && x + wide > room {
                (x, line) = (0.0, line + 1);
            }
            placed.push((mark, words, x, f64::from(line) * Self::LINE));
            x += wide + 22.0;
        }
        let lines = if placed.is_empty() { 0 } else { line as usize + 1 };
        Self { entries: placed, lines }
    }

    pub(super) fn height(&self) -> f64 {
        if self.lines == 0 {
            0.0
        } else {
            self.lines as f64 * Self::LINE + 8.0
        }
    }

    pub(super) fn draw(&self, sheet: &DrawingSurface, top: f64) {
        self.draw_at(sheet, (MARGIN, top));
    }

    /// Draws the legend to the right of and below `corner`; only for one that is known to be short.
    pub(super) fn draw_at(&self, sheet: &DrawingSurface, (left, top): (f64, f64)) {
        for (mark, words, x, y) in &self.entries {
            let (x, y) = (left + x, top + y + Self::LINE / 2.0);
            let ends = [(x, y), (x + 20.0, y)];
            match *mark {
                Mark::Dot(colour) => whisker(sheet, (x, x + 20.0), (x + 10.0, y), colour),
                Mark::Ring(colour) => {
                    whisker(sheet, (x, x + 20.0), (x + 10.0, y), colour);
                    ring(sheet, (x + 10.0, y), colour);
                }
                Mark::Dashes(colour) => sheet.dashes(&ends, 2.0, colour),
                Mark::Wished => {
                    sheet.fill((x, y - 7.0), (x + 20.0, y + 7.0), WISHED);
                    for end in [x, x + 20.0] {
                        wished_end(sheet, (end, y - 7.0), (end, y + 7.0));
                    }
                }
            }
            sheet.text(words, (x + Self::SIGN, y), Align::Left, TICK, MUTED);
        }
    }
}

/// Makes the dot of an estimate hollow.
pub(super) fn ring(sheet: &DrawingSurface, at: (f64, f64), colour: Colour) {
    sheet.dot(at, DOT, colour);
    sheet.dot(at, DOT - 1.75, PAPER);
}

/// Names of rows: in a column at the left, or above each row where that would leave too little for numbers.
pub(super) struct Names {
    lines: Vec<Vec<String>>,
    above: bool,
    /// Width of the column in logical pixels; 0 without one.
    pub wide: f64,
}

impl Names {
    /// Usual width of the column: more than a quarter of the picture for names leaves too little for numbers.
    pub(super) const MOST: f64 = 200.0;
    const LINE: f64 = LABEL.size * 1.25;

    /// Names in a column of at most `most` logical pixels.
    pub(super) fn beside<'a>(names: impl IntoIterator<Item = &'a str>, most: f64) -> Self {
        let lines: Vec<_> = names.into_iter().map(|name| balanced(name, LABEL, most, 3)).collect();
        let wide = widest(lines.iter().flatten(), LABEL);
        Self {
            lines,
            above: false,
            wide,
        }
    }

    /// Names in a column, or in a narrow picture above their rows, where the numbers at the right take `numbers` logical
    /// pixels of the same line.
    pub(super) fn new<'a>(room: Room, names: impl IntoIterator<Item = &'a str>, numbers: f64) -> Self {
        match room {
            Room::Broad => Self::beside(names, Self::MOST),
            Room::Narrow => {
                let most = room.inner() - numbers - 10.0;
                Self {
                    lines: names.into_iter().map(|name| balanced(name, LABEL, most, 3)).collect(),
                    above: true,
                    wide: 0.0,
                }
            }
        }
    }

    /// Where the field of the rows begins, `gap` to the right of the column.
    pub(super) fn field(&self, gap: f64) -> f64 {
        if self.above {
            MARGIN + 6.0
        } else {
            MARGIN + self.wide + gap
        }
    }

    /// Where the field ends, `gap` to the left of numbers that take `numbers` logical pixels.
    pub(super) fn field_end(&self, room: Room, numbers: f64, gap: f64) -> f64 {
        if self.above {
            room.right() - 6.0
        } else {
            room.right() - numbers - gap
        }
    }

    fn high(&self, index: usize) -> f64 {
        self.lines.get(index).map_or(1, Vec::len) as f64 * Self::LINE
    }

    /// Height of a row: `least`, or more if its name takes several lines or stands above.
    pub(super) fn row(&self, index: usize, least: f64) -> f64 {
        if self.above {
            least + self.high(index) + 4.0
        } else {
            least.max(self.high(index) + 10.0)
        }
    }

    /// Where `count` rows of at least `least` begin from `top` on, and where the last one ends.
    pub(super) fn edges(&self, top: f64, count: usize, least: f64) -> Vec<f64> {
        let mut edges = vec![top];
        for row in 0..count {
            edges.push(edges[row] + self.row(row, least));
        }
        edges
    }

    /// Where the parts of a row from `upper` to `lower` stand.
    pub(super) fn place(&self, index: usize, upper: f64, lower: f64) -> RowPlaces {
        if !self.above {
            let middle = f64::midpoint(upper, lower);
            return RowPlaces {
                name: middle,
                numbers: middle,
                marks: middle,
            };
        }
        let head = upper + 4.0;
        RowPlaces {
            name: head + self.high(index) / 2.0,
            numbers: head + Self::LINE / 2.0,
            marks: f64::midpoint(head + self.high(index), lower),
        }
    }

    pub(super) fn draw(&self, sheet: &DrawingSurface, index: usize, x: f64, place: &RowPlaces) {
        let lines = self.lines.get(index).map_or(&[][..], Vec::as_slice);
        if !self.above {
            return sheet.block(lines, (x, place.name), Align::Right, LABEL, INK);
        }
        // The lines of the field go on behind it.
        let (half, wide) = (self.high(index) / 2.0, widest(lines, LABEL));
        sheet.fill(
            (MARGIN - 2.0, place.name - half),
            (MARGIN + wide, place.name + half),
            PAPER,
        );
        sheet.block(lines, (MARGIN, place.name), Align::Left, LABEL, INK);
    }

    pub(super) fn numbers(&self, sheet: &DrawingSurface, words: &str, x: f64, place: &RowPlaces, ink: Colour) {
        if self.above && !words.is_empty() {
            let half = Self::LINE / 2.0;
            let from = (x - width(words, LABEL), place.numbers - half);
            sheet.fill(from, (x + 2.0, place.numbers + half), PAPER);
        }
        sheet.text(words, (x, place.numbers), Align::Right, LABEL, ink);
    }
}

/// Where the parts of a row stand: the middles of its name, of its numbers and of its marks.
pub(super) struct RowPlaces {
    name: f64,
    pub numbers: f64,
    /// What is drawn along the axis.
    pub marks: f64,
}

pub(super) struct Across<'a> {
    pub axis: Axis,
    unit: Unit,
    left: f64,
    right: f64,
    label: &'a str,
    room: Room,
}

impl<'a> Across<'a> {
    /// An axis over the drawable numbers `lo` to `hi`, with as many labels as have room.
    pub(super) fn new(room: Room, (lo, hi): (f64, f64), unit: Unit, (left, right): (f64, f64), label: &'a str) -> Self {
        let axis = Axis::for_labels(lo, hi, right - left, unit, |text| width(text, TICK));
        Self {
            axis: axis.of_unit(unit, hi),
            unit,
            left,
            right,
            label,
            room,
        }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        self.axis.place(value, self.left, self.right)
    }

    /// What the axis needs below its field.
    pub(super) const HEIGHT: f64 = 58.0;

    /// The numbers of the axis in a line around `y`.
    pub(super) fn numbers(&self, sheet: &DrawingSurface, y: f64) {
        for tick in self.axis.ticks() {
            let words = self.unit.tick(tick, self.axis.step);
            sheet.text(&words, (self.x(tick), y), Align::Middle, TICK, MUTED);
        }
    }

    /// Grid lines from `top` to `bottom`, numbers and label below.
    pub(super) fn draw(&self, sheet: &DrawingSurface, top: f64, bottom: f64) {
        for tick in self.axis.ticks() {
            let x = self.x(tick);
            sheet.line(&[(x, top), (x, bottom)], 1.0, GRID);
        }
        self.numbers(sheet, bottom + 14.0);
        label_below(sheet, self.room, self.label, (self.left, self.right), bottom + 38.0);
    }
}

/// What runs along a field, written below it: centred, but moved inwards if the words are wider than the field.
pub(super) fn label_below(sheet: &DrawingSurface, room: Room, label: &str, (left, right): (f64, f64), y: f64) {
    let label = wrap(label, LABEL, room.inner(), 1).concat();
    let middle = room.middle(f64::midpoint(left, right), width(&label, LABEL));
    sheet.text(&label, (middle, y), Align::Middle, LABEL, INK);
}

pub(super) struct ShareField {
    pub axis: Axis,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl ShareField {
    /// For the shares `lo` to `hi`, up to `right`, and `gap` beside the numbers of the axis.
    pub(super) fn new((lo, hi): (f64, f64), gap: f64, right: f64, (top, bottom): (f64, f64)) -> Self {
        let axis = Axis::new(lo, hi, 5.0).of_unit(Unit::Percent, hi);
        let numbers = axis.ticks().into_iter().map(|tick| Unit::Percent.tick(tick, axis.step));
        Self {
            left: MARGIN + widest(numbers, TICK) + gap,
            axis,
            right,
            top,
            bottom,
        }
    }

    pub(super) fn y(&self, share: f64) -> f64 {
        self.axis.place(share, self.bottom, self.top)
    }

    pub(super) fn draw(&self, sheet: &DrawingSurface) {
        for tick in self.axis.ticks() {
            let y = self.y(tick);
            sheet.line(&[(self.left, y), (self.right, y)], 1.0, GRID);
            let words = Unit::Percent.tick(tick, self.axis.step);
            sheet.text(&words, (self.left - 8.0, y), Align::Right, TICK, MUTED);
        }
    }
}

/// An interval with a dot on it: the estimate of one row. Its ends reach beyond the dot, so that they are seen however close.
pub(super) fn whisker(sheet: &DrawingSurface, ends: (f64, f64), at: (f64, f64), colour: Colour) {
    if ends.0 < ends.1 {
        sheet.line(&[(ends.0, at.1), (ends.1, at.1)], 2.5, colour);
        for end in [ends.0, ends.1] {
            sheet.line(&[(end, at.1 - 5.5), (end, at.1 + 5.5)], 1.5, colour);
        }
    }
    sheet.dot(at, DOT, colour);
}

/// Radius of the dot of an estimate.
pub(super) const DOT: f64 = 4.0;

/// An end of what is wished, with a paper edge that shows on bars.
pub(super) fn wished_end(sheet: &DrawingSurface, from: (f64, f64), to: (f64, f64)) {
    sheet.line(&[from, to], 4.0, PAPER);
    sheet.line(&[from, to], 2.0, WISHED_END);
}

pub(super) fn lying_whisker(sheet: &DrawingSurface, (a, b): (f64, f64), y: f64) {
    // Caps of a very short interval would look like a letter.
    let cap = if b - a < 9.0 { 0.0 } else { 3.5 };
    bar_whisker(sheet, [a, b], cap, |along, across| (along, y + across));
}

pub(super) fn upright_whisker(sheet: &DrawingSurface, (upper, lower): (f64, f64), x: f64) {
    bar_whisker(sheet, [upper, lower], 8.0, |along, across| (x + across, along));
}

/// An interval with a paper edge that shows on its bar; `point` turns a place along the bar and one across it into pixels.
fn bar_whisker(sheet: &DrawingSurface, ends: [f64; 2], cap: f64, point: impl Fn(f64, f64) -> (f64, f64)) {
    for (thick, colour) in [(4.0, PAPER), (1.75, INK)] {
        let cap = cap + thick / 2.0;
        sheet.line(&ends.map(|end| point(end, 0.0)), thick, colour);
        for end in ends {
            sheet.line(&[-cap, cap].map(|across| point(end, across)), thick, colour);
        }
    }
}

/// An error if there are more than `most` of `what`.
pub(super) fn at_most(title: &str, what: &'static str, given: usize, most: usize) -> Result<(), ChartError> {
    if given <= most {
        return Ok(());
    }
    Err(ChartError::TooMany {
        title: title.to_owned(),
        what,
        given,
        most,
    })
}

/// An error unless `given` is `wanted`.
pub(super) fn exactly(title: &str, what: &'static str, given: usize, wanted: usize) -> Result<(), ChartError> {
    if given == wanted {
        return Ok(());
    }
    Err(ChartError::Shape {
        title: title.to_owned(),
        what,
        given,
        wanted,
    })
}
