//! A run played in shares by many machines, and put together again to what one machine would have played.
//!
//! The game numbers are cut into units by their number alone; share I of N has every N-th unit. So shares are even from
//! the first games on, and which machine played what cannot be seen in the result.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::checksum::Checksum;
use super::course::{Course, Look, stride};
use super::run::{Observer, Played, Run};
use super::{looks, rows, units};
use crate::experiment::Runner;
use balance_config::games::{Broken, GameBlock};
use balance_engine::tally::{GameId, Samples};

/// One of several equal shares of a run, counted from 0: `3/8` is the fourth of eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share {
    /// Which one, from 0.
    pub index: u32,
    /// Of how many.
    pub of: u32,
}

/// Most shares of a run.
pub const MOST_SHARES: u32 = 100_000;

impl Share {
    /// Share `index` of `of`.
    ///
    /// # Errors
    /// Says what is possible.
    pub fn new(index: u32, of: u32) -> Result<Self, String> {
        if of == 0 || of > MOST_SHARES {
            return Err(format!("a run has from 1 to {MOST_SHARES} shards"));
        }
        if index >= of {
            let last = of - 1;
            return Err(format!(
                "shards are counted from 0: those of {of} go from 0/{of} to {last}/{of}"
            ));
        }
        Ok(Share { index, of })
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').map(|(index, of)| (index.parse(), of.parse()));
        let Some((Ok(index), Ok(of))) = numbers else {
            return Err("write its number and how many there are, such as 0/8".to_owned());
        };
        Share::new(index, of)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.index, self.of)
    }
}

/// What a share has of the games up to a look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The look, as a game number: none of the games lies beyond it.
    pub until: u64,
    /// By look that is kept: what the share has of the games between it and the one before.
    pub looks: BTreeMap<u64, Look>,
    /// The units played: the first game of each, and the checksum of its counts. Together they make that of the piece.
    pub units: BTreeMap<u64, Checksum>,
    /// All of them added up; without looks.
    pub played: Played,
}

impl Piece {
    pub(super) fn checksum(&self) -> Checksum {
        checksum(&self.played, &self.looks)
    }
}

/// That of what was played and of what the looks counted of it.
fn checksum<'l>(played: &Played, looks: impl IntoIterator<Item = (&'l u64, &'l Look)>) -> Checksum {
    let looks = looks.into_iter().map(|(at, look)| Checksum::of_look(*at, look));
    looks.chain([Checksum::of_games(played)]).sum()
}

/// Games in a row of numbers, all of them of one share, and the look that they are counted for: the next one that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ShareUnit {
    games: Range<u64>,
    look: u64,
}

/// Rows of a share that are played at a time, about: enough for many threads, few enough to be listed.
const ROWS: usize = 16_384;

/// Which looks a share keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptLooks {
    /// All, where somebody asks something of the games at every look.
    Every,
    /// None but the last.
    Last,
}

