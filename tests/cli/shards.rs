//! Shards, played by processes of their own, come to the bytes of one process, or the odd one is named: a run, a check, and searches
//! round by round.

use std::fs;
use std::path::{Path, PathBuf};

use super::checkpoint::spawn;
use super::run::{differing, files};
use super::{SMALL, assert_contains, at, balance, ended, outcome, printed, refused, scenario, written};

/// Variants, a matrix, a rotation and bands, so that everything that is put together is there.
const RUN: &str = "title = \"Many\"\ngame = \"riverbed\"\ngames = 1_500\nseed = 5\n[seats]\nrotate = [\"random\", \
                   \"heuristic\", \"random\", \"random\", \"random\"]\n[rules]\nplayers = 5\n[[variant]]\nname = \"fewer\"\nrules = \
                   { end-points.coins = 4 }\n[matrix]\n\"rules.end-points.kelp\" = [6, 7]\n";

/// A command on a scenario of its own that is played in shards.
struct Sharded {
    dir: tempfile::TempDir,
    path: String,
    /// The command and what it is asked.
    command: Vec<String>,
    out: String,
    shards: PathBuf,
}

impl Sharded {
    fn new(command: &str, text: &str, more: &[&str]) -> Self {
        let (dir, path) = written("small.toml", text);
        let out = at(&dir, "out");
        let folder = match command.split(' ').next_back() {
            None | Some("run") => "small.shards".to_owned(),
            Some(word) => format!("small-{word}.shards"),
        };
        let words = command.split(' ').chain([path.as_str(), "--quiet"]);
        Sharded {
            command: words.chain(more.iter().copied()).map(str::to_owned).collect(),
            shards: Path::new(&out).join(folder),
            dir,
            path,
            out,
        }
    }

    /// One that searches.
    fn search(command: &str, more: &[&str]) -> Self {
        Sharded::new(command, &(SMALL.to_owned() + TUNED), more)
    }

    fn args<'a>(&'a self, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let words = self.command.iter().map(String::as_str);
        words.chain(["--out", out]).chain(more.iter().copied()).collect()
    }

    fn play(&self, shard: &str, more: &[&str]) -> String {
        ended(&self.args(&self.out, &[&["--shard", shard], more].concat()), 0).1
    }

    fn shown(&self) -> String {
        self.shards.display().to_string()
    }

    /// Exit code of `merge`, and what it said.
    fn merge(&self, more: &[&str]) -> (i32, String) {
        let (code, out, said) = outcome(balance().args(["shards", "merge", &self.shown()]).args(more));
        (code.expect("a code"), out + &said)
    }

    /// Plays the rounds from the present one on, and says how many it took.
    fn rounds(&self, of: u32, merged: &[&str]) -> u32 {
        for round in 1..60 {
            for index in 0..of {
                // In another order each time.
                let index = (index + round) % of;
                self.play(&format!("{index}/{of}"), &["--threads", "1"]);
            }
            match self.merge(merged) {
                (7, said) => assert!(said.contains("follow from them"), "{said}"),
                (code, said) => {
                    assert_eq!(code, 0, "{said}");
                    return round;
                }
            }
        }
        panic!("it never ends");
    }

    /// Is what was merged what one process makes?
    fn is_whole(&self, name: &str, more: &[&str]) {
        let whole = at(&self.dir, "whole");
        printed(&self.args(&whole, more));
        let [found, whole] = [&self.out, &whole].map(|out| files(&Path::new(out).join(name)));
        assert!(found.len() > 2, "{:?}", found.keys());
        assert_eq!(differing(&found, &whole), Vec::<&String>::new());
    }
}

/// Runs a command that writes below `out`.
fn play_into(out: &Path, args: &[&str]) {
    ended(&[args, &["--quiet", "--out", &out.display().to_string()]].concat(), 0);
}

