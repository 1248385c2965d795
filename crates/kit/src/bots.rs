//! The bots of a game: which kinds a scenario may name, what their tables may say, and how they are made; the three levels of
//! one player, which have the same names in every game, and the blunders that any bot may make.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::league::{LeagueContent, Member};
use crate::script::{GameScript, Quantity, ScriptTactic, ScriptedBot};
use crate::search::{Budget, Evaluation, Policy, PolicyBot};
use crate::{BotInfo, BotSpec, Mistake, league, script, search};
use balance_engine::{Bot, Game, Imagine, MovePlan, Moves, Proportion, RandomBot, Stream, View, as_percent};
use schemars::{JsonSchema, Schema, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A bot without settings.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoSettings {}

/// The `[bots.X]` table of a heuristic bot.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HeuristicSettings")]
pub struct HeuristicSettings<W: Default + Serialize> {
    /// How it weighs things; what is left out keeps its default.
    #[serde(default)]
    pub weights: W,
}

/// A bot, or everything wrong with its table.
pub type Made<G> = Result<Box<dyn Bot<G>>, Vec<Mistake>>;

/// Every kind of bot of a game. `random`, `search` and the levels [`NOVICE`], [`CLUB`] and [`EXPERT`] are there for free.
pub struct Bots<G: Imagine> {
    kinds: Vec<BotKind<G>>,
    /// What the conditions of scripts may ask about.
    quantities: &'static [Quantity<G>],
    /// Index of the kind that plays where nothing else is said.
    default: usize,
    /// How the two searching bots play where nothing else is said.
    pub(crate) budgets: [Budget; 2],
    /// How often a novice blunders where nothing else is said.
    novice: f64,
    /// The members of the game's league, whom a searching bot may take others for.
    league: Vec<Member>,
    /// How they judge positions, if the game says it.
    pub(crate) evaluation: Option<Arc<Evaluation<G>>>,
    /// How the trained kind of bot chooses, if there is one.
    pub(crate) policy: Option<Arc<Policy<G>>>,
}

/// Makes the bot of a name from its table.
type Maker<G> = Box<dyn Fn(&str, &BotSpec) -> Made<G>>;

struct BotKind<G: Imagine> {
    name: &'static str,
    help: &'static str,
    script: Rc<[&'static str]>,
    schema: Rc<dyn Fn() -> Schema>,
    make: Maker<G>,
}

impl<G: Imagine> Default for Bots<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Imagine> Bots<G> {
    /// The bots that fit every game.
    pub fn new() -> Self {
        let bots = Bots {
            kinds: Vec::new(),
            quantities: &[],
            default: 0,
            budgets: [Budget::QUICK, Budget::EXPERT],
            novice: 0.25,
            league: Vec::new(),
            evaluation: None,
            policy: None,
        };
        bots.kind(RANDOM, "any legal move, each equally likely", |_, _: NoSettings| {
            Ok(Box::new(RandomBot))
        })
    }

    /// Adds a kind; `make` is given the bot's name and the other keys of its table, read into `S`.
    #[must_use]
    pub fn kind<S: DeserializeOwned + JsonSchema + 'static>(
        self,
        name: &'static str,
        help: &'static str,
        make: fn(&str, S) -> Made<G>,
    ) -> Self {
        self.add(
            name,
            help,
            || schemars::schema_for!(S),
            move |bot, spec| make(bot, read(bot, spec)?),
        )
    }

    /// Adds the kind `scripted`, whose table is read into `S` and gives the lines and the bot's eye, and a kind without settings
    /// for every script of a text, as [`script::named`] reads it. The schema of `S` also says what a script may name.
    #[must_use]
    pub fn scripted<S, T>(mut self, scripts: &'static str, table: fn(S) -> (Vec<String>, T::Eye)) -> Self
    where
        S: DeserializeOwned + JsonSchema + 'static,
        T: ScriptTactic<G>,
    {
        self.quantities = T::QUANTITIES;
        let schema = || script::published(schemars::schema_for!(S), T::TACTICS, T::QUANTITIES);
        let help = "a list of tactics in `script`; the first that fits is played";
        let make = move |bot: &str, spec: &BotSpec| -> Made<G> {
            let (lines, eye) = table(read(bot, spec)?);
            Ok(Box::new(ScriptedBot::<G, T>::read(bot, &lines, eye)?))
        };
        self.add(SCRIPTED, help, schema, make).scripts(scripts, |bot, lines| {
            Ok(Box::new(ScriptedBot::<G, T>::read(bot, lines, T::Eye::default())?))
        })
    }

    /// Adds a kind without settings for every script of a text, as [`script::named`] reads it; `make` reads its lines.
    #[must_use]
    pub fn scripts(mut self, text: &'static str, make: fn(&str, &[&str]) -> Made<G>) -> Self {
        for GameScript { name, help, lines } in script::named(text) {
            let lines: Rc<[&'static str]> = lines.into();
            let script = Rc::clone(&lines);
            let schema = || schemars::schema_for!(NoSettings);
            self = self.add(name, help, schema, move |bot, spec| {
                read::<NoSettings>(bot, spec)?;
                make(bot, &lines)
            });
            if let Some(kind) = self.kinds.last_mut() {
                kind.script = script;
            }
        }
        self
    }

    /// Adds a kind that plays the move whose terms, each times its weight, add up to most; of equals any. Its table may
    /// give other `weights`, by the terms' names.
    #[must_use]
    pub fn weighted(self, name: &'static str, help: &'static str, terms: &'static [Term<G>]) -> Self {
        let row = |term: &Term<G>| (term.name, term.help, term.weight);
        let rows: Vec<Row> = terms.iter().map(row).collect();
        let known = rows.clone();
        self.add(
            name,
            help,
            move || weights_schema(&rows),
            move |bot, spec| {
                let weights = read_weights(bot, spec, &known)?;
                Ok(Box::new(Weighted { terms, weights }))
            },
        )
    }

    /// Adds a kind that chooses by `policy`. Its table may give other `weights`, by the features' names.
    #[must_use]
    pub fn trained(mut self, name: &'static str, help: &'static str, policy: Policy<G>) -> Self {
        let policy = Arc::new(policy);
        let features = policy.features().iter().zip(policy.weights());
        let rows: Vec<Row> = features
            .map(|(feature, weight)| (feature.name, feature.help, *weight))
            .collect();
        let known = rows.clone();
        self.policy = Some(Arc::clone(&policy));
        self.add(
            name,
            help,
            move || weights_schema(&rows),
            move |bot, spec| {
                let weights = read_weights(bot, spec, &known)?;
                Ok(Box::new(PolicyBot::new(&policy, &weights)))
            },
        )
    }

    /// The kind added last plays where a scenario says nothing else.
    #[must_use]
    pub fn by_default(mut self) -> Self {
        self.default = self.kinds.len() - 1;
        self
    }

    /// The searching bots judge positions so and, where a scenario says nothing else, play so: `search` first, then
    /// [`EXPERT`].
    #[must_use]
    pub fn searched(mut self, evaluation: Evaluation<G>, budgets: [Budget; 2]) -> Self {
        self.evaluation = Some(Arc::new(evaluation));
        self.budgets = budgets;
        self
    }

    /// A novice blunders at this part of its choices, unless its table says otherwise.
    #[must_use]
    pub fn novice(mut self, blunders: f64) -> Self {
        self.novice = blunders;
        self
    }

    fn add(
        mut self,
        name: &'static str,
        help: &'static str,
        schema: impl Fn() -> Schema + 'static,
        make: impl Fn(&str, &BotSpec) -> Made<G> + 'static,
    ) -> Self {
        self.kinds.push(BotKind {
            name,
            help,
            script: Rc::default(),
            schema: Rc::new(schema),
            make: Box::new(make),
        });
        self
    }

    /// What the conditions of scripts may ask about.
    pub fn quantities(&self) -> &'static [Quantity<G>] {
        self.quantities
    }

    /// The lines of the script that a bot of this table goes by; none where it goes by none.
    pub(crate) fn script_of(&self, spec: &BotSpec) -> Vec<String> {
        if let Some(own) = spec.settings.get("script").and_then(toml::Value::as_array) {
            return own.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect();
        }
        let kind = self.kinds.iter().find(|kind| kind.name == spec.kind);
        kind.map_or_else(Vec::new, |kind| {
            kind.script.iter().map(|line| (*line).to_owned()).collect()
        })
    }

    /// The kind that plays where a scenario says nothing else.
    pub fn default_kind(&self) -> &'static str {
        self.kinds[self.default].name
    }

    /// Every kind as lists and schemas show it.
    pub fn infos(&self) -> Vec<BotInfo> {
        let of_kind = |kind: &BotKind<G>| BotInfo {
            kind: kind.name,
            help: kind.help,
            script: Rc::clone(&kind.script),
            schema: Rc::clone(&kind.schema),
        };
        self.kinds
            .iter()
            .map(of_kind)
            .chain(level_infos())
            .chain(search::infos(self.budgets))
            .map(|info| with_blunders(&info, self.novice))
            .collect()
    }

    /// Builds the bot `name` from its table.
    ///
    /// # Errors
    /// What is wrong with the table.
    pub fn make(&self, name: &str, spec: &BotSpec) -> Made<G> {
        let usual = if spec.kind == NOVICE { self.novice } else { 0.0 };
        match (blunders(name, spec, usual), self.unerring(name, spec)) {
            (Ok(0.0), made) => made,
            (Ok(share), Ok(bot)) => Ok(Box::new(BlunderBot { bot, share })),
            (share, bot) => Err(share.err().into_iter().chain(bot.err()).flatten().collect()),
        }
    }

    /// The same without its blunders.
    fn unerring(&self, name: &str, spec: &BotSpec) -> Made<G> {
        if [NOVICE, CLUB].contains(&&*spec.kind) {
            read::<NoSettings>(name, spec)?;
            let settings = toml::Table::new();
            let kind = self.default_kind().to_owned();
            return self.unerring(name, &BotSpec { kind, settings });
        }
        if is_search(&spec.kind) {
            return search::make(name, spec, self);
        }
        match self.kinds.iter().find(|kind| kind.name == spec.kind) {
            Some(kind) => (kind.make)(name, spec),
            None => Err(vec![self.unknown(name, &spec.kind)]),
        }
    }

    /// Knows the members of the game's league; none where the text is empty, or wrong, which its own test tells.
    #[must_use]
    pub(crate) fn with_league(mut self, league: &str) -> Self {
        if let Ok(LeagueContent { members, .. }) = league::read(league) {
            self.league = members;
        }
        self
    }

    /// What a bot is made from that is named alone: a kind with its default settings, or else a member of the league.
    pub(crate) fn named(&self, name: &str) -> BotSpec {
        let is_kind = self.kinds.iter().any(|kind| kind.name == name);
        let member = self.league.iter().find(|member| !is_kind && member.name == name);
        member.map_or_else(|| BotSpec::of_kind(name), |member| member.spec.clone())
    }

    /// There is no bot of this kind; the nearest one is named.
    fn unknown(&self, name: &str, kind: &str) -> Mistake {
        let likeness = |known: &&str| strsim::jaro_winkler(kind, known);
        let kinds = self.kinds.iter().map(|kind| kind.name);
        let kinds = kinds.chain([NOVICE, CLUB]).chain(SEARCHES);
        let nearest = kinds.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let help = nearest.map_or_else(String::new, |known| format!("did you mean `{known}`?"));
        Mistake::bot(name, &["kind"], format!("there is no kind of bot `{kind}`"), help)
    }
}

/// The settings of the bot `name`, from the keys of its table besides `kind` and [`BLUNDER`].
///
/// # Errors
/// What is wrong with the table.
pub(crate) fn read<T: DeserializeOwned>(name: &str, spec: &BotSpec) -> Result<T, Vec<Mistake>> {
    let mut settings = spec.settings.clone();
    settings.remove(BLUNDER);
    let bare = settings.is_empty();
    let wrong = |error: toml::de::Error| {
        let kind = &spec.kind;
        if !bare {
            return vec![Mistake::bot(name, &[], error.message(), "")];
        }
        let message = format!("a bot of kind `{kind}` needs a table that says how it plays");
        let help = format!("write [bots.mine] with kind = \"{kind}\" and its keys, and seat \"mine\"");
        vec![Mistake::bot(name, &[], message, help)]
    };
    settings.try_into().map_err(wrong)
}

/// Name, meaning and default of a weight.
type Row = (&'static str, &'static str, f64);

/// The schema of a table that may give these weights.
fn weights_schema(rows: &[Row]) -> Schema {
    let row = |(name, help, weight): &Row| {
        let part = json!({ "type": "number", "description": help, "default": weight });
        ((*name).to_owned(), part)
    };
    let weights: serde_json::Map<String, Value> = rows.iter().map(row).collect();
    json_schema!({
        "type": "object",
        "properties": { "weights": {
            "type": "object",
            "description": "How it weighs things; what is left out keeps its default.",
            "properties": weights,
            "additionalProperties": false,
        } },
        "additionalProperties": false,
    })
}

/// The weights of the bot `name` by its table.
///
/// # Errors
/// One that there is not, or that is no number.
fn read_weights(name: &str, spec: &BotSpec, rows: &[Row]) -> Result<Vec<f64>, Vec<Mistake>> {
    let mut weights: Vec<f64> = rows.iter().map(|(.., weight)| *weight).collect();
    let own = spec.settings.get("weights").and_then(toml::Value::as_table);
    for (key, value) in own.into_iter().flatten() {
        let number = value
            .as_float()
            .or_else(|| value.as_integer().map(|whole| whole as f64));
        let (Some(at), Some(number)) = (rows.iter().position(|(name, ..)| name == key), number) else {
            let message = format!("`{key}` is no weight of this bot, or no number");
            return Err(vec![Mistake::bot(name, &["weights", key], message, "")]);
        };
        weights[at] = number;
    }
    Ok(weights)
}

/// One thing that a weighing bot looks at.
pub struct Term<G: Game> {
    /// Its name among the weights.
    pub name: &'static str,
    /// One line about what it is.
    pub help: &'static str,
    /// Its weight where a scenario gives no other.
    pub weight: f64,
    /// How much of it a move brings, in a unit of its own.
    pub of: fn(View<'_, G>, G::Move) -> f64,
}

/// The bot made by [`Bots::weighted`].
struct Weighted<G: Game> {
    terms: &'static [Term<G>],
    weights: Vec<f64>,
}

impl<G: Game> Weighted<G> {
    fn value(&self, view: View<'_, G>, mv: G::Move) -> f64 {
        let parts = self.terms.iter().zip(&self.weights);
        let weighed = |(term, weight): (&Term<G>, &f64)| {
            let part = (term.of)(view, mv);
            assert!(
                part.is_finite(),
                "the term `{}` of a bot is {part} for {mv:?}",
                term.name
            );
            weight * part
        };
        parts.map(weighed).sum()
    }
}

impl<G: Game> Bot<G> for Weighted<G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        let (mut best, mut most, mut equals) = (0, f64::NEG_INFINITY, 0);
        for (at, mv) in moves.iter().enumerate() {
            let value = self.value(view, *mv);
            match value.total_cmp(&most) {
                Ordering::Less => {}
                Ordering::Greater => (best, most, equals) = (at, value, 1),
                Ordering::Equal => {
                    equals += 1;
                    if chance.below(equals) == 0 {
                        best = at;
                    }
                }
            }
        }
        best
    }

    fn values(&self, view: View<'_, G>, moves: &Moves<G::Move>, out: &mut Vec<f64>) {
        out.extend(moves.iter().map(|mv| self.value(view, *mv)));
    }
}

