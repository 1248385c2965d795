//! `balance compare A B`.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Failure;
use super::options::{Dealt, PlayOptions, RunOutput};
use super::play::{ScenarioRun, stop_saying};
use super::prepare::{Prepared, PreparedOpponent, prepare};
use super::run::{REPORTED, RunFolder, play_and_deliver};
use super::shard::{self, ShardTask};
use balance_config::scenario::{Configuration, Expectation, Overrides, Scenario};
use balance_inference::judge::of_bands;
use balance_inference::table;
use balance_report as report;

/// Compares two scenarios game by game, or two stored runs
///
/// Both must be of the same game. Games, seed and margin are those of A; each keeps its own goals. With several
/// configurations, those of the same name are compared.
///
/// If A and B are folders of runs, such as reports/riverbed-9p, nothing is played. Their games are not paired, so only larger
/// differences can be confirmed.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The reference: a scenario file, or the folder of a run
    #[arg(value_name = "A")]
    a: PathBuf,
    /// What is compared with it
    #[arg(value_name = "B")]
    b: PathBuf,
    #[command(flatten)]
    dealt: Dealt,
    #[command(flatten)]
    play: PlayOptions,
    /// Folder for the report, which gets a folder of its own in it
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Play at no other level: only the bots of the scenarios
    #[arg(long)]
    no_league: bool,
    #[command(flatten)]
    output: RunOutput,
    /// Of two stored runs: print Markdown instead of text, for a pull request
    #[arg(long, conflicts_with_all = ["json", "details"])]
    markdown: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.a.is_dir() || args.b.is_dir() {
        return compare_stored(args);
    }
    let paths = [&args.a, &args.b].map(PathBuf::as_path);
    let both = compared(paths, args.dealt.overrides(), args.no_league)?;
    if let (Some(_), Some([first, _])) = (&args.play.sharded.shard, &both.one.scenario.compared) {
        let task = ShardTask {
            asked: json!({ "command": "compare", "other": args.b.display().to_string(), "no_league": args.no_league }),
            games: 0..both.one.scenario.games,
            dir: shard::folder(&args.out, first, "compare"),
            how: &args.play,
        };
        return task.play(&both);
    }
    let how = &args.play;
    let place = RunFolder::claim(&both, &args.out, how.fresh)?;
    how.threads.start()?;
    play_and_deliver(&both, place, &stop_saying(REPORTED), how.quiet, args.output.printed())
}

/// The scenarios at these paths as one, each configuration of the second compared with its like.
pub fn compared(paths: [&Path; 2], overrides: Overrides, no_league: bool) -> Result<ScenarioRun, Failure> {
    let overrides = Overrides {
        no_league,
        idle_untold: true,
        ..overrides
    };
    let [a, b] = paths.map(|path| prepare(path, &overrides));
    let (a, b) = (a?, b?);
    for one in [&a, &b] {
        if let Some(note) = one.not_asked("; the two are told apart by what they differ in") {
            super::remark(&note);
        }
    }
    join(a, b)
}

/// Two runs by their stored tables.
fn compare_stored(args: &Args) -> Result<(), Failure> {
    if args.dealt.games.is_some() || args.dealt.seed.seed.is_some() {
        let said = "--games and --seed are for scenarios; stored runs are compared as they were played";
        return Err(Failure::Input(said.to_owned()));
    }
    let read = |dir: &PathBuf| report::read(dir).map_err(Failure::input);
    let found = table::compare_runs(&read(&args.a)?, &read(&args.b)?).map_err(Failure::input)?;
    if args.output.json {
        let text = serde_json::to_string_pretty(&found).map_err(Failure::input)?;
        return super::print_json(&(text + "\n"));
    }
    super::print(&if args.markdown {
        report::run_comparison_markdown(&found)
    } else {
        report::run_comparison_terminal(&found, super::narrow())
    })
}

/// Both scenarios as one: first the configurations of `a`, then those of `b`, each compared with its like.
fn join(a: Prepared, b: Prepared) -> Result<ScenarioRun, Failure> {
    let mut references = vec![None; a.games.len()];
    references.extend(likes(&a, &b)?.into_iter().map(Some));
    let scenario = join_scenarios(&a.scenario, &b.scenario);
    let count = a.games.len();
    let mut others = a.others;
    others.extend(b.others.into_iter().map(|other| PreparedOpponent {
        configuration: count + other.configuration,
        ..other
    }));
    let mut games = a.games;
    games.extend(b.games);
    let playtests = a.playtests.into_iter().chain(b.playtests).collect();
    let bands = of_bands(&scenario, &games)?;
    let one = Prepared {
        scenario,
        info: a.info,
        games,
        others,
        playtests,
        bands,
    };
    Ok(ScenarioRun { one, references })
}

