//! What the lines of scripts have to say in the first deals of a configuration: played on all cores, added up in order.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::{Watch, rows};
use crate::games::lines::Said;
use crate::games::{AnyGame, Broken};

/// Deals of a configuration whose bots are listened to.
pub struct Hearing<'a> {
    /// What is played.
    pub game: &'a dyn AnyGame,
    /// Which of the configurations it is, as a [`Watch`] is told of it.
    pub configuration: usize,
    /// Times that each deal is played, the bots shifted.
    pub rotations: usize,
    /// Master seed.
    pub seed: u64,
    /// Deals, from 0.
    pub deals: u64,
}

impl Hearing<'_> {
    /// What the scripts say, by bot; none once `stop` is set. The same for any number of threads.
    ///
    /// # Errors
    /// The first game that broke its own rules.
    pub fn said(&self, watch: &dyn Watch, stop: &AtomicBool) -> Result<Option<Vec<Said>>, Broken> {
        self.said_in(rows(0..self.deals, self.game.slow()).collect(), watch, stop)
    }

    /// The same of deals that are cut into these rows.
    pub(super) fn said_in(
        &self,
        rows: Vec<Range<u64>>,
        watch: &dyn Watch,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Said>>, Broken> {
        let row = |deals: Range<u64>| {
            watch.begins(self.configuration, &deals);
            let said = self.game.said(self.seed, deals.clone(), stop);
            watch.ends();
            watch.played((deals.end - deals.start) * self.rotations as u64);
            said
        };
        let all: Vec<Result<Option<Vec<Said>>, Broken>> = rows.into_par_iter().map(row).collect();
        let mut sum: Option<Vec<Said>> = None;
        for each in all {
            let Some(each) = each? else { return Ok(None) };
            match &mut sum {
                None => sum = Some(each),
                Some(sum) => sum.iter_mut().zip(&each).for_each(|(all, more)| all.add(more)),
            }
        }
        Ok(Some(sum.unwrap_or_default()))
    }
}
