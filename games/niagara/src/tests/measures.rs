//! What a run counts, against games that are known move by move.

use super::*;
use crate::metrics::{Count, NiagaraMetrics};
use balance_engine::{RandomBot, Recorder, Table};
use balance_kit::Metrics;

/// Plays moves under the eyes of the metrics.
struct Watched {
    game: Niagara,
    state: State<Niagara>,
    chance: Chance,
    metrics: NiagaraMetrics,
}

impl Watched {
    fn new(players: u8, change: impl FnOnce(&mut Rules)) -> Self {
        let game = table(players, change);
        let (state, chance) = start(&game);
        let mut metrics = NiagaraMetrics::default();
        metrics.start(&game, &state);
        Watched {
            game,
            state,
            chance,
            metrics,
        }
    }

    fn play(&mut self, mv: Move) {
        assert!(moves(&self.game, &self.state).contains(&mv), "{mv:?}");
        self.game.play(&mut self.state, mv, &mut self.chance, &mut self.metrics);
    }

    fn count(&self, key: &str) -> u32 {
        let at = Count::TABLE
            .iter()
            .position(|counter| counter.key == key)
            .expect("a counter");
        self.metrics.counts()[at]
    }
}

#[test]
fn loads_launches_thefts_and_landings_are_counted() {
    let mut table = Watched::new(2, |_| {});
    for mv in [
        Move::Card(Card(6)),
        Move::Card(CLOUD),
        paddle_with(Block::NOTHING, 4, load(CLEAR)),
        Move::Weather { up: false },
    ] {
        table.play(mv);
    }
    let found = [
        "launches", "loads", "loads-2", "loads-1", "loads-middle", "clouds", "rivers", "flow",
    ];
    assert_eq!(found.map(|key| table.count(key)), [1, 1, 1, 0, 1, 1, 1, 5]);
    assert_eq!(table.count("falls"), 0);

    // now a thief comes up from below, and goes home with the gem
    let mut table = Watched::new(2, |_| {});
    put(&mut table.state.public, 0, 0, 3, NONE);
    put(&mut table.state.public, 1, 0, 2, VIOLET);
    for mv in [
        Move::Card(Card(1)),
        Move::Card(CLOUD),
        paddle(0, 2),
        Move::Steal {
            victim: Seat(1),
            canoe: 0,
            hold: 0,
        },
        Move::Pass,
        Move::Weather { up: false },
    ] {
        table.play(mv);
    }
    assert_eq!(
        ["steals", "rivers-still", "gems-landed"].map(|key| table.count(key)),
        [1, 1, 0]
    );
    for mv in [Move::Card(Card(5)), Move::Card(Card(3))] {
        table.play(mv);
    }
    // seat 2 begins this round
    table.play(paddle(0, R7));
    table.play(Move::Pass);
    table.play(paddle(0, LAND));
    let found = ["landings", "gems-landed", "first-gem-round", "lead-changes"];
    assert_eq!(found.map(|key| table.count(key)), [1, 1, 2, 0]);
}

#[test]
fn falls_and_returns_are_counted() {
    let mut table = Watched::new(2, |_| {});
    put(&mut table.state.public, 0, 0, R7, VIOLET);
    put(&mut table.state.public, 0, 1, L7, NONE);
    own(&mut table.state.public, 1, CLEAR, 1);
    table.state.public.canoes[Seat(1)] = [Canoe::empty(LOST); 2];
    for mv in [
        Move::Card(CLOUD),
        Move::Card(Card(3)),
        Move::Weather { up: true },
        take_back(Some(CLEAR)),
        paddle(0, 3),
    ] {
        table.play(mv);
    }
    let found = ["falls", "falls-loaded", "returns", "returns-paid", "flow"];
    assert_eq!(found.map(|key| table.count(key)), [2, 1, 1, 1, 4]);
}

#[test]
fn winning_sets_and_shared_wins_are_counted() {
    let mut table = Watched::new(2, |_| {});
    for (seat, colour) in [(0, VIOLET), (1, CLEAR)] {
        own(&mut table.state.public, seat, colour, 3);
        put(&mut table.state.public, seat, 0, 1, colour);
    }
    for mv in [
        Move::Card(Card(1)),
        Move::Card(Card(1)),
        paddle(0, LAND),
        Move::Pass,
        paddle(0, LAND),
        Move::Pass,
    ] {
        table.play(mv);
    }
    let outcome = table.game.outcome(&table.state);
    table.metrics.finish(&table.game, &table.state, &outcome);
    let found = ["won-same", "won-any", "won-different", "shared-wins"];
    assert_eq!(found.map(|key| table.count(key)), [1, 0, 0, 1]);
}

