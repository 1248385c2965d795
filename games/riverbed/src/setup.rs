//! Building a variant from rules and content, laying out a game, and what must always hold.

use super::cards::{EFFECTS, Effect, Moment};
use super::content::{self, BoardFile, CardRow, TileFile};
use super::rules::{FourPlayerDeal, Rules};
use super::state::{After, Ask, Hidden, NONE, Private, Public, RevealRecord, Role, SeatMarks, TileFrame};
use super::tiles::{Tile, TileStep};
use super::{Board, Fifth, MAX_CARDS, MAX_SPACES, MAX_TILES, Riverbed, bits};
use balance_engine::{BySeat, Chance, Purpose, Seat, State, Stream};
use balance_kit::Mistake;
use balance_kit::schema::messages::things;

impl Riverbed {
    /// A variant from its rules and content.
    pub(super) fn new(
        rules: Rules,
        tiles: &TileFile,
        cards: &[CardRow],
        board: &BoardFile,
    ) -> Result<Self, Vec<Mistake>> {
        let players = rules.players;
        let Some(row) = content::players_table().into_iter().find(|row| row.players == players) else {
            return Err(vec![Mistake::rule(
                "players",
                format!("{players} players cannot play"),
                "4 to 9 players can",
            )]);
        };
        let mut clashes = Vec::new();

        let layout = board.layouts.get(&rules.layout);
        if layout.is_none() {
            let names: Vec<&str> = board.layouts.keys().map(String::as_str).collect();
            let message = format!("the board has no layout `{}`", rules.layout);
            clashes.push(Mistake::rule("layout", message, format!("it has {}", names.join(", "))));
        }
        let empty = layout.and_then(|layout| layout.get(&players)).cloned();
        let empty = empty.unwrap_or_default();
        let mut river = Board::new(board, &empty, &rules);

        let mut in_play = tiles_in_play(&rules, tiles, &river, &mut clashes);
        in_play.truncate(MAX_TILES);
        if river.tiled == 0 {
            river.tiled = 1;
        }

        let ends = [
            rules.end_points.kelp.unwrap_or(row.kelp),
            rules.end_points.logs.unwrap_or(row.logs),
            rules.end_points.coins.unwrap_or(row.coins),
        ];
        let others = [
            rules.roles.merchants.unwrap_or(row.merchants),
            rules.roles.separatists.unwrap_or(row.separatists),
            rules.roles.profiteers.unwrap_or(row.profiteers),
        ];
        let open = row.hidden_card && rules.roles == super::rules::RoleCounts::default();
        let fifth = match rules.four_player_deal {
            _ if !open => Fifth::None,
            FourPlayerDeal::Unseen => Fifth::Unseen,
            FourPlayerDeal::Profiteer => Fifth::Fixed(Role::Profiteer),
            FourPlayerDeal::Separatist => Fifth::Fixed(Role::Separatist),
        };
        let seated = 2 + others.iter().sum::<u8>() + u8::from(open);
        check_roles(players, seated, &mut clashes);
        check_costs(&rules, &mut clashes);
        check_deck(&rules, cards, &mut clashes);
        if !clashes.is_empty() {
            return Err(clashes);
        }

        let mut game = Riverbed {
            players: players as usize,
            board: river,
            tiles: in_play,
            ends,
            effect_of: [Effect::SteppingStone; MAX_CARDS],
            copies: [0; EFFECTS],
            card_names: std::array::from_fn(|_| String::new()),
            deck: 0,
            blanks: 0,
            dual_at: [0; Moment::COUNT],
            others,
            fifth,
            rules,
        };
        game.build_deck(cards);
        Ok(game)
    }

    fn build_deck(&mut self, cards: &[CardRow]) {
        let mut next = 0;
        for row in cards {
            self.card_names[row.effect as usize].clone_from(&row.name);
            if usize::from(row.players) > self.players {
                continue;
            }
            for _ in 0..row.copies {
                self.effect_of[next] = row.effect;
                self.copies[row.effect as usize] |= 1 << next;
                self.deck |= 1 << next;
                self.blanks |= u64::from(row.blank) << next;
                if let (true, Some(moment)) = (row.dual, row.effect.window()) {
                    self.dual_at[moment as usize] |= 1 << next;
                }
                next += 1;
            }
        }
    }

    fn shuffle_tiles(&self, setup: &mut Stream) -> [u8; MAX_SPACES] {
        let mut order = [0u8; MAX_TILES];
        let tiles = &mut order[..self.tiles.len()];
        for (index, tile) in tiles.iter_mut().enumerate() {
            *tile = index as u8;
        }
        setup.shuffle(tiles);
        let mut tile_at = [NONE; MAX_SPACES];
        for (space, tile) in bits(self.board.tiled).zip(tiles.iter()) {
            tile_at[space] = *tile;
        }
        tile_at
    }

