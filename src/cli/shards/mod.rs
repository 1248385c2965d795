//! `balance shards COMMAND`: what shards are there, all of them put together, and a command as an array of jobs.

mod slurm;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde_json::json;

use super::baseline::stored_games;
use super::bots::{exploit, ladder};
use super::drive::{Driven, Rounds, another_round};
use super::options::Seed;
use super::play::ScenarioRun;
use super::shard::{self, MergeArgs, Sharded, again, known};
use super::{Failure, check, compare, explain, prepare, print, print_json, remark, skill, tune, why};
use balance_config::games;
use balance_config::scenario::Overrides;
use balance_kit::sanitize::harmless;
use balance_simulation::checkpoint::ResumeKey;
use balance_simulation::shards::{KNOWN, Manifest, Odd, Round, Shard, Sorted, WholeShard, entries, read, sort, usual};
use balance_simulation::sim::MOST_SHARES;

/// Lists, merges and submits shards of a run, check or search
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: ShardsCommand,
}

#[derive(clap::Subcommand, Debug)]
enum ShardsCommand {
    List(ListArgs),
    Merge(MergeArgs),
    Slurm(slurm::Args),
}

pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        ShardsCommand::List(args) => list(args),
        ShardsCommand::Merge(args) => merge(args),
        ShardsCommand::Slurm(args) => slurm::run(args),
    }
}

/// What a shard was asked for with games up to `to`, the scenario being at `path` now; `known` is what its earlier rounds came to. A
/// check may have `needed` a baseline, by this option.
fn prepared(
    shard: &Manifest,
    (path, needed): (&Path, Option<&str>),
    to: u64,
    known: Option<&Shard>,
) -> Result<Box<dyn Sharded>, Failure> {
    let seed = Seed {
        seed: Some(shard.key.seed),
    };
    let (overrides, all_meet) = (seed.overrides(), seed.overrides_for_all_bots());
    match shard.command() {
        "run" => {
            let overrides = Overrides {
                games: Some(to),
                set: request(shard, "set")?,
                no_league: request(shard, "no_league")?,
                ..overrides
            };
            Ok(Box::new(ScenarioRun::new(prepare::prepare(path, &overrides)?)))
        }
        "compare" => {
            let games = Some(to);
            let (other, no_league): (PathBuf, bool) = (request(shard, "other")?, request(shard, "no_league")?);
            let overrides = Overrides { games, ..overrides };
            Ok(Box::new(compare::compared([path, &other], overrides, no_league)?))
        }
        "check" => {
            let (baselines, games): (PathBuf, _) = (request(shard, "baselines")?, request(shard, "games")?);
            let overrides = Overrides {
                games,
                ..Overrides::default()
            };
            Ok(Box::new(check::hold(path, &baselines, needed, &overrides)?))
        }
        "baseline" => {
            let one = prepare::prepare(path, &Overrides::default())?;
            in_rounds(stored_games(one, request(shard, "")?)?, known)
        }
        "bots ladder" => in_rounds(ladder::BotLadder::new(path, &all_meet, &request(shard, "")?)?, known),
        "skill" => in_rounds(skill::study(path, &all_meet, &request(shard, "")?)?, known),
        "bots exploit" => in_rounds(exploit::search(path, &all_meet, &request(shard, "")?)?, known),
        "tune" => {
            let games = request(shard, "games")?;
            let search = tune::RuleTuning::new(path, &overrides, games, &AtomicBool::new(false))?;
            in_rounds(search, known)
        }
        "explain" => in_rounds(
            explain::ExplainedTable::new(path, &overrides, &request(shard, "")?)?,
            known,
        ),
        "why" => in_rounds(why::PairedRules::new(path, &overrides, &request(shard, "")?)?, known),
        other => Err(Failure::Input(format!("{} {other} has no shards", games::program()))),
    }
}

/// What the command of a shard was asked under this key; all of it without one.
fn request<T: DeserializeOwned>(shard: &Manifest, key: &str) -> Result<T, Failure> {
    let found = if key.is_empty() {
        &shard.asked
    } else {
        &shard.asked[key]
    };
    T::deserialize(found).map_err(|error| Failure::Input(format!("the shards ask for nothing that is known: {error}")))
}

