//! Niagara in words: whoever has the rulebook can follow a game from them alone, and play it again.

use super::river::Space;
use super::rules::{Tiebreak, WinCheck};
use super::state::{Ask, Block, Canoe, Card, Elk, Event, GemColour, Move, Whirlpool};
use super::{Niagara, Public, each_card};
use balance_engine::{Seat, State, View};
use balance_kit::Telling;

impl Telling for Niagara {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        match mv {
            Move::Card(card) => one_card(card),
            Move::Weather { up } => {
                let at = usize::from(view.public.weather);
                let to = if up { at + 1 } else { at - 1 };
                format!("the cloud {} to {:+}", if up { "up" } else { "down" }, self.weather[to])
            }
            Move::Return { canoe, paid: None } => format!("to take canoe {} back", canoe + 1),
            Move::Return { canoe, paid: Some(gem) } => {
                format!("to take canoe {} back for a {} gem", canoe + 1, self.gem(gem))
            }
            Move::Paddle { canoe, pre, to, post } => {
                let own = view.public.canoes[view.seat][usize::from(canoe)];
                let mut parts = self.block(own, pre);
                if self.paddles(view.public, canoe, [pre, post]) {
                    parts.push(format!("paddle to {}", self.space(to)));
                }
                parts.extend(self.block(own, post));
                format!(
                    "canoe {} from {}: {}",
                    canoe + 1,
                    self.space(own.space),
                    parts.join(", ")
                )
            }
            Move::Steal { victim, canoe, hold } => {
                let gem = view.public.canoes[victim][usize::from(canoe)].hold(hold);
                let gem = gem.map_or("", |gem| self.gem(gem));
                format!("to steal the {gem} gem from canoe {} of {victim}", canoe + 1)
            }
            Move::Trade(None) => "to take Joe's gem for nothing".to_owned(),
            Move::Trade(Some(gem)) => {
                let his = view.public.joe.is_some_and(Canoe::loaded);
                let what = if his { " for his" } else { "" };
                format!("to give Joe a {} gem{what}", self.gem(gem))
            }
            Move::Number(number) => format!("that the card is a {number}"),
            Move::Pass => "to leave it at that".to_owned(),
        }
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        let now = |seat: Seat, at: u8| self.canoe(public.canoes[seat][usize::from(at)]);
        let canoe_of = |seat: Seat, canoe: u8| format!("canoe {} of {seat}", canoe + 1);
        Some(match event {
            Event::RoundBegan => format!(
                "the round begins with {}; the cloud stands at {:+}",
                public.first,
                self.weather[usize::from(public.weather)]
            ),
            Event::Shown(seat, card) => format!("{seat} shows {}", one_card(card)),
            Event::WeatherMoved => format!("the cloud moves to {:+}", self.weather[usize::from(public.weather)]),
            Event::Returned(seat, canoe, paid) => {
                let price = paid.map_or_else(String::new, |gem| format!(" for a {} gem", self.gem(gem)));
                format!("{} comes back{price}", canoe_of(seat, canoe))
            }
            Event::Paddled { seat, canoe, from, to } => {
                format!("{} {} {}", canoe_of(seat, canoe), way(from), self.space(to))
            }
            Event::Loaded {
                seat, canoe, colour, ..
            } => format!("{} takes a {} gem aboard", canoe_of(seat, canoe), self.gem(colour)),
            Event::Unloaded(seat, canoe, colour) => {
                format!("{} puts a {} gem down", canoe_of(seat, canoe), self.gem(colour))
            }
            Event::Stolen {
                thief,
                canoe,
                victim,
                from,
                colour,
            } => {
                let (own, other) = (canoe_of(thief, canoe), canoe_of(victim, from));
                format!("{own} steals a {} gem from {other}", self.gem(colour))
            }
            Event::Landed(seat, canoe, cargo) => {
                let gems = cargo.iter().flatten();
                let brought: Vec<String> = gems.map(|gem| format!("a {} gem", self.gem(*gem))).collect();
                let what = match &brought[..] {
                    [] => "empty".to_owned(),
                    gems => format!("with {}", gems.join(" and ")),
                };
                format!("{} comes ashore {what}", canoe_of(seat, canoe))
            }
            Event::Flowed(steps) => format!("the river moves {steps} step{}", if steps == 1 { "" } else { "s" }),
            Event::Pushed(side) => format!("a disc goes {}", side_name(side)),
            Event::Fell {
                seat,
                canoe,
                loaded: true,
            } => format!("{} goes over the falls with what is aboard", canoe_of(seat, canoe)),
            Event::Fell { seat, canoe, .. } => format!("{} goes over the falls empty", canoe_of(seat, canoe)),
            Event::Traded(seat) => {
                let joe = public.joe.map_or_else(String::new, |joe| self.cargo(joe));
                format!("{seat} trades with Diamond Joe, who now has {joe}")
            }
            Event::ElkTaken(seat, canoe) => format!("{} gets the elk", canoe_of(seat, canoe)),
            Event::ElkHome => "the elk goes home".to_owned(),
            Event::WhirlpoolFell => "the whirlpool goes over the falls".to_owned(),
            Event::WhirlpoolCame => "the whirlpool goes in at the top".to_owned(),
            Event::BeaverCame => "the beaver appears below the rope".to_owned(),
            Event::BeaverFell => format!(
                "the beaver goes over the falls and the cloud to {:+}",
                self.weather[usize::from(public.weather)]
            ),
            Event::Swept(seat, canoe) => format!(
                "the whirlpool takes the tied {} down by one: {}",
                canoe_of(seat, canoe),
                now(seat, canoe)
            ),
            Event::Tied(seat) => format!("{seat} ties canoes to the bank"),
            Event::JoeLoaded(gem) => format!("Diamond Joe takes a {} gem aboard", self.gem(gem)),
            Event::JoeMoved => {
                let joe = public.joe.map_or_else(String::new, |joe| self.canoe(joe));
                format!("Diamond Joe paddles: {joe}")
            }
            Event::JoeFell => "Diamond Joe goes over the falls, and to the landing at once".to_owned(),
        })
    }

    fn seat_of_event(&self, event: Event, _public: &Public) -> Option<Seat> {
        match event {
            Event::Shown(seat, _)
            | Event::Returned(seat, ..)
            | Event::Paddled { seat, .. }
            | Event::Loaded { seat, .. }
            | Event::Unloaded(seat, ..)
            | Event::Stolen { thief: seat, .. }
            | Event::Landed(seat, ..)
            | Event::Fell { seat, .. }
            | Event::Traded(seat)
            | Event::ElkTaken(seat, ..)
            | Event::Swept(seat, ..)
            | Event::Tied(seat) => Some(seat),
            Event::RoundBegan
            | Event::WeatherMoved
            | Event::Flowed(_)
            | Event::Pushed(_)
            | Event::ElkHome
            | Event::WhirlpoolFell
            | Event::WhirlpoolCame
            | Event::BeaverCame
            | Event::BeaverFell
            | Event::JoeLoaded(_)
            | Event::JoeMoved
            | Event::JoeFell => None,
        }
    }

    fn how_to_play(&self) -> Vec<String> {
        let rules = &self.rules;
        let sets = [
            (rules.sets.same, "of one colour"),
            (rules.sets.different, "of different colours"),
            (rules.sets.any, "of any"),
        ];
        let sets = sets.iter().filter(|(gems, _)| *gems > 0);
        let sets: Vec<String> = sets.map(|(gems, which)| format!("{gems} {which}")).collect();
        let (load, land) = (rules.load_cost, rules.land_cost);
        let points = |number: u8| format!("{number} point{}", if number == 1 { "" } else { "s" });
        let mut lines = vec![
            format!("Goal: bring gems ashore: {}.", sets.join(", or ")),
            "All lay a card at once, then act in turn. Each card is used once before all come back.".to_owned(),
            "A number gives each of your canoes on the river so many points, which all have to be used. A space up or down \
             costs one point."
                .to_owned(),
            "One canoe a turn may go into the river, and has to if none of yours is there.".to_owned(),
            format!(
                "Taking a gem aboard at a discovery place, or putting it down in one, costs {}, before or after the way. A canoe \
                 holds one gem.",
                points(load)
            ),
            format!("Going ashore from the first space costs {}; what is left over is lost.", points(land)),
            "A canoe that has moved up and ends empty on the space of another's loaded canoe may steal its gem.".to_owned(),
            format!(
                "The cloud moves the weather by one box up or down instead, from {:+} to {:+}.",
                self.weather.first().unwrap_or(&0),
                self.weather.last().unwrap_or(&0)
            ),
            format!(
                "Then the river moves as many steps as the lowest number shown, plus the weather; where all show the cloud, \
                 as many as the weather says. In each, canoes above the fork go down a space, and of those below it, from \
                 space {} on, the canoes in the arm to which the disc goes.",
                self.river.trunk + 1
            ),
            format!(
                "In {} of steps the disc goes to the other arm than the one before.",
                balance_engine::as_percent(rules.fork_switch.0)
            ),
            format!(
                "Space {} is the last before the falls: there a canoe is lost with its gem.",
                self.river.deepest()
            ),
        ];
        if rules.buy_backs > 0 {
            lines.push(
                "A lost canoe comes back for a gem from land, or for nothing once you have no canoe and no gem."
                    .to_owned(),
            );
        }
        let end = match rules.win_check {
            WinCheck::AfterAll => "A round is played to its end",
            WinCheck::AfterEach => "The game ends after the turn that reaches a goal",
        };
        let tie = match rules.tiebreak {
            Tiebreak::Shared => "all who reach a goal win",
            Tiebreak::CountThenFirst => "of several who reach a goal, most gems win, then who acted first",
            Tiebreak::Value => "of several who reach a goal, the most valuable gems win",
        };
        lines.push(format!("{end}; {tie}."));
        lines
    }

    fn kind(&self, event: Event) -> String {
        let told = match event {
            Event::RoundBegan => "a round begins",
            Event::Shown(_, card) => return format!("{} is shown", one_card(card)),
            Event::WeatherMoved => "the cloud moves",
            Event::Returned(_, _, None) => "a fallen canoe comes back",
            Event::Returned(..) => "a fallen canoe comes back for a gem",
            Event::Paddled { from: Space::LAND, .. } => "a canoe is put into the river",
            Event::Paddled { .. } => "a canoe paddles",
            Event::Loaded { .. } => "a gem is taken aboard",
            Event::Unloaded(..) => "a gem is put down",
            Event::Stolen { .. } => "a gem is stolen",
            Event::Landed(_, _, cargo) if cargo.iter().all(Option::is_none) => "an empty canoe comes ashore",
            Event::Landed(..) => "a canoe comes ashore with a gem",
            Event::Flowed(_) => "the river moves",
            Event::Pushed(_) => "a disc goes in",
            Event::Fell { .. } => "a canoe goes over the falls",
            Event::Traded(_) => "a player trades with Diamond Joe",
            Event::ElkTaken(..) => "the elk is taken",
            Event::ElkHome => "the elk goes home",
            Event::WhirlpoolFell => "the whirlpool goes over the falls",
            Event::WhirlpoolCame => "the whirlpool goes in at the top",
            Event::BeaverCame => "the beaver appears",
            Event::BeaverFell => "the beaver goes over the falls",
            Event::Swept(..) => "the whirlpool takes a tied canoe down",
            Event::Tied(_) => "canoes are tied to the bank",
            Event::JoeLoaded(_) => "Diamond Joe takes a gem aboard",
            Event::JoeMoved => "Diamond Joe paddles",
            Event::JoeFell => "Diamond Joe goes over the falls",
        };
        told.to_owned()
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let mut lines = vec![
            format!(
                "round {} begins with {}; {} began the game",
                public.round, public.first, public.opener
            ),
            format!(
                "cloud at {:+}; {} {}",
                self.weather[usize::from(public.weather)],
                disc(public),
                side_name(public.last_side)
            ),
        ];
        lines.extend(self.extras(public));
        for (place, counts) in GemColour::ALL.into_iter().zip(public.places) {
            let spaces = self
                .river
                .spaces()
                .filter(|space| self.river.place(*space) == Some(place));
            let spaces: Vec<String> = spaces.map(|space| self.space(space)).collect();
            lines.push(format!(
                "discovery place of {}, at {}: {}",
                self.gem(place),
                spaces.join(" and "),
                self.gems(&counts)
            ));
        }
        for seat in (0..self.players as u8).map(Seat) {
            let canoes = match public.canoes[seat].map(|canoe| self.canoe(canoe)) {
                [one, other] if one == other => format!("both canoes {one}"),
                [one, other] => format!("canoes {one} and {other}"),
            };
            let mut line = format!("{seat}: {} on land, {canoes}", self.gems(&public.gems[seat]));
            line += &format!("; cards not yet shown: {}", hand(public.hands[seat]));
            if let Some(card) = public.shown[seat] {
                line += &format!("; shows {}", one_card(card));
            }
            match state.private[seat].card {
                Some(card) if to.is_none_or(|to| to == seat) => {
                    line += &format!("; {} lies face-down", one_card(card));
                }
                _ if self.lies_face_down(public, seat) => line += "; a card lies face-down",
                _ => {}
            }
            lines.push(line);
        }
        lines.extend(self.question(public));
        lines
    }

    fn picture(&self, state: &State<Self>, to: Option<Seat>) -> Option<String> {
        Some(self.draw(state, to))
    }
}

