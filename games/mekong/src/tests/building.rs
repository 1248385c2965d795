//! Stones, planks, and taking them away again.

use super::*;

impl Position {
    fn removals(&mut self) -> Vec<Move> {
        self.act(Card::REMOVE);
        assert_eq!((self.public.ask, self.public.decider), (Ask::Remove, Seat(0)));
        self.moves()
    }
}

#[test]
fn rd_25_26_a_plank_or_a_stone_must_go() {
    // Somebody else's plank comes into the taker's reserve and may be laid by him
    let mut p = start(&table(2, |_| {}));
    let black = p.bridge(1, 1, (PINK, i(18)));
    p.stones(&[5]);
    p.spend(0, &[1]);
    assert_eq!(p.removals(), [take(black), Move::TakeStone(4)]);
    let events = p.play(take(black));
    let taken = Event::PlankTaken {
        seat: Seat(0),
        from: Seat(1),
        plank: black,
    };
    assert_eq!(events[0], taken);
    assert_eq!(p.public.reserves[Seat(0)][0], BLACK);
    assert_eq!(p.public.laid, 0);
    assert!(p.lays(1).contains(&(PINK, i(18), Slide::Mid)));
    p.bridge(0, 1, (PINK, i(18)));
}

#[test]
fn rd_27_not_under_a_pawn() {
    // RD-R20: not even one's own
    let mut p = start(&table(2, |_| {}));
    let own = p.bridge(0, 1, (PINK, i(18)));
    let other = p.bridge(0, 2, (PINK, i(10)));
    let free = p.bridge(0, 3, (PINK, i(14)));
    p.stand(0, own);
    p.stand(1, other);
    assert_eq!(p.removals(), [take(free)]);
}

#[test]
fn rd_28_67_no_number_twice() {
    // RD-69: a full reserve takes nothing
    let game = table(2, |_| {});
    let mut p = start(&game);
    p.bridge(1, 1, (PINK, i(18)));
    let two = p.bridge(1, 2, (PINK, i(10)));
    let events = p.act(Card::REMOVE);
    let holds = events.contains(&Event::RemoveSkipped(Seat(0)));
    assert!(holds, "all six numbers are there");

    let mut p = start(&game);
    p.bridge(1, 1, (PINK, i(18)));
    assert_eq!(p.bridge(1, 2, (PINK, i(10))), two);
    p.spend(0, &[2]);
    let events = p.act(Card::REMOVE);
    assert!(!events.contains(&Event::RemoveSkipped(Seat(0))), "it is asked");
    assert_eq!(p.moves(), [take(two)]);
}

#[test]
fn rd_29_68_no_third_colour() {
    // RD-R22: counted after adding; the own colour has no privilege
    let third = |colours: u8| {
        let mut p = start(&table(3, |rules| rules.reserve_colours = colours));
        let red = p.bridge(1, 1, (PINK, i(18)));
        let yellow = p.bridge(2, 2, (PINK, i(10)));
        let blue = p.bridge(0, 3, (PINK, i(14)));
        p.spend(0, &[1, 2]);
        let before = p.removals();
        if colours > 1 {
            p.play(take(red));
        }
        let left = p.game.removable_planks(&p.public, Seat(0));
        (before, left, [red, yellow, blue])
    };
    let (before, left, [red, yellow, blue]) = third(2);
    assert_eq!(before, [take(blue), take(red), take(yellow)]);
    assert_eq!(left, blue.bit(), "yellow would be the third colour");
    assert_eq!(third(3).1, blue.bit() | yellow.bit());
    assert_eq!(third(1).0, [take(blue)]);

    // Two foreign colours: now the own one is the third.
    let game = table(3, |_| {});
    let mut p = start(&game);
    let blue = p.bridge(0, 3, (PINK, i(14)));
    p.spend(0, &[1, 2, 4, 5, 6]);
    p.public.reserves[Seat(0)][0] = RED;
    p.public.reserves[Seat(0)][1] = YELLOW;
    assert_eq!(game.removable_planks(&p.public, Seat(0)), 0);
    p.public.reserves[Seat(0)][1] = NONE;
    assert_eq!(game.removable_planks(&p.public, Seat(0)), blue.bit());
}

#[test]
fn rd_30_only_a_loose_stone() {
    // RD-31 RD-R21: nothing else can go, so even a stone one would like to keep must
    let mut p = start(&table(2, |_| {}));
    p.bridge(1, 1, (PINK, i(18)));
    p.stones(&[5]);
    assert_eq!(p.removals(), [Move::TakeStone(4)]);
    p.play(Move::TakeStone(4));
    assert_eq!(p.public.stones, 1 << 17);
}

