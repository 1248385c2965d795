//! What versions that were not played promise: every figure as a sum of what each change does to it, learned from those that
//! were played.

use std::collections::BTreeSet;

use super::objective::Aims;
use super::{Count, Counts, SearchSpace, Version};
use balance_stats::ridge_fit;

/// Most values of a knob whose changes are learned one by one; of more, a curve is.
const FEW: usize = 5;

/// Most things to learn of a figure.
const MOST: usize = 160;

/// Beyond what chance explains, a sum is off by about this much near the wishes: of a share in log odds, of a mean as a part
/// of it.
const MISFIT: f64 = 0.02;

/// So much more for each unit that a version is away from the wishes: what matters is to be right near them.
const AWAY: f64 = 0.2;

/// Figures by version.
pub struct Surface<'a> {
    space: &'a SearchSpace,
    /// By figure; none where nobody asks for it.
    figures: Vec<Option<Learned>>,
}

struct Learned {
    /// What a share, or a difference of shares, can be, of which the odds are learned; none of what has no such ends.
    range: Option<(f64, f64)>,
    weights: Vec<f64>,
}

impl<'a> Surface<'a> {
    /// Learns the figures that `aims` ask for from versions and their counts; none where there is too much to learn.
    pub fn learn(space: &'a SearchSpace, aims: &Aims, played: &[(&[u8], &Counts)]) -> Option<Self> {
        let figures = played.first()?.1.len();
        let rows: Vec<Vec<f64>> = played.iter().map(|(version, _)| features(space, version)).collect();
        if rows.first()?.len() > MOST {
            return None;
        }
        let learn = |figure: usize| {
            let asked = aims.wishes.iter().chain(&aims.nearness);
            let Some(aim) = asked.clone().find(|aim| aim.figure == figure) else {
                return Some(None);
            };
            let counts: Vec<&Count> = played.iter().map(|(_, counts)| &counts[figure]).collect();
            learned(&rows, &counts, (aim.lo, aim.hi)).map(Some)
        };
        let figures: Option<Vec<_>> = (0..figures).map(learn).collect();
        Some(Surface {
            space,
            figures: figures?,
        })
    }

    /// The figures of a version; 0 for those that nobody asks for.
    pub fn values(&self, version: &[u8]) -> Vec<f64> {
        let row = features(self.space, version);
        let value = |learned: &Option<Learned>| {
            let Some(learned) = learned else { return 0.0 };
            let parts = learned
                .weights
                .iter()
                .zip(&row)
                .map(|(weight, feature)| weight * feature);
            let sum: f64 = parts.sum();
            let share = |(lo, hi): (f64, f64)| lo + (hi - lo) / (1.0 + libm::exp(-sum));
            learned.range.map_or(sum, share)
        };
        self.figures.iter().map(value).collect()
    }
}

/// 1, and what is changed.
fn features(space: &SearchSpace, version: &[u8]) -> Vec<f64> {
    let mut row = vec![1.0];
    for (knob, value) in space.knobs.iter().zip(version) {
        let values = knob.places.len();
        if knob.ordered && values > FEW {
            let by = knob.places[usize::from(*value)] - knob.places[usize::from(knob.present)];
            row.extend([by, by * by]);
        } else {
            let others = (0..values).filter(|other| *other != usize::from(knob.present));
            row.extend(others.map(|other| f64::from(u8::from(other == usize::from(*value)))));
        }
    }
    row
}

/// Learns a figure that is to lie between the ends of `band`.
fn learned(rows: &[Vec<f64>], counts: &[&Count], band: (f64, f64)) -> Option<Learned> {
    let range = match counts.first()? {
        Count::Share(_) => Some((0.0, 1.0)),
        Count::Gap(..) => Some((-1.0, 1.0)),
        _ => None,
    };
    let inside = |share: f64| share.clamp(1e-4, 1.0 - 1e-4);
    let odds = |share: f64| libm::log(inside(share) / (1.0 - inside(share)));
    let mut wanted = Vec::new();
    let mut weights = Vec::new();
    for count in counts {
        let (value, error) = (count.value(), count.error());
        let wished = value.clamp(band.0, band.1);
        let (value, error, misfit) = if let Some((lo, hi)) = range {
            let part = |value: f64| (value - lo) / (hi - lo);
            let (share, wished, error) = (part(value), part(wished), error / (hi - lo));
            let away = (odds(share) - odds(wished)).abs();
            let slope = inside(share) * (1.0 - inside(share));
            (odds(share), error / slope, MISFIT + AWAY * away)
        } else {
            let away = (value - wished).abs();
            (value, error, MISFIT * value.abs().max(1e-3) + AWAY * away)
        };
        wanted.push(value);
        weights.push(1.0 / (error * error + misfit * misfit));
    }
    let weights = ridge_fit(rows, &wanted, &weights, 1e-3)?;
    Some(Learned { range, weights })
}

/// Versions that promise much, of a space too large to look through: the best with one change, each with another, and so on.
pub(super) fn beam(space: &SearchSpace, changes: usize, score: &dyn Fn(&[u8]) -> f64) -> Vec<Version> {
    const WIDTH: usize = 60;
    let (singles, present) = (space.singles(), space.present());
    let (mut all, mut front) = (singles.clone(), singles.clone());
    for _ in 1..space.knobs.len().min(8).min(changes) {
        let mut seen = BTreeSet::new();
        let mut next: Vec<(f64, Version)> = Vec::new();
        for version in &front {
            for single in &singles {
                let changed = (0..present.len()).find(|index| single[*index] != present[*index]);
                let Some(index) = changed.filter(|index| version[*index] == present[*index]) else {
                    continue;
                };
                let mut both = version.clone();
                both[index] = single[index];
                if seen.insert(both.clone()) {
                    next.push((score(&both), both));
                }
            }
        }
        next.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        next.truncate(WIDTH);
        front = next.into_iter().map(|(_, version)| version).collect();
        all.extend(front.iter().cloned());
    }
    all
}
