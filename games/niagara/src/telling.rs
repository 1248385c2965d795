//! Niagara in words and as a picture.

use super::river::{LAND, LOST, NO_PLACE};
use super::state::{Block, CHOICE, CLOUD, Canoe, Event, LASSO, Move, NONE};
use super::{Niagara, Public};
use balance_engine::{Seat, State, View};
use balance_kit::Telling;
use balance_kit::picture::{Anchor, Picture, colour};

/// Fill of each gem: violet, clear, yellow, blue, pink.
const GEMS: [&str; 5] = ["#7d4fb3", "#e9eef2", "#e5b800", "#2f6fd0", "#e06aa6"];

impl Telling for Niagara {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        match mv {
            Move::Card(card) => format!("the {}", card_name(card)),
            Move::Weather { up } => format!("the cloud {}", if up { "up" } else { "down" }),
            Move::Return(NONE) => "to take a fallen canoe back".to_owned(),
            Move::Return(gem) => format!("to take a fallen canoe back for a {} gem", self.gem(gem)),
            Move::Paddle { canoe, pre, to, post } => {
                let from = view.public.canoes[view.seat][usize::from(canoe)].space;
                let mut parts = self.block(pre);
                if from != to {
                    parts.push(format!("paddle to {}", self.space(to)));
                }
                parts.extend(self.block(post));
                let what = if parts.is_empty() {
                    "stay".to_owned()
                } else {
                    parts.join(", ")
                };
                format!("canoe {} from {}: {what}", canoe + 1, self.space(from))
            }
            Move::Steal { victim, canoe, hold } => {
                let gem = view.public.canoes[victim][usize::from(canoe)].hold(hold);
                format!("to steal the {} gem of {victim}", self.gem(gem))
            }
            Move::Trade(NONE) => "to take Joe's gem for nothing".to_owned(),
            Move::Trade(gem) => format!("to give Joe a {} gem for his", self.gem(gem)),
            Move::Number(number) => format!("that the card is a {number}"),
            Move::Pass => "to leave it at that".to_owned(),
        }
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        Some(match event {
            Event::RoundBegan => format!(
                "the round begins with {}; the cloud stands at {:+}",
                public.first,
                self.weather[usize::from(public.weather)]
            ),
            Event::Shown(seat, card) => format!("{seat} shows the {}", card_name(card)),
            Event::WeatherMoved => format!("the cloud moves to {:+}", self.weather[usize::from(public.weather)]),
            Event::Returned { seat, paid } => {
                format!(
                    "a fallen canoe of {seat} comes back{}",
                    if paid { " for a gem" } else { "" }
                )
            }
            Event::Launched(seat) => format!("{seat} puts a canoe into the river"),
            Event::Loaded { seat, colour, .. } => format!("{seat} takes a {} gem aboard", self.gem(colour)),
            Event::Unloaded(seat) => format!("{seat} puts a gem down"),
            Event::Stolen { thief, victim, colour } => {
                format!("{thief} steals a {} gem from {victim}", self.gem(colour))
            }
            Event::Landed { seat, colour: NONE } => format!("a canoe of {seat} comes ashore empty"),
            Event::Landed { seat, colour } => format!("{seat} brings a {} gem ashore", self.gem(colour)),
            Event::Flowed(steps) => format!("the river moves {steps} step{}", if steps == 1 { "" } else { "s" }),
            Event::Fell { seat, loaded } => {
                let aboard = if loaded { "with its gem" } else { "empty" };
                format!("a canoe of {seat} goes over the falls {aboard}")
            }
            Event::Traded(seat) => format!("{seat} trades with Diamond Joe"),
            Event::ElkTaken(seat) => format!("{seat} gets the elk"),
            Event::BeaverFell => "the beaver goes over the falls and the cloud to its start".to_owned(),
            Event::Tied(seat) => format!("{seat} ties canoes to the bank"),
        })
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let gems = |counts: &[u8]| {
            let named = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            let listed: Vec<String> = named
                .map(|(gem, count)| format!("{count} {}", self.gem(gem as u8)))
                .collect();
            if listed.is_empty() {
                "no gems".to_owned()
            } else {
                listed.join(", ")
            }
        };
        let mut lines = vec![format!("cloud at {:+}", self.weather[usize::from(public.weather)])];
        for (place, counts) in public.places.iter().enumerate() {
            lines.push(format!(
                "discovery place of {}: {}",
                self.gem(place as u8),
                gems(counts)
            ));
        }
        for index in 0..self.players {
            let seat = Seat(index as u8);
            let canoes = public.canoes[seat].map(|canoe| self.canoe(canoe)).join(" and ");
            let card = state.private[seat].card;
            let own = to.is_none_or(|to| to == seat) && card != NONE;
            let card = if own {
                format!(", {} face-down", card_name(card))
            } else {
                String::new()
            };
            lines.push(format!(
                "{seat}: {} on land, canoes {canoes}{card}",
                gems(&public.gems[seat])
            ));
        }
        lines
    }

    fn picture(&self, state: &State<Self>, _to: Option<Seat>) -> Option<String> {
        let public = &state.public;
        let (trunk, arm) = (f64::from(self.river.trunk), f64::from(self.river.arm));
        let (step, top, middle) = (86.0, 120.0, 250.0);
        let height = top + (trunk + arm) * step + 40.0;
        let mut picture = Picture::new(860.0, height);
        let title = format!("Niagara, round {}", public.round);
        picture.text(24.0, 36.0, 20.0, Anchor::Start, true, &title);
        let cloud = format!("cloud at {:+}", self.weather[usize::from(public.weather)]);
        picture.text(24.0, 62.0, 15.0, Anchor::Start, false, &cloud);
        let at = |space: u8| {
            let depth = f64::from(self.river.depth[usize::from(space)]);
            let side = if space <= self.river.trunk {
                0.0
            } else if space <= self.river.trunk + self.river.arm {
                -105.0
            } else {
                105.0
            };
            (middle + side, top + (depth - 1.0) * step)
        };
        // The water below the discs, then discs, gems beside them, canoes on them.
        let fork = at(self.river.trunk);
        picture.line((middle, top), fork, 96.0, "#bfe0ee");
        for first in [self.river.trunk + 1, self.river.trunk + self.river.arm + 1] {
            picture.line(fork, at(first), 96.0, "#bfe0ee");
            picture.line(at(first), at(first + self.river.arm - 1), 96.0, "#bfe0ee");
        }
        for space in 1..=self.river.spaces() {
            let (x, y) = at(space);
            picture.circle(x, y, 36.0, "#9ccfe3", "#2f7f9f");
            let depth = self.river.depth[usize::from(space)];
            picture.text(x, y + 31.0, 11.0, Anchor::Middle, false, &depth.to_string());
            let place = self.river.place[usize::from(space)];
            if place != NO_PLACE {
                let right = space > self.river.trunk + self.river.arm;
                let x = if right { x + 78.0 } else { x - 78.0 };
                picture.circle(x, y, 15.0, GEMS[usize::from(place)], "#5b4630");
                let count: u8 = public.places[usize::from(place)].iter().sum();
                picture.text(x, y + 34.0, 12.0, Anchor::Middle, false, &format!("{count} here"));
            }
        }
        picture.text(middle, height - 24.0, 15.0, Anchor::Middle, true, "the falls");
        for index in 0..self.players {
            let seat = Seat(index as u8);
            for (number, canoe) in public.canoes[seat]
                .iter()
                .enumerate()
                .filter(|(_, canoe)| canoe.afloat())
            {
                let (x, y) = at(canoe.space);
                let dx = (index as f64 - (self.players as f64 - 1.0) / 2.0) * 15.0;
                let y = y - 16.0 + 20.0 * number as f64;
                picture.disc(x + dx, y, 9.0, colour(index), &(index + 1).to_string());
                if canoe.loaded() {
                    picture.circle(x + dx + 7.0, y - 8.0, 5.0, GEMS[usize::from(canoe.cargo)], "#17252c");
                }
            }
            let y = 130.0 + 92.0 * index as f64;
            picture.disc(500.0, y - 6.0, 13.0, colour(index), &(index + 1).to_string());
            let held: u8 = public.gems[seat].iter().sum();
            let card = match public.shown[seat] {
                NONE => String::new(),
                card => format!(", shows the {}", card_name(card)),
            };
            picture.text(
                522.0,
                y,
                15.0,
                Anchor::Start,
                true,
                &format!("{held} gems on land{card}"),
            );
            let canoes = public.canoes[seat].map(|canoe| self.canoe(canoe)).join(", ");
            picture.text(
                522.0,
                y + 21.0,
                13.0,
                Anchor::Start,
                false,
                &format!("canoes: {canoes}"),
            );
            let mut x = 530.0;
            for (gem, count) in public.gems[seat].iter().enumerate() {
                for _ in 0..*count {
                    picture.circle(x, y + 40.0, 8.0, GEMS[gem], "#17252c");
                    x += 20.0;
                }
            }
        }
        Some(picture.finish(&title))
    }
}

