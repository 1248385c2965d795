//! The rows of every table, as they stand in `results.json`.

use serde::{Deserialize, Serialize};

use crate::games::Provenance;
use crate::judge::Answer;

/// Version of the shape of `results.json`: raised when a field changes its meaning or goes away.
pub const FORMAT: u32 = 1;

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
    /// The scenario's file, or the two that were compared, as named from the folder in which the program was started;
    /// empty where it lies in `scenarios/` or far away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
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
    /// Differences of win rates within this are called equal.
    pub margin: f64,
    /// May the run have ended by its own results? Then the intervals of sides hold at every look, and those of the other
    /// tables are as if the number of games had been fixed.
    pub any_time: bool,
}

/// A share of games or of appearances with its interval. All fractions of 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Rate {
    /// The share observed.
    pub value: f64,
    /// Lower end of the interval.
    pub lo: f64,
    /// Upper end of the interval.
    pub hi: f64,
}

/// The tables of one configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Configuration {
    /// Its name, unique in the run.
    pub name: String,
    /// The variant it belongs to, if any.
    pub variant: Option<String>,
    /// Its place in the matrix: key and value.
    pub cell: Vec<(String, String)>,
    /// Rules set by the scenario that differ from the default, as `key = value` lines of TOML.
    pub rules: Vec<String>,
    /// Bots by seat or role, in words.
    pub seating: String,
    /// Players at the table.
    pub players: u32,
    /// Games played, rotations counted singly.
    pub games: u64,
    /// Times each deal was played with the bots shifted.
    pub rotations: u32,
    /// Why it stopped before the games asked for, if it did.
    pub stopped: Option<String>,
    /// What a turn is called: turns, rounds.
    pub turn_word: String,
    /// What "with a component" means.
    pub component_note: String,
    /// How sure we are of what it is made of.
    pub provenance: Vec<Provenance>,
    /// By side; last the row for "nobody".
    pub sides: Vec<SideRow>,
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
    /// Games by number of turns and of decisions.
    pub histogram: Vec<HistogramRow>,
    /// Things counted.
    pub counters: Vec<CounterRow>,
    /// Components.
    pub components: Vec<ComponentRow>,
    /// Largest deviation of a seat's win rate from what its roles give it, a fraction of games.
    pub seat_effect: f64,
    /// p-value of "no seat matters beyond its roles" (Wald's test with the covariance of the seats).
    pub seat_p: f64,
    /// Who wins that is ahead or behind while the game goes on; empty for a game that keeps no count of progress.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drama: Vec<DramaRow>,
    /// How often the side in front changes, per game, with its interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead_changes: Option<Rate>,
    /// Win rates after the first games, some more, and so on, at fixed moments of the run; empty for a short one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub convergence: Vec<ConvergenceRow>,
    /// What the scenario expects of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetRow>,
    /// Games worth looking at; empty in results of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<SampleRow>,
}

/// A band in which the designer wants a number to lie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TargetRow {
    /// The number, such as `win-rate.merchants` or `turns.mean`.
    pub metric: String,
    /// Least value wanted; none when open.
    pub from: Option<f64>,
    /// Most wanted; none when open.
    pub to: Option<f64>,
    /// What the games say to it; none in results of older versions, and where the configuration has no such number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
}

/// What a sample game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// The shortest game.
    Shortest,
    /// The longest game.
    Longest,
    /// Nobody wins.
    Nobody,
    /// A side wins.
    Side,
    /// A seat wins.
    Seat,
    /// A bot wins.
    Bot,
    /// The game ends so.
    Ending,
    /// Something happens at least once.
    Event,
    /// A component is in play and a side wins.
    Component,
    /// Who leads alone at half time wins.
    LeaderWins,
    /// Who leads alone at half time does not win.
    LeaderLoses,
    /// Who is alone in last place at half time wins.
    Comeback,
}

impl Shows {
    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Shows::Shortest => "shortest",
            Shows::Longest => "longest",
            Shows::Nobody => "nobody",
            Shows::Side => "side",
            Shows::Seat => "seat",
            Shows::Bot => "bot",
            Shows::Ending => "ending",
            Shows::Event => "event",
            Shows::Component => "component",
            Shows::LeaderWins => "leader-wins",
            Shows::LeaderLoses => "leader-loses",
            Shows::Comeback => "comeback",
        }
    }
}

/// The first game, by number, that shows something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SampleRow {
    /// What it shows.
    pub shows: Shows,
    /// Of which side, seat, bot, ending, event or component; empty where there is none to name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The side that wins with a component; empty otherwise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub side: String,
    /// Number of the game.
    pub game: u64,
    /// Which of its rotations.
    pub rotation: u32,
}

/// Games by who was alone in front, or alone behind, when so much of the game's turns was over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct DramaRow {
    /// Turns that are over, in per cent of all turns of the game.
    pub percent: u32,
    /// Games with a side alone in front.
    pub led: u64,
    /// Share of these that it wins; none without such games.
    pub leader_wins: Option<Rate>,
    /// Games with a side alone behind.
    pub behind: u64,
    /// Share of these that it wins; none without such games.
    pub last_wins: Option<Rate>,
}

/// The win rate of a side after the first games of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ConvergenceRow {
    /// Games so far.
    pub games: u64,
    /// The side.
    pub side: String,
    /// Share of these games that it won; the interval is as if the run had been planned to end there.
    pub win_rate: Rate,
}

/// Games won by a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideRow {
    /// The side, or "nobody".
    pub side: String,
    /// Games won.
    pub wins: u64,
    /// Games in which it took part.
    pub games: u64,
    /// Share of all games it won, with its interval.
    pub win_rate: Rate,
    /// The same with an interval that holds for all rows of the table at once.
    pub simultaneous: Rate,
    /// What it would win if every side of a game were equally likely to: an even part of all wins, more than one in so
    /// many where sides may win together, less where nobody may; none for "nobody".
    pub fair: Option<f64>,
}

