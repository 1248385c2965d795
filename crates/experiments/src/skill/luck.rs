//! What decides who wins: who plays, how the game is laid out, what chance brings afterwards, or neither.
//!
//! Deals are crossed with seatings of the bots. Two games that share one thing and nothing else differ as much in who wins as
//! the rest lets them: how much less than two games that share nothing is the part of the variance that this thing alone
//! decides (the first-order index of Sobol' 1993, for several outputs after Gamboa, Janon, Klein and Lagnoux 2014; with equal
//! bots and one thing it is the intraclass correlation, Fisher 1925). The variance is that of every seat's win, added up over
//! the seats, so that the seats in which games differ have but to be counted.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use balance_kit::move_values::Drawn;
use serde::{Deserialize, Serialize};

use super::{PURPOSE, Study};
use crate::ladder::Company;
use balance_config::games::{AnyGame, Broken};
use balance_engine::{SeatSet, Stream};
use balance_inference::table::{CONFIDENCE, Rate};
use balance_simulation::experiment::{Subject, Task};
use balance_stats::{self as stats, Interval};

/// Crosses of two deals for every deal of a pair of bots.
const CROSSES: u64 = 10;

pub(super) const GAMES: usize = 8;

/// Both tables.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Luck {
    /// Every seat has any of the bots.
    pub mixed: Parts,
    /// Every seat has the bot that is rated highest.
    pub equals: Parts,
}

/// What decides who wins at a table, as parts of the variance of the seats' wins; `skill`, `setup`, `later` and `rest` make up
/// the whole but for what is brought into 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Parts {
    /// The bots that sit there.
    pub bots: Vec<String>,
    /// Deals.
    pub deals: u64,
    /// Games.
    pub games: u64,
    /// Who plays where; none where all are alike, and all none where no two games that share nothing end otherwise.
    pub skill: Option<Rate>,
    /// The set-up: all that is dealt before the first choice.
    pub setup: Option<Rate>,
    /// What the table's chance brings after the set-up.
    pub later: Option<Rate>,
    /// What bots decide by chance of their own, and what only several of these do together.
    pub rest: Option<Rate>,
    /// The set-up and the table's chance after it.
    pub deal: Option<Rate>,
}

/// Seats in which games of a cross differ, summed over pairs of games that share nothing, who plays where, the set-up, or the
/// set-up and the chance after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DifferingSeats([u32; 4]);

impl DifferingSeats {
    /// Could these be those of a cross at a table for `players`?
    pub fn fits(self, players: usize) -> bool {
        let pairs = GAMES * (GAMES - 1) / 2;
        self.0.iter().all(|seats| *seats as usize <= pairs * players)
    }
}

const SEATINGS: usize = 6;

/// The games of a cross as (seating, deal, chance afterwards): two deals by two seatings, each deal once more with another
/// seating, and its set-up once more with another seating and other chance.
const CROSS: [(usize, usize, usize); GAMES] = [
    (0, 0, 0),
    (1, 0, 0),
    (0, 1, 1),
    (1, 1, 1),
    (2, 0, 0),
    (3, 1, 1),
    (4, 0, 2),
    (5, 1, 3),
];

/// Crosses for so many deals of a pair of bots.
pub fn crosses(deals: u64) -> u64 {
    CROSSES * deals
}

/// These crosses of bots, as what one thread plays.
pub fn task(study: &Study, bots: &[usize], numbers: Range<u64>) -> Task {
    let called = match bots {
        [only] => &study.bots[*only],
        _ => "any bots",
    };
    Task {
        subject: Subject::Named(called.to_owned()),
        games: GAMES as u64 * (numbers.end - numbers.start),
        deals: 2 * numbers.start..2 * numbers.end,
    }
}

/// Plays these crosses of bots; none once `stop` is set.
pub fn play(
    study: &Study,
    bots: &[usize],
    numbers: Range<u64>,
    stop: &AtomicBool,
) -> Result<Option<Vec<DifferingSeats>>, Broken> {
    let known = &study.mixed.sheet().bots;
    let seat = |bot: &usize| known.iter().position(|known| *known == study.bots[*bot]);
    let seated: Vec<usize> = bots.iter().filter_map(seat).collect();
    let meeting = CrossBots::new(seated.len());
    let cross = |number| {
        let winners = cross(&*study.mixed, study.seed, &seated, study.company, number, stop)?;
        Ok(winners.map(|winners| differing(&winners, meeting)))
    };
    numbers.map(cross).collect()
}

