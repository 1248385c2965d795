//! What to do about what is not within.

use super::INTERRUPTED;
use super::changed::alone;
use crate::games::program;
use crate::gate::{Change, Checked, MOST_DEALS, Row};
use crate::judge::Verdict;
use crate::report::findings::{ENOUGH, round_up};
use crate::report::format;

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
fn accept(each: &Checked) -> Option<Advice> {
    let meant = each.inputs_changed.as_ref().is_some_and(|changes| !changes.is_empty());
    // What is open after an interruption may be within.
    let missed = |row: &Row| row.verdict == Verdict::Outside || row.verdict == Verdict::Undecided && !each.interrupted;
    let held = |row: &Row| row.against != "band" && each.counts(row) && missed(row);
    let mends = each.unchanged == Some(false) || each.rows.iter().any(held) || others_sit_there(each);
    (meant && mends).then(|| Advice {
        said: "if the change is meant".to_owned(),
        command: Some(baseline_anew(each)),
    })
}

/// The command that makes the baseline anew, of as many deals.
fn baseline_anew(each: &Checked) -> String {
    let games = each
        .stored
        .map_or(String::new(), |games| format!(" --games {}", format::option(games)));
    format!("{} baseline {}{games}", program(), each.file)
}

/// The most games that any open row held to a band, or to the baseline, takes: none where nothing is open or none is foreseen,
/// and some number where so few games foresee nothing. None where something is outside, and where it was interrupted, since
/// games that were not played may decide it.
fn foreseen(each: &Checked, band: bool, most: u64) -> Option<String> {
    // What is outside stays so, however many games are played.
    if each.rows.iter().any(|row| row.verdict == Verdict::Outside) {
        return None;
    }
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
        "made of the game as it was, in a checkout of the commit before the change, and named here with --baselines \
         CHECKOUT/reports/baselines, or copied to the one that is here"
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

/// Have the seats changed, and sit bots there that the baseline knows nothing of?
fn others_sit_there(each: &Checked) -> bool {
    let seats = |change: &Change| change.key == "seats";
    !each.bots_not_held.is_empty() && each.inputs_changed.iter().flatten().any(seats)
}

/// The bots whose share of wins is not compared, and how to have it held where the game as it was can be.
fn not_held(each: &Checked) -> Option<Advice> {
    let bots = (!each.bots_not_held.is_empty()).then(|| format::and(&each.bots_not_held))?;
    Some(if others_sit_there(each) {
        Advice {
            said: format!(
                "the baseline does not say how often {bots} won, for other bots sat there: their shares are not compared"
            ),
            command: None,
        }
    } else {
        Advice {
            said: format!(
                "the baseline does not hold how often {bots} won, so that this is not compared; a new baseline, made of the \
                 game as it was, holds it"
            ),
            command: Some(baseline_anew(each)),
        }
    })
}

/// What to do about a band that is missed, which no baseline mends.
fn missed(each: &Checked) -> Option<Advice> {
    let missed = |row: &Row| row.against == "band" && row.verdict == Verdict::Outside;
    // A band is about every configuration unless it says otherwise.
    let alone = if each.only {
        String::new()
    } else {
        "; with `configuration = \"NAME\"` a band is about that configuration alone".to_owned()
    };
    each.rows.iter().any(missed).then(|| Advice {
        said: format!(
            "to meet a band that is missed, change the game or the band in [expect]; a new baseline does not mend it{alone}"
        ),
        command: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    /// What is open names one command, and none where no baseline can be so large.
    #[test]
    fn what_is_open_against_a_baseline_names_a_larger_one() {
        let mut all = sample();
        let larger = |each: &Checked| larger(each).map(|advice| advice.text());
        assert_eq!(larger(&all[0]), None);
        let each = &mut all[1];
        assert_eq!(larger(each), None, "what is outside stays so");
        each.rows[0].verdict = Verdict::Within;
        let said = larger(each).expect("an open row");
        assert!(
            said.ends_with("copied to the one that is here: balance baseline scenarios/two.toml --games 100_000"),
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
    fn a_change_that_is_meant_becomes_the_baseline() {
        let mut all = sample();
        let accept = |each: &Checked| accept(each).map(|advice| advice.text());
        assert_eq!(
            accept(&all[1]).as_deref(),
            Some("if the change is meant: balance baseline scenarios/two.toml --games 20_480")
        );
        all[1].inputs_changed = Some(Vec::new());
        assert_eq!(accept(&all[1]), None);
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
        assert!(accept(each).is_none());
        each.inputs_changed = Some(vec![Change {
            key: "seats".to_owned(),
            was: Some("all heuristic".to_owned()),
            is: Some("1 rusher".to_owned()),
        }]);
        assert!(held(each).ends_with("their shares are not compared") && !held(each).contains("balance baseline"));
        assert!(accept(each).is_some());
    }
}
