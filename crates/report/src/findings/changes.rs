//! What does each change do, and which setting of a matrix moves who wins most?

use std::collections::BTreeSet;

use super::super::format;
use super::super::metrics::words_of_row;
use super::{
    Deals, Finding, FindingClaim, FindingKind, Sample, Severity, Strength, Tells, forecast, reproduce, robustness,
};
use balance_analysis::judge::Family;
use balance_analysis::table::{
    Comparison, ComparisonRow, Configuration, DifferenceVerdict, Results, Shows, Swing, swings,
};

/// With more changes than this they are counted, not told one by one.
const FEW: usize = 6;
const METHOD: &str = "Differences game by game on the same deals; their interval as a mean of values in a known range, \
                      corrected for all rows of all comparisons, leaves out zero (different) or lies within the margin \
                      (equal).";

/// What each change does; each statement about another bot is as sure as `confidence`.
pub fn find(results: &Results, confidence: f64) -> Vec<Finding> {
    let all = results.comparisons.iter().filter(|each| tells(each, results));
    let (all, others): (Vec<&Comparison>, Vec<&Comparison>) = all.partition(|each| {
        let pair = robustness::pair(each, results);
        pair.is_some_and(|(before, after)| after.has_sides_of(before))
    });
    let mut found: Vec<Finding> = other_sides(&others, results).into_iter().collect();
    if all.len() > FEW {
        let told: Vec<&Comparison> = all.into_iter().filter(|each| !at_random(each, results)).collect();
        found.extend(several(&told, results, confidence));
    } else {
        found.extend(all.into_iter().map(|each| judge(each, results, confidence)));
    }
    found
}

/// Is it a change at a table of the same size, and do both of its configurations tell something of the game? More players
/// are no change of its rules, and who wins more often among them is no news.
fn tells(each: &Comparison, results: &Results) -> bool {
    let Some((one, other)) = robustness::pair(each, results) else {
        return false;
    };
    let tells = [one, other].map(super::tells);
    one.players == other.players
        && tells.iter().all(|each| *each != Tells::Nothing)
        && (tells[0] == Tells::Random) == (tells[1] == Tells::Random)
}

/// Are both of its configurations played by random moves?
fn at_random(each: &Comparison, results: &Results) -> bool {
    let named = |of: &&Configuration| of.name == each.configuration || of.name == each.reference;
    results
        .configurations
        .iter()
        .filter(named)
        .all(super::limitations::only_random)
}

/// A deal in which who wins differs with the change; without one, the longest game under the change.
fn differing(each: &Comparison, results: &Results) -> Option<Sample> {
    let (name, reference) = (&each.configuration, &each.reference);
    let configuration = results.configurations.iter().find(|of| of.name == *name);
    // Where bots rotate, deals are compared as a whole: in which of its games others win is not known.
    let which = match configuration.map_or(1, |each| each.rotations) {
        0 | 1 => String::new(),
        count => format!(", in one at least of its rotations, --rotation 0 to {}", count - 1),
    };
    let shows = format!("the first in which who wins differs from “{reference}”{which}");
    let longest = || reproduce::sample(configuration?, Shows::Longest, "", "");
    each.won_otherwise
        .map(|game| reproduce::numbered(name, game, &shows))
        .or_else(longest)
}

/// The largest difference of a win rate that is shown to be one.
fn largest(each: &Comparison) -> Option<&ComparisonRow> {
    let different = each
        .rows
        .iter()
        .filter(|row| row.verdict == DifferenceVerdict::Different && is_rate(row));
    different.max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()))
}

fn is_rate(row: &ComparisonRow) -> bool {
    row.side().is_some()
}

/// Is the difference shown to be smaller than what counts as equal?
fn small(row: &ComparisonRow, margin: f64) -> bool {
    row.simultaneous.lo >= -margin && row.simultaneous.hi <= margin
}

