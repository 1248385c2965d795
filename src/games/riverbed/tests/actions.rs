//! Dive, Swim, Co-op, Uncover and the refresh marker (RB-23 to RB-45).

use super::*;

#[test]
fn rb_23_dive_is_exhausted_first() {
    let mut table = Position::new(7).meeple(1, 5);
    table.play(&[Move::Dive]);
    assert!(marks(&table, 1).dive);
}

#[test]
fn rb_24_dive_shows_one_tile_to_one_player_and_leaves_it() {
    let mut table = Position::new(7).meeple(1, 5);
    table.play(&[Move::Dive, to(6)]);
    assert!(table.knows(1, 6) && !table.knows(0, 6) && !table.is_face_up(6));
    assert_eq!(table.tracks(), [0, 0, 0]);
    assert_eq!(table.state.public.seen_by[5], 1 << 1, "all see who looked where");
}

#[test]
fn rb_25_swim_is_exhausted_first() {
    let mut table = Position::new(7).meeple(1, 5);
    table.play(&[Move::Swim]);
    assert!(marks(&table, 1).swim);
}

#[test]
fn rb_27_swim_draws_a_card_that_may_be_played_at_once() {
    let mut table = Position::new(7).meeple(1, 5);
    // The next card of the deck is one that can always be played.
    let deck = &mut table.state.hidden.deck[..table.state.public.deck as usize];
    let at = deck
        .iter()
        .position(|card| table.game.effect_of[*card as usize] == Effect::DeepBreath)
        .expect("in it");
    let last = deck.len() - 1;
    deck.swap(at, last);
    table.play(&[Move::Swim, to(7)]);
    assert_eq!(table.hand_size(1), 1);
    table.play(&[Move::Card(Effect::DeepBreath)]);
}

#[test]
fn rb_32_the_player_says_co_op_or_uncover_each_time() {
    let table = Position::new(7).meeple(1, 5).hand(1, &[Effect::Delusion]);
    assert!(table.offers(Move::CoOp) && table.offers(Move::Uncover));
}

#[test]
fn rb_33_co_op_and_uncover_refresh_the_other_actions() {
    // T8, RB-R15: available from the next turn on.
    let mut table = Position::new(7).everybody_on(5).tile(6, 5);
    table.state.public.marks[Seat(1)].dive = true;
    table.state.public.marks[Seat(1)].swim = true;
    table.play(&[Move::CoOp, at(2), to(5)]);
    assert!(!marks(&table, 1).dive && !marks(&table, 1).swim);
    assert!(!table.offers(Move::Dive), "one action a turn");
    assert_eq!(table.hand_size(1), 1);
}

#[test]
fn rb_34_co_op_is_never_exhausted() {
    // RB-R11: not even by the Uncover.
    let mut table = Position::new(7)
        .everybody_on(5)
        .tile(6, 5)
        .tile(1, 6)
        .hand(1, &[Effect::Delusion]);
    table.play(&[Move::Uncover, Move::Discard(Effect::Delusion), to(5), Move::EndTurn]);
    table = table.turn_of(1);
    table.state.public.acted = false;
    assert!(table.offers(Move::CoOp) && !table.offers(Move::Uncover));
}

#[test]
fn rb_r11_co_op_after_the_uncover_is_a_switch() {
    let rules = Rules {
        players: 7,
        coop_after_uncover: false,
        ..Rules::default()
    };
    let mut table = Position::with(rules).everybody_on(5);
    assert!(table.offers(Move::CoOp));
    table.state.public.marks[Seat(1)].uncovers = 1;
    assert!(!table.offers(Move::CoOp));
}

#[test]
fn rb_35_co_op_names_another_player() {
    let mut table = Position::new(7).everybody_on(5);
    table.play(&[Move::CoOp]);
    assert_eq!(table.seats(), [0, 2, 3, 4, 5, 6]);
}

