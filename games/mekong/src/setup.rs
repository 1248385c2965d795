//! Building a variant from rules and board, laying out a game, and what must always hold.

use super::Mekong;
use super::board::{Board, PlacementSet};
use super::candidate_points::Shoals;
use super::rules::{IdleVillages, Rules, Side, StoneOffset, ThirdStone};
use super::spans::Spans;
use super::state::{
    Ask, COLOURS, Card, Hidden, Move, NONE, NUMBERS, PLANKS, PROGRAMME, Plank, Private, Public, STONES, SUPPORTS,
    Space, VILLAGES, cards, number_of, slot_of, spaces,
};
use super::water::Gaps;
use balance_engine::{BySeat, Chance, Imagine, Purpose, Seat, State, Stream, View};
use balance_kit::Mistake;

/// The placements of planks on these villages, given as bits.
fn placements_on(board: &Board, villages: u8) -> PlacementSet {
    let mut placements = [0; _];
    for village in (0..COLOURS).filter(|village| villages >> village & 1 == 1) {
        for (word, more) in Iterator::zip(<[u64]>::iter_mut(&mut placements), &board.on_support[village]) {
            *word |= more;
        }
    }
    placements
}

fn every_placement(board: &Board) -> PlacementSet {
    let mut placements = [0; _];
    for (at, word) in <[u64]>::iter_mut(&mut placements).enumerate() {
        let left = board.placements.len().saturating_sub(64 * at).min(64);
        *word = ((1u128 << left) - 1) as u64;
    }
    placements
}

/// Every rule that does not go with the others.
fn clashes(rules: &Rules) -> Vec<Mistake> {
    let mut clashes = Vec::new();
    let mut clash = |key: &str, message: String, help: &str| {
        clashes.push(Mistake::rule(key, message, help));
    };
    if !(2..=COLOURS as u8).contains(&rules.players) {
        let message = format!("{} players cannot play", rules.players);
        clash("players", message, "2 to 6 players can");
    }
    if !(1..=STONES as u8).contains(&rules.stones) {
        let message = format!("{} stones are not possible", rules.stones);
        clash("stones", message, "1 to 27 are");
    }
    if rules.side == Side::Water && rules.stone_offset == StoneOffset::Free {
        clash(
            "stone-offset",
            "in open water there are no islands on which a stone could lie off the middle".to_owned(),
            "leave `stone-offset` out, or play on the side with the islands",
        );
    }
    if rules.turns_max == 0 {
        clash("turns-max", "a game without a turn is none".to_owned(), "");
    }
    clashes
}

impl Mekong {
    /// A variant from its rules and board.
    pub(super) fn new(rules: Rules, board: Board) -> Result<Self, Vec<Mistake>> {
        let clashes = clashes(&rules);
        if !clashes.is_empty() {
            return Err(clashes);
        }
        let row = rules.colours_in_play();
        let mut colours = BySeat::filled(NONE);
        let mut goals = BySeat::filled(NONE);
        let mut seat_of = [None; COLOURS];
        for (at, colour) in row.iter().enumerate() {
            let seat = Seat(at as u8);
            colours[seat] = *colour;
            goals[seat] = board.villages[usize::from(*colour)].opposite;
            seat_of[usize::from(*colour)] = Some(seat);
        }
        let dragons = row.iter().fold(0, |set, colour| set | Card::dragon(*colour).bit());
        let mut hands = BySeat::filled(0);
        for (at, colour) in row.iter().enumerate() {
            hands[Seat(at as u8)] = 0xff | dragons & !Card::dragon(*colour).bit();
        }
        let closed = match rules.idle_villages {
            IdleVillages::Ordinary => 0,
            IdleVillages::GoalsOnly => {
                let used = |village: &u8| {
                    let goal = goals.first(row.len()).contains(village);
                    !goal && !row.contains(village)
                };
                let all = (0..COLOURS as u8).filter(used);
                all.fold(0, |set, village| set | 1u8 << village)
            }
        };
        let crossed = match rules.third_stone {
            ThirdStone::Ignore => 0,
            ThirdStone::Forbid => (0..board.islands.len().min(STONES))
                .filter(|island| board.under[*island].iter().any(|word| *word != 0))
                .fold(0, |set, island| set | 1u32 << island),
        };
        let closed_placements = placements_on(&board, closed);
        let mut game = Mekong {
            every_placement: every_placement(&board),
            crossed,
            players: row.len(),
            free: rules.free_stones(),
            spans: Spans::new(&board),
            shoals: Shoals::new(&board),
            board,
            colours,
            goals,
            seat_of,
            hands,
            closed,
            closed_placements,
            rules,
            crossing: BySeat::filled(1),
            across: 0,
            empty: ([0; _], Gaps::NONE),
        };
        game.across = game.most_hops();
        if game.free {
            let mut empty = game.lay_out(&mut Chance::new(0, 0)).public;
            game.survey(&mut empty);
            game.empty = (empty.grid, empty.gaps);
        }
        let empty = game.lay_out(&mut Chance::new(0, 0)).public;
        for seat in game.seats() {
            game.crossing[seat] = game.whole_way(&empty, seat);
        }
        Ok(game)
    }

