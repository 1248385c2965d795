//! What a tile is worth to each side, read from top to bottom as it would be executed.
//!
//! The chance of a side is taken to be its share of `1 / (still missing)^urgency` over the three tracks. A tile's worth
//! is the change it makes to these shares; a layer that ends the game makes them one and nothing.

use super::outlook::{Belief, Outlook};
use crate::state::Public;
use crate::tiles::{Text, Tile, TileStep};
use crate::{Riverbed, Spaces, bits};
use balance_engine::Seat;

/// One number for each side: merchants, separatists, Profiteer. The fourth means nothing: four numbers are reckoned with in
/// one go, and three are not.
pub type BySide = [f32; 4];

/// The larger of two numbers: one instruction, where `f32::max` asks of both whether they are numbers.
#[inline]
pub fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

/// A win is worth this much beyond the share it makes up, and a loss costs as much: what is certain outweighs what is
/// estimated.
const FINAL: f32 = 0.25;
const RUNGS: usize = 64;
/// Chances, up to a common factor, by side and by how much its track still misses.
#[derive(Clone, Debug)]
pub struct TrackChances {
    rungs: [[f32; RUNGS]; 3],
}

impl TrackChances {
    /// Chances that go as 1 / missing to the power `urgency`; the Profiteer's, who plays alone, times `profiteer`.
    pub fn new(urgency: f32, profiteer: f32) -> Self {
        let alike: [f32; RUNGS] = std::array::from_fn(|missing| libm::powf(missing.max(1) as f32, -urgency));
        TrackChances {
            rungs: [alike, alike, alike.map(|chance| chance * profiteer)],
        }
    }

    fn shares(&self, missing: [u8; 3]) -> BySide {
        let chance = |side: usize| self.rungs[side][usize::from(missing[side]) & (RUNGS - 1)];
        let (a, b, c) = (chance(0), chance(1), chance(2));
        let scale = 1.0 / (a + b + c);
        [a, b, c, 0.0].map(|chance| chance * scale)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct TrackState<'t> {
    ladder: &'t TrackChances,
    /// What each track still misses; at least 1 while the game goes on.
    pub missing: [u8; 3],
    pub shares: BySide,
}

impl<'t> TrackState<'t> {
    #[inline]
    pub fn new(ladder: &'t TrackChances, game: &Riverbed, public: &Public) -> Self {
        let missing: [u8; 3] = std::array::from_fn(|side| game.ends[side].saturating_sub(public.tracks[side]).max(1));
        Self::with_missing(ladder, missing)
    }

    #[inline]
    pub fn with_missing(ladder: &'t TrackChances, missing: [u8; 3]) -> Self {
        TrackState {
            ladder,
            missing,
            shares: ladder.shares(missing),
        }
    }

    /// What turning `tile` face-up gains each side.
    #[inline]
    pub fn gain(&self, tile: &Tile) -> BySide {
        let gain = if self.left(tile.elements).contains(&0) {
            self.by_layers(tile)
        } else {
            self.gain_of(tile.elements)
        };
        gain.map(|gain| gain + tile.texts_worth)
    }

    /// What so many elements gain each side, all at once.
    #[inline]
    pub fn gain_of(&self, elements: [u8; 3]) -> BySide {
        let after = self.ladder.shares(self.left(elements));
        std::array::from_fn(|side| after[side] - self.shares[side])
    }

    /// What each track misses after so many elements more; nothing where one is full.
    #[inline]
    fn left(&self, elements: [u8; 3]) -> [u8; 3] {
        std::array::from_fn(|side| self.missing[side].saturating_sub(elements[side]))
    }

    #[inline]
    pub fn gain_down(&self, tile: &Tile) -> BySide {
        let more = |side: usize| self.missing[side] + tile.elements[side];
        let after = self.ladder.shares([more(0), more(1), more(2)]);
        std::array::from_fn(|side| after[side] - self.shares[side])
    }

    /// The side for which `tile` ends the game, if it does: the first track that is full from top to bottom.
    #[inline]
    pub fn winner(&self, tile: &Tile) -> Option<usize> {
        let mut missing = self.missing;
        tile.steps.iter().find_map(|step| match step {
            TileStep::Count(element, count) => {
                let track = &mut missing[*element as usize];
                *track = track.saturating_sub(*count);
                (*track == 0).then_some(*element as usize)
            }
            TileStep::Text(_) => None,
        })
    }

    /// How things stand after the elements of `tile` were added, none of which ended the game.
    #[must_use]
    pub fn after(&self, tile: &Tile) -> Self {
        Self::with_missing(self.ladder, self.left(tile.elements).map(|left| left.max(1)))
    }

