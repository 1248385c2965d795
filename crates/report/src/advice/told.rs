//! A finding in a sentence or two.

use crate::findings::Finding;

/// Headline and place of a finding, and with which other bots it does not hold.
pub fn told(finding: &Finding) -> String {
    with(finding, &finding.headline, None, Finding::elsewhere)
}

/// The same with its numbers, before those of other bots.
pub fn told_whole(finding: &Finding) -> String {
    with(finding, &finding.headline, Some(&finding.evidence), Finding::elsewhere)
}

/// The same in short, where it is told elsewhere.
pub fn told_in_short(finding: &Finding) -> String {
    told_as(finding, &finding.headline)
}

/// The same with another sentence in place of its headline.
pub fn told_as(finding: &Finding, headline: &str) -> String {
    with(finding, headline, None, Finding::elsewhere_in_short)
}

fn with(finding: &Finding, headline: &str, evidence: Option<&str>, elsewhere: fn(&Finding) -> String) -> String {
    let elsewhere = if finding.only_here() {
        elsewhere(finding)
    } else {
        String::new()
    };
    let place = if evidence.is_some() {
        finding.place()
    } else {
        finding.where_alone()
    };
    let parts = [
        headline.to_owned(),
        place,
        evidence.unwrap_or_default().to_owned(),
        elsewhere,
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}
