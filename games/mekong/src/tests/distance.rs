//! How far it still is, and the course of a game that is told by it.

use super::properties::walk;
use super::*;
use crate::bots::routes::{Ground, Prices, Routes};
use crate::distance::{MOST_HOPS, NO_WAY, Toll};
use crate::rules::{IdleVillages, Side};

/// Steps, planks and stones that a seat needs, each at least.
fn left(p: &Position, seat: u8) -> [u32; 3] {
    [Toll::STEPS, Toll::PLANKS, Toll::ALL].map(|toll| p.game.left(&p.public, Seat(seat), toll))
}

#[test]
fn rd_49_a_way_is_made_of_steps_planks_and_stones() {
    let mut p = start(&table(2, |_| {}));
    assert_eq!(left(&p, 0), [6, 5, 6 + 5 + 4]);
    assert_eq!(left(&p, 1), [6, 5, 15], "the board is the same from the other side");
    p.stones(&[7, 12, 13, 11]);
    assert_eq!(left(&p, 0), [6, 5, 11]);
    for (at, (number, ends)) in WAY.into_iter().enumerate() {
        p.bridge(0, number, ends);
        let missing = 4 - at as u32;
        assert_eq!(left(&p, 0), [6, missing, 6 + missing]);
    }
    assert_eq!(left(&p, 1), [6, 0, 6], "planks serve everybody");
    p.stand(0, plank(PINK, 6));
    assert_eq!(left(&p, 0), [4, 0, 4]);
    p.stand(0, plank(PINK, 2));
    assert_eq!(left(&p, 0), [1, 0, 1], "into the village");
    p.stand(0, village(BLACK));
    assert_eq!(left(&p, 0), [0; 3]);
}

#[test]
fn rd_37_no_way_leads_over_a_full_or_a_closed_village() {
    let game = table(2, |rules| {
        rules.planks_per_support = 1;
        rules.idle_villages = IdleVillages::GoalsOnly;
    });
    let mut p = start(&game);
    // The only plank that the destination carries ends at a stone that carries no other.
    p.bridge(1, 1, (BLACK, i(19)));
    assert_eq!(left(&p, 0), [NO_WAY; 3]);
}

#[test]
fn rd_77_in_water_distance_counts() {
    let game = table(2, |rules| rules.side = Side::Water);
    let mut p = start(&game);
    // 3800 apart: 1230 from each village to a stone and 1070 between stones make four planks, three stones, five steps.
    assert_eq!(left(&p, 0), [5, 4, 5 + 4 + 3]);
    let at = crate::board::Point { x: 1500, y: 2250 };
    game.put_stone(&mut p.public, Move::Stone(at));
    assert_eq!(left(&p, 0), [5, 4, 11]);
    assert_eq!(game.progress(&p.state(), 0), Some(1000 / 12));
}

#[test]
fn progress_is_what_lies_behind_a_seat_or_is_built_before_it() {
    let mut p = start(&table(4, |_| {}));
    let of = |p: &Position| [0, 1, 2, 3].map(|side| p.game.progress(&p.state(), side).expect("a count is kept"));
    assert_eq!(of(&p), [0; 4]);
    // Sides are places in the order of the first turn: with seat 1 first, seat 0 is side 3.
    let seat = |side: usize| Seat(((p.public.opener.index() + side) % 4) as u8);
    let side_of = |colour: u8| {
        let found = (0..4).find(|side| p.game.colours[seat(*side)] == colour);
        found.expect("it plays")
    };
    let (first, facing) = (side_of(GREEN), side_of(RED));
    let green = seat(first).0;
    // The first gap of green's way is the last of red's.
    let gap = p.bridge(green, 3, (GREEN, i(3)));
    let now = of(&p);
    assert_eq!(now[first], 1000 * 2 / 15, "a stone and a plank of fifteen things");
    assert_eq!(now[facing], now[first]);
    p.stand(green, gap);
    assert_eq!(of(&p)[first], 1000 * 3 / 15);
    p.stand(green, village(GREEN));
    assert_eq!(of(&p), now, "a fall takes the step back");
    p.stand(green, village(RED));
    assert_eq!(of(&p)[first], 1000);
}

