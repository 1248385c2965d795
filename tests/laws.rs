//! The laws of `balance::engine::laws` over every game and every bot that needs no settings.

use balance::engine::{Bot, Imagine, Recorder, laws};
use balance::games::{BotSpec, GAMES, Setup, niagara, regatta, riverbed};

/// Holds one game to every law.
fn hold<G: Imagine, R: Recorder<G> + Default>(name: &str, game: &G, bots: &[(&str, Box<dyn Bot<G>>)]) {
    for (bot_name, bot) in bots {
        let keep = |law: Result<(), String>| law.unwrap_or_else(|breach| panic!("{name}, {bot_name}: {breach}"));
        keep(laws::plays_and_repeats(game, &**bot, 7, 40));
        keep(laws::moves_are_distinct(game, &**bot, 8, 40));
        keep(laws::nobody_peeks(game, &**bot, 9, 25));
        keep(laws::recorders_change_nothing::<G, R>(game, &**bot, 10, 40));
    }
}

fn riverbed_bots() -> Vec<(&'static str, Box<dyn Bot<riverbed::Riverbed>>)> {
    let make = |kind: &'static str| {
        let spec = BotSpec {
            kind: kind.to_owned(),
            settings: toml::Table::new(),
        };
        riverbed::bots::make(kind, &spec).ok().map(|bot| (kind, bot))
    };
    let bots: Vec<_> = riverbed::bots::BOTS.iter().filter_map(|info| make(info.kind)).collect();
    assert!(bots.len() >= 5, "every built-in bot is tried");
    bots
}

#[test]
fn riverbed_hunt_keeps_the_laws_at_every_table() {
    let bots = riverbed_bots();
    for players in 4..=9 {
        let game = riverbed::Riverbed::standard(players);
        hold::<_, riverbed::metrics::RiverbedMetrics>(&format!("riverbed, {players} players"), &game, &bots);
    }
}

fn niagara_bots() -> Vec<(&'static str, Box<dyn Bot<niagara::Niagara>>)> {
    let make = |kind: &'static str| {
        let spec = BotSpec {
            kind: kind.to_owned(),
            settings: toml::Table::new(),
        };
        niagara::bots::make(kind, &spec).ok().map(|bot| (kind, bot))
    };
    niagara::bots::BOTS.iter().filter_map(|info| make(info.kind)).collect()
}

#[test]
fn niagara_keeps_the_laws_at_every_table() {
    let bots = niagara_bots();
    for players in 2..=5 {
        let game = niagara::Niagara::standard(players);
        hold::<_, niagara::metrics::NiagaraMetrics>(&format!("niagara, {players} players"), &game, &bots);
    }
}

#[test]
fn niagara_keeps_the_laws_with_its_expansions() {
    let bots = niagara_bots();
    let spirits = niagara::rules::Spirits {
        doubles: true,
        cards: true,
        gems_by_players: true,
        whirlpool: true,
        beaver: true,
        elk: true,
        sixth_player: true,
    };
    for (name, joe, spirits, players) in [
        ("Diamond Joe", true, niagara::rules::Spirits::default(), 2..=5),
        ("Spirits", false, spirits.clone(), 2..=6),
        ("both", true, spirits, 4..=4),
    ] {
        for players in players {
            let game = niagara::Niagara::with_rules(niagara::Rules {
                players,
                joe,
                spirits: spirits.clone(),
                ..niagara::Rules::default()
            });
            hold::<_, niagara::metrics::NiagaraMetrics>(
                &format!("niagara with {name}, {players} players"),
                &game,
                &bots,
            );
        }
    }
}

fn regatta_bots() -> Vec<(&'static str, Box<dyn Bot<regatta::Regatta>>)> {
    let make = |kind: &'static str| {
        let spec = BotSpec {
            kind: kind.to_owned(),
            settings: toml::Table::new(),
        };
        regatta::bots::make(kind, &spec).ok().map(|bot| (kind, bot))
    };
    regatta::bots::BOTS.iter().filter_map(|info| make(info.kind)).collect()
}

#[test]
fn hydra_regatta_keeps_the_laws_at_every_table() {
    let bots = regatta_bots();
    for players in 2..=4 {
        let game = regatta::Regatta::standard(players);
        hold::<_, regatta::metrics::RegattaMetrics>(&format!("regatta, {players} players"), &game, &bots);
    }
}

/// Chi-square with three degrees of freedom exceeds 16.3 in one fixed set of games out of a thousand.
#[test]
fn chairs_of_hydra_regatta_are_equal() {
    let game = regatta::Regatta::standard(4);
    for (name, bot) in regatta_bots().iter().take(1) {
        laws::chairs_are_equal(&game, &**bot, 11, 4_000, 16.3).unwrap_or_else(|breach| panic!("{name}: {breach}"));
    }
}

/// Chi-square with eight degrees of freedom exceeds 26.1 in one fixed set of games out of a thousand.
#[test]
fn chairs_of_riverbed_hunt_are_equal() {
    let game = riverbed::Riverbed::standard(9);
    for (name, bot) in riverbed_bots().iter().take(2) {
        laws::chairs_are_equal(&game, &**bot, 11, 4_000, 26.1).unwrap_or_else(|breach| panic!("{name}: {breach}"));
    }
}

/// Any cut of the games into blocks adds up to the same tally.
#[test]
fn any_cut_into_blocks_gives_the_same_tally() {
    for info in GAMES {
        let mut setup = Setup::default();
        setup.seats.all = "random".to_owned();
        let game = (info.build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
        let whole = game.play_block(5, 0..300).expect("no game breaks").tally;
        for cuts in [[1, 299], [150, 151], [77, 222]] {
            let parts = [0..cuts[0], cuts[0]..cuts[1], cuts[1]..300];
            let mut sum = balance::tally::Tally::new(game.sheet());
            for part in [2, 0, 1].map(|part: usize| parts[part].clone()) {
                sum.merge(&game.play_block(5, part).expect("no game breaks").tally);
            }
            assert_eq!(sum, whole, "{}", info.key);
        }
    }
}

/// Golden playthroughs: the same moves as ever. A change here changes results: say so in the changelog.
#[test]
fn golden_playthroughs_still_play() {
    for players in [4, 7, 9] {
        let game = riverbed::Riverbed::standard(players);
        for (name, bot) in riverbed_bots() {
            let text = laws::transcript(&game, &*bot, 2026, u64::from(players)).expect("it ends");
            insta::assert_snapshot!(format!("riverbed-{players}-{name}"), text);
        }
    }
    for players in [2, 4] {
        let game = regatta::Regatta::standard(players);
        for (name, bot) in regatta_bots() {
            let text = laws::transcript(&game, &*bot, 2026, u64::from(players)).expect("it ends");
            insta::assert_snapshot!(format!("regatta-{players}-{name}"), text);
        }
    }
}
