//! Favors: drawing, turning up, slots, and what those do that are no boats (GL-110 to GL-115, section 5 of the ledger).

use super::*;
use crate::state::{Met, Rolled};

/// Straight lanes; the first dot of lane a gives a favor.
const GIFT: &str = "a G... | b .... | c .... | d ....";

/// The first ship draws these, its move ends on the fourth dot of lane a, and they are turned up.
pub(super) fn reveal(
    players: u8,
    change: impl FnOnce(&mut Rules),
    arrange: impl FnOnce(&mut Position),
    cards: &[Favor],
) -> (Position, Log) {
    let course = if cards.len() > 1 {
        "a GG.. | b .... | c .... | d ...."
    } else {
        GIFT
    };
    let mut p = moored(&on_course(players, course, change));
    arrange(&mut p);
    p.bring_up(cards);
    let log = p.sail([1, 3, 0]);
    (p, log)
}

#[test]
fn gl_110_112_boats_find_a_slot() {
    // GL-112 GL-115: free slots, then a choice
    let (p, log) = reveal(2, |_| {}, |_| {}, &[Janus, Athena]);
    assert_eq!(p.public.players[0].slots, [Some(Janus), Some(Athena)]);
    let took_effect = |event: &Event| matches!(event, Event::Laid(..) | Event::Used(_));
    assert!(!log.0.iter().any(took_effect), "a boat takes effect when it is used");
    let full = |p: &mut Position| {
        p.give(0, Hermes);
        p.give(0, Ares);
    };
    for (mv, slots, gone) in [
        (Move::Discard(0), [Some(Janus), Some(Ares)], Hermes),
        (Move::Discard(1), [Some(Hermes), Some(Janus)], Ares),
        (Move::Decline, [Some(Hermes), Some(Ares)], Janus),
    ] {
        let (mut p, _) = reveal(2, |_| {}, full, &[Janus]);
        // Hermes is offered while three points or less are left.
        p.go_straight();
        assert_eq!((p.public.ask, p.public.revealed), (Ask::Slot, Some(Janus)));
        assert_eq!(p.moves(), [Move::Discard(0), Move::Discard(1), Move::Decline]);
        let log = p.play(mv);
        assert_eq!(p.public.players[0].slots, slots);
        assert_eq!(log.count(Event::Discarded(Seat(0), gone)), 1);
    }
    // A trident that may not be replaced leaves the other slot, or none, and then nothing is asked.
    let bar = |rules: &mut Rules| rules.trident_replaceable = false;
    let held = |favors: [Favor; 2]| move |p: &mut Position| favors.iter().for_each(|favor| p.give(0, *favor));
    let (p, _) = reveal(2, bar, held([Apollo, Hypnos]), &[Janus]);
    assert_eq!(p.moves(), [Move::Discard(0), Move::Decline]);
    let (p, log) = reveal(2, bar, held([Eris, Hypnos]), &[Janus]);
    assert_eq!(log.count(Event::Discarded(Seat(0), Janus)), 1);
    assert_eq!((log.count(Event::TurnEnded), p.public.discards[Janus as usize]), (1, 1));
}

#[test]
fn gl_111_a_blank_favor_does_nothing() {
    let game = |favor: Favor| {
        let mut game = on_course(2, GIFT, |_| {});
        game.blanks = 1 << favor as u8;
        game
    };
    for favor in [Zeus, Janus, Nemesis] {
        let mut p = moored(&game(favor));
        p.bring_up(&[favor]);
        let log = p.sail([1, 3, 0]);
        assert_eq!(log.count(Event::TurnedUp(favor)), 1);
        let shown = |event: &Event| matches!(event, Event::Laid(..) | Event::Used(_));
        assert!(!log.0.iter().any(shown), "{favor:?}");
        for player in &p.public.players[..2] {
            assert_eq!((player.slots, player.fish), ([None; 2], 2), "{favor:?}");
        }
        assert_eq!(p.public.discards[favor as usize], 1);
    }
    // A starter that is blank names who is placed first, and goes.
    let game = game(table(4, |_| {}).starters[1]);
    let mut p = Position::dealt(&game, Chance::new(4, 1));
    let had = p.public.players[..2]
        .iter()
        .filter(|player| player.slots[0].is_some_and(|favor| game.is_blank(favor)))
        .count();
    for _ in 0..2 {
        p.play(p.moves()[0]);
    }
    let kept = p.public.players[..2].iter().filter_map(|player| player.slots[0]);
    let mut kept: Vec<_> = kept.collect();
    kept.retain(|favor| game.is_blank(*favor));
    let all = game.starters.iter().map(|favor| p.public.discards[*favor as usize]);
    let blank: u8 = all.sum();
    assert_eq!((kept.len(), p.public.round), (0, 1));
    assert_eq!((usize::from(blank), had), (1, 1));
}

