//! Why a change lets others win: the deals in which who wins differs under two configurations, and where their games part.
//! Plays and computes; prints nothing.
//!
//! Games that part are counted by their causes: the one that covers most of them and seldom happens without parting them comes
//! first, then the one that covers most of the rest, and so on.
//! What parts two games is found by `kit::parting`. The same plan gives the same answer for any number of threads.

#[cfg(test)]
mod planted;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use balance_config::games::divergence::{Cause, Divergence, DivergencePoint};
use balance_config::games::{AnyGame, Broken, Facts, Sheet};
use balance_inference::judge::TOTAL;
use balance_inference::table::{FEW_PARTED, Gain, Partings, Place, Sampling};
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Subject, Task};

/// Deals played in one go.
const CHUNK: u64 = 64;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhyPlan {
    /// Master seed.
    pub seed: u64,
    /// Deals played under both.
    pub deals: u64,
    /// Times each deal is played, the bots shifted.
    pub rotations: usize,
    /// Of the games won otherwise, so many at most are looked into, from the first deal on.
    pub most: usize,
}

impl WhyPlan {
    /// What a run of so many deals looks into beside its own games: of its first deals a twentieth, 2,000 at most, and of the
    /// games won otherwise as many as a hundredth of its own, 400 at most. None where that is too little to say
    /// anything.
    pub fn beside(seed: u64, deals: u64, rotations: usize) -> Option<Self> {
        let most = (deals.saturating_mul(rotations as u64) / 100).min(400);
        (most >= FEW_PARTED).then(|| WhyPlan {
            seed,
            deals: (deals / 20).clamp(1, 2_000),
            rotations,
            most: most as usize,
        })
    }
}

/// A game that other sides win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flip {
    /// Number of the deal.
    pub game: u64,
    /// Which of its rotations, from 0.
    pub rotation: usize,
    /// The sides that win under either, as bits.
    pub sides: [u16; 2],
    /// Where the two games part; none where it was not looked into.
    pub parts: Option<Divergence>,
}

impl Flip {
    /// Is it this game, with these winners?
    fn is_of(&self, other: &Flip) -> bool {
        (self.game, self.rotation, self.sides) == (other.game, other.rotation, other.sides)
    }
}

/// Plays the same deals under two configurations, and looks into those that other sides win.
pub struct DivergenceStudy<G> {
    /// Both games.
    pub games: [G; 2],
    /// What is asked.
    pub plan: WhyPlan,
}

/// What is played at a time.
#[derive(Clone, Debug)]
pub enum WhyJob {
    /// Every deal under both.
    Deals,
    /// These games again, choice by choice.
    Flips(Vec<Flip>),
}

/// The games that other sides win, of so many deals or games looked into.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FlipSum {
    played: u64,
    flips: Vec<Flip>,
}

impl Merge for FlipSum {
    fn add(&mut self, next: Self) {
        self.played += next.played;
        self.flips.extend(next.flips);
    }
}

impl<G: Deref<Target = dyn AnyGame>> DivergenceStudy<G> {
    /// Games played in all, at most.
    pub fn total(&self) -> u64 {
        2 * (self.plan.deals * self.plan.rotations as u64 + self.plan.most as u64)
    }

