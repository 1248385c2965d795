//! What a game is like to play, from games of the table's own bots: what choices are worth, who has no chance left and what
//! such a seat still moves, and how often the lead changes hands.
//!
//! Choices are judged by playing on from the true state, hidden things included, so chances are those that a spectator sees
//! who knows everything. What is best is chosen on one half of the games played on and measured on the other, and the other
//! way round, so that nothing is best by luck; what comes of it is no more than the truth, on average.

use balance_kit::weigh::{Looked, Weighed, Weighing};
use serde::Serialize;

use super::{PURPOSE, Study};
use crate::experiment::{Runner, Subject, Task};
use crate::games::Broken;
use crate::table::{CONFIDENCE, Rate};
use balance_engine::tally::{Drama, HALF};
use balance_stats::{self as stats, Interval};

/// A seat has no chance left that wins fewer of the games played on.
pub const HOPELESS: f64 = 0.02;

/// Positions looked into of each game.
const LOOKS: u32 = 2;
/// Choices of each, most.
pub const WIDTH: u32 = 6;
/// Games played on after each choice, in each of two halves.
const HALVES: u32 = 12;
/// Games played on from each position as the bots choose.
pub const FREE: u32 = 64;
/// Games that are watched for each of which choices are weighed.
const WATCHED: u64 = 10;

/// What a game is like to play. Where there is nothing of which something would be a share it is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Quality {
    /// Deals of which choices were weighed.
    pub deals: u64,
    /// Positions that were looked into.
    pub positions: u64,
    /// Games that were played on from them.
    pub games: u64,
    /// Share of choices that have no alternative; steps of one choice count each.
    pub forced: Option<Rate>,
    /// What the best choice wins more than the mean one, for who chooses, in shares of games.
    pub gap: Option<Rate>,
    /// Share of open choices of a seat that has no chance left.
    pub hopeless: Option<Rate>,
    /// Share of seats without a chance when somebody has an open choice.
    pub waiting: Option<Rate>,
    /// How far the choices of a seat without a chance move that of the rival that they move most.
    pub kingmaking: Option<Rate>,
    /// Positions of such seats.
    pub kingmakers: u64,
    /// Games in which is counted who leads.
    pub watched: u64,
    /// How often the side alone in front is another than before, in a game.
    pub lead_changes: Option<Rate>,
    /// Share of games that the side alone in front at half time wins.
    pub leader_wins: Option<Rate>,
}

/// What one game number gave: what its choices are worth where that was asked, and who led.
type Found = (Option<Weighed>, Drama);

/// Games that are played at most.
pub fn games(deals: u64) -> u64 {
    deals * (WATCHED + weighed())
}

fn weighed() -> u64 {
    1 + u64::from(LOOKS * (2 * HALVES * WIDTH + FREE))
}

/// Plays the table's own bots; none once it is to stop.
pub fn play(study: &Study, runner: Runner<'_>) -> Result<Option<Quality>, Broken> {
    let rotations = study.rotations as u64;
    let play = |deal: &u64| -> Result<Option<Found>, Broken> {
        let deal = *deal;
        let asked = Weighing {
            seed: study.seed,
            game: deal,
            rotation: (deal % rotations) as usize,
            looks: LOOKS,
            width: WIDTH,
            half: HALVES,
            free: FREE,
            purpose: PURPOSE,
        };
        let Some(block) = study.own.play_unless(study.seed, deal..deal + 1, runner.stop)? else {
            return Ok(None);
        };
        if deal >= study.deals {
            return Ok(Some((None, block.tally.drama)));
        }
        let weighed = study.own.weigh(&asked, runner.stop)?;
        Ok(weighed.map(|weighed| (Some(weighed), block.tally.drama)))
    };
    let task = |deal: &u64| {
        let games = if *deal < study.deals { 1 + weighed() } else { 1 };
        Task::deal(Subject::Named("the scenario's own bots".to_owned()), *deal, games)
    };
    let deals: Vec<u64> = (0..study.deals * WATCHED).collect();
    let found = runner.map(&deals, task, play)?;
    Ok(found.map(|found| {
        let (weighed, drama): (Vec<Option<Weighed>>, Vec<Drama>) = found.into_iter().unzip();
        let weighed: Vec<Weighed> = weighed.into_iter().flatten().collect();
        quality(&weighed, &drama, study.players)
    }))
}