/// What crosses of these bots say.
pub fn parts_of(study: &Study, bots: &[usize], rows: &[DifferingSeats]) -> Parts {
    let crosses = rows.len() as u64;
    Parts {
        bots: bots.iter().map(|bot| study.bots[*bot].clone()).collect(),
        deals: 2 * crosses,
        games: GAMES as u64 * crosses,
        ..parts(rows, study.players, CrossBots::new(bots.len()))
    }
}

/// Who wins the games of a cross; deals are those of the scenario, twice the number of the cross and the next.
fn cross(
    game: &dyn AnyGame,
    seed: u64,
    bots: &[usize],
    company: Company,
    number: u64,
    stop: &AtomicBool,
) -> Result<Option<[SeatSet; GAMES]>, Broken> {
    let drawn_seed = |sub: u8| Stream::keyed(seed, bots.len() as u64, PURPOSE, sub).bits();
    let (later, of_bots) = (drawn_seed(1), drawn_seed(2));
    let mut lots = Stream::keyed(seed, number, PURPOSE, 3);
    let mut seating = || -> Vec<usize> {
        let mut lot = || bots[lots.below(bots.len() as u32) as usize];
        match company {
            Company::Rivals(players) => (0..players).map(|_| lot()).collect(),
            Company::Team(players) => vec![lot(); players],
        }
    };
    let seatings: [Vec<usize>; SEATINGS] = std::array::from_fn(|_| seating());
    let mut winners = [SeatSet::default(); GAMES];
    for (at, (seating, deal, chance)) in CROSS.into_iter().enumerate() {
        let drawn = Drawn {
            seating: seatings[seating].clone(),
            setup: (seed, 2 * number + deal as u64),
            later: (later, 4 * number + chance as u64),
            bots: (of_bots, GAMES as u64 * number + at as u64),
        };
        let Some(won) = game.winners(&drawn, stop)? else {
            return Ok(None);
        };
        winners[at] = won;
    }
    Ok(Some(winners))
}

/// Who sits at the tables of a cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CrossBots {
    /// One bot at every seat.
    One,
    /// More than one.
    Several,
}

impl CrossBots {
    fn new(bots: usize) -> Self {
        if bots == 1 { CrossBots::One } else { CrossBots::Several }
    }
}

/// Pairs that share nothing, who plays, the set-up, the deal. Where all bots are alike, who plays is shared by all and says
/// nothing.
fn pairs(meeting: CrossBots) -> [u32; 4] {
    let mut count = [0; 4];
    each_pair(meeting, |_, _, which| count[which] += 1);
    count
}

fn each_pair(meeting: CrossBots, mut each: impl FnMut(usize, usize, usize)) {
    for (one, a) in CROSS.iter().enumerate() {
        for (other, b) in CROSS.iter().enumerate().skip(one + 1) {
            let which = match (a.0 == b.0 && meeting == CrossBots::Several, a.1 == b.1, a.2 == b.2) {
                (false, false, _) => 0,
                (true, false, _) => 1,
                (false, true, false) => 2,
                (false, true, true) => 3,
                // The same game but for what bots draw: there is none.
                (true, true, _) => continue,
            };
            each(one, other, which);
        }
    }
}

pub(super) fn differing(winners: &[SeatSet; GAMES], meeting: CrossBots) -> DifferingSeats {
    let mut sums = [0; 4];
    each_pair(meeting, |one, other, which| {
        sums[which] += (winners[one].0 ^ winners[other].0).count_ones();
    });
    DifferingSeats(sums)
}

/// In how many seats games of each cross differ on the mean, by what pairs of them share.
fn means(rows: &[DifferingSeats], meeting: CrossBots) -> Vec<[f64; 4]> {
    let pairs = pairs(meeting);
    let means = |row: &DifferingSeats| std::array::from_fn(|at| f64::from(row.0[at]) / f64::from(pairs[at].max(1)));
    rows.iter().map(means).collect()
}

