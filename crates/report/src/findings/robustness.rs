//! Is a finding the same at other levels of play? The same is asked of the games of each; other bots cast no doubt.

use super::kind::{Median, Standing, Winners};
use super::length::lengths;
use super::{Direction, Finding, FindingClaim, FindingContext, OpponentAnswer, Robustness, Tells, lead, tells};
use crate::format;
use crate::metrics::{self, Measure};
use balance_config::scenario::FAIR;
use balance_inference::judge::{self, Verdict};
use balance_inference::table::{Comparison, ComparisonRow, Configuration, Rate, Results, SideRow, TargetRow};
use balance_kit::bots::LEVELS;
use balance_stats as stats;

/// The part of what may be said wrong of other bots that is kept for what is rare and for leads, of which there are many more
/// questions than of who wins and how long it takes.
const EVENTS: f64 = 0.2;
/// Medians that differ by no more than this part count as the same.
const TENTH: f64 = 0.1;

/// How sure every statement about other bots must be but those about what is rare and about leads, so that all that can be said of
/// them err together no more often than they may.
pub fn confidence(results: &Results) -> f64 {
    let of_bot = |each: &Configuration| each.sides.len() + each.seats.len() + each.endings.len() + 4;
    let others = results.configurations.iter().flat_map(|each| &each.others);
    let questions: usize = others.map(of_bot).sum();
    1.0 - (1.0 - EVENTS) * judge::others() / 2.0 / questions.max(1) as f64
}

/// The same of what is rare and of leads.
fn confidence_of_events(context: &FindingContext) -> f64 {
    let of_bot = |each: &Configuration| each.counters.iter().filter(|row| row.rule).count() + lead::ROWS;
    let questions = context.of * context.each.others.iter().map(of_bot).sum::<usize>();
    1.0 - EVENTS * judge::others() / 2.0 / questions.max(1) as f64
}

/// The other levels of play at the table of a configuration.
pub fn levels(each: &Configuration) -> impl Iterator<Item = &Configuration> {
    each.others.iter().filter(|other| LEVELS.contains(&&*other.name))
}

/// What every other level says to `claim`.
pub fn answers(context: &FindingContext, claim: &FindingClaim) -> Vec<OpponentAnswer> {
    let confidence = match claim {
        FindingClaim::Rare { .. } | FindingClaim::Hopeless { .. } | FindingClaim::Lead(_) => {
            confidence_of_events(context)
        }
        _ => context.others,
    };
    // Who wins says nothing where most games never come to an end.
    let of_wins = matches!(
        claim,
        FindingClaim::Gap { .. } | FindingClaim::Fair { .. } | FindingClaim::Lead(_)
    );
    let answer = |other: &Configuration| {
        let silent = of_wins && tells(other) != Tells::Balance;
        let statement = statement(other, claim, confidence).filter(|_| !silent);
        let (says, observed) = statement.unwrap_or((Robustness::Undecided, String::new()));
        OpponentAnswer {
            bot: other.name.clone(),
            says,
            observed,
        }
    };
    levels(context.each).map(answer).collect()
}

/// What a bot says to a claim, and the number that says so.
type Statement = (Robustness, String);

