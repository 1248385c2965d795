//! Does one bot win far more than another at the same table, and does it depend on the bots who is ahead?

use super::kind::SeatOrder;
use super::{Finding, FindingContext, FindingKind, Severity, limitations, sample};
use crate::metrics::playing;
use balance_inference::judge::Family;
use balance_inference::table::{BotRow, Configuration, Rate, Results, Shows, joint};

/// The win rate of each of several bots at the table, with intervals that hold for all bots of all `of` configurations at once;
/// nothing where one bot has every seat.
pub fn rates(each: &Configuration, of: usize) -> Vec<(&BotRow, Rate)> {
    let rows: Vec<&BotRow> = each.bots.iter().filter(|row| !row.mirror).collect();
    let confidence = 1.0 - Family::Bots.each(rows.len() * of);
    let at = |row| (row, BotRow::win_rate_at(row, each.sampling(), confidence));
    rows.into_iter().map(at).collect()
}

pub fn find(context: &FindingContext) -> Vec<Finding> {
    // Without rotation a bot may owe its wins to its seat or role, and nothing is said of which plays better.
    if context.each.rotations <= 1 {
        return Vec::new();
    }
    let rates = rates(context.each, context.of).into_iter();
    let mut rates: Vec<(String, Rate)> = rates.map(|(row, rate)| (row.bot.clone(), rate)).collect();
    rates.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then(a.0.cmp(&b.0)));
    let Some((best, others)) = rates.split_first() else {
        return Vec::new();
    };
    let beaten: Vec<(String, Rate)> = others.iter().filter(|(_, rate)| rate.hi < best.1.lo).cloned().collect();
    let Some((_, weakest)) = beaten.last() else {
        return Vec::new();
    };
    let size = best.1.value - weakest.value;
    let order = if is_one_order(context.each) {
        SeatOrder::Every
    } else {
        SeatOrder::Fixed
    };
    let sample = context.sample(Shows::Bot, &best.0);
    let kind = FindingKind::BotBeats {
        best: best.clone(),
        beaten,
        order,
    };
    vec![Finding {
        sample,
        ..context.finding(Severity::Notice, kind, size)
    }]
}

/// Is there only one order round the table of the bots that sit there, since one alone is another than the rest?
fn is_one_order(each: &Configuration) -> bool {
    let seats = each.bots.iter().map(|row| row.appearances / each.games.max(1));
    match (each.players, each.bots.len()) {
        (..=2, _) | (_, ..=1) => true,
        (_, 2) => seats.min() == Some(1),
        _ => false,
    }
}

/// One finding for each side that is ahead with some bots and behind with others, in a game that is otherwise the same.
pub fn disagreement(results: &Results) -> Vec<Finding> {
    let groups = groups(&results.configurations);
    let first = results.configurations.first().into_iter();
    let sides = first.flat_map(playing);
    // With several groups the same side may be found several times; the largest is enough.
    let largest = |side: &str| {
        let found = groups.iter().filter_map(|group| reversed(results, group, side));
        found.max_by(|a, b| a.size.total_cmp(&b.size))
    };
    sides.filter_map(|row| largest(&row.side)).collect()
}

/// Configurations that differ in nothing but who plays, where there are several.
fn groups(all: &[Configuration]) -> Vec<Vec<&Configuration>> {
    let mut groups: Vec<Vec<&Configuration>> = Vec::new();
    for each in all
        .iter()
        .filter(|each| each.games > 0 && each.bots.iter().all(|row| row.mirror))
    {
        let same = |group: &Vec<&Configuration>| {
            let first = group[0];
            first.rules == each.rules && first.players == each.players && first.provenance == each.provenance
        };
        match groups.iter_mut().find(|group| same(group)) {
            Some(group) if group.iter().all(|other| other.seating != each.seating) => group.push(each),
            Some(_) => {}
            None => groups.push(vec![each]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// That a side is confirmed to be above its fair share in one configuration of the group and below it in another.
fn reversed(results: &Results, group: &[&Configuration], side: &str) -> Option<Finding> {
    let gaps: Vec<(f64, &Configuration, (String, Rate))> = (group.iter())
        .filter_map(|each| {
            let row = crate::metrics::side(each, side)?;
            let (fair, rate) = (row.fair?, joint(results, each, row));
            let is_off = rate.lo > fair || rate.hi < fair;
            is_off.then(|| (rate.value - fair, *each, (each.name.clone(), rate)))
        })
        .collect();
    let most = gaps.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let least = gaps.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let kind = FindingKind::BotsDisagree {
        side: side.to_owned(),
        most: most.2.clone(),
        least: least.2.clone(),
    };
    // Random play says little about a game between people.
    let severity = if [most.1, least.1].into_iter().any(limitations::only_random) {
        Severity::Notice
    } else {
        Severity::Problem
    };
    (most.0 > 0.0 && least.0 < 0.0).then(|| Finding {
        sample: sample::find(least.1, Shows::Longest, "", ""),
        ..Finding::new(severity, kind, 0.9 + (most.0 - least.0) / 10.0)
    })
}
