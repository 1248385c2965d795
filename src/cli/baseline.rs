//! `balance baseline SCENARIO...`.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde_json::json;

use super::Failure;
use super::columns::width;
use super::options::{Quiet, Threads};
use super::output::of_another;
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, games, prepare, writable};
use super::progress::{Meter, Total, bar};
use balance_analysis::experiment::{Subject, Task};
use balance_analysis::games::{Block, program};
use balance_analysis::gate::{
    Baseline, BaselineError, Clears, DealCounts, InputChange, MOST_DEALS, MOST_STORED, MOST_UNASKED, clears,
};
use balance_analysis::scenario::{Margins, Overrides, Scenario};
use balance_analysis::sim::{GAMES_PER_BLOCK, rows};
use balance_report::{self as report, ENOUGH, check as words, format};

/// Stores games of a scenario, for `check` to compare later versions with
///
/// Writes or renews reports/baselines/SCENARIO.json: what every deal gave, so that later games on the same deals can be
/// compared one by one. Commit the file. As many deals are stored as the scenario's margin takes, also where every deal goes
/// another way, and no fewer than before, but no more than 262,144 unless --games asks for them. Of slow
/// games fewer do, where little changes from version to version: what so many deals can clear is said.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Deals of each configuration to store [default: as many as the scenario's margin takes]
    #[arg(long, allow_negative_numbers = true, value_parser = games)]
    games: Option<u64>,
    /// Folder of the baselines
    #[arg(long, value_name = "DIR", default_value = words::FOLDER)]
    out: PathBuf,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 1;

pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(games) = args.games.filter(|games| !(1..=MOST_DEALS).contains(games)) {
        return Err(Failure::Input(format!(
            "--games is {}, but a baseline holds from 1 to {} deals of each configuration",
            format::count(games),
            format::count(MOST_DEALS)
        )));
    }
    let prepared = args
        .scenarios
        .iter()
        .map(|path| prepare(path, &Overrides::default()))
        .collect::<Result<Vec<_>, _>>()?;
    for (index, one) in prepared.iter().enumerate() {
        fits(one, args.games.unwrap_or(GAMES_PER_BLOCK))?;
        let name = &one.scenario.name;
        if let Some(other) = prepared[..index].iter().find(|other| other.scenario.name == *name) {
            let (a, b) = (other.scenario.path.display(), one.scenario.path.display());
            return Err(Failure::Input(format!(
                "{a} and {b} would both write {name}.json; name another folder for one of them with --out DIR"
            )));
        }
    }
    for one in &prepared {
        let path = Baseline::path(&args.out, &one.scenario);
        if let Some(other) = of_another(&Baseline::files_of(&path), &one.scenario.path) {
            return Err(Failure::Input(format!(
                "{} is the baseline of {}, which would be lost; name another folder for that of {} with --out DIR",
                path.display(),
                other.display(),
                one.scenario.path.display()
            )));
        }
    }
    writable(&args.out)?;
    args.threads.start()?;
    let stop = stop_saying("this baseline is not written: what was there before stays");
    let mut written = Vec::new();
    let mut told_of_games = false;
    for one in &prepared {
        let path = Baseline::path(&args.out, &one.scenario);
        // What cannot be read, or was made for other rules, is written anew.
        let (before, unusable) = match Baseline::load(&path, one.info, &one.scenario, &one.games) {
            Ok(before) => (before, None),
            Err(error) => (None, Some(error)),
        };
        // What can be read and is another game is told before it is lost, since what that moved can no longer be seen then.
        let changes = before
            .as_ref()
            .and_then(|before| before.changes(&path, one.info, &one.scenario).ok());
        let mut replaced: Vec<&InputChange> = Vec::new();
        let others = changes.iter().flatten().flatten().flatten();
        for change in others.filter(|change| change.plays()) {
            if !replaced.contains(&change) {
                replaced.push(change);
            }
        }
        let others = replaced;
        if !others.is_empty() {
            super::remark(&format!(
                "note: {} is the baseline of another version ({}), which is being replaced; Ctrl-C leaves it as it is\n",
                path.display(),
                words::listed(&others)
            ));
        }
        let quiet = args.quiet;
        let dealt = match args.games {
            Some(games) => play(one, 0..games, &stop, quiet)?,
            None => enough(one, before.as_ref().map_or(0, |before| before.deals), &stop, quiet)?,
        };
        let baseline = Baseline::new(one.info, &one.scenario, &one.games, &dealt);
        let clears = clears(&one.scenario, &one.games, dealt.iter().map(Some));
        report::place(&path, baseline.text().as_bytes())
            .map_err(|error| Failure::Unwritten(format!("{} cannot be written: {error}.", path.display())))?;
        let changed = before.as_ref().map(|before| changed(before, &baseline, &one.scenario));
        let held = before
            .as_ref()
            .map_or_else(Vec::new, |before| before.held(&one.scenario));
        let compared = held.iter().flatten().count();
        let (came, went) = before
            .as_ref()
            .map_or_else(Default::default, |before| parted(before, &one.scenario));
        let is_new = before.is_none() && unusable.is_none() && args.games.is_none();
        if args.json {
            written.push(json!({
                "scenario": one.scenario.name,
                "path": path.display().to_string(),
                "deals": baseline.deals,
                "deals-before": before.map(|before| before.deals),
                "configurations": baseline.configurations.iter().map(|each| &each.name).collect::<Vec<_>>(),
                "changed": changed.flatten(),
                "new": came,
                "no-longer-there": went,
                "inputs-changed": others,
                "passes-unchanged-after": clears.unchanged,
                "passes-changed-after": clears.changed,
            }));
            continue;
        }
        let count = baseline.configurations.len();
        let plural = if count == 1 { "" } else { "s" };
        let more = match (changed, before) {
            (None, _) | (_, None) => String::new(),
            (Some(None), Some(before)) => format!("; the one replaced had {}", format::count(before.deals)),
            (Some(Some(names)), _) => match names.len() {
                0 if compared < count => "; every game that was there as before".to_owned(),
                0 => "; every game as before".to_owned(),
                1 => "; the games of one configuration have changed".to_owned(),
                count => format!("; the games of {count} configurations have changed"),
            },
        };
        let replaces = match unusable.as_ref().map(BaselineError::replaced) {
            Some((what, changes)) => {
                let changes: Vec<&InputChange> = changes.iter().collect();
                let besides = if changes.is_empty() {
                    String::new()
                } else {
                    format!("; changed besides: {}", words::listed(&changes))
                };
                format!("  it replaces {what}{besides}\n")
            }
            None if others.is_empty() => String::new(),
            // What is another was told before.
            None => "  it replaces the baseline of another version: what that moved can no longer be seen from it\n"
                .to_owned(),
        };
        // Once is enough: with the first new baseline of which nobody has said how many deals it is to have.
        let games_are_for = if is_new && !told_of_games {
            of_the_scenario(baseline.deals, &one.scenario)
        } else {
            String::new()
        };
        told_of_games |= !games_are_for.is_empty();
        let deals = match baseline.deals {
            1 => "one deal".to_owned(),
            deals => format!("{} deals", format::count(deals)),
        };
        let below = partings(&came, &went)
            + &replaces
            + &describe(baseline.deals, clears, !one.scenario.expect.is_empty())
            + &games_are_for;
        super::print_hung(&format!(
            "{}: {deals} of {count} configuration{plural}{more}\n{}",
            path.display(),
            broken(&below, width())
        ))?;
    }
    if args.json {
        super::print_json(&format!("{:#}\n", json!({ "format": FORMAT, "baselines": written })))?;
    }
    Ok(())
}

