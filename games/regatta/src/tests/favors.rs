//! Favors: drawing, turning up, slots, and what those do that are no boats (GL-110 to GL-115, section 5 of the ledger).

use super::*;
use crate::state::{Met, Rolled};

/// Straight lanes; the first dot of lane a gives a favor.
const GIFT: &str = "a G... | b .... | c .... | d ....";

/// The first ship draws these, its move ends on the fourth dot of lane a, and they are turned up.
pub(super) fn reveal(
    players: u8,
    change: impl FnOnce(&mut Rules),
    arrange: impl FnOnce(&mut State<Regatta>),
    cards: &[Favor],
) -> (Regatta, State<Regatta>, Chance, Log) {
    let course = if cards.len() > 1 {
        "a GG.. | b .... | c .... | d ...."
    } else {
        GIFT
    };
    let game = on_course(players, course, change);
    let (mut state, mut chance) = moored(&game);
    arrange(&mut state);
    bring_up(&mut state, cards);
    let log = sail(&game, &mut state, &mut chance, [1, 3, 0]);
    (game, state, chance, log)
}

#[test]
fn gl_110_112_boats_find_a_slot() {
    // GL-112 GL-115: free slots, then a choice
    let (_, state, _, log) = reveal(2, |_| {}, |_| {}, &[Favor::Janus, Favor::Athena]);
    assert_eq!(state.public.players[0].slots, [Some(Favor::Janus), Some(Favor::Athena)]);
    let took_effect = |event: &Event| matches!(event, Event::Laid(..) | Event::Used(_));
    assert!(!log.0.iter().any(took_effect), "a boat takes effect when it is used");
    let full = |state: &mut State<Regatta>| {
        give(state, 0, Favor::Hermes);
        give(state, 0, Favor::Ares);
    };
    for (mv, slots, gone) in [
        (Move::Discard(0), [Some(Favor::Janus), Some(Favor::Ares)], Favor::Hermes),
        (Move::Discard(1), [Some(Favor::Hermes), Some(Favor::Janus)], Favor::Ares),
        (Move::Decline, [Some(Favor::Hermes), Some(Favor::Ares)], Favor::Janus),
    ] {
        let (game, mut state, mut chance, _) = reveal(2, |_| {}, full, &[Favor::Janus]);
        // Hermes is offered while three points or less are left.
        while state.public.ask == Ask::Step {
            play(&game, &mut state, &mut chance, Move::Go(0));
        }
        assert_eq!(
            (state.public.ask, state.public.revealed),
            (Ask::Slot, Some(Favor::Janus))
        );
        assert_eq!(
            moves(&game, &state),
            [Move::Discard(0), Move::Discard(1), Move::Decline]
        );
        let log = play(&game, &mut state, &mut chance, mv);
        assert_eq!(state.public.players[0].slots, slots);
        assert_eq!(log.count(Event::Discarded(Seat(0), gone)), 1);
    }
    // A trident that may not be replaced leaves the other slot, or none, and then nothing is asked.
    let bar = |rules: &mut Rules| rules.trident_replaceable = false;
    let held =
        |favors: [Favor; 2]| move |state: &mut State<Regatta>| favors.iter().for_each(|favor| give(state, 0, *favor));
    let (game, state, _, _) = reveal(2, bar, held([Favor::Apollo, Favor::Hypnos]), &[Favor::Janus]);
    assert_eq!(moves(&game, &state), [Move::Discard(0), Move::Decline]);
    let (_, state, _, log) = reveal(2, bar, held([Favor::Eris, Favor::Hypnos]), &[Favor::Janus]);
    assert_eq!(log.count(Event::Discarded(Seat(0), Favor::Janus)), 1);
    assert_eq!(
        (
            log.count(Event::TurnEnded),
            state.public.discards[Favor::Janus as usize]
        ),
        (1, 1)
    );
}

