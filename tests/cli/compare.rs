//! `balance compare` of two stored runs.

use std::path::{Path, PathBuf};

use super::{SMALL, assert_contains, flat, folder, printed, refused, scenario};

/// Runs a scenario into a folder of its own and gives that of the report.
fn stored(dir: &Path, place: &str, text: &str) -> PathBuf {
    let out = dir.join(place);
    std::fs::create_dir_all(&out).expect("a temporary folder");
    let path = scenario(&out, "small.toml", text);
    printed(&["run", &path, "--quiet", "--out", &out.display().to_string()]);
    out.join("small")
}

fn compare(a: &Path, b: &Path, more: &[&str]) -> String {
    let (a, b) = (a.display().to_string(), b.display().to_string());
    printed(&[&["compare", &a, &b], more].concat())
}

#[test]
fn two_runs_are_set_side_by_side() {
    let dir = folder();
    let before = stored(dir.path(), "before", SMALL);
    assert!(compare(&before, &before, &[]).contains("The same  “base”: to the last number"));

    let other_deals = stored(dir.path(), "deals", &SMALL.replace("seed = 5", "seed = 6"));
    let text = compare(&before, &other_deals, &[]);
    assert!(text.contains("Undecided  “base”"), "{text}");
    assert_contains(&text, "win rate of merchants");
    assert_contains(&text, "mean turns");

    let shorter = stored(
        dir.path(),
        "after",
        &SMALL.replace("players = 5", "players = 5\nend-points.coins = 2"),
    );
    let text = compare(&before, &shorter, &[]);
    assert!(text.contains("Changed  “base”"), "{text}");
    assert_contains(&text, "Rules: end-points.coins from its default to 2.");
    assert!(text.contains("Both runs have the same seed"), "{text}");

    let json: serde_json::Value = serde_json::from_str(&compare(&before, &shorter, &["--json"])).expect("JSON");
    let rows = json["configurations"][0]["rows"].as_array().expect("rows");
    let turns = rows.iter().find(|row| row["metric"] == "turns.mean").expect("a row");
    assert_eq!(turns["verdict"], "different");
    assert!(
        turns["simultaneous"]["hi"].as_f64().expect("a number") < 0.0,
        "fewer coins end the game sooner"
    );
    let markdown = compare(&before, &shorter, &["--markdown"]);
    assert_contains(&markdown, "| mean turns |");
    assert!(markdown.starts_with("# What changed"), "{markdown}");
}

/// Games are the same whatever is wished of them, and what was wished otherwise is told.
#[test]
fn other_wishes_make_no_other_games() {
    let dir = folder();
    let variant = "[[variant]]\nname = \"dear\"\nrules.end-points.coins = 7\n";
    let with = |place: &str, wishes: &str| {
        let text = SMALL.replace("3000", "500");
        stored(dir.path(), place, &format!("{text}\n[expect]\n{wishes}\n{variant}"))
    };
    let before = with(
        "before",
        "\"turns.mean\" = { to = 35 }\nending.coins = { from = \"18%\", configuration = \"dear\" }",
    );
    let after = with(
        "after",
        "\"turns.mean\" = { from = 20, to = 35 }\nending.coins = { from = \"5%\", configuration = \"dear\" }",
    );
    let said = flat(&compare(&before, &after, &[]));
    assert!(said.contains("The same “base”, “dear”: to the last number"), "{said}");
    let wanted = [
        "Wished for `turns.mean`: at most 35 became 20 to 35.",
        "Wished for `ending.coins` of “dear”: at least 18% became at least 5%.",
    ];
    assert!(wanted.iter().all(|wanted| said.contains(wanted)), "{said}");
    assert!(!compare(&before, &before, &[]).contains("Wished"));
    let json: serde_json::Value = serde_json::from_str(&compare(&before, &after, &["--json"])).expect("JSON");
    let remarks = json["remarks"].as_array().expect("remarks");
    assert!(
        wanted
            .iter()
            .all(|wanted| remarks.iter().any(|remark| remark == wanted)),
        "{remarks:?}"
    );
}

#[test]
fn runs_of_different_games_are_refused() {
    let dir = folder();
    let riverbed = stored(dir.path(), "riverbed", &SMALL.replace("3000", "100"));
    let niagara = stored(
        dir.path(),
        "niagara",
        "title = \"N\"\ngame = \"niagara\"\ngames = 100\n\n[seats]\nall = \"random\"\n",
    );
    let (a, b) = (riverbed.display().to_string(), niagara.display().to_string());
    let said = refused(&["compare", &a, &b]);
    assert!(said.contains("only runs of the same game"), "{said}");
    assert!(refused(&["compare", &a, "no-such-folder"]).contains("there is no run in no-such-folder"));
}

#[test]
fn other_versions_and_configurations_are_told() {
    let dir = folder();
    let matrix = "\n[matrix]\n\"rules.players\" = [4, 5]\n";
    let one = stored(
        dir.path(),
        "one",
        &format!(
            "{}{matrix}",
            SMALL.replace("3000", "500").replace("[rules]\nplayers = 5\n", "")
        ),
    );
    let other = stored(
        dir.path(),
        "other",
        &format!(
            "{}{}",
            SMALL.replace("3000", "500").replace("[rules]\nplayers = 5\n", ""),
            matrix.replace("[4, 5]", "[5, 6]")
        ),
    );
    let path = other.join("results.json");
    let text = std::fs::read_to_string(&path).expect("readable");
    let version = format!("\"program\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version));
    std::fs::write(&path, text.replace(&version, "\"program\": \"0.0.9\"")).expect("written");
    // What is signed cannot be altered.
    std::fs::remove_file(other.join("run.toml")).expect("removed");
    let said = compare(&one, &other, &[]);
    assert!(said.contains("The versions of the program differ"), "{said}");
    assert!(said.contains("Only before") && said.contains("Only after"), "{said}");
}

/// Numbers that were altered are no results, as the signature beside them shows; a file written otherwise is still the same.
#[test]
fn altered_results_are_refused() {
    let dir = folder();
    let run = stored(dir.path(), "a", super::SMALL);
    let file = run.join("results.json");
    let text = std::fs::read_to_string(&file).expect("results");
    std::fs::write(&file, text.replace('\n', "\r\n")).expect("written");
    compare(&run, &run, &[]);
    let value = text.find("\"value\": 0.").expect("a rate") + 11;
    let digit = if &text[value..=value] == "7" { "6" } else { "7" };
    let altered = format!("{}{digit}{}", &text[..value], &text[value + 1..]);
    std::fs::write(&file, altered).expect("written");
    let run = run.display().to_string();
    for args in [&["compare", &run, &run][..], &["report", &run]] {
        let said = super::refused(args);
        assert!(flat(&said).contains("the signature in run.toml"), "{said}");
    }
}
