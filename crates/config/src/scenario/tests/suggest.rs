//! What was meant by a rule, or by a line of a script, that there is not.

use super::entries::load;

/// What is said of a scenario of Riverbed Hunt that has these lines.
fn said(lines: &str) -> String {
    let text = format!("game = \"riverbed\"\n{lines}\n");
    let problems = load(&[("a.toml", &text)]).expect_err("a mistake").to_string();
    problems.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_last_word_of_a_rule_is_helped_by_the_whole_of_it() {
    for rules in [
        "[rules]\ncoins = 5",
        "rules = { coins = 5 }",
        "[[variant]]\nname = \"five\"\nrules.coins = 5",
    ] {
        let said = said(rules);
        assert!(said.contains("help: did you mean `end-points.coins`?"), "{said}");
        assert!(!said.contains("coins-without-profiteer"), "{said}");
    }
}

#[test]
fn quotes_around_a_dotted_key_are_the_mistake() {
    let said = said("rules = { \"tile.5\" = \"blank\" }");
    assert!(said.contains("help: write `tile.5` without quotes"), "{said}");
}

/// A kind of bot is not made anew, and what its table lacks is not another kind.
#[test]
fn a_bot_with_the_name_of_its_kind_is_one_mistake() {
    let said = said("[bots.heuristic]\nweights.caution = 0.1");
    assert!(
        said.contains(
            "help: give it its own name: [bots.mine] with kind = \"heuristic\", and all = \"mine\" below [seats]"
        ),
        "{said}"
    );
    assert!(!said.contains("is missing") && said.ends_with("1 problem"), "{said}");
}

#[test]
fn a_misspelt_layer_is_helped_by_the_nearest() {
    let layer = |layer: &str| said(&format!("[rules]\ntile.6 = [\"{layer}\"]"));
    for (wrong, right) in [("1 kepl", "1 kelp"), ("reveal-adjcent", "reveal-adjacent")] {
        let said = layer(wrong);
        assert!(said.contains(&format!("did you mean \"{right}\"?")), "{said}");
    }
}

#[test]
fn a_blank_that_is_missing_in_a_layer_is_written() {
    let list = said("[rules]\ntile.14.layers = [\"3coin\"]");
    assert!(list.contains("did you mean \"3 coins\"?"), "{list}");
}

#[test]
fn a_number_that_is_used_twice_is_helped_by_one_that_is_free() {
    let said = said("[rules]\ncard.decoy = [1]");
    assert!(
        said.contains("card number 1 is used twice") && said.contains(" is free"),
        "{said}"
    );
}

/// What is asked in another way than by a number is a quantity, too.
#[test]
fn quantities_are_all_named() {
    let said = said("[seats]\nall = \"mine\"\n[bots.mine]\nkind = \"scripted\"\nscript = [\"hunt now if trns > 3\"]");
    assert!(
        said.contains("; asked by `is` or `has`: ") && said.contains("hand") && said.contains("role"),
        "{said}"
    );
}

/// What is said of these lines of a script.
fn said_of_script(script: &str) -> String {
    let text = format!(
        "game = \"riverbed\"\n[rules]\nplayers = 5\n[seats]\nall = \"x\"\n[bots.x]\nkind = \"scripted\"\nscript = {script}\n"
    );
    load(&[("a.toml", &text)]).map_or_else(|problems| problems.to_string(), |_| "no problem".to_owned())
}

#[test]
fn one_tactic_without_brackets() {
    let problems = said_of_script("\"dive unseen\"");
    assert!(problems.contains("help: write [\"dive unseen\"]"), "{problems}");
    assert!(problems.ends_with("a.toml: 1 problem"), "{problems}");
}

#[test]
fn a_number_is_compared_by_a_sign() {
    for (condition, help) in [
        ("turn is late", "compare it, for example `turn > 3`"),
        ("role = leader", "ask for one of its things, for example `role has "),
    ] {
        let problems = said_of_script(&format!("[\"dive unseen if {condition}\"]"));
        assert!(problems.contains(&format!("help: {help}")), "{problems}");
    }
}

/// Lines of a script that were written as one text.
#[test]
fn a_script_is_a_list_whatever_parts_its_lines() {
    for text in ["\"con now; any\"", "\"con now, any\"", "\"\"\"\ncon now\nany\"\"\""] {
        let problems = said_of_script(text);
        assert!(problems.contains("help: write [\"con now\", \"any\"]"), "{problems}");
    }
}
