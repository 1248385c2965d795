//! Riverbed Hunt as the other layers see it: names, schema, checks, and building a configuration from its scenario.

use super::content::{self, Flaw};
use super::{Riverbed, Rules, bots, metrics};
use balance_engine::{Provenance, Sheet, Status};
use balance_kit::marks::Count;
use balance_kit::{At, Built, Fault, GameInfo, Playable, Setup};

/// The game's line in the table of games.
pub const INFO: GameInfo = GameInfo {
    key: "riverbed",
    title: "Riverbed Hunt",
    players: 4..=9,
    rules_schema: || schemars::schema_for!(Rules),
    content_keys: &["tiles", "cards", "board"],
    named_sets: |_| &["standard"],
    roles: ROLES,
    bots: bots::BOTS,
    check: |setup| build(setup).err().unwrap_or_default(),
    build,
};

/// Names of the roles, in the order of [`super::Role::ALL`].
pub const ROLES: &[&str] = &["chief", "merchant", "leader", "separatist", "profiteer"];
const SIDES: [&str; 3] = ["merchants", "separatists", "profiteer"];
const ENDINGS: [&str; 5] = ["kelp", "logs", "coins", "coins, no Profiteer in play", "turn cap"];

fn build(setup: &Setup) -> Built {
    let game = game(setup)?;
    let sheet = sheet(&game, setup);
    let playable = Playable::<Riverbed, metrics::RiverbedMetrics>::new(game, sheet, setup, bots::make)?;
    Ok(Box::new(playable))
}

/// The rules and content of a configuration.
///
/// # Errors
/// Everything wrong with them, with its place.
pub fn game(setup: &Setup) -> Result<Riverbed, Vec<Fault>> {
    let rules: Rules = setup.rules.clone().try_into().map_err(|error: toml::de::Error| {
        vec![Fault {
            at: At::Whole,
            message: error.message().to_owned(),
            help: None,
        }]
    })?;
    let mut faults = Vec::new();
    let tiles = read(setup, "tiles", content::TILES, content::tiles, &mut faults);
    let cards = read(setup, "cards", content::CARDS, content::cards, &mut faults);
    let board = read(setup, "board", content::BOARD, content::board, &mut faults);
    let (Some(tiles), Some(cards), Some(board)) = (tiles, cards, board) else {
        return Err(faults);
    };
    Riverbed::new(rules, &tiles, &cards, &board).map_err(|clashes| {
        let fault = |clash: super::setup::Clash| Fault {
            at: At::Rule(clash.key),
            message: clash.message,
            help: clash.help,
        };
        clashes.into_iter().map(fault).collect()
    })
}

/// Reads the content that `key` names, or the embedded one.
fn read<T>(
    setup: &Setup,
    key: &str,
    embedded: &str,
    parse: impl Fn(&str) -> Result<T, Vec<Flaw>>,
    faults: &mut Vec<Fault>,
) -> Option<T> {
    let text = setup.contents.get(key).map_or(embedded, |own| own.text.as_str());
    parse(text)
        .map_err(|flaws| {
            faults.extend(flaws.into_iter().map(|flaw| Fault {
                at: At::Content {
                    key: key.to_owned(),
                    span: flaw.span,
                },
                message: flaw.message,
                help: flaw.help,
            }));
        })
        .ok()
}

fn sheet(game: &Riverbed, setup: &Setup) -> Sheet {
    let players = game.players;
    let position = |index: usize| match index {
        0 => "1 (left of the Chief)".to_owned(),
        _ if index + 1 == players => format!("{players} (the Chief)"),
        _ => (index + 1).to_string(),
    };
    Sheet {
        game: INFO.key.to_owned(),
        players,
        sides: SIDES.map(str::to_owned).to_vec(),
        roles: ROLES.iter().map(|role| (*role).to_owned()).collect(),
        role_sides: super::Role::ALL.map(super::Role::side).to_vec(),
        positions: (0..players).map(position).collect(),
        endings: ENDINGS.map(str::to_owned).to_vec(),
        capped: vec![false, false, false, false, true],
        bots: Vec::new(),
        counters: metrics::COUNTERS.to_vec(),
        components: metrics::components(game),
        component_note: "a tile counts when it lies face-up at the end, an ability card when it was played".to_owned(),
        turn_word: "turns".to_owned(),
        turns_max: Some(u32::from(game.rules.turns_max)),
        provenance: provenance(game, setup),
    }
}

/// How sure we are of tiles, cards, board and end points of this configuration.
fn provenance(game: &Riverbed, setup: &Setup) -> Vec<Provenance> {
    let mut count = Count::default();
    for tile in &game.tiles {
        count.add("tiles", "", tile.status, 1);
    }
    let cards = setup
        .contents
        .get("cards")
        .map_or(content::CARDS, |own| own.text.as_str());
    for card in content::cards(cards).unwrap_or_default() {
        if usize::from(card.players) <= game.players {
            count.add("ability cards", "", card.status, u32::from(card.copies));
        }
    }
    let board = setup
        .contents
        .get("board")
        .map_or(content::BOARD, |own| own.text.as_str());
    if let Ok(board) = content::board(board) {
        count.add("board", "", board.status, 1);
    }
    let published = content::players_table()
        .into_iter()
        .find(|row| usize::from(row.players) == game.players);
    if let Some(row) = published {
        let own = [row.kelp, row.logs, row.coins]
            .iter()
            .zip(game.ends)
            .filter(|(a, b)| **a != *b)
            .count() as u32;
        // Only the kelp end point for seven players follows from the rulebook.
        let constrained = u32::from(row.status == Status::Constrained && row.kelp == game.ends[0]);
        count.add("end points", "", Status::Own, own);
        count.add("end points", "", Status::Constrained, constrained);
        count.add("end points", "", Status::Reconstructed, 3 - own - constrained);
    }
    count.rows()
}
