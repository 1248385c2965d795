//! The designer's five questions, answered in a line each from tables and findings.

use super::findings::{Finding, Strength, Weight};
use super::format;
use crate::table::Results;

/// A question and its answer.
pub struct Answer {
    /// Name of the question in the page.
    pub key: &'static str,
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub text: String,
}

/// With more sides than this only the most and the least successful are told.
const SIDES: usize = 4;

/// The answers, in the order of the questions.
pub fn answers(results: &Results, found: &[Finding]) -> Vec<Answer> {
    let answer = |key, question, text| Answer { key, question, text };
    vec![
        answer("who", "Who wins?", who(results, found)),
        answer("seat", "Is a seat favoured?", seat(found)),
        answer("length", "How long is it?", length(results, found)),
        answer("change", "What should I change?", change(found)),
        answer("trust", "Can I trust it?", trust(results, found)),
    ]
}

/// The first finding, in order of importance, whose key begins so.
fn first<'f>(found: &'f [Finding], key: &str) -> Option<&'f Finding> {
    found.iter().find(|each| each.key.starts_with(key))
}

/// Headline and place of a finding.
fn told(finding: &Finding) -> String {
    match finding.place() {
        place if place.is_empty() => finding.headline.clone(),
        place => format!("{} {place}", finding.headline),
    }
}

fn who(results: &Results, found: &[Finding]) -> String {
    let all = &results.configurations;
    let mut sides: Vec<(&str, f64, f64)> = Vec::new();
    for row in all.iter().flat_map(|each| &each.sides).filter(|row| row.fair.is_some()) {
        let value = row.win_rate.value;
        match sides.iter_mut().find(|side| side.0 == row.side) {
            Some((_, least, most)) => (*least, *most) = (least.min(value), most.max(value)),
            None => sides.push((&row.side, value, value)),
        }
    }
    sides.sort_by(|a, b| b.2.total_cmp(&a.2));
    if sides.len() > SIDES {
        sides.drain(SIDES - 1..sides.len() - 1);
    }
    let words: Vec<String> = sides
        .into_iter()
        .map(|(side, least, most)| {
            if all.len() == 1 {
                format!("{side} {}", format::percent(most, 1))
            } else {
                format!(
                    "{side} {}–{}",
                    format::plain(100.0 * least, 1),
                    format::percent(most, 1)
                )
            }
        })
        .collect();
    // What is shown says more than what is open elsewhere.
    let about = || {
        let own = |key: &str| key.starts_with("side ") || key.starts_with("target win-rate.");
        found.iter().filter(move |each| own(&each.key))
    };
    let shown = about().find(|each| each.strength != Strength::Open);
    let verdict = shown
        .or_else(|| first(found, "side"))
        .or_else(|| about().next())
        .map_or_else(String::new, |finding| format!(" {}", told(finding)));
    let shared = all.iter().map(super::findings::shared).find(|words| !words.is_empty());
    let shared = if shared.is_some() {
        " Several may win together."
    } else {
        ""
    };
    format!("{}.{shared}{verdict}", format::capital(&words.join(", ")))
}

fn seat(found: &[Finding]) -> String {
    let side = || first(found, "side").or_else(|| first(found, "target win-rate."));
    match (first(found, "seat"), side()) {
        (Some(finding), _) => told(finding),
        (None, Some(finding)) => format!("Seats are the sides of this game: {}", told(finding)),
        (None, None) => "No game was played.".to_owned(),
    }
}

fn length(results: &Results, found: &[Finding]) -> String {
    let Some(finding) = first(found, "length") else {
        return "Too few games were played to say.".to_owned();
    };
    let words = results.configurations.iter().map(|each| each.turn_word.as_str());
    let about: Vec<String> = words.chain(["turns"]).map(|word| format!("target {word}.")).collect();
    let missed = |finding: &&Finding| {
        finding.weight == Weight::Problem && about.iter().any(|start| finding.key.starts_with(start))
    };
    let news = [first(found, "turn cap"), found.iter().find(missed)];
    let mut stuck = String::new();
    for finding in news.into_iter().flatten() {
        stuck.push(' ');
        stuck.push_str(&told(finding));
    }
    match (&results.configurations[..], stuck.is_empty()) {
        ([_], true) => format!("{} {}", told(finding), finding.evidence),
        _ => format!("{}{stuck}", told(finding)),
    }
}

fn change(found: &[Finding]) -> String {
    let named = |weight: Weight| -> Vec<&Finding> { found.iter().filter(|each| each.weight == weight).collect() };
    let (changes, problems) = (named(Weight::Change), named(Weight::Problem));
    let settled = changes.iter().find(|each| each.strength != Strength::Open);
    match (settled.or(changes.first()), problems.first()) {
        (Some(finding), _) => format!("{} {}", told(finding), finding.evidence),
        (None, Some(_)) => {
            let first = told(problems[0]);
            let more = match problems.len() {
                1 => String::new(),
                count => format!(" ({count} problems are named below.)"),
            };
            format!("Begin with this: {first}{more} Try a change as a [[variant]].")
        }
        (None, None) if found.iter().any(|each| each.strength == Strength::Open) => {
            "Nothing yet: nothing is shown to be wrong, but not all is settled. Play more games first.".to_owned()
        }
        (None, None) => "Nothing is shown to be wrong; nothing must change.".to_owned(),
    }
}

fn trust(results: &Results, found: &[Finding]) -> String {
    let half = |rate: crate::table::Rate| (rate.hi - rate.lo) / 2.0;
    let sides = results.configurations.iter().flat_map(|each| &each.sides);
    let widest = sides.map(|row| half(row.win_rate)).fold(0.0, f64::max);
    let open = found.iter().filter(|each| each.strength == Strength::Open).count();
    let open = match open {
        0 => String::new(),
        1 => " One question is not settled.".to_owned(),
        count => format!(" {count} questions are not settled."),
    };
    let bots = first(found, "robust").map_or_else(String::new, |finding| format!(" {}", told(finding)));
    let limit = found
        .iter()
        .find(|each| each.weight == Weight::Limit)
        .map_or_else(String::new, |finding| format!(" But: {}", told(finding)));
    format!(
        "As play of these bots, yes: every win rate is known to within ± {} points.{bots}{open}{limit}",
        format::plain(100.0 * widest, if widest < 0.000_95 { 2 } else { 1 })
    )
}

#[cfg(test)]
mod tests {
    use super::super::findings::findings;
    use super::super::sample;
    use super::*;

    #[test]
    fn five_questions_are_answered_shortly_for_one_configuration_and_for_many() {
        for results in [sample::single(), sample::variants(), sample::matrix()] {
            let all = answers(&results, &findings(&results));
            let keys: Vec<&str> = all.iter().map(|each| each.key).collect();
            assert_eq!(keys, ["who", "seat", "length", "change", "trust"]);
            for each in all {
                let letters = each.text.chars().count();
                assert!((20..400).contains(&letters), "{}: {letters} letters", each.question);
                assert!(each.text.ends_with(['.', ')']), "{}", each.text);
            }
        }
    }

    #[test]
    fn answers_stand_before_the_findings() {
        for results in [sample::single(), sample::matrix()] {
            for text in [super::super::markdown(&results), super::super::terminal(&results)] {
                let at = |words: &str| text.find(words).expect(words);
                assert!(at("Who wins?") < at("Can I trust it?"));
                assert!(at("Can I trust it?") < at("Findings"));
            }
        }
    }
}
