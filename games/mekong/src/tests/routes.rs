//! Ways that bots count on.

use super::properties::walk;
use super::*;
use crate::bots::routes::{self, Ground, Prices, Routes, blur, reserve};
use crate::rules::Side;

const PRICES: Prices = Prices {
    step: 1,
    blocked: 3,
    plank: 5,
    scarce: 0,
    lacking: 30,
    stone: 20,
};

fn routes(p: &Position, seat: u8) -> Routes {
    let ground = Ground::new(&p.game, &p.public, 0);
    Routes::new(&p.game, &p.public, &ground, Seat(seat), !0, PRICES)
}

fn way(p: &Position, seat: u8, from: Space) -> Vec<Support> {
    routes(p, seat).way(&p.public, from).into_iter().collect()
}

fn left(p: &Position, seat: u8) -> u32 {
    let from = p.public.pawns[Seat(seat)];
    routes(p, seat).cost_from(&p.public, from, PRICES)
}

#[test]
fn rd_53_a_way_grows_cheaper_as_it_is_built() {
    let mut p = start(&table(2, |_| {}));
    // Five planks, four stones, six steps.
    assert_eq!(left(&p, 0), 5 * 5 + 4 * 20 + 6);
    assert_eq!(left(&p, 1), 111);
    p.stones(&[7, 12, 13, 11]);
    assert_eq!(left(&p, 0), 5 * 5 + 6);
    for (at, (number, ends)) in WAY.into_iter().enumerate() {
        p.bridge(0, number, ends);
        // The numbers that are left still reach.
        assert_eq!(left(&p, 0), (4 - at as u32) * 5 + 6);
    }
    assert_eq!(way(&p, 0, village(0)), [0, i(7), i(12), i(13), i(11), 3]);
    assert_eq!(way(&p, 0, plank(0, 4)), [i(7), i(12), i(13), i(11), 3]);
    // On the way: behind the second plank three planks and the village are left.
    p.stand(0, plank(0, 6));
    assert_eq!(left(&p, 0), 4);
    p.stand(1, plank(0, 5));
    assert_eq!(left(&p, 0), 4 + 3, "somebody stands in the way");
    p.stand(0, village(3));
    assert_eq!(left(&p, 0), 0);
}

#[test]
fn rd_37_full_supports_offer_no_way_and_empty_reserves_a_dear_one() {
    let mut p = start(&table(2, |_| {}));
    p.public.reserves[Seat(0)] = [NONE; 6];
    // Every plank would have to be got first.
    assert!(left(&p, 0) > 5 * 30);
    // The other player has his planks yet; three at a full destination are too many for a fourth.
    p.bridge(1, 1, (0, i(18)));
    p.bridge(1, 2, (0, i(10)));
    p.bridge(1, 4, (0, i(7)));
    let way = way(&p, 1, village(3));
    let entry = way.iter().rev().nth(1).copied();
    let holds = [i(18), i(10), i(7)].map(Some).contains(&entry);
    assert!(holds, "{entry:?} has no plank to the village");
}

#[test]
fn rd_77_in_water_distance_counts() {
    let mut p = start(&table(2, |rules| rules.side = Side::Water));
    // 3800 apart: 1230 from each village to a stone and 1070 between stones make four planks, three stones, five steps.
    assert_eq!(left(&p, 0), 4 * 5 + 3 * 20 + 5);
    let at = crate::board::Point { x: 1500, y: 2250 };
    p.game.put_stone(&mut p.public, Move::Stone(at));
    assert_eq!(left(&p, 0), 4 * 5 + 2 * 20 + 5);
}

/// From the middle of one support to that of another, rounded down.
fn apart(game: &Mekong, public: &Public, a: Support, b: Support) -> u64 {
    game.centre(public, a).distance(game.centre(public, b)) as u64
}

