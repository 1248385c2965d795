//! Does one bot win far more than another at the same table?

use super::super::format;
use super::{Asked, Finding, Strength, Weight};
use crate::judge::Family;
use crate::table::{BotRow, Configuration, Rate, Shows};

/// The win rate of each of several bots at the table, with intervals that hold for all bots of all `of` configurations at once;
/// nothing where one bot has every seat.
pub fn rates(each: &Configuration, of: usize) -> Vec<(&BotRow, Rate)> {
    let rows: Vec<&BotRow> = each.bots.iter().filter(|row| !row.mirror).collect();
    let confidence = 1.0 - Family::Bots.each(rows.len() * of);
    let at = |row| (row, BotRow::at(row, each.sampling(), confidence));
    rows.into_iter().map(at).collect()
}

pub fn find(asked: &Asked) -> Vec<Finding> {
    let judged = rates(asked.each, asked.of).into_iter();
    let best = judged.clone().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let worst = judged.min_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let (Some((best, high)), Some((worst, low))) = (best, worst) else {
        return Vec::new();
    };
    let gap = high.lo - low.hi;
    if gap <= 0.0 {
        return Vec::new();
    }
    let certain = gap > (high.hi - high.lo).max(low.hi - low.lo);
    // Without rotation a bot may owe its wins to its seat or role.
    let fair_fight = asked.each.rotations > 1;
    let caution = if fair_fight {
        "Each sat in every seat of every deal."
    } else {
        "They sat in different seats or roles, which count too."
    };
    vec![Finding {
        headline: format!("The bot “{}” beats “{}”.", best.bot, worst.bot),
        evidence: format!(
            "A player of the first wins {}, of the second {}. {caution}",
            format::share(high),
            format::share(low)
        ),
        method: "The intervals of the win rates per player, with games as clusters and corrected for all bots and \
                 configurations, do not touch.",
        sample: asked.sample(Shows::Bot, &best.bot),
        ..asked.finding(
            Weight::Notice,
            format!("bot {} beats {}", best.bot, worst.bot),
            high.value - low.value,
            if certain { Strength::Certain } else { Strength::Clear },
        )
    }]
}
