//! What may be played in shards, whatever the command: a run, a check, a round of a search. How a shard is asked for, played and read
//! is the same for all of them; what differs is a [`Sharded`].

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Failure;
use super::options::{Answers, PlayOptions, Quiet, RunOutput, Threads};
use super::play::stop_saying;
use super::prepare::{why, writable};
use balance_config::games::{Broken, program};
use balance_config::scenario::Scenario;
use balance_config::shell_quote::{self, quoted};
use balance_report::check::FOLDER;
use balance_report::format::{join_and, option};
use balance_simulation::checkpoint::{Flaw, ResumeKey};
use balance_simulation::shards::{self, KNOWN, Manifest, Shard, ShardPiece, WholeShard};
use balance_simulation::sim::{MOST_SHARES, Piece, Run, Share};

/// What a command plays and makes of it, so that its games can be played in shares.
pub trait Sharded: Sync {
    /// The scenario.
    fn scenario(&self) -> &Scenario;
    /// What decides which games are played, and what is asked of them.
    fn key(&self) -> ResumeKey;
    /// Plays the games of a shard, unless `stop` is set meanwhile.
    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: Quiet) -> Result<Pieces, Failure>;
    /// What shows that this is no such shard, if anything does.
    fn misfit(&self, shard: &Shard) -> Option<&'static str>;
    /// Plays the unit of a shard again that holds its `nth` game, from 0 and round: the number of its first game, and whether
    /// it comes to the counts that stand there. None where the shard has no games.
    fn play_again(&self, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Failure>;
    /// The games of the round that comes next, of a command whose rounds follow from each other; no games where all have been
    /// played.
    fn waits_for(&self) -> Option<Range<u64>> {
        None
    }
    /// Puts all shards together and does with them what the command does with what it has played.
    fn merge(&self, all: &[WholeShard], how: &MergeArgs) -> Result<(), Failure>;
}

/// The pieces of a shard, as they are written.
pub type Pieces = Vec<(ShardPiece, Vec<u8>)>;

/// Where and how a shard is played.
pub struct ShardTask<'a> {
    /// The command and what it was asked.
    pub asked: Value,
    /// The game numbers of this round.
    pub games: Range<u64>,
    /// The folder of the shards.
    pub dir: PathBuf,
    /// Which shard, and how it is played.
    pub how: &'a PlayOptions,
}

impl ShardTask<'_> {
    /// Plays one shard of `what`, unless it is there.
    pub fn play(&self, what: &dyn Sharded) -> Result<(), Failure> {
        let scenario = what.scenario();
        let PlayOptions {
            threads,
            fresh,
            sharded,
            quiet,
        } = self.how;
        let share = share(sharded.shard.as_deref().unwrap_or("auto"), sharded.shards)?;
        if scenario.path == Path::new("-") {
            return Err(Failure::Input(
                "a shard names the file of its scenario, which standard input is not".to_owned(),
            ));
        }
        let mut manifest = Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            key: what.key(),
            asked: self.asked.clone(),
            scenario: scenario.path.display().to_string(),
            share,
            from: self.games.start,
            to: self.games.end,
            pieces: Vec::new(),
        };
        let path = self.dir.join(manifest.file());
        if !fresh && path.exists() {
            match shards::read(&path).map(|shard| shard.manifest) {
                Ok(found) if found.is_of(&manifest) && found.to == manifest.to => {
                    super::remark(&format!("{} is there.\n", path.display()));
                    return Ok(());
                }
                Ok(found) => {
                    let (path, to) = (path.display(), found.to);
                    return Err(Failure::Input(format!(
                        "{path} is of another {}: other rules, bots, seed, build or games (up to game {}). Remove it, or write elsewhere with --out DIR.",
                        found.command(),
                        to.saturating_sub(1)
                    )));
                }
                Err(flaw) => super::remark(&format!("{} {flaw}; it is played again.\n", path.display())),
            }
        }
        writable(&self.dir)?;
        threads.start()?;
        let stop = stop_saying("a shard is kept as a whole or not at all");
        let pieces = what.play(&manifest, &stop, *quiet)?;
        let (parts, lines) = pieces.into_iter().unzip();
        manifest.pieces = parts;
        shards::write(&self.dir, &manifest.file(), &manifest, lines)
            .map_err(|error| Failure::unwritten(&path, why(&error)))?;
        super::remark(&format!("{} is written.\n", path.display()));
        Ok(())
    }
}

