//! Single entries are changed, and nothing else.

use super::*;
use crate::{Mistake, Setup};

const FILE: &str = "# Gems.\nboxes = [-1, 0, 1]\n\n[[gem]]\nname = \"pink\" # the dearest\nworth = 5\n\n[[gem]]\nname = \"blue\"\n\
                    worth = 4\nrare = true\n";

const GEMS: ContentKey = ContentKey {
    key: "gems",
    sets: &[("standard", FILE)],
    entries: &[
        Entries {
            word: "gem",
            list: "gem",
            named: Named::By {
                field: "name",
                main: "worth",
            },
            help: "a gem, by its name; a number is its worth",
            blanks: &[
                Blank {
                    name: "glass",
                    help: "worth nothing",
                    make: |_, _| Instead::fields([("worth", 0.into()), ("rare", false.into())]),
                },
                Blank {
                    name: "common",
                    help: "only what is rare can become common",
                    make: |at, all| {
                        all[at].get("rare")?;
                        Instead::fields([("rare", false.into())])
                    },
                },
            ],
            near: one_more_or_less,
            title: |name, gem| format!("{name} of {}", gem["worth"]),
        },
        Entries {
            word: "box",
            list: "boxes",
            named: Named::Place,
            help: "a box",
            blanks: &[Blank {
                name: "left-out",
                help: "one box less",
                make: |_, _| Some(Instead::Out),
            }],
            near: unchanged,
            title: |name, _| format!("box {name}"),
        },
    ],
};

fn setup(rules: &str) -> Setup {
    Setup {
        rules: rules.parse().expect("TOML"),
        ..Setup::default()
    }
}

