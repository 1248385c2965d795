//! Which of the configurations tried is nearest to fair.

use std::collections::BTreeSet;

use super::fairness::{FairnessChoice, FairnessGap, Nearest, choices};
use super::objections::{nearer_elsewhere, off_elsewhere};
use super::{Advice, cost, knob, parting};
use crate::expectations::missed_anew;
use crate::findings::FAIR;
use crate::format;
use balance_analysis::table::{Comparison, Configuration, Results};

/// With more choices than this only the first are named.
const NAMED: usize = 4;

/// Of more that may be as near only the number is told.
const RIVALS: usize = 2;

/// How far it is known which of the configurations tried is nearest to fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChoiceStatus {
    /// Of one at least.
    Settled,
    /// That who wins is the same in all.
    Equal,
    Open,
}

/// Which of the configurations tried is nearest to fair, and how far that is known; none where there is nothing to choose.
pub(super) fn nearest_to_fair(results: &Results) -> Option<(Advice, ChoiceStatus)> {
    let choices = choices(results);
    match &choices[..] {
        [] => None,
        [choice] => Some(of_one_choice(results, choice)),
        several => of_several_choices(results, several),
    }
}

/// Where there is one choice: what to take, if anything.
fn of_one_choice(results: &Results, choice: &FairnessChoice) -> (Advice, ChoiceStatus) {
    let (base, gap) = &choice.base;
    let nearest = choice.nearest(FAIR);
    let equal = choice.others.iter().all(|(other, _)| are_equal(results, other, base));
    let known = match nearest {
        Nearest::Open if equal => ChoiceStatus::Equal,
        Nearest::Open => ChoiceStatus::Open,
        _ => ChoiceStatus::Settled,
    };
    let answer = match nearest {
        Nearest::Base => Advice::from(format!(
            "Nothing: in “{}” every side wins its fair share, to within {} points.",
            base.name,
            format::plain(100.0 * FAIR, 0),
        ))
        .with_unfair_bots(&off_elsewhere(results)),
        Nearest::Other(best, rivals) => nearer_than_base(results, &best, &choice.base, &rivals).into(),
        Nearest::NoneNearer => Advice::from(format!(
            "Nothing that was tried: with these bots none is shown to be nearer to fair than “{}”, whose largest gap to a \
             fair share is {}.",
            base.name,
            at_least(gap),
        ))
        .with_unfair_bots(&off_elsewhere(results)),
        Nearest::Open if equal => Advice::from(format!(
            "Nothing that was tried: it is shown that every side wins as often as in “{}”, to within {} points.",
            base.name,
            format::plain(100.0 * results.scenario.margins.share, 1),
        ))
        .with_unfair_bots(&off_elsewhere(results)),
        Nearest::Open => {
            let open = "Nothing yet: which is nearest to fair is not settled. Play more games first.";
            Advice::from(open.to_owned()).with_unfair_bots(&off_elsewhere(results))
        }
    };
    (answer, known)
}

/// That a configuration is nearer to fair than its base, with what other bots say, what else may be as near, and what it costs.
fn nearer_than_base(
    results: &Results,
    (best, least): &(&Configuration, FairnessGap),
    (base, gap): &(&Configuration, FairnessGap),
    rivals: &[&Configuration],
) -> String {
    let rivals = as_near(rivals);
    let elsewhere = nearer_elsewhere(results, best, base);
    let beside = [(*best, *base)];
    let missed = match &missed_anew(best, base)[..] {
        [] => String::new(),
        metrics => format!(
            " But it is shown to miss what is wished of {}, as “{}” is not.",
            format::join_and(&metrics.iter().map(|metric| (*metric).to_owned()).collect::<Vec<_>>()),
            base.name
        ),
    };
    // What another bot turns round is nothing to begin with.
    let these = if elsewhere.contradicted {
        "Nothing yet: with these bots alone "
    } else {
        ""
    };
    format!(
        "{these}“{}”{} is nearer to fair than “{}”: its largest gap to a fair share is {}, against \
         {}.{missed}{}{rivals}{}{}",
        best.name,
        knob(&beside),
        base.name,
        at_most(least),
        at_least(gap),
        elsewhere.said,
        cost(results, &beside),
        parting(results, &beside)
    )
}

