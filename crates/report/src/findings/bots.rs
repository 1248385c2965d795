//! Does one bot win far more than another at the same table?

use super::super::format;
use super::{Asked, Finding, FindingKind, SeatOrder, Strength, Weight};
use balance_analysis::games::program;
use balance_analysis::judge::Family;
use balance_analysis::table::{BotRow, Configuration, Rate, Shows};

/// Of more beaten bots than this only the weakest is named.
const NAMED: usize = 4;

/// The win rate of each of several bots at the table, with intervals that hold for all bots of all `of` configurations at once;
/// nothing where one bot has every seat.
pub fn rates(each: &Configuration, of: usize) -> Vec<(&BotRow, Rate)> {
    let rows: Vec<&BotRow> = each.bots.iter().filter(|row| !row.mirror).collect();
    let confidence = 1.0 - Family::Bots.each(rows.len() * of);
    let at = |row| (row, BotRow::at(row, each.sampling(), confidence));
    rows.into_iter().map(at).collect()
}

pub fn find(asked: &Asked) -> Vec<Finding> {
    // Without rotation a bot may owe its wins to its seat or role, and nothing is said of which plays better.
    if asked.each.rotations <= 1 {
        return Vec::new();
    }
    let mut judged = rates(asked.each, asked.of);
    judged.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then(a.0.bot.cmp(&b.0.bot)));
    let Some(((best, high), others)) = judged.split_first() else {
        return Vec::new();
    };
    let beaten: Vec<&(&BotRow, Rate)> = others.iter().filter(|(_, rate)| rate.hi < high.lo).collect();
    let Some((worst, low)) = beaten.last() else {
        return Vec::new();
    };
    let mut names: Vec<String> = beaten.iter().map(|(row, _)| row.bot.clone()).collect();
    names.sort_unstable();
    let certain = high.lo - low.hi > (high.hi - high.lo).max(low.hi - low.lo);
    let any_order = !one_order(asked.each);
    let caution = if any_order {
        format!(
            "Each sat in every seat of every deal, but {} behind the same neighbour, and another order may say otherwise: \
             `{} ladder` compares bots by themselves.",
            // Where the list begins anew before all have a seat, its last has another behind him.
            if asked.each.players.is_multiple_of(asked.each.rotations) {
                "always"
            } else {
                "mostly"
            },
            program()
        )
    } else {
        "Each sat in every seat of every deal.".to_owned()
    };
    let named = match beaten.len() {
        few if few <= NAMED => format::and(
            &beaten
                .iter()
                .map(|(row, _)| format!("“{}”", row.bot))
                .collect::<Vec<_>>(),
        ),
        many => format!("“{}” and {} more", worst.bot, many - 1),
    };
    let rates = match beaten.len() {
        few if few <= NAMED => beaten
            .iter()
            .map(|(row, rate)| format!("of “{}” {}", row.bot, format::share(*rate)))
            .collect(),
        _ => vec![format!("of “{}” {}", worst.bot, format::share(*low))],
    };
    vec![Finding {
        headline: if any_order {
            format!("The bot “{}” beats {named} in this order round the table.", best.bot)
        } else {
            format!("The bot “{}” beats {named}.", best.bot)
        },
        evidence: format!(
            "A player of the first wins {}, {}. {caution}",
            format::share(*high),
            format::and(&rates)
        ),
        method: "The intervals of the win rates per player, with games as clusters and corrected for all bots and \
                 configurations, do not touch.",
        sample: asked.sample(Shows::Bot, &best.bot),
        ..asked.finding(
            Weight::Notice,
            FindingKind::BotBeats {
                bot: best.bot.clone(),
                beaten: names,
                order: if any_order { SeatOrder::Fixed } else { SeatOrder::Every },
            },
            high.value - low.value,
            if certain { Strength::Certain } else { Strength::Clear },
        )
    }]
}

/// Is there only one order round the table of the bots that sit there, since one alone is another than the rest?
fn one_order(each: &Configuration) -> bool {
    let seats = each.bots.iter().map(|row| row.appearances / each.games.max(1));
    match (each.players, each.bots.len()) {
        (..=2, _) | (_, ..=1) => true,
        (_, 2) => seats.min() == Some(1),
        _ => false,
    }
}
