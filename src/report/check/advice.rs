//! What to do about what is not within.

use std::path::{Component, Path};

use super::anew::baseline_anew;
use super::changed::{alone, why};
use super::foreseen::{Foreseen, too_few};
use super::{FOLDER, INTERRUPTED};
use crate::games::program;
use crate::gate::{Change, Checked, MOST_DEALS, Row};
use crate::judge::Verdict;
use crate::report::format;

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

/// What to do about what is not within, of the configurations of one scenario: each thing once.
pub(super) fn advice(all: &[Checked]) -> Vec<Advice> {
    let mut not_held: Vec<Advice> = all.iter().filter_map(not_held).collect();
    not_held.dedup();
    let short = all.iter().find_map(too_few).map(|said| Advice::new(said, None));
    let first = [larger(all), beyond(all), more(all), short].into_iter().flatten();
    let why = all.iter().find_map(why);
    let why = why.map(|(was, why)| {
        let said = format!("where the games part that others win now, “{was}” being the game as it was");
        Advice::new(said, Some(why))
    });
    let last = [why, missed(all), accept(all)].into_iter().flatten();
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
fn accept(all: &[Checked]) -> Option<Advice> {
    let meant = |each: &Checked| each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    let mends = |each: &Checked| {
        // What is open after an interruption may be within.
        let missed =
            |row: &Row| row.verdict == Verdict::Outside || row.verdict == Verdict::Undecided && !each.interrupted;
        let held = |row: &Row| row.against != "band" && each.counts(row) && missed(row);
        each.unchanged == Some(false) || each.rows.iter().any(held) || others_sit_there(each)
    };
    let each = all.iter().find(|each| meant(each) && mends(each))?;
    Some(Advice::new("if the change is meant", Some(baseline_anew(each))))
}

/// Those of which something may be open that more games decide: what is outside stays so, however many are played, and where it was
/// interrupted, those that were not played may decide it.
fn to_decide(all: &[Checked]) -> impl Iterator<Item = &Checked> {
    let outside = |each: &Checked| each.rows.iter().any(|row| row.verdict == Verdict::Outside);
    all.iter().filter(move |each| !outside(each) && !each.interrupted)
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
                format!("(cd before && {} baseline {file} --games {games})", program()),
                format!("{} check {file} --baselines before/{FOLDER}", program()),
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
    let said =
        "what no baseline can settle is settled by a wider margin, or by you: accept the change as it is, or undo it";
    to_decide(all).any(is_beyond).then(|| Advice::new(said, None))
}

/// What plays enough games for the bands that are open.
fn more(all: &[Checked]) -> Option<Advice> {
    let games = foreseen(all, true, u64::MAX)?;
    let command = format!("{} check {} --games {games}", program(), all[0].file);
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
mod tests {
    use super::super::tests::sample;
    use super::*;
    use std::slice::from_ref;

    /// What is open names one command, and none where no baseline can be so large.
    #[test]
    fn what_is_open_against_a_baseline_names_a_larger_one() {
        let mut all = sample();
        let larger = |each: &Checked| larger(from_ref(each)).map(|advice| advice.text());
        assert_eq!(larger(&all[0]), None);
        let each = &mut all[1];
        assert_eq!(larger(each), None, "what is outside stays so");
        each.rows[0].verdict = Verdict::Within;
        let said = larger(each).expect("an open row");
        assert!(
            said.ends_with(
                ":\n  git worktree add before COMMIT\n  (cd before && balance baseline scenarios/two.toml --games 100_000)\n  \
                 balance check scenarios/two.toml --baselines before/reports/baselines\n  git worktree remove --force before"
            ),
            "{said}"
        );
        let open = each
            .rows
            .iter()
            .position(|row| row.verdict == Verdict::Undecided)
            .expect("open");
        assert_eq!(beyond(from_ref(each)), None);
        each.rows[open].enough = Some(2_000_000);
        assert_eq!(larger(each), None);
        let said = advice(from_ref(each)).first().map(Advice::text).unwrap_or_default();
        assert!(
            said.starts_with("what no baseline can settle is settled by a wider margin"),
            "{said}"
        );
        each.rows[open].deals = 16;
        assert!(
            larger(each).is_some_and(|said| said.contains(" --games N)\n")),
            "so few foresee nothing"
        );
        each.rows[open].against = "band";
        assert_eq!(larger(each), None);
        let more = |each: &Checked| more(from_ref(each)).map(|advice| advice.text());
        let told = "what is open in [expect] takes more games: balance check scenarios/two.toml --games";
        assert_eq!(more(each), Some(format!("{told} 1_000")), "a few games to begin with");
        each.rows[open].deals = 20_480;
        assert_eq!(more(each), Some(format!("{told} 2_000_000")));
        each.rows[open].enough = None;
        (each.rows[open].lo, each.rows[open].hi) = (Some(-1e9), Some(1e9));
        assert_eq!(
            more(each),
            Some(format!("{told} 90_000")),
            "four times as many where nothing else is known"
        );
        (each.rows[open].share, each.rows[open].middle) = (true, Some(400_000));
        assert_eq!(more(each), Some(format!("{told} 400_000")));
        each.rows[open].middle = None;
        assert_eq!(more(each), None, "none up to ten million");
        each.rows[open].middle = Some(400_000);
        each.interrupted = true;
        assert_eq!(more(each), None);
    }

    /// Where the folder of the scenario is none of the checkout, or the program is another, no command is named: here it would
    /// make the game as it is now the baseline.
    #[test]
    fn a_larger_baseline_is_never_made_of_the_game_as_it_is_now() {
        let mut each = sample().remove(1);
        each.rows[0].verdict = Verdict::Within;
        for file in ["/home/me/two.toml", "../two.toml"] {
            each.file = file.to_owned();
            let found = larger(from_ref(&each)).expect("open");
            assert!(
                found.commands.is_empty() && found.said.contains(", of 100_000 deals, made in a checkout"),
                "{found:?}"
            );
        }
        each.inputs_changed = Some(Vec::new());
        let found = larger(from_ref(&each)).expect("open");
        assert!(
            found.commands.is_empty() && found.said.contains("made by the program as it was"),
            "{found:?}"
        );
    }

    /// No baseline mends a band.
    #[test]
    fn of_a_missed_band_no_baseline_is_named() {
        let mut all = sample();
        assert!(missed(&all[1..]).is_none());
        all[1].rows[0].against = "band";
        assert!(
            missed(&all[1..]).is_some() && accept(&all[1..]).is_some(),
            "another row is held to the baseline"
        );
        all[1].rows.truncate(1);
        assert!(missed(&all[1..]).is_some());
        assert!(accept(&all[1..]).is_none());
        all[1].unchanged = Some(false);
        assert!(accept(&all[1..]).is_some(), "nothing was to be another");
    }

    /// Why others win now is told of one value at one table of the same players.
    #[test]
    fn one_change_that_lets_others_win_is_to_be_looked_into() {
        let mut each = sample().remove(1);
        let told = |each: &Checked| {
            advice(from_ref(each))
                .iter()
                .any(|advice| advice.text().contains(" why "))
        };
        each.only = true;
        assert!(!told(&each), "two changes");
        each.inputs_changed.iter_mut().for_each(|changes| changes.truncate(1));
        let all = advice(from_ref(&each));
        assert!(
            all.iter().any(|advice| advice.text()
                == "where the games part that others win now, “end-points.coins=5” being the game as it was: balance why \
                    scenarios/two.toml --set end-points.coins=5"),
            "{all:?}"
        );
        each.only = false;
        assert!(!told(&each), "one of several tables");
        each.only = true;
        each.rows[0].metric = "turns.mean".to_owned();
        assert!(!told(&each), "who wins has not moved");
        each.rows[0].metric = "win-rate.tribe".to_owned();
        each.inputs_changed
            .iter_mut()
            .flatten()
            .for_each(|change| change.key = "rules.players".to_owned());
        assert!(!told(&each), "other tables");
    }

    #[test]
    fn a_change_that_is_meant_becomes_the_baseline() {
        let mut all = sample();
        let accept = |each: &Checked| accept(from_ref(each)).map(|advice| advice.text());
        assert_eq!(
            accept(&all[1]).as_deref(),
            Some("if the change is meant: balance baseline scenarios/two.toml --games 20_480")
        );
        all[1].inputs_changed = Some(Vec::new());
        assert_eq!(accept(&all[1]), None);
    }

    /// Of several configurations each thing is told once, with the most games that any of them takes.
    #[test]
    fn what_is_open_in_several_configurations_is_told_once() {
        let mut each = sample().remove(1);
        each.rows[0].verdict = Verdict::Within;
        let mut other = each.clone();
        other.rows[1].enough = Some(150_000);
        let told: Vec<String> = advice(&[each, other]).iter().map(Advice::text).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].contains(" balance baseline scenarios/two.toml --games 160_000)\n"),
            "{told:?}"
        );
        assert!(told[1].starts_with("if the change is meant: "), "{told:?}");
    }

    /// Where another bot sits there and all is within, it is accepted by one command, told once.
    #[test]
    fn a_change_is_accepted_by_one_command() {
        let mut each = sample().remove(0);
        each.bots_not_held = vec!["rusher".to_owned()];
        each.changed = Some(5);
        each.inputs_changed = Some(vec![Change {
            key: "seats".to_owned(),
            was: Some("all heuristic".to_owned()),
            is: Some("1 rusher".to_owned()),
        }]);
        let outcome = crate::report::check::Outcome {
            all: from_ref(&each),
            ..Default::default()
        };
        let all: Vec<String> = outcome.what_to_do(from_ref(&each)).iter().map(Advice::text).collect();
        let commands = all.iter().filter(|text| text.contains("balance baseline")).count();
        assert_eq!(commands, 1, "{all:?}");
        assert!(
            all.last().is_some_and(|text| text.starts_with("all within; ")),
            "{all:?}"
        );
    }

    /// What has changed and passes is to be accepted, or it adds up.
    #[test]
    fn a_change_within_its_tolerance_is_to_become_the_baseline() {
        let mut all = sample();
        assert!(kept(&all[..1]).is_none(), "nothing went differently");
        assert!(kept(&all).is_none(), "not all is within");
        for row in &mut all[1].rows {
            row.verdict = Verdict::Within;
        }
        assert_eq!(
            kept(&all).map(|advice| advice.text()).as_deref(),
            Some(
                "all within; if the change is meant, make it the new baseline, or later changes add up to it: \
                 balance baseline scenarios/two.toml --games 20_480"
            )
        );
        all[1].interrupted = true;
        assert!(kept(&all).is_none());
    }

    /// A baseline of the game as it was knows nothing of a bot that came since.
    #[test]
    fn of_a_new_bot_no_baseline_of_the_game_as_it_was_is_asked() {
        let mut all = sample();
        let each = &mut all[0];
        each.bots_not_held = vec!["rusher".to_owned()];
        each.inputs_changed = Some(Vec::new());
        let held = |each: &Checked| not_held(each).expect("a bot").text();
        assert!(held(each).contains("made of the game as it was, holds it: balance baseline"));
        assert!(accept(from_ref(each)).is_none());
        each.inputs_changed = Some(vec![Change {
            key: "seats".to_owned(),
            was: Some("all heuristic".to_owned()),
            is: Some("1 rusher".to_owned()),
        }]);
        assert!(held(each).ends_with("their shares are not compared") && !held(each).contains("balance baseline"));
        assert!(accept(from_ref(each)).is_some());
    }
}
