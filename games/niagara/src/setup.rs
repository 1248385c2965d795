//! Building a variant from rules and content, laying out a game, and what must always hold.

use super::Niagara;
use super::content::{BoardFile, CARD_MAX};
use super::river::{River, Space};
use super::rules::{FirstSide, Rules};
use super::state::{Ask, COLOURS, Canoe, Card, Elk, GemColour, Hidden, Move, Private, Public, Whirlpool};
use balance_engine::{BySeat, Chance, Imagine, Purpose, Seat, State, Stream, View};
use balance_kit::Mistake;

/// Cards with a number, as bits.
const NUMBERS: u16 = (1 << (CARD_MAX + 1)) - 2;

impl Niagara {
    /// A variant from its rules and content.
    pub(super) fn new(rules: Rules, board: &BoardFile) -> Result<Self, Vec<Mistake>> {
        let mut clashes = Vec::new();
        let mut clash = |key: &str, message: String, help: &str| {
            clashes.push(Mistake::rule(key, message, help));
        };
        let most = if rules.spirits.sixth_player { 6 } else { 5 };
        if !(2..=most).contains(&rules.players) {
            let help = "2 to 5 players can, and a sixth with `spirits.sixth-player = true`";
            clash("players", format!("{} players cannot play", rules.players), help);
        }
        if rules.spirits.cards && board.spirits_numbers.is_empty() && board.spirits_choice.is_empty() {
            let help = "give its file a table [spirits] with `numbers` and `choice`";
            clash("spirits.cards", "this board has no cards for it".into(), help);
        }
        if let Some(twice) = board.spirits_numbers.iter().find(|card| board.cards.contains(card))
            && rules.spirits.cards
        {
            let message = format!("the card {twice} is one of the base game already");
            let help = "on this board, take it out of `cards`, or out of `numbers` below [spirits]";
            clash("spirits.cards", message, help);
        }
        let mut gems_per_place = rules.gems_per_place;
        if rules.spirits.gems_by_players {
            gems_per_place = match rules.players {
                3 => gems_per_place.saturating_sub(1).max(1),
                6 => gems_per_place.saturating_add(1),
                _ => gems_per_place,
            };
        }
        let sets = &rules.sets;
        if sets.any == 0 && sets.same == 0 && sets.different == 0 {
            let help = "leave at least one of any, same and different above 0";
            clash("sets", "nothing wins".into(), help);
        }
        if u32::from(gems_per_place) * COLOURS as u32 > 120 {
            clash("gems-per-place", format!("{gems_per_place} gems are too many"), "");
        }
        if !clashes.is_empty() {
            return Err(clashes);
        }
        let mut full_hand = board.cards.iter().fold(1, |hand, card| hand | 1 << card);
        let mut choice = 0;
        if rules.spirits.cards {
            full_hand |= board
                .spirits_numbers
                .iter()
                .fold(Card::LASSO.bit(), |hand, card| hand | 1 << card);
            choice = board.spirits_choice.iter().fold(0, |choice, card| choice | 1 << card);
            full_hand |= u16::from(choice != 0) * Card::CHOICE.bit();
        }
        Ok(Niagara {
            players: rules.players as usize,
            gems_per_place,
            choice,
            numbers: full_hand & NUMBERS,
            highest: 15 - (full_hand & NUMBERS).leading_zeros() as u8,
            river: River::new(board),
            weather: board.weather.clone(),
            weather_start: board.weather_start,
            full_hand,
            values: std::array::from_fn(|at| board.colours.get(at).map_or(0, |colour| colour.value)),
            colours: std::array::from_fn(|at| {
                let found = board.colours.get(at);
                found.map_or_else(String::new, |colour| colour.name.clone())
            }),
            rules,
        })
    }

    /// The first position: everything in its place, chance names the first player and the fork's first side.
    pub(super) fn lay_out(&self, chance: &mut Chance) -> State<Self> {
        let draws = chance.stream(Purpose::Setup);
        let first = Seat(draws.below(self.players as u32) as u8);
        let coin = draws.below(2) as u8;
        let mut places = [[0; COLOURS]; COLOURS];
        for (colour, place) in places.iter_mut().enumerate() {
            place[colour] = self.gems_per_place;
        }
        let public = Public {
            ask: Ask::Card,
            decider: first,
            first,
            opener: first,
            round: 1,
            done: 0,
            hands: BySeat::filled(self.full_hand),
            shown: BySeat::filled(None),
            canoes: BySeat::filled([Canoe::ASHORE; 2]),
            gems: BySeat::default(),
            places,
            weather: self.weather_start,
            last_side: match self.rules.first_side {
                FirstSide::Random => coin,
                FirstSide::Left => 0,
                FirstSide::Right => 1,
            },
            may: 0,
            must: 0,
            only_one: false,
            landed: false,
            fresh: 0,
            joe: self.rules.joe.then_some(Canoe::ASHORE),
            whirlpool: if self.rules.spirits.whirlpool {
                let first = self.river.spaces().find(|space| self.river.place(*space).is_some());
                Whirlpool::At(first.unwrap_or(Space(1)))
            } else {
                Whirlpool::Absent
            },
            beaver: None,
            elk: if self.rules.spirits.elk { Elk::Home } else { Elk::Absent },
            ending: None,
        };
        State {
            public,
            private: BySeat::filled(Private { card: None }),
            hidden: Hidden,
        }
    }
}

