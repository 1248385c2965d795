//! Texts, lists and tables that are not closed, and values that are not parted.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn syntax_text_not_closed() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
title = "Ponds
player = 5
"#)]), @r#"
    error: invalid basic string, expected `"`
     --> a.toml:2:15
      |
    2 | title = "Ponds
      |               ^

    a.toml: 1 problem
    "#);
}
