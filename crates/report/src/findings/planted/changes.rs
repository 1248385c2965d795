//! A change that other bots answer, too: with some it moves the same way, with others it does not, or back.

use super::*;
use crate::sample;
use balance_analysis::judge::Verdict;
use balance_analysis::table::SideRow;

/// The made-up runs of two versions: the other moves the first side to 38 and the last to 17.8% of the games.
fn two() -> Results {
    let mut made = sample::variants();
    made.configurations.truncate(2);
    made.comparisons.truncate(1);
    made.parted.clear();
    made.scenario.league = true;
    made
}

/// One that is played by another bot, which wins these shares of the games with each side.
fn played_by(bot: &str, each: &Configuration, shares: [f64; 3]) -> Configuration {
    let mut other = each.clone();
    bot.clone_into(&mut other.name);
    for (row, share) in other.sides.iter_mut().zip(shares) {
        let wins = (share * row.games as f64) as u64;
        *row = SideRow {
            wins,
            deals: vec![row.games - wins, wins],
            win_rate: balance_analysis::table::Rate {
                value: share,
                ..row.win_rate
            },
            ..row.clone()
        };
    }
    other
}

fn with(others: &[(&str, [f64; 3], [f64; 3])]) -> Results {
    let mut made = two();
    for (bot, before, after) in others {
        for (each, shares) in made.configurations.iter_mut().zip([before, after]) {
            let other = played_by(bot, each, *shares);
            each.others.push(other);
        }
    }
    made
}

const BEFORE: [f64; 3] = [0.4, 0.47, 0.13];
const AFTER: [f64; 3] = [0.38, 0.44, 0.18];

fn change(made: &Results) -> Finding {
    let mut all = findings(made).into_iter();
    all.find(|each| each.key().starts_with("variant ")).expect("a change")
}

/// No difference seen in few deals is not none.
#[test]
fn the_same_games_in_few_deals_leave_open_what_a_change_does() {
    let mut made = with(&[("even", BEFORE, BEFORE)]);
    for each in made.configurations.iter_mut().flat_map(|each| &mut each.others) {
        each.games = 100;
    }
    let found = change(&made);
    assert_eq!(found.elsewhere(), "Undecided with even (the same games in 100 deals).");
    assert!(
        found
            .evidence
            .contains(" Seen with other bots: the same games in 100 deals with even."),
        "{}",
        found.evidence
    );
}

/// Of one deal there are not several.
#[test]
fn a_single_deal_that_goes_the_same_is_one() {
    let mut made = two();
    let compared = &mut made.comparisons[0];
    let said = |compared: &mut table::Comparison, pairs: u64| {
        compared.pairs = pairs;
        for row in &mut compared.rows {
            row.verdict = table::DifferenceVerdict::Undecided;
            row.differing = vec![table::Differing { by: 0, deals: pairs }];
        }
    };
    said(compared, 1);
    let one = change(&made).evidence;
    assert!(
        one.contains(" In the one deal all that is compared was the same."),
        "{one}"
    );
    said(&mut made.comparisons[0], 30);
    let many = change(&made).evidence;
    assert!(
        many.contains(" In each of 30 deals all that is compared was the same."),
        "{many}"
    );
}

#[test]
fn what_a_change_does_with_other_bots_is_told() {
    let made = with(&[("friend", BEFORE, AFTER), ("strong", BEFORE, [0.3, 0.4, 0.3])]);
    let found = change(&made);
    assert!(
        found.headline.starts_with("“one coin fewer” changes who wins"),
        "{found:?}"
    );
    assert_eq!(found.elsewhere(), "Same with all 2 other bots.");
    assert!(
        found
            .evidence
            .contains(" Seen with other bots: +5.0 (3.1 to 6.9) points, mean length 0.0 with friend; +17.0 (14.9 to 19.1) points, mean length 0.0 with strong."),
        "{}",
        found.evidence
    );
    let made = with(&[("friend", BEFORE, AFTER), ("contrary", AFTER, BEFORE)]);
    let found = change(&made);
    assert!(found.headline.starts_with("“one coin fewer” changes"), "{found:?}");
    assert_eq!(
        found.elsewhere(),
        "Same with 1 of 2 other bots. Not so with contrary (−5.0 points)."
    );
    let made = with(&[("even", BEFORE, BEFORE)]);
    assert!(
        change(&made)
            .elsewhere()
            .starts_with("Not so with even (the same games in"),
        "{made:?}"
    );
}