impl Run<'_> {
    /// The units of a share of the games from `from` on, which keeps these looks.
    fn units(&self, share: Share, from: u64, kept: KeptLooks) -> Vec<ShareUnit> {
        let slow = self.slow();
        let looks: Vec<u64> = self.stretches(0).map(|(_, look)| look).collect();
        let thin = match kept {
            KeptLooks::Every => 1,
            KeptLooks::Last => stride((looks.len() as u64).saturating_sub(1)) as usize,
        };
        let kept = |look: u64| {
            let number = looks.partition_point(|each| *each < look) + 1;
            looks[number.next_multiple_of(thin).min(looks.len()) - 1]
        };
        let all = self.stretches(from).flat_map(|(games, look)| {
            let look = kept(look);
            units(games, slow).map(move |games| ShareUnit { games, look })
        });
        all.skip(share.index as usize).step_by(share.of as usize).collect()
    }

    /// The look at which pieces end that are not kept apart.
    fn last_look(&self) -> u64 {
        looks(self.first_look)
            .find(|look| *look >= self.games)
            .unwrap_or(self.games)
    }

    /// The units of which `pieces` are, if they are a share of this run.
    fn units_in(&self, pieces: &[Piece], share: Share, from: u64) -> Vec<ShareUnit> {
        let whole = |piece: &Piece| piece.until == self.last_look();
        let kept = if pieces.len() == 1 && pieces.iter().all(whole) {
            KeptLooks::Last
        } else {
            KeptLooks::Every
        };
        self.units(share, from, kept)
    }

    /// The game numbers of a share.
    #[cfg(test)]
    pub(super) fn units_of(&self, share: Share, from: u64) -> Vec<Range<u64>> {
        let units = self.units(share, from, KeptLooks::Every);
        units.into_iter().map(|unit| unit.games).collect()
    }

    /// The games from `from` on, cut at the looks; each stretch with the look at its end.
    fn stretches(&self, from: u64) -> impl Iterator<Item = (Range<u64>, u64)> {
        let mut next = from;
        let games = self.games;
        looks(self.first_look)
            .skip_while(move |look| *look <= from)
            .map_while(move |look| {
                let stretch = next..look.min(games);
                next = stretch.end;
                (!stretch.is_empty()).then_some((stretch, look))
            })
    }

    /// Plays a share of the games from `from` on; what lies between two looks that are kept is kept apart. None once it is to
    /// stop.
    ///
    /// # Errors
    /// The first game of the share, in order of number and configuration, that broke its own rules.
    pub fn play_share(
        &self,
        share: Share,
        from: u64,
        kept: KeptLooks,
        runner: Runner<'_>,
    ) -> Result<Option<Vec<Piece>>, Broken> {
        let until = (kept == KeptLooks::Last).then(|| self.last_look());
        let mut sharing = Sharing::new(self, self.units(share, from, kept), until);
        Ok(sharing.play(runner)?.then_some(sharing.pieces))
    }

    /// Plays the unit again that holds the `nth` game of a share, from 0 and round, and the games that its piece names: the first
    /// game of the unit, and whether all come to what `pieces` say. None where the share has no games.
    ///
    /// # Errors
    /// As [`Run::play_share`].
    pub fn play_again(
        &self,
        pieces: &[Piece],
        share: Share,
        from: u64,
        nth: u64,
    ) -> Result<Option<(u64, bool)>, Broken> {
        let mut units = self.units_in(pieces, share, from);
        let count = |unit: &ShareUnit| unit.games.end - unit.games.start;
        let mut left = nth.checked_rem(units.iter().map(count).sum()).unwrap_or(0);
        let holds = |unit: &ShareUnit| {
            let here = left < count(unit);
            left = left.saturating_sub(count(unit));
            here
        };
        let Some(at) = units.iter().position(holds) else {
            return Ok(None);
        };
        let unit = units.swap_remove(at);
        let game = unit.games.start;
        let mut sharing = Sharing::new(self, vec![unit], None);
        sharing.play(Runner::unwatched())?;
        let piece = pieces.iter().find(|piece| piece.units.contains_key(&game));
        let (Some(piece), Some(again)) = (piece, sharing.pieces.first()) else {
            return Ok(Some((game, false)));
        };
        let same = piece.units.get(&game) == again.units.get(&game) && adds_nothing(&piece.played, &again.played);
        Ok(Some((game, same && self.has_named(&piece.played)?)))
    }

    /// Do the games that are named in `played` come to all that it says of them when they are played again?
    fn has_named(&self, played: &Played) -> Result<bool, Broken> {
        let named = NamedGames::new(played);
        let unit = |game: &u64| ShareUnit {
            games: *game..*game + 1,
            look: 0,
        };
        let mut sharing = Sharing::new(self, named.games().iter().map(unit).collect(), None);
        sharing.play(Runner::unwatched())?;
        let again = sharing.pieces.first().map(|piece| NamedGames::new(&piece.played));
        Ok(again.is_none_or(|again| again == named))
    }

    /// What shows that `pieces` are not this share of the games from `from` on, if anything does.
    pub fn misfit_share(&self, pieces: &[Piece], share: Share, from: u64) -> Option<&'static str> {
        let units = self.units_in(pieces, share, from);
        let known = pieces.iter().flat_map(|piece| piece.units.keys().copied());
        if !known.eq(units.iter().map(|unit| unit.games.start)) {
            return Some("its units are not those of such a shard");
        }
        let mut before = None;
        for piece in pieces {
            let of_piece =
                |unit: &&ShareUnit| unit.look <= piece.until && before.is_none_or(|before| unit.look > before);
            let mut counted: BTreeMap<u64, u64> = BTreeMap::new();
            let mut members = vec![0; self.members.len()];
            let mine: Vec<&ShareUnit> = units.iter().filter(of_piece).collect();
            for unit in &mine {
                *counted.entry(unit.look).or_default() += unit.games.end - unit.games.start;
                for (count, member) in members.iter_mut().zip(&self.members) {
                    *count += member.count(&unit.games);
                }
            }
            let before_game = |end: u64| {
                let games = mine.iter().map(|unit| &unit.games);
                games.map(|games| games.end.min(end).saturating_sub(games.start)).sum()
            };
            let flaw = self.misfit_counts(&piece.played, before_game, &members, self.games);
            if flaw.is_some() {
                return Some("its counts are not those of such a shard");
            }
            let looks = piece.looks.iter().map(|(look, found)| (*look, self.deals_of(found)));
            if !looks.eq(counted.iter().map(|(look, games)| (*look, Some(*games)))) {
                return Some("its looks are not those of such a shard");
            }
            if piece.units.values().copied().sum::<Checksum>() != piece.checksum() {
                return Some("its sums are not those of its units");
            }
            before = Some(piece.until);
        }
        None
    }

    /// Puts pieces together to the run that they are of. `pieces` hands over those of every share that end at this look; asked
    /// for each look in order. Ends where a reason to end is found.
    ///
    /// # Errors
    /// Those of `pieces`.
    pub fn merge<E>(
        &self,
        mut pieces: impl FnMut(u64, &mut dyn FnMut(Piece)) -> Result<(), E>,
        observer: &dyn Observer,
    ) -> Result<Played, E> {
        let mut played = self.nothing();
        // By number of the look that is kept: what was counted since the one before. Thinned out as the course of a run is.
        let mut between: BTreeMap<u64, Look> = BTreeMap::new();
        let mut looks: Vec<u64> = Vec::new();
        let mut thin = 1;
        for (stretch, look) in self.stretches(0) {
            let more = stride(looks.len() as u64);
            if more > thin {
                thin = more;
                for (number, counts) in std::mem::take(&mut between) {
                    count(&mut between, number.next_multiple_of(thin), counts);
                }
            }
            looks.push(look);
            pieces(look, &mut |piece| {
                played.join(&piece.played);
                for (look, counts) in piece.looks {
                    let number = looks.partition_point(|each| *each < look) as u64 + 1;
                    count(&mut between, number.next_multiple_of(thin), counts);
                }
            })?;
            // Where nothing is asked of the games, they all come at the end.
            if played.games == stretch.end {
                let reason = observer.look(&played);
                played.stopped = reason.filter(|_| stretch.end < self.games);
            }
            if played.stopped.is_some() {
                break;
            }
        }
        played.looks = Course::of_sums(looks.len() as u64, between.into_values());
        Ok(played)
    }

    /// Game numbers counted in a look, if they are the same in each configuration.
    fn deals_of(&self, look: &Look) -> Option<u64> {
        let mut deals = look
            .configurations
            .iter()
            .zip(&self.rotations)
            .map(|((games, wins), rotations)| {
                let rotations = *rotations as u64;
                let whole = games % rotations == 0 && wins.iter().all(|wins| wins <= games);
                whole.then_some(games / rotations)
            });
        let first = deals.next()??;
        let same = look.configurations.len() == self.configurations.len() && deals.all(|each| each == Some(first));
        let sides = look.configurations.iter().zip(&self.configurations);
        let sides = sides.map(|((_, wins), game)| wins.len() == game.sheet().sides.len());
        (same && sides.fold(true, |all, each| all & each)).then_some(first)
    }
}

