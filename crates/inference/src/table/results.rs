//! What stands in `results.json`: the run and its configurations. Their rows are in `rows`.

use serde::{Deserialize, Serialize};

use super::comparison::Comparison;
use super::divergence::Parted;
use super::interval::{Looks, Rate, Sampling};
use super::rows::{
    BotRow, ComponentRow, ConvergenceRow, CounterRow, DramaRow, EndingRow, HistogramRow, LeadChanges, LengthRow,
    RoleRow, RoleSeatRow, SampleRow, SeatRow, SideRow, WayRow,
};
use crate::judge::{Answer, Verdict, key};
use balance_config::games::Provenance;
use balance_config::playtests::PlaytestLog;
use balance_config::scenario::{Margins, PlayTime};
use balance_engine::tally::Choices;

/// Version of the shape of `results.json`: raised when a field changes its meaning or goes away.
pub const FORMAT: u32 = 2;

/// Everything a run found out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Results {
    /// [`FORMAT`].
    pub format: u32,
    /// Version of the program that played.
    pub program: String,
    /// The scenario.
    pub scenario: ScenarioInfo,
    /// One for each configuration; the first is the reference.
    pub configurations: Vec<Configuration>,
    /// Each further configuration against the reference, game by game.
    pub comparisons: Vec<Comparison>,
    /// Of each comparison where the games part that others win; empty for a short run, for one with very many comparisons, and
    /// in results of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parted: Vec<Parted>,
    /// Was the run ended before its number of games by the user?
    pub interrupted: bool,
}

/// The scenario that was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScenarioInfo {
    /// Its file's name without ending.
    pub name: String,
    /// Where two scenarios were compared: their names.
    #[serde(default)]
    pub compared: Option<[String; 2]>,
    /// The scenario's file, or the two that were compared, as named from the folder in which the program was started, or
    /// without a folder where its path began at the root; empty where it lies in `scenarios/`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// What the command line changed, as `KEY=VALUE`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Were other bots to be asked?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub league: bool,
    /// Did the command line say that no other bots are asked?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_league: bool,
    /// Does it say what is wished, so that `balance tune` can look for rules that meet it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wished: bool,
    /// Its title.
    pub title: String,
    /// The game's key.
    pub game: String,
    /// The game's name for people.
    pub game_title: String,
    /// Master seed.
    pub seed: u64,
    /// Number of the scheme of random streams.
    pub random_scheme: u8,
    /// Games asked for, per configuration.
    pub games: u64,
    /// Confidence of every interval, such as 0.95.
    pub confidence: f64,
    /// Differences within these are called equal.
    #[serde(flatten)]
    pub margins: Margins,
    /// How long people take; none where nobody says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<PlayTime>,
    /// May the run have ended by its own results? Then the intervals of sides and endings hold at every look, and so do
    /// those of other tables as far as these do not say otherwise.
    pub any_time: bool,
}

/// The tables of one configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Configuration {
    /// Its name, unique in the run.
    pub name: String,
    /// The variant it belongs to, if any.
    pub variant: Option<String>,
    /// Its place in the matrix: key and value.
    pub cell: Vec<(String, String)>,
    /// Rules set by the scenario that differ from the default, here or in another configuration, as `key = value` lines of
    /// TOML.
    pub rules: Vec<String>,
    /// Bots by seat or role, in words.
    pub seating: String,
    /// What bots that sit there and have a table of their own are, as `bot.key = value` lines; empty where none has, and in results of
    /// older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots_set: Vec<String>,
    /// Players at the table.
    pub players: u32,
    /// Games played, rotations counted singly.
    pub games: u64,
    /// Times each deal was played with the bots shifted. Games of one deal may go alike: the deals are the sample.
    pub rotations: u32,
    /// Where the run may end by its results: the half width for which intervals are planned that hold at every look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned: Option<f64>,
    /// The most turns that a game can take; none where the rules set no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns_max: Option<u32>,
    /// The least points that a side can have; none where the game has no scores, and in results of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_score: Option<i32>,
    /// Why it stopped before the games asked for, if it did.
    pub stopped: Option<String>,
    /// What a turn is called: turns, rounds.
    pub turn_word: String,
    /// What happens in one of them, in a sentence; empty where the game does not say, and in results of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub turn_note: String,
    /// What "with a component" means.
    pub component_note: String,
    /// How sure we are of what it is made of.
    pub provenance: Vec<Provenance>,
    /// Games that people played of it; none where the scenario names no log of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playtests: Option<PlaytestLog>,
    /// Does the scenario say what each side should win? Otherwise every person should have the same chance.
    #[serde(default)]
    pub fair_share_declared: bool,
    /// By side; last the row for "nobody".
    pub sides: Vec<SideRow>,
    /// How each side wins; empty in results of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<WayRow>,
    /// By role.
    pub roles: Vec<RoleRow>,
    /// By position in turn order.
    pub seats: Vec<SeatRow>,
    /// By role and position.
    pub role_seats: Vec<RoleSeatRow>,
    /// By bot.
    pub bots: Vec<BotRow>,
    /// By ending.
    pub endings: Vec<EndingRow>,
    /// Turns and decisions.
    pub lengths: Vec<LengthRow>,
    /// What players had to choose from; nothing in results of earlier versions.
    #[serde(default)]
    pub choices: Choices,
    /// Games by number of turns and of decisions.
    pub histogram: Vec<HistogramRow>,
    /// Things counted.
    pub counters: Vec<CounterRow>,
    /// Components.
    pub components: Vec<ComponentRow>,
    /// Largest deviation of a seat's win rate from what its roles give it, a fraction of games.
    pub seat_effect: f64,
    /// p-value of "no seat matters beyond its roles" (by permutation where games are few).
    pub seat_p: f64,
    /// Games by how many seats win them, from none up; the test of seats is made from these.
    pub winners: Vec<u64>,
    /// Who wins that is ahead or behind while the game goes on; empty for a game that keeps no count of progress.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drama: Vec<DramaRow>,
    /// How often the side in front changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead_changes: Option<LeadChanges>,
    /// Win rates after the first games, some more, and so on, at fixed moments of the run; empty for a short one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub convergence: Vec<ConvergenceRow>,
    /// What the scenario expects of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetRow>,
    /// The same table with another bot at every seat, by the bot's name, for each bot of the league: who wins, how long, how
    /// games end. Its own lists of components, events, drama and samples are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Configuration>,
    /// Games worth looking at; empty in results of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<SampleRow>,
}

