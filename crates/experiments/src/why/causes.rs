//! By what games that part are counted: the cause that covers most of them and seldom happens without parting them comes
//! first, then the one that covers most of the rest, and so on.

use std::collections::{BTreeMap, BTreeSet};

use super::{Flip, WhyPlan};
use balance_config::games::Sheet;
use balance_config::games::divergence::{Cause, DivergencePoint};
use balance_inference::judge::TOTAL;
use balance_inference::table::{Gain, Looks, Partings, Place, Sampling};

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
    Sampling {
        games,
        rotations: plan.rotations as u32,
        looks: Looks::Fixed,
    }
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
