//! What `balance explain` says: on the terminal, as Markdown, as JSON, as a table and as a picture.

use crate::findings::round_up;
use crate::format;
use crate::metrics::metric_words;
use balance_config::games::{Entry, Sheet, program};
use balance_config::scenario::{Margins, Of, Scenario};
use balance_config::shell_quote::{self, quoted};
use balance_engine::key;
use balance_engine::tally::MOST_GAMES;
use balance_experiments::ablate::{self, Ablated, Effect, Says};
use balance_experiments::tune::{self, Games};
use balance_inference::judge::TOTAL;
use balance_inference::table::{self, Frame, TableError, TableRows, WayRow, way_rows};
use balance_kit::schema::messages::things;
use serde::Serialize;

mod render;

pub use render::{markdown, page, picture, terminal};

/// Version of the shape of what `balance explain --json` prints.
const FORMAT: u32 = 3;

/// What makes the sides of a game win as often as they do, with the words for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Explanation {
    format: u32,
    program: &'static str,
    /// Name of the scenario.
    pub scenario: String,
    title: String,
    game: String,
    game_title: String,
    configuration: String,
    seed: u64,
    games: u64,
    #[serde(skip)]
    asked: u64,
    /// Deals that the game itself has played.
    deals: u64,
    /// Differences within these count as none, of lengths of the size of their mean.
    #[serde(flatten)]
    margins: Margins,
    figures: Vec<MeasuredMetric>,
    factors: Vec<Factor>,
    roles: Vec<RoleEffect>,
    /// Where the scenario has wishes, how a game with one of the changes is held to them.
    #[serde(skip)]
    wished: Option<String>,
    ways: Vec<WayRow>,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct MeasuredMetric {
    metric: String,
    share: bool,
    /// Of the game itself.
    value: f64,
    /// The side of whose win rate it is, as people call it.
    #[serde(skip)]
    side: Option<String>,
}

impl MeasuredMetric {
    fn title(&self) -> String {
        self.side
            .as_ref()
            .map_or_else(|| metric_words(&self.metric), |side| format!("win rate of {side}"))
    }

    /// What its differences are counted in.
    fn unit(&self) -> &str {
        Of::metric(&self.metric).mean().unwrap_or("points")
    }
}

/// A role that a stronger bot plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct RoleEffect {
    role: String,
    side: String,
    /// What its side wins more than with the bots of the scenario.
    effect: Effect,
    deals: u64,
}

/// A component of the game, or a rule, as the scenario has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Factor {
    /// The key of `[rules]` that changes it.
    pub key: String,
    /// What it is called: `tile 6`, `hunt-cost = 2`.
    pub title: String,
    /// What a component says, where that is short.
    pub what: Option<String>,
    /// What is played in its place.
    pub instead: Vec<Alternative>,
    /// Does it do nothing, whatever is in its place?
    dead: bool,
    /// By figure, over all that is played in its place.
    says: Vec<Says>,
    /// By figure, what would settle it; none where it is not open.
    #[serde(skip)]
    times: Option<u64>,
}

impl Factor {
    /// A component of the content.
    pub fn of_entry(entry: &Entry, entries: &[Entry]) -> Self {
        let blank = |(name, help): &(&str, &str)| Alternative::new((*name).to_owned(), (*help).to_owned());
        Factor {
            what: short(&entry.value),
            ..Factor::new(
                entry.key.clone(),
                called(entry, entries),
                entry.blanks.iter().map(blank).collect(),
            )
        }
    }

    /// A rule that is `now` so, and is moved to this value.
    pub fn of_rule(key: &str, now: &toml::Value, value: &toml::Value) -> Self {
        let written = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let title = format!("{key} = {}", written(now));
        let instead = vec![Alternative::new(written(value), String::new())];
        Factor::new(key.to_owned(), title, instead)
    }

    fn new(key: String, title: String, instead: Vec<Alternative>) -> Self {
        Factor {
            key,
            title,
            what: None,
            instead,
            dead: false,
            says: Vec::new(),
            times: None,
        }
    }