/// The file as the rules change it.
fn changed(file: &str, rules: &str) -> String {
    let setup = setup(rules);
    let edited = edited(file, &GEMS, &setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    edited.text.into_owned()
}

fn wrong(rules: &str) -> Vec<String> {
    let told = |mistake: &Mistake| {
        let help = mistake.help.clone().unwrap_or_default();
        format!("{}: {} ({help})", mistake.at, mistake.message)
    };
    let mistakes = edited(FILE, &GEMS, &setup(rules)).expect_err("mistakes");
    mistakes.iter().map(told).collect()
}

#[test]
fn only_what_is_named_changes() {
    assert_eq!(changed(FILE, "players = 3"), FILE);
    let pink = FILE.replace("worth = 5", "worth = 7");
    assert_eq!(changed(FILE, "gem.pink = 7"), pink);
    assert_eq!(changed(FILE, "gem.pink.worth = 7"), pink);
    assert_eq!(changed(FILE, "gem.pink = { worth = \"+2\" }"), pink);
    assert_eq!(changed(FILE, "gem.pink = \"+2\""), pink);
    let both = pink
        .replace("worth = 4", "worth = 3")
        .replace("rare = true", "rare = false");
    assert_eq!(
        changed(FILE, "gem = { blue = { rare = false, worth = 3 }, pink = 7 }"),
        both
    );
    assert_eq!(
        changed(FILE, "box = { 2 = 9, 1 = \"-3\" }"),
        FILE.replace("[-1, 0", "[-4, 9")
    );
}

#[test]
fn a_field_that_was_not_there_is_added() {
    let added = FILE.replace("name = \"pink\"", "\"rare\" = true\nname = \"pink\"");
    assert_eq!(changed(FILE, "gem.pink.rare = true"), added);
    let inline = "gem = [{ name = \"pink\", worth = 5 }]\nboxes = []\n";
    let added = "gem = [{ \"rare\" = true, name = \"pink\", worth = 6 }]\nboxes = []\n";
    assert_eq!(changed(inline, "gem.pink = { rare = true, worth = 6 }"), added);
}

#[test]
fn blanks_take_the_place_of_entries() {
    let glass = FILE.replace("worth = 4\nrare = true", "worth = 0\nrare = false");
    assert_eq!(changed(FILE, "gem.blue = \"glass\""), glass);
    assert_eq!(
        changed(FILE, "box.1 = \"left-out\""),
        FILE.replace("[-1, 0, 1]", "[0, 1]")
    );
    assert_eq!(
        changed(FILE, "box.3 = \"left-out\""),
        FILE.replace("[-1, 0, 1]", "[-1, 0]")
    );
    assert_eq!(
        changed(FILE, "box = { 2 = \"left-out\", 3 = 5 }"),
        FILE.replace("[-1, 0, 1]", "[-1, 5]")
    );
    assert_eq!(changed("boxes = [4]", "box.1 = \"left-out\""), "boxes = []");
}

#[test]
fn what_there_is_not_is_told_with_what_there_is() {
    assert_eq!(
        wrong("gem.pinc = 3\nbox.9 = 3\ngem.blue = \"glas\"\ngem.pink = \"common\""),
        [
            "rules.gem.blue: gem blue cannot be \"glas\" (did you mean `glass`? There are glass, common; it is 4 now)",
            "rules.gem.pinc: there is no gem pinc (did you mean `pink`? There are pink, blue)",
            "rules.gem.pink: gem pink cannot be \"common\": only what is rare can become common ()",
            "rules.box.9: there is no box 9 (there are 1 to 3; what is new stands in a content file of your own)",
        ]
    );
    assert_eq!(wrong("gem = 3"), ["rules.gem: `gem` names no gem (write gem.NAME = …)"]);
}

#[test]
fn a_place_in_the_text_leads_to_where_it_comes_from() {
    let setup = setup("box.1 = -1000\ngem.pink.worth = 77");
    let edited = edited(FILE, &GEMS, &setup).expect("entries");
    let at = |piece: &str| {
        let start = edited.text.find(piece).expect("it is there");
        let origin = edited.origin(&(start..start + piece.len()));
        origin.map(|path| path.join(".")).map_err(|span| FILE[span].to_owned())
    };
    assert_eq!(at("77"), Ok("gem.pink.worth".to_owned()));
    assert_eq!(at("-1000"), Ok("box.1".to_owned()));
    assert_eq!(at("# Gems"), Err("# Gems".to_owned()));
    assert_eq!(at("\"pink\""), Err("\"pink\"".to_owned()));
    assert_eq!(at("rare = true"), Err("rare = true".to_owned()));
    assert_eq!(edited.first(), ["box", "1"]);
}

#[test]
fn entries_are_told_with_their_blanks() {
    let told: Vec<String> = entries(FILE, &GEMS)
        .iter()
        .map(|each| {
            let blanks: Vec<&str> = each.blanks.iter().map(|blank| blank.0).collect();
            format!("{} = {} ({}): {}", each.key, each.value, each.title, blanks.join(", "))
        })
        .collect();
    assert_eq!(
        told,
        [
            "gem.pink = 5 (pink of 5): glass",
            "gem.blue = 4 (blue of 4): glass, common",
            "box.1 = -1 (box 1): left-out",
            "box.2 = 0 (box 2): left-out",
            "box.3 = 1 (box 3): left-out",
        ]
    );
}

/// What is played is told as the rules make it, whatever they take out before it.
#[test]
fn entries_are_told_as_they_are_played() {
    let told = |rules: &str| -> Vec<String> {
        let mut setup = setup(rules);
        setup.contents.insert(
            "gems".to_owned(),
            crate::Content {
                file: "own.toml".to_owned(),
                text: FILE.to_owned(),
            },
        );
        let all = played(&GEMS, &setup);
        let told = |each: &Entry| format!("{} = {} ({})", each.key, each.value, each.title);
        all.iter().map(told).collect()
    };
    let rest = |boxes: [i32; 3]| {
        (1..)
            .zip(boxes)
            .map(|(at, value)| format!("box.{at} = {value} (box {at})"))
    };
    let gems = ["gem.pink = 7 (pink of 7)", "gem.blue = 0 (blue of 0)"].map(str::to_owned);
    assert_eq!(
        told("gem = { pink = \"+2\", blue = \"glass\" }\nbox.2 = 5"),
        gems.clone().into_iter().chain(rest([-1, 5, 1])).collect::<Vec<_>>()
    );
    assert_eq!(
        told("gem = { pink = 7, blue = \"glass\" }\nbox = { 1 = \"left-out\", 3 = 9 }"),
        gems.into_iter().chain(rest([-1, 0, 9])).collect::<Vec<_>>()
    );
    assert_eq!(told("gem.pinc = 3")[0], "gem.pink = 5 (pink of 5)");
}

#[test]
fn a_field_of_an_entry_is_told_by_its_key() {
    let all = entries(FILE, &GEMS);
    let says = |at: usize, key: &str| all[at].value(key).map(ToString::to_string);
    assert_eq!(says(1, "gem.blue").as_deref(), Some("4"));
    assert_eq!(says(1, "gem.blue.rare").as_deref(), Some("true"));
    for other in ["gem.pink.rare", "gem.pinker", "gem.blue.rare"] {
        assert_eq!(says(0, other), None, "{other}");
    }
}

#[test]
fn a_file_that_is_no_toml_is_left_to_its_reader() {
    assert_eq!(changed("boxes = [1", "box.1 = 2"), "boxes = [1");
}
