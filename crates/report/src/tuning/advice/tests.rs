use super::*;
use crate::tuning::minimality::MissedWish;
use crate::tuning::{RuleProposal, Without, paste, scenario};

mod as_well;
mod told;

fn proposal(class: Class, rule: Option<&str>) -> RuleProposal {
    let change = |rule: &str| RuleChange {
        rule: rule.to_owned(),
        from: Some("1".to_owned()),
        to: "2".to_owned(),
    };
    RuleProposal {
        name: String::new(),
        changes: rule.map(change).into_iter().collect(),
        class,
        nearer: false,
        figures: Vec::new(),
        gone: Vec::new(),
        alike: Vec::new(),
    }
}

fn tuning(present: Class, other: Class) -> Tuning {
    Tuning {
        format: 1,
        program: "",
        scenario: String::new(),
        title: String::new(),
        game: String::new(),
        game_title: String::new(),
        seed: 1,
        games: 1_000,
        search_games: 500,
        rules: 1,
        versions: 2.0,
        tried: 2,
        deals: 100,
        second: None,
        second_deals: None,
        players: None,
        in_play_with: Vec::new(),
        bots_alone_differ: false,
        safest: None,
        wishes: Vec::new(),
        alone: None,
        unmeasured: Vec::new(),
        proposals: vec![proposal(present, None), proposal(other, Some("coop-draws"))],
        take: None,
        ahead: None,
        nearest: None,
        finalists: 2,
        without: Vec::new(),
    }
}

/// What is advised where nothing is shown to be nearer than the present rules.
fn advised(present: Class, other: Class) -> String {
    tuning(present, other).advice()
}

/// What is not shown of all wishes is to be tried, not taken.
#[test]
fn the_mark_says_what_the_advice_says() {
    for (class, mark) in [
        (Class::Met, "take this"),
        (Class::Likely, "try this"),
        (Class::Open, "nothing is shown nearer"),
    ] {
        let mut tuning = tuning(Class::Missed, class);
        tuning.take = Some(1);
        assert_eq!(tuning.mark(1), Some(mark));
    }
}

/// What is shown to miss a wish is not advised before what may meet all, and what would tell is said.
#[test]
fn what_may_meet_all_is_advised_before_what_misses_a_wish() {
    let mut tuning = tuning(Class::Missed, Class::Missed);
    tuning.take = Some(1);
    assert!(
        tuning
            .advice()
            .starts_with("No proposal meets every wish. Changing coop-draws from 1 to 2")
    );
    let open = proposal(Class::Open, Some("coins"));
    let away = TuningFigure {
        second: Some(rate(0.36)),
        second_moved: Some(rate(0.11)),
        moved: Some(rate(0.07)),
        ..figure((0.19, 0.21), 0.2)
    };
    tuning.ahead = Some(Promising {
        changes: open.changes.clone(),
        figures: vec![away.clone()],
        nearer: false,
        seen: false,
    });
    let said = "No proposal is shown to meet every wish. Changing coins from 1 to 2 may: it is seen nearer than the present rules, \
                but 100 deals do not show it, and more games (such as --games 4_000) would tell more. Changing coop-draws from 1 \
                to 2 is shown to be nearer, but misses a wish.";
    assert_eq!(tuning.advice(), said);
    let marks = |tuning: &Tuning| {
        (0..tuning.proposals.len())
            .map(|at| tuning.mark(at))
            .collect::<Vec<_>>()
    };
    let (missed, may) = (Some("shown nearer, but misses a wish"), Some("may meet every wish"));
    assert_eq!(marks(&tuning), [None, missed]);
    // It is written down, also where it stands below another.
    let written = |tuning: &Tuning| {
        let scenario = crate::tuning::scenario(tuning, "base.toml", "mine.toml");
        (
            scenario.matches("rules.coins = 2").count(),
            scenario.matches("# May meet every wish").count(),
        )
    };
    assert_eq!(written(&tuning), (1, 1));
    tuning.proposals.push(open);
    assert_eq!(marks(&tuning), [None, missed, may]);
    assert_eq!(written(&tuning), (1, 1));
    tuning.second = Some("careful".to_owned());
    let told = ". With careful at every seat it leads away from what is wished of win-rate.north. Changing coop-draws";
    assert!(tuning.advice().contains(told), "{}", tuning.advice());
    tuning.proposals[1].figures = vec![away];
    assert!(
        tuning
            .advice()
            .contains(". With these bots alone, changing coop-draws from 1 to 2 is shown to be nearer,")
    );
}

