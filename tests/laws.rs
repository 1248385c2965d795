//! Every registered game is held to the laws at every table, with every bot, and played as ever. Nothing here is listed by
//! hand: a game is tried because it is registered.

use balance::engine::tally::Tally;
use balance::games::{AnyGame, BUILT_IN, GameInfo, Seats, Setup};
use balance::scenario::Frames;
use balance_kit::schema::parts::{self, defaults, property, property_names, resolve};
use rayon::prelude::*;

/// The published game for so many players.
fn at_table(players: u8) -> Setup {
    Setup::default().with_rule("players", players)
}

/// The game of this set-up, with bots that play by chance.
fn at_random(info: &GameInfo, setup: &Setup) -> Box<dyn AnyGame> {
    let mut setup = setup.clone();
    setup.seats = Seats::filled("random");
    (info.build)(&setup).unwrap_or_else(|mistakes| panic!("{}: {mistakes:?}", info.key))
}

fn kinds(info: &GameInfo) -> Vec<&'static str> {
    (info.bots)().into_iter().map(|bot| bot.kind).collect()
}

#[test]
fn every_game_keeps_the_laws_at_every_table() {
    let tables: Vec<_> = BUILT_IN
        .iter()
        .flat_map(|info| info.players.clone().map(move |players| (info, players)))
        .collect();
    tables.into_par_iter().for_each(|(info, players)| {
        let setup = at_table(players);
        let kept = (info.laws)(&setup, &["random"], 40).and_then(|()| (info.laws)(&setup, &kinds(info), 4));
        kept.unwrap_or_else(|breach| panic!("{} for {players}, {breach}", info.key));
    });
}

/// Rules, content and expansions that the scenarios of the project switch on.
#[test]
fn every_configuration_of_every_scenario_keeps_the_laws() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    paths.sort();
    paths.par_iter().for_each(|path| {
        let scenario = balance::scenario::Scenario::load(path, &BUILT_IN, &balance::scenario::Overrides::default())
            .unwrap_or_else(|problems| panic!("{}", problems.render(Frames::Ascii)));
        let info = BUILT_IN.iter().find(|info| info.key == scenario.game).expect("a game");
        for configuration in &scenario.configurations {
            (info.laws)(&configuration.setup, &[(info.default_bot)()], 2)
                .unwrap_or_else(|breach| panic!("{}, {}: {breach}", path.display(), configuration.name));
        }
    });
}

/// What happens is one seat's or nobody's.
#[test]
fn seats_count_no_more_than_the_game() {
    for info in BUILT_IN.iter() {
        let game = at_random(info, &Setup::default());
        let counted = game.facts(7, 0..8).expect("games");
        let mut of_seats = 0;
        for facts in &counted {
            let by_seat = game.counts_by_seat(7, facts.game, 0).expect("the same game");
            assert_eq!(by_seat.len(), game.sheet().players, "{}", info.key);
            for (at, count) in facts.counts.iter().enumerate() {
                let sum: u32 = by_seat.iter().map(|counts| counts[at]).sum();
                let key = game.sheet().counters[at].key;
                assert!(sum <= *count, "{}: {key}, {sum} of {count}", info.key);
                of_seats += sum;
            }
        }
        assert!(of_seats > 0, "{}: nothing is anybody's", info.key);
    }
}

