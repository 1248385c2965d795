//! Where two games of one deal part: the first choice or event that is not the same under two versions of the rules, and
//! where the rules make their first difference to the same choices.
//!
//! Bots know the rules. So a bot may choose differently long before what was changed comes about; the second question says
//! then what it is that was changed.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::transcript::{Telling, head};
use crate::{Guest, Playable};
use balance_engine::{Bot, Chance, Game, MovePlan, Moves, Outcome, Recorder, Seat, State, Stream, Table, View};

/// Where two games of one deal part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Divergence {
    /// As they were played.
    pub played: DivergencePoint,
    /// Where the rules make their first difference: the same place, unless a bot chose differently there. Then the choices of
    /// the first game are made again under the rules of the second, as far as they are possible, and if that is the same to
    /// its end, those of the second under the rules of the first; none where both are.
    pub rules: Option<DivergencePoint>,
}

/// A place where two games part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DivergencePoint {
    /// Choices and events before it that a game told in words has ([`crate::Transcript`]).
    pub told: usize,
    /// Choices between several moves before it.
    pub choices: u32,
    /// Does a bot choose differently, from the same moves in the same position?
    pub chosen: bool,
    /// What it may be counted by, what tells most first; at least one.
    pub causes: Vec<Cause>,
    /// How often what may be named as a cause happened before it, after which the games went on as the same.
    pub before: BTreeMap<String, u32>,
}

/// What a parting may be counted by. Kinds are those of [`Telling::kind`], or that a move of a kind is chosen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The table was laid out differently.
    Setup,
    /// A game is over: the name of its ending; none where it goes on.
    End([Option<String>; 2]),
    /// After this other things follow, or the position is another.
    After(String),
    /// An event of this kind comes out otherwise.
    At(String),
    /// In the second game the other kind of event.
    Instead(String, String),
    /// Other moves are possible.
    Moves,
    /// Another seat is to choose.
    Seat,
    /// A bot chooses a move of the other kind.
    Choice(String, String),
}

/// Everything of a game by which it is held against another.
struct Recording<G: Game> {
    start: Option<(G::Public, String)>,
    items: Vec<Item<G>>,
    /// Index of its ending and the seats that won, as bits; none where it was not played to its end.
    end: Option<(u8, u16)>,
}

impl<G: Game> Default for Recording<G> {
    fn default() -> Self {
        Recording {
            start: None,
            items: Vec::new(),
            end: None,
        }
    }
}

/// A choice or an event, with the table right before or after it.
struct Item<G: Game> {
    what: ItemKind<G::Move>,
    public: G::Public,
    /// What whoever chooses has seen alone.
    private: Option<G::Private>,
}

impl<G: Telling> Item<G> {
    /// Is all the same that may be seen by who chooses?
    fn same_table(&self, other: &Self, game: &G) -> bool {
        self.private == other.private && game.same_table(&self.public, &other.public)
    }
}

enum ItemKind<M> {
    Choice {
        seat: Seat,
        mv: M,
        moves: Vec<M>,
    },
    Event {
        /// As the game has it.
        is: String,
        kind: String,
        words: Option<String>,
    },
}

impl<M> ItemKind<M> {
    fn is_open(&self) -> bool {
        matches!(self, ItemKind::Choice { moves, .. } if moves.len() > 1)
    }
}

impl<G: Telling> Recorder<G> for Recording<G> {
    fn start(&mut self, game: &G, state: &State<G>) {
        let seats = (0..game.players()).map(|seat| state.private[Seat(seat as u8)]);
        let unseen = format!("{:?} {:?}", seats.collect::<Vec<_>>(), state.hidden);
        self.start = Some((state.public.clone(), unseen));
    }

    fn choice(&mut self, _game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        self.items.push(Item {
            what: ItemKind::Choice {
                seat,
                mv: moves[chosen],
                moves: moves.to_vec(),
            },
            public: state.public.clone(),
            private: Some(state.private[seat]),
        });
    }

    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        self.items.push(Item {
            what: ItemKind::Event {
                is: format!("{event:?}"),
                kind: game.kind(event),
                words: game.happening(event, public, None),
            },
            public: public.clone(),
            private: None,
        });
    }

    fn finish(&mut self, _game: &G, _state: &State<G>, outcome: &Outcome) {
        let winners = (0..16).filter(|seat| outcome.winners.has(Seat(*seat)));
        self.end = Some((outcome.ending, winners.map(|seat| 1 << seat).sum()));
    }
}

