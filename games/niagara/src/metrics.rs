//! What a run counts in Niagara, game by game.

use super::river::Space;
use super::state::Event;
use super::{Niagara, Public};
use balance_engine::Counter;
use balance_engine::{Outcome, Recorder, Seat, State};
use balance_kit::Metrics;

balance_kit::counters! {
    /// What a run counts.
    pub enum Count, Counts {
        Falls => Counter::new("falls", "canoes that went over the falls"),
        FallsLoaded => Counter::success("falls-loaded", "of these, with a gem aboard", "falls").measure(),
        Steals => Counter::new("steals", "gems stolen"),
        Launches => Counter::new("launches", "canoes put into the river"),
        Landings => Counter::new("landings", "canoes that came ashore"),
        GemsLanded => Counter::success("gems-landed", "of these, with a gem aboard", "landings"),
        Returns => Counter::new("returns", "fallen canoes recovered"),
        ReturnsPaid => Counter::success("returns-paid", "of these, for a gem", "returns").when("buy-backs"),
        Unloads => Counter::new("unloads", "gems put down at a discovery place"),
        Clouds => Counter::new("clouds", "moves of the cloud"),
        Rivers => Counter::new("rivers", "rounds in which the river had its turn"),
        RiversStill => Counter::success("rivers-still", "of these, without a single step", "rivers").measure(),
        Flow => Counter::new("flow", "steps of the river"),
        Loads => Counter::new("loads", "gems loaded at a discovery place"),
        Loads1 => Counter::success("loads-1", "of these, of the first colour (violet)", "loads"),
        Loads2 => Counter::success("loads-2", "of these, of the second colour (clear)", "loads"),
        Loads3 => Counter::success("loads-3", "of these, of the third colour (yellow)", "loads"),
        Loads4 => Counter::success("loads-4", "of these, of the fourth colour (blue)", "loads"),
        Loads5 => Counter::success("loads-5", "of these, of the fifth colour (pink)", "loads"),
        DepthShallow => Counter::success(
            "loads-shallow",
            "gems loaded in the upper half of the river before the fork",
            "loads",
            ),
        DepthMiddle => Counter::success("loads-middle", "gems loaded in the lower half before the fork", "loads"),
        DepthDeep => Counter::success("loads-deep", "gems loaded beyond the fork", "loads"),
        WonAny => Counter::new("won-any", "games in which a winner had enough gems of any colours").when("sets.any"),
        WonSame => Counter::new("won-same", "games in which a winner had enough of one colour").when("sets.same"),
        WonDifferent => Counter::new("won-different", "games in which a winner had enough different colours").when("sets.different"),
        SharedWins => Counter::new("shared-wins", "games with more than one winner").measure(),
        LeadChanges => Counter::new(
            "lead-changes",
            "times another player alone came to have most gems on land",
            )
            .measure(),
        FirstGemRound => Counter::new(
            "first-gem-round",
            "round in which the first gem came ashore; 0 for none",
            )
            .amount(),
        Trades => Counter::new("trades", "trades with Diamond Joe (expansion)"),
        ElkRides => Counter::new("elk-rides", "times a canoe got the elk (expansion)"),
        BeaverFalls => Counter::new("beaver-falls", "times the beaver went over the falls (expansion)"),
        Lassos => Counter::new("lassos", "times canoes were tied to the bank (expansion)"),
    }
}

#[derive(Clone, Debug, Default)]
pub struct NiagaraMetrics {
    counts: Counts,
    leader: Option<Seat>,
}

impl NiagaraMetrics {
    /// Notes who alone leads after a gem has come ashore.
    fn follow_lead(&mut self, game: &Niagara, public: &Public) {
        let total = |seat: &Seat| public.gems[*seat].iter().sum::<u8>();
        let seats = || (0..game.players as u8).map(Seat);
        let most = seats().map(|seat| total(&seat)).max().unwrap_or(0);
        let mut best = seats().filter(|seat| total(seat) == most);
        if let (Some(only), None) = (best.next(), best.next()) {
            if self.leader.is_some_and(|before| before != only) {
                self.counts.add(Count::LeadChanges, 1);
            }
            self.leader = Some(only);
        }
    }
}

