//! Exact counts of what happened in a set of games. Integers only, so tallies merge in any order to the same bytes.
//!
//! Knows names only through the [`Sheet`] that gave it its shape; knows no statistics.

mod samples;
#[cfg(test)]
mod tests;

use crate::{ComponentSet, MAX_SEATS, MOVES_MAX, Sheet};
use samples::{keep, keep_most};
use serde::{Deserialize, Serialize};

pub use samples::{GameId, Samples};

/// Shares of a win are counted in this unit, the least common multiple of 1 to 16, so every even split is whole.
pub const SHARE_UNIT: u64 = 720_720;

/// Most games of one configuration, rotations counted singly. Whoever plays more would have to count otherwise: sums of
/// shares, turns and counters over so many games fit into 64 bits, those of squares into 128.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// More turns, or events of one kind, than any game has: no rule lets a game go on for more than 5,000 turns.
pub const MOST_IN_A_GAME: u64 = 10_000_000;

/// So many points lie between the least and the most that a side can have.
pub const MOST_POINTS: u32 = 100_000;

const _: () = assert!(SHARE_UNIT.checked_mul(MOST_GAMES).is_some());
const _: () = assert!(MOST_IN_A_GAME.checked_mul(MOST_GAMES).is_some());
const _: () = assert!((u32::MAX as u128).pow(2).checked_mul(MOST_GAMES as u128).is_some());

/// Most different bots at one table.
pub const MAX_BOTS: usize = 16;

/// One seat of a finished game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatResult {
    /// Index of its role.
    pub role: u8,
    /// Place in turn order.
    pub position: u8,
    /// Index of its bot.
    pub bot: u8,
    /// Did it win?
    pub won: bool,
}

/// One finished game, as the tally needs it.
#[derive(Clone, Copy, Debug, Default)]
pub struct FinishedGame {
    /// Which game it is.
    pub id: GameId,
    /// Every seat; only those of the table are used.
    pub seats: [SeatResult; MAX_SEATS],
    /// Seats that won.
    pub winners: u8,
    /// Sides that won, as bits.
    pub sides_won: u16,
    /// Sides that took part, as bits.
    pub sides_in_play: u16,
    /// Index of the ending.
    pub ending: u8,
    /// Turns.
    pub turns: u32,
    /// Choices made by bots.
    pub decisions: u32,
    /// Moves to choose from, over all decisions.
    pub options: u32,
    /// Moves without an alternative.
    pub forced: u32,
    /// Components in the game.
    pub components: ComponentSet,
}

/// Deals by how many seats a subject took in their games, and how many of these won; in that order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appearances {
    counts: Vec<((u16, u16), u64)>,
}

impl Appearances {
    fn add(&mut self, seated: (u16, u16), deals: u64) {
        match self.counts.binary_search_by_key(&seated, |row| row.0) {
            Ok(at) => self.counts[at].1 += deals,
            Err(at) => self.counts.insert(at, (seated, deals)),
        }
    }

    /// Every (seats, seats that won, deals) that occurred.
    pub fn rows(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        self.counts
            .iter()
            .map(|((seats, won), deals)| (u64::from(*seats), u64::from(*won), *deals))
    }

    /// Seats taken in all games, and those that won.
    pub fn totals(&self) -> (u64, u64) {
        self.rows().fold((0, 0), |(seats, won), (a, w, deals)| {
            (seats + a * deals, won + w * deals)
        })
    }

    /// How many deals, if these could be of deals of at most `most` seats.
    fn deals(&self, most: u64) -> Option<u64> {
        let seats = |(seats, won, _): (u64, u64, u64)| won <= seats && seats <= most;
        let sound = self.counts.is_sorted_by(|a, b| a.0 < b.0) && self.rows().all(seats);
        sum(self.rows().map(|row| row.2)).filter(|_| sound)
    }
}

/// What the games of a deal have given so far: seats by role and by bot, with those that won, wins by position and by nobody,
/// and by counter its sum and the games with at least one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OpenDeal {
    deal: u64,
    roles: [(u16, u16); MAX_BOTS],
    bots: [(u16, u16); MAX_BOTS],
    positions: [u8; MAX_SEATS],
    nobody: u8,
    counters: Vec<u32>,
    games_with: Vec<u8>,
}

