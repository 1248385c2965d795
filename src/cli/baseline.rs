//! `balance baseline SCENARIO...`.

use std::ops::Range;
use std::path::{Path, PathBuf};
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
use balance_analysis::scenario::{Expectation, Margins, Overrides, Scenario};
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
    for one in &prepared {
        fits(one, args.games.unwrap_or(GAMES_PER_BLOCK))?;
    }
    each_alone(&prepared, &args.out)?;
    writable(&args.out)?;
    args.threads.start()?;
    let stop = stop_saying("this baseline is not written: what was there before stays");
    let mut written = Vec::new();
    let mut told_of_games = false;
    for one in &prepared {
        let renewal = Renewal::write(one, args, &stop)?;
        if args.json {
            written.push(renewal.json());
            continue;
        }
        // Once is enough: with the first new baseline of which nobody has said how many deals it is to have.
        let is_new = renewal.before.is_none() && renewal.unusable.is_none();
        let games_are_for = if is_new && args.games.is_none() && !told_of_games {
            of_the_scenario(renewal.baseline.deals, &one.scenario)
        } else {
            String::new()
        };
        told_of_games |= !games_are_for.is_empty();
        super::print_hung(&renewal.text(&games_are_for))?;
    }
    if args.json {
        super::print_json(&format!("{:#}\n", json!({ "format": FORMAT, "baselines": written })))?;
    }
    Ok(())
}

/// Every scenario has a file of its own in this folder, and none is that of a scenario that is not named.
fn each_alone(prepared: &[Prepared], out: &Path) -> Result<(), Failure> {
    for (index, one) in prepared.iter().enumerate() {
        let name = &one.scenario.name;
        if let Some(other) = prepared[..index].iter().find(|other| other.scenario.name == *name) {
            let (a, b) = (other.scenario.path.display(), one.scenario.path.display());
            return Err(Failure::Input(format!(
                "{a} and {b} would both write {name}.json; name another folder for one of them with --out DIR"
            )));
        }
        let path = Baseline::path(out, &one.scenario);
        if let Some(other) = of_another(&Baseline::files_of(&path), &one.scenario.path) {
            return Err(Failure::Input(format!(
                "{} is the baseline of {}, which would be lost; name another folder for that of {} with --out DIR",
                path.display(),
                other.display(),
                one.scenario.path.display()
            )));
        }
    }
    Ok(())
}

/// A baseline that was written, and what it replaces.
struct Renewal<'a> {
    one: &'a Prepared,
    path: PathBuf,
    baseline: Baseline,
    clears: Clears,
    /// What was there before, if it can be read and is of this scenario.
    before: Option<Baseline>,
    /// Why what was there before is of no use.
    unusable: Option<BaselineError>,
    /// What makes the one before the baseline of another version.
    replaced: Vec<InputChange>,
}

impl<'a> Renewal<'a> {
    /// Plays the deals and writes the baseline of a scenario.
    fn write(one: &'a Prepared, args: &Args, stop: &AtomicBool) -> Result<Self, Failure> {
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
        let mut replaced = Vec::new();
        for change in changes.into_iter().flatten().flatten().flatten() {
            if change.plays() && !replaced.contains(&change) {
                replaced.push(change);
            }
        }
        if !replaced.is_empty() {
            super::remark(&format!(
                "note: {} is the baseline of another version ({}), which is being replaced; Ctrl-C leaves it as it is\n",
                path.display(),
                words::listed(&replaced.iter().collect::<Vec<_>>())
            ));
        }
        let dealt = match args.games {
            Some(games) => play(one, 0..games, stop, args.quiet)?,
            None => enough(one, before.as_ref().map_or(0, |before| before.deals), stop, args.quiet)?,
        };
        let baseline = Baseline::new(one.info, &one.scenario, &one.games, &dealt);
        report::place(&path, baseline.text().as_bytes())
            .map_err(|error| Failure::Unwritten(format!("{} cannot be written: {error}.", path.display())))?;
        Ok(Self {
            clears: clears(&one.scenario, &one.games, dealt.iter().map(Some)),
            one,
            path,
            baseline,
            before,
            unusable,
            replaced,
        })
    }

