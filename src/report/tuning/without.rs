//! What is proposed with each of its changes taken back: which of them is needed?

use serde::Serialize;

use super::{Change, Tuning, changes};
use crate::report::format;
use crate::tune::{Games, Tuned};

/// What is proposed, with one of its changes taken back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Without {
    /// The rule that stays as it is.
    pub rule: String,
    /// What is changed all the same.
    pub changes: Vec<Change>,
    /// Does every number seen lie as wished?
    pub seen: bool,
    /// Deals that it was played on.
    pub deals: u64,
}

/// What was played so.
pub(super) fn without(games: &Games, tuned: &Tuned) -> Vec<Without> {
    let one = |each: &crate::tune::Without| Without {
        rule: games.rules[each.knob].name.clone(),
        changes: changes(games, &each.version),
        seen: each.seen,
        deals: each.deals,
    };
    tuned.without.iter().map(one).collect()
}

impl Tuning {
    /// Which change of what is named can be taken back, as far as is seen, or that none can; nothing where not all were tried.
    pub(super) fn needed(&self) -> String {
        let needless = || self.without.iter().filter(|each| each.seen);
        let Some(best) = needless().next() else {
            let named = self.ahead.as_ref().map(|ahead| &ahead.changes);
            let named = named.or_else(|| Some(&self.proposals[self.take?].changes));
            // What is no game without one of them was not tried.
            return if named.is_some_and(|changes| changes.len() == self.without.len() && changes.len() > 1) {
                " None of these changes can be taken back by itself: some number seen lies elsewhere than wished then. Other changes, fewer \
                 among them, may do as well.".to_owned()
            } else {
                String::new()
            };
        };
        let rules: Vec<String> = needless().map(|each| each.rule.clone()).collect();
        let or = match &rules[..] {
            [one] => format!("without the change of {one}"),
            [start @ .., last] => format!("without the change of {} or that of {last}", start.join(", that of ")),
            [] => String::new(),
        };
        format!(
            " It may take less: {or} every number seen lies where it is wished, too, in {} deals.",
            format::count(best.deals)
        )
    }
}
