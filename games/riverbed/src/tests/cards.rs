//! What holds for every ability card: when it may be played, how often, and where it goes.

use super::random_games::wander;
use super::*;
use crate::cards::CardChoice;
use crate::content;

const ALL_MOMENTS: [Effect; 5] = [SecondWind, Undertow, Eavesdrop, Decoy, BorrowedGills];

/// Eight players, so that every card is in the deck; one tile of each kind face-up so that every card finds a target.
fn rich() -> Position {
    Position::new(8)
        .meeples(7)
        .meeple(MERCHANT, 6)
        .face_up(&[6, 5])
        .exhausted(CHIEF)
}

#[test]
fn rb_55_cards_are_used_once_and_others_see_only_their_number() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater]).hand(LEADER, &[Decoy]);
    let view = p.state.view(&p.game, MERCHANT);
    assert_eq!((view.public.hand_size[CHIEF], view.private.hand), (1, 0));
    p.play(&[Move::Card(ClearWater), at(5)]);
    assert_eq!(p.cards_of(CHIEF), []);
    assert!(!p.offers(Move::Card(ClearWater)));
}

#[test]
fn rb_56_playing_a_card_is_no_action() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater]);
    p.play(&[Move::Card(ClearWater), at(5)]);
    assert!(!p.offers(Move::EndTurn));
    p.play(&[Move::Dive, at(1), Move::EndTurn]);
}

#[test]
fn rb_57_one_card_in_a_turn_whichever_it_is() {
    for effect in Effect::ALL {
        let playing = |played: u8| {
            let mut p = rich().hand(CHIEF, &[effect]).hand(LEADER, &[ClearWater]);
            p.public.played[CHIEF] = played;
            p.offers(Move::Card(effect))
        };
        assert!(playing(0), "{effect:?} finds a target");
        assert!(!playing(1), "{effect:?} is the second card");
    }
}

#[test]
fn rb_57_a_second_card_is_not_offered_before_the_next_turn() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater, Delusion]).face_up(&[1]);
    p.play(&[Move::Card(ClearWater), at(5), Move::Dive, at(2)]);
    assert!(!p.offers(Move::Card(Delusion)));
    p.play(&[Move::EndTurn]);
    assert_eq!(p.public.played[CHIEF], 0);
    p.turn_mine();
    assert!(p.offers(Move::Card(Delusion)));
}

#[test]
fn rb_57_two_cards_where_the_rules_of_a_variant_allow_it() {
    let p = Position::changed(7, |rules| rules.cards_per_turn = 2).face_up(&[1]);
    let mut p = p.hand(CHIEF, &[ClearWater, ClearWater, Delusion]);
    p.play(&[Move::Card(ClearWater), at(5), Move::Card(ClearWater), at(6)]);
    assert!(!p.offers(Move::Card(Delusion)));
}

#[test]
fn rb_58_no_card_inside_an_action() {
    let hand = [ClearWater, SecondWind];
    let set = || Position::new(7).hand(CHIEF, &hand).hand(MERCHANT, &[CARD]);
    let no_card = |p: &Position| !p.offered().iter().any(|mv| matches!(mv, Move::Card(_)));
    let mut p = set();
    p.play(&[Move::Swim]);
    assert!(no_card(&p));
    let mut p = set();
    for step in [Move::CoOp, who(MERCHANT), at(1)] {
        p.play(&[step]);
        let menu = p.ask().1 == Ask::Menu;
        assert_eq!(no_card(&p), !menu);
    }
}

#[test]
fn rb_59_only_cards_with_two_uses_are_played_in_other_turns() {
    for effect in Effect::ALL {
        let mut p = rich().hand(MERCHANT, &[effect]).exhausted(MERCHANT);
        p.public.marks[CHIEF] = crate::state::SeatMarks::default();
        p.play(&[Move::Swim, at(8)]);
        let window = match p.ask() {
            (MERCHANT, Ask::Window(window)) => Some(window),
            _ => None,
        };
        let expected = match effect {
            Undertow => Some(Window::Swim),
            SecondWind => Some(Window::Action),
            _ => None,
        };
        assert_eq!(window, expected, "{effect:?}");
        let copies = p.game.copies[effect as usize];
        let offered = p.game.dual_at.iter().any(|cards| cards & copies != 0);
        assert_eq!(offered, ALL_MOMENTS.contains(&effect), "{effect:?}");
    }
}

#[test]
fn rb_59_a_card_in_another_turn_may_be_declined() {
    let mut p = rich().hand(MERCHANT, &[SecondWind]).exhausted(MERCHANT);
    p.coop(LEADER, 8);
    assert_eq!(p.ask(), (MERCHANT, Ask::Window(Window::Action)));
    p.play(&[Move::Pass]);
    assert_eq!(p.ask(), (CHIEF, Ask::Menu));
    assert_eq!(p.cards_of(MERCHANT), [SecondWind]);
}

