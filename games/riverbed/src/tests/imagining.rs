//! Dealing afresh what a seat cannot know: the same view, the same moves, and nothing else left out.

use std::collections::BTreeSet;

use super::random_games::{any_rules, wander};
use super::*;
use balance_engine::Stream;

/// The law: what `seat` sees of the imagined position is what it sees of the true one.
fn check(game: &Riverbed, state: &State<Riverbed>, seat: Seat, chance: &mut Stream) -> State<Riverbed> {
    let imagined = game.imagine(state.view(game, seat), chance);
    assert_eq!(imagined.public, state.public);
    assert_eq!(imagined.private[seat], state.private[seat]);
    if let Err(broken) = game.invariant(&imagined) {
        panic!("imagined by {seat}: {broken}");
    }
    let moves = |state: &State<Riverbed>| {
        let mut moves = Moves::default();
        game.moves(state.view(game, seat), &mut moves);
        moves.to_vec()
    };
    if game.turn(&state.public) == Turn::Choose(seat) {
        assert_eq!(moves(&imagined), moves(state));
    }
    imagined
}

#[test]
fn an_imagined_position_has_the_same_view_and_the_same_moves() {
    for players in 4..=9 {
        for variant in 0..8 {
            let mut draw = Stream::keyed(21, variant, players, 0);
            let rules = if variant == 0 {
                rules(players, |_| {})
            } else {
                any_rules(players, &mut draw)
            };
            let game = Riverbed::with_rules(rules);
            for number in 0..4 {
                let mut step = 0;
                wander(&game, number, |state, decider, _| {
                    step += 1;
                    check(&game, state, decider, &mut draw);
                    if step % 5 == 0 {
                        SeatSet::all(game.players).iter().for_each(|seat| {
                            check(&game, state, seat, &mut draw);
                        });
                    }
                });
            }
        }
    }
}

#[test]
fn others_are_imagined_to_know_what_they_have_seen() {
    let mut p = Position::new(7).meeples(7).face_up(&[3]);
    p.play(&[Move::Dive, at(8)]);
    let mut draw = Stream::keyed(25, 0, 7, 0);
    let imagined = check(&p.game, &p.state, LEADER, &mut draw);
    let there = |space: usize| imagined.hidden.tile_at[space - 1] as usize;
    let guesses = |seat: Seat, space| printed(imagined.private[seat].place_of[there(space)]);
    assert_eq!(guesses(CHIEF, 8), [8], "whatever tile it is");
    assert_eq!(guesses(MERCHANT, 8).len(), 16);
    assert_eq!(guesses(MERCHANT, 3), [3], "it lies open");
    assert_eq!(guesses(CHIEF, 9).len(), 16);
}

#[test]
fn cards_that_nobody_holds_lie_in_any_order() {
    let p = Position::new(7).hand(CHIEF, &[ClearWater]);
    let mut draw = Stream::keyed(27, 0, 7, 0);
    let left = usize::from(p.public.deck);
    let top = |_| check(&p.game, &p.state, CHIEF, &mut draw).hidden.deck[left - 1];
    let tops: BTreeSet<u8> = (0..400).map(top).collect();
    assert_eq!(tops.len(), left, "every card may be on top");
}

#[test]
fn an_imagined_game_can_be_played_on() {
    for players in [4, 7] {
        let game = Riverbed::standard(players);
        let mut draw = Stream::keyed(22, 0, players, 0);
        wander(&game, 1, |state, seat, _| {
            let mut imagined = check(&game, state, seat, &mut draw);
            let mut chance = Chance::new(draw.bits(), 0);
            let mut moves = Moves::default();
            for _ in 0..12 {
                let Turn::Choose(seat) = game.turn(&imagined.public) else {
                    break;
                };
                moves.clear();
                game.moves(imagined.view(&game, seat), &mut moves);
                let mv = moves[chance.bot(seat).below(moves.len() as u32) as usize];
                game.play(&mut imagined, mv, &mut chance, &mut ());
                game.invariant(&imagined).expect("a sound position");
            }
        });
    }
}

/// Numbers on `spaces`, over many imaginations of `seat`.
fn placings(p: &Position, seat: Seat, spaces: &[u8]) -> BTreeSet<Vec<u8>> {
    let mut draw = Stream::keyed(23, 0, 0, 0);
    (0..400)
        .map(|_| {
            let imagined = check(&p.game, &p.state, seat, &mut draw);
            let number = |space: &u8| p.game.tiles[imagined.hidden.tile_at[*space as usize - 1] as usize].number;
            spaces.iter().map(number).collect()
        })
        .collect()
}

#[test]
fn every_placing_that_fits_occurs_and_no_other() {
    let mut p = Position::endless(7, &[1, 2, 3, 4]).meeples(2);
    let four = [1, 2, 3, 4];
    assert_eq!(placings(&p, CHIEF, &four).len(), 24);
    p.play(&[Move::Dive, at(1)]);
    let after = placings(&p, CHIEF, &four);
    assert_eq!(after.len(), 6);
    assert!(after.iter().all(|placing| placing[0] == 1));
    assert_eq!(placings(&p, LEADER, &four).len(), 24, "the others saw nothing");
}

