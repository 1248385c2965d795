//! Favors that become boats: from when on they serve, and what each does (GL-115 and the steps of a turn that they change).

use super::favors::reveal;
use super::*;
use crate::rules::SkipWhirlpool;
use crate::state::{Met, Rolled, Spent};

#[test]
fn gl_115_boats_serve_from_the_next_roll_on() {
    // Turned up before Aeolus, a boat does nothing for the ship in the wind.
    let game = on_course(2, "a GG.. | b .... | c .... | d ....", |_| {});
    for (boat, fish) in [(Demeter, 0), (Athena, 1)] {
        let mut p = moored(&game);
        p.public.players[0].fish = fish;
        p.bring_up(&[boat, Aeolus]);
        p.sail([1, 3, 0]);
        assert_eq!(p.place(0), "2 a2", "the wind blew, and nobody was asked about {boat:?}");
        let slots = p.public.players[0].slots;
        let found = (slots[0], p.public.fresh);
        assert_eq!(found, (Some(boat), 0), "it is still there, and may be used");
    }
    // In the wind a Hydra finds the Athena of before, not the one just turned up.
    let game = on_course(2, "a GGH. | b .... | c .... | d ....", |_| {});
    for old in [false, true] {
        let mut p = moored(&game);
        if old {
            p.give(0, Athena);
        }
        p.bring_up(&[Athena, Aeolus]);
        p.sail([1, 1, 0]);
        assert_eq!(p.public.ask == Ask::Hydra, old);
        if old {
            assert_eq!(p.public.fresh, 0b10);
            p.play(Move::Use(Athena));
            assert_eq!(p.public.players[0].slots, [None, Some(Athena)]);
        }
    }
    // In the next roll it serves.
    let (mut p, _) = reveal(2, |_| {}, |p| p.public.players[0].fish = 0, &[Demeter]);
    while p.public.decider != Seat(0) {
        p.play(p.moves()[0]);
    }
    assert_eq!(p.public.ask, Ask::Nav);
    assert!(p.moves().contains(&Move::Use(Demeter)));
}

#[test]
fn gl_112_115_a_boat_in_the_place_of_another_is_new() {
    // Both slots are full when an Athena is turned up, and then Aeolus blows towards a Hydra: the Athena of before may
    // be used, the one that has just taken a place may not.
    let game = on_course(2, "a GGH. | b .... | c .... | d ....", |_| {});
    for (gone, asked) in [(0, false), (1, true)] {
        let mut p = moored(&game);
        p.give(0, Athena);
        p.give(0, Apollo);
        p.bring_up(&[Athena, Aeolus]);
        p.sail([1, 1, 0]);
        let log = p.play(Move::Discard(gone));
        assert_eq!(p.public.ask == Ask::Hydra, asked);
        assert_eq!(log.count(Event::Hydra(Met::Fed)), usize::from(!asked));
    }
    // Of two that are new, the later takes the place of an old one: still neither may be used.
    let three = |rules: &mut Rules| rules.favors_per_turn = 3;
    let mut p = moored(&on_course(2, "a GGG.H. | b . | c . | d .", three));
    p.give(0, Apollo);
    p.bring_up(&[Athena, Athena, Aeolus]);
    p.sail([1, 3, 0]);
    assert_eq!(p.public.ask, Ask::Slot);
    let log = p.play(Move::Discard(0));
    assert_eq!(p.public.players[0].slots, [Some(Athena); 2]);
    assert_eq!((p.place(0), log.count(Event::Hydra(Met::Fed))), ("1 a6".to_owned(), 1));
}

#[test]
fn gl_115_what_is_laid_before_others_is_not_new_before_oneself() {
    // A trident goes into the rival's first slot; the Athena in the own first slot may still be used.
    let mut p = moored(&on_course(2, "a GGH. | b .... | c .... | d ....", |_| {}));
    p.give(0, Athena);
    p.bring_up(&[Ares, Aeolus]);
    p.sail([1, 1, 0]);
    assert_eq!(p.public.players[1].slots, [Some(Ares), None]);
    assert_eq!(p.moves(), [Move::Face, Move::Use(Athena)]);
}