/// What the games of `other` say to a claim; none where they have nothing to say to it.
fn statement(other: &Configuration, claim: &FindingClaim, confidence: f64) -> Option<Statement> {
    let sampling = other.sampling();
    let counter = |key: &String| other.counters.iter().find(|row| row.counter == *key);
    let of_share = |rate: Rate, direction: Direction, than: f64| Some((share(rate, direction, than), percent(rate)));
    match claim {
        FindingClaim::Gap {
            winners,
            name,
            direction,
            by,
        } => {
            let all = rates(other, *winners, confidence);
            let (_, rate, fair) = all.into_iter().find(|row| row.0 == name)?;
            Some((directed(rate, fair, *direction, *by), percent(rate)))
        }
        FindingClaim::Fair { winners, within } => Some(all_within(&rates(other, *winners, confidence), *within)),
        FindingClaim::Ending {
            ending,
            direction,
            than,
        } => {
            let row = other.endings.iter().find(|row| row.ending == *ending)?;
            of_share(row.share_at(sampling, confidence), *direction, *than)
        }
        FindingClaim::Nobody(than) => {
            let row = other.sides.iter().find(|row| row.fair.is_none())?;
            of_share(row.win_rate_at(sampling, confidence), Direction::More, *than)
        }
        FindingClaim::Everybody(than) => {
            let least = metrics::playing(other).min_by_key(|row| row.wins)?;
            of_share(least.win_rate_at(sampling, confidence), Direction::More, *than)
        }
        FindingClaim::Half(own) => on_median(other, *own, confidence),
        FindingClaim::Spread(times) => on_spread(other, *times, confidence),
        FindingClaim::Rare { counter: key, below } => {
            let row = counter(key)?;
            of_share(row.games_with_at(sampling, confidence), Direction::Less, *below)
        }
        FindingClaim::Hopeless { counter: key, below } => {
            let success = other.success_at(counter(key)?, confidence)?;
            of_share(success, Direction::Less, *below)
        }
        FindingClaim::Lead(effect) => Some(lead::robustness(other, *effect, confidence)),
        FindingClaim::Goal { row, verdict } => on_goal(other, row, *verdict),
    }
}

fn percent(rate: Rate) -> String {
    format::percent(rate.value, format::decimals(rate))
}

/// What sides or seats win, with what would be fair.
fn rates(other: &Configuration, winners: Winners, confidence: f64) -> Vec<(&String, Rate, f64)> {
    let sampling = other.sampling();
    match winners {
        Winners::Sides => (other.sides.iter())
            .filter_map(|row| Some((&row.side, row.win_rate_at(sampling, confidence), row.fair?)))
            .collect(),
        Winners::Seats => (other.seats.iter())
            .map(|row| (&row.seat, row.win_rate_at(sampling, confidence), row.fair))
            .collect(),
    }
}

/// To it that half of the games take about so many turns.
fn on_median(other: &Configuration, own: Median, confidence: f64) -> Option<Statement> {
    let found = other.sampling().quantile(&lengths(other), 50, confidence)?;
    let (lo, hi) = (f64::from(found.lo?), f64::from(found.hi?));
    // Whatever the own median is of those that it may be.
    let (least, most) = (f64::from(own.lo), f64::from(own.hi));
    let (under, over) = (1.0 - TENTH, 1.0 + TENTH);
    let says = if lo >= most * under && hi <= least * over {
        Robustness::Same
    } else if hi < least * under || lo > most * over {
        Robustness::Different
    } else {
        Robustness::Undecided
    };
    Some((says, turns(other, found.q)))
}

/// `34 turns`; past the limit on the length of a game it is not known.
fn turns(other: &Configuration, count: u32) -> String {
    if count == u32::MAX {
        return format!("past the {} limit", format::one(&other.turn_word));
    }
    format::turns(count, &other.turn_word)
}

/// To it that long games take so many times as long as short ones: asked of the games as they were played, of which one that was
/// stopped took as long as that.
fn on_spread(other: &Configuration, times: u32, confidence: f64) -> Option<Statement> {
    let (rows, sampling) = (other.histogram_of(&other.turn_word), other.sampling());
    let quantile = |percent: u32| sampling.quantile(&rows, percent, confidence);
    let (short, long) = (quantile(5)?, quantile(95)?);
    let at_least = |long: Option<u32>, short: Option<u32>| Some(long? >= times.saturating_mul(short?));
    let says = match (at_least(long.lo, short.hi), at_least(long.hi, short.lo)) {
        (Some(true), _) => Robustness::Same,
        (_, Some(false)) => Robustness::Different,
        _ => Robustness::Undecided,
    };
    Some((says, format!("{}–{}", short.q, turns(other, long.q))))
}

