//! The pictures of one configuration.

use super::super::findings::{median, shared};
use super::super::format::{self, interval};
use super::super::tables;
use super::{ReportChart, estimate, subtitle, wished};
use crate::metrics::{names, only_side, playing};
use balance_charts::{
    Along, Bar, Bars, Centre, Chart, ChartError, Curve, Estimate, Forest, ForestRow, HeatMap, HistogramChart, Lift,
    LiftRow, Series, Unit, side_colour,
};
use balance_inference::table::{ComponentRow, Configuration, ConvergenceRow, DramaRow, Rate, Results, SeatRow, joint};

/// So many components are drawn.
const LARGEST: usize = 16;

/// Draws every picture of a configuration; `slug` begins the names of its files, `named` its subtitles.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn all(results: &Results, each: &Configuration, slug: &str, named: &str) -> Result<Vec<ReportChart>, ChartError> {
    let mut pictures = Vec::new();
    let mut add = |kind: &str, draw: &dyn Fn(&str) -> Result<Chart, ChartError>| -> Result<(), ChartError> {
        let name = format!("{slug}{kind}");
        // Anchors must not meet those of tables and sections.
        let chart = draw(&format!("chart-{name}"))?;
        pictures.push(ReportChart { name, chart });
        Ok(())
    };
    add("win-rate", &|id| win_rate(results, each, named).draw(id))?;
    if each.roles.len() > 1 {
        add("roles", &|id| roles(each, named).draw(id))?;
    }
    if !each.seats_are_sides() {
        add("seats", &|id| seats(each, named).draw(id))?;
    }
    if each.roles.len() > 1 && each.roles.len().max(each.seats.len()) <= HeatMap::MOST {
        add("role-seat", &|id| role_seat(each, named).draw(id))?;
    }
    add("length", &|id| length(each, named).draw(id))?;
    add("endings", &|id| endings(each, named).draw(id))?;
    if !each.drama.is_empty() {
        add("drama", &|id| drama(each, named).draw(id))?;
    }
    let sides = playing(each).count();
    if !tables::telling(each).rows.is_empty() && sides <= Lift::SIDES {
        add("components", &|id| components(each, named).draw(id))?;
    }
    if each.bots.iter().filter(|row| !row.mirror).count() > 1 {
        add("bots", &|id| ladder(each, named).draw(id))?;
    }
    if !each.convergence.is_empty() && sides <= Curve::MOST {
        add("convergence", &|id| convergence(each, named).draw(id))?;
    }
    Ok(pictures)
}

fn of_games(each: &Configuration) -> String {
    format!("share of {}, with {}", format::games(each.games), interval!())
}

/// A bar in the colour of the side at `index`.
fn bar(label: &str, share: Rate, index: usize) -> Bar {
    Bar {
        label: label.to_owned(),
        share: estimate(share),
        fair: None,
        wished: None,
        colour: side_colour(index),
    }
}

fn win_rate(results: &Results, each: &Configuration, named: &str) -> Bars {
    let bars = each
        .sides
        .iter()
        .enumerate()
        .filter(|(_, row)| row.fair.is_some() || row.wins > 0);
    // Else the bars add up to more than all games without a word.
    let together = if shared(each).is_empty() {
        ""
    } else {
        "; several may win together"
    };
    Bars {
        title: "Win rate by side".to_owned(),
        subtitle: subtitle(
            named,
            &format!(
                "share of {}, with 95% ranges that hold together{together}",
                format::games(each.games)
            ),
        ),
        value_label: "win rate".to_owned(),
        fair_label: "fair share",
        bars: bars
            .map(|(index, row)| Bar {
                // Where something is wished, that counts.
                fair: row
                    .fair
                    .filter(|_| only_side(each).is_none() && !each.is_wished(&row.side)),
                wished: wished(each.wish_of_side(&row.side)),
                // The same range as in the summary.
                ..bar(&row.side, joint(results, each, row), index)
            })
            .collect(),
    }
}

fn roles(each: &Configuration, named: &str) -> Bars {
    let side_of = |side: &str| each.sides.iter().position(|row| row.side == side).unwrap_or(0);
    Bars {
        title: "Win rate by role".to_owned(),
        subtitle: subtitle(
            named,
            concat!(
                "how often a player with the role wins, with ",
                interval!(),
                "; coloured by side"
            ),
        ),
        value_label: "win rate".to_owned(),
        fair_label: "fair share",
        bars: each
            .roles
            .iter()
            .map(|row| bar(&row.role, row.win_rate, side_of(&row.side)))
            .collect(),
    }
}

