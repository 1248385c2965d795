//! What these results are not, and what they cannot say: nothing of the game where its games never come to an end, and little by random
//! moves.

use super::super::format;
use super::{Finding, FindingKind, FindingPlace, Limit, Severity, Strength, reproduce};
use balance_analysis::games::{Status, named};
use balance_analysis::judge::Family;
use balance_analysis::scenario::beside_each;
use balance_analysis::table::{
    BotRow, Comparison, ComparisonRow, Configuration, DifferenceVerdict, EndingRow, Results, Shows,
};
use balance_kit::schema::parts::property;
use balance_stats::lower_cap;

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
            weight: if silent { Severity::Void } else { Severity::Limit },
            place: Some(FindingPlace {
                most: first.name.clone(),
                count: concerned.len(),
                of: all.len(),
                graded: false,
            }),
            sample: first
                .endings
                .iter()
                .find(|row| row.capped && row.games > 0)
                .and_then(|row| reproduce::sample(first, Shows::Ending, &row.ending, "")),
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
    let any = all
        .iter()
        .find_map(|each| reproduce::sample(each, Shows::Longest, "", ""));
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
        place: Some(FindingPlace {
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
        ..Finding::new(Severity::Limit, FindingKind::Limit(what), size, Strength::Exact)
    }
}

/// Why a difference of lengths is open that would not be with a lower cap, and what that would be.
pub fn high_cap(results: &Results) -> Option<Finding> {
    let of_lengths = results
        .comparisons
        .iter()
        .flat_map(|each| each.rows.iter().filter(|row| !row.is_of_ending()))
        .count();
    let confidence = 1.0 - Family::Changes.each(of_lengths);
    let mut open = results
        .comparisons
        .iter()
        .filter_map(|each| Some((each, with_lower_cap(results, each, confidence)?)));
    let (each, found) = open.next()?;
    let more = open.count();
    let word = found.row.measure()?;
    let also = match more {
        0 => String::new(),
        1 => " One more difference of lengths would be settled so.".to_owned(),
        _ => format!(" {more} more differences of lengths would be settled so."),
    };
    let evidence = format!(
        "A mean has to allow for the longest game that the rules allow, {} {word}; none of “{}” and “{}” took more than {}. Had {} been {}, \
         the same games would have shown that the mean length of “{}” is {} {word}.{also} Choose it as what a table would bear, \
         before you play again: it ends whatever takes longer.",
        found.cap,
        each.reference,
        each.configuration,
        found.longest,
        rule(&results.scenario.game, word).map_or_else(|| "that".to_owned(), |rule| format!("`rules.{rule}`")),
        found.by,
        each.configuration,
        format_args!(
            "{}: {}",
            found.row.verdict.word(),
            format::signed(found.row.simultaneous, 1.0, 2)
        ),
    );
    let configuration = results
        .configurations
        .iter()
        .find(|other| other.name == each.configuration);
    Some(Finding {
        sample: configuration.and_then(|each| reproduce::sample(each, Shows::Longest, "", "")),
        ..limit(
            Limit::HighCap,
            evidence,
            "The interval of the difference as it would be with a lower cap, from the same games.",
            2.8,
        )
    })
}

/// A difference of lengths as a lower cap would show it.
struct Settled {
    /// The cap as it is.
    cap: u32,
    /// The longest game played.
    longest: u32,
    /// The lower cap.
    by: u32,
    /// The difference under that.
    row: ComparisonRow,
}

/// What a lower cap would make of the length of a comparison; none where it is settled, or would still be open.
fn with_lower_cap(results: &Results, each: &Comparison, confidence: f64) -> Option<Settled> {
    let row = each.rows.iter().find(|row| row.measure().is_some())?;
    let named = |name: &str| results.configurations.iter().find(|other| other.name == name);
    let (reference, other) = (named(&each.reference)?, named(&each.configuration)?);
    let longest = |of: &Configuration| of.lengths.first().map_or(0, |row| row.max);
    let (cap, longest) = (row.range?, longest(reference).max(longest(other)));
    let lower = lower_cap(longest, cap)?;
    if row.verdict != DifferenceVerdict::Undecided {
        return None;
    }
    let mut row = ComparisonRow {
        range: Some(lower),
        ..row.clone()
    };
    row.simultaneous = row.at(reference.sampling(), confidence);
    row.verdict = DifferenceVerdict::of(row.simultaneous, row.margin(results.scenario.margins));
    (row.verdict != DifferenceVerdict::Undecided).then_some(Settled {
        cap,
        longest,
        by: lower,
        row,
    })
}

