//! What a run counts in Hydra Regatta, game by game.

use super::course::LANES;
use super::favors::{FAVORS, Favor};
use super::state::{Event, Met, PLAYERS_MAX, Rolled, Spent};
use super::{Public, Regatta};
use balance_engine::Counter;
use balance_engine::{Outcome, Recorder, Seat, State};
use balance_kit::Metrics;

/// The counters, in order; see [`COUNTERS`].
#[derive(Clone, Copy)]
enum Count {
    Rolls,
    Busts,
    BustsSaved,
    SecondRolls,
    SecondWell,
    NavRerolls,
    SecondRerolls,
    FishTaken,
    FishSpent,
    FishOnNav,
    FishOnSecond,
    FishOnHydras,
    FishOnScyllas,
    Hydras,
    HydrasProtected,
    HydrasIgnored,
    HydrasFed,
    HydraBattles,
    Turns,
    TurnsBehind,
    TurnsFleece,
    FleeceCaughtUp,
    Dots,
    DotsFleece,
    Jumps,
    Boosts,
    WedgesDrawn,
    WedgesPlaced,
    WedgesAhead,
    FavorsDrawn,
    FavorsDiscarded,
    LeadChanges,
    WonAsFleece,
    StartsFirst,
    StartsLast = Count::StartsFirst as isize + LANES as isize - 1,
    WonFromFirst,
    WonFromLast = Count::WonFromFirst as isize + LANES as isize - 1,
    UsedFirst,
    UsedLast = Count::UsedFirst as isize + FAVORS as isize - 1,
    WonWithFirst,
    WonWithLast = Count::WonWithFirst as isize + FAVORS as isize - 1,
}

/// What each counter counts.
pub const COUNTERS: &[Counter] = &[
    Counter::new("rolls", "rolls of the dice, one a turn"),
    Counter::success("busts", "of these, busts that stood", "rolls").measure(),
    Counter::success("busts-saved", "rolls of which Hephaestus saved the first die", "rolls").measure(),
    Counter::success("second-rolls", "rolls with a second movement die", "rolls"),
    Counter::success(
        "second-well",
        "of these, with both movement dice counted",
        "second-rolls",
    ),
    Counter::new("nav-rerolls", "navigation dice rolled again for a fish"),
    Counter::new("second-rerolls", "second movement dice rolled again for a fish"),
    Counter::new("fish-taken", "fish taken"),
    Counter::new("fish-spent", "fish paid"),
    Counter::success("fish-on-nav", "of these, for the navigation die", "fish-spent"),
    Counter::success("fish-on-second", "of these, for the second movement die", "fish-spent"),
    Counter::success("fish-on-hydras", "of these, for Hydras", "fish-spent"),
    Counter::success("fish-on-scyllas", "of these, for exits of a Scylla", "fish-spent"),
    Counter::new("hydras", "Hydras met"),
    Counter::success("hydras-protected", "of these, under protection", "hydras"),
    Counter::success("hydras-ignored", "of these, ignored with Athena", "hydras").measure(),
    Counter::success("hydras-fed", "of these, fed", "hydras"),
    Counter::success("hydra-battles", "of these, fought for lack of fish", "hydras").measure(),
    Counter::new("turns", "turns of all players"),
    Counter::success("turns-behind", "of these, begun while somebody else led", "turns"),
    Counter::success("turns-fleece", "of these, with the Golden Fleece", "turns"),
    Counter::success(
        "fleece-caught-up",
        "turns with the Fleece after which its holder was not last",
        "turns-fleece",
    ),
    Counter::new("dots", "dots moved for points"),
    Counter::success("dots-fleece", "of these, with the Fleece", "dots"),
    Counter::new("jumps", "jumps over other ships"),
    Counter::new("boosts", "boosts taken"),
    Counter::new("wedges-drawn", "wedges drawn"),
    Counter::new("wedges-placed", "wedges placed"),
    Counter::success(
        "wedges-ahead",
        "of these, ahead of the leader within half the ring",
        "wedges-placed",
    ),
    Counter::new("favors-drawn", "favors drawn"),
    Counter::new("favors-discarded", "favors discarded without effect"),
    Counter::new(
        "lead-changes",
        "rounds after which another player led than after the round before",
    ),
    Counter::new(
        "won-as-fleece",
        "games won by the holder of the Fleece in the last round",
    ),
    Counter::new("start-a", "ships that began on lane a, next to the centre"),
    Counter::new("start-b", "ships that began on lane b"),
    Counter::new("start-c", "ships that began on lane c"),
    Counter::new("start-d", "ships that began on lane d"),
    Counter::success("won-from-a", "ships that began on lane a and won", "start-a"),
    Counter::success("won-from-b", "ships that began on lane b and won", "start-b"),
    Counter::success("won-from-c", "ships that began on lane c and won", "start-c"),
    Counter::success("won-from-d", "ships that began on lane d and won", "start-d"),
    used("used-demeter", "Demeter used"),
    used("used-apollo", "Apollo used"),
    used("used-hephaestus", "Hephaestus used"),
    used("used-janus", "Janus used"),
    used("used-poseidon", "Poseidon used"),
    used("used-hermes", "Hermes used"),
    used("used-athena", "Athena used"),
    used("used-zeus", "Zeus turned up"),
    used("used-aeolus", "Aeolus turned up"),
    used("used-dionysus", "Dionysus turned up"),
    used("used-nike", "Nike turned up"),
    used("used-hades", "Hades turned up"),
    used("used-artemis", "Artemis turned up"),
    used("used-ares", "Ares laid on somebody's board"),
    used("used-eris", "Eris laid on somebody's board"),
    used("used-hypnos", "Hypnos laid on somebody's board"),
    used("used-nemesis", "Nemesis laid on somebody's board"),
    won("won-with-demeter", "used-demeter"),
    won("won-with-apollo", "used-apollo"),
    won("won-with-hephaestus", "used-hephaestus"),
    won("won-with-janus", "used-janus"),
    won("won-with-poseidon", "used-poseidon"),
    won("won-with-hermes", "used-hermes"),
    won("won-with-athena", "used-athena"),
    won("won-with-zeus", "used-zeus"),
    won("won-with-aeolus", "used-aeolus"),
    won("won-with-dionysus", "used-dionysus"),
    won("won-with-nike", "used-nike"),
    won("won-with-hades", "used-hades"),
    won("won-with-artemis", "used-artemis"),
    won("won-with-ares", "used-ares"),
    won("won-with-eris", "used-eris"),
    won("won-with-hypnos", "used-hypnos"),
    won("won-with-nemesis", "used-nemesis"),
];

