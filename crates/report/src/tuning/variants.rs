//! Proposals as variants of a scenario.

use std::fmt::Write;

use super::{RuleChange, Tuning, listed};
use crate::format;
use crate::terminal::wrap;
use balance_config::games::program;
use balance_config::shell_quote;

/// Characters in a line of a comment that is written into a file.
const COMMENT: usize = 78;

/// What a version changes, in few words.
fn full(changes: &[RuleChange]) -> String {
    if changes.is_empty() {
        return "the present rules".to_owned();
    }
    let one = |change: &RuleChange| format!("{} {}", change.rule, format::unquoted(&change.to));
    let all = changes.iter().map(one).collect::<Vec<_>>().join(", ");
    all.chars().filter(|letter| !letter.is_control()).collect()
}

/// The name of a version: what it changes, cut to what a name may have.
pub fn name(changes: &[RuleChange]) -> String {
    let full = full(changes);
    if full.chars().count() <= 80 {
        return full;
    }
    format!("{}…", full.chars().take(79).collect::<String>())
}

impl Tuning {
    /// What leads to a change that is named before the one to take.
    fn may(&self) -> &'static str {
        if self.ahead.as_ref().is_some_and(|ahead| ahead.nearer) {
            "May meet every wish, and is shown to be nearer than the present rules: "
        } else {
            "May meet every wish, but is not shown to be nearer than the present rules: "
        }
    }

    /// What may meet every wish and is none of the proposals.
    fn beyond(&self) -> Option<&Vec<RuleChange>> {
        let proposed = (0..self.proposals.len()).any(|index| self.is_ahead(index));
        let ahead = self.ahead.as_ref().filter(|_| !proposed)?;
        Some(&ahead.changes)
    }
}

fn variant(changes: &[RuleChange]) -> String {
    let mut out = String::new();
    let name = toml::Value::String(name(changes));
    let _ = writeln!(out, "[[variant]]\nname = {name}");
    for change in changes {
        let _ = writeln!(out, "rules.{} = {}", change.rule, change.to);
    }
    out
}

/// How every scenario begins that a search for rules or weights has written.
pub fn head() -> String {
    format!("# What `{} ", program())
}

/// A scenario that plays the proposals against the present rules: it extends the one at `base`. Where none is proposed, `file`, as
/// which it is written, has the version seen nearest as a comment.
pub fn scenario(tuning: &Tuning, base: &str, file: &str) -> String {
    let mut out = format!("{}tune` proposed for {}.\n", head(), tuning.scenario);
    for line in wrap(&tuning.verdict_line(), COMMENT) {
        let _ = writeln!(out, "# {line}");
    }
    let _ = writeln!(out, "extends = {}", toml::Value::String(base.to_owned()));
    let _ = writeln!(
        out,
        "# The search has not seen the deals of this seed.\nseed = {}",
        tuning.seed ^ 1
    );
    for (index, proposal) in tuning.proposals.iter().enumerate().skip(1) {
        let mark = tuning
            .mark(index)
            .map_or_else(String::new, |mark| format!("{}: ", format::capital(mark)));
        let _ = writeln!(out, "\n# {mark}{}.", listed(&proposal.changes));
        let _ = writeln!(out, "{}", variant(&proposal.changes).trim_end());
    }
    if let Some(changes) = tuning.beyond() {
        let _ = writeln!(
            out,
            "\n# {}{}.\n{}",
            tuning.may(),
            listed(changes),
            variant(changes).trim_end()
        );
    }
    match &tuning.nearest {
        Some(changes) => {
            let _ = writeln!(
                out,
                "\n# No change is proposed. This one is seen nearest to the wishes, but is not shown to be nearer than the present rules.\n\
                 # Without the # signs below, `{} run {}` plays it beside them, with as many games as you ask for (--games).\n#",
                program(),
                shell_quote::file(file)
            );
            for line in variant(changes).lines() {
                let _ = writeln!(out, "# {line}");
            }
        }
        None if tuning.proposals.len() < 2 => {
            let _ = writeln!(
                out,
                "\n# No change is proposed: of the versions played at last, none is seen nearer to the wishes than the present rules."
            );
        }
        None => {}
    }
    out
}
