//! What several charts share: title block, legend, column of names, horizontal axis.

use super::ChartError;
use super::axis::Axis;
use super::sheet::{Align, Sheet};
use super::text::{balanced, widest, width, wrap};
use super::theme::{Colour, GRID, INK, LABEL, MARGIN, MUTED, PAPER, SUBTITLE, TICK, TITLE, WIDTH};
use super::unit::Unit;

/// Title and subtitle, broken to the width of the picture.
pub(super) struct Header {
    title: Vec<String>,
    subtitle: Vec<String>,
}

impl Header {
    const TOP: f64 = 14.0;
    const TITLE_LINE: f64 = 23.0;
    const SUBTITLE_LINE: f64 = 18.0;

    pub(super) fn new(title: &str, subtitle: &str) -> Self {
        let room = (WIDTH - 2.0 * MARGIN) * 0.95;
        let lines = |text: &str, font, most| {
            if text.trim().is_empty() {
                Vec::new()
            } else {
                wrap(text, font, room, most)
            }
        };
        Self {
            title: lines(title, TITLE, 3),
            subtitle: lines(subtitle, SUBTITLE, 5),
        }
    }

    /// Where the rest of the picture may begin.
    pub(super) fn height(&self) -> f64 {
        Self::TOP + self.title.len() as f64 * Self::TITLE_LINE + self.subtitle.len() as f64 * Self::SUBTITLE_LINE + 12.0
    }

    pub(super) fn draw(&self, sheet: &Sheet) -> Result<(), ChartError> {
        let mut y = Self::TOP;
        for line in &self.title {
            sheet.text(line, (MARGIN, y + Self::TITLE_LINE / 2.0), Align::Left, TITLE, INK)?;
            y += Self::TITLE_LINE;
        }
        for line in &self.subtitle {
            sheet.text(
                line,
                (MARGIN, y + 3.0 + Self::SUBTITLE_LINE / 2.0),
                Align::Left,
                SUBTITLE,
                MUTED,
            )?;
            y += Self::SUBTITLE_LINE;
        }
        Ok(())
    }
}

/// The sign in front of a legend's words.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mark {
    /// A dot with an interval.
    Dot(Colour),
    /// A hollow dot with an interval.
    Ring(Colour),
    /// A dashed line.
    Dashes(Colour),
    /// A coloured ground.
    Ground(Colour),
}

/// Signs and words in lines as wide as the picture.
pub(super) struct Legend {
    entries: Vec<(Mark, String, f64, f64)>,
    lines: usize,
}

impl Legend {
    const LINE: f64 = 21.0;
    const SIGN: f64 = 28.0;

    pub(super) fn new(entries: impl IntoIterator<Item = (Mark, String)>) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let (mut x, mut line) = (0.0, 0);
        let mut placed = Vec::new();
        for (mark, words) in entries {
            let words = wrap(&words, TICK, room - Self::SIGN, 1).concat();
            let wide = Self::SIGN + width(&words, TICK) * 1.06;
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

    /// Draws the legend below `top`.
    pub(super) fn draw(&self, sheet: &Sheet, top: f64) -> Result<(), ChartError> {
        self.draw_at(sheet, (MARGIN, top))
    }

    /// Draws the legend to the right of and below `corner`; only for one that is known to be short.
    pub(super) fn draw_at(&self, sheet: &Sheet, (left, top): (f64, f64)) -> Result<(), ChartError> {
        for (mark, words, x, y) in &self.entries {
            let (x, y) = (left + x, top + y + Self::LINE / 2.0);
            let ends = [(x, y), (x + 20.0, y)];
            match *mark {
                Mark::Dot(colour) => {
                    sheet.line(&ends, 2.0, colour)?;
                    sheet.dot((x + 10.0, y), 4.5, colour)?;
                }
                Mark::Ring(colour) => {
                    sheet.line(&ends, 2.0, colour)?;
                    ring(sheet, (x + 10.0, y), 4.5, colour)?;
                }
                Mark::Dashes(colour) => sheet.dashes(&ends, 2.0, colour)?,
                Mark::Ground(colour) => sheet.fill((x, y - 7.0), (x + 20.0, y + 7.0), colour)?,
            }
            sheet.text(words, (x + Self::SIGN, y), Align::Left, TICK, MUTED)?;
        }
        Ok(())
    }
}

/// A hollow dot.
pub(super) fn ring(sheet: &Sheet, at: (f64, f64), radius: f64, colour: Colour) -> Result<(), ChartError> {
    sheet.dot(at, radius, colour)?;
    sheet.dot(at, radius - 1.75, PAPER)
}

/// Names at the left of rows.
pub(super) struct Names {
    lines: Vec<Vec<String>>,
    /// Width of the column in logical pixels, slack for other fonts included.
    pub wide: f64,
}

impl Names {
    /// Usual width of the column: more than a quarter of the picture for names leaves too little for numbers.
    pub(super) const MOST: f64 = 200.0;

