//! Niagara as the other layers see it: names, schema, checks, and building a configuration from its scenario.

use super::content::{self, BoardFile};
use super::{Niagara, Rules, bots, metrics};
use balance_engine::{Counter, Provenance, Sheet, Status};
use balance_kit::marks::Count;
use balance_kit::{AnyGame, At, Fault, GameInfo, Playable, Setup};

/// The game's line in the table of games.
pub const INFO: GameInfo = GameInfo {
    key: "niagara",
    title: "Niagara",
    players: 2..=6,
    rules_schema: || schemars::schema_for!(Rules),
    content_keys: &["board"],
    named_sets: |_| &["standard"],
    roles: &[],
    bots: bots::BOTS,
    check: |setup| build(setup).err().unwrap_or_default(),
    build,
};

const SIDES: [&str; 6] = [
    "1st player",
    "2nd player",
    "3rd player",
    "4th player",
    "5th player",
    "6th player",
];
const ENDINGS: [&str; 5] = [
    "gems of any colours",
    "gems of one colour",
    "different colours",
    "several sets at once",
    "round cap",
];

fn build(setup: &Setup) -> Result<Box<dyn AnyGame>, Vec<Fault>> {
    let (game, board) = game(setup)?;
    let sheet = sheet(&game, &board);
    let playable = Playable::<Niagara, metrics::NiagaraMetrics>::new(game, sheet, setup, bots::make)?;
    Ok(Box::new(playable))
}

/// The rules and content of a configuration.
///
/// # Errors
/// Everything wrong with them, with its place.
pub fn game(setup: &Setup) -> Result<(Niagara, BoardFile), Vec<Fault>> {
    let rules: Rules = setup.rules.clone().try_into().map_err(|error: toml::de::Error| {
        vec![Fault {
            at: At::Whole,
            message: error.message().to_owned(),
            help: None,
        }]
    })?;
    let text = setup
        .contents
        .get("board")
        .map_or(content::BOARD, |own| own.text.as_str());
    let board = content::board(text).map_err(|flaws| -> Vec<Fault> {
        let fault = |flaw: content::Flaw| Fault {
            at: At::Content {
                key: "board".to_owned(),
                span: flaw.span,
            },
            message: flaw.message,
            help: flaw.help,
        };
        flaws.into_iter().map(fault).collect()
    })?;
    match Niagara::new(rules, &board) {
        Ok(game) => Ok((game, board)),
        Err(clashes) => {
            let fault = |clash: super::Clash| Fault {
                at: At::Rule(clash.key),
                message: clash.message,
                help: clash.help,
            };
            Err(clashes.into_iter().map(fault).collect())
        }
    }
}

fn sheet(game: &Niagara, board: &BoardFile) -> Sheet {
    let players = game.players;
    let names = |count: usize| SIDES[..count].iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    Sheet {
        game: INFO.key.to_owned(),
        players,
        sides: names(players),
        roles: vec!["player".to_owned()],
        role_sides: vec![0],
        positions: names(players),
        endings: ENDINGS.map(str::to_owned).to_vec(),
        capped: vec![false, false, false, false, true],
        bots: Vec::new(),
        counters: counters(game),
        components: Vec::new(),
        component_note: String::new(),
        turn_word: "rounds".to_owned(),
        turns_max: Some(u32::from(game.rules.rounds_max)),
        provenance: provenance(game, board),
    }
}

/// What is counted: of an expansion only where it is played.
fn counters(game: &Niagara) -> Vec<Counter> {
    let (joe, spirits) = (game.rules.joe, &game.rules.spirits);
    let played = |counter: &Counter| match counter.key {
        "trades" => joe,
        "elk-rides" => spirits.elk,
        "beaver-falls" => spirits.beaver,
        "lassos" => spirits.cards,
        _ => true,
    };
    let named = |counter: &Counter| if played(counter) { *counter } else { Counter::none() };
    metrics::COUNTERS.iter().map(named).collect()
}

/// How sure we are of board, cards and the fork.
fn provenance(game: &Niagara, board: &BoardFile) -> Vec<Provenance> {
    let mut count = Count::default();
    let rules = &game.rules;
    for (part, status) in &board.statuses {
        if *part == content::SPIRITS_CARDS && !rules.spirits.cards {
            continue;
        }
        count.add(part, "", *status, 1);
    }
    count.add("law of the fork", "", Status::Reconstructed, 1);
    if rules.joe {
        count.add("Diamond Joe, outline", "", Status::Published, 1);
        count.add("Diamond Joe, details", "", Status::Reconstructed, 1);
    }
    if rules.spirits.count() > 0 {
        count.add(
            "Spirits of Niagara, outline",
            "",
            Status::Published,
            rules.spirits.count(),
        );
        count.add(
            "Spirits of Niagara, details",
            "",
            Status::Reconstructed,
            rules.spirits.count(),
        );
    }
    if game.players == 2 {
        count.add("two players", "", Status::Reconstructed, 1);
    }
    count.rows()
}
