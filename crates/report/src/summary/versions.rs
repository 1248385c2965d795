//! What several versions of a game say: how fair they are, whether one is fairer, and what each change does.

use crate::document::{Block, Document};
use crate::findings::{goals_of_winners, shared};
use crate::format;
use crate::metrics::common;
use crate::summary::fairness::{Fairness, rule_changes};
use crate::summary::text;
use crate::summary::trust::Trust;
use crate::summary::verdict::{BalanceVerdict, NAME, NoAnswer, SideSummary, VersionSummary, version_name};
use crate::tables::cell::{
    Shown, TableCell, essential, estimate, explained, figure, optional, text as word_cell, word,
};
use crate::tables::{median, turn};
use balance_config::scenario::{Margins, OF_CELL};
use balance_inference::judge::key;
use balance_inference::table::{Comparison, ComparisonRow, Configuration, Results};
use unicode_width::UnicodeWidthStr;

/// More rows than this are left to the details.
const ROWS: usize = 24;
/// More sides than this have no columns of their own.
const SIDES: usize = 4;

/// How fair the versions are and whether a change is fairer, what the changes do, and the table of both.
pub fn blocks(results: &Results, versions: &[VersionSummary], trust: &Trust) -> Document {
    let worst = worst(versions);
    let sentence = [
        Some(verdict_of_several(versions, worst)),
        conclusion(results, versions),
        trust.warning(),
    ];
    let mut document = vec![Block::Verdict {
        word: worst.word(),
        tone: worst.tone(),
        sentence: format::joined(sentence),
    }];
    let comparisons = comparisons(results, versions);
    let changes = changes(results, &comparisons).map(|said| (text::label::CHANGES, said));
    let lines: Vec<_> = changes.into_iter().chain(super::stops(results)).collect();
    if !lines.is_empty() {
        document.push(Block::Lines { title: None, lines });
    }
    document.push(Block::Table(table(results, versions, &comparisons)));
    document
}

/// What the changes do that were played; none where nothing is compared.
fn changes(results: &Results, comparisons: &[Comparison]) -> Option<String> {
    let named = |of: &Comparison| results.configurations.iter().find(|each| each.name == of.configuration);
    let all: Vec<(&Configuration, Change)> = (comparisons.iter())
        .filter_map(|of| Some((named(of)?, Change::of_comparison(of, results.scenario.margins))))
        .collect();
    let first = all.first()?.0;
    let confirmed = all
        .iter()
        .filter(|(_, change)| matches!(change, Change::Winner(_) | Change::Length(_)));
    let are_all = |is: fn(&Change) -> bool| all.iter().all(|(_, change)| is(change));
    Some(match (confirmed.count(), &all[..]) {
        (1, [(each, change)]) => {
            let words = change.words(&each.turn_word, change.decimals().unwrap_or(0));
            let effect = match change {
                Change::Winner(..) => text::in_points(&words),
                _ => text::in_typical_games(&words),
            };
            text::change(&version_name(each), &effect)
        }
        (count @ 1.., all) => text::changes(count, all.len()),
        _ if are_all(|change| matches!(change, Change::None)) => text::no_changes(results.scenario.margins),
        _ if are_all(|change| matches!(change, Change::Alike)) => text::changes_alike(first.games),
        _ => text::changes_undecided(first.games),
    })
}

/// The verdict that is the worst of them.
fn worst(versions: &[VersionSummary]) -> BalanceVerdict {
    let rank = |verdict: &BalanceVerdict| match verdict {
        BalanceVerdict::NotFair | BalanceVerdict::TooHard | BalanceVerdict::TooEasy | BalanceVerdict::GoalsMissed => 4,
        BalanceVerdict::Uneven => 3,
        BalanceVerdict::Undecided => 2,
        BalanceVerdict::NoAnswer(_) => 1,
        BalanceVerdict::Fair | BalanceVerdict::Winnable | BalanceVerdict::GoalsMet => 0,
    };
    let verdicts = versions.iter().map(|version| version.verdict);
    verdicts
        .max_by_key(rank)
        .unwrap_or(BalanceVerdict::NoAnswer(NoAnswer::NoGames))
}

