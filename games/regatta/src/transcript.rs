//! Hydra Regatta in words: whoever has the rulebook and the content files can follow a game from them alone, and play
//! it again.

use super::favors::Favor;
use super::notation::SIGNS;
use super::state::{Ask, Die, Event, Hidden, Idle, Met, Move, Rolled, Spent, Spot};
use super::track::{Icon, LANES, Way, lane_name};
use super::{Player, Public, Regatta};
use balance_engine::{Seat, State, View};
use balance_kit::Telling;

impl Telling for Regatta {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        let public = view.public;
        match mv {
            Move::Start(dot) => format!("to begin on lane {}", self.lane(public, Spot { position: 0, dot })),
            Move::Pass => "to leave it so".to_owned(),
            Move::Reroll => "to pay a fish and roll again".to_owned(),
            Move::Roll => "to roll the second movement die".to_owned(),
            Move::Use(favor) => format!("to use {}", self.favor(favor)),
            Move::Place { wedge, position } => format!("to put {} at position {position}", self.wedge(wedge)),
            Move::Go(exit) => self.way(public, exit),
            Move::Face => "to face the Hydra".to_owned(),
            Move::Ignore => "to be protected by the navigation die".to_owned(),
            Move::Target(seat) => format!("the board of {seat}"),
            Move::Discard(slot) => format!("to discard {}", self.slot(public, view.seat, usize::from(slot) & 1)),
            Move::Decline => {
                let new = public.revealed.map_or_else(String::new, |favor| self.favor(favor));
                format!("to discard the {new} just turned up")
            }
        }
    }

    fn happening(&self, event: Event, public: &Public, to: Option<Seat>) -> Option<String> {
        let (turn, mover) = (public.turn, public.mover());
        Some(match event {
            Event::RoundBegan => format!("the round begins; {} holds the Golden Fleece", public.fleece),
            Event::Die(Die::Nav) if mover.has(Favor::Hypnos) => {
                format!("{} sets the navigation die of {turn} to 1", self.favor(Favor::Hypnos))
            }
            Event::Die(Die::Nav) => format!("{turn} rolls the navigation die: {}", mover.nav),
            Event::Die(Die::First) => format!("{turn} rolls the first movement die: {}", mover.first),
            Event::Die(Die::Second) => format!("{turn} rolls the second movement die: {}", mover.second),
            Event::SecondRolled | Event::TurnEnded => return None,
            Event::Rolled(how) => {
                let dice = dice(mover);
                match how {
                    Rolled::Single => format!("{turn} leaves it at one movement die: {dice}"),
                    Rolled::Double => format!("{turn} has {dice}"),
                    Rolled::Bust => format!("{turn} goes bust: {dice} is left"),
                    Rolled::Saved => format!(
                        "{turn} goes bust, but {} saves the first die: {dice} is left",
                        self.favor(Favor::Hephaestus)
                    ),
                }
            }
            Event::FishSpent(on) => format!(
                "{turn} pays a fish {}",
                match on {
                    Spent::Nav => "to roll the navigation die again",
                    Spent::Second => "to roll the second movement die again",
                    Spent::Hydra => "to the Hydra",
                    Spent::Scylla => "to Scylla",
                }
            ),
            Event::FishTaken(seat, 0) => format!("{seat} has no room for fish"),
            Event::FishTaken(seat, count) => format!("{seat} takes {}", fish(count)),
            Event::FishLost(seat) => format!("{seat} gives a fish back"),
            Event::Idle(icon, why) => format!("{turn} gets no {}: {}", icon_name(icon), idle(why)),
            Event::DeckRenewed(_) if to.is_some() => "the discarded favors are shuffled into a new deck".to_owned(),
            Event::DeckRenewed(deck) => format!("the discarded favors become the {}", self.deck(public, &deck)),
            Event::StackRenewed(_) if to.is_some() => "the covered wedges are shuffled into a new stack".to_owned(),
            Event::StackRenewed(stack) => format!("the covered wedges become the {}", self.stack(public, &stack)),
            Event::TurnBegan => format!(
                "{turn} is to move from {} with {} and {}{}",
                self.spot_name(public, mover.spot),
                dice(mover),
                fish(mover.fish),
                if turn == public.fleece {
                    "; the navigation die counts twice"
                } else {
                    ""
                }
            ),
            Event::Placed { wedge, position } => format!("{} covers position {position}", self.wedge(wedge)),
            Event::Entered => format!("{turn} sails to {}", self.spot_name(public, mover.spot)),
            Event::Jumped(over) => format!("{turn} jumps over {over} on {}", self.spot_name(public, mover.spot)),
            Event::Boosted => format!("{turn} gets a boost"),
            Event::Hydra(met) => match met {
                Met::Protected => format!("{turn} passes the Hydra, protected by the navigation die"),
                Met::Ignored => format!("{turn} ignores the Hydra with {}", self.favor(Favor::Athena)),
                // The fish that it pays is told.
                Met::Fed => return None,
                Met::Battle => format!("{turn} has no fish for the Hydra: movement is over"),
            },
            Event::Lap => format!("{turn} reaches the Starting Line: lap {}", mover.laps),
            Event::FavorDrawn => format!("{turn} draws a favor"),
            Event::WedgeDrawn(wedge) => format!("{turn} draws {}", self.wedge(wedge)),
            Event::TurnedUp(favor) => format!("{turn} turns {} up", self.favor(favor)),
            Event::Used(favor) => format!("{turn} uses {}", self.favor(favor)),
            Event::Laid(seat, favor) => format!("{turn} lays {} on the board of {seat}", self.favor(favor)),
            Event::Struck(seat, favor) => format!("{} strikes {seat}", self.favor(favor)),
            Event::Discarded(seat, favor) => format!("{seat} discards {}", self.favor(favor)),
            Event::MoveEnded => format!("{turn} stops on {}", self.spot_name(public, mover.spot)),
            Event::RoundEnded => "the round is over".to_owned(),
        })
    }

    fn seat_of_event(&self, event: Event, public: &Public) -> Option<Seat> {
        match event {
            Event::FishTaken(seat, _) | Event::FishLost(seat) | Event::Struck(seat, _) | Event::Discarded(seat, _) => {
                Some(seat)
            }
            Event::RoundBegan
            | Event::TurnEnded
            | Event::RoundEnded
            | Event::DeckRenewed(_)
            | Event::StackRenewed(_) => None,
            _ => Some(public.turn),
        }
    }

    fn how_to_play(&self) -> Vec<String> {
        let rules = &self.rules;
        let mut lines = vec![
            format!("Goal: be furthest ahead at the end of the round in which a ship completes lap {}.", rules.laps),
            "All roll: the navigation die, a movement die and, if you like, a second one. A second that is lower than the \
             first takes both away."
                .to_owned(),
            "Then each sails as far as the dice add up to. A dot with a ship is jumped for free.".to_owned(),
            format!(
                "F is a fish, {} at most; a fish rolls the navigation die or the second movement die again.",
                rules.fish_max
            ),
            "H is a Hydra: it costs a fish, and ends your movement if you have none. Among the first dots of your turn, as \
             many as the navigation die shows, it costs nothing."
                .to_owned(),
            "C, the whirlpool Charybdis, is left by an exit whose number is on one of your dice. S, Scylla, has exits that \
             cost no fish, one or two."
                .to_owned(),
            format!(
                "+ is a boost of {} points, G a favor, at most {} in a turn, W a wedge. The Starting Line, 0, gives a fish, a \
                 favor and a wedge.",
                rules.boost, rules.favors_per_turn
            ),
            "Before your next move a wedge has to cover a position without ships, but not the Starting Line.".to_owned(),
            "Ships are ranked by lap, then by position, then the nearer to the centre is ahead. The navigation die has 1, 2 and \
             3 twice, the others 1 to 6."
                .to_owned(),
            "A position shows its lanes from the centre, a to d, a sign for each dot: 5 a2 is the second dot of lane a at \
             position 5. After them stand the paths that do not lead to the next dot of the lane."
                .to_owned(),
        ];
        if rules.fleece {
            lines.push(
                "Whoever is last holds the Golden Fleece: first to sail, and the navigation die counts twice, for movement and \
                 against the Hydra."
                    .to_owned(),
            );
        }
        lines.push(
            "A favor drawn is turned up after your move. Lightning acts at once. A boat waits in one of your two slots. A \
             trident goes on the board of another, where it takes a slot until it has acted. In full slots a favor is \
             discarded first; a boat may be discarded instead."
                .to_owned(),
        );
        let dealt = Favor::ALL.into_iter().filter(|favor| self.counts[*favor as usize] > 0);
        lines.extend(dealt.map(|favor| format!("{}: {}", self.favor(favor), favor.help())));
        lines
    }

    fn kind(&self, event: Event) -> String {
        match event {
            Event::RoundBegan => "a round begins".to_owned(),
            Event::Die(Die::Nav) => "the navigation die is rolled".to_owned(),
            Event::Die(Die::First) => "the first movement die is rolled".to_owned(),
            Event::Die(Die::Second) => "the second movement die is rolled".to_owned(),
            Event::SecondRolled => "a second movement die is taken".to_owned(),
            Event::Rolled(Rolled::Single) => "a roll ends with one movement die".to_owned(),
            Event::Rolled(Rolled::Double) => "a roll ends with two movement dice".to_owned(),
            Event::Rolled(Rolled::Bust) => "a roll goes bust".to_owned(),
            Event::Rolled(Rolled::Saved) => format!("{} saves a roll", self.favor(Favor::Hephaestus)),
            Event::FishSpent(_) => "a fish is paid".to_owned(),
            Event::FishTaken(..) => "fish are taken".to_owned(),
            Event::FishLost(_) => "a fish is given back".to_owned(),
            Event::Idle(icon, _) => format!("{} has no effect", icon_name(icon)),
            Event::DeckRenewed(_) => "the deck of favors is renewed".to_owned(),
            Event::StackRenewed(_) => "the stack of wedges is renewed".to_owned(),
            Event::TurnBegan => "a turn begins".to_owned(),
            Event::Placed { wedge, .. } => format!("{} is placed", self.wedge(wedge)),
            Event::Entered => "a ship sails on".to_owned(),
            Event::Jumped(_) => "a ship jumps over another".to_owned(),
            Event::Boosted => "a boost is taken".to_owned(),
            Event::Hydra(_) => "a Hydra is met".to_owned(),
            Event::Lap => "the Starting Line is reached".to_owned(),
            Event::FavorDrawn => "a favor is drawn".to_owned(),
            Event::WedgeDrawn(wedge) => format!("{} is drawn", self.wedge(wedge)),
            Event::TurnedUp(favor) => format!("{} is turned up", self.favor(favor)),
            Event::Used(favor) => format!("{} is used", self.favor(favor)),
            Event::Laid(_, favor) => format!("{} is laid on a board", self.favor(favor)),
            Event::Struck(_, favor) => format!("{} strikes", self.favor(favor)),
            Event::Discarded(_, favor) => format!("{} is discarded", self.favor(favor)),
            Event::MoveEnded => "a ship stops".to_owned(),
            Event::TurnEnded => "a turn ends".to_owned(),
            Event::RoundEnded => "a round ends".to_owned(),
        }
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let mut lines = vec![
            format!("round {}; {} began the game", public.round, public.opener),
            format!("course from the Starting Line: {}", self.ids(public.ring)),
            format!("wedges in the stack: {}", self.ids(bits(public.stack))),
            format!("wedges covered by others: {}", self.ids(bits(public.covered))),
            format!(
                "favors: {} in the deck, discarded {}",
                public.deck,
                self.discarded(public)
            ),
        ];
        if to.is_none() {
            lines.extend(self.hidden_lines(public, &state.hidden));
        } else {
            // Who sits there has no picture before them.
            let ring = (0..).zip(public.ring);
            lines.extend(ring.map(|(position, wedge)| {
                let id = &self.course.wedges[usize::from(wedge)].id;
                format!("position {position}, {id}: {}{}", self.lanes(wedge), self.paths(wedge))
            }));
        }
        lines.extend(self.seats().map(|seat| self.board(public, seat)));
        lines.extend(self.question(public));
        lines
    }

    fn picture(&self, state: &State<Self>, to: Option<Seat>) -> Option<String> {
        Some(self.draw(state, to))
    }
}

