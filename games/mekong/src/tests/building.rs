//! Stones, planks, and taking them away again.

use super::*;

/// What the first player may remove.
fn removals(game: &Mekong, state: &mut State<Mekong>) -> Vec<Move> {
    act(game, state, Card::REMOVE);
    assert_eq!((state.public.ask, state.public.decider), (Ask::Remove, Seat(0)));
    moves(game, state)
}

fn take(plank: Space) -> Move {
    Move::TakePlank(plank.slot().expect("a plank") as u8)
}

/// Empties numbers of a reserve: these planks are lost.
fn spend(game: &Mekong, state: &mut State<Mekong>, seat: u8, numbers: &[u8]) {
    for number in numbers {
        game.lose_plank(&mut state.public, Seat(seat), *number);
    }
}

#[test]
fn rd_25_26_a_plank_or_a_stone_must_go() {
    // Somebody else's plank comes into the taker's reserve and may be laid by him
    let game = table(2, |_| {});
    let mut state = start(&game);
    let black = bridge(&game, &mut state, 1, 1, (PINK, i(18)));
    stones(&game, &mut state, &[5]);
    spend(&game, &mut state, 0, &[1]);
    assert_eq!(removals(&game, &mut state), [take(black), Move::TakeStone(4)]);
    let events = play(&game, &mut state, take(black));
    let taken = Event::PlankTaken {
        seat: Seat(0),
        from: Seat(1),
        plank: black,
    };
    assert_eq!(events[0], taken);
    assert_eq!(state.public.reserves[Seat(0)][0], BLACK);
    assert_eq!(state.public.laid, 0);
    assert!(lays(&game, &state.public, 1).contains(&(PINK, i(18), Slide::Mid)));
    bridge(&game, &mut state, 0, 1, (PINK, i(18)));
}

#[test]
fn rd_27_not_under_a_pawn() {
    // RD-R20: not even one's own
    let game = table(2, |_| {});
    let mut state = start(&game);
    let own = bridge(&game, &mut state, 0, 1, (PINK, i(18)));
    let other = bridge(&game, &mut state, 0, 2, (PINK, i(10)));
    let free = bridge(&game, &mut state, 0, 3, (PINK, i(14)));
    stand(&mut state, 0, own);
    stand(&mut state, 1, other);
    assert_eq!(removals(&game, &mut state), [take(free)]);
}

#[test]
fn rd_28_67_no_number_twice() {
    // RD-69: a full reserve takes nothing
    let game = table(2, |_| {});
    let mut state = start(&game);
    bridge(&game, &mut state, 1, 1, (PINK, i(18)));
    let two = bridge(&game, &mut state, 1, 2, (PINK, i(10)));
    let events = act(&game, &mut state, Card::REMOVE);
    assert!(
        events.contains(&Event::RemoveSkipped(Seat(0))),
        "all six numbers are there"
    );

    let mut state = start(&game);
    bridge(&game, &mut state, 1, 1, (PINK, i(18)));
    assert_eq!(bridge(&game, &mut state, 1, 2, (PINK, i(10))), two);
    spend(&game, &mut state, 0, &[2]);
    let events = act(&game, &mut state, Card::REMOVE);
    assert!(!events.contains(&Event::RemoveSkipped(Seat(0))), "it is asked");
    assert_eq!(moves(&game, &state), [take(two)]);
}

#[test]
fn rd_29_68_no_third_colour() {
    // RD-R22: counted after adding; the own colour has no privilege
    let third = |colours: u8| {
        let game = table(3, |rules| rules.reserve_colours = colours);
        let mut state = start(&game);
        let red = bridge(&game, &mut state, 1, 1, (PINK, i(18)));
        let yellow = bridge(&game, &mut state, 2, 2, (PINK, i(10)));
        let blue = bridge(&game, &mut state, 0, 3, (PINK, i(14)));
        spend(&game, &mut state, 0, &[1, 2]);
        let before = removals(&game, &mut state);
        if colours > 1 {
            play(&game, &mut state, take(red));
        }
        let mut after = state.public;
        after.ask = Ask::Remove;
        let left = game.removable_planks(&after, Seat(0));
        (before, left, [red, yellow, blue])
    };
    let (before, left, [red, yellow, blue]) = third(2);
    assert_eq!(before, [take(blue), take(red), take(yellow)]);
    assert_eq!(left, blue.bit(), "yellow would be the third colour");
    assert_eq!(third(3).1, blue.bit() | yellow.bit());
    assert_eq!(third(1).0, [take(blue)]);

    // Two foreign colours: now the own one is the third.
    let game = table(3, |_| {});
    let mut state = start(&game);
    let blue = bridge(&game, &mut state, 0, 3, (PINK, i(14)));
    spend(&game, &mut state, 0, &[1, 2, 4, 5, 6]);
    state.public.reserves[Seat(0)][0] = RED;
    state.public.reserves[Seat(0)][1] = YELLOW;
    assert_eq!(game.removable_planks(&state.public, Seat(0)), 0);
    state.public.reserves[Seat(0)][1] = NONE;
    assert_eq!(game.removable_planks(&state.public, Seat(0)), blue.bit());
}

