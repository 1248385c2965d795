//! Pairs of islands and villages that planks can join, each with its placements, where stones lie in the middle of islands.

use super::board::{Board, PlacementSet, Point, Slide, Support};
use super::state::{COLOURS, NUMBERS, SUPPORTS};
use balance_kit::bits;

/// Words of a set of all placements.
const WORDS: usize = size_of::<PlacementSet>() / size_of::<u64>();
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

/// All placements of a span, as bits of the set of all.
#[derive(Clone, Copy, Debug)]
struct SpanPlacements {
    /// Those of one word, and those that go on in the word after it.
    bits: [u64; 2],
    /// The first of the two.
    at: u8,
}

impl SpanPlacements {
    fn new(span: Span) -> Self {
        let mut set = PlacementSet::default();
        span.add((1 << span.count) - 1, &mut set);
        let at = usize::from(span.first / 64).min(set.len() - 2);
        SpanPlacements {
            bits: [set[at], set[at + 1]],
            at: at as u8,
        }
    }

    #[inline]
    fn meets(&self, set: &PlacementSet) -> bool {
        let (at, [low, high]) = (usize::from(self.at), self.bits);
        set[at] & low | set[at + 1] & high != 0
    }
}

/// For each support some of the others, as bits.
pub type Others = [u64; SUPPORTS];

/// Supports that some plank can join to each, as bits, by how many of the planks in a reserve can: none, one, two, and more.
pub type ByFitting = [[u64; 4]; SUPPORTS];

#[derive(Clone, Debug)]
pub struct Spans {
    /// In order.
    pub pairs: Vec<Span>,
    /// The placements of each.
    wholes: Vec<SpanPlacements>,
    pair_of: Vec<u16>,
    /// Pairs whose placements stand in two words of a set of all.
    parted: Vec<u16>,
    /// For each word the last placement of each of the other pairs, as bits; and also what ends what belongs to no whole one.
    ends: [[u64; 2]; WORDS],
    /// The one that joins two supports; [`Span::NONE`] where none does.
    between: Vec<[Span; SUPPORTS]>,
    /// From the middle of each support to that of each, in tenths of a millimetre, rounded down.
    lengths: Vec<[u16; SUPPORTS]>,
    /// Supports that some plank can join to each, as bits.
    pub neighbours: [u64; SUPPORTS],
    /// The same by the reserve, numbers as bits.
    by_fitting: Vec<ByFitting>,
    /// [`Spans::touched`] of what each placement forbids.
    by_plank: Vec<Others>,
    /// The same of a stone on each island.
    by_stone: Vec<Others>,
}

impl Spans {
    pub fn new(board: &Board) -> Self {
        let mut spans = Spans {
            pairs: Vec::new(),
            wholes: Vec::new(),
            pair_of: Vec::new(),
            parted: Vec::new(),
            ends: [[0, 1 << 63]; WORDS],
            between: vec![[Span::NONE; SUPPORTS]; SUPPORTS],
            lengths: vec![[0; SUPPORTS]; SUPPORTS],
            neighbours: [0; SUPPORTS],
            by_fitting: vec![[[0; 4]; SUPPORTS]; 1 << NUMBERS],
            by_plank: Vec::new(),
            by_stone: Vec::new(),
        };
        let pair = |at: usize| (board.placements[at].a, board.placements[at].b);
        let mut first = 0;
        while first < board.placements.len() {
            let (a, b) = pair(first);
            let all = (first..board.placements.len()).take_while(|at| pair(*at) == (a, b));
            let count = all.count();
            let span = Span {
                a,
                b,
                count: count as u8,
                shortest: shortest(board, first..first + count),
                first: first as u16,
            };
            let numbers = span.numbers(board, (1 << count) - 1);
            for (a, b) in [(a, b), (b, a)] {
                spans.between[usize::from(a)][usize::from(b)] = span;
                spans.neighbours[usize::from(a)] |= 1 << b;
                for (reserve, by_fitting) in (0u8..).zip(&mut spans.by_fitting) {
                    let fitting = (numbers & reserve).count_ones().min(3);
                    by_fitting[usize::from(a)][fitting as usize] |= 1 << b;
                }
            }
            let (last, number) = (first + count - 1, spans.pairs.len() as u16);
            let (word, bit) = (last / 64, 1 << (last % 64));
            if first / 64 == word {
                spans.ends[word][0] |= bit;
            } else {
                spans.parted.push(number);
            }
            spans.ends[word][1] |= bit;
            spans.pair_of.extend(std::iter::repeat_n(number, count));
            spans.pairs.push(span);
            spans.wholes.push(SpanPlacements::new(span));
            first += count;
        }
        spans.by_plank = board.conflicts.iter().map(|barred| spans.touched(barred)).collect();
        spans.by_stone = board.under.iter().map(|barred| spans.touched(barred)).collect();
        let centres = board.villages.iter().map(|village| village.centre);
        let centres: Vec<Point> = centres.take(COLOURS).chain(board.islands.iter().copied()).collect();
        for (row, one) in spans.lengths.iter_mut().zip(&centres) {
            for (length, two) in row.iter_mut().zip(&centres) {
                *length = one.distance(*two) as u16;
            }
        }
        spans
    }

