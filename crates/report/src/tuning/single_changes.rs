//! What each change does by itself.

use super::figure::FAR;
use super::objections::value;
use super::{RuleChange, Tuning, changes, label};
use crate::format;
use crate::terminal::WIDTH;
use balance_analysis::games::{GameInfo, Setup, program};
use balance_analysis::judge::TOTAL;
use balance_analysis::scenario::schema_keys;
use balance_analysis::scenario::schema_keys::SchemaKey;
use balance_analysis::table::Rate;
use balance_analysis::tune;
use balance_analysis::tune::{Aim, Aims, Arena, Games, Rule, Unmeasured, Version};
use serde::Serialize;

/// Rules worth a closer look.
const CLOSER: usize = 8;

/// Every change of one rule, on the same deals as the present rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct SingleChanges {
    /// Deals of each.
    deals: u64,
    /// What is measured: what is wished where it is told deal by deal, else who wins and how long.
    figures: Vec<Measured>,
    /// What is wished and not measured here, since it is not told deal by deal.
    untold: Vec<String>,
    /// Those that are shown to move a figure first, nearest to the wishes first.
    pub changes: Vec<Alteration>,
    /// Values of the rules worth a closer look, as `[tune]` has them.
    closer: Vec<String>,
    /// Rules that are neither numbers nor the same at all tables.
    differing: Vec<String>,
    /// Rules that a proposal changes.
    #[serde(skip)]
    proposed: Vec<String>,
    /// Rules that nobody knows how to change a little: lists, and numbers at 0 that have no least and most.
    lists: Vec<String>,
    /// Kinds of content of which the search changed single parts a little, such as `tile`.
    parts: Vec<&'static str>,
    /// Kinds of content of which `[rules]` may change one, and nobody knows how to change it a little, such as `wedge`.
    kinds: Vec<&'static str>,
    /// A line of `[tune]` that tries one of these.
    #[serde(skip)]
    example: Option<String>,
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

/// The kinds of content of which `[rules]` may change a single one: those of which the search did, and the others.
fn kinds(games: &Games) -> (Vec<&'static str>, Vec<&'static str>) {
    let all = games.info().content.iter().flat_map(|content| content.entries);
    let of_kind = |rule: &Rule, kind: &str| rule.name.split_once('.').is_some_and(|(word, _)| word == kind);
    all.map(|entries| entries.word)
        .partition(|kind| games.rules.iter().any(|rule| of_kind(rule, kind)))
}

/// A line of `[tune]` that puts blanks in the place of something of these kinds.
fn example(info: &GameInfo, kinds: &[&str]) -> Option<String> {
    let entries = (info.entries)(&Setup::default());
    let of_kinds = |key: &str| key.split_once('.').is_some_and(|(word, _)| kinds.contains(&word));
    let entry = entries
        .iter()
        .find(|entry| !entry.blanks.is_empty() && of_kinds(&entry.key))?;
    let blanks: Vec<String> = entry.blanks.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    Some(format!("\"{}\" = [{}]", entry.key, blanks.join(", ")))
}

impl SingleChanges {
    /// What `alone` says; `finalists` are the versions that a search ended with, nearest to the wishes first, and `proposed` those
    /// that it proposes.
    pub fn new(
        games: &Games,
        aims: &Aims,
        alone: &tune::SingleChangeGames,
        finalists: &[&Version],
        proposed: &[&Version],
    ) -> Self {
        let paired = 0..games.paired().len();
        let most = games.most();
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
            let by = |figure: &usize| alone.moves(games, version, *figure, most[*figure], confidence);
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
        let moving = all.iter().filter(|each| !each.0).map(|each| &alone.versions[each.2]);
        let all_closer = proposed.iter().copied().chain(moving).chain(finalists.iter().copied());
        let closer = closer(games, &alone.versions[0], all_closer);
        let measured = |figure: &usize| {
            let figure = &games.figures[*figure];
            Measured {
                table: (games.tables.len() > 1).then(|| games.tables[figure.table].clone()),
                metric: figure.name.clone(),
                share: figure.share,
            }
        };
        let name = |aim: &Aim| {
            let figure = &games.figures[aim.figure];
            label(
                (games.tables.len() > 1).then(|| &*games.tables[figure.table]),
                &figure.name,
            )
        };
        let (parts, kinds) = kinds(games);
        SingleChanges {
            deals: alone.deals,
            figures: figures.iter().map(measured).collect(),
            untold: aims
                .wishes
                .iter()
                .filter(|aim| aim.figure >= games.paired().len())
                .map(name)
                .collect(),
            changes: all.into_iter().map(|each| each.3).collect(),
            closer,
            proposed: changed(games, &alone.versions[0], proposed.iter().copied())
                .into_iter()
                .map(|rule| rule.name.clone())
                .collect(),
            differing: games.differing(),
            lists: lists(games.info()).into_iter().chain(games.stuck()).collect(),
            parts,
            example: example(games.info(), &kinds),
            kinds,
        }
    }