#[test]
fn rd_31_the_other_kind_or_nothing() {
    let mut p = start(&table(2, |_| {}));
    let events = p.act(Card::REMOVE);
    assert_eq!(events.last(), Some(&Event::RemoveSkipped(Seat(0))));
    assert_eq!(p.public.decider, Seat(1));
}

#[test]
fn rd_32_a_plank_on_two_supports() {
    // RD-33 RD-34 RD-36 RD-R15: between a village and a stone or two stones, long ones too, never twice in one gap
    let mut p = start(&table(2, |_| {}));
    p.stones(&[18, 14]);
    p.act(Card::PLANK);
    assert_eq!(p.moves(), (1..=6).map(Move::Plank).collect::<Vec<_>>());
    p.play(Move::Plank(2));
    assert_eq!(p.public.ask, Ask::Place, "the choice stands");
    let gaps = |p: &Position, number| {
        let mut gaps: Vec<_> = p.lays(number).iter().map(|lay| (lay.0, lay.1)).collect();
        gaps.dedup();
        gaps
    };
    assert_eq!(gaps(&p, 1), [(PINK, i(18)), (i(14), i(18))]);
    assert_eq!(gaps(&p, 3), [(PINK, i(14)), (PINK, i(18)), (i(14), i(18))]);
    let lay = Move::Lay {
        a: PINK,
        b: i(18),
        slide: Slide::OverB,
    };
    let events = p.play(lay);
    assert_eq!(events[0], Event::PlankLaid(Seat(0), plank(PINK, 2)));
    assert_eq!(p.public.reserves[Seat(0)][1], NONE);
    assert!(!gaps(&p, 6).contains(&(PINK, i(18))), "one gap, one plank");
}

#[test]
fn rd_36_planks_may_not_cross() {
    let mut p = start(&table(2, |_| {}));
    // I16-I17 runs below I12-I13; the diagonals I12-I17 and I13-I16 cross each other.
    p.stones(&[12, 13, 16, 17]);
    let diagonal = (i(13), i(16), Slide::Mid);
    assert!(p.lays(6).contains(&diagonal));
    p.bridge(0, 6, (i(12), i(17)));
    assert!(!p.lays(6).contains(&diagonal));
    assert!(p.lays(1).contains(&(i(12), i(16), Slide::Mid)));
}

#[test]
fn rd_37_three_planks_on_a_support() {
    // RD-R27
    for (limit, room) in [(3, false), (4, true)] {
        let game = table(2, |rules| rules.planks_per_support = limit);
        let mut p = start(&game);
        p.bridge(0, 1, (i(12), i(16)));
        p.bridge(0, 2, (i(14), i(16)));
        p.bridge(1, 1, (i(16), i(20)));
        p.stones(&[21, 23]);
        let more = p.lays(2).contains(&(i(16), i(21), Slide::Mid));
        assert_eq!(more, room);
        // The village: three of its four gaps.
        let mut p = start(&game);
        p.bridge(0, 1, (PINK, i(18)));
        p.bridge(0, 2, (PINK, i(10)));
        p.bridge(0, 3, (PINK, i(14)));
        p.stones(&[7]);
        let more = p.lays(4).contains(&(PINK, i(7), Slide::Mid));
        assert_eq!(more, room);
    }
}

#[test]
fn rd_38_too_short_here_but_not_there() {
    // RD-R13: the plank chosen is too short for one gap, and every place where it fits is offered
    let mut p = start(&table(2, |_| {}));
    p.stones(&[18, 7]);
    p.act(Card::PLANK);
    p.play(Move::Plank(1));
    assert_eq!(p.public.ask, Ask::Place);
    for mv in p.moves() {
        assert!(matches!(mv, Move::Lay { a: PINK, b, .. } if b == i(18)), "{mv:?}");
    }
}

#[test]
fn rd_39_without_a_place_a_plank_is_lost() {
    // RD-70: it is in no reserve and on no board
    let mut p = start(&table(2, |_| {}));
    p.stones(&[7]);
    p.act(Card::PLANK);
    let events = p.play(Move::Plank(3));
    let lost = Event::PlankLost {
        seat: Seat(0),
        number: 3,
        misjudged: true,
    };
    assert_eq!(events[0], lost);
    assert_eq!(p.public.lost, plank(PINK, 3).bit());
    assert_eq!(p.public.reserves[Seat(0)][2], NONE);
}

