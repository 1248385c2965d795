//! What `balance check` says: on the terminal, as Markdown for a step summary, as `JUnit` XML, as JSON.

use std::fmt::Write;

use crate::check::changes::{commands, named_at_most, undecided, values};
use crate::check::text::label;
use crate::document::{Block, Document, Tone};
use crate::findings::round_up;
use crate::metrics::goal_rank;
use crate::tables::Shown;
use crate::tables::cell::text as words;
use crate::{markdown, terminal};
use balance_config::scenario::kind;
use balance_inference::gate::{CheckRow, Checked, FORMAT, InputChange, MOST_DEALS};
use balance_inference::judge::Verdict;
use balance_kit::schema::messages::things;
use serde::Serialize;

mod changes;
mod junit;
mod text;

pub use changes::{into, listed};
pub use junit::unfinished_junit;
pub use text::unfinished_markdown;

/// Where baselines are kept unless told otherwise.
pub const FOLDER: &str = "reports/baselines";

/// How a configuration, or a whole check, ends; the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum CheckStatus {
    Passed,
    /// More games would be needed.
    Undecided,
    /// It was stopped before all games were played.
    Interrupted,
    /// It could not be compared with what it was to be held to.
    NotChecked,
    /// It is not as in its baseline, which is forbidden.
    Changed,
    /// Something is outside.
    Failed,
}

fn status(each: &Checked) -> CheckStatus {
    let any = |wanted: Verdict| each.rows.iter().any(|row| each.counts(row) && row.verdict == wanted);
    if any(Verdict::Outside) {
        CheckStatus::Failed
    } else if each.unchanged == Some(false) {
        CheckStatus::Changed
    } else if each.interrupted || each.games == 0 {
        CheckStatus::Interrupted
    } else if any(Verdict::Undecided) {
        CheckStatus::Undecided
    } else {
        CheckStatus::Passed
    }
}

/// What could not be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Refused {
    /// The scenario's name.
    pub scenario: String,
    /// Its file.
    pub file: String,
    /// The configuration that has no part in its baseline, or is gone from the scenario; none: nothing of the scenario was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// Is the configuration gone from the scenario?
    #[serde(skip)]
    pub gone: bool,
    /// Why.
    pub error: String,
}

impl Refused {
    /// What it is called beside configurations that were checked.
    pub fn title(&self) -> String {
        match &self.configuration {
            Some(configuration) => format!("{} · {configuration}", self.scenario),
            None => self.scenario.clone(),
        }
    }

    /// Is it that `each` has no part in its baseline, though its bands were checked?
    fn is_of(&self, each: &Checked) -> bool {
        self.file == each.file && self.configuration.as_ref() == Some(&each.configuration)
    }
}

/// All that comes of a check.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOutcome<'a> {
    /// The answers, by configuration.
    pub all: &'a [Checked],
    /// What could not be checked, and why.
    pub refused: &'a [Refused],
    /// Baselines whose scenarios are gone.
    pub orphans: &'a [String],
    /// The option that refuses baselines whose scenarios are gone; none where these are warned of.
    pub needed: Option<&'static str>,
    /// Does what is undecided pass?
    pub lenient: bool,
}

impl CheckOutcome<'_> {
    /// The worst verdict of all that could be checked.
    pub fn verdict(&self) -> Verdict {
        let any = |wanted| self.all.iter().any(|each| each.verdict() == wanted);
        if any(Verdict::Outside) || self.lost().is_some() {
            Verdict::Outside
        } else if any(Verdict::Undecided) {
            Verdict::Undecided
        } else {
            Verdict::Within
        }
    }

    fn status(&self) -> CheckStatus {
        let not_checked = !self.refused.is_empty() || self.lost().is_some();
        let besides = not_checked.then_some(CheckStatus::NotChecked);
        let all = self.all.iter().map(status);
        all.chain(besides).max().unwrap_or(CheckStatus::Passed)
    }

    /// The option that refuses it that a baseline has no scenario; none where none has, or none does.
    fn lost(&self) -> Option<&'static str> {
        self.needed.filter(|_| !self.orphans.is_empty())
    }

    /// The exit code: that something could not be checked goes first, for whatever was found is not all.
    fn exit_code(&self) -> u8 {
        match self.verdict() {
            _ if !self.refused.is_empty() => 2,
            Verdict::Within => 0,
            Verdict::Outside => 1,
            Verdict::Undecided if self.lenient => 0,
            Verdict::Undecided => 3,
        }
    }

    /// The configurations, the worst first.
    fn ranked(&self) -> Vec<&Checked> {
        let mut all: Vec<&Checked> = self.all.iter().collect();
        all.sort_by_key(|each| std::cmp::Reverse(status(each)));
        all
    }

    /// Everything as JSON, indented, ending in a line break.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which no answer causes.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "kebab-case")]
        struct CheckJson<'a> {
            format: u32,
            program: &'static str,
            verdict: &'static str,
            exit_code: u8,
            configurations: Vec<Checked>,
            not_checked: &'a [Refused],
            baselines_without_scenario: &'a [String],
        }
        let with_forecast = |each: &Checked| {
            let mut all = each.clone();
            for (mine, row) in all.rows.iter_mut().zip(&each.rows) {
                mine.enough = deals_to_decide(each, row);
            }
            all
        };
        let whole = CheckJson {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION"),
            verdict: match self.status() {
                CheckStatus::Changed => "changed",
                CheckStatus::NotChecked => "not-checked",
                _ => self.verdict().word(),
            },
            exit_code: self.exit_code(),
            configurations: self.all.iter().map(with_forecast).collect(),
            not_checked: self.refused,
            baselines_without_scenario: self.orphans,
        };
        serde_json::to_string_pretty(&whole).map(|text| text + "\n")
    }
}

