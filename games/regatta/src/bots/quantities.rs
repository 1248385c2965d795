//! What the conditions of a script may ask about in Hydra Regatta. Everything on the table lies open, and only that is
//! looked at: neither the deck of favors nor the order of the stack.

use crate::Regatta;
use crate::favors::{Favor, Kind};
use crate::state::{Player, Spot};
use crate::track::{Icon, LANES, RING};
use balance_engine::{Seat, View};
use balance_kit::script;
use std::ops::RangeInclusive;

/// Of this game.
type Quantity = script::Quantity<Regatta>;

pub const QUANTITIES: &[Quantity] = &[
    Quantity::number("round", "the round; 0 while ships are placed", |view| {
        i32::from(view.public.round)
    })
    .within_ends(|game| 0..=game.rules.rounds_max.into()),
    Quantity::number("place", "own place in the race, 1 for the first", |view| {
        let rank = |seat: Seat| {
            let player = view.public.player(seat);
            player.spot.on_course().then(|| view.game.rank_key(view.public, player))
        };
        let own = rank(view.seat);
        1 + others(view).filter(|seat| rank(*seat) > own).count() as i32
    })
    .within_ends(|game| 1..=game.seats().count() as i32),
    Quantity::number(
        "lead",
        "wedges between oneself and the best of the others, less than 0 behind it",
        |view| {
            let best = others(view).map(|seat| way(view.public.player(seat))).max();
            way(own(view)) - best.unwrap_or(0)
        },
    )
    .within_ends(|game| -whole_way(game).end()..=*whole_way(game).end()),
    Quantity::number("laps", "laps one has completed", |view| i32::from(own(view).laps))
        .within_ends(|game| 0..=game.rules.laps.into()),
    Quantity::number("position", "wedges one has come since the Starting Line", |view| {
        way(own(view)) % RING as i32
    })
    .within_ends(|_| 0..=RING as i32 - 1),
    Quantity::number("to-go", "wedges one has still to go", |view| to_go(view, own(view))).within_ends(whole_way),
    Quantity::number("leader-to-go", "wedges that whoever is first has still to go", |view| {
        let all = view.game.seats().map(|seat| to_go(view, view.public.player(seat)));
        all.min().unwrap_or(0)
    })
    .within_ends(whole_way),
    Quantity::number("lane", "own lane, 1 at the centre to 4 outside", |view| {
        let at = spot(view).map(|spot| view.game.course.dot(&view.public.ring, spot).lane);
        at.map_or(0, |lane| i32::from(lane) + 1)
    })
    .within_ends(|_| 0..=LANES as i32),
    Quantity::number("fish", "own fish", |view| i32::from(own(view).fish))
        .within_ends(|game| 0..=game.rules.fish_max.into()),
    Quantity::number("boats", "boats lying on one's board", |view| favors(view, Kind::Boat)).within_ends(|_| SLOTS),
    Quantity::number("tridents", "tridents lying on one's board", |view| {
        favors(view, Kind::Trident)
    })
    .within_ends(|_| SLOTS),
    Quantity::number("wedges", "wedges lying in front of one", |view| {
        i32::from(own(view).holding)
    })
    .within_ends(|game| 0..=game.wedge_cap.into()),
    Quantity::number("stack", "wedges left in the stack", |view| {
        view.public.stack.count_ones() as i32
    })
    .within_ends(|game| 0..=game.course.wedges.len() as i32),
    Quantity::number("nav", "own navigation die, 0 before it is rolled", |view| {
        i32::from(own(view).nav)
    })
    .within_ends(|_| DIE),
    Quantity::number("first", "own first movement die, 0 for none", |view| {
        i32::from(own(view).first)
    })
    .within_ends(|_| DIE),
    Quantity::number("second", "own second movement die, 0 for none", |view| {
        i32::from(own(view).second)
    })
    .within_ends(|_| DIE),
    Quantity::number("dice", "own dice on the board", |view| {
        let player = own(view);
        let dice = [player.nav, player.first, player.second];
        dice.into_iter().filter(|die| *die > 0).count() as i32
    })
    .within_ends(|_| 0..=3),
    Quantity::number(
        "points",
        "points of movement that own dice give, the Fleece counted",
        |view| i32::from(view.game.points(view.public, view.seat)),
    )
    .from_zero(),
    Quantity::number("left", "points of movement left in one's turn", |view| {
        if view.public.turn == view.seat {
            i32::from(view.public.left)
        } else {
            0
        }
    })
    .from_zero(),
    Quantity::number("moved", "dots one has moved in one's turn", |view| {
        if view.public.turn == view.seat {
            i32::from(view.public.moved)
        } else {
            0
        }
    })
    .from_zero(),
    Quantity::things(
        "board",
        "what lies on one's board: favors, by the gods of the reconstructed deck, and the Golden Fleece",
        || {
            let favors = FAVORS.iter().map(|(_, name)| *name);
            favors.chain([FLEECE]).map(str::to_owned).collect()
        },
        |view, thing| match FAVORS.get(thing) {
            Some((favor, _)) => own(view).has(*favor),
            None => view.public.fleece == view.seat,
        },
    ),
    Quantity::things(
        "dot",
        "what is printed where one's ship lies",
        || ICONS.iter().map(|(_, name)| (*name).to_owned()).collect(),
        |view, thing| {
            let printed = spot(view).map(|spot| view.game.course.dot(&view.public.ring, spot).icon);
            printed.is_some_and(|icon| ICONS.get(thing).is_some_and(|(known, _)| *known == icon))
        },
    ),
];

