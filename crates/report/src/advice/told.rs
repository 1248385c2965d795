//! A finding in a sentence or two.

use crate::findings::Finding;

/// Headline and place of a finding, and with which other bots it does not hold.
pub fn told(finding: &Finding) -> String {
    with(finding, "", Finding::elsewhere)
}

/// The same with its numbers, before those of other bots.
pub fn told_whole(finding: &Finding) -> String {
    with(finding, &finding.evidence, Finding::elsewhere)
}

/// The same in short, where it is told elsewhere.
pub fn told_in_short(finding: &Finding) -> String {
    with(finding, "", Finding::elsewhere_in_short)
}

fn with(finding: &Finding, evidence: &str, elsewhere: fn(&Finding) -> String) -> String {
    let elsewhere = if finding.only_here() {
        elsewhere(finding)
    } else {
        String::new()
    };
    let parts = [
        finding.headline.clone(),
        finding.place(),
        evidence.to_owned(),
        elsewhere,
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}
