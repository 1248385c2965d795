//! Every switch in both positions, where another chapter has not tried it.

use super::*;
use crate::GAME;
use crate::rules::{FirstSide, Tiebreak, WinningSets};
use crate::state::Ending;
use balance_engine::{RandomBot, Table};

const NOTHING: Block = Block::NOTHING;

#[test]
fn ni_r01_the_step_ashore() {
    for (land_cost, least) in [(1, 4), (0, 3)] {
        let home =
            |card| options_with(4, NONE, card, |rules| rules.land_cost = land_cost, |_| {}).contains(&paddle(0, LAND));
        assert_eq!((1..=6).find(|card| home(*card)), Some(least));
    }
}

#[test]
fn ni_r04_load_without_moving() {
    for (allowed, count) in [(true, 1), (false, 0)] {
        let found = options_with(3, NONE, 2, |rules| rules.load_without_moving = allowed, |_| {});
        let still = |mv: &&Move| matches!(mv, Move::Paddle { to: Space(3), .. });
        assert_eq!(found.iter().filter(still).count(), count);
        assert!(found.contains(&paddle(0, 1)), "moving is left");
    }
}

#[test]
fn ni_r05_a_swap_changes_the_colour() {
    let mixed = |public: &mut Public| {
        public.places[VIOLET.index()][VIOLET.index()] -= 1;
        public.places[CLEAR.index()][VIOLET.index()] += 1;
    };
    let violet_for_violet = paddle_with(Block::new(1, Some(VIOLET), NONE), 4, NOTHING);
    for changes in [true, false] {
        let found = options_with(4, VIOLET, 4, |rules| rules.swap_changes_colour = changes, mixed);
        assert_eq!(found.contains(&violet_for_violet), !changes);
        assert!(found.contains(&paddle_with(Block::new(1, Some(CLEAR), NONE), 4, NOTHING)));
    }
}

#[test]
fn load_cost_other_than_two() {
    for (cost, least) in [(1, 1), (2, 2), (3, 3)] {
        let loads = |card| {
            let found = options_with(3, NONE, card, |rules| rules.load_cost = cost, |_| {});
            found.contains(&paddle_with(load(VIOLET), 3, NOTHING))
        };
        assert_eq!((1..=6).find(|card| loads(*card)), Some(least));
    }
    let dear = options_with(LAND, NONE, 6, |rules| rules.load_cost = 3, |_| {});
    assert!(dear.contains(&paddle_with(NOTHING, 3, load(VIOLET))));
    assert!(!dear.contains(&paddle_with(NOTHING, 4, load(CLEAR))));
}

#[test]
fn ni_r07_a_recovered_canoe_may_move_at_once() {
    for moves_at_once in [true, false] {
        let mut p = position(2, |rules| rules.returned_canoe_moves = moves_at_once);
        p.public.canoes[Seat(0)] = [Canoe::empty(LOST); 2];
        p.own(0, CLEAR, 1);
        p.lay(&[2, 3]);
        p.play(take_back(Some(CLEAR)));
        if moves_at_once {
            assert_eq!(p.moves(), [paddle(0, 2)], "and it has to go in (NI-R13)");
        } else {
            assert_eq!(p.public.decider, Seat(1));
            assert_eq!(p.public.canoes[Seat(0)][0], Canoe::ASHORE);
        }
    }
}

#[test]
fn ni_r08_canoes_bought_back_in_a_turn() {
    for (most, asked_again) in [(1, false), (2, true)] {
        let mut p = position(2, |rules| rules.buy_backs = most);
        p.public.canoes[Seat(0)] = [Canoe::empty(LOST); 2];
        p.own(0, CLEAR, 2);
        p.lay(&[2, 3]);
        p.play(take_back(Some(CLEAR)));
        assert_eq!(p.public.ask == Ask::Return, asked_again);
    }
    // What one has bought is not counted against the next.
    let mut p = position(2, |_| {});
    for (seat, colour) in [(0, CLEAR), (1, VIOLET)] {
        p.public.canoes[Seat(seat)] = [Canoe::empty(LOST); 2];
        p.own(seat, colour, 1);
    }
    p.lay(&[2, 3]);
    p.play(take_back(Some(CLEAR)));
    p.play(paddle(0, 2));
    assert_eq!(p.moves(), [take_back(Some(VIOLET)), Move::Pass]);
}

#[test]
fn ni_r09_who_has_gems_and_does_not_pay_stays_without() {
    let mut p = position(2, |_| {});
    p.public.canoes[Seat(0)] = [Canoe::empty(LOST); 2];
    p.own(0, CLEAR, 1);
    p.lay(&[2, 3]);
    p.play(Move::Pass);
    assert_eq!(p.public.decider, Seat(1));
    assert!(!Niagara::has_canoe(&p.public, Seat(0)));
    // NI-R12: his 2 counts for the river all the same
    let first = p.moves()[0];
    p.play(first);
    assert_eq!(p.public.canoes[Seat(1)][0].space, Space(5), "from 3 by two steps");
}

