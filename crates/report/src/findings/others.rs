//! Does a finding hold with other bots at the table? The same is asked of the games of each bot of the league.

use super::super::format;
use super::super::measure::Measure;
use super::beyond::{lengths, so_long, so_long_as_played};
use super::claim::TENTH;
use super::drama;
use super::{Asked, Claim, Direction, Elsewhere, Lies, Says, Strength, Tells, lies, tells};
use balance_analysis::judge::{self, Verdict};
use balance_analysis::scenario::Of;
use balance_analysis::table::{Configuration, Rate, Results, TargetRow};

/// The part of what may be said wrong of other bots that is kept for what is rare and for leads, of which there are many more
/// questions than of who wins and how long it takes.
const EVENTS: f64 = 0.2;

/// How sure every statement about other bots must be but those about what is rare and about leads, so that all that can be said of
/// them err together no more often than they may.
pub fn confidence(results: &Results) -> f64 {
    let of_bot = |each: &Configuration| each.sides.len() + each.seats.len() + each.endings.len() + 4;
    let others = results.configurations.iter().flat_map(|each| &each.others);
    let questions: usize = others.map(of_bot).sum();
    1.0 - (1.0 - EVENTS) * judge::others() / 2.0 / questions.max(1) as f64
}

/// The same of what is rare and of leads.
fn confidence_of_events(asked: &Asked) -> f64 {
    let of_bot = |each: &Configuration| each.counters.iter().filter(|row| row.rule).count() + drama::ROWS;
    let questions = asked.of * asked.each.others.iter().map(of_bot).sum::<usize>();
    1.0 - EVENTS * judge::others() / 2.0 / questions.max(1) as f64
}

/// Asks `claim` of every other bot.
pub fn ask(asked: &Asked, claim: &Claim) -> Vec<Elsewhere> {
    let others = asked.each.others.iter();
    let confidence = match claim {
        Claim::Rare { .. } | Claim::Hopeless { .. } | Claim::Standing(_) => confidence_of_events(asked),
        _ => asked.others,
    };
    others
        .map(|other| {
            let (says, shown) = says(asked.each, other, claim, confidence);
            Elsewhere {
                bot: other.name.clone(),
                says,
                best: says,
                shown,
                at: asked.each.name.clone(),
            }
        })
        .collect()
}

