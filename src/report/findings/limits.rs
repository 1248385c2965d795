//! What these results cannot say.

use super::{Finding, Strength, Weight};
use crate::games::Status;
use crate::table::{Configuration, Results};

pub fn find(results: &Results) -> Vec<Finding> {
    let mut found = Vec::new();
    if let Some(parts) = results
        .configurations
        .first()
        .map(reconstructed)
        .filter(|parts| !parts.is_empty())
    {
        found.push(limit(
            "Part of the content is reconstructed, not the publisher's.",
            format!(
                "Reconstructed: {}. Results that hang on these are about the reconstruction.",
                parts.join(", ")
            ),
            "status of every component, as marked in the content files",
            2.0,
        ));
    }
    let only_random = |each: &Configuration| each.bots.iter().all(|row| row.bot == "random");
    let random: Vec<&Configuration> = results.configurations.iter().filter(|each| only_random(each)).collect();
    if let Some(first) = random.first() {
        let all = random.len() == results.configurations.len();
        found.push(Finding {
            configuration: (!all).then(|| first.name.clone()),
            ..limit(
                "Random bots say nothing about balance between people.",
                "They know no aims: use them to find rules that break, not to judge fairness.".to_owned(),
                "every seat is played by the random bot",
                1.5,
            )
        });
    }
    found.push(limit(
        "Bots are not people.",
        "They neither talk nor bluff in words, and play the same way from the first game to the last. Trust a finding \
         more when bots of different strength agree on it."
            .to_owned(),
        "holds for every simulation",
        1.0,
    ));
    found
}

fn reconstructed(each: &Configuration) -> Vec<String> {
    let rows = each.provenance.iter().filter(|row| row.status == Status::Reconstructed);
    rows.map(|row| format!("{} ({})", row.part, row.entries)).collect()
}

fn limit(headline: &str, evidence: String, method: &'static str, size: f64) -> Finding {
    Finding {
        weight: Weight::Limit,
        size,
        headline: headline.to_owned(),
        evidence,
        strength: Strength::Exact,
        method,
        configuration: None,
        also: Vec::new(),
        key: String::new(),
    }
}
