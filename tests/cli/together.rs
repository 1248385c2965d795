//! `balance report` about several runs.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

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
    fs::write(dir.path().join("us.png"), "frog").expect("written");
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
        "con-cost = 2",
        "For <strong>you</strong>, &lt;script&gt;.",
        "src=\"data:image/png;base64,ZnJvZw==\" alt=\"Us\"",
        "Small one",
        "Small two",
        "id=\"run-2\"",
        "id=\"run-1-others\"",
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
    assert!(none("intr.md").contains("did you mean "), "{}", none("intr.md"));
    assert!(none("runs").contains("this is a folder"));
    fs::remove_file(dir.path().join("us.png")).expect("removed");
    let lost = refused(&["report", &runs[0], "--out", &out, "--intro", &intro]);
    let place = format!("{intro}:1: the picture ");
    assert!(
        lost.contains(&place) && lost.contains("us.png cannot be read"),
        "{lost}"
    );
    assert!(lost.contains("lie in its folder `charts`"), "{lost}");
    // A run of several configurations has names of its own for its pictures.
    fs::write(dir.path().join("1-base-us.png"), "frog").expect("written");
    let lost = refused(&["report", &runs[0], "--out", &out, "--intro", &intro]);
    assert!(lost.contains("did you mean `1-base-us.png`?"), "{lost}");
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

/// From the folder of the introduction on, else of a run.
#[test]
fn pictures_of_an_introduction_are_those_beside_it_or_those_of_the_runs() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name).display().to_string();
    for file in [
        "text/own.png",
        "a/charts/own.png",
        "a/charts/won.png",
        "b/charts/won.png",
        "b/charts/b.png",
    ] {
        let path = dir.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, file).expect("written");
    }
    for name in ["a", "b"] {
        let path = scenario(dir.path(), &format!("{name}.toml"), SMALL);
        printed(&[
            "run",
            &path.display().to_string(),
            "--games",
            "20",
            "-q",
            "--out",
            &at("runs"),
        ]);
        for entry in fs::read_dir(dir.path().join(name).join("charts")).expect("charts") {
            let entry = entry.expect("a picture");
            fs::copy(
                entry.path(),
                dir.path()
                    .join("runs")
                    .join(name)
                    .join("charts")
                    .join(entry.file_name()),
            )
            .expect("copied");
        }
    }
    let page = |text: &str| {
        fs::write(dir.path().join("text/intro.md"), text).expect("written");
        let (a, b, out, intro) = (at("runs/a"), at("runs/b"), at("page"), at("text/intro.md"));
        ["report", &a, &b, "--out", &out, "--intro", &intro].map(str::to_owned)
    };
    let shown = |text: &str| {
        let args = page(text);
        printed(&args.each_ref().map(String::as_str));
        fs::read_to_string(dir.path().join("page/report.html")).expect("a page")
    };
    let encoded = |text: &str| STANDARD.encode(text);
    assert!(shown("![](own.png)").contains(&encoded("text/own.png")));
    assert!(shown("![](charts/b.png)").contains(&encoded("b/charts/b.png")));
    assert!(shown("![](b/charts/won.png)").contains(&encoded("b/charts/won.png")));
    let wrong = |text: &str| {
        let args = page(text);
        refused(&args.each_ref().map(String::as_str))
    };
    let said = wrong("![](charts/won.png)");
    assert!(
        said.contains("several runs have one; write which is meant: a/charts/won.png or b/charts/won.png"),
        "{said}"
    );
    // As it is seen from the folder where the command is typed.
    assert!(shown("![](runs/b/charts/won.png)").contains(&encoded("b/charts/won.png")));
    // Of two runs in folders of one name the whole of what is named tells which.
    fs::create_dir_all(at("more/b")).expect("made");
    let copied = std::process::Command::new("cp")
        .args(["-r", &at("runs/b"), &at("more")])
        .status();
    assert!(copied.expect("copied").success());
    fs::write(dir.path().join("more/b/charts/won.png"), "more/won.png").expect("written");
    let both = |text: &str| {
        let mut args = page(text);
        args[1] = at("more/b");
        balance().args(&args).output().expect("it runs")
    };
    assert!(both("![](more/b/charts/won.png)").status.success());
    let shown_page = fs::read_to_string(dir.path().join("page/report.html")).expect("a page");
    assert!(shown_page.contains(&encoded("more/won.png")));
    let said = String::from_utf8(both("![](charts/won.png)").stderr).expect("text");
    assert!(
        said.contains(&format!("is meant: {} or ", at("more/b/charts/won.png"))),
        "{said}"
    );
    let said = wrong("![](elsewhere/none.png)");
    assert!(said.contains("such as a/charts/win-rate.png"), "{said}");
    let mut args = page("");
    let said = balance().args(&args).output().expect("it runs");
    let said = String::from_utf8(said.stderr).expect("text");
    assert!(said.contains("intro.md is empty"), "{said}");
    args[4] = at("page.html");
    let said = refused(&args.each_ref().map(String::as_str));
    assert!(
        said.contains("will be report.html; write --out ") && said.contains("/page\n"),
        "{said}"
    );
    assert!(!dir.path().join("page.html").exists());
    let said = wrong("![](charts/none.png)");
    for place in [
        "text/charts/none.png",
        "runs/a/charts/none.png",
        "runs/b/charts/none.png",
    ] {
        assert!(said.contains(&at(place)), "{place}: {said}");
    }
}
