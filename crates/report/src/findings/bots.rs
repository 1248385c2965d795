//! Does one bot win far more than another at the same table, and does it depend on the bots who is ahead?

use super::super::format;
use super::{Finding, FindingContext, FindingKind, SeatOrder, Severity, Strength, limitations, reproduce};
use balance_analysis::games::program;
use balance_analysis::judge::Family;
use balance_analysis::table::{BotRow, Configuration, Rate, Results, Shows, SideRow, joint};

/// Of more beaten bots than this only the weakest is named.
const NAMED: usize = 4;

/// The win rate of each of several bots at the table, with intervals that hold for all bots of all `of` configurations at once;
/// nothing where one bot has every seat.
pub fn rates(each: &Configuration, of: usize) -> Vec<(&BotRow, Rate)> {
    let rows: Vec<&BotRow> = each.bots.iter().filter(|row| !row.mirror).collect();
    let confidence = 1.0 - Family::Bots.each(rows.len() * of);
    let at = |row| (row, BotRow::win_rate_at(row, each.sampling(), confidence));
    rows.into_iter().map(at).collect()
}

pub fn find(asked: &FindingContext) -> Vec<Finding> {
    // Without rotation a bot may owe its wins to its seat or role, and nothing is said of which plays better.
    if asked.each.rotations <= 1 {
        return Vec::new();
    }
    let mut judged = rates(asked.each, asked.of);
    judged.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then(a.0.bot.cmp(&b.0.bot)));
    let Some(((best, high), others)) = judged.split_first() else {
        return Vec::new();
    };
    let beaten: Vec<&(&BotRow, Rate)> = others.iter().filter(|(_, rate)| rate.hi < high.lo).collect();
    let Some((worst, low)) = beaten.last() else {
        return Vec::new();
    };
    let mut names: Vec<String> = beaten.iter().map(|(row, _)| row.bot.clone()).collect();
    names.sort_unstable();
    let certain = high.lo - low.hi > (high.hi - high.lo).max(low.hi - low.lo);
    let any_order = !one_order(asked.each);
    let caution = if any_order {
        format!(
            "Each sat in every seat of every deal, but {} behind the same neighbour, and another order may say otherwise: \
             `{} ladder` compares bots by themselves.",
            // Where the list begins anew before all have a seat, its last has another behind him.
            if asked.each.players.is_multiple_of(asked.each.rotations) {
                "always"
            } else {
                "mostly"
            },
            program()
        )
    } else {
        "Each sat in every seat of every deal.".to_owned()
    };
    let named = match beaten.len() {
        few if few <= NAMED => format::join_and(
            &beaten
                .iter()
                .map(|(row, _)| format!("“{}”", row.bot))
                .collect::<Vec<_>>(),
        ),
        many => format!("“{}” and {} more", worst.bot, many - 1),
    };
    let rates = match beaten.len() {
        few if few <= NAMED => beaten
            .iter()
            .map(|(row, rate)| format!("of “{}” {}", row.bot, format::share(*rate)))
            .collect(),
        _ => vec![format!("of “{}” {}", worst.bot, format::share(*low))],
    };
    vec![Finding {
        headline: if any_order {
            format!("The bot “{}” beats {named} in this order round the table.", best.bot)
        } else {
            format!("The bot “{}” beats {named}.", best.bot)
        },
        evidence: format!(
            "A player of the first wins {}, {}. {caution}",
            format::share(*high),
            format::join_and(&rates)
        ),
        method: "The intervals of the win rates per player, with games as clusters and corrected for all bots and \
                 configurations, do not touch.",
        sample: asked.sample(Shows::Bot, &best.bot),
        ..asked.finding(
            Severity::Notice,
            FindingKind::BotBeats {
                bot: best.bot.clone(),
                beaten: names,
                order: if any_order { SeatOrder::Fixed } else { SeatOrder::Every },
            },
            high.value - low.value,
            if certain { Strength::Certain } else { Strength::Clear },
        )
    }]
}

/// Is there only one order round the table of the bots that sit there, since one alone is another than the rest?
fn one_order(each: &Configuration) -> bool {
    let seats = each.bots.iter().map(|row| row.appearances / each.games.max(1));
    match (each.players, each.bots.len()) {
        (..=2, _) | (_, ..=1) => true,
        (_, 2) => seats.min() == Some(1),
        _ => false,
    }
}

/// Names of at most so many ways of playing are told.
const AGREED: usize = 3;

