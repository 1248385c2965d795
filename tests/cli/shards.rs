//! A run in shards, played by processes of their own, comes to the bytes of one process, or names the shard that is odd.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::run::{differing, files, files_of};
use super::{folder, printed, refused, scenario};

/// Variants, a matrix, a rotation and bands, so that everything that is put together is there.
const RUN: &str = "title = \"Many\"\ngame = \"riverbed\"\ngames = 1_500\nseed = 5\n[seats]\nrotate = [\"random\", \
                   \"heuristic\", \"random\", \"random\", \"random\"]\n[rules]\nplayers = 5\n[[variant]]\nname = \"fewer\"\nrules = \
                   { end-points.coins = 4 }\n[matrix]\n\"rules.end-points.kelp\" = [6, 7]\n";

/// The program without the variables of a scheduler that it might run under.
pub(super) fn balance(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_balance"));
    command.args(args).env("NO_COLOR", "1");
    for name in [
        "SLURM_ARRAY_TASK_ID",
        "JOB_COMPLETION_INDEX",
        "BALANCE_SHARD",
        "BALANCE_SHARDS",
        "CI_NODE_INDEX",
    ] {
        command.env_remove(name);
    }
    command
}

pub(super) fn ended(args: &[&str], code: i32) -> (String, String) {
    let Output { status, stdout, stderr } = balance(args).output().expect("the program runs");
    let (out, said) = (
        String::from_utf8_lossy(&stdout).into_owned(),
        String::from_utf8_lossy(&stderr).into_owned(),
    );
    assert_eq!(status.code(), Some(code), "{args:?}: {out}{said}");
    (out, said)
}

struct Many {
    dir: tempfile::TempDir,
    path: String,
    out: String,
}

impl Many {
    fn new(text: &str) -> Self {
        let dir = folder();
        let path = scenario(dir.path(), "many.toml", text).display().to_string();
        let out = dir.path().join("out").display().to_string();
        Many { dir, path, out }
    }

    fn shards(&self) -> PathBuf {
        Path::new(&self.out).join("many.shards")
    }

    fn shown(&self) -> String {
        self.shards().display().to_string()
    }

    fn play(&self, shard: &str, more: &[&str]) -> String {
        let args = [
            &["run", &self.path, "--quiet", "--out", &self.out, "--shard", shard],
            more,
        ]
        .concat();
        ended(&args, 0).1
    }

    /// Is what was merged what one process makes?
    fn is_whole(&self, more: &[&str]) {
        let whole = self.dir.path().join("whole");
        let args = [
            "run",
            &self.path,
            "--quiet",
            "--fresh",
            "--out",
            &whole.display().to_string(),
        ];
        printed(&[&args[..], more].concat());
        let (found, whole) = (files(&Path::new(&self.out).join("many")), files(&whole.join("many")));
        assert_eq!(differing(&found, &whole), Vec::<&String>::new());
    }
}

/// Runs a command that writes below `out`.
fn play_into(out: &Path, args: &[&str]) {
    ended(&[args, &["--quiet", "--out", &out.display().to_string()]].concat(), 0);
}

#[test]
fn shards_make_up_the_run_of_one_machine() {
    let many = Many::new(RUN);
    for shard in ["4/5", "0/5", "2/5", "1/5", "3/5"] {
        assert!(many.play(shard, &["--threads", "1"]).contains("is written"));
    }
    let (out, _) = ended(&["shards", &many.shown()], 0);
    assert!(
        out.contains("deals 0 to 1499 in 5 shards") && out.contains("0-4"),
        "{out}"
    );
    let (_, said) = ended(&["merge", &many.shown(), "--verify", "5"], 0);
    assert!(said.contains("played again: 5, in 5 of 5 shards"), "{said}");
    many.is_whole(&[]);
    // A round more, in other shards, and every shard by the number that a scheduler gives it.
    for index in ["0", "1"] {
        let args = [
            "run", &many.path, "--out", &many.out, "--shard", "auto", "--shards", "2", "--from", "1500", "--games",
        ];
        let again = balance(&[&args[..], &["2000", "--quiet"]].concat())
            .env("JOB_COMPLETION_INDEX", index)
            .output()
            .expect("the program runs");
        assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    }
    ended(&["merge", &many.shown(), "--quiet"], 0);
    many.is_whole(&["--games", "2000"]);
}

