//! Decks that nobody sees, as a seat may imagine them: what is not on the table, in any order.

use super::*;
use balance_engine::{Imagine, Stream};
use std::collections::BTreeSet;

#[test]
fn gl_04_what_nobody_sees_may_lie_in_any_order() {
    let game = table(3, |_| {});
    let (mut state, _) = start(&game, &[]);
    give(&mut state, 1, Favor::Janus);
    // Two favors lie face-down, drawn in this turn; a wedge has left the stack.
    for at in 0..2 {
        state.public.deck -= 1;
        state.hidden.drawn[at] = state.hidden.deck[usize::from(state.public.deck)];
    }
    (state.public.face_down, state.public.drawn) = (2, 2);
    let wedge = state.hidden.stack[15];
    state.public.stack &= !(1 << wedge);
    state.public.players[0].held[0] = wedge;
    state.public.players[0].holding = 1;
    sound(&game, &state);

    let mut dealer = Stream::keyed(1, 1, u8::MAX, 0);
    let (mut tops, mut drawn, mut wedges) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for _ in 0..400 {
        let again = game.imagine(state.view(&game, Seat(1)), &mut dealer);
        assert_eq!(again.public, state.public);
        sound(&game, &again);
        tops.insert(again.hidden.deck[usize::from(state.public.deck) - 1]);
        drawn.extend(&again.hidden.drawn[..2]);
        wedges.insert(again.hidden.stack[14]);
    }
    // Every kind that is left, of which a single card lies among 33 at least.
    let unseen = game.unseen_favors(&state.public);
    let left: BTreeSet<Favor> = Favor::ALL
        .into_iter()
        .filter(|favor| unseen[*favor as usize] > 0)
        .collect();
    assert_eq!((&tops, &drawn), (&left, &left));
    let stack: BTreeSet<u8> = (0..64).filter(|wedge| state.public.stack >> wedge & 1 == 1).collect();
    assert_eq!(wedges, stack);
}
