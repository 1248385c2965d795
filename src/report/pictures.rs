//! Which pictures a run gets, and what each shows.

use super::charts::{
    Bar, Bars, Centre, Chart, ChartError, Estimate, Forest, ForestRow, HeatMap, Histogram, Lift, LiftRow, Unit,
    side_colour,
};
use super::format;
use crate::table::{Comparison, Configuration, Rate, Results};

/// A drawn chart and the name of its files.
pub struct Picture {
    /// Name of the files, and anchor in the page.
    pub name: String,
    /// The chart.
    pub chart: Chart,
}

/// The pictures of one configuration; `slug` tells them from those of the others.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn of_configuration(each: &Configuration, slug: &str) -> Result<Vec<Picture>, ChartError> {
    let mut pictures = Vec::new();
    let mut add = |kind: &str, draw: &dyn Fn(&str) -> Result<Chart, ChartError>| -> Result<(), ChartError> {
        let name = if slug.is_empty() {
            kind.to_owned()
        } else {
            format!("{slug}-{kind}")
        };
        let chart = draw(&name)?;
        pictures.push(Picture { name, chart });
        Ok(())
    };
    add("win-rate", &|id| win_rate(each).draw(id))?;
    add("length", &|id| length(each).draw(id))?;
    if each.roles.len() > 1 {
        add("roles", &|id| roles(each).draw(id))?;
        add("role-seat", &|id| role_seat(each).draw(id))?;
    }
    add("seats", &|id| seats(each).draw(id))?;
    add("endings", &|id| endings(each).draw(id))?;
    if !each.components.is_empty() {
        add("components", &|id| components(each).draw(id))?;
    }
    Ok(pictures)
}

/// Every change of a run in one picture, if there is any.
///
/// # Errors
/// When it cannot be drawn.
pub fn comparisons(results: &Results) -> Result<Option<Picture>, ChartError> {
    let rows: Vec<ForestRow> = results.comparisons.iter().flat_map(rows_of).take(120).collect();
    if rows.is_empty() {
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
    Ok(Some(Picture {
        name: "comparisons".to_owned(),
        chart: forest.draw("comparisons")?,
    }))
}

fn rows_of(each: &Comparison) -> Vec<ForestRow> {
    let rates = each.rows.iter().filter(|row| row.metric.starts_with("win-rate"));
    rates
        .map(|row| ForestRow {
            label: row.metric.trim_start_matches("win-rate.").to_owned(),
            group: Some(format!("{} (from {})", each.configuration, each.reference)),
            estimate: estimate(Rate {
                value: row.difference.value,
                ..row.simultaneous
            }),
        })
        .collect()
}

/// Win rate of every side in every configuration, for a run of several.
///
/// # Errors
/// When it cannot be drawn.
pub fn overview(results: &Results) -> Result<Option<Picture>, ChartError> {
    let all = &results.configurations;
    let Some(first) = all.first().filter(|_| all.len() > 1 && all.len() <= 24) else {
        return Ok(None);
    };
    let sides: Vec<&str> = first
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.side.as_str())
        .collect();
    let cell = |each: &Configuration, side: &str| {
        each.sides
            .iter()
            .find(|row| row.side == side)
            .map(|row| row.win_rate.value)
    };
    let fair = |side: &str| {
        first
            .sides
            .iter()
            .find(|row| row.side == side)
            .and_then(|row| row.fair)
            .unwrap_or(0.5)
    };
    let map = HeatMap {
        title: "Who wins, by configuration".to_owned(),
        subtitle: "win rate of each side in %; colours about its fair share in the first configuration".to_owned(),
        rows: all.iter().map(|each| each.name.clone()).collect(),
        columns: sides.iter().map(|side| (*side).to_owned()).collect(),
        cells: all
            .iter()
            .flat_map(|each| sides.iter().map(|side| cell(each, side)))
            .collect(),
        centre: Centre::Columns(sides.iter().map(|side| fair(side)).collect()),
        unit: Unit::Percent,
    };
    Ok(Some(Picture {
        name: "overview".to_owned(),
        chart: map.draw("overview")?,
    }))
}

fn estimate(rate: Rate) -> Estimate {
    Estimate::new(rate.value, rate.lo, rate.hi)
}

fn of_games(each: &Configuration) -> String {
    format!("share of {}, with 95 % interval", format::games(each.games))
}

fn win_rate(each: &Configuration) -> Bars {
    let bars = each
        .sides
        .iter()
        .enumerate()
        .filter(|(_, row)| row.fair.is_some() || row.wins > 0);
    Bars {
        title: "Win rate by side".to_owned(),
        subtitle: format!("{}; dashed: fair share", of_games(each)),
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

fn roles(each: &Configuration) -> Bars {
    let side_of = |side: &str| each.sides.iter().position(|row| row.side == side).unwrap_or(0);
    Bars {
        title: "Win rate by role".to_owned(),
        subtitle: "how often a player with the role wins, with 95 % interval; coloured by side".to_owned(),
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

fn seats(each: &Configuration) -> Forest {
    let gap = |row: &crate::table::SeatRow| {
        let rate = row.simultaneous;
        Estimate::new(row.win_rate.value - row.fair, rate.lo - row.fair, rate.hi - row.fair)
    };
    Forest {
        title: "Does the place in turn order matter?".to_owned(),
        subtitle: "win rate of each place beyond what its roles win on average; intervals hold for all places at once"
            .to_owned(),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no effect".to_owned(),
        unit: Unit::PercentagePoints,
        rows: each
            .seats
            .iter()
            .map(|row| ForestRow {
                label: row.seat.clone(),
                group: None,
                estimate: gap(row),
            })
            .collect(),
    }
}

fn endings(each: &Configuration) -> Bars {
    Bars {
        title: "How games end".to_owned(),
        subtitle: of_games(each),
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

fn length(each: &Configuration) -> Histogram {
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
        subtitle: format!("games by number of {measure}; shaded: middle 90 %; line: median"),
        unit: measure.clone(),
        counts: counts.collect(),
        quantiles,
        capped: None,
    }
}

fn role_seat(each: &Configuration) -> HeatMap {
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
        title: "Win rate by role and place".to_owned(),
        subtitle: "in %; colours about the average of the role; – never occurs".to_owned(),
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

fn components(each: &Configuration) -> Lift {
    let sides: Vec<&str> = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.side.as_str())
        .collect();
    let rows = each.components.chunks(sides.len().max(1)).map(|rows| LiftRow {
        label: rows[0].component.clone(),
        effects: rows
            .iter()
            .map(|row| row.lift.map_or_else(Estimate::missing, estimate))
            .collect(),
    });
    Lift {
        title: "What tiles and cards go with".to_owned(),
        subtitle: "win rate of each side in games with the component minus games without".to_owned(),
        axis_label: "percentage points".to_owned(),
        sides: sides
            .iter()
            .enumerate()
            .map(|(index, side)| ((*side).to_owned(), side_colour(index)))
            .collect(),
        rows: rows.collect(),
    }
}
