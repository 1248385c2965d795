//! Every number and switch of a Riverbed Hunt variant. The default of each is the published rule, or the ruling we
//! chose where the rulebook leaves it open; what is published and what is a ruling stands beside each field.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rules of Riverbed Hunt. Whatever is left out is the published rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rules {
    /// Players at the table, 4 to 9 (published).
    #[schemars(range(min = 4, max = 9))]
    pub players: u8,
    /// River tiles: "standard", or a file with your own.
    pub tiles: String,
    // RB-03
    /// Numbers of the tiles in play instead of the published set for this number of players.
    pub tile_numbers: Option<Vec<u8>>,
    /// Board and layouts: "standard", or a file with your own.
    pub board: String,
    // RB-05, RB-R44
    /// Which spaces stay empty with six players or fewer; a name from the board's layouts.
    pub layout: String,
    /// Ability cards: "standard", or a file with your own.
    pub cards: String,
    // RB-87
    /// Where each track ends the game. Left out: the end point for this number of players.
    pub end_points: EndPoints,
    // RB-07
    /// Who sits at the table. Left out: the published split.
    pub roles: RoleCounts,
    // RB-101
    /// What the unseen fifth card of the four-player game is.
    pub four_player_deal: FourPlayerDeal,
    // RB-96
    /// Ability cards dealt to each player.
    #[schemars(range(min = 0, max = 5))]
    pub starting_cards: u8,
    // RB-99
    /// Cards kept at the end of one's turn.
    #[schemars(range(min = 0, max = 20))]
    pub hand_limit: u8,
    // RB-98, RB-R32
    /// Who checks the hand limit when a turn ends.
    pub hand_limit_for: HandLimitFor,
    // RB-57, RB-R33
    /// Ability cards each player may play in one turn.
    #[schemars(range(min = 0, max = 5))]
    pub cards_per_turn: u8,
    // RB-27
    /// Ability cards drawn after a Swim.
    #[schemars(range(min = 0, max = 5))]
    pub swim_draws: u8,
    // RB-26
    /// Steps of a Swim.
    #[schemars(range(min = 1, max = 4))]
    pub swim_steps: u8,
    // RB-38
    /// Ability cards drawn after a Co-op.
    #[schemars(range(min = 0, max = 5))]
    pub coop_draws: u8,
    // RB-40
    /// Uncovers of each player in a game.
    #[schemars(range(min = 0, max = 10))]
    pub uncovers: u8,
    // RB-41
    /// Ability cards an Uncover costs.
    #[schemars(range(min = 0, max = 3))]
    pub uncover_cost: u8,
    // RB-67
    /// Ability cards the Hunt costs.
    #[schemars(range(min = 0, max = 3))]
    pub hunt_cost: u8,
    // RB-79
    /// Ability cards the Con costs.
    #[schemars(range(min = 0, max = 3))]
    pub con_cost: u8,
    // RB-44
    /// Does each player have a refresh marker?
    pub refresh_marker: bool,
    // RB-R38
    /// A game that nobody has won after this many turns is a draw, counted as an ending of its own.
    #[schemars(range(min = 10, max = 5000), extend("x-untuned" = true))]
    pub turns_max: u16,
    // RB-R01
    /// Does reach skip empty spaces along the river?
    pub reach_over_gaps: bool,
    // RB-29, RB-R03, RB-R06
    /// How a meeple passes spaces without a tile.
    pub swim_over_gaps: SwimOverGaps,
    // RB-R09
    /// May a player without a face-down tile in reach be chosen although others have one?
    pub coop_without_tile: bool,
    // RB-R11
    /// Is Co-op still possible after one's last Uncover?
    pub coop_after_uncover: bool,
    // RB-R12
    /// Do cards paid for Uncover, Hunt and Con count as the card played this turn?
    pub cost_counts_as_card: bool,
    // RB-R14
    /// Does using the refresh marker after the action allow a second action, which may be left out?
    pub second_action_after_marker: bool,
    // RB-R16
    /// Who decides the text of a tile?
    pub tile_decider: TileDecider,
    // RB-R18
    /// Which neighbours are adjacent?
    pub adjacent: Adjacent,
    // RB-R19
    /// Does the Hunt Penalty follow even when the first tile already lacks the icon?
    pub penalty_after_first_tile: bool,
    // RB-R21
    /// Can tiles revealed by effects during the Hunt be flipped by the penalty?
    pub penalty_counts_effects: bool,
    // RB-R22
    /// Can the last tile, the one without the icon, be flipped by the penalty?
    pub penalty_counts_last: bool,
    // RB-R30
    /// What happens when coins reach their end while no Profiteer plays?
    pub coins_without_profiteer: CoinsWithoutProfiteer,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 7,
            tiles: "standard".into(),
            tile_numbers: None,
            board: "standard".into(),
            layout: "default".into(),
            cards: "standard".into(),
            end_points: EndPoints::default(),
            roles: RoleCounts::default(),
            four_player_deal: FourPlayerDeal::Unseen,
            starting_cards: 1,
            hand_limit: 3,
            hand_limit_for: HandLimitFor::ActivePlayer,
            cards_per_turn: 1,
            swim_draws: 1,
            swim_steps: 2,
            coop_draws: 1,
            uncovers: 1,
            uncover_cost: 1,
            hunt_cost: 1,
            con_cost: 1,
            refresh_marker: true,
            turns_max: 400,
            reach_over_gaps: true,
            swim_over_gaps: SwimOverGaps::Drift,
            coop_without_tile: false,
            coop_after_uncover: true,
            cost_counts_as_card: false,
            second_action_after_marker: false,
            tile_decider: TileDecider::Revealer,
            adjacent: Adjacent::LandAndWater,
            penalty_after_first_tile: true,
            penalty_counts_effects: true,
            penalty_counts_last: true,
            coins_without_profiteer: CoinsWithoutProfiteer::NobodyWins,
        }
    }
}