/// What the games of `other` say to a `claim` of those of `own`.
fn says(own: &Configuration, other: &Configuration, claim: &Claim, confidence: f64) -> (Says, String) {
    // Who wins says nothing where most games never come to an end.
    let of_wins = matches!(
        claim,
        Claim::Side { .. } | Claim::Sides(_) | Claim::Seat { .. } | Claim::Seats(_) | Claim::Standing(_)
    );
    if of_wins && tells::tells(other) != Tells::Balance {
        return (Says::Open, String::new());
    }
    let sampling = other.sampling();
    let percent = |rate: Rate| format::percent(rate.value, 1);
    let open = || (Says::Open, String::new());
    match claim {
        Claim::Side { side, direction, by } => {
            let row = other.sides.iter().find(|row| row.side == *side);
            let Some((row, fair)) = row.and_then(|row| Some((row, row.fair?))) else {
                return open();
            };
            let rate = row.at(sampling, confidence);
            let here = own.sides.iter().find(|row| row.side == *side);
            (
                directed(rate, fair, *direction, *by),
                beside(rate, fair, here.and_then(|row| row.fair)),
            )
        }
        Claim::Sides(within) => {
            let rates = other
                .sides
                .iter()
                .filter_map(|row| Some((row.at(sampling, confidence), row.fair?)));
            all_within(rates.collect(), *within)
        }
        Claim::Seat { seat, direction, by } => {
            let Some(row) = other.seats.iter().find(|row| row.seat == *seat) else {
                return open();
            };
            let rate = row.at(sampling, confidence);
            let here = own.seats.iter().find(|row| row.seat == *seat);
            let shown = beside(rate, row.fair, here.map(|row| row.fair));
            (directed(rate, row.fair, *direction, *by), shown)
        }
        Claim::Seats(within) => {
            let rates = other.seats.iter().map(|row| (row.at(sampling, confidence), row.fair));
            all_within(rates.collect(), *within)
        }
        Claim::Ending {
            ending,
            direction,
            than,
        } => {
            let Some(row) = other.endings.iter().find(|row| row.ending == *ending) else {
                return open();
            };
            let rate = row.at(sampling, confidence);
            (share(rate, *direction, *than), percent(rate))
        }
        Claim::Nobody(than) => {
            let Some(row) = other.sides.iter().find(|row| row.fair.is_none()) else {
                return open();
            };
            let rate = row.at(sampling, confidence);
            (share(rate, Direction::More, *than), percent(rate))
        }
        Claim::Half { lo: least, hi: most } => {
            let Some(found) = sampling.quantile(&lengths(other), 50, confidence) else {
                return open();
            };
            let (Some(lo), Some(hi)) = (found.lo, found.hi) else {
                return open();
            };
            // Whatever the own median is of those that it may be.
            let (least, most) = (f64::from(*least), f64::from(*most));
            let (under, over) = (1.0 - TENTH, 1.0 + TENTH);
            // The table of other bots does not have it.
            let median = format!("median {}", so_long(other, found.q, found.q));
            if f64::from(lo) >= most * under && f64::from(hi) <= least * over {
                (Says::Holds, median)
            } else if f64::from(hi) < least * under {
                (Says::Fails, format!("shorter, {median}"))
            } else if f64::from(lo) > most * over {
                (Says::Fails, format!("longer, {median}"))
            } else {
                (Says::Open, median)
            }
        }
        // Asked of the games as they were played: one at the cap took as long as that.
        Claim::Spread(times) => {
            let rows = other.histogram_of(&other.turn_word);
            let quantile = |percent: u32| sampling.quantile(&rows, percent, confidence);
            let (Some(short), Some(long)) = (quantile(5), quantile(95)) else {
                return open();
            };
            let at_least = |long: Option<u32>, short: Option<u32>| Some(long? >= times.saturating_mul(short?));
            let says = match (at_least(long.lo, short.hi), at_least(long.hi, short.lo)) {
                (Some(true), _) => Says::Holds,
                (_, Some(false)) => Says::Fails,
                _ => Says::Open,
            };
            (says, so_long_as_played(other, short.q, long.q))
        }
        Claim::Rare { counter, below } => {
            let Some(row) = other.counters.iter().find(|row| row.counter == *counter) else {
                return open();
            };
            let rate = row.games_with_at(sampling, confidence);
            (share(rate, Direction::Less, *below), percent(rate))
        }
        Claim::Hopeless { counter, below } => {
            let row = other.counters.iter().find(|row| row.counter == *counter);
            let Some(rate) = row.and_then(|row| other.success_at(row, confidence)) else {
                return open();
            };
            (share(rate, Direction::Less, *below), percent(rate))
        }
        // Asked of two configurations, not of one.
        Claim::Change { .. } => open(),
        Claim::Standing(standing) => drama::says(other, *standing, confidence),
        Claim::Wish { row, verdict } => {
            let same = |other: &&TargetRow| {
                (&other.metric, other.change, other.from, other.to) == (&row.metric, row.change, row.from, row.to)
            };
            let Some(answer) = other.targets.iter().find(same).and_then(|row| row.answer) else {
                return open();
            };
            // Too much is not missed in the same way as too little.
            let middle = row.from.zip(row.to).map(|(from, to)| f64::midpoint(from, to));
            let turned = middle
                .zip(row.answer)
                .is_some_and(|(middle, own)| (own.value > middle) != (answer.value > middle));
            let says = match (answer.verdict, answer.strength) {
                (Verdict::Undecided, _) => Says::Open,
                (found, _) if found != *verdict => Says::Fails,
                (Verdict::Outside, _) if turned => Says::Reverses,
                (_, Strength::Certain) => Says::Certainly,
                _ => Says::Holds,
            };
            let unit = match Of::metric(&row.metric) {
                Of::Mean("turns") | Of::Quantile("turns", _) => format!(" {}", other.turn_word),
                Of::Mean(length) | Of::Quantile(length, _) => format!(" {length}"),
                _ => String::new(),
            };
            (says, Measure::of(&row.metric).number(answer.value, 1) + &unit)
        }
    }
}

/// A win rate, with the share that is fair there where that is another than `here`: the more games several win together, the
/// larger it is.
fn beside(rate: Rate, fair: f64, here: Option<f64>) -> String {
    let shown = format::percent(rate.value, 1);
    if here.is_none_or(|here| (here - fair).abs() < MUCH_THE_SAME) {
        return shown;
    }
    format!("{shown}, where {} is fair", format::percent(fair, 1))
}

/// Fair shares that differ by less are told as one.
const MUCH_THE_SAME: f64 = 0.005;

/// Is the rate more than `by` above `from`, or below it where it is to be less?
fn directed(rate: Rate, from: f64, direction: Direction, by: f64) -> Says {
    let (least, most) = match direction {
        Direction::More => (rate.lo - from, rate.hi - from),
        Direction::Less => (from - rate.hi, from - rate.lo),
    };
    if least > by {
        if least - by > rate.hi - rate.lo {
            Says::Certainly
        } else {
            Says::Holds
        }
    } else if most < 0.0 {
        Says::Reverses
    } else if most < by {
        Says::Fails
    } else {
        Says::Open
    }
}

