//! What a run counts of a game: one table that names every counter and gives its number, and the recorder that fills it.

use balance_engine::{ComponentSet, Counter, Game, Recorder};

/// What a game counts: the recorder of a run.
pub trait Metrics<G: Game>: Recorder<G> + Default + Send {
    /// Every counter, in the order of [`Metrics::counts`]; the table that [`counters!`](crate::counters) makes.
    const COUNTERS: &'static [Counter];

    /// The counters of the game just finished.
    fn counts(&self) -> &[u32];

    /// Components that were in it.
    fn components(&self) -> ComponentSet {
        ComponentSet::default()
    }
}

/// A game that counts nothing of its own; how it ends and how long it takes is counted of every game.
impl<G: Game> Metrics<G> for () {
    const COUNTERS: &'static [Counter] = &[];

    fn counts(&self) -> &[u32] {
        &[]
    }
}

/// A struct of numbers that [`counters!`](crate::counters) makes. Once it records a game, it is a game's [`Metrics`].
pub trait Counted: Default + Send {
    /// The counters.
    const TABLE: &'static [Counter];

    /// Their numbers, in the same order.
    fn all(&self) -> &[u32];
}

impl<G: Game, C: Counted + Recorder<G>> Metrics<G> for C {
    const COUNTERS: &'static [Counter] = C::TABLE;

    fn counts(&self) -> &[u32] {
        self.all()
    }
}

/// Makes the table of a game's counters: an enum with one variant a counter, `TABLE` with their names in the same order,
/// and a struct that holds one number for each. Name and number stand in one place and cannot be paired wrongly.
///
/// ```
/// balance_kit::counters! {
///     /// What a run counts.
///     pub enum Count, Counts {
///         Rolls => Counter::new("rolls", "rolls of the die"),
///         Busts => Counter::success("busts", "of these, a one", "rolls"),
///     }
/// }
/// let mut counts = Counts::default();
/// counts.add(Count::Busts, 2);
/// assert_eq!(counts.all(), [0, 2]);
/// assert_eq!(Count::TABLE[Count::Busts as usize].key, "busts");
/// ```
#[macro_export]
macro_rules! counters {
    ($(#[$doc:meta])* $vis:vis enum $count:ident, $counts:ident { $($variant:ident => $counter:expr,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)] // what each counts stands beside it
        #[repr(usize)]
        $vis enum $count { $($variant),+ }

        impl $count {
            /// Every counter, in order.
            $vis const TABLE: &'static [$crate::Counter] = {
                use $crate::Counter;
                &[$($counter),+]
            };
        }

        /// One number for each counter.
        #[derive(Clone, Debug)]
        $vis struct $counts([u32; $count::TABLE.len()]);

        impl Default for $counts {
            fn default() -> Self {
                $counts([0; $count::TABLE.len()])
            }
        }

        impl $crate::Counted for $counts {
            const TABLE: &'static [$crate::Counter] = $count::TABLE;

            fn all(&self) -> &[u32] {
                &self.0
            }
        }

        #[allow(dead_code)] // not every game needs all of them
        impl $counts {
            /// Counts `by` more.
            #[inline]
            $vis fn add(&mut self, count: $count, by: u32) {
                self.0[count as usize] += by;
            }

            /// Counts `by` more of the counter that stands `offset` places after `first`: of a row of like counters.
            #[inline]
            $vis fn add_in_row(&mut self, first: $count, offset: usize, by: u32) {
                self.0[first as usize + offset] += by;
            }

            /// The number of this counter.
            #[inline]
            $vis fn get(&self, count: $count) -> u32 {
                self.0[count as usize]
            }

            /// All numbers, in order.
            #[inline]
            $vis fn all(&self) -> &[u32] {
                &self.0
            }
        }
    };
}