fn verdict_of_several(versions: &[VersionSummary], verdict: BalanceVerdict) -> String {
    let same = versions
        .iter()
        .filter(|version| version.verdict.word() == verdict.word());
    let mut scopes = versions.iter().map(|version| text::scope(version.each));
    let scope = scopes.next().filter(|first| scopes.all(|other| other == *first));
    text::verdict_of_several(scope.as_deref(), same.count(), versions.len())
}

/// One row a version: who wins, how long it takes, and what changed.
fn table(results: &Results, versions: &[VersionSummary], comparisons: &[Comparison]) -> Shown {
    let first = &versions[0];
    let turns = &first.each.turn_word;
    let alike = versions.iter().all(|version| version.each.has_sides_of(first.each));
    let by_side = alike && first.sides.len() <= SIDES;
    // Beside as many sides a name takes two lines.
    let narrow = by_side && first.sides.len() == SIDES;
    let rows = VersionRow::of_versions(versions);
    let short = !narrow && rows.iter().all(|row| row.name.width() <= NAME);
    let shown = &rows[..rows.len().min(if short { ROWS } else { ROWS / 2 })];
    let margins = results.scenario.margins;
    let compared = |version: &VersionSummary| {
        let mut all = comparisons.iter();
        all.find(|of| of.configuration == version.each.name)
    };
    let change = |version: &VersionSummary| compared(version).map(|of| Change::of_comparison(of, margins));
    let differ = shown.iter().any(|row| compared(row.version).is_some());
    let word_of = |version: &VersionSummary| version.verdict.word();
    let mixed = versions.iter().any(|version| word_of(version) != word_of(first));
    // As many decimals as the widest interval carries, and as a change needs that is known better on the same deals.
    let changes = shown.iter().filter_map(|row| change(row.version)?.decimals()).max();
    let digits = versions
        .iter()
        .map(VersionSummary::digits)
        .min()
        .max(changes)
        .unwrap_or(0);
    let lengths = shown.iter().filter_map(|row| of_length(compared(row.version)?));
    let (places, counted) = precision_of_lengths(lengths, margins);
    let counted = counted.filter(|_| by_side);
    let sides = first.sides.iter().enumerate().filter(|_| by_side);
    let rates = Rates {
        as_gaps: by_side && needs_gaps(versions),
        digits,
        margins,
    };
    let base = base(results).filter(|_| differ);
    let mut table = Shown::of_rows("summary", text::versions(base.as_deref()), shown)
        .words("version", |row| word_cell(&row.name))
        .column_if(mixed.then_some(word("verdict")), |row| {
            word_cell(word_of(row.version).to_lowercase())
        })
        .columns(
            sides,
            |(_, side)| figure(&side.row.side, "win rate"),
            |row, (at, _)| rates.cell(&row.version.sides[*at], compared(row.version)),
        )
        .column_if((!by_side).then_some(word("largest gap")), |row| {
            optional(row.version.furthest(|_| true), |side| {
                word_cell(text::gap(&side.row.side, side.gap().unwrap_or(0.0)))
            })
        })
        .column(essential(turns, "length of a game"), |row| match (differ, by_side) {
            (false, _) => median(row.version.each),
            (true, true) => length_cell(row.version, compared(row.version), margins, places),
            (true, false) => mean(row.version.each, places),
        })
        .column_if(
            (differ && !by_side).then_some(explained("change", text::LARGEST_CHANGE)),
            |row| optional(change(row.version), |change| word_cell(change.words(turns, digits))),
        )
        .build();
    table.rows = below_their_cells(shown, table.rows, table.heads.len());
    (1 + usize::from(mixed)..table.heads.len())
        .filter(|_| by_side)
        .for_each(|column| align(&mut table.rows, column));
    table.note = note(
        versions,
        &table.rows,
        &rates,
        (by_side, differ, counted),
        versions.len() - shown.len(),
    );
    table
}

