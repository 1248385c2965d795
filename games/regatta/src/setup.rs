//! Building a variant from rules and content, laying out a game, and what must always hold.

use super::favors::{FAVORS, MAX_DECK};
use super::rules::{Rules, StackEmpty};
use super::state::{Ask, DRAWN_MAX, Event, HELD_MAX, Hidden, Move, PLAYERS_MAX, Player, Private, Public, Spot};
use super::track::{MAX_WEDGES, RING, Track, Wedge, WedgeGroup};
use super::{Favor, FavorFile, Regatta};
use balance_engine::{BySeat, Chance, Imagine, Purpose, Recorder, Seat, State, Stream, View};
use balance_kit::Mistake;

pub(super) const NOWHERE: Spot = Spot::new(u8::MAX, u8::MAX);

impl Regatta {
    /// A variant from its rules and content.
    pub(super) fn new(rules: Rules, wedges: Vec<Wedge>, favors: FavorFile) -> Result<Self, Vec<Mistake>> {
        let mut clashes = Vec::new();
        let mut clash = |key: &str, message: String, help: &str| {
            clashes.push(Mistake::rule(key, message, help));
        };
        if !(2..=PLAYERS_MAX as u8).contains(&rules.players) {
            let message = format!("{} players cannot play", rules.players);
            clash("players", message, "2 to 4 players can");
        }
        if rules.fish_at_start > rules.fish_max {
            let message = format!(
                "{} fish at the start are more than a player may own",
                rules.fish_at_start
            );
            clash("fish-at-start", message, "raise fish-max, too");
        }
        let caps = rules.wedges_per_turn;
        let wedge_cap = if rules.players == 2 {
            caps.two_players
        } else {
            caps.more_players
        };
        if usize::from(wedge_cap) > HELD_MAX {
            let message = format!("{wedge_cap} wedges in a turn are too many");
            clash("wedges-per-turn", message, "at most 3 are possible");
        }
        if usize::from(rules.favors_per_turn) > DRAWN_MAX {
            let message = format!("{} favors in a turn are too many", rules.favors_per_turn);
            clash("favors-per-turn", message, "at most 4 are possible");
        }
        if !clashes.is_empty() {
            return Err(clashes);
        }
        Ok(Regatta {
            players: usize::from(rules.players),
            course: Track::new(wedges),
            counts: favors.counts,
            names: favors.names,
            starters: favors.starters,
            blanks: favors.blanks,
            wedge_cap,
            rules,
        })
    }