/// Moves at random.
pub const RANDOM: &str = "random";

/// Plays by a script.
pub const SCRIPTED: &str = "scripted";

/// Searches as its table says.
pub const SEARCH: &str = "search";

/// Those that search.
pub const SEARCHES: [&str; 2] = [SEARCH, EXPERT];

/// Is this the kind of a searching bot?
pub fn is_search(kind: &str) -> bool {
    SEARCHES.contains(&kind)
}

/// Plays as the game's default bot, and blunders.
pub const NOVICE: &str = "novice";

/// Plays as the game's default bot.
pub const CLUB: &str = "club";

/// Searches, as long as is worth it.
pub const EXPERT: &str = "expert";

/// The levels, the weakest first.
pub const LEVELS: [&str; 3] = [NOVICE, CLUB, EXPERT];

/// The key of every bot's table that says how often it blunders.
const BLUNDER: &str = "blunder";

/// How the two levels that do not search stand in a game's table of bots.
fn level_infos() -> [BotInfo; 2] {
    let helps = [
        (NOVICE, "the game's default bot, which blunders now and then"),
        (CLUB, "the game's default bot with its default settings"),
    ];
    helps.map(|(kind, help)| BotInfo {
        kind,
        help,
        script: Rc::default(),
        schema: Rc::new(|| schemars::schema_for!(NoSettings)),
    })
}

