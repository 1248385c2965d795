//! What `balance tune` does before it searches.

use super::{flat, folder, printed, refused, scenario};

/// A change that does nothing at this table makes no other game, however many are played.
#[test]
fn rules_that_make_no_other_game_are_refused() {
    let dir = folder();
    let text = "game = \"niagara\"\n[expect]\n\"rounds.mean\" = { to = 10 }\n\
                [tune]\n\"spirits.sixth-player\" = [true, false]\n";
    let path = scenario(dir.path(), "still.toml", text).display().to_string();
    let out = dir.path().display().to_string();
    let said = refused(&["tune", &path, "--quiet", "--games", "10000", "--out", &out]);
    assert!(
        said.contains("nothing in [tune] makes another game here") && said.contains("name other rules"),
        "{said}"
    );
}

/// A game of other sides is another game, but cannot be held to this one.
#[test]
fn a_rule_that_changes_the_sides_is_named() {
    let dir = folder();
    let tune = |values: &str| {
        let text = format!(
            "game = \"niagara\"\nrules.players = 4\n[expect]\n\"rounds.mean\" = {{ to = 10 }}\n[tune]\n{values}\n"
        );
        scenario(dir.path(), "sides.toml", &text).display().to_string()
    };
    let out = dir.path().display().to_string();
    let with = |path: &str| ["tune", path, "--quiet", "--games", "10000", "--out", &out].map(str::to_owned);
    let none = "players = 3, whose games have no win-rate.4th-player";
    let alone = with(&tune("players = [3, 4]"));
    let said = refused(&alone.each_ref().map(String::as_str));
    assert!(
        said.contains("nothing in [tune] can be held to the present rules") && said.contains(none),
        "{said}"
    );
    let beside = with(&tune("players = [3, 4]\n\"sets.any\" = [6, 7]"));
    let said = flat(&printed(&beside.each_ref().map(String::as_str)));
    assert!(said.contains(&format!("Not tried by itself: {none}.")), "{said}");
}

/// A search can be ended in order while bots that think for long play the first games.
#[cfg(target_os = "linux")]
#[test]
fn a_search_is_ended_in_order_from_the_beginning() {
    use std::process::{Command, Stdio};
    let dir = folder();
    let text = "game = \"niagara\"\nseats.all = \"search\"\n[expect]\n\"rounds.mean\" = { to = 20 }\n";
    let path = scenario(dir.path(), "slow.toml", text).display().to_string();
    let out = dir.path().display().to_string();
    let child = Command::new(env!("CARGO_BIN_EXE_balance"))
        .args(["tune", &path, "--quiet", "--games", "10000", "--out", &out])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    super::hostile::wait_for_handler(child.id());
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("it runs").success());
    let done = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(5), "{told}");
    assert!(told.contains("The same command goes on from there"), "{told}");
}