    /// These deals under both.
    fn flips(&self, deals: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Flip>>, Broken> {
        let play = |game: &G| game.facts_unless(self.plan.seed, deals.clone(), stop);
        let [one, other] = &self.games;
        let (Some(one), Some(other)) = (play(one)?, play(other)?) else {
            return Ok(None);
        };
        let won_otherwise = one.iter().zip(&other).filter(|(a, b)| a.sides != b.sides);
        let flip = |(a, b): (&Facts, &Facts)| Flip {
            game: a.game,
            rotation: a.rotation,
            sides: [a.sides, b.sides],
            parts: None,
        };
        Ok(Some(won_otherwise.map(flip).collect()))
    }

    fn parted(&self, flips: &[Flip], stop: &AtomicBool) -> Result<Option<Vec<Flip>>, Broken> {
        let [one, other] = &self.games;
        let mut parted = Vec::new();
        for flip in flips {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let parts = one.parts(&**other, self.plan.seed, flip.game, flip.rotation)?;
            parted.push(Flip { parts, ..flip.clone() });
        }
        Ok(Some(parted))
    }
}

impl<G: Deref<Target = dyn AnyGame> + Send + Sync> Experiment for DivergenceStudy<G> {
    type Job = WhyJob;
    type Table = ();
    type Block = FlipSum;
    type Sum = FlipSum;
    type Output = Partings;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<Partings, Halt> {
        let mut flips = session.play(&[WhyJob::Deals])?.remove(0).flips;
        let most = flips.len().min(self.plan.most);
        if most > 0 {
            session.stage(&format!("looking into {most}"));
            let looked = session.play(&[WhyJob::Flips(flips[..most].to_vec())])?;
            flips.splice(..most, looked.into_iter().flat_map(|sum| sum.flips));
        }
        Ok(partings(self.games[0].sheet(), &self.plan, &flips))
    }

    fn deals(&self, job: &WhyJob) -> Range<u64> {
        match job {
            WhyJob::Deals => 0..self.plan.deals,
            WhyJob::Flips(flips) => 0..flips.len() as u64,
        }
    }

    fn games(&self, job: &WhyJob, deals: &Range<u64>) -> u64 {
        let rotations = match job {
            WhyJob::Deals => self.plan.rotations as u64,
            WhyJob::Flips(_) => 1,
        };
        2 * rotations * (deals.end - deals.start)
    }

    fn chunk(&self, job: &WhyJob) -> u64 {
        if self.is_slow() || matches!(job, WhyJob::Flips(_)) {
            1
        } else {
            CHUNK
        }
    }

    fn is_slow(&self) -> bool {
        self.games.iter().any(|game| game.slow())
    }

    fn table(&self, _: &WhyJob) {}

    fn task(&self, job: &WhyJob, (): &(), _: usize, deals: Range<u64>) -> Task {
        Task {
            subject: Subject::Configuration(0),
            games: self.games(job, &deals),
            deals: match job {
                WhyJob::Deals => deals,
                WhyJob::Flips(flips) => {
                    let game = flips[deals.start as usize].game;
                    game..game + 1
                }
            },
        }
    }

    fn play(
        &self,
        job: &WhyJob,
        (): &(),
        _: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<FlipSum>, Broken> {
        let played = deals.end - deals.start;
        let flips = match job {
            WhyJob::Deals => self.flips(deals, stop)?,
            WhyJob::Flips(flips) => self.parted(&flips[deals.start as usize..deals.end as usize], stop)?,
        };
        Ok(flips.map(|flips| FlipSum { played, flips }))
    }

    fn sum(&self, _: &WhyJob, mut blocks: Vec<FlipSum>) -> FlipSum {
        blocks.pop().unwrap_or_default()
    }

    fn fits(&self, job: &WhyJob, deals: &Range<u64>, sum: &FlipSum) -> bool {
        let flips = &sum.flips;
        let is_flip = |flip: &Flip| {
            deals.contains(&flip.game)
                && flip.rotation < self.plan.rotations
                && flip.sides[0] != flip.sides[1]
                && flip.parts.is_none()
        };
        let in_order = |pair: &[Flip]| (pair[0].game, pair[0].rotation) < (pair[1].game, pair[1].rotation);
        sum.played == deals.end - deals.start
            && match job {
                WhyJob::Deals => flips.iter().all(is_flip) && flips.windows(2).all(in_order),
                WhyJob::Flips(all) => {
                    let asked = all.get(deals.start as usize..deals.end as usize).unwrap_or_default();
                    flips.len() == asked.len() && flips.iter().zip(asked).all(|(flip, asked)| flip.is_of(asked))
                }
            }
    }
}

/// How often an interval of how many games are won otherwise is wrong, at most; those of where these part have as much.
const PART: f64 = TOTAL / 2.0;

/// Games named as examples of a row.
const SAMPLES: usize = 2;

/// What a game of the looked into is counted by.
struct LookedInto<'a> {
    flip: &'a Flip,
    rules: Option<&'a DivergencePoint>,
    bots_first: bool,
    row: usize,
}

impl<'a> LookedInto<'a> {
    fn new(flip: &'a Flip) -> Option<Self> {
        let parts = flip.parts.as_ref()?;
        Some(Self {
            flip,
            rules: parts.rules.as_ref(),
            bots_first: parts.played.chosen,
            row: 0,
        })
    }