/// The same kind, whose table says how often it blunders.
fn with_blunders(info: &BotInfo, novice: f64) -> BotInfo {
    let share = if info.kind == NOVICE { novice } else { 0.0 };
    let own = Rc::clone(&info.schema);
    let schema = move || {
        let mut schema = own();
        let properties = schema.ensure_object().entry("properties").or_insert_with(|| json!({}));
        if let Value::Object(properties) = properties {
            let mut blunder = schemars::schema_for!(Proportion).to_value();
            blunder["description"] =
                "How often it plays a random legal move instead of its own, such as \"20%\".".into();
            blunder["default"] = as_percent(share).into();
            for key in ["$schema", "title"] {
                blunder.as_object_mut().and_then(|blunder| blunder.remove(key));
            }
            properties.insert(BLUNDER.to_owned(), blunder);
        }
        schema
    };
    BotInfo {
        schema: Rc::new(schema),
        ..info.clone()
    }
}

/// How often the bot `name` of this table blunders; `usual` where it says nothing.
///
/// # Errors
/// It is no share.
fn blunders(name: &str, spec: &BotSpec, usual: f64) -> Result<f64, Vec<Mistake>> {
    let Some(written) = spec.settings.get(BLUNDER) else {
        return Ok(usual);
    };
    let wrong = |_| {
        let message = format!("it cannot blunder {written} of the time");
        vec![Mistake::bot(name, &[BLUNDER], message, "write a share such as \"20%\"")]
    };
    Proportion::deserialize(written.clone())
        .map(|share| share.0)
        .map_err(wrong)
}

