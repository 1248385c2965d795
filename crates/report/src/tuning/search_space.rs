//! What a search did not try.

use super::Tuning;
use crate::format;
use balance_config::games::GameInfo;
use balance_config::scenario::schema_keys::{self, SchemaKey};
use balance_experiments::tune::{Games, Rule, Unmeasured};

/// Rules and kinds of content that are not tried where nobody names rules: lists, numbers at 0 that have no least and most, what
/// differs between tables, and content that nobody knows how to change a little, such as `wedge.N`.
pub(super) fn untried(games: &Games) -> Vec<String> {
    lists(games.info())
        .into_iter()
        .chain(games.stuck())
        .chain(games.differing())
        .chain(untried_kinds(games))
        .collect()
}

fn lists(info: &GameInfo) -> Vec<String> {
    let rules = schema_keys::rules(info, None).into_iter();
    let list = |leaf: &SchemaKey| leaf.is_list;
    rules.filter(list).map(|leaf| leaf.name).collect()
}

/// The kinds of content of which `[rules]` may change a single one, and the search did not.
fn untried_kinds(games: &Games) -> impl Iterator<Item = String> {
    let all = games.info().content.iter().flat_map(|content| content.entries);
    let of_kind = |rule: &Rule, kind: &str| rule.name.split_once('.').is_some_and(|(word, _)| word == kind);
    all.map(|entries| entries.word)
        .filter(move |kind| !games.rules.iter().any(|rule| of_kind(rule, kind)))
        .map(|kind| format!("{kind}.N"))
}

/// With more changes than this only the first are named.
const NAMED: usize = 4;

impl Tuning {
    pub(super) fn not_tried(&self) -> Option<String> {
        let untried = (!self.untried.is_empty()).then(|| {
            let all = format::join_and(&self.untried);
            format!("Not tried: {all}. They are tried where [tune] names them.")
        });
        let sentences = [by_itself(&self.unmeasured), untried];
        let all: Vec<String> = sentences.into_iter().flatten().collect();
        (!all.is_empty()).then(|| all.join(" "))
    }
}

/// `Not tried by itself: pacts = false, whose games have no win-rate.east.`
pub fn by_itself(all: &[Unmeasured]) -> Option<String> {
    let one = |each: &Unmeasured| format!("{} = {}, whose games have no {}", each.rule, each.to, each.lacks);
    let named: Vec<String> = all.iter().take(NAMED).map(one).collect();
    let itself = if all.len() == 1 { "itself" } else { "themselves" };
    let more = match all.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    (!all.is_empty()).then(|| format!("Not tried by {itself}: {}{more}.", named.join("; ")))
}

#[cfg(test)]
mod unmeasured_tests {
    use super::*;

    #[test]
    fn what_is_not_tried_by_itself_is_named() {
        let all: Vec<Unmeasured> = (2..8)
            .map(|players| Unmeasured {
                rule: "players".to_owned(),
                to: players.to_string(),
                lacks: "win-rate.1st-player".to_owned(),
            })
            .collect();
        let said = |count: usize| by_itself(&all[..count]).unwrap_or_default();
        assert_eq!(said(0), "");
        assert_eq!(
            said(1),
            "Not tried by itself: players = 2, whose games have no win-rate.1st-player."
        );
        assert!(
            said(2).starts_with("Not tried by themselves: players = 2, "),
            "{}",
            said(2)
        );
        assert!(said(6).ends_with("; and 2 more."), "{}", said(6));
    }
}
