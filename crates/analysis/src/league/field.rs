//! The table at which the bots of a league meet, and the scripts that are tried against them.

use std::ops::Range;

use rayon::prelude::*;

use super::answer::Arena;
use super::phrases::Script;
use crate::experiment::{Runner, Subject, Task};
use crate::games::{BotSpec, Broken, GameInfo, Seats, Setup};
use crate::ladder::{self, Meeting, Table, Wins};
use balance_kit::kinds::SCRIPTED;

/// The name of a script that is tried; no bot of a scenario can have it.
pub const TRIED: &str = "\u{0}tried";

/// A bot of the league.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// What it is made from.
    pub spec: BotSpec,
}

impl Member {
    /// A bot of a setup, or a kind without settings.
    pub fn of(setup: &Setup, name: &str) -> Self {
        Member {
            name: name.to_owned(),
            spec: setup.bot(name),
        }
    }

    /// One that follows a script.
    pub fn scripted(name: String, script: Script) -> Self {
        let settings = [("script".to_owned(), script.into())].into_iter().collect();
        let kind = SCRIPTED.to_owned();
        Member {
            name,
            spec: BotSpec { kind, settings },
        }
    }
}

/// A meeting with its wins by deal.
pub type Met = (Meeting, Vec<Wins>);

/// A table of a game.
pub struct Field<'a> {
    /// The game.
    pub info: &'static GameInfo,
    /// Its rules and contents; who sits where is not looked at.
    pub setup: Setup,
    /// Players at the table.
    pub players: u32,
    /// Master seed.
    pub seed: u64,
    /// Plays the games.
    pub runner: Runner<'a>,
}

impl Field<'_> {
    /// The table with `one` alone among others like `among`, on every seat in turn; none if a bot cannot be made.
    fn table(&self, one: &Member, among: &Member) -> Option<Table> {
        let mut setup = self.setup.clone();
        for member in [one, among] {
            setup.bots.insert(member.name.clone(), member.spec.clone());
        }
        Table::new(self.info, &setup, self.players as usize, &one.name, &among.name).ok()
    }

    /// The wins in these meetings of `members` on the deals before `deals`; none once it is to stop. A meeting is left out
    /// that the rules do not allow.
    ///
    /// # Errors
    /// The first game that broke its own rules.
    pub fn meet(&self, members: &[Member], meetings: &[Meeting], deals: u64) -> Result<Option<Vec<Met>>, Broken> {
        let table = |meeting: &Meeting| Some((*meeting, self.table(&members[meeting.one], &members[meeting.among])?));
        let (met, tables): (Vec<Meeting>, Vec<Table>) = meetings.iter().filter_map(table).unzip();
        let deals: Vec<u64> = (0..deals).collect();
        let wins = ladder::play_all(&tables, &deals, self.seed, self.runner)?;
        Ok(wins.map(|wins| met.into_iter().zip(wins).collect()))
    }

    /// Of `deals` games with `member` at every seat how many run into the cap; none once it is to stop.
    ///
    /// # Errors
    /// The first game that broke its own rules.
    pub fn capped(&self, member: &Member, deals: Range<u64>) -> Result<Option<u64>, Broken> {
        let mut setup = self.setup.clone();
        setup.bots.insert(member.name.clone(), member.spec.clone());
        setup.seats = Seats {
            all: member.name.clone(),
            ..Seats::default()
        };
        let Ok(game) = (self.info.build)(&setup) else {
            return Ok(Some(0));
        };
        let subject = || Subject::Table {
            one: member.name.clone(),
            among: member.name.clone(),
        };
        let capped = |deal: &u64| -> Result<Option<u64>, Broken> {
            let block = game.play_unless(self.seed, *deal..deal + 1, self.runner.stop)?;
            Ok(block.map(|block| {
                let endings = game.sheet().endings.iter().zip(&block.tally.endings);
                let capped = endings.filter(|(ending, _)| ending.capped);
                capped.map(|(_, games)| games).sum()
            }))
        };
        let deals: Vec<u64> = deals.collect();
        let all = self
            .runner
            .map(&deals, |deal| Task::deal(subject(), *deal, 1), capped)?;
        Ok(all.map(|all| all.iter().sum()))
    }
}

