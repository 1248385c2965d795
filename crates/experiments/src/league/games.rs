//! The tables at which the bots of a league and the scripts that are tried against them meet, and what comes of their games.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::best_response::ScriptEvaluator;
use super::phrases::Script;
use super::{DoubleOracle, League};
use crate::ladder::{self, NamedBot, TRIED, Wins};
use balance_config::games::{AnyGame, BotSpec, Broken, Seats};
use balance_kit::bots::SCRIPTED;
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Subject, Task};

/// A bot that follows a script.
pub fn scripted(name: String, script: Script) -> NamedBot {
    let settings = [("script".to_owned(), script.into())].into_iter().collect();
    let kind = SCRIPTED.to_owned();
    NamedBot {
        name,
        spec: BotSpec { kind, settings },
    }
}

/// A mix of bots.
#[derive(Debug)]
pub struct BotMix {
    /// The bots.
    pub members: Vec<NamedBot>,
    /// The part of the deals that each is met on; they add up to 1.
    pub parts: Vec<f64>,
}

impl BotMix {
    /// The bot that is met on a deal: over any deals in a row each has its part, as nearly as whole deals allow (the golden
    /// section spreads them most evenly).
    fn rival(&self, deal: u64) -> usize {
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

    /// The bots that have a part, with it.
    pub fn named(&self) -> Vec<(String, f64)> {
        let all = self.members.iter().zip(&self.parts).filter(|(_, part)| **part > 0.0);
        all.map(|(member, part)| (member.name.clone(), *part)).collect()
    }
}

/// Games of a league.
#[derive(Clone, Debug)]
pub enum LeagueJob {
    /// One bot alone among others.
    Meeting {
        /// The one.
        one: NamedBot,
        /// The others.
        among: NamedBot,
        /// The deals.
        deals: Range<u64>,
    },
    /// A bot with this script alone among those of a mix.
    Trial {
        /// The script.
        script: Script,
        /// The mix.
        mix: Arc<BotMix>,
        /// The deals.
        deals: Range<u64>,
    },
    /// One bot at every seat.
    Alone {
        /// The bot.
        member: NamedBot,
        /// The deals.
        deals: Range<u64>,
    },
}

/// Where a job is played.
pub enum Venue {
    /// A bot of it cannot be made.
    None,
    /// One table.
    One(ladder::MeetingTable),
    /// A table for each bot of a mix that is met, by its number.
    Several(Vec<(usize, ladder::MeetingTable)>),
    /// A game with one bot at every seat.
    Alone(Box<dyn AnyGame>),
}

/// What some deals come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LeagueCounts {
    /// Wins by deal; none where the table cannot be played.
    pub wins: Vec<Wins>,
    /// Games that ran into the cap, where it is asked.
    #[serde(skip_serializing_if = "is_zero")]
    pub capped: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as it is asked for")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Merge for LeagueCounts {
    fn add(&mut self, next: Self) {
        self.wins.extend(next.wins);
        self.capped += next.capped;
    }
}

impl DoubleOracle {
    /// The table with `one` alone among others like `among`, on every seat in turn; none if a bot cannot be made.
    fn meeting(&self, one: &NamedBot, among: &NamedBot) -> Option<ladder::MeetingTable> {
        let mut setup = self.setup.clone();
        for member in [one, among] {
            setup.bots.insert(member.name.clone(), member.spec.clone());
        }
        ladder::MeetingTable::new(self.info, &setup, self.players as usize, &one.name, &among.name).ok()
    }

    /// The game with `member` at every seat; none if it cannot be made.
    fn alone(&self, member: &NamedBot) -> Option<Box<dyn AnyGame>> {
        let mut setup = self.setup.clone();
        setup.bots.insert(member.name.clone(), member.spec.clone());
        setup.seats = Seats::filled(&member.name);
        (self.info.build)(&setup).ok()
    }
}

impl Experiment for DoubleOracle {
    type Job = LeagueJob;
    type Table = Venue;
    type Block = LeagueCounts;
    type Sum = LeagueCounts;
    type Output = League;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<League, Halt> {
        self.league(session)
    }

    fn deals(&self, job: &LeagueJob) -> Range<u64> {
        match job {
            LeagueJob::Meeting { deals, .. } | LeagueJob::Trial { deals, .. } | LeagueJob::Alone { deals, .. } => {
                deals.clone()
            }
        }
    }

    fn games(&self, job: &LeagueJob, deals: &Range<u64>) -> u64 {
        let count = deals.end - deals.start;
        match job {
            LeagueJob::Meeting { .. } | LeagueJob::Trial { .. } => count * u64::from(self.players),
            LeagueJob::Alone { .. } => count,
        }
    }

    fn chunk(&self, _: &LeagueJob) -> u64 {
        1
    }

    fn is_slow(&self) -> bool {
        self.slow
    }