/// Where there are several: in how many a change is nearer to fair.
fn of_several_choices(results: &Results, choices: &[FairnessChoice]) -> Option<(Advice, ChoiceStatus)> {
    let mut nearer = Vec::new();
    let (mut fair, mut open, mut contradicted) = (0, 0, 0);
    for choice in choices {
        match choice.nearest(FAIR) {
            Nearest::Other((best, gap), _) => {
                contradicted += usize::from(nearer_elsewhere(results, best, choice.base.0).contradicted);
                nearer.push(format!("“{}”, {}", best.name, at_most(&gap)));
            }
            Nearest::Base => fair += 1,
            Nearest::NoneNearer => {}
            Nearest::Open => open += 1,
        }
    }
    // Without changes in the cells there is nothing to take.
    let changed = choices.iter().any(|choice| {
        let base = &choice.base.0.variant;
        choice.others.iter().any(|(other, _)| other.variant != *base)
    });
    if nearer.is_empty() && fair < choices.len() && !changed {
        return None;
    }
    let of = choices.len();
    let (cell, cells) = if changed && by_cell(results, choices) {
        ("cell of the matrix", "cells of the matrix")
    } else {
        (
            "group of versions with the same bots and players",
            "groups of versions with the same bots and players",
        )
    };
    let more = match nearer.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = nearer.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    let answer = if nearer.is_empty() {
        match (fair, open) {
            (fair, _) if fair == of => format!("Nothing: in every {cell} the base is fair."),
            (_, 0) => {
                format!("Nothing that was tried: in no {cell} is a change shown to be nearer to fair.")
            }
            _ => {
                format!("Nothing yet: in no {cell} is a change shown to be nearer to fair, and not all is settled.")
            }
        }
    } else {
        let elsewhere = match contradicted {
            0 => String::new(),
            count => format!(" In {count} of these it is further from fair with some other bot."),
        };
        format!(
            "In {} of {of} {cells} a change is nearer to fair, with these largest gaps to a fair share: \
             {named}{more}.{elsewhere}",
            nearer.len()
        )
    };
    let known = if open == 0 || !nearer.is_empty() {
        ChoiceStatus::Settled
    } else {
        ChoiceStatus::Open
    };
    Some((answer.into(), known))
}

/// Is every choice of one cell of the matrix, and every cell a choice? Cells that differ neither in bots nor in the number of
/// players are one choice together.
fn by_cell(results: &Results, choices: &[FairnessChoice]) -> bool {
    let cells: BTreeSet<_> = results.configurations.iter().map(|each| &each.cell).collect();
    let of_one = |choice: &FairnessChoice| choice.others.iter().all(|other| other.0.cell == choice.base.0.cell);
    let chosen: BTreeSet<_> = choices.iter().map(|choice| &choice.base.0.cell).collect();
    chosen.len() == choices.len() && chosen == cells && choices.iter().all(of_one)
}

/// Is it shown that every side wins as often with the `other` rules as with those of `base`?
fn are_equal(results: &Results, other: &Configuration, base: &Configuration) -> bool {
    let of = |each: &&Comparison| (&each.configuration, &each.reference) == (&other.name, &base.name);
    let rates = results.comparisons.iter().find(of);
    other.has_sides_of(base) && rates.is_some_and(Comparison::rates_equal)
}

/// Which others may be as near.
fn as_near(rivals: &[&Configuration]) -> String {
    match rivals.len() {
        0 => String::new(),
        1..=RIVALS => {
            let named: Vec<String> = rivals.iter().map(|rival| format!("“{}”", rival.name)).collect();
            format!(" {} may be as near.", format::join_and(&named))
        }
        count => format!(" {count} others may be as near."),
    }
}

/// `−3.1 points (profiteer; at most 3.9)`.
fn at_most(gap: &FairnessGap) -> String {
    words(gap, "at most", gap.most)
}

/// `−8.2 points (profiteer; at least 7.4)`.
fn at_least(gap: &FairnessGap) -> String {
    words(gap, "at least", gap.least)
}