    /// What it is called, with what is on it: `tile 6 (2 logs)`.
    fn with_face(&self) -> String {
        match &self.what {
            Some(what) => format!("{} ({what})", self.title),
            None => self.title.clone(),
        }
    }

    /// The change by which it is known, where it is but one: `hunt-cost = 2 to 3`.
    fn change(&self) -> String {
        match &self.instead[..] {
            [only] => format!("{} to {}", self.title, only.name),
            _ => self.title.clone(),
        }
    }

    fn with(mut self, found: &ablate::ComponentEffect) -> Self {
        let played = found.arms.iter().map(|arm| Alternative {
            deals: arm.deals,
            effects: arm.effects.clone(),
            ..self.instead[arm.blank].clone()
        });
        self.instead = played.collect();
        self.dead = found.is_dead();
        self.says.clone_from(&found.says);
        self.times = found.times;
        self
    }
}

/// What is played in the place of a factor: a blank, or another value of a rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Alternative {
    /// As `[rules]` takes it.
    pub name: String,
    /// What it is.
    pub help: String,
    deals: u64,
    /// By figure: the game with this less the game as it is.
    effects: Vec<Effect>,
}

impl Alternative {
    fn new(name: String, help: String) -> Self {
        Alternative {
            name,
            help,
            deals: 0,
            effects: Vec::new(),
        }
    }
}

impl Explanation {
    /// What `found` says of the `factors` of a configuration that is played as `sheet` says.
    pub fn new(
        scenario: &Scenario,
        configuration: &str,
        games: &Games,
        (factors, sheet): (&[Factor], &Sheet),
        found: &Ablated,
    ) -> Self {
        let figure = |(figure, value): (&tune::Figure, &f64)| MeasuredMetric {
            metric: figure.name.clone(),
            share: figure.share,
            value: *value,
            side: side(&figure.name, &sheet.sides),
        };
        let figures: Vec<MeasuredMetric> = games.figures.iter().zip(&found.values).map(figure).collect();
        let factor = |(factor, each): (&Factor, &ablate::ComponentEffect)| factor.clone().with(each);
        let tried = factors
            .iter()
            .find_map(|factor| Some((&factor.key, &factor.instead.first()?.name)));
        let wished = tried.filter(|_| !scenario.expect.is_empty()).map(|(key, name)| {
            let (file, set) = (table::for_display(&scenario.path), format!("{key}={name}"));
            format!("{} run {} --set {}", program(), shell_quote::file(file), quoted(&set))
        });
        Explanation {
            wished,
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION"),
            scenario: scenario.name.clone(),
            title: scenario.title.clone(),
            game: scenario.game.clone(),
            game_title: games.title().to_owned(),
            configuration: configuration.to_owned(),
            seed: scenario.seed,
            games: found.games,
            asked: found.asked,
            deals: found.deals,
            margins: scenario.margins,
            roles: role_effects(sheet, &figures, found),
            ways: found
                .tally
                .as_ref()
                .map_or_else(Vec::new, |tally| way_rows(sheet, tally)),
            factors: factors.iter().zip(&found.components).map(factor).collect(),
            figures,
        }
    }

    /// Everything as JSON, indented, ending in a line break.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which no result causes.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// One row for every factor, what is played in its place, and figure.
    ///
    /// # Errors
    /// When columns do not fit together, which no result causes.
    pub fn table(&self) -> Result<Frame, TableError> {
        let blanks = self
            .factors
            .iter()
            .flat_map(|each| each.instead.iter().map(move |blank| (each, blank)));
        let figures = 0..self.figures.len();
        TableRows::new(blanks.flat_map(|(each, blank)| figures.clone().map(move |figure| (each, blank, figure))))
            .column("factor", |row| row.0.title.clone())
            .column("key", |row| row.0.key.clone())
            .column("instead", |row| row.1.name.clone())
            .column("deals", |row| row.1.deals)
            .column("metric", |row| self.figures[row.2].metric.clone())
            .rate("effect", |row| Some(row.1.effects[row.2]))
            .column("says", |row| word(row.0.says[row.2]))
            .frame("explanation")
    }

