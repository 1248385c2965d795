//! How the heuristic bot lays its programme: whole, when it lays the first card. Until programmes are turned up nothing that it
//! goes by changes, and it draws nothing from its stream; so it comes to the same programme at every card, and foretells it.

use super::ScriptedBot;
use super::duel::{Duel, DuelSide, ProgrammeMix};
use super::plan::{DRAGON, PlanInput, Programme, Sets, WeighedProgrammes};
use super::rivals::{Harm, HarmCache, RivalRoutes, course};
use super::route::PawnRoute;
use super::route::Roads;
use super::weights::{ForTwo, Weights};
use crate::Mekong;
use crate::card::Card;
use crate::state::{Move, PROGRAMME, Private, Public};
use arrayvec::ArrayVec;
use balance_engine::{Bot, BySeat, Game, Moves, Seat, Stream, View};

/// Turns after which a game is a long one.
const PATIENCE: u16 = 8;
/// How sure it is, at each position of two programmes, that a pawn stands where the model of both has brought it.
const STAYS: [f32; PROGRAMME] = [1.0, 0.95, 0.9, 0.85, 0.8];
/// A rival that matters less than this part of what the rivals do on average is not hindered.
const MINOR: f32 = 0.6;
/// Hindering others is not planned for if it is worth less than this part of what they lose.
const NEGLIGIBLE: f32 = 0.02;

/// The chance that a programme depends on.
#[derive(Clone, Copy)]
struct Whims(u64);

impl Whims {
    /// As they are while the programmes of this turn are laid, at the state of a bot's stream.
    fn from_stream(chance: &Stream) -> Self {
        Whims(chance.clone().bits())
    }

    /// Draws for what is settled once so many cards lie.
    fn once(self, public: &Public, laid: usize) -> Stream {
        Stream::keyed(self.0, u64::from(public.turn), 0, laid as u8)
    }
}

/// The whole programme of `view`, cards that lie already first; none where no way leads on. Of two, the other is thought to lay one
/// of those that are `told`, or any where none is.
pub fn programme(
    (weights, for_two): (&Weights, &ForTwo),
    view: View<'_, Mekong>,
    chance: &Stream,
    notes: &mut HarmCache,
    told: &[Programme],
) -> Option<[Card; PROGRAMME]> {
    let whims = Whims::from_stream(chance);
    let duel = duel(
        (&for_two.of_way(weights), for_two),
        view,
        whims.0,
        &mut notes.roads,
        told,
    );
    let drawn = duel.and_then(|mix| draw(&mix, view, whims));
    drawn.or_else(|| Laying::new(weights, view, whims, notes)?.programme(notes))
}

/// Pushes what each card is worth that may be laid next.
pub fn values(
    (weights, for_two): (&Weights, &ForTwo),
    view: View<'_, Mekong>,
    moves: &Moves<Move>,
    out: &mut Vec<f64>,
) {
    let (laid, count) = laid_of_model(view);
    let mut notes = HarmCache::default();
    if let Some(mix) = duel((&for_two.of_way(weights), for_two), view, 0, &mut notes.roads, &[]) {
        let worth = |mv: &Move| mix.worth(&laid[..count], model(*mv)?);
        // What was not looked at is taken for lost.
        out.extend(moves.iter().map(|mv| f64::from(worth(mv).unwrap_or(-1.0))));
        return;
    }
    let Some(laying) = Laying::new(weights, view, Whims(0), &mut notes) else {
        return;
    };
    let left = view.game.cards_left(view.seat, &view.private.programme[..count]);
    let (course, cards) = (laying.course(left), cards_of_model(left));
    let mut weighed = WeighedProgrammes::default();
    let mut longer = laid;
    out.extend(moves.iter().map(|mv| {
        let Some(card) = model(*mv) else {
            return f64::NEG_INFINITY;
        };
        longer[count] = card;
        let weighing = (laying.hit, &mut weighed);
        let found = course.best(
            &longer[..=count],
            cards & !(1 << card),
            weighing,
            &mut notes.sets,
            || 0.0,
        );
        f64::from(found.worth)
    }));
}

/// How two players should lay; none where one has no way, on open water, or where there are more.
fn duel(
    (weights, for_two): (&Weights, &ForTwo),
    view: View<'_, Mekong>,
    whim: u64,
    roads: &mut Roads,
    told: &[Programme],
) -> Option<ProgrammeMix> {
    let (game, public, seat) = (view.game, view.public, view.seat);
    if game.players != 2 || game.free {
        return None;
    }
    let order = [public.first, public.first.clockwise(1, game.players)];
    let roads = roads.on(game, public, whim);
    let mut way = |seat: Seat| roads.way(game, public, seat, true);
    let ways = [way(order[0])?, way(order[1])?];
    let side = |at: usize| DuelSide {
        course: PlanInput {
            stays: STAYS,
            ..course(game, public, order[at], &ways[at], weights)
        },
        cards: cards_of_model(game.cards_left(order[at], &[])),
        prey: ways[1 - at].gaps_under(public, game.takeable_planks(public, order[at])),
    };
    let other = seat.clockwise(1, 2);
    let seen = [public.last[other], public.before[other]].into_iter();
    let seen = seen.filter(|laid| laid[0] != Card::NONE).map(|laid| laid.map(kind));
    let seen: ArrayVec<Programme, 2> = seen.collect();
    Some(Duel::new([side(0), side(1)], for_two).mix(usize::from(order[1] == seat), &seen, told))
}

