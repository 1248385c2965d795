//! A check that is killed: what stands where its answers belong is neither an older answer nor none.

use std::fs;
use std::process::Stdio;

use super::{balance, folder, scenario};

/// Checks a scenario whose band takes longer than any test.
const LONG: &str = "game = \"riverbed\"\ngames = 1_000_000_000\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n\
                    [expect]\n\"win-rate.profiteer\" = { target = \"31.5%\", within = \"0.000001%\" }\n";

#[test]
fn a_killed_check_leaves_no_older_answer() {
    let dir = folder();
    let path = scenario(dir.path(), "long.toml", LONG).display().to_string();
    let at = |name: &str| dir.path().join(name).display().to_string();
    let (junit, summary) = (at("check.xml"), at("summary.md"));
    let options = ["--junit", &junit, "--summary", &summary];
    fs::write(&summary, "# Earlier\n").expect("written");
    let done = balance()
        .args(["check", &path, "--games", "1_024"])
        .args(options)
        .output()
        .expect("it runs");
    let (xml, told) = (read(&junit), read(&summary));
    assert_eq!(done.status.code(), Some(3), "{xml}");
    assert!(xml.contains("undecided") && !xml.contains("finished"), "{xml}");
    assert!(
        told.starts_with("# Earlier\n## UNDECIDED ") && !told.contains("finished"),
        "{told}"
    );

    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_balance"))
        .args(["check", &path])
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    while !read(&summary).ends_with("and is to be run again.\n") {
        assert!(child.try_wait().expect("it is asked").is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    child.kill().expect("it is killed");
    child.wait().expect("it is gone");
    let (xml, after) = (read(&junit), read(&summary));
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("type=\"unfinished\"") && !xml.contains("undecided"),
        "{xml}"
    );
    assert_eq!(
        after,
        format!(
            "{told}## Balance: not finished\n\nThis check has not finished: it is still running, or was killed and is to be run again.\n"
        )
    );
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}