#[test]
fn shards_make_up_the_run_of_one_machine() {
    let many = Sharded::new("run", RUN, &[]);
    for shard in ["4/5", "0/5", "2/5", "1/5", "3/5"] {
        assert!(many.play(shard, &["--threads", "1"]).contains("is written"));
    }
    let (out, _) = ended(&["shards", "list", &many.shown()], 0);
    assert_contains(&out, "deals 0 to 1499 in 5 shards");
    assert_contains(&out, "0-4");
    let (_, said) = ended(&["shards", "merge", &many.shown(), "--verify", "5"], 0);
    assert!(said.contains("played again: 5, in 5 of 5 shards"), "{said}");
    many.is_whole("small", &[]);
    // A round more, in other shards, and every shard by the number that a scheduler gives it.
    for index in ["0", "1"] {
        let args = [
            "run", &many.path, "--out", &many.out, "--shard", "auto", "--shards", "2", "--from", "1500", "--games",
        ];
        let mut command = balance();
        let command = command.args(args).args(["2000", "--quiet"]);
        let (code, _, said) = outcome(command.env("JOB_COMPLETION_INDEX", index));
        assert_eq!(code, Some(0), "{said}");
    }
    ended(&["shards", "merge", &many.shown(), "--quiet"], 0);
    many.is_whole("small", &["--games", "2000"]);
}

/// Looks at which something is asked come at the same moments.
#[test]
fn a_run_in_shards_ends_where_one_machine_ends_it() {
    let stop = RUN.replace("games = 1_500", "games = 17_000")
        + "[stop]\nhalf-width = \"4%\"\n[expect]\n\"turns.mean\" = { from = 5, to = 60 }\n";
    let text = stop.replace("[matrix]\n\"rules.end-points.kelp\" = [6, 7]\n", "");
    let many = Sharded::new("run", &text, &[]);
    for index in 0..3 {
        many.play(&format!("{index}/3"), &[]);
    }
    let (out, _) = ended(&["shards", "merge", &many.shown()], 0);
    assert!(out.contains("were enough"), "{out}");
    many.is_whole("small", &[]);
}

/// One is killed, one played twice, one torn, one of another seed, one of another number of shards, one missing.
#[test]
fn odd_shards_are_named_and_played_again() {
    let many = Sharded::new("run", RUN, &[]);
    for shard in ["0/6", "1/6", "3/6", "4/6"] {
        many.play(shard, &[]);
    }
    let first = many.shards.join("00000-of-00006.json");
    let bytes = fs::read(&first).expect("there");
    assert!(many.play("0/6", &[]).contains("is there"));
    many.play("0/6", &["--fresh", "--threads", "1"]);
    assert_eq!(
        fs::read(&first).expect("there"),
        bytes,
        "two attempts write the same bytes"
    );
    let args = [
        "run", &many.path, "--games", "1_500", "--out", &many.out, "--shard", "2/6",
    ];
    let mut killed = spawn(&args);
    std::thread::sleep(std::time::Duration::from_millis(30));
    killed.kill().expect("killed");
    killed.wait().expect("ended");
    fs::remove_file(many.shards.join("00002-of-00006.json")).unwrap_or_default();
    fs::write(many.shards.join(".00002-of-00006.json.x.new"), "torn").expect("written");
    let altered = many.shards.join("00003-of-00006.json");
    let text = fs::read_to_string(&altered).expect("there");
    fs::write(&altered, text.replacen("\"games\":1", "\"games\":2", 1)).expect("written");
    assert_eq!(ended(&["shards", "list", &many.shown(), "--missing"], 3).0, "2-3,5\n");
    let (out, _) = ended(&["shards", "list", &many.shown()], 3);
    assert_contains(&out, "00003-of-00006.json is damaged: it does not have the checksum");
    let (_, said) = ended(&["shards", "merge", &many.shown()], 3);
    assert_contains(&said, "00003-of-00006.json is damaged");
    assert_contains(&said, "Shards 2-3,5 of 0 to 5 are missing");
    for shard in ["2/6", "3/6", "5/6"] {
        many.play(shard, &[]);
    }
    // What is of something else is not overwritten, and named.
    let foreign = many.dir.path().join("foreign");
    play_into(&foreign, &["run", &many.path, "--seed", "6", "--shard", "5/6"]);
    let fifth = many.shards.join("00005-of-00006.json");
    let good = fs::read(&fifth).expect("there");
    fs::copy(foreign.join("small.shards/00005-of-00006.json"), &fifth).expect("copied");
    let said = refused(&["shards", "merge", &many.shown()]);
    assert_contains(&said, "00005-of-00006.json is of another run: its seed is 6");
    let args = ["run", &many.path, "--shard", "5/6", "--out", &many.out];
    assert!(refused(&args).contains("is of another run"));
    fs::write(&fifth, good).expect("written");
    many.play("1/7", &[]);
    assert!(refused(&["shards", "merge", &many.shown()]).contains("00001-of-00007.json overlaps"));
    fs::remove_file(many.shards.join("00001-of-00007.json")).expect("removed");
    ended(&["shards", "merge", &many.shown()], 0);
    many.is_whole("small", &[]);
}

