//! Wishes of how far two sides are apart.

use super::gate::{at, check};
use super::{flat, folder, printed, scenario};

const OWN: &str = "game = \"riverbed\"\ngames = 6_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n";

/// With random bots at this table the merchants win 41.6% and the separatists 36.0%.
#[test]
fn a_check_holds_two_sides_to_how_far_they_are_apart() {
    let dir = folder();
    let with = |band: &str| {
        scenario(dir.path(), "own.toml", &format!("{OWN}[expect]\n{band}\n"));
        check(&dir, &[])
    };
    let (code, said) = with("\"gap.merchants.separatists\" = { target = \"0%\", within = \"40%\" }");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = with("gap.merchants.separatists = { from = \"-90%\", to = -0.6 }");
    assert_eq!(code, Some(1), "{said}");
    let (found, allowed) = said.split_once("; allowed: −90.0 to −60.0 points").expect(&said);
    let (_, value) = found.split_once("gap.merchants.separatists is ").expect(&said);
    assert!(value.contains(" points ("), "{allowed}{value}");
    // From the other side it is as much, with the other sign.
    let (_, other) = with("\"gap.separatists.merchants\" = { from = \"60%\", to = \"90%\" }");
    let turned = |text: &str| {
        let number = text.split(" points").next().expect("a number").replace('−', "-");
        number.parse::<f64>().expect("a number")
    };
    let (_, other) = other.split_once("gap.separatists.merchants is ").expect(&other);
    assert!((turned(value) + turned(other)).abs() < 1e-9, "{value} {other}");
}

/// The tables of a matrix may have other sides: a wish is asked where both sit.
#[test]
fn a_run_tells_it_at_every_table_that_has_both() {
    let dir = folder();
    let text = "game = \"niagara\"\ngames = 400\nseed = 5\n[matrix]\n\"rules.players\" = [3, 5]\n[seats]\nall = \"heuristic\"\n\
                [expect]\n\"gap.4th-player.5th-player\" = { from = \"-90%\", to = \"90%\" }\n\
                \"gap.1st player.2nd player\" = { from = \"-90%\", to = \"90%\" }\n";
    scenario(dir.path(), "own.toml", text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    let said = printed(&["run", &file, "-q", "--no-league", "--json", "--out", &out]);
    let results: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let all = results["configurations"].as_array().expect("two");
    let wishes: Vec<usize> = all
        .iter()
        .map(|each| each["targets"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(wishes, [1, 2]);
    let report = std::fs::read_to_string(dir.path().join("reports/own/report.md")).expect("a report");
    for wanted in [
        "4th-player − 5th-player −90 to 90 points",
        "Goal met: win rate of 4th-player less that of 5th-player ",
    ] {
        assert!(report.contains(wanted), "{wanted}: {report}");
    }
}

#[test]
fn a_search_is_led_by_it_and_says_so() {
    let dir = folder();
    let text = format!(
        "{OWN}[expect]\n\"gap.merchants.profiteer\" = {{ from = \"5%\", to = \"90%\" }}\n\
         [tune]\nend-points.coins = {{ from = 4, to = 8 }}\ncon-cost = [0, 1]\n"
    );
    scenario(dir.path(), "own.toml", &text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    printed(&["tune", &file, "--games", "20000", "-q", "--out", &out]);
    let text = std::fs::read_to_string(dir.path().join("reports/own/tuning.md")).expect("a text");
    assert!(text.contains("5 points to 90 points"), "{text}");
    let page = std::fs::read_to_string(dir.path().join("reports/own/tuning.html")).expect("a page");
    assert!(page.contains("How far two sides are apart"));
}

/// As far apart as now, give or take: asked of a variant deal by deal beside its base, and of what a search tries.
#[test]
fn two_sides_may_stay_as_far_apart_as_they_are() {
    let dir = folder();
    let text = format!(
        "{OWN}[[variant]]\nname = \"more coins\"\nrules.end-points.coins = 7\n\
         [expect]\n\"gap.merchants.profiteer\" = {{ target = \"now\", within = \"90%\" }}\n\
         [tune]\nend-points.coins = {{ from = 4, to = 8 }}\ncon-cost = [0, 1]\n"
    );
    scenario(dir.path(), "own.toml", &text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    let said = printed(&["run", &file, "-q", "--no-league", "--json", "--out", &out]);
    let results: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let all = results["configurations"].as_array().expect("two");
    let gap = |each: &serde_json::Value| {
        let of = |name: &str| {
            let sides = each["sides"].as_array().expect("sides");
            let side = sides.iter().find(|side| side["side"] == name).expect("the side");
            side["win-rate"]["value"].as_f64().expect("a share")
        };
        of("merchants") - of("profiteer")
    };
    let answer = &all[1]["targets"][0]["answer"];
    assert_eq!(answer["verdict"], "within", "{answer}");
    let moved = gap(&all[1]) - gap(&all[0]);
    assert!(
        (answer["value"].as_f64().expect("a number") - moved).abs() < 1e-9,
        "{answer} {moved}"
    );
    assert!(moved.abs() > 0.01, "{moved}");
    let said = flat(&printed(&["tune", &file, "--games", "20000", "-q", "--out", &out]));
    assert!(said.contains("now − 90 points to now + 90 points"), "{said}");
}