/// The programme that the mix lays card by card.
fn draw(mix: &ProgrammeMix, view: View<'_, Mekong>, whims: Whims) -> Option<[Card; PROGRAMME]> {
    let (mut laid, count) = laid_of_model(view);
    let mut cards = view.private.programme;
    for at in count..PROGRAMME {
        laid[at] = mix.next(&laid[..at], whims.once(view.public, at).unit() as f32)?;
        cards[at] = match laid[at] {
            // Of two each has but one dragon.
            DRAGON => Card::dragon(view.game.colours[view.seat.clockwise(1, 2)]),
            kind => Card(kind),
        };
    }
    Some(cards)
}

/// What a programme is chosen by where all look to their own way, and to whom they may hinder.
struct Laying<'a> {
    weights: &'a Weights,
    view: View<'a, Mekong>,
    whims: Whims,
    way: PawnRoute,
    field: RivalRoutes,
    /// What hurts each rival; none where that does not matter.
    harms: BySeat<Option<Harm>>,
    /// How likely a dragon is to cancel a card.
    hit: f32,
    /// What hurts one rival is good for all the others, too: the part of it that counts as one's own.
    shared: f32,
}

impl<'a> Laying<'a> {
    fn new(weights: &'a Weights, view: View<'a, Mekong>, whims: Whims, notes: &mut HarmCache) -> Option<Self> {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let roads = notes.roads.on(game, public, whims.0);
        let way = roads.way(game, public, seat, true)?;
        let field = RivalRoutes::new(game, weights, |other| {
            if other == seat {
                Some(way)
            } else {
                roads.way(game, public, other, true)
            }
        });
        let mut laying = Laying {
            weights,
            view,
            whims,
            way,
            field,
            harms: BySeat::filled(None),
            hit: 1.0 - libm::expf(-weights.dread / PROGRAMME as f32),
            shared: libm::powf(1.0 / (game.players - 1) as f32, weights.crowd),
        };
        if laying.shared * weights.spite.max(weights.loot) > NEGLIGIBLE {
            for rival in laying.rivals() {
                if laying.field.share(game, rival, seat) * (game.players - 1) as f32 > MINOR {
                    laying.harms[rival] = Some(laying.harm(rival, notes));
                }
            }
        }
        Some(laying)
    }

    fn rivals(&self) -> impl Iterator<Item = Seat> + use<> {
        let own = self.view.seat;
        self.view.game.seats().filter(move |rival| *rival != own)
    }

    /// What hurts a rival.
    fn harm(&self, rival: Seat, notes: &mut HarmCache) -> Harm {
        let Some(way) = &self.field.ways[rival] else {
            return Harm::default();
        };
        notes.harm(&course(self.view.game, self.view.public, rival, way, self.weights))
    }

