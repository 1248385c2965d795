//! Outputs that fail and files that nobody should have made: exit codes, messages, nothing overwritten, nothing obeyed.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Output, Stdio};

use super::{assert_contains, balance, ended, folder, outcome, printed, refused, scenario, written};

/// Which verdict a check is made to reach.
#[derive(Clone, Copy)]
enum Verdict {
    Within,
    Outside,
}

/// A small scenario that is checked in no time, with the verdict wanted.
fn held(dir: &Path, verdict: Verdict) -> String {
    let band = match verdict {
        Verdict::Within => "\"win-rate.nobody\" = { to = \"20%\" }",
        Verdict::Outside => "\"win-rate.profiteer\" = { target = \"90%\", within = \"2%\" }",
    };
    let text = format!(
        "game = \"riverbed\"\ngames = 20_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n[expect]\n{band}\n"
    );
    scenario(dir, "held.toml", &text)
}

/// Runs `args` with that stdout.
fn to(stdout: impl Into<Stdio>, args: &[&str]) -> Output {
    balance()
        .args(args)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .output()
        .expect("the program runs")
}

fn full() -> File {
    File::create("/dev/full").expect("Linux has it")
}

/// The writing end of a pipe that nobody reads.
fn closed() -> std::io::PipeWriter {
    std::io::pipe().expect("a pipe").1
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn the_verdict_counts_where_stdout_fails() {
    let (good, bad) = (folder(), folder());
    let (within, outside) = (held(good.path(), Verdict::Within), held(bad.path(), Verdict::Outside));
    let lost = to(full(), &["check", &within]);
    assert_eq!(lost.status.code(), Some(6), "{}", said(&lost));
    assert_contains(&said(&lost), "the text cannot be printed: No space left on device");
    let lost = to(full(), &["check", &outside]);
    assert_eq!(lost.status.code(), Some(1), "{}", said(&lost));
    assert!(said(&lost).contains("cannot be printed"), "{}", said(&lost));
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_quiet_for_text_and_keeps_the_verdict() {
    let (good, bad) = (folder(), folder());
    let (within, outside) = (held(good.path(), Verdict::Within), held(bad.path(), Verdict::Outside));
    let done = to(closed(), &["check", &within]);
    assert_eq!((done.status.code(), said(&done)), (Some(0), String::new()));
    let done = to(closed(), &["check", &outside]);
    assert_eq!((done.status.code(), said(&done)), (Some(1), String::new()));
    let done = to(closed(), &["check", &outside, "--json"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(said(&done).contains("the JSON cannot be printed"), "{}", said(&done));
    assert_eq!(to(closed(), &["check", &within, "--json"]).status.code(), Some(6));
}

#[cfg(target_os = "linux")]
#[test]
fn whatever_is_printed_must_arrive() {
    for args in [
        &["list", "games"][..],
        &["list", "games", "--json"],
        &["generate", "schema"],
        &["new", "niagara"],
        &["generate", "man"],
        &["generate", "completions", "bash"],
        &["validate", "scenarios/riverbed-9p.toml"],
        &["replay", "scenarios/riverbed-9p.toml", "--game", "3"],
        &["--help"],
        &["run", "--help"],
        &["--version"],
    ] {
        let done = to(full(), args);
        assert_eq!(done.status.code(), Some(6), "{args:?}: {}", said(&done));
        assert!(
            said(&done).contains("No space left on device"),
            "{args:?}: {}",
            said(&done)
        );
        let json = args.contains(&"--json") || args.contains(&"schema");
        assert_eq!(
            to(closed(), args).status.code(),
            Some(if json { 6 } else { 0 }),
            "{args:?}"
        );
    }
    refused(&["--helo"]);
}

#[cfg(unix)]
fn make_pipe(path: &str) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.expect("it runs").success());
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_written_through() {
    let dir = folder();
    let path = held(dir.path(), Verdict::Within);
    let at = |name: &str| dir.path().join(name).display().to_string();
    fs::write(at("there.xml"), "old").expect("written");
    std::os::unix::fs::symlink(at("there.xml"), at("link.xml")).expect("a link");
    std::os::unix::fs::symlink(at("new.md"), at("dangling.md")).expect("a link");
    let (junit, summary) = (at("link.xml"), at("dangling.md"));
    printed(&["check", &path, "--junit", &junit, "--summary", &summary]);
    assert!(fs::symlink_metadata(at("link.xml")).expect("there").is_symlink());
    assert_contains(&fs::read_to_string(at("there.xml")).expect("there"), "<testcase");
    assert!(fs::read_to_string(at("new.md")).expect("there").starts_with("## "));
    // A device stays a device, and what it cannot take is an error.
    for option in ["--junit", "--summary"] {
        let (out, told) = ended(&["check", &path, option, "/dev/full"], 6);
        assert_contains(&told, "/dev/full cannot be written");
        assert!(out.starts_with("ok  "), "the rest is told");
    }
    printed(&["check", &path, "--junit", "/dev/null", "--summary", "/dev/null"]);
    assert!(!fs::metadata("/dev/null").expect("there").is_file());
    // Through a pipe.
    let pipe = at("pipe");
    make_pipe(&pipe);
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("text")
    });
    printed(&["check", &path, "--junit", &pipe]);
    assert!(reader.join().expect("read").contains("<testcase"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritten_summary_does_not_change_the_verdict() {
    let dir = folder();
    let path = held(dir.path(), Verdict::Outside);
    let (_, told) = ended(&["check", &path, "--summary", "/dev/full"], 1);
    assert_contains(&told, "/dev/full cannot be written");
}

#[test]
fn outputs_never_go_over_what_is_read() {
    let dir = folder();
    let path = held(dir.path(), Verdict::Within);
    let at = |name: &str| dir.path().join(name).display().to_string();
    let before = fs::read_to_string(&path).expect("there");
    for option in ["--junit", "--summary"] {
        let told = refused(&["check", &path, option, &path]);
        assert!(told.contains("is read by this command"), "{told}");
        let told = refused(&["check", &path, option, &at("")]);
        assert!(told.contains("is a folder"), "{told}");
        let told = refused(&["check", &path, option, &at("held.toml/below")]);
        assert!(told.contains("cannot be written"), "{told}");
    }
    #[cfg(unix)]
    {
        fs::hard_link(&path, at("other-name")).expect("a link");
        std::os::unix::fs::symlink(&path, at("third-name")).expect("a link");
        for name in ["other-name", "third-name"] {
            let told = refused(&["check", &path, "--junit", &at(name)]);
            assert!(told.contains("is read by this command"), "{told}");
        }
    }
    let told = refused(&["check", &path, "--junit", &at("x"), "--summary", &at("x")]);
    assert!(told.contains("name two files"), "{told}");
    printed(&["baseline", &path, "--games", "64", "--out", &at("")]);
    let told = refused(&["check", &path, "--baselines", &at(""), "--junit", &at("held.json")]);
    assert!(told.contains("is read by this command"), "{told}");
    assert_eq!(fs::read_to_string(&path).expect("there"), before);
}

/// Their reports would lie in the folder above, or in the folder of all reports.
#[test]
fn a_scenario_without_a_name_is_refused() {
    let dir = folder();
    let text = "game = \"niagara\"\ngames = 10\n";
    for name in ["...toml", "..toml"] {
        let path = scenario(dir.path(), name, text);
        let out = dir.path().join("reports/inside").display().to_string();
        let told = refused(&["run", &path, "--out", &out]);
        assert!(told.contains("a scenario cannot be called"), "{told}");
        refused(&["baseline", &path, "--out", &out]);
    }
    assert!(!dir.path().join("reports").exists());
    let path = scenario(dir.path(), "a\u{1b}[31m\u{202e}.toml", text);
    assert!(refused(&["validate", &path]).contains("a scenario cannot be called \"a\\u{1b}[31m\\u{202e}\""));
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_inputs() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name).display().to_string();
    make_pipe(&at("pipe.toml"));
    for path in [at("pipe.toml"), "/dev/zero".to_owned()] {
        let told = refused(&["validate", &path]);
        assert!(told.contains("is a pipe or a device, not a scenario file"), "{told}");
    }
    let text = "game = \"niagara\"\ngames = 10\n[rules]\nboard = \"pipe.toml\"\n";
    let path = scenario(dir.path(), "mine.toml", text);
    assert!(refused(&["validate", &path]).contains("is a pipe or a device, not a file"));
    let path = scenario(dir.path(), "plain.toml", "game = \"niagara\"\ngames = 10\n");
    make_pipe(&at("plain.json"));
    assert!(refused(&["check", &path, "--baselines", &at("")]).contains("it is a pipe or a device"));
    fs::create_dir(at("run")).expect("a folder");
    make_pipe(&at("run/results.json"));
    assert!(refused(&["report", &at("run")]).contains("it is a pipe or a device"));
    assert!(refused(&["compare", &at("run"), &at("run")]).contains("it is a pipe or a device"));
}

#[test]
fn threads_are_bounded_wherever_they_are_named() {
    for name in ["RAYON_NUM_THREADS", "POLARS_MAX_THREADS"] {
        let listed = |number: &str| outcome(balance().env(name, number).args(["list", "games"]));
        for number in ["99999", "many", "-1"] {
            let (code, _, told) = listed(number);
            assert_eq!(code, Some(2), "{name}={number}");
            assert!(told.contains(name) && told.contains("from 1 to 1024"), "{told}");
        }
        for number in ["", "0", "1", "1024"] {
            assert_eq!(listed(number).0, Some(0), "{name}={number}");
        }
    }
    assert!(refused(&["run", "x.toml", "--threads", "99999"]).contains("from 1 to 1024"));
}

#[test]
fn a_baseline_is_of_a_size_that_can_be_kept() {
    let text = "game = \"niagara\"\ngames = 10\n[seats]\nall = \"random\"\n";
    let (dir, path) = written("mine.toml", text);
    let out = dir.path().join("out").display().to_string();
    let told = refused(&["baseline", &path, "--out", &out, "--games", "1000000000000000000"]);
    assert!(told.contains("holds from 1 to 1,000,000 deals"), "{told}");
    refused(&["baseline", &path, "--out", &out, "--games", "0"]);
    let seeds: Vec<String> = (5..17).map(|cap| (cap * 10).to_string()).collect();
    let many = format!("{text}[matrix]\n\"rules.rounds-max\" = [{}]\n", seeds.join(", "));
    let many = scenario(dir.path(), "many.toml", &many);
    let told = refused(&["baseline", &many, "--out", &out, "--games", "1_000_000"]);
    assert_contains(
        &told,
        "too many for one file; at most 833,333 of each fit: --games 833_333",
    );
    fs::create_dir(dir.path().join("other")).expect("a folder");
    let twin = scenario(dir.path(), "other/mine.toml", text);
    let told = refused(&["baseline", &path, &twin, "--out", &out]);
    assert!(told.contains("would both write mine.json"), "{told}");
    assert!(!Path::new(&out).exists());
}

/// How many rotations of a deal a side wins is counted in a byte: 256 of them would be none.
#[test]
fn rotations_are_at_most_what_is_counted() {
    let dir = folder();
    let with = |count: usize, games: u64| {
        let names = vec!["\"random\""; count].join(", ");
        let text = format!("game = \"mekong\"\ngames = {games}\n[rules]\nplayers = 2\n[seats]\nrotate = [{names}]\n");
        scenario(dir.path(), "turns.toml", &text)
    };
    let told = refused(&["validate", &with(256, 10)]);
    assert_contains(
        &told,
        "`rotate` in [seats] has 256 values, but must have from 1 to 255 values",
    );
    let told = refused(&["validate", &with(255, 1_000_000_000_000)]);
    assert!(told.contains("each played 255 times with the bots shifted"), "{told}");
    assert!(told.contains("at most 3_921_568_627 deals are possible"), "{told}");
    printed(&["validate", &with(255, 3_921_568_627)]);
    // Long deals are stored as long as they were: an unchanged program finds its own games again.
    let path = with(255, 2);
    let out = dir.path().display().to_string();
    printed(&["baseline", &path, "--games", "2", "--out", &out]);
    let (code, told, _) = outcome(balance().args(["check", &path, "--baselines", &out]));
    assert!(
        told.starts_with("ok  turns: 510 games played again, each as in the baseline\n"),
        "{told}"
    );
    assert_ne!(code, Some(1), "{told}");
}

/// A check that was asked to stop says so, and does not pass for what it did not play.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_check_says_so() {
    let text = "game = \"riverbed\"\ngames = 1_000_000_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n\
                [expect]\n\"win-rate.profiteer\" = { target = \"31.5%\", within = \"0.000001%\" }\n";
    let (dir, path) = written("long.toml", text);
    let child = super::checkpoint::spawn(&["check", &path, "--undecided", "pass", "--out", &super::at(&dir, "out")]);
    wait_for_handler(child.id());
    super::checkpoint::signal(&child, "-INT");
    let done = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(3), "{told}");
    assert_contains(&told, "The games played are kept. The same command goes on from there.");
    assert!(told.starts_with("INTERRUPTED long: "), "{told}");
    for wrong in ["inf", "NaN"] {
        assert!(!told.contains(wrong), "{told}");
    }
}

/// Waits until the process catches SIGINT: from then on it stops in order.
#[cfg(target_os = "linux")]
pub fn wait_for_handler(process: u32) {
    loop {
        let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if caught.is_some_and(|mask| mask & 2 != 0) {
            return;
        }
        std::thread::yield_now();
    }
}

/// Results that somebody else made are told and tabulated, and neither a terminal nor a spreadsheet obeys them.
#[test]
fn foreign_results_are_shown_and_not_obeyed() {
    let text = "title = \"Small\"\ngame = \"niagara\"\ngames = 64\n\n[seats]\nall = \"random\"\n";
    let (dir, path) = written("small.toml", text);
    let out = dir.path().display().to_string();
    printed(&["run", &path, "--quiet", "--out", &out]);
    let report = dir.path().join("small");
    let results = report.join("results.json");
    let good = fs::read_to_string(&results).expect("there");
    let hostile = good
        .replace("\"Small\"", "\"\\u001b]0;owned\\u0007\\u202eSmall\"")
        .replace("\"random\"", "\"=HYPERLINK(1)\"");
    assert!(good != hostile);
    fs::write(&results, hostile).expect("written");
    // Whoever makes such a file leaves no signature of another.
    fs::remove_file(report.join("run.toml")).expect("there");
    let shown = report.display().to_string();
    printed(&["report", &shown, "--color", "always"]);
    let mut all = printed(&["compare", &shown, &shown, "--color", "always"]);
    all += &printed(&["compare", &shown, &shown, "--markdown"]);
    for name in ["report.html", "report.md", "tables/bots.csv"] {
        all += &fs::read_to_string(report.join(name)).expect("there");
    }
    for wrong in ["\u{1b}]0;", "\u{7}", "\u{202e}", "\n=HYPERLINK", ",=HYPERLINK"] {
        assert!(!all.contains(wrong), "{wrong:?} is in\n{all}");
    }
    assert!(all.contains(",'=HYPERLINK(1)"), "{all}");
}

#[test]
fn bots_are_counted_before_they_are_read() {
    let tables = |count: usize| {
        let table = |n: usize| {
            format!(
                "[bots.b{n}]
kind = \"random\"
"
            )
        };
        (0..count).map(table).collect::<Vec<_>>().concat()
    };
    let text = |count: usize| format!("game = \"niagara\"\n[seats]\nall = \"b0\"\n{}", tables(count));
    let (dir, path) = written("many.toml", &text(30_000));
    let told = refused(&["validate", &path]);
    assert_contains(&told, "30000 bots are made here, but at most 200 can be");
    assert!(told.contains("1 problem\n"), "{told}");
    let path = scenario(dir.path(), "many.toml", &text(200));
    printed(&["validate", &path]);
}

#[test]
fn bots_that_sit_nowhere_are_held_to_the_game() {
    let dir = folder();
    let text = "game = \"regatta\"\n[bots.idle]\nkind = \"scripted\"\nscript = [\"fish if laps < 2\"]\n";
    let told = refused(&["validate", &scenario(dir.path(), "a.toml", text)]);
    assert_contains(&told, "there is no tactic `fish`");
    assert_contains(&told, "a.toml:4:");
    // Beside mistakes of other kinds, too, but not where a mistake of its own may be the reason.
    let more = text.replace("[bots", "rules.lapz = 3\n[bots");
    let told = refused(&["validate", &scenario(dir.path(), "b.toml", &more)]);
    assert_contains(&told, "unknown key `lapz`");
    assert_contains(&told, "no tactic `fish`");
    let other = more.replace("script = [", "eye = 1\nscript = [");
    let told = refused(&["validate", &scenario(dir.path(), "c.toml", &other)]);
    assert_contains(&told, "unknown key `eye`");
    assert!(!told.contains("no tactic"), "{told}");
}
