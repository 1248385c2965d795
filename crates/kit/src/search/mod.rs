//! The searching bots of every game: they improve on another bot by playing on (rollouts in the sense of Tesauro and
//! Galperin 1996, over imagined deals; the budget is spent by sequential halving, Karnin, Koren and Somekh 2013, and where
//! the game says so candidates without hope are given up in between, as in the races of Maron and Moore 1994).
//!
//! At each decision a searching bot takes what its policy would do and what that values next, imagines positions that fit
//! all its seat may know, and lets every candidate be played on for some turns on the same deals, the same luck and
//! against the same rivals. Where the game declares features ([`Evaluation`]), what is reached is judged by them; else
//! games are played to the end. It leaves the policy's choice only for one that did better by more than chance explains.
//!
//! Rivals are a belief about people: a mixture of kinds of bots, dealt to the other seats anew for each imagined game, and
//! by which secret choices are dealt, too ([`balance_engine::Imagine::suppose`]). They are never the bots that play.
//!
//! The budget is a number of games, never time, so the same seed gives the same game on any machine.

mod bot;
mod evaluation;
mod playing;
mod policy;
mod train;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::bots::{Bots, EXPERT, Made, SEARCHES, is_search, read};
use crate::{At, BotInfo, BotSpec, Mistake};
use balance_engine::{Bot, Imagine};
use bot::SearchBot;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::json;

pub use evaluation::{Evaluation, Feature, MAX_FEATURES, Sight};
pub use policy::Policy;
pub(crate) use policy::PolicyBot;
pub(crate) use train::train;
pub use train::{Trained, Training, Untrained};

/// What a searching bot of one kind does in one game unless its table says otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Games played on from each decision, all candidates together.
    pub iterations: u32,
    /// Candidates at each decision, at most.
    pub width: u32,
    /// Turns, as the game counts them, that each is played on; 0 plays to the end.
    pub horizon: u32,
    /// Standard errors by which another choice has to be better than the policy's.
    pub caution: f64,
    /// Deals after which candidates that would hardly be told apart from the policy's choice any more are given up, and
    /// again at each power of two; 0 halves alone. It pays where the policy's choice is mostly the best one.
    pub give_up: u32,
    /// Are trifles searched, too, or left to the policy?
    pub trifles: bool,
    /// Kinds of bots from which rivals are dealt, the policy alone if there is none; who is named twice is dealt twice as
    /// often.
    pub rivals: &'static [&'static str],
}

impl Budget {
    /// The quick one of a game that says nothing of it: to the end.
    pub const QUICK: Budget = Budget {
        iterations: 100,
        width: 6,
        horizon: 0,
        caution: 1.5,
        give_up: 0,
        trifles: true,
        rivals: &[],
    };
    /// That of an expert.
    pub const EXPERT: Budget = Budget {
        iterations: 400,
        width: 8,
        ..Budget::QUICK
    };

    /// The keys of a bot's table with these values.
    fn table(&self) -> toml::Table {
        let whole = |number: u32| toml::Value::Integer(number.into());
        let mut table = toml::Table::new();
        table.insert("iterations".to_owned(), whole(self.iterations));
        table.insert("width".to_owned(), whole(self.width));
        table.insert("horizon".to_owned(), whole(self.horizon));
        table.insert("caution".to_owned(), toml::Value::Float(self.caution));
        table.insert("give-up".to_owned(), whole(self.give_up));
        table.insert("trifles".to_owned(), toml::Value::Boolean(self.trifles));
        table.insert("rivals".to_owned(), self.rivals.to_vec().into());
        table
    }
}

