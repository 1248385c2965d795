//! Single choices that leave no doubt, and the parts they are made of.

use super::super::HeuristicBot;
use super::super::heuristic::{WeightTables, Weights};
use super::super::outlook::{Belief, Outlook, judge};
use super::super::tactics::SCRIPTS;
use super::super::value::TrackState;
use super::Position;
use super::ScriptedBot;
use crate::Riverbed;
use crate::state::{Ask, MeeplePosition, Move, RevealRecord, Role};
use balance_engine::{Bot, Chance, Game, MovePlan, Moves, Seat, Stream, Table, Turn, View};
use balance_kit::script::lines;

fn thinker() -> HeuristicBot {
    HeuristicBot::new(Weights::default())
}

/// Declares Hunt or Con only when that wins at once.
fn miser() -> HeuristicBot {
    HeuristicBot::new(Weights {
        hunt: 1.0,
        con: 1.0,
        ..Weights::default()
    })
}

#[test]
fn tiles_are_read_from_top_to_bottom() {
    let game = Riverbed::standard(7);
    let tuned = WeightTables::new(Weights::default());
    let tile = |number: u8| game.tiles.iter().find(|tile| tile.number == number).expect("in play");

    // Two kelp above one log, with both tracks one step from their end: the kelp comes first.
    let close = TrackState::with_missing(&tuned.ladder, [2, 1, 4]);
    assert_eq!(close.winner(tile(8)), Some(0));
    let gain = close.gain(tile(8));
    assert!(gain[0] > 0.25 && gain[1] < -0.25, "{gain:?}");
    // With three kelp missing the log below decides.
    let far = TrackState::with_missing(&tuned.ladder, [3, 1, 4]);
    assert_eq!(far.winner(tile(8)), Some(1));
    // The log of tile 4 lies above its kelp.
    let found = TrackState::with_missing(&tuned.ladder, [1, 1, 4]).winner(tile(4));
    assert_eq!(found, Some(1));

    let early = TrackState::with_missing(&tuned.ladder, [7, 7, 6]);
    let two_logs = early.gain(tile(6));
    let holds = two_logs[1] > 0.0 && two_logs[0] < 0.0 && two_logs[2] < 0.0;
    assert!(holds, "{two_logs:?}");
    let holds = close.gain(tile(2))[1] > early.gain(tile(2))[1];
    assert!(holds, "the same log is worth more near the end");
    let holds = early.gain_down(tile(6))[0] > 0.0;
    assert!(holds, "a log tile turned face-down helps merchants");
}

#[test]
fn unseen_spaces_are_the_mean_of_what_may_lie_there() {
    let mut position = Position::new();
    let seat = position.seat(Role::Merchant);
    position.seen(seat, 5, 3);
    let tuned = WeightTables::new(Weights::default());
    let view = position.state.view(&position.game, seat);
    let outlook = Outlook::new(view, &tuned);
    assert_eq!(outlook.known(3), Some(position.tile(5)));
    assert_eq!(outlook.open.count_ones(), 15);
    let others = (0..16).filter(|tile| *tile != position.tile(5));
    let mean = others
        .map(|tile| outlook.standing.gain(&position.game.tiles[tile])[0])
        .sum::<f32>()
        / 15.0;
    assert!((outlook.expect(9) - mean).abs() < 1e-5);

    // After a shuffle of that space with another, the tile lies on either of them, equally likely.
    let tile = position.tile(5);
    position.state.private[seat].place_of[tile] = 1 << 3 | 1 << 9;
    let view = position.state.view(&position.game, seat);
    let outlook = Outlook::new(view, &tuned);
    assert_eq!(outlook.known(3), None);
    let gain = outlook.standing.gain(&position.game.tiles[position.tile(5)])[0];
    assert!((outlook.expect(9) - (0.5 * gain + 0.5 * mean)).abs() < 1e-5);
    assert!(outlook.expect(9) > outlook.expect(12));
}

