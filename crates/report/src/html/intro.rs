//! What the designer says first on a page about several runs: Markdown without pictures, since the page asks for no other file.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A text in Markdown.
#[derive(Clone, Debug, Default)]
pub struct Intro {
    text: String,
}

impl Intro {
    /// This text.
    pub fn new(text: String) -> Self {
        Intro { text }
    }

    /// The heading with which it begins, taken out of it.
    pub fn take_title(&mut self) -> Option<String> {
        let mut events = parser(&self.text).into_offset_iter();
        let (Event::Start(Tag::Heading { .. }), place) = events.next()? else {
            return None;
        };
        let inside = events.take_while(|(event, _)| !matches!(event, Event::End(TagEnd::Heading(_))));
        let words = inside.filter_map(|(event, _)| match event {
            Event::Text(words) | Event::Code(words) => Some(words.into_string()),
            _ => None,
        });
        let title = words.collect::<String>().trim().to_owned();
        self.text.replace_range(place, "");
        (!title.is_empty()).then_some(title)
    }

    /// Does it name pictures, of which the page shows the words alone?
    pub fn names_pictures(&self) -> bool {
        parser(&self.text).any(|event| matches!(event, Event::Start(Tag::Image { .. })))
    }

    /// As HTML, one level below the title of the page. Tags in it are shown as they were typed.
    pub fn html(&self) -> Markup {
        let events = parser(&self.text).filter_map(|event| match event {
            Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => Some(Event::Start(Tag::Link {
                link_type,
                dest_url: if is_of_the_web(&dest_url) { dest_url } else { "#".into() },
                title,
                id,
            })),
            Event::Start(Tag::Heading {
                level,
                id,
                classes,
                attrs,
            }) => Some(Event::Start(Tag::Heading {
                level: lower(level),
                id,
                classes,
                attrs,
            })),
            Event::End(TagEnd::Heading(level)) => Some(Event::End(TagEnd::Heading(lower(level)))),
            other => Some(other),
        });
        let mut text = String::new();
        pulldown_cmark::html::push_html(&mut text, events);
        PreEscaped(text)
    }
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// Does an address lead to a page or to somebody? Anything else would run something, or lead to a file that is not here.
fn is_of_the_web(address: &str) -> bool {
    ["https://", "http://", "mailto:"]
        .iter()
        .any(|scheme| address.starts_with(scheme))
}

/// A heading of the next level.
fn lower(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_heading_is_the_title_and_others_stand_below_it() {
        let mut intro = Intro::new("# What *we* ask\n\nRead.\n\n## Why\n".to_owned());
        assert_eq!(intro.take_title().as_deref(), Some("What we ask"));
        assert_eq!(intro.html().0.trim(), "<p>Read.</p>\n<h3>Why</h3>");
        assert_eq!(intro.take_title(), None);
    }

    #[test]
    fn tags_are_text_and_pictures_and_links_lead_to_no_file() {
        let intro = Intro::new("Read <b> [a](javascript:b) [c](https://d.e) ![Us](us.png)".to_owned());
        assert!(intro.names_pictures());
        assert_eq!(
            intro.html().0.trim(),
            "<p>Read &lt;b&gt; <a href=\"#\">a</a> <a href=\"https://d.e\">c</a> Us</p>"
        );
    }
}