/// Plays as another bot, but for a random legal move every now and then. It foretells nothing: whether it will blunder is drawn
/// at each choice.
struct BlunderBot<G: Game> {
    /// How it plays otherwise.
    bot: Box<dyn Bot<G>>,
    /// How often it blunders, from 0 to 1.
    share: f64,
}

impl<G: Game> BlunderBot<G> {
    /// The blunder that it makes now, if it makes one.
    fn blunder(&self, moves: &Moves<G::Move>, chance: &mut Stream) -> Option<usize> {
        (chance.unit() < self.share).then(|| chance.below(moves.len() as u32) as usize)
    }
}

impl<G: Game> Bot<G> for BlunderBot<G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        match self.blunder(moves, chance) {
            Some(at) => at,
            None => self.bot.choose(view, moves, chance),
        }
    }

    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
        stop: &AtomicBool,
    ) -> Option<usize> {
        if let Some(at) = self.blunder(moves, chance) {
            return Some(at);
        }
        let chosen = self.bot.choose_unless(view, moves, chance, ahead, stop);
        ahead.clear();
        chosen
    }

    fn choose_ahead(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
    ) -> usize {
        self.choose_unless(view, moves, chance, ahead, &AtomicBool::new(false))
            .expect("only who asks to stop ends a choice early")
    }

    fn choose_by(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        match self.blunder(moves, chance) {
            Some(at) => at,
            None => self.bot.choose_by(view, moves, chance, lines),
        }
    }

    fn slow(&self) -> bool {
        self.bot.slow()
    }

    fn values(&self, view: View<'_, G>, moves: &Moves<G::Move>, out: &mut Vec<f64>) {
        self.bot.values(view, moves, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::{BySeat, Chance, Outcome, Recorder, Seat, SeatSet, State, Turn};

    /// One seat chooses over and over.
    struct Meadow;

    impl Game for Meadow {
        type Public = ();
        type Private = ();
        type Hidden = ();
        type Move = u8;
        type Event = ();

        fn players(&self) -> usize {
            1
        }
        fn setup(&self, _chance: &mut Chance) -> State<Self> {
            State::seen((), BySeat::default())
        }
        fn turn(&self, _public: &()) -> Turn {
            Turn::Choose(Seat(0))
        }
        fn moves(&self, _view: View<'_, Self>, out: &mut Moves<u8>) {
            (0..3).for_each(|mv| out.push(mv));
        }
        fn play<R: Recorder<Self>>(&self, _state: &mut State<Self>, _mv: u8, _chance: &mut Chance, _log: &mut R) {}
        fn outcome(&self, _state: &State<Self>) -> Outcome {
            Outcome::of_seats(SeatSet::default(), 0)
        }
        fn turns(&self, _public: &()) -> u32 {
            0
        }
    }

    impl Imagine for Meadow {
        fn imagine(&self, _view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
            State::seen((), BySeat::default())
        }
    }

    struct Always(usize);

    impl Bot<Meadow> for Always {
        fn choose(&self, _view: View<'_, Meadow>, _moves: &Moves<u8>, chance: &mut Stream) -> usize {
            chance.bits();
            self.0
        }
    }

    /// Two bots that always choose the same, the second of which plays by default.
    fn bots() -> Bots<Meadow> {
        Bots::new()
            .kind("first", "", |_, _: NoSettings| Ok(Box::new(Always(0))))
            .kind("last", "", |_, _: NoSettings| Ok(Box::new(Always(2))))
            .by_default()
    }

    fn spec(kind: &str, settings: &str) -> BotSpec {
        BotSpec {
            kind: kind.to_owned(),
            settings: settings.parse().expect("a table"),
        }
    }

    /// Of so many choices how often it chose which of the three moves.
    fn chosen(spec: &BotSpec) -> [u32; 3] {
        let bot = bots().make("mine", spec).map_err(|_| ()).expect("a bot");
        let state = Meadow.setup(&mut Chance::new(1, 1));
        let mut moves = Moves::default();
        Meadow.moves(state.view(&Meadow, Seat(0)), &mut moves);
        let mut counts = [0; 3];
        let mut chance = Chance::new(5, 1);
        for _ in 0..6_000 {
            counts[bot.choose(state.view(&Meadow, Seat(0)), &moves, chance.bot(Seat(0)))] += 1;
        }
        counts
    }

    #[test]
    fn any_bot_blunders_as_often_as_its_table_says() {
        assert_eq!(chosen(&spec("first", "")), [6_000, 0, 0]);
        assert_eq!(chosen(&spec("first", "blunder = 0.0")), [6_000, 0, 0]);
        for settings in ["blunder = \"30%\"", "blunder = 0.3"] {
            for kind in ["first", "novice", "club"] {
                let [first, middle, last] = chosen(&spec(kind, settings));
                let own = first.max(last);
                // A third of the blunders are what it would play anyway; 31 is the standard error.
                assert!((4_690..=4_910).contains(&own), "{kind}: {own}");
                assert!((490..=710).contains(&middle), "{kind}: {middle}");
            }
        }
    }

    #[test]
    fn club_is_the_default_bot_and_a_novice_blunders() {
        assert_eq!(chosen(&spec(CLUB, "")), chosen(&spec("last", "")));
        assert_eq!(chosen(&spec(NOVICE, "")), chosen(&spec("last", "blunder = 0.25")));
        assert_eq!(chosen(&spec(NOVICE, "blunder = 0")), chosen(&spec("last", "")));
    }

    #[test]
    fn every_table_may_say_how_often_its_bot_blunders() {
        for info in bots().infos() {
            let schema = (info.schema)().to_value();
            let default = schema.pointer("/properties/blunder/default").and_then(Value::as_str);
            assert_eq!(
                default,
                Some(if info.kind == NOVICE { "25%" } else { "0%" }),
                "{}",
                info.kind
            );
        }
    }

    #[test]
    fn of_a_kind_that_there_is_not_the_nearest_is_named() {
        let unknown = bots().make("mine", &spec("frist", "")).err().expect("a mistake");
        assert_eq!(unknown[0].help.as_deref(), Some("did you mean `first`?"));
    }

    #[test]
    fn what_is_no_share_and_no_setting_is_told_with_its_place_all_at_once() {
        for (kind, settings, places) in [
            ("club", "blunder = \"120%\"", vec!["bots.mine.blunder"]),
            ("first", "blunder = \"often\"", vec!["bots.mine.blunder"]),
            (
                "novice",
                "blunder = -1\nweights = 1",
                vec!["bots.mine.blunder", "bots.mine"],
            ),
        ] {
            let mistakes = bots().make("mine", &spec(kind, settings)).err().expect("a mistake");
            let found: Vec<String> = mistakes.iter().map(|mistake| mistake.at.to_string()).collect();
            assert_eq!(found, places, "{settings}");
            assert!(mistakes[0].help.as_deref().is_some_and(|help| help.contains("\"20%\"")));
        }
    }
}
