//! `balance check SCENARIO...`.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

mod inputs;

pub use inputs::{CheckInputs, hold};

use inputs::{Refusal, named_once, without_scenario};

use super::Failure;
use super::checkpoint::{Checkpoint, Description, build_id};
use super::options::{Answers, Printed, Quiet, Threads, Undecided, Which};
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, games};
use super::progress::{Meter, Total};
use super::shard::{self, Pieces, Sharded};
use super::shards::MergeArgs;
use balance_config::scenario::{Overrides, Scenario, references};
use balance_inference::gate::{self, BaselineFacts, CheckTask, Checked, UnfinishedCheck};
use balance_inference::judge::Verdict;
use balance_report::check::{self as words, CheckOutcome, Refused};
use balance_simulation::checkpoint::{self, ResumeKey};
use balance_simulation::experiment::{Progress, Runner, Subject};
use balance_simulation::shards::{Manifest, Shard, ShardCommand, WholeShard};
use balance_simulation::sim::KeptLooks;

use crate::cli::output::{Output, same_place};
use crate::cli::{complain, print, print_json, width};
use balance_inference::table;

/// Compares scenarios with their goals and baselines, for CI
///
/// Plays until every metric is confirmed to be within or outside its tolerance, or the games run out. The deals of a baseline
/// are played again and compared one by one. Win rates and endings may move by the scenario's margin (1%), the mean length by
/// that share of itself. Changed rules, bots and content are listed. Exit codes: 0 all within; 1 something is outside, or a
/// required baseline has no scenario; 2 wrong input, or a required baseline is missing; 3 something is undecided.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Folder of the baselines, which has to be there where it is named [default: reports/baselines]
    #[arg(long, value_name = "DIR")]
    baselines: Option<PathBuf>,
    /// Most games of each configuration for its bands, instead of the scenario's; the deals of a baseline are played in any
    /// case, and bands are held to them, too
    #[arg(long, allow_negative_numbers = true, value_parser = games)]
    games: Option<u64>,
    #[command(flatten)]
    told: Answers,
    #[command(flatten)]
    sharded: Which,
    /// Folder for shards, and for the games of an unfinished check
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Start anew where an earlier one was ended before it was done; play a shard that is there
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
    /// Print the answers as JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.sharded.shard.is_some() {
        return shard(args);
    }
    if let Err(lost) = args.folder_is_there() {
        let files: Vec<String> = args.scenarios.iter().map(|path| path.display().to_string()).collect();
        return Err(refuse(&args.told, Printed::of_json(args.json), &files, lost));
    }
    // From the start, so that whoever stops it gets the files that were asked for.
    let stop = stop_saying("what was played is told and kept, and the same command goes on from there");
    let (held, refused) = args.hold_all();
    let outputs = Outputs::prepare(&args.told, &held)?;
    if !held.is_empty() {
        told_of_the_others(&refused);
    }
    let orphans = without_scenario(args.baselines(), &args.scenarios);
    args.threads.start()?;
    outputs.begin()?;
    let tasks: Vec<(&Prepared, CheckTask<'_>)> = held.iter().flat_map(|held| asked(held, &args.told)).collect();
    let kept: Vec<Checkpoint> = held.iter().flat_map(|held| checkpoints(held, &args.out)).collect();
    if args.fresh {
        kept.iter().try_for_each(Checkpoint::forget)?;
    }
    let loaded = tasks.iter().zip(&kept).map(|((_, task), kept)| earlier(task, kept));
    let earlier: Vec<Option<UnfinishedCheck>> = loaded.collect::<Result<_, Failure>>()?;
    if earlier.iter().any(Option::is_some) {
        super::remark("check: going on from the check that was ended\n");
    }
    let most = tasks.iter().map(|(_, task)| task.most_games()).sum();
    let quiet = Quiet {
        quiet: args.quiet.quiet || tasks.is_empty(),
    };
    let meter = Meter::new("check", Total::Exactly(most), quiet);
    meter.says("at most");
    let check = |(number, (one, task)): (usize, &(&Prepared, CheckTask<'_>))| {
        let (nth, kept, earlier) = (Nth(number, &meter), &kept[number], earlier[number].clone());
        meter.played(earlier.as_ref().map_or(0, UnfinishedCheck::games));
        let keep = |state: &dyn Fn() -> UnfinishedCheck| kept.keep(state);
        let checked = gate::check(task, nth.runner(&stop), earlier, &keep);
        let (checked, unfinished) = checked.map_err(|broken| fault(&broken, one))?;
        if let Some(unfinished) = unfinished {
            kept.keep_now(&unfinished);
        }
        // What it did not take is done, too.
        meter.played(task.most_games() - checked.games);
        Ok::<Checked, Failure>(checked)
    };
    let play = || tasks.par_iter().enumerate().map(check).collect::<Result<_, _>>();
    let all: Vec<Checked> = meter.over(|subject| called(&tasks, subject), play)?;
    let done = !all.iter().any(|each| each.interrupted);
    let told = conclude(
        &args.told,
        &outputs,
        Printed::of_json(args.json),
        all,
        refused,
        &orphans,
    );
    if done && !matches!(told, Err(Failure::Unwritten(_))) {
        kept.iter().try_for_each(Checkpoint::forget)?;
    }
    told
}

/// Where the games of each task are kept until the check is done. The name says what they are of, so no check meets the file of
/// another.
fn checkpoints(held: &CheckInputs, out: &Path) -> Vec<Checkpoint> {
    let (scenario, key) = (&held.one.scenario.name, held.key());
    let of_task = |(_, task): (&Prepared, CheckTask<'_>)| {
        let what = checkpoint::hash(format!("{key:?} {}", task.configuration).as_bytes());
        Checkpoint::new(
            out.join(format!("{scenario}-check-{what}-unfinished.json")),
            key.clone(),
        )
    };
    tasks(held).into_iter().map(of_task).collect()
}

/// What was kept of a task.
fn earlier(task: &CheckTask<'_>, kept: &Checkpoint) -> Result<Option<UnfinishedCheck>, Failure> {
    let describe = |_: &UnfinishedCheck| Description {
        what: "an unfinished check".to_owned(),
        asked: "rules, bots or goals",
        seed_is_option: false,
    };
    let earlier = kept.load(describe)?;
    match earlier.as_ref().and_then(|earlier| earlier.misfit(task)) {
        Some(flaw) => Err(kept.refuse(&format!("is damaged: {flaw}"), "")),
        None => Ok(earlier),
    }
}

/// Says before anything is played what will not be checked.
fn told_of_the_others(refused: &[Refusal]) {
    for refused in refused {
        super::remark(&format!(
            "note: {} cannot be checked (why: at the end); the others are being checked\n",
            refused.told().title()
        ));
    }
}

/// Tells the answers, what could not be checked, and what both make of the exit code.
fn conclude(
    asked: &Answers,
    outputs: &Outputs<'_>,
    printed: Printed,
    all: Vec<Checked>,
    mut refused: Vec<Refusal>,
    orphans: &[String],
) -> Result<(), Failure> {
    let said: Vec<Refused> = refused.iter().map(Refusal::told).collect();
    let outcome = CheckOutcome {
        refused: &said,
        orphans,
        needed: asked.needed(),
        ..CheckOutcome::default()
    };
    let verdict = verdict(asked, outputs, all, printed, outcome);
    let Some(last) = refused.pop() else {
        return verdict;
    };
    // What cannot be checked goes first: whatever was found is not all.
    for refusal in refused {
        super::complain(&refusal.failure);
    }
    if let Err(failure) = verdict {
        super::complain(&failure);
    }
    Err(last.failure)
}

impl Args {
    fn baselines(&self) -> &Path {
        self.baselines.as_deref().unwrap_or(Path::new(words::FOLDER))
    }

    /// A folder that is named and missing would hold no scenario to anything, without a word of it.
    fn folder_is_there(&self) -> Result<(), Failure> {
        let lost = self.baselines.as_deref().filter(|folder| !folder.is_dir());
        lost.map_or(Ok(()), |lost| Err(Failure::Input(inputs::no_folder(lost))))
    }

    /// What every scenario is held to, and what cannot be checked.
    fn hold_all(&self) -> (Vec<CheckInputs>, Vec<Refusal>) {
        let (mut held, mut refused) = (Vec::new(), Vec::<Refusal>::new());
        for path in named_once(&self.scenarios) {
            match self.hold(path) {
                Ok(one) if !one.dealt.is_empty() && held.iter().any(|other: &CheckInputs| other.baseline == one.baseline) => refused.push(Refusal {
                    scenario: path.display().to_string(),
                    configuration: None,
                    gone: false,
                    failure: Failure::Input(format!(
                        "{}: another scenario of that name is held to {}; keep its baseline in another folder, and check it by itself",
                        path.display(),
                        one.baseline.display()
                    )),
                }),
                Ok(mut one) => {
                    refused.append(&mut one.refused);
                    held.push(one);
                }
                Err(failure) => refused.push(Refusal {
                    scenario: path.display().to_string(),
                    configuration: None,
                    gone: false,
                    failure,
                }),
            }
        }
        (held, refused)
    }

    fn hold(&self, path: &Path) -> Result<CheckInputs, Failure> {
        let overrides = Overrides {
            games: self.games,
            ..Overrides::default()
        };
        hold(path, self.baselines(), self.told.needed(), &overrides)
    }
}

/// A task by its number, as a user is told of it while it is played.
fn called(tasks: &[(&Prepared, CheckTask<'_>)], subject: &Subject) -> String {
    let Subject::Configuration(number) = subject else {
        return String::new();
    };
    let called = |(one, task): &(&Prepared, CheckTask<'_>)| one.called(&Subject::Configuration(task.configuration));
    tasks.get(*number).map_or_else(String::new, called)
}

/// Shows the games of one of several tasks, by its number.
struct Nth<'a>(usize, &'a Meter);

impl Nth<'_> {
    fn runner<'a>(&'a self, stop: &'a AtomicBool) -> Runner<'a> {
        Runner { progress: self, stop }
    }
}

impl Progress for Nth<'_> {
    fn begins(&self, _: Subject, games: &Range<u64>) {
        self.1.begins(Subject::Configuration(self.0), games);
    }

    fn ends(&self) {
        self.1.ends();
    }

    fn played(&self, games: u64) {
        self.1.played(games);
    }
}

/// Tells the answers with all else that comes of the check, and what they make of the exit code.
fn verdict(
    asked: &Answers,
    outputs: &Outputs<'_>,
    mut all: Vec<Checked>,
    printed: Printed,
    outcome: CheckOutcome<'_>,
) -> Result<(), Failure> {
    if asked.unchanged {
        all = all.into_iter().map(Checked::to_be_unchanged).collect();
    }
    // Games that were never played are no reason to pass.
    let interrupted = all.iter().any(|each| each.interrupted);
    let outcome = CheckOutcome {
        all: &all,
        lenient: asked.undecided == Some(Undecided::Pass) && !interrupted,
        ..outcome
    };
    let told = tell(outputs, &outcome, printed);
    match outcome.verdict() {
        Verdict::Within => told,
        Verdict::Undecided if outcome.lenient => told,
        standing => {
            if let Err(failure) = told {
                super::complain(&failure);
            }
            Err(Failure::Verdict(standing))
        }
    }
}

/// Plays one shard, unless it is there.
fn shard(args: &Args) -> Result<(), Failure> {
    let [path] = &args.scenarios[..] else {
        return Err(Failure::Input("--shard is for one scenario at a time".to_owned()));
    };
    if !args.told.is_empty() {
        return Err(Failure::Input(
            "--junit, --summary, --undecided, --unchanged and --require-baseline are for `shards merge`, which has the answers"
                .to_owned(),
        ));
    }
    args.folder_is_there()?;
    let held = args.hold(path)?;
    if let (true, Some(refusal)) = (tasks(&held).is_empty(), held.refused.first()) {
        return Err(refusal.failure.clone());
    }
    for refusal in &held.refused {
        super::remark(&format!("warning: {}\n", refusal.failure));
    }
    let task = shard::ShardTask {
        asked: ShardCommand::Check {
            baselines: args.baselines().display().to_string(),
            games: args.games,
        },
        games: 0..tasks(&held).iter().map(|(_, task)| task.deals()).max().unwrap_or(0),
        dir: args.out.join(format!("{}-check.shards", held.one.scenario.name)),
        fresh: args.fresh,
        threads: &args.threads,
        quiet: args.quiet,
        which: &args.sharded,
    };
    task.play(&held)
}

impl Sharded for CheckInputs {
    fn scenario(&self) -> &Scenario {
        &self.one.scenario
    }

    fn key(&self) -> ResumeKey {
        let (scenario, references) = (&self.one.scenario, references(&self.one.scenario));
        let deals: Vec<u64> = tasks(self).iter().map(|(_, task)| task.deals()).collect();
        let asked = format!(
            "{:?} {:?} {:?} {deals:?}",
            self.questions, self.changes, self.signatures
        );
        ResumeKey {
            asked: checkpoint::hash(asked.as_bytes()),
            ..ResumeKey::of_scenario(scenario, &references, build_id())
        }
    }

    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: Quiet) -> Result<Option<Pieces>, Failure> {
        let tasks = tasks(self);
        let most: u64 = tasks.iter().map(|(_, task)| task.most_games()).sum();
        let Manifest { share, from, .. } = *shard;
        let name = format!("{}-check {share}", self.one.scenario.name);
        let meter = Meter::new(&name, Total::Exactly(u64::div_ceil(most, share.of.into())), quiet).keeping();
        let play = || {
            let mut all = Vec::new();
            for (number, (one, task)) in tasks.iter().enumerate() {
                let nth = Nth(number, &meter);
                let played = task.run(|run| run.play_share(share, from, KeptLooks::Every, nth.runner(stop)));
                let Some(pieces) = played.map_err(|broken| fault(&broken, one))? else {
                    return Ok(None);
                };
                all.extend(shard::lines(number, &pieces)?);
            }
            Ok(Some(all))
        };
        meter.over(|subject| called(&tasks, subject), play)
    }

    fn misfit(&self, shard: &Shard) -> Option<&'static str> {
        let tasks = tasks(self);
        if shard.manifest.pieces.iter().any(|part| part.run >= tasks.len()) {
            return Some("its pieces are not those of such a shard");
        }
        let mut tasks = tasks.iter().enumerate();
        tasks.find_map(|(number, (_, task))| task.run(|run| shard::pieces(run, number, shard).err()))
    }

    fn play_again(&self, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Failure> {
        let tasks = tasks(self);
        let count = tasks.len().max(1);
        // Another task where the one that is drawn has no games in this shard.
        for more in 0..tasks.len() {
            let number = (nth as usize % count + more) % count;
            let (one, task) = &tasks[number];
            let found = task.run(|run| shard::play_again(run, number, shard, nth / count as u64));
            if let Some(found) = found.map_err(|broken| fault(&broken, one))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn merge(&self, all: &[WholeShard], how: &MergeArgs) -> Result<(), Failure> {
        let outputs = Outputs::prepare(&how.answers, std::slice::from_ref(self))?;
        told_of_the_others(&self.refused);
        outputs.begin()?;
        let answered = |(number, (_, task)): (usize, &(&Prepared, CheckTask<'_>))| {
            gate::merge(task, |look, take| shard::hand_over(all, number, look, take))
        };
        let tasks = asked(self, &how.answers);
        let answers: Vec<Checked> = tasks.iter().enumerate().map(answered).collect::<Result<_, _>>()?;
        let orphans = self.baseline.parent().map_or_else(Vec::new, |baselines| {
            without_scenario(baselines, std::slice::from_ref(&self.one.scenario.path))
        });
        conclude(
            &how.answers,
            &outputs,
            how.output.printed(),
            answers,
            self.refused.clone(),
            &orphans,
        )
    }
}

/// One task for each configuration that is asked about.
fn tasks(held: &CheckInputs) -> Vec<(&Prepared, CheckTask<'_>)> {
    let here = |configuration| {
        held.questions
            .iter()
            .filter(move |each| each.configuration == configuration)
    };
    let task = |configuration: usize| CheckTask {
        scenario: &held.one.scenario,
        configuration,
        game: &*held.one.games[configuration],
        questions: here(configuration).copied().collect(),
        stored: held.dealt.get(configuration).and_then(Option::as_ref),
        baseline: &held.facts,
        inputs: held.changes.get(configuration).and_then(Option::as_deref),
        unchanged: false,
    };
    (0..held.one.games.len())
        .map(|configuration| (&held.one, task(configuration)))
        .filter(|(_, task)| !task.questions.is_empty())
        .collect()
}

/// The same, asked as the options say.
fn asked<'a>(held: &'a CheckInputs, told: &Answers) -> Vec<(&'a Prepared, CheckTask<'a>)> {
    let mut tasks = tasks(held);
    for (_, task) in &mut tasks {
        task.unchanged = told.unchanged;
    }
    tasks
}

/// The files that were asked for.
struct Outputs<'a> {
    junit: Option<Output<'a>>,
    summary: Option<Output<'a>>,
}

impl<'a> Outputs<'a> {
    /// Both can be written, are two files, and none of them is one that is read.
    pub fn prepare(args: &'a Answers, held: &[CheckInputs]) -> Result<Self, Failure> {
        let read = |held: &CheckInputs| {
            let sources = held
                .one
                .scenario
                .sources
                .0
                .iter()
                .map(|source| PathBuf::from(&source.shown));
            let own = [held.one.scenario.path.clone(), held.baseline.clone()];
            sources.chain(own).collect::<Vec<_>>()
        };
        let inputs: Vec<PathBuf> = held.iter().flat_map(read).collect();
        let output = |option: &str, path: &'a Option<PathBuf>| {
            let path = path.as_deref().filter(|path| !path.as_os_str().is_empty());
            path.map(|path| Output::prepare(option, path, &inputs)).transpose()
        };
        if let (Some(junit), Some(summary)) = (&args.junit, &args.summary)
            && same_place(junit, summary)
        {
            let path = junit.display();
            return Err(Failure::Input(format!(
                "--junit and --summary both name the file {path}; name two files"
            )));
        }
        Ok(Outputs {
            junit: output("--junit", &args.junit)?,
            summary: output("--summary", &args.summary)?,
        })
    }
}

