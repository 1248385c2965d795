use balance_engine::{Bot, Chance, Game, Seat, Table};
use balance_kit::BotSpec;
use balance_kit::search::Training;
use balance_regatta::{GAME, Regatta};
use std::time::Instant;

fn spec(text: &str) -> BotSpec {
    let mut parts = text.split(':');
    let kind = parts.next().unwrap().to_owned();
    let mut settings = toml::Table::new();
    for part in parts {
        if let Some((key, value)) = part.split_once('=') {
            let parsed: toml::Table = format!("{key} = {value}").parse().unwrap();
            settings.extend(parsed);
        } else {
            let file: toml::Table = std::fs::read_to_string(part).unwrap().parse().unwrap();
            settings.insert("weights".into(), file["choices"].clone());
        }
    }
    BotSpec { kind, settings }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "train" {
        let training = Training { games: args[1].parse().unwrap(), seed: args[2].parse().unwrap(), rounds: args[3].parse().unwrap(), program: "balance" };
        let at = Instant::now();
        match (GAME.train)(&training) {
            Ok(trained) => println!("{}", trained.file),
            Err(wrong) => panic!("{wrong:?}"),
        }
        eprintln!("{:?}", at.elapsed());
        return;
    }
    let bots = balance_regatta::bots::bots();
    let make = |text: &str| bots.make("x", &spec(text)).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let (one, other) = (make(&args[1]), make(&args[2]));
    let games: u64 = args[3].parse().unwrap();
    let seed: u64 = args.get(4).map_or(77, |seed| seed.parse().unwrap());
    for players in args[0].bytes().map(|b| b - b'0') {
        let game = Regatta::standard(players);
        let mut table = Table::new(&game);
        let mut won = 0.0;
        let (one, other): (&dyn Bot<Regatta>, &dyn Bot<Regatta>) = (&*one, &*other);
        let at = Instant::now();
        let mut rounds = 0u64;
        for number in 0..games {
            let own = (number % u64::from(players)) as usize;
            let finished = table.play(Chance::new(seed, number / u64::from(players)), |_, seat| if seat == own { one } else { other }, &mut ());
            rounds += u64::from(finished.state.public.round);
            if finished.outcome.winners.has(Seat(own as u8)) { won += 1.0; }
        }
        let n = games as f64;
        let p = won / n;
        println!("{players}: {:.2}% +- {:.2}  (even {:.2}, {:+.2})  {:.0} games/s, {:.2} rounds", 100.0 * p, 196.0 * (p * (1.0 - p) / n).sqrt(), 100.0 / f64::from(players), 100.0 * (p - 1.0 / f64::from(players)), n / at.elapsed().as_secs_f64(), rounds as f64 / n);
        let _ = game.players();
    }
}