#[test]
fn rb_36_the_named_player_reveals_within_their_own_reach() {
    // RB-R42: the choice is theirs.
    let mut table = Position::new(7).everybody_on(5).meeple(2, 12);
    table.play(&[Move::CoOp, at(2)]);
    assert_eq!((table.decider(), table.spaces()), (2, vec![11, 12, 13]));
}

#[test]
fn rb_37_the_tile_is_resolved_completely() {
    let mut table = Position::new(7).everybody_on(5).tile(10, 5);
    table.play(&[Move::CoOp, at(2), to(5)]);
    assert_eq!(table.tracks(), [0, 2, 1]);
    assert_eq!(
        (table.decider(), table.spaces()),
        (2, vec![4, 6]),
        "its text lets the revealer look"
    );
    table.play(&[to(4)]);
    assert!(table.knows(2, 4));
}

#[test]
fn rb_38_then_the_active_player_draws_and_refreshes() {
    let mut table = Position::new(7).everybody_on(5).tile(6, 5);
    table.state.public.marks[Seat(1)].dive = true;
    table.play(&[Move::CoOp, at(2), to(5)]);
    assert_eq!((table.hand_size(1), table.hand_size(2)), (1, 0));
    assert!(!marks(&table, 1).dive);
}

#[test]
fn rb_40_uncover_is_once_per_game() {
    let mut table = Position::new(7)
        .everybody_on(5)
        .tile(6, 5)
        .hand(1, &[Effect::Delusion, Effect::ClearWater]);
    table.play(&[Move::Uncover, Move::Discard(Effect::Delusion), to(5)]);
    assert_eq!(marks(&table, 1).uncovers, 1);
    table.play(&[Move::EndTurn]);
    table = table.turn_of(1);
    table.state.public.acted = false;
    assert!(!table.offers(Move::Uncover));
}

#[test]
fn rb_41_uncover_costs_a_card_first() {
    // RB-R10: no card, no Uncover. RB-R12: the cost is no card played.
    let table = Position::new(7).meeple(1, 5);
    assert!(!table.offers(Move::Uncover));
    let mut table = Position::new(7)
        .meeple(1, 5)
        .tile(6, 5)
        .hand(1, &[Effect::Delusion, Effect::DeepBreath]);
    table.play(&[Move::Uncover]);
    assert_eq!(
        table.offered(),
        [Move::Discard(Effect::Delusion), Move::Discard(Effect::DeepBreath)]
    );
    table.play(&[Move::Discard(Effect::Delusion)]);
    assert_eq!(
        (table.hand_size(1), table.state.public.face_up),
        (1, 0),
        "paid before anything is turned"
    );
    table.play(&[to(5), Move::Card(Effect::DeepBreath)]);
}

#[test]
fn rb_r10_no_uncover_without_a_target() {
    let mut table = Position::new(7)
        .meeple(1, 1)
        .tile(6, 1)
        .tile(1, 2)
        .hand(1, &[Effect::Delusion])
        .face_up(1)
        .face_up(2);
    table = table.end_points(20, 20, 20);
    assert!(!table.offers(Move::Uncover) && !table.offers(Move::Dive));
}

#[test]
fn rb_r12_costs_may_count_as_the_card_of_the_turn() {
    let rules = Rules {
        players: 7,
        cost_counts_as_card: true,
        ..Rules::default()
    };
    let mut table = Position::with(rules)
        .meeple(1, 5)
        .tile(6, 5)
        .hand(1, &[Effect::Delusion, Effect::DeepBreath]);
    table.play(&[Move::Uncover, Move::Discard(Effect::Delusion), to(5)]);
    assert!(!table.offers(Move::Card(Effect::DeepBreath)));
}

#[test]
fn rb_r12_a_played_card_may_leave_no_room_for_a_cost() {
    for (counts, offered) in [(false, true), (true, false)] {
        let rules = Rules {
            players: 7,
            cost_counts_as_card: counts,
            ..Rules::default()
        };
        let mut table = Position::with(rules)
            .meeple(1, 5)
            .tile(6, 5)
            .hand(1, &[Effect::Delusion, Effect::ClearWater]);
        table.play(&[Move::Card(Effect::ClearWater), to(1)]);
        assert_eq!(table.offers(Move::Uncover), offered, "costs count: {counts}");
    }
}

