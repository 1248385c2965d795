//! What was noted is what would be worked out afresh.

use super::super::notes::Notes;
use super::super::outlook::Outlook;
use super::super::weights::{Tuned, Weights};
use crate::{MAX_SPACES, Riverbed, bits};
use balance_engine::{Chance, Game, Moves, Purpose, Turn};

/// All that an outlook says, for comparing.
fn told(outlook: &Outlook<'_>) -> String {
    let down = outlook.down;
    let expected: Vec<_> = bits(down).map(|space| outlook.expect(space)).collect();
    let known: Vec<_> = (0..MAX_SPACES).map(|space| outlook.known(space)).collect();
    format!(
        "{:?} {:?} {down} {} {} {} {known:?} {expected:?} {:?} {:?} {}",
        outlook.standing.missing,
        outlook.standing.shares,
        outlook.blind,
        outlook.placed,
        outlook.open,
        outlook.mean(),
        outlook.hope(),
        outlook.look(0.0)
    )
}

#[test]
fn what_is_noted_is_what_a_fresh_look_tells() {
    let tuned = [1.8, 1.8, 1.8, 3.0].map(|urgency| {
        Tuned::new(Weights {
            urgency,
            ..Weights::default()
        })
    });
    for players in [4, 9] {
        let game = Riverbed::standard(players);
        // The notes of one table, over games.
        let mut notes = Notes::default();
        let mut moves = Moves::default();
        for number in 0..12 {
            let mut chance = Chance::new(20, number);
            let mut state = game.setup(&mut chance);
            while let Turn::Choose(seat) = game.turn(&state.public) {
                moves.clear();
                let view = state.view(&game, seat);
                game.moves(view, &mut moves);
                let chosen = chance.bot(seat).below(moves.len() as u32) as usize;
                // Not at every choice, and not all by the same weights.
                let tuned = &tuned[chance.of(Purpose::Dice).below(4) as usize];
                if chance.of(Purpose::Dice).below(3) > 0 {
                    let noted = told(&Outlook::new(view, tuned, &mut notes));
                    let fresh = told(&Outlook::new(view, tuned, &mut Notes::default()));
                    assert_eq!(noted, fresh, "game {number} of {players} in turn {}", state.public.turn);
                }
                game.play(&mut state, moves[chosen], &mut chance, &mut ());
            }
        }
    }
}
