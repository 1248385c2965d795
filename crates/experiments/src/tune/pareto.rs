//! What is proposed: of the finalists those that none with as few changes is as good as.

use serde::Serialize;

use super::objective::{Aim, Aims, distance, room};
use super::{Confirmed, SearchSpace};
use balance_inference::judge::Verdict;
use balance_stats::Interval;

/// Most proposals, the present rules included.
const MOST: usize = 5;

/// How often any interval of the confirmation misses, at most.
pub const FIGURES: f64 = 0.04;

/// How often any comparison of two finalists is wrong, at most.
pub const COMPARISONS: f64 = 0.01;

/// How well a version meets the wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Every wish is shown to be met.
    Met,
    /// Every figure lies in its band, but not every interval does.
    Likely,
    /// Some figure lies outside its band, but none is shown to.
    Open,
    /// Some figure is shown to lie outside its band.
    Missed,
}

/// One version worth a designer's look.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The finalist, by index.
    pub finalist: usize,
    /// How many rules it changes.
    pub changes: usize,
    /// How well it meets the wishes.
    pub class: Class,
    /// Wish by wish.
    pub verdicts: Vec<Verdict>,
    /// Its distance from the wishes, in their units.
    pub excess: f64,
    /// Is it shown to be nearer to the wishes than the present rules?
    pub nearer: bool,
    /// Does it take something out of the game: does something that happens with the present rules never happen in its games?
    pub loses: bool,
    /// Finalists with no fewer changes that are not shown to be better in anything, the nearest to the wishes first.
    pub alike: Vec<Proposal>,
}

/// A finalist that is named before the proposal to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The finalist, by index.
    pub finalist: usize,
    /// Is it shown to be nearer to the wishes than the present rules?
    pub nearer: bool,
    /// Does every figure seen of it lie in its band?
    pub seen: bool,
}

/// What is proposed.
#[derive(Clone, Debug, PartialEq)]
pub struct Front {
    /// The present rules first, then the rest, best first.
    pub proposals: Vec<Proposal>,
    /// Which of them to take; none: change nothing.
    pub take: Option<usize>,
    /// What may meet every wish, where the one to take is not seen to, or takes something out of the game.
    pub ahead: Option<Ahead>,
    /// The confidence of each figure's interval, by which all together miss no more often than [`FIGURES`].
    pub confidence: f64,
}

impl Front {
    /// Wish by wish, of a finalist.
    pub fn verdicts(&self, finalist: usize) -> &[Verdict] {
        let found = with_siblings(&self.proposals).find(|each| each.finalist == finalist);
        found.map_or(&[], |each| &each.verdicts)
    }

    /// Where no change is proposed: the finalist that is seen nearest to the wishes; none where that is not seen nearer than the
    /// present rules.
    pub fn nearer(&self) -> Option<usize> {
        let [present] = &self.proposals[..] else { return None };
        let nearest = present.alike.first()?;
        (nearest.excess < present.excess).then_some(nearest.finalist)
    }
}

/// What the finalists are judged by.
struct ParetoJudge<'a> {
    space: &'a SearchSpace,
    aims: &'a Aims,
    confirmed: &'a Confirmed,
    /// The wishes, where the present rules are as they are.
    ends: Aims,
    /// The confidence of each interval of a figure, and of each comparison.
    confidence: f64,
    compared: f64,
}

