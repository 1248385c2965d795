//! What the designer says first on a page about several runs: Markdown, with the pictures that it names.

use std::collections::BTreeMap;

use super::several::{AT_A_GLANCE, READING, anchor as anchor_of_run};
use crate::report::pictures::Pictures;
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
        let mut events = parser(&self.text);
        let mut all: Vec<String> = Vec::new();
        while let Some(event) = events.next() {
            if matches!(event, Event::Start(Tag::Heading { .. })) {
                let words = anchor(&heading(&mut events));
                let again = (1..).map(|count| format!("{words}-{count}"));
                let mut names = std::iter::once(words.clone()).chain(again);
                all.extend(names.find(|name| !all.contains(name)));
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

    /// As HTML. Tags in it are shown as they were typed, and of a picture that it does not have its words: the page asks for
    /// no other file. A chart of a run that was drawn is shown as the page shows its own: for its width, and light or dark;
    /// `drawn` says of each run what stands below a chart that has no words of its own there.
    pub fn html(&self, drawn: &[(String, Pictures)]) -> Markup {
        let chart = |name: &str| {
            let (run, chart) = self.charts.get(name)?;
            let (label, of_run) = drawn.get(*run)?;
            Some((label, of_run.every().find(|picture| picture.name == *chart)?))
        };
        let mut charts = 0;
        let mut inside = false;
        let mut missing = 0;
        let mut captions: Vec<String> = Vec::new();
        let own = self.headings();
        let sections = sections(drawn.len());
        let mut headings = own.iter();
        let events = parser(&self.text).flat_map(|event| match event {
            Event::Start(Tag::Image {
                ref dest_url,
                ref title,
                ..
            }) if let Some((label, picture)) = chart(dest_url) => {
                captions.push(if title.is_empty() {
                    label.clone()
                } else {
                    title.to_string()
                });
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
                dest_url: match dest_url.strip_prefix('#') {
                    Some(name) if !own.iter().any(|own| own == name) && sections.iter().any(|each| each == name) => {
                        dest_url
                    }
                    Some(name) => format!("#{HEADING}{name}").into(),
                    None if leads_on(&dest_url) => dest_url,
                    None => "#".into(),
                },
                title,
                id,
            })],
            // The title of the page is its only first heading.
            Event::Start(Tag::Heading {
                level, classes, attrs, ..
            }) => vec![Event::Start(Tag::Heading {
                level: lower(level),
                id: headings.next().map(|name| format!("{HEADING}{name}").into()),
                classes,
                attrs,
            })],
            Event::End(TagEnd::Heading(level)) => vec![Event::End(TagEnd::Heading(lower(level)))],
            // A wide table scrolls, and not the page.
            table @ Event::Start(Tag::Table(_)) => vec![Event::Html("<div class=\"table\">".into()), table],
            end @ Event::End(TagEnd::Table) => vec![end, Event::Html("</div>".into())],
            other => vec![other],
        });
        let mut text = String::new();
        pulldown_cmark::html::push_html(&mut text, events);
        PreEscaped(text)
    }
}

