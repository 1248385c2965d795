//! What the designer says first on a page about several runs: Markdown, with the pictures that it names.

use std::collections::BTreeMap;

use super::page::{AT_A_GLANCE, READING, place_of_heading, place_of_run};
use crate::pictures::{Pictures, ReportChart};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Kinds of pictures by the ends of their files' names.
const KINDS: &[(&str, &str)] = &[
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("svg", "image/svg+xml"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
];

/// A text in Markdown and its pictures.
#[derive(Clone, Debug, Default)]
pub struct Intro {
    text: String,
    /// By their files, as the text names them: the whole picture as an address.
    pictures: BTreeMap<String, String>,
    /// Those that are charts of a run, by the same names: its number, and the name of the chart.
    charts: BTreeMap<String, (usize, String)>,
    /// Was the heading with which it begins taken for the title of the page?
    titles: bool,
}

/// A heading of the introduction.
struct Titled {
    level: HeadingLevel,
    /// As they are read.
    words: String,
    /// What links call it.
    name: String,
}

impl Intro {
    /// A text that has none of its pictures yet.
    pub fn new(text: String) -> Self {
        Intro {
            text,
            ..Intro::default()
        }
    }

    /// The heading with which it begins, taken out of it.
    pub fn take_title(&mut self) -> Option<String> {
        let mut events = parser(&self.text).into_offset_iter();
        let (Event::Start(Tag::Heading { .. }), place) = events.next()? else {
            return None;
        };
        let words = heading(events.map(|(event, _)| event));
        self.text.replace_range(place, "");
        self.titles = !words.is_empty();
        self.titles.then_some(words)
    }

    /// Its headings, by the names that links have for them: `#what-we-ask` for “What we ask?”, `#what-we-ask-1` for the second of
    /// these words.
    fn headings(&self) -> Vec<String> {
        self.titled().into_iter().map(|each| each.name).collect()
    }

    /// Its headings of the highest level that it has several of, or else of the highest: the place of each on the page, and its
    /// words.
    pub fn contents(&self) -> Vec<(String, String)> {
        let all = self.titled();
        let count = |level: HeadingLevel| all.iter().filter(|each| each.level == level).count();
        let levels = || all.iter().map(|each| each.level);
        let Some(level) = levels().filter(|level| count(*level) > 1).min().or(levels().min()) else {
            return Vec::new();
        };
        let chief = all.iter().filter(|each| each.level == level && !each.words.is_empty());
        chief
            .map(|each| (format!("{HEADING}{}", each.name), each.words.clone()))
            .collect()
    }

    fn titled(&self) -> Vec<Titled> {
        let mut events = parser(&self.text);
        let mut all: Vec<Titled> = Vec::new();
        while let Some(event) = events.next() {
            if let Event::Start(Tag::Heading { level, .. }) = event {
                let words = heading(&mut events);
                let first = place_of_heading(&words);
                let again = (1..).map(|count| format!("{first}-{count}"));
                let mut names = std::iter::once(first.clone()).chain(again);
                if let Some(name) = names.find(|name| all.iter().all(|other| other.name != *name)) {
                    all.push(Titled { level, words, name });
                }
            }
        }
        all
    }

    /// Where links may lead on a page of so many runs: its own headings and the sections of the page, `#run-1` among them.
    pub fn places(&self, runs: usize) -> Vec<String> {
        self.headings()
            .into_iter()
            .chain(sections(runs))
            .map(|name| format!("#{name}"))
            .collect()
    }

    /// The links in it that lead neither to a page of the web, to somebody, nor to a place on a page of so many runs, each with
    /// its line: who has the page alone cannot follow them.
    pub fn loose_links(&self, runs: usize) -> Vec<(String, usize)> {
        let places = self.places(runs);
        let known = |address: &str| {
            if address.starts_with('#') {
                places.iter().any(|place| place == address)
            } else {
                address.contains(':') && leads_on(address)
            }
        };
        let links = parser(&self.text)
            .into_offset_iter()
            .filter_map(|(event, place)| match event {
                Event::Start(Tag::Link { dest_url, .. }) if !known(&dest_url) => {
                    Some((dest_url.into_string(), self.line(place.start)))
                }
                _ => None,
            });
        links.collect()
    }

    /// The pictures that it names, each once, with the line that names it first.
    pub fn named(&self) -> Vec<(String, usize)> {
        let mut all: Vec<(String, usize)> = Vec::new();
        for (event, place) in parser(&self.text).into_offset_iter() {
            if let Event::Start(Tag::Image { dest_url, .. }) = event
                && !all.iter().any(|(name, _)| *name == *dest_url)
            {
                all.push((dest_url.into_string(), self.line(place.start)));
            }
        }
        all
    }

    /// The first tag in it, which is not obeyed, and its line.
    pub fn tag(&self) -> Option<(String, usize)> {
        parser(&self.text)
            .into_offset_iter()
            .find_map(|(event, place)| match event {
                Event::Html(text) | Event::InlineHtml(text) => {
                    let tag = text.trim_start().split_inclusive('>').next()?.to_owned();
                    Some((tag, self.line(place.start)))
                }
                _ => None,
            })
    }

    /// The line in which a byte stands.
    fn line(&self, at: usize) -> usize {
        1 + self.text[..at].matches('\n').count()
    }

    /// May a picture's file be called so?
    pub fn is_picture(name: &str) -> bool {
        kind(name).is_some()
    }

    /// Takes the picture of that name. No where its name does not say of what kind it is.
    pub fn take(&mut self, name: &str, bytes: &[u8]) -> bool {
        let kind = kind(name);
        if let Some(kind) = kind {
            let address = format!("data:{kind};base64,{}", STANDARD.encode(bytes));
            self.pictures.insert(name.to_owned(), address);
        }
        kind.is_some()
    }

    /// The picture of that name is this chart of a run, counted from 0.
    pub fn is_chart(&mut self, name: &str, run: usize, chart: &str) {
        self.charts.insert(name.to_owned(), (run, chart.to_owned()));
    }

    /// The chart of a run that the picture of this name is, and what stands below it.
    fn chart<'d>(&self, name: &str, drawn: &'d [(String, Pictures)]) -> Option<(&'d String, &'d ReportChart)> {
        let (run, chart) = self.charts.get(name)?;
        let (label, of_run) = drawn.get(*run)?;
        Some((label, of_run.iter().find(|picture| picture.name == *chart)?))
    }

    /// As HTML. Tags in it are shown as they were typed, and of a picture that it does not have its words: the page asks for
    /// no other file. A chart of a run that was drawn is shown as the page shows its own: for its width, and light or dark;
    /// `drawn` says of each run what stands below a chart that has no words of its own there. In two parts: what stands before the
    /// first heading or picture, and the rest.
    pub fn html(&self, drawn: &[(String, Pictures)]) -> [Markup; 2] {
        let (mut charts, mut inside, mut missing) = (0, false, 0);
        let mut captions: Vec<String> = Vec::new();
        let own = self.headings();
        let sections = sections(drawn.len());
        let mut headings = own.iter();
        let mut shown = |event| match event {
            Event::Start(Tag::Image {
                ref dest_url,
                ref title,
                ..
            }) if let Some((label, picture)) = self.chart(dest_url, drawn) => {
                let own = Some(title.to_string()).filter(|title| !title.is_empty());
                captions.push(own.unwrap_or_else(|| label.clone()));
                charts += 1;
                inside = true;
                let drawn = picture.chart.page(&format!("intro-{charts}-"));
                vec![Event::InlineHtml(
                    format!("<span class=\"drawn\">{drawn}</span>").into(),
                )]
            }
            Event::End(TagEnd::Image) if inside => {
                inside = false;
                captions.pop().and_then(|title| caption(&title)).into_iter().collect()
            }
            // A chart has words of its own.
            _ if inside => Vec::new(),
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let Some(address) = self.pictures.get(&*dest_url) else {
                    missing += 1;
                    return Vec::new();
                };
                captions.push(title.to_string());
                vec![Event::Start(Tag::Image {
                    link_type,
                    dest_url: CowStr::from(address.as_str()),
                    title,
                    id,
                })]
            }
            Event::End(TagEnd::Image) if missing > 0 => {
                missing -= 1;
                Vec::new()
            }
            // What stands beside its address in quotes is read below it.
            end @ Event::End(TagEnd::Image) => {
                let caption = captions.pop().and_then(|title| caption(&title));
                std::iter::once(end).chain(caption).collect()
            }
            // Only what leads to a page or to somebody is a link.
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => vec![Event::Start(Tag::Link {
                link_type,
                dest_url: target(dest_url, &own, &sections),
                title,
                id,
            })],
            other => block(other, &mut headings),
        };
        let rest = rest(&self.text, self.titles);
        let events = parser(&self.text).enumerate().flat_map(|(at, event)| {
            let begins = (at == rest).then(|| Event::Html(REST.into()));
            begins.into_iter().chain(shown(event))
        });
        let mut text = String::new();
        pulldown_cmark::html::push_html(&mut text, events);
        let (lead, rest) = text.split_once(REST).unwrap_or((&text, ""));
        [lead, rest].map(|part| PreEscaped(part.to_owned()))
    }
}

