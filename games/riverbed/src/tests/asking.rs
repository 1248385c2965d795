//! Questions to a position: what is on offer, what lies where, who knows what. Changes nothing.

use super::*;

impl Position {
    pub(super) fn offered(&self) -> Vec<Move> {
        let mut moves = Moves::default();
        if let Turn::Choose(seat) = self.game.turn(&self.state.public) {
            self.game.moves(self.state.view(&self.game, seat), &mut moves);
        }
        moves.to_vec()
    }

    pub(super) fn offers(&self, mv: Move) -> bool {
        self.offered().contains(&mv)
    }

    /// Printed numbers of the spaces on offer, sorted.
    pub(super) fn spaces(&self) -> Vec<u8> {
        let of = |mv| match mv {
            Move::Space(space) => Some(space + 1),
            _ => None,
        };
        let mut spaces: Vec<u8> = self.offered().into_iter().filter_map(of).collect();
        spaces.sort_unstable();
        spaces
    }

    pub(super) fn seats(&self) -> SeatSet {
        let of = |mv| if let Move::Seat(seat) = mv { Some(seat) } else { None };
        self.offered().into_iter().filter_map(of).collect()
    }

    pub(super) fn ask(&self) -> (Seat, Ask) {
        (self.state.public.decider, self.state.public.ask)
    }

    pub(super) fn over(&self) -> bool {
        self.game.turn(&self.state.public) == Turn::Over
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        self.state.public.ending
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.game.outcome(&self.state)
    }

    pub(super) fn tracks(&self) -> [u8; 3] {
        self.state.public.tracks
    }

    pub(super) fn space_of(&self, number: u8) -> u8 {
        bits(self.game.board.tiled)
            .find(|space| self.game.tiles[self.state.hidden.tile_at[*space] as usize].number == number)
            .expect("this tile is in play") as u8
            + 1
    }

    pub(super) fn number_at(&self, space: u8) -> u8 {
        self.game.tiles[self.state.hidden.tile_at[space as usize - 1] as usize].number
    }

    pub(super) fn shown(&self) -> Vec<u8> {
        let spaces = printed(self.state.public.face_up).into_iter();
        let mut numbers: Vec<u8> = spaces.map(|space| self.number_at(space)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Spaces on which the tile `number` may lie as far as `seat` knows.
    pub(super) fn guesses(&self, seat: Seat, number: u8) -> Vec<u8> {
        let tile = self.state.hidden.tile_at[self.space_of(number) as usize - 1];
        printed(self.state.private[seat].place_of[tile as usize])
    }

    pub(super) fn knows(&self, seat: Seat, number: u8) -> bool {
        self.guesses(seat, number) == [self.space_of(number)]
    }

    pub(super) fn meeple_of(&self, seat: Seat) -> u8 {
        self.state.public.meeple[seat].space().expect("it is placed") + 1
    }

    pub(super) fn cards_of(&self, seat: Seat) -> Vec<Effect> {
        printed_cards(&self.game, self.state.private[seat].hand)
    }

    pub(super) fn marks_of(&self, seat: Seat) -> (bool, bool) {
        let marks = self.state.public.marks[seat];
        (marks.dive, marks.swim)
    }

    pub(super) fn happened(&self, event: Event) -> bool {
        self.events.contains(&event)
    }
}