/// The `[bots.X]` table of a searching bot.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SearchSettings {
    /// Games played on from each decision, all candidates together.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub iterations: u32,
    /// Candidates at each decision, at most.
    #[schemars(range(min = 2, max = 64))]
    pub width: u32,
    /// Turns or rounds, as the game counts them, that each of these games is played on before it is judged; 0 plays them to
    /// the end.
    #[schemars(range(min = 0, max = 1_000))]
    pub horizon: u32,
    /// Standard errors by which another choice has to be better than the first.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub caution: f64,
    /// Imagined deals after which choices that would hardly come out better than the first any more are given up, and again
    /// at each power of two; 0 only halves the choices as the search goes on.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub give_up: u32,
    /// Whether it searches at choices, too, that the game takes for trifles; else it leaves them to the bot that it improves
    /// on.
    pub trifles: bool,
    /// The kind of bot, with its default settings, that it improves on; the game's default bot when left out.
    pub playout: Option<String>,
    /// Kinds of bots, with their default settings, or bots of the game's league, that it takes the others for, one dealt to
    /// each seat and game that it imagines; who is named twice is dealt twice as often. With none all are taken for the bot that it improves on.
    #[schemars(length(max = 64))]
    pub rivals: Vec<String>,
}

/// How the searching bots stand in a game's table of bots.
pub(crate) fn infos(budgets: [Budget; 2]) -> [BotInfo; 2] {
    let helps = [
        "imagines what it cannot see and plays on a little from each choice; for thousands of games",
        "the same with settings chosen for strength and speed; slow: for hundreds of games",
    ];
    std::array::from_fn(|at| BotInfo {
        kind: SEARCHES[at],
        help: helps[at],
        script: Rc::default(),
        schema: Rc::new(move || schema(&budgets[at])),
    })
}

/// The schema with this game's defaults.
fn schema(budget: &Budget) -> Schema {
    let mut schema = schemars::schema_for!(SearchSettings);
    schema.remove("required");
    if let Some(properties) = schema.get_mut("properties").and_then(|found| found.as_object_mut()) {
        for (key, value) in budget.table() {
            if let Some(property) = properties.get_mut(&key).and_then(|found| found.as_object_mut()) {
                property.insert("default".to_owned(), json!(value));
            }
        }
    }
    schema
}

/// Builds the bot `name` of a game with these `bots` from its table.
///
/// # Errors
/// What is wrong with the table.
pub(crate) fn make<G: Imagine>(name: &str, spec: &BotSpec, bots: &Bots<G>) -> Made<G> {
    let at_kind = usize::from(spec.kind == EXPERT);
    let mut filled = spec.clone();
    for (key, value) in bots.budgets[at_kind].table() {
        filled.settings.entry(key).or_insert(value);
    }
    let settings: SearchSettings = read(name, &filled)?;
    let mut mistakes = Vec::new();
    let mut plain = |key: &str, named: &str| -> Option<Box<dyn Bot<G>>> {
        let spec = bots.named(named);
        if is_search(&spec.kind) {
            let message = "a searching bot cannot play the games that a search imagines";
            mistakes.push(Mistake::bot(name, &[key], message, "name another kind"));
            return None;
        }
        let moved = |mistake: Mistake| mistake.moved(|_| At::bot(name, &[key]));
        let told = |found: Vec<Mistake>| mistakes.extend(found.into_iter().map(moved));
        bots.make(name, &spec).map_err(told).ok()
    };
    let policy = settings.playout.as_deref().unwrap_or(bots.default_kind());
    let playout = plain("playout", policy);
    let mut kinds: Vec<&str> = Vec::new();
    let mut rivals = Vec::new();
    let mut mix = Vec::new();
    for kind in &settings.rivals {
        let known = kinds.iter().position(|known| known == kind);
        mix.push(known.unwrap_or(kinds.len()));
        if known.is_none() {
            kinds.push(kind);
            rivals.extend(plain("rivals", kind));
        }
    }
    // Nobody is sure how others choose, not even those who learnt it from the same games.
    if let (None, Some(policy), true) = (&settings.playout, &bots.policy, kinds.is_empty()) {
        mix.push(0);
        rivals.push(Box::new(PolicyBot::new(policy, policy.weights()).unsure()));
    }
    let evaluation = bots.evaluation.clone();
    if settings.horizon > 0 && evaluation.is_none() {
        let message = "this game declares no features by which a position could be judged";
        mistakes.push(Mistake::bot(name, &["horizon"], message, "write 0: to the end"));
    }
    match playout {
        Some(playout) if mistakes.is_empty() => Ok(Box::new(SearchBot {
            settings,
            evaluation,
            playout,
            rivals,
            mix,
        })),
        _ => Err(mistakes),
    }
}
