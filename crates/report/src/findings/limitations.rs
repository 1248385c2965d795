//! What the results of a run cannot say: nothing of the game where its games never come to an end, and little by random moves.

use super::kind::PLAYERS;
use super::{Finding, FindingKind, FindingPlace, Limit, Severity, sample};
use balance_config::games::named;
use balance_config::scenario::beside_each;
use balance_inference::judge::Family;
use balance_inference::table::{BotRow, Configuration, EndingRow, Results, Shows};
use balance_kit::schema::parts::property;

/// What the games of a configuration can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// How the game is, as these bots play it.
    Balance,
    /// Little: most games are stopped.
    Little,
    /// What random moves do: every seat is played by them.
    Random,
    Nothing,
}

/// What the games of a configuration can tell, at least.
pub fn tells(each: &Configuration) -> Tells {
    if each.games > 0 && capped(each) == each.games {
        Tells::Nothing
    } else if only_random(each) {
        Tells::Random
    } else if mostly_endless(each) {
        Tells::Little
    } else {
        Tells::Balance
    }
}

pub fn mostly_endless(each: &Configuration) -> bool {
    let confidence = 1.0 - Family::Endings.each(each.endings.len() + 1);
    let sure = |row: &EndingRow| row.share_at(each.sampling(), confidence).lo > 0.5;
    each.endings.iter().any(|row| row.capped && sure(row))
}

/// Games that are stopped at the limit on their length.
pub fn capped(each: &Configuration) -> u64 {
    each.endings.iter().filter(|row| row.capped).map(|row| row.games).sum()
}

pub fn only_random(each: &Configuration) -> bool {
    // Results of older versions know random moves by the name of their bot alone.
    let random = |row: &BotRow| row.random || row.bot == "random";
    !each.bots.is_empty() && each.bots.iter().all(random)
}

/// How severe it is that games say nothing about balance: a caution before all else where no configuration says anything.
pub fn severity_of_silence(results: &Results) -> Severity {
    let silent = results.configurations.iter().all(|each| tells(each) != Tells::Balance);
    if silent { Severity::Void } else { Severity::Problem }
}

pub fn find(results: &Results) -> Vec<Finding> {
    let all = &results.configurations;
    let severity = match severity_of_silence(results) {
        Severity::Void => Severity::Void,
        _ => Severity::Limit,
    };
    let mut found = Vec::new();
    let those = |is: fn(&Configuration) -> bool| all.iter().filter(|each| is(each)).collect::<Vec<_>>();
    found.extend(of_some(
        &those(only_random),
        all.len(),
        severity,
        Limit::RandomMoves,
        3.0,
    ));
    let turns = those(take_turns);
    found.extend(of_some(&turns, all.len(), Severity::Limit, Limit::BotsTakeTurns, 3.0));
    if all.iter().any(|each| tells(each) != Tells::Random) {
        let kind = FindingKind::Limit(Limit::BotsAreNotPeople);
        found.push(Finding::new(Severity::Limit, kind, 1.0));
    }
    found.extend(other_tables(results));
    found.extend(uncompared(results));
    let mut samples = all.iter().filter_map(|each| sample::find(each, Shows::Longest, "", ""));
    let any = samples.next();
    for finding in &mut found {
        finding.sample.clone_from(&any);
    }
    found
}

/// A limit of some of so many configurations; none where it is of none.
fn of_some(some: &[&Configuration], of: usize, severity: Severity, limit: Limit, size: f64) -> Option<Finding> {
    let name = some.first()?.name.clone();
    let count = some.len();
    Some(Finding {
        place: Some(FindingPlace { name, count, of }),
        ..Finding::new(severity, FindingKind::Limit(limit), size)
    })
}

/// Is every deal played with different bots at a seat, one after the other?
fn take_turns(each: &Configuration) -> bool {
    let first = each.bots.first().map(|row| settings(each, row));
    let differs = |row: &BotRow| first.as_ref() != Some(&settings(each, row));
    each.games > 0 && each.rotations > 1 && each.bots.iter().any(differs)
}

