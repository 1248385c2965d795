//! Versions of the rules: which value each knob has.

use std::collections::BTreeSet;

use balance_engine::Stream;

/// Which of its values each knob has, by index.
pub type Version = Vec<u8>;

/// A rule that may be changed, as far as the search needs to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Dial {
    /// Its values, smallest first, as places from 0 (the smallest) to 1 (the largest) where they are numbers; all 0 where
    /// they have no order.
    pub places: Vec<f64>,
    /// Do the values have an order?
    pub ordered: bool,
    /// The value that it has now.
    pub present: u8,
    /// The value 0, where a step to it takes the rule out of the game or brings it in.
    pub none: Option<u8>,
    /// Is it one of the many parts of the game's content, of which not every value is played by itself?
    pub part: bool,
}

impl Dial {
    /// A knob whose values are evenly spaced numbers.
    #[cfg(test)]
    pub fn even(values: usize, present: u8) -> Self {
        let last = values.saturating_sub(1).max(1) as f64;
        Dial {
            places: (0..values).map(|value| value as f64 / last).collect(),
            ordered: true,
            present,
            none: None,
            part: false,
        }
    }

    /// How far two values are from each other: 1 is from end to end, from a rule to none, or any other value where there is
    /// no order.
    pub fn distance(&self, a: u8, b: u8) -> f64 {
        let one_is_none = self.none == Some(a) || self.none == Some(b);
        match (a == b, self.ordered && !one_is_none) {
            (true, _) => 0.0,
            (false, true) => (self.places[usize::from(a)] - self.places[usize::from(b)]).abs(),
            (false, false) => 1.0,
        }
    }

    /// The values beside this one: one more and one less, or every other where there is no order.
    fn beside(&self, value: u8) -> Vec<u8> {
        let last = self.last();
        if self.ordered {
            let less = value.checked_sub(1);
            let more = (value < last).then(|| value + 1);
            less.into_iter().chain(more).collect()
        } else {
            (0..=last).filter(|other| *other != value).collect()
        }
    }

    /// The other values: those beside the present one, then always the one furthest from all before, so that the first so
    /// many are small steps and lie all over the range.
    fn others(&self) -> Vec<u8> {
        let mut chosen = vec![self.present];
        chosen.extend(self.beside(self.present));
        while chosen.len() < self.places.len() {
            let alone = |value: &u8| {
                let near = chosen.iter().map(|known| self.distance(*known, *value));
                near.fold(f64::INFINITY, f64::min)
            };
            let left = (0..=self.last()).rev().filter(|value| !chosen.contains(value));
            chosen.extend(left.max_by(|a, b| alone(a).total_cmp(&alone(b))));
        }
        chosen.split_off(1)
    }

    fn last(&self) -> u8 {
        (self.places.len().max(1) - 1) as u8
    }
}

/// All versions.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSpace {
    /// The knobs.
    pub knobs: Vec<Dial>,
}

impl SearchSpace {
    /// The present rules.
    pub fn present(&self) -> Version {
        self.knobs.iter().map(|knob| knob.present).collect()
    }

    /// How many versions there are.
    pub fn versions(&self) -> f64 {
        self.knobs.iter().map(|knob| knob.places.len() as f64).product()
    }

    /// How many rules are changed.
    pub fn changes(&self, version: &[u8]) -> usize {
        let changed = |(knob, value): &(&Dial, &u8)| knob.present != **value;
        self.knobs.iter().zip(version).filter(changed).count()
    }

    /// How far they are changed, added up over the knobs.
    pub fn size(&self, version: &[u8]) -> f64 {
        let far = |(knob, value): (&Dial, &u8)| knob.distance(knob.present, *value);
        self.knobs.iter().zip(version).map(far).sum()
    }

    /// Every version with one changed rule.
    pub fn singles(&self) -> Vec<Version> {
        let with = |(index, knob): (usize, &Dial)| {
            let others = (0..=knob.last()).filter(|value| *value != knob.present);
            others.map(|value| self.single(index, value)).collect::<Vec<_>>()
        };
        self.knobs.iter().enumerate().flat_map(with).collect()
    }