/// Writes the shard anew as `lie` makes its first piece, with a checksum that fits.
pub(super) fn rewrite(path: &Path, lie: impl Fn(&mut serde_json::Value)) {
    rewrite_line(path, 2, lie);
}

/// The same of any line: the head, the manifest, and the pieces.
fn rewrite_line(path: &Path, line: usize, lie: impl Fn(&mut serde_json::Value)) {
    let text = fs::read_to_string(path).expect("there");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut value: serde_json::Value = serde_json::from_str(&lines[line]).expect("JSON");
    lie(&mut value);
    lines[line] = value.to_string();
    let rest = lines[1..].join("\n") + "\n";
    let checksum = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(rest.as_bytes()));
    let head: serde_json::Value = serde_json::from_str(&lines[0]).expect("a head");
    let head = serde_json::json!({ "format": head["format"], "checksum": checksum });
    fs::write(path, format!("{head}\n{rest}")).expect("written");
}

/// Whoever alters counts and the checksum of the file with them is found by the units; whoever alters these as well, by
/// playing them again.
#[test]
fn a_shard_that_lies_is_named() {
    let many = Sharded::new("run", RUN, &[]);
    for shard in ["0/2", "1/2"] {
        many.play(shard, &[]);
    }
    let path = many.shards.join("00001-of-00002.json");
    let honest = fs::read(&path).expect("there");
    rewrite(&path, |_| {});
    ended(&["shards", "merge", &many.shown(), "--verify", "2"], 0);
    rewrite(&path, |piece| {
        let wins = &mut piece["played"]["tallies"][2]["side_wins"][1];
        *wins = (wins.as_u64().expect("a count") + 1).into();
    });
    let (_, said) = ended(&["shards", "merge", &many.shown()], 3);
    assert_contains(
        &said,
        "00001-of-00002.json is damaged: its sums are not those of its units",
    );
    fs::write(&path, honest).expect("written");
    // Every unit has the counts of another one, so that the sums are as they were.
    rewrite(&path, |piece| {
        let units = piece["units"].as_object_mut().expect("units");
        let sums: Vec<serde_json::Value> = units.values().cloned().collect();
        for (unit, sum) in units.values_mut().zip(sums.iter().cycle().skip(1)) {
            *unit = sum.clone();
        }
    });
    ended(&["shards", "merge", &many.shown()], 0);
    let said = refused(&["shards", "merge", &many.shown(), "--verify", "2"]);
    assert!(said.contains("00001-of-00002.json is wrong: from game"), "{said}");
}

/// What a check leaves: stdout, exit code, the file of `--junit` and that of `--summary`.
type Said = (String, Option<i32>, Vec<u8>, Vec<u8>);

/// What a check says on one machine and in shards, for `more` arguments.
fn checked(many: &Sharded, more: &[&str]) -> [Said; 2] {
    let base = many.dir.path().display().to_string();
    let at = |name: &str| many.dir.path().join(name).display().to_string();
    let check = ["check", &many.path, "--quiet", "--baselines", &base];
    fs::remove_dir_all(Path::new(&many.out)).unwrap_or_default();
    for shard in ["2/3", "0/3", "1/3"] {
        let (_, said) = ended(&[&check[..], &["--out", &many.out, "--shard", shard], more].concat(), 0);
        assert!(said.contains("is written"), "{said}");
    }
    let shards = many.shown();
    let told = |name: &str, args: &[&str]| {
        let (junit, summary) = (at(&format!("{name}.xml")), at(&format!("{name}.md")));
        fs::remove_file(&summary).unwrap_or_default();
        let outputs = ["--junit", &junit, "--summary", &summary];
        let (code, out, _) = outcome(balance().args(args).args(outputs));
        let read = |path: &str| fs::read(path).expect("written");
        (out, code, read(&junit), read(&summary))
    };
    [
        told("whole", &[&check[..], more].concat()),
        told("merged", &["shards", "merge", &shards, "--verify", "4"]),
    ]
}