/// The rows of versions, each below the cell of the matrix of which it is the first, if it is.
fn below_their_cells(versions: &[VersionRow], rows: Vec<Vec<TableCell>>, columns: usize) -> Vec<Vec<TableCell>> {
    let above = |version: &VersionRow| {
        let blank = std::iter::repeat_with(|| word_cell("")).take(columns - 1);
        Some(
            std::iter::once(word_cell(version.cell.as_ref()?))
                .chain(blank)
                .collect(),
        )
    };
    let rows = versions.iter().zip(rows);
    rows.flat_map(|(version, cells)| above(version).into_iter().chain([cells]))
        .collect()
}

/// The decimals in which confirmed changes of lengths are told, and up to how many turns a game counts where the means shown do not
/// differ by them.
fn precision_of_lengths<'a>(rows: impl Iterator<Item = &'a ComparisonRow>, margins: Margins) -> (usize, Option<u32>) {
    let confirmed = rows.filter(|row| CellChange::of_row(row, margins) == CellChange::Confirmed);
    let confirmed: Vec<&ComparisonRow> = confirmed.collect();
    let decimals = confirmed
        .iter()
        .map(|row| text::decimals_of_change(row.simultaneous.value));
    let places = decimals.max().unwrap_or(1);
    let capped = confirmed.iter().filter(|row| !text::is_of_means(row, places));
    (places, capped.filter_map(|row| row.range).max())
}

/// How the win rates of sides are written.
struct Rates {
    /// Less the fair share of their version, since not all have the same?
    as_gaps: bool,
    digits: usize,
    margins: Margins,
}

impl Rates {
    fn cell(&self, side: &SideSummary, compared: Option<&Comparison>) -> TableCell {
        let mut rows = compared.into_iter().flat_map(Comparison::of_winners);
        let row = rows.find(|row| row.side().is_some_and(|of| key(of) == key(&side.row.side)));
        let change = row.map(|row| {
            let words = || format::points_between(row.other, row.reference, self.digits);
            CellChange::of_row(row, self.margins).mark(words)
        });
        let fair = side.row.fair.filter(|_| self.as_gaps);
        let number = match fair {
            Some(fair) => format::points_only(side.rate.value - fair, self.digits),
            None => format::percent(side.rate.value, self.digits),
        };
        let parts = [Some(number), text::goal_mark_of(side), change];
        estimate(format::joined(parts), side.rate.less(fair.unwrap_or(0.0)))
    }
}

/// What is compared, of win rates less the fair share where the table shows those.
fn comparisons(results: &Results, versions: &[VersionSummary]) -> Vec<Comparison> {
    let mut all = results.comparisons.clone();
    let as_gaps = needs_gaps(versions);
    for of in all.iter_mut().filter(|_| as_gaps) {
        let fair = |name: &str, side: &str| {
            let each = results.configurations.iter().find(|each| each.name == name)?;
            each.sides.iter().find(|row| key(&row.side) == key(side))?.fair
        };
        for row in &mut of.rows {
            let shares = row
                .side()
                .map(|side| [&of.reference, &of.configuration].map(|name| fair(name, side)));
            if let Some([Some(reference), Some(other)]) = shares {
                row.reference -= reference;
                row.other -= other;
                row.simultaneous = row.simultaneous.less(other - reference);
            }
        }
    }
    all
}

/// Do versions or sides differ by a point or more in what is fair?
fn needs_gaps(versions: &[VersionSummary]) -> bool {
    let sides = || versions.iter().flat_map(|version| &version.sides);
    let fair = || sides().filter_map(|side| side.row.fair);
    let apart = fair().fold(0.0, f64::max) - fair().fold(1.0, f64::min);
    sides().any(|side| side.standing().is_some()) && apart >= 0.01
}

fn mean(each: &Configuration, places: usize) -> TableCell {
    let mean = each.lengths.first().filter(|row| row.games > 0).map(|row| row.mean);
    optional(mean, |rate| estimate(format::plain(rate.value, places), rate))
}

