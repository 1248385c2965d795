//! The sentences of findings: a headline, its evidence and its method for every kind, written out whole.

use super::kind::{
    Certainty, ChangeEffect, ChangeFact, EndingFact, Evenness, EventFact, GameShare, GoalOutcome, LeadEffect,
    LengthFact, Limit, Median, OpponentAnswer, PLAYERS, Robustness, SEAT_MARGIN, SELDOM, SampleSubject, SeatOrder,
    StoppedShare, WinGap, Winners,
};
use super::{Direction, Finding, FindingClaim, FindingKind, FindingPlace, Severity};
use crate::format;
use crate::metrics::{goal_band, metric_words, number_found};
use balance_config::games::Presence;
use balance_config::scenario::FAIR;
use balance_inference::judge::{self, Answer};
use balance_inference::table::{Rate, Results, Shows, TargetRow};

/// Of more gaps, effects or bots than this those that follow are left to the tables.
const FEW: usize = 3;
/// So many names stand in a list at most.
const NAMED: usize = 8;

pub struct FindingText {
    pub headline: String,
    pub evidence: String,
    pub method: &'static str,
}

fn text(headline: String, evidence: String, method: &'static str) -> FindingText {
    FindingText {
        headline,
        evidence,
        method,
    }
}

pub fn finding(kind: &FindingKind) -> FindingText {
    match kind {
        FindingKind::Fairness {
            winners,
            evenness,
            gaps,
        } => match winners {
            Winners::Sides => sides(*evenness, gaps),
            Winners::Seats => seats(*evenness, gaps),
        },
        FindingKind::SeatsAreRoles => text(
            "Seats are not separable from roles: every seat always has the same role.".to_owned(),
            "No seat had two roles.".to_owned(),
            method::COUNT,
        ),
        FindingKind::Ending { fact, share } => ending(fact, share),
        FindingKind::Length { fact, word } => length(fact, word),
        FindingKind::Event {
            fact,
            event,
            metric,
            rate,
        } => happening(fact, event, metric, *rate),
        FindingKind::Lead {
            effect,
            rate,
            reference,
            games,
        } => lead(*effect, *rate, *reference, *games),
        FindingKind::Link {
            component,
            held,
            side,
            wins,
            lift,
        } => link(component, *held, side, *wins, *lift),
        FindingKind::UnusedComponents { names, games } => unused(names, *games),
        FindingKind::BotBeats { best, beaten, order } => bot_beats(best, beaten, *order),
        FindingKind::BotsDisagree { side, most, least } => bots_disagree(side, most, least),
        FindingKind::Goal { row, answer, outcome } => goal(row, answer, *outcome),
        FindingKind::Change {
            fact,
            configuration,
            reference,
        } => change(fact, configuration, reference),
        FindingKind::Changes {
            different,
            same,
            of,
            within,
        } => changes([*different, *same, *of], *within),
        FindingKind::Sensitivity {
            setting,
            side,
            low,
            high,
            by,
        } => sensitivity(setting, side, [low, high], *by),
        FindingKind::Limit(limit) => limitation(limit),
    }
}

mod method {
    pub const COUNT: &str = "An exact count.";
    pub const SIDES: &str =
        "The interval of each win rate against its fair share ± 2 points, corrected for all sides and versions.";
    pub const SEATS: &str = "The interval of each win rate against the average of its roles ± 1 point, corrected for all seats and versions.";
    pub const ENDINGS: &str = "The interval of the share of games, corrected for all endings and versions.";
    pub const LENGTHS: &str = "Order statistics of all games.";
    pub const EVENTS: &str = "The interval of the share of games, or of tries, corrected for all events and versions.";
    pub const LEADS: &str =
        "Progress of each side when half of the game is over; intervals corrected for all versions.";
    pub const COMPONENTS: &str =
        "The interval of the difference lies beyond ± 5 points, corrected for all components, sides and versions.";
    pub const BOTS: &str = "The intervals of the win rates per seat do not touch, corrected for all bots and versions.";
    pub const SEATINGS: &str =
        "Versions that differ in their bots alone, with intervals corrected for all sides and versions.";
    pub const GOALS: &str =
        "Judged at every look of the run, as in `check`; the interval holds for all goals and versions.";
    pub const CHANGES: &str =
        "Differences game by game on the same shuffles, with intervals corrected for all comparisons.";
    pub const SETTINGS: &str =
        "The mean gap to the fair share with each value, corrected for all settings, sides and values.";
    pub const LIMITS: &str = "How the run was set up.";
}

