//! What a baseline asks.

use super::Baseline;
use crate::games::AnyGame;
use crate::judge::{Against, Metric, Question};
use crate::scenario::Scenario;

/// Every win rate, ending and the mean length of every configuration, against `baseline`: shares within the scenario's
/// margin, lengths within this share of what they were.
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
                }),
        );
    }
    all
}