impl Regatta {
    pub(super) fn favor(&self, favor: Favor) -> String {
        self.names[favor as usize].clone()
    }

    fn wedge(&self, wedge: u8) -> String {
        let wedge = &self.course.wedges[usize::from(wedge)];
        format!("the wedge {} ({})", wedge.id, wedge.name)
    }

    /// What lies on the dots of a wedge, lane by lane, in the letters of its notation.
    fn lanes(&self, wedge: u8) -> String {
        let dots = &self.course.wedges[usize::from(wedge)].dots;
        let lane = |lane: u8| {
            let icons = dots.iter().filter(|dot| dot.lane == lane).map(|dot| dot.icon);
            let signs = icons.filter_map(|icon| SIGNS.iter().find(|(_, known)| *known == icon));
            format!(
                "{} {}",
                lane_name(lane),
                signs.map(|(sign, _)| sign).collect::<String>()
            )
        };
        let lanes: Vec<String> = (0..LANES as u8).map(lane).collect();
        lanes.join(", ")
    }

    /// The paths of a wedge that lead to no next dot of a lane, and all out of a whirlpool, with what they ask.
    fn paths(&self, wedge: u8) -> String {
        let dots = &self.course.wedges[usize::from(wedge)].dots;
        let mut paths = String::new();
        for dot in dots {
            let next = dots
                .iter()
                .find(|next| (next.lane, next.number) == (dot.lane, dot.number + 1));
            for exit in dot.exits() {
                let (straight, to) = match exit.way {
                    Way::Dot(at) => {
                        let to = &dots[usize::from(at)];
                        (Some(to) == next, to.name())
                    }
                    Way::Port(lane) => (
                        next.is_none() && lane == dot.lane,
                        format!("lane {} of the next", lane_name(lane)),
                    ),
                };
                if dot.icon.is_whirlpool() || !straight {
                    let between = if paths.is_empty() { "; " } else { ", " };
                    paths += &format!("{between}{} to {to}", dot.name());
                }
                if dot.icon.is_whirlpool() {
                    paths += &format!(" for {}", label(dot.icon, exit.label));
                }
            }
        }
        paths
    }