#[test]
fn reveals_speak_and_known_ones_speak_twice() {
    let left = [3.0, 3.0, 1.0, 0.0];
    let nothing = judge(RevealRecord::default(), left, 1.0);
    assert!((nothing[0] - 3.0 / 7.0).abs() < 1e-6);
    let mut record = RevealRecord {
        reveals: 1,
        shown: [0, 2, 0],
        knowingly: [0, 0, 0],
    };
    let blind = judge(record, left, 1.0);
    record.knowingly = [0, 2, 0];
    let knowing = judge(record, left, 1.0);
    assert!(nothing[1] < blind[1] && blind[1] < knowing[1]);
    let indifferent = judge(record, left, 0.0);
    let holds = (indifferent[1] - nothing[1]).abs() < 1e-6;
    assert!(holds, "without suspicion only the counts of roles matter");
}

#[test]
fn what_is_known_of_roles_is_certain() {
    let mut position = Position::new();
    let seat = position.seat(Role::Merchant);
    let leader = position.seat(Role::Leader);
    position.state.private[seat].seen_role[leader] = Some(Role::Leader);
    let belief = Belief::new(&position.state.view(&position.game, seat), 1.0);
    assert!(belief.side[leader][1] > 0.999, "{belief:?}");
    assert!(belief.side[position.state.public.chief][0] > 0.999, "{belief:?}");
    assert!(belief.leader == 0.0, "nobody else can be the Leader");
    let total: f32 = (0..7).map(|index| belief.side[Seat(index)].iter().sum::<f32>()).sum();
    assert!((total - 7.0).abs() < 1e-4);
}

#[test]
fn a_winning_uncover_is_made() {
    for role in [Role::Chief, Role::Merchant] {
        let mut position = Position::new();
        let seat = position.seat(role);
        position.state.public.tracks = [5, 0, 0];
        position.seen(seat, 5, 3);
        let card = crate::cards::Effect::MurkyWater;
        position.state.private[seat].hand = position.game.copies[card as usize];
        position.state.public.hand_size[seat] = 1;
        let bots: [&dyn Bot<Riverbed>; 2] = [
            &thinker(),
            &ScriptedBot::read("diver", &lines(SCRIPTS, "loyal-diver"), WeightTables::default()).expect("well formed"),
        ];
        for bot in bots {
            assert_eq!(position.answer(bot, seat, Ask::Menu), Move::Uncover);
            assert_eq!(position.answer(bot, seat, Ask::UncoverTile), Move::Space(3));
        }
    }
}

#[test]
fn a_winning_hunt_is_declared_and_followed() {
    let mut position = Position::new();
    let seat = position.seat(Role::Leader);
    // Three logs are missing: one on a tile with the icon within reach, two on a tile far away.
    position.state.public.tracks = [0, 4, 0];
    position.seen(seat, 2, 3);
    position.seen(seat, 6, 12);
    position.state.public.chosen = seat;
    assert_eq!(position.answer(&thinker(), seat, Ask::Chosen), Move::Hunt);
    assert_eq!(position.answer(&miser(), seat, Ask::Chosen), Move::Hunt);
    position.state.public.tracks = [0, 3, 0];
    let found = position.answer(&miser(), seat, Ask::Chosen);
    assert_eq!(found, Move::Space(3), "four are missing");
    position.state.public.tracks = [0, 4, 0];
    position.state.public.hunting = true;
    let found = position.answer(&thinker(), seat, Ask::HuntTile { first: true });
    assert_eq!(found, Move::Space(3));
    position.face_up(2, 3);
    position.state.public.hunt_revealed = 1 << 3;
    let found = position.answer(&thinker(), seat, Ask::HuntTile { first: false });
    assert_eq!(found, Move::Space(12));
}

#[test]
fn a_hunt_stops_where_nothing_is_known_and_the_end_is_far() {
    let mut position = Position::new();
    let seat = position.seat(Role::Leader);
    position.state.public.chosen = seat;
    position.state.public.hunting = true;
    position.face_up(10, 3);
    position.state.public.hunt_revealed = 1 << 3;
    let found = position.answer(&thinker(), seat, Ask::HuntTile { first: false });
    assert_eq!(found, Move::Stop);
}

