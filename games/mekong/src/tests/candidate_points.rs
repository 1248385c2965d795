//! Points offered for a stone in open water: all that the position suggests, nothing illegal, in their order.

use std::collections::BTreeSet;

use super::properties::walk;
use super::*;
use crate::board::{Point, placement};
use crate::rules::{Candidates, Side};

/// A point as (y, x), the order of the list.
type Spot = (i32, i32);
type Circle = (Point, f64);

fn water(players: u8, candidates: Candidates) -> Mekong {
    table(players, |rules| {
        rules.side = Side::Water;
        rules.candidates = candidates;
        rules.turns_max = 12;
    })
}

fn points(moves: &[Move]) -> Vec<Spot> {
    let point = |mv: &Move| match mv {
        Move::Stone(at) => (at.y, at.x),
        other => panic!("{other:?} is no stone"),
    };
    moves.iter().map(point).collect()
}

/// The grid, and the rings of every support with room, as (y, x).
fn rings(game: &Mekong, public: &Public, seat: Seat) -> (BTreeSet<Spot>, Vec<Circle>) {
    let mut all = BTreeSet::new();
    for row in 0..59 {
        all.extend((0..51).map(|column| (220 + 69 * row, 220 + 80 * column + row % 2 * 40)));
    }
    let mut circles = Vec::new();
    for support in (0..33).filter(|support| game.has_room(public, *support)) {
        let at = game.centre(public, support as u8);
        for number in (1..=6u8).filter(|number| public.reserves[seat][usize::from(*number) - 1] != NONE) {
            let radius = placement::reach(&game.board.planks, support as u8, 6, number) as f64 - 20.0;
            circles.push((at, radius));
            for step in 0..72 {
                let angle = f64::from(step) * std::f64::consts::TAU / 72.0;
                let near = |value: f64| (value + 0.5).floor() as i32;
                all.insert((
                    at.y + near(radius * libm::sin(angle)),
                    at.x + near(radius * libm::cos(angle)),
                ));
            }
        }
    }
    (all, circles)
}

/// Where two circles meet, by turning from one middle to the other.
fn meetings((one, r1): Circle, (two, r2): Circle) -> Vec<(f64, f64)> {
    let (dx, dy) = (f64::from(two.x - one.x), f64::from(two.y - one.y));
    let apart = libm::hypot(dx, dy);
    if apart < 1.0 || apart > r1 + r2 - 1.0 || apart < (r1 - r2).abs() + 1.0 {
        return Vec::new();
    }
    let turn = libm::acos((r1 * r1 + apart * apart - r2 * r2) / (2.0 * r1 * apart));
    let towards = libm::atan2(dy, dx);
    [towards + turn, towards - turn]
        .map(|angle| {
            (
                f64::from(one.y) + r1 * libm::sin(angle),
                f64::from(one.x) + r1 * libm::cos(angle),
            )
        })
        .to_vec()
}

#[test]
fn rd_79_every_ring_meeting_and_grid_point_is_offered() {
    let game = water(3, Candidates::Full);
    let (mut asked, mut met) = (0, 0);
    walk(&game, 2, |state, moves, _| {
        let public = &state.public;
        asked += usize::from(public.ask == Ask::Stone);
        if public.ask != Ask::Stone || asked % 7 != 1 {
            return;
        }
        let offered = points(moves);
        assert!(offered.is_sorted() && offered.windows(2).all(|two| two[0] != two[1]));
        let fits = |(y, x): Spot| game.point_fits(public, Point { x, y });
        assert!(offered.iter().all(|at| fits(*at)));
        let offered: BTreeSet<_> = offered.into_iter().collect();
        let (rings, circles) = rings(&game, public, public.decider);
        for at in rings.into_iter().filter(|at| fits(*at)) {
            assert!(offered.contains(&at), "{at:?} is not offered");
        }
        for (at, one) in circles.iter().enumerate() {
            for (y, x) in circles[at + 1..].iter().flat_map(|two| meetings(*one, *two)) {
                let (low, left) = (y.floor() as i32 - 1, x.floor() as i32 - 1);
                let around = || (0..4).flat_map(|down| (0..4).map(move |right| (low + down, left + right)));
                // At a border a rounded point may be on either side of it.
                if around().all(fits) {
                    met += 1;
                    let near = |(v, u): &Spot| (f64::from(*v) - y).abs() < 0.51 && (f64::from(*u) - x).abs() < 0.51;
                    assert!(around().any(|at| near(&at) && offered.contains(&at)), "{y}, {x}");
                }
            }
        }
    });
    assert!(asked > 30 && met > 2000, "{asked}, {met}");
}

#[test]
fn rd_79_a_quick_look_offers_fewer_points() {
    for (candidates, least, most) in [(Candidates::Full, 1000, 20_000), (Candidates::Coarse, 100, 900)] {
        let game = water(2, candidates);
        let mut asked = 0;
        walk(&game, 2, |state, moves, _| {
            if state.public.ask == Ask::Stone && asked < 40 {
                asked += 1;
                let offered = points(moves);
                let holds = (least..most).contains(&offered.len());
                assert!(holds, "{candidates:?}: {}", offered.len());
                assert!(offered.is_sorted() && offered.windows(2).all(|two| two[0] != two[1]));
                let fits = |(y, x): &Spot| game.point_fits(&state.public, Point { x: *x, y: *y });
                assert!(offered.iter().all(fits));
            }
        });
        assert_eq!(asked, 40);
    }
}