/// A command that goes round by round; `known` is what its earlier rounds came to.
fn in_rounds<C: Driven + 'static>(command: C, known: Option<&Shard>) -> Result<Box<dyn Sharded>, Failure> {
    Ok(Box::new(Rounds::new(command, known)?))
}

/// Says which shards are there, damaged, of something else, or missing
///
/// DIR is the folder in which the command with --shard has put them. With exit code 3 when any is missing or damaged, 2 when
/// any is of something else, 7 when a new round of a search is to be played and none of its shards is there.
#[derive(clap::Args, Debug)]
pub struct ListArgs {
    /// The folder of the shards, such as reports/riverbed-9p.shards
    dir: PathBuf,
    /// Print the numbers of the shards that must be played again and nothing else, as `sbatch --array` takes them: 1,3,7-9
    #[arg(long)]
    missing: bool,
    /// How many shards there should be, for a folder without any
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARES)))]
    shards: Option<u32>,
    /// The scenario's file, where it is not where it was when the shards were played
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "missing")]
    json: bool,
}

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 1;

fn list(args: &ListArgs) -> Result<(), Failure> {
    let of = shard::count(args.shards)?;
    let found = ShardFolder::look(&args.dir, args.scenario.as_deref(), of, None)?;
    let sorted = &found.sorted;
    if args.missing {
        let missing = sorted.rounds.iter().find(|round| !round.missing.is_empty());
        print(&missing.map_or_else(String::new, |round| numbers(&round.missing) + "\n"))?;
    } else if args.json {
        print_json(&format!("{:#}\n", found.json(&args.dir)))?;
    } else {
        print(&found.text(&args.dir))?;
    }
    found.verdict().map_or(Ok(()), Err)
}

/// The shards of a folder, and what they are of.
struct ShardFolder {
    /// One of them and what they are of; none where no shard tells.
    what: Option<(Manifest, Box<dyn Sharded>)>,
    /// What is there.
    sorted: Sorted,
    /// Were the shards played by another build of this program?
    other_build: bool,
}

impl ShardFolder {
    /// Reads every file in `dir`. A check may have `needed` a baseline, by this option.
    fn look(dir: &Path, scenario: Option<&Path>, of: Option<u32>, needed: Option<&str>) -> Result<Self, Failure> {
        let shown = dir.display();
        let known = known(dir).unwrap_or_else(|flaw| {
            remark(&format!(
                "{} {flaw}; it is made again from its shards.\n",
                dir.join(KNOWN).display()
            ));
            None
        });
        let from = known.as_ref().map_or(0, |known| known.manifest.to);
        let mut all = match entries(dir, from) {
            Ok(all) => all,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && of.is_some() => Vec::new(),
            Err(error) => {
                return Err(Failure::Input(format!(
                    "{shown} cannot be read: {error}. Name the folder in which a command with --shard has put its shards."
                )));
            }
        };
        let found = known.as_ref().map(|known| &known.manifest).or_else(|| usual(&all));
        let Some(usual) = found.cloned() else {
            if of.is_none() && all.is_empty() {
                return Err(Failure::Input(format!(
                    "there is no shard in {shown}; how many there should be, says --shards N"
                )));
            }
            return Ok(ShardFolder {
                what: None,
                sorted: sort(all, (0..0, of), |_| None),
                other_build: false,
            });
        };
        let path = scenario.map_or_else(|| PathBuf::from(harmless(&usual.scenario)), Path::to_owned);
        let alike = all.iter().flatten().map(|whole| &whole.manifest);
        let to = alike.filter(|one| one.is_of(&usual)).map(|one| one.to).max();
        let to = to.unwrap_or(usual.to);
        let what = prepared(&usual, (&path, needed), to, known.as_ref());
        let what = what.inspect_err(|_| {
            if !path.exists() {
                remark(&format!(
                    "The shards in {shown} were played from {}; where it is now says --scenario FILE.\n",
                    path.display()
                ));
            }
        })?;
        let key = what.key();
        let expected = ResumeKey {
            build: usual.key.build.clone(),
            ..key.clone()
        };
        let flaw = |whole: &WholeShard| oddity(whole, &*what, &expected, &usual);
        let awaited = match what.waits_for() {
            None => (0..0, of),
            Some(games) => {
                // Those of later rounds wait for this one.
                let later = |whole: &WholeShard| whole.manifest.from > from && whole.manifest.is_of(&usual);
                all.retain(|entry| !entry.as_ref().is_ok_and(later));
                // In as many shards as the round before.
                let of = of.or(known.as_ref().map(|known| known.manifest.share.of));
                let of = of.filter(|_| !games.is_empty());
                (games, of)
            }
        };
        let sorted = sort(all, awaited, flaw);
        Ok(ShardFolder {
            other_build: key.build != expected.build,
            sorted,
            what: Some((usual, what)),
        })
    }

