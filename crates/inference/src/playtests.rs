//! Games between people beside those between bots.
//!
//! Games of one group of people are not independent: a mean over them is worth that of fewer games, by the design effect that the
//! groups show and the degrees of freedom that they leave (Korn and Graubard 1998); its interval is that of [`stats::mean_interval`].
//! A game without a group is one by itself. All intervals and verdicts hold together.

use std::collections::BTreeMap;

use balance_config::playtests::{PlayedGame, PlaytestLog};
use balance_config::scenario::Margins;
use balance_stats::{self as stats, Interval};
use serde::Serialize;

use crate::judge::TOTAL;
use crate::table::{Configuration, Rate, SeatRow, SideRow};

/// Version of the shape of its JSON.
const FORMAT: u32 = 1;

/// How people stand to bots in one figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PeopleStanding {
    /// Confirmed above that of the bots.
    Higher,
    /// Confirmed below it.
    Lower,
    /// Confirmed to differ by no more than the margin.
    Alike,
    /// Not enough games to say.
    Undecided,
}

impl PeopleStanding {
    fn of_difference(difference: Rate, margin: f64) -> Self {
        if difference.is_within(margin) {
            PeopleStanding::Alike
        } else if difference.lo > 0.0 {
            PeopleStanding::Higher
        } else if difference.hi < 0.0 {
            PeopleStanding::Lower
        } else {
            PeopleStanding::Undecided
        }
    }

    /// Is it confirmed that people and bots differ?
    pub fn differs(self) -> bool {
        matches!(self, PeopleStanding::Higher | PeopleStanding::Lower)
    }
}

/// A figure of bots of one level beside that of people.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct LevelFigure {
    /// The level, or the bot.
    pub level: String,
    /// What is found between them.
    pub rate: Rate,
    /// People less bots.
    pub difference: Rate,
    /// What that shows.
    pub standing: PeopleStanding,
}

/// A figure of people, and of bots of every level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PeopleFigure {
    /// The side or seat; the game's word for turns.
    pub subject: String,
    /// What is found between people.
    pub people: Rate,
    /// Share or mean that bots' games and people's give together, where the bots' count as so many games; none where that is not
    /// asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<f64>,
    /// The same of bots, in the order of the run.
    pub levels: Vec<LevelFigure>,
}

/// What a log of playtests says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Playtests {
    format: u32,
    /// The version that was played.
    pub configuration: String,
    /// Players at the table.
    pub players: u32,
    /// Games between people.
    pub games: usize,
    /// Groups of people; none where the log does not tell.
    pub groups: Option<usize>,
    /// Win rates by side.
    pub sides: Vec<PeopleFigure>,
    /// Win rates by seat; empty where these are the sides, or the log does not tell.
    pub seats: Vec<PeopleFigure>,
    /// Mean length in turns; none without turns in the log.
    pub length: Option<PeopleFigure>,
    /// Mean length in minutes; none without minutes in the log.
    pub minutes: Option<Rate>,
    /// Mean seconds a turn, over games with turns and minutes; none without any.
    pub seconds_per_turn: Option<Rate>,
    /// So many games the bots count for, in what is pooled; none where nothing is.
    pub pooled_as: Option<u64>,
}

/// Fewer groups than this say nothing of how groups differ.
const FEWEST_GROUPS: usize = 3;

/// The games of people, and how sure every interval is.
struct PeopleGames<'l> {
    games: &'l [PlayedGame],
    confidence: f64,
}

impl PeopleGames<'_> {
    /// The means of values that belong together, with their intervals. The truth lies between 0 and `most`, and where that is not given
    /// not much above what was seen. Empty without values.
    fn means(&self, most: Option<f64>, of: impl Fn(&PlayedGame) -> Option<Vec<f64>>) -> Vec<Rate> {
        let values = |game: &PlayedGame| Some((game.group, of(game)?));
        let rows: Vec<(usize, Vec<f64>)> = self.games.iter().filter_map(values).collect();
        let n = rows.len() as f64;
        let mean = |at: usize| rows.iter().map(|row| row.1[at]).sum::<f64>() / n;
        let means: Vec<f64> = (0..rows.first().map_or(0, |row| row.1.len())).map(mean).collect();
        let worth = worth(&rows, &means, self.confidence);
        let rate = |(at, mean): (usize, &f64)| {
            let mut counts: BTreeMap<u64, f64> = BTreeMap::new();
            for row in &rows {
                *counts.entry(row.1[at].to_bits()).or_default() += worth;
            }
            let counts: Vec<(f64, f64)> = counts
                .into_iter()
                .map(|(bits, count)| (f64::from_bits(bits), count))
                .collect();
            let largest = counts.last().map_or(0.0, |row| row.0);
            let range = Interval {
                lo: 0.0,
                hi: most.unwrap_or_else(|| stats::unseen(largest, n)),
            };
            let known = worth > 0.0;
            Rate::new(
                *mean,
                if known {
                    stats::mean_within(&counts, range, self.confidence)
                } else {
                    range
                },
            )
        };
        means.iter().enumerate().map(rate).collect()
    }

    /// How often each of several win.
    fn shares(&self, of: impl Fn(&PlayedGame) -> Option<&[bool]>) -> Vec<Rate> {
        let numbers = |won: &[bool]| won.iter().map(|won| f64::from(u8::from(*won))).collect();
        self.means(Some(1.0), |game| of(game).map(numbers))
    }

    /// The mean of a value; none without any.
    fn mean(&self, of: impl Fn(&PlayedGame) -> Option<f64>) -> Option<Rate> {
        self.means(None, |game| Some(vec![of(game)?])).pop()
    }
}

