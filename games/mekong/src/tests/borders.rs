//! Where a stone may just lie and where it may not: every obstacle walked up to, to a tenth of a millimetre.

use super::*;
use crate::board::{Capsule, Point, Slide, placement};
use crate::rules::Side;

const DIRECTIONS: usize = 96;

fn square(dx: i32, dy: i32) -> i128 {
    let (dx, dy) = (i128::from(dx), i128::from(dy));
    dx * dx + dy * dy
}

/// Squared distance from an axis as a fraction, in whole numbers of any size.
fn from_axis(lie: Capsule, at: Point) -> (i128, i128) {
    let (dx, dy) = (lie.to.x - lie.from.x, lie.to.y - lie.from.y);
    let (px, py) = (at.x - lie.from.x, at.y - lie.from.y);
    let along = i128::from(px) * i128::from(dx) + i128::from(py) * i128::from(dy);
    let length = square(dx, dy);
    if along <= 0 {
        (square(px, py), 1)
    } else if along >= length {
        (square(at.x - lie.to.x, at.y - lie.to.y), 1)
    } else {
        let cross = i128::from(px) * i128::from(dy) - i128::from(py) * i128::from(dx);
        (cross * cross, length)
    }
}

/// What is in the way of a stone at this point, by the words of RD-79.
fn in_the_way(game: &Mekong, public: &Public, at: Point) -> Vec<&'static str> {
    let mut found = Vec::new();
    if at.x < 220 || at.y < 220 || at.x > 4280 || at.y > 4280 {
        found.push("frame");
    }
    for village in &game.board.villages {
        if square(at.x - village.centre.x, at.y - village.centre.y) < 400 * 400 {
            found.push("village");
        }
        let [left, top, right, bottom] = village.neck;
        let (dx, dy) = (
            (left - at.x).max(at.x - right).max(0),
            (top - at.y).max(at.y - bottom).max(0),
        );
        if square(dx, dy) < 120 * 120 {
            found.push("neck");
        }
    }
    for slot in (0..27).filter(|slot| public.stones >> slot & 1 == 1) {
        let stone = public.points[slot];
        if square(at.x - stone.x, at.y - stone.y) < 240 * 240 {
            found.push("stone");
        }
    }
    for space in crate::state::spaces(public.laid) {
        let (over, under) = from_axis(public.planks[space.slot().unwrap_or_default()].lie, at);
        if over < 160 * 160 * under {
            found.push("plank");
        }
    }
    found
}

/// Two planks, one slanted, on four stones in the middle of the water, and a stone by itself.
fn position() -> Position {
    let game = table(2, |rules| rules.side = Side::Water);
    let mut p = start(&game);
    for (x, y) in [(1700, 1700), (2300, 1700), (2400, 2300), (2860, 2700), (1700, 2900)] {
        let at = Point { x, y };
        assert!(game.point_fits(&p.public, at));
        game.put_stone(&mut p.public, Move::Stone(at));
    }
    for (number, ends, slide) in [(6, (i(1), i(2)), Slide::OverB), (4, (i(3), i(4)), Slide::Mid)] {
        assert!(p.lays(number).contains(&(ends.0, ends.1, slide)));
        game.lay_plank(&mut p.public, Seat(0), number, ends, slide);
    }
    p
}

