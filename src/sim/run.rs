//! The run: which blocks are played, in what order they are added, and when it ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Pairs;
use crate::games::{AnyGame, Block, Broken, Line};
use crate::tally::Tally;

/// Game numbers in a block. Part of no result: any cut into blocks adds up to the same counts.
pub const GAMES_PER_BLOCK: u64 = 1_024;

/// Blocks of each configuration between two looks at the run: a quarter of those played, at least and at most so many.
/// Fixed by the number of the block alone, so that a run that ends by its results ends at the same game on any machine.
const MOST: u64 = 64;

/// Blocks of a run before the first look, unless a decision is expected sooner.
pub const FIRST_LOOK: u64 = 8;

/// What a configuration is compared with, game by game.
#[derive(Clone, Copy, Debug)]
pub enum Reference<'a> {
    /// Another configuration of the run.
    Configuration(usize),
    /// Games played before, from game number 0; more games than these are not compared.
    Stored(&'a [Line]),
}

/// What is to be played.
pub struct Run<'a> {
    /// The configurations.
    pub configurations: &'a [&'a dyn AnyGame],
    /// For each configuration, what it is compared with.
    pub reference: &'a [Option<Reference<'a>>],
    /// Rotations of each configuration.
    pub rotations: &'a [usize],
    /// Master seed.
    pub seed: u64,
    /// Game numbers to play of each configuration.
    pub games: u64,
    /// Blocks before the first look; at most [`FIRST_LOOK`].
    pub first_look: u64,
}

/// Watches a run from outside; called from several threads.
pub trait Watch: Sync {
    /// So many more games were played, over all configurations.
    fn played(&self, _games: u64) {}
    /// Everything so far, at fixed moments. A reason ends the run there.
    fn look(&self, _so_far: &Played) -> Option<String> {
        None
    }
}

impl Watch for () {}

/// What was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// One tally for each configuration.
    pub tallies: Vec<Tally>,
    /// Where there is a reference, the comparison with it.
    pub pairs: Vec<Option<Pairs>>,
    /// Game numbers played of each configuration.
    pub games: u64,
    /// Did somebody ask to stop before the end?
    pub interrupted: bool,
    /// Win counts at every look so far.
    #[serde(default)]
    pub looks: Vec<Look>,
    /// Why the run ended before its number of games, if a rule ended it.
    pub stopped: Option<String>,
}

/// How a run stood at a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// By configuration: games, and games won by each side.
    pub configurations: Vec<(u64, Vec<u64>)>,
}

impl Look {
    fn of(tallies: &[Tally]) -> Self {
        let of = |tally: &Tally| (tally.games, tally.side_wins.clone());
        Look {
            configurations: tallies.iter().map(of).collect(),
        }
    }
}

impl Run<'_> {
    /// Plays everything; ends at the next block once `stop` is set.
    ///
    /// # Errors
    /// The first game, in order of configuration and number, that broke its own rules.
    pub fn play(&self, stop: &AtomicBool, watch: &dyn Watch) -> Result<Played, Broken> {
        self.go_on(self.nothing(), stop, watch)
    }

    /// Nothing played yet.
    fn nothing(&self) -> Played {
        Played {
            tallies: self
                .configurations
                .iter()
                .map(|game| Tally::new(game.sheet()))
                .collect(),
            pairs: self.empty_pairs(),
            games: 0,
            looks: Vec::new(),
            interrupted: false,
            stopped: None,
        }
    }

    /// Goes on from whole blocks of the same run that were `played` before, to the same result as in one go.
    ///
    /// # Errors
    /// As [`Run::play`].
    pub fn go_on(&self, mut played: Played, stop: &AtomicBool, watch: &dyn Watch) -> Result<Played, Broken> {
        let blocks = self.games.div_ceil(GAMES_PER_BLOCK);
        let before = played.games / GAMES_PER_BLOCK;
        let (mut next, mut look) = (before, 0);
        while next < blocks {
            // Looks are where they would have been without the interruption.
            while look <= next {
                look += (look / 4).clamp(self.first_look, MOST);
            }
            let wave = next..look.min(blocks);
            let count = self.configurations.len();
            let done: Vec<Option<Result<Block, Broken>>> = (0..(wave.end - wave.start) as usize * count)
                .into_par_iter()
                .map(|task| self.play_task(wave.start + (task / count) as u64, task % count, stop, watch))
                .collect();
            let mut done = done.into_iter();
            for _ in wave.clone() {
                let Some(row) = done.by_ref().take(count).collect::<Option<Vec<_>>>() else {
                    played.interrupted = true;
                    return Ok(played);
                };
                played.add(&row.into_iter().collect::<Result<Vec<_>, _>>()?, self.reference);
            }
            next = wave.end;
            played.looks.push(Look::of(&played.tallies));
            played.stopped = watch.look(&played);
            if played.stopped.is_some() && next < blocks {
                return Ok(played);
            }
            played.stopped = None;
        }
        Ok(played)
    }

    fn play_task(
        &self,
        block: u64,
        configuration: usize,
        stop: &AtomicBool,
        watch: &dyn Watch,
    ) -> Option<Result<Block, Broken>> {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let first = block * GAMES_PER_BLOCK;
        let games = first..(first + GAMES_PER_BLOCK).min(self.games);
        let result = self.configurations[configuration].play_block(self.seed, games);
        if let Ok(block) = &result {
            watch.played(block.tally.games);
        }
        Some(result)
    }

    fn empty_pairs(&self) -> Vec<Option<Pairs>> {
        let pairs = |(index, reference): (usize, &Option<Reference<'_>>)| {
            reference.map(|_| Pairs::new(self.configurations[index].sheet(), self.rotations[index]))
        };
        self.reference.iter().enumerate().map(pairs).collect()
    }
}

impl Played {
    /// Adds one block of every configuration.
    fn add(&mut self, row: &[Block], references: &[Option<Reference<'_>>]) {
        for (index, block) in row.iter().enumerate() {
            self.tallies[index].merge(&block.tally);
            if let (Some(pairs), Some(reference)) = (&mut self.pairs[index], references[index]) {
                let lines = match reference {
                    Reference::Configuration(other) => &row[other].lines,
                    Reference::Stored(lines) => lines.get(self.games as usize..).unwrap_or_default(),
                };
                pairs.add(self.games, lines, &block.lines);
            }
        }
        self.games += row.first().map_or(0, |block| block.lines.len() as u64);
    }
}

/// Counts games for those who only want to know how many.
impl Watch for AtomicU64 {
    fn played(&self, games: u64) {
        self.fetch_add(games, Ordering::Relaxed);
    }
}
