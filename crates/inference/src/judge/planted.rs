//! Verdicts on made-up games whose truth is known: what lies outside is seldom called within, however rare what makes it so,
//! and what lies within is seldom called outside, whenever one looks.
//!
//! Seeds are fixed, so that counts are the same on every machine. A verdict may be wrong in one of 20 runs; these err far
//! less, since that is a bound. `BALANCE_TRIES=200` plays the long form.

mod base;
mod bots;
mod gap;
mod steps;

use super::*;
use balance_config::games::{Counter, Line, Sheet};
use balance_engine::tally::{FinishedGame, GameId, SeatResult, Tally};
use balance_engine::{Chance, MAX_SEATS, Purpose, Stream};
use balance_simulation::sim::{Pairs, Played};

const BLOCK: u64 = 1_024;

fn tries() -> u64 {
    let asked = std::env::var("BALANCE_TRIES").ok().and_then(|tries| tries.parse().ok());
    asked.unwrap_or(40)
}

fn sheet(cap: u32) -> Sheet {
    Sheet {
        players: 2,
        sides: vec!["north".to_owned(), "south".to_owned()],
        roles: vec!["player".to_owned()],
        role_sides: vec![0],
        positions: vec!["1".to_owned(), "2".to_owned()],
        bots: vec!["bot".to_owned()],
        counters: vec![Counter::new("floods", "floods")],
        turn_word: "turns".to_owned(),
        turns_max: Some(cap),
        ..Sheet::default()
    }
    .ends(&["goal"])
}

/// How one deal goes: won by north, turns, floods.
type Deal = (bool, u32, u32);

/// Plays deals as `now` says, on the same luck as `before` where there is a baseline, and judges at every block.
struct Table<'a> {
    question: Question,
    deals: u64,
    now: &'a dyn Fn(&mut Stream) -> Deal,
    before: Option<&'a dyn Fn(&mut Stream) -> Deal>,
}

impl<'a> Table<'a> {
    fn of(question: Question, deals: u64, now: &'a dyn Fn(&mut Stream) -> Deal) -> Self {
        Table {
            question,
            deals,
            now,
            before: None,
        }
    }

    fn beside(self, before: &'a dyn Fn(&mut Stream) -> Deal) -> Self {
        Table {
            before: Some(before),
            ..self
        }
    }

    fn answer(&self, seed: u64) -> Answer {
        let sheet = sheet(400);
        let mut docket = Docket::new(vec![self.question]);
        let mut played = Played {
            tallies: vec![Tally::new(&sheet)],
            pairs: vec![self.before.map(|_| Pairs::new(&sheet, 1))],
            ..Played::default()
        };
        for game in 0..self.deals {
            let mut chance = Chance::new(seed, game);
            let now = (self.now)(chance.stream(Purpose::Events));
            add(&mut played.tallies[0], game, now);
            if let (Some(before), Some(pairs)) = (self.before, &mut played.pairs[0]) {
                let mut chance = Chance::new(seed, game);
                let before = before(chance.stream(Purpose::Events));
                pairs.add(game, &[line(before)], &[line(now)]);
            }
            played.games += 1;
            if played.games.is_multiple_of(BLOCK) {
                docket.judge(&played);
                if docket.is_decided() {
                    break;
                }
            }
        }
        docket.answers(&played)[0]
    }

    /// How many runs come to *within*, and how many to *outside*.
    fn times(&self) -> (u64, u64) {
        let (mut within, mut outside) = (0, 0);
        for seed in 0..tries() {
            match self.answer(seed).verdict {
                Verdict::Within => within += 1,
                Verdict::Outside => outside += 1,
                Verdict::Undecided => {}
            }
        }
        (within, outside)
    }
}

fn line((north, turns, _): Deal) -> Line {
    let mut line = Line {
        turns,
        ..Line::default()
    };
    line.wins[usize::from(!north)] = 1;
    line.endings[0] = 1;
    line
}

fn add(tally: &mut Tally, game: u64, (north, turns, floods): Deal) {
    let unit = FinishedGame {
        id: GameId { game, rotation: 0 },
        winners: 1,
        sides_won: if north { 1 } else { 2 },
        sides_in_play: 3,
        turns,
        decisions: 2 * turns,
        ..FinishedGame::default()
    };
    tally.add(&unit, &[floods]);
    tally.close_game(&[u8::from(north), u8::from(!north)], &[1], 1);
}

/// A length of 20 to 40 turns, 30 on average.
fn length(stream: &mut Stream) -> u32 {
    20 + stream.below(21)
}

fn plain(stream: &mut Stream) -> Deal {
    let turns = length(stream);
    (stream.unit() < 0.4, turns, 0)
}

