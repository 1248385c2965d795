//! What each change does by itself.

use super::{RuleChange, Tuning, changes, label};
use crate::format;
use balance_config::games::GameInfo;
use balance_config::scenario::schema_keys;
use balance_config::scenario::schema_keys::SchemaKey;
use balance_experiments::tune;
use balance_experiments::tune::{Aims, Arena, Games, Rule, Unmeasured};
use balance_inference::judge::TOTAL;
use balance_inference::table::Rate;
use serde::Serialize;

/// Every change of one rule, on the same deals as the present rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct SingleChanges {
    /// Deals of each.
    deals: u64,
    /// What is measured: what is wished where it is told deal by deal, else who wins and how long.
    figures: Vec<Measured>,
    /// Those that are shown to move a figure first, nearest to the wishes first.
    pub changes: Vec<Alteration>,
    /// Rules and kinds of content that are not tried: lists, numbers at 0 that have no least and most, what differs between tables,
    /// and content that nobody knows how to change a little, such as `wedge.N`.
    untried: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Measured {
    table: Option<String>,
    metric: String,
    share: bool,
}

/// A change of one rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Alteration {
    #[serde(flatten)]
    pub change: RuleChange,
    /// By figure, by how much it moves it; all of these intervals hold together.
    moves: Vec<Rate>,
    /// Is it seen nearer to the wishes than the present rules? None where no wish is told deal by deal.
    pub nearer: Option<bool>,
}

impl Alteration {
    /// Is it seen nearer to the wishes than the present rules, in a word?
    pub fn seen(&self) -> &'static str {
        match self.nearer {
            Some(true) => "nearer",
            Some(false) => "no nearer",
            None => "",
        }
    }

    /// Is it shown to move anything?
    fn is_shown(&self) -> bool {
        self.moves.iter().copied().any(Rate::leaves_out_zero)
    }
}

/// The rules that are lists.
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

impl SingleChanges {
    /// What `alone` says.
    pub fn new(games: &Games, aims: &Aims, alone: &tune::SingleChangeGames) -> Self {
        let paired = 0..games.paired().len();
        let wished = |figure: &usize| aims.wishes.iter().any(|aim| aim.figure == *figure);
        let mut figures: Vec<usize> = paired.clone().filter(wished).collect();
        let told = !figures.is_empty();
        if !told {
            figures = paired.collect();
        }
        let now = alone.values(games, 0);
        let ends = aims.settled_at(&now);
        let present = ends.away(&now);
        let confidence = alone.each(figures.len(), TOTAL);
        let moves = |version: usize| {
            let by = |figure: &usize| {
                let share = games.figures[*figure].share;
                alone.moves(games, version, *figure, share, confidence)
            };
            figures.iter().map(by).collect()
        };
        let mut all: Vec<(bool, f64, usize, Alteration)> = Vec::new();
        for (index, version) in alone.versions.iter().enumerate().skip(1) {
            let Some(change) = changes(games, version).pop() else {
                continue;
            };
            let moves = moves(index);
            let away = ends.away(&alone.values(games, index));
            let nearer = told.then_some(away < present);
            let alteration = Alteration { change, moves, nearer };
            all.push((!alteration.is_shown(), away, index, alteration));
        }
        all.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let measured = |figure: &usize| {
            let figure = &games.figures[*figure];
            Measured {
                table: (games.tables.len() > 1).then(|| games.tables[figure.table].clone()),
                metric: figure.name.clone(),
                share: figure.share,
            }
        };
        SingleChanges {
            deals: alone.deals,
            figures: figures.iter().map(measured).collect(),
            changes: all.into_iter().map(|each| each.3).collect(),
            untried: lists(games.info())
                .into_iter()
                .chain(games.stuck())
                .chain(games.differing())
                .chain(untried_kinds(games))
                .collect(),
        }
    }

    /// How these figures came about.
    pub fn grounds(&self) -> String {
        format!(
            "Each was played on the same {} deals as the present rules, apart from the search. A length counts up to a typical game. All \
             of these intervals hold together at {}.",
            format::count(self.deals),
            format::surety(TOTAL)
        )
    }

    /// By how much a change moves each figure, in words.
    pub fn moves(&self, each: &Alteration) -> Vec<(String, Rate, String)> {
        let figures = self.figures.iter().zip(&each.moves);
        let words = figures.map(|(figure, rate)| {
            let said = if figure.share {
                format::points(*rate)
            } else {
                format::means(*rate)
            };
            (label(figure.table.as_deref(), &figure.metric), *rate, said)
        });
        words.collect()
    }
}

/// A value of a rule, which is TOML, in a sentence: `“shared”`, `−1`.
pub(super) fn value(toml: &str) -> String {
    if toml.parse::<f64>().is_ok() {
        return toml.replace('-', "−");
    }
    // What is between quotes has none of its own, or is not to be read aloud.
    if toml.contains('\\') {
        return toml.to_owned();
    }
    let mut said = String::new();
    for (at, part) in toml.split('"').enumerate() {
        said += match at % 2 {
            _ if at == 0 => "",
            0 => "”",
            _ => "“",
        };
        said += part;
    }
    said
}

/// `2 → 3`, or `by +1`.
pub(super) fn arrow(change: &RuleChange) -> String {
    match (&change.from, change.by()) {
        (Some(from), _) => format!("{} → {}", value(from), value(&change.to)),
        (None, Some(by)) => format!("by {by}"),
        (None, None) => format!("→ {}", value(&change.to)),
    }
}

/// With more changes than this only the first are named.
const NAMED: usize = 4;

impl Tuning {
    /// What was not tried, in sentences.
    pub(super) fn not_tried(&self) -> Option<String> {
        let untried = self
            .alone
            .iter()
            .map(|alone| &alone.untried)
            .filter(|all| !all.is_empty());
        let untried = untried.map(|all| {
            format!(
                "Not tried: {}. They are tried where [tune] names them.",
                format::join_and(all)
            )
        });
        let said: Vec<String> = by_itself(&self.unmeasured).into_iter().chain(untried).collect();
        (!said.is_empty()).then(|| said.join(" "))
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