/// Where the shards of a scenario of this name are kept, played by `command` with the reports in `out`.
pub fn folder(out: &Path, scenario: &str, command: &str) -> PathBuf {
    match last_word(command) {
        "run" => out.join(format!("{scenario}.shards")),
        word => out.join(format!("{scenario}-{word}.shards")),
    }
}

/// The last word of a command, by which its folders are called.
pub fn last_word(command: &str) -> &str {
    command.rsplit(' ').next().unwrap_or(command)
}

/// What the earlier rounds of a search whose shards are in `dir` came to, if there were any.
pub fn known(dir: &Path) -> Result<Option<Shard>, Flaw> {
    let path = dir.join(KNOWN);
    path.exists().then(|| shards::read(&path)).transpose()
}

/// A piece as it is written.
pub fn line(part: ShardPiece, piece: &impl Serialize) -> Result<(ShardPiece, Vec<u8>), Failure> {
    let text = serde_json::to_vec(piece).map_err(|error| Failure::Unwritten(error.to_string()))?;
    Ok((part, text))
}

/// The pieces of a share of run number `run`, as they are written.
pub fn lines(run: usize, pieces: &[Piece]) -> Result<Pieces, Failure> {
    let until = |piece: &Piece| ShardPiece {
        run,
        until: piece.until,
    };
    pieces.iter().map(|piece| line(until(piece), piece)).collect()
}

/// A piece that was written.
pub fn parsed<T: DeserializeOwned>(line: &[u8]) -> Result<T, &'static str> {
    serde_json::from_slice(line).map_err(|_| "it does not hold what a shard does")
}

