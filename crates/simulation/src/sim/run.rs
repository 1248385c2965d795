//! The run: which games are played, in what order they are added, and when it ends.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::Pairs;
use super::course::{Course, Look};
use super::{looks, rows};
use crate::experiment::{Runner, Subject, Task, TaskGroups};
use balance_config::games::{AnyGame, Broken, GameBlock, Line};
use balance_engine::tally::Tally;

/// Blocks of a run before the first look, unless a decision is expected sooner.
pub const FIRST_LOOK: u64 = 8;

/// What a configuration is compared with, game by game.
#[derive(Clone, Copy, Debug)]
pub enum Reference<'a> {
    /// Another configuration of the run.
    Configuration(usize),
    /// Games played before, from game number 0; more games than these are not compared.
    Stored {
        /// The games.
        lines: &'a [Line],
        /// The bots whose wins stand in them, as bits; what others win is not compared.
        bots: u16,
    },
}

/// What is to be played.
pub struct Run<'a> {
    /// The configurations.
    pub configurations: Vec<&'a dyn AnyGame>,
    /// For each configuration, what it is compared with.
    pub reference: Vec<Option<Reference<'a>>>,
    /// Rotations of each configuration.
    pub rotations: Vec<usize>,
    /// Bots of the league, which play some of the deals.
    pub members: Vec<LeagueShare<'a>>,
    /// Master seed.
    pub seed: u64,
    /// Game numbers to play of each configuration.
    pub games: u64,
    /// Blocks before the first look; at most [`FIRST_LOOK`].
    pub first_look: u64,
}

/// Looks at what a run has come to; called by one thread at a time.
pub trait Observer: Sync {
    /// Everything so far without a gap, whenever it has grown.
    fn grown(&self, _so_far: &Played) {}
    /// Everything so far, at fixed moments. A reason ends the run there.
    fn look(&self, _so_far: &Played) -> Option<String> {
        None
    }
}

impl Observer for () {}

/// What was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// One tally for each configuration.
    pub tallies: Vec<Tally>,
    /// Where there is a reference, the comparison with it.
    pub pairs: Vec<Option<Pairs>>,
    /// One tally for each bot of the league; in no other count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Tally>,
    /// Game numbers played of each configuration.
    pub games: u64,
    /// Did somebody ask to stop before the end?
    pub interrupted: bool,
    /// Win counts at looks so far.
    #[serde(default, skip_serializing_if = "Course::is_empty")]
    pub looks: Course,
    /// Why the run ended before its number of games, if a rule ended it.
    pub stopped: Option<String>,
}

/// Rows of games of all configurations and bots of the league.
struct RunRows<'r>(&'r Run<'r>, &'r [Range<u64>]);

impl TaskGroups for RunRows<'_> {
    type Block = GameBlock;

    fn groups(&self) -> usize {
        self.1.len()
    }

    fn width(&self, _: usize) -> usize {
        self.0.configurations.len() + self.0.members.len()
    }

    fn task(&self, row: usize, configuration: usize) -> Task {
        let deals = self.1[row].clone();
        let rotations = self.0.rotations.get(configuration);
        let of_member = || self.0.members[configuration - self.0.configurations.len()].count(&deals);
        Task {
            subject: Subject::Configuration(configuration),
            games: rotations.map_or_else(of_member, |rotations| (deals.end - deals.start) * *rotations as u64),
            deals,
        }
    }

    fn play(&self, row: usize, configuration: usize, stop: &AtomicBool) -> Result<Option<GameBlock>, Broken> {
        let (run, games) = (self.0, self.1[row].clone());
        match run.configurations.get(configuration) {
            Some(game) => game.play_unless(run.seed, games, stop),
            None => run.members[configuration - run.configurations.len()].play(run.seed, games, stop),
        }
    }
}

