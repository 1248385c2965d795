//! Bands that count from what the present rules give.

use super::{load, shown};

#[test]
fn bands_that_count_from_now() {
    let text = r#"game = "pond"
[expect]
"turns.mean" = [{ to = "now" }, { from = "now - 0.5", to = "now + 1.5" }, { from = 10 }]
"win-rate.toad" = { target = "now + 5%", within = "2%" }
"win-rate.frog" = { from = "now-3%" }
"#;
    let scenario = load(&[("a/pond.toml", text)]).unwrap();
    let ends: Vec<(bool, (f64, f64))> = scenario
        .expect
        .iter()
        .map(|each| (each.band.is_change(), each.band.ends()))
        .collect();
    let least = f64::NEG_INFINITY;
    let close = |a: f64, b: f64| a.total_cmp(&b).is_eq() || (a - b).abs() < 1e-12;
    let wanted = [
        (true, (least, 0.0)),
        (true, (-0.5, 1.5)),
        (false, (10.0, f64::INFINITY)),
        (true, (0.03, 0.07)),
        (true, (-0.03, f64::INFINITY)),
    ];
    assert_eq!(ends.len(), wanted.len());
    for (found, wanted) in ends.iter().zip(&wanted) {
        assert!(
            found.0 == wanted.0 && close(found.1.0, wanted.1.0) && close(found.1.1, wanted.1.1),
            "{found:?} {wanted:?}"
        );
    }
}

/// What counts from now is asked of variants: without one nothing would ever be decided.
#[test]
fn no_run_ends_by_bands_that_are_asked_of_nothing() {
    let with = |bands: &str, more: &str| {
        let text = format!("game = \"pond\"\n[stop]\nbands = true\n[expect]\n\"turns.mean\" = {bands}\n{more}");
        shown(&[("a.toml", &text)])
    };
    let said = with("{ to = \"now\" }", "");
    assert!(said.contains("these only count from now"), "{said}");
    let variant = "[[variant]]\nname = \"rain\"\nrules.rain = 0.5\n";
    assert_eq!(with("{ to = \"now\" }", variant), "no problem");
    assert_eq!(with("[{ to = \"now\" }, { to = 9 }]", ""), "no problem");
}