/// `3.9 points above`.
fn distance(gap: f64) -> String {
    let side = if gap > 0.0 { "above" } else { "below" };
    format!("{} points {side}", format::plain(100.0 * gap.abs(), 1))
}

/// `Profiteer 10.9% (10.8–11.0), fair 33.3%`.
fn beside_fair(name: &str, one: &WinGap) -> String {
    format!(
        "{name} {}, fair {}",
        format::share(one.rate),
        format::percent(one.fair, 1)
    )
}

fn sides(evenness: Evenness, gaps: &[WinGap]) -> FindingText {
    let beside = |one: &WinGap| beside_fair(&format::side(&one.name), one);
    let (worst, all) = (&gaps[0], format::capital(&list(gaps, beside)));
    let (who, rate, gap) = (format::side(&worst.name), percent(worst.rate), distance(worst.gap()));
    let limit = format::plain(100.0 * FAIR, 0);
    let (headline, evidence) = match evenness {
        Evenness::Unfair => (
            format!("{rate} of games are won by {who}, {gap} its fair share."),
            format!("{all}."),
        ),
        Evenness::Uneven => (
            format!(
                "{rate} of games are won by {who}, {gap} its fair share; whether by more than {limit} is undecided."
            ),
            format!("{all}."),
        ),
        Evenness::Fair => (
            format!("Every side is within {limit} points of its fair share."),
            format!("Largest gap: {}.", beside(worst)),
        ),
        Evenness::Undecided => (
            format!("Whether every side is within {limit} points of its fair share is undecided."),
            format!("Largest gap observed: {}.", beside(worst)),
        ),
    };
    text(headline, evidence, method::SIDES)
}

fn seats(evenness: Evenness, gaps: &[WinGap]) -> FindingText {
    let beside = |one: &WinGap| beside_fair(&format!("seat {}", one.name), one);
    let (worst, all) = (&gaps[0], list(gaps, beside));
    let (seat, rate, gap) = (&worst.name, percent(worst.rate), distance(worst.gap()));
    let limit = format::plain(100.0 * SEAT_MARGIN, 0);
    let (headline, evidence) = match evenness {
        Evenness::Unfair => (
            format!("Seat {seat} wins {rate} of games, {gap} the average of its roles."),
            format!("{}.", format::capital(&all)),
        ),
        Evenness::Uneven => (
            format!(
                "Seat {seat} wins {rate}, {gap} the average of its roles; whether by more than {limit} is undecided."
            ),
            format!("{}.", format::capital(&all)),
        ),
        Evenness::Fair => (
            format!("Every seat is within {limit} point of the average of its roles."),
            format!("Largest gap: {}.", beside(worst)),
        ),
        Evenness::Undecided => (
            format!("Whether every seat is within {limit} point of the average of its roles is undecided."),
            format!("Largest gap observed: {}.", beside(worst)),
        ),
    };
    text(headline, evidence, method::SEATS)
}

fn list<T>(all: &[T], words: impl Fn(&T) -> String) -> String {
    all.iter().take(FEW).map(words).collect::<Vec<_>>().join("; ")
}

fn percent(rate: Rate) -> String {
    format::percent(rate.value, format::decimals(rate).min(1))
}

