//! Bands that count from what the base has on the same deals.

use super::*;

fn from_now(metric: Metric, lo: f64, hi: f64) -> Question {
    Question::new(0, metric, Against::Base { lo, hi }, &sheet(60), TOTAL)
}

/// Every game of the version takes some turns more, or the same.
fn longer(by: u32) -> impl Fn(&mut Stream) -> Deal {
    move |stream| {
        let (north, turns, floods) = plain(stream);
        (north, turns + by, floods)
    }
}

/// The lengths of games vary by far more than what they differ in deal by deal.
#[test]
fn what_is_longer_by_little_on_every_deal_is_shown_to_be() {
    for (by, to, wanted) in [
        (1, 0.0, Verdict::Outside),
        (1, 2.0, Verdict::Within),
        (0, 0.5, Verdict::Within),
        (2, 0.5, Verdict::Outside),
    ] {
        let now = longer(by);
        let table = Table::of(from_now(Metric::Turns, f64::NEG_INFINITY, to), 2_048, &now).beside(&plain);
        let answer = table.answer(7);
        assert_eq!(answer.verdict, wanted, "{by} {to}");
        assert!((answer.value - f64::from(by)).abs() < 1e-9, "{}", answer.value);
    }
}

/// What is longer by nothing on average is hardly ever called longer, whichever way its deals go.
#[test]
fn chance_is_not_called_a_change() {
    let other = |stream: &mut Stream| {
        plain(stream);
        plain(stream)
    };
    for metric in [Metric::Turns, Metric::WinRate(0)] {
        let table = Table::of(from_now(metric, f64::NEG_INFINITY, 0.0), 4_096, &other).beside(&plain);
        let (within, outside) = table.times();
        let most = tries() / 20;
        assert!(within <= most && outside <= most, "{metric:?}: {within} {outside}");
    }
}

/// The base is as it is, whatever its games are.
#[test]
fn what_is_held_to_itself_differs_by_nothing() {
    for (lo, hi, wanted) in [
        (f64::NEG_INFINITY, 0.0, Verdict::Within),
        (-0.5, 0.5, Verdict::Within),
        (0.0, f64::INFINITY, Verdict::Within),
        (f64::NEG_INFINITY, -0.5, Verdict::Outside),
        (0.02, f64::INFINITY, Verdict::Outside),
    ] {
        let table = Table::of(from_now(Metric::Turns, lo, hi), BLOCK, &plain);
        let answer = table.answer(1);
        assert_eq!((answer.verdict, answer.value), (wanted, 0.0), "{lo} {hi}");
        assert_eq!((answer.lo, answer.hi), (Some(0.0), Some(0.0)));
    }
}