#[test]
fn ni_r13_the_canoe_ashore_has_to_go_in_when_the_other_is_lost() {
    let mut p = position(2, |_| {});
    p.public.canoes[Seat(0)][0] = Canoe::empty(LOST);
    p.lay(&[2, 3]);
    assert_eq!(p.moves(), [paddle(1, 2)]);
}

#[test]
fn ni_r20_a_canoe_may_go_in_while_the_other_lands() {
    let mut p = position(2, |_| {});
    p.put(0, 0, 2, NONE);
    p.lay(&[2, 3]);
    p.play(paddle(0, LAND));
    assert_eq!(p.moves(), [paddle(1, 2), Move::Pass]);
}

#[test]
fn ni_r24_unloading_at_an_emptied_place() {
    for needs_gems in [false, true] {
        let rules = |rules: &mut Rules| rules.unload_needs_gems = needs_gems;
        let found = options_with(4, VIOLET, 4, rules, |public| drain(public, CLEAR, 1));
        assert_eq!(found.contains(&paddle_with(UNLOAD, 2, NOTHING)), !needs_gems);
        assert!(
            !found
                .iter()
                .any(|mv| matches!(mv, Move::Paddle { pre, .. } if pre.load != NONE)),
            "nothing to swap"
        );
        let full = options_with(4, VIOLET, 4, |rules| rules.unload_needs_gems = needs_gems, |_| {});
        let holds = full.contains(&paddle_with(UNLOAD, 2, NOTHING));
        assert!(holds, "with gems it is open either way");
    }
}

#[test]
fn first_side_is_drawn_or_given() {
    let sides = |side| {
        let game = table(3, |rules| rules.first_side = side);
        let each = (0..60).map(|index| game.setup(&mut Chance::new(2, index)).public.last_side);
        let all = each.collect::<std::collections::BTreeSet<_>>().into_iter();
        all.collect::<Vec<_>>()
    };
    assert_eq!(sides(FirstSide::Random), [0, 1]);
    assert_eq!(sides(FirstSide::Left), [0]);
    assert_eq!(sides(FirstSide::Right), [1]);
}

/// Winners when the second and the first player complete a set in one round, holding these gems before.
fn winners(tiebreak: Tiebreak, held: [[u8; COLOURS]; 2], last: [GemColour; 2]) -> Vec<u8> {
    ended(tiebreak, held, last).0
}

fn ended(tiebreak: Tiebreak, held: [[u8; COLOURS]; 2], last: [GemColour; 2]) -> (Vec<u8>, Option<Ending>) {
    let mut p = position(2, |rules| rules.tiebreak = tiebreak);
    for (seat, (gems, colour)) in held.iter().zip(last).enumerate() {
        for (colour, count) in GemColour::ALL.into_iter().zip(gems) {
            p.own(seat as u8, colour, *count);
        }
        p.put(seat as u8, 0, 1, colour);
    }
    p.lay(&[1, 1]);
    for _ in 0..2 {
        p.play(paddle(0, LAND));
        p.play(Move::Pass);
    }
    assert_eq!(p.public.ask, Ask::Over);
    let winners = p.game.outcome(&p.state).winners.iter().map(|seat| seat.0).collect();
    (winners, p.public.ending)
}

#[test]
fn ni_r15_ties_are_broken_or_shared() {
    let level = [[3, 0, 0, 0, 0], [0, 3, 0, 0, 0]];
    assert_eq!(winners(Tiebreak::Shared, level, [VIOLET, CLEAR]), [0, 1]);
    let found = winners(Tiebreak::CountThenFirst, level, [VIOLET, CLEAR]);
    assert_eq!(found, [0], "who acted first");
    let found = winners(Tiebreak::Value, level, [VIOLET, CLEAR]);
    assert_eq!(found, [1], "clear is worth more");
    let more = [[3, 0, 0, 0, 0], [0, 3, 1, 0, 0]];
    let found = winners(Tiebreak::CountThenFirst, more, [VIOLET, CLEAR]);
    assert_eq!(found, [1], "more gems");
    let dear = [[3, 0, 0, 0, 1], [0, 3, 1, 0, 0]];
    let found = winners(Tiebreak::Value, dear, [VIOLET, CLEAR]);
    assert_eq!(found, [1], "four violet and a pink are worth 9, this 11");
}

#[test]
fn ni_r15_r16_the_ending_is_that_of_the_winners() {
    // The first has four violet, the second has seven of any; who is left behind does not name the ending.
    let held = [[3, 0, 0, 0, 0], [2, 2, 1, 1, 0]];
    let last = [VIOLET, CLEAR];
    let ended = |tiebreak| ended(tiebreak, held, last);
    assert_eq!(ended(Tiebreak::Shared), (vec![0, 1], Some(Ending::Several)));
    assert_eq!(ended(Tiebreak::CountThenFirst), (vec![1], Some(Ending::Any)));
    assert_eq!(ended(Tiebreak::Value), (vec![1], Some(Ending::Any)));
    let alone = |gems, last| self::ended(Tiebreak::Shared, [gems, [0; COLOURS]], [last, VIOLET]);
    let any = ([2, 2, 2, 0, 0], VIOLET, Ending::Any);
    let same = ([3, 0, 0, 0, 0], VIOLET, Ending::Same);
    let different = ([1, 1, 1, 1, 0], PINK, Ending::Different);
    for (gems, last, ending) in [any, same, different] {
        assert_eq!(alone(gems, last), (vec![0], Some(ending)));
    }
}

