//! Answers that are known without playing: dice, rounds on an empty course, numbers of plans.

use super::*;
use crate::state::Rolled;
use balance_engine::Table;

const STRAIGHT: &str = "a ... | b ... | c ... | d ...";

/// Half-width within which the share of `n` independent tries lies with probability 1 - 1e-9 at least, whatever the
/// probability is: Hoeffding's bound, 2 exp(-2 n h^2) = 1e-9.
fn half_width(n: u32) -> f64 {
    libm::sqrt(libm::log(2e9) / (2.0 * f64::from(n)))
}

#[derive(Default)]
struct Dice {
    rolls: u32,
    busts: u32,
    points: [u32; 24],
}

impl Recorder<Regatta> for Dice {
    fn event(&mut self, game: &Regatta, event: Event, public: &Public) {
        if let Event::Rolled(rolled) = event {
            self.rolls += 1;
            self.busts += u32::from(rolled == Rolled::Bust);
            self.points[usize::from(game.points(public, public.turn))] += 1;
        }
    }
}

/// Without fish and cards a second die that is always rolled is less than the first in 15 of 36 cases; the points of a
/// turn have the distribution of the dice. With 18 bounds of 1e-9 each a false alarm has a chance below 2e-8.
#[test]
fn always_the_second_die() {
    let game = on_course(4, STRAIGHT, |rules| {
        rules.fish_at_start = 0;
        rules.favors_per_turn = 0;
        rules.wedges_per_turn.more_players = 0;
        rules.fleece = false;
    });
    let bot = Prefers(&[Move::Roll, Move::Pass]);
    let mut dice = Dice::default();
    let mut table = Table::new(&game);
    for index in 0..4_000 {
        table.play(Chance::new(12, index), |_, _| &bot, &mut dice);
    }
    let width = half_width(dice.rolls);
    assert!(dice.rolls > 80_000 && width < 0.0116, "{}", dice.rolls);
    let share = |count: u32| f64::from(count) / f64::from(dice.rolls);
    assert!((share(dice.busts) - 15.0 / 36.0).abs() < width, "{}", share(dice.busts));
    let mut exact = [0.0; 24];
    for (nav, first, second) in (1..=3).flat_map(|nav| (0..36).map(move |both| (nav, both / 6 + 1, both % 6 + 1))) {
        let points = if second >= first { nav + first + second } else { nav };
        exact[points] += 1.0 / 108.0;
    }
    for (points, exact) in exact.iter().enumerate() {
        assert!((share(dice.points[points]) - exact).abs() < width, "{points} points");
        assert_eq!(dice.points[points] == 0, *exact == 0.0, "{points} points");
    }
}

/// On straight lanes without icons two ships never meet, so the first to have moved 68 dots ends the game: twice eleven
/// wedges of three dots and one line. Without a second die a turn moves as far as one navigation and one movement die
/// show, so that the distribution of rounds is a convolution. 40 bounds of 1e-9 each.
#[test]
fn an_empty_course_takes_as_many_rounds_as_computed() {
    const DOTS: usize = 68;
    const GAMES: u32 = 20_000;
    let game = on_course(2, STRAIGHT, |rules| {
        rules.favors_per_turn = 0;
        rules.wedges_per_turn.two_players = 0;
        rules.fleece = false;
    });
    let bot = Prefers(&[Move::Pass]);
    let mut rounds = [0u32; 40];
    let mut table = Table::new(&game);
    for index in 0..u64::from(GAMES) {
        let finished = table.play(Chance::new(13, index), |_, _| &bot, &mut ());
        rounds[finished.state.public.round as usize] += 1;
    }
    let mut ahead = [0.0; DOTS];
    ahead[0] = 1.0;
    let mut open = 1.0;
    for (round, count) in rounds.iter().enumerate().skip(1) {
        let mut next = [0.0; DOTS];
        for (at, chance) in ahead.iter().enumerate() {
            for dots in (1..=3).flat_map(|nav| (1..=6).map(move |first| nav + first)) {
                if at + dots < DOTS {
                    next[at + dots] += chance / 18.0;
                }
            }
        }
        ahead = next;
        let still: f64 = ahead.iter().sum();
        let exact = open - still * still;
        open = still * still;
        let share = f64::from(*count) / f64::from(GAMES);
        let holds = (share - exact).abs() < half_width(GAMES);
        assert!(holds, "round {round}: {share} instead of {exact}");
        // 68 dots at nine a turn take eight rounds, at two a turn 34.
        assert!((8..=34).contains(&round) || *count == 0);
    }
}

