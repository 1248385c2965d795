//! What to do about what is not within.

use std::path::{Component, Path};

use super::drift::{alone, why};
use super::power::{SettlingDeals, margin, takes, too_few};
use super::{CheckRow, Checked, FOLDER, INTERRUPTED, format, least_digits, measure};
use balance_analysis::games::program;
use balance_analysis::gate::{InputChange, MOST_DEALS, MOST_UNASKED};
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::Margins;
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
    let short = || all.iter().find_map(too_few).map(|said| CheckAdvice::new(said, None));
    let first = if played == CheckExtent::CutShort {
        Vec::new()
    } else {
        vec![larger(all), beyond(all), more(all), wider_bands(all), short()]
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
    notes.extend(too_few(each));
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

/// The most games that any open row held to a band, or to the baseline, takes: none where nothing is open or none is foreseen,
/// and some number where so few games foresee nothing of a baseline.
fn foreseen(all: &[Checked], to: HeldTo, most: u64) -> Option<String> {
    let of = |(each, row): (&Checked, &CheckRow)| match SettlingDeals::of_row(each, row) {
        SettlingDeals::Nothing => Some(None),
        foreseen => foreseen.deals().filter(|enough| *enough <= most).map(Some),
    };
    let rows = to_decide(all).flat_map(|each| open(each, to).map(move |row| (each, row)));
    let games = rows.filter_map(of).max()?;
    Some(games.map_or_else(|| "N".to_owned(), format::option))
}

/// What makes a baseline large enough for what is open against it, as far as that is foreseen and one can be so large.
fn larger(all: &[Checked]) -> Option<CheckAdvice> {
    let games = foreseen(all, HeldTo::Baseline, MOST_DEALS)?;
    let is_beyond =
        |each: &Checked| open(each, HeldTo::Baseline).any(|row| SettlingDeals::of_row(each, row).is_beyond());
    let but = if to_decide(all).any(is_beyond) {
        ", but for what none can settle,"
    } else {
        ""
    };
    let takes = format!("what is open against the baseline{but} takes a larger one");
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

/// What can be done about what no baseline settles.
fn beyond(all: &[Checked]) -> Option<CheckAdvice> {
    let is_beyond =
        |each: &Checked| open(each, HeldTo::Baseline).any(|row| SettlingDeals::of_row(each, row).is_beyond());
    let open: Vec<&Checked> = to_decide(all).filter(|each| is_beyond(each)).collect();
    if open.is_empty() {
        return None;
    }
    let wider = margins_for(&open).map_or_else(String::new, |margins| format!(" ({margins} would do for these deals)"));
    let said = format!(
        "what no baseline can settle is settled by a wider margin{wider}, or by you: accept the change as it is, or undo it"
    );
    Some(CheckAdvice::new(said, None))
}

/// What can be done about bands of which no number of games is foreseen.
fn wider_bands(all: &[Checked]) -> Option<CheckAdvice> {
    let too_near = |each: &Checked| {
        open(each, HeldTo::Band).any(|row| {
            matches!(
                SettlingDeals::of_row(each, row),
                SettlingDeals::Near(_) | SettlingDeals::Never | SettlingDeals::Narrow
            )
        })
    };
    let said =
        "what lies too near the edge of its band, or in too narrow a one, is settled by a wider band in [expect]";
    to_decide(all).any(too_near).then(|| CheckAdvice::new(said, None))
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

/// The command that makes the baseline anew. Where there are as many deals as the margin takes, or it has become tighter,
/// `baseline` finds for itself how many these are: of a game that has changed a few more than of the game as it was. Otherwise of as
/// many deals as there are, unless these have just left something open, or of somewhat more than it takes where `baseline` would not
/// store so many by itself.
pub(super) fn baseline_anew(each: &Checked) -> String {
    let short = too_few(each).is_some();
    let enough = |stored: u64| each.clears.is_some_and(|clears| stored >= clears.changed);
    let by_itself = |deals: Option<u64>| deals.is_some_and(|deals| deals <= MOST_UNASKED);
    let is_open = |row: &CheckRow| row.against == "baseline" && each.counts(row) && row.verdict == Verdict::Undecided;
    let too_few_now = each.rows.iter().any(is_open) && by_itself(each.clears.map(|clears| clears.changed));
    let games = if short {
        let takes = takes(each).filter(|takes| *takes <= MOST_DEALS);
        takes
            .filter(|_| !by_itself(takes))
            .map(|takes| (takes + takes / 10).min(MOST_DEALS))
    } else if too_few_now {
        None
    } else {
        each.stored.filter(|stored| !enough(*stored) || !by_itself(each.stored))
    };
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

/// Room beyond what an interval reaches, as a part of its reach from what it is about: bets made for another width are not quite
/// the same.
const ROOM: f64 = 0.1;

/// The margins within which all lies by now of `all` that no baseline is foreseen to settle, as lines of a scenario; none where
/// nothing is, where the games played do not say, or where one would let everything pass.
pub(super) fn margins_for(all: &[&Checked]) -> Option<String> {
    let mut least = Margins::one(0.0);
    for each in all {
        let open = |row: &&CheckRow| row.against == "baseline" && each.counts(row) && row.verdict == Verdict::Undecided;
        for row in each.rows.iter().filter(open) {
            if !SettlingDeals::of_row(each, row).is_beyond() {
                continue;
            }
            let old = row.old?;
            let unit = if row.share { 1.0 } else { old };
            let reach = row.hi?.max(-row.lo?) / unit;
            let value = (row.new - old) / unit;
            let of = if row.share { &mut least.share } else { &mut least.length };
            *of = of.max(reach + ROOM * (reach - value.abs()));
        }
    }
    let widest = Margins::WIDEST;
    let lines = [
        ("margin", least.share, widest.share),
        ("length-margin", least.length, widest.length),
    ];
    let open = lines.into_iter().filter(|(_, least, _)| *least > 0.0);
    let lines: Vec<String> = open
        .map(|(key, least, widest)| (least <= widest).then(|| format!("`{key} = \"{}\"`", margin(least))))
        .collect::<Option<_>>()?;
    (!lines.is_empty()).then(|| format::join_and(&lines))
}

/// The band that `row`, held to one that is open, is shown to meet by now, in words; none where the games played do not say.
pub(super) fn band(row: &CheckRow) -> Option<String> {
    let (lo, hi) = (row.lo?, row.hi?);
    let (scale, digits) = if row.share {
        (100.0, 1)
    } else {
        (1.0, least_digits(false))
    };
    let unit = 10f64.powi(digits as i32);
    // Whole numbers, as percentiles are, have no room to leave.
    let whole = !row.share && [row.new, lo, hi].iter().all(|each| each.fract() == 0.0);
    let room = if whole { 0.0 } else { ROOM };
    let from = row.from.map(|from| {
        let wider = scale * (lo - room * (row.new - lo));
        from.min((wider * unit + 1e-6).floor() / unit / scale)
    });
    let to = row.to.map(|to| {
        let wider = scale * (hi + room * (hi - row.new));
        to.max((wider * unit - 1e-6).ceil() / unit / scale)
    });
    let ends = [from, to].into_iter().flatten();
    let digits = ends.map(|end| format::as_written(scale * end, digits)).max()?;
    // What is less than nothing or more than all is no band.
    let can_be = from.is_none_or(|from| from > measure(row).least()) && to.is_none_or(|to| !row.share || to < 1.0);
    can_be.then(|| measure(row).band((from, to), digits))
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod rebaseline_tests {
    use super::super::tests::sample;
    use super::*;
    use balance_analysis::gate::{Clears, InputChange};
    use balance_analysis::scenario::Margins;

    /// How many deals the margin takes depends on the game: of one that has changed `baseline` finds it for itself.
    #[test]
    fn the_baseline_of_a_changed_game_is_large_enough_for_its_own_margin() {
        let mut each = sample().remove(1);
        let clears = |changed: u64| {
            Some(Clears {
                margins: Margins::one(0.01),
                unchanged: 100,
                changed,
                cleared: Margins {
                    share: 0.01,
                    length: 0.002,
                },
                tightest: Margins::one(0.004),
            })
        };
        each.clears = clears(20_000);
        assert_eq!(baseline_anew(&each), "balance baseline scenarios/two.toml");
        each.clears = clears(50_000);
        let open = each.clone();
        each.rows.iter_mut().for_each(|row| row.verdict = Verdict::Within);
        let few = "balance baseline scenarios/two.toml --games 20_480";
        assert_eq!(baseline_anew(&each), few, "so few were asked for");
        assert_eq!(
            baseline_anew(&open),
            "balance baseline scenarios/two.toml",
            "so few have just left something open"
        );
        each.stored = Some(300_000);
        let many = "balance baseline scenarios/two.toml --games 300_000";
        assert_eq!(
            baseline_anew(&each),
            many,
            "so many are stored only where they are asked for"
        );
        // A margin that has become tighter.
        each.stored = Some(20_480);
        each.inputs_changed = Some(vec![InputChange {
            key: "margin".to_owned(),
            was: Some("3%".to_owned()),
            is: Some("1%".to_owned()),
        }]);
        assert_eq!(baseline_anew(&each), "balance baseline scenarios/two.toml");
        each.clears = clears(590_000);
        assert_eq!(
            baseline_anew(&each),
            "balance baseline scenarios/two.toml --games 660_000"
        );
        each.clears = clears(5_000_000);
        assert_eq!(baseline_anew(&each), "balance baseline scenarios/two.toml");
    }
}

#[cfg(test)]
mod margin_tests {
    use super::super::tests::sample;
    use super::*;

    /// A band is widened on the side that the interval passes, outwards.
    #[test]
    fn a_band_is_widened_where_it_is_passed() {
        let mut row = sample().remove(1).rows.remove(2);
        (row.new, row.lo, row.hi) = (0.299, Some(0.289), Some(0.309));
        assert_eq!(band(&row).as_deref(), Some("at most 31.0 %"));
        row.from = Some(0.28);
        assert_eq!(band(&row).as_deref(), Some("28.0 to 31.0 %"));
        row.from = Some(0.2955);
        assert_eq!(band(&row).as_deref(), Some("28.8 to 31.0 %"));
        (row.from, row.lo) = (Some(0.01), Some(0.0));
        assert_eq!(band(&row), None, "a share is never less than nothing");
        row.lo = None;
        assert_eq!(band(&row), None);
        let mut row = sample().remove(1).rows.remove(1);
        (row.share, row.old, row.from, row.to) = (false, None, None, Some(25.0));
        (row.new, row.lo, row.hi) = (25.0, Some(24.0), Some(26.0));
        assert_eq!(band(&row).as_deref(), Some("at most 26.00"));
    }

    #[test]
    fn the_margin_that_no_baseline_can_settle_is_as_wide_as_what_is_open() {
        let mut each = sample().remove(1);
        each.rows[0].verdict = Verdict::Within;
        assert_eq!(margins_for(&[&each]), None, "a larger baseline settles it");
        each.rows[1].enough = None;
        // From 0.1 to 0.7 of 30, with some room: a length.
        assert_eq!(margins_for(&[&each]).as_deref(), Some("`length-margin = \"2.5%\"`"));
        each.rows[1].hi = None;
        assert_eq!(margins_for(&[&each]), None);
        each.rows[1].hi = Some(0.7);
        let mut share = each.rows[1].clone();
        share.share = true;
        (share.old, share.new, share.lo, share.hi) = (Some(0.30), 0.31, Some(0.0), Some(0.02));
        each.rows.push(share);
        assert_eq!(
            margins_for(&[&each]).as_deref(),
            Some("`margin = \"2.1%\"` and `length-margin = \"2.5%\"`")
        );
        each.rows[1].hi = Some(20.0);
        assert_eq!(margins_for(&[&each]), None, "it would let everything pass");
    }
}
