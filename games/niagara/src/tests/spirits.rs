//! Spirits of Niagara, the expansion, part by part.

use super::*;
use crate::rules::Spirits;
use crate::state::{Elk, Whirlpool};

fn spirits(players: u8, change: impl FnOnce(&mut Spirits)) -> Expedition {
    position(players, |rules| change(&mut rules.spirits))
}

/// Everything canoe `at` of the first player may do.
fn by_canoe(moves: &[Move], at: u8) -> Vec<Move> {
    let own = |mv: &&Move| matches!(mv, Move::Paddle { canoe, .. } if *canoe == at);
    moves.iter().filter(own).copied().collect()
}

#[test]
fn gems_go_by_the_number_of_players() {
    for (players, gems) in [(2, 7), (3, 6), (4, 7), (5, 7), (6, 8)] {
        let p = spirits(players, |spirits| {
            spirits.gems_by_players = true;
            spirits.sixth_player = true;
        });
        assert_eq!(p.public.places[PINK.index()][PINK.index()], gems, "{players} players");
        p.game.invariant(&p.state).expect("all gems are there");
    }
    assert_eq!(position(3, |_| {}).public.places[0][0], 7);
    for (few, gems) in [(1, 1), (2, 1), (3, 2)] {
        let p = position(3, |rules| {
            rules.spirits.gems_by_players = true;
            rules.gems_per_place = few;
        });
        assert_eq!(p.public.places[0][0], gems, "one is left");
    }
}

#[test]
fn a_double_canoe_has_two_holds() {
    let mut p = spirits(2, |spirits| spirits.doubles = true);
    assert_eq!([p.game.holds(0), p.game.holds(1)], [1, 2]);
    p.put(0, 0, 3, NONE);
    p.put(0, 1, 3, NONE);
    p.lay(&[4, 3]);
    let all = p.moves();
    let two = |canoe| Move::Paddle {
        canoe,
        pre: Block::new(0, Some(VIOLET), Some(VIOLET)),
        to: S[3],
        post: Block::NOTHING,
    };
    let fine = all.contains(&two(1)) && !all.contains(&two(0));
    assert!(fine, "each gem pays its own two points");
    p.play(two(1));
    assert_eq!(p.public.canoes[Seat(0)][1].gems(), 2);
    assert_eq!(p.public.places[VIOLET.index()][VIOLET.index()], 5);
}

/// Loading and unloading as a model has it: holds emptied, as bits, and the gems taken aboard.
type Stop = (u8, Option<GemColour>, Option<GemColour>);

/// Everything a double canoe with these gems may do at the place of `own`, with its points: each gem that it puts down or
/// takes aboard costs two.
fn stops_of_a_double(
    aboard: [Option<GemColour>; 2],
    lying: [u8; COLOURS],
    own: GemColour,
    rules: &Rules,
) -> Vec<(u8, Stop)> {
    let mut stops = Vec::new();
    let empty = lying == [0; COLOURS];
    for unload in 0..4u8 {
        let down = (0..2).filter(|hold| unload >> hold & 1 == 1).map(|hold| aboard[hold]);
        let down: Vec<_> = down.collect();
        let fits = |gem: &Option<GemColour>| gem.is_some_and(|gem| gem != own) && !(rules.unload_needs_gems && empty);
        // Of two alike it is the first that is put down.
        if !down.iter().all(fits) || unload == 2 && aboard[0] == aboard[1] {
            continue;
        }
        let room = 2 - (aboard.iter().flatten().count() - down.len());
        let may = |gem: &GemColour| !(rules.swap_changes_colour && down.contains(&Some(*gem)));
        let there = GemColour::ALL.into_iter();
        let there: Vec<GemColour> = there.filter(|gem| lying[gem.index()] > 0 && may(gem)).collect();
        let mut loads = vec![(0, None, None)];
        if room >= 1 {
            loads.extend(there.iter().map(|gem| (1, Some(*gem), None)));
        }
        if room == 2 {
            for (at, one) in there.iter().enumerate() {
                let others = there[at..].iter().filter(|two| *two != one || lying[one.index()] > 1);
                loads.extend(others.map(|two| (2, Some(*one), Some(*two))));
            }
        }
        let stops_so = loads
            .into_iter()
            .map(|(gems, load, also)| (2 * (down.len() as u8 + gems), (unload, load, also)));
        stops.extend(stops_so.filter(|(points, _)| *points > 0));
    }
    stops
}

