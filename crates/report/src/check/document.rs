//! The answers in the order in which they are read: what fails first, what passes in one line each, and the totals.

use super::changes::{commands, named_at_most, undecided, values};
use super::text::{self, label};
use super::{CheckOutcome, CheckStatus, rows_to_read, status};
use crate::document::{Block, Document, Tone};
use crate::tables::Shown;
use crate::tables::cell::{figure, text as words, word};
use crate::{markdown, terminal};
use balance_inference::gate::{CheckRow, Checked, InputChange, MOST_DEALS};
use balance_inference::judge::Verdict;
use balance_kit::schema::messages::things;
use std::fmt::Write;

impl CheckOutcome<'_> {
    /// The text of a check, with colours as ANSI escapes, at most `most` characters wide where names allow.
    pub fn terminal(&self, most: usize) -> String {
        let text = terminal::document(&self.document(), most);
        text.trim_start_matches('\n').to_owned()
    }

    /// The same as a summary of a pipeline, with the errors of what could not be checked.
    pub fn markdown(&self) -> String {
        let mut document = self.document();
        let heading = match document.first() {
            Some(Block::Verdict { word, sentence, .. }) => {
                let heading = format!("{word} {}", sentence.trim_end_matches('.'));
                document.remove(0);
                heading
            }
            _ => format!(
                "{} {}",
                text::word(self.status()),
                text::totals(self.all, self.refused)[0]
            ),
        };
        let mut out = format!("## {}\n\n", markdown::escape(&heading));
        out += &markdown::document(&document);
        for refused in self.refused {
            let (name, error) = (markdown::escape(&refused.title()), refused.error.trim_end());
            let _ = writeln!(out, "### {name}\n\n```\n{error}\n```\n");
        }
        out
    }

    fn document(&self) -> Document {
        let mut all = Document::new();
        let (brief, long): (Vec<&Checked>, Vec<&Checked>) = self.ranked().into_iter().partition(|each| is_brief(each));
        for each in long {
            all.extend(configuration(each));
        }
        let brief = brief
            .into_iter()
            .map(|each| (text::word(status(each)), text::headline(each)));
        let refused = self.refused.iter();
        let refused = refused.map(|refused| (text::word(CheckStatus::NotChecked), refused.title()));
        let lines: Vec<(&str, String)> = brief.chain(refused).collect();
        if !lines.is_empty() {
            all.push(Block::Lines { title: None, lines });
        }
        let orphans = self.orphans.iter();
        all.extend(orphans.map(|orphan| Block::Paragraph(format!("{}.", text::orphaned(orphan)))));
        all.push(Block::Paragraph(text::totals(self.all, self.refused).join(" ")));
        if self.all.iter().any(|each| each.interrupted) {
            all.push(Block::Paragraph(text::INTERRUPTED.to_owned()));
        }
        all.push(Block::Paragraph(text::CHANCE.to_owned()));
        all
    }
}

/// Is there nothing to be said of `each` but that it passes?
fn is_brief(each: &Checked) -> bool {
    let inputs = each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    let differs = inputs || each.changed.is_some_and(|changed| changed > 0);
    status(each) == CheckStatus::Passed && !differs && text::notes(each).is_empty()
}

fn configuration(each: &Checked) -> Document {
    let status = status(each);
    let mut all = vec![Block::Verdict {
        word: text::word(status),
        tone: match status {
            CheckStatus::Passed => Tone::Good,
            CheckStatus::Failed | CheckStatus::Changed => Tone::Bad,
            _ => Tone::Open,
        },
        sentence: format!("{}.", text::headline(each)),
    }];
    let rows = rows_to_read(each);
    let (against_band, against_baseline): (Vec<&CheckRow>, Vec<&CheckRow>) =
        rows.into_iter().partition(|row| row.against == "band");
    let titles = [
        (Verdict::Outside, label::OUTSIDE),
        (Verdict::Undecided, label::UNDECIDED),
    ];
    for (verdict, title) in titles {
        let rows: Vec<&CheckRow> = against_baseline
            .iter()
            .filter(|row| row.verdict == verdict)
            .copied()
            .collect();
        all.extend(baseline_table(title, &rows).map(Block::Table));
    }
    all.extend(goal_table(&against_band).map(Block::Table));
    all.extend(change_table(each).map(Block::Table));
    let larger = undecided(each, "baseline").filter(|deals| *deals <= MOST_DEALS);
    let said = text::differing(each)
        .into_iter()
        .chain(larger.map(text::larger_baseline));
    let said: Vec<String> = said.chain(text::notes(each)).collect();
    if !said.is_empty() {
        all.push(Block::Paragraph(said.join(" ")));
    }
    let commands = commands(each);
    if !commands.is_empty() {
        all.push(Block::Commands(commands));
    }
    all
}

/// What moved, by how much, and how much it may.
fn baseline_table(title: &str, rows: &[&CheckRow]) -> Option<Shown> {
    let cells = |row: &&CheckRow| {
        let name = text::metric_name(row);
        [name, text::moved(row), text::change(row), text::allowed(row)]
            .map(words)
            .to_vec()
    };
    (!rows.is_empty()).then(|| Shown {
        id: "baseline",
        title: title.to_owned(),
        note: String::new(),
        heads: vec![
            word(""),
            figure(label::MOVED, ""),
            figure(label::CHANGE, ""),
            figure(label::ALLOWED, ""),
        ],
        rows: rows.iter().map(cells).collect(),
    })
}

/// What was wanted, and what is.
fn goal_table(rows: &[&CheckRow]) -> Option<Shown> {
    let cells = |row: &&CheckRow| {
        let numbers = [text::now(row), text::range(row), text::allowed(row)];
        let numbers = numbers.into_iter().map(words);
        let (name, verdict) = (words(text::metric_name(row)), words(row.verdict.word()));
        [name].into_iter().chain(numbers).chain([verdict]).collect()
    };
    (!rows.is_empty()).then(|| Shown {
        id: "goals",
        title: label::GOALS.to_owned(),
        note: String::new(),
        heads: vec![
            word(""),
            figure(label::NOW, ""),
            figure(label::RANGE, ""),
            figure(label::GOAL, ""),
            word(""),
        ],
        rows: rows.iter().map(cells).collect(),
    })
}

/// What the configuration is made of that it was not.
fn change_table(each: &Checked) -> Option<Shown> {
    let changes = each.inputs_changed.as_deref().filter(|changes| !changes.is_empty())?;
    let mut changes: Vec<&InputChange> = changes.iter().collect();
    // Whose game it is goes first, then its rules and what its content says, then how it is played.
    changes.sort_by_key(|change| match &*change.key {
        "rules.players" | "seats" => 0,
        key if key.contains(": ") || key.starts_with("rules.") => 1,
        _ => 2,
    });
    let most = named_at_most(changes.len());
    let cells = |change: &&InputChange| {
        let [was, is] = values(change);
        vec![words(change.key.clone()), words(was), words(is)]
    };
    Some(Shown {
        id: "changes",
        title: label::CHANGES.to_owned(),
        note: match changes.len() - most {
            0 => String::new(),
            more => format!("and {}", things(more, "more change")),
        },
        heads: vec![word(""), word(label::WAS), word(label::NOW)],
        rows: changes.iter().take(most).map(cells).collect(),
    })
}
