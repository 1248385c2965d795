//! Which pictures a run gets, and what each shows.

use super::charts::{
    Along, Bar, Bars, Centre, Chart, ChartError, Curve, Estimate, Forest, ForestRow, HeatMap, Histogram, Lift, LiftRow,
    Series, Unit, side_colour,
};
use super::{format, tables};
use crate::table::{Comparison, ComponentRow, Configuration, Rate, Results, SeatRow, SideRow};

/// With more configurations than this, tables and pictures are drawn for the run as a whole, and of each configuration
/// only small tables are shown.
pub const WHOLE: usize = 4;

/// So many components are drawn; the table has all.
const LARGEST: usize = 16;

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
                of_configuration(each, &slug, if several { &each.name } else { "" })
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

fn of_configuration(each: &Configuration, slug: &str, named: &str) -> Result<Vec<Picture>, ChartError> {
    let mut pictures = Vec::new();
    let mut add = |kind: &str, draw: &dyn Fn(&str) -> Result<Chart, ChartError>| -> Result<(), ChartError> {
        let name = format!("{slug}{kind}");
        // Anchors must not meet those of tables and sections.
        let chart = draw(&format!("chart-{name}"))?;
        pictures.push(Picture { name, chart });
        Ok(())
    };
    add("win-rate", &|id| win_rate(each, named).draw(id))?;
    if each.roles.len() > 1 {
        add("roles", &|id| roles(each, named).draw(id))?;
    }
    if !tables::seats_are_sides(each) {
        add("seats", &|id| seats(each, named).draw(id))?;
    }
    if each.roles.len() > 1 && each.roles.len().max(each.seats.len()) <= HeatMap::MOST {
        add("role-seat", &|id| role_seat(each, named).draw(id))?;
    }
    add("length", &|id| length(each, named).draw(id))?;
    add("endings", &|id| endings(each, named).draw(id))?;
    let sides = each.sides.iter().filter(|row| row.fair.is_some()).count();
    if !each.components.is_empty() && sides <= Lift::SIDES {
        add("components", &|id| components(each, named).draw(id))?;
    }
    Ok(pictures)
}

/// What a subtitle says, after the name of the configuration where there are several.
fn told(named: &str, text: &str) -> String {
    if named.is_empty() {
        text.to_owned()
    } else {
        format!("{named}: {text}")
    }
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
        let file = format!("overview-{}", slug(index, name));
        Ok(picture(&file, forest.draw(&format!("chart-{file}"))?))
    });
    drawn.collect()
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

fn of_games(each: &Configuration) -> String {
    format!("share of {}, with 95 % interval", format::games(each.games))
}

fn win_rate(each: &Configuration, named: &str) -> Bars {
    let bars = each
        .sides
        .iter()
        .enumerate()
        .filter(|(_, row)| row.fair.is_some() || row.wins > 0);
    Bars {
        title: "Win rate by side".to_owned(),
        subtitle: told(named, &format!("{}; dashed: fair share", of_games(each))),
        value_label: "win rate".to_owned(),
        bars: bars
            .map(|(index, row)| Bar {
                label: row.side.clone(),
                share: estimate(row.win_rate),
                fair: row.fair,
                colour: side_colour(index),
            })
            .collect(),
    }
}

fn roles(each: &Configuration, named: &str) -> Bars {
    let side_of = |side: &str| each.sides.iter().position(|row| row.side == side).unwrap_or(0);
    Bars {
        title: "Win rate by role".to_owned(),
        subtitle: told(
            named,
            "how often a player with the role wins, with 95 % interval; coloured by side",
        ),
        value_label: "win rate".to_owned(),
        bars: each
            .roles
            .iter()
            .map(|row| Bar {
                label: row.role.clone(),
                share: estimate(row.win_rate),
                fair: None,
                colour: side_colour(side_of(&row.side)),
            })
            .collect(),
    }
}

fn seats(each: &Configuration, named: &str) -> Forest {
    let gap = |row: &SeatRow| {
        let rate = row.simultaneous;
        Estimate::new(row.win_rate.value - row.fair, rate.lo - row.fair, rate.hi - row.fair)
    };
    let row = |row: &SeatRow| ForestRow {
        label: row.seat.clone(),
        group: None,
        estimate: gap(row),
    };
    Forest {
        title: "Does the seat matter?".to_owned(),
        subtitle: told(
            named,
            "win rate of each seat beyond what its roles win; intervals hold for all seats at once",
        ),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no effect".to_owned(),
        unit: Unit::PercentagePoints,
        rows: each.seats.iter().map(row).collect(),
    }
}

