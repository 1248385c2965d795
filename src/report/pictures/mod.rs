//! Which pictures a run gets, and what those of the run as a whole show.

mod configuration;
mod course;

use super::charts::{
    Along, Centre, Chart, ChartError, Curve, Estimate, Forest, ForestRow, HeatMap, Series, Unit, side_colour,
};
use super::format;
use crate::table::{Comparison, Configuration, Rate, Results, SideRow};

/// With more configurations than this, tables and pictures are drawn for the run as a whole, and of each configuration
/// only small tables are shown.
pub const WHOLE: usize = 4;

/// A drawn chart and the name of its files.
pub struct Picture {
    /// Name of the files, and anchor in the page.
    pub name: String,
    /// The chart.
    pub chart: Chart,
}

/// The pictures of a run.
pub struct Pictures {
    /// About all configurations.
    pub overview: Vec<Picture>,
    /// About the changes.
    pub changes: Vec<Picture>,
    /// About each configuration; none of them in a run of more than [`WHOLE`].
    pub of: Vec<Vec<Picture>>,
}

impl Pictures {
    /// All of them.
    pub fn every(&self) -> impl Iterator<Item = &Picture> {
        let whole = self.overview.iter().chain(&self.changes);
        whole.chain(self.of.iter().flatten())
    }
}

/// Draws every picture of a run.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn all(results: &Results) -> Result<Pictures, ChartError> {
    let configurations = &results.configurations;
    let overview = overview(results)?;
    let several = configurations.len() > 1;
    let of = if configurations.len() > WHOLE {
        Vec::new()
    } else {
        let numbered = configurations.iter().enumerate();
        numbered
            .map(|(index, each)| {
                let slug = if several {
                    format!("{}-", slug(index, &each.name))
                } else {
                    String::new()
                };
                configuration::all(each, &slug, if several { &each.name } else { "" })
            })
            .collect::<Result<_, _>>()?
    };
    Ok(Pictures {
        overview,
        changes: comparisons(results)?.into_iter().collect(),
        of,
    })
}

/// A name made of letters, digits and hyphens only, for files and anchors; the number keeps it unique.
pub fn slug(index: usize, name: &str) -> String {
    let mut out = (index + 1).to_string();
    for word in name
        .to_lowercase()
        .split(|letter: char| !letter.is_ascii_alphanumeric())
    {
        if !word.is_empty() && out.len() + word.len() < 48 {
            out.push('-');
            out.push_str(word);
        }
    }
    out
}

fn overview(results: &Results) -> Result<Vec<Picture>, ChartError> {
    let mut pictures = Vec::new();
    if results.configurations.len() > 1 {
        match curves(results) {
            Some(curve) => pictures.push(picture("curve", curve.draw("chart-curve")?)),
            None => pictures.extend(rates(results)?),
        }
        pictures.push(picture("lengths", mean_lengths(results).draw("chart-lengths")?));
    }
    Ok(pictures)
}

fn picture(name: &str, chart: Chart) -> Picture {
    Picture {
        name: name.to_owned(),
        chart,
    }
}

/// Names of the sides that can win, over all configurations, in the order in which they first occur.
pub fn side_names(results: &Results) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in results.configurations.iter().flat_map(|each| &each.sides) {
        if row.fair.is_some() && !names.contains(&row.side.as_str()) {
            names.push(&row.side);
        }
    }
    names
}

fn side<'r>(each: &'r Configuration, name: &str) -> Option<&'r SideRow> {
    each.sides.iter().find(|row| row.side == name)
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
    if places.len() < 3 || !ascending || names.len() > 9 {
        return None;
    }
    let series = names.iter().enumerate().map(|(index, name)| Series {
        name: (*name).to_owned(),
        colour: side_colour(index),
        points: all
            .iter()
            .map(|each| side(each, name).map_or_else(Estimate::missing, |row| estimate(row.win_rate)))
            .collect(),
    });
    Some(Curve {
        title: format!("Who wins, by {key}"),
        subtitle: format!("{} each; bands: 95 % interval", format::games(results.scenario.games)),
        x_label: key.clone(),
        y_label: "win rate".to_owned(),
        along: Along::Numbers(places),
        series: series.collect(),
        reference: None,
        unit: Unit::Percent,
    })
}

