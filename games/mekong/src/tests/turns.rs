//! Programmes, cards turned up, dragons, the end of a turn and of the game.

use super::*;
use crate::bots::{Eye, ScriptedBot, tactics};
use crate::state::Ending;
use balance_engine::{RandomBot, Table, Turn};
use balance_kit::script::lines;

#[test]
fn rd_09_10_11_five_different_cards() {
    // In order; what lies stays where it is until the turn is over.
    let game = table(3, |_| {});
    let mut p = start(&game);
    let hand = cards(game.hands[Seat(0)]).collect::<Vec<_>>();
    assert_eq!(hand.len(), 10);
    for laid in [Card::JUMP, Card::MOVE, Card::STONE, Card::REMOVE, Card::PLANK] {
        let offered = p.moves();
        assert!(offered.contains(&Move::Card(laid)));
        assert_eq!(p.public.decider, Seat(0), "who has begun lays five before anybody else");
        p.play(Move::Card(laid));
        if p.public.decider == Seat(0) {
            assert_eq!(offered.len() - 1, p.moves().len());
        }
    }
    assert_eq!(p.public.decider, Seat(1));
    let found = p.private[Seat(0)].programme;
    assert_eq!(found, [Card::JUMP, Card::MOVE, Card::STONE, Card::REMOVE, Card::PLANK]);
    assert!(p.public.shown[Seat(0)].iter().all(|card| *card == Card::NONE));
    while p.public.turn == 1 {
        if p.public.decider == Seat(0) {
            assert_ne!(p.public.ask, Ask::Card, "programming is over");
        }
        let (laid, first) = (p.private[Seat(0)].programme, p.moves()[0]);
        p.play(first);
        if p.public.turn == 1 {
            assert_eq!(p.private[Seat(0)].programme, laid);
        } else {
            assert_eq!(p.public.last[Seat(0)], laid);
        }
    }
}

#[test]
fn rd_12_one_dragon_at_most() {
    for (max, left) in [(1, 0), (2, 1), (0, 0)] {
        let game = table(3, |rules| rules.dragons_max = max);
        let mut p = start(&game);
        let dragons = |p: &Position| {
            let dragon = |mv: &&Move| matches!(mv, Move::Card(card) if card.dragon_of().is_some());
            p.moves().iter().filter(dragon).count()
        };
        assert_eq!(dragons(&p), if max == 0 { 0 } else { 2 });
        if max > 0 {
            p.play(Move::Card(Card::dragon(game.colours[Seat(1)])));
            assert_eq!(dragons(&p), left);
        }
    }
}

#[test]
fn rd_14_15_17_position_by_position_clockwise_from_the_first_player() {
    let mut p = start(&table(3, |_| {}));
    let head: &[Card] = &[Card::STONE, Card::STONES];
    p.turn(&[head; 3]);
    let mut order = Vec::new();
    for _ in 0..9 {
        assert_eq!(p.public.ask, Ask::Stone);
        let shown = p.public.shown[Seat(2)];
        assert_eq!(shown[1] == Card::NONE, order.len() < 3, "the second card waits");
        order.push((p.public.position, p.public.decider.0));
        let first = p.moves()[0];
        let stone = |mv: &Move| matches!(mv, Move::Island(_));
        assert!(p.moves().iter().all(stone), "there is no way round it");
        p.play(first);
    }
    let all = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 0), (1, 1), (1, 1), (1, 2), (1, 2)];
    assert_eq!(order, all);
}

#[test]
fn rd_16_23_cancelled_when_turned_up() {
    // RD-R17 RD-R18: the dragon lies with a later player; a cancelled move is no fall
    let game = table(3, |_| {});
    let mut p = start(&game);
    let home = p.public.pawns[Seat(0)];
    p.stand(0, village(PINK));
    let events = p.turn(&[&[Card::MOVE], &[Card::STONE], &[Card::dragon(game.colours[Seat(0)])]]);
    assert!(events.contains(&Event::Cancelled(Seat(0), Card::MOVE)));
    assert!(!events.iter().any(|event| matches!(event, Event::Fell(..))));
    assert_eq!(p.public.pawns[Seat(0)], village(PINK));
    assert_ne!(home, village(PINK));
    assert_eq!(p.public.decider, Seat(1));
}

#[test]
fn rd_19_a_cancelled_action_changes_nothing() {
    // RD-19 for every action: the table is as it was, but for whose turn it is
    let game = table(2, |_| {});
    for card in cards(0xff) {
        let mut p = start(&game);
        p.bridge(0, 1, (PINK, i(18)));
        p.stones(&[1, 2]);
        let before = p.public;
        let events = p.turn(&[&[card], &[Card::dragon(PINK)]]);
        assert!(events.contains(&Event::Cancelled(Seat(0), card)), "{card:?}");
        let mut after = p.public;
        // The second position has begun; undo what is about order and cards.
        after.ask = before.ask;
        after.decider = before.decider;
        (after.position, after.done, after.due) = (before.position, before.done, before.due);
        after.cancelled = before.cancelled;
        after.shown = before.shown;
        if !events.iter().any(|event| matches!(event, Event::Fell(..))) {
            assert_eq!(after, before, "{card:?}");
        }
    }
}

