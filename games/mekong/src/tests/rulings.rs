//! Switches: both values of each ruling that has an alternative and is not tested beside its rule.

use super::*;
use crate::board::Board;
use crate::rules::{Misjudge, MoveTwo, Side, StoneOffset, ThirdStone};
use balance_engine::Proportion;

#[test]
fn rd_r2_exact_double_moves_need_their_second_step() {
    for (move2, on_plank) in [(MoveTwo::UpTo, true), (MoveTwo::Exact, false)] {
        let mut p = start(&table(2, |rules| rules.move2 = move2));
        let first = p.bridge(0, 3, (PINK, i(14)));
        let second = p.bridge(0, 2, (i(14), i(16)));
        p.act(Card::MOVE_TWO);
        p.play(Move::Step(first));
        assert_eq!(p.moves().contains(&Move::Stop), on_plank);
        assert!(p.moves().contains(&Move::Step(second)));
        // A village ends the duty.
        let mut p = start(&table(4, |rules| rules.move2 = move2));
        let first = p.bridge(0, 3, (PINK, i(14)));
        p.stand(0, first);
        p.act(Card::MOVE_TWO);
        p.play(Move::Step(village(PINK)));
        assert_eq!(p.moves(), [Move::Step(first), Move::Stop]);
    }
}

#[test]
fn rd_r8_a_plank_must_be_given_up() {
    for forced in [true, false] {
        let mut p = start(&table(2, |rules| rules.forced_loss = forced));
        let events = p.act(Card::PLANKS);
        if forced {
            assert_eq!(p.moves().len(), 6, "the player picks which");
            p.play(Move::Plank(6));
            p.play(Move::Plank(5));
            assert_eq!(p.public.lost.count_ones(), 2);
        } else {
            let skipped = events.iter().filter(|event| **event == Event::PlankSkipped(Seat(0)));
            assert_eq!(skipped.count(), 2);
            assert_eq!(p.public.lost, 0);
        }
        assert_eq!(p.public.decider, Seat(1));
    }
}

#[test]
fn rd_r9_across_a_third_stone() {
    // I16-I18 passes over I14
    for (third, fine) in [(ThirdStone::Forbid, false), (ThirdStone::Ignore, true)] {
        let mut p = start(&table(2, |rules| rules.third_stone = third));
        p.stones(&[16, 18, 14]);
        assert_eq!(p.lays(6).contains(&(i(16), i(18), Slide::Mid)), fine);
    }
}

#[test]
fn rd_r11_a_misjudged_plank() {
    // Too short for the gap it was meant for, though it would fit elsewhere.
    for lost in [false, true] {
        let game = table(2, |rules| {
            rules.misjudge = if lost { Misjudge::Lost } else { Misjudge::Elsewhere };
        });
        let mut p = start(&game);
        p.stones(&[18, 7]);
        p.act(Card::PLANK);
        if lost {
            let gaps = [Move::Gap(PINK, i(7)), Move::Gap(PINK, i(18)), Move::Gap(GREEN, i(7))];
            assert_eq!(p.moves(), gaps);
            let mut fine = p.clone();
            p.play(Move::Gap(PINK, i(7)));
            let events = p.play(Move::Plank(3));
            assert!(matches!(events[0], Event::PlankLost { misjudged: true, .. }));
            fine.play(Move::Gap(PINK, i(7)));
            fine.play(Move::Plank(4));
            assert_eq!(fine.moves().len(), 3, "the three slides of this gap");
        } else {
            p.play(Move::Plank(3));
            assert_eq!((p.public.ask, p.public.lost), (Ask::Place, 0));
        }
    }
}

#[test]
fn rd_r11_without_a_gap_the_plank_is_lost_as_ever() {
    let mut p = start(&table(2, |rules| rules.misjudge = Misjudge::Lost));
    p.act(Card::PLANK);
    assert_eq!(p.public.ask, Ask::Plank);
    p.play(Move::Plank(1));
    assert_eq!(p.public.lost.count_ones(), 1);
}

#[test]
fn rd_r12_a_plank_may_be_knocked_over() {
    // RD-35: who always knocks planks over loses them all, who never does loses none and draws nothing.
    for drop in [0.0, 1.0] {
        let mut p = start(&table(2, |rules| rules.plank_drop = Proportion(drop)));
        p.stones(&[18]);
        p.act(Card::PLANK);
        p.play(Move::Plank(3));
        let events = p.play(p.moves()[0]);
        let dropped = events.contains(&Event::PlankDropped(Seat(0), 3));
        let laid = events.iter().any(|event| matches!(event, Event::PlankLaid(..)));
        assert_eq!((dropped, laid), (drop > 0.5, drop < 0.5));
        assert_eq!(p.public.lost.count_ones(), u32::from(dropped));
        assert_eq!(p.public.laid.count_ones(), u32::from(laid));
        assert_eq!(p.invariant(), Ok(()));
    }
}

#[test]
fn rd_r23_the_lower_plank_may_go() {
    let mut p = start(&table(2, |_| {}));
    let lower = p.bridge(1, 1, (PINK, i(18)));
    p.bridge(1, 3, (PINK, i(14)));
    p.spend(0, &[1]);
    assert_eq!(p.game.removable_planks(&p.public, Seat(0)), lower.bit());
}

#[test]
fn rd_r28_stones_off_the_middle() {
    let mut p = start(&table(2, |rules| rules.stone_offset = StoneOffset::Free));
    p.act(Card::STONE);
    assert!(p.moves().iter().all(|mv| matches!(mv, Move::Stone(_))));
    let mut p = start(&table(2, |_| {}));
    p.act(Card::STONE);
    assert!(p.moves().iter().all(|mv| matches!(mv, Move::Island(_))));
    let both = Rules {
        stone_offset: StoneOffset::Free,
        side: Side::Water,
        ..Rules::default()
    };
    let clashes = Mekong::new(both, Board::standard()).expect_err("in water there are no islands");
    assert_eq!(clashes[0].at.to_string(), "rules.stone-offset");
}

#[test]
fn rd_r32_who_faces_whom() {
    // Blue and yellow, green and red, pink and black; a board of one's own may say otherwise.
    let game = table(6, |_| {});
    let goals: Vec<u8> = game.seats().map(|seat| game.goals[seat]).collect();
    assert_eq!(goals, [BLACK, RED, YELLOW, PINK, GREEN, BLUE]);
    let mut board = Board::standard();
    for (village, opposite) in [(GREEN, BLUE), (BLUE, GREEN), (RED, YELLOW), (YELLOW, RED)] {
        board.villages[usize::from(village)].opposite = opposite;
    }
    let rules = Rules {
        players: 6,
        ..Rules::default()
    };
    let game = Mekong::new(rules, board).expect("it goes together");
    let goals: Vec<u8> = game.seats().map(|seat| game.goals[seat]).collect();
    assert_eq!(goals, [BLACK, BLUE, GREEN, PINK, YELLOW, RED]);
}