/// The rule that sets the cap of a game by its key, where it has one of the usual name; `word` is what its turns are called.
pub fn rule(game: &str, word: &str) -> Option<String> {
    let schema = (named(game)?.rules_schema)();
    let rule = format!("{word}-max");
    property(schema.as_value(), schema.as_value(), &rule).map(|_| rule)
}

/// What the games of a configuration can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// How the game is, as these bots play it.
    Balance,
    /// Little: most games run into the cap.
    Little,
    /// What random moves do: every seat is played by them.
    Random,
    /// Nothing: every game runs into the cap.
    Nothing,
}

/// What the games of a configuration can tell, at least.
pub fn tells(each: &Configuration) -> Tells {
    if endless(each) {
        Tells::Nothing
    } else if only_random(each) {
        Tells::Random
    } else if mostly_endless(each) {
        Tells::Little
    } else {
        Tells::Balance
    }
}

/// Does every game run into the cap?
pub fn endless(each: &Configuration) -> bool {
    each.games > 0 && capped(each) == each.games
}

/// Do most games surely run into the cap? Asked of each configuration for itself: it makes one say less, not more.
pub fn mostly_endless(each: &Configuration) -> bool {
    let confidence = 1.0 - Family::Endings.each(each.endings.len() + 1);
    let sure = |row: &EndingRow| row.share_at(each.sampling(), confidence).lo > 0.5;
    each.endings.iter().any(|row| row.capped && sure(row))
}

/// Games that run into the cap.
pub fn capped(each: &Configuration) -> u64 {
    each.endings.iter().filter(|row| row.capped).map(|row| row.games).sum()
}

/// Is every seat played by random moves?
pub fn only_random(each: &Configuration) -> bool {
    // Results of older versions know random moves by the name of their bot alone.
    let random = |row: &BotRow| row.random || row.bot == "random";
    !each.bots.is_empty() && each.bots.iter().all(random)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

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

#[cfg(test)]
mod cap_tests {
    use super::*;
    use crate::sample;
    use balance_analysis::table::Differing;

    /// Two configurations of which no game took more than 39 turns, with so many deals one turn shorter as not.
    fn results(cap: u32) -> Results {
        let mut results = sample::variants();
        results.configurations.truncate(2);
        for each in &mut results.configurations {
            each.lengths[0].max = 39;
        }
        let sampling = results.configurations[0].sampling();
        results.comparisons.truncate(1);
        let comparison = &mut results.comparisons[0];
        comparison.rows.retain(|row| row.measure().is_some());
        let row = &mut comparison.rows[0];
        row.differing = [-1, 0].map(|by| Differing { by, deals: 1_500 }).to_vec();
        row.range = Some(cap);
        row.simultaneous = row.at(sampling, 1.0 - Family::Changes.each(1));
        row.verdict = DifferenceVerdict::of(row.simultaneous, row.margin(results.scenario.margins));
        results
    }

    /// What the cap leaves open is told with what a lower one would show, and nothing where that is settled.
    #[test]
    fn a_cap_that_no_game_comes_near_is_told() {
        let told = high_cap(&results(400)).expect("an open difference");
        assert!(
            told.evidence.contains(
                "none of “base” and “one coin fewer” took more than 39. Had `rules.turns-max` been 60, the same games"
            ),
            "{}",
            told.evidence
        );
        assert!(
            told.evidence.contains(" is different: \u{2212}0.50 ("),
            "{}",
            told.evidence
        );
        assert!(high_cap(&results(60)).is_none());
    }
}