impl Niagara {
    /// What the board file calls a colour.
    pub(super) fn gem(&self, gem: GemColour) -> &str {
        &self.colours[gem.index()]
    }

    fn gems(&self, counts: &[u8]) -> String {
        let named = GemColour::ALL.into_iter().zip(counts).filter(|(_, count)| **count > 0);
        let listed: Vec<String> = named.map(|(gem, count)| format!("{count} {}", self.gem(gem))).collect();
        if listed.is_empty() {
            "no gems".to_owned()
        } else {
            listed.join(", ")
        }
    }

    pub(super) fn space(&self, space: Space) -> String {
        match (space, self.river.side(space)) {
            (Space::LAND, _) => "land".to_owned(),
            (Space::FALLEN, _) => "the falls".to_owned(),
            (Space(number), None) => format!("space {number}"),
            (_, Some(side)) => format!("space {} {}", self.river.depth(space), side_name(side)),
        }
    }

    pub(super) fn canoe(&self, canoe: Canoe) -> String {
        let place = match canoe.space {
            Space::LAND => "ashore".to_owned(),
            Space::FALLEN => "fallen".to_owned(),
            space => self.space(space),
        };
        if canoe.loaded() {
            format!("{place} with {}", self.cargo(canoe))
        } else {
            place
        }
    }