fn against_baseline(metric: Metric, tolerance: f64, cap: u32) -> Question {
    Question {
        configuration: 0,
        metric,
        against: Against::Baseline { tolerance },
        error: 0.01,
        within: TOTAL,
        range: metric.range(&sheet(cap)),
        mean: Some(30.0),
        seats: None,
    }
}

fn band(metric: Metric, lo: f64, hi: f64, cap: u32) -> Question {
    Question::band(0, metric, (lo, hi), &sheet(cap), TOTAL)
}

/// A few games in a thousand that became far longer move the mean beyond its tolerance, and most samples do not show one for
/// a while.
#[test]
fn rare_long_games_do_not_pass_for_no_change() {
    for (share, longer, cap) in [(0.0005, 5_000, 6_000), (0.001, 1_000, 1_100), (0.002, 200, 400)] {
        let now = |stream: &mut Stream| {
            let (north, turns, floods) = plain(stream);
            let rare = stream.unit() < share;
            (north, turns + if rare { longer } else { 0 }, floods)
        };
        let table = Table::of(against_baseline(Metric::Turns, 0.3, cap), 20 * BLOCK, &now).beside(&plain);
        let passed = table.times().0;
        assert!(
            passed <= tries() / 20,
            "{share} of games {longer} turns longer: {passed} pass"
        );
    }
}

#[test]
fn no_change_passes_as_soon_as_rare_long_games_are_refuted() {
    let table = Table::of(against_baseline(Metric::Turns, 0.3, 400), 8 * BLOCK, &plain).beside(&plain);
    let answer = table.answer(7);
    assert_eq!(answer.verdict, Verdict::Within, "{answer:?}");
    assert!(answer.deals > 4 * BLOCK, "{answer:?}");
}

/// One game in a thousand has a hundred floods: a tenth of one per game. A bound of half of that must not be met by none
/// having happened yet.
#[test]
fn what_never_happened_does_not_pass_too_soon() {
    let now = |stream: &mut Stream| {
        let (north, turns, _) = plain(stream);
        (north, turns, if stream.unit() < 0.001 { 100 } else { 0 })
    };
    let table = Table::of(band(Metric::Counter(0), f64::NEG_INFINITY, 0.05, 400), 20 * BLOCK, &now);
    let passed = table.times().0;
    assert!(passed <= tries() / 20, "{passed} pass");
}

/// Nothing limits how often something is counted or decided in a game: a rare game with very much of it can always have been missed.
#[test]
fn what_nothing_limits_is_not_called_within_for_what_was_not_seen() {
    // In one of 5,000 games the flood comes 100,000 times, and decisions with it.
    let now = |stream: &mut Stream| {
        let (north, turns, _) = plain(stream);
        (north, turns, if stream.unit() < 0.0002 { 100_000 } else { 1 })
    };
    for (lo, hi) in [(f64::NEG_INFINITY, 5.0), (0.5, 5.0)] {
        let table = Table::of(band(Metric::Counter(0), lo, hi, 400), 2 * BLOCK, &now);
        assert_eq!(table.times().0, 0, "from {lo} to {hi}");
    }
    // From below it is as soon decided as any mean.
    let steady = |stream: &mut Stream| {
        let (north, turns, _) = plain(stream);
        (north, turns, 1)
    };
    let table = Table::of(band(Metric::Counter(0), 0.5, f64::INFINITY, 400), 2 * BLOCK, &steady);
    assert_eq!(table.times(), (tries(), 0));
}

/// Scores are counted from the least, and judged as they are.
#[test]
fn a_score_below_nothing_is_judged_as_it_is() {
    // A mean of 5, which stands for -5 where 0 stands for -10.
    let now = |stream: &mut Stream| {
        let (north, turns, _) = plain(stream);
        (north, turns, stream.below(11))
    };
    let times = |lo: f64, hi: f64| {
        let mut question = band(Metric::Counter(0), lo, hi, 400);
        question.range = (-10.0, 10.0);
        Table::of(question, 4 * BLOCK, &now).times()
    };
    assert_eq!(times(-5.5, -4.5), (tries(), 0));
    assert_eq!(times(-4.5, 4.5), (0, tries()));
    assert_eq!(times(f64::NEG_INFINITY, -5.5), (0, tries()));
}

#[test]
fn the_interval_of_a_difference_lies_where_the_verdict_says() {
    let tolerance = 0.3;
    for shift in [0.0, 0.1, 0.2, 0.3] {
        let now = |stream: &mut Stream| {
            let (north, turns, floods) = plain(stream);
            let longer = u32::from(stream.unit() < shift) * 3;
            (north, turns + longer, floods)
        };
        for (seed, blocks) in [(1, 1), (2, 1), (3, 2), (4, 3), (5, 5), (6, 8)] {
            let table = Table::of(against_baseline(Metric::Turns, tolerance, 400), blocks * BLOCK, &now).beside(&plain);
            let answer = table.answer(seed);
            let shown = Verdict::from_interval(answer.interval(), -tolerance, tolerance);
            assert_eq!(shown, answer.verdict, "{shift}: {answer:?}");
        }
    }
}