/// Where a link of the introduction leads on the page, which has headings of its `own` and these `sections`.
fn target<'t>(address: CowStr<'t>, own: &[String], sections: &[String]) -> CowStr<'t> {
    match address.strip_prefix('#') {
        Some(name) if !own.iter().any(|own| own == name) && sections.iter().any(|each| each == name) => address,
        Some(name) => format!("#{HEADING}{name}").into(),
        None if leads_on(&address) => address,
        None => "#".into(),
    }
}

/// A heading or a table as the page has it; anything else as it is. `names` are those of the headings that follow.
fn block<'t, 'n>(event: Event<'t>, names: &mut impl Iterator<Item = &'n String>) -> Vec<Event<'t>> {
    match event {
        // The title of the page is its only first heading.
        Event::Start(Tag::Heading {
            level, classes, attrs, ..
        }) => vec![Event::Start(Tag::Heading {
            level: lower(level),
            id: names.next().map(|name| format!("{HEADING}{name}").into()),
            classes,
            attrs,
        })],
        Event::End(TagEnd::Heading(level)) => vec![Event::End(TagEnd::Heading(lower(level)))],
        // A wide table scrolls, and not the page.
        table @ Event::Start(Tag::Table(_)) => vec![Event::Html("<div class=\"table\">".into()), table],
        end @ Event::End(TagEnd::Table) => vec![end, Event::Html("</div>".into())],
        other => vec![other],
    }
}

