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

/// The program, in the project's folder.
fn balance() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_balance"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1");
    command
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
fn printed(args: &[&str]) -> String {
    let output = balance().args(args).output().expect("the program runs");
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// Is `wanted` in the text?
#[track_caller]
fn assert_contains(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "{wanted} is missing from\n{text}");
}

/// The text as if it had not been broken into lines.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs `args`, which must end with exit code 2, and gives what it said.
fn refused(args: &[&str]) -> String {
    let output = balance().args(args).output().expect("the program runs");
    assert_eq!(
        output.status.code(),
        Some(2),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert!(output.stdout.is_empty(), "mistakes are told on stderr");
    String::from_utf8(output.stderr).expect("text")
}
