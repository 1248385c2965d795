//! The frame of the page: style, script, sidebar. No request leaves the file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::report::charts;

/// What tells a page of this program from any other.
pub const MARK: &str = r#"<meta name="generator" content="balance">"#;

/// A whole page.
pub fn whole(title: &str, contents: &Markup, body: &Markup) -> Markup {
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
                style { (PreEscaped(charts::STYLE)) (PreEscaped(include_str!("page.css"))) }
            }
            body {
                a.skip href="#main" { "Skip to the findings" }
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
