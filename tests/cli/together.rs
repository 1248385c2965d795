//! `balance report` about several runs.

use std::fs;

use super::{SMALL, balance, folder, printed, refused, scenario};

#[test]
fn several_runs_stand_on_one_page_with_an_introduction() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name).display().to_string();
    for name in ["one", "two"] {
        let text = SMALL
            .replace("Small", &format!("Small {name}"))
            .replace("\"random\"", "\"heuristic\"")
            .replace("players = 5", "players = 5\ncon-cost = 2");
        let path = scenario(dir.path(), &format!("{name}.toml"), &text)
            .display()
            .to_string();
        printed(&["run", &path, "--games", "60", "--quiet", "--out", &at("runs")]);
    }
    let runs = [at("runs/one"), at("runs/two")];
    fs::write(dir.path().join("intro.md"), "For **you**, <script>. ![Us](us.png)\n").expect("written");
    let (out, intro) = (at("page"), at("intro.md"));
    let said = printed(&[
        "report",
        &runs[0],
        &runs[1],
        "--out",
        &out,
        "--title",
        "Our games",
        "--intro",
        &intro,
    ]);
    assert_eq!(said.trim(), format!("{out}/report.html"));
    let page = fs::read_to_string(dir.path().join("page/report.html")).expect("a page");
    for part in [
        "<h1>Our games</h1>",
        "For <strong>you</strong>, &lt;script&gt;. Us",
        "Small one",
        "Small two",
        "id=\"run-2\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Without a title the runs give it.
    printed(&["report", &runs[0], &runs[1], "--out", &out]);
    let page = fs::read_to_string(dir.path().join("page/report.html")).expect("a page");
    assert!(page.contains("<h1>Small one · Small two</h1>"));
    // What is wrong is refused, and a run's own report is not written over.
    assert!(refused(&["report", &runs[0], &runs[1]]).contains("--out DIR"));
    assert!(refused(&["report", &runs[0], "--out", &runs[1]]).contains("whose report would be lost"));
    // What is missing is named with its option, what it is for, and what may have been meant.
    let none = |name: &str| refused(&["report", &runs[0], "--out", &out, "--intro", &at(name)]);
    let said = none("none.md");
    assert!(
        said.contains("--intro ") && said.contains("none.md: there is no such file. It names a text in Markdown"),
        "{said}"
    );
    assert!(none("runs").contains("this is a folder"));
    assert!(refused(&["report", &runs[0], &runs[0], "--out", &out]).contains("named twice"));
    fs::create_dir(dir.path().join("mine")).expect("made");
    fs::write(dir.path().join("mine/report.html"), "mine").expect("written");
    assert!(refused(&["report", &runs[0], "--out", &at("mine")]).contains("is no page of this program"));
    for option in ["--title", "--intro"] {
        let said = refused(&["report", &runs[0], option, "x"]);
        assert!(
            said.contains(option) && said.contains("name a folder for it with --out DIR"),
            "{said}"
        );
    }
    assert!(refused(&["report", &runs[0], "--title", "", "--out", &out]).contains("--title"));
    let output = balance()
        .args(["report", &at("nothing"), &runs[0], "--out", &out])
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(2));
}

/// The folder's name, the file of its scenario, or a text without --intro: what was meant is named.
#[test]
fn what_was_meant_by_no_folder_of_a_run_is_named() {
    let dir = folder();
    let path = scenario(dir.path(), "pond.toml", SMALL).display().to_string();
    let said = |args: &[&str]| {
        let output = balance().current_dir(dir.path()).args(args).output().expect("runs");
        assert_eq!(output.status.code(), Some(if args[0] == "run" { 0 } else { 2 }));
        String::from_utf8(output.stderr).expect("text")
    };
    said(&["run", &path, "--games", "20", "--quiet"]);
    for meant in ["pond", "scenarios/pond.toml", "reports/pnd", "ponds"] {
        let told = said(&["report", meant]);
        assert!(told.contains("There is one in reports/pond."), "{told}");
    }
    let told = said(&["report", "reports/pond", "mine/intro.md", "--out", "page"]);
    assert!(told.contains("write --intro mine/intro.md"), "{told}");
}