impl ParetoJudge<'_> {
    /// Is finalist `b` shown to be nearer to these than `a`?
    fn is_nearer(&self, aims: &[Aim], a: usize, b: usize) -> bool {
        self.confirmed.gap(aims, a, b, self.compared).interval.hi < 0.0
    }

    fn proposal(&self, finalist: usize) -> Proposal {
        let confirmed = self.confirmed;
        let verdict = |aim: &Aim| {
            let interval: Interval = if aim.change {
                confirmed.difference(aim.figure, 0, finalist, self.confidence).interval
            } else {
                confirmed.counts[finalist][aim.figure].interval(self.confidence)
            };
            Verdict::from_interval(interval, aim.lo, aim.hi)
        };
        let verdicts: Vec<Verdict> = self.aims.wishes.iter().map(verdict).collect();
        let excess = distance(&self.ends.wishes, &confirmed.values(finalist));
        let class = if verdicts.contains(&Verdict::Outside) {
            Class::Missed
        } else if excess > 0.0 {
            Class::Open
        } else if verdicts.contains(&Verdict::Undecided) {
            Class::Likely
        } else {
            Class::Met
        };
        Proposal {
            finalist,
            changes: self.space.changes(&confirmed.versions[finalist]),
            class,
            verdicts,
            excess,
            nearer: finalist > 0 && self.is_nearer(&self.aims.wishes, 0, finalist),
            loses: !confirmed.gone(finalist).is_empty(),
            alike: Vec::new(),
        }
    }

    /// First those that are shown to meet the wishes, then those that seem to, by how many rules they change, and then by how
    /// little they change them, or else how far from the edges they are seen; then the nearer ones. Of these, what takes
    /// something out of the game comes last.
    fn order(&self, a: &Proposal, b: &Proposal) -> std::cmp::Ordering {
        let key = |each: &Proposal| {
            let version = &self.confirmed.versions[each.finalist];
            let values = self.confirmed.values(each.finalist);
            let near = distance(&self.ends.nearness, &values);
            let small = match each.class {
                Class::Met => (each.changes, self.space.size(version)),
                Class::Likely => (each.changes, -room(&self.ends.wishes, &values)),
                Class::Open | Class::Missed => (0, each.excess),
            };
            (
                (each.class.min(Class::Open), each.loses, small.0),
                [small.1, near],
                each.changes,
            )
        };
        let (a, b) = (key(a), key(b));
        a.0.cmp(&b.0)
            .then(a.1[0].total_cmp(&b.1[0]))
            .then(a.1[1].total_cmp(&b.1[1]))
            .then(a.2.cmp(&b.2))
    }

    /// Is a proposal no worse than another in anything, so that the other is but a sibling?
    fn covers(&self, kept: &Proposal, other: &Proposal) -> bool {
        let (a, b) = (kept.finalist, other.finalist);
        // What is shown to meet the wishes is more than what is not.
        let met = other.class == Class::Met && kept.class != Class::Met;
        kept.changes <= other.changes
            && !met
            && (other.loses || !kept.loses)
            && !self.is_nearer(&self.aims.wishes, a, b)
            && !self.is_nearer(&self.aims.fairness, a, b)
            && !self.is_nearer(&self.aims.length, a, b)
    }

    /// The present rules and what is proposed beside them, each with its siblings.
    fn proposals(&self, present: Proposal) -> Vec<Proposal> {
        let mut others: Vec<Proposal> = (1..self.confirmed.versions.len())
            .map(|finalist| self.proposal(finalist))
            .collect();
        others.sort_by(|a, b| self.order(a, b));
        let mut proposals = vec![present];
        for other in others {
            match proposals.iter().position(|kept| self.covers(kept, &other)) {
                Some(kept) => proposals[kept].alike.push(other),
                None => proposals.push(other),
            }
        }
        for proposal in &mut proposals {
            proposal.alike.sort_by(|a, b| a.excess.total_cmp(&b.excess));
        }
        proposals.truncate(MOST);
        proposals
    }
}

/// Judges the finalists, whose figures are those of so many bots.
pub fn front(space: &SearchSpace, aims: &Aims, confirmed: &Confirmed, bots: usize) -> Front {
    let finalists = confirmed.versions.len();
    let figures = confirmed.counts.first().map_or(1, Vec::len);
    let changes = aims.wishes.iter().filter(|aim| aim.change).count();
    let questions = finalists * (figures * bots + changes);
    let judge = ParetoJudge {
        space,
        aims,
        confirmed,
        ends: aims.settled_at(&confirmed.values(0)),
        confidence: 1.0 - FIGURES / questions.max(1) as f64,
        compared: 1.0 - COMPARISONS / (3 * finalists * finalists) as f64,
    };
    let present = judge.proposal(0);
    let settled = present.class <= Class::Likely;
    let proposals = judge.proposals(present);
    let nearer = |a: usize, b: usize| judge.is_nearer(&aims.wishes, a, b);
    let take = take(&proposals, &nearer).filter(|_| !settled);
    let changes = |finalist: usize| space.changes(&confirmed.versions[finalist]);
    let ahead = take.and_then(|take| ahead(&proposals, take, &changes, &nearer));
    let ahead = ahead.map(|finalist| Ahead {
        finalist,
        nearer: nearer(0, finalist),
        seen: distance(&judge.ends.wishes, &confirmed.values(finalist)) <= 0.0,
    });
    Front {
        proposals,
        take,
        ahead,
        confidence: judge.confidence,
    }
}

