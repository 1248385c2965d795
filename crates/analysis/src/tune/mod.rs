//! Looking for rules: which of the values that `[tune]` allows bring a game into the bands of `[expect]`, with the fewest and
//! smallest changes, and what else is worth a designer's look.
//!
//! | module | does |
//! |---|---|
//! | `space` | versions of the rules: which value each knob has, how many are changed, which lie beside |
//! | `counts` | exact counts of what is measured, which add up in any order |
//! | `batch`, `hands` | games that are played before anything is decided by them; by whom, this machine or several |
//! | `arena`, `games` | what plays versions: the seam to games; those of a scenario |
//! | `aims` | how far a version is from the wishes |
//! | `alone` | every change of one rule against the present rules, where nobody said which may be changed |
//! | `player`, `record` | plays versions and remembers what was played; as what it is kept |
//! | `surface` | what versions that were not played promise, from those that were |
//! | `search` | rounds of races on the same deals: first everywhere, then beside the best |
//! | `confirm` | the finalists on deals that the search never saw, compared deal by deal |
//! | `front` | what is proposed |
//! | `needed` | parts of its changes |
//!
//! Every deal has a number, every draw of the search its own stream, and counts are whole numbers: the same scenario and
//! budget give the same proposals on any machine, however often the search is interrupted. Prints nothing, reads no file.

mod aims;
mod alone;
mod arena;
mod batch;
mod confirm;
mod counts;
mod front;
mod games;
mod hands;
mod needed;
mod player;
mod record;
mod search;
mod space;
mod surface;

#[cfg(test)]
mod planted;

pub use aims::{Aim, Aims};
pub use alone::{difference, least as least_alone};
pub use arena::{Arena, Block};
pub use batch::{Batch, Differences, Sum};
pub use confirm::Confirmed;
pub use counts::{Count, Counts};
pub use front::{Alike, COMPARISONS, Class, FIGURES, Front, Proposal};
pub use games::{Event, Figure, Games, Rule, Unmeasured, bases};
pub use hands::{Hands, Open};
pub use needed::{Miss, Part};
pub use player::Playing;
pub use record::{Alone, Record};
pub use search::Plan;
pub use space::{Knob, Space, Version};

use crate::experiment::Halt;
use crate::judge::TOTAL;
use confirm::Arm;
use player::Player;

/// Intervals and comparisons together miss no more often than a run does.
const _: () = assert!(FIGURES + COMPARISONS <= TOTAL);

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Versions played.
    pub versions: usize,
    /// Games played for the search, rotations and tables counted singly.
    pub search_games: u64,
    /// The present rules and every change by itself, where that was asked.
    pub alone: Option<Alone>,
    /// The finalists with the usual bots, the present rules first.
    pub confirmed: Confirmed,
    /// The same under the second bot.
    pub second: Option<Confirmed>,
    /// What is proposed.
    pub front: Front,
    /// Parts of the changes of what is named first, where that is seen to meet every wish, fewest changes first.
    pub parts: Vec<Part>,
    /// Games played for these, rotations and tables counted singly.
    pub parts_games: u64,
}

/// Looks for versions of the rules that meet the wishes. `second` is the same with other bots; what was played before is of
/// the same search.
///
/// # Errors
/// A game that broke its own rules, that somebody asked to stop, or that others are to play a batch first.
pub fn tune(
    arena: &dyn Arena,
    second: Option<&dyn Arena>,
    aims: &Aims,
    plan: &Plan,
    playing: Playing<'_, Record>,
) -> Result<Tuned, Halt> {
    let mut player = Player::new(arena, playing);
    let tenth = plan.games / 10;
    let alone = plan
        .alone
        .then(|| alone::alone(arena, tenth, &mut player.playing))
        .transpose()?;
    let mut found = search::search(&mut player, aims, plan)?;
    // A search among many rules may lose the single change that does it.
    for version in alone.iter().flat_map(|alone| alone.nearest(arena, aims)) {
        if !found.finalists.contains(version) {
            found.finalists.push(version.clone());
        }
    }
    let search_games = player.games();
    let share = if second.is_some() { 2 } else { 3 };
    let playing = &mut player.playing;
    let confirmed = confirm::confirm(arena, &found.finalists, tenth * share, Arm::Finalists, playing)?;
    let front = front::front(arena.space(), aims, &confirmed, second.is_some());
    let (parts, parts_games) = needed::needed(arena, aims, &confirmed, &front, tenth / 2, playing)?;
    let left = tenth.saturating_sub(parts_games);
    let again = second
        .map(|second| confirm::confirm(second, &found.finalists, left, Arm::Second, playing))
        .transpose()?;
    Ok(Tuned {
        versions: found.versions,
        search_games,
        alone,
        confirmed,
        second: again,
        front,
        parts,
        parts_games,
    })
}
