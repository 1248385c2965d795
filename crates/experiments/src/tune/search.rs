//! Rounds of races: many versions play the same deals, the better half plays on.
//!
//! Every version plays the deals from 0 on, as far as it comes, so that any two are compared on the same deals (common random
//! numbers), and nothing is played twice. The better half is taken in turn from the versions with one change, with two, and
//! so on, so that the few changes that may do are not lost among the many. After the first round, which tries every change
//! alone, versions are proposed by what the changes did so far and by chance; then the neighbours of the best are tried
//! (after Karnin, Koren and Somekh 2013; iterated as in López-Ibáñez and others 2016).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::counts::merge;
use super::job::{Job, JobPlayer};
use super::objective::{Aims, distance, values};
use super::surrogate::{Surface, beam};
use super::{Arena, Counts, Version, confirm};
use balance_engine::{Analysis, Stream};
use balance_simulation::experiment::Halt;

/// Finalists besides the present rules, at most.
const FINALISTS: usize = 6;

/// Versions beside these that make some of their changes alone, at most.
const LESSER: usize = 4;

/// Most rules that a version changes where nobody said which may be: of more, few would be told what does what.
const CHANGES: usize = 3;

/// Changes of one rule that the first race tries at least, where there are so many.
const SINGLES: usize = 24;

/// Deals that each of more than those should play at first.
const FEWEST: f64 = 100.0;

/// Versions of a space that is looked through whole.
const SMALL: usize = 50_000;

/// How much is played, and under which seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TunePlan {
    /// Games in all, rotations and tables counted singly, the final ones included.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// Is every change played by itself as well, on as many deals each?
    pub alone: bool,
}

/// What was found.
pub struct SearchOutcome {
    /// The present rules, and those worth confirming.
    pub finalists: Vec<Version>,
    /// Versions played.
    pub versions: usize,
}

/// Counts of a version after each rung.
type Trails = BTreeMap<Version, Vec<Counts>>;

struct Search<'s, 'a> {
    evaluator: &'s mut Evaluator<'a>,
    aims: &'s Aims,
    trails: Trails,
    /// Deals of the lowest rung; each further one doubles them.
    first: u64,
    /// Versions that are left at the end of a race.
    keep: usize,
    /// Rules that a version changes, at most.
    changes: usize,
}

/// What a race of `width` versions costs until `keep` are left, in deals of the first rung: every further rung is half of it.
fn cost(width: usize, keep: usize) -> f64 {
    let halvings = (width.max(keep) as f64 / keep as f64).log2();
    width as f64 * (1.0 + halvings / 2.0)
}

