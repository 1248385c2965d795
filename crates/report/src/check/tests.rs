use super::*;
use balance_inference::gate::{BaselineFacts, InputChange};

fn row(metric: &str, old: Option<f64>, new: f64, ends: [f64; 2], band: [Option<f64>; 2], verdict: Verdict) -> CheckRow {
    CheckRow {
        metric: metric.to_owned(),
        share: metric.starts_with("win"),
        against: if old.is_some() { "baseline" } else { "band" },
        from: band[0],
        to: band[1],
        old,
        new,
        lo: Some(ends[0]),
        hi: Some(ends[1]),
        lo_hi_of: if old.is_some() { "difference" } else { "value" },
        deals: 20_480,
        verdict,
        enough: (verdict == Verdict::Undecided).then_some(90_100),
        identical: false,
    }
}

/// Two configurations: one as in its baseline, one with a metric of each verdict.
fn sample() -> Vec<Checked> {
    // A check looks up what is known of its game.
    std::sync::LazyLock::force(&crate::built_in::BUILT_IN);
    let change = |key: &str, was: &str, is: Option<&str>| InputChange {
        key: key.to_owned(),
        was: Some(was.to_owned()),
        is: is.map(str::to_owned),
    };
    let one = Checked {
        scenario: "one".to_owned(),
        game: "riverbed".to_owned(),
        file: "scenarios/one.toml".to_owned(),
        configuration: "base".to_owned(),
        only: true,
        base: true,
        games: 20_480,
        band_deals: 20_480,
        stored: Some(20_480),
        changed: Some(0),
        rotations: 1,
        inputs_changed: Some(Vec::new()),
        baseline: BaselineFacts {
            exists: true,
            ..BaselineFacts::default()
        },
        rows: vec![row(
            "win-rate.tribe",
            Some(0.4),
            0.4,
            [-0.009, 0.009],
            [Some(0.39), Some(0.41)],
            Verdict::Within,
        )],
        ..Checked::default()
    };
    let two = Checked {
        scenario: "two".to_owned(),
        file: "scenarios/two.toml".to_owned(),
        configuration: "players 5".to_owned(),
        only: false,
        base: false,
        changed: Some(8_000),
        first_changed: Some(3),
        inputs_changed: Some(vec![
            change("rules.end-points.coins", "5", Some("4")),
            change("tiles: tile 6 hunt", "true", None),
        ]),
        rows: vec![
            row(
                "win-rate.tribe",
                Some(0.4),
                0.458,
                [0.049, 0.067],
                [Some(0.39), Some(0.41)],
                Verdict::Outside,
            ),
            row(
                "turns.mean",
                Some(30.0),
                30.4,
                [0.1, 0.7],
                [Some(29.7), Some(30.3)],
                Verdict::Undecided,
            ),
            row(
                "win-rate.sages",
                None,
                0.25,
                [0.24, 0.26],
                [None, Some(0.3)],
                Verdict::Within,
            ),
        ],
        ..one.clone()
    };
    vec![one, two]
}

fn outcome(all: &[Checked]) -> CheckOutcome<'_> {
    CheckOutcome {
        all,
        ..CheckOutcome::default()
    }
}

fn plain(outcome: &CheckOutcome<'_>) -> String {
    anstream::adapter::strip_str(&outcome.terminal(80)).to_string()
}

#[test]
fn what_fails_stands_first_and_what_passes_takes_a_line() {
    let (all, orphans) = (sample(), ["reports/baselines/old.json".to_owned()]);
    let outcome = CheckOutcome {
        orphans: &orphans,
        ..outcome(&all)
    };
    let text = plain(&outcome);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    insta::assert_snapshot!(text);
    insta::assert_snapshot!(outcome.markdown());
}

#[test]
fn one_message_stands_in_every_format() {
    let all = sample();
    let outcome = outcome(&all);
    let message = text::headline(&all[1]);
    let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat(plain(&outcome)).starts_with(&format!("FAIL {message}.")));
    assert!(outcome.markdown().starts_with(&format!("## FAIL {message}\n")));
    let xml = outcome.junit().expect("XML");
    assert!(xml.contains(&format!("message=\"{message}\"")), "{xml}");
}