    fn ids(&self, wedges: impl IntoIterator<Item = u8>) -> String {
        let ids = wedges.into_iter();
        let ids = ids.map(|wedge| self.course.wedges[usize::from(wedge)].id.as_str());
        list(ids.collect::<Vec<_>>(), " ")
    }

    fn lane(&self, public: &Public, spot: Spot) -> char {
        lane_name(self.course.dot(&public.ring, spot).lane)
    }

    pub(super) fn spot_name(&self, public: &Public, spot: Spot) -> String {
        if !spot.on_course() {
            return "no dot yet".to_owned();
        }
        let dot = self.course.dot(&public.ring, spot);
        let position = if spot.position == 0 {
            "the Starting Line".to_owned()
        } else {
            spot.position.to_string()
        };
        let icon = match icon_name(dot.icon) {
            "" => String::new(),
            name => format!(" ({name})"),
        };
        format!("{position} {}{icon}", dot.name())
    }

    /// A path out of the dot of the ship whose turn it is: where it leads, over which lane of the border, and the number
    /// on it at a whirlpool.
    fn way(&self, public: &Public, exit: u8) -> String {
        let spot = public.mover().spot;
        let dot = self.course.dot(&public.ring, spot);
        let exit = dot.exits()[usize::from(exit)];
        let target = self.target(public, spot, exit);
        let mut text = format!("the way to {}", self.spot_name(public, target));
        if let Way::Port(lane) = exit.way {
            text += &format!(" over the border on lane {}", lane_name(lane));
        }
        match dot.icon {
            _ if self.is_free(public) => {}
            Icon::Charybdis | Icon::Scylla => text += &format!(" by the exit for {}", label(dot.icon, exit.label)),
            _ => {}
        }
        if let Some(other) = self.seats().find(|seat| public.player(*seat).spot == target) {
            text += &format!(", where {other} is jumped for free");
        }
        text
    }