/// Bands that stop early and a baseline, two configurations; then the same with a changed rule, and bands that stay open.
#[test]
fn a_check_in_shards_says_what_one_machine_says() {
    let text = "title = \"Many\"\ngame = \"riverbed\"\ngames = 20_000\nseed = 5\n[rules]\nplayers = 5\n[[variant]]\nname = \
                \"fewer\"\nrules = { end-points.coins = 4 }\n[expect]\n\"turns.mean\" = { from = 5, to = 60 }\n";
    let many = Sharded::new("check", text, &[]);
    let base = many.dir.path().display().to_string();
    printed(&["baseline", &many.path, "--games", "3000", "--quiet", "--out", &base]);
    let [whole, merged] = checked(&many, &[]);
    assert_eq!(whole, merged);
    let shards = many.shown();
    let [whole, merged] = [
        &["check", &many.path, "--quiet", "--baselines", &base][..],
        &["shards", "merge", &shards],
    ]
    .map(|args| {
        let (code, out, _) = outcome(balance().args(args).args(["--unchanged", "--json"]));
        (out, code)
    });
    assert_eq!(whole, merged);
    assert_eq!(whole.1, Some(0), "{}", whole.0);
    // The shards are not those of another baseline, and say so.
    fs::write(&many.path, text.replace("coins = 4", "coins = 3")).expect("written");
    let said = refused(&["shards", "merge", &shards]);
    assert!(said.contains("is of another run: its rules, seats, bots"), "{said}");
    let args = [
        "check", &many.path, "--baselines", &base, "--out", &many.out, "--shard", "1/3",
    ];
    assert!(refused(&args).contains("is of another check"));
    let [whole, merged] = checked(&many, &[]);
    assert_eq!(whole, merged);
    assert_eq!(whole.1, Some(1), "a changed rule is outside: {}", whole.0);
    fs::write(&many.path, text.replace("from = 5, to = 60", "from = 5, to = 27.5")).expect("written");
    let [whole, merged] = checked(&many, &["--games", "900"]);
    assert_eq!(whole, merged);
    let (out, _) = ended(&["shards", "list", &shards], 0);
    assert_contains(&out, "shards of balance check ");
    assert_contains(&out, "deals 0 to 2999 in 3 shards");
    // What is not for a check is refused.
    assert!(refused(&["shards", "merge", &shards, "--out", &base]).contains("a check writes no report"));
    let junit = ["check", &many.path, "--shard", "0/3", "--junit", "a.xml"];
    assert!(refused(&junit).contains("are for `shards merge`"));
}

#[test]
fn a_ladder_in_shards_is_that_of_one_machine() {
    let many = Sharded::new(
        "bots ladder",
        "game = \"regatta\"\nseed = 5\n[rules]\nplayers = 3\n[bots.lazy]\nkind = \"random\"\n",
        &[],
    );
    let ladder = |out: &str, more: &[&str]| {
        let bots = "heuristic,lazy,dasher";
        let args = [
            "bots", "ladder", &many.path, "--bots", bots, "--deals", "1000", "-q", "--out", out,
        ];
        ended(&[&args[..], more].concat(), 0).1
    };
    for shard in ["1/3", "2/3", "0/3"] {
        ladder(&many.out, &["--shard", shard]);
    }
    assert!(ladder(&many.out, &["--shard", "1/3"]).contains("is there"));
    let (shards, shown) = (&many.shards, many.shown());
    assert!(refused(&["shards", "merge", &shown, "--junit", "a.xml"]).contains("are for the shards of a check"));
    // Wins that were never won.
    let path = shards.join("00002-of-00003.json");
    let honest = fs::read(&path).expect("there");
    rewrite(&path, |units| {
        for deal in units[0][1][1].as_array_mut().expect("deals") {
            let one = deal[0].as_u64().expect("a count");
            deal[0] = (if one == 0 { 1 } else { one - 1 }).into();
        }
    });
    assert!(refused(&["shards", "merge", &shown, "--verify", "3"]).contains("00002-of-00003.json is wrong"));
    rewrite(&path, |units| units[0][1][1][3][0] = 4.into());
    let (_, said) = ended(&["shards", "merge", &shown], 3);
    assert_contains(&said, "00002-of-00003.json is damaged");
    assert_contains(&said, " --deals 1_000 ");
    assert_contains(&said, " --shard 2/3`");
    // One of another command, of other bots, and one that is missing.
    let other = many.dir.path().join("other");
    play_into(&other, &["run", &many.path, "--games", "20", "--shard", "2/3"]);
    fs::copy(other.join("small.shards/00002-of-00003.json"), &path).expect("copied");
    let said = refused(&["shards", "merge", &shown]);
    assert_contains(
        &said,
        "is of another command: balance run, the others of balance bots ladder",
    );
    let bots = [
        "bots", "ladder", &many.path, "--bots", "heuristic,lazy", "--deals", "1000", "--shard", "2/3",
    ];
    play_into(&other, &bots);
    fs::copy(other.join("small-ladder.shards/00002-of-00003.json"), &path).expect("copied");
    assert!(refused(&["shards", "merge", &shown]).contains("00002-of-00003.json is of another run"));
    fs::remove_file(&path).expect("removed");
    assert_eq!(ended(&["shards", "list", &shown, "--missing"], 3).0, "2\n");
    fs::write(&path, honest).expect("written");
    ended(&["shards", "merge", &shown, "--verify", "3"], 0);
    let whole = at(&many.dir, "whole");
    ladder(&whole, &[]);
    let [found, whole] = [&many.out, &whole].map(|out| files(&Path::new(out).join("small-ladder")));
    assert!(found.len() > 3 && differing(&found, &whole).is_empty());
    // All is known: it can be put together once more, and nothing is left to play.
    ended(&["shards", "merge", &shown], 0);
    assert!(ladder(&many.out, &["--shard", "1/3", "--fresh"]).contains("All rounds are played"));
}