#[test]
fn rd_40_two_planks_one_after_the_other() {
    // RD-14, RD-R14: the second rests beside the first; each may be lost
    let mut p = start(&table(2, |_| {}));
    p.stones(&[18]);
    p.act(Card::PLANKS);
    p.play(Move::Plank(1));
    p.play(p.moves()[0]);
    assert_eq!((p.public.ask, p.public.decider), (Ask::Plank, Seat(0)));
    let events = p.play(Move::Plank(2));
    assert!(matches!(
        events[0],
        Event::PlankLost {
            number: 2,
            misjudged: false,
            ..
        }
    ));
    assert_eq!(p.public.decider, Seat(1));
}

#[test]
fn rd_41_an_empty_reserve_has_nothing_to_lose() {
    let mut p = start(&table(2, |_| {}));
    p.spend(0, &[1, 2, 3, 4, 5, 6]);
    let events = p.act(Card::PLANKS);
    let skipped = events.iter().filter(|event| **event == Event::PlankSkipped(Seat(0)));
    assert_eq!(skipped.count(), 2);
    assert_eq!(p.public.decider, Seat(1));
}

#[test]
fn rd_43_a_stone_on_an_empty_island() {
    // RD-44: one on each, none on a village
    let mut p = start(&table(2, |_| {}));
    p.stones(&[2, 9]);
    p.act(Card::STONE);
    let islands: Vec<Move> = (0..27).filter(|at| *at != 1 && *at != 8).map(Move::Island).collect();
    assert_eq!(p.moves(), islands);
    p.play(Move::Island(4));
    assert_eq!(p.public.stones, 1 << 1 | 1 << 4 | 1 << 8);
    assert_eq!(p.public.decider, Seat(1));
}

#[test]
fn rd_45_two_stones_on_two_islands() {
    let mut p = start(&table(2, |_| {}));
    p.act(Card::STONES);
    p.play(Move::Island(4));
    assert_eq!(p.public.decider, Seat(0));
    assert!(!p.moves().contains(&Move::Island(4)));
    p.play(Move::Island(5));
    assert_eq!(p.public.decider, Seat(1));
}

#[test]
fn rd_18_47_no_stone_left() {
    // With one left, one is placed
    let game = table(2, |rules| rules.stones = 3);
    let mut p = start(&game);
    p.stones(&[1, 2]);
    p.act(Card::STONES);
    let events = p.play(Move::Island(9));
    let expected = [Event::StonePlaced(Seat(0), 9), Event::StoneSkipped(Seat(0))];
    assert_eq!(events[..2], expected);
    let mut p = start(&game);
    p.stones(&[1, 2, 3]);
    let events = p.act(Card::STONES);
    let skipped = |event: &&Event| matches!(event, Event::StoneSkipped(_));
    let skipped: Vec<&Event> = events.iter().filter(skipped).take(3).collect();
    let [own, other] = [0, 1].map(|seat| Event::StoneSkipped(Seat(seat)));
    assert_eq!(skipped, [&own, &own, &other]);
    // All islands taken.
    let mut p = start(&table(2, |_| {}));
    p.stones(&(1..=27).collect::<Vec<_>>());
    assert!(p.act(Card::STONE).contains(&Event::StoneSkipped(Seat(0))));
}

#[test]
fn rd_48_no_stone_under_a_plank() {
    // RD-R10: I16-I18 passes over I14
    let game = table(2, |_| {});
    let mut p = start(&game);
    p.stones(&[16, 18]);
    let lay = p.lays(6);
    assert!(lay.contains(&(i(16), i(18), Slide::Mid)));
    p.bridge(0, 6, (i(16), i(18)));
    assert_eq!(game.open_islands(&p.public) >> 13 & 1, 0, "I14 is covered");
    assert_eq!(game.open_islands(&p.public).count_ones(), 24);
}

#[test]
fn rd_70_planks_and_stones_are_neither_made_nor_unmade() {
    // The invariant counts them after every move; a plank taken out of the count is noticed.
    let mut p = start(&table(2, |_| {}));
    assert!(p.invariant().is_ok());
    p.public.reserves[Seat(0)][0] = NONE;
    assert!(p.invariant().is_err());
    p.public.reserves[Seat(0)][0] = BLACK;
    assert!(p.invariant().is_err(), "black's plank lies in two reserves");
}