/// What games show, by deal.
pub(super) fn quality(weighed: &[Weighed], drama: &[Drama], players: usize) -> Quality {
    let looked = || weighed.iter().flat_map(|game| &game.looked);
    let hopeless = |look: &&Looked| no_chance(look, look.seat.index());
    let by_game = |of: &dyn Fn(&Looked) -> f64, among: &dyn Fn(&Looked) -> f64| -> Vec<(f64, f64)> {
        let sum = |game: &Weighed, of: &dyn Fn(&Looked) -> f64| game.looked.iter().map(of).sum::<f64>();
        weighed.iter().map(|game| (sum(game, of), sum(game, among))).collect()
    };
    let whether = |holds: bool| f64::from(u8::from(holds));
    let looks = f64::from(LOOKS);
    let forced: Vec<(f64, f64)> = weighed
        .iter()
        .map(|game| (f64::from(game.forced), f64::from(game.choices)))
        .collect();
    let longest = forced.iter().map(|row| row.1).fold(0.0, f64::max);
    let changes: Vec<(f64, f64)> = drama.iter().map(|of| (of.changes as f64, of.games as f64)).collect();
    let led: Vec<(f64, f64)> = drama
        .iter()
        .map(|of| (of.led_won[HALF] as f64, of.led[HALF] as f64))
        .collect();
    let most = changes.iter().map(|row| row.0).fold(0.0, f64::max);
    let watched = changes.iter().map(|row| row.1).fold(0.0, f64::max);
    let reach = stats::unseen(most, drama.len() as f64);
    let seats = players as f64;
    let without = |look: &Looked| (0..players).filter(|seat| no_chance(look, *seat)).count() as f64;
    Quality {
        deals: weighed.len() as u64,
        positions: looked().count() as u64,
        games: looked()
            .map(|look| {
                let all = look.after.len() as u64 * u64::from(2 * HALVES);
                all + u64::from(FREE)
            })
            .sum(),
        forced: share(&forced, stats::unseen(longest, weighed.len() as f64)),
        gap: difference(&by_game(&gap, &|_| 1.0), looks),
        hopeless: share(&by_game(&|look| whether(hopeless(&look)), &|_| 1.0), looks),
        waiting: share(&by_game(&without, &|_| seats), looks * seats),
        kingmaking: difference(
            &by_game(&|look| if hopeless(&look) { spread(look) } else { 0.0 }, &|look| {
                whether(hopeless(&look))
            }),
            looks,
        ),
        kingmakers: looked().filter(hopeless).count() as u64,
        watched: drama.iter().map(|of| of.games).sum(),
        lead_changes: ratio(
            &changes,
            &[(reach, watched), (0.0, watched), (0.0, 0.0)],
            Interval { lo: 0.0, hi: reach },
        ),
        leader_wins: share(&led, watched),
    }
}

/// Has the seat no chance left?
fn no_chance(look: &Looked, seat: usize) -> bool {
    f64::from(look.free[seat]) < HOPELESS * f64::from(FREE)
}

/// What the best choice wins more than the mean one, chosen on one half and measured on the other.
fn gap(look: &Looked) -> f64 {
    let seat = look.seat.index();
    let choices = look.after.len() as f64;
    let measured = |half: usize| {
        let won = |which: usize| look.after.iter().map(move |halves| halves[which][seat]);
        let best = won(half).max().and_then(|most| won(half).position(|won| won == most));
        let mean = won(1 - half).map(f64::from).sum::<f64>() / choices;
        best.and_then(|best| won(1 - half).nth(best))
            .map_or(0.0, |won| f64::from(won) - mean)
    };
    f64::midpoint(measured(0), measured(1)) / f64::from(HALVES)
}

/// How far the choices move the chance of the rival that they move most, chosen likewise.
fn spread(look: &Looked) -> f64 {
    let measured = |half: usize| {
        let of = |which: usize, choice: usize, seat: usize| i64::from(look.after[choice][which][seat]);
        let mut best = (0, None);
        for rival in (0..look.free.len()).filter(|seat| *seat != look.seat.index()) {
            let by = |choice: &usize| of(half, *choice, rival);
            let (Some(high), Some(low)) = (
                (0..look.after.len()).max_by_key(by),
                (0..look.after.len()).min_by_key(by),
            ) else {
                continue;
            };
            if by(&high) - by(&low) > best.0 {
                best = (by(&high) - by(&low), Some((rival, high, low)));
            }
        }
        best.1.map_or(0, |(rival, high, low)| {
            of(1 - half, high, rival) - of(1 - half, low, rival)
        })
    };
    (measured(0) + measured(1)) as f64 / 2.0 / f64::from(HALVES)
}

/// Parts over wholes, of which none is larger than `most`.
fn share(rows: &[(f64, f64)], most: f64) -> Option<Rate> {
    ratio(
        rows,
        &[(most, most), (0.0, most), (0.0, 0.0)],
        Interval { lo: 0.0, hi: 1.0 },
    )
}

/// The same of parts from minus to plus the whole.
fn difference(rows: &[(f64, f64)], most: f64) -> Option<Rate> {
    ratio(
        rows,
        &[(most, most), (-most, most), (0.0, 0.0)],
        Interval { lo: -1.0, hi: 1.0 },
    )
}

fn ratio(rows: &[(f64, f64)], corners: &[(f64, f64)], range: Interval) -> Option<Rate> {
    let (value, interval) = stats::mean_ratio(rows, corners, range, CONFIDENCE)?;
    Some(Rate::new(value, interval))
}
