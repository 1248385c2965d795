//! A game told is a game that can be played again, from its text alone.

use super::*;
use crate::state::{Elk, Event, Whirlpool};
use balance_engine::Purpose;
use balance_kit::Telling;
use balance_kit::laws::{told_games, told_games_can_be_played_again};

/// The number that follows `before` in the text, from 0.
fn number_after(text: &str, before: &str) -> u32 {
    let rest = text.split(before).nth(1).expect("it is told");
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    number.parse::<u32>().expect("a number") - 1
}

fn read_again(rules: &str, bots: &str, games: u64) {
    let (mut game, told) = told_games::<Niagara>(rules, bots, games);
    // The reader throws a coin at the fork until it falls as told.
    game.rules.fork_switch = balance_engine::Proportion(0.5);
    for (number, told) in told.iter().enumerate() {
        let text = told.start.join("\n");
        let side = u32::from(text.contains("the one before counts as gone right"));
        let mut chance = Chance::new(0, 0);
        chance.script(Purpose::Setup, &[number_after(&text, "begins with seat "), side]);
        told_games_can_be_played_again(&game, game.setup(&mut chance), told, |_, _, _, _| {})
            .unwrap_or_else(|breach| panic!("{rules}, game {number}: {breach}"));
    }
}

const SPIRITS: &str = "[spirits]\ndoubles = true\ncards = true\ngems-by-players = true\nwhirlpool = true\nbeaver = true\nelk = true\nsixth-player = true";

#[test]
fn games_can_be_played_again_from_their_text() {
    for players in 2..=5 {
        read_again(&format!("players = {players}"), "heuristic", 50);
    }
    read_again("rounds-max = 10", "random", 10);
}

#[test]
fn games_with_diamond_joe_can_be_played_again_from_their_text() {
    read_again("joe = true\nrounds-max = 60", "heuristic", 150);
    read_again("joe = true\nrounds-max = 20", "random", 50);
}

#[test]
fn games_with_the_spirits_can_be_played_again_from_their_text() {
    read_again(&format!("players = 6\nrounds-max = 40\n{SPIRITS}"), "heuristic", 150);
    read_again(&format!("players = 3\nrounds-max = 20\n{SPIRITS}"), "random", 50);
}

#[test]
fn games_with_both_expansions_can_be_played_again_from_their_text() {
    read_again(&format!("joe = true\nrounds-max = 20\n{SPIRITS}"), "random", 200);
}

/// Every event that a reader could not work out has words that say what it did.
#[test]
fn words_name_the_gem_the_canoe_and_the_side() {
    let game = table(2, |rules| {
        rules.joe = true;
        rules.spirits.whirlpool = true;
    });
    let mut p = begin(&game);
    let seat = Seat(0);
    let cargo = [Some(VIOLET), Some(PINK)];
    p.put(0, 1, L6, NONE);
    let public = &p.public;
    let says = |event: Event| game.happening(event, public, None).expect("words");
    for (event, words) in [
        (Event::Unloaded(seat, 0, BLUE), "canoe 1 of seat 1 puts a blue gem down"),
        (Event::Pushed(1), "a disc goes right"),
        (
            Event::Landed(seat, 1, cargo),
            "canoe 2 of seat 1 comes ashore with a violet gem and a pink gem",
        ),
        (Event::JoeLoaded(CLEAR), "Diamond Joe takes a clear gem aboard"),
        (Event::JoeMoved, "Diamond Joe paddles: ashore"),
        (
            Event::Swept(seat, 1),
            "the whirlpool takes the tied canoe 2 of seat 1 down by one: space 6 left",
        ),
        (
            Event::Returned(seat, 1, Some(CLEAR)),
            "canoe 2 of seat 1 comes back for a clear gem",
        ),
    ] {
        assert_eq!(says(event), words);
    }
}

#[test]
fn a_position_tells_what_is_played_with() {
    let game = table(2, |rules| {
        rules.joe = true;
        rules.spirits.whirlpool = true;
        rules.spirits.beaver = true;
        rules.spirits.elk = true;
    });
    let p = begin(&game);
    let told = |change: &dyn Fn(&mut Public)| {
        let mut state = p.state.clone();
        change(&mut state.public);
        game.position_lines(&state, None)
    };
    let same = told(&|_| {});
    let changes: [&dyn Fn(&mut Public); 8] = [
        &|public| public.whirlpool = Whirlpool::Waits,
        &|public| public.beaver = Some(S[2]),
        &|public| public.elk = Elk::With(Seat(1), 1),
        &|public| public.joe = Some(Canoe::empty(S[3])),
        &|public| public.last_side ^= 1,
        &|public| public.hands[Seat(1)] &= !CLOUD.bit(),
        &|public| public.first = Seat(1),
        &|public| public.shown[Seat(0)] = Some(CLOUD),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        assert_ne!(told(change), same, "change {at}");
    }
}
