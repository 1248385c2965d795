//! Canoes: who moves where, landing; gems aboard: loading, putting down, stealing.

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

const NOTHING: Block = Block::NOTHING;

#[test]
fn ni_28_loading_costs_two_and_unloading_two() {
    // G8: from land with a 6 the clear place is four steps and a load away
    assert!(options(LAND, NONE, 6).contains(&paddle_with(NOTHING, 4, load(CLEAR))));
    assert!(!options(LAND, NONE, 6).contains(&paddle_with(NOTHING, 3, load(VIOLET))));
    assert!(options(3, NONE, 2).contains(&paddle_with(load(VIOLET), 3, NOTHING)));
    assert!(options(4, VIOLET, 2).contains(&paddle_with(UNLOAD, 4, NOTHING)));
    let with_one = |space: u8, cargo: Option<GemColour>| {
        options(space, cargo, 1)
            .iter()
            .all(|mv| matches!(mv, Move::Paddle { pre, post, .. } if *pre == NOTHING && *post == NOTHING))
    };
    assert!((1..=9).all(|space| with_one(space, NONE) && with_one(space, Some(VIOLET))));
}

#[test]
fn ni_29_only_an_empty_canoe_loads_and_only_what_lies_there() {
    let loads = |moves: &[Move]| {
        let takes = |mv: &&Move| matches!(mv, Move::Paddle { pre, post, .. } if pre.load != NONE || post.load != NONE);
        moves.iter().filter(takes).count()
    };
    assert_eq!(loads(&options(4, NONE, 2)), 1);
    assert_eq!(loads(&options(4, VIOLET, 2)), 0, "one gem is aboard");
    assert_eq!(loads(&options(1, NONE, 2)), 0, "no place there");
    let found = loads(&options_with(4, NONE, 2, |_| {}, |public| drain(public, CLEAR, 1)));
    assert_eq!(found, 0, "nothing lies there");
    let mixed = |public: &mut Public| {
        public.places[VIOLET.index()][VIOLET.index()] -= 1;
        public.places[CLEAR.index()][VIOLET.index()] += 1;
    };
    let found = loads(&options_with(4, NONE, 2, |_| {}, mixed));
    assert_eq!(found, 2, "a foreign gem can be taken (NI-R05)");
}

#[test]
fn ni_30_before_the_move_or_after_it() {
    // T1: from S3 with a 5 the load comes first and three steps follow, or two steps are left for yellow ...
    let five = options(3, NONE, 5);
    for to in [LAND, L6, R6] {
        assert!(five.contains(&paddle_with(load(VIOLET), to, NOTHING)), "{to:?}");
    }
    assert!(five.contains(&paddle_with(NOTHING, L6, load(BLUE))));
    assert!(
        !five
            .iter()
            .any(|mv| matches!(mv, Move::Paddle { pre, post, .. } if *pre != NOTHING && *post != NOTHING))
    );
    // T4: with a 5 from L7 the gem is taken before or after, so that there is no theft on the way
    let five = options(L7, NONE, 5);
    assert!(five.contains(&paddle_with(load(PINK), 4, NOTHING)));
    assert!(five.contains(&paddle_with(NOTHING, 4, load(CLEAR))));
    // and the position is as the move says
    let mut p = position(3, |_| {});
    p.put(0, 0, L7, NONE);
    p.lay(&[5, 6, 6]);
    p.play(paddle_with(load(PINK), 4, NOTHING));
    assert_eq!(p.public.canoes[Seat(0)][0], laden(Space(4), Some(PINK)));
    assert_eq!(p.public.places[PINK.index()][PINK.index()], 6);
}

#[test]
fn ni_31_not_into_the_place_of_its_own_colour() {
    // T3
    assert_eq!(options(4, CLEAR, 2), [paddle(0, 2), paddle(0, L6), paddle(0, R6)]);
    assert!(options(4, VIOLET, 2).contains(&paddle_with(UNLOAD, 4, NOTHING)));
    // both arms share one stock (G7)
    assert!(!options(L6, BLUE, 2).contains(&paddle_with(UNLOAD, L6, NOTHING)));
    assert!(!options(R6, BLUE, 2).contains(&paddle_with(UNLOAD, R6, NOTHING)));
}

