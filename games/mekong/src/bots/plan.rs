//! The programme of a turn: how far each order of cards would bring a pawn along its best way. A small model of the way;
//! reads what everybody sees, allocates nothing.
//!
//! Of all orders of the same cards only the most promising is followed, card by card; the best programmes found so are
//! then weighed against every way in which dragons could cancel some of their cards.

mod cards;
mod sets;

use super::route::PawnRoute;
use super::weights::Weights;
use crate::state::PROGRAMME;
use arrayvec::ArrayVec;

pub use sets::Sets;

/// Cards of the model: the eight actions, and a dragon.
pub const CARDS: usize = 9;
/// The dragon among them.
pub const DRAGON: u8 = 8;
/// Programmes weighed against dragons.
const FINALISTS: usize = 8;
/// Ways in which dragons could cancel the cards of a programme.
const WAYS: usize = 1 << PROGRAMME;
/// What a card is worth, as a part, that is needed only if another is cancelled.
const SPARE: f32 = 0.3;
/// Most that is thought to lie between a pawn and its home, in prices.
const FURTHEST: u32 = 200;
/// Nothing.
const NOTHING: f32 = f32::NEG_INFINITY;

/// A programme in cards of the model.
pub type Programme = [u8; PROGRAMME];

/// What a programme is made from.
#[derive(Clone, Copy)]
pub struct PlanInput<'a> {
    /// The way.
    pub way: &'a PawnRoute,
    /// Numbers in the reserve, as bits.
    pub planks: u8,
    /// Is the pawn at home, where a fall changes nothing?
    pub home: bool,
    /// Can the pawn step somewhere else than ahead?
    pub retreat: bool,
    /// Is there a plank to take that does not lie on the own way?
    pub prey: bool,
    /// Must the way itself suffer if something is taken?
    pub harm: bool,
    /// Worth of a dragon at each position.
    pub dragon: [f32; PROGRAMME],
    /// Worth of taking something away at each position.
    pub loot: [f32; PROGRAMME],
    /// How likely it is that a pawn ahead still stands where it stands now, at each position.
    pub stays: [f32; PROGRAMME],
    /// What is weighed.
    pub weights: &'a Weights,
}

/// What programmes came to that were weighed on one course, so that none is weighed twice.
#[derive(Default)]
pub struct WeighedProgrammes(ArrayVec<(Programme, f32), { FINALISTS * PROGRAMME }>);

/// What is known of every programme that starts with some cards.
pub struct KnownProgrammes {
    /// The best one.
    pub best: Programme,
    /// Its worth.
    pub worth: f32,
}