/// A bot whose games find no end is no witness of who wins.
#[test]
fn bots_whose_games_find_no_end_say_nothing() {
    let mut made = with(&[("endless", BEFORE, AFTER)]);
    for each in &mut made.configurations {
        let other = &mut each.others[0];
        for row in &mut other.endings {
            row.games = if row.capped { other.games } else { 0 };
        }
    }
    let found = change(&made);
    assert!(found.others.is_empty(), "{:?}", found.others);
    assert!(
        found
            .evidence
            .contains(" Seen with other bots: mean length 0.0 with endless."),
        "{}",
        found.evidence
    );
    let side = findings(&made)
        .into_iter()
        .find(|each| each.key().starts_with("side profiteer"))
        .expect("a side");
    assert!(
        side.elsewhere().starts_with("Undecided with endless"),
        "{}",
        side.elsewhere()
    );
}

/// What other bots say of one version is not mixed with what they say of the other.
#[test]
fn what_others_say_of_two_versions_is_told_of_each() {
    let made = with(&[("contrary", BEFORE, [0.2, 0.2, 0.6])]);
    let all = findings(&made);
    let told: Vec<(String, String)> = all
        .iter()
        .filter(|each| each.key() == "side profiteer less")
        .map(|each| (each.place(), each.elsewhere()))
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told.iter()
            .any(|(place, said)| place == "This is so in “base”." && said == "Same with the other bot.")
    );
    assert!(
        told.iter()
            .any(|(place, said)| place == "This is so in “one coin fewer”." && said == "Not so with contrary (60.0%)."),
        "{told:?}"
    );
}

/// What another bot does in the place of one that sits there is nothing to ask a third.
#[test]
fn a_change_of_bots_is_not_asked_of_others() {
    let mut made = with(&[("friend", BEFORE, BEFORE)]);
    made.configurations[1].seating = "every seat: careful".to_owned();
    let found = change(&made);
    assert!(
        found.others.is_empty() && found.headline.starts_with("“one coin fewer”"),
        "{found:?}"
    );
    let mut made = with(&[("friend", BEFORE, BEFORE)]);
    made.configurations[1].rules = made.configurations[0].rules.clone();
    assert!(change(&made).others.is_empty());
    made.configurations[1].seating = "every seat: careful".to_owned();
    let found = change(&made).headline;
    assert!(
        found.starts_with("The bots of “one coin fewer” change who wins, compared with those of “base”"),
        "{found}"
    );
}

/// Where no deal goes otherwise twice as many deals narrow an interval by half: a forecast is not of a square.
#[test]
fn equal_games_are_told_to_be_equal_as_soon_as_foreseen() {
    let mut made = two();
    let deals = 300;
    for row in &mut made.comparisons[0].rows {
        row.differing = vec![balance_analysis::table::Differing { by: 0, deals }];
        row.simultaneous = Rate {
            value: 0.0,
            lo: -0.04,
            hi: 0.04,
        };
        row.verdict = balance_analysis::table::DifferenceVerdict::Undecided;
    }
    made.comparisons[0].pairs = deals;
    let said = change(&made).evidence;
    // Four points are to be two, the margin: twice as many.
    assert!(said.contains(" About 600 games would tell"), "{said}");
}

/// Random moves are no bots of whose play something is said.
#[test]
fn a_change_by_random_moves_is_told_of_these() {
    let mut results = sample::variants();
    for row in results.configurations.iter_mut().flat_map(|each| &mut each.bots) {
        row.random = true;
    }
    let told = findings(&results)
        .into_iter()
        .find(|each| each.key().starts_with("variant "))
        .expect("a change");
    assert!(
        told.headline.starts_with("By random moves: “one coin fewer” changes"),
        "{}",
        told.headline
    );
}

/// What is seen at the edge of a wish is never shown to be within, however many games are played.
#[test]
fn no_number_of_deals_is_foreseen_for_what_lies_at_an_edge() {
    let mut results = sample::variants();
    let mut row = sample::wish("turns.mean", (0.0, 0.0), (Verdict::Undecided, 0.0));
    (row.change, row.from) = (true, None);
    row.answer = row.answer.map(|answer| balance_analysis::judge::Answer {
        enough: Some(40_000),
        ..answer
    });
    results.configurations[1].targets = vec![row];
    let told = findings(&results)
        .into_iter()
        .find(|each| each.key().starts_with("target turns.mean open"))
        .expect("an open wish");
    assert!(
        told.evidence.contains("no number of deals tells") && !told.evidence.contains("40,000"),
        "{}",
        told.evidence
    );
}
