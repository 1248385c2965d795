//! What the other of two would lay, were it to go by one script or another: they read what everybody sees.

use super::ScriptedBot;
use super::laying::kind;
use super::plan::Programme;
use crate::Mekong;
use crate::card::Card;
use crate::state::{Move, PROGRAMME, Private};
use arrayvec::ArrayVec;
use balance_engine::{Bot, Game, Moves, Stream, View};

/// Scripts that are looked at, at most.
pub const MOST: usize = 10;

/// What the other player of `view` would lay by each of these, while programmes are laid; what is drawn for that is not taken from
/// `chance`.
pub fn programmes(
    rivals: &[ScriptedBot],
    view: View<'_, Mekong>,
    chance: &Stream,
    choices: &mut Option<Moves<Move>>,
) -> ArrayVec<Programme, MOST> {
    let mut all = ArrayVec::new();
    if rivals.is_empty() {
        return all;
    }
    let moves = choices.get_or_insert_default();
    let seat = view.seat.clockwise(1, view.game.players);
    let mut public = *view.public;
    public.decider = seat;
    for rival in rivals {
        let mut chance = chance.clone();
        let mut private = Private {
            programme: [Card::NONE; PROGRAMME],
        };
        for at in 0..PROGRAMME {
            public.position = at as u8;
            let view = View {
                game: view.game,
                seat,
                public: &public,
                private: &private,
            };
            moves.clear();
            view.game.moves(view, moves);
            let chosen = rival.choose(view, moves, &mut chance);
            if let Move::Card(card) = moves[chosen] {
                private.programme[at] = card;
            }
        }
        all.push(private.programme.map(kind));
    }
    all
}
