//! What `balance ablate` says: on the terminal, as Markdown, as JSON, as a table and as a picture.

mod effects;
mod render;

pub use render::{markdown, page, picture, terminal};

use serde::Serialize;

use super::format;
use super::metrics::metric_words;
use balance_config::games::{Entry, program};
use balance_config::scenario::{Margins, Of, Scenario};
use balance_config::shell_quote::{self, quoted};
use balance_engine::key;
use balance_experiments::ablate::{self, Ablated, Effect, PAIRS, SINGLES, Says};
use balance_experiments::tune::Games;
use balance_inference::table::{self, Cells, ComponentRow, Frame, Rate, TableError, frame};
use balance_kit::schema::messages::things;

/// Version of the shape of what `balance ablate --json` prints.
const FORMAT: u32 = 1;

/// What an ablation came to, with the words for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ablation {
    format: u32,
    program: &'static str,
    /// Name of the scenario.
    pub scenario: String,
    title: String,
    game: String,
    game_title: String,
    configuration: String,
    seed: u64,
    /// Games in all.
    games: u64,
    /// So many were asked for.
    #[serde(skip)]
    asked: u64,
    /// Deals that the game itself has played.
    deals: u64,
    /// Differences within these count as none, of lengths of the size of their mean.
    #[serde(flatten)]
    margins: Margins,
    figures: Vec<AblationFigure>,
    components: Vec<ComponentEffects>,
    /// Where the scenario has wishes, how a game without one of the components is held to them.
    #[serde(skip)]
    wished: Option<String>,
    /// Deals on which the strongest were taken out in pairs; 0 where they were not.
    pair_deals: u64,
    /// Keys of the components taken out in pairs.
    strongest: Vec<String>,
    pairs: Vec<ComponentPair>,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct AblationFigure {
    metric: String,
    share: bool,
    /// Of the game itself.
    value: f64,
    /// The side of whose win rate it is, as people call it.
    #[serde(skip)]
    side: Option<String>,
}

impl AblationFigure {
    /// The side in a sentence: `the 2nd player`, `the side “merchants”`.
    fn side_in_words(&self) -> Option<String> {
        self.side.as_deref().map(format::side)
    }

    /// What is measured, in a sentence.
    fn what(&self) -> String {
        self.side_in_words()
            .map_or_else(|| "the length".to_owned(), |side| format!("the win rate of {side}"))
    }

