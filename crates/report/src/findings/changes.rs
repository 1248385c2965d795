//! What does each change do, and which setting of a matrix moves who wins most?

use std::collections::BTreeSet;

use super::kind::{ChangeEffect, ChangeFact};
use super::{Finding, FindingKind, Sample, Severity, Tells, robustness, sample, tells};
use crate::format;
use crate::metrics::{self, words_of_row};
use balance_inference::judge::Family;
use balance_inference::table::{
    Comparison, ComparisonRow, Configuration, DifferenceVerdict, Results, Shows, Swing, swings,
};

/// With more changes than this they are counted, not described one by one.
const FEW: usize = 6;

/// What each change does; each statement about another bot is as sure as `confidence`.
pub fn find(results: &Results, confidence: f64) -> Vec<Finding> {
    let all = results.comparisons.iter().filter(|each| is_telling(each, results));
    let (all, others): (Vec<&Comparison>, Vec<&Comparison>) = all.partition(|each| {
        let pair = robustness::pair(each, results);
        pair.is_some_and(|(before, after)| after.has_sides_of(before))
    });
    let mut found: Vec<Finding> = (others.into_iter().take(1))
        .map(|each| of_change(each, results, ChangeFact::OtherSides, 1.0))
        .collect();
    if all.len() > FEW {
        found.extend(several(&all, results, confidence));
    } else {
        found.extend(all.into_iter().map(|each| of_one(each, results, confidence)));
    }
    found
}

/// Is it a change at a table of the same size, and do both of its configurations say something of the game? More players
/// are no change of its rules, and who wins more often among them is no news.
fn is_telling(each: &Comparison, results: &Results) -> bool {
    let Some((one, other)) = robustness::pair(each, results) else {
        return false;
    };
    let silent = [Tells::Nothing, Tells::Random];
    one.players == other.players && [one, other].iter().all(|of| !silent.contains(&tells(of)))
}

/// A deal in which who wins differs with the change; without one, the longest game under the change.
fn differing(each: &Comparison, results: &Results) -> Option<Sample> {
    let (reference, configuration) = robustness::pair(each, results)?;
    let longest = || sample::find(configuration, Shows::Longest, "", "");
    each.won_otherwise
        .map(|game| Sample::of_difference(configuration, game, &reference.name))
        .or_else(longest)
}

/// All that is confirmed to be different: the win rate that differs most, the length, then the others, the largest first. What
/// has the figures of something before it is left out.
fn effects(each: &Comparison, results: &Results) -> Vec<ChangeEffect> {
    let rows = each.distinct().map(|(row, _)| row);
    let mut rows: Vec<&ComparisonRow> = rows.filter(|row| row.verdict == DifferenceVerdict::Different).collect();
    let winner = largest(each, Some(DifferenceVerdict::Different)).map(|row| &row.metric);
    let class = |row: &ComparisonRow| match row {
        row if Some(&row.metric) == winner => 0,
        row if row.measure().is_some() => 1,
        row if row.side().is_some() => 2,
        _ => 3,
    };
    rows.sort_by(|a, b| {
        let size = |row: &ComparisonRow| row.difference.value.abs();
        class(a).cmp(&class(b)).then(size(b).total_cmp(&size(a)))
    });
    rows.into_iter().map(|row| effect(row, results)).collect()
}

fn effect(row: &ComparisonRow, results: &Results) -> ChangeEffect {
    ChangeEffect {
        metric: row.side().map_or_else(|| words_of_row(row, results), format::side),
        is_share: row.measure().is_none(),
        from: row.reference,
        to: row.other,
        difference: row.simultaneous,
    }
}

/// The win rate that differs most, of those with this verdict.
fn largest(each: &Comparison, verdict: Option<DifferenceVerdict>) -> Option<&ComparisonRow> {
    let rows = each.rows.iter().filter(|row| row.side().is_some());
    let rows = rows.filter(|row| verdict.is_none_or(|verdict| row.verdict == verdict));
    rows.max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()))
}

fn of_change(each: &Comparison, results: &Results, fact: ChangeFact, size: f64) -> Finding {
    let kind = FindingKind::Change {
        fact,
        configuration: each.configuration.clone(),
        reference: each.reference.clone(),
    };
    Finding {
        sample: differing(each, results),
        ..Finding::new(Severity::Change, kind, size)
    }
}

