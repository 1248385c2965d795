//! `balance generate game NAME`: a crate with a game of one's own, which plays at once.

use std::path::PathBuf;

use super::Failure;
use super::output::relative;

/// Writes a crate for a game of your own, which plays at once
///
/// The places to fill in are marked YOURS. docs/own-game.md leads from there to the first report.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Name of the game: small letters, digits and hyphens, such as river-race
    #[arg(value_name = "NAME", value_parser = name)]
    name: String,
    /// Folder for the crate [default: NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Where the sources of balance lie [default: where this program was built]
    #[arg(long, value_name = "DIR")]
    balance: Option<PathBuf>,
}

/// The game that is copied: an example, so that it always compiles, plays and keeps the laws.
const GAME: &str = include_str!("../../examples/pig.rs");
/// The versions that balance itself is built with.
const LOCK: &str = include_str!("../../Cargo.lock");
const OURS: &str = include_str!("../../Cargo.toml");
const SCENARIO: &str = include_str!("../../examples/pig.toml");
/// How the example's source is set.
const SETTING: &str = include_str!("../../rustfmt.toml");

/// Words of Rust, of its libraries and of cargo's folders: cargo builds no program of such a name.
const KEPT: &str = "abstract alloc as async await become box break build const continue core crate deps do dyn else enum examples \
    extern false final fn for gen if impl in incremental let loop macro match mod move mut override priv proc-macro pub ref return \
    self static std struct super test trait true try type typeof unsafe unsized use virtual where while yield";

fn name(text: &str) -> Result<String, String> {
    let letters = text
        .bytes()
        .all(|each| each.is_ascii_lowercase() || each.is_ascii_digit() || each == b'-');
    let formed = letters && text.starts_with(|first: char| first.is_ascii_lowercase()) && !text.ends_with('-');
    let (kind, _) = if formed { named(text) } else { Default::default() };
    let why = if !formed {
        "write small letters, digits and hyphens, a letter first".to_owned()
    } else if KEPT.split(' ').any(|word| word == text) {
        "Rust and cargo keep this word for themselves: write another".to_owned()
    } else if LOCK.contains(&format!("name = {text:?}\n")) {
        "a crate that the game is built with has this name: write another".to_owned()
    } else if kind != "Pig" && words().any(|word| word == kind) {
        format!("the program of a game has a `{kind}` already: write another")
    } else {
        return Ok(text.to_owned());
    };
    Err(format!("{why}, such as river-race"))
}

/// The words of the example's code.
fn words() -> impl Iterator<Item = &'static str> {
    let lines = GAME.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let dir = args.out.clone().unwrap_or_else(|| PathBuf::from(&args.name));
    let built = || PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let balance = args.balance.clone().unwrap_or_else(built);
    if !balance.join("Cargo.toml").is_file() {
        let place = balance.display();
        return Err(Failure::Input(format!(
            "the sources of balance are not in {place}. Name their folder with --balance DIR."
        )));
    }
    if dir.symlink_metadata().is_ok() {
        let dir = dir.display();
        return Err(Failure::Input(format!(
            "{dir} is there already. Name another folder with --out DIR."
        )));
    }
    std::fs::create_dir_all(&dir).map_err(|error| Failure::unwritten(&dir, error))?;
    let files = [
        (
            "Cargo.toml".to_owned(),
            manifest(&args.name, &relative(&balance, &dir.join("Cargo.toml"))),
        ),
        ("Cargo.lock".to_owned(), LOCK.to_owned()),
        ("src/main.rs".to_owned(), source(&args.name)),
        (format!("{}.toml", args.name), renamed(SCENARIO, &args.name)),
        ("rustfmt.toml".to_owned(), SETTING.to_owned()),
        (".gitignore".to_owned(), "/target\n/reports\n".to_owned()),
    ];
    for (file, text) in &files {
        let path = dir.join(file);
        balance_report::place_new(&path, text.as_bytes()).map_err(|error| Failure::unwritten(&path, error))?;
    }
    let (dir, name) = (dir.display(), &args.name);
    super::print(&format!(
        "{dir}/ holds a game that plays. Next:\n\n  cd {dir}\n  cargo test\n  cargo run --release -- run {name}.toml\n\nChange src/main.rs where it says YOURS.\n"
    ))
}

