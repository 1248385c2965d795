//! Rules that a scenario sets and that change nothing at its table, or ask for what its tiles do not carry.

use super::desk::{COINS, COINS_FOR_NOBODY};
use super::rules::CoinsWithoutProfiteer;
use super::state::Role;
use super::{Fifth, Riverbed, Rules};
use balance_kit::Mistake;

impl Riverbed {
    /// Does a Profiteer sit at the table? None where a card decides.
    fn profiteer_sits(&self) -> Option<bool> {
        match self.fifth {
            Fifth::Unseen => None,
            Fifth::Fixed(role) => Some(role == Role::Profiteer),
            Fifth::None => Some(self.others[2] > 0),
        }
    }

    /// Are there games that go on when coins reach their end point?
    pub(super) fn coins_may_play_on(&self) -> bool {
        self.profiteer_sits() != Some(true) && self.rules.coins_without_profiteer == CoinsWithoutProfiteer::PlayOn
    }

    /// Ways in which no game of this configuration ends, by their names.
    pub(super) fn endings_ruled_out(&self) -> impl Iterator<Item = &'static str> {
        let profiteer = self.profiteer_sits();
        let plays_on = self.rules.coins_without_profiteer == CoinsWithoutProfiteer::PlayOn;
        let with = (profiteer == Some(false)).then_some(COINS);
        let without = (profiteer == Some(true) || plays_on).then_some(COINS_FOR_NOBODY);
        with.into_iter().chain(without)
    }

    /// Those of the rules written down, other than with their defaults, that change nothing in this configuration.
    pub(super) fn rules_without_effect(&self, written: &toml::Table) -> Vec<Mistake> {
        let rules = &self.rules;
        let gapless = self.board.tiled.count_ones() as usize == self.board.spaces;
        let profiteer = self.profiteer_sits();
        let no_gap = "every space holds a tile at this table";
        let no_uncover = "nobody may uncover";
        let idle = [
            (
                "four-player-deal",
                self.fifth == Fifth::None,
                "only the four-player game without `roles` leaves a card to be drawn",
            ),
            ("layout", gapless, no_gap),
            ("reach-over-gaps", gapless, no_gap),
            ("swim-over-gaps", gapless, no_gap),
            (
                "coins-without-profiteer",
                profiteer == Some(true),
                "a Profiteer always sits at this table",
            ),
            ("con-cost", profiteer == Some(false), "no Profiteer sits at this table"),
            ("uncover-cost", rules.uncovers == 0, no_uncover),
            ("coop-after-uncover", rules.uncovers == 0, no_uncover),
            (
                "second-action-after-marker",
                !rules.refresh_marker,
                "there is no refresh marker",
            ),
            (
                "cost-counts-as-card",
                rules.uncover_cost + rules.hunt_cost + rules.con_cost == 0,
                "nothing costs a card",
            ),
        ];
        Mistake::idle::<Rules>(written, &idle)
    }

    /// Points that end the game and that the tiles in play do not carry.
    pub(super) fn ends_out_of_reach(&self) -> Vec<Mistake> {
        let short = |(at, good): (usize, &str)| {
            let carried: u32 = self.tiles.iter().map(|tile| u32::from(tile.elements[at])).sum();
            let end = self.ends[at];
            let message = format!(
                "the tiles in play carry {carried} {good}, and {end} are to end the game: no game can end that way"
            );
            let help = "put more on the tiles, or let fewer end the game";
            (carried < u32::from(end)).then(|| Mistake::rule(&format!("end-points.{good}"), message, help))
        };
        ["kelp", "logs", "coins"]
            .into_iter()
            .enumerate()
            .filter_map(short)
            .collect()
    }
}