#[test]
fn gl_111_a_blank_favor_does_nothing() {
    let game = |favor: Favor| {
        let mut game = on_course(2, GIFT, |_| {});
        game.blanks = 1 << favor as u8;
        game
    };
    for favor in [Favor::Zeus, Favor::Janus, Favor::Nemesis] {
        let game = game(favor);
        let (mut state, mut chance) = moored(&game);
        bring_up(&mut state, &[favor]);
        let log = sail(&game, &mut state, &mut chance, [1, 3, 0]);
        assert_eq!(log.count(Event::TurnedUp(favor)), 1);
        let shown = |event: &Event| matches!(event, Event::Laid(..) | Event::Used(_));
        assert!(!log.0.iter().any(shown), "{favor:?}");
        for player in &state.public.players[..2] {
            assert_eq!((player.slots, player.fish), ([None; 2], 2), "{favor:?}");
        }
        assert_eq!(state.public.discards[favor as usize], 1);
    }
    // A starter that is blank names who is placed first, and goes.
    let game = game(table(4, |_| {}).starters[1]);
    let mut chance = Chance::new(4, 1);
    let mut state = game.setup(&mut chance);
    for _ in 0..2 {
        let first = moves(&game, &state)[0];
        play(&game, &mut state, &mut chance, first);
    }
    let mut kept: Vec<_> = state.public.players[..2]
        .iter()
        .filter_map(|player| player.slots[0])
        .collect();
    kept.retain(|favor| game.is_blank(*favor));
    let blank: u8 = game
        .starters
        .iter()
        .map(|favor| state.public.discards[*favor as usize])
        .sum();
    assert_eq!((kept.len(), state.public.round), (0, 1));
    let dealt = game.setup(&mut Chance::new(4, 1)).public.players;
    let had = dealt[..2]
        .iter()
        .filter(|player| player.slots[0].is_some_and(|favor| game.is_blank(favor)))
        .count();
    assert_eq!((usize::from(blank), had), (1, 1));
}

#[test]
fn gl_113_tridents_go_to_others() {
    // GL-R30: any other player, and the victim makes room
    let (game, mut state, mut chance, _) = reveal(
        3,
        |_| {},
        |state| {
            give(state, 1, Favor::Janus);
            give(state, 1, Favor::Ares);
        },
        &[Favor::Nemesis],
    );
    assert_eq!(moves(&game, &state), [Move::Target(Seat(1)), Move::Target(Seat(2))]);
    let mut other = state.clone();
    play(&game, &mut other, &mut chance, Move::Target(Seat(2)));
    assert_eq!(other.public.players[2].slots, [Some(Favor::Nemesis), None]);
    play(&game, &mut state, &mut chance, Move::Target(Seat(1)));
    assert_eq!((state.public.ask, state.public.decider), (Ask::Discard, Seat(1)));
    assert_eq!(moves(&game, &state), [Move::Discard(0), Move::Discard(1)]);
    play(&game, &mut state, &mut chance, Move::Discard(1));
    assert_eq!(
        state.public.players[1].slots,
        [Some(Favor::Janus), Some(Favor::Nemesis)]
    );
}

#[test]
fn gl_r29_tridents_may_make_room_or_not() {
    let victim = |boats: bool| {
        move |state: &mut State<Regatta>| {
            give(state, 1, if boats { Favor::Janus } else { Favor::Eris });
            give(state, 1, Favor::Ares);
        }
    };
    let outcome = |replaceable: bool, boats: bool| {
        let change = |rules: &mut Rules| rules.trident_replaceable = replaceable;
        let (_, state, _, _) = reveal(2, change, victim(boats), &[Favor::Nemesis]);
        (state.public.ask == Ask::Discard, state.public.players[1].slots[0])
    };
    assert_eq!(outcome(true, true), (true, Some(Favor::Janus)), "the victim is asked");
    assert_eq!(
        outcome(false, true),
        (false, Some(Favor::Nemesis)),
        "only the boat can go"
    );
    assert_eq!(outcome(true, false), (true, Some(Favor::Eris)));
    let (_, state, _, log) = reveal(
        2,
        |rules| rules.trident_replaceable = false,
        victim(false),
        &[Favor::Nemesis],
    );
    assert_eq!(
        log.count(Event::Discarded(Seat(0), Favor::Nemesis)),
        1,
        "nothing can go, so the new one does"
    );
    assert_ne!(state.public.ask, Ask::Discard);
    assert_eq!(log.count(Event::TurnEnded), 1, "and the turn is over");
}