    /// The first position: everybody has pawn, cards and six planks (RD-03), which lie open (RD-05), and chance names the
    /// first player (RD-01 to RD-08).
    pub(super) fn lay_out(&self, chance: &mut Chance) -> State<Self> {
        let first = Seat(chance.stream(Purpose::Setup).below(self.players as u32) as u8);
        let mut reserves = BySeat::filled([NONE; NUMBERS]);
        let mut pawns = BySeat::filled(Space(0));
        for seat in self.seats() {
            let colour = self.colours[seat];
            reserves[seat] = [colour; NUMBERS];
            pawns[seat] = Space::village(colour);
        }
        let mut public = Public {
            ask: Ask::Card,
            decider: first,
            first,
            opener: first,
            turn: 1,
            position: 0,
            done: 0,
            cancelled: 0,
            due: 0,
            number: 0,
            gap: (NONE, NONE),
            shown: BySeat::filled([Card::NONE; PROGRAMME]),
            last: BySeat::filled([Card::NONE; PROGRAMME]),
            before: BySeat::filled([Card::NONE; PROGRAMME]),
            reserves,
            pawns,
            laid: 0,
            lost: 0,
            planks: [Plank::AWAY; PLANKS],
            on: [0; SUPPORTS],
            stones: 0,
            points: std::array::from_fn(|slot| self.board.islands.get(slot).copied().unwrap_or_default()),
            serials: [0; STONES],
            placed: 0,
            covered: 0,
            possible: [0; _],
            barred: [0; _],
            patch: NONE,
            grid: self.empty.0,
            gaps: self.empty.1,
            ending: None,
        };
        if !self.free {
            self.survey(&mut public);
        }
        State {
            public,
            private: BySeat::filled(Private {
                programme: [Card::NONE; PROGRAMME],
            }),
            hidden: Hidden,
        }
    }

    /// How many cards of `seat` lie on the table, and how many of these have been turned up.
    pub(super) fn cards_on_table(&self, public: &Public, seat: Seat) -> (usize, usize) {
        let capped = public.ask == Ask::Over && public.shown[seat][0] == Card::NONE;
        if public.ask != Ask::Card && !capped {
            return (PROGRAMME, usize::from(public.position) + 1);
        }
        if capped {
            return (0, 0);
        }
        let place = self.place_in_order(public.first, seat);
        let laid = match place.cmp(&usize::from(public.done)) {
            std::cmp::Ordering::Less => PROGRAMME,
            std::cmp::Ordering::Equal => usize::from(public.position),
            std::cmp::Ordering::Greater => 0,
        };
        (laid, 0)
    }
}