/// Sum, sum of squares and number of games with at least one, of a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterSums {
    /// Sum over all games.
    pub sum: u64,
    /// Sum of the squares of what deals have, all games of each together.
    pub squares: u128,
    /// Games in which it was above zero.
    pub games: u64,
}

/// What players had to choose from, over a set of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// Choices between at least two moves.
    pub decisions: u64,
    /// Moves to choose from, over all decisions.
    pub options: u64,
    /// Moves without an alternative.
    pub forced: u64,
}

impl Choices {
    fn add(&mut self, other: Choices) {
        self.decisions = self.decisions.saturating_add(other.decisions);
        self.options = self.options.saturating_add(other.options);
        self.forced = self.forced.saturating_add(other.forced);
    }

    /// Moves to choose from in a decision, and the share of moves without an alternative; none where there was nothing to choose.
    pub fn means(self) -> Option<(f64, f64)> {
        let decisions = self.decisions as f64;
        (self.decisions > 0).then(|| {
            (
                self.options as f64 / decisions,
                self.forced as f64 / (decisions + self.forced as f64),
            )
        })
    }
}

/// Exact counts of a set of games of one configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    players: usize,
    /// Games played, rotations counted singly.
    pub games: u64,
    /// Game numbers played.
    pub units: u64,
    /// By side: games won.
    pub side_wins: Vec<u64>,
    /// By side: games in which it took part.
    pub side_games: Vec<u64>,
    /// By side: its fair share summed over games, in each an even part of the wins among the sides that took part, in
    /// [`SHARE_UNIT`]s.
    pub side_fair: Vec<u64>,
    /// By side: game numbers by how many of their rotations it won.
    pub side_by_rotation: Vec<Vec<u64>>,
    /// By ending: game numbers by how many of their rotations ended so.
    pub ending_by_rotation: Vec<Vec<u64>>,
    /// By position: game numbers by how many of their rotations it won.
    pub position_by_rotation: Vec<Vec<u64>>,
    /// By counter: game numbers by how many of their rotations had at least one.
    pub counter_by_rotation: Vec<Vec<u64>>,
    /// Game numbers by how many of their rotations nobody won.
    pub nobody_by_rotation: Vec<u64>,
    /// Games that nobody won.
    pub nobody: u64,
    /// By role.
    pub roles: Vec<Appearances>,
    /// By bot.
    pub bots: Vec<Appearances>,
    /// By position: games by number of winners when it won; index 0 counts the games it did not win.
    pub positions: Vec<Vec<u64>>,
    /// By pair of positions, row by row: games that both won.
    pub position_pairs: Vec<u64>,
    /// By role and position, row by row: (seats, won).
    pub role_positions: Vec<(u64, u64)>,
    /// By ending: games.
    pub endings: Vec<u64>,
    /// By ending and side, row by row: games that ended so and that the side won.
    pub ending_wins: Vec<u64>,
    /// Turns.
    pub turns: Histogram,
    /// Choices made by bots.
    pub decisions: Histogram,
    /// What there was to choose from; nothing in tallies of earlier versions.
    #[serde(default)]
    pub choices: Choices,
    /// By ending: turns.
    pub turns_by_ending: Vec<Histogram>,
    /// By counter.
    pub counters: Vec<CounterSums>,
    /// By component: games with it.
    pub component_games: Vec<u64>,
    /// By component and side, row by row: games with it that the side won.
    pub component_wins: Vec<u64>,
    /// Of the last counters of the sheet, which are of scores: games by each number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Histogram>,
    /// Who was ahead and behind while games went on.
    #[serde(default)]
    pub drama: Drama,
    /// Games worth looking at.
    #[serde(default)]
    pub samples: Samples,
    #[serde(skip)]
    open: OpenDeal,
}

