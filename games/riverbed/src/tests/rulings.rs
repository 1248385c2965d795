//! Rulings on turns, actions, cards and hands; where a ruling is a switch, both values. Those on reach and movement
//! (RB-R01 to RB-R07) stand with their chapter, those on tiles, Hunt and Con in a file of their own.

use super::*;

#[test]
fn rb_r08_no_dive_without_a_face_down_tile_in_reach() {
    assert!(!Position::endless(7, &[16]).meeples(7).offers(Move::Dive));
    assert!(Position::endless(7, &[8]).meeples(7).offers(Move::Dive));
}

#[test]
fn rb_r09_only_who_can_reveal_is_chosen_as_long_as_there_is_one() {
    let p = || Position::endless(7, &[16]).meeples(7).meeple(MERCHANT, 15);
    let mut able = p();
    able.play(&[Move::CoOp]);
    assert_eq!(able.seats(), [MERCHANT].into_iter().collect());
    let mut anybody = p();
    anybody.game.rules.coop_without_tile = true;
    anybody.play(&[Move::CoOp]);
    assert_eq!(anybody.seats(), SeatSet::all(7).without(CHIEF));
    anybody.play(&[who(LEADER)]);
    assert_eq!(anybody.ask(), (CHIEF, Ask::Menu), "no reveal");
}

#[test]
fn rb_r09_anybody_when_nobody_can_reveal_and_the_rest_goes_on() {
    let mut p = Position::endless(7, &[16])
        .meeples(7)
        .exhausted(CHIEF)
        .hand(LEADER, &[ClearWater]);
    assert!(p.offers(Move::CoOp), "there is always an action");
    p.play(&[Move::CoOp]);
    assert_eq!(p.seats(), SeatSet::all(7).without(CHIEF));
    p.play(&[who(LEADER)]);
    assert_eq!((p.cards_of(CHIEF).len(), p.marks_of(CHIEF)), (1, (false, false)));
    assert_eq!(p.public.face_up.count_ones(), 15);
}

#[test]
fn rb_r10_no_uncover_without_a_card_or_a_target() {
    assert!(!Position::new(7).offers(Move::Uncover));
    let p = Position::endless(7, &[16]).meeples(7).hand(CHIEF, &[Decoy]);
    assert!(!p.offers(Move::Uncover));
}

#[test]
fn rb_r11_co_op_after_uncover_or_not() {
    for possible in [true, false] {
        let p = Position::changed(7, |rules| rules.coop_after_uncover = possible);
        let mut p = p.hand(CHIEF, &[Decoy]);
        assert!(p.offers(Move::CoOp));
        p.play(&[Move::Uncover, Move::Discard(Decoy), at(1), Move::EndTurn]);
        p.turn_mine();
        assert_eq!(p.offers(Move::CoOp), possible);
        // A turn without any action can be ended.
        assert_eq!(p.exhausted(CHIEF).offers(Move::EndTurn), !possible);
    }
}

#[test]
fn rb_r12_paying_is_not_playing_a_card_or_is() {
    for counts in [false, true] {
        let hand = [ClearWater, Delusion, Decoy];
        let set = || Position::changed(7, |rules| rules.cost_counts_as_card = counts).hand(CHIEF, &hand);
        let mut p = set();
        p.play(&[Move::Uncover, Move::Discard(Decoy), at(1)]);
        assert_eq!(p.offers(Move::Card(ClearWater)), !counts);
        let mut p = set();
        p.play(&[Move::Card(ClearWater), at(9)]);
        assert_eq!(p.offers(Move::Uncover), !counts, "the one card of this turn is played");
        // Of two cards in a turn one is left.
        let two = |rules: &mut Rules| (rules.cost_counts_as_card, rules.cards_per_turn) = (counts, 2);
        let mut p = Position::changed(7, two).hand(CHIEF, &hand);
        p.play(&[Move::Uncover, Move::Discard(Decoy), at(1)]);
        assert!(p.offers(Move::Card(ClearWater)));
        // Hunt and Con are paid alike.
        for (seat, declare) in [(LEADER, Move::Hunt), (PROFITEER, Move::Con)] {
            for played in [0, 1] {
                let mut p = set().hand(seat, &[TwinLanterns]);
                p.public.played[seat] = played;
                p.play(&[Move::CoOp, who(seat)]);
                let found = p.offers(declare);
                assert_eq!(found, !counts || played == 0, "{declare:?} after {played} cards");
            }
        }
    }
}

#[test]
fn rb_r13_the_marker_is_used_before_or_after_the_action_not_inside() {
    let marker = |p: &Position| p.offers(Move::Refresh(Action::Dive));
    let mut p = Position::new(7).hand(CHIEF, &[Decoy]);
    p.public.marks[CHIEF].dive = true;
    assert!(marker(&p));
    p.play(&[Move::Swim]);
    assert!(!marker(&p));
    p.play(&[at(2)]);
    assert!(marker(&p));
    let mut p = Position::new(7).exhausted(CHIEF);
    for step in [Move::CoOp, who(MERCHANT)] {
        p.play(&[step]);
        assert!(!marker(&p));
    }
}

