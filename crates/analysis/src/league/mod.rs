//! The league of a table: which mix of its bots is safest, and which script wins most against it.
//!
//! In every round all bots meet, each alone among others of one kind, on the same deals; from what they win follows the mix
//! that nobody gains from leaving for one of them (`stats::safe_mixes`). Then a script is looked for that wins most against the
//! mix. One that surely gains more than allowed joins the bots, and the next round begins (a double oracle, after H. B.
//! `McMahan`, Gordon and Blum 2003). Computes and plays; prints nothing.

mod answer;
mod field;
mod phrases;

pub use field::{Field, Member, TRIED};
pub use phrases::{Phrases, Script};

use serde::Serialize;

use crate::games::Broken;
use crate::judge::TOTAL;
use crate::ladder::{self, Meeting, Wins};
use crate::sim::{LAST_DEALS, SECOND_DEALS};
use crate::table::Rate;
use answer::{Arena, answer, stream};
use balance_stats::{self as stats, Interval};
use field::{Met, Mix};

/// Deals of one round of the search.
const ROUND: u64 = 1 << 40;
/// A bot is not met on fewer deals than this part of them.
const LEAST: f64 = 0.02;
/// A script of whose games among its like more than this part runs into the cap is no bot for a league.
pub const CAPPED: f64 = 0.07;

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
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
    pub bots: Vec<Standing>,
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
pub struct Standing {
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
pub fn most(plan: &Plan, bots: usize, players: u32) -> u64 {
    let all = bots + plan.rounds;
    let meetings = ladder::meetings(all, players as usize).len() as u64;
    let each = plan.games + plan.games / 3 + plan.deals * u64::from(players + 1);
    meetings * plan.deals * u64::from(players) + plan.rounds as u64 * each
}

/// The league of `bots` at the table of `field`. None once it is to stop.
///
/// # Errors
/// The first game that broke its own rules.
pub fn league(
    field: &Field<'_>,
    phrases: &Phrases,
    bots: Vec<Member>,
    scripts: &[Script],
    plan: &Plan,
) -> Result<Option<League>, Broken> {
    let mut members = bots;
    let mut scripts = scripts.to_vec();
    let mut found: Vec<Exploiter> = Vec::new();
    let mut met: Vec<Met> = Vec::new();
    loop {
        let new: Vec<Meeting> = ladder::meetings(members.len(), field.players as usize)
            .into_iter()
            .filter(|meeting| !met.iter().any(|(known, _)| known == meeting))
            .collect();
        let Some(wins) = field.meet(&members, &new, plan.deals)? else {
            return Ok(None);
        };
        met.extend(wins);
        let gains = gains(members.len(), field.players, &met);
        let (parts, also) = mixes(&gains);
        let ended = found.len() == plan.rounds || found.last().is_some_and(|last| !last.joined);
        if ended {
            let bots = members
                .iter()
                .zip(&parts)
                .zip(gains)
                .map(|((member, part), gains)| Standing {
                    bot: member.name.clone(),
                    part: *part,
                    gains,
                });
            return Ok(Some(League {
                players: field.players,
                deals: plan.deals,
                bots: bots.collect(),
                scripts: found,
                allowed: plan.gain,
                also: also.iter().map(|parts| named(&members, parts)).collect(),
            }));
        }
        let round = found.len();
        let arena = Mix {
            field,
            members: &members,
            parts: &parts,
        };
        let first = SECOND_DEALS + round as u64 * ROUND;
        let looked = answer(
            &arena,
            phrases,
            &scripts,
            (plan.games, first),
            &mut stream(field.seed, round),
        )?;
        let Some(script) = looked else { return Ok(None) };
        let Some(one) = confirmed(&arena, script, plan, round)? else {
            return Ok(None);
        };
        if one.joined {
            scripts.push(one.script.clone());
            members.push(Member::scripted(one.name.clone(), one.script.clone()));
        }
        found.push(one);
    }
}

/// The parts of so many bots in the mix that follows from who wins where they meet, without those that are hardly met.
pub fn mix_of(bots: usize, players: u32, met: &[(Meeting, Vec<Wins>)]) -> Vec<f64> {
    mixes(&gains(bots, players, met)).0
}

/// The bots that have a part, with it.
fn named(members: &[Member], parts: &[f64]) -> Vec<(String, f64)> {
    let all = members.iter().zip(parts).filter(|(_, part)| **part > 0.0);
    all.map(|(member, part)| (member.name.clone(), *part)).collect()
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

/// What a script wins on deals that no search has seen.
fn confirmed(mix: &Mix<'_>, script: Script, plan: &Plan, round: usize) -> Result<Option<Exploiter>, Broken> {
    let field = mix.field;
    let first = LAST_DEALS + round as u64 * ROUND;
    let deals = first..first + plan.deals;
    let Some(wins) = mix.play(std::slice::from_ref(&script), deals.clone())? else {
        return Ok(None);
    };
    let wins = wins.into_iter().next().flatten().unwrap_or_default();
    let mut number = round + 1;
    let name = loop {
        let name = format!("exploiter-{number}");
        if mix.members.iter().all(|member| member.name != name) {
            break name;
        }
        number += 1;
    };
    let member = Member::scripted(name.clone(), script.clone());
    let Some(capped) = field.capped(&member, deals)? else {
        return Ok(None);
    };
    let (value, even) = share(&wins, field.players);
    let interval = |range: Interval, of: &dyn Fn(&Wins) -> f64| {
        let rows: Vec<(f64, f64)> = wins.iter().map(|wins| (of(wins), 1.0)).collect();
        let confidence = 1.0 - TOTAL / (2 * plan.rounds) as f64;
        stats::mean_interval(&rows, range, confidence).unwrap_or(range)
    };
    let players = f64::from(field.players);
    let won = |wins: &Wins| f64::from(wins.one) / players;
    let gained = |wins: &Wins| won(wins) - f64::from(wins.one + wins.others) / players / players;
    let gain = Rate::new(value - even, interval(Interval { lo: -1.0, hi: 1.0 }, &gained));
    Ok(Some(Exploiter {
        name,
        mix: named(mix.members, mix.parts),
        share: Rate::new(value, interval(Interval { lo: 0.0, hi: 1.0 }, &won)),
        even,
        gain,
        capped: capped as f64 / plan.deals.max(1) as f64,
        joined: gain.lo > plan.gain,
        script,
    }))
}
