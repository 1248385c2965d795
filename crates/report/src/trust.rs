//! Can I trust it? How well win rates are known, what other bots say, and what no run says.

use super::advice::{of_these_bots_alone, statement};
use super::findings::{
    Deals, ENOUGH, FAIR, Finding, FindingKind, Limit, MUCH, Severity, Strength, Topic, first, ladder,
};
use super::{format, safest};
use balance_analysis::table::{Results, all_at_once, joint};
use balance_stats as stats;

/// How far results can be trusted.
pub struct Trust {
    /// In a few words, with its reasons.
    pub text: String,
}

impl Trust {
    fn new(short: &str, reasons: &str) -> Self {
        Trust {
            text: format!("{short}{reasons}"),
        }
    }
}

/// Can one trust it? Only where every win rate is known well enough for a side to be called fair.
pub fn trust(results: &Results, found: &[Finding]) -> Trust {
    if let Some(void) = found.iter().find(|each| each.weight == Severity::Void) {
        return Trust::new("No", &format!(". {} {}", void.headline, void.evidence));
    }
    let known = known_to(results);
    // To the digits in which it is told.
    if known.half >= FAIR + 0.000_5 {
        return not_yet(results, found, &known);
    }
    let points = points(known.half);
    let open = found.iter().filter(|each| each.strength == Strength::Open).count();
    let open = match open {
        0 => String::new(),
        1 => " One question is not settled.".to_owned(),
        count => format!(" {count} questions are not settled."),
    };
    let bots = first(found, Topic::Robustness).map_or_else(String::new, |finding| format!(" {}", statement(finding)));
    let others = others(results, found);
    if of_these_bots_alone(found) {
        let limit = limits(found.iter(), 1);
        let which = problems_alone(found);
        let reasons = format!(
            ": {which} is so with no other bot that was asked, and one that plays badly says \
             little of the rules. All win rates together are known to within ± {points} points.{others}{bots}{open}{limit}"
        );
        return Trust::new("Only of these bots", &reasons);
    }
    let tells = ladder(results).map_or_else(
        || ". How strong these bots are no run says.".to_owned(),
        |commands| {
            let several = commands.matches(" ladder ").nth(1).is_some();
            let say = if several { "say" } else { "says" };
            format!(". {commands} {say} how strong these bots are.")
        },
    );
    let safest = safest::of_run(results);
    let outplayed = safest.as_ref().is_some_and(|safest| safest.outplayed);
    let (short, all) = for_whom(made_up(found).is_some(), outplayed);
    let safest = safest.map_or_else(String::new, |safest| format!(" {}", safest.said));
    // What begins the answer need not end it.
    let least = usize::from(made_up(found).is_none());
    let limit = limits(found.iter().filter(|each| !is_of_made_up(each)), least);
    let reasons = format!(
        "{all} win rates together are known to within ± {points} points{tells}{safest}{others}{bots}{open}{limit}"
    );
    Trust::new(short, &reasons)
}

/// How closely all win rates together are known, and how many deals would show them as closely as a side is called fair by.
struct KnownTo {
    half: f64,
    needed: String,
}

fn known_to(results: &Results) -> KnownTo {
    let (mut half, mut needed) = (0.0_f64, 0.0_f64);
    let rows = results.configurations.len();
    let mut rotations = 1;
    for each in &results.configurations {
        let played = Deals::of_configuration(each);
        rotations = rotations.max(played.rotations);
        for row in &each.sides {
            let rate = joint(results, each, row);
            let own = f64::midpoint(rate.hi, -rate.lo);
            half = half.max(own);
            // Few games do not foresee the arms of many: then the widest there can be.
            let widest = stats::z(all_at_once(rows * each.sides.len())) / 2.0;
            needed = needed.max(if played.count < ENOUGH {
                (widest / FAIR).powi(2)
            } else {
                played.count as f64 * (own / FAIR).powi(2)
            });
        }
    }
    let needed = Deals {
        count: needed as u64,
        rotations,
    }
    .in_words(needed);
    KnownTo { half, needed }
}

/// Half the width of an interval in points.
fn points(half: f64) -> String {
    format::plain(100.0 * half, if half < 0.000_95 { 2 } else { 1 })
}

/// That all win rates together are not known closely enough.
fn not_yet(results: &Results, found: &[Finding], known: &KnownTo) -> Trust {
    let several = results.configurations.len() > 1;
    let each = if several { " of each configuration" } else { "" };
    let shown = |each: &Finding| {
        each.weight < Severity::Limit
            && matches!(each.strength, Strength::Certain | Strength::Clear)
            && !each.only_here()
    };
    let stands = if found.iter().any(shown) {
        " What a finding calls certain or clear holds all the same."
    } else {
        ""
    };
    // What is not about the published game is so however many are played.
    let limits = limits(found.iter(), 0);
    let reasons = format!(
        ": all win rates together are known only to within ± {} points; ± {} takes about {}{each}.{stands}{}{limits}",
        points(known.half),
        format::plain(100.0 * FAIR, 0),
        known.needed,
        unasked(results).unwrap_or_default()
    );
    Trust::new("Not yet", &reasons)
}