#[test]
fn gl_114_discards_make_a_new_deck() {
    // GL-R31: when there are no discards either, nothing is drawn
    for discards in [true, false] {
        let game = on_course(2, GIFT, |_| {});
        let (mut state, mut chance) = moored(&game);
        // All cards to the discards, or out of the game.
        let mut game = game;
        state.public.discards = if discards {
            game.counts
        } else {
            [0; crate::favors::FAVORS]
        };
        if !discards {
            game.counts = state.public.discards;
        }
        state.public.deck = 0;
        let log = sail(&game, &mut state, &mut chance, [1, 3, 0]);
        assert_eq!(log.count(Event::FavorDrawn), usize::from(discards));
        assert!(state.public.deck == if discards { 35 } else { 0 });
    }
}

#[test]
fn gl_111_lightnings_strike_at_once() {
    // Zeus, Dionysus, Nike, Artemis
    let fish = |card: Favor| {
        let (_, state, _, log) = reveal(3, |_| {}, |state| state.public.players[2].fish = 0, &[card]);
        assert_eq!(log.count(Event::Used(card)), 1);
        assert_eq!(state.public.discards[card as usize], 1);
        state.public.players.map(|player| player.fish)[..3].to_vec()
    };
    assert_eq!(fish(Favor::Zeus), [2, 1, 0]);
    let (_, _, _, log) = reveal(3, |_| {}, |state| state.public.players[2].fish = 0, &[Favor::Zeus]);
    let lost = [1, 2].map(|seat| log.count(Event::FishLost(Seat(seat))));
    assert_eq!(lost, [1, 0], "who has none gives none");
    assert_eq!(fish(Favor::Dionysus), [3, 3, 1]);
    assert_eq!(fish(Favor::Nike), [3, 2, 0]);
    let (_, state, _, _) = reveal(3, |_| {}, |_| {}, &[Favor::Artemis]);
    assert_eq!(state.public.players[0].holding, 1);
    // Two fish, not as many as there is room for.
    let (_, state, _, _) = reveal(2, |_| {}, |state| state.public.players[0].fish = 0, &[Favor::Nike]);
    assert_eq!(state.public.players[0].fish, 2);
}

#[test]
fn gl_111_hades_takes_a_favor_from_each() {
    let (game, mut state, mut chance, _) = reveal(
        4,
        |_| {},
        |state| {
            give(state, 1, Favor::Janus);
            give(state, 2, Favor::Athena);
            give(state, 2, Favor::Athena);
            give(state, 3, Favor::Poseidon);
            give(state, 3, Favor::Apollo);
        },
        &[Favor::Hades],
    );
    // One favor, or two equal ones, leave no choice.
    assert_eq!(state.public.players[1].slots, [None, None]);
    assert_eq!(state.public.players[2].slots, [None, Some(Favor::Athena)]);
    assert_eq!((state.public.decider, state.public.ask), (Seat(3), Ask::Discard));
    play(&game, &mut state, &mut chance, Move::Discard(0));
    assert_eq!(state.public.players[3].slots, [None, Some(Favor::Apollo)]);
    // That the one whose turn it is has just got a boat makes no difference to others.
    let equal = |state: &mut State<Regatta>| (0..2).for_each(|_| give(state, 1, Favor::Athena));
    let (_, state, _, log) = reveal(2, |_| {}, equal, &[Favor::Janus, Favor::Hades]);
    assert_eq!(state.public.players[1].slots, [None, Some(Favor::Athena)]);
    assert_eq!(log.count(Event::TurnEnded), 1, "nobody is asked");
}

#[test]
fn gl_r29_hades_takes_tridents_in_any_case() {
    // What may not make room may be given up all the same.
    let tridents = |state: &mut State<Regatta>| {
        give(state, 1, Favor::Ares);
        give(state, 2, Favor::Janus);
        give(state, 2, Favor::Eris);
    };
    let bar = |rules: &mut Rules| rules.trident_replaceable = false;
    let (game, state, _, _) = reveal(3, bar, tridents, &[Favor::Hades]);
    assert_eq!(state.public.players[1].slots, [None, None]);
    assert_eq!((state.public.decider, state.public.ask), (Seat(2), Ask::Discard));
    assert_eq!(moves(&game, &state), [Move::Discard(0), Move::Discard(1)]);
}

