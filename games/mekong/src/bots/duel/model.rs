//! The model of a turn: both programmes card by card, in the order of play. Programmes that begin alike are played together as
//! far as they do, and the same card is played after all beginnings that it follows, one after another: so a processor seldom
//! mistakes what comes next.

use super::super::plan::{CARDS, DRAGON, Programme, ProgrammeState};
use super::{Duel, Each, MOST};
use crate::card::Card;
use crate::state::{NUMBERS, PROGRAMME};
use arrayvec::ArrayVec;

/// How many numbers a reserve has.
const COUNTS: [f32; 1 << NUMBERS] = {
    let mut counts = [0.0; 1 << NUMBERS];
    let mut planks = 0;
    while planks < counts.len() {
        counts[planks] = planks.count_ones() as f32;
        planks += 1;
    }
    counts
};

// Beginnings are bits of a number.
const _: () = assert!(MOST <= u32::BITS as usize);

/// What a side might lay.
pub(super) struct Laid {
    pub(super) programmes: ArrayVec<Programme, MOST>,
    /// For each position all beginnings that end there: the last card, and the number of the beginning without it. Those with the
    /// same card follow each other.
    beginnings: [ArrayVec<(u8, u8), MOST>; PROGRAMME],
    /// The last beginning of each programme, which is the whole of it.
    whole: [u8; MOST],
}

impl Laid {
    pub(super) fn new(programmes: ArrayVec<Programme, MOST>) -> Self {
        let mut laid = Laid {
            programmes,
            beginnings: Default::default(),
            whole: [0; MOST],
        };
        for (position, beginnings) in laid.beginnings.iter_mut().enumerate() {
            // By card, the beginnings that it follows, as bits.
            let mut follows = [0u32; CARDS];
            for (programme, before) in laid.programmes.iter().zip(&laid.whole) {
                follows[usize::from(programme[position])] |= 1 << before;
            }
            let mut numbers = [[0; MOST]; CARDS];
            for (card, mut rest) in follows.into_iter().enumerate() {
                while rest != 0 {
                    let before = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    numbers[card][before] = beginnings.len() as u8;
                    beginnings.push((card as u8, before as u8));
                }
            }
            for (programme, whole) in laid.programmes.iter().zip(&mut laid.whole) {
                *whole = numbers[usize::from(programme[position])][usize::from(*whole)];
            }
        }
        laid
    }
}

