//! `balance shards COMMAND`: what shards are there, all of them put together, and a command as an array of jobs.

mod list;
mod merge;
mod slurm;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::baseline::StoredBaseline;
use super::bots::{exploit, ladder};
use super::drive::{Driven, Rounds};
use super::run::Reported;
use super::shard::Sharded;
use super::{Failure, check, compare, explain, prepare, skill, tune, why};
use balance_config::scenario::Overrides;
use balance_simulation::shards::{Shard, ShardCommand};

/// Lists, merges and submits shards of a run, check or search
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: ShardsCommand,
}

#[derive(clap::Subcommand, Debug)]
enum ShardsCommand {
    List(list::Args),
    Merge(merge::Args),
    Slurm(slurm::Args),
}

pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        ShardsCommand::List(args) => list::run(args),
        ShardsCommand::Merge(args) => merge::run(args),
        ShardsCommand::Slurm(args) => slurm::run(args),
    }
}

/// What a command was `asked` for with shards up to game `to`, the scenario being at `path` now; `known` is what its earlier
/// rounds came to. A check may have `needed` a baseline, by this option.
fn prepared(
    asked: &ShardCommand,
    (path, needed): (&Path, Option<&str>),
    seed: u64,
    to: u64,
    known: Option<&Shard>,
) -> Result<Box<dyn Sharded>, Failure> {
    let overrides = Overrides {
        seed: Some(seed),
        ..Overrides::default()
    };
    // Of a command for which all bots of the scenario meet.
    let all_meet = Overrides {
        idle_untold: true,
        ..overrides.clone()
    };
    match asked {
        ShardCommand::Run { set, no_league } => {
            let overrides = Overrides {
                games: Some(to),
                set: set.clone(),
                no_league: *no_league,
                ..overrides
            };
            Ok(Box::new(Reported::new(prepare::prepare(path, &overrides)?)))
        }
        ShardCommand::Compare { other, no_league } => {
            let games = Some(to);
            let overrides = Overrides { games, ..overrides };
            let both = compare::compared([path, Path::new(other)], overrides, *no_league)?;
            Ok(Box::new(both))
        }
        ShardCommand::Check { baselines, games } => {
            let overrides = Overrides {
                games: *games,
                ..Overrides::default()
            };
            Ok(Box::new(check::hold(path, Path::new(baselines), needed, &overrides)?))
        }
        ShardCommand::Baseline(asked) => {
            let one = prepare::prepare(path, &Overrides::default())?;
            in_rounds(StoredBaseline::new(one, *asked)?, known)
        }
        ShardCommand::Ladder(asked) => in_rounds(ladder::BotLadder::new(path, &all_meet, asked)?, known),
        ShardCommand::Skill(asked) => in_rounds(skill::SkillStudy::new(path, &all_meet, asked)?, known),
        ShardCommand::Exploit(asked) => in_rounds(exploit::BotExploits::new(path, &all_meet, asked)?, known),
        ShardCommand::Tune { games } => {
            let search = tune::RuleTuning::new(path, &overrides, *games, &AtomicBool::new(false))?;
            in_rounds(search, known)
        }
        ShardCommand::Explain(asked) => in_rounds(explain::ExplainedTable::new(path, &overrides, asked)?, known),
        ShardCommand::Why(asked) => in_rounds(why::PairedRules::new(path, &overrides, asked)?, known),
    }
}

/// A command that goes round by round; `known` is what its earlier rounds came to.
fn in_rounds<C: Driven + 'static>(command: C, known: Option<&Shard>) -> Result<Box<dyn Sharded>, Failure> {
    Ok(Box::new(Rounds::new(command, known)?))
}