/// As many deals as the margin takes, in whole blocks and as far as they fit: ever more of them, until those that are there show
/// that they are enough; `least` at any rate.
fn enough(one: &Prepared, least: u64, stop: &AtomicBool, quiet: Quiet) -> Result<Vec<DealCounts>, Failure> {
    let most = MOST_UNASKED.min(MOST_STORED / one.games.len().max(1) as u64);
    let mut all = play(one, 0..GAMES_PER_BLOCK, stop, quiet)?;
    loop {
        let there = all.first().map_or(0, |dealt| dealt.lines.len() as u64);
        let clears = clears(&one.scenario, &one.games, all.iter().map(Some));
        let wanted = clears
            .changed
            .max(clears.unchanged)
            .max(least.min(MOST_UNASKED))
            .next_multiple_of(GAMES_PER_BLOCK)
            .min(most);
        if wanted <= there {
            return Ok(all);
        }
        let more = play(one, there..wanted, stop, quiet)?;
        for (dealt, more) in all.iter_mut().zip(more) {
            dealt.lines.extend(more.lines);
            dealt
                .seats
                .iter_mut()
                .zip(more.seats)
                .for_each(|(sum, more)| *sum += more);
        }
    }
}

/// Lines that stand two columns in, each broken to this width.
fn broken(lines: &str, width: usize) -> String {
    let each = lines
        .lines()
        .flat_map(|line| report::wrap(line.trim_start(), width - 2));
    each.flat_map(|piece| ["  ".to_owned(), piece, "\n".to_owned()])
        .collect()
}

