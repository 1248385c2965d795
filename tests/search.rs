//! The searching bot on real games.

use balance::engine::{Chance, Game, Moves, Turn};
use balance::games::search::KIND;
use balance::games::{At, BotSpec, Setup, named, niagara};

fn spec(settings: &str) -> BotSpec {
    BotSpec {
        kind: KIND.to_owned(),
        settings: toml::from_str(settings).expect("TOML"),
    }
}

/// Win rate of one searching player among heuristic ones, each seat in turn.
fn rate(key: &str, players: i64, deals: u64, settings: &str) -> f64 {
    let mut setup = Setup::default();
    setup.rules.insert("players".to_owned(), toml::Value::Integer(players));
    setup.bots.insert("deep".to_owned(), spec(settings));
    setup.seats.rotate = vec!["heuristic".to_owned(); players as usize];
    "deep".clone_into(&mut setup.seats.rotate[0]);
    let built = (named(key).expect("a game").build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let block = built.play_block(1, 0..deals).expect("no game breaks");
    let (seats, won) = block.tally.bots[0].totals();
    assert_eq!(
        (built.sheet().bots[0].as_str(), seats),
        ("deep", deals * players as u64)
    );
    won as f64 / seats as f64
}

#[test]
fn looking_ahead_beats_the_bot_it_looks_ahead_with() {
    // Three players by chance: 1/3, and 20 of 30 games with a probability below 0.001.
    let found = rate("niagara", 3, 10, "iterations = 48");
    assert!(found >= 0.66, "{found}");
    let found = rate("regatta", 2, 20, "iterations = 32");
    assert!(found > 0.5, "{found}");
}

#[test]
fn caution_without_limit_leaves_the_other_bot_as_it_is() {
    let game = niagara::Niagara::standard(2);
    let bot = niagara::bots::bots()
        .make("deep", &spec("caution = 5.0\niterations = 2"))
        .expect("in order");
    let plain = niagara::bots::bots().make(
        "plain",
        &BotSpec {
            kind: "heuristic".to_owned(),
            ..BotSpec::default()
        },
    );
    let plain = plain.expect("in order");
    let mut chance = Chance::new(3, 0);
    let mut state = game.setup(&mut chance);
    let mut moves = Moves::default();
    for _ in 0..40 {
        let Turn::Choose(seat) = game.turn(&state.public) else {
            break;
        };
        moves.clear();
        game.moves(state.view(&game, seat), &mut moves);
        let mut stream = chance.bot(seat).clone();
        let at = if moves.len() == 1 {
            0
        } else {
            let view = state.view(&game, seat);
            let expected = plain.choose(view, &moves, &mut stream.clone());
            assert_eq!(bot.choose(view, &moves, &mut stream), expected);
            expected
        };
        game.play(&mut state, moves[at], &mut chance, &mut ());
    }
}

#[test]
fn its_playout_has_to_be_another_kind() {
    for (settings, words) in [
        ("playout = \"search\"", "cannot play its own games"),
        ("playout = \"heuristik\"", "there is no kind of bot `heuristik`"),
    ] {
        let faults = niagara::bots::bots()
            .make("deep", &spec(settings))
            .err()
            .expect("refused");
        assert!(faults[0].message.contains(words), "{faults:?}");
        let At::Bot { name, path } = &faults[0].at else {
            panic!("{faults:?}")
        };
        assert_eq!((name.as_str(), path.join(".").as_str()), ("deep", "playout"));
    }
}
