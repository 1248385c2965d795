//! How two sides come to mixes of programmes that neither gains much from leaving, by regrets. Draws nothing.

use super::{Each, MOST};
use arrayvec::ArrayVec;

/// Programmes that a mix is made from at most.
const IN: usize = 6;
/// Rounds in which both sides learn.
const ROUNDS: usize = 20;

/// What a side takes for settled about the other.
pub(super) struct LearnedMix {
    /// How far it trusts that, from 0 to 1.
    pub(super) trust: f32,
    /// What each of its programmes is worth if it is so.
    pub(super) worths: Each,
}

impl Default for LearnedMix {
    fn default() -> Self {
        LearnedMix {
            trust: 0.0,
            worths: [0.0; MOST],
        }
    }
}

impl LearnedMix {
    /// What the programme `at` is worth that is worth `learnt` against the mix of the other side.
    fn value(&self, at: usize, learnt: f32) -> f32 {
        (1.0 - self.trust) * learnt + self.trust * self.worths[at]
    }

    /// The same of all programmes.
    pub(super) fn blend(&self, learnt: &Each) -> Each {
        std::array::from_fn(|at| self.value(at, learnt[at]))
    }
}

/// Of one side the programmes that a mix is made from, in the order in which they were let in.
#[derive(Default)]
pub(super) struct Inside {
    pub(super) programmes: ArrayVec<usize, IN>,
    /// What each programme of the other side is worth against them.
    pub(super) against: ArrayVec<Each, IN>,
    mix: Row,
}

impl Inside {
    /// Which they are, and how often each is laid.
    pub(super) fn members(&self) -> impl Iterator<Item = (usize, f32)> {
        self.programmes.iter().copied().zip(self.mix)
    }

    /// What the programmes of the other side are worth against the mix.
    pub(super) fn worths(&self) -> Each {
        let mut worths = [0.0; MOST];
        for (against, share) in self.against.iter().zip(self.mix) {
            for (worth, each) in worths.iter_mut().zip(against) {
                *worth += share * each;
            }
        }
        worths
    }

    pub(super) fn shares(&self) -> Each {
        let mut shares = [0.0; MOST];
        for (at, share) in self.members() {
            shares[at] = share;
        }
        shares
    }
}

/// One number for each programme of a mix.
type Row = [f32; IN];

/// Of one side what its programmes inside are worth to it.
struct Payoffs {
    /// How many they are.
    count: usize,
    /// Against each programme inside of the other side.
    learnt: ArrayVec<Row, IN>,
    /// How far that counts, and what is settled beside it.
    counts: f32,
    settled: Row,
}

impl Payoffs {
    fn new(mine: &Inside, others: &Inside, belief: &LearnedMix) -> Self {
        let row = |each: &Each| {
            let mut row = [0.0; IN];
            for (to, at) in row.iter_mut().zip(&mine.programmes) {
                *to = each[*at];
            }
            row
        };
        Payoffs {
            count: mine.programmes.len(),
            learnt: others.against.iter().map(row).collect(),
            counts: 1.0 - belief.trust,
            settled: row(&belief.worths).map(|worth| belief.trust * worth),
        }
    }

    /// What they are worth against a mix of the other side.
    fn against(&self, mix: &Row) -> Row {
        let mut worths = [0.0; IN];
        for (row, share) in self.learnt.iter().zip(mix) {
            for (worth, each) in worths.iter_mut().zip(row) {
                *worth += share * each;
            }
        }
        std::array::from_fn(|at| self.counts * worths[at] + self.settled[at])
    }

    /// The mix that regrets ask for; all alike where there are none.
    fn by_regret(&self, regrets: &Row) -> Row {
        let total: f32 = regrets[..self.count].iter().sum();
        if total > 0.0 {
            return regrets.map(|regret| regret / total);
        }
        std::array::from_fn(|at| if at < self.count { 1.0 / self.count as f32 } else { 0.0 })
    }
}

/// Finds the mixes that neither side gains much from leaving.
pub(super) fn learn(inside: &mut [Inside; 2], beliefs: &[LearnedMix; 2]) {
    let payoffs = [0, 1].map(|side| Payoffs::new(&inside[side], &inside[1 - side], &beliefs[side]));
    let mut mixes = [0, 1].map(|side| payoffs[side].by_regret(&[0.0; IN]));
    if payoffs.iter().all(|side| side.count == 1) {
        // There is nothing to learn.
        for (side, mix) in inside.iter_mut().zip(mixes) {
            side.mix = mix;
        }
        return;
    }
    let mut regrets = [[0.0; IN]; 2];
    let mut sums = [[0.0; IN]; 2];
    for round in 1..=ROUNDS {
        for side in 0..2 {
            let (mine, count) = (&payoffs[side], payoffs[side].count);
            let worths = mine.against(&mixes[1 - side]);
            let each = mixes[side][..count].iter().zip(&worths);
            let mean: f32 = each.map(|(share, worth)| share * worth).sum();
            for (regret, worth) in regrets[side][..count].iter_mut().zip(worths) {
                *regret = (*regret + worth - mean).max(0.0);
            }
            // The other side answers what this one lays now; later rounds count for more.
            mixes[side] = mine.by_regret(&regrets[side]);
            for (sum, share) in sums[side].iter_mut().zip(mixes[side]) {
                *sum += share * round as f32;
            }
        }
    }
    for (side, sums) in inside.iter_mut().zip(sums) {
        let total: f32 = sums.iter().sum();
        side.mix = sums.map(|sum| sum / total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A side that is sure of the other plays what is best against that alone; one that is half sure lies between.
    #[test]
    fn a_belief_counts_as_far_as_it_is_trusted() {
        let belief = |trust: f32| LearnedMix {
            trust,
            worths: [1.0; MOST],
        };
        for (trust, worth) in [(0.0, -1.0), (0.5, 0.0), (1.0, 1.0)] {
            let blended = belief(trust).blend(&[-1.0; MOST]);
            assert!(
                blended.iter().all(|each| (each - worth).abs() < 1e-6),
                "{trust}: {blended:?}"
            );
        }
    }

    /// Matching pennies in which one of four outcomes counts three times: both should play the first side one time in three.
    #[test]
    fn mixes_are_those_that_neither_gains_from_leaving() {
        let worth = [[0.75, -0.25], [-0.25, 0.25]];
        let mut inside = [Inside::default(), Inside::default()];
        for (at, row) in worth.iter().enumerate() {
            let mut against = [[0.0; MOST]; 2];
            for (other, column) in worth.iter().enumerate() {
                against[0][other] = -row[other];
                against[1][other] = column[at];
            }
            for (side, against) in inside.iter_mut().zip(against) {
                side.programmes.push(at);
                side.against.push(against);
            }
        }
        learn(&mut inside, &[LearnedMix::default(), LearnedMix::default()]);
        for side in &inside {
            assert!((side.mix[0] - 1.0 / 3.0).abs() < 0.05, "{:?}", side.mix);
        }
    }
}
