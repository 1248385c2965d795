//! Searches in shards, round by round: what they find is what one machine finds, byte for byte, and an odd shard is named.

use std::fs;
use std::path::{Path, PathBuf};

use super::run::{differing, files_of};
use super::shards::{balance, ended, rewrite};
use super::{SMALL, folder, printed, refused, scenario};

const TUNED: &str = "\n[expect]\n\"win-rate.profiteer\" = { to = \"15%\" }\n\n[tune]\nend-points.coins = { from = 4, to = 8 }\n\
                     con-cost = [0, 1]\n";

struct Searched {
    dir: tempfile::TempDir,
    /// The command and what it is asked.
    command: Vec<String>,
    out: PathBuf,
    shards: PathBuf,
}

impl Searched {
    fn new(command: &str, more: &[&str]) -> Self {
        Searched::into(command, &format!("small-{command}.shards"), more)
    }

    /// The same with shards in a folder of this name.
    fn into(command: &str, shards: &str, more: &[&str]) -> Self {
        let dir = folder();
        let path = scenario(dir.path(), "small.toml", &(SMALL.to_owned() + TUNED));
        let path = path.display().to_string();
        let words = [&[command, &path, "--quiet"], more].concat();
        let out = dir.path().join("out");
        Searched {
            shards: out.join(shards),
            command: words.into_iter().map(str::to_owned).collect(),
            dir,
            out,
        }
    }

    fn args<'a>(&'a self, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let words = self.command.iter().map(String::as_str);
        words.chain(["--out", out]).chain(more.iter().copied()).collect()
    }

    fn play(&self, shard: &str, more: &[&str]) -> String {
        let out = self.out.display().to_string();
        ended(&self.args(&out, &[&["--shard", shard], more].concat()), 0).1
    }

    fn shown(&self) -> String {
        self.shards.display().to_string()
    }

    /// Exit code of `merge`, and what it said.
    fn merge(&self, more: &[&str]) -> (i32, String) {
        let output = balance(&[&["merge", &self.shown()], more].concat())
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().expect("a code"), said)
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
                (7, said) => assert!(said.contains("another round of"), "{said}"),
                (code, said) => {
                    assert_eq!(code, 0, "{said}");
                    return round;
                }
            }
        }
        panic!("it never ends");
    }

    /// Is what was merged what one machine finds?
    fn is_whole(&self, name: &str, more: &[&str]) {
        let whole = self.dir.path().join("whole");
        printed(&self.args(&whole.display().to_string(), more));
        let (found, whole) = (files_of(&self.out.join(name)), files_of(&whole.join(name)));
        assert!(found.len() > 2, "{:?}", found.keys());
        assert_eq!(differing(&found, &whole), Vec::<&String>::new());
    }
}

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
    let tuned = Searched::new("tune", &["--games", "10000"]);
    let merged = tuned.dir.path().join("merged.toml").display().to_string();
    let rounds = tuned.rounds(2, &["--write", &merged]);
    assert!(rounds > 4, "{rounds} rounds");
    let whole = tuned.dir.path().join("whole.toml").display().to_string();
    tuned.is_whole("small", &["--write", &whole]);
    assert_eq!(fs::read(&merged).expect("written"), fs::read(&whole).expect("written"));
    // All is known: nothing is to be played, and it can be said again, also from the shards of all rounds.
    assert!(tuned.play("1/2", &[]).contains("All rounds are played"));
    assert!(
        ended(&["shards", &tuned.shown()], 0)
            .0
            .contains("shards of balance tune")
    );
    assert_eq!(ended(&["shards", &tuned.shown(), "--missing"], 0).0, "");
    assert_eq!(tuned.merge(&[]).0, 0);
    let known = tuned.shards.join("known.json");
    let before = fs::read(&known).expect("there");
    fs::write(&known, "torn").expect("written");
    let (code, said) = tuned.merge(&[]);
    assert!(code == 0 && said.contains("known.json is damaged"), "{said}");
    assert_eq!(fs::read(&known).expect("there"), before);
    let (code, said) = tuned.merge(&["--junit", "a.xml"]);
    assert!(code == 2 && said.contains("are for the shards of a check"), "{said}");
    assert!(refused(&tuned.args("out", &["--shard", "0/2", "--write", "a.toml"])).contains("--write is for `merge`"));
}

#[test]
fn an_ablation_in_shards_finds_what_one_machine_finds() {
    let taken = Searched::new(
        "ablate",
        &["--games", "8000", "--only", "tile.2,tile.6,card.clear-water"],
    );
    let rounds = taken.rounds(3, &["--verify", "3"]);
    assert!((2..=8).contains(&rounds), "{rounds} rounds");
    taken.is_whole("small-ablate", &[]);
    let (code, said) = taken.merge(&["--write", "a.toml"]);
    assert!(
        code == 2 && said.contains("are for the shards of `tune`") || said.contains("--write is for"),
        "{said}"
    );
}

/// Who is strongest decides what is played next.
#[test]
fn a_study_of_skill_in_shards_finds_what_one_machine_finds() {
    let study = Searched::new("skill", &["--bots", "heuristic,random", "--deals", "60"]);
    assert_eq!(study.rounds(3, &["--verify", "4"]), 2);
    study.is_whole("small-skill", &[]);
}