fn ending(fact: &EndingFact, share: &GameShare) -> FindingText {
    let rate = format::percent(share.rate.value, format::decimals(share.rate));
    let headline = match fact {
        EndingFact::Dominant(ending) => format!("{rate} of games end by “{ending}”."),
        EndingFact::Rare(ending) => format!("Only {rate} of games end by “{ending}”."),
        EndingFact::Never(ending) => format!("No game ended by “{ending}”."),
        EndingFact::WonByNobody => format!("{rate} of games are won by nobody."),
        EndingFact::WonByOnly(Direction::Less) => format!(
            "Too hard: {rate} of games are won, fewer than {}.",
            format::percent(SELDOM, 0)
        ),
        EndingFact::WonByOnly(Direction::More) => format!(
            "Too easy: {rate} of games are won, more than {}.",
            format::percent(1.0 - SELDOM, 0)
        ),
        EndingFact::WonByEverybody => format!("Every side wins nearly every game: the one that wins least, {rate}."),
        EndingFact::Stopped { stopped, turn } => match stopped {
            StoppedShare::All => format!("No game ended before the {turn} limit: the run says nothing about balance."),
            StoppedShare::Most => {
                format!("Most games are stopped at the {turn} limit: the others say nothing about balance.")
            }
            StoppedShare::Some => format!("{rate} of games are stopped at the {turn} limit."),
        },
    };
    let evidence = format!(
        "{} of {}: {}.",
        format::count(share.games),
        format::games(share.of),
        format::share(share.rate)
    );
    text(headline, evidence, method::ENDINGS)
}

fn length(fact: &LengthFact, word: &str) -> FindingText {
    let turns = |count: u32| format::turns(count, word);
    let interval = |median: &Median| format!("{} ({}–{})", median.value, median.lo, median.hi);
    let (headline, evidence) = match fact {
        LengthFact::Typical { median, most } => (
            format!("A typical game takes {}.", turns(median.value)),
            format!(
                "Median {}; 9 in 10 games took {}.",
                interval(median),
                format::span(*most)
            ),
        ),
        LengthFact::OfFew { games, span } => (
            "Too few games for a typical length.".to_owned(),
            format!(
                "{} took {} {word}.",
                format::capital(&format::games(*games)),
                format::span(*span)
            ),
        ),
        LengthFact::Range { shortest, longest } => (
            format!(
                "The median length ranges from {} (“{}”) to {} (“{}”).",
                turns(shortest.1.value),
                shortest.0,
                longest.1.value,
                longest.0
            ),
            format!("Medians {} and {}.", interval(&shortest.1), interval(&longest.1)),
        ),
        LengthFact::Same { median, of } => (
            format!("The median length is {} in all {of} versions.", turns(median.value)),
            format!("Median {}.", interval(median)),
        ),
        LengthFact::Spread { short, long, times } => (
            format!("Long games take at least {times} times as many {word} as short ones."),
            format!(
                "1 game in 20 takes at most {}, 1 in 20 at least {}.",
                turns(*short),
                turns(*long)
            ),
        ),
    };
    text(headline, evidence, method::LENGTHS)
}

fn happening(fact: &EventFact, event: &str, metric: &str, rate: Rate) -> FindingText {
    let share = format::percent(rate.value, format::decimals(rate));
    let interval = format::share(rate);
    let (headline, evidence) = match fact {
        EventFact::Never => (
            format!("“{event}” happened in no game: a dead rule, or bots that do not use it?"),
            format!("In {interval} of games; metric `{metric}`."),
        ),
        EventFact::Rare => (
            format!("“{event}” happens in only {share} of games: a dead rule, or bots that do not use it?"),
            format!("In {interval} of games; metric `{metric}`."),
        ),
        EventFact::Hopeless(tries) => (
            format!("Only {share} of “{tries}” are “{event}”."),
            format!("{interval} of them; metric `{metric}`."),
        ),
    };
    text(headline, evidence, method::EVENTS)
}

fn lead(effect: LeadEffect, rate: Rate, reference: f64, games: u64) -> FindingText {
    let (wins, share) = (percent(rate), format::share(rate));
    let (games, reference) = (format::games(games), format::percent(reference, 1));
    let (headline, evidence) = match effect {
        LeadEffect::Burden => (
            format!("The sole leader at half time wins only {wins}, less than any side overall."),
            format!("{share} of {games} with a sole leader; the weakest side overall {reference}."),
        ),
        LeadEffect::Helps => (
            format!("A lead at half time helps: the sole leader wins {wins}."),
            format!("{share} of {games} with a sole leader; the strongest side overall {reference}."),
        ),
        LeadEffect::Decides => (
            format!("Runaway leader: the sole leader at half time wins {wins}."),
            format!("{share} of {games} with a sole leader; the strongest side overall {reference}."),
        ),
        LeadEffect::Hopeless => (
            format!("Comebacks are rare: the side alone in last place at half time wins {wins}."),
            format!("{share} of {games} with one side last; the weakest side overall {reference}."),
        ),
    };
    text(headline, evidence, method::LEADS)
}

