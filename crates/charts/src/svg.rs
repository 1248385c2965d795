//! The surface that plotters draws on: SVG, written in two colourings at once.

use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::Write as _;

use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    FontTransform,
};
use quick_xml::escape::partial_escape as escape;

use super::theme::Colour;

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
        let clear = opacity(colour);
        self.shape(colour, |out, ink| {
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"{clear} fill=\"{ink}\"/>"
            )
        })
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Drawn {
        let (width, height) = (to.0 - from.0, to.1 - from.1);
        let clear = opacity(style.color());
        self.shape(style.color(), |out, ink| {
            let (x, y) = from;
            let paint = if fill {
                format!("fill=\"{ink}\"")
            } else {
                format!("fill=\"none\" stroke=\"{ink}\"")
            };
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{clear} {paint}/>"
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

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let (clear, thick) = (opacity(style.color()), style.stroke_width());
        self.shape(style.color(), |out, ink| {
            let paint = if fill {
                format!("fill=\"{ink}\"")
            } else {
                format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{thick}\"")
            };
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{clear} {paint}/>")
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
