//! The searching bot on real games.

use balance::engine::{Chance, Game, Moves, Turn};
use balance::games::{At, BotSpec, Setup, built_in, laws, niagara};
use balance_kit::bots::SEARCH;

fn spec(kind: &str, settings: &str) -> BotSpec {
    BotSpec {
        kind: kind.to_owned(),
        settings: toml::from_str(settings).expect("TOML"),
    }
}

/// Win rate of one searching player among heuristic ones, each seat in turn.
fn rate(key: &str, players: u8, deals: u64, iterations: u32) -> f64 {
    let setup = Setup::default()
        .with_rule("players", players)
        .with_bot("deep", SEARCH, [("iterations", iterations)]);
    let found = laws::wins(built_in(key).expect("a game"), &setup, "deep", "heuristic", deals);
    let (won, played) = found.unwrap_or_else(|breach| panic!("{breach}"));
    assert_eq!(played, deals * u64::from(players));
    won as f64 / played as f64
}

#[test]
fn looking_ahead_beats_the_bot_it_looks_ahead_with() {
    // Three players by chance: 1/3, and 108 of 240 games with a probability below 0.001.
    let found = rate("niagara", 3, 80, 16);
    assert!(found >= 0.45, "{found}");
    // Two by chance: 1/2, and 430 of 800 games with a probability below 0.02.
    let found = rate("regatta", 2, 400, 96);
    assert!(found >= 0.5375, "{found}");
}

#[test]
fn caution_without_limit_leaves_the_other_bot_as_it_is() {
    let game: niagara::Niagara =
        balance_kit::read(&Setup::default().with_rule("players", 2)).expect("the published game");
    let bot = niagara::bots::bots()
        .make("deep", &spec(SEARCH, "caution = 5.0\niterations = 2"))
        .expect("in order");
    let plain = niagara::bots::bots()
        .make("plain", &spec("heuristic", ""))
        .expect("in order");
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
        ("playout = \"search\"", "cannot play the games that a search imagines"),
        ("playout = \"heuristik\"", "there is no kind of bot `heuristik`"),
    ] {
        let faults = niagara::bots::bots()
            .make("deep", &spec(SEARCH, settings))
            .err()
            .expect("refused");
        assert!(faults[0].message.contains(words), "{faults:?}");
        let At::Bot { name, path, .. } = &faults[0].at else {
            panic!("{faults:?}")
        };
        assert_eq!((name.as_str(), path.join(".").as_str()), ("deep", "playout"));
    }
}