    /// Does a version with one changed rule change a part of the content?
    pub fn is_part(&self, single: &[u8]) -> bool {
        let changed = |(knob, value): (&Dial, &u8)| knob.part && knob.present != *value;
        self.knobs.iter().zip(single).any(changed)
    }

    /// The same: first one of every rule, then a second of each, and so on.
    pub fn singles_in_turn(&self) -> Vec<Version> {
        let others: Vec<Vec<u8>> = self.knobs.iter().map(Dial::others).collect();
        let most = others.iter().map(Vec::len).max().unwrap_or(0);
        let turn = |turn: usize| {
            let each = others.iter().enumerate();
            each.filter_map(move |(index, values)| Some(self.single(index, *values.get(turn)?)))
        };
        (0..most).flat_map(turn).collect()
    }

    fn single(&self, index: usize, value: u8) -> Version {
        let mut version = self.present();
        version[index] = value;
        version
    }

    /// Every version one step from this one, and those with one of its changes taken back.
    pub fn beside(&self, version: &[u8]) -> Vec<Version> {
        let mut all = Vec::new();
        for (index, knob) in self.knobs.iter().enumerate() {
            let mut values = knob.beside(version[index]);
            if version[index] != knob.present && !values.contains(&knob.present) {
                values.push(knob.present);
            }
            for value in values {
                let mut other = version.to_vec();
                other[index] = value;
                all.push(other);
            }
        }
        all
    }

    /// Parts of the changes of a version, fewest changes first: those with at least so many of them, but not all.
    pub fn parts(&self, version: &[u8], least: usize) -> Vec<Version> {
        let mut parts = BTreeSet::new();
        let mut last = vec![version.to_vec()];
        for _ in least.max(1)..self.changes(version) {
            let back = last.iter().flat_map(|part| self.back(part));
            last = back.collect::<BTreeSet<Version>>().into_iter().collect();
            parts.extend(last.iter().cloned());
        }
        let mut parts: Vec<Version> = parts.into_iter().collect();
        parts.sort_by_key(|part| self.changes(part));
        parts
    }

    /// A version with each of its changes taken back by itself.
    fn back(&self, version: &[u8]) -> impl Iterator<Item = Version> {
        let present = self.present();
        let back = move |at: usize| {
            let mut back = version.to_vec();
            back[at] = present[at];
            (back != version).then_some(back)
        };
        (0..version.len()).filter_map(back)
    }

