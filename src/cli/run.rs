//! `balance run SCENARIO...`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::Failure;
use super::checkpoint::Checkpoint;
use super::games_table;
use super::options::{Changes, Dealt, PlayOptions, Printed, Quiet, RunOutput, Scenarios};
use super::output::of_another;
use super::pairing::partings;
use super::play::{Judged, KeptRun, ScenarioRun, fault, stop_saying};
use super::prepare::{Prepared, PreparedOpponent, prepare, whole_number};
use super::progress::{Meter, Total};
use super::sample_games;
use super::shard::{self, MergeArgs, Pieces, Sharded};
use balance_config::games;
use balance_config::scenario::{Overrides, Scenario};
use balance_inference::judge::Question;
use balance_inference::table::{self, Results};
use balance_report::{self as report, Folder, Insights, ReportError, UNFINISHED};
use balance_simulation::checkpoint::ResumeKey;
use balance_simulation::shards::{Manifest, Shard, WholeShard};
use balance_simulation::sim::{KeptLooks, Piece};

/// Plays every configuration of a scenario and writes its report
///
/// Writes the report to reports/SCENARIO/ and prints the verdicts. Ctrl-C stops the run and reports what was played (exit
/// code 5); a second Ctrl-C stops at once. The same command resumes a stopped or killed run.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    which: Scenarios,
    #[command(flatten)]
    dealt: Dealt,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    play: PlayOptions,
    /// Folder for the reports; each scenario gets a folder of its own in it
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Play at no other level: only the bots of the scenario
    #[arg(long)]
    no_league: bool,
    /// The first game of this round of shards, where those before it are played
    #[arg(long, allow_negative_numbers = true, value_name = "GAME", requires = "shard", value_parser = whole_number, default_value_t = 0)]
    from: u64,
    /// Write one row for each game, which is played again for it; up to 10,000 games have them anyway, unless bots search
    #[arg(long, conflicts_with = "shard")]
    games_table: bool,
    #[command(flatten)]
    output: RunOutput,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = Overrides {
        no_league: args.no_league,
        ..args.changes.with(args.dealt.overrides())
    };
    // Everything that can be wrong is found before the first game is played.
    let prepared: Vec<Prepared> = args
        .which
        .scenarios
        .iter()
        .map(|path| prepare(path, &overrides))
        .collect::<Result<_, Failure>>()?;
    if args.play.sharded.shard.is_some() {
        return shard(args, prepared);
    }
    if let Some((a, b)) = of_one_name(&prepared) {
        if a.scenario.path == b.scenario.path {
            return Err(Failure::Input(format!("{} is named twice", a.scenario.path.display())));
        }
        return Err(Failure::Input(format!(
            "{} and {} would be reported in the same folder, {}: run them one by one, each with its own --out DIR",
            a.scenario.path.display(),
            b.scenario.path.display(),
            args.out.join(&a.scenario.name).display()
        )));
    }
    let mut waiting = Vec::new();
    for one in prepared {
        if !one.bands.iter().any(Question::is_change)
            && let Some(note) = one.not_asked(&format!(": add a [[variant]], or see `{} tune`", games::program()))
        {
            super::remark(&note);
        }
        let planned = ScenarioRun::new(one);
        let mut place = RunFolder::claim(&planned, &args.out, args.play.fresh)?;
        place.games_table = args.games_table.then_some(args.play.quiet);
        waiting.push((planned, place));
    }
    args.play.threads.start()?;
    let stop = stop_saying(REPORTED);
    let mut waiting = waiting.into_iter();
    while let Some((planned, place)) = waiting.next() {
        let delivered = play_and_deliver(&planned, place, &stop, args.play.quiet, args.output.printed());
        let left: Vec<&str> = waiting
            .as_slice()
            .iter()
            .map(|each| &*each.0.one.scenario.name)
            .collect();
        if stop.load(Ordering::SeqCst) && !left.is_empty() {
            super::remark(&format!("Not played: {}.\n", left.join(", ")));
            delivered?;
            return Err(Failure::Interrupted);
        }
        delivered?;
    }
    Ok(())
}

/// What becomes of a run that is stopped.
pub const REPORTED: &str = "what was played is reported";