#[test]
fn ni_29_31_32_each_gem_of_a_double_canoe_costs_its_own_points() {
    let colours = || [NONE].into_iter().chain(GemColour::ALL.map(Some));
    let pairs = colours().flat_map(|one| colours().map(move |two| [one, two]));
    let loads: Vec<_> = pairs.filter(|[one, two]| one.is_some() || two.is_none()).collect();
    for (unload_needs_gems, swap_changes_colour) in [(false, true), (true, true), (false, false), (true, false)] {
        let game = table(2, |rules| {
            rules.spirits.doubles = true;
            rules.unload_needs_gems = unload_needs_gems;
            rules.swap_changes_colour = swap_changes_colour;
        });
        for lying in [[0; 5], [0, 1, 0, 0, 0], [1, 2, 0, 0, 0], [2, 0, 1, 0, 1]] {
            let mut p = begin(&game);
            p.public.places[CLEAR.index()] = lying;
            for aboard in &loads {
                let [cargo, second] = *aboard;
                let canoe = |space| Canoe {
                    cargo,
                    second,
                    ..Canoe::empty(space)
                };
                let all = stops_of_a_double(*aboard, lying, CLEAR, &game.rules);
                for points in 1..=9 {
                    let mut due: Vec<Stop> = all.iter().filter(|stop| stop.0 == points).map(|stop| stop.1).collect();
                    let (mut before, mut after) = (Vec::new(), Vec::new());
                    let stop = |block: Block| (block.unload, block.load, block.also);
                    // On the spot, and one space further with a point more.
                    game.each_paddle(&p.public, 1, canoe(S[4]), points, |pre, to, _| {
                        if to == S[4] {
                            before.push(stop(pre));
                        }
                    });
                    game.each_paddle(&p.public, 1, canoe(S[3]), points + 1, |pre, to, post| {
                        if to == S[4] && pre == post {
                            assert_eq!(points, 0);
                        } else if to == S[4] && pre == Block::NOTHING {
                            after.push(stop(post));
                        }
                    });
                    for found in [&mut due, &mut before, &mut after] {
                        found.sort_unstable();
                    }
                    let told = (&before, &after);
                    assert_eq!(told, (&due, &due), "{aboard:?} among {lying:?} with {points}");
                }
            }
        }
    }
}

#[test]
fn a_double_canoe_with_room_goes_on_loading_and_lands_both() {
    let mut p = spirits(2, |spirits| spirits.doubles = true);
    p.put(0, 1, 4, VIOLET);
    p.public.canoes[Seat(0)][0] = Canoe::empty(LOST);
    p.lay(&[6, 3]);
    let home = Move::Paddle {
        canoe: 1,
        pre: load(CLEAR),
        to: LAND,
        post: Block::NOTHING,
    };
    let told = p.happened(&[home]);
    assert_eq!(p.public.gems[Seat(0)], [1, 1, 0, 0, 0]);
    let landed = Event::Landed(Seat(0), 1, [Some(VIOLET), Some(CLEAR)]);
    assert!(told.contains(&landed), "{told:?}");
}

#[test]
fn a_double_canoe_may_steal_two() {
    let mut p = spirits(2, |spirits| spirits.doubles = true);
    p.put(0, 1, 5, NONE);
    p.put(1, 1, 4, VIOLET);
    p.public.canoes[Seat(1)][1].second = Some(CLEAR);
    p.take_away(CLEAR);
    p.lay(&[1, 3]);
    p.play(paddle(1, 4));
    let steal = |hold| Move::Steal {
        victim: Seat(1),
        canoe: 1,
        hold,
    };
    assert_eq!(p.moves(), [steal(0), steal(1), Move::Pass]);
    p.play(steal(1));
    assert_eq!(p.moves(), [steal(0), Move::Pass]);
    p.play(steal(0));
    let thief = p.public.canoes[Seat(0)][1];
    assert_eq!([thief.cargo, thief.second], [Some(CLEAR), Some(VIOLET)]);
    assert!(!p.public.canoes[Seat(1)][1].loaded());
}

