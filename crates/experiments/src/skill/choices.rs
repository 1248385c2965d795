//! What a game is like to play, from games of the table's own bots: what choices are worth, who has no chance left and what
//! such a seat still moves, and how often the lead changes hands.
//!
//! Choices are judged by playing on from the true state, hidden things included, so chances are those that a spectator sees
//! who knows everything. What is best is chosen on one half of the games played on and measured on the other, and the other
//! way round, so that nothing is best by luck; what comes of it is no more than the truth, on average.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use balance_kit::move_values::{MoveValues, PositionValues, Weighing};
use serde::{Deserialize, Serialize};

use super::{PURPOSE, Study};
use balance_config::games::Broken;
use balance_engine::tally::{Drama, HALF};
use balance_inference::table::{CONFIDENCE, Rate};
use balance_simulation::experiment::{Subject, Task};
use balance_stats::{self as stats, Interval};

/// A seat that wins less has no chance left.
pub const HOPELESS: f64 = 0.02;

/// Positions looked into of each game.
const LOOKS: u32 = 2;
/// Choices of each, most.
pub const WIDTH: u32 = 6;
/// Games played on after each choice, in each of two halves.
const HALVES: u32 = 12;
/// Games played on from each position as the bots choose.
const FREE: u32 = 64;
/// A seat that wins more of these has a chance: with less than [`HOPELESS`] it would in 1 position of 100.
const FEW: u32 = 4;
/// So many more where a seat wins no more than a few.
const MORE: u32 = 256;
/// All of them.
pub const SIMULATED: u32 = FREE + MORE;
/// Of these a seat without a chance wins no more than so many: with a chance of [`HOPELESS`] it would in 4.6% of positions.
pub const NONE: u32 = 2;
/// One that wins more has a chance: without one it would in 3.2% of positions.
const SOME: u32 = 11;
/// How often a seat is called one without a chance, or one with a chance, that is not, at most.
const MISTAKEN: f64 = 0.05;
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
    /// Share of open choices of a seat that is shown to have no chance left; the interval holds that of those that have none.
    pub hopeless: Option<Rate>,
    /// Share of seats when somebody has an open choice, likewise.
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
pub type Found = (Option<MoveValues>, Lead);

/// Who led in the game of a deal, over its rotations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    games: u64,
    /// How often the side alone in front was another than before.
    changes: u64,
    /// Games with a side alone in front at half time.
    led: u64,
    /// Of these, games that it won.
    won: u64,
}

impl From<&Drama> for Lead {
    fn from(drama: &Drama) -> Self {
        let (led, won) = drama.led[HALF].totals();
        Lead {
            games: drama.games,
            changes: drama.changes,
            led,
            won,
        }
    }
}

/// Deals that are watched, for so many of a pair of bots.
pub fn watched(deals: u64) -> u64 {
    deals * WATCHED
}

/// Games that these deals come to at most, where choices are weighed of the first `deals`.
pub fn games(deals: u64, of: &Range<u64>) -> u64 {
    let asked = of.end.min(deals).saturating_sub(of.start);
    of.end - of.start + asked * u64::from(1 + LOOKS * (2 * HALVES * WIDTH + FREE + MORE))
}

/// These deals, as what one thread plays.
pub fn task(deals: u64, of: Range<u64>) -> Task {
    Task {
        subject: Subject::Named("the scenario's own bots".to_owned()),
        games: games(deals, &of),
        deals: of,
    }
}