fn of_length(compared: &Comparison) -> Option<&ComparisonRow> {
    compared.rows.iter().find(|row| row.measure().is_some())
}

fn length_cell(version: &VersionSummary, compared: Option<&Comparison>, margins: Margins, places: usize) -> TableCell {
    let mut cell = mean(version.each, places);
    if let Some(row) = compared.and_then(of_length) {
        let change = || text::difference_of_length(row, places);
        cell.text = format!("{} {}", cell.text, CellChange::of_row(row, margins).mark(change));
    }
    cell
}

/// Fills marks and changes up, so that the numbers of a column stand below each other.
fn align(rows: &mut [Vec<TableCell>], column: usize) {
    let width = |cell: &TableCell| cell.text.trim_end().split_once(' ').map_or(0, |(_, rest)| rest.width());
    let widest = rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    for cell in rows.iter_mut().map(|row| &mut row[column]) {
        let (number, rest) = cell
            .text
            .trim_end()
            .split_once(' ')
            .unwrap_or((cell.text.trim_end(), ""));
        // A space as wide as a digit, which pages do not fold.
        cell.text = match (number, widest) {
            ("", _) | (_, 0) => number.to_owned(),
            _ => format!("{number} {rest:<widest$}").replace(' ', "\u{2007}"),
        };
    }
}

/// How a number of a version stands to that of the version that it is compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellChange {
    /// By more than the margin, or by an unknown amount; confirmed.
    Confirmed,
    /// Within the margin.
    Not,
    Undecided,
}

impl CellChange {
    fn of_row(row: &ComparisonRow, margins: Margins) -> Self {
        if row.simultaneous.is_within(row.margin(margins)) {
            CellChange::Not
        } else if row.simultaneous.leaves_out_zero() {
            CellChange::Confirmed
        } else {
            CellChange::Undecided
        }
    }

    fn mark(self, change: impl Fn() -> String) -> String {
        match self {
            CellChange::Confirmed => change(),
            CellChange::Not => text::SAME.to_owned(),
            CellChange::Undecided => String::new(),
        }
    }
}

fn note(
    versions: &[VersionSummary],
    rows: &[Vec<TableCell>],
    rates: &Rates,
    (by_side, differ, counted): (bool, bool, Option<u32>),
    left_out: usize,
) -> String {
    let first = versions[0].each;
    let marked = |marks: &[char]| rows.iter().flatten().any(|cell| cell.text.contains(marks));
    let has = |verdict| versions.iter().any(|version| version.verdict == verdict);
    let sides = versions.iter().flat_map(|version| &version.each.sides);
    let fair = common(sides.filter_map(|row| row.fair))
        .filter(|_| has(BalanceVerdict::NotFair) || by_side && !marked(&text::GOALS));
    format::joined([
        rates.as_gaps.then(|| text::GAPS.to_owned()),
        (by_side && versions.iter().any(|version| !shared(version.each).is_empty())).then(|| text::TOGETHER.to_owned()),
        fair.map(text::fair_share),
        has(BalanceVerdict::NotFair).then(text::not_fair),
        has(BalanceVerdict::Uneven).then(text::uneven),
        marked(&text::GOALS).then(|| text::GOAL_MARKS.to_owned()),
        (by_side && versions.iter().any(|version| super::unwon(version.each).is_some()))
            .then(|| text::NOBODY.to_owned()),
        Some(text::lengths(&first.turn_word, differ)),
        turn(first),
        (differ && by_side).then(|| text::CHANGES.to_owned()),
        counted.map(|most| text::counted_changes(&first.turn_word, most)),
        (differ && !by_side).then(|| text::LARGEST_CHANGE.to_owned()),
        (left_out > 0).then(|| text::versions_left_out(left_out)),
    ])
}

struct VersionRow<'v> {
    version: &'v VersionSummary<'v>,
    /// What is written above it: the cell of the matrix of which it is the first of several.
    cell: Option<String>,
    name: String,
}