/// Looks for versions.
pub fn search(evaluator: &mut Evaluator<'_>, aims: &Aims, plan: &TunePlan) -> Result<SearchOutcome, Halt> {
    let arena = evaluator.arena;
    let space = arena.space();
    let open = space.knobs.iter().filter(|knob| knob.places.len() > 1).count().max(1);
    let rounds = 2 + open.ilog2();
    // A tenth is for every change by itself.
    let games = if plan.alone { plan.games / 10 * 9 } else { plan.games };
    let deals = games / arena.games_per_deal().max(1);
    let everywhere = deals / 5 * 2;
    let each = everywhere / u64::from(rounds);
    let width = (each / 800).clamp(8, 64) as usize;
    let keep = open.min(5) + 2;
    // All changes of one rule, or of very many the first: a longer search tries those of a shorter one and more.
    let paid = (everywhere / 2) as f64 / FEWEST;
    let singles = space.singles_in_turn();
    let pays = |count: &usize| *count <= SINGLES || cost(*count, keep) <= paid;
    let count = (1..=singles.len()).take_while(pays).last().unwrap_or(0);
    let races = cost(count + width / 3, keep) + f64::from(rounds - 1) * cost(width, keep);
    let mut search = Search {
        evaluator,
        aims,
        trails: Trails::new(),
        first: ((everywhere as f64 / races) as u64).clamp(16, 20_000),
        keep,
        changes: if plan.alone { CHANGES } else { usize::MAX },
    };
    let limit = deals / 20 * 11;
    let mut best: Vec<Version> = vec![space.present()];
    for round in 0..rounds {
        // Of many rules no race of the few deals that there are is short enough.
        if search.spent() >= limit {
            break;
        }
        search
            .evaluator
            .stage(&format!("looking everywhere, round {} of {rounds}", round + 1));
        let mut stream = Stream::keyed(plan.seed, u64::from(round), Analysis::Rules as u8, 0);
        let new = if round == 0 {
            search.begin(&singles[..count], width, &mut stream)
        } else {
            search.proposals(width, &best, round, &mut stream)
        };
        best = search.race(best, new)?;
    }
    for round in 0..5 {
        if search.spent() >= limit {
            break;
        }
        search.evaluator.stage("looking beside the best");
        let mut new: Vec<Version> = best.iter().flat_map(|version| space.beside(version)).collect();
        new.extend(search.promising(width / 2));
        let new = search.fresh(new);
        if new.is_empty() {
            break;
        }
        let affordable = search.affordable(limit - search.spent());
        let new: Vec<Version> = new.into_iter().take(affordable).collect();
        let before = best.clone();
        best = search.race(best, new)?;
        if best == before && round > 0 {
            break;
        }
    }
    search.evaluator.stage("telling the best apart");
    let mut finalists = search.decide(best, deals / 10 * 7)?;
    // No more than the last tenth can play.
    let most = (plan.games / 10 / arena.games_per_deal().max(1) / confirm::FEWEST) as usize;
    let lesser = search.lesser(&finalists);
    finalists.extend(lesser.into_iter().take(most.saturating_sub(finalists.len())));
    Ok(SearchOutcome {
        finalists,
        versions: search.trails.len(),
    })
}

impl Search<'_, '_> {
    fn spent(&self) -> u64 {
        self.evaluator.games() / self.evaluator.arena.games_per_deal().max(1)
    }

    /// New versions whose race so many deals pay for, at least one.
    fn affordable(&self, deals: u64) -> usize {
        let firsts = deals as f64 / self.first as f64;
        let pays = |width: &usize| cost(*width, self.keep) <= firsts;
        (1..=usize::MAX).take_while(pays).last().unwrap_or(1)
    }

    /// Deals played before the end of a rung.
    fn until(&self, rung: usize) -> u64 {
        self.first << rung.min(32)
    }

    /// Versions that are games and were not played, each once.
    fn fresh(&self, versions: Vec<Version>) -> Vec<Version> {
        let mut seen = BTreeSet::new();
        let new = versions
            .into_iter()
            .filter(|version| !self.trails.contains_key(version) && seen.insert(version.clone()));
        new.filter(|version| self.allows(version)).collect()
    }

    /// Is it a game, and does it change few enough rules?
    fn allows(&self, version: &[u8]) -> bool {
        let arena = self.evaluator.arena;
        arena.space().changes(version) <= self.changes && arena.allows(version)
    }

    /// The present rules, these changes alone, and versions by chance.
    fn begin(&self, singles: &[Version], width: usize, stream: &mut Stream) -> Vec<Version> {
        let space = self.evaluator.arena.space();
        let mut new = vec![space.present()];
        new.extend_from_slice(singles);
        let by_chance = (width / 3).max(2);
        new.extend((0..by_chance).map(|_| space.any(stream)));
        self.fresh(new)
    }

    /// Versions by what is known, and like the best by chance.
    fn proposals(&self, width: usize, best: &[Version], round: u32, stream: &mut Stream) -> Vec<Version> {
        let space = self.evaluator.arena.space();
        let mut new = self.promising(width - width / 3);
        let reach = 0.5 / f64::from(1 + round);
        for _ in 0..4 * width {
            // The better one is drawn more often.
            let rank = stream.below(best.len() as u32).min(stream.below(best.len() as u32)) as usize;
            let like = space.like(&best[rank], reach, stream);
            new.extend(self.fresh(vec![like]));
            new = self.fresh(new);
            if new.len() >= width {
                break;
            }
        }
        new.truncate(width);
        new
    }

