//! A game told is a game that can be played again, from its text alone; and what is told and drawn keeps secrets.

use super::random_games::any_rules;
use super::*;
use balance_engine::{RandomBot, Stream};
use balance_kit::laws::draws_of_shuffle;
use balance_kit::{Telling, Transcript, laws};

#[test]
fn words_and_pictures_are_whole_apart_and_sealed_under_any_rules() {
    for players in 4..=9 {
        for variant in 0..8 {
            let rules = any_rules(players, &mut Stream::keyed(31, variant, players, 0));
            let game = Riverbed::with_rules(rules.clone());
            laws::choices_are_told_apart(&game, &RandomBot, 11, 3)
                .and_then(|()| laws::positions_are_told_whole(&game, &RandomBot, 12, 3))
                .and_then(|()| laws::views_are_sealed(&game, &RandomBot, 13, 3))
                .unwrap_or_else(|breach| panic!("{rules:?}: {breach}"));
        }
    }
}

/// Begins the line of the draw pile.
const PILE: &str = "draw pile from the top: ";
/// Tells of a new one.
const MADE: &str = "the discards become the draw pile from the top: ";

/// What stands between two pieces of a line.
fn between<'t>(line: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let rest = &line[line.find(from)? + from.len()..];
    Some(if to.is_empty() { rest } else { &rest[..rest.find(to)?] })
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("“{text}” is a number"))
}

fn seat(text: &str) -> Seat {
    Seat(number(text.strip_prefix("seat ").expect("a seat")) as u8 - 1)
}

/// Names one by one: "Clear Water, 2 × Delusion".
fn single_names(names: &str) -> Vec<&str> {
    let counted = |name| match str::split_once(name, " × ") {
        Some((copies, name)) => (number(copies), name),
        None => (usize::from(name != "no cards"), name),
    };
    let counted = names.split(", ").map(counted);
    let all = counted.flat_map(|(copies, name)| std::iter::repeat_n(name, copies));
    all.collect()
}

impl Riverbed {
    /// The lowest card of this name in `set`.
    fn card_of(&self, name: &str, set: u64) -> Option<u8> {
        let effect = self.card_names.iter().position(|known| known == name)?;
        let here = set & self.copies[effect];
        (here != 0).then(|| here.trailing_zeros() as u8)
    }

    /// Takes the cards of these names out of `left`.
    fn take_cards(&self, names: &str, left: &mut u64) -> Vec<u8> {
        let mut take = |name: &str| {
            let card = self.card_of(name, *left).expect("a card");
            *left &= !(1 << card);
            card
        };
        single_names(names).into_iter().map(&mut take).collect()
    }
}

/// The first position, as its lines have it.
fn laid_out(game: &Riverbed, told: &Transcript) -> State<Riverbed> {
    let mut state = game.setup(&mut Chance::new(0, 0));
    let public = &mut state.public;
    let (asked, lines) = told.start.split_last().expect("lines");
    let next = between(asked, "", " places").expect("who places first");
    public.decider = seat(next);
    public.chief = public.decider.clockwise(game.players - 1, game.players);
    (public.active, public.chosen) = (public.chief, public.chief);
    public.role = BySeat::default();
    public.role[public.chief] = Some(Role::Chief);
    let river = between(&told.start[1], "(space:tile) ", "").expect("the river");
    for tile in river.split(", ") {
        let (space, tile) = tile.split_once(':').expect("space:tile");
        let mut numbers = game.tiles.iter().map(|known| usize::from(known.number));
        let place = numbers.position(|known| known == number(tile));
        state.hidden.tile_at[number(space) - 1] = place.expect("a tile in play") as u8;
    }
    let mut left = game.deck;
    for line in &lines[2..] {
        lay_out(game, &mut state, line, &mut left);
    }
    state
}