/// Win rates of all sides in all configurations: one map, or a picture for each side where a map would have too many rows.
fn rates(results: &Results) -> Result<Vec<Picture>, ChartError> {
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
        let rows = all.iter().take(Forest::MOST).map(|each| ForestRow {
            label: each.name.clone(),
            group: None,
            estimate: side(each, name).map_or_else(Estimate::missing, |row| estimate(row.win_rate)),
        });
        let fair = all.first().and_then(|each| side(each, name)?.fair).unwrap_or(0.0);
        let forest = Forest {
            title: format!("Win rate of {name}, by configuration"),
            subtitle: format!("{} each, with 95 % interval", format::games(results.scenario.games)),
            axis_label: "win rate".to_owned(),
            reference: fair,
            reference_label: "fair share".to_owned(),
            unit: Unit::Percent,
            rows: rows.collect(),
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
    if lines.len() > 9 || all.len() != places.len() * lines.len() {
        return None;
    }
    let point = |line: &str, place: &str| {
        let cell = all
            .iter()
            .find(|each| each.cell[along].1 == place && each.cell[across].1 == line);
        cell.and_then(|each| side(each, name))
            .map_or_else(Estimate::missing, |row| estimate(row.win_rate))
    };
    let short = |key: &str| key.rsplit('.').next().unwrap_or(key).to_owned();
    let keys = &all.first()?.cell;
    let series = lines.iter().enumerate().map(|(index, line)| Series {
        name: format!("{} {line}", short(&keys[across].0)),
        colour: side_colour(index),
        points: places.iter().map(|place| point(line, place)).collect(),
    });
    let fair: Vec<f64> = all.iter().filter_map(|each| side(each, name)?.fair).collect();
    let same = fair.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1e-9);
    Some(Curve {
        title: format!(
            "Win rate of {name}, by {} and {}",
            short(&keys[along].0),
            short(&keys[across].0)
        ),
        subtitle: format!("{} each; bands: 95 % interval", format::games(results.scenario.games)),
        x_label: keys[along].0.clone(),
        y_label: "win rate".to_owned(),
        along: Along::Numbers(numbers(places)?),
        series: series.collect(),
        reference: fair
            .first()
            .filter(|_| same)
            .map(|fair| (*fair, "fair share".to_owned())),
        unit: Unit::Percent,
    })
}

fn rate_map(results: &Results, names: &[&str]) -> HeatMap {
    let all = &results.configurations;
    let fair = |name: &str| all.first().and_then(|each| side(each, name)?.fair).unwrap_or(0.0);
    let cells = all
        .iter()
        .flat_map(|each| names.iter().map(|name| side(each, name).map(|row| row.win_rate.value)));
    HeatMap {
        title: "Who wins, by configuration".to_owned(),
        subtitle: "win rate of each side in %; coloured by the gap to its fair share".to_owned(),
        rows: all.iter().map(|each| each.name.clone()).collect(),
        columns: names.iter().map(|name| (*name).to_owned()).collect(),
        cells: cells.collect(),
        centre: Centre::Columns(names.iter().map(|name| fair(name)).collect()),
        unit: Unit::Percent,
    }
}

fn mean_lengths(results: &Results) -> Forest {
    let all = &results.configurations;
    let word = all.first().map_or("turns", |each| each.turn_word.as_str());
    let rows = all.iter().take(Forest::MOST).map(|each| ForestRow {
        label: each.name.clone(),
        group: None,
        estimate: each
            .lengths
            .first()
            .map_or_else(Estimate::missing, |row| estimate(row.mean)),
    });
    let first = all
        .first()
        .and_then(|each| each.lengths.first())
        .map_or(0.0, |row| row.mean.value);
    Forest {
        title: format!("Mean length in {word}, by configuration"),
        subtitle: "with 95 % interval".to_owned(),
        axis_label: word.to_owned(),
        reference: first,
        reference_label: "first configuration".to_owned(),
        unit: Unit::Number,
        rows: rows.collect(),
    }
}

/// Every change of a run in one picture, if there is any.
fn comparisons(results: &Results) -> Result<Option<Picture>, ChartError> {
    let rows: Vec<ForestRow> = results.comparisons.iter().flat_map(rows_of).collect();
    // Beyond that the map of all configurations says more.
    if rows.is_empty() || rows.len() > Forest::MOST {
        return Ok(None);
    }
    let forest = Forest {
        title: "What each change does to who wins".to_owned(),
        subtitle: "difference in win rate from the reference, on the same deals; intervals hold for all rows at once"
            .to_owned(),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no change".to_owned(),
        unit: Unit::PercentagePoints,
        rows,
    };
    Ok(Some(picture("comparisons", forest.draw("chart-comparisons")?)))
}

fn rows_of(each: &Comparison) -> Vec<ForestRow> {
    let rates = each.rows.iter().filter(|row| row.metric.starts_with("win-rate"));
    rates
        .map(|row| ForestRow {
            label: row.metric.trim_start_matches("win-rate.").to_owned(),
            group: Some(format!("{} against {}", each.configuration, each.reference)),
            estimate: estimate(Rate {
                value: row.difference.value,
                ..row.simultaneous
            }),
        })
        .collect()
}

fn estimate(rate: Rate) -> Estimate {
    Estimate::new(rate.value, rate.lo, rate.hi)
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn names_of_files_are_safe_and_unique() {
        assert_eq!(slug(0, "two kelp / <more>"), "1-two-kelp-more");
        assert_eq!(slug(1, "../../etc"), "2-etc");
        assert_eq!(slug(2, "†"), "3");
        let pictures = all(&sample::variants()).expect("drawn");
        let mut names: Vec<&str> = pictures.every().map(|each| each.name.as_str()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert_eq!(pictures.of.len(), 3);
    }

    #[test]
    fn many_configurations_get_pictures_of_the_whole_only() {
        let pictures = all(&sample::matrix()).expect("drawn");
        assert!(pictures.of.is_empty());
        let names: Vec<&str> = pictures.every().map(|each| each.name.as_str()).collect();
        let expected = [
            "overview-1-merchants",
            "overview-2-separatists",
            "overview-3-profiteer",
            "lengths",
            "comparisons",
        ];
        assert_eq!(names, expected);
    }

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
