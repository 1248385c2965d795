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
    assert!(refused(&["report", &runs[0], "--out", &out, "--intro", &at("none.md")]).contains("cannot be read"));
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
    assert!(refused(&["report", &runs[0], "--title", "x"]).contains("--out"));
    let output = balance()
        .args(["report", &at("nothing"), &runs[0], "--out", &out])
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(2));
}
