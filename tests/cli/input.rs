//! Wrong input: one clear message with place and remedy, exit code 2, nothing written, no game played.

use std::fs;

use super::{SMALL, balance, flat, folder, printed, refused, scenario};

/// Refuses a changed small scenario and gives what was said, with the folder's name taken out.
fn refuses(change: impl Fn(&str) -> String) -> String {
    let dir = folder();
    let path = scenario(dir.path(), "small.toml", &change(SMALL));
    let out = dir.path().join("reports");
    let said = refused(&["run", &path.display().to_string(), "--out", &out.display().to_string()]);
    assert!(!out.exists(), "nothing was written");
    said.replace(&dir.path().display().to_string(), "DIR")
}

#[test]
fn a_wrong_key() {
    let said = refuses(|text| text.replace("[rules]\n", "[rules]\nend-point.coins = 6\n"));
    insta::assert_snapshot!(said);
}

#[test]
fn a_wrong_number_of_players() {
    let said = refuses(|text| text.replace("players = 5", "players = 12"));
    insta::assert_snapshot!(said);
}

#[test]
fn a_missing_tile_file() {
    let said = refuses(|text| text.replace("players = 5", "players = 5\ntiles = \"my-tiles.toml\""));
    insta::assert_snapshot!(said);
}

#[test]
fn an_unknown_bot() {
    let said = refuses(|text| text.replace("\"random\"", "\"heuristics\""));
    insta::assert_snapshot!(said);
}

#[test]
fn a_kind_of_bot_that_needs_a_table() {
    let said = refuses(|text| text.replace("\"random\"", "\"scripted\""));
    let line = 1 + SMALL[..SMALL.find("\"random\"").expect("a bot")].matches('\n').count();
    assert!(
        said.contains("`script`") && said.contains(&format!("small.toml:{line}:")),
        "{said}"
    );
}

#[test]
fn a_folder_for_a_file() {
    let said = refuses(|text| text.replace("players = 5", "players = 5\ntiles = \".\""));
    assert!(said.contains("is a folder, not a file"), "{said}");
}

#[test]
fn rules_that_do_not_go_together() {
    let said = refuses(|text| text.replace("players = 5", "players = 5\nroles.merchants = 4"));
    insta::assert_snapshot!(said);
}

#[test]
fn a_broken_own_tile_file_is_shown_in_that_file() {
    let dir = folder();
    let tiles = "[sets]\n5 = [1]\n\n[[tile]]\nnumber = 1\nhunt = false\nlayers = [\"2 kelps\"]\nstatus = \"own\"\n";
    scenario(dir.path(), "my-tiles.toml", tiles);
    let text = SMALL.replace("players = 5", "players = 5\ntiles = \"my-tiles.toml\"");
    let path = scenario(dir.path(), "small.toml", &text);
    let said = refused(&[
        "run",
        &path.display().to_string(),
        "--out",
        &dir.path().display().to_string(),
    ]);
    insta::assert_snapshot!(said.replace(&dir.path().display().to_string(), "DIR"));
}

