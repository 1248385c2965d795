//! What one canoe may do with its points, and doing it (NI-22 to NI-39).

use super::Niagara;
use super::river::{LAND, NO_PLACE};
use super::state::{Ask, Block, COLOURS, Canoe, Event, Move, NONE, Public};
use balance_engine::{Recorder, Seat};

impl Niagara {
    /// Every action of `canoe` (number `index`) with `points`.
    pub(super) fn each_paddle(&self, public: &Public, index: u8, canoe: Canoe, points: u8, mut out: impl FnMut(Move)) {
        let unit = self.rules.load_cost;
        let eddy = public.whirlpool;
        let mut push = |pre, to, post| {
            out(Move::Paddle {
                canoe: index,
                pre,
                to,
                post,
            });
        };
        self.each_stop(canoe.space, points, eddy, |to| push(Block::NOTHING, to, Block::NOTHING));
        if points < unit {
            return;
        }
        let holds = self.holds(index);
        if canoe.space != LAND {
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
                if to != LAND {
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
    pub(super) fn each_stop(&self, space: u8, steps: u8, eddy: u8, mut stop: impl FnMut(u8)) {
        let river = &self.river;
        let depth = if space == LAND { 0 } else { river.depth[space as usize] };
        if depth > 0 {
            match self.climb(space, steps, eddy) {
                Ok(points) => {
                    if depth > points {
                        stop(river.upstream(space, depth - points));
                    }
                    if points + 1 >= depth + self.rules.land_cost {
                        stop(LAND);
                    }
                }
                Err(bounced) => stop(bounced),
            }
        }
        let mut down = depth + steps;
        if down == eddy && down <= river.trunk {
            down += 1;
        }
        if down <= river.trunk {
            stop(down);
        } else if down <= river.deepest() {
            let mut into = |to: u8| {
                if to != eddy {
                    stop(to);
                } else if down < river.deepest() {
                    stop(to + 1);
                }
            };
            match river.side(space) {
                Some(_) => into(space + steps),
                None => [0, 1]
                    .into_iter()
                    .for_each(|side| into(river.arm_start(side) + down - river.trunk - 1)),
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
        space: u8,
        budget: u8,
        mut block: impl FnMut(Block, u8),
    ) {
        let place = self.river.place[space as usize];
        let unit = self.rules.load_cost;
        if place == NO_PLACE || unit > budget {
            return;
        }
        let lying = &public.places[place as usize];
        if holds > 1 {
            self.each_double_block(*lying, canoe, place, budget, block);
            return;
        }
        let (unload, but, cost) = if !canoe.loaded() {
            (0, NONE, unit)
        } else if canoe.cargo == place {
            return;
        } else {
            if !self.rules.unload_needs_gems || *lying != [0; COLOURS] {
                block(Block::new(1, NONE, NONE), unit);
            }
            let changes = self.rules.swap_changes_colour;
            (1, if changes { canoe.cargo } else { NONE }, 2 * unit)
        };
        if cost <= budget {
            for load in (0..COLOURS as u8).filter(|colour| lying[*colour as usize] > 0 && *colour != but) {
                block(Block::new(unload, load, NONE), cost);
            }
        }
    }

    /// The same for a canoe with two holds, each gem at its own cost.
    fn each_double_block(
        &self,
        lying: [u8; COLOURS],
        canoe: Canoe,
        place: u8,
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
                    NONE
                }
            };
            let down = [put(0), put(1)];
            // Only a gem that is there, away from its own place, and one of two alike.
            let fits = |hold: usize| gone[hold] == 0 || down[hold] != NONE && down[hold] != place && !empty;
            if !fits(0) || !fits(1) || unload == 2 && canoe.cargo == canoe.second {
                continue;
            }
            let puts = unload.count_ones() as u8;
            let free = 2 + puts - canoe.gems();
            let mut offer = |load: u8, also: u8, gems: u8| {
                if (puts + gems) * unit <= budget {
                    block(Block::new(unload, load, also), (puts + gems) * unit);
                }
            };
            if puts > 0 {
                offer(NONE, NONE, 0);
            }
            if free == 0 || (puts + 1) * unit > budget {
                continue;
            }
            let other = |colour: u8| !self.rules.swap_changes_colour || !down.contains(&colour);
            for load in (0..COLOURS as u8).filter(|colour| lying[*colour as usize] > 0 && other(*colour)) {
                offer(load, NONE, 1);
                if free > 1 && (puts + 2) * unit <= budget {
                    let enough = |also: &u8| lying[*also as usize] > u8::from(*also == load) && other(*also);
                    (load..COLOURS as u8)
                        .filter(enough)
                        .for_each(|also| offer(load, also, 2));
                }
            }
        }
    }

    /// Puts down and takes aboard.
    fn apply_block<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, canoe: u8, block: Block, log: &mut R) {
        if block == Block::NOTHING {
            return;
        }
        let space = public.canoes[seat][canoe as usize].space as usize;
        let place = self.river.place[space] as usize;
        for hold in [1, 0] {
            if block.unload >> hold & 1 == 1 {
                let colour = public.canoes[seat][canoe as usize].give(hold);
                public.places[place][colour as usize] += 1;
                log.event(self, Event::Unloaded(seat), public);
            }
        }
        for colour in [block.load, block.also].into_iter().filter(|colour| *colour != NONE) {
            public.places[place][colour as usize] -= 1;
            public.canoes[seat][canoe as usize].take(colour);
            let depth = self.river.depth[space];
            log.event(self, Event::Loaded { seat, colour, depth }, public);
        }
    }

    /// Moves a canoe; asks about theft when there is something to take.
    pub(super) fn paddle<R: Recorder<Self>>(
        &self,
        public: &mut Public,
        canoe: u8,
        blocks: [Block; 2],
        to: u8,
        log: &mut R,
    ) {
        let seat = public.decider;
        let bit = 1 << canoe;
        public.may = if public.only_one { 0 } else { public.may & !bit };
        public.must &= public.may;
        self.apply_block(public, seat, canoe, blocks[0], log);
        let own = &mut public.canoes[seat][canoe as usize];
        let from = own.space;
        own.space = to;
        if from == LAND {
            log.event(self, Event::Launched(seat), public);
        }
        if to == LAND {
            let landed = std::mem::replace(&mut public.canoes[seat][canoe as usize], Canoe::ASHORE);
            Self::leave_elk(public, seat, canoe);
            if !landed.loaded() {
                log.event(self, Event::Landed { seat, colour: NONE }, public);
            }
            for colour in [landed.cargo, landed.second]
                .into_iter()
                .filter(|colour| *colour != NONE)
            {
                public.gems[seat][colour as usize] += 1;
                public.landed = true;
                log.event(self, Event::Landed { seat, colour }, public);
            }
            return;
        }
        self.apply_block(public, seat, canoe, blocks[1], log);
        self.meet_elk(public, seat, canoe, log);
        let up = from != LAND && self.river.depth[to as usize] < self.river.depth[from as usize];
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
        space: u8,
        mut found: impl FnMut(Seat, u8, u8),
    ) -> bool {
        let mut any = false;
        for other in (0..self.players as u8).map(Seat).filter(|other| *other != seat) {
            for (at, canoe) in public.canoes[other].iter().enumerate() {
                if canoe.space == space && canoe.loaded() {
                    any = true;
                    found(other, at as u8, 0);
                    if canoe.second != NONE && canoe.second != canoe.cargo {
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
        let colour = public.canoes[victim][from as usize].give(hold);
        public.canoes[thief][canoe as usize].take(colour);
        log.event(self, Event::Stolen { thief, victim, colour }, public);
        self.ask_steal(public, canoe);
    }
}
