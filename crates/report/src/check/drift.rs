//! Why games go differently from the baseline's: what has changed, and the game that shows it.

use super::least_digits;
use crate::format;
use crate::metrics::Measure;
use balance_analysis::games::{Setup, named, program};
use balance_analysis::gate::{BETWEEN_BANDS, CheckRow, Checked, InputChange, ends_of_band};
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::Of;
use balance_analysis::shell_quote::{self, quoted};

/// How the games went against the baseline's, and the command that shows one that went differently.
pub(super) fn drift(each: &Checked) -> Option<(String, Option<String>)> {
    let Some(changed) = each.changed else {
        return Some((alone(each).to_owned(), None));
    };
    if each.games == 0 {
        return None;
    }
    let (bands, stored) = (each.band_deals, each.stored.unwrap_or(0));
    let held = each.rows.iter().any(|row| row.against == "band");
    let beyond = if held && bands > stored {
        format!("; its bands took {} deals", format::count(bands))
    } else {
        String::new()
    };
    let Some(first) = each.first_changed else {
        let compared = each.rows.iter().filter(|row| row.old.is_some()).map(|row| row.deals);
        return Some((all_as_before(each, compared.max().unwrap_or(0), stored) + &beyond, None));
    };
    let deals = each.rows.iter().filter(|row| row.old.is_some()).map(|row| row.deals);
    let before = before(each).filter(|_| each.base);
    // Of several games of a deal one at least went differently; where both can be played, the first of these is told.
    let (one_of, rotation) = match each.rotations {
        0 | 1 => (String::new(), ""),
        _ if before.is_some() => (", in one at least of its rotations".to_owned(), ""),
        count => (
            format!(
                ", in one at least of its rotations: look at --rotation 0 to {}",
                count - 1
            ),
            " --rotation 0",
        ),
    };
    let said = format!(
        "{}{} of {} deals went differently from the baseline, the first of them game {first}{one_of}{beyond}",
        foreign(each),
        format::count(changed),
        format::count(deals.max().unwrap_or(changed)),
    );
    let mut configuration = if each.only {
        String::new()
    } else {
        format!(" --configuration {}", quoted(&each.configuration))
    };
    if let Some(before) = before {
        // The rule as it was is a variant, and both games are told.
        let before = quoted(&before);
        configuration += &format!(" --set {before} --against {before}");
    }
    Some((
        said,
        Some(format!(
            "{} replay {} --game {first}{rotation}{configuration}",
            program(),
            shell_quote::file(&each.file)
        )),
    ))
}

/// That the deals that were compared all went as they did, of how many, and whether more were needed.
fn all_as_before(each: &Checked, compared: u64, stored: u64) -> String {
    let of = format::count(stored);
    let more = if each.interrupted { "" } else { "; more were not needed" };
    match compared {
        _ if compared >= stored && stored == 1 => "the one deal of the baseline went as it did".to_owned(),
        _ if compared >= stored => format!("every one of the {of} deals of the baseline went as it did"),
        1 => format!("the one deal played, of {of}, went as in the baseline{more}"),
        _ => format!(
            "all {} deals played, of {of}, went as in the baseline{more}",
            format::count(compared)
        ),
    }
}

/// That the baseline is of other games altogether, as the beginning of a sentence; empty where it is not.
fn foreign(each: &Checked) -> String {
    let mut playing = each.inputs_changed.iter().flatten().filter(|change| change.plays());
    let players = playing.clone().find(|change| change.key == PLAYERS);
    let players = players.and_then(|change| Some((change.was.as_ref()?, change.is.as_ref()?)));
    let by_players = players.map(|(was, is)| format!("for {was} players, and this is for {is}"));
    match (&each.made_of, by_players) {
        // What was renamed and is the same otherwise is its own.
        (Some(other), Some(players)) => format!("the baseline is of another scenario, “{other}”, {players}; "),
        (Some(other), None) if playing.next().is_some() => format!("the baseline is of another scenario, “{other}”; "),
        (_, Some(players)) => format!("the baseline is {players}; "),
        (_, None) => String::new(),
    }
}

/// How the game that is shown stands beside the game as it was, where something that plays has changed.
pub(super) fn beside(each: &Checked) -> Option<String> {
    each.first_changed?;
    if before(each).is_some() && each.base {
        let told = "there the game stands on the left as it goes now, on the right with the value of the baseline";
        let alone = if each.only {
            ""
        } else {
            "; so it is told of this configuration alone"
        };
        return Some(format!("{told}{alone}"));
    }
    let changed = each.inputs_changed.iter().flatten().any(InputChange::plays);
    changed.then(|| {
        format!(
            "beside the game as it was: `git worktree add before COMMIT`, COMMIT being the last without the change, and --against \
             {}; `git worktree remove --force before` afterwards",
            quoted(&format!("before/{}{}", each.file, name_before(each)))
        )
    })
}

/// What follows the file of the game as it was where the configuration had another name there: `:three`.
fn name_before(each: &Checked) -> String {
    let mut changes = each.inputs_changed.iter().flatten();
    let named = changes
        .find(|change| change.key == "name")
        .and_then(|change| change.was.as_deref());
    named.map_or_else(String::new, |name| format!(":{name}"))
}

