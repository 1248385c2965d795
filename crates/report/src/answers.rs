//! The designer's questions, answered in a line each from tables and findings: five, and which bot wins where several sit at a
//! table.

use super::advice::{Advice, advice, full_statement, short_statement, statement};
use super::findings::{APART, Finding, Severity, Topic, first, of_bots};
use super::format;
use super::trust::{Trust, trust};
use crate::advice::{off_elsewhere, statement_as};
use crate::findings::{Direction, FAIR, FindingClaim, FindingKind, FindingPlace, Strength, gaps};
use crate::{findings, tables};
use balance_analysis::judge;
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::Of;
use balance_analysis::table::{BotRow, Configuration, Rate, Results, SideRow, joint};

/// What a designer asks of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DesignerQuestion {
    /// Which side wins how often.
    Winner,
    /// Which bot does, where several sit at a table.
    Bot,
    /// Whether a seat is favoured.
    Seat,
    /// How long games take.
    Length,
    /// What to change.
    Change,
    /// How far all of that can be trusted.
    Trust,
}

impl DesignerQuestion {
    /// Its name in the page.
    pub fn id(self) -> &'static str {
        match self {
            DesignerQuestion::Winner => "who",
            DesignerQuestion::Bot => "bots",
            DesignerQuestion::Seat => "seat",
            DesignerQuestion::Length => "length",
            DesignerQuestion::Change => "change",
            DesignerQuestion::Trust => "trust",
        }
    }

    /// As it is asked.
    pub fn words(self) -> &'static str {
        match self {
            DesignerQuestion::Winner => "Who wins?",
            DesignerQuestion::Bot => "Which bot wins?",
            DesignerQuestion::Seat => "Is a seat favoured?",
            DesignerQuestion::Length => "How long is it?",
            DesignerQuestion::Change => "What should I change?",
            DesignerQuestion::Trust => "Can I trust it?",
        }
    }
}

/// What a run answers to the designer's questions.
pub struct DesignerAnswers {
    /// Which side wins how often.
    pub winner: String,
    /// Which bot does, where several sit at a table.
    pub bot: Option<String>,
    /// Whether a seat is favoured.
    pub seat: String,
    /// How long games take.
    pub length: String,
    /// What to change.
    pub change: Advice,
    /// How far all of that can be trusted.
    pub trust: Trust,
}

impl DesignerAnswers {
    /// The answers of a run in which this was found.
    pub fn of_run(results: &Results, found: &[Finding]) -> Self {
        DesignerAnswers {
            winner: who(results, found),
            bot: bots(results, found),
            seat: seat(results, found),
            length: length(results, found),
            change: advice(results, found),
            trust: trust(results, found),
        }
    }

    /// Every question and its answer, in the order in which they are told.
    pub fn iter(&self) -> impl Iterator<Item = (DesignerQuestion, &str)> {
        let bot = self.bot.as_deref().map(|text| (DesignerQuestion::Bot, text));
        std::iter::once((DesignerQuestion::Winner, &*self.winner))
            .chain(bot)
            .chain([
                (DesignerQuestion::Seat, &*self.seat),
                (DesignerQuestion::Length, &*self.length),
                (DesignerQuestion::Change, &*self.change.text),
                (DesignerQuestion::Trust, &*self.trust.text),
            ])
    }
}

/// With more bots than this only the most and the least successful are told.
const BOTS: usize = 8;

/// How often the seats of each bot win, where several sit at a table, and what is shown of it.
fn bots(results: &Results, found: &[Finding]) -> Option<String> {
    let text = bot_rates(results)?;
    let beaten = first(found, Topic::Bots);
    let verdict = beaten.map_or_else(String::new, |finding| format!(" {}", short_statement(finding)));
    Some(format!("{text}{verdict}"))
}

