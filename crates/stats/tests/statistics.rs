//! Statistics against reference values made with other software (mpmath, scipy, statsmodels, confseq, choix, published
//! tables).
//!
//! `tests/data/stat_vectors.json` names for each vector the function, its inputs, what is expected and the tolerance:
//! a value passes when `|got - expected| <= tol * max(|expected|, 1e-3)`; whole numbers, text, booleans and null compare
//! exactly; a value that is left out counts as null.

use balance_stats::{self as stats, BetClaim, Bets, Interval, PlannedRun};
use serde::Serialize;
use serde_json::{Value, json};

#[test]
fn every_vector_is_reproduced() {
    let file: Value = serde_json::from_str(include_str!("data/stat_vectors.json")).expect("vectors");
    let vectors = file["vectors"].as_array().expect("a list");
    assert_eq!(
        json!(vectors.len()),
        file["meta"]["count"],
        "vectors are missing from the file"
    );
    let mut wrong = Vec::new();
    for vector in vectors {
        let (name, function) = (text(&vector["name"]), text(&vector["fn"]));
        let tolerance = vector["tol"].as_f64().expect("tol");
        if function == "clopper_pearson" {
            shares_are_exact(name, &vector["inputs"], &vector["expected"], &mut wrong);
            continue;
        }
        match compute(function, &vector["inputs"]) {
            Some(got) => compare(name, &got, &vector["expected"], tolerance, &mut wrong),
            None => wrong.push(format!("{name}: no function computes `{function}`")),
        }
    }
    assert!(wrong.is_empty(), "{} values differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The mean of bounded values, of which shares are one kind: nowhere narrower than the exact interval, and hardly wider.
fn shares_are_exact(at: &str, inputs: &Value, expected: &Value, wrong: &mut Vec<String>) {
    let (k, n) = (whole(&inputs["k"]), whole(&inputs["n"]));
    let rows = [(0.0, (n - k) as f64), (1.0, k as f64)];
    let all = Interval { lo: 0.0, hi: 1.0 };
    let found = stats::mean_interval(&rows, all, number(&inputs["conf"])).unwrap_or(all);
    let wider = [number(&expected["lo"]) - found.lo, found.hi - number(&expected["hi"])];
    if wider.iter().any(|wider| !(-1e-9..2e-3).contains(wider)) {
        wrong.push(format!("{at}: {found:?}, expected {expected}"));
    }
}

fn compare(at: &str, got: &Value, expected: &Value, tolerance: f64, wrong: &mut Vec<String>) {
    match (got, expected) {
        (Value::Object(got), Value::Object(expected)) => {
            for (key, wanted) in expected {
                let found = got.get(key).unwrap_or(&Value::Null);
                compare(&format!("{at}.{key}"), found, wanted, tolerance, wrong);
            }
        }
        (Value::Array(got), Value::Array(expected)) if got.len() == expected.len() => {
            for (index, (got, wanted)) in got.iter().zip(expected).enumerate() {
                compare(&format!("{at}[{index}]"), got, wanted, tolerance, wrong);
            }
        }
        (Value::Number(got), Value::Number(wanted)) => {
            let (got, value) = (got.as_f64().unwrap_or(f64::NAN), wanted.as_f64().unwrap_or(f64::NAN));
            let allowed = if wanted.is_f64() {
                tolerance * value.abs().max(1e-3)
            } else {
                0.0
            };
            if got.is_nan() || (got - value).abs() > allowed {
                wrong.push(format!("{at}: got {got}, expected {value}"));
            }
        }
        _ if got == expected => {}
        _ => wrong.push(format!("{at}: got {got}, expected {expected}")),
    }
}

/// Calls the function of that name; none when there is no such function.
fn compute(function: &str, inputs: &Value) -> Option<Value> {
    let f = |key: &str| number(&inputs[key]);
    let u = |key: &str| whole(&inputs[key]);
    let conf = || f("conf");
    Some(match function {
        "norm_ppf" => json!(stats::norm_ppf(f("p"))),
        "chi2_sf" => json!(stats::chi2_sf(f("x"), u("df") as u32)),
        "quantile_ranks" => value(stats::quantile_ranks(u("n"), u("p_num"), u("p_den"), conf())),
        "quantile_ranks_normal" => {
            let (lower, upper) = stats::quantile_ranks_normal(u("n"), u("p_num"), u("p_den"), conf());
            json!({ "lower_rank": lower, "upper_rank": upper })
        }
        "quantile_ci" => {
            let rows = histogram(&inputs["hist"]);
            let found = stats::quantile_ci(&rows, u("p_num"), u("p_den"), 1, conf());
            assert_eq!(found.map(|each| each.q), stats::quantile(&rows, u("p_num"), u("p_den")));
            value(found)
        }
        "bet_cs" => value(stats::bet_cs(
            &values(&inputs["hist"]),
            f("alpha"),
            plan(&inputs["plan"]),
        )),
        "bet_log_capital" => {
            let claim = match text(&inputs["side"]) {
                "+" => BetClaim::Above,
                _ => BetClaim::Below,
            };
            let bets = Bets::new(plan(&inputs["plan"]), f("alpha"));
            json!(bets.log_capital(&values(&inputs["hist"]), f("m"), claim))
        }
        "quantile_bet_cs" => {
            let rows = histogram(&inputs["hist"]);
            let planned = inputs["n_plan"].as_f64();
            value(stats::quantile_bet_cs(
                &rows,
                u("p_num"),
                u("p_den"),
                f("alpha"),
                planned,
            ))
        }
        "beta_binomial_cs" => value(beta_binomial_cs(f("successes"), f("n"), f("alpha"), f("t_opt"))),
        "luce_fit" => {
            let table = |game: &Value| stats::TableWins {
                bots: list(&game["items"]).iter().map(|bot| whole(bot) as usize).collect(),
                wins: game["wins"]
                    .as_object()
                    .expect("wins")
                    .iter()
                    .map(|(bot, wins)| (bot.parse().expect("a bot"), number(wins)))
                    .collect(),
            };
            let tables: Vec<_> = list(&inputs["games"]).iter().map(table).collect();
            value(stats::luce_fit(&tables, u("items") as usize, f("ghost")))
        }
        "elo_from_rate" => json!(stats::elo_from_rate(f("p"))),
        "skill_depth" => value(stats::skill_depth(&numbers(&inputs["elo"]), f("class_rate"))),
        _ => return None,
    })
}

/// Rows of (value, games) of values in [0, 1].
fn values(rows: &Value) -> Vec<(f64, u64)> {
    let row = |row: &Value| (number(&row["value"]), whole(&row["count"]));
    list(rows).iter().map(row).collect()
}

fn plan(object: &Value) -> Option<PlannedRun> {
    object.is_object().then(|| PlannedRun {
        n: number(&object["n"]),
        var: number(&object["var"]),
        mean: number(&object["mean"]),
    })
}

/// Howard, Ramdas, `McAuliffe` and Sekhon (2021): the beta-binomial mixture for wins and losses, a confidence sequence made in
/// another way than ours, as an independent check that both see the same.
fn beta_binomial_cs(successes: f64, n: f64, alpha: f64, t_opt: f64) -> Interval {
    let log = 2.0 * 20f64.ln();
    let size = (t_opt / (log + (1.0 + log).ln()) - 1.0).max(1e-3);
    let log_beta = |a: f64, b: f64| libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    let kept = |p: f64| {
        let (a, b) = (size * p, size * (1.0 - p));
        let failures = n - successes;
        let mixed = log_beta(a + successes, b + failures) - log_beta(a, b);
        mixed - successes * p.ln() - failures * (-p).ln_1p() < (1.0 / alpha).ln()
    };
    let mean = successes / n;
    let edge = |mut inside: f64, mut outside: f64| {
        for _ in 0..200 {
            let middle = f64::midpoint(inside, outside);
            if kept(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    let lo = if successes > 0.0 {
        edge(mean.min(1.0 - 1e-12), 0.0)
    } else {
        0.0
    };
    let hi = if successes < n { edge(mean.max(1e-12), 1.0) } else { 1.0 };
    Interval { lo, hi }
}

/// Counts of any size and shape, many of them 0, give ordered intervals and numbers, or nothing, but no panic.
#[test]
fn strange_counts_are_survived() {
    let sizes = [0u64, 0, 1, 1, 2, 7, 40, 1000, 1_000_000, 1 << 40];
    let mut state = 1u64;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let ordered = |interval: Interval| assert!(interval.lo <= interval.hi, "{interval:?}");
    for _ in 0..300 {
        let cells = 1 + draw(16) as usize;
        let counts: Vec<u64> = (0..cells).map(|_| sizes[draw(10) as usize]).collect();
        let n: u64 = counts.iter().sum();
        let rows: Vec<(u32, u64)> = (0..).step_by(7).zip(counts.iter().copied()).collect();
        for (num, den) in [(0, 1), (1, 100), (1, 2), (99, 100), (1, 1)] {
            let found = stats::quantile_ci(&rows, num, den, 1, 0.95);
            assert_eq!(found.is_some(), n > 0);
            let around = |q| found.is_none_or(|ci| ci.lo.is_none_or(|lo| lo <= q) && ci.hi.is_none_or(|hi| hi >= q));
            assert!(found.is_none_or(|ci| around(ci.q)));
        }
        let shares: Vec<(f64, u64)> = rows.iter().map(|row| (f64::from(row.0) / 112.0, row.1)).collect();
        ordered(stats::bet_cs(&shares, 0.05, None));
        let weighted: Vec<(f64, f64)> = shares.iter().map(|row| (row.0, row.1 as f64)).collect();
        let found = stats::mean_interval(&weighted, Interval { lo: 0.0, hi: 1.0 }, 0.95);
        assert_eq!(found.is_some(), n > 0);
        found.into_iter().for_each(ordered);
    }
}

fn value(found: impl Serialize) -> Value {
    serde_json::to_value(found).expect("a JSON value")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn whole(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

/// A number, or a fraction written as text such as "1/3".
fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => {
            let (num, den) = text.split_once('/').unwrap_or((text, "1"));
            let [num, den] = [num, den].map(|part| part.parse::<i64>().expect("a whole number") as f64);
            num / den
        }
        other => other.as_f64().expect("a number"),
    }
}

/// A histogram, smallest value first.
fn histogram(object: &Value) -> Vec<(u32, u64)> {
    let row = |(key, count): (&String, &Value)| (key.parse().expect("a value"), whole(count));
    let mut rows: Vec<(u32, u64)> = object.as_object().expect("a histogram").iter().map(row).collect();
    rows.sort_unstable();
    rows
}
