//! Matrix and expectations.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

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
fn matrix_values() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[matrix]
"rules.players" = [4, 9, "5", 4]
"rules.growth" = []
"seats.all" = ["random", "rndom"]
rules.rain = 0.5
"#)]), @r#"
    error: `rules.players` in [matrix] is 9, but must be from 2 to 6
     --> a.toml:3:23
      |
    3 | "rules.players" = [4, 9, "5", 4]
      |                       ^

    error: `rules.players` in [matrix] must be a whole number from 2 to 6, but is the text "5"
     --> a.toml:3:26
      |
    3 | "rules.players" = [4, 9, "5", 4]
      |                          ^^^
      |
      = help: write 5 without quotes

    error: `rules.players` in [matrix] names 4 twice
     --> a.toml:3:31
      |
    3 | "rules.players" = [4, 9, "5", 4]
      |                               ^

    error: `rules.growth` in [matrix] is an empty list
     --> a.toml:4:18
      |
    4 | "rules.growth" = []
      |                  ^^
      |
      = help: name at least one value

    error: there is no bot "rndom"
     --> a.toml:5:26
      |
    5 | "seats.all" = ["random", "rndom"]
      |                          ^^^^^^^
      |
      = help: did you mean "random"? A bot of your own needs a table [bots.rndom]

    error: `rules.rain` in [matrix] must be a list of values, but is 0.5
     --> a.toml:6:14
      |
    6 | rules.rain = 0.5
      |              ^^^
      |
      = help: write [0.5]

    a.toml: 6 problems
    "#);
}

#[test]
fn matrix_keys() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[matrix]
"rules.end-points.coin" = [4]
"players" = [4]
"rulse.players" = [4]
"bots.bold.weights.risk" = [0.1]
"seats.frog" = ["random"]
zebra = [1]
"#)]), @r#"
    error: `rules.end-points.coin` in [matrix] is no key that can be varied
     --> a.toml:3:1
      |
    3 | "rules.end-points.coin" = [4]
      | ^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: did you mean `rules.end-points.coins`?

    error: `players` in [matrix] is no key that can be varied
     --> a.toml:4:1
      |
    4 | "players" = [4]
      | ^^^^^^^^^
      |
      = help: did you mean `rules.players`?

    error: `rulse.players` in [matrix] is no key that can be varied
     --> a.toml:5:1
      |
    5 | "rulse.players" = [4]
      | ^^^^^^^^^^^^^^^
      |
      = help: did you mean `rules.players`?

    error: `bots.bold.weights.risk` in [matrix] is no key that can be varied
     --> a.toml:6:1
      |
    6 | "bots.bold.weights.risk" = [0.1]
      | ^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: make the bot with a table [bots.bold]

    error: `seats.frog` in [matrix] is no key that can be varied
     --> a.toml:7:1
      |
    7 | "seats.frog" = ["random"]
      | ^^^^^^^^^^^^
      |
      = help: keys there: `all`, `heron-keeper`, `rotate`, `toad`

    error: `zebra` in [matrix] is no key that can be varied
     --> a.toml:8:1
      |
    8 | zebra = [1]
      | ^^^^^
      |
      = help: write a dotted key such as "rules.players", "seats.all" or "bots.mine.weights"

    a.toml: 6 problems
    "#);
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

