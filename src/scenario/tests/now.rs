//! Bands that count from what the present rules give.

use super::load;

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