/// Where every deal goes another way and nothing has moved, as many deals as are said to be needed decide most runs.
#[test]
fn changed_deals_without_a_shift_are_decided_by_as_many_deals_as_are_stored() {
    // Another game on every deal: the luck is drawn anew after what was there before.
    let other = |stream: &mut Stream| {
        plain(stream);
        plain(stream)
    };
    for (metric, tolerance, var) in [
        (Metric::WinRate(0), 0.03, 2.0 * 0.24),
        (Metric::Turns, 0.75, 2.0 * 36.7),
    ] {
        let most = if metric == Metric::Turns { 60.0 } else { 1.0 };
        let deals = deals_to_clear(var, tolerance, most, TOTAL).ceil() as u64;
        let table = Table::of(
            against_baseline(metric, tolerance, 60),
            deals.next_multiple_of(BLOCK),
            &other,
        )
        .beside(&plain);
        let (within, outside) = table.times();
        assert!(within >= tries() * 4 / 5, "{metric:?}: {within} after {deals} deals");
        assert!(outside <= tries() / 20);
        let few = Table {
            deals: deals / 5,
            ..table
        };
        assert!(few.times().0 < tries() / 2, "no more deals than are needed");
    }
}

/// Exactly on the edge of what is wanted: neither called within nor outside in more than 5% of the runs.
#[test]
fn at_the_edge_neither_verdict_comes_often() {
    let tailed = |stream: &mut Stream| {
        // Nine in ten games take 20 turns, one in ten 120: 30 on average, with a heavy tail.
        let long = stream.unit() < 0.1;
        let floods = if stream.unit() < 0.02 { 5 } else { 0 };
        (stream.unit() < 0.4, if long { 120 } else { 20 }, floods)
    };
    let edges = [
        (Metric::WinRate(0), 0.34, 0.4),
        (Metric::WinRate(0), 0.4, 0.46),
        (Metric::Turns, 24.0, 30.0),
        (Metric::Turns, 30.0, 36.0),
        (Metric::Counter(0), 0.0, 0.1),
        (Metric::Counter(0), 0.1, 1.0),
        (Metric::Decisions, 60.0, 90.0),
    ];
    for (metric, lo, hi) in edges {
        let table = Table::of(band(metric, lo, hi, 400), 12 * BLOCK, &tailed);
        let (within, outside) = table.times();
        assert!(
            within.max(outside) <= tries() / 20,
            "{metric:?} from {lo} to {hi}: {within}, {outside}"
        );
    }
}

/// The share of games of at most 30 turns is 11 in 21, just above one half; of at most 29 it is 10 in 21.
#[test]
fn quantiles_of_any_per_cent_are_judged() {
    let of = |percent: u8, lo: f64, hi: f64| {
        let table = Table::of(band(Metric::TurnsQuantile(percent), lo, hi, 400), 16 * BLOCK, &plain);
        table.answer(3).verdict
    };
    assert_eq!(of(50, 30.0, 30.0), Verdict::Within);
    assert_eq!(of(50, 31.0, 40.0), Verdict::Outside);
    assert_eq!(of(50, 20.0, 29.9), Verdict::Outside);
    assert_eq!(of(37, f64::NEG_INFINITY, 28.0), Verdict::Within);
    assert_eq!(of(93, 39.0, f64::INFINITY), Verdict::Within);
}

#[test]
fn clear_cases_are_decided_early_and_rightly() {
    let of = |metric: Metric, lo: f64, hi: f64| {
        let table = Table::of(band(metric, lo, hi, 400), 16 * BLOCK, &plain);
        let answer = table.answer(5);
        (answer.verdict, answer.deals / BLOCK)
    };
    let open = f64::INFINITY;
    assert_eq!(of(Metric::WinRate(0), 0.3, 0.5), (Verdict::Within, 1));
    assert_eq!(of(Metric::WinRate(0), 0.6, 0.7), (Verdict::Outside, 1));
    assert_eq!(of(Metric::WinRate(0), 0.2, open), (Verdict::Within, 1));
    assert_eq!(of(Metric::WinRate(0), -open, 0.2), (Verdict::Outside, 1));
    assert_eq!(of(Metric::Turns, 25.0, 35.0), (Verdict::Within, 1));
    assert_eq!(of(Metric::Turns, 32.0, open), (Verdict::Outside, 1));
    assert_eq!(of(Metric::Nobody, 0.0, 0.05), (Verdict::Within, 1));
    assert_eq!(of(Metric::Decisions, 50.0, open), (Verdict::Within, 1));
    assert_eq!(of(Metric::Decisions, 70.0, open), (Verdict::Undecided, 16));
    // What cannot be otherwise needs no games but one.
    assert_eq!(of(Metric::WinRate(0), 0.0, 1.0), (Verdict::Within, 1));
    assert_eq!(of(Metric::TurnsQuantile(95), 0.0, 400.0), (Verdict::Within, 1));
    let one = Table::of(band(Metric::TurnsQuantile(95), 0.0, 400.0, 400), 1, &plain);
    assert_eq!(one.answer(5).verdict, Verdict::Within);
}

