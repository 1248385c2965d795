//! Keys that still work, but should be written otherwise.

use super::Memory;
use super::pond::POND;
use crate::games::GameInfo;
use crate::scenario::{Overrides, read};
use schemars::json_schema;
use std::path::{Path, PathBuf};

/// Pond after `frogs` was renamed.
const RENAMED: GameInfo = GameInfo {
    rules_schema: || {
        json_schema!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "frogs": { "type": "integer", "deprecated": true, "x-instead": "end-points.frogs" },
                "end-points": { "$ref": "#/$defs/Ends" },
            },
            "$defs": { "Ends": {
                "type": "object",
                "additionalProperties": false,
                "properties": { "frogs": { "type": "integer" }, "toads": { "type": "integer", "deprecated": true } },
            } },
        })
    },
    content: &[],
    check: |_| Vec::new(),
    ..POND
};

#[test]
fn an_outdated_key_is_told_and_still_works() {
    let text = "game = \"pond\"\n[rules]\nfrogs = 3\nend-points.frogs = 4\nend-points.toads = 1\n[[variant]]\nname = \"more\"\nrules = { frogs = 5 }\n";
    let files = Memory([(PathBuf::from("a.toml"), text.to_owned())].into());
    let scenario = read::read(&files, Path::new("a.toml"), &[RENAMED], &Overrides::default()).expect("it still works");
    let set = |index: usize| scenario.configurations[index].setup.rules["frogs"].as_integer();
    assert_eq!((set(0), set(1)), (Some(3), Some(5)));
    let warned = scenario.warned().expect("three warnings").to_string();
    let told = "`frogs` is outdated, and will be gone in a later version";
    assert_eq!(warned.matches(told).count(), 2, "base and variant: {warned}");
    assert_eq!(warned.matches("write `end-points.frogs`").count(), 2, "{warned}");
    assert!(warned.contains("`toads` is outdated"), "{warned}");
    assert_eq!(warned.matches("is outdated").count(), 3, "{warned}");
}
