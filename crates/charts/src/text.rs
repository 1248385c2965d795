//! Words: how much room they take, and how to break them to a width.

use std::sync::OnceLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};
use unicode_width::UnicodeWidthChar;

use super::theme::Font;

/// Name under which plotters knows the embedded font; the picture itself names the family in one place.
pub(super) const FAMILY: &str = "sans-serif";

/// Line height of Noto Sans in em (ascent 1.069, descent 0.293): plotters' measuring takes its size for that height.
const LINE: f64 = 1.362;

/// Measuring is done at this many times the size, for plotters rounds to whole pixels.
const FINE: f64 = 16.0;

/// Room for `text` in logical pixels: its width in the embedded font and [`slack`]. 0 if the font cannot be read, which the
/// tests rule out.
///
/// Letters of East Asia are not in the font: a page takes them from one of the reader's, in which each is as wide as it is high.
pub(super) fn width(text: &str, font: Font) -> f64 {
    register();
    let style = if font.bold { FontStyle::Bold } else { FontStyle::Normal };
    let own = FontDesc::new(FontFamily::Name(FAMILY), font.size * LINE * FINE, style);
    let (square, rest): (String, String) = text.chars().partition(|letter| letter.width() == Some(2));
    let rest = own.box_size(&rest).map_or(0.0, |(width, _)| f64::from(width) / FINE);
    rest * slack(font) + font.size * square.chars().count() as f64
}

/// A page shows words in a font of the reader's, which may be as much wider as the usual one of Linux, `DejaVu Sans`, is.
fn slack(font: Font) -> f64 {
    if font.bold { 1.2 } else { 1.15 }
}

/// The widest of `texts`, logical pixels; 0 if there are none.
pub(super) fn widest<S: AsRef<str>>(texts: impl IntoIterator<Item = S>, font: Font) -> f64 {
    texts
        .into_iter()
        .map(|text| width(text.as_ref(), font))
        .fold(0.0, f64::max)
}

/// Registers the embedded fonts with plotters, once.
pub(super) fn register() {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        // A failure shows as an error of the first drawing call.
        let _ = register_font(FAMILY, FontStyle::Normal, notosans::REGULAR_TTF);
        let _ = register_font(FAMILY, FontStyle::Bold, notosans::BOLD_TTF);
    });
}

/// `text` on one line without characters that XML forbids or that would not show.
pub(super) fn clean(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{2028}' | '\u{2029}'))
        .collect();
    kept.split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Breaks `text` into lines no wider than `most` logical pixels, at spaces if possible, else within a word.
/// What does not fit into `lines` lines ends in an ellipsis. At least one line (which may be empty) is returned.
pub(super) fn wrap(text: &str, font: Font, most: f64, lines: usize) -> Vec<String> {
    let text = clean(text);
    let mut done: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if width(&longer, font) <= most {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            done.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if width(&line, font) > most && line.chars().count() > 1 {
                line.pop();
                done.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    done.push(line);
    if done.len() > lines.max(1) {
        done.truncate(lines.max(1));
        if let Some(last) = done.last_mut() {
            while !last.is_empty() && width(&format!("{last}…"), font) > most {
                last.pop();
            }
            *last = format!("{}…", last.trim_end());
        }
    }
    done
}

/// Like [`wrap`], but the lines are about equally long, so that no single word is left for the last one.
pub(super) fn balanced(text: &str, font: Font, most: f64, lines: usize) -> Vec<String> {
    let mut best = wrap(text, font, most, lines);
    let count = best.len();
    let mut narrower = most * 0.95;
    while count > 1 && fits(text, font, narrower, count) {
        best = wrap(text, font, narrower, lines);
        narrower *= 0.95;
    }
    best
}

/// Whether `text` goes into `lines` lines of `most` logical pixels without breaking a word.
pub(super) fn fits(text: &str, font: Font, most: f64, lines: usize) -> bool {
    let text = clean(text);
    text.split(' ').all(|word| width(word, font) <= most) && wrap(&text, font, most, usize::MAX).len() <= lines
}

#[cfg(test)]
mod tests {
    use super::super::theme::{LABEL, TITLE};
    use super::*;

    #[test]
    fn widths_are_those_of_the_font_and_some_more() {
        // The advance of "m" is 0.932 em in Noto Sans Regular.
        assert!((width("mmmmmmmmmm", LABEL) - 10.0 * 0.932 * 13.0 * 1.15).abs() < 0.5);
        assert!(width("mmmm", TITLE) > width("mmmm", LABEL));
        assert!(width("", LABEL) < 1e-9);
    }

    /// Letters that the font does not have are drawn by another, as wide as they are high.
    #[test]
    fn letters_of_east_asia_are_square() {
        for name in ["河の龍を渡る者", "용의 강", "龍", "Ｆｕｌｌ", "🐉🐉"] {
            let letters = name.chars().filter(|letter| *letter != ' ').count() as f64;
            assert!(width(name, LABEL) >= letters * LABEL.size, "{name}");
        }
        let both = width("Otter 龍", LABEL);
        assert!((both - width("Otter ", LABEL) - LABEL.size).abs() < 0.5, "{both}");
        let lines = wrap(&"河の龍".repeat(20), LABEL, 100.0, 3);
        assert!(lines.iter().all(|line| line.chars().count() <= 7), "{lines:?}");
    }

    #[test]
    fn wrapping_keeps_every_word_within_the_width() {
        let text = "The quick brown otter jumps over the extraordinarilylongwordthatcannotbebrokenatspaces";
        let lines = wrap(text, LABEL, 100.0, 99);
        assert!(lines.iter().all(|line| width(line, LABEL) <= 100.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }

    #[test]
    fn too_long_a_text_ends_in_an_ellipsis() {
        let lines = wrap(&"otter ".repeat(100), LABEL, 90.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && width(&lines[1], LABEL) <= 90.0);
        assert_eq!(wrap("", LABEL, 90.0, 2), [""]);
        assert_eq!(wrap("mm", LABEL, 1.0, 1).len(), 1);
    }

    #[test]
    fn balanced_lines_are_no_more_than_those_of_wrapping() {
        let text = "The bridge of the seven herons 4";
        assert_eq!(wrap(text, LABEL, 230.0, 3), ["The bridge of the seven herons", "4"]);
        assert_eq!(balanced(text, LABEL, 230.0, 3), ["The bridge of the", "seven herons 4"]);
        assert_eq!(balanced("Otter", LABEL, 230.0, 3), ["Otter"]);
    }

    #[test]
    fn characters_that_xml_forbids_are_removed() {
        assert_eq!(clean("a\u{0}b\nc\t\u{ffff} d"), "a b c d");
        assert!(fits("one two", LABEL, 70.0, 1) && !fits("onetwothree", LABEL, 30.0, 9));
    }
}