impl<'v> VersionRow<'v> {
    fn of_versions(versions: &'v [VersionSummary<'v>]) -> Vec<Self> {
        let row = |(at, version): (usize, &'v VersionSummary<'v>)| {
            let each = version.each;
            let name = version_name(each);
            let same = |other: Option<&VersionSummary>| other.is_some_and(|other| other.each.cell == each.cell);
            let (above, below) = (same(versions[..at].last()), same(versions.get(at + 1)));
            match name.split_once(OF_CELL) {
                Some((cell, arm)) if !each.cell.is_empty() && (above || below) => VersionRow {
                    version,
                    cell: (!above).then(|| cell.to_owned()),
                    name: text::variant(arm),
                },
                _ => VersionRow {
                    version,
                    cell: None,
                    name,
                },
            }
        };
        versions.iter().enumerate().map(row).collect()
    }
}

/// What a change does: the largest that is confirmed of who wins, or else of the length.
enum Change<'r> {
    /// A win rate moves.
    Winner(&'r ComparisonRow),
    /// Games take longer, or not as long.
    Length(&'r ComparisonRow),
    /// Nothing moves by more than the margin.
    None,
    Alike,
    Undecided,
}

impl<'r> Change<'r> {
    fn of_comparison(comparison: &'r Comparison, margins: Margins) -> Self {
        let winners = comparison.of_winners();
        let by_size = |row: &&ComparisonRow| (row.simultaneous.value.abs() * 1e9) as u64;
        let stays = |row: &ComparisonRow| CellChange::of_row(row, margins) == CellChange::Not;
        let moves = |row: &&ComparisonRow| CellChange::of_row(row, margins) == CellChange::Confirmed;
        let length = comparison.rows.iter().find(|row| row.measure().is_some());
        if let Some(row) = winners.clone().filter(moves).max_by_key(by_size) {
            return Change::Winner(row);
        }
        match length {
            Some(row) if moves(&row) => Change::Length(row),
            _ if winners.clone().next().is_some() && winners.chain(length).all(stays) => Change::None,
            _ if comparison.is_all_alike() => Change::Alike,
            _ => Change::Undecided,
        }
    }

    /// Decimals in which a change of a win rate is written.
    fn decimals(&self) -> Option<usize> {
        match self {
            Change::Winner(row) => Some(format::decimals(row.simultaneous)),
            _ => None,
        }
    }

    /// What it does; a win rate in so many decimals.
    fn words(&self, turns: &str, digits: usize) -> String {
        match self {
            Change::Winner(row) => text::change_of_winner(row, digits),
            Change::Length(row) => text::change_of_length(turns, row),
            Change::None => text::NO_CHANGE.to_owned(),
            Change::Alike => text::NOTHING_DIFFERS.to_owned(),
            Change::Undecided => text::UNDECIDED.to_owned(),
        }
    }
}

/// What follows from the changes of rules that were played; none where there are none.
fn conclusion(results: &Results, versions: &[VersionSummary]) -> Option<String> {
    rule_changes(results).next()?;
    if versions.iter().any(|version| goals_of_winners(version.each)) {
        let met: Vec<String> = versions
            .iter()
            .filter(|version| version.verdict == BalanceVerdict::GoalsMet)
            .map(|version| version_name(version.each))
            .collect();
        return Some(text::goals_met_by(&met));
    }
    Some(text::fairest(&Fairness::of_run(results), base(results).as_deref()))
}

/// What all changes of rules are compared with, without its cell of the matrix; none where that differs.
fn base(results: &Results) -> Option<String> {
    let mut bases = rule_changes(results).map(|(_, before)| {
        let arm = before.name.split_once(OF_CELL).filter(|_| !before.cell.is_empty());
        arm.map_or_else(|| version_name(before), |(_, arm)| arm.to_owned())
    });
    let first = bases.next()?;
    bases.all(|other| other == first).then_some(first)
}
