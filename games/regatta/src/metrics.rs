//! What a run counts in Hydra Regatta, game by game.

use super::favors::{FAVORS, Favor};
use super::state::{Event, Met, PLAYERS_MAX, Rolled, Spent};
use super::track::RING;
use super::{Public, Regatta};
use balance_engine::{Component, ComponentSet, Counter, Outcome, Presence, Recorder, Seat, State};
use balance_kit::Metrics;

balance_kit::counters! {
    /// What a run counts.
    pub enum Count, Counts {
        Rolls => Counter::new("rolls", "rolls of the dice, one a turn"),
        Busts => Counter::success("busts", "of these, busts that stood", "rolls").measure(),
        BustsSaved => Counter::success("busts-saved", "rolls of which Hephaestus saved the first die", "rolls").measure(),
        SecondRolls => Counter::success("second-rolls", "rolls with a second movement die", "rolls"),
        SecondWell => Counter::success("second-well", "of these, with both movement dice counted", "second-rolls"),
        NavRerolls => Counter::new("nav-rerolls", "navigation dice rolled again for a fish"),
        SecondRerolls => Counter::new("second-rerolls", "second movement dice rolled again for a fish"),
        FishTaken => Counter::new("fish-taken", "fish taken"),
        FishSpent => Counter::new("fish-spent", "fish paid"),
        FishOnNav => Counter::success("fish-on-nav", "of these, for the navigation die", "fish-spent"),
        FishOnSecond => Counter::success("fish-on-second", "of these, for the second movement die", "fish-spent"),
        FishOnHydras => Counter::success("fish-on-hydras", "of these, for Hydras", "fish-spent"),
        FishOnScyllas => Counter::success("fish-on-scyllas", "of these, for exits of a Scylla", "fish-spent"),
        Hydras => Counter::new("hydras", "Hydras met"),
        HydrasProtected => Counter::success("hydras-protected", "of these, under protection", "hydras"),
        HydrasIgnored => Counter::success("hydras-ignored", "of these, ignored with Athena", "hydras").measure(),
        HydrasFed => Counter::success("hydras-fed", "of these, fed", "hydras"),
        HydraBattles => Counter::success("hydra-battles", "of these, fought for lack of fish", "hydras").measure(),
        Turns => Counter::new("turns", "turns of all players"),
        TurnsBehind => Counter::success("turns-behind", "of these, begun while somebody else led", "turns"),
        TurnsFleece => Counter::success("turns-fleece", "of these, with the Golden Fleece", "turns"),
        FleeceCaughtUp => Counter::success(
            "fleece-caught-up",
            "turns with the Fleece after which its holder was not last",
            "turns-fleece",
            ),
        Dots => Counter::new("dots", "dots moved for points"),
        DotsFleece => Counter::success("dots-fleece", "of these, with the Fleece", "dots"),
        Jumps => Counter::new("jumps", "jumps over other ships"),
        Boosts => Counter::new("boosts", "boosts taken"),
        WedgesDrawn => Counter::new("wedges-drawn", "wedges drawn").when("wedges-per-turn"),
        WedgesPlaced => Counter::new("wedges-placed", "wedges placed").when("wedges-per-turn"),
        WedgesAhead => Counter::success(
            "wedges-ahead",
            "of these, ahead of the leader within half the ring",
            "wedges-placed",
            ),
        FavorsDrawn => Counter::new("favors-drawn", "favors drawn").when("favors-per-turn"),
        FavorsDiscarded => Counter::new("favors-discarded", "favors discarded without effect").measure(),
        LeadChanges => Counter::new(
            "lead-changes",
            "rounds after which another player led than after the round before",
            ),
        WonAsFleece => Counter::new("won-as-fleece", "games won by the holder of the Fleece in the last round"),
        StartA => Counter::new("start-a", "ships that began on lane a, next to the centre"),
        StartB => Counter::new("start-b", "ships that began on lane b"),
        StartC => Counter::new("start-c", "ships that began on lane c"),
        StartD => Counter::new("start-d", "ships that began on lane d"),
        WonFromA => Counter::success("won-from-a", "ships that began on lane a and won", "start-a"),
        WonFromB => Counter::success("won-from-b", "ships that began on lane b and won", "start-b"),
        WonFromC => Counter::success("won-from-c", "ships that began on lane c and won", "start-c"),
        WonFromD => Counter::success("won-from-d", "ships that began on lane d and won", "start-d"),
        UsedDemeter => Counter::new("used-demeter", "Demeter used"),
        UsedApollo => Counter::new("used-apollo", "Apollo used"),
        UsedHephaestus => Counter::new("used-hephaestus", "Hephaestus used"),
        UsedJanus => Counter::new("used-janus", "Janus used"),
        UsedPoseidon => Counter::new("used-poseidon", "Poseidon used").when("favors-per-turn"),
        UsedHermes => Counter::new("used-hermes", "Hermes used"),
        UsedAthena => Counter::new("used-athena", "Athena used").when("favors-per-turn"),
        UsedZeus => Counter::new("used-zeus", "Zeus turned up").when("favors-per-turn"),
        UsedAeolus => Counter::new("used-aeolus", "Aeolus turned up").when("favors-per-turn"),
        UsedDionysus => Counter::new("used-dionysus", "Dionysus turned up").when("favors-per-turn"),
        UsedNike => Counter::new("used-nike", "Nike turned up").when("favors-per-turn"),
        UsedHades => Counter::new("used-hades", "Hades turned up").when("favors-per-turn"),
        UsedArtemis => Counter::new("used-artemis", "Artemis turned up").when("favors-per-turn"),
        UsedAres => Counter::new("used-ares", "Ares laid on somebody's board").when("favors-per-turn"),
        UsedEris => Counter::new("used-eris", "Eris laid on somebody's board").when("favors-per-turn"),
        UsedHypnos => Counter::new("used-hypnos", "Hypnos laid on somebody's board").when("favors-per-turn"),
        UsedNemesis => Counter::new("used-nemesis", "Nemesis laid on somebody's board").when("favors-per-turn"),
        WonWithDemeter => Counter::success("won-with-demeter", "of these, by the player who won", "used-demeter"),
        WonWithApollo => Counter::success("won-with-apollo", "of these, by the player who won", "used-apollo"),
        WonWithHephaestus => Counter::success("won-with-hephaestus", "of these, by the player who won", "used-hephaestus"),
        WonWithJanus => Counter::success("won-with-janus", "of these, by the player who won", "used-janus"),
        WonWithPoseidon => Counter::success("won-with-poseidon", "of these, by the player who won", "used-poseidon"),
        WonWithHermes => Counter::success("won-with-hermes", "of these, by the player who won", "used-hermes"),
        WonWithAthena => Counter::success("won-with-athena", "of these, by the player who won", "used-athena"),
        WonWithZeus => Counter::success("won-with-zeus", "of these, by the player who won", "used-zeus"),
        WonWithAeolus => Counter::success("won-with-aeolus", "of these, by the player who won", "used-aeolus"),
        WonWithDionysus => Counter::success("won-with-dionysus", "of these, by the player who won", "used-dionysus"),
        WonWithNike => Counter::success("won-with-nike", "of these, by the player who won", "used-nike"),
        WonWithHades => Counter::success("won-with-hades", "of these, by the player who won", "used-hades"),
        WonWithArtemis => Counter::success("won-with-artemis", "of these, by the player who won", "used-artemis"),
        WonWithAres => Counter::success("won-with-ares", "of these, by the player who won", "used-ares"),
        WonWithEris => Counter::success("won-with-eris", "of these, by the player who won", "used-eris"),
        WonWithHypnos => Counter::success("won-with-hypnos", "of these, by the player who won", "used-hypnos"),
        WonWithNemesis => Counter::success("won-with-nemesis", "of these, by the player who won", "used-nemesis"),
    }
}

