//! The kit for games: how a game describes itself, reads its settings and content, plays by scripts and search, tells and
//! draws its positions, and is held to the laws.
//!
//! Knows no particular game. Like the engine it does no I/O and reads no clock, no environment and no global.
//!
//! # A game of your own
//!
//! Begin with [`Guest`]: what a game says of itself besides its rules of play, which are [`balance_engine::Game`]. Then, as
//! the game needs them: [`Telling`] (words and pictures for replays), [`counters!`] (what a run counts), [`Bots`] (bots by
//! terms and weights, scripts, anything else), [`ContentKey`] (files that a designer may replace). [`laws::hold`] plays the
//! game and says which of its promises it breaks. This is a whole game, which plays by chance and by search:
//!
//! ```
//! use balance_engine::{
//!     BySeat, Chance, Game, Imagine, Moves, Outcome, Recorder, Seat, SeatSet, Sheet, State, Stream, Turn, View,
//! };
//! use balance_kit::{Bots, Contents, Guest, Mistake, Telling, laws};
//!
//! /// Two players take one to three stones in turn; who takes the last one wins.
//! struct Stones {
//!     rules: Rules,
//! }
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! #[serde(deny_unknown_fields, default)]
//! struct Rules {
//!     /// Stones at the beginning.
//!     #[schemars(range(min = 1, max = 100))]
//!     stones: u8,
//! }
//!
//! impl Default for Rules {
//!     fn default() -> Self {
//!         Rules { stones: 21 }
//!     }
//! }
//!
//! #[derive(Clone, Debug, PartialEq)]
//! struct Public {
//!     turn: u32,
//!     stones: u8,
//! }
//!
//! impl Stones {
//!     /// The seat that moves in a turn, counted from 1.
//!     fn seat(turn: u32) -> Seat {
//!         Seat(u8::from(turn % 2 == 0))
//!     }
//! }
//!
//! impl Game for Stones {
//!     type Public = Public;
//!     type Private = ();
//!     type Hidden = ();
//!     type Move = u8;
//!     type Event = u8;
//!
//!     fn players(&self) -> usize {
//!         2
//!     }
//!     fn setup(&self, _chance: &mut Chance) -> State<Self> {
//!         let stones = self.rules.stones;
//!         State::seen(Public { turn: 1, stones }, BySeat::default())
//!     }
//!     fn turn(&self, public: &Public) -> Turn {
//!         match public.stones {
//!             0 => Turn::Over,
//!             _ => Turn::Choose(Stones::seat(public.turn)),
//!         }
//!     }
//!     fn moves(&self, view: View<'_, Self>, out: &mut Moves<u8>) {
//!         (1..=view.public.stones.min(3)).for_each(|stones| out.push(stones));
//!     }
//!     fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: u8, _chance: &mut Chance, log: &mut R) {
//!         state.public.stones -= mv;
//!         log.event(self, mv, &state.public);
//!         state.public.turn += u32::from(state.public.stones > 0);
//!     }
//!     fn outcome(&self, state: &State<Self>) -> Outcome {
//!         Outcome::of_seats(SeatSet::from_iter([Stones::seat(state.public.turn)]), 0)
//!     }
//!     fn turns(&self, public: &Public) -> u32 {
//!         public.turn
//!     }
//! }
//!
//! impl Imagine for Stones {
//!     fn imagine(&self, view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
//!         State::seen(view.public.clone(), BySeat::default())
//!     }
//! }
//!
//! impl Telling for Stones {}
//!
//! impl Guest for Stones {
//!     type Rules = Rules;
//!     type Metrics = ();
//!     const KEY: &'static str = "stones";
//!     const TITLE: &'static str = "Stones";
//!     const PLAYERS: std::ops::RangeInclusive<u8> = 2..=2;
//!
//!     fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
//!         Ok(Stones { rules })
//!     }
//!     fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
//!         Sheet::of_players(2).ends(&["last stone"])
//!     }
//!     fn bots() -> Bots<Self> {
//!         Bots::new()
//!     }
//! }
//!
//! laws::hold::<Stones>(&balance_kit::Setup::default(), &["random", "search"], 5).unwrap();
//! ```
//!
//! # What is stable
//!
//! Nothing is promised before 1.0; the changelog says what changes. Least likely to change are [`Guest`],
//! [`balance_engine::Game`] and what stands in `balance::prelude`. A scenario and a seed give the same games as long as
//! [`balance_engine::SCHEME`] stays. What only the program uses ([`AnyGame`], [`Playable`], [`Transcript`]) changes first.

pub mod bots;
mod broken_game;
pub mod content;
mod counters;
mod description;
mod diagnostics;
pub mod divergence;
mod dyn_game;
mod entries;
pub mod laws;
mod league;
pub mod move_values;
pub mod odds;
pub mod picture;
pub mod provenance;
pub mod sanitize;
pub mod schema;
pub mod script;
pub mod search;
mod setup;
pub mod sitting;
pub mod transcript;

pub use balance_engine::{Counter, MAX_ENDINGS};
pub use bots::{Bots, HeuristicSettings, Made, NoSettings, Term};
pub use broken_game::{Broken, tell_of_broken_games_once};
pub use counters::{Counted, Metrics};
pub use description::{Built, ContentKey, Contents, GameInfo, Guest, game, published, read};
pub use diagnostics::{At, Code, Mistake, value_at};
pub use dyn_game::{AnyGame, GameBlock, Line, MOST_ROTATIONS, Playable};
pub use entries::{Blank, Entries, Entry, Instead, Named, in_play, one_more_or_less, unchanged};
pub use league::{ExpertRecord, Member};
pub use setup::{BotInfo, BotSpec, Content, Seats, Setup};
pub use transcript::{Facts, Telling, Transcript, TranscriptOptions};

/// The numbers of the bits that are set, the lowest first.
#[inline]
pub fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut rest: u64 = set.into();
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        lowest
    })
}

/// Makes an enum that lists its variants and says what each is documented to be. Each can have a key: what files and scripts
/// call it.
///
/// ```
/// balance_kit::listed! {
///     /// What is printed on a card.
///     #[derive(Clone, Copy, PartialEq, Debug)]
///     pub enum Sign {
///         /// A fish.
///         Fish => "fish",
///         /// A gem.
///         Gem => "gem",
///     }
/// }
/// assert_eq!(Sign::ALL.map(Sign::key), ["fish", "gem"]);
/// assert_eq!(Sign::Gem.help(), "A gem.");
/// ```
#[macro_export]
macro_rules! listed {
    ($(#[$attribute:meta])* $vis:vis enum $name:ident {
        $($(#[doc = $doc:literal])* $variant:ident => $key:literal,)+
    }) => {
        $crate::listed! {
            $(#[$attribute])*
            $vis enum $name { $($(#[doc = $doc])* $variant,)+ }
        }

        impl $name {
            /// Its name in content files and scripts.
            $vis fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)+
                }
            }
        }
    };
    ($(#[$attribute:meta])* $vis:vis enum $name:ident {
        $($(#[doc = $doc:literal])* $(#[default $($default:tt)*])? $variant:ident,)+
    }) => {
        $(#[$attribute])*
        $vis enum $name { $($(#[doc = $doc])* $(#[default $($default)*])? $variant,)+ }

        impl $name {
            /// Every one, in order.
            $vis const ALL: [$name; [$(stringify!($variant)),+].len()] = [$($name::$variant),+];

            /// What it is, as its documentation says.
            $vis fn help(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),*).trim_ascii_start(),)+
                }
            }
        }
    };
}
