//! Goals of `[expect]`: bands, those that count from now, and how far two sides are apart.

use super::check::{change, change_file, check, check_ends, held};
use super::{assert_contains, at, balance, ended, flat, folder, json, outcome, printed, refused, scenario, written};

#[test]
fn bands_are_judged() {
    let dir = folder();
    let with = |bands: &str| {
        let text = format!(
            "game = \"riverbed\"\ngames = 20_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n[expect]\n{bands}\n"
        );
        scenario(dir.path(), "own.toml", &text);
        check(&dir, &[])
    };
    let (code, said) = with("\"win-rate.nobody\" = { to = \"20%\" }\n\"turns.mean\" = { from = 5, to = 200 }");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = with("\"win-rate.profiteer\" = { target = \"90%\", within = \"2%\" }");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the goal is 88.0 to 92.0%"), "{said}");
    let (code, said) = with("\"win-rate.elves\" = { to = \"20%\" }");
    assert_eq!(code, Some(2), "{said}");
    assert_contains(&said, "unknown metric `win-rate.elves`");
    assert_contains(&said, "own.toml:9:1");
}

/// What `validate` warns of: each warning with what it says and what is to be done.
fn warned(text: &str) -> String {
    let (_dir, path) = written("own.toml", text);
    flat(&ended(&["validate", &path], 0).1)
}

/// What no game can come to, whatever its bots do, is told before any is played, with its line.
#[test]
fn bands_that_nothing_can_meet_are_told() {
    let riverbed = |bands: &str| {
        warned(&format!(
            "game = \"riverbed\"\n[rules]\nplayers = 5\n[expect]\n{bands}\n"
        ))
    };
    let niagara = |bands: &str| {
        warned(&format!(
            "game = \"niagara\"\n[rules]\nplayers = 2\n[expect]\n{bands}\n"
        ))
    };
    for (said, wanted) in [
        (
            niagara("\"rounds.mean\" = { to = -1 }"),
            "the band of `rounds.mean` ends at -1, and nothing is counted below 0",
        ),
        (
            niagara("\"rounds.p50\" = { from = 1000 }"),
            "the band of `rounds.p50` begins at 1000, but no game takes more than 200 rounds",
        ),
        (
            niagara("\"rounds.p50\" = { from = 20.2, to = 20.8 }"),
            "no whole number lies in the band of `rounds.p50`, 20.2 to 20.8",
        ),
        (
            niagara("\"rounds.p75\" = { to = 20 }\n\"rounds.p25\" = { from = 30 }"),
            "the band of `rounds.p25` begins at 30, and that of `rounds.p75` ends at 20",
        ),
        (
            niagara("\"win-rate.1st-player\" = [{ from = \"60%\" }, { to = \"50%\" }]"),
            "two bands of `win-rate.1st-player` have nothing in common: one ends at 50%, the other begins at 60%",
        ),
        (
            niagara(
                "\"win-rate.1st-player\" = { to = \"40%\" }\n\"win-rate.2nd-player\" = { to = \"45%\" }\n\
                 \"win-rate.nobody\" = { to = \"5%\" }",
            ),
            "the greatest shares wished of sides and of `nobody` add up to 90%: 40% of `win-rate.1st-player`, 45% of",
        ),
        (
            niagara("\"win-rate.1st-player\" = { from = \"60%\" }\n\"win-rate.nobody\" = { from = \"50%\" }"),
            "the least shares wished of a side and of `nobody` add up to 110%: 60% of `win-rate.1st-player`, 50% of",
        ),
        (
            niagara(
                "\"win-rate.1st-player\" = { to = \"40%\" }\n\"win-rate.2nd-player\" = { from = \"30%\" }\n\
                 \"gap.1st-player.2nd-player\" = { from = \"20%\" }",
            ),
            "`gap.1st-player.2nd-player` begins at 20%, but what is wished of the two win rates leaves -100% to 10%",
        ),
    ] {
        assert!(said.contains(wanted) && said.contains("own.toml:"), "{wanted}: {said}");
    }
    // What can be, however unlikely, is nobody's mistake; what cannot at one table of several is said of that.
    for possible in [
        "\"rounds.mean\" = { from = 199, to = 1000 }\n\"rounds.p50\" = { from = 20, to = 20.5 }",
        "\"win-rate.1st-player\" = [{ from = \"40%\" }, { to = \"60%\" }]\n\"win-rate.2nd-player\" = { to = \"10%\" }",
        "\"rounds.p25\" = { from = 20 }\n\"rounds.p75\" = { to = 20 }\n\"win-rate.nobody\" = { from = \"40%\" }",
    ] {
        assert!(!niagara(possible).contains("warning"), "{possible}");
    }
    let capped = "\"rounds.mean\" = { from = 60 }\n[matrix]\n\"rules.rounds-max\" = [50, 200]";
    assert_contains(&niagara(capped), "more than 50 rounds, in \"rounds-max 50\"");
    let unlikely = riverbed("\"win-rate.profiteer\" = { from = \"90%\" }");
    assert!(!unlikely.contains("warning"), "{unlikely}");
}

