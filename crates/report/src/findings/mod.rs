//! Findings: what a designer should know first, in plain words, each with its number, how sure it is, how it was found
//! and how to see it again. One file a question; a finding that the statistics do not carry is not made.

mod bots;
mod changes;
mod components;
mod counter_meaning;
mod endings;
mod events;
mod fair_share;
mod forecast;
mod game_lengths;
mod kind;
mod lead;
mod length;
mod limitations;
mod reproduce;
mod robustness;
mod targets;

pub use balance_analysis::judge::Strength;
pub use bots::rates as of_bots;
pub use components::{meaning as of_held, unused_components};
pub use counter_meaning::{in_words, meaning};
pub use fair_share::{MARGIN as FAIR, RateStanding, SEAT_MARGIN, Standing, seats_of, shared, sides_of};
pub use forecast::{Deals, ENOUGH, round_up};
pub use kind::{
    CapShare, Direction, FindingClaim, FindingKind, GapSize, Limit, OpponentAnswer, Rarity, Robustness, SeatOrder,
    TargetBand, TargetOutcome,
};
pub use length::{half_of_the_games, of_most};
pub use limitations::{Tells, capped, tells};
pub use reproduce::{Sample, ablate, any_game_of_all, as_it_is, both, commands, run_command, tune_command, why};
pub use robustness::{Off, off};
pub use targets::number_found;

use forecast::{more, times_of_all};

use super::format;
use balance_analysis::judge::{self, Family};
use balance_analysis::table::{Configuration, Rate, Results, Shows};

/// Of no more configurations than this a finding of which other bots say one thing in one and another in another is told of each.
pub const APART: usize = 4;

/// A question asked of a configuration.
type Question = fn(&FindingContext) -> Vec<Finding>;

/// The questions asked of every configuration.
const QUESTIONS: &[Question] = &[
    targets::find,
    fair_share::find,
    fair_share::of_seats,
    endings::find,
    length::find,
    lead::find,
    events::find,
    components::find,
    bots::find,
];

/// Those that games of random moves can answer: what was asked for, and whether the rules work.
const OF_RANDOM_MOVES: &[Question] = &[
    targets::find,
    fair_share::by_random_moves,
    endings::find,
    length::find,
    events::find,
];

/// Those that games of which hardly any ends can answer.
const OF_FEW_ENDS: &[Question] = &[targets::find, endings::find, length::find];

/// Those that games without an end can answer: they miss wishes, too.
const OF_ENDLESS_GAMES: &[Question] = &[targets::find, endings::stuck];

/// What a configuration's games can answer.
fn questions(each: &Configuration) -> &'static [Question] {
    match tells(each) {
        Tells::Balance => QUESTIONS,
        Tells::Little => OF_FEW_ENDS,
        Tells::Random => OF_RANDOM_MOVES,
        Tells::Nothing => OF_ENDLESS_GAMES,
    }
}

/// What a finding is about: first what the scenario asks, then the worst news.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Why the run as a whole says nothing about balance.
    Void,
    /// What a change of the rules does.
    Change,
    /// Something is wrong with the game or with the run.
    Problem,
    /// Something worth knowing.
    Notice,
    /// What the results cannot say.
    Limit,
}

impl Severity {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Void => "caution",
            Severity::Change => "change",
            Severity::Problem => "problem",
            Severity::Notice => "notice",
            Severity::Limit => "limit",
        }
    }
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is about.
    pub weight: Severity,
    /// Rank: larger comes first among findings of the same weight.
    pub size: f64,
    /// What it is about and what it says: the same finding in several configurations has the same one.
    pub kind: FindingKind,
    /// Is it less than it would be, since random moves played?
    pub random_moves: bool,
    /// One sentence.
    pub headline: String,
    /// Does it say another number in another configuration?
    pub ranges: bool,
    /// The number with its interval, and what it is compared with.
    pub evidence: String,
    /// How sure it is, of the games of this run's bots and of those of the league.
    pub strength: Strength,
    /// What of it can be asked of other bots; none where nothing is.
    pub claim: Option<FindingClaim>,
    /// What these say.
    pub others: Vec<OpponentAnswer>,
    /// How it was found.
    pub method: &'static str,
    /// Where it holds, and where most; none when it is about the run as a whole.
    pub place: Option<FindingPlace>,
    /// A game that shows it; none only where no game was played.
    pub sample: Option<Sample>,
}

/// The configurations in which a finding holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingPlace {
    /// The one where its number is largest; [`Finding::evidence`] is about this one.
    pub most: String,
    /// In how many it holds.
    pub count: usize,
    /// Of how many.
    pub of: usize,
    /// Is it larger in one than in another?
    pub graded: bool,
}

impl FindingPlace {
    /// Where it holds, in words; nothing in a run of a single configuration.
    pub fn words(&self) -> String {
        let (count, of, name) = (self.count, self.of, &self.most);
        let which = match self.graded {
            true => format!(", seen most in “{name}”"),
            false if count == of => String::new(),
            false => format!(", for example in “{name}”"),
        };
        match (count, of) {
            (_, 1) => String::new(),
            (1, _) => format!("This is so in “{name}”."),
            (2, 2) => format!("This is so in both configurations{which}."),
            _ if count == of => format!("This is so in all {of} configurations{which}."),
            _ => format!("This is so in {count} of {of} configurations{which}."),
        }
    }