impl Imagine for Mekong {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let public = *view.public;
        let mut private = BySeat::filled(Private {
            programme: [Card::NONE; PROGRAMME],
        });
        for seat in self.seats().filter(|seat| *seat != view.seat) {
            let (laid, open) = self.cards_on_table(&public, seat);
            let programme = &mut private[seat].programme;
            programme[..open].copy_from_slice(&public.shown[seat][..open]);
            for at in open..laid {
                let left = self.cards_left(seat, &programme[..at]);
                programme[at] = Card(chance.one_of(u64::from(left)) as u8);
            }
        }
        private[view.seat] = *view.private;
        State {
            public,
            private,
            hidden: Hidden,
        }
    }

    /// Cards that lie face-down are laid anew after those turned up, as if programmes were made now.
    fn suppose(&self, state: &mut State<Self>, eyes: Seat, choose: &mut dyn FnMut(View<'_, Self>) -> Move) {
        let mut asked = state.public;
        asked.ask = Ask::Card;
        for seat in self.seats().filter(|seat| *seat != eyes) {
            let (laid, open) = self.cards_on_table(&state.public, seat);
            let mut private = state.private[seat];
            private.programme[open..].fill(Card::NONE);
            asked.decider = seat;
            asked.done = self.place_in_order(asked.first, seat) as u8;
            for at in open..laid {
                asked.position = at as u8;
                let view = View {
                    game: self,
                    seat,
                    public: &asked,
                    private: &private,
                };
                if let Move::Card(card) = choose(view) {
                    private.programme[at] = card;
                }
            }
            state.private[seat] = private;
        }
    }
}

/// What must hold after every move: every plank and stone in one place, reserves, pawns, programmes, the sets.
pub(super) fn invariant(game: &Mekong, state: &State<Mekong>) -> Result<(), String> {
    let public = &state.public;
    planks(game, public)?;
    supports(game, public)?;
    pawns(game, public)?;
    programmes(game, state)?;
    if game.free {
        // Where stones lie anywhere, tests hold what is kept to what is judged afresh.
        return Ok(());
    }
    let mut fresh = *public;
    game.survey(&mut fresh);
    // Compared where they are: copies of these sets would take longer than all that a bot thinks.
    if fresh.possible != public.possible || fresh.barred != public.barred || fresh.covered != public.covered {
        return Err("the set of possible placements is out of date".to_owned());
    }
    Ok(())
}

/// Planks: each in one place, reserves within their limits (RD-67, RD-68, RD-70).
fn planks(game: &Mekong, public: &Public) -> Result<(), String> {
    let mut held = 0u64;
    for seat in game.seats() {
        let mut colours = 0u8;
        for (at, colour) in public.reserves[seat].iter().enumerate() {
            if *colour == NONE {
                continue;
            }
            let bit = Space::plank(slot_of(*colour, at as u8 + 1) as u8).bit();
            if held & bit != 0 {
                return Err(format!("plank {} of colour {colour} lies in two reserves", at + 1));
            }
            held |= bit;
            colours |= 1 << colour;
        }
        if colours.count_ones() > u32::from(game.rules.reserve_colours) {
            return Err(format!("{seat} has planks of {} colours", colours.count_ones()));
        }
    }
    let mut all = 0u64;
    for seat in game.seats() {
        all |= 0x3f << Space::plank(game.colours[seat] * NUMBERS as u8).0;
    }
    let places = [held, public.laid, public.lost];
    let twice = held & public.laid | held & public.lost | public.laid & public.lost;
    if twice != 0 || places.iter().fold(0, |set, place| set | place) != all {
        return Err(format!(
            "planks are missing or in two places: {held:x}, {:x}, {:x}",
            public.laid, public.lost
        ));
    }
    Ok(())
}

