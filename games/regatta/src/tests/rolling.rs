//! Rolling (GL-20 to GL-40).

use super::*;
use crate::state::{Rolled, Spent};

#[test]
fn gl_20_22_23_all_roll_then_all_sail() {
    // GL-21 GL-22 GL-23 GL-R32
    let game = table(3, |_| {});
    let mut p = start(&game, &[]);
    for seat in 0..3 {
        let holds = p.public.players[..3].iter().all(|player| player.spot.position == 0);
        assert!(holds, "nobody has moved");
        while p.public.turn == Seat(seat) && matches!(p.public.ask, Ask::Nav | Ask::First) {
            p.play(Move::Pass);
        }
    }
    assert_eq!(p.public.turn, Seat(0), "the Fleece sails first");
    assert!(!matches!(p.public.ask, Ask::Nav | Ask::First | Ask::Second));
    // In another round the Fleece of seat 3 begins.
    let mut p = start(&game, &[]);
    p.public.fleece = Seat(2);
    p.change(Regatta::begin_rolls);
    assert_eq!(p.public.turn, Seat(2));
}

#[test]
fn gl_30_31_35_39_the_rolls_come_in_their_order() {
    // GL-31 GL-35 GL-39: the first example of the rulebook
    let game = table(2, |rules| rules.fleece = false);
    let mut p = start(&game, &[nav(3), die(4), nav(1)]);
    let found = (p.public.ask, p.public.players[0].nav, p.public.players[0].first);
    assert_eq!(found, (Ask::Nav, 3, 0));
    p.play(Move::Pass);
    assert_eq!((p.public.ask, p.public.players[0].first), (Ask::First, 4));
    let log = p.play(Move::Pass);
    assert_eq!(log.count(Event::Rolled(Rolled::Single)), 1);
    assert_eq!(game.points(&p.public, Seat(0)), 7);
    assert_eq!(p.public.turn, Seat(1));
}

#[test]
fn gl_32_33_fish_reroll_the_navigation_die() {
    // GL-33 GL-34 GL-140
    let game = table(2, |_| {});
    let mut p = start(&game, &[nav(3), nav(1), nav(2), die(6)]);
    for (face, fish) in [(1, 1), (2, 0)] {
        let log = p.play(Move::Reroll);
        assert_eq!(log.count(Event::FishSpent(Spent::Nav)), 1);
        // The new result replaces the old, better or worse.
        assert_eq!((p.public.players[0].nav, p.public.players[0].fish), (face, fish));
    }
    // Without fish there is nothing to ask, so the first die lies there; it and the navigation die stay.
    assert_eq!((p.public.ask, p.public.players[0].first), (Ask::First, 6));
    assert_eq!(p.moves(), [Move::Pass, Move::Roll]);
    let mut p = start(&game, &[]);
    p.play(Move::Pass);
    assert_eq!((p.public.ask, p.public.players[0].fish), (Ask::First, 2));
    assert!(!p.moves().contains(&Move::Reroll));
}

#[test]
fn gl_36_37_39_success_is_not_less() {
    // GL-37: navigation die 2, first die 4, then the second
    let game = table(2, |rules| rules.fleece = false);
    for (second, points, rolled) in [
        (6, 12, Rolled::Double),
        (4, 10, Rolled::Double),
        (3, 2, Rolled::Bust),
        (1, 2, Rolled::Bust),
    ] {
        let mut p = start(&game, &[nav(2), die(4), die(second)]);
        p.play(Move::Pass);
        p.play(Move::Roll);
        let log = p.play(Move::Pass);
        assert_eq!(log.count(Event::Rolled(rolled)), 1);
        assert_eq!(game.points(&p.public, Seat(0)), points);
        assert_eq!(p.public.players[0].nav, 2);
    }
}

#[test]
fn gl_36_two_alike_are_no_bust() {
    // Hephaestus has nothing to save, so that without fish nothing is asked.
    let game = table(2, |rules| rules.fish_at_start = 0);
    for (second, asks) in [(4, false), (3, true)] {
        let mut p = start(&game, &[nav(2), die(4), die(second)]);
        p.give(0, Hephaestus);
        let log = p.play(Move::Roll);
        assert_eq!(p.public.ask == Ask::Second, asks);
        assert_eq!(log.count(Event::Rolled(Rolled::Double)), usize::from(!asks));
    }
}

#[test]
fn gl_38_fish_reroll_the_second_die() {
    // The second example of the rulebook: 1, 3, then 2 becomes 5
    let game = table(2, |rules| rules.fleece = false);
    let mut p = start(&game, &[nav(1), die(3), die(2), die(5), nav(1)]);
    p.play(Move::Pass);
    p.play(Move::Roll);
    let log = p.play(Move::Reroll);
    assert_eq!(log.count(Event::FishSpent(Spent::Second)), 1);
    let log = p.play(Move::Pass);
    assert_eq!(log.count(Event::Rolled(Rolled::Double)), 1);
    assert_eq!((game.points(&p.public, Seat(0)), p.public.players[0].fish), (9, 1));
    // A success may be rolled again, too, and turn into a bust; without fish the last result counts at once.
    let mut p = start(&game, &[nav(1), die(3), die(4), die(6), die(1), nav(2)]);
    p.play(Move::Pass);
    p.play(Move::Roll);
    p.play(Move::Reroll);
    let log = p.play(Move::Reroll);
    assert_eq!(log.count(Event::Rolled(Rolled::Bust)), 1);
    assert_eq!((game.points(&p.public, Seat(0)), p.public.players[0].fish), (1, 0));
}

#[test]
fn gl_40_120_the_fleece_doubles_the_navigation_die() {
    // GL-120 GL-R40: in the total and in the protection, and only where the rules have it
    for (fleece, points, guard) in [(true, 11, 6), (false, 8, 3)] {
        let game = table(2, |rules| rules.fleece = fleece);
        let mut p = start(&game, &[nav(1), nav(3), die(5), nav(1)]);
        p.play(Move::Reroll);
        p.play(Move::Pass);
        p.play(Move::Pass);
        let found = (game.points(&p.public, Seat(0)), game.guard(&p.public, Seat(0)));
        assert_eq!(found, (points, guard));
        assert_eq!(game.guard(&p.public, Seat(1)), 1, "the other has no Fleece");
    }
}