    /// What is aimed at by what the present rules have given up to the end of this rung, or as far as they were played.
    fn aims(&self, rung: usize) -> Aims {
        let trail = self.trails.get(&self.evaluator.arena.space().present());
        let counts = trail.and_then(|trail| trail.get(rung).or_else(|| trail.last()));
        counts.map_or_else(|| self.aims.clone(), |counts| self.aims.settled_at(&values(counts)))
    }

    fn surface(&self) -> Option<Surface<'_>> {
        let trails = self.trails.iter();
        let played: Vec<(&[u8], &Counts)> = trails
            .filter_map(|(version, trail)| Some((&version[..], trail.last()?)))
            .collect();
        Surface::learn(self.evaluator.arena.space(), &self.aims(usize::MAX), &played)
    }

    /// The versions that promise most and were not played: as many with one change, with two, and so on.
    fn promising(&self, count: usize) -> Vec<Version> {
        let space = self.evaluator.arena.space();
        let Some(surface) = self.surface() else {
            return Vec::new();
        };
        let aims = self.aims(usize::MAX);
        let score = |version: &[u8]| aims.score(space, version, &surface.values(version));
        let mut levels: BTreeMap<usize, Vec<(f64, Version)>> = BTreeMap::new();
        let mut note = |version: Version| {
            let level = levels.entry(space.changes(&version)).or_default();
            level.push((score(&version), version));
        };
        match space.all(SMALL) {
            Some(all) => all.into_iter().for_each(&mut note),
            None => beam(space, self.changes, &score).into_iter().for_each(&mut note),
        }
        levels.retain(|changes, _| *changes <= self.changes);
        let mut queues: Vec<std::vec::IntoIter<(f64, Version)>> = levels
            .into_values()
            .map(|mut level| {
                level.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
                level.truncate(8 * count);
                level.into_iter()
            })
            .collect();
        let mut found = Vec::new();
        while found.len() < count {
            let before = found.len();
            for queue in &mut queues {
                let next = queue.find(|(_, version)| !self.trails.contains_key(version) && self.allows(version));
                found.extend(next.map(|(_, version)| version));
            }
            if found.len() == before {
                break;
            }
        }
        found.truncate(count);
        found
    }

    /// A race of new versions among each other and against the best so far; gives the best, most changes last.
    fn race(&mut self, best: Vec<Version>, new: Vec<Version>) -> Result<Vec<Version>, Halt> {
        let mut pool: Vec<Version> = best;
        pool.extend(new);
        pool.sort();
        pool.dedup();
        let mut rung = 0;
        loop {
            self.climb(&pool, rung)?;
            let left = (pool.len().div_ceil(2)).max(self.keep);
            pool = self.select(&pool, rung, left);
            if pool.len() <= self.keep + 1 {
                return Ok(pool);
            }
            rung += 1;
        }
    }

    /// Brings every version to the end of a rung.
    fn climb(&mut self, pool: &[Version], rung: usize) -> Result<(), Halt> {
        let mut jobs: Vec<(Version, Range<u64>)> = Vec::new();
        for step in 0..=rung {
            let start = if step == 0 { 0 } else { self.until(step - 1) };
            let deals: Range<u64> = start..self.until(step);
            let behind = pool
                .iter()
                .filter(|version| self.trails.get(*version).map_or(0, Vec::len) <= step);
            jobs.extend(behind.map(|version| (version.clone(), deals.clone())));
        }
        let played = self.evaluator.play(&jobs)?;
        for ((version, _), more) in jobs.into_iter().zip(played) {
            let trail = self.trails.entry(version).or_default();
            let mut counts = trail.last().cloned().unwrap_or_default();
            merge(&mut counts, &more);
            trail.push(counts);
        }
        Ok(())
    }

    /// `count` of the pool: the best with one change, with two, and so on, then the second of each; where as few changes do
    /// without doubt, of those with more changes only one each. The present rules stay.
    fn select(&self, pool: &[Version], rung: usize, count: usize) -> Vec<Version> {
        let space = self.evaluator.arena.space();
        let aims = self.aims(rung);
        let mut levels: BTreeMap<usize, Vec<(f64, &Version)>> = BTreeMap::new();
        let mut enough = usize::MAX;
        for version in pool {
            let Some(counts) = self.trails.get(version).and_then(|trail| trail.get(rung)) else {
                continue;
            };
            let changes = space.changes(version);
            if aims.are_met(counts) {
                enough = enough.min(changes);
            }
            let score = aims.score(space, version, &values(counts));
            levels.entry(changes).or_default().push((score, version));
        }
        for level in levels.values_mut() {
            level.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)));
        }
        let mut turns: Vec<(usize, usize, f64, &Version)> = Vec::new();
        for (changes, level) in &levels {
            let places = if *changes <= enough { level.len() } else { 1 };
            let of_level = level.iter().take(places).enumerate();
            turns.extend(of_level.map(|(place, (score, version))| (place, *changes, *score, *version)));
        }
        turns.sort_by(|a, b| a.0.cmp(&b.0).then(a.2.total_cmp(&b.2)).then(a.1.cmp(&b.1)));
        let mut chosen: Vec<Version> = turns.into_iter().take(count).map(|turn| turn.3.clone()).collect();
        let present = space.present();
        if pool.contains(&present) && !chosen.contains(&present) {
            chosen.push(present);
        }
        chosen
    }

    /// Plays the best on until the search has come to `limit` deals, and names the finalists.
    fn decide(&mut self, best: Vec<Version>, limit: u64) -> Result<Vec<Version>, Halt> {
        let mut rung = best
            .iter()
            .filter_map(|version| self.trails.get(version))
            .map(Vec::len)
            .min()
            .unwrap_or(1);
        // Whoever came as far at any time is looked at once more.
        let far = |(version, trail): (&Version, &Vec<Counts>)| (trail.len() >= rung).then(|| version.clone());
        let mut pool: Vec<Version> = self.trails.iter().filter_map(far).collect();
        pool.extend(best);
        pool.sort();
        pool.dedup();
        pool = self.select(&pool, rung - 1, (2 * self.keep).max(10));
        loop {
            let more = self.until(rung) - self.until(rung - 1);
            let cost = more * pool.len() as u64;
            if self.spent() + cost > limit {
                let fewer = self.select(&pool, rung - 1, (pool.len() * 2 / 3).max(self.keep));
                if fewer.len() >= pool.len() {
                    break;
                }
                pool = fewer;
                continue;
            }
            self.climb(&pool, rung)?;
            rung += 1;
        }
        Ok(self.finalists(rung - 1))
    }

    /// The present rules; of all that came this far or further those that may meet the wishes with the smallest changes, the
    /// best with each number of changes, and the fairest.
    fn finalists(&self, rung: usize) -> Vec<Version> {
        let space = self.evaluator.arena.space();
        let reached: Vec<(&Version, &Counts)> = self
            .trails
            .iter()
            .filter_map(|(version, trail)| Some((version, trail.get(rung)?)))
            .collect();
        let aims = self.aims(rung);
        let mut chosen = vec![space.present()];
        let mut take = |version: Option<&Version>| {
            if let Some(version) = version
                && chosen.len() <= FINALISTS
                && !chosen.contains(version)
            {
                chosen.push(version.clone());
            }
        };
        let met = |counts: &Counts| distance(&aims.wishes, &values(counts)) <= 0.0;
        let mut by_change: Vec<_> = reached.iter().filter(|(_, counts)| aims.may_be_met(counts)).collect();
        let key = |version: &Version, counts: &Counts| {
            let near = distance(&aims.nearness, &values(counts));
            (!met(counts), space.changes(version), space.size(version), near)
        };
        by_change.sort_by(|a, b| {
            let (a, b) = (key(a.0, a.1), key(b.0, b.1));
            (a.0, a.1)
                .cmp(&(b.0, b.1))
                .then(a.2.total_cmp(&b.2))
                .then(a.3.total_cmp(&b.3))
        });
        for (version, _) in by_change.iter().take(2) {
            take(Some(version));
        }
        let least = |pick: &dyn Fn(&Version, &Counts) -> Option<f64>| {
            let scored = reached
                .iter()
                .filter_map(|(version, counts)| Some((pick(version, counts)?, *version)));
            scored.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, version)| version)
        };
        take(least(&|version, counts| {
            Some(aims.score(space, version, &values(counts)))
        }));
        for changes in 1..=space.knobs.len() {
            take(least(&|version, counts| {
                let score = aims.score(space, version, &values(counts));
                (space.changes(version) == changes).then_some(score)
            }));
        }
        take(least(&|_, counts| Some(distance(&aims.fairness, &values(counts)))));
        chosen
    }

    /// Finalists with one or two of their changes taken back, which may be needless: those that promise most, without such as
    /// were seen to need them.
    fn lesser(&self, finalists: &[Version]) -> Vec<Version> {
        let (surface, space) = (self.surface(), self.evaluator.arena.space());
        let aims = self.aims(usize::MAX);
        let away = |version: &Version| {
            let seen = self.trails.get(version).and_then(|trail| trail.last()).map(values);
            let values = seen.or_else(|| Some(surface.as_ref()?.values(version)));
            values.map_or(f64::INFINITY, |values| distance(&aims.wishes, &values))
        };
        let mut found: BTreeMap<Version, f64> = BTreeMap::new();
        for finalist in finalists {
            for version in space.parts(finalist, space.changes(finalist).saturating_sub(2)) {
                if self.may_do_for(&version, finalist) && self.allows(&version) && !finalists.contains(&version) {
                    let away = away(&version);
                    found.insert(version, away);
                }
            }
        }
        let mut found: Vec<(Version, f64)> = found.into_iter().collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        found.truncate(LESSER);
        found.into_iter().map(|(version, _)| version).collect()
    }

    /// As far as was seen, may `version` meet the wishes, or is it as near to them as `finalist` on the same deals?
    fn may_do_for(&self, version: &Version, finalist: &Version) -> bool {
        let Some((rung, counts)) = self
            .trails
            .get(version)
            .and_then(|trail| trail.iter().enumerate().next_back())
        else {
            return true;
        };
        let other = self.trails.get(finalist).and_then(|trail| trail.get(rung));
        let aims = self.aims(rung);
        let off = |counts: &Counts| distance(&aims.wishes, &values(counts));
        aims.may_be_met(counts) || other.is_none_or(|other| off(counts) <= off(other))
    }
}

