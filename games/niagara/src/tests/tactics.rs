//! Scripts: what a card or a move is said to do, it can do; the language, tried on the quantities of this game.

use super::*;
use crate::bots::quantities::QUANTITIES;
use crate::bots::tactics::Tactic;
use crate::state::{Elk, Whirlpool};
use balance_kit::Mistake;
use balance_kit::script::{ScriptLine, TacticInfo, offered, published, read};

fn tactic(name: &str) -> Tactic {
    Tactic::plain(name).expect("a tactic")
}

/// Numbers on the cards that carry the tactic out, lowest first.
fn cards(game: &Niagara, state: &State<Niagara>, name: &str) -> Vec<u8> {
    let fits = |card: &u8| {
        let view = state.view(game, state.public.decider);
        tactic(name).rate(view, Move::Card(Card(*card))).is_some()
    };
    (1..=7).filter(fits).collect()
}

/// The first player's canoe 0 at `space` with `cargo`, the other one fallen.
fn alone(game: &Niagara, space: Space, cargo: Option<GemColour>) -> State<Niagara> {
    let mut p = begin(game);
    p.put(0, 0, space, cargo);
    p.public.canoes[Seat(0)][1] = Canoe::empty(LOST);
    p.state
}

#[test]
fn a_card_brings_a_gem_home_where_the_rules_let_it() {
    for (land_cost, first) in [(1, 4), (0, 3)] {
        let game = table(2, |rules| rules.land_cost = land_cost);
        let state = alone(&game, S[4], Some(CLEAR));
        let wanted: Vec<u8> = (first..=7).collect();
        assert_eq!(cards(&game, &state, "card home"), wanted, "land costs {land_cost}");
    }
    // Two points of the elk are points, and the whirlpool on the way takes one.
    let game = table(2, |rules| {
        rules.spirits.elk = true;
        rules.spirits.whirlpool = true;
    });
    let mut state = alone(&game, S[4], Some(CLEAR));
    state.public.whirlpool = Whirlpool::Waits;
    state.public.elk = Elk::With(Seat(0), 0);
    assert_eq!(cards(&game, &state, "card home"), [2, 3, 4, 5, 6, 7]);
    state.public.elk = Elk::Home;
    state.public.whirlpool = Whirlpool::At(S[2]);
    assert_eq!(cards(&game, &state, "card home"), [5, 6, 7]);
}

#[test]
fn a_card_loads_beyond_the_fork_too() {
    let game = table(2, |_| {});
    let mut state = alone(&game, L6, NONE);
    // Up with a 1 or two spaces up with a 4 there are places before the fork; with a 2 only the one it lies at.
    assert_eq!(cards(&game, &state, "card load"), [2, 3, 4, 5, 6, 7]);
    assert_eq!(cards(&game, &state, "card load safe"), [3, 4, 5]);
    drain(&mut state.public, BLUE, 1);
    assert_eq!(cards(&game, &state, "card load"), [3, 4, 5], "and none of blue is left");
    state.public.canoes[Seat(0)][0].cargo = Some(BLUE);
    assert!(cards(&game, &state, "card load").is_empty(), "there is no room aboard");
}

/// Does this move of canoe 0 carry the tactic out?
fn fits(game: &Niagara, state: &State<Niagara>, name: &str, mv: Move) -> bool {
    tactic(name).rate(state.view(game, Seat(0)), mv).is_some()
}

#[test]
fn loading_near_goes_by_the_place() {
    let game = table(2, |_| {});
    let mut state = alone(&game, S[3], NONE);
    // A violet gem was put down at the place of yellow, and a yellow one at that of violet.
    for (place, from) in [(VIOLET, YELLOW), (YELLOW, VIOLET)] {
        state.public.places[from.index()][from.index()] -= 1;
        state.public.places[place.index()][from.index()] += 1;
    }
    let here = paddle_with(load(YELLOW), S[4], Block::NOTHING);
    let there = paddle_with(Block::NOTHING, S[5], load(VIOLET));
    assert!(fits(&game, &state, "load near", here));
    assert!(!fits(&game, &state, "load near", there));
}

#[test]
fn a_second_hold_is_aboard_too() {
    let mut p = position(2, |rules| rules.spirits.doubles = true);
    p.put(0, 0, S[3], NONE);
    let mv = paddle_with(load(VIOLET), S[4], Block::NOTHING);
    assert!(fits(&p.game, &p.state, "load new", mv));
    p.put(0, 1, S[5], CLEAR);
    p.public.canoes[Seat(0)][1].second = Some(VIOLET);
    let holds = !fits(&p.game, &p.state, "load new", mv);
    assert!(holds, "there is a violet gem in the second hold");
    assert!(cards(&p.game, &p.state, "card load new").iter().all(|card| *card != 3));
}

