//! What is said of a script that says something in another way.

use super::entries::load;

/// What is said of these lines of a script.
fn said(script: &str) -> String {
    let text = format!(
        "game = \"riverbed\"\n[rules]\nplayers = 5\n[seats]\nall = \"x\"\n[bots.x]\nkind = \"scripted\"\nscript = {script}\n"
    );
    load(&[("a.toml", &text)]).map_or_else(|problems| problems.to_string(), |_| "no problem".to_owned())
}

#[test]
fn one_tactic_without_brackets() {
    let problems = said("\"dive unseen\"");
    assert!(problems.contains("help: write [\"dive unseen\"]"), "{problems}");
    assert!(problems.ends_with("a.toml: 1 problem"), "{problems}");
}
