//! Ways that bots count on.

use super::*;
use crate::bots::ground::Ground;
use crate::bots::routes::{Prices, Routes};
use crate::rules::Side;

const PRICES: Prices = Prices {
    step: 1,
    blocked: 3,
    plank: 10,
    scarce: 0,
    lacking: 1000,
    stone: 100,
};

fn routes(game: &Mekong, state: &State<Mekong>, seat: u8) -> Routes {
    let ground = Ground::new(game, &state.public, 0);
    let everywhere = (!0, 0);
    Routes::new(game, &state.public, &ground, Seat(seat), everywhere, PRICES)
}

fn left(game: &Mekong, state: &State<Mekong>, seat: u8) -> u32 {
    let public = &state.public;
    routes(game, state, seat).from_space(public, public.pawns[Seat(seat)], PRICES)
}

/// Pink against black: V0 to V3 over islands 7, 12, 13 and 11.
const WAY: [(u8, (Support, Support)); 5] = [
    (4, (0, i(7))),
    (6, (i(7), i(12))),
    (5, (i(12), i(13))),
    (3, (i(11), i(13))),
    (2, (3, i(11))),
];

#[test]
fn rd_53_a_way_grows_cheaper_as_it_is_built() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    // Five planks, four stones, six steps.
    assert_eq!(left(&game, &state, 0), 5 * 10 + 4 * 100 + 6);
    assert_eq!(left(&game, &state, 1), 456);
    stones(&game, &mut state, &[7, 12, 13, 11]);
    assert_eq!(left(&game, &state, 0), 5 * 10 + 6);
    for (at, (number, ends)) in WAY.into_iter().enumerate() {
        bridge(&game, &mut state, 0, number, ends);
        // The numbers that are left still reach.
        assert_eq!(left(&game, &state, 0), (4 - at as u32) * 10 + 6);
    }
    let found = routes(&game, &state, 0);
    let way: Vec<Support> = found.onwards(0).collect();
    assert_eq!(way, [i(7), i(12), i(13), i(11), 3]);
    assert_eq!(found.leaves_at(&state.public, village(0)), Some(0));
    assert_eq!(found.leaves_at(&state.public, plank(0, 4)), Some(i(7)));
    // On the way: behind the second plank three planks and the village are left.
    stand(&mut state, 0, plank(0, 6));
    assert_eq!(left(&game, &state, 0), 4);
    stand(&mut state, 1, plank(0, 5));
    assert_eq!(left(&game, &state, 0), 4 + 3, "somebody stands in the way");
    stand(&mut state, 0, village(3));
    assert_eq!(left(&game, &state, 0), 0);
}

#[test]
fn rd_37_full_supports_offer_no_way_and_empty_reserves_a_dear_one() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    state.public.reserves[Seat(0)] = [NONE; 6];
    // Every plank would have to be got first.
    assert!(left(&game, &state, 0) > 5 * 1000);
    // The other player has his planks yet; three at a full destination are too many for a fourth.
    bridge(&game, &mut state, 1, 1, (0, i(18)));
    bridge(&game, &mut state, 1, 2, (0, i(10)));
    bridge(&game, &mut state, 1, 4, (0, i(7)));
    let found = routes(&game, &state, 1);
    let entry = found.onwards(3).take_while(|support| *support != 0).last();
    assert!(
        [i(18), i(10), i(7)].map(Some).contains(&entry),
        "{entry:?} has no plank to the village"
    );
}

#[test]
fn rd_77_in_water_distance_counts() {
    let game = table(2, |rules| rules.side = Side::Water);
    let mut state = start(&game);
    // 3800 apart: 1230 from each village to a stone and 1070 between stones make four planks, three stones, five steps.
    assert_eq!(left(&game, &state, 0), 4 * 10 + 3 * 100 + 5);
    let at = crate::board::Point { x: 1500, y: 2250 };
    game.put_stone(&mut state.public, Move::Stone(at));
    assert_eq!(left(&game, &state, 0), 4 * 10 + 2 * 100 + 5);
}