/// The configurations at whose tables several bots sit, and how often the seats of each win.
fn with_several_bots(results: &Results) -> Vec<(&Configuration, Vec<(&BotRow, Rate)>)> {
    let of = results.configurations.len();
    let played = results.configurations.iter().filter(|each| each.games > 0);
    played
        .map(|each| (each, of_bots(each, of)))
        .filter(|(_, rows)| rows.len() > 1)
        .collect()
}

/// How often the seats of each bot win, where several sit at a table.
pub fn bot_rates(results: &Results) -> Option<String> {
    let told = with_several_bots(results);
    // Who has a seat or role alone owes his wins to it as well.
    let fixed = told.iter().all(|(each, _)| each.rotations <= 1);
    Some(match &told[..] {
        [] => return None,
        [_, _, ..] if fixed => {
            let told = if results.comparisons.is_empty() {
                "`rotate` under [seats] lets each sit everywhere"
            } else {
                "what each does in the place of another stands under “What each change does”"
            };
            format!(
                "Bots have seats or roles of their own here, and who wins there does not say who plays better: {told}."
            )
        }
        [(_, rows)] => {
            let mut rows = rows.clone();
            rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
            let count = rows.len();
            if count > BOTS {
                rows.drain(BOTS / 2..count - BOTS / 2);
            }
            let words: Vec<String> = rows
                .iter()
                .map(|(row, rate)| format!("{} {}", row.bot, format::share(*rate)))
                .collect();
            let first = match count {
                more if more > BOTS => {
                    format!("Of {more} bots, these win the largest and the smallest share of their seats: ")
                }
                _ => "Share of its seats that each bot wins: ".to_owned(),
            };
            let but = if fixed {
                " They have seats or roles of their own: who plays better that does not say."
            } else {
                ""
            };
            format!("{first}{}.{but}", words.join(", "))
        }
        several => bot_rates_by_configuration(results, several),
    })
}