#[test]
fn a_league_in_shards_finds_what_one_machine_finds() {
    let more = [
        "--bots",
        "random,hoarder",
        "--deals",
        "40",
        "--games",
        "2000",
        "--rounds",
        "1",
    ];
    let league = Searched::new("league", &more);
    let rounds = league.rounds(2, &["--verify", "2"]);
    assert!(rounds > 3, "{rounds} rounds");
    league.is_whole("small-league", &[]);
}

#[test]
fn weights_in_shards_are_those_of_one_machine() {
    let more = ["--bot", "heuristic", "--against", "hoarder", "--games", "8000"];
    let tuned = Searched::into("tune", "small-weights.shards", &more);
    let merged = tuned.dir.path().join("merged.toml").display().to_string();
    let rounds = tuned.rounds(2, &["--write", &merged]);
    assert!(rounds > 10, "{rounds} rounds");
    let whole = tuned.dir.path().join("whole.toml").display().to_string();
    tuned.is_whole("small-weights", &["--write", &whole]);
    assert_eq!(fs::read(&merged).expect("written"), fs::read(&whole).expect("written"));
}

/// In a later round one is missing, one torn, one of another search, one lies, one is of another cut.
#[test]
fn odd_shards_of_a_round_are_named() {
    let taken = Searched::new("ablate", &["--games", "8000", "--only", "tile.2,tile.6"]);
    for shard in ["0/3", "1/3", "2/3"] {
        taken.play(shard, &[]);
    }
    assert!(taken.play("1/3", &[]).contains("is there"));
    assert_eq!(taken.merge(&[]).0, 7);
    // Nothing of the next round is there yet.
    let (out, said) = ended(&["shards", &taken.shown()], 7);
    assert!(
        out.contains("in 3 shards") && said.contains("--shard I/3"),
        "{out}{said}"
    );
    assert_eq!(ended(&["shards", &taken.shown(), "--missing"], 7).0, "0-2\n");
    assert_eq!(taken.merge(&[]).0, 7);
    let first = names(&taken.shards);
    taken.play("2/3", &[]);
    taken.play("0/3", &[]);
    assert_eq!(ended(&["shards", &taken.shown(), "--missing"], 3).0, "1\n");
    let (code, said) = taken.merge(&[]);
    assert!(
        code == 3 && said.contains("Shard 1 of 0 to 2 is missing") && said.contains(" --shard 1/3`"),
        "{said}"
    );
    taken.play("1/3", &[]);
    let mut second = names(&taken.shards);
    second.retain(|name| !first.contains(name));
    assert_eq!(second.len(), 3, "{second:?}");
    let path = taken.shards.join(&second[0]);
    let honest = fs::read(&path).expect("there");
    fs::write(&path, &honest[..honest.len() - 9]).expect("written");
    let (code, said) = taken.merge(&[]);
    assert!(
        code == 3 && said.contains(&format!("{} is damaged", second[0])),
        "{said}"
    );
    fs::write(&path, &honest).expect("written");
    // Counts that cannot be, and some that are not.
    rewrite(&path, |units| units[0][1]["sums"] = serde_json::json!([1]));
    let (code, said) = taken.merge(&[]);
    assert!(
        code == 3 && said.contains("its counts are not those of such a shard"),
        "{said}"
    );
    fs::write(&path, &honest).expect("written");
    rewrite(&path, |units| {
        for unit in units.as_array_mut().expect("units") {
            unit[1]["sums"][0] = (unit[1]["sums"][0].as_u64().expect("a sum") + 1).into();
        }
    });
    let (code, said) = taken.merge(&["--verify", "3"]);
    assert!(code == 2 && said.contains(&format!("{} is wrong", second[0])), "{said}");
    fs::write(&path, &honest).expect("written");
    let elsewhere = taken.dir.path().join("elsewhere");
    let other = elsewhere.display().to_string();
    ended(&taken.args(&other, &["--seed", "6", "--shard", "0/3"]), 0);
    let foreign = elsewhere.join("small-ablate.shards/00000-of-00003.json");
    let text = fs::read_to_string(&foreign).expect("there");
    let (from, _) = second[0].split_once('.').expect("a name");
    let from = from.strip_prefix("from-").expect("a later round");
    fs::write(&path, text).expect("written");
    let (code, said) = taken.merge(&[]);
    assert!(code == 2 && said.contains("under another name"), "{said}");
    rewrite_first(&path, |manifest| {
        manifest["from"] = from.parse::<u64>().expect("a number").into();
    });
    let (code, said) = taken.merge(&[]);
    assert!(code == 2 && said.contains("is of another run: its seed is 6"), "{said}");
    fs::write(&path, &honest).expect("written");
    // With other games it is another search, whose shards do not go on here.
    let mut args = taken.args("x", &["--shard", "0/3"]);
    let games = args.iter().position(|word| *word == "8000").expect("games");
    args[games] = "9000";
    let out = taken.out.display().to_string();
    let at = args.iter().position(|word| *word == "x").expect("a folder");
    args[at] = &out;
    assert!(refused(&args).contains("known.json is of another run"));
    taken.rounds(3, &[]);
    taken.is_whole("small-ablate", &[]);
}

