//! What the bots can: whole tables of them, and one kind against another.

use crate::games::{AnyGame, Setup, mekong};

/// A table of this many players with these bots in turn.
fn table(players: i64, rotate: &[&str]) -> Box<dyn AnyGame> {
    let mut setup = Setup::default();
    setup.rules.insert("players".to_owned(), toml::Value::Integer(players));
    setup.seats.rotate = rotate.iter().map(|bot| (*bot).to_owned()).collect();
    (mekong::desk::INFO.build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Share of its seats that each of two bots wins when they sit in turn round a table of four.
fn duel(one: &str, other: &str, deals: u64) -> [f64; 2] {
    let tally = table(4, &[one, other])
        .play_block(5, 0..deals)
        .expect("no game breaks")
        .tally;
    [0, 1].map(|bot| {
        let (seats, won) = tally.bots[bot].totals();
        won as f64 / seats as f64
    })
}

/// People report three or four turns; these bots hinder each other in every programme and need some more.
#[test]
fn games_of_the_heuristic_end_in_a_few_turns() {
    for players in 2..=6 {
        let tally = table(players, &["heuristic"])
            .play_block(5, 0..150)
            .expect("no game breaks")
            .tally;
        let turns: u64 = tally.turns.rows().map(|(turns, games)| u64::from(turns) * games).sum();
        let mean = turns as f64 / tally.games as f64;
        // The standard error is below 0.3.
        assert!((3.0..=8.0).contains(&mean), "{players} players: {mean} turns");
    }
}

/// Shares differ by 0.14 and more; the standard error of each is below 0.02 with 200 deals played twice. The saboteur,
/// which plays the heuristic's own cards without measure, is as strong.
#[test]
fn the_heuristic_beats_the_kinds_that_leave_others_alone_and_all_beat_chance() {
    for kind in ["rusher", "careful", "saboteur", "builder"] {
        let [heuristic, other] = duel("heuristic", kind, 200);
        let ahead = if kind == "saboteur" { -0.1 } else { 0.05 };
        assert!(heuristic > other + ahead, "heuristic {heuristic}, {kind} {other}");
        let [other, random] = duel(kind, "random", 100);
        assert!(other > random + 0.2, "{kind} {other}, random {random}");
    }
}
