//! Does a finding hold with other bots at the table? The same is asked of the games of each bot of the league.

use super::super::format;
use super::super::metrics::Measure;
use super::game_lengths::{lengths, so_long, so_long_as_played};
use super::kind::TENTH;
use super::{
    Deals, Direction, Finding, FindingClaim, FindingContext, Lies, OpponentAnswer, Robustness, Strength, Tells, lead,
    lies, limitations,
};
use balance_analysis::judge;
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::Of;
use balance_analysis::table::{Comparison, ComparisonRow, Configuration, Rate, Results, TargetRow};
use balance_stats as stats;

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
fn confidence_of_events(asked: &FindingContext) -> f64 {
    let of_bot = |each: &Configuration| each.counters.iter().filter(|row| row.rule).count() + lead::ROWS;
    let questions = asked.of * asked.each.others.iter().map(of_bot).sum::<usize>();
    1.0 - EVENTS * judge::others() / 2.0 / questions.max(1) as f64
}

/// Asks `claim` of every other bot.
pub fn ask(asked: &FindingContext, claim: &FindingClaim) -> Vec<OpponentAnswer> {
    let others = asked.each.others.iter();
    let confidence = match claim {
        FindingClaim::Rare { .. } | FindingClaim::Hopeless { .. } | FindingClaim::Lead(_) => {
            confidence_of_events(asked)
        }
        _ => asked.others,
    };
    others
        .map(|other| {
            let (says, shown) = robustness_of(asked.each, other, claim, confidence);
            OpponentAnswer {
                bot: other.name.clone(),
                says,
                shown,
                at: asked.each.name.clone(),
            }
        })
        .collect()
}

/// What a bot says to a claim, and the number that says so.
type Statement = (Robustness, String);

/// What the games of `other` say to a `claim` of those of `own`.
fn robustness_of(own: &Configuration, other: &Configuration, claim: &FindingClaim, confidence: f64) -> Statement {
    // Who wins says nothing where most games never come to an end.
    let of_wins = matches!(
        claim,
        FindingClaim::Side { .. }
            | FindingClaim::Sides(_)
            | FindingClaim::Seat { .. }
            | FindingClaim::Seats(_)
            | FindingClaim::Lead(_)
    );
    let said = if of_wins && limitations::tells(other) != Tells::Balance {
        None
    } else {
        statement_of(own, other, claim, confidence)
    };
    said.unwrap_or((Robustness::Open, String::new()))
}

/// The same; none where these games have nothing to say to it.
fn statement_of(
    own: &Configuration,
    other: &Configuration,
    claim: &FindingClaim,
    confidence: f64,
) -> Option<Statement> {
    let sampling = other.sampling();
    let of_share = |rate: Rate, direction: Direction, than: f64| {
        Some((share(rate, direction, than), format::percent(rate.value, 1)))
    };
    match claim {
        FindingClaim::Side { side, direction, by } => {
            let row = other.sides.iter().find(|row| row.side == *side)?;
            let (rate, fair) = (row.win_rate_at(sampling, confidence), row.fair?);
            let here = own.sides.iter().find(|row| row.side == *side);
            let shown = beside(rate, fair, here.and_then(|row| row.fair));
            Some((directed(rate, fair, *direction, *by), shown))
        }
        FindingClaim::Sides(within) => {
            let rates = other
                .sides
                .iter()
                .filter_map(|row| Some((row.win_rate_at(sampling, confidence), row.fair?)));
            Some(all_within(rates.collect(), *within))
        }
        FindingClaim::Seat { seat, direction, by } => {
            let row = other.seats.iter().find(|row| row.seat == *seat)?;
            let rate = row.win_rate_at(sampling, confidence);
            let here = own.seats.iter().find(|row| row.seat == *seat);
            let shown = beside(rate, row.fair, here.map(|row| row.fair));
            Some((directed(rate, row.fair, *direction, *by), shown))
        }
        FindingClaim::Seats(within) => {
            let rates = other
                .seats
                .iter()
                .map(|row| (row.win_rate_at(sampling, confidence), row.fair));
            Some(all_within(rates.collect(), *within))
        }
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
        FindingClaim::Half { lo, hi } => on_median(other, (*lo, *hi), confidence),
        FindingClaim::Spread(times) => on_spread(other, *times, confidence),
        FindingClaim::Rare { counter, below } => {
            let row = other.counters.iter().find(|row| row.counter == *counter)?;
            of_share(row.games_with_at(sampling, confidence), Direction::Less, *below)
        }
        FindingClaim::Hopeless { counter, below } => {
            let row = other.counters.iter().find(|row| row.counter == *counter)?;
            of_share(other.success_at(row, confidence)?, Direction::Less, *below)
        }
        // Asked of two configurations, not of one.
        FindingClaim::Change { .. } => None,
        FindingClaim::Lead(standing) => Some(lead::robustness_of(other, *standing, confidence)),
        FindingClaim::Wish { row, verdict } => on_wish(other, row, *verdict),
    }
}