/// Looks at which something is asked come at the same moments.
#[test]
fn a_run_in_shards_ends_where_one_machine_ends_it() {
    let stop = RUN.replace("games = 1_500", "games = 17_000")
        + "[stop]\nhalf-width = \"4%\"\n[expect]\n\"turns.mean\" = { from = 5, to = 60 }\n";
    let many = Many::new(&stop.replace("[matrix]\n\"rules.end-points.kelp\" = [6, 7]\n", ""));
    for index in 0..3 {
        many.play(&format!("{index}/3"), &[]);
    }
    let (out, _) = ended(&["merge", &many.shown()], 0);
    assert!(out.contains("were enough"), "{out}");
    many.is_whole(&[]);
}

/// One is killed, one played twice, one torn, one of another seed, one of another number of shards, one missing.
#[test]
fn odd_shards_are_named_and_played_again() {
    let many = Many::new(RUN);
    for shard in ["0/6", "1/6", "3/6", "4/6"] {
        many.play(shard, &[]);
    }
    let first = many.shards().join("00000-of-00006.json");
    let bytes = fs::read(&first).expect("there");
    assert!(many.play("0/6", &[]).contains("is there"));
    many.play("0/6", &["--fresh", "--threads", "1"]);
    assert_eq!(
        fs::read(&first).expect("there"),
        bytes,
        "two attempts write the same bytes"
    );
    let mut killed = balance(&[
        "run", &many.path, "--games", "1_500", "--out", &many.out, "--shard", "2/6",
    ])
    .stderr(Stdio::null())
    .spawn()
    .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_millis(30));
    killed.kill().expect("killed");
    killed.wait().expect("ended");
    fs::remove_file(many.shards().join("00002-of-00006.json")).unwrap_or_default();
    fs::write(many.shards().join(".00002-of-00006.json.x.new"), "torn").expect("written");
    let altered = many.shards().join("00003-of-00006.json");
    let text = fs::read_to_string(&altered).expect("there");
    fs::write(&altered, text.replacen("\"games\":1", "\"games\":2", 1)).expect("written");
    assert_eq!(ended(&["shards", &many.shown(), "--missing"], 3).0, "2-3,5\n");
    let (out, _) = ended(&["shards", &many.shown()], 3);
    assert!(
        out.contains("00003-of-00006.json is damaged: it does not have the checksum"),
        "{out}"
    );
    let (_, said) = ended(&["merge", &many.shown()], 3);
    assert!(
        said.contains("00003-of-00006.json is damaged") && said.contains("Shards 2-3,5 of 0 to 5 are missing"),
        "{said}"
    );
    for shard in ["2/6", "3/6", "5/6"] {
        many.play(shard, &[]);
    }
    // What is of something else is not overwritten, and named.
    let foreign = many.dir.path().join("foreign");
    ended(
        &[
            "run",
            &many.path,
            "--seed",
            "6",
            "--shard",
            "5/6",
            "--quiet",
            "--out",
            &foreign.display().to_string(),
        ],
        0,
    );
    let fifth = many.shards().join("00005-of-00006.json");
    let good = fs::read(&fifth).expect("there");
    fs::copy(foreign.join("many.shards/00005-of-00006.json"), &fifth).expect("copied");
    assert!(refused(&["merge", &many.shown()]).contains("00005-of-00006.json is of another run: its seed is 6"));
    let args = ["run", &many.path, "--shard", "5/6", "--out", &many.out];
    assert!(refused(&args).contains("is of another run"));
    fs::write(&fifth, good).expect("written");
    many.play("1/7", &[]);
    assert!(refused(&["merge", &many.shown()]).contains("00001-of-00007.json overlaps"));
    fs::remove_file(many.shards().join("00001-of-00007.json")).expect("removed");
    ended(&["merge", &many.shown()], 0);
    many.is_whole(&[]);
}