    /// The same in a cell of a table.
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

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct ComponentEffects {
    /// The key of `[rules]` that changes it.
    key: String,
    title: String,
    /// What it says, where that is short.
    what: Option<String>,
    /// Does it do nothing, whatever is in its place?
    dead: bool,
    /// By figure, over its blanks.
    says: Vec<Says>,
    /// By figure, what would settle it; none where it is not open.
    #[serde(skip)]
    times: Option<u64>,
    blanks: Vec<BlankEffects>,
    /// By figure, what goes with it in the games themselves; none for lengths and for what is not counted.
    goes_with: Vec<Option<Rate>>,
}

impl ComponentEffects {
    /// What was found of one of the `entries`, and what goes with it, by figure.
    fn of_entry(
        entry: &Entry,
        entries: &[Entry],
        found: &ablate::ComponentEffect,
        goes_with: Vec<Option<Rate>>,
    ) -> Self {
        ComponentEffects {
            key: entry.key.clone(),
            title: called(entry, entries),
            what: short(&entry.value),
            dead: found.is_dead(),
            says: found.says.clone(),
            times: found.times,
            blanks: found
                .arms
                .iter()
                .map(|arm| BlankEffects {
                    name: entry.blanks[arm.blank].0.to_owned(),
                    help: entry.blanks[arm.blank].1.to_owned(),
                    deals: arm.deals,
                    effects: arm.effects.clone(),
                })
                .collect(),
            goes_with,
        }
    }
}

/// By figure, what goes with a component in the games themselves, where it is counted.
fn goes_with(entry: &Entry, figures: &[AblationFigure], counted: &[ComponentRow]) -> Vec<Option<Rate>> {
    let of_figure = |figure: &AblationFigure| {
        let row = counted
            .iter()
            .find(|row| row.component == entry.title && Some(&row.side) == figure.side.as_ref())?;
        row.lift
    };
    figures.iter().map(of_figure).collect()
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct BlankEffects {
    name: String,
    help: String,
    deals: u64,
    /// By figure: the game with the component less the game with the blank.
    effects: Vec<Effect>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct ComponentPair {
    components: [String; 2],
    /// By figure: what the first does with the second less what it does without.
    more: Vec<Effect>,
    only: Vec<DependentComponent>,
}

/// A component that moves a figure only where another is there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct DependentComponent {
    component: String,
    with: String,
    metric: String,
    without: Effect,
}

/// A component, one of its blanks, and the index of a figure.
type Row<'a> = (&'a ComponentEffects, &'a BlankEffects, usize);

impl Ablation {
    /// What `found` says of the `entries` of a configuration with these `sides`; `counted` is what goes with components in the
    /// games themselves.
    pub fn new(
        scenario: &Scenario,
        configuration: &str,
        games: &Games,
        (entries, sides): (&[Entry], &[String]),
        found: &Ablated,
        counted: &[ComponentRow],
    ) -> Self {
        let figures: Vec<AblationFigure> = games
            .figures
            .iter()
            .zip(&found.values)
            .map(|(figure, value)| AblationFigure {
                metric: figure.name.clone(),
                share: figure.share,
                value: *value,
                side: side(&figure.name, sides),
            })
            .collect();
        let component =
            |(entry, each)| ComponentEffects::of_entry(entry, entries, each, goes_with(entry, &figures, counted));
        let title = |at: usize| called(&entries[at], entries);
        let pair = |pair: &balance_experiments::ablate::ComponentPairEffect| ComponentPair {
            components: pair.of.map(title),
            more: pair.more.clone(),
            only: pair
                .only
                .iter()
                .map(|only| DependentComponent {
                    component: title(only.component),
                    with: title(only.with),
                    metric: figures[only.figure].metric.clone(),
                    without: only.without,
                })
                .collect(),
        };
        let tried = entries
            .iter()
            .find_map(|entry| Some((&entry.key, entry.blanks.first()?.0)));
        let wished = tried.filter(|_| !scenario.expect.is_empty()).map(|(key, blank)| {
            let (file, set) = (table::for_display(&scenario.path), format!("{key}={blank}"));
            format!("{} run {} --set {}", program(), shell_quote::file(file), quoted(&set))
        });
        Ablation {
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
            components: entries.iter().zip(&found.components).map(component).collect(),
            pair_deals: found.pair_deals,
            strongest: found.strong.iter().map(|at| entries[*at].key.clone()).collect(),
            pairs: found.pairs.iter().map(pair).collect(),
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

    /// One row for every component, blank and figure.
    ///
    /// # Errors
    /// When columns do not fit together, which no result causes.
    pub fn table(&self) -> Result<Frame, TableError> {
        let rows: Vec<Row<'_>> = self
            .components
            .iter()
            .flat_map(|each| each.blanks.iter().map(move |blank| (each, blank)))
            .flat_map(|(each, blank)| (0..self.figures.len()).map(move |figure| (each, blank, figure)))
            .collect();
        let text = |cell: &dyn Fn(&Row<'_>) -> String| Cells::Text(rows.iter().map(cell).collect());
        let number = |cell: &dyn Fn(&Row<'_>) -> Option<f64>| {
            Cells::Number(
                rows.iter()
                    .map(|row| cell(row).filter(|value| value.is_finite()))
                    .collect(),
            )
        };
        frame(
            "ablation",
            vec![
                ("component", text(&|row| row.0.title.clone())),
                ("key", text(&|row| row.0.key.clone())),
                ("blank", text(&|row| row.1.name.clone())),
                ("deals", Cells::Count(rows.iter().map(|row| row.1.deals).collect())),
                ("metric", text(&|row| self.figures[row.2].metric.clone())),
                ("effect", number(&|row| Some(row.1.effects[row.2].value))),
                ("effect-lo", number(&|row| Some(row.1.effects[row.2].lo))),
                ("effect-hi", number(&|row| Some(row.1.effects[row.2].hi))),
                ("says", text(&|row| word(row.0.says[row.2]).to_owned())),
                (
                    "goes-with",
                    number(&|row| row.0.goes_with[row.2].map(|rate| rate.value)),
                ),
                (
                    "goes-with-lo",
                    number(&|row| row.0.goes_with[row.2].map(|rate| rate.lo)),
                ),
                (
                    "goes-with-hi",
                    number(&|row| row.0.goes_with[row.2].map(|rate| rate.hi)),
                ),
            ],
        )
    }

    fn summary(&self) -> String {
        format!("{} · balance {}", self.facts(), self.program)
    }

    fn facts(&self) -> String {
        let blanks: usize = self.components.iter().map(|each| each.blanks.len()).sum();
        let games = if self.games < self.asked {
            format!("{} of {}", format::count(self.games), format::games(self.asked))
        } else {
            format::games(self.games)
        };
        format!(
            "{games} of {} · “{}” · {}, {} · seed {}",
            self.game_title,
            self.configuration,
            things(self.components.len(), "component"),
            things(blanks, "blank"),
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

    /// An effect with its interval and unit: `+1.2 (0.9 to 1.5) points`.
    fn with_unit(&self, effect: Effect, figure: usize) -> String {
        format!("{} {}", self.effect(effect, figure), self.figures[figure].unit())
    }

    /// Is something counted, in the games themselves, that goes with a component?
    fn is_counted(&self) -> bool {
        self.components
            .iter()
            .any(|each| each.goes_with.iter().any(Option::is_some))
    }

    /// What stands above the picture.
    fn above_picture(&self) -> &'static str {
        if self.is_counted() {
            "Effects beside what goes with winning"
        } else {
            "The largest effects"
        }
    }

    /// What the numbers of the table are, and of whom its columns tell.
    fn note(&self) -> String {
        let length = self
            .figures
            .iter()
            .find(|figure| !figure.share)
            .map(AblationFigure::unit);
        let length = length.map_or_else(String::new, |word| format!(", lengths in {word}"));
        format!("Win rates in points{length}. {SAYS}")
    }

    /// Components that need each other.
    fn only(&self) -> Vec<String> {
        let each = self.pairs.iter().flat_map(|pair| &pair.only);
        each.map(|only| {
            let at = self
                .figures
                .iter()
                .position(|figure| figure.metric == only.metric)
                .unwrap_or(0);
            format!(
                "“{}” moves {} only with “{}”: {} without it.",
                only.component,
                self.figures[at].what(),
                only.with,
                self.with_unit(only.without, at)
            )
        })
        .collect()
    }

    fn dead(&self) -> Vec<&str> {
        // Where nobody wins, nothing does anything.
        let told = self.nobody_wins().is_none();
        let dead = self.components.iter().filter(|each| told && each.dead);
        dead.map(|each| each.title.as_str()).collect()
    }

    /// Components without a blank that makes a game.
    fn untried(&self) -> Vec<&str> {
        let none = self.components.iter().filter(|each| each.blanks.is_empty());
        none.map(|each| each.title.as_str()).collect()
    }

    /// The margin in words.
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
        let pairs = if self.pair_deals > 0 {
            format!(
                " The {} strongest were taken out in pairs as well, on {} deals.",
                self.strongest.len(),
                format::count(self.pair_deals)
            )
        } else {
            String::new()
        };
        let single = format::surety(SINGLES);
        let together = if self.pair_deals > 0 {
            let all = format::surety(SINGLES + PAIRS);
            format!("All intervals of single components hold together at {single}, with those of pairs at {all}.")
        } else {
            format!("All intervals hold together at {single}.")
        };
        let wished = self.wished.as_ref().map_or_else(String::new, |run| {
            format!(" Goals of [expect] are not judged here: `{run}` plays the game without a component.")
        });
        let effects = format!(
            "An effect is the game with a component minus the game with a blank, on at most {} deals that both share.",
            format::count(self.deals)
        );
        let words = format!(
            "Raises, lowers: confirmed by more than the margin, {}; somewhat: perhaps by less.",
            self.within()
        );
        let bots = "The bots do not adapt to a missing component, as people might.";
        format!("{effects} {words}{pairs} {together} {bots}{wished}")
    }
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
const SAYS: &str = "Says: what holds over all blanks of a component together.";

fn word(says: Says) -> &'static str {
    match says {
        Says::Raises => "raises",
        Says::Lowers => "lowers",
        Says::RaisesSome => "raises somewhat",
        Says::LowersSome => "lowers somewhat",
        Says::Turns => "changes sign with the blank",
        Says::Hangs => "depends on the blank",
        Says::Nothing => "nothing",
        Says::Open => "open",
    }
}
