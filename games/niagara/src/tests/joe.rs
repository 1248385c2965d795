//! Diamond Joe, the expansion.

use super::*;
use crate::state::Whirlpool;

fn joes_table() -> Expedition {
    position(2, |rules| rules.joe = true)
}

/// Where Joe is after his turn with this card of the first player.
fn after(joe: Canoe, card: impl Into<Card>) -> Canoe {
    after_with(joe, card, &[], |_| {}, |_| {})
}

/// The same with coins that fall so, other rules and in another position.
fn after_with(
    joe: Canoe,
    card: impl Into<Card>,
    coins: &[u32],
    rules: impl FnOnce(&mut Rules),
    position: impl FnOnce(&mut Public),
) -> Canoe {
    let mut p = self::position(2, |all| {
        all.joe = true;
        rules(all);
    });
    p.chance.script(balance_engine::Purpose::Events, coins);
    let card = card.into();
    p.public.joe = Some(joe);
    position(&mut p.public);
    joe.cargoes().for_each(|gem| p.take_away(gem));
    p.public.shown[Seat(0)] = Some(card);
    p.public.hands[Seat(0)] &= !card.bit();
    p.game.move_joe(&mut p.state.public, &mut p.chance, &mut ());
    joes(&p.state)
}

fn joes(state: &State<Niagara>) -> Canoe {
    state.public.joe.expect("Joe")
}

#[test]
fn joe_begins_at_the_landing_and_only_with_the_switch() {
    assert_eq!(joes_table().public.joe, Some(Canoe::ASHORE));
    assert_eq!(position(2, |_| {}).public.joe, None);
}

#[test]
fn joe_goes_up_to_the_landing_and_down_with_the_rest() {
    assert_eq!(after(Canoe::ASHORE, 5).space, S[5]);
    assert_eq!(after(Canoe::ASHORE, 1).space, S[1]);
    let coin = |side| after_with(Canoe::ASHORE, 6, &[side], |_| {}, |_| {}).space;
    assert_eq!([coin(0), coin(1)], [L6, R6]);
    let sure = after_with(Canoe::ASHORE, 5, &[1], |_| {}, |_| {});
    assert_eq!(sure.space, S[5], "one way needs no coin");
    assert_eq!(after(Canoe::empty(Space(2)), 2).space, LAND);
    assert_eq!(after(Canoe::empty(Space(2)), 6).space, S[4]);
    assert_eq!(after(Canoe::empty(Space(1)), 1).space, LAND);
    assert_eq!(after(Canoe::empty(Space(2)), 3).space, S[1]);
    assert_eq!(after(Canoe::empty(R7), 3).space, S[4]);
    let free = |joe, card| after_with(joe, card, &[], |rules| rules.land_cost = 0, |_| {}).space;
    assert_eq!(free(Canoe::empty(Space(2)), 1), LAND, "the step ashore is free");
    assert_eq!(free(Canoe::ASHORE, 3), S[3]);
    let found = after(Canoe::empty(Space(5)), CLOUD).space;
    assert_eq!(found, S[5], "he rests with the cloud");
}

#[test]
fn joe_loads_where_he_stands_when_he_is_empty() {
    assert_eq!(after(Canoe::empty(Space(3)), 1), laden(Space(2), Some(VIOLET)));
    let loaded = laden(Space(3), Some(CLEAR));
    assert_eq!(after(loaded, 1).cargo, Some(CLEAR));
    let found = after(loaded, 3);
    assert_eq!(found, laden(LAND, Some(CLEAR)), "the landing does not empty him");
    assert_eq!(after(Canoe::empty(Space(1)), 3).cargo, NONE);
    let mut p = joes_table();
    p.public.joe = Some(Canoe::empty(Space(3)));
    p.public.shown[Seat(0)] = Some(Card(1));
    let mut log = Log::default();
    p.game.move_joe(&mut p.state.public, &mut p.chance, &mut log);
    assert_eq!(log.0, [Event::JoeLoaded(VIOLET), Event::JoeMoved]);
}

#[test]
fn joe_does_not_stop_on_the_whirlpool() {
    let eddy = |public: &mut Public| public.whirlpool = Whirlpool::At(S[2]);
    let up = |card| {
        after_with(
            Canoe::empty(Space(4)),
            card,
            &[],
            |rules| rules.spirits.whirlpool = true,
            eddy,
        )
        .space
    };
    assert_eq!([1, 2, 3, 4].map(up), [S[3], S[3], S[3], S[1]]);
}

