//! Parts of the changes that are proposed: is each of them needed? And what of as many changes is seen to do as well.

use serde::Serialize;

use super::objections::lies_as_wished;
use super::{RuleChange, Tuning, changes};
use balance_analysis::tune::{self, Class, Games, Tuned};

/// What is proposed, with some of its changes taken back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Without {
    /// The rules that stay as they are.
    pub rules: Vec<String>,
    /// What is changed all the same.
    pub changes: Vec<RuleChange>,
    /// The wish that it is seen to miss by most; none where every number seen lies as wished.
    pub miss: Option<MissedWish>,
    /// Deals that it was played on.
    pub deals: u64,
}

/// A wish that is seen to be missed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct MissedWish {
    pub table: Option<String>,
    pub metric: String,
    pub share: bool,
    /// What is seen.
    pub value: f64,
    /// What that is more than with the present rules, where the wish is counted from these.
    pub moved: Option<f64>,
}

impl MissedWish {}

/// What was played so.
pub(super) fn without(games: &Games, tuned: &Tuned) -> Vec<Without> {
    let named = tuned
        .front
        .named()
        .map(|named| changes(games, &tuned.confirmed.versions[named]));
    let named = named.unwrap_or_default();
    let miss = |miss: &tune::Miss| {
        let figure = &games.figures[miss.figure];
        MissedWish {
            table: (games.tables.len() > 1).then(|| games.tables[figure.table].clone()),
            metric: figure.name.clone(),
            share: figure.share,
            value: miss.value,
            moved: miss.moved,
        }
    };
    let one = |part: &tune::Part| {
        let changes = changes(games, &part.version);
        let left = named.iter().filter(|change| !changes.contains(change));
        Without {
            rules: left.map(|change| change.rule.clone()).collect(),
            changes,
            miss: part.miss.as_ref().map(miss),
            deals: part.deals,
        }
    };
    tuned.parts.iter().map(one).collect()
}

/// So many that do as well are named.
const AS_WELL: usize = 2;

impl Tuning {
    /// The changes of what is named first, where every number seen of it lies as wished.
    fn named(&self) -> Option<&Vec<RuleChange>> {
        if let Some(ahead) = &self.ahead {
            return ahead.seen.then_some(&ahead.changes);
        }
        let taken = &self.proposals[self.take?];
        (taken.class <= Class::Likely).then_some(&taken.changes)
    }

    /// Other changes of no more rules of which every number seen lies as wished, too: a few, those first that are proposed, and the
    /// nearest. None where what is named is shown to meet every wish.
    pub(super) fn as_well(&self) -> Vec<&Vec<RuleChange>> {
        let met = self.take.is_some_and(|take| self.proposals[take].class == Class::Met);
        let Some(named) = self.named().filter(|_| !met) else {
            return Vec::new();
        };
        let own = self.proposals[1..].iter();
        let own = own.map(|each| (&each.changes, &each.figures, &each.gone));
        let alike = self.proposals.iter().flat_map(|each| &each.alike);
        let all = own.chain(alike.map(|each| (&each.changes, &each.figures, &each.gone)));
        let does = all.filter(|(changes, figures, gone)| {
            let few = !changes.is_empty() && changes.len() <= named.len() && *changes != named;
            few && gone.is_empty() && figures.iter().all(lies_as_wished)
        });
        does.map(|(changes, ..)| changes).take(AS_WELL).collect()
    }

    /// The fewest of the changes of what is named first of which every number seen lies as wished, too: each such part.
    pub(super) fn enough(&self) -> impl Iterator<Item = &Without> {
        let seen = || self.without.iter().filter(|each| each.miss.is_none());
        let fewest = seen().map(|each| each.changes.len()).min();
        seen().filter(move |each| Some(each.changes.len()) == fewest)
    }
}