    fn slot(&self, public: &Public, seat: Seat, slot: usize) -> String {
        let favor = public.player(seat).slots[slot];
        let name = favor.map_or_else(|| "empty".to_owned(), |favor| self.favor(favor));
        if seat == public.turn && public.fresh >> slot & 1 == 1 {
            format!("{name} (turned up in this turn)")
        } else {
            name
        }
    }

    fn board(&self, public: &Public, seat: Seat) -> String {
        let player = public.player(seat);
        let mut line = format!(
            "{seat}: lap {}, on {}, {} fish, {}{}",
            player.laps,
            self.spot_name(public, player.spot),
            player.fish,
            if player.nav > 0 { "dice " } else { "" },
            dice(player)
        );
        line += &format!(
            ", slots for favors: {} and {}",
            self.slot(public, seat, 0),
            self.slot(public, seat, 1)
        );
        if player.holding > 0 {
            let wedges = player.wedges().iter();
            let wedges = wedges.map(|wedge| {
                let id = &self.course.wedges[usize::from(*wedge)].id;
                format!("{id} ({}{})", self.lanes(*wedge), self.paths(*wedge))
            });
            line += &format!(", holds {}", list(wedges, " "));
        }
        if public.fleece == seat {
            line += ", the Golden Fleece";
        }
        if player.spot.on_course() {
            let start = Spot::new(0, player.start);
            line += &format!("; began on lane {}", self.lane(public, start));
        }
        line
    }

    fn discarded(&self, public: &Public) -> String {
        let counts = Favor::ALL.into_iter().zip(public.discards);
        let named = counts.filter(|(_, count)| *count > 0);
        list(
            named.map(|(favor, count)| format!("{count} {}", self.favor(favor))),
            ", ",
        )
    }

