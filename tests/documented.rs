//! What the documents say of tests: the commands run some, and those that are named are there.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its crate, its module with the crate's folder before it, and its text.
struct Source {
    package: String,
    module: Vec<String>,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file in a folder and those within it that ends so.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files(&path, end),
            false if path.extension().is_some_and(|of| of == end) => vec![path],
            false => Vec::new(),
        })
        .collect()
}

/// Every source of the house.
fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    let crates = ["crates", "games"].map(|of| fs::read_dir(root().join(of)).expect("crates"));
    let crates = crates.into_iter().flatten().map(|entry| entry.expect("a crate").path());
    for home in crates.chain([root().to_owned()]) {
        let own = home.file_name().expect("a name").to_string_lossy().into_owned();
        let manifest = fs::read_to_string(home.join("Cargo.toml")).expect("a manifest");
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
        let package = name.expect("a name").trim_matches('"');
        for (part, first) in [("src", Some(own)), ("tests", None)] {
            for path in files(&home.join(part), "rs") {
                let within = path.strip_prefix(home.join(part)).expect("within").with_extension("");
                let names = within.iter().map(|name| name.to_string_lossy().into_owned());
                let names = names.filter(|name| !["mod", "lib", "main"].contains(&name.as_str()));
                all.push(Source {
                    package: package.to_owned(),
                    module: first.clone().into_iter().chain(names).collect(),
                    text: fs::read_to_string(&path).expect("a source"),
                });
            }
        }
    }
    all
}

impl Source {
    /// Has it, or a module around it, what the path names?
    fn has(&self, path: &[&str]) -> bool {
        let words = |name: &&str| {
            let said = [
                format!("fn {name}("),
                format!("mod {name} {{"),
                format!("mod {name};"),
                format!("const {name}:"),
            ];
            said.iter().any(|words| self.text.contains(words))
        };
        (1..=path.len()).any(|cut| {
            let (module, rest) = path.split_at(cut);
            self.module.windows(cut).any(|names| names == module) && rest.iter().all(words)
        })
    }
}

/// Every document with its text.
fn documents() -> Vec<(PathBuf, String)> {
    let mut all = files(&root().join("docs"), "md");
    all.extend(["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a document");
        (path, text)
    };
    all.into_iter().map(read).collect()
}

/// A filter that fits no test runs none, and all is well for Cargo.
#[test]
fn every_documented_command_runs_tests() {
    let sources = sources();
    let mut seen = 0;
    for (path, text) in documents() {
        for line in text.lines() {
            let Some((_, command)) = line.split_once("cargo test ") else {
                continue;
            };
            let (command, filters) = command.split_once(" -- ").unwrap_or((command, ""));
            let words: Vec<&str> = command.split(' ').collect();
            let after = |option: &str| {
                let at = words.iter().position(|word| *word == option)?;
                words.get(at + 1).copied()
            };
            let package = after("-p");
            let test = after("--test");
            let filters = filters.split(' ').chain(after("--lib"));
            for filter in filters.filter(|filter| filter.contains("::")) {
                seen += 1;
                let wanted: Vec<&str> = filter.split("::").collect();
                let fits = |source: &&Source| {
                    package.is_none_or(|package| source.package == package)
                        && test.is_none_or(|test| source.module.first().is_some_and(|name| name == test))
                };
                assert!(
                    sources.iter().filter(fits).any(|source| source.has(&wanted)),
                    "{}: no test is run by “{line}”",
                    path.display()
                );
            }
        }
    }
    assert!(seen > 1, "{seen} filters were seen");
}

/// The document that says which fault is met by which test.
#[test]
fn every_named_test_is_there() {
    let sources = sources();
    let text = fs::read_to_string(root().join("docs/reliability.md")).expect("the document");
    let mut seen = 0;
    for name in text.split('`').skip(1).step_by(2).filter(|word| word.contains("::")) {
        seen += 1;
        let path: Vec<&str> = name.split("::").collect();
        assert!(
            sources.iter().any(|source| source.has(&path)),
            "there is no test {name}"
        );
    }
    assert!(seen > 60, "{seen} names were seen");
}

/// Words that mean something here alone; each has a standard one.
const PRIVATE: &str = "wish|wishes|wished|surely|mend|mended|mends|anew|parted|safest|held to|once more|is shown|not shown to|shown to be|points off|alone among|among its like|of its own|other bots say|is so with";

/// The sentences of a text without its code, tables and headings.
fn sentences(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().map(str::trim);
    let prose = lines.filter(|line| !line.starts_with(['|', '#', '`', '<']));
    let mut all = vec![Vec::new()];
    for line in prose {
        let starts =
            line.is_empty() || line.starts_with("- ") || line.starts_with(|first: char| first.is_ascii_digit());
        if starts {
            all.push(Vec::new());
        }
        for word in line.split_whitespace() {
            all.last_mut().expect("one").push(word);
            if word
                .trim_end_matches(['"', '”', ')', '`'])
                .ends_with(['.', ':', '!', '?'])
            {
                all.push(Vec::new());
            }
        }
    }
    all.retain(|sentence| sentence.len() > 2);
    all
}

#[test]
fn documents_and_output_are_plain() {
    let mut wrong = Vec::new();
    let outputs = files(&root().join("crates"), "snap").into_iter();
    let outputs = outputs.map(|path| (fs::read_to_string(&path).expect("a snapshot"), path));
    for (text, path) in outputs.chain(documents().into_iter().map(|(path, text)| (text, path))) {
        // Without code, where keys are named.
        let text = text.split("```").step_by(2).collect::<Vec<_>>().join("\n");
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let words = format!(" {flat} ").replace([',', '.', ';', ':'], " ");
        let private = PRIVATE.split('|').filter(|word| words.contains(&format!(" {word} ")));
        wrong.extend(private.map(|word| format!("{}: “{word}”", path.display())));
        let sentences = sentences(&text);
        let long: Vec<&Vec<&str>> = sentences.iter().filter(|all| all.len() > 25).collect();
        // A first screen has none.
        let allowed = match path.file_name() {
            Some(name) if name == "README.md" => 0,
            _ => 2 + sentences.len() / 20,
        };
        let is_document = path.extension().is_some_and(|end| end == "md");
        if is_document && long.len() > allowed {
            wrong.push(format!("{}: {} long sentences: {long:?}", path.display(), long.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