    /// What is added to the number of rules that may be changed, where not all of them are rules.
    pub fn and_parts(&self) -> &'static str {
        if self.parts.is_empty() {
            ""
        } else {
            " and parts of the content"
        }
    }

    /// What was changed in the search and not by itself.
    fn in_search(&self) -> Option<String> {
        let kinds: Vec<String> = self.parts.iter().map(|kind| format!("{kind}.N")).collect();
        (!kinds.is_empty()).then(|| {
            format!(
                "Single parts of the content ({}) were changed a little in the search alone: not every such change was tried, and none \
                 is shown here by itself.",
                kinds.join(", ")
            )
        })
    }

    /// What of the game was not tried, or not by itself, and how it is.
    pub fn not_tried(&self) -> Option<String> {
        let kinds: Vec<String> = self.kinds.iter().map(|kind| format!("{kind}.N")).collect();
        let kinds = (!kinds.is_empty()).then(|| format!("single parts of the content ({})", kinds.join(", ")));
        let differing = match &self.differing[..] {
            [] => None,
            [one] => Some(format!("{one}, which is not the same at all tables")),
            all => Some(format!(
                "{}, which are not the same at all tables",
                format::join_and(all)
            )),
        };
        let all: Vec<String> = self.lists.iter().cloned().chain(differing).chain(kinds).collect();
        let example = self.example.as_ref().map_or_else(String::new, |line| {
            let program = program();
            format!(", such as {line}; `{program} ablate` of the scenario says what each of them does")
        });
        // Where one part has a clause of its own, commas would not tell the parts apart.
        let listed = match &all[..] {
            [parts @ .., last] if !self.differing.is_empty() && !parts.is_empty() => {
                format!("{}; and {last}", parts.join("; "))
            }
            _ => format::join_and(&all),
        };
        let not =
            (!all.is_empty()).then(|| format!("Not tried: {listed}. They are tried where [tune] names them{example}."));
        let said: Vec<String> = self.in_search().into_iter().chain(not).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// What so few deals do not show; none where they show what is far. How many games a search needs is said with its advice.
    fn too_few(&self) -> Option<String> {
        let rates = self
            .changes
            .iter()
            .flat_map(|each| self.figures.iter().zip(&each.moves));
        let middle = |share: bool| {
            let of_kind = rates.clone().filter(|(figure, _)| figure.share == share);
            let mut halves: Vec<f64> = of_kind.map(|(_, rate)| (rate.hi - rate.lo) / 2.0).collect();
            halves.sort_by(f64::total_cmp);
            halves.get(halves.len() / 2).copied()
        };
        let lengths = middle(false)
            .filter(|half| *half > 1.0)
            .map_or_else(String::new, |half| {
                format!(
                    " Of a mean length they hardly show one of less than {}, for any game may last up to its cap.",
                    format::plain(half, 1)
                )
            });
        let half = middle(true)?;
        (half > FAR).then(|| {
            format!(
                " So few deals hardly show a move of less than {} points; about four times as many show half of that.{lengths}",
                format::plain(100.0 * half, 1)
            )
        })
    }

    /// How these figures came about.
    pub fn grounds(&self) -> String {
        let changes = self.changes.len();
        let words = if changes == 1 {
            "The only change of a rule was".to_owned()
        } else {
            format!("Each of {} changes of one rule was", format::count(changes as u64))
        };
        let first = if self.changes.iter().any(|each| each.nearer.is_some()) {
            "; those nearest to the wishes come first"
        } else {
            ""
        };
        let untold = match &self.untold[..] {
            [] => String::new(),
            untold => format!(
                " Not looked at here, though it is wished: {}; the proposals tell it.",
                untold.join(", ")
            ),
        };
        format!(
            "{words} played on the same {} deals as the present rules, apart from the search. All of these intervals hold \
             together at {}{first}.{untold}{}{}",
            format::count(self.deals),
            format::surety(TOTAL),
            self.all_worse().unwrap_or_default(),
            self.too_few().unwrap_or_default()
        )
    }

    /// That none of the changes shown to move anything is seen nearer to the wishes.
    fn all_worse(&self) -> Option<&'static str> {
        let mut shown = self.changes.iter().filter(|each| each.is_shown()).peekable();
        shown.peek()?;
        let worse = shown.all(|each| each.nearer == Some(false));
        worse.then_some(" None of those that are shown to move anything is seen nearer than the present rules.")
    }

    /// The rules of which no value is shown to move anything, and the values of others that are not.
    pub fn still(&self) -> Option<String> {
        let mut still: Vec<String> = Vec::new();
        for each in &self.changes {
            let rule = &*each.change.rule;
            let of_rule = || self.changes.iter().filter(|other| other.change.rule == rule);
            let changes: Vec<&RuleChange> = of_rule()
                .filter(|other| !other.is_shown())
                .map(|other| &other.change)
                .collect();
            let told = match (changes.is_empty(), of_rule().any(Alteration::is_shown)) {
                (true, _) => continue,
                (false, true) => format!("{rule} {}", arrows(&changes)),
                (false, false) => rule.to_owned(),
            };
            if !still.contains(&told) {
                still.push(told);
            }
        }
        still.sort_unstable();
        (!still.is_empty()).then(|| {
            let deals = format::count(self.deals);
            format!(
                "Not shown in {deals} deals to move {}{}: {}.{}",
                if self.figures.len() > 1 { "any of " } else { "" },
                self.measured(),
                still.join(", "),
                self.all_the_same()
            )
        })
    }

    /// The rules that are proposed though none of their values is shown to move anything by itself.
    fn all_the_same(&self) -> String {
        let still = |rule: &&String| {
            let mut of_rule = self.changes.iter().filter(|each| each.change.rule == **rule).peekable();
            of_rule.peek().is_some() && !of_rule.any(Alteration::is_shown)
        };
        let rules: Vec<String> = self.proposed.iter().filter(still).cloned().collect();
        if rules.is_empty() {
            return String::new();
        }
        format!(
            " Proposals change {} all the same: they rest on deals of their own.",
            format::join_and(&rules)
        )
    }

    /// What is measured, in words.
    fn measured(&self) -> String {
        let name = |figure: &Measured| label(figure.table.as_deref(), &figure.metric);
        format::join_and(&self.figures.iter().map(name).collect::<Vec<_>>())
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

    /// What leads to [`SingleChanges::tune`].
    pub fn lead(&self) -> String {
        let what = if self.proposed.is_empty() {
            "at the rules that move something"
        } else {
            "at what is proposed, at the rules that move it"
        };
        format!(
            "To look closer {what}, nearest to the wishes first, and at what else the search ended with, paste, and change as you like:"
        )
    }

    /// What to paste so that the rules that move something, nearest to the wishes first, are looked at more closely.
    pub fn tune(&self) -> Option<String> {
        (!self.closer.is_empty()).then(|| format!("[tune]\n{}\n", self.closer.join("\n")))
    }
}