/// What is seen inside every wish is named first, and what takes something out of the game is said to.
#[test]
fn what_is_seen_to_meet_all_is_named_first_and_what_happens_no_more_is_told() {
    let mut tuning = tuning(Class::Missed, Class::Open);
    tuning.take = Some(1);
    tuning.proposals[1].gone = vec!["“cards played”".to_owned()];
    let beside = tuning.beside().expect("something is lost");
    assert_eq!(beside, "Beware: “cards played” happened in none of its games.");
    let open = proposal(Class::Likely, Some("coins"));
    tuning.ahead = Some(Promising {
        changes: open.changes.clone(),
        figures: Vec::new(),
        nearer: false,
        seen: true,
    });
    tuning.proposals.push(open);
    assert_eq!(
        tuning.advice(),
        "No proposal is shown to meet every wish. Changing coins from 1 to 2 puts every number seen where it is wished; 100 deals do \
         not show it of all, nor that it is nearer than the present rules, and more games (such as --games 4_000) would tell more. \
         Changing coop-draws from 1 to 2 is shown to be nearer, but not every number seen lies as wished."
    );
    assert_eq!(tuning.mark(1), Some("shown nearer, but not seen to meet every wish"));
    assert_eq!(tuning.mark(2), Some("seen to meet every wish"));
    tuning.proposals[1].class = Class::Likely;
    let told = tuning.advice();
    assert!(
        told.ends_with("is shown to be nearer, but “cards played” happened in none of its games."),
        "{told}"
    );
}

fn rate(value: f64) -> balance_analysis::table::Rate {
    let (lo, hi) = (value - 0.01, value + 0.01);
    balance_analysis::table::Rate { value, lo, hi }
}

/// One of the north, within its band.
fn figure(band: (f64, f64), value: f64) -> TuningFigure {
    TuningFigure {
        table: None,
        metric: "win-rate.north".to_owned(),
        share: true,
        length: false,
        band,
        second_band: band,
        change: false,
        now: rate(value),
        verdict: Some(Verdict::Within),
        second: None,
        second_moved: None,
        moved: None,
    }
}

/// Whoever is told to change several rules at once is told of one that may do alone.
#[test]
fn what_takes_fewer_changes_is_told_beside_what_is_shown() {
    let mut tuning = tuning(Class::Missed, Class::Met);
    let again = tuning.proposals[1].changes[0].clone();
    tuning.proposals[1].changes.push(again);
    tuning.take = Some(1);
    let met = "is shown to meet every wish.";
    let mut one = proposal(Class::Likely, Some("coins"));
    one.figures = vec![TuningFigure {
        verdict: Some(Verdict::Undecided),
        ..figure((0.19, 0.21), 0.2)
    }];
    tuning.proposals.push(one);
    let said = tuning.advice();
    assert!(
        said.ends_with(
            "It takes less: changing coins from 1 to 2 alone puts every number seen where it is wished, too; 100 deals do not show \
             it of win-rate.north: a little more room there, or more games, would."
        ),
        "{said}"
    );
    // What misses, or takes something out of the game, is no answer.
    let mut missed = tuning.clone();
    missed.proposals[2].figures[0].now = rate(0.22);
    assert!(missed.advice().ends_with(met), "{}", missed.advice());
    tuning.proposals[2].gone = vec!["“cards played”".to_owned()];
    assert!(tuning.advice().ends_with(met), "{}", tuning.advice());
}