/// Plays a run, writes its report and prints what was found.
pub fn play_and_deliver(
    planned: &ScenarioRun,
    mut place: RunFolder,
    stop: &AtomicBool,
    quiet: Quiet,
    printed: Printed,
) -> Result<(), Failure> {
    let mut judged = planned.play(stop, quiet, &place.checkpoint, place.earlier.take())?;
    let results = results(planned, &mut judged, stop, quiet);
    deliver(&results, &judged, &planned.one, &place, printed)
}

/// The tables of what was played, and where the games of its comparisons part: left out of a run that was interrupted, and a run is
/// where it cannot be found out to its end.
fn results(planned: &ScenarioRun, judged: &mut Judged, stop: &AtomicBool, quiet: Quiet) -> Results {
    let ScenarioRun { one, references } = planned;
    let Judged { played, docket } = judged;
    let others: Vec<_> = one.others.iter().map(PreparedOpponent::of_table).collect();
    let mut results = table::results(&one.scenario, one.info, &one.games, &others, played, references, docket);
    for (each, log) in results.configurations.iter_mut().zip(&one.playtests) {
        each.playtests.clone_from(log);
    }
    if !played.interrupted {
        match partings(one, references, stop, quiet) {
            Some(parted) => results.parted = parted,
            None => played.interrupted = true,
        }
    }
    results
}

/// Plays one shard, unless it is there.
fn shard(args: &Args, prepared: Vec<Prepared>) -> Result<(), Failure> {
    let Ok([one]) = <[Prepared; 1]>::try_from(prepared) else {
        return Err(Failure::Input("--shard is for one scenario at a time".to_owned()));
    };
    let games = args.from..one.scenario.games;
    if games.is_empty() {
        return Err(Failure::Input(format!(
            "--from {}: this run ends with game {}; ask for more with --games",
            games.start,
            games.end - 1
        )));
    }
    let task = shard::ShardTask {
        asked: json!({ "command": "run", "set": args.changes.set, "no_league": args.no_league }),
        games,
        dir: shard::folder(&args.out, &one.scenario.name, "run"),
        how: &args.play,
    };
    task.play(&ScenarioRun::new(one))
}

impl Sharded for ScenarioRun {
    fn scenario(&self) -> &Scenario {
        &self.one.scenario
    }