#[test]
fn a_configuration_ends_by_the_worst_that_was_found() {
    use CheckStatus::{Changed, Interrupted, Passed, Undecided};
    type Fault = fn(&mut Checked);
    let cases: [(Fault, CheckStatus, &str); 8] = [
        (|_| (), Passed, "20,480 games played again, each as in the baseline"),
        (
            |each| each.stored = Some(30_000),
            Passed,
            "20,480 games of 30,000 played again, each as in the baseline",
        ),
        (
            |each| each.changed = Some(5),
            Passed,
            "every metric moved by less than is allowed",
        ),
        (
            |each| each.unchanged = Some(false),
            Changed,
            "not as in the baseline, which --unchanged forbids",
        ),
        (
            |each| each.interrupted = true,
            Interrupted,
            "interrupted before all games were played",
        ),
        (|each| each.games = 0, Interrupted, "not played"),
        (
            |each| each.rows[0].verdict = Verdict::Undecided,
            Undecided,
            "1 metric undecided after 20,480 games",
        ),
        (
            |each| {
                each.rows[0] = sample().remove(1).rows.remove(2);
                (each.stored, each.changed, each.baseline.exists) = (None, None, false);
            },
            Passed,
            "1 goal met; not compared with a baseline",
        ),
    ];
    for (change, ends, headline) in cases {
        let mut each = sample().remove(0);
        change(&mut each);
        assert_eq!(
            (status(&each), text::headline(&each)),
            (ends, format!("one: {headline}"))
        );
    }
}

#[test]
fn a_metric_is_told_as_finely_as_its_goal() {
    let mut rows = sample().remove(1).rows;
    assert_eq!(
        text::sentence(&rows[1]),
        "Mean turns 30.00 → 30.40, +0.40 (0.10 to 0.70); ±0.30 is allowed"
    );
    let goal = &mut rows[2];
    goal.metric = "turns.mean".to_owned();
    (goal.share, goal.new, goal.lo, goal.hi) = (false, 0.003, Some(0.002), Some(0.004));
    (goal.from, goal.to) = (Some(0.005), Some(0.02));
    assert_eq!(
        text::sentence(goal),
        "Mean turns 0.003 (0.002 to 0.004); the goal is 0.005 to 0.020"
    );
    (goal.lo, goal.hi) = (None, None);
    assert_eq!(text::sentence(goal), "Mean turns 0.003; the goal is 0.005 to 0.020");
    goal.deals = 0;
    assert_eq!(text::sentence(goal), "Mean turns was not played");
}

#[test]
fn the_same_figures_are_told_once() {
    let mut all = sample();
    let again = CheckRow {
        metric: "ending.flood".to_owned(),
        ..all[1].rows[0].clone()
    };
    all[1].rows.push(again);
    assert_eq!(rows_to_read(&all[1]).len(), 3);
    let xml = outcome(&all).junit().expect("XML");
    assert_eq!(
        (xml.matches("<failure ").count(), xml.matches("<skipped ").count()),
        (2, 1),
        "{xml}"
    );
    // Two sides that win as often do not win the same games.
    all[1].rows[3].metric = "win-rate.sages".to_owned();
    assert_eq!(rows_to_read(&all[1]).len(), 4);
}

#[test]
fn a_larger_baseline_is_asked_for_where_it_would_decide() {
    let mut each = sample().remove(1);
    let is_said = |each: &Checked, what: &str| {
        let text = plain(&outcome(std::slice::from_ref(each)));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.contains(what)
    };
    assert!(!is_said(&each, "A baseline of about"), "it fails anyway");
    each.rows.remove(0);
    assert!(is_said(&each, "A baseline of about 100,000 games"));
    each.rows[0].enough = Some(2_000_000);
    assert!(!is_said(&each, "A baseline of about"), "no baseline is so large");
    each.rows[0].enough = None;
    each.baseline.takes = Some(59_000);
    assert!(is_said(&each, "A baseline of about 60,000 games"));
    let goal = CheckRow {
        verdict: Verdict::Undecided,
        enough: Some(90_100),
        ..each.rows[1].clone()
    };
    each.rows = vec![goal];
    assert!(is_said(&each, "balance check scenarios/two.toml --games 100_000"));
}