    /// The draw pile, its top last, and how many cards it has.
    fn shuffle_deck(&self, chance: &mut Chance) -> ([u8; MAX_CARDS], usize) {
        let mut deck = [0u8; MAX_CARDS];
        let cards = self.deck.count_ones() as usize;
        for (index, card) in deck[..cards].iter_mut().enumerate() {
            *card = index as u8;
        }
        chance.stream(Purpose::Deck).shuffle(&mut deck[..cards]);
        (deck, cards)
    }

    /// Lays out a new game: roles, tiles, deck and hands (RB-01 to RB-11).
    pub(super) fn lay_out(&self, chance: &mut Chance) -> State<Self> {
        let players = self.players;
        let setup = chance.stream(Purpose::Setup);
        let (fifth, left_out) = match self.fifth {
            Fifth::Unseen if setup.below(2) == 0 => (Role::Profiteer, Some(Role::Separatist)),
            Fifth::Unseen => (Role::Separatist, Some(Role::Profiteer)),
            Fifth::Fixed(role) => (role, None),
            Fifth::None => (Role::Chief, None),
        };
        let mut roles = self.role_cards(fifth);
        setup.shuffle(&mut roles[..players]);
        let tile_at = self.shuffle_tiles(setup);
        let (deck, mut left) = self.shuffle_deck(chance);
        let mut place_of = [0; MAX_TILES];
        place_of[..self.tiles.len()].fill(self.board.tiled);
        let mut private = BySeat::<Private>::default();
        let mut role = BySeat::default();
        let mut hand_size = BySeat::default();
        let mut chief = Seat(0);
        for (index, card) in roles[..players].iter().enumerate() {
            let seat = Seat(index as u8);
            let dealt = self.rules.starting_cards as usize;
            let hand = deck[left - dealt..left].iter().fold(0, |hand, card| hand | 1 << card);
            left -= dealt;
            private[seat] = Private {
                role: *card,
                hand,
                place_of,
                seen_role: BySeat::default(),
            };
            hand_size[seat] = dealt as u8;
            if *card == Role::Chief {
                chief = seat;
                role[seat] = Some(Role::Chief);
            }
        }
        let public = Public {
            tracks: [0; 3],
            face_up: 0,
            shown: [NONE; MAX_SPACES],
            seen: BySeat::default(),
            meeple: BySeat::default(),
            marks: BySeat::filled(SeatMarks::default()),
            role,
            hand_size,
            record: BySeat::filled(RevealRecord::default()),
            chief,
            deck: left as u8,
            discards: 0,
            spent: 0,
            active: chief,
            turn: 0,
            acted: false,
            again: false,
            played: BySeat::default(),
            far_reach: false,
            chosen: chief,
            hunting: false,
            hunt_revealed: 0,
            placed: 0,
            decider: chief.clockwise(1, players),
            ask: Ask::Place,
            after: After::CoOp,
            frames: [TileFrame::default(); MAX_TILES],
            depth: 0,
            ending: None,
        };
        State {
            public,
            private,
            hidden: Hidden {
                tile_at,
                deck,
                left_out,
            },
        }
    }
}

/// The tiles that the rules name, checked against the spaces of the river where nothing else clashes.
fn tiles_in_play(rules: &Rules, tiles: &TileFile, river: &Board, clashes: &mut Vec<Mistake>) -> Vec<Tile> {
    let players = rules.players;
    let (key, numbers) = match &rules.tile_numbers {
        Some(numbers) => ("tile-numbers", Some(numbers)),
        None => ("tiles", tiles.sets.get(&players)),
    };
    let mut in_play = Vec::new();
    match numbers {
        None => clashes.push(Mistake::rule(
            "tiles",
            format!("the tiles have no set for {players} players"),
            "add it to [sets], or set tile-numbers",
        )),
        Some(numbers) => {
            for (at, number) in numbers.iter().enumerate() {
                match tiles.tiles.iter().find(|tile| tile.number == *number) {
                    Some(_) if numbers[..at].contains(number) => {
                        clashes.push(Mistake::rule(key, format!("tile {number} is named twice"), ""));
                    }
                    Some(tile) => in_play.push(tile.clone()),
                    None => clashes.push(Mistake::rule(key, format!("there is no tile {number}"), "")),
                }
            }
        }
    }
    let places = river.tiled.count_ones() as usize;
    if clashes.is_empty() && in_play.len() != places {
        let count = in_play.len();
        let message = if rules.tile_numbers.is_some() {
            format!("{count} tiles for {places} spaces")
        } else {
            format!("the set for {players} players has {count} tiles for {places} spaces")
        };
        // What the spaces are that a board has, and which of them a layout leaves empty.
        let (spaces, layout) = (river.spaces, &rules.layout);
        let empty = match spaces - places {
            0 => "none".to_owned(),
            empty => empty.to_string(),
        };
        let help = format!(
            "{players} players use {places} tiles: layout \"{layout}\" leaves {empty} of the {spaces} spaces empty; `board` can name another"
        );
        clashes.push(Mistake::rule(key, message, help));
    }
    in_play
}

