//! Two players, programmes against programmes: what each might lay is carried out on both ways at once, and each is thought to lay
//! by chance what the other cannot gain by (regret matching: Hart and Mas-Colell 2000, Tammelin 2014). Of two, who always lays what
//! seems best can be foreseen.

use super::march::March;
use super::plan::{DRAGON, MOST, Plan, Programme, Weighed, draw};
use super::routes::PawnRoute;
use crate::state::{Card, NONE, PROGRAMME};
use balance_kit::bits;

const ROUNDS: usize = 25;
/// Lead that is worth half a game.
const HALF: f32 = 9.0;
/// A whim of one step, where a won game is worth 1 and a lost one -1.
const WHIM: f32 = 0.01;

/// One number for each programme of a side.
type Each = [f32; MOST];

/// Both sides, the one that acts first before the other.
pub struct Contest<'a> {
    sides: [Plan<'a>; 2],
    /// For each gap of a way the same gap of the other's way, as a bit; 0 where there is none.
    gaps: [[u16; PawnRoute::GAPS]; 2],
    /// For each support of a way its place on the other's way, as a bit; 0 where it has none.
    supports: [[u32; PawnRoute::GAPS + 1]; 2],
}

impl<'a> Contest<'a> {
    /// The first of `sides` acts first.
    pub fn new(mut sides: [Plan<'a>; 2]) -> Self {
        let (mut gaps, mut supports) = ([[0; PawnRoute::GAPS]; 2], [[0; PawnRoute::GAPS + 1]; 2]);
        for at in 0..2 {
            let (mine, others) = (sides[at].course.way, sides[1 - at].course.way);
            let place = |support| others.supports[..=others.gaps].iter().position(|one| *one == support);
            for (to, support) in supports[at].iter_mut().zip(&mine.supports[..=mine.gaps]) {
                *to = place(*support)
                    .filter(|_| *support != NONE)
                    .map_or(0, |place| 1 << place);
            }
            // The same gap lies between the same two supports.
            for (gap, to) in gaps[at][..mine.gaps].iter_mut().enumerate() {
                let (a, b) = (supports[at][gap], supports[at][gap + 1]);
                *to = ((a & b >> 1) | (b & a >> 1)) as u16;
            }
        }
        for side in &mut sides {
            // Where the other goes is seen here.
            side.course.stays = [1.0; PROGRAMME];
        }
        Contest { sides, gaps, supports }
    }

    /// What the side `at` lays after these cards, and what that is worth, from -1 to 1. `hands` are what both may lay, as bits;
    /// `seen` is what the other laid in the turn before. Among programmes that are nearly as good `lot` settles one, from 0 to 1, by a
    /// `whim` of so many steps.
    pub fn best(
        &self,
        at: usize,
        laid: &[Card],
        hands: [u16; 2],
        seen: Programme,
        (lot, whim): (f32, f32),
    ) -> Option<Weighed> {
        let mine = self.sides[at].programmes(laid, hands[at]);
        let others = self.sides[1 - at].programmes(&[], hands[1 - at]);
        let mut payoffs = [[0.0; MOST]; MOST];
        for (row, one) in payoffs.iter_mut().zip(&mine) {
            for (payoff, other) in row.iter_mut().zip(&others) {
                *payoff = if at == 0 {
                    self.lead([one, other])
                } else {
                    -self.lead([other, one])
                };
            }
        }
        let habit = self.sides[at].weights.habit;
        let habits = (seen[0] != Card::NONE && habit > 0.0).then(|| {
            let mut like: Each = [0.0; MOST];
            for (to, other) in like.iter_mut().zip(&others) {
                *to = likeness(*other, seen);
            }
            let total: f32 = like.iter().sum();
            like.map(|share| habit * share / total)
        });
        let worths = worths(&payoffs, [mine.len(), others.len()], habits.unwrap_or([0.0; MOST]));
        let most = worths[..mine.len()].iter().copied().reduce(f32::max)?;
        Some((mine[draw(&worths[..mine.len()], WHIM * whim, lot)], most))
    }

    /// What it is worth to the first side, from -1 to 1, if both lay so.
    fn lead(&self, programmes: [&Programme; 2]) -> f32 {
        let mut marches = self.sides.each_ref().map(|side| side.course.start());
        let mut gains = [0.0; 2];
        for position in 0..PROGRAMME {
            let cards = programmes.map(|programme| programme[position]);
            if cards.contains(&DRAGON) {
                continue;
            }
            for at in 0..2 {
                let (gain, arrives) = self.act(&mut marches, at, cards[at], position);
                gains[at] += gain;
                if arrives {
                    return 1.0 - 2.0 * at as f32;
                }
            }
        }
        let standing = |at: usize| gains[at] + self.sides[at].near(&marches[at]);
        let lead = standing(0) - standing(1);
        lead / (HALF + lead.abs())
    }

    /// The side `at` carries out a card, and what it builds serves both: what it gains, and whether it arrives.
    fn act(&self, marches: &mut [March; 2], at: usize, card: Card, position: usize) -> (f32, bool) {
        let (other, side) = (1 - at, &self.sides[at]);
        marches[at].taken = self.pawn(marches, other);
        if card == Card::REMOVE {
            return (self.remove(marches, at), false);
        }
        let before = marches[at];
        let deed = side.course.play(&mut marches[at], card, position);
        let (stones, planks) = (marches[at].there & !before.there, marches[at].bridged & !before.bridged);
        for place in bits(stones) {
            marches[other].there |= self.supports[at][place];
        }
        for gap in bits(planks) {
            marches[other].bridged |= self.gaps[at][gap];
        }
        (side.worth(&deed, &before, position), deed.arrives)
    }

    /// The gap of the other's way on which the pawn of the side `at` stands, as a bit.
    fn pawn(&self, marches: &[March; 2], at: usize) -> u16 {
        if marches[at].at == 0 {
            self.sides[1 - at].course.way.taken
        } else {
            marches[at].stands_on().map_or(0, |gap| self.gaps[at][gap])
        }
    }

    /// The side `at` takes the plank that the other needs next, or else any.
    fn remove(&self, marches: &mut [March; 2], at: usize) -> f32 {
        let other = 1 - at;
        let ahead = marches[other].bridged & !0 << marches[other].at.max(0) & !self.pawn(marches, at);
        if ahead == 0 && !self.sides[at].course.prey {
            return 0.0;
        }
        if ahead != 0 {
            let gap = ahead.trailing_zeros() as usize;
            marches[other].bridged &= !(1 << gap);
            marches[at].bridged &= !self.gaps[other][gap];
        }
        marches[at].spoils = true;
        self.sides[at].remove
    }
}

/// How likely who laid one programme is to lay another one: the nearer its dragon and its card for removing lie to where they lay, the
/// likelier.
fn likeness(programme: Programme, seen: Programme) -> f32 {
    let off = |card: Card| {
        let place = |cards: Programme| cards.iter().position(|one| *one == card);
        match (place(programme), place(seen)) {
            (Some(one), Some(other)) => one.abs_diff(other) as f32,
            (None, None) => 0.0,
            _ => 2.0,
        }
    };
    libm::expf(-1.5 * off(DRAGON) - 0.8 * off(Card::REMOVE))
}

/// What each row is worth against a mix of columns that no row gains much by, by so many rows and columns; the columns are played
/// by `habits` first, and by the mix where these leave a part.
fn worths(payoffs: &[Each; MOST], counts: [usize; 2], habits: Each) -> Each {
    // Row by row what each side gains if the other plays that row, so that all sums of a row go on at once.
    let mut gains = [[[0.0; MOST]; MOST]; 2];
    for (at, row) in payoffs.iter().enumerate().take(counts[0]) {
        for (other, payoff) in row.iter().enumerate().take(counts[1]) {
            gains[0][other][at] = *payoff;
            gains[1][at][other] = -payoff;
        }
    }
    let against = |side: usize, mix: &Each| {
        let mut worths = [0.0; MOST];
        for (row, share) in gains[side].iter().zip(mix).take(counts[1 - side]) {
            for (worth, gain) in worths.iter_mut().zip(row) {
                *worth += gain * share;
            }
        }
        worths
    };
    let mut regrets = [[0.0f32; MOST]; 2];
    let mut mixes = counts.map(|count| std::array::from_fn(|at| if at < count { 1.0 / count as f32 } else { 0.0 }));
    let mut sum = [0.0; MOST];
    for round in 1..=ROUNDS {
        for side in 0..2 {
            let worths = against(side, &mixes[1 - side]);
            let mean = mixes[side].iter().zip(&worths);
            let mean: f32 = mean.map(|(share, worth): (&f32, &f32)| share * worth).sum();
            for (regret, worth) in regrets[side].iter_mut().zip(&worths).take(counts[side]) {
                *regret = (*regret + worth - mean).max(0.0);
            }
            let total: f32 = regrets[side].iter().sum();
            if total > 0.0 {
                mixes[side] = regrets[side].map(|regret| regret / total);
            }
        }
        for (sum, share) in sum.iter_mut().zip(&mixes[1]) {
            // Later rounds count for more.
            *sum += share * round as f32;
        }
    }
    let (total, known): (f32, f32) = (sum.iter().sum(), habits.iter().sum());
    against(
        0,
        &std::array::from_fn(|at| habits[at] + (1.0 - known) * sum[at] / total),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Weights;
    use crate::bots::march::Route;

    const STONE: Card = Card::STONE;
    const STONES: Card = Card::STONES;
    const PLANK: Card = Card::PLANK;
    const PLANKS: Card = Card::PLANKS;
    const REMOVE: Card = Card::REMOVE;
    const MOVE_TWO: Card = Card::MOVE_TWO;
    const JUMP: Card = Card::JUMP;

    /// A way over these supports, of whose gaps those in `bridged` are.
    fn way<const N: usize>(supports: [u8; N], bridged: u16) -> PawnRoute {
        let mut all = [NONE; PawnRoute::GAPS + 1];
        all[..N].copy_from_slice(&supports);
        PawnRoute {
            supports: all,
            over: 0,
            gaps: N - 1,
            bridged,
            taken: 0,
            there: !0,
            fits: [0x3f; PawnRoute::GAPS],
            planks: 0,
        }
    }

    /// What two programmes are worth to the first.
    fn play(ways: [&PawnRoute; 2], programmes: [Programme; 2]) -> f32 {
        let weights = Weights::default();
        let plan = |way| Plan {
            course: Route {
                way,
                planks: 0x3f,
                ashore: false,
                home: false,
                retreat: true,
                prey: false,
                stays: [0.0; PROGRAMME],
            },
            weights: &weights,
            dragon: [0.0; PROGRAMME],
            remove: 0.0,
            hit: 0.0,
        };
        Contest::new(ways.map(plan)).lead(programmes.each_ref())
    }

    /// The same on two ways that have nothing in common, both a plank from the end.
    fn race(first: Programme, second: Programme) -> f32 {
        play([&way([6, 7], 1), &way([8, 9], 1)], [first, second])
    }

    /// Nothing but an arrival is worth a whole game.
    fn won(worth: f32) -> bool {
        worth >= 1.0
    }

    fn lost(worth: f32) -> bool {
        worth <= -1.0
    }

    #[test]
    fn whoever_arrives_first_wins_and_of_two_at_once_who_acts_first() {
        let soon = [MOVE_TWO, STONE, STONES, PLANK, PLANKS];
        let later = [STONE, MOVE_TWO, STONES, PLANK, PLANKS];
        assert!(won(race(soon, soon)));
        assert!(lost(race(later, soon)));
        let never = [STONE, STONES, PLANK, PLANKS, JUMP];
        assert!(race(never, never).abs() < 0.5);
    }

    #[test]
    fn a_dragon_cancels_what_is_shown_beside_it_unless_that_is_one_too() {
        let soon = [MOVE_TWO, STONE, STONES, PLANK, PLANKS];
        let after = [DRAGON, MOVE_TWO, STONE, STONES, PLANK];
        assert!(lost(race(soon, after)));
        assert!(won(race(soon, [STONE, DRAGON, MOVE_TWO, STONES, PLANK])));
        assert!(won(race(after, after)));
    }

    #[test]
    fn who_takes_the_plank_ahead_stops_a_pawn() {
        let takes = [REMOVE, MOVE_TWO, STONE, STONES, PLANK];
        assert!(lost(race([STONE, MOVE_TWO, STONES, PLANK, PLANKS], takes)));
    }

    #[test]
    fn planks_serve_both_who_go_the_same_way() {
        // One goes from 6 to 7, the other back; the first lays the plank that the second needs.
        let programmes = [
            [PLANK, STONE, STONES, DRAGON, REMOVE],
            [STONE, MOVE_TWO, STONES, PLANKS, REMOVE],
        ];
        assert!(lost(play([&way([6, 7], 0), &way([7, 6], 0)], programmes)));
        assert!(play([&way([6, 7], 0), &way([9, 8], 0)], programmes) > -0.9);
    }

    #[test]
    fn a_pawn_that_has_come_ahead_bars_the_step_and_may_be_jumped_over() {
        // The second goes over 8 and 7 to 6, and stands after two steps where the first wants to go from 6 to 7.
        let ways = [&way([6, 7], 1), &way([8, 7, 6], 3)];
        let comes = [MOVE_TWO, STONE, STONES, PLANK, PLANKS];
        let waits = [STONE, STONES, PLANK, PLANKS, MOVE_TWO];
        let steps = [STONE, MOVE_TWO, STONES, PLANK, PLANKS];
        let jumps = [STONE, JUMP, STONES, PLANK, PLANKS];
        assert!(won(play(ways, [jumps, comes])));
        assert!(!won(play(ways, [steps, comes])));
        assert!(won(play(ways, [steps, waits])));
        assert!(!won(play(ways, [jumps, waits])));
    }

    /// Matching pennies in which one of four outcomes counts three times: the columns should play the first one time in three, and
    /// then both rows are worth the same.
    #[test]
    fn rows_are_weighed_against_the_mix_that_leaves_them_the_least() {
        let mut payoffs = [[0.0; MOST]; MOST];
        payoffs[0][..2].copy_from_slice(&[0.75, -0.25]);
        payoffs[1][..2].copy_from_slice(&[-0.25, 0.25]);
        let worths = worths(&payoffs, [2, 2], [0.0; MOST]);
        let even = worths[..2].iter().all(|worth| (worth - 1.0 / 12.0).abs() < 0.02);
        assert!(even, "{worths:?}");
    }

    /// Who laid a dragon first is thought to do so again, sooner than to lay it last.
    #[test]
    fn habits_are_expected_again() {
        let first = [DRAGON, STONE, STONES, PLANK, PLANKS];
        let last = [STONE, STONES, PLANK, PLANKS, DRAGON];
        assert!(likeness(first, first) > likeness(last, first));
    }
}
