//! A game that is played asks for no memory once its table is laid: of every game, with every bot that does not search.

use allocation_counter::measure;
use balance::games::{AnyGame, BUILT_IN, BotSpec, GameInfo, Setup};

/// Games of the shorter block.
const GAMES: u64 = 64;

/// Requests by which the longer block may be ahead: its lists of counts grow with the longest game and the highest count so
/// far, which the later games may hold. A request a game would be as many as there are games.
const GROWTH: u64 = 16;

/// Every bot that does not search: the kinds that need no settings, and the league with its scripts.
fn bots(info: &GameInfo, players: u8) -> Vec<(String, BotSpec)> {
    let kinds = (info.bots)().into_iter().map(|bot| bot.kind.to_owned());
    let alone = |kind: String| {
        let spec = BotSpec {
            kind: kind.clone(),
            settings: toml::Table::new(),
        };
        (kind, spec)
    };
    let league = info.league().expect("a league").into_iter();
    let members = league
        .filter(|one| one.plays(u32::from(players)))
        .map(|one| (one.name, one.spec));
    let mut all: Vec<_> = kinds.map(alone).chain(members).collect();
    all.retain(|(name, _)| name != "scripted");
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.dedup_by(|a, b| a.0 == b.0);
    all
}

/// Requests for memory while so many games are played.
fn requests(game: &dyn AnyGame, games: u64) -> u64 {
    measure(|| drop(game.play_block(1, 0..games).expect("no game breaks"))).count_total
}

#[test]
fn a_game_asks_for_no_memory() {
    let mut wrong = String::new();
    for info in BUILT_IN.iter() {
        for players in [*info.players.start(), *info.players.end()] {
            for (name, spec) in bots(info, players) {
                let mut setup = Setup::default().with_rule("players", i64::from(players));
                setup.seats.all.clone_from(&name);
                setup.bots.insert(name.clone(), spec);
                let game = (info.build)(&setup).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
                if game.slow() {
                    continue;
                }
                // Whatever is made once in a program is made before.
                requests(&*game, 1);
                let [once, twice] = [GAMES, 2 * GAMES].map(|games| requests(&*game, games));
                if twice > once + GROWTH {
                    wrong += &format!(
                        "{} for {players}, {name}: {GAMES} games ask {once} times for memory, twice as many {twice} times\n",
                        info.key
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