/// Where every thing counts one, whatever the reserve and whoever stands in the way, the ways that bots look for cost the same.
#[test]
fn what_is_left_is_what_the_cheapest_way_takes() {
    const ONES: Prices = Prices {
        step: 1,
        blocked: 0,
        plank: 1,
        scarce: 0,
        lacking: 0,
        stone: 1,
    };
    let game = &table(4, |rules| rules.turns_max = 30);
    let mut asked = 0;
    walk(game, 3, |state, _, _| {
        asked += 1;
        if asked % 7 != 0 {
            return;
        }
        let public = &state.public;
        let ground = Ground::new(game, public, 0);
        // From a plank at a village bots count no step into it where their way goes on from there.
        let ashore = |seat: &Seat| {
            let slot = public.pawns[*seat].slot();
            slot.is_some_and(|slot| public.planks[slot].a < 6)
        };
        for seat in game.seats().filter(|seat| !ashore(seat)) {
            let way = Routes::search(game, public, &ground, seat, ONES).cost_from(public, public.pawns[seat], ONES);
            assert_eq!(game.left(public, seat, Toll::ALL), way.min(NO_WAY));
        }
    });
    assert!(asked > 1000, "{asked}");
}

/// What one support leads to over open water, each link with its price.
fn links(game: &Mekong, public: &Public, from: u8, toll: Toll) -> Vec<(usize, u32)> {
    let [step, plank, stone] = [toll.step, toll.plank, toll.stone].map(u32::from);
    let open = game.roomy(public);
    let there = 0x3f | u64::from(public.stones) << 6;
    let mut links = Vec::new();
    for to in (0..33u8).filter(|to| *to != from && there >> to & 1 == 1) {
        let into = if to < 6 { step } else { 0 };
        if public.on[usize::from(from)] & public.on[usize::from(to)] != 0 {
            links.push((usize::from(to), step + into));
        } else if open >> from & open >> to & 1 == 1 {
            let hops = u32::from(public.gaps.hops_from(from)[usize::from(to)]).min(MOST_HOPS as u32);
            links.push((usize::from(to), hops * (step + plank) + (hops - 1) * stone + into));
        }
    }
    links
}

#[test]
fn what_is_left_over_water_is_what_no_link_makes_less() {
    let water = |players, planks| {
        table(players, |rules| {
            (rules.side, rules.turns_max, rules.planks_per_support) = (Side::Water, 30, planks);
        })
    };
    for (players, planks) in [(2, 3), (4, 3), (3, 1)] {
        let game = &water(players, planks);
        let (mut asked, mut near) = (0, 0);
        walk(game, 3, |state, _, _| {
            asked += 1;
            let public = &state.public;
            if asked % 11 != 0 || public.laid == 0 {
                return;
            }
            for (seat, toll) in game.seats().zip([Toll::ALL, Toll::STEPS, Toll::PLANKS, Toll::ALL]) {
                let mut least = [NO_WAY; 33];
                match public.pawns[seat].slot() {
                    None => least[usize::from(public.pawns[seat].0)] = 0,
                    Some(slot) => {
                        for end in [public.planks[slot].a, public.planks[slot].b] {
                            least[usize::from(end)] = if end < 6 { u32::from(toll.step) } else { 0 };
                        }
                    }
                }
                let mut before = [0; 33];
                while before != least {
                    before = least;
                    for from in (0..33u8).filter(|from| before[usize::from(*from)] < NO_WAY) {
                        for (to, price) in links(game, public, from, toll) {
                            least[to] = least[to].min(before[usize::from(from)] + price);
                        }
                    }
                }
                let expected = least[usize::from(game.goals[seat])];
                assert_eq!(game.left(public, seat, toll), expected, "{seat}, {toll:?}");
                near += u32::from(expected < 10);
            }
        });
        assert!(asked > 1000 && near > 20, "{asked}, {near}");
    }
}

/// No two places of the board are further apart than the sets of what is so many planks away go.
#[test]
fn as_many_planks_are_told_apart_as_lead_across_the_board() {
    let game = table(2, |rules| rules.side = Side::Water);
    assert_eq!(game.across, 6);
    let far = |hops: u8| usize::from(hops) <= game.across;
    let side = i64::from(crate::board::SIZE);
    for (a, b) in [(6, 7), (0, 6), (0, 1)] {
        assert!(
            (0..=2 * side)
                .step_by(50)
                .all(|apart| far(game.hops(apart * side, a, b)))
        );
    }
    let tiny = crate::board::SIZE / 40;
    let mut board = crate::Board::standard();
    board.planks.lengths = [tiny, tiny + 1, tiny + 2, tiny + 3, tiny + 4, tiny + 5];
    let rules = Rules {
        side: Side::Water,
        ..Rules::default()
    };
    let game = Mekong::new(rules, board).expect("planks may be short");
    assert_eq!(game.across, MOST_HOPS);
}