/// How much of an independent game each game is worth, by its group and its values; nothing where too few groups say how groups differ.
fn worth(rows: &[(usize, Vec<f64>)], means: &[f64], confidence: f64) -> f64 {
    let (mut sums, mut within) = (BTreeMap::<usize, Vec<f64>>::new(), 0.0);
    for (group, values) in rows {
        let sums = sums.entry(*group).or_insert_with(|| vec![0.0; values.len()]);
        for ((sum, value), mean) in sums.iter_mut().zip(values).zip(means) {
            *sum += value - mean;
            within += (value - mean).powi(2);
        }
    }
    let groups = sums.len();
    if groups == rows.len() {
        return 1.0;
    }
    if groups < FEWEST_GROUPS {
        return 0.0;
    }
    let between: f64 = sums.into_values().flatten().map(|sum| sum * sum).sum();
    let scale = |count: usize| count as f64 / (count as f64 - 1.0);
    let effect = (between * scale(groups)) / (within * scale(rows.len()));
    let effect = if within > 0.0 { effect.max(1.0) } else { 1.0 };
    (stats::z(confidence) / stats::t_quantile(confidence, groups as u32 - 1)).powi(2) / effect
}

/// What is needed to hold people against bots.
struct Comparer<'r> {
    /// The bots of the run, and those of other levels.
    levels: Vec<(String, &'r Configuration)>,
    confidence: f64,
    margins: Margins,
    pooled_as: Option<u64>,
    games: f64,
}

impl Comparer<'_> {
    fn figure(
        &self,
        subject: &str,
        people: Rate,
        margin: f64,
        of: impl Fn(&Configuration) -> Option<Rate>,
    ) -> PeopleFigure {
        let level = |(level, each): &(String, &Configuration)| {
            let rate = of(each)?;
            let apart = stats::square_and_add(people.known(), rate.known());
            let difference = Rate::new(people.value - rate.value, apart);
            Some(LevelFigure {
                level: level.clone(),
                rate,
                difference,
                standing: PeopleStanding::of_difference(difference, margin),
            })
        };
        PeopleFigure {
            subject: subject.to_owned(),
            people,
            pooled: None,
            levels: self.levels.iter().filter_map(level).collect(),
        }
    }

    /// A win rate beside those of bots.
    fn share(&self, subject: &str, people: Rate, of: impl Fn(&Configuration) -> Option<Rate>) -> PeopleFigure {
        let figure = self.figure(subject, people, self.margins.share, of);
        let own = figure.levels.first().map(|own| own.rate.value);
        let pooled = self.pooled_as.zip(own).map(|(count, own)| {
            let count = count as f64;
            (people.value * self.games + own * count) / (self.games + count)
        });
        PeopleFigure { pooled, ..figure }
    }

    /// The mean length beside that of bots.
    fn length(&self, each: &Configuration, people: Rate) -> PeopleFigure {
        let word = &each.turn_word;
        let mean = |of: &Configuration| {
            let rows = of.histogram_of(word);
            (!rows.is_empty()).then(|| of.sampling().mean(&rows, None, self.confidence))
        };
        let own = each.lengths.first().map_or(0.0, |row| row.mean.value);
        self.figure(word, people, self.margins.margin(false, own), mean)
    }
}