/// Ways to play the turn of seat 1 to its end.
fn plans(game: &Regatta, state: &State<Regatta>) -> u64 {
    if (state.public.turn, state.public.ask) != (Seat(0), Ask::Step) {
        return 1;
    }
    let onwards = |mv: Move| {
        let mut next = state.clone();
        game.play(&mut next, mv, &mut Chance::new(1, 1), &mut ());
        sound(game, &next);
        plans(game, &next)
    };
    moves(game, state).into_iter().map(onwards).sum()
}

/// Numbers of plans on two fixed courses, with and without a ship in the way: counted apart from this program, from the
/// lists of paths alone.
#[test]
fn plans_are_as_many_as_counted() {
    type Case = (u8, &'static str, [u8; 3], u8, u64, u64);
    let first: [Case; 5] = [
        (0, "b1", [2, 4, 0], 2, 4, 4),
        (2, "d1", [3, 5, 6], 2, 41, 86),
        (5, "c1", [1, 2, 3], 0, 4, 4),
        (8, "a1", [2, 6, 6], 1, 33, 37),
        (11, "c1", [3, 3, 5], 3, 14, 14),
    ];
    let second: [Case; 5] = [
        (0, "b1", [2, 4, 0], 2, 5, 5),
        (2, "d1", [3, 5, 6], 2, 44, 44),
        (5, "c1", [1, 2, 3], 0, 4, 5),
        (8, "a1", [2, 6, 6], 1, 59, 59),
        (11, "c1", [3, 3, 5], 3, 10, 12),
    ];
    let courses = [
        (
            ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2"],
            first,
        ),
        (
            ["N1", "N9", "N10", "N13", "N12", "N11", "N16", "N4", "N14", "N8", "D3"],
            second,
        ),
    ];
    let game = table(2, |rules| rules.favors_per_turn = 0);
    for (ids, cases) in courses {
        for (position, dot, dice, fish, alone, in_the_way) in cases {
            for (other, count) in [(false, alone), (true, in_the_way)] {
                let mut p = moored(&game);
                p.lay_all(ids);
                p.put(0, position, dot);
                p.public.players[0].fish = fish;
                let next = (position + 1) % RING as u8;
                let blocked = if next == 0 { "b1" } else { "b2" };
                if other {
                    p.put(1, next, blocked);
                } else {
                    // Out of reach.
                    p.put(1, (position + 10) % RING as u8, "d1");
                }
                p.sail(dice);
                let found = plans(&game, &p.state());
                assert_eq!(found, count, "from {position} {dot}, in the way: {other}");
            }
        }
    }
}

/// What the metrics count adds up, game by game, and the parts never exceed their wholes.
#[test]
fn counters_add_up() {
    use crate::metrics::{Count, RegattaMetrics};
    use balance_kit::Metrics;
    let of = |key: &str| {
        let known = Count::TABLE.iter().position(|counter| counter.key == key);
        known.unwrap_or_else(|| panic!("{key}"))
    };
    for players in 2..=4u8 {
        let game = table(players, |_| {});
        let mut table = Table::new(&game);
        let mut metrics = RegattaMetrics::default();
        let mut totals = vec![0u64; Count::TABLE.len()];
        for index in 0..200 {
            let finished = table.play(Chance::new(14, index), |_, _| &balance_engine::RandomBot, &mut metrics);
            let count = |key: &str| metrics.counts()[of(key)];
            let rounds = u32::from(finished.state.public.round);
            assert_eq!(count("turns"), rounds * u32::from(players));
            assert_eq!(count("rolls"), count("turns"));
            assert_eq!(count("turns-fleece"), rounds);
            let paid = ["nav", "second", "hydras", "scyllas"].map(|part| count(&format!("fish-on-{part}")));
            assert_eq!(count("fish-spent"), paid.iter().sum::<u32>());
            let met = ["hydras-protected", "hydras-ignored", "hydras-fed", "hydra-battles"].map(count);
            assert_eq!(count("hydras"), met.iter().sum::<u32>());
            assert_eq!(count("hydras-fed"), count("fish-on-hydras"));
            let starts = ["start-a", "start-b", "start-c", "start-d"].map(count);
            assert_eq!(starts.iter().sum::<u32>(), u32::from(players));
            let won = ["won-from-a", "won-from-b", "won-from-c", "won-from-d"].map(count);
            assert_eq!(won.iter().sum::<u32>(), finished.outcome.winners.len() as u32);
            let found = count("second-rolls");
            assert_eq!(found, count("second-well") + count("busts") + count("busts-saved"));
            for counter in Count::TABLE {
                let whole = counter.of.map_or(u32::MAX, count);
                assert!(count(counter.key) <= whole, "{}", counter.key);
            }
            let all = totals.iter_mut().zip(metrics.counts());
            all.for_each(|(total, count)| *total += u64::from(*count));
        }
        for (counter, total) in Count::TABLE.iter().zip(totals) {
            assert!(total > 0, "{} is never counted with {players} players", counter.key);
        }
    }
}
