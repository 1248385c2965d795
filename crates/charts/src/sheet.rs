//! What a chart is drawn on, in logical pixels: SVG, written in two colourings at once.
//!
//! Places are whole steps, of which a logical pixel has [`FINE`]: the `viewBox` of a picture is left in steps while its width and
//! height are the logical ones.

use std::cell::RefCell;
use std::fmt::Write as _;

use quick_xml::escape::partial_escape as escape;

use super::text::clean;
use super::theme::{Colour, Font};

/// Steps per logical pixel.
pub(super) const FINE: f64 = 4.0;

/// Steps of a dash and of what lies between two.
const DASH: i32 = 20;
const GAP: i32 = 14;

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
#[derive(Default)]
pub(super) struct DrawingSurface {
    shapes: RefCell<Shapes>,
}

/// The shapes of a picture, a line each.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Shapes {
    /// In fixed colours.
    pub plain: String,
    /// In colours that follow the page.
    pub themed: String,
}

/// What `draw` draws on an empty sheet.
pub(super) fn paint(draw: impl FnOnce(&DrawingSurface)) -> Shapes {
    let sheet = DrawingSurface::default();
    draw(&sheet);
    sheet.shapes.into_inner()
}

impl DrawingSurface {
    /// Adds a shape in both colourings; `shape` writes it in a colour that is called so.
    fn add(&self, colour: Colour, shape: impl Fn(&str) -> String) {
        let shapes = &mut *self.shapes.borrow_mut();
        shapes.plain.push_str(&shape(&colour.hex()));
        shapes.themed.push_str(&shape(&colour.themed()));
    }

    /// What `draw` draws shows `words` in a page where a pointer rests on it.
    pub(super) fn with_words(&self, words: &str, draw: impl FnOnce()) {
        let title = format!("<g><title>{}</title>\n", escape(clean(words)));
        self.shapes.borrow_mut().themed.push_str(&title);
        draw();
        self.shapes.borrow_mut().themed.push_str("</g>\n");
    }

    pub(super) fn line(&self, points: &[(f64, f64)], thick: f64, colour: Colour) {
        self.path(points.iter().copied().map(step), thick, colour);
    }

    fn path(&self, steps: impl IntoIterator<Item = (i32, i32)>, thick: f64, colour: Colour) {
        let (points, thick) = (list(steps), fine(thick).max(1));
        self.add(colour, |ink| {
            format!("<polyline fill=\"none\" stroke=\"{ink}\" stroke-width=\"{thick}\" points=\"{points}\"/>\n")
        });
    }

    /// A dashed line that lies or stands.
    pub(super) fn dashes(&self, from: (f64, f64), to: (f64, f64), thick: f64, colour: Colour) {
        let ((x, y), to) = (step(from), step(to));
        let (right, down) = (to.0 - x, to.1 - y);
        let at = |way: i32| (x + right.signum() * way, y + down.signum() * way);
        let long = right.abs().max(down.abs());
        for start in (0..long).step_by((DASH + GAP) as usize) {
            self.path([at(start), at((start + DASH).min(long))], thick, colour);
        }
    }

    /// A filled box between two corners.
    pub(super) fn fill(&self, from: (f64, f64), to: (f64, f64), colour: Colour) {
        let (from, to) = (step(from), step(to));
        let (x, y) = (from.0.min(to.0), from.1.min(to.1));
        let (width, height) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        self.add(colour, |ink| {
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{ink}\"/>\n")
        });
    }

    /// A filled shape that lets `opacity` (0 to 1) of its colour through.
    pub(super) fn shape(&self, points: &[(f64, f64)], colour: Colour, opacity: f64) {
        let points = list(points.iter().copied().map(step));
        let clear = if opacity < 1.0 {
            format!(" opacity=\"{opacity}\"")
        } else {
            String::new()
        };
        self.add(colour, |ink| {
            format!("<polygon{clear} fill=\"{ink}\" points=\"{points}\"/>\n")
        });
    }

    pub(super) fn dot(&self, at: (f64, f64), radius: f64, colour: Colour) {
        let ((x, y), radius) = (step(at), fine(radius));
        self.add(colour, |ink| {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{ink}\"/>\n")
        });
    }

    /// Words; the family is that of the whole picture.
    pub(super) fn text(&self, text: &str, at: (f64, f64), align: Align, font: Font, colour: Colour) {
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        let ((x, y), size, text) = (step(at), font.size * FINE, escape(text));
        let anchor = match align {
            Align::Left | Align::Upwards => "start",
            Align::Middle => "middle",
            Align::Right => "end",
        };
        let weight = if font.bold { " font-weight=\"bold\"" } else { "" };
        let turn = if matches!(align, Align::Upwards) {
            format!(" transform=\"rotate(270, {x}, {y})\"")
        } else {
            String::new()
        };
        self.add(colour, |ink| {
            format!(
                "<text x=\"{x}\" y=\"{y}\" dy=\"0.5ex\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{ink}\"{weight}{turn}>\
                 {text}</text>\n"
            )
        });
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

fn step((x, y): (f64, f64)) -> (i32, i32) {
    (fine(x), fine(y))
}

fn list(steps: impl IntoIterator<Item = (i32, i32)>) -> String {
    steps.into_iter().fold(String::new(), |mut list, (x, y)| {
        // Text takes whatever is written to it.
        let _ = write!(list, "{x},{y} ");
        list
    })
}