/// The sections of a page of so many runs.
fn sections(runs: usize) -> Vec<String> {
    let of_runs = (0..runs).map(anchor_of_run);
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
        let name = anchor(title);
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

/// What a link calls a heading: its words in small letters, with `-` between them.
fn anchor(words: &str) -> String {
    let letters = words.to_lowercase();
    let kept = letters
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
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
mod tests {
    use super::*;
    use crate::report::{pictures, sample};

    fn html(text: &str) -> String {
        Intro::new(text.to_owned()).html(&[]).into_string()
    }

    #[test]
    fn what_the_designer_says_asks_for_nothing_and_runs_nothing() {
        let text = html("# Us\n\n<script>x</script> and <b>so</b>\n\n![a *pond*](http://pond.example/a.png)");
        assert!(text.contains("<h2 id=\"intro-heading-us\">Us</h2>"), "{text}");
        assert!(
            !text.contains("<script") && !text.contains("<b>") && !text.contains("<img"),
            "{text}"
        );
        assert!(
            text.contains("a <em>pond</em>") && !text.contains("pond.example"),
            "{text}"
        );
    }

    #[test]
    fn a_tag_that_is_not_obeyed_is_found() {
        let tag = |text: &str| Intro::new(text.to_owned()).tag();
        assert_eq!(tag("Us\n\n<h1>Our <b>games</b></h1>\n"), Some(("<h1>".to_owned(), 3)));
        assert_eq!(tag("so <b>much</b>"), Some(("<b>".to_owned(), 1)));
        assert_eq!(tag("# Us\n\n1 < 2"), None);
    }

    #[test]
    fn links_lead_to_pages_and_run_nothing() {
        for runs in [
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
        ] {
            let text = html(&format!("[a](<{runs}>)"));
            assert!(text.contains("href=\"#\"") && !text.contains(runs), "{text}");
        }
        for leads in [
            "https://pond.example/a:b",
            "mailto:us@pond.example",
            "rules/a.html",
            "HTTP://pond.example",
        ] {
            let text = html(&format!("[a](<{leads}>)"));
            assert!(text.contains(&format!("href=\"{leads}\"")), "{text}");
        }
    }

    #[test]
    fn pictures_stand_in_the_page_itself() {
        let mut intro = Intro::new("![a pond](pond.PNG)\n![none](none.png) ![text](a.txt)".to_owned());
        let named = [("pond.PNG", 1), ("none.png", 2), ("a.txt", 2)];
        assert_eq!(intro.named(), named.map(|(name, line)| (name.to_owned(), line)));
        assert!(intro.take("pond.PNG", b"frog") && !intro.take("a.txt", b"frog"));
        let text = intro.html(&[]).into_string();
        assert_eq!(text.matches("<img").count(), 1, "{text}");
        assert!(
            text.contains("src=\"data:image/png;base64,ZnJvZw==\" alt=\"a pond\""),
            "{text}"
        );
        assert!(text.contains("\nnone ") && text.contains(" text"), "{text}");
        // A title is read below the picture, as it was typed.
        let mut intro = Intro::new("![a pond](pond.png \"The <b>pond</b>\")".to_owned());
        assert!(intro.take("pond.png", b"frog"));
        let text = intro.html(&[]).into_string();
        assert!(
            text.contains("<span class=\"caption\">The &lt;b&gt;pond&lt;/b&gt;</span>"),
            "{text}"
        );
    }

    #[test]
    fn a_heading_at_its_beginning_may_be_the_title_of_the_page() {
        let taken = |text: &str| {
            let mut intro = Intro::new(text.to_owned());
            (intro.take_title(), intro.html(&[]).into_string().trim().to_owned())
        };
        let title = Some("Two `games`".replace('`', ""));
        assert_eq!(taken("# Two `games`\n\nSo."), (title, "<p>So.</p>".to_owned()));
        assert_eq!(taken("So.\n\n# Two games").0, None);
        assert_eq!(taken("## Two games\n").0.as_deref(), Some("Two games"));
        assert_eq!(taken("").0, None);
    }

    /// A link to a heading of the introduction leads there, and whoever writes of one that leads nowhere is told.
    #[test]
    fn links_lead_to_headings() {
        let text = "# Us\n\n[on](#what-we-ask) and [web](https://a.example)\n\n## What we `ask`?\n";
        let page = html(text);
        assert!(page.contains("href=\"#intro-heading-what-we-ask\""), "{page}");
        assert!(page.contains("<h3 id=\"intro-heading-what-we-ask\">"), "{page}");
        let all = |text: &str| Intro::new(text.to_owned()).loose_links(2);
        let loose = |text: &str| all(text).into_iter().next();
        assert_eq!(loose(text), None);
        assert_eq!(all("[a](#a)\n\n[b](#b)").len(), 2, "each is told");
        assert_eq!(loose("So.\n[rules](rules.pdf)"), Some(("rules.pdf".to_owned(), 2)));
        assert_eq!(loose("[on](#nowhere)"), Some(("#nowhere".to_owned(), 1)));
        // So do the sections of the page, unless a heading of its own has that name.
        assert_eq!(loose("[first](#runs), [second](#run-2), [how](#reading)"), None);
        assert_eq!(loose("[third](#run-3)"), Some(("#run-3".to_owned(), 1)));
        assert!(html("[first](#runs)").contains("href=\"#runs\""));
        assert!(html("[first](#runs)\n\n## Runs\n").contains("href=\"#intro-heading-runs\""));
        // What became the title of the page has a place there.
        let mut titled = Intro::new("# Our games\n\n[up](#our-games)".to_owned());
        assert_eq!(titled.place_of("Our games"), None, "it is no title yet");
        assert_eq!(titled.take_title().as_deref(), Some("Our games"));
        assert_eq!(titled.place_of("Our games").as_deref(), Some("intro-heading-our-games"));
        assert!(
            titled
                .html(&[])
                .into_string()
                .contains("href=\"#intro-heading-our-games\"")
        );
        // Headings of the same words have each a place of its own.
        let text = "[on](#rules-1)\n\n## Rules\n\n## Rules\n\n## Rules 1\n";
        let page = html(text);
        for id in ["rules", "rules-1", "rules-1-1"] {
            assert_eq!(page.matches(&format!("id=\"intro-heading-{id}\"")).count(), 1, "{page}");
        }
        assert_eq!(loose(text), None);
    }

    /// A chart of a run is drawn for every screen, in light and dark; of a picture that no run drew the file is shown.
    #[test]
    fn charts_of_runs_are_those_of_the_page() {
        let drawn = [("The pond".to_owned(), pictures::all(&sample::single()).expect("drawn"))];
        let text =
            "![who *wins*](a/charts/win-rate.png \"So it is\") and ![](a/charts/own.png) ![](a/charts/win-rate.png)";
        let mut intro = Intro::new(text.to_owned());
        for (name, chart) in [("a/charts/win-rate.png", "win-rate"), ("a/charts/own.png", "own")] {
            assert!(intro.take(name, b"frog"));
            intro.is_chart(name, 0, chart);
        }
        let text = intro.html(&drawn).into_string();
        for part in ["broad", "narrow"] {
            assert_eq!(text.matches(&format!("class=\"chart {part}\"")).count(), 2, "{text}");
        }
        assert_eq!(text.matches("<img").count(), 1, "its own picture");
        assert!(
            text.contains("</span><span class=\"caption\">So it is</span> and <img"),
            "{text}"
        );
        // One without words of its own is named by its run.
        assert_eq!(
            text.matches("<span class=\"caption\">The pond</span>").count(),
            1,
            "{text}"
        );
        assert!(!text.contains("who") || !text.contains("<em>wins</em>"), "{text}");
    }

    #[test]
    fn tables_are_tables() {
        let text = html("| a | b |\n| --- | --: |\n| 1 | 2 |\n");
        assert!(
            text.contains("<div class=\"table\"><table>") && text.contains("</table>"),
            "{text}"
        );
        assert!(text.contains("<td style=\"text-align: right\">2</td>"), "{text}");
    }

    #[test]
    fn footnotes_stand_below_and_are_led_to() {
        let text = html("Fair[^1].\n\n[^1]: With bots.\n");
        assert!(
            text.contains("href=\"#1\"") && text.contains("class=\"footnote-definition\" id=\"1\""),
            "{text}"
        );
        assert!(!text.contains("[^1]"), "{text}");
    }
}
