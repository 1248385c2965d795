//! One's own turn: whether to play a card, which action to take, when to use the marker.

use super::hand::{self, Hand};
use super::heuristic::Decision;
use super::outlook::Outlook;
use super::value::larger;
use super::value::{self, Others};
use crate::state::{Action, Move};
use balance_engine::{MovePlan, Seat, SeatSet, Stream};

impl Decision<'_> {
    /// The turn: a card that pays, then the action that promises most.
    pub fn menu(&self, chance: &mut Stream, ahead: &mut MovePlan<Move>) -> usize {
        let public = self.view.public;
        let useful = |mv: &Move| matches!(mv, Move::Card(effect) if hand::useful(self.view.private, *effect));
        let holds_card = self.moves.iter().any(useful);
        if public.acted && !holds_card {
            return self.end_turn();
        }
        let outlook = self.outlook(ahead);
        let hand = self.hand(&outlook);
        if holds_card {
            let mut most = (0.0, None);
            for (index, mv) in self.moves.iter().enumerate() {
                if let Move::Card(effect) = mv {
                    let worth = hand.worth(*effect);
                    if worth > most.0 {
                        most = (worth, Some(index));
                    }
                }
            }
            if let Some(index) = most.1 {
                return index;
            }
        }
        if public.acted {
            return self.end_turn();
        }
        let (chosen, partner) = self.action(&outlook, &hand, chance);
        // Nothing happens before it is asked whom it chooses.
        if let (Move::CoOp, Some(partner)) = (self.moves[chosen], partner) {
            ahead.foretell(self.view.seat, std::iter::once(Move::Seat(partner)));
        }
        chosen
    }

    /// The index of the action that promises most, and the partner of a Co-op, where no other promises as much.
    fn action(&self, outlook: &Outlook<'_>, hand: &Hand<'_, '_>, chance: &mut Stream) -> (usize, Option<Seat>) {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let weights = &self.tuned.weights;
        let marks = public.marks[seat];
        let targets = game.action_targets(public, seat);
        let refreshed = weights.refresh * (f32::from(u8::from(marks.dive)) + f32::from(u8::from(marks.swim)));
        let dive = if targets & outlook.blind == 0 {
            -weights.draw
        } else {
            let sure = outlook
                .best_of(targets & !outlook.blind)
                .map_or(0.0, |(worth, _)| larger(worth, 0.0));
            weights.look * outlook.look(sure)
        };
        let swim = if self.moves.iter().any(|mv| matches!(mv, Move::Swim)) {
            let places = game.board.swim[public.meeple[seat].index()];
            0.5 * hand.best_move(places) + weights.draw
        } else {
            f32::MIN
        };
        let coop = |promise: f32| promise - weights.caution + weights.draw + refreshed;
        // What stands before a Co-op among the moves. Nobody is looked at where none could reach it, except for those who want to
        // hear of every value.
        let before = if self.moves.iter().any(|mv| matches!(mv, Move::Dive)) {
            larger(dive, swim)
        } else {
            swim
        };
        let (promise, partner) = match value::bound(outlook) {
            _ if public.far_reach => (-1.0, None),
            Some(bound) if coop(bound) < before && self.values.is_none() => (bound, None),
            _ => self.best_promise(outlook),
        };
        let coop = coop(promise);
        let chosen = self.best(chance, |mv| match mv {
            Move::Dive => dive,
            Move::Swim => swim,
            Move::CoOp => coop,
            Move::Uncover => match outlook.best_of(targets) {
                Some((worth, _)) => worth + refreshed - self.uncover_price(outlook),
                None => -1.0,
            },
            // The marker serves to dive at once, when that is worth more than a plain turn.
            Move::Refresh(Action::Dive) => dive - weights.refresh,
            _ => -1.0,
        });
        (chosen, partner)
    }

    /// The index of the end of the turn.
    fn end_turn(&self) -> usize {
        let ends = |mv: &Move| matches!(mv, Move::EndTurn);
        self.moves.iter().position(ends).unwrap_or(0)
    }

    /// What an Uncover must gain: less as the game draws to its end.
    fn uncover_price(&self, outlook: &Outlook<'_>) -> f32 {
        let nearest = outlook.standing.missing.iter().copied().min().unwrap_or(1);
        let haste = if nearest <= 2 {
            0.3
        } else if nearest <= 4 {
            0.7
        } else {
            1.0
        };
        self.tuned.weights.uncover * haste
    }

    /// What the one who promises most does, and whom to choose, unless chance has a say: it is drawn wherever one is as good as the
    /// best before.
    fn best_promise(&self, outlook: &Outlook<'_>) -> (f32, Option<Seat>) {
        let others = Others::new(outlook, self.tuned.weights.suspicion);
        let game = self.view.game;
        let everybody = SeatSet::all(game.players).without(self.view.seat);
        let (mut most, mut highest, mut chosen, mut drawn) = (f32::MIN, f32::MIN, None, false);
        for seat in game.partners(self.view.public, everybody).iter() {
            let promise = others.promise(seat);
            most = larger(promise, most);
            let score = others.score(seat, promise);
            if score > highest {
                (highest, chosen) = (score, Some(seat));
            } else {
                drawn |= score >= highest;
            }
        }
        (most, chosen.filter(|_| !drawn))
    }
}
