//! A bot of the league: it plays some of the deals of a configuration in place of the bots there.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use crate::games::{AnyGame, Block, Broken};
use balance_engine::tally::Tally;

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
    pub(super) fn play(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Block>, Broken> {
        let mut tally = Tally::new(self.game.sheet());
        let mut imagined = 0;
        for deal in self.deals(games) {
            match self.game.play_unless(seed, deal..deal + 1, stop)? {
                Some(block) => {
                    tally.merge(&block.tally);
                    imagined += block.imagined;
                }
                None => return Ok(None),
            }
        }
        let lines = Vec::new();
        Ok(Some(Block { tally, lines, imagined }))
    }
}
