//! What has changed since a baseline was made, as `check` names it.

use super::{balance, folder, printed, scenario};

const OWN: &str = "game = \"niagara\"\ngames = 4_096\nseed = 5\n[rules]\nplayers = 3\n";

/// An entry of content that a rule sets is told once, with what its file says, and beside the game as it was; one that is set to
/// what its file says anyway is no change.
#[test]
fn an_entry_that_a_rule_sets_is_told_with_what_its_file_says() {
    let dir = folder();
    let place = dir.path().display().to_string();
    let file = scenario(dir.path(), "own.toml", OWN).display().to_string();
    printed(&["baseline", &file, "--games", "1024", "--out", &place, "-q"]);
    let check = |rule: &str| {
        scenario(dir.path(), "own.toml", &format!("{OWN}{rule}\n"));
        let args = [
            "check",
            &file,
            "--baselines",
            &place,
            "--unchanged",
            "--undecided",
            "pass",
            "-q",
        ];
        let output = balance().args(args).output().expect("the program runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    let (code, said) = check("weather.4 = 1");
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("changed since the baseline: rules.weather.4 was 2, is 1\n"),
        "{said}"
    );
    assert!(said.contains(" --set weather.4=2 --against weather.4=2\n"), "{said}");
    let (code, said) = check("weather.4 = 2");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("changed since"), "{said}");
}
