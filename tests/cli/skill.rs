//! What skill decides and what luck.

use std::fs;

use serde_json::Value;

use super::run::{differing, files};
use super::{assert_contains, assert_narrow, at, flat, printed, written};

const TABLE: &str = "game = \"regatta\"\nseed = 5\n[rules]\nplayers = 2\n[bots.lazy]\nkind = \"random\"\n";

#[test]
fn skill_and_luck_are_told_with_the_same_bytes_for_any_threads() {
    let (dir, path) = written("race.toml", TABLE);
    let skill = |threads: &str, out: &str, more: &[&str]| {
        let (bots, out) = ("lazy,heuristic", at(&dir, out));
        let asked = [
            "skill", &path, "--bots", bots, "--deals", "10", "-q", "--threads", threads, "--out", &out,
        ];
        printed(&[&asked[..], more].concat())
    };
    let text = skill("1", "one", &[]);
    let said = flat(&text);
    assert_contains(&said, "Who plays explains ");
    assert_contains(&said, "Between equal bots (heuristic at every seat)");
    assert_narrow(&text, "Skill: ");
    let json: Value = serde_json::from_str(&skill("2", "two", &["--json"])).expect("JSON");
    assert_eq!(json["skill"]["bots"], serde_json::json!(["heuristic", "lazy"]));
    let step = &json["skill"]["steps"][0];
    assert_eq!((&step["bot"], &step["among"]), (&"heuristic".into(), &"lazy".into()));
    assert!(step["index"]["lo"].as_f64() > Some(0.0), "{step}");
    assert!(json["luck"]["equals"]["skill"].is_null() && json["luck"]["mixed"]["skill"]["value"].is_number());
    let quality = &json["quality"];
    assert!(
        quality["gap"]["value"].is_number() && quality["lead-changes"]["value"].as_f64() > Some(0.0),
        "{quality}"
    );
    assert_eq!(
        (&quality["deals"], &quality["positions"], &quality["watched"]),
        (&10.into(), &20.into(), &100.into())
    );
    let (one, two) = (dir.path().join("one/race-skill"), dir.path().join("two/race-skill"));
    assert!(differing(&files(&one), &files(&two)).is_empty());
    let table = fs::read_to_string(one.join("skill.csv")).expect("a table");
    assert!(
        table.starts_with("figure,bot,among,value,lo,hi\n\"share\",\"heuristic\",\"lazy\","),
        "{table}"
    );
}
