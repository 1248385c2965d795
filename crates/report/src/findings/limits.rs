//! What these results are not, and what they cannot say.

use super::super::format;
use super::tells::{Tells, endless, mostly_endless, only_random, tells};
use super::{Finding, FindingKind, Limit, Place, Strength, Weight, again};
use balance_analysis::games::{Status, named};
use balance_analysis::scenario::beside_each;
use balance_analysis::table::{BotRow, Configuration, Results, Shows};
use balance_kit::schema::parts::property;

/// Limits of this size and more bear on all that is told.
pub const MUCH: f64 = 2.5;

pub fn find(results: &Results) -> Vec<Finding> {
    let all = &results.configurations;
    let mut found = Vec::new();
    if results.interrupted {
        let played: Vec<u64> = all.iter().map(|each| each.games).collect();
        let fewest = played.iter().min().copied().unwrap_or(0);
        found.push(limit(
            Limit::Interrupted,
            format!(
                "At least {} of {} per configuration were played. They were not chosen by their outcome, so that every \
                 interval holds.",
                format::count(fewest),
                format::games(results.scenario.games)
            ),
            "Every game up to the last one played, in the order of their numbers.",
            4.0,
        ));
    }
    let mut parts: Vec<String> = all.iter().flat_map(reconstructed).collect();
    parts.sort();
    parts.dedup();
    if !parts.is_empty() {
        found.push(limit(
            Limit::Reconstructed,
            format!(
                "Reconstructed: {}. A result that depends on these is about the reconstruction.",
                parts.join(", ")
            ),
            "The status of every component, as marked in the content files.",
            3.0,
        ));
    }
    // What holds for the whole run comes before all else.
    let silent = all.iter().all(|each| tells(each) != Tells::Balance);
    for (so, what, evidence, method, size) in SILENT {
        let concerned: Vec<&Configuration> = all.iter().filter(|each| so(each)).collect();
        let Some(first) = concerned.first() else { continue };
        found.push(Finding {
            weight: if silent { Weight::Void } else { Weight::Limit },
            place: Some(Place {
                most: first.name.clone(),
                count: concerned.len(),
                of: all.len(),
                graded: false,
            }),
            sample: first
                .endings
                .iter()
                .find(|row| row.capped && row.games > 0)
                .and_then(|row| again::sample(first, Shows::Ending, &row.ending, "")),
            ..limit(*what, (*evidence).to_owned(), method, *size)
        });
    }
    if all.iter().any(|each| tells(each) != Tells::Random) {
        found.push(limit(
            Limit::BotsAreNotPeople,
            "They do not talk, learn or bluff in words. A result holds for this way of playing; trust it more when bots \
             of different kind and strength agree."
                .to_owned(),
            "Holds for every simulation.",
            1.0,
        ));
    }
    found.extend(other_tables(results));
    found.extend(uncompared(results));
    let any = all.iter().find_map(|each| again::sample(each, Shows::Longest, "", ""));
    for finding in found.iter_mut().filter(|finding| finding.sample.is_none()) {
        finding.sample.clone_from(&any);
    }
    found
}

/// That configurations which play each deal another number of times than the one beside which they stand are not compared.
fn uncompared(results: &Results) -> Option<Finding> {
    let all = &results.configurations;
    if results.scenario.compared.is_some() {
        return None;
    }
    let beside = beside_each(all.iter().map(|each| (&each.cell, each.variant.is_some())));
    let pairs = all
        .iter()
        .zip(beside)
        .filter_map(|(each, beside)| Some((each, &all[beside?])));
    let uneven: Vec<_> = pairs.filter(|(each, base)| each.rotations != base.rotations).collect();
    let (each, base) = uneven.first()?;
    let times = |of: &Configuration| match of.rotations {
        1 => "once".to_owned(),
        more => format!("{more} times"),
    };
    let evidence = format!(
        "A deal is played {} in “{}” and {} in “{}”, so that the two cannot be held against each other deal by deal. What each \
         shows by itself holds.",
        times(base),
        base.name,
        times(each),
        each.name
    );
    Some(Finding {
        place: Some(Place {
            most: each.name.clone(),
            count: uneven.len(),
            of: all.len(),
            graded: false,
        }),
        ..limit(Limit::OtherRotation, evidence, "How the bots are seated.", 3.7)
    })
}