#[test]
fn gl_111_aeolus_moves_on() {
    // GL-R19 GL-R20: two points more; after a lost battle nothing
    let (game, state, _, log) = reveal(2, |_| {}, |_| {}, &[Favor::Aeolus]);
    assert_eq!(place(&game, &state, 0), "2 a2");
    assert_eq!(log.count(Event::FavorDrawn), 1, "the one that was Aeolus");
    assert_eq!(
        state.public.players[0].slots,
        [None, None],
        "the favor on the way gave nothing"
    );
    let game = on_course(2, "a GH.. | b . | c . | d .", |_| {});
    for (fish, end) in [(0, "1 a2"), (1, "1 a4")] {
        let (mut state, mut chance) = moored(&game);
        state.public.players[0].fish = fish;
        bring_up(&mut state, &[Favor::Aeolus]);
        let log = sail(&game, &mut state, &mut chance, [1, 1, 0]);
        assert_eq!(log.count(Event::Used(Favor::Aeolus)), 1);
        assert_eq!(place(&game, &state, 0), end);
    }
    // No protection in the wind: the third dot of three, with a navigation die of 3.
    let game = on_course(2, "a G.H. | b . | c . | d .", |_| {});
    let (mut state, mut chance) = moored(&game);
    bring_up(&mut state, &[Favor::Aeolus]);
    put(&game, &mut state, 0, 11, "a4");
    let log = sail(&game, &mut state, &mut chance, [2, 0, 0]);
    assert_eq!(
        (place(&game, &state, 0), log.count(Event::Hydra(Met::Fed))),
        ("1 a3".to_owned(), 1)
    );
    // Nor where the die would still protect, after a move that Hermes ended on the first dot.
    let game = on_course(2, "a GH.. | b . | c . | d .", |_| {});
    let (mut state, mut chance) = moored(&game);
    give(&mut state, 0, Favor::Hermes);
    bring_up(&mut state, &[Favor::Aeolus]);
    sail(&game, &mut state, &mut chance, [3, 0, 0]);
    let log = play(&game, &mut state, &mut chance, Move::Use(Favor::Hermes));
    let met = [Met::Protected, Met::Fed].map(|met| log.count(Event::Hydra(met)));
    assert_eq!((place(&game, &state, 0), met), ("1 a3".to_owned(), [0, 1]));
    // The lap counts, and the round's end sees it (GL-R35).
    let game = on_course(2, "a G.H. | b . | c . | d .", |_| {});
    let (mut state, mut chance) = moored(&game);
    bring_up(&mut state, &[Favor::Aeolus]);
    put(&game, &mut state, 0, 11, "a2");
    state.public.players[0].laps = 1;
    state.public.face_down = 1;
    state.public.drawn = 1;
    state.public.deck -= 1;
    state.hidden.drawn[0] = Favor::Aeolus;
    state.public.left = 0;
    game.reveal(&mut state, &mut chance, &mut ());
    assert_eq!(
        state.public.players[0].laps, 1,
        "two points reach the last dot before the line"
    );
    assert_eq!(place(&game, &state, 0), "11 a4");
}

#[test]
fn gl_81_111_the_wind_dies_down() {
    // The next movement is the own one again: one end of movement in this turn, two more favors in the next.
    let game = on_course(2, "a GGGG | b .... | c .... | d ....", |_| {});
    let (mut state, mut chance) = moored(&game);
    bring_up(&mut state, &[Favor::Aeolus, Favor::Athena, Favor::Janus, Favor::Nike]);
    let log = sail(&game, &mut state, &mut chance, [2, 0, 0]);
    assert_eq!(place(&game, &state, 0), "1 a4");
    assert_eq!((log.count(Event::MoveEnded), state.public.windborne), (1, false));
    state.public.done = 1;
    let log = sail(&game, &mut state, &mut chance, [3, 0, 0]);
    assert_eq!(
        (place(&game, &state, 0), log.count(Event::FavorDrawn)),
        ("2 a3".to_owned(), 2)
    );
}

