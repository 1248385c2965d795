//! Whirlpools and Hydras (GL-90 to GL-103).

use super::*;
use crate::rules::Protection;
use crate::state::{Met, Spent};

/// The first ship lies on the Charybdis of A3, whose exits lead to c3, b3 and a3.
fn on_charybdis(dice: [u8; 3]) -> Vec<String> {
    let mut p = moored(&table(2, |_| {}));
    p.lay(1, "A3");
    p.put(0, 1, "b2");
    // A Demeter in hand keeps the question open where only one exit is.
    p.give(0, Demeter);
    p.sail(dice);
    assert_eq!(p.place(0), "1 b2");
    p.ways()
}

#[test]
fn gl_90_91_dice_open_the_exits() {
    // GL-91 GL-R14 GL-R16: the die of navigation alone, after a bust, and movement dice
    assert_eq!(on_charybdis([2, 5, 0]), ["1 b3"]);
    assert_eq!(on_charybdis([2, 0, 0]), ["1 b3"]);
    assert_eq!(on_charybdis([1, 3, 6]), ["1 c3", "1 a3"]);
    assert_eq!(on_charybdis([1, 2, 3]), ["1 c3", "1 b3", "1 a3"]);
    assert_eq!(on_charybdis([3, 3, 3]), ["1 a3"]);
}

#[test]
fn gl_92_who_ends_on_a_whirlpool_chooses_next_turn() {
    // GL-96 GL-R13 GL-R15: with the dice of that turn, as printed even for the Fleece
    let mut p = moored(&table(2, |_| {}));
    p.lay(1, "A3");
    p.put(0, 1, "b1");
    let log = p.sail([1, 0, 0]);
    assert_eq!((p.place(0), log.count(Event::TurnEnded)), ("1 b2".to_owned(), 1));
    p.public.fleece = Seat(0);
    p.public.done = 0;
    p.give(0, Demeter);
    p.sail([1, 3, 0]);
    assert_eq!(p.ways(), ["1 c3", "1 a3"], "1 doubled opens no exit 2");
}

#[test]
fn gl_95_fish_open_the_exits_of_a_scylla() {
    // GL-R17: exits of D3's b1 lead to c2 for nothing, b3 for one fish, over the border on lane a for two
    for (fish, open) in [(0, 1), (1, 2), (2, 3), (3, 3)] {
        let mut p = moored(&table(2, |rules| rules.fish_max = 9));
        p.lay(1, "D3");
        p.lay(2, "A1");
        p.put(0, 1, "b1");
        p.public.players[0].fish = fish;
        p.give(0, Demeter);
        p.sail([1, 0, 0]);
        let exits = ["1 c2", "1 b3", "2 a1"];
        assert_eq!(p.ways(), exits[..open]);
        let log = p.go(exits[open - 1]);
        assert_eq!(log.count(Event::FishSpent(Spent::Scylla)), open - 1);
        assert_eq!(p.public.players[0].fish, fish - (open as u8 - 1));
    }
}

#[test]
fn gl_96_who_ends_on_a_scylla_pays_next_turn() {
    let mut p = moored(&table(2, |_| {}));
    p.lay(1, "D3");
    p.lay(2, "A1");
    p.put(0, 0, "b1");
    p.public.players[0].fish = 2;
    let log = p.sail([1, 0, 0]);
    assert_eq!((p.place(0), log.count(Event::TurnEnded)), ("1 b1".to_owned(), 1));
    assert_eq!(p.public.players[0].fish, 2, "nothing is paid on arrival");
    // With one fish left in the next turn, the exit for two is closed.
    p.public.players[0].fish = 1;
    (p.public.fleece, p.public.done) = (Seat(1), 1);
    p.sail([1, 0, 0]);
    assert_eq!(p.ways(), ["1 c2", "1 b3"]);
    let log = p.go("1 b3");
    let found = (p.public.players[0].fish, log.count(Event::FishSpent(Spent::Scylla)));
    assert_eq!(found, (0, 1));
}

/// The first ship meets a Hydra on its third dot with these dice.
fn meet(rules: impl FnOnce(&mut Rules), fleece: bool, fish: u8, dice: [u8; 3]) -> (Position, Log) {
    let mut p = moored(&on_course(2, "a ..H. | b . | c . | d .", rules));
    p.public.players[0].fish = fish;
    if fleece {
        (p.public.fleece, p.public.done) = (Seat(0), 0);
    }
    let log = p.sail(dice);
    (p, log)
}