#[test]
fn ni_r16_a_win_by_several_sets_is_one_win() {
    let mut p = position(2, |_| {});
    for (colour, count) in [(VIOLET, 3), (CLEAR, 1), (YELLOW, 1), (BLUE, 1)] {
        p.own(0, colour, count);
    }
    p.put(0, 0, 1, PINK);
    p.lay(&[1, 1]);
    p.play(paddle(0, LAND));
    p.play(Move::Pass);
    let first = p.moves()[0];
    p.play(first);
    assert_eq!(p.public.ending, Some(Ending::Several));
    assert_eq!(p.game.outcome(&p.state).winners.len(), 1);
}

#[test]
fn sets_and_gems_can_be_changed() {
    let only_any = WinningSets {
        any: 3,
        same: 0,
        different: 0,
    };
    let game = table(2, |rules| {
        rules.sets = only_any.clone();
        rules.gems_per_place = 5;
    });
    assert_eq!(game.sets_of([2, 1, 0, 0, 0]), 1);
    assert_eq!(game.sets_of([2, 0, 0, 0, 0]), 0);
    let state = game.setup(&mut Chance::new(1, 1));
    assert_eq!(state.public.places[VIOLET.index()], [5, 0, 0, 0, 0]);
    let one = table(2, |rules| rules.sets = WinningSets { any: 1, ..only_any });
    assert_eq!([one.sets_of([0; COLOURS]), one.sets_of([0, 1, 0, 0, 0])], [0, 1]);
    let none = Rules {
        sets: WinningSets {
            any: 0,
            same: 0,
            different: 0,
        },
        ..Rules::default()
    };
    let board = crate::content::board(crate::content::BOARD).expect("well formed");
    let clashes = Niagara::new(none, &board).expect_err("nothing wins");
    assert_eq!(clashes[0].at.to_string(), "rules.sets");
}

#[test]
fn ni_r22_the_cap_is_an_ending_of_its_own() {
    for rounds_max in [10, 25] {
        let game = table(4, |rules| rules.rounds_max = rounds_max);
        let finished = Table::new(&game).play(Chance::new(5, 1), |_, _| &RandomBot, &mut ());
        assert_eq!(finished.outcome.ending, Ending::RoundCap as u8);
        assert_eq!(finished.state.public.ending, Some(Ending::RoundCap));
        assert_eq!(finished.state.public.round, rounds_max);
        assert!(finished.outcome.winners.is_empty());
    }
}

#[test]
fn ni_r23_two_to_five_and_a_sixth_with_the_expansion() {
    let board = crate::content::board(crate::content::BOARD).expect("well formed");
    let built = |players, sixth_player| {
        let mut rules = Rules {
            players,
            ..Rules::default()
        };
        rules.spirits.sixth_player = sixth_player;
        let each = Niagara::new(rules, &board).map(|game| game.players);
        each.map_err(|clashes| clashes[0].clone())
    };
    assert!((2..=5).all(|players| built(players, false).is_ok()));
    assert!((2..=6).all(|players| built(players, true).is_ok()));
    let refused = built(6, false).expect_err("no sixth player in the base game");
    assert_eq!(refused.at.to_string(), "rules.players");
    assert!(refused.help.is_some_and(|help| help.contains("spirits.sixth-player")));
    assert!(built(7, true).is_err() && built(1, false).is_err());
}

/// Keys of these rules that are said to change nothing.
fn idle(written: &str) -> Vec<String> {
    GAME.idle_keys(written, 12)
}

#[test]
fn rules_without_effect_at_a_table_are_said() {
    let six = "spirits = { sixth-player = true }\nrounds-max = 10";
    assert_eq!(idle(&format!("players = 5\n{six}")), ["spirits.sixth-player"]);
    assert!(idle(&format!("players = 6\n{six}")).is_empty());
    let whole = "spirits = { doubles = true, cards = true, gems-by-players = true, elk = true }";
    assert!(idle(whole).is_empty(), "the whole expansion is meant");
    let soon = "sets = { any = 1, same = 0, different = 0 }";
    for tiebreak in ["value", "count-then-first"] {
        let tie = format!("tiebreak = \"{tiebreak}\"\n{soon}");
        assert_eq!(idle(&format!("{tie}\nwin-check = \"after-each\"")), ["tiebreak"]);
        assert!(idle(&tie).is_empty());
    }
    let holds = idle("win-check = \"after-each\"\ntiebreak = \"shared\"").is_empty();
    assert!(holds, "the default");
}

#[test]
fn sets_for_which_there_are_too_few_gems_are_said() {
    let short = |sets: &str| GAME.keys_out_of_reach(&format!("sets = {sets}"));
    assert_eq!(short("{ same = 8, any = 36 }"), ["sets.same", "sets.any"]);
    assert!(short("{ same = 7, any = 35 }").is_empty());
}
