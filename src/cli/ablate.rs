//! `balance ablate SCENARIO`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;

use super::Failure;
use super::drive::{ConductedExperiment, Delivered, Destination, Driven, Words, conduct, stop, unmade};
use super::options::{ConfigurationChoice, Delivery, Seed};
use super::prepare::{Prepared, games, joined, meant, prepare};
use super::progress::Total;
use super::tune::version_called;
use balance_config::games::{ContentKey, Entry, GameInfo, Setup};
use balance_config::scenario::{Knob, KnobValue, Overrides, Tune};
use balance_engine::tally::{MOST_GAMES, Tally};
use balance_experiments::ablate::{Ablated, AblationPlan, ComponentAblation};
use balance_experiments::tune::{Arena, Games, Versions};
use balance_inference::table::{ComponentRow, Looks, Sampling, component_rows};
use balance_kit::in_play;
use balance_kit::schema::messages::{grouped, things};
use balance_report::ablation::{self, Ablation};
use balance_simulation::experiment::Subject;
use balance_simulation::shards::ShardCommand;

/// Games of an ablation, unless somebody says otherwise.
const GAMES: u64 = 1_000_000;

/// Fewest deals of each version, or all would be chance.
const FEWEST: u64 = 100;

/// Removes every tile or card in turn and measures what changes
///
/// Each component is replaced by a neutral one (docs/scenario.md names them), and the same deals are played with it and
/// without. Effects that are known well enough are dropped early. The eight strongest components are also removed in pairs.
/// Writes reports/SCENARIO-ablate/: ablation.html, .md, .json, .csv, .parquet and a picture. After Ctrl-C (exit code 5) the
/// same command resumes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario
    scenario: PathBuf,
    /// Only these components: by key, such as tile.6, or all of a kind, such as tile
    #[arg(long, value_delimiter = ',', value_parser = NonEmptyStringValueParser::new(), value_name = "KEY")]
    only: Vec<String>,
    #[command(flatten)]
    configuration: ConfigurationChoice,
    /// Games in all; fewer are played where all is known earlier, or where what is left does not suffice for one more deal of each
    #[arg(long, allow_negative_numbers = true, value_parser = games, default_value_t = GAMES)]
    games: u64,
    /// Leave out the pairs of the strongest, for more games of each component
    #[arg(long)]
    no_pairs: bool,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    how: Delivery,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let configuration = args.configuration.configuration.as_deref();
    let overrides = Overrides {
        idle_untold: true,
        ..args.seed.overrides()
    };
    let removal = Removal::new(
        &args.scenario,
        &overrides,
        &args.only,
        configuration,
        (args.games, !args.no_pairs),
    )?;
    let asked = ShardCommand::Ablate {
        only: args.only.clone(),
        configuration: args.configuration.configuration.clone(),
        games: args.games,
        no_pairs: args.no_pairs,
    };
    conduct(removal, asked, None, &args.how, &stop(&args.how))
}

/// What is taken out, and all that it takes.
pub struct Removal {
    /// With one table, which is the base of what is compared.
    job: ConductedExperiment<Versions<ComponentAblation<Games>>>,
    /// The configuration's name.
    name: String,
    entries: Vec<Entry>,
}

impl Removal {
    /// The components that are named with `only`, or all, at the table of the configuration of this name, or the first, of the
    /// scenario at `path`; with so many games in all, and in pairs or not.
    pub fn new(
        path: &Path,
        overrides: &Overrides,
        only: &[String],
        configuration: Option<&str>,
        (games, pairs): (u64, bool),
    ) -> Result<Self, Failure> {
        let mut one = prepare(path, overrides)?;
        let index = one.configuration(configuration)?;
        let mut base = one.scenario.configurations[index].clone();
        let name = base.name.clone();
        base.variant = None;
        base.cell.clear();
        one.scenario.configurations = vec![base];
        one.games = vec![one.games.remove(index)];
        let entries = components(&one, only)?;
        let arena = arena(&one, &entries)?;
        let versions = arena.space().singles().len() as u64 + 1;
        let fewest = versions * FEWEST * arena.games_per_deal();
        if games < fewest || games > MOST_GAMES {
            return Err(Failure::Input(format!(
                "--games {games}: write at least {} for {} and what stands in for each, and at most {}",
                grouped(i128::from(fewest)),
                things(entries.len(), "component"),
                grouped(i128::from(MOST_GAMES)),
            )));
        }
        let paired = arena.paired().len();
        let empty = Some(Tally::new(one.games[0].sheet()));
        let plan = AblationPlan {
            games,
            margins: one.scenario.margins,
            most: arena.most(),
            shares: arena.figures[..paired].iter().map(|figure| figure.share).collect(),
            pairs,
        };
        let keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
        let key = format!("{name} {plan:?} {keys:?}");
        let ablation = Versions(ComponentAblation { arena, plan, empty });
        Ok(Removal {
            job: ConductedExperiment::new(one, ablation, Total::About(games), &key),
            name,
            entries,
        })
    }

    fn report(&self, found: &Ablated) -> Ablation {
        let one = &self.job.one;
        Ablation::new(
            &one.scenario,
            &self.name,
            &self.job.experiment.0.arena,
            (&self.entries, &one.games[0].sheet().sides),
            found,
            &goes_with(one, found.tally.as_ref()),
        )
    }
}

