//! What is told of the wishes that are missed, by whom, and of what moves beside them.

use super::*;
use crate::tuning::TuningWish;
use balance_analysis::table::Rate;

fn rate(value: f64) -> Rate {
    Rate {
        value,
        lo: value - 0.01,
        hi: value + 0.01,
    }
}

/// A figure that is wished to lie between 0.19 and 0.21 if there is a verdict.
fn figure(metric: &str, value: f64, verdict: Option<Verdict>) -> TuningFigure {
    let band = verdict.map_or((f64::NEG_INFINITY, f64::INFINITY), |_| (0.19, 0.21));
    TuningFigure {
        table: None,
        metric: metric.to_owned(),
        share: true,
        length: false,
        band,
        second_band: band,
        change: false,
        now: rate(value),
        verdict,
        second: None,
        second_moved: None,
        moved: None,
    }
}

/// Of the present rules it is told how many wishes they miss.
#[test]
fn it_is_told_how_many_wishes_are_missed() {
    let told = |verdicts: &[Verdict]| {
        let mut tuning = tuning(Class::Missed, Class::Missed);
        let figures = verdicts
            .iter()
            .map(|verdict| figure("win-rate.north", 0.3, Some(*verdict)));
        tuning.proposals[0].figures = figures.collect();
        tuning.advice()
    };
    let (out, within) = (Verdict::Outside, Verdict::Within);
    assert!(told(&[out]).starts_with("The present rules miss the wish, and in"));
    assert!(told(&[out, within, out]).starts_with("The present rules miss 2 of 3 wishes, and in"));
    assert!(told(&[out, out]).starts_with("The present rules miss both wishes, and in"));
    let few = told(&[out, within, within]);
    assert!(few.starts_with("The present rules miss 1 of 3 wishes"), "{few}");
}

/// Where the second bot misses what the usual ones meet, it is told of whom it holds.
#[test]
fn what_the_second_bot_misses_is_told() {
    let mut tuning = tuning(Class::Met, Class::Open);
    let mut met = figure("win-rate.north", 0.2, Some(Verdict::Within));
    met.second = Some(rate(0.2));
    tuning.second = Some("careful".to_owned());
    tuning.proposals[0].figures = vec![met.clone()];
    assert!(
        tuning
            .advice()
            .starts_with("Change nothing: the present rules are shown")
    );
    assert_eq!(tuning.beside(), None);
    met.second = Some(rate(0.3));
    tuning.proposals[0].figures = vec![met.clone()];
    let said = tuning.advice();
    assert!(
        said.starts_with("Change nothing: with these bots the present rules are shown"),
        "{said}"
    );
    assert_eq!(
        tuning.beside().as_deref(),
        Some("With careful at every seat this is not as wished: win-rate.north 30.0 % (29.0–31.0).")
    );
    // The same of a proposal.
    tuning.proposals[1].class = Class::Met;
    tuning.proposals[1].figures = vec![met];
    tuning.take = Some(1);
    let said = tuning.advice();
    assert!(
        said.ends_with("With these bots that is shown to meet every wish."),
        "{said}"
    );
    assert!(
        tuning
            .beside()
            .is_some_and(|beside| beside.contains("this is not as wished"))
    );
}

/// What either of two sides wins is no surprise where the gap between them is wished.
#[test]
fn the_sides_of_a_gap_are_not_told_as_unwished() {
    let mut tuning = tuning(Class::Missed, Class::Met);
    let moved = |metric: &str, value: f64| {
        let mut figure = figure(metric, value, None);
        figure.moved = Some(rate(value - 0.5));
        figure
    };
    let wish = |metric: &str| TuningWish {
        table: None,
        metric: metric.to_owned(),
        share: true,
        change: false,
        from: None,
        to: Some(0.1),
    };
    tuning.take = Some(1);
    let metrics = ["win-rate.north", "win-rate.south-east", "win-rate.east"];
    tuning.proposals[0].figures = metrics.map(|metric| figure(metric, 0.5, None)).to_vec();
    tuning.proposals[1].figures = metrics.map(|metric| moved(metric, 0.2)).to_vec();
    tuning.wishes = vec![wish("gap.north.south-east")];
    let said = tuning.beside().expect("something moves");
    assert!(
        said.starts_with(
            "Beware: that moves win-rate.north from 50.0 % to 20.0 %, win-rate.south-east from 50.0 % to 20.0 %, of which only \
             the gap was wished; and win-rate.east from 50.0 % to 20.0 %, of which nothing was wished. "
        ),
        "{said}"
    );
}

/// Where nobody wins, more games show nothing.
#[test]
fn games_that_nobody_wins_tell_nothing() {
    let mut tuning = tuning(Class::Missed, Class::Missed);
    let none = |metric: &str| {
        let mut figure = figure(metric, 0.0, Some(Verdict::Outside));
        figure.now.lo = 0.0;
        figure
    };
    tuning.proposals[0].figures = vec![none("win-rate.north"), none("win-rate.south")];
    let said = tuning.advice();
    assert!(said.contains("Nobody wins any of their games"), "{said}");
    assert!(!said.contains("may show one"), "{said}");
    tuning.proposals[0].figures[1].now = rate(0.5);
    assert!(tuning.advice().contains("may show one"));
}

/// Of what never happened twice as many games tell twice as much: what they take is no square.
#[test]
fn what_never_happened_takes_games_in_proportion() {
    let takes = |lo: f64| {
        let mut tuning = tuning(Class::Open, Class::Open);
        let mut seen = figure("win-rate.north", 0.2, Some(Verdict::Undecided));
        seen.now = Rate {
            value: 0.2,
            lo,
            hi: lo + 0.99,
        };
        tuning.proposals[0].figures = vec![seen];
        tuning.wishes = vec![TuningWish {
            table: None,
            metric: "win-rate.north".to_owned(),
            share: true,
            change: false,
            from: Some(0.19),
            to: Some(0.21),
        }];
        tuning.advice()
    };
    // Half of 0.99 is about 100 times a quarter of 0.02.
    assert!(takes(0.2).contains("(--games 100_000)"), "{}", takes(0.2));
    assert!(takes(0.1).contains("(--games 10_000_000)"), "{}", takes(0.1));
}
