//! The frame of a page: style, script, sidebar, the places to which its links lead, and its sentences. No request leaves the file.

use balance_charts::Chart;
use balance_inference::table::Results;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What tells a page of this program from any other.
pub const MARK: &str = r#"<meta name="generator" content="balance">"#;

/// Where a keyboard goes on that skips the contents.
#[derive(Clone, Copy)]
pub enum Skip {
    ToFindings,
    Contents,
}

pub fn whole(title: &str, contents: &Markup, body: &Markup, skip: Skip) -> Markup {
    let body = PreEscaped(unbroken(&body.0));
    let [place, skip] = match skip {
        Skip::ToFindings => ["#findings", "Skip to the findings"],
        Skip::Contents => ["#main", "Skip the contents"],
    };
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                (PreEscaped(MARK))
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(balance_charts::STYLE)) (PreEscaped(include_str!("page.css"))) }
            }
            body {
                a.skip href=(place) { (skip) }
                nav aria-label="Contents" {
                    // Only the script can do this, so the script shows it.
                    button.theme type="button" hidden { "Dark" }
                    ol { (contents) }
                }
                main id="main" { (body) }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    }
}

/// Elements whose text is to be copied, or is no text.
const COPIED: [&str; 4] = ["pre", "code", "script", "style"];

/// The page with spaces that no line is broken at: in `24.8%`, `22 (22–23)`, and `19.8% to 24.8%`.
fn unbroken(page: &str) -> String {
    let mut out = String::with_capacity(page.len() + page.len() / 50);
    let mut copied = None;
    for piece in page.split_inclusive('>') {
        let (text, tag) = piece.split_at(piece.find('<').unwrap_or(piece.len()));
        if copied.is_some() {
            out.push_str(text);
        } else {
            joined(text, &mut out);
        }
        out.push_str(tag);
        let name = tag
            .trim_start_matches(['<', '/'])
            .split([' ', '>'])
            .next()
            .unwrap_or_default();
        if tag.starts_with("</") && copied == Some(name) {
            copied = None;
        } else if copied.is_none() && COPIED.contains(&name) && !tag.starts_with("</") {
            copied = Some(name);
        }
    }
    out
}

/// Adds `text`, its numbers held together.
fn joined(text: &str, out: &mut String) {
    let digit = |letter: char| letter.is_ascii_digit();
    let number = |rest: &str| rest.trim_start_matches(['−', '+', '±']).trim_start().starts_with(digit);
    // The last word, the one before it, and where the next begins.
    let (mut last, mut before_it, mut at) = ("", "", 0);
    for word in text.split(' ') {
        if at > 0 {
            let rest = &text[at..];
            let amount = |word: &str| word.ends_with(digit) || word.ends_with('%');
            let interval = word.strip_prefix('(').is_some_and(|_| number(&rest[1..]));
            let held = amount(last) && interval
                || amount(last) && word == "to" && number(rest.get(3..).unwrap_or_default())
                || amount(before_it) && last == "to" && number(rest)
                || last.ends_with('±') && number(rest);
            out.push(if held { '\u{a0}' } else { ' ' });
        }
        out.push_str(word);
        (before_it, last, at) = (last, word, at + word.len() + 1);
    }
}

/// The anchor of a section of findings.
pub const FINDINGS: &str = "findings";

/// A section of such a page.
pub struct PageSection {
    pub id: &'static str,
    pub title: &'static str,
    /// All below the heading, as HTML.
    pub body: Markup,
}

/// The page: the game, the question, the facts in a line, and the sections.
pub fn question_page(game: &str, question: &str, facts: &str, parts: &[PageSection]) -> String {
    let body = html! {
        header {
            p.game { (game) }
            h1 { (question) }
            p.facts { (facts) " · balance " (env!("CARGO_PKG_VERSION")) }
        }
        @for part in parts {
            section id=(part.id) {
                h2 { (part.title) }
                (part.body)
            }
        }
    };
    let contents = html! {
        @for part in parts { li { a href=(format!("#{}", part.id)) { (part.title) } } }
    };
    let skip = if parts.iter().any(|part| part.id == FINDINGS) {
        Skip::ToFindings
    } else {
        Skip::Contents
    };
    whole(question, &contents, &body, skip).into_string()
}

pub fn film_page(title: &str, contents: &Markup, body: &Markup, style: &str) -> String {
    let body = html! { style { (PreEscaped(style)) } (body) };
    whole(title, contents, &body, Skip::Contents).into_string()
}

pub fn figure(chart: &Chart) -> Markup {
    html! { figure .tall[chart.is_tall()] { (PreEscaped(chart.page(""))) } }
}

pub(super) fn place_of_run(index: usize) -> String {
    format!("run-{}", index + 1)
}

/// The place of a configuration on the page of its run.
pub(super) fn place_of_configuration(index: usize) -> String {
    format!("configuration-{}", index + 1)
}

/// What a run is called on the page: its title, and of several with one title what was set for it on the command line, and the seed,
/// where they differ in these.
pub(super) fn name_of_run(runs: &[&Results], run: &Results) -> String {
    let own = &run.scenario;
    let others = || {
        runs.iter()
            .map(|run| &run.scenario)
            .filter(|other| other.title == own.title)
    };
    let mut name = own.title.clone();
    if !own.set.is_empty() && others().any(|other| other.set != own.set) {
        name = format!("{name}, {}", own.set.join(", "));
    }
    if others().any(|other| other.seed != own.seed) {
        name = format!("{name}, seed {}", own.seed);
    }
    name
}

/// The text, with what is to be typed, which stands between backticks, as code.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_with_their_signs_and_intervals() {
        for (text, wanted) in [
            ("<p>24.8% of games</p>", "<p>24.8% of games</p>"),
            ("<td>22 (22–23) rounds</td>", "<td>22_(22–23) rounds</td>"),
            ("39.9% (39.8–40.0) of", "39.9%_(39.8–40.0) of"),
            ("19.8% to 24.8%, 20 to 23", "19.8%_to_24.8%, 20_to_23"),
            (
                "within ± 2 points, up to 3 in 5 games",
                "within ±_2 points, up to 3 in 5 games",
            ),
            ("<pre>a 5% b</pre> 5%", "<pre>a 5% b</pre> 5%"),
            ("2 (two) to be", "2 (two) to be"),
        ] {
            assert_eq!(unbroken(text), wanted.replace('_', "\u{a0}"));
        }
    }

    #[test]
    fn what_is_typed_is_code() {
        assert_eq!(prose("a < `b --c` d").into_string(), "a &lt; <code>b --c</code> d");
        assert_eq!(prose("plain").into_string(), "plain");
    }
}