impl Outputs<'_> {
    /// Refuses to write where something else than answers stands.
    fn hold_answers(&self) -> Result<(), Failure> {
        let junit = self.junit.as_ref();
        junit.map_or(Ok(()), |output| output.made_by("<?xml"))?;
        let summary = self.summary.as_ref().map(Output::path);
        let read = |path: &&Path| path.extension().is_some_and(|end| end == "toml" || end == "json");
        summary.filter(read).map_or(Ok(()), |path| {
            let path = path.display();
            Err(Failure::Input(format!("--summary: {path} is no place for a summary")))
        })
    }

    /// Says where answers are to stand that there are none yet: a check that is killed then leaves no older ones there.
    pub fn begin(&self) -> Result<(), Failure> {
        if let Some(junit) = &self.junit {
            let xml = words::unfinished_junit().map_err(|error| Failure::Unwritten(error.to_string()))?;
            junit.begin(xml.as_bytes())?;
        }
        let summary = self.summary.as_ref();
        summary.map_or(Ok(()), |output| {
            output.begin_below(words::unfinished_markdown().as_bytes())
        })
    }
}

/// Says where answers were to stand why there are none of what the `files` name, and gives the `failure` back; what cannot be
/// written there is told besides.
pub fn refuse(args: &Answers, printed: Printed, files: &[String], failure: Failure) -> Failure {
    if matches!(failure, Failure::Interrupted | Failure::Round(_)) {
        return failure;
    }
    let refusal = |file: &String| {
        Refusal {
            scenario: file.clone(),
            configuration: None,
            gone: false,
            failure: failure.clone(),
        }
        .told()
    };
    let refused: Vec<Refused> = files.iter().map(refusal).collect();
    let outcome = CheckOutcome {
        refused: &refused,
        ..CheckOutcome::default()
    };
    // What the command reads is not known yet, and none of it is taken for its answers.
    let told = Outputs::prepare(args, &[]).and_then(|outputs| {
        outputs.hold_answers()?;
        tell(&outputs, &outcome, printed)
    });
    if let Err(unwritten) = told {
        complain(&unwritten);
    }
    failure
}

