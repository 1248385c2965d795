//! `[fair-share]`: one vector of shares.

use super::{load, shown};
use insta::assert_snapshot;

const POND: &str = "game = \"pond\"\n[rules]\nplayers = 4\n";

#[test]
fn shares_are_read_by_side() {
    let text = format!("{POND}[fair-share]\n\"1st player\" = \"40%\"\nfrog = 0.35\ntoad = \"25%\"\n");
    let scenario = load(&[("pond.toml", &text)]).unwrap();
    let found = scenario.configurations[0].fair_share.clone().expect("shares");
    let of = |side: &str| found.share_of(side);
    assert_eq!(
        (of("1st-player"), of("Frog"), of("newt")),
        (Some(0.4), Some(0.35), None)
    );
    let plain = load(&[("pond.toml", POND)]).unwrap();
    assert_eq!(plain.configurations[0].fair_share, None);
}

/// A scenario that extends another one gives all shares anew.
#[test]
fn shares_replace_those_of_the_scenario_extended() {
    let base = format!("{POND}[fair-share]\nfrog = \"40%\"\ntoad = \"60%\"\n");
    let over = "extends = \"base.toml\"\n[fair-share]\nnewt = \"100%\"\n";
    let scenario = load(&[("pond.toml", over), ("base.toml", &base)]).unwrap();
    let found = scenario.configurations[0].fair_share.clone().expect("shares");
    assert_eq!((found.share_of("newt"), found.share_of("frog")), (Some(1.0), None));
}

#[test]
fn shares_must_add_up_and_be_shares() {
    let said = shown(&[("a.toml", &format!("{POND}[fair-share]\n"))]);
    assert!(
        said.contains("[fair-share] names no side") && !said.contains("add up"),
        "{said}"
    );
    let text = format!("{POND}[fair-share]\nfrog = \"40%\"\ntoad = \"50%\"\n");
    assert_snapshot!(shown(&[("a.toml", &text)]));
    let text = format!("{POND}[fair-share]\nfrog = \"140%\"\ntoad = \"yes\"\n");
    assert_snapshot!(shown(&[("a.toml", &text)]));
}