#[test]
fn gl_100_101_a_hydra_takes_a_fish() {
    // GL-101 GL-R18: passing, landing with the last point, and without a fish
    for (dice, fish, end, met) in [
        ([1, 3, 0], 2, "1 a4", Met::Fed),
        ([1, 2, 0], 2, "1 a3", Met::Fed),
        ([1, 6, 6], 0, "1 a3", Met::Battle),
    ] {
        let (p, log) = meet(|_| {}, false, fish, dice);
        assert_eq!(p.place(0), end);
        assert_eq!(log.count(Event::Hydra(met)), 1);
        assert_eq!(p.public.players[0].fish, fish.saturating_sub(1));
    }
}

#[test]
fn gl_102_the_beaten_leave_freely() {
    let (mut p, _) = meet(|_| {}, false, 0, [1, 6, 6]);
    (p.public.fleece, p.public.done) = (Seat(1), 1);
    let log = p.sail([1, 0, 0]);
    let found = (p.place(0), log.count(Event::Hydra(Met::Battle)));
    assert_eq!(found, ("1 a4".to_owned(), 0));
}

#[test]
fn gl_65_103_the_navigation_die_protects() {
    // GL-65 GL-R9: the Hydra's own dot counts, up to the die, or twice the die for the Fleece
    for (nav, fleece, rule, met) in [
        (3, false, true, Met::Protected),
        (2, false, true, Met::Fed),
        (2, true, true, Met::Protected),
        (1, true, true, Met::Fed),
        (2, true, false, Met::Fed),
    ] {
        let (p, log) = meet(|rules| rules.fleece = rule, fleece, 1, [nav, 1, 0]);
        assert_eq!(log.count(Event::Hydra(met)), 1, "{nav} {fleece}");
        assert_eq!(p.public.players[0].fish, u8::from(met == Met::Protected));
    }
}

#[test]
fn gl_r6_boosts_do_not_protect() {
    // GL-R8: a jumped dot does not count, so protection reaches further
    let game = on_course(2, "a +.H. | b . | c . | d .", |_| {});
    for (blocked, met) in [(false, Met::Fed), (true, Met::Protected)] {
        let mut p = moored(&game);
        if blocked {
            p.put(1, 1, "a2");
        }
        let log = p.sail([2, 1, 0]);
        let first = log.0.iter().find(|event| matches!(event, Event::Hydra(_)));
        assert_eq!(first, Some(&Event::Hydra(met)));
    }
}

#[test]
fn gl_r41_protection_may_be_declined() {
    let (p, _) = meet(|rules| rules.protection = Protection::Optional, false, 1, [3, 1, 0]);
    assert_eq!(p.public.ask, Ask::Hydra);
    assert_eq!(p.moves(), [Move::Face, Move::Ignore]);
    let after = |mv: Move| {
        let mut next = p.clone();
        let log = next.play(mv);
        (
            next.public.players[0].fish,
            log.count(Event::Hydra(Met::Protected)),
            next.place(0),
        )
    };
    assert_eq!(after(Move::Ignore), (1, 1, "1 a4".to_owned()));
    assert_eq!(after(Move::Face), (0, 0, "1 a4".to_owned()));
    let (p, log) = meet(|_| {}, false, 1, [3, 1, 0]);
    assert_ne!(p.public.ask, Ask::Hydra);
    assert_eq!(log.count(Event::Hydra(Met::Protected)), 1);
    // Athena and Demeter stay possible beside it, and after Demeter it is asked again.
    let optional = |rules: &mut Rules| rules.protection = Protection::Optional;
    let mut p = moored(&on_course(2, "a H... | b . | c . | d .", optional));
    p.give(0, Demeter);
    p.give(0, Athena);
    p.sail([1, 1, 0]);
    p.go_straight();
    let athena = Move::Use(Athena);
    assert_eq!(p.moves(), [Move::Face, Move::Ignore, athena, Move::Use(Demeter)]);
    p.play(Move::Use(Demeter));
    assert_eq!(p.moves(), [Move::Face, Move::Ignore, athena]);
}

#[test]
fn gl_r21_fish_of_the_same_move_count() {
    let mut p = moored(&on_course(2, "a F.H. | b . | c . | d .", |_| {}));
    p.public.players[0].fish = 0;
    let log = p.sail([1, 3, 0]);
    let found = (log.count(Event::Hydra(Met::Fed)), log.count(Event::Hydra(Met::Battle)));
    assert_eq!(found, (1, 0));
    assert_eq!(p.place(0), "1 a4");
}