    /// The own course, on which dragons and removing are worth what they take from rivals; these cards may be laid, as bits.
    fn course(&self, left: u16) -> PlanInput<'_> {
        let (game, weights) = (self.view.game, self.weights);
        let few = 1.0 / (game.players - 1) as f32;
        let mut worst = [0.0f32; PROGRAMME];
        let mut loot = [weights.remove * few; PROGRAMME];
        for rival in self.rivals() {
            let Some(harm) = &self.harms[rival] else { continue };
            let share = self.shared * self.field.share(game, rival, self.view.seat);
            let may = left & Card::dragon(game.colours[rival]).bit() != 0;
            for at in 0..PROGRAMME {
                if may {
                    worst[at] = worst[at].max(share * harm.losses[at]);
                }
                loot[at] += weights.loot * share * harm.bridges[at];
            }
        }
        PlanInput {
            dragon: worst.map(|worst| weights.dragon * few + weights.spite * worst),
            loot,
            ..course(game, self.view.public, self.view.seat, &self.way, weights)
        }
    }

    /// All cards, those first that lie. It is planned on from every card: the fewer are left to be planned, the better.
    fn programme(&self, notes: &mut HarmCache) -> Option<[Card; PROGRAMME]> {
        let game = self.view.game;
        let mut cards = self.view.private.programme;
        let mut planned: Option<(u16, PlanInput<'_>, WeighedProgrammes)> = None;
        for at in 0..PROGRAMME {
            if cards[at] != Card::NONE {
                continue;
            }
            let left = game.cards_left(self.view.seat, &cards[..at]);
            // Of what is left, the course goes by dragons alone.
            let dragons = left & Card::DRAGONS;
            if planned.as_ref().is_none_or(|(before, ..)| *before != dragons) {
                planned = Some((dragons, self.course(left), WeighedProgrammes::default()));
            }
            let (_, course, weighed) = planned.as_mut()?;
            cards[at] = match self.plan((course, weighed, &mut notes.sets), &cards[..at], left)[at] {
                DRAGON => self.target(at, left, notes)?,
                kind => Card(kind),
            };
        }
        Some(cards)
    }

    /// The best programme in cards of the model that begins with the cards `laid`, out of those that are left.
    fn plan(
        &self,
        (course, weighed, sets): (&PlanInput<'_>, &mut WeighedProgrammes, &mut Sets),
        laid: &[Card],
        left: u16,
    ) -> Programme {
        let public = self.view.public;
        let mut kinds = [0; PROGRAMME];
        for (to, card) in kinds.iter_mut().zip(laid) {
            *to = kind(*card);
        }
        // Who has gone round in circles tries something else.
        let late = f32::from(public.turn.saturating_sub(PATIENCE)) * 0.25;
        let mut chance = self.whims.once(public, laid.len());
        let whim = || self.weights.whim * (1.0 + late) * chance.unit() as f32;
        let (laid, cards) = (&kinds[..laid.len()], cards_of_model(left));
        course.best(laid, cards, (self.hit, weighed), sets, whim).best
    }

    /// Of the dragons in `left`, the one that hurts most at a position: whoever is nearest to arriving, and probably moves there.
    fn target(&self, at: usize, left: u16, notes: &mut HarmCache) -> Option<Card> {
        // Apart from the draws of plans, of which there is one for each number of cards.
        let mut chance = self.whims.once(self.view.public, PROGRAMME + at);
        let (mut found, mut most, mut ties) = (None, f32::NEG_INFINITY, 0);
        for rival in self.rivals() {
            let card = Card::dragon(self.view.game.colours[rival]);
            if left & card.bit() == 0 {
                continue;
            }
            let harm = self.harms[rival].unwrap_or_else(|| self.harm(rival, notes));
            let worth = self.field.threat[rival] * (harm.losses[at] + 0.5);
            if worth > most {
                (found, most, ties) = (Some(card), worth, 1);
            } else if worth.total_cmp(&most).is_eq() {
                ties += 1;
                if chance.below(ties) == 0 {
                    found = Some(card);
                }
            }
        }
        found
    }
}

/// The card of the model that a card stands for.
pub fn kind(card: Card) -> u8 {
    card.0.min(DRAGON)
}

/// The card of the model that a move stands for.
fn model(mv: Move) -> Option<u8> {
    let Move::Card(card) = mv else { return None };
    Some(kind(card))
}

/// Cards of a hand in those of the model, as bits.
fn cards_of_model(hand: u16) -> u16 {
    hand & 0xff | u16::from(hand & Card::DRAGONS != 0) << DRAGON
}

/// Cards of the model that were laid already, and how many.
fn laid_of_model(view: View<'_, Mekong>) -> (Programme, usize) {
    let mut laid = ([0; PROGRAMME], 0);
    for card in view.private.programme.iter().take_while(|card| **card != Card::NONE) {
        laid.0[laid.1] = kind(*card);
        laid.1 += 1;
    }
    laid
}

/// Scripts that are looked at, at most.
pub const MOST: usize = 10;

/// What the other player of `view` would lay by each of these, while programmes are laid; what is drawn for that is not taken from
/// `chance`.
pub fn programmes(
    rivals: &[ScriptedBot],
    view: View<'_, Mekong>,
    chance: &Stream,
    choices: &mut Option<Moves<Move>>,
) -> ArrayVec<Programme, MOST> {
    let mut all = ArrayVec::new();
    if rivals.is_empty() {
        return all;
    }
    let moves = choices.get_or_insert_default();
    let seat = view.seat.clockwise(1, view.game.players);
    let mut public = *view.public;
    public.decider = seat;
    for rival in rivals {
        let mut chance = chance.clone();
        let mut private = Private {
            programme: [Card::NONE; PROGRAMME],
        };
        for at in 0..PROGRAMME {
            public.position = at as u8;
            let view = View {
                game: view.game,
                seat,
                public: &public,
                private: &private,
            };
            moves.clear();
            view.game.moves(view, moves);
            let chosen = rival.choose(view, moves, &mut chance);
            if let Move::Card(card) = moves[chosen] {
                private.programme[at] = card;
            }
        }
        all.push(private.programme.map(kind));
    }
    all
}
