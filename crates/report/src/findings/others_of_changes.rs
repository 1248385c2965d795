//! What the games of other bots say to what a change moves.

use super::apart::pair;
use super::{Deals, Elsewhere, Says, Tells};
use crate::format;
use balance_analysis::table::{Comparison, ComparisonRow, Configuration, Rate, Results};
use balance_stats as stats;

/// Each other bot that sat at both tables, before the change and after; none where the change is one of bots, who sit at both
/// tables alike.
fn others_at<'r>(each: &Comparison, results: &'r Results) -> Vec<(&'r Configuration, &'r Configuration)> {
    let Some((before, after)) = pair(each, results) else {
        return Vec::new();
    };
    if !before.has_bots_of(after) || before.rules == after.rules {
        return Vec::new();
    }
    let pairs = after.others.iter().filter_map(|after| {
        let before = before.others.iter().find(|before| before.name == after.name)?;
        Some((before, after))
    });
    pairs.collect()
}

/// Did a bot play the very same games at both tables, as far as is counted? Then it uses nothing of what is another there.
fn same_games((before, after): (&Configuration, &Configuration)) -> bool {
    let wins = |each: &Configuration| {
        let rows = each.sides.iter().map(|row| (row.wins, row.deals.clone()));
        rows.collect::<Vec<_>>()
    };
    before.games == after.games && wins(before) == wins(after) && before.histogram == after.histogram
}

/// Deals that were played at both tables.
fn deals_of((_, after): (&Configuration, &Configuration)) -> u64 {
    Deals::of(after).count
}

/// What a bot says, in other words where all of its games were the same.
fn unless_the_same(pair: (&Configuration, &Configuration), said: Elsewhere) -> Elsewhere {
    if !same_games(pair) {
        return said;
    }
    Elsewhere {
        shown: same_games_in(deals_of(pair)),
        ..said
    }
}

/// Do the games of both tables say who wins? Where most never come to an end they do not.
fn tell_who_wins((before, after): (&Configuration, &Configuration)) -> bool {
    [before, after].iter().all(|each| super::tells(each) == Tells::Balance)
}

/// By how much the win rate of a side moves, from two intervals of which each holds by itself, or from it that no game differs.
fn moved(pair: (&Configuration, &Configuration), side: &str, confidence: f64) -> Option<Rate> {
    if same_games(pair) {
        return Some(of_same_games(deals_of(pair), confidence));
    }
    let (before, after) = pair;
    let rate = |of: &Configuration| {
        let row = of.sides.iter().find(|row| row.side == side)?;
        Some(row.at(of.sampling(), confidence))
    };
    let (was, is) = (rate(before)?, rate(after)?);
    Some(Rate {
        value: is.value - was.value,
        lo: is.lo - was.hi,
        hi: is.hi - was.lo,
    })
}

/// What the other bots say to it that the change moves what `row` says; `confidence` is that of each statement.
pub fn elsewhere(each: &Comparison, row: &ComparisonRow, results: &Results, confidence: f64) -> Vec<Elsewhere> {
    let side = row.side().unwrap_or_default();
    let pairs = others_at(each, results).into_iter();
    let said = |pair: (&Configuration, &Configuration)| {
        let moved = moved(pair, side, confidence).filter(|_| tell_who_wins(pair))?;
        let (change, margin) = (row.difference.value, results.scenario.margins.share);
        Some(unless_the_same(pair, to_change(&pair.1.name, change, moved, margin)))
    };
    pairs.filter_map(said).collect()
}

/// What the other bots say to it that nothing moves.
pub fn equal_elsewhere(each: &Comparison, results: &Results, confidence: f64) -> Vec<Elsewhere> {
    let sides: Vec<&str> = each.rows.iter().filter_map(ComparisonRow::side).collect();
    let pairs = others_at(each, results).into_iter();
    let said = |pair: (&Configuration, &Configuration)| {
        let moves = sides.iter().map(|side| moved(pair, side, confidence));
        let moves: Vec<Rate> = moves.collect::<Option<_>>().filter(|_| tell_who_wins(pair))?;
        let said = to_none(&pair.1.name, &moves, results.scenario.margins.share)?;
        Some(unless_the_same(pair, said))
    };
    pairs.filter_map(said).collect()
}