/// Games that are named in what was played, which adds up to no sum.
#[derive(PartialEq)]
struct NamedGames<'p> {
    /// By configuration, then by bot of the league.
    samples: Vec<(&'p Samples, [Option<GameId>; 3])>,
    /// By comparison.
    differing: Vec<[Option<u64>; 2]>,
}

impl<'p> NamedGames<'p> {
    fn new(played: &'p Played) -> Self {
        let tallies = played.tallies.iter().chain(&played.members);
        let pairs = played.pairs.iter().flatten();
        NamedGames {
            samples: tallies
                .map(|tally| {
                    let drama = &tally.drama;
                    (&tally.samples, [drama.held, drama.lost, drama.comeback])
                })
                .collect(),
            differing: pairs
                .map(|pairs| [pairs.first_changed, pairs.first_won_otherwise])
                .collect(),
        }
    }

    fn games(&self) -> BTreeSet<u64> {
        let of_tally = |(samples, drama): &(&Samples, [Option<GameId>; 3])| {
            let extremes = [samples.shortest, samples.longest].map(|extreme| extreme.map(|(_, id)| id));
            let lists = [
                &samples.sides, &samples.positions, &samples.bots, &samples.endings, &samples.counters,
                &samples.components,
            ];
            let single = extremes.iter().chain([&samples.nobody]).chain(drama);
            let all = single.chain(lists.into_iter().flatten()).flatten();
            let most = samples.most.iter().flatten().map(|(_, deal)| *deal);
            all.map(|id| id.game).chain(most).collect::<Vec<_>>()
        };
        let differing = self.differing.iter().flatten().flatten().copied();
        self.samples.iter().flat_map(of_tally).chain(differing).collect()
    }
}

