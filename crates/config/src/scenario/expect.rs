//! `[expect]`: bands in which results must lie.

use super::Configuration;
use balance_engine::{as_percent, percent};
use balance_kit::schema::messages::{Label, POINT, by_local_custom, found_kind, percent_of};
use balance_kit::schema::tree::{Node, Place, Problem, Sources, TomlTable, TomlValue};

/// What one metric is held to.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Path of the metric, such as `win-rate.merchants`.
    pub metric: String,
    /// Where it must lie.
    pub band: Band,
    /// Name of a configuration, of a variant (all its cells), of a cell (all its variants) or of a value in the matrix (all cells with
    /// it); `None`: every configuration.
    pub configuration: Option<String>,
    /// Where it stands in the file.
    pub place: Place,
}

impl Expectation {
    /// Is it about this configuration? It may name the variant in every cell of the matrix, the cell with every variant, or a value
    /// of one axis in every cell.
    pub fn concerns(&self, configuration: &Configuration) -> bool {
        self.configuration.as_deref().is_none_or(|wanted| {
            wanted == configuration.name
                || configuration.variant.as_deref() == Some(wanted)
                || cell_of(&configuration.name, &configuration.cell) == Some(wanted)
                || values_of(&configuration.name, &configuration.cell).any(|value| value == wanted)
        })
    }
}

/// What a configuration of this name calls its cell of the matrix, where it says more than that.
pub(crate) fn cell_of<'n>(name: &'n str, cell: &[(String, String)]) -> Option<&'n str> {
    let (of_cell, _) = name.split_once(OF_CELL).filter(|_| !cell.is_empty())?;
    Some(of_cell)
}

/// What a configuration of this name calls its value of each axis, such as `players 7`, where there are several axes.
pub(crate) fn values_of<'n>(name: &'n str, cell: &[(String, String)]) -> impl Iterator<Item = &'n str> {
    let of_cell = cell_of(name, cell).unwrap_or(name);
    let values = of_cell.split(BETWEEN_VALUES);
    values.take(if cell.len() > 1 { usize::MAX } else { 0 })
}

/// Between the values of a cell in the name of a configuration.
pub const BETWEEN_VALUES: &str = ", ";

/// Between the cell of a matrix and the variant in the name of a configuration.
pub const OF_CELL: &str = " \u{b7} ";

/// A band of values, or of changes; shares are fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Band {
    /// From `target - within` to `target + within`.
    Target {
        /// What is wanted.
        target: f64,
        /// How far off it may be, at least 0.
        within: f64,
    },
    /// At least one of the two is there, and `from <= to`.
    Range {
        /// Least allowed.
        from: Option<f64>,
        /// Most allowed.
        to: Option<f64>,
    },
    /// Counted from what the present rules give, on the same deals. At least one of the two is there, and `from <= to`.
    Change {
        /// Least allowed, above what is now.
        from: Option<f64>,
        /// Most allowed, above what is now.
        to: Option<f64>,
    },
}

impl Band {
    /// Both ends, of the value or of the change; infinite where the band is open.
    pub fn ends(&self) -> (f64, f64) {
        match *self {
            Band::Target { target, within } => (target - within, target + within),
            Band::Range { from, to } | Band::Change { from, to } => {
                (from.unwrap_or(f64::NEG_INFINITY), to.unwrap_or(f64::INFINITY))
            }
        }
    }

    /// Is it counted from what is now?
    pub fn is_change(&self) -> bool {
        matches!(self, Band::Change { .. })
    }
}

/// A number, whether it was written as a share, and whether it is counted from what is now.
#[derive(Clone, Copy)]
struct WrittenNumber {
    value: f64,
    per_cent: bool,
    from_now: bool,
}

/// The word for what the present rules give.
const NOW: &str = "now";

/// What `text` adds to what is now: nothing by `now`, `0.5` by `now + 0.5`; none where it is not counted from there.
fn from_now(text: &str) -> Option<WrittenNumber> {
    let rest = text.trim().strip_prefix(NOW)?.trim_start();
    let (sign, number) = match rest.split_at_checked(1) {
        None => (1.0, "0"),
        Some(("+", number)) => (1.0, number.trim_start()),
        Some(("-" | "\u{2212}", number)) => (-1.0, number.trim_start()),
        Some(_) => return None,
    };
    let plain = || {
        number
            .parse::<f64>()
            .ok()
            .filter(|_| number.starts_with(|c: char| c.is_ascii_digit()))
    };
    let (value, per_cent) = match percent(number) {
        Some(value) => (value, true),
        None => (plain()?, false),
    };
    (value.is_finite() && value >= 0.0).then_some(WrittenNumber {
        value: sign * value,
        per_cent,
        from_now: true,
    })
}