    fn summary(&self) -> String {
        format!("{} · balance {}", self.facts(), self.program)
    }

    fn facts(&self) -> String {
        let changes: usize = self.factors.iter().map(|each| each.instead.len()).sum();
        let games = if self.games < self.asked {
            format!("{} of {}", format::count(self.games), format::games(self.asked))
        } else {
            format::games(self.games)
        };
        format!(
            "{games} of {} · “{}” · {} · seed {}",
            self.game_title,
            self.configuration,
            things(changes, "change"),
            self.seed
        )
    }

    /// An effect with its interval, without its unit.
    fn effect(&self, effect: Effect, figure: usize) -> String {
        if self.figures[figure].share {
            format::points(effect)
        } else {
            format::means(effect)
        }
    }

    fn note(&self) -> String {
        let length = self
            .figures
            .iter()
            .find(|figure| !figure.share)
            .map(MeasuredMetric::unit);
        let length = length.map_or_else(String::new, |word| format!(", lengths in {word} up to a typical game"));
        format!("Win rates in points{length}. {SAYS}")
    }

    fn dead(&self) -> Vec<String> {
        // Where nobody wins, nothing does anything.
        let told = self.nobody_wins().is_none();
        let dead = self.factors.iter().filter(|each| told && each.dead);
        dead.map(Factor::change).collect()
    }

    /// Factors in whose place nothing makes a game.
    fn untried(&self) -> Vec<&str> {
        let none = self.factors.iter().filter(|each| each.instead.is_empty());
        none.map(|each| each.title.as_str()).collect()
    }

    fn within(&self) -> String {
        let percent = |margin: f64| {
            let percent = format::plain(100.0 * margin, 2);
            percent.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        let Margins { share, length } = self.margins;
        let (share, length) = (percent(share), percent(length));
        let points = if share == "1" { "point" } else { "points" };
        format!("{share} {points} of any win rate and {length}% of the length")
    }

    /// How the figures came about.
    fn grounds(&self) -> String {
        let effects = format!(
            "Each change replays the same deals, up to {}.",
            format::count(self.deals)
        );
        let together = format!("All intervals hold together at {}.", format::surety(TOTAL));
        let wished = self.wished.as_ref().map_or_else(String::new, |run| {
            format!(" Goals of [expect] are not judged here: `{run}` plays the game with a change.")
        });
        format!("{effects} {together} Bots play on as before; people might adapt.{wished}")
    }

    /// What is shown to move this figure, each factor by its strongest change: the largest effects first.
    pub(super) fn causes(&self, figure: usize) -> Vec<(&Factor, &Alternative)> {
        let size = |each: &Alternative| each.effects[figure].value.abs();
        let mut all = Vec::new();
        for factor in &self.factors {
            let shown = factor
                .instead
                .iter()
                .filter(|each| each.effects[figure].leaves_out_zero());
            let strongest = shown.max_by(|a, b| size(a).total_cmp(&size(b)));
            all.extend(strongest.map(|each| (factor, each)));
        }
        all.sort_by(|a, b| size(b.1).total_cmp(&size(a.1)));
        all
    }

    pub(super) fn nobody_wins(&self) -> Option<&'static str> {
        let mut rates = self.figures.iter().filter(|figure| figure.share).peekable();
        rates.peek()?;
        rates.all(|figure| figure.value <= 0.0).then_some(NOBODY)
    }

    fn open(&self) -> Vec<&Factor> {
        let is_open = |each: &&Factor| each.says.contains(&Says::Open) && !each.instead.is_empty();
        self.factors.iter().filter(is_open).collect()
    }

    pub(super) fn still_open(&self) -> Option<String> {
        let open = self.open();
        let of = match open.len() {
            0 => return None,
            1..=NAMED => format::join_and(&open.iter().map(|each| each.change()).collect::<Vec<_>>()),
            some => format!("{some} of {} components and steps of rules", self.factors.len()),
        };
        let mut said = format!("Some effects of {of} are still open; “Every change” in the report says which.");
        // Of what is far from settled nobody knows how many it takes, and no command plays more.
        let times: Option<Vec<u64>> = open.iter().map(|each| each.times).collect();
        let times = times.and_then(|times| times.into_iter().max());
        let games = times
            .and_then(|times| self.games.checked_mul(times))
            .filter(|games| *games <= MOST_GAMES);
        if let Some(games) = games {
            said += &format!(
                " About --games {} would settle them.",
                format::option(round_up(games as f64))
            );
        }
        Some(said)
    }
}