/// Most wedges and favors together whose lift is measured: the bits of a component set.
const COMPONENTS_MAX: usize = 64;

/// The components whose lift is measured: favors that took effect, wedges of the trios that lay open at the start, and those
/// of the stack that were placed.
pub fn components(game: &Regatta) -> Vec<Component> {
    let favors = game.names.iter().map(|name| {
        let name = if name.is_empty() {
            String::new()
        } else {
            format!("favor: {name}")
        };
        Component::new(name, Presence::Used)
    });
    let line = usize::from(game.course.line());
    let wedges = game.course.wedges[..line].iter().enumerate().map(|(index, wedge)| {
        let held = if index < RING { Presence::Dealt } else { Presence::Used };
        Component::new(format!("wedge: {} {}", wedge.id, wedge.name), held)
    });
    favors.chain(wedges).take(COMPONENTS_MAX).collect()
}

#[derive(Clone, Debug, Default)]
pub struct RegattaMetrics {
    counts: Counts,
    components: u64,
    /// Favors used, by player.
    used: [[u8; FAVORS]; PLAYERS_MAX],
    leader: Option<Seat>,
}

impl RegattaMetrics {
    #[inline]
    fn both(&mut self, whole: Count, part: Count) {
        self.counts.add(whole, 1);
        self.counts.add(part, 1);
    }

    #[inline]
    fn shows(&mut self, wedge: u8) {
        let bit = FAVORS + usize::from(wedge);
        if bit < COMPONENTS_MAX {
            self.components |= 1 << bit;
        }
    }

    fn use_favor(&mut self, seat: Seat, favor: Favor) {
        self.components |= 1 << favor as usize;
        self.counts.add_in_row(Count::UsedDemeter, favor as usize, 1);
        self.used[seat.index() & 3][favor as usize] += 1;
    }
}

impl Metrics<Regatta> for RegattaMetrics {
    const COUNTERS: &'static [Counter] = Count::TABLE;

    fn counts(&self) -> &[u32] {
        self.counts.all()
    }

    fn components(&self) -> ComponentSet {
        self.components.into()
    }
}