/// The pieces of `run`, number `number` of what a command plays, in a shard.
pub fn pieces(run: &Run<'_>, number: usize, shard: &Shard) -> Result<Vec<Piece>, &'static str> {
    let Manifest { share, from, .. } = shard.manifest;
    let mine = shard.manifest.pieces.iter().zip(&shard.pieces);
    let mut all = Vec::new();
    for (part, line) in mine.filter(|(part, _)| part.run == number) {
        let piece: Piece = parsed(line)?;
        if piece.until != part.until {
            return Err("its pieces are not those that it states");
        }
        all.push(piece);
    }
    run.misfit_share(&all, share, from).map_or(Ok(all), Err)
}

/// What [`Sharded::play_again`] finds of `run`, number `number`.
pub fn play_again(run: &Run<'_>, number: usize, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Broken> {
    let Manifest { share, from, .. } = shard.manifest;
    match pieces(run, number, shard) {
        Ok(pieces) => run.play_again(&pieces, share, from, nth),
        Err(_) => Ok(None),
    }
}

/// A shard that was found whole, read once more.
pub fn again(whole: &WholeShard) -> Result<Shard, Failure> {
    let told = |flaw: &str| Failure::Missing(format!("{} {flaw}", whole.path.display()));
    let shard = shards::read(&whole.path).map_err(|flaw| told(&flaw.to_string()))?;
    if shard.hash == whole.hash {
        Ok(shard)
    } else {
        Err(told("was written over while it was read"))
    }
}

/// Hands over the pieces that all shards have of the games of run number `run` up to the look at game `until`.
pub fn hand_over(all: &[WholeShard], run: usize, until: u64, take: &mut dyn FnMut(Piece)) -> Result<(), Failure> {
    let wanted = ShardPiece { run, until };
    for whole in all.iter().filter(|whole| whole.manifest.pieces.contains(&wanted)) {
        let shard = again(whole)?;
        let lines = shard.manifest.pieces.iter().zip(&shard.pieces);
        for (_, line) in lines.filter(|(part, _)| **part == wanted) {
            let piece = parsed(line);
            take(piece.map_err(|flaw| Failure::Missing(format!("{} is damaged: {flaw}", whole.path.display())))?);
        }
    }
    Ok(())
}

/// The options, beside the games of a run and the seed, with which a command was asked: they are called as their fields are.
fn options(asked: &Value) -> Vec<String> {
    let texts = |list: &[Value]| -> Vec<String> { list.iter().filter_map(Value::as_str).map(str::to_owned).collect() };
    let of_field = |(field, value): (&String, &Value)| -> Vec<String> {
        let flag = format!("--{}", field.replace('_', "-"));
        match value {
            _ if field == "command" || field == "least" => Vec::new(),
            Value::Array(all) if field == "set" => texts(all)
                .iter()
                .map(|each| format!("{flag} {}", quoted(each)))
                .collect(),
            Value::Array(all) if !all.is_empty() => vec![format!("{flag} {}", quoted(&texts(all).join(",")))],
            Value::Bool(true) => vec![flag],
            Value::Number(number) => vec![format!("{flag} {}", number.as_u64().map_or(number.to_string(), option))],
            Value::String(text) if field == "other" => vec![quoted(text)],
            Value::String(text) if field != "baselines" || text != FOLDER => vec![format!("{flag} {}", quoted(text))],
            _ => Vec::new(),
        }
    };
    asked.as_object().into_iter().flatten().flat_map(of_field).collect()
}

/// The command that plays shard `which` of `games`, as those like `usual` in the folder `dir` were played; the scenario is in
/// `file` now.
pub fn command(usual: &Manifest, file: &Path, dir: &Path, games: Range<u64>, which: &str) -> String {
    let command = usual.command();
    let mut words = vec![format!("{} {command} {}", program(), shell_quote::file(file))];
    words.extend(options(&usual.asked));
    // The others say for themselves how many games a round has.
    if matches!(command, "run" | "compare") {
        words.extend((games.start > 0).then(|| format!("--from {}", option(games.start))));
        words.push(format!("--games {}", option(games.end)));
    }
    // These have no other seed than their scenario.
    if !matches!(command, "check" | "baseline") {
        words.push(format!("--seed {}", usual.key.seed));
    }
    let out = dir.parent().filter(|out| *out != Path::new("reports"));
    words.extend(out.map(|out| {
        let here = out.as_os_str().is_empty();
        format!("--out {}", shell_quote::file(if here { Path::new(".") } else { out }))
    }));
    words.push(format!("--shard {which}"));
    words.join(" ")
}

/// What a shard is of that the others are not.
pub fn differs(manifest: &Manifest, key: &ResumeKey, usual: &Manifest) -> Option<String> {
    let own = &manifest.key;
    let [mine, theirs] = [manifest, usual].map(Manifest::command);
    // With other options the same may be played: `--set` of a value that the scenario has.
    let asks_else = (&own.games, &own.asked, &own.stop) != (&key.games, &key.asked, &key.stop);
    let flaw = if mine != theirs {
        let program = program();
        format!("is of another command: {program} {mine}, the others of {program} {theirs}")
    } else if own.seed != key.seed {
        format!(
            "is of another run: its seed is {}, that of the others {}",
            own.seed, key.seed
        )
    } else if asks_else && manifest.asked != usual.asked {
        let [mine, theirs] = [manifest, usual].map(|each| options(&each.asked));
        let words = |all: Vec<String>| {
            if all.is_empty() {
                "no option".to_owned()
            } else {
                join_and(&all)
            }
        };
        format!(
            "is of another run: it was played with {}, the others with {}",
            words(mine),
            words(theirs)
        )
    } else if own.games != key.games {
        "is of another run: its rules, seats, bots or configurations are not those of the scenario".to_owned()
    } else if own.asked != key.asked {
        "is of another run: its [expect] or its baseline asks something else".to_owned()
    } else if own.stop != key.stop {
        "is of another run: it was to end by other rules ([stop], [expect] or margin)".to_owned()
    } else if manifest.version != usual.version || own.build != key.build {
        "was played by another build of this program than the others".to_owned()
    } else {
        return None;
    };
    Some(flaw)
}

/// The index and the count of tasks, as schedulers and CI systems name them, and the number they count from. The count only
/// confirms what was asked for: an array of the tasks that are missing has fewer.
const SCHEDULERS: [(&str, &str, u32); 8] = [
    // Slurm's own count is that of the tasks submitted, which may be the missing ones alone.
    ("SLURM_ARRAY_TASK_ID", "", 0),
    ("JOB_COMPLETION_INDEX", "", 0),
    ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0),
    ("BATCH_TASK_INDEX", "BATCH_TASK_COUNT", 0),
    ("CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT", 0),
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1),
    ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
];

/// The share that `asked` says, `shards` being what `--shards` says.
pub fn share(asked: &str, shards: Option<u32>) -> Result<Share, Failure> {
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    parse(asked, shards, environment).map_err(|said| Failure::Input(format!("--shard {asked}: {said}")))
}

