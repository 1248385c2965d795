//! Hunt and Con as plans: which tile to begin with, whether the tiles one knows finish the track, and what they gain.

use super::outlook::Outlook;
use super::value::TrackState;
use crate::tiles::Tile;
use crate::{Spaces, bits};

/// What declaring, or going on, promises.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HuntPlan {
    pub space: usize,
    /// Do tiles one knows end the game for one's own side?
    pub wins: bool,
    pub gain: f32,
}

/// Keeps the better of two plans: a win before a gain.
fn better(best: Option<HuntPlan>, plan: HuntPlan) -> HuntPlan {
    let surpasses = |old: HuntPlan| (plan.wins && !old.wins) || (plan.wins == old.wins && plan.gain > old.gain);
    match best {
        Some(old) if !surpasses(old) => old,
        _ => plan,
    }
}

pub fn hunt(outlook: &Outlook<'_>, first: Spaces) -> Option<HuntPlan> {
    let mut best = None;
    for space in bits(first & outlook.down) {
        let plan = match outlook.known(space) {
            Some(tile) => follow(outlook, tile, space),
            None => HuntPlan {
                space,
                wins: false,
                gain: blind_gain(outlook),
            },
        };
        best = Some(better(best, plan));
    }
    best
}

/// The Hunt that begins with a known tile and goes on with known tiles.
fn follow(outlook: &Outlook<'_>, tile: usize, space: usize) -> HuntPlan {
    let game = outlook.view.game;
    let side = outlook.side;
    let mut gain = outlook.gain(tile)[side];
    let first = &game.tiles[tile];
    let winner = outlook.standing.winner(first);
    if winner.is_some() || !first.hunt {
        let loss = if winner.is_some() {
            0.0
        } else {
            penalty(outlook, Some(first))
        };
        return HuntPlan {
            space,
            wins: winner == Some(side),
            gain: gain - loss,
        };
    }
    let mut standing = outlook.standing.after(first);
    let mut left = outlook.placed & !(1 << tile);
    loop {
        let mut next: Option<(f32, usize)> = None;
        for tile in bits(left) {
            let what = &game.tiles[tile];
            let winner = standing.winner(what);
            if winner == Some(side) {
                return HuntPlan {
                    space,
                    wins: true,
                    gain: 1.0,
                };
            }
            if winner.is_none() && what.hunt {
                let more = standing.gain(what)[side];
                if more > 0.0 && next.is_none_or(|(most, _)| more > most) {
                    next = Some((more, tile));
                }
            }
        }
        let Some((more, tile)) = next else {
            return HuntPlan {
                space,
                wins: false,
                gain,
            };
        };
        gain += more;
        left &= !(1 << tile);
        standing = standing.after(&game.tiles[tile]);
    }
}

/// What turning a blind space face-up in a Hunt gains on average: tiles without the icon bring the penalty, those with
/// it let the Hunt go on with the icons one knows.
fn blind_gain(outlook: &Outlook<'_>) -> f32 {
    let game = outlook.view.game;
    let mut onward = 0.0;
    for tile in bits(outlook.placed) {
        let what = &game.tiles[tile];
        if outlook.standing.winner(what) == Some(outlook.side) || what.hunt {
            onward += outlook.gain(tile)[outlook.side].max(0.0);
        }
    }
    let mut sum = 0.0;
    for tile in bits(outlook.open) {
        let what = &game.tiles[tile];
        sum += outlook.standing.gain(what)[outlook.side];
        if outlook.standing.winner(what).is_none() {
            sum += if what.hunt {
                onward
            } else {
                -penalty(outlook, Some(what))
            };
        }
    }
    sum / outlook.open.count_ones().max(1) as f32
}

/// What the penalty costs the separatists if the Hunt ends with `last`: the dearest log tile of the Hunt.
pub fn penalty(outlook: &Outlook<'_>, last: Option<&Tile>) -> f32 {
    let (game, public) = (outlook.view.game, outlook.view.public);
    let cost = |standing: &TrackState<'_>, tile: &Tile| {
        if tile.elements[1] > 0 {
            -standing.gain_down(tile)[1]
        } else {
            0.0
        }
    };
    let revealed = if public.hunting {
        public.hunt_revealed & public.face_up
    } else {
        0
    };
    let mut worst = last.map_or(0.0, |tile| outlook.gain_of(tile).max(0.0));
    for space in bits(revealed) {
        worst = worst.max(cost(&outlook.standing, &game.tiles[public.shown[space] as usize]));
    }
    worst
}

/// The best first tile of a Con on one of `first`, with the best second one from anywhere.
pub fn con(outlook: &Outlook<'_>, first: Spaces) -> Option<HuntPlan> {
    let mut best = None;
    for space in bits(first & outlook.down) {
        best = Some(better(best, con_from(outlook, space)));
    }
    best
}

fn con_from(outlook: &Outlook<'_>, space: usize) -> HuntPlan {
    let game = outlook.view.game;
    let side = outlook.side;
    let mut plan = HuntPlan {
        space,
        wins: false,
        gain: outlook.worth(space),
    };
    let mut standing = outlook.standing;
    if let Some(tile) = outlook.known(space) {
        let winner = standing.winner(&game.tiles[tile]);
        if winner.is_some() {
            plan.wins = winner == Some(side);
            return plan;
        }
        standing = standing.after(&game.tiles[tile]);
    }
    let blind = outlook.blind & !(1 << space);
    let mut second = if blind == 0 { f32::MIN } else { outlook.mean[side] };
    for other in bits(outlook.down & !blind & !(1 << space)) {
        if let Some(tile) = outlook.known(other) {
            plan.wins |= standing.winner(&game.tiles[tile]) == Some(side) && outlook.known(space).is_some();
            second = second.max(standing.gain(&game.tiles[tile])[side]);
        }
    }
    if second > f32::MIN {
        plan.gain += second;
    }
    plan
}
