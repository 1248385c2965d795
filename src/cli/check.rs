//! `balance check SCENARIO...`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde_json::json;

use super::checkpoint::{Checkpoint, Description, build_id};
use super::drive::unmade;
use super::options::{Answers, PlayOptions, Printed, Quiet, Undecided};
use super::output::{Output, same_place};
use super::play::{fault, stop_saying};
use super::prepare::{Prepared, games, prepare};
use super::progress::{Meter, Total};
use super::shard::{self, MergeArgs, Pieces, Sharded};
use super::{Failure, complain, print, print_json, remark, width};
use balance_config::games::program;
use balance_config::scenario::{Frames, Overrides, Scenario, references};
use balance_config::shell_quote;
use balance_inference::gate::{
    self, Baseline, BaselineError, BaselineFacts, CheckTask, Checked, DealCounts, InputChange, UnfinishedCheck,
};
use balance_inference::judge::{Question, Verdict};
use balance_inference::table;
use balance_report::check::{self as words, CheckOutcome, Refused};
use balance_simulation::checkpoint::{self, ResumeKey};
use balance_simulation::experiment::{Progress, Runner, Subject};
use balance_simulation::shards::{Manifest, Shard, WholeShard};
use balance_simulation::sim::KeptLooks;

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
    /// Folder for shards, and for the games of an unfinished check
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    #[command(flatten)]
    play: PlayOptions,
    /// Print the answers as JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.play.sharded.shard.is_some() {
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
    let orphans = without_scenario(args.baselines(), &args.scenarios);
    args.play.threads.start()?;
    outputs.begin()?;
    let tasks: Vec<(&Prepared, CheckTask<'_>)> = held.iter().flat_map(|held| asked(held, &args.told)).collect();
    let kept: Vec<Checkpoint> = held.iter().flat_map(|held| checkpoints(held, &args.out)).collect();
    if args.play.fresh {
        kept.iter().try_for_each(Checkpoint::forget)?;
    }
    let loaded = tasks.iter().zip(&kept).map(|((_, task), kept)| earlier(task, kept));
    let earlier: Vec<Option<UnfinishedCheck>> = loaded.collect::<Result<_, Failure>>()?;
    if earlier.iter().any(Option::is_some) {
        remark("check: going on from the check that was ended\n");
    }
    let most = tasks.iter().map(|(_, task)| task.most_games()).sum();
    let quiet = Quiet {
        quiet: args.play.quiet.quiet || tasks.is_empty(),
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

/// Tells the answers with all else that comes of the check, what could not be checked, and what both make of the exit code.
fn conclude(
    asked: &Answers,
    outputs: &Outputs<'_>,
    printed: Printed,
    mut all: Vec<Checked>,
    mut refused: Vec<Refusal>,
    orphans: &[String],
) -> Result<(), Failure> {
    if asked.unchanged {
        all = all.into_iter().map(Checked::to_be_unchanged).collect();
    }
    // Games that were never played are no reason to pass.
    let interrupted = all.iter().any(|each| each.interrupted);
    let said: Vec<Refused> = refused.iter().map(|refusal| refusal.refused.clone()).collect();
    let outcome = CheckOutcome {
        all: &all,
        refused: &said,
        orphans,
        needed: asked.needed(),
        lenient: asked.undecided == Some(Undecided::Pass) && !interrupted,
    };
    let told = tell(outputs, &outcome, printed);
    let standing = match outcome.verdict() {
        Verdict::Within => told,
        Verdict::Undecided if outcome.lenient => told,
        standing => {
            told.unwrap_or_else(|failure| complain(&failure));
            Err(Failure::Verdict(standing))
        }
    };
    let Some(last) = refused.pop() else {
        return standing;
    };
    // What cannot be checked goes first: whatever was found is not all.
    for refusal in refused {
        complain(&refusal.failure);
    }
    standing.unwrap_or_else(|failure| complain(&failure));
    Err(last.failure)
}

impl Args {
    fn baselines(&self) -> &Path {
        self.baselines.as_deref().unwrap_or(Path::new(words::FOLDER))
    }

    /// A folder that is named and missing would hold no scenario to anything, without a word of it.
    fn folder_is_there(&self) -> Result<(), Failure> {
        let Some(lost) = self.baselines.as_deref().filter(|folder| !folder.is_dir()) else {
            return Ok(());
        };
        let what = if lost.exists() {
            "that is no folder"
        } else {
            "there is no such folder"
        };
        Err(Failure::Input(format!("--baselines {}: {what}", lost.display())))
    }

    /// What every scenario is held to, and what cannot be checked.
    fn hold_all(&self) -> (Vec<CheckInputs>, Vec<Refusal>) {
        let (mut all, mut refused) = (Vec::<CheckInputs>::new(), Vec::new());
        for path in without_repetition(&self.scenarios) {
            let inputs = self.hold(path).and_then(|one| {
                if one.dealt.is_empty() || all.iter().all(|other| other.baseline != one.baseline) {
                    return Ok(one);
                }
                Err(Failure::Input(format!(
                    "{}: another scenario of that name is held to {}; keep its baseline in another folder, and check it by itself",
                    path.display(),
                    one.baseline.display()
                )))
            });
            match inputs {
                Ok(mut one) => {
                    refused.append(&mut one.refused);
                    all.push(one);
                }
                Err(failure) => refused.push(Refusal::of_file(path.display().to_string(), failure)),
            }
        }
        (all, refused)
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
    match subject {
        Subject::Configuration(number) => {
            let (one, task) = &tasks[*number];
            one.called(&Subject::Configuration(task.configuration))
        }
        _ => String::new(),
    }
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
        remark(&format!("warning: {}\n", refusal.failure));
    }
    let task = shard::ShardTask {
        asked: json!({
            "command": "check", "baselines": args.baselines().display().to_string(), "games": args.games,
        }),
        games: 0..tasks(&held).iter().map(|(_, task)| task.deals()).max().unwrap_or(0),
        dir: shard::folder(&args.out, &held.one.scenario.name, "check"),
        how: &args.play,
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

    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: Quiet) -> Result<Pieces, Failure> {
        let tasks = tasks(self);
        let most: u64 = tasks.iter().map(|(_, task)| task.most_games()).sum();
        let Manifest { share, from, .. } = *shard;
        let name = format!("{}-check {share}", self.one.scenario.name);
        let meter = Meter::new(&name, Total::Exactly(u64::div_ceil(most, share.of.into())), quiet).keeping();
        let play = || {
            let mut all = Vec::new();
            for (number, (one, task)) in tasks.iter().enumerate() {
                let nth = Nth(number, &meter);
                let played = task.run().play_share(share, from, KeptLooks::Every, nth.runner(stop));
                let pieces = played.map_err(|broken| fault(&broken, one))?;
                all.extend(shard::lines(number, &pieces.ok_or(Failure::Interrupted)?)?);
            }
            Ok(all)
        };
        meter.over(|subject| called(&tasks, subject), play)
    }

    fn misfit(&self, shard: &Shard) -> Option<&'static str> {
        let tasks = tasks(self);
        if shard.manifest.pieces.iter().any(|part| part.run >= tasks.len()) {
            return Some("its pieces are not those of such a shard");
        }
        let mut tasks = tasks.iter().enumerate();
        tasks.find_map(|(number, (_, task))| shard::pieces(&task.run(), number, shard).err())
    }

    fn play_again(&self, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Failure> {
        let tasks = tasks(self);
        let count = tasks.len().max(1);
        // Another task where the one that is drawn has no games in this shard.
        for more in 0..tasks.len() {
            let number = (nth as usize % count + more) % count;
            let (one, task) = &tasks[number];
            let found = shard::play_again(&task.run(), number, shard, nth / count as u64);
            if let Some(found) = found.map_err(|broken| fault(&broken, one))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn merge(&self, all: &[WholeShard], how: &MergeArgs) -> Result<(), Failure> {
        let outputs = Outputs::prepare(&how.answers, std::slice::from_ref(self))?;
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
            let sources = held.one.scenario.sources.0.iter();
            let sources = sources.map(|source| PathBuf::from(&source.shown));
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
            let xml = words::unfinished_junit().map_err(unmade)?;
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
    let refusal = |file: &String| Refusal::of_file(file.clone(), failure.clone()).refused;
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
        let xml = page.junit().map_err(unmade)?;
        output.replace(xml.as_bytes())
    };
    let print = || {
        if printed == Printed::Json {
            print_json(&outcome.json().map_err(unmade)?)
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

/// What cannot be checked: as reports have it, and why.
#[derive(Clone)]
struct Refusal {
    refused: Refused,
    failure: Failure,
}

impl Refusal {
    /// The scenario in this file.
    fn of_file(file: String, failure: Failure) -> Self {
        let stem = Path::new(&file).file_stem();
        let refused = Refused {
            scenario: stem.map_or(file.clone(), |stem| stem.to_string_lossy().into_owned()),
            file,
            configuration: None,
            gone: false,
            error: match &failure {
                Failure::Scenario(problems) => problems.render(Frames::Plain),
                other => other.to_string(),
            },
        };
        Refusal { refused, failure }
    }
}

/// What one scenario is held to.
pub struct CheckInputs {
    one: Prepared,
    questions: Vec<Question>,
    /// Where its baseline is, or would be.
    baseline: PathBuf,
    /// Stored games by configuration; empty without a baseline, none of one that it does not hold.
    dealt: Vec<Option<DealCounts>>,
    /// What has changed since, by configuration; empty without a baseline, none of one that it does not hold.
    changes: Vec<Option<Vec<InputChange>>>,
    /// Signatures of the stored games.
    signatures: Vec<String>,
    /// What is known of the baseline besides.
    facts: BaselineFacts,
    /// The configurations that cannot be checked, each with why.
    refused: Vec<Refusal>,
}

/// The files, each once.
fn without_repetition(paths: &[PathBuf]) -> Vec<&PathBuf> {
    let mut known = BTreeSet::new();
    let file = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    paths.iter().filter(|path| known.insert(file(path))).collect()
}

/// What the scenario at `path` is held to; its baseline is in the folder `baselines`, where this option says that one is `needed`.
pub fn hold(
    path: &Path,
    baselines: &Path,
    needed: Option<&str>,
    overrides: &Overrides,
) -> Result<CheckInputs, Failure> {
    let one = prepare(path, overrides)?;
    let out = words::into(elsewhere(baselines).as_deref());
    let told = |error: BaselineError| Failure::Input(unusable(&error.made_anew(&out)));
    let file = Baseline::path(baselines, &one.scenario);
    let baseline = Baseline::load(&file, one.info, &one.scenario, &one.games).map_err(told)?;
    // What is counted from now is asked of versions; what holds a game to what it was is its baseline.
    let mut questions = one.bands.clone();
    questions.retain(|question| !question.is_change());
    let instead = format!(
        ", by `{program} run` and `{program} tune`, and not here; what the game was is held by its baseline",
        program = program()
    );
    if let Some(note) = one.not_asked(&instead) {
        remark(&note);
    }
    let (mut dealt, mut changes, mut signatures) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(baseline) = &baseline {
        signatures.extend(baseline.configurations.iter().map(|each| each.signature.clone()));
        changes = baseline.changes(&file, one.info, &one.scenario).map_err(told)?;
        dealt = baseline.dealt(&file, &one.scenario, &one.games).map_err(told)?;
        questions.extend(gate::of_baseline(&one.scenario, &one.games, baseline, &dealt));
    }
    let renamed = baseline.is_none().then(|| renamed(baselines, &file, &one)).flatten();
    if baseline.is_none() && (needed.is_some() || questions.is_empty()) {
        let instead = renamed.clone();
        return Err(without_baseline(
            &one,
            path,
            &file,
            needed,
            &remedy(path, instead, &out),
        ));
    }
    let stored = dealt.iter().map(Option::as_ref);
    let takes = || gate::clears(&one.scenario, &one.games, stored).changed;
    let made_of = baseline.as_ref().map(|baseline| baseline.scenario.clone());
    let made_by = baseline.as_ref().map(|baseline| baseline.program.clone());
    let facts = BaselineFacts {
        exists: baseline.is_some(),
        folder: file.parent().and_then(elsewhere),
        takes: baseline.is_some().then(takes),
        renamed,
        made_of: made_of.filter(|name| *name != one.scenario.name),
        made_by: made_by.filter(|version| version != env!("CARGO_PKG_VERSION")),
    };
    let refused = baseline.map_or_else(Vec::new, |baseline| {
        partings(path, (baselines, &file), &one.scenario, &baseline, needed, &questions)
    });
    Ok(CheckInputs {
        one,
        questions,
        baseline: file,
        dealt,
        changes,
        signatures,
        facts,
        refused,
    })
}

/// What to do where there is no baseline; `instead` is said of one that may be its own.
fn remedy(path: &Path, instead: Option<String>, out: &str) -> String {
    let (path, program) = (shell_quote::file(path), program());
    let write = format!("write one of the game as it is now with `{program} baseline {path}{out}`");
    match instead {
        Some(instead) => format!("{instead}.\nIf not, {write}"),
        None => format!("If there was one, restore it from version control; if not, {write}"),
    }
}

/// That the baseline `file` is not there, which is `needed`, or without which there is nothing to hold the scenario to.
fn without_baseline(one: &Prepared, path: &Path, file: &Path, needed: Option<&str>, remedy: &str) -> Failure {
    let (path, file) = (path.display(), file.display());
    if needed.is_some() {
        return Failure::Input(format!(
            "{path} has no baseline {file}. {remedy}, or name the folder of baselines with --baselines DIR."
        ));
    }
    let expect = &one.scenario.expect;
    let bands = if expect.is_empty() {
        "no [expect] and"
    } else if expect.iter().all(|each| each.band.is_change()) {
        "[expect] has only bands that count from now, and there is"
    } else {
        "no band of [expect] that counts here and"
    };
    Failure::Input(format!(
        "{path} has nothing to check: {bands} no baseline {file}. {remedy}."
    ))
}

/// What is wrong with a baseline, and what else has changed since it was made.
fn unusable(error: &BaselineError) -> String {
    let changes: Vec<&InputChange> = match error {
        BaselineError::Other { changes, .. } => changes.iter().collect(),
        _ => Vec::new(),
    };
    if changes.is_empty() {
        return error.to_string();
    }
    format!("{error} Changed besides: {}.", words::listed(&changes))
}

/// The configurations that came, or went, since the `baseline` in `file` was made, each with what is to be done: those of which
/// one is `needed`, and those that came and are held to no band either. Warns of the others that went.
fn partings(
    path: &Path,
    (baselines, file): (&Path, &Path),
    scenario: &Scenario,
    baseline: &Baseline,
    needed: Option<&str>,
    questions: &[Question],
) -> Vec<Refusal> {
    let (at, file) = (path.display(), file.display());
    let write = format!(
        "write a baseline of the game as it is now with `{} baseline {}{}`",
        program(),
        shell_quote::file(path),
        words::into(elsewhere(baselines).as_deref())
    );
    let mut refused = Vec::new();
    let mut refuse = |name: &str, gone: bool, said: String| {
        let mut refusal = Refusal::of_file(at.to_string(), Failure::Input(said));
        refusal.refused.configuration = Some(name.to_owned());
        refusal.refused.gone = gone;
        refused.push(refusal);
    };
    let held = baseline.held(scenario);
    for (number, configuration) in scenario.configurations.iter().enumerate() {
        let banded = questions.iter().any(|question| question.configuration == number);
        if held[number].is_none() && (needed.is_some() || !banded) {
            let name = &configuration.name;
            refuse(
                name,
                false,
                format!(
                    "{at}: {file} does not hold the configuration “{name}”, which came since. To hold it, {write}."
                ),
            );
        }
    }
    for name in baseline.gone(scenario) {
        let said = format!("{file} holds the configuration “{name}”, which {at} no longer has");
        let remedy = format!("restore it, or, if it is gone for good, {write}");
        if needed.is_some() {
            refuse(name, true, format!("{said}: {remedy}."));
        } else {
            remark(&format!("warning: {said}: {remedy}\n"));
        }
    }
    refused
}

/// The folder of the baselines, where it is not the usual one nor that of another checkout: such a one holds the game as it was.
fn elsewhere(baselines: &Path) -> Option<String> {
    let ours = baselines != Path::new(words::FOLDER) && !is_of_another_checkout(baselines);
    ours.then(|| baselines.display().to_string())
}

/// Does the folder lie in a checkout in which this is not played, as `git worktree add` makes them?
fn is_of_another_checkout(folder: &Path) -> bool {
    let (Ok(folder), Ok(here)) = (folder.canonicalize(), std::env::current_dir()) else {
        return false;
    };
    let checkout = folder.ancestors().find(|above| above.join(".git").exists());
    checkout.is_some_and(|checkout| !here.starts_with(checkout))
}

/// What to say where a baseline of a scenario that is gone may be that of `one`, which has none: the very same, or else the only
/// one of the same game. Its own would be `file`.
fn renamed(baselines: &Path, file: &Path, one: &Prepared) -> Option<String> {
    let path = one.scenario.path.clone();
    // How many changes lie between; none where they cannot be compared.
    let changes = |old: &PathBuf| {
        let baseline = Baseline::load(old, one.info, &one.scenario, &one.games)
            .ok()
            .flatten()?;
        let changes = baseline.changes(old, one.info, &one.scenario).ok()?;
        Some((old.clone(), changes.iter().flatten().map(Vec::len).sum::<usize>()))
    };
    let known: Vec<(PathBuf, usize)> = gate::orphans(baselines, &[path]).iter().filter_map(changes).collect();
    let same = known.iter().find(|(_, changes)| *changes == 0);
    let (old, changes) = same.or(match &known[..] {
        [only] => Some(only),
        _ => None,
    })?;
    let rename = format!("`git mv {} {}`", shell_quote::file(old), shell_quote::file(file));
    let old = old.display();
    Some(if *changes == 0 {
        format!("{old} holds the games of the same scenario: was it renamed? {rename}")
    } else {
        format!("{old} is of the same game and belongs to no scenario: was this one renamed? {rename}")
    })
}

/// Baselines that nothing is held to, since their scenarios are gone.
fn without_scenario(baselines: &Path, scenarios: &[PathBuf]) -> Vec<String> {
    let shown = |path: &PathBuf| table::for_display(path).display().to_string();
    gate::orphans(baselines, scenarios).iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told to be written goes where it is looked for by the next check, and never into the game as it was.
    #[test]
    fn baselines_of_another_checkout_are_not_those_to_write() {
        let dir = tempfile::tempdir().expect("a folder");
        let before = dir.path().join("before/reports/baselines");
        std::fs::create_dir_all(&before).expect("made");
        assert_eq!(elsewhere(&before), Some(before.display().to_string()));
        std::fs::write(dir.path().join("before/.git"), "gitdir: elsewhere\n").expect("written");
        assert_eq!(elsewhere(&before), None);
        assert_eq!(elsewhere(Path::new(words::FOLDER)), None);
    }
}