const fn used(key: &'static str, help: &'static str) -> Counter {
    Counter::new(key, help)
}

const fn won(key: &'static str, of: &'static str) -> Counter {
    Counter::success(key, "of these, by the player who won", of)
}

/// Most wedges and favors together whose lift is measured: the bits of a component set.
const COMPONENTS_MAX: usize = 64;

/// Names of the components whose lift is measured: favors, then wedges of trios and stack.
pub fn components(game: &Regatta) -> Vec<String> {
    let favors = game.names.iter().map(|name| {
        if name.is_empty() {
            String::new()
        } else {
            format!("favor: {name}")
        }
    });
    let line = usize::from(game.course.line());
    let wedges = game.course.wedges[..line]
        .iter()
        .map(|wedge| format!("wedge: {} {}", wedge.id, wedge.name));
    favors.chain(wedges).take(COMPONENTS_MAX).collect()
}

/// Counts one game after another.
#[derive(Clone, Debug)]
pub struct RegattaMetrics {
    counts: [u32; COUNTERS.len()],
    components: u64,
    /// Favors used, by player.
    used: [[u8; FAVORS]; PLAYERS_MAX],
    leader: Option<Seat>,
}

impl Default for RegattaMetrics {
    fn default() -> Self {
        RegattaMetrics {
            counts: [0; COUNTERS.len()],
            components: 0,
            used: [[0; FAVORS]; PLAYERS_MAX],
            leader: None,
        }
    }
}

impl RegattaMetrics {
    #[inline]
    fn add(&mut self, count: Count, by: u32) {
        self.counts[count as usize] += by;
    }

    /// One of the whole, and one of the part.
    #[inline]
    fn both(&mut self, whole: Count, part: Count) {
        self.add(whole, 1);
        self.add(part, 1);
    }

    #[inline]
    fn shows(&mut self, wedge: u8) {
        let bit = FAVORS + usize::from(wedge);
        if bit < COMPONENTS_MAX {
            self.components |= 1 << bit;
        }
    }

    /// The favor takes effect for this player.
    fn use_favor(&mut self, seat: Seat, favor: Favor) {
        self.components |= 1 << favor as usize;
        self.counts[Count::UsedFirst as usize + favor as usize] += 1;
        self.used[seat.index() & 3][favor as usize] += 1;
    }
}

impl Metrics<Regatta> for RegattaMetrics {
    fn counts(&self) -> &[u32] {
        &self.counts
    }

    fn components(&self) -> u64 {
        self.components
    }
}

