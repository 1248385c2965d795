//! A game told is a game that can be played again, from its text alone.

use super::*;
use crate::notation::SIGNS;
use crate::state::Idle;
use crate::track::Icon;
use balance_kit::laws::{draws_of_shuffle, told_games, told_games_can_be_played_again};
use balance_kit::{Telling, Transcript};

/// What stands in a line that begins so, after the beginning.
fn line<'t>(lines: &'t [String], begin: &str) -> &'t str {
    let found = lines.iter().find_map(|line| line.strip_prefix(begin));
    found.unwrap_or_else(|| panic!("no line begins with {begin:?}"))
}

fn named(game: &Regatta, name: &str) -> Favor {
    let kind = game.names.iter().position(|known| known == name);
    Favor::ALL[kind.unwrap_or_else(|| panic!("there is no {name}"))]
}

/// The word after `before` in a text, up to a space.
fn word<'t>(text: &'t str, before: &str) -> Option<&'t str> {
    text.split_once(before)?.1.split(' ').next()
}

/// The first position, as its lines have it.
fn laid_out(game: &Regatta, told: &Transcript) -> State<Regatta> {
    let mut state = game.setup(&mut Chance::new(0, 0));
    let public = &mut state.public;
    let ids = line(&told.start, "course from the Starting Line: ").split(' ');
    ids.zip(&mut public.ring)
        .for_each(|(id, place)| *place = wedge(game, id));
    for seat in game.seats() {
        let favors = line(&told.start, &format!("{seat}: "))
            .split_once("slots for favors: ")
            .expect("favors")
            .1;
        let starter = favors.split_once(" and ").expect("two slots").0;
        public.players[seat.index()].slots = [Some(named(game, starter)), None];
    }
    let asked = told.start.iter().find_map(|line| line.split_once(" is asked"));
    let asked = asked.expect("a question").0;
    public.decider = game.seats().find(|seat| seat.to_string() == asked).expect("a seat");
    public.turn = public.decider;
    let opener = line(&told.start, "round 0; ")
        .split_once(" began")
        .expect("an opener")
        .0;
    public.opener = game.seats().find(|seat| seat.to_string() == opener).expect("a seat");
    public.fleece = public.opener;
    // The order in which cards and wedges lie is laid as it will be told; the first lines give it, too.
    let deck = line(&told.start, "deck from the top: ");
    for (at, name) in deck.split(' ').enumerate() {
        state.hidden.deck[usize::from(state.public.deck) - 1 - at] = named(game, name);
    }
    let stack = line(&told.start, "stack from the top: ");
    let size = stack.split(' ').count();
    for (at, id) in stack.split(' ').enumerate() {
        state.hidden.stack[size - 1 - at] = wedge(game, id);
    }
    state
}

/// Lets dice fall, and shuffled piles lie, as they are told.
fn luck_as_told(game: &Regatta, _state: &State<Regatta>, chance: &mut Chance, events: &[String]) {
    let throw = |event: &String| {
        let face: u32 = word(event, " die: ")?.parse().ok()?;
        if event.contains("the navigation die: ") {
            Some(nav(face))
        } else {
            event.contains(" movement die: ").then(|| die(face))
        }
    };
    let told = events.iter().filter(|event| event.contains(" rolls the "));
    let throws: Vec<u32> = told.filter_map(throw).collect();
    chance.script(Purpose::Dice, &throws);
    let mut shuffled = Vec::new();
    for event in events {
        if let Some(deck) = event.strip_prefix("the discarded favors become the deck from the top: ") {
            shuffled.extend(draws_of_pile(
                deck.split(' ').map(|name| named(game, name) as usize).collect(),
            ));
        } else if let Some(stack) = event.strip_prefix("the covered wedges become the stack from the top: ") {
            shuffled.extend(draws_of_pile(
                stack.split(' ').map(|id| usize::from(wedge(game, id))).collect(),
            ));
        }
    }
    chance.script(Purpose::Deck, &shuffled);
}

/// The draws by which a pile that lies in order is shuffled until it lies like this, from the top.
fn draws_of_pile(mut pile: Vec<usize>) -> Vec<u32> {
    let mut ordered = pile.clone();
    ordered.sort_unstable();
    pile.reverse();
    draws_of_shuffle(&ordered, &pile)
}

fn read_again(rules: &str, bots: &str, games: u64) {
    let (game, told) = told_games::<Regatta>(rules, bots, games);
    for (number, told) in told.iter().enumerate() {
        told_games_can_be_played_again(&game, laid_out(&game, told), told, luck_as_told)
            .unwrap_or_else(|breach| panic!("{rules}, game {number}: {breach}"));
    }
}

#[test]
fn games_can_be_played_again_from_their_text() {
    for players in 2..=4 {
        read_again(&format!("players = {players}"), "random", 50);
        read_again(&format!("players = {players}"), "heuristic", 20);
    }
}

#[test]
fn difficult_games_can_be_played_again_from_their_text() {
    for (players, games) in [(2, 60), (3, 60), (4, 80)] {
        read_again(&format!("players = {players}\nfish-at-start = 1"), "random", games);
    }
}

#[test]
fn games_with_other_switches_can_be_played_again_from_their_text() {
    read_again("protection = \"optional\"\nskip-whirlpool = \"match\"", "random", 30);
    let rules = "trident-replaceable = false\nfavors-per-turn = 4\nfleece = false";
    read_again(rules, "random", 30);
    read_again("stack-empty = \"recycle\"\nplayers = 2\nlaps = 3", "random", 20);
}

#[test]
fn ways_of_one_dot_are_told_apart() {
    // Two exits of a whirlpool may lead to one dot, and two lanes of the border to one entry.
    let course = "a C.. | b ... | c .. | d ... | a1{1:a2,2:a2,3:b3} @c=b1 b1+c1 b2+>b b2+>c";
    let mut p = moored(&on_course(2, course, |_| {}));
    for dot in ["a1", "b2", "b3"] {
        p.put(0, 1, dot);
        p.public.turn = Seat(0);
        let (exits, state) = (p.exits().len(), p.state());
        let words: std::collections::BTreeSet<String> = (0..exits as u8)
            .map(|exit| p.game.choice(state.view(&p.game, Seat(0)), Move::Go(exit)))
            .collect();
        assert_eq!(words.len(), exits, "{words:?}");
    }
}

#[test]
fn letters_in_pictures_are_those_of_content_files() {
    let game = Regatta::standard(2);
    let picture = game.picture(&moored(&game).state(), None).expect("a picture");
    for (sign, _) in SIGNS.iter().filter(|(sign, _)| *sign != '.') {
        let holds = picture.contains(&format!(">{sign}<")) || "S+W".contains(*sign);
        assert!(holds, "{sign}");
    }
    assert!(!picture.contains(">V<") && !picture.contains(">L<"));
}

#[test]
fn boats_turned_up_and_tridents_laid_are_told() {
    let game = Regatta::standard(3);
    let mut state = game.setup(&mut Chance::new(1, 1));
    state.public.turn = Seat(1);
    let says = |event: Event| game.happening(event, &state.public, None).expect("words");
    assert_eq!(says(Event::TurnedUp(Athena)), "seat 2 turns Athena up");
    assert_eq!(says(Event::FishLost(Seat(0))), "seat 1 gives a fish back");
    let found = says(Event::Idle(Icon::Favor, Idle::Enough));
    assert_eq!(found, "seat 2 gets no favor: as many as a turn allows are drawn");
    let found = says(Event::Laid(Seat(0), Ares));
    assert_eq!(found, "seat 2 lays Ares on the board of seat 1");
}
