//! What one canoe may do with its points, and doing it (NI-22 to NI-39).

use super::Niagara;
use super::river::Space;
use super::state::{Ask, Block, COLOURS, Canoe, Event, GemColour, Public};
use balance_engine::{Recorder, Seat};

impl Niagara {
    /// Every action of `canoe` (number `index`) with `points`: what it does at its start, where it stops, and what it does
    /// there.
    pub(super) fn each_paddle(
        &self,
        public: &Public,
        index: u8,
        canoe: Canoe,
        points: u8,
        mut push: impl FnMut(Block, Space, Block),
    ) {
        let unit = self.rules.load_cost;
        let eddy = public.eddy();
        self.each_stop(canoe.space, points, eddy, |to| {
            push(Block::NOTHING, to, Block::NOTHING);
        });
        if points < unit {
            return;
        }
        let holds = self.holds(index);
        if canoe.space != Space::LAND {
            self.each_block(public, canoe, holds, canoe.space, points, |pre, cost| {
                if cost == points {
                    if self.rules.load_without_moving {
                        push(pre, canoe.space, Block::NOTHING);
                    }
                } else {
                    self.each_stop(canoe.space, points - cost, eddy, |to| push(pre, to, Block::NOTHING));
                }
            });
        }
        // A single canoe that is empty can only load.
        let most = if holds == 1 && !canoe.loaded() { 1 } else { 2 * holds };
        let mut cost = 0;
        for _ in 0..most {
            cost += unit;
            if cost >= points {
                break;
            }
            self.each_stop(canoe.space, points - cost, eddy, |to| {
                if to != Space::LAND {
                    self.each_block(public, canoe, holds, to, cost, |post, own| {
                        if own == cost {
                            push(Block::NOTHING, to, post);
                        }
                    });
                }
            });
        }
    }

    /// Every space where a canoe may stop that moves exactly `steps` (at least 1); land also with steps left over.
    /// On the way up the whirlpool at `eddy` costs one more; who would stop there goes down by one.
    #[inline]
    pub(super) fn each_stop(&self, space: Space, steps: u8, eddy: Option<Space>, mut stop: impl FnMut(Space)) {
        let river = &self.river;
        let depth = river.depth(space);
        if depth > 0 {
            match self.climb(space, steps, eddy) {
                Ok(points) => {
                    if depth > points {
                        stop(river.upstream(space, depth - points));
                    }
                    if points + 1 >= depth + self.rules.land_cost {
                        stop(Space::LAND);
                    }
                }
                Err(bounced) => stop(bounced),
            }
        }
        let mut down = depth + steps;
        if down <= river.trunk && eddy == Some(Space(down)) {
            down += 1;
        }
        if down <= river.trunk {
            stop(Space(down));
        } else if down <= river.deepest() {
            let mut into = |to: u8| {
                if eddy != Some(Space(to)) {
                    stop(Space(to));
                } else if down < river.deepest() {
                    stop(Space(to + 1));
                }
            };
            match river.side(space) {
                Some(_) => into(space.0 + steps),
                None => [0, 1]
                    .into_iter()
                    .for_each(|side| into(river.arm_start(side).0 + down - river.trunk - 1)),
            }
        }
    }

    /// Every way to load and unload at `space` for at most `budget` points, with its cost.
    #[inline]
    fn each_block(
        &self,
        public: &Public,
        canoe: Canoe,
        holds: u8,
        space: Space,
        budget: u8,
        mut block: impl FnMut(Block, u8),
    ) {
        let unit = self.rules.load_cost;
        let Some(place) = self.river.place(space).filter(|_| unit <= budget) else {
            return;
        };
        let lying = &public.places[place.index()];
        if holds > 1 {
            self.each_double_block(*lying, canoe, place, budget, block);
            return;
        }
        let (unload, but, cost) = if !canoe.loaded() {
            (0, None, unit)
        } else if canoe.cargo == Some(place) {
            return;
        } else {
            if !self.rules.unload_needs_gems || *lying != [0; COLOURS] {
                block(Block::new(1, None, None), unit);
            }
            let changes = self.rules.swap_changes_colour;
            (1, canoe.cargo.filter(|_| changes), 2 * unit)
        };
        if cost <= budget {
            let there = |colour: &GemColour| lying[colour.index()] > 0 && Some(*colour) != but;
            for load in GemColour::ALL.into_iter().filter(there) {
                block(Block::new(unload, Some(load), None), cost);
            }
        }
    }

    /// The same for a canoe with two holds, each gem at its own cost.
    fn each_double_block(
        &self,
        lying: [u8; COLOURS],
        canoe: Canoe,
        place: GemColour,
        budget: u8,
        mut block: impl FnMut(Block, u8),
    ) {
        let unit = self.rules.load_cost;
        let empty = self.rules.unload_needs_gems && lying == [0; COLOURS];
        for unload in 0..4u8 {
            let gone = [unload & 1, unload >> 1].map(u32::from);
            let put = |hold: u8| {
                if unload >> hold & 1 == 1 {
                    canoe.hold(hold)
                } else {
                    None
                }
            };
            let down = [put(0), put(1)];
            // Only a gem that is there, away from its own place, and one of two alike.
            let fits = |hold: usize| gone[hold] == 0 || down[hold].is_some_and(|gem| gem != place) && !empty;
            if !fits(0) || !fits(1) || unload == 2 && canoe.cargo == canoe.second {
                continue;
            }
            let puts = unload.count_ones() as u8;
            let free = 2 + puts - canoe.gems();
            let mut offer = |load: Option<GemColour>, also: Option<GemColour>, gems: u8| {
                if (puts + gems) * unit <= budget {
                    block(Block::new(unload, load, also), (puts + gems) * unit);
                }
            };
            if puts > 0 {
                offer(None, None, 0);
            }
            if free == 0 || (puts + 1) * unit > budget {
                continue;
            }
            let other = |colour: GemColour| !self.rules.swap_changes_colour || !down.contains(&Some(colour));
            let there = |colour: &GemColour| lying[colour.index()] > 0 && other(*colour);
            for load in GemColour::ALL.into_iter().filter(there) {
                offer(Some(load), None, 1);
                if free > 1 && (puts + 2) * unit <= budget {
                    let enough = |also: &GemColour| lying[also.index()] > u8::from(*also == load) && other(*also);
                    let rest = GemColour::ALL.into_iter().skip(load.index());
                    rest.filter(enough).for_each(|also| offer(Some(load), Some(also), 2));
                }
            }
        }
    }