fn words(gap: &FairnessGap, bound: &str, end: f64) -> String {
    let (value, end) = (format::points_only(gap.value, 1), format::plain(100.0 * end, 1));
    format!("{value} points ({}; {bound} {end})", gap.side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::advice;
    use crate::findings::{Direction, FindingKind, FindingPlace, GapSize, Severity, findings};
    use balance_analysis::sample;
    use balance_analysis::table::DifferenceVerdict;

    /// A matrix of numbers of players and coins, without a variant.
    fn tables() -> Results {
        let mut results = sample::matrix();
        for (at, each) in (0u32..).zip(&mut results.configurations) {
            each.players = 4 + at / 6;
        }
        results
    }

    #[test]
    fn cells_have_changes_only_where_there_are_variants() {
        let mut results = tables();
        let said = nearest_to_fair(&results).expect("choices").0.text;
        assert!(
            said.contains(" groups of versions with the same bots and players "),
            "{said}"
        );
        for (at, each) in results.configurations.iter_mut().enumerate() {
            each.cell.truncate(1);
            each.variant = (at % 6 > 0).then(|| "fewer".to_owned());
        }
        let said = nearest_to_fair(&results).expect("choices").0.text;
        assert!(said.contains(" of 6 cells of the matrix a change is nearer"), "{said}");
    }

    /// Of six numbers of players by six of coins there are 36 cells, and six choices.
    #[test]
    fn cells_of_as_many_players_are_one_choice() {
        let mut results = tables();
        results.configurations[1].variant = Some("fewer".to_owned());
        let said = nearest_to_fair(&results).expect("choices").0.text;
        assert!(
            said.contains("of 6 groups of versions with the same bots and players a change is nearer"),
            "{said}"
        );
    }

    /// Two versions of which three hundred games do not show which is nearer to fair.
    fn open() -> Results {
        let mut results = sample::variants();
        results.configurations.truncate(2);
        for each in &mut results.configurations {
            each.games = 300;
            for row in &mut each.sides {
                row.wins = row.fair.map_or(0, |fair| (fair * 300.0) as u64);
                row.deals = vec![300 - row.wins, row.wins];
            }
        }
        results.comparisons.truncate(1);
        for row in &mut results.comparisons[0].rows {
            row.verdict = DifferenceVerdict::Undecided;
        }
        results
    }

    /// That a choice is open is no reason to leave alone what is shown to be wrong, but in a variant that need not be taken.
    #[test]
    fn what_is_wrong_goes_before_a_choice_that_is_open() {
        let results = open();
        let mut found = findings(&results);
        found.retain(|each| each.weight == Severity::Problem && !matches!(each.kind, FindingKind::SideGap { .. }));
        found.truncate(1);
        let problem = &mut found[0];
        problem.headline = "Games find no end.".to_owned();
        let mut said = |most: &str, count: usize| {
            found[0].place = Some(FindingPlace {
                most: most.to_owned(),
                count,
                of: 2,
                graded: true,
            });
            advice(&results, &found).text
        };
        let both = said("base", 2);
        assert!(
            both.starts_with(
                "Begin with this: Games find no end. This is so in both configurations, seen most in “base”. "
            ) && both.ends_with(" Which version is nearest to fair is not settled: that takes more games."),
            "{both}"
        );
        let base = said("base", 1);
        assert!(base.starts_with("Begin with this: "), "{base}");
        let variant = said("one coin fewer", 1);
        assert_eq!(
            variant,
            "Nothing yet: which is nearest to fair is not settled. Play more games first. But see to this: Games find no end. \
             This is so in “one coin fewer”."
        );
    }

    /// More games would settle nothing between versions that are shown to be equal.
    #[test]
    fn of_versions_that_are_equal_none_is_nearer() {
        let mut results = open();
        let (said, known) = nearest_to_fair(&results)
            .map(|(advice, known)| (advice.text, known))
            .expect("a choice");
        assert!(said.contains("is not settled. Play more games first."), "{said}");
        assert_eq!(known, ChoiceStatus::Open);
        for row in &mut results.comparisons[0].rows {
            row.verdict = DifferenceVerdict::Equal;
        }
        let (said, known) = nearest_to_fair(&results)
            .map(|(advice, known)| (advice.text, known))
            .expect("a choice");
        let equal =
            "Nothing that was tried: it is shown that every side wins as often as in “base”, to within 2.0 points.";
        assert!(said.starts_with(equal), "{said}");
        assert_eq!(known, ChoiceStatus::Equal);
        // What is wrong with who wins stays so.
        let mut found = findings(&results);
        found.retain(|each| each.weight == Severity::Problem);
        found.truncate(1);
        found[0].kind = FindingKind::SideGap {
            side: "merchants".to_owned(),
            direction: Direction::More,
            size: GapSize::BeyondMargin,
        };
        let said = advice(&results, &found).text;
        assert!(said.starts_with("Begin with this: ") && said.contains(equal), "{said}");
        // Where the change makes other sides, none of them is shown to win as often.
        for row in &mut results.configurations[1].sides {
            row.side = format!("other {}", row.side);
        }
        let (_, known) = nearest_to_fair(&results).expect("a choice");
        assert_eq!(known, ChoiceStatus::Open);
    }

    #[test]
    fn those_that_may_be_as_near_are_named() {
        let mut all = sample::variants().configurations;
        for (each, name) in all.iter_mut().zip(["a", "b", "c"]) {
            name.clone_into(&mut each.name);
        }
        let told = |count: usize| as_near(&all.iter().take(count).collect::<Vec<_>>());
        assert_eq!(told(0), "");
        assert_eq!(told(1), " “a” may be as near.");
        assert_eq!(told(2), " “a” and “b” may be as near.");
        assert_eq!(told(3), " 3 others may be as near.");
    }

    #[test]
    fn where_no_change_was_tried_what_is_wrong_comes_first() {
        let mut results = tables();
        let same = results.configurations[0].sides.clone();
        for each in &mut results.configurations {
            each.sides.clone_from(&same);
        }
        assert_eq!(nearest_to_fair(&results), None);
        results.configurations[1].variant = Some("fewer".to_owned());
        let said = nearest_to_fair(&results).expect("choices").0.text;
        assert!(
            said.contains("in no group of versions with the same bots and players is a change"),
            "{said}"
        );
        // Of other bots in every cell none is a change of the rules there.
        for each in &mut results.configurations {
            each.variant = Some("others".to_owned());
        }
        assert_eq!(nearest_to_fair(&results), None);
    }
}