/// Has `part` no game that would be named in place of one of `all`?
fn adds_nothing(all: &Played, part: &Played) -> bool {
    let mut both = all.clone();
    both.join(part);
    NamedGames::new(&both) == NamedGames::new(all)
}

/// Counts more for a look.
fn count(between: &mut BTreeMap<u64, Look>, look: u64, counts: Look) {
    match between.entry(look) {
        Entry::Occupied(mut sum) => sum.get_mut().join(&counts),
        Entry::Vacant(none) => drop(none.insert(counts)),
    }
}

/// Adds up the units of a share.
struct Sharing<'r> {
    run: &'r Run<'r>,
    units: Vec<ShareUnit>,
    /// The rows that are being played, and the unit that each is of.
    rows: Vec<(Range<u64>, usize)>,
    /// The look at which all pieces end, unless they are kept apart.
    until: Option<u64>,
    /// The unit being added up.
    unit: Played,
    pieces: Vec<Piece>,
}

impl<'r> Sharing<'r> {
    fn new(run: &'r Run<'r>, units: Vec<ShareUnit>, until: Option<u64>) -> Self {
        Sharing {
            rows: Vec::new(),
            units,
            until,
            unit: run.nothing(),
            pieces: Vec::new(),
            run,
        }
    }

    /// Plays all units, whole ones at a time. False once it is to stop.
    fn play(&mut self, runner: Runner<'_>) -> Result<bool, Broken> {
        let run = self.run;
        let slow = run.slow();
        let mut next = 0;
        while next < self.units.len() {
            self.rows.clear();
            while next < self.units.len() && self.rows.len() < ROWS {
                let games = self.units[next].games.clone();
                self.rows.extend(rows(games, slow).map(|row| (row, next)));
                next += 1;
            }
            let ranges: Vec<Range<u64>> = self.rows.iter().map(|row| row.0.clone()).collect();
            if run.play_rows(&ranges, runner, |row, blocks| self.add(row, &blocks))? < ranges.len() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes a whole unit into its piece.
    fn close(&mut self, unit: &ShareUnit) {
        let played = std::mem::replace(&mut self.unit, self.run.nothing());
        let until = self.until.unwrap_or(unit.look);
        if self.pieces.last().is_none_or(|piece| piece.until != until) {
            self.pieces.push(Piece {
                until,
                looks: BTreeMap::new(),
                units: BTreeMap::new(),
                played: self.run.nothing(),
            });
        }
        let Some(piece) = self.pieces.last_mut() else { return };
        let counts = Look::new(&played.tallies);
        let checksum = checksum(&played, [(&unit.look, &counts)]);
        piece
            .looks
            .entry(unit.look)
            .and_modify(|sum| sum.join(&counts))
            .or_insert(counts);
        piece.units.insert(unit.games.start, checksum);
        piece.played.join(&played);
    }

    /// Adds a row of all configurations.
    fn add(&mut self, row: usize, blocks: &[GameBlock]) {
        let (games, unit) = self.rows[row].clone();
        self.unit.add(games.start, blocks, &self.run.reference);
        if self.rows.get(row + 1).is_none_or(|next| next.1 != unit) {
            let unit = self.units[unit].clone();
            self.close(&unit);
        }
    }
}
