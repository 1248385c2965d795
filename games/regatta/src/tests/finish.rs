//! Ranking, the Fleece, and the end (GL-24, GL-121 to GL-131).

use super::*;
use crate::rules::RankMode;
use crate::state::Ending;
use balance_engine::Turn;

#[test]
fn gl_125_126_laps_then_wedges_then_lanes() {
    // GL-126 GL-R1 GL-R2
    for (mode, ahead) in [(RankMode::Literal, "a1"), (RankMode::AngleFirst, "d4")] {
        let game = table(2, |rules| rules.rank_mode = mode);
        let mut p = moored(&game);
        p.lay(5, "A1");
        let mut order = |one: (u8, u8, &str), two: (u8, u8, &str)| {
            for (seat, (laps, position, dot)) in [one, two].into_iter().enumerate() {
                p.public.players[seat].laps = laps;
                let name = if position == 5 { dot } else { "a1" };
                p.put(seat, position, name);
            }
            (game.leader(&p.public), game.last(&p.public))
        };
        assert_eq!(order((1, 2, ""), (0, 11, "")), (Seat(0), Seat(1)), "laps come first");
        assert_eq!(order((1, 2, ""), (1, 3, "")), (Seat(1), Seat(0)), "then wedges");
        let found = order((1, 5, "b1"), (1, 5, "b3"));
        assert_eq!(found, (Seat(1), Seat(0)), "on one lane, further is ahead");
        let found = order((0, 5, "d2"), (0, 5, "b1")).0;
        assert_eq!(found, Seat(u8::from(mode == RankMode::Literal)));
        let found = order((1, 5, ahead), (1, 5, if ahead == "a1" { "d4" } else { "a1" }));
        assert_eq!(found, (Seat(0), Seat(1)));
    }
}

#[test]
fn gl_24_121_the_last_takes_the_fleece() {
    // GL-121 GL-R37: also who has it already
    for (laggard, holder) in [(Seat(2), Seat(1)), (Seat(1), Seat(1))] {
        let game = on_course(3, "a .... | b .... | c .... | d ....", |_| {});
        let mut p = moored(&game);
        assert_eq!(p.public.fleece, holder);
        (0..3).for_each(|seat| p.put(seat, 6, ["a1", "b1", "c1"][seat]));
        p.put(laggard.index(), 3, "d1");
        let log = p.sail([1, 1, 0]);
        let found = [Event::RoundEnded, Event::RoundBegan].map(|event| log.count(event));
        assert_eq!(found, [1, 1]);
        assert_eq!((p.public.fleece, p.public.turn, p.public.round), (laggard, laggard, 2));
        let others = game.seats().filter(|seat| *seat != laggard);
        assert!(
            others.into_iter().all(|seat| {
                let player = p.public.player(seat);
                (player.nav, player.first, player.second) == (0, 0, 0)
            }),
            "dice leave the boards"
        );
    }
}

#[test]
fn gl_130_131_the_round_is_finished() {
    // GL-131 GL-R34: who crossed first need not win
    let game = on_course(2, "a .... | b .... | c .... | d ....", |_| {});
    let mut p = moored(&game);
    (p.public.fleece, p.public.done) = (Seat(0), 0);
    for seat in 0..2 {
        p.put(seat, 11, ["a4", "b4"][seat]);
        p.public.players[seat].laps = 1;
    }
    p.bring_up(&[Janus, Athena]);
    (p.public.players[1].nav, p.public.players[1].first) = (1, 6);
    p.sail([1, 0, 0]);
    assert_eq!(game.turn(&p.public), Turn::Over);
    assert_eq!(p.public.ending, Some(Ending::Finish));
    let outcome = game.outcome(&p.state());
    assert!(outcome.winners.has(Seat(1)) && outcome.winners.len() == 1);
    assert_eq!(outcome.sides, 2);
    assert_eq!(p.public.fleece, Seat(0), "the Fleece stays");
    // With one lap to go, the game ends a lap earlier, and not before.
    for (laps, over) in [(2, false), (1, true)] {
        let game = on_course(2, "a .... | b .... | c .... | d ....", |rules| rules.laps = laps);
        let mut p = moored(&game);
        p.put(0, 11, "a4");
        p.bring_up(&[Janus]);
        p.sail([1, 0, 0]);
        assert_eq!(game.turn(&p.public) == Turn::Over, over);
    }
}

#[test]
fn gl_140_a_game_may_run_into_its_cap() {
    let game = on_course(2, "a .... | b .... | c .... | d ....", |rules| rules.rounds_max = 5);
    let mut table = balance_engine::Table::new(&game);
    let finished = table.play(Chance::new(1, 1), |_, _| &Prefers(&[Move::Pass]), &mut ());
    assert_eq!(finished.outcome.ending, Ending::RoundCap as u8);
    assert!(finished.outcome.winners.is_empty() && finished.outcome.sides == 0);
    assert_eq!(finished.state.public.round, 5);
}
