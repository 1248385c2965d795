//! Mistakes of TOML itself.

use crate::scenario::tests::{catalogue, shown};
use insta::assert_snapshot;

#[test]
fn syntax() {
    let all = catalogue(
        &r#"
== syntax brackets
game = "pond"
[rules
players = 4
== syntax set twice
game = "pond"
games = 5
games = 6
[rules]
swim = True
== syntax other
game = "pond"
title = "C:\q"
= 5
games == 5
seed = 1__0
n@me = 1
[rules]
flies = { blue = 1
== text beyond ascii
game = "pond"
title = 'Frösche 🐸' 
[rules]
wetter = "süß 🐸"
weather = "süß 🐸"
== windows line ends
game = "pond"<CR>
[rules]<CR>
players = 12<CR>
== text not closed
game = "pond"
title = "Ponds
player = 5
"#
        .replace("<CR>", "\r"),
    );
    assert_snapshot!(all);
}

#[test]
fn nested_too_deep() {
    let text = format!("game = \"pond\"\na = {}\n", "[".repeat(200));
    assert_snapshot!(shown(&[("a.toml", &text)]), @r"
    error: cannot recurse further; max recursion depth met
     --> a.toml:2:85
      |
    2 | a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...
      |                                                                                     ^

    a.toml: 1 problem
    ");
}

#[test]
fn dotted_too_deep() {
    let text = format!("game = \"pond\"\n[rules]\n{}b = 1\n", "a.".repeat(300));
    assert_snapshot!(shown(&[("a.toml", &text)]), @r#"
    error: recursion limit
     --> a.toml:1:1
      |
    1 | game = "pond"
      | ^

    a.toml: 1 problem
    "#);
}