/// A table at which scripts meet a mix of bots.
pub struct Mix<'a> {
    /// The table.
    pub field: &'a Field<'a>,
    /// The bots.
    pub members: &'a [Member],
    /// The part of the deals that each is met on; they add up to 1.
    pub parts: &'a [f64],
}

impl Mix<'_> {
    /// The bot that is met on a deal: over any deals in a row each has its part, as nearly as whole deals allow (the golden
    /// section spreads them most evenly).
    fn met(&self, deal: u64) -> usize {
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut at = (deal.wrapping_mul(GOLDEN) >> 11) as f64 / (1u64 << 53) as f64;
        for (member, part) in self.parts.iter().enumerate() {
            if at < *part {
                return member;
            }
            at -= part;
        }
        // What rounding left over.
        self.parts.iter().rposition(|part| *part > 0.0).unwrap_or(0)
    }
}

impl Arena for Mix<'_> {
    fn play(&self, scripts: &[Script], deals: Range<u64>) -> Result<Option<Vec<Option<Vec<Wins>>>>, Broken> {
        let met: Vec<(u64, usize)> = deals.map(|deal| (deal, self.met(deal))).collect();
        let mut rivals: Vec<usize> = met.iter().map(|(_, member)| *member).collect();
        rivals.sort_unstable();
        rivals.dedup();
        let tried: Vec<Member> = scripts
            .iter()
            .map(|script| Member::scripted(TRIED.to_owned(), script.clone()))
            .collect();
        let of_script = |tried| -> Option<Vec<Table>> {
            let table = |rival: &usize| self.field.table(tried, &self.members[*rival]);
            rivals.iter().map(table).collect()
        };
        let made: Vec<Option<Vec<Table>>> = tried.par_iter().map(of_script).collect();
        let playable: Vec<bool> = made.iter().map(Option::is_some).collect();
        let tables: Vec<Table> = made.into_iter().flatten().flatten().collect();
        let tasks: Vec<(usize, u64)> = (0..tables.len())
            .step_by(rivals.len().max(1))
            .flat_map(|first| {
                let table = |member: &usize| first + rivals.binary_search(member).unwrap_or(0);
                met.iter()
                    .map(move |(deal, member)| (table(member), *deal))
                    .collect::<Vec<_>>()
            })
            .collect();
        let Some(wins) = ladder::play(&tables, &tasks, self.field.seed, self.field.runner)? else {
            return Ok(None);
        };
        let mut wins = wins.chunks(met.len().max(1)).map(<[Wins]>::to_vec);
        Ok(Some(
            playable
                .into_iter()
                .map(|can| can.then(|| wins.next()).flatten())
                .collect(),
        ))
    }

    fn players(&self) -> u32 {
        self.field.players
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn field(info: &'static GameInfo, stop: &'static AtomicBool) -> Field<'static> {
        Field {
            info,
            setup: Setup::default(),
            players: 3,
            seed: 1,
            runner: Runner::quiet(stop),
        }
    }

    #[test]
    fn every_bot_is_met_as_often_as_its_part_says() {
        static STOP: AtomicBool = AtomicBool::new(false);
        let info = crate::games::BUILT_IN.first().expect("a game");
        let field = field(info, &STOP);
        let mix = Mix {
            field: &field,
            members: &[],
            parts: &[0.5, 0.0, 0.2, 0.3],
        };
        for first in [0, 7, 1 << 47] {
            let mut met = [0; 4];
            for deal in first..first + 100 {
                met[mix.met(deal)] += 1;
            }
            for (met, part) in met.into_iter().zip([50, 0, 20, 30]) {
                assert!(i32::abs(met - part) <= 2, "{met} {part}");
            }
        }
    }
}
