//! `balance baseline SCENARIO...`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Failure;
use super::drive::{CommandWords, ConductedExperiment, Delivered, Destination, Driven, conduct, drive, stop};
use super::options::{Delivery, PlayOptions};
use super::output::{foreign, of_another, place};
use super::prepare::{Prepared, games, joined, prepare, writable};
use super::progress::Total;
use balance_config::scenario::{Configuration, Overrides};
use balance_experiments::baseline::{BaselineGames, BaselineSize};
use balance_inference::gate::{
    Baseline, BaselineError, Clears, DealCounts, InputChange, MOST_DEALS, MOST_STORED, clears,
};
use balance_kit::schema::messages::things;
use balance_report::{self as report, check as words, format};

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
    play: PlayOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is stored, as the file of a shard has it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct BaselineRequest {
    /// Deals of each configuration; none where the margins say how many.
    games: Option<u64>,
    /// So many at least: those of the baseline that is replaced.
    least: u64,
}

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 1;

pub fn run(args: Args) -> Result<(), Failure> {
    if let Some(games) = args.games.filter(|games| !(1..=MOST_DEALS).contains(games)) {
        return Err(Failure::Input(format!(
            "--games is {}, but a baseline holds from 1 to {} deals of each configuration",
            format::count(games),
            format::count(MOST_DEALS)
        )));
    }
    let prepared = args.scenarios.iter().map(|path| prepare(path, &Overrides::default()));
    let prepared = prepared.collect::<Result<Vec<_>, _>>()?;
    each_alone(&prepared, &args.out)?;
    let stored = prepared.into_iter().map(|one| {
        let former = Former::load(&one, &args.out);
        let asked = BaselineRequest {
            games: args.games,
            least: former.baseline.as_ref().map_or(0, |former| former.deals),
        };
        Ok((stored_games(one, asked)?, asked, former))
    });
    let mut stored = stored.collect::<Result<Vec<_>, Failure>>()?;
    let how = Delivery {
        play: args.play,
        out: args.out,
        json: args.json,
    };
    let stop = stop(&how);
    if how.play.sharded.shard.is_some() {
        let (Some((only, asked, _)), []) = (stored.pop(), &stored[..]) else {
            return Err(Failure::Input("--shard is for one scenario at a time".to_owned()));
        };
        return conduct(only, ("baseline", &asked), None, &how, &stop);
    }
    writable(&how.out)?;
    how.play.threads.start()?;
    let mut written = Vec::new();
    for (games, _, former) in &stored {
        former.warn(&Baseline::path(&how.out, &games.one.scenario));
        let place = Destination::claim(games, &how.out, None)?;
        let found = drive(games, &place, &how, &stop)?;
        if !how.json {
            super::print_hung(&found.text)?;
        }
        written.push(serde_json::from_str::<Value>(&found.json).unwrap_or_default());
    }
    if how.json {
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

/// The games of a baseline of this scenario, of the size that is asked for.
pub fn stored_games(one: Prepared, asked: BaselineRequest) -> Result<ConductedExperiment<BaselineGames>, Failure> {
    let size = match asked.games {
        Some(games) => BaselineSize::Exactly(games),
        None => BaselineSize::AtLeast(asked.least),
    };
    let scenario = &one.scenario;
    let build = |each: &Configuration| (one.info.build)(&each.setup);
    let games = scenario.configurations.iter().map(build).collect::<Result<Vec<_>, _>>();
    let games = BaselineGames {
        games: games.map_err(|faults| joined(scenario.path.display(), faults))?,
        scenario: scenario.clone(),
        size,
    };
    fits(&one, games.first())?;
    let total = Total::About(games.first() * one.games.len() as u64);
    let key = format!("{size:?} {:?}", scenario.margins);
    Ok(ConductedExperiment::new(one, games, total, &key))
}

impl Driven for ConductedExperiment<BaselineGames> {
    type Experiment = BaselineGames;

    const WORDS: CommandWords = CommandWords {
        files: "baseline",
        folder: "-baseline",
        what: "baseline",
        before: "the baseline was written; the earlier one stays",
        asked: "rules, bots, margins or --games",
    };

    fn job(&self) -> &ConductedExperiment<BaselineGames> {
        self
    }

    fn write(&self, dealt: Vec<DealCounts>, destination: &Destination<'_>) -> Result<Delivered, Failure> {
        let one = &*self.one;
        let path = Baseline::path(destination.out, &one.scenario);
        let former = Former::load(one, destination.out);
        let baseline = Baseline::new(one.info, &one.scenario, &one.games, &dealt);
        place(&path, baseline.text().as_bytes())?;
        let renewal = Renewal {
            clears: clears(&one.scenario, &one.games, dealt.iter().map(Some)),
            one,
            path,
            baseline,
            former,
        };
        Ok(Delivered {
            text: renewal.text(),
            json: renewal.json().to_string(),
        })
    }
}

/// What stands where a baseline is written.
struct Former {
    /// If it can be read and is of this scenario.
    baseline: Option<Baseline>,
    /// Why it is of no use.
    unusable: Option<BaselineError>,
    /// What makes it the baseline of another version.
    replaced: Vec<InputChange>,
}

impl Former {
    /// What cannot be read, or was made for other rules, is written anew.
    fn load(one: &Prepared, out: &Path) -> Self {
        let path = Baseline::path(out, &one.scenario);
        let (baseline, unusable) = match Baseline::load(&path, one.info, &one.scenario, &one.games) {
            Ok(baseline) => (baseline, None),
            Err(error) => (None, Some(error)),
        };
        let changes = baseline
            .as_ref()
            .and_then(|baseline| baseline.changes(&path, one.info, &one.scenario).ok());
        let mut replaced = Vec::new();
        for change in changes.into_iter().flatten().flatten().flatten() {
            if change.plays() && !replaced.contains(&change) {
                replaced.push(change);
            }
        }
        Former {
            baseline,
            unusable,
            replaced,
        }
    }

    /// Says that it is another game before it is lost, since what that moved can no longer be seen then.
    fn warn(&self, path: &Path) {
        if !self.replaced.is_empty() {
            super::remark(&format!(
                "note: {} is the baseline of another version ({}), which is being replaced; Ctrl-C leaves it as it is\n",
                path.display(),
                words::listed(&self.replaced.iter().collect::<Vec<_>>())
            ));
        }
    }
}

/// A baseline that was written, and what it replaces.
struct Renewal<'a> {
    one: &'a Prepared,
    path: PathBuf,
    baseline: Baseline,
    clears: Clears,
    former: Former,
}

impl Renewal<'_> {
    /// Configurations that play differently than in the baseline that is replaced, of those that it holds; none where it had
    /// another number of deals, so that the two cannot be compared.
    fn changed(&self) -> Option<Vec<&str>> {
        let before = self
            .former
            .baseline
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
        let Some(before) = &self.former.baseline else {
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
            "deals-before": self.former.baseline.as_ref().map(|before| before.deals),
            "configurations": self.baseline.configurations.iter().map(|each| &each.name).collect::<Vec<_>>(),
            "changed": self.changed(),
            "new": came,
            "no-longer-there": went,
            "inputs-changed": self.former.replaced,
            "passes-unchanged-after": self.clears.unchanged,
            "passes-changed-after": self.clears.changed,
        })
    }

    /// How it compares with the one before, after the number of its deals.
    fn beside_the_former(&self) -> String {
        let former = self.former.baseline.as_ref().map(|before| format::count(before.deals));
        match (former, self.changed()) {
            (None, _) => String::new(),
            (Some(deals), None) => format!("; the one replaced had {deals}"),
            (_, Some(names)) if names.is_empty() => "; every game as before".to_owned(),
            (_, Some(names)) => format!("; changed games: {}", quoted(&names)),
        }
    }

    /// What it replaces, in a line of its own, unless that is a baseline of this version.
    fn replaces(&self) -> String {
        match self.former.unusable.as_ref().map(BaselineError::replaced) {
            Some((what, [])) => format!("  it replaces {what}\n"),
            Some((what, changes)) => {
                let changes = words::listed(&changes.iter().collect::<Vec<_>>());
                format!("  it replaces {what}; changed besides: {changes}\n")
            }
            None if self.former.replaced.is_empty() => String::new(),
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
