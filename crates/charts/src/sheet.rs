//! What a chart is drawn on: plotters in logical pixels.
//!
//! plotters works in whole pixels; the surface is therefore [`FINE`] times as large as the picture, whose `viewBox` is
//! left at that size while its width and height are the logical ones.

use std::cell::RefCell;

use plotters::coord::Shift;
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, FontTransform, RGBAColor, ShapeStyle, TextStyle};

use super::ChartError;
use super::svg::{Canvas, Shapes};
use super::text::{FAMILY, clean, register};
use super::theme::{Colour, Font};

/// Steps per logical pixel.
pub(super) const FINE: f64 = 4.0;

/// Which point of a text stands at the given place; vertically it is always the middle of the small letters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Align {
    Left,
    Middle,
    Right,
    /// Reads upwards, starting at the place.
    Upwards,
}

/// What is drawn on; all lengths in logical pixels, y downwards.
pub(super) struct DrawingSurface<'a> {
    area: DrawingArea<Canvas<'a>, Shift>,
    shapes: &'a RefCell<Shapes>,
}

/// Runs `paint` on an empty sheet.
pub(super) fn paint(
    width: f64,
    height: f64,
    paint: impl FnOnce(&DrawingSurface) -> Result<(), ChartError>,
) -> Result<Shapes, ChartError> {
    register();
    let shapes = RefCell::default();
    {
        let size = (fine(width).max(1).unsigned_abs(), fine(height).max(1).unsigned_abs());
        let sheet = DrawingSurface {
            area: Canvas { size, shapes: &shapes }.into_drawing_area(),
            shapes: &shapes,
        };
        paint(&sheet)?;
        sheet.area.present().map_err(refused)?;
    }
    Ok(shapes.into_inner())
}

impl DrawingSurface<'_> {
    /// What `draw` draws shows `words` in a page where a pointer rests on it.
    pub(super) fn with_words(
        &self,
        words: &str,
        draw: impl FnOnce() -> Result<(), ChartError>,
    ) -> Result<(), ChartError> {
        self.shapes.borrow_mut().open(&clean(words));
        let drawn = draw();
        self.shapes.borrow_mut().close();
        drawn
    }

    pub(super) fn line(&self, points: &[(f64, f64)], thick: f64, colour: Colour) -> Result<(), ChartError> {
        self.area
            .draw(&PathElement::new(grid(points), stroke(thick, colour)))
            .map_err(refused)
    }

    pub(super) fn dashes(&self, points: &[(f64, f64)], thick: f64, colour: Colour) -> Result<(), ChartError> {
        let (dash, gap) = (fine(5.0), fine(3.5));
        self.area
            .draw(&DashedPathElement::new(grid(points), dash, gap, stroke(thick, colour)))
            .map_err(refused)
    }

    /// A filled box from the left upper to the right lower corner.
    pub(super) fn fill(&self, from: (f64, f64), to: (f64, f64), colour: Colour) -> Result<(), ChartError> {
        let corners = [(fine(from.0), fine(from.1)), (fine(to.0), fine(to.1))];
        self.area
            .draw(&Rectangle::new(corners, solid(colour, 1.0)))
            .map_err(refused)
    }

    /// A filled shape that lets `opacity` (0 to 1) of its colour through.
    pub(super) fn shape(&self, points: &[(f64, f64)], colour: Colour, opacity: f64) -> Result<(), ChartError> {
        self.area
            .draw(&Polygon::new(grid(points), solid(colour, opacity)))
            .map_err(refused)
    }

    pub(super) fn dot(&self, at: (f64, f64), radius: f64, colour: Colour) -> Result<(), ChartError> {
        let place = (fine(at.0), fine(at.1));
        self.area
            .draw(&Circle::new(place, fine(radius), solid(colour, 1.0)))
            .map_err(refused)
    }

    /// One line of words.
    pub(super) fn text(
        &self,
        text: &str,
        at: (f64, f64),
        align: Align,
        font: Font,
        colour: Colour,
    ) -> Result<(), ChartError> {
        let text = clean(text);
        if text.is_empty() {
            return Ok(());
        }
        let weight = if font.bold { FontStyle::Bold } else { FontStyle::Normal };
        let turn = if matches!(align, Align::Upwards) {
            FontTransform::Rotate270
        } else {
            FontTransform::None
        };
        let face = FontDesc::new(FontFamily::Name(FAMILY), font.size * FINE, weight).transform(turn);
        let across = match align {
            Align::Left | Align::Upwards => HPos::Left,
            Align::Middle => HPos::Center,
            Align::Right => HPos::Right,
        };
        let ink = RGBAColor(colour.0, colour.1, colour.2, 1.0);
        let style = TextStyle::from(face).color(&ink).pos(Pos::new(across, VPos::Center));
        self.area
            .draw(&Text::new(text, (fine(at.0), fine(at.1)), style))
            .map_err(refused)
    }

    /// Several lines of words, their block centred on `at`.
    pub(super) fn block(
        &self,
        lines: &[String],
        at: (f64, f64),
        align: Align,
        font: Font,
        colour: Colour,
    ) -> Result<(), ChartError> {
        let leading = font.size * 1.25;
        let first = at.1 - leading * lines.len().saturating_sub(1) as f64 / 2.0;
        for (i, line) in lines.iter().enumerate() {
            self.text(line, (at.0, first + leading * i as f64), align, font, colour)?;
        }
        Ok(())
    }
}

fn fine(length: f64) -> i32 {
    (length * FINE).round() as i32
}

fn grid(points: &[(f64, f64)]) -> Vec<(i32, i32)> {
    points.iter().map(|&(x, y)| (fine(x), fine(y))).collect()
}

fn stroke(thick: f64, colour: Colour) -> ShapeStyle {
    let color = RGBAColor(colour.0, colour.1, colour.2, 1.0);
    ShapeStyle {
        color,
        filled: false,
        stroke_width: fine(thick).max(1).unsigned_abs(),
    }
}

fn solid(colour: Colour, opacity: f64) -> ShapeStyle {
    ShapeStyle {
        color: RGBAColor(colour.0, colour.1, colour.2, opacity),
        filled: true,
        stroke_width: 0,
    }
}

fn refused(error: impl std::fmt::Display) -> ChartError {
    ChartError::Draw(error.to_string())
}
