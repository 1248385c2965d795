//! An ability card is played, in one's own turn or in another's: its parts are done one after another (RB-55 to RB-65).

use super::Riverbed;
use super::cards::{Effect, Window};
use super::play::Playing;
use super::state::{Action, After, Ask, Event, Move, Target};
use balance_engine::{Purpose, Recorder, Seat};
use balance_kit::bits;

impl<R: Recorder<Riverbed>> Playing<'_, R> {
    pub fn play_card(&mut self, seat: Seat, effect: Effect) {
        self.spend(seat, effect);
        self.tell(Event::CardPlayed {
            seat,
            effect,
            window: false,
        });
        if effect.aims().is_empty() {
            if effect == Effect::DeepBreath {
                self.draw(seat, 2);
            } else {
                self.state.public.far_reach = true;
            }
            return self.menu();
        }
        self.ask(seat, Ask::Card { effect, first: None });
    }

    /// Carries out the choice made for a card played in one's own turn.
    pub fn card_chosen(&mut self, seat: Seat, effect: Effect, first: Option<Target>, mv: Move) {
        match first {
            None if effect.aims().len() == 2 => return self.first_chosen(seat, effect, mv),
            None => self.only_chosen(seat, effect, mv),
            Some(Target::Space(space)) => {
                if self.second_space_chosen(seat, effect, space, mv) {
                    return;
                }
            }
            Some(Target::Seat(other)) => self.chosen_for(seat, effect, other, mv),
        }
        self.menu();
    }

    fn first_chosen(&mut self, seat: Seat, effect: Effect, mv: Move) {
        let first = match mv {
            Move::Space(space) => Target::Space(space),
            Move::Seat(other) => Target::Seat(other),
            _ => return self.menu(),
        };
        if let (Effect::Delusion, Target::Space(space)) = (effect, first) {
            self.flip_down(seat, space);
        }
        let first = Some(first);
        self.ask(seat, Ask::Card { effect, first });
    }

    /// The choice of a card that asks for one thing.
    fn only_chosen(&mut self, seat: Seat, effect: Effect, mv: Move) {
        match (effect, mv) {
            (Effect::SteppingStone, Move::Space(space)) => {
                self.move_meeple(seat, space);
                self.draw(seat, 1);
            }
            (Effect::BorrowedGills, Move::Space(space)) => self.move_meeple(seat, space),
            (Effect::ClearWater, Move::Space(space)) => self.look(seat, space),
            (Effect::Whirlpool, Move::Space(space)) => {
                let spaces = (self.game.board.adjacent[space as usize] | 1 << space) & self.face_down();
                self.shuffle_tiles(seat, spaces);
            }
            (Effect::RottenTimber | Effect::WitheredKelp | Effect::Counterfeit, Move::Space(space)) => {
                self.flip_down(seat, space);
            }
            (Effect::SecondWind, Move::Refresh(action)) => self.refresh_by_card(seat, action),
            (Effect::LightFingers, Move::Seat(other)) => self.steal(seat, other),
            (Effect::Decoy, Move::Seat(other)) => {
                let places = [seat, other].map(|each| self.state.public.meeple[each].space());
                if let [Some(here), Some(there)] = places {
                    self.move_meeple(seat, there);
                    self.move_meeple(other, here);
                }
            }
            (Effect::Confession, Move::Seat(other)) => {
                let role = self.state.private[other].role;
                self.state.private[seat].seen_role[other] = Some(role);
                self.tell(Event::Confessed {
                    seat: other,
                    to: seat,
                    role,
                });
            }
            _ => {}
        }
    }

    /// The second space of a card that asks for two; true when a tile is executed before the turn goes on.
    fn second_space_chosen(&mut self, seat: Seat, effect: Effect, first: u8, mv: Move) -> bool {
        let Move::Space(space) = mv else { return false };
        match effect {
            Effect::Delusion => {
                self.state.public.after = After::Card;
                self.reveal(seat, space);
                return true;
            }
            Effect::TwinLanterns => {
                self.look(seat, first);
                self.look(seat, space);
            }
            Effect::MurkyWater => self.shuffle_tiles(seat, 1 << first | 1 << space),
            _ => self.swap_tiles(seat, first, space),
        }
        false
    }

    /// The second choice of a card that asks for a player first.
    fn chosen_for(&mut self, seat: Seat, effect: Effect, other: Seat, mv: Move) {
        match (effect, mv) {
            (Effect::Eavesdrop, Move::Space(space)) => self.look(seat, space),
            (_, Move::Space(space)) => self.move_meeple(other, space),
            (_, Move::Exhaust(action)) => {
                self.exhaust(other, action);
                self.tell(Event::Exhausted {
                    seat,
                    of: other,
                    action,
                });
            }
            _ => {}
        }
    }

    pub fn play_in_window(&mut self, seat: Seat, effect: Effect, window: Window) {
        self.spend(seat, effect);
        self.tell(Event::CardPlayed {
            seat,
            effect,
            window: true,
        });
        if let (Effect::Eavesdrop, Window::Dive(space)) = (effect, window) {
            self.look(seat, space);
            return self.reopen_window(window, seat);
        }
        self.ask(seat, Ask::WindowCard(effect, window));
    }

    /// Carries out the choice made for a card played in another player's turn.
    pub fn window_card_chosen(&mut self, seat: Seat, window: Window, mv: Move) {
        match mv {
            Move::Space(space) => self.move_meeple(seat, space),
            Move::Refresh(action) => self.refresh_by_card(seat, action),
            Move::Seat(chosen) => {
                self.tell(Event::Named { seat, chosen });
                return self.name_partner(chosen);
            }
            _ => {}
        }
        self.reopen_window(window, seat);
    }

    /// Offers `window` again to a player who has used it and may play another card, then to the next ones.
    fn reopen_window(&mut self, window: Window, seat: Seat) {
        let players = self.game.players;
        self.next_in_window(window, seat.clockwise(players - 1, players));
    }

    /// Offers `window` to the next player clockwise after `from` who can use it, or goes on (RB-R34).
    pub fn next_in_window(&mut self, window: Window, from: Seat) {
        let players = self.game.players;
        let cards = self.game.dual_at[window.moment() as usize];
        // Whoever holds such a card, as bits, those after `from` first, and those up to the active player.
        let mut holders = 0u32;
        for private in self.state.private.first(players).iter().rev() {
            holders = holders << 1 | u32::from(private.hand & cards != 0);
        }
        let next = from.clockwise(1, players);
        let until = self.state.public.active.clockwise(players - next.index(), players);
        for steps in bits((holders | holders << players) >> next.0 & ((1 << until.0) - 1)) {
            let seat = next.clockwise(steps, players);
            if self.can_use(window, seat) {
                return self.ask(seat, Ask::Window(window));
            }
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

    fn spend(&mut self, seat: Seat, effect: Effect) {
        let card = self.game.card_in(self.state.private[seat].hand, effect);
        self.state.private[seat].hand &= !(1 << card);
        let public = &mut self.state.public;
        public.hand_size[seat] -= 1;
        public.spent |= 1 << card;
        public.played[seat] += 1;
    }

    fn steal(&mut self, seat: Seat, from: Seat) {
        let card = self
            .chance
            .stream(Purpose::Events)
            .one_of(self.state.private[from].hand);
        self.state.private[from].hand &= !(1 << card);
        self.state.private[seat].hand |= 1 << card;
        self.state.public.hand_size[from] -= 1;
        self.state.public.hand_size[seat] += 1;
        let effect = self.game.effect_of[card as usize];
        self.tell(Event::Stole { seat, from, effect });
    }

    fn refresh_by_card(&mut self, seat: Seat, action: Action) {
        self.turn_up(seat, action);
        self.tell(Event::Refreshed { seat, action });
    }

    pub fn exhaust(&mut self, seat: Seat, action: Action) {
        *self.exhausted(seat, action) = true;
    }

    pub fn turn_up(&mut self, seat: Seat, action: Action) {
        *self.exhausted(seat, action) = false;
    }

    fn exhausted(&mut self, seat: Seat, action: Action) -> &mut bool {
        let marks = &mut self.state.public.marks[seat];
        match action {
            Action::Dive => &mut marks.dive,
            Action::Swim => &mut marks.swim,
        }
    }
}
