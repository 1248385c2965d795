//! The command that plays a shard, to paste where one is missing, and what a shard is of that the others are not.

use std::ops::Range;
use std::path::Path;

use balance_analysis::checkpoint::ResumeKey;
use balance_analysis::games::program;
use balance_analysis::shards::{Manifest, ShardCommand};
use balance_analysis::shell_quote::{self, quoted};
use balance_report::check::FOLDER;
use balance_report::format::{join_and, option};

/// The options, beside games and seed, with which a command was asked.
fn options(asked: &ShardCommand) -> Vec<String> {
    let named = |flag: &str, value: &Option<String>| value.as_ref().map(|value| format!("{flag} {}", quoted(value)));
    let listed = |flag: &str, all: &[String]| (!all.is_empty()).then(|| format!("{flag} {}", quoted(&all.join(","))));
    let flag = |flag: &str, given: bool| given.then(|| flag.to_owned());
    match asked {
        ShardCommand::Run { set, no_league } => {
            let set = set.iter().map(|each| format!("--set {}", quoted(each)));
            set.chain(flag("--no-league", *no_league)).collect()
        }
        ShardCommand::Check { baselines, games } => {
            let folder = (baselines != FOLDER).then(|| format!("--baselines {}", shell_quote::file(baselines)));
            folder.into_iter().chain(games.map(in_all)).collect()
        }
        ShardCommand::Ladder(asked) | ShardCommand::Skill(asked) => {
            let bots = listed("--bots", &asked.bots).into_iter();
            let options = bots.chain(named("--configuration", &asked.configuration));
            options.chain([format!("--deals {}", option(asked.deals))]).collect()
        }
        ShardCommand::League {
            bots,
            configuration,
            rounds,
            games,
            deals,
            gain,
        } => {
            let bots = listed("--bots", bots).into_iter();
            let options = bots.chain(named("--configuration", configuration));
            let numbers = [
                format!("--rounds {rounds}"),
                in_all(*games),
                format!("--deals {}", option(*deals)),
                format!("--gain {gain}"),
            ];
            options.chain(numbers).collect()
        }
        ShardCommand::Tune { games } => games.map(in_all).into_iter().collect(),
        ShardCommand::Weights { bot, against, games } => {
            let bot = std::iter::once(format!("--bot {}", quoted(bot)));
            bot.chain(listed("--against", against))
                .chain(games.map(in_all))
                .collect()
        }
        ShardCommand::Ablate {
            only,
            configuration,
            games,
            no_pairs,
        } => {
            let only = listed("--only", only).into_iter();
            let options = only.chain(named("--configuration", configuration));
            options
                .chain([in_all(*games)])
                .chain(flag("--no-pairs", *no_pairs))
                .collect()
        }
    }
}

fn in_all(games: u64) -> String {
    format!("--games {}", option(games))
}

/// The command that plays shard `which` of `games`, as those like `usual` in the folder `dir` were played; the scenario is in
/// `file` now.
pub fn command(usual: &Manifest, file: &Path, dir: &Path, games: Range<u64>, which: &str) -> String {
    let asked = &usual.asked;
    let mut words = vec![format!("{} {} {}", program(), asked.command(), shell_quote::file(file))];
    words.extend(options(asked));
    // The others say for themselves how many games a round has.
    if matches!(asked, ShardCommand::Run { .. }) {
        words.extend((games.start > 0).then(|| format!("--from {}", option(games.start))));
        words.push(in_all(games.end));
    }
    // A check has no other seed than its scenario.
    if !matches!(asked, ShardCommand::Check { .. }) {
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

/// With which options one of the same command was played that the others were not played with, or the other way round.
fn apart(one: &ShardCommand, others: &ShardCommand) -> Option<String> {
    let [mine, theirs] = [options(one), options(others)];
    let less = |all: &[String], less: &[String]| {
        let left: Vec<String> = all.iter().filter(|each| !less.contains(each)).cloned().collect();
        (!left.is_empty()).then(|| join_and(&left))
    };
    Some(match (less(&mine, &theirs), less(&theirs, &mine)) {
        (Some(mine), Some(theirs)) => format!("it was played with {mine}, the others with {theirs}"),
        (Some(mine), None) => format!("it was played with {mine}, the others without"),
        (None, Some(theirs)) => format!("it was played without {theirs}, the others with it"),
        (None, None) => return None,
    })
}

/// What a shard is of that the others are not.
pub fn differs(manifest: &Manifest, key: &ResumeKey, usual: &Manifest) -> Option<String> {
    let own = &manifest.key;
    let [mine, theirs] = [manifest, usual].map(|each| each.asked.command());
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
    } else if let Some(apart) = apart(&manifest.asked, &usual.asked).filter(|_| asks_else) {
        format!("is of another run: {apart}")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sets_a_shard_apart_is_named() {
        let run = |set: &[&str], no_league: bool| ShardCommand::Run {
            set: set.iter().map(|each| (*each).to_owned()).collect(),
            no_league,
        };
        let said = apart(&run(&[], false), &run(&[], true)).expect("a difference");
        assert_eq!(said, "it was played without --no-league, the others with it");
        let said = apart(&run(&["a=1"], true), &run(&["a=2"], true)).expect("a difference");
        assert_eq!(said, "it was played with --set a=1, the others with --set a=2");
        assert_eq!(apart(&run(&["a=1"], true), &run(&["a=1"], true)), None);
        let check = |games: Option<u64>| ShardCommand::Check {
            baselines: FOLDER.to_owned(),
            games,
        };
        let said = apart(&check(Some(9)), &check(None)).expect("a difference");
        assert_eq!(said, "it was played with --games 9, the others without");
    }
}
