//! Every number and switch of a Mekong variant. The default of each is the published rule, or the ruling we chose where
//! the rulebook leaves it open; which of the two it is stands beside each field.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use balance_engine::Proportion;

/// The rules of the Mekong crossing. Whatever is left out is the published rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rules {
    // RD-81
    /// Players at the table, 2 to 6 (published).
    #[schemars(range(min = 2, max = 6))]
    pub players: u8,
    /// Villages, islands and lengths: "standard", or a file with your own.
    pub board: String,
    // RD-77
    /// Which side of the board lies up: islands, or open water for experts.
    pub side: Side,
    // RD-R1
    /// Which colours play at three; at other tables both editions agree.
    pub colours: ColourTable,
    // RD-R29
    /// How colours sit round the table.
    pub seats: Seating,
    // RD-02
    /// Stones in the common reserve.
    #[schemars(range(min = 1, max = 27))]
    pub stones: u8,
    // RD-37
    /// Planks that a stone or a village carries at most.
    #[schemars(range(min = 1, max = 6))]
    pub planks_per_support: u8,
    // RD-68
    /// Different colours that may lie in a reserve after removing a plank.
    #[schemars(range(min = 1, max = 6))]
    pub reserve_colours: u8,
    // RD-12
    /// Dragons that a programme may hold.
    #[schemars(range(min = 0, max = 5))]
    pub dragons_max: u8,
    /// Is the second step of the double move free (RD-R2)?
    pub move2: MoveTwo,
    // RD-R4
    /// May a jump land where it began?
    pub jump_uturn: bool,
    // RD-R7
    /// Is a village a space of its own between the planks that rest on it? Without, they are neighbours.
    pub village_is_space: bool,
    // RD-R8
    /// Must a plank be given up when none of the reserve has a place? Without, the placement is lost.
    pub forced_loss: bool,
    // RD-R9
    /// May a plank lie across a third stone?
    pub third_stone: ThirdStone,
    // RD-R11
    /// What becomes of a plank that is too short for the gap it was chosen for?
    pub misjudge: Misjudge,
    // RD-35, RD-R12
    /// How likely a plank is knocked over while it is laid, and leaves the game.
    pub plank_drop: Proportion,
    // RD-R28
    /// Where on its island a stone lies.
    pub stone_offset: StoneOffset,
    /// How the points of open water are offered for a stone; every legal point may be played whatever is offered.
    #[schemars(extend("x-untuned" = true))]
    pub candidates: Candidates,
    // RD-R33
    /// What villages of colours without a player are good for.
    pub idle_villages: IdleVillages,
    // RD-76
    /// A game without a winner ends after this many turns, counted as an ending of its own.
    #[schemars(range(min = 5, max = 1000), extend("x-untuned" = true))]
    pub turns_max: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 4,
            board: "standard".into(),
            side: Side::Islands,
            colours: ColourTable::Rulebook,
            seats: Seating::Villages,
            stones: 27,
            planks_per_support: 3,
            reserve_colours: 2,
            dragons_max: 1,
            move2: MoveTwo::UpTo,
            jump_uturn: false,
            village_is_space: true,
            forced_loss: true,
            third_stone: ThirdStone::Forbid,
            misjudge: Misjudge::Elsewhere,
            plank_drop: Proportion(0.0),
            stone_offset: StoneOffset::Centre,
            candidates: Candidates::Patches,
            idle_villages: IdleVillages::Ordinary,
            turns_max: 60,
        }
    }
}

impl Rules {
    /// Are stones laid at points rather than on numbered islands?
    #[inline]
    pub fn free_stones(&self) -> bool {
        self.side == Side::Water || self.stone_offset == StoneOffset::Free
    }

    /// Villages whose colours play, in the order of the seats (RD-08, RD-83, RD-84, RD-85, RD-86, RD-87).
    pub fn colours_in_play(&self) -> &'static [u8] {
        let given = self.seats == Seating::Given;
        match (self.players, self.colours) {
            (2, _) => &[0, 3],
            (3, ColourTable::Rulebook) => &[2, 4, 5],
            (3, ColourTable::Edition2000) if given => &[4, 2, 0],
            (3, ColourTable::Edition2000) => &[0, 2, 4],
            (4, _) if given => &[2, 1, 4, 5],
            (4, _) => &[1, 2, 4, 5],
            (5, _) if given => &[4, 1, 2, 5, 0],
            (5, _) => &[0, 1, 2, 4, 5],
            _ => &[0, 1, 2, 3, 4, 5],
        }
    }
}

/// Which side of the board lies up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Stones lie on islands (published).
    Islands,
    /// Stones lie anywhere in the water (published for experts).
    Water,
}

/// Which colours play at three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ColourTable {
    /// Blue, red and yellow (the rulebook).
    Rulebook,
    /// Pink, blue and red, one of each facing pair (the edition of 2000, with white for pink).
    Edition2000,
}

/// How colours sit round the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// Clockwise as their villages lie.
    Villages,
    /// As the table of colours lists them.
    Given,
}

/// How far the double move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveTwo {
    /// One step or two, as the player likes.
    UpTo,
    /// Two steps, unless the first enters a village.
    Exact,
}

/// Planks across a third stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ThirdStone {
    /// A plank touches no stone besides its two.
    Forbid,
    /// It may; the third stone does not count as a support.
    Ignore,
}

/// A plank chosen by eye that is too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Misjudge {
    /// It is laid wherever it fits, and is lost only where there is no such place.
    Elsewhere,
    /// The gap is named first; a plank that cannot lie there is lost.
    Lost,
}

/// Where on its island a stone lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StoneOffset {
    /// In the middle.
    Centre,
    /// Anywhere, as long as it does not stick out.
    Free,
}

/// How points of open water are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Candidates {
    /// A patch of water first, then a point in it: a fine grid, all rings within reach, meetings of those of the longest plank.
    Patches,
    /// Some thousands at once: a fine grid, all rings within reach, all their meetings.
    Full,
    /// Some hundreds at once.
    Coarse,
}

/// What villages without a player are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum IdleVillages {
    /// Ordinary villages for planks and pawns.
    Ordinary,
    /// Only those that are somebody's destination carry planks and pawns.
    GoalsOnly,
}
