//! What several versions of a game say: the verdict on the first, what each change does, and whether one is fairer.

use super::fairness::{fairer, rule_changes};
use super::text;
use super::verdict::{BalanceVerdict, NAME, VersionSummary, version_name};
use super::verdict_block;
use crate::document::{Block, Document};
use crate::findings::goals_of_winners;
use crate::format;
use crate::metrics::short_name;
use crate::tables::cell::{Shown, TableCell, estimate, explained, figure, number, optional, text as word_cell, word};
use balance_analysis::table::{Comparison, ComparisonRow, Configuration, DifferenceVerdict, Results};
use unicode_width::UnicodeWidthStr;

/// More rows than this are left to the details.
const ROWS: usize = 24;
/// More sides than this have no columns of their own.
const SIDES: usize = 3;

/// The verdict, the table of versions, and what follows from it.
pub fn blocks(results: &Results, versions: &[VersionSummary]) -> Document {
    let is_change = |version: &VersionSummary| comparison(results, version.each).is_some();
    let references: Vec<&VersionSummary> = versions.iter().filter(|version| !is_change(version)).collect();
    let mut document = vec![match &references[..] {
        [only] if versions.len() > 1 => {
            let scope = text::scope_in(&text::scope(only.each), &version_name(only.each));
            verdict_block(only, &scope)
        }
        several => verdict_of_several(several),
    }];
    let lines = super::stops(results);
    if !lines.is_empty() {
        document.push(Block::Lines { title: None, lines });
    }
    document.push(Block::Table(table(results, versions)));
    if rule_changes(results).next().is_some() {
        document.push(Block::Paragraph(conclusion(results, versions)));
    }
    document
}

/// What a configuration is compared with; none where it is compared with nothing.
fn comparison<'r>(results: &'r Results, each: &Configuration) -> Option<&'r Comparison> {
    results.comparisons.iter().find(|of| of.configuration == each.name)
}

/// The worst verdict, with how many versions have it.
fn verdict_of_several(versions: &[&VersionSummary]) -> Block {
    let rank = |version: &&&VersionSummary| match version.verdict {
        BalanceVerdict::NotFair | BalanceVerdict::GoalsMissed => 4,
        BalanceVerdict::Uneven => 3,
        BalanceVerdict::Undecided => 2,
        BalanceVerdict::NoAnswer(_) => 1,
        BalanceVerdict::Fair | BalanceVerdict::GoalsMet => 0,
    };
    let worst = versions.iter().max_by_key(rank).map(|version| version.verdict);
    let Some(worst) = worst else {
        return Block::Paragraph(String::new());
    };
    let same: Vec<String> = versions
        .iter()
        .filter(|version| version.verdict.word() == worst.word())
        .map(|version| version_name(version.each))
        .collect();
    let mut scopes = versions.iter().map(|version| text::scope(version.each));
    let first = scopes.next().unwrap_or_default();
    let scope = if scopes.all(|other| other == first) {
        first
    } else {
        String::new()
    };
    Block::Verdict {
        word: worst.word(),
        tone: worst.tone(),
        sentence: text::verdict_of_several(&scope, &same, versions.len()),
    }
}

/// One row a version: who wins, how long it takes, and what changed.
fn table(results: &Results, versions: &[VersionSummary]) -> Shown {
    let names: Vec<String> = versions.iter().map(|version| version_name(version.each)).collect();
    let shown = if names.iter().all(|name| name.width() <= NAME) {
        ROWS
    } else {
        ROWS / 2
    };
    let digits = versions.iter().map(VersionSummary::digits).min().unwrap_or(0);
    let rows = versions.iter().zip(&names).take(shown);
    let first = &versions[0];
    let alike = versions.iter().all(|version| version.each.has_sides_of(first.each));
    let by_side = alike && first.sides.len() <= SIDES;
    let differ = rows
        .clone()
        .any(|(version, _)| comparison(results, version.each).is_some());
    let turns = &first.each.turn_word;
    let mut heads = vec![word("version")];
    if by_side {
        heads.extend(first.sides.iter().map(|side| figure(&side.row.side, "win rate")));
    } else {
        heads.extend([word("verdict"), word("largest gap")]);
    }
    heads.push(figure(turns, "mean length of a game"));
    if differ {
        heads.push(explained(
            "confirmed change",
            "the largest, in points of a win rate or in length",
        ));
    }
    let cells = rows.map(|(version, name)| {
        let mut cells = vec![word_cell(name)];
        if by_side {
            cells.extend(version.sides.iter().map(|side| {
                let rate = format::percent(side.rate.value, digits);
                estimate(format!("{rate}{}", text::mark(side)), side.rate)
            }));
        } else {
            cells.push(word_cell(version.verdict.word().to_lowercase()));
            cells.push(optional(version.furthest(|_| true), |side| {
                word_cell(text::gap(&side.row.side, side.gap().unwrap_or(0.0)))
            }));
        }
        cells.push(optional(version.each.lengths.first(), |row| {
            number(
                format::plain(row.mean.value, format::mean_decimals(row.mean).min(1)),
                row.mean.value,
            )
        }));
        if differ {
            cells.push(word_cell(change(results, version.each)));
        }
        cells
    });
    let rows: Vec<Vec<TableCell>> = cells.collect();
    let marked = rows.iter().flatten().any(|cell| cell.text.ends_with(text::MARKS));
    Shown {
        id: "summary",
        title: "Versions".to_owned(),
        note: text::versions_note(marked, versions.len().saturating_sub(shown)),
        heads,
        rows,
    }
}

/// What a change does, in few words; nothing where there is none.
fn change(results: &Results, each: &Configuration) -> String {
    let Some(comparison) = comparison(results, each) else {
        return String::new();
    };
    let of_winners = comparison
        .rows
        .iter()
        .filter(|row| row.side().is_some() || row.fair.is_some());
    let by_size = |row: &&ComparisonRow| (row.simultaneous.value.abs() * 1e9) as u64;
    let different = |row: &&ComparisonRow| row.verdict == DifferenceVerdict::Different;
    let length = comparison.rows.iter().find(|row| row.measure().is_some());
    if let Some(row) = of_winners.clone().filter(different).max_by_key(by_size) {
        return text::change_of_winner(&short_name(&row.metric), row.simultaneous);
    }
    match length {
        Some(row) if row.verdict == DifferenceVerdict::Different => {
            text::change_of_length(&each.turn_word, row.simultaneous)
        }
        _ if comparison.rates_equal() && length.is_none_or(|row| row.verdict == DifferenceVerdict::Equal) => {
            text::NO_CHANGE.to_owned()
        }
        _ => text::UNDECIDED.to_owned(),
    }
}

/// What follows from the changes that were played.
fn conclusion(results: &Results, versions: &[VersionSummary]) -> String {
    if versions.iter().any(|version| goals_of_winners(version.each)) {
        let met: Vec<String> = versions
            .iter()
            .filter(|version| version.verdict == BalanceVerdict::GoalsMet)
            .map(|version| version_name(version.each))
            .collect();
        return text::goals_met_by(&met);
    }
    text::fairer(&fairer(results), rule_changes(results).count())
}