#[test]
fn what_a_card_tactic_promises_its_move_can_keep() {
    // Over games of chance with every switch: a card is said to bring a gem home exactly if a move does once it is shown.
    let game = table(3, |rules| {
        rules.land_cost = 0;
        rules.spirits.elk = true;
        rules.spirits.whirlpool = true;
        rules.spirits.doubles = true;
    });
    let mut met = 0;
    for index in 0..20 {
        let mut chance = Chance::new(11, index);
        let mut state = game.setup(&mut chance);
        for _ in 0..600 {
            if let balance_engine::Turn::Over = game.turn(&state.public) {
                break;
            }
            let seat = state.public.decider;
            // Before the first canoe acts, and where all may.
            let canoes = state.public.canoes[seat].into_iter().enumerate();
            let all_may = canoes
                .into_iter()
                .all(|(at, canoe)| canoe.space == LOST || state.public.may >> at & 1 == 1);
            if state.public.ask == Ask::Canoe && all_may {
                let number = state.public.number(seat);
                let all = moves(&game, &state);
                for (card, mv) in [("card home", "land loaded"), ("card rob", "rob")] {
                    let promised = tactic(card)
                        .rate(state.view(&game, seat), Move::Number(number))
                        .is_some();
                    let kept = all
                        .iter()
                        .any(|at| tactic(mv).rate(state.view(&game, seat), *at).is_some());
                    assert_eq!(promised, kept, "{card} of {seat} with {number}: {:?}", state.public);
                    met += u32::from(promised);
                }
            }
            let all = moves(&game, &state);
            let at = chance.bot(seat).below(all.len() as u32) as usize;
            game.play(&mut state, all[at], &mut chance, &mut ());
        }
    }
    assert!(met > 50, "{met}");
}

fn compiled(lines: &[&str]) -> Result<Vec<ScriptLine<Niagara, u8>>, Vec<Mistake>> {
    read(
        "bot",
        lines,
        |name| (name == "climb").then_some(1),
        |_| "climb",
        QUANTITIES,
    )
}

/// Does the line hold at the beginning of a game, before anything has happened?
fn holds(line: &str) -> bool {
    let game = Niagara::standard(4);
    let state = game.setup(&mut Chance::new(1, 1));
    let script = compiled(&[line]).expect("a line that can be read");
    script[0].holds(state.view(&game, Seat(0)))
}

#[test]
fn conditions_compare_what_the_game_publishes() {
    for line in [
        "climb",
        "climb if turn = 1",
        "climb if turn == 1 and gems < 1",
        "climb if turn != 2 and gems <= 0 and turn >= 1",
        "climb if hand has 6",
        "climb if hand has cloud and hand has no lasso",
        "climb if weather > -2",
    ] {
        assert!(holds(line), "{line}");
    }
    for line in [
        "climb if turn > 1",
        "climb if turn = 1 and gems > 0",
        "climb if hand has not 6",
        "climb if hand has lasso",
        "climb if weather < -1_0",
    ] {
        assert!(!holds(line), "{line}");
    }
}

#[test]
fn every_wrong_condition_is_told_with_its_line_and_what_was_meant() {
    let faults = compiled(&[
        "climb if gem > 2",
        "climb if turn > soon",
        "climb if hand has clowd",
        "clim if trun > 2",
        "climb if late",
        "climb if turn has 6",
        "climb if turn > 2 and hand > 3",
        "climb if turn => 3",
        "climb if turn",
    ])
    .err()
    .expect("nine mistakes");
    let told: Vec<String> = faults
        .iter()
        .map(|fault| {
            format!(
                "{:?}: {}; {}",
                fault.at,
                fault.message,
                fault.help.clone().unwrap_or_default()
            )
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_a_script_may_say_stands_in_its_schema() {
    let tactics = [TacticInfo {
        name: "play CARD",
        help: "play this card",
    }];
    let (tactics, quantities) = offered(&published(schemars::json_schema!({}), &tactics, QUANTITIES));
    assert_eq!(tactics, [["play CARD", "play this card", "CARD"]]);
    assert_eq!(quantities.len(), QUANTITIES.len());
    assert!(
        quantities
            .iter()
            .any(|row| row[0] == "hand" && row[2].contains("cloud"))
    );
}
