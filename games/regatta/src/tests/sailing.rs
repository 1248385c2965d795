//! Placing wedges, moving, jumping, and what lies on the way (GL-50 to GL-86).

use super::*;
use crate::rules::{SkipWhirlpool, StackEmpty};
use crate::state::Spent;

impl Position {
    /// Draws this wedge from the stack into the first player's hand.
    fn hold(&mut self, id: &str) -> u8 {
        let wedge = wedge(&self.game, id);
        let size = self.public.stack.count_ones() as usize;
        let stack = &mut self.hidden.stack[..size];
        let at = stack.iter().position(|known| *known == wedge).expect("in the stack");
        stack[at..].rotate_left(1);
        self.public.stack &= !(1 << wedge);
        let player = &mut self.public.players[0];
        player.held[usize::from(player.holding)] = wedge;
        player.holding += 1;
        wedge
    }
}

fn cover(position: u8, wedge: u8) -> Move {
    Move::Place { wedge, position }
}

#[test]
fn gl_21_50_51_52_53_wedges_are_placed_first() {
    // GL-51 GL-52 GL-53 GL-54 GL-R23 GL-R25, and the third example of the rulebook: placed two wedges ahead of a rival, then three
    // dots with a fish and a favor, which is a boat and cannot be used yet (GL-115)
    let game = table(3, |_| {});
    let mut p = moored(&game);
    p.lay_all(["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2"]);
    p.put(0, 0, "c1");
    p.put(1, 3, "b2");
    p.put(2, 3, "c1");
    let hydra = p.hold("N1");
    p.bring_up(&[Janus]);
    p.sail([1, 2, 0]);
    assert_eq!(p.public.ask, Ask::Place);
    let positions = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11].map(|position| cover(position, hydra));
    assert_eq!(p.moves(), positions, "not the line, not under a ship, no passing");
    let below = p.public.ring[5];
    p.play(cover(5, hydra));
    assert_eq!((p.public.ring[5], p.public.covered), (hydra, 1 << below));
    assert_eq!(p.public.players[1].spot, p.spot(3, "b2"), "neighbours stay");
    p.go("1 b2");
    assert_eq!(p.place(0), "1 b3", "where no choice is left the ship goes on");
    assert_eq!(p.public.players[0].fish, 3);
    // The same turn by the favor.
    let mut p = moored(&game);
    p.lay(1, "A1");
    p.put(0, 0, "c1");
    p.bring_up(&[Janus]);
    p.sail([1, 2, 0]);
    p.go("1 c2");
    let log = p.go("1 c3");
    assert_eq!(log.count(Event::TurnEnded), 1);
    assert_eq!(p.public.players[0].slots, [Some(Janus), None]);
    // Stacks may be any height.
    for _ in 0..2 {
        let mut p = moored(&game);
        let first = p.hold("N1");
        p.sail([1, 1, 0]);
        p.play(cover(7, first));
        assert_eq!(p.public.covered.count_ones(), 1);
    }
}

#[test]
fn gl_54_55_82_136_two_wedges_with_two_players() {
    // GL-136 GL-R24 GL-R26 GL-82: order is free, and the second may lie on the first
    let game = table(2, |_| {});
    let mut p = moored(&game);
    let (one, two) = (p.hold("N1"), p.hold("N2"));
    p.sail([1, 1, 0]);
    assert_eq!(p.moves().len(), 22);
    p.play(cover(7, two));
    assert_eq!((p.public.ask, p.moves().len()), (Ask::Place, 11));
    p.play(cover(7, one));
    assert_eq!(p.public.ring[7], one);
    assert_eq!(p.public.covered >> two & 1, 1);
    // Drawing: seven wedge icons in a row give one, or two.
    for (players, drawn) in [(2, 2), (3, 1)] {
        let mut p = moored(&on_course(players, "a W | b W | c W | d W", |_| {}));
        let left = p.public.stack.count_ones();
        p.sail([3, 4, 0]);
        assert_eq!(u32::from(p.public.players[0].holding), drawn);
        assert_eq!(p.public.stack.count_ones(), left - drawn);
    }
}

#[test]
fn gl_56_wedges_lie_open() {
    let mut p = moored(&on_course(3, "a W | b . | c . | d .", |_| {}));
    let top = p.hidden.stack[p.public.stack.count_ones() as usize - 1];
    let log = p.sail([1, 0, 0]);
    assert_eq!(log.count(Event::WedgeDrawn(top)), 1);
    assert_eq!(p.public.players[0].wedges(), [top]);
}