    /// Why the shards cannot be put together; none if they can, nothing said where all that is wrong is that some are
    /// missing.
    fn verdict(&self) -> Option<Failure> {
        let sorted = &self.sorted;
        if let Some(odd) = sorted.odd.iter().find(|odd| !odd.damaged) {
            let more = match sorted.odd.iter().filter(|odd| !odd.damaged).count() {
                1 => String::new(),
                count => format!(" ({} more)", count - 1),
            };
            let text = format!("{} {}{more}. Move it elsewhere.", odd.file, odd.flaw);
            return Some(Failure::Input(text));
        }
        if let Some(games) = self.what.as_ref().and_then(|(_, what)| what.waits_for())
            && sorted.odd.is_empty()
            && sorted.whole.is_empty()
        {
            let of = sorted.rounds.first().map(|round| round.of);
            let said = another_round(games.start, games.end - games.start, of);
            return (!games.is_empty()).then_some(Failure::Round(said));
        }
        let missing = sorted.rounds.iter().any(|round| !round.missing.is_empty());
        let damaged = sorted.odd.iter().any(|odd| odd.damaged);
        (missing || damaged || sorted.gap.is_some() || sorted.rounds.is_empty())
            .then(|| Failure::Missing(String::new()))
    }

    /// Nothing is wrong.
    fn whole(&self, dir: &Path) -> Result<(), Failure> {
        let Some(wrong) = self.verdict() else { return Ok(()) };
        if !matches!(wrong, Failure::Missing(_)) {
            return Err(wrong);
        }
        let sorted = &self.sorted;
        let command = |games: Range<u64>, which: &str| {
            let of = self.what.as_ref();
            of.map_or_else(
                || format!("{} run SCENARIO --shard {which}", games::program()),
                |(usual, what)| shard::command(usual, &what.scenario().path, dir, games, which),
            )
        };
        let damaged = sorted.odd.iter().map(|odd| format!("{} {}. ", odd.file, odd.flaw));
        let missing = sorted.rounds.iter().find(|round| !round.missing.is_empty());
        let missing = missing.map_or_else(
            || {
                sorted.gap.map_or_else(String::new, |(from, to)| {
                    let of = sorted.rounds.first().map_or(1, |round| round.of);
                    let (last, played) = (to - 1, command(from..to, &format!("I/{of}")));
                    format!("Games {from} to {last} were never played: `{played}` plays shard number I of them.")
                })
            },
            |round| {
                let (of, last) = (round.of, round.of - 1);
                let command = |which: &str| command(round.from..round.to, &format!("{which}/{of}"));
                match &round.missing[..] {
                    [only] => format!(
                        "Shard {only} of 0 to {last} is missing: `{}`.",
                        command(&only.to_string())
                    ),
                    several => format!(
                        "Shards {} of 0 to {last} are missing: `{}` plays number I.",
                        numbers(several),
                        command("I")
                    ),
                }
            },
        );
        let damaged: String = damaged.collect();
        let said = format!("{}: {damaged}{missing}", dir.display());
        Err(Failure::Missing(said.trim_end().to_owned()))
    }