/// From every support to the village of a seat: the cheapest ways, and of these the shortest, by going over all links until nothing
/// is gained any more.
fn by_definition(game: &Mekong, public: &Public, ground: &Ground, seat: Seat) -> [Option<(u32, u64)>; 33] {
    let reserve = reserve(public, seat);
    let taken = ground.occupied & !public.pawns[seat].bit();
    let goal = game.goals[seat];
    let link = |at: Support, to: Support| {
        let lying = public.on[usize::from(at)] & public.on[usize::from(to)];
        let fitting = ground.numbers(game, public, at, to);
        let more = if lying != 0 {
            u32::from(lying & taken != 0) * PRICES.blocked
        } else if fitting != 0 {
            PRICES.plank + u32::from(fitting & reserve == 0) * PRICES.lacking
        } else {
            return None;
        };
        let through = match usize::from(at).checked_sub(6) {
            _ if at == goal => 0,
            None => PRICES.step,
            Some(island) => u32::from(public.stones >> island & 1 == 0) * PRICES.stone,
        };
        Some(through + PRICES.step + more)
    };
    let mut left = [None; 33];
    left[usize::from(goal)] = Some((0, 0));
    loop {
        let before = left;
        for (at, to) in (0..33).flat_map(|at| (0..33).map(move |to| (at, to))) {
            let Some((cost, length)) = left[usize::from(at)] else {
                continue;
            };
            let longer = apart(game, public, at, to) + blur(ground.whim, usize::from(to));
            let found = link(at, to).map(|more| (cost + more, length + longer));
            let known = &mut left[usize::from(to)];
            if found.is_some_and(|found| known.is_none_or(|known| found < known)) {
                *known = found;
            }
        }
        if left == before {
            return left;
        }
    }
}

#[test]
fn ways_from_island_to_island_are_the_cheapest_and_of_these_the_shortest() {
    let mut asked = 0u64;
    let mut ways = 0;
    let game = &table(4, |rules| rules.turns_max = 30);
    walk(game, 3, |state, _, _| {
        asked += 1;
        if !asked.is_multiple_of(37) {
            return;
        }
        let public = &state.public;
        let ground = Ground::new(game, public, asked);
        for seat in game.seats() {
            let left = by_definition(game, public, &ground, seat);
            let found = Routes::new(game, public, &ground, seat, !0, PRICES);
            // Of supports where nobody can stand no more is found than others need.
            for (at, left) in (0..6).zip(left) {
                assert_eq!(left.map_or(u32::MAX, |(cost, _)| cost), found.cost(at), "{at}");
            }
            let way = found.way(public, public.pawns[seat]);
            let Some(first) = way.first() else { continue };
            let each =
                |pair: &[Support]| apart(game, public, pair[0], pair[1]) + blur(ground.whim, usize::from(pair[0]));
            let length: u64 = way.windows(2).map(each).sum();
            let told = left[usize::from(*first)].map(|(_, length)| length);
            assert_eq!(told, Some(length), "{way:?}");
            ways += 1;
        }
    });
    assert!(ways > 100, "{ways}");
}

/// The search goes no further than what is asked needs.
#[test]
fn ways_from_one_place_are_those_of_a_search_from_everywhere() {
    for side in [Side::Islands, Side::Water] {
        let game = table(4, |rules| (rules.side, rules.turns_max) = (side, 12));
        from_one_place(&game);
    }
}

fn from_one_place(game: &Mekong) {
    let (mut asked, mut laid) = (0u64, 0);
    walk(game, 3, |state, _, _| {
        let public = &state.public;
        asked += 1;
        let ground = Ground::new(game, public, asked);
        for seat in game.seats() {
            let pawn = public.pawns[seat];
            let of = |from: u64| {
                let routes = Routes::new(game, public, &ground, seat, from, routes::PRICES);
                (routes.cost_from(public, pawn, routes::PRICES), routes.way(public, pawn))
            };
            assert_eq!(of(pawn.bit()), of(!0), "{seat}");
            laid += u32::from(!pawn.is_village());
        }
    });
    assert!(asked > 500 && laid > 100, "{asked} {laid}");
}
