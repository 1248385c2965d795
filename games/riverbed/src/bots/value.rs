//! What a tile is worth to each side, read from top to bottom as it would be executed.
//!
//! The chance of a side is taken to be its share of `1 / (still missing)^urgency` over the three tracks. A tile's worth
//! is the change it makes to these shares; a layer that ends the game makes them one and nothing.

use super::outlook::{Belief, Outlook};
use super::weights::WeightTables;
use crate::state::Public;
use crate::tiles::{Text, Tile, TileStep};
use crate::{MAX_TILES, Riverbed, Spaces, bits};
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
/// Where no track misses so much or more, the shares are known beforehand.
const FEW: u8 = 16;

/// Chances, up to a common factor, by side and by how much its track still misses.
#[derive(Clone, Debug)]
pub struct TrackChances {
    rungs: [[f32; RUNGS]; 3],
    shares: Box<[BySide; PLACES]>,
}

/// Places of what tracks miss, if that is little.
const PLACES: usize = (FEW as usize).pow(3);

/// Three numbers below `FEW` as one: the difference of two of these is that of each of the three, where none falls below 0.
pub const fn packed([kelp, logs, coins]: [u8; 3]) -> u16 {
    const FEW: u16 = self::FEW as u16;
    (kelp as u16).wrapping_add(FEW.wrapping_mul((logs as u16).wrapping_add(FEW.wrapping_mul(coins as u16))))
}

impl TrackChances {
    /// Chances that go as 1 / missing to the power `urgency`; the Profiteer's, who plays alone, times `profiteer`.
    pub fn new(urgency: f32, profiteer: f32) -> Self {
        let alike: [f32; RUNGS] = std::array::from_fn(|missing| libm::powf(missing.max(1) as f32, -urgency));
        let mut ladder = TrackChances {
            rungs: [alike, alike, alike.map(|chance| chance * profiteer)],
            shares: vec![[0.0; 4]; PLACES].try_into().expect("a place for each"),
        };
        for kelp in 0..FEW {
            for logs in 0..FEW {
                for coins in 0..FEW {
                    let missing = [kelp, logs, coins];
                    ladder.shares[usize::from(packed(missing))] = ladder.shares(missing);
                }
            }
        }
        ladder
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
    /// What each track misses, packed, where that is little and no tile can fill one: what a tile leaves is so, too.
    far: Option<u16>,
}

impl<'t> TrackState<'t> {
    #[inline]
    pub fn new(ladder: &'t TrackChances, game: &Riverbed, public: &Public) -> Self {
        let missing: [u8; 3] = std::array::from_fn(|side| game.ends[side].saturating_sub(public.tracks[side]).max(1));
        let far = (0..3).all(|side| (game.most[side] + 1..FEW).contains(&missing[side]));
        TrackState {
            far: far.then(|| packed(missing)),
            ..Self::with_missing(ladder, missing)
        }
    }

    #[inline]
    pub fn with_missing(ladder: &'t TrackChances, missing: [u8; 3]) -> Self {
        TrackState {
            ladder,
            missing,
            shares: ladder.shares(missing),
            far: None,
        }
    }

    /// What turning `tile` face-up gains each side.
    #[expect(
        clippy::inline_always,
        reason = "floats returned through memory cost more than the sum itself"
    )]
    #[inline(always)]
    pub fn gain(&self, tile: &Tile) -> BySide {
        let gain = match self.far {
            Some(missing) => self.gain_to(&self.ladder.shares[usize::from(missing - tile.packed) % PLACES]),
            None if self.left(tile.elements).contains(&0) => self.by_layers(tile),
            None => self.gain_of(tile.elements),
        };
        gain.map(|gain| gain + tile.texts_worth)
    }

    /// What so many elements gain each side, all at once.
    pub fn gain_of(&self, elements: [u8; 3]) -> BySide {
        self.gain_to(&self.ladder.shares(self.left(elements)))
    }

    /// What shares gain each side that are `after`.
    #[inline]
    fn gain_to(&self, after: &BySide) -> BySide {
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

/// What turning each tile face-up gains each side, as the tracks stand.
#[derive(Debug, Default)]
pub struct Gains {
    /// Another whenever it is worked out.
    pub number: u64,
    /// What it follows from: the tracks, and by what the ladder is made.
    tracks: [u8; 3],
    ladder: Option<[f32; 2]>,
    missing: [u8; 3],
    shares: BySide,
    far: Option<u16>,
    by_tile: [BySide; MAX_TILES],
}

impl Gains {
    /// Works it out for the tracks of `public` by `tuned`, unless it is known.
    #[inline]
    pub fn keep_up(&mut self, tuned: &WeightTables, game: &Riverbed, public: &Public) {
        let ladder = Some([tuned.weights.urgency, tuned.weights.profiteer]);
        if (self.tracks, self.ladder) != (public.tracks, ladder) {
            (self.tracks, self.ladder) = (public.tracks, ladder);
            self.work_out(&TrackState::new(&tuned.ladder, game, public), game);
        }
    }

    #[cold]
    fn work_out(&mut self, standing: &TrackState<'_>, game: &Riverbed) {
        self.number += 1;
        (self.missing, self.shares, self.far) = (standing.missing, standing.shares, standing.far);
        for (gain, tile) in self.by_tile.iter_mut().zip(&game.tiles) {
            *gain = standing.gain(tile);
        }
    }

    /// How the tracks stand; `ladder` is the one of the last [`Gains::keep_up`].
    #[inline]
    pub fn standing<'t>(&self, ladder: &'t TrackChances) -> TrackState<'t> {
        TrackState {
            ladder,
            missing: self.missing,
            shares: self.shares,
            far: self.far,
        }
    }

    #[inline]
    pub fn gains(&self, tile: usize) -> &BySide {
        &self.by_tile[tile]
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

/// What nobody's [`Others::promise`] comes to, whatever is believed of everybody, if that is known without looking at each.
pub fn bound(outlook: &Outlook<'_>) -> Option<f32> {
    /// More than all roundings come to.
    const ROUNDINGS: f32 = 1e-4;
    let most = outlook.most()?;
    let (hunt, con) = declared(outlook);
    // What is good for another side is no better than what is good for one's own, nor than the mean.
    let good = 0.6 * outlook.hope()[outlook.side];
    Some(larger(larger(most, good), 0.0) + larger(hunt, 0.0) + larger(con, 0.0) + ROUNDINGS)
}

impl<'o, 'v> Others<'o, 'v> {
    /// Weighs everybody at the table of `outlook`.
    pub fn new(outlook: &'o Outlook<'v>, suspicion: f32) -> Self {
        let belief = Belief::new(&outlook.view, suspicion);
        let side = outlook.side;
        let (mean, hope) = (outlook.mean(), outlook.hope());
        let wants = hope.map(|hope| 0.6 * hope);
        let mut gains = [mean[side] - 0.3 * hope[side]; 4];
        gains[side] = wants[side];
        let (hunt, con) = declared(outlook);
        Others {
            outlook,
            belief,
            mean: *mean,
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
