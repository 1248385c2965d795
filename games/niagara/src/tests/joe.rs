//! Diamond Joe, the expansion.

use super::*;
use crate::river::LOST;
use crate::state::CLOUD;

fn joes_table() -> (Niagara, State<Niagara>, Chance) {
    let game = table(2, |rules| rules.joe = true);
    let (state, chance) = start(&game);
    (game, state, chance)
}

/// Where Joe is after his turn with this card of the first player.
fn after(joe: Canoe, card: u8) -> Canoe {
    let (game, mut state, mut chance) = joes_table();
    state.public.joe = joe;
    if joe.loaded() {
        state.public.places[joe.cargo as usize][joe.cargo as usize] -= 1;
    }
    state.public.shown[Seat(0)] = card;
    state.public.hands[Seat(0)] &= !(1 << card);
    game.move_joe(&mut state.public, &mut chance);
    state.public.joe
}

#[test]
fn joe_begins_at_the_landing_and_only_with_the_switch() {
    let (_, state, _) = joes_table();
    assert_eq!(state.public.joe, Canoe::ASHORE);
    assert_eq!(start(&table(2, |_| {})).0.public.joe.space, LOST);
}

#[test]
fn joe_goes_up_to_the_landing_and_down_with_the_rest() {
    assert_eq!(after(Canoe::ASHORE, 5).space, 5);
    assert!([L6, R6].contains(&after(Canoe::ASHORE, 6).space));
    assert_eq!(after(Canoe::at(2), 2).space, LAND);
    assert_eq!(after(Canoe::at(2), 6).space, 4);
    assert_eq!(after(Canoe::at(1), 1).space, LAND);
    assert_eq!(after(Canoe::at(R7), 3).space, 4);
    assert_eq!(after(Canoe::at(5), CLOUD).space, 5, "he rests with the cloud");
}

#[test]
fn joe_loads_where_he_stands_when_he_is_empty() {
    assert_eq!(
        after(Canoe::at(3), 1),
        Canoe {
            cargo: VIOLET,
            ..Canoe::at(2)
        }
    );
    let loaded = Canoe {
        cargo: CLEAR,
        ..Canoe::at(3)
    };
    assert_eq!(after(loaded, 1).cargo, CLEAR);
    assert_eq!(
        after(loaded, 3),
        Canoe {
            cargo: CLEAR,
            ..Canoe::ASHORE
        },
        "the landing does not empty him"
    );
    assert_eq!(after(Canoe::at(1), 3).cargo, NONE);
}

#[test]
fn joe_moves_after_all_and_floats() {
    let (game, mut state, mut chance) = joes_table();
    lay(&game, &mut state, &mut chance, &[2, 3]);
    play(&game, &mut state, &mut chance, paddle(0, 2));
    assert_eq!(state.public.joe.space, LAND);
    play(&game, &mut state, &mut chance, paddle(0, 3));
    assert_eq!(state.public.joe.space, 4, "two by the card, two by the river");
}

#[test]
fn joe_who_falls_is_back_at_once() {
    let (game, mut state, mut chance) = joes_table();
    state.public.joe = Canoe {
        cargo: BLUE,
        ..Canoe::at(R7)
    };
    state.public.places[BLUE as usize][BLUE as usize] -= 1;
    game.push(&mut state.public, &mut chance, &mut ());
    assert_eq!(state.public.joe, Canoe::ASHORE);
    assert_eq!(state.public.places[BLUE as usize][BLUE as usize], 7);
}

/// What seat 1 is offered after stopping beside Joe at space 4, and the two cargoes after the trade.
fn trade(own: u8, joes: u8, wanted: Option<u8>) -> (Vec<Move>, [u8; 2]) {
    let (game, mut state, mut chance) = joes_table();
    put(&mut state.public, 0, 0, 2, own);
    state.public.joe = Canoe {
        cargo: joes,
        ..Canoe::at(4)
    };
    if joes != NONE {
        state.public.places[joes as usize][joes as usize] -= 1;
    }
    lay(&game, &mut state, &mut chance, &[2, 3]);
    play(&game, &mut state, &mut chance, paddle(0, 4));
    let offered = if state.public.ask == Ask::Trade(0) {
        moves(&game, &state)
    } else {
        Vec::new()
    };
    if let Some(colour) = wanted {
        play(&game, &mut state, &mut chance, Move::Trade(colour));
    }
    (offered, [state.public.canoes[Seat(0)][0].cargo, state.public.joe.cargo])
}

#[test]
fn joe_trades_with_whoever_stops_beside_him() {
    assert_eq!(
        trade(NONE, PINK, Some(NONE)),
        (vec![Move::Trade(NONE), Move::Pass], [PINK, NONE])
    );
    assert_eq!(
        trade(VIOLET, PINK, Some(VIOLET)),
        (vec![Move::Trade(VIOLET), Move::Pass], [PINK, VIOLET])
    );
    assert_eq!(
        trade(VIOLET, NONE, Some(VIOLET)),
        (vec![Move::Trade(VIOLET), Move::Pass], [NONE, VIOLET])
    );
    assert_eq!(trade(NONE, NONE, None).0, [], "nothing to trade");
    assert_eq!(trade(VIOLET, VIOLET, None).0, [], "nothing would change");
}
