//! Pairs of islands and villages that planks can join, each with its placements, where stones lie in the middle of islands.

use super::board::{Board, Placement, PlacementSet, Slide, Support};
use super::state::SUPPORTS;
use balance_kit::bits;

/// Placements of each number where none lies in the way of another: one for each slide.
const SLIDES: usize = 3;

/// Two supports that some plank joins. Their placements stand together: numbers in order, and for each its slides.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The one with the smaller number.
    pub a: Support,
    pub b: Support,
    count: u8,
    /// Has each number three of them? Then the shortest plank that reaches; else 0.
    shortest: u8,
    first: u16,
}

impl Span {
    const NONE: Span = Span {
        a: 0,
        b: 0,
        count: 0,
        shortest: 0,
        first: 0,
    };

    /// Numbers of its placements.
    #[inline]
    pub fn placements(self) -> std::ops::Range<usize> {
        let first = usize::from(self.first);
        first..first + usize::from(self.count)
    }

    /// Its placements that are not among the `barred`, as bits, the first lowest.
    #[inline]
    pub fn free(self, barred: &PlacementSet) -> u32 {
        let (at, shift) = (usize::from(self.first / 64), self.first % 64);
        // What does not stand in one word goes on in the next; else nothing of that is asked for.
        let next = barred[(at + 1).min(barred.len() - 1)];
        let set = barred[at] >> shift | next << 1 << (63 - shift);
        !(set as u32) & ((1 << self.count) - 1)
    }

    /// Adds these of its placements, as bits, to a set.
    #[inline]
    pub fn add(self, free: u32, set: &mut PlacementSet) {
        let free = u64::from(free);
        let (at, shift) = (usize::from(self.first) / 64, self.first % 64);
        set[at] |= free << shift;
        if let Some(word) = set.get_mut(at + 1) {
            *word |= free >> 1 >> (63 - shift);
        }
    }

    /// Numbers of the planks that lie in one of the placements `free`, as bits: bit 0 stands for number 1.
    #[inline]
    pub fn numbers(self, board: &Board, free: u32) -> u8 {
        if self.shortest != 0 {
            numbers_of(free) << (self.shortest - 1)
        } else {
            self.numbers_one_by_one(board, free)
        }
    }

    /// The same where it is not three placements for each number.
    #[cold]
    fn numbers_one_by_one(self, board: &Board, free: u32) -> u8 {
        let number = |at: usize| board.placements[usize::from(self.first) + at].number;
        bits(free).fold(0, |numbers, at| numbers | 1 << (number(at) - 1))
    }
}

/// Of placements that stand three for each number from 1 on, as bits: the numbers, as bits.
#[inline]
pub fn numbers_of(fits: u32) -> u8 {
    THIRDS[(fits & 0x1ff) as usize] | THIRDS[(fits >> 9 & 0x1ff) as usize] << 3
}

/// Of nine bits: which thirds have one, as bits.
const THIRDS: [u8; 512] = {
    let mut thirds = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        thirds[bits] = (bits & 7 != 0) as u8 | ((bits & 0o70 != 0) as u8) << 1 | ((bits & 0o700 != 0) as u8) << 2;
        bits += 1;
    }
    thirds
};

/// For each support some of the others, as bits.
pub type Others = [u64; SUPPORTS];

#[derive(Clone, Debug)]
pub struct Spans {
    /// In order.
    pub pairs: Vec<Span>,
    /// The one that joins two supports; [`Span::NONE`] where none does.
    between: Vec<[Span; SUPPORTS]>,
    /// Supports that some plank can join to each, as bits.
    pub neighbours: Others,
}

impl Spans {
    pub fn new(board: &Board) -> Self {
        let mut spans = Spans {
            pairs: Vec::new(),
            between: vec![[Span::NONE; SUPPORTS]; SUPPORTS],
            neighbours: [0; SUPPORTS],
        };
        let mut first = 0;
        for placements in board.placements.chunk_by(|one, two| (one.a, one.b) == (two.a, two.b)) {
            let (a, b) = (placements[0].a, placements[0].b);
            let span = Span {
                a,
                b,
                count: placements.len() as u8,
                shortest: shortest(placements),
                first: first as u16,
            };
            for (a, b) in [(a, b), (b, a)] {
                spans.between[usize::from(a)][usize::from(b)] = span;
                spans.neighbours[usize::from(a)] |= 1 << b;
            }
            spans.pairs.push(span);
            first += placements.len();
        }
        spans
    }

    /// For each support those that some placement joins to it that is not among the `barred`, as bits.
    #[inline]
    pub fn joined(&self, barred: &PlacementSet) -> Others {
        let mut joined = self.neighbours;
        for span in self.pairs.iter().filter(|span| span.free(barred) == 0) {
            joined[usize::from(span.a)] &= !(1 << span.b);
            joined[usize::from(span.b)] &= !(1 << span.a);
        }
        joined
    }

    /// The one between `a` and `b`, in either order; without placements where no plank joins them.
    #[inline]
    pub fn between(&self, a: Support, b: Support) -> Span {
        self.between[usize::from(a)][usize::from(b)]
    }

    /// The placement of this plank, if it reaches.
    #[inline]
    pub fn find(&self, board: &Board, (a, b): (Support, Support), number: u8, slide: Slide) -> Option<usize> {
        self.between(a, b).placements().find(|id| {
            let placement = &board.placements[*id];
            placement.number == number && placement.slide == slide
        })
    }
}

/// [`Span::shortest`] of these placements.
fn shortest(all: &[Placement]) -> u8 {
    let lowest = all.first().map_or(0, |placement| placement.number);
    let in_turn =
        |(at, placement): (usize, &Placement)| usize::from(placement.number) == usize::from(lowest) + at / SLIDES;
    let whole = all.len().is_multiple_of(SLIDES) && all.iter().enumerate().all(in_turn);
    if whole { lowest } else { 0 }
}