/// A gate that can never fail is a slip: every command says so, with what was meant.
#[test]
fn bands_that_nothing_can_miss_are_refused() {
    let dir = folder();
    for (band, message, help) in [
        (
            "\"win-rate.profiteer\" = { target = 0.2, within = 1 }",
            "`win-rate.profiteer` cannot miss its band: it is always from 0% to 100%",
            "write within = \"1%\" if that is meant",
        ),
        (
            "\"win-rate.profiteer\" = { from = 0, to = 1 }",
            "it is always from 0% to 100%",
            "write to = \"1%\"",
        ),
        (
            "\"win-rate.nobody\" = { from = \"0%\" }",
            "it is always from 0% to 100%",
            "let an end lie",
        ),
        (
            "\"ending.kelp\" = { to = \"100%\" }",
            "it is always from 0% to 100%",
            "write to = \"1%\"",
        ),
        (
            "\"turns.mean\" = { from = 0 }",
            "`turns.mean` cannot miss its band",
            "let an end lie",
        ),
        (
            "\"turns.p50\" = { from = 0, to = 100_000 }",
            "it is always from 0 to 400",
            "let an end lie",
        ),
        (
            "\"decisions.mean\" = { from = -3 }",
            "it is never below 0",
            "let an end lie",
        ),
    ] {
        let text = format!("game = \"riverbed\"\n[rules]\nplayers = 5\n[expect]\n{band}\n");
        let path = scenario(dir.path(), "own.toml", &text);
        for command in ["validate", "check", "run"] {
            let said = flat(&refused(&[command, &path]));
            assert!(
                said.contains(message) && said.contains(help),
                "{command} {band}: {said}"
            );
            assert!(said.contains("own.toml:5:1"), "{said}");
        }
    }
}

#[test]
fn a_run_may_end_once_its_bands_or_variants_are_decided() {
    let dir = folder();
    let run = |text: &str| {
        scenario(dir.path(), "own.toml", text);
        printed(&["run", &at(&dir, "own.toml"), "--out", &at(&dir, "out"), "--quiet"])
    };
    let base = "game = \"riverbed\"\ngames = 200_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n";
    let said = run(&format!(
        "{base}[stop]\nbands = true\n[expect]\n\"win-rate.nobody\" = {{ to = \"20%\" }}\n"
    ));
    assert!(said.contains("every band of [expect] is decided"), "{said}");
    assert!(said.contains("deals were enough"), "{said}");
    let variant = "[[variant]]\nname = \"two fewer\"\nrules = { end-points.coins = 3 }\n";
    let said = run(&format!("{base}[stop]\nvariants = true\n{variant}"));
    assert!(said.contains("every difference is shown to be one"), "{said}");
}

