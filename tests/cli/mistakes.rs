//! Wrong input: what is said of broken scenarios, content files, scripts, options and files that the program wrote. Scenarios that no
//! game has a part in are catalogued beside the reader of scenarios.

use std::fmt::Write;
use std::fs;

use super::{SMALL, assert_contains, at, balance, ended, flat, folder, outcome, printed, refused, scenario, written};

/// Snapshots what is said of each scenario.
fn scenarios<T: AsRef<str>, S: AsRef<str>>(name: &str, cases: impl IntoIterator<Item = (T, S)>) {
    let mut out = String::new();
    for (title, text) in cases {
        let _ = writeln!(out, "# {}\n{}", title.as_ref(), said(text.as_ref(), &[]));
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
        ("a decimal comma", of("riverbed", "games = 20 000\nmargin = 0,5\n"), ""),
        ("a script left out", of("riverbed", "[seats]\nall = \"scripted\"\n"), ""),
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
    scenarios("regatta-scripts", cases.map(|(title, line)| (title, with(line))));
}

#[test]
fn bands() {
    let cases = r#"
an unknown metric · "win-rate.1st-playr" = { from = 0.2 }
a gap of one side · "gap.1st-player" = { to = "2%" }
a gap to no side · "gap.1st-player.elves" = { to = "2%" }
a gap to itself · "gap.1st-player.1st-player" = { to = "2%" }
a gap with a dash · "gap.1st-player-2nd-player" = { to = "2%" }
a gap with a misspelt side · gap.1st-player.2nd-playr = { to = "2%" }
a gap by itself · gap = { to = "2%" }
one win rate less another · "win-rate.1st-player - win-rate.2nd-player" = { to = "2%" }
a gap of two games · "gap.1st-player.2nd-player" = { target = 2, within = "1%" }
a gap that cannot be · "gap.1st-player.2nd-player" = { from = "-120%" }
a gap without its sign for per cent · "gap.1st-player.2nd-player" = { from = "-2" }
a gap in words · "gap.1st-player.2nd-player" = { to = "as now" }
a gap without a band · "gap.1st-player.2nd-player" = {}
a gap that is a number · gap.1st-player.2nd-player = 2
an unknown counter · "counter.fals" = { to = 3 }
an unknown ending · "ending.cap" = { to = "1%" }
a metric of another game · "win-rate.merchants" = { from = 0.2 }
nothing to hold to · "turns.mean" = {}
a target without a distance · "turns.mean" = { target = 25 }
from above to · "turns.mean" = { from = 40, to = 25 }
a share above 1 · "win-rate.1st-player" = { target = 25, within = 3 }
per cent of turns · "turns.mean" = { from = "25%" }
turns of an ending · "ending.round-cap" = { to = 5 }
two unknown metrics · "turn.mean" = { to = 40 }\n"counter.stales" = { to = 3 }
a misspelt key · "turns.mean" = { form = 25 }
a number alone · "turns.mean" = 25
a rate alone · "win-rate.1st-player" = 0.25
no number at an end · "win-rate.1st-player" = { from = nan, to = 0.3 }
a quantile that is none · "turns.p100" = { to = 40 }
"#;
    let texts = lines(cases).map(|(title, band)| (title, format!("game = \"niagara\"\n\n[expect]\n{band}\n")));
    scenarios("bands", texts);
}

#[test]
fn rules_of_the_games() {
    let cases = r#"
players of the regatta · game = "regatta"\n\n[rules]\nplayers = 5\n
fish of the regatta · game = "regatta"\n\n[rules]\nfish-at-start = 4\n
a word of the regatta · game = "regatta"\n\n[rules]\nrank-mode = "literaly"\n
a misspelt rule of the Mekong · game = "mekong"\n\n[rules]\nturn-max = 30\n
players of the Mekong · game = "mekong"\n\n[rules]\nplayers = 7\n
a weight · game = "regatta"\n\n[seats]\nall = "own"\n\n[bots.own]\nkind = "heuristic"\nweights = { fsh = 1.0, first = "high" }\n
a sixth player of Niagara · game = "niagara"\n\n[rules]\nplayers = 6\n
a misspelt table and a rule of it · game = "riverbed"\n\n[rules]\nplayers = 5\nend-point.coins = 6\n
players of the riverbed · game = "riverbed"\n\n[rules]\nplayers = 12\n
a misspelt bot · game = "riverbed"\n\n[seats]\nall = "heuristics"\n
rules that do not go together · game = "riverbed"\n\n[rules]\nplayers = 5\nroles.merchants = 4\n
several lines of a script · game = "niagara"\n\n[seats]\nall = "sly"\n\n[bots.sly]\nkind = "scripted"\nscript = [\n  "card hom if gems > 2",\n  "climb if later",\n  "climb if turn has 6 and gmes < 2",\n  "card home if hand > 3",\n]\n
a file of the wrong kind · game = "regatta"\n\n[rules]\nfavors = "mine.toml"\n
"#;
    scenarios("rules", lines(cases));
}

/// The cases of a catalogue, one a line: a title, and a text with its line breaks written as in Rust.
fn lines(catalogue: &str) -> impl Iterator<Item = (&str, String)> {
    let all = catalogue.trim().lines();
    all.map(|line| {
        let (title, text) = line.split_once(" · ").expect("a title and a text");
        (title, text.replace("\\n", "\n"))
    })
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
            "conditions with a unit, or joined",
            script("\n\"dive any if turn >= 10 rounds\",\n\"dive any if kelp > 2 or\",\n"),
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
    scenarios("desk", texts);
}

/// An entry that is not in play is told at which tables it is.
#[test]
fn an_entry_out_of_play_is_told_where_it_is_in_play() {
    let text = "game = \"riverbed\"\n\n[rules]\nplayers = 5\ntile.17 = [\"1 log\"]\ntile.18 = [\"1 log\"]\n";
    let (_dir, path) = written("mine.toml", text);
    let (_, said) = ended(&["validate", &path], 0);
    assert_contains(&said, "help: it is in play with 8 or 9 players; here leave it out");
    assert_contains(&said, "help: it is in play with 9 players; here leave it out");
}

/// Mistakes of every part of a file: none waits for another.
#[test]
fn mistakes_at_once() {
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
    scenarios("at-once", texts);
}

/// A title, and what becomes of the text of a file.
type Damage<'a> = (&'a str, &'a dyn Fn(&str) -> String);

/// Files that the program itself wrote and somebody damaged: a run's results, and a baseline.
#[test]
fn kept_files() {
    let text = "title = \"Small\"\ngame = \"niagara\"\ngames = 64\n\n[seats]\nall = \"random\"\n";
    let (dir, path) = written("small.toml", text);
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
        &["compare", &report, &format!("{place}/nothing")],
    );
    std::fs::create_dir(dir.path().join("other")).expect("a folder");
    let other = scenario(
        dir.path(),
        "other/small.toml",
        &text.replace("games = 64", "games = 64\nseed = 8"),
    );
    tell("a baseline of other deals", &["check", &other, "--baselines", &place]);
    std::fs::create_dir(dir.path().join("nothing")).expect("a folder");
    tell(
        "no baseline",
        &["check", &path, "--baselines", &format!("{place}/nothing")],
    );
    insta::assert_snapshot!("kept-files", out);
}

