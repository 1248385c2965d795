//! Which tile or card goes with winning most, and which is never used?

use super::kind::Standing;
use super::{Direction, Finding, FindingContext, FindingKind, Severity, sample};
use balance_config::games::Presence;
use balance_inference::judge::Family;
use balance_inference::table::{ComponentRow, Configuration, Results, Shows};

/// A component that goes with less than this is not worth a finding.
const MARGIN: f64 = 0.05;
/// Fewer games than this say nothing about what is never used.
const ENOUGH: u64 = 1000;

/// Links between a component and a side; [`keep_largest`] leaves one of them. What lies open at the end is part of the win,
/// so that nothing is said of it.
pub fn find(context: &FindingContext) -> Vec<Finding> {
    let each = context.each;
    let rows = each.components.iter().filter(|row| row.held != Presence::AtEnd);
    let confidence = context.confidence(Family::Components, rows.clone().count());
    let link = |row: &ComponentRow| {
        let lift = row.lift_at(each.sampling(), confidence)?;
        let Standing::Beyond(direction) = Standing::of_rate(lift, 0.0, MARGIN) else {
            return None;
        };
        let kind = FindingKind::Link {
            component: row.component.clone(),
            held: row.held,
            side: row.side.clone(),
            wins: [row.with?, row.without?],
            lift,
        };
        // The surest is the one whose interval lies furthest from zero in its own widths.
        let size = lift.lo.max(-lift.hi) / (lift.hi - lift.lo) / 100.0;
        Some(Finding {
            sample: sample::find(each, Shows::Component, &row.component, &winner(each, row, direction)),
            ..context.finding(Severity::Notice, kind, size)
        })
    };
    rows.filter_map(link).collect()
}

/// Who wins a game that shows the link: the side itself, or where it wins less often, the one that wins most with the component.
fn winner(each: &Configuration, row: &ComponentRow, direction: Direction) -> String {
    let others = each.components.iter().filter(|other| {
        other.component == row.component && other.side != row.side && other.with.is_some_and(|rate| rate > 0.0)
    });
    let most = others.max_by(|a, b| a.with.unwrap_or(0.0).total_cmp(&b.with.unwrap_or(0.0)));
    match most {
        Some(other) if direction == Direction::Less => other.side.clone(),
        _ => row.side.clone(),
    }
}

/// Of all links of a run, leaves the surest.
pub fn keep_largest(all: &mut Vec<Finding>) {
    let is_link = |each: &Finding| matches!(each.kind, FindingKind::Link { .. });
    let links = all.iter().enumerate().filter(|(_, each)| is_link(each));
    let largest = links.rev().max_by(|a, b| a.1.size.total_cmp(&b.1.size));
    let largest = largest.map(|(at, _)| at);
    let mut at = 0..;
    all.retain(|each| {
        let here = at.next();
        !is_link(each) || here == largest
    });
}

/// Components that no game of any configuration had, among those that every configuration knows.
pub fn unused(results: &Results) -> Option<Finding> {
    let names: Vec<String> = unused_components(results).into_iter().map(|(name, _)| name).collect();
    let games = results.configurations.iter().map(|each| each.games).sum();
    (!names.is_empty()).then(|| Finding {
        sample: sample::find(&results.configurations[0], Shows::Longest, "", ""),
        ..Finding::new(Severity::Notice, FindingKind::UnusedComponents { names, games }, 0.65)
    })
}

/// Their names, and how each would come into a game; none where too few games were played.
pub fn unused_components(results: &Results) -> Vec<(String, Presence)> {
    let all = &results.configurations;
    let games: u64 = all.iter().map(|each| each.games).sum();
    let Some(first) = all.first().filter(|_| games >= ENOUGH) else {
        return Vec::new();
    };
    let never = |name: &str| {
        all.iter().all(|each| {
            let mut rows = each.components.iter().filter(|row| row.component == name).peekable();
            rows.peek().is_some() && rows.all(|row| row.games_with == 0)
        })
    };
    let mut rows: Vec<(&str, Presence)> = (first.components.iter())
        .map(|row| (row.component.as_str(), row.held))
        .collect();
    rows.dedup_by_key(|row| row.0);
    rows.retain(|row| never(row.0));
    rows.into_iter().map(|(name, held)| (name.to_owned(), held)).collect()
}