    /// All that may have parted it; none stands for what no rule explains.
    fn causes(&self) -> Vec<Option<&'a Cause>> {
        self.rules
            .map_or_else(|| vec![None], |rules| rules.causes.iter().map(Some).collect())
    }
}

/// What the games that others win say of where they part.
pub(super) fn partings(sheet: &Sheet, plan: &WhyPlan, flips: &[Flip]) -> Partings {
    let games = plan.deals * plan.rotations as u64;
    let mut told: Vec<LookedInto<'_>> = flips.iter().filter_map(LookedInto::new).collect();
    let causes = rows(&mut told);
    let looked = told.len() as u64;
    let groups = 2 * sheet.sides.len();
    // Where nothing was found there is but one question.
    let error = if flips.is_empty() {
        TOTAL
    } else {
        PART / (groups + 1) as f64
    };
    let of_games = |count: u64| sampling(games, plan).share(count, games, 1.0 - error);
    // Rows are named by what was found: whatever might have been named is counted.
    let named: BTreeSet<Option<&Cause>> = told.iter().flat_map(LookedInto::causes).collect();
    let questions = (named.len() * (groups + 1)).max(1);
    let of_looked = |count: u64, of: u64| sampling(of, plan).share(count, of, 1.0 - PART / questions as f64);
    let row = |(row, cause): (usize, &Option<Cause>)| {
        let here = || told.iter().filter(move |each| each.row == row);
        let count = here().count() as u64;
        Place {
            cause: cause.clone(),
            games: count,
            share: of_looked(count, looked),
            bots_first: here().filter(|each| each.bots_first).count() as u64,
            samples: here()
                .take(SAMPLES)
                .map(|each| (each.flip.game, each.flip.rotation))
                .collect(),
        }
    };
    let swing = |(side, gained): (usize, bool)| {
        let won = |flip: &Flip| {
            let [before, after] = flip.sides.map(|sides| sides >> side & 1 == 1);
            before != after && after == gained
        };
        let of_rows = Gained::new(won, flips, &told, &causes);
        let most = of_rows
            .most
            .map(|row| (row, of_looked(of_rows.parts[row], of_rows.looked)));
        Gain {
            side: sheet.sides[side].clone(),
            gained,
            games: of_rows.games,
            share: of_games(of_rows.games),
            looked: of_rows.looked,
            most,
            parts: of_rows.parts,
        }
    };
    Partings {
        deals: plan.deals,
        games,
        flips: flips.len() as u64,
        share: of_games(flips.len() as u64),
        swings: (0..sheet.sides.len())
            .flat_map(|side| [true, false].map(|gained| (side, gained)))
            .map(swing)
            .collect(),
        looked,
        bots_first: told.iter().filter(|each| each.bots_first).count() as u64,
        laid_out: told
            .iter()
            .filter(|each| each.rules.is_some_and(|rules| rules.causes == [Cause::Setup]))
            .count() as u64,
        places: named.len() as u64,
        rows: causes.iter().enumerate().map(row).collect(),
    }
}

/// The games that a side wins under one of the two alone.
struct Gained {
    games: u64,
    /// Of those looked into, by row.
    parts: Vec<u64>,
    looked: u64,
    /// The row that has most of them.
    most: Option<usize>,
}