#[test]
fn rb_r14_the_marker_gives_no_second_action_or_does() {
    for second in [false, true] {
        let mut p = Position::changed(7, |rules| rules.second_action_after_marker = second);
        p.play(&[Move::Dive, at(1), Move::Refresh(Action::Dive)]);
        assert_eq!(p.offers(Move::Dive), second);
        assert_eq!(p.offers(Move::Swim), second);
        assert!(p.offers(Move::EndTurn), "a second action is allowed, and no more");
        if second {
            p.play(&[Move::Swim, at(2)]);
            assert!(p.offers(Move::EndTurn) && !p.offers(Move::Dive), "there is no third");
        }
        // Before the action the marker spares nobody the first.
        let mut p = Position::changed(7, |rules| rules.second_action_after_marker = second);
        p.public.marks[CHIEF].dive = true;
        p.play(&[Move::Refresh(Action::Dive)]);
        assert!(p.offers(Move::Dive) && !p.offers(Move::EndTurn));
    }
}

#[test]
fn rb_r14_a_second_action_is_allowed_in_its_own_turn_alone() {
    let mut p = Position::changed(7, |rules| rules.second_action_after_marker = true);
    p.play(&[Move::Dive, at(1), Move::Refresh(Action::Dive), Move::EndTurn]);
    let holds = p.offers(Move::Dive) && !p.offers(Move::EndTurn);
    assert!(holds, "the next player has to act");
}

#[test]
fn rb_r15_what_co_op_refreshes_is_ready_in_the_next_turn() {
    let drawn = [ClearWater];
    let mut p = Position::new(4).meeples(3).exhausted(CHIEF).deck_top(&drawn);
    p.coop(LEADER, 3);
    assert!(!p.offers(Move::Dive));
    p.play(&[Move::EndTurn]);
    for _ in 0..3 {
        p.play(&[Move::Dive, at(4), Move::EndTurn]);
    }
    assert!(p.offers(Move::Dive) && p.offers(Move::Swim));
}

#[test]
fn rb_r31_draws_as_many_as_there_are() {
    let mut p = Position::new(7).deck_of(1);
    p.private[LEADER].hand = p.public.discards;
    p.public.hand_size[LEADER] = 25;
    p.public.discards = 0;
    p.play(&[Move::Swim, at(2), Move::Pass]);
    assert_eq!((p.public.deck, p.cards_of(CHIEF).len()), (0, 1));
    p.play(&[Move::EndTurn]);
    p.turn_mine();
    p.coop(MERCHANT, 1);
    assert_eq!(p.cards_of(CHIEF).len(), 1, "nothing was left");
}

#[test]
fn rb_r32_others_keep_too_many_cards_until_their_own_turn_or_not() {
    let many = [SteppingStone, ClearWater, Delusion, DeepBreath];
    for (limit, asked) in [(HandLimitFor::ActivePlayer, false), (HandLimitFor::Everyone, true)] {
        let p = Position::changed(7, |rules| rules.hand_limit_for = limit);
        let mut p = p.hand(MERCHANT, &many).hand(CHIEF, &[TwinLanterns]);
        p.play(&[Move::Dive, at(1), Move::EndTurn]);
        let expected = if asked {
            (MERCHANT, Ask::HandLimit)
        } else {
            (LEADER, Ask::Menu)
        };
        assert_eq!(p.ask(), expected);
        if asked {
            p.play(&[Move::Discard(Delusion)]);
            assert_eq!(p.ask(), (LEADER, Ask::Menu));
            assert_eq!(printed_cards(&p.game, p.public.discards), [Delusion]);
        }
    }
}

#[test]
fn rb_r32_where_all_discard_they_do_so_clockwise() {
    let p = Position::changed(7, |rules| rules.hand_limit_for = HandLimitFor::Everyone);
    let [one, two] = [[SteppingStone, ClearWater], [Delusion, SwimmingHole]];
    let mut p = p
        .hand(LEADER, &[one, one].concat())
        .hand(MERCHANT, &[two, two].concat());
    p.play(&[Move::Dive, at(1), Move::EndTurn]);
    for (seat, card) in [(LEADER, ClearWater), (MERCHANT, Delusion)] {
        assert_eq!(p.ask(), (seat, Ask::HandLimit));
        p.play(&[Move::Discard(card)]);
    }
    assert_eq!(p.ask(), (LEADER, Ask::Menu));
}

#[test]
fn rb_r33_one_card_for_each_player_in_each_turn() {
    for limit in [1, 2] {
        let p = Position::changed(7, |rules| rules.cards_per_turn = limit).exhausted(MERCHANT);
        let mut p = p.hand(MERCHANT, &[Undertow, SecondWind]);
        p = p.hand(SEPARATIST, &[SecondWind]).exhausted(SEPARATIST);
        p.play(&[Move::Swim, at(2), Move::Card(Undertow), at(2)]);
        let next = if limit == 1 { SEPARATIST } else { MERCHANT };
        assert_eq!(p.ask(), (next, Ask::Window(Window::Action)));
        p.play(&vec![Move::Pass; limit.into()]).play(&[Move::EndTurn]);
        assert_eq!(p.public.played, BySeat::default(), "a new turn, a new card");
    }
}

