//! Other bots at the same table: one that turns a side's advantage round, some that agree, some of too few games.

use super::super::super::{details, markdown, tables};
use super::*;
use balance_analysis::judge::{Answer, Verdict};

/// A game as one bot plays it, and as others do.
fn with(own: Plan, others: &[(&str, u64, Plan)]) -> Results {
    let mut made = results(&[("dice", played(31, 40_000, own))]);
    made.scenario.league = true;
    let tallies: Vec<(&str, Tally)> = (32..)
        .zip(others)
        .map(|(seed, (bot, games, plan))| (*bot, played(seed, *games, *plan)))
        .collect();
    made.configurations[0].others = results(&tallies).configurations;
    made
}

/// A fair game of no other kind.
const PLAIN: Plan = Plan::FAIR;

const AHEAD: Plan = Plan { north: 0.08, ..PLAIN };

const BEHIND: Plan = Plan { north: -0.08, ..PLAIN };

fn found(made: &Results, key: &str) -> Finding {
    let mut all = findings(made).into_iter();
    all.find(|each| each.key() == key).unwrap_or_else(|| panic!("no {key}"))
}

#[test]
fn what_another_bot_turns_round_is_told_of_these_bots_alone() {
    let made = with(
        AHEAD,
        &[
            ("friend", 10_000, AHEAD),
            ("contrary", 10_000, BEHIND),
            ("even", 40_000, PLAIN),
        ],
    );
    let north = found(&made, "side north more");
    assert_eq!(north.headline, "The side “north” wins more than its fair share.");
    assert_eq!(north.word(), "bot-dependent");
    let told = north.elsewhere();
    assert!(
        told.starts_with("Same with 1 of 3 other bots. Not so with contrary (4"),
        "{told}"
    );
    assert!(told.contains(" and even ("), "{told}");
    // Nothing that is printed calls it certain.
    let run = crate::Insights::of_run(&made);
    for text in [details(&run, 100), markdown(&run)] {
        let text = text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace('\u{a0}', " ");
        let (_, after) = text.split_once(&north.evidence).expect("the finding");
        let tag = |word: &str| after.find(word).unwrap_or(usize::MAX);
        assert!(tag("bot-dependent") < tag("certain"), "{after}");
    }
    // Where nobody else was asked, it is as before.
    let alone = with(AHEAD, &[]);
    assert_eq!(found(&alone, "side north more").word(), "certain");
}

#[test]
fn what_all_agree_on_is_as_sure_as_the_least_sure_of_them() {
    let made = with(AHEAD, &[("friend", 40_000, AHEAD), ("mate", 40_000, AHEAD)]);
    let north = found(&made, "side north more");
    assert_eq!(
        (north.word(), north.elsewhere().as_str()),
        ("certain", "Same with all 2 other bots.")
    );
    assert_eq!(north.headline, "The side “north” wins more than its fair share.");
    let weaker = with(AHEAD, &[("friend", 40_000, AHEAD), ("mate", 3_000, AHEAD)]);
    let north = found(&weaker, "side north more");
    assert_eq!(
        (north.word(), north.elsewhere().as_str()),
        ("clear", "Same with all 2 other bots.")
    );
}

#[test]
fn few_games_leave_it_open() {
    let made = with(AHEAD, &[("friend", 40_000, AHEAD), ("rare", 40, AHEAD)]);
    let north = found(&made, "side north more");
    assert_eq!(north.word(), "bot-dependent");
    assert_eq!(
        north.elsewhere(),
        "Same with 1 of 2 other bots. Undecided with rare (55.0%)."
    );
    assert_eq!(north.headline, "The side “north” wins more than its fair share.");
}

