//! Searches in shards. What `tune` and `ablate` play next follows from what came before, so their shards go round by round:
//! each plays its units of the games that come next and no further, and `merge` puts these to what is known.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::Failure;
use super::anew::differs;
use super::build_id::build_id;
use super::play::fault;
use super::prepare::Prepared;
use super::progress::{Meter, about};
use super::search::Search;
use super::sharded::{self, Merging, Pieces, Sharded, Task};
use balance_analysis::checkpoint::{self, Key};
use balance_analysis::experiment::{Halt, Runner};
use balance_analysis::games;
use balance_analysis::scenario::Scenario;
use balance_analysis::shards::{self, KNOWN, Manifest, Part, Shard, Whole};
use balance_analysis::sim::Share;
use balance_analysis::tune::{Hands, Open, Playing, Sum, bases};
use balance_engine::SCHEME;

/// What decides which games are played of the base configurations of which so much is asked.
pub fn key(one: &Prepared, asked: &str) -> Key {
    let mut games = format!("{SCHEME} {} ", one.scenario.game);
    for (_, base) in bases(&one.scenario) {
        games.push_str(&format!("\n{}\n{:?}", base.name, base.setup));
    }
    Key {
        asked: checkpoint::hash(asked.as_bytes()),
        ..Key::of_games(one.scenario.seed, &games, build_id())
    }
}

