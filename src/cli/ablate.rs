//! `balance ablate SCENARIO`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;

use super::conduct::{conduct, stop};
use super::drive::{Delivered, Destination, Driven, Unfinished, unmade};
use super::options::{ConfigurationChoice, Delivery, Seed};
use super::prepare::{Prepared, games, prepare};
use super::progress::Total;
use super::tune::version_called;
use super::{Failure, rounds};
use balance_analysis::ablate::{self, Ablated, AblationPlan};
use balance_analysis::checkpoint::ResumeKey;
use balance_analysis::experiment::Subject;
use balance_analysis::games::{ContentKey, Entry, GameInfo, Setup};
use balance_analysis::scenario::{Knob, KnobValue, Overrides, Tune};
use balance_analysis::shards::ShardCommand;
use balance_analysis::table::{ComponentRow, Looks, Sampling, component_rows};
use balance_analysis::tune::{Arena, Games};
use balance_engine::tally::{MOST_GAMES, Tally};
use balance_kit::in_play;
use balance_kit::schema::messages::suggest;
use balance_kit::schema::messages::{grouped, things};
use balance_report::ablation::{self, Ablation};

/// Games of an ablation, unless somebody says otherwise.
const GAMES: u64 = 1_000_000;

/// Fewest deals of each version, or all would be chance.
const FEWEST: u64 = 100;

/// Says what each component does: takes every tile, card, wedge out in turn, on the same deals
///
/// Each component is replaced by its blanks, neutral entries in its place (docs/scenario.md names them), and the same deals
/// are played with it and without. What is known well enough is dropped early, and the eight strongest are taken out in pairs
/// as well. Writes ablation.html, .md, .json, .csv, .parquet and a picture into reports/SCENARIO-ablate/. Ctrl-C ends it, with exit
/// code 5; the same command then goes on from there.
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
    let taken = Taken::new(
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
    conduct(taken, asked, None, &args.how, &stop(&args.how))
}

/// What is taken out, and all that it takes.
pub struct Taken {
    /// With one table, which is the base of what is compared.
    one: Prepared,
    /// The configuration's name.
    name: String,
    entries: Vec<Entry>,
    ablation: ablate::ComponentAblation<Games>,
}

impl Taken {
    /// The components that are named with `only`, or all, at the table of the configuration of this name, or the first, of the
    /// scenario at `path`; with so many games in all, and in pairs or not.
    ///
    /// # Errors
    /// What is wrong with any of these.
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
        Ok(Taken {
            one,
            name,
            entries,
            ablation: ablate::ComponentAblation { arena, plan, empty },
        })
    }

    fn report(&self, found: &Ablated) -> Ablation {
        let counted = goes_with(&self.one, found.tally.as_ref());
        Ablation::new(
            &self.one.scenario,
            &self.name,
            &self.ablation.arena,
            (&self.entries, &self.one.games[0].sheet().sides),
            found,
            &counted,
        )
    }
}

impl Driven for Taken {
    type Experiment = ablate::ComponentAblation<Games>;

    fn experiment(&self) -> &ablate::ComponentAblation<Games> {
        &self.ablation
    }

    fn one(&self) -> &Prepared {
        &self.one
    }

    fn name(&self) -> String {
        format!("{}-ablate", self.one.scenario.name)
    }

    fn unfinished(&self) -> Unfinished {
        Unfinished {
            file: "ablation-unfinished.json",
            what: "ablation",
            before: "all was known",
            asked: "rules, bots, components or --games",
        }
    }

    fn total(&self) -> Total {
        Total::About(self.ablation.plan.games)
    }

    fn key(&self) -> ResumeKey {
        let entries: Vec<&str> = self.entries.iter().map(|entry| entry.key.as_str()).collect();
        let asked = format!("{} {:?} {entries:?}", self.name, self.ablation.plan);
        rounds::key(&self.one, &asked)
    }

    fn called(&self, subject: &Subject) -> String {
        version_called(&self.one, &self.ablation.arena, subject)
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
        Ok(Delivered {
            text,
            json,
            notes: String::new(),
        })
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
        let keys = || playing.iter().map(|entry| entry.key.as_str());
        // What differs in its number is another, however like.
        let digit = asked.find(|letter: char| letter.is_ascii_digit());
        let (word, number) = asked.split_at(digit.unwrap_or(asked.len()));
        let dotted = format!("{}.{number}", word.trim_end_matches('.'));
        let near = match keys().find(|key| *key == dotted) {
            Some(key) => Some(key.to_owned()),
            None if !number.is_empty() => {
                let meant = suggest(word.trim_end_matches('.'), words.iter().map(String::as_str));
                let meant = meant.map(|word| format!("{word}.{number}"));
                meant.filter(|meant| keys().any(|key| key == meant))
            }
            None => suggest(asked, keys().chain(words.iter().map(String::as_str))).map(str::to_owned),
        };
        let help = near.map_or_else(
            || {
                format!(
                    "there are {} and each by its name, such as {}",
                    words.join(", "),
                    playing[0].key
                )
            },
            |near| format!("did you mean {near}?"),
        );
        return Err(Failure::Input(format!(
            "--only {asked}: there is no such component; {help}"
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
    Games::new(&scenario, &tune, one.info, None).map_err(|faults| {
        let said: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
        Failure::Input(format!("{}: {}", one.scenario.path.display(), said.join("; ")))
    })
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