    fn text(&self, dir: &Path) -> String {
        let mut out = match &self.what {
            Some((usual, what)) => {
                let (dir, path) = (dir.display(), what.scenario().path.display());
                format!("{dir}: shards of {} {} {path}\n", games::program(), usual.command())
            }
            None => format!("{}: no whole shard\n", dir.display()),
        };
        let in_rounds = self.what.as_ref().is_some_and(|(_, what)| what.waits_for().is_some());
        let unit = if in_rounds { "games" } else { "deals" };
        for Round {
            from,
            to,
            of,
            whole,
            missing,
        } in &self.sorted.rounds
        {
            if *to > 0 {
                out.push_str(&format!("{unit} {from} to {} in {of} shards\n", to - 1));
            }
            out.push_str(&format!("  whole    {:>6}  {}\n", whole.len(), short(&numbers(whole))));
            if !missing.is_empty() {
                out.push_str(&format!(
                    "  missing  {:>6}  {}\n",
                    missing.len(),
                    short(&numbers(missing))
                ));
            }
        }
        if let Some((from, to)) = self.sorted.gap {
            out.push_str(&format!("{unit} {from} to {} in no shard\n", to - 1));
        }
        for odd in &self.sorted.odd {
            out.push_str(&format!("  {} {}\n", odd.file, odd.flaw));
        }
        out
    }

    fn json(&self, dir: &Path) -> serde_json::Value {
        let rounds = self.sorted.rounds.iter().map(|round| {
            json!({
                "from": round.from, "to": round.to, "shards": round.of, "whole": round.whole, "missing": round.missing,
            })
        });
        let odd = self
            .sorted
            .odd
            .iter()
            .map(|odd| json!({ "file": odd.file, "flaw": odd.flaw, "damaged": odd.damaged }));
        json!({
            "format": FORMAT,
            "dir": dir.display().to_string(),
            "command": self.what.as_ref().map(|(usual, _)| usual.command()),
            "scenario": self.what.as_ref().map(|(_, what)| what.scenario().path.display().to_string()),
            "rounds": rounds.collect::<Vec<_>>(),
            "odd": odd.collect::<Vec<_>>(),
        })
    }
}

/// What shows that a whole file is not one of the shards, if anything does.
fn oddity(whole: &WholeShard, what: &dyn Sharded, expected: &ResumeKey, usual: &Manifest) -> Option<Odd> {
    let odd = |flaw: String, damaged: bool| {
        Some(Odd {
            file: whole.file.clone(),
            flaw,
            damaged,
        })
    };
    if let Some(of) = shard::differs(&whole.manifest, expected, usual) {
        return odd(of, false);
    }
    match read(&whole.path) {
        Ok(shard) if shard.hash == whole.hash => {
            let flaw = what.misfit(&shard)?;
            odd(format!("is damaged: {flaw}"), true)
        }
        Ok(_) => odd("is damaged: it was written over while it was read".to_owned(), true),
        Err(flaw) => odd(flaw.to_string(), true),
    }
}

/// Numbers as `sbatch --array` takes them: `1,3,7-9`.
fn numbers(all: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for number in all {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => parts.push((*number, *number)),
        }
    }
    let text = |(first, last): &(u32, u32)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    };
    parts.iter().map(text).collect::<Vec<_>>().join(",")
}

/// At most what fits into a line.
fn short(list: &str) -> String {
    const MOST: usize = 58;
    match list.char_indices().nth(MOST) {
        None => list.to_owned(),
        Some((end, _)) => {
            let cut = list[..end].rfind(',').unwrap_or(end);
            format!("{},…", &list[..cut])
        }
    }
}

impl MergeArgs {
    fn look(&self) -> Result<ShardFolder, Failure> {
        let of = shard::count(self.shards)?;
        let needed = self.answers.needed();
        ShardFolder::look(&self.dir, self.scenario.as_deref(), of, needed)
    }

