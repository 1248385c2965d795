//! The rows of every table. Each carries the counts that its estimates are made from, so that it can give an interval at
//! any confidence, and a reader can make every figure again.

use std::cmp::Reverse;

use super::interval::{BEYOND, CONFIDENCE, Rate, Sampling, Seated, two_like};
use balance_config::games::{Presence, Sheet};
use balance_engine::tally::{Appearances, GameId, Tally};
use balance_stats::{self as stats, Interval};
use serde::{Deserialize, Serialize};

use balance_simulation::sim::Course;

/// Games by who was alone in front, or alone behind, when so much of the game's turns was over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct DramaRow {
    /// Turns that are over, in per cent of all turns of the game.
    pub percent: u32,
    /// Games with a side alone in front.
    pub led: u64,
    /// Of these, games that it wins.
    pub led_won: u64,
    /// Share of these that it wins; none without such games.
    pub leader_wins: Option<Rate>,
    /// Games with a side alone behind.
    pub behind: u64,
    /// Of these, games that it wins.
    pub behind_won: u64,
    /// Share of these that it wins; none without such games.
    pub last_wins: Option<Rate>,
    /// Deals by games with a side alone in front, and how many of these it won; empty in results of earlier versions.
    #[serde(default)]
    pub leaders: Vec<Seated>,
    /// The same of the side alone behind.
    #[serde(default)]
    pub lasts: Vec<Seated>,
}

impl DramaRow {
    /// Share of games that the side alone in front wins, with its interval at `confidence`; none without such games.
    pub fn leader_at(&self, sampling: Sampling, confidence: f64) -> Option<Rate> {
        sampling.share_of_some(&self.leaders, self.led_won, self.led, confidence)
    }

    /// Share of games that the side alone behind wins, likewise.
    pub fn last_at(&self, sampling: Sampling, confidence: f64) -> Option<Rate> {
        sampling.share_of_some(&self.lasts, self.behind_won, self.behind, confidence)
    }
}

/// How often the side alone in front is another than before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LeadChanges {
    /// Games watched.
    pub games: u64,
    /// Changes over all of them.
    pub total: u64,
    /// Changes per game.
    pub per_game: f64,
}

/// The win rate of a side after the first games of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ConvergenceRow {
    /// Games so far.
    pub games: u64,
    /// The side.
    pub side: String,
    /// Of these games, won by it.
    pub wins: u64,
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
    /// Deals by how many of their games it won, from none up; empty for "nobody" in results of earlier versions.
    pub deals: Vec<u64>,
    /// Share of all games it won, with its interval.
    pub win_rate: Rate,
    /// The same with an interval that holds for all rows of the table at once.
    pub simultaneous: Rate,
    /// What it would win if in every game every person at the table had the same chance, who win or lose with their side:
    /// game by game an even part of its wins among the sides taking part; or what the scenario declares. None for "nobody".
    pub fair: Option<f64>,
}

impl SideRow {
    /// Its win rate with an interval at `confidence`.
    pub fn win_rate_at(&self, sampling: Sampling, confidence: f64) -> Rate {
        sampling.share_of_deals(&self.deals, self.wins, confidence)
    }
}

/// How a side wins: how the games end, and how often it leads on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct WayRow {
    /// The side.
    pub side: String,
    /// All games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// How these end, with their number, the most first.
    pub endings: Vec<(String, u64)>,
    /// By moment, as in the table of leads: games in which it is alone in front, and those of them that it wins; empty for a game that
    /// keeps no count of progress.
    pub leads: Vec<(u64, u64)>,
}

impl WayRow {
    /// Can these be counts of its games?
    pub(super) fn is_possible(&self) -> bool {
        let lead = |(led, won): &(u64, u64)| won <= led && *won <= self.wins && led - won <= self.games - self.wins;
        self.wins <= self.games && self.endings.iter().all(|(_, won)| *won <= self.wins) && self.leads.iter().all(lead)
    }
}

/// One row a side.
pub fn way_rows(sheet: &Sheet, tally: &Tally) -> Vec<WayRow> {
    let names = sheet.ending_names();
    let way = |(side, name): (usize, &String)| {
        let won = |ending: usize| tally.ending_wins[ending * sheet.sides.len() + side];
        let endings = (0..names.len()).map(|ending| (names[ending].clone(), won(ending)));
        let mut endings: Vec<(String, u64)> = endings.filter(|(_, won)| *won > 0).collect();
        endings.sort_by_key(|(_, won)| Reverse(*won));
        let watched = tally.drama.leads.iter().filter(|_| tally.drama.games > 0);
        WayRow {
            side: name.clone(),
            games: tally.games,
            wins: tally.side_wins[side],
            endings,
            leads: watched
                .map(|by_side| by_side.get(side).copied().unwrap_or_default())
                .collect(),
        }
    };
    sheet.sides.iter().enumerate().map(way).collect()
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
    /// Games by seats and wins of the role.
    pub seated: Vec<Seated>,
    /// Share of appearances that won; games are the clusters.
    pub win_rate: Rate,
}

