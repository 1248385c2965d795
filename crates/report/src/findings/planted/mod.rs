//! Findings against known truths: games of dice in which something was made unfair, and games in which nothing was.

use super::kind::{EndingFact, Evenness, EventFact, LeadEffect, LengthFact, StoppedShare, Winners};
use super::*;
use balance_config::games::{Component, Counter, Presence, Sheet};
use balance_config::scenario;
use balance_engine::tally::{FinishedGame, GameId, MARKS, SeatResult, Tally};
use balance_engine::{MAX_SEATS, Stream};
use balance_inference::table;

/// What was made unfair; the default is a fair game of two sides of two players each.
#[derive(Clone, Copy, Default)]
struct Plan {
    /// Turns that every game takes longer.
    longer: u32,
    /// Chance of a game to see the rule at work that the counter counts; none: in half of the games.
    rule: Option<f64>,
    /// Added to the chance of the north to win.
    north: f64,
    /// Added to the chance of the side of the player at the first seat.
    first_seat: f64,
    /// Added to the chance of the north in games with the first tile.
    tile: f64,
    /// Is the last tile never used?
    useless: bool,
    /// Chance of a game to run into the cap.
    stalled: f64,
    /// Chance of the leader at any time to win, beyond one half.
    lead: f64,
    /// Added to the chance of a side for each seat of the clever bot in it, less for each seat of the other.
    clever: f64,
    /// Chance of both sides to win together.
    shared: f64,
}

impl Plan {
    const FAIR: Plan = Plan {
        longer: 0,
        rule: None,
        north: 0.0,
        first_seat: 0.0,
        tile: 0.0,
        useless: false,
        stalled: 0.0,
        lead: 0.0,
        clever: 0.0,
        shared: 0.0,
    };
}

const FAIR: Plan = Plan::FAIR;

const TILES: usize = 12;

fn sheet() -> Sheet {
    let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    Sheet {
        game: "dice".to_owned(),
        players: 4,
        sides: names(&["north", "south"]),
        roles: names(&["northerner", "southerner"]),
        role_sides: vec![0, 1],
        positions: names(&["1", "2", "3", "4"]),
        bots: names(&["clever", "simple"]),
        components: (1..=TILES)
            .map(|tile| Component::new(format!("tile {tile}"), Presence::Dealt))
            .collect(),
        component_note: "a tile counts when it is in the game".to_owned(),
        counters: vec![Counter::new("sixes", "sixes thrown")],
        turn_word: "turns".to_owned(),
        ..Sheet::default()
    }
    .ends(&["six thrown"])
    .cut_off("turn cap")
}

