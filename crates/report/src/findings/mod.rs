//! Findings: what a designer should know first. One file a question, which decides by type what is said; the sentences stand in
//! `text`. A finding that the statistics do not carry is not made.

mod bots;
mod changes;
mod commands;
mod components;
mod endings;
mod events;
mod fair_share;
mod kind;
mod lead;
mod length;
mod limitations;
mod robustness;
mod sample;
mod targets;
mod text;

pub use bots::rates as of_bots;
pub use commands::{
    Deals, ENOUGH, any_game_of_all, as_it_is, both, commands, explain, round_up, run_command, tune_command, why,
};
pub use components::unused_components;
pub use fair_share::{RateStanding, seats_of, sides_of, team_of};

pub use kind::{
    Direction, EndingFact, FindingClaim, FindingKind, Limit, OpponentAnswer, Robustness, SEAT_MARGIN, SELDOM, Standing,
    Winners,
};
pub use length::{MANY, median, span_of_most};
pub use limitations::{Tells, capped, tells};
pub use robustness::{confidence as sure_of_others, far_from_fair, levels};
pub use sample::{GAMES, Sample, SampleGame};
pub use targets::goals_of_winners;
pub use text::{CertaintyWords, FindingText, agreement, certainties, errs, players};

use balance_inference::judge::Family;
use balance_inference::table::{Configuration, Results, Shows};

/// Of no more configurations than this a finding of which other bots say one thing in one and another in another is made for each.
const APART: usize = 4;

type Question = fn(&FindingContext) -> Vec<Finding>;

/// What the games of a configuration can answer: of random moves what was asked for and whether the rules work, of games of which
/// hardly any ends less, and of games without an end goals alone.
fn questions(each: &Configuration) -> &'static [Question] {
    match tells(each) {
        Tells::Balance => &[
            targets::find,
            fair_share::find,
            fair_share::of_seats,
            endings::find,
            length::find,
            lead::find,
            events::find,
            components::find,
            bots::find,
        ],
        Tells::Little => &[targets::find, endings::find, length::find],
        Tells::Random => &[targets::find, endings::find, length::find, events::find],
        Tells::Nothing => &[targets::find, endings::stopped],
    }
}

/// What a finding is about: first what the scenario asks, then the worst news.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Why the run as a whole says nothing about balance.
    Void,
    Change,
    /// Something is wrong with the game or with the run.
    Problem,
    /// Something worth knowing.
    Notice,
    /// What the results cannot say.
    Limit,
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub severity: Severity,
    /// Rank: larger comes first among findings of the same severity.
    pub size: f64,
    pub kind: FindingKind,
    /// What of it can be asked of other bots; none where nothing is.
    pub claim: Option<FindingClaim>,
    pub others: Vec<OpponentAnswer>,
    /// Where it holds; none when it is about the run as a whole.
    pub place: Option<FindingPlace>,
    /// A game that shows it; none only where no game was played.
    pub sample: Option<Sample>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingPlace {
    /// The one that its numbers are of, where they are largest.
    pub name: String,
    /// In how many it holds.
    pub count: usize,
    pub of: usize,
}

impl Finding {
    /// One of the run as a whole.
    fn new(severity: Severity, kind: FindingKind, size: f64) -> Self {
        Finding {
            severity,
            size,
            kind,
            claim: None,
            others: Vec::new(),
            place: None,
            sample: None,
        }
    }

    pub fn text(&self) -> FindingText {
        text::finding(&self.kind)
    }

    /// Where it holds; nothing in a run of a single configuration.
    pub fn place(&self) -> String {
        self.place.as_ref().map_or_else(String::new, text::place)
    }

    /// What other bots say to it; nothing where none was asked.
    pub fn elsewhere(&self) -> String {
        text::elsewhere(self)
    }

    /// How sure it is, in a word, and what that means.
    pub fn certainty(&self) -> CertaintyWords {
        text::certainty_of(self)
    }