#[cfg(test)]
impl RoleRow {
    /// Its win rate with an interval at `confidence`.
    pub fn at(&self, sampling: Sampling, confidence: f64) -> Rate {
        sampling.share_of_seats(&self.seated, confidence)
    }
}

/// Wins by position in turn order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatRow {
    /// The position.
    pub seat: String,
    /// Games won.
    pub wins: u64,
    /// Deals by how many of their games it won, from none up; empty in results of earlier versions of the program.
    #[serde(default)]
    pub deals: Vec<u64>,
    /// Share of games won.
    pub win_rate: Rate,
    /// The same with an interval that holds for all seats at once.
    pub simultaneous: Rate,
    /// What it would win if its roles won there as often as everywhere.
    pub fair: f64,
}

impl SeatRow {
    /// Its win rate with an interval at `confidence`.
    pub fn win_rate_at(&self, sampling: Sampling, confidence: f64) -> Rate {
        sampling.share_of_deals(&self.deals, self.wins, confidence)
    }
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

impl RoleSeatRow {
    /// Its win rate with an interval at `confidence`; none when it never occurred.
    pub fn win_rate_at(&self, sampling: Sampling, confidence: f64) -> Option<Rate> {
        (self.appearances > 0).then(|| sampling.share(self.wins, self.appearances, confidence))
    }
}

/// Wins of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct BotRow {
    /// The bot.
    pub bot: String,
    /// Its kind, such as `heuristic`; empty in results of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Seats it had, over all games.
    pub appearances: u64,
    /// Of these, won.
    pub wins: u64,
    /// Games by seats and wins of the bot.
    pub seated: Vec<Seated>,
    /// Share of appearances that won; games are the clusters.
    pub win_rate: Rate,
    /// Does it hold every seat of every game, so that its rate says nothing about it?
    pub mirror: bool,
    /// Are its moves random ones, whatever it is called?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub random: bool,
    /// Does it search, or play as one that does, whatever it is called?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub searches: bool,
}

impl BotRow {
    /// Its win rate with an interval at `confidence`.
    pub fn win_rate_at(&self, sampling: Sampling, confidence: f64) -> Rate {
        sampling.share_of_seats(&self.seated, confidence)
    }
}

/// Games by how they ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EndingRow {
    /// The ending.
    pub ending: String,
    /// Is it the cap of turns?
    pub capped: bool,
    /// Do the rules never let a game end so?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ruled_out: bool,
    /// Games.
    pub games: u64,
    /// Deals by how many of their games ended so, from none up.
    pub deals: Vec<u64>,
    /// Share of games.
    pub share: Rate,
    /// Mean turns of these games; none without games.
    pub turns_mean: Option<f64>,
}

impl EndingRow {
    /// Its share of games with an interval at `confidence`.
    pub fn share_at(&self, sampling: Sampling, confidence: f64) -> Rate {
        sampling.share_of_deals(&self.deals, self.games, confidence)
    }
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

impl Quantile {
    /// The same as an estimate.
    pub fn rate(&self) -> Rate {
        Rate {
            value: self.value.into(),
            lo: self.lo.map_or(f64::NEG_INFINITY, f64::from),
            hi: self.hi.map_or(f64::INFINITY, f64::from),
        }
    }
}

/// How long games are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LengthRow {
    /// "turns" (or the game's word) or "decisions".
    pub measure: String,
    /// Games.
    pub games: u64,
    /// Mean and its interval; open for a single deal.
    pub mean: Rate,
    /// Standard deviation; none for a single game.
    pub sd: Option<f64>,
    /// Smallest.
    pub min: u32,
    /// Largest.
    pub max: u32,
    /// 5, 25, 50, 75 and 95%.
    pub quantiles: Vec<Quantile>,
}

impl LengthRow {
    /// The length that so many per cent of the games do not exceed.
    pub fn quantile(&self, percent: u32) -> Option<&Quantile> {
        self.quantiles.iter().find(|each| each.percent == percent)
    }