    fn table(&self, job: &LeagueJob) -> Venue {
        match job {
            LeagueJob::Meeting { one, among, .. } => self.meeting(one, among).map_or(Venue::None, Venue::One),
            LeagueJob::Trial { script, mix, deals } => {
                let tried = scripted(TRIED.to_owned(), script.clone());
                let mut rivals: Vec<usize> = deals.clone().map(|deal| mix.rival(deal)).collect();
                rivals.sort_unstable();
                rivals.dedup();
                let table = |rival: usize| Some((rival, self.meeting(&tried, &mix.members[rival])?));
                let tables: Option<Vec<_>> = rivals.into_iter().map(table).collect();
                tables.map_or(Venue::None, Venue::Several)
            }
            LeagueJob::Alone { member, .. } => self.alone(member).map_or(Venue::None, Venue::Alone),
        }
    }

    fn width(&self, _: &LeagueJob, table: &Venue) -> usize {
        usize::from(!matches!(table, Venue::None))
    }

    fn task(&self, job: &LeagueJob, table: &Venue, _: usize, deals: Range<u64>) -> Task {
        match (job, table) {
            (_, Venue::One(table)) => table.task(deals),
            (LeagueJob::Trial { mix, .. }, Venue::Several(tables)) => at_rival(tables, mix, deals.start).task(deals),
            (LeagueJob::Alone { member, .. }, _) => Task {
                subject: Subject::Table {
                    one: member.name.clone(),
                    among: member.name.clone(),
                },
                games: deals.end - deals.start,
                deals,
            },
            _ => Task::deal(Subject::Named(String::new()), deals.start, 0),
        }
    }

    fn play(
        &self,
        job: &LeagueJob,
        table: &Venue,
        _: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<LeagueCounts>, Broken> {
        let of_wins = |wins| LeagueCounts { wins, capped: 0 };
        Ok(match (job, table) {
            (_, Venue::One(table)) => table.play(self.seed, deals, stop)?.map(of_wins),
            (LeagueJob::Trial { mix, .. }, Venue::Several(tables)) => {
                let table = at_rival(tables, mix, deals.start);
                table.play(self.seed, deals, stop)?.map(of_wins)
            }
            (_, Venue::Alone(game)) => game.play_unless(self.seed, deals, stop)?.map(|block| {
                let endings = game.sheet().endings.iter().zip(&block.tally.endings);
                let capped = endings.filter(|(ending, _)| ending.capped);
                LeagueCounts {
                    wins: Vec::new(),
                    capped: capped.map(|(_, games)| games).sum(),
                }
            }),
            _ => Some(LeagueCounts::default()),
        })
    }

    fn sum(&self, _: &LeagueJob, blocks: Vec<LeagueCounts>) -> LeagueCounts {
        blocks.into_iter().next().unwrap_or_default()
    }

    fn fits(&self, job: &LeagueJob, deals: &Range<u64>, sum: &LeagueCounts) -> bool {
        let count = deals.end - deals.start;
        let wins = sum.wins.iter().all(|wins| wins.fits(self.players as usize));
        match job {
            LeagueJob::Meeting { .. } | LeagueJob::Trial { .. } => {
                wins && sum.capped == 0 && (sum.wins.is_empty() || sum.wins.len() as u64 == count)
            }
            LeagueJob::Alone { .. } => sum.wins.is_empty() && sum.capped <= count,
        }
    }
}

/// The table with the bot that is met on a deal.
fn at_rival<'t>(tables: &'t [(usize, ladder::MeetingTable)], mix: &BotMix, deal: u64) -> &'t ladder::MeetingTable {
    let rival = mix.rival(deal);
    let at = tables.binary_search_by_key(&rival, |(rival, _)| *rival).unwrap_or(0);
    &tables[at].1
}

/// Lets scripts meet a mix.
pub(super) struct Trials<'s, 'e> {
    pub session: &'s mut Session<'e, DoubleOracle>,
    pub mix: Arc<BotMix>,
    pub players: u32,
}

impl ScriptEvaluator for Trials<'_, '_> {
    fn play(&mut self, scripts: &[Script], deals: Range<u64>) -> Result<Vec<Option<Vec<Wins>>>, Halt> {
        let job = |script: &Script| LeagueJob::Trial {
            script: script.clone(),
            mix: Arc::clone(&self.mix),
            deals: deals.clone(),
        };
        let jobs: Vec<LeagueJob> = scripts.iter().map(job).collect();
        let played = self.session.play(&jobs)?.into_iter();
        Ok(played
            .map(|counts| (!counts.wins.is_empty()).then_some(counts.wins))
            .collect())
    }

    fn players(&self) -> u32 {
        self.players
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_met_as_often_as_its_part_says() {
        let mix = BotMix {
            members: Vec::new(),
            parts: vec![0.5, 0.0, 0.2, 0.3],
        };
        for first in [0, 7, 1 << 47] {
            let mut met = [0; 4];
            for deal in first..first + 100 {
                met[mix.rival(deal)] += 1;
            }
            for (met, part) in met.into_iter().zip([50, 0, 20, 30]) {
                assert!(i32::abs(met - part) <= 2, "{met} {part}");
            }
        }
    }
}
