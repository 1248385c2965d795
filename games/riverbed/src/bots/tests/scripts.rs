//! Scripts: every name means something, every tactic finds its moment, mistakes are shown where they stand.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::bots;
use super::super::heuristic::{WeightTables, Weights};
use super::super::scene::Scene;
use super::super::tactics::Tactic;
use super::super::tactics::{SCRIPTS, TACTICS};
use super::Position;
use super::ScriptedBot;
use crate::Riverbed;
use crate::state::{Ask, Move, Role};
use balance_engine::{Bot, Chance, Moves, Stream, Table, View};
use balance_kit::script::{ScriptTactic, lines};
use balance_kit::{At, BotSpec};

fn spec(text: &str) -> BotSpec {
    let mut settings: toml::Table = text.parse().expect("a table");
    let kind = settings.remove("kind").expect("a kind");
    BotSpec {
        kind: kind.as_str().expect("a text").to_owned(),
        settings,
    }
}

#[test]
fn mistakes_are_shown_where_they_stand() {
    let faults = bots().make(
        "parrot",
        &spec("kind = \"scripted\"\nscript = [\"any\", \"dive unsen\", \"play deep-breth\"]"),
    );
    let faults = faults.err().expect("two lines are misspelt");
    assert_eq!(faults.len(), 2);
    assert!(matches!(&faults[0].at, At::Bot { name, path, .. } if name == "parrot" && path == &["script", "1"]));
    assert_eq!(faults[0].message, "there is no tactic `dive unsen`");
    assert_eq!(faults[0].help.as_deref(), Some("did you mean `dive unseen`?"));
    assert_eq!(faults[1].help.as_deref(), Some("did you mean `play deep-breath`?"));

    let faults = bots()
        .make("x", &spec("kind = \"heuristic\"\nweights = { rissk = 1.0 }"))
        .err();
    assert!(faults.expect("no such weight")[0].message.contains("rissk"));
    assert!(
        bots()
            .make("x", &spec("kind = \"gambler\"\nweights = { risk = 1.0 }"))
            .is_err()
    );
}

struct Watch<'w> {
    plays: &'w dyn Bot<Riverbed>,
    tuned: WeightTables,
    fitted: AtomicU64,
}

impl Bot<Riverbed> for Watch<'_> {
    fn choose(&self, view: View<'_, Riverbed>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let scene = Scene::new(&self.tuned, view, moves);
        let mut fitted = 0;
        for (at, info) in TACTICS.iter().enumerate() {
            let fits = Tactic::named(info.name).map_or(0, |tactic| scene.fits(tactic));
            let holds = fits >> (moves.len() - 1) <= 1;
            assert!(holds, "{} plays a move that is not offered", info.name);
            fitted |= u64::from(fits != 0) << at;
        }
        self.fitted.fetch_or(fitted, Ordering::Relaxed);
        self.plays.choose(view, moves, chance)
    }
}

#[test]
fn every_tactic_finds_its_moment() {
    let diver =
        ScriptedBot::read("diver", &lines(SCRIPTS, "loyal-diver"), WeightTables::default()).expect("well formed");
    let hoarder =
        ScriptedBot::read("hoarder", &lines(SCRIPTS, "hoarder"), WeightTables::default()).expect("well formed");
    let plays: [&dyn Bot<Riverbed>; 2] = [&diver, &hoarder];
    let mut fitted = 0;
    for bot in plays {
        let watch = Watch {
            plays: bot,
            tuned: WeightTables::new(Weights::default()),
            fitted: AtomicU64::new(0),
        };
        let game = Riverbed::standard(9);
        let mut table = Table::new(&game);
        for number in 0..150 {
            table.play(Chance::new(9, number), |_, _| &watch, &mut ());
        }
        fitted |= watch.fitted.into_inner();
    }
    // `never card` forbids and `play CARD` stands for many: neither plays by itself.
    let never: Vec<&str> = TACTICS
        .iter()
        .enumerate()
        .filter(|(at, info)| fitted >> at & 1 == 0 && !["play CARD", "never card"].contains(&info.name))
        .map(|(_, info)| info.name)
        .collect();
    assert!(never.is_empty(), "these never fitted: {never:?}");
}

#[test]
fn the_first_line_that_fits_is_played() {
    let mut position = Position::new();
    let seat = position.seat(Role::Merchant);
    let chief = position.state.public.chief;
    let bot = |lines: &[&str]| ScriptedBot::read("x", lines, WeightTables::default()).expect("well formed");
    let ask = Ask::Menu;
    let found = position.answer(&bot(&["hunt now", "dive unseen", "co-op chief"]), seat, ask);
    assert_eq!(found, Move::Dive);
    let found = position.answer(&bot(&["co-op chief", "dive unseen"]), seat, ask);
    assert_eq!(found, Move::CoOp);
    let found = position.answer(&bot(&["co-op chief"]), seat, Ask::Partner);
    assert_eq!(found, Move::Seat(chief));
    assert_eq!(position.answer(&bot(&["swim any"]), seat, ask), Move::Swim);

    // Once it has seen all within reach there is nothing unseen to dive for.
    for (number, space) in [(1, 3), (2, 4), (3, 5)] {
        position.seen(seat, number, space);
    }
    let found = position.answer(&bot(&["dive unseen", "swim toward unseen"]), seat, ask);
    assert_eq!(found, Move::Swim);
    assert_eq!(position.answer(&bot(&["dive any"]), seat, ask), Move::Dive);
}

#[test]
fn a_ban_on_cards_holds_for_the_lines_below_it() {
    let never = ScriptedBot::read("never", &["never card", "play card"], WeightTables::default()).expect("well formed");
    let first =
        ScriptedBot::read("first", &["play deep-breath", "never card"], WeightTables::default()).expect("well formed");
    let mut position = Position::new();
    let seat = position.seat(Role::Merchant);
    let deep_breath = crate::cards::Effect::DeepBreath;
    position.state.private[seat].hand = position.game.copies[deep_breath as usize];
    assert!(!matches!(position.answer(&never, seat, Ask::Menu), Move::Card(_)));
    assert_eq!(position.answer(&first, seat, Ask::Menu), Move::Card(deep_breath));
}