/// About how many deals would decide `row` of `each`, where it is undecided and any number would: if it stays as it is, or, against
/// a baseline of which the games foresee nothing, as many as the margin takes.
fn deals_to_decide(each: &Checked, row: &CheckRow) -> Option<u64> {
    if row.verdict != Verdict::Undecided {
        return None;
    }
    let takes = each
        .baseline
        .takes
        .filter(|takes| row.against != "band" && *takes > row.deals);
    // Where the interval reaches beyond both ends of what is allowed, the figure may as well lie in the middle as anywhere else.
    let below = row.from.zip(row.old).map(|(from, old)| from - old);
    let above = row.to.zip(row.old).map(|(to, old)| to - old);
    let is_wide = below.is_some_and(|below| row.lo.is_none_or(|lo| lo < below))
        && above.is_some_and(|above| row.hi.is_none_or(|hi| hi > above));
    let enough = if is_wide {
        takes.or(row.enough)
    } else {
        row.enough.or(takes)
    };
    enough.map(|enough| round_up(enough as f64))
}

/// The rows to be read: those outside, then the undecided ones, then goals that are met. Of several with the same figures the
/// first; none where nothing was played, and none that is undecided where the check was interrupted.
fn rows_to_read(each: &Checked) -> Vec<&CheckRow> {
    let read = |row: &&CheckRow| {
        let undecided = row.verdict == Verdict::Undecided;
        let wanted = row.verdict != Verdict::Within || row.against == "band";
        wanted
            && each.games > 0
            && !(each.interrupted && undecided)
            && each.counts(row)
            && repeated(each, row).is_none()
    };
    let mut rows: Vec<&CheckRow> = each.rows.iter().filter(read).collect();
    rows.sort_by_key(|row| goal_rank(row.verdict));
    rows
}

/// The row before `row` that has its figures, where there is one: what ends a game may be what lets a side win it.
fn repeated<'a>(each: &'a Checked, row: &CheckRow) -> Option<&'a CheckRow> {
    let unnamed = |row: &CheckRow| CheckRow {
        metric: String::new(),
        ..row.clone()
    };
    let before = each.rows.iter().take_while(|other| !std::ptr::eq(*other, row));
    let mut same = before.filter(|other| kind(&other.metric) != kind(&row.metric) && unnamed(other) == unnamed(row));
    same.next()
}

#[cfg(test)]
mod tests;

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

fn baseline_table(title: &str, rows: &[&CheckRow]) -> Option<Shown> {
    let shown = Shown::of_rows("baseline", title, rows)
        .words("", |row| words(text::metric_name(row)))
        .figure(label::MOVED, "", |row| words(text::moved(row)))
        .figure(label::CHANGE, "", |row| words(text::change(row)))
        .figure(label::ALLOWED, "", |row| words(text::allowed(row)));
    (!rows.is_empty()).then(|| shown.build())
}

fn goal_table(rows: &[&CheckRow]) -> Option<Shown> {
    let shown = Shown::of_rows("goals", label::GOALS, rows)
        .words("", |row| words(text::metric_name(row)))
        .figure(label::NOW, "", |row| words(text::now(row)))
        .figure(label::RANGE, "", |row| words(text::range(row)))
        .figure(label::GOAL, "", |row| words(text::allowed(row)))
        .words("", |row| words(row.verdict.word()));
    (!rows.is_empty()).then(|| shown.build())
}

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
    let note = match changes.len() - most {
        0 => String::new(),
        more => format!("and {}", things(more, "more change")),
    };
    let shown = Shown::of_rows("changes", label::CHANGES, changes.into_iter().take(most))
        .note(note)
        .words("", |change| words(&change.key))
        .words(label::WAS, |change| words(&values(change)[0]))
        .words(label::NOW, |change| words(&values(change)[1]));
    Some(shown.build())
}