    /// The first position: the ring in four shuffled trios, one wedge under the Starting Line, the stack shuffled, the
    /// starters dealt (GL-01 to GL-09). Ships are placed by their owners.
    pub(super) fn lay_out(&self, chance: &mut Chance) -> State<Self> {
        let draws = chance.stream(Purpose::Setup);
        let mut trios = [0u8, 1, 2, 3];
        draws.shuffle(&mut trios);
        let mut ring = [0u8; RING];
        for (place, trio) in trios.iter().enumerate() {
            let mut wedges = [3 * trio, 3 * trio + 1, 3 * trio + 2];
            draws.shuffle(&mut wedges);
            ring[3 * place..3 * place + 3].copy_from_slice(&wedges);
        }
        // Positions are counted from the Starting Line.
        ring.rotate_left(draws.below(RING as u32) as usize);
        ring[0] = self.course.line();
        let mut order: [u8; 4] = [0, 1, 2, 3];
        draws.shuffle(&mut order);
        let mut public = Public {
            ask: Ask::Start,
            decider: Seat(0),
            turn: Seat(0),
            fleece: Seat(0),
            opener: Seat(0),
            done: 0,
            round: 0,
            players: [Player::default(); PLAYERS_MAX],
            ring,
            covered: 0,
            stack: 0,
            deck: 0,
            discards: [0; FAVORS],
            face_down: 0,
            drawn: 0,
            fresh: 0,
            left: 0,
            moved: 0,
            jumping: false,
            opened: false,
            windborne: false,
            beaten: false,
            revealed: None,
            losing: 0,
            ending: None,
        };
        public.players.iter_mut().for_each(|player| player.spot = NOWHERE);
        for seat in self.seats() {
            let player = public.player_mut(seat);
            player.fish = self.rules.fish_at_start;
            player.slots[0] = self.starters.get(usize::from(order[seat.index()])).copied();
        }
        public.opener = self.by_starter(&public, self.players - 1);
        public.fleece = public.opener;
        public.decider = self.by_starter(&public, 0);
        public.turn = public.decider;
        let mut hidden = Hidden {
            deck: [Favor::Demeter; MAX_DECK],
            drawn: [Favor::Demeter; DRAWN_MAX],
            stack: [0; MAX_WEDGES],
        };
        let draws = chance.stream(Purpose::Deck);
        let mut size = 0;
        for wedge in 0..self.course.line() {
            if self.course.wedges[usize::from(wedge)].part == WedgeGroup::Stack {
                hidden.stack[size] = wedge;
                public.stack |= 1 << wedge;
                size += 1;
            }
        }
        draws.shuffle(&mut hidden.stack[..size]);
        let unseen = self.unseen_favors(&public);
        public.deck = fill(&mut hidden.deck, &unseen);
        draws.shuffle(&mut hidden.deck[..usize::from(public.deck)]);
        State {
            public,
            private: BySeat::filled(Private),
            hidden,
        }
    }

    /// Who has the starter with the place-th lowest number (GL-10).
    fn by_starter(&self, public: &Public, place: usize) -> Seat {
        let holder = |favor: &Favor| self.seats().find(|seat| public.player(*seat).slots[0] == Some(*favor));
        self.starters.iter().filter_map(holder).nth(place).unwrap_or(Seat(0))
    }

    /// Puts a ship on the Starting Line; when all are there, the first round begins (GL-10 to GL-12).
    pub(super) fn start<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        let Move::Start(dot) = mv else { return };
        let public = &mut state.public;
        let player = public.player_mut(public.decider);
        player.spot = Spot { position: 0, dot };
        player.start = dot;
        public.done += 1;
        if usize::from(public.done) < self.players {
            public.decider = self.by_starter(public, usize::from(public.done));
            public.turn = public.decider;
            return;
        }
        for seat in self.seats() {
            let slot = &mut public.player_mut(seat).slots[0];
            if let Some(favor) = slot.take_if(|favor| self.is_blank(*favor)) {
                public.discards[favor as usize] += 1;
            }
        }
        public.round = 1;
        log.event(self, Event::RoundBegan, public);
        self.begin_rolls(state, chance, log);
    }

    #[inline]
    pub(super) fn is_blank(&self, favor: Favor) -> bool {
        self.blanks >> favor as u8 & 1 == 1
    }

    /// Cards of each favor that nobody sees: in the deck, or drawn and face-down.
    pub(super) fn unseen_favors(&self, public: &Public) -> [u8; FAVORS] {
        let mut unseen = self.counts;
        for (left, gone) in unseen.iter_mut().zip(public.discards) {
            *left = left.saturating_sub(gone);
        }
        let slots = public.players[..self.players].iter().flat_map(|player| player.slots);
        for favor in slots.chain([public.revealed]).flatten() {
            unseen[favor as usize] = unseen[favor as usize].saturating_sub(1);
        }
        unseen
    }
}

/// Writes `counts` cards of each kind into `cards` and says how many there are.
pub(super) fn fill(cards: &mut [Favor; MAX_DECK], counts: &[u8; FAVORS]) -> u8 {
    let mut size = 0;
    for (favor, count) in Favor::ALL.into_iter().zip(counts) {
        for card in cards.iter_mut().skip(size).take(usize::from(*count)) {
            *card = favor;
            size += 1;
        }
    }
    size as u8
}

