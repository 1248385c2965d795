use super::bearings::{Bearings, Path};
use crate::engine::{Chance, Game, Seat};
use crate::games::mekong::Mekong;

#[test]
fn look() {
    for players in [2,4,6] {
        let game = Mekong::standard(players);
        let state = game.setup(&mut Chance::new(1, 1));
        for seat in game.seats() {
            let bearings = Bearings::new(state.view(&game, seat), 1.0, 0.0);
            for path in [Path::Short, Path::Rim] {
                let way = bearings.course(path).way.expect("a way");
                println!("{players} {seat:?} {path:?} {} {:?} {:?}", way.left, &way.supports[..=way.gaps], &way.fits[..way.gaps]);
            }
        }
    }
}
