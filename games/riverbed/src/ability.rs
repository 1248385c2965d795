//! An ability card is played, in one's own turn or in another's: its parts are done one after another (RB-55 to RB-65).

use super::Riverbed;
use super::cards::{Effect, Window};
use super::play::Playing;
use super::state::{Action, Ask, Event, Move};
use balance_engine::{Purpose, Recorder, Seat};

impl<R: Recorder<Riverbed>> Playing<'_, R> {
    /// `seat` plays a card in its own turn.
    pub fn play_card(&mut self, seat: Seat, effect: Effect) {
        self.spend(seat, effect, false);
        match effect {
            Effect::DeepBreath => {
                self.draw(seat, 2);
                self.menu();
            }
            Effect::FarReach => {
                self.state.public.far_reach = true;
                self.menu();
            }
            _ => self.ask(seat, Ask::Card { effect, first: None }),
        }
    }

    /// Carries out the choice made for a card played in one's own turn.
    pub fn card_chosen(&mut self, seat: Seat, effect: Effect, first: Option<u8>, mv: Move) {
        let two_steps = matches!(
            effect,
            Effect::SwimmingHole
                | Effect::Delusion
                | Effect::TwinLanterns
                | Effect::MurkyWater
                | Effect::Crosscurrent
                | Effect::SlantingCurrent
                | Effect::Undertow
                | Effect::Eavesdrop
                | Effect::Sandbank
        );
        if let (true, None) = (two_steps, first) {
            let chosen = match mv {
                Move::Space(space) => space,
                Move::Seat(other) => other.0,
                _ => return,
            };
            if effect == Effect::Delusion {
                self.flip_down(seat, chosen);
            }
            return self.ask(
                seat,
                Ask::Card {
                    effect,
                    first: Some(chosen),
                },
            );
        }
        let first = first.unwrap_or_default();
        match (effect, mv) {
            (Effect::SteppingStone, Move::Space(space)) => {
                self.move_meeple(seat, space, false);
                self.draw(seat, 1);
            }
            (Effect::BorrowedGills, Move::Space(space)) => self.move_meeple(seat, space, false),
            (Effect::SwimmingHole | Effect::Undertow, Move::Space(space)) => {
                self.move_meeple(Seat(first), space, false);
            }
            (Effect::Delusion, Move::Space(space)) => {
                self.state.public.after = super::state::After::Card;
                return self.reveal(seat, space);
            }
            (Effect::ClearWater | Effect::Eavesdrop, Move::Space(space)) => self.look(seat, space),
            (Effect::TwinLanterns, Move::Space(space)) => {
                self.look(seat, first);
                self.look(seat, space);
            }
            (Effect::MurkyWater, Move::Space(space)) => self.shuffle_tiles(seat, 1 << first | 1 << space),
            (Effect::Crosscurrent | Effect::SlantingCurrent, Move::Space(space)) => self.swap_tiles(seat, first, space),
            (Effect::Whirlpool, Move::Space(space)) => {
                let spaces = (self.game.board.adjacent[space as usize] | 1 << space) & self.face_down();
                self.shuffle_tiles(seat, spaces);
            }
            (Effect::RottenTimber | Effect::WitheredKelp | Effect::Counterfeit, Move::Space(space)) => {
                self.flip_down(seat, space);
            }
            (Effect::SecondWind, Move::Refresh(action)) => self.exhaust(seat, action, false),
            (Effect::Sandbank, Move::Exhaust(action)) => self.exhaust(Seat(first), action, true),
            (Effect::LightFingers, Move::Seat(other)) => self.steal(seat, other),
            (Effect::Decoy, Move::Seat(other)) => {
                let (here, there) = (self.state.public.meeple[seat], self.state.public.meeple[other]);
                self.move_meeple(seat, there, false);
                self.move_meeple(other, here, false);
            }
            (Effect::Confession, Move::Seat(other)) => {
                self.state.private[seat].seen_role[other] = Some(self.state.private[other].role);
                self.tell(Event::Confessed { seat: other, to: seat });
            }
            _ => {}
        }
        self.menu();
    }

    /// `seat` plays a card in another player's turn.
    pub fn play_in_window(&mut self, seat: Seat, effect: Effect, window: Window) {
        self.spend(seat, effect, true);
        if let (Effect::Eavesdrop, Window::Dive(space)) = (effect, window) {
            self.look(seat, space);
            return self.next_in_window(window, seat);
        }
        self.ask(seat, Ask::WindowCard(effect, window));
    }

    /// Carries out the choice made for a card played in another player's turn.
    pub fn window_card_chosen(&mut self, seat: Seat, window: Window, mv: Move) {
        match mv {
            Move::Space(space) => self.move_meeple(seat, space, false),
            Move::Refresh(action) => self.exhaust(seat, action, false),
            Move::Seat(other) => return self.name_partner(other),
            _ => {}
        }
        self.next_in_window(window, seat);
    }

    /// Offers `window` to the next player clockwise after `from` who can use it, or goes on (RB-R34).
    pub fn next_in_window(&mut self, window: Window, from: Seat) {
        let active = self.state.public.active;
        let players = self.game.players;
        let mut seat = from.clockwise(1, players);
        while seat != active {
            if self.can_use(window, seat) {
                return self.ask(seat, Ask::Window(window));
            }
            seat = seat.clockwise(1, players);
        }
        self.close_window(window);
    }

    /// Does `seat` hold a card that it could play in `window`?
    pub fn can_use(&self, window: Window, seat: Seat) -> bool {
        let hand = self.state.private[seat].hand & self.game.dual_at[window.moment() as usize];
        let mut any = false;
        if hand != 0 {
            self.game
                .playable_in(&self.state.public, seat, hand, window, |_| any = true);
        }
        any
    }

    fn close_window(&mut self, window: Window) {
        match window {
            Window::Swim => {
                let active = self.state.public.active;
                self.draw(active, self.game.rules.swim_draws);
                self.action_done();
            }
            Window::Dive(_) => self.action_done(),
            Window::Named => self.chosen_player(),
            Window::Action => self.menu(),
        }
    }

    fn spend(&mut self, seat: Seat, effect: Effect, window: bool) {
        let card = self.game.card_in(self.state.private[seat].hand, effect);
        self.state.private[seat].hand &= !(1 << card);
        let public = &mut self.state.public;
        public.hand_size[seat] -= 1;
        public.spent |= 1 << card;
        public.played[seat] += 1;
        self.tell(Event::CardPlayed { seat, effect, window });
    }

    fn steal(&mut self, seat: Seat, from: Seat) {
        let card = self.chance.of(Purpose::Events).one_of(self.state.private[from].hand);
        self.state.private[from].hand &= !(1 << card);
        self.state.private[seat].hand |= 1 << card;
        self.state.public.hand_size[from] -= 1;
        self.state.public.hand_size[seat] += 1;
        self.tell(Event::Stole { seat, from });
    }

    /// Turns an action of `seat` face-down (`exhausted`) or face-up.
    pub fn exhaust(&mut self, seat: Seat, action: Action, exhausted: bool) {
        let marks = &mut self.state.public.marks[seat];
        match action {
            Action::Dive => marks.dive = exhausted,
            Action::Swim => marks.swim = exhausted,
        }
    }
}