/// Plays versions of one arena.
pub struct Evaluator<'a> {
    pub arena: &'a dyn Arena,
    session: &'a mut dyn JobPlayer,
    known: BTreeMap<(Version, u64, u64), Counts>,
    deals: u64,
}

impl<'a> Evaluator<'a> {
    /// Nothing has been played.
    pub fn new(arena: &'a dyn Arena, session: &'a mut dyn JobPlayer) -> Self {
        Evaluator {
            arena,
            session,
            known: BTreeMap::new(),
            deals: 0,
        }
    }

    /// Games that the search has come to so far.
    pub fn games(&self) -> u64 {
        self.deals * self.arena.games_per_deal()
    }

    /// Says what comes now.
    pub fn stage(&self, what: &str) {
        self.session.stage(what);
    }

    /// Plays each version on its deals.
    pub fn play(&mut self, jobs: &[(Version, Range<u64>)]) -> Result<Vec<Counts>, Halt> {
        let key = |(version, deals): &(Version, Range<u64>)| (version.clone(), deals.start, deals.end);
        let fresh = jobs.iter().filter(|job| !self.known.contains_key(&key(job)));
        let fresh: Vec<&(Version, Range<u64>)> = fresh.collect();
        let asked: Vec<Job> = fresh
            .iter()
            .map(|(version, deals)| Job::figures(version.clone(), deals.clone()))
            .collect();
        let played = self.session.play(&asked)?;
        for (job, mut sum) in fresh.into_iter().zip(played) {
            self.known.insert(key(job), sum.figures.pop().unwrap_or_default());
        }
        self.deals += jobs.iter().map(|(_, deals)| deals.end - deals.start).sum::<u64>();
        let found = jobs.iter().map(|job| self.known.get(&key(job)).cloned());
        Ok(found.map(Option::unwrap_or_default).collect())
    }
}
