//! Experiments in shards. What is played next follows from what came before, so their shards go round by round: each plays its units
//! of the games that come next and no further, and `merge` puts these to what is known.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::Failure;
use super::checkpoint::build_id;
use super::drive::{Driven, Found, Played};
use super::options::Quiet;
use super::play::fault;
use super::prepare::Prepared;
use super::progress::{Meter, Total, bar};
use super::shard_request::differs;
use super::sharded::{self, Merging, Pieces, ShardTask, Sharded};
use balance_analysis::checkpoint::{self, ResumeKey};
use balance_analysis::experiment::{Experiment, Halt, Open, Runner, Session};
use balance_analysis::games;
use balance_analysis::scenario::Scenario;
use balance_analysis::shards::{self, KNOWN, Manifest, Shard, ShardPiece, WholeShard};
use balance_analysis::sim::Share;
use balance_analysis::tune::bases;
use balance_engine::SCHEME;

/// What decides which games are played of the base configurations of which so much is asked.
pub fn key(one: &Prepared, asked: &str) -> ResumeKey {
    let mut games = format!("{SCHEME} {} ", one.scenario.game);
    for (_, base) in bases(&one.scenario) {
        games.push_str(&format!("\n{}\n{:?}", base.name, base.setup));
    }
    ResumeKey {
        asked: checkpoint::hash(asked.as_bytes()),
        ..ResumeKey::of_games(one.scenario.seed, &games, build_id())
    }
}

/// Plays a shard of the round that comes next, as `task` says but for which games these are.
///
/// # Errors
/// As [`ShardTask::play`].
pub fn play<C: Driven>(command: C, mut task: ShardTask<'_>) -> Result<(), Failure> {
    let known = sharded::known(&task.dir).map_err(|flaw| {
        let path = task.dir.join(KNOWN);
        Failure::Missing(format!(
            "{} {flaw}; `merge` makes it again from the shards",
            path.display()
        ))
    })?;
    let rounds = Rounds::new(command, known.as_ref())?;
    if let Some(Shard { manifest, .. }) = &known
        && manifest.key.build != rounds.key().build
    {
        let path = task.dir.join(KNOWN);
        return Err(Failure::Input(format!(
            "{} is by another build of this program, which may play differently. Go on with that one, or write elsewhere with \
             --out DIR.",
            path.display()
        )));
    }
    task.games = rounds.round();
    if task.games.is_empty() {
        let dir = task.dir.display();
        super::remark(&format!(
            "All rounds are played; `{} merge {dir}` says what was found.\n",
            games::program()
        ));
        return Ok(());
    }
    task.play(&rounds)
}

/// What was played of a unit, by its number.
type Unit<C> = (usize, <<C as Driven>::Experiment as Experiment>::Sum);

/// An experiment, as far as earlier rounds have come.
pub struct Rounds<C: Driven> {
    command: C,
    known: Played<C>,
    /// Games in it.
    from: u64,
    /// What comes next; none where all is known.
    open: Option<Open<C::Experiment>>,
}

/// What comes of going on.
enum NextRound<C: Driven> {
    /// What was found.
    Found(Found<C>),
    /// The games that come next.
    Open(Open<C::Experiment>),
}

impl<C: Driven> Rounds<C> {
    /// Goes on from what is `known` of this experiment.
    ///
    /// # Errors
    /// That is of another one, or a game broke its own rules.
    pub fn new(command: C, known: Option<&Shard>) -> Result<Self, Failure> {
        let key = command.key();
        let mut ledger = Played::<C>::default();
        if let Some(Shard { manifest, pieces, .. }) = known {
            // Another build may go on where it plays the same games, which `merge --verify` finds out.
            let expected = ResumeKey {
                build: manifest.key.build.clone(),
                ..key
            };
            if let Some(flaw) = differs(manifest, &expected, manifest) {
                return Err(Failure::Input(format!("{KNOWN} {flaw}. Move the shards elsewhere.")));
            }
            let first = pieces.first().map(|line| sharded::parsed(line));
            ledger = first
                .unwrap_or(Err("it is empty"))
                .map_err(|flaw| Failure::Missing(format!("{KNOWN} is damaged: {flaw}; remove it")))?;
        }
        let mut rounds = Rounds {
            command,
            known: ledger,
            from: known.map_or(0, |known| known.manifest.to),
            open: None,
        };
        rounds.open = match rounds.go_on(rounds.known.clone(), Vec::new(), Runner::unwatched())? {
            Some(NextRound::Open(open)) => Some(open),
            _ => None,
        };
        Ok(rounds)
    }

    /// The games of the round that is to be played; none where all is known.
    pub fn round(&self) -> Range<u64> {
        let experiment = self.command.experiment();
        let games = |open: &Open<_>| open.games(experiment, 0..open.units());
        self.from..self.from + self.open.as_ref().map_or(0, games)
    }

    /// Goes through the steps that are known, and plays these units of the next; none once it is to stop.
    fn go_on(&self, known: Played<C>, units: Vec<usize>, runner: Runner<'_>) -> Result<Option<NextRound<C>>, Failure> {
        let experiment = self.command.experiment();
        let mut session = Session::of_units(experiment, runner, known, units);
        match experiment.run(&mut session) {
            Ok(found) => Ok(Some(NextRound::Found(found))),
            Err(Halt::Broken(broken)) => Err(fault(&broken, self.command.one())),
            Err(Halt::Interrupted) => Ok(None),
            Err(Halt::Elsewhere) => Ok(session.into_open().map(NextRound::Open)),
        }
    }