/// The one rule, setting of a bot, or part of an entry of content, that is another than in the baseline, as it was, where that
/// is a number, a switch, a word or a short list: `end-points.coins=7`.
fn before(each: &Checked) -> Option<String> {
    let changes = each.inputs_changed.as_deref().unwrap_or_default();
    // What a file that is named says otherwise is told of its entries.
    let is_told = |change: &InputChange| {
        let content = change.key.strip_prefix("rules.").map(|key| format!("{key}: "));
        content.is_some_and(|content| changes.iter().any(|other| other.key.starts_with(&content)))
    };
    let mut playing = changes.iter().filter(|change| change.plays() && !is_told(change));
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
    let was = was.trim_matches('"');
    let plain = |letter: char| letter.is_alphanumeric() || letter == '.' || letter == '-';
    let set = !was.is_empty() && rule.chars().all(plain) && (was.chars().all(plain) || is_short_list(was));
    set.then(|| format!("{rule}={was}"))
}

/// Is it a list that a command can hold: of words and numbers, on one line?
fn is_short_list(text: &str) -> bool {
    let is_list = text.starts_with('[') && text.ends_with(']') && text.chars().count() <= 80;
    is_list && !text.contains(['\'', '\\', '{']) && !text.contains(char::is_control)
}

/// The one value of the baseline, and the command that tells which games others win than with it: where that is why it fails,
/// and the same players sit at one table.
pub(super) fn why(each: &Checked) -> Option<(String, String)> {
    let wins = |metric: &str| matches!(Of::metric(metric), Of::Side(_) | Of::Bot(_));
    let moved = |row: &CheckRow| row.against == "baseline" && row.verdict == Verdict::Outside && wins(&row.metric);
    let players = each.inputs_changed.iter().flatten().any(|change| change.key == PLAYERS);
    let before = before(each).filter(|_| each.only && !players && each.rows.iter().any(moved))?;
    let command = format!(
        "{} why {} --set {}",
        program(),
        shell_quote::file(&each.file),
        quoted(&before)
    );
    Some((before, command))
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

/// The rule that says how many play.
const PLAYERS: &str = "rules.players";

/// Who sits where.
const SEATS: &str = "seats";

/// So many changes of one configuration are told, with what they were and are; one more as well, which takes no more room than that
/// there is one.
const CHANGES: usize = 8;

/// Whose doing it is that games go differently, where they do or the inputs are others: a sentence without its full stop.
pub(super) fn cause(each: &Checked) -> Option<String> {
    let changes = each.inputs_changed.as_ref()?;
    let otherwise = each.changed.is_some_and(|changed| changed > 0) && !changes.iter().any(InputChange::plays);
    let versions = each.made_by.as_ref().map_or_else(String::new, |before| {
        let now = env!("CARGO_PKG_VERSION");
        format!(" (the baseline was made by version {before}, and this is {now})")
    });
    let program =
        format!("rules, bots and content are those of the baseline: the program itself plays differently{versions}");
    if changes.is_empty() {
        return otherwise.then_some(program);
    }
    let program = if otherwise {
        format!("; {program}")
    } else {
        String::new()
    };
    let mut changes: Vec<&InputChange> = changes.iter().collect();
    // Whose game it is goes first, then its rules and what its content says, then how it is played.
    changes.sort_by_key(|change| match &*change.key {
        PLAYERS | SEATS => 0,
        key if key.contains(": ") || key.starts_with("rules.") => 1,
        _ => 2,
    });
    Some(format!("changed since the baseline: {}{program}", listed(&changes)))
}

/// What was what, and is what, of the first few changes.
pub fn listed(changes: &[&InputChange]) -> String {
    let value = |change: &InputChange, value: &Option<String>| match (value.as_deref(), change.band()) {
        (None, _) => "not there".to_owned(),
        (Some(value), Some(metric)) => bands(metric, value),
        (Some(value), None) => value.to_owned(),
    };
    let one = |change: &&InputChange| {
        let (was, is) = (value(change, &change.was), value(change, &change.is));
        format!("{} was {was}, is {is}", change.key)
    };
    let most = if changes.len() == CHANGES + 1 {
        changes.len()
    } else {
        CHANGES
    };
    let told: Vec<String> = changes.iter().take(most).map(one).collect();
    let more = match changes.len().saturating_sub(most) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{}{more}", told.join("; "))
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
    let digits = |end: f64| format::as_written(measure.scale() * end, least_digits(measure.is_share()));
    let finite = |end: f64| end.is_finite().then_some(end);
    measure.band((finite(from), finite(to)), digits(from).max(digits(to)))
}

/// What to say where there is no baseline, or none that holds the configuration.
pub(super) fn alone(each: &Checked) -> &'static str {
    if each.has_baseline {
        "the baseline does not hold it: held to its bands alone"
    } else {
        "there is no baseline: held to its bands alone"
    }
}

#[cfg(test)]
mod tests;
