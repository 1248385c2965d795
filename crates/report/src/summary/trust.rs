//! How far a run can be trusted: sampling error, the strength of its bots, its content, and what these bots never use.

use super::people;
use super::text::label;
use crate::findings::{Deals, ENOUGH, round_up, unused_components};
use crate::format;
use crate::metrics::playing;
use balance_config::games::{ExpertRecord, Member, Presence, Provenance, Status, named};
use balance_config::scenario::FAIR;
use balance_inference::table::{Configuration, Results, all_at_once, joint};
use balance_kit::bots::CLUB;
use balance_stats as stats;

/// An expert who surely wins less than so many times what the others win hardly beats them.
const SOLID: f64 = 1.25;
/// One who surely wins more than so many times what the others win makes their games a poor guide.
const WEAK: f64 = 1.5;
/// Of more unused components, or more parts, only so many are named.
const NAMED: usize = 3;

/// How strong the bots of a run are.
#[derive(Clone, PartialEq, Debug)]
pub enum BotGrade {
    /// An expert hardly beats them.
    Solid(ExpertRecord),
    /// An expert beats them, not by far or not surely.
    Medium(ExpertRecord),
    /// An expert surely beats them by far.
    Weak(ExpertRecord),
    /// They look ahead themselves.
    LookAhead,
    /// No expert was measured among them.
    Unknown,
}

impl BotGrade {
    fn of_record(one: ExpertRecord) -> Self {
        if one.wins[2] < SOLID * one.others {
            BotGrade::Solid(one)
        } else if one.wins[1] > WEAK * one.others {
            BotGrade::Weak(one)
        } else {
            BotGrade::Medium(one)
        }
    }

    /// The weakest has the largest.
    fn rank(&self) -> u8 {
        match self {
            BotGrade::Solid(_) => 0,
            BotGrade::LookAhead => 1,
            BotGrade::Medium(_) => 2,
            BotGrade::Unknown => 3,
            BotGrade::Weak(_) => 4,
        }
    }

    /// Of a `team` one player changes little: an expert who hardly wins more says nothing of how good the others are.
    fn words(&self, team: bool) -> String {
        let (expert, other) = match self {
            BotGrade::Solid(_) if team => ("in a team an expert", "hardly more than a club bot,"),
            _ if team => ("in a team an expert", "a club bot"),
            _ => ("among club bots an expert", "each club bot"),
        };
        let measured = |grade: &str, one: &ExpertRecord| {
            let digits = usize::from(one.wins[2] - one.wins[1] < 0.05);
            let percent = |value: f64| format::percent(value, digits);
            format!(
                "{grade}: {expert} won {} (95% range {}–{}), {other} {} ({} players, default rules).",
                percent(one.wins[0]),
                format::plain(100.0 * one.wins[1], digits),
                percent(one.wins[2]),
                percent(one.others),
                one.players,
            )
        };
        match self {
            BotGrade::Solid(one) if team => measured("Unknown strength", one),
            BotGrade::Solid(one) => measured("Solid", one),
            BotGrade::Medium(one) => measured("Medium strength", one),
            BotGrade::Weak(one) => measured("Weak", one),
            BotGrade::LookAhead => "Look-ahead bots played. How they compare with people is unknown.".to_owned(),
            BotGrade::Unknown => "Unknown: no stronger bot was measured against these. Bots are not people.".to_owned(),
        }
    }
}

pub fn bot_grade(game: &str, each: &Configuration) -> BotGrade {
    if each.bots.iter().any(|row| row.searches) {
        return BotGrade::LookAhead;
    }
    let info = named(game);
    let records = info.and_then(|info| info.experts().ok()).unwrap_or_default();
    // A record is of the game's own bot, at every seat, with the rules of the table that it was made at.
    let league = info.and_then(|info| info.league().ok()).unwrap_or_default();
    let of_this_board = |member: &Member| !member.rules.is_empty() && member.suits(&each.rules_set());
    let other_board = league.iter().any(of_this_board);
    let own = |bot: &str| bot == CLUB || info.is_some_and(|info| bot == (info.default_bot)());
    let one = records.into_iter().find(|one| {
        one.players == each.players
            && !other_board
            && each.bots_set.is_empty()
            && matches!(&each.bots[..], [only] if only.mirror && (own(&only.kind) || own(&only.bot)))
    });
    one.map_or(BotGrade::Unknown, BotGrade::of_record)
}

/// Who plays what, before any game is played.
pub struct Grounds {
    /// How strong the bots are, where they are weakest.
    pub bots: BotGrade,
    /// Do sides of several players play?
    teams: bool,
    /// Parts of the content that are not as published: how many of how many, and of what.
    rebuilt: Vec<(u32, u32, String)>,
}

impl Grounds {
    /// Those of configurations of the game of this name.
    pub fn new(game: &str, all: &[Configuration]) -> Self {
        let grades = all.iter().map(|each| bot_grade(game, each));
        let players = |each: &Configuration| playing(each).count() < each.players as usize;
        Grounds {
            bots: grades.max_by_key(BotGrade::rank).unwrap_or(BotGrade::Unknown),
            teams: all.iter().any(players),
            rebuilt: rebuilt(all.iter().map(|each| &*each.provenance)),
        }
    }

