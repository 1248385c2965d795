//! How a run stood on its way: its looks. A long run keeps some of them, so that its memory does not grow with its games.

use serde::{Deserialize, Serialize};

use balance_engine::tally::Tally;

/// So many looks are kept at most, and the last. A chart shows a dozen.
pub const MOST: u64 = 256;

/// How a run stood at a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// By configuration: games, and games won by each side.
    pub configurations: Vec<(u64, Vec<u64>)>,
}

impl Look {
    pub(super) fn new(tallies: &[Tally]) -> Self {
        let of = |tally: &Tally| (tally.games, tally.side_wins.clone());
        Look {
            configurations: tallies.iter().map(of).collect(),
        }
    }

    /// Adds what was counted of other games.
    pub(super) fn join(&mut self, other: &Look) {
        for ((games, wins), (more, won)) in self.configurations.iter_mut().zip(&other.configurations) {
            *games += more;
            for (wins, won) in wins.iter_mut().zip(won) {
                *wins += won;
            }
        }
    }
}

/// The looks of a run: every one of the first 256; of more than these every second, of more than twice as many every fourth,
/// and so on. Looks are numbered from 1; kept are the multiples of some power of two and the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// Looks before the last.
    before: u64,
    /// Those of them that are kept.
    pub(super) kept: Vec<Look>,
    /// The last one.
    last: Option<Look>,
}

/// Of so many looks, besides the last, every n-th is kept, n a power of two.
pub fn stride(looks: u64) -> u64 {
    looks.div_ceil(MOST).next_power_of_two()
}

impl Course {
    /// The course of a run of which `between` has what was counted between each look that is kept and the one before it, the
    /// last included; in all there were so many `looks`.
    pub(super) fn of_sums(looks: u64, between: impl IntoIterator<Item = Look>) -> Self {
        let mut kept: Vec<Look> = Vec::new();
        for mut look in between {
            if let Some(before) = kept.last() {
                look.join(before);
            }
            kept.push(look);
        }
        let last = kept.pop();
        let before = looks.saturating_sub(u64::from(last.is_some()));
        Course { before, kept, last }
    }

    /// Another look.
    pub(super) fn push(&mut self, look: Look) {
        self.settle();
        self.last = Some(look);
    }

    /// Forgets the last look if it was taken `now`, so that it can be taken again; else it is one of those before.
    pub(super) fn forget(&mut self, now: &Look) {
        self.last.take_if(|last| last == now);
        self.settle();
    }

    /// Makes the last look one of those before.
    fn settle(&mut self) {
        let Some(look) = self.last.take() else { return };
        let thin = stride(self.before);
        self.before += 1;
        if stride(self.before) > thin {
            let mut number = 0_u64;
            self.kept.retain(|_| {
                number += 1;
                number.is_multiple_of(2)
            });
        }
        if self.before.is_multiple_of(stride(self.before)) {
            self.kept.push(look);
        }
    }

    /// The looks that are kept.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Look> {
        self.kept.iter().chain(&self.last)
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.kept.len() + usize::from(self.last.is_some())
    }

    /// Is none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Is this the course of a run that is to go on, after looks at these game numbers, each of which `fits`?
    pub(super) fn fits(&self, looks: &[u64], fits: impl Fn(&Look, u64) -> bool) -> bool {
        let every = stride(self.before) as usize;
        let kept = looks.iter().skip(every - 1).step_by(every);
        self.last.is_none()
            && self.before == looks.len() as u64
            && self.kept.len() == looks.len() / every
            && self.kept.iter().zip(kept).all(|(look, game)| fits(look, *game))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn look(number: u64) -> Look {
        Look {
            configurations: vec![(number, vec![number / 2])],
        }
    }

    fn numbers(course: &Course) -> Vec<u64> {
        course.iter().map(|look| look.configurations[0].0).collect()
    }

    #[test]
    fn a_short_run_keeps_every_look_and_a_long_one_no_more() {
        let mut course = Course::default();
        for number in 1..=40_000 {
            course.push(look(number));
            let kept = numbers(&course);
            assert!(kept.len() as u64 <= MOST + 1, "{} after {number}", kept.len());
            assert_eq!(kept.last(), Some(&number));
            let thin = stride(number - 1);
            let wanted = (1..number).filter(|each| each % thin == 0).chain([number]);
            assert!(wanted.eq(kept.iter().copied()), "{number}: {kept:?}");
            if number <= MOST + 1 {
                assert_eq!(kept.len() as u64, number);
            }
        }
    }

    #[test]
    fn a_run_that_goes_on_keeps_the_same() {
        let games: Vec<u64> = (1..=1_500).collect();
        let whole = |to: u64| {
            let mut course = Course::default();
            (1..=to).for_each(|number| course.push(look(number)));
            course
        };
        let is = |look: &Look, game: u64| look.configurations[0].0 == game;
        for at in [1, 2, 255, 256, 257, 258, 400, 511, 512, 513, 514, 1_024, 1_025] {
            // Kept at the look, and after it.
            for (now, left) in [(look(at), at - 1), (look(at + 1), at)] {
                let mut course = whole(at);
                course.forget(&now);
                assert!(course.fits(&games[..left as usize], is), "{at}");
                assert!(!course.fits(&games[..=at as usize], is), "{at}");
                let text = serde_json::to_string(&course).expect("text");
                let mut read: Course = serde_json::from_str(&text).expect("read back");
                for number in left + 1..=1_100 {
                    read.push(look(number));
                }
                assert!(read == whole(1_100), "from {at}");
            }
        }
    }

    #[test]
    fn sums_between_looks_come_to_the_same() {
        for to in [0, 1, 2, 256, 257, 258, 511, 512, 513, 514, 2_000] {
            let thin = stride(u64::saturating_sub(to, 1));
            let mut between: BTreeMap<u64, Look> = BTreeMap::new();
            for number in 1..=to {
                let more = Look {
                    configurations: vec![(1, vec![number / 2 - (number - 1) / 2])],
                };
                between
                    .entry(number.div_ceil(thin))
                    .and_modify(|sum| sum.join(&more))
                    .or_insert(more);
            }
            let mut course = Course::default();
            (1..=to).for_each(|number| course.push(look(number)));
            assert!(Course::of_sums(to, between.into_values()) == course, "{to}");
        }
    }
}