/// What the stored deals can clear, in lines of their own.
fn describe(deals: u64, clears: Clears, has_bands: bool) -> String {
    let about = |deals: u64| format::count(report::round_up(deals as f64));
    let bands = if has_bands {
        ", as far as the baseline goes: the bands of [expect] are judged by themselves"
    } else {
        ""
    };
    let mut text = format!(
        "  a check passes where every deal goes exactly as before, of the same rules, bots and content{bands}\n"
    );
    if deals >= clears.changed {
        text.push_str(
            "  where a change makes every deal go differently but moves no figure, each figure is shown to have stayed within \
             the margin in about nine of ten checks\n",
        );
        return text;
    }
    let Margins { share, length } = clears.cleared;
    let margins = clears.margins;
    let (share, margin) = words::as_two(100.0 * share, 100.0 * margins.share);
    let of_length = if margins.are_one() {
        "as many".to_owned()
    } else {
        words::as_two(100.0 * length, 100.0 * margins.length).1
    };
    if deals < ENOUGH {
        // How much figures vary is not known from so few.
        text.push_str(&format!(
            "  for a change of the game that may be too few, and so few do not tell how many it takes: without --games as \
             many are stored as the margin of {margin} points takes, {} at most\n",
            format::count(MOST_UNASKED)
        ));
        return text;
    }
    if clears.cleared.share.max(length).is_finite() {
        text.push_str(&format!(
            "  where a change touches every deal, these can show that every win rate has stayed within {share} points and the \
             mean length within {} %; for the margin of {margin} points, and {of_length} % of the mean length, it takes \
             about {} deals, if nothing has moved\n",
            format::plain(100.0 * length, 1),
            about(clears.changed),
        ));
    } else {
        text.push_str(&format!(
            "  where a change touches every deal, so few cannot clear every figure; for the margin of {margin} points, and \
             {of_length} % of the mean length, it takes about {} deals, if nothing has moved\n",
            about(clears.changed),
        ));
    }
    text.push_str(&to_be_had(clears));
    if deals < clears.unchanged {
        text.push_str(&format!(
            "  where a change touches none of these deals, it may still move a figure by more than the margin, in a game too \
             rare to be among so few: to rule out that alone, about {} would do\n",
            about(clears.unchanged)
        ));
    }
    text
}

/// How the deals that the margin takes are to be had, after their number: whether one baseline holds so many, and if not, what the
/// largest can do.
fn to_be_had(clears: Clears) -> String {
    let deals = report::round_up(clears.changed as f64);
    if deals <= MOST_UNASKED {
        return String::new();
    }
    if deals <= MOST_DEALS {
        return format!(
            "  so many are stored where --games {} asks for them{}\n",
            format::option(deals),
            words::at_most(deals)
        );
    }
    format!(
        "  a baseline holds {} at most, which {}\n",
        format::count(MOST_DEALS),
        words::at_best(clears)
    )
}

/// What the `games` of the scenario are for, where they are not as many as the stored deals.
fn of_the_scenario(deals: u64, scenario: &Scenario) -> String {
    if scenario.games == deals {
        return String::new();
    }
    let bands = if scenario.expect.is_empty() {
        ""
    } else {
        ", and what a check plays at most for the bands where a baseline has fewer deals"
    };
    format!(
        "  the scenario's own number, games = {}, is for `{} run`{bands}: it has no say in how many deals a baseline has, \
         which `--games` sets\n",
        format::option(scenario.games),
        program(),
    )
}

/// These games of every configuration.
fn play(one: &Prepared, deals: Range<u64>, stop: &AtomicBool, quiet: Quiet) -> Result<Vec<DealCounts>, Failure> {
    let games = (deals.end - deals.start) * one.games.len() as u64;
    let meter = Meter::new(bar(&one.scenario.name, Total::Exactly(games), quiet));
    let runner = meter.runner(stop);
    let of = |configuration: usize| {
        let game = &*one.games[configuration];
        let rows: Vec<Range<u64>> = rows(deals.clone(), game.slow()).collect();
        let task = |row: &Range<u64>| Task {
            subject: Subject::Configuration(configuration),
            deals: row.clone(),
            games: row.end - row.start,
        };
        let play = |row: &Range<u64>| {
            let block = game.play_unless(one.scenario.seed, row.clone(), stop)?;
            let seats = |block: &Block| block.tally.bots.iter().map(|bot| bot.totals().0).collect::<Vec<_>>();
            Ok(block.map(|block| (seats(&block), block.lines)))
        };
        let played = runner.map(&rows, task, play).map_err(|broken| fault(&broken, one))?;
        let mut dealt = DealCounts {
            lines: Vec::new(),
            seats: vec![0; game.sheet().bots.len()],
        };
        for (seats, lines) in played.ok_or(Failure::Interrupted)? {
            dealt.lines.extend(lines);
            dealt.seats.iter_mut().zip(seats).for_each(|(sum, more)| *sum += more);
        }
        Ok(dealt)
    };
    meter.over(|subject| one.called(subject), || (0..one.games.len()).map(of).collect())
}

