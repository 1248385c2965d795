//! How far configurations are from fair, and which of several a designer can choose among.

use crate::expectations::missed_anew;
use crate::findings::{Tells, sure_of_others, tells};
use balance_analysis::table::{Configuration, Rate, Results, SideRow, joint};

/// The largest gap of a configuration's sides to their fair shares.
#[derive(Clone, Copy, Debug)]
pub struct FairnessGap<'r> {
    /// The side that is furthest from its fair share.
    pub side: &'r str,
    /// Its win rate minus its fair share.
    pub value: f64,
    /// The largest gap of any side is at least this, without its sign.
    pub least: f64,
    /// And at most this; both hold for all configurations at once.
    pub most: f64,
}

/// The largest gap of a configuration; none without sides.
pub fn gap<'r>(results: &Results, each: &'r Configuration) -> Option<FairnessGap<'r>> {
    largest(each, |row| joint(results, each, row))
}

/// The largest gap where another bot has every seat; none without sides.
pub fn gap_of_other<'r>(results: &Results, other: &'r Configuration) -> Option<FairnessGap<'r>> {
    let confidence = sure_of_others(results);
    largest(other, |row| row.win_rate_at(other.sampling(), confidence))
}

fn largest(each: &Configuration, rate: impl Fn(&SideRow) -> Rate) -> Option<FairnessGap<'_>> {
    let mut largest: Option<FairnessGap> = None;
    for row in &each.sides {
        let Some(fair) = row.fair else { continue };
        let rate = rate(row);
        let value = rate.value - fair;
        let least = (rate.lo - fair).max(fair - rate.hi).max(0.0);
        let most = (rate.hi - fair).max(fair - rate.lo);
        largest = Some(match largest {
            None => FairnessGap {
                side: &row.side,
                value,
                least,
                most,
            },
            Some(old) => FairnessGap {
                least: old.least.max(least),
                most: old.most.max(most),
                ..if value.abs() > old.value.abs() {
                    FairnessGap {
                        side: &row.side,
                        value,
                        ..old
                    }
                } else {
                    old
                }
            },
        });
    }
    largest
}

/// Configurations among which a designer can choose: of as many players and the same bots, whose games tell what the game
/// is. The first is the one that was there before.
pub struct FairnessChoice<'r> {
    /// The one that was there before.
    pub base: (&'r Configuration, FairnessGap<'r>),
    /// The others.
    pub others: Vec<(&'r Configuration, FairnessGap<'r>)>,
}

/// What a choice comes to.
pub enum Nearest<'r> {
    /// The base is fair.
    Base,
    /// This one is shown to be nearer to fair than the base, and none that is misses fewer wishes; these others may be as near,
    /// those seen nearest first.
    Other((&'r Configuration, FairnessGap<'r>), Vec<&'r Configuration>),
    /// The base is surely not fair, and none is nearer by more than the margin.
    NoneNearer,
    /// Too little is known.
    Open,
}

/// The choices of a run.
pub fn choices(results: &Results) -> Vec<FairnessChoice<'_>> {
    let mut all: Vec<FairnessChoice> = Vec::new();
    for each in results.configurations.iter().filter(|each| each.games > 0) {
        if tells(each) != Tells::Balance {
            continue;
        }
        let Some(gap) = gap(results, each) else { continue };
        let same = |other: &Configuration| other.players == each.players && other.has_bots_of(each);
        match all.iter_mut().find(|choice| same(choice.base.0)) {
            Some(choice) => choice.others.push((each, gap)),
            None => all.push(FairnessChoice {
                base: (each, gap),
                others: Vec::new(),
            }),
        }
    }
    all.retain(|choice| !choice.others.is_empty());
    all
}

impl<'r> FairnessChoice<'r> {
    /// What it comes to, where sides within `margin` of their fair share are fair.
    pub fn nearest(&self, margin: f64) -> Nearest<'r> {
        let base = self.base.1;
        if base.most <= margin {
            return Nearest::Base;
        }
        let nearer = || self.others.iter().filter(|other| other.1.most < base.least);
        // What is wished goes before what is fair.
        let misses = |other: &Configuration| missed_anew(other, self.base.0).len();
        let best = nearer().min_by(|a, b| {
            let fewer = misses(a.0).cmp(&misses(b.0));
            fewer.then(a.1.value.abs().total_cmp(&b.1.value.abs()))
        });
        match best {
            Some(best) => {
                let rival = |other: &&(&Configuration, FairnessGap<'_>)| {
                    other.1.least <= best.1.most && !std::ptr::eq(other.0, best.0)
                };
                let mut rivals: Vec<_> = self.others.iter().filter(rival).collect();
                rivals.sort_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()));
                Nearest::Other(*best, rivals.into_iter().map(|rival| rival.0).collect())
            }
            // What may be nearer by more than the margin is open.
            None if base.least > 0.0 && self.others.iter().all(|other| other.1.least + margin >= base.most) => {
                Nearest::NoneNearer
            }
            None => Nearest::Open,
        }
    }
}
