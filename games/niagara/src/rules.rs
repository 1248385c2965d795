//! Every number and switch of a Niagara variant. The default of each is the published rule, or the ruling we chose
//! where the rulebook leaves it open; what is published and what is a ruling stands beside each field.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use balance_engine::Proportion;

/// The rules of Niagara. Whatever is left out is the published rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Rules {
    // NI-R23
    /// Players at the table, 2 to 5 (3 to 5 published; two is printed on some editions only), 6 with
    /// `spirits.sixth-player`.
    #[schemars(range(min = 2, max = 6))]
    pub players: u8,
    /// River, weather track and cards: "standard", or a file with your own.
    pub board: String,
    // NI-05
    /// Gems of its own colour at each discovery place.
    #[schemars(range(min = 1, max = 20))]
    pub gems_per_place: u8,
    // NI-10
    /// What a player must own on land to win.
    pub sets: WinningSets,
    // NI-48, NI-R11
    /// How likely a disc takes the other arm than the one before.
    pub fork_switch: Proportion,
    // NI-R11
    /// The arm that the disc before the first one is said to have taken.
    pub first_side: FirstSide,
    // NI-45, NI-R10
    /// Least steps of the river in a round with a number card.
    #[schemars(range(min = 0, max = 3))]
    pub flow_min: u8,
    // NI-36, NI-R01
    /// Points for the step from the first space onto land.
    #[schemars(range(min = 0, max = 1))]
    pub land_cost: u8,
    // NI-28
    /// Points for loading, and for unloading.
    #[schemars(range(min = 1, max = 4))]
    pub load_cost: u8,
    // NI-40, NI-R08
    /// Fallen canoes that a player may buy back in a turn, each for a gem.
    #[schemars(range(min = 0, max = 2))]
    pub buy_backs: u8,
    // NI-R07
    /// Does a recovered canoe count as ashore in the same turn?
    pub returned_canoe_moves: bool,
    // NI-41, NI-R09
    /// When a player with neither canoe nor gem gets one back on a number turn.
    pub free_return: FreeReturn,
    // NI-R24
    /// Must a place have gems for a canoe to unload there?
    pub unload_needs_gems: bool,
    // NI-R04
    /// May all points go into loading and unloading, without a step?
    pub load_without_moving: bool,
    // NI-32
    /// Must the gem taken in a swap be of another colour than the gem put down?
    pub swap_changes_colour: bool,
    // NI-53, NI-R15
    /// Who wins when several qualify in the same round.
    pub tiebreak: Tiebreak,
    // NI-52, NI-R14
    /// When winning sets are looked for.
    pub win_check: WinCheck,
    /// Expansion Diamond Joe: a canoe of nobody's that fetches gems and trades them. Published in outline, reconstructed
    /// in detail.
    pub joe: bool,
    /// Expansion Spirits of Niagara, part by part. Published in outline, reconstructed in detail.
    pub spirits: Spirits,
    // NI-R22
    /// A game without a winner ends after this many rounds, counted as an ending of its own.
    #[schemars(range(min = 10, max = 5000), extend("x-untuned" = true))]
    pub rounds_max: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 4,
            board: "standard".into(),
            gems_per_place: 7,
            sets: WinningSets::default(),
            fork_switch: Proportion(0.9),
            first_side: FirstSide::Random,
            flow_min: 0,
            land_cost: 1,
            load_cost: 2,
            buy_backs: 1,
            returned_canoe_moves: true,
            free_return: FreeReturn::Optional,
            unload_needs_gems: false,
            load_without_moving: true,
            swap_changes_colour: true,
            tiebreak: Tiebreak::Shared,
            win_check: WinCheck::AfterAll,
            joe: false,
            spirits: Spirits::default(),
            rounds_max: 200,
        }
    }
}

/// Gems on land that win; 0 takes a set out of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct WinningSets {
    /// Gems of any colours.
    #[schemars(range(min = 0, max = 30))]
    pub any: u8,
    /// Gems of one colour.
    #[schemars(range(min = 0, max = 20))]
    pub same: u8,
    /// Different colours.
    #[schemars(range(min = 0, max = 5))]
    pub different: u8,
}

impl Default for WinningSets {
    fn default() -> Self {
        WinningSets {
            any: 7,
            same: 4,
            different: 5,
        }
    }
}

/// The parts of Spirits of Niagara, each published in outline and reconstructed in detail; all off in the base game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Spirits {
    /// Has everybody's second canoe two holds, each loaded, unloaded and robbed by itself? Outline published, details
    /// reconstructed.
    pub doubles: bool,
    /// Are there the three new cards (7, a number to name for one canoe, the lasso), so that a cycle has ten rounds?
    /// Outline published, details reconstructed.
    pub cards: bool,
    /// Has a place one gem less with three players and one more with six? Outline published, details reconstructed.
    pub gems_by_players: bool,
    /// Is there a disc on which no canoe can stop? Outline published, details reconstructed.
    pub whirlpool: bool,
    /// Does a beaver swim down when the cloud comes to the upper end, and take it back to its start? Outline published,
    /// details reconstructed.
    pub beaver: bool,
    /// Does an elk wait at the deepest place and add two points to a canoe's moves? Outline published, details
    /// reconstructed.
    pub elk: bool,
    /// May a sixth player join? Outline published, details reconstructed.
    pub sixth_player: bool,
}

impl Spirits {
    /// Parts that are in the game.
    pub fn count(&self) -> u32 {
        let Spirits {
            doubles,
            cards,
            gems_by_players,
            whirlpool,
            beaver,
            elk,
            sixth_player,
        } = *self;
        let parts = [doubles, cards, gems_by_players, whirlpool, beaver, elk, sixth_player];
        parts.into_iter().map(u32::from).sum()
    }
}

/// The arm that the disc before the first one is said to have taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstSide {
    /// Either, equally likely.
    Random,
    /// The left.
    Left,
    /// The right.
    Right,
}

/// When a player with neither canoe nor gem gets a canoe back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FreeReturn {
    /// On a number turn if he likes, on a cloud turn in any case.
    Optional,
    /// At once in any turn.
    Automatic,
}

/// Who wins when several qualify in the same round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tiebreak {
    /// All of them (published).
    Shared,
    /// Most gems on land; if still level, who acted first in that round.
    CountThenFirst,
    /// Highest value of the gems on land; all who are level win.
    Value,
}

/// When winning sets are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WinCheck {
    /// Once a round, when all have acted (published).
    AfterAll,
    /// After every player's turn.
    AfterEach,
}