/// To it that half of the games take about so many turns.
fn on_median(other: &Configuration, (least, most): (u32, u32), confidence: f64) -> Option<Statement> {
    let found = other.sampling().quantile(&lengths(other), 50, confidence)?;
    let (lo, hi) = (found.lo?, found.hi?);
    // Whatever the own median is of those that it may be.
    let (least, most) = (f64::from(least), f64::from(most));
    let (under, over) = (1.0 - TENTH, 1.0 + TENTH);
    // The table of other bots does not have it.
    let median = format!("median {}", so_long(other, found.q, found.q));
    Some(if f64::from(lo) >= most * under && f64::from(hi) <= least * over {
        (Robustness::Holds, median)
    } else if f64::from(hi) < least * under {
        (Robustness::Fails, format!("shorter, {median}"))
    } else if f64::from(lo) > most * over {
        (Robustness::Fails, format!("longer, {median}"))
    } else {
        (Robustness::Open, median)
    })
}

/// To it that long games take so many times as long as short ones: asked of the games as they were played, of which one at the cap
/// took as long as that.
fn on_spread(other: &Configuration, times: u32, confidence: f64) -> Option<Statement> {
    let (rows, sampling) = (other.histogram_of(&other.turn_word), other.sampling());
    let quantile = |percent: u32| sampling.quantile(&rows, percent, confidence);
    let (short, long) = (quantile(5)?, quantile(95)?);
    let at_least = |long: Option<u32>, short: Option<u32>| Some(long? >= times.saturating_mul(short?));
    let says = match (at_least(long.lo, short.hi), at_least(long.hi, short.lo)) {
        (Some(true), _) => Robustness::Holds,
        (_, Some(false)) => Robustness::Fails,
        _ => Robustness::Open,
    };
    Some((says, so_long_as_played(other, short.q, long.q)))
}

