//! Cards that lie face-down, as a seat may imagine them: any that their owners still hold, or what it supposes of them.

use super::*;
use balance_engine::{Imagine, Stream};
use std::collections::BTreeSet;

/// Seats 2, 3 and 1 of three lay in this order; so many have laid. Seat 3 holds only two cards.
fn laid(cards: &[u8]) -> Expedition {
    let mut p = position(3, |_| {});
    (p.public.first, p.public.decider) = (Seat(1), Seat(1));
    p.lay(cards);
    p.public.hands[Seat(2)] = Card(3).bit() | Card(5).bit();
    p
}

/// The cards that `eyes` may imagine before each seat.
fn imagined(p: &Expedition, eyes: u8) -> [BTreeSet<Option<u8>>; 3] {
    let mut dealer = Stream::keyed(1, 1, u8::MAX, 0);
    let mut found: [BTreeSet<Option<u8>>; 3] = Default::default();
    for _ in 0..200 {
        let again = p.game.imagine(p.view(&p.game, Seat(eyes)), &mut dealer);
        assert_eq!(again.public, p.public);
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
    let p = laid(&[2, 3]);
    assert_eq!(imagined(&p, 0), [none.clone(), any.clone(), either.clone()]);
    assert_eq!(imagined(&p, 2), [none.clone(), any.clone(), own]);
    // All have laid, and the first has shown.
    let p = laid(&[2, 3, 4]);
    assert_eq!(p.public.shown[Seat(1)], Some(Card(2)));
    assert_eq!(imagined(&p, 1), [any, none, either]);
}

#[test]
fn ni_17_the_last_card_left_may_be_the_cloud() {
    let mut p = laid(&[2, 3]);
    p.public.hands[Seat(1)] = CLOUD.bit();
    p.private[Seat(1)].card = Some(CLOUD);
    assert_eq!(imagined(&p, 0)[1], [Some(0)].into());
}

#[test]
fn ni_r22_no_card_lies_on_the_table_after_the_last_round() {
    let mut p = position(3, |rules| rules.rounds_max = 10);
    p.public.round = 10;
    p.lay(&[CLOUD; 3]);
    while p.public.ask != Ask::Over {
        let first = p.moves()[0];
        p.play(first);
    }
    let none: BTreeSet<Option<u8>> = [None].into();
    assert_eq!(imagined(&p, 0), [none.clone(), none.clone(), none]);
}

#[test]
fn ni_17_a_supposed_card_is_laid_as_at_the_beginning_of_the_round() {
    let mut p = laid(&[2, 3, 4]);
    let mut asked = Vec::new();
    let before = p.public;
    p.game.suppose(&mut p.state, Seat(0), &mut |view| {
        let public = view.public;
        let found = (public.ask, public.decider, view.private.card);
        assert_eq!(found, (Ask::Card, view.seat, None));
        let holds = public.shown.first(3).iter().all(Option::is_none);
        assert!(holds, "nobody has shown a card");
        asked.push((view.seat.0, public.done));
        Move::Card(Card(5))
    });
    // Neither the own card, nor that of seat 2, which lies open.
    assert_eq!(asked, [(2, 1)]);
    assert_eq!(p.public, before);
    let cards = p.private.first(3).iter().map(|private| private.card.map(|card| card.0));
    assert_eq!(cards.collect::<Vec<_>>(), [Some(4), None, Some(5)]);
}