pub(super) fn parts(rows: &[DifferingSeats], players: usize, meeting: CrossBots) -> Parts {
    let rows = means(rows, meeting);
    let part = |weights: [f64; 4]| {
        let row = |means: &[f64; 4]| (weighed(means, weights), means[0]);
        let of_all: Vec<(f64, f64)> = rows.iter().map(row).collect();
        // Games may differ in no seat or in all.
        let corner = |bits: usize| {
            row(&std::array::from_fn(|at| {
                if bits >> at & 1 == 1 { players as f64 } else { 0.0 }
            }))
        };
        let corners: Vec<(f64, f64)> = (0..16).map(corner).collect();
        let (value, interval) = stats::mean_ratio(&of_all, &corners, Interval::SHARE, CONFIDENCE)?;
        Some(Rate::new(value, interval))
    };
    let none = [0.0; 4];
    let total = rows
        .iter()
        .fold(none, |sum, means| std::array::from_fn(|at| sum[at] + means[at]));
    let seen = |weights: [f64; 4]| weighed(&total, weights) > 0.0;
    let (skill, dealt) = (if meeting == CrossBots::One { none } else { SKILL }, of_the_deal(seen));
    // A part of which nothing is seen has none, but an interval of its own.
    let or = |own: [f64; 4], weights: [f64; 4]| {
        if weights.iter().any(|one| one.abs() > 0.0) {
            weights
        } else {
            own
        }
    };
    let of = |own, weights| part(or(own, weights));
    let [setup, later] = dealt;
    let deal = std::array::from_fn(|at| setup[at] + later[at]);
    let [by_skill, by_deal] = [skill, deal].map(|part| if seen(part) { part } else { none });
    let rest_of = |parts: [[f64; 4]; 2]| {
        let [skill, deal] = parts;
        part(std::array::from_fn(
            |at| if at == 0 { 1.0 } else { 0.0 } - skill[at] - deal[at],
        ))
    };
    // What is not seen of a part may be there all the same, as far as its interval goes: that much less may be left.
    let own = rest_of([skill, or(DEAL, deal)]);
    let rest = rest_of([by_skill, by_deal]).zip(own).map(|(rest, own)| Rate {
        lo: rest.lo.min(own.lo),
        ..rest
    });
    Parts {
        bots: Vec::new(),
        deals: 0,
        games: 0,
        skill: if meeting == CrossBots::One { None } else { part(SKILL) },
        setup: of(SETUP, setup),
        later: of(LATER, later),
        rest,
        deal: of(DEAL, deal),
    }
}

fn weighed(means: &[f64; 4], weights: [f64; 4]) -> f64 {
    means.iter().zip(weights).map(|(mean, weight)| mean * weight).sum()
}

/// What the means of a cross, of pairs that share nothing, who plays, the set-up and the deal, are multiplied with for a part.
const SKILL: [f64; 4] = [1.0, -1.0, 0.0, 0.0];
const SETUP: [f64; 4] = [1.0, 0.0, -1.0, 0.0];
const LATER: [f64; 4] = [0.0, 0.0, 1.0, -1.0];
const DEAL: [f64; 4] = [1.0, 0.0, 0.0, -1.0];

