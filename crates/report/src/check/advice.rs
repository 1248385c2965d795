//! What to do about what is not within.

use std::path::{Component, Path};

use super::drift::{alone, why};
use super::power::deals_to_decide;
use super::{CheckRow, Checked, FOLDER, INTERRUPTED, format};
use balance_analysis::games::program;
use balance_analysis::gate::{InputChange, MOST_DEALS, MOST_UNASKED};
use balance_analysis::judge::Verdict;
use balance_analysis::shell_quote;
use balance_analysis::shell_quote::quoted;

/// What to do, with the commands that do it where there are some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CheckAdvice {
    /// A sentence without its full stop.
    pub said: String,
    /// Whole commands, in the order in which they are given.
    pub commands: Vec<String>,
}

impl CheckAdvice {
    /// With one command, or none.
    fn new(said: impl Into<String>, command: Option<String>) -> Self {
        CheckAdvice {
            said: said.into(),
            commands: command.into_iter().collect(),
        }
    }

    /// As plain text, without a full stop: a single command in the line, several below it.
    pub fn text(&self) -> String {
        match &self.commands[..] {
            [] => self.said.clone(),
            [command] => format!("{}: {command}", self.said),
            several => format!("{}:\n  {}", self.said, several.join("\n  ")),
        }
    }
}

/// Was all of a check played?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CheckExtent {
    /// All of it.
    Whole,
    /// It was cut short, and is to be run again first.
    CutShort,
}

/// What a row is held to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeldTo {
    Band,
    Baseline,
}

/// What to do about what is not within, of the configurations of one scenario: each thing once. Where any of the check was cut
/// short nothing is said of what is open: it is to be run again first.
pub(super) fn advice(all: &[Checked], played: CheckExtent) -> Vec<CheckAdvice> {
    let mut not_held: Vec<CheckAdvice> = all.iter().filter_map(not_held).collect();
    not_held.dedup();
    let first = if played == CheckExtent::CutShort {
        Vec::new()
    } else {
        vec![larger(all), more(all)]
    };
    let first = first.into_iter().flatten();
    let why = all.iter().find_map(why);
    let why = why.map(|(was, why)| {
        let said = format!("where the games part that others win now, “{was}” being the game as it was");
        CheckAdvice::new(said, Some(why))
    });
    let last = [why, missed(all), accept(all, played)].into_iter().flatten();
    first.chain(not_held).chain(last).collect()
}

/// What to do where something was changed and all of a scenario is within: what is not accepted adds up.
pub(super) fn new_baseline(all: &[Checked]) -> Option<CheckAdvice> {
    let within = all.iter().all(|each| each.verdict() == Verdict::Within);
    if !within {
        return None;
    }
    let played = |each: &&Checked| each.changed.is_some_and(|changed| changed > 0);
    let written = |each: &&Checked| each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    let (each, why) = all
        .iter()
        .find(played)
        .map(|each| (each, "or later changes add up to it"))
        .or_else(|| Some((all.iter().find(written)?, "or it is told again each time")))?;
    let said = format!("all within; if the change is meant, make it the new baseline, {why}");
    Some(CheckAdvice::new(said, Some(baseline_anew(each))))
}

/// What is to be known of the whole, whatever the verdicts are: sentences without their full stop.
pub(super) fn notes(each: &Checked) -> Vec<String> {
    let mut notes = Vec::new();
    if each.interrupted {
        notes.push(INTERRUPTED.to_owned());
    }
    if each.stored.is_none() {
        notes.push(alone(each).to_owned());
    }
    if let Some(renamed) = &each.renamed {
        notes.push(renamed.clone());
    }
    notes.extend(not_held(each).map(|advice| advice.text()));
    notes
}

/// What makes changes that are meant the new baseline, of as many deals, where that mends anything.
fn accept(all: &[Checked], played: CheckExtent) -> Option<CheckAdvice> {
    // Where no input is another, the program is.
    let meant = |each: &Checked| {
        let changes = each.inputs_changed.as_ref();
        changes.is_some_and(|changes| !changes.is_empty() || each.changed.is_some_and(|changed| changed > 0))
    };
    let held = |each: &Checked, row: &CheckRow| {
        // What is open after an interruption may be within.
        let missed =
            row.verdict == Verdict::Outside || row.verdict == Verdict::Undecided && played == CheckExtent::Whole;
        row.against != "band" && each.counts(row) && missed
    };
    let mends = |each: &Checked| {
        each.unchanged == Some(false) || each.rows.iter().any(|row| held(each, row)) || others_sit_there(each)
    };
    let each = all.iter().find(|each| meant(each) && mends(each))?;
    let moved = each.changed.is_some_and(|changed| changed > 0) || each.rows.iter().any(|row| held(each, row));
    let said = if !moved {
        "what is not as in the baseline is taken into it, if it is meant, by"
    } else if missed(all).is_some() {
        "what moved against the baseline is accepted, if the change is meant, by"
    } else {
        "if the change is meant"
    };
    Some(CheckAdvice::new(said, Some(baseline_anew(each))))
}

/// Those of which something may be open that more games decide: what is outside stays so, however many are played.
fn to_decide(all: &[Checked]) -> impl Iterator<Item = &Checked> {
    let outside = |each: &Checked| each.rows.iter().any(|row| row.verdict == Verdict::Outside);
    all.iter().filter(move |each| !outside(each))
}