#[test]
fn parts_never_exceed_the_whole() {
    let game = table(4, |rules| rules.rounds_max = 60);
    let mut metrics = NiagaraMetrics::default();
    for index in 0..20 {
        Table::new(&game).play(Chance::new(4, index), |_, _| &RandomBot, &mut metrics);
        let value = |key: &str| {
            let at = Count::TABLE
                .iter()
                .position(|counter| counter.key == key)
                .expect("a counter");
            metrics.counts()[at]
        };
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
    put(&mut table.state.public, 0, 0, 3, NONE);
    for mv in [Move::Card(Card(1)), Move::Card(Card(3)), paddle(0, 4), Move::Pass] {
        table.play(mv);
    }
    assert_eq!(table.count("launches"), 0);
    table.play(paddle(0, 3));
    assert_eq!(table.count("launches"), 1);
}

#[test]
fn what_the_expansions_add_is_counted() {
    let mut table = Watched::new(2, |rules| {
        rules.joe = true;
        (rules.spirits.cards, rules.spirits.elk, rules.spirits.beaver) = (true, true, true);
    });
    put(&mut table.state.public, 0, 0, R6, NONE);
    put(&mut table.state.public, 0, 1, 2, VIOLET);
    table.state.public.joe = Some(Canoe::empty(Space(1)));
    table.state.public.weather = 2;
    for mv in [
        Move::Card(Card(1)),
        Move::Card(LASSO),
        paddle(0, R7),
        paddle(1, 1),
        Move::Trade(Some(VIOLET)),
    ] {
        table.play(mv);
    }
    let keys = ["elk-rides", "trades", "lassos", "beaver-falls"];
    assert_eq!(keys.map(|key| table.count(key)), [1, 1, 1, 0]);
    table.state.public.beaver = Some(R7);
    table.state.public.last_side = 0;
    let Watched {
        game,
        state,
        chance,
        metrics,
    } = &mut table;
    game.push(&mut state.public, chance, metrics);
    assert_eq!(keys.map(|key| table.count(key)), [1, 1, 1, 1]);
}

#[test]
fn progress_goes_to_the_nearest_set_by_the_order_of_the_first_round() {
    let game = table(3, |_| {});
    let (mut state, _) = start(&game);
    (state.public.opener, state.public.first) = (Seat(1), Seat(2));
    let progress = |state: &State<Niagara>| [0, 1, 2].map(|side| game.progress(state, side));
    assert_eq!(progress(&state), [Some(0); 3]);
    // Three of four alike, four of five colours and four of seven; two of seven and of four alike.
    state.public.gems[Seat(1)] = gems([3, 0, 0, 0, 0]);
    state.public.gems[Seat(2)] = gems([1, 1, 1, 1, 0]);
    state.public.gems[Seat(0)] = gems([2, 0, 0, 0, 0]);
    assert_eq!(progress(&state), [Some(750), Some(800), Some(500)]);
    // A set out of the game is no way to win.
    let any = table(3, |rules| (rules.sets.same, rules.sets.different) = (0, 0));
    assert_eq!(any.progress(&state, 0), Some(428));
    let outcome = game.outcome(&state);
    assert!(outcome.winners.is_empty() && outcome.ending == crate::state::Ending::RoundCap as u8);
}

#[test]
fn ni_r15_who_acted_first_is_a_matter_of_the_round() {
    let game = table(2, |rules| rules.tiebreak = crate::rules::Tiebreak::CountThenFirst);
    let (mut state, _) = start(&game);
    (state.public.opener, state.public.first) = (Seat(0), Seat(1));
    state.public.gems = balance_engine::BySeat::filled([4, 0, 0, 0, 0]);
    state.public.ending = Some(crate::state::Ending::Same);
    let winners: Vec<Seat> = game.outcome(&state).winners.iter().collect();
    assert_eq!(winners, [Seat(1)]);
}