fn link(component: &str, held: Presence, side: &str, wins: [f64; 2], lift: Rate) -> FindingText {
    let side = format::side(side);
    let [with, without] = wins.map(|share| format::percent(share, 1));
    let points = format::points(lift);
    let (headline, evidence) = match held {
        Presence::Dealt => (
            format!("“{component}” changes who wins: {side} {with} with it, {without} without."),
            format!("{points} points; it is dealt by chance, so this is its effect."),
        ),
        Presence::Used | Presence::AtEnd => (
            format!("{with} of games with “{component}” are won by {side}, {without} of the others."),
            format!("{points} points; a correlation, not an effect."),
        ),
    };
    text(headline, evidence, method::COMPONENTS)
}

fn unused(names: &[String], games: u64) -> FindingText {
    text(
        format!("No game had {}.", format::join_some(names, NAMED)),
        format!("In 0 of {}: not judged.", format::games(games)),
        method::COUNT,
    )
}

fn bot_beats(best: &(String, Rate), beaten: &[(String, Rate)], order: SeatOrder) -> FindingText {
    let (bot, rate) = (&best.0, percent(best.1));
    let wins = |(bot, rate): &(String, Rate)| format!("“{bot}” {}", format::share(*rate));
    let beats = list(beaten, |(bot, _)| format!("“{bot}”"));
    let headline = match order {
        SeatOrder::Every => format!("The bot “{bot}” wins {rate} per seat, more than {beats}."),
        SeatOrder::Fixed => format!("In this order of seats the bot “{bot}” wins {rate} per seat, more than {beats}."),
    };
    text(
        headline,
        format!("{}; beaten: {}.", wins(best), list(beaten, wins)),
        method::BOTS,
    )
}

fn bots_disagree(side: &str, most: &(String, Rate), least: &(String, Rate)) -> FindingText {
    let wins = |(version, rate): &(String, Rate)| format!("{} in “{version}”", format::share(*rate));
    text(
        format!(
            "Whether more than a fair share is won by {} depends on the bots.",
            format::side(side)
        ),
        format!("{} and {}.", wins(most), wins(least)),
        method::SEATINGS,
    )
}

fn goal(row: &TargetRow, answer: &Answer, outcome: GoalOutcome) -> FindingText {
    let (metric, band) = (metric_words(&row.metric), goal_band(row));
    let outcome = match outcome {
        GoalOutcome::Missed(_) => "missed",
        GoalOutcome::Met => "met",
        GoalOutcome::Undecided => "undecided",
    };
    text(
        format!("Goal {outcome}: {metric}, goal {band}."),
        format!("Measured: {}.", number_found(row, answer)),
        method::GOALS,
    )
}

/// `Profiteer +5.0 points`.
fn short_effect(effect: &ChangeEffect) -> String {
    let metric = &effect.metric;
    let difference = effect.difference;
    if effect.is_share {
        let digits = format::decimals(difference);
        format!("{metric} {} points", format::points_only(difference.value, digits))
    } else {
        let digits = format::mean_decimals(difference).max(1);
        format!(
            "{metric} {} in typical games",
            format::difference(difference.value, digits)
        )
    }
}

/// `Profiteer 12.8% → 17.8%, +5.0 (3.1 to 6.9) points`; of a length the change alone, in which no game counts for more than a
/// typical one.
fn whole_effect(effect: &ChangeEffect) -> String {
    let ChangeEffect { metric, from, to, .. } = effect;
    let difference = effect.difference;
    if effect.is_share {
        let [from, to] = [from, to].map(|share| format::percent(*share, 1));
        format!("{metric} {from} → {to}, {} points", format::points(difference))
    } else {
        format!("{metric} {} in typical games", format::means(difference))
    }
}