impl Duel<'_> {
    /// What each programme of the side `at` is worth to it, from -1 to 1, if the other lays `others`.
    pub(super) fn worths(&self, at: usize, laid: &Laid, others: Programme) -> Each {
        let mut rooms = [[[ProgrammeState::NOTHING; 2]; MOST]; 2];
        let [mut before, mut after] = rooms.each_mut();
        before[0] = self.sides.each_ref().map(|side| side.course.start());
        for (position, beginnings) in laid.beginnings.iter().enumerate() {
            for (after, (_, number)) in after.iter_mut().zip(beginnings) {
                *after = before[usize::from(*number)];
            }
            let other = others[position];
            // Nothing else is carried out beside a dragon, which stands last.
            let acting = beginnings.partition_point(|(card, _)| *card < DRAGON);
            if other != DRAGON {
                let acting = &mut after[..acting];
                if at == 0 {
                    self.act_each::<0>(acting, beginnings, position);
                    self.act_all::<1>(acting, other, position);
                } else {
                    self.act_all::<0>(acting, other, position);
                    self.act_each::<1>(acting, beginnings, position);
                }
            }
            std::mem::swap(&mut before, &mut after);
        }
        let mut worths = [0.0; MOST];
        for (worth, whole) in worths.iter_mut().zip(laid.whole).take(laid.programmes.len()) {
            let lead = self.lead(&before[usize::from(whole)]);
            *worth = if at == 0 { lead } else { -lead };
        }
        worths
    }

    /// The side `AT` carries out the last cards of these beginnings.
    fn act_each<const AT: usize>(&self, goings: &mut [[ProgrammeState; 2]], beginnings: &[(u8, u8)], position: usize) {
        let mut rest = goings;
        let same = beginnings[..rest.len()].chunk_by(|(one, _), (two, _)| one == two);
        for run in same {
            let (these, others) = rest.split_at_mut(run.len());
            self.act_all::<AT>(these, run[0].0, position);
            rest = others;
        }
    }

    /// What it is worth to the first how far each has come: 1 where it has arrived, -1 where the second has.
    fn lead(&self, going: &[ProgrammeState; 2]) -> f32 {
        if going[0].done() {
            return 1.0;
        }
        if going[1].done() {
            return -1.0;
        }
        let standing = |at: usize| {
            let kept = self.weights.reserve * COUNTS[usize::from(going[at].planks())];
            // The second of a turn begins the next.
            let begins = if at == 1 { self.weights.begins } else { 0.0 };
            (1.0 + begins) * self.sides[at].course.rest(&going[at]) + kept - self.left[at]
        };
        let lead = standing(0) - standing(1);
        lead / (self.weights.lead + lead.abs())
    }

    /// The side `AT` carries out a card, where neither has arrived; what it builds serves both.
    fn act_all<const AT: usize>(&self, goings: &mut [[ProgrammeState; 2]], card: u8, position: usize) {
        let course = &self.sides[AT].course;
        let goings = goings.iter_mut().filter(|[one, two]| !one.done() && !two.done());
        match Card(card) {
            Card::STONE => goings.for_each(|going| self.stone::<AT>(going)),
            Card::STONES => goings.for_each(|going| {
                self.stone::<AT>(going);
                self.stone::<AT>(going);
            }),
            Card::PLANK => goings.for_each(|going| self.plank::<AT>(going)),
            Card::PLANKS => goings.for_each(|going| {
                self.plank::<AT>(going);
                self.plank::<AT>(going);
            }),
            Card::REMOVE => goings.for_each(|going| self.remove(going, AT)),
            Card::MOVE => goings.for_each(|going| {
                going[AT].taken = self.pawn(going, 1 - AT);
                course.steps(&mut going[AT], 1, position, 0.0);
            }),
            Card::MOVE_TWO => goings.for_each(|going| {
                going[AT].taken = self.pawn(going, 1 - AT);
                course.steps(&mut going[AT], 2, position, 0.0);
            }),
            Card::JUMP => goings.for_each(|going| {
                going[AT].taken = self.pawn(going, 1 - AT);
                course.jump(&mut going[AT], position);
            }),
            _ => {}
        }
    }

    /// The side `AT` places a stone.
    #[inline]
    fn stone<const AT: usize>(&self, going: &mut [ProgrammeState; 2]) {
        let placed = self.sides[AT].course.stone(&mut going[AT]);
        if let Some(place) = placed {
            going[1 - AT].place(self.supports[AT][place]);
        }
    }

    /// The side `AT` lays a plank.
    #[inline]
    fn plank<const AT: usize>(&self, going: &mut [ProgrammeState; 2]) {
        let laid = self.sides[AT].course.plank(&mut going[AT]);
        let same = laid.map_or(0, |gap| self.gaps[AT][gap]);
        if same != 0 {
            going[1 - AT].bridge(same);
            going[1 - AT].gain += self.sides[1 - AT].course.weights.plank;
        }
    }

    /// Stones ahead on the way of the side `at` that carry no plank of it, as bits.
    fn loose(&self, going: &[ProgrammeState; 2], at: usize) -> u32 {
        let one = &going[at];
        let gaps = self.sides[at].course.way.gaps;
        let ahead = (!0u32).checked_shl(one.position().clamp(0, 15) as u32 + 1).unwrap_or(0) & ((1 << gaps) - 1);
        let bridged = u32::from(one.bridged());
        one.there() & ahead & !(bridged | bridged << 1)
    }

    /// The gap of the other's way on which the pawn of the side `at` stands, as a bit.
    #[inline]
    fn pawn(&self, going: &[ProgrammeState; 2], at: usize) -> u16 {
        let one = &going[at];
        match usize::try_from(one.position()) {
            _ if one.fell() => 0,
            Ok(0) => self.sides[1 - at].course.way.taken,
            // Beyond the last of the longest way there is none.
            Ok(crossed) => self.gaps[at].get(crossed - 1).copied().unwrap_or(0),
            Err(_) => 0,
        }
    }

    /// The side `at` takes the plank that the other needs next, or else any.
    pub(super) fn remove(&self, going: &mut [ProgrammeState; 2], at: usize) {
        let (other, course) = (1 - at, &self.sides[at].course);
        let take = |going: &mut ProgrammeState| {
            going.take();
            going.gain += course.weights.waste;
        };
        let ahead = !0u16 << going[other].position().clamp(0, 15);
        let safe = self.sides[other].course.way.bridged & !self.sides[at].prey;
        let prey = going[other].bridged() & ahead & !safe & !self.pawn(going, at);
        if prey == 0 {
            let loose = self.loose(going, other);
            if course.prey {
                take(&mut going[at]);
            } else if loose != 0 {
                let place = loose.trailing_zeros() as usize;
                going[other].displace(1 << place);
                going[at].displace(self.supports[other][place]);
            } else if course.harm {
                going[at].gain -= course.weights.plank;
            }
            return;
        }
        let gap = prey.trailing_zeros() as usize;
        going[other].unbridge(1 << gap);
        going[other].gain -= self.sides[other].course.weights.plank;
        take(&mut going[at]);
        let same = self.gaps[other][gap];
        if same != 0 {
            going[at].unbridge(same);
            going[at].gain -= course.weights.plank;
        }
    }
}