impl Gained {
    fn new(won: impl Fn(&Flip) -> bool, flips: &[Flip], told: &[LookedInto<'_>], causes: &[Option<Cause>]) -> Self {
        let mut parts = vec![0; causes.len()];
        for each in told.iter().filter(|each| won(each.flip)) {
            parts[each.row] += 1;
        }
        let looked: u64 = parts.iter().sum();
        let weight = |row: usize| (parts[row] > 0 && causes[row].is_some(), parts[row]);
        let most = (0..parts.len()).max_by(|a, b| weight(*a).cmp(&weight(*b)).then(b.cmp(a)));
        Gained {
            games: flips.iter().filter(|flip| won(flip)).count() as u64,
            most: most.filter(|_| looked > 0),
            parts,
            looked,
        }
    }
}

fn sampling(games: u64, plan: &WhyPlan) -> Sampling {
    Sampling::fixed(games, plan.rotations as u32)
}

/// How much speaks for a cause.
#[derive(Default)]
struct Case {
    /// Games that it would cover.
    games: u64,
    /// Sum of its places in their lists.
    places: usize,
}

/// Gives every game its row; the causes of the rows, most games first, and last what has none.
fn rows(told: &mut [LookedInto<'_>]) -> Vec<Option<Cause>> {
    let happened = happened(told);
    let mut open: Vec<usize> = (0..told.len()).filter(|at| told[*at].rules.is_some()).collect();
    let mut rows: Vec<(Option<Cause>, Vec<usize>)> = Vec::new();
    let alone: Vec<usize> = (0..told.len()).filter(|at| told[*at].rules.is_none()).collect();
    if !alone.is_empty() {
        rows.push((None, alone));
    }
    while !open.is_empty() {
        let mut cases: BTreeMap<&Cause, Case> = BTreeMap::new();
        for at in &open {
            for (place, cause) in told[*at].rules.iter().flat_map(|rules| rules.causes.iter().enumerate()) {
                let case = cases.entry(cause).or_default();
                case.games += 1;
                case.places += place;
            }
        }
        // How many games it covers, times how often games part where it happens.
        let weight = |cause: &Cause, case: &Case| {
            let games = case.games as f64;
            games * games / (games + happened.times(cause) as f64)
        };
        let best = cases.iter().max_by(|(a, one), (b, other)| {
            let first = |case: &Case| case.places as f64 / case.games as f64;
            weight(a, one)
                .total_cmp(&weight(b, other))
                .then(first(other).total_cmp(&first(one)))
                .then(b.cmp(a))
        });
        let Some((best, _)) = best else { break };
        let best = (*best).clone();
        let covered = |at: &usize| told[*at].rules.is_some_and(|rules| rules.causes.contains(&best));
        let (here, rest): (Vec<usize>, Vec<usize>) = open.iter().partition(|at| covered(at));
        rows.push((Some(best), here));
        open = rest;
    }
    // What no rule explains stands last.
    let order = |row: &(Option<Cause>, Vec<usize>)| (row.0.is_none(), std::cmp::Reverse(row.1.len()));
    rows.sort_by(|a, b| order(a).cmp(&order(b)).then(a.0.cmp(&b.0)));
    for (row, (_, games)) in rows.iter().enumerate() {
        for at in games {
            told[*at].row = row;
        }
    }
    rows.into_iter().map(|row| row.0).collect()
}

/// What happened before games parted, over all of them.
struct Happened {
    kinds: BTreeMap<String, u64>,
    choices: u64,
}

fn happened(told: &[LookedInto<'_>]) -> Happened {
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    let mut choices = 0;
    for rules in told.iter().filter_map(|each| each.rules) {
        choices += u64::from(rules.choices);
        for (kind, count) in &rules.before {
            *kinds.entry(kind.clone()).or_default() += u64::from(*count);
        }
    }
    Happened { kinds, choices }
}

impl Happened {
    /// How often this happened without parting a game.
    fn times(&self, cause: &Cause) -> u64 {
        match cause {
            Cause::After(kind) | Cause::At(kind) | Cause::Instead(kind, _) => {
                self.kinds.get(kind).copied().unwrap_or(0)
            }
            Cause::Moves | Cause::Seat | Cause::Choice(..) => self.choices,
            Cause::Setup | Cause::End(_) => 0,
        }
    }
}