/// The command that is told for a shard that is missing plays the one that belongs there; one without an option of the others
/// is told that.
#[test]
fn a_missing_shard_is_played_as_the_others_were() {
    let text = "game = \"niagara\"\ngames = 300\n[expect]\n\"rounds.mean\" = { to = 20 }\n";
    let many = Sharded::new("run", text, &[]);
    let options = ["--no-league", "--seed", "7", "--games", "30"];
    many.play("0/3", &options);
    many.play("2/3", &options);
    many.play("1/3", &options[1..]);
    let said = refused(&["shards", "merge", &many.shown()]);
    assert_contains(
        &said,
        "00001-of-00003.json is of another run: it was played with no option, the others with --no-league.",
    );
    fs::remove_file(many.shards.join("00001-of-00003.json")).expect("removed");
    let (_, said) = ended(&["shards", "merge", &many.shown()], 3);
    let command = said.split('`').nth(1).expect("a command");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    ended(&words, 0);
    ended(&["shards", "merge", &many.shown()], 0);
}

#[test]
fn shards_are_asked_for_rightly() {
    let many = Sharded::new("run", RUN, &[]);
    let said = |args: &[&str]| refused(&[&["run", &many.path, "--out", &many.out], args].concat());
    assert!(said(&["--shard", "8/8"]).contains("counted from 0: those of 8 go from 0/8 to 7/8"));
    assert!(said(&["--shard", "auto", "--shards", "8"]).contains("no scheduler"));
    assert!(said(&["--shard", "0/2", "--from", "1500"]).contains("ends with game 1499"));
    assert!(refused(&["shards", "list", &many.shown()]).contains("cannot be read"));
    assert_eq!(
        ended(&["shards", "list", &many.shown(), "--shards", "4", "--missing"], 3).0,
        "0-3\n"
    );
    // A job array is written without being submitted.
    let args = [
        "shards", "slurm", &many.path, "--shards", "4", "--out", &many.out, "--games", "99", "--dry-run", "--",
        "--time=5",
    ];
    let (out, _) = ended(&args, 0);
    assert_contains(&out, "--array=0-3");
    assert_contains(&out, "--dependency=afterany:");
    let task = fs::read_to_string(many.shards.join("task.sbatch")).expect("written");
    for wanted in [
        "#SBATCH --time=5\n",
        "#SBATCH --no-requeue\n",
        "--shard auto --shards 4 --games=99",
    ] {
        assert_contains(&task, wanted);
    }
}

const TUNED: &str = "\n[expect]\n\"win-rate.profiteer\" = { to = \"15%\" }\n\n[tune]\nend-points.coins = { from = 4, to = 8 }\n\
                     con-cost = [0, 1]\n";

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "json"))
        .collect();
    names.sort();
    names
}

