//! A game told is a game that can be played again, from its text alone; and what a picture shows.

use super::*;
use crate::rules::{Candidates, Misjudge, Side, StoneOffset};
use balance_engine::RandomBot;
use balance_kit::{Telling, laws};

/// The number of the seat that a line begins to speak of after `before`, from 0.
fn seat_after(line: &str, before: &str) -> u32 {
    let number = line.split(before).nth(1).and_then(|rest| rest.split(' ').next());
    let number: u32 = number.and_then(|number| number.parse().ok()).expect("a seat is named");
    number - 1
}

fn read_again(rules: &str, bots: &str, games: u64) {
    let (game, told) = laws::told_games::<Mekong>(rules, bots, games);
    for (number, told) in told.iter().enumerate() {
        let moment = told.start.last().expect("lines");
        let first = moment.split(" is first player").next().expect("a line");
        let mut chance = Chance::new(0, 0);
        chance.script(Purpose::Setup, &[seat_after(first, "seat ")]);
        laws::told_games_can_be_played_again(&game, game.setup(&mut chance), told, |_, _, _, _| {})
            .unwrap_or_else(|breach| panic!("{rules}, game {number}: {breach}"));
    }
}

#[test]
fn games_on_islands_can_be_played_again_from_their_text() {
    for players in 2..=6 {
        read_again(&format!("players = {players}\nturns-max = 12"), "saboteur", 40);
    }
    read_again("turns-max = 12", "random", 20);
    read_again("stones = 5", "heuristic", 20);
}

#[test]
fn games_with_other_switches_can_be_played_again_from_their_text() {
    read_again("misjudge = \"lost\"\nplank-drop = 0.2\nturns-max = 12", "random", 100);
    let rules = "stone-offset = \"free\"\nmisjudge = \"lost\"\nturns-max = 12";
    read_again(rules, "random", 60);
    read_again("stone-offset = \"free\"\nplayers = 3", "rusher", 60);
}

#[test]
fn games_on_open_water_can_be_played_again_from_their_text() {
    let coarse = "side = \"water\"\ncandidates = \"coarse\"\nturns-max = 12\nplayers =";
    read_again(&format!("{coarse} 4"), "saboteur", 160);
    let rules = &format!("{coarse} 2\nmisjudge = \"lost\"\nplank-drop = 0.2");
    read_again(rules, "random", 30);
    read_again("side = \"water\"\nplayers = 3", "rusher", 10);
}

#[test]
fn a_position_tells_the_supply_that_is_played_with() {
    let mut p = start(&table(2, |rules| rules.stones = 9));
    p.stones(&[3, 14]);
    let lines = p.game.position_lines(&p.state(), None);
    let holds = lines.contains(&"2 stones on the board, 7 in the reserve: on islands 3, 14".to_owned());
    assert!(holds, "{lines:?}");
}

#[test]
fn rd_r31_a_programme_is_told_to_its_owner_alone() {
    let mut p = start(&table(2, |_| {}));
    p.play(Move::Card(Card::JUMP));
    let lines = |to| p.game.position_lines(&p.state(), to).join("\n");
    let tells = [None, Some(Seat(0)), Some(Seat(1))].map(|to| lines(to).contains("programme: jump"));
    assert_eq!(tells, [true, true, false]);
}

#[test]
fn rd_r31_words_and_pictures_tell_all_and_nothing_hidden() {
    let variants: [fn(&mut Rules); 4] = [
        |_| {},
        |rules| rules.misjudge = Misjudge::Lost,
        |rules| rules.stone_offset = StoneOffset::Free,
        |rules| (rules.side, rules.candidates) = (Side::Water, Candidates::Coarse),
    ];
    for (at, change) in variants.into_iter().enumerate() {
        let game = table(2 + at as u8, |rules| {
            rules.turns_max = 10;
            change(rules);
        });
        let keep = |law: Result<(), String>| law.unwrap_or_else(|breach| panic!("variant {at}: {breach}"));
        keep(laws::choices_are_told_apart(&game, &RandomBot, 31, 3));
        keep(laws::positions_are_told_whole(&game, &RandomBot, 32, 3));
        keep(laws::views_are_sealed(&game, &RandomBot, 33, 2));
    }
}

#[test]
fn rd_39_who_chooses_is_told_which_planks_fit_nowhere() {
    let mut p = start(&table(2, |_| {}));
    p.stones(&[7]);
    p.act(Card::PLANK);
    let told = p.game.position_lines(&p.state(), None);
    let unfit = (1..=6).filter(|number| !p.game.fits(&p.public, (NONE, NONE), *number));
    let unfit: Vec<String> = unfit.map(|number: u8| number.to_string()).collect();
    assert!(unfit.contains(&"3".to_owned()) && unfit.len() < 6, "{unfit:?}");
    let said = format!("fit nowhere and would be lost: planks {}", unfit.join(", "));
    assert!(told.contains(&said), "{told:?}");
}