fn change(fact: &ChangeFact, configuration: &str, reference: &str) -> FindingText {
    let (headline, evidence) = match fact {
        ChangeFact::Different(effects) => (
            format!(
                "“{configuration}” against “{reference}”: {}.",
                short_effect(&effects[0])
            ),
            format!("{}.", format::capital(&list(effects, whole_effect))),
        ),
        ChangeFact::Same(within) => (
            format!("“{configuration}” against “{reference}”: no meaningful difference in who wins."),
            format!(
                "Every win rate is the same to within {} points.",
                format::plain(100.0 * within, 1)
            ),
        ),
        ChangeFact::Undecided(observed) => (
            format!("Whether “{configuration}” changes who wins, against “{reference}”, is undecided."),
            format!("Largest observed difference: {}.", whole_effect(observed)),
        ),
        ChangeFact::OtherSides => (
            format!("Who wins in “{configuration}” cannot be compared with “{reference}”: other sides play."),
            "Each has sides of its own.".to_owned(),
        ),
        ChangeFact::Largest(effect) => (
            format!(
                "The largest observed change is “{configuration}” against “{reference}”: {}.",
                short_effect(effect)
            ),
            format!("{}.", format::capital(&whole_effect(effect))),
        ),
    };
    text(headline, evidence, method::CHANGES)
}

fn changes([different, same, of]: [usize; 3], within: f64) -> FindingText {
    let undecided = of - different - same;
    text(
        format!("Of {of} changes, {different} alter who wins, {same} make no difference, {undecided} are undecided."),
        format!(
            "A difference within {} points counts as none.",
            format::plain(100.0 * within, 1)
        ),
        method::CHANGES,
    )
}

fn sensitivity(setting: &str, side: &str, ends: [&(String, f64); 2], by: Rate) -> FindingText {
    let [low, high] = ends.map(|(value, rate)| format!("{} at {value}", format::percent(*rate, 1)));
    text(
        format!("“{setting}” moves who wins: {} {low}, {high}.", format::side(side)),
        format!("Its gap to the fair share moves by {} points.", format::points(by)),
        method::SETTINGS,
    )
}

fn limitation(limit: &Limit) -> FindingText {
    let (headline, evidence) = match limit {
        Limit::BotsTakeTurns => (
            "Different bots take turns at every seat, which evens out what the seats win.".to_owned(),
            "Compare the bots in their own table.".to_owned(),
        ),
        Limit::RandomMoves => (
            "Random bots say nothing about balance between people.".to_owned(),
            "Use them to find rules that break and games that do not end.".to_owned(),
        ),
        Limit::BotsAreNotPeople => (
            "Bots are not people.".to_owned(),
            "Trust a result more if different bots agree.".to_owned(),
        ),
        Limit::OneTable { players, others } => (
            format!("Changes were compared with {} only.", format::players(*players)),
            format!("Other numbers: `--set rules.{PLAYERS}={}`.", others.join(",")),
        ),
        Limit::OtherRotation { reference } => (
            format!("A version that rotates another number of bots is not compared with “{reference}”."),
            "Results of each version hold.".to_owned(),
        ),
    };
    text(headline, evidence, method::LIMITS)
}

/// Where a finding holds; nothing in a run of a single configuration.
pub fn place(place: &FindingPlace) -> String {
    let FindingPlace { name, count, of } = place;
    match (count, of) {
        (_, 1) => String::new(),
        (1, _) => format!("In “{name}”."),
        (count, of) if count == of => format!("In all versions; figures of “{name}”."),
        (count, of) => format!("In {count} of {of} versions; figures of “{name}”."),
    }
}

/// What other levels of play say to a finding; nothing where none was asked.
pub fn elsewhere(finding: &Finding) -> String {
    let named = |says: Robustness| {
        let name = |one: &OpponentAnswer| match one.observed.as_str() {
            "" => players(&one.bot),
            number => format!("{} ({number})", players(&one.bot)),
        };
        finding.bots_that_say(says).map(name).collect()
    };
    let otherwise = finding.claim.as_ref().map_or(OTHERWISE, otherwise);
    agreement(
        otherwise,
        [
            named(Robustness::Same),
            named(Robustness::Different),
            named(Robustness::Undecided),
        ],
    )
}

/// Before the bots among which something is confirmed not to be so.
const OTHERWISE: &str = "Not so";

/// The same of a claim: what is confirmed instead.
fn otherwise(claim: &FindingClaim) -> &'static str {
    match claim {
        FindingClaim::Gap { direction, by, .. } => match (direction, *by > 0.0) {
            (Direction::More, true) => "Not too high",
            (Direction::Less, true) => "Not too low",
            (Direction::More, false) => "Not high",
            (Direction::Less, false) => "Not low",
        },
        FindingClaim::Fair { .. } => "Not fair",
        _ => OTHERWISE,
    }
}