    /// The same before figures, which are of one of them.
    pub fn words_before_figures(&self) -> String {
        if self.graded || self.count == 1 {
            return self.words();
        }
        let (count, of, name) = (self.count, self.of, &self.most);
        let these = match (count, of) {
            (2, 2) => "both".to_owned(),
            _ if count == of => format!("all {of}"),
            _ => format!("{count} of {of}"),
        };
        format!("This is so in {these} configurations. The figures are of “{name}”.")
    }
}

impl Finding {
    /// One of the run as a whole, that has no words yet.
    fn new(weight: Severity, kind: FindingKind, size: f64, strength: Strength) -> Self {
        Finding {
            weight,
            size,
            kind,
            random_moves: false,
            headline: String::new(),
            ranges: false,
            evidence: String::new(),
            strength,
            claim: None,
            others: Vec::new(),
            method: "",
            place: None,
            sample: None,
        }
    }

    /// Question, subject and answer, as one string.
    pub fn key(&self) -> String {
        let random = if self.random_moves { ", random" } else { "" };
        self.kind.key() + random
    }

    /// Is it the same finding as another of another configuration?
    pub fn is_same_as(&self, other: &Finding) -> bool {
        self.kind == other.kind && self.random_moves == other.random_moves
    }

    /// Where it holds, in words, to stand before its evidence.
    pub fn place(&self) -> String {
        let words = if self.kind.has_figures() {
            FindingPlace::words_before_figures
        } else {
            FindingPlace::words
        };
        self.place.as_ref().map_or_else(String::new, words)
    }

    /// How sure it is, in a word.
    pub fn word(&self) -> &'static str {
        if self.only_here() {
            ONLY_HERE.0
        } else {
            self.strength.word()
        }
    }

    /// What that word means.
    pub fn meaning(&self) -> &'static str {
        if self.only_here() {
            ONLY_HERE.1
        } else {
            self.strength.meaning()
        }
    }
}

/// The words for how sure findings are, each with what it means, surest first.
pub fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_strength = |strength: Strength| (strength.word(), strength.meaning());
    Strength::ALL.into_iter().map(of_strength).chain([ONLY_HERE])
}

/// Those of [`words`] that stand at one of the findings.
pub fn words_of<'f>(found: impl IntoIterator<Item = &'f Finding>) -> Vec<(&'static str, &'static str)> {
    let used: Vec<&str> = found.into_iter().map(Finding::word).collect();
    words().filter(|(word, _)| used.contains(word)).collect()
}

/// The word for what is shown of the bots of a run alone.
const ONLY_HERE: (&str, &str) = ("bot-dependent", "with some other bot it is different, or undecided");

/// One configuration of a run.
#[derive(Clone, Copy)]
struct FindingContext<'r> {
    each: &'r Configuration,
    /// Configurations of the run.
    of: usize,
    /// How sure a statement about another bot must be.
    others: f64,
}

impl FindingContext<'_> {
    /// A finding about this configuration. Random play says little about a game between people, so that what it shows is
    /// no more than good to know.
    fn finding(&self, weight: Severity, kind: FindingKind, size: f64, strength: Strength) -> Finding {
        let lesser = weight == Severity::Problem && limitations::only_random(self.each);
        let weight = if lesser { Severity::Notice } else { weight };
        Finding {
            random_moves: lesser,
            place: Some(FindingPlace {
                most: self.each.name.clone(),
                count: 1,
                of: self.of,
                graded: false,
            }),
            sample: self.sample(Shows::Longest, ""),
            ..Finding::new(weight, kind, size, strength)
        }
    }

    /// How sure each of `questions` of a family asked of this configuration must be, so that all that are asked of all
    /// configurations err together no more often than the family may.
    fn confidence(&self, family: Family, questions: usize) -> f64 {
        1.0 - family.each(questions * self.of)
    }
}

/// How sure every statement about another bot must be.
pub fn sure_of_others(results: &Results) -> f64 {
    robustness::confidence(results)
}

/// What is claimed of a side of `each`, and what each other bot there says to it; nothing where nothing is claimed.
pub fn of_side(results: &Results, each: &Configuration, side: &str) -> Option<(FindingClaim, Vec<OpponentAnswer>)> {
    let asked = FindingContext {
        each,
        of: results.configurations.len(),
        others: robustness::confidence(results),
    };
    let claim = fair_share::claimed(&asked, side)?;
    let said = robustness::ask(&asked, &claim);
    Some((claim, said))
}