#[test]
fn both_gems_of_a_double_canoe_fall() {
    let mut p = spirits(2, |spirits| spirits.doubles = true);
    p.put(0, 1, R7, VIOLET);
    p.public.canoes[Seat(0)][1].second = Some(PINK);
    p.take_away(PINK);
    p.push();
    assert_eq!(p.public.canoes[Seat(0)][1], Canoe::empty(LOST));
    p.game.invariant(&p.state).expect("all gems are there");
}

#[test]
fn the_new_cards_make_a_cycle_of_ten() {
    let p = spirits(3, |spirits| spirits.cards = true);
    let cards = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14].map(|card| Move::Card(Card(card)));
    let cards: Vec<Move> = cards.to_vec();
    assert_eq!(p.moves(), cards);
    assert_eq!(position(3, |_| {}).public.hands[Seat(0)].count_ones(), 7);
}

#[test]
fn a_seven_lands_from_the_edge_of_the_falls() {
    // the board is seven deep
    let mut p = spirits(2, |spirits| spirits.cards = true);
    p.put(0, 0, L7, PINK);
    p.lay(&[7, 3]);
    p.play(paddle(0, LAND));
    assert_eq!(p.public.gems[Seat(0)][PINK.index()], 1);
}

#[test]
fn the_choice_card_moves_one_canoe_and_counts_for_the_river() {
    let mut p = spirits(2, |spirits| spirits.cards = true);
    p.put(0, 0, 3, NONE);
    p.put(0, 1, 4, NONE);
    p.lay(&[CHOICE, Card(6)]);
    assert_eq!(p.moves(), [1, 2, 3].map(Move::Number));
    p.play(Move::Number(2));
    let all = p.moves();
    assert!(!by_canoe(&all, 0).is_empty() && !by_canoe(&all, 1).is_empty() && !all.contains(&Move::Pass));
    p.play(paddle(1, 2));
    assert_eq!(p.public.decider, Seat(1), "the other canoe rests");
    assert_eq!(p.game.flow(&p.public), 2);
}

#[test]
fn the_lasso_holds_canoes_while_the_river_moves() {
    let mut p = spirits(2, |spirits| spirits.cards = true);
    p.put(0, 0, R7, PINK);
    p.put(0, 1, 2, NONE);
    p.own(0, CLEAR, 1);
    p.lay(&[LASSO, Card(3)]);
    assert_eq!(p.public.decider, Seat(1), "nothing to choose");
    p.play(paddle(0, 3));
    assert_eq!(p.public.canoes[Seat(0)].map(|canoe| canoe.space), [R7, S[2]]);
    assert_eq!(p.public.canoes[Seat(1)][0].space, R6, "three steps for the others");
    // it shows no number: alone it leaves the river to the weather
    p.public.shown[Seat(0)] = Some(LASSO);
    p.public.shown[Seat(1)] = Some(CLOUD);
    p.public.weather = 3;
    assert_eq!(p.game.flow(&p.public), 2);
}

/// Where a canoe at `space` may stop with `steps` while the whirlpool is at `eddy`.
fn stops_with(eddy: impl Into<Space>, space: impl Into<Space>, steps: u8) -> Vec<Space> {
    let game = table(2, |rules| rules.spirits.whirlpool = true);
    let mut found = Vec::new();
    let eddy = Some(eddy.into()).filter(|eddy| eddy.in_river());
    game.each_stop(space.into(), steps, eddy, |to| found.push(to));
    found
}

#[test]
fn nobody_stops_on_the_whirlpool() {
    let p = spirits(2, |spirits| spirits.whirlpool = true);
    assert_eq!(p.public.whirlpool, Whirlpool::At(S[3]), "at the first place");
    // downwards: one space further
    assert_eq!(stops_with(3, 1, 2), [LAND, S[4]]);
    assert_eq!(stops_with(5, LAND, 5), [L6, R6]);
    assert_eq!(stops_with(L6, 5, 1), [S[4], L7, R6]);
    assert_eq!(stops_with(L7, L6, 1), [S[5]], "nobody goes over the falls");
    // upwards: two points to pass, one space down for who would stop there
    assert_eq!(stops_with(3, 5, 1), [S[4], L6, R6]);
    assert_eq!(stops_with(3, 5, 2), [S[4], L7, R7]);
    assert_eq!(stops_with(3, 5, 3), [S[4]]);
    assert_eq!(stops_with(3, 5, 4), [S[2]]);
    assert_eq!(stops_with(3, 5, 5), [S[1]]);
    assert_eq!(stops_with(3, 5, 6), [LAND]);
    assert_eq!(stops_with(L6, R7, 2), [S[5]], "the other arm is free");
    assert_eq!(stops_with(LAND, 4, 4), [LAND], "one that waits to go in is nowhere");
}