#[test]
fn without_games_nothing_is_decided() {
    let table = Table::of(band(Metric::WinRate(0), 0.0, 1.0, 400), 0, &plain);
    let answer = table.answer(1);
    assert_eq!((answer.verdict, answer.strength), (Verdict::Undecided, Strength::Open));
    assert_eq!(
        (answer.lo, answer.hi, answer.deals, answer.enough),
        (None, None, 0, None)
    );
}

/// Games of which north won `wins` first, and south the rest.
fn won(wins: u64, games: u64) -> Played {
    let mut played = Played {
        tallies: vec![Tally::new(&sheet(400))],
        pairs: vec![None],
        games,
        ..Played::default()
    };
    for game in 0..games {
        add(&mut played.tallies[0], game, (game < wins, 30, 0));
    }
    played
}

#[test]
fn the_number_that_would_do_decides_it() {
    let docket = Docket::new(vec![band(Metric::WinRate(0), 0.37, 0.43, 400)]);
    let found = docket.answers(&won(408, 1_000))[0];
    assert_eq!(found.verdict, Verdict::Undecided);
    let enough = found.enough.expect("not at the edge");
    assert!(enough < 14_000, "{enough}");
    let then = docket.answers(&won((enough as f64 * 0.408) as u64, enough))[0];
    assert_eq!((then.verdict, then.enough), (Verdict::Within, None), "{enough}");
    assert_eq!(docket.answers(&won(430, 1_000))[0].enough, None, "at the very edge");
    // That it never happens, or always does, no number of games shows.
    for (lo, hi, wins) in [(f64::NEG_INFINITY, 0.0, 0), (0.0, 0.0, 0), (1.0, f64::INFINITY, 1_000)] {
        let found = Docket::new(vec![band(Metric::WinRate(0), lo, hi, 400)]).answers(&won(wins, 1_000))[0];
        assert_eq!(
            (found.verdict, found.enough),
            (Verdict::Undecided, None),
            "{lo} to {hi}"
        );
    }
    // Seen beyond an end it is that end which decides, however clear the other is.
    for (wins, share) in [(445, 0.445), (355, 0.355)] {
        let found = docket.answers(&won(wins, 1_000))[0];
        let enough = found.enough.expect("not at the edge");
        assert!((7_000..70_000).contains(&enough), "{enough}");
        let then = docket.answers(&won((enough as f64 * share) as u64, enough))[0];
        assert_eq!((then.verdict, then.enough), (Verdict::Outside, None), "{enough}");
    }
}

/// A decision stands, and what is shown with it agrees with it, whatever comes later.
#[test]
fn a_decision_stands() {
    let question = band(Metric::WinRate(0), 0.3, 0.5, 400);
    let mut docket = Docket::new(vec![question]);
    docket.judge(&won(1_200, 3_000));
    assert_eq!(docket.decided(), [Some(Verdict::Within)]);
    // Nearer to the edge than the games alone would tell.
    let later = won(4_450, 9_000);
    docket.judge(&later);
    let answer = docket.answers(&later)[0];
    assert_eq!(
        (answer.verdict, answer.strength, answer.deals),
        (Verdict::Within, Strength::Clear, 9_000)
    );
    assert!(answer.hi.is_some_and(|hi| hi <= 0.5), "{answer:?}");
    assert_eq!(
        Docket::new(vec![question]).answers(&later)[0].verdict,
        Verdict::Undecided
    );
    // Even where all has turned, what was decided is not taken back, nor called surer than it was.
    let answer = docket.answers(&won(9_000, 9_000))[0];
    assert_eq!((answer.verdict, answer.strength), (Verdict::Within, Strength::Clear));
    // Kept and gone on from, it is the same; kept of something else, it is refused.
    let again = Docket::new(vec![question])
        .with(docket.decided().to_vec())
        .expect("its own");
    assert_eq!(again.answers(&later), docket.answers(&later));
    assert!(Docket::new(vec![question]).with(Vec::new()).is_none());
}
