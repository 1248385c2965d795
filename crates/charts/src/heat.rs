//! A table of numbers coloured by how far they are from a centre.

use super::ChartError;
use super::axis::{Axis, Scale};
use super::chart::{Chart, Drawing, describe, everywhere};
use super::layout::{Header, Names, at_most, exactly};
use super::sheet::{Align, DrawingSurface};
use super::text::{fits, widest, width, wrap};
use super::theme::{BAND, INK, LABEL, MARGIN, MUTED, Room, TICK};
use super::unit::{Unit, bounds, drawable};

/// A coloured table: who beats whom, win rate by side and seat or by side and bot.
#[derive(Debug, Clone)]
pub struct HeatMap {
    /// Headline: what the picture says.
    pub title: String,
    /// Grey line below: what a cell means.
    pub subtitle: String,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The shares, row by row, `rows × columns` of them; empty cells are `None` (or not finite).
    pub cells: Vec<Option<f64>>,
    /// The number whose cells stay pale.
    pub centre: Centre,
}

/// What a cell is compared with.
#[derive(Debug, Clone, PartialEq)]
pub enum Centre {
    /// One number for each row (its average), shown in a column of its own.
    Rows(Vec<f64>),
    /// One number for each column, shown in a row of its own.
    Columns(Vec<f64>),
    /// One number for each cell, row by row.
    Cells(Vec<f64>),
}

impl HeatMap {
    /// Most rows and most columns in one picture.
    pub const MOST: usize = 24;

    const KEY: f64 = 14.0;
    /// Boxes of a key; an odd number, so that one is the middle.
    const BOXES: u32 = 13;

    /// Draws the table. `id` must be unique in the page the chart goes into.
    ///
    /// # Errors
    /// [`ChartError::TooMany`] beyond [`HeatMap::MOST`] rows or columns, [`ChartError::Shape`] if the number of cells or
    /// centres is wrong, [`ChartError::Draw`] if plotters refuses.
    pub fn draw(&self, id: &str) -> Result<Chart, ChartError> {
        at_most(&self.title, "rows", self.rows.len(), Self::MOST)?;
        at_most(&self.title, "columns", self.columns.len(), Self::MOST)?;
        exactly(
            &self.title,
            "cells",
            self.cells.len(),
            self.rows.len() * self.columns.len(),
        )?;
        match &self.centre {
            Centre::Rows(centres) => exactly(&self.title, "row centres", centres.len(), self.rows.len())?,
            Centre::Columns(centres) => exactly(&self.title, "column centres", centres.len(), self.columns.len())?,
            Centre::Cells(centres) => exactly(&self.title, "centres", centres.len(), self.cells.len())?,
        }
        everywhere(|room| self.within(id, room))
    }

    fn within(&self, id: &str, room: Room) -> Result<Drawing, ChartError> {
        let Some(scale) = self.scale() else {
            return Header::new(id, room, &self.title, &self.subtitle).nothing();
        };
        // In a narrow picture the key lies above the cells, which hold their numbers; where there are too many columns for
        // that, the broad one is shown, however small.
        let bare = Some(self.plan(room, &scale, false)).filter(|plan| room == Room::Narrow && plan.digits.is_some());
        let (room, plan) = match bare {
            Some(plan) => (room, plan),
            None => (Room::Broad, self.plan(Room::Broad, &scale, true)),
        };
        let header = Header::new(id, room, &self.title, &self.subtitle);
        let line = if plan.key { 0.0 } else { 28.0 };
        let head = header.height() + line + plan.head;
        let bottom = head + plan.edges.last().copied().unwrap_or(0.0);
        let fair_row = if matches!(self.centre, Centre::Columns(_)) {
            30.0
        } else {
            0.0
        };
        let least = if plan.key { head + 130.0 } else { 0.0 };
        let height = (bottom + fair_row).max(least) + 20.0;
        header.finish(self.description(), height, |sheet| {
            plan.column_names(sheet, head);
            for row in 0..self.rows.len() {
                let (upper, lower) = (head + plan.edges[row], head + plan.edges[row + 1]);
                let place = plan.names.place(row, upper, lower);
                plan.names.draw(sheet, row, plan.left - 12.0, &place);
                for column in 0..self.columns.len() {
                    self.cell(sheet, &plan, &scale, (row, column), (upper, lower));
                }
            }
            self.centres(sheet, &plan, head, bottom);
            if plan.key {
                self.key(sheet, &plan, &scale, (head, bottom.max(head + 110.0)));
            } else {
                Self::lying_key(sheet, &scale, header.height() + 6.0);
            }
        })
    }

