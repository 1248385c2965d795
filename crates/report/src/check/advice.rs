//! What to do about what is not within.

use std::path::{Component, Path};

use super::anew::baseline_anew;
use super::changed::{alone, why};
use super::foreseen::{Foreseen, too_few};
use super::wider::margins_for;
use super::{FOLDER, INTERRUPTED};
use crate::format;
use balance_analysis::games::program;
use balance_analysis::gate::{Change, Checked, MOST_DEALS, Row};
use balance_analysis::judge::Verdict;
use balance_analysis::shell;

/// What to do, with the commands that do it where there are some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Advice {
    /// A sentence without its full stop.
    pub said: String,
    /// Whole commands, in the order in which they are given.
    pub commands: Vec<String>,
}

impl Advice {
    /// With one command, or none.
    fn new(said: impl Into<String>, command: Option<String>) -> Self {
        Advice {
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

/// What to do about what is not within, of the configurations of one scenario: each thing once. Where any of the check was `cut`
/// short nothing is said of what is open: it is to be run again first.
pub(super) fn advice(all: &[Checked], cut: bool) -> Vec<Advice> {
    let mut not_held: Vec<Advice> = all.iter().filter_map(not_held).collect();
    not_held.dedup();
    let short = || all.iter().find_map(too_few).map(|said| Advice::new(said, None));
    let first = if cut {
        Vec::new()
    } else {
        vec![larger(all), beyond(all), more(all), wider_bands(all), short()]
    };
    let first = first.into_iter().flatten();
    let why = all.iter().find_map(why);
    let why = why.map(|(was, why)| {
        let said = format!("where the games part that others win now, “{was}” being the game as it was");
        Advice::new(said, Some(why))
    });
    let last = [why, missed(all), accept(all, cut)].into_iter().flatten();
    first.chain(not_held).chain(last).collect()
}

/// What to do where something was changed and all of a scenario is within: what is not accepted adds up.
pub(super) fn kept(all: &[Checked]) -> Option<Advice> {
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
    Some(Advice::new(said, Some(baseline_anew(each))))
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
    notes.extend(too_few(each));
    notes
}

/// What makes changes that are meant the new baseline, of as many deals, where that mends anything.
fn accept(all: &[Checked], cut: bool) -> Option<Advice> {
    // Where no input is another, the program is.
    let meant = |each: &Checked| {
        let changes = each.inputs_changed.as_ref();
        changes.is_some_and(|changes| !changes.is_empty() || each.changed.is_some_and(|changed| changed > 0))
    };
    let held = |each: &Checked, row: &Row| {
        // What is open after an interruption may be within.
        let missed = row.verdict == Verdict::Outside || row.verdict == Verdict::Undecided && !cut;
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
    Some(Advice::new(said, Some(baseline_anew(each))))
}

/// Those of which something may be open that more games decide: what is outside stays so, however many are played.
fn to_decide(all: &[Checked]) -> impl Iterator<Item = &Checked> {
    let outside = |each: &Checked| each.rows.iter().any(|row| row.verdict == Verdict::Outside);
    all.iter().filter(move |each| !outside(each))
}

/// The rows of `each` that are open, held to a band or to the baseline.
fn open(each: &Checked, band: bool) -> impl Iterator<Item = &Row> {
    let open =
        move |row: &&Row| (row.against == "band") == band && each.counts(row) && row.verdict == Verdict::Undecided;
    each.rows.iter().filter(open)
}

/// The most games that any open row held to a band, or to the baseline, takes: none where nothing is open or none is foreseen,
/// and some number where so few games foresee nothing of a baseline.
fn foreseen(all: &[Checked], band: bool, most: u64) -> Option<String> {
    let of = |(each, row): (&Checked, &Row)| match Foreseen::of(each, row) {
        Foreseen::Nothing => Some(None),
        foreseen => foreseen.deals().filter(|enough| *enough <= most).map(Some),
    };
    let rows = to_decide(all).flat_map(|each| open(each, band).map(move |row| (each, row)));
    let games = rows.filter_map(of).max()?;
    Some(games.map_or_else(|| "N".to_owned(), format::option))
}

/// What makes a baseline large enough for what is open against it, as far as that is foreseen and one can be so large.
fn larger(all: &[Checked]) -> Option<Advice> {
    let games = foreseen(all, false, MOST_DEALS)?;
    let is_beyond = |each: &Checked| open(each, false).any(|row| Foreseen::of(each, row).is_beyond());
    let but = if to_decide(all).any(is_beyond) {
        ", but for what none can settle,"
    } else {
        ""
    };
    let takes = format!("what is open against the baseline{but} takes a larger one");
    let file = &all[0].file;
    let named = shell::file(file);
    let plays = |each: &Checked| each.inputs_changed.iter().flatten().any(Change::plays);
    // A command that makes it here would take the game as it is now for the game as it was.
    Some(if !all.iter().any(plays) {
        let said =
            format!("{takes}, of {games} deals, made by the program as it was, and named here with --baselines DIR");
        Advice::new(said, None)
    } else if Path::new(file)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    {
        Advice {
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
        Advice::new(said, None)
    })
}

/// What can be done about what no baseline settles.
fn beyond(all: &[Checked]) -> Option<Advice> {
    let is_beyond = |each: &Checked| open(each, false).any(|row| Foreseen::of(each, row).is_beyond());
    let open: Vec<&Checked> = to_decide(all).filter(|each| is_beyond(each)).collect();
    if open.is_empty() {
        return None;
    }
    let wider = margins_for(&open).map_or_else(String::new, |margins| format!(" ({margins} would do for these deals)"));
    let said = format!(
        "what no baseline can settle is settled by a wider margin{wider}, or by you: accept the change as it is, or undo it"
    );
    Some(Advice::new(said, None))
}

/// What can be done about bands of which no number of games is foreseen.
fn wider_bands(all: &[Checked]) -> Option<Advice> {
    let too_near = |each: &Checked| {
        open(each, true).any(|row| {
            matches!(
                Foreseen::of(each, row),
                Foreseen::Near(_) | Foreseen::Never | Foreseen::Narrow
            )
        })
    };
    let said =
        "what lies too near the edge of its band, or in too narrow a one, is settled by a wider band in [expect]";
    to_decide(all).any(too_near).then(|| Advice::new(said, None))
}

/// What plays enough games for the bands that are open.
fn more(all: &[Checked]) -> Option<Advice> {
    let games = foreseen(all, true, u64::MAX)?;
    let command = format!("{} check {} --games {games}", program(), shell::file(&all[0].file));
    Some(Advice::new("what is open in [expect] takes more games", Some(command)))
}

/// Have the seats changed, and sit bots there that the baseline knows nothing of?
fn others_sit_there(each: &Checked) -> bool {
    let seats = |change: &Change| change.key == "seats";
    !each.bots_not_held.is_empty() && each.inputs_changed.iter().flatten().any(seats)
}

/// The bots whose share of wins is not compared, and how to have it held where the game as it was can be.
fn not_held(each: &Checked) -> Option<Advice> {
    let bots = (!each.bots_not_held.is_empty()).then(|| format::and(&each.bots_not_held))?;
    Some(if others_sit_there(each) {
        let said = format!(
            "the baseline does not say how often {bots} won, for other bots sat there: their shares are not compared"
        );
        Advice::new(said, None)
    } else {
        let said = format!(
            "the baseline does not hold how often {bots} won, so that this is not compared; a new baseline, made of the game \
             as it was, holds it"
        );
        // Made here it would be of the game as it is now.
        let plays = each.inputs_changed.iter().flatten().any(Change::plays);
        Advice::new(said, (!plays).then(|| baseline_anew(each)))
    })
}

/// What to do about a band that is missed, which no baseline mends.
fn missed(all: &[Checked]) -> Option<Advice> {
    let missed = |row: &Row| row.against == "band" && row.verdict == Verdict::Outside;
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
    Some(Advice::new(said, None))
}

#[cfg(test)]
mod tests;
