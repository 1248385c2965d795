//! Two stored runs of the same game, configuration by configuration. Their games are not paired: nothing is known of
//! them but their tables.

use super::comparison::DifferenceVerdict;
use super::interval::{CONFIDENCE, Rate, simultaneous};
use super::results::{Configuration, Results, TargetRow};
use balance_config::games::program;
use balance_config::scenario::{Margins, Of, as_percent};
use balance_engine::key;
use balance_stats as stats;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Version of the shape of what `balance compare RUN_A RUN_B --json` prints.
const FORMAT: u32 = 1;

/// What has changed from one stored run to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RunComparison {
    /// Version of this shape.
    pub format: u32,
    /// The first run.
    pub a: ComparedRun,
    /// The second run.
    pub b: ComparedRun,
    /// What else than chance may be behind a difference, or makes one hard to see; whole sentences.
    pub remarks: Vec<String>,
    /// Configurations that both runs have.
    pub configurations: Vec<ConfigurationChange>,
    /// Names of configurations that only the first has.
    pub only_a: Vec<String>,
    /// Names of configurations that only the second has.
    pub only_b: Vec<String>,
    /// Differences within these are called equal, of mean lengths of the size of the first.
    #[serde(flatten)]
    pub margins: Margins,
}

/// A stored run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ComparedRun {
    /// Its scenario's title.
    pub title: String,
    /// The game's name for people.
    pub game_title: String,
    /// Version of the program that played.
    pub program: String,
    /// Master seed.
    pub seed: u64,
    /// Games played, over all configurations.
    pub games: u64,
}

/// A configuration in both runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ConfigurationChange {
    /// Its name; where runs of one configuration each are compared, both names.
    pub name: String,
    /// What was set otherwise; whole sentences.
    pub remarks: Vec<String>,
    /// Do other sides play in the second, so that who wins cannot be compared?
    pub other_sides: bool,
    /// Games in the first and in the second.
    pub games: [u64; 2],
    /// Is every number of both the same, whatever is wished of them?
    pub same: bool,
    /// Win rates, mean length, endings.
    pub rows: Vec<ChangeRow>,
}

/// One number in both runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ChangeRow {
    /// `win-rate.SIDE`, `turns.mean` or `ending.NAME`, by its key.
    pub metric: String,
    /// The same with the side or the ending as people call it.
    #[serde(skip)]
    pub called: String,
    /// In the first.
    pub a: f64,
    /// In the second.
    pub b: f64,
    /// Second minus first, with its interval.
    pub difference: Rate,
    /// The same with an interval that holds for all rows at once.
    pub simultaneous: Rate,
    /// What follows.
    pub verdict: DifferenceVerdict,
}

/// Two runs that cannot be set side by side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the first run is of {0}, the second of {1}; only runs of the same game can be set side by side")]
pub struct DifferentGames(pub String, pub String);

/// What has changed from `a` to `b`.
///
/// # Errors
/// When they are of different games.
pub fn compare_runs(a: &Results, b: &Results) -> Result<RunComparison, DifferentGames> {
    if a.scenario.game != b.scenario.game {
        let title = |results: &Results| results.scenario.game_title.clone();
        return Err(DifferentGames(title(a), title(b)));
    }
    let (shared, only_a, only_b) = matched(a, b);
    let mut remarks = remarks(a, b);
    remarks.extend(altered_wishes(&shared));
    let rows = shared.iter().map(|pair| metrics(pair.0, pair.1).len()).sum();
    let (confidence, margins) = (simultaneous(rows), a.scenario.margins);
    let row = |metric: &SharedMetric| metric.row(confidence, margins);
    let single = a.configurations.len() == 1 && b.configurations.len() == 1;
    let configurations = shared.iter().map(|(one, other)| ConfigurationChange {
        name: if single && one.name != other.name {
            format!("{} and {}", one.name, other.name)
        } else {
            one.name.clone()
        },
        remarks: settings(one, other),
        other_sides: !other.has_sides_of(one),
        games: [one.games, other.games],
        same: unnamed(one) == unnamed(other),
        rows: metrics(one, other).iter().map(row).collect(),
    });
    Ok(RunComparison {
        format: FORMAT,
        a: run_of(a),
        b: run_of(b),
        remarks,
        configurations: configurations.collect(),
        only_a,
        only_b,
        margins,
    })
}