    /// Configurations that play differently than in the baseline that is replaced, of those that it holds; none where it had
    /// another number of deals, so that the two cannot be compared.
    fn changed(&self) -> Option<Vec<&str>> {
        let before = self
            .before
            .as_ref()
            .filter(|before| before.deals == self.baseline.deals)?;
        let held = before.held(&self.one.scenario);
        let other = held.iter().zip(&self.baseline.configurations).filter_map(|(was, is)| {
            let differs = was.is_some_and(|was| was.signature != is.signature);
            differs.then_some(is.name.as_str())
        });
        Some(other.collect())
    }

    /// The configurations that came since the baseline that is replaced, and those that went.
    fn parted(&self) -> (Vec<&str>, Vec<&str>) {
        let Some(before) = &self.before else {
            return Default::default();
        };
        let scenario = &self.one.scenario;
        let held = before.held(scenario).into_iter().zip(&scenario.configurations);
        let came = held.filter(|(held, _)| held.is_none());
        (
            came.map(|(_, each)| each.name.as_str()).collect(),
            before.gone(scenario),
        )
    }

    fn json(&self) -> serde_json::Value {
        let (came, went) = self.parted();
        json!({
            "scenario": self.one.scenario.name,
            "path": self.path.display().to_string(),
            "deals": self.baseline.deals,
            "deals-before": self.before.as_ref().map(|before| before.deals),
            "configurations": self.baseline.configurations.iter().map(|each| &each.name).collect::<Vec<_>>(),
            "changed": self.changed(),
            "new": came,
            "no-longer-there": went,
            "inputs-changed": self.replaced,
            "passes-unchanged-after": self.clears.unchanged,
            "passes-changed-after": self.clears.changed,
        })
    }

    /// How it compares with the one before, after the number of its deals.
    fn beside_the_former(&self) -> String {
        let Some(before) = &self.before else {
            return String::new();
        };
        let compared = before.held(&self.one.scenario).iter().flatten().count();
        match self.changed().map(|names| names.len()) {
            None => format!("; the one replaced had {}", format::count(before.deals)),
            Some(0) if compared < self.baseline.configurations.len() => {
                "; every game that was there as before".to_owned()
            }
            Some(0) => "; every game as before".to_owned(),
            Some(1) => "; the games of one configuration have changed".to_owned(),
            Some(count) => format!("; the games of {count} configurations have changed"),
        }
    }

    /// What it replaces, in a line of its own, unless that is a baseline of this version.
    fn replaces(&self) -> String {
        match self.unusable.as_ref().map(BaselineError::replaced) {
            Some((what, [])) => format!("  it replaces {what}\n"),
            Some((what, changes)) => {
                let changes = words::listed(&changes.iter().collect::<Vec<_>>());
                format!("  it replaces {what}; changed besides: {changes}\n")
            }
            None if self.replaced.is_empty() => String::new(),
            // What is another was told before.
            None => "  it replaces the baseline of another version: what that moved can no longer be seen from it\n"
                .to_owned(),
        }
    }

    /// All of it in lines, with what the games of the scenario are for.
    fn text(&self, games_are_for: &str) -> String {
        let deals = match self.baseline.deals {
            1 => "one deal".to_owned(),
            deals => format!("{} deals", format::count(deals)),
        };
        let count = self.baseline.configurations.len();
        let plural = if count == 1 { "" } else { "s" };
        let (came, went) = self.parted();
        let below = partings(&came, &went)
            + &self.replaces()
            + &describe(self.baseline.deals, self.clears, &self.one.scenario.expect)
            + games_are_for;
        format!(
            "{}: {deals} of {count} configuration{plural}{}\n{}",
            self.path.display(),
            self.beside_the_former(),
            broken(&below, width())
        )
    }
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
fn describe(deals: u64, clears: Clears, bands: &[Expectation]) -> String {
    let about = |deals: u64| format::count(report::round_up(deals as f64));
    let bands = if bands.is_empty() {
        ""
    } else {
        ", as far as the baseline goes: the bands of [expect] are judged by themselves"
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

/// The configurations that came and those that went, in a line; nothing where there are none.
fn partings(came: &[&str], went: &[&str]) -> String {
    let named = |names: &[&str]| format::join_and(&names.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>());
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
        let said = |deals: u64, share: f64| describe(deals, clears(share), &[]);
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
            describe(2_000, clears, &[])
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
