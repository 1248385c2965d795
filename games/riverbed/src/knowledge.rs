//! Who knows which tile lies where, through views, swaps and shuffles; and dealing afresh what a seat cannot know.

use super::board::{Spaces, spaces_where};
use super::play::Playing;
use super::state::{Event, Hidden, NONE, Private, Role};
use super::{MAX_CARDS, MAX_SHUFFLED, Riverbed};
use balance_engine::{BySeat, Imagine, Purpose, Recorder, Seat, State, Stream, View};
use balance_kit::bits;

impl<R: Recorder<Riverbed>> Playing<'_, R> {
    /// `seat` looks at the tile on `space` in secret, by a card or a text.
    pub fn look(&mut self, seat: Seat, space: u8) {
        self.learn(seat, space);
        let tile = self.state.hidden.tile_at[space as usize];
        self.tell(Event::Viewed { seat, space, tile });
    }

    /// `seat` knows the tile on `space` from now on.
    pub fn learn(&mut self, seat: Seat, space: u8) {
        let tile = self.state.hidden.tile_at[space as usize];
        self.state.private[seat].place_of[tile as usize] = 1 << space;
        self.state.public.seen[seat] |= 1 << space;
    }

    /// The tile on `space` was shown to all.
    pub fn everybody_knows(&mut self, tile: u8, space: u8) {
        for private in self.state.private.first_mut(self.game.players) {
            private.place_of[tile as usize] = 1 << space;
        }
    }

    /// Two face-down tiles change places unseen; who knew one knows where it went (RB-R36). Meeples stay (RB-R37).
    pub fn swap_tiles(&mut self, seat: Seat, a: u8, b: u8) {
        self.state.hidden.tile_at.swap(a as usize, b as usize);
        let both: Spaces = 1 << a | 1 << b;
        for seen in self.state.public.seen.first_mut(self.game.players) {
            if (*seen & both).is_power_of_two() {
                *seen ^= both;
            }
        }
        for private in self.state.private.first_mut(self.game.players) {
            for place in &mut private.place_of[..self.game.tiles.len()] {
                if (*place & both).is_power_of_two() {
                    *place ^= both;
                }
            }
        }
        self.tell(Event::Swapped { seat, spaces: (a, b) });
    }

    /// The tiles on `spaces` are shuffled unseen; only the set of them stays known (RB-R36).
    pub fn shuffle_tiles(&mut self, seat: Seat, spaces: Spaces) {
        let mut tiles = [NONE; MAX_SHUFFLED];
        let count = spaces.count_ones() as usize;
        for (tile, space) in tiles.iter_mut().zip(bits(spaces)) {
            *tile = self.state.hidden.tile_at[space];
        }
        self.chance.stream(Purpose::Events).shuffle(&mut tiles[..count]);
        for (tile, space) in tiles.iter().zip(bits(spaces)) {
            self.state.hidden.tile_at[space] = *tile;
        }
        // Who has seen all of them has seen each, wherever it lies now.
        for seen in self.state.public.seen.first_mut(self.game.players) {
            if *seen & spaces != spaces {
                *seen &= !spaces;
            }
        }
        for private in self.state.private.first_mut(self.game.players) {
            for place in &mut private.place_of[..self.game.tiles.len()] {
                if *place & spaces != 0 {
                    *place |= spaces;
                }
            }
        }
        self.tell(Event::Shuffled { seat, spaces, tiles });
    }
}

impl Imagine for Riverbed {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let public = view.public.clone();
        let roles = self.imagine_roles(view, chance);
        let tile_at = self.imagine_tiles(view, chance);
        let mut unseen: u64 = self.deck & !view.private.hand & !public.discards & !public.spent;
        let mut private = BySeat::<Private>::default();
        for index in 0..self.players {
            let seat = Seat(index as u8);
            if seat == view.seat {
                private[seat] = *view.private;
                continue;
            }
            let mut hand = 0;
            for _ in 0..public.hand_size[seat] {
                let card = chance.one_of(unseen);
                unseen &= !(1 << card);
                hand |= 1 << card;
            }
            let mut place_of = [self.board.tiled; super::MAX_TILES];
            for space in bits(self.board.tiled) {
                if public.has_seen(seat, space) || public.face_up >> space & 1 == 1 {
                    place_of[tile_at[space] as usize] = 1 << space;
                }
            }
            private[seat] = Private {
                role: roles.0[index],
                hand,
                place_of,
                seen_role: BySeat::default(),
            };
        }
        let mut deck = [0; MAX_CARDS];
        let left = unseen.count_ones() as usize;
        for slot in &mut deck[..left] {
            *slot = unseen.trailing_zeros() as u8;
            unseen &= unseen - 1;
        }
        chance.shuffle(&mut deck[..left]);
        State {
            public,
            private,
            hidden: Hidden {
                tile_at,
                deck,
                left_out: roles.1,
            },
        }
    }
}