/// The rules that these versions change, in their order.
fn changed<'a, 'g>(games: &'g Games, present: &Version, versions: impl Iterator<Item = &'a Version>) -> Vec<&'g Rule> {
    let mut rules: Vec<&Rule> = Vec::new();
    for version in versions {
        let changed = (0..present.len()).filter(|at| version[*at] != present[*at]);
        for rule in changed.map(|at| &games.rules[at]) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
    }
    rules
}

/// Lines of `[tune]` for the rules that these versions change, in their order.
fn closer<'a>(games: &Games, present: &Version, versions: impl Iterator<Item = &'a Version>) -> Vec<String> {
    let rules = changed(games, present, versions);
    let line = |rule: &&Rule| {
        let values: Vec<String> = rule
            .values
            .iter()
            .filter_map(|value| Some(value.toml.as_ref()?.to_string()))
            .collect();
        let line = format!("\"{}\" = [{}]", rule.name, values.join(", "));
        if line.chars().count() <= WIDTH {
            line
        } else {
            format!("\"{}\" = [\n  {}\n]", rule.name, values.join(",\n  "))
        }
    };
    rules.iter().take(CLOSER).map(line).collect()
}

/// `2 → 3`, or `by +1`.
pub(super) fn arrow(change: &RuleChange) -> String {
    match (&change.from, change.by()) {
        (Some(from), _) => format!("{} → {}", value(from), value(&change.to)),
        (None, Some(by)) => format!("by {by}"),
        (None, None) => format!("→ {}", value(&change.to)),
    }
}

/// `6 → 5 and 7`, or `by −1 and +1`: changes of one rule.
fn arrows(changes: &[&RuleChange]) -> String {
    let Some((first, rest)) = changes.split_first() else {
        return String::new();
    };
    let rest = rest
        .iter()
        .map(|change| change.by().unwrap_or_else(|| value(&change.to)));
    let all: Vec<String> = std::iter::once(arrow(first)).chain(rest).collect();
    format::join_and(&all)
}

/// With more changes than this only the first are named.
const NAMED: usize = 4;

impl Tuning {
    /// What was not tried, in sentences.
    pub(super) fn not_tried(&self) -> Option<String> {
        let of_alone = self.alone.as_ref().and_then(SingleChanges::not_tried);
        let said: Vec<String> = by_itself(&self.unmeasured).into_iter().chain(of_alone).collect();
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
mod tests;

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