/// What could not be checked, or is held to nothing any more, is not said to be within, nor outside.
#[test]
fn the_verdict_in_json_goes_with_the_exit_code() {
    let (all, orphans) = (sample(), ["old.json".to_owned()]);
    let refused = [Refused {
        scenario: "a".to_owned(),
        file: "a.toml".to_owned(),
        configuration: Some("new".to_owned()),
        gone: false,
        error: "error".to_owned(),
    }];
    let told = |outcome: &CheckOutcome<'_>| {
        let text = outcome.json().expect("JSON");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let lost = value["baselines-without-scenario"].as_array().map_or(0, Vec::len);
        let verdict = value["verdict"].as_str().unwrap_or_default().to_owned();
        (verdict, value["exit-code"].as_u64(), lost)
    };
    let is = |verdict: &str, code, lost| (verdict.to_owned(), Some(code), lost);
    let within = outcome(&all[..1]);
    assert_eq!(told(&within), is("within", 0, 0));
    assert_eq!(told(&outcome(&all)), is("outside", 1, 0));
    let mut lost = CheckOutcome {
        orphans: &orphans,
        ..within
    };
    assert_eq!(told(&lost), is("within", 0, 1), "that is warned of");
    lost.needed = Some("--unchanged");
    assert_eq!(told(&lost), is("not-checked", 1, 1));
    let mut part = CheckOutcome {
        refused: &refused,
        ..within
    };
    assert_eq!(told(&part), is("not-checked", 2, 0));
    part.all = &all;
    assert_eq!(told(&part), is("outside", 2, 0));
    part.all = &[];
    assert_eq!(told(&part), is("not-checked", 2, 0));
    let mut open = sample();
    for row in &mut open[1].rows {
        row.verdict = Verdict::Undecided;
    }
    let mut undecided = outcome(&open);
    assert_eq!(told(&undecided), is("undecided", 3, 0));
    undecided.lenient = true;
    assert_eq!(told(&undecided), is("undecided", 0, 0));
    let mut changed = sample();
    changed[0].unchanged = Some(false);
    assert_eq!(told(&outcome(&changed)), is("outside", 1, 0));
    assert_eq!(told(&outcome(&changed[..1])), is("changed", 1, 0));
}

#[test]
fn json_carries_its_version_and_what_would_decide() {
    let all = sample();
    let text = outcome(&all).json().expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&value["format"], &value["verdict"]), (&1.into(), &"outside".into()));
    let rows = &value["configurations"][1]["rows"];
    assert_eq!((&rows[0]["old"], &rows[1]["enough"]), (&0.4.into(), &100_000.into()));
    let of = |row: usize| &rows[row]["lo-hi-of"];
    assert_eq!((of(0), of(2)), (&"difference".into(), &"value".into()));
}

#[test]
fn no_name_is_read_as_markup() {
    let mut all = sample();
    "a](http://x) _b_ | `c`".clone_into(&mut all[0].scenario);
    let text = outcome(&all).markdown();
    assert!(text.contains(r"a\](http://x) \_b\_ \| `c`"), "{text}");
}

#[test]
fn every_metric_is_a_case() {
    let xml = |all: &[Checked], lenient: bool| {
        let outcome = CheckOutcome {
            lenient,
            ..outcome(all)
        };
        outcome.junit().expect("XML")
    };
    let count = |xml: &str, what: &str| xml.matches(what).count();
    let all = sample();
    let text = xml(&all, false);
    assert_eq!(
        (count(&text, "<testcase "), count(&text, "<failure ")),
        (4, 2),
        "{text}"
    );
    assert!(text.contains("type=\"undecided\"") && text.contains("type=\"outside\""));
    assert!(text.contains("balance replay scenarios/two.toml --game 3"), "{text}");
    let lenient = xml(&all, true);
    assert_eq!((count(&lenient, "<failure "), count(&lenient, "<skipped ")), (1, 1));
    let unchanged = sample().into_iter().map(Checked::to_be_unchanged).collect::<Vec<_>>();
    let strict = xml(&unchanged, false);
    assert_eq!(count(&strict, "<testcase "), 6);
    assert!(
        strict.contains("type=\"changed\"") && strict.contains("accept the change: balance baseline"),
        "{strict}"
    );
}