/// To the `verdict` on a band of `[expect]`.
fn on_wish(other: &Configuration, row: &TargetRow, verdict: Verdict) -> Option<Statement> {
    let same = |other: &&TargetRow| {
        (&other.metric, other.change, other.from, other.to) == (&row.metric, row.change, row.from, row.to)
    };
    let answer = other.targets.iter().find(same).and_then(|row| row.answer)?;
    // Too much is not missed in the same way as too little.
    let middle = row.from.zip(row.to).map(|(from, to)| f64::midpoint(from, to));
    let turned = middle
        .zip(row.answer)
        .is_some_and(|(middle, own)| (own.value > middle) != (answer.value > middle));
    let says = match (answer.verdict, answer.strength) {
        (Verdict::Undecided, _) => Robustness::Open,
        (found, _) if found != verdict => Robustness::Fails,
        (Verdict::Outside, _) if turned => Robustness::Reverses,
        (_, Strength::Certain) => Robustness::Certainly,
        _ => Robustness::Holds,
    };
    let unit = match Of::metric(&row.metric) {
        Of::Mean("turns") | Of::Quantile("turns", _) => format!(" {}", other.turn_word),
        Of::Mean(length) | Of::Quantile(length, _) => format!(" {length}"),
        _ => String::new(),
    };
    Some((says, Measure::of_metric(&row.metric).number(answer.value, 1) + &unit))
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
fn directed(rate: Rate, from: f64, direction: Direction, by: f64) -> Robustness {
    let (least, most) = match direction {
        Direction::More => (rate.lo - from, rate.hi - from),
        Direction::Less => (from - rate.hi, from - rate.lo),
    };
    if least > by {
        if least - by > rate.hi - rate.lo {
            Robustness::Certainly
        } else {
            Robustness::Holds
        }
    } else if most < 0.0 {
        Robustness::Reverses
    } else if most < by {
        Robustness::Fails
    } else {
        Robustness::Open
    }
}

/// Is the share above `than`, or below it where it is to be less?
fn share(rate: Rate, direction: Direction, than: f64) -> Robustness {
    match lies(rate, than, 0.0) {
        Lies::Beyond(gap, Strength::Certain) if Direction::of_gap(gap) == direction => Robustness::Certainly,
        Lies::Beyond(gap, _) if Direction::of_gap(gap) == direction => Robustness::Holds,
        Lies::Beyond(..) => Robustness::Fails,
        _ => Robustness::Open,
    }
}

/// Is every rate within so much of what it is to be? The one furthest off is shown.
fn all_within(rates: Vec<(Rate, f64)>, within: f64) -> (Robustness, String) {
    let furthest = rates.iter().map(|(rate, from)| rate.value - from);
    let furthest = furthest.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
    let shown = format!("{} points", format::points_only(furthest, 1));
    let mut says = Robustness::Holds;
    for (rate, from) in rates {
        match lies(rate, from, within) {
            Lies::Beyond(..) => return (Robustness::Fails, shown),
            Lies::Across(_) => says = Robustness::Open,
            Lies::Within => {}
        }
    }
    (says, shown)
}

/// Do the bots say the same of two configurations?
pub fn agree(one: &[OpponentAnswer], other: &[OpponentAnswer]) -> bool {
    // How surely it is so is no other answer.
    let same = |a: &OpponentAnswer, b: &OpponentAnswer| {
        a.bot == b.bot && a.says.max(Robustness::Holds) == b.says.max(Robustness::Holds)
    };
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same(a, b))
}