impl Metrics<Niagara> for NiagaraMetrics {
    const COUNTERS: &'static [Counter] = Count::TABLE;

    fn counts(&self) -> &[u32] {
        self.counts.all()
    }
}

impl Recorder<Niagara> for NiagaraMetrics {
    fn start(&mut self, _game: &Niagara, _state: &State<Niagara>) {
        *self = NiagaraMetrics::default();
    }

    #[expect(
        clippy::inline_always,
        reason = "what is made of an event of a known kind is a few instructions, a call more than that"
    )]
    #[inline(always)]
    fn event(&mut self, game: &Niagara, event: Event, public: &Public) {
        match event {
            Event::Fell { loaded, .. } => {
                self.counts.add(Count::Falls, 1);
                self.counts.add(Count::FallsLoaded, u32::from(loaded));
            }
            Event::Stolen { .. } => self.counts.add(Count::Steals, 1),
            Event::Paddled { from: Space::LAND, .. } => self.counts.add(Count::Launches, 1),
            Event::Landed(_, _, cargo) => {
                self.counts.add(Count::Landings, 1);
                if cargo[0].is_some() {
                    self.counts.add(Count::GemsLanded, 1);
                    if self.counts.get(Count::FirstGemRound) == 0 {
                        self.counts.add(Count::FirstGemRound, u32::from(public.round));
                    }
                    self.follow_lead(game, public);
                }
            }
            Event::Returned(_, _, paid) => {
                self.counts.add(Count::Returns, 1);
                self.counts.add(Count::ReturnsPaid, u32::from(paid.is_some()));
                if paid.is_some() {
                    self.follow_lead(game, public);
                }
            }
            Event::Unloaded(..) => self.counts.add(Count::Unloads, 1),
            Event::WeatherMoved => self.counts.add(Count::Clouds, 1),
            Event::Flowed(steps) => {
                self.counts.add(Count::Rivers, 1);
                self.counts.add(Count::RiversStill, u32::from(steps == 0));
                self.counts.add(Count::Flow, u32::from(steps));
            }
            Event::Loaded { colour, depth, .. } => {
                self.counts.add(Count::Loads, 1);
                self.counts.add_in_row(Count::Loads1, colour.index(), 1);
                let trunk = game.river.trunk;
                self.counts.add(
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
            Event::Traded(_) => self.counts.add(Count::Trades, 1),
            Event::ElkTaken(..) => self.counts.add(Count::ElkRides, 1),
            Event::BeaverFell => self.counts.add(Count::BeaverFalls, 1),
            Event::Tied(_) => self.counts.add(Count::Lassos, 1),
            Event::RoundBegan
            | Event::Shown(..)
            | Event::Paddled { .. }
            | Event::Pushed(_)
            | Event::BeaverCame
            | Event::Swept(..)
            | Event::ElkHome
            | Event::WhirlpoolFell
            | Event::WhirlpoolCame
            | Event::JoeLoaded(_)
            | Event::JoeMoved
            | Event::JoeFell => {}
        }
    }

    fn finish(&mut self, game: &Niagara, state: &State<Niagara>, outcome: &Outcome) {
        let winners = outcome.winners.iter();
        let sets = winners.fold(0, |sets, seat| sets | game.sets_of(state.public.gems[seat]));
        for (bit, count) in [Count::WonAny, Count::WonSame, Count::WonDifferent]
            .into_iter()
            .enumerate()
        {
            self.counts.add(count, u32::from(sets >> bit & 1));
        }
        self.counts.add(Count::SharedWins, u32::from(outcome.winners.len() > 1));
    }
}