/// That something never happens is not shown by more games either.
#[test]
fn what_no_games_show_is_not_promised_of_more() {
    let mut tuning = tuning(Class::Likely, Class::Open);
    for (most, said) in [(0.0, "no number of games shows"), (0.1, "more games (")] {
        let mut figure = figure((f64::NEG_INFINITY, most), 0.0);
        figure.verdict = Some(Verdict::Undecided);
        tuning.proposals[0].figures = vec![figure];
        assert!(tuning.advice().contains(said), "{most}");
    }
}

/// What the second bot turns round is not advised.
#[test]
fn what_another_bot_turns_round_is_nothing_to_change_yet() {
    for class in [Class::Met, Class::Likely, Class::Open, Class::Missed] {
        let mut tuning = tuning(Class::Missed, class);
        tuning.take = Some(1);
        tuning.second = Some("careful".to_owned());
        tuning.safest = Some("The safest are alike.".to_owned());
        let mut figure = TuningFigure {
            second: Some(rate(0.2)),
            second_moved: Some(rate(0.05)),
            moved: Some(rate(0.07)),
            ..figure((0.19, 0.21), 0.2)
        };
        tuning.proposals[1].figures = vec![figure.clone()];
        assert!(!tuning.advice().contains("Nothing yet"));
        (figure.second, figure.second_moved) = (Some(rate(0.36)), Some(rate(0.11)));
        tuning.proposals[1].figures = vec![figure];
        assert!(tuning.advice().starts_with("Nothing yet: with these bots alone"));
        assert_eq!(tuning.mark(1), Some("with these bots alone"));
        // Where the second bot is beyond the wish from the beginning, no change does for both.
        let mut below = tuning.clone();
        below.proposals[0].figures = vec![TuningFigure {
            now: rate(0.13),
            ..tuning.proposals[1].figures[0].clone()
        }];
        assert!(below.advice().starts_with("If people play as these bots do, changing"));
        assert_eq!(below.mark(1), Some("if people play as these bots do"));
        let beside = below.beside().expect("a turn");
        assert!(
            beside.contains(
                "(from 25.0 % to 36.0 %): these games are there, or beyond, under the present rules. What moves"
            ),
            "{beside}"
        );
        let beside = tuning.beside().expect("a turn");
        assert!(
            beside.starts_with("With careful at every seat it leads away"),
            "{beside}"
        );
        assert!(beside.contains("of the scenario. The safest are alike. "), "{beside}");
    }
}

/// Wishes that one step cannot bring nearer together are told.
#[test]
fn wishes_that_pull_apart_are_told() {
    let mut tuning = tuning(Class::Missed, Class::Missed);
    let figure = |table: &str, value: f64| TuningFigure {
        table: Some(table.to_owned()),
        metric: "win-rate.north".to_owned(),
        share: true,
        length: false,
        band: (0.19, 0.21),
        second_band: (0.19, 0.21),
        change: false,
        now: balance_analysis::table::Rate {
            value,
            lo: value - 0.01,
            hi: value + 0.01,
        },
        verdict: Some(balance_analysis::judge::Verdict::Outside),
        second: None,
        second_moved: None,
        moved: None,
    };
    tuning.proposals[0].figures = vec![figure("a", 0.14), figure("b", 0.15)];
    assert!(tuning.advice().contains("may show one"));
    // Of one number the two wishes are apart, and no table or bot.
    let mut two = [figure("a", 0.15), figure("a", 0.15)];
    (two[0].band, two[1].band) = ((0.2, f64::INFINITY), (f64::NEG_INFINITY, 0.125));
    tuning.proposals[0].figures = two.to_vec();
    let said = tuning.advice();
    let metric = &tuning.proposals[0].figures[0].metric;
    let apart =
        format!("{metric} is wished to be at least 20 % and at most 12.5 %. Take one of the two out of [expect].");
    assert!(said.contains(&apart), "{said}");
    tuning.proposals[0].figures = vec![figure("a", 0.26), figure("b", 0.14)];
    let said = tuning.advice();
    assert!(
        said.contains("is below what is wished at “b” (14.0 %) and above at “a” (26.0 %): what raises both"),
        "{said}"
    );
    assert!(
        said.contains("a change of one table alone in a scenario of that table"),
        "{said}"
    );
    tuning.bots_alone_differ = true;
    assert!(tuning.advice().contains("decide whose play counts"));
    // What is not shown to be missed pulls nothing apart.
    let mut open = tuning.clone();
    open.proposals[0].figures[0].verdict = Some(Verdict::Undecided);
    assert!(open.advice().contains("may show one"));
    assert!(!said.contains("may show one"), "{said}");
}

