//! `balance run SCENARIO...`.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::Failure;
use super::play::{Judged, kept, play, play_share, stop_on_signal, stop_saying};
use super::prepare::{Changes, Elsewhere, Prepared, games, prepare, start_threads, threads, whole_number, writable};
use super::resume::{Keeper, program};
use super::share;
use crate::kept::Key;
use crate::report::{self, Folder, ReportError};
use crate::scenario::Overrides;
use crate::shards::{self, Manifest};
use crate::table::{self, Results};

/// Plays every configuration of a scenario and writes its report
///
/// Writes the report to reports/SCENARIO/ and prints the verdicts. Ctrl-C once stops the run and reports what was played,
/// with exit code 5; the same command then goes on from there, and so it does after a run that was killed. Twice stops at
/// once.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario files; `-` is standard input
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Games of each configuration, instead of the scenario's
    #[arg(long, allow_negative_numbers = true, value_parser = games)]
    games: Option<u64>,
    /// Master seed, instead of the scenario's
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number)]
    seed: Option<u64>,
    #[command(flatten)]
    changes: Changes,
    /// Threads; never changes a result [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_parser = threads)]
    threads: Option<u16>,
    /// Folder for the reports; each scenario gets a folder of its own in it
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Ask no other bots: play with those of the scenario alone
    #[arg(long)]
    no_league: bool,
    /// Start anew where an earlier run of the same scenario was ended before its last game
    #[arg(long)]
    fresh: bool,
    /// Play one of several equal shards of the run and keep it in DIR/SCENARIO.shards: I/N, counted from 0, or `auto`, by the
    /// number that a scheduler gives the task. `merge` puts them together
    #[arg(long, value_name = "I/N", conflicts_with = "json")]
    shard: Option<String>,
    /// How many shards there are, for --shard auto
    #[arg(long, value_name = "N", requires = "shard")]
    shards: Option<u32>,
    /// The first game of this round of shards, where those before it are played
    #[arg(long, value_name = "GAME", requires = "shard", value_parser = whole_number, default_value_t = 0)]
    from: u64,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Print the results as JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = Overrides {
        games: args.games,
        seed: args.seed,
        set: args.changes.set.clone(),
        no_league: args.no_league,
    };
    // Everything that can be wrong is found before the first game is played.
    let prepared: Vec<Prepared> = args
        .scenarios
        .iter()
        .map(|path| prepare(path, &overrides))
        .collect::<Result<_, Failure>>()?;
    if let Some(asked) = &args.shard {
        return shard(args, asked, prepared);
    }
    if let Some((a, b)) = of_one_name(&prepared) {
        return Err(Failure::Input(format!(
            "{} and {} would be reported in the same folder, {}. Run them one after the other, each with an --out DIR of \
             its own.",
            a.scenario.path.display(),
            b.scenario.path.display(),
            args.out.join(&a.scenario.name).display()
        )));
    }
    let mut waiting = Vec::new();
    for one in prepared {
        let references = table::references(&one.scenario);
        let place = Place::claim(&one, &references, &args.out, args.fresh)?;
        waiting.push((one, references, place));
    }
    start_threads(args.threads)?;
    let stop = stop_on_signal();
    let mut waiting = waiting.into_iter();
    while let Some((one, references, mut place)) = waiting.next() {
        let judged = play(
            &one,
            &references,
            &stop,
            args.quiet,
            &place.keeper,
            place.earlier.take(),
        )?;
        let delivered = deliver(&results(&one, &judged, &references), &judged, &one, &place, args.json);
        let left: Vec<&str> = waiting.as_slice().iter().map(|each| &*each.0.scenario.name).collect();
        if stop.load(Ordering::SeqCst) && !left.is_empty() {
            super::remark(&format!("Not played: {}.\n", left.join(", ")));
            delivered?;
            return Err(Failure::Interrupted);
        }
        delivered?;
    }
    Ok(())
}

/// The tables of what was played.
pub fn results(one: &Prepared, judged: &Judged, references: &[Option<usize>]) -> Results {
    let Judged { played, docket } = judged;
    let others: Vec<_> = one.others.iter().map(Elsewhere::of_table).collect();
    table::results(&one.scenario, one.info, &one.games, &others, played, references, docket)
}

/// Where the shards of the scenario of this name are kept.
pub fn shards_of(out: &Path, name: &str) -> PathBuf {
    out.join(format!("{name}.shards"))
}

