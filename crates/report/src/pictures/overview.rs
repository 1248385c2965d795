//! Who wins and how long it takes, in all configurations of a run side by side.

use super::super::format::{self, interval};
use super::super::metrics::key_words;
use super::{ReportChart, estimate, picture, slug, wished};
use crate::metrics::{common, fair_share, names, playing, side};
use balance_charts::{
    Along, Centre, ChartError, Curve, Estimate, Forest, ForestRow, HeatMap, Series, Unit, neutral_colour, side_colour,
};
use balance_inference::table::{Comparison, Configuration, LengthRow, Rate, Results, SideRow, TargetRow};

pub fn all(results: &Results) -> Result<Vec<ReportChart>, ChartError> {
    let mut pictures = Vec::new();
    if results.configurations.len() > 1 {
        match curves(results) {
            Some(curve) => pictures.push(picture("curve", curve.draw("chart-curve")?)),
            None => pictures.extend(rates(results)?),
        }
        pictures.push(picture("lengths", median_lengths(results).draw("chart-lengths")?));
    }
    Ok(pictures)
}

/// With more sides than this a curve is hard to read.
const MOST_LINES: usize = 9;

/// Names of the sides that can win, over all configurations, in the order in which they first occur.
fn side_names(results: &Results) -> Vec<&str> {
    names(results.configurations.iter().flat_map(playing))
}

/// What a side wins where it plays.
fn win_rate(row: Option<&SideRow>) -> Estimate {
    row.map_or_else(Estimate::missing, |row| estimate(row.win_rate))
}

/// Win rates along the numbers of the only key of a matrix, where there are enough of them for a curve.
fn curves(results: &Results) -> Option<Curve> {
    let all = &results.configurations;
    let (key, _) = all.first()?.cell.first()?;
    let place = |each: &Configuration| match &each.cell[..] {
        [(other, value)] if other == key => value.parse::<f64>().ok(),
        _ => None,
    };
    let places: Vec<f64> = all.iter().map(place).collect::<Option<_>>()?;
    let ascending = places.windows(2).all(|pair| pair[0] < pair[1]);
    let names = side_names(results);
    if places.len() < 3 || !ascending || names.len() > MOST_LINES {
        return None;
    }
    let series = names.iter().enumerate().map(|(index, name)| Series {
        name: (*name).to_owned(),
        colour: side_colour(index),
        points: all.iter().map(|each| win_rate(side(each, name))).collect(),
    });
    Some(Curve {
        title: format!("Who wins, by {}", key_words(key)),
        subtitle: format!("{} each; bands: {}", format::games(results.scenario.games), interval!()),
        x_label: key_words(key),
        y_label: "win rate".to_owned(),
        along: Along::Numbers(places),
        series: series.chain(equal_shares(results, &names)).collect(),
        reference: one_share(results, &names).map(|fair| (fair, "fair share".to_owned())),
    })
}

/// Win rates of all sides in all configurations: one map, or a picture for each side where a map would have too many rows.
fn rates(results: &Results) -> Result<Vec<ReportChart>, ChartError> {
    let all = &results.configurations;
    let names = side_names(results);
    if all.len() <= HeatMap::MOST && names.len() <= HeatMap::MOST {
        return Ok(vec![picture(
            "overview",
            rate_map(results, &names).draw("chart-overview")?,
        )]);
    }
    let drawn = names.iter().enumerate().map(|(index, name)| {
        let file = format!("overview-{}", slug(index, name));
        if let Some(curve) = grid(results, name) {
            return Ok(picture(&file, curve.draw(&format!("chart-{file}"))?));
        }
        let shared = one_share(results, &[name]);
        let rows = rows(all, |each| {
            let row = side(each, name);
            let fair = row.and_then(|row| row.fair).filter(|_| shared.is_none());
            (win_rate(row), fair, each.wish_of_side(name))
        });
        let forest = Forest {
            title: format!("Win rate of {name}, by version"),
            subtitle: format!(
                "{} each, with {}{}",
                format::games(results.scenario.games),
                interval!(),
                left_out(all)
            ),
            axis_label: "win rate".to_owned(),
            reference: shared.unwrap_or(0.0),
            reference_label: "fair share".to_owned(),
            unit: Unit::Percent,
            rows,
        };
        Ok(picture(&file, forest.draw(&format!("chart-{file}"))?))
    });
    drawn.collect()
}