#[test]
fn rb_61_tiles_of_a_card_lie_within_reach_unless_it_says_any() {
    for effect in [TwinLanterns, MurkyWater] {
        let mut p = Position::new(8).meeple(CHIEF, 10).hand(CHIEF, &[effect]);
        p.play(&[Move::Card(effect)]);
        assert_eq!(p.spaces(), [9, 10, 11], "{effect:?}");
    }
    let mut p = Position::new(8).meeple(CHIEF, 10).hand(CHIEF, &[ClearWater]);
    p.play(&[Move::Card(ClearWater)]);
    assert_eq!(p.spaces(), (1..=16).collect::<Vec<_>>());
}

#[test]
fn rb_62_a_card_that_cannot_be_carried_out_in_full_cannot_be_played() {
    // Delusion: two tiles are needed, one face-up and another face-down, both within reach.
    let delusion = |p: Position| p.hand(CHIEF, &[Delusion]).offers(Move::Card(Delusion));
    assert!(delusion(Position::new(7).meeple(CHIEF, 8).face_up(&[8])));
    assert!(!delusion(Position::new(7).meeple(CHIEF, 8)), "nothing face-up");
    let holds = !delusion(Position::new(7).meeple(CHIEF, 8).face_up(&[1, 2]));
    assert!(holds, "nothing face-up in reach");
    let holds = !delusion(Position::endless(7, &[1]).meeple(CHIEF, 8));
    assert!(holds, "nothing face-down in reach");
}

#[test]
fn rb_62_the_parts_of_a_card_are_mandatory() {
    for effect in Effect::ALL {
        let mut p = rich().hand(CHIEF, &[effect]).hand(LEADER, &[ClearWater]);
        p.play(&[Move::Card(effect)]);
        while matches!(p.ask().1, Ask::Card { .. }) {
            assert!(!p.offers(Move::Pass), "{effect:?} says no `may`");
            let first = p.offered()[0];
            p.play(&[first]);
        }
        assert_eq!(p.public.played[CHIEF], 1);
    }
}

#[test]
fn rb_63_used_and_discarded_cards_join_the_pile_at_the_end_of_the_turn() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater, Decoy]);
    p.play(&[
        Move::Card(ClearWater),
        at(5),
        Move::Uncover,
        Move::Discard(Decoy),
        at(1),
    ]);
    assert_eq!(p.public.discards, 0);
    p.play(&[Move::EndTurn]);
    let pile = printed_cards(&p.game, p.public.discards);
    assert_eq!(pile, [ClearWater, Decoy]);
}

#[test]
fn rb_64_the_discard_pile_is_open_to_all() {
    let p = Position::new(7).deck_of(20);
    for seat in SeatSet::all(7).iter() {
        assert_eq!(p.state.view(&p.game, seat).public.discards.count_ones(), 6);
    }
}

#[test]
fn rb_65_a_discard_is_the_owners_choice_unless_at_random() {
    let hand = [Decoy, Sandbank];
    let mut p = Position::new(7).hand(CHIEF, &hand);
    p.play(&[Move::Uncover]);
    assert_eq!(p.offered(), hand.map(Move::Discard));
    // Tile 13 takes one at random: either may go.
    let mut taken = Vec::new();
    for seed in 0..30 {
        let mut p = Position::new(7).hand(LEADER, &hand).meeple(MERCHANT, 13);
        p.chance = Chance::new(seed, 0);
        p.coop(MERCHANT, 13).play(&[who(LEADER)]);
        taken.extend(printed_cards(&p.game, p.public.spent));
    }
    assert!(hand.iter().all(|effect| taken.contains(effect)));
}

#[test]
fn a_card_asks_for_what_its_table_says() {
    let mut asked = std::collections::BTreeSet::new();
    for players in [4, 9] {
        let game = Riverbed::with_rules(rules(players, |rules| rules.starting_cards = 3));
        for number in 0..40 {
            wander(&game, number, |state, _, moves| {
                let Ask::Card { effect, first } = state.public.ask else {
                    return;
                };
                let aim = effect.aims()[usize::from(first.is_some())];
                let fits = |mv: &Move| match aim {
                    CardChoice::Space => matches!(mv, Move::Space(_)),
                    CardChoice::Seat => matches!(mv, Move::Seat(_)),
                    CardChoice::Action => matches!(mv, Move::Refresh(_) | Move::Exhaust(_)),
                };
                assert!(moves.iter().all(fits), "{effect:?} after {first:?}: {moves:?}");
                asked.insert((effect, first.is_some()));
            });
        }
    }
    let aims: usize = Effect::ALL.iter().map(|effect| effect.aims().len()).sum();
    assert_eq!(asked.len(), aims, "every choice of every card was met");
}

#[test]
fn a_blank_card_is_held_and_never_played() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater, DeepBreath]);
    let entry = "effect = \"clear-water\"";
    let own = content::CARDS.replace(entry, &format!("{entry}\nblank = true"));
    let made = with_contents(content::TILES, &own);
    assert_eq!(made.blanks, p.game.copies[ClearWater as usize]);
    p.game = made;
    assert!(!p.offers(Move::Card(ClearWater)) && p.offers(Move::Card(DeepBreath)));
}