/// Also where nothing is shown to be nearer, what is seen inside every wish is named.
#[test]
fn what_is_seen_inside_every_wish_is_named_where_nothing_is_shown_nearer() {
    let alike = |value: f64| super::super::Equivalent {
        name: "coins 5".to_owned(),
        changes: Vec::new(),
        figures: vec![TuningFigure {
            verdict: Some(Verdict::Undecided),
            ..figure((0.19, 0.21), value)
        }],
        gone: Vec::new(),
    };
    for class in [Class::Open, Class::Missed] {
        let mut tuning = tuning(class, Class::Missed);
        tuning.proposals[0].alike = vec![alike(0.22), alike(0.20)];
        let said = tuning.advice();
        assert!(
            said.contains(" With “coins 5” every number seen lies as wished. "),
            "{said}"
        );
        tuning.proposals[0].alike.pop();
        assert!(!tuning.advice().contains("every number seen"));
    }
}

/// What is wished of some tables alone may be looked for at one of them by itself, unless these differ in their bots alone.
#[test]
fn a_wish_of_one_table_alone_is_looked_for_there() {
    let mut tuning = tuning(Class::Missed, Class::Missed);
    let at = |table: &str| TuningFigure {
        table: Some(table.to_owned()),
        ..figure((0.19, 0.21), 0.2)
    };
    let wish = |table: &str| TuningWish {
        change: false,
        table: Some(table.to_owned()),
        metric: "win-rate.north".to_owned(),
        share: true,
        from: Some(0.19),
        to: Some(0.21),
    };
    tuning.proposals[0].figures = vec![at("players 5"), at("players 7")];
    tuning.wishes = vec![wish("players 5"), wish("players 7")];
    assert_eq!(tuning.some_tables(), None, "wished of all");
    tuning.wishes.remove(0);
    let said = tuning.some_tables().expect("one table");
    assert!(
        said.starts_with("Something is wished of “players 7” alone, and every change was tried at all tables."),
        "{said}"
    );
    tuning.bots_alone_differ = true;
    assert_eq!(tuning.some_tables(), None);
}

#[test]
fn a_proposal_that_meets_every_wish_is_named_where_the_present_rules_are_not_shown_to() {
    let told = advised(Class::Open, Class::Met);
    let (wanted, other) = (
        "Changing coop-draws from 1 to 2 is shown to meet every wish",
        "no proposal",
    );
    assert!(told.contains(wanted) && !told.contains(other), "{told}");
    for class in [Class::Likely, Class::Open, Class::Missed] {
        assert!(advised(Class::Open, class).contains(other));
    }
    assert!(advised(Class::Met, Class::Met).starts_with("Change nothing"));
}