#[test]
fn expect_bands() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[expect]
"turns.mean" = { form = 25, to = 40 }
"turns.sd" = { from = 40, to = 25 }
"win-rate.toad" = { target = "40%" }
length = 5
"ends.lily" = {}
"#)]), @r#"
    error: unknown key `turns.mean.form` in [expect]
     --> a.toml:3:18
      |
    3 | "turns.mean" = { form = 25, to = 40 }
      |                  ^^^^
      |
      = help: did you mean `turns.mean.from`?

    error: `to` of `turns.sd` in [expect] is less than its `from`
     --> a.toml:4:32
      |
    4 | "turns.sd" = { from = 40, to = 25 }
      |                                ^^
      |
      = help: put the smaller value in `from`

    error: `win-rate.toad` in [expect] has `target`, but no `within`
     --> a.toml:5:19
      |
    5 | "win-rate.toad" = { target = "40%" }
      |                   ^^^^^^^^^^^^^^^^^^
      |
      = help: add `within`

    error: `length` in [expect] must be a table of keys, but is 5
     --> a.toml:6:10
      |
    6 | length = 5
      |          ^
      |
      = help: write, say, { target = 30, within = 3 } or { from = 25, to = 40 }

    error: `ends.lily` in [expect] names no band
     --> a.toml:7:15
      |
    7 | "ends.lily" = {}
      |               ^^
      |
      = help: write, say, { target = 30, within = 3 } or { from = 25, to = 40 }

    a.toml: 5 problems
    "#);
}

/// Quotes around a metric make no difference, whatever is written of it.
#[test]
fn metrics_without_quotes() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[expect]
win-rate.frog = 0.3
turns.mean = [30, 20]
turns.sd = { form = 3 }
"#)]), @r#"
    error: `win-rate.frog` in [expect] must be a table of keys, but is 0.3
     --> a.toml:3:17
      |
    3 | win-rate.frog = 0.3
      |                 ^^^
      |
      = help: write, say, { target = "40%", within = "3%" } or { from = "37%", to = "43%" }

    error: `turns.mean` in [expect] must be a table of keys, but is 30
     --> a.toml:4:15
      |
    4 | turns.mean = [30, 20]
      |               ^^
      |
      = help: write, say, { target = 30, within = 3 } or { from = 25, to = 40 }

    error: `turns.mean` in [expect] must be a table of keys, but is 20
     --> a.toml:4:19
      |
    4 | turns.mean = [30, 20]
      |                   ^^
      |
      = help: write, say, { target = 30, within = 3 } or { from = 25, to = 40 }

    error: `turns.sd` in [expect] names no band
     --> a.toml:5:12
      |
    5 | turns.sd = { form = 3 }
      |            ^^^^^^^^^^^^
      |
      = help: write, say, { target = 30, within = 3 } or { from = 25, to = 40 }

    error: unknown key `turns.sd.form` in [expect]
     --> a.toml:5:14
      |
    5 | turns.sd = { form = 3 }
      |              ^^^^
      |
      = help: did you mean `turns.sd.from`?

    a.toml: 5 problems
    "#);
}

#[test]
fn expect_units() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[expect]
"win-rate.toad" = { target = 40, within = 3 }
"ends.lily" = { target = "40%", within = 3 }
"turns.mean" = { target = 30, within = "10%" }
"win-rate.frog" = { target = "140%", within = -0.1 }
"turns.sd" = { target = 3, from = 2 }
x.y = { from = "12" }
"#)]), @r#"
    error: `target` of `win-rate.toad` in [expect] is 40, but a win rate is from 0 to 1
     --> a.toml:3:30
      |
    3 | "win-rate.toad" = { target = 40, within = 3 }
      |                              ^^
      |
      = help: write "40%"

    error: `within` of `win-rate.toad` in [expect] is 3, but a win rate is from 0 to 1
     --> a.toml:3:43
      |
    3 | "win-rate.toad" = { target = 40, within = 3 }
      |                                           ^
      |
      = help: write "3%"

    error: `within` of `ends.lily` in [expect] is 3, but its `target` is a share
     --> a.toml:4:42
      |
    4 | "ends.lily" = { target = "40%", within = 3 }
      |                                          ^
      |
      = help: write "3%"

    error: `within` of `turns.mean` in [expect] is a share, but must be a plain number
     --> a.toml:5:40
      |
    5 | "turns.mean" = { target = 30, within = "10%" }
      |                                        ^^^^^
      |
      = help: write a number as it stands in a report, such as 30

    error: `target` of `win-rate.frog` in [expect] is "140%", but must be from 0% to 100%
     --> a.toml:6:30
      |
    6 | "win-rate.frog" = { target = "140%", within = -0.1 }
      |                              ^^^^^^

    error: `within` of `win-rate.frog` in [expect] is -0.1, but a win rate is from 0 to 1
     --> a.toml:6:47
      |
    6 | "win-rate.frog" = { target = "140%", within = -0.1 }
      |                                               ^^^^

    error: `turns.sd` in [expect] mixes `target` and `within` with `from` and `to`
     --> a.toml:7:14
      |
    7 | "turns.sd" = { target = 3, from = 2 }
      |              ^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: keep one pair

    error: `from` of `x.y` in [expect] must be a number or a share such as "40%", but is the text "12"
     --> a.toml:8:16
      |
    8 | x.y = { from = "12" }
      |                ^^^^
      |
      = help: write 12 without quotes

    a.toml: 8 problems
    "#);
}