#[test]
fn joe_moves_after_all_and_floats() {
    let mut p = joes_table();
    p.lay(&[2, 3]);
    p.play(paddle(0, 2));
    assert_eq!(joes(&p.state).space, LAND);
    p.play(paddle(0, 3));
    assert_eq!(joes(&p.state).space, S[4], "two by the card, two by the river");
}

#[test]
fn joe_who_falls_is_back_at_once() {
    let mut p = joes_table();
    p.public.joe = Some(laden(R7, Some(BLUE)));
    p.take_away(BLUE);
    assert_eq!(p.push()[1..], [Event::JoeFell]);
    assert_eq!(p.public.joe, Some(Canoe::ASHORE));
    assert_eq!(p.public.places[BLUE.index()][BLUE.index()], 7);
}

/// What seat 1 is offered after stopping beside Joe at space 4, and the two cargoes after the trade.
type Cargo = Option<GemColour>;

fn trade(own: Cargo, his: Cargo, wanted: Option<Cargo>) -> (Vec<Move>, [Cargo; 2]) {
    let mut p = joes_table();
    p.put(0, 0, 2, own);
    p.public.joe = Some(laden(Space(4), his));
    if let Some(gem) = his {
        p.take_away(gem);
    }
    p.lay(&[2, 3]);
    p.play(paddle(0, 4));
    let offered = if p.public.ask == Ask::Trade(0) {
        p.moves()
    } else {
        Vec::new()
    };
    if let Some(colour) = wanted {
        p.play(Move::Trade(colour));
    }
    (offered, [p.public.canoes[Seat(0)][0].cargo, joes(&p.state).cargo])
}

#[test]
fn joe_trades_with_whoever_stops_beside_him() {
    let violet = Some(VIOLET);
    let found = trade(NONE, Some(PINK), Some(NONE));
    assert_eq!(found, (vec![Move::Trade(NONE), Move::Pass], [Some(PINK), NONE]));
    let found = trade(violet, Some(PINK), Some(violet));
    assert_eq!(found, (vec![Move::Trade(violet), Move::Pass], [Some(PINK), violet]));
    let found = trade(violet, NONE, Some(violet));
    assert_eq!(found, (vec![Move::Trade(violet), Move::Pass], [NONE, violet]));
    assert_eq!(trade(NONE, NONE, None).0, [], "nothing to trade");
    assert_eq!(trade(violet, violet, None).0, [], "nothing would change");
}

#[test]
fn joe_trades_for_either_gem_of_a_double_canoe() {
    let (violet, clear, pink) = (Some(VIOLET), Some(CLEAR), Some(PINK));
    let offered = |own: [Cargo; 2], his: Cargo, given: Cargo| {
        let game = table(2, |rules| {
            rules.joe = true;
            rules.spirits.doubles = true;
        });
        let mut p = begin(&game);
        let aboard = |space, [cargo, second]: [Cargo; 2]| Canoe {
            cargo,
            second,
            ..Canoe::empty(space)
        };
        p.public.canoes[Seat(0)] = [Canoe::empty(LOST), aboard(S[2], own)];
        p.public.joe = Some(aboard(S[4], [his, NONE]));
        own.into_iter().chain([his]).flatten().for_each(|gem| p.take_away(gem));
        p.lay(&[2, 3]);
        p.play(paddle(1, 4));
        let offered = p.moves();
        p.play(Move::Trade(given));
        let canoe = p.public.canoes[Seat(0)][1];
        (offered, [canoe.cargo, canoe.second, joes(&p.state).cargo])
    };
    let trades = |colours: &[Cargo]| -> Vec<Move> {
        let trades = colours.iter().copied().map(Move::Trade);
        trades.chain([Move::Pass]).collect()
    };
    let found = offered([violet, clear], pink, clear);
    assert_eq!(found, (trades(&[violet, clear]), [violet, pink, clear]));
    let found = offered([violet, clear], pink, violet);
    assert_eq!(found, (trades(&[violet, clear]), [clear, pink, violet]));
    assert_eq!(
        offered([violet, NONE], pink, NONE),
        (trades(&[NONE, violet]), [violet, pink, NONE]),
        "into the free hold, or for the gem aboard"
    );
    let alike = offered([violet, violet], pink, violet);
    assert_eq!(alike, (trades(&[violet]), [violet, pink, violet]), "of two alike one");
    let same = offered([violet, pink], pink, violet);
    let expected = (trades(&[violet]), [pink, pink, violet]);
    assert_eq!(same, expected, "pink for pink changes nothing");
}
