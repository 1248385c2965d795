//! Conducts the experiment of a command: on this machine, or a shard of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::drive::{Driven, drive};
use super::options::Delivery;
use super::sharded::ShardTask;
use super::{Failure, drive, rounds};
use balance_analysis::shards::ShardCommand;

/// Set once somebody asks to stop; a shard says for itself what becomes of it then.
pub fn stop(how: &Delivery) -> Arc<AtomicBool> {
    match how.sharded.shard {
        None => drive::stop(),
        Some(_) => Arc::default(),
    }
}

/// Plays all of an experiment, or the shard that is asked for; what was asked is told to whoever puts the shards together.
///
/// # Errors
/// As [`drive`] and [`ShardTask::play`].
pub fn conduct<C: Driven>(
    command: C,
    asked: ShardCommand,
    write: Option<&Path>,
    how: &Delivery,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if how.sharded.shard.is_none() {
        let place = command.place(&how.out, write)?;
        return drive(&command, &place, how, stop);
    }
    if write.is_some() {
        return Err(Failure::Input(
            "--write is for `merge`, which writes what was found".to_owned(),
        ));
    }
    let task = ShardTask {
        asked,
        games: 0..0,
        dir: how.out.join(command.shards()),
        fresh: how.fresh,
        threads: &how.threads,
        quiet: how.quiet,
        which: &how.sharded,
    };
    rounds::play(command, task)
}
