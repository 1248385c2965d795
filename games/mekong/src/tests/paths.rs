//! Steps, jumps, falls.

use super::*;

/// Planks round I14 and I16: the village of pink, I10, I12, I16 and I14 are joined; each of the planks is free.
fn crossing(players: u8, change: impl FnOnce(&mut Rules)) -> (Position, [Space; 4]) {
    let mut p = start(&table(players, change));
    let spaces = [
        p.bridge(0, 3, (PINK, i(14))),
        p.bridge(0, 1, (i(10), i(14))),
        p.bridge(0, 2, (i(14), i(16))),
        p.bridge(1, 1, (i(12), i(16))),
    ];
    (p, spaces)
}

#[test]
fn rd_42_52_53_e1_one_step_to_a_free_plank() {
    // RD-49 RD-50 RD-51: three planks are next to the pawn's, before it and behind it, one's own and another's; one is taken
    let (mut p, [from, other, middle, end]) = crossing(4, |_| {});
    p.stand(0, middle);
    p.stand(1, other);
    p.act(Card::MOVE);
    assert_eq!(p.moves(), steps(&[from, end]));
    let events = p.play(Move::Step(end));
    assert_eq!(events[0], Event::Stepped(Seat(0), end));
    assert_eq!(p.public.decider, Seat(1), "one step is all");
    let found = p.game.steps(&p.public, end);
    assert_eq!(found, middle.bit(), "and back again, if it likes");
}

#[test]
fn rd_50_a_village_holds_any_number() {
    let (mut p, [from, ..]) = crossing(4, |_| {});
    p.stand(0, from);
    for seat in 1..4 {
        p.stand(seat, village(PINK));
    }
    p.act(Card::MOVE);
    assert!(p.moves().contains(&Move::Step(village(PINK))));
}

#[test]
fn rd_51_only_a_common_stone_joins_planks() {
    // RD-R7: planks that share a village only are not neighbours, unless the switch says so
    for (space, near) in [(true, false), (false, true)] {
        let (mut p, [from, ..]) = crossing(4, |rules| rules.village_is_space = space);
        let beside = p.bridge(1, 2, (PINK, i(10)));
        let far = p.bridge(2, 1, (PINK, i(18)));
        let set = p.game.adjacent(&p.public, from);
        assert_eq!(set & far.bit() != 0, near);
        assert_eq!(set & beside.bit() != 0, near);
        assert_ne!(set & village(PINK).bit(), 0);
        assert_eq!(set & from.bit(), 0);
    }
}

#[test]
fn rd_54_64_nowhere_to_go_is_a_fall() {
    // Back to the own village; the other cards are still played
    let (mut p, [_, _, middle, end]) = crossing(4, |_| {});
    p.stand(0, end);
    p.stand(1, middle);
    let events = p.turn(&[
        &[Card::MOVE, Card::STONE],
        &[Card::PLANK],
        &[Card::STONE],
        &[Card::STONE],
    ]);
    assert!(events.contains(&Event::Fell(Seat(0), end)));
    assert_eq!(p.public.pawns[Seat(0)], village(GREEN));
    assert_eq!(p.public.reserves[Seat(0)], [NONE, NONE, NONE, GREEN, GREEN, GREEN]);
    while p.public.position == 0 {
        p.play(p.moves()[0]);
    }
    assert_eq!((p.public.decider, p.public.ask), (Seat(0), Ask::Stone));
}

#[test]
fn rd_55_one_or_two_steps() {
    // RD-56: the second may lead back; RD-R2: or not be made
    let (mut p, [from, other, middle, end]) = crossing(4, |_| {});
    p.stand(0, end);
    p.act(Card::MOVE_TWO);
    assert_eq!(p.moves(), steps(&[middle]));
    p.play(Move::Step(middle));
    let mut all = steps(&[from, other, end]);
    all.push(Move::Stop);
    assert_eq!(p.moves(), all);
    let mut turned = p.clone();
    turned.play(Move::Step(end));
    assert_eq!((turned.public.pawns[Seat(0)], turned.public.decider), (end, Seat(1)));
    p.play(Move::Stop);
    assert_eq!((p.public.pawns[Seat(0)], p.public.decider), (middle, Seat(1)));
}

#[test]
fn rd_56_back_into_the_village() {
    let (mut p, [from, ..]) = crossing(4, |_| {});
    p.stand(0, village(PINK));
    p.act(Card::MOVE_TWO);
    p.play(Move::Step(from));
    assert!(p.moves().contains(&Move::Step(village(PINK))));
}

#[test]
fn rd_e2_into_a_village_and_back() {
    // RD-55 RD-56 RD-R3: every plank around is taken
    let (mut p, [from, other, middle, _]) = crossing(4, |_| {});
    let beside = p.bridge(2, 1, (PINK, i(18)));
    p.stand(0, from);
    p.stand(1, other);
    p.stand(2, middle);
    p.stand(3, beside);
    p.act(Card::MOVE_TWO);
    assert_eq!(p.moves(), steps(&[village(PINK)]));
    p.play(Move::Step(village(PINK)));
    assert_eq!(p.moves(), [Move::Step(from), Move::Stop]);
}

