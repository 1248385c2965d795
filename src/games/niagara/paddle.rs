//! What one canoe may do with its points, and doing it (NI-22 to NI-39).

use super::Niagara;
use super::river::{LAND, NO_PLACE};
use super::state::{Ask, Block, COLOURS, Canoe, Event, Move, NONE, Public};
use crate::engine::{Recorder, Seat};

impl Niagara {
    /// Every action of `canoe` (number `index`) with `points`.
    pub(super) fn each_paddle(&self, public: &Public, index: u8, canoe: Canoe, points: u8, mut out: impl FnMut(Move)) {
        let unit = self.rules.load_cost;
        let mut push = |pre, to, post| {
            out(Move::Paddle {
                canoe: index,
                pre,
                to,
                post,
            });
        };
        self.each_stop(canoe.space, points, |to| push(Block::NOTHING, to, Block::NOTHING));
        if points < unit {
            return;
        }
        if canoe.space != LAND {
            self.each_block(public, canoe, canoe.space, points, |pre, cost| {
                if cost == points {
                    if self.rules.load_without_moving {
                        push(pre, canoe.space, Block::NOTHING);
                    }
                } else {
                    self.each_stop(canoe.space, points - cost, |to| push(pre, to, Block::NOTHING));
                }
            });
        }
        for cost in [unit, 2 * unit] {
            if cost >= points {
                break;
            }
            self.each_stop(canoe.space, points - cost, |to| {
                if to != LAND {
                    self.each_block(public, canoe, to, cost, |post, own| {
                        if own == cost {
                            push(Block::NOTHING, to, post);
                        }
                    });
                }
            });
        }
    }

    /// Every space where a canoe may stop that moves exactly `steps` (at least 1); land also with steps left over.
    #[inline]
    pub(super) fn each_stop(&self, space: u8, steps: u8, mut stop: impl FnMut(u8)) {
        let river = &self.river;
        let depth = if space == LAND { 0 } else { river.depth[space as usize] };
        if depth > 0 {
            if depth > steps {
                stop(river.upstream(space, depth - steps));
            }
            if steps + 1 >= depth + self.rules.land_cost {
                stop(LAND);
            }
        }
        let down = depth + steps;
        if down <= river.trunk {
            stop(down);
        } else if down <= river.deepest() {
            match river.side(space) {
                Some(_) => stop(space + steps),
                None => [0, 1]
                    .into_iter()
                    .for_each(|side| stop(river.arm_start(side) + down - river.trunk - 1)),
            }
        }
    }

    /// Every way to load and unload at `space` for at most `budget` points, with its cost.
    #[inline]
    fn each_block(&self, public: &Public, canoe: Canoe, space: u8, budget: u8, mut block: impl FnMut(Block, u8)) {
        let place = self.river.place[space as usize];
        if place == NO_PLACE {
            return;
        }
        let unit = self.rules.load_cost;
        let lying = &public.places[place as usize];
        if canoe.cargo == NONE {
            if unit <= budget {
                for load in (0..COLOURS as u8).filter(|colour| lying[*colour as usize] > 0) {
                    block(Block { unload: false, load }, unit);
                }
            }
        } else if canoe.cargo != place {
            let empty = lying.iter().all(|count| *count == 0);
            if unit <= budget && !(empty && self.rules.unload_needs_gems) {
                block(
                    Block {
                        unload: true,
                        load: NONE,
                    },
                    unit,
                );
            }
            if 2 * unit <= budget {
                let fits = |colour: &u8| {
                    lying[*colour as usize] > 0 && (*colour != canoe.cargo || !self.rules.swap_changes_colour)
                };
                for load in (0..COLOURS as u8).filter(fits) {
                    block(Block { unload: true, load }, 2 * unit);
                }
            }
        }
    }

    /// Puts down and takes aboard.
    fn apply_block<R: Recorder<Self>>(&self, public: &mut Public, seat: Seat, canoe: u8, block: Block, log: &mut R) {
        if block == Block::NOTHING {
            return;
        }
        let own = &mut public.canoes[seat][canoe as usize];
        let space = own.space as usize;
        let place = self.river.place[space] as usize;
        if block.unload {
            public.places[place][own.cargo as usize] += 1;
            own.cargo = NONE;
            log.event(self, Event::Unloaded(seat), public);
        }
        if block.load != NONE {
            public.places[place][block.load as usize] -= 1;
            public.canoes[seat][canoe as usize].cargo = block.load;
            let depth = self.river.depth[space];
            let colour = block.load;
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
            let colour = std::mem::replace(&mut public.canoes[seat][canoe as usize].cargo, NONE);
            if colour != NONE {
                public.gems[seat][colour as usize] += 1;
            }
            log.event(self, Event::Landed { seat, colour }, public);
            return;
        }
        self.apply_block(public, seat, canoe, blocks[1], log);
        let up = from != LAND && self.river.depth[to as usize] < self.river.depth[from as usize];
        let empty = !public.canoes[seat][canoe as usize].loaded();
        if up && empty && blocks == [Block::NOTHING; 2] && self.each_victim(public, seat, to, |_, _| {}) {
            public.ask = Ask::Steal(canoe);
        }
    }

    /// Every loaded canoe of somebody else at `space`; whether there is one.
    #[inline]
    pub(super) fn each_victim(&self, public: &Public, seat: Seat, space: u8, mut found: impl FnMut(Seat, u8)) -> bool {
        let mut any = false;
        for other in (0..self.players as u8).map(Seat).filter(|other| *other != seat) {
            for (at, canoe) in public.canoes[other].iter().enumerate() {
                if canoe.space == space && canoe.loaded() {
                    any = true;
                    found(other, at as u8);
                }
            }
        }
        any
    }

    /// Takes a gem out of another canoe.
    pub(super) fn steal<R: Recorder<Self>>(&self, public: &mut Public, canoe: u8, victim: Seat, from: u8, log: &mut R) {
        let thief = public.decider;
        let colour = std::mem::replace(&mut public.canoes[victim][from as usize].cargo, NONE);
        public.canoes[thief][canoe as usize].cargo = colour;
        log.event(self, Event::Stolen { thief, victim, colour }, public);
    }
}