/// Makes the choices of another game as long as they are possible.
struct Follow<M> {
    chosen: Vec<(Seat, M)>,
    /// Choices so far.
    at: AtomicUsize,
    /// Have the games parted?
    parted: AtomicBool,
    /// The choice that could not be followed.
    refused: Mutex<Option<(Seat, Vec<M>)>>,
}

impl<G: Game> Bot<G> for Follow<G::Move> {
    /// Not asked: [`Bot::choose_unless`] is.
    fn choose(&self, _view: View<'_, G>, _moves: &Moves<G::Move>, _chance: &mut Stream) -> usize {
        0
    }

    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        _chance: &mut Stream,
        _ahead: &mut MovePlan<G::Move>,
        _stop: &AtomicBool,
    ) -> Option<usize> {
        if self.parted.load(Ordering::Relaxed) {
            return None;
        }
        let wanted = self.chosen.get(self.at.load(Ordering::Relaxed));
        let wanted = wanted.filter(|(seat, _)| *seat == view.seat);
        let found = wanted.and_then(|(_, wanted)| moves.iter().position(|mv| mv == wanted));
        if found.is_none() {
            let refused = (view.seat, moves.to_vec());
            *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(refused);
        }
        found
    }
}

/// Records a game that follows `base`, and says when they part.
struct Following<'a, G: Game> {
    game: &'a G,
    base: &'a Recording<G>,
    own: Recording<G>,
    follow: &'a Follow<G::Move>,
    with_table: bool,
}

impl<G: Telling> Following<'_, G> {
    fn look(&self) {
        let at = self.own.items.len() - 1;
        let same = self.base.items.get(at);
        if !same.is_some_and(|other| same_item(other, &self.own.items[at], self.with_table.then_some(self.game))) {
            self.follow.parted.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: Telling> Recorder<G> for Following<'_, G> {
    fn start(&mut self, game: &G, state: &State<G>) {
        self.own.start(game, state);
    }

    fn choice(&mut self, game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        self.own.choice(game, state, seat, moves, chosen);
        self.follow.at.fetch_add(1, Ordering::Relaxed);
        self.look();
    }

    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        self.own.event(game, event, public);
        self.look();
    }

    fn finish(&mut self, game: &G, state: &State<G>, outcome: &Outcome) {
        self.own.finish(game, state, outcome);
    }
}

/// Are these the same moves, in any order?
fn same_moves<M: PartialEq>(a: &[M], b: &[M]) -> bool {
    a == b || (a.len() == b.len() && a.iter().all(|mv| b.contains(mv)) && b.iter().all(|mv| a.contains(mv)))
}

/// Are these the same, with the table, if a game says what of it counts?
fn same_item<G: Telling>(a: &Item<G>, b: &Item<G>, table: Option<&G>) -> bool {
    let same = match (&a.what, &b.what) {
        (
            ItemKind::Choice { seat, mv, .. },
            ItemKind::Choice {
                seat: other, mv: next, ..
            },
        ) => seat == other && mv == next,
        (ItemKind::Event { is, .. }, ItemKind::Event { is: other, .. }) => is == other,
        _ => false,
    };
    same && table.is_none_or(|game| a.same_table(b, game))
}

/// Two courses of one deal.
struct GamePair<'a, G: Game> {
    game: &'a G,
    a: &'a Recording<G>,
    b: &'a Recording<G>,
    /// What could not be chosen in the second, where it followed the first.
    refused: Option<&'a (Seat, Vec<G::Move>)>,
    with_table: bool,
    endings: &'a [String],
}

