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

/// A line that has no say where another scenario takes it over is not wrong in the file where it stands.
#[test]
fn a_line_of_an_extended_scenario_is_said_to_be_idle_in_the_other() {
    let base = "game = \"riverbed\"\nrules.players = 5\n[seats]\nall = \"d\"\n[bots.d]\n\
                kind = \"scripted\"\nscript = [\"hunt now\", \"uncover any\"]\n";
    let own = "extends = \"base.toml\"\n[seats]\nall = \"heuristic\"\nprofiteer = \"d\"\n";
    let scenario = load(&[("base.toml", base), ("a.toml", own)]).unwrap_or_else(|problems| panic!("{problems}"));
    let told = &scenario.warnings[0];
    let message = "a.toml `hunt now` never fits: this bot is never `leader` here";
    assert!(
        told.message.starts_with("in ") && told.message.ends_with(message),
        "{}",
        told.message
    );
    let help = told.help.as_deref().unwrap_or_default();
    assert!(help.ends_with("base.toml says it may, and can stay"), "{help}");
}

/// Of lines that never fit where a bot sits nothing is taken back by a configuration in which it does not sit.
#[test]
fn configurations_in_which_a_bot_does_not_sit_say_nothing_of_its_lines() {
    let base = "game = \"riverbed\"\nrules.players = 5\n[seats]\nall = \"heuristic\"\nprofiteer = \"d\"\n[bots.d]\n\
                kind = \"scripted\"\nscript = [\"hunt now\", \"co-op chief if role is merchant\", \"uncover any\"]\n";
    let told = |more: &str| -> Vec<String> {
        let scenario = load(&[("a.toml", &format!("{base}{more}"))]).unwrap_or_else(|problems| panic!("{problems}"));
        scenario.warnings.into_iter().map(|warning| warning.message).collect()
    };
    let both = [
        "`hunt now` never fits: this bot is never `leader` here",
        "`role is merchant` never holds: this bot is never `merchant` here",
    ];
    let seated = |seats: &str| format!("[[variant]]\nname = \"y\"\nseats = {{ {seats} }}\n");
    assert_eq!(told(""), both);
    assert_eq!(told(&seated("profiteer = \"heuristic\"")), both);
    assert_eq!(told(&seated("rotate = [\"heuristic\", \"random\"]")), both);
    // A Profiteer has no friends, but for another one.
    let friends = base.replace(
        "co-op chief if role is merchant",
        "co-op trusted\", \"co-op known-friend",
    );
    let told_of = |text: &str| -> Vec<String> {
        let scenario = load(&[("a.toml", text)]).unwrap_or_else(|problems| panic!("{problems}"));
        scenario.warnings.into_iter().map(|warning| warning.message).collect()
    };
    assert_eq!(
        told_of(&friends)[1..],
        [
            "`co-op trusted` never fits: this bot is always `profiteer` here",
            "`co-op known-friend` never fits: this bot is always `profiteer` here"
        ]
    );
    // As a Merchant it hunts as little.
    assert_eq!(told(&seated("profiteer = \"heuristic\", merchant = \"d\"")), [both[0]]);
    assert_eq!(told(&seated("leader = \"d\", merchant = \"d\"")), [""; 0]);
}