#[test]
fn a_search_in_shards_finds_what_one_machine_finds() {
    let tuned = Sharded::search("tune", &["--games", "10000"]);
    let merged = tuned.dir.path().join("merged.toml").display().to_string();
    let rounds = tuned.rounds(2, &["--write", &merged]);
    assert!(rounds > 4, "{rounds} rounds");
    let whole = tuned.dir.path().join("whole.toml").display().to_string();
    tuned.is_whole("small", &["--write", &whole]);
    assert_eq!(fs::read(&merged).expect("written"), fs::read(&whole).expect("written"));
    // All is known: nothing is to be played, and it can be said again, also from the shards of all rounds.
    assert!(tuned.play("1/2", &[]).contains("All rounds are played"));
    assert_contains(&printed(&["shards", "list", &tuned.shown()]), "shards of balance tune");
    assert_eq!(ended(&["shards", "list", &tuned.shown(), "--missing"], 0).0, "");
    assert_eq!(tuned.merge(&[]).0, 0);
    let known = tuned.shards.join("known.json");
    let before = fs::read(&known).expect("there");
    fs::write(&known, "torn").expect("written");
    let (code, said) = tuned.merge(&[]);
    assert!(code == 0 && said.contains("known.json is damaged"), "{said}");
    assert_eq!(fs::read(&known).expect("there"), before);
    let (code, said) = tuned.merge(&["--junit", "a.xml"]);
    assert!(code == 2 && said.contains("are for the shards of a check"), "{said}");
    let said = refused(&tuned.args("out", &["--shard", "0/2", "--write", "a.toml"]));
    assert_contains(&said, "--write is for `shards merge`");
}

/// Who is strongest decides what is played next, and so does what wins most.
#[test]
fn what_is_found_in_shards_is_what_one_machine_finds() {
    let exploit = [
        "--bot", "hoarder", "--with", "scripts", "--deals", "40", "--games", "2000",
    ];
    for (command, more, shards, rounds, name) in [
        (
            "skill",
            &["--bots", "heuristic,random", "--deals", "60"][..],
            3,
            2..=2,
            "small-skill",
        ),
        ("bots exploit", &exploit, 2, 4..=60, "small-exploit"),
        (
            "why",
            &["--games", "900", "--set", "end-points.coins=4"],
            3,
            2..=2,
            "small-end-points-coins-4-why",
        ),
    ] {
        let mut played = Sharded::search(command, more);
        played.shards = Path::new(&played.out).join(format!("{name}.shards"));
        let found = played.rounds(shards, &["--verify", "3"]);
        assert!(rounds.contains(&found), "{command}: {found} rounds");
        played.is_whole(name, &[]);
    }
}

#[test]
fn two_files_in_shards_compare_as_on_one_machine() {
    let mut held = Sharded::search("compare", &["--games", "3000"]);
    let other = SMALL.replace("players = 5", "players = 5\nend-points.coins = 4");
    held.command.push(scenario(held.dir.path(), "other.toml", &other));
    assert_eq!(held.rounds(3, &["--verify", "3"]), 1);
    held.is_whole("small-against-other", &[]);
}

#[test]
fn a_baseline_in_shards_is_that_of_one_machine() {
    for (more, rounds) in [(&["--games", "900"][..], 1), (&[], 2)] {
        let stored = Sharded::search("baseline", more);
        assert_eq!(stored.rounds(3, &["--verify", "3"]), rounds);
        let whole = at(&stored.dir, "whole");
        printed(&stored.args(&whole, &[]));
        let [found, whole] =
            [&stored.out, &whole].map(|out| fs::read(Path::new(out).join("small.json")).expect("written"));
        assert_eq!(found, whole, "{more:?}");
    }
}

#[test]
fn an_explanation_in_shards_finds_what_one_machine_finds() {
    let taken = Sharded::search(
        "explain",
        &["--games", "8000", "--only", "tile.2,tile.6,card.clear-water"],
    );
    let rounds = taken.rounds(3, &["--verify", "3"]);
    assert!((2..=8).contains(&rounds), "{rounds} rounds");
    taken.is_whole("small-explain", &[]);
    let (code, said) = taken.merge(&["--write", "a.toml"]);
    assert!(
        code == 2 && said.contains("are for the shards of `tune`") || said.contains("--write is for"),
        "{said}"
    );
}