/// Supports: stones within their number, none carries too many planks, every plank lies on two of them and clear of
/// everything else (RD-34 to RD-37, RD-70).
fn supports(game: &Mekong, public: &Public) -> Result<(), String> {
    if public.stones.count_ones() > u32::from(game.rules.stones) {
        return Err(format!("{} stones lie on the board", public.stones.count_ones()));
    }
    let mut on = [0u64; SUPPORTS];
    for space in spaces(public.laid) {
        let Some(slot) = space.slot() else { continue };
        let plank = &public.planks[slot];
        if plank.a == plank.b || plank.a.max(plank.b) as usize >= SUPPORTS {
            return Err(format!("plank {slot} lies between {} and {}", plank.a, plank.b));
        }
        for support in [plank.a, plank.b] {
            on[usize::from(support)] |= space.bit();
        }
    }
    if on != public.on {
        return Err("planks rest on other supports than the table says".to_owned());
    }
    for (support, planks) in on.iter().enumerate() {
        if planks.count_ones() > u32::from(game.rules.planks_per_support) {
            return Err(format!("support {support} carries {} planks", planks.count_ones()));
        }
        let stone = support.checked_sub(COLOURS);
        let missing = stone.is_some_and(|slot| public.stones >> slot & 1 == 0);
        let closed = stone.is_none() && game.closed >> support & 1 == 1;
        if *planks != 0 && (missing || closed) {
            return Err(format!("support {support} carries planks but is not there"));
        }
    }
    if game.free {
        return game.water_invariant(public);
    }
    for space in spaces(public.laid) {
        let Some(slot) = space.slot() else { continue };
        let plank = &public.planks[slot];
        let id = usize::from(plank.id);
        let Some(placement) = game.board.placements.get(id) else {
            return Err(format!("plank {slot} lies nowhere"));
        };
        let same = (placement.a, placement.b, placement.number) == (plank.a, plank.b, number_of(slot));
        if !same {
            return Err(format!("plank {slot} does not lie as its placement says"));
        }
        for other in spaces(public.laid & !space.bit()).filter_map(Space::slot) {
            let other = usize::from(public.planks[other].id);
            if game.board.conflicts[id][other / 64] >> (other % 64) & 1 == 1 {
                return Err(format!("planks {id} and {other} lie on each other"));
            }
        }
        let forbidden = game.rules.third_stone == ThirdStone::Forbid;
        if forbidden && placement.blockers & public.stones != 0 {
            return Err(format!("plank {slot} lies over a third stone"));
        }
    }
    Ok(())
}

/// Pawns: each in a village or alone on a plank; the game is over exactly when one is across (RD-50, RD-74).
fn pawns(game: &Mekong, public: &Public) -> Result<(), String> {
    let mut taken = 0u64;
    let mut across = false;
    for seat in game.seats() {
        let space = public.pawns[seat];
        if !space.is_village() && (public.laid & space.bit() == 0 || taken & space.bit() != 0) {
            return Err(format!("the pawn of {seat} stands in the water or on somebody's feet"));
        }
        if space.bit() & VILLAGES & u64::from(game.closed) != 0 {
            return Err(format!("the pawn of {seat} stands in a closed village"));
        }
        taken |= space.bit();
        across |= space == Space::village(game.goals[seat]);
    }
    if (public.ask == Ask::Over) != public.ending.is_some() {
        return Err("the game is over without an ending, or has one before its end".to_owned());
    }
    let capped = public.ending == Some(super::state::Ending::TurnCap);
    if (public.ask == Ask::Over) != (across || capped) {
        return Err("the game is over without a reason, or goes on after its end".to_owned());
    }
    Ok(())
}

/// Programmes: as many cards as are due, all different, of the own hand, dragons within their number (RD-10, RD-12).
fn programmes(game: &Mekong, state: &State<Mekong>) -> Result<(), String> {
    let public = &state.public;
    for seat in game.seats() {
        let programme = &state.private[seat].programme;
        let (laid, open) = game.cards_on_table(public, seat);
        if programme[laid..].iter().any(|card| *card != Card::NONE) {
            return Err(format!("{seat} has laid more cards than it may"));
        }
        for (at, card) in programme[..laid].iter().enumerate() {
            if cards(game.cards_left(seat, &programme[..at])).all(|left| left != *card) {
                return Err(format!("{seat} has laid {card:?}, which it may not"));
            }
        }
        if programme[..open] != public.shown[seat][..open] {
            return Err(format!("the cards shown by {seat} are others than it laid"));
        }
        if public.shown[seat][open..].iter().any(|card| *card != Card::NONE) {
            return Err(format!("{seat} shows a card that still lies face-down"));
        }
    }
    Ok(())
}
