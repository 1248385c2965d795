//! `balance why BASE [VARIANT]`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Failure;
use super::drive::{CommandWords, ConductedExperiment, Delivered, Destination, Driven, conduct, stop, unmade};
use super::options::{Changes, Delivery, Seed};
use super::pairing::{Both, variant};
use super::prepare::{prepare, whole_number};
use super::progress::Total;
use balance_config::games::AnyGame;
use balance_config::scenario::Overrides;
use balance_experiments::why::{DivergenceStudy, WhyPlan};
use balance_inference::table::{self, Parted, Partings};
use balance_kit::schema::messages::grouped;
use balance_report::divergence_report::DivergenceReport;

/// Deals played, at most, unless somebody says otherwise.
const DEALS: u64 = 20_000;

/// Most deals: the games won otherwise are kept in memory.
const MOST: u64 = 10_000_000;

/// Games won otherwise that are looked into, at most.
const LOOKED: usize = 2_000;

/// Finds where a change of the rules first makes games differ
///
/// Plays the same deals under two configurations. Where another side wins, it compares both games choice by choice and counts,
/// by side, where the rules first make a difference, with two games to look at. With one scenario it compares its [[variant]]
/// with its base, with two the second with the first. Writes reports/SCENARIO-why/: why.html, .json, .csv and .parquet. After
/// Ctrl-C (exit code 5) the same command resumes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario with the rules before
    #[arg(value_name = "BASE")]
    base: PathBuf,
    #[command(flatten)]
    asked: WhyRequest,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    how: Delivery,
}

/// What the rules before are held against.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
pub struct WhyRequest {
    /// The file of the scenario with the rules after; left out: a variant of the first, by name --variant
    #[arg(value_name = "VARIANT", conflicts_with = "variant")]
    other: Option<PathBuf>,
    /// Name of the variant, where there are several
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    changes: Changes,
    /// Deals [default: the games of the scenario, at most 20,000]
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number)]
    games: Option<u64>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let Args { asked, seed, how, .. } = args;
    let rules = PairedRules::new(&args.base, &seed.overrides(), asked)?;
    conduct(rules, ("why", asked), None, how, &stop(how))
}

/// Two rules to be compared, and all that it takes.
pub struct PairedRules {
    job: ConductedExperiment<DivergenceStudy<Box<dyn AnyGame>>>,
    both: Both,
    changes: Changes,
}

impl PairedRules {
    /// The rules of the scenario at `path` and those that are asked for.
    pub fn new(path: &Path, overrides: &Overrides, asked: &WhyRequest) -> Result<Self, Failure> {
        let overrides = asked.changes.with(overrides.clone());
        let base = prepare(path, &overrides)?;
        let both = if let Some(other) = &asked.other {
            Both::of_two(base, 0, prepare(other, &overrides)?, None)?
        } else {
            let at = variant(&base, asked.variant.as_deref())?;
            Both::of_one(base, at)?
        };
        let scenario = &both.one().scenario;
        let deals = asked.games.unwrap_or(scenario.games.min(DEALS));
        if deals == 0 || deals > MOST {
            return Err(Failure::Input(format!(
                "--games {deals}: write a number of deals from 1 to {}",
                grouped(i128::from(MOST))
            )));
        }
        let plan = WhyPlan {
            seed: scenario.seed,
            deals,
            rotations: both.rotations(),
            most: LOOKED,
        };
        let games = both.built()?;
        let key = format!("why {plan:?} {:?}", both.configurations().map(|each| &each.setup));
        let study = DivergenceStudy { games, plan };
        let total = Total::About(study.total());
        Ok(PairedRules {
            job: ConductedExperiment::new(both.one().clone(), study, total, &key),
            both,
            changes: asked.changes.clone(),
        })
    }
}

impl Driven for PairedRules {
    type Experiment = DivergenceStudy<Box<dyn AnyGame>>;

    const WORDS: CommandWords = CommandWords {
        files: "why",
        folder: "-why",
        what: "comparison",
        before: "all was known",
        asked: "rules, bots or --games",
    };

    fn job(&self) -> &ConductedExperiment<DivergenceStudy<Box<dyn AnyGame>>> {
        &self.job
    }

    fn write(&self, found: Partings, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let both = &self.both;
        let [reference, configuration] = both.names();
        let [one, other] = both.configurations();
        let parted = Parted::new([&reference, &configuration], [&one.setup, &other.setup], found);
        let report = |named: fn(&Path) -> PathBuf| DivergenceReport {
            title: both.one().info.title,
            seed: both.one().scenario.seed,
            command: both.command(&self.changes, named),
            parted: &parted,
        };
        // A page does not tell of the user's folders; on the terminal a command must name the files that were meant.
        let (page, here) = (report(table::for_display), report(Path::to_owned));
        let json = page.json().map_err(unmade)?;
        let files = vec![("json", json.clone().into_bytes()), ("html", page.page().into_bytes())];
        place.write("why", files, page.table().map_err(unmade)?)?;
        let path = place.folder.file("why.html");
        let text = format!("{}\nReport: {}\n", here.text(super::narrow()), path.display());
        Ok(Delivered { text, json })
    }
}
