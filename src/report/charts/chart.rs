//! The finished picture: plotters' SVG made accessible, once with fixed and once with themed colours.

use std::fmt::Write as _;

use super::ChartError;
use super::sheet::{FINE, Sheet, paint};
use super::theme::{GROUND, PAPER, WIDTH};

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
    let raw = paint(WIDTH, height, drawing)?;
    let body = compact(&raw);
    let head = head(&identifier(id), title, &description, height);
    let ground = format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", PAPER.hex());
    let plain = format!("{head}{ground}{body}");
    let themed = format!("{head}{}", themed(&body));
    Ok(Chart {
        plain,
        themed,
        description,
        height,
    })
}

fn head(id: &str, title: &str, description: &str, height: f64) -> String {
    let (title, description) = (escape(title), escape(description));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" id=\"{id}\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\" font-family=\"{FAMILIES}\">\n\
         <title id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n",
        WIDTH * FINE,
        height * FINE,
    )
}

/// plotters' SVG without its own root tag, defaults and line breaks inside text; ends with the closing root tag.
fn compact(raw: &str) -> String {
    let mut body = String::with_capacity(raw.len());
    let mut in_text = false;
    for line in raw.lines().skip(1) {
        // Attribute quotes are escaped inside text, so these patterns only match tags.
        let line = line
            .replace(" opacity=\"1\"", "")
            .replace(" stroke=\"none\"", "")
            .replace(" stroke-width=\"0\"", "")
            .replace(" font-family=\"sans-serif\"", "");
        let line = whole_size(line);
        in_text |= line.starts_with("<text ");
        body.push_str(&line);
        in_text &= !line.ends_with("</text>");
        if !in_text {
            body.push('\n');
        }
    }
    body
}

/// A tag whose type size, the result of a multiplication and a division, is a round number again.
fn whole_size(tag: String) -> String {
    const START: &str = " font-size=\"";
    let Some((before, rest)) = tag.split_once(START) else {
        return tag;
    };
    match rest.split_once('"') {
        Some((size, after)) => {
            let size = size
                .parse::<f64>()
                .map_or(size.to_owned(), |size| format!("{}", (size * 10.0).round() / 10.0));
            format!("{before}{START}{size}\"{after}")
        }
        None => tag,
    }
}

fn themed(body: &str) -> String {
    GROUND.iter().fold(body.to_owned(), |body, (colour, name)| {
        let hex = colour.hex();
        body.replace(&format!("\"{hex}\""), &format!("\"var({name},{hex})\""))
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

fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in super::text::clean(text).chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            _ => safe.push(c),
        }
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
            chart.themed.contains("fill=&quot;#1F2328&quot; &amp; more</text>"),
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
