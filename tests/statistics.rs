//! Every statistic against reference values made with other software (mpmath, scipy, statsmodels, published tables).
//!
//! `tests/data/stat_vectors.json` names for each vector the function, its inputs, what is expected and the tolerance:
//! a value passes when `|got - expected| <= tol * max(|expected|, 1e-3)`; whole numbers, text and null compare exactly.

use balance::stats::{self, Interval};
use serde_json::{Map, Value, json};

#[test]
fn every_vector_is_reproduced() {
    let file: Value = serde_json::from_str(include_str!("data/stat_vectors.json")).expect("vectors");
    let vectors = file["vectors"].as_array().expect("a list");
    assert!(vectors.len() > 100);
    let mut wrong = Vec::new();
    for vector in vectors {
        let (name, inputs) = (vector["name"].as_str().expect("name"), &vector["inputs"]);
        let got = compute(vector["fn"].as_str().expect("fn"), inputs);
        let tol = vector["tol"].as_f64().unwrap_or(0.0);
        compare(name, &got, &vector["expected"], tol, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} values differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn compare(at: &str, got: &Value, expected: &Value, tol: f64, wrong: &mut Vec<String>) {
    match (got, expected) {
        (Value::Object(got), Value::Object(expected)) => {
            for (key, wanted) in expected {
                compare(
                    &format!("{at}.{key}"),
                    got.get(key).unwrap_or(&Value::Null),
                    wanted,
                    tol,
                    wrong,
                );
            }
        }
        (Value::Array(got), Value::Array(expected)) if got.len() == expected.len() => {
            for (index, (got, wanted)) in got.iter().zip(expected).enumerate() {
                compare(&format!("{at}[{index}]"), got, wanted, tol, wrong);
            }
        }
        (Value::Number(got), Value::Number(expected)) => {
            let (got, expected) = (got.as_f64().unwrap_or(f64::NAN), expected.as_f64().unwrap_or(f64::NAN));
            if (got - expected).abs() > tol * expected.abs().max(1e-3) {
                wrong.push(format!("{at}: got {got}, expected {expected}"));
            }
        }
        _ if got == expected => {}
        _ => wrong.push(format!("{at}: got {got}, expected {expected}")),
    }
}

fn compute(function: &str, inputs: &Value) -> Value {
    let f = |key: &str| inputs[key].as_f64().unwrap_or_else(|| panic!("{function} needs {key}"));
    let u = |key: &str| inputs[key].as_u64().unwrap_or_else(|| panic!("{function} needs {key}"));
    match function {
        "norm_ppf" => json!(stats::norm_ppf(f("p"))),
        "chi2_sf" => json!(stats::chi2_sf(f("x"), f("df"))),
        "t_ppf" => json!(stats::t_ppf(f("p"), f("df"))),
        "wilson" => interval(stats::wilson(f("successes"), f("n"), f("conf"))),
        "clopper_pearson" => interval(stats::clopper_pearson(u("k"), u("n"), f("conf"))),
        "zero_count_upper" => json!(stats::zero_count_upper(u("n"), f("conf"))),
        "simultaneous_wilson" => {
            let all = stats::simultaneous_wilson(&whole(&inputs["counts"]), f("conf"));
            let rows: Vec<Value> = all.into_iter().map(|each| json!([each.lo, each.hi])).collect();
            let z = stats::z(1.0 - (1.0 - f("conf")) / rows.len() as f64);
            json!({ "z": z, "intervals": rows })
        }
        "newcombe_indep" => {
            let (a, n, b, m) = (u("x1"), u("n1"), u("x2"), u("n2"));
            let found = stats::newcombe_independent(a, n, b, m, f("conf"));
            json!({ "diff": a as f64 / n as f64 - b as f64 / m as f64, "lo": found.lo, "hi": found.hi })
        }
        "ratio_cluster" => {
            let row = |row: &Value| {
                (
                    number(&row["appearances"]),
                    number(&row["share"]),
                    number(&row["games"]) as u64,
                )
            };
            let rows: Vec<(f64, f64, u64)> = inputs["rows"].as_array().expect("rows").iter().map(row).collect();
            match stats::ratio_cluster(&rows, f("conf")) {
                None => json!({ "rate": null, "se": null, "lo": null, "hi": null }),
                Some(ratio) => {
                    json!({ "rate": ratio.rate, "se": ratio.se, "lo": ratio.interval.lo, "hi": ratio.interval.hi })
                }
            }
        }
        "hist_stats" => hist_stats(&histogram(&inputs["hist"]), f("conf")),
        "quantile_ranks" => {
            let ranks = stats::quantile_ranks(u("n"), u("p_num"), u("p_den"), f("conf"));
            json!({ "lower_rank": ranks.lower, "upper_rank": ranks.upper, "coverage": ranks.coverage })
        }
        "quantile_ranks_normal" => {
            let (lower, upper) = stats::quantile_ranks_normal(u("n"), u("p_num"), u("p_den"), f("conf"));
            json!({ "lower_rank": lower, "upper_rank": upper })
        }
        "quantile_ci" => {
            let rows = histogram(&inputs["hist"]);
            match stats::quantile_ci(&rows, u("p_num"), u("p_den"), f("conf")) {
                None => json!({ "q": null, "lo": null, "hi": null }),
                Some(found) => json!({ "q": found.q, "lo": found.lo, "hi": found.hi }),
            }
        }
        "dkw_epsilon" => json!(stats::dkw_epsilon(u("n"), f("conf"))),
        "gof" => {
            let expected: Vec<f64> = inputs["expected"]
                .as_array()
                .expect("expected")
                .iter()
                .map(number)
                .collect();
            let fit = stats::gof(&whole(&inputs["counts"]), &expected);
            json!({ "chi2": fit.chi2, "g": fit.g, "df": fit.df, "p_chi2": fit.p_chi2, "p_g": fit.p_g, "w": fit.w,
                "v": fit.v, "v_debiased": fit.v_debiased, "residuals": fit.residuals })
        }
        "share_wald" => share_wald(inputs),
        other => panic!("no function computes `{other}`"),
    }
}

fn hist_stats(rows: &[(u32, u64)], confidence: f64) -> Value {
    let found = stats::hist_stats(rows, confidence);
    let mut object = Map::new();
    object.insert("n".into(), json!(found.n));
    object.insert("sum".into(), json!(found.sum.to_string()));
    object.insert("sum_sq".into(), json!(found.sum_sq.to_string()));
    for (key, value) in [("mean", found.mean), ("var", found.var), ("sd", found.sd)] {
        object.insert(key.into(), json!(value));
    }
    object.insert("lo".into(), json!(found.interval.map(|each| each.lo)));
    object.insert("hi".into(), json!(found.interval.map(|each| each.hi)));
    object.insert("min".into(), json!(rows.first().map(|row| row.0)));
    object.insert("max".into(), json!(rows.last().map(|row| row.0)));
    object.insert("skew_g1".into(), json!(found.skew));
    let n = found.n as f64;
    object.insert("se".into(), json!(found.sd.map(|sd| sd / n.sqrt())));
    object.insert("cv".into(), json!(found.sd.zip(found.mean).map(|(sd, mean)| sd / mean)));
    object.insert(
        "t_crit".into(),
        json!((found.n > 1).then(|| stats::t_ppf(f64::midpoint(1.0, confidence), n - 1.0))),
    );
    Value::Object(object)
}

fn share_wald(inputs: &Value) -> Value {
    let rows = inputs["rows"].as_array().expect("rows");
    let expected: Vec<f64> = inputs["expected"]
        .as_array()
        .expect("expected")
        .iter()
        .map(number)
        .collect();
    let size = expected.len();
    let (mut sums, mut products, mut n) = (vec![0.0; size], vec![0.0; size * size], 0);
    for row in rows {
        let share: Vec<f64> = row["share"].as_array().expect("share").iter().map(number).collect();
        let games = row["games"].as_u64().expect("games");
        n += games;
        for i in 0..size {
            sums[i] += share[i] * games as f64;
            for j in 0..size {
                products[i * size + j] += share[i] * share[j] * games as f64;
            }
        }
    }
    let found = stats::share_wald(&sums, &products, n, &expected).expect("two games");
    json!({ "t": found.t, "df": found.df, "p": found.p, "mean": found.mean, "residuals": found.residuals })
}

fn interval(found: Interval) -> Value {
    json!({ "lo": found.lo, "hi": found.hi })
}

fn whole(list: &Value) -> Vec<u64> {
    list.as_array()
        .expect("a list")
        .iter()
        .map(|each| each.as_u64().expect("a whole number"))
        .collect()
}

/// A number, or a fraction written as text such as "1/3".
fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => match text.split_once('/') {
            Some((a, b)) => a.parse::<f64>().expect("a number") / b.parse::<f64>().expect("a number"),
            None => text.parse().expect("a number"),
        },
        other => other.as_f64().expect("a number"),
    }
}

fn histogram(object: &Value) -> Vec<(u32, u64)> {
    let rows = object.as_object().expect("a histogram").iter();
    let mut rows: Vec<(u32, u64)> = rows
        .map(|(value, count)| (value.parse().expect("a value"), count.as_u64().expect("a count")))
        .collect();
    rows.sort_unstable();
    rows
}
