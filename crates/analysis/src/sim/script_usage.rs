//! What the lines of scripts have to say in the first deals of a configuration: played on all cores, added up in order.

use std::ops::Range;

use super::rows;
use crate::experiment::{Runner, Subject, Task};
use crate::games::script_usage::Said;
use crate::games::{AnyGame, Broken};

/// Deals of a configuration whose bots are listened to.
pub struct Hearing<'a> {
    /// What is played.
    pub game: &'a dyn AnyGame,
    /// Which of the configurations it is, counted as [`Subject::Configuration`].
    pub configuration: usize,
    /// Times that each deal is played, the bots shifted.
    pub rotations: usize,
    /// Master seed.
    pub seed: u64,
    /// Deals, from 0.
    pub deals: u64,
}

impl Hearing<'_> {
    /// What the scripts say, by bot; none once it is to stop. The same for any number of threads.
    ///
    /// # Errors
    /// The first game that broke its own rules.
    pub fn listen(&self, runner: Runner<'_>) -> Result<Option<Vec<Said>>, Broken> {
        let rows: Vec<Range<u64>> = rows(0..self.deals, self.game.slow()).collect();
        self.listen_to(&rows, runner)
    }

    /// The same of deals that are cut into these rows.
    pub(super) fn listen_to(&self, rows: &[Range<u64>], runner: Runner<'_>) -> Result<Option<Vec<Said>>, Broken> {
        let task = |deals: &Range<u64>| Task {
            subject: Subject::Configuration(self.configuration),
            deals: deals.clone(),
            games: (deals.end - deals.start) * self.rotations as u64,
        };
        let all = runner.map(rows, task, |deals| {
            self.game.script_usage(self.seed, deals.clone(), runner.stop)
        })?;
        let add = |mut sum: Vec<Said>, each: Vec<Said>| {
            sum.iter_mut().zip(&each).for_each(|(all, more)| all.add(more));
            sum
        };
        Ok(all.map(|all| all.into_iter().reduce(add).unwrap_or_default()))
    }
}
