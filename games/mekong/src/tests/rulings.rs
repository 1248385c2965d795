//! Switches: both values of each ruling that has an alternative and is not tested beside its rule.

use super::*;
use crate::board::Board;
use crate::rules::{Candidates, ColourTable, IdleVillages, Misjudge, MoveTwo, Seating, Side, StoneOffset, ThirdStone};
use balance_engine::Proportion;

#[test]
fn the_published_rules_are_the_defaults() {
    let published = Rules {
        players: 4,
        board: "standard".to_owned(),
        side: Side::Islands,
        colours: ColourTable::Rulebook,
        seats: Seating::Villages,
        stones: 27,
        planks_per_support: 3,
        reserve_colours: 2,
        dragons_max: 1,
        move2: MoveTwo::UpTo,
        jump_uturn: false,
        village_is_space: true,
        forced_loss: true,
        third_stone: ThirdStone::Forbid,
        misjudge: Misjudge::Elsewhere,
        plank_drop: Proportion(0.0),
        stone_offset: StoneOffset::Centre,
        candidates: Candidates::Patches,
        idle_villages: IdleVillages::Ordinary,
        turns_max: 60,
    };
    assert_eq!(Rules::default(), published);
}

#[test]
fn rd_r2_exact_double_moves_need_their_second_step() {
    for (move2, on_plank) in [(MoveTwo::UpTo, true), (MoveTwo::Exact, false)] {
        let game = table(2, |rules| rules.move2 = move2);
        let mut state = start(&game);
        let first = bridge(&game, &mut state, 0, 3, (PINK, i(14)));
        let second = bridge(&game, &mut state, 0, 2, (i(14), i(16)));
        act(&game, &mut state, Card::MOVE_TWO);
        play(&game, &mut state, Move::Step(first));
        assert_eq!(moves(&game, &state).contains(&Move::Stop), on_plank);
        assert!(moves(&game, &state).contains(&Move::Step(second)));
        // A village ends the duty.
        let game = table(4, |rules| rules.move2 = move2);
        let mut state = start(&game);
        let first = bridge(&game, &mut state, 0, 3, (PINK, i(14)));
        stand(&mut state, 0, first);
        act(&game, &mut state, Card::MOVE_TWO);
        play(&game, &mut state, Move::Step(village(PINK)));
        assert_eq!(moves(&game, &state), [Move::Step(first), Move::Stop]);
    }
}

#[test]
fn rd_r8_a_plank_must_be_given_up() {
    for forced in [true, false] {
        let game = table(2, |rules| rules.forced_loss = forced);
        let mut state = start(&game);
        let events = act(&game, &mut state, Card::PLANKS);
        if forced {
            assert_eq!(moves(&game, &state).len(), 6, "the player picks which");
            play(&game, &mut state, Move::Plank(6));
            play(&game, &mut state, Move::Plank(5));
            assert_eq!(state.public.lost.count_ones(), 2);
        } else {
            let skipped = events.iter().filter(|event| **event == Event::PlankSkipped(Seat(0)));
            assert_eq!(skipped.count(), 2);
            assert_eq!(state.public.lost, 0);
        }
        assert_eq!(state.public.decider, Seat(1));
    }
}

#[test]
fn rd_r9_across_a_third_stone() {
    // I16-I18 passes over I14
    for (third, fine) in [(ThirdStone::Forbid, false), (ThirdStone::Ignore, true)] {
        let game = table(2, |rules| rules.third_stone = third);
        let mut state = start(&game);
        stones(&game, &mut state, &[16, 18, 14]);
        assert_eq!(
            lays(&game, &state.public, 6).contains(&(i(16), i(18), Slide::Mid)),
            fine
        );
    }
}

#[test]
fn rd_r11_a_misjudged_plank() {
    // Too short for the gap it was meant for, though it would fit elsewhere.
    for lost in [false, true] {
        let game = table(2, |rules| {
            rules.misjudge = if lost { Misjudge::Lost } else { Misjudge::Elsewhere };
        });
        let mut state = start(&game);
        stones(&game, &mut state, &[18, 7]);
        act(&game, &mut state, Card::PLANK);
        if lost {
            let gaps = [Move::Gap(PINK, i(7)), Move::Gap(PINK, i(18)), Move::Gap(GREEN, i(7))];
            assert_eq!(moves(&game, &state), gaps);
            let mut fine = state.clone();
            play(&game, &mut state, Move::Gap(PINK, i(7)));
            let events = play(&game, &mut state, Move::Plank(3));
            assert!(matches!(events[0], Event::PlankLost { misjudged: true, .. }));
            play(&game, &mut fine, Move::Gap(PINK, i(7)));
            play(&game, &mut fine, Move::Plank(4));
            assert_eq!(moves(&game, &fine).len(), 3, "the three slides of this gap");
        } else {
            play(&game, &mut state, Move::Plank(3));
            assert_eq!((state.public.ask, state.public.lost), (Ask::Place, 0));
        }
    }
}

#[test]
fn rd_r11_without_a_gap_the_plank_is_lost_as_ever() {
    let game = table(2, |rules| rules.misjudge = Misjudge::Lost);
    let mut state = start(&game);
    act(&game, &mut state, Card::PLANK);
    assert_eq!(state.public.ask, Ask::Plank);
    play(&game, &mut state, Move::Plank(1));
    assert_eq!(state.public.lost.count_ones(), 1);
}

#[test]
fn rd_r12_a_plank_may_be_knocked_over() {
    // RD-35: who always knocks planks over loses them all, who never does loses none and draws nothing.
    for drop in [0.0, 1.0] {
        let game = table(2, |rules| rules.plank_drop = Proportion(drop));
        let mut state = start(&game);
        stones(&game, &mut state, &[18]);
        act(&game, &mut state, Card::PLANK);
        play(&game, &mut state, Move::Plank(3));
        let lay = moves(&game, &state)[0];
        let events = play(&game, &mut state, lay);
        let dropped = events.contains(&Event::PlankDropped(Seat(0), 3));
        let laid = events.iter().any(|event| matches!(event, Event::PlankLaid(..)));
        assert_eq!((dropped, laid), (drop > 0.5, drop < 0.5));
        assert_eq!(state.public.lost.count_ones(), u32::from(dropped));
        assert_eq!(state.public.laid.count_ones(), u32::from(laid));
        assert_eq!(game.invariant(&state), Ok(()));
    }
}

#[test]
fn rd_r23_the_lower_plank_may_go() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    let lower = bridge(&game, &mut state, 1, 1, (PINK, i(18)));
    bridge(&game, &mut state, 1, 3, (PINK, i(14)));
    game.lose_plank(&mut state.public, Seat(0), 1);
    assert_eq!(game.removable_planks(&state.public, Seat(0)), lower.bit());
}

#[test]
fn rd_r28_stones_off_the_middle() {
    let game = table(2, |rules| rules.stone_offset = StoneOffset::Free);
    let mut state = start(&game);
    act(&game, &mut state, Card::STONE);
    assert!(moves(&game, &state).iter().all(|mv| matches!(mv, Move::Stone(_))));
    let game = table(2, |_| {});
    let mut state = start(&game);
    act(&game, &mut state, Card::STONE);
    assert!(moves(&game, &state).iter().all(|mv| matches!(mv, Move::Island(_))));
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