#[test]
fn rd_79_refused_one_unit_before_the_border_and_accepted_on_it() {
    let p = position();
    let (game, public) = (&p.game, &p.public);
    let mut crossed = std::collections::BTreeMap::new();
    let mut walk = |from: Point, length: i32| {
        for direction in 0..DIRECTIONS {
            let angle = direction as f64 * std::f64::consts::TAU / DIRECTIONS as f64;
            let (ux, uy) = (libm::cos(angle), libm::sin(angle));
            let mut last: Option<Vec<&str>> = None;
            for step in 0..length {
                let at = Point::new(
                    from.x + (ux * f64::from(step)).round() as i32,
                    from.y + (uy * f64::from(step)).round() as i32,
                );
                let why = in_the_way(game, public, at);
                assert_eq!(game.point_fits(public, at), why.is_empty(), "{at:?}: {why:?}");
                let wet = placement::in_water(&game.board, at);
                let expected = !why.iter().any(|what| ["frame", "village", "neck"].contains(what));
                assert_eq!(wet, expected, "{at:?}");
                if let Some(last) = last.filter(|last| last.is_empty() != why.is_empty()) {
                    for what in last.iter().chain(&why) {
                        *crossed.entry(*what).or_insert(0) += 1;
                    }
                }
                last = Some(why);
            }
        }
    };
    for village in &game.board.villages {
        walk(village.centre, 460);
        // Where the neck meets the bank, and along the frame.
        let [left, top, right, bottom] = village.neck;
        walk(Point::new(i32::midpoint(left, right), i32::midpoint(top, bottom)), 420);
    }
    for (x, y) in [
        (2250, 220),
        (2250, 4280),
        (220, 1200),
        (4280, 3300),
        (300, 300),
        (4200, 4200),
    ] {
        walk(Point { x, y }, 150);
    }
    for stone in &public.points[..5] {
        walk(*stone, 300);
    }
    for slot in crate::state::spaces(public.laid).filter_map(Space::slot) {
        let lie = public.planks[slot].lie;
        walk(lie.from, 230);
        walk(lie.to, 230);
        walk(
            Point::new(i32::midpoint(lie.from.x, lie.to.x), i32::midpoint(lie.from.y, lie.to.y)),
            230,
        );
    }
    for what in ["frame", "village", "neck", "stone", "plank"] {
        let holds = crossed.get(what).is_some_and(|times| *times > 30);
        assert!(holds, "{what}: {crossed:?}");
    }
}

/// All whole points at this distance from the middle.
fn circle(radius: i32) -> Vec<(i32, i32)> {
    let mut all = Vec::new();
    for dx in -radius..=radius {
        for dy in -radius..=radius {
            if dx * dx + dy * dy == radius * radius {
                all.push((dx, dy));
            }
        }
    }
    all
}

#[test]
fn rd_79_touching_is_no_overlap() {
    // At exactly the least distance a stone lies; one unit nearer, on either axis, it does not.
    let p = position();
    let (game, public) = (&p.game, &p.public);
    let mut seen = std::collections::BTreeMap::new();
    let mut probe = |what: &'static str, from: Point, radius: i32| {
        for (dx, dy) in circle(radius) {
            let at = Point::new(from.x + dx, from.y + dy);
            if !in_the_way(game, public, at).is_empty() {
                continue;
            }
            assert!(game.point_fits(public, at), "{what}: {dx}, {dy}");
            for (x, y) in [(dx.signum(), 0), (0, dy.signum())] {
                if (x, y) != (0, 0) {
                    let near = Point::new(at.x - x, at.y - y);
                    let holds = !game.point_fits(public, near);
                    assert!(holds, "{what}: one unit nearer than {dx}, {dy}");
                }
            }
            *seen.entry(what).or_insert(0) += 1;
        }
    };
    let all = game.board.villages.iter();
    all.for_each(|village| probe("village", village.centre, 400));
    public.points[..5].iter().for_each(|stone| probe("stone", *stone, 240));
    for slot in crate::state::spaces(public.laid).filter_map(Space::slot) {
        let lie = public.planks[slot].lie;
        // Beyond its ends a plank is round for a stone.
        for (end, other) in [(lie.from, lie.to), (lie.to, lie.from)] {
            for (dx, dy) in circle(160) {
                let beyond =
                    i64::from(dx) * i64::from(end.x - other.x) + i64::from(dy) * i64::from(end.y - other.y) >= 0;
                let at = Point::new(end.x + dx, end.y + dy);
                if beyond && in_the_way(game, public, at).is_empty() {
                    assert!(game.point_fits(public, at));
                    *seen.entry("plank").or_insert(0) += 1;
                }
            }
        }
    }
    // A corner of every neck lies on the bank; its sides are straight.
    for (x, y, nearer) in [
        (1040, 240, 1041),
        (1560, 240, 1559),
        (2940, 240, 2941),
        (3460, 4200, 3459),
    ] {
        assert!(game.point_fits(public, Point { x, y }), "beside the neck at {x}");
        let holds = !game.point_fits(public, Point { x: nearer, y });
        assert!(holds, "one unit into the neck at {nearer}");
    }
    for what in ["village", "stone", "plank"] {
        assert!(seen.get(what).is_some_and(|times| *times >= 4), "{what}: {seen:?}");
    }
}