/// Win rates of one side in a matrix of two keys: along the key with more numbers, a line for each value of the other.
fn grid(results: &Results, name: &str) -> Option<Curve> {
    let all = &results.configurations;
    let values = |key: usize| -> Option<Vec<&str>> {
        let mut found: Vec<&str> = Vec::new();
        for each in all {
            let [_, _] = &each.cell[..] else { return None };
            let value = each.cell[key].1.as_str();
            if !found.contains(&value) {
                found.push(value);
            }
        }
        Some(found)
    };
    let numbers = |values: &[&str]| {
        values
            .iter()
            .map(|value| value.parse::<f64>().ok())
            .collect::<Option<Vec<f64>>>()
    };
    let (first, second) = (values(0)?, values(1)?);
    let rising =
        |key: &[&str]| numbers(key).filter(|all| all.len() > 2 && all.windows(2).all(|pair| pair[0] < pair[1]));
    let (along, across) = match (rising(&first), rising(&second)) {
        (Some(_), Some(_)) if first.len() > second.len() => (0, 1),
        (_, Some(_)) => (1, 0),
        (Some(_), None) => (0, 1),
        (None, None) => return None,
    };
    let (places, lines) = if along == 0 {
        (&first, &second)
    } else {
        (&second, &first)
    };
    if lines.len() > MOST_LINES || all.len() != places.len() * lines.len() {
        return None;
    }
    let point = |line: &str, place: &str| {
        let cell = all
            .iter()
            .find(|each| each.cell[along].1 == place && each.cell[across].1 == line);
        win_rate(cell.and_then(|each| side(each, name)))
    };
    let keys = &all.first()?.cell;
    let series = lines.iter().enumerate().map(|(index, line)| Series {
        name: format!("{} {line}", short(&keys[across].0)),
        colour: side_colour(index),
        points: places.iter().map(|place| point(line, place)).collect(),
    });
    Some(Curve {
        title: format!(
            "Win rate of {name}, by {} and {}",
            short(&keys[along].0),
            short(&keys[across].0)
        ),
        subtitle: format!("{} each; bands: {}", format::games(results.scenario.games), interval!()),
        x_label: key_words(&keys[along].0),
        y_label: "win rate".to_owned(),
        along: Along::Numbers(numbers(places)?),
        series: series.collect(),
        reference: one_share(results, &[name]).map(|fair| (fair, "fair share".to_owned())),
    })
}

/// A line of the fair shares where these differ from table to table, but at each are the same for all sides.
fn equal_shares(results: &Results, names: &[&str]) -> Option<Series> {
    if one_share(results, names).is_some() {
        return None;
    }
    let shares: Option<Vec<f64>> = results.configurations.iter().map(fair_share).collect();
    Some(Series {
        name: "fair share".to_owned(),
        colour: neutral_colour(),
        points: shares?.into_iter().map(Estimate::exact).collect(),
    })
}

/// The fair share of these sides, if all have the same one wherever they play.
fn one_share(results: &Results, names: &[&str]) -> Option<f64> {
    let sides = results.configurations.iter().flat_map(|each| &each.sides);
    let these = sides.filter(|row| names.contains(&row.side.as_str()));
    common(these.filter_map(|row| row.fair))
}

/// A row for each configuration, with its number, what this is compared with, if not with the same for all, and what is
/// wished. Those of a matrix stand together by the value of its first key.
fn rows<'r>(
    all: &'r [Configuration],
    number: impl Fn(&'r Configuration) -> (Estimate, Option<f64>, Option<&'r TargetRow>),
) -> Vec<ForestRow> {
    let grouped = all.len() > HeatMap::MOST && all.iter().all(|each| each.cell.len() > 1);
    let value = |(key, value): &(String, String)| format!("{} {value}", short(key));
    let row = |each: &'r Configuration| {
        let (estimate, reference, wish) = number(each);
        let group = each.cell.first().filter(|_| grouped).map(value);
        let rest = group
            .as_ref()
            .and_then(|group| each.name.strip_prefix(group)?.strip_prefix(", "));
        ForestRow {
            label: rest.unwrap_or(&each.name).to_owned(),
            group,
            estimate,
            reference,
            wished: wished(wish),
        }
    };
    all.iter().take(Forest::MOST).map(row).collect()
}