/// To the `verdict` on a goal.
fn on_goal(other: &Configuration, row: &TargetRow, verdict: Verdict) -> Option<Statement> {
    let same = |other: &&TargetRow| {
        (&other.metric, other.change, other.from, other.to) == (&row.metric, row.change, row.from, row.to)
    };
    let answer = other.targets.iter().find(same).and_then(|row| row.answer)?;
    // Too much is not missed in the same way as too little.
    let middle = row.from.zip(row.to).map(|(from, to)| f64::midpoint(from, to));
    let turned = middle
        .zip(row.answer)
        .is_some_and(|(middle, own)| (own.value > middle) != (answer.value > middle));
    let says = match answer.verdict {
        Verdict::Undecided => Robustness::Undecided,
        found if found != verdict => Robustness::Different,
        Verdict::Outside if turned => Robustness::Different,
        _ => Robustness::Same,
    };
    Some((says, Measure::of_metric(&row.metric).number(answer.value, 1)))
}

/// Is the rate more than `by` above `from`, or below it where it is to be less?
fn directed(rate: Rate, from: f64, direction: Direction, by: f64) -> Robustness {
    let (least, most) = match direction {
        Direction::More => (rate.lo - from, rate.hi - from),
        Direction::Less => (from - rate.hi, from - rate.lo),
    };
    if least > by {
        Robustness::Same
    } else if most < by {
        Robustness::Different
    } else {
        Robustness::Undecided
    }
}

/// Is the share above `than`, or below it where it is to be less?
fn share(rate: Rate, direction: Direction, than: f64) -> Robustness {
    match Standing::of_rate(rate, than, 0.0) {
        Standing::Beyond(found) if found == direction => Robustness::Same,
        Standing::Beyond(_) => Robustness::Different,
        _ => Robustness::Undecided,
    }
}

/// Is every rate within so much of what would be fair? The one furthest off is observed.
fn all_within(rates: &[(&String, Rate, f64)], within: f64) -> Statement {
    let gaps = rates.iter().map(|(_, rate, fair)| rate.value - fair);
    let furthest = gaps.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
    let standings = || {
        rates
            .iter()
            .map(|(_, rate, fair)| Standing::of_rate(*rate, *fair, within))
    };
    let says = if standings().any(|at| matches!(at, Standing::Beyond(_))) {
        Robustness::Different
    } else if standings().all(|at| at == Standing::Within) {
        Robustness::Same
    } else {
        Robustness::Undecided
    };
    (says, points(furthest))
}

fn points(value: f64) -> String {
    format!("{} points", format::points_only(value, 1))
}

/// Do the bots say the same of two configurations?
pub fn agree(one: &[OpponentAnswer], other: &[OpponentAnswer]) -> bool {
    let same = |(a, b): (&OpponentAnswer, &OpponentAnswer)| (&a.bot, a.says) == (&b.bot, b.says);
    one.len() == other.len() && one.iter().zip(other).all(same)
}

/// What the bots say of two configurations in which a finding holds: of each bot the worst.
pub fn join(mine: &mut Vec<OpponentAnswer>, more: Vec<OpponentAnswer>) {
    for other in more {
        match mine.iter_mut().find(|one| one.bot == other.bot) {
            None => mine.push(other),
            Some(one) if other.says > one.says => *one = other,
            Some(_) => {}
        }
    }
}

/// To which side of its fair share a side is confirmed to be far from it where another bot has every seat.
pub fn far_from_fair(other: &Configuration, row: &SideRow, confidence: f64) -> Option<Direction> {
    let rate = row.win_rate_at(other.sampling(), confidence);
    let standing = Standing::of_rate(rate, row.fair?, FAIR);
    standing.beyond().filter(|_| tells(other) == Tells::Balance)
}

/// The configurations that are compared: the reference first.
pub fn pair<'r>(each: &Comparison, results: &'r Results) -> Option<(&'r Configuration, &'r Configuration)> {
    let named = |name: &String| results.configurations.iter().find(|of| of.name == *name);
    Some((named(&each.reference)?, named(&each.configuration)?))
}