fn of_one(each: &Comparison, results: &Results, confidence: f64) -> Finding {
    let effects = effects(each, results);
    if !effects.is_empty() {
        let winner = largest(each, Some(DifferenceVerdict::Different));
        let size = winner.map_or(0.0, |row| row.difference.value.abs());
        let others = winner.map(|row| robustness::on_change(each, row, results, confidence));
        return Finding {
            others: others.unwrap_or_default(),
            ..of_change(each, results, ChangeFact::Different(effects), 2.0 + size)
        };
    }
    match largest(each, None).filter(|_| !each.rates_equal()) {
        Some(row) => of_change(each, results, ChangeFact::Undecided(effect(row, results)), 1.1),
        None => Finding {
            others: robustness::on_no_change(each, results, confidence),
            ..of_change(each, results, ChangeFact::Same(results.scenario.margins.share), 1.2)
        },
    }
}

fn several(all: &[&Comparison], results: &Results, confidence: f64) -> Vec<Finding> {
    let different = Some(DifferenceVerdict::Different);
    let changed = all.iter().filter_map(|each| Some((*each, largest(each, different)?)));
    let most = changed
        .clone()
        .max_by(|a, b| a.1.difference.value.abs().total_cmp(&b.1.difference.value.abs()));
    let kind = FindingKind::Changes {
        different: changed.count(),
        same: all.iter().filter(|each| each.rates_equal()).count(),
        of: all.len(),
        within: results.scenario.margins.share,
    };
    let count = Finding {
        sample: differing(all[0], results),
        ..Finding::new(Severity::Change, kind, 3.0)
    };
    let largest = most.map(|(each, row)| Finding {
        others: robustness::on_change(each, row, results, confidence),
        ..of_change(each, results, ChangeFact::Largest(effect(row, results)), 2.0)
    });
    std::iter::once(count).chain(largest).collect()
}

/// A setting that moves a win rate by less is not worth a finding.
const SETTING_MARGIN: f64 = 0.02;

/// The setting that is confirmed to move a win rate, and moves one most.
pub fn strongest_setting(results: &Results) -> Option<Finding> {
    let all = results.configurations.iter();
    let all: Vec<&Configuration> = all.filter(|each| tells(each) == Tells::Balance).collect();
    let keys = 0..all.first()?.cell.len();
    let settings: Vec<usize> = keys.filter(|key| !moves_players(&all, *key)).collect();
    let moves = swings(&all, &settings, Family::Settings.error());
    let most = moves.iter().max_by(|a: &&Swing, b| a.by.value.total_cmp(&b.by.value))?;
    let kind = FindingKind::Sensitivity {
        setting: most.key.to_owned(),
        side: most.side.to_owned(),
        low: (most.low.value.to_owned(), most.low.rate),
        high: (most.high.value.to_owned(), most.high.rate),
        by: most.by,
    };
    (most.by.lo > SETTING_MARGIN).then(|| Finding {
        sample: most_of(&all, most.key, most.high.value, most.side)
            .and_then(|each| sample::find(each, Shows::Side, most.side, "")),
        ..Finding::new(Severity::Change, kind, 3.0 + most.by.value)
    })
}

/// Does the number of players depend on this key? That is another table, not a setting of the game.
fn moves_players(all: &[&Configuration], key: usize) -> bool {
    let players = |value: &str| -> BTreeSet<u32> {
        let with = all
            .iter()
            .filter(|each| each.cell.get(key).is_some_and(|cell| cell.1 == value));
        with.map(|each| each.players).collect()
    };
    let values: BTreeSet<&str> = all
        .iter()
        .filter_map(|each| Some(each.cell.get(key)?.1.as_str()))
        .collect();
    let sets: BTreeSet<BTreeSet<u32>> = values.into_iter().map(players).collect();
    sets.len() > 1
}

/// The configuration with this value in which the side wins most.
fn most_of<'r>(all: &[&'r Configuration], key: &str, value: &str, side: &str) -> Option<&'r Configuration> {
    let rate = |each: &Configuration| metrics::side(each, side).map_or(0.0, |row| row.win_rate.value);
    let with = |each: &&Configuration| each.cell.iter().any(|cell| cell.0 == key && cell.1 == value);
    let all = all.iter().copied();
    all.filter(with).max_by(|a, b| rate(a).total_cmp(&rate(b)))
}