impl Riverbed {
    /// Roles by seat, and the one left out of a four-player game, that fit what `view` knows.
    fn imagine_roles(
        &self,
        view: View<'_, Self>,
        chance: &mut Stream,
    ) -> ([Role; balance_engine::MAX_SEATS], Option<Role>) {
        let known = |index: usize| {
            let seat = Seat(index as u8);
            let own = (seat == view.seat).then_some(view.private.role);
            let chief = (seat == view.public.chief).then_some(Role::Chief);
            own.or(chief)
                .or(view.public.role[seat])
                .or(view.private.seen_role[seat])
        };
        // In the four-player game either of two cards may be the one left out: any deal that fits, each equally likely.
        let mut deal = self.role_cards(Role::Separatist);
        if let super::Fifth::Unseen = self.fifth {
            let knows = |role| (0..self.players).any(|index| known(index) == Some(role));
            let out = match (knows(Role::Profiteer), knows(Role::Separatist)) {
                (true, _) => Role::Separatist,
                (_, true) => Role::Profiteer,
                _ if chance.below(2) == 0 => Role::Separatist,
                _ => Role::Profiteer,
            };
            deal = self.role_cards(if out == Role::Separatist {
                Role::Profiteer
            } else {
                Role::Separatist
            });
            return (self.seat_roles(deal, known, chance), Some(out));
        }
        if let super::Fifth::Fixed(role) = self.fifth {
            deal = self.role_cards(role);
        }
        (self.seat_roles(deal, known, chance), None)
    }

    fn seat_roles(
        &self,
        deal: [Role; balance_engine::MAX_SEATS],
        known: impl Fn(usize) -> Option<Role>,
        chance: &mut Stream,
    ) -> [Role; balance_engine::MAX_SEATS] {
        let mut rest: arrayvec::ArrayVec<Role, { balance_engine::MAX_SEATS }> =
            deal[..self.players].iter().copied().collect();
        for index in 0..self.players {
            if let Some(at) = known(index).and_then(|role| rest.iter().position(|other| *other == role)) {
                rest.swap_remove(at);
            }
        }
        chance.shuffle(&mut rest);
        let mut roles = [Role::Chief; balance_engine::MAX_SEATS];
        for (index, role) in roles.iter_mut().enumerate().take(self.players) {
            *role = known(index).or_else(|| rest.pop()).unwrap_or_default();
        }
        roles
    }

    /// A placing of all tiles that fits what `view` knows: drawn at random until it fits, each fitting one equally
    /// likely; in the rare case that many draws do not fit, one is built tile by tile.
    fn imagine_tiles(&self, view: View<'_, Self>, chance: &mut Stream) -> [u8; super::MAX_SPACES] {
        let mut tile_at = view.public.shown;
        let mut free: Spaces = self.board.tiled & !view.public.face_up;
        let mut open = arrayvec::ArrayVec::<u8, { super::MAX_TILES }>::new();
        let placed = bits(view.public.face_up).fold(0u32, |set, space| set | 1 << view.public.shown[space]);
        for tile in (0..self.tiles.len() as u8).filter(|tile| placed >> tile & 1 == 0) {
            let place = view.private.place_of[tile as usize];
            if place.is_power_of_two() {
                tile_at[place.trailing_zeros() as usize] = tile;
                free &= !place;
            } else {
                open.push(tile);
            }
        }
        let fits = |tile: u8, space: usize| view.private.place_of[tile as usize] >> space & 1 == 1;
        for _ in 0..64 {
            chance.shuffle(&mut open);
            if open.iter().zip(bits(free)).all(|(tile, space)| fits(*tile, space)) {
                for (tile, space) in open.iter().zip(bits(free)) {
                    tile_at[space] = *tile;
                }
                return tile_at;
            }
        }
        open.sort_by_key(|tile| view.private.place_of[*tile as usize].count_ones());
        place_one_by_one(&open, free, &fits, chance, &mut tile_at);
        tile_at
    }
}

/// Lays each tile on a space drawn among those that fit it, going back where it does not come out.
fn place_one_by_one(
    open: &[u8],
    free: Spaces,
    fits: &impl Fn(u8, usize) -> bool,
    chance: &mut Stream,
    tile_at: &mut [u8; super::MAX_SPACES],
) -> bool {
    let Some((&tile, rest)) = open.split_first() else {
        return true;
    };
    let mut untried = spaces_where(free, |space| fits(tile, space));
    while untried != 0 {
        let space = chance.one_of(u64::from(untried));
        tile_at[space as usize] = tile;
        if place_one_by_one(rest, free & !(1 << space), fits, chance, tile_at) {
            return true;
        }
        untried &= !(1 << space);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::Chance;

    /// Five pairs of tiles, each known to lie on two spaces: all 32 placings are found, each about as often.
    #[test]
    fn tiles_laid_one_by_one_lie_anywhere_they_may() {
        let mut chance = Chance::new(5, 0);
        let fits = |tile: u8, space: usize| space / 2 == usize::from(tile / 2);
        let open: Vec<u8> = (0..10).collect();
        let mut seen = [0u32; 32];
        for _ in 0..3_200 {
            let mut tile_at = [0; crate::MAX_SPACES];
            assert!(place_one_by_one(&open, 0x3ff, &fits, chance.bot(Seat(0)), &mut tile_at));
            let placing = (0..5).fold(0, |bits, pair| bits << 1 | usize::from(tile_at[2 * pair] % 2));
            seen[placing] += 1;
        }
        // A count outside this range is seen in fewer than one set of streams out of a thousand.
        assert!(seen.iter().all(|count| (55..=150).contains(count)), "{seen:?}");
    }
}