#[test]
fn a_canoe_that_the_whirlpool_turns_back_has_not_come_up() {
    let mut p = spirits(2, |spirits| spirits.whirlpool = true);
    p.put(0, 0, 4, NONE);
    p.put(1, 0, 4, VIOLET);
    p.lay(&[1, 6]);
    p.play(paddle(0, 4));
    assert_eq!(p.public.ask, Ask::Canoe, "it takes nothing from its neighbour");
}

#[test]
fn the_whirlpool_floats_and_comes_back_at_the_top() {
    let mut p = spirits(2, |spirits| spirits.whirlpool = true);
    let mut way = Vec::new();
    for _ in 0..9 {
        p.push();
        way.push(p.public.eddy().unwrap_or(LAND));
    }
    // the first disc goes right, so the third leaves the fork to the right, too
    assert_eq!(way, [S[4], S[5], R6, R6, R7, R7, LAND, S[1], S[2]]);
}

#[test]
fn a_tied_canoe_that_comes_to_the_whirlpool_goes_down_by_one() {
    let mut p = spirits(2, |spirits| {
        spirits.whirlpool = true;
        spirits.cards = true;
    });
    p.put(0, 0, 5, NONE);
    p.lay(&[LASSO, Card(2)]);
    p.play(paddle(0, 2));
    assert_eq!(p.public.eddy(), Some(S[5]));
    assert!([L6, R6].contains(&p.public.canoes[Seat(0)][0].space));
}

#[test]
fn the_beaver_takes_the_weather_back() {
    let mut p = spirits(2, |spirits| spirits.beaver = true);
    p.public.weather = 2;
    p.lay(&[CLOUD, Card(1)]);
    p.play(Move::Weather { up: true });
    let found = (p.public.weather, p.public.beaver);
    assert_eq!(found, (3, Some(S[1])), "it comes with the last box");
    for _ in 0..8 {
        p.push();
    }
    assert_eq!(p.public.weather, 3);
    p.push();
    assert_eq!((p.public.weather, p.public.beaver), (1, None));
    // without the switch there is none
    let mut p = position(2, |_| {});
    p.public.weather = 2;
    p.lay(&[CLOUD, Card(1)]);
    p.play(Move::Weather { up: true });
    assert_eq!(p.public.beaver, None);
}

#[test]
fn the_elk_adds_two_points_until_its_canoe_lands() {
    let mut p = spirits(2, |spirits| spirits.elk = true);
    assert_eq!(p.public.elk, Elk::Home);
    p.put(0, 0, L6, NONE);
    p.lay(&[Card(1), CLOUD]);
    p.play(paddle(0, L7));
    assert_eq!(p.public.elk, Elk::With(Seat(0), 0), "seat 1, canoe 0");
    p.play(Move::Pass);
    // T6 with the elk: a 5 is enough from the edge of the falls
    p.public.shown[Seat(0)] = Some(Card(5));
    assert_eq!(Niagara::points(&p.public, Seat(0), 0), 7);
    assert_eq!(Niagara::points(&p.public, Seat(0), 1), 5);
    let mut found = Vec::new();
    p.game.each_stop(L7, 7, None, |to| found.push(to));
    assert_eq!(found, [LAND]);
}

#[test]
fn the_elk_is_not_taken_by_a_canoe_that_floated_to_it() {
    let mut p = spirits(2, |spirits| spirits.elk = true);
    p.put(0, 0, L7, NONE);
    p.lay(&[2, 3]);
    p.play(paddle_with(load(PINK), L7, Block::NOTHING));
    assert_eq!(p.public.elk, Elk::Home);
}