#[test]
fn rb_r34_windows_go_clockwise_from_the_active_player() {
    let wind = [SecondWind];
    for (active, order) in [(CHIEF, [MERCHANT, SEPARATIST]), (Seat(3), [SEPARATIST, MERCHANT])] {
        let p = Position::new(7)
            .turn_of(active)
            .exhausted(MERCHANT)
            .exhausted(SEPARATIST);
        let mut p = p.hand(MERCHANT, &wind).hand(SEPARATIST, &wind);
        p.play(&[Move::Dive, at(1)]);
        for seat in order {
            assert_eq!(p.ask(), (seat, Ask::Window(Window::Action)));
            p.play(&[Move::Pass]);
        }
        assert_eq!(p.ask(), (active, Ask::Menu));
    }
}

#[test]
fn rb_r34_who_may_play_two_cards_plays_both_in_one_window() {
    for limit in [1, 2] {
        let p = Position::changed(7, |rules| rules.cards_per_turn = limit).exhausted(MERCHANT);
        let mut p = p.hand(MERCHANT, &[SecondWind, SecondWind]);
        p.play(&[Move::Dive, at(1), Move::Card(SecondWind), Move::Refresh(Action::Dive)]);
        let next = if limit == 1 {
            (CHIEF, Ask::Menu)
        } else {
            (MERCHANT, Ask::Window(Window::Action))
        };
        assert_eq!(p.ask(), next);
    }
}

#[test]
fn rb_r38_a_game_without_end_is_cut_off_and_nobody_wins() {
    let mut p = Position::changed(4, |rules| rules.turns_max = 10);
    for turn in 1..=10 {
        assert_eq!(p.public.turn, turn);
        p.play(&[Move::Dive]);
        let tile = p.offered()[0];
        p.play(&[tile, Move::EndTurn]);
        p.public.marks = BySeat::default();
    }
    assert_eq!(p.ending(), Some(Ending::TurnCap));
    assert_eq!((p.outcome().winners, p.outcome().sides), (SeatSet::default(), 0));
    assert_eq!(rules(7, |_| {}).turns_max, 400);
}

#[test]
fn rb_r38_all_tiles_face_up_always_suffice() {
    for players in 4..=9 {
        let game = Riverbed::standard(players);
        for track in 0..3 {
            let total: u8 = game.tiles.iter().map(|tile| tile.elements[track]).sum();
            assert!(total > game.ends[track]);
        }
    }
}

#[test]
fn rb_r43_only_the_viewer_learns_from_a_confession() {
    let mut p = Position::new(7).hand(CHIEF, &[Confession]);
    let before: Vec<Private> = p.private.first(7).to_vec();
    p.play(&[Move::Card(Confession), who(SEPARATIST)]);
    assert_eq!(p.private[CHIEF].seen_role[SEPARATIST], Some(Role::Separatist));
    assert_eq!(p.private.first(7)[1..], before[1..]);
    assert_eq!(p.public.role[SEPARATIST], None);
}

#[test]
fn rb_r44_the_empty_spaces_of_each_layout() {
    for (layout, empty) in [("default", [5, 9]), ("alternative", [1, 16])] {
        let game = Riverbed::with_rules(rules(5, |rules| rules.layout = layout.into()));
        assert_eq!(printed(!game.board.tiled & 0xFFFF), empty);
    }
}

#[test]
fn rb_r45_decoy_names_anybody_but_the_active_player_and_oneself() {
    let p = || {
        Position::new(7)
            .hand(LEADER, &[ClearWater])
            .hand(PROFITEER, &[Delusion])
    };
    let named = |seat| {
        let mut p = p().hand(MERCHANT, &[Decoy]);
        p.play(&[Move::CoOp, who(MERCHANT), Move::Card(Decoy)]);
        assert!(!p.seats().has(CHIEF) && !p.seats().has(MERCHANT));
        p.play(&[who(seat)]);
        p
    };
    assert!(named(LEADER).offers(Move::Hunt));
    assert!(named(PROFITEER).offers(Move::Con));
    // Who can reveal, if anybody can.
    let p = decoy_at_the_last_tile(&[MERCHANT, SEPARATIST]);
    assert_eq!(p.seats(), [SEPARATIST].into_iter().collect());
}

/// The Merchant is chosen, one of those within reach of the last tile that lies face-down, and plays Decoy.
fn decoy_at_the_last_tile(within_reach: &[Seat]) -> Position {
    let p = Position::endless(7, &[16]).meeples(7).hand(MERCHANT, &[Decoy]);
    let mut p = within_reach.iter().fold(p, |p, seat| p.meeple(*seat, 15));
    p.play(&[Move::CoOp, who(MERCHANT), Move::Card(Decoy)]);
    p
}

#[test]
fn rb_r45_decoy_may_name_anybody_when_nobody_else_can_reveal() {
    let mut p = decoy_at_the_last_tile(&[MERCHANT]);
    assert_eq!(p.seats(), SeatSet::all(7).without(CHIEF).without(MERCHANT));
    p.play(&[who(LEADER)]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu), "the reveal is skipped");
}