    fn cargo(&self, canoe: Canoe) -> String {
        let aboard: Vec<&str> = canoe.cargoes().map(|gem| self.gem(gem)).collect();
        if aboard.is_empty() {
            "nothing".to_owned()
        } else {
            aboard.join(" and ")
        }
    }

    fn block(&self, canoe: Canoe, block: Block) -> Vec<String> {
        // In the order in which they are put down.
        let down = [1, 0].into_iter().filter(|hold| block.unload >> hold & 1 == 1);
        let down = down.filter_map(|hold| canoe.hold(hold));
        let mut parts: Vec<String> = down.map(|gem| format!("unload {}", self.gem(gem))).collect();
        parts.extend(block.loads().map(|gem| format!("load {}", self.gem(gem))));
        parts
    }

    /// Where Joe, the whirlpool, the beaver and the elk are, of those that are in the game.
    pub(super) fn extras(&self, public: &Public) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(joe) = public.joe {
            lines.push(format!("Diamond Joe: {}", self.canoe(joe)));
        }
        match public.whirlpool {
            Whirlpool::Absent => {}
            Whirlpool::Waits => lines.push("the whirlpool is the next disc to go in".to_owned()),
            Whirlpool::At(space) => lines.push(format!("the whirlpool is at {}", self.space(space))),
        }
        if let Some(space) = public.beaver {
            lines.push(format!("the beaver is at {}", self.space(space)));
        }
        match public.elk {
            Elk::Absent => {}
            Elk::Home => lines.push(format!("the elk waits at the place of {}", self.gem(self.elk_place()))),
            Elk::Rests => lines.push("the elk goes home after the river has moved".to_owned()),
            Elk::With(seat, canoe) => lines.push(format!("canoe {} of {seat} has the elk", canoe + 1)),
        }
        lines
    }

    /// What is asked, of whom, and what of the turn is over already.
    fn question(&self, public: &Public) -> Vec<String> {
        let seat = public.decider;
        let what = match public.ask {
            Ask::Card => format!("{seat} is to lay a card"),
            Ask::Weather => format!("{seat} is to move the cloud"),
            Ask::Return => format!("{seat} may take a fallen canoe back"),
            Ask::Canoe => {
                let listed = |bits: u8| match bits & 3 {
                    0 => "none",
                    1 => "canoe 1",
                    2 => "canoe 2",
                    _ => "both canoes",
                };
                let more = public.may & !public.must;
                match (public.only_one, public.must, more) {
                    (true, ..) => format!("{seat} has to paddle one canoe"),
                    (_, must, 0) => format!("{seat} has to paddle {}", listed(must)),
                    (_, 0, may) => format!("{seat} may paddle {}", listed(may)),
                    (_, must, may) => format!("{seat} has to paddle {} and may paddle {}", listed(must), listed(may)),
                }
            }
            Ask::Steal(canoe) => format!("{seat} may steal with canoe {}", canoe + 1),
            Ask::Trade(canoe) => format!("{seat} may trade with canoe {}", canoe + 1),
            Ask::Number => format!("{seat} is to name the number of the card of choice"),
            Ask::Over => "the game is over".to_owned(),
        };
        let mut lines = vec![what];
        if !matches!(public.ask, Ask::Card | Ask::Over) {
            lines.push(format!("{} of {} have acted in this round", public.done, self.players));
            if public.landed {
                lines.push("a gem has come ashore in this round: its end shows whether a goal is reached".to_owned());
            }
        }
        if matches!(public.ask, Ask::Steal(_) | Ask::Trade(_)) && public.may != 0 {
            lines.push("another canoe may act after this one".to_owned());
        }
        lines
    }
}