#[test]
fn a_missing_scenario() {
    let said = refused(&["run", "scenarios/riverbed-9.toml"]);
    assert!(said.contains("riverbed-9p.toml"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_unwritable_folder() {
    let dir = folder();
    let path = scenario(dir.path(), "small.toml", SMALL);
    // A file stands where the folder would be: nobody, not even root, can write there.
    let taken = scenario(dir.path(), "taken", "");
    let said = refused(&[
        "run",
        &path.display().to_string(),
        "--out",
        &taken.display().to_string(),
    ]);
    assert!(
        said.contains("cannot be written to") && said.contains("--out DIR"),
        "{said}"
    );
}

#[test]
fn a_report_of_nothing() {
    let dir = folder();
    let said = refused(&["report", &dir.path().display().to_string()]);
    assert!(said.contains("it has no results.json"), "{said}");
    scenario(dir.path(), "results.json", "{\"format\": 99}");
    let said = refused(&["report", &dir.path().display().to_string()]);
    assert!(said.contains("is no result of this program"), "{said}");
}

#[test]
fn an_unknown_game() {
    let said = refused(&["list", "rules", "riverbet"]);
    assert!(said.contains("did you mean `riverbed`?"), "{said}");
}

/// A list with nothing in it names no bot that is not there, and a number with many noughts is one.
#[test]
fn names_and_numbers_that_are_none() {
    let dir = folder();
    let path = scenario(dir.path(), "small.toml", SMALL).display().to_string();
    for args in [["ladder", &path, "--bots", ","], ["ablate", &path, "--only", "tile.1,"]] {
        let said = refused(&args);
        assert!(said.contains("a value is required for"), "{said}");
    }
    let said = refused(&["run", &path, "--games", "1e30"]);
    assert!(said.contains("this is too large"), "{said}");
}

#[test]
fn an_unknown_command() {
    for (word, meant) in [("chekc", "'check'"), ("lst", "'list'")] {
        let said = refused(&[word]);
        assert!(
            said.contains("unrecognized subcommand") && said.contains(meant),
            "{said}"
        );
    }
    assert!(!refused(&["zebra"]).contains("tip: a similar"));
}

/// What there is to choose from stands with what is wrong.
#[test]
fn mistakes_name_what_may_be_written() {
    let dir = folder();
    let said = |text: &str| {
        let text = format!("game = \"niagara\"\n[rules]\nplayers = 3\n{text}");
        let path = scenario(dir.path(), "a.toml", &text).display().to_string();
        let said = refused(&["validate", &path]);
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let script = |line: &str| {
        said(&format!(
            "[seats]\nall = \"p\"\n[bots.p]\nkind = \"scripted\"\nscript = [{line}]\n"
        ))
    };
    for (said, wanted) in [
        (said("[seats]\n4 = \"random\"\n"), "the seats here are 1 to 3"),
        (
            said("sets.same = \"four\"\n"),
            "must be a whole number from 0 to 20, but is the text \"four\"",
        ),
        (script(""), "name at least one value, such as [\"any\"]"),
        (
            script("\"climb when round > 3\""),
            "conditions begin with `if`: write `climb if round > 3`",
        ),
        (script("\"climb unless round > 3\""), "there is no `unless`"),
        (
            script("\"climb if hand has dragon\""),
            "there is no `dragon` for `hand`",
        ),
        (script("\"climb if hand has dragon\""), "help: `hand` may have "),
        (script("\"climb if hand has cluod\""), "did you mean `cloud`?"),
    ] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    // A tactic goes by its earlier name, too.
    let text = "game = \"niagara\"\n[seats]\nall = \"p\"\n[bots.p]\nkind = \"scripted\"\nscript = [\"land unsafe\", \"land empty\"]\n";
    let path = scenario(dir.path(), "b.toml", text).display().to_string();
    printed(&["validate", &path]);
    assert!(printed(&["list", "games"]).contains("2 to 5 players, 6 with other rules"));
    let shards = balance().args(["merge", "."]).output().expect("runs");
    assert!(!String::from_utf8_lossy(&shards.stderr).contains(".."));
    assert!(printed(&["new", "regatta"]).contains("# [tune]\n# \"boost\" = [2, 3]\n"));
}

/// Of a folder that is a link to nothing it is told that the link leads nowhere, by every command that writes there.
#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_no_folder() {
    let dir = folder();
    let path = scenario(dir.path(), "small.toml", SMALL).display().to_string();
    let link = dir.path().join("link").display().to_string();
    std::os::unix::fs::symlink("gone", &link).expect("a link");
    for command in [&["run"][..], &["ablate"], &["run", "--shard", "0/2"]] {
        let said = flat(&refused(&[command, &[&path, "--out", &link, "-q"]].concat()));
        assert!(
            said.contains("link is a link that leads nowhere"),
            "{command:?}: {said}"
        );
        assert!(said.contains("gone is not there"), "{command:?}: {said}");
    }
}

/// What other programs and other lands write is named, with what is written in its place.
#[test]
fn what_is_written_by_other_customs_is_helped() {
    let dir = folder();
    let said = |text: &[u8], more: &[&str]| {
        let path = dir.path().join("own.toml");
        fs::write(&path, text).expect("written");
        flat(&refused(&[&["validate", &path.display().to_string()], more].concat()))
    };
    let niagara = |line: &str| said(format!("game = \"niagara\"\n{line}\n").as_bytes(), &[]);
    for (line, help) in [
        (
            "rules.board = \"C:\\Users\\x.toml\"",
            "a backslash in \"…\" begins a letter of its own",
        ),
        (
            "rules.board = \"C:\\temp\\nap.toml\"",
            "a backslash in \"…\" begins a letter of its own",
        ),
        ("games\u{a0}= 5", "a space stands here that is none in TOML (U+00A0)"),
        ("games = \"20 000\"", "write 20000: decimals are written with a point"),
        ("margin = \"1,5 %\"", "decimals are written with a point"),
        (
            "[expect]\n\"win-rate.1st-player\" = { target = \"33,3 %\", within = \"2%\" }",
            "write \"33.3%\": decimals are written with a point",
        ),
        (
            "[expect]\n\"rounds.mean\" = { from = \"20,5\", to = 30 }",
            "write 20.5: decimals are written with a point",
        ),
    ] {
        assert!(niagara(line).contains(help), "{line}: {}", niagara(line));
    }
    let wide: Vec<u8> = "game = \"niagara\"\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let wide = said(&[&[0xff, 0xfe], &wide[..]].concat(), &[]);
    assert!(
        wide.contains("is not text in UTF-8") && wide.contains("save it as UTF-8"),
        "{wide}"
    );
}

/// Words that a user has for something that is called otherwise.
#[test]
fn what_was_meant_by_a_command_is_told() {
    let dir = folder();
    let own = |text: &str| scenario(dir.path(), "own.toml", text).display().to_string();
    let said = |args: &[&str]| flat(&refused(args));
    assert!(said(&["run", "niagara"]).contains("that is a game: `balance new niagara` writes a scenario of it"));
    let mekong = own("game = \"mekong\"\n");
    let seats = said(&["run", &mekong, "--set", "seats=given"]);
    assert!(
        seats.contains("write --set rules.seats=\"given\" for a rule of that name"),
        "{seats}"
    );
    let niagara = own("game = \"niagara\"\nrules.players = 3\nseats.all = \"random\"\n");
    let won = said(&["replay", &niagara, "--won-by", "1"]);
    assert!(won.contains("did you mean “1st player”?"), "{won}");
    let long = said(&["replay", &niagara, "--where", "rounds > 9_000", "--among", "50"]);
    assert!(
        long.contains("none of the first 50 games is like that (for rounds > 9_000 there was "),
        "{long}"
    );
}