impl Run<'_> {
    /// Games that these deals come to, those of the league included.
    pub fn games_of(&self, deals: &Range<u64>) -> u64 {
        let rotations = self.rotations.iter().sum::<usize>() as u64;
        let members = self.members.iter().map(|member| member.count(deals));
        (deals.end - deals.start) * rotations + members.sum::<u64>()
    }

    /// Plays everything; ends at the next game once it is to stop.
    ///
    /// # Errors
    /// The first game, in order of number and configuration, that broke its own rules.
    pub fn play(&self, runner: Runner<'_>, observer: &dyn Observer) -> Result<Played, Broken> {
        self.go_on(self.nothing(), runner, observer)
    }

    /// Nothing played yet.
    pub(super) fn nothing(&self) -> Played {
        Played {
            tallies: self
                .configurations
                .iter()
                .map(|game| Tally::new(game.sheet()))
                .collect(),
            pairs: self.empty_pairs(),
            members: self.members.iter().map(|one| Tally::new(one.game.sheet())).collect(),
            ..Played::default()
        }
    }

    /// Goes on from what was `played` of the same run before, to the same result as in one go.
    ///
    /// # Errors
    /// As [`Run::play`].
    pub fn go_on(&self, mut played: Played, runner: Runner<'_>, observer: &dyn Observer) -> Result<Played, Broken> {
        // A look at the very last game played is taken again: a rule that ended the run there has to end it again.
        played.forget_last_look();
        let from = played.games;
        for look in looks(self.first_look).skip_while(|look| *look < from) {
            let until = look.min(self.games);
            played = self.play_until(until, played, runner, observer)?;
            if played.games < until {
                played.interrupted = true;
                return Ok(played);
            }
            if until > 0 {
                played.looks.push(Look::new(&played.tallies));
                played.stopped = observer.look(&played).filter(|_| until < self.games);
            }
            if played.stopped.is_some() || until == self.games {
                break;
            }
        }
        Ok(played)
    }

    /// What shows that `played` was not kept of this run, if anything does: its shape, its sums, or its looks.
    pub fn misfit(&self, played: &Played) -> Option<&'static str> {
        let members: Vec<u64> = self.members.iter().map(|one| one.count(&(0..played.games))).collect();
        let before = |end: u64| played.games.min(end);
        let flaw = self.misfit_counts(played, before, &members, played.games);
        flaw.or_else(|| self.misfit_looks(played))
    }

    /// The same for any game numbers before `below`, whatever the looks: `before` says how many of them lie before a game.
    /// Each bot of the league played so many of them as `members` says.
    pub(super) fn misfit_counts(
        &self,
        played: &Played,
        before: impl Fn(u64) -> u64,
        members: &[u64],
        below: u64,
    ) -> Option<&'static str> {
        let empty = self.nothing();
        let games = before(below);
        let rotations = |index: usize| self.rotations[index] as u64;
        let mut others = played.members.iter().zip(&empty.members).zip(members);
        if played.members.len() != empty.members.len()
            || !others.all(|((tally, empty), games)| tally.fits(empty, (*games, below), 1))
        {
            return Some("its counts of other bots are not those of such a run");
        }
        let mut tallies = played.tallies.iter().zip(&empty.tallies).enumerate();
        if played.games != games
            || played.tallies.len() != empty.tallies.len()
            || !tallies.all(|(index, (tally, empty))| tally.fits(empty, (games, below), rotations(index)))
        {
            return Some("its counts are not those of such a run");
        }
        let mut pairs = played.pairs.iter().zip(&empty.pairs).zip(&self.reference);
        let fits = |((mine, empty), reference): ((&Option<Pairs>, &Option<Pairs>), &Option<Reference<'_>>)| {
            let compared = match reference {
                Some(Reference::Stored { lines, .. }) => before(below.min(lines.len() as u64)),
                _ => games,
            };
            match (mine, empty) {
                (Some(mine), Some(empty)) => mine.fits(empty, compared, below),
                (None, None) => true,
                _ => false,
            }
        };
        if played.pairs.len() != empty.pairs.len() || !pairs.all(fits) {
            return Some("its comparisons are not those of such a run");
        }
        None
    }

    fn misfit_looks(&self, played: &Played) -> Option<&'static str> {
        let empty = self.nothing();
        let games = played.games;
        let rotations = |index: usize| self.rotations[index] as u64;
        let moments: Vec<u64> = looks(self.first_look).take_while(|look| *look < games).collect();
        let fits = |look: &Look, moment: u64| {
            let mut each = look.configurations.iter().zip(&empty.tallies).enumerate();
            look.configurations.len() == empty.tallies.len()
                && each.all(|(index, ((games, wins), empty))| {
                    Some(*games) == moment.checked_mul(rotations(index))
                        && wins.len() == empty.side_wins.len()
                        && wins.iter().all(|wins| wins <= games)
                })
        };
        let whole = played.looks.fits(&moments, fits);
        (!whole).then_some("its looks are not those of such a run")
    }

    /// Plays the games before `until`, or fewer once it is to stop: whole rows without a gap.
    fn play_until(
        &self,
        until: u64,
        mut played: Played,
        runner: Runner<'_>,
        observer: &dyn Observer,
    ) -> Result<Played, Broken> {
        let rows: Vec<Range<u64>> = rows(played.games..until, self.slow()).collect();
        self.play_rows(&rows, runner, |row, blocks| {
            played.add(rows[row].start, &blocks, &self.reference);
            observer.grown(&played);
        })?;
        Ok(played)
    }

    /// Does a bot of any configuration think for long? Others that do play few games, and in the first rows, which are short.
    pub(super) fn slow(&self) -> bool {
        self.configurations.iter().copied().any(AnyGame::slow)
    }

    /// Plays `rows` on all cores and gives them to `take` in their order; says how many. Fewer than all once it is to stop.
    pub(super) fn play_rows(
        &self,
        rows: &[Range<u64>],
        runner: Runner<'_>,
        take: impl FnMut(usize, Vec<GameBlock>) + Send,
    ) -> Result<usize, Broken> {
        runner.in_order(&RunRows(self, rows), take)
    }

    fn empty_pairs(&self) -> Vec<Option<Pairs>> {
        let pairs = |(index, reference): (usize, &Option<Reference<'_>>)| {
            let (sheet, rotations) = (self.configurations[index].sheet(), self.rotations[index]);
            reference.map(|reference| match reference {
                Reference::Configuration(_) => Pairs::new(sheet, rotations),
                Reference::Stored { bots, .. } => Pairs::new(sheet, rotations).with_bots(sheet, bots),
            })
        };
        self.reference.iter().enumerate().map(pairs).collect()
    }
}