fn role_effects(sheet: &Sheet, figures: &[MeasuredMetric], found: &Ablated) -> Vec<RoleEffect> {
    let Some(tally) = &found.tally else { return Vec::new() };
    let of_role = |(role, component): (usize, &ablate::ComponentEffect)| {
        let side = &sheet.sides[sheet.role_sides[role]];
        let figure = figures.iter().position(|figure| figure.side.as_ref() == Some(side))?;
        let arm = component.arms.first()?;
        (tally.roles[role].totals().0 > 0).then(|| RoleEffect {
            role: sheet.roles[role].clone(),
            side: side.clone(),
            effect: arm.effects[figure],
            deals: arm.deals,
        })
    };
    found.roles.iter().enumerate().filter_map(of_role).collect()
}

/// What a component is called among all: with its key where the rules make another one the same.
fn called(entry: &Entry, all: &[Entry]) -> String {
    let same = all.iter().filter(|other| other.title == entry.title).count();
    if same > 1 {
        format!("{}, {}", entry.title, entry.key)
    } else {
        entry.title.clone()
    }
}

/// The side of whose win rate a metric is, as people call it.
fn side(metric: &str, sides: &[String]) -> Option<String> {
    let wanted = Of::metric(metric).side()?;
    sides.iter().find(|side| key(side) == wanted).cloned()
}

/// A number, a text, or a list of them, as people write it.
fn short(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(_) | toml::Value::Float(_) => Some(value.to_string().replace('-', "−")),
        toml::Value::Array(all) => {
            let all: Option<Vec<String>> = all.iter().map(short).collect();
            all.filter(|all| !all.is_empty()).map(|all| all.join(", "))
        }
        _ => None,
    }
}

/// What the column of that name is about, which a row by itself may seem to deny.
const SAYS: &str = "Says: what holds for all replacements together.";

fn word(says: Says) -> &'static str {
    match says {
        Says::Raises => "raises",
        Says::Lowers => "lowers",
        Says::RaisesSome => "raises somewhat",
        Says::LowersSome => "lowers somewhat",
        Says::Turns => "changes sign",
        Says::Hangs => "it depends",
        Says::Nothing => "little",
        Says::Open => "open",
    }
}

const NOBODY: &str = "Nobody wins a game of the current rules. Use bots that try to finish, or raise the turn limit.";

/// Of more factors than this of which something is open only the number is told.
const NAMED: usize = 8;

#[cfg(test)]
mod power_tests {
    use super::*;
    use balance_config::scenario::Margins;
    use balance_inference::table::Rate;

    /// What 300,000 games of Riverbed Hunt say of factors with one open figure, the length, which so many times the games would
    /// settle.
    fn explanation(times: &[Option<u64>]) -> Explanation {
        let effect = Rate::plus_minus(0.5, 1.8);
        let factor = |(at, times): (usize, &Option<u64>)| {
            let instead = Alternative {
                deals: 10_000,
                effects: vec![effect],
                ..Alternative::new("blank".to_owned(), String::new())
            };
            Factor {
                says: vec![Says::Open],
                times: *times,
                ..Factor::new(format!("tile.{at}"), format!("tile {at}"), vec![instead])
            }
        };
        Explanation {
            format: 1,
            program: "0",
            scenario: "small".to_owned(),
            title: "Small".to_owned(),
            game: "riverbed".to_owned(),
            game_title: "Riverbed Hunt".to_owned(),
            configuration: "base".to_owned(),
            seed: 1,
            games: 300_000,
            asked: 300_000,
            wished: None,
            deals: 10_000,
            margins: Margins::one(0.01),
            figures: vec![MeasuredMetric {
                metric: "turns.mean".to_owned(),
                share: false,
                value: 30.0,
                side: None,
            }],
            roles: Vec::new(),
            ways: Vec::new(),
            factors: times.iter().enumerate().map(factor).collect(),
        }
    }

