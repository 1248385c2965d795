//! Is there a rule that hardly ever matters, or a try that hardly ever succeeds?

use super::kind::EventFact;
use super::{Finding, FindingClaim, FindingContext, FindingKind, Severity, limitations};
use crate::metrics::counter_words;
use balance_config::games::Counter;
use balance_inference::judge::Family;
use balance_inference::table::{CounterRow, Rate, Shows};

/// Below this share of games a rule is called dead.
const RARE: f64 = 0.01;
/// Below this share of tries something is called hopeless.
const HOPELESS: f64 = 0.05;

pub fn find(context: &FindingContext) -> Vec<Finding> {
    // Where most games never come to an end, what they lack says nothing about the rules.
    if limitations::mostly_endless(context.each) {
        return Vec::new();
    }
    let rows = context.each.counters.iter().filter(|row| row.rule);
    rows.filter_map(|row| of_counter(context, row)).collect()
}

fn of_counter(context: &FindingContext, row: &CounterRow) -> Option<Finding> {
    let (each, counters) = (context.each, &context.each.counters);
    // Whether it happens, and whether tries succeed.
    let confidence = context.confidence(Family::Events, 2 * counters.len());
    let games_with = |row: &CounterRow| -> Rate { row.games_with_at(each.sampling(), confidence) };
    let tries = row
        .of
        .as_ref()
        .and_then(|of| counters.iter().find(|other| other.counter == *of));
    let (event, metric) = (counter_words(row, counters), format!("counter.{}", row.counter));
    let rate = games_with(row);
    let finding = |kind: FindingKind, size: f64, claim: FindingClaim| Finding {
        sample: context.sample(Shows::Event, &row.counter),
        claim: Some(claim),
        ..context.finding(Severity::Notice, kind, size)
    };
    let counter = row.counter.clone();
    if rate.hi < RARE {
        // A success cannot come more often than its tries: one finding is enough.
        if tries.is_some_and(|tries| games_with(tries).hi < RARE) {
            return None;
        }
        let kind = FindingKind::Event {
            fact: if row.total == 0 {
                EventFact::Never
            } else {
                EventFact::Rare
            },
            event,
            metric,
            rate,
        };
        let rare = finding(kind, 0.8, FindingClaim::Rare { counter, below: RARE });
        // That it never happens is not asked of others, with which it may.
        let claim = rare.claim.clone().filter(|_| row.total > 0);
        return Some(Finding { claim, ..rare });
    }
    let rate = each
        .success_at(row, confidence)
        .filter(|success| success.hi < HOPELESS)?;
    let kind = FindingKind::Event {
        fact: EventFact::Hopeless(counter_words(tries?, counters)),
        event: row.help.strip_prefix(Counter::PART).unwrap_or(&row.help).to_owned(),
        metric,
        rate,
    };
    let below = HOPELESS;
    Some(finding(kind, 0.75, FindingClaim::Hopeless { counter, below }))
}

#[cfg(test)]
mod tests {
    use super::super::{Robustness, findings};
    use super::*;
    use crate::sample;
    use balance_inference::table::Configuration;

    /// What hardly ever happens with these bots happens with another one: it is of these bots, and no dead rule of the game.
    #[test]
    fn a_dead_rule_is_asked_of_other_bots() {
        let results = sample::single();
        let own = &results.configurations[0];
        let at = own.counters.iter().position(|row| row.rule && row.of.is_none());
        let at = at.expect("a counter");
        let counted = |games: u64, name: &str| {
            let mut each = own.clone();
            (each.counters[at].games, each.counters[at].total) = (games, games);
            name.clone_into(&mut each.name);
            each
        };
        let (often, also) = (counted(own.games / 4, "expert"), counted(2, "novice"));
        let dead = |others: Vec<Configuration>| {
            let mut results = results.clone();
            results.configurations[0] = also.clone();
            results.configurations[0].others = others;
            let mut all = findings(&results).into_iter();
            all.find(|each| matches!(&each.kind, FindingKind::Event { fact, .. } if *fact == EventFact::Rare))
                .expect("a dead rule")
        };
        assert!(!dead(vec![also.clone()]).is_bot_dependent());
        let here = dead(vec![also.clone(), often]);
        let says: Vec<Robustness> = here.others.iter().map(|each| each.says).collect();
        assert_eq!(says, [Robustness::Same, Robustness::Different]);
        assert!(here.is_bot_dependent());
    }
}
