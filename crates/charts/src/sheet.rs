//! What a chart is drawn on: plotters in logical pixels, and below it SVG, written in two colourings at once.
//!
//! plotters works in whole pixels; the surface is therefore [`FINE`] times as large as the picture, whose `viewBox` is
//! left at that size while its width and height are the logical ones.

use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::Write as _;

use plotters::coord::Shift;
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, FontTransform, RGBAColor, ShapeStyle, TextStyle};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use quick_xml::escape::partial_escape as escape;

use super::ChartError;
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
    /// The first thing that plotters refused to draw, which [`paint`] tells.
    refused: RefCell<Option<ChartError>>,
}

/// What `draw` draws on an empty sheet.
pub(super) fn paint(width: f64, height: f64, draw: impl FnOnce(&DrawingSurface)) -> Result<Shapes, ChartError> {
    register();
    let shapes = RefCell::default();
    let size = (fine(width).max(1).unsigned_abs(), fine(height).max(1).unsigned_abs());
    let sheet = DrawingSurface {
        area: Canvas { size, shapes: &shapes }.into_drawing_area(),
        shapes: &shapes,
        refused: RefCell::default(),
    };
    draw(&sheet);
    sheet.keep(sheet.area.present());
    let refused = sheet.refused.take();
    drop(sheet);
    refused.map_or(Ok(shapes.into_inner()), Err)
}

impl DrawingSurface<'_> {
    fn keep(&self, drawn: Result<(), impl std::fmt::Display>) {
        if let Err(error) = drawn {
            let refusal = || ChartError::Draw(error.to_string());
            self.refused.borrow_mut().get_or_insert_with(refusal);
        }
    }

    /// What `draw` draws shows `words` in a page where a pointer rests on it.
    pub(super) fn with_words(&self, words: &str, draw: impl FnOnce()) {
        self.shapes.borrow_mut().open(&clean(words));
        draw();
        self.shapes.borrow_mut().close();
    }

    pub(super) fn line(&self, points: &[(f64, f64)], thick: f64, colour: Colour) {
        self.keep(self.area.draw(&PathElement::new(grid(points), stroke(thick, colour))));
    }

    pub(super) fn dashes(&self, points: &[(f64, f64)], thick: f64, colour: Colour) {
        let (dash, gap) = (fine(5.0), fine(3.5));
        self.keep(
            self.area
                .draw(&DashedPathElement::new(grid(points), dash, gap, stroke(thick, colour))),
        );
    }

    /// A filled box from the left upper to the right lower corner.
    pub(super) fn fill(&self, from: (f64, f64), to: (f64, f64), colour: Colour) {
        let corners = [(fine(from.0), fine(from.1)), (fine(to.0), fine(to.1))];
        self.keep(self.area.draw(&Rectangle::new(corners, solid(colour, 1.0))));
    }

    /// A filled shape that lets `opacity` (0 to 1) of its colour through.
    pub(super) fn shape(&self, points: &[(f64, f64)], colour: Colour, opacity: f64) {
        self.keep(self.area.draw(&Polygon::new(grid(points), solid(colour, opacity))));
    }

    pub(super) fn dot(&self, at: (f64, f64), radius: f64, colour: Colour) {
        let place = (fine(at.0), fine(at.1));
        self.keep(self.area.draw(&Circle::new(place, fine(radius), solid(colour, 1.0))));
    }

    pub(super) fn text(&self, text: &str, at: (f64, f64), align: Align, font: Font, colour: Colour) {
        let text = clean(text);
        if text.is_empty() {
            return;
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
        self.keep(self.area.draw(&Text::new(text, (fine(at.0), fine(at.1)), style)));
    }

    pub(super) fn block(&self, lines: &[String], at: (f64, f64), align: Align, font: Font, colour: Colour) {
        let leading = font.size * 1.25;
        let first = at.1 - leading * lines.len().saturating_sub(1) as f64 / 2.0;
        for (i, line) in lines.iter().enumerate() {
            self.text(line, (at.0, first + leading * i as f64), align, font, colour);
        }
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

/// The shapes of a picture, a line each.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Shapes {
    /// In fixed colours.
    pub plain: String,
    /// In colours that follow the page.
    pub themed: String,
}

impl Shapes {
    /// From here to [`Shapes::close`] the shapes of a page show `words` where a pointer rests on them.
    pub(super) fn open(&mut self, words: &str) {
        // Text takes whatever is written to it.
        let _ = writeln!(self.themed, "<g><title>{}</title>", escape(words));
    }

    pub(super) fn close(&mut self) {
        self.themed.push_str("</g>\n");
    }
}

/// A surface of this size, in steps.
pub(super) struct Canvas<'a> {
    pub size: (u32, u32),
    pub shapes: &'a RefCell<Shapes>,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Canvas<'_> {
    /// Writes a shape in both colourings; `write` gets the text so far and how the colour is called.
    fn shape(&mut self, colour: BackendColor, write: impl Fn(&mut String, &str) -> std::fmt::Result) -> Drawn {
        let (r, g, b) = colour.rgb;
        let ink = Colour(r, g, b);
        let shapes = &mut *self.shapes.borrow_mut();
        // Text takes whatever is written to it.
        let _ = write(&mut shapes.plain, &ink.hex());
        let _ = write(&mut shapes.themed, &ink.themed());
        Ok(())
    }
}

/// The attribute of a colour that lets others through; nothing where it does not.
fn opacity(colour: BackendColor) -> String {
    if colour.alpha < 1.0 {
        format!(" opacity=\"{}\"", colour.alpha)
    } else {
        String::new()
    }
}

fn points(path: impl IntoIterator<Item = BackendCoord>) -> String {
    path.into_iter().fold(String::new(), |mut list, (x, y)| {
        let _ = write!(list, "{x},{y} ");
        list
    })
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    /// A box, which charts always fill.
    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, _fill: bool) -> Drawn {
        let ((x, y), (width, height)) = (from, (to.0 - from.0, to.1 - from.1));
        let clear = opacity(style.color());
        self.shape(style.color(), |out, ink| {
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{clear} fill=\"{ink}\"/>"
            )
        })
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let (clear, thick, points) = (opacity(style.color()), style.stroke_width(), points(path));
        self.shape(style.color(), |out, ink| {
            writeln!(
                out,
                "<polyline fill=\"none\"{clear} stroke=\"{ink}\" stroke-width=\"{thick}\" points=\"{points}\"/>"
            )
        })
    }

    /// A dot, which charts always fill.
    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, _fill: bool) -> Drawn {
        let clear = opacity(style.color());
        self.shape(style.color(), |out, ink| {
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{clear} fill=\"{ink}\"/>"
            )
        })
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let (clear, points) = (opacity(style.color()), points(path));
        self.shape(style.color(), |out, ink| {
            writeln!(out, "<polygon{clear} fill=\"{ink}\" points=\"{points}\"/>")
        })
    }

    /// Words, centred on the small letters' middle; the family is that of the whole picture.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Right => "end",
            HPos::Center => "middle",
        };
        let weight = if matches!(style.style(), FontStyle::Bold) {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let turn = if matches!(style.transform(), FontTransform::Rotate270) {
            format!(" transform=\"rotate(270, {x}, {y})\"")
        } else {
            String::new()
        };
        let (clear, size, text) = (opacity(style.color()), style.size(), escape(text));
        self.shape(style.color(), |out, ink| {
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" dy=\"0.5ex\" text-anchor=\"{anchor}\" font-size=\"{size}\"{clear} fill=\"{ink}\"\
                 {weight}{turn}>{text}</text>"
            )
        })
    }
}
