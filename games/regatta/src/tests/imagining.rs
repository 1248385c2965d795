//! Decks that nobody sees, as a seat may imagine them: what is not on the table, in any order.

use super::*;
use balance_engine::{Imagine, Stream};
use std::collections::BTreeSet;

#[test]
fn gl_04_what_nobody_sees_may_lie_in_any_order() {
    let game = table(3, |_| {});
    let mut p = start(&game, &[]);
    p.give(1, Janus);
    // Two favors lie face-down, drawn in this turn; a wedge has left the stack.
    for at in 0..2 {
        p.public.deck -= 1;
        p.hidden.drawn[at] = p.hidden.deck[usize::from(p.public.deck)];
    }
    (p.public.face_down, p.public.drawn) = (2, 2);
    let wedge = p.hidden.stack[15];
    p.public.stack &= !(1 << wedge);
    p.public.players[0].held[0] = wedge;
    p.public.players[0].holding = 1;
    let state = p.state();
    sound(&game, &state);

    let mut dealer = Stream::keyed(1, 1, u8::MAX, 0);
    let (mut tops, mut drawn, mut wedges) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for _ in 0..400 {
        let again = game.imagine(state.view(&game, Seat(1)), &mut dealer);
        assert_eq!(again.public, p.public);
        sound(&game, &again);
        tops.insert(again.hidden.deck[usize::from(p.public.deck) - 1]);
        drawn.extend(&again.hidden.drawn[..2]);
        wedges.insert(again.hidden.stack[14]);
    }
    // Every kind that is left, of which a single card lies among 33 at least.
    let unseen = game.unseen_favors(&p.public);
    let left = Favor::ALL.into_iter().filter(|favor| unseen[*favor as usize] > 0);
    let left: BTreeSet<Favor> = left.collect();
    assert_eq!((&tops, &drawn), (&left, &left));
    let stack: BTreeSet<u8> = (0..64).filter(|wedge| p.public.stack >> wedge & 1 == 1).collect();
    assert_eq!(wedges, stack);
}