pub(crate) fn expectations(table: Option<&TomlTable>, sources: &Sources) -> Vec<Expectation> {
    let mut all = Vec::new();
    for metric in table.into_iter().flat_map(|table| &table.fields) {
        for node in metric.node.list().unwrap_or(std::slice::from_ref(&metric.node)) {
            let Some(table) = node.table() else { continue };
            let label = Label::section("[expect]").below(&metric.name);
            if let Ok(band) = band(table, &node.at, &label, sources) {
                let configuration = table.get("configuration").and_then(Node::text).map(str::to_owned);
                all.push(Expectation {
                    metric: metric.name.clone(),
                    band,
                    configuration,
                    place: metric.key.clone(),
                });
            }
        }
    }
    all
}

/// How a change is wished.
const FROM_NOW: &str = "what is counted from the present rules is written as \"now\", \"now + 0.5\" or \"now - 2%\"";

/// What is meant by a text that is no number: one in quotes or with its unit, or a change of what is now.
fn help_for(text: &str, label: &Label) -> String {
    let (share, changes) = (
        share(kind(&label.path)).is_some(),
        may_count_from_now(kind(&label.path)),
    );
    let (bare, unit) = text.strip_suffix('%').map_or((text, ""), |bare| (bare.trim_end(), "%"));
    if let Some(number) = by_local_custom(bare) {
        let number = if share {
            format!("\"{number}%\"")
        } else {
            format!("{number}{unit}")
        };
        return format!("write {number}: {POINT}");
    }
    // A difference of shares may have a sign.
    let signed = text.starts_with(['+', '-']) && is_difference(kind(&label.path));
    let after = usize::from(signed);
    let digits = text[after..].find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let (number, unit) = text.split_at(digits.map_or(text.len(), |digits| after + digits));
    let is_unit = unit
        .trim()
        .chars()
        .all(|letter| letter.is_alphabetic() || letter == ' ');
    match number.parse::<f64>() {
        Ok(value) if is_unit && share && unit.is_empty() && value != 0.0 && value.abs() <= 1.0 => {
            // As a number by itself it would be a part of all games.
            let per_cent = percent_of(value);
            format!("write \"{number}%\", or \"{per_cent}\" if that is meant")
        }
        Ok(_) if is_unit && share => format!("write \"{number}%\""),
        Ok(_) if unit.is_empty() => format!("write {number} without quotes"),
        Ok(_) if is_unit => format!("write {number}, without \"{}\" and without quotes", unit.trim()),
        _ if !changes => example(label).to_owned(),
        _ if text.contains(NOW) || text.starts_with(['+', '-', '\u{2212}']) => FROM_NOW.to_owned(),
        _ => format!("{}; {FROM_NOW}", example(label)),
    }
}

/// The keys of a band.
pub(crate) const BAND: [&str; 5] = ["configuration", "from", "target", "to", "within"];

/// Is a metric of this kind always one of several, such as the win rate of one side?
pub(crate) fn has_parts(kind: &str) -> bool {
    // A gap has two.
    let of_gap = kind.strip_prefix("gap.").is_some_and(|side| !side.contains('.'));
    share(kind).is_some() || matches!(kind, "counter" | "score") || of_gap
}

/// What metrics of this kind are, where they are shares.
fn share(kind: &str) -> Option<&'static str> {
    match kind {
        "win-rate" | "bot" => Some("a win rate"),
        "ending" => Some("the share of an ending"),
        "gap" => Some("a difference of win rates"),
        _ => None,
    }
}

/// Are metrics of this kind differences of shares, which may be below 0?
fn is_difference(kind: &str) -> bool {
    kind == "gap"
}

/// Between which ends a share of this kind lies; a difference of shares may be below 0.
fn ends_of(kind: &str) -> (f64, f64) {
    (if is_difference(kind) { -1.0 } else { 0.0 }, 1.0)
}

/// Are metrics of this kind told deal by deal, so that they are counted from what they are now? Of a length that is its mean.
fn may_count_from_now(kind: &str) -> bool {
    !matches!(kind, "decisions" | "counter" | "score" | "margin" | "bot")
}

