//! Heat maps drawn and looked at.

use super::*;
use crate::laws::{check, check_empty, refused};

const NAMES: [&str; 9] = [
    "Otter", "Heron", "Beaver", "Kingfisher", "Pike & Perch", "Newt", "Water vole", "Damselfly", "Crayfish",
];

fn map(rows: &[&str], columns: &[&str], centre: Centre, cell: impl Fn(usize, usize) -> Option<f64>) -> HeatMap {
    let cells = (0..rows.len())
        .flat_map(|r| (0..columns.len()).map(move |c| (r, c)))
        .map(|(r, c)| cell(r, c));
    HeatMap {
        title: "Who finishes ahead of whom".to_owned(),
        subtitle: "share of games in which the row finishes ahead of the column, in %".to_owned(),
        cells: cells.collect(),
        rows: rows.iter().map(|&name| name.to_owned()).collect(),
        columns: columns.iter().map(|&name| name.to_owned()).collect(),
        centre,
    }
}

fn ahead(row: usize, column: usize) -> Option<f64> {
    (row != column).then_some(0.5 + (column as f64 - row as f64) * 0.021)
}

#[test]
fn tables_of_usual_sizes() {
    let chart = check("heat_nine", |id| {
        map(&NAMES, &NAMES, Centre::Cells(vec![0.5; 81]), ahead).draw(id)
    });
    assert!(chart.description.contains("Otter: Heron 52.1"), "{}", chart.description);
    let seats = ["seat 1", "seat 2", "seat 3", "seat 4"];
    let fair = vec![0.4, 0.2, 0.2, 0.2];
    let by_row = map(&NAMES[..4], &seats, Centre::Rows(fair.clone()), |r, c| {
        Some(fair[r] + 0.03 * (c as f64 - 1.7))
    });
    check("heat_rows", |id| by_row.draw(id));
    let bots = [
        "random",
        "greedy for points",
        "cautious",
        "looks two turns ahead",
        "tuned",
    ];
    let by_column = map(&bots, &NAMES[..4], Centre::Columns(fair.clone()), |r, c| {
        Some(fair[c] + 0.05 * (r as f64 - 2.0))
    });
    check("heat_columns", |id| by_column.draw(id));
    let shares: Vec<f64> = (0..20).map(|i| 1.0 / f64::from(3 + i / 4)).collect();
    let by_cell = map(&bots, &NAMES[..4], Centre::Cells(shares.clone()), |r, c| {
        Some(shares[4 * r + c])
    });
    let drawn = check("heat_cells", |id| by_cell.draw(id));
    assert!(
        !drawn.plain.contains("fair"),
        "no row of fair shares that hold for one row only"
    );
}

#[test]
fn a_narrow_table_says_what_its_colours_mean() {
    let drawn = check("heat_key", |id| {
        map(&NAMES[..3], &NAMES[..3], Centre::Cells(vec![0.5; 9]), ahead).draw(id)
    });
    let [broad, narrow] = drawn.themed();
    for (picture, words) in [(&broad, ">\u{2212}5.0\u{a0}pp<"), (&narrow, ">5.0\u{a0}pp less<")] {
        assert!(picture.contains(words), "{words} in {picture}");
    }
    assert!(broad.contains("var(--chart-middle,"), "the middle follows the page");
}

#[test]
fn tables_of_extreme_sizes() {
    check("heat_one", |id| {
        map(&["a"], &["b"], Centre::Cells(vec![0.5]), |_, _| Some(0.5)).draw(id)
    });
    let many: Vec<_> = (1..=HeatMap::MOST)
        .map(|i| format!("setting with a long name {i}"))
        .collect();
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    let crowded = map(&many, &many, Centre::Rows(vec![0.5; HeatMap::MOST]), ahead);
    check("heat_crowded", |id| crowded.draw(id));
    check("heat_many", |id| {
        map(&many, &many, Centre::Cells(vec![0.5; HeatMap::MOST.pow(2)]), ahead).draw(id)
    });
    check("heat_twelve", |id| {
        map(&many[..12], &many[..12], Centre::Cells(vec![0.4; 144]), |r, c| {
            Some((r * c) as f64 / 200.0)
        })
        .draw(id)
    });
}

#[test]
fn bad_numbers_and_shapes() {
    let holes = map(&["a", "b"], &["c", "d"], Centre::Rows(vec![f64::NAN, 0.5]), |r, c| {
        [Some(f64::NAN), None, Some(f64::INFINITY), Some(0.5)][2 * r + c]
    });
    check("heat_holes", |id| holes.draw(id));
    check_empty("heat_none", |id| {
        map(&[], &[], Centre::Cells(Vec::new()), ahead).draw(id)
    });
    let mut short = map(&["a"], &["b", "c"], Centre::Rows(vec![0.5]), ahead);
    short.cells.pop();
    assert_eq!(refused(short.draw("x")), ("cells", 1, 2));
    let odd = map(&["a"], &["b"], Centre::Columns(Vec::new()), |_, _| Some(0.1));
    assert_eq!(refused(odd.draw("x")), ("column centres", 0, 1));
    let names = vec!["x"; HeatMap::MOST + 1];
    let many = map(&names, &["y"], Centre::Columns(vec![0.5]), ahead);
    assert_eq!(refused(many.draw("x")), ("rows", 25, 24));
}
