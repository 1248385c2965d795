//! Whom to choose for Co-op: what each player would reveal if it were of this side or that, and what comes of it.

use super::belief::Belief;
use super::outlook::Outlook;
use super::value::{BySide, larger};
use crate::{Spaces, bits};
use balance_engine::Seat;

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

    /// What is believed of everybody.
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
