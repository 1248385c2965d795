//! What so many stored deals can clear: known before anything changes.

use super::{DealCounts, MOST_DEALS};
use crate::games::{AnyGame, Sheet};
use crate::judge::{Metric, TOTAL, deals_to_clear};
use crate::scenario::{Margins, Scenario};
use balance_stats as stats;

/// What a baseline of so many deals can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clears {
    /// The margins that it is about.
    pub margins: Margins,
    /// Deals after which a game that has not changed passes; never more than `changed`.
    pub unchanged: u64,
    /// Deals that let a game pass in nine of ten checks, each metric for itself, in which every deal goes another way and
    /// nothing has moved.
    pub changed: u64,
    /// The smallest margins that the stored deals clear then; infinite where they clear none.
    pub cleared: Margins,
    /// The smallest that a baseline of [`MOST_DEALS`] clears, as far as these tell.
    pub tightest: Margins,
}

/// What `dealt`, the stored games of each configuration that has some, can clear of the tolerances of `scenario`.
pub fn clears<'a>(
    scenario: &Scenario,
    games: &[Box<dyn AnyGame>],
    dealt: impl IntoIterator<Item = Option<&'a DealCounts>>,
) -> Clears {
    let mut found = Clears {
        margins: scenario.margins,
        unchanged: 1,
        changed: 1,
        cleared: Margins::one(0.0),
        tightest: Margins::one(0.0),
    };
    for ((configuration, game), dealt) in scenario.configurations.iter().zip(games).zip(dealt) {
        let Some(dealt) = dealt else {
            continue;
        };
        let (sheet, rotations) = (game.sheet(), configuration.setup.seats.rotations());
        let lines = &dealt.lines;
        let deals = lines.len() as f64;
        let longest = lines.iter().map(|line| line.turns).max().unwrap_or(0);
        let cap = sheet.turns_max.map_or_else(
            || stats::unseen(f64::from(longest) / rotations as f64, deals),
            f64::from,
        );
        for metric in stored_metrics(sheet, dealt.bots()) {
            let of = |power: u32| {
                lines
                    .iter()
                    .map(move |line| i128::from(DealCounts::from_line(line, metric).pow(power)))
            };
            let total = |power: u32| of(power).sum::<i128>();
            let units = dealt.units(metric, rotations);
            let mean = total(1) as f64 / units / deals.max(1.0);
            let variance = stats::variance(lines.len() as u64, total(1), total(2)) / (units * units);
            let share = metric != Metric::Turns;
            let (unit, most) = if share { (1.0, 1.0) } else { (mean, cap) };
            // On deals that all go another way the two differ by what they vary, twice.
            let needed = |variance: f64, part: f64| deals_to_clear(2.0 * variance, part * unit, most, TOTAL);
            if unit <= 0.0 {
                continue;
            }
            let margin = scenario.margins.margin(share, 1.0);
            found.unchanged = found.unchanged.max(needed(0.0, margin).ceil() as u64);
            found.changed = found.changed.max(needed(variance, margin).ceil() as u64);
            for (margins, most) in [(&mut found.cleared, deals), (&mut found.tightest, MOST_DEALS as f64)] {
                let least = if share { &mut margins.share } else { &mut margins.length };
                *least = least.max(smallest(|part| needed(variance, part) > most));
            }
        }
    }
    found
}

/// The part from which on `short` does not hold any more, to four digits; beyond all parts where it always does.
fn smallest(short: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (1e-6, 1.0);
    if short(high) {
        return f64::INFINITY;
    }
    while high / low > 1.0001 {
        let middle = (low * high).sqrt();
        if short(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The metrics that a baseline holds which knows what these `bots` won, given as bits.
pub fn stored_metrics(sheet: &Sheet, bots: u16) -> impl Iterator<Item = Metric> {
    let (sides, endings) = (0..sheet.sides.len(), 0..sheet.endings.len());
    let shares = sides.map(Metric::WinRate).chain(endings.map(Metric::Ending));
    let several = sheet.bots.len() > 1;
    let bots = (0..sheet.bots.len()).filter(move |bot| several && bots >> bot & 1 == 1);
    shares.chain(bots.map(Metric::Bot)).chain([Metric::Turns])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_and_the_deals_that_clear_it_belong_together() {
        let deals = deals_to_clear(0.4, 0.02, 1.0, TOTAL);
        let found = smallest(|part| deals_to_clear(0.4, part, 1.0, TOTAL) > deals);
        assert!((found / 0.02 - 1.0).abs() < 1e-3, "{found}");
        assert!(smallest(|_| true).is_infinite());
        // Four times as many deals clear half the move.
        let half = smallest(|part| deals_to_clear(0.4, part, 1.0, TOTAL) > 4.0 * deals);
        assert!((half / 0.01 - 1.0).abs() < 0.01, "{half}");
    }
}