/// Wins of the players of a role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RoleRow {
    /// The role.
    pub role: String,
    /// Its side.
    pub side: String,
    /// Seats that had it, over all games.
    pub appearances: u64,
    /// Of these, seats that won.
    pub wins: u64,
    /// Share of appearances that won; games are the clusters.
    pub win_rate: Rate,
}

/// Wins by position in turn order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatRow {
    /// The position.
    pub seat: String,
    /// Games won.
    pub wins: u64,
    /// Share of games won.
    pub win_rate: Rate,
    /// The same with an interval that holds for all seats at once.
    pub simultaneous: Rate,
    /// What it would win if its roles won there as often as everywhere.
    pub fair: f64,
}

/// Wins of a role at a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RoleSeatRow {
    /// The role.
    pub role: String,
    /// The position.
    pub seat: String,
    /// How often.
    pub appearances: u64,
    /// Of these, won.
    pub wins: u64,
    /// Share won; none when it never occurred.
    pub win_rate: Option<Rate>,
}

/// Wins of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct BotRow {
    /// The bot.
    pub bot: String,
    /// Seats it had, over all games.
    pub appearances: u64,
    /// Of these, won.
    pub wins: u64,
    /// Share of appearances that won; games are the clusters.
    pub win_rate: Rate,
    /// Does it hold every seat of every game, so that its rate says nothing about it?
    pub mirror: bool,
}

/// Games by how they ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EndingRow {
    /// The ending.
    pub ending: String,
    /// Is it the cap of turns?
    pub capped: bool,
    /// Games.
    pub games: u64,
    /// Share of games.
    pub share: Rate,
    /// Mean turns of these games; none without games.
    pub turns_mean: Option<f64>,
}

/// A quantile with its interval from order statistics; an open end is none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Quantile {
    /// In per cent.
    pub percent: u32,
    /// The smallest value that at least so many games do not exceed.
    pub value: u32,
    /// Lower end.
    pub lo: Option<u32>,
    /// Upper end.
    pub hi: Option<u32>,
}

/// How long games are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LengthRow {
    /// "turns" (or the game's word) or "decisions".
    pub measure: String,
    /// Games.
    pub games: u64,
    /// Mean and its t interval.
    pub mean: Rate,
    /// Standard deviation; none for a single game.
    pub sd: Option<f64>,
    /// Smallest.
    pub min: u32,
    /// Largest.
    pub max: u32,
    /// 5, 25, 50, 75 and 95 %.
    pub quantiles: Vec<Quantile>,
}

/// Games with this length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct HistogramRow {
    /// As in [`LengthRow::measure`].
    pub measure: String,
    /// The length.
    pub value: u32,
    /// Games.
    pub games: u64,
}

/// How often something happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CounterRow {
    /// Its name.
    pub counter: String,
    /// What it counts.
    pub help: String,
    /// How often over all games.
    pub total: u64,
    /// Per game, with its interval.
    pub per_game: Rate,
    /// Share of games in which it happened at all.
    pub games_with: Rate,
    /// The counter of tries that it counts successes of.
    pub of: Option<String>,
    /// Successes per try; none without tries.
    pub success: Option<Rate>,
    /// Does it count a rule at work, or merely measure?
    #[serde(default = "yes")]
    pub rule: bool,
}

fn yes() -> bool {
    true
}

/// What a component's presence goes with: win rate of a side in games with it against games without.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ComponentRow {
    /// The component.
    pub component: String,
    /// The side.
    pub side: String,
    /// Games with it.
    pub games_with: u64,
    /// Games without it.
    pub games_without: u64,
    /// Win rate of the side with it.
    pub with: Option<f64>,
    /// Win rate of the side without it.
    pub without: Option<f64>,
    /// Difference with its interval, simultaneous over the table; none where one group is empty.
    pub lift: Option<Rate>,
}

/// One configuration against the reference on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Comparison {
    /// The reference.
    pub reference: String,
    /// The other.
    pub configuration: String,
    /// Pairs of games.
    pub pairs: u64,
    /// The first game number that is won otherwise than in the reference, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_otherwise: Option<u64>,
    /// One row for each side, and one for the mean length.
    pub rows: Vec<ComparisonRow>,
}

/// A paired difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ComparisonRow {
    /// `win-rate.SIDE`, or `turns.mean`.
    pub metric: String,
    /// In the reference.
    pub reference: f64,
    /// In the other.
    pub other: f64,
    /// Other minus reference, with its interval.
    pub difference: Rate,
    /// The same with an interval that holds for all rows of all comparisons at once.
    pub simultaneous: Rate,
    /// How many times more games independent samples would need for the same interval.
    pub pairing_gain: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
}

/// What a difference with its simultaneous interval says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The interval leaves out zero.
    Different,
    /// The interval lies within the margin on both sides.
    Equal,
    /// Neither.
    Undecided,
}

impl Verdict {
    /// What a difference says whose simultaneous interval is `rate`, where differences within `margin` count as equal.
    pub fn of(rate: Rate, margin: f64) -> Verdict {
        if rate.lo > 0.0 || rate.hi < 0.0 {
            Verdict::Different
        } else if rate.lo >= -margin && rate.hi <= margin {
            Verdict::Equal
        } else {
            Verdict::Undecided
        }
    }

    /// The verdict in one word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Different => "different",
            Verdict::Equal => "equal",
            Verdict::Undecided => "undecided",
        }
    }
}
