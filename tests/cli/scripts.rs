//! Scripts with mistakes, and lines that nothing comes of: what is said of them.

use super::{folder, refused, scenario};

/// Refuses a script and says all of `wanted` about it.
fn refuses_script(game: &str, lines: &[&str], wanted: &[&str]) {
    let dir = folder();
    let lines: Vec<String> = lines.iter().map(|line| format!("  \"{line}\",\n")).collect();
    let text = format!(
        "game = \"{game}\"\n\n[seats]\nall = \"sly\"\n\n[bots.sly]\nkind = \"scripted\"\nscript = [\n{}]\n",
        lines.concat()
    );
    let path = scenario(dir.path(), "sly.toml", &text);
    let said = refused(&["validate", &path.display().to_string()]).replace(&dir.path().display().to_string(), "DIR");
    for each in wanted {
        assert!(said.contains(each), "{each} is missing from\n{said}");
    }
}

#[test]
fn a_condition_on_an_unknown_quantity() {
    refuses_script(
        "riverbed",
        &["uncover winning if trun > 10"],
        &["there is no quantity `trun`", "did you mean `turn`?", "sly.toml:9"],
    );
}

#[test]
fn a_condition_without_a_number() {
    refuses_script(
        "riverbed",
        &["dive unseen if coins >= many"],
        &["`many` is no whole number", "`coins >= 3`"],
    );
}

#[test]
fn conditions_that_are_not_joined_by_and() {
    for line in [
        "dive unseen if coins >= 4, turn > 3",
        "dive unseen if coins >= 4 if turn > 3",
    ] {
        refuses_script(
            "riverbed",
            &[line],
            &["conditions are joined by `and`: `coins >= 4 and …`"],
        );
    }
}

#[test]
fn a_condition_on_a_card_that_does_not_exist() {
    refuses_script(
        "riverbed",
        &["play card if hand has deap-breath"],
        &["there is no `deap-breath` for `hand`", "did you mean `deep-breath`?"],
    );
}

#[test]
fn a_condition_that_compares_a_hand() {
    refuses_script(
        "niagara",
        &["card home if hand > 3"],
        &["`hand` is no number", "`hand has cloud`"],
    );
}

#[test]
fn several_wrong_lines_of_a_script_are_told_at_once() {
    let lines = [
        "card hom if gems > 2",
        "climb if later",
        "climb if turn has 6 and gmes < 2",
    ];
    let said = [
        "did you mean `card home`?",
        "`later` is no condition",
        "`turn` is a number",
        "did you mean `gems`?",
        "4 problems",
    ];
    refuses_script("niagara", &lines, &said);
}

#[test]
fn lines_that_are_never_played_are_told() {
    let dir = folder();
    let text = "game = \"niagara\"\n[seats]\nall = \"sly\"\n[bots.sly]\nkind = \"scripted\"\nscript = [\"card home\", \"any\", \"card load\"]\n";
    let path = scenario(dir.path(), "sly.toml", text).display().to_string();
    let output = super::balance().args(["validate", &path]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("nothing after `any` is ever played"),
        "{said}"
    );
    let text = text.replace("all = \"sly\"", "9 = \"sly\"");
    let path = scenario(dir.path(), "seat.toml", &text).display().to_string();
    assert!(refused(&["validate", &path]).contains("there is no seat 9 with"));
}