#[test]
fn lengths_and_endings_are_asked_of_others_too() {
    let slow = Plan { longer: 12, ..PLAIN };
    let stuck = Plan { stalled: 0.3, ..PLAIN };
    let made = with(
        PLAIN,
        &[
            ("slow", 10_000, slow),
            ("stuck", 10_000, stuck),
            ("like", 10_000, PLAIN),
        ],
    );
    let length = found(&made, "length turns");
    assert!(length.headline.starts_with("At least half of the games end within 1"));
    assert!(
        length
            .elsewhere()
            .starts_with("Same with 2 of 3 other bots. Not so with slow (longer, median 2"),
        "{}",
        length.elsewhere()
    );
    // Games that vary a lot do not vary as much where the longest ran into the cap too soon for that.
    let varied = |made: &mut Configuration, longest: u32| {
        let long = |row: &&mut balance_analysis::table::HistogramRow| row.measure == "turns" && row.value == 13;
        made.histogram
            .iter_mut()
            .filter(long)
            .for_each(|row| row.value = longest);
    };
    let mut made = with(
        PLAIN,
        &[
            (
                "late",
                10_000,
                Plan {
                    longer: 20,
                    stalled: 0.1,
                    ..PLAIN
                },
            ),
            ("endless", 10_000, Plan { stalled: 1.0, ..PLAIN }),
            ("early", 10_000, Plan { stalled: 0.1, ..PLAIN }),
        ],
    );
    varied(&mut made.configurations[0], 50);
    assert_eq!(
        found(&made, "length spread").elsewhere(),
        "Same with 1 of 3 other bots. Not so with late (30 to 100 turns, the cap) and endless (100 turns, the cap)."
    );
    // How long games at the cap would have taken is not known, however near it lies.
    let near = Plan { longer: 86, ..PLAIN };
    let endless = Plan { stalled: 0.7, ..near };
    let made = with(near, &[("endless", 10_000, endless)]);
    let length = found(&made, "length turns");
    assert!(
        length
            .elsewhere()
            .contains("Not so with endless (longer, median beyond the cap)"),
        "{}",
        length.elsewhere()
    );
    let own = with(stuck, &[("like", 10_000, stuck), ("brisk", 20_000, PLAIN)]);
    let cap = found(&own, "turn cap, some");
    assert!(
        cap.elsewhere()
            .contains("Same with 1 of 2 other bots. Not so with brisk (0.0"),
        "{}",
        cap.elsewhere()
    );
}

#[test]
fn the_table_of_other_bots_marks_who_agrees() {
    let made = with(
        AHEAD,
        &[
            ("friend", 10_000, AHEAD),
            ("contrary", 10_000, BEHIND),
            ("rare", 10, AHEAD),
        ],
    );
    let shown = tables::others(&made, tables::Detail::Short).expect("others");
    let column: Vec<&str> = shown.rows.iter().map(|row| row[1].text.as_str()).collect();
    let marks: Vec<Option<char>> = column.iter().map(|cell| cell.chars().last()).collect();
    assert_eq!(marks, [Some('▲'), Some('▲'), Some('▼'), Some('%')], "{column:?}");
    // Ten games carry no tenths of a per cent.
    assert!(column[1].contains('.') && !column[3].contains('.'), "{column:?}");
    assert!(tables::others(&with(AHEAD, &[]), tables::Detail::Short).is_none());
    // What is ahead elsewhere, but by less than the finding says, is not settled in the table either.
    let slight = Plan { north: 0.022, ..PLAIN };
    let made = with(AHEAD, &[("friend", 20_000, AHEAD), ("slight", 20_000, slight)]);
    let north = found(&made, "side north more").elsewhere();
    assert!(
        north.contains("Same with 1 of 2 other bots. Undecided with slight"),
        "{north}"
    );
    let shown = tables::others(&made, tables::Detail::Short).expect("others");
    assert!(shown.rows[2][2].text.ends_with('%'), "{:?}", shown.rows[2][2].text);
    // So few games leave all open: that refutes nothing.
    let few = found(&with(AHEAD, &[("a", 3, PLAIN), ("b", 3, PLAIN)]), "side north more");
    assert_eq!(few.elsewhere(), "Undecided with a (66.7%) and b (33.3%).");
}