/// A title, and what is changed in a good file: pieces of it, each with what stands there instead.
type Case<'a> = (&'a str, Vec<(String, String)>);

/// The cases of a catalogue, one a line or with an edit a line: `title · piece → other · piece → other`.
fn cases(catalogue: &str) -> Vec<Case<'_>> {
    let mut all: Vec<Case<'_>> = Vec::new();
    for line in catalogue.trim().lines() {
        let (title, edits) = line.split_once(" · ").unwrap_or((line, ""));
        if !title.trim().is_empty() {
            all.push((title, Vec::new()));
        }
        let (_, known) = all.last_mut().expect("a title");
        let edits = edits.split(" · ").filter_map(|edit| edit.split_once(" →"));
        let written = |text: &str| text.trim_start_matches(' ').replace("\\n", "\n");
        known.extend(edits.map(|(from, to)| (written(from), written(to))));
    }
    all
}

fn edited(good: &str, edits: &[(String, String)]) -> String {
    edits.iter().fold(good.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from} is in the file");
        text.replacen(from, to, 1)
    })
}

/// What is said of a scenario with these files beside it.
pub fn said(text: &str, beside: &[(&str, &str)]) -> String {
    let dir = folder();
    for (name, text) in beside {
        scenario(dir.path(), name, text);
    }
    let path = scenario(dir.path(), "mine.toml", text);
    let said = refused(&["validate", &path]);
    let said = said.replace(&format!("{}/", dir.path().display()), "");
    // No words of the machine's: neither of the reader's types nor of a panic.
    for word in [
        "serde", "panicked", "expected one of", "invalid type", "missing field", "os error", "DIR",
    ] {
        assert!(!said.contains(word), "{word}: {said}");
    }
    said
}

