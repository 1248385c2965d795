//! Is there a rule that hardly ever matters, or a try that hardly ever succeeds?

use super::super::format;
use super::counter_meaning::meaning;
use super::{Finding, FindingClaim, FindingContext, FindingKind, Rarity, Severity, Strength, limitations};
use balance_analysis::games::Counter;
use balance_analysis::judge::Family;
use balance_analysis::table::Shows;

/// Below this share of games a rule is called dead.
const RARE: f64 = 0.01;
/// What may be the matter with a rule that is hardly ever used.
pub const DEAD: &str = "a dead rule?";
/// Below this share of tries something is called hopeless.
const HOPELESS: f64 = 0.05;

pub fn find(asked: &FindingContext) -> Vec<Finding> {
    let counters = &asked.each.counters;
    let mut found = Vec::new();
    // Where most games never come to an end, what they lack says nothing about the rules.
    if limitations::mostly_endless(asked.each) {
        return found;
    }
    let sampling = asked.each.sampling();
    // Whether it happens, and whether tries succeed.
    let confidence = asked.confidence(Family::Events, 2 * counters.len());
    for row in counters.iter().filter(|row| row.rule) {
        let what = meaning(row, counters);
        let games = row.games_with_at(sampling, confidence);
        if games.hi < RARE {
            // A success cannot come more often than its tries: one finding is enough.
            let tries_rare = row.of.as_ref().is_some_and(|of| {
                let tries = counters.iter().find(|other| other.counter == *of);
                tries.is_some_and(|tries| tries.games_with_at(sampling, confidence).hi < RARE)
            });
            if !tries_rare {
                let rarity = Rarity::of_count(row.total);
                let how = match rarity {
                    Rarity::Never => "did not happen in these games",
                    Rarity::Rare => "hardly ever happens",
                };
                found.push(Finding {
                    headline: format!("“{what}” {how}, {DEAD}"),
                    evidence: format!("In {} of games. Its metric is `counter.{}`.", format::share(games), row.counter),
                    method: "The interval of the share of games with it, corrected for all events and configurations, lies \
                             below 1%.",
                    sample: asked.sample(Shows::Event, &row.counter),
                    claim: Some(FindingClaim::Rare {
                        counter: row.counter.clone(),
                        below: RARE,
                    }),
                    ..asked.finding(
                        Severity::Notice,
                        FindingKind::EventRare { event: row.counter.clone(), rarity },
                        0.8,
                        Strength::Clear,
                    )
                });
            }
        } else if let (Some(of), Some(success)) = (&row.of, asked.each.success_at(row, confidence))
            && success.hi < HOPELESS
        {
            let tries = counters.iter().find(|other| other.counter == *of);
            let tries = tries.map_or_else(|| of.clone(), |tries| meaning(tries, counters));
            let part = row.help.strip_prefix(Counter::PART).unwrap_or(&row.help);
            found.push(Finding {
                    headline: format!("Hardly any of “{tries}” are “{part}”."),
                    evidence: format!("{} of them. Its metric is `counter.{}`.", format::share(success), row.counter),
                    method: "The interval of the share of tries, corrected for all events and configurations, lies below 5%; \
                             tries of one game may all go alike.",
                    sample: asked.sample(Shows::Event, &row.counter),
                    claim: Some(FindingClaim::Hopeless {
                        counter: row.counter.clone(),
                        below: HOPELESS,
                    }),
                    ..asked.finding(
                        Severity::Notice,
                        FindingKind::EventHopeless { event: row.counter.clone() },
                        0.75,
                        Strength::Clear,
                    )
                });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Robustness, findings};
    use super::*;
    use crate::sample;
    use balance_analysis::table::Configuration;

    /// What hardly ever happens with these bots happens with another one: it is of these bots, and no dead rule of the game.
    #[test]
    fn a_dead_rule_is_asked_of_other_bots() {
        let results = sample::single();
        let at = results.configurations[0]
            .counters
            .iter()
            .position(|row| row.rule && row.of.is_none());
        let at = at.expect("a counter");
        let counted = |games: u64| {
            let mut each = results.configurations[0].clone();
            (each.counters[at].games, each.counters[at].total) = (games, games);
            each
        };
        let (mut often, mut also) = (counted(results.configurations[0].games / 4), counted(2));
        "often".clone_into(&mut often.name);
        "also".clone_into(&mut also.name);
        let dead = |others: Vec<Configuration>| {
            let mut asked = results.clone();
            asked.configurations[0] = also.clone();
            asked.configurations[0].others = others;
            let found = findings(&asked);
            found
                .into_iter()
                .find(|each| {
                    matches!(
                        each.kind,
                        FindingKind::EventRare {
                            rarity: Rarity::Rare,
                            ..
                        }
                    )
                })
                .expect("found")
        };
        assert!(!dead(vec![also.clone()]).only_here());
        let here = dead(vec![also.clone(), often]);
        let says: Vec<Robustness> = here.others.iter().map(|each| each.says).collect();
        assert!(says[0] <= Robustness::Holds && says[1] == Robustness::Fails, "{says:?}");
        assert!(here.only_here(), "{}", here.headline);
    }

    /// “Of these” says nothing where the line above it is not there.
    #[test]
    fn what_is_a_part_is_told_with_its_whole() {
        let mut all = sample::single().configurations.remove(0).counters;
        all.truncate(2);
        let [whole, part] = &mut all[..] else {
            panic!("two counters")
        };
        (whole.help, whole.of) = ("stones played".to_owned(), None);
        (part.help, part.of) = ("of these, cancelled".to_owned(), Some(whole.counter.clone()));
        assert_eq!(meaning(&all[1], &all), "of stones played: cancelled");
        assert_eq!(meaning(&all[0], &all), "stones played");
    }
}
