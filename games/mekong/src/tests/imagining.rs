//! Programmes that lie face-down, as another seat may imagine them (RD-10, RD-12, RD-14), and as it may suppose others to
//! have made them.

use super::*;
use balance_engine::{Imagine, Stream, View};
use std::collections::BTreeSet;

/// Three players, the second begins. Nobody has anything to jump over or to take, and then stones are placed: three
/// cards of each lie open, two do not.
fn third_card(game: &Mekong) -> Position {
    let mut p = begun_by(game, 1);
    let head: &[Card] = &[Card::JUMP, Card::REMOVE, Card::STONE];
    p.turn(&[head; 3]);
    assert_eq!((p.public.decider, p.public.position), (Seat(1), 2));
    p
}

/// What `seat` may have laid at this place, as far as `eyes` knows.
fn imagined(p: &Position, eyes: Seat, seat: Seat, at: usize) -> BTreeSet<Card> {
    let mut draw = Stream::keyed(5, 1, u8::MAX, 0);
    let mut laid = BTreeSet::new();
    for _ in 0..400 {
        let again = p.game.imagine(p.state().view(&p.game, eyes), &mut draw);
        assert_eq!((again.public, again.private[eyes]), (p.public, p.private[eyes]));
        p.game.invariant(&again).unwrap_or_else(|broken| panic!("{broken}"));
        laid.insert(again.private[seat].programme[at]);
    }
    laid
}

#[test]
fn rd_10_12_any_programme_may_lie_face_down() {
    let game = table(3, |_| {});
    let mut p = start(&game);
    for card in programme(&game, Seat(0), &[]) {
        p.play(Move::Card(card));
    }
    p.play(Move::Card(Card::JUMP));
    let hand = cards(game.hands[Seat(0)]).collect();
    assert_eq!(imagined(&p, Seat(2), Seat(0), 0), hand);
    assert_eq!(imagined(&p, Seat(0), Seat(1), 0).len(), 10);
    for at in 1..PROGRAMME {
        assert_eq!(imagined(&p, Seat(0), Seat(1), at), [Card::NONE].into(), "not laid");
    }
}

#[test]
fn rd_14_what_has_been_turned_up_is_known() {
    let game = table(3, |_| {});
    let p = third_card(&game);
    let shown = p.public.shown[Seat(2)];
    for (at, card) in shown.into_iter().enumerate().take(3) {
        assert_eq!(imagined(&p, Seat(1), Seat(2), at), [card].into());
    }
    let left = cards(game.cards_left(Seat(2), &shown[..3])).collect();
    assert_eq!(imagined(&p, Seat(1), Seat(2), 3), left);
}

#[test]
fn rd_10_11_others_are_supposed_to_lay_what_is_face_down_and_nothing_else() {
    let game = table(3, |_| {});
    let before = third_card(&game);
    let eyes = Seat(0);
    let mut state = before.state();
    let mut asked = Vec::new();
    let mut choose = |view: View<'_, Mekong>| {
        let at = usize::from(view.public.position);
        asked.push((view.seat, at));
        assert_eq!((view.public.ask, view.public.decider), (Ask::Card, view.seat));
        assert_eq!(game.cards_on_table(view.public, view.seat), (at, 0));
        let holds = view.private.programme[at..].iter().all(|card| *card == Card::NONE);
        assert!(holds, "still to be laid");
        let mut offered = Moves::default();
        game.moves(view, &mut offered);
        *offered.to_vec().last().expect("there are cards left")
    };
    game.suppose(&mut state, eyes, &mut choose);
    assert_eq!(asked, [(Seat(1), 3), (Seat(1), 4), (Seat(2), 3), (Seat(2), 4)]);
    let found = (state.public, state.private[eyes]);
    assert_eq!(found, (before.public, before.private[eyes]));
    game.invariant(&state).unwrap_or_else(|broken| panic!("{broken}"));
    for seat in [Seat(1), Seat(2)] {
        let [was, laid] = [before.private, state.private].map(|private| private[seat].programme);
        assert_eq!(was[..3], laid[..3]);
        let left = |at: usize| cards(game.cards_left(seat, &laid[..at])).last();
        assert_eq!([Some(laid[3]), Some(laid[4])], [left(3), left(4)]);
    }
    // Before all have laid theirs, those of before are made anew, and those who have not begun are not asked.
    let mut p = start(&game);
    for card in programme(&game, Seat(0), &[]) {
        p.play(Move::Card(card));
    }
    p.play(Move::Card(Card::JUMP));
    let mut asked = Vec::new();
    let mut state = p.state();
    game.suppose(&mut state, Seat(2), &mut |view| {
        asked.push((view.seat, view.public.position));
        Move::Card(programme(&game, view.seat, &[])[usize::from(view.public.position)])
    });
    let expected = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0)].map(|(seat, at)| (Seat(seat), at));
    assert_eq!(asked, expected);
    game.invariant(&state).unwrap_or_else(|broken| panic!("{broken}"));
}