    #[test]
    fn what_would_settle_what_is_open_is_told() {
        let said = |times: &[Option<u64>]| explanation(times).still_open().unwrap_or_default();
        assert_eq!(said(&[]), "");
        assert_eq!(
            said(&[Some(3), Some(2)]),
            "Some effects of tile 0 to blank and tile 1 to blank are still open; “Every change” in the report says which. \
             About --games 900_000 would settle them."
        );
        assert!(!said(&[Some(3), None]).contains("--games"), "one may never be settled");
        assert!(said(&[None; 9]).starts_with("Some effects of 9 of 9 components and steps of rules are"));
    }

    #[test]
    fn the_largest_confirmed_effect_stands_first() {
        let mut one = explanation(&[None, None]);
        one.figures.push(MeasuredMetric {
            metric: "win-rate.2nd-player".to_owned(),
            share: true,
            value: 0.3,
            side: Some("2nd player".to_owned()),
        });
        one.ways = vec![WayRow {
            side: "2nd player".to_owned(),
            games: 100,
            wins: 40,
            endings: vec![("pearl".to_owned(), 30), ("turn limit".to_owned(), 10)],
            leads: vec![(50, 30); 10],
        }];
        let rate = Rate::plus_minus(0.05, 0.04);
        for each in &mut one.factors {
            each.says.push(Says::RaisesSome);
            each.instead[0].effects.push(rate);
        }
        one.factors[1].instead[0].effects[1].value = 0.08;
        let causes = |one: &Explanation, figure| -> Vec<String> {
            one.causes(figure).iter().map(|(each, _)| each.title.clone()).collect()
        };
        assert_eq!(causes(&one, 1), ["tile 1", "tile 0"]);
        assert_eq!(causes(&one, 0), [""; 0], "an interval that holds 0 shows nothing");
        one.factors[0].instead[0].effects[0].lo = 0.1;
        // Each row is a change by itself: of two, the stronger one.
        let mut weaker = one.factors[1].instead[0].clone();
        weaker.effects[1].value = 0.02;
        one.factors[1].instead.push(weaker);
        let text = markdown(&one);
        for line in [
            "| 2nd player | 40.0% | 75% pearl, 25% turn limit | 75% / 33% | 75% / 33% | 75% / 33% |",
            "| turns | tile 0 | blank | +0.5 (0.1 to 2.3) |",
            "| 2nd player | tile 1 | blank | +8.0 (1.0 to 9.0) |",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        // What helps a side that never wins now is shown all the same.
        for figure in one.figures.iter_mut().filter(|figure| figure.share) {
            figure.value = 0.0;
        }
        let text = markdown(&one);
        assert!(text.contains(NOBODY) && text.contains("| tile 1 | blank |"), "{text}");
    }

    /// One step of a rule without an effect says nothing of the other.
    #[test]
    fn a_step_without_effect_is_named_as_a_step() {
        let mut one = explanation(&[None]);
        one.figures[0].share = true;
        let step = Factor::of_rule("hunt-cost", &toml::Value::Integer(2), &toml::Value::Integer(-3));
        assert_eq!(step.instead[0].name, "-3", "as --set takes it");
        one.factors[0] = Factor {
            dead: true,
            says: vec![Says::Nothing],
            ..step
        };
        one.factors[0].instead[0].effects.push(Rate::plus_minus(0.0, 0.001));
        let text = markdown(&one);
        assert!(text.contains("1% of the length: hunt-cost = 2 to -3."), "{text}");
    }

    #[test]
    fn markdown_tells_what_is_open_and_how_sure_it_is() {
        let text = markdown(&explanation(&[None]));
        assert!(
            text.contains("Some effects of tile 0 to blank are still open; "),
            "{text}"
        );
        assert!(text.contains("All intervals hold together at 95%"), "{text}");
    }
}