fn endings(each: &Configuration, named: &str) -> Bars {
    Bars {
        title: "How games end".to_owned(),
        subtitle: told(named, &of_games(each)),
        value_label: "share of games".to_owned(),
        bars: each
            .endings
            .iter()
            .enumerate()
            .map(|(index, row)| Bar {
                label: row.ending.clone(),
                share: estimate(row.share),
                fair: None,
                colour: side_colour(index),
            })
            .collect(),
    }
}

fn length(each: &Configuration, named: &str) -> Histogram {
    let measure = &each.turn_word;
    let row = each.lengths.iter().find(|row| row.measure == *measure);
    let at = |percent: u32| {
        let quantile = row?.quantiles.iter().find(|each| each.percent == percent)?;
        Some(f64::from(quantile.value))
    };
    let quantiles = at(5)
        .zip(at(50))
        .zip(at(95))
        .map(|((low, middle), high)| [low, middle, high]);
    let middle = at(50).unwrap_or(0.0);
    let counts = each
        .histogram
        .iter()
        .filter(|row| row.measure == *measure)
        .map(|row| (row.value, row.games));
    Histogram {
        title: format!("Half of the games end within {middle} {measure}"),
        subtitle: told(
            named,
            &format!(
                "{} by number of {measure}; shaded: middle 90 %; line: median",
                format::games(each.games)
            ),
        ),
        unit: measure.clone(),
        counts: counts.collect(),
        quantiles,
        capped: None,
    }
}

fn role_seat(each: &Configuration, named: &str) -> HeatMap {
    let seats: Vec<String> = each.seats.iter().map(|row| row.seat.clone()).collect();
    let average = |role: &str| {
        each.roles
            .iter()
            .find(|row| row.role == role)
            .map_or(0.5, |row| row.win_rate.value)
    };
    let roles: Vec<String> = each.roles.iter().map(|row| row.role.clone()).collect();
    let cell = |role: &str, seat: &str| {
        let row = each
            .role_seats
            .iter()
            .find(|row| row.role == role && row.seat == seat)?;
        row.win_rate.map(|rate| rate.value)
    };
    HeatMap {
        title: "Win rate by role and seat".to_owned(),
        subtitle: told(
            named,
            "in %; coloured by the gap to the average of the role; –: never occurs",
        ),
        cells: roles
            .iter()
            .flat_map(|role| seats.iter().map(|seat| cell(role, seat)))
            .collect(),
        centre: Centre::Rows(roles.iter().map(|role| average(role)).collect()),
        rows: roles,
        columns: seats,
        unit: Unit::Percent,
    }
}

fn components(each: &Configuration, named: &str) -> Lift {
    let sides: Vec<&str> = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.side.as_str())
        .collect();
    let mut all = tables::by_component(each);
    let known = all.len();
    let size = |rows: &[&ComponentRow]| {
        let lifts = rows.iter().filter_map(|row| row.lift);
        lifts.map(|lift| lift.value.abs()).fold(0.0, f64::max)
    };
    all.sort_by(|a, b| size(&b.1).total_cmp(&size(&a.1)));
    all.truncate(LARGEST);
    let subtitle = match known {
        known if known > all.len() => format!(
            "win rate of each side in games with it minus games without; the {} largest of {known}",
            all.len()
        ),
        _ => "win rate of each side in games with it minus games without".to_owned(),
    };
    let effect = |rows: &[&ComponentRow], side: &str| {
        let lift = rows.iter().find(|row| row.side == side).and_then(|row| row.lift);
        lift.map_or_else(Estimate::missing, estimate)
    };
    let row = |(name, rows): (&str, Vec<&ComponentRow>)| LiftRow {
        label: name.to_owned(),
        effects: sides.iter().map(|side| effect(&rows, side)).collect(),
    };
    Lift {
        title: "What components go with".to_owned(),
        subtitle: told(named, &subtitle),
        axis_label: "percentage points".to_owned(),
        sides: sides
            .iter()
            .enumerate()
            .map(|(index, side)| ((*side).to_owned(), side_colour(index)))
            .collect(),
        rows: all.into_iter().map(row).collect(),
    }
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
