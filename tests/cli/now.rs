//! Bands of `[expect]` that count from what is now.

use super::gate::{at, check};
use super::{folder, printed, refused, scenario};

const OWN: &str = "game = \"riverbed\"\ngames = 4_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"gambler\"\n";

/// Variants are held to their base deal by deal, and the base is as it is.
#[test]
fn variants_are_held_to_their_base() {
    let dir = folder();
    let text = format!(
        "{OWN}[expect]\n\"turns.mean\" = {{ to = \"now\" }}\n\"win-rate.merchants\" = {{ from = \"now - 50%\" }}\n\
         \"win-rate.profiteer\" = {{ from = \"now + 50%\" }}\n\
         [[variant]]\nname = \"long\"\nrules.end-points.coins = 9\nrules.end-points.kelp = 9\nrules.end-points.logs = 9\n\
         [[variant]]\nname = \"short\"\nrules.end-points.coins = 4\nrules.end-points.kelp = 4\nrules.end-points.logs = 4\n"
    );
    scenario(dir.path(), "own.toml", &text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    let said = printed(&["run", &file, "-q", "--no-league", "--json", "--out", &out]);
    let results: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let verdict = |at: usize, wish: usize| {
        let row = &results["configurations"][at]["targets"][wish];
        assert_eq!(row["change"], true, "{row}");
        row["answer"]["verdict"].as_str().expect("a verdict").to_owned()
    };
    let all = [0, 1, 2].map(|at| [0, 1].map(|wish| verdict(at, wish)));
    assert_eq!(all[0], ["within", "within"]);
    assert_eq!(all[1], ["outside", "within"]);
    assert_eq!(all[2], ["within", "within"]);
    let report = std::fs::read_to_string(dir.path().join("reports/own/report.md")).expect("a report");
    assert!(report.contains("mean turns ≤ now"), "{report}");
    assert!(report.contains("goal at most now."), "{report}");
    assert!(
        !report.contains("0.00 to 0.00"),
        "that the base is as it is, is no finding: {report}"
    );
}

/// A check holds a game to what it was by its baseline, and says what it leaves out.
#[test]
fn a_check_leaves_them_out_and_says_so() {
    let dir = folder();
    scenario(
        dir.path(),
        "own.toml",
        &format!("{OWN}[expect]\n\"turns.mean\" = [{{ to = \"now\" }}, {{ to = 399 }}]\n"),
    );
    let (code, said) = check(&dir, &[]);
    assert_eq!(code, Some(0), "{said}");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("`turns.mean` of [expect] counts from now"), "{said}");
}

/// What is not told deal by deal cannot be held to what it is now.
#[test]
fn what_is_not_told_deal_by_deal_has_no_now() {
    let dir = folder();
    scenario(
        dir.path(),
        "own.toml",
        &format!("{OWN}[expect]\n\"turns.p50\" = {{ to = \"now\" }}\n"),
    );
    let said = refused(&["run", &at(&dir, "own.toml")]);
    assert!(said.contains("`turns.p50` cannot be counted from now"), "{said}");
    for (band, help) in [
        ("now + 2%", "deal by deal"),
        ("now + 3", "write the number, as a run shows it"),
    ] {
        let text = format!("{OWN}[expect]\n\"decisions.mean\" = {{ to = \"{band}\" }}\n");
        scenario(dir.path(), "own.toml", &text);
        let said = refused(&["run", &at(&dir, "own.toml")]);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.contains("`decisions.mean` cannot be counted from now") && said.contains(help),
            "{said}"
        );
    }
}

/// What `tune` proposes is no longer than now.
#[test]
fn a_search_keeps_what_is_to_stay() {
    let dir = folder();
    let text = format!(
        "{OWN}[expect]\n\"win-rate.profiteer\" = {{ from = \"now + 1%\" }}\n\"turns.mean\" = {{ to = \"now\" }}\n\
         [tune]\ngames = 60_000\n\"end-points.coins\" = {{ from = 4, to = 9 }}\n\"end-points.kelp\" = {{ from = 4, to = 9 }}\n"
    );
    scenario(dir.path(), "own.toml", &text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    let said = printed(&["tune", &file, "-q", "--json", "--out", &out]);
    let tuned: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(tuned["wishes"][1]["change"], true, "{said}");
    let take = tuned["take"].as_u64().expect("something is taken") as usize;
    let figures = tuned["proposals"][take]["figures"].as_array().expect("figures");
    let turns = figures
        .iter()
        .find(|figure| figure["metric"] == "turns.mean")
        .expect("its length");
    assert_ne!(turns["verdict"], "outside", "{turns}");
    assert!(turns["moved"]["value"].as_f64().expect("a number") <= 0.0, "{turns}");
}
