//! What is not as in the baseline, and the commands that show it, explain it or accept it.

use super::text::purpose;
use super::{CheckStatus, deals_to_decide, status};
use crate::document::SuggestedCommand;
use crate::format;
use crate::metrics::Measure;
use balance_config::games::{Setup, named, program};
use balance_config::scenario::Of;
use balance_config::shell_quote::{self, quoted};
use balance_inference::gate::{BETWEEN_BANDS, CheckRow, Checked, InputChange, MOST_UNASKED, ends_of_band};
use balance_inference::judge::Verdict;

const PLAYERS: &str = "rules.players";

/// So many changes are named; one more as well, which takes no more room than that there is one.
const CHANGES: usize = 8;

pub fn commands(each: &Checked) -> Vec<SuggestedCommand> {
    let suggested = |command: String, purpose: &'static str| SuggestedCommand {
        command,
        purpose: purpose.into(),
    };
    let mut all = Vec::new();
    all.extend(replay(each).map(|command| suggested(command, purpose::SEE)));
    all.extend(why(each).map(|command| suggested(command, purpose::WHY)));
    all.extend(more_games(each).map(|command| suggested(command, purpose::GOALS)));
    let differs = each.changed.is_some_and(|changed| changed > 0)
        || each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    if differs && !each.interrupted {
        let purpose = if status(each) == CheckStatus::Passed {
            purpose::ACCEPT_WITHIN
        } else {
            purpose::ACCEPT
        };
        all.push(suggested(baseline_anew(each), purpose));
    }
    all
}

/// Shows the first game that went differently, beside the game as it was where a command can set that.
fn replay(each: &Checked) -> Option<String> {
    let first = each.first_changed?;
    let mut command = format!("{} replay {} --game {first}", program(), shell_quote::file(&each.file));
    match value_before(each).filter(|_| each.base) {
        Some(before) => {
            let before = quoted(&before);
            command += &format!(" --set {before} --against {before}");
        }
        None if each.rotations > 1 => command += " --rotation 0",
        None => {}
    }
    if !each.only && !command.contains("--against") {
        command += &format!(" --configuration {}", quoted(&each.configuration));
    }
    Some(command)
}

/// Tells which games others win than with the one value of the baseline, where that is why it fails.
fn why(each: &Checked) -> Option<String> {
    let moved = |row: &CheckRow| {
        let wins = matches!(Of::metric(&row.metric), Of::Side(_) | Of::Bot(_));
        row.against == "baseline" && row.verdict == Verdict::Outside && wins
    };
    let players = each.inputs_changed.iter().flatten().any(|change| change.key == PLAYERS);
    let before = value_before(each).filter(|_| each.only && !players && each.rows.iter().any(moved))?;
    let file = shell_quote::file(&each.file);
    Some(format!("{} why {file} --set {}", program(), quoted(&before)))
}

/// Plays enough games for the goals that are undecided.
fn more_games(each: &Checked) -> Option<String> {
    let games = undecided(each, "band")?;
    let file = shell_quote::file(&each.file);
    Some(format!("{} check {file} --games {}", program(), format::option(games)))
}

/// The most deals that any undecided row held to this takes; none where more games cannot make it pass.
pub fn undecided(each: &Checked, against: &str) -> Option<u64> {
    let undecided = |row: &&CheckRow| (row.against == "band") == (against == "band") && each.counts(row);
    let rows = each.rows.iter().filter(undecided);
    let most = rows.filter_map(|row| deals_to_decide(each, row)).max();
    most.filter(|_| status(each) == CheckStatus::Undecided)
}

/// The command that makes the baseline anew; `baseline` finds for itself how many deals the margin takes, up to so many as it stores
/// unasked.
fn baseline_anew(each: &Checked) -> String {
    let games = each.stored.filter(|stored| *stored > MOST_UNASKED);
    let games = games.map_or(String::new(), |games| format!(" --games {}", format::option(games)));
    let file = shell_quote::file(&each.file);
    format!(
        "{} baseline {file}{games}{}",
        program(),
        into(each.baseline.folder.as_deref())
    )
}

/// What `baseline` has to be told so that it writes into this folder; nothing where it is the usual one.
pub fn into(baselines: Option<&str>) -> String {
    baselines.map_or_else(String::new, |folder| format!(" --out {}", quoted(folder)))
}

