//! Who wins, with what is found of it.

use super::range;
use crate::advice::told;
use crate::findings::{self, Claim, Finding, Place, Strength, Topic, Weight, first};
use crate::{format, tables};
use balance_analysis::judge;
use balance_analysis::table::{Configuration, Results, SideRow, joint};

/// With more sides than this only the most and the least successful are told.
const SIDES: usize = 4;

/// Who wins, in a few words without a verdict; nothing where most games say nothing of the rules.
pub fn winners(results: &Results, found: &[Finding]) -> String {
    match found.iter().find(|each| each.weight == Weight::Void) {
        Some(_) => "–".to_owned(),
        None => format::capital(rates(results).trim_end_matches('.')),
    }
}

/// Who wins: each side's rate with its interval, or over several configurations its range; at tables of different size
/// gaps to the fair share, since rates mean something else there.
pub(super) fn who(results: &Results, found: &[Finding]) -> String {
    if let Some(void) = found.iter().find(|each| each.weight == Weight::Void) {
        let shown = first(found, Topic::RandomMoves);
        let shown = shown.map_or_else(String::new, |finding| format!(" {}", told(finding)));
        return format!("{}{shown}", void.headline);
    }
    let (all, rates) = (&results.configurations, rates(results));
    if all.iter().all(|each| each.games == 0) {
        return rates;
    }
    let verdict = of_sides(found).map_or_else(String::new, |finding| {
        let said = everywhere(found, finding, |each| each.headline.clone());
        format!(" {}", said.unwrap_or_else(|| told(finding)))
    });
    let shared = all.iter().map(findings::shared).find(|words| !words.is_empty());
    let shared = if shared.is_some() {
        " Several may win together."
    } else {
        ""
    };
    let places = if all.iter().any(Configuration::has_places_of_several_bots) {
        " These are places in turn order, whichever bot sat there."
    } else {
        ""
    };
    format!("{}{}{places}{shared}{verdict}", format::capital(&rates), roughly(all))
}

/// Beyond this what is told without an interval must not be taken for known.
const ROUGH: f64 = 0.05;

/// How closely the rates of several configurations are known, which are told without their intervals, where that is not closely.
fn roughly(all: &[Configuration]) -> String {
    let rows = all.iter().filter(|each| each.games > 0).flat_map(|each| &each.sides);
    let half = rows
        .map(|row| (row.win_rate.hi - row.win_rate.lo) / 2.0)
        .fold(0.0, f64::max);
    if all.len() < 2 || half < ROUGH {
        return String::new();
    }
    format!(
        " Each by itself is known to within ± {} points.",
        format::plain(100.0 * half, 0)
    )
}

/// The finding that says most of who wins: what is missed or wrong, then a wish that is open, then what is surely off, then what
/// else is open, and last what is as it should be.
pub fn of_sides(found: &[Finding]) -> Option<&Finding> {
    let rank = |each: &&Finding| match (&each.claim, each.strength) {
        (Some(Claim::Wish { verdict, .. }), _) if *verdict == judge::Verdict::Outside => 0,
        _ if each.weight == Weight::Problem => 0,
        (_, Strength::Open) if each.kind.topic() == Topic::Targets => 1,
        (Some(Claim::Side { .. }), _) => 2,
        (_, Strength::Open) => 3,
        _ => 4,
    };
    let own = |each: &&Finding| each.kind.topic() == Topic::Sides || each.kind.is_wished_win_rate();
    found.iter().filter(own).min_by_key(rank)
}

/// A finding, as `headline` says it, with all configurations in which it holds, also those of which other bots say something else,
/// so that it is told apart there; none where it holds in one way alone.
pub(super) fn everywhere(
    found: &[Finding],
    finding: &Finding,
    headline: impl Fn(&Finding) -> String,
) -> Option<String> {
    let same: Vec<&Finding> = found.iter().filter(|each| each.is_same_as(finding)).collect();
    let count = |of: &dyn Fn(&Finding) -> bool| -> usize {
        let places = same
            .iter()
            .filter(|each| of(each))
            .filter_map(|each| each.place.as_ref());
        places.map(|place| place.count).sum()
    };
    let largest = same.iter().max_by(|a, b| a.size.total_cmp(&b.size));
    let place = largest.filter(|_| same.len() > 1)?.place.as_ref()?;
    let surest = same.iter().find(|each| !each.only_here()).unwrap_or(&same[0]);
    let differ =
        |each: &&Finding| each.size.total_cmp(&same[0].size).is_ne() || each.place.as_ref().is_some_and(|at| at.graded);
    let everywhere = Place {
        count: count(&|_| true),
        graded: surest.strength != Strength::Open && same.iter().any(differ),
        ..place.clone()
    };
    let here = match count(&Finding::only_here) {
        0 => String::new(),
        here if here == everywhere.count => String::new(),
        here => format!(" In {here} of them it is so with these bots alone, or open with others."),
    };
    Some(format!("{} {}{here}", headline(surest), everywhere.words()))
}

