//! What shards were asked for, as the command prepares it that played them.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::rounds::Rounds;
use super::sharded::Sharded;
use super::{Failure, ablate, check, ladder, prepare, run, tune};
use balance_analysis::scenario::Overrides;
use balance_analysis::shards::{Asked, Shard};

/// What a command was `asked` for with shards up to game `to`, the scenario being at `path` now; `known` is what its earlier
/// rounds came to. A check may have `needed` a baseline.
///
/// # Errors
/// As preparing the command.
pub fn of(
    asked: &Asked,
    (path, needed): (&Path, bool),
    seed: u64,
    to: u64,
    known: Option<&Shard>,
) -> Result<Box<dyn Sharded>, Failure> {
    let overrides = Overrides {
        seed: Some(seed),
        ..Overrides::default()
    };
    Ok(match asked {
        Asked::Run { set, no_league } => Box::new(run::Reported::new(prepare::prepare(
            path,
            &Overrides {
                games: Some(to),
                set: set.clone(),
                no_league: *no_league,
                ..overrides
            },
        )?)),
        Asked::Check { baselines, games } => {
            let overrides = Overrides {
                games: *games,
                ..Overrides::default()
            };
            Box::new(check::hold(path, Path::new(baselines), needed, &overrides)?)
        }
        Asked::Ladder { bots, configuration } => {
            let overrides = Overrides {
                idle_untold: true,
                ..overrides
            };
            Box::new(ladder::Climb::new(path, &overrides, bots, configuration.as_deref())?)
        }
        Asked::Tune { games } => Box::new(Rounds::new(
            tune::Sought::new(path, &overrides, *games, &AtomicBool::new(false))?,
            known,
        )?),
        Asked::Ablate {
            only,
            configuration,
            games,
            no_pairs,
        } => {
            let taken = ablate::Taken::new(path, &overrides, only, configuration.as_deref(), (*games, !no_pairs))?;
            Box::new(Rounds::new(taken, known)?)
        }
    })
}