#[test]
fn a_winning_con_is_declared_and_followed() {
    let mut position = Position::new();
    let seat = position.seat(Role::Profiteer);
    position.state.public.tracks = [0, 0, 3];
    position.seen(seat, 1, 5);
    position.seen(seat, 9, 14);
    position.state.public.chosen = seat;
    assert_eq!(position.answer(&thinker(), seat, Ask::Chosen), Move::Con);
    assert_eq!(position.answer(&miser(), seat, Ask::Chosen), Move::Con);
    position.state.public.tracks = [0, 0, 2];
    let found = position.answer(&miser(), seat, Ask::Chosen);
    assert_eq!(found, Move::Space(5), "four are missing");
    position.state.public.tracks = [0, 0, 3];
    assert_eq!(position.answer(&thinker(), seat, Ask::ConFirst), Move::Space(5));
    position.face_up(1, 5);
    assert_eq!(position.answer(&thinker(), seat, Ask::ConSecond), Move::Space(14));
}

#[test]
fn nobody_hands_the_game_to_a_rival() {
    // Two logs are missing, and the two logs of tile 6 lie in the middle of everybody's reach.
    for role in [Role::Chief, Role::Merchant, Role::Profiteer] {
        let mut position = Position::new();
        let seat = position.seat(role);
        position.state.public.tracks = [0, 5, 0];
        position.seen(seat, 6, 4);
        let answer = position.answer(&thinker(), seat, Ask::Chosen);
        assert!(answer != Move::Space(4), "{role:?} reveals the rival's last logs");
        let near = position.reach(seat);
        assert!(matches!(answer, Move::Space(space) if near >> space & 1 == 1) || answer == Move::Con);
    }
    // For a separatist the same tile wins.
    let mut position = Position::new();
    let seat = position.seat(Role::Separatist);
    position.state.public.tracks = [0, 5, 0];
    position.seen(seat, 6, 4);
    assert_eq!(position.answer(&thinker(), seat, Ask::Chosen), Move::Space(4));
}

#[test]
fn a_friend_who_knows_is_chosen() {
    let mut position = Position::new();
    let seat = position.seat(Role::Merchant);
    let chief = position.state.public.chief;
    position.state.public.meeple[chief] = MeeplePosition::on(10);
    position.seen(seat, 5, 10);
    position.seen(chief, 5, 10);
    assert_eq!(position.answer(&thinker(), seat, Ask::Partner), Move::Seat(chief));
}

#[test]
fn the_penalty_takes_most_logs() {
    let mut position = Position::new();
    position.face_up(2, 3);
    position.face_up(10, 8);
    position.face_up(3, 11);
    position.state.public.hunt_revealed = 1 << 3 | 1 << 8 | 1 << 11;
    let chief = position.state.public.chief;
    assert_eq!(position.answer(&thinker(), chief, Ask::Penalty), Move::Space(8));
    // Of equal logs the tile without kelp goes.
    position.state.public.hunt_revealed = 1 << 3 | 1 << 11;
    assert_eq!(position.answer(&thinker(), chief, Ask::Penalty), Move::Space(3));
}

/// Asks its bot twice.
struct Twice(Box<dyn Bot<Riverbed>>);

impl Bot<Riverbed> for Twice {
    fn choose(&self, view: View<'_, Riverbed>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let mut again = chance.clone();
        let chosen = self.0.choose(view, moves, chance);
        let expected = self.0.choose(view, moves, &mut again);
        assert_eq!(chosen, expected, "at {:?}", view.public.ask);
        assert!(chosen < moves.len());
        chosen
    }
}

#[test]
fn the_same_view_gives_the_same_choice() {
    // Searching bots are held to this with a small budget by the laws.
    for info in super::super::bots()
        .infos()
        .into_iter()
        .filter(|info| info.kind != "scripted" && !info.kind.starts_with("search"))
    {
        let spec = balance_kit::BotSpec {
            kind: info.kind.to_owned(),
            ..Default::default()
        };
        let bot = Twice(
            super::super::bots()
                .make(info.kind, &spec)
                .expect("a kind is a bot by itself"),
        );
        for players in 4..=9 {
            let game = Riverbed::standard(players);
            let mut table = Table::new(&game);
            for number in 0..20 {
                let finished = table.play(Chance::new(5, number), |_, _| &bot, &mut ());
                assert!(finished.decisions > 0);
            }
        }
    }
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
