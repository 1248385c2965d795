//! What is seen to do as well as what is proposed.

use super::*;

/// Who takes the first that is named is to see that another is not told apart from it.
#[test]
fn what_is_seen_to_do_as_well_is_named_beside_what_is_proposed() {
    let mut tuning = tuning(Class::Missed, Class::Likely);
    let first = tuning.proposals[1].changes[0].clone();
    let change = |rule: &str| RuleChange {
        rule: rule.to_owned(),
        ..first.clone()
    };
    let alike = |rules: &[&str], value: f64| crate::tuning::Equivalent {
        name: rules.join(", "),
        changes: rules.iter().map(|rule| change(rule)).collect(),
        figures: vec![TuningFigure {
            verdict: Some(Verdict::Undecided),
            ..figure((0.19, 0.21), value)
        }],
        gone: Vec::new(),
    };
    let all = [
        alike(&["kelp"], 0.22),
        alike(&["logs"], 0.2),
        alike(&["a", "b", "c"], 0.2),
    ];
    tuning.proposals[1].alike = all.to_vec();
    tuning.take = Some(1);
    let said = tuning.advice();
    assert!(said.contains(" As far as is seen, changing logs from "), "{said}");
    assert!(
        said.ends_with(" does as well: hold them against each other in more games."),
        "{said}"
    );
    assert!(!said.contains("kelp") && !said.contains(" c "), "{said}");
    let written = crate::tuning::variants::scenario(&tuning, "base.toml", "found.toml");
    assert!(
        written.contains("# Does as well, as far as is seen: logs from "),
        "{written}"
    );
    // It may be a part of what is proposed, too: a scenario has no two variants of one name.
    tuning.without = vec![Without {
        rules: vec!["kelp".to_owned()],
        changes: vec![change("logs")],
        miss: None,
        deals: 100,
    }];
    let written = crate::tuning::variants::scenario(&tuning, "base.toml", "found.toml");
    assert_eq!(written.matches("rules.logs = ").count(), 1, "{written}");
    tuning.proposals[1].class = Class::Met;
    assert!(tuning.as_well().is_empty(), "shown to meet every wish");
}