#[test]
fn rd_30_only_a_loose_stone() {
    // RD-31 RD-R21: nothing else can go, so even a stone one would like to keep must
    let game = table(2, |_| {});
    let mut state = start(&game);
    bridge(&game, &mut state, 1, 1, (PINK, i(18)));
    stones(&game, &mut state, &[5]);
    assert_eq!(removals(&game, &mut state), [Move::TakeStone(4)]);
    play(&game, &mut state, Move::TakeStone(4));
    assert_eq!(state.public.stones, 1 << 17);
}

#[test]
fn rd_31_the_other_kind_or_nothing() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    let events = act(&game, &mut state, Card::REMOVE);
    assert_eq!(events.last(), Some(&Event::RemoveSkipped(Seat(0))));
    assert_eq!(state.public.decider, Seat(1));
}

#[test]
fn rd_32_a_plank_on_two_supports() {
    // RD-33 RD-34 RD-36 RD-R15: between a village and a stone or two stones, long ones too, never twice in one gap
    let game = table(2, |_| {});
    let mut state = start(&game);
    stones(&game, &mut state, &[18, 14]);
    act(&game, &mut state, Card::PLANK);
    assert_eq!(moves(&game, &state), (1..=6).map(Move::Plank).collect::<Vec<_>>());
    play(&game, &mut state, Move::Plank(2));
    assert_eq!(state.public.ask, Ask::Place, "the choice stands");
    let gaps = |state: &State<Mekong>, number| {
        let mut gaps: Vec<_> = lays(&game, &state.public, number)
            .iter()
            .map(|lay| (lay.0, lay.1))
            .collect();
        gaps.dedup();
        gaps
    };
    assert_eq!(gaps(&state, 1), [(PINK, i(18)), (i(14), i(18))]);
    assert_eq!(gaps(&state, 3), [(PINK, i(14)), (PINK, i(18)), (i(14), i(18))]);
    let lay = Move::Lay {
        a: PINK,
        b: i(18),
        slide: Slide::OverB,
    };
    let events = play(&game, &mut state, lay);
    assert_eq!(events[0], Event::PlankLaid(Seat(0), plank(PINK, 2)));
    assert_eq!(state.public.reserves[Seat(0)][1], NONE);
    assert!(!gaps(&state, 6).contains(&(PINK, i(18))), "one gap, one plank");
}

#[test]
fn rd_36_planks_may_not_cross() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    // I16-I17 runs below I12-I13; the diagonals I12-I17 and I13-I16 cross each other.
    stones(&game, &mut state, &[12, 13, 16, 17]);
    let diagonal = (i(13), i(16), Slide::Mid);
    assert!(lays(&game, &state.public, 6).contains(&diagonal));
    bridge(&game, &mut state, 0, 6, (i(12), i(17)));
    assert!(!lays(&game, &state.public, 6).contains(&diagonal));
    assert!(lays(&game, &state.public, 1).contains(&(i(12), i(16), Slide::Mid)));
}

#[test]
fn rd_37_three_planks_on_a_support() {
    // RD-R27
    for (limit, room) in [(3, false), (4, true)] {
        let game = table(2, |rules| rules.planks_per_support = limit);
        let mut state = start(&game);
        bridge(&game, &mut state, 0, 1, (i(12), i(16)));
        bridge(&game, &mut state, 0, 2, (i(14), i(16)));
        bridge(&game, &mut state, 1, 1, (i(16), i(20)));
        stones(&game, &mut state, &[21, 23]);
        let more = lays(&game, &state.public, 2).contains(&(i(16), i(21), Slide::Mid));
        assert_eq!(more, room);
        // The village: three of its four gaps.
        let mut state = start(&game);
        bridge(&game, &mut state, 0, 1, (PINK, i(18)));
        bridge(&game, &mut state, 0, 2, (PINK, i(10)));
        bridge(&game, &mut state, 0, 3, (PINK, i(14)));
        stones(&game, &mut state, &[7]);
        let more = lays(&game, &state.public, 4).contains(&(PINK, i(7), Slide::Mid));
        assert_eq!(more, room);
    }
}

#[test]
fn rd_38_too_short_here_but_not_there() {
    // RD-R13: the plank chosen is too short for one gap, and every place where it fits is offered
    let game = table(2, |_| {});
    let mut state = start(&game);
    stones(&game, &mut state, &[18, 7]);
    act(&game, &mut state, Card::PLANK);
    play(&game, &mut state, Move::Plank(1));
    assert_eq!(state.public.ask, Ask::Place);
    for mv in moves(&game, &state) {
        assert!(matches!(mv, Move::Lay { a: PINK, b, .. } if b == i(18)), "{mv:?}");
    }
}

