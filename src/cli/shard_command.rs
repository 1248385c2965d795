//! What shards were asked for, as the command prepares it that played them.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::drive::Driven;
use super::rounds::Rounds;
use super::sharded::Sharded;
use super::{Failure, ablate, check, ladder, league, prepare, run, skill, tune, weights};
use balance_analysis::league::LeaguePlan;
use balance_analysis::scenario::Overrides;
use balance_analysis::shards::{Shard, ShardCommand};

/// What a command was `asked` for with shards up to game `to`, the scenario being at `path` now; `known` is what its earlier
/// rounds came to. A check may have `needed` a baseline, by this option.
///
/// # Errors
/// As preparing the command.
pub fn prepared(
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
            Ok(Box::new(run::Reported::new(prepare::prepare(path, &overrides)?)))
        }
        ShardCommand::Check { baselines, games } => {
            let overrides = Overrides {
                games: *games,
                ..Overrides::default()
            };
            Ok(Box::new(check::hold(path, Path::new(baselines), needed, &overrides)?))
        }
        ShardCommand::Ladder(asked) => in_rounds(ladder::BotLadder::new(path, &all_meet, asked)?, known),
        ShardCommand::Skill(asked) => in_rounds(skill::Studied::new(path, &all_meet, asked)?, known),
        ShardCommand::League {
            bots,
            configuration,
            rounds,
            games,
            deals,
            gain,
        } => {
            let plan = LeaguePlan {
                rounds: *rounds,
                games: *games,
                deals: *deals,
                gain: gain.parse().unwrap_or_default(),
            };
            let league = league::Exploited::new(path, &all_meet, bots, configuration.as_deref(), plan)?;
            in_rounds(league, known)
        }
        ShardCommand::Tune { games } => {
            let search = tune::Sought::new(path, &overrides, *games, &AtomicBool::new(false))?;
            in_rounds(search, known)
        }
        ShardCommand::Weights { bot, against, games } => {
            let asked = weights::TuneRequest {
                bot,
                against,
                games: *games,
            };
            let tuned = weights::TunedBot::new(prepare::prepare(path, &all_meet)?, &asked)?;
            in_rounds(tuned, known)
        }
        ShardCommand::Ablate {
            only,
            configuration,
            games,
            no_pairs,
        } => {
            let taken = ablate::Taken::new(path, &overrides, only, configuration.as_deref(), (*games, !no_pairs))?;
            in_rounds(taken, known)
        }
    }
}

/// A command that goes round by round; `known` is what its earlier rounds came to.
fn in_rounds<C: Driven + 'static>(command: C, known: Option<&Shard>) -> Result<Box<dyn Sharded>, Failure> {
    Ok(Box::new(Rounds::new(command, known)?))
}