impl<G: Telling> GamePair<'_, G> {
    /// Where they part.
    fn parting(&self) -> Option<DivergencePoint> {
        let (a, b) = (&self.a.items, &self.b.items);
        let differs = |at: &usize| match (a.get(*at), b.get(*at)) {
            (Some(one), Some(other)) => !same_item(one, other, self.with_table.then_some(self.game)),
            _ => true,
        };
        let most = a.len().max(b.len());
        let at = (0..most).find(differs).unwrap_or(most);
        if self.refused.is_none() && self.a.end == self.b.end && (at == most || self.ends_alike(at)) {
            return None;
        }
        let told = |item: &&Item<G>| !matches!(&item.what, ItemKind::Event { words: None, .. });
        let mut before = BTreeMap::new();
        for item in &a[..at.saturating_sub(1)] {
            *before.entry(item.kind()).or_default() += 1;
        }
        let (chosen, causes) = self.causes(at);
        Some(DivergencePoint {
            told: a[..at].iter().filter(told).count(),
            choices: a[..at].iter().filter(|item| item.what.is_open()).count() as u32,
            chosen,
            causes,
            before,
        })
    }

    /// Is there nothing more to choose from here on, and does the same happen in both, whatever lies on the table?
    fn ends_alike(&self, at: usize) -> bool {
        let (a, b) = (&self.a.items[at..], &self.b.items[at..]);
        let alike = |(one, other)| same_item(one, other, None);
        a.len() == b.len() && !a.iter().any(|item| item.what.is_open()) && a.iter().zip(b).all(alike)
    }

    /// Does a bot choose differently, and what the parting may be counted by.
    fn causes(&self, at: usize) -> (bool, Vec<Cause>) {
        let (a, b) = (&self.a.items, &self.b.items);
        let (one, other) = (a.get(at), b.get(at));
        let seats = |item: Option<&Item<G>>| match item.map(|item| &item.what) {
            Some(ItemKind::Choice { seat, moves, .. }) => Some((*seat, moves.clone())),
            _ => None,
        };
        let mine = seats(one);
        let theirs = seats(other).or_else(|| self.refused.filter(|_| other.is_none()).cloned());
        let same_table = match (one, other) {
            (Some(one), Some(other)) => !self.with_table || one.same_table(other, self.game),
            _ => true,
        };
        let mut causes = Vec::new();
        if let (Some((seat, moves)), Some((next, offered))) = (&mine, &theirs) {
            if seat != next {
                causes.push(Cause::Seat);
            } else if !same_moves(moves, offered) {
                causes.push(Cause::Moves);
            } else if same_table
                && let (Some(ItemKind::Choice { mv, .. }), Some(ItemKind::Choice { mv: next, .. })) =
                    (one.map(|item| &item.what), other.map(|item| &item.what))
            {
                return (true, vec![Cause::Choice(head(mv), head(next))]);
            }
        }
        let mut telling = Vec::new();
        telling.extend(self.end(at));
        telling.extend(self.another_thing(at).map(Cause::After));
        if let (
            Some(Item {
                what: ItemKind::Event { kind, .. },
                ..
            }),
            Some(Item {
                what: ItemKind::Event { kind: next, .. },
                ..
            }),
        ) = (one, other)
        {
            if kind == next {
                telling.push(Cause::At(kind.clone()));
            } else {
                causes.push(Cause::Instead(kind.clone(), next.clone()));
            }
        }
        // That somebody chose something stands before everything that happens: it tells only where nothing else does.
        let last = at.checked_sub(1).map(|last| &a[last]);
        let last = last.filter(|item| {
            let chosen = matches!(item.what, ItemKind::Choice { .. });
            !chosen || telling.is_empty() && causes.is_empty()
        });
        let after = last.map(|item| Cause::After(item.kind()));
        telling.extend(after.filter(|after| !telling.contains(after)));
        telling.extend(causes);
        if telling.is_empty() {
            telling.push(Cause::Setup);
        }
        (false, telling)
    }

    /// Is a game over here that has nothing more to choose, and the other not, or with another result?
    fn end(&self, at: usize) -> Option<Cause> {
        let over = |course: &Recording<G>, followed: bool| {
            let rest = course.items.get(at..).unwrap_or_default();
            let open = followed || rest.iter().any(|item| item.what.is_open());
            course.end.filter(|_| !open)
        };
        let (one, other) = (over(self.a, false), over(self.b, self.refused.is_some()));
        let name = |end: Option<(u8, u16)>| end.and_then(|(ending, _)| self.endings.get(usize::from(ending)).cloned());
        (one != other).then(|| Cause::End([name(one), name(other)]))
    }

    /// The kind of the last event since a choice between several moves that is the same in both games, but called otherwise:
    /// a tile that shows something else.
    fn another_thing(&self, at: usize) -> Option<String> {
        let both = self.a.items[..at].iter().zip(&self.b.items).rev();
        for (one, other) in both.take_while(|(one, _)| !one.what.is_open()) {
            if let (ItemKind::Event { kind, words, .. }, ItemKind::Event { words: next, .. }) = (&one.what, &other.what)
                && words != next
            {
                return Some(kind.clone());
            }
        }
        None
    }
}

