//! Canoes: who moves where, landing.

use super::*;

#[test]
fn ni_23_25_launches_reach_what_the_number_says() {
    // NI-25 NI-26 NI-R02: every card from the beach, the arm chosen at the fork
    for card in 1..=5 {
        assert_eq!(stops(LAND, card), [Space(card)]);
    }
    assert_eq!(stops(LAND, 6), [L6, R6]);
    let five = options(LAND, NONE, 5);
    assert_eq!(five.len(), 2, "{five:?}");
    assert_eq!(options(LAND, NONE, 3).len(), 1);
    assert_eq!(options(LAND, NONE, 6).len(), 3);
}

#[test]
fn ni_24_a_canoe_goes_one_way() {
    // T1, T5
    assert_eq!(stops(3, 2), [S[1], S[5]]);
    assert_eq!(stops(3, 1), [S[2], S[4]]);
    assert_eq!(stops(L6, 1), [S[5], L7]);
    assert_eq!(stops(R7, 1), [R6]);
    assert_eq!(options(3, NONE, 2).len(), 3);
    assert_eq!(options(3, NONE, 1).len(), 2);
}

#[test]
fn ni_36_37_39_landing_forgives_points() {
    // NI-37 NI-38 NI-39, T6
    assert!(!stops(L7, 6).contains(&LAND));
    assert!(stops(4, 4).contains(&LAND) && stops(4, 6).contains(&LAND) && !stops(4, 3).contains(&LAND));
    let game = table(3, |rules| rules.land_cost = 0);
    let mut found = Vec::new();
    game.each_stop(S[4], 3, None, |to| found.push(to));
    assert!(found.contains(&LAND) && found.contains(&S[1]));
    let mut p = position(3, |_| {});
    p.put(0, 0, 4, CLEAR);
    p.lay(&[5, 6, 6]);
    p.play(paddle(0, LAND));
    assert_eq!(p.public.gems[Seat(0)][CLEAR.index()], 1);
    assert_eq!(p.public.canoes[Seat(0)][0], Canoe::ASHORE);
    assert!(p.moves().iter().all(|mv| !matches!(mv, Move::Paddle { canoe: 0, .. })));
}

#[test]
fn ni_26_every_point_is_used() {
    // from each space with each card and cargo: points of the way and of the gems are the card, but for landing
    let game = table(3, |_| {});
    let river = &game.river;
    for space in river.spaces() {
        for card in 1..=6 {
            for cargo in [NONE].into_iter().chain(GemColour::ALL.map(Some)) {
                let all = options(space, cargo, card);
                let up = |mv: &Move| matches!(mv, Move::Paddle { pre, to, post, .. } if *pre == Block::NOTHING && *post == Block::NOTHING && river.depth(*to) < river.depth(space));
                assert!(all.iter().any(up), "upstream is open from {space:?} with {card}");
                for mv in all {
                    let Move::Paddle { pre, to, post, .. } = mv else {
                        panic!("{mv:?}")
                    };
                    assert!(pre == Block::NOTHING || post == Block::NOTHING, "{mv:?}");
                    let points = |block: Block| 2 * (block.unload.count_ones() as u8 + u8::from(block.load.is_some()));
                    let way = river.depth(to).abs_diff(river.depth(space));
                    let used = points(pre) + way + points(post);
                    let holds = used == card || to == LAND && used <= card && post == Block::NOTHING;
                    assert!(holds, "{mv:?} with {card}");
                    assert!(to.0 <= 9, "nobody paddles over the falls (NI-R03)");
                }
            }
        }
    }
}

#[test]
fn ni_27_canoes_share_a_space() {
    let mut p = position(3, |_| {});
    p.put(0, 1, 3, NONE);
    p.put(1, 0, 3, NONE);
    p.put(2, 0, 3, NONE);
    p.put(0, 0, 4, NONE);
    p.lay(&[1, 6, 6]);
    p.play(paddle(0, 3));
    assert_eq!(p.public.canoes[Seat(0)].map(|canoe| canoe.space), [S[3]; 2]);
}

#[test]
fn ni_38_points_left_over_at_the_landing_are_lost() {
    let home = paddle(0, LAND);
    for card in 4..=6 {
        assert!(options(4, CLEAR, card).contains(&home));
    }
    assert!(!options(4, CLEAR, 3).contains(&home));
}