/// Plays a shard of the round that comes next, as `task` says but for which games these are.
///
/// # Errors
/// As [`Task::play`].
pub fn play<S: Search>(search: S, mut task: Task<'_>) -> Result<(), Failure> {
    let known = sharded::known(&task.dir).map_err(|flaw| {
        let path = task.dir.join(KNOWN);
        Failure::Missing(format!(
            "{} {flaw}; `merge` makes it again from the shards",
            path.display()
        ))
    })?;
    let rounds = Rounds::new(search, known.as_ref())?;
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

/// A search, as far as earlier rounds have come.
pub struct Rounds<S: Search> {
    search: S,
    record: S::Record,
    /// Games in it.
    from: u64,
    /// What comes next; none where all is known.
    open: Option<Open>,
}

/// What comes of going on: what was found, or the games that come next.
enum Next<F> {
    Found(F),
    Open(Box<Open>),
}

impl<S: Search> Rounds<S> {
    /// Goes on from what is `known` of this search.
    ///
    /// # Errors
    /// That is of another one, or a game broke its own rules.
    pub fn new(search: S, known: Option<&Shard>) -> Result<Self, Failure> {
        let key = search.key();
        let mut record = S::Record::default();
        if let Some(Shard { manifest, pieces, .. }) = known {
            // Another build may go on where it plays the same games, which `merge --verify` finds out.
            let expected = Key {
                build: manifest.key.build.clone(),
                ..key
            };
            if let Some(flaw) = differs(manifest, &expected, manifest) {
                return Err(Failure::Input(format!("{KNOWN} {flaw}. Move the shards elsewhere.")));
            }
            let first = pieces.first().map(|line| sharded::parsed(line));
            record = first
                .unwrap_or(Err("it is empty"))
                .map_err(|flaw| Failure::Missing(format!("{KNOWN} is damaged: {flaw}; remove it")))?;
        }
        let mut rounds = Rounds {
            search,
            record,
            from: known.map_or(0, |known| known.manifest.to),
            open: None,
        };
        let next = rounds.go(&mut rounds.record.clone(), Hands::of(Vec::new()), Runner::unwatched())?;
        rounds.open = match next {
            Some(Next::Open(open)) => Some(*open),
            _ => None,
        };
        Ok(rounds)
    }

    /// The games of the round that is to be played; none where all is known.
    pub fn round(&self) -> Range<u64> {
        self.from..self.from + self.open.as_ref().map_or(0, |open| open.games)
    }

    /// Goes through the steps; none once it is to stop.
    fn go(
        &self,
        record: &mut S::Record,
        mut hands: Hands,
        runner: Runner<'_>,
    ) -> Result<Option<Next<S::Found>>, Failure> {
        let playing = Playing {
            record,
            hands: &mut hands,
            runner,
            keep: &|_| (),
        };
        match self.search.find(playing) {
            Ok(found) => Ok(Some(Next::Found(found))),
            Err(Halt::Broken(broken)) => Err(fault(&broken, self.search.one())),
            Err(Halt::Interrupted) => Ok(None),
            Err(Halt::Elsewhere) => Ok(hands.open().map(|open| Next::Open(Box::new(open)))),
        }
    }

    /// Plays these units of the round; none once `stop` is set.
    fn units(&self, units: Vec<usize>, runner: Runner<'_>) -> Result<Option<Vec<(usize, Sum)>>, Failure> {
        let next = self.go(&mut self.record.clone(), Hands::of(units), runner)?;
        Ok(match next {
            Some(Next::Open(open)) => Some(open.played),
            _ => None,
        })
    }

    /// The units of a share.
    fn of_share(&self, share: Share) -> Vec<usize> {
        let units = self.open.as_ref().map_or(0, Open::units);
        (share.index as usize..units).step_by(share.of as usize).collect()
    }

    /// What a shard holds of its units.
    fn played(&self, shard: &Shard) -> Result<Vec<(usize, Sum)>, &'static str> {
        let (Some(open), [line]) = (&self.open, &shard.pieces[..]) else {
            return Err("its pieces are not those of such a shard");
        };
        let played: Vec<(usize, Sum)> = sharded::parsed(line)?;
        let units = played.iter().map(|(unit, _)| *unit);
        if shard.manifest.to != self.round().end || !units.eq(self.of_share(shard.manifest.share)) {
            return Err("its units are not those of such a shard");
        }
        let empty = self.search.empty();
        if played.iter().all(|(unit, sum)| open.fits(*unit, sum, empty.as_ref())) {
            Ok(played)
        } else {
            Err("its counts are not those of such a shard")
        }
    }

    /// Writes what is known now, all games before `to`.
    fn keep(record: &S::Record, to: u64, like: &Manifest, dir: &Path) -> Result<(), Failure> {
        let part = Part { run: 0, until: to };
        let (part, line) = sharded::line(part, record)?;
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
}

impl<S: Search> Sharded for Rounds<S> {
    fn scenario(&self) -> &Scenario {
        &self.search.one().scenario
    }

    fn key(&self) -> Key {
        self.search.key()
    }

    fn play(&self, shard: &Manifest, stop: &AtomicBool, quiet: bool) -> Result<Option<Pieces>, Failure> {
        let units = self.of_share(shard.share);
        let mine = self.open.as_ref().map_or(0, |open| open.games_of(&units));
        let name = format!("{} {}", self.scenario().name, shard.share);
        let meter = Meter::new(about(&name, self.from + mine, quiet));
        let played = meter.over(
            |subject| self.search.called(subject),
            || self.units(units, meter.runner(stop)),
        )?;
        let part = Part {
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
        Ok(Some((open.first(*unit), same)))
    }

    fn waits_for(&self) -> Option<Range<u64>> {
        Some(self.round())
    }

    fn merge(&self, all: &[Whole], how: &Merging<'_>) -> Result<(), Failure> {
        let mut record = self.record.clone();
        let hands = match (&self.open, all.first()) {
            (Some(open), Some(_)) => {
                let mut sum = open.nothing();
                for whole in all {
                    let told = |flaw: &str| Failure::Missing(format!("{} is damaged: {flaw}", whole.path.display()));
                    for (unit, of_unit) in self.played(&sharded::again(whole)?).map_err(told)? {
                        if !open.add(&mut sum, unit, of_unit) {
                            return Err(told("its counts are not those of the others"));
                        }
                    }
                }
                Hands::told(sum)
            }
            _ => Hands::of(Vec::new()),
        };
        let next = self.go(&mut record, hands, Runner::unwatched())?;
        if let Some(first) = all.first() {
            Self::keep(&record, self.round().end, &first.manifest, how.dir)?;
        }
        match next {
            Some(Next::Found(found)) => {
                let place = self.search.place(&how.out()?, how.write)?;
                self.search.written(&found, &place)?.print(how.json)
            }
            Some(Next::Open(open)) => {
                let of = all.first().map(|first| first.manifest.share.of);
                Err(Failure::Round(said(self.round().end, open.games, of)))
            }
            None => Err(Failure::Interrupted),
        }
    }
}

/// That so many games are known, and so many come next.
pub fn said(known: u64, games: u64, of: Option<u32>) -> String {
    let of = of.map_or_else(|| "N".to_owned(), |of| of.to_string());
    format!(
        "{known} games are known, and another round of {games} follows from them: play its shards with `--shard I/{of}`, as \
         those before, and merge again.\n"
    )
}
