//! The league of a table: which mix of its bots is safest, and which script wins most against it.
//!
//! In every round all bots meet, each alone among others of one kind, on the same deals; from what they win follows the mix
//! that nobody gains from leaving for one of them (`stats::safe_mixes`). Then a script is looked for that wins most against the
//! mix. One that surely gains more than allowed joins the bots, and the next round begins (a double oracle, after H. B.
//! `McMahan`, Gordon and Blum 2003). Computes and plays; prints nothing.

mod best_response;
mod games;
mod phrases;

pub use games::{BotMix, LeagueCounts, LeagueJob, Venue};
pub use phrases::{Phrases, Script};

use serde::Serialize;

use std::sync::Arc;

use crate::ladder::{self, Meeting, NamedBot, Wins};
use balance_config::games::{GameInfo, Setup};
use balance_inference::judge::TOTAL;
use balance_inference::table::Rate;
use balance_simulation::experiment::{Halt, Session};
use balance_simulation::sim::{LAST_DEALS, SECOND_DEALS};
use balance_stats::{self as stats, Interval};
use best_response::{best_response, stream};
use games::{Trials, scripted};

/// Deals of one round of the search.
const ROUND: u64 = 1 << 40;
/// A bot is not met on fewer deals than this part of them.
const LEAST: f64 = 0.02;
/// A script of whose games among its like more than this part runs into the cap is no bot for a league.
pub const CAPPED: f64 = 0.07;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaguePlan {
    /// Scripts that may join, each after a search of its own.
    pub rounds: usize,
    /// Games of each search.
    pub games: u64,
    /// Deals of every meeting, and those on which a script is confirmed.
    pub deals: u64,
    /// What a script may gain over its even share.
    pub gain: f64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct League {
    /// Players at the table.
    pub players: u32,
    /// Deals of every meeting.
    pub deals: u64,
    /// The bots, in the order in which they joined.
    pub bots: Vec<LeaguePart>,
    /// What was found against the mix of every round.
    pub scripts: Vec<Exploiter>,
    /// What a script may gain.
    pub allowed: f64,
    /// Other mixes of the bots that nobody gains from leaving either, the safest first: bots with their parts.
    pub also: Vec<Vec<(String, f64)>>,
}

/// A bot of the league.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct LeaguePart {
    /// Its name.
    pub bot: String,
    /// Its part of the mix.
    pub part: f64,
    /// What it gains alone among each bot, in the order of the bots: share of games won less its even share.
    pub gains: Vec<f64>,
}

/// A script against the mix of its round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Exploiter {
    /// Its name.
    pub name: String,
    /// The mix: bots with their parts.
    pub mix: Vec<(String, f64)>,
    /// Its lines.
    pub script: Script,
    /// Share of games that it wins alone among the mix; the intervals of all scripts hold together.
    pub share: Rate,
    /// What it would win were all alike.
    pub even: f64,
    /// What it gains.
    pub gain: Rate,
    /// Of games with it at every seat the part that runs into the cap.
    pub capped: f64,
    /// Has it joined?
    pub joined: bool,
}

/// Games that are played at most, for these bots at a table for so many players.
pub fn most(plan: &LeaguePlan, bots: usize, players: u32) -> u64 {
    let all = bots + plan.rounds;
    let meetings = ladder::meetings(all, players as usize).len() as u64;
    let each = plan.games + plan.games / 3 + plan.deals * u64::from(players + 1);
    meetings * plan.deals * u64::from(players) + plan.rounds as u64 * each
}

/// The search for scripts that beat the bots of a table.
pub struct DoubleOracle {
    /// The game.
    pub info: &'static GameInfo,
    /// Its rules and contents; who sits where is not looked at.
    pub setup: Setup,
    /// Players at the table.
    pub players: u32,
    /// Master seed.
    pub seed: u64,
    /// What scripts may say.
    pub phrases: Phrases,
    /// The bots that meet at first.
    pub bots: Vec<NamedBot>,
    /// The scripts with which the search begins.
    pub scripts: Vec<Script>,
    /// How much is played.
    pub plan: LeaguePlan,
    /// Does a bot think for long?
    pub slow: bool,
}

/// A meeting with its wins by deal.
type Met = (Meeting, Vec<Wins>);

impl DoubleOracle {
    /// The league, once no script that is found joins any more.
    fn league(&self, session: &mut Session<'_, Self>) -> Result<League, Halt> {
        let plan = &self.plan;
        let mut members = self.bots.clone();
        let mut scripts = self.scripts.clone();
        let mut found: Vec<Exploiter> = Vec::new();
        let mut met: Vec<Met> = Vec::new();
        loop {
            self.meet(session, &members, &mut met)?;
            let gains = gains(members.len(), self.players, &met);
            let (parts, also) = mixes(&gains);
            if found.len() == plan.rounds || found.last().is_some_and(|last| !last.joined) {
                let bots = members.iter().zip(&parts).zip(gains);
                let part = |((member, part), gains): ((&NamedBot, &f64), Vec<f64>)| LeaguePart {
                    bot: member.name.clone(),
                    part: *part,
                    gains,
                };
                let named = |parts| BotMix {
                    members: members.clone(),
                    parts,
                };
                return Ok(League {
                    players: self.players,
                    deals: plan.deals,
                    bots: bots.map(part).collect(),
                    scripts: found,
                    allowed: plan.gain,
                    also: also.into_iter().map(|parts| named(parts).named()).collect(),
                });
            }
            let mix = BotMix {
                members: members.clone(),
                parts,
            };
            let one = self.exploit(session, Arc::new(mix), &scripts, found.len())?;
            if one.joined {
                scripts.push(one.script.clone());
                members.push(scripted(one.name.clone(), one.script.clone()));
            }
            found.push(one);
        }
    }