/// For each configuration of `b` the one of `a` that it is compared with.
fn likes(a: &Prepared, b: &Prepared) -> Result<Vec<usize>, Failure> {
    let names = (a.scenario.path.display(), b.scenario.path.display());
    if a.scenario.game != b.scenario.game {
        let (one, other) = (a.info.title, b.info.title);
        return Err(Failure::Input(format!(
            "{} is about {one}, {} about {other}; only scenarios of the same game can be compared",
            names.0, names.1
        )));
    }
    let (references, own) = (&a.scenario.configurations, &b.scenario.configurations);
    let like = |configuration: &Configuration| {
        let found = if are_single(&a.scenario, &b.scenario) {
            Some(0)
        } else {
            references.iter().position(|other| other.name == configuration.name)
        };
        let name = &configuration.name;
        let found = found.ok_or_else(|| {
            Failure::Input(format!(
                "{} has no version “{name}” to compare with that of {}: only versions of one name are compared",
                names.0, names.1
            ))
        })?;
        if references[found].setup.seats.rotations() != configuration.setup.seats.rotations() {
            return Err(Failure::Input(format!(
                "“{name}” of {} and of {} rotate different numbers of bots: name as many in `seats.rotate` of both",
                names.0, names.1
            )));
        }
        Ok(found)
    };
    own.iter().map(like).collect()
}

/// Two that have one configuration each are compared whatever those are called.
fn are_single(a: &Scenario, b: &Scenario) -> bool {
    a.configurations.len() == 1 && b.configurations.len() == 1
}

/// Both as one, with the names of the configurations of each and what each wishes for its own.
fn join_scenarios(a: &Scenario, b: &Scenario) -> Scenario {
    let [first, second] = if a.name == b.name {
        ["A".to_owned(), "B".to_owned()]
    } else {
        [a.name.clone(), b.name.clone()]
    };
    let named = |configuration: &Configuration, file: &str| {
        configuration.renamed(if are_single(a, b) {
            file.to_owned()
        } else {
            format!("{file} · {}", configuration.name)
        })
    };
    let wishes = |of: &Scenario, file: &str| -> Vec<Expectation> {
        let of_one = |each: &Configuration| {
            // What is counted from now is told of the two by what they differ in.
            let asked = of.expect.iter().filter(|wish| !wish.band.is_change());
            let wished = asked.filter(|wish| wish.concerns(each));
            let name = named(each, file).name;
            let of_it = |wish: &Expectation| Expectation {
                configuration: Some(name.clone()),
                ..wish.clone()
            };
            wished.map(of_it).collect::<Vec<_>>()
        };
        of.configurations.iter().flat_map(of_one).collect()
    };
    let both = [(a, &first), (b, &second)];
    let configurations = both.map(|(of, file)| {
        of.configurations
            .iter()
            .map(|each| named(each, file))
            .collect::<Vec<_>>()
    });
    Scenario {
        title: title(a, b),
        configurations: configurations.concat(),
        resolved: toml::Table::from_iter([
            ("a".to_owned(), a.resolved.clone().into()),
            ("b".to_owned(), b.resolved.clone().into()),
        ]),
        compared: Some([a.name.clone(), b.name.clone()]),
        compared_path: Some(b.path.clone()),
        stop: None,
        league: a.league.clone().or(b.league.clone()),
        expect: both.map(|(of, file)| wishes(of, file)).concat(),
        name: format!("{first}-against-{second}"),
        ..a.clone()
    }
}

/// What is held against what: where both have the title of a file that they extend, by their files.
fn title(a: &Scenario, b: &Scenario) -> String {
    if a.title != b.title {
        return format!("{} against {}", a.title, b.title);
    }
    let [one, other] = if a.name == b.name {
        [a, b].map(|each| table::for_display(&each.path).display().to_string())
    } else {
        [a, b].map(|each| each.name.clone())
    };
    format!("{}: {one} against {other}", a.title)
}
