//! `report.md`: the answers, the findings and the main tables, for pull requests and step summaries.

use std::fmt::Write;

use super::document::{Block, Document, NEXT};
use super::findings::{Finding, both, certainties_of, commands, errs};
use super::tables::{self, Detail, Shown};
use super::{Insights, divergence, format};
use balance_inference::table::{Configuration, Parted, Results};

/// With more configurations or changes than this, the text is kept short.
const FEW: usize = 4;
/// With more configurations than this, the tables of each are left to the page.
const MANY: usize = 12;
/// Bytes of the whole text at most: the limit of a comment on a pull request is 65,536 characters, and some must be left
/// for what a pipeline writes around it.
const MOST: usize = 58_000;
/// Of which so many are kept for the end of the text, which says what was left out.
const END: usize = 2_000;

/// The report as Markdown, short enough for a comment on a pull request.
pub fn markdown(insights: &Insights<'_>) -> String {
    let (results, found) = (insights.results, &insights.findings);
    let mut out = Short {
        text: format!("# {}\n\n", escape(&results.scenario.title)),
        left_out: Vec::new(),
    };
    let head = &mut out.text;
    let _ = writeln!(
        head,
        "{}, balance {}.\n",
        escape(&tables::summary(results)),
        results.program
    );
    head.push_str(&document(&insights.summary.document()));
    let content = tables::content(results);
    if !content.is_empty() {
        let _ = writeln!(head, "\nContent: {}.", escape(&content));
    }
    list(&mut out, found, results);
    again(&mut out, results, found);
    tables_of(&mut out, results);
    out.finish()
}

pub fn document(document: &Document) -> String {
    let mut out = String::new();
    for block in document {
        let _ = match block {
            Block::Verdict { word, sentence, .. } => writeln!(out, "**{word}** {}\n", escape(sentence)),
            Block::Paragraph(text) => writeln!(out, "{}\n", escape(text)),
            Block::Table(shown) => {
                table(&mut out, shown);
                writeln!(out)
            }
            Block::Lines { title, lines } => {
                if let Some(title) = title {
                    let _ = writeln!(out, "**{title}**\n");
                }
                for (label, text) in lines {
                    let _ = writeln!(out, "- **{label}** {}", escape(text));
                }
                writeln!(out)
            }
            Block::Code { lead, lines } => writeln!(out, "{lead}\n\n```toml\n{}\n```\n", lines.join("\n")),
            Block::Commands(commands) => {
                let lines: Vec<String> = commands
                    .iter()
                    .map(|each| format!("{}  # {}", each.command.replace(['\n', '\r'], " "), each.purpose))
                    .collect();
                writeln!(out, "**{NEXT}**\n\n```sh\n{}\n```\n", lines.join("\n"))
            }
        };
    }
    out
}

/// A text that takes what still has room and notes what has not.
struct Short {
    text: String,
    left_out: Vec<String>,
}

impl Short {
    /// Adds `part` whole, or its name to what was left out.
    fn add(&mut self, name: &str, part: &str) {
        if self.text.len() + part.len() <= MOST - END {
            self.text.push_str(part);
        } else {
            self.left_out.push(name.to_owned());
        }
    }

    fn add_table(&mut self, name: &str, shown: &Shown) {
        let mut text = String::new();
        table(&mut text, shown);
        self.add(name, &text);
    }

    fn finish(mut self) -> String {
        const NAMED: usize = 4;
        if !self.left_out.is_empty() {
            let named: Vec<String> = self.left_out.iter().take(NAMED).map(|name| clipped(name)).collect();
            let more = match self.left_out.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let _ = writeln!(
                self.text,
                "\nLeft out here for want of room: {}{more}. All of it is in `report.html`, in `tables/` and in `results.json`.",
                escape(&named.join(", "))
            );
        }
        self.text
    }
}

fn clipped(name: &str) -> String {
    const LONGEST: usize = 80;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST).chain(['…']).collect()
}

/// The findings, numbered, and what the words for their strength mean.
fn list(out: &mut Short, found: &[Finding], results: &Results) {
    out.text.push_str("\n## Findings\n\n");
    for (index, finding) in found.iter().enumerate() {
        let (text, (word, _)) = (finding.text(), finding.certainty());
        let said = format::joined([finding.place(), text.evidence, finding.elsewhere()].map(Some));
        let (headline, said) = (escape(&text.headline), escape(&said));
        let line = format!("{}. **{headline}** {said} ({word})\n", index + 1);
        out.add("some findings", &line);
    }
    let used = certainties_of(found).into_iter();
    let words: Vec<String> = used.map(|(word, meaning)| format!("*{word}*: {meaning}")).collect();
    if !words.is_empty() {
        let _ = writeln!(out.text, "\n{}. {}", format::capital(&words.join("; ")), errs(results));
    }
}

