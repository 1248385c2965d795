//! Bots that play as one of several: what is told of them.

use super::{balance, folder, printed, scenario};

/// A table with a mix of three, two of which go by scripts.
const CROWD: &str = "game = \"niagara\"\ngames = 60\nseed = 3\nleague = false\nrules.players = 4\nseats.all = \"crowd\"\n\n\
                     [bots.crowd]\nkind = \"mixed\"\nbots = { heuristic = 2, mine = 1, random = 1 }\n\n\
                     [bots.mine]\nkind = \"scripted\"\nscript = [\"climb loaded\", \"trade\", \"any\"]\n";

#[test]
fn a_replay_says_as_which_bot_a_seat_plays_and_why() {
    let dir = folder();
    let path = scenario(dir.path(), "crowd.toml", CROWD).display().to_string();
    let mut seen = std::collections::BTreeSet::new();
    for game in 0..12 {
        let told = |args: &[&str]| printed(&[&["replay", &*path, "--game", &game.to_string()], args].concat());
        let json: serde_json::Value = serde_json::from_str(&told(&["--json", "--why"])).expect("JSON");
        let seats = json["seats"].as_array().expect("seats");
        let said = told(&["--why"]);
        for (at, seat) in seats.iter().enumerate() {
            let part = seat["plays-as"].as_str().expect("a bot");
            assert_eq!(seat["bot"], "crowd");
            let line = format!("seat {}: crowd, in this game as {part}, place ", at + 1);
            assert!(said.contains(&line), "{line}: {said}");
            seen.insert(part.to_owned());
            let steps = json["turns"].as_array().expect("turns").iter();
            let steps = steps.flat_map(|turn| turn["steps"].as_array().expect("steps"));
            for step in steps.filter(|step| step["seat"] == at as u64 + 1 && step["of"].as_u64() > Some(1)) {
                let values = !step["why"].as_array().expect("values").is_empty();
                let first = step["lines"][0].as_str().unwrap_or_default();
                match part {
                    "heuristic" => assert!(values && first.is_empty(), "{step}"),
                    "mine" => assert!(first.starts_with("line ") && !values, "{step}"),
                    _ => assert!(first.contains("gives no values") && !values, "{step}"),
                }
            }
        }
        // Nobody knows as which bot the others play.
        let seen: serde_json::Value = serde_json::from_str(&told(&["--json", "--seen-by", "2"])).expect("JSON");
        let of = |at: usize| &seen["seats"][at]["plays-as"];
        assert_eq!((of(0), of(1)), (&serde_json::Value::Null, &seats[1]["plays-as"]));
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["heuristic", "mine", "random"]);
}

#[test]
fn a_run_says_of_what_a_mixed_bot_consists() {
    let dir = folder();
    let path = scenario(dir.path(), "crowd.toml", CROWD).display().to_string();
    let out = dir.path().join("out");
    let said = printed(&["run", &path, "--details", "--out", &out.display().to_string()]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("crowd: heuristic 50%, mine 25%, random 25%"), "{said}");
    let page = std::fs::read_to_string(out.join("crowd/report.html")).expect("written");
    let page = page.replace('\u{a0}', " ");
    assert!(page.contains("crowd: heuristic 50%, mine 25%, random 25%"));
}

/// Held against itself, a bot wins as often as itself.
#[test]
fn a_mix_of_one_bot_beside_that_bot_is_warned_of() {
    let dir = folder();
    let warned = |seats: &str| {
        let text = format!(
            "game = \"niagara\"\n{seats}\n[bots.mine]\nkind = \"mixed\"\nbots = {{ heuristic = 3 }}\n\n\
             [bots.two]\nkind = \"mixed\"\nbots = {{ heuristic = 3, random = 1 }}\n"
        );
        let path = scenario(dir.path(), "a.toml", &text).display().to_string();
        let done = balance().args(["validate", &path]).output().expect("runs");
        let said = String::from_utf8(done.stderr).expect("text");
        said.contains("alone, which sits at the same table: the two are one bot")
            .then_some(said)
    };
    let said = warned("seats.rotate = [\"mixed\", \"heuristic\"]\n").expect("a warning");
    assert!(
        said.contains("a.toml:2:") && said.contains("`mixed` plays as `heuristic` alone"),
        "{said}"
    );
    assert!(warned("seats.rotate = [\"mine\", \"heuristic\"]\n").is_some());
    for fine in [
        "seats.rotate = [\"mixed\", \"pirate\"]\n",
        "seats.rotate = [\"two\", \"heuristic\"]\n",
        "seats.all = \"mixed\"\n",
    ] {
        assert_eq!(warned(fine), None);
    }
}
