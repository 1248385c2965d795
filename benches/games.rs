//! Speed of whole games: decisions per second by game, variant, table and bot, those of `balance bots speed`. `cargo bench`.
//!
//! The rows of one run can be compared with each other; figures of different machines or loads cannot.

use std::fmt;

use balance::games::{AnyGame, BUILT_IN as GAMES};
use balance::speed::{Row, rows};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// A row by its name.
struct Named(Row);

impl fmt::Display for Named {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            game,
            variant,
            players,
            bot,
            ..
        } = &self.0;
        let between = if variant.is_empty() { "" } else { " " };
        write!(to, "{game}{between}{variant} {players} {bot}")
    }
}

fn all() -> impl Iterator<Item = Named> {
    rows(GAMES.iter(), None).into_iter().map(Named)
}

fn build(row: &Named) -> Box<dyn AnyGame> {
    row.0.build().unwrap_or_else(|faults| panic!("{row}: {faults:?}"))
}

/// One thread; an item is a decision between at least two moves.
#[divan::bench(args = all(), sample_count = 5, sample_size = 1)]
fn decisions(bencher: Bencher, row: &Named) {
    let game = build(row);
    let games = if game.slow() { 1 } else { 64 };
    let block = game.play_block(1, 0..games).expect("no game breaks");
    let decisions: u64 = block
        .tally
        .decisions
        .rows()
        .map(|(value, games)| u64::from(value) * games)
        .sum();
    bencher
        .counter(ItemsCount::new(decisions))
        .bench(|| game.play_block(1, 0..games));
}

/// Building a variant: rules, content and the tables made from them.
#[divan::bench(args = all().filter(|row| row.0.bot == "random"), sample_count = 5, sample_size = 1)]
fn building(row: &Named) -> Box<dyn AnyGame> {
    build(row)
}
