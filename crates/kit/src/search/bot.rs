//! The searching bot itself: candidates, how the budget is spent on them, and the choice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::playing::RolloutTable;
use super::{Evaluation, SearchSettings};
use balance_engine::{Bot, Game, Imagine, MovePlan, Moves, Stream, View};

/// Searches by a [`SearchSettings`].
pub(super) struct SearchBot<G: Game> {
    pub settings: SearchSettings,
    /// Judges where games are left off, and which choices are worth a search; none where the game does not say.
    pub evaluation: Option<Arc<Evaluation<G>>>,
    /// What it improves on, and how it thinks that it plays on itself.
    pub playout: Box<dyn Bot<G>>,
    /// What the others may be.
    pub rivals: Vec<Box<dyn Bot<G>>>,
    /// Indices into these, from which the others are dealt; empty when all are like the policy.
    pub mix: Vec<usize>,
}

/// One choice that is looked at.
struct Candidate {
    /// Index into the moves offered.
    at: usize,
    /// By how much more it has won than the first candidate, summed over games.
    gain: f64,
    /// The squares of that.
    squares: f64,
}

impl Candidate {
    /// Would it not be told apart from the first in the end, though from now on it gained a standard error more than it has
    /// gained so far? `part` of the search is over, 0 to 1.
    fn is_hopeless(&self, part: f64, caution: f64) -> bool {
        let needed = caution * part.sqrt() - (part * (1.0 - part)).sqrt();
        self.gain <= needed * self.squares.sqrt()
    }

    /// Could it not be told apart from the first any more, however it did on so many deals that are left?
    fn is_lost(&self, left: u64, caution: f64) -> bool {
        let left = left as f64;
        // It would gain as much on each as is best for the whole: one win, or less where its square weighs more.
        let heavy = caution * caution - left;
        let each = if heavy > 0.0 {
            (self.squares / heavy).sqrt().min(1.0)
        } else {
            1.0
        };
        self.gain + left * each <= caution * (self.squares + left * each * each).sqrt()
    }
}

impl<G: Imagine> Bot<G> for SearchBot<G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        self.choose_unless(view, moves, chance, &mut MovePlan::default(), &AtomicBool::new(false))
            .expect("only who asks to stop ends a search early")
    }

    fn slow(&self) -> bool {
        true
    }

    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
        stop: &AtomicBool,
    ) -> Option<usize> {
        let trifle = |evaluation: &Arc<Evaluation<G>>| !evaluation.is_weighty(view);
        if !self.settings.trifles && self.evaluation.as_ref().is_some_and(trifle) {
            return Some(self.playout.choose(view, moves, chance));
        }
        let mut alive = self.candidates(view, moves, chance);
        let first = alive[0].at;
        let mut playing = RolloutTable::new(self, view);
        let rounds = u64::from((alive.len() as u32).next_power_of_two().ilog2().max(1));
        let share = u64::from(self.settings.iterations) / rounds;
        let give_up = match self.settings.give_up {
            0 => u64::MAX,
            deals => u64::from(deals),
        };
        let (mut dealt, mut imagined) = (0, 0);
        for round in 0..rounds {
            let mut played = 0;
            while alive.len() > 1 && (played == 0 || played + alive.len() as u64 <= share) {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let left = (share.saturating_sub(played) / alive.len() as u64).max(1);
                // Where it may still be given up, how many deals there would be is open.
                let check = (dealt + 1).max(give_up).checked_next_power_of_two();
                if let [_, rival] = &alive[..]
                    && round + 1 == rounds
                    && check.is_none_or(|check| check >= dealt + left)
                    && rival.is_lost(left, self.settings.caution)
                {
                    // The deals are drawn all the same, so that later choices do not depend on how this one ended.
                    (0..left).for_each(|_| playing.skip(chance));
                    break;
                }
                playing.deal(dealt, chance);
                let own = playing.value(moves[first]);
                for each in &mut alive[1..] {
                    let gain = playing.value(moves[each.at]) - own;
                    each.gain += gain;
                    each.squares += gain * gain;
                }
                dealt += 1;
                played += alive.len() as u64;
                imagined += alive.len() as u64;
                if dealt >= give_up && dealt.is_power_of_two() {
                    let part = (round as f64 + (played as f64 / share as f64).min(1.0)) / rounds as f64;
                    alive.retain(|each| each.at == first || !each.is_hopeless(part, self.settings.caution));
                }
            }
            // The first stays to be compared with; of the others the better half, and one at least.
            alive[1..].sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.at.cmp(&b.at)));
            if round + 1 < rounds {
                alive.truncate(1 + ((alive.len() - 1) / 2).max(1));
            }
        }
        ahead.imagine(imagined);
        let Some(best) = alive.get(1) else {
            return Some(first);
        };
        // The sum of differences against its standard error under the thought that there is none.
        let told_apart = best.gain > self.settings.caution * best.squares.sqrt();
        Some(if told_apart { best.at } else { first })
    }
}

impl<G: Imagine> SearchBot<G> {
    /// What the other bot would do, then what it values most; of what it does not value, any.
    fn candidates(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> Vec<Candidate> {
        let first = self.playout.choose(view, moves, chance);
        let mut values = Vec::with_capacity(moves.len());
        self.playout.values(view, moves, &mut values);
        let mut others: Vec<usize> = (0..moves.len()).filter(|at| *at != first).collect();
        chance.shuffle(&mut others);
        if values.len() == moves.len() {
            others.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
        }
        let candidate = |at: usize| Candidate {
            at,
            gain: 0.0,
            squares: 0.0,
        };
        std::iter::once(first)
            .chain(others)
            .take(self.settings.width as usize)
            .map(candidate)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A candidate that is lost is told apart by no results of the deals that are left; one that some results would tell apart is not
    /// lost.
    #[test]
    fn lost_is_who_no_deals_can_save() {
        let mut chance = Stream::keyed(1, 0, 9, 0);
        let (mut lost, mut saved) = (0, 0);
        for _ in 0..20_000 {
            let caution = 3.0 * chance.unit();
            let mut now = Candidate {
                at: 0,
                gain: 0.0,
                squares: 0.0,
            };
            let play = |each: &mut Candidate, gain: f64| {
                each.gain += gain;
                each.squares += gain * gain;
            };
            for _ in 0..chance.below(12) {
                play(&mut now, 1.2 * chance.unit() - 0.9);
            }
            let left = u64::from(1 + chance.below(6));
            let is_lost = now.is_lost(left, caution);
            let mut any = false;
            for each in (0..=200).map(|part| f64::from(part) / 200.0) {
                let mut then = Candidate { ..now };
                let mut uneven = Candidate { ..now };
                for _ in 0..left {
                    play(&mut then, each);
                    play(&mut uneven, (2.0 * chance.unit() - 1.0).min(each));
                }
                let told_apart = |then: &Candidate| then.gain > caution * then.squares.sqrt() + 1e-12;
                assert!(!is_lost || !told_apart(&uneven));
                any |= told_apart(&then);
            }
            assert!(!is_lost || !any);
            lost += u32::from(is_lost);
            saved += u32::from(any);
        }
        // Nearly all who are not lost are saved by even gains that are a two-hundredth apart.
        assert!(lost > 2_000 && saved > 2_000 && lost + saved > 19_800, "{lost} {saved}");
    }
}