    pub fn label(&self) -> &'static str {
        text::severity(self.severity)
    }
}

/// Those of [`certainties`] that stand at one of the findings.
pub fn certainties_of(found: &[Finding]) -> Vec<CertaintyWords> {
    certainties()
        .filter(|words| found.iter().any(|each| each.certainty() == *words))
        .collect()
}

/// That several sides may win one game, in a sentence; nothing where they never did.
pub fn shared(each: &Configuration) -> String {
    fair_share::shared(each).map_or_else(String::new, text::shared)
}

#[derive(Clone, Copy)]
struct FindingContext<'r> {
    each: &'r Configuration,
    of: usize,
    /// How sure a statement about another bot must be.
    others: f64,
    /// How severe it is that its games say nothing about balance.
    silence: Severity,
}

impl FindingContext<'_> {
    /// A finding about this configuration. Random play says little about a game between people, so that what it shows is
    /// no more than good to know.
    fn finding(&self, severity: Severity, kind: FindingKind, size: f64) -> Finding {
        let severity = match severity {
            Severity::Problem if limitations::only_random(self.each) => Severity::Notice,
            severity => severity,
        };
        Finding {
            place: Some(FindingPlace {
                name: self.each.name.clone(),
                count: 1,
                of: self.of,
            }),
            sample: self.sample(Shows::Longest, ""),
            ..Finding::new(severity, kind, size)
        }
    }

    /// How sure each of `questions` of a family asked of this configuration must be, so that all that are asked of all
    /// configurations err together no more often than the family may.
    fn confidence(&self, family: Family, questions: usize) -> f64 {
        1.0 - family.each(questions * self.of)
    }
}

/// Every finding, the most important first. What several configurations share is one finding.
pub fn findings(results: &Results) -> Vec<Finding> {
    let confidence = robustness::confidence(results);
    let mut all = of_configurations(results, confidence);
    components::keep_largest(&mut all);
    all.extend(length::range(results));
    all.extend(changes::find(results, confidence));
    // Where the games tell nothing of the game, neither does what they have in common.
    if results.configurations.iter().any(|each| tells(each) == Tells::Balance) {
        all.extend(components::unused(results));
        all.extend(changes::strongest_setting(results));
        all.extend(bots::disagreement(results));
    }
    all.extend(limitations::find(results));
    all.sort_by(|a, b| a.severity.cmp(&b.severity).then(b.size.total_cmp(&a.size)));
    all
}

fn of_configurations(results: &Results, confidence: f64) -> Vec<Finding> {
    let of = results.configurations.len();
    let silence = limitations::severity_of_silence(results);
    let mut all: Vec<Finding> = Vec::new();
    for each in results.configurations.iter().filter(|each| each.games > 0) {
        let context = FindingContext {
            each,
            of,
            others: confidence,
            silence,
        };
        for mut finding in questions(each).iter().flat_map(|question| question(&context)) {
            if let Some(claim) = &finding.claim {
                finding.others = robustness::answers(&context, claim);
            }
            let same = |other: &&mut Finding| {
                other.severity == finding.severity
                    && other.kind.is_same_as(&finding.kind)
                    && (of > APART || robustness::agree(&other.others, &finding.others))
            };
            match all.iter_mut().find(same) {
                Some(other) => merge(other, finding),
                None => all.push(finding),
            }
        }
    }
    all
}

/// Adds a finding to the same one of another configuration; the larger number speaks for both.
fn merge(mine: &mut Finding, mut other: Finding) {
    let count = mine.place.as_ref().map_or(0, |place| place.count);
    let mut others = std::mem::take(&mut mine.others);
    robustness::join(&mut others, std::mem::take(&mut other.others));
    if other.size > mine.size {
        *mine = other;
    }
    mine.others = others;
    if let Some(place) = &mut mine.place {
        place.count = count + 1;
    }
}

#[cfg(test)]
mod planted;
#[cfg(test)]
mod tests;