impl Played {
    /// Forgets a look taken after the last game played and what came of it, so that it can be taken again. So a run is
    /// kept.
    pub fn forget_last_look(&mut self) {
        self.looks.forget(&Look::new(&self.tallies));
        self.stopped = None;
        self.interrupted = false;
    }

    /// Adds one block of every configuration and then of every bot of the league, whose first game is `first`.
    pub(super) fn add(&mut self, first: u64, blocks: &[GameBlock], references: &[Option<Reference<'_>>]) {
        let (row, members) = blocks.split_at(self.tallies.len().min(blocks.len()));
        let filled = |(_, block): &(&mut Tally, &GameBlock)| block.tally.games > 0;
        for (tally, block) in self.members.iter_mut().zip(members).filter(filled) {
            tally.merge(&block.tally);
        }
        for (index, block) in row.iter().enumerate() {
            self.tallies[index].merge(&block.tally);
            if let (Some(pairs), Some(reference)) = (&mut self.pairs[index], references[index]) {
                let lines = match reference {
                    Reference::Configuration(other) => &row[other].lines,
                    Reference::Stored { lines, .. } => lines.get(first as usize..).unwrap_or_default(),
                };
                pairs.add(first, lines, &block.lines);
            }
        }
        self.games += row.first().map_or(0, |block| block.lines.len() as u64);
    }

    /// Adds what was played of other games of the same run, but not its looks.
    pub(super) fn join(&mut self, other: &Played) {
        for (mine, theirs) in self.tallies.iter_mut().zip(&other.tallies) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.members.iter_mut().zip(&other.members) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.pairs.iter_mut().zip(&other.pairs) {
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                mine.merge(theirs);
            }
        }
        self.games += other.games;
    }
}

/// One of `of` bots that share the deals of a configuration among them: the first plays deals 0, `of`, twice `of`, and so on
/// up to `games` of them, the next the deals after these. So which deals it plays follows from their numbers alone, and all
/// of them together play no more deals than the run.
#[derive(Clone, Copy)]
pub struct LeagueShare<'a> {
    /// The configuration with this bot at every seat; without rotation.
    pub game: &'a dyn AnyGame,
    /// Which one it is, from 0.
    pub index: u64,
    /// Of how many.
    pub of: u64,
    /// Deals at most.
    pub games: u64,
}

impl LeagueShare<'_> {
    /// How many of the deals `games` it plays.
    pub fn count(&self, games: &Range<u64>) -> u64 {
        // Of the deals before `end`.
        let before = |end: u64| end.saturating_sub(self.index).div_ceil(self.of.max(1)).min(self.games);
        before(games.end).saturating_sub(before(games.start))
    }

    /// The deals it plays of `games`.
    pub(super) fn deals(&self, games: Range<u64>) -> impl Iterator<Item = u64> {
        let of = self.of.max(1);
        let first = games.start + (self.index + of - games.start % of) % of;
        let most = self.games;
        (first..games.end)
            .step_by(of as usize)
            .take_while(move |deal| deal / of < most)
    }

    /// Plays its part of the deals `games`; none once `stop` is set.
    ///
    /// # Errors
    /// The first game that broke its own rules.
    pub(super) fn play(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<GameBlock>, Broken> {
        let mut tally = Tally::new(self.game.sheet());
        let mut imagined = 0;
        for deal in self.deals(games) {
            let Some(block) = self.game.play_unless(seed, deal..deal + 1, stop)? else {
                return Ok(None);
            };
            tally.merge(&block.tally);
            imagined += block.imagined;
        }
        let lines = Vec::new();
        Ok(Some(GameBlock { tally, lines, imagined }))
    }
}