#[test]
fn gl_113_tridents_go_to_others() {
    // GL-R30: any other player, and the victim makes room
    let (mut p, _) = reveal(
        3,
        |_| {},
        |p| {
            p.give(1, Janus);
            p.give(1, Ares);
        },
        &[Nemesis],
    );
    assert_eq!(p.moves(), [Move::Target(Seat(1)), Move::Target(Seat(2))]);
    let mut other = p.clone();
    other.play(Move::Target(Seat(2)));
    assert_eq!(other.public.players[2].slots, [Some(Nemesis), None]);
    p.play(Move::Target(Seat(1)));
    assert_eq!((p.public.ask, p.public.decider), (Ask::Discard, Seat(1)));
    assert_eq!(p.moves(), [Move::Discard(0), Move::Discard(1)]);
    p.play(Move::Discard(1));
    assert_eq!(p.public.players[1].slots, [Some(Janus), Some(Nemesis)]);
}

#[test]
fn gl_r29_tridents_may_make_room_or_not() {
    let victim = |boats: bool| {
        move |p: &mut Position| {
            p.give(1, if boats { Janus } else { Eris });
            p.give(1, Ares);
        }
    };
    let outcome = |replaceable: bool, boats: bool| {
        let change = |rules: &mut Rules| rules.trident_replaceable = replaceable;
        let (p, _) = reveal(2, change, victim(boats), &[Nemesis]);
        (p.public.ask == Ask::Discard, p.public.players[1].slots[0])
    };
    assert_eq!(outcome(true, true), (true, Some(Janus)), "the victim is asked");
    let found = outcome(false, true);
    assert_eq!(found, (false, Some(Nemesis)), "only the boat can go");
    assert_eq!(outcome(true, false), (true, Some(Eris)));
    let (p, log) = reveal(2, |rules| rules.trident_replaceable = false, victim(false), &[Nemesis]);
    let found = log.count(Event::Discarded(Seat(0), Nemesis));
    assert_eq!(found, 1, "nothing can go, so the new one does");
    assert_ne!(p.public.ask, Ask::Discard);
    assert_eq!(log.count(Event::TurnEnded), 1, "and the turn is over");
}

#[test]
fn gl_114_discards_make_a_new_deck() {
    // GL-R31: when there are no discards either, nothing is drawn
    for discards in [true, false] {
        let mut p = moored(&on_course(2, GIFT, |_| {}));
        // All cards to the discards, or out of the game.
        if !discards {
            p.game.counts = [0; crate::favors::FAVORS];
        }
        p.public.discards = p.game.counts;
        p.public.deck = 0;
        let log = p.sail([1, 3, 0]);
        assert_eq!(log.count(Event::FavorDrawn), usize::from(discards));
        assert!(p.public.deck == if discards { 35 } else { 0 });
    }
}

#[test]
fn gl_111_lightnings_strike_at_once() {
    // Zeus, Dionysus, Nike, Artemis
    let fish = |card: Favor| {
        let (p, log) = reveal(3, |_| {}, |p| p.public.players[2].fish = 0, &[card]);
        assert_eq!(log.count(Event::Used(card)), 1);
        assert_eq!(p.public.discards[card as usize], 1);
        p.public.players.map(|player| player.fish)[..3].to_vec()
    };
    assert_eq!(fish(Zeus), [2, 1, 0]);
    let (_, log) = reveal(3, |_| {}, |p| p.public.players[2].fish = 0, &[Zeus]);
    let lost = [1, 2].map(|seat| log.count(Event::FishLost(Seat(seat))));
    assert_eq!(lost, [1, 0], "who has none gives none");
    assert_eq!(fish(Dionysus), [3, 3, 1]);
    assert_eq!(fish(Nike), [3, 2, 0]);
    let (p, _) = reveal(3, |_| {}, |_| {}, &[Artemis]);
    assert_eq!(p.public.players[0].holding, 1);
    // Two fish, not as many as there is room for.
    let (p, _) = reveal(2, |_| {}, |p| p.public.players[0].fish = 0, &[Nike]);
    assert_eq!(p.public.players[0].fish, 2);
}

