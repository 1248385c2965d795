//! What these results are not, and what they cannot say.

use super::super::format;
use super::{Finding, Place, Strength, Weight, again};
use crate::games::Status;
use crate::table::{Configuration, Results, Shows};

pub fn find(results: &Results) -> Vec<Finding> {
    let all = &results.configurations;
    let mut found = Vec::new();
    if results.interrupted {
        let played: Vec<u64> = all.iter().map(|each| each.games).collect();
        let fewest = played.iter().min().copied().unwrap_or(0);
        found.push(limit(
            "The run was stopped before all games were played.",
            format!(
                "At least {} of {} per configuration were played. They were not chosen by their outcome, so that every \
                 interval holds.",
                format::count(fewest),
                format::games(results.scenario.games)
            ),
            "Whole blocks of games, in the order of their numbers.",
            4.0,
        ));
    }
    let mut parts: Vec<String> = all.iter().flat_map(reconstructed).collect();
    parts.sort();
    parts.dedup();
    if !parts.is_empty() {
        found.push(limit(
            "These results are not about the publisher's own components: part of the content is reconstructed.",
            format!(
                "Reconstructed: {}. A result that hangs on these is about the reconstruction.",
                parts.join(", ")
            ),
            "The status of every component, as marked in the content files.",
            3.0,
        ));
    }
    let random: Vec<&Configuration> = all.iter().filter(|each| only_random(each)).collect();
    if let Some(first) = random.first() {
        found.push(Finding {
            place: Some(Place {
                most: first.name.clone(),
                count: random.len(),
                of: all.len(),
                graded: false,
            }),
            sample: again::sample(first, Shows::Longest, "", ""),
            ..limit(
                "Random bots tell nothing about balance between people.",
                "They have no aims. Use them to find rules that break and games that do not end, not to judge fairness."
                    .to_owned(),
                "Every seat is played by the random bot.",
                2.0,
            )
        });
    }
    let endless: Vec<&Configuration> = all.iter().filter(|each| endless(each)).collect();
    if let Some(first) = endless.first() {
        found.push(Finding {
            place: Some(Place {
                most: first.name.clone(),
                count: endless.len(),
                of: all.len(),
                graded: false,
            }),
            sample: first
                .endings
                .iter()
                .find(|row| row.capped)
                .and_then(|row| again::sample(first, Shows::Ending, &row.ending, "")),
            ..limit(
                "These bots tell nothing about balance: most of their games never come to an end.",
                "Who wins the few games that do is no measure of who wins between people.".to_owned(),
                "More than half of the games run into the turn cap.",
                2.5,
            )
        });
    }
    if random.len() < all.len() {
        found.push(limit(
            "Bots are not people.",
            "They do not talk, learn or bluff in words. A result holds for this way of playing; trust it more when bots \
             of different kind and strength agree."
                .to_owned(),
            "Holds for every simulation.",
            1.0,
        ));
    }
    let any = all.iter().find_map(|each| again::sample(each, Shows::Longest, "", ""));
    for finding in found.iter_mut().filter(|finding| finding.sample.is_none()) {
        finding.sample.clone_from(&any);
    }
    found
}

/// Do most games run into the turn cap?
pub fn endless(each: &Configuration) -> bool {
    each.endings.iter().any(|row| row.capped && row.share.lo > 0.5)
}

/// Is every seat played by the random bot?
pub fn only_random(each: &Configuration) -> bool {
    !each.bots.is_empty() && each.bots.iter().all(|row| row.bot == "random")
}

fn reconstructed(each: &Configuration) -> Vec<String> {
    let rows = each.provenance.iter().filter(|row| row.status == Status::Reconstructed);
    rows.map(crate::games::Provenance::label).collect()
}

fn limit(headline: &str, evidence: String, method: &'static str, size: f64) -> Finding {
    Finding {
        weight: Weight::Limit,
        size,
        key: headline.to_owned(),
        headline: headline.to_owned(),
        evidence,
        strength: Strength::Exact,
        method,
        place: None,
        sample: None,
    }
}
