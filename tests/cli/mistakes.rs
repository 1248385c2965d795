//! A catalogue of broken scenarios of the real games, and of files that the program wrote: what it says of each, word for word.
//! Scenarios that no game has a part in are catalogued beside the reader of scenarios.

use std::fmt::Write;

use super::broken::said;
use super::{balance, folder, printed, refused, scenario};

/// Snapshots what is said of each scenario.
fn scenarios(name: &str, cases: &[(&str, &str)]) {
    let mut out = String::new();
    for (title, text) in cases {
        let _ = writeln!(out, "# {title}\n{}", said(text, &[]));
    }
    insta::assert_snapshot!(name, out);
}

/// What stands where something else belongs is called what it is.
#[test]
fn what_belongs_elsewhere() {
    let of = |game: &str, rest: &str| format!("game = \"{game}\"\n{rest}");
    let own = |key: &str| format!("[rules]\n{key} = \"own.toml\"\n");
    let one_tile = "[tile]\nnumber = 1\nlayers = [\"1 kelp\"]\nhunt = false\n\n[sets]\n4 = [1]\n";
    let two_tiles = "[tile]\nnumber = 1\n\n[tile]\nnumber = 2\n";
    let cases = [
        (
            "a scenario as a board",
            of("niagara", &own("board")),
            "game = \"niagara\"\n",
        ),
        ("one tile in single brackets", of("riverbed", &own("tiles")), one_tile),
        ("two tiles in single brackets", of("riverbed", &own("tiles")), two_tiles),
        (
            "a comma left out",
            of("riverbed", "[rules]\ntile-numbers = [1, 2 3]\n"),
            "",
        ),
        (
            "a misspelt side",
            of("riverbed", "[fair-share]\nmerchant = \"40%\"\nseparatists = \"40%\"\n"),
            "",
        ),
    ];
    let mut out = String::new();
    for (title, text, beside) in cases {
        let _ = writeln!(out, "# {title}\n{}", said(&text, &[("own.toml", beside)]));
    }
    insta::assert_snapshot!("elsewhere", out);
}

#[test]
fn regatta_scripts() {
    let with = |line: &str| {
        format!(
            "game = \"regatta\"\n\n[seats]\nall = \"sly\"\n\n[bots.sly]\nkind = \"scripted\"\nscript = [\n  \"{line}\",\n]\n"
        )
    };
    let cases = [
        ("an unknown tactic", "short wey"),
        ("an unknown quantity", "roll if fihs > 2"),
        ("no number", "roll if fish > two"),
        ("no comparison", "roll if fish => 2"),
        ("a number that is asked for a thing", "roll if fish has apollo"),
        ("a thing that is compared", "sail on if board > 1"),
        ("a thing that never lies there", "sail on if board has zeus"),
        ("a misspelt thing", "short way if dot is charibdis"),
        ("a quantity alone", "roll if lead"),
        ("a condition without words", "roll if "),
        ("a condition joined by `or`", "roll if fish > 2 or lead < 0"),
        ("an empty line", ""),
        ("nothing but white space", "  "),
        ("no tactic", "if fish > 2"),
        ("nothing after `if`", "roll if"),
        ("nothing between `if` and `and`", "roll if and fish > 2"),
        ("nothing after `and`", "roll if fish > 2 and"),
        ("no number after the comparison", "roll if fish >"),
        ("no quantity before the comparison", "roll if > 2"),
        ("no thing after `has`", "sail on if board has"),
        ("no thing after `is not`", "short way if dot is not"),
    ];
    let texts = cases.map(|(title, line)| (title, with(line)));
    let texts: Vec<(&str, &str)> = texts.iter().map(|(title, text)| (*title, text.as_str())).collect();
    scenarios("regatta-scripts", &texts);
}