impl Driven for Removal {
    type Experiment = Versions<ComponentAblation<Games>>;

    const WORDS: Words = Words {
        files: "ablation",
        folder: "-ablate",
        shards: "-ablate",
        what: "ablation",
        before: "all was known",
        asked: "rules, bots, components or --games",
    };

    fn job(&self) -> &ConductedExperiment<Versions<ComponentAblation<Games>>> {
        &self.job
    }

    fn called(&self, subject: &Subject) -> String {
        version_called(&self.job.one, &self.job.experiment.0.arena, subject)
    }

    fn write(&self, found: Ablated, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let ablation = &self.report(&found);
        let json = ablation.json().map_err(unmade)?;
        let chart = ablation::picture(ablation).map_err(unmade)?;
        let files = vec![
            ("json", json.clone().into_bytes()),
            ("md", ablation::markdown(ablation).into_bytes()),
            ("png", balance_charts::png(&chart.plain).map_err(unmade)?),
            ("html", ablation::page(ablation, &chart).into_bytes()),
            ("svg", chart.plain.into_bytes()),
        ];
        place.write("ablation", files, ablation.table().map_err(unmade)?)?;
        let page = place.folder.file("ablation.html");
        let text = format!(
            "{}\nReport: {}\n",
            ablation::terminal(ablation, super::narrow()),
            page.display()
        );
        Ok(Delivered { text, json })
    }
}

/// The components to be taken out: those in play of which there are blanks, or those asked for.
fn components(one: &Prepared, only: &[String]) -> Result<Vec<Entry>, Failure> {
    let setup = &one.scenario.configurations[0].setup;
    let all: Vec<Entry> = one
        .info
        .played(setup)
        .into_iter()
        .filter(|entry| !entry.blanks.is_empty())
        .collect();
    let word = |key: &str| key.split('.').next().unwrap_or_default().to_owned();
    let playing = in_play(all.clone(), &one.games[0].sheet().components);
    if playing.is_empty() {
        let title = one.info.title;
        return Err(Failure::Input(format!(
            "{title} has no components that can be taken out"
        )));
    }
    let mut words: Vec<String> = playing.iter().map(|entry| word(&entry.key)).collect();
    words.dedup();
    for asked in only {
        let known = |entry: &Entry| entry.key == *asked || word(&entry.key) == *asked;
        if playing.iter().any(known) {
            continue;
        }
        if all.iter().any(known) {
            return Err(Failure::Input(format!(
                "--only {asked}: this is not in play at this table"
            )));
        }
        let keys = playing.iter().map(|entry| entry.key.as_str());
        let known: Vec<&str> = words.iter().map(String::as_str).chain(keys).collect();
        return Err(Failure::Input(format!(
            "--only {asked}: there is no such component; {}",
            meant(asked, &known)
        )));
    }
    let wanted = |entry: &Entry| {
        only.is_empty()
            || only
                .iter()
                .any(|asked| entry.key == *asked || word(&entry.key) == *asked)
    };
    let taken = with_other_blanks(one.info, setup, playing.into_iter().filter(wanted).collect());
    if taken.is_empty() {
        return Err(Failure::Input(
            "there is nothing to take out: every component that is asked for is already what would stand in its place"
                .to_owned(),
        ));
    }
    Ok(taken)
}

/// The components, each without the blank that it is already: such a one is held against the others, or left out.
fn with_other_blanks(info: &GameInfo, setup: &Setup, mut entries: Vec<Entry>) -> Vec<Entry> {
    let contents = |setup: &Setup| -> Vec<Option<toml::Table>> {
        let read = |key: &ContentKey| toml::from_str(&info.text(setup, key.key)).ok();
        info.content.iter().map(read).collect()
    };
    let now = contents(setup);
    for entry in &mut entries {
        let key = &entry.key;
        entry
            .blanks
            .retain(|(blank, _)| contents(&setup.clone().with_rule(key, *blank)) != now);
    }
    entries.retain(|entry| !entry.blanks.is_empty());
    entries
}

/// The game with every component as a knob: itself, and its blanks.
fn arena(one: &Prepared, entries: &[Entry]) -> Result<Games, Failure> {
    let knob = |entry: &Entry| Knob {
        rule: entry.key.clone(),
        choices: entry
            .blanks
            .iter()
            .map(|(name, _)| KnobValue {
                value: (*name).into(),
                by: None,
                contents: BTreeMap::new(),
            })
            .collect(),
    };
    let tune = Tune {
        knobs: entries.iter().map(knob).collect(),
        ..Tune::default()
    };
    // What is wished is not asked here.
    let mut scenario = one.scenario.clone();
    scenario.expect.clear();
    let path = scenario.path.clone();
    Games::new(&scenario, &tune, one.info, None).map_err(|faults| joined(path.display(), faults))
}

/// What goes with components in the games themselves, as the report of a run has it.
fn goes_with(one: &Prepared, counted: Option<&Tally>) -> Vec<ComponentRow> {
    let sheet = one.games[0].sheet();
    let empty = Tally::new(sheet);
    let tally = counted.unwrap_or(&empty);
    let sampling = Sampling {
        games: tally.games,
        rotations: (tally.games / tally.units.max(1)) as u32,
        looks: Looks::Fixed,
    };
    component_rows(sheet, tally, sampling)
}