impl<G: Game> Item<G> {
    fn kind(&self) -> String {
        match &self.what {
            ItemKind::Choice { mv, .. } => format!("“{}” is chosen", head(mv)),
            ItemKind::Event { kind, .. } => kind.clone(),
        }
    }
}

/// Where the choices of `base`, made again under other `rules`, first come to something else.
fn following<G: Telling>(
    rules: &G,
    base: &Recording<G>,
    (seed, game): (u64, u64),
    with_table: bool,
    endings: &[String],
) -> Option<DivergencePoint> {
    let chosen = base.items.iter().filter_map(|item| match &item.what {
        ItemKind::Choice { seat, mv, .. } => Some((*seat, *mv)),
        ItemKind::Event { .. } => None,
    });
    let follow = Follow {
        chosen: chosen.collect(),
        at: AtomicUsize::new(0),
        parted: AtomicBool::new(false),
        refused: Mutex::new(None),
    };
    let mut following = Following {
        game: rules,
        base,
        own: Recording::default(),
        follow: &follow,
        with_table,
    };
    let bot_of = |_: usize, _: usize| &follow as &dyn Bot<G>;
    let stop = AtomicBool::new(false);
    // None where the choices could not be made to the end.
    let _ = Table::new(rules).play_unless(Chance::new(seed, game), bot_of, &mut following, &stop);
    let own = following.own;
    let refused = follow.refused.into_inner().unwrap_or_else(PoisonError::into_inner);
    let both = GamePair {
        game: rules,
        a: base,
        b: &own,
        refused: refused.as_ref(),
        with_table,
        endings,
    };
    both.parting()
}

impl DivergencePoint {
    /// As seen from the second game.
    fn turned(mut self) -> Self {
        for cause in &mut self.causes {
            match cause {
                Cause::End(ends) => ends.reverse(),
                Cause::Instead(a, b) | Cause::Choice(a, b) => std::mem::swap(a, b),
                _ => {}
            }
        }
        self
    }
}

impl<G: Guest> Playable<G> {
    /// Where a game of this and the one of the same deal of `other` part; none where they are the same to the end.
    pub(super) fn part_from(&self, other: &Self, seed: u64, game: u64, rotation: usize) -> Option<Divergence> {
        let (a, b) = (self.course(seed, game, rotation), other.course(seed, game, rotation));
        let (with_table, unseen) = match (&a.start, &b.start) {
            (Some(one), Some(other)) => (self.game.same_table(&one.0, &other.0), one.1 == other.1),
            _ => (false, false),
        };
        let laid_out = with_table && unseen;
        let endings: Vec<String> = self.sheet.endings.iter().map(|ending| ending.name.clone()).collect();
        let both = GamePair {
            game: &self.game,
            a: &a,
            b: &b,
            refused: None,
            with_table,
            endings: &endings,
        };
        let mut played = both.parting()?;
        if !laid_out {
            played.chosen = false;
            played.causes = vec![Cause::Setup];
        }
        if !played.chosen {
            return Some(Divergence {
                rules: Some(played.clone()),
                played,
            });
        }
        let again = |rules: &G, base: &Recording<G>| following(rules, base, (seed, game), with_table, &endings);
        let rules = again(&other.game, &a).or_else(|| again(&self.game, &b).map(DivergencePoint::turned));
        Some(Divergence { played, rules })
    }

    fn course(&self, seed: u64, game: u64, rotation: usize) -> Recording<G> {
        let cast = &self.cast[rotation.min(self.cast.len() - 1)];
        let bot_of = |role: usize, seat: usize| &*self.bots[cast[role][seat]];
        let mut course = Recording::default();
        Table::new(&self.game).play(Chance::new(seed, game), bot_of, &mut course);
        course
    }
}
