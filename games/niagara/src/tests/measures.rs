//! What a run counts, against games that are known move by move.

use super::*;
use crate::metrics::{Count, NiagaraMetrics};
use balance_engine::{RandomBot, Recorder, Table};
use balance_kit::Metrics;

/// Plays moves under the eyes of the metrics.
struct Watched {
    p: Expedition,
    metrics: NiagaraMetrics,
}

impl Watched {
    fn new(players: u8, change: impl FnOnce(&mut Rules)) -> Self {
        let p = position(players, change);
        let mut metrics = NiagaraMetrics::default();
        metrics.start(&p.game, &p.state);
        Watched { p, metrics }
    }

    fn play(&mut self, all: &[Move]) {
        for mv in all {
            assert!(self.p.moves().contains(mv), "{mv:?}");
            let Expedition { game, state, chance } = &mut self.p;
            game.play(state, *mv, chance, &mut self.metrics);
        }
    }

    fn counts<const N: usize>(&self, keys: [&str; N]) -> [u32; N] {
        keys.map(|key| count(&self.metrics, key))
    }
}

/// What was counted under this key.
fn count(metrics: &NiagaraMetrics, key: &str) -> u32 {
    let at = Count::TABLE.iter().position(|counter| counter.key == key);
    metrics.counts()[at.expect("a counter")]
}

#[test]
fn loads_launches_thefts_and_landings_are_counted() {
    let mut table = Watched::new(2, |_| {});
    table.play(&[
        card(6),
        card(CLOUD),
        paddle_with(Block::NOTHING, 4, load(CLEAR)),
        Move::Weather { up: false },
    ]);
    let found = [
        "launches", "loads", "loads-2", "loads-1", "loads-middle", "clouds", "rivers", "flow",
    ];
    assert_eq!(table.counts(found), [1, 1, 1, 0, 1, 1, 1, 5]);
    assert_eq!(table.counts(["falls"]), [0]);

    // now a thief comes up from below, and goes home with the gem
    let mut table = Watched::new(2, |_| {});
    table.p.put(0, 0, 3, NONE);
    table.p.put(1, 0, 2, VIOLET);
    table.play(&[
        card(1),
        card(CLOUD),
        paddle(0, 2),
        Move::Steal {
            victim: Seat(1),
            canoe: 0,
            hold: 0,
        },
        Move::Pass,
        Move::Weather { up: false },
    ]);
    assert_eq!(table.counts(["steals", "rivers-still", "gems-landed"]), [1, 1, 0]);
    table.play(&[card(5), card(3)]);
    // seat 2 begins this round
    table.play(&[paddle(0, R7)]);
    table.play(&[Move::Pass]);
    table.play(&[paddle(0, LAND)]);
    let found = ["landings", "gems-landed", "first-gem-round", "lead-changes"];
    assert_eq!(table.counts(found), [1, 1, 2, 0]);
}

#[test]
fn falls_and_returns_are_counted() {
    let mut table = Watched::new(2, |_| {});
    table.p.put(0, 0, R7, VIOLET);
    table.p.put(0, 1, L7, NONE);
    table.p.own(1, CLEAR, 1);
    table.p.public.canoes[Seat(1)] = [Canoe::empty(LOST); 2];
    table.play(&[
        card(CLOUD),
        card(3),
        Move::Weather { up: true },
        take_back(Some(CLEAR)),
        paddle(0, 3),
    ]);
    let found = ["falls", "falls-loaded", "returns", "returns-paid", "flow"];
    assert_eq!(table.counts(found), [2, 1, 1, 1, 4]);
}

#[test]
fn winning_sets_and_shared_wins_are_counted() {
    let mut table = Watched::new(2, |_| {});
    for (seat, colour) in [(0, VIOLET), (1, CLEAR)] {
        table.p.own(seat, colour, 3);
        table.p.put(seat, 0, 1, colour);
    }
    table.play(&[
        card(1),
        card(1),
        paddle(0, LAND),
        Move::Pass,
        paddle(0, LAND),
        Move::Pass,
    ]);
    let outcome = table.p.game.outcome(&table.p.state);
    table.metrics.finish(&table.p.game, &table.p.state, &outcome);
    let found = ["won-same", "won-any", "won-different", "shared-wins"];
    assert_eq!(table.counts(found), [1, 0, 0, 1]);
}