/// Every finding, the most important first. What several configurations share is one finding.
pub fn findings(results: &Results) -> Vec<Finding> {
    let of = results.configurations.len();
    let others = robustness::confidence(results);
    let mut all: Vec<Finding> = Vec::new();
    for each in results.configurations.iter().filter(|each| each.games > 0) {
        let asked = FindingContext { each, of, others };
        for mut finding in questions(each).iter().flat_map(|question| question(&asked)) {
            if let Some(claim) = &finding.claim {
                finding.others = robustness::ask(&asked, claim);
            }
            let same = |other: &&mut Finding| {
                other.is_same_as(&finding) && (of > APART || robustness::agree(&other.others, &finding.others))
            };
            match all.iter_mut().find(same) {
                Some(other) => merge(other, finding),
                None => all.push(finding),
            }
        }
    }
    // Of several numbers the largest is told.
    for finding in all
        .iter_mut()
        .filter(|each| each.ranges && each.kind.leads_with_number())
    {
        finding.headline.insert_str(0, "Up to ");
    }
    all.iter_mut().for_each(robustness::held_to);
    components::keep_largest(&mut all);
    all.extend(length::range(results, others).map(|mut finding| {
        robustness::held_to(&mut finding);
        finding
    }));
    all.extend(changes::find(results, others).into_iter().map(|mut finding| {
        robustness::held_to(&mut finding);
        finding
    }));
    // Where the games tell nothing of the game, neither does what they have in common.
    if results.configurations.iter().any(|each| tells(each) == Tells::Balance) {
        all.extend(components::unused(results));
        all.extend(changes::strongest_setting(results));
        all.extend(bots::agreement(results));
    }
    all.extend(limitations::find(results));
    all.extend(limitations::high_cap(results));
    all.sort_by(|a, b| {
        a.weight
            .cmp(&b.weight)
            .then(b.size.total_cmp(&a.size))
            .then_with(|| a.key().cmp(&b.key()))
    });
    all
}

/// Adds a finding to the same one of another configuration; the larger number speaks for both.
fn merge(mine: &mut Finding, other: Finding) {
    let (count, graded) = mine
        .place
        .as_ref()
        .map_or((0, false), |place| (place.count, place.graded));
    // What is not settled is not so in one more than in another.
    let settled = mine.strength != Strength::Open;
    let graded = settled && (graded || other.size.total_cmp(&mine.size).is_ne());
    let mut other = other;
    let mut others = std::mem::take(&mut mine.others);
    robustness::join(&mut others, std::mem::take(&mut other.others));
    let ranges = mine.ranges || mine.headline != other.headline;
    if other.size > mine.size {
        *mine = other;
    }
    mine.ranges = ranges;
    if let Some(place) = &mut mine.place {
        *place = FindingPlace {
            count: count + 1,
            graded,
            ..place.clone()
        };
    }
    mine.others = others;
}

/// How often findings are wrong, in a sentence.
pub fn errs(results: &Results) -> String {
    let runs = |error: f64| format::plain(100.0 * error, 0);
    let others = if results.configurations.iter().any(|each| !each.others.is_empty()) {
        format!(
            " Of other bots, too, at most {} of 100 runs say something that is not so.",
            runs(judge::others())
        )
    } else {
        String::new()
    };
    format!(
        "All rows and configurations together, at most {0} of 100 runs say something that is not so; the interval of an \
         estimate misses in at most {0} of 100.{others}",
        runs(judge::TOTAL)
    )
}

/// Others that are off beside the one that a finding is about, in a sentence; nothing where there are none.
fn off_too(also: &[(String, f64)]) -> String {
    if also.is_empty() {
        return String::new();
    }
    format!(" Also off, in points: {}.", gaps(also))
}

/// `north (+3.1), south (−2.0)`.
pub fn gaps(also: &[(String, f64)]) -> String {
    let one = |(name, gap): &(String, f64)| format!("{name} ({})", format::points_only(*gap, 1));
    also.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Orders gaps by size; of two that are equal but for their sign the positive one is the larger.
fn by_size(a: f64, b: f64) -> std::cmp::Ordering {
    if (a.abs() - b.abs()).abs() < 1e-9 {
        a.total_cmp(&b)
    } else {
        a.abs().total_cmp(&b.abs())
    }
}

/// How a rate lies to the band `from` ± `margin`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lies {
    /// Its whole interval lies beyond the band; the gap to its middle has a sign.
    Beyond(f64, Strength),
    /// Its whole interval lies in the band.
    Within,
    /// Neither; so many times as many games would tell, if the rate stays as it is.
    Across(f64),
}

fn lies(rate: Rate, from: f64, margin: f64) -> Lies {
    let gap = rate.value - from;
    let outside = (rate.lo - from - margin).max(from - margin - rate.hi);
    if outside > 0.0 {
        let certain = outside > rate.hi - rate.lo;
        return Lies::Beyond(gap, if certain { Strength::Certain } else { Strength::Clear });
    }
    if rate.lo >= from - margin && rate.hi <= from + margin {
        return Lies::Within;
    }
    Lies::Across(forecast::times((rate.hi - rate.lo) / 2.0, gap, margin))
}

/// A p-value as people read it.
fn p_value(p: f64) -> String {
    match p {
        p if p < 0.0001 => "p < 0.0001".to_owned(),
        p if p < 0.01 => format!("p = {p:.4}"),
        p => format!("p = {p:.2}"),
    }
}

#[cfg(test)]
mod planted;
#[cfg(test)]
mod tests;