fn played(seed: u64, games: u64, plan: Plan) -> Tally {
    let mut dice = Stream::keyed(seed, 0, 1, 0);
    let mut tally = Tally::new(&sheet());
    for game in 0..games {
        let id = GameId { game, rotation: 0 };
        let mut roles = [0u8, 0, 1, 1];
        dice.shuffle(&mut roles);
        let mut chance = |p: f64| dice.unit() < p;
        let sign = |is: bool| if is { 1.0_f64 } else { -1.0 };
        let bots: [u8; 4] = std::array::from_fn(|seat| u8::from(plan.clever > 0.0 && seat % 2 == 1));
        let mut components = 0u64;
        for tile in 0..TILES {
            let used = chance(0.5) && !(plan.useless && tile == TILES - 1);
            components |= u64::from(used) << tile;
        }
        let mut p = 0.5 + plan.north;
        p += sign(roles[0] == 0) * plan.first_seat;
        p += sign(components & 1 == 1) * plan.tile / 2.0;
        if plan.clever > 0.0 {
            let favour = |seat: usize| sign(bots[seat] == 0);
            let north: f64 = (0..4).filter(|seat| roles[*seat] == 0).map(favour).sum();
            p += plan.clever * north / 2.0;
        }
        let sixes = u32::from(chance(plan.rule.unwrap_or(0.5)));
        let stalled = chance(plan.stalled);
        let winner = u8::from(!chance(p));
        let both = plan.shared > 0.0 && chance(plan.shared);
        let wins = |side: u8| !stalled && (both || side == winner);
        let turns = 10 + plan.longer + u32::from(chance(0.5)) + u32::from(chance(0.5)) + u32::from(chance(0.5));
        let mut leads = [false; MARKS];
        for lead in &mut leads {
            *lead = chance(0.5 + plan.lead);
        }
        let unit = FinishedGame {
            id,
            seats: std::array::from_fn::<_, MAX_SEATS, _>(|seat| match roles.get(seat) {
                None => SeatResult::default(),
                Some(role) => SeatResult {
                    role: *role,
                    position: seat as u8,
                    bot: bots[seat],
                    won: wins(*role),
                },
            }),
            winners: roles.iter().filter(|role| wins(**role)).count() as u8,
            sides_won: u16::from(wins(0)) | u16::from(wins(1)) << 1,
            sides_in_play: 0b11,
            ending: u8::from(stalled),
            turns: if stalled { 100 } else { turns },
            decisions: turns * 3,
            components: components.into(),
            ..FinishedGame::default()
        };
        tally.add(&unit, &[sixes]);
        let won = [0u8, 1].map(|side| u8::from(wins(side)));
        tally.close_game(&won, &[u8::from(!stalled), u8::from(stalled)], 1);
        tally.drama.games += 1;
        for (mark, lead) in leads.into_iter().enumerate() {
            tally
                .drama
                .stand(mark, id, Some(lead && !stalled), Some(!lead && !stalled));
        }
        tally.drama.close_deal();
    }
    tally
}

fn results(tallies: &[(&str, Tally)]) -> Results {
    let configurations = tallies.iter().map(|(name, tally)| {
        let mut configuration = scenario::Configuration::default();
        (*name).clone_into(&mut configuration.name);
        table::configuration(&configuration, &sheet(), tally, table::Looks::Fixed)
    });
    let mut made = crate::sample::single();
    made.configurations = configurations.collect();
    made
}

fn kinds(seed: u64, games: u64, plan: Plan) -> Vec<FindingKind> {
    kinds_of(&results(&[("dice", played(seed, games, plan))]))
}

fn kinds_of(made: &Results) -> Vec<FindingKind> {
    findings(made).into_iter().map(|each| each.kind).collect()
}

/// Is a side, or a seat, off by more than the margin in this direction?
fn is_unfair(kind: &FindingKind, of: Winners, name: &str, direction: Direction) -> bool {
    matches!(kind, FindingKind::Fairness { winners, evenness: Evenness::Unfair, gaps }
        if *winners == of && gaps.iter().any(|one| one.name == name && Direction::of_gap(one.gap()) == direction))
}

fn evenness(found: &[FindingKind], of: Winners) -> Option<Evenness> {
    found.iter().find_map(|kind| match kind {
        FindingKind::Fairness { winners, evenness, .. } if *winners == of => Some(*evenness),
        _ => None,
    })
}

fn is_lead(kind: &FindingKind, of: LeadEffect) -> bool {
    matches!(kind, FindingKind::Lead { effect, .. } if *effect == of)
}

/// Is it about the sides, whatever it says of them?
fn is_about_sides(kind: &FindingKind) -> bool {
    matches!(kind, FindingKind::Fairness { winners, .. } if *winners == Winners::Sides)
}

fn is_spread(kind: &FindingKind) -> bool {
    matches!(kind, FindingKind::Length { fact, .. } if matches!(fact, LengthFact::Spread { .. }))
}

fn is_stopped(kind: &FindingKind, of: StoppedShare) -> bool {
    matches!(kind, FindingKind::Ending { fact: EndingFact::Stopped { stopped, .. }, .. } if *stopped == of)
}

fn is_event(kind: &FindingKind, of: &EventFact) -> bool {
    matches!(kind, FindingKind::Event { fact, .. } if fact == of)
}

fn find(made: &Results, is: impl Fn(&FindingKind) -> bool) -> Option<Finding> {
    findings(made).into_iter().find(|each| is(&each.kind))
}

mod changes;
mod components;
mod fair;
mod found;
mod others;
mod sentences;
mod several;