/// Between whom the same, something else, which begins with `otherwise`, or nothing is so; nothing where nobody was asked.
pub fn agreement(otherwise: &str, [same, different, undecided]: [Vec<String>; 3]) -> String {
    let leads = [("Also", same), (otherwise, different), ("Undecided", undecided)];
    let leads = leads.into_iter().filter(|(_, names)| !names.is_empty());
    let sentences: Vec<String> = leads
        .map(|(lead, names)| {
            let among: Vec<String> = names.iter().map(|name| format!("among {name}")).collect();
            format!("{lead} {}.", format::join_and(&among))
        })
        .collect();
    sentences.join(" ")
}

pub fn players(bot: &str) -> String {
    format!("{bot} bots")
}

pub fn sample(subject: &SampleSubject) -> String {
    let (shows, name, side) = match subject {
        SampleSubject::Of { shows, name, side } => (shows, name, side),
        SampleSubject::Difference {
            reference,
            rotations: 0 | 1,
        } => return format!("the first in which who wins differs from “{reference}”"),
        SampleSubject::Difference { reference, rotations } => {
            let last = rotations - 1;
            return format!(
                "the first in which who wins differs from “{reference}”, in one at least of its rotations, --rotation 0 to {last}"
            );
        }
    };
    match shows {
        Shows::Shortest => "the shortest".to_owned(),
        Shows::Longest => "the longest".to_owned(),
        Shows::Nobody => "won by nobody".to_owned(),
        Shows::Side => format!("the first won by “{name}”"),
        Shows::Seat => format!("the first won by seat {name}"),
        Shows::Bot => format!("the first won by the bot “{name}”"),
        Shows::Ending => format!("the first that ends by “{name}”"),
        Shows::Event => format!("the first with “{name}”"),
        Shows::Component => format!("the first with “{name}” won by “{side}”"),
        Shows::LeaderWins => "the first won by the side in front at half time".to_owned(),
        Shows::LeaderLoses => "the first not won by the side in front at half time".to_owned(),
        Shows::Comeback => "the first won by the side in last place at half time".to_owned(),
    }
}

pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Void => "caution",
        Severity::Change => "change",
        Severity::Problem => "problem",
        Severity::Notice => "notice",
        Severity::Limit => "limit",
    }
}

/// The word for how sure a finding is, and what it means.
pub type CertaintyWords = (&'static str, &'static str);

/// For what is confirmed with the bots of a run alone.
const BOT_DEPENDENT: CertaintyWords = ("bot-dependent", "different or undecided at some level");

pub fn certainties() -> impl Iterator<Item = CertaintyWords> {
    let all = [
        Certainty::Exact,
        Certainty::Confirmed,
        Certainty::Estimate,
        Certainty::Undecided,
    ];
    all.into_iter().map(certainty).chain([BOT_DEPENDENT])
}

pub fn certainty_of(finding: &Finding) -> CertaintyWords {
    if finding.is_bot_dependent() {
        BOT_DEPENDENT
    } else {
        certainty(finding.kind.certainty())
    }
}

fn certainty(certainty: Certainty) -> CertaintyWords {
    match certainty {
        Certainty::Exact => ("exact", "a count or a definition"),
        Certainty::Confirmed => ("confirmed", "the whole interval lies past the limit"),
        Certainty::Estimate => ("estimate", "a number with its interval"),
        Certainty::Undecided => ("undecided", "the interval reaches across the limit"),
    }
}

pub fn errs(results: &Results) -> String {
    let [own, others] = [judge::TOTAL, judge::others()].map(|error| format::percent(error, 0));
    if results.configurations.iter().any(|each| !each.others.is_empty()) {
        format!("At most {own} of runs contain a false finding; at most another {others} a false one about other bots.")
    } else {
        format!("At most {own} of runs contain a false finding.")
    }
}

/// That several sides may win one game, whose rates add up to `total`.
pub fn shared(total: f64) -> String {
    format!(
        "Several may win together: all rates add up to {}.",
        format::percent(total, 0)
    )
}