impl Tally {
    /// An empty tally of the shape that `sheet` describes.
    pub fn new(sheet: &Sheet) -> Self {
        let sides = sheet.sides.len();
        Tally {
            players: sheet.players,
            games: 0,
            units: 0,
            side_wins: vec![0; sides],
            side_games: vec![0; sides],
            side_fair: vec![0; sides],
            side_by_rotation: vec![Vec::new(); sides],
            ending_by_rotation: vec![Vec::new(); sheet.endings.len()],
            position_by_rotation: vec![Vec::new(); sheet.players],
            counter_by_rotation: vec![Vec::new(); sheet.counters.len()],
            nobody_by_rotation: Vec::new(),
            nobody: 0,
            roles: vec![Appearances::default(); sheet.roles.len()],
            bots: vec![Appearances::default(); sheet.bots.len()],
            // As many as tallies had when no table was larger, so that these still fit.
            positions: vec![vec![0; sheet.players.max(10) + 1]; sheet.players],
            position_pairs: vec![0; sheet.players * sheet.players],
            role_positions: vec![(0, 0); sheet.roles.len() * sheet.players],
            endings: vec![0; sheet.endings.len()],
            ending_wins: vec![0; sheet.endings.len() * sides],
            turns: Histogram::default(),
            decisions: Histogram::default(),
            choices: Choices::default(),
            turns_by_ending: vec![Histogram::default(); sheet.endings.len()],
            counters: vec![CounterSums::default(); sheet.counters.len()],
            component_games: vec![0; sheet.components.len()],
            component_wins: vec![0; sheet.components.len() * sides],
            scores: vec![Histogram::default(); sheet.score_counters().len()],
            drama: Drama::default(),
            samples: Samples::new(sheet),
            open: OpenDeal::default(),
        }
    }

    /// Counts one game with its `counts`, in the order of the sheet's counters.
    pub fn add(&mut self, unit: &FinishedGame, counts: &[u32]) {
        self.games += 1;
        self.samples.add(unit, counts);
        let in_play = u64::from(unit.sides_in_play.count_ones().max(1));
        let even = u64::from(unit.sides_won.count_ones()) * SHARE_UNIT / in_play;
        for side in 0..self.side_wins.len() {
            if unit.sides_in_play >> side & 1 == 1 {
                self.side_games[side] += 1;
                self.side_fair[side] += even;
            }
            let won = u64::from(unit.sides_won >> side & 1);
            self.side_wins[side] += won;
            self.ending_wins[unit.ending as usize * self.side_wins.len() + side] += won;
        }
        self.nobody += u64::from(unit.winners == 0);
        self.open.nobody += u8::from(unit.winners == 0);
        self.open.deal = unit.id.game;
        self.add_seats(unit);
        self.endings[unit.ending as usize] += 1;
        self.turns.add(unit.turns);
        self.turns_by_ending[unit.ending as usize].add(unit.turns);
        self.decisions.add(unit.decisions);
        self.choices.add(Choices {
            decisions: u64::from(unit.decisions),
            options: u64::from(unit.options),
            forced: u64::from(unit.forced),
        });
        self.open.counters.resize(counts.len(), 0);
        self.open.games_with.resize(counts.len(), 0);
        let of_deal = self.open.counters.iter_mut().zip(&mut self.open.games_with);
        for ((sum, games), &count) in of_deal.zip(counts) {
            // A number that verdicts can rely on, far beyond what any game comes to.
            *sum += count.min(MOVES_MAX);
            *games += u8::from(count > 0);
        }
        let of_scores = counts.len().saturating_sub(self.scores.len());
        for (scores, points) in self.scores.iter_mut().zip(&counts[of_scores..]) {
            scores.add(*points);
        }
        let sides = self.side_wins.len();
        let (games, wins) = (&mut self.component_games, &mut self.component_wins);
        unit.components.each(|component| {
            games[component] += 1;
            for side in 0..sides {
                wins[component * sides + side] += u64::from(unit.sides_won >> side & 1);
            }
        });
    }

    fn add_seats(&mut self, unit: &FinishedGame) {
        let mut winners = [0usize; MAX_SEATS];
        let mut count = 0;
        for seating in &unit.seats[..self.players] {
            let won = u16::from(seating.won);
            for (seats, wins) in [
                &mut self.open.roles[seating.role as usize & (MAX_BOTS - 1)],
                &mut self.open.bots[seating.bot as usize & (MAX_BOTS - 1)],
            ] {
                *seats += 1;
                *wins += won;
            }
            let cell = &mut self.role_positions[seating.role as usize * self.players + seating.position as usize];
            cell.0 += 1;
            cell.1 += u64::from(won);
            let shared_by = if seating.won { unit.winners as usize } else { 0 };
            self.positions[seating.position as usize][shared_by] += 1;
            if seating.won {
                self.open.positions[seating.position as usize] += 1;
                winners[count] = seating.position as usize;
                count += 1;
            }
        }
        for a in &winners[..count] {
            for b in &winners[..count] {
                self.position_pairs[a * self.players + b] += 1;
            }
        }
    }