/// What was played, whatever it is called.
fn unnamed(each: &Configuration) -> Configuration {
    Configuration {
        name: String::new(),
        variant: None,
        ..without_wishes(each)
    }
}

fn run_of(results: &Results) -> ComparedRun {
    ComparedRun {
        title: results.scenario.title.clone(),
        game_title: results.scenario.game_title.clone(),
        program: results.program.clone(),
        seed: results.scenario.seed,
        games: results.configurations.iter().map(|each| each.games).sum(),
    }
}

type Matched<'r> = (Vec<(&'r Configuration, &'r Configuration)>, Vec<String>, Vec<String>);

/// Configurations of the same name; the only ones of two runs are the same whatever they are called.
fn matched<'r>(a: &'r Results, b: &'r Results) -> Matched<'r> {
    if let ([one], [other]) = (&a.configurations[..], &b.configurations[..]) {
        return (vec![(one, other)], Vec::new(), Vec::new());
    }
    let like = |all: &'r [Configuration], name: &str| all.iter().find(|each| each.name == name);
    let pairs = a.configurations.iter();
    let alone = |all: &[Configuration], others: &'r [Configuration]| -> Vec<String> {
        let names = all.iter().map(|each| &each.name);
        names.filter(|name| like(others, name).is_none()).cloned().collect()
    };
    (
        pairs
            .filter_map(|each| Some((each, like(&b.configurations, &each.name)?)))
            .collect(),
        alone(&a.configurations, &b.configurations),
        alone(&b.configurations, &a.configurations),
    )
}

fn remarks(a: &Results, b: &Results) -> Vec<String> {
    let mut said = Vec::new();
    let (one, other) = (&a.scenario, &b.scenario);
    if a.program != b.program {
        said.push(format!(
            "The versions of the program differ: {} and {}; rules or bots may have been mended between them.",
            a.program, b.program
        ));
    }
    if one.name != other.name || one.title != other.title {
        said.push(format!(
            "The scenarios differ: “{}” ({}) and “{}” ({}).",
            one.title, one.name, other.title, other.name
        ));
    }
    if one.random_scheme != other.random_scheme {
        said.push("The random streams are made in another way, so that no deal is the same.".to_owned());
    } else if one.seed == other.seed {
        said.push(format!(
            "Both runs have the same seed: `{} compare` with both scenarios pairs their games and sees smaller differences.",
            program()
        ));
    }
    for (results, which) in [(a, "first"), (b, "second")] {
        if results.interrupted {
            said.push(format!(
                "The {which} run was stopped before all of its games were played."
            ));
        }
    }
    if one.any_time || other.any_time {
        said.push("A run could end early: the interval of its mean length holds only without `rotate`.".to_owned());
    }
    said
}

/// A number that both configurations have.
struct SharedMetric<'r> {
    kind: &'r str,
    name: &'r str,
    values: [f64; 2],
    /// In either, with its interval at a confidence.
    at: Box<dyn Fn(f64) -> [Rate; 2] + 'r>,
}

fn metrics<'r>(a: &'r Configuration, b: &'r Configuration) -> Vec<SharedMetric<'r>> {
    let (here, there) = (a.sampling(), b.sampling());
    let mut all = Vec::new();
    for one in &a.sides {
        let other = b.sides.iter().find(|row| row.side == one.side);
        all.extend(other.map(|other| SharedMetric {
            kind: "win-rate",
            name: &one.side,
            values: [one.win_rate.value, other.win_rate.value],
            at: Box::new(move |sure| [one.win_rate_at(here, sure), other.win_rate_at(there, sure)]),
        }));
    }
    if let (Some(one), Some(other)) = (a.lengths.first(), b.lengths.first())
        && one.measure == other.measure
    {
        // Of the longest game of both: the turn limit, which none need come near, would widen every interval.
        let longest = one.max.max(other.max);
        let rows = [a, b].map(|each| each.histogram_of(&one.measure));
        all.push(SharedMetric {
            kind: &one.measure,
            name: "mean",
            values: [one.mean.value, other.mean.value],
            at: Box::new(move |sure| {
                let [here, there] = [(here, &rows[0]), (there, &rows[1])];
                [here, there].map(|(sampling, rows)| sampling.length_mean(rows, longest, sure))
            }),
        });
    }
    for one in &a.endings {
        let other = b.endings.iter().find(|row| row.ending == one.ending);
        all.extend(other.map(|other| SharedMetric {
            kind: "ending",
            name: &one.ending,
            values: [one.share.value, other.share.value],
            at: Box::new(move |sure| [one.share_at(here, sure), other.share_at(there, sure)]),
        }));
    }
    all
}