#[test]
fn two_files_are_compared_on_the_same_deals() {
    let dir = folder();
    let text = |coins: u8| {
        format!(
            "game = \"riverbed\"\ngames = 5_000\nseed = {coins}\n[rules]\nplayers = 5\nend-points.coins = {coins}\n[seats]\nall = \"random\"\n"
        )
    };
    let a = scenario(dir.path(), "five.toml", &text(5));
    let b = scenario(dir.path(), "six.toml", &text(6));
    let said = printed(&["compare", &a, &b, "--details", "--out", &at(&dir, "out"), "--quiet"]);
    assert!(said.contains("What each change does"), "{said}");
    // What has another title than its file is named by it, unless both have the same.
    assert!(said.contains("five against six\n"), "{said}");
    for name in ["five.toml", "six.toml"] {
        change_file(&dir, name, "game = ", "title = \"Hunt\"\ngame = ");
    }
    let args = ["compare", &a, &b, "--out", &at(&dir, "hunt"), "--no-league", "--quiet"];
    assert!(printed(&args).starts_with("Hunt: five against six\n"));
    assert!(dir.path().join("out/five-against-six/report.html").is_file());
    let value = json(&["compare", &a, &b, "--out", &at(&dir, "out"), "--quiet", "--json"]);
    let gain = value["comparisons"][0]["rows"][0]["pairing-gain"]
        .as_f64()
        .expect("a gain");
    assert!(
        gain > 2.0,
        "the same deals save games where bots do not see the rule: {gain}"
    );
    let value = json(&["compare", &a, &a, "--out", &at(&dir, "out"), "--quiet", "--json"]);
    let rows = value["comparisons"][0]["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["difference"]["value"] == 0.0), "{rows:?}");
}

/// Each of two scenarios is held to its own wishes, and a side of which something is wished to no fair share.
#[test]
fn two_files_are_held_to_the_wishes_of_each() {
    let dir = folder();
    let text = |coins: u8, most: u8| {
        format!(
            "game = \"riverbed\"\ngames = 3_000\n[rules]\nplayers = 5\nend-points.coins = {coins}\n[seats]\nall = \
             \"random\"\n[expect]\n\"win-rate.profiteer\" = {{ to = \"{most}%\" }}\n"
        )
    };
    let a = scenario(dir.path(), "five.toml", &text(5, 90));
    let b = scenario(dir.path(), "four.toml", &text(4, 1));
    let out = at(&dir, "out");
    let value = json(&["compare", &a, &b, "--no-league", "--out", &out, "--quiet", "--json"]);
    let ends = |at: usize| {
        let targets = value["configurations"][at]["targets"].as_array().expect("targets");
        assert_eq!(targets.len(), 1, "{targets:?}");
        targets[0]["to"].as_f64()
    };
    assert_eq!([ends(0), ends(1)], [Some(0.9), Some(0.01)]);
    let said = flat(&printed(&[
        "compare", &a, &b, "--details", "--no-league", "--out", &out, "--quiet",
    ]));
    assert!(
        said.contains("Goal missed: win rate of profiteer, goal at most 1.0%."),
        "{said}"
    );
    assert!(!said.contains("its fair share"), "{said}");
}

#[test]
fn scenarios_that_cannot_be_compared_are_refused() {
    let dir = folder();
    let base = |game: &str, more: &str| format!("game = \"{game}\"\ngames = 100\n[seats]\nall = \"random\"\n{more}");
    let a = scenario(dir.path(), "a.toml", &base("riverbed", ""));
    let b = scenario(dir.path(), "b.toml", &base("niagara", ""));
    let said = refused(&["compare", &a, &b, "--out", &at(&dir, "out")]);
    assert_contains(&said, "only scenarios of the same game can be compared");
    let matrix = base("riverbed", "[matrix]\n\"rules.players\" = [5, 6]\n");
    let c = scenario(dir.path(), "c.toml", &matrix);
    let said = refused(&["compare", &a, &c, "--out", &at(&dir, "out")]);
    assert!(said.contains("has no version “players 5”"), "{said}");
}

/// A deal that is played once here and twice there cannot be held against itself.
#[test]
fn versions_that_rotate_different_numbers_of_bots_are_not_compared() {
    let dir = folder();
    let run = |name: &str, text: &str| {
        let text = format!("game = \"niagara\"\ngames = 40\nseed = 4\n{text}");
        let path = scenario(dir.path(), name, &text);
        let out = at(&dir, "out");
        let args = ["run", &path, "--details", "--no-league", "--out", &out, "-q"];
        flat(&printed(&args))
    };
    let two = "seats.rotate = [\"random\", \"pirate\"]\n";
    let texts = [
        format!("seats.all = \"random\"\n[[variant]]\nname = \"turns\"\n{two}"),
        format!("{two}[[variant]]\nname = \"one\"\nseats.all = \"random\"\n"),
        "[matrix]\n\"seats.rotate\" = [[\"random\"], [\"random\", \"pirate\"]]\n".to_owned(),
    ];
    for (text, name) in texts.iter().zip(["turns", "one", "matrix"]) {
        let said = run(&format!("{name}.toml"), text);
        assert_contains(
            &said,
            "A version that rotates another number of bots is not compared with ",
        );
        assert!(!said.contains("What each change does"), "{said}");
    }
    // Bots that take turns alike are compared, and one that takes turns with itself is one.
    let text = format!("{two}[[variant]]\nname = \"short\"\nrules.rounds-max = 20\n");
    assert!(run("short.toml", &text).contains("What each change does"));
    let text = "seats.all = \"random\"\n[[variant]]\nname = \"alone\"\nseats.rotate = [\"pirate\"]\n";
    assert!(run("alone.toml", text).contains("What each change does"));
}

/// What moves by more than win rates may is within where lengths have a margin of their own, and the other way round.
#[test]
fn lengths_have_a_margin_of_their_own() {
    let dir = held("4096");
    change(&dir, "caution = 0.02", "caution = 0.1");
    let mut written = "seed = 5".to_owned();
    let mut of = |margins: &str| {
        let now = format!("seed = 5\n{margins}");
        change(&dir, &written, &now);
        written = now;
        let (code, said) = check(&dir, &["--json"]);
        let value: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        let rows = value["configurations"][0]["rows"].as_array().expect("rows").clone();
        let outside = rows.iter().filter(|row| row["verdict"] == "outside");
        let outside: Vec<bool> = outside.map(|row| row["metric"] == "turns.mean").collect();
        let width = |metric: &str| {
            let row = rows.iter().find(|row| row["metric"] == metric).expect("the metric");
            let number = |key: &str| row[key].as_f64().expect("a number");
            let size = if metric == "turns.mean" { number("old") } else { 1.0 };
            ((number("to") - number("old")) / size * 1_000.0).round() / 10.0
        };
        (code, outside, width("turns.mean"), width("win-rate.profiteer"))
    };
    let (code, outside, length, share) = of("margin = \"25%\"\nlength-margin = \"1%\"");
    assert_eq!((code, &outside[..], length, share), (Some(1), &[true][..], 1.0, 25.0));
    // Fewer coins move who wins, too.
    change(&dir, "players = 5", "players = 5\nend-points.coins = 4");
    let (code, outside, length, share) = of("margin = \"0.5%\"\nlength-margin = \"40%\"");
    assert_eq!((code, length, share), (Some(1), 40.0, 0.5));
    assert!(
        !outside.is_empty() && outside.iter().all(|of_length| !of_length),
        "{outside:?}"
    );
    change(&dir, "players = 5\nend-points.coins = 4", "players = 5");
    change(&dir, "caution = 0.1", "caution = 0.03");
    let (code, outside, ..) = of("margin = \"25%\"");
    assert_eq!((code, &outside[..]), (Some(0), &[][..]));
    let (_, said) = check(&dir, &[]);
    assert_contains(&flat(&said), " margin 1% 25% ");
    assert!(!said.contains("length-margin"), "{said}");
    of("length-margin = \"40%\"");
    let (_, said) = check(&dir, &[]);
    assert!(flat(&said).contains(" length-margin 1% 40% "), "{said}");
}

const KEPT: &str = "game = \"riverbed\"\ngames = 4_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"gambler\"\n";

/// Variants are held to their base deal by deal, and the base is as it is.
#[test]
fn variants_are_held_to_their_base() {
    let dir = folder();
    let text = format!(
        "{KEPT}[expect]\n\"turns.mean\" = {{ to = \"now\" }}\n\"win-rate.merchants\" = {{ from = \"now - 50%\" }}\n\
         \"win-rate.profiteer\" = {{ from = \"now + 50%\" }}\n\
         [[variant]]\nname = \"long\"\nrules.end-points.coins = 9\nrules.end-points.kelp = 9\nrules.end-points.logs = 9\n\
         [[variant]]\nname = \"short\"\nrules.end-points.coins = 4\nrules.end-points.kelp = 4\nrules.end-points.logs = 4\n"
    );
    scenario(dir.path(), "own.toml", &text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    let results = json(&["run", &file, "-q", "--no-league", "--json", "--out", &out]);
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
        &format!("{KEPT}[expect]\n\"turns.mean\" = [{{ to = \"now\" }}, {{ to = 399 }}]\n"),
    );
    let said = flat(&check_ends(&dir, &[], 0));
    assert!(said.contains("`turns.mean` of [expect] counts from now"), "{said}");
}

/// What is not told deal by deal cannot be held to what it is now.
#[test]
fn what_is_not_told_deal_by_deal_has_no_now() {
    let dir = folder();
    scenario(
        dir.path(),
        "own.toml",
        &format!("{KEPT}[expect]\n\"turns.p50\" = {{ to = \"now\" }}\n"),
    );
    let said = refused(&["run", &at(&dir, "own.toml")]);
    assert!(said.contains("`turns.p50` cannot be counted from now"), "{said}");
    for (band, help) in [
        ("now + 2%", "only win rates, gaps"),
        ("now + 3", "write a number for anything else"),
    ] {
        let text = format!("{KEPT}[expect]\n\"decisions.mean\" = {{ to = \"{band}\" }}\n");
        scenario(dir.path(), "own.toml", &text);
        let said = flat(&refused(&["run", &at(&dir, "own.toml")]));
        assert_contains(&said, "`decisions.mean` cannot be counted from now");
        assert_contains(&said, help);
    }
}

/// What `tune` proposes is no longer than now.
#[test]
fn a_search_keeps_what_is_to_stay() {
    let dir = folder();
    let text = format!(
        "{KEPT}[expect]\n\"win-rate.profiteer\" = {{ from = \"now + 1%\" }}\n\"turns.mean\" = {{ to = \"now\" }}\n\
         [tune]\ngames = 60_000\n\"end-points.coins\" = {{ from = 4, to = 9 }}\n\"end-points.kelp\" = {{ from = 4, to = 9 }}\n"
    );
    scenario(dir.path(), "own.toml", &text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    let tuned = json(&["tune", &file, "-q", "--json", "--out", &out]);
    assert_eq!(tuned["wishes"][1]["change"], true, "{tuned}");
    let take = tuned["take"].as_u64().expect("something is taken") as usize;
    let figures = tuned["proposals"][take]["figures"].as_array().expect("figures");
    let turns = figures
        .iter()
        .find(|figure| figure["metric"] == "turns.mean")
        .expect("its length");
    assert_ne!(turns["verdict"], "outside", "{turns}");
    assert!(turns["moved"]["value"].as_f64().expect("a number") <= 0.0, "{turns}");
}

const APART: &str = "game = \"riverbed\"\ngames = 6_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n";

/// With random bots at this table the merchants win 41.6% and the separatists 36.0%.
#[test]
fn a_check_holds_two_sides_to_how_far_they_are_apart() {
    let dir = folder();
    let with = |band: &str| {
        scenario(dir.path(), "own.toml", &format!("{APART}[expect]\n{band}\n"));
        check(&dir, &[])
    };
    let (code, said) = with("\"gap.merchants.separatists\" = { target = \"0%\", within = \"40%\" }");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = with("gap.merchants.separatists = { from = \"-90%\", to = -0.6 }");
    assert_eq!(code, Some(1), "{said}");
    let said = flat(&said);
    let (found, _) = said.split_once("; the goal is −90.0 to −60.0 points").expect(&said);
    let (_, value) = found.split_once(" less that of separatists ").expect(&said);
    assert!(value.contains(" points ("), "{value}");
    // From the other side it is as much, with the other sign.
    let (_, other) = with("\"gap.separatists.merchants\" = { from = \"60%\", to = \"90%\" }");
    let turned = |text: &str| {
        let number = text.split(" points").next().expect("a number").replace('−', "-");
        number.parse::<f64>().expect("a number")
    };
    let other = flat(&other);
    let (_, other) = other.split_once(" less that of merchants ").expect(&other);
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
    let results = json(&["run", &file, "-q", "--no-league", "--json", "--out", &out]);
    let all = results["configurations"].as_array().expect("two");
    let wishes: Vec<usize> = all
        .iter()
        .map(|each| each["targets"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(wishes, [1, 2]);
    let report = std::fs::read_to_string(dir.path().join("reports/own/report.md")).expect("a report");
    for wanted in [
        "4th player − 5th player −90 to 90 points",
        "Goal met: win rate of 4th player less that of 5th player, goal ",
    ] {
        assert!(report.contains(wanted), "{wanted}: {report}");
    }
}

#[test]
fn a_search_is_led_by_it_and_says_so() {
    let dir = folder();
    let text = format!(
        "{APART}[expect]\n\"gap.merchants.profiteer\" = {{ from = \"5%\", to = \"90%\" }}\n\
         [tune]\nend-points.coins = {{ from = 4, to = 8 }}\ncon-cost = [0, 1]\n"
    );
    scenario(dir.path(), "own.toml", &text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    printed(&["tune", &file, "--games", "20000", "-q", "--out", &out]);
    let text = std::fs::read_to_string(dir.path().join("reports/own/tuning.md")).expect("a text");
    assert!(text.contains("5 points to 90 points"), "{text}");
    // How far to trust it stands there as in a run.
    for line in [
        "**Players** ",
        "**Bots** ",
        "**Rules** Reconstructed by us, not taken from the publisher",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let page = std::fs::read_to_string(dir.path().join("reports/own/tuning.html")).expect("a page");
    assert!(page.contains("How far two sides are apart"));
}

/// As far apart as now, give or take: asked of a variant deal by deal beside its base, and of what a search tries.
#[test]
fn two_sides_may_stay_as_far_apart_as_they_are() {
    let dir = folder();
    let text = format!(
        "{APART}[[variant]]\nname = \"more coins\"\nrules.end-points.coins = 7\n\
         [expect]\n\"gap.merchants.profiteer\" = {{ target = \"now\", within = \"90%\" }}\n\
         [tune]\nend-points.coins = {{ from = 4, to = 8 }}\ncon-cost = [0, 1]\n"
    );
    scenario(dir.path(), "own.toml", &text);
    let [file, out] = ["own.toml", "reports"].map(|name| at(&dir, name));
    let results = json(&["run", &file, "-q", "--no-league", "--json", "--out", &out]);
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

/// Bands near the edges of what random moves give, so that some seeds decide them and some do not.
const NEAR: &str = "title = \"Near\"\ngame = \"riverbed\"\ngames = 10_000\nrules.players = 4\nseats.all = \"random\"\n\n[expect]\n\
                    \"win-rate.profiteer\" = { to = \"10.4%\" }\n\"win-rate.nobody\" = { to = \"5%\" }\n\
                    \"turns.mean\" = { from = 11.38, to = 13 }\n\"turns.p37\" = { from = 9, to = 11 }\n";

/// `run`, `[stop]` and `check` of the same scenario never say different things about its goals.
#[test]
fn run_stop_and_check_never_disagree() {
    let dir = folder();
    let out = dir.path().display().to_string();
    let json =
        |args: &[&str]| -> serde_json::Value { serde_json::from_str(&outcome(balance().args(args)).1).expect("JSON") };
    let (mut seen, mut stopped) = (Vec::new(), 0);
    for seed in 0..20 {
        let text = format!("seed = {seed}\n{NEAR}");
        let plain = scenario(dir.path(), "plain.toml", &text);
        let stopping = format!("{text}\n[stop]\nbands = true\n");
        let stopping = scenario(dir.path(), "stopping.toml", &stopping);
        let ran = |path: &str| {
            json(&["run", path, "--json", "-q", "--no-league", "--fresh", "--out", &out])["configurations"][0].clone()
        };
        let answers = |rows: &serde_json::Value, verdict: &str| -> Vec<String> {
            let rows = rows.as_array().expect("rows").iter();
            rows.map(|row| {
                row.pointer(verdict)
                    .and_then(|word| word.as_str())
                    .expect("a verdict")
                    .to_owned()
            })
            .collect()
        };
        let (whole, ended) = (ran(&plain), ran(&stopping));
        let said = answers(&whole["targets"], "/answer/verdict");
        assert_eq!(
            said,
            answers(&ended["targets"], "/answer/verdict"),
            "seed {seed}: [stop] says otherwise"
        );
        let checked = json(&["check", &plain, "--json", "-q"]);
        assert_eq!(
            said,
            answers(&checked["configurations"][0]["rows"], "/verdict"),
            "seed {seed}: check says otherwise"
        );
        if ended["stopped"].is_string() {
            stopped += 1;
            assert!(!said.contains(&"undecided".to_owned()), "seed {seed}");
        }
        seen.extend(said);
    }
    for verdict in ["within", "outside", "undecided"] {
        assert!(
            seen.iter().any(|word| word == verdict),
            "no goal is ever {verdict}: the test shows nothing"
        );
    }
    assert!(
        (1..20).contains(&stopped),
        "{stopped} of 20 runs stop early: the test shows nothing"
    );
}