    /// Closes a game number: how many of its `rotations` each side won, and how many ended in each way.
    pub fn close_game(&mut self, wins: &[u8], endings: &[u8], rotations: usize) {
        self.units += 1;
        let mut open = std::mem::take(&mut self.open);
        let of_deal = open.counters.iter().zip(&open.games_with);
        for ((sums, most), (&sum, &games)) in self.counters.iter_mut().zip(&mut self.samples.most).zip(of_deal) {
            sums.sum += u64::from(sum);
            sums.squares += u128::from(sum).pow(2);
            sums.games += u64::from(games);
            keep_most(most, (sum > 0).then_some((sum, open.deal)));
        }
        for (table, seated) in [(&mut self.roles, &open.roles), (&mut self.bots, &open.bots)] {
            for (appearances, seated) in table.iter_mut().zip(seated) {
                appearances.add(*seated, 1);
            }
        }
        for (by_rotation, of_game) in [
            (&mut *self.side_by_rotation, wins),
            (&mut *self.ending_by_rotation, endings),
            (&mut *self.position_by_rotation, &open.positions),
            (&mut *self.counter_by_rotation, &open.games_with),
            (std::slice::from_mut(&mut self.nobody_by_rotation), &[open.nobody]),
        ] {
            for (counts, &times) in by_rotation.iter_mut().zip(of_game) {
                counts.resize(rotations + 1, 0);
                counts[times as usize] += 1;
            }
        }
        // Their memory serves the next deal.
        open.counters.clear();
        open.games_with.clear();
        (self.open.counters, self.open.games_with) = (open.counters, open.games_with);
    }

    /// Adds another set of games of the same configuration.
    pub fn merge(&mut self, other: &Tally) {
        debug_assert_eq!(self.players, other.players, "tallies of one configuration");
        self.games += other.games;
        self.units += other.units;
        self.nobody += other.nobody;
        for (mine, theirs) in [
            (&mut self.side_wins, &other.side_wins),
            (&mut self.side_games, &other.side_games),
            (&mut self.side_fair, &other.side_fair),
            (&mut self.nobody_by_rotation, &other.nobody_by_rotation),
            (&mut self.endings, &other.endings),
            (&mut self.ending_wins, &other.ending_wins),
            (&mut self.position_pairs, &other.position_pairs),
            (&mut self.component_games, &other.component_games),
            (&mut self.component_wins, &other.component_wins),
        ] {
            add_all(mine, theirs);
        }
        for (mine, theirs) in [
            (&mut self.side_by_rotation, &other.side_by_rotation),
            (&mut self.ending_by_rotation, &other.ending_by_rotation),
            (&mut self.position_by_rotation, &other.position_by_rotation),
            (&mut self.counter_by_rotation, &other.counter_by_rotation),
            (&mut self.positions, &other.positions),
        ] {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                add_all(mine, theirs);
            }
        }
        merge_seated(&mut self.roles, &other.roles);
        merge_seated(&mut self.bots, &other.bots);
        for (mine, theirs) in self.role_positions.iter_mut().zip(&other.role_positions) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
        self.drama.merge(&other.drama);
        self.samples.merge(&other.samples);
        self.turns.merge(&other.turns);
        self.decisions.merge(&other.decisions);
        self.choices.add(other.choices);
        for (mine, theirs) in self.turns_by_ending.iter_mut().zip(&other.turns_by_ending) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.scores.iter_mut().zip(&other.scores) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.counters.iter_mut().zip(&other.counters) {
            mine.sum += theirs.sum;
            mine.squares += theirs.squares;
            mine.games += theirs.games;
        }
    }
}

fn merge_seated(mine: &mut [Appearances], theirs: &[Appearances]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        theirs
            .counts
            .iter()
            .for_each(|(seated, deals)| mine.add(*seated, *deals));
    }
}

fn add_all(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine += theirs;
    }
}

/// Moments of a game that are looked at: when each tenth of its turns is over.
pub const MARKS: usize = 10;

/// The moment at which half of the turns are over.
pub const HALF: usize = MARKS / 2 - 1;