    /// Lets all members meet that have not; a meeting is left out that the rules do not allow.
    fn meet(&self, session: &mut Session<'_, Self>, members: &[NamedBot], met: &mut Vec<Met>) -> Result<(), Halt> {
        let mut new = ladder::meetings(members.len(), self.players as usize);
        new.retain(|meeting| !met.iter().any(|(known, _)| known == meeting));
        let job = |meeting: &Meeting| LeagueJob::Meeting {
            one: members[meeting.one].clone(),
            among: members[meeting.among].clone(),
            deals: 0..self.plan.deals,
        };
        let jobs: Vec<LeagueJob> = new.iter().map(job).collect();
        let played = session.play(&jobs)?;
        let wins = played.into_iter().map(|counts| counts.wins);
        met.extend(new.into_iter().zip(wins).filter(|(_, wins)| !wins.is_empty()));
        Ok(())
    }

    /// Looks for a script that wins most against the mix of a round, and confirms it.
    fn exploit(
        &self,
        session: &mut Session<'_, Self>,
        mix: Arc<BotMix>,
        scripts: &[Script],
        round: usize,
    ) -> Result<Exploiter, Halt> {
        let mut trials = Trials {
            session,
            mix,
            players: self.players,
        };
        let first = SECOND_DEALS + round as u64 * ROUND;
        let (games, draws) = (self.plan.games, &mut stream(self.seed, round));
        let script = best_response(&mut trials, &self.phrases, scripts, (games, first), draws)?;
        // Nothing could be played.
        let script = script.ok_or(Halt::Interrupted)?;
        self.confirmed(trials, script, round)
    }

    /// What a script wins on deals that no search has seen.
    fn confirmed(&self, trials: Trials<'_, '_>, script: Script, round: usize) -> Result<Exploiter, Halt> {
        let (plan, mix) = (&self.plan, trials.mix);
        let first = LAST_DEALS + round as u64 * ROUND;
        let deals = first..first + plan.deals;
        let mut number = round + 1;
        let name = loop {
            let name = format!("exploiter-{number}");
            if mix.members.iter().all(|member| member.name != name) {
                break name;
            }
            number += 1;
        };
        let jobs = [
            LeagueJob::Trial {
                script: script.clone(),
                mix: Arc::clone(&mix),
                deals: deals.clone(),
            },
            LeagueJob::Alone {
                member: scripted(name.clone(), script.clone()),
                deals,
            },
        ];
        let [counts, alone] = <[LeagueCounts; 2]>::try_from(trials.session.play(&jobs)?).unwrap_or_default();
        let wins = counts.wins;
        let (value, even) = share(&wins, self.players);
        let interval = |range: Interval, of: &dyn Fn(&Wins) -> f64| {
            let rows: Vec<(f64, f64)> = wins.iter().map(|wins| (of(wins), 1.0)).collect();
            let confidence = 1.0 - TOTAL / (2 * plan.rounds) as f64;
            stats::mean_within(&rows, range, confidence)
        };
        let players = f64::from(self.players);
        let won = |wins: &Wins| f64::from(wins.one) / players;
        let gained = |wins: &Wins| won(wins) - f64::from(wins.one + wins.others) / players / players;
        let gain = Rate::new(value - even, interval(Interval::CHANGE, &gained));
        Ok(Exploiter {
            name,
            mix: mix.named(),
            share: Rate::new(value, interval(Interval::SHARE, &won)),
            even,
            gain,
            capped: alone.capped as f64 / plan.deals.max(1) as f64,
            joined: gain.lo > plan.gain,
            script,
        })
    }
}

/// The parts of so many bots in the mix that follows from who wins where they meet, without those that are hardly met.
pub fn mix_of(bots: usize, players: u32, met: &[(Meeting, Vec<Wins>)]) -> Vec<f64> {
    mixes(&gains(bots, players, met)).0
}

/// What each bot gains alone among each other one.
fn gains(bots: usize, players: u32, met: &[Met]) -> Vec<Vec<f64>> {
    let mut gains = vec![vec![0.0; bots]; bots];
    for (meeting, wins) in met {
        let (share, even) = share(wins, players);
        gains[meeting.one][meeting.among] = share - even;
        // At a table for two each is alone.
        if players == 2 {
            gains[meeting.among][meeting.one] = even - share;
        }
    }
    gains
}

/// The share of games that the one bot wins, and what it would win were all alike.
fn share(wins: &[Wins], players: u32) -> (f64, f64) {
    let games = wins.len().max(1) as f64 * f64::from(players);
    let sum = |of: fn(&Wins) -> u32| wins.iter().map(|wins| f64::from(of(wins))).sum::<f64>();
    let (one, others) = (sum(|wins| wins.one), sum(|wins| wins.others));
    (one / games, (one + others) / games / f64::from(players))
}

/// The parts of the bots in the safest mix and in the others that hold, without those that are hardly met.
fn mixes(gains: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let met = |mut parts: Vec<f64>| {
        parts
            .iter_mut()
            .filter(|part| **part < LEAST)
            .for_each(|part| *part = 0.0);
        let all: f64 = parts.iter().sum();
        parts.iter().map(|part| part / all).collect()
    };
    let mut all = stats::safe_mixes(gains).into_iter().map(met);
    (all.next().unwrap_or_default(), all.collect())
}