#[test]
fn gl_111_112_113_who_turns_up_decides_after_others_have_discarded() {
    // Seat 2 chooses for Hades; what is turned up next is seat 1's to settle.
    let held = |state: &mut State<Regatta>| {
        for (seat, favor) in [
            (0, Favor::Apollo),
            (0, Favor::Apollo),
            (1, Favor::Janus),
            (1, Favor::Athena),
        ] {
            give(state, seat, favor);
        }
    };
    for (next, asked) in [(Favor::Ares, Ask::Target), (Favor::Hephaestus, Ask::Slot)] {
        let (game, mut state, mut chance, _) = reveal(3, |_| {}, held, &[Favor::Hades, next]);
        assert_eq!((state.public.decider, state.public.ask), (Seat(1), Ask::Discard));
        play(&game, &mut state, &mut chance, Move::Discard(0));
        assert_eq!((state.public.decider, state.public.ask), (Seat(0), asked));
    }
}

#[test]
fn gl_113_tridents_act_by_themselves() {
    let game = table(2, |_| {});
    let rolled = |tridents: &[Favor], dice: &[u32]| {
        let (mut state, mut chance) = start(&game, &[]);
        for favor in tridents {
            give(&mut state, 0, *favor);
        }
        chance.script(Purpose::Dice, dice);
        let mut log = Log::default();
        game.begin_rolls(&mut state, &mut chance, &mut log);
        assert_eq!(log.count(Event::Die(crate::state::Die::Nav)), 1, "rolled or set");
        (state, chance)
    };
    // Ares: no second die, so nothing is asked after the navigation die; he wins over Eris.
    for tridents in [&[Favor::Ares][..], &[Favor::Ares, Favor::Eris][..]] {
        let (mut state, mut chance) = rolled(tridents, &[nav(2), die(3)]);
        let log = play(&game, &mut state, &mut chance, Move::Pass);
        assert_eq!(log.count(Event::Rolled(Rolled::Single)), 1);
        assert_eq!(log.count(Event::Struck(Seat(0), Favor::Ares)), 1);
        assert_eq!(state.public.players[0].slots, [None, None]);
    }
    // With Apollo the first die is asked about, but the second stays where it is.
    let (mut state, mut chance) = rolled(&[Favor::Ares, Favor::Apollo], &[nav(2), die(3)]);
    play(&game, &mut state, &mut chance, Move::Pass);
    assert_eq!(moves(&game, &state), [Move::Pass, Move::Use(Favor::Apollo)]);
    // Eris: the second die has to be rolled.
    let (mut state, mut chance) = rolled(&[Favor::Eris], &[nav(2), die(6), die(1)]);
    play(&game, &mut state, &mut chance, Move::Pass);
    assert_eq!((state.public.ask, state.public.players[0].second), (Ask::Second, 1));
    play(&game, &mut state, &mut chance, Move::Pass);
    assert_eq!(state.public.players[0].slots, [None, None]);
    // With Apollo the first die is asked about, but the second has to follow.
    let (mut state, mut chance) = rolled(&[Favor::Eris, Favor::Apollo], &[nav(2), die(3)]);
    play(&game, &mut state, &mut chance, Move::Pass);
    assert_eq!(moves(&game, &state), [Move::Roll, Move::Use(Favor::Apollo)]);
    // Hypnos: the navigation die shows 1, without a reroll.
    let (state, _) = rolled(&[Favor::Hypnos], &[die(4)]);
    assert_eq!(
        (
            state.public.ask,
            state.public.players[0].nav,
            state.public.players[0].first
        ),
        (Ask::First, 1, 4)
    );
    // Nemesis: no fish from icons or the line until the move is over.
    let game = on_course(2, "a FF | b . | c . | d .", |_| {});
    let (mut state, mut chance) = moored(&game);
    put(&game, &mut state, 0, 11, "a1");
    give(&mut state, 0, Favor::Nemesis);
    bring_up(&mut state, &[Favor::Janus]);
    let log = sail(&game, &mut state, &mut chance, [3, 0, 0]);
    assert_eq!(
        (
            state.public.players[0].fish,
            log.count(Event::Struck(Seat(0), Favor::Nemesis))
        ),
        (2, 1)
    );
    assert_eq!(state.public.players[0].slots, [Some(Favor::Janus), None]);
}