/// How each was found, the command that repeats the run, and a game for each finding.
fn again(out: &mut Short, results: &Results, found: &[Finding]) {
    let mut text = String::from("\n<details><summary>How each was found, and games that show it</summary>\n\n");
    let mut methods: Vec<(&str, Vec<String>)> = Vec::new();
    for (index, finding) in found.iter().enumerate() {
        let (number, method) = ((index + 1).to_string(), finding.text().method);
        match methods.iter_mut().find(|(known, _)| *known == method) {
            Some((_, numbers)) => numbers.push(number),
            None => methods.push((method, vec![number])),
        }
    }
    for (method, numbers) in methods {
        let _ = writeln!(text, "- {}: {}", numbers.join(", "), escape(method));
    }
    // In a fenced block nothing is markup, and commands can be copied as they are; only a line of fences would end it.
    let plain = |line: &str| line.replace(['\n', '\r'], " ");
    let _ = writeln!(
        text,
        "\n```sh\n# all of them: the same games again\n{}",
        plain(&commands(results)[0])
    );
    for (index, finding) in found.iter().enumerate() {
        if let Some(sample) = &finding.sample {
            let (words, command) = (sample.words(), sample.command(results));
            let _ = writeln!(text, "# {}: {}\n{}", index + 1, plain(&words), plain(&command));
        }
    }
    text.push_str("```\n\n</details>\n");
    out.add("how each finding was found", &text);
}

/// The tables that have room, those of the run as a whole first.
fn tables_of(out: &mut Short, results: &Results) {
    let all = &results.configurations;
    if all.len() > 1 {
        out.add_table("the table of all versions", &tables::overview(results));
    }
    if let Some(shown) = tables::others(results, Detail::Full) {
        out.add_table("the table of other bots", &shown);
    }
    if !results.comparisons.is_empty() {
        let mut text = String::new();
        table(&mut text, &tables::comparisons(results));
        if results.comparisons.len() > FEW {
            text = folded("What each change does", &text);
        }
        out.add("the table of what each change does", &text);
    }
    if let Some(shown) = tables::happenings(results) {
        out.add_table("the table of what happens more, and less", &shown);
    }
    if let Some(shown) = divergence::parted(results) {
        out.add_table("where games first differ", &shown);
        for each in results.parted.iter().filter(|each| each.found.flips > 0) {
            let heading = divergence::heading(std::slice::from_ref(each));
            let name = format!("{heading}: {}", each.configuration);
            out.add(&name, &folded(&name, &partings(results, each)));
        }
    }
    if all.len() > MANY {
        let _ = writeln!(
            out.text,
            "\nThe tables of each version are in `report.html` and `tables/`, its numbers in `results.json`."
        );
        return;
    }
    for each in all {
        let detail = if all.len() > FEW { Detail::Short } else { Detail::Full };
        let mut text = configuration(each, detail);
        if all.len() > 1 {
            text = folded(&each.name, &text);
        }
        out.add(&each.name, &text);
    }
}

/// Where the games of one comparison part, and games to look at.
fn partings(results: &Results, each: &Parted) -> String {
    let found = &each.found;
    let said = format::joined([Some(divergence::summary(each, "")), divergence::foremost(each)]);
    let mut out = format!("\n{}\n", escape(&said));
    if each.bots_alone.is_none() {
        table(&mut out, &divergence::places(each));
    }
    table(&mut out, &divergence::gains(each));
    for said in divergence::notes(each) {
        let _ = writeln!(out, "\n{}", escape(&said));
    }
    let command = both(results, &each.reference, &each.configuration);
    let see = divergence::see(found, &command)
        .unwrap_or_default()
        .replace(['\n', '\r'], " ");
    let _ = writeln!(
        out,
        "\nGames to look at: {}\n\n```sh\n{see}\n```",
        escape(&divergence::samples(each))
    );
    out
}

fn configuration(each: &Configuration, detail: Detail) -> String {
    let short = detail == Detail::Short;
    let mut out = format!("\n{}.\n", escape(&tables::facts(each)));
    for shown in tables::of_configuration(each) {
        if !short || matches!(shown.id, "sides" | "endings") {
            table(&mut out, &shown);
        }
    }
    if !short {
        table(&mut out, &tables::provenance(each));
    }
    out
}

fn folded(name: &str, inside: &str) -> String {
    // A line of HTML: nothing of it is read as Markdown.
    let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let name = name.replace(['\n', '\r'], " ");
    format!("\n<details><summary>{name}</summary>\n{inside}\n</details>\n")
}