/// In a later round one is missing, one torn, one of another search, one lies, one is of another cut.
#[test]
fn odd_shards_of_a_round_are_named() {
    let taken = Sharded::search("explain", &["--games", "8000", "--only", "tile.2,tile.6"]);
    for shard in ["0/3", "1/3", "2/3"] {
        taken.play(shard, &[]);
    }
    assert!(taken.play("1/3", &[]).contains("is there"));
    assert_eq!(taken.merge(&[]).0, 7);
    // Nothing of the next round is there yet.
    let (out, said) = ended(&["shards", "list", &taken.shown()], 7);
    assert_contains(&out, "in 3 shards");
    assert_contains(&said, "--shard I/3");
    assert_eq!(ended(&["shards", "list", &taken.shown(), "--missing"], 7).0, "0-2\n");
    assert_eq!(taken.merge(&[]).0, 7);
    let first = names(&taken.shards);
    taken.play("2/3", &[]);
    taken.play("0/3", &[]);
    assert_eq!(ended(&["shards", "list", &taken.shown(), "--missing"], 3).0, "1\n");
    let (code, said) = taken.merge(&[]);
    assert_contains(&said, "Shard 1 of 0 to 2 is missing");
    assert_contains(&said, " --shard 1/3`");
    assert!(code == 3, "{said}");
    taken.play("1/3", &[]);
    let mut second = names(&taken.shards);
    second.retain(|name| !first.contains(name));
    assert_eq!(second.len(), 3, "{second:?}");
    let path = taken.shards.join(&second[0]);
    let honest = fs::read(&path).expect("there");
    fs::write(&path, &honest[..honest.len() - 9]).expect("written");
    let (code, said) = taken.merge(&[]);
    assert_contains(&said, &format!("{} is damaged", second[0]));
    assert!(code == 3, "{said}");
    fs::write(&path, &honest).expect("written");
    // Counts that cannot be, and some that are not.
    rewrite(&path, |units| units[0][1]["sums"] = serde_json::json!([1]));
    let (code, said) = taken.merge(&[]);
    assert_contains(&said, "its counts are not those of such a shard");
    assert!(code == 3, "{said}");
    fs::write(&path, &honest).expect("written");
    rewrite(&path, |units| {
        for unit in units.as_array_mut().expect("units") {
            let counts = unit[1]["differences"][0][0].as_object_mut().expect("counts");
            let lost = counts.remove("0").expect("deals that are lost");
            counts.insert("9".to_owned(), lost);
        }
    });
    let (code, said) = taken.merge(&["--verify", "3"]);
    assert!(code == 2 && said.contains(&format!("{} is wrong", second[0])), "{said}");
    fs::write(&path, &honest).expect("written");
    let elsewhere = taken.dir.path().join("elsewhere");
    let other = elsewhere.display().to_string();
    ended(&taken.args(&other, &["--seed", "6", "--shard", "0/3"]), 0);
    let foreign = elsewhere.join("small-explain.shards/00000-of-00003.json");
    let text = fs::read_to_string(&foreign).expect("there");
    let (from, _) = second[0].split_once('.').expect("a name");
    let from = from.strip_prefix("from-").expect("a later round");
    fs::write(&path, text).expect("written");
    let (code, said) = taken.merge(&[]);
    assert!(code == 2 && said.contains("under another name"), "{said}");
    rewrite_line(&path, 1, |manifest| {
        manifest["from"] = from.parse::<u64>().expect("a number").into();
    });
    let (code, said) = taken.merge(&[]);
    assert!(code == 2 && said.contains("is of another run: its seed is 6"), "{said}");
    fs::write(&path, &honest).expect("written");
    // With other games it is another search, whose shards do not go on here.
    let mut args = taken.args("x", &["--shard", "0/3"]);
    let games = args.iter().position(|word| *word == "8000").expect("games");
    args[games] = "9000";
    let at = args.iter().position(|word| *word == "x").expect("a folder");
    args[at] = &taken.out;
    assert!(refused(&args).contains("known.json is of another run"));
    taken.rounds(3, &[]);
    taken.is_whole("small-explain", &[]);
}

/// What `balance shards slurm --dry-run` writes: the command line of a task, and the job that merges.
fn scripts(args: &[&str], name: &str) -> (String, String) {
    let text = SMALL.to_owned() + TUNED + "[bots.lazy]\nkind = \"random\"\n";
    let (dir, path) = written("small.toml", &text);
    let out = at(&dir, "out");
    let words: Vec<&str> = args
        .iter()
        .map(|word| if *word == "X" { &*path } else { word })
        .collect();
    let more = ["--shards", "4", "--out", &out, "--dry-run", "--", "--time=5"];
    let words = [&["shards", "slurm"], &words[..], &more].concat();
    ended(&words, 0);
    let (said, _) = ended(&words, 0);
    assert!(said.contains("--array=0-3") && said.contains("afterany"), "{said}");
    let shards = Path::new(&out).join(name);
    let task = fs::read_to_string(shards.join("task.sbatch")).expect("written");
    fs::write(shards.join("task.sbatch"), task.clone() + "# mine\n").expect("written");
    assert!(refused(&words).contains("task.sbatch was not written by this command"));
    fs::write(shards.join("task.sbatch"), task).expect("written");
    let read = |file: &str| {
        let text = fs::read_to_string(shards.join(file)).expect("written");
        let whole = shards.canonicalize().expect("a folder").display().to_string();
        text.replace(&whole, "DIR")
            .replace(&path, "X")
            .replace(&out, "OUT")
            .replace(env!("CARGO_BIN_EXE_balance"), "balance")
    };
    (read("task.sbatch"), read("finish.sbatch"))
}

