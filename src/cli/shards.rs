//! `balance shards DIR`, and what it has in common with `merge`: the run that the shards of a folder are of.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::play::Parts;
use super::prepare::{Prepared, prepare};
use super::resume::program;
use super::{Failure, share};
use crate::games;
use crate::kept::Key;
use crate::scenario::Overrides;
use crate::shards::{Entry, Manifest, Odd, Round, Sorted, entries, read, sort, usual};
use crate::sim::{Piece, Run};
use crate::table;
use balance_kit::harmless::harmless;

/// Says which shards of a run are there, damaged, of something else, or missing
///
/// DIR is the folder in which `run --shard` has put them. With exit code 3 when any is missing or damaged, 2 when
/// any is of something else.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of the shards, such as reports/riverbed-9p.shards
    dir: PathBuf,
    /// Print the numbers of the shards that must be played again and nothing else, as `sbatch --array` takes them: 1,3,7-9
    #[arg(long)]
    missing: bool,
    /// How many shards there should be, for a folder without any
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::sim::MOST_SHARES)))]
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

pub fn run(args: &Args) -> Result<(), Failure> {
    let of = share::count(args.shards)?;
    let found = Found::look(&args.dir, args.scenario.as_deref(), of)?;
    let sorted = &found.sorted;
    if args.missing {
        let missing = sorted.rounds.iter().find(|round| !round.missing.is_empty());
        super::print(&missing.map_or_else(String::new, |round| numbers(&round.missing) + "\n"))?;
    } else if args.json {
        super::print_json(&format!("{:#}\n", found.json(&args.dir)))?;
    } else {
        super::print(&found.text(&args.dir))?;
    }
    found.verdict().map_or(Ok(()), Err)
}

/// The shards of a folder, and the run that they are of.
pub struct Found {
    /// The run; none where no shard tells.
    pub run: Option<(Prepared, Vec<Option<usize>>)>,
    /// What is there.
    pub sorted: Sorted,
    /// Were the shards played by another build of this program?
    pub other_build: bool,
}

