//! Every number and switch of a Hydra Regatta variant. The default of each is the published rule, or the ruling we
//! chose where the rulebook leaves it open.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rules of Hydra Regatta. Whatever is left out is the published rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rules {
    /// Players at the table, 2 to 4 (published).
    #[schemars(range(min = 2, max = 4))]
    pub players: u8,
    /// The racecourse: "reconstructed", or a file with your own wedges.
    pub wedges: String,
    /// The favors of the gods: "reconstructed", or a file with your own counts.
    pub favors: String,
    // GL-06, GL-135
    /// Fish that everybody begins with: 2, in the difficult game 1.
    #[schemars(range(min = 0, max = 9))]
    pub fish_at_start: u8,
    // GL-80, GL-140
    /// Most fish that a player may own.
    #[schemars(range(min = 1, max = 9))]
    pub fish_max: u8,
    // GL-130
    /// Laps that end the game.
    #[schemars(range(min = 1, max = 9))]
    pub laps: u8,
    // GL-81
    /// Most favors drawn in a turn.
    #[schemars(range(min = 0, max = 4))]
    pub favors_per_turn: u8,
    // GL-55, GL-82
    /// Most wedges drawn in a turn.
    pub wedges_per_turn: WedgesPerTurn,
    // GL-83
    /// Movement that a boost adds.
    #[schemars(range(min = 0, max = 12))]
    pub boost: u8,
    // GL-120
    /// Does the Golden Fleece double the navigation die and the protection? Without it the last player still
    /// begins the round.
    pub fleece: bool,
    // GL-R1
    /// What decides between two ships on the same wedge.
    pub rank_mode: RankMode,
    // GL-R10
    /// How a ship leaves a whirlpool on which another ship lies.
    pub skip_whirlpool: SkipWhirlpool,
    // GL-R22
    /// What a wedge icon gives when the stack is used up.
    pub stack_empty: StackEmpty,
    // GL-R29
    /// May a trident in an own slot make room for another favor? Where it may not and nothing else can go,
    /// the new favor goes.
    pub trident_replaceable: bool,
    // GL-R41
    /// Is protection from a Hydra always used?
    pub protection: Protection,
    /// A game that nobody has finished ends after this many rounds, counted as an ending of its own.
    #[schemars(range(min = 5, max = 1000), extend("x-untuned" = true))]
    pub rounds_max: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 4,
            wedges: "reconstructed".into(),
            favors: "reconstructed".into(),
            fish_at_start: 2,
            fish_max: 3,
            laps: 2,
            favors_per_turn: 2,
            wedges_per_turn: WedgesPerTurn::default(),
            boost: 3,
            fleece: true,
            rank_mode: RankMode::Literal,
            skip_whirlpool: SkipWhirlpool::Free,
            stack_empty: StackEmpty::None,
            trident_replaceable: true,
            protection: Protection::Auto,
            rounds_max: 100,
        }
    }
}

/// Most wedges that a player may draw, and so place, in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct WedgesPerTurn {
    /// With two players.
    #[schemars(range(min = 0, max = 3))]
    pub two_players: u8,
    /// With three or four.
    #[schemars(range(min = 0, max = 3))]
    pub more_players: u8,
}

impl Default for WedgesPerTurn {
    fn default() -> Self {
        WedgesPerTurn {
            two_players: 2,
            more_players: 1,
        }
    }
}

/// What decides between two ships on the same wedge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RankMode {
    /// The lane nearer to the centre, then the dot further along.
    Literal,
    /// The dot further along, then the lane nearer to the centre.
    AngleFirst,
}

/// How a ship leaves a whirlpool on which another ship lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SkipWhirlpool {
    /// By any exit, free of charge.
    Free,
    /// By an exit that its dice or its fish open.
    Match,
}

/// What a wedge icon gives when the stack is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StackEmpty {
    /// Nothing.
    None,
    /// A wedge from a new stack, shuffled from the wedges that lie covered (not the one under the Starting Line).
    Recycle,
}

/// Is protection from a Hydra always used?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Protection {
    /// Always.
    Auto,
    /// As the player likes.
    Optional,
}
