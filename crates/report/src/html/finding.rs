//! The findings, and apart from them what the results are not.

use maud::{Markup, html};

use super::prose::{prose, without_commands};
use crate::findings::{Finding, Weight, commands, errs, words};
use crate::format;
use balance_analysis::table::Results;

/// The section that comes first.
pub fn list(found: &[Finding], results: &Results) -> Markup {
    let (limits, told): (Vec<&Finding>, Vec<&Finding>) = found.iter().partition(|each| each.weight == Weight::Limit);
    let [again, other] = commands(results);
    html! {
        section id="findings" {
            h2 { "Findings" }
            ol.findings { @for finding in told { (one(finding, results)) } }
            h3 { "What these results are not" }
            ol.findings { @for finding in limits { (one(finding, results)) } }
            details.legend {
                summary { "How sure is " (words().map(|(word, _)| word).collect::<Vec<_>>().join(", ")) "?" }
                dl {
                    @for (word, meaning) in words() {
                        dt { (word) }
                        dd { (meaning) "." }
                    }
                }
                p { (errs(results)) }
            }
            details.legend {
                summary { "See it again" }
                p { "The same games, to the last byte: " }
                pre { (again) }
                p { "Other games, to see that a finding does not depend on these:" }
                pre { (other) }
            }
        }
    }
}

/// What a finding says to whoever has no program: without what could be typed.
pub fn handed_on(finding: &Finding) -> Markup {
    said(&Finding {
        evidence: without_commands(&finding.evidence),
        ..finding.clone()
    })
}

/// What a finding says, where, and how surely.
pub fn said(finding: &Finding) -> Markup {
    let place = finding.place();
    html! {
        p.head {
            @if finding.weight != Weight::Limit { span.mark { (finding.weight.word()) } " " }
            strong { (finding.headline) }
            @if !place.is_empty() { " " span.place { (place) } }
        }
        p.evidence {
            (prose(&finding.evidence)) " "
            @if !finding.others.is_empty() { span.elsewhere { (finding.elsewhere()) } " " }
            @if finding.weight != Weight::Limit {
                abbr.strength title=(finding.meaning()) { (finding.word()) }
            }
        }
    }
}

fn one(finding: &Finding, results: &Results) -> Markup {
    html! {
        li class=(finding.weight.word()) {
            (said(finding))
            details {
                summary { "How this was found, and a game that shows it" }
                p { (finding.method) }
                p.again { "To repeat it:" }
                pre.again { (commands(results)[0]) }
                @if let Some(sample) = &finding.sample {
                    p { (format::capital(&sample.words())) ", move by move:" }
                    pre { (sample.command(results)) }
                }
            }
        }
    }
}
