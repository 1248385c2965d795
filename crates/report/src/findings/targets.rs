//! Are the goals of the scenario met?

use super::kind::GoalOutcome;
use super::{Direction, Finding, FindingClaim, FindingContext, FindingKind, Sample, Severity};
use crate::metrics::{Measure, judged_goals};
use balance_config::scenario::Of;
use balance_inference::judge::{Answer, Verdict, key};
use balance_inference::table::{Configuration, Shows, TargetRow};

pub fn goals_of_winners(each: &Configuration) -> bool {
    judged_goals(each)
        .map(|row| Of::metric(&row.metric))
        .any(|of| matches!(of, Of::Side(_) | Of::Sides(..) | Of::FairShare(_)))
}

pub fn find(context: &FindingContext) -> Vec<Finding> {
    // That the base is as it is, is no finding.
    let goals = judged_goals(context.each)
        .filter(|row| !matches!(Of::metric(&row.metric), Of::FairShare(_) | Of::Other))
        .filter_map(|row| Some(goal(context, row, row.answer?)));
    goals.collect()
}

fn goal(context: &FindingContext, row: &TargetRow, answer: Answer) -> Finding {
    let (severity, outcome, size) = judged(row, &answer);
    let kind = FindingKind::Goal {
        row: row.clone(),
        answer,
        outcome,
    };
    // What changes is asked of these bots alone, and other bots have nothing to say of one of these.
    let is_asked = outcome != GoalOutcome::Undecided && !row.change && !matches!(Of::metric(&row.metric), Of::Bot(_));
    Finding {
        sample: sample(context, &row.metric).or_else(|| context.sample(Shows::Longest, "")),
        claim: is_asked.then(|| FindingClaim::Goal {
            row: row.clone(),
            verdict: answer.verdict,
        }),
        ..context.finding(severity, kind, size)
    }
}

fn sample(context: &FindingContext, metric: &str) -> Option<Sample> {
    let each = context.each;
    match Of::metric(metric) {
        Of::Side(side) => {
            let row = each.sides.iter().find(|row| key(&row.side) == key(side))?;
            if row.fair.is_some() {
                context.sample(Shows::Side, &row.side)
            } else {
                context.sample(Shows::Nobody, "")
            }
        }
        Of::Bot(bot) => {
            let row = each.bots.iter().find(|row| key(&row.bot) == key(bot))?;
            context.sample(Shows::Bot, &row.bot)
        }
        Of::Ending(ending) => {
            let row = each.endings.iter().find(|row| key(&row.ending) == key(ending))?;
            context.sample(Shows::Ending, &row.ending)
        }
        Of::Counter(counter) => context.sample(Shows::Event, counter),
        _ => None,
    }
}

/// How severe the verdict is, what came of the goal, and the rank of the finding.
fn judged(row: &TargetRow, answer: &Answer) -> (Severity, GoalOutcome, f64) {
    match answer.verdict {
        Verdict::Outside => {
            // Problems are ranked by the distance; that of a length is put on the scale of shares.
            let scale = if Measure::of_metric(&row.metric).is_share() {
                1.0
            } else {
                answer.value.abs().max(1.0)
            };
            let over = row.to.map_or(f64::NEG_INFINITY, |to| answer.value - to);
            let under = row.from.map_or(f64::NEG_INFINITY, |from| from - answer.value);
            let missed = GoalOutcome::Missed(Direction::of_gap(over - under));
            (Severity::Problem, missed, 1.0 + over.max(under).max(0.0) / scale)
        }
        Verdict::Within => (Severity::Notice, GoalOutcome::Met, 1.55),
        Verdict::Undecided => (Severity::Notice, GoalOutcome::Undecided, 1.56),
    }
}