/// Which of the proposals to take, the present rules being the first: of those shown to be nearer than these, and not shown to
/// differ, one that takes nothing out of the game, one that is shown to miss fewest wishes, and the one with the fewest changes.
/// `nearer` says whether the second of two
/// finalists is shown to be nearer.
fn take(proposals: &[Proposal], nearer: &dyn Fn(usize, usize) -> bool) -> Option<usize> {
    let first = proposals.iter().position(|proposal| proposal.nearer)?;
    let furthest = &proposals[first];
    let does = |each: &&Proposal| {
        // What is shown to meet the wishes goes before what is seen to, that before what does not, and what may before what is
        // shown to miss one.
        let may = match furthest.class {
            Class::Met | Class::Likely => each.class <= furthest.class,
            Class::Open => each.class != Class::Missed,
            Class::Missed => true,
        };
        let beats = |other: &Proposal| nearer(each.finalist, other.finalist) && (each.loses || !other.loses);
        each.nearer && may && !proposals.iter().any(beats)
    };
    let all = proposals.iter().enumerate().filter(|(_, each)| does(each));
    let is_missed = |verdict: &&Verdict| **verdict == Verdict::Outside;
    let missed = |each: &Proposal| each.verdicts.iter().filter(is_missed).count();
    let best = all.min_by_key(|(_, each)| (each.loses, missed(each), each.changes));
    Some(best.map_or(first, |(at, _)| at))
}

/// Where the proposal to take is not seen to meet every wish, or takes something out of the game: the finalist to name before
/// it. It is seen to meet all, or, where that one is shown to miss a wish, may do so and is seen nearer. Of several that are not
/// shown to differ it is the one with the fewest changes.
fn ahead(
    proposals: &[Proposal],
    take: usize,
    changes: &dyn Fn(usize) -> usize,
    nearer: &dyn Fn(usize, usize) -> bool,
) -> Option<usize> {
    let taken = &proposals[take];
    let goes_before = |each: &&Proposal| {
        let seen = match taken.class {
            Class::Met => false,
            Class::Likely => taken.loses && !each.loses && each.excess <= 0.0,
            Class::Open => each.excess <= 0.0,
            Class::Missed => each.excess < taken.excess,
        };
        each.finalist > 0 && seen && (taken.loses || !each.loses) && !each.verdicts.contains(&Verdict::Outside)
    };
    let mut all: Vec<&Proposal> = with_siblings(proposals).filter(goes_before).collect();
    all.sort_by(|a, b| a.loses.cmp(&b.loses).then(a.excess.total_cmp(&b.excess)));
    let nearest = all.first()?;
    let as_near = all
        .iter()
        .filter(|each| each.loses == nearest.loses && !nearer(each.finalist, nearest.finalist));
    as_near
        .map(|each| each.finalist)
        .min_by_key(|finalist| changes(*finalist))
}

