//! What the house is built from: licences, crates that must not come in, and no crate in two versions unawares.
//!
//! Asked of Cargo itself, so that nothing needs to be installed. Advisories are not looked at: they need a list from the
//! network.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Licences under which anybody may use, change and pass on what is built.
const LICENCES: [&str; 10] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// An HTTP client has no place in a program that works without a network, nor has a second source of randomness or
/// encryption; `bincode` is no longer cared for.
const BANNED: [&str; 11] = [
    "bincode", "curl", "hyper", "native-tls", "object_store", "openssl", "openssl-sys", "reqwest", "ring", "rustls",
    "ureq",
];

/// Crates of which others need two versions for the time being.
const TWICE: [&str; 6] = ["base64", "foldhash", "getrandom", "hashbrown", "miniz_oxide", "syn"];

/// What Cargo knows of every crate that is built here.
fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let version = Command::new(&cargo).arg("-vV").output().expect("cargo runs").stdout;
    let version = String::from_utf8(version).expect("text");
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("a host");
    let output = Command::new(cargo)
        .args([
            "metadata", "--format-version", "1", "--locked", "--filter-platform", host,
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// May it be used under a licence of the list? An expression is read as one or more parts that all hold, each a choice.
fn free(expression: &str) -> bool {
    let allowed = |one: &str| LICENCES.contains(&one.trim_matches(['(', ')', ' ']));
    expression
        .split(" AND ")
        .all(|part| part.replace('/', " OR ").split(" OR ").any(allowed))
}

#[test]
fn licences_are_read() {
    for good in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
    ] {
        assert!(free(good), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "", "MIT-0 AND MIT"] {
        assert!(!free(bad), "{bad}");
    }
}

#[test]
fn crates_are_free_wanted_and_there_once() {
    let metadata = metadata();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let crates = metadata["packages"].as_array().expect("a list");
    assert!(crates.len() > 50, "{}", crates.len());
    for each in crates {
        let (name, version) = (
            each["name"].as_str().expect("a name"),
            each["version"].as_str().expect("one"),
        );
        versions.entry(name).or_default().insert(version);
        let licence = each["license"].as_str().unwrap_or_default();
        if !free(licence) {
            wrong.push(format!("{name} {version} has the licence “{licence}”"));
        }
        if BANNED.contains(&name) {
            wrong.push(format!("{name} has no place here"));
        }
        let source = each["source"].as_str();
        if source.is_some_and(|source| !source.starts_with("registry+")) {
            wrong.push(format!("{name} comes from {source:?}, not from the registry"));
        }
    }
    for (name, versions) in versions {
        if versions.len() > 1 && !TWICE.contains(&name) {
            wrong.push(format!("{name} is there in several versions: {versions:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