/// The crate's Cargo.toml; strings of TOML and of Rust's `{:?}` agree on what a path may hold. Its profiles are those that
/// balance itself is built with: games at full speed, tables built quickly.
fn manifest(name: &str, balance: &str) -> String {
    let profiles = OURS.find("[profile.dev]").and_then(|from| OURS.get(from..));
    let profiles = profiles.and_then(|from| Some(&from[..from.find("[workspace.lints")?]));
    format!(
        "[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n# a workspace of its own, wherever it lies\n\
         [workspace]\n\n[dependencies]\nbalance = {{ path = {balance:?} }}\nschemars = \"1\"\nserde = {{ version = \"1\", features = \
         [\"derive\"] }}\ntoml = \"1.2\"\n\n{}\n",
        profiles.unwrap_or_default().trim_end()
    )
}

/// The example's source as a program of its own.
fn source(name: &str) -> String {
    let text = renamed(GAME, name);
    let (head, rest) = text.split_once("\n\n").unwrap_or(("", &text));
    debug_assert!(head.starts_with("//!"));
    format!("//! A game of one's own. Where it says YOURS, yours begins: now it is a small game of dice.\n\n{rest}")
}

/// What a game of this name is called in the code, and for people.
fn named(name: &str) -> (String, String) {
    let upper = |part: &str| part[..1].to_uppercase() + &part[1..];
    let parts = name.split('-').filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(upper).collect();
    (parts.concat(), parts.join(" "))
}

/// The example's text with this name for the game.
fn renamed(text: &str, name: &str) -> String {
    let (kind, title) = named(name);
    text.replace("\"Pig\"", &format!("{title:?}"))
        .replace("Pig", &kind)
        .replace("\"pig\"", &format!("{name:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_stands_wherever_the_example_says_its_own() {
        let source = source("river-race");
        assert!(source.contains("struct RiverRace {") && source.contains("const KEY: &'static str = \"river-race\";"));
        assert!(source.contains("const TITLE: &'static str = \"River Race\";") && source.contains("YOURS"));
        assert!(!source.to_lowercase().contains("pig"), "{source}");
        let scenario = renamed(SCENARIO, "river-race");
        assert!(scenario.contains("game = \"river-race\"") && !scenario.to_lowercase().contains("pig"));
        let manifest = manifest("river-race", "../a \"b\"");
        let read: toml::Table = toml::from_str(&manifest).expect("TOML");
        assert_eq!(read["dependencies"]["balance"]["path"].as_str(), Some("../a \"b\""));
        assert!(read["profile"]["release"].get("package").is_some(), "{manifest}");
        let package = |name: &str| &read["profile"]["dev"]["package"][name];
        for (name, level) in [
            ("balance", 0),
            ("balance-charts", 0),
            ("balance-engine", 2),
            ("balance-kit", 2),
            ("balance-stats", 2),
        ] {
            // `*` would take this from them.
            assert_eq!(package(name)["opt-level"].as_integer(), Some(level), "{name}");
            assert_eq!(package(name)["overflow-checks"].as_bool(), Some(true), "{name}");
            assert_eq!(package(name)["debug-assertions"].as_bool(), Some(true), "{name}");
        }
        // `Guest::settled` and `Guest::idle` speak of its tables.
        assert!(read["dependencies"].get("toml").is_some(), "{manifest}");
    }

    #[test]
    fn a_name_with_which_nothing_could_be_built_is_refused() {
        let no = |text: &str| name(text).expect_err(text);
        for formed in ["River", "3d", "a-", "", "a_b"] {
            assert!(no(formed).starts_with("write small letters"), "{formed}");
        }
        for word in ["self", "fn", "yield", "deps", "std"] {
            assert!(no(word).starts_with("Rust and cargo keep this word"), "{word}");
        }
        for known in ["balance", "balance-kit", "serde", "toml", "schemars"] {
            assert!(no(known).starts_with("a crate that the game is built with"), "{known}");
        }
        let said = "the program of a game has a `Game` already: write another, such as river-race";
        assert_eq!(no("game"), said);
        for there in ["seat", "rules", "vec", "seat-set"] {
            assert!(no(there).starts_with("the program of a game has"), "{there}");
        }
        for good in [
            "a-3", "pig", "river-race", "balance-beam", "nothing", "self-made", "tide--pact",
        ] {
            assert_eq!(name(good), Ok(good.to_owned()));
        }
    }
}
