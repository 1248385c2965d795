//! Numbers of the rules that a variant may change and that no ruling is about.

use super::*;
use balance_kit::Guest;

fn dealt(rules: Rules) -> (Riverbed, State<Riverbed>) {
    let game = Riverbed::with_rules(rules);
    let state = game.setup(&mut Chance::new(5, 5));
    game.invariant(&state).expect("a sound deal");
    (game, state)
}

#[test]
fn the_published_numbers_are_the_defaults() {
    let rules = Rules::default();
    let found = (rules.starting_cards, rules.hand_limit, rules.cards_per_turn);
    assert_eq!(found, (1, 3, 1));
    assert_eq!((rules.swim_draws, rules.swim_steps, rules.coop_draws), (1, 2, 1));
    let found = (rules.uncovers, rules.uncover_cost, rules.hunt_cost, rules.con_cost);
    assert_eq!(found, (1, 1, 1, 1));
    assert!(rules.refresh_marker);
}

#[test]
fn rb_r01_r03_r09_r11_r12_r14_r16_r18_r19_r21_r22_r30_r32_rulings_are_the_defaults() {
    let rules = Rules::default();
    assert!(rules.reach_over_gaps && rules.coop_after_uncover && rules.penalty_after_first_tile);
    assert!(rules.penalty_counts_effects && rules.penalty_counts_last);
    assert!(!rules.coop_without_tile && !rules.cost_counts_as_card && !rules.second_action_after_marker);
    assert_eq!(rules.swim_over_gaps, SwimOverGaps::Drift);
    assert_eq!(rules.tile_decider, TileDecider::Revealer);
    assert_eq!(rules.adjacent, Adjacent::LandAndWater);
    assert_eq!(rules.coins_without_profiteer, CoinsWithoutProfiteer::NobodyWins);
    assert_eq!(rules.hand_limit_for, HandLimitFor::ActivePlayer);
    assert_eq!(rules.four_player_deal, FourPlayerDeal::Unseen);
    assert_eq!(rules.turns_max, 400);
}

#[test]
fn starting_cards() {
    for cards in [0, 2, 3] {
        let (_, state) = dealt(rules(9, |rules| rules.starting_cards = cards));
        let hands = state.private.first(9).iter().map(|private| private.hand);
        assert_eq!(hands.map(u64::count_ones).sum::<u32>(), u32::from(cards) * 9);
    }
}

#[test]
fn hand_limit() {
    for limit in [0, 1, 3] {
        let hand = [ClearWater, Delusion];
        let mut p = Position::changed(7, |rules| rules.hand_limit = limit).hand(CHIEF, &hand);
        p.play(&[Move::Dive, at(1), Move::EndTurn]);
        while p.ask() == (CHIEF, Ask::HandLimit) {
            let first = p.offered()[0];
            p.play(&[first]);
        }
        assert_eq!(p.cards_of(CHIEF).len(), usize::from(limit.min(2)));
    }
}

#[test]
fn draws_of_swim_and_co_op() {
    for draws in [0, 1, 2] {
        let mut p = Position::changed(7, |rules| rules.swim_draws = draws);
        p.play(&[Move::Swim, at(2)]);
        assert_eq!(p.cards_of(CHIEF).len(), usize::from(draws));
        let mut p = Position::changed(7, |rules| rules.coop_draws = draws);
        p.coop(MERCHANT, 1);
        assert_eq!(p.cards_of(CHIEF).len(), usize::from(draws));
    }
}

#[test]
fn steps_of_a_swim() {
    for (steps, spaces) in [(1, vec![2]), (2, vec![2, 3, 8]), (3, vec![2, 3, 4, 7, 8, 9])] {
        let mut p = Position::changed(7, |rules| rules.swim_steps = steps);
        p.play(&[Move::Swim]);
        assert_eq!(p.spaces(), spaces);
    }
}

#[test]
fn costs_of_uncover_hunt_and_con() {
    let pay = [Move::Discard(ClearWater), Move::Discard(Delusion)];
    for cost in [0, 2] {
        let hand = &[ClearWater, Delusion][..usize::from(cost)];
        let change = |rules: &mut Rules| (rules.uncover_cost, rules.hunt_cost, rules.con_cost) = (cost, cost, cost);
        let mut p = Position::changed(7, change).hand(CHIEF, hand);
        p.play(&[Move::Uncover]).play(&pay[..usize::from(cost)]).play(&[at(1)]);
        assert_eq!(p.shown(), [1]);
        for (seat, declare) in [(LEADER, Move::Hunt), (PROFITEER, Move::Con)] {
            let mut p = Position::changed(7, change).hand(seat, hand);
            p.play(&[Move::CoOp, who(seat), declare])
                .play(&pay[..usize::from(cost)]);
            assert!(p.public.role[seat].is_some());
            p.play(&[at(2)]);
        }
    }
    let p = Position::changed(7, |rules| rules.uncover_cost = 2).hand(CHIEF, &[ClearWater]);
    assert!(!p.offers(Move::Uncover), "one card of two");
}

