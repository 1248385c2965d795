//! Wrong `[tune]` tables: what each shows, word for word.

use crate::scenario::tests::{catalogue, shown};
use insta::assert_snapshot;

#[test]
fn tune() {
    let all = catalogue(
        r#"
== knobs that are no rules
game = "pond"
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
== values that a rule cannot take
game = "pond"
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
== ranges that are none
game = "pond"
[tune]
players = { from = 2 }
rounds = { from = 9, to = 3 }
growth = { from = 0.5, to = 2.0 }
rain = { from = "5%", to = "30%", step = "0%" }
end-points.coins = { from = 3, to = 8, step = 1.5 }
end-points.frogs = { form = 1, to = 3 }
== ranges that are too long
game = "pond"
[tune]
rounds = { from = 1, to = 500 }
players = { from = 1, to = 9 }
== knobs that do not go together
game = "pond"
[matrix]
"rules.players" = [2, 3]
[tune]
players = [4, 5]
"end-points" = [{ coins = 4 }, { coins = 5 }]
"end-points.coins" = [4, 5]
second = "bolt"
== nothing
game = "pond"
[tune]
== no table
game = "pond"
tune = 3
== refused by the game
game = "pond"
[rules]
players = 2
[tune]
"end-points.coins" = [7, 30]
leaves = ["standard", "none.toml", "sprase"]
"#,
    );
    assert_snapshot!(all);
}

/// What the game refuses of a value alone may go with the value of another knob.
#[test]
fn values_may_need_each_other() {
    let text = "game = \"pond\"\n[rules]\nplayers = 2\n[tune]\n\"end-points.coins\" = [7, 30]\nplayers = [2, 3]\n";
    assert_eq!(shown(&[("a.toml", text)]), "no problem");
}