fn judge(each: &Comparison, results: &Results, confidence: f64) -> Finding {
    let margin = results.scenario.margins.share;
    let within = format!("{} points", format::plain(100.0 * margin, 1));
    let (name, reference) = (&each.configuration, &each.reference);
    let same_bots = robustness::pair(each, results).is_none_or(|(before, after)| before.has_bots_of(after));
    let (change, changes, of) = subject(each, results);
    // What a change does to random moves says little of what it does to the game.
    let (weight, how) = if at_random(each, results) {
        (Severity::Notice, "By random moves: ")
    } else {
        (Severity::Change, "")
    };
    let finding = |headline: String, evidence: String, size: f64, strength: Strength| Finding {
        headline: format!("{how}{headline}"),
        evidence,
        method: METHOD,
        sample: differing(each, results),
        ..Finding::new(
            weight,
            FindingKind::Change {
                configuration: name.clone(),
                reference: reference.clone(),
            },
            size,
            strength,
        )
    };
    let length = length_words(each, results) + &ending_words(each, results);
    let others = match largest(each) {
        Some(row) => robustness::on_change(each, row, results, confidence),
        None if each.rates_equal() => robustness::on_no_change(each, results, confidence),
        None => Vec::new(),
    };
    let seen = robustness::seen_with_others(each, largest(each).and_then(ComparisonRow::side), results, confidence);
    let alike = all_alike(each);
    let moves = largest(each).is_some();
    let claim = (same_bots && !at_random(each, results) && (moves || each.rates_equal()))
        .then_some(FindingClaim::Change { moves, within: margin });
    let finding = |headline: String, evidence: String, size: f64, strength: Strength| Finding {
        claim: claim.clone(),
        others: others.clone(),
        ..finding(headline, evidence, size, strength)
    };
    match largest(each) {
        Some(row) if small(row, margin) => finding(
            format::capital(&format!(
                "{change} {changes} who wins, compared with {of}, but by less than {within}."
            )),
            format!("{}{}{length}{seen}", evidence(row), also(each, row, results)),
            1.0 + row.difference.value.abs(),
            Strength::Clear,
        ),
        Some(row) => {
            let rate = row.simultaneous;
            let certain = rate.lo.max(-rate.hi) > rate.hi - rate.lo;
            finding(
                format::capital(&format!("{change} {changes} who wins, compared with {of}.")),
                format!("{}{}{length}{seen}", evidence(row), also(each, row, results)),
                2.0 + row.difference.value.abs(),
                if certain { Strength::Certain } else { Strength::Clear },
            )
        }
        None if each.rates_equal() => finding(
            format!("“{name}” and “{reference}” are shown to be equal in who wins."),
            format!("Every difference lies within {within}.{alike}{length}{seen}"),
            1.2,
            Strength::Clear,
        ),
        None => finding(
            format!("Whether {change} {changes} who wins, compared with {of}, is not settled yet."),
            format!(
                "No difference is shown, nor that all lie within {within}.{alike}{}{length}{seen}",
                super::more(deals(each), times(each, margin))
            ),
            1.1,
            Strength::Open,
        ),
    }
}

/// What changes who wins, its verb, and what it is compared with.
fn subject(each: &Comparison, results: &Results) -> (String, &'static str, String) {
    let (name, reference) = (&each.configuration, &each.reference);
    // Where the rules are the same it is no change of the game.
    let bots_alone =
        |(before, after): (&Configuration, &Configuration)| before.rules == after.rules && !before.has_bots_of(after);
    if robustness::pair(each, results).is_some_and(bots_alone) {
        (
            format!("the bots of “{name}”"),
            "change",
            format!("those of “{reference}”"),
        )
    } else {
        (format!("“{name}”"), "changes", format!("“{reference}”"))
    }
}

/// That in every deal all that is compared was the same, where it was.
fn all_alike(each: &Comparison) -> String {
    match each.pairs {
        _ if !each.is_all_alike() => String::new(),
        1 => " In the one deal all that is compared was the same.".to_owned(),
        pairs => format!(
            " In each of {} deals all that is compared was the same.",
            format::count(pairs)
        ),
    }
}