/// How often each side wins.
fn rates(results: &Results) -> String {
    let played: Vec<&Configuration> = results.configurations.iter().filter(|each| each.games > 0).collect();
    // No more decimals than the widest interval carries.
    let sides = played.iter().flat_map(|each| &each.sides);
    let digits = sides.map(|row| format::decimals(row.win_rate)).min().unwrap_or(0);
    match played[..] {
        [] => "No game was played.".to_owned(),
        [only] => of_one(results, only),
        [one, other] if !tables::tables_differ(results) && playing(one).max(playing(other)) <= SIDES => {
            if one.has_sides_of(other) {
                of_two(one, other, digits)
            } else {
                of_each([one, other], digits)
            }
        }
        _ if !tables::tables_differ(results) => {
            let rate = |row: &SideRow, _: f64| row.win_rate.value;
            let words = spans(&played, rate, |least, most| {
                range(
                    &format::plain(100.0 * least, digits),
                    &format::plain(100.0 * most, digits),
                    "%",
                )
            });
            format!("By configuration: {words}.")
        }
        _ => {
            let gap = |row: &SideRow, fair: f64| row.win_rate.value - fair;
            let words = spans(&played, gap, |least, most| {
                range(
                    &format::points_only(least, digits),
                    &format::points_only(most, digits),
                    "points",
                )
            });
            format!("Win rates less fair shares, by configuration: {words}.")
        }
    }
}

/// Of one configuration: every side, or of many the most and the least successful, with intervals for all at once.
fn of_one(results: &Results, each: &Configuration) -> String {
    let mut sides: Vec<&SideRow> = each.sides.iter().filter(|row| row.fair.is_some()).collect();
    sides.sort_by(|a, b| b.win_rate.value.total_cmp(&a.win_rate.value));
    let share = |row: &SideRow| format::share(joint(results, each, row));
    let word = |row: &&SideRow| format!("{} {}", row.side, share(row));
    match (&sides[..], sides.len() > SIDES) {
        ([most, .., least], true) if most.wins > least.wins => format!(
            "Of the {} sides {} won the most of these games, {}, and {} the fewest, {}.",
            sides.len(),
            with_as_many(&sides, most),
            share(most),
            with_as_many(&sides, least),
            share(least)
        ),
        ([one, ..], true) => format!(
            "Each of the {} sides won as many of these games, {}.",
            sides.len(),
            share(one)
        ),
        _ => format!("{}.", sides.iter().map(word).collect::<Vec<_>>().join(", ")),
    }
}

/// The side, with those that won as many games.
fn with_as_many(sides: &[&SideRow], one: &SideRow) -> String {
    let alike: Vec<String> = sides
        .iter()
        .filter(|row| row.wins == one.wins)
        .map(|row| format::side(&row.side))
        .collect();
    match alike.len() {
        ..=3 => format::and(&alike),
        more => format!("{more} of them"),
    }
}

/// Sides that play.
fn playing(each: &Configuration) -> usize {
    each.sides.iter().filter(|row| row.fair.is_some()).count()
}

/// Of two: every side in each of them.
fn of_two(one: &Configuration, other: &Configuration, digits: usize) -> String {
    let share = |row: &SideRow| format::plain(100.0 * row.win_rate.value, digits);
    let both = |row: &SideRow| {
        let there = other.sides.iter().find(|there| there.side == row.side)?;
        row.fair?;
        Some(format!("{} {} % and {} %", row.side, share(row), share(there)))
    };
    let words: Vec<String> = one.sides.iter().filter_map(both).collect();
    format!("In “{}” and “{}”: {}.", one.name, other.name, words.join(", "))
}