#[test]
fn no_uncover_at_all() {
    let p = Position::changed(7, |rules| rules.uncovers = 0).hand(CHIEF, &[ClearWater]);
    assert!(!p.offers(Move::Uncover) && p.offers(Move::CoOp));
}

#[test]
fn end_points() {
    let p = Position::changed(7, |rules| rules.end_points.logs = Some(2));
    assert_eq!(p.game.ends, [7, 2, 6]);
    let mut p = p.meeple(MERCHANT, 6);
    p.coop(MERCHANT, 6);
    assert_eq!(p.ending(), Some(Ending::Logs));
}

#[test]
fn roles() {
    for (players, counts, sides) in [(7, [3, 2, 0], 0b011), (4, [1, 0, 1], 0b111)] {
        let [merchants, separatists, profiteers] = counts.map(Some);
        let counts = RoleCounts {
            merchants,
            separatists,
            profiteers,
        };
        let (game, state) = dealt(rules(players, |rules| rules.roles = counts));
        assert_eq!(game.sides_in_play(&state), sides);
        assert_eq!(state.hidden.left_out, None);
    }
}

#[test]
fn tile_numbers() {
    let own = vec![18, 17, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
    let game = Riverbed::with_rules(rules(4, |rules| rules.tile_numbers = Some(own.clone())));
    let numbers: Vec<u8> = game.tiles.iter().map(|tile| tile.number).collect();
    assert_eq!(numbers, own);
}

#[test]
fn who_sits_where_is_counted_from_the_chiefs_left() {
    let p = Position::new(7);
    let positions = SeatSet::all(7).iter().map(|seat| p.game.position(&p.state, seat));
    assert_eq!(positions.collect::<Vec<_>>(), [6, 0, 1, 2, 3, 4, 5]);
    assert_eq!(p.game.role(&p.state, LEADER), Role::Leader.index());
    assert_eq!(p.game.turns(&p.state.public), 1);
}

/// Keys that these rules set without effect.
fn idle(written: &str) -> Vec<String> {
    let written: toml::Table = toml::from_str(written).expect("rules");
    let rules: Rules = written.clone().try_into().expect("rules");
    let found = Riverbed::with_rules(rules).idle(&written);
    let key = |mistake: balance_kit::Mistake| match mistake.at {
        balance_kit::At::Rule(path) => path.join("."),
        other => panic!("{other:?}"),
    };
    found.into_iter().map(key).collect()
}

#[test]
fn rules_without_effect_at_a_table_are_said() {
    let found = idle("players = 5\nfour-player-deal = \"profiteer\"");
    assert_eq!(found, ["four-player-deal"]);
    assert!(idle("players = 4\nfour-player-deal = \"profiteer\"").is_empty());
    let gaps = "layout = \"alternative\"\nswim-over-gaps = \"skip\"\nreach-over-gaps = false";
    let found = idle(&format!("players = 7\n{gaps}"));
    assert_eq!(found, ["layout", "reach-over-gaps", "swim-over-gaps"]);
    assert!(idle(&format!("players = 6\n{gaps}")).is_empty());
    let coins = "coins-without-profiteer = \"play-on\"";
    assert_eq!(idle(&format!("players = 5\n{coins}")), ["coins-without-profiteer"]);
    assert!(idle(&format!("players = 4\n{coins}")).is_empty());
    let profiteer = "players = 4\nfour-player-deal = \"profiteer\"";
    let told = idle(&format!("{profiteer}\ncon-cost = 2\n{coins}"));
    assert_eq!(told, ["coins-without-profiteer"]);
    let separatist = "players = 4\nfour-player-deal = \"separatist\"";
    assert_eq!(idle(&format!("{separatist}\ncon-cost = 2\n{coins}")), ["con-cost"]);
    let none = "players = 7\nroles = { merchants = 3, separatists = 2, profiteers = 0 }";
    assert_eq!(idle(&format!("{none}\ncon-cost = 2\n{coins}")), ["con-cost"]);
    let found = idle("uncovers = 0\nuncover-cost = 2\ncoop-after-uncover = false");
    assert_eq!(found, ["uncover-cost", "coop-after-uncover"]);
    let found = idle("refresh-marker = false\nsecond-action-after-marker = true");
    assert_eq!(found, ["second-action-after-marker"]);
    let free = "uncover-cost = 0\nhunt-cost = 0\ncon-cost = 0\ncost-counts-as-card = true";
    assert_eq!(idle(free), ["cost-counts-as-card"]);
    assert!(idle("players = 7").is_empty(), "what is not written is not said");
    let holds = idle("players = 7\nlayout = \"default\"").is_empty();
    assert!(holds, "nor what is the default");
}