fn deals(each: &Comparison) -> Deals {
    Deals {
        count: each.pairs,
        rotations: each.rotations,
    }
}

/// How many times as many games would show that there is a difference, or that all lie within the margin.
fn times(each: &Comparison, margin: f64) -> f64 {
    let rates = || each.rows.iter().filter(|row| is_rate(row)).map(|row| row.simultaneous);
    // A difference of more than the margin is shown once its interval leaves zero, which is sooner.
    if rates().any(|rate| rate.value.abs() > margin) {
        let larger = rates().filter(|rate| rate.value.abs() > margin);
        larger
            .map(|rate| forecast::times((rate.hi - rate.lo) / 2.0, rate.value, 0.0))
            .fold(f64::INFINITY, f64::min)
    } else if each.is_all_alike() {
        // Where no deal went otherwise the intervals narrow as the number of deals grows, not as its root, and chance moves nothing.
        rates()
            .map(|rate| (rate.hi - rate.lo) / 2.0 / margin)
            .fold(0.0, f64::max)
    } else {
        forecast::times_of_all(rates().map(|rate| (rate, 0.0)), margin)
    }
}

fn evidence(row: &ComparisonRow) -> String {
    let side = row.side().unwrap_or_default();
    format!(
        "Side “{side}”: {} points, from {} to {}.",
        format::points(row.simultaneous),
        format::percent(row.reference, 1),
        format::percent(row.other, 1)
    )
}

/// The other sides, or of endings the others, that are shown to be different.
fn also(each: &Comparison, but: &ComparisonRow, results: &Results) -> String {
    let of_kind =
        |row: &&ComparisonRow| (row.side().is_some(), row.is_of_ending()) == (but.side().is_some(), but.is_of_ending());
    let shown = |row: &&ComparisonRow| row.verdict == DifferenceVerdict::Different && row.metric != but.metric;
    let name = |row: &ComparisonRow| {
        let words = row.side().map_or_else(|| words_of_row(row, results), str::to_owned);
        format!("{words} {}", format::points_only(row.simultaneous.value, 1))
    };
    let rows = each.distinct().map(|(row, _)| row);
    let others: Vec<String> = rows.filter(of_kind).filter(shown).map(name).collect();
    if others.is_empty() {
        String::new()
    } else {
        format!(" Also different, in points: {}.", others.join(", "))
    }
}

fn length_words(each: &Comparison, results: &Results) -> String {
    let Some(row) = each.rows.iter().find(|row| row.measure().is_some()) else {
        return String::new();
    };
    let margins = results.scenario.margins;
    let word = row.measure().unwrap_or_default();
    match row.verdict {
        DifferenceVerdict::Different => {
            let small = if small(row, row.margin(margins)) {
                ", within the margin"
            } else {
                ""
            };
            format!(
                " Mean length: {} {word}{small}.",
                format::signed(row.simultaneous, 1.0, 2)
            )
        }
        DifferenceVerdict::Equal => " Length is equal.".to_owned(),
        DifferenceVerdict::Undecided => String::new(),
    }
}

/// The ending whose share changes most, of those that are shown to.
fn ending_words(each: &Comparison, results: &Results) -> String {
    // What is told of a side need not be told again.
    let shown = each
        .distinct()
        .map(|(row, _)| row)
        .filter(|row| row.is_of_ending() && row.verdict == DifferenceVerdict::Different);
    let most = shown.max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()));
    most.map_or_else(String::new, |row| {
        let (from, to) = (format::percent(row.reference, 1), format::percent(row.other, 1));
        let words = words_of_row(row, results);
        format!(
            " {}: {} points, from {from} to {to}.{}",
            format::capital(&words),
            format::points(row.simultaneous),
            also(each, row, results)
        )
    })
}