impl Imagine for Niagara {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let public = *view.public;
        let mut private = BySeat::filled(Private { card: None });
        for seat in (0..self.players as u8).map(Seat) {
            let hand = public.hands[seat];
            if seat != view.seat && self.lies_face_down(&public, seat) && hand != 0 {
                private[seat].card = Some(Card(chance.one_of(u64::from(hand)) as u8));
            }
        }
        private[view.seat] = *view.private;
        State {
            public,
            private,
            hidden: Hidden,
        }
    }

    /// Cards that lie face-down are laid anew, as if it were the beginning of a round.
    fn suppose(&self, state: &mut State<Self>, eyes: Seat, choose: &mut dyn FnMut(View<'_, Self>) -> Move) {
        let mut asked = state.public;
        asked.ask = Ask::Card;
        asked.shown.first_mut(self.players).fill(None);
        for seat in (0..self.players as u8).map(Seat) {
            if seat == eyes || state.private[seat].card.is_none() {
                continue;
            }
            let private = Private { card: None };
            asked.decider = seat;
            asked.done = self.place_in_order(asked.first, seat) as u8;
            let view = View {
                game: self,
                seat,
                public: &asked,
                private: &private,
            };
            if let Move::Card(card) = choose(view) {
                state.private[seat].card = Some(card);
            }
        }
    }
}

impl Niagara {
    /// Has `seat` a card on the table that nobody else has seen?
    pub(super) fn lies_face_down(&self, public: &Public, seat: Seat) -> bool {
        let place = self.place_in_order(public.first, seat);
        match public.ask {
            Ask::Card => place < usize::from(public.done),
            _ => public.shown[seat].is_none() && !(public.ask == Ask::Over && public.round >= self.rules.rounds_max),
        }
    }
}

/// What must hold after every move: gems by colour, canoes, cards, the cloud.
pub(super) fn invariant(game: &Niagara, state: &State<Niagara>) -> Result<(), String> {
    let public = &state.public;
    let seats = || (0..game.players as u8).map(Seat);
    for colour in GemColour::ALL {
        let at = colour.index();
        let lying: u32 = public.places.iter().map(|place| u32::from(place[at])).sum();
        let landed: u32 = seats().map(|seat| u32::from(public.gems[seat][at])).sum();
        let canoes = seats().flat_map(|seat| public.canoes[seat]).chain(public.joe);
        let aboard = canoes.flat_map(Canoe::cargoes).filter(|gem| *gem == colour);
        let all = lying + landed + aboard.count() as u32;
        if all != u32::from(game.gems_per_place) {
            return Err(format!("there are {all} gems of the colour {colour:?}"));
        }
    }
    for seat in seats() {
        for (at, canoe) in public.canoes[seat].into_iter().enumerate() {
            if canoe.gems() > game.holds(at as u8) || canoe.cargo.is_none() && canoe.second.is_some() {
                return Err(format!("{seat} has gems in holds that a canoe does not have"));
            }
            if Some(canoe.space) == public.eddy() {
                return Err(format!("{seat} has a canoe on the whirlpool"));
            }
            if canoe.afloat() && !game.river.has(canoe.space) {
                return Err(format!("{seat} has a canoe at {:?}", canoe.space));
            }
            if !canoe.afloat() && canoe.loaded() {
                return Err(format!("{seat} has a gem in a canoe outside the river"));
            }
        }
        let card = state.private[seat].card;
        if card.is_some_and(|card| public.hands[seat] & card.bit() == 0) {
            return Err(format!("{seat} has laid a card it does not have"));
        }
        if public.hands[seat] & !game.full_hand != 0 {
            return Err(format!("{seat} has a card that does not exist"));
        }
        if card.is_some() != game.lies_face_down(public, seat) && public.ask != Ask::Over {
            return Err(format!(
                "{seat} has a card face-down that should not be, or none where one should be"
            ));
        }
        let gone = |seat: Seat| game.full_hand.count_ones() - public.hands[seat].count_ones();
        let shown = |seat: Seat| u32::from(public.shown[seat].is_some());
        let cycle = |seat: Seat| gone(seat) - shown(seat).min(gone(seat));
        if cycle(seat) != cycle(public.first) {
            return Err(format!("{seat} has played another number of cards than the others"));
        }
    }
    if usize::from(public.weather) >= game.weather.len() {
        return Err("the cloud has left its track".to_owned());
    }
    spirits(game, public)
}

/// The same of what only the expansions have: Diamond Joe, whirlpool, beaver, elk.
fn spirits(game: &Niagara, public: &Public) -> Result<(), String> {
    let rules = &game.rules.spirits;
    let joe = public.joe;
    let astray = |canoe: Canoe| canoe.second.is_some() || canoe.space != Space::LAND && !game.river.has(canoe.space);
    if joe.is_some() != game.rules.joe || joe.is_some_and(astray) {
        return Err(format!("Diamond Joe is at {:?}", joe.map(|joe| joe.space)));
    }
    let eddy = public.eddy();
    if (public.whirlpool == Whirlpool::Absent) == rules.whirlpool || eddy.is_some_and(|space| !game.river.has(space)) {
        return Err(format!("the whirlpool is at {:?}", public.whirlpool));
    }
    if eddy.is_some() && joe.map(|joe| joe.space) == eddy {
        return Err("Diamond Joe is on the whirlpool".to_owned());
    }
    if public
        .beaver
        .is_some_and(|space| !rules.beaver || !game.river.has(space))
    {
        return Err(format!("the beaver is at {:?}", public.beaver));
    }
    let elk = match public.elk {
        Elk::Absent => !rules.elk,
        Elk::Home | Elk::Rests => rules.elk,
        Elk::With(owner, canoe) => {
            let afloat = || public.canoes[owner][usize::from(canoe)].afloat();
            rules.elk && owner.index() < game.players && afloat()
        }
    };
    if elk {
        Ok(())
    } else {
        Err(format!("the elk is where it cannot be ({:?})", public.elk))
    }
}
