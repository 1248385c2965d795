//! The page of a command that answers one question: what was found, and then how it was found.

use maud::{Markup, PreEscaped, html};

use super::page::{self, Skip};
use balance_charts::Chart;

/// The anchor of a section of findings.
pub const FINDINGS: &str = "findings";

/// A section of such a page.
pub struct Part {
    /// Its anchor.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// All below the heading, as HTML.
    pub body: Markup,
}

/// The page: the game, the question, the facts in a line, and the sections.
pub fn alone(game: &str, question: &str, facts: &str, parts: &[Part]) -> String {
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
    page::whole(question, &contents, &body, skip).into_string()
}

/// A picture inside the page.
pub fn drawn(chart: &Chart) -> Markup {
    html! { figure .tall[chart.is_tall()] { (PreEscaped(chart.page(""))) } }
}
