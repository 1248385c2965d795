//! What spares work changes nothing: what was noted is what would be worked out afresh, what is left out could not have been
//! chosen.

use super::super::notes::Notes;
use super::super::outlook::Outlook;
use super::super::value::{self, Others};
use super::super::weights::{WeightTables, Weights};
use super::super::{HeuristicBot, hunt_plan};
use crate::state::{Ask, Move};
use crate::{MAX_SPACES, Riverbed, bits};
use balance_engine::{Bot, Chance, Game, MovePlan, Moves, Purpose, Seat, SeatSet, Turn, View};

/// All that an outlook says, for comparing.
fn told(outlook: &Outlook<'_>) -> String {
    let down = outlook.down;
    let expected: Vec<_> = bits(down).map(|space| outlook.expect(space)).collect();
    let known: Vec<_> = (0..MAX_SPACES).map(|space| outlook.known(space)).collect();
    format!(
        "{:?} {:?} {down} {} {} {} {known:?} {expected:?} {:?} {:?} {:?} {}",
        outlook.standing.missing,
        outlook.standing.shares,
        outlook.blind,
        outlook.placed,
        outlook.open,
        outlook.mean(),
        outlook.hope(),
        outlook.most(),
        outlook.look(0.0)
    )
}

/// Shows `visit` the views of random games, with the number of each game and dice of its own.
fn everywhere(players: u8, games: u64, mut visit: impl FnMut(View<'_, Riverbed>, u64, u32)) {
    let game = Riverbed::standard(players);
    let mut moves = Moves::default();
    for number in 0..games {
        let mut chance = Chance::new(20, number);
        let mut state = game.setup(&mut chance);
        while let Turn::Choose(seat) = game.turn(&state.public) {
            moves.clear();
            let view = state.view(&game, seat);
            game.moves(view, &mut moves);
            let chosen = chance.bot(seat).below(moves.len() as u32) as usize;
            visit(view, number, chance.stream(Purpose::Dice).below(12));
            game.play(&mut state, moves[chosen], &mut chance, &mut ());
        }
    }
}

#[test]
fn what_is_noted_is_what_a_fresh_look_tells() {
    let tuned = [1.8, 1.8, 1.8, 3.0].map(|urgency| {
        WeightTables::new(Weights {
            urgency,
            ..Weights::default()
        })
    });
    for players in [4, 9] {
        // The notes of one table, over games.
        let mut notes = Notes::default();
        everywhere(players, 12, |view, number, dice| {
            // Not at every choice, and not all by the same weights.
            if dice < 8 {
                let tuned = &tuned[dice as usize % 4];
                let noted = told(&Outlook::new(view, tuned, &mut notes));
                let fresh = told(&Outlook::new(view, tuned, &mut Notes::default()));
                let turn = view.public.turn;
                assert_eq!(noted, fresh, "game {number} of {players} in turn {turn}");
            }
        });
    }
}

#[test]
fn nobody_promises_more_than_the_bound() {
    let tuned = WeightTables::new(Weights::default());
    for players in [5, 9] {
        let (mut bounds, mut near) = (0, 0);
        everywhere(players, 40, |view, number, _| {
            let mut notes = Notes::default();
            let outlook = Outlook::new(view, &tuned, &mut notes);
            let Some(bound) = value::bound(&outlook) else {
                return;
            };
            let others = Others::new(&outlook, tuned.weights.suspicion);
            let seats = SeatSet::all(players.into()).without(view.seat);
            let promised = |seat: Seat| others.promise(seat);
            let most = seats.iter().map(promised).fold(f32::MIN, f32::max);
            assert!(most < bound, "{most} in game {number} of {players}, {bound} at most");
            (bounds, near) = (bounds + 1, near + u32::from(most > bound - 0.03));
        });
        assert!(bounds > 1000 && near > bounds / 10, "{near} of {bounds} say something");
    }
}

#[test]
fn what_a_look_gains_beyond_nothing_is_what_is_reckoned_for_any_other_best() {
    let tuned = WeightTables::new(Weights::default());
    everywhere(9, 20, |view, number, _| {
        let mut notes = Notes::default();
        let outlook = Outlook::new(view, &tuned, &mut notes);
        // So little that every sum rounds to the same.
        let reckoned = outlook.look(f32::MIN_POSITIVE);
        assert_eq!(outlook.look(0.0).to_bits(), reckoned.to_bits(), "game {number}");
    });
}

#[test]
fn the_mean_of_spaces_is_reckoned_in_one_go_as_one_by_one() {
    let tuned = WeightTables::new(Weights::default());
    let (mut even, mut sizes) = (0, [0; 4]);
    everywhere(9, 20, |view, number, _| {
        let mut notes = Notes::default();
        let outlook = Outlook::new(view, &tuned, &mut notes);
        for seat in SeatSet::all(9).iter() {
            let reach = view.game.board.reach[view.public.meeple[seat].index()];
            let spaces = reach & outlook.down & !view.public.seen[seat];
            let sum = bits(spaces).fold(0.0, |sum, space| sum + outlook.expect(space));
            let mean = sum / spaces.count_ones().max(1) as f32;
            assert_eq!(outlook.average(spaces).to_bits(), mean.to_bits(), "game {number}");
            sizes[spaces.count_ones() as usize] += 1;
        }
        even += u32::from(outlook.most().is_some());
    });
    assert!(even > 1000 && sizes.iter().all(|size| *size > 1000), "{even} {sizes:?}");
}

#[test]
fn one_blind_space_stands_for_all_in_a_hunt() {
    let tuned = WeightTables::new(Weights::default());
    let mut several = 0;
    everywhere(9, 20, |view, number, _| {
        let mut notes = Notes::default();
        let outlook = Outlook::new(view, &tuned, &mut notes);
        let alone = bits(outlook.down).filter_map(|space| hunt_plan::hunt(&outlook, 1 << space));
        let best = alone.reduce(|best, plan| {
            let surpasses = (plan.wins, plan.gain) > (best.wins, best.gain);
            if surpasses { plan } else { best }
        });
        assert_eq!(hunt_plan::hunt(&outlook, outlook.down), best, "game {number}");
        several += u32::from(outlook.blind.count_ones() > 1);
    });
    assert!(several > 1000, "{several}");
}

#[test]
fn the_partner_of_a_co_op_is_foretold_where_no_chance_is_drawn_for_it() {
    let (game, bot) = (Riverbed::standard(9), HeuristicBot::new(Weights::default()));
    let (mut moves, mut ahead, mut notes) = (Moves::default(), MovePlan::default(), MovePlan::default());
    let (mut foretold, mut drawn) = (0, 0);
    for number in 0..60 {
        let mut chance = Chance::new(21, number);
        let mut state = game.setup(&mut chance);
        ahead.clear();
        while let Turn::Choose(seat) = game.turn(&state.public) {
            moves.clear();
            game.moves(state.view(&game, seat), &mut moves);
            let told = ahead.next(seat, &moves);
            let chosen = if moves.len() == 1 {
                0
            } else {
                let before = chance.bot(seat).clone();
                let ahead = if told.is_some() { &mut notes } else { &mut ahead };
                let chosen = bot.choose_ahead(state.view(&game, seat), &moves, chance.bot(seat), ahead);
                if state.public.ask == Ask::Partner {
                    let draws = *chance.bot(seat) != before;
                    // Where a Co-op is all that may be done, nobody is asked for it, and nothing is foretold.
                    let right = told.is_none_or(|told| told == chosen && !draws);
                    assert!(right, "game {number}: {told:?} foretold, {chosen} chosen");
                    (foretold, drawn) = (foretold + u32::from(told.is_some()), drawn + u32::from(draws));
                } else {
                    assert_eq!(told, None, "game {number}: only partners are foretold");
                }
                chosen
            };
            assert!(told.is_none() || matches!(moves[chosen], Move::Seat(_)));
            game.play(&mut state, moves[chosen], &mut chance, &mut ());
        }
    }
    assert!(foretold > 100 && drawn > 10, "{foretold} foretold, {drawn} drawn");
}