#[test]
fn a_shuffle_leaves_only_the_set_known() {
    let mut p = Position::endless(7, &[1, 2, 3, 4])
        .meeples(2)
        .hand(CHIEF, &[MurkyWater]);
    p.play(&[Move::Dive, at(1), Move::Card(MurkyWater), at(1), at(2)]);
    let after = placings(&p, CHIEF, &[1, 2, 3, 4]);
    assert_eq!(after.len(), 12);
    assert!(after.iter().all(|placing| placing[..2].contains(&1)));
}

#[test]
fn many_shuffles_leave_every_placing_that_fits() {
    // Five pairs were shuffled, and the Chief had seen one tile of each.
    let mut p = Position::new(7);
    for pair in 0..5 {
        p.private[CHIEF].place_of[2 * pair] = 0b11 << (2 * pair);
    }
    let mut draw = Stream::keyed(27, 0, 0, 0);
    let mut seen = [0u32; 32];
    for _ in 0..1600 {
        let imagined = check(&p.game, &p.state, CHIEF, &mut draw);
        let second = |pair: usize| usize::from(imagined.hidden.tile_at[2 * pair] as usize != 2 * pair);
        seen[(0..5).map(|pair| second(pair) << pair).sum::<usize>()] += 1;
    }
    // Fifty each are expected; six standard deviations of that are 42.
    assert!(seen.iter().all(|count| (8..=92).contains(count)), "{seen:?}");
}

#[test]
fn a_swap_carries_knowledge_along() {
    let mut p = Position::endless(7, &[1, 2, 3, 4])
        .meeples(2)
        .hand(CHIEF, &[Crosscurrent]);
    p.play(&[Move::Dive, at(1), Move::Card(Crosscurrent), at(1), at(2)]);
    let after = placings(&p, CHIEF, &[1, 2, 3, 4]);
    assert_eq!(after.len(), 6);
    assert!(after.iter().all(|placing| placing[1] == 1));
}

#[test]
fn every_deal_of_roles_that_fits_occurs() {
    let mut p = Position::new(5);
    let mut draw = Stream::keyed(24, 0, 0, 0);
    let mut deals = |p: &Position, seat| -> BTreeSet<Vec<usize>> {
        (0..400)
            .map(|_| {
                let imagined = check(&p.game, &p.state, seat, &mut draw);
                let privates = imagined.private.first(5).iter();
                privates.map(|private| private.role.index()).collect()
            })
            .collect()
    };
    assert_eq!(deals(&p, CHIEF).len(), 24);
    assert_eq!(deals(&p, LEADER).len(), 6);
    p.private[LEADER].seen_role[MERCHANT] = Some(Role::Merchant);
    let seen = deals(&p, LEADER);
    assert_eq!(seen.len(), 2);
    assert!(seen.iter().all(|deal| deal[2] == Role::Merchant.index()));
    p.public.role[Seat(4)] = Some(Role::Profiteer);
    assert_eq!(deals(&p, LEADER).len(), 1);
}

#[test]
fn the_card_left_out_of_four_may_be_either_unless_it_is_known() {
    let mut draw = Stream::keyed(25, 0, 0, 0);
    let mut out = |p: &Position, seat| -> BTreeSet<usize> {
        (0..60)
            .map(|_| {
                let imagined = check(&p.game, &p.state, seat, &mut draw);
                let left_out = imagined.hidden.left_out.expect("a card was left out");
                let twice = imagined.private.first(4).iter().any(|private| private.role == left_out);
                assert!(!twice, "the card lies in the box");
                left_out.index()
            })
            .collect()
    };
    let p = Position::new(4);
    assert_eq!(out(&p, CHIEF).len(), 2);
    let found = out(&p, Seat(3));
    assert_eq!(found, [Role::Profiteer.index()].into(), "the separatist knows");
    let dealt = [Role::Chief, Role::Leader, Role::Merchant, Role::Profiteer];
    let mut p = Position::new(4).roles(&dealt);
    assert_eq!(out(&p, Seat(3)), [Role::Separatist.index()].into());
    p.public.role[Seat(3)] = Some(Role::Profiteer);
    let found = out(&p, CHIEF);
    assert_eq!(found, [Role::Separatist.index()].into(), "after a Con everybody knows");
}

#[test]
fn hidden_hands_and_the_deck_are_dealt_from_what_is_unseen() {
    let p = Position::new(7)
        .hand(CHIEF, &[Decoy])
        .hand(LEADER, &[ClearWater])
        .deck_of(20);
    let mut draw = Stream::keyed(26, 0, 0, 0);
    let mut held = 0;
    for _ in 0..500 {
        let imagined = check(&p.game, &p.state, CHIEF, &mut draw);
        held |= imagined.private[LEADER].hand;
    }
    let unseen = p.game.deck & !p.private[CHIEF].hand & !p.public.discards;
    assert_eq!(held, unseen, "any card not seen may be in the hand");
}