/// That a change may do otherwise at tables that were not played, where changes are compared at one only.
fn other_tables(results: &Results) -> Option<Finding> {
    let (first, rest) = results.configurations.split_first()?;
    let changes = rest.iter().any(|each| each.variant.is_some()) || results.scenario.compared.is_some();
    if !changes || rest.iter().any(|each| each.players != first.players) {
        return None;
    }
    let game = named(&results.scenario.game)?;
    let schema = (game.rules_schema)();
    let sets = property(schema.as_value(), schema.as_value(), PLAYERS).is_some();
    let others: Vec<String> = game
        .players
        .clone()
        .filter(|players| u32::from(*players) != first.players)
        .map(|players| players.to_string())
        .collect();
    (sets && !others.is_empty()).then(|| {
        limit(
            Limit::OneTable,
            format!(
                "All of these games are of {} players. `--set rules.{PLAYERS}={}` plays the others, too, where their rules and \
                 content fit.",
                first.players,
                others.join(",")
            ),
            "The numbers of players as published, less those that were played.",
            0.5,
        )
    })
}

/// The rule that says how many play.
const PLAYERS: &str = "players";

/// A reason to say less: where it holds, what it is, evidence, method, size.
type Silent = (fn(&Configuration) -> bool, Limit, &'static str, &'static str, f64);

const SILENT: &[Silent] = &[
    (
        take_turns,
        Limit::BotsTakeTurns,
        "A bot that wins more does so from every seat, so that shares near even say less of the rules than games with one bot at \
         all seats. How often each bot wins is told by bot.",
        "How the bots are seated.",
        3.5,
    ),
    (
        endless,
        Limit::NoGameEnds,
        "Every game ran into the cap on its length. Let bots play that try to finish, or raise that cap.",
        "An exact count.",
        5.0,
    ),
    (
        |each| mostly_endless(each) && !endless(each),
        Limit::FewGamesEnd,
        "Who wins the few games that do is no measure of who wins between people.",
        "The interval of the share of games that run into the cap on their length lies above one half.",
        2.5,
    ),
    (
        only_random,
        Limit::RandomMoves,
        "They have no aims. Use them to find rules that break and games that do not end, not to judge fairness.",
        "Every seat is played by random moves.",
        2.0,
    ),
];

/// Is every deal played with different bots at a seat, one after the other?
fn take_turns(each: &Configuration) -> bool {
    each.games > 0
        && each.rotations > 1
        && each
            .bots
            .iter()
            .any(|row| plays(each, row) != plays(each, &each.bots[0]))
}

/// How a bot of the table plays: by its settings, or as the kind that it is called. Two names may be one bot.
fn plays(each: &Configuration, row: &BotRow) -> Vec<String> {
    let own = |line: &String| Some(line.strip_prefix(&row.bot)?.strip_prefix('.')?.to_owned());
    let set: Vec<String> = each.bots_set.iter().filter_map(own).collect();
    if set.is_empty() {
        vec![format!("kind = {}", row.bot)]
    } else {
        set
    }
}

fn reconstructed(each: &Configuration) -> Vec<String> {
    let rows = each.provenance.iter().filter(|row| row.status == Status::Reconstructed);
    rows.map(balance_analysis::games::Provenance::label).collect()
}

pub(super) fn limit(what: Limit, evidence: String, method: &'static str, size: f64) -> Finding {
    Finding {
        headline: what.headline().to_owned(),
        evidence,
        method,
        ..Finding::new(Weight::Limit, FindingKind::Limit(what), size, Strength::Exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_analysis::sample;

    /// Where changes are compared at one table the others are named, and elsewhere they are not.
    #[test]
    fn a_change_is_said_to_be_of_one_table() {
        let told = |results: &Results| {
            let found = find(results);
            let mut found = found
                .iter()
                .filter(|each| each.kind == FindingKind::Limit(Limit::OneTable));
            found.next().map(|each| each.evidence.clone())
        };
        assert_eq!(told(&sample::single()), None);
        let mut results = sample::single();
        let mut variant = results.configurations[0].clone();
        variant.variant = Some("few".to_owned());
        results.configurations.push(variant);
        let said = told(&results).expect("a limit");
        assert!(
            said.contains("of 9 players. `--set rules.players=4,5,6,7,8` plays"),
            "{said}"
        );
        results.configurations[1].players = 8;
        assert_eq!(told(&results), None);
    }

    /// One bot that takes turns with itself evens out nothing, be it under two names, and two that keep their seats do not either.
    #[test]
    fn it_is_said_where_different_bots_take_turns() {
        let said = |bots: &[&str], rotations: u32| {
            let mut results = sample::single();
            let each = &mut results.configurations[0];
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
            find(&results)
                .iter()
                .any(|each| each.kind == FindingKind::Limit(Limit::BotsTakeTurns))
        };
        assert_eq!(
            [
                said(&["bold"], 1),
                said(&["bold"], 3),
                said(&["bold", "twin"], 1),
                said(&["bold", "twin"], 3)
            ],
            [false, false, false, true]
        );
        assert!(!said(&["heuristic", "twin"], 2));
    }
}