#[test]
fn gl_111_hades_takes_a_favor_from_each() {
    let (mut p, _) = reveal(
        4,
        |_| {},
        |p| {
            p.give(1, Janus);
            p.give(2, Athena);
            p.give(2, Athena);
            p.give(3, Poseidon);
            p.give(3, Apollo);
        },
        &[Hades],
    );
    // One favor, or two equal ones, leave no choice.
    assert_eq!(p.public.players[1].slots, [None, None]);
    assert_eq!(p.public.players[2].slots, [None, Some(Athena)]);
    assert_eq!((p.public.decider, p.public.ask), (Seat(3), Ask::Discard));
    p.play(Move::Discard(0));
    assert_eq!(p.public.players[3].slots, [None, Some(Apollo)]);
    // That the one whose turn it is has just got a boat makes no difference to others.
    let equal = |p: &mut Position| (0..2).for_each(|_| p.give(1, Athena));
    let (p, log) = reveal(2, |_| {}, equal, &[Janus, Hades]);
    assert_eq!(p.public.players[1].slots, [None, Some(Athena)]);
    assert_eq!(log.count(Event::TurnEnded), 1, "nobody is asked");
}

#[test]
fn gl_r29_hades_takes_tridents_in_any_case() {
    // What may not make room may be given up all the same.
    let tridents = |p: &mut Position| {
        p.give(1, Ares);
        p.give(2, Janus);
        p.give(2, Eris);
    };
    let bar = |rules: &mut Rules| rules.trident_replaceable = false;
    let (p, _) = reveal(3, bar, tridents, &[Hades]);
    assert_eq!(p.public.players[1].slots, [None, None]);
    assert_eq!((p.public.decider, p.public.ask), (Seat(2), Ask::Discard));
    assert_eq!(p.moves(), [Move::Discard(0), Move::Discard(1)]);
}

#[test]
fn gl_111_aeolus_moves_on() {
    // GL-R19 GL-R20: two points more; after a lost battle nothing
    let (p, log) = reveal(2, |_| {}, |_| {}, &[Aeolus]);
    assert_eq!(p.place(0), "2 a2");
    assert_eq!(log.count(Event::FavorDrawn), 1, "the one that was Aeolus");
    let found = p.public.players[0].slots;
    assert_eq!(found, [None, None], "the favor on the way gave nothing");
    let game = on_course(2, "a GH.. | b . | c . | d .", |_| {});
    for (fish, end) in [(0, "1 a2"), (1, "1 a4")] {
        let mut p = moored(&game);
        p.public.players[0].fish = fish;
        p.bring_up(&[Aeolus]);
        let log = p.sail([1, 1, 0]);
        assert_eq!(log.count(Event::Used(Aeolus)), 1);
        assert_eq!(p.place(0), end);
    }
    // No protection in the wind: the third dot of three, with a navigation die of 3.
    let mut p = moored(&on_course(2, "a G.H. | b . | c . | d .", |_| {}));
    p.bring_up(&[Aeolus]);
    p.put(0, 11, "a4");
    let log = p.sail([2, 0, 0]);
    assert_eq!((p.place(0), log.count(Event::Hydra(Met::Fed))), ("1 a3".to_owned(), 1));
    // Nor where the die would still protect, after a move that Hermes ended on the first dot.
    let mut p = moored(&on_course(2, "a GH.. | b . | c . | d .", |_| {}));
    p.give(0, Hermes);
    p.bring_up(&[Aeolus]);
    p.sail([3, 0, 0]);
    let log = p.play(Move::Use(Hermes));
    let met = [Met::Protected, Met::Fed].map(|met| log.count(Event::Hydra(met)));
    assert_eq!((p.place(0), met), ("1 a3".to_owned(), [0, 1]));
    // The lap counts, and the round's end sees it (GL-R35).
    let mut p = moored(&on_course(2, "a G.H. | b . | c . | d .", |_| {}));
    p.bring_up(&[Aeolus]);
    p.put(0, 11, "a2");
    p.public.players[0].laps = 1;
    p.public.face_down = 1;
    p.public.drawn = 1;
    p.public.deck -= 1;
    p.hidden.drawn[0] = Aeolus;
    p.public.left = 0;
    p.change(Regatta::reveal);
    let found = p.public.players[0].laps;
    assert_eq!(found, 1, "two points reach the last dot before the line");
    assert_eq!(p.place(0), "11 a4");
}

