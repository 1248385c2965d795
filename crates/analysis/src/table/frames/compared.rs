//! The table of comparisons.

use polars::prelude::{Column, IntoColumn, NamedFrom, Series};

use super::super::rate::Rate;
use super::super::results::Results;

pub(super) fn comparisons(results: &Results) -> Vec<Column> {
    let rows: Vec<_> = results
        .comparisons
        .iter()
        .flat_map(|each| each.rows.iter().map(move |row| (each, row)))
        .collect();
    let text = |name: &str, cells: Vec<&str>| Series::new(name.into(), cells).into_column();
    let number = |name: &str, cells: Vec<f64>| {
        let cells: Vec<Option<f64>> = cells.into_iter().map(|cell| cell.is_finite().then_some(cell)).collect();
        Series::new(name.into(), cells).into_column()
    };
    let rate = |name: &str, pick: &dyn Fn(usize) -> Rate| {
        let all = (0..rows.len()).map(pick);
        let (value, ends): (Vec<f64>, Vec<(f64, f64)>) = all.map(|rate| (rate.value, (rate.lo, rate.hi))).unzip();
        let (lo, hi) = ends.into_iter().unzip();
        [
            number(name, value),
            number(&format!("{name}-lo"), lo),
            number(&format!("{name}-hi"), hi),
        ]
    };
    let mut columns = vec![
        text(
            "configuration",
            rows.iter().map(|(each, _)| each.configuration.as_str()).collect(),
        ),
        text(
            "reference",
            rows.iter().map(|(each, _)| each.reference.as_str()).collect(),
        ),
        text("metric", rows.iter().map(|(_, row)| row.metric.as_str()).collect()),
        number("in-reference", rows.iter().map(|(_, row)| row.reference).collect()),
        number("in-configuration", rows.iter().map(|(_, row)| row.other).collect()),
    ];
    columns.extend(rate("difference", &|at| rows[at].1.difference));
    columns.extend(rate("simultaneous", &|at| rows[at].1.simultaneous));
    let ranges: Vec<Option<u32>> = rows.iter().map(|(_, row)| row.range).collect();
    columns.push(Series::new("range".into(), ranges).into_column());
    columns.push(number(
        "variance-in-reference",
        rows.iter().map(|(_, row)| row.variances[0]).collect(),
    ));
    columns.push(number(
        "variance-in-configuration",
        rows.iter().map(|(_, row)| row.variances[1]).collect(),
    ));
    let gains: Vec<Option<f64>> = rows.iter().map(|(_, row)| row.pairing_gain).collect();
    columns.push(Series::new("pairing-gain".into(), gains).into_column());
    columns.push(text(
        "verdict",
        rows.iter().map(|(_, row)| row.verdict.word()).collect(),
    ));
    columns
}
