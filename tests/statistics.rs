//! Every statistic against reference values made with other software (mpmath, scipy, statsmodels, confseq, choix, published
//! tables).
//!
//! `tests/data/stat_vectors.json` names for each vector the function, its inputs, what is expected and the tolerance:
//! a value passes when `|got - expected| <= tol * max(|expected|, 1e-3)`; whole numbers, text, booleans and null compare
//! exactly; a value that is left out counts as null.

use balance::stats::{self, Adjustment, Bets, Claim, FairMode, Familywise, Gate, Interval, Pairs, Plan, Sides};
use serde::Serialize;
use serde_json::{Map, Value, json};

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
        match compute(function, &vector["inputs"]) {
            Some(got) => compare(name, &got, &vector["expected"], tolerance, &mut wrong),
            None => wrong.push(format!("{name}: no function computes `{function}`")),
        }
    }
    assert!(wrong.is_empty(), "{} values differ:\n{}", wrong.len(), wrong.join("\n"));
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
        "t_ppf" => json!(stats::t_ppf(f("p"), f("df"))),
        "beta_cdf" => json!(stats::beta_cdf(f("x"), f("a"), f("b"))),
        "binom_cdf" => json!(stats::binom_cdf(u("k"), u("n"), f("p"))),
        "wilson" => value(stats::wilson(f("successes"), f("n"), conf())),
        "clopper_pearson" => value(stats::clopper_pearson(u("k"), u("n"), conf())),
        "zero_count_upper" => json!(stats::zero_count_upper(u("n"), conf())),
        "wilson_share" => {
            let rows: Vec<(u32, u64)> = scaled(&inputs["hist"], SHARE_UNIT)
                .into_iter()
                .map(|(share, games)| (share as u32, games))
                .collect();
            value(stats::wilson_share(&rows, SHARE_UNIT, conf()))
        }
        "ratio_cluster" => value_or_empty(stats::ratio_cluster(&clusters(inputs, "appearances", "share"), conf())),
        "fair_rates" => fair_rates(inputs),
        "fairness" => value(stats::fairness(&wholes(&inputs["wins"]), &numbers(&inputs["expected"]))),
        "simultaneous_wilson" => {
            let method = match text(&inputs["method"]) {
                "bonferroni" => Familywise::Bonferroni,
                _ => Familywise::Sidak,
            };
            let found = stats::simultaneous_wilson(&wholes(&inputs["counts"]), conf(), method);
            let pair = |each: &Interval| json!([each.lo, each.hi]);
            json!({ "z": found.z, "intervals": found.intervals.iter().map(pair).collect::<Vec<_>>() })
        }
        "hist_stats" => {
            let found = stats::hist_stats(&histogram(&inputs["hist"]), conf());
            let mut object = value(found);
            object["sum"] = json!(found.sum.to_string());
            object["sum_sq"] = json!(found.sum_sq.to_string());
            object
        }
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
        "dkw_epsilon" => json!(stats::dkw_epsilon(u("n"), conf())),
        "mcnemar" => value(stats::mcnemar(u("n10"), u("n01"))),
        "tango" => value(stats::tango(&pairs(inputs), conf())),
        "newcombe_paired" => value(stats::newcombe_paired(&pairs(inputs), conf())),
        "newcombe_indep" => {
            let [a, n, b, m] = ["x1", "n1", "x2", "n2"].map(u);
            let mut object = value(stats::newcombe_independent(a, n, b, m, conf()));
            object["diff"] = json!(a as f64 / n as f64 - b as f64 / m as f64);
            object
        }
        "miettinen_nurminen" => value(stats::miettinen_nurminen(u("x1"), u("n1"), u("x2"), u("n2"), conf())),
        "agresti_caffo" => value(stats::agresti_caffo(u("x1"), u("n1"), u("x2"), u("n2"), conf())),
        "paired_mean" => value(stats::paired_mean(&scaled(&inputs["hist"], 6), 6, conf())),
        "crn_report" => {
            let wide = |key: &str| i128::from(u(key));
            value(stats::crn_report(&stats::PairSums {
                n: u("n"),
                a: wide("sum_a"),
                b: wide("sum_b"),
                aa: wide("sum_aa"),
                bb: wide("sum_bb"),
                ab: wide("sum_ab"),
            }))
        }
        "welch" => {
            let [first, second] = ["1", "2"].map(|which| stats::Sample {
                n: u(&format!("n{which}")),
                mean: f(&format!("mean{which}")),
                var: f(&format!("var{which}")),
            });
            value(stats::welch(&first, &second, conf()))
        }
        "bet_cs" => value(stats::bet_cs(
            &values(&inputs["hist"]),
            f("alpha"),
            plan(&inputs["plan"]),
        )),
        "bet_log_capital" => {
            let claim = match text(&inputs["side"]) {
                "+" => Claim::Above,
                _ => Claim::Below,
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
        "asymptotic_cs" => value(stats::asymptotic_cs(u("n"), f("mean"), f("sd"), f("alpha"), u("n_opt"))),
        "sprt_bounds" => value(stats::sprt_bounds(f("alpha"), f("beta"))),
        "sprt_llr" => json!(stats::sprt_llr(f("successes"), u("n"), f("p0"), f("p1"))),
        "sprt_oc" => value(stats::sprt_oc(f("p"), f("p0"), f("p1"), f("alpha"), f("beta"))),
        "gsprt_llr" => {
            let (values, counts) = (numbers(&inputs["values"]), wholes(&inputs["counts"]));
            value(stats::gsprt_llr(&values, &counts, f("s0"), f("s1")))
        }
        "gate_run" => {
            let gate = Gate {
                reference: f("ref"),
                tolerance: f("tol"),
                sides: Sides::Both,
                alpha_pass: f("alpha_pass"),
                alpha_fail: f("alpha_fail"),
                metrics: u("metrics") as u32,
                n_max: u("n_max"),
                bets: Bets::new(plan(&inputs["plan"]), f("plan_alpha")),
            };
            let batches: Vec<_> = list(&inputs["batches"]).iter().map(values).collect();
            value(gate.run(&batches))
        }
        "tost_z" => value(stats::tost_z(f("mean"), f("se"), f("tol"))),
        "adjust_p" => {
            let method = match text(&inputs["method"]) {
                "bonferroni" => Adjustment::Bonferroni,
                "sidak" => Adjustment::Sidak,
                "holm" => Adjustment::Holm,
                "bh" => Adjustment::BenjaminiHochberg,
                _ => Adjustment::BenjaminiYekutieli,
            };
            json!(stats::adjust_p(&numbers(&inputs["p"]), method))
        }
        "e_reject" => {
            let e = numbers(&inputs["e"]);
            let rejected = match text(&inputs["method"]) {
                "ebh" => stats::e_bh(&e, f("alpha")),
                _ => stats::e_holm(&e, f("alpha")),
            };
            json!({ "rejected": rejected })
        }
        "n_equivalence" => json!(stats::n_equivalence(
            f("var"),
            f("tol"),
            f("theta"),
            f("alpha"),
            f("power")
        )),
        "n_detection" => json!(stats::n_detection(f("var"), f("delta"), f("alpha"), f("power"))),
        "n_halfwidth" => json!(stats::n_halfwidth(f("var"), f("half_width"), conf())),
        "min_tolerance" => json!(stats::min_tolerance(f("var"), u("n"), f("alpha"), f("power"))),
        "luce_fit" => {
            let table = |game: &Value| stats::TableWins {
                bots: indices(&game["items"]),
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
        "plackett_luce_rank_fit" => {
            let ranking = |row: &Value| (indices(&row["order"]), whole(&row["count"]));
            let rankings: Vec<_> = list(&inputs["rankings"]).iter().map(ranking).collect();
            value(stats::plackett_luce_fit(&rankings, u("items") as usize, 0.0))
        }
        "elo_from_rate" => json!(stats::elo_from_rate(f("p"))),
        "skill_index" => value(stats::skill_index(f("share"), u("players") as u32)),
        "skill_depth" => value(stats::skill_depth(&numbers(&inputs["elo"]), f("class_rate"))),
        "icc_seed" => {
            let seed = |row: &Value| stats::SeedGroup {
                sum: whole(&row["sum"]) as i64,
                sum_sq: whole(&row["sum_sq"]),
                reps: whole(&row["reps"]),
            };
            value(stats::icc_seed(
                &list(&inputs["seeds"]).iter().map(seed).collect::<Vec<_>>(),
            ))
        }
        "mutual_information" => {
            let table: Vec<Vec<u64>> = list(&inputs["table"]).iter().map(wholes).collect();
            value(stats::mutual_information(&table))
        }
        "trace_metrics" => {
            let trace: Vec<Vec<f64>> = list(&inputs["trace"]).iter().map(numbers).collect();
            let winners = indices(&inputs["winners"]);
            value(stats::trace_metrics(&trace, &winners, inputs["scale"].as_f64()))
        }
        "belief_metrics" => {
            let belief: Vec<Vec<f64>> = list(&inputs["belief"]).iter().map(numbers).collect();
            value(stats::belief_metrics(&belief))
        }
        "lift_cluster" => value_or_empty(stats::lift_cluster(&clusters(inputs, "holders", "excess"), conf())),
        "mantel_haenszel" => {
            let stratum = |row: &Value| {
                let [a, b, c, d] = ["a", "b", "c", "d"].map(|key| whole(&row[key]));
                stats::Stratum { a, b, c, d }
            };
            let strata: Vec<_> = list(&inputs["strata"]).iter().map(stratum).collect();
            value(stats::mantel_haenszel(&strata, conf()))
        }
        "risk_ratio" => {
            let [a, n, b, m] = ["wins_with", "n_with", "wins_without", "n_without"].map(u);
            value(stats::risk_ratio(a, n, b, m, conf()))
        }
        "eb_shrink" => value(stats::eb_shrink(&numbers(&inputs["lift"]), &numbers(&inputs["se"]))),
        "tuning_loss" => {
            let weights = inputs.get("weights").map(numbers);
            let (p, target) = (numbers(&inputs["p"]), numbers(&inputs["target"]));
            value(stats::tuning_loss(&p, u("n"), &target, weights.as_deref()))
        }
        "halving_schedule" => value(stats::halving_schedule(
            u("configs"),
            u("budget"),
            u("eta"),
            u("min_games"),
            1,
        )),
        "synthetic_game" => {
            let (p, loss) = known_game(inputs, &numbers(&inputs["x"]));
            json!({ "p": p, "loss": loss })
        }
        "tuning_instance" => tuning_instance(inputs),
        _ => return None,
    })
}

/// Shares of a made-up game and their loss against equal shares.
fn known_game(inputs: &Value, setting: &[f64]) -> (Vec<f64>, f64) {
    let effect: Vec<Vec<f64>> = list(&inputs["m"]).iter().map(numbers).collect();
    let p = stats::softmax_shares(&numbers(&inputs["a"]), &effect, setting).expect("a game");
    let target = inputs
        .get("target")
        .map_or_else(|| vec![1.0 / p.len() as f64; p.len()], numbers);
    let loss = stats::tuning_loss(&p, 2, &target, None).expect("games").raw;
    (p, loss)
}

/// The best two of all settings of three whole numbers, by trying them all.
fn tuning_instance(inputs: &Value) -> Value {
    let range = whole(&inputs["range"]);
    let mut all = Vec::new();
    for code in 0..range.pow(3) {
        let setting = [code / range / range, code / range % range, code % range];
        all.push((known_game(inputs, &setting.map(|x| x as f64)).1, setting));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    json!({
        "optimum": all[0].1,
        "loss_at_444": known_game(inputs, &[4.0; 3]).1,
        "second_best": all[1].1,
        "loss_second": all[1].0,
    })
}

fn indices(value: &Value) -> Vec<usize> {
    wholes(value).into_iter().map(|index| index as usize).collect()
}

fn pairs(inputs: &Value) -> Pairs {
    Pairs {
        both: whole(&inputs["n11"]),
        first: whole(&inputs["n10"]),
        second: whole(&inputs["n01"]),
        neither: whole(&inputs["n00"]),
    }
}

/// Rows of (value, games) of values in [0, 1].
fn values(rows: &Value) -> Vec<(f64, u64)> {
    let row = |row: &Value| (number(&row["value"]), whole(&row["count"]));
    list(rows).iter().map(row).collect()
}

fn plan(object: &Value) -> Option<Plan> {
    object.is_object().then(|| Plan {
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
        let fair = vec![1.0 / cells as f64; cells];
        let n: u64 = counts.iter().sum();
        let first = counts[0];
        assert_eq!(stats::fairness(&counts, &fair).is_some(), n > 0);
        ordered(stats::wilson(first as f64, n as f64, 0.95));
        ordered(stats::clopper_pearson(first, n, 0.95));
        let rows: Vec<(u32, u64)> = (0..).step_by(7).zip(counts.iter().copied()).collect();
        let moments = stats::hist_stats(&rows, 0.95);
        assert!(moments.sd.is_none_or(|sd| sd >= 0.0) && moments.interval.is_some() == (n > 1));
        for (num, den) in [(0, 1), (1, 100), (1, 2), (99, 100), (1, 1)] {
            let found = stats::quantile_ci(&rows, num, den, 1, 0.95);
            assert_eq!(found.is_some(), n > 0);
            let around = |q| found.is_none_or(|ci| ci.lo.is_none_or(|lo| lo <= q) && ci.hi.is_none_or(|hi| hi >= q));
            assert!(found.is_none_or(|ci| around(ci.q)));
        }
        if let Some(found) = stats::wilson_share(&rows, 112, 0.95) {
            ordered(found.interval);
        }
        let shares: Vec<(f64, u64)> = rows.iter().map(|row| (f64::from(row.0) / 112.0, row.1)).collect();
        ordered(stats::bet_cs(&shares, 0.05, None));
        let pairs = Pairs {
            both: first,
            first: *counts.last().expect("cells"),
            second: sizes[draw(10) as usize],
            neither: sizes[draw(10) as usize],
        };
        let found = [
            stats::tango(&pairs, 0.95),
            stats::miettinen_nurminen(first, n, 1, 9, 0.95),
        ];
        for found in found.into_iter().flatten() {
            ordered(found.interval);
        }
    }
}

/// Whole numbers that stand for a share of 1; every share of the vectors is a whole number of them.
const SHARE_UNIT: u32 = 720_720;

fn fair_rates(inputs: &Value) -> Value {
    let mut names: Vec<&str> = Vec::new();
    let mut lineups = Vec::new();
    for lineup in list(&inputs["lineups"]) {
        let mut seats = Vec::new();
        for name in list(&lineup["seats"]).iter().map(text) {
            if !names.contains(&name) {
                names.push(name);
            }
            seats.push(names.iter().position(|known| *known == name).expect("known"));
        }
        lineups.push((seats, whole(&lineup["games"])));
    }
    let mode = match text(&inputs["mode"]) {
        "per_player" => FairMode::PerPlayer,
        _ => FairMode::PerTeam,
    };
    let rates = stats::fair_rates(&lineups, names.len(), mode);
    let rows = names
        .iter()
        .zip(rates)
        .map(|(name, rate)| ((*name).to_owned(), value(rate)));
    Value::Object(rows.collect::<Map<_, _>>())
}

/// Rows of (size, sum, games) of clusters.
fn clusters(inputs: &Value, size: &str, sum: &str) -> Vec<(f64, f64, u64)> {
    let row = |row: &Value| (number(&row[size]), number(&row[sum]), whole(&row["games"]));
    list(&inputs["rows"]).iter().map(row).collect()
}

fn value(found: impl Serialize) -> Value {
    serde_json::to_value(found).expect("a JSON value")
}

/// No result stands for an object whose fields are all null.
fn value_or_empty(found: Option<impl Serialize>) -> Value {
    found.map_or_else(|| json!({}), value)
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

fn wholes(value: &Value) -> Vec<u64> {
    list(value).iter().map(whole).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

/// A number, or a fraction written as text such as "1/3".
fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => {
            let (num, den) = fraction(text);
            num as f64 / den as f64
        }
        other => other.as_f64().expect("a number"),
    }
}

fn fraction(text: &str) -> (i64, i64) {
    let (num, den) = text.split_once('/').unwrap_or((text, "1"));
    (num.parse().expect("a numerator"), den.parse().expect("a denominator"))
}

fn histogram(object: &Value) -> Vec<(u32, u64)> {
    scaled(object, 1)
        .into_iter()
        .map(|(value, count)| (value as u32, count))
        .collect()
}

/// A histogram whose values are given in units of 1/`unit`, smallest first.
fn scaled(object: &Value, unit: u32) -> Vec<(i64, u64)> {
    let row = |(key, count): (&String, &Value)| {
        let (num, den) = fraction(key);
        (num * i64::from(unit) / den, whole(count))
    };
    let mut rows: Vec<(i64, u64)> = object.as_object().expect("a histogram").iter().map(row).collect();
    rows.sort_unstable();
    rows
}