    fn number(&self, row: usize, column: usize) -> Option<f64> {
        self.cells
            .get(row * self.columns.len() + column)
            .copied()
            .flatten()
            .filter(|&value| drawable(value))
    }

    fn centre_of(&self, row: usize, column: usize) -> f64 {
        let centre = match &self.centre {
            Centre::Rows(centres) => centres.get(row).copied().unwrap_or(0.0),
            Centre::Columns(centres) => centres.get(column).copied().unwrap_or(0.0),
            Centre::Cells(centres) => centres.get(row * self.columns.len() + column).copied().unwrap_or(0.0),
        };
        if drawable(centre) { centre } else { 0.0 }
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.rows.len()).flat_map(|row| (0..self.columns.len()).map(move |column| (row, column)))
    }

    /// The colour scale, or nothing if no cell has a number.
    fn scale(&self) -> Option<Scale> {
        let numbers = || self.pairs().filter_map(|(row, column)| self.number(row, column));
        let away = |(row, column)| {
            self.number(row, column)
                .map(|value| value - self.centre_of(row, column))
        };
        let (lo, hi) = bounds(numbers())?;
        // Differences within five points stay pale: chance alone must not look like a finding.
        let far = self
            .pairs()
            .filter_map(away)
            .fold(0.05, |far: f64, by| far.max(by.abs()));
        let half = Axis::new(0.0, far, 2.0);
        let axis = Axis {
            lo: -half.hi,
            hi: half.hi,
            step: half.step,
        };
        let digits = usize::from((hi - lo) * 100.0 < 20.0);
        Some(Scale { axis, digits })
    }

    fn plan(&self, room: Room, scale: &Scale, key: bool) -> HeatLayout {
        let most = match room {
            Room::Narrow => 96.0,
            Room::Broad if self.columns.len() > 12 => 120.0,
            Room::Broad => Names::MOST,
        };
        let names = Names::beside(self.rows.iter().map(String::as_str), most);
        let left = MARGIN + names.wide + 12.0;
        let key_numbers = key_numbers(&scale.axis).into_iter().map(|(_, words)| words);
        let mut right = room.right();
        if key {
            right -= widest(key_numbers, TICK) + 8.0 + Self::KEY + 26.0;
        }
        if let Centre::Rows(centres) = &self.centre {
            let numbers = centres
                .iter()
                .map(|&centre| Unit::Percent.full(centre, scale.digits.max(1)));
            right -= widest(numbers.chain(["average".to_owned()]), TICK) + 14.0;
        }
        let count = self.columns.len().max(1) as f64;
        let wide = ((right - left) / count).min(if self.columns.len() <= 4 { 112.0 } else { 88.0 });
        let room = wide - 6.0;
        let flat = self.columns.iter().all(|name| fits(name, LABEL, room, 3));
        let upright = if wide >= 38.0 { 2 } else { 1 };
        let heads: Vec<_> = self
            .columns
            .iter()
            .map(|name| {
                if flat {
                    wrap(name, LABEL, room, 3)
                } else {
                    wrap(name, LABEL, 230.0, upright)
                }
            })
            .collect();
        let head = if flat {
            heads.iter().map(Vec::len).max().unwrap_or(1) as f64 * 16.25 + 8.0
        } else {
            widest(heads.iter().flatten(), LABEL) + 10.0
        };
        let least = if self.rows.len() > 14 { 27.0 } else { 36.0 };
        let edges = names.edges(0.0, self.rows.len(), least);
        // In narrow cells the numbers lose their digits after the point, at worst all of them but the colour.
        let fit = |digits: usize| {
            let numbers = self.pairs().filter_map(|(row, column)| self.number(row, column));
            widest(numbers.map(|value| Unit::Percent.bare(value, digits)), TICK) < wide - 2.0
        };
        let digits = [scale.digits, 0].into_iter().find(|&digits| fit(digits));
        HeatLayout {
            names,
            left,
            key,
            digits,
            wide,
            heads,
            flat,
            head,
            edges,
        }
    }

    fn cell(
        &self,
        sheet: &DrawingSurface,
        plan: &HeatLayout,
        scale: &Scale,
        (row, column): (usize, usize),
        (upper, lower): (f64, f64),
    ) {
        let x = plan.left + plan.wide * column as f64;
        let middle = (x + plan.wide / 2.0, f64::midpoint(upper, lower));
        let (from, to) = ((x + 0.75, upper + 0.75), (x + plan.wide - 0.75, lower - 0.75));
        let Some(value) = self.number(row, column) else {
            sheet.fill(from, to, BAND);
            return sheet.text("–", middle, Align::Middle, TICK, MUTED);
        };
        let shade = scale.shade(value - self.centre_of(row, column));
        let words = plan
            .digits
            .map_or(String::new(), |digits| Unit::Percent.bare(value, digits));
        let said = format!(
            "{}, {}: {}",
            self.rows[row],
            self.columns[column],
            Unit::Percent.full(value, 1)
        );
        sheet.with_words(&said, || {
            shade.fill(sheet, from, to);
            sheet.text(&words, middle, Align::Middle, TICK, shade.words());
        });
    }

    /// The fair shares beside the rows or below the columns.
    fn centres(&self, sheet: &DrawingSurface, plan: &HeatLayout, head: f64, bottom: f64) {
        match &self.centre {
            Centre::Rows(centres) => {
                let x = plan.left + plan.wide * self.columns.len() as f64 + 12.0;
                sheet.text("average", (x, head - 14.0), Align::Left, TICK, MUTED);
                for (centre, edge) in centres.iter().zip(plan.edges.windows(2)) {
                    let y = head + f64::midpoint(edge[0], edge[1]);
                    sheet.text(&Unit::Percent.full(*centre, 1), (x, y), Align::Left, TICK, MUTED);
                }
            }
            Centre::Columns(centres) => {
                let corner = (plan.left - 12.0, bottom + 16.0);
                sheet.text("fair, in %", corner, Align::Right, TICK, MUTED);
                let fit = |digits: &usize| {
                    let numbers = centres.iter().map(|&centre| Unit::Percent.bare(centre, *digits));
                    widest(numbers, TICK) < plan.wide - 2.0
                };
                let Some(digits) = [1, 0].into_iter().find(fit) else {
                    return;
                };
                for (column, &centre) in centres.iter().enumerate() {
                    let x = plan.left + plan.wide * (column as f64 + 0.5);
                    let words = Unit::Percent.bare(centre, digits);
                    sheet.text(&words, (x, bottom + 16.0), Align::Middle, TICK, MUTED);
                }
            }
            Centre::Cells(_) => {}
        }
    }

    fn key(&self, sheet: &DrawingSurface, plan: &HeatLayout, scale: &Scale, (top, bottom): (f64, f64)) {
        let axis = &scale.axis;
        let mut left = plan.left + plan.wide * self.columns.len() as f64 + 26.0;
        if let Centre::Rows(centres) = &self.centre {
            left += widest(centres.iter().map(|&centre| Unit::Percent.full(centre, 1)), TICK) + 8.0;
        }
        let bottom = bottom.min(top + 260.0);
        let high = (bottom - top) / f64::from(Self::BOXES);
        for (i, value) in Self::boxes(axis) {
            let y = bottom - high * f64::from(i);
            scale
                .shade(value)
                .fill(sheet, (left, y - high + 0.5), (left + Self::KEY, y - 0.5));
        }
        for (tick, words) in key_numbers(axis) {
            let y = axis.place(tick, bottom, top).clamp(top + 4.0, bottom - 4.0);
            sheet.text(&words, (left + Self::KEY + 8.0, y), Align::Left, TICK, MUTED);
        }
    }

    /// The boxes of a key, and the numbers they stand for.
    fn boxes(axis: &Axis) -> impl Iterator<Item = (u32, f64)> {
        let middle = |i| (f64::from(i) + 0.5) / f64::from(Self::BOXES);
        (0..Self::BOXES).map(move |i| (i, axis.lo + (axis.hi - axis.lo) * middle(i)))
    }

    /// The key on one line below `top`, its ends in words.
    fn lying_key(sheet: &DrawingSurface, scale: &Scale, top: f64) {
        let axis = &scale.axis;
        let end = Unit::PercentagePoints.tick(axis.hi, axis.step);
        let by = end.trim_start_matches('+');
        let (low, high) = (format!("{by} less"), format!("{by} more"));
        let middle = top + 6.0;
        sheet.text(&low, (MARGIN, middle), Align::Left, TICK, MUTED);
        let left = MARGIN + width(&low, TICK) + 6.0;
        let wide = 9.0;
        for (i, value) in Self::boxes(axis) {
            let x = left + wide * f64::from(i);
            scale
                .shade(value)
                .fill(sheet, (x + 0.5, top), (x + wide - 0.5, top + 12.0));
        }
        let right = left + wide * f64::from(Self::BOXES) + 6.0;
        sheet.text(&high, (right, middle), Align::Left, TICK, MUTED);
    }

    fn description(&self) -> String {
        let parts = self.rows.iter().enumerate().map(|(row, name)| {
            let cells = self.columns.iter().enumerate().filter_map(|(column, head)| {
                self.number(row, column)
                    .map(|value| format!("{head} {}", Unit::Percent.full(value, 1)))
            });
            format!("{name}: {}", cells.collect::<Vec<_>>().join(", "))
        });
        describe(&self.title, parts)
    }
}