impl Recorder<Regatta> for RegattaMetrics {
    fn start(&mut self, _game: &Regatta, state: &State<Regatta>) {
        *self = RegattaMetrics::default();
        state.public.ring[1..].iter().for_each(|wedge| self.shows(*wedge));
    }

    #[inline]
    fn event(&mut self, game: &Regatta, event: Event, public: &Public) {
        match event {
            Event::SecondRolled => self.add(Count::SecondRolls, 1),
            Event::Rolled(rolled) => {
                self.add(Count::Rolls, 1);
                match rolled {
                    Rolled::Single => {}
                    Rolled::Double => self.add(Count::SecondWell, 1),
                    Rolled::Bust => self.add(Count::Busts, 1),
                    Rolled::Saved => self.add(Count::BustsSaved, 1),
                }
            }
            Event::FishSpent(spent) => match spent {
                Spent::Nav => {
                    self.add(Count::NavRerolls, 1);
                    self.both(Count::FishSpent, Count::FishOnNav);
                }
                Spent::Second => {
                    self.add(Count::SecondRerolls, 1);
                    self.both(Count::FishSpent, Count::FishOnSecond);
                }
                Spent::Hydra => self.both(Count::FishSpent, Count::FishOnHydras),
                Spent::Scylla => self.both(Count::FishSpent, Count::FishOnScyllas),
            },
            Event::FishTaken(_, fish) => self.add(Count::FishTaken, u32::from(fish)),
            Event::TurnBegan => {
                self.add(Count::Turns, 1);
                self.add(Count::TurnsBehind, u32::from(game.leader(public) != public.turn));
                self.add(Count::TurnsFleece, u32::from(public.turn == public.fleece));
            }
            Event::Placed { wedge, position } => {
                self.shows(wedge);
                let leader = public.player(game.leader(public)).spot.position;
                let ahead = (position + 12 - leader) % 12;
                self.add(Count::WedgesPlaced, 1);
                self.add(Count::WedgesAhead, u32::from((1..=6).contains(&ahead)));
            }
            Event::Entered => {
                self.add(Count::Dots, 1);
                self.add(Count::DotsFleece, u32::from(public.turn == public.fleece));
            }
            Event::Jumped(_) => self.add(Count::Jumps, 1),
            Event::Boosted => self.add(Count::Boosts, 1),
            Event::Hydra(met) => {
                let part = match met {
                    Met::Protected => Count::HydrasProtected,
                    Met::Ignored => Count::HydrasIgnored,
                    Met::Fed => Count::HydrasFed,
                    Met::Battle => Count::HydraBattles,
                };
                self.both(Count::Hydras, part);
            }
            Event::FavorDrawn => self.add(Count::FavorsDrawn, 1),
            Event::WedgeDrawn(_) => self.add(Count::WedgesDrawn, 1),
            Event::Used(favor) => self.use_favor(public.turn, favor),
            Event::Discarded(..) => self.add(Count::FavorsDiscarded, 1),
            Event::TurnEnded => {
                let caught_up = public.turn == public.fleece && game.last(public) != public.turn;
                self.add(Count::FleeceCaughtUp, u32::from(caught_up));
            }
            Event::RoundEnded => {
                let leader = game.leader(public);
                let before = self.leader.replace(leader);
                self.add(
                    Count::LeadChanges,
                    u32::from(before.is_some_and(|before| before != leader)),
                );
            }
            Event::RoundBegan | Event::Lap | Event::Struck(..) | Event::MoveEnded => {}
        }
    }

    fn finish(&mut self, game: &Regatta, state: &State<Regatta>, outcome: &Outcome) {
        debug_assert_eq!(Count::WonWithLast as usize + 1, COUNTERS.len());
        debug_assert!(Count::StartsLast as usize + 1 == Count::WonFromFirst as usize);
        debug_assert!(Count::WonFromLast as usize + 1 == Count::UsedFirst as usize);
        debug_assert!(Count::UsedLast as usize + 1 == Count::WonWithFirst as usize);
        for seat in game.seats() {
            let lane = usize::from(state.public.player(seat).start);
            let won = u32::from(outcome.winners.has(seat));
            self.counts[Count::StartsFirst as usize + lane] += 1;
            self.counts[Count::WonFromFirst as usize + lane] += won;
            for (favor, used) in self.used[seat.index() & 3].into_iter().enumerate() {
                self.counts[Count::WonWithFirst as usize + favor] += won * u32::from(used);
            }
        }
        self.add(Count::WonAsFleece, u32::from(outcome.winners.has(state.public.fleece)));
    }
}
