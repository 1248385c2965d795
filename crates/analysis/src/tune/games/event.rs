//! What happens in games by a rule, so that a version can be told in which it never does.

use crate::games::{AnyGame, Counter};
use balance_engine::tally::Tally;

/// Something that happens by a rule at a table.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The table, as an index into [`super::Games::tables`].
    pub table: usize,
    /// What counts it.
    pub counter: Counter,
    /// Its place among the counters of its table.
    place: usize,
}

impl Event {
    /// In how many games of its table it happened.
    pub(super) fn games(&self, tally: &Tally) -> u64 {
        tally.counters.get(self.place).map_or(0, |seen| seen.games)
    }
}

/// What can happen at each table; a mere measure, such as how far, is no event.
pub(super) fn events(games: &[Box<dyn AnyGame>]) -> Vec<Event> {
    let all = games.iter().enumerate().flat_map(|(table, game)| {
        let counters = game.sheet().counters.iter().enumerate();
        counters.map(move |(place, counter)| Event {
            table,
            counter: *counter,
            place,
        })
    });
    all.filter(|event| event.counter.rule && !event.counter.key.is_empty())
        .collect()
}
