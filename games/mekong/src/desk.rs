//! The Mekong crossing as the other layers see it: names, schema, checks, and building a configuration from its
//! scenario.

use super::board::{content, marks};
use super::rules::Side;
use super::{Mekong, Rules, bots, metrics};
use balance_engine::{Provenance, Sheet, Status};
use balance_kit::content::Flaw;
use balance_kit::{AnyGame, At, Fault, GameInfo, Playable, Setup};

/// The game's line in the table of games.
pub const INFO: GameInfo = GameInfo {
    key: "mekong",
    title: "The Mekong crossing",
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
const ENDINGS: [&str; 4] = ["one step", "double step", "jump", "turn cap"];

fn build(setup: &Setup) -> Result<Box<dyn AnyGame>, Vec<Fault>> {
    let game = game(setup)?;
    let sheet = sheet(&game);
    let playable = Playable::<Mekong, metrics::MekongMetrics>::new(game, sheet, setup, bots::make)?;
    Ok(Box::new(playable))
}

/// The rules and board of a configuration.
///
/// # Errors
/// Everything wrong with them, with its place.
pub fn game(setup: &Setup) -> Result<Mekong, Vec<Fault>> {
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
        let fault = |flaw: Flaw| Fault {
            at: At::Content {
                key: "board".to_owned(),
                span: flaw.span,
            },
            message: flaw.message,
            help: flaw.help,
        };
        flaws.into_iter().map(fault).collect()
    })?;
    Mekong::new(rules, board).map_err(|clashes| {
        let fault = |clash: super::Clash| Fault {
            at: At::Rule(clash.key),
            message: clash.message,
            help: clash.help,
        };
        clashes.into_iter().map(fault).collect()
    })
}

fn sheet(game: &Mekong) -> Sheet {
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
        capped: vec![false, false, false, true],
        bots: Vec::new(),
        counters: metrics::counters(game),
        components: Vec::new(),
        component_note: String::new(),
        turn_word: "turns".to_owned(),
        turns_max: Some(u32::from(game.rules.turns_max)),
        provenance: provenance(game),
    }
}

/// How sure we are of the board, the planks and the cards on this table.
fn provenance(game: &Mekong) -> Vec<Provenance> {
    let mut count = marks::count(&game.board, game.rules.side == Side::Islands, game.players as u32);
    let cards = game.seats().map(|seat| game.hands[seat].count_ones()).sum();
    count.add("cards", "kinds", Status::Published, cards);
    count.rows()
}
