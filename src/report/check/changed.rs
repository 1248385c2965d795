//! Why games go differently from the baseline's: what has changed, the game that shows it, and how to accept it.

use super::{allowed, least_digits};
use crate::games::{Setup, named, program};
use crate::gate::{Change, Checked, MOST_DEALS, Row};
use crate::judge::{Verdict, is_share};
use crate::report::findings::{ENOUGH, round_up};
use crate::report::format;

/// How the games went against the baseline's, and the command that shows one that went differently.
pub(super) fn drift(each: &Checked) -> Option<(String, Option<String>)> {
    let Some(changed) = each.changed else {
        return Some((ALONE.to_owned(), None));
    };
    let (bands, stored) = (each.band_deals, each.stored.unwrap_or(0));
    let held = each.rows.iter().any(|row| row.against == "band");
    let beyond = if held && bands > stored {
        format!("; its bands took {} deals", format::count(bands))
    } else {
        String::new()
    };
    let Some(first) = each.first_changed else {
        let compared = each.rows.iter().filter(|row| row.old.is_some()).map(|row| row.deals);
        let of = if compared.max() == Some(stored) && each.games > stored {
            format!(
                "every one of the {} deals of the baseline went as it did{beyond}",
                format::count(stored)
            )
        } else {
            "every deal played went as in the baseline".to_owned()
        };
        return Some((of, None));
    };
    let deals = each.rows.iter().filter(|row| row.old.is_some()).map(|row| row.deals);
    // Of several games of a deal one at least went differently.
    let (one_of, rotation) = match each.rotations {
        0 | 1 => (String::new(), ""),
        count => (
            format!(", in one at least of its rotations (--rotation 0 to {})", count - 1),
            " --rotation 0",
        ),
    };
    let said = format!(
        "{} of {} deals went differently from the baseline, the first of them game {first}{one_of}{beyond}",
        format::count(changed),
        format::count(deals.max().unwrap_or(changed)),
    );
    let configuration = match (each.only, before(each)) {
        (true, None) => String::new(),
        // The rule as it was is a variant, and both games are told.
        (true, Some(before)) => format!(" --set {before} --against {before}"),
        (false, _) => format!(" --configuration \"{}\"", each.configuration),
    };
    Some((
        said,
        Some(format!(
            "{} replay {} --game {first}{rotation}{configuration}",
            program(),
            each.file
        )),
    ))
}

/// The one rule, setting of a bot, or field of an entry of content, that is another than in the baseline, as it was, where that
/// is a number or a switch: `end-points.coins=7`.
fn before(each: &Checked) -> Option<String> {
    let mut playing = each.inputs_changed.iter().flatten().filter(|change| change.plays());
    let (Some(change), None) = (playing.next(), playing.next()) else {
        return None;
    };
    let rule = match change.key.strip_prefix("rules.") {
        Some(rule) => rule.to_owned(),
        None if change.key.starts_with("bots.") => change.key.clone(),
        None => entry(&each.game, &change.key)?,
    };
    let was = change.was.as_deref()?;
    change.is.as_ref()?;
    let plain = |letter: char| letter.is_alphanumeric() || letter == '.' || letter == '-';
    (rule.chars().all(plain) && was.chars().all(plain)).then(|| format!("{rule}={was}"))
}

/// How a rule sets the field of an entry of content that the key of a change names: of `tiles: tile 6 hunt`, `tile.6.hunt`.
fn entry(game: &str, key: &str) -> Option<String> {
    let steps: Vec<&str> = key.split_once(": ")?.1.split(' ').collect();
    let [word, name, _] = steps[..] else { return None };
    let whole = format!("{word}.{name}");
    let known = (named(game)?.entries)(&Setup::default())
        .iter()
        .any(|entry| entry.key == whole);
    known.then(|| steps.join("."))
}

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
    let changes: Vec<&Change> = changes.iter().collect();
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

/// What to do, with the command that does it where there is one.
pub(super) struct Advice {
    /// A sentence without its full stop.
    pub said: String,
    /// The whole command.
    pub command: Option<String>,
}

