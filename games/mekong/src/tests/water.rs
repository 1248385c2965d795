//! Stones anywhere in the water, and off the middle of their islands.

use super::*;
use crate::board::Point;
use crate::rules::{Side, StoneOffset, ThirdStone};

fn water() -> Position {
    start(&table(2, |rules| rules.side = Side::Water))
}

fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

impl Position {
    fn fits(&self, at: Point) -> bool {
        self.game.point_fits(&self.public, at)
    }

    /// A stone at a legal point; gives its support.
    fn stone(&mut self, x: i32, y: i32) -> Support {
        assert!(self.fits(at(x, y)), "no stone fits at {x}, {y}");
        6 + self.game.put_stone(&mut self.public, Move::Stone(at(x, y)))
    }
}

#[test]
fn rd_77_stones_go_into_the_water() {
    // RD-78: and everything else as ever
    let mut p = water();
    p.act(Card::STONE);
    // A patch of the water first, then a point in it.
    let patches = p.moves();
    assert!(patches.len() > 50, "{}", patches.len());
    p.play(patches[30]);
    assert_eq!(p.public.decider, Seat(0));
    let offered = p.moves();
    assert!(offered.len() > 30, "{}", offered.len());
    for mv in &offered {
        let Move::Stone(point) = mv else {
            panic!("{mv:?} is no point");
        };
        assert!(p.fits(*point), "{point:?}");
    }
    p.play(offered[0]);
    assert_eq!(p.public.stones.count_ones(), 1);
    assert_eq!(p.public.decider, Seat(1));
}

#[test]
fn rd_77_any_legal_point_may_be_played() {
    // All centres of islands are water.
    let p = water();
    for island in &p.game.board.islands {
        assert!(p.fits(*island), "{island:?}");
        let mut p = p.clone();
        p.act(Card::STONE);
        let mut state = p.state();
        p.game
            .play(&mut state, Move::Stone(*island), &mut Chance::new(1, 1), &mut ());
        assert_eq!(state.public.points[0], *island);
        assert_eq!(p.game.invariant(&state), Ok(()));
    }
}

#[test]
fn rd_79_wholly_in_free_water() {
    let mut p = water();
    p.stone(2000, 2000);
    p.stone(2500, 2000);
    p.stone(2000, 3000);
    let lay = (i(1), i(2));
    assert!(p.lays(1).contains(&(lay.0, lay.1, Slide::Mid)));
    p.game.lay_plank(&mut p.public, Seat(0), 1, lay, Slide::Mid);
    assert_eq!(p.invariant(), Ok(()));
    let pairs = [
        ("frame", at(220, 220), at(219, 220)),
        ("frame", at(4280, 4280), at(4280, 4281)),
        ("village", at(750, 2250), at(749, 2250)),
        ("neck", at(1040, 220), at(1041, 220)),
        ("stone", at(2240, 3000), at(2239, 3000)),
        ("plank", at(2250, 2160), at(2250, 2159)),
    ];
    for (what, fine, near) in pairs {
        assert!(p.fits(fine), "{what}");
        assert!(!p.fits(near), "one unit too near: {what}");
    }
}

#[test]
fn rd_80_twenty_seven_stones() {
    let mut p = water();
    for island in p.game.board.islands.clone() {
        p.stone(island.x, island.y);
    }
    let events = p.act(Card::STONE);
    assert!(events.contains(&Event::StoneSkipped(Seat(0))));
}

#[test]
fn rd_32_planks_in_water_reach_as_far() {
    let mut p = water();
    p.stone(2000, 2000);
    p.stone(2520, 2000);
    assert_eq!(p.lays(1).len(), 3, "three slides");
    let mut p = water();
    p.stone(2000, 2000);
    p.stone(2521, 2000);
    assert_eq!(p.lays(1), []);
    assert_eq!(p.lays(2).len(), 3);
}

#[test]
fn rd_34_in_water_nothing_lies_on_anything() {
    // RD-36 RD-R9 RD-R15: a third stone, a crossing plank, a gap that is taken
    for (third, fine) in [(ThirdStone::Forbid, false), (ThirdStone::Ignore, true)] {
        let game = table(2, |rules| {
            rules.side = Side::Water;
            rules.third_stone = third;
        });
        let mut p = start(&game);
        let a = p.stone(2000, 2000);
        let b = p.stone(2900, 2000);
        assert!(p.lays(5).contains(&(a, b, Slide::Mid)));
        p.stone(2450, 2160);
        assert!(p.lays(5).contains(&(a, b, Slide::Mid)), "just clear");
        p.game.take_stone(&mut p.public, 2);
        p.stone(2450, 2159);
        assert_eq!(p.lays(5).contains(&(a, b, Slide::Mid)), fine);
    }
    let mut p = water();
    let a = p.stone(2000, 2000);
    let b = p.stone(2900, 2000);
    let c = p.stone(2450, 1600);
    let d = p.stone(2450, 2400);
    let (along, across) = ((a, b, Slide::Mid), (c, d, Slide::Mid));
    assert!(p.lays(5).contains(&across));
    p.game.lay_plank(&mut p.public, Seat(0), 5, (a, b), Slide::Mid);
    assert_eq!(p.invariant(), Ok(()));
    assert!(!p.lays(5).contains(&across));
    assert!(!p.lays(6).contains(&along));
}

#[test]
fn rd_78_the_older_stone_comes_first() {
    let mut p = water();
    let first = p.stone(2000, 2000);
    let second = p.stone(2400, 2000);
    assert_eq!(p.lays(1)[0], (first, second, Slide::Mid));
    p.game.take_stone(&mut p.public, 0);
    // The slot is used again, the stone is a younger one.
    assert_eq!(p.stone(2000, 2000), first);
    assert_eq!(p.lays(1)[0], (second, first, Slide::Mid));
}

#[test]
fn rd_44_a_stone_may_not_stick_out_of_its_island() {
    // RD-R28, with stones off the middle
    let mut p = start(&table(2, |rules| rules.stone_offset = StoneOffset::Free));
    let island = p.game.board.islands[8];
    let (near, far) = (at(island.x + 30, island.y), at(island.x + 31, island.y));
    assert!(p.fits(near));
    assert!(!p.fits(far));
    p.act(Card::STONE);
    p.play(Move::Stone(near));
    assert_eq!(p.public.stones, 1 << 8, "the slot is the island");
    assert!(!p.fits(island), "one stone on an island");
}