/// What may be counted from now.
pub const DEAL_BY_DEAL: &str =
    "only win rates, gaps, endings and mean lengths are compared with now; write a number for anything else";

/// How a band of this metric may be written.
pub(crate) fn example(label: &Label) -> &'static str {
    match share(kind(&label.path)) {
        Some(_) if is_difference(kind(&label.path)) => {
            "write, say, { target = \"0%\", within = \"3%\" } or { from = \"-3%\", to = \"3%\" }"
        }
        Some(_) => "write, say, { target = \"40%\", within = \"3%\" } or { from = \"37%\", to = \"43%\" }",
        None => "write, say, { target = 30, within = 3 } or { from = 25, to = 40 }",
    }
}

pub(crate) fn band(table: &TomlTable, at: &Place, label: &Label, sources: &Sources) -> Result<Band, Vec<Problem>> {
    let mut problems = Vec::new();
    let kind = kind(&label.path);
    let share = share(kind);
    let mut read = |key: &str| {
        let node = table.get(key)?;
        match quantity(node, key, label, sources) {
            Ok(quantity) => Some((quantity, node)),
            Err(problem) => {
                problems.push(problem);
                None
            }
        }
    };
    let (target, within, from, to) = (read("target"), read("within"), read("from"), read("to"));
    problems.extend(wrong_keys(table, at, label));
    let changes: Vec<bool> = [target, from, to]
        .into_iter()
        .flatten()
        .map(|(read, _)| read.from_now)
        .collect();
    let is_change = changes.contains(&true);
    if is_change && changes.contains(&false) {
        let message = format!("{label} has one end that is counted from now and one that is not");
        problems.push(
            Problem::located(at, message).help("write two bands in a list, such as [{ from = 10 }, { to = \"now\" }]"),
        );
    }
    if let Some((_, node)) = within.filter(|(read, _)| read.from_now) {
        let message = format!(
            "`within` of {label} is {}, but is room on both sides",
            sources.written(&node.at)
        );
        problems.push(Problem::located(&node.at, message).help("write it as a number by itself"));
    }
    let counted = [("target", target), ("within", within), ("from", from), ("to", to)];
    let counted = counted.into_iter().filter_map(|(key, read)| Some((key, read?)));
    problems.extend(counted.filter_map(|(key, read)| impossible_share(key, read, label, sources)));
    if (is_count(kind) || share.is_some()) && !problems.is_empty() {
        return Err(problems);
    }
    if let (Some((target, _)), Some((within, node))) = (target, within) {
        problems.extend(wrong_within(&target, &within, node, label, sources));
    }
    if let (Some((from, _)), Some((to, node))) = (from, to) {
        problems.extend(wrong_ends(&from, &to, node, label));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let value = |read: Option<(WrittenNumber, &Node)>| read.map(|(quantity, _)| quantity.value);
    Ok(match (value(target), value(within), is_change) {
        (Some(target), Some(within), false) => Band::Target { target, within },
        (Some(target), Some(within), true) => Band::Change {
            from: Some(target - within),
            to: Some(target + within),
        },
        (_, _, true) => Band::Change {
            from: value(from),
            to: value(to),
        },
        (_, _, false) => Band::Range {
            from: value(from),
            to: value(to),
        },
    })
}

/// What is wrong with the keys of a band, whatever their values.
fn wrong_keys(table: &TomlTable, at: &Place, label: &Label) -> Option<Problem> {
    let has = |key: &str| table.get(key).is_some();
    if (has("target") || has("within")) && (has("from") || has("to")) {
        let message = format!("{label} mixes `target` and `within` with `from` and `to`");
        Some(Problem::located(at, message).help("keep one pair"))
    } else if has("target") != has("within") {
        let (there, missing) = if has("target") {
            ("target", "within")
        } else {
            ("within", "target")
        };
        let message = format!("{label} has `{there}`, but no `{missing}`");
        Some(Problem::located(at, message).help(format!("add `{missing}`")))
    } else if !has("target") && !has("from") && !has("to") {
        let message = format!("{label} names no band");
        Some(Problem::located(at, message).help(example(label)))
    } else {
        None
    }
}

/// What is wrong with a share that no metric of its kind can be.
fn impossible_share(
    key: &str,
    (read, node): (WrittenNumber, &Node),
    label: &Label,
    sources: &Sources,
) -> Option<Problem> {
    let kind = kind(&label.path);
    let (least, most) = ends_of(kind);
    let possible = if read.from_now {
        read.value.abs() < 1.0
    } else {
        (least..=most).contains(&read.value)
    };
    let share = share(kind).filter(|_| !read.per_cent && !possible)?;
    let written = sources.written(&node.at);
    let message = format!("`{key}` of {label} is {written}, but {share} is from {least} to {most}");
    let help = if read.from_now {
        Some("write the change in points, such as \"now + 2%\"".to_owned())
    } else {
        let percents = 100.0 * least..=100.0 * most;
        percents.contains(&read.value).then(|| format!("write \"{written}%\""))
    };
    Some(Problem::located(&node.at, message).maybe_help(help))
}

/// What is wrong with `within` beside this target.
fn wrong_within(
    target: &WrittenNumber,
    within: &WrittenNumber,
    node: &Node,
    label: &Label,
    sources: &Sources,
) -> Option<Problem> {
    let written = sources.written(&node.at);
    if within.value < 0.0 {
        let message = format!("`within` of {label} is {written}, but must be at least 0");
        Some(Problem::located(&node.at, message))
    } else if target.per_cent && !within.per_cent && within.value >= 1.0 {
        let message = format!("`within` of {label} is {written}, but its `target` is a share");
        Some(Problem::located(&node.at, message).help(format!("write \"{written}%\"")))
    } else if within.per_cent && !target.per_cent && target.value.abs() > 1.0 {
        let message = format!("`within` of {label} is a share, but its `target` is a plain number");
        let number = target.value;
        let help = format!("write target = \"{number}%\" for a share, or `within` as a plain number, too");
        Some(Problem::located(&node.at, message).help(help))
    } else {
        None
    }
}

/// What is wrong with `to` after this `from`.
fn wrong_ends(from: &WrittenNumber, to: &WrittenNumber, node: &Node, label: &Label) -> Option<Problem> {
    if from.per_cent != to.per_cent && from.value.abs().max(to.value.abs()) > 1.0 {
        let message = format!("`from` and `to` of {label} are a share and a plain number");
        Some(Problem::located(&node.at, message).help("give both in the same unit"))
    } else if from.value > to.value {
        let message = format!("`to` of {label} is less than its `from`");
        Some(Problem::located(&node.at, message).help("put the smaller value in `from`"))
    } else {
        None
    }
}

fn plain(value: f64) -> WrittenNumber {
    WrittenNumber {
        value,
        per_cent: false,
        from_now: false,
    }
}

/// Is a metric of this kind a plain number?
fn is_count(kind: &str) -> bool {
    matches!(kind, "turns" | "rounds" | "decisions" | "counter" | "score" | "margin")
}

fn quantity(node: &Node, key: &str, label: &Label, sources: &Sources) -> Result<WrittenNumber, Problem> {
    let is_count = is_count(kind(&label.path));
    let written = sources.written(&node.at);
    let read = match &node.value {
        TomlValue::Whole(whole) => Some(plain(*whole as f64)),
        TomlValue::Number(value) if value.is_finite() => Some(plain(*value)),
        TomlValue::Text(text) => from_now(text).or_else(|| {
            // As it stands in a report.
            percent(&text.replace('\u{2212}', "-")).map(|value| WrittenNumber {
                per_cent: true,
                ..plain(value)
            })
        }),
        _ => None,
    };
    let Some(read) = read else {
        let found = found_kind(node, written);
        let wanted = if is_count {
            "a number"
        } else {
            "a number or a share such as \"40%\""
        };
        let message = format!("`{key}` of {label} must be {wanted}, but is {found}");
        let help = node.text().map(|text| help_for(text.trim(), label));
        return Err(Problem::located(&node.at, message).maybe_help(help));
    };
    if read.from_now && !may_count_from_now(kind(&label.path)) {
        let message = format!("`{}` cannot be counted from now", label.path);
        return Err(Problem::located(&node.at, message).help(DEAL_BY_DEAL));
    }
    if read.per_cent && is_count {
        let message = format!("`{key}` of {label} is a share, but must be a plain number");
        let help = if read.from_now {
            "write a number, such as \"now + 0.5\""
        } else {
            "write a number as it stands in a report, such as 30"
        };
        return Err(Problem::located(&node.at, message).help(help));
    }
    let (least, most) = ends_of(kind(&label.path));
    if read.per_cent && !read.from_now && !(least..=most).contains(&read.value) {
        let message = format!(
            "`{key}` of {label} is {written}, but must be from {} to {}",
            as_percent(least),
            as_percent(most)
        );
        return Err(Problem::located(&node.at, message));
    }
    Ok(read)
}

/// What a metric is of; sides, bots and endings by their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of<'n> {
    /// The share of games that a side wins, or nobody.
    Side(&'n str),
    /// The share of a bot's seats that win.
    Bot(&'n str),
    /// The win rate of a side less that of another.
    Sides(&'n str, &'n str),
    /// The win rate of a side less its fair share, of which comparisons tell.
    FairShare(&'n str),
    /// The share of games that end so.
    Ending(&'n str),
    /// The mean number of these in a game.
    Counter(&'n str),
    /// The mean score of a side.
    Score(&'n str),
    /// How far the best side is ahead, on average.
    Margin,
    /// The mean of a length.
    Mean(&'n str),
    /// The length that so many per cent of games do not exceed.
    Quantile(&'n str, &'n str),
    /// Something else.
    Other,
}

impl<'n> Of<'n> {
    /// What the metric of this name is of.
    pub fn metric(name: &'n str) -> Self {
        let (kind, rest) = name.split_once('.').unwrap_or((name, ""));
        match kind {
            "win-rate" => Of::Side(rest),
            "bot" => Of::Bot(rest),
            "ending" => Of::Ending(rest),
            "counter" => Of::Counter(rest),
            "score" => Of::Score(rest),
            "margin" => Of::Margin,
            "gap" => rest
                .split_once('.')
                .map_or(Of::FairShare(rest), |(one, other)| Of::Sides(one, other)),
            length if rest == "mean" => Of::Mean(length),
            length => rest
                .strip_prefix('p')
                .map_or(Of::Other, |percent| Of::Quantile(length, percent)),
        }
    }

    /// The side of whose win rate it is, which may be nobody.
    pub fn side(self) -> Option<&'n str> {
        match self {
            Of::Side(side) => Some(side),
            _ => None,
        }
    }

    /// The length of which it is the mean.
    pub fn mean(self) -> Option<&'n str> {
        match self {
            Of::Mean(length) => Some(length),
            _ => None,
        }
    }

    /// Is it a share, or a difference of shares, written in per cent?
    pub fn is_share(self) -> bool {
        matches!(self, Of::Side(_) | Of::Bot(_) | Of::Ending(_) | Of::Sides(..))
    }

    /// Is it a difference of the win rates of two sides, which may be below 0?
    pub fn is_gap(self) -> bool {
        matches!(self, Of::Sides(..))
    }
}

/// The first word of the name of a metric.
pub fn kind(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// What stands for the side, or both, of a gap of this name: the name of a side may have a dot.
pub fn sides_of_gap(name: &str) -> Option<&str> {
    name.strip_prefix("gap.")
}

/// Is the metric of this name the gap of this side to another, or of another to it?
pub fn is_gap_of(name: &str, side: &str) -> bool {
    sides_of_gap(name).is_some_and(|sides| {
        let other = sides.strip_prefix(side).and_then(|rest| rest.strip_prefix('.'));
        other.or_else(|| sides.strip_suffix(side)?.strip_suffix('.')).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_metric_is_of_is_read_from_its_name() {
        for (name, of) in [
            ("win-rate.nobody", Of::Side("nobody")),
            ("win-rate.mean", Of::Side("mean")),
            ("bot.my-bot", Of::Bot("my-bot")),
            ("gap.tribe.sages", Of::Sides("tribe", "sages")),
            ("gap.tribe", Of::FairShare("tribe")),
            ("ending.round-cap", Of::Ending("round-cap")),
            ("counter.falls", Of::Counter("falls")),
            ("score.1st-player", Of::Score("1st-player")),
            ("margin", Of::Margin),
            ("rounds.mean", Of::Mean("rounds")),
            ("turns.p95", Of::Quantile("turns", "95")),
            ("turns.most", Of::Other),
            ("turns", Of::Other),
        ] {
            assert_eq!(Of::metric(name), of, "{name}");
        }
        assert!(is_gap_of("gap.st.-elmo.tribe", "st.-elmo") && is_gap_of("gap.st.-elmo.tribe", "tribe"));
        assert!(!is_gap_of("gap.st.-elmo.tribe", "elmo") && !is_gap_of("win-rate.tribe", "tribe"));
    }
}
