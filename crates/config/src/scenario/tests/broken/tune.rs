//! Wrong `[tune]` tables: what each shows, word for word.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn knobs_that_are_no_rules() {
    assert_snapshot!(
        "tune-keys",
        shown(&[(
            "a.toml",
            r#"game = "pond"
[bots.bold]
kind = "heuristic"
[seats]
all = "bold"
[tune]
"end-points.coin" = [4, 5]
"rules.players" = [4]
"bots.bold.weights.risk" = [0.1]
"seats.all" = ["random"]
plaiers = [3]
zebra = [1]
secnod = "random"
end-points.leaves = { from = 1, to = 3 }
"#
        )])
    );
}

#[test]
fn values_that_a_rule_cannot_take() {
    assert_snapshot!(
        "tune-values",
        shown(&[(
            "a.toml",
            r#"game = "pond"
[tune]
players = 5
rounds = []
growth = [0.7, 3.0, "1.0"]
swim = [true, "no"]
weather = ["sunny", "rainy"]
"end-points.coins" = [4, 5, 4]
night = { from = 1, to = 2 }
size = { from = 1, to = 2 }
games = 0
second = 3
"#
        )])
    );
}

#[test]
fn ranges_that_are_none() {
    assert_snapshot!(
        "tune-ranges",
        shown(&[(
            "a.toml",
            r#"game = "pond"
[tune]
players = { from = 2 }
rounds = { from = 9, to = 3 }
growth = { from = 0.5, to = 2.0 }
rain = { from = "5%", to = "30%", step = "0%" }
end-points.coins = { from = 3, to = 8, step = 1.5 }
end-points.frogs = { form = 1, to = 3 }
"#
        )])
    );
    assert_snapshot!(
        "tune-long-range",
        shown(&[(
            "a.toml",
            r#"game = "pond"
[tune]
rounds = { from = 1, to = 500 }
players = { from = 1, to = 9 }
"#
        )])
    );
}

#[test]
fn knobs_that_do_not_go_together() {
    assert_snapshot!(
        "tune-together",
        shown(&[(
            "a.toml",
            r#"game = "pond"
[matrix]
"rules.players" = [2, 3]
[tune]
players = [4, 5]
"end-points" = [{ coins = 4 }, { coins = 5 }]
"end-points.coins" = [4, 5]
second = "bolt"
"#
        )])
    );
    assert_snapshot!("tune-nothing", shown(&[("a.toml", "game = \"pond\"\n[tune]\n")]));
    assert_snapshot!("tune-no-table", shown(&[("a.toml", "game = \"pond\"\ntune = 3\n")]));
    assert_snapshot!(
        "tune-refused",
        shown(&[(
            "a.toml",
            r#"game = "pond"
[rules]
players = 2
[tune]
"end-points.coins" = [7, 30]
leaves = ["standard", "none.toml", "sprase"]
"#
        )])
    );
}

/// What the game refuses of a value alone may go with the value of another knob.
#[test]
fn values_may_need_each_other() {
    let text = "game = \"pond\"\n[rules]\nplayers = 2\n[tune]\n\"end-points.coins\" = [7, 30]\nplayers = [2, 3]\n";
    assert_eq!(shown(&[("a.toml", text)]), "no problem");
}
