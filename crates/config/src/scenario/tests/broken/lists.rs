//! Matrix and expectations.

use crate::scenario::tests::{catalogue, shown};
use insta::assert_snapshot;

#[test]
fn lists() {
    let all = catalogue(
        r#"
== matrix values
game = "pond"
[matrix]
"rules.players" = [4, 9, "5", 4]
"rules.growth" = []
"seats.all" = ["random", "rndom"]
rules.rain = 0.5
== matrix keys
game = "pond"
[matrix]
"rules.end-points.coin" = [4]
"players" = [4]
"rulse.players" = [4]
"bots.bold.weights.risk" = [0.1]
"seats.frog" = ["random"]
zebra = [1]
== expect bands
game = "pond"
[expect]
"turns.mean" = { form = 25, to = 40 }
"turns.sd" = { from = 40, to = 25 }
"win-rate.toad" = { target = "40%" }
length = 5
"ends.lily" = {}
== metrics without quotes
game = "pond"
[expect]
win-rate.frog = 0.3
turns.mean = [30, 20]
turns.sd = { form = 3 }
== expect units
game = "pond"
[expect]
"win-rate.toad" = { target = 40, within = 3 }
"ends.lily" = { target = "40%", within = 3 }
"turns.mean" = { target = 30, within = "10%" }
"win-rate.frog" = { target = "140%", within = -0.1 }
"turns.sd" = { target = 3, from = 2 }
x.y = { from = "12" }
== expect from now
game = "pond"
[expect]
"turns.mean" = { from = 10, to = "now + 1" }
"win-rate.toad" = { to = "now + 2" }
"win-rate.frog" = { target = "now", within = "now + 1%" }
"turns.p50" = { to = "than now" }
"turns.p90" = { to = "now + 2%" }
"turns.p10" = { from = "now + 1", to = "now" }
== expect configuration
game = "pond"
[[variant]]
name = "wet"
rules.rain = 0.5
[expect]
"turns.mean" = [{ from = 2, configuration = "wett" }, { from = 3, configuration = "base" }]
== matrix set twice
game = "pond"
[matrix]
"rules.players" = [4]
rules.players = [5]
"#,
    );
    assert_snapshot!(all);
}

/// A wish that all stays about as it is.
#[test]
fn what_counts_from_now_is_written_with_now() {
    for (text, help) in [
        ("+0.5", "is written as \"now\", \"now + 0.5\" or \"now - 2%\""),
        ("no more", "is written as \"now\", \"now + 0.5\" or \"now - 2%\""),
        ("now 3", "is written as \"now\", \"now + 0.5\" or \"now - 2%\""),
        ("12", "write 12 without quotes"),
    ] {
        let file = format!("game = \"pond\"\n[expect]\n\"turns.mean\" = {{ to = \"{text}\" }}\n");
        let said = shown(&[("a.toml", &file)]);
        assert!(said.contains(help), "{text}: {said}");
    }
    let share = "game = \"pond\"\n[expect]\n\"win-rate.toad\" = { to = \"20\" }\n";
    let said = shown(&[("a.toml", share)]);
    assert!(said.contains("write \"20%\""), "{said}");
}

#[test]
fn matrix_too_large() {
    let list = |n: u32| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>().join(", ");
    let text = format!(
        "game = \"pond\"\n[matrix]\n\"rules.end-points.coins\" = [{}]\n\"rules.rounds\" = [{}]\n",
        list(40),
        list(30)
    );
    assert_snapshot!(shown(&[("a.toml", &text)]), @r"
    error: variants and matrix make 1200 configurations, but 1000 are the most
     --> a.toml:2:2
      |
    2 | [matrix]
      |  ^^^^^^
      |
      = help: shorten the lists, or split the scenario

    a.toml: 1 problem
    ");
}
