//! `balance baseline SCENARIO...`.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::json;

use super::Failure;
use super::options::{Quiet, Threads};
use super::output::{foreign, of_another};
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, games, prepare, writable};
use super::progress::{Meter, Total, bar};
use balance_config::games::Block;
use balance_config::scenario::Overrides;
use balance_inference::gate::{
    Baseline, BaselineError, Clears, DealCounts, InputChange, MOST_DEALS, MOST_STORED, MOST_UNASKED, clears,
};
use balance_kit::schema::messages::things;
use balance_report::{self as report, check as words, format};
use balance_simulation::experiment::{Subject, Task};
use balance_simulation::sim::{GAMES_PER_BLOCK, rows};

/// Stores games for `check` to compare later versions with
///
/// Writes reports/baselines/SCENARIO.json, the result of every game, so that `check` can play the same deals again and compare
/// them one by one. Commit the file. It stores as many deals as the scenario's margin needs, at most 262,144 unless --games
/// asks for more, and prints what so many can decide.
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
    for one in &prepared {
        let renewal = Renewal::write(one, args, &stop)?;
        if args.json {
            written.push(renewal.json());
            continue;
        }
        super::print_hung(&renewal.text())?;
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
        if Baseline::is_foreign(&path) {
            return Err(foreign(&path));
        }
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
        let former = self.before.as_ref().map(|before| format::count(before.deals));
        match (former, self.changed()) {
            (None, _) => String::new(),
            (Some(deals), None) => format!("; the one replaced had {deals}"),
            (_, Some(names)) if names.is_empty() => "; every game as before".to_owned(),
            (_, Some(names)) => format!("; changed games: {}", quoted(&names)),
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

    /// All of it in lines.
    fn text(&self) -> String {
        let deals = self.baseline.deals;
        let words = match deals {
            1 => "1 deal".to_owned(),
            deals => format!("{} deals", format::count(deals)),
        };
        let mut out = format!(
            "{}: {words} of {}{}\n",
            self.path.display(),
            things(self.baseline.configurations.len(), "configuration"),
            self.beside_the_former()
        );
        let (came, went) = self.parted();
        for (word, names) in [("new", came), ("no longer there", went)] {
            if !names.is_empty() {
                out += &format!("  {word}: {}\n", quoted(&names));
            }
        }
        out += &self.replaces();
        if deals < self.clears.changed {
            let enough = format::count(report::round_up(self.clears.changed as f64));
            out += &format!("  where a change touches every deal, the margin takes about {enough} deals\n");
        }
        out
    }
}

fn quoted(names: &[&str]) -> String {
    format::join_and(&names.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>())
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
