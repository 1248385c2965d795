//! The laws of `balance::games::laws` over every game and every bot that needs no settings.

use balance::engine::{Bot, Imagine, Recorder};
use balance::games::{BotInfo, BotSpec, Fault, GAMES, Setup, laws, mekong, niagara, regatta, riverbed, search};

/// Holds one game to every law.
fn hold<G: Imagine, R: Recorder<G> + Default>(name: &str, game: &G, bots: &[(&str, Box<dyn Bot<G>>)]) {
    hold_for::<G, R>(name, game, bots, 40);
}

/// The same for a game whose choices take long to list.
fn hold_few<G: Imagine, R: Recorder<G> + Default>(name: &str, game: &G, bots: &[(&str, Box<dyn Bot<G>>)]) {
    hold_for::<G, R>(name, game, bots, 3);
}

fn hold_for<G: Imagine, R: Recorder<G> + Default>(name: &str, game: &G, bots: &[(&str, Box<dyn Bot<G>>)], games: u64) {
    for (bot_name, bot) in bots {
        // A searching bot plays many games for each of its own.
        let games = if *bot_name == search::INFO.kind {
            games.min(2)
        } else {
            games
        };
        let keep = |law: Result<(), String>| law.unwrap_or_else(|breach| panic!("{name}, {bot_name}: {breach}"));
        keep(laws::plays_and_repeats(game, &**bot, 7, games));
        keep(laws::moves_are_distinct(game, &**bot, 8, games));
        keep(laws::nobody_peeks(game, &**bot, 9, games.min(25)));
        keep(laws::recorders_change_nothing::<G, R>(game, &**bot, 10, games));
    }
}