    fn apply_block<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, canoe: u8, block: Block, log: &mut R) {
        if block == Block::NOTHING {
            return;
        }
        let space = public.canoes[seat][canoe as usize].space;
        let Some(place) = self.river.place(space) else { return };
        for hold in [1, 0] {
            if block.unload >> hold & 1 == 1
                && let Some(colour) = public.canoes[seat][canoe as usize].give(hold)
            {
                public.places[place.index()][colour.index()] += 1;
                log.event(self, Event::Unloaded(seat, canoe, colour), public);
            }
        }
        for colour in block.loads() {
            public.places[place.index()][colour.index()] -= 1;
            public.canoes[seat][canoe as usize].take(colour);
            let depth = self.river.depth(space);
            let loaded = Event::Loaded {
                seat,
                canoe,
                colour,
                depth,
            };
            log.event(self, loaded, public);
        }
    }

    /// Are points left for paddling after those for loading and unloading? The whirlpool may take a canoe back to where it
    /// was; it has paddled all the same.
    pub(super) fn paddles(&self, public: &Public, canoe: u8, blocks: [Block; 2]) -> bool {
        let gems = blocks.map(|block| block.unload.count_ones() as usize + block.loads().count());
        let cost = usize::from(self.rules.load_cost) * (gems[0] + gems[1]);
        cost < usize::from(Self::points(public, public.decider, canoe))
    }

    /// Moves a canoe; asks about theft when there is something to take.
    pub(super) fn paddle<R: Recorder<Self>>(
        &self,
        public: &mut Public,
        canoe: u8,
        blocks: [Block; 2],
        to: Space,
        log: &mut R,
    ) {
        let seat = public.decider;
        let bit = 1 << canoe;
        public.may = if public.only_one { 0 } else { public.may & !bit };
        public.must &= public.may;
        self.apply_block(public, seat, canoe, blocks[0], log);
        let paddles = self.paddles(public, canoe, blocks);
        let own = &mut public.canoes[seat][canoe as usize];
        let from = own.space;
        own.space = to;
        if paddles && to != Space::LAND {
            let paddled = Event::Paddled { seat, canoe, from, to };
            log.event(self, paddled, public);
        }
        if to == Space::LAND {
            let landed = std::mem::replace(&mut public.canoes[seat][canoe as usize], Canoe::ASHORE);
            Self::leave_elk(public, seat, canoe);
            for colour in landed.cargoes() {
                public.gems[seat][colour.index()] += 1;
                public.landed = true;
            }
            let cargo = [landed.cargo, landed.second];
            log.event(self, Event::Landed(seat, canoe, cargo), public);
            return;
        }
        self.apply_block(public, seat, canoe, blocks[1], log);
        self.meet_elk(public, canoe, blocks, log);
        let up = from != Space::LAND && self.river.depth(to) < self.river.depth(from);
        if up && blocks == [Block::NOTHING; 2] {
            self.ask_steal(public, canoe);
        } else {
            self.ask_trade(public, canoe);
        }
    }

    /// Asks whose gem the canoe takes, if it has room and there is one.
    fn ask_steal(&self, public: &mut Public, canoe: u8) {
        let seat = public.decider;
        let own = public.canoes[seat][canoe as usize];
        if own.gems() < self.holds(canoe) && self.each_victim(public, seat, own.space, |_, _, _| {}) {
            public.ask = Ask::Steal(canoe);
        } else {
            self.ask_trade(public, canoe);
        }
    }

    /// Every gem in a canoe of somebody else at `space`, by seat, canoe and hold; whether there is one. Of two alike in
    /// a canoe one is named.
    #[inline]
    pub(super) fn each_victim(
        &self,
        public: &Public,
        seat: Seat,
        space: Space,
        mut found: impl FnMut(Seat, u8, u8),
    ) -> bool {
        let mut any = false;
        for other in (0..self.players as u8).map(Seat).filter(|other| *other != seat) {
            for (at, canoe) in public.canoes[other].iter().enumerate() {
                if canoe.space == space && canoe.loaded() {
                    any = true;
                    found(other, at as u8, 0);
                    if canoe.second.is_some() && canoe.second != canoe.cargo {
                        found(other, at as u8, 1);
                    }
                }
            }
        }
        any
    }

    /// Takes a gem out of a hold of another canoe; with another hold free the thief may go on (NI-34).
    pub(super) fn steal<R: Recorder<Self>>(
        &self,
        public: &mut Public,
        canoe: u8,
        victim: Seat,
        [from, hold]: [u8; 2],
        log: &mut R,
    ) {
        let thief = public.decider;
        if let Some(colour) = public.canoes[victim][from as usize].give(hold) {
            public.canoes[thief][canoe as usize].take(colour);
            let stolen = Event::Stolen {
                thief,
                canoe,
                victim,
                from,
                colour,
            };
            log.event(self, stolen, public);
        }
        self.ask_steal(public, canoe);
    }
}
