//! Whom to choose for Co-op: what each player would reveal if it were of this side or that, and what comes of it.

use super::belief::Belief;
use super::outlook::Outlook;
use super::value::BySide;
use crate::bits;
use balance_engine::Seat;

/// What the others may do when chosen, as one seat sees it.
pub struct Others<'o, 'v> {
    outlook: &'o Outlook<'v>,
    belief: Belief,
    /// What each side gains on average by a tile that nobody knows.
    mean: BySide,
    /// The same of a tile that whoever turns it knows and takes because it is good, and what that gains one's own.
    good: (BySide, BySide),
    /// What a Hunt by a stranger would gain one's own side.
    hunt: f32,
    /// What a Con would.
    con: f32,
}

impl<'o, 'v> Others<'o, 'v> {
    /// Weighs everybody at the table of `outlook`.
    pub fn new(outlook: &'o Outlook<'v>, suspicion: f32) -> Self {
        let belief = Belief::new(&outlook.view, suspicion);
        let side = outlook.side;
        let standing = &outlook.standing;
        let (mean, hope) = (outlook.mean(), outlook.hope());
        let wants = hope.map(|hope| 0.6 * hope);
        let mut gains = [mean[side] - 0.3 * hope[side]; 4];
        gains[side] = wants[side];
        // A declared Hunt or Con brings about one tile more than an ordinary reveal, well chosen.
        Others {
            outlook,
            belief,
            mean,
            good: (wants, gains),
            hunt: standing.gain_of([0, 2, 0])[side],
            con: standing.gain_of([0, 0, 1])[side],
        }
    }

    /// What is believed of everybody.
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    /// Chance that `seat` is of one's own side.
    #[inline]
    pub fn friend(&self, seat: Seat) -> f32 {
        self.belief.side[seat][self.outlook.side]
    }

    /// Expected gain for one's own side when `seat` is chosen.
    pub fn promise(&self, seat: Seat) -> f32 {
        let outlook = self.outlook;
        let (game, public) = (outlook.view.game, outlook.view.public);
        let own = outlook.side;
        let reach = game.board.reach[public.meeple[seat].index()] & outlook.down;
        if reach == 0 {
            return 0.0;
        }
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
        let (mut strange, mut strangers) = (0.0, 0.0f32);
        for space in bits(reach) {
            if public.seen_by[space] >> seat.0 & 1 == 0 {
                strange += outlook.expect(space);
                strangers += 1.0;
            } else if let Some(tile) = outlook.known(space) {
                let gain = outlook.gain(tile);
                may_choose(gain, [gain[own]; 4]);
            } else {
                // It knows this tile and takes it if it is good for its side.
                let (wants, gains) = self.good;
                may_choose(wants, gains);
            }
        }
        if strangers > 0.0 {
            may_choose(self.mean, [strange / strangers; 4]);
        }
        let chances = self.belief.side[seat];
        let mut promise = chances[0] * comes[0] + chances[1] * comes[1] + chances[2] * comes[2];
        if public.role[seat].is_none() {
            if game.can_declare(public, seat, game.rules.hunt_cost) {
                promise += chances[1] * self.belief.leader * self.hunt;
            }
            if game.can_declare(public, seat, game.rules.con_cost) {
                promise += chances[2] * self.con;
            }
        }
        promise
    }
}