/// What a picture of rows has no room for.
fn left_out(all: &[Configuration]) -> String {
    match all.len().saturating_sub(Forest::MOST) {
        0 => String::new(),
        more => format!("; {more} more stand in the table"),
    }
}

fn short(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

fn rate_map(results: &Results, names: &[&str]) -> HeatMap {
    let all = &results.configurations;
    let cells = all
        .iter()
        .flat_map(|each| names.iter().map(|name| side(each, name).map(|row| row.win_rate.value)));
    let share = |each: &Configuration, name: &str| side(each, name).and_then(|row| row.fair);
    let columns: Option<Vec<f64>> = names.iter().map(|name| one_share(results, &[name])).collect();
    let centre = columns.map_or_else(
        || {
            let each = all.iter().flat_map(|each| names.iter().map(|name| share(each, name)));
            Centre::Cells(each.map(|fair| fair.unwrap_or(0.0)).collect())
        },
        Centre::Columns,
    );
    HeatMap {
        title: "Who wins, by version".to_owned(),
        subtitle: "win rate of each side in %; coloured by the gap to its fair share".to_owned(),
        rows: all.iter().map(|each| each.name.clone()).collect(),
        columns: names.iter().map(|name| (*name).to_owned()).collect(),
        cells: cells.collect(),
        centre,
    }
}

fn median_lengths(results: &Results) -> Forest {
    let all = &results.configurations;
    let word = all.first().map_or("turns", |each| each.turn_word.as_str());
    let rows = rows(all, |each| {
        let median = each.lengths.first().and_then(LengthRow::median).map(estimate);
        let wish = each.wish(&format!("{}.p50", each.turn_word));
        (median.unwrap_or_else(Estimate::missing), None, wish)
    });
    // Without a line: whether lengths differ is told deal by deal, which intervals beside each other do not show.
    Forest {
        title: format!("Median length in {word}, by version"),
        subtitle: format!("with {}{}", interval!(), left_out(all)),
        axis_label: word.to_owned(),
        reference: f64::NAN,
        reference_label: String::new(),
        unit: Unit::Number,
        rows,
    }
}

pub fn forest(results: &Results) -> Result<Option<ReportChart>, ChartError> {
    let all = &results.comparisons;
    let first = all.first().map(|each| each.reference.as_str());
    let common = first.filter(|first| all.iter().all(|each| each.reference == *first));
    let rows: Vec<ForestRow> = all.iter().flat_map(|each| rows_of(each, common)).collect();
    // Beyond that the map of all configurations says more.
    if rows.is_empty() || rows.len() > Forest::MOST {
        return Ok(None);
    }
    let forest = Forest {
        title: "What each change does to who wins".to_owned(),
        subtitle: format!(
            "difference in win rate from {}, on the same deals; intervals hold for all rows at once",
            common.map_or("the reference".to_owned(), |name| format!("“{name}”"))
        ),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no change".to_owned(),
        unit: Unit::PercentagePoints,
        rows,
    };
    Ok(Some(picture("comparisons", forest.draw("chart-comparisons")?)))
}

/// The rows of one change; where no reference is `common` to all, its heading names its own.
fn rows_of(each: &Comparison, common: Option<&str>) -> Vec<ForestRow> {
    let group = match common {
        Some(_) => each.configuration.clone(),
        None => format!("{} against {}", each.configuration, each.reference),
    };
    let rates = each.rows.iter().filter_map(|row| Some((row, row.side()?)));
    rates
        .map(|(row, side)| {
            let rate = Rate {
                value: row.difference.value,
                ..row.simultaneous
            };
            ForestRow::new(Some(group.clone()), side.to_owned(), estimate(rate))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn one_key_with_numbers_gives_a_curve() {
        let mut results = sample::matrix();
        results.configurations.truncate(6);
        for each in &mut results.configurations {
            each.cell.remove(0);
        }
        assert!(curves(&results).is_some());
        results.configurations[1].cell[0].1 = "standard".to_owned();
        assert!(curves(&results).is_none());
    }
}
