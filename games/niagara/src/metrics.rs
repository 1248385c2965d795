//! What a run counts in Niagara, game by game.

use super::state::{COLOURS, Event, NONE};
use super::{Niagara, Public};
use balance_engine::Counter;
use balance_engine::{Outcome, Recorder, Seat, State};
use balance_kit::Metrics;

/// The counters, in order; see [`COUNTERS`].
#[derive(Clone, Copy)]
enum Count {
    Falls,
    FallsLoaded,
    Steals,
    Launches,
    Landings,
    GemsLanded,
    Returns,
    ReturnsPaid,
    Unloads,
    Clouds,
    Rivers,
    RiversStill,
    Flow,
    Loads,
    LoadsFirst,
    LoadsLast = Count::LoadsFirst as isize + COLOURS as isize - 1,
    DepthShallow,
    DepthMiddle,
    DepthDeep,
    WonAny,
    WonSame,
    WonDifferent,
    SharedWins,
    LeadChanges,
    FirstGemRound,
    Trades,
    ElkRides,
    BeaverFalls,
    Lassos,
}

/// What each counter counts.
pub const COUNTERS: &[Counter] = &[
    Counter::new("falls", "canoes that went over the falls"),
    Counter::success("falls-loaded", "of these, with a gem aboard", "falls").measure(),
    Counter::new("steals", "gems stolen"),
    Counter::new("launches", "canoes put into the river"),
    Counter::new("landings", "canoes that came ashore"),
    Counter::success("gems-landed", "of these, with a gem aboard", "landings"),
    Counter::new("returns", "fallen canoes recovered"),
    Counter::success("returns-paid", "of these, for a gem", "returns"),
    Counter::new("unloads", "gems put down at a discovery place"),
    Counter::new("clouds", "moves of the cloud"),
    Counter::new("rivers", "rounds in which the river had its turn"),
    Counter::success("rivers-still", "of these, without a single step", "rivers").measure(),
    Counter::new("flow", "steps of the river"),
    Counter::new("loads", "gems loaded at a discovery place"),
    Counter::success("loads-1", "of these, of the first colour (violet)", "loads"),
    Counter::success("loads-2", "of these, of the second colour (clear)", "loads"),
    Counter::success("loads-3", "of these, of the third colour (yellow)", "loads"),
    Counter::success("loads-4", "of these, of the fourth colour (blue)", "loads"),
    Counter::success("loads-5", "of these, of the fifth colour (pink)", "loads"),
    Counter::success(
        "loads-shallow",
        "gems loaded in the upper half of the river before the fork",
        "loads",
    ),
    Counter::success("loads-middle", "gems loaded in the lower half before the fork", "loads"),
    Counter::success("loads-deep", "gems loaded beyond the fork", "loads"),
    Counter::new("won-any", "games in which a winner had enough gems of any colours"),
    Counter::new("won-same", "games in which a winner had enough of one colour"),
    Counter::new("won-different", "games in which a winner had enough different colours"),
    Counter::new("shared-wins", "games with more than one winner").measure(),
    Counter::new(
        "lead-changes",
        "times another player alone came to have most gems on land",
    )
    .measure(),
    Counter::new(
        "first-gem-round",
        "round in which the first gem came ashore; 0 for none",
    )
    .measure(),
    Counter::new("trades", "trades with Diamond Joe (expansion)"),
    Counter::new("elk-rides", "times a canoe got the elk (expansion)"),
    Counter::new("beaver-falls", "times the beaver went over the falls (expansion)"),
    Counter::new("lassos", "times canoes were tied to the bank (expansion)"),
];

/// Counts one game after another.
#[derive(Clone, Debug)]
pub struct NiagaraMetrics {
    counts: [u32; COUNTERS.len()],
    leader: Option<Seat>,
}

impl Default for NiagaraMetrics {
    fn default() -> Self {
        NiagaraMetrics {
            counts: [0; COUNTERS.len()],
            leader: None,
        }
    }
}

