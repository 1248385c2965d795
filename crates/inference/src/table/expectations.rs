//! Which wishes of `[expect]` two stored runs do not share.

use super::results::{Configuration, TargetRow};
use balance_config::scenario::{Of, as_percent};

/// The configuration without its wishes and what its games say to them: what was played.
pub fn without(each: &Configuration) -> Configuration {
    Configuration {
        targets: Vec::new(),
        others: each.others.iter().map(without).collect(),
        ..each.clone()
    }
}

/// What was altered in the wishes of pairs of configurations: whole sentences, each of the metric and all pairs to which it
/// applies, which are named where these are not all.
pub fn altered(pairs: &[(&Configuration, &Configuration)]) -> Vec<String> {
    let mut found: Vec<(String, [String; 2], Vec<&str>)> = Vec::new();
    for (a, b) in pairs {
        let mut metrics: Vec<&str> = Vec::new();
        for row in a.targets.iter().chain(&b.targets) {
            if !metrics.contains(&&*row.metric) {
                metrics.push(&row.metric);
            }
        }
        for metric in metrics {
            let (was, is) = (bands(a, metric), bands(b, metric));
            let lacking = |all: &[String], others: &[String]| {
                let all: Vec<&str> = all
                    .iter()
                    .filter(|band| !others.contains(band))
                    .map(String::as_str)
                    .collect();
                if all.is_empty() {
                    "nothing".to_owned()
                } else {
                    all.join(", ")
                }
            };
            let words = [lacking(&was, &is), lacking(&is, &was)];
            if words[0] == words[1] {
                continue;
            }
            match found.iter_mut().find(|known| known.0 == metric && known.1 == words) {
                Some(known) => known.2.push(&a.name),
                None => found.push((metric.to_owned(), words, vec![&a.name])),
            }
        }
    }
    let told = |(metric, [was, is], names): (String, [String; 2], Vec<&str>)| {
        let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
        let of = if names.len() == pairs.len() {
            String::new()
        } else {
            format!(" of {}", names.join(", "))
        };
        format!("Wished for `{metric}`{of}: {was} became {is}.")
    };
    found.into_iter().map(told).collect()
}

/// What is wished of a metric, in words.
fn bands(each: &Configuration, metric: &str) -> Vec<String> {
    each.targets
        .iter()
        .filter(|row| row.metric == metric)
        .map(band)
        .collect()
}

fn band(row: &TargetRow) -> String {
    let share = Of::metric(&row.metric).is_share();
    let number = |value: f64| {
        let size = if share { as_percent(value) } else { value.to_string() };
        match row.change {
            false => size,
            true if value == 0.0 => "now".to_owned(),
            true if value < 0.0 => format!("now − {}", size.trim_start_matches('-')),
            true => format!("now + {size}"),
        }
    };
    match (row.from, row.to) {
        (Some(from), Some(to)) => format!("{} to {}", number(from), number(to)),
        (Some(from), None) => format!("at least {}", number(from)),
        (None, Some(to)) => format!("at most {}", number(to)),
        (None, None) => "anything".to_owned(),
    }
}