/// Where each track ends the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct EndPoints {
    /// Kelp that wins for the merchants.
    #[schemars(range(min = 1, max = 60))]
    pub kelp: Option<u8>,
    /// Logs that win for the separatists.
    #[schemars(range(min = 1, max = 60))]
    pub logs: Option<u8>,
    /// Coins that win for the Profiteer.
    #[schemars(range(min = 1, max = 60))]
    pub coins: Option<u8>,
}

/// Who sits at the table besides the Chief and the Leader.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RoleCounts {
    /// Merchants besides the Chief.
    #[schemars(range(min = 0, max = 7))]
    pub merchants: Option<u8>,
    /// Separatists besides the Leader.
    #[schemars(range(min = 0, max = 7))]
    pub separatists: Option<u8>,
    /// Profiteers.
    #[schemars(range(min = 0, max = 1))]
    pub profiteers: Option<u8>,
}

/// The fifth role card of the four-player game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FourPlayerDeal {
    /// Separatist or Profiteer, drawn unseen (published).
    Unseen,
    /// Always the Profiteer.
    Profiteer,
    /// Always the separatist.
    Separatist,
}

/// Who checks the hand limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HandLimitFor {
    /// Only the player whose turn ends (published).
    ActivePlayer,
    /// Everybody.
    Everyone,
}

/// How a meeple passes spaces without a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SwimOverGaps {
    /// An empty space costs its step; out of steps on one, the meeple drifts on in the same direction for nothing.
    Drift,
    // RB-R06
    /// An empty space costs its step; only a meeple that crosses land onto one drifts on by water for nothing. Along the
    /// river it must reach a tile with its own steps (the other reading of the rulebook's figure).
    DriftAfterLand,
    /// Empty spaces are not counted: a step along the river goes to the next tile.
    Skip,
    /// A meeple must reach a tile with its own steps.
    Blocked,
}

/// Who decides the text of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TileDecider {
    /// Whoever turned the tile face-up.
    Revealer,
    /// The player whose turn it is.
    ActivePlayer,
}

/// Which neighbours are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Adjacent {
    /// Orthogonal neighbours, by water or land.
    LandAndWater,
    /// Only the neighbours along the river.
    WaterOnly,
}

/// What happens when coins reach their end while no Profiteer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoinsWithoutProfiteer {
    /// The game ends and nobody wins.
    NobodyWins,
    /// The game goes on.
    PlayOn,
}
