//! The finished picture: SVG with a title and a description for screen readers.

use std::fmt::Write as _;

use balance_kit::picture::escape;

use super::ChartError;
use super::sheet::{FINE, Sheet, paint};
use super::svg::Shapes;
use super::text::clean;
use super::theme::{PAPER, WIDTH};

/// Families for the words: the embedded one, then fonts of about its width.
const FAMILIES: &str = "'Noto Sans','Segoe UI',system-ui,'Helvetica Neue',Arial,sans-serif";

/// A picture as text, in two colourings of the same drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// For files and for [`png`](super::png): fixed colours on white.
    pub plain: String,
    /// For HTML pages: no ground, and CSS variables for ink, grid and paper (see [`STYLE`](super::STYLE)).
    pub themed: String,
    /// One paragraph that says what the picture shows, numbers included; also inside both SVG texts.
    pub description: String,
    /// Logical height in pixels; the width is [`WIDTH`].
    pub height: f64,
}

/// Draws a picture of `height` logical pixels. `id` must be unique in the page the chart goes into.
pub(super) fn finish(
    id: &str,
    title: &str,
    description: String,
    height: f64,
    drawing: impl FnOnce(&Sheet) -> Result<(), ChartError>,
) -> Result<Chart, ChartError> {
    let height = height.ceil();
    let Shapes { plain, themed } = paint(WIDTH, height, drawing)?;
    let head = head(&identifier(id), title, &description, height);
    let ground = format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", PAPER.hex());
    let plain = format!("{head}{ground}{plain}</svg>\n");
    let themed = format!("{head}{themed}</svg>\n");
    Ok(Chart {
        plain,
        themed,
        description,
        height,
    })
}

fn head(id: &str, title: &str, description: &str, height: f64) -> String {
    let (title, description) = (escape(&clean(title)), escape(&clean(description)));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" id=\"{id}\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\" font-family=\"{FAMILIES}\">\n\
         <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n",
        WIDTH * FINE,
        height * FINE,
    )
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

#[cfg(test)]
mod tests {
    use super::super::sheet::Align;
    use super::super::theme::{INK, LABEL};
    use super::*;

    fn sample(id: &str) -> Chart {
        finish(id, "A <b> & c", "says \"x\"".to_owned(), 50.2, |sheet| {
            sheet.text("fill=\"#1F2328\" & more", (10.0, 10.0), Align::Left, LABEL, INK)
        })
        .unwrap()
    }

    #[test]
    fn screen_readers_get_title_and_description() {
        let chart = sample("wins");
        assert!(
            chart
                .plain
                .contains("role=\"img\" aria-labelledby=\"wins-title\" aria-describedby=\"wins-desc\"")
        );
        assert!(
            chart
                .plain
                .contains("<title id=\"wins-title\">A &lt;b&gt; &amp; c</title>")
        );
        assert!(chart.plain.contains("<desc id=\"wins-desc\">says \"x\"</desc>"));
        assert!((chart.height - 51.0).abs() < 1e-9);
    }

    #[test]
    fn only_the_themed_picture_follows_the_page() {
        let chart = sample("a");
        assert!(chart.plain.contains(" font-size=\"52\""), "{}", chart.plain);
        assert!(chart.plain.contains("<rect width=\"100%\"") && !chart.plain.contains("var("));
        assert!(
            !chart.themed.contains("<rect width=\"100%\"") && chart.themed.contains("\"var(--chart-ink,#1F2328)\"")
        );
        assert!(
            chart.themed.contains("fill=\"#1F2328\" &amp; more</text>"),
            "{}",
            chart.themed
        );
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
}