impl Imagine for Regatta {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let public = *view.public;
        let mut hidden = Hidden {
            deck: [Favor::Demeter; MAX_DECK],
            drawn: [Favor::Demeter; DRAWN_MAX],
            stack: [0; MAX_WEDGES],
        };
        let size = usize::from(fill(&mut hidden.deck, &self.unseen_favors(&public)));
        chance.shuffle(&mut hidden.deck[..size]);
        for (at, card) in hidden.drawn.iter_mut().take(usize::from(public.face_down)).enumerate() {
            *card = hidden.deck[usize::from(public.deck) + at];
        }
        let mut size = 0;
        for wedge in (0..64).filter(|wedge| public.stack >> wedge & 1 == 1) {
            hidden.stack[size] = wedge;
            size += 1;
        }
        chance.shuffle(&mut hidden.stack[..size]);
        State {
            public,
            private: BySeat::filled(Private),
            hidden,
        }
    }
}

/// What must hold after every move: every card and every wedge is in one place, ships do not share a dot, fish keep
/// their bounds.
pub(super) fn invariant(game: &Regatta, state: &State<Regatta>) -> Result<(), String> {
    let (public, hidden) = (&state.public, &state.hidden);
    let mut unseen = [0u8; FAVORS];
    let deck = &hidden.deck[..usize::from(public.deck).min(MAX_DECK)];
    for card in deck
        .iter()
        .chain(&hidden.drawn[..usize::from(public.face_down).min(DRAWN_MAX)])
    {
        unseen[*card as usize] += 1;
    }
    if unseen != game.unseen_favors(public) {
        return Err("cards of favors are missing, or there are too many".to_owned());
    }
    if public.face_down > public.drawn || public.drawn > game.rules.favors_per_turn {
        return Err(format!(
            "{} favors are face-down of {} drawn",
            public.face_down, public.drawn
        ));
    }
    let stack = &hidden.stack[..public.stack.count_ones() as usize];
    let covered = (0..64).filter(|wedge| public.covered >> wedge & 1 == 1);
    let held = game.seats().flat_map(|seat| public.player(seat).wedges().iter());
    let mut places = 0_u64;
    for wedge in public.ring.iter().chain(stack).chain(held).copied().chain(covered) {
        if places >> wedge & 1 == 1 {
            return Err("a wedge is in two places".to_owned());
        }
        places |= 1 << wedge;
    }
    // One wedge lies under the Starting Line for good.
    if places.count_ones() as usize + 1 != game.course.wedges.len() {
        return Err(format!("{} wedges are on the table", places.count_ones()));
    }
    if public.ring[0] != game.course.line() {
        return Err("the Starting Line is covered".to_owned());
    }
    if game.rules.stack_empty == StackEmpty::None && public.stack & public.covered != 0 {
        return Err("a covered wedge is in the stack".to_owned());
    }
    for seat in game.seats() {
        let player = public.player(seat);
        if player.fish > game.rules.fish_max {
            return Err(format!("{seat} has {} fish", player.fish));
        }
        if player.holding > game.wedge_cap {
            return Err(format!("{seat} holds {} wedges", player.holding));
        }
        if player.spot == NOWHERE && public.ask == Ask::Start {
            continue;
        }
        if usize::from(player.spot.position) >= RING {
            return Err(format!("{seat} has no place on the course"));
        }
        let wedge = &game.course.wedges[usize::from(public.ring[usize::from(player.spot.position)])];
        if usize::from(player.spot.dot) >= wedge.dots.len() {
            return Err(format!("{seat} is on a dot that {} does not have", wedge.id));
        }
        let shares = |other: Seat| other != seat && public.player(other).spot == player.spot;
        let jumper = |one: Seat| public.jumping && one == public.turn;
        if let Some(other) = game.seats().find(|other| shares(*other))
            && !jumper(seat)
            && !jumper(other)
        {
            return Err(format!("{seat} and {other} are on the same dot"));
        }
    }
    Ok(())
}