impl NiagaraMetrics {
    #[inline]
    fn add(&mut self, count: Count, by: u32) {
        self.counts[count as usize] += by;
    }

    /// Notes who alone leads after a gem has come ashore.
    fn follow_lead(&mut self, game: &Niagara, public: &Public) {
        let total = |seat: &Seat| public.gems[*seat].iter().sum::<u8>();
        let seats = || (0..game.players as u8).map(Seat);
        let most = seats().map(|seat| total(&seat)).max().unwrap_or(0);
        let mut best = seats().filter(|seat| total(seat) == most);
        if let (Some(only), None) = (best.next(), best.next()) {
            if self.leader.is_some_and(|before| before != only) {
                self.add(Count::LeadChanges, 1);
            }
            self.leader = Some(only);
        }
    }
}

impl Metrics<Niagara> for NiagaraMetrics {
    fn counts(&self) -> &[u32] {
        &self.counts
    }

    fn components(&self) -> u64 {
        0
    }
}

impl Recorder<Niagara> for NiagaraMetrics {
    fn start(&mut self, _game: &Niagara, _state: &State<Niagara>) {
        *self = NiagaraMetrics::default();
    }

    #[inline]
    fn event(&mut self, game: &Niagara, event: Event, public: &Public) {
        match event {
            Event::Fell { loaded, .. } => {
                self.add(Count::Falls, 1);
                self.add(Count::FallsLoaded, u32::from(loaded));
            }
            Event::Stolen { .. } => self.add(Count::Steals, 1),
            Event::Launched(_) => self.add(Count::Launches, 1),
            Event::Landed { colour, .. } => {
                self.add(Count::Landings, 1);
                if colour != NONE {
                    self.add(Count::GemsLanded, 1);
                    let first = &mut self.counts[Count::FirstGemRound as usize];
                    if *first == 0 {
                        *first = u32::from(public.round);
                    }
                    self.follow_lead(game, public);
                }
            }
            Event::Returned { paid, .. } => {
                self.add(Count::Returns, 1);
                self.add(Count::ReturnsPaid, u32::from(paid));
                if paid {
                    self.follow_lead(game, public);
                }
            }
            Event::Unloaded(_) => self.add(Count::Unloads, 1),
            Event::WeatherMoved => self.add(Count::Clouds, 1),
            Event::Flowed(steps) => {
                self.add(Count::Rivers, 1);
                self.add(Count::RiversStill, u32::from(steps == 0));
                self.add(Count::Flow, u32::from(steps));
            }
            Event::Loaded { colour, depth, .. } => {
                self.add(Count::Loads, 1);
                self.counts[Count::LoadsFirst as usize + colour as usize] += 1;
                let trunk = game.river.trunk;
                self.add(
                    if depth > trunk {
                        Count::DepthDeep
                    } else if 2 * depth > trunk + 1 {
                        Count::DepthMiddle
                    } else {
                        Count::DepthShallow
                    },
                    1,
                );
            }
            Event::Traded(_) => self.add(Count::Trades, 1),
            Event::ElkTaken(_) => self.add(Count::ElkRides, 1),
            Event::BeaverFell => self.add(Count::BeaverFalls, 1),
            Event::Tied(_) => self.add(Count::Lassos, 1),
            Event::RoundBegan | Event::Shown(..) => {}
        }
    }

    fn finish(&mut self, game: &Niagara, state: &State<Niagara>, outcome: &Outcome) {
        debug_assert_eq!(Count::Lassos as usize + 1, COUNTERS.len());
        debug_assert!(Count::LoadsLast as usize + 1 == Count::DepthShallow as usize);
        let winners = outcome.winners.iter();
        let sets = winners.fold(0, |sets, seat| sets | game.sets_of(&state.public.gems[seat]));
        for (bit, count) in [Count::WonAny, Count::WonSame, Count::WonDifferent]
            .into_iter()
            .enumerate()
        {
            self.add(count, u32::from(sets >> bit & 1));
        }
        self.add(Count::SharedWins, u32::from(outcome.winners.len() > 1));
    }
}