impl SharedMetric<'_> {
    /// Judged by an interval at `confidence`, so that all hold at once.
    fn row(&self, confidence: f64, margins: Margins) -> ChangeRow {
        let [a, b] = self.values;
        let difference = |confidence: f64| {
            let [one, other] = (self.at)(confidence);
            Rate::new(b - a, stats::square_and_add(other.known(), one.known()))
        };
        let metric = format!("{}.{}", self.kind, key(self.name));
        let simultaneous = difference(confidence);
        let margin = margins.margin(Of::metric(&metric).mean().is_none(), a);
        ChangeRow {
            metric,
            called: format!("{}.{}", self.kind, self.name),
            a,
            b,
            difference: difference(CONFIDENCE),
            simultaneous,
            verdict: DifferenceVerdict::of(simultaneous, margin),
        }
    }
}

/// The value of each rule that `key = value` lines set.
fn by_rule(lines: &[String]) -> BTreeMap<&str, &str> {
    lines.iter().filter_map(|line| line.split_once(" = ")).collect()
}

/// `pacts from its default to false`: the rules that are not set alike.
fn rules_changed(a: &[String], b: &[String]) -> Vec<String> {
    let (was, is) = (by_rule(a), by_rule(b));
    let rules: BTreeSet<&str> = was.keys().chain(is.keys()).copied().collect();
    let changed = rules.into_iter().filter(|rule| was.get(rule) != is.get(rule));
    let words = |value: Option<&&str>| value.map_or("its default", |value| *value).to_owned();
    changed
        .map(|rule| format!("{rule} from {} to {}", words(was.get(rule)), words(is.get(rule))))
        .collect()
}

fn settings(a: &Configuration, b: &Configuration) -> Vec<String> {
    let mut said = Vec::new();
    let rules = rules_changed(&a.rules, &b.rules);
    if !rules.is_empty() {
        said.push(format!("Rules: {}.", rules.join("; ")));
    }
    if a.seating != b.seating {
        said.push(format!("Bots: {} became {}.", a.seating, b.seating));
    }
    if a.players != b.players {
        said.push(format!("Players: {} became {}.", a.players, b.players));
    }
    let sides = |of: &Configuration, other: &Configuration| {
        let alone = of.sides.iter().map(|row| row.side.clone());
        alone
            .filter(|side| other.sides.iter().all(|row| row.side != *side))
            .collect::<Vec<_>>()
    };
    for (which, alone) in [("first", sides(a, b)), ("second", sides(b, a))] {
        if !alone.is_empty() {
            said.push(format!("Only in the {which} run can these win: {}.", alone.join(", ")));
        }
    }
    said
}

/// The configuration without its wishes and what its games say to them: what was played.
fn without_wishes(each: &Configuration) -> Configuration {
    Configuration {
        targets: Vec::new(),
        others: each.others.iter().map(without_wishes).collect(),
        ..each.clone()
    }
}