impl Configuration {
    /// How its games were played, as far as intervals depend on it.
    pub fn sampling(&self) -> Sampling {
        Sampling {
            games: self.games,
            rotations: self.rotations,
            looks: self.planned.map_or(Looks::Fixed, Looks::Until),
        }
    }

    /// Do the same bots sit at the same seats?
    pub fn has_bots_of(&self, other: &Configuration) -> bool {
        self.seating == other.seating && self.bots_set == other.bots_set
    }

    /// Has it the same sides, so that who wins can be compared?
    pub fn has_sides_of(&self, other: &Configuration) -> bool {
        let names = |each: &Configuration| each.sides.iter().map(|row| row.side.clone()).collect::<Vec<_>>();
        names(self) == names(other)
    }

    /// Are the sides the seats themselves, so that their tables would be the same?
    pub fn seats_are_sides(&self) -> bool {
        let sides = self.sides.iter().filter(|row| row.fair.is_some()).map(|row| row.wins);
        let mut seats = self.seats.iter().map(|row| row.wins);
        match (sides.clone().next(), sides.clone().count()) {
            (Some(wins), 1) => seats.all(|of_seat| of_seat == wins),
            _ => sides.eq(seats),
        }
    }

    /// Are the sides places in turn order, and do several bots sit at the table? Then a place is easily taken for the bot of the
    /// seat of that number.
    pub fn has_places_of_several_bots(&self) -> bool {
        self.sides.len() > 2 && self.seats_are_sides() && self.bots.iter().any(|row| !row.mirror)
    }

    /// The rules that the scenario sets for it.
    pub fn rules_set(&self) -> toml::Table {
        self.rules.join("\n").parse().unwrap_or_default()
    }

    /// What is wished of a metric itself, by its name in tables; a scenario may write a side as it is shown. Of several bands
    /// one that is missed, else one that is open.
    pub fn wish(&self, metric: &str) -> Option<&TargetRow> {
        let rows = self.targets.iter().filter(|row| !row.change);
        rows.filter(|row| key(&row.metric) == key(metric)).min_by_key(|row| {
            match row.answer.map(|answer| answer.verdict) {
                Some(Verdict::Outside) => 0,
                Some(Verdict::Undecided) | None => 1,
                Some(Verdict::Within) => 2,
            }
        })
    }

    /// Is anything wished of a side's win rate, or of how it changes?
    pub fn is_wished(&self, side: &str) -> bool {
        let metric = format!("win-rate.{}", key(side));
        self.targets.iter().any(|row| key(&row.metric) == key(&metric))
    }

    /// What is wished of a side's win rate.
    pub fn wish_of_side(&self, side: &str) -> Option<&TargetRow> {
        self.wish(&format!("win-rate.{}", key(side)))
    }

    /// What the game calls its cap: the ending of games that are cut off; none where there is no cap.
    pub fn cap(&self) -> Option<&str> {
        self.endings
            .iter()
            .find(|row| row.capped)
            .map(|row| row.ending.as_str())
    }

    /// The histogram of a measure, as (value, games).
    pub fn histogram_of(&self, measure: &str) -> Vec<(u32, u64)> {
        let rows = self.histogram.iter().filter(|row| row.measure == measure);
        rows.map(|row| (row.value, row.games)).collect()
    }

    /// Successes per try with their interval at `confidence`; none without tries, or for a counter of no tries.
    pub fn success_at(&self, row: &CounterRow, confidence: f64) -> Option<Rate> {
        row.success_at(&self.counters, self.sampling(), confidence)
    }
}

/// A band in which the designer wants a number to lie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TargetRow {
    /// The number, such as `win-rate.merchants` or `turns.mean`.
    pub metric: String,
    /// Is it counted from what the base has, on the same deals, and so are the answer's value and interval?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub change: bool,
    /// Least value wanted; none when open.
    pub from: Option<f64>,
    /// Most wanted; none when open.
    pub to: Option<f64>,
    /// What the games say to it; none in results of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
}