type Bots<G> = Vec<(&'static str, Box<dyn Bot<G>>)>;

/// Every built-in bot of a game's table; the searching bot with a small budget, played out by `playout`.
fn built_in<G: Imagine>(
    infos: &[BotInfo],
    playout: &str,
    make: impl Fn(&str, &BotSpec) -> Result<Box<dyn Bot<G>>, Vec<Fault>>,
) -> Bots<G> {
    let one = |info: &BotInfo| {
        let mut settings = toml::Table::new();
        if info.kind == search::INFO.kind {
            settings.insert("iterations".to_owned(), toml::Value::Integer(4));
            settings.insert("width".to_owned(), toml::Value::Integer(2));
            settings.insert("playout".to_owned(), playout.into());
        }
        let spec = BotSpec {
            kind: info.kind.to_owned(),
            settings,
        };
        make(info.kind, &spec).ok().map(|bot| (info.kind, bot))
    };
    infos.iter().filter_map(one).collect()
}

fn riverbed_bots() -> Bots<riverbed::Riverbed> {
    let bots = built_in(riverbed::bots::BOTS, "random", riverbed::bots::make);
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

fn niagara_bots() -> Bots<niagara::Niagara> {
    // Games played by chance last a thousand turns.
    built_in(niagara::bots::BOTS, "heuristic", niagara::bots::make)
}

#[test]
fn niagara_keeps_the_laws_at_every_table() {
    let bots = niagara_bots();
    for players in 2..=5 {
        let game = niagara::Niagara::standard(players);
        hold::<_, niagara::metrics::NiagaraMetrics>(&format!("niagara, {players} players"), &game, &bots);
    }
}

/// Every part of Spirits of Niagara.
fn everything() -> niagara::rules::Spirits {
    niagara::rules::Spirits {
        doubles: true,
        cards: true,
        gems_by_players: true,
        whirlpool: true,
        beaver: true,
        elk: true,
        sixth_player: true,
    }
}

#[test]
fn niagara_keeps_the_laws_with_its_expansions() {
    let bots = niagara_bots();
    let spirits = everything();
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

fn regatta_bots() -> Bots<regatta::Regatta> {
    built_in(regatta::bots::BOTS, "random", regatta::bots::make)
}

#[test]
fn hydra_regatta_keeps_the_laws_at_every_table() {
    let bots = regatta_bots();
    for players in 2..=4 {
        let game = regatta::Regatta::standard(players);
        hold::<_, regatta::metrics::RegattaMetrics>(&format!("regatta, {players} players"), &game, &bots);
    }
}

fn mekong_bots() -> Bots<mekong::Mekong> {
    built_in(mekong::bots::BOTS, "random", mekong::bots::make)
}

#[test]
fn mekong_keeps_the_laws_at_every_table() {
    let bots = mekong_bots();
    for players in 2..=6 {
        let rules = mekong::Rules {
            players,
            turns_max: 20,
            ..mekong::Rules::default()
        };
        let game = mekong::Mekong::with_rules(rules.clone());
        let (chance, planners) = bots.split_at(1);
        hold::<_, mekong::metrics::MekongMetrics>(&format!("mekong, {players} players"), &game, chance);
        hold_few::<_, mekong::metrics::MekongMetrics>(&format!("mekong, {players} players"), &game, planners);
        let side = mekong::rules::Side::Water;
        let game = mekong::Mekong::with_rules(mekong::Rules { side, ..rules });
        // One bot of each sort is enough where games are long.
        let kinds: &[&str] = if players == 3 {
            &["heuristic", "rim-walker"]
        } else {
            &["random"]
        };
        let bots: Vec<_> = mekong_bots()
            .into_iter()
            .filter(|(name, _)| kinds.contains(name))
            .collect();
        hold_few::<_, mekong::metrics::MekongMetrics>(&format!("mekong on water, {players} players"), &game, &bots);
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

/// The same with three degrees of freedom and 16.3, for bots that win.
#[test]
fn chairs_of_niagara_are_equal() {
    let game = niagara::Niagara::standard(4);
    for (name, bot) in niagara_bots()
        .iter()
        .filter(|(name, _)| ["collector", "heuristic"].contains(name))
    {
        laws::chairs_are_equal(&game, &**bot, 11, 3_000, 16.3).unwrap_or_else(|breach| panic!("{name}: {breach}"));
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

/// Chi-square with three degrees of freedom exceeds 16.3 in one fixed set of games out of a thousand.
#[test]
fn chairs_of_hydra_regatta_are_equal() {
    let game = regatta::Regatta::standard(4);
    for (name, bot) in regatta_bots().iter().take(1) {
        laws::chairs_are_equal(&game, &**bot, 11, 4_000, 16.3).unwrap_or_else(|breach| panic!("{name}: {breach}"));
    }
}

/// The same for Niagara, cut short: chance would go on for ever. The expansions only with the bots that meet all of them.
#[test]
fn golden_playthroughs_of_niagara_still_play() {
    let short = niagara::Rules {
        players: 3,
        rounds_max: 12,
        ..niagara::Rules::default()
    };
    let base = niagara::Niagara::with_rules(short.clone());
    for (name, bot) in niagara_bots() {
        let text = laws::transcript(&base, &*bot, 2026, 3).expect("it ends");
        insta::assert_snapshot!(format!("niagara-3-{name}"), text);
    }
    let whole = niagara::Niagara::with_rules(niagara::Rules {
        joe: true,
        spirits: everything(),
        ..short
    });
    for (name, bot) in niagara_bots()
        .into_iter()
        .filter(|(name, _)| ["random", "heuristic"].contains(name))
    {
        let text = laws::transcript(&whole, &*bot, 2026, 4).expect("it ends");
        insta::assert_snapshot!(format!("niagara-3-expanded-{name}"), text);
    }
}

/// The same for the Mekong crossing, cut short; on the expert side with the bot that plays its script.
#[test]
fn golden_playthroughs_of_the_mekong_still_play() {
    let short = |players, side| {
        mekong::Mekong::with_rules(mekong::Rules {
            players,
            side,
            turns_max: 8,
            ..mekong::Rules::default()
        })
    };
    for players in [2, 4] {
        let game = short(players, mekong::rules::Side::Islands);
        for (name, bot) in mekong_bots() {
            if ["random", "rusher", "saboteur"].contains(&name) {
                let text = laws::transcript(&game, &*bot, 2026, u64::from(players)).expect("it ends");
                insta::assert_snapshot!(format!("mekong-{players}-{name}"), text);
            }
        }
    }
    let game = short(3, mekong::rules::Side::Water);
    for (name, bot) in mekong_bots().iter().filter(|(name, _)| *name == "rusher") {
        let text = laws::transcript(&game, &**bot, 2026, 3).expect("it ends");
        insta::assert_snapshot!(format!("mekong-3-water-{name}"), text);
    }
}