/// Plays these deals of the table's own bots; none once `stop` is set.
pub fn play(study: &Study, deals: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Found>>, Broken> {
    let rotations = study.rotations as u64;
    let deal = |deal: u64| -> Result<Option<Found>, Broken> {
        let asked = Weighing {
            seed: study.seed,
            game: deal,
            rotation: (deal % rotations) as usize,
            looks: LOOKS,
            width: WIDTH,
            half: HALVES,
            free: FREE,
            more: MORE,
            few: FEW,
            purpose: PURPOSE,
        };
        let Some(block) = study.own.play_unless(study.seed, deal..deal + 1, stop)? else {
            return Ok(None);
        };
        let lead = Lead::from(&block.tally.drama);
        if deal >= study.deals {
            return Ok(Some((None, lead)));
        }
        let weighed = study.own.weigh(&asked, stop)?;
        Ok(weighed.map(|weighed| (Some(weighed), lead)))
    };
    deals.map(deal).collect()
}

/// Can these deals have given this?
pub fn fit(study: &Study, deals: &Range<u64>, found: &[Found]) -> bool {
    let looked = |look: &PositionValues| {
        let counts =
            |counts: &Vec<u32>, most: u32| counts.len() == study.players && counts.iter().all(|won| *won <= most);
        look.seat < study.players
            && [FREE, SIMULATED].contains(&look.played)
            && counts(&look.free, look.played)
            && look.after.len() <= WIDTH as usize
            && look.after.iter().flatten().all(|half| counts(half, HALVES))
    };
    let weighed = |weighed: &MoveValues| {
        weighed.forced <= weighed.choices && weighed.looked.len() <= LOOKS as usize && weighed.looked.iter().all(looked)
    };
    let mut both = deals.clone().zip(found);
    both.all(|(deal, (choices, lead))| {
        choices.is_some() == (deal < study.deals)
            && choices.iter().all(weighed)
            && lead.won <= lead.led
            && lead.led <= lead.games
            && lead.games <= study.rotations as u64
    })
}

/// What a game is like to play, from what its deals gave.
pub fn quality_of(found: Vec<Found>, players: usize) -> Quality {
    let (weighed, leads): (Vec<Option<MoveValues>>, Vec<Lead>) = found.into_iter().unzip();
    let weighed: Vec<MoveValues> = weighed.into_iter().flatten().collect();
    quality(&weighed, &leads, players)
}

/// What games show, by deal.
fn quality(weighed: &[MoveValues], leads: &[Lead], players: usize) -> Quality {
    let looked = || weighed.iter().flat_map(|game| &game.looked);
    let hopeless = |look: &&PositionValues| no_chance(look, look.seat);
    let by_game = |of: &dyn Fn(&PositionValues) -> f64, among: &dyn Fn(&PositionValues) -> f64| -> Vec<(f64, f64)> {
        let sum = |game: &MoveValues, of: &dyn Fn(&PositionValues) -> f64| game.looked.iter().map(of).sum::<f64>();
        weighed.iter().map(|game| (sum(game, of), sum(game, among))).collect()
    };
    let whether = |holds: bool| f64::from(u8::from(holds));
    let looks = f64::from(LOOKS);
    let forced: Vec<(f64, f64)> = weighed
        .iter()
        .map(|game| (f64::from(game.forced), f64::from(game.choices)))
        .collect();
    let longest = forced.iter().map(|row| row.1).fold(0.0, f64::max);
    let changes: Vec<(f64, f64)> = leads.iter().map(|of| (of.changes as f64, of.games as f64)).collect();
    let led: Vec<(f64, f64)> = leads.iter().map(|of| (of.won as f64, of.led as f64)).collect();
    let most = changes.iter().map(|row| row.0).fold(0.0, f64::max);
    let watched = changes.iter().map(|row| row.1).fold(0.0, f64::max);
    let reach = stats::unseen(most, leads.len() as f64);
    let seats = players as f64;
    let without = |is: fn(&PositionValues, usize) -> bool| {
        move |look: &PositionValues| (0..players).filter(|seat| is(look, *seat)).count() as f64
    };
    let may_be = |look: &PositionValues| may_have_none(look, look.seat);
    Quality {
        deals: weighed.len() as u64,
        positions: looked().count() as u64,
        games: looked()
            .map(|look| {
                let all = look.after.len() as u64 * u64::from(2 * HALVES);
                all + u64::from(look.played)
            })
            .sum(),
        forced: share(&forced, stats::unseen(longest, weighed.len() as f64)),
        gap: difference(&by_game(&gap, &|_| 1.0), looks),
        hopeless: between(
            share(&by_game(&|look| whether(hopeless(&look)), &|_| 1.0), looks),
            share(&by_game(&|look| whether(may_be(look)), &|_| 1.0), looks),
        ),
        waiting: between(
            share(&by_game(&without(no_chance), &|_| seats), looks * seats),
            share(&by_game(&without(may_have_none), &|_| seats), looks * seats),
        ),
        kingmaking: difference(
            &by_game(&|look| if hopeless(&look) { spread(look) } else { 0.0 }, &|look| {
                whether(hopeless(&look))
            }),
            looks,
        ),
        kingmakers: looked().filter(hopeless).count() as u64,
        watched: leads.iter().map(|of| of.games).sum(),
        lead_changes: ratio(
            &changes,
            &[(reach, watched), (0.0, watched), (0.0, 0.0)],
            Interval { lo: 0.0, hi: reach },
        ),
        leader_wins: share(&led, watched),
    }
}

/// Is it shown that the seat has no chance left?
fn no_chance(look: &PositionValues, seat: usize) -> bool {
    look.played == SIMULATED && look.free[seat] <= NONE
}

/// Is it not shown that the seat has a chance?
fn may_have_none(look: &PositionValues, seat: usize) -> bool {
    look.played == SIMULATED && look.free[seat] <= SOME
}

/// The share of seats `shown` to be without a chance, with an interval for those that are: of the others no more than
/// [`MISTAKEN`] are shown to be, and of those no more than that are not among the ones that `may` be.
fn between(shown: Option<Rate>, may: Option<Rate>) -> Option<Rate> {
    let (shown, may) = shown.zip(may)?;
    Some(Rate {
        lo: ((shown.lo - MISTAKEN) / (1.0 - MISTAKEN)).max(0.0),
        hi: (may.hi / (1.0 - MISTAKEN)).min(1.0),
        ..shown
    })
}

/// What the best choice wins more than the mean one, chosen on one half and measured on the other.
fn gap(look: &PositionValues) -> f64 {
    let seat = look.seat;
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
fn spread(look: &PositionValues) -> f64 {
    let measured = |half: usize| {
        let of = |which: usize, choice: usize, seat: usize| i64::from(look.after[choice][which][seat]);
        let mut best = (0, None);
        for rival in (0..look.free.len()).filter(|seat| *seat != look.seat) {
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
    ratio(rows, &[(most, most), (0.0, most), (0.0, 0.0)], Interval::SHARE)
}

/// The same of parts from minus to plus the whole.
fn difference(rows: &[(f64, f64)], most: f64) -> Option<Rate> {
    ratio(rows, &[(most, most), (-most, most), (0.0, 0.0)], Interval::CHANGE)
}

fn ratio(rows: &[(f64, f64)], corners: &[(f64, f64)], range: Interval) -> Option<Rate> {
    let (value, interval) = stats::mean_ratio(rows, corners, range, CONFIDENCE)?;
    Some(Rate::new(value, interval))
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::{Chance, Purpose, Stream};

    /// A position of a seat that wins with this chance, as it would be found.
    fn position(chance: f64, stream: &mut Stream) -> PositionValues {
        let mut won = |games: u32| (0..games).filter(|_| stream.unit() < chance).count() as u32;
        let mut look = PositionValues {
            seat: 0,
            played: FREE,
            free: vec![won(FREE)],
            after: Vec::new(),
        };
        if look.free[0] <= FEW {
            look.played += MORE;
            look.free[0] += won(MORE);
        }
        look
    }

    #[test]
    fn a_seat_with_a_small_chance_is_seldom_called_one_without() {
        let often = |chance: f64, is: fn(&PositionValues, usize) -> bool| {
            let one = |number| is(&position(chance, Chance::new(3, number).stream(Purpose::Events)), 0);
            (0..4_000).filter(|number| one(*number)).count() as f64 / 4_000.0
        };
        assert!(often(0.02, no_chance) < MISTAKEN && often(0.03, no_chance) < 0.01);
        assert!(often(0.02, may_have_none) > 1.0 - MISTAKEN && often(0.1, may_have_none) < 0.01);
        assert!(often(0.0, no_chance) > 0.999 && often(0.005, no_chance) > 0.7);
    }

    /// Whatever chances seats have, the interval holds the share of those that have none.
    #[test]
    fn the_share_without_a_chance_is_covered() {
        for chances in [[0.03, 0.3], [0.015, 0.3], [0.0, 0.03], [0.019, 0.021], [0.0, 0.001]] {
            let truth = chances.iter().filter(|chance| **chance < HOPELESS).count() as f64 / 2.0;
            let covers = |run: &u64| {
                let worth = |game: u64| {
                    let mut chance = Chance::new(*run, game);
                    let stream = chance.stream(Purpose::Events);
                    let chance = chances[stream.below(2) as usize];
                    MoveValues {
                        choices: 1,
                        forced: 0,
                        looked: vec![position(chance, stream)],
                    }
                };
                let games: Vec<MoveValues> = (0..100).map(worth).collect();
                let rate = quality(&games, &[], 1).hopeless.expect("positions");
                rate.lo <= truth && truth <= rate.hi
            };
            let covered = (0..100).filter(covers).count();
            assert!(covered >= 95, "{chances:?}: {covered}");
        }
    }
}