/// The number of shards that `--shards` or the environment says.
pub fn count(shards: Option<u32>) -> Result<Option<u32>, Failure> {
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    count_of(shards, environment).map_err(Failure::Input)
}

fn count_of(shards: Option<u32>, environment: impl Fn(&str) -> Option<String>) -> Result<Option<u32>, String> {
    let Some(text) = environment("BALANCE_SHARDS").filter(|_| shards.is_none()) else {
        return Ok(shards);
    };
    let count = text.parse().ok().filter(|count| *count > 0);
    count
        .map(Some)
        .ok_or_else(|| format!("BALANCE_SHARDS is {text:?}, but must be a number from 1 on"))
}

fn parse(asked: &str, shards: Option<u32>, environment: impl Fn(&str) -> Option<String>) -> Result<Share, String> {
    let shards = count_of(shards, &environment)?;
    let agrees = |share: Share, who: &str| match shards {
        Some(count) if count != share.of => Err(format!("{who} says {share}, but there are {count} shards")),
        _ => Ok(share),
    };
    if asked != "auto" {
        return agrees(asked.parse()?, "it");
    }
    if let Some(text) = environment("BALANCE_SHARD") {
        let share = text
            .parse()
            .map_err(|said| format!("BALANCE_SHARD is {text:?}: {said}"))?;
        return agrees(share, "BALANCE_SHARD");
    }
    let mut found: Option<(u32, &str)> = None;
    for (index, count, first) in SCHEDULERS {
        let Some(text) = environment(index) else { continue };
        let number: u32 = text
            .parse()
            .map_err(|_| format!("{index} is {text:?}, but must be a number"))?;
        let number = number
            .checked_sub(first)
            .ok_or_else(|| format!("{index} is 0, but counts from {first}"))?;
        if let Some((other, name)) = found.filter(|(other, _)| *other != number) {
            return Err(format!(
                "{name} says shard {other}, {index} says {number}; name it with --shard I/N"
            ));
        }
        let said = environment(count).filter(|_| !count.is_empty());
        if let (Some(said), Some(shards)) = (said, shards)
            && said.parse() != Ok(shards)
        {
            return Err(format!("{count} says {said} tasks, but there are {shards} shards"));
        }
        found = found.or(Some((number, index)));
    }
    let Some((index, name)) = found else {
        return Err("no scheduler has numbered this task; name it with --shard I/N or BALANCE_SHARD=I/N".to_owned());
    };
    let shards = shards.ok_or("how many there are says --shards N or BALANCE_SHARDS=N")?;
    if index >= shards {
        let text = environment(name).unwrap_or_default();
        let last = shards.saturating_sub(1);
        return Err(format!(
            "{name} is {text}, which would be shard {index}; there are {shards}, from 0/{shards} to {last}/{shards}"
        ));
    }
    Share::new(index, shards)
}

/// Puts shards together: the report, verdict or answer of the command
///
/// The same tables, charts, report and exit code as if one machine had played it all, byte for byte. Shards that are of
/// something else, overlap, are missing or damaged are refused, and named; exit code 3 means that it is enough to play them
/// again. Searches are played in rounds: exit code 7 means that another one is to be played.
#[derive(clap::Args, Debug)]
pub struct MergeArgs {
    /// The folder of the shards, such as reports/riverbed-9p.shards
    pub dir: PathBuf,
    /// Folder for the report, which gets a folder of its own in it [default: the one that DIR is in]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub answers: Answers,
    /// Play K units of games again, chosen at random, and refuse a shard that has counted them otherwise: a broken machine,
    /// or another build
    #[arg(long, allow_negative_numbers = true, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub verify: Option<u32>,
    /// Write what `tune` found to this file, as a scenario that extends its own
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// How many shards there should be, for a folder without any
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARES)))]
    pub shards: Option<u32>,
    /// The scenario's file, where it is not where it was when the shards were played
    #[arg(long, value_name = "FILE")]
    pub scenario: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub quiet: Quiet,
    #[command(flatten)]
    pub output: RunOutput,
}

impl MergeArgs {
    /// Where the report goes.
    pub fn out(&self) -> Result<PathBuf, Failure> {
        self.out.clone().map_or_else(|| above(&self.dir), Ok)
    }
}