#[test]
fn rb_42_uncover_reveals_within_ones_own_reach() {
    let mut table = Position::new(7)
        .everybody_on(1)
        .meeple(1, 13)
        .tile(6, 13)
        .hand(1, &[Effect::Delusion]);
    table.play(&[Move::Uncover, Move::Discard(Effect::Delusion)]);
    assert_eq!(table.spaces(), [12, 13, 14]);
    table.play(&[to(13)]);
    assert_eq!(table.tracks(), [0, 2, 0]);
}

#[test]
fn rb_43_uncover_refreshes_and_draws_nothing() {
    // T8
    let mut table = Position::new(7).everybody_on(5).tile(6, 5).hand(1, &[Effect::Delusion]);
    table.state.public.marks[Seat(1)].dive = true;
    table.state.public.marks[Seat(1)].swim = true;
    table.play(&[Move::Uncover, Move::Discard(Effect::Delusion), to(5)]);
    assert!(!marks(&table, 1).dive && !marks(&table, 1).swim);
    assert_eq!((table.hand_size(1), marks(&table, 1).uncovers), (0, 1));
}

#[test]
fn rb_44_the_marker_refreshes_one_action_at_once() {
    let mut table = Position::new(7).meeple(1, 5);
    assert!(!table.offers(DIVE), "nothing to refresh");
    table.state.public.marks[Seat(1)].dive = true;
    table.state.public.marks[Seat(1)].swim = true;
    table.play(&[DIVE]);
    assert!(!marks(&table, 1).dive && marks(&table, 1).swim);
    table.play(&[Move::Dive, to(5)]);
}

#[test]
fn rb_45_a_used_marker_stays_used() {
    let mut table = Position::new(7).meeple(1, 5);
    table.state.public.marks[Seat(1)].dive = true;
    table.state.public.marks[Seat(1)].swim = true;
    table.play(&[DIVE]);
    assert!(!table.offers(SWIM));
    let none = Riverbed::with_rules(Rules {
        players: 7,
        refresh_marker: false,
        ..Rules::default()
    });
    assert!(!none.rules.refresh_marker);
}

#[test]
fn rb_r08_dive_needs_a_face_down_tile_in_reach() {
    let table = Position::new(7)
        .meeple(1, 1)
        .tile(6, 1)
        .tile(1, 2)
        .face_up(1)
        .face_up(2)
        .end_points(20, 20, 20);
    assert!(!table.offers(Move::Dive) && table.offers(Move::Swim));
}

#[test]
fn rb_r09_only_who_can_reveal_is_named_if_anybody_can() {
    let all_open = |rules: Rules| {
        let table = Position::with(rules).everybody_on(1).meeple(2, 8).tile(6, 1).tile(1, 2);
        table.face_up(1).face_up(2).end_points(20, 20, 20)
    };
    let mut table = all_open(Rules {
        players: 7,
        ..Rules::default()
    });
    table.play(&[Move::CoOp]);
    assert_eq!(table.seats(), [2]);
    let mut anyone = all_open(Rules {
        players: 7,
        coop_without_tile: true,
        ..Rules::default()
    });
    anyone.play(&[Move::CoOp]);
    assert_eq!(anyone.seats(), [0, 2, 3, 4, 5, 6]);
    // If nobody can, anybody is named: no reveal, but draw and refresh.
    let mut none = all_open(Rules {
        players: 7,
        ..Rules::default()
    })
    .meeple(2, 1);
    none.state.public.marks[Seat(1)].dive = true;
    none.play(&[Move::CoOp, at(3)]);
    assert_eq!((none.hand_size(1), marks(&none, 1).dive, none.decider()), (1, false, 1));
}