/// Writes the shard anew as `lie` makes its first piece, with a checksum that fits.
pub(super) fn rewrite(path: &Path, lie: impl Fn(&mut serde_json::Value)) {
    let text = fs::read_to_string(path).expect("there");
    let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    let mut piece: serde_json::Value = serde_json::from_str(&lines[1]).expect("a piece");
    lie(&mut piece);
    lines[1] = piece.to_string();
    let rest = lines.join("\n") + "\n";
    let checksum = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(rest.as_bytes()));
    let head: serde_json::Value = serde_json::from_str(text.lines().next().expect("a line")).expect("a head");
    let head = serde_json::json!({ "format": head["format"], "checksum": checksum });
    fs::write(path, format!("{head}\n{rest}")).expect("written");
}

/// Whoever alters counts and the checksum of the file with them is found by the units; whoever alters these as well, by
/// playing them again.
#[test]
fn a_shard_that_lies_is_named() {
    let many = Many::new(RUN);
    for shard in ["0/2", "1/2"] {
        many.play(shard, &[]);
    }
    let path = many.shards().join("00001-of-00002.json");
    let honest = fs::read(&path).expect("there");
    rewrite(&path, |_| {});
    ended(&["merge", &many.shown(), "--verify", "2"], 0);
    rewrite(&path, |piece| {
        let wins = &mut piece["played"]["tallies"][2]["side_wins"][1];
        *wins = (wins.as_u64().expect("a count") + 1).into();
    });
    let (_, said) = ended(&["merge", &many.shown()], 3);
    assert!(
        said.contains("00001-of-00002.json is damaged: its sums are not those of its units"),
        "{said}"
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
    ended(&["merge", &many.shown()], 0);
    let said = refused(&["merge", &many.shown(), "--verify", "2"]);
    assert!(said.contains("00001-of-00002.json is wrong: the games from"), "{said}");
}

/// What a check leaves: stdout, exit code, the file of `--junit` and that of `--summary`.
type Said = (String, Option<i32>, Vec<u8>, Vec<u8>);

/// What a check says on one machine and in shards, for `more` arguments.
fn checked(many: &Many, more: &[&str]) -> [Said; 2] {
    let base = many.dir.path().display().to_string();
    let at = |name: &str| many.dir.path().join(name).display().to_string();
    let check = ["check", &many.path, "--quiet", "--baselines", &base];
    fs::remove_dir_all(Path::new(&many.out)).unwrap_or_default();
    for shard in ["2/3", "0/3", "1/3"] {
        let (_, said) = ended(&[&check[..], &["--out", &many.out, "--shard", shard], more].concat(), 0);
        assert!(said.contains("is written"), "{said}");
    }
    let shards = Path::new(&many.out).join("many-check.shards").display().to_string();
    let told = |name: &str, args: &[&str]| {
        let (junit, summary) = (at(&format!("{name}.xml")), at(&format!("{name}.md")));
        fs::remove_file(&summary).unwrap_or_default();
        let outputs = ["--junit", &junit, "--summary", &summary];
        let Output { status, stdout, .. } = balance(&[args, &outputs].concat()).output().expect("it runs");
        let read = |path: &str| fs::read(path).expect("written");
        (
            String::from_utf8(stdout).expect("text"),
            status.code(),
            read(&junit),
            read(&summary),
        )
    };
    [
        told("whole", &[&check[..], more].concat()),
        told("merged", &["merge", &shards, "--verify", "4"]),
    ]
}

/// Bands that stop early and a baseline, two configurations; then the same with a changed rule, and bands that stay open.
#[test]
fn a_check_in_shards_says_what_one_machine_says() {
    let text = "title = \"Many\"\ngame = \"riverbed\"\ngames = 20_000\nseed = 5\n[rules]\nplayers = 5\n[[variant]]\nname = \
                \"fewer\"\nrules = { end-points.coins = 4 }\n[expect]\n\"turns.mean\" = { from = 5, to = 60 }\n";
    let many = Many::new(text);
    let base = many.dir.path().display().to_string();
    printed(&["baseline", &many.path, "--games", "3000", "--quiet", "--out", &base]);
    let [whole, merged] = checked(&many, &[]);
    assert_eq!(whole, merged);
    let shards = Path::new(&many.out).join("many-check.shards").display().to_string();
    let [whole, merged] = [
        &["check", &many.path, "--quiet", "--baselines", &base][..],
        &["merge", &shards],
    ]
    .map(|args| {
        let output = balance(&[args, &["--unchanged", "--json"]].concat())
            .output()
            .expect("it runs");
        (String::from_utf8(output.stdout).expect("text"), output.status.code())
    });
    assert_eq!(whole, merged);
    assert_eq!(whole.1, Some(0), "{}", whole.0);
    // The shards are not those of another baseline, and say so.
    fs::write(&many.path, text.replace("coins = 4", "coins = 3")).expect("written");
    let shards = Path::new(&many.out).join("many-check.shards").display().to_string();
    let said = refused(&["merge", &shards]);
    assert!(said.contains("is of another run: its rules, seats, bots"), "{said}");
    assert!(
        refused(&[
            "check",
            &many.path,
            "--baselines",
            &base,
            "--out",
            &many.out,
            "--shard",
            "1/3"
        ])
        .contains("is of another check")
    );
    let [whole, merged] = checked(&many, &[]);
    assert_eq!(whole, merged);
    assert_eq!(whole.1, Some(1), "a changed rule is outside: {}", whole.0);
    fs::write(&many.path, text.replace("from = 5, to = 60", "from = 5, to = 27.5")).expect("written");
    let [whole, merged] = checked(&many, &["--games", "900"]);
    assert_eq!(whole, merged);
    let (out, _) = ended(&["shards", &shards], 0);
    assert!(
        out.contains("shards of balance check ") && out.contains("deals 0 to 2999 in 3 shards"),
        "{out}"
    );
    // What is not for a check is refused.
    assert!(refused(&["merge", &shards, "--out", &base]).contains("a check writes no report"));
    let junit = ["check", &many.path, "--shard", "0/3", "--junit", "a.xml"];
    assert!(refused(&junit).contains("are for `merge`"));
}

#[test]
fn a_ladder_in_shards_is_that_of_one_machine() {
    let many = Many::new("game = \"regatta\"\nseed = 5\n[rules]\nplayers = 3\n[bots.lazy]\nkind = \"random\"\n");
    let ladder = |out: &str, more: &[&str]| {
        let args = [
            "ladder",
            &many.path,
            "--bots",
            "heuristic,lazy,dasher",
            "--deals",
            "1000",
            "-q",
            "--out",
            out,
        ];
        balance(&[&args[..], more].concat()).output().expect("the program runs")
    };
    for shard in ["1/3", "2/3", "0/3"] {
        assert!(ladder(&many.out, &["--shard", shard]).status.success());
    }
    let again = ladder(&many.out, &["--shard", "1/3"]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("is there"));
    let shards = Path::new(&many.out).join("many-ladder.shards");
    let shown = shards.display().to_string();
    assert!(refused(&["merge", &shown, "--junit", "a.xml"]).contains("are for the shards of a check"));
    // Wins that were never won.
    let path = shards.join("00002-of-00003.json");
    let honest = fs::read(&path).expect("there");
    rewrite(&path, |units| {
        for deal in units[0][1][1].as_array_mut().expect("deals") {
            let one = deal[0].as_u64().expect("a count");
            deal[0] = (if one == 0 { 1 } else { one - 1 }).into();
        }
    });
    assert!(refused(&["merge", &shown, "--verify", "3"]).contains("00002-of-00003.json is wrong"));
    rewrite(&path, |units| units[0][1][1][3][0] = 4.into());
    let (_, said) = ended(&["merge", &shown], 3);
    assert!(
        said.contains("00002-of-00003.json is damaged")
            && said.contains(" --deals 1_000 ")
            && said.contains(" --shard 2/3`"),
        "{said}"
    );
    // One of another command, of other bots, and one that is missing.
    let other = many.dir.path().join("other");
    play_into(&other, &["run", &many.path, "--games", "20", "--shard", "2/3"]);
    fs::copy(other.join("many.shards/00002-of-00003.json"), &path).expect("copied");
    assert!(refused(&["merge", &shown]).contains("is of another command: balance run, the others of balance ladder"));
    let bots = [
        "ladder",
        &many.path,
        "--bots",
        "heuristic,lazy",
        "--deals",
        "1000",
        "--shard",
        "2/3",
    ];
    play_into(&other, &bots);
    fs::copy(other.join("many-ladder.shards/00002-of-00003.json"), &path).expect("copied");
    assert!(refused(&["merge", &shown]).contains("00002-of-00003.json is of another run"));
    fs::remove_file(&path).expect("removed");
    assert_eq!(ended(&["shards", &shown, "--missing"], 3).0, "2\n");
    fs::write(&path, honest).expect("written");
    ended(&["merge", &shown, "--verify", "3"], 0);
    let whole = many.dir.path().join("whole");
    assert!(ladder(&whole.display().to_string(), &[]).status.success());
    let (found, whole) = (
        files_of(&Path::new(&many.out).join("many-ladder")),
        files_of(&whole.join("many-ladder")),
    );
    assert!(found.len() > 3 && differing(&found, &whole).is_empty());
    // All is known: it can be put together once more, and nothing is left to play.
    ended(&["merge", &shown], 0);
    let done = ladder(&many.out, &["--shard", "1/3", "--fresh"]);
    assert!(String::from_utf8_lossy(&done.stderr).contains("All rounds are played"));
}

/// The command that is told for a shard that is missing plays the one that belongs there; one without an option of the others
/// is told that.
#[test]
fn a_missing_shard_is_played_as_the_others_were() {
    let many = Many::new("game = \"niagara\"\ngames = 300\n[expect]\n\"rounds.mean\" = { to = 20 }\n");
    let options = ["--no-league", "--seed", "7", "--games", "30"];
    many.play("0/3", &options);
    many.play("2/3", &options);
    many.play("1/3", &options[1..]);
    let said = refused(&["merge", &many.shown()]);
    assert!(
        said.contains("00001-of-00003.json is of another run: it was played without --no-league, the others with it."),
        "{said}"
    );
    fs::remove_file(many.shards().join("00001-of-00003.json")).expect("removed");
    let (_, said) = ended(&["merge", &many.shown()], 3);
    let command = said.split('`').nth(1).expect("a command");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    ended(&words, 0);
    ended(&["merge", &many.shown()], 0);
}

#[test]
fn shards_are_asked_for_rightly() {
    let many = Many::new(RUN);
    let said = |args: &[&str]| refused(&[&["run", &many.path, "--out", &many.out], args].concat());
    assert!(said(&["--shard", "8/8"]).contains("counted from 0: those of 8 go from 0/8 to 7/8"));
    assert!(said(&["--shard", "auto", "--shards", "8"]).contains("no scheduler"));
    assert!(said(&["--shard", "0/2", "--from", "1500"]).contains("ends with game 1499"));
    assert!(refused(&["shards", &many.shown()]).contains("cannot be read"));
    assert_eq!(
        ended(&["shards", &many.shown(), "--shards", "4", "--missing"], 3).0,
        "0-3\n"
    );
    // A job array is written without being submitted.
    let args = [
        "slurm",
        &many.path,
        "--shards",
        "4",
        "--out",
        &many.out,
        "--games",
        "99",
        "--dry-run",
        "--",
        "--time=5",
    ];
    let (out, _) = ended(&args, 0);
    assert!(
        out.contains("--array=0-3") && out.contains("--dependency=afterany:"),
        "{out}"
    );
    let task = fs::read_to_string(many.shards().join("task.sbatch")).expect("written");
    for wanted in [
        "#SBATCH --time=5\n",
        "#SBATCH --no-requeue\n",
        "--shard auto --shards 4 --games=99",
    ] {
        assert!(task.contains(wanted), "{wanted} is missing from {task}");
    }
}
