//! The finished picture: SVG with a title and a description for screen readers, and the same as PNG with the embedded fonts; no
//! system font is looked at.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use quick_xml::escape::partial_escape as escape;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::ChartError;
use super::sheet::{DrawingSurface, FINE, Shapes, paint};
use super::text::clean;
use super::theme::{PAPER, Room};

/// Families for the words: the embedded one, then fonts of about its width.
const FAMILIES: &str = "'Noto Sans','Segoe UI',system-ui,'Helvetica Neue',Arial,sans-serif";

/// The screens a picture is shown on: its class, and what its anchor ends with.
type Screens = (&'static str, &'static str);
const BROAD: Screens = ("broad", "");
const NARROW: Screens = ("narrow", "-narrow");

/// Logical pixels of a sheet of paper from top to bottom.
const SHEET: f64 = 900.0;

/// A picture as text: for files, and for pages where it is drawn for broad and for narrow screens.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// For files and for [`png`](super::png): fixed colours on white.
    pub plain: String,
    /// One paragraph that says what the picture shows, numbers included; also inside every SVG text.
    pub description: String,
    broad: Drawing,
    narrow: Drawing,
}

/// What was drawn for one room.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Drawing {
    id: String,
    room: Room,
    title: String,
    description: String,
    height: f64,
    shapes: Shapes,
}

impl Chart {
    /// For HTML pages: the picture for broad and the one for narrow screens, of which [`STYLE`](super::STYLE) shows one; no
    /// ground, and CSS variables for ink, grid and paper. `within` makes anchors unique in a page about several runs.
    pub fn page(&self, within: &str) -> String {
        self.broad.themed(within, BROAD) + &self.narrow.themed(within, NARROW)
    }

    /// Does the picture for narrow screens not fit on half a sheet of paper?
    pub fn is_tall(&self) -> bool {
        self.narrow.height > SHEET
    }

    /// Is the picture for narrow screens so high that it takes more than two sheets of paper?
    pub fn is_long(&self) -> bool {
        self.narrow.height > 2.0 * SHEET
    }

    pub(super) fn themed(&self) -> [String; 2] {
        [self.broad.themed("", BROAD), self.narrow.themed("", NARROW)]
    }
}

impl Drawing {
    fn themed(&self, within: &str, screens: Screens) -> String {
        format!("{}{}</svg>\n", self.head(within, screens), self.shapes.themed)
    }

    fn plain(&self) -> String {
        let ground = format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", PAPER.hex());
        format!("{}{ground}{}</svg>\n", self.head("", BROAD), self.shapes.plain)
    }

    fn head(&self, within: &str, (class, suffix): Screens) -> String {
        let id = identifier(&format!("{within}{}{suffix}", self.id));
        let (width, height) = (self.room.width(), self.height);
        let (title, description) = (escape(clean(&self.title)), escape(clean(&self.description)));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart {class}\" id=\"{id}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\" font-family=\"{FAMILIES}\">\n\
             <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n",
            width * FINE,
            height * FINE,
        )
    }
}

/// A picture for every room it may stand in.
pub(super) fn everywhere(draw: impl Fn(Room) -> Result<Drawing, ChartError>) -> Result<Chart, ChartError> {
    let broad = draw(Room::Broad)?;
    Ok(Chart {
        plain: broad.plain(),
        description: broad.description.clone(),
        broad,
        narrow: draw(Room::Narrow)?,
    })
}

/// Draws a picture of `height` logical pixels for one room. `id` must be unique in the page the chart goes into.
pub(super) fn finish(
    id: &str,
    room: Room,
    title: &str,
    description: String,
    height: f64,
    drawing: impl FnOnce(&DrawingSurface),
) -> Result<Drawing, ChartError> {
    let height = height.ceil();
    Ok(Drawing {
        id: id.to_owned(),
        room,
        title: title.to_owned(),
        description,
        height,
        shapes: paint(room.width(), height, drawing)?,
    })
}

/// `id` with only the characters that every use of an id allows, never starting with a digit.
fn identifier(id: &str) -> String {
    let mut safe: String = id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    if !safe.starts_with(|c: char| c.is_ascii_alphabetic()) {
        safe.insert_str(0, "chart-");
    }
    safe
}

/// "What: a, b, c." from the parts of a description; no parts give "What: no data."
pub(super) fn describe(what: &str, parts: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    for part in parts {
        let _ = write!(text, "{}{part}", if text.is_empty() { "" } else { "; " });
    }
    if text.is_empty() {
        text.push_str("no data");
    }
    format!("{what}: {text}.")
}

/// Pixels per logical pixel.
const SCALE: f32 = 2.0;

/// The plain SVG of a chart as PNG bytes, two pixels per logical pixel, on white.
///
/// # Errors
/// [`ChartError::Raster`] if `svg` is no valid SVG or too large for memory.
pub fn png(svg: &str) -> Result<Vec<u8>, ChartError> {
    let tree = tree(svg)?;
    let size = tree.size();
    let (width, height) = (
        (size.width() * SCALE).ceil() as u32,
        (size.height() * SCALE).ceil() as u32,
    );
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| ChartError::Raster(format!("{width} × {height} pixels do not fit")))?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| ChartError::Raster(error.to_string()))
}