/// What is wrong with these bots alone, as the subject of a sentence.
fn problems_alone(found: &[Finding]) -> String {
    let mut problems = found.iter().filter(|each| each.weight == Severity::Problem);
    match (problems.next(), problems.next()) {
        (Some(first), Some(_)) => format!("{} That, and what else is wrong with them,", first.headline),
        (Some(only), None) => format!("{} That", only.headline),
        (None, _) => "what is wrong with them".to_owned(),
    }
}

/// For which game and which players results can be trusted, and how the reasons go on.
fn for_whom(made_up: bool, outplayed: bool) -> (&'static str, &'static str) {
    match (made_up, outplayed) {
        (false, false) => ("Yes, for the way these bots play", ": all"),
        (true, false) => (
            "Only for the game as it is reconstructed here, and for the way these bots play",
            ": all",
        ),
        (false, true) => ("Only for players like these bots", ". All"),
        (true, true) => (
            "Only for the game as it is reconstructed here, and for players like these bots",
            ". All",
        ),
    }
}

/// The first `least` limits, and all that weigh much, such as content that is made up and games that never end.
fn limits<'f>(found: impl Iterator<Item = &'f Finding>, least: usize) -> String {
    let limits = found.filter(|each| each.weight == Severity::Limit).enumerate();
    let some = limits.filter(|(at, each)| *at < least || each.size >= MUCH);
    some.flat_map(|(_, finding)| [" ".to_owned(), statement(finding)])
        .collect()
}

/// What is found where the game is not the published one, as part of its content had to be made up.
pub fn made_up(found: &[Finding]) -> Option<&Finding> {
    found.iter().find(|each| is_of_made_up(each))
}

fn is_of_made_up(finding: &Finding) -> bool {
    finding.kind == FindingKind::Limit(Limit::Reconstructed)
}

/// That no other bots were asked, so that nothing told here was held to them; none where some were.
fn unasked(results: &Results) -> Option<&'static str> {
    let all = &results.configurations;
    if all.iter().any(|each| !each.others.is_empty()) {
        return None;
    }
    let rotate = all.iter().all(|each| each.rotations > 1);
    Some(if results.scenario.league && rotate {
        " Other bots were not asked: bots take turns at the seats."
    } else {
        " Other bots were not asked."
    })
}

/// What is to be said of other bots: with how many findings they agree, or that none was asked.
fn others(results: &Results, found: &[Finding]) -> String {
    if let Some(said) = unasked(results) {
        return said.to_owned();
    }
    let asked = || found.iter().filter(|each| !each.others.is_empty());
    let (count, turned) = (asked().count(), asked().filter(|each| each.turns()).count());
    let open = || asked().filter(|each| each.only_here() && !each.turns());
    let nowhere = open().filter(|each| each.is_open_with_all()).count();
    let open = open().count() - nowhere;
    match (count, turned, open + nowhere) {
        (0, ..) => String::new(),
        (_, 0, 0) => " What can be asked of other bots holds with all of them.".to_owned(),
        _ => {
            let parts = [
                (count - turned - open - nowhere, "with all of them", "holds", "hold"),
                (turned, "with some", "does not hold", "do not hold"),
                (open, "with some", "is open", "are open"),
                (nowhere, "with all", "is open", "are open"),
            ];
            let parts: Vec<String> = parts
                .into_iter()
                .filter(|(count, ..)| *count > 0)
                .map(|(count, with, one, many)| format!("{count} {} {with}", if count == 1 { one } else { many }))
                .collect();
            let asked = if count == 1 { "finding" } else { "findings" };
            format!(
                " Not for every way to play: of {count} {asked} put to other bots, {}.",
                parts.join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::findings;
    use balance_analysis::sample;

    /// A plain yes beside content that is made up would be read as one about the published game.
    #[test]
    fn what_is_made_up_is_not_trusted_as_the_published_game() {
        let mut results = sample::single();
        let said = |results: &Results| trust(results, &findings(results)).text;
        assert!(
            said(&results)
                .starts_with("Only for the game as it is reconstructed here, and for the way these bots play: all")
        );
        results.configurations[0].provenance.clear();
        assert!(said(&results).starts_with("Yes, for the way these bots play: all"));
    }

    /// What was put to no other bot must not sound surer than what was, however few games were played.
    #[test]
    fn that_nobody_else_was_asked_is_said_once() {
        for mut results in [sample::single(), sample::variants()] {
            let said = |results: &Results| trust(results, &findings(results)).text;
            let plain = said(&results);
            assert_eq!(plain.matches(" Other bots were not asked.").count(), 1, "{plain}");
            let other = results.configurations[0].clone();
            results.configurations[0].others = vec![other];
            assert!(!said(&results).contains("not asked"));
            results.configurations[0].others.clear();
            for each in &mut results.configurations {
                each.games = 40;
                each.endings.clear();
                for row in &mut each.sides {
                    row.wins = 10;
                    row.deals = vec![30, 10];
                }
            }
            let told = said(&results);
            assert!(
                told.starts_with("Not yet") && told.contains(" Other bots were not asked."),
                "{told}"
            );
        }
    }
}