/// Snapshots what is said of each broken version of a content file.
fn contents(name: &str, game: &str, key: &str, good: &str, catalogue: &str) {
    let text = format!("game = \"{game}\"\n\n[rules]\n{key} = \"own.toml\"\n");
    let mut out = String::new();
    for (title, edits) in cases(catalogue) {
        let said = said(&text, &[("own.toml", &edited(good, &edits))]);
        assert!(
            said.contains("own.toml:"),
            "{title}: the place is in the content file: {said}"
        );
        let _ = writeln!(out, "# {title}\n{said}");
    }
    insta::assert_snapshot!(name, out);
}

#[test]
fn riverbed_tiles() {
    contents(
        "riverbed-tiles",
        "riverbed",
        "tiles",
        include_str!("../../games/riverbed/src/content/tiles.toml"),
        r#"
an unknown element · "1 kelp", "1 coin" → "1 kelp", "1 coyn"
too many of an element · "1 kelp", "1 coin" → "12 kelp"
a tile without layers · layers = ["1 kelp", "1 coin"] → layers = []
a number twice · number = 2\n → number = 1\n
a set with a tile that is not there · 11, 12] → 11, 99]
a set for too many players · 9 = [ → 19 = [
a misspelt key · hunt = false → hunts = false
a key left out · hunt = false\n →
text where true or false stands · hunt = true → hunt = "yes"
text where a list stands · layers = ["1 kelp", "1 coin"] → layers = "1 kelp"
an unknown status · status = "reconstructed" → status = "mine"
mistakes in several tiles
  · number = 1\n → number = 1000\n
  · hunt = true → hunt = 1
  · status = "reconstructed"\n\n[[tile]]\nnumber = 4 → status = "mine"\n\n[[tile]]\nnumber = 4
no TOML · number = 1\n → number: 1\n · hunt = true → hunt = True
single brackets · [[tile]] → [tile] · [[tile]] → [tile] · [[tile]] → [tile]
a key twice · hunt = false\n → hunt = false\nhunt = false\n
"#,
    );
}

#[test]
fn riverbed_cards() {
    contents(
        "riverbed-cards",
        "riverbed",
        "cards",
        include_str!("../../games/riverbed/src/content/cards.toml"),
        r#"
an unknown effect · effect = "delusion" → effect = "delusions"
an effect twice · effect = "delusion" → effect = "stepping-stone"
a number twice · numbers = [3, 4] → numbers = [3, 1]
a table that is too large · players = 4 → players = 14
a number where true or false stands · dual = false → dual = 0
a card in other players' turns without use there · dual = false → dual = true
numbers below 0 · numbers = [1, 2] → numbers = [-1, 2]
a name twice · name = "Delusion" → name = "Stepping Stone"
"#,
    );
}

#[test]
fn riverbed_board() {
    contents(
        "riverbed-board",
        "riverbed",
        "board",
        include_str!("../../games/riverbed/src/content/board.toml"),
        r"
a space left out · [8, 7, 6, 5] → [8, 7, 0, 5]
a space twice · [8, 7, 6, 5] → [8, 7, 6, 6]
a river that jumps · [8, 7, 6, 5] → [7, 8, 6, 5]
an empty space that is not there · 5 = [5, 9] → 5 = [5, 19]
two empty spaces in a row · 5 = [5, 9] → 5 = [5, 6]
a layout for too many players · 9 = [] → 10 = []
a list that is not closed · [8, 7, 6, 5], → [8, 7, 6, 5,
",
    );
}

#[test]
fn niagara_board() {
    contents(
        "niagara-board",
        "niagara",
        "board",
        include_str!("../../games/niagara/src/content/board.toml"),
        r#"
an unknown colour · "violet", "clear", "yellow"] → "violet", "claer", "yellow"]
a colour without a place · arms = ["blue", "pink"] → arms = ["blue", ""]
a colour twice · name = "clear" → name = "violet"
an empty arm · arms = ["blue", "pink"] → arms = []
a start beside the track · weather-start = 0 → weather-start = 5
a track of one box · weather = [-1, 0, 1, 2] → weather = [0]
a card that is too high · cards = [1, 2, 3, 4, 5, 6] → cards = [1, 2, 3, 4, 5, 60]
a card twice · cards = [1, 2, 3, 4, 5, 6] → cards = [1, 2, 3, 4, 5, 5]
text where a number stands · weather-start = 0 → weather-start = "0"
a misspelt key · weather-start → wether-start
"#,
    );
}

