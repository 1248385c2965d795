//! What a baseline asks.

use super::{Baseline, Dealt};
use crate::games::{AnyGame, Sheet};
use crate::judge::{Against, Metric, Question, TOTAL, baselines};
use crate::scenario::Scenario;

/// Every win rate, also of bots where several sit there, every ending and the mean length of every configuration, against
/// `baseline`: each within the scenario's margin for its kind. Errors are divided among all of them; that a number has not moved is
/// told with 5 % for each, since all of them must be within for a check to be good.
pub fn of_baseline(
    scenario: &Scenario,
    games: &[Box<dyn AnyGame>],
    baseline: &Baseline,
    dealt: &[Option<Dealt>],
) -> Vec<Question> {
    let mut all = Vec::new();
    for (configuration, held) in baseline.held(scenario).into_iter().zip(dealt).enumerate() {
        let (Some(stored), Some(dealt)) = held else {
            continue;
        };
        let sheet = games[configuration].sheet();
        all.extend(asked(sheet, dealt.bots()).map(|metric| {
            let tolerance = scenario.margins.of(metric != Metric::Turns, stored.turns_mean());
            Question {
                configuration,
                metric,
                against: Against::Baseline { tolerance },
                error: TOTAL,
                within: TOTAL,
                most: sheet.turns_max,
                mean: Some(stored.turns_mean()),
                seats: matches!(metric, Metric::Bot(_)).then(|| dealt.units(metric, 1)),
            }
        }));
    }
    let each = baselines() / all.len().max(1) as f64;
    for question in &mut all {
        question.error = each;
    }
    all
}

/// The metrics that a baseline holds which knows what these `bots` won, given as bits.
pub fn asked(sheet: &Sheet, bots: u16) -> impl Iterator<Item = Metric> {
    let (sides, endings) = (0..sheet.sides.len(), 0..sheet.endings.len());
    let shares = sides.map(Metric::WinRate).chain(endings.map(Metric::Ending));
    let several = sheet.bots.len() > 1;
    let bots = (0..sheet.bots.len()).filter(move |bot| several && bots >> bot & 1 == 1);
    shares.chain(bots.map(Metric::Bot)).chain([Metric::Turns])
}