#[test]
fn gl_60_61_62_every_point_is_a_dot() {
    // GL-61 GL-62
    let mut p = moored(&table(2, |rules| rules.favors_per_turn = 0));
    p.lay_all(["N14", "N15", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2"]);
    p.put(1, 8, "d1");
    p.sail([1, 4, 0]);
    assert_eq!(p.place(0), "1 a1", "from the line there is one way");
    assert_eq!(p.ways(), ["2 a1", "2 b1"]);
    assert_eq!((p.public.left, p.public.moved), (4, 1));
    assert!(!p.moves().contains(&Move::Pass), "movement has to be used");
    p.go("2 b1");
    assert_eq!(p.ways(), ["2 b2", "2 a2"]);
    let log = p.go("2 b2");
    assert_eq!(log.count(Event::TurnEnded), 1);
    assert_eq!(p.place(0), "2 b4");
}

#[test]
fn gl_63_80_81_each_icon_counts_on_the_way() {
    // GL-80 GL-81 GL-R4 GL-R27 GL-R36: passing and landing, not on the dot where the turn begins
    let mut p = moored(&on_course(3, "a FG | b FG | c FG | d FG", |_| {}));
    p.public.players[0].fish = 0;
    p.put(0, 1, "a1");
    p.bring_up(&[Nike, Dionysus, Zeus]);
    let log = p.sail([3, 6, 0]);
    assert_eq!(p.place(0), "5 a2");
    let found = (log.count(Event::FishTaken(Seat(0), 1)), log.count(Event::FavorDrawn));
    assert_eq!(found, (3, 2));
    assert_eq!(p.public.players[0].fish, 3);
    let used: Vec<&Event> = log.0.iter().filter(|event| matches!(event, Event::Used(_))).collect();
    let expected = [&Event::Used(Nike), &Event::Used(Dionysus)];
    assert_eq!(used, expected, "in the order drawn (GL-R28)");
}

#[test]
fn gl_70_71_jumps_are_free() {
    // GL-71 GL-R8 GL-R11: no cost, no icon, no dot moved, several ships in a row
    let game = on_course(3, "a .FF. | b .... | c .... | d ....", |_| {});
    let mut p = moored(&game);
    p.public.players[0].fish = 0;
    p.put(1, 1, "a2");
    p.put(2, 1, "a3");
    let log = p.sail([2, 0, 0]);
    assert_eq!(p.place(0), "1 a4");
    assert_eq!((p.public.players[0].fish, log.count(Event::Entered)), (0, 2));
    let jumped = log.0.iter().filter(|event| matches!(event, Event::Jumped(_)));
    let ships = [Event::Jumped(Seat(1)), Event::Jumped(Seat(2))];
    assert!(jumped.eq(&ships), "{:?}", log.0);
    // Without a point left nobody jumps (GL-R12).
    let mut p = moored(&game);
    p.put(1, 1, "a2");
    let log = p.sail([1, 0, 0]);
    assert_eq!((p.place(0), log.count(Event::Jumped(Seat(1)))), ("1 a1".to_owned(), 0));
}

#[test]
fn gl_72_85_86_a_jump_over_the_line_counts() {
    // GL-85 GL-86 GL-R3 GL-R7: lap, fish, wedge and favor, by landing, crossing and jumping
    for (points, blocked, end) in [(1, false, "0 a1"), (2, false, "1 a1"), (1, true, "1 a1")] {
        let mut p = moored(&on_course(2, "a . | b . | c . | d .", |_| {}));
        p.put(0, 11, "a1");
        p.put(1, if blocked { 0 } else { 5 }, "a1");
        p.bring_up(&[Janus]);
        let log = p.sail([points, 0, 0]);
        let player = p.public.players[0];
        assert_eq!(p.place(0), end);
        assert_eq!((player.laps, player.fish, player.holding), (1, 3, 1));
        assert_eq!((log.count(Event::FavorDrawn), log.count(Event::Lap)), (1, 1));
    }
    // Leaving the line at the start is no lap.
    let mut p = moored(&on_course(2, "a . | b . | c . | d .", |_| {}));
    let log = p.sail([1, 0, 0]);
    assert_eq!((p.public.players[0].laps, log.count(Event::Lap)), (0, 0));
}

#[test]
fn gl_83_a_boost_adds_three() {
    // GL-R5: on the last point, too, and boosts chain
    let game = on_course(2, "a ...+ | b . | c . | d .", |_| {});
    for (points, expected) in [(3, "1 a3"), (4, "2 a3"), (5, "3 a3")] {
        let mut p = moored(&game);
        p.sail([1, points - 1, 0]);
        assert_eq!(p.place(0), expected, "{points} points");
    }
    // A course of nothing but boosts ends all the same.
    let mut p = moored(&on_course(2, "a + | b + | c + | d +", |_| {}));
    let log = p.sail([1, 0, 0]);
    assert_eq!(log.count(Event::TurnEnded), 1);
}

#[test]
fn gl_r10_jumped_whirlpools_are_open() {
    // GL-R10: free, or as dice and fish allow
    for (mode, charybdis, scylla) in [(SkipWhirlpool::Free, 3, 3), (SkipWhirlpool::Match, 1, 2)] {
        let game = table(2, |rules| rules.skip_whirlpool = mode);
        for (id, from, dot, dice, count) in [
            ("A3", "b1", "b2", [3, 5, 0], charybdis),
            ("N12", "a1", "a1", [1, 5, 0], scylla),
        ] {
            let mut p = moored(&game);
            p.lay(1, id);
            p.put(1, 1, dot);
            if id == "A3" {
                p.put(0, 1, from);
            }
            p.public.players[0].fish = 1;
            p.sail(dice);
            if count > 1 {
                assert!(p.public.jumping);
                assert_eq!(p.moves().len(), count, "{mode:?} {id}");
                let log = p.play(p.moves()[count - 1]);
                let paid = log.count(Event::FishSpent(Spent::Scylla));
                assert_eq!(paid, usize::from(mode == SkipWhirlpool::Match), "{mode:?} {id}");
            } else {
                assert!(!p.public.jumping, "the only exit is taken");
            }
        }
    }
}

#[test]
fn gl_r22_an_empty_stack() {
    for (mode, drawn) in [(StackEmpty::None, 0), (StackEmpty::Recycle, 1)] {
        let mut p = moored(&on_course(3, "a W | b . | c . | d .", |rules| rules.stack_empty = mode));
        // All four wedges of the stack are laid on top of each other.
        for wedge in 0..64 {
            if p.public.stack >> wedge & 1 == 1 {
                p.public.stack &= !(1 << wedge);
                let below = std::mem::replace(&mut p.public.ring[9], wedge);
                p.public.covered |= 1 << below;
            }
        }
        p.sail([1, 0, 0]);
        assert_eq!(p.public.players[0].holding, drawn);
        assert_eq!(p.public.stack.count_ones(), if drawn == 0 { 0 } else { 3 });
        assert_eq!(p.public.covered.count_ones(), if drawn == 0 { 4 } else { 0 });
    }
}

#[test]
fn gl_r22_wedges_from_below_others_come_in_any_order() {
    let recycle = |rules: &mut Rules| rules.stack_empty = StackEmpty::Recycle;
    let game = on_course(3, "a W | b . | c . | d .", recycle);
    let drawn = |seed| {
        let mut p = moored(&game);
        (p.public.covered, p.public.stack) = (p.public.stack, 0);
        p.chance = Chance::new(seed, 1);
        p.sail([1, 0, 0]);
        p.public.players[0].held[0]
    };
    let drawn: std::collections::BTreeSet<u8> = (0..40).map(drawn).collect();
    assert_eq!(drawn.len(), 4, "each of the four");
}

#[test]
fn gl_r22_plans_know_whether_wedges_can_be_drawn() {
    // Two ways alike but for a wedge: worth going for while there is one to be drawn, from the stack or below others.
    for (mode, covered, wanted) in [
        (StackEmpty::None, 1, Move::Go(0)),
        (StackEmpty::Recycle, 1, Move::Go(1)),
        (StackEmpty::Recycle, 0, Move::Go(0)),
    ] {
        let change = |rules: &mut Rules| rules.stack_empty = mode;
        let game = on_course(3, "a .W.. | b .... | c .... | d .... | b1+a2", change);
        let mut p = moored(&game);
        p.put(0, 1, "b1");
        (p.public.stack, p.public.covered) = (0, covered);
        let public = &mut p.public;
        (public.turn, public.decider, public.ask, public.left) = (Seat(0), Seat(0), Ask::Step, 1);
        let state = p.state();
        let view = state.view(&game, Seat(0));
        let mut offered = Moves::default();
        game.moves(view, &mut offered);
        let bot = player("heuristic", "");
        let chosen = bot.choose(view, &offered, p.chance.bot(Seat(0)));
        assert_eq!(offered[chosen], wanted, "{mode:?}, {covered} covered");
    }
}
