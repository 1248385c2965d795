//! What a baseline asks.

use super::Baseline;
use crate::games::AnyGame;
use crate::judge::{Against, Metric, Question, TOTAL, baselines};
use crate::scenario::Scenario;

/// Every win rate, ending and the mean length of every configuration, against `baseline`: shares within the scenario's
/// margin, lengths within this share of what they were. Errors are divided among all of them; that a number has not moved
/// is told with 5 % for each, since all of them must be within for a check to be good.
pub fn of_baseline(scenario: &Scenario, games: &[Box<dyn AnyGame>], baseline: &Baseline) -> Vec<Question> {
    let mut all = Vec::new();
    for (configuration, stored) in baseline.configurations.iter().enumerate() {
        let sheet = games[configuration].sheet();
        let shares = (0..sheet.sides.len())
            .map(Metric::WinRate)
            .chain((0..sheet.endings.len()).map(Metric::Ending));
        let margin = scenario.margin;
        all.extend(
            shares
                .map(|metric| (metric, margin))
                .chain([(Metric::Turns, margin * stored.turns_mean())])
                .map(|(metric, tolerance)| Question {
                    configuration,
                    metric,
                    against: Against::Baseline { tolerance },
                    error: TOTAL,
                    within: TOTAL,
                    most: sheet.turns_max,
                    mean: Some(stored.turns_mean()),
                }),
        );
    }
    let each = baselines() / all.len().max(1) as f64;
    for question in &mut all {
        question.error = each;
    }
    all
}