impl PlanInput<'_> {
    /// Before the first card.
    pub fn start(&self) -> ProgrammeState {
        ProgrammeState::new(self.way, self.planks)
    }

    /// The programme that gains most if nobody interferes, out of these cards of the model, as bits.
    pub fn unhindered(&self, cards: u16, sets: &mut Sets) -> KnownProgrammes {
        let mut found = KnownProgrammes {
            best: [0; PROGRAMME],
            worth: NOTHING,
        };
        self.sets(sets, (&[], PROGRAMME), cards, 0.0, |_, worth, order| {
            if worth > found.worth {
                found = KnownProgrammes { best: order(), worth };
            }
        });
        found
    }

    /// The programme that begins with `laid` and gains most, if dragons cancel each card with
    /// this chance, which is the same for all that was `weighed`. `whim` blurs the worth of each.
    pub fn best(
        &self,
        laid: &[u8],
        cards: u16,
        (hit, weighed): (f32, &mut WeighedProgrammes),
        sets: &mut Sets,
        mut whim: impl FnMut() -> f32,
    ) -> KnownProgrammes {
        let mut finalists = [([0; PROGRAMME], NOTHING); FINALISTS];
        let mut least = 0;
        self.sets(
            sets,
            (laid, PROGRAMME),
            cards,
            self.weights.caution,
            |_, worth, order| {
                if worth > finalists[least].1 {
                    finalists[least] = (order(), worth);
                    least = 0;
                    for at in 1..FINALISTS {
                        if finalists[at].1 < finalists[least].1 {
                            least = at;
                        }
                    }
                }
            },
        );
        let mut found = KnownProgrammes {
            best: finalists[0].0,
            worth: NOTHING,
        };
        for (programme, promise) in finalists {
            if promise > NOTHING {
                let worth = weighed.value(programme, || self.expected(programme, hit)) + whim();
                if worth > found.worth {
                    found = KnownProgrammes { best: programme, worth };
                }
            }
        }
        found
    }

    /// What a programme loses by a dragon at each position, and if the plank that the pawn needs next is taken just before each, if
    /// nobody else interferes.
    pub fn losses(&self, programme: Programme) -> [[f32; PROGRAMME]; 2] {
        let before = self.course_of(programme);
        let whole = self.rest(&before[PROGRAMME]);
        let cancelled = std::array::from_fn(|hit| {
            if before[hit + 1] == before[hit] {
                return 0.0;
            }
            let cancelled = self.carry_out(before[hit], programme, hit + 1);
            (whole - self.rest(&cancelled)).max(0.0)
        });
        let taken = std::array::from_fn(|hit| {
            let mut going = before[hit];
            let ahead = going.bridged() & (!0 << going.position().clamp(0, 15));
            if ahead == 0 {
                return 0.0;
            }
            going.unbridge(ahead & ahead.wrapping_neg());
            going.gain -= self.weights.plank;
            let taken = self.carry_out(going, programme, hit);
            (whole - self.rest(&taken)).max(0.0)
        });
        [cancelled, taken]
    }

    /// How a programme goes before each position and after the last, if nobody interferes.
    fn course_of(&self, programme: Programme) -> [ProgrammeState; PROGRAMME + 1] {
        let mut before = [self.start(); PROGRAMME + 1];
        for position in 0..PROGRAMME {
            before[position + 1] = self.played(&before[position], programme[position], position);
        }
        before
    }

    /// How a programme ends that goes so before the card at `position`.
    fn carry_out(&self, going: ProgrammeState, programme: Programme, position: usize) -> ProgrammeState {
        (position..PROGRAMME).fold(going, |going, at| self.played(&going, programme[at], at))
    }

    /// After a card, which whoever is across does not play any more.
    fn played(&self, going: &ProgrammeState, card: u8, position: usize) -> ProgrammeState {
        let mut after = *going;
        if !going.done() {
            self.apply(&mut after, card, position, 0.0);
        }
        after
    }

    /// Expected worth, over every way in which dragons cancel cards, each with this chance.
    fn expected(&self, programme: Programme, hit: f32) -> f32 {
        // All ways it may have gone so far: those in which the last card was cancelled before those in which it was played.
        let mut goings = [self.start(); WAYS];
        let mut count = 1;
        for (position, card) in programme.into_iter().enumerate() {
            let (cancelled, played) = goings.split_at_mut(count);
            if card == DRAGON {
                // Nothing cancels it.
                let going_on = cancelled.iter_mut().filter(|going| !going.done());
                going_on.for_each(|going| going.gain += self.dragon[position]);
            } else {
                let played = &mut played[..count];
                self.apply_to_all(cancelled, played, card, position);
                // A card that changes nothing is as good cancelled.
                if played != cancelled {
                    count *= 2;
                }
            }
        }
        let mut worths = [0.0; WAYS];
        for (worth, going) in worths.iter_mut().zip(&goings[..count]) {
            *worth = self.rest(going);
        }
        while count > 1 {
            count /= 2;
            let (cancelled, played) = worths.split_at_mut(count);
            for (cancelled, played) in cancelled.iter_mut().zip(played) {
                *cancelled = *played + hit * (*cancelled - *played);
            }
        }
        worths[0]
    }

    /// Visits the most promising order of every set of these cards of the model that has so many at least, and up to five: how many
    /// they are, what they are worth, and what tells the order.
    pub fn orders(
        &self,
        cards: u16,
        least: usize,
        sets: &mut Sets,
        visit: impl FnMut(usize, f32, &dyn Fn() -> Programme),
    ) {
        self.sets(sets, (&[], least), cards, self.weights.caution, visit);
    }
}

