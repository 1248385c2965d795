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

#[test]
fn a_number_is_compared_by_a_sign() {
    for (condition, help) in [
        ("turn is 6", "write `turn = 6`"),
        ("turn has 6", "write `turn = 6`"),
        ("coins is not 3", "write `coins != 3`"),
        ("coins is no 3", "write `coins != 3`"),
        ("turn is late", "compare it, for example `turn > 3`"),
    ] {
        let problems = said(&format!("[\"dive unseen if {condition}\"]"));
        assert!(problems.contains(&format!("help: {help}")), "{problems}");
    }
}

#[test]
fn conditions_of_a_thing_are_helped_by_what_was_meant() {
    for (condition, help) in [
        ("not role is leader", "write `role is not leader`"),
        (
            "coins >= 50%",
            "`coins` is a whole number, and no share: write for example `coins >= 3`",
        ),
        (
            "role is leader, merchant",
            "write a line for each: the first that fits is played",
        ),
    ] {
        let problems = said(&format!("[\"dive unseen if {condition}\"]"));
        assert!(problems.contains(&format!("help: {help}")), "{problems}");
    }
}

/// Lines of a script that were written as one text.
#[test]
fn a_script_is_a_list_whatever_parts_its_lines() {
    for text in ["\"con now; any\"", "\"con now, any\"", "\"\"\"\ncon now\nany\"\"\""] {
        let problems = said(text);
        assert!(problems.contains("help: write [\"con now\", \"any\"]"), "{problems}");
    }
}

/// What stands behind `if` then is no condition, and nothing more is said of it.
#[test]
fn a_tactic_that_stands_last_is_one_mistake() {
    for (line, better) in [
        ("if turn > 6 dive unseen", "dive unseen if turn > 6"),
        (
            "if turn > 6 and coins > 3 dive unseen",
            "dive unseen if turn > 6 and coins > 3",
        ),
        ("if coins > 2: dive unseen", "dive unseen if coins > 2"),
        ("if coins > 2 then dive unseen", "dive unseen if coins > 2"),
    ] {
        let problems = said(&format!("[\"{line}\"]"));
        assert!(
            problems.contains(&format!("the tactic comes first: write `{better}`")),
            "{problems}"
        );
        assert!(problems.ends_with("a.toml: 1 problem"), "{problems}");
        assert_eq!(said(&format!("[\"{better}\"]")), "no problem");
    }
}