#[test]
fn regatta_wedges() {
    contents(
        "regatta-wedges",
        "regatta",
        "wedges",
        include_str!("../../games/regatta/src/content/wedges.toml"),
        r#"
an unknown sign · b ..F | → b ..X |
a lane left out · a .. | b ..F | c → a .. | c
a dot that is not there · b1+a2 c1+b2 → b1+a7 c1+b2
a path backwards · b1+a2 c1+b2 → b3+a1 c1+b2
a whirlpool with two exits · b2{1:c3,2:b3,3:a3} → b2{1:c3,2:b3}
an exit of another number · b2{1:c3,2:b3,3:a3} → b2{1:c3,2:b3,4:a3}
exits of no whirlpool · b1+a2 c1+b2 → b1{1:a2} c1+b2
a brace that is not closed · b2{1:c3,2:b3,3:a3} → b2{1:c3,2:b3,3:a3
a wedge twice · id = "A2" → id = "A1"
a trio of two · symbol = "wave" → symbol = "weave"
no Starting Line · symbol = "line" → symbol = "none"
a key left out · symbol = "wave"\n →
a name twice · name = "Twin Necks" → name = "Calm Bay"
"#,
    );
}

#[test]
fn regatta_favors() {
    contents(
        "regatta-favors",
        "regatta",
        "favors",
        include_str!("../../games/regatta/src/content/favors.toml"),
        r#"
an unknown effect · effect = "apollo" → effect = "apolo"
an effect twice · effect = "apollo" → effect = "demeter"
a starter number twice · starter = 2 → starter = 1
three starters · starter = 4\n →
a starter without cards · count = 3 → count = 0
more cards than can be · count = 3 → count = 70
a count below 0 · count = 3 → count = -3
a name twice · name = "Apollo" → name = "Demeter"
"#,
    );
}

#[test]
fn mekong_board() {
    contents(
        "mekong-board",
        "mekong",
        "board",
        include_str!("../../games/mekong/src/content/board.toml"),
        r#"
five planks · lengths = [380,  → lengths = [
planks out of order · [380, 490, → [490, 380,
a plank longer than the board · 820, 930] → 820, 9300]
a plank that covers too much · bearing = 50 → bearing = 500
an unknown colour · destination = "black" → destination = "blak"
a village that stays where it is · destination = "black" → destination = "pink"
a village beside the board · centre = [350, 2250] → centre = [350, 9250]
a village twice · colour = "green" → colour = "pink"
land the wrong way round · neck = [0, 2110, 350, 2390] → neck = [350, 2110, 0, 2390]
an island beside the board · [1872, 778] → [-1872, 778]
two islands on one place · [1872, 778], [2628, 778] → [1872, 778], [1880, 780]
text where a number stands · bearing = 50 → bearing = "50"
"#,
    );
}

#[cfg(unix)]
#[test]
fn an_unwritable_folder() {
    let (dir, path) = written("small.toml", SMALL);
    // A file stands where the folder would be: nobody, not even root, can write there.
    let taken = scenario(dir.path(), "taken", "");
    let said = refused(&["run", &path, "--out", &taken]);
    assert_contains(&said, "cannot be written to");
    assert_contains(&said, "--out DIR");
}

/// A list with nothing in it names no bot that is not there, and a number with many noughts is one.
#[test]
fn names_and_numbers_that_are_none() {
    let (_dir, path) = written("small.toml", SMALL);
    for args in [
        &["bots", "ladder", &path, "--bots", ","][..],
        &["explain", &path, "--only", "tile.1,"],
    ] {
        let said = refused(args);
        assert!(said.contains("a value is required for"), "{said}");
    }
    let said = refused(&["run", &path, "--games", "1e30"]);
    assert!(said.contains("this is too large"), "{said}");
}

/// What there is to choose from stands with what is wrong.
#[test]
fn mistakes_name_what_may_be_written() {
    let dir = folder();
    let said = |text: &str| {
        let text = format!("game = \"niagara\"\n[rules]\nplayers = 3\n{text}");
        let path = scenario(dir.path(), "a.toml", &text);
        let said = refused(&["validate", &path]);
        flat(&said)
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
    let path = scenario(dir.path(), "b.toml", text);
    printed(&["validate", &path]);
    assert!(printed(&["list", "games"]).contains("2 to 5 players, 6 with other rules"));
    assert!(!outcome(balance().args(["shards", "merge", "."])).2.contains(".."));
    assert!(printed(&["new", "regatta"]).contains("# [tune]\n# \"boost\" = [2, 3]\n"));
}

/// Of a folder that is a link to nothing it is told that the link leads nowhere, by every command that writes there.
#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_no_folder() {
    let (dir, path) = written("small.toml", SMALL);
    let link = at(&dir, "link");
    std::os::unix::fs::symlink("gone", &link).expect("a link");
    for command in [&["run"][..], &["explain"], &["run", "--shard", "0/2"]] {
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
            "a backslash in \"…\" begins an escape sequence",
        ),
        (
            "rules.board = \"C:\\temp\\nap.toml\"",
            "a backslash in \"…\" begins an escape sequence",
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
    assert_contains(&wide, "is not text in UTF-8");
    assert_contains(&wide, "save it as UTF-8");
}

/// Whoever sends a scenario reads no other file by the mistakes in it.
#[test]
fn lines_of_other_files_are_not_shown() {
    let dir = folder();
    let below = dir.path().join("below");
    fs::create_dir(&below).expect("made");
    scenario(dir.path(), "secret.env", "KEY = hush\n");
    scenario(dir.path(), "secret.toml", "hush = 1\ngame = 2\n");
    for (name, place) in [("secret.env", "line 1"), ("secret.toml", "line 2")] {
        let text = format!("extends = \"../{name}\"\ngame = \"niagara\"\n");
        let path = scenario(&below, "mine.toml", &text);
        let said = refused(&["validate", &path]);
        assert_contains(&said, &format!("{name}, {place}"));
        assert!(!said.contains("KEY = ") && !said.contains("hush = 1"), "{said}");
        scenario(&below, name, &fs::read_to_string(dir.path().join(name)).expect("there"));
    }
    let path = scenario(&below, "mine.toml", "extends = \"secret.toml\"\n");
    assert!(refused(&["validate", &path]).contains("game = 2"));
}

/// Words that a user has for something that is called otherwise.
#[test]
fn what_was_meant_by_a_command_is_told() {
    let dir = folder();
    let own = |text: &str| scenario(dir.path(), "own.toml", text);
    let said = |args: &[&str]| flat(&refused(args));
    assert!(said(&["run", "niagara"]).contains("that is a game: `balance new niagara` writes a scenario of it"));
    let mekong = own("game = \"mekong\"\n");
    let seats = said(&["run", &mekong, "--set", "seats=given"]);
    assert_contains(&seats, "write --set rules.seats=\"given\" for a rule of that name");
    let niagara = own("game = \"niagara\"\nrules.players = 3\nseats.all = \"random\"\n");
    let comma = said(&["run", &niagara, "--set", "fork-switch=0,5"]);
    assert_contains(&comma, "write --set rules.fork-switch=0.5 if one number is meant");
    let won = said(&["replay", &niagara, "--won-by", "1"]);
    assert!(won.contains("there are “1st player”"), "{won}");
    let long = said(&["replay", &niagara, "--where", "rounds > 9_000", "--among", "50"]);
    assert_contains(
        &long,
        "none of the first 50 games is like that (for rounds > 9_000 there was ",
    );
}

#[test]
fn lines_that_are_never_played_are_told() {
    let text = "game = \"niagara\"\n[seats]\nall = \"sly\"\n[bots.sly]\nkind = \"scripted\"\nscript = [\"card home\", \"any\", \"card load\"]\n";
    let (dir, path) = written("sly.toml", text);
    assert_contains(&ended(&["validate", &path], 0).1, "nothing after `any` is ever played");
    let text = text.replace("all = \"sly\"", "9 = \"sly\"");
    let path = scenario(dir.path(), "seat.toml", &text);
    assert!(refused(&["validate", &path]).contains("there is no seat 9 with"));
}