impl Playtests {
    /// The games of a log beside those of the configuration that they are about. Where bots' games are to be pooled with them, the
    /// bots' count as `pooled_as` games.
    pub fn new(log: &PlaytestLog, each: &Configuration, margins: Margins, pooled_as: Option<u64>) -> Self {
        let games = &log.games;
        let own = match &each.bots[..] {
            [only] => only.bot.clone(),
            _ => "bots of this run".to_owned(),
        };
        let others = each.others.iter().map(|other| (other.name.clone(), other));
        let levels: Vec<(String, &Configuration)> = std::iter::once((own, each)).chain(others).collect();
        let sides: Vec<&SideRow> = each.sides.iter().filter(|row| row.fair.is_some()).collect();
        let has_seats = !each.seats_are_sides() && games.iter().any(|game| game.seats.is_some());
        let seats = if has_seats { each.seats.len() } else { 0 };
        let statements = (sides.len() + seats + 1) * levels.len();
        let confidence = 1.0 - TOTAL / statements as f64;
        let comparer = Comparer {
            levels,
            confidence,
            margins,
            pooled_as,
            games: games.len() as f64,
        };
        let people = PeopleGames { games, confidence };
        let side = |(at, (row, rate)): (usize, (&&SideRow, Rate))| {
            let bots = |of: &Configuration| Some(of.sides.get(at)?.win_rate_at(of.sampling(), confidence));
            comparer.share(&row.side, rate, bots)
        };
        let seat = |(at, (row, rate)): (usize, (&SeatRow, Rate))| {
            let bots = |of: &Configuration| Some(of.seats.get(at)?.win_rate_at(of.sampling(), confidence));
            comparer.share(&row.seat, rate, bots)
        };
        let of_sides = people.shares(|game| Some(&game.winners));
        let of_seats = people.shares(|game| game.seats.as_deref());
        let mut groups: Vec<usize> = games.iter().map(|game| game.group).collect();
        groups.sort_unstable();
        groups.dedup();
        Playtests {
            format: FORMAT,
            configuration: each.name.clone(),
            players: each.players,
            games: games.len(),
            groups: log.has_groups.then_some(groups.len()),
            sides: sides.iter().zip(of_sides).enumerate().map(side).collect(),
            seats: each
                .seats
                .iter()
                .take(seats)
                .zip(of_seats)
                .enumerate()
                .map(seat)
                .collect(),
            length: people
                .mean(|game| game.turns.map(f64::from))
                .map(|rate| comparer.length(each, rate)),
            minutes: people.mean(|game| game.minutes),
            seconds_per_turn: people.mean(|game| Some(60.0 * game.minutes? / f64::from(game.turns?))),
            pooled_as,
        }
    }

    /// Every figure in which people and bots may differ.
    pub fn figures(&self) -> impl Iterator<Item = &PeopleFigure> {
        self.sides.iter().chain(&self.seats).chain(&self.length)
    }

    /// The levels of bots, the bots of the run first.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        let first = self.sides.first();
        first
            .into_iter()
            .flat_map(|figure| figure.levels.iter().map(|level| &*level.level))
    }

    /// How people stand to bots of a level in everything: they differ where any figure does, and are alike where all are.
    pub fn standing(&self, level: &str) -> Overall {
        let of_level = |figure: &PeopleFigure| figure.levels.iter().find(|of| of.level == level).map(|of| of.standing);
        let all: Vec<PeopleStanding> = self.figures().filter_map(of_level).collect();
        if all.iter().any(|standing| standing.differs()) {
            Overall::Different
        } else if all.iter().all(|standing| *standing == PeopleStanding::Alike) {
            Overall::Alike
        } else {
            Overall::Undecided
        }
    }

    /// The half width of the widest interval of a side.
    pub fn half_width(&self) -> f64 {
        let half = |figure: &PeopleFigure| figure.people.interval().half_width();
        self.sides.iter().map(half).fold(0.0, f64::max)
    }
}