/// Who was alone in front, or alone behind, at each moment; empty in a game that keeps no count of progress.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drama {
    /// Games watched.
    pub games: u64,
    /// By moment: deals by how many of their games had a side alone in front, and how many of these it won.
    pub led: [Appearances; MARKS],
    /// By moment: the same of a side alone behind.
    pub behind: [Appearances; MARKS],
    /// By moment and side: games in which it was alone in front, and those of them that it won; empty in tallies of earlier versions.
    #[serde(default)]
    pub leads: [Vec<(u64, u64)>; MARKS],
    /// How often the side alone in front was another than before, over all games.
    pub changes: u64,
    /// Sum of squares of that number by game.
    pub changes_squared: u128,
    /// The first game that the side alone in front at half time wins.
    #[serde(default)]
    pub held: Option<GameId>,
    /// The first game that it does not win.
    #[serde(default)]
    pub lost: Option<GameId>,
    /// The first game that the side alone behind at half time wins.
    #[serde(default)]
    pub comeback: Option<GameId>,
    /// By moment, of the games of a deal so far: those with a side alone in front that it won, and the same of one behind.
    #[serde(skip)]
    open: [[(u16, u16); MARKS]; 2],
}

impl Drama {
    /// Counts a game at a moment: did the side alone in front win it, and did the side alone behind? None where there was none.
    pub fn stand(&mut self, mark: usize, id: GameId, leader_won: Option<bool>, last_won: Option<bool>) {
        for (open, won) in self.open.iter_mut().zip([leader_won, last_won]) {
            open[mark].0 += u16::from(won.is_some());
            open[mark].1 += u16::from(won == Some(true));
        }
        let seen = |told: bool| (told && mark == HALF).then_some(id);
        keep(&mut self.held, seen(leader_won == Some(true)));
        keep(&mut self.lost, seen(leader_won == Some(false)));
        keep(&mut self.comeback, seen(last_won == Some(true)));
    }

    /// Counts a game in which this side was alone in front at a moment.
    pub fn lead(&mut self, mark: usize, side: usize, won: bool) {
        let leads = &mut self.leads[mark];
        leads.resize(leads.len().max(side + 1), (0, 0));
        leads[side].0 += 1;
        leads[side].1 += u64::from(won);
    }

    /// Closes a game number.
    pub fn close_deal(&mut self) {
        let [led, behind] = std::mem::take(&mut self.open);
        for (table, open) in [(&mut self.led, led), (&mut self.behind, behind)] {
            for (appearances, seated) in table.iter_mut().zip(open).filter(|(_, seated)| seated.0 > 0) {
                appearances.add(seated, 1);
            }
        }
    }

    /// Could these be counts of so many game numbers, each played `rotations` times?
    fn fits(&self, units: u64, rotations: u64, known: impl Fn(Option<GameId>) -> bool) -> bool {
        let games = units * rotations;
        let among = |each: &Appearances| each.deals(rotations).is_some_and(|deals| deals <= units);
        self.games <= games
            && self.led.iter().chain(&self.behind).all(among)
            && self
                .leads
                .iter()
                .flatten()
                .all(|(led, won)| won <= led && *led <= games)
            && u128::from(self.changes) <= self.changes_squared
            && self.changes_squared <= u128::from(games) * u128::from(MOST_IN_A_GAME).pow(2)
            && [self.held, self.lost, self.comeback].into_iter().all(known)
    }

    /// Adds another set of games.
    pub fn merge(&mut self, other: &Drama) {
        self.games += other.games;
        self.changes += other.changes;
        self.changes_squared += other.changes_squared;
        keep(&mut self.held, other.held);
        keep(&mut self.lost, other.lost);
        keep(&mut self.comeback, other.comeback);
        merge_seated(&mut self.led, &other.led);
        merge_seated(&mut self.behind, &other.behind);
        for (mine, theirs) in self.leads.iter_mut().zip(&other.leads) {
            mine.resize(mine.len().max(theirs.len()), (0, 0));
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                mine.0 += theirs.0;
                mine.1 += theirs.1;
            }
        }
    }
}

/// How often each value occurred: `counts[value]`. Grows to the largest value seen, so memory depends on the length of
/// games, not on their number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts one value.
    #[inline]
    pub fn add(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    /// Adds another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        add_all(&mut self.counts, &other.counts);
    }

    /// Every value that occurred with its count, smallest first.
    pub fn rows(&self) -> impl Iterator<Item = (u32, u64)> {
        self.counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(value, count)| (value as u32, *count))
    }

    /// Values counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl FromIterator<(u32, u64)> for Histogram {
    fn from_iter<I: IntoIterator<Item = (u32, u64)>>(rows: I) -> Self {
        let mut counts = Vec::new();
        for (value, count) in rows {
            if counts.len() <= value as usize {
                counts.resize(value as usize + 1, 0);
            }
            counts[value as usize] += count;
        }
        Histogram { counts }
    }
}