#[test]
fn gl_81_111_the_wind_dies_down() {
    // The next movement is the own one again: one end of movement in this turn, two more favors in the next.
    let mut p = moored(&on_course(2, "a GGGG | b .... | c .... | d ....", |_| {}));
    p.bring_up(&[Aeolus, Athena, Janus, Nike]);
    let log = p.sail([2, 0, 0]);
    assert_eq!(p.place(0), "1 a4");
    assert_eq!((log.count(Event::MoveEnded), p.public.windborne), (1, false));
    p.public.done = 1;
    let log = p.sail([3, 0, 0]);
    assert_eq!((p.place(0), log.count(Event::FavorDrawn)), ("2 a3".to_owned(), 2));
}

#[test]
fn gl_111_112_113_who_turns_up_decides_after_others_have_discarded() {
    // Seat 2 chooses for Hades; what is turned up next is seat 1's to settle.
    let held = |p: &mut Position| {
        for (seat, favor) in [(0, Apollo), (0, Apollo), (1, Janus), (1, Athena)] {
            p.give(seat, favor);
        }
    };
    for (next, asked) in [(Ares, Ask::Target), (Hephaestus, Ask::Slot)] {
        let (mut p, _) = reveal(3, |_| {}, held, &[Hades, next]);
        assert_eq!((p.public.decider, p.public.ask), (Seat(1), Ask::Discard));
        p.play(Move::Discard(0));
        assert_eq!((p.public.decider, p.public.ask), (Seat(0), asked));
    }
}

#[test]
fn gl_113_tridents_act_by_themselves() {
    let game = table(2, |_| {});
    let rolled = |tridents: &[Favor], dice: &[u32]| {
        let mut p = start(&game, &[]);
        for favor in tridents {
            p.give(0, *favor);
        }
        p.chance.script(Purpose::Dice, dice);
        let log = p.change(Regatta::begin_rolls);
        assert_eq!(log.count(Event::Die(crate::state::Die::Nav)), 1, "rolled or set");
        p
    };
    // Ares: no second die, so nothing is asked after the navigation die; he wins over Eris.
    for tridents in [&[Ares][..], &[Ares, Eris][..]] {
        let mut p = rolled(tridents, &[nav(2), die(3)]);
        let log = p.play(Move::Pass);
        assert_eq!(log.count(Event::Rolled(Rolled::Single)), 1);
        assert_eq!(log.count(Event::Struck(Seat(0), Ares)), 1);
        assert_eq!(p.public.players[0].slots, [None, None]);
    }
    // With Apollo the first die is asked about, but the second stays where it is.
    let mut p = rolled(&[Ares, Apollo], &[nav(2), die(3)]);
    p.play(Move::Pass);
    assert_eq!(p.moves(), [Move::Pass, Move::Use(Apollo)]);
    // Eris: the second die has to be rolled.
    let mut p = rolled(&[Eris], &[nav(2), die(6), die(1)]);
    p.play(Move::Pass);
    assert_eq!((p.public.ask, p.public.players[0].second), (Ask::Second, 1));
    p.play(Move::Pass);
    assert_eq!(p.public.players[0].slots, [None, None]);
    // With Apollo the first die is asked about, but the second has to follow.
    let mut p = rolled(&[Eris, Apollo], &[nav(2), die(3)]);
    p.play(Move::Pass);
    assert_eq!(p.moves(), [Move::Roll, Move::Use(Apollo)]);
    // Hypnos: the navigation die shows 1, without a reroll.
    let p = rolled(&[Hypnos], &[die(4)]);
    let found = (p.public.ask, p.public.players[0].nav, p.public.players[0].first);
    assert_eq!(found, (Ask::First, 1, 4));
    // Nemesis: no fish from icons or the line until the move is over.
    let mut p = moored(&on_course(2, "a FF | b . | c . | d .", |_| {}));
    p.put(0, 11, "a1");
    p.give(0, Nemesis);
    p.bring_up(&[Janus]);
    let log = p.sail([3, 0, 0]);
    assert_eq!(
        (p.public.players[0].fish, log.count(Event::Struck(Seat(0), Nemesis))),
        (2, 1)
    );
    assert_eq!(p.public.players[0].slots, [Some(Janus), None]);
}