impl Advice {
    /// As plain text, without a full stop.
    pub fn text(&self) -> String {
        let command = self.command.as_ref();
        command.map_or_else(|| self.said.clone(), |command| format!("{}: {command}", self.said))
    }
}

/// What to do about what is not within.
pub(super) fn advice(each: &Checked) -> Vec<Advice> {
    [larger(each), more(each), not_held(each), missed(each), accept(each)]
        .into_iter()
        .flatten()
        .collect()
}

/// What is to be known of the whole, whatever the verdicts are: sentences without their full stop.
pub(super) fn notes(each: &Checked) -> Vec<String> {
    let mut notes = Vec::new();
    if each.interrupted {
        notes.push("interrupted before all games were played".to_owned());
    }
    if each.stored.is_none() {
        notes.push(ALONE.to_owned());
    }
    if let Some(renamed) = &each.renamed {
        notes.push(renamed.clone());
    }
    notes.extend(not_held(each).map(|advice| advice.text()));
    notes
}

/// Where there is no baseline.
const ALONE: &str = "there is no baseline: held to its bands alone";

/// What makes changes that are meant the new baseline, of as many deals, where that mends anything.
fn accept(each: &Checked) -> Option<Advice> {
    let meant = each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    let games = each.stored.map_or(String::new(), games_option);
    // What is open after an interruption may be within.
    let missed = |row: &Row| row.verdict == Verdict::Outside || row.verdict == Verdict::Undecided && !each.interrupted;
    let held = |row: &Row| row.against != "band" && each.counts(row) && missed(row);
    let mends = each.unchanged == Some(false) || each.rows.iter().any(held);
    (meant && mends).then(|| Advice {
        said: "if the change is meant".to_owned(),
        command: Some(format!("{} baseline {}{games}", program(), each.file)),
    })
}

/// The most games that any open row held to a band, or to the baseline, takes: none where nothing is open or none is foreseen,
/// and some number where so few games foresee nothing. Where it was interrupted, games that were not played may decide it.
fn foreseen(each: &Checked, band: bool, most: u64) -> Option<String> {
    let open = |row: &&Row| {
        (row.against == "band") == band && each.counts(row) && row.verdict == Verdict::Undecided && !each.interrupted
    };
    let of = |row: &Row| match row.enough {
        _ if row.deals < ENOUGH => Some(None),
        Some(enough) => Some(Some(round_up(enough as f64))).filter(|enough| *enough <= Some(most)),
        None => None,
    };
    let games = each.rows.iter().filter(open).filter_map(of).max()?;
    Some(games.map_or_else(|| "N".to_owned(), format::option))
}

/// What makes a baseline large enough for what is open against it, as far as that is foreseen and one can be so large.
fn larger(each: &Checked) -> Option<Advice> {
    let games = foreseen(each, false, MOST_DEALS)?;
    let beyond = |row: &&Row| {
        let open = row.against != "band" && each.counts(row) && row.verdict == Verdict::Undecided;
        open && row.deals >= ENOUGH && row.enough.is_none_or(|enough| round_up(enough as f64) > MOST_DEALS)
    };
    let but = if each.rows.iter().any(|row| beyond(&row)) {
        ", but for what none can settle,"
    } else {
        ""
    };
    let changed = each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    let how = if changed {
        "made of the game as it was, with the change put aside (such as by `git stash`)"
    } else {
        "made of the game as it was"
    };
    Some(Advice {
        said: format!("what is open against the baseline{but} takes a larger one, {how}"),
        command: Some(format!("{} baseline {} --games {games}", program(), each.file)),
    })
}

/// What plays enough games for the bands that are open.
fn more(each: &Checked) -> Option<Advice> {
    let games = foreseen(each, true, u64::MAX)?;
    Some(Advice {
        said: "what is open in [expect] takes more games".to_owned(),
        command: Some(format!("{} check {} --games {games}", program(), each.file)),
    })
}