    fn key(&self) -> ResumeKey {
        self.key()
    }

    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: Quiet) -> Result<Pieces, Failure> {
        let (one, &Manifest { share, from, to, .. }) = (&self.one, shard);
        let run = self.run_to(to);
        let games = run.games_of(&(from..to));
        let name = format!("{} {share}", one.scenario.name);
        let meter = Meter::new(&name, Total::Exactly(games.div_ceil(share.of.into())), quiet).keeping();
        let runner = meter.runner(stop);
        // Whoever asks something at every look must be able to ask it again when the shards are put together.
        let kept = if one.scenario.stop.is_none() && one.docket().questions().is_empty() {
            KeptLooks::Last
        } else {
            KeptLooks::Every
        };
        let play = || run.play_share(share, from, kept, runner);
        let played = meter.over(|subject| one.called(subject), play);
        let pieces = played.map_err(|broken| fault(&broken, one))?;
        shard::lines(0, &pieces.ok_or(Failure::Interrupted)?)
    }

    fn misfit(&self, shard: &Shard) -> Option<&'static str> {
        shard::pieces(&self.run_to(shard.manifest.to), 0, shard).err()
    }

    fn play_again(&self, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Failure> {
        let found = shard::play_again(&self.run_to(shard.manifest.to), 0, shard, nth);
        found.map_err(|broken| fault(&broken, &self.one))
    }

    fn merge(&self, all: &[WholeShard], how: &MergeArgs) -> Result<(), Failure> {
        let place = RunFolder::claim(self, &how.out()?, false)?;
        let take_pieces = |look, take: &mut dyn FnMut(Piece)| shard::hand_over(all, 0, look, take);
        let mut judged = self.merged(&place.checkpoint, take_pieces)?;
        let results = results(self, &mut judged, &AtomicBool::new(false), how.quiet);
        deliver(&results, &judged, &self.one, &place, how.output.printed())
    }
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
pub struct RunFolder {
    folder: Folder,
    /// What keeps it while it is unfinished.
    checkpoint: Checkpoint,
    /// What was kept of it before.
    earlier: Option<Judged>,
    /// Is a table of games asked for, and is its progress shown?
    games_table: Option<Quiet>,
}

impl RunFolder {
    /// The folder of the scenario's name in `out`, held for this run alone.
    pub fn claim(planned: &ScenarioRun, out: &Path, fresh: bool) -> Result<Self, Failure> {
        let one = &planned.one;
        let dir = out.join(&one.scenario.name);
        let folder = Folder::claim(&dir).map_err(Failure::input)?;
        let earlier = report::read(&dir).map_or_else(|_| Vec::new(), |earlier| earlier.scenario.files);
        if let Some(other) = of_another(&earlier, &one.scenario.path) {
            return Err(Failure::Input(format!(
                "{} holds the report of {}, which would be lost; name another folder for that of {} with --out DIR",
                dir.display(),
                other.display(),
                one.scenario.path.display()
            )));
        }
        let checkpoint = Checkpoint::new(folder.file(UNFINISHED), planned.key());
        if fresh {
            checkpoint.forget()?;
        }
        let earlier = planned.kept(&checkpoint)?;
        Ok(RunFolder {
            folder,
            checkpoint,
            earlier,
            games_table: None,
        })
    }
}

/// Keeps what was played, whose report cannot be written, as far as that is possible, and says what to do.
fn after_failure(checkpoint: &Checkpoint, played: &KeptRun) -> String {
    let all = played.deals();
    let earlier = || {
        checkpoint
            .load(KeptRun::describe)
            .ok()
            .flatten()
            .map_or(0, |kept| kept.deals())
    };
    let deals = checkpoint.save(played).map_or_else(|_| earlier(), |()| all);
    let path = checkpoint.path().display();
    match deals {
        0 => "The games are lost: nothing could be kept either.".to_owned(),
        deals if deals == all => {
            format!("All games played are kept in {path}: once that is mended, the same command goes on from there.")
        }
        deals => format!(
            "{deals} of {all} deals are kept in {path}: once that is mended, the same command goes on from there."
        ),
    }
}

/// Writes the report into its place and prints what was found. Until the report is whole, what was played is kept.
fn deliver(
    results: &Results,
    judged: &Judged,
    one: &Prepared,
    place: &RunFolder,
    printed: Printed,
) -> Result<(), Failure> {
    let checkpoint = &place.checkpoint;
    let Judged { played, docket } = judged;
    let kept = KeptRun::new(played, docket);
    if played.interrupted {
        checkpoint.keep_now(&kept);
    } else {
        checkpoint.keep(|| &kept);
    }
    let insights = Insights::of_run(results);
    let written = place
        .folder
        .replace(|new| {
            report::write_results(results, new)?;
            sample_games::write(one, &insights, new)?;
            report::remake(&insights, new)?;
            let small = games_table::is_small(one, results).then_some(Quiet { quiet: true });
            if let Some(quiet) = place.games_table.or(small) {
                games_table::write(one, results, new, quiet)?;
            }
            report::record(results, &one.scenario.resolved, new)?;
            if played.interrupted {
                checkpoint.save_in(new, &kept)?;
            }
            Ok::<(), ReportError>(())
        })
        .map_err(|error| Failure::Unwritten(format!("{error} {}", after_failure(checkpoint, &kept))));
    // What was found is printed, whatever becomes of the files.
    let page = match &written {
        Ok(()) => format!("\nReport: {}\n", place.folder.file("report.html").display()),
        Err(_) => String::new(),
    };
    let shown = if printed == Printed::Json {
        super::print_json(&report::json(results).map_err(Failure::input)?)
    } else {
        // A page does not tell of the user's folders; here a command must name the file that was meant.
        let mut here = results.clone();
        here.scenario.files = table::files_as_named(&one.scenario);
        let insights = insights.with_files_of(&here);
        let mut text = report::terminal(&insights, super::width());
        if printed == Printed::Details {
            text += &report::details(&insights, super::width());
        }
        super::print(&(text + &page))
    };
    written?;
    if played.interrupted {
        super::remark("Stopped early; the report holds what was played. The same command goes on from there.\n");
        return shown.and(Err(Failure::Interrupted));
    }
    shown
}