#[test]
fn bands() {
    let with = |band: &str| format!("game = \"niagara\"\n\n[expect]\n{band}\n");
    let cases = [
        ("an unknown metric", "\"win-rate.1st-playr\" = { from = 0.2 }"),
        ("a gap of one side", "\"gap.1st-player\" = { to = \"2%\" }"),
        ("a gap to no side", "\"gap.1st-player.elves\" = { to = \"2%\" }"),
        ("a gap to itself", "\"gap.1st-player.1st-player\" = { to = \"2%\" }"),
        ("a gap with a dash", "\"gap.1st-player-2nd-player\" = { to = \"2%\" }"),
        (
            "a gap with a misspelt side",
            "gap.1st-player.2nd-playr = { to = \"2%\" }",
        ),
        ("a gap by itself", "gap = { to = \"2%\" }"),
        (
            "one win rate less another",
            "\"win-rate.1st-player - win-rate.2nd-player\" = { to = \"2%\" }",
        ),
        (
            "a gap of two games",
            "\"gap.1st-player.2nd-player\" = { target = 2, within = \"1%\" }",
        ),
        (
            "a gap that cannot be",
            "\"gap.1st-player.2nd-player\" = { from = \"-120%\" }",
        ),
        (
            "a gap without its sign for per cent",
            "\"gap.1st-player.2nd-player\" = { from = \"-2\" }",
        ),
        ("a gap in words", "\"gap.1st-player.2nd-player\" = { to = \"as now\" }"),
        ("a gap without a band", "\"gap.1st-player.2nd-player\" = {}"),
        ("a gap that is a number", "gap.1st-player.2nd-player = 2"),
        ("an unknown counter", "\"counter.fals\" = { to = 3 }"),
        ("an unknown ending", "\"ending.cap\" = { to = \"1%\" }"),
        ("a metric of another game", "\"win-rate.merchants\" = { from = 0.2 }"),
        ("nothing to hold to", "\"turns.mean\" = {}"),
        ("a target without a distance", "\"turns.mean\" = { target = 25 }"),
        ("from above to", "\"turns.mean\" = { from = 40, to = 25 }"),
        (
            "a share above 1",
            "\"win-rate.1st-player\" = { target = 25, within = 3 }",
        ),
        ("per cent of turns", "\"turns.mean\" = { from = \"25%\" }"),
        ("turns of an ending", "\"ending.round-cap\" = { to = 5 }"),
        (
            "two unknown metrics",
            "\"turn.mean\" = { to = 40 }\n\"counter.stales\" = { to = 3 }",
        ),
        ("a misspelt key", "\"turns.mean\" = { form = 25 }"),
        ("a number alone", "\"turns.mean\" = 25"),
        ("a rate alone", "\"win-rate.1st-player\" = 0.25"),
        (
            "no number at an end",
            "\"win-rate.1st-player\" = { from = nan, to = 0.3 }",
        ),
        ("a quantile that is none", "\"turns.p100\" = { to = 40 }"),
    ];
    let texts = cases.map(|(title, band)| (title, with(band)));
    let texts: Vec<(&str, &str)> = texts.iter().map(|(title, text)| (*title, text.as_str())).collect();
    scenarios("bands", &texts);
}

#[test]
fn rules_of_the_games() {
    scenarios(
        "rules",
        &[
            ("players of the regatta", "game = \"regatta\"\n\n[rules]\nplayers = 5\n"),
            (
                "fish of the regatta",
                "game = \"regatta\"\n\n[rules]\nfish-at-start = 4\n",
            ),
            (
                "a word of the regatta",
                "game = \"regatta\"\n\n[rules]\nrank-mode = \"literaly\"\n",
            ),
            (
                "a misspelt rule of the Mekong",
                "game = \"mekong\"\n\n[rules]\nturn-max = 30\n",
            ),
            ("players of the Mekong", "game = \"mekong\"\n\n[rules]\nplayers = 7\n"),
            (
                "a weight",
                "game = \"regatta\"\n\n[seats]\nall = \"own\"\n\n[bots.own]\nkind = \"heuristic\"\nweights = { fsh = 1.0, depth = -1 }\n",
            ),
            (
                "a sixth player of Niagara",
                "game = \"niagara\"\n\n[rules]\nplayers = 6\n",
            ),
            (
                "a file of the wrong kind",
                "game = \"regatta\"\n\n[rules]\nfavors = \"mine.toml\"\n",
            ),
        ],
    );
}