    /// For each support those that some placement joins to it that is not among the `barred`, as bits.
    #[inline]
    pub fn joined(&self, barred: &PlacementSet) -> Others {
        let mut joined = self.neighbours;
        let mut part = |span: &Span| {
            joined[usize::from(span.a)] &= !(1 << span.b);
            joined[usize::from(span.b)] &= !(1 << span.a);
        };
        for (at, (barred, [ends, lasts])) in barred.iter().zip(&self.ends).enumerate() {
            // What is free below the last of a span carries into it, and no further.
            let below = (!barred & !lasts) + !lasts;
            for last in bits(ends & barred & !below) {
                part(&self.pairs[usize::from(self.pair_of[at * 64 + last])]);
            }
        }
        for at in &self.parted {
            let span = &self.pairs[usize::from(*at)];
            if span.free(barred) == 0 {
                part(span);
            }
        }
        joined
    }

    /// For each support those between which and it one placement at least is among the `barred`, as bits.
    pub fn touched(&self, barred: &PlacementSet) -> Others {
        let mut touched = [0; SUPPORTS];
        for (span, whole) in self.pairs.iter().zip(&self.wholes) {
            if whole.meets(barred) {
                touched[usize::from(span.a)] |= 1 << span.b;
                touched[usize::from(span.b)] |= 1 << span.a;
            }
        }
        touched
    }

    /// The same of all that a plank in a placement forbids.
    #[inline]
    pub fn touched_by_plank(&self, placement: u16) -> &Others {
        &self.by_plank[usize::from(placement)]
    }

    /// The same of all that a stone on an island forbids.
    #[inline]
    pub fn touched_by_stone(&self, island: usize) -> &Others {
        &self.by_stone[island]
    }

    /// Supports that some plank can join to each where nothing is in its way, by how many of these planks, as bits, can.
    #[inline]
    pub fn by_fitting(&self, reserve: u8) -> &ByFitting {
        &self.by_fitting[usize::from(reserve)]
    }

    /// The one between `a` and `b`, in either order; without placements where no plank joins them.
    #[inline]
    pub fn between(&self, a: Support, b: Support) -> Span {
        self.between[usize::from(a)][usize::from(b)]
    }

    /// From the middle of `a` to that of `b`, in tenths of a millimetre, rounded down.
    #[inline]
    pub fn length(&self, a: Support, b: Support) -> u16 {
        self.lengths[usize::from(a)][usize::from(b)]
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

/// [`Span::shortest`] of the placements `all`.
fn shortest(board: &Board, all: std::ops::Range<usize>) -> u8 {
    let all = &board.placements[all];
    let lowest = all.first().map_or(0, |placement| placement.number);
    let whole = all.len().is_multiple_of(SLIDES)
        && all
            .iter()
            .enumerate()
            .all(|(at, placement)| usize::from(placement.number) == usize::from(lowest) + at / SLIDES);
    if whole { lowest } else { 0 }
}
