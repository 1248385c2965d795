//! What the made-up runs say of two configurations: their differences, and where their games part.

use super::{SIDES, share_for};
use crate::games::parting::Cause;
use crate::table::{Comparison, ComparisonRow, Differing, Gain, Parted, Partings, Place, Rate, Results, Verdict};

pub(super) fn comparison(results: &Results, index: usize) -> Comparison {
    let (a, b) = (&results.configurations[0], &results.configurations[index]);
    let error = 0.55 / (a.games as f64).sqrt();
    let row = |metric: String, reference: f64, other: f64, error: f64, margin: f64| {
        let value = other - reference;
        let rate = |times: f64| Rate {
            value,
            lo: value - times * error,
            hi: value + times * error,
        };
        let simultaneous = rate(2.9);
        let range = Some(if metric == "turns.mean" { 200 } else { 1 });
        ComparisonRow {
            metric,
            reference,
            other,
            difference: rate(1.96),
            simultaneous,
            pairing_gain: Some(1.6),
            verdict: Verdict::of(simultaneous, margin),
            fair: None,
            differing: if value == 0.0 {
                vec![Differing { by: 0, deals: a.games }]
            } else {
                let by = if value > 0.0 { 1 } else { -1 };
                let deals = a.games - 1;
                vec![Differing { by: 0, deals }, Differing { by, deals: 1 }]
            },
            range,
            variances: [0.0, 0.0],
        }
    };
    let margin = results.scenario.margins.share;
    let mut rows: Vec<ComparisonRow> = (0..3)
        .map(|side| {
            let metric = format!("win-rate.{}", SIDES[side]);
            row(
                metric,
                a.sides[side].win_rate.value,
                b.sides[side].win_rate.value,
                error,
                margin,
            )
        })
        .collect();
    rows.push(row(
        "turns.mean".to_owned(),
        26.3,
        26.3 - 0.4 * f64::from(index as u32 % 2),
        14.0 * error,
        26.3 * margin,
    ));
    Comparison {
        reference: a.name.clone(),
        configuration: b.name.clone(),
        pairs: a.games,
        rotations: 1,
        won_otherwise: Some(7 * index as u64),
        rows,
    }
}

/// Of 2,000 games that were played under both, 300 are won by others: the profiteer gains what the others lose.
pub(super) fn parted(results: &Results) -> Parted {
    let ends = Cause::End([None, Some("coins".to_owned())]);
    let tile = Cause::At("tile 6 is turned up".to_owned());
    let place = |cause: Option<Cause>, games: u64, bots_first: u64, game: u64| Place {
        cause,
        games,
        share: share_for(games, 200, 21),
        bots_first,
        samples: vec![(game, 0), (game + 7, 0)],
    };
    let gain = |side: &str, gained: bool, games: u64, parts: [u64; 3]| {
        let looked = parts.iter().sum();
        Gain {
            side: side.to_owned(),
            gained,
            games,
            share: share_for(games, 2_000, 7),
            looked,
            parts: parts.to_vec(),
            most: (looked > 0).then(|| (0, share_for(parts[0], looked, 21))),
        }
    };
    Parted {
        reference: results.configurations[0].name.clone(),
        configuration: results.configurations[1].name.clone(),
        other_bots: false,
        bots_alone: None,
        found: Partings {
            deals: 2_000,
            games: 2_000,
            flips: 300,
            share: share_for(300, 2_000, 7),
            swings: vec![
                gain("merchants", true, 0, [0; 3]),
                gain("merchants", false, 160, [64, 20, 22]),
                gain("separatists", true, 0, [0; 3]),
                gain("separatists", false, 140, [56, 20, 18]),
                gain("profiteer", true, 300, [120, 40, 40]),
                gain("profiteer", false, 0, [0; 3]),
            ],
            looked: 200,
            bots_first: 90,
            laid_out: 0,
            places: 3,
            rows: vec![
                place(Some(ends), 120, 50, 3),
                place(Some(tile), 40, 0, 11),
                place(None, 40, 40, 5),
            ],
        },
    }
}
