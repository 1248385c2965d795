//! Movement by a second hand: wedges read and ships walked by the rulebook alone, held against every way in which the game
//! lets a ship move, from places drawn at random on courses drawn at random.

use super::*;
use crate::rules::SkipWhirlpool;
use balance_engine::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// A dot as it is printed: its sign, and its paths with their numbers, each to a dot (`b2`) or a lane over the border (`>b`).
type Printed = (char, Vec<(u8, String)>);

/// A wedge as it is printed.
struct Sheet {
    dots: BTreeMap<String, Printed>,
    entry: BTreeMap<char, String>,
}

/// Reads the notation that the head of the file of wedges explains.
fn read(course: &str) -> Sheet {
    let parts: Vec<&str> = course.split('|').map(str::trim).collect();
    let (mut dots, mut entry) = (BTreeMap::new(), BTreeMap::new());
    for part in &parts[..LANES] {
        let lane = part.chars().next().expect("a lane");
        let signs: Vec<char> = part[1..].trim().chars().collect();
        for (at, sign) in signs.iter().enumerate() {
            let last = at + 1 == signs.len();
            let next = if last {
                format!(">{lane}")
            } else {
                format!("{lane}{}", at + 2)
            };
            dots.insert(format!("{lane}{}", at + 1), (*sign, vec![(0, next)]));
        }
        entry.insert(lane, format!("{lane}1"));
    }
    for edit in parts.get(LANES).into_iter().flat_map(|edits| edits.split(' ')) {
        if let Some((lane, to)) = edit.strip_prefix('@').and_then(|edit| edit.split_once('=')) {
            entry.insert(lane.chars().next().expect("a lane"), to.to_owned());
        } else if let Some((dot, exits)) = edit.strip_suffix('}').and_then(|edit| edit.split_once('{')) {
            let exits = exits.split(',').map(|exit| {
                let (label, to) = exit.split_once(':').expect("number:dot");
                (label.parse().expect("a number"), to.to_owned())
            });
            dots.get_mut(dot).expect("a dot").1 = exits.collect();
        } else if let Some((dot, to)) = edit.split_once('+') {
            dots.get_mut(dot).expect("a dot").1.push((0, to.to_owned()));
        } else if let Some((dot, to)) = edit.split_once('=') {
            dots.get_mut(dot).expect("a dot").1 = vec![(0, to.to_owned())];
        }
    }
    Sheet { dots, entry }
}

/// Every wedge of the embedded file by its name.
fn sheets() -> BTreeMap<String, Sheet> {
    let file: toml::Table = toml::from_str(files::WEDGES).expect("TOML");
    let wedges = file["wedge"].as_array().expect("wedges");
    let text = |wedge: &toml::Value, key: &str| wedge[key].as_str().expect("text").to_owned();
    let read = |wedge| (text(wedge, "id"), read(&text(wedge, "course")));
    wedges.iter().map(read).collect()
}

/// A ship on its way: position, dot, and what is left and owned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ship {
    position: usize,
    dot: String,
    left: u8,
    moved: u8,
    fish: u8,
    favors: u8,
    wedges: u8,
    laps: u8,
}

/// What does not change while it moves.
struct Water<'s> {
    ring: [&'s Sheet; RING],
    taken: Vec<(usize, String)>,
    /// Faces of the dice on the board.
    dice: [u8; 3],
    /// Moves so far are safe from Hydras.
    guard: u8,
    wedge_cap: u8,
    free_jumps: bool,
}

impl Water<'_> {
    fn bonus(&self, ship: &mut Ship, sign: char) {
        match sign {
            'F' => ship.fish = (ship.fish + 1).min(3),
            'G' => ship.favors = (ship.favors + 1).min(2),
            'W' => ship.wedges = (ship.wedges + 1).min(self.wedge_cap),
            _ => {}
        }
    }

    /// Goes on until nothing is left; every end that can be reached.
    fn sail(&self, ship: Ship, jumping: bool, ends: &mut BTreeSet<Ship>) {
        if ship.left == 0 {
            ends.insert(Ship { moved: 0, ..ship });
            return;
        }
        let (sign, exits) = &self.ring[ship.position].dots[&ship.dot];
        let free = jumping && self.free_jumps;
        for (label, to) in exits {
            let mut ship = ship.clone();
            match sign {
                'C' if !free && !self.dice.contains(label) => continue,
                'S' if !free && *label > ship.fish => continue,
                'S' if !free => ship.fish -= label,
                _ => {}
            }
            match to.strip_prefix('>') {
                None => ship.dot.clone_from(to),
                Some(lane) => {
                    ship.position = (ship.position + 1) % RING;
                    let lane = lane.chars().next().expect("a lane");
                    ship.dot.clone_from(&self.ring[ship.position].entry[&lane]);
                    if ship.position == 0 {
                        ship.laps += 1;
                        for sign in ['F', 'W', 'G'] {
                            self.bonus(&mut ship, sign);
                        }
                    }
                }
            }
            if self.taken.contains(&(ship.position, ship.dot.clone())) {
                self.sail(ship, true, ends);
                continue;
            }
            ship.left -= 1;
            ship.moved += 1;
            let sign = self.ring[ship.position].dots[&ship.dot].0;
            self.bonus(&mut ship, sign);
            match sign {
                '+' => ship.left += 3,
                'H' if ship.moved <= self.guard => {}
                'H' if ship.fish > 0 => ship.fish -= 1,
                'H' => ship.left = 0,
                _ => {}
            }
            self.sail(ship, false, ends);
        }
    }
}