/// A small gap here may be a large one there: what is said of other bots is that the side is ahead.
#[test]
fn a_small_gap_is_not_said_to_be_small_elsewhere() {
    let slight = Plan { north: 0.015, ..PLAIN };
    let others = [("strong", 20_000, AHEAD), ("contrary", 20_000, BEHIND)];
    let made = with(slight, &others);
    let north = found(&made, "side north slightly at least more");
    assert!(
        north
            .elsewhere()
            .starts_with("Above its fair share with 1 of 2 other bots. Not so with contrary (4"),
        "{}",
        north.elsewhere()
    );
    let north = found(&with(slight, &others[..1]), "side north slightly at least more");
    assert_eq!(north.elsewhere(), "Above its fair share with the other bot.");
}

/// At the edge of a claim either word would be wrong; so it may be said in few runs only.
#[test]
fn other_bots_are_seldom_said_to_agree_or_not_where_neither_is_so() {
    let edge = Plan { north: 0.02, ..PLAIN };
    let mut wrong = 0;
    for seed in 0..300 {
        let mut made = results(&[("dice", played(1_000, 100, AHEAD))]);
        made.configurations[0].others = results(&[("edge", played(2_000 + seed, 1_000, edge))]).configurations;
        let confidence = super::super::robustness::confidence(&made);
        let each = &made.configurations[0];
        let asked = FindingContext {
            each,
            of: 1,
            others: confidence,
        };
        let claim = FindingClaim::Side {
            side: "north".to_owned(),
            direction: Direction::More,
            by: 0.02,
        };
        let says = super::super::robustness::ask(&asked, &claim).remove(0).says;
        wrong += u32::from(says != super::super::Robustness::Open);
    }
    assert!(wrong <= 6, "{wrong} of 300");
}

#[test]
fn a_wish_that_others_miss_on_the_other_side_is_not_missed_with_them_too() {
    let mut made = with(AHEAD, &[("like", 40_000, AHEAD), ("contrary", 40_000, BEHIND)]);
    let missed = |value: f64| balance_analysis::table::TargetRow {
        change: false,
        metric: "win-rate.north".to_owned(),
        from: Some(0.49),
        to: Some(0.51),
        answer: Some(Answer {
            verdict: Verdict::Outside,
            strength: Strength::Clear,
            value,
            lo: Some(value - 0.01),
            hi: Some(value + 0.01),
            deals: 40_000,
            error: 0.05,
            enough: None,
        }),
    };
    let each = &mut made.configurations[0];
    each.targets = vec![missed(0.58)];
    for (other, value) in each.others.iter_mut().zip([0.58, 0.42]) {
        other.targets = vec![missed(value)];
    }
    let wish = found(&made, "target win-rate.north missed, more: 49.0% to 51.0%");
    assert!(
        wish.elsewhere()
            .contains("Same with 1 of 2 other bots. Not so with contrary (42.0%)"),
        "{}",
        wish.elsewhere()
    );
}

/// What is told of several configurations at once holds in each of them, and a number is told with where it was seen.
#[test]
fn what_others_say_of_several_configurations_is_not_mixed_up() {
    let names = ["one", "two", "three", "four", "five"];
    let tallies: Vec<(&str, Tally)> = (1..)
        .zip(names)
        .map(|(seed, name)| (name, played(seed, 20_000, AHEAD)))
        .collect();
    let mut made = results(&tallies);
    let turned = [("a", AHEAD), ("b", BEHIND), ("c", BEHIND)];
    let plans = [turned]
        .into_iter()
        .chain([[("a", AHEAD), ("b", AHEAD), ("c", BEHIND)]; 4]);
    for (each, plans) in made.configurations.iter_mut().zip(plans) {
        let others = plans.map(|(name, plan)| (name, played(3, 20_000, plan)));
        each.others = results(&others).configurations;
    }
    let north = found(&made, "side north more");
    let said = north.elsewhere();
    assert!(
        said.starts_with("Same with 1 of 3 other bots. Not so with b (4"),
        "{said}"
    );
    assert!(said.contains("% in “one”) and c (4"), "{said}");
    // With “b” it is so in one of the two.
}