fn seats(each: &Configuration, named: &str) -> Forest {
    let gap = |row: &SeatRow| {
        let rate = row.simultaneous;
        Estimate::new(row.win_rate.value - row.fair, rate.lo - row.fair, rate.hi - row.fair)
    };
    let row = |row: &SeatRow| ForestRow::new(None, row.seat.clone(), gap(row));
    Forest {
        title: "Does the seat matter?".to_owned(),
        subtitle: subtitle(
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
    let endings = each.endings.iter().enumerate();
    Bars {
        title: "How games end".to_owned(),
        subtitle: subtitle(named, &of_games(each)),
        value_label: "share of games".to_owned(),
        fair_label: "fair share",
        bars: endings.map(|(index, row)| bar(&row.ending, row.share, index)).collect(),
    }
}

fn length(each: &Configuration, named: &str) -> HistogramChart {
    let measure = &each.turn_word;
    let row = each.lengths.iter().find(|row| row.measure == *measure);
    let at = |percent: u32| Some(f64::from(row?.quantile(percent)?.value));
    let quantiles = || Some([at(5)?, at(50)?, at(95)?]);
    HistogramChart {
        title: median(each).map_or_else(
            || "Length of the games".to_owned(),
            |median| format!("Median length {}", format::turns(median.value, measure)),
        ),
        subtitle: subtitle(
            named,
            &format!(
                "{} by number of {measure}; in full colour: at least the middle 90%; line: median",
                format::games(each.games)
            ),
        ),
        unit: measure.clone(),
        counts: each.histogram_of(measure),
        quantiles: quantiles(),
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
        subtitle: subtitle(
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
    }
}

fn components(each: &Configuration, named: &str) -> Lift {
    let sides = names(playing(each));
    let tables::ComponentSelection {
        rows: mut all,
        left_out,
    } = tables::telling(each);
    let known = all.len() + left_out;
    all.truncate(LARGEST);
    let told = match known {
        known if known > all.len() => format!(
            "win rate of each side in games with it minus games without; the {} surest of {known}",
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
        subtitle: subtitle(named, &told),
        axis_label: "percentage points".to_owned(),
        sides: sides
            .iter()
            .enumerate()
            .map(|(index, side)| ((*side).to_owned(), side_colour(index)))
            .collect(),
        rows: all.into_iter().map(row).collect(),
    }
}

/// Who wins that is in front, or behind, while the game goes on.
pub fn drama(each: &Configuration, named: &str) -> Curve {
    let line = |name: &str, colour: usize, rate: &dyn Fn(&DramaRow) -> Option<Rate>| Series {
        name: name.to_owned(),
        colour: side_colour(colour),
        points: each
            .drama
            .iter()
            .map(|row| rate(row).map_or_else(Estimate::missing, estimate))
            .collect(),
    };
    let sides: Vec<f64> = playing(each).map(|row| row.win_rate.value).collect();
    let average = sides.iter().sum::<f64>() / sides.len().max(1) as f64;
    Curve {
        title: "How early is the game decided?".to_owned(),
        subtitle: subtitle(
            named,
            concat!(
                "how often the side alone in front, or alone behind, wins; bands: ",
                interval!(),
                "; dashed: the average side; near the end, who is about to win is in front"
            ),
        ),
        x_label: format!("{} that are over, in %", each.turn_word),
        y_label: "wins".to_owned(),
        along: Along::Numbers(each.drama.iter().map(|row| f64::from(row.percent)).collect()),
        series: vec![
            line("in front", 0, &|row| row.leader_wins),
            line("behind", 1, &|row| row.last_wins),
        ],
        reference: Some((average, "average side".to_owned())),
    }
}

/// Bots at the same table, the strongest first.
pub fn ladder(each: &Configuration, named: &str) -> Bars {
    let mut rows: Vec<_> = each.bots.iter().filter(|row| !row.mirror).collect();
    rows.sort_by(|a, b| b.win_rate.value.total_cmp(&a.win_rate.value));
    rows.truncate(Bars::MOST);
    let (wins, seats) = rows
        .iter()
        .fold((0, 0), |sum, row| (sum.0 + row.wins, sum.1 + row.appearances));
    let average = (seats > 0).then(|| wins as f64 / seats as f64);
    Bars {
        title: "Which bot wins".to_owned(),
        subtitle: subtitle(
            named,
            concat!("how often a player steered by the bot wins, with ", interval!()),
        ),
        value_label: "win rate".to_owned(),
        fair_label: "average player",
        bars: rows
            .iter()
            .map(|row| Bar {
                fair: average,
                ..bar(&row.bot, row.win_rate, 0)
            })
            .collect(),
    }
}

/// Win rates of the sides after the first games, some more, and so on.
pub fn convergence(each: &Configuration, named: &str) -> Curve {
    let of = |side: &str| -> Vec<&ConvergenceRow> { each.convergence.iter().filter(|row| row.side == side).collect() };
    let sides = each.sides.iter().map(|row| row.side.as_str());
    let lines: Vec<(usize, &str, Vec<&ConvergenceRow>)> = sides
        .enumerate()
        .map(|(index, side)| (index, side, of(side)))
        .filter(|(.., rows)| !rows.is_empty())
        .collect();
    let games = lines
        .first()
        .map_or_else(Vec::new, |(.., rows)| rows.iter().map(|row| row.games as f64).collect());
    Curve {
        title: "Were enough games played?".to_owned(),
        subtitle: subtitle(
            named,
            &format!(
                concat!("win rates after the first games of {}; bands: ", interval!()),
                format::count(each.games)
            ),
        ),
        x_label: "games so far".to_owned(),
        y_label: "win rate".to_owned(),
        along: Along::Log(games),
        series: lines
            .into_iter()
            .map(|(index, side, rows)| Series {
                name: side.to_owned(),
                colour: side_colour(index),
                points: rows.iter().map(|row| estimate(row.win_rate)).collect(),
            })
            .collect(),
        reference: None,
    }
}