/// One finding for each side that is ahead under some bots and behind under others, otherwise the same; and one that says
/// where all bots agree.
pub fn agreement(results: &Results) -> Vec<Finding> {
    let groups = groups(&results.configurations);
    let mut found = Vec::new();
    let mut agreed: Vec<(&str, bool, usize)> = Vec::new();
    let sides: Vec<&str> = results
        .configurations
        .first()
        .map(|each| {
            let playing = each.sides.iter().filter(|row| row.fair.is_some());
            playing.map(|row| row.side.as_str()).collect()
        })
        .unwrap_or_default();
    for side in sides {
        for group in &groups {
            let told: Vec<(&Configuration, f64)> = group
                .iter()
                .filter_map(|each| Some((*each, sure_gap(each, side, results)?)))
                .collect();
            let most = told.iter().max_by(|a, b| a.1.total_cmp(&b.1));
            let least = told.iter().min_by(|a, b| a.1.total_cmp(&b.1));
            let (Some((best, high)), Some((worst, low))) = (most, least) else {
                continue;
            };
            if *high > 0.0 && *low < 0.0 {
                found.push(reversed(side, (best, *high), (worst, *low), group.len()));
            } else if told.len() == group.len() && group.len() > 1 {
                agreed.push((side, *high > 0.0, group.len()));
            }
        }
    }
    // With several groups the same side may be told several times; the largest is enough.
    found.sort_by(|a, b| a.key().cmp(&b.key()).then(b.size.total_cmp(&a.size)));
    found.dedup_by(|a, b| a.kind == b.kind);
    if found.is_empty()
        && groups.len() == 1
        && let Some((_, _, ways)) = agreed.first()
    {
        found.push(holds(&agreed, *ways, &groups[0]));
    }
    found
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

/// How far a side is surely from its fair share; none where that is open.
fn sure_gap(each: &Configuration, side: &str, results: &Results) -> Option<f64> {
    let row: &SideRow = each.sides.iter().find(|row| row.side == side)?;
    let fair = row.fair?;
    let rate = joint(results, each, row);
    (rate.lo > fair || rate.hi < fair).then_some(rate.value - fair)
}

fn reversed(side: &str, best: (&Configuration, f64), worst: (&Configuration, f64), ways: usize) -> Finding {
    let rate = |each: &Configuration| {
        let row = each.sides.iter().find(|row| row.side == side);
        row.map_or_else(String::new, |row| super::format::share(row.win_rate))
    };
    // Random play says little about a game between people.
    let random = [best.0, worst.0].into_iter().any(limitations::only_random);
    Finding {
        headline: format!("Whether “{side}” wins more than its fair share depends on the bots."),
        evidence: format!(
            "It wins {} in “{}” ({}), and {} in “{}” ({}). What is told of this side holds for some of these {ways} ways \
             of playing alone.",
            rate(best.0),
            best.0.name,
            best.0.seating,
            rate(worst.0),
            worst.0.name,
            worst.0.seating
        ),
        method: "Configurations that differ in their bots alone: in one the interval of the win rate, corrected for all \
                 sides and configurations, lies above the fair share, in another below.",
        sample: reproduce::sample(worst.0, Shows::Longest, "", ""),
        ..Finding::new(
            if random { Severity::Notice } else { Severity::Problem },
            FindingKind::BotsDisagree { side: side.to_owned() },
            0.9 + (best.1 - worst.1) / 10.0,
            Strength::Clear,
        )
    }
}

fn holds(agreed: &[(&str, bool, usize)], ways: usize, group: &[&Configuration]) -> Finding {
    let names: Vec<String> = group.iter().map(|each| format!("“{}”", each.name)).collect();
    let all = if ways == 2 {
        "Both".to_owned()
    } else {
        format!("All {ways}")
    };
    let named: Vec<String> = agreed
        .iter()
        .take(AGREED)
        .map(|(side, more, _)| format!("“{side}” {}", if *more { "above" } else { "below" }))
        .collect();
    Finding {
        headline: format!("{all} kinds of bots agree on who is ahead."),
        evidence: format!(
            "Of its fair share in {}: {}.",
            format::join_and(&names),
            named.join(", ")
        ),
        method: "Configurations that differ in their bots alone: in all of them the interval of the side's win rate, \
                 corrected for all sides and configurations, lies on the same side of its fair share.",
        sample: reproduce::sample(group[0], Shows::Longest, "", ""),
        ..Finding::new(Severity::Notice, FindingKind::BotsAgree, 1.2, Strength::Clear)
    }
}