#[test]
fn every_command_in_shards_is_an_array_of_jobs() {
    let task = |args: &[&str], name: &str| {
        let (task, _) = scripts(args, name);
        assert_contains(
            &task,
            "#SBATCH --no-requeue\n#SBATCH --output=DIR/log/%A_%a.txt\n#SBATCH --time=5\n",
        );
        task.lines().last().expect("a command").to_owned()
    };
    let rest = "--shard auto --shards 4";
    let ladder = [
        "bots",
        "ladder",
        "X",
        "--with=--bots=lazy,heuristic",
        "--with=--deals=20",
    ];
    assert_eq!(
        task(&ladder, "small-ladder.shards"),
        format!("exec balance bots ladder X {rest} --bots=lazy,heuristic --deals=20 --quiet --out OUT")
    );
    assert_eq!(
        task(&["check", "X", "--games", "900"], "small-check.shards"),
        format!("exec balance check X {rest} --games=900 --quiet --out OUT")
    );
    assert_eq!(
        task(&["explain", "X", "--seed", "7"], "small-explain.shards"),
        format!("exec balance explain X {rest} --seed=7 --quiet --out OUT")
    );
    assert_eq!(
        task(&["skill", "X", "--with=--deals=20"], "small-skill.shards"),
        format!("exec balance skill X {rest} --deals=20 --quiet --out OUT")
    );
    assert_eq!(
        task(&["bots", "exploit", "X", "--with=--bot=lazy"], "small-exploit.shards"),
        format!("exec balance bots exploit X {rest} --bot=lazy --quiet --out OUT")
    );
    assert_eq!(task(&["run", "X"], "small.shards"), task(&["X"], "small.shards"));
    let (_, check) = scripts(&["check", "X"], "small-check.shards");
    assert!(check.contains("\n\"$balance\" shards merge \"$dir\"\n"), "{check}");
    let (_, tune) = scripts(&["tune", "X"], "small-tune.shards");
    let script = "balance=balance
dir=DIR
submit() {
    for name in ${!SLURM_*} ${!SBATCH_*}; do [ \"$name\" = SLURM_CONF ] || unset \"$name\"; done
    job=$(sbatch --parsable --array=\"$1\" \"$dir/task.sbatch\") || exit 3
    export BALANCE_AGAIN=$2
    exec sbatch --dependency=afterany:\"${job%%;*}\" \"$dir/finish.sbatch\"
}
missing=$(\"$balance\" shards list \"$dir\" --shards 4 --missing)
code=$?
if [ -n \"$missing\" ] && [ \"${BALANCE_AGAIN:-3}\" -gt 0 ]; then
    case $code in 3 | 7)
        echo \"Again: $missing\"
        submit \"$missing\" $((${BALANCE_AGAIN:-3} - 1)) ;;
    esac
fi
[ \"$code\" = 0 ] || exit \"$code\"
\"$balance\" shards merge \"$dir\" --out OUT
code=$?
[ \"$code\" = 7 ] || exit \"$code\"
# The next round, of all shards.
submit 0-3 3
";
    assert!(tune.ends_with(script), "{tune}");
    let said = |args: &[&str]| refused(&[&["shards", "slurm"], args, &["--shards", "4", "--dry-run"]].concat());
    assert!(said(&["chekc", "a.toml"]).contains("there are run, compare, check,"));
    assert!(said(&["replay", "a.toml"]).contains("is no command that is played in shards"));
    let (dir, path) = written("small.toml", SMALL);
    let out = dir.path().display().to_string();
    let wrong = [
        "shards", "slurm", "bots", "ladder", &path, "--shards", "4", "--dry-run", "--out", &out, "--games=9",
    ];
    assert!(refused(&wrong).contains("--games"));
}
