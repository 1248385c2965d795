//! How games and runs go: the leader's chance, the ladder of bots, estimates as games come in.

use super::super::format::{self, interval};
use super::estimate;
use super::told;
use balance_analysis::table::{Configuration, ConvergenceRow, DramaRow, Rate};
use balance_charts::{Along, Bar, Bars, Curve, Estimate, Series, Unit, side_colour};

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
    let sides: Vec<f64> = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.win_rate.value)
        .collect();
    let average = sides.iter().sum::<f64>() / sides.len().max(1) as f64;
    Curve {
        title: "How early is the game decided?".to_owned(),
        subtitle: told(
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
        from_zero: false,
        unit: Unit::Percent,
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
        subtitle: told(
            named,
            concat!("how often a player steered by the bot wins, with ", interval!()),
        ),
        value_label: "win rate".to_owned(),
        fair_label: "average player",
        bars: rows
            .iter()
            .map(|row| Bar {
                label: row.bot.clone(),
                share: estimate(row.win_rate),
                fair: average,
                wished: None,
                colour: side_colour(0),
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
        subtitle: told(
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
        from_zero: false,
        unit: Unit::Percent,
    }
}