/// Can so many deals of each of its configurations stand in one file?
fn fits(one: &Prepared, deals: u64) -> Result<(), Failure> {
    let count = one.scenario.configurations.len() as u64;
    if deals.saturating_mul(count) <= MOST_STORED {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "{}: {} deals of each of {} configurations are too many for one file; at most {} of each fit: --games {}",
        one.scenario.path.display(),
        format::count(deals),
        format::count(count),
        format::count(MOST_STORED / count),
        format::option(MOST_STORED / count)
    )))
}

/// Configurations that play differently than in the baseline that is replaced, of those that it holds; none where it had another
/// number of deals, so that the two cannot be compared.
fn changed<'a>(before: &Baseline, now: &'a Baseline, scenario: &Scenario) -> Option<Vec<&'a str>> {
    let held = before.held(scenario);
    let other = held.iter().zip(&now.configurations).filter_map(|(was, is)| {
        let differs = was.is_some_and(|was| was.signature != is.signature);
        differs.then_some(is.name.as_str())
    });
    (before.deals == now.deals).then(|| other.collect())
}

/// The configurations that came since the baseline that is replaced, and those that went.
fn parted(before: &Baseline, scenario: &Scenario) -> (Vec<String>, Vec<String>) {
    let held = before.held(scenario).into_iter().zip(&scenario.configurations);
    let came = held.filter(|(held, _)| held.is_none());
    let went = before.gone(scenario).into_iter().map(str::to_owned);
    (came.map(|(_, each)| each.name.clone()).collect(), went.collect())
}

/// The same in a line; nothing where there are none.
fn partings(came: &[String], went: &[String]) -> String {
    let named = |names: &[String]| format::join_and(&names.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>());
    let parts = [("new: ", came), ("no longer there: ", went)].into_iter();
    let parts = parts.filter(|(_, names)| !names.is_empty());
    let parts: Vec<String> = parts.map(|(word, names)| format!("{word}{}", named(names))).collect();
    if parts.is_empty() {
        return String::new();
    }
    format!("  {}\n", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a change of every deal takes is told whatever a change of none takes, and the smaller the baseline, the more.
    #[test]
    fn a_small_baseline_is_told_both_numbers() {
        let clears = |share: f64| Clears {
            margins: Margins::one(0.03),
            unchanged: 1_400,
            changed: 17_900,
            cleared: Margins { share, length: 0.02 },
            tightest: Margins::one(0.004_01),
        };
        let said = |deals: u64, share: f64| describe(deals, clears(share), false);
        let (every, none) = ("takes about 18,000 deals", "about 1,400 would do\n");
        let middle = said(1_400, 0.104);
        assert!(
            middle.contains("within 10.4 points") && middle.contains(every) && !middle.contains(none),
            "{middle}"
        );
        for share in [0.2, f64::INFINITY] {
            let small = said(500, share);
            assert!(small.contains(every) && small.ends_with(none), "{small}");
            assert!(!small.contains("inf"), "{small}");
            assert!(small.len() > middle.len() || share.is_infinite(), "{small}");
        }
        for text in [
            said(1, f64::INFINITY),
            said(500, 0.2),
            said(1_400, 0.104),
            said(18_432, 0.029),
        ] {
            for width in [60, 80] {
                let lines = broken(&text, width);
                assert!(lines.lines().all(|line| line.chars().count() <= width), "{lines}");
            }
        }
        // So few do not tell by how much figures vary.
        for few in [1, 16] {
            let few = said(few, f64::INFINITY);
            assert!(
                !few.contains("18,000") && few.contains("without --games as many"),
                "{few}"
            );
        }
        // What is stored only where it is asked for, and what no baseline holds.
        let wide = |changed: u64| {
            let clears = Clears { changed, ..clears(0.2) };
            describe(2_000, clears, false)
        };
        assert!(!wide(200_000).contains("--games"), "{}", wide(200_000));
        assert!(wide(600_000).ends_with("so many are stored where --games 600_000 asks for them\n"));
        assert!(wide(950_000).ends_with(" asks for them (no baseline holds more, and it may take some more)\n"));
        assert!(wide(1_800_000).ends_with("holds 1,000,000 at most, which clears a margin of about 0.41% or more\n"));
        let enough = said(18_432, 0.029);
        assert!(
            !enough.contains("takes about") && enough.contains("in about nine of ten checks"),
            "{enough}"
        );
    }
}