impl Found {
    /// Reads every file in `dir`.
    ///
    /// # Errors
    /// The folder or the scenario cannot be read, or there is not one shard and nobody says how many there should be.
    pub fn look(dir: &Path, scenario: Option<&Path>, of: Option<u32>) -> Result<Self, Failure> {
        let shown = dir.display();
        let all = match entries(dir) {
            Ok(all) => all,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && of.is_some() => Vec::new(),
            Err(error) => {
                return Err(Failure::Input(format!(
                    "{shown} cannot be read: {error}. Name the folder in which `{} run --shard` has put its shards.",
                    games::program()
                )));
            }
        };
        let Some(usual) = usual(&all).cloned() else {
            if of.is_none() && all.is_empty() {
                return Err(Failure::Input(format!(
                    "there is no shard in {shown}. How many there should be says --shards N."
                )));
            }
            return Ok(Found {
                run: None,
                sorted: sort(all, of, |_, _| None),
                other_build: false,
            });
        };
        let path = scenario.map_or_else(|| PathBuf::from(harmless(&usual.scenario)), Path::to_owned);
        let to = |entry: &Entry| {
            entry
                .manifest
                .as_ref()
                .ok()
                .filter(|one| one.is_of(&usual))
                .map(|one| one.to)
        };
        let overrides = Overrides {
            games: all.iter().filter_map(to).max(),
            seed: Some(usual.key.seed),
            set: usual.set.clone(),
            no_league: usual.no_league,
        };
        let one = prepare(&path, &overrides).inspect_err(|_| {
            super::remark(&format!(
                "The shards in {shown} were played from {}; where it is now says --scenario FILE.\n",
                path.display()
            ));
        })?;
        let references = table::references(&one.scenario);
        let key = Key::of(&one.scenario, &references, &program());
        let parts = Parts::of(&one, &references);
        let expected = Key {
            program: usual.key.program.clone(),
            ..key.clone()
        };
        let flaw = |entry: &Entry, manifest: &Manifest| {
            let odd = |flaw: &str, damaged: bool| Odd {
                file: entry.file.clone(),
                flaw: flaw.to_owned(),
                damaged,
            };
            if let Some(of) = differs(manifest, &expected, &usual) {
                return Some(odd(&of, false));
            }
            let run = parts.run_to(&one.scenario, manifest.to);
            checked(entry, manifest, &run).err().map(|flaw| odd(&flaw, true))
        };
        let sorted = sort(all, of, flaw);
        Ok(Found {
            other_build: key.program != expected.program,
            sorted,
            run: Some((one, references)),
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
        let missing = sorted.rounds.iter().any(|round| !round.missing.is_empty());
        let damaged = sorted.odd.iter().any(|odd| odd.damaged);
        (missing || damaged || sorted.gap.is_some() || sorted.rounds.is_empty())
            .then(|| Failure::Missing(String::new()))
    }

    /// Nothing is wrong.
    ///
    /// # Errors
    /// Names the first file that is odd, or what is missing.
    pub fn whole(&self, dir: &Path) -> Result<(), Failure> {
        let Some(wrong) = self.verdict() else { return Ok(()) };
        if !matches!(wrong, Failure::Missing(_)) {
            return Err(wrong);
        }
        let sorted = &self.sorted;
        let damaged = sorted.odd.iter().map(|odd| format!("{} {}. ", odd.file, odd.flaw));
        let missing = sorted.rounds.iter().find(|round| !round.missing.is_empty());
        let missing = missing.map_or_else(
            || {
                sorted.gap.map_or_else(String::new, |(from, to)| {
                    format!(
                        "Games {from} to {} were never played: --from {from} --games {to}.",
                        to - 1
                    )
                })
            },
            |round| {
                let list = numbers(&round.missing);
                format!(
                    "To be played: {list} of {of}, each with `{} run --shard I/{of}`.",
                    games::program(),
                    of = round.of
                )
            },
        );
        let damaged: String = damaged.collect();
        Err(Failure::Missing(format!("{}: {damaged}{missing}", dir.display())))
    }

    fn text(&self, dir: &Path) -> String {
        let mut out = match &self.run {
            Some((one, _)) => format!("{}: shards of {}\n", dir.display(), one.scenario.path.display()),
            None => format!("{}: no whole shard\n", dir.display()),
        };
        for Round {
            from,
            to,
            of,
            whole,
            missing,
        } in &self.sorted.rounds
        {
            if *to > 0 {
                out.push_str(&format!("games {from} to {} in {of} shards\n", to - 1));
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
            out.push_str(&format!("games {from} to {} in no shard\n", to - 1));
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
            "scenario": self.run.as_ref().map(|(one, _)| one.scenario.path.display().to_string()),
            "rounds": rounds.collect::<Vec<_>>(),
            "odd": odd.collect::<Vec<_>>(),
        })
    }
}

/// The pieces of a shard of `run`.
///
/// # Errors
/// What is damaged.
pub fn checked(entry: &Entry, manifest: &Manifest, run: &Run<'_>) -> Result<Vec<Piece>, String> {
    let (again, lines) = read(&entry.path)?;
    if again != *manifest {
        return Err("is damaged: it was written over while it was read".to_owned());
    }
    let pieces: Result<Vec<Piece>, _> = lines.iter().map(|line| serde_json::from_slice(line)).collect();
    let pieces = pieces.map_err(|_| "is damaged: it does not hold what a shard does".to_owned())?;
    if !manifest
        .pieces
        .iter()
        .copied()
        .eq(pieces.iter().map(|piece| piece.until))
    {
        return Err("is damaged: its pieces are not those that it states".to_owned());
    }
    match run.misfit_share(&pieces, manifest.share, manifest.from) {
        Some(flaw) => Err(format!("is damaged: {flaw}")),
        None => Ok(pieces),
    }
}

/// What a shard is of that the others are not.
fn differs(manifest: &Manifest, key: &Key, usual: &Manifest) -> Option<String> {
    let own = &manifest.key;
    let flaw = if own.seed != key.seed {
        format!(
            "is of another run: its seed is {}, that of the others {}",
            own.seed, key.seed
        )
    } else if own.games != key.games {
        "is of another run: its rules, seats, bots or configurations are not those of the scenario".to_owned()
    } else if own.asked != key.asked {
        "is of another run: its [expect] asks something else".to_owned()
    } else if own.stop != key.stop {
        "is of another run: it was to end by other rules ([stop], [expect] or margin)".to_owned()
    } else if manifest.version != usual.version || own.program != key.program {
        "was played by another build of this program than the others".to_owned()
    } else {
        return None;
    };
    Some(flaw)
}

/// Numbers as `sbatch --array` takes them: `1,3,7-9`.
pub fn numbers(all: &[u32]) -> String {
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