/// What people wrote who read the README and no more.
#[test]
fn what_was_written_at_the_desk() {
    let expect = |bands: &str| format!("game = \"riverbed\"\n\n[expect]\n{bands}\n");
    let script = |lines: &str| {
        format!("game = \"riverbed\"\nseats.all = \"a\"\n\n[bots.a]\nkind = \"scripted\"\nscript = [{lines}]\n")
    };
    let rules = |lines: &str| format!("game = \"riverbed\"\n\n[rules]\nplayers = 7\n{lines}\n");
    let texts = [
        (
            "shares in quotes, without their sign",
            expect(
                "\"win-rate.profiteer\" = { target = \"20\", within = \"1\" }\n\
                 \"win-rate.merchants\" = { from = \"2 points\", to = \"now + 1\" }",
            ),
        ),
        (
            "numbers with their unit",
            expect("\"turns.mean\" = { target = \"27 turns\", within = \"3\" }\n\"turns.p50\" = { to = \"thirty\" }"),
        ),
        ("no band", expect("\"turns.mean\" = []")),
        (
            "rules and parts of names as metrics",
            expect(
                "\"end-point.coins\" = { to = 3 }\n\"tile.6\" = { to = 3 }\nhunts = { to = 3 }\nturns = { to = 40 }\n\
                 profiteer = { from = \"20%\" }",
            ),
        ),
        (
            "metrics as rules",
            "game = \"riverbed\"\n\n[tune]\n\"counter.hunts\" = [1, 2]\nhunts = [1, 2]\n\
             \"win-rate.profiteer\" = { from = 0.1, to = 0.2 }\nend-point.coins = [3, 4]\n"
                .to_owned(),
        ),
        (
            "conditions that are denied, or have a unit",
            script(
                "\n\"dive any if not coins > 3\",\n\"dive any if turn >= 10 rounds\",\n\"dive any if coins > 3, kelp > 2\",\n\
                 \"dive any if coins >= 10%\",\n\"dive any if kelp > 2 or\",\n",
            ),
        ),
        (
            "layers joined by a comma",
            rules("tile.6 = [\"1 log, 1 coin\"]\ntile.7 = [\"log and coin\", \"zebra\"]"),
        ),
        ("layers in one text", rules("tile.6 = \"1 log, 1 coin\"")),
        (
            "too few tiles",
            rules("tile-numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]"),
        ),
        ("no variant", "game = \"riverbed\"\nvariant = []\n".to_owned()),
    ];
    let texts: Vec<(&str, &str)> = texts.iter().map(|(title, text)| (*title, text.as_str())).collect();
    scenarios("desk", &texts);
}

/// An entry that is not in play is told at which tables it is.
#[test]
fn an_entry_out_of_play_is_told_where_it_is_in_play() {
    let dir = folder();
    let text = "game = \"riverbed\"\n\n[rules]\nplayers = 5\ntile.17 = [\"1 log\"]\ntile.18 = [\"1 log\"]\n";
    let path = scenario(dir.path(), "mine.toml", text).display().to_string();
    let done = balance().args(["validate", &path]).output().expect("runs");
    let said = String::from_utf8(done.stderr).expect("text");
    assert!(
        said.contains("help: it is in play with 8 or 9 players; here leave it out"),
        "{said}"
    );
    assert!(
        said.contains("help: it is in play with 9 players; here leave it out"),
        "{said}"
    );
}

/// Mistakes of every part of a file: none waits for another.
#[test]
fn mistakes_at_once() {
    let mixed = "seats.all = \"a\"\n\n[bots.a]\nkind = \"mixed\"\n";
    let texts = [
        (
            "a misspelt game",
            "game = \"nagara\"\ngames = \"abc\"\ntittle = \"x\"\nseats.all = \"mine\"\nrules.playrs = 3\n".to_owned(),
        ),
        (
            "a game that is none",
            "game = \"chess\"\ngames = \"abc\"\nrules = 5\n\n[[variant]]\nname = \"x\"\nseats = 3\n".to_owned(),
        ),
        ("a game without quotes", "game = niagara\nrules.playrs = 3\n".to_owned()),
        ("no game, but games", "games = 100\n\n[rules]\nplayers = 3\n".to_owned()),
        (
            "a mix of a mix",
            format!(
                "game = \"niagara\"\nrules.players = 9\n{mixed}bots = {{ b = 1, c = 2, random = 1 }}\n\n[bots.b]\n\
                 kind = \"mixed\"\nbots = {{ heuristics = 1 }}\n\n[bots.c]\nkind = \"scripted\"\nscript = [\"climp\"]\n"
            ),
        ),
        (
            "a comma in a mix",
            format!("game = \"niagara\"\n{mixed}bots = {{ heuristic = 1 pirate = 2 }}\n"),
        ),
        (
            "a comma in a script",
            "game = \"niagara\"\nseats.all = \"a\"\n\n[bots.a]\nkind = \"scripted\"\nscript = [\"climb\" \"anny\"]\n"
                .to_owned(),
        ),
        (
            "what is tuned beside other mistakes",
            "game = \"niagara\"\nrules.playrs = 3\n\n[fair-share]\nnobody = \"30%\"\n\n[matrix]\n\
             \"rules.players\" = [3, 4]\n\n[tune]\nplayers = [3, 4]\nsecond = \"pirat\"\n"
                .to_owned(),
        ),
    ];
    let texts: Vec<(&str, &str)> = texts.iter().map(|(title, text)| (*title, text.as_str())).collect();
    scenarios("at-once", &texts);
}