/// The rows of `each` that are open, held to a band or to the baseline.
fn open(each: &Checked, to: HeldTo) -> impl Iterator<Item = &CheckRow> {
    let open = move |row: &&CheckRow| {
        (row.against == "band") == (to == HeldTo::Band) && each.counts(row) && row.verdict == Verdict::Undecided
    };
    each.rows.iter().filter(open)
}

/// The most games that any open row held to a band, or to the baseline, takes; none where nothing is open or that is not known.
fn foreseen(all: &[Checked], to: HeldTo, most: u64) -> Option<String> {
    let of = |each| open(each, to).filter_map(move |row| deals_to_decide(each, row));
    let games = to_decide(all).flat_map(of).filter(|enough| *enough <= most).max()?;
    Some(format::option(games))
}

/// What makes a baseline large enough for what is open against it, where one can be so large.
fn larger(all: &[Checked]) -> Option<CheckAdvice> {
    let games = foreseen(all, HeldTo::Baseline, MOST_DEALS)?;
    let takes = "what is open against the baseline takes a larger one";
    let file = &all[0].file;
    let named = shell_quote::file(file);
    let plays = |each: &Checked| each.inputs_changed.iter().flatten().any(InputChange::plays);
    // A command that makes it here would take the game as it is now for the game as it was.
    Some(if !all.iter().any(plays) {
        let said =
            format!("{takes}, of {games} deals, made by the program as it was, and named here with --baselines DIR");
        CheckAdvice::new(said, None)
    } else if Path::new(file)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    {
        CheckAdvice {
            said: format!("{takes}, made of the game as it was, COMMIT being the last without the change"),
            commands: vec![
                "git worktree add before COMMIT".to_owned(),
                format!("(cd before && {} baseline {named} --games {games})", program()),
                format!("{} check {named} --baselines before/{FOLDER}", program()),
                "git worktree remove --force before".to_owned(),
            ],
        }
    } else {
        let said = format!(
            "{takes}, of {games} deals, made in a checkout of the commit before the change, and named here with --baselines \
             CHECKOUT/{FOLDER}"
        );
        CheckAdvice::new(said, None)
    })
}

/// What plays enough games for the bands that are open.
fn more(all: &[Checked]) -> Option<CheckAdvice> {
    let games = foreseen(all, HeldTo::Band, u64::MAX)?;
    let command = format!(
        "{} check {} --games {games}",
        program(),
        shell_quote::file(&all[0].file)
    );
    Some(CheckAdvice::new(
        "what is open in [expect] takes more games",
        Some(command),
    ))
}

/// Have the seats changed, and sit bots there that the baseline knows nothing of?
fn others_sit_there(each: &Checked) -> bool {
    let seats = |change: &InputChange| change.key == "seats";
    !each.bots_not_held.is_empty() && each.inputs_changed.iter().flatten().any(seats)
}

/// The bots whose share of wins is not compared, and how to have it held where the game as it was can be.
fn not_held(each: &Checked) -> Option<CheckAdvice> {
    let bots = (!each.bots_not_held.is_empty()).then(|| format::join_and(&each.bots_not_held))?;
    Some(if others_sit_there(each) {
        let said = format!(
            "the baseline does not say how often {bots} won, for other bots sat there: their shares are not compared"
        );
        CheckAdvice::new(said, None)
    } else {
        let said = format!(
            "the baseline does not hold how often {bots} won, so that this is not compared; a new baseline, made of the game \
             as it was, holds it"
        );
        // Made here it would be of the game as it is now.
        let plays = each.inputs_changed.iter().flatten().any(InputChange::plays);
        CheckAdvice::new(said, (!plays).then(|| baseline_anew(each)))
    })
}

/// What to do about a band that is missed, which no baseline mends.
fn missed(all: &[Checked]) -> Option<CheckAdvice> {
    let missed = |row: &CheckRow| row.against == "band" && row.verdict == Verdict::Outside;
    let each = all.iter().find(|each| each.rows.iter().any(missed))?;
    // A band is about every configuration unless it says otherwise.
    let alone = if each.only {
        ""
    } else {
        "; with `configuration = \"NAME\"` a band is about that configuration alone"
    };
    let said = format!(
        "to meet a band that is missed, change the game or the band in [expect]; a new baseline does not mend it{alone}"
    );
    Some(CheckAdvice::new(said, None))
}

/// The command that makes the baseline anew; `baseline` finds for itself how many deals the margin takes, up to so many as it stores
/// unasked.
pub(super) fn baseline_anew(each: &Checked) -> String {
    let games = each.stored.filter(|stored| *stored > MOST_UNASKED);
    let games = games.map_or(String::new(), |games| format!(" --games {}", format::option(games)));
    format!(
        "{} baseline {}{games}{}",
        program(),
        shell_quote::file(&each.file),
        into(each.baselines.as_deref())
    )
}

/// What `baseline` has to be told so that it writes into this folder; nothing where it is the usual one.
pub fn into(baselines: Option<&str>) -> String {
    baselines.map_or_else(String::new, |folder| format!(" --out {}", quoted(folder)))
}

#[cfg(test)]
mod tests;
