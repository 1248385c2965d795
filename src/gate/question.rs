//! What a baseline asks.

use super::Baseline;
use crate::games::{AnyGame, Sheet};
use crate::judge::{Against, Metric, Question, TOTAL, baselines};
use crate::scenario::Scenario;

/// Every win rate, ending and the mean length of every configuration, against `baseline`: shares within the scenario's
/// margin, lengths within this share of what they were. Errors are divided among all of them; that a number has not moved
/// is told with 5 % for each, since all of them must be within for a check to be good.
pub fn of_baseline(scenario: &Scenario, games: &[Box<dyn AnyGame>], baseline: &Baseline) -> Vec<Question> {
    let mut all = Vec::new();
    for (configuration, stored) in baseline.configurations.iter().enumerate() {
        let sheet = games[configuration].sheet();
        let margin = scenario.margin;
        all.extend(asked(sheet).map(|metric| {
            let unit = if metric == Metric::Turns {
                stored.turns_mean()
            } else {
                1.0
            };
            Question {
                configuration,
                metric,
                against: Against::Baseline {
                    tolerance: margin * unit,
                },
                error: TOTAL,
                within: TOTAL,
                most: sheet.turns_max,
                mean: Some(stored.turns_mean()),
            }
        }));
    }
    let each = baselines() / all.len().max(1) as f64;
    for question in &mut all {
        question.error = each;
    }
    all
}

/// The metrics that a baseline holds.
pub fn asked(sheet: &Sheet) -> impl Iterator<Item = Metric> {
    let (sides, endings) = (0..sheet.sides.len(), 0..sheet.endings.len());
    let shares = sides.map(Metric::WinRate).chain(endings.map(Metric::Ending));
    shares.chain([Metric::Turns])
}