/// Any cut of the games into blocks adds up to the same tally.
#[test]
fn any_cut_into_blocks_gives_the_same_tally() {
    for info in BUILT_IN.iter() {
        let game = at_random(info, &Setup::default());
        let whole = game.play_block(5, 0..300).expect("no game breaks").tally;
        for cuts in [[1, 299], [150, 151], [77, 222]] {
            let parts = [0..cuts[0], cuts[0]..cuts[1], cuts[1]..300];
            let mut sum = Tally::new(game.sheet());
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
    for info in BUILT_IN.iter() {
        let mut rows = String::new();
        for players in info.players.clone() {
            let played = (info.playthroughs)(&at_table(players), &kinds(info), 2026);
            for game in played.unwrap_or_else(|breach| panic!("{}: {breach}", info.key)) {
                let (kind, moves, hash) = (game.kind, game.moves, game.hash);
                rows += &format!("{players} players, {kind}: {moves} moves, {hash:016x}\n");
            }
        }
        insta::assert_snapshot!(format!("golden-{}", info.key), rows);
    }
}

/// Every entry of content is told as it stands, can be written anew in `[rules]`, and every blank of it is a game that keeps
/// the laws and says of itself that something in it is the designer's own.
#[test]
fn every_entry_has_blanks_that_are_games() {
    use balance::games::Status;
    for info in BUILT_IN.iter() {
        let rules = (info.rules_schema)().to_value();
        for word in info.content.iter().flat_map(|content| content.entries) {
            let clash = rules.pointer(&format!("/properties/{}", word.word));
            assert!(clash.is_none(), "{}: `{}` is a rule as well", info.key, word.word);
        }
        let setup = at_table(*info.players.end());
        let entries = (info.entries)(&setup);
        assert!(!entries.is_empty(), "{}", info.key);
        let plain = at_random(info, &setup).facts(7, 0..2).expect("no game breaks");
        entries.par_iter().for_each(|entry| {
            let same = at_random(info, &setup.clone().with_rule(&entry.key, entry.value.clone()));
            assert_eq!(
                same.facts(7, 0..2).expect("no game breaks"),
                plain,
                "{} {}",
                info.key,
                entry.key
            );
            assert!(same.sheet().provenance.iter().all(|row| row.status != Status::Own));
            for (blank, _) in &entry.blanks {
                let blank = setup.clone().with_rule(&entry.key, *blank);
                let kept = (info.laws)(&blank, &["random"], 2);
                kept.unwrap_or_else(|breach| panic!("{} {}: {breach}", info.key, entry.key));
            }
        });
        // One that is in play, and differs.
        let (entry, blank) = entries
            .iter()
            .find_map(|entry| Some((entry, entry.blanks.first()?)))
            .expect("a blank");
        let blank = at_random(info, &setup.clone().with_rule(&entry.key, blank.0));
        let own = blank.sheet().provenance.iter().any(|row| row.status == Status::Own);
        assert!(own, "{} {}", info.key, entry.key);
    }
}

/// That something never happens which the rules of this version do not allow is no sign of a dead rule: of every counter that
/// names the rule that allows it.
#[test]
fn what_the_rules_do_not_allow_is_no_dead_rule() {
    let mut tried = Vec::new();
    for info in BUILT_IN.iter() {
        let counters = |setup: &Setup| at_random(info, setup).sheet().counters.clone();
        let defaults = toml::Value::Table(defaults((info.rules_schema)().as_value()));
        for counter in counters(&Setup::default()) {
            // Where it stands by itself, "of these" says nothing.
            let part = counter.help.starts_with("of these");
            assert!(
                !part || counter.of.is_some(),
                "{}: {} is a part of nothing",
                info.key,
                counter.key
            );
            let Some(rule) = counter.when else { continue };
            let value = rule.split('.').try_fold(&defaults, |value, part| value.get(part));
            let (off, on) = match value {
                Some(toml::Value::Boolean(on)) => (toml::Value::Boolean(false), *on),
                Some(toml::Value::Integer(number)) => (toml::Value::Integer(0), *number != 0),
                // Numbers of which each counts at some tables.
                Some(toml::Value::Table(table)) => {
                    let none = table.keys().map(|name| (name.clone(), toml::Value::Integer(0)));
                    (toml::Value::Table(none.collect()), true)
                }
                other => panic!("{rule} is {other:?}"),
            };
            assert_eq!(counter.rule, on, "{} of {}", counter.key, info.key);
            let without = counters(&Setup::default().with_rule(rule, off));
            let there = without.iter().find(|each| each.key == counter.key);
            assert!(!there.expect("the counter").rule, "{} of {}", counter.key, info.key);
            tried.push((info.key, on));
        }
    }
    assert!(tried.iter().any(|(_, on)| *on), "{tried:?}");
}

/// Every rule that can be switched off, dotted, with what it is then.
fn switches(root: &serde_json::Value) -> Vec<(String, toml::Value)> {
    let names = |part| property_names(root, part).into_iter();
    let mut found = Vec::new();
    let mut left: Vec<_> = names(root).map(|name| (name.to_owned(), root, name)).collect();
    while let Some((key, above, name)) = left.pop() {
        let part = resolve(root, property(root, above, name).expect("a property"));
        let least = part.get("minimum").and_then(serde_json::Value::as_f64);
        if parts::kinds(part).contains(&"boolean") {
            found.push((key, false.into()));
        } else if least == Some(0.0) {
            found.push((key, 0.into()));
        } else {
            left.extend(names(part).map(|name| (format!("{key}.{name}"), part, name)));
        }
    }
    found
}

/// The same of every rule of every game: what happens by the published rules, and never without one of them whoever plays, is no
/// dead rule.
#[test]
fn what_never_happens_without_a_rule_is_no_dead_rule() {
    const GAMES: u64 = 400;
    // In so many games it happens that none at all is no chance.
    const OFTEN: u64 = GAMES / 20;
    // In how many games each counter is, with one bot at all seats.
    let played = |info: &GameInfo, mut setup: Setup, bot: &str| {
        bot.clone_into(&mut setup.seats.all);
        let game = (info.build)(&setup).ok()?;
        let tally = game.play_block(5, 0..GAMES).expect("no game breaks").tally;
        let games = tally.counters.iter().map(|counter| counter.games);
        Some(game.sheet().counters.clone().into_iter().zip(games).collect::<Vec<_>>())
    };
    let dead_in = |info: &'static GameInfo| {
        let (schema, bot) = ((info.rules_schema)(), (info.default_bot)());
        let usual = played(info, Setup::default(), bot).expect("the published game");
        let without_rule = move |(key, off): (String, toml::Value)| {
            // What the rules refuse is no game.
            let setup = Setup::default().with_rule(&key, off.clone());
            let without = |bot| played(info, setup.clone(), bot).unwrap_or_default();
            if !without(bot).is_empty() {
                let kept = (info.laws)(&setup, &["random"], 2);
                kept.unwrap_or_else(|breach| panic!("{} without {key}: {breach}", info.key));
            }
            let (with_bot, at_random) = (without(bot), without("random"));
            let rows = with_bot.iter().zip(&at_random).zip(&usual);
            let dead = rows.filter(|(((counter, now), (_, random)), (_, before))| {
                counter.rule && now + random == 0 && *before > OFTEN
            });
            let named = dead.map(|(((counter, _), _), _)| format!("{} without {key}: {}", info.key, counter.key));
            named.collect::<Vec<_>>()
        };
        let rules = switches(schema.as_value());
        rules.into_par_iter().flat_map_iter(without_rule)
    };
    let dead: Vec<String> = BUILT_IN.par_iter().flat_map(dead_in).collect();
    assert!(dead.is_empty(), "{dead:#?}");
}