/// The ticks of a key with the differences from the centre that they stand for.
fn key_numbers(axis: &Axis) -> Vec<(f64, String)> {
    let words = |tick: f64| (tick, Unit::PercentagePoints.tick(tick, axis.step));
    axis.ticks().into_iter().map(words).collect()
}
/// Measures of one table, logical pixels.
struct HeatLayout {
    names: Names,
    left: f64,
    /// Is there room for the key to the colours?
    key: bool,
    /// Digits after the point in cells; none if there is no room for numbers.
    digits: Option<usize>,
    wide: f64,
    heads: Vec<Vec<String>>,
    /// Column names lie flat instead of standing upright.
    flat: bool,
    head: f64,
    /// Edges between rows, from the first row's upper edge.
    edges: Vec<f64>,
}

impl HeatLayout {
    fn column_names(&self, sheet: &DrawingSurface, head: f64) {
        for (column, lines) in self.heads.iter().enumerate() {
            let x = self.left + self.wide * (column as f64 + 0.5);
            if self.flat {
                let y = head - 8.0 - lines.len() as f64 * 8.125;
                sheet.block(lines, (x, y), Align::Middle, LABEL, INK);
                continue;
            }
            let first = x - 8.0 * (lines.len() as f64 - 1.0);
            for (i, line) in lines.iter().enumerate() {
                sheet.text(line, (first + 16.0 * i as f64, head - 8.0), Align::Upwards, LABEL, INK);
            }
        }
    }
}

#[cfg(test)]
mod tests;
