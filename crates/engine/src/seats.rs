//! Seats at the table, and values held one per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The largest table any game may ask for.
pub const MAX_SEATS: usize = 16;

/// A chair at the table, counted clockwise from 0. Printed from 1, as people count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// The chair as an index into a table of seats.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The chair `steps` further clockwise at a table of `players`.
    #[inline]
    #[must_use]
    pub fn clockwise(self, steps: usize, players: usize) -> Seat {
        let sum = self.index() + steps;
        Seat(if sum < players { sum } else { sum % players } as u8)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// A set of seats, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct SeatSet(pub u16);

impl SeatSet {
    /// Every seat of a table of `players`.
    #[inline]
    pub fn all(players: usize) -> Self {
        SeatSet(((1u32 << players) - 1) as u16)
    }

    /// Is `seat` in the set?
    #[inline]
    pub fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Puts `seat` in.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// The set without `seat`.
    #[inline]
    #[must_use]
    pub fn without(self, seat: Seat) -> Self {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// How many seats are in it.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Is nobody in it?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in it, in order of their number.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = Seat(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                seat
            })
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::default();
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// One value for every seat; flat, so that a state is copied without following a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BySeat<T>([T; MAX_SEATS]);

impl<T: Copy> BySeat<T> {
    /// The same value for every seat.
    pub fn filled(value: T) -> Self {
        BySeat([value; MAX_SEATS])
    }
}

impl<T: Copy + Default> Default for BySeat<T> {
    fn default() -> Self {
        Self::filled(T::default())
    }
}

impl<T> BySeat<T> {
    /// The values of the first `players` seats.
    pub fn first(&self, players: usize) -> &[T] {
        &self.0[..players]
    }

    /// The values of the first `players` seats, to be changed.
    pub fn first_mut(&mut self, players: usize) -> &mut [T] {
        &mut self.0[..players]
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_seats_keeps_what_was_put_in() {
        let set: SeatSet = [Seat(0), Seat(3), Seat(8)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(3), Seat(8)]);
        assert_eq!((set.len(), set.has(Seat(3)), set.has(Seat(4))), (3, true, false));
        assert_eq!(set.without(Seat(3)).len(), 2);
        assert_eq!(SeatSet::all(9).len(), 9);
    }

    #[test]
    fn clockwise_goes_round_the_table() {
        assert_eq!(Seat(3).clockwise(1, 4), Seat(0));
        assert_eq!(Seat(1).clockwise(2, 4), Seat(3));
        assert_eq!(Seat(8).clockwise(10, 9), Seat(0));
    }
}