/// What each other level says that sat at both tables and whose games say who wins, before the change and after; nothing where the
/// change is one of bots, who sit at both tables alike.
fn answers_at_both(
    each: &Comparison,
    results: &Results,
    statement: impl Fn((&Configuration, &Configuration)) -> Option<Statement>,
) -> Vec<OpponentAnswer> {
    let Some((before, after)) = pair(each, results) else {
        return Vec::new();
    };
    if !before.has_bots_of(after) || before.rules == after.rules {
        return Vec::new();
    }
    let answer = |after: &Configuration| {
        let before = before.others.iter().find(|before| before.name == after.name)?;
        if [before, after].iter().any(|each| tells(each) != Tells::Balance) {
            return None;
        }
        let (says, observed) = statement((before, after))?;
        let bot = after.name.clone();
        Some(OpponentAnswer { bot, says, observed })
    };
    levels(after).filter_map(answer).collect()
}

/// By how much the win rate of a side moves, from two intervals of which each holds by itself, or from it that no game differs: then
/// a bot uses nothing of what is another there.
fn moved((before, after): (&Configuration, &Configuration), side: &str, confidence: f64) -> Option<Rate> {
    let wins = |each: &Configuration| -> Vec<(u64, Vec<u64>)> {
        each.sides.iter().map(|row| (row.wins, row.deals.clone())).collect()
    };
    if before.games == after.games && wins(before) == wins(after) && before.histogram == after.histogram {
        let deals = after.games / u64::from(after.rotations.max(1));
        let range = stats::Interval { lo: -1.0, hi: 1.0 };
        let ends = stats::mean_interval(&[(0.0, deals as f64)], range, confidence).unwrap_or(range);
        return Some(Rate::new(0.0, ends));
    }
    let rate = |of: &Configuration| {
        let row = metrics::side(of, side)?;
        Some(row.win_rate_at(of.sampling(), confidence))
    };
    let (was, is) = (rate(before)?, rate(after)?);
    Some(Rate {
        value: is.value - was.value,
        lo: is.lo - was.hi,
        hi: is.hi - was.lo,
    })
}

/// What the other bots say to it that the change moves what `row` says; `confidence` is that of each statement.
pub fn on_change(each: &Comparison, row: &ComparisonRow, results: &Results, confidence: f64) -> Vec<OpponentAnswer> {
    let (side, margin) = (row.side().unwrap_or_default(), results.scenario.margins.share);
    let direction = Direction::of_gap(row.difference.value);
    answers_at_both(each, results, |pair| {
        let moved = moved(pair, side, confidence)?;
        let says = match Standing::of_rate(moved, 0.0, 0.0) {
            Standing::Beyond(found) if found == direction => Robustness::Same,
            Standing::Beyond(_) => Robustness::Different,
            _ if moved.lo >= -margin && moved.hi <= margin => Robustness::Different,
            _ => Robustness::Undecided,
        };
        Some((says, points(moved.value)))
    })
}

/// What the other bots say to it that nothing moves.
pub fn on_no_change(each: &Comparison, results: &Results, confidence: f64) -> Vec<OpponentAnswer> {
    let sides: Vec<String> = (each.rows.iter())
        .filter_map(|row| row.side().map(str::to_owned))
        .collect();
    answers_at_both(each, results, |pair| {
        let moves = (sides.iter()).map(|side| Some((side, moved(pair, side, confidence)?, 0.0)));
        let moves: Vec<(&String, Rate, f64)> = moves.collect::<Option<_>>()?;
        Some(all_within(&moves, results.scenario.margins.share))
    })
}

impl Finding {
    /// Bots that say the same, something else, or nothing.
    pub fn bots_that_say(&self, says: Robustness) -> impl Iterator<Item = &OpponentAnswer> {
        self.others.iter().filter(move |one| one.says == says)
    }

    /// Is it different, or undecided, with some other bot?
    pub fn is_bot_dependent(&self) -> bool {
        self.others.iter().any(|one| one.says != Robustness::Same)
    }
}