/// One more line of the first position: a seat, the draw pile, the role card left out.
fn lay_out(game: &Riverbed, state: &mut State<Riverbed>, line: &str, left: &mut u64) {
    const ROLES: [&str; 5] = ["Chief", "merchant", "Leader", "separatist", "Profiteer"];
    let role = |name: &str| Role::ALL[ROLES.iter().position(|role| *role == name).expect("a role")];
    if let Some(pile) = line.strip_prefix(PILE) {
        let cards: Vec<u8> = game.take_cards(pile, left);
        state.public.deck = cards.len() as u8;
        for (slot, card) in state.hidden.deck.iter_mut().zip(cards.iter().rev()) {
            *slot = *card;
        }
    } else if let Some(name) = line.strip_prefix("left in the box: ") {
        state.hidden.left_out = Some(role(name));
    } else if let Some((who, rest)) = line.split_once(": ").filter(|(who, _)| who.starts_with("seat ")) {
        let (name, rest) = rest.split_once(", not on the river yet, ").expect("nobody is placed");
        let cards = game.take_cards(rest, left);
        let who = seat(who);
        state.private[who].role = role(name.trim_end_matches(" in secret"));
        state.private[who].hand = cards.iter().fold(0, |hand, card| hand | 1 << card);
        state.public.hand_size[who] = cards.len() as u8;
    }
}

/// Lets chance do what is told of it.
fn luck_as_told(game: &Riverbed, state: &State<Riverbed>, chance: &mut Chance, events: &[String]) {
    // Where in a hand a card of this name lies.
    let place_in_hand = |who: Seat, name: &str| {
        let hand = state.private[who].hand;
        let card = game.take_cards(name, &mut hand.clone())[0];
        (hand & ((1 << card) - 1)).count_ones()
    };
    let mut draws = Vec::new();
    let text = Text::DiscardRandom;
    let at_random = matches!(state.public.ask, Ask::Text { text: asked, .. } if asked == text);
    for line in events {
        if let Some(pile) = between(line, MADE, "") {
            let mut discards = state.public.discards;
            let from: Vec<u8> = (0..64).filter(|card| discards >> card & 1 == 1).collect();
            let mut order = game.take_cards(pile, &mut discards);
            order.reverse();
            chance.script(Purpose::Deck, &draws_of_shuffle(&from, &order));
        } else if let Some(tiles) = between(line, "; now ", "") {
            let pairs = tiles.split(", ").map(|pair| pair.split_once(':').expect("space:tile"));
            let (from, to): (Vec<usize>, Vec<usize>) = pairs
                .map(|(space, tile)| {
                    let here = state.hidden.tile_at[number(space) - 1];
                    (usize::from(game.tiles[here as usize].number), number(tile))
                })
                .unzip();
            draws.extend(draws_of_shuffle(&from, &to));
        } else if let Some(name) = between(line, " discards ", "").filter(|_| at_random) {
            draws.push(place_in_hand(seat(between(line, "", " discards").expect("who")), name));
        } else if let (Some(name), Some(from)) = (between(line, " takes ", " from "), between(line, " from ", "")) {
            draws.push(place_in_hand(seat(from), name));
        }
    }
    chance.script(Purpose::Events, &draws);
}

fn read_again(rules: &str, bots: &str, games: u64) {
    let (game, told) = laws::told_games::<Riverbed>(rules, bots, games);
    for (number, told) in told.iter().enumerate() {
        laws::told_games_can_be_played_again(&game, laid_out(&game, told), told, luck_as_told)
            .unwrap_or_else(|breach| panic!("{rules}, game {number}: {breach}"));
    }
}

#[test]
fn games_can_be_played_again_from_their_text() {
    for players in 4..=9 {
        read_again(&format!("players = {players}"), "heuristic", 40);
        read_again(&format!("players = {players}"), "random", 40);
    }
}

/// The tile sets of seven, eight and nine players change places where every space holds a tile.
#[test]
fn games_with_other_tiles_can_be_played_again_from_their_text() {
    let seven = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]";
    let eight = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17]";
    let nine = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18]";
    for (players, tiles) in [(9, seven), (7, eight), (8, nine)] {
        read_again(&format!("players = {players}\ntile-numbers = {tiles}"), "random", 70);
    }
}

#[test]
fn games_with_many_cards_can_be_played_again_from_their_text() {
    let rules = "players = 9\nstarting-cards = 3\nswim-draws = 3\ncoop-draws = 2";
    read_again(rules, "random", 60);
    let rules = "players = 4\nlayout = \"alternative\"\nhand-limit = 0\nswim-draws = 2";
    read_again(rules, "random", 60);
}