/// How a bot of the table plays: by its settings, or as the kind that it is called. Two names may be one bot.
fn settings(each: &Configuration, row: &BotRow) -> Vec<String> {
    let own = |line: &String| Some(line.strip_prefix(&row.bot)?.strip_prefix('.')?.to_owned());
    let set: Vec<String> = each.bots_set.iter().filter_map(own).collect();
    if set.is_empty() {
        vec![format!("kind = {}", row.bot)]
    } else {
        set
    }
}

/// That configurations which play each deal another number of times than the one beside which they stand are not compared.
fn uncompared(results: &Results) -> Option<Finding> {
    let all = &results.configurations;
    if results.scenario.compared.is_some() {
        return None;
    }
    let beside = beside_each(all.iter().map(|each| (&each.cell, each.variant.is_some())));
    let pairs = all.iter().zip(beside);
    let pairs = pairs.filter_map(|(each, beside)| Some((each, &all[beside?])));
    let (uneven, bases): (Vec<&Configuration>, Vec<&Configuration>) =
        pairs.filter(|(each, base)| each.rotations != base.rotations).unzip();
    let reference = bases.first()?.name.clone();
    let limit = Limit::OtherRotation { reference };
    of_some(&uneven, all.len(), Severity::Limit, limit, 3.7)
}

/// That changes were compared with one number of players only.
fn other_tables(results: &Results) -> Option<Finding> {
    let (first, rest) = results.configurations.split_first()?;
    let changes = rest.iter().any(|each| each.variant.is_some()) || results.scenario.compared.is_some();
    if !changes || rest.iter().any(|each| each.players != first.players) {
        return None;
    }
    let game = named(&results.scenario.game)?;
    let schema = (game.rules_schema)();
    property(schema.as_value(), schema.as_value(), PLAYERS)?;
    let others: Vec<String> = (game.players.clone())
        .filter(|players| u32::from(*players) != first.players)
        .map(|players| players.to_string())
        .collect();
    let players = first.players;
    (!others.is_empty()).then(|| {
        let limit = Limit::OneTable { players, others };
        Finding::new(Severity::Limit, FindingKind::Limit(limit), 0.5)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample as made_up;

    /// Where changes are compared at one table the others are named, and elsewhere they are not.
    #[test]
    fn a_change_is_of_one_table() {
        let others = |results: &Results| {
            let mut found = find(results).into_iter();
            found.find_map(|each| match each.kind {
                FindingKind::Limit(Limit::OneTable { others, .. }) => Some(others),
                _ => None,
            })
        };
        assert_eq!(others(&made_up::single()), None);
        let mut results = made_up::single();
        let mut variant = results.configurations[0].clone();
        variant.variant = Some("few".to_owned());
        results.configurations.push(variant);
        assert_eq!(others(&results).expect("a limit"), ["4", "5", "6", "7", "8"]);
        results.configurations[1].players = 8;
        assert_eq!(others(&results), None);
    }

    /// One bot that takes turns with itself evens out nothing, be it under two names, and two that keep their seats do not either.
    #[test]
    fn different_bots_that_take_turns_are_a_limit() {
        let take_turns = |bots: &[&str], rotations: u32| {
            let mut each = made_up::single().configurations.remove(0);
            each.rotations = rotations;
            each.bots_set = vec![
                "twin.kind = heuristic".to_owned(),
                "bold.kind = heuristic".to_owned(),
                "bold.caution = 0".to_owned(),
            ];
            let row = |bot: &&str| BotRow {
                bot: (*bot).to_owned(),
                ..each.bots[0].clone()
            };
            each.bots = bots.iter().map(row).collect();
            super::take_turns(&each)
        };
        assert!(!take_turns(&["bold"], 1) && !take_turns(&["bold"], 3) && !take_turns(&["bold", "twin"], 1));
        assert!(take_turns(&["bold", "twin"], 3));
        assert!(!take_turns(&["heuristic", "twin"], 2));
    }
}
