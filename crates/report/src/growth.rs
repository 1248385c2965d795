//! Pictures of how time and memory grow with what a run is asked for.

use balance_analysis::speed::{GrowthAxis, GrowthStep};
use balance_charts::{Along, Chart, ChartError, Curve, Estimate, Series, Unit, side_colour};

/// What grows, for people.
pub fn named(axis: GrowthAxis) -> &'static str {
    match axis {
        GrowthAxis::Games => "games",
        GrowthAxis::Players => "players",
        GrowthAxis::Configurations => "configurations",
        GrowthAxis::Threads => "threads",
    }
}

/// The time a game, or with threads the games a second, and the memory along one axis; each with the name of its file.
///
/// # Errors
/// As [`Curve::draw`].
pub fn pictures(game: &str, axis: GrowthAxis, steps: &[GrowthStep]) -> Result<Vec<(String, Chart)>, ChartError> {
    let at: Vec<f64> = steps.iter().map(|step| step.plan.at as f64).collect();
    let along = match axis {
        GrowthAxis::Games | GrowthAxis::Configurations => Along::Log(at),
        GrowthAxis::Players | GrowthAxis::Threads => Along::Numbers(at),
    };
    let name = named(axis);
    let curve = |title: &str, y_label: &str, of: &dyn Fn(&GrowthStep) -> Option<f64>| {
        let point = |step| of(step).map_or_else(Estimate::missing, Estimate::exact);
        Curve {
            title: title.to_owned(),
            subtitle: game.to_owned(),
            x_label: name.to_owned(),
            y_label: y_label.to_owned(),
            along: along.clone(),
            series: vec![Series {
                name: String::new(),
                colour: side_colour(0),
                points: steps.iter().map(point).collect(),
            }],
            reference: None,
            from_zero: true,
            unit: Unit::Number,
        }
    };
    let time = match axis {
        GrowthAxis::Threads => curve("What threads bring", "games a second", &|step| {
            Some(step.games_per_second())
        }),
        _ => curve(&format!("Time by {name}"), "microseconds a game", &|step| {
            Some(step.per_game())
        }),
    };
    let memory = curve(&format!("Memory by {name}"), "megabytes at most", &|step| step.peak);
    let draw = |kind: &str, curve: &Curve| {
        let file = format!("{kind}-{name}");
        curve.draw(&file).map(|chart| (file, chart))
    };
    Ok(vec![draw("time", &time)?, draw("memory", &memory)?])
}