/// What was what, and is what, of the first few changes.
pub fn listed(changes: &[&InputChange]) -> String {
    let one = |change: &&InputChange| {
        let [was, is] = values(change);
        format!("{} was {was}, is {is}", change.key)
    };
    let most = named_at_most(changes.len());
    let shown: Vec<String> = changes.iter().take(most).map(one).collect();
    let more = match changes.len() - most {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{}{more}", shown.join("; "))
}

/// How many of so many changes are named.
pub fn named_at_most(changes: usize) -> usize {
    if changes <= CHANGES + 1 { changes } else { CHANGES }
}

pub fn values(change: &InputChange) -> [String; 2] {
    [&change.was, &change.is].map(|value| match (value.as_deref(), change.band()) {
        (None, _) => "not there".to_owned(),
        (Some(value), Some(metric)) => bands(metric, value),
        (Some(value), None) => value.to_owned(),
    })
}

/// The bands of a metric, each stored as its two ends, in the words in which they are told of it.
fn bands(metric: &str, value: &str) -> String {
    let each: Vec<String> = value.split(BETWEEN_BANDS).map(|value| band(metric, value)).collect();
    format::join_and(&each)
}

fn band(metric: &str, value: &str) -> String {
    let Some((from, to)) = ends_of_band(value) else {
        return value.to_owned();
    };
    let measure = Measure::of_metric(metric);
    let least = if measure.is_share() { 1 } else { 2 };
    let digits = |end: f64| format::as_written(measure.scale() * end, least);
    let finite = |end: f64| end.is_finite().then_some(end);
    measure.band((finite(from), finite(to)), digits(from).max(digits(to)))
}

/// The one rule, setting of a bot, or part of an entry of content, that is another than in the baseline, as it was, where that
/// is a number, a switch, a word or a short list: `end-points.coins=7`.
fn value_before(each: &Checked) -> Option<String> {
    let changes = each.inputs_changed.as_deref().unwrap_or_default();
    // What a file that is named says otherwise is named by its entries.
    let is_named = |change: &InputChange| {
        let content = change.key.strip_prefix("rules.").map(|key| format!("{key}: "));
        content.is_some_and(|content| changes.iter().any(|other| other.key.starts_with(&content)))
    };
    let mut playing = changes.iter().filter(|change| change.plays() && !is_named(change));
    let (Some(change), None) = (playing.next(), playing.next()) else {
        return None;
    };
    let (was, is) = (change.was.as_deref()?, change.is.as_deref()?);
    let (rule, was) = match change.key.strip_prefix("rules.") {
        Some(rule) => (rule.to_owned(), was.to_owned()),
        None if change.key.starts_with("bots.") => (change.key.clone(), was.to_owned()),
        None => entry(&each.game, &change.key, was, is)?,
    };
    // A word stands in quotes, which the command line does without.
    let was = format::unquoted(&was);
    let plain = |letter: char| letter.is_alphanumeric() || letter == '.' || letter == '-';
    let set = !was.is_empty() && rule.chars().all(plain) && (was.chars().all(plain) || is_short_list(was));
    set.then(|| format!("{rule}={was}"))
}

/// Is it a list that a command can hold: of words and numbers, on one line?
fn is_short_list(text: &str) -> bool {
    let is_list = text.starts_with('[') && text.ends_with(']') && text.chars().count() <= 80;
    is_list && !text.contains(['\'', '\\', '{']) && !text.contains(char::is_control)
}

/// How a rule sets what the key of a change names of an entry of content, and to what: of `tiles: tile 6 hunt` the field
/// `tile.6.hunt`, of `board: weather` the one value of the list that is another, `weather.4`.
fn entry(game: &str, key: &str, was: &str, is: &str) -> Option<(String, String)> {
    let (content, place) = key.split_once(": ")?;
    let steps: Vec<&str> = place.split(' ').collect();
    let game = named(game)?;
    if let [word, name, _] = steps[..] {
        let whole = format!("{word}.{name}");
        let known = (game.entries)(&Setup::default()).iter().any(|entry| entry.key == whole);
        return known.then(|| (steps.join("."), was.to_owned()));
    }
    let list = steps.join(".");
    let mut lists = game.content.iter().filter(|each| each.key == content);
    let entries = lists.find_map(|each| each.entries.iter().find(|entries| entries.list == list))?;
    let [was, is] = [was, is].map(|text| toml::from_str::<toml::Table>(&format!("list = {text}")).ok());
    let [was, is] = [was?, is?].map(|table| table.get("list").and_then(toml::Value::as_array).cloned());
    let (was, is) = (was?, is?);
    // What is longer or shorter has entries that come or go.
    if was.len() != is.len() {
        return None;
    }
    let mut differ = was.iter().zip(&is).enumerate().filter(|(_, (was, is))| was != is);
    let (Some((at, (was, _))), None) = (differ.next(), differ.next()) else {
        return None;
    };
    Some((format!("{}.{}", entries.word, at + 1), was.to_string()))
}
