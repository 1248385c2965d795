//! Which tile or card goes with winning most, and which is never used?

use super::super::format;
use super::{Direction, Finding, FindingContext, FindingKind, Lies, Severity, Strength, lies, reproduce};
use balance_analysis::games::Presence;
use balance_analysis::judge::Family;
use balance_analysis::table::{ComponentRow, Configuration, Rate, Results, Shows};

/// A component that goes with less than this is not worth a finding.
const MARGIN: f64 = 0.05;
/// So many names are told at most.
const NAMED: usize = 8;
/// Fewer games than this say nothing about what is never used.
const ENOUGH: u64 = 1000;

/// Links between a component and a side; [`keep_largest`] leaves one of them. What lies open at the end is part of the win,
/// so that nothing is said of it.
pub fn find(asked: &FindingContext) -> Vec<Finding> {
    let each = asked.each;
    let rows: Vec<&ComponentRow> = each
        .components
        .iter()
        .filter(|row| row.held != Presence::AtEnd)
        .collect();
    let confidence = asked.confidence(Family::Components, rows.len());
    let beyond: Vec<_> = rows
        .into_iter()
        .filter_map(|row| {
            let lift = row.lift_at(each.sampling(), confidence)?;
            match lies(lift, 0.0, MARGIN) {
                Lies::Beyond(gap, strength) => Some((row, lift, gap, strength)),
                _ => None,
            }
        })
        .collect();
    let links = match beyond.len() {
        1 => "the only such link that is shown".to_owned(),
        count => format!("one of {count} such links"),
    };
    let link = |(row, lift, gap, strength): &(&ComponentRow, Rate, f64, Strength)| {
        let direction = Direction::of_gap(*gap);
        let how = direction.word();
        let percent = |rate: Option<f64>| rate.map_or_else(|| "–".to_owned(), |rate| format::percent(rate, 1));
        let (component, side) = (&row.component, format::side(&row.side));
        Finding {
            headline: if row.held == Presence::Dealt {
                format!("“{component}”, where it is dealt, makes {side} win {how} often.")
            } else {
                format!(
                    "{} wins {how} often where “{component}” is used.",
                    format::capital(&side)
                )
            },
            evidence: format!(
                "{} points: {} with it, {} without; {links}. {} ({}.)",
                format::points(*lift),
                percent(row.with),
                percent(row.without),
                meaning(row.held),
                format::capital(&each.component_note)
            ),
            method: "The interval of the difference of two shares, their arms added in squares, corrected for all components, sides and \
                     configurations, lies beyond ± 5 points; the surest such link is named. What lies open at the end is \
                     left out.",
            sample: asked.sample_with(component, &winner(each, row, direction)),
            ..asked.finding(
                Severity::Notice,
                FindingKind::Link {
                    component: component.clone(),
                    side: row.side.clone(),
                    direction,
                },
                // The surest is the one whose interval lies furthest from zero in its own widths.
                lift.lo.max(-lift.hi) / (lift.hi - lift.lo) / 100.0,
                *strength,
            )
        }
    };
    beyond.iter().map(link).collect()
}

/// Who wins a game that shows the link: the side itself, or where it wins less often, whoever wins most with the component.
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
    let largest = (all.iter().filter(|each| is_link(each)))
        .max_by(|a, b| a.size.total_cmp(&b.size).then(b.key().cmp(&a.key())))
        .map(|each| (each.kind.clone(), each.random_moves));
    all.retain(|each| {
        !is_link(each)
            || largest
                .as_ref()
                .is_some_and(|of| (&of.0, of.1) == (&each.kind, each.random_moves))
    });
}

/// Components that no game of any configuration had, among those that every configuration knows.
pub fn unused(results: &Results) -> Option<Finding> {
    let first = results.configurations.first()?;
    let games: u64 = results.configurations.iter().map(|each| each.games).sum();
    let names = unused_components(results);
    if names.is_empty() {
        return None;
    }
    let shown = names
        .iter()
        .take(NAMED)
        .map(|(name, _)| name.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    let rest = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(Finding {
        headline: match names.len() {
            1 => "One component was never counted.".to_owned(),
            count => format!("{count} components were never counted."),
        },
        evidence: format!(
            "In none of {}: {shown}{rest} ({}).",
            format::games(games),
            first.component_note
        ),
        method: "An exact count over all games of all configurations.",
        sample: reproduce::sample(first, Shows::Longest, "", ""),
        ..Finding::new(Severity::Notice, FindingKind::UnusedComponents, 0.65, Strength::Exact)
    })
}
/// Their names; none where too few games were played.
pub fn unused_components(results: &Results) -> Vec<(String, Presence)> {
    let all = &results.configurations;
    let Some(first) = all.first() else {
        return Vec::new();
    };
    let never = |name: &str| {
        let rows = |each: &Configuration| -> Vec<u64> {
            each.components
                .iter()
                .filter(|row| row.component == name)
                .map(|row| row.games_with)
                .collect()
        };
        all.iter().all(|each| {
            let rows = rows(each);
            !rows.is_empty() && rows.iter().all(|games| *games == 0)
        })
    };
    let mut names: Vec<&str> = first.components.iter().map(|row| row.component.as_str()).collect();
    names.dedup();
    names.retain(|name| never(name));
    let games: u64 = all.iter().map(|each| each.games).sum();
    if games < ENOUGH {
        return Vec::new();
    }
    let held = |name: &str| {
        first
            .components
            .iter()
            .find(|row| row.component == name)
            .map(|row| row.held)
    };
    let named = names
        .into_iter()
        .map(|name| (name.to_owned(), held(name).unwrap_or_default()));
    named.collect()
}

/// What a lift may mean.
pub fn meaning(held: Presence) -> &'static str {
    match held {
        Presence::Dealt => "What is dealt comes by chance, so that what goes with it is its doing.",
        Presence::Used => "What is used need not be a cause: who is ahead may use more, and longer games see more.",
        Presence::AtEnd => "What lies open at the end is part of how the game is won, and never a cause.",
    }
}