/// A side that moves by so much more than the one that is told is told, too.
const MORE: f64 = 0.02;

/// What is seen of the change with each other bot, in a sentence: of the side, of one that moves more, each with its interval at
/// `confidence`, and of the length.
pub fn seen_elsewhere(each: &Comparison, side: Option<&str>, results: &Results, confidence: f64) -> String {
    let one = |pair: (&Configuration, &Configuration)| {
        let (before, after) = pair;
        if same_games(pair) {
            return Some(format!("{} with {}", same_games_in(deals_of(pair)), after.name));
        }
        let moves = |name: &str| moved(pair, name, confidence);
        let points = |rate: Rate| format!("{} points", format::points(rate));
        let mut words = Vec::new();
        if tell_who_wins(pair) {
            let own = side.and_then(moves);
            words.extend(own.map(points));
            let playing = after.sides.iter().filter(|row| row.fair.is_some());
            let all = playing.filter_map(|row| Some((&row.side, moves(&row.side)?)));
            let most = all.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()));
            let told = own.map_or(0.0, |own| own.value.abs());
            let more = most.filter(|most| most.1.value.abs() > told + MORE);
            words.extend(more.map(|(name, most)| format!("{name} {}", points(most))));
        }
        let mean = |of: &Configuration| Some(of.lengths.first()?.mean.value);
        let longer = mean(after)? - mean(before)?;
        words.push(format!("mean length {}", format::difference(longer, 1)));
        Some(format!("{} with {}", words.join(", "), after.name))
    };
    let told: Vec<String> = others_at(each, results).into_iter().filter_map(one).collect();
    if told.is_empty() {
        return String::new();
    }
    format!(" Seen with other bots: {}.", told.join("; "))
}

/// What a bot says to `change`, a difference of a win rate that is shown with the bots of the run.
fn to_change(bot: &str, change: f64, shown: Rate, margin: f64) -> Elsewhere {
    let same = (change > 0.0) == (shown.value > 0.0);
    let says = if shown.lo > 0.0 || shown.hi < 0.0 {
        match (same, shown.lo.max(-shown.hi) > shown.hi - shown.lo) {
            (true, true) => Says::Certainly,
            (true, false) => Says::Holds,
            _ => Says::Reverses,
        }
    } else if shown.lo >= -margin && shown.hi <= margin {
        Says::Fails
    } else {
        Says::Open
    };
    of_change(bot, says, shown)
}

/// How far a change may move who wins with a bot all of whose games were the same in so many deals.
fn of_same_games(deals: u64, confidence: f64) -> Rate {
    let range = stats::Interval { lo: -1.0, hi: 1.0 };
    let ends = stats::mean_interval(&[(0.0, deals as f64)], range, confidence).unwrap_or(range);
    Rate {
        value: 0.0,
        lo: ends.lo,
        hi: ends.hi,
    }
}

/// The same, in words.
fn same_games_in(deals: u64) -> String {
    match deals {
        1 => "the same games in the one deal".to_owned(),
        deals => format!("the same games in {} deals", format::count(deals)),
    }
}

/// What a bot says to it that nothing moves by more than `margin`, of what moves most.
fn to_none(bot: &str, shown: &[Rate], margin: f64) -> Option<Elsewhere> {
    let most = shown.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()))?;
    let beyond = |rate: &&Rate| rate.lo > margin || rate.hi < -margin;
    Some(match shown.iter().find(beyond) {
        Some(moved) => of_change(bot, Says::Fails, *moved),
        None if shown.iter().all(|rate| rate.lo >= -margin && rate.hi <= margin) => of_change(bot, Says::Holds, *most),
        None => of_change(bot, Says::Open, *most),
    })
}

fn of_change(bot: &str, says: Says, shown: Rate) -> Elsewhere {
    Elsewhere {
        bot: bot.to_owned(),
        says,
        best: says,
        shown: format!("{} points", format::points_only(shown.value, 1)),
        at: String::new(),
    }
}
