//! Pictures of positions: a few shapes written as SVG. Text uses the reader's own sans-serif font.

use std::fmt::Write;

use balance_engine::Seat;

/// An SVG picture in the making; sizes are pixels, the origin is at the top left.
pub struct SvgPicture {
    width: f64,
    height: f64,
    body: String,
}

/// How a text is set: its size, its weight, and which end of it stands at its point.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    size: f64,
    weight: u16,
    anchor: &'static str,
}

impl TextStyle {
    /// As running text, from its point on.
    pub const fn normal(size: f64) -> Self {
        TextStyle {
            size,
            weight: 400,
            anchor: "start",
        }
    }

    /// As a heading, from its point on.
    pub const fn bold(size: f64) -> Self {
        TextStyle {
            weight: 700,
            ..Self::normal(size)
        }
    }

    /// The same with its middle at its point.
    #[must_use]
    pub const fn centred(self) -> Self {
        TextStyle {
            anchor: "middle",
            ..self
        }
    }

    /// The same with its end at its point.
    #[must_use]
    pub const fn ending(self) -> Self {
        TextStyle { anchor: "end", ..self }
    }
}

impl SvgPicture {
    /// An empty picture of this size.
    pub fn new(width: f64, height: f64) -> Self {
        SvgPicture {
            width,
            height,
            body: String::new(),
        }
    }

    /// A rectangle with rounded corners.
    #[expect(clippy::too_many_arguments, reason = "the attributes of the shape")]
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, round: f64, fill: &str, stroke: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{round:.1}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>"#
        );
    }

    /// A circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, fill: &str, stroke: &str) {
        let _ = writeln!(
            self.body,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>"#
        );
    }

    /// A line with round ends.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, stroke: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.body,
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{stroke}" stroke-width="{width:.1}" stroke-linecap="round"/>"#
        );
    }

    /// A line of text.
    pub fn text(&mut self, x: f64, y: f64, style: TextStyle, text: &str) {
        let TextStyle { size, weight, anchor } = style;
        let text = escape(text);
        let _ = writeln!(
            self.body,
            r##"<text x="{x:.1}" y="{y:.1}" font-size="{size:.1}" text-anchor="{anchor}" font-weight="{weight}" fill="#17252c">{text}</text>"##
        );
    }

    /// A short text in the middle of a point, with a light edge: it can be read on whatever lies there.
    pub fn label(&mut self, x: f64, y: f64, style: TextStyle, text: &str) {
        let TextStyle { size, weight, .. } = style;
        let (y, text) = (y + size * 0.36, escape(text));
        let _ = writeln!(
            self.body,
            r##"<text x="{x:.1}" y="{y:.1}" font-size="{size:.1}" text-anchor="middle" font-weight="{weight}" fill="#17252c" stroke="#fbfaf7" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke">{text}</text>"##
        );
    }

    /// A piece of a player: a disc with a short label on it.
    pub fn disc(&mut self, x: f64, y: f64, radius: f64, fill: &str, label: &str) {
        self.circle(x, y, radius, fill, "#17252c");
        let size = radius * 1.25;
        let label = escape(label);
        let y = y + size * 0.36;
        let _ = writeln!(
            self.body,
            r##"<text x="{x:.1}" y="{y:.1}" font-size="{size:.1}" text-anchor="middle" font-weight="700" fill="#fff">{label}</text>"##
        );
    }

    /// The whole SVG, ending in a line break; `title` is read out by screen readers.
    pub fn finish(self, title: &str) -> String {
        let SvgPicture { width, height, body } = self;
        let title = escape(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} \
             {height:.0}\" font-family=\"'Noto Sans', 'Helvetica Neue', Arial, sans-serif\" role=\"img\">\n<title>{title}\
             </title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf7\"/>\n{body}</svg>\n"
        )
    }
}

/// The picture with a description for those who do not see it.
pub fn described(svg: &str, lines: &[String]) -> String {
    match svg.split_once("</title>\n") {
        Some((head, rest)) if !lines.is_empty() => {
            format!("{head}</title>\n<desc>{}</desc>\n{rest}", escape(&lines.join("; ")))
        }
        _ => svg.to_owned(),
    }
}

/// Colour of a seat: told apart also by those who see fewer colours, and by the number on its pieces.
pub fn colour(seat: usize) -> &'static str {
    const COLOURS: [&str; 10] = [
        "#0072b2", "#d55e00", "#008060", "#a8487f", "#5b4b8a", "#7a5c00", "#2f7f9f", "#8c2d04", "#44546a", "#1b1b1b",
    ];
    COLOURS[seat % COLOURS.len()]
}

/// The title of a picture, with whose view it is where it is one.
pub fn titled(title: &str, to: Option<Seat>) -> String {
    to.map_or_else(|| title.to_owned(), |seat| format!("{title}, as {seat} sees it"))
}

/// The text in lines of so many letters at most, broken between words.
pub fn lines(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The text as it is written in SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("one two three", 6), ["one", "two", "three"]);
        assert_eq!(lines("", 6), [""; 0]);
    }

    #[test]
    fn a_view_says_whose_it_is() {
        assert_eq!(titled("River, turn 3", None), "River, turn 3");
        assert_eq!(
            titled("River, turn 3", Some(Seat(1))),
            "River, turn 3, as seat 2 sees it"
        );
    }

    #[test]
    fn a_picture_says_in_words_what_it_shows() {
        let svg = SvgPicture::new(10.0, 10.0).finish("River");
        let told = described(&svg, &["one < two".to_owned(), "three".to_owned()]);
        assert!(
            told.contains("<title>River</title>\n<desc>one &lt; two; three</desc>\n<rect "),
            "{told}"
        );
        assert_eq!(described(&svg, &[]), svg);
        assert_eq!(described("<svg/>", &["one".to_owned()]), "<svg/>");
    }

    #[test]
    fn text_is_escaped() {
        let mut picture = SvgPicture::new(10.0, 10.0);
        picture.text(1.0, 2.0, TextStyle::bold(3.0).centred(), "a < b & c");
        let svg = picture.finish("<t>");
        assert!(
            svg.contains(">a &lt; b &amp; c</text>") && svg.contains("<title>&lt;t&gt;</title>"),
            "{svg}"
        );
    }
}