    pub fn lines(&self) -> [(&'static str, String); 2] {
        [
            (label::BOTS, self.bots.words(self.teams)),
            (label::RULES, reconstruction(&self.rebuilt)),
        ]
    }
}

/// What of this content is not as published, in a sentence.
pub fn reconstructed(provenance: &[Provenance]) -> String {
    reconstruction(&rebuilt(std::iter::once(provenance)))
}

fn reconstruction(rebuilt: &[(u32, u32, String)]) -> String {
    let parts = rebuilt.iter().take(NAMED);
    let mut parts: Vec<String> = parts
        .map(|(count, of, what)| match (count, of) {
            (1, 1) => format!("the {what}"),
            (count, of) if count == of => format!("all {of} {what}"),
            (count, of) => format!("{count} of {of} {what}"),
        })
        .collect();
    if rebuilt.len() > NAMED {
        parts.push("more".to_owned());
    }
    if parts.is_empty() {
        return "No component is our reconstruction.".to_owned();
    }
    format!(
        "Reconstructed by us, not taken from the publisher: {}.",
        format::join_and(&parts)
    )
}

pub struct Trust {
    /// Half the widest interval of a win rate, a fraction of games.
    pub half_width: f64,
    /// The fewest games of a configuration.
    games: u64,
    versions: usize,
    /// How many deals a configuration would bring the half width to the margin of fairness.
    pub needed: Deals,
    pub grounds: Grounds,
    unused: Vec<(String, Presence)>,
    /// How people stand to the bots, where a log says what people won.
    people: Option<String>,
}

impl Trust {
    pub fn of_run(results: &Results) -> Self {
        let all = &results.configurations;
        let (half_width, needed) = sampling(results);
        Trust {
            half_width,
            games: all.iter().map(|each| each.games).min().unwrap_or(0),
            versions: all.len(),
            needed,
            grounds: Grounds::new(&results.scenario.game, all),
            unused: unused_components(results),
            people: people::beside_bots(results),
        }
    }

    /// What the verdict itself must say; none where nothing.
    pub fn warning(&self) -> Option<String> {
        matches!(self.grounds.bots, BotGrade::Weak(_)).then(|| super::text::PROVISIONAL.to_owned())
    }

    /// Are win rates known too coarsely to call a side fair?
    pub fn is_coarse(&self) -> bool {
        self.half_width >= FAIR + 0.000_5
    }

    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![(label::SAMPLING, self.sampling_line())];
        let [bots, rules] = self.grounds.lines();
        lines.push(bots);
        lines.extend(self.people.clone().map(|said| (label::PEOPLE, said)));
        lines.push(rules);
        if !self.unused.is_empty() {
            lines.push((label::UNUSED, self.unused_line()));
        }
        lines
    }

    fn sampling_line(&self) -> String {
        let points = format::plain(100.0 * self.half_width, if self.half_width < 0.000_95 { 2 } else { 1 });
        let each = if self.versions > 1 { " each" } else { "" };
        let games = format::games(self.games) + each;
        if self.is_coarse() {
            format!(
                "Coarse: at most ±{points} points on win rates from {games}. About {} would give ±{}.",
                self.needed.in_words(self.needed.count as f64),
                format::plain(100.0 * FAIR, 0)
            )
        } else {
            format!("Good: at most ±{points} points on win rates from {games}.")
        }
    }

    fn unused_line(&self) -> String {
        let names: Vec<String> = self.unused.iter().map(|(name, _)| name.clone()).collect();
        let first = self.unused[0].1;
        let lead = match first {
            Presence::Used if self.unused.iter().all(|(_, held)| *held == first) => "These bots never used",
            Presence::AtEnd if self.unused.iter().all(|(_, held)| *held == first) => "No game ended with",
            _ => "No game had",
        };
        format!("{lead} {}. Not judged.", format::join_some(&names, NAMED))
    }
}

/// Half the widest interval of a win rate, all of them holding at once, and how many games would bring it to [`FAIR`].
fn sampling(results: &Results) -> (f64, Deals) {
    let (mut half, mut needed, mut rotations) = (0.0_f64, 0.0_f64, 1);
    let rows = results.configurations.len();
    for each in &results.configurations {
        let played = Deals::of_configuration(each);
        rotations = rotations.max(played.rotations);
        for row in &each.sides {
            let rate = joint(results, each, row);
            let own = (rate.hi - rate.value).max(rate.value - rate.lo);
            half = half.max(own);
            // Few games do not foresee the intervals of many: then the widest there can be.
            let widest = stats::z(all_at_once(rows * each.sides.len())) / 2.0;
            needed = needed.max(if played.count < ENOUGH {
                (widest / FAIR).powi(2)
            } else {
                played.count as f64 * (own / FAIR).powi(2)
            });
        }
    }
    let count = round_up(needed);
    (half, Deals { count, rotations })
}

/// Parts of the content of which some is reconstructed in some aspect, those with most first; of several configurations and
/// aspects the one with most counts.
fn rebuilt<'a>(all: impl Iterator<Item = &'a [Provenance]>) -> Vec<(u32, u32, String)> {
    let mut parts: Vec<(u32, u32, String)> = Vec::new();
    for each in all {
        for row in each.iter().filter(|row| row.status == Status::Reconstructed) {
            let alike = each.iter().filter(|other| other.label() == row.label());
            let of = alike.map(|other| other.entries).sum();
            match parts.iter_mut().find(|part| part.2 == row.part) {
                Some(part) if part.0 < row.entries => *part = (row.entries, of, row.part.clone()),
                Some(_) => {}
                None => parts.push((row.entries, of, row.part.clone())),
            }
        }
    }
    parts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.2.cmp(&b.2)));
    parts
}