/// Faces of a die; 0 where it was not rolled.
const DIE: RangeInclusive<i32> = 0..=6;

const SLOTS: RangeInclusive<i32> = 0..=2;

const FLEECE: &str = "fleece";

/// Those that may lie there, as content files name them.
const FAVORS: [(Favor, &str); 11] = [
    (Favor::Demeter, "demeter"),
    (Favor::Apollo, "apollo"),
    (Favor::Hephaestus, "hephaestus"),
    (Favor::Janus, "janus"),
    (Favor::Poseidon, "poseidon"),
    (Favor::Hermes, "hermes"),
    (Favor::Athena, "athena"),
    (Favor::Ares, "ares"),
    (Favor::Eris, "eris"),
    (Favor::Hypnos, "hypnos"),
    (Favor::Nemesis, "nemesis"),
];

const ICONS: [(Icon, &str); 9] = [
    (Icon::Plain, "plain"),
    (Icon::Fish, "fish"),
    (Icon::Favor, "favor"),
    (Icon::Wedge, "wedge"),
    (Icon::Boost, "boost"),
    (Icon::Hydra, "hydra"),
    (Icon::Charybdis, "charybdis"),
    (Icon::Scylla, "scylla"),
    (Icon::Line, "line"),
];

fn own(view: View<'_, Regatta>) -> &Player {
    view.public.player(view.seat)
}

fn others(view: View<'_, Regatta>) -> impl Iterator<Item = Seat> {
    view.game.seats().filter(move |seat| *seat != view.seat)
}

fn favors(view: View<'_, Regatta>, kind: Kind) -> i32 {
    let lying = own(view).slots.iter().flatten();
    lying.filter(|favor| favor.kind() == kind).count() as i32
}

/// Where the own ship is, once it is on the course.
fn spot(view: View<'_, Regatta>) -> Option<Spot> {
    own(view).spot.on_course().then_some(own(view).spot)
}

/// Wedges from the start; 0 for a ship that is not on the course yet.
fn way(player: &Player) -> i32 {
    let position = if player.spot.on_course() {
        player.spot.position
    } else {
        0
    };
    i32::from(player.laps) * RING as i32 + i32::from(position)
}

fn whole_way(game: &Regatta) -> RangeInclusive<i32> {
    0..=i32::from(game.rules.laps) * RING as i32
}

fn to_go(view: View<'_, Regatta>, player: &Player) -> i32 {
    (i32::from(view.game.rules.laps) * RING as i32 - way(player)).max(0)
}