    /// Names in lines of at most `most` logical pixels.
    pub(super) fn new<'a>(names: impl IntoIterator<Item = &'a str>, most: f64) -> Self {
        let font = LABEL;
        let lines: Vec<_> = names.into_iter().map(|name| balanced(name, font, most, 3)).collect();
        let wide = widest(lines.iter().flatten(), font) * 1.05;
        Self { lines, wide }
    }

    /// Height of a row: `least`, or more if one of its names takes several lines.
    pub(super) fn row(&self, index: usize, least: f64) -> f64 {
        let lines = self.lines.get(index).map_or(1, Vec::len);
        least.max(lines as f64 * LABEL.size * 1.25 + 10.0)
    }

    /// Writes a name, right-aligned at `at`.
    pub(super) fn draw(&self, sheet: &Sheet, index: usize, at: (f64, f64)) -> Result<(), ChartError> {
        let lines = self.lines.get(index).map_or(&[][..], Vec::as_slice);
        sheet.block(lines, at, Align::Right, LABEL, INK)
    }
}

/// A horizontal axis below a field of rows.
pub(super) struct Across<'a> {
    pub axis: Axis,
    pub unit: Unit,
    pub left: f64,
    pub right: f64,
    pub label: &'a str,
}

impl<'a> Across<'a> {
    /// An axis over the drawable numbers `lo` to `hi`, with as many labels as have room.
    pub(super) fn new((lo, hi): (f64, f64), unit: Unit, (left, right): (f64, f64), label: &'a str) -> Self {
        let axis = Axis::for_labels(lo, hi, right - left, unit, |text| width(text, TICK));
        let axis = if unit == Unit::Percent {
            axis.at_most_one(hi)
        } else {
            axis
        };
        Self {
            axis,
            unit,
            left,
            right,
            label,
        }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        self.axis.place(value, self.left, self.right)
    }

    /// What the axis needs below its field.
    pub(super) fn height(&self) -> f64 {
        if self.label.trim().is_empty() { 34.0 } else { 58.0 }
    }

    /// Grid lines from `top` to `bottom`, numbers and label below.
    pub(super) fn draw(&self, sheet: &Sheet, top: f64, bottom: f64) -> Result<(), ChartError> {
        for tick in self.axis.ticks() {
            let x = self.x(tick);
            sheet.line(&[(x, top), (x, bottom)], 1.0, GRID)?;
            sheet.text(
                &self.unit.tick(tick, self.axis.step),
                (x, bottom + 14.0),
                Align::Middle,
                TICK,
                MUTED,
            )?;
        }
        // Centred on the field, but moved inwards if the words are wider than it.
        let label = wrap(self.label, LABEL, WIDTH - 2.0 * MARGIN, 1).concat();
        let half = width(&label, LABEL) * 1.03 / 2.0;
        let x = f64::midpoint(self.left, self.right).clamp(MARGIN + half, (WIDTH - MARGIN - half).max(MARGIN + half));
        sheet.text(&label, (x, bottom + 38.0), Align::Middle, LABEL, INK)
    }
}

/// An interval with a dot on it: the estimate of one row.
pub(super) fn whisker(sheet: &Sheet, ends: (f64, f64), at: (f64, f64), colour: Colour) -> Result<(), ChartError> {
    sheet.line(&[(ends.0, at.1), (ends.1, at.1)], 2.5, colour)?;
    sheet.dot(at, 5.0, colour)
}

/// The picture when there is nothing to show: the title and, honestly, "no data".
pub(super) fn nothing(id: &str, title: &str, subtitle: &str) -> Result<super::Chart, ChartError> {
    let header = Header::new(title, subtitle);
    let top = header.height();
    super::chart::finish(id, title, super::chart::describe(title, []), top + 70.0, |sheet| {
        header.draw(sheet)?;
        sheet.fill((MARGIN, top), (WIDTH - MARGIN, top + 50.0), super::theme::BAND)?;
        sheet.text("no data", (WIDTH / 2.0, top + 25.0), Align::Middle, LABEL, MUTED)
    })
}

/// An error if there are more than `most` of `what`.
pub(super) fn at_most(title: &str, what: &'static str, given: usize, most: usize) -> Result<(), ChartError> {
    if given > most {
        Err(ChartError::TooMany {
            title: title.to_owned(),
            what,
            given,
            most,
        })
    } else {
        Ok(())
    }
}

/// An error unless `given` is `wanted`.
pub(super) fn exactly(title: &str, what: &'static str, given: usize, wanted: usize) -> Result<(), ChartError> {
    if given == wanted {
        Ok(())
    } else {
        Err(ChartError::Shape {
            title: title.to_owned(),
            what,
            given,
            wanted,
        })
    }
}