    #[cold]
    fn by_layers(&self, tile: &Tile) -> BySide {
        let winner = self.winner(tile);
        std::array::from_fn(|side| {
            let shares = self.shares[side];
            if Some(side) == winner {
                1.0 - shares + FINAL
            } else {
                -shares - FINAL
            }
        })
    }
}

/// What the texts of a tile, as often as it has each, are worth to whoever decides them: little, and the same for all sides.
pub fn texts_worth(texts: [u8; Text::ALL.len()]) -> f32 {
    let count = |text: Text| f32::from(texts[text as usize]);
    0.01 * count(Text::RevealAdjacent)
        + 0.015 * count(Text::FlipDown)
        + 0.005 * (count(Text::View) + count(Text::DiscardRandom))
}

/// What the others may do when chosen, as one seat sees it.
pub struct Others<'o, 'v> {
    outlook: &'o Outlook<'v>,
    belief: Belief,
    /// What each side gains on average by a tile that nobody knows.
    mean: BySide,
    /// The same of a tile that whoever turns it knows and takes because it is good, and what that gains one's own.
    good: (BySide, BySide),
    /// By side: does a tile that nobody knows gain more than one that it takes because it is good?
    dares: [bool; 4],
    /// What a Hunt by a stranger would gain one's own side.
    hunt: f32,
    /// What a Con would.
    con: f32,
}

/// What a Hunt and a Con by a stranger would gain one's own side: each brings about one tile more than an ordinary reveal, well
/// chosen.
fn declared(outlook: &Outlook<'_>) -> (f32, f32) {
    let gain = |elements| outlook.standing.gain_of(elements)[outlook.side];
    (gain([0, 2, 0]), gain([0, 0, 1]))
}

impl<'o, 'v> Others<'o, 'v> {
    /// Weighs everybody at the table of `outlook`.
    pub fn new(outlook: &'o Outlook<'v>, suspicion: f32) -> Self {
        let belief = Belief::new(&outlook.view, suspicion);
        let side = outlook.side;
        let (mean, hope) = (outlook.mean, outlook.hope);
        let wants = hope.map(|hope| 0.6 * hope);
        let mut gains = [mean[side] - 0.3 * hope[side]; 4];
        gains[side] = wants[side];
        let (hunt, con) = declared(outlook);
        Others {
            outlook,
            belief,
            mean,
            good: (wants, gains),
            dares: std::array::from_fn(|side| mean[side] > wants[side]),
            hunt,
            con,
        }
    }

    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    /// How gladly `seat` is chosen, who promises so much: of equals rather one's own side.
    #[inline]
    pub fn score(&self, seat: Seat, promise: f32) -> f32 {
        promise + 0.001 * self.belief.side[seat][self.outlook.side]
    }

    /// Expected gain for one's own side when `seat` is chosen.
    pub fn promise(&self, seat: Seat) -> f32 {
        let outlook = self.outlook;
        let (game, public) = (outlook.view.game, outlook.view.public);
        let reach = game.board.reach[public.meeple[seat].index()] & outlook.down;
        if reach == 0 {
            return 0.0;
        }
        let seen = reach & public.seen[seat];
        let strange = reach & !seen;
        let average = outlook.average(strange);
        // What comes of it by the side that it may be of.
        let chances = &self.belief.side[seat];
        let over_sides = |comes: [f32; 3]| chances[0] * comes[0] + chances[1] * comes[1] + chances[2] * comes[2];
        let good = &self.good.1;
        let mut promise = if seen & !outlook.blind != 0 {
            let [kelp, logs, coins, _] = self.comes(seen, (strange != 0).then_some(average));
            over_sides([kelp, logs, coins])
        } else if seen == 0 {
            over_sides([average; 3])
        } else if strange == 0 {
            over_sides([good[0], good[1], good[2]])
        } else {
            over_sides(std::array::from_fn(
                |side| if self.dares[side] { average } else { good[side] },
            ))
        };
        if public.role[seat].is_none() {
            let spare = game.spare(public, seat);
            if spare >= game.rules.hunt_cost {
                promise += chances[1] * self.belief.leader * self.hunt;
            }
            if spare >= game.rules.con_cost {
                promise += chances[2] * self.con;
            }
        }
        promise
    }

    /// By the side of whoever is chosen: what its choice gains one's own, where it has `seen` these spaces, some of which one
    /// knows, and others that gain so much on average it has not.
    fn comes(&self, seen: Spaces, strange: Option<f32>) -> BySide {
        let outlook = self.outlook;
        // For each side: the tile it would choose, by what it would gain by it, and what that gains one's own.
        let (mut wanted, mut comes) = ([f32::MIN; 4], [0.0; 4]);
        let mut may_choose = |wants: BySide, gains: BySide| {
            for side in 0..4 {
                if wants[side] > wanted[side] {
                    wanted[side] = wants[side];
                    comes[side] = gains[side];
                }
            }
        };
        for space in bits(seen) {
            if let Some(tile) = outlook.known(space) {
                let gain = outlook.gain(tile);
                may_choose(*gain, [gain[outlook.side]; 4]);
            } else {
                // It knows this tile and takes it if it is good for its side.
                let (wants, gains) = self.good;
                may_choose(wants, gains);
            }
        }
        if let Some(average) = strange {
            may_choose(self.mean, [average; 4]);
        }
        comes
    }
}
