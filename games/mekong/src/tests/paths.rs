//! Steps, jumps, falls.

use super::*;

/// Planks round I14 and I16: the village of pink, I10, I12, I16 and I14 are joined; each of the planks is free.
fn crossing(players: u8, change: impl FnOnce(&mut Rules)) -> (Mekong, State<Mekong>, [Space; 4]) {
    let game = table(players, change);
    let mut state = start(&game);
    let spaces = [
        bridge(&game, &mut state, 0, 3, (PINK, i(14))),
        bridge(&game, &mut state, 0, 1, (i(10), i(14))),
        bridge(&game, &mut state, 0, 2, (i(14), i(16))),
        bridge(&game, &mut state, 1, 1, (i(12), i(16))),
    ];
    (game, state, spaces)
}

#[test]
fn rd_42_52_53_e1_one_step_to_a_free_plank() {
    // RD-49 RD-50 RD-51: three planks are next to the pawn's, before it and behind it, one's own and another's; one is taken
    let (game, mut state, [from, other, middle, end]) = crossing(4, |_| {});
    stand(&mut state, 0, middle);
    stand(&mut state, 1, other);
    act(&game, &mut state, Card::MOVE);
    assert_eq!(moves(&game, &state), steps(&[from, end]));
    let events = play(&game, &mut state, Move::Step(end));
    assert_eq!(events[0], Event::Stepped(Seat(0), end));
    assert_eq!(state.public.decider, Seat(1), "one step is all");
    assert_eq!(
        game.steps(&state.public, end),
        middle.bit(),
        "and back again, if it likes"
    );
}

#[test]
fn rd_50_a_village_holds_any_number() {
    let (game, mut state, [from, ..]) = crossing(4, |_| {});
    stand(&mut state, 0, from);
    for seat in 1..4 {
        stand(&mut state, seat, village(PINK));
    }
    act(&game, &mut state, Card::MOVE);
    assert!(moves(&game, &state).contains(&Move::Step(village(PINK))));
}

#[test]
fn rd_51_only_a_common_stone_joins_planks() {
    // RD-R7: planks that share a village only are not neighbours, unless the switch says so
    for (space, near) in [(true, false), (false, true)] {
        let (game, mut state, [from, ..]) = crossing(4, |rules| rules.village_is_space = space);
        let beside = bridge(&game, &mut state, 1, 2, (PINK, i(10)));
        let far = bridge(&game, &mut state, 2, 1, (PINK, i(18)));
        let set = game.adjacent(&state.public, from);
        assert_eq!(set & far.bit() != 0, near);
        assert_eq!(set & beside.bit() != 0, near);
        assert_ne!(set & village(PINK).bit(), 0);
        assert_eq!(set & from.bit(), 0);
    }
}

#[test]
fn rd_54_64_nowhere_to_go_is_a_fall() {
    // Back to the own village; the other cards are still played
    let (game, mut state, [from, other, middle, end]) = crossing(4, |_| {});
    stand(&mut state, 0, end);
    stand(&mut state, 1, middle);
    let _ = (from, other);
    let events = turn(
        &game,
        &mut state,
        &[
            &[Card::MOVE, Card::STONE],
            &[Card::PLANK],
            &[Card::STONE],
            &[Card::STONE],
        ],
    );
    assert!(events.contains(&Event::Fell(Seat(0), end)));
    assert_eq!(state.public.pawns[Seat(0)], village(GREEN));
    assert_eq!(state.public.reserves[Seat(0)], [NONE, NONE, NONE, GREEN, GREEN, GREEN]);
    while state.public.position == 0 {
        let first = moves(&game, &state)[0];
        play(&game, &mut state, first);
    }
    assert_eq!((state.public.decider, state.public.ask), (Seat(0), Ask::Stone));
}

#[test]
fn rd_55_one_or_two_steps() {
    // RD-56: the second may lead back; RD-R2: or not be made
    let (game, mut state, [from, other, middle, end]) = crossing(4, |_| {});
    stand(&mut state, 0, end);
    act(&game, &mut state, Card::MOVE_TWO);
    assert_eq!(moves(&game, &state), steps(&[middle]));
    play(&game, &mut state, Move::Step(middle));
    let mut all = steps(&[from, other, end]);
    all.push(Move::Stop);
    assert_eq!(moves(&game, &state), all);
    let mut turned = state.clone();
    play(&game, &mut turned, Move::Step(end));
    assert_eq!((turned.public.pawns[Seat(0)], turned.public.decider), (end, Seat(1)));
    play(&game, &mut state, Move::Stop);
    assert_eq!((state.public.pawns[Seat(0)], state.public.decider), (middle, Seat(1)));
}

#[test]
fn rd_56_back_into_the_village() {
    let (game, mut state, [from, ..]) = crossing(4, |_| {});
    stand(&mut state, 0, village(PINK));
    act(&game, &mut state, Card::MOVE_TWO);
    play(&game, &mut state, Move::Step(from));
    assert!(moves(&game, &state).contains(&Move::Step(village(PINK))));
}

#[test]
fn rd_e2_into_a_village_and_back() {
    // RD-55 RD-56 RD-R3: every plank around is taken
    let (game, mut state, [from, other, middle, _]) = crossing(4, |_| {});
    let beside = bridge(&game, &mut state, 2, 1, (PINK, i(18)));
    stand(&mut state, 0, from);
    stand(&mut state, 1, other);
    stand(&mut state, 2, middle);
    stand(&mut state, 3, beside);
    act(&game, &mut state, Card::MOVE_TWO);
    assert_eq!(moves(&game, &state), steps(&[village(PINK)]));
    play(&game, &mut state, Move::Step(village(PINK)));
    assert_eq!(moves(&game, &state), [Move::Step(from), Move::Stop]);
}

