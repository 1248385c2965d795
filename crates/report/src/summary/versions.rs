//! What several versions of a game say: the verdict on the first, what each change does, and whether one is fairer.

use super::text;
use super::verdict::{BalanceVerdict, VersionSummary};
use super::verdict_block;
use crate::document::{Block, Document, Tone};
use crate::findings::{Direction, Standing, sure_of_others};
use crate::format;
use crate::metrics::short_name;
use crate::tables::cell::{Shown, TableCell, estimate, explained, figure, number, optional, text as word_cell, word};
use balance_analysis::scenario::OF_CELL;
use balance_analysis::table::{
    Comparison, ComparisonRow, Configuration, DifferenceVerdict, Rate, Results, SideRow, joint,
};
use unicode_width::UnicodeWidthStr;

/// More rows than this are left to the details.
const ROWS: usize = 24;
/// A longer name is broken into lines.
const NAME: usize = 22;
/// More sides than this have no columns of their own.
const SIDES: usize = 3;

/// The verdict, the table of versions, and what follows from it.
pub fn blocks(results: &Results, versions: &[VersionSummary]) -> Document {
    let is_change = |version: &VersionSummary| comparison(results, version.each).is_some();
    let references: Vec<&VersionSummary> = versions.iter().filter(|version| !is_change(version)).collect();
    let mut document = vec![match &references[..] {
        [only] if versions.len() > 1 => {
            let scope = text::scope_in(&text::scope(only.each), &name(only.each));
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
        .map(|version| name(version.each))
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
        tone: match worst {
            BalanceVerdict::Fair | BalanceVerdict::GoalsMet => Tone::Good,
            BalanceVerdict::NotFair | BalanceVerdict::GoalsMissed => Tone::Bad,
            _ => Tone::Open,
        },
        sentence: text::verdict_of_several(&scope, &same, versions.len()),
    }
}

/// One row a version: who wins, how long it takes, and what changed.
fn table(results: &Results, versions: &[VersionSummary]) -> Shown {
    let names: Vec<String> = versions.iter().map(|version| name(version.each)).collect();
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

/// A version by its values in the matrix, without the tables of their rules, and by its variant.
pub fn name(each: &Configuration) -> String {
    if each.cell.is_empty() || each.name.width() <= NAME {
        return each.name.clone();
    }
    let value = |(key, value): &(String, String)| {
        let rule = key.rsplit_once('.').map_or(key.as_str(), |(_, rule)| rule);
        format!("{rule} {value}")
    };
    let cell: Vec<String> = each.cell.iter().map(value).collect();
    let arm = each.name.split_once(OF_CELL).map(|(_, arm)| arm.to_owned());
    let parts: Vec<String> = std::iter::once(cell.join(", ")).chain(arm).collect();
    parts.join(OF_CELL)
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

/// How far the sides of a version are from their fair shares.
#[derive(Clone, Copy, Debug)]
pub struct LargestGap {
    /// The largest that was observed.
    pub value: f64,
    /// It is at least this.
    pub least: f64,
    /// And at most this; both hold for all versions at once.
    pub most: f64,
}

impl LargestGap {
    /// That of rates with their fair shares; none without sides.
    fn of_rates<'r>(sides: impl Iterator<Item = &'r SideRow>, rate: impl Fn(&SideRow) -> Rate) -> Option<Self> {
        let gaps = sides.filter_map(|row| {
            let (fair, rate) = (row.fair?, rate(row));
            Some(LargestGap {
                value: (rate.value - fair).abs(),
                least: (rate.lo - fair).max(fair - rate.hi).max(0.0),
                most: (rate.hi - fair).max(fair - rate.lo),
            })
        });
        gaps.reduce(|a, b| LargestGap {
            value: a.value.max(b.value),
            least: a.least.max(b.least),
            most: a.most.max(b.most),
        })
    }

    fn of_configuration(results: &Results, each: &Configuration) -> Option<Self> {
        LargestGap::of_rates(each.sides.iter(), |row| joint(results, each, row))
    }

    /// Is this one confirmed to be smaller?
    fn is_below(self, other: Self) -> bool {
        self.most < other.least
    }
}

/// A change that is confirmed to be fairer than what it is compared with.
pub struct Fairer<'r> {
    /// With the change.
    pub each: &'r Configuration,
    /// Its largest gap.
    pub gap: LargestGap,
    /// What it was before.
    pub before: LargestGap,
    /// What other bots say.
    pub elsewhere: Elsewhere<'r>,
}

/// What other bots say to a change that is fairer.
#[derive(Default)]
pub struct Elsewhere<'r> {
    /// Bots with which it is fairer, too.
    pub same: Vec<&'r str>,
    /// Bots with which it is less fair.
    pub opposite: Vec<&'r str>,
    /// Bots with which that is undecided.
    pub undecided: Vec<&'r str>,
}

impl<'r> Elsewhere<'r> {
    fn of_change(results: &Results, each: &'r Configuration, before: &Configuration) -> Self {
        let confidence = sure_of_others(results);
        let gap = |other: &Configuration| {
            LargestGap::of_rates(other.sides.iter(), |row| row.win_rate_at(other.sampling(), confidence))
        };
        let mut all = Elsewhere::default();
        for other in &each.others {
            let Some(was) = before.others.iter().find(|was| was.name == other.name) else {
                continue;
            };
            let bots = match (gap(other), gap(was)) {
                (Some(is), Some(was)) if is.is_below(was) => &mut all.same,
                (Some(is), Some(was)) if was.is_below(is) => &mut all.opposite,
                _ => &mut all.undecided,
            };
            bots.push(&other.name);
        }
        all
    }
}

/// Every change of rules with what it is compared with. Who plays is no rule.
fn rule_changes(results: &Results) -> impl Iterator<Item = (&Configuration, &Configuration)> {
    let named = |name: &str| results.configurations.iter().find(|each| each.name == name);
    let pairs = results.comparisons.iter();
    pairs
        .filter_map(move |of| Some((named(&of.configuration)?, named(&of.reference)?)))
        .filter(|(each, before)| each.has_bots_of(before))
}

/// Changes that are confirmed to be fairer, the fairest first.
pub fn fairer(results: &Results) -> Vec<Fairer<'_>> {
    let mut all: Vec<Fairer> = rule_changes(results)
        .filter_map(|(each, before)| {
            let gap = LargestGap::of_configuration(results, each)?;
            let was = LargestGap::of_configuration(results, before)?;
            gap.is_below(was).then(|| Fairer {
                each,
                gap,
                before: was,
                elsewhere: Elsewhere::of_change(results, each, before),
            })
        })
        .collect();
    all.sort_by(|a, b| a.gap.value.total_cmp(&b.gap.value));
    all
}

/// What follows from the changes that were played.
fn conclusion(results: &Results, versions: &[VersionSummary]) -> String {
    let has_goals = versions
        .iter()
        .any(|version| version.sides.iter().any(|side| side.standing().is_none()));
    if has_goals {
        let met: Vec<String> = versions
            .iter()
            .filter(|version| version.verdict == BalanceVerdict::GoalsMet)
            .map(|version| name(version.each))
            .collect();
        return text::goals_met_by(&met);
    }
    if versions
        .iter()
        .all(|version| matches!(version.verdict, BalanceVerdict::NoAnswer(_)))
    {
        return text::NO_CONCLUSION.to_owned();
    }
    text::fairer(&fairer(results), rule_changes(results).count())
}

/// The mark of a side that is off.
pub fn mark_of(standing: Standing) -> &'static str {
    match standing {
        Standing::Beyond(Direction::More) => " ▲",
        Standing::Beyond(Direction::Less) => " ▼",
        _ => "",
    }
}