/// Is the share above `than`, or below it where it is to be less?
fn share(rate: Rate, direction: Direction, than: f64) -> Says {
    match lies(rate, than, 0.0) {
        Lies::Beyond(gap, Strength::Certain) if Direction::of_gap(gap) == direction => Says::Certainly,
        Lies::Beyond(gap, _) if Direction::of_gap(gap) == direction => Says::Holds,
        Lies::Beyond(..) => Says::Fails,
        _ => Says::Open,
    }
}

/// Is every rate within so much of what it is to be? The one furthest off is shown.
fn all_within(rates: Vec<(Rate, f64)>, within: f64) -> (Says, String) {
    let furthest = rates.iter().map(|(rate, from)| rate.value - from);
    let furthest = furthest.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
    let shown = format!("{} points", format::points_only(furthest, 1));
    let mut says = Says::Holds;
    for (rate, from) in rates {
        match lies(rate, from, within) {
            Lies::Beyond(..) => return (Says::Fails, shown),
            Lies::Across(_) => says = Says::Open,
            Lies::Within => {}
        }
    }
    (says, shown)
}

/// Do the bots say the same of two configurations?
pub fn agree(one: &[Elsewhere], other: &[Elsewhere]) -> bool {
    // How surely it is so is no other answer.
    let same = |a: &Elsewhere, b: &Elsewhere| a.bot == b.bot && a.says.max(Says::Holds) == b.says.max(Says::Holds);
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(a, b))
}

/// What the bots say of two configurations in which a finding holds: of each bot the worst, and the best.
pub fn join(mine: &mut Vec<Elsewhere>, more: Vec<Elsewhere>) {
    for other in more {
        let Some(one) = mine.iter_mut().find(|one| one.bot == other.bot) else {
            mine.push(other);
            continue;
        };
        let best = one.best.min(other.best);
        if other.says > one.says {
            *one = other;
        }
        one.best = best;
    }
}

/// In more configurations than this it is not told of each how another bot's median differs.
const TOLD: usize = 2;

/// What the other bots say to the medians of several configurations, each at least and at most so long: of each bot the worst,
/// with the configurations in which its median differs.
pub fn of_medians<'r>(
    own: impl Iterator<Item = (&'r Configuration, u32, u32)>,
    of: usize,
    confidence: f64,
) -> Vec<Elsewhere> {
    let mut all = Vec::new();
    let mut differing: Vec<(String, Vec<String>)> = Vec::new();
    for (each, lo, hi) in own {
        let asked = Asked {
            each,
            of,
            others: confidence,
        };
        let said = ask(&asked, &Claim::Half { lo, hi });
        for one in said.iter().filter(|one| one.says == Says::Fails) {
            let told = format!("in “{}” {}", one.at, one.shown);
            match differing.iter_mut().find(|(bot, _)| *bot == one.bot) {
                Some((_, known)) => known.push(told),
                None => differing.push((one.bot.clone(), vec![told])),
            }
        }
        join(&mut all, said);
    }
    for one in &mut all {
        if let Some((_, told)) = differing.iter().find(|(bot, _)| *bot == one.bot) {
            let more = match told.len().saturating_sub(TOLD) {
                0 => String::new(),
                more => format!("; and in {more} more"),
            };
            one.shown = told[..told.len().min(TOLD)].join("; ") + &more;
        }
    }
    all
}

/// A side that wins more, or less, than its fair share where another bot has every seat.
pub struct Off<'r> {
    /// The bot.
    pub bot: &'r str,
    /// The configuration.
    pub configuration: &'r str,
    /// The side.
    pub side: &'r str,
    /// What it wins.
    pub rate: Rate,
    /// Its fair share.
    pub fair: f64,
}

/// Sides of which nothing is wished and that are shown to be further than `margin` from their fair share with other bots, the
/// furthest first.
pub fn off(results: &Results, margin: f64) -> Vec<Off<'_>> {
    let confidence = confidence(results);
    let mut all = Vec::new();
    for each in &results.configurations {
        let telling = |other: &&Configuration| tells::tells(other) == Tells::Balance;
        for other in each.others.iter().filter(telling) {
            let unwished = other.sides.iter().filter(|row| !each.is_wished(&row.side));
            for (row, fair) in unwished.filter_map(|row| Some((row, row.fair?))) {
                let rate = row.at(other.sampling(), confidence);
                if let Lies::Beyond(..) = lies(rate, fair, margin) {
                    all.push(Off {
                        bot: &other.name,
                        configuration: &each.name,
                        side: &row.side,
                        rate,
                        fair,
                    });
                }
            }
        }
    }
    let gap = |off: &Off<'_>| (off.rate.value - off.fair).abs();
    all.sort_by(|a, b| gap(b).total_cmp(&gap(a)));
    all
}