#[test]
fn rd_20_22_e5_a_dragon_does_not_stop_a_dragon() {
    // RD-R19: at position 4 pink shows green's dragon and green shows blue's
    let mut p = start(&table(6, |_| {}));
    let calm = [Card::STONE, Card::STONES, Card::REMOVE];
    let with = |card: Card| [calm[0], calm[1], calm[2], card];
    let (pink, green, others) = (with(Card::dragon(GREEN)), with(Card::dragon(BLUE)), with(Card::PLANK));
    p.turn(&[&pink, &green, &others, &others, &others, &others]);
    let mut events = Vec::new();
    while p.public.position < 3 {
        events = p.play(p.moves()[0]);
    }
    let mut seen = events;
    while p.public.position == 3 {
        assert!(p.public.decider > Seat(2), "a dragon is the whole action");
        seen.extend(p.play(p.moves()[0]));
    }
    let cancelled = seen.iter().filter(|event| matches!(event, Event::Cancelled(..)));
    let cancelled: Vec<&Event> = cancelled.collect();
    assert_eq!(cancelled, [&Event::Cancelled(Seat(2), Card::PLANK)]);
}

#[test]
fn rd_21_two_dragons_on_one_target_do_no_more() {
    let game = table(3, |_| {});
    let mut p = start(&game);
    let dragon = [Card::dragon(game.colours[Seat(1)])];
    let events = p.turn(&[&dragon, &[Card::STONE], &dragon]);
    let cancelled = events.iter().filter(|event| matches!(event, Event::Cancelled(..)));
    assert_eq!(cancelled.count(), 1);
    assert_eq!(p.public.position, 1, "nobody had anything to do");
}

#[test]
fn rd_16_19_a_dragon_cancels_at_its_own_position_alone() {
    let mut p = start(&table(2, |_| {}));
    let heads: [&[Card]; 2] = [&[Card::dragon(BLACK), Card::STONE], &[Card::STONE, Card::STONES]];
    let events = p.turn(&heads);
    assert!(events.contains(&Event::Cancelled(Seat(1), Card::STONE)));
    let events = p.play(p.moves()[0]);
    assert!(!events.contains(&Event::Cancelled(Seat(1), Card::STONES)));
    let found = (p.public.decider, p.public.position, p.public.ask);
    assert_eq!(found, (Seat(1), 1, Ask::Stone));
}

#[test]
fn rd_13_71_72_73_the_first_player_card_goes_left() {
    // And everybody has all his cards again, and lays them first of all.
    let game = table(3, |_| {});
    let mut p = start(&game);
    for expected in [0, 1, 2, 0] {
        assert_eq!((p.public.first, p.public.decider), (Seat(expected), Seat(expected)));
        let hand = cards(game.hands[Seat(expected)]).map(Move::Card).collect::<Vec<_>>();
        assert_eq!(p.moves(), hand, "the whole hand again");
        assert_eq!((p.public.ask, p.public.position), (Ask::Card, 0));
        let now = p.public.turn;
        let mut events = Vec::new();
        while p.public.turn == now {
            events = p.play(p.moves()[0]);
        }
        assert_eq!((p.public.turn, events.last()), (now + 1, Some(&Event::TurnBegan)));
        assert!(p.public.last[Seat(0)].iter().all(|card| *card != Card::NONE));
    }
}

#[test]
fn rd_74_over_at_once() {
    // RD-57: by a first step of two; nobody else acts any more
    for (card, ending) in [(Card::MOVE, Ending::Step), (Card::MOVE_TWO, Ending::DoubleStep)] {
        let game = table(2, |_| {});
        let mut p = start(&game);
        let last = p.bridge(0, 1, (BLACK, i(19)));
        p.stand(0, last);
        p.act(card);
        let events = p.play(Move::Step(village(BLACK)));
        assert_eq!(events, [Event::Stepped(Seat(0), village(BLACK))]);
        assert_eq!(game.turn(&p.public), Turn::Over);
        assert_eq!(p.public.ending, Some(ending));
        let outcome = game.outcome(&p.state());
        assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [Seat(0)]);
        assert_eq!((outcome.sides, outcome.ending), (1, ending as u8));
    }
}

#[test]
fn rd_75_exactly_one_wins() {
    let game = table(6, |rules| rules.turns_max = 20);
    let rusher = ScriptedBot::read("rusher", &lines(tactics::SCRIPTS, "rusher"), Eye::default())
        .unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut table = Table::new(&game);
    let mut won = 0;
    for index in 0..60 {
        let finished = table.play(Chance::new(6, index), |_, _| &rusher, &mut ());
        let capped = finished.outcome.ending == Ending::TurnCap as u8;
        let winners = finished.outcome.winners;
        assert_eq!(winners.len(), usize::from(!capped));
        assert_eq!(finished.outcome.sides.count_ones() as usize, winners.len());
        won += winners.len();
    }
    assert!(won > 40, "{won}");
}

#[test]
fn rd_76_only_the_cap_ends_a_game_without_a_winner() {
    // RD-R30
    let game = table(2, |rules| rules.turns_max = 7);
    let mut table = Table::new(&game);
    let mut capped = 0;
    for index in 0..20 {
        let finished = table.play(Chance::new(5, index), |_, _| &RandomBot, &mut ());
        if finished.outcome.ending == Ending::TurnCap as u8 {
            capped += 1;
            assert_eq!(game.turns(&finished.state.public), 7);
            assert!(finished.outcome.winners.is_empty());
        }
    }
    assert!(capped >= 15, "{capped}");
}