/// What the bots say of two configurations in which a finding holds: of each bot the worst.
pub fn join(mine: &mut Vec<OpponentAnswer>, more: Vec<OpponentAnswer>) {
    for other in more {
        let Some(one) = mine.iter_mut().find(|one| one.bot == other.bot) else {
            mine.push(other);
            continue;
        };
        if other.says > one.says {
            *one = other;
        }
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
) -> Vec<OpponentAnswer> {
    let mut all = Vec::new();
    let mut differing: Vec<(String, Vec<String>)> = Vec::new();
    for (each, lo, hi) in own {
        let asked = FindingContext {
            each,
            of,
            others: confidence,
        };
        let said = ask(&asked, &FindingClaim::Half { lo, hi });
        for one in said.iter().filter(|one| one.says == Robustness::Fails) {
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
        let telling = |other: &&Configuration| limitations::tells(other) == Tells::Balance;
        for other in each.others.iter().filter(telling) {
            let unwished = other.sides.iter().filter(|row| !each.is_wished(&row.side));
            for (row, fair) in unwished.filter_map(|row| Some((row, row.fair?))) {
                let rate = row.win_rate_at(other.sampling(), confidence);
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

/// The configurations that are compared: the reference first.
pub(super) fn pair<'r>(each: &Comparison, results: &'r Results) -> Option<(&'r Configuration, &'r Configuration)> {
    let named = |name: &String| results.configurations.iter().find(|of| of.name == *name);
    Some((named(&each.reference)?, named(&each.configuration)?))
}

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
    Deals::of_configuration(after).count
}

/// What a bot says, in other words where all of its games were the same.
fn unless_the_same(pair: (&Configuration, &Configuration), said: OpponentAnswer) -> OpponentAnswer {
    if !same_games(pair) {
        return said;
    }
    OpponentAnswer {
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
pub fn on_no_change(each: &Comparison, results: &Results, confidence: f64) -> Vec<OpponentAnswer> {
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
pub fn seen_with_others(each: &Comparison, side: Option<&str>, results: &Results, confidence: f64) -> String {
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
fn to_change(bot: &str, change: f64, shown: Rate, margin: f64) -> OpponentAnswer {
    let same = (change > 0.0) == (shown.value > 0.0);
    let says = if shown.lo > 0.0 || shown.hi < 0.0 {
        match (same, shown.lo.max(-shown.hi) > shown.hi - shown.lo) {
            (true, true) => Robustness::Certainly,
            (true, false) => Robustness::Holds,
            _ => Robustness::Reverses,
        }
    } else if shown.lo >= -margin && shown.hi <= margin {
        Robustness::Fails
    } else {
        Robustness::Open
    };
    statement_on_change(bot, says, shown)
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
fn to_none(bot: &str, shown: &[Rate], margin: f64) -> Option<OpponentAnswer> {
    let most = shown.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()))?;
    let beyond = |rate: &&Rate| rate.lo > margin || rate.hi < -margin;
    Some(match shown.iter().find(beyond) {
        Some(moved) => statement_on_change(bot, Robustness::Fails, *moved),
        None if shown.iter().all(|rate| rate.lo >= -margin && rate.hi <= margin) => {
            statement_on_change(bot, Robustness::Holds, *most)
        }
        None => statement_on_change(bot, Robustness::Open, *most),
    })
}

fn statement_on_change(bot: &str, says: Robustness, shown: Rate) -> OpponentAnswer {
    OpponentAnswer {
        bot: bot.to_owned(),
        says,
        shown: format!("{} points", format::points_only(shown.value, 1)),
        at: String::new(),
    }
}

impl Finding {
    /// Bots that say it, too.
    fn agree(&self) -> impl Iterator<Item = &OpponentAnswer> {
        self.others.iter().filter(|one| one.says <= Robustness::Holds)
    }

    /// Is it shown with the bots of this run alone?
    pub fn only_here(&self) -> bool {
        self.agree().count() < self.others.len()
    }

    /// Does it hold in several configurations, in each of which the others are asked?
    fn in_several(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.count > 1)
    }

    /// With how many other bots it is the same, with which it is not, and with which that is undecided; nothing where none was
    /// asked. Of several configurations the worst answer counts.
    pub fn elsewhere(&self) -> String {
        let (same, of) = (self.agree().count(), self.others.len());
        if of == 0 {
            return String::new();
        }
        let named = |is: fn(Robustness) -> bool| {
            let name = |one: &OpponentAnswer| match one.shown.as_str() {
                "" => one.bot.clone(),
                number if self.in_several() => format!("{} ({number} in “{}”)", one.bot, one.at),
                number => format!("{} ({number})", one.bot),
            };
            let these = self.others.iter().filter(|one| is(one.says));
            format::join_and(&these.map(name).collect::<Vec<_>>())
        };
        // A small gap here may be a large one there.
        let lead = match self.claim {
            Some(FindingClaim::Side { direction, by: 0.0, .. }) => direction.of_fair_share(),
            _ => "Same with",
        };
        let same = match same {
            0 => String::new(),
            1 if of == 1 => "the other bot".to_owned(),
            all if all == of => format!("all {of} other bots"),
            some => format!("{some} of {of} other bots"),
        };
        let sentences = [
            (lead, same),
            (
                "Not so with",
                named(|says| matches!(says, Robustness::Fails | Robustness::Reverses)),
            ),
            ("Undecided with", named(|says| says == Robustness::Open)),
        ];
        let sentences = sentences.into_iter().filter(|(_, names)| !names.is_empty());
        let sentences: Vec<String> = sentences.map(|(lead, names)| format!("{lead} {names}.")).collect();
        sentences.join(" ")
    }
}

/// How sure a finding is of which the league was asked: no surer than its weakest answer.
pub fn held_to(finding: &mut Finding) {
    let worst = finding.others.iter().map(|one| one.says).max();
    if finding.strength == Strength::Certain && worst == Some(Robustness::Holds) {
        finding.strength = Strength::Clear;
    }
}
