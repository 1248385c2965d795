//! Set-up (GL-01 to GL-12), and decks that nobody sees, as a seat may imagine them.

use super::*;
use crate::track::WedgeGroup;
use balance_engine::{Imagine, Stream};
use std::collections::BTreeSet;

fn fresh(game: &Regatta, index: u64) -> State<Regatta> {
    game.setup(&mut Chance::new(3, index))
}

#[test]
fn gl_01_02_trios_lie_together() {
    // GL-02
    let game = table(4, |_| {});
    let mut orders = std::collections::BTreeSet::new();
    for index in 0..200 {
        let ring = fresh(&game, index).public.ring;
        let trio = |at: usize| match game.course.wedges[usize::from(ring[at])].part {
            WedgeGroup::Trio(trio) => trio,
            other => panic!("{other:?} lies on the first course"),
        };
        let trios: Vec<u8> = (1..RING).map(trio).collect();
        // Eleven wedges show. Only the trio cut by the line may show at both ends; the others are whole.
        let runs = trios.chunk_by(|a, b| a == b).map(<[u8]>::len).collect::<Vec<_>>();
        let whole = runs.iter().filter(|run| **run == 3).count();
        assert!(whole == 3, "{trios:?}");
        let holds = runs.len() == 4 || runs.len() == 5 && trios[0] == trios[RING - 2];
        assert!(holds, "{trios:?}");
        orders.insert(ring);
    }
    assert!(orders.len() > 195);
}

#[test]
fn gl_03_the_line_covers_any_wedge() {
    let game = table(4, |_| {});
    let mut hidden = std::collections::BTreeSet::new();
    for index in 0..400 {
        let ring = fresh(&game, index).public.ring;
        assert_eq!(game.course.wedges[usize::from(ring[0])].part, WedgeGroup::Line);
        hidden.extend((0..12).filter(|wedge| !ring.contains(wedge)));
    }
    // A wedge stays uncovered in 400 games with probability (11/12)^400 < 1e-15.
    assert_eq!(hidden.len(), 12);
}

#[test]
fn gl_04_the_stack_is_shuffled() {
    let game = table(4, |_| {});
    let firsts: std::collections::BTreeSet<_> = (0..60).map(|index| fresh(&game, index).hidden.stack[15]).collect();
    assert!(firsts.len() > 8);
    let state = fresh(&game, 0);
    assert_eq!(state.public.stack.count_ones(), 16);
    let marked = |wedge: &u8| game.course.wedges[usize::from(*wedge)].part == WedgeGroup::Stack;
    assert!(state.hidden.stack[..16].iter().all(marked));
}

#[test]
fn gl_06_07_135_fish_and_laps_at_the_start() {
    // GL-07 GL-135: the difficult game changes nothing else
    let full = table(3, |rules| (rules.fish_at_start, rules.fish_max) = (3, 3));
    let found = fresh(&full, 5).public.players[0].fish;
    assert_eq!(found, 3, "as many as there is room for");
    for fish in [2, 1] {
        let game = table(3, |rules| rules.fish_at_start = fish);
        let state = fresh(&game, 5);
        assert!(
            state.public.players[..3]
                .iter()
                .all(|player| (player.fish, player.laps) == (fish, 0))
        );
        assert_eq!(state.public.ring, fresh(&table(3, |_| {}), 5).public.ring);
        assert_eq!(state.hidden.deck, fresh(&table(3, |_| {}), 5).hidden.deck);
    }
}

#[test]
fn gl_08_09_one_starter_each() {
    // GL-09
    for players in 2..=4u8 {
        let game = table(players, |_| {});
        let mut dealt = std::collections::BTreeSet::new();
        for index in 0..100 {
            let public = fresh(&game, index).public;
            let boards = &public.players[..usize::from(players)];
            let mut own: Vec<Favor> = boards.iter().filter_map(|player| player.slots[0]).collect();
            assert!(boards.iter().all(|player| player.slots[1].is_none()));
            own.sort_unstable();
            own.dedup();
            assert_eq!(own.len(), usize::from(players));
            assert!(own.iter().all(|favor| game.starters.contains(favor)));
            assert_eq!(public.deck, 36 - players);
            dealt.insert(own);
        }
        assert_eq!(dealt.len(), [6, 4, 1][usize::from(players) - 2]);
    }
}

#[test]
fn gl_10_11_12_ships_are_placed_by_starter_number() {
    // GL-11 GL-12 GL-R38
    for index in 0..30 {
        let game = table(4, |_| {});
        let mut p = Position::dealt(&game, Chance::new(4, index));
        let mut last = Seat(0);
        for place in 0..4 {
            let holder = p.public.players[p.public.decider.index()].slots[0];
            assert_eq!(holder, Some(game.starters[place]));
            let dots = p.moves();
            assert_eq!(dots.len(), 4 - place, "each takes another dot");
            last = p.public.decider;
            let log = p.play(dots[dots.len() - 1]);
            assert_eq!(log.count(Event::RoundBegan), place / 3, "the first round, after all");
        }
        assert_eq!((p.public.fleece, p.public.opener, p.public.round), (last, last, 1));
        for player in p.public.players {
            let found = (player.fish, player.holding, player.laps);
            assert_eq!(found, (2, 0, 0), "icons give nothing");
            assert_eq!(u32::from(player.spot.dot), u32::from(player.start));
        }
        assert_eq!((p.public.deck, p.public.face_down), (32, 0));
    }
    assert_eq!(LANES, 4);
}

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