#[test]
fn ni_32_a_swap_costs_four_at_one_place() {
    // T2
    let swap = paddle_with(Block::new(1, Some(CLEAR), NONE), 4, NOTHING);
    assert!(options(4, VIOLET, 4).contains(&swap));
    assert!(!options(4, VIOLET, 3).contains(&swap));
    let mut p = position(3, |_| {});
    p.put(0, 0, 4, VIOLET);
    p.lay(&[4, 6, 6]);
    p.play(swap);
    assert_eq!(p.public.places[CLEAR.index()], [1, 6, 0, 0, 0]);
    assert_eq!(p.public.canoes[Seat(0)][0].cargo, Some(CLEAR));
}

#[test]
fn ni_33_thieves_come_from_below() {
    // NI-34 NI-R06, T4
    let mut p = position(3, |_| {});
    p.put(0, 0, L7, NONE);
    p.put(0, 1, 4, CLEAR);
    p.put(1, 0, 4, VIOLET);
    p.put(2, 0, 4, CLEAR);
    p.lay(&[3, 6, 6]);
    p.play(paddle(0, 4));
    assert_eq!(p.public.ask, Ask::Steal(0));
    let steal = |victim| Move::Steal {
        victim: Seat(victim),
        canoe: 0,
        hold: 0,
    };
    assert_eq!(p.moves(), [steal(1), steal(2), Move::Pass]);
    p.play(steal(1));
    assert_eq!(p.public.canoes[Seat(0)][0].cargo, Some(VIOLET));
    assert!(!p.public.canoes[Seat(1)][0].loaded());
    assert_eq!(p.public.ask, Ask::Canoe, "one gem for one hold");
}

/// Is theft offered after `mv` with `card`, the victim's gem lying at space 4?
fn tempted(own: (impl Into<Space>, impl Into<Option<GemColour>>), card: u8, mv: Move) -> bool {
    let mut p = position(3, |_| {});
    p.put(0, 0, own.0, own.1);
    p.put(1, 0, 4, VIOLET);
    p.lay(&[card, 6, 6]);
    p.play(mv);
    matches!(p.public.ask, Ask::Steal(_))
}

#[test]
fn ni_34_theft_is_free_and_optional() {
    let mut p = position(3, |_| {});
    p.put(0, 0, 5, NONE);
    p.put(1, 0, 4, VIOLET);
    p.lay(&[1, 6, 6]);
    p.play(paddle(0, 4));
    p.play(Move::Pass);
    assert!(!p.public.canoes[Seat(0)][0].loaded());
    assert_eq!(p.public.canoes[Seat(1)][0].cargo, Some(VIOLET));
}

#[test]
fn ni_35_who_may_not_steal() {
    assert!(tempted((L6, NONE), 2, paddle(0, 4)), "upstream, empty");
    assert!(!tempted((2, NONE), 2, paddle(0, 4)), "downstream");
    assert!(!tempted((LAND, NONE), 4, paddle(0, 4)), "from the beach");
    assert!(!tempted((L6, CLEAR), 2, paddle(0, 4)), "loaded");
    let holds = !tempted((L6, CLEAR), 4, paddle_with(UNLOAD, 4, NOTHING));
    assert!(holds, "has put a gem down before");
    let holds = !tempted((L6, YELLOW), 4, paddle_with(NOTHING, 4, UNLOAD));
    assert!(holds, "has put a gem down after");
    let holds = !tempted((L6, NONE), 4, paddle_with(NOTHING, 4, load(CLEAR)));
    assert!(holds, "has loaded");
    assert!(!tempted((5, NONE), 2, paddle(0, 3)), "ends elsewhere");
    // from one's own canoe
    let mut p = position(3, |_| {});
    p.put(0, 0, 5, NONE);
    p.put(0, 1, 4, VIOLET);
    p.lay(&[1, 6, 6]);
    p.play(paddle(0, 4));
    assert_eq!(p.public.ask, Ask::Canoe);
}

#[test]
fn ni_r19_the_second_canoe_may_load_what_the_first_put_down() {
    // NI-R21: a place may come to hold more than it began with
    let mut p = position(3, |_| {});
    p.put(0, 0, 4, VIOLET);
    p.put(0, 1, 4, NONE);
    p.lay(&[2, 6, 6]);
    p.play(paddle_with(UNLOAD, 4, NOTHING));
    assert_eq!(p.public.places[CLEAR.index()], [1, 7, 0, 0, 0]);
    let take = Move::Paddle {
        canoe: 1,
        pre: load(VIOLET),
        to: S[4],
        post: NOTHING,
    };
    p.play(take);
    assert_eq!(p.public.canoes[Seat(0)].map(|canoe| canoe.cargo), [NONE, Some(VIOLET)]);
}