/// Plays one shard, unless it is there.
fn shard(args: &Args, asked: &str, prepared: Vec<Prepared>) -> Result<(), Failure> {
    let share = share::share(asked, args.shards)?;
    let Ok([one]) = <[Prepared; 1]>::try_from(prepared) else {
        return Err(Failure::Input("--shard is for one scenario at a time".to_owned()));
    };
    let scenario = &one.scenario;
    let (from, to) = (args.from, scenario.games);
    if scenario.path == Path::new("-") {
        return Err(Failure::Input(
            "a shard names the file of its scenario, which standard input is not".to_owned(),
        ));
    }
    if from >= to {
        return Err(Failure::Input(format!(
            "--from {from}: this run ends with game {}; ask for more with --games",
            to - 1
        )));
    }
    let references = table::references(scenario);
    let dir = shards_of(&args.out, &scenario.name);
    let mut manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        key: Key::of(scenario, &references, &program()),
        scenario: scenario.path.display().to_string(),
        set: args.changes.set.clone(),
        no_league: args.no_league,
        share,
        from,
        to,
        pieces: Vec::new(),
    };
    let path = dir.join(manifest.file());
    if !args.fresh && path.exists() {
        match shards::read(&path) {
            Ok((found, _)) if found.is_of(&manifest) && found.to == to => {
                super::remark(&format!("{} is there.\n", path.display()));
                return Ok(());
            }
            Ok((found, _)) => {
                let (path, to) = (path.display(), found.to);
                return Err(Failure::Input(format!(
                    "{path} is of another run: other rules, seats, bots, seed, build, file or games (it goes to game {}). Play \
                     anew with --fresh, or write elsewhere with --out DIR.",
                    to.saturating_sub(1)
                )));
            }
            Err(flaw) => super::remark(&format!("{} {flaw}; it is played again.\n", path.display())),
        }
    }
    writable(&dir)?;
    start_threads(args.threads)?;
    let stop = stop_saying("a shard is kept as a whole or not at all");
    let pieces = play_share(&one, &references, share, from, &stop, args.quiet)?;
    manifest.pieces = pieces.iter().map(|piece| piece.until).collect();
    shards::write(&dir, &manifest, &pieces)
        .map_err(|error| Failure::Unwritten(format!("{} cannot be written: {error}", path.display())))?;
    super::remark(&format!("{} is written.\n", path.display()));
    Ok(())
}

/// Two scenarios that would have one folder.
fn of_one_name(prepared: &[Prepared]) -> Option<(&Prepared, &Prepared)> {
    prepared.iter().enumerate().find_map(|(index, one)| {
        let mut earlier = prepared[..index].iter();
        let found = earlier.find(|other| other.scenario.name == one.scenario.name);
        found.map(|other| (other, one))
    })
}

/// Where a run is kept and reported.
pub struct Place {
    folder: Folder,
    /// What keeps it while it is unfinished.
    pub keeper: Keeper,
    /// What was kept of it before.
    pub earlier: Option<Judged>,
}

impl Place {
    /// The folder of the scenario's name in `out`, held for this run alone.
    ///
    /// # Errors
    /// The folder cannot be written, another run writes it, or it keeps games that this run cannot go on from.
    pub fn claim(one: &Prepared, references: &[Option<usize>], out: &Path, fresh: bool) -> Result<Self, Failure> {
        let folder = Folder::claim(&out.join(&one.scenario.name)).map_err(|error| Failure::Input(error.to_string()))?;
        let keeper = Keeper::new(&one.scenario, references, &folder);
        if fresh {
            keeper.forget()?;
        }
        let earlier = kept(one, references, &keeper)?;
        Ok(Place {
            folder,
            keeper,
            earlier,
        })
    }
}

/// Writes the report into its place and prints what was found. Until the report is whole, what was played is kept.
///
/// # Errors
/// The report cannot be written, or the run was interrupted.
pub fn deliver(results: &Results, judged: &Judged, one: &Prepared, place: &Place, json: bool) -> Result<(), Failure> {
    let keeper = &place.keeper;
    let Judged { played, docket } = judged;
    if played.interrupted {
        keeper.keep_now(played, docket);
    } else {
        keeper.keep(played, docket);
    }
    place
        .folder
        .replace(|new| {
            report::write(results, new)?;
            report::record(results, &one.scenario.resolved, new)?;
            if played.interrupted {
                keeper.save_in(new, played, docket)?;
            }
            Ok::<(), ReportError>(())
        })
        .map_err(|error| Failure::Unwritten(format!("{error} {}", keeper.after_failure(played, docket))))?;
    let page = place.folder.file("report.html");
    let printed = if json {
        super::print_json(&report::json(results).map_err(|error| Failure::Input(error.to_string()))?)
    } else {
        super::print(&format!(
            "{}\nReport: {}\n",
            report::terminal(results, super::columns().unwrap_or(report::WIDTH)),
            page.display()
        ))
    };
    if played.interrupted {
        super::remark("Stopped early; the report holds what was played. The same command goes on from there.\n");
        return printed.and(Err(Failure::Interrupted));
    }
    printed
}