/// The parsed picture; tests measure the words in it.
pub(super) fn tree(svg: &str) -> Result<Tree, ChartError> {
    let options = Options {
        font_family: "Noto Sans".to_owned(),
        fontdb: fonts(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| ChartError::Raster(error.to_string()))
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
        fonts.load_font_data(notosans::BOLD_TTF.to_vec());
        fonts.set_sans_serif_family("Noto Sans");
        Arc::new(fonts)
    });
    Arc::clone(fonts)
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Align;
    use super::super::theme::{INK, LABEL};
    use super::*;

    fn sample(id: &str) -> Chart {
        let draw = |room| {
            finish(id, room, "A <b> & c", "says \"x\"".to_owned(), 50.2, |sheet| {
                sheet.text("fill=\"#1F2328\" & more", (10.0, 10.0), Align::Left, LABEL, INK);
            })
        };
        everywhere(draw).unwrap()
    }

    #[test]
    fn screen_readers_get_title_and_description() {
        let chart = sample("wins");
        for words in [
            "role=\"img\" aria-labelledby=\"wins-title\" aria-describedby=\"wins-desc\"",
            "<title id=\"wins-title\">A &lt;b&gt; &amp; c</title>",
            "<desc id=\"wins-desc\">says \"x\"</desc>",
            " width=\"720\" height=\"51\" ",
        ] {
            assert!(chart.plain.contains(words), "{words}");
        }
    }

    #[test]
    fn only_the_themed_picture_follows_the_page() {
        let chart = sample("a");
        assert!(chart.plain.contains(" font-size=\"52\""), "{}", chart.plain);
        assert!(chart.plain.contains("<rect width=\"100%\"") && !chart.plain.contains("var("));
        for themed in chart.themed() {
            assert!(!themed.contains("<rect width=\"100%\"") && themed.contains("\"var(--chart-ink,#1F2328)\""));
            assert!(themed.contains("fill=\"#1F2328\" &amp; more</text>"), "{themed}");
        }
    }

    #[test]
    fn a_page_holds_one_picture_for_broad_and_one_for_narrow_screens() {
        let page = sample("a").page("run-2-");
        for id in ["run-2-a", "run-2-a-narrow"] {
            assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{page}");
            assert_eq!(
                page.matches(&format!(" aria-labelledby=\"{id}-title\"")).count(),
                1,
                "{page}"
            );
        }
        assert!(
            page.contains("class=\"chart narrow\" id=\"run-2-a-narrow\" width=\"400\""),
            "{page}"
        );
    }

    #[test]
    fn marks_of_a_page_tell_what_they_show_and_those_of_a_file_do_not() {
        let draw = |room| {
            finish("a", room, "A", String::new(), 50.0, |sheet| {
                sheet.with_words("frogs < toads", || sheet.dot((10.0, 10.0), 5.0, INK));
            })
        };
        let chart = everywhere(draw).unwrap();
        let said = "<g><title>frogs &lt; toads</title>\n<circle ";
        assert_eq!(chart.page("").matches(said).count(), 2);
        assert_eq!(chart.page("").matches("</g>").count(), 2);
        assert!(!chart.plain.contains("<g>"));
    }

    #[test]
    fn ids_are_made_safe() {
        assert!(sample("3 \"sides\"").plain.contains("id=\"chart-3--sides-\""));
    }

    #[test]
    fn descriptions_say_when_there_is_nothing() {
        assert_eq!(describe("Win rate", []), "Win rate: no data.");
        assert_eq!(
            describe("Win rate", ["a 1".to_owned(), "b 2".to_owned()]),
            "Win rate: a 1; b 2."
        );
    }

    #[test]
    fn a_picture_has_twice_its_logical_size() {
        let svg =
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9" height="9"/></svg>"#;
        let bytes = png(svg).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(&bytes[16..24], [0, 0, 0, 60, 0, 0, 0, 40]);
        assert_eq!(bytes, png(svg).unwrap());
    }

    #[test]
    fn letters_that_the_font_lacks_do_no_harm() {
        let bar = |label: &str| super::super::Bar {
            label: label.to_owned(),
            share: super::super::Estimate::new(0.5, 0.4, 0.6),
            fair: None,
            wished: None,
            colour: super::super::side_colour(0),
        };
        let bars = super::super::Bars {
            title: "★ 漢字 🦦".to_owned(),
            subtitle: "מילה and \u{202e}reversed".to_owned(),
            value_label: "e\u{301}".to_owned(),
            fair_label: "fair share",
            bars: vec![bar("🦦"), bar("漢字"), bar("\u{1}")],
        };
        let chart = bars.draw("odd").unwrap();
        assert_eq!(png(&chart.plain).unwrap(), png(&chart.plain).unwrap());
    }

    #[test]
    fn nonsense_is_an_error() {
        assert!(matches!(png("no picture"), Err(ChartError::Raster(_))));
    }
}