impl Niagara {
    fn gem(&self, gem: u8) -> &str {
        self.colours.get(usize::from(gem)).map_or("", String::as_str)
    }

    fn space(&self, space: u8) -> String {
        match space {
            LAND => "land".to_owned(),
            LOST => "the falls".to_owned(),
            _ if space <= self.river.trunk => format!("space {space}"),
            _ => {
                let depth = self.river.depth[usize::from(space)];
                let arm = if space <= self.river.trunk + self.river.arm {
                    "left"
                } else {
                    "right"
                };
                format!("space {depth} {arm}")
            }
        }
    }

    fn canoe(&self, canoe: Canoe) -> String {
        let aboard: Vec<&str> = [canoe.cargo, canoe.second]
            .into_iter()
            .filter(|gem| *gem != NONE)
            .map(|gem| self.gem(gem))
            .collect();
        let place = match canoe.space {
            LAND => "ashore".to_owned(),
            LOST => "fallen".to_owned(),
            space => self.space(space),
        };
        if aboard.is_empty() {
            place
        } else {
            format!("{place} with {}", aboard.join(" and "))
        }
    }

    fn block(&self, block: Block) -> Vec<String> {
        let mut parts = Vec::new();
        if block.unload != 0 {
            parts.push("unload".to_owned());
        }
        for gem in [block.load, block.also].into_iter().filter(|gem| *gem != NONE) {
            parts.push(format!("load {}", self.gem(gem)));
        }
        parts
    }
}

fn card_name(card: u8) -> String {
    match card {
        CLOUD => "cloud".to_owned(),
        CHOICE => "card of choice".to_owned(),
        LASSO => "lasso".to_owned(),
        number => number.to_string(),
    }
}