    /// Plays these units of the round; none once it is to stop.
    fn units(&self, units: Vec<usize>, runner: Runner<'_>) -> Result<Option<Vec<Unit<C>>>, Failure> {
        Ok(match self.go_on(self.known.clone(), units, runner)? {
            Some(NextRound::Open(open)) => Some(open.into_played()),
            _ => None,
        })
    }

    /// The units of a share.
    fn units_of(&self, share: Share) -> Vec<usize> {
        let units = self.open.as_ref().map_or(0, Open::units);
        (share.index as usize..units).step_by(share.of as usize).collect()
    }

    /// What a shard holds of its units.
    fn played(&self, shard: &Shard) -> Result<Vec<Unit<C>>, &'static str> {
        let (Some(open), [line]) = (&self.open, &shard.pieces[..]) else {
            return Err("its pieces are not those of such a shard");
        };
        let played: Vec<Unit<C>> = sharded::parsed(line)?;
        let units = played.iter().map(|(unit, _)| *unit);
        if shard.manifest.to != self.round().end || !units.eq(self.units_of(shard.manifest.share)) {
            return Err("its units are not those of such a shard");
        }
        let experiment = self.command.experiment();
        if played.iter().all(|(unit, sum)| open.fits(experiment, *unit, sum)) {
            Ok(played)
        } else {
            Err("its counts are not those of such a shard")
        }
    }

    /// Writes what is known now, all games before `to`.
    fn keep(known: &Played<C>, to: u64, like: &Manifest, dir: &Path) -> Result<(), Failure> {
        let part = ShardPiece { run: 0, until: to };
        let (part, line) = sharded::line(part, known)?;
        let manifest = Manifest {
            from: 0,
            to,
            share: Share { index: 0, ..like.share },
            pieces: vec![part],
            ..like.clone()
        };
        let written = shards::write(dir, KNOWN, &manifest, vec![line]);
        written.map(drop).map_err(|error| {
            let path = dir.join(KNOWN);
            Failure::Unwritten(format!("{} cannot be written: {error}", path.display()))
        })
    }

    /// What is known once all shards of the round are put together.
    fn joined(&self, all: &[WholeShard]) -> Result<Played<C>, Failure> {
        let mut known = self.known.clone();
        let (Some(open), Some(_)) = (&self.open, all.first()) else {
            return Ok(known);
        };
        let mut units: Vec<Unit<C>> = Vec::new();
        for whole in all {
            let told = |flaw: &str| Failure::Missing(format!("{} is damaged: {flaw}", whole.path.display()));
            units.extend(self.played(&sharded::again(whole)?).map_err(told)?);
        }
        units.sort_by_key(|(unit, _)| *unit);
        open.close(&mut known, units.into_iter().map(|(_, sum)| sum));
        Ok(known)
    }
}

impl<C: Driven> Sharded for Rounds<C>
where
    C::Experiment: Sync,
{
    fn scenario(&self) -> &Scenario {
        &self.command.one().scenario
    }

    fn key(&self) -> ResumeKey {
        self.command.key()
    }

    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: Quiet) -> Result<Option<Pieces>, Failure> {
        let units = self.units_of(shard.share);
        let experiment = self.command.experiment();
        let mine = self
            .open
            .as_ref()
            .map_or(0, |open| open.games(experiment, units.iter().copied()));
        let name = format!("{} {}", self.command.name(), shard.share);
        let meter = Meter::new(bar(&name, Total::About(self.from + mine), quiet));
        let played = meter.over(
            |subject| self.command.called(subject),
            || self.units(units, meter.runner(stop)),
        )?;
        let part = ShardPiece {
            run: 0,
            until: shard.to,
        };
        let line = played.map(|played| sharded::line(part, &played)).transpose()?;
        Ok(line.map(|line| vec![line]))
    }

    fn misfit(&self, shard: &Shard) -> Option<&'static str> {
        self.played(shard).err()
    }

    fn play_again(&self, shard: &Shard, nth: u64) -> Result<Option<(u64, bool)>, Failure> {
        let (Some(open), Ok(played)) = (&self.open, self.played(shard)) else {
            return Ok(None);
        };
        let Some(at) = nth.checked_rem(played.len() as u64) else {
            return Ok(None);
        };
        let (unit, sum) = &played[at as usize];
        let again = self.units(vec![*unit], Runner::unwatched())?;
        let same = again.is_some_and(|again| again.iter().any(|(_, again)| again == sum));
        Ok(Some((open.first_deal(*unit), same)))
    }

    fn waits_for(&self) -> Option<Range<u64>> {
        Some(self.round())
    }

    fn merge(&self, all: &[WholeShard], how: &Merging<'_>) -> Result<(), Failure> {
        let known = self.joined(all)?;
        let next = self.go_on(known.clone(), Vec::new(), Runner::unwatched())?;
        if let Some(first) = all.first() {
            Self::keep(&known, self.round().end, &first.manifest, how.dir)?;
        }
        match next {
            Some(NextRound::Found(found)) => {
                let place = self.command.place(&how.out()?, how.write)?;
                self.command.write(found, &place)?.print(how.printed)
            }
            Some(NextRound::Open(open)) => {
                let of = all.first().map(|first| first.manifest.share.of);
                let games = open.games(self.command.experiment(), 0..open.units());
                Err(Failure::Round(another(self.round().end, games, of)))
            }
            None => Err(Failure::Interrupted),
        }
    }
}

/// That so many games are known, and so many come next.
pub fn another(known: u64, games: u64, of: Option<u32>) -> String {
    let of = of.map_or_else(|| "N".to_owned(), |of| of.to_string());
    format!(
        "{known} games are known, and another round of {games} follows from them: play its shards with `--shard I/{of}`, as \
         those before, and merge again.\n"
    )
}