impl WeighedProgrammes {
    /// What a programme comes to, by `weigh` where that is not known.
    fn value(&mut self, programme: Programme, weigh: impl FnOnce() -> f32) -> f32 {
        if let Some((_, worth)) = self.0.iter().find(|(other, _)| *other == programme) {
            return *worth;
        }
        let worth = weigh();
        // What finds no room is weighed again.
        let _ = self.0.try_push((programme, worth));
        worth
    }
}

#[cfg(test)]
mod tests;

/// How a pawn sets out.
#[derive(Clone, Copy, PartialEq)]
pub struct Outset {
    start: ProgrammeState,
    fits: [u8; PawnRoute::GAPS],
    gaps: u8,
    /// What it is back to its home, as far as that matters.
    back: u8,
    home: bool,
    retreat: bool,
    prey: bool,
    harm: bool,
}

impl PlanInput<'_> {
    /// How the pawn of this course sets out.
    pub fn outset(&self) -> Outset {
        // Whatever comes to be part of a course has to be thought of here.
        let PlanInput {
            way,
            planks,
            home,
            retreat,
            prey,
            harm,
            dragon: _,
            loot: _,
            stays: _,
            weights: _,
        } = *self;
        let PawnRoute {
            supports: _,
            over: _,
            gaps,
            bridged: _,
            taken: _,
            there: _,
            fits,
            planks: _,
            left: _,
            from_home: _,
            sole: _,
        } = *way;
        Outset {
            start: ProgrammeState::new(way, planks),
            fits,
            gaps: gaps as u8,
            back: self.back() as u8,
            home,
            retreat,
            prey,
            harm,
        }
    }
}

impl Outset {
    /// A number that is the same for the same outset, and hardly ever for another one.
    pub fn mixed(&self) -> u64 {
        let fits = u128::from_le_bytes(self.fits);
        let rest = u64::from_le_bytes([
            self.gaps,
            self.back,
            u8::from(self.home),
            u8::from(self.retreat),
            u8::from(self.prey),
            u8::from(self.harm),
            0,
            0,
        ]);
        let parts = [self.start.mixed(), fits as u64, (fits >> 64) as u64, rest];
        parts.into_iter().fold(0, |mixed: u64, part| {
            let mixed = (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        })
    }
}

/// How far a programme has come, and what it gained. A search copies and compares many of them: all that is there, and where the
/// pawn stands, is one number.
#[derive(Clone, Copy, PartialEq)]
pub struct ProgrammeState {
    /// What it gained.
    pub gain: f32,
    /// Gaps that another pawn stands on, as bits.
    pub taken: u16,
    /// From the lowest bit on: gaps with a plank; those of them that this programme bridged; supports that are there; numbers in the
    /// reserve; whether a plank was taken from the board; whether the pawn fell; whether it is across; and where it stands.
    things: u64,
}

const FRESH: usize = PawnRoute::GAPS;
const THERE: usize = FRESH + PawnRoute::GAPS;
const PLANKS: usize = THERE + PawnRoute::GAPS + 1;
const SPOILS: usize = PLANKS + 6;
const FELL: usize = SPOILS + 1;
const DONE: usize = FELL + 1;
const AT: usize = DONE + 1;
/// Supports of a way, as bits.
const SUPPORTS: u32 = (1 << (PawnRoute::GAPS + 1)) - 1;

impl ProgrammeState {
    /// Of no way.
    pub const NOTHING: ProgrammeState = ProgrammeState {
        gain: 0.0,
        taken: 0,
        things: 0,
    };