/// How people stand to bots in all that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overall {
    /// Something is confirmed to differ.
    Different,
    /// All is confirmed to be alike.
    Alike,
    /// Not enough games to say.
    Undecided,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use balance_engine::Stream;

    /// How people play in a planted truth.
    struct People {
        /// What each side wins.
        rates: [f64; 3],
        /// Groups, and the games of each.
        groups: (usize, usize),
        /// How often a game of a group goes as the group's games go.
        alike: f64,
    }

    fn winner(stream: &mut Stream, rates: [f64; 3]) -> usize {
        let at = stream.unit();
        usize::from(at >= rates[0]) + usize::from(at >= rates[0] + rates[1])
    }

    fn log(people: &People, seed: u64) -> PlaytestLog {
        let stream = &mut Stream::keyed(seed, 0, 0, 0);
        let mut games = Vec::new();
        for group in 0..people.groups.0 {
            let common = winner(stream, people.rates);
            // Some groups play twice as many games as others.
            for _ in 0..people.groups.1 * (1 + group % 2) {
                let own = winner(stream, people.rates);
                let won = if stream.unit() < people.alike { common } else { own };
                games.push(PlayedGame {
                    winners: (0..3).map(|side| side == won).collect(),
                    seats: None,
                    turns: Some(20 + stream.below(20)),
                    minutes: None,
                    group,
                });
            }
        }
        PlaytestLog {
            games,
            has_groups: true,
            ..PlaytestLog::default()
        }
    }

    /// Bots that win so often, in so many games that nothing about them is in doubt.
    fn bots(rates: [f64; 3]) -> Configuration {
        let mut results = sample::single();
        let each = &mut results.configurations[0];
        each.others.clear();
        for (row, rate) in each.sides.iter_mut().zip(rates) {
            row.wins = (rate * each.games as f64) as u64;
            row.deals = vec![each.games - row.wins, row.wins];
        }
        results.configurations.remove(0)
    }

    /// In how many of so many logs people are said to differ from bots in who wins, and of these in how many the third side is rightly
    /// said to win more.
    fn said_to_differ(people: &People, bots: &Configuration, of: u64) -> (u64, u64) {
        let margins = sample::single().scenario.margins;
        let (mut differ, mut right) = (0, 0);
        for seed in 0..of {
            let found = Playtests::new(&log(people, seed), bots, margins, None);
            let standings: Vec<PeopleStanding> = found.sides.iter().map(|side| side.levels[0].standing).collect();
            differ += u64::from(standings.iter().any(|standing| standing.differs()));
            right += u64::from(standings[2] == PeopleStanding::Higher);
        }
        (differ, right)
    }

    /// Whatever the groups do, people who play as the bots do are said to differ in no more than one log of twenty.
    #[test]
    fn people_like_bots_are_seldom_said_to_differ() {
        let rates = [0.46, 0.436, 0.104];
        let bots = bots(rates);
        for groups in [(8, 1), (26, 1), (266, 1), (3, 4), (6, 5), (20, 15)] {
            for alike in [0.0, 0.5, 0.9] {
                let people = People { rates, groups, alike };
                let (differ, _) = said_to_differ(&people, &bots, 200);
                // Three standard errors above one in twenty.
                assert!(differ <= 19, "{groups:?} {alike}: {differ} of 200");
            }
        }
    }

    #[test]
    fn what_people_do_otherwise_is_found_where_games_suffice() {
        let bots = bots([0.46, 0.436, 0.104]);
        let people = |groups| People {
            rates: [0.42, 0.396, 0.184],
            groups,
            alike: 0.0,
        };
        // 12, 40, 400 and 4,000 games of one each.
        let found = [8, 26, 266, 2_666].map(|groups| said_to_differ(&people((groups, 1)), &bots, 100).1);
        assert!(found[0] <= 10 && found[1] <= 40, "{found:?}");
        assert!(found[2] >= 85 && found[3] == 100, "{found:?}");
    }

    #[test]
    fn games_of_few_groups_say_less_the_more_alike_they_go() {
        let half = |groups, alike| {
            let people = People {
                rates: [0.4, 0.4, 0.2],
                groups,
                alike,
            };
            let found = Playtests::new(
                &log(&people, 3),
                &bots([0.4, 0.4, 0.2]),
                sample::single().scenario.margins,
                None,
            );
            (found.games, found.half_width())
        };
        let [alone, apart, alike] = [half((60, 1), 0.0), half((6, 10), 0.0), half((6, 10), 0.9)];
        assert_eq!([alone.0, apart.0, alike.0], [90; 3]);
        assert!(alone.1 < apart.1 && apart.1 < alike.1, "{alone:?} {apart:?} {alike:?}");
        // Two groups do not show how groups differ.
        assert!(half((2, 30), 0.0).1 > 0.499);
    }

    #[test]
    fn bots_count_for_as_many_games_as_is_said() {
        let bots = bots([0.5, 0.3, 0.2]);
        let won = |side: usize| PlayedGame {
            winners: (0..3).map(|at| at == side).collect(),
            seats: None,
            turns: None,
            minutes: None,
            group: side,
        };
        let log = PlaytestLog {
            games: vec![won(0), won(1)],
            ..PlaytestLog::default()
        };
        let found = Playtests::new(&log, &bots, sample::single().scenario.margins, Some(8));
        let pooled: Vec<f64> = found.sides.iter().filter_map(|side| side.pooled).collect();
        for (found, wanted) in pooled.iter().zip([0.5, 0.34, 0.16]) {
            assert!((found - wanted).abs() < 1e-9, "{pooled:?}");
        }
    }
}