/// The set-up and the chance after it. No part can be negative, so that games that share more differ no more often: where they
/// seem to, both kinds of pairs are taken together.
fn of_the_deal(seen: impl Fn([f64; 4]) -> bool) -> [[f64; 4]; 2] {
    let none = [0.0; 4];
    let pooled = [1.0, 0.0, -0.5, -0.5];
    match (seen(SETUP), seen(LATER)) {
        (true, true) => [SETUP, LATER],
        (false, true) => [none, DEAL],
        (_, false) => [pooled, none],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::Seat;

    /// A cross of a table for `players` in which every game takes its winner, with these chances, from a lot of who plays, of
    /// the set-up, of the chance after it, or else from one of its own. Two games that share a source agree beyond chance
    /// where both take it: a source taken with chance c decides c squared of the variance.
    fn planted(dice: &mut Stream, players: usize, chances: [f64; 3]) -> [SeatSet; GAMES] {
        let mut lot = || Seat(dice.below(players as u32) as u8);
        let [skill, setup, later]: [[Seat; SEATINGS]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| lot()));
        CROSS.map(|(seating, deal, chance)| {
            let own = Seat(dice.below(players as u32) as u8);
            let mut at = dice.unit();
            for (part, seat) in chances.into_iter().zip([skill[seating], setup[deal], later[chance]]) {
                if at < part {
                    return SeatSet::from_iter([seat]);
                }
                at -= part;
            }
            SeatSet::from_iter([own])
        })
    }

    #[test]
    fn planted_parts_are_covered() {
        for (players, chances, rows, seed) in [
            (3, [0.7, 0.2, 0.0], 60, 1),
            (2, [0.0, 0.5, 0.3], 200, 2),
            (9, [0.2, 0.2, 0.2], 40, 3),
        ] {
            let [skill, setup, later] = chances.map(|chance: f64| chance * chance);
            let mut missed = [0; 5];
            let runs = 200;
            for run in 0..runs {
                let mut dice = Stream::keyed(seed, run, 0, 0);
                let drawn: Vec<DifferingSeats> = (0..rows)
                    .map(|_| differing(&planted(&mut dice, players, chances), CrossBots::Several))
                    .collect();
                let parts = parts(&drawn, players, CrossBots::Several);
                let told = [parts.skill, parts.setup, parts.later, parts.rest, parts.deal];
                let truths = [skill, setup, later, 1.0 - skill - setup - later, setup + later];
                for ((missed, told), truth) in missed.iter_mut().zip(told).zip(truths) {
                    let told = told.expect("games differ");
                    *missed += u32::from(truth < told.lo - 1e-9 || truth > told.hi + 1e-9);
                }
            }
            // 5 % of 200 and three standard deviations.
            assert!(
                missed.iter().all(|missed| *missed <= 19),
                "{players}: {missed:?} of {runs}"
            );
        }
    }

    #[test]
    fn much_is_told_from_little_and_no_difference_from_both() {
        let mut dice = Stream::keyed(9, 0, 0, 0);
        let rows: Vec<DifferingSeats> = (0..1_000)
            .map(|_| differing(&planted(&mut dice, 4, [0.0, 0.6, 0.0]), CrossBots::One))
            .collect();
        let parts = parts(&rows, 4, CrossBots::One);
        let setup = parts.setup.expect("games differ");
        assert!(
            (setup.value - 0.36).abs() < 0.06 && setup.lo > 0.2 && setup.hi < 0.5,
            "{setup:?}"
        );
        assert_eq!(parts.skill, None);
        let same = [SeatSet::from_iter([Seat(1)]); GAMES];
        let none = super::parts(&[differing(&same, CrossBots::Several); 50], 4, CrossBots::Several);
        assert_eq!([none.skill, none.setup, none.later, none.rest, none.deal], [None; 5]);
    }

    /// However few the games, no part is more than what it is a part of, and all make up the whole.
    #[test]
    fn parts_add_up() {
        let mut dice = Stream::keyed(10, 0, 0, 0);
        let mut clipped = 0;
        for (meeting, chances) in [(CrossBots::Several, [0.3, 0.2, 0.1]), (CrossBots::One, [0.0, 0.4, 0.0])].repeat(100)
        {
            let rows: Vec<DifferingSeats> = (0..12)
                .map(|_| differing(&planted(&mut dice, 3, chances), meeting))
                .collect();
            let found = parts(&rows, 3, meeting);
            let value = |part: Option<Rate>| part.map_or(0.0, |rate| rate.value);
            let [skill, setup, later, rest, deal] =
                [found.skill, found.setup, found.later, found.rest, found.deal].map(value);
            assert!((setup + later - deal).abs() < 1e-9, "{found:?}");
            // What all but the rest would be more than the whole leaves no rest.
            assert!((skill + deal + rest - 1.0).abs() < 1e-9 || rest == 0.0, "{found:?}");
            clipped += u32::from(setup == 0.0 || later == 0.0);
        }
        assert!(clipped > 20, "{clipped}");
    }

    /// Between equals, where nothing of the deal is seen, it may still decide what its interval leaves.
    #[test]
    fn the_rest_leaves_room_for_what_is_not_seen() {
        let mut dice = Stream::keyed(11, 0, 0, 0);
        let mut unseen = 0;
        for meeting in [CrossBots::Several, CrossBots::One].repeat(40) {
            let rows: Vec<DifferingSeats> = (0..30)
                .map(|_| differing(&planted(&mut dice, 3, [0.0; 3]), meeting))
                .collect();
            let found = parts(&rows, 3, meeting);
            let (deal, rest) = (found.deal.expect("games differ"), found.rest.expect("games differ"));
            if deal.value > 0.0 {
                continue;
            }
            unseen += 1;
            assert!(rest.lo <= 1.0 - deal.hi + 1e-9 && rest.lo < rest.value, "{found:?}");
        }
        assert!(unseen > 10, "{unseen}");
    }

    #[test]
    fn pairs_share_what_they_are_said_to() {
        // Three games have each deal in common and a fourth its set-up; twice two the seating alone.
        assert_eq!(pairs(CrossBots::Several), [14, 2, 6, 6]);
        assert_eq!(pairs(CrossBots::One), [16, 0, 6, 6]);
    }
}