impl Tally {
    /// Could these be counts of `units` game numbers, each `below` the second, played `rotations` times, of the game that
    /// `empty` is for? Says nothing about whether they are.
    pub fn fits(&self, empty: &Tally, (units, below): (u64, u64), rotations: u64) -> bool {
        let Some(games) = units.checked_mul(rotations).filter(|games| *games <= MOST_GAMES) else {
            return false;
        };
        let same =
            |mine: &[u64], theirs: &[u64]| mine.len() == theirs.len() && mine.iter().all(|count| *count <= games);
        let shares = |mine: &[u64], theirs: &[u64]| {
            mine.len() == theirs.len() && mine.iter().all(|share| *share <= games * SHARE_UNIT)
        };
        let by_rotation = |mine: &[Vec<u64>], theirs: &[Vec<u64>]| {
            let fits = |counts: &Vec<u64>| {
                counts.is_empty() && units == 0
                    || counts.len() as u64 == rotations + 1 && sum(counts.iter().copied()) == Some(units)
            };
            mine.len() == theirs.len() && mine.iter().all(fits)
        };
        let appearances = |mine: &[Appearances], theirs: &[Appearances]| {
            let fits = |each: &Appearances| each.deals(MAX_SEATS as u64 * rotations) == Some(units);
            mine.len() == theirs.len() && mine.iter().all(fits)
        };
        let total = |histogram: &Histogram, games: u64| sum(histogram.rows().map(|row| row.1)) == Some(games);
        let counter = |(each, most): (&CounterSums, &Option<(u32, u64)>)| {
            let most = u128::from(most.map_or(0, |(most, _)| most));
            each.games <= games
                && most <= u128::from(MOST_IN_A_GAME * rotations)
                && u128::from(each.sum) <= most * u128::from(each.games)
                && u128::from(each.sum) <= each.squares
                && each.squares <= most * u128::from(each.sum)
        };
        let known = |id: Option<GameId>| id.is_none_or(|id| id.game < below && u64::from(id.rotation) < rotations);
        (self.games, self.units) == (games, units)
            && self.nobody <= games
            && self.players == empty.players
            && same(&self.side_wins, &empty.side_wins)
            && same(&self.side_games, &empty.side_games)
            && shares(&self.side_fair, &empty.side_fair)
            && by_rotation(&self.side_by_rotation, &empty.side_by_rotation)
            && by_rotation(&self.ending_by_rotation, &empty.ending_by_rotation)
            && by_rotation(&self.position_by_rotation, &empty.position_by_rotation)
            && by_rotation(&self.counter_by_rotation, &empty.counter_by_rotation)
            && by_rotation(std::slice::from_ref(&self.nobody_by_rotation), &[Vec::new()])
            && appearances(&self.roles, &empty.roles)
            && appearances(&self.bots, &empty.bots)
            && self.positions.len() == empty.positions.len()
            && self
                .positions
                .iter()
                .zip(&empty.positions)
                .all(|(mine, theirs)| same(mine, theirs))
            && same(&self.position_pairs, &empty.position_pairs)
            && self.role_positions.len() == empty.role_positions.len()
            && self
                .role_positions
                .iter()
                .all(|(seats, won)| won <= seats && *seats <= games.saturating_mul(16))
            && same(&self.endings, &empty.endings)
            && same(&self.ending_wins, &empty.ending_wins)
            && sum(self.endings.iter().copied()) == Some(games)
            && total(&self.turns, games)
            && total(&self.decisions, games)
            && self.turns_by_ending.len() == empty.turns_by_ending.len()
            && self
                .turns_by_ending
                .iter()
                .zip(&self.endings)
                .all(|(turns, games)| total(turns, *games))
            && self.scores.len() == empty.scores.len()
            && self.scores.iter().all(|scores| total(scores, games))
            && self.counters.len() == empty.counters.len()
            && self.counters.iter().zip(&self.samples.most).all(counter)
            && same(&self.component_games, &empty.component_games)
            && same(&self.component_wins, &empty.component_wins)
            && self.drama.fits(units, rotations, known)
            && self.samples.fits(&empty.samples, known)
    }
}

/// None where the sum is beyond what can be counted.
fn sum(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0u64, u64::checked_add)
}
