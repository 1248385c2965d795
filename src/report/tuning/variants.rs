//! Proposals as variants of a scenario.

use std::fmt::Write;

use super::{Change, Proposal, Tuning, listed};
use crate::games::program;

/// What a version changes, in few words.
pub fn full(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "the present rules".to_owned();
    }
    let one = |change: &Change| format!("{} {}", change.rule, change.to.trim_matches('"'));
    let all = changes.iter().map(one).collect::<Vec<_>>().join(", ");
    all.chars().filter(|letter| !letter.is_control()).collect()
}

/// The name of a version: what it changes, cut to what a name may have.
pub fn name(changes: &[Change]) -> String {
    let full = full(changes);
    if full.chars().count() <= 80 {
        return full;
    }
    format!("{}…", full.chars().take(79).collect::<String>())
}

/// Every proposal but the present rules as a `[[variant]]`.
pub fn variants(tuning: &Tuning) -> String {
    let all: Vec<String> = tuning.proposals.iter().skip(1).map(variant).collect();
    all.join("\n")
}

fn variant(proposal: &Proposal) -> String {
    let mut out = String::new();
    let name = toml::Value::String(proposal.name.clone());
    let _ = writeln!(out, "[[variant]]\nname = {name}");
    for change in &proposal.changes {
        let _ = writeln!(out, "rules.{} = {}", change.rule, change.to);
    }
    out
}

/// How every scenario begins that a search for rules or weights has written.
pub fn head() -> String {
    format!("# What `{} tune", program())
}

/// A scenario that plays the proposals against the present rules: it extends the one at `base`.
pub fn scenario(tuning: &Tuning, base: &str) -> String {
    let mut out = format!("{}` proposed for {}.\n", head(), tuning.scenario);
    let _ = writeln!(out, "extends = {}", toml::Value::String(base.to_owned()));
    for (index, proposal) in tuning.proposals.iter().enumerate().skip(1) {
        let word = if tuning.take == Some(index) {
            "The one to take: "
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "\n# {word}{}.\n{}",
            listed(&proposal.changes),
            variant(proposal).trim_end()
        );
    }
    out
}