    /// Every version, if there are at most so many.
    pub fn all(&self, most: usize) -> Option<Vec<Version>> {
        if self.versions() > most as f64 {
            return None;
        }
        let mut all = vec![Version::new()];
        for knob in &self.knobs {
            let with = |version: Version| {
                (0..=knob.last()).map(move |value| {
                    let mut longer = version.clone();
                    longer.push(value);
                    longer
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        Some(all)
    }

    /// Any version, each as likely.
    pub fn any(&self, stream: &mut Stream) -> Version {
        let draw = |knob: &Dial| stream.below(knob.places.len() as u32) as u8;
        self.knobs.iter().map(draw).collect()
    }

    /// A version like this one: some of its values moved by up to `reach` of the range, or taken back.
    pub fn like(&self, version: &[u8], reach: f64, stream: &mut Stream) -> Version {
        let mut other = version.to_vec();
        let certain = stream.below(self.knobs.len() as u32) as usize;
        for (index, knob) in self.knobs.iter().enumerate() {
            let chance = 1.0 / self.knobs.len() as f64;
            if index != certain && stream.unit() >= chance {
                continue;
            }
            let values = knob.places.len() as u32;
            if values < 2 {
                continue;
            }
            if version[index] != knob.present && stream.below(3) == 0 {
                other[index] = knob.present;
            } else if knob.ordered {
                let most = ((f64::from(values - 1) * reach).ceil() as i64).max(1);
                let by = 1 + i64::from(stream.below(most as u32));
                let by = if stream.below(2) == 0 { by } else { -by };
                other[index] = (i64::from(version[index]) + by).clamp(0, i64::from(knob.last())) as u8;
            } else {
                other[index] = stream.below(values) as u8;
            }
        }
        other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> SearchSpace {
        let switch = Dial {
            places: vec![0.0; 3],
            ordered: false,
            present: 2,
            none: None,
            part: false,
        };
        SearchSpace {
            knobs: vec![Dial::even(5, 1), switch, Dial::even(1, 0)],
        }
    }

    #[test]
    fn changes_are_counted_and_measured() {
        let space = space();
        assert_eq!(space.present(), [1, 2, 0]);
        assert_eq!((space.changes(&[1, 2, 0]), space.changes(&[4, 0, 0])), (0, 2));
        assert!((space.size(&[4, 0, 0]) - 1.75).abs() < 1e-12);
        assert!(space.size(&[1, 2, 0]).abs() < 1e-12);
    }

    #[test]
    fn a_rule_taken_out_is_a_big_change() {
        let knob = Dial {
            none: Some(0),
            ..Dial::even(5, 1)
        };
        let far = |a, b| format!("{}", knob.distance(a, b));
        assert_eq!([far(1, 0), far(0, 4), far(0, 0), far(1, 2)], ["1", "1", "0", "0.25"]);
    }

    #[test]
    fn every_rule_has_its_turn_before_any_has_a_second() {
        let space = SearchSpace {
            knobs: vec![Dial::even(9, 4), Dial::even(1, 0), Dial::even(3, 0)],
        };
        let singles = space.singles_in_turn();
        let first: Vec<Version> = [[3, 0, 0], [4, 0, 1], [5, 0, 0], [4, 0, 2], [0, 0, 0], [8, 0, 0]]
            .map(Vec::from)
            .to_vec();
        assert_eq!(singles[..6], first);
        let sorted = |mut all: Vec<Version>| {
            all.sort();
            all
        };
        assert_eq!(sorted(singles), sorted(space.singles()));
    }

    #[test]
    fn what_lies_beside_is_one_step_away_or_a_change_less() {
        let space = space();
        assert_eq!(space.beside(&[1, 2, 0]), [[0, 2, 0], [2, 2, 0], [1, 0, 0], [1, 1, 0]]);
        let beside = space.beside(&[4, 2, 0]);
        assert!(beside.contains(&vec![1, 2, 0]) && beside.contains(&vec![3, 2, 0]));
        assert_eq!(space.singles().len(), 4 + 2);
        assert_eq!(space.all(15).map(|all| all.len()), Some(15));
        assert_eq!(space.all(14), None);
    }

    #[test]
    fn parts_make_some_of_the_changes() {
        let space = SearchSpace {
            knobs: vec![Dial::even(5, 1), Dial::even(3, 0), Dial::even(3, 0), Dial::even(2, 0)],
        };
        let version = [4, 2, 0, 1];
        let twos = [[1, 2, 0, 1], [4, 0, 0, 1], [4, 2, 0, 0]].map(Vec::from);
        assert_eq!(space.parts(&version, 2), twos);
        let all = space.parts(&version, 1);
        assert_eq!(all[..3], [[1, 0, 0, 1], [1, 2, 0, 0], [4, 0, 0, 0]].map(Vec::from));
        assert_eq!((&all[3..], all.len()), (&twos[..], 6));
        assert_eq!(space.parts(&[4, 0, 0, 0], 1), Vec::<Version>::new());
    }

    #[test]
    fn draws_stay_inside() {
        let space = space();
        let mut stream = Stream::keyed(1, 2, 7, 0);
        for _ in 0..500 {
            let any = space.any(&mut stream);
            let like = space.like(&any, 0.4, &mut stream);
            for version in [&any, &like] {
                assert!(
                    version
                        .iter()
                        .zip(&space.knobs)
                        .all(|(value, knob)| *value <= knob.last())
                );
            }
        }
    }
}