#[test]
fn a_tile_is_told_with_its_icon_and_its_layers_from_top_to_bottom() {
    let p = Position::new(7);
    let told = |number: u8| {
        let tile = p.game.tiles.iter().position(|tile| tile.number == number);
        let event = Event::Revealed {
            seat: CHIEF,
            space: 0,
            tile: tile.expect("in play") as u8,
        };
        p.game.happening(event, &p.state.public, None)
    };
    let expected = [
        (3, "seat 1 turns up tile 3 (hunt icon; 1 kelp, then 1 log) on space 1"),
        (4, "seat 1 turns up tile 4 (1 log, then 1 kelp) on space 1"),
        (
            9,
            "seat 1 turns up tile 9 (flips another down, then 2 coins) on space 1",
        ),
    ];
    for (number, words) in expected {
        assert_eq!(told(number).as_deref(), Some(words));
    }
}

#[test]
fn rb_12_a_meeple_is_nowhere_until_it_is_placed() {
    let game = Riverbed::standard(7);
    let mut state = game.setup(&mut Chance::new(1, 1));
    let told = |state: &State<Riverbed>| {
        let lines = game.position_lines(state, None);
        lines.join("\n").matches("not on the river yet").count()
    };
    // Below the river every seat has its disc beside its role.
    let drawn = |state: &State<Riverbed>| {
        let picture = game.picture(state, None).unwrap_or_default();
        assert!(picture.contains("seat 1: ") && picture.contains("seat 7: "));
        picture.matches("<circle").count() - 7
    };
    for placed in 0..7 {
        assert_eq!((told(&state), drawn(&state)), (7 - placed, placed));
        game.play(&mut state, at(7), &mut Chance::new(1, 1), &mut ());
    }
    assert_eq!((told(&state), drawn(&state)), (0, 7));
}

#[test]
fn what_a_card_does_is_heard_by_whom_it_concerns() {
    let hears = |event: Event, to: Option<Seat>| {
        let p = Position::new(7);
        p.game.happening(event, &p.state.public, to).expect("words")
    };
    let stole = Event::Stole {
        seat: CHIEF,
        from: LEADER,
        effect: Delusion,
    };
    for (to, card) in [
        (None, "Delusion"),
        (Some(CHIEF), "Delusion"),
        (Some(LEADER), "Delusion"),
        (Some(MERCHANT), "a card"),
    ] {
        assert_eq!(hears(stole, to), format!("seat 1 takes {card} from seat 2"));
    }
    let shown = Event::Confessed {
        seat: LEADER,
        to: CHIEF,
        role: Role::Leader,
    };
    assert_eq!(hears(shown, Some(CHIEF)), "seat 2 shows seat 1 its role: Leader");
    assert_eq!(hears(shown, Some(MERCHANT)), "seat 2 shows seat 1 its role");
}

#[test]
fn every_forced_choice_of_a_card_is_told() {
    // One action is exhausted: Second Wind has nothing to choose, and still says what it did.
    let mut p = Position::new(7).hand(CHIEF, &[SecondWind]);
    p.play(&[Move::Dive, at(1), Move::Card(SecondWind), Move::Refresh(Action::Dive)]);
    assert!(p.happened(Event::Refreshed {
        seat: CHIEF,
        action: Action::Dive
    }));
    let mut p = Position::new(7).hand(CHIEF, &[Sandbank]).exhausted(LEADER);
    p.public.marks[LEADER].swim = false;
    p.play(&[Move::Card(Sandbank), who(LEADER), Move::Exhaust(Action::Swim)]);
    assert!(p.happened(Event::Exhausted {
        seat: CHIEF,
        of: LEADER,
        action: Action::Swim
    }));
    let mut p = Position::new(7).hand(LEADER, &[Decoy]);
    p.play(&[Move::CoOp, who(LEADER), Move::Card(Decoy), who(MERCHANT)]);
    assert!(p.happened(Event::Named {
        seat: LEADER,
        chosen: MERCHANT
    }));
}
