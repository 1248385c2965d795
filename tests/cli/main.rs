//! The real program, as a user meets it.

mod bots;
mod check;
mod checkpoint;
mod compare;
mod desk;
mod explain;
mod goals;
mod hostile;
mod league;
mod mistakes;
mod play;
mod playtests;
mod replay;
mod report;
mod run;
mod shards;
mod skill;
mod trial;
mod tune;
mod why;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program, in the project's folder, without the variables of a scheduler that it might run under.
fn balance() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_balance"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1");
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

/// Runs a command: its exit code, what it printed and what it said.
fn outcome(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let [out, said] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (status.code(), out, said)
}

/// Runs `args`, which must end with this exit code: what was printed and said.
#[track_caller]
fn ended(args: &[&str], code: i32) -> (String, String) {
    let (found, out, said) = outcome(balance().args(args));
    assert_eq!(found, Some(code), "{args:?}: {out}{said}");
    (out, said)
}

/// What it does with `input`.
fn fed(command: &mut Command, input: &str) -> Output {
    let command = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("the program runs")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A path in a folder as text.
fn at(dir: &tempfile::TempDir, name: &str) -> String {
    dir.path().join(name).display().to_string()
}

/// Runs a line as a shell does in `dir`, with the program on the path: what it printed.
#[track_caller]
fn shell(dir: &Path, line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_balance"));
    let bin = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    let command = command.args(["-c", line]).current_dir(dir).env("NO_COLOR", "1");
    let (code, out, said) = outcome(command.env("PATH", format!("{bin}:{path}")));
    assert_eq!(code, Some(0), "{line}: {out}{said}");
    out
}

/// Writes a scenario into `dir`: its path as text.
fn scenario(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("a temporary folder can be written");
    path.display().to_string()
}

/// Writes a scenario into a folder of its own: the folder, and the path as text.
fn written(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let dir = folder();
    let path = scenario(dir.path(), name, text);
    (dir, path)
}

const SMALL: &str = "title = \"Small\"\ngame = \"riverbed\"\ngames = 3000\nseed = 5\n\n[rules]\nplayers = 5\n\n[seats]\nall = \"random\"\n";

/// Runs `args`, which must succeed, and gives what it printed.
#[track_caller]
fn printed(args: &[&str]) -> String {
    ended(args, 0).0
}

/// Is `wanted` in the text?
#[track_caller]
fn assert_contains(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "{wanted} is missing from\n{text}");
}

/// Is no line wider than a terminal, unless these words are in it?
#[track_caller]
fn assert_narrow(text: &str, but: &str) {
    let fits = |line: &str| line.chars().count() <= 80 || line.contains(but);
    assert!(text.lines().all(fits), "{text}");
}

/// The text as if it had not been broken into lines.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The JSON that `args` print.
#[track_caller]
fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(args)).expect("JSON")
}

/// Runs `args`, which must end with exit code 2, and gives what it said.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let (out, said) = ended(args, 2);
    assert!(out.is_empty(), "mistakes are told on stderr");
    said
}