#[test]
fn ni_41_the_owner_chooses_which_canoe_comes_back() {
    // NI-42: with the cloud one has to come back, and the cloud moves afterwards.
    let back = |canoe| take_back_one(canoe, None);
    for (card, choices) in [
        (CLOUD, vec![back(0), back(1)]),
        (Card(2), vec![back(0), back(1), Move::Pass]),
    ] {
        let mut p = spirits(2, |spirits| spirits.doubles = true);
        p.public.canoes[Seat(0)] = [Canoe::empty(LOST); 2];
        p.lay(&[card, Card(3)]);
        assert_eq!(p.moves(), choices);
        p.play(back(1));
        let own = p.public.canoes[Seat(0)].map(|canoe| canoe.space);
        let next = if card == CLOUD { Ask::Weather } else { Ask::Canoe };
        assert_eq!((own, p.public.ask), ([LOST, LAND], next));
    }
    // For a gem, too.
    let mut p = spirits(2, |spirits| spirits.doubles = true);
    p.public.canoes[Seat(0)] = [Canoe::empty(LOST); 2];
    p.own(0, CLEAR, 1);
    p.lay(&[2, 3]);
    let paid = |canoe| take_back_one(canoe, Some(CLEAR));
    assert_eq!(p.moves(), [paid(0), paid(1), Move::Pass]);
}

#[test]
fn of_twins_one_is_offered_unless_one_of_them_has_the_elk() {
    let offered = |elk: Elk| {
        let mut p = spirits(2, |spirits| spirits.elk = true);
        p.put(0, 0, 3, NONE);
        p.put(0, 1, 3, NONE);
        p.put(1, 0, 3, NONE);
        p.public.elk = elk;
        p.lay(&[1, 2]);
        [0, 1].map(|canoe| {
            let all = p.moves().into_iter();
            let stops = all.filter_map(|mv| match mv {
                Move::Paddle { to, .. } if mv == paddle(canoe, to) => Some(to),
                _ => None,
            });
            stops.collect::<Vec<Space>>()
        })
    };
    let (near, far) = (vec![S[2], S[4]], vec![LAND, L6, R6]);
    assert_eq!(offered(Elk::Home), [near.clone(), vec![]]);
    let found = offered(Elk::With(Seat(1), 0));
    assert_eq!(found, [near.clone(), vec![]], "that of another");
    assert_eq!(offered(Elk::With(Seat(0), 0)), [far.clone(), near.clone()]);
    assert_eq!(offered(Elk::With(Seat(0), 1)), [near, far]);
}

#[test]
fn the_elk_goes_home_after_the_last_fall_of_the_flow() {
    // A tied canoe that the whirlpool sweeps over the edge falls last of all, and its elk is home in the next round.
    let mut p = spirits(2, |spirits| {
        spirits.elk = true;
        spirits.whirlpool = true;
        spirits.cards = true;
    });
    p.put(0, 0, R7, NONE);
    p.public.elk = Elk::With(Seat(0), 0);
    // One disc to the right brings the whirlpool to the edge.
    p.public.whirlpool = Whirlpool::At(R6);
    p.lay(&[LASSO, Card(1)]);
    p.public.last_side = 0;
    let log = p.happened(&[paddle(0, 1)]);
    assert_eq!(p.public.eddy(), Some(R7));
    assert_eq!(p.public.canoes[Seat(0)][0].space, LOST, "swept over the edge");
    let own = |event: &&Event| matches!(event, Event::Swept(..) | Event::Fell { .. } | Event::ElkHome);
    let fell = Event::Fell {
        seat: Seat(0),
        canoe: 0,
        loaded: false,
    };
    let told: Vec<Event> = log.iter().filter(own).copied().collect();
    assert_eq!(told, [fell, Event::ElkHome], "told once");
    assert_eq!((p.public.round, p.public.elk), (2, Elk::Home));
}

#[test]
fn the_elk_goes_home_after_the_river() {
    let mut p = spirits(2, |spirits| spirits.elk = true);
    p.put(0, 0, 3, NONE);
    p.public.elk = Elk::With(Seat(0), 0);
    p.lay(&[1, 2]);
    p.play(paddle(0, LAND));
    assert_eq!(p.public.elk, Elk::Rests);
    p.play(Move::Pass);
    p.play(paddle(0, 2));
    assert_eq!((p.public.round, p.public.elk), (2, Elk::Home));
    // it is lost with its canoe, too
    p.put(1, 0, R7, NONE);
    p.public.last_side = 0;
    p.public.elk = Elk::With(Seat(1), 0);
    p.push();
    assert_eq!(p.public.elk, Elk::Rests);
}