#[test]
fn parts_never_exceed_the_whole() {
    let game = table(4, |rules| rules.rounds_max = 60);
    let mut metrics = NiagaraMetrics::default();
    for index in 0..20 {
        Table::new(&game).play(Chance::new(4, index), |_, _| &RandomBot, &mut metrics);
        let value = |key: &str| count(&metrics, key);
        for (counter, count) in Count::TABLE.iter().zip(metrics.counts()) {
            assert!(counter.of.is_none_or(|whole| *count <= value(whole)), "{}", counter.key);
        }
        let colours: u32 = (1..=5).map(|colour| value(&format!("loads-{colour}"))).sum();
        let depths = value("loads-shallow") + value("loads-middle") + value("loads-deep");
        assert_eq!([colours, depths], [value("loads"); 2]);
        assert_eq!(value("rivers"), 60, "the cap comes after the river's turn");
    }
}

#[test]
fn only_a_canoe_from_the_beach_is_a_launch() {
    let mut table = Watched::new(2, |_| {});
    table.p.put(0, 0, 3, NONE);
    table.play(&[card(1), card(3), paddle(0, 4), Move::Pass]);
    assert_eq!(table.counts(["launches"]), [0]);
    table.play(&[paddle(0, 3)]);
    assert_eq!(table.counts(["launches"]), [1]);
}

#[test]
fn what_the_expansions_add_is_counted() {
    let mut table = Watched::new(2, |rules| {
        rules.joe = true;
        (rules.spirits.cards, rules.spirits.elk, rules.spirits.beaver) = (true, true, true);
    });
    table.p.put(0, 0, R6, NONE);
    table.p.put(0, 1, 2, VIOLET);
    table.p.public.joe = Some(Canoe::empty(Space(1)));
    table.p.public.weather = 2;
    table.play(&[
        card(1),
        card(LASSO),
        paddle(0, R7),
        paddle(1, 1),
        Move::Trade(Some(VIOLET)),
    ]);
    let keys = ["elk-rides", "trades", "lassos", "beaver-falls"];
    assert_eq!(table.counts(keys), [1, 1, 1, 0]);
    table.p.public.beaver = Some(R7);
    table.p.public.last_side = 0;
    let Expedition { game, state, chance } = &mut table.p;
    game.push(&mut state.public, chance, &mut table.metrics);
    assert_eq!(table.counts(keys), [1, 1, 1, 1]);
}

#[test]
fn progress_goes_to_the_nearest_set_by_the_order_of_the_first_round() {
    let mut p = position(3, |_| {});
    (p.public.opener, p.public.first) = (Seat(1), Seat(2));
    let progress = |p: &Expedition| [0, 1, 2].map(|side| p.game.progress(p, side));
    assert_eq!(progress(&p), [Some(0); 3]);
    // Three of four alike, four of five colours and four of seven; two of seven and of four alike.
    p.public.gems[Seat(1)] = [3, 0, 0, 0, 0];
    p.public.gems[Seat(2)] = [1, 1, 1, 1, 0];
    p.public.gems[Seat(0)] = [2, 0, 0, 0, 0];
    assert_eq!(progress(&p), [Some(750), Some(800), Some(500)]);
    // A set out of the game is no way to win.
    let any = table(3, |rules| (rules.sets.same, rules.sets.different) = (0, 0));
    assert_eq!(any.progress(&p.state, 0), Some(428));
    let outcome = p.game.outcome(&p.state);
    assert!(outcome.winners.is_empty() && outcome.ending == crate::state::Ending::RoundCap as u8);
}

#[test]
fn ni_r15_who_acted_first_is_a_matter_of_the_round() {
    let mut p = position(2, |rules| rules.tiebreak = crate::rules::Tiebreak::CountThenFirst);
    (p.public.opener, p.public.first) = (Seat(0), Seat(1));
    p.public.gems = balance_engine::BySeat::filled([4, 0, 0, 0, 0]);
    p.public.ending = Some(crate::state::Ending::Same);
    let winners: Vec<Seat> = p.game.outcome(&p.state).winners.iter().collect();
    assert_eq!(winners, [Seat(1)]);
}