#[test]
fn what_cannot_be_checked_is_an_error() {
    let refused = |scenario: &str, configuration: Option<&str>, gone| Refused {
        scenario: scenario.to_owned(),
        file: format!("scenarios/{scenario}.toml"),
        configuration: configuration.map(str::to_owned),
        gone,
        error: "error: no game\nhelp: write one".to_owned(),
    };
    let mut all = sample();
    let refused = [
        refused("a", None, false),
        refused("two", Some("players 5"), false),
        refused("two", Some("new"), false),
        refused("two", Some("old"), true),
    ];
    let xml = |all: &[Checked]| {
        let outcome = CheckOutcome {
            refused: &refused,
            ..outcome(all)
        };
        outcome.junit().expect("XML")
    };
    let text = xml(&all);
    assert_eq!(text.matches("<testsuite name=\"two · players 5\"").count(), 1, "{text}");
    for (case, class) in [
        ("can be checked", "a"),
        ("has a baseline", "two · players 5"),
        ("has a baseline", "two · new"),
        ("is still there", "two · old"),
    ] {
        let case = format!("<testcase name=\"{case}\" classname=\"{class}\"");
        assert!(text.contains(&case), "{case} is not in {text}");
    }
    assert!(
        text.contains("message=\"error: no game\"") && text.contains("help: write one"),
        "{text}"
    );
    // So is what was not played, whatever was found until then.
    (all[1].games, all[1].interrupted) = (0, true);
    let text = xml(&all);
    assert!(
        text.contains("type=\"interrupted\"") && !text.contains("<failure "),
        "{text}"
    );
    all[0].interrupted = true;
    let all: Vec<Checked> = all.into_iter().map(Checked::to_be_unchanged).collect();
    assert_eq!((all[0].unchanged, all[0].verdict()), (None, Verdict::Undecided));
    assert_eq!(xml(&all).matches("name=\"is played to the end\"").count(), 2);
}

#[test]
fn a_baseline_without_a_scenario_is_a_case() {
    let orphans = ["old.json".to_owned()];
    let mut outcome = CheckOutcome {
        orphans: &orphans,
        ..CheckOutcome::default()
    };
    assert!(outcome.junit().expect("XML").contains("<skipped "));
    outcome.needed = Some("--require-baseline");
    assert!(outcome.junit().expect("XML").contains("<failure "));
}

/// The value of the baseline is set where a command can set it: a rule, a setting of a bot, an entry or a list of content.
#[test]
fn the_game_as_it_was_is_shown_where_a_command_can_set_it() {
    let replay = |key: &str, was: &str, is: &str| {
        let mut each = sample().remove(0);
        (each.changed, each.first_changed) = (Some(5), Some(3));
        each.inputs_changed = Some(vec![InputChange {
            key: key.to_owned(),
            was: Some(was.to_owned()),
            is: Some(is.to_owned()),
        }]);
        changes::commands(&each).remove(0).command
    };
    let command = "balance replay scenarios/one.toml --game 3";
    for (key, was, is, set) in [
        ("rules.end-points.coins", "7", "6", Some("end-points.coins=7")),
        ("rules.side", "\"water\"", "\"islands\"", Some("side=water")),
        ("bots.careful.caution", "0.1", "0.2", Some("bots.careful.caution=0.1")),
        (
            "tiles: tile 2 layers",
            "[\"1 log\"]",
            "[\"1 coin\"]",
            Some("'tile.2.layers=[\"1 log\"]'"),
        ),
        ("seats", "every seat: a", "every seat: b", None),
    ] {
        let set = set.map_or_else(String::new, |set| format!(" --set {set} --against {set}"));
        assert_eq!(replay(key, was, is), format!("{command}{set}"));
    }
}