#[test]
fn rd_39_without_a_place_a_plank_is_lost() {
    // RD-70: it is in no reserve and on no board
    let game = table(2, |_| {});
    let mut state = start(&game);
    stones(&game, &mut state, &[7]);
    act(&game, &mut state, Card::PLANK);
    let events = play(&game, &mut state, Move::Plank(3));
    let lost = Event::PlankLost {
        seat: Seat(0),
        number: 3,
        misjudged: true,
    };
    assert_eq!(events[0], lost);
    assert_eq!(state.public.lost, plank(PINK, 3).bit());
    assert_eq!(state.public.reserves[Seat(0)][2], NONE);
}

#[test]
fn rd_40_two_planks_one_after_the_other() {
    // RD-14, RD-R14: the second rests beside the first; each may be lost
    let game = table(2, |_| {});
    let mut state = start(&game);
    stones(&game, &mut state, &[18]);
    act(&game, &mut state, Card::PLANKS);
    play(&game, &mut state, Move::Plank(1));
    let first = moves(&game, &state)[0];
    play(&game, &mut state, first);
    assert_eq!((state.public.ask, state.public.decider), (Ask::Plank, Seat(0)));
    let events = play(&game, &mut state, Move::Plank(2));
    assert!(matches!(
        events[0],
        Event::PlankLost {
            number: 2,
            misjudged: false,
            ..
        }
    ));
    assert_eq!(state.public.decider, Seat(1));
}

#[test]
fn rd_41_an_empty_reserve_has_nothing_to_lose() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    spend(&game, &mut state, 0, &[1, 2, 3, 4, 5, 6]);
    let events = act(&game, &mut state, Card::PLANKS);
    let skipped = events.iter().filter(|event| **event == Event::PlankSkipped(Seat(0)));
    assert_eq!(skipped.count(), 2);
    assert_eq!(state.public.decider, Seat(1));
}

#[test]
fn rd_43_a_stone_on_an_empty_island() {
    // RD-44: one on each, none on a village
    let game = table(2, |_| {});
    let mut state = start(&game);
    stones(&game, &mut state, &[2, 9]);
    act(&game, &mut state, Card::STONE);
    let islands: Vec<Move> = (0..27).filter(|at| *at != 1 && *at != 8).map(Move::Island).collect();
    assert_eq!(moves(&game, &state), islands);
    play(&game, &mut state, Move::Island(4));
    assert_eq!(state.public.stones, 1 << 1 | 1 << 4 | 1 << 8);
    assert_eq!(state.public.decider, Seat(1));
}

#[test]
fn rd_45_two_stones_on_two_islands() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    act(&game, &mut state, Card::STONES);
    play(&game, &mut state, Move::Island(4));
    assert_eq!(state.public.decider, Seat(0));
    assert!(!moves(&game, &state).contains(&Move::Island(4)));
    play(&game, &mut state, Move::Island(5));
    assert_eq!(state.public.decider, Seat(1));
}

#[test]
fn rd_18_47_no_stone_left() {
    // With one left, one is placed
    let game = table(2, |rules| rules.stones = 3);
    let mut state = start(&game);
    stones(&game, &mut state, &[1, 2]);
    act(&game, &mut state, Card::STONES);
    let events = play(&game, &mut state, Move::Island(9));
    assert_eq!(
        events[..2],
        [Event::StonePlaced(Seat(0), 9), Event::StoneSkipped(Seat(0))]
    );
    let mut state = start(&game);
    stones(&game, &mut state, &[1, 2, 3]);
    let events = act(&game, &mut state, Card::STONES);
    let skipped = |event: &&Event| matches!(event, Event::StoneSkipped(_));
    let skipped: Vec<&Event> = events.iter().filter(skipped).take(3).collect();
    let [own, other] = [0, 1].map(|seat| Event::StoneSkipped(Seat(seat)));
    assert_eq!(skipped, [&own, &own, &other]);
    // All islands taken.
    let game = table(2, |_| {});
    let mut state = start(&game);
    stones(&game, &mut state, &(1..=27).collect::<Vec<_>>());
    assert!(act(&game, &mut state, Card::STONE).contains(&Event::StoneSkipped(Seat(0))));
}

#[test]
fn rd_48_no_stone_under_a_plank() {
    // RD-R10: I16-I18 passes over I14
    let game = table(2, |_| {});
    let mut state = start(&game);
    stones(&game, &mut state, &[16, 18]);
    let lay = lays(&game, &state.public, 6);
    assert!(lay.contains(&(i(16), i(18), Slide::Mid)));
    bridge(&game, &mut state, 0, 6, (i(16), i(18)));
    assert_eq!(game.open_islands(&state.public) >> 13 & 1, 0, "I14 is covered");
    assert_eq!(game.open_islands(&state.public).count_ones(), 24);
}

#[test]
fn rd_70_planks_and_stones_are_neither_made_nor_unmade() {
    // The invariant counts them after every move; a plank taken out of the count is noticed.
    let game = table(2, |_| {});
    let mut state = start(&game);
    assert!(game.invariant(&state).is_ok());
    state.public.reserves[Seat(0)][0] = NONE;
    assert!(game.invariant(&state).is_err());
    state.public.reserves[Seat(0)][0] = BLACK;
    assert!(game.invariant(&state).is_err(), "black's plank lies in two reserves");
}