#[test]
fn rd_57_the_first_step_may_end_the_game() {
    let mut p = start(&table(2, |_| {}));
    let last = p.bridge(0, 1, (BLACK, i(19)));
    p.stand(0, last);
    p.act(Card::MOVE_TWO);
    p.play(Move::Step(village(BLACK)));
    assert_eq!(p.public.ask, Ask::Over);
}

#[test]
fn rd_58_not_even_one_step() {
    let (mut p, [_, _, middle, end]) = crossing(4, |_| {});
    p.stand(0, end);
    p.stand(1, middle);
    let events = p.act(Card::MOVE_TWO);
    assert!(events.contains(&Event::Fell(Seat(0), end)));
}

#[test]
fn rd_60_e3_a_jump_has_one_landing() {
    // RD-59 RD-62 RD-R4: the start would be free, but is no landing unless the switch says so
    for (uturn, more) in [(false, 0), (true, 1)] {
        let mut p = start(&table(4, |rules| rules.jump_uturn = uturn));
        let start_plank = p.bridge(0, 1, (i(12), i(16)));
        let middle = p.bridge(0, 2, (i(14), i(16)));
        let free = p.bridge(1, 1, (i(10), i(14)));
        p.stand(0, start_plank);
        p.stand(1, middle);
        p.act(Card::JUMP);
        let offered = p.moves();
        assert!(offered.contains(&Move::Jump(free)));
        assert_eq!(offered.contains(&Move::Jump(start_plank)), uturn);
        assert_eq!(offered.len(), 1 + more);
        let events = p.play(Move::Jump(free));
        assert_eq!(events[0], Event::Jumped(Seat(0), free));
        let found = (p.public.pawns[Seat(0)], p.public.decider);
        assert_eq!(found, (free, Seat(1)), "as far as by two steps, and that is the action");
        assert_eq!(p.public.pawns[Seat(1)], middle, "who is jumped over stays");
    }
}

#[test]
fn rd_59_a_jump_lands_on_a_free_plank() {
    let (mut p, [from, other, middle, end]) = crossing(4, |_| {});
    p.stand(0, end);
    p.stand(1, middle);
    assert_eq!(p.game.landings(&p.public, Seat(0)), from.bit() | other.bit());
    p.stand(2, other);
    assert_eq!(p.game.landings(&p.public, Seat(0)), from.bit());
    p.stand(3, from);
    let events = p.act(Card::JUMP);
    let holds = events.contains(&Event::Fell(Seat(0), end));
    assert!(holds, "RD-63: a pawn, but nowhere to land");
}

#[test]
fn rd_63_e4_a_jump_for_nothing_is_a_fall() {
    let (mut p, [_, _, middle, _]) = crossing(4, |_| {});
    p.stand(0, middle);
    let events = p.act(Card::JUMP);
    assert!(events.contains(&Event::Fell(Seat(0), middle)));
    assert_eq!(p.public.pawns[Seat(0)], village(GREEN));
}

#[test]
fn rd_61_nobody_jumps_over_a_village() {
    // RD-R6; from a village one can jump, and into one
    let (mut p, [from, other, middle, _]) = crossing(4, |_| {});
    p.stand(0, from);
    p.stand(1, village(PINK));
    p.bridge(2, 1, (PINK, i(18)));
    assert_eq!(p.game.landings(&p.public, Seat(0)), 0);
    p.stand(0, village(PINK));
    p.stand(1, from);
    p.act(Card::JUMP);
    let mut to = [other, middle];
    to.sort();
    assert_eq!(p.moves(), to.map(Move::Jump));
    p.stand(0, middle);
    assert_ne!(p.game.landings(&p.public, Seat(0)) & village(PINK).bit(), 0);
}

#[test]
fn rd_62_beside_the_start_is_allowed() {
    // RD-R5: a landing may rest on the stone that the jumper came from
    let (mut p, [from, other, middle, _]) = crossing(4, |_| {});
    p.stand(0, from);
    p.stand(1, middle);
    assert_ne!(p.game.landings(&p.public, Seat(0)) & other.bit(), 0);
}

#[test]
fn rd_65_falling_at_home() {
    // RD-R24 RD-R25: at home it changes nothing; from another village it leads home
    let game = table(2, |_| {});
    let mut p = start(&game);
    let events = p.act(Card::MOVE);
    assert_eq!(events.last(), Some(&Event::Fell(Seat(0), village(PINK))));
    assert_eq!(p.public.pawns[Seat(0)], village(PINK));
    let mut p = start(&game);
    p.stand(0, village(RED));
    p.act(Card::MOVE);
    assert_eq!(p.public.pawns[Seat(0)], village(PINK));
}

#[test]
fn rd_66_only_movement_falls() {
    // RD-R26: nothing to stand on, and no card but a movement drops the pawn
    let game = table(2, |_| {});
    for card in cards(0xff) {
        let mut p = start(&game);
        p.stand(0, village(RED));
        let events = p.act(card);
        let fell = events
            .iter()
            .any(|event| matches!(event, Event::Fell(seat, _) if *seat == Seat(0)));
        let expected = [Card::MOVE, Card::MOVE_TWO, Card::JUMP].contains(&card);
        assert_eq!(fell, expected, "{card:?}");
    }
}
