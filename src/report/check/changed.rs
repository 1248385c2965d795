//! Why games go differently from the baseline's: what has changed, and the game that shows it.

use super::{allowed, least_digits};
use crate::games::{Setup, named, program};
use crate::gate::{Change, Checked, Row};
use crate::judge::{Verdict, is_share};
use crate::report::{findings::quoted, format};

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
        format!(" --configuration \"{}\"", each.configuration)
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
            each.file
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
    let changed = each.inputs_changed.iter().flatten().any(Change::plays);
    changed.then(|| {
        format!(
            "beside the game as it was: `git worktree add before COMMIT`, COMMIT being the last without the change, and --against \
             before/{}; `git worktree remove --force before` afterwards",
            each.file
        )
    })
}

/// The one rule, setting of a bot, or part of an entry of content, that is another than in the baseline, as it was, where that
/// is a number, a switch, a word or a short list: `end-points.coins=7`.
fn before(each: &Checked) -> Option<String> {
    let changes = each.inputs_changed.as_deref().unwrap_or_default();
    // What a file that is named says otherwise is told of its entries.
    let is_told = |change: &Change| {
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
    let wins = |metric: &str| metric.starts_with("win-rate.") || metric.starts_with("bot.");
    let moved = |row: &Row| row.against == "baseline" && row.verdict == Verdict::Outside && wins(&row.metric);
    let players = each.inputs_changed.iter().flatten().any(|change| change.key == PLAYERS);
    let before = before(each).filter(|_| each.only && !players && each.rows.iter().any(moved))?;
    let command = format!("{} why {} --set {}", program(), each.file, quoted(&before));
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

/// So many changes of one configuration are told, with what they were and are.
const CHANGES: usize = 6;

/// Whose doing it is that games go differently, where they do or the inputs are others: a sentence without its full stop.
pub(super) fn cause(each: &Checked) -> Option<String> {
    let changes = each.inputs_changed.as_ref()?;
    let otherwise = each.changed.is_some_and(|changed| changed > 0) && !changes.iter().any(Change::plays);
    let program = "rules, bots and content are those of the baseline: the program itself plays differently";
    if changes.is_empty() {
        return otherwise.then(|| program.to_owned());
    }
    let program = if otherwise {
        format!("; {program}")
    } else {
        String::new()
    };
    let mut changes: Vec<&Change> = changes.iter().collect();
    // Whose game it is goes before how it is played.
    changes.sort_by_key(|change| change.key != PLAYERS && change.key != SEATS);
    Some(format!("changed since the baseline: {}{program}", listed(&changes)))
}

/// What was what, and is what, of the first few changes.
pub fn listed(changes: &[&Change]) -> String {
    let value = |change: &Change, value: &Option<String>| match (value.as_deref(), change.band()) {
        (None, _) => "not there".to_owned(),
        (Some(value), Some(metric)) => band(metric, value),
        (Some(value), None) => value.to_owned(),
    };
    let one = |change: &&Change| {
        let (was, is) = (value(change, &change.was), value(change, &change.is));
        format!("{} was {was}, is {is}", change.key)
    };
    let told: Vec<String> = changes.iter().take(CHANGES).map(one).collect();
    let more = match changes.len().saturating_sub(CHANGES) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{}{more}", told.join("; "))
}

/// A band, stored as its two ends, in the words in which it is told of its metric.
fn band(metric: &str, value: &str) -> String {
    let ends = value.split_once(" to ");
    let number = |end: &str| end.parse::<f64>().ok();
    let Some((from, to)) = ends.and_then(|(from, to)| Some((number(from)?, number(to)?))) else {
        return value.to_owned();
    };
    let share = is_share(metric);
    let scale = if share { 100.0 } else { 1.0 };
    let digits = |end: f64| format::as_written(scale * end, least_digits(share));
    let finite = |end: f64| end.is_finite().then_some(end);
    allowed((finite(from), finite(to)), share, digits(from).max(digits(to)))
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
mod tests {
    use super::super::tests::sample;
    use super::*;

    /// A baseline of another scenario is no change of this one: that is said before how many deals went differently.
    #[test]
    fn a_baseline_of_another_scenario_is_told_before_the_drift() {
        let each = &mut sample()[1];
        let said = |each: &Checked| drift(each).map(|(said, _)| said).unwrap_or_default();
        assert!(said(each).starts_with("8,000 of 20,480 deals"), "{}", said(each));
        each.made_of = Some("seven".to_owned());
        let of = "the baseline is of another scenario, “seven”";
        assert!(
            said(each).starts_with(&format!("{of}; 8,000 of 20,480 deals")),
            "{}",
            said(each)
        );
        each.inputs_changed.iter_mut().for_each(|changes| {
            changes.push(Change {
                key: "rules.players".to_owned(),
                was: Some("7".to_owned()),
                is: Some("5".to_owned()),
            });
        });
        let players = "for 7 players, and this is for 5; 8,000 of";
        assert!(said(each).starts_with(&format!("{of}, {players}")), "{}", said(each));
        let told = cause(each).unwrap_or_default();
        assert!(
            told.starts_with("changed since the baseline: rules.players was 7, is 5; "),
            "{told}"
        );
        each.made_of = None;
        assert!(
            said(each).starts_with(&format!("the baseline is {players}")),
            "{}",
            said(each)
        );
        // A scenario that has another name now, and is the same otherwise, has its own baseline.
        each.made_of = Some("old".to_owned());
        each.inputs_changed = Some(Vec::new());
        assert!(said(each).starts_with("8,000 of"), "{}", said(each));
    }

    #[test]
    fn one_changed_rule_is_told_with_the_game_of_the_rule_as_it_was() {
        let mut all = sample();
        let each = &mut all[1];
        let command = |each: &Checked| drift(each).and_then(|(_, command)| command);
        let plain = "balance replay scenarios/two.toml --game 3";
        assert_eq!(command(each), Some(format!("{plain} --configuration \"players 5\"")));
        each.base = true;
        let changes = each.inputs_changed.clone();
        each.inputs_changed.iter_mut().for_each(|changes| changes.truncate(1));
        assert_eq!(
            command(each),
            Some(format!(
                "{plain} --configuration \"players 5\" --set end-points.coins=5 --against end-points.coins=5"
            )),
            "beside variants, of the base"
        );
        each.inputs_changed = changes;
        each.only = true;
        assert_eq!(command(each).as_deref(), Some(plain), "two changes");
        let mut changes = each.inputs_changed.take().unwrap_or_default();
        each.inputs_changed = Some(vec![changes.remove(0)]);
        assert_eq!(
            command(each),
            Some(format!("{plain} --set end-points.coins=5 --against end-points.coins=5"))
        );
        let band = Change {
            key: "expect.turns.mean".to_owned(),
            was: None,
            is: Some("20 to 30".to_owned()),
        };
        each.inputs_changed
            .iter_mut()
            .for_each(|changes| changes.push(band.clone()));
        assert!(
            command(each).is_some_and(|command| command.ends_with(" --against end-points.coins=5")),
            "a band plays no game"
        );
        each.inputs_changed = Some(changes);
        assert_eq!(command(each).as_deref(), Some(plain), "the tile may be gone");
        each.inputs_changed
            .iter_mut()
            .flatten()
            .for_each(|change| change.is = Some("false".to_owned()));
        let of_tile = "tile.6.hunt=true";
        assert_eq!(
            command(each),
            Some(format!("{plain} --set {of_tile} --against {of_tile}"))
        );
        let change = |is: Option<&str>| Change {
            key: "bots.fox.weights.caution".to_owned(),
            was: Some("0.02".to_owned()),
            is: is.map(str::to_owned),
        };
        each.inputs_changed = Some(vec![change(Some("0.03"))]);
        let of_bot = "bots.fox.weights.caution=0.02";
        assert_eq!(
            command(each),
            Some(format!("{plain} --set {of_bot} --against {of_bot}"))
        );
        each.inputs_changed = Some(vec![change(None)]);
        assert_eq!(command(each).as_deref(), Some(plain), "its bot may be gone");
    }

    /// Bands may take more games than the baseline has.
    #[test]
    fn what_the_bands_took_beyond_the_baseline_is_said() {
        let mut all = sample();
        let said = |each: &Checked| drift(each).map_or_else(String::new, |(said, _)| said);
        assert!(!said(&all[1]).contains("bands"));
        all[1].stored = Some(5_000);
        all[1].rows[0].deals = 5_000;
        all[1].rows[1].deals = 5_000;
        all[1].band_deals = 20_480;
        assert!(
            said(&all[1]).ends_with("game 3; its bands took 20,480 deals"),
            "{}",
            said(&all[1])
        );
        all[1].first_changed = None;
        assert_eq!(
            said(&all[1]),
            "every one of the 5,000 deals of the baseline went as it did; its bands took 20,480 deals"
        );
        (all[0].stored, all[0].games) = (Some(17_408), 2_048);
        all[0].rows[0].deals = 2_048;
        assert_eq!(
            said(&all[0]),
            "all 2,048 deals played, of 17,408, went as in the baseline; more were not needed"
        );
        (all[0].rows[0].deals, all[0].interrupted) = (1, true);
        assert_eq!(said(&all[0]), "the one deal played, of 17,408, went as in the baseline");
    }

    /// A band that has changed is told as one that is missed is.
    #[test]
    fn a_band_is_told_in_the_unit_of_its_metric() {
        let mean = |value| band("turns.mean", value);
        assert_eq!(
            ["-inf to 40", "5 to inf", "5 to 40", "to"].map(mean),
            ["at most 40.00", "at least 5.00", "5.00 to 40.00", "to"]
        );
        let share = |value| band("win-rate.nobody", value);
        assert_eq!(
            ["-inf to 0.28", "0.125 to 0.2875", "0.3 to inf"].map(share),
            ["at most 28.0 %", "12.50 to 28.75 %", "at least 30.0 %"]
        );
    }

    /// A value of a list is set by its place, and a word stands without quotes.
    #[test]
    fn one_changed_part_of_content_is_told_with_the_game_as_it_was() {
        let mut all = sample();
        let each = &mut all[1];
        (each.only, each.base, each.game) = (true, true, "niagara".to_owned());
        let mut told = |key: &str, was: &str, is: &str| {
            let change = Change {
                key: key.to_owned(),
                was: Some(was.to_owned()),
                is: Some(is.to_owned()),
            };
            each.inputs_changed = Some(vec![change]);
            before(each)
        };
        let weather = told("board: weather", "[-1, 0, 1, 2]", "[-1, 0, 1, 1]");
        assert_eq!(weather.as_deref(), Some("weather.4=2"));
        let space = told("board: trunk", "[\"\", \"violet\"]", "[\"\", \"clear\"]");
        assert_eq!(space.as_deref(), Some("space.2=violet"));
        for is in ["[-1, 0, 1]", "[-1, 0, 3, 1]"] {
            assert_eq!(told("board: weather", "[-1, 0, 1, 2]", is), None);
        }
        assert_eq!(told("board: no-list", "[1, 2]", "[1, 3]"), None, "no entry");
        let list = told("rules.phases", "[\"1 kelp\", \"1 coin\"]", "[\"2 kelp\"]");
        assert_eq!(list.as_deref(), Some("phases=[\"1 kelp\", \"1 coin\"]"));
        let word = told("rules.win-check", "\"after-all\"", "\"at-once\"");
        assert_eq!(word.as_deref(), Some("win-check=after-all"));
        assert_eq!(told("seats", "", "1 fox"), None);
        // A file that is named now is what says otherwise.
        told("board: weather", "[-1, 0, 1, 2]", "[-1, 0, 1, 1]");
        let named = Change {
            key: "rules.board".to_owned(),
            was: Some("\"standard\"".to_owned()),
            is: Some("\"own/board.toml\"".to_owned()),
        };
        each.inputs_changed
            .iter_mut()
            .for_each(|changes| changes.push(named.clone()));
        assert_eq!(before(each).as_deref(), Some("weather.4=2"));
    }

    /// Which of the rotations went otherwise is not stored: one is looked for where both games can be played.
    #[test]
    fn rotations_are_left_to_the_replay_where_it_can_tell() {
        let mut all = sample();
        let each = &mut all[1];
        (each.only, each.base, each.rotations) = (true, true, 4);
        let told = |each: &Checked| {
            let (said, command) = drift(each).expect("a baseline");
            (said, command.expect("a command"))
        };
        let (said, command) = told(each);
        assert!(
            said.contains("look at --rotation 0 to 3") && command.ends_with("--game 3 --rotation 0"),
            "{said}"
        );
        each.inputs_changed.iter_mut().for_each(|changes| changes.truncate(1));
        let (said, command) = told(each);
        assert!(
            !said.contains("--rotation") && !command.contains("--rotation"),
            "{command}"
        );
        each.games = 0;
        assert_eq!(drift(each), None, "nothing was played");
    }

    #[test]
    fn the_cause_is_told_of_what_goes_otherwise() {
        let mut all = sample();
        assert_eq!(cause(&all[0]), None);
        assert_eq!(
            cause(&all[1]).as_deref(),
            Some(
                "changed since the baseline: rules.end-points.coins was 5, is 4; tiles: tile 6 hunt was true, is not there"
            )
        );
        all[1].inputs_changed = Some(Vec::new());
        assert!(cause(&all[1]).is_some_and(|told| told.ends_with("the program itself plays differently")));
        let one = Change {
            key: "seats".to_owned(),
            was: None,
            is: None,
        };
        all[1].inputs_changed = Some(vec![one; 8]);
        assert!(cause(&all[1]).is_some_and(|told| told.ends_with("; and 2 more")));
    }
}