/// Least and greatest share of its seats that each bot wins, and who is ahead at every table.
fn bot_rates_by_configuration(results: &Results, told: &[(&Configuration, Vec<(&BotRow, Rate)>)]) -> String {
    let mut bots: Vec<(&str, f64, f64)> = Vec::new();
    for (row, rate) in told.iter().flat_map(|(_, rows)| rows) {
        match bots.iter_mut().find(|bot| bot.0 == row.bot) {
            Some((_, least, most)) => (*least, *most) = (least.min(rate.value), most.max(rate.value)),
            None => bots.push((&row.bot, rate.value, rate.value)),
        }
    }
    bots.sort_by(|a, b| b.2.total_cmp(&a.2));
    let more = bots.len().saturating_sub(BOTS);
    bots.truncate(BOTS);
    let rates = told.iter().flat_map(|(_, rows)| rows);
    let digits = rates.map(|(_, rate)| format::decimals(*rate)).min().unwrap_or(0);
    let share = |rate: f64| format::plain(100.0 * rate, digits);
    let words: Vec<String> = bots
        .into_iter()
        .map(|(bot, least, most)| format!("{bot} {}", range(&share(least), &share(most), "%")))
        .collect();
    let more = match more {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    // Ranges overlap where one bot is ahead at every table by itself.
    let ahead = |(_, rows): &(_, Vec<(&BotRow, Rate)>)| {
        let best = rows.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let equals = rows.iter().filter(|row| row.1.value >= best.1.value);
        (equals.count() == 1).then(|| best.0.bot.clone())
    };
    let first = told.iter().map(ahead).collect::<Option<Vec<String>>>();
    let first = first.filter(|first| first.windows(2).all(|pair| pair[0] == pair[1]));
    let played = results.configurations.iter().filter(|each| each.games > 0).count();
    let each = match told.len() {
        all if all == played => "In each",
        _ => "In each where several bots sit,",
    };
    let ahead = first.map_or_else(String::new, |first| format!(" {each} “{}” is seen ahead.", first[0]));
    format!(
        "Share of its seats that each bot wins, by configuration: {}{more}.{ahead}",
        words.join(", ")
    )
}

/// `12 % to 15 %`, `12 to 15 points`; where both are the same, that alone.
fn range(least: &str, most: &str, unit: &str) -> String {
    match (least == most, unit) {
        (true, _) => format!("{least} {unit}"),
        (false, "%") => format!("{least} % to {most} %"),
        (false, _) => format!("{least} to {most} {unit}"),
    }
}

fn length(results: &Results, found: &[Finding]) -> String {
    let Some(finding) = first(found, Topic::Length).or_else(|| first(found, Topic::TurnCap)) else {
        return "Too few games to say.".to_owned();
    };
    let of_turns =
        |measure: &str| measure == "turns" || results.configurations.iter().any(|each| each.turn_word == measure);
    let missed = |finding: &&Finding| match finding.kind.target() {
        Some(Of::Mean(measure) | Of::Quantile(measure, _)) => finding.weight == Severity::Problem && of_turns(measure),
        _ => false,
    };
    // Where most games run into the cap, that has been said.
    let void = found.iter().any(|each| each.weight == Severity::Void);
    let news = [
        first(found, Topic::TurnCap).filter(|_| !void),
        found.iter().find(missed),
    ];
    let mut stuck = String::new();
    for other in news.into_iter().flatten().filter(|other| !other.is_same_as(finding)) {
        stuck.push(' ');
        stuck.push_str(&statement(other));
    }
    match (results.configurations.len(), stuck.is_empty()) {
        (..=APART, true) => full_statement(finding),
        _ => format!("{}{stuck}", statement(finding)),
    }
}

/// With more sides than this only the most and the least successful are told.
const SIDES: usize = 4;

/// Who wins: each side's rate with its interval, or over several configurations its range; at tables of different size
/// gaps to the fair share, since rates mean something else there.
pub(super) fn who(results: &Results, found: &[Finding]) -> String {
    if let Some(void) = found.iter().find(|each| each.weight == Severity::Void) {
        let shown = first(found, Topic::RandomMoves);
        let shown = shown.map_or_else(String::new, |finding| format!(" {}", statement(finding)));
        return format!("{}{shown}", void.headline);
    }
    let (all, rates) = (&results.configurations, rates(results));
    if all.iter().all(|each| each.games == 0) {
        return rates;
    }
    let verdict = of_sides(found).map_or_else(String::new, |finding| {
        let said = everywhere(found, finding, |each| each.headline.clone());
        format!(" {}", said.unwrap_or_else(|| statement(finding)))
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
        (Some(FindingClaim::Wish { verdict, .. }), _) if *verdict == judge::Verdict::Outside => 0,
        _ if each.weight == Severity::Problem => 0,
        (_, Strength::Open) if each.kind.topic() == Topic::Targets => 1,
        (Some(FindingClaim::Side { .. }), _) => 2,
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
    let everywhere = FindingPlace {
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
        ..=3 => format::join_and(&alike),
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

/// The answer.
pub(super) fn seat(results: &Results, found: &[Finding]) -> String {
    if let Some(void) = found.iter().find(|each| each.weight == Severity::Void) {
        return format!("These games cannot say. {}", void.headline);
    }
    if let Some(finding) = first(found, Topic::Seats) {
        return format!("{}{}", statement(finding), besides(found, finding));
    }
    let Some(finding) = of_sides(found) else {
        return "No game was played.".to_owned();
    };
    let places = results
        .configurations
        .iter()
        .any(Configuration::has_places_of_several_bots);
    let lead = if places {
        "Of places in turn order, not of bots: "
    } else {
        ""
    };
    match &results.configurations[..] {
        [only] if only.seats_are_sides() => {
            let (players, rest) = of_players(results, only, found, finding);
            let elsewhere = off_elsewhere(results);
            format!("{lead}{players}{rest} {elsewhere}").trim_end().to_owned()
        }
        _ => {
            let said = everywhere(found, finding, answer_of);
            let said = said.unwrap_or_else(|| statement_as(finding, &answer_of(finding)));
            format!("{lead}{said}{}", besides(found, finding))
        }
    }
}

/// What a finding about who wins says to the question, in a sentence: yes, no, or not yet.
fn answer_of(finding: &Finding) -> String {
    if finding.kind.topic() == Topic::Targets {
        let said = match &finding.claim {
            Some(FindingClaim::Wish { verdict, .. }) if *verdict == Verdict::Outside => "Yes",
            Some(FindingClaim::Wish { verdict, .. }) if *verdict == Verdict::Within => "No",
            // It is open; or counted from the base, which says how much a change moves, and not who is favoured.
            _ => return finding.headline.clone(),
        };
        return format!("{said}, by what you wish of it: {}", small(&finding.headline));
    }
    match (&finding.kind, &finding.claim, &finding.open) {
        (FindingKind::SidesOpen, _, Some(what)) => format!("Not settled yet: it is open whether {what}."),
        (FindingKind::SidesFair, ..) => format!("No: {}", small(&finding.headline)),
        (_, Some(FindingClaim::Side { .. }), _) => format!("Yes: {}", small(&finding.headline)),
        _ => finding.headline.clone(),
    }
}

/// A sentence as the part of another.
fn small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Of one configuration in which every seat is a side: which are surely off and by how much, or that none is. In two parts: the
/// first sentence, and the rest.
fn of_players(results: &Results, only: &Configuration, found: &[Finding], finding: &Finding) -> (String, String) {
    // What is wished of a side counts, and not its fair share.
    if finding.kind.topic() == Topic::Targets {
        return (answer_of(finding), first_seat(results, only, &[]));
    }
    let off = |each: &&Finding| matches!(each.claim, Some(FindingClaim::Side { .. }));
    let off: Vec<&Finding> = found.iter().filter(off).collect();
    let named = |much: bool| -> Vec<&str> {
        let these = off.iter().filter(|each| (each.weight == Severity::Problem) == much);
        let sides = these.flat_map(|each| {
            let own = match &each.claim {
                Some(FindingClaim::Side { side, .. }) => Some(side.as_str()),
                _ => None,
            };
            own.into_iter().chain(each.also.iter().map(|(side, _)| side.as_str()))
        });
        sides.collect()
    };
    let (much, little) = (named(true), named(false));
    let all: Vec<&str> = much.iter().chain(&little).copied().collect();
    let first = first_seat(results, only, &all);
    if all.is_empty() {
        return (no_player_off(only, finding), first);
    }
    let these = if off.iter().any(|each| each.is_of_these_bots()) {
        ", with these bots"
    } else {
        ""
    };
    let words = |sides: &[&str], unit: &str| with_gaps(only, sides, unit);
    let (is_much, is_little) = (are(much.len()), are(little.len()));
    let margin = format::plain(100.0 * FAIR, 0);
    // All of them shown to be within the margin, or one at least not.
    let within = |side: &&str| {
        let row = only.sides.iter().find(|row| row.side == **side);
        row.and_then(|row| Some((joint(results, only, row), row.fair?)))
            .is_some_and(|(rate, fair)| rate.lo >= fair - FAIR && rate.hi <= fair + FAIR)
    };
    let but = if little.iter().all(within) {
        ""
    } else {
        ", but not shown to be by more than "
    };
    let (said, more) = match (&much[..], &little[..]) {
        (much, []) => (
            format!(
                "{} {is_much} more than {margin} points off the fair share.",
                words(much, " points")
            ),
            String::new(),
        ),
        ([], little) if but.is_empty() => {
            let said = format!("{} {is_little} surely off the fair share.", words(little, " points"));
            return (format!("Yes, but by less than {margin} points{these}: {said}"), first);
        }
        ([], little) => (
            format!(
                "{} {is_little} surely off the fair share{but}{margin} points.",
                words(little, " points")
            ),
            String::new(),
        ),
        (much, little) => {
            let little = format::capital(&words(little, ""));
            let but = if but.is_empty() { ", but by less than " } else { but };
            (
                format!(
                    "{} {is_much} more than {margin} points off the fair share.",
                    words(much, " points")
                ),
                format!(" {little} {is_little} surely off, too{but}{margin}."),
            )
        }
    };
    (format!("Yes{these}: {said}"), format!("{more}{first}"))
}

/// That no player is surely off: none by more than the margin, or it is not settled.
fn no_player_off(only: &Configuration, finding: &Finding) -> String {
    if finding.kind == FindingKind::SidesFair {
        let margin = format::plain(100.0 * FAIR, 0);
        return format!("Not by more than {margin} points, with these bots; less may show with more games.");
    }
    let free = only.sides.iter().filter(|row| !only.is_wished(&row.side));
    let gaps = free.filter_map(|row| Some((row.win_rate.value - row.fair?, row.side.as_str())));
    let largest = gaps.max_by(|one, two| one.0.abs().total_cmp(&two.0.abs()));
    let largest = largest.map_or(String::new(), |(gap, side)| match format::points_only(gap, 1) {
        points if points == "0.0" => ", though no gap is seen".to_owned(),
        points => format!(
            ": the largest gap seen is that of {}, {points} points",
            format::side(side)
        ),
    });
    format!("Not settled yet{largest}.")
}

/// Sides with their gaps to the fair share, of which the first has its unit.
fn with_gaps(only: &Configuration, sides: &[&str], unit: &str) -> String {
    let one = |(at, side): (usize, &&str)| {
        let row = only.sides.iter().find(|row| row.side == **side);
        let gap = row.and_then(|row| Some(row.win_rate.value - row.fair?)).unwrap_or(0.0);
        let unit = if at == 0 { unit } else { "" };
        format!("{} ({}{unit})", format::side(side), format::points_only(gap, 1))
    };
    format::join_and(&sides.iter().enumerate().map(one).collect::<Vec<_>>())
}

/// The verb for so many.
fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// What the first seat wins, for whoever asks whether it is better to begin, where it is not `told` yet.
fn first_seat(results: &Results, only: &Configuration, told: &[&str]) -> String {
    let row = only.sides.first().filter(|row| !told.contains(&row.side.as_str()));
    let Some((row, share)) = row.and_then(|row| Some((row, row.fair?))) else {
        return String::new();
    };
    let joint = joint(results, only, row);
    let (rate, fair) = format::share_and_fair(joint, share, 0.0);
    let off = if joint.lo > share {
        "more than is fair"
    } else if joint.hi < share {
        "less than is fair"
    } else {
        "not shown to be off"
    };
    let side = format::capital(&format::side(&row.side));
    format!(" {side} wins {rate}, where {fair} is fair: {off}.")
}

/// So many that are off the other way are named.
const BESIDES: usize = 2;

/// Who wins more where a finding names who wins less, and the other way round: what else it shows to be off, or the first other
/// finding that says so.
fn besides(found: &[Finding], finding: &Finding) -> String {
    let Some(FindingClaim::Side { direction, .. } | FindingClaim::Seat { direction, .. }) = finding.claim else {
        return String::new();
    };
    let contrary = finding
        .also
        .iter()
        .filter(|(_, gap)| Direction::of_gap(*gap) != direction);
    let contrary: Vec<(String, f64)> = contrary.take(BESIDES).cloned().collect();
    if !contrary.is_empty() {
        return format!(" In the other direction, in points: {}.", gaps(&contrary));
    }
    // Who sits where says nothing of a side that is a role.
    if matches!(finding.claim, Some(FindingClaim::Seat { .. })) {
        return String::new();
    }
    let other =
        |each: &&Finding| matches!(each.claim, Some(FindingClaim::Side { direction: other, .. }) if other != direction);
    let other = found.iter().find(other);
    let told = |each: &Finding| each.is_same_as(finding) || other.is_some_and(|other| each.is_same_as(other));
    // What is left is told below.
    let mut rest: Vec<String> = Vec::new();
    for each in found
        .iter()
        .filter(|each| each.weight == Severity::Problem && !told(each))
    {
        if let Some(FindingClaim::Side { side, .. }) = &each.claim
            && !rest.contains(side)
        {
            rest.push(side.clone());
        }
    }
    let below = match &rest[..] {
        [] => String::new(),
        [one] => format!(" {} is off as well.", format::capital(&format::side(one))),
        _ => {
            let rest: Vec<String> = rest.iter().map(|side| format::side(side)).collect();
            format!(" {} are off as well.", format::capital(&format::join_and(&rest)))
        }
    };
    let other = other.map_or_else(String::new, |other| format!(" {}", short_statement(other)));
    format!("{other}{below}")
}

#[cfg(test)]
mod tests {
    use super::super::findings::findings;
    use super::*;
    use balance_analysis::judge;
    use balance_analysis::sample;

    #[test]
    fn five_questions_are_answered_shortly_for_one_configuration_and_for_many() {
        for results in [sample::single(), sample::variants(), sample::matrix()] {
            let all = DesignerAnswers::of_run(&results, &findings(&results));
            let ids: Vec<&str> = all.iter().map(|(question, _)| question.id()).collect();
            assert_eq!(ids, ["who", "seat", "length", "change", "trust"]);
            for (question, text) in all.iter() {
                // Commands are not read, but copied.
                let letters: usize = text.split('`').step_by(2).map(|part| part.chars().count()).sum();
                assert!((20..530).contains(&letters), "{}: {letters} letters", question.words());
                assert!(text.ends_with(['.', ')']), "{text}");
            }
        }
    }

    /// Where several bots sit at a table, how often the seats of each win is answered, too.
    #[test]
    fn which_bot_wins_is_answered_where_there_are_several() {
        let mut results = sample::variants();
        for each in &mut results.configurations {
            let mut other = each.bots[0].clone();
            each.bots[0].mirror = false;
            other.mirror = false;
            other.bot = "ferryman".to_owned();
            each.bots.push(other);
        }
        let text = |results: &Results| {
            let all = DesignerAnswers::of_run(results, &findings(results));
            all.bot.expect("several bots")
        };
        // In the seat or role of another each may win otherwise.
        let said = text(&results);
        assert!(said.starts_with("Bots have seats or roles of their own here"), "{said}");
        assert!(said.ends_with("stands under “What each change does”."), "{said}");
        for each in &mut results.configurations {
            each.rotations = 9;
        }
        let said = text(&results);
        assert!(
            said.starts_with("Share of its seats that each bot wins, by configuration: "),
            "{said}"
        );
        assert!(said.contains("ferryman 3"), "{said}");
        // Where one bot alone sits none is ahead of another.
        let mut ahead = results.clone();
        for each in &mut ahead.configurations {
            each.bots[1].seated = each.bots[0].seated.clone();
            for seated in &mut each.bots[1].seated {
                seated.won = seated.seats;
            }
        }
        assert!(
            text(&ahead).contains(" In each “ferryman” is seen ahead."),
            "{}",
            text(&ahead)
        );
        ahead.configurations[0].bots.truncate(1);
        assert!(
            text(&ahead).contains(" In each where several bots sit, “ferryman” is seen ahead."),
            "{}",
            text(&ahead)
        );
        results.configurations.truncate(1);
        let said = text(&results);
        assert!(
            said.contains("ferryman 3") && said.contains("–"),
            "with its interval: {said}"
        );
        let row = results.configurations[0].bots[1].clone();
        let many = (0..20).map(|number| balance_analysis::table::BotRow {
            bot: format!("bot {number}"),
            ..row.clone()
        });
        results.configurations[0].bots.extend(many);
        let said = text(&results);
        assert!(said.starts_with("Of 22 bots, these win "), "{said}");
        assert!(said.matches(" %").count() <= 2 * BOTS, "{said}");
    }

    /// Of what is wished of who wins, what is missed is told before what is open, and that before what is met.
    #[test]
    fn who_wins_tells_first_what_is_missed_then_what_is_open() {
        use balance_analysis::judge::Verdict::{Outside, Undecided, Within};
        let said = |verdicts: [judge::Verdict; 3]| {
            let mut results = sample::single();
            let each = &mut results.configurations[0];
            each.targets = (each.sides.iter().zip(verdicts))
                .map(|(row, verdict)| {
                    sample::wish(
                        &format!("win-rate.{}", row.side),
                        (0.1, 0.2),
                        (verdict, row.win_rate.value),
                    )
                })
                .collect();
            assert_eq!(each.targets.len(), 3, "a wish for every side");
            DesignerAnswers::of_run(&results, &findings(&results)).winner
        };
        let side = |at: usize| sample::single().configurations[0].sides[at].side.clone();
        let (more, open, met) = (
            "is more than you want",
            "may or may not be what you want",
            "is what you want",
        );
        for (verdicts, at, words) in [
            ([Within, Undecided, Outside], 2, "is less than you want"),
            ([Outside, Undecided, Undecided], 0, more),
            ([Within, Undecided, Within], 1, open),
            ([Within, Within, Within], 0, met),
        ] {
            let text = said(verdicts);
            assert!(
                text.contains(&format!(" The win rate of “{}” {words}", side(at))),
                "{text}"
            );
            assert_eq!(text.matches("you want").count(), 1, "a short answer: {text}");
        }
    }

    #[test]
    fn answers_stand_before_the_findings() {
        for results in [sample::single(), sample::matrix()] {
            let run = crate::Insights::of_run(&results);
            for text in [super::super::markdown(&run), super::super::terminal(&run, 100)] {
                let at = |words: &str| text.find(words).expect(words);
                assert!(at("Who wins?") < at("Can I trust it?"));
                assert!(at("Can I trust it?") < at("Findings"));
            }
        }
    }
}

#[cfg(test)]
mod winner_tests {
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
        let place = |count: usize, name: &str| FindingPlace {
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

#[cfg(test)]
mod seat_tests {
    use super::*;
    use crate::findings::findings;
    use balance_analysis::sample;
    use balance_analysis::table::{Rate, SeatRow, SideRow};

    /// What was found of a wish is said as it was found; what is counted from the base is no answer to who is favoured.
    #[test]
    fn a_wish_answers_as_it_was_found() {
        use balance_analysis::judge::Verdict::{Outside, Undecided, Within};
        let said = |verdict, change| {
            let mut results = players([700, 400, 450, 450]);
            let mut wish = sample::wish("win-rate.1st-player", (0.2, 0.3), (verdict, 0.35));
            wish.change = change;
            results.configurations[0].targets = vec![wish];
            let found = findings(&results);
            let finding = first(&found, Topic::Targets);
            answer_of(finding.expect("one of the wish"))
        };
        for (verdict, begins) in [
            (Outside, "Yes, by what you wish of it: "),
            (Within, "No, by what you wish of it: "),
        ] {
            assert!(said(verdict, false).starts_with(begins), "{}", said(verdict, false));
            assert!(
                !said(verdict, true).contains("by what you wish"),
                "{}",
                said(verdict, true)
            );
        }
        assert!(said(Undecided, false).contains("not settled yet"));
    }

    /// A table at which each of four plays for himself, who win so many of 2,000 games.
    fn players(wins: [u64; 4]) -> Results {
        let mut results = sample::single();
        let each = &mut results.configurations[0];
        (each.players, each.games) = (4, 2_000);
        each.endings.clear();
        let (side, seat) = (each.sides[0].clone(), each.seats[0].clone());
        let rate = |wins: u64| Rate {
            value: wins as f64 / 2_000.0,
            ..side.win_rate
        };
        let names = ["1st player", "2nd player", "3rd player", "4th player"];
        let rows = || names.into_iter().zip(wins);
        each.sides = rows()
            .map(|(name, wins)| SideRow {
                side: name.to_owned(),
                wins,
                deals: Vec::new(),
                win_rate: rate(wins),
                fair: Some(0.25),
                ..side.clone()
            })
            .collect();
        each.sides.push(SideRow {
            side: "nobody".to_owned(),
            wins: 0,
            deals: Vec::new(),
            win_rate: rate(0),
            fair: None,
            ..side.clone()
        });
        each.seats = rows()
            .map(|(name, wins)| SeatRow {
                seat: name.to_owned(),
                wins,
                ..seat.clone()
            })
            .collect();
        results
    }

    fn said(wins: [u64; 4]) -> String {
        let results = players(wins);
        seat(&results, &findings(&results))
    }

    /// Who asks whether to begin reads who is off and by how much, without knowing what a side is.
    #[test]
    fn players_that_are_off_are_named_with_their_gaps() {
        assert_eq!(
            said([398, 486, 717, 399]),
            "Yes, with these bots: the 3rd player (+10.9 points) and the 1st player (−5.1) are more than 2 points off the fair share. The 4th \
             player (−5.1) is surely off, too, but not shown to be by more than 2."
        );
        let sure = said([500, 500, 590, 410]);
        assert!(
            sure.starts_with(
                "Yes, with these bots: the 3rd player (+4.5 points) and the 4th player (−4.5) are surely off"
            ),
            "{sure}"
        );
        assert!(
            sure.ends_with("The 1st player wins 25.0 % (21.9–28.3), where 25.0 % is fair: not shown to be off."),
            "{sure}"
        );
        let open = said([500, 520, 490, 490]);
        assert!(
            open.starts_with("Not settled yet: the largest gap seen is that of the 2nd player, +1.0 points. The 1st player wins 25.0 %"),
            "{open}"
        );
    }

    /// Who is far from fair with another bot is named here, once, and where nothing is wrong else the advice leads here.
    #[test]
    fn who_is_far_off_with_other_bots_is_named() {
        let mut results = players([500, 500, 500, 500]);
        let mut other = players([1_100, 300, 300, 300]).configurations.remove(0);
        "pirate".clone_into(&mut other.name);
        for (row, wins) in other.sides.iter_mut().zip([1_100, 300, 300, 300]) {
            row.deals = vec![2_000 - wins, wins];
        }
        results.configurations[0].others = vec![other];
        let found = findings(&results);
        let answer = seat(&results, &found);
        assert!(
            answer.contains(" Far from fair with other bots: with pirate the 1st player wins 55"),
            "{answer}"
        );
        let change = crate::advice::advice(&results, &found).text;
        assert!(
            change.ends_with("With other bots some are far from a fair share: see “Is a seat favoured?”."),
            "{change}"
        );
    }

    /// Where all have won alike so far, nobody is named as farthest off.
    #[test]
    fn no_gap_has_no_seat() {
        let level = said([500, 500, 500, 500]);
        assert!(level.starts_with("Not settled yet, though no gap is seen. "), "{level}");
    }

    /// Two who win the same share to the printed digit are told apart by the digit that does.
    #[test]
    fn equal_shares_with_unequal_verdicts_show_what_parts_them() {
        let results = players([398, 486, 717, 399]);
        let all = findings(&results);
        let of = |side: &str| all.iter().find(|each| each.headline.contains(side)).expect("a finding");
        let (first, last) = (of("1st player"), of("4th player"));
        assert_eq!(
            first.headline,
            "With these bots the 1st player wins less than its fair share."
        );
        assert!(
            first
                .evidence
                .contains("22.97): more than 2 points off its fair share, 25.00 %"),
            "{}",
            first.evidence
        );
        assert_eq!(last.headline, "With these bots the 4th player has a sure disadvantage.");
        assert!(
            last.evidence.contains("23.03); its fair share is 25.00 %"),
            "{}",
            last.evidence
        );
    }
}