pub(super) fn table(out: &mut String, shown: &Shown) {
    let _ = writeln!(out, "\n### {}\n\n{}\n", shown.title, escape(&shown.note));
    let mut line = |texts: Vec<String>| {
        let _ = writeln!(out, "| {} |", texts.join(" | "));
    };
    line(shown.heads.iter().map(|head| escape_cell(&head.text)).collect());
    let rule = shown.heads.iter().map(|head| if head.number { "---:" } else { "---" });
    line(rule.map(str::to_owned).collect());
    for row in &shown.rows {
        line(row.iter().map(|cell| escape_cell(&cell.text)).collect());
    }
}

/// A sentence, in which names may hold anything: none becomes markup. What is to be typed, which stands between backticks, is
/// left as it is.
pub(super) fn escape(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    // Of other backticks nobody can say what they would begin.
    if text.contains("``") || !text.matches('`').count().is_multiple_of(2) {
        return plain(&text);
    }
    let parts = text.split('`').enumerate();
    let parts: Vec<String> = parts
        .map(|(at, part)| if at % 2 == 0 { plain(part) } else { part.to_owned() })
        .collect();
    parts.join("`")
}

/// The text of a cell, which nothing in it may end.
pub(super) fn escape_cell(text: &str) -> String {
    plain(&text.replace(['\n', '\r'], " "))
}

fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '|' | '*' | '_' | '`' | '[' | ']' | '\\') {
            out.push('\\');
        }
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn one_configuration_is_written_whole() {
        insta::assert_snapshot!(markdown(&Insights::of_run(&sample::single())));
    }

    #[test]
    fn variants_are_folded_away_below_their_differences() {
        insta::assert_snapshot!(markdown(&Insights::of_run(&sample::variants())));
    }

    #[test]
    fn many_configurations_fit_in_a_comment() {
        let mut results = sample::matrix();
        let whole = markdown(&Insights::of_run(&results));
        assert!(whole.len() < 40_000, "{}", whole.len());
        assert!(!whole.contains("Left out"), "nothing else is missing");
        assert!(whole.contains("The tables of each version are in `report.html`"));
        for each in &results.configurations {
            assert!(whole.contains(&escape_cell(&each.name)), "every version has its row");
        }
        let few = Results {
            configurations: results.configurations[..MANY].to_vec(),
            comparisons: results.comparisons[..MANY - 1].to_vec(),
            ..results.clone()
        };
        let whole = markdown(&Insights::of_run(&few));
        assert!(whole.len() < 60_000, "{}", whole.len());
        for (index, each) in results.configurations.clone().into_iter().enumerate() {
            let more = "more ".repeat(200);
            let name = format!("{} with a name that goes on and on, {index} {more}", each.name);
            results.configurations.push(Configuration { name, ..each });
        }
        let text = markdown(&Insights::of_run(&results));
        assert!(text.len() < 60_000, "{}", text.len());
        assert!(text.contains("Left out here for want of room: "));
    }

    #[test]
    fn every_finding_has_its_method_and_its_game() {
        let results = sample::variants();
        let text = markdown(&Insights::of_run(&results));
        let found = crate::findings::findings(&results);
        for (index, finding) in found.iter().enumerate() {
            let sample = finding.sample.as_ref().expect("a game");
            let lines = format!("# {}: {}\n{}\n", index + 1, sample.words(), sample.command(&results));
            assert!(text.contains(&lines), "{lines}");
        }
    }

    #[test]
    fn what_is_typed_has_no_backslashes() {
        let said = "lines 2 (`climb if a_b > 3`) of my_bot had no say";
        assert_eq!(escape(said), "lines 2 (`climb if a_b > 3`) of my\\_bot had no say");
        assert_eq!(escape("a `b_c"), "a \\`b\\_c");
        assert_eq!(escape("``a_b`` `c_d`"), "\\`\\`a\\_b\\`\\` \\`c\\_d\\`");
        assert_eq!(escape_cell("`a|b`\n<c>"), "\\`a\\|b\\` &lt;c&gt;");
        let named = folded("of my_bot: <b>", "");
        assert!(named.contains("<summary>of my_bot: &lt;b&gt;</summary>"), "{named}");
    }

    #[test]
    fn names_cannot_become_markup() {
        let text = markdown(&Insights::of_run(&sample::variants()));
        // What stands between fences is not read as markup.
        let outside: String = text.split("```").step_by(2).collect();
        assert!(!outside.contains("<b>"), "HTML is escaped");
        let rows = text.lines().filter(|line| line.starts_with("| "));
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        let mut last = None;
        for line in text.lines() {
            if line.starts_with("| ") {
                let here = bars(line);
                assert!(last.is_none_or(|before| before == here), "{line}");
                last = Some(here);
            } else {
                last = None;
            }
        }
        assert!(rows.count() > 50);
    }
}