fn hand(cards: u16) -> String {
    let mut listed = Vec::new();
    each_card(cards, |card| listed.push(card_name(card)));
    if listed.is_empty() {
        "none".to_owned()
    } else {
        listed.join(", ")
    }
}

/// The disc by whose arm the next one goes; before any has moved the rules say which arm it took.
fn disc(public: &Public) -> &'static str {
    if public.round == 1 && public.ask != Ask::Over {
        "no disc has moved yet; the one before counts as gone"
    } else {
        "the last disc went"
    }
}

/// What a canoe does that sets out from there.
fn way(from: Space) -> &'static str {
    if from == Space::LAND {
        "goes into the river, to"
    } else {
        "paddles to"
    }
}

fn side_name(side: u8) -> &'static str {
    if side == 0 { "left" } else { "right" }
}

/// One card in a sentence.
pub(super) fn one_card(card: Card) -> String {
    let name = card_name(card);
    let numbered = name.bytes().all(|letter| letter.is_ascii_digit());
    format!("{} {name}", if numbered { "card" } else { "the" })
}

pub(super) fn card_name(card: Card) -> String {
    match card {
        Card::CLOUD => "cloud".to_owned(),
        Card::CHOICE => "card of choice".to_owned(),
        Card::LASSO => "lasso".to_owned(),
        Card(number) => number.to_string(),
    }
}