/// Many changes: how many do something, and which most.
fn several(all: &[&Comparison], results: &Results, confidence: f64) -> Vec<Finding> {
    [
        different(all, results, confidence),
        equal(all, results),
        undecided(all, results),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Of many changes, those with this verdict, shown by a game of one of them.
fn of_changes(
    results: &Results,
    verdict: DifferenceVerdict,
    shown: &Comparison,
    headline: String,
    evidence: String,
    size: f64,
) -> Finding {
    let strength = match verdict {
        DifferenceVerdict::Undecided => Strength::Open,
        DifferenceVerdict::Different | DifferenceVerdict::Equal => Strength::Clear,
    };
    Finding {
        headline,
        evidence,
        method: METHOD,
        sample: differing(shown, results),
        ..Finding::new(Severity::Change, FindingKind::Changes(verdict), size, strength)
    }
}

/// Those that change who wins.
fn different(all: &[&Comparison], results: &Results, confidence: f64) -> Option<Finding> {
    let (of, margin) = (all.len(), results.scenario.margins.share);
    let changed: Vec<_> = all
        .iter()
        .filter_map(|each| largest(each).map(|row| (each, row)))
        .collect();
    let most = changed
        .iter()
        .max_by(|a, b| a.1.difference.value.abs().total_cmp(&b.1.difference.value.abs()));
    let (each, row) = most?;
    let small = match changed.iter().filter(|(_, row)| small(row, margin)).count() {
        0 => String::new(),
        count => {
            let these = if changed.len() == 1 {
                String::new()
            } else {
                format!("{count} of them ")
            };
            format!(", {these}by less than {} points", format::plain(100.0 * margin, 1))
        }
    };
    let others = robustness::on_change(each, row, results, confidence);
    let told = of_changes(
        results,
        DifferenceVerdict::Different,
        each,
        format!(
            "{} of {of} changes {} who wins{small}.",
            changed.len(),
            if changed.len() == 1 { "alters" } else { "alter" }
        ),
        format!(
            "Most: “{}” against “{}”. {}{}",
            each.configuration,
            each.reference,
            evidence(row),
            robustness::seen_with_others(each, row.side(), results, confidence)
        ),
        2.0 + row.difference.value.abs(),
    );
    let claim = Some(FindingClaim::Change {
        moves: true,
        within: margin,
    });
    Some(Finding { claim, others, ..told })
}

/// Those that are shown to change nothing.
fn equal(all: &[&Comparison], results: &Results) -> Option<Finding> {
    let (of, margin) = (all.len(), results.scenario.margins.share);
    let equal: Vec<&&Comparison> = all.iter().filter(|each| each.rates_equal()).collect();
    let first = equal.first()?;
    let named: Vec<String> = equal
        .iter()
        .take(4)
        .map(|each| format!("“{}”", each.configuration))
        .collect();
    let rest = equal.len().saturating_sub(4);
    let rest = if rest > 0 {
        format!(" and {rest} more")
    } else {
        String::new()
    };
    Some(of_changes(
        results,
        DifferenceVerdict::Equal,
        first,
        format!(
            "{} of {of} changes {} shown to be equal in who wins.",
            equal.len(),
            if equal.len() == 1 { "is" } else { "are" }
        ),
        format!(
            "{}{rest}: every difference lies within {} points.",
            named.join(", "),
            format::plain(100.0 * margin, 1)
        ),
        1.2,
    ))
}

/// Those of which it is open.
fn undecided(all: &[&Comparison], results: &Results) -> Option<Finding> {
    let of = all.len();
    let open: Vec<&&Comparison> = all
        .iter()
        .filter(|each| largest(each).is_none() && !each.rates_equal())
        .collect();
    let first = open.first()?;
    let open = open.len();
    Some(of_changes(
        results,
        DifferenceVerdict::Undecided,
        first,
        format!(
            "For {open} of {of} changes it is not settled yet whether {} who wins.",
            if open == 1 { "it alters" } else { "they alter" }
        ),
        "Their intervals hold zero and reach across the margin; more games would tell.".to_owned(),
        1.1,
    ))
}

/// That who wins cannot be compared, where a change makes other sides of the players.
pub(super) fn other_sides(apart: &[&Comparison], results: &Results) -> Option<Finding> {
    let first = apart.first()?;
    let (before, after) = robustness::pair(first, results)?;
    let sides = |each: &Configuration| {
        let playing = each.sides.iter().filter(|row| row.fair.is_some());
        format::join_and(&playing.map(|row| row.side.clone()).collect::<Vec<_>>())
    };
    let more = match apart.len() - 1 {
        0 => String::new(),
        1 => " So it is with one other change.".to_owned(),
        more => format!(" So it is with {more} other changes."),
    };
    Some(Finding {
        headline: format!(
            "Who wins in “{}” cannot be compared with “{}”: other sides play there.",
            first.configuration, first.reference
        ),
        evidence: format!("{} there, {} here.{more}", sides(after), sides(before)),
        method: "What the rules of both say.",
        ..Finding::new(
            Severity::Notice,
            FindingKind::OtherSides {
                configuration: first.configuration.clone(),
                reference: first.reference.clone(),
            },
            1.0,
            Strength::Exact,
        )
    })
}

/// A setting that moves a win rate by less is not worth a finding.
const SETTING_MARGIN: f64 = 0.02;
const SETTING_METHOD: &str = "Mean gap to the fair share over all configurations with each value of the key; the difference between \
                      the highest and the lowest, its interval from those of the win rates, arms added in squares, \
                      corrected for all keys, sides and pairs of values, as if every configuration had its own deals.";

pub fn strongest_setting(results: &Results) -> Option<Finding> {
    let all: Vec<&Configuration> = results
        .configurations
        .iter()
        .filter(|each| super::tells(each) == Tells::Balance)
        .collect();
    let first = all.first()?;
    let keys = 0..first.cell.len();
    let settings: Vec<usize> = keys.filter(|key| !moves_players(&all, *key)).collect();
    let moves = swings(&all, &settings, Family::Settings.error());
    let size = |a: &&Swing, b: &&Swing| a.by.value.total_cmp(&b.by.value);
    let most = moves.iter().max_by(size)?;
    let rate = most.by;
    if rate.lo <= SETTING_MARGIN {
        return None;
    }
    let rival = moves
        .iter()
        .filter(|other| other.key != most.key && other.by.hi >= rate.lo)
        .max_by(size);
    let keys = first.cell.len();
    let (headline, rival) = match rival {
        Some(other) => (
            format!("“{}” moves who wins.", most.key),
            format!(" Whether “{}” moves it as much is not settled.", other.key),
        ),
        None if keys > 1 => (
            format!("Of the settings tried, “{}” moves who wins most.", most.key),
            String::new(),
        ),
        None => (format!("“{}” moves who wins.", most.key), String::new()),
    };
    Some(Finding {
        headline,
        evidence: format!(
            "Side “{}” wins {} at {} and {} at {}: {} points of its gap to the fair share.{rival}",
            most.side,
            format::percent(most.low.rate, 1),
            most.low.value,
            format::percent(most.high.rate, 1),
            most.high.value,
            format::points(rate)
        ),
        method: SETTING_METHOD,
        sample: most_of(&all, most.key, most.high.value, most.side)
            .and_then(|each| reproduce::sample(each, Shows::Side, most.side, "")),
        ..Finding::new(
            Severity::Change,
            FindingKind::Sensitivity {
                setting: most.key.to_owned(),
            },
            3.0 + rate.value,
            if rate.lo - SETTING_MARGIN > rate.hi - rate.lo {
                Strength::Certain
            } else {
                Strength::Clear
            },
        )
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
    let row = |each: &Configuration| {
        each.sides
            .iter()
            .find(|row| row.side == side)
            .map(|row| row.win_rate.value)
    };
    let rate = |each: &Configuration| row(each).unwrap_or(0.0);
    let with = |each: &&Configuration| each.cell.iter().any(|cell| cell.0 == key && cell.1 == value);
    let all = all.iter().copied();
    all.filter(with).max_by(|a, b| rate(a).total_cmp(&rate(b)))
}