/// Stands between the two parts of an introduction while it is written; tags of its own text are no tags.
const REST: &str = "<!-- the rest -->";

/// The event with which the second part of an introduction begins: its first heading, or what its first picture stands in. A heading
/// with which it begins stands above what it says, unless another became the title of the page: `titled`.
fn rest(text: &str, titled: bool) -> usize {
    let (mut depth, mut block, mut all) = (0, 0, 0);
    for (at, event) in parser(text).enumerate() {
        match event {
            Event::Start(tag) => {
                if depth == 0 {
                    block = at;
                }
                depth += 1;
                let first = at == 0 && !titled;
                if matches!(tag, Tag::Image { .. }) || matches!(tag, Tag::Heading { .. }) && !first {
                    return block;
                }
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
        all = at + 1;
    }
    all
}

/// The sections of a page of so many runs.
fn sections(runs: usize) -> Vec<String> {
    let of_runs = (0..runs).map(place_of_run);
    [AT_A_GLANCE, READING]
        .map(str::to_owned)
        .into_iter()
        .chain(of_runs)
        .collect()
}

/// What the page puts before the name of a heading of the introduction, since it has headings of its own.
const HEADING: &str = "intro-heading-";

impl Intro {
    /// The place of the page's title, for links of the introduction, where it was the heading with which this begins and none other
    /// has these words.
    pub fn place_of(&self, title: &str) -> Option<String> {
        let name = place_of_heading(title);
        (self.titles && !self.headings().contains(&name)).then(|| format!("{HEADING}{name}"))
    }
}

/// The words of a heading, of which the beginning was read.
fn heading<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let inside = events.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let words: String = inside
        .filter_map(|event| match event {
            Event::Text(words) | Event::Code(words) => Some(words.into_string()),
            Event::SoftBreak => Some(" ".to_owned()),
            _ => None,
        })
        .collect();
    words.trim().to_owned()
}

/// What stands below a picture.
fn caption(title: &str) -> Option<Event<'static>> {
    let shown = || html! { span.caption { (title) } }.into_string();
    (!title.is_empty()).then(|| Event::InlineHtml(shown().into()))
}

/// Is an address that of a page, of somebody, or of a place beside this page? Not one that runs something.
fn leads_on(address: &str) -> bool {
    let before = address.split(['/', '?', '#']).next().unwrap_or_default();
    before.split_once(':').is_none_or(|(scheme, _)| {
        let known = ["http", "https", "mailto"];
        known.iter().any(|one| scheme.trim().eq_ignore_ascii_case(one))
    })
}

/// Of what kind a picture is, by its name.
fn kind(name: &str) -> Option<&'static str> {
    let end = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    KINDS.iter().find(|kind| kind.0 == end).map(|kind| kind.1)
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(
        text,
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES,
    )
}

/// A heading of the next level.
fn lower(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(level)
}

#[cfg(test)]
mod tests;
