//! How far it still is, and the course of a game that is told by it.

use super::properties::walk;
use super::*;
use crate::bots::ground::Ground;
use crate::bots::routes::{Prices, Routes};
use crate::far::{NO_WAY, Toll};
use crate::rules::{IdleVillages, Side};

/// Pink against black: V0 to V3 over islands 7, 12, 13 and 11.
const WAY: [(u8, (Support, Support)); 5] = [
    (4, (0, i(7))),
    (6, (i(7), i(12))),
    (5, (i(12), i(13))),
    (3, (i(11), i(13))),
    (2, (3, i(11))),
];

/// Steps, planks and stones that a seat needs, each at least.
fn left(game: &Mekong, state: &State<Mekong>, seat: u8) -> [u32; 3] {
    [Toll::STEPS, Toll::PLANKS, Toll::ALL].map(|toll| game.left(&state.public, Seat(seat), toll))
}

#[test]
fn rd_49_a_way_is_made_of_steps_planks_and_stones() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    assert_eq!(left(&game, &state, 0), [6, 5, 6 + 5 + 4]);
    assert_eq!(
        left(&game, &state, 1),
        [6, 5, 15],
        "the board is the same from the other side"
    );
    stones(&game, &mut state, &[7, 12, 13, 11]);
    assert_eq!(left(&game, &state, 0), [6, 5, 11]);
    for (at, (number, ends)) in WAY.into_iter().enumerate() {
        bridge(&game, &mut state, 0, number, ends);
        let missing = 4 - at as u32;
        assert_eq!(left(&game, &state, 0), [6, missing, 6 + missing]);
    }
    assert_eq!(left(&game, &state, 1), [6, 0, 6], "planks serve everybody");
    stand(&mut state, 0, plank(PINK, 6));
    assert_eq!(left(&game, &state, 0), [4, 0, 4]);
    stand(&mut state, 0, plank(PINK, 2));
    assert_eq!(left(&game, &state, 0), [1, 0, 1], "into the village");
    stand(&mut state, 0, village(BLACK));
    assert_eq!(left(&game, &state, 0), [0; 3]);
}

#[test]
fn rd_37_no_way_leads_over_a_full_or_a_closed_village() {
    let game = table(2, |rules| {
        rules.planks_per_support = 1;
        rules.idle_villages = IdleVillages::GoalsOnly;
    });
    let mut state = start(&game);
    // The only plank that the destination carries ends at a stone that carries no other.
    bridge(&game, &mut state, 1, 1, (BLACK, i(19)));
    assert_eq!(left(&game, &state, 0), [NO_WAY; 3]);
}

#[test]
fn rd_77_in_water_distance_counts() {
    let game = table(2, |rules| rules.side = Side::Water);
    let mut state = start(&game);
    // 3800 apart: 1230 from each village to a stone and 1070 between stones make four planks, three stones, five steps.
    assert_eq!(left(&game, &state, 0), [5, 4, 5 + 4 + 3]);
    let at = crate::board::Point { x: 1500, y: 2250 };
    game.put_stone(&mut state.public, Move::Stone(at));
    assert_eq!(left(&game, &state, 0), [5, 4, 11]);
    assert_eq!(game.progress(&state, 0), Some(1000 / 12));
}

#[test]
fn progress_is_what_lies_behind_a_seat_or_is_built_before_it() {
    let game = table(4, |_| {});
    let mut state = start(&game);
    let of = |state: &State<Mekong>| [0, 1, 2, 3].map(|side| game.progress(state, side).expect("a count is kept"));
    assert_eq!(of(&state), [0; 4]);
    // Sides are places in the order of the first turn: with seat 1 first, seat 0 is side 3.
    let seat = |side: usize| Seat(((state.public.opener.index() + side) % 4) as u8);
    let side_of = |colour: u8| {
        (0..4)
            .find(|side| game.colours[seat(*side)] == colour)
            .expect("it plays")
    };
    let (first, facing) = (side_of(GREEN), side_of(RED));
    let green = seat(first).0;
    // The first gap of green's way is the last of red's.
    let gap = bridge(&game, &mut state, green, 3, (GREEN, i(3)));
    let now = of(&state);
    assert_eq!(now[first], 1000 * 2 / 15, "a stone and a plank of fifteen things");
    assert_eq!(now[facing], now[first]);
    stand(&mut state, green, gap);
    assert_eq!(of(&state)[first], 1000 * 3 / 15);
    stand(&mut state, green, village(GREEN));
    assert_eq!(of(&state), now, "a fall takes the step back");
    stand(&mut state, green, village(RED));
    assert_eq!(of(&state)[first], 1000);
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
            let way = Routes::asked(game, public, &ground, seat, ONES).from_space(public, public.pawns[seat], ONES);
            assert_eq!(game.left(public, seat, Toll::ALL), way.min(NO_WAY));
        }
    });
    assert!(asked > 1000, "{asked}");
}