impl RegattaMetrics {
    #[inline]
    fn spend_fish(&mut self, spent: Spent) {
        match spent {
            Spent::Nav => {
                self.counts.add(Count::NavRerolls, 1);
                self.both(Count::FishSpent, Count::FishOnNav);
            }
            Spent::Second => {
                self.counts.add(Count::SecondRerolls, 1);
                self.both(Count::FishSpent, Count::FishOnSecond);
            }
            Spent::Hydra => self.both(Count::FishSpent, Count::FishOnHydras),
            Spent::Scylla => self.both(Count::FishSpent, Count::FishOnScyllas),
        }
    }
}

impl Recorder<Regatta> for RegattaMetrics {
    fn start(&mut self, _game: &Regatta, state: &State<Regatta>) {
        *self = RegattaMetrics::default();
        state.public.ring[1..].iter().for_each(|wedge| self.shows(*wedge));
    }

    #[expect(
        clippy::inline_always,
        reason = "what is made of an event of a known kind is a few instructions, a call more than that"
    )]
    #[inline(always)]
    fn event(&mut self, game: &Regatta, event: Event, public: &Public) {
        match event {
            Event::SecondRolled => self.counts.add(Count::SecondRolls, 1),
            Event::Rolled(rolled) => {
                self.counts.add(Count::Rolls, 1);
                match rolled {
                    Rolled::Single => {}
                    Rolled::Double => self.counts.add(Count::SecondWell, 1),
                    Rolled::Bust => self.counts.add(Count::Busts, 1),
                    Rolled::Saved => self.counts.add(Count::BustsSaved, 1),
                }
            }
            Event::FishSpent(spent) => self.spend_fish(spent),
            Event::FishTaken(_, fish) => self.counts.add(Count::FishTaken, u32::from(fish)),
            Event::TurnBegan => {
                self.counts.add(Count::Turns, 1);
                self.counts
                    .add(Count::TurnsBehind, u32::from(game.leader(public) != public.turn));
                self.counts
                    .add(Count::TurnsFleece, u32::from(public.turn == public.fleece));
            }
            Event::Placed { wedge, position } => {
                // Those of the trios count when they are dealt.
                if usize::from(wedge) >= RING {
                    self.shows(wedge);
                }
                let leader = public.player(game.leader(public)).spot.position;
                let ahead = (position + 12 - leader) % 12;
                self.counts.add(Count::WedgesPlaced, 1);
                self.counts.add(Count::WedgesAhead, u32::from((1..=6).contains(&ahead)));
            }
            Event::Entered => {
                self.counts.add(Count::Dots, 1);
                self.counts
                    .add(Count::DotsFleece, u32::from(public.turn == public.fleece));
            }
            Event::Jumped(_) => self.counts.add(Count::Jumps, 1),
            Event::Boosted => self.counts.add(Count::Boosts, 1),
            Event::Hydra(met) => {
                let part = match met {
                    Met::Protected => Count::HydrasProtected,
                    Met::Ignored => Count::HydrasIgnored,
                    Met::Fed => Count::HydrasFed,
                    Met::Battle => Count::HydraBattles,
                };
                self.both(Count::Hydras, part);
            }
            Event::FavorDrawn => self.counts.add(Count::FavorsDrawn, 1),
            Event::WedgeDrawn(_) => self.counts.add(Count::WedgesDrawn, 1),
            Event::Used(favor) | Event::Laid(_, favor) => self.use_favor(public.turn, favor),
            Event::Discarded(..) => self.counts.add(Count::FavorsDiscarded, 1),
            Event::TurnEnded => {
                let caught_up = public.turn == public.fleece && game.last(public) != public.turn;
                self.counts.add(Count::FleeceCaughtUp, u32::from(caught_up));
            }
            Event::RoundEnded => {
                let leader = game.leader(public);
                let before = self.leader.replace(leader);
                self.counts.add(
                    Count::LeadChanges,
                    u32::from(before.is_some_and(|before| before != leader)),
                );
            }
            Event::RoundBegan
            | Event::FishLost(_)
            | Event::Idle(..)
            | Event::DeckRenewed(_)
            | Event::StackRenewed(_)
            | Event::Die(_)
            | Event::Lap
            | Event::TurnedUp(_)
            | Event::Struck(..)
            | Event::MoveEnded => {}
        }
    }

    fn finish(&mut self, game: &Regatta, state: &State<Regatta>, outcome: &Outcome) {
        for seat in game.seats() {
            let lane = usize::from(state.public.player(seat).start);
            let won = u32::from(outcome.winners.has(seat));
            self.counts.add_in_row(Count::StartA, lane, 1);
            self.counts.add_in_row(Count::WonFromA, lane, won);
            for (favor, used) in self.used[seat.index() & 3].into_iter().enumerate() {
                self.counts
                    .add_in_row(Count::WonWithDemeter, favor, won * u32::from(used));
            }
        }
        self.counts
            .add(Count::WonAsFleece, u32::from(outcome.winners.has(state.public.fleece)));
    }
}