#[derive(Default)]
struct End(Option<Ship>);

impl Recorder<Regatta> for End {
    fn event(&mut self, game: &Regatta, event: Event, public: &Public) {
        // Others may sail in the same breath.
        if event == Event::MoveEnded && self.0.is_none() {
            let player = public.mover();
            self.0 = Some(Ship {
                position: usize::from(player.spot.position),
                dot: game.course.dot(&public.ring, player.spot).name(),
                left: 0,
                moved: 0,
                fish: player.fish,
                favors: public.drawn,
                wedges: player.holding,
                laps: player.laps,
            });
        }
    }
}

/// Plays every way on that the game offers.
fn every_end(game: &Regatta, state: &State<Regatta>, ends: &mut BTreeSet<Ship>) {
    assert_eq!(state.public.ask, Ask::Step);
    for mv in moves(game, state) {
        let (mut next, mut end) = (state.clone(), End::default());
        game.play(&mut next, mv, &mut Chance::new(1, 1), &mut end);
        match end.0 {
            Some(ship) => {
                ends.insert(ship);
            }
            None => every_end(game, &next, ends),
        }
    }
}

#[test]
fn gl_60_61_62_70_71_72_80_83_85_90_95_100_101_103_ships_move_as_the_book_has_it() {
    let sheets = sheets();
    assert_eq!(sheets.len(), 29);
    let mut draw = Stream::keyed(41, 0, 0, 0);
    let (mut seen, mut most) = (0, 0);
    let mut met = BTreeSet::new();
    for index in 0..4_000u64 {
        let players = 2 + draw.below(3) as u8;
        let free_jumps = draw.below(2) == 0;
        let game = table(players, |rules| {
            rules.skip_whirlpool = if free_jumps {
                SkipWhirlpool::Free
            } else {
                SkipWhirlpool::Match
            };
        });
        let mut p = moored(&game);
        // A course of any wedges, the ship anywhere on it, the others near before it.
        let mut order: Vec<u8> = (0..game.course.line()).collect();
        draw.shuffle(&mut order);
        let (ring, rest) = order.split_at(RING - 1);
        p.public.ring[1..].copy_from_slice(ring);
        p.public.stack = rest[..16].iter().fold(0, |set, wedge| set | 1 << wedge);
        p.public.covered = rest[16..].iter().fold(0, |set, wedge| set | 1 << wedge);
        p.hidden.stack[..16].copy_from_slice(&rest[..16]);
        let sheet_at = |position: usize| &sheets[&game.course.wedges[usize::from(p.public.ring[position])].id];
        let ring: [&Sheet; RING] = std::array::from_fn(sheet_at);
        let from = draw.below(RING as u32) as usize;
        let mut places: Vec<(usize, String)> = Vec::new();
        while places.len() < usize::from(players) {
            let ahead = if places.is_empty() { 0 } else { draw.below(3) as usize };
            let position = (from + ahead) % RING;
            let names: Vec<&String> = ring[position].dots.keys().collect();
            let place = (position, names[draw.below(names.len() as u32) as usize].clone());
            if !places.contains(&place) {
                p.put(places.len(), position as u8, &place.1);
                places.push(place);
            }
        }
        let (nav, first, second) = (
            1 + draw.below(3) as u8,
            1 + draw.below(6) as u8,
            1 + draw.below(6) as u8,
        );
        let dice = match draw.below(3) {
            0 => [nav, first, 0],
            _ if second >= first => [nav, first, second],
            _ => [nav, 0, 0],
        };
        let fleece = draw.below(3) == 0;
        if fleece {
            // The whole round is the ship's own.
            (p.public.fleece, p.public.done) = (Seat(0), 0);
        }
        let fish = draw.below(4) as u8;
        let player = &mut p.public.players[0];
        [player.nav, player.first, player.second] = dice;
        player.fish = fish;
        let guard = nav * if fleece { 2 } else { 1 };
        let water = Water {
            ring,
            taken: places[1..].to_vec(),
            dice,
            guard,
            wedge_cap: if players == 2 { 2 } else { 1 },
            free_jumps,
        };
        let ship = Ship {
            position: places[0].0,
            dot: places[0].1.clone(),
            left: guard + dice[1] + dice[2],
            moved: 0,
            fish,
            favors: 0,
            wedges: 0,
            laps: 0,
        };
        let mut due = BTreeSet::new();
        water.sail(ship, false, &mut due);
        let (mut found, mut end) = (BTreeSet::new(), End::default());
        let mut state = p.state();
        game.begin_turn(&mut state, &mut p.chance, &mut end);
        match end.0 {
            Some(ship) => {
                found.insert(ship);
            }
            None => every_end(&game, &state, &mut found),
        }
        let told = found;
        assert_eq!(told, due, "game {index}: from {places:?} with {dice:?} and {fish} fish");
        seen += due.len();
        most = most.max(due.len());
        met.extend(due.iter().map(|end| (end.laps, end.favors, end.wedges)));
    }
    assert!(seen > 20_000 && most > 60, "{seen} ends, at most {most} of one turn");
    assert!(met.contains(&(1, 2, 2)) && met.contains(&(0, 0, 0)), "{met:?}");
}