/// Writes what was asked for, all of it that can be written, and prints the answers.
fn tell(outputs: &Outputs<'_>, outcome: &CheckOutcome<'_>, printed: Printed) -> Result<(), Failure> {
    let unmade = |error: &dyn std::fmt::Display| Failure::Unwritten(error.to_string());
    // What is handed on does not tell of the user's folders.
    let shown = |file: &str| table::for_display(Path::new(file)).display().to_string();
    let on_page = |each: &Checked| Checked {
        file: shown(&each.file),
        baseline: BaselineFacts {
            folder: each.baseline.folder.as_deref().map(shown),
            ..each.baseline.clone()
        },
        ..each.clone()
    };
    let published: Vec<Checked> = outcome.all.iter().map(on_page).collect();
    let refused_on_page = |refused: &Refused| Refused {
        file: shown(&refused.file),
        error: refused.error.replace(&refused.file, &shown(&refused.file)),
        ..refused.clone()
    };
    let refused: Vec<Refused> = outcome.refused.iter().map(refused_on_page).collect();
    let page = CheckOutcome {
        all: &published,
        refused: &refused,
        ..*outcome
    };
    let junit = |output: &Output<'_>| {
        let xml = page.junit().map_err(|error| unmade(&error))?;
        output.replace(xml.as_bytes())
    };
    let print = || {
        if printed == Printed::Json {
            print_json(&outcome.json().map_err(|error| unmade(&error))?)
        } else if outcome.all.is_empty() {
            Ok(())
        } else {
            print(&outcome.terminal(width()))
        }
    };
    let done = [
        outputs.junit.as_ref().map_or(Ok(()), junit),
        outputs.summary.as_ref().map_or(Ok(()), |output| {
            output.append(page.markdown().as_bytes(), words::unfinished_markdown().as_bytes())
        }),
        print(),
    ];
    let mut failures = done.into_iter().filter_map(Result::err);
    let first = failures.next();
    failures.for_each(|failure| complain(&failure));
    first.map_or(Ok(()), Err)
}