/// What was altered in the wishes of pairs of configurations: whole sentences, each of the metric and all pairs to which it
/// applies, which are named where these are not all.
fn altered_wishes(pairs: &[(&Configuration, &Configuration)]) -> Vec<String> {
    let mut found: Vec<(String, [String; 2], Vec<&str>)> = Vec::new();
    for (a, b) in pairs {
        let mut metrics: Vec<&str> = Vec::new();
        for row in a.targets.iter().chain(&b.targets) {
            if !metrics.contains(&&*row.metric) {
                metrics.push(&row.metric);
            }
        }
        for metric in metrics {
            let (was, is) = (bands(a, metric), bands(b, metric));
            let lacking = |all: &[String], others: &[String]| {
                let all: Vec<&str> = all
                    .iter()
                    .filter(|band| !others.contains(band))
                    .map(String::as_str)
                    .collect();
                if all.is_empty() {
                    "nothing".to_owned()
                } else {
                    all.join(", ")
                }
            };
            let words = [lacking(&was, &is), lacking(&is, &was)];
            if words[0] == words[1] {
                continue;
            }
            match found.iter_mut().find(|known| known.0 == metric && known.1 == words) {
                Some(known) => known.2.push(&a.name),
                None => found.push((metric.to_owned(), words, vec![&a.name])),
            }
        }
    }
    let told = |(metric, [was, is], names): (String, [String; 2], Vec<&str>)| {
        let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
        let of = if names.len() == pairs.len() {
            String::new()
        } else {
            format!(" of {}", names.join(", "))
        };
        format!("Wished for `{metric}`{of}: {was} became {is}.")
    };
    found.into_iter().map(told).collect()
}

/// What is wished of a metric, in words.
fn bands(each: &Configuration, metric: &str) -> Vec<String> {
    each.targets
        .iter()
        .filter(|row| row.metric == metric)
        .map(band)
        .collect()
}

fn band(row: &TargetRow) -> String {
    let share = Of::metric(&row.metric).is_share();
    let number = |value: f64| {
        let size = if share { as_percent(value) } else { value.to_string() };
        match row.change {
            false => size,
            true if value == 0.0 => "now".to_owned(),
            true if value < 0.0 => format!("now − {}", size.trim_start_matches('-')),
            true => format!("now + {size}"),
        }
    };
    match (row.from, row.to) {
        (Some(from), Some(to)) => format!("{} to {}", number(from), number(to)),
        (Some(from), None) => format!("at least {}", number(from)),
        (None, Some(to)) => format!("at most {}", number(to)),
        (None, None) => "anything".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What two runs say of lengths does not hang on a turn limit that no game comes near.
    #[test]
    fn a_distant_turn_limit_widens_no_difference() {
        let width = |limit: u32| {
            let mut before = crate::sample::single();
            before.configurations[0].turns_max = Some(limit);
            let mut after = before.clone();
            after.configurations[0].games -= 1;
            let found = compare_runs(&before, &after).expect("runs of one game");
            let row = found.configurations[0]
                .rows
                .iter()
                .find(|row| row.metric == "turns.mean");
            let rate = row.expect("lengths").simultaneous;
            rate.hi - rate.lo
        };
        assert!((width(400) - width(100_000)).abs() < 1e-9);
    }

    #[test]
    fn a_metric_goes_by_its_key() {
        let before = crate::sample::single();
        let mut after = before.clone();
        for all in [&before, &after] {
            assert!(all.configurations[0].endings.iter().any(|row| row.ending == "turn cap"));
        }
        after.configurations[0].games += 1;
        let found = compare_runs(&before, &after).expect("runs of one game");
        let rows = &found.configurations[0].rows;
        let row = rows
            .iter()
            .find(|row| row.called == "ending.turn cap")
            .expect("the cap");
        assert_eq!(row.metric, "ending.turn-cap");
    }

    /// What one run sets and the other leaves has its default there: no default is another.
    #[test]
    fn rules_that_are_set_otherwise_are_told_one_by_one() {
        let set = |lines: &[&str]| -> Vec<String> { lines.iter().map(|line| (*line).to_owned()).collect() };
        let told = rules_changed(&set(&["hand = 5", "goal = 9"]), &set(&["hand = 6", "pacts = false"]));
        assert_eq!(
            told,
            [
                "goal from 9 to its default",
                "hand from 5 to 6",
                "pacts from its default to false"
            ]
        );
        assert!(rules_changed(&set(&["hand = 5"]), &set(&["hand = 5"])).is_empty());
    }
}