/// Writes a file anew as `lie` makes its manifest, with a checksum that fits.
fn rewrite_first(path: &Path, lie: impl Fn(&mut serde_json::Value)) {
    let text = fs::read_to_string(path).expect("there");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut manifest: serde_json::Value = serde_json::from_str(&lines[1]).expect("a manifest");
    lie(&mut manifest);
    lines[1] = manifest.to_string();
    fs::write(path, lines.join("\n") + "\n").expect("written");
    // The checksum.
    rewrite(path, |_| {});
}

/// What `balance slurm --dry-run` writes: the command line of a task, and the job that merges.
fn scripts(args: &[&str], name: &str) -> (String, String) {
    let dir = folder();
    let text = SMALL.to_owned() + TUNED + "[bots.lazy]\nkind = \"random\"\n";
    let path = scenario(dir.path(), "small.toml", &text).display().to_string();
    let out = dir.path().join("out").display().to_string();
    let words: Vec<&str> = args
        .iter()
        .map(|word| if *word == "X" { &*path } else { word })
        .collect();
    let more = ["--shards", "4", "--out", &out, "--dry-run", "--", "--time=5"];
    let (said, _) = ended(&[&["slurm"], &words[..], &more].concat(), 0);
    assert!(said.contains("--array=0-3") && said.contains("afterany"), "{said}");
    let shards = Path::new(&out).join(name);
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
        assert!(
            task.contains("#SBATCH --no-requeue\n#SBATCH --output=DIR/log/%A_%a.txt\n#SBATCH --time=5\n"),
            "{task}"
        );
        task.lines().last().expect("a command").to_owned()
    };
    let rest = "--shard auto --shards 4";
    let ladder = ["ladder", "X", "--with=--bots=lazy,heuristic", "--with=--deals=20"];
    assert_eq!(
        task(&ladder, "small-ladder.shards"),
        format!("exec balance ladder X {rest} --bots=lazy,heuristic --deals=20 --quiet --out OUT")
    );
    assert_eq!(
        task(&["check", "X", "--games", "900"], "small-check.shards"),
        format!("exec balance check X {rest} --games=900 --quiet --out OUT")
    );
    assert_eq!(
        task(&["ablate", "X", "--seed", "7"], "small-ablate.shards"),
        format!("exec balance ablate X {rest} --seed=7 --quiet --out OUT")
    );
    assert_eq!(
        task(&["skill", "X", "--with=--deals=20"], "small-skill.shards"),
        format!("exec balance skill X {rest} --deals=20 --quiet --out OUT")
    );
    assert_eq!(
        task(&["tune", "X", "--with=--bot=lazy"], "small-weights.shards"),
        format!("exec balance tune X {rest} --bot=lazy --quiet --out OUT")
    );
    assert_eq!(task(&["run", "X"], "small.shards"), task(&["X"], "small.shards"));
    let (_, check) = scripts(&["check", "X"], "small-check.shards");
    assert!(check.ends_with("exec \"$balance\" merge \"$dir\"\n"), "{check}");
    let (_, tune) = scripts(&["tune", "X"], "small-tune.shards");
    let script = "balance=balance
dir=DIR
submit() {
    for name in ${!SLURM_*} ${!SBATCH_*}; do [ \"$name\" = SLURM_CONF ] || unset \"$name\"; done
    job=$(sbatch --parsable --array=\"$1\" \"$dir/task.sbatch\") || exit 3
    export BALANCE_AGAIN=$2
    exec sbatch --dependency=afterany:\"${job%%;*}\" \"$dir/finish.sbatch\"
}
missing=$(\"$balance\" shards \"$dir\" --shards 4 --missing)
code=$?
if [ -n \"$missing\" ] && [ \"${BALANCE_AGAIN:-3}\" -gt 0 ]; then
    case $code in 3 | 7)
        echo \"Again: $missing\"
        submit \"$missing\" $((${BALANCE_AGAIN:-3} - 1)) ;;
    esac
fi
[ \"$code\" = 0 ] || exit \"$code\"
\"$balance\" merge \"$dir\" --out OUT
code=$?
[ \"$code\" = 7 ] || exit \"$code\"
# The next round, of all shards.
submit 0-3 3
";
    assert!(tune.ends_with(script), "{tune}");
    let said = |args: &[&str]| refused(&[&["slurm"], args, &["--shards", "4", "--dry-run"]].concat());
    assert!(said(&["chekc", "a.toml"]).contains("did you mean check?"));
    assert!(said(&["why", "a.toml"]).contains("is no command that is played in shards"));
    let dir = folder();
    let path = scenario(dir.path(), "small.toml", SMALL).display().to_string();
    let out = dir.path().display().to_string();
    let wrong = [
        "slurm",
        "ladder",
        &path,
        "--shards",
        "4",
        "--dry-run",
        "--out",
        &out,
        "--games=9",
    ];
    assert!(refused(&wrong).contains("--games"));
}
