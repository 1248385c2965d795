//! Speed of whole games: decisions per second by game, table and bot. `cargo bench`.
//!
//! The rows of one run can be compared with each other; figures of different machines or loads cannot.

use balance::games::{AnyGame, BUILT_IN as GAMES, GameInfo, Setup};
use divan::Bencher;
use divan::counter::ItemsCount;

const GAMES_PER_ITERATION: u64 = 256;

fn main() {
    divan::main();
}

/// Every game at its smallest and largest table, with random and with heuristic bots.
fn tables() -> Vec<String> {
    let mut tables = Vec::new();
    for info in GAMES.iter() {
        for players in [*info.players.start(), *info.players.end()] {
            for bot in ["random", "heuristic"] {
                tables.push(format!("{} {players} {bot}", info.key));
            }
        }
    }
    tables
}

fn build(table: &str) -> Box<dyn AnyGame> {
    let mut words = table.split(' ');
    let mut next = || words.next().unwrap_or_default();
    let (key, players, bot) = (next(), next(), next());
    let info: &GameInfo = GAMES.iter().find(|info| info.key == key).expect("a game of the table");
    let mut setup = Setup::default();
    setup.rules.insert(
        "players".to_owned(),
        toml::Value::Integer(players.parse().expect("a number")),
    );
    bot.clone_into(&mut setup.seats.all);
    (info.build)(&setup).unwrap_or_else(|faults| panic!("{table}: {faults:?}"))
}

/// One thread; an item is a decision between at least two moves.
#[divan::bench(args = tables(), sample_count = 20)]
fn decisions(bencher: Bencher, table: &str) {
    let game = build(table);
    let block = game.play_block(1, 0..GAMES_PER_ITERATION).expect("no game breaks");
    let decisions: u64 = block
        .tally
        .decisions
        .rows()
        .map(|(value, games)| u64::from(value) * games)
        .sum();
    bencher
        .counter(ItemsCount::new(decisions))
        .bench(|| game.play_block(1, 0..GAMES_PER_ITERATION));
}

/// Building a variant at its smallest table: rules, content and the tables made from them.
#[divan::bench(args = GAMES.iter().map(|info| format!("{} {} random", info.key, info.players.start())), sample_count = 20)]
fn building(table: &str) -> Box<dyn AnyGame> {
    build(table)
}