/// The bots whose share of wins is not compared, and how to have it held.
fn not_held(each: &Checked) -> Option<Advice> {
    let bots = &each.bots_not_held;
    let games = each.stored.map_or(String::new(), games_option);
    (!bots.is_empty()).then(|| Advice {
        said: format!(
            "the baseline does not hold how often {} won, so that this is not compared; a new baseline, made of the game as it \
             was, holds it",
            format::and(bots)
        ),
        command: Some(format!("{} baseline {}{games}", program(), each.file)),
    })
}

/// A number of games as an option of a command.
fn games_option(games: u64) -> String {
    format!(" --games {}", format::option(games))
}

/// What to do about a band that is missed, which no baseline mends.
fn missed(each: &Checked) -> Option<Advice> {
    let missed = |row: &Row| row.against == "band" && row.verdict == Verdict::Outside;
    each.rows.iter().any(missed).then(|| Advice {
        said: "to meet a band that is missed, change the game or the band in [expect]; a new baseline does not mend it"
            .to_owned(),
        command: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn one_changed_rule_is_told_with_the_game_of_the_rule_as_it_was() {
        let mut all = sample();
        let each = &mut all[1];
        let command = |each: &Checked| drift(each).and_then(|(_, command)| command);
        let plain = "balance replay scenarios/two.toml --game 3";
        assert_eq!(command(each), Some(format!("{plain} --configuration \"players 5\"")));
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

    /// What is open names one command, and none where no baseline can be so large.
    #[test]
    fn what_is_open_against_a_baseline_names_a_larger_one() {
        let mut all = sample();
        let larger = |each: &Checked| larger(each).map(|advice| advice.text());
        assert_eq!(larger(&all[0]), None);
        let each = &mut all[1];
        let said = larger(each).expect("an open row");
        assert!(
            said.ends_with("(such as by `git stash`): balance baseline scenarios/two.toml --games 100_000"),
            "{said}"
        );
        let open = each
            .rows
            .iter()
            .position(|row| row.verdict == Verdict::Undecided)
            .expect("open");
        each.rows[open].enough = Some(2_000_000);
        assert_eq!(larger(each), None);
        each.rows[open].deals = 16;
        assert!(
            larger(each).is_some_and(|said| said.ends_with("--games N")),
            "so few foresee nothing"
        );
        each.rows[open].against = "band";
        assert_eq!(larger(each), None);
        let more = |each: &Checked| more(each).map(|advice| advice.text());
        let told = "what is open in [expect] takes more games: balance check scenarios/two.toml --games";
        assert_eq!(more(each), Some(format!("{told} N")));
        each.rows[open].deals = 20_480;
        assert_eq!(more(each), Some(format!("{told} 2_000_000")));
        each.interrupted = true;
        assert_eq!(more(each), None);
    }

    /// No baseline mends a band.
    #[test]
    fn of_a_missed_band_no_baseline_is_named() {
        let mut all = sample();
        assert!(missed(&all[1]).is_none());
        all[1].rows[0].against = "band";
        assert!(
            missed(&all[1]).is_some() && accept(&all[1]).is_some(),
            "another row is held to the baseline"
        );
        all[1].rows.truncate(1);
        assert!(missed(&all[1]).is_some());
        assert!(accept(&all[1]).is_none());
        all[1].unchanged = Some(false);
        assert!(accept(&all[1]).is_some(), "nothing was to be another");
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
        assert_eq!(
            accept(&all[1]).map(|advice| advice.text()).as_deref(),
            Some("if the change is meant: balance baseline scenarios/two.toml --games 20_480")
        );
        all[1].inputs_changed = Some(Vec::new());
        assert!(cause(&all[1]).is_some_and(|told| told.ends_with("the program itself plays differently")));
        assert!(accept(&all[1]).is_none());
        let one = Change {
            key: "seats".to_owned(),
            was: None,
            is: None,
        };
        all[1].inputs_changed = Some(vec![one; 8]);
        assert!(cause(&all[1]).is_some_and(|told| told.ends_with("; and 2 more")));
    }
}