#[test]
fn gl_111_no_boat_adds_to_the_wind_or_ends_it() {
    // Poseidon and Hermes are for the own movement.
    let game = on_course(2, "a G... | b .... | c .... | d ....", |_| {});
    for (boat, questions) in [(Poseidon, 2), (Hermes, 0)] {
        let mut p = moored(&game);
        p.give(0, boat);
        p.bring_up(&[Aeolus]);
        p.sail([1, 0, 0]);
        let mut asked = 0;
        while p.public.round == 1 {
            p.play(p.moves()[0]);
            asked += 1;
        }
        assert_eq!((p.place(0), asked), ("1 a3".to_owned(), questions), "{boat:?}");
    }
}

#[test]
fn gl_100_fish_taken_before_a_hydra_leave_athena_her_choice() {
    let game = on_course(2, "a ..H. | b . | c . | d .", |_| {});
    let mut p = moored(&game);
    p.public.players[0].fish = 0;
    p.give(0, Demeter);
    p.give(0, Athena);
    p.sail([1, 3, 0]);
    p.go_straight();
    p.play(Move::Use(Demeter));
    assert_eq!(p.public.ask, Ask::Hydra);
    assert_eq!(p.moves(), [Move::Face, Move::Use(Athena)]);
    p.play(Move::Use(Athena));
    assert_eq!((p.public.players[0].fish, p.place(0)), (2, "1 a4".to_owned()));
    // Elsewhere on the way there is nothing to ask about her: the ship goes on by itself.
    let mut p = moored(&game);
    p.give(0, Demeter);
    p.give(0, Athena);
    p.sail([1, 1, 0]);
    assert_eq!(p.public.ask, Ask::Step);
    p.play(Move::Use(Demeter));
    assert_eq!((p.public.players[0].fish, p.place(0)), (3, "1 a2".to_owned()));
}

#[test]
fn gl_115_demeter_feeds() {
    // While rolling, while moving, before a Hydra is fed, never without room
    let mut p = start(&table(2, |_| {}), &[]);
    p.give(0, Demeter);
    assert!(p.moves().contains(&Move::Use(Demeter)));
    let log = p.play(Move::Use(Demeter));
    let found = (p.public.players[0].fish, log.count(Event::FishTaken(Seat(0), 1)));
    assert_eq!(found, (3, 1));
    p.give(0, Demeter);
    assert!(!p.moves().contains(&Move::Use(Demeter)));
    // Two, also where there is room for more.
    p.public.players[0].fish = 0;
    p.play(Move::Use(Demeter));
    assert_eq!(p.public.players[0].fish, 2);
    let mut p = moored(&on_course(2, "a ..H. | b . | c . | d .", |_| {}));
    p.public.players[0].fish = 0;
    p.give(0, Demeter);
    p.sail([1, 3, 0]);
    p.go_straight();
    assert_eq!(p.moves(), [Move::Face, Move::Use(Demeter)]);
    p.play(Move::Use(Demeter));
    assert_eq!((p.public.players[0].fish, p.place(0)), (1, "1 a4".to_owned()));
}

#[test]
fn gl_34_apollo_rerolls_a_movement_die() {
    let mut p = start(
        &table(2, |rules| rules.fish_at_start = 0),
        &[nav(1), die(2), die(6), die(1), die(6), nav(2)],
    );
    p.give(0, Apollo);
    let mut after = p.clone();
    after.play(Move::Use(Apollo));
    assert_eq!((after.public.players[0].first, after.moves().len()), (6, 2));
    p.play(Move::Roll);
    assert_eq!((p.public.ask, p.public.players[0].second), (Ask::Second, 6));
    let log = p.play(Move::Use(Apollo));
    assert_eq!(log.count(Event::Rolled(Rolled::Bust)), 1);
}

#[test]
fn gl_37_hephaestus_saves_the_first_die() {
    let game = table(2, |rules| rules.fleece = false);
    for (second, offered) in [(3, true), (6, false)] {
        let mut p = start(&game, &[nav(1), die(5), die(second)]);
        p.give(0, Hephaestus);
        p.play(Move::Pass);
        p.play(Move::Roll);
        assert_eq!(p.moves().contains(&Move::Use(Hephaestus)), offered);
        if offered {
            let log = p.play(Move::Use(Hephaestus));
            let found = (game.points(&p.public, Seat(0)), log.count(Event::Rolled(Rolled::Saved)));
            assert_eq!(found, (6, 1));
        }
    }
}