    /// Nothing is asked for that the command does not give.
    fn suits(&self, command: &str) -> Result<(), Failure> {
        let flaw = match command {
            "check" if self.out.is_some() || self.write.is_some() => {
                "--out and --write are not for the shards of a check; a check writes no report"
            }
            "check" => return Ok(()),
            _ if !self.answers.is_empty() => {
                "--junit, --summary, --undecided, --unchanged and --require-baseline are for the shards of a check"
            }
            "tune" => return Ok(()),
            _ if self.write.is_some() => "--write is for the shards of `tune`",
            _ => return Ok(()),
        };
        Err(Failure::Input(flaw.to_owned()))
    }
}

fn merge(args: &MergeArgs) -> Result<(), Failure> {
    args.threads.start()?;
    loop {
        match round(args) {
            // What is there of the next round may have been played before.
            Err(Failure::Round(said)) if !begun(args)? => return Err(Failure::Round(said)),
            Err(Failure::Round(_)) => {}
            ended => return ended,
        }
    }
}

/// Is there a shard of the round that comes next?
fn begun(args: &MergeArgs) -> Result<bool, Failure> {
    Ok(!args.look()?.sorted.whole.is_empty())
}

/// Puts together what is there, of a search a round.
fn round(args: &MergeArgs) -> Result<(), Failure> {
    let looked = args.look();
    let known = looked.as_ref().ok().and_then(|found| found.what.as_ref());
    let of_check = known.map_or(!args.answers.is_empty(), |(usual, _)| usual.command() == "check");
    let ready = looked.and_then(|found| ready(args, &found).map(|()| found));
    let found = ready.map_err(|failure| {
        let dir = args.dir.display().to_string();
        if of_check {
            check::refuse(&args.answers, args.output.printed(), &[dir], failure)
        } else {
            failure
        }
    })?;
    let all = &found.sorted.whole;
    found.what.map_or(Ok(()), |(_, what)| what.merge(all, args))
}

/// All is there, and as it should be.
fn ready(args: &MergeArgs, found: &ShardFolder) -> Result<(), Failure> {
    found.whole(&args.dir)?;
    let Some((usual, what)) = &found.what else {
        return Err(Failure::Missing(format!("{}: there is no shard", args.dir.display())));
    };
    args.suits(usual.command())?;
    if found.other_build && args.verify.is_none() {
        return Err(Failure::Input(format!(
            "the shards in {} were played by another build. Try --verify 20: does this one play the same games?",
            args.dir.display()
        )));
    }
    args.verify
        .map_or(Ok(()), |count| verify(&**what, &found.sorted.whole, count))
}

/// Plays `count` units again: one in every shard, drawn by chance, before any shard has a second.
fn verify(what: &dyn Sharded, all: &[WholeShard], count: u32) -> Result<(), Failure> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut dice = now.as_nanos() as u64 ^ u64::from(std::process::id());
    let mut draw = || {
        // Nobody can know beforehand what is looked at.
        dice = xxhash_rust::xxh3::xxh3_64(&dice.to_le_bytes());
        dice
    };
    let mut filled: Vec<&WholeShard> = all.iter().filter(|whole| !whole.manifest.pieces.is_empty()).collect();
    filled.sort_by_cached_key(|_| draw());
    let mut played: BTreeSet<(&str, u64)> = BTreeSet::new();
    for whole in filled.iter().cycle().take(count as usize) {
        match what.play_again(&again(whole)?, draw())? {
            Some((game, false)) => {
                return Err(Failure::Input(format!(
                    "{} is wrong: from game {game} on it has other counts than here. Play this shard again on another machine.",
                    whole.path.display()
                )));
            }
            Some((game, true)) => drop(played.insert((&whole.file, game))),
            None => {}
        }
    }
    let looked: BTreeSet<&str> = played.iter().map(|unit| unit.0).collect();
    remark(&format!(
        "Units of games played again: {}, in {} of {} shards. All come to the same.\n",
        played.len(),
        looked.len(),
        all.len()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_arrays_take_them() {
        assert_eq!(numbers(&[1, 3, 7, 8, 9]), "1,3,7-9");
        assert_eq!(numbers(&[0, 1]), "0-1");
        assert_eq!(numbers(&[]), "");
        let many: Vec<u32> = (0..200).map(|each| each * 2).collect();
        assert!(short(&numbers(&many)).len() < 64);
    }
}