    /// What nobody at the table sees: the order of the stack and of the deck, and favors face-down.
    fn hidden_lines(&self, public: &Public, hidden: &Hidden) -> Vec<String> {
        let drawn = &hidden.drawn[..usize::from(public.face_down)];
        vec![
            self.stack(public, &hidden.stack),
            self.deck(public, &hidden.deck),
            format!("face-down: {}", self.last_first(drawn)),
        ]
    }

    fn stack(&self, public: &Public, stack: &[u8]) -> String {
        let stack = &stack[..public.stack.count_ones() as usize];
        format!("stack from the top: {}", self.ids(stack.iter().rev().copied()))
    }

    fn deck(&self, public: &Public, deck: &[Favor]) -> String {
        let deck = &deck[..usize::from(public.deck)];
        format!("deck from the top: {}", self.last_first(deck))
    }

    /// The last of these is drawn, or turned up, first.
    fn last_first(&self, favors: &[Favor]) -> String {
        list(favors.iter().rev().map(|favor| self.favor(*favor)), " ")
    }

    /// What is asked, of whom, and how far roll and turn have come.
    fn question(&self, public: &Public) -> Vec<String> {
        let (seat, turn) = (public.decider, public.turn);
        let what = match public.ask {
            Ask::Start => "where to begin",
            Ask::Nav => "about the navigation die",
            Ask::First => "about the second movement die",
            Ask::Second => "whether the second movement die stays",
            Ask::Place => "which wedge goes where",
            Ask::Step => "about the next dot",
            Ask::Hydra => "about the Hydra",
            Ask::Slot => "which favor makes room for the one turned up",
            Ask::Target => "whose board the trident goes to",
            Ask::Discard => "which favor to discard",
            Ask::Over => return vec!["the game is over".to_owned()],
        };
        let mut lines = vec![format!(
            "{seat} is asked {what}; {} of {} have had their turn",
            public.done, self.players
        )];
        if matches!(public.ask, Ask::Start | Ask::Nav | Ask::First | Ask::Second) {
            return lines;
        }
        let mut line = format!(
            "turn of {turn}: points left: {}, dots moved: {}, favors drawn: {}, of them face-down: {}",
            public.left, public.moved, public.drawn, public.face_down
        );
        let marks = [
            (public.jumping, "in the middle of a jump"),
            (public.opened, "every exit is free"),
            (public.windborne, "moved by a favor, which brings no others"),
            (public.beaten, "beaten by a Hydra"),
        ];
        for (_, mark) in marks.iter().filter(|(on, _)| *on) {
            line += &format!(", {mark}");
        }
        if let Some(favor) = public.revealed {
            line += &format!(", {} turned up", self.favor(favor));
        }
        let losing = self.seats().filter(|seat| public.losing >> seat.0 & 1 == 1);
        for loser in losing {
            line += &format!(", {loser} has still to discard");
        }
        lines.push(line);
        lines
    }
}

pub(super) fn dice(player: &Player) -> String {
    let shown = [player.nav, player.first, player.second].into_iter();
    let shown: Vec<String> = shown.filter(|die| *die > 0).map(|die| die.to_string()).collect();
    if shown.is_empty() {
        "no dice".to_owned()
    } else {
        shown.join(" + ")
    }
}

/// What an exit of a whirlpool asks.
fn label(icon: Icon, label: u8) -> String {
    if icon == Icon::Charybdis {
        format!("a die of {label}")
    } else {
        format!("{label} fish")
    }
}

fn fish(count: u8) -> String {
    if count == 1 {
        "a fish".to_owned()
    } else {
        format!("{count} fish")
    }
}

fn list<T: Into<String>>(things: impl IntoIterator<Item = T>, between: &str) -> String {
    let listed: Vec<String> = things.into_iter().map(Into::into).collect();
    if listed.is_empty() {
        "none".to_owned()
    } else {
        listed.join(between)
    }
}

fn bits(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |wedge| set >> wedge & 1 == 1)
}

fn idle(why: Idle) -> &'static str {
    match why {
        Idle::Wind => "the wind brings none",
        Idle::Enough => "as many as a turn allows are drawn",
        Idle::NoneLeft => "none is left",
        Idle::Nemesis => "Nemesis takes it",
    }
}

fn icon_name(icon: Icon) -> &'static str {
    match icon {
        Icon::Plain | Icon::Line => "",
        Icon::Fish => "fish",
        Icon::Favor => "favor",
        Icon::Wedge => "wedge",
        Icon::Boost => "boost",
        Icon::Hydra => "Hydra",
        Icon::Charybdis => "Charybdis",
        Icon::Scylla => "Scylla",
    }
}