    /// The median with its interval.
    pub fn median(&self) -> Option<Rate> {
        self.quantile(50).map(Quantile::rate)
    }
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
    /// Sum of squares of how often in a deal, all of its games together; `BEYOND` where it is larger than can be written here,
    /// of which nothing is concluded.
    pub squares: u64,
    /// How often in the deal with most.
    pub most: u64,
    /// Games in which it happened at all.
    pub games: u64,
    /// Deals by in how many of their games it happened, from none up; empty in results of earlier versions, whose squares and most
    /// are of games.
    #[serde(default)]
    pub deals: Vec<u64>,
    /// Per game, with its interval; open above where it never happened, since nothing tells how often it may.
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
    /// Is it a number that a game has, rather than something that happens in it?
    #[serde(default)]
    pub amount: bool,
}

impl CounterRow {
    /// How much of a deal each of the values is that are squared: all of it, or one of its games.
    fn part(&self, sampling: Sampling) -> f64 {
        if self.deals.is_empty() {
            1.0 / sampling.rotations()
        } else {
            1.0
        }
    }

    /// How often per game with an interval at `confidence`. The counts of the deals are taken as none, the most once, and for
    /// the rest two values with the same mean and spread.
    pub fn per_game_at(&self, sampling: Sampling, confidence: f64) -> Rate {
        let (n, part) = (sampling.games, self.part(sampling));
        let value = self.total as f64 / n.max(1) as f64;
        if self.total == 0 || n < 2 * u64::from(sampling.rotations.max(1)) {
            return Rate::new(value, Interval::from(0.0));
        }
        if self.squares == BEYOND {
            return Rate::new(value, Interval::ANY);
        }
        let most = self.most as f64;
        let none = self.deals.first().copied().unwrap_or(n.saturating_sub(self.games));
        let some = n as f64 / sampling.rotations() / part - none as f64;
        let mut rows = vec![(0.0, none as f64), (most, 1.0)];
        let rest = some - 1.0;
        if rest > 0.0 {
            let mean = (self.total as f64 - most) / rest;
            let spread = ((self.squares as f64 - most * most) / rest - mean * mean).max(0.0);
            let [low, high] = two_like(mean, spread, Interval { lo: 1.0, hi: most });
            rows.extend([(low.0, low.1 * rest), (high.0, high.1 * rest)]);
        }
        for row in &mut rows {
            row.1 *= part;
        }
        let range = Interval {
            lo: 0.0,
            hi: sampling.unseen(most),
        };
        let games = part * sampling.rotations();
        let found = stats::mean_interval(&rows, range, confidence);
        Rate::new(
            value,
            found.map_or(Interval::from(0.0), |found| found.times(1.0 / games)),
        )
    }

    /// Share of games in which it happened at all, with an interval at `confidence`.
    pub fn games_with_at(&self, sampling: Sampling, confidence: f64) -> Rate {
        sampling.share_of_deals(&self.deals, self.games, confidence)
    }

    /// Share of its tries, which are one of `all`, that succeed; none without tries, or for a counter of no tries.
    pub fn success_at(&self, all: &[CounterRow], sampling: Sampling, confidence: f64) -> Option<Rate> {
        let tries = all.iter().find(|each| Some(&each.counter) == self.of.as_ref())?;
        let squares = (tries.squares as f64 / tries.part(sampling)) as u64;
        sampling.success(self.total, tries.total, squares, confidence)
    }
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
    /// How it comes to count as being in a game.
    #[serde(default)]
    pub held: Presence,
    /// The side.
    pub side: String,
    /// Games with it.
    pub games_with: u64,
    /// Games without it.
    pub games_without: u64,
    /// Games with it that the side won.
    pub wins_with: u64,
    /// Games without it that the side won.
    pub wins_without: u64,
    /// Win rate of the side with it.
    pub with: Option<f64>,
    /// Win rate of the side without it.
    pub without: Option<f64>,
    /// Difference with its interval, simultaneous over the table; none where one group is empty.
    pub lift: Option<Rate>,
}