/// The folder that `dir` is in, as short as a user would name it.
fn above(dir: &Path) -> Result<PathBuf, Failure> {
    match dir.parent().filter(|_| dir.file_name().is_some()) {
        Some(above) if above.as_os_str().is_empty() => Ok(PathBuf::from(".")),
        Some(above) => Ok(above.to_owned()),
        None => {
            let whole = dir.canonicalize();
            let whole = whole.map_err(|error| Failure::Input(format!("{} cannot be read: {error}", dir.display())))?;
            Ok(whole.parent().unwrap_or(&whole).to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn auto(shards: Option<u32>, set: &[(&str, &str)]) -> Result<Share, String> {
        let environment = |name: &str| set.iter().find(|each| each.0 == name).map(|each| each.1.to_owned());
        parse("auto", shards, environment)
    }

    #[test]
    fn every_scheduler_is_understood() {
        let share = Share { index: 3, of: 8 };
        for set in [
            &[("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "2")][..],
            &[("JOB_COMPLETION_INDEX", "3")],
            &[("AWS_BATCH_JOB_ARRAY_INDEX", "3"), ("AWS_BATCH_JOB_ARRAY_SIZE", "8")],
            &[("BATCH_TASK_INDEX", "3"), ("BATCH_TASK_COUNT", "8")],
            &[("CLOUD_RUN_TASK_INDEX", "3")],
            &[("CI_NODE_INDEX", "4"), ("CI_NODE_TOTAL", "8")],
            &[("CIRCLE_NODE_INDEX", "3")],
            &[("BUILDKITE_PARALLEL_JOB", "3")],
            &[("SLURM_ARRAY_TASK_ID", "3"), ("JOB_COMPLETION_INDEX", "3")],
            &[("BALANCE_SHARD", "3/8"), ("SLURM_ARRAY_TASK_ID", "5")],
        ] {
            assert_eq!(auto(Some(8), set), Ok(share), "{set:?}");
            let count = [set, &[("BALANCE_SHARDS", "8")]].concat();
            assert_eq!(auto(None, &count), Ok(share), "{set:?}");
        }
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let said = |shards, set: &[(&str, &str)]| auto(shards, set).expect_err("refused");
        assert!(said(Some(8), &[]).contains("no scheduler"));
        assert!(said(None, &[("SLURM_ARRAY_TASK_ID", "3")]).contains("--shards N"));
        let two = [("SLURM_ARRAY_TASK_ID", "3"), ("JOB_COMPLETION_INDEX", "4")];
        assert!(said(Some(8), &two).contains("says shard 3"));
        let other = [("AWS_BATCH_JOB_ARRAY_INDEX", "3"), ("AWS_BATCH_JOB_ARRAY_SIZE", "2")];
        assert!(said(Some(8), &other).contains("says 2 tasks"));
        assert!(said(Some(8), &[("SLURM_ARRAY_TASK_ID", "8")]).contains("from 0/8 to 7/8"));
        assert!(said(Some(8), &[("CI_NODE_INDEX", "0")]).contains("counts from 1"));
        let beyond = said(Some(2), &[("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "2")]);
        assert_eq!(
            beyond,
            "CI_NODE_INDEX is 3, which would be shard 2; there are 2, from 0/2 to 1/2"
        );
        assert!(said(Some(8), &[("BALANCE_SHARD", "3/9")]).contains("8 shards"));
        assert!(said(None, &[("BALANCE_SHARD", "8/8")]).contains("from 0/8 to 7/8"));
        assert!(parse("8/8", None, |_| None).is_err() && parse("a", None, |_| None).is_err());
        assert!(parse("1/8", Some(9), |_| None).is_err());
    }

    #[test]
    fn a_request_is_told_by_its_options() {
        let run = json!({ "command": "run", "set": ["a=1", "b=x y"], "no_league": true });
        assert_eq!(options(&run).join(" "), "--no-league --set a=1 --set 'b=x y'");
        let check = json!({ "command": "check", "baselines": FOLDER, "games": 9_000 });
        assert_eq!(options(&check), ["--games 9_000"]);
        let exploit =
            json!({ "command": "bots exploit", "with": ["a", "b"], "configuration": null, "deals": 10, "gain": 0.1 });
        assert_eq!(options(&exploit).join(" "), "--deals 10 --gain 0.1 --with a,b");
    }
}
