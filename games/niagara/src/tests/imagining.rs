//! Cards that lie face-down, as a seat may imagine them: any that their owners still hold, or what it supposes of them.

use super::*;
use balance_engine::{Imagine, Stream};
use std::collections::BTreeSet;

/// Seats 2, 3 and 1 of three lay in this order; so many have laid. Seat 3 holds only two cards.
fn laid(cards: &[u8]) -> (Niagara, State<Niagara>) {
    let game = table(3, |_| {});
    let (mut state, mut chance) = start(&game);
    (state.public.first, state.public.decider) = (Seat(1), Seat(1));
    lay(&game, &mut state, &mut chance, cards);
    state.public.hands[Seat(2)] = Card(3).bit() | Card(5).bit();
    (game, state)
}

/// The cards that `eyes` may imagine before each seat.
fn imagined(game: &Niagara, state: &State<Niagara>, eyes: u8) -> [BTreeSet<Option<u8>>; 3] {
    let mut dealer = Stream::keyed(1, 1, u8::MAX, 0);
    let mut found: [BTreeSet<Option<u8>>; 3] = Default::default();
    for _ in 0..200 {
        let again = game.imagine(state.view(game, Seat(eyes)), &mut dealer);
        assert_eq!(again.public, state.public);
        for (seat, found) in found.iter_mut().enumerate() {
            found.insert(again.private[Seat(seat as u8)].card.map(|card| card.0));
        }
    }
    found
}

#[test]
fn ni_17_a_card_face_down_may_be_any_that_is_left() {
    let [none, own]: [BTreeSet<Option<u8>>; 2] = [[None].into(), [Some(3)].into()];
    let any: BTreeSet<_> = (0..=6).map(Some).collect();
    let either: BTreeSet<_> = [Some(3), Some(5)].into();
    // Two have laid: the third has not, and everybody knows the own card.
    let (game, state) = laid(&[2, 3]);
    assert_eq!(imagined(&game, &state, 0), [none.clone(), any.clone(), either.clone()]);
    assert_eq!(imagined(&game, &state, 2), [none.clone(), any.clone(), own]);
    // All have laid, and the first has shown.
    let (game, state) = laid(&[2, 3, 4]);
    assert_eq!(state.public.shown[Seat(1)], Some(Card(2)));
    assert_eq!(imagined(&game, &state, 1), [any, none, either]);
}

#[test]
fn ni_17_the_last_card_left_may_be_the_cloud() {
    let (game, mut state) = laid(&[2, 3]);
    state.public.hands[Seat(1)] = CLOUD.bit();
    state.private[Seat(1)].card = Some(CLOUD);
    assert_eq!(imagined(&game, &state, 0)[1], [Some(0)].into());
}

#[test]
fn ni_r22_no_card_lies_on_the_table_after_the_last_round() {
    let game = table(3, |rules| rules.rounds_max = 10);
    let (mut state, mut chance) = start(&game);
    state.public.round = 10;
    lay(&game, &mut state, &mut chance, &[CLOUD; 3]);
    while state.public.ask != Ask::Over {
        let first = moves(&game, &state)[0];
        play(&game, &mut state, &mut chance, first);
    }
    let none: BTreeSet<Option<u8>> = [None].into();
    assert_eq!(imagined(&game, &state, 0), [none.clone(), none.clone(), none]);
}

#[test]
fn ni_17_a_supposed_card_is_laid_as_at_the_beginning_of_the_round() {
    let (game, mut state) = laid(&[2, 3, 4]);
    let mut asked = Vec::new();
    let before = state.public;
    game.suppose(&mut state, Seat(0), &mut |view| {
        let public = view.public;
        assert_eq!(
            (public.ask, public.decider, view.private.card),
            (Ask::Card, view.seat, None)
        );
        assert!(
            public.shown.first(3).iter().all(Option::is_none),
            "nobody has shown a card"
        );
        asked.push((view.seat.0, public.done));
        Move::Card(Card(5))
    });
    // Neither the own card, nor that of seat 2, which lies open.
    assert_eq!(asked, [(2, 1)]);
    assert_eq!(state.public, before);
    let cards = state
        .private
        .first(3)
        .iter()
        .map(|private| private.card.map(|card| card.0));
    assert_eq!(cards.collect::<Vec<_>>(), [Some(4), None, Some(5)]);
}