impl ComponentRow {
    /// Win rate with it minus win rate without, with an interval at `confidence`; none where one group is empty.
    pub fn lift_at(&self, sampling: Sampling, confidence: f64) -> Option<Rate> {
        (self.games_with > 0 && self.games_without > 0).then(|| {
            let shares = |confidence: f64| {
                [
                    sampling.share(self.wins_with, self.games_with, confidence),
                    sampling.share(self.wins_without, self.games_without, confidence),
                ]
            };
            sampling.independent_difference(shares, confidence)
        })
    }
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

/// One row for everything of which there was a game.
pub fn sample_rows(sheet: &Sheet, tally: &Tally) -> Vec<SampleRow> {
    let (found, drama) = (&tally.samples, &tally.drama);
    let mut rows = SampleRows(Vec::new());
    rows.one(Shows::Shortest, "", found.shortest.map(|(_, id)| id));
    rows.one(Shows::Longest, "", found.longest.map(|(_, id)| id));
    rows.one(Shows::Nobody, "", found.nobody);
    rows.one(Shows::LeaderWins, "", drama.held);
    rows.one(Shows::LeaderLoses, "", drama.lost);
    rows.one(Shows::Comeback, "", drama.comeback);
    rows.all(Shows::Side, &sheet.sides, &found.sides);
    rows.all(Shows::Seat, &sheet.positions, &found.positions);
    rows.all(Shows::Bot, &sheet.bots, &found.bots);
    rows.all(Shows::Ending, &sheet.ending_names(), &found.endings);
    for (counter, id) in sheet.counters.iter().zip(&found.counters) {
        if !counter.key.is_empty() {
            rows.one(Shows::Event, counter.key, *id);
        }
    }
    let sides = sheet.sides.len();
    for (index, id) in found.components.iter().enumerate() {
        let (component, side) = (&sheet.components[index / sides].name, &sheet.sides[index % sides]);
        if !component.is_empty() {
            rows.add(Shows::Component, component, side, *id);
        }
    }
    rows.0
}

struct SampleRows(Vec<SampleRow>);

impl SampleRows {
    fn add(&mut self, shows: Shows, name: &str, side: &str, id: Option<GameId>) {
        self.0.extend(id.map(|id| SampleRow {
            shows,
            name: name.to_owned(),
            side: side.to_owned(),
            game: id.game,
            rotation: id.rotation,
        }));
    }

    fn one(&mut self, shows: Shows, name: &str, id: Option<GameId>) {
        self.add(shows, name, "", id);
    }

    fn all(&mut self, shows: Shows, names: &[String], ids: &[Option<GameId>]) {
        for (name, id) in names.iter().zip(ids) {
            self.one(shows, name, *id);
        }
    }
}

/// So many moments of a run are kept at most.
const MOMENTS: usize = 12;

/// What was counted of a subject, deal by deal.
pub fn seated(appearances: &Appearances) -> Vec<Seated> {
    let row = |(seats, won, games)| Seated { seats, won, games };
    appearances.rows().map(row).collect()
}

/// One row for each tenth of the game; none where no progress is counted.
pub fn drama_rows(tally: &Tally, sampling: Sampling) -> Vec<DramaRow> {
    let drama = &tally.drama;
    if drama.games == 0 {
        return Vec::new();
    }
    let row = |mark: usize| {
        let [(led, led_won), (behind, behind_won)] = [&drama.led, &drama.behind].map(|table| table[mark].totals());
        let mut row = DramaRow {
            percent: 10 * (mark as u32 + 1),
            led,
            led_won,
            leader_wins: None,
            behind,
            behind_won,
            last_wins: None,
            leaders: seated(&drama.led[mark]),
            lasts: seated(&drama.behind[mark]),
        };
        row.leader_wins = row.leader_at(sampling, CONFIDENCE);
        row.last_wins = row.last_at(sampling, CONFIDENCE);
        row
    };
    (0..drama.led.len()).map(row).collect()
}

/// How often the side alone in front is another than before.
pub fn lead_changes(tally: &Tally) -> Option<LeadChanges> {
    let drama = &tally.drama;
    (drama.games > 0).then(|| LeadChanges {
        games: drama.games,
        total: drama.changes,
        per_game: drama.changes as f64 / drama.games as f64,
    })
}

/// The win rate of each side at the looks of a run, the last included; nothing for a run of fewer than three.
pub fn convergence(sheet: &Sheet, looks: &Course, configuration: usize, sampling: Sampling) -> Vec<ConvergenceRow> {
    if looks.len() < 3 {
        return Vec::new();
    }
    let every = looks.len().div_ceil(MOMENTS);
    let kept = looks.iter().rev().step_by(every).collect::<Vec<_>>();
    let mut rows = Vec::new();
    for look in kept.into_iter().rev() {
        let Some((games, wins)) = look.configurations.get(configuration) else {
            continue;
        };
        for (side, wins) in sheet.sides.iter().zip(wins) {
            rows.push(ConvergenceRow {
                games: *games,
                side: side.clone(),
                wins: *wins,
                win_rate: sampling.share(*wins, *games, CONFIDENCE),
            });
        }
    }
    rows
}