#[test]
fn rd_57_the_first_step_may_end_the_game() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    let last = bridge(&game, &mut state, 0, 1, (BLACK, i(19)));
    stand(&mut state, 0, last);
    act(&game, &mut state, Card::MOVE_TWO);
    play(&game, &mut state, Move::Step(village(BLACK)));
    assert_eq!(state.public.ask, Ask::Over);
}

#[test]
fn rd_58_not_even_one_step() {
    let (game, mut state, [_, _, middle, end]) = crossing(4, |_| {});
    stand(&mut state, 0, end);
    stand(&mut state, 1, middle);
    let events = act(&game, &mut state, Card::MOVE_TWO);
    assert!(events.contains(&Event::Fell(Seat(0), end)));
}

#[test]
fn rd_60_e3_a_jump_has_one_landing() {
    // RD-59 RD-62 RD-R4: the start would be free, but is no landing unless the switch says so
    for (uturn, more) in [(false, 0), (true, 1)] {
        let game = table(4, |rules| rules.jump_uturn = uturn);
        let mut state = start(&game);
        let start_plank = bridge(&game, &mut state, 0, 1, (i(12), i(16)));
        let middle = bridge(&game, &mut state, 0, 2, (i(14), i(16)));
        let free = bridge(&game, &mut state, 1, 1, (i(10), i(14)));
        stand(&mut state, 0, start_plank);
        stand(&mut state, 1, middle);
        act(&game, &mut state, Card::JUMP);
        let offered = moves(&game, &state);
        assert!(offered.contains(&Move::Jump(free)));
        assert_eq!(offered.contains(&Move::Jump(start_plank)), uturn);
        assert_eq!(offered.len(), 1 + more);
        let events = play(&game, &mut state, Move::Jump(free));
        assert_eq!(events[0], Event::Jumped(Seat(0), free));
        assert_eq!(
            (state.public.pawns[Seat(0)], state.public.decider),
            (free, Seat(1)),
            "as far as by two steps, and that is the action"
        );
        assert_eq!(state.public.pawns[Seat(1)], middle, "who is jumped over stays");
    }
}

#[test]
fn rd_59_a_jump_lands_on_a_free_plank() {
    let (game, mut state, [from, other, middle, end]) = crossing(4, |_| {});
    stand(&mut state, 0, end);
    stand(&mut state, 1, middle);
    assert_eq!(game.landings(&state.public, Seat(0)), from.bit() | other.bit());
    stand(&mut state, 2, other);
    assert_eq!(game.landings(&state.public, Seat(0)), from.bit());
    stand(&mut state, 3, from);
    let events = act(&game, &mut state, Card::JUMP);
    assert!(
        events.contains(&Event::Fell(Seat(0), end)),
        "RD-63: a pawn, but nowhere to land"
    );
}

#[test]
fn rd_63_e4_a_jump_for_nothing_is_a_fall() {
    let (game, mut state, [_, _, middle, _]) = crossing(4, |_| {});
    stand(&mut state, 0, middle);
    let events = act(&game, &mut state, Card::JUMP);
    assert!(events.contains(&Event::Fell(Seat(0), middle)));
    assert_eq!(state.public.pawns[Seat(0)], village(GREEN));
}

#[test]
fn rd_61_nobody_jumps_over_a_village() {
    // RD-R6; from a village one can jump, and into one
    let (game, mut state, [from, other, middle, _]) = crossing(4, |_| {});
    stand(&mut state, 0, from);
    stand(&mut state, 1, village(PINK));
    bridge(&game, &mut state, 2, 1, (PINK, i(18)));
    assert_eq!(game.landings(&state.public, Seat(0)), 0);
    stand(&mut state, 0, village(PINK));
    stand(&mut state, 1, from);
    act(&game, &mut state, Card::JUMP);
    let mut to = [other, middle];
    to.sort();
    assert_eq!(moves(&game, &state), to.map(Move::Jump));
    stand(&mut state, 0, middle);
    assert_ne!(game.landings(&state.public, Seat(0)) & village(PINK).bit(), 0);
}

#[test]
fn rd_62_beside_the_start_is_allowed() {
    // RD-R5: a landing may rest on the stone that the jumper came from
    let (game, mut state, [from, other, middle, _]) = crossing(4, |_| {});
    stand(&mut state, 0, from);
    stand(&mut state, 1, middle);
    assert_ne!(game.landings(&state.public, Seat(0)) & other.bit(), 0);
}

#[test]
fn rd_65_falling_at_home() {
    // RD-R24 RD-R25: at home it changes nothing; from another village it leads home
    let game = table(2, |_| {});
    let mut state = start(&game);
    let events = act(&game, &mut state, Card::MOVE);
    assert_eq!(events.last(), Some(&Event::Fell(Seat(0), village(PINK))));
    assert_eq!(state.public.pawns[Seat(0)], village(PINK));
    let mut state = start(&game);
    stand(&mut state, 0, village(RED));
    act(&game, &mut state, Card::MOVE);
    assert_eq!(state.public.pawns[Seat(0)], village(PINK));
}

#[test]
fn rd_66_only_movement_falls() {
    // RD-R26: nothing to stand on, and no card but a movement drops the pawn
    let game = table(2, |_| {});
    for card in cards(0xff) {
        let mut state = start(&game);
        stand(&mut state, 0, village(RED));
        let events = act(&game, &mut state, card);
        let fell = events
            .iter()
            .any(|event| matches!(event, Event::Fell(seat, _) if *seat == Seat(0)));
        assert_eq!(
            fell,
            [Card::MOVE, Card::MOVE_TWO, Card::JUMP].contains(&card),
            "{card:?}"
        );
    }
}