#[test]
fn gl_90_janus_opens_every_exit() {
    // GL-95: of a Charybdis and of a Scylla, free
    for skip_whirlpool in [SkipWhirlpool::Free, SkipWhirlpool::Match] {
        janus_opens(&table(2, |rules| rules.skip_whirlpool = skip_whirlpool));
    }
    // While a jump passes the whirlpool there is something to open only where its exits hold.
    for (skip_whirlpool, offered) in [(SkipWhirlpool::Free, false), (SkipWhirlpool::Match, true)] {
        let game = table(2, |rules| rules.skip_whirlpool = skip_whirlpool);
        let mut p = moored(&game);
        p.give(0, Janus);
        (p.public.turn, p.public.left, p.public.jumping) = (Seat(0), 2, true);
        let mut boats = Vec::new();
        let moment = crate::BoatMoment::from_public(&p.public);
        game.each_boat(crate::track::Icon::Charybdis, &moment, |boat| boats.push(boat));
        assert_eq!(boats.contains(&Janus), offered);
    }
}

fn janus_opens(game: &Regatta) {
    for (id, dot, dice, exits) in [
        ("A3", "b2", [1, 0, 0], ["1 c3", "1 b3", "1 a3"]),
        ("D3", "b1", [1, 0, 0], ["1 c2", "1 b3", "2 a1"]),
    ] {
        let mut p = moored(game);
        p.lay(1, id);
        p.lay(2, "A1");
        p.put(0, 1, dot);
        p.public.players[0].fish = 0;
        p.give(0, Janus);
        p.give(0, Janus);
        p.sail(dice);
        assert_eq!(p.ways().len(), 1);
        p.play(Move::Use(Janus));
        assert!(!p.moves().contains(&Move::Use(Janus)), "it is open");
        assert_eq!(p.ways(), exits);
        let log = p.go(exits[2]);
        assert_eq!(log.count(Event::FishSpent(Spent::Scylla)), 0);
        assert!(!p.public.opened);
    }
}

#[test]
fn gl_64_boats_of_movement() {
    // Poseidon at any time, also with no point left; Hermes after a dot with up to three left; Athena at a Hydra
    let game = on_course(2, "a .... | b . | c . | d .", |_| {});
    let mut p = moored(&game);
    p.give(0, Poseidon);
    p.give(0, Hermes);
    p.sail([1, 4, 0]);
    let hermes = |p: &Position| p.moves().contains(&Move::Use(Hermes));
    let mut seen = Vec::new();
    while p.public.left > 0 {
        seen.push((p.public.left, hermes(&p)));
        p.play(Move::Go(0));
    }
    assert_eq!(seen, [(5, false), (4, false), (3, true), (2, true), (1, true)]);
    assert_eq!(p.moves(), [Move::Pass, Move::Use(Poseidon)]);
    p.play(Move::Use(Poseidon));
    assert_eq!((p.public.left, hermes(&p)), (3, true));
    let log = p.play(Move::Use(Hermes));
    assert_eq!((p.place(0), log.count(Event::MoveEnded)), ("2 a1".to_owned(), 1));
    // He ends movement: Poseidon and Demeter are not offered after him.
    for other in [Poseidon, Demeter] {
        let mut p = moored(&game);
        p.public.players[0].fish = 0;
        p.give(0, other);
        p.give(0, Hermes);
        p.sail([1, 2, 0]);
        p.play(Move::Go(0));
        let log = p.play(Move::Use(Hermes));
        let ended = (log.count(Event::MoveEnded), log.count(Event::TurnEnded));
        assert_eq!((p.place(0), ended), ("1 a1".to_owned(), (1, 1)), "{other:?}");
        assert_eq!(p.public.players[0].slots[0], Some(other));
    }
    // Not before the first dot.
    let mut p = moored(&game);
    p.give(0, Hermes);
    p.sail([1, 1, 0]);
    assert_eq!((p.public.moved, p.public.left), (1, 1), "the first dot is not asked");
    let mut p = moored(&on_course(2, "a .H.. | b . | c . | d .", |_| {}));
    p.give(0, Athena);
    p.sail([1, 2, 0]);
    assert_eq!(p.moves(), [Move::Face, Move::Use(Athena)]);
    let log = p.play(Move::Use(Athena));
    let found = (p.public.players[0].fish, log.count(Event::Hydra(Met::Ignored)));
    assert_eq!(found, (2, 1));
    assert_eq!(p.place(0), "1 a3");
}