/// All proposals, then all of their siblings.
fn with_siblings(proposals: &[Proposal]) -> impl Iterator<Item = &Proposal> {
    proposals.iter().chain(proposals.iter().flat_map(|each| &each.alike))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proposal(finalist: usize, class: Class, excess: f64, nearer: bool) -> Proposal {
        let verdict = match class {
            Class::Met => Verdict::Within,
            Class::Likely | Class::Open => Verdict::Undecided,
            Class::Missed => Verdict::Outside,
        };
        Proposal {
            finalist,
            changes: finalist,
            class,
            verdicts: vec![verdict],
            excess,
            nearer,
            loses: false,
            alike: Vec::new(),
        }
    }

    /// What takes something out of the game gives way to what does not, and what is not seen to meet every wish to what is.
    #[test]
    fn what_is_seen_to_meet_all_and_takes_nothing_away_goes_first() {
        let alike = |_: usize, _: usize| false;
        let changes = |finalist: usize| finalist;
        let present = proposal(0, Class::Missed, 6.0, false);
        let of = |finalist, class, nearer, loses| Proposal {
            loses,
            ..proposal(finalist, class, f64::from(u8::from(class > Class::Likely)), nearer)
        };
        let told = |others: &[Proposal], shown: &dyn Fn(usize, usize) -> bool| {
            let all = [std::slice::from_ref(&present), others].concat();
            let take = take(&all, shown).expect("one is nearer");
            (all[take].finalist, ahead(&all, take, &changes, shown))
        };
        let (likely, open) = (Class::Likely, Class::Open);
        // Seen to meet all, before fewer changes.
        assert_eq!(
            told(&[of(2, likely, true, false), of(1, open, true, false)], &alike),
            (2, None)
        );
        // Not shown to be nearer than now, it is named before what is.
        assert_eq!(
            told(&[of(2, likely, false, false), of(1, open, true, false)], &alike),
            (1, Some(2))
        );
        // Also where it takes more changes than another that takes something away.
        assert_eq!(
            told(&[of(2, open, true, false), of(1, open, true, true)], &alike),
            (2, None)
        );
        assert_eq!(
            told(&[of(2, open, true, false), of(1, open, true, true)], &|a, b| (a, b)
                == (2, 1)),
            (2, None)
        );
        assert_eq!(
            told(&[of(2, likely, false, false), of(1, likely, true, true)], &alike),
            (1, Some(2))
        );
        // What takes something away is not named before what does not.
        assert_eq!(
            told(&[of(2, likely, false, true), of(1, open, true, false)], &alike),
            (1, None)
        );
    }

    /// What is shown to miss a wish is not taken where something that may meet all is shown to be nearer than now, too.
    #[test]
    fn what_may_meet_all_goes_before_what_is_shown_to_miss_a_wish() {
        let alike = |_: usize, _: usize| false;
        let present = proposal(0, Class::Missed, 6.0, false);
        let missed = proposal(1, Class::Missed, 2.0, true);
        for (class, taken) in [(Class::Open, 1), (Class::Missed, 2)] {
            let all = [present.clone(), proposal(2, class, 1.0, true), missed.clone()];
            assert_eq!(take(&all, &alike), Some(taken), "{class:?}");
        }
        let open = proposal(2, Class::Open, 1.0, false);
        assert_eq!(take(&[present.clone(), open, missed], &alike), Some(2));
        assert_eq!(take(&[present], &alike), None);
    }

    /// Of those not shown to differ one with more changes is taken that is shown to miss fewer wishes.
    #[test]
    fn what_misses_fewer_wishes_goes_before_what_changes_less() {
        let alike = |_: usize, _: usize| false;
        let of = |finalist: usize, missed: usize| Proposal {
            verdicts: (0..3)
                .map(|wish| {
                    if wish < missed {
                        Verdict::Outside
                    } else {
                        Verdict::Within
                    }
                })
                .collect(),
            ..proposal(finalist, Class::Missed, 2.0, true)
        };
        let present = proposal(0, Class::Missed, 6.0, false);
        for (missed, taken) in [(1, 2), (2, 1)] {
            let all = [present.clone(), of(1, 2), of(2, missed)];
            assert_eq!(take(&all, &alike), Some(taken), "{missed}");
        }
    }

    /// Beside what is shown to be nearer and to miss a wish stands what may meet all and is seen nearer still.
    #[test]
    fn what_may_meet_all_is_named_where_what_is_shown_nearer_misses_a_wish() {
        let present = proposal(0, Class::Missed, 6.0, false);
        let open = |finalist: usize, excess: f64| proposal(finalist, Class::Open, excess, false);
        let changes = |finalist: usize| finalist;
        let ahead = |first: &[Proposal], class: Class, shown: &dyn Fn(usize, usize) -> bool| {
            let all = [std::slice::from_ref(&present), first, &[proposal(1, class, 2.0, true)]].concat();
            ahead(&all, all.len() - 1, &changes, shown)
        };
        let alike = |_: usize, _: usize| false;
        assert_eq!(ahead(&[open(3, 0.2), open(2, 0.3)], Class::Missed, &alike), Some(2));
        assert_eq!(
            ahead(&[open(3, 0.2), open(2, 0.3)], Class::Missed, &|a, b| (a, b) == (2, 3)),
            Some(3)
        );
        assert_eq!(
            ahead(&[open(3, 0.2)], Class::Open, &alike),
            None,
            "neither is seen to meet all"
        );
        assert_eq!(
            ahead(&[open(3, 2.5)], Class::Missed, &alike),
            None,
            "it is seen further off"
        );
        assert_eq!(
            ahead(&[proposal(3, Class::Missed, 0.2, false)], Class::Missed, &alike),
            None
        );
        let mut named = proposal(4, Class::Missed, 3.0, false);
        named.alike.push(proposal(5, Class::Open, 0.1, false));
        assert_eq!(
            ahead(&[named], Class::Missed, &alike),
            Some(5),
            "one that is named below another"
        );
    }

    #[test]
    fn the_nearest_is_named_where_none_is_proposed() {
        let open = |(finalist, excess): &(usize, f64)| proposal(*finalist, Class::Open, *excess, false);
        let proposal = |finalist: usize, excess: f64, alike: &[(usize, f64)]| Proposal {
            alike: alike.iter().map(open).collect(),
            ..open(&(finalist, excess))
        };
        let front = Front {
            proposals: vec![proposal(0, 3.0, &[(4, 2.5), (2, 1.0)]), proposal(1, 1.0, &[(3, 0.5)])],
            take: None,
            ahead: None,
            confidence: 0.99,
        };
        assert_eq!(front.nearer(), None, "a change is proposed");
        let nearer = |excess: f64| {
            Front {
                proposals: vec![proposal(0, excess, &[(4, 2.5), (2, 3.0)])],
                ..front.clone()
            }
            .nearer()
        };
        assert_eq!((nearer(3.0), nearer(2.5)), (Some(4), None));
    }
}