    /// On a way, with these numbers in the reserve.
    pub fn new(way: &PawnRoute, planks: u8) -> Self {
        let things = u64::from(way.bridged) | u64::from(way.there & SUPPORTS) << THERE | u64::from(planks) << PLANKS;
        let mut going = ProgrammeState {
            gain: 0.0,
            taken: way.taken,
            things,
        };
        going.stand(0);
        going
    }

    /// A number that is the same for what has come as far.
    pub fn mixed(&self) -> u64 {
        self.things ^ u64::from(self.taken) << 48 ^ u64::from(self.gain.to_bits())
    }

    /// Gaps with a plank, as bits.
    #[inline]
    pub fn bridged(&self) -> u16 {
        self.things as u16
    }

    /// Gaps bridged in this programme, as bits.
    #[inline]
    pub fn fresh(&self) -> u16 {
        (self.things >> FRESH) as u16
    }

    /// Supports that are there, as bits.
    #[inline]
    pub fn there(&self) -> u32 {
        (self.things >> THERE) as u32 & SUPPORTS
    }

    /// Numbers in the reserve, as bits.
    #[inline]
    pub fn planks(&self) -> u8 {
        (self.things >> PLANKS) as u8 & 0x3f
    }

    /// Was a plank taken from the board? There is likely to have been one of the number wanted.
    #[inline]
    pub fn has_spoils(&self) -> bool {
        self.things >> SPOILS & 1 == 1
    }

    /// Has the pawn fallen, and the way with it?
    #[inline]
    pub fn fell(&self) -> bool {
        self.things >> FELL & 1 == 1
    }

    /// Is the pawn across?
    #[inline]
    pub fn done(&self) -> bool {
        self.things >> DONE & 1 == 1
    }

    /// Gaps crossed; -1 one step behind the start. All gaps, and then the destination.
    #[inline]
    pub fn position(&self) -> i8 {
        (self.things >> AT) as i8 - 1
    }

    /// A plank of the reserve, or of the spoils if it is none of these, bridges a gap in this programme.
    #[inline]
    pub fn build(&mut self, gap: usize, planks: u8) {
        self.bridge(1 << gap);
        self.things |= 1 << gap << FRESH;
        self.lose(planks);
        if planks == 0 {
            self.things &= !(1 << SPOILS);
        }
    }

    /// These gaps are bridged by somebody else, as bits.
    #[inline]
    pub fn bridge(&mut self, gaps: u16) {
        self.things |= u64::from(gaps);
    }

    /// Planks of these gaps, as bits, are gone.
    #[inline]
    pub fn unbridge(&mut self, gaps: u16) {
        self.things &= !u64::from(gaps);
    }

    /// Stones come to lie at these places, as bits.
    #[inline]
    pub fn place(&mut self, supports: u32) {
        self.things |= u64::from(supports) << THERE;
    }

    /// Stones at these places are gone, as bits.
    #[inline]
    pub fn displace(&mut self, supports: u32) {
        self.things &= !(u64::from(supports) << THERE);
    }

    /// These planks leave the reserve, as bits.
    #[inline]
    pub fn lose(&mut self, planks: u8) {
        self.things &= !(u64::from(planks) << PLANKS);
    }

    /// A plank is taken from the board.
    #[inline]
    pub fn take(&mut self) {
        self.things |= 1 << SPOILS;
    }

    /// The pawn stands so many gaps from the start.
    #[inline]
    pub fn stand(&mut self, at: i8) {
        let below = self.things & ((1 << AT) - 1);
        self.things = below | ((at + 1) as u64) << AT;
    }

    /// Whether the pawn fell.
    #[inline]
    pub fn set_fell(&mut self, fell: bool) {
        self.things = self.things & !(1 << FELL) | u64::from(fell) << FELL;
    }

    /// Whether the pawn is across.
    #[inline]
    pub fn set_done(&mut self, done: bool) {
        self.things = self.things & !(1 << DONE) | u64::from(done) << DONE;
    }
}