/// A title, and what becomes of the text of a file.
type Damage<'a> = (&'a str, &'a dyn Fn(&str) -> String);

/// Files that the program itself wrote and somebody damaged: a run's results, and a baseline.
#[test]
fn kept_files() {
    let dir = folder();
    let text = "title = \"Small\"\ngame = \"niagara\"\ngames = 64\n\n[seats]\nall = \"random\"\n";
    let path = scenario(dir.path(), "small.toml", text).display().to_string();
    let place = dir.path().display().to_string();
    printed(&["run", &path, "--quiet", "--out", &place]);
    printed(&["baseline", &path, "--games", "64", "--out", &place]);
    let mut out = String::new();
    let mut tell = |title: &str, args: &[&str]| {
        let said = refused(args).replace(&format!("{place}/"), "").replace(&place, ".");
        for word in ["serde", "panicked", "EOF", "invalid type", "missing field"] {
            assert!(!said.contains(word), "{title}: {said}");
        }
        let _ = writeln!(out, "# {title}\n{said}");
    };
    let report = format!("{place}/small");
    let (results, baseline) = (format!("{report}/results.json"), format!("{place}/small.json"));
    let half = |text: &str| text.chars().take(700).collect::<String>();
    let wrong_format = |text: &str| text.replacen("\"format\": ", "\"format\": 9", 1);
    let damages: [Damage<'_>; 5] = [
        ("broken off", &half),
        ("empty", &|_| String::new()),
        ("no JSON", &|text| text.replacen(':', "=", 1)),
        ("of another version", &wrong_format),
        ("something else", &|_| "{ \"frogs\": 3 }".to_owned()),
    ];
    for (file, what) in [(&results, "results"), (&baseline, "baseline")] {
        let good = std::fs::read_to_string(file).expect("a file");
        for (title, damage) in damages {
            std::fs::write(file, damage(&good)).expect("written");
            let title = format!("{what}, {title}");
            if what == "results" {
                tell(&title, &["report", &report]);
            } else {
                tell(&title, &["check", &path, "--baselines", &place]);
            }
        }
        std::fs::write(file, [0xff, 0xfe, 0x00]).expect("written");
        if what == "results" {
            tell("results, no text", &["report", &report]);
        } else {
            tell("baseline, no text", &["check", &path, "--baselines", &place]);
        }
        std::fs::write(file, good).expect("written");
    }
    tell("the folder above", &["report", &place]);
    tell("a file of the report", &["report", &format!("{report}/report.html")]);
    tell("no folder", &["report", &format!("{place}/nothing")]);
    tell(
        "the second of two runs missing",
        &["diff", &report, &format!("{place}/nothing")],
    );
    std::fs::create_dir(dir.path().join("other")).expect("a folder");
    let other = scenario(
        dir.path(),
        "other/small.toml",
        &text.replace("games = 64", "games = 64\nseed = 8"),
    );
    let other = other.display().to_string();
    tell("a baseline of other deals", &["check", &other, "--baselines", &place]);
    std::fs::create_dir(dir.path().join("nothing")).expect("a folder");
    tell(
        "no baseline",
        &["check", &path, "--baselines", &format!("{place}/nothing")],
    );
    insta::assert_snapshot!("kept-files", out);
}