/// Of two with other sides: those of each.
fn of_each(all: [&Configuration; 2], digits: usize) -> String {
    let share = |row: &SideRow| format!("{} {} %", row.side, format::plain(100.0 * row.win_rate.value, digits));
    let [one, other] = all.map(|each| {
        let playing = each.sides.iter().filter(|row| row.fair.is_some());
        format!("“{}” {}", each.name, playing.map(share).collect::<Vec<_>>().join(", "))
    });
    format!("In {one}; in {other}.")
}

/// Least and greatest number of each side over several configurations; of many sides those that reach furthest down and up.
fn spans(all: &[&Configuration], number: impl Fn(&SideRow, f64) -> f64, words: impl Fn(f64, f64) -> String) -> String {
    let mut sides: Vec<(&str, f64, f64)> = Vec::new();
    for row in all.iter().flat_map(|each| &each.sides) {
        let Some(fair) = row.fair else { continue };
        let value = number(row, fair);
        match sides.iter_mut().find(|side| side.0 == row.side) {
            Some((_, least, most)) => (*least, *most) = (least.min(value), most.max(value)),
            None => sides.push((&row.side, value, value)),
        }
    }
    let count = sides.len();
    let lowest = sides.iter().min_by(|a, b| a.1.total_cmp(&b.1)).copied();
    sides.sort_by(|a, b| b.2.total_cmp(&a.2));
    let mut others = String::new();
    if let (true, Some(lowest)) = (count > SIDES, lowest) {
        sides.truncate(SIDES - 1);
        if sides.iter().all(|side| side.0 != lowest.0) {
            sides.push(lowest);
        }
        others = match count - sides.len() {
            1 => " (one other side lies between)".to_owned(),
            more => format!(" ({more} other sides lie between)"),
        };
    }
    let named: Vec<String> = sides
        .into_iter()
        .map(|(side, least, most)| format!("{side} {}", words(least, most)))
        .collect();
    format!("{}{others}", named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{FindingKind, findings};
    use balance_analysis::sample;

    /// Who won the most of so many games is no claim of the next, and who won as many is named beside.
    #[test]
    fn of_many_sides_those_with_the_most_and_the_fewest_wins_are_named() {
        let said = |wins: [u64; 5]| {
            let mut results = sample::single();
            let each = &mut results.configurations[0];
            let row = each.sides[0].clone();
            each.games = 20;
            each.sides = (0..5)
                .map(|at| SideRow {
                    side: ["north", "south", "east", "west", "middle"][at].to_owned(),
                    fair: Some(0.2),
                    games: 20,
                    wins: wins[at],
                    deals: vec![20 - wins[at], wins[at]],
                    win_rate: balance_analysis::table::Rate {
                        value: wins[at] as f64 / 20.0,
                        ..row.win_rate
                    },
                    ..row.clone()
                })
                .collect();
            of_one(&results, &results.configurations[0])
        };
        let told = said([9, 5, 2, 2, 2]);
        assert!(
            told.starts_with("Of the 5 sides the side “north” won the most of these games, ")
                && told.contains(" and the side “east”, the side “west” and the side “middle” the fewest, "),
            "{told}"
        );
        let told = said([4, 4, 4, 4, 4]);
        assert!(
            told.starts_with("Each of the 5 sides won as many of these games, "),
            "{told}"
        );
    }

    /// What is told apart, since other bots say something else of it there, is one answer to who wins.
    #[test]
    fn a_side_is_told_with_all_its_configurations() {
        let mut found = findings(&sample::single());
        found.retain(|each| matches!(each.kind, FindingKind::SideGap { .. }));
        found.truncate(1);
        let place = |count: usize, name: &str| Place {
            most: name.to_owned(),
            count,
            of: 4,
            graded: true,
        };
        let mut other = found[0].clone();
        found[0].place = Some(place(3, "base"));
        other.place = Some(place(1, "wet"));
        other.size *= 2.0;
        found.push(other);
        let said = everywhere(&found, &found[0], |each| each.headline.clone()).expect("two findings");
        assert!(
            said.ends_with("This is so in all 4 configurations, seen most in “wet”."),
            "{said}"
        );
    }
}