/// A part of the content that lies at some tables alone leaves the others as they are.
#[test]
fn at_which_tables_a_part_is_in_play_is_told() {
    let mut all = tuning(Class::Missed, Class::Met);
    all.proposals[1].nearer = true;
    (all.take, all.players) = (Some(1), Some(7));
    let tried = "It was tried with 7 players; it may do otherwise with another number of them.";
    assert_eq!(all.beside().as_deref(), Some(tried));
    all.in_play_with = vec![("tile.16".to_owned(), vec![7, 8, 9])];
    assert_eq!(
        all.beside(),
        Some(format!("{tried} tile.16 is in play with 7, 8 and 9."))
    );
}

/// What is named is held to itself with each change taken back.
#[test]
fn needless_changes_are_told() {
    let mut all = tuning(Class::Missed, Class::Likely);
    let changes: Vec<RuleChange> = ["coins", "hunts", "cards"]
        .iter()
        .flat_map(|rule| proposal(Class::Likely, Some(rule)).changes)
        .collect();
    all.proposals[1].changes.clone_from(&changes);
    all.proposals[1].nearer = true;
    all.take = Some(1);
    let without = |rules: &[&str], miss: Option<MissedWish>| Without {
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
        changes: changes
            .iter()
            .filter(|change| !rules.contains(&&*change.rule))
            .cloned()
            .collect(),
        miss,
        deals: 15_000,
    };
    let miss = |metric: &str, value: f64, moved: Option<f64>| {
        Some(MissedWish {
            table: None,
            metric: metric.to_owned(),
            share: metric.starts_with("win"),
            value,
            moved,
        })
    };
    assert!(!all.advice().contains("taken back"), "nothing was taken back");
    let rate = miss("win-rate.profiteer", 0.153, None);
    all.without = vec![
        without(&["coins"], rate.clone()),
        without(&["hunts"], miss("turns.mean", 27.5, Some(0.3))),
    ];
    assert!(!all.advice().contains("taken back"), "of one change nothing is known");
    all.without
        .push(without(&["cards"], miss("win-rate.logs", 0.3, Some(-0.061))));
    let said = all.advice();
    let each = "in 15,000 deals or more, without that of coins win-rate.profiteer is seen at 15.3 %; without that of hunts turns.mean \
                is seen to move by +0.30; without that of cards win-rate.logs is seen to move by −6.1 points. Other changes, fewer";
    assert!(
        said.contains(&format!(" None of these changes can be taken back by itself: {each}")),
        "{said}"
    );
    for two in [["coins", "hunts"], ["coins", "cards"], ["hunts", "cards"]] {
        all.without.push(without(&two, rate.clone()));
    }
    let said = all.advice();
    assert!(
        said.contains(&format!(" None of these changes can be taken back: {each}")),
        "{said}"
    );
    all.without[1].miss = None;
    let said = all.advice();
    assert!(
        said.ends_with(
            " It may take less: changing coins from 1 to 2 and cards from 1 to 2 alone puts every number seen where it is wished, \
             too, in 15,000 deals."
        ),
        "{said}"
    );
    let pasted = paste(&all).expect("variants");
    assert!(pasted.lines.contains("name = \"coins 2, cards 2\""), "{}", pasted.lines);
    assert!(
        scenario(&all, "a.toml", "b.toml").contains("# With fewer changes every number seen lies as wished, too: ")
    );
    all.without[3].miss = None;
    let said = all.advice();
    assert!(
        said.contains("changing cards from 1 to 2 alone puts"),
        "the fewest: {said}"
    );
    assert!(
        !paste(&all)
            .expect("variants")
            .lines
            .contains("name = \"coins 2, cards 2\"")
    );
}

#[test]
fn values_of_rules_are_told_without_straight_quotes() {
    let told = |toml: &str| super::value(toml);
    assert_eq!(told("\"shared\""), "“shared”");
    assert_eq!(told("[\"1 log\", \"1 coin\"]"), "[“1 log”, “1 coin”]");
    assert_eq!((&*told("-1"), &*told("2.5"), &*told("true")), ("−1", "2.5", "true"));
}