#[test]
fn expect_from_now() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[expect]
"turns.mean" = { from = 10, to = "now + 1" }
"win-rate.toad" = { to = "now + 2" }
"win-rate.frog" = { target = "now", within = "now + 1%" }
"turns.p50" = { to = "than now" }
"turns.p90" = { to = "now + 2%" }
"turns.p10" = { from = "now + 1", to = "now" }
"#)]), @r#"
    error: `turns.mean` in [expect] has one end that is counted from now and one that is not
     --> a.toml:3:16
      |
    3 | "turns.mean" = { from = 10, to = "now + 1" }
      |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write two bands in a list: "turns.mean" = [{ from = 10 }, { to = "now" }]

    error: `to` of `win-rate.toad` in [expect] is "now + 2", but a win rate is from 0 to 1
     --> a.toml:4:26
      |
    4 | "win-rate.toad" = { to = "now + 2" }
      |                          ^^^^^^^^^
      |
      = help: write the change in points, such as "now + 2%"

    error: `within` of `win-rate.frog` in [expect] is "now + 1%", but is room on both sides
     --> a.toml:5:46
      |
    5 | "win-rate.frog" = { target = "now", within = "now + 1%" }
      |                                              ^^^^^^^^^^
      |
      = help: write it as a number by itself

    error: `to` of `turns.p50` in [expect] must be a number, but is the text "than now"
     --> a.toml:6:22
      |
    6 | "turns.p50" = { to = "than now" }
      |                      ^^^^^^^^^^
      |
      = help: what is counted from the present rules is written as "now", "now + 0.5" or "now - 2%"

    error: `to` of `turns.p90` in [expect] is a share, but must be a plain number
     --> a.toml:7:22
      |
    7 | "turns.p90" = { to = "now + 2%" }
      |                      ^^^^^^^^^^
      |
      = help: write a number, such as "now + 0.5"

    error: `to` of `turns.p10` in [expect] is less than its `from`
     --> a.toml:8:40
      |
    8 | "turns.p10" = { from = "now + 1", to = "now" }
      |                                        ^^^^^
      |
      = help: put the smaller value in `from`

    a.toml: 6 problems
    "#);
}

#[test]
fn expect_configuration() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[[variant]]
name = "wet"
rules.rain = 0.5
[expect]
"turns.mean" = [{ from = 2, configuration = "wett" }, { from = 3, configuration = "base" }]
"#)]), @r#"
    error: there is no configuration "wett"
     --> a.toml:6:45
      |
    6 | "turns.mean" = [{ from = 2, configuration = "wett" }, { from = 3, configuration = "base" }]
      |                                             ^^^^^^
      |
      = help: did you mean "wet"?

    a.toml: 1 problem
    "#);
}

#[test]
fn matrix_set_twice() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[matrix]
"rules.players" = [4]
rules.players = [5]
"#)]), @r"
    error: `rules.players` in [matrix] is set twice
     --> a.toml:4:7
      |
    4 | rules.players = [5]
      |       ^^^^^^^
      |
      = help: keep one of them

    a.toml: 1 problem
    ");
}