/// Checks that what an action costs can be paid in a turn.
fn check_costs(rules: &Rules, clashes: &mut Vec<Mistake>) {
    let costs = [
        ("an Uncover", rules.uncover_cost),
        ("the Hunt", rules.hunt_cost),
        ("the Con", rules.con_cost),
    ];
    for (what, cost) in costs {
        if rules.cost_counts_as_card && cost > rules.cards_per_turn {
            clashes.push(Mistake::rule(
                "cost-counts-as-card",
                format!(
                    "{what} costs {} and {} may be played in a turn",
                    things(cost.into(), "card"),
                    rules.cards_per_turn
                ),
                "write a lower cost, a higher cards-per-turn, or cost-counts-as-card = false",
            ));
        }
    }
}

/// Checks that there are as many cards as are dealt.
fn check_deck(rules: &Rules, cards: &[CardRow], clashes: &mut Vec<Mistake>) {
    let players = rules.players;
    let deck = cards.iter().filter(|card| card.players <= players);
    let deck: u32 = deck.map(|card| u32::from(card.copies)).sum();
    let dealt = u32::from(rules.starting_cards) * u32::from(players);
    if dealt > deck {
        clashes.push(Mistake::rule(
            "starting-cards",
            format!("{dealt} cards are to be dealt, and {players} players have a deck of {deck}"),
            format!("at most {} for each is possible", deck / u32::from(players)),
        ));
    }
}

fn check_roles(players: u8, seated: u8, clashes: &mut Vec<Mistake>) {
    if seated != players {
        let message = format!("these roles are {seated} cards (with Chief and Leader) for {players} players");
        let help = "merchants + separatists + profiteers + 2 must be the number of players";
        clashes.push(Mistake::rule("roles", message, help));
    }
}

/// What must hold after every move: tiles, elements, cards, roles and knowledge are conserved.
pub fn invariant(game: &Riverbed, state: &State<Riverbed>) -> Result<(), String> {
    let public = &state.public;
    let check = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };

    let tiles = bits(game.board.tiled).fold(0u32, |set, space| set | 1 << state.hidden.tile_at[space]);
    check(
        tiles.count_ones() as usize == game.tiles.len(),
        "every tile lies on one space",
    )?;
    check(
        public.face_up & !game.board.tiled == 0,
        "only spaces with a tile are face-up",
    )?;
    check(
        bits(public.face_up).all(|space| public.shown[space] == state.hidden.tile_at[space]),
        "what is shown is what lies there",
    )?;
    let mut expected = [0u8; 3];
    for space in bits(public.face_up) {
        let tile = &game.tiles[public.shown[space] as usize];
        let frame = public.frames[..public.depth as usize]
            .iter()
            .find(|frame| frame.space as usize == space);
        let done = frame.map_or(tile.steps.len(), |frame| frame.step as usize);
        for step in &tile.steps[..done] {
            if let TileStep::Count(element, count) = step {
                expected[*element as usize] += count;
            }
        }
    }
    check(public.tracks == expected, "the tracks count the face-up tiles")?;

    let mut cards = public.discards | public.spent;
    let mut count = cards.count_ones();
    for card in &state.hidden.deck[..public.deck as usize] {
        cards |= 1 << card;
        count += 1;
    }
    let mut counts = [0; 5];
    for index in 0..game.players {
        let seat = Seat(index as u8);
        let private = &state.private[seat];
        cards |= private.hand;
        count += private.hand.count_ones();
        counts[private.role.index()] += 1;
        check(
            private.hand.count_ones() == u32::from(public.hand_size[seat]),
            "hand sizes are public",
        )?;
        let stands = public.meeple[seat].space();
        check(
            stands.is_none_or(|space| game.board.tiled >> space & 1 == 1),
            "meeples stand on tiles",
        )?;
        check(
            stands.is_some() == game.is_placed(public, seat),
            "meeples are nowhere until they are placed, and never again",
        )?;
        check(
            public.role[seat].is_none_or(|role| role == private.role),
            "a face-up role is the true one",
        )?;
        check(
            bits(game.board.tiled)
                .all(|space| private.place_of[state.hidden.tile_at[space] as usize] >> space & 1 == 1),
            "nobody knows what is not so",
        )?;
    }
    check(
        cards == game.deck && count == game.deck.count_ones(),
        "every ability card is in one place",
    )?;
    check(counts[0] == 1 && counts[2] == 1, "one Chief, one Leader")
}
