//! Hydra Regatta as the other layers see it: names, schema, checks, and building a configuration from its scenario.

use super::course::Wedge;
use super::{FavorFile, Regatta, Rules, bots, content, metrics};
use balance_engine::{Provenance, Sheet, Status};
use balance_kit::marks::Count;
use balance_kit::{AnyGame, At, Fault, GameInfo, Playable, Setup};

/// The game's line in the table of games.
pub const INFO: GameInfo = GameInfo {
    key: "regatta",
    title: "Hydra Regatta",
    players: 2..=4,
    rules_schema: || schemars::schema_for!(Rules),
    content_keys: &["wedges", "favors"],
    named_sets: |_| &["reconstructed"],
    roles: &[],
    bots: bots::BOTS,
    check: |setup| build(setup).err().unwrap_or_default(),
    build,
};

const SIDES: [&str; 4] = ["1st player", "2nd player", "3rd player", "4th player"];
const ENDINGS: [&str; 2] = ["finish", "round cap"];

fn build(setup: &Setup) -> Result<Box<dyn AnyGame>, Vec<Fault>> {
    let (game, statuses) = game(setup)?;
    let sheet = sheet(&game, &statuses);
    let playable = Playable::<Regatta, metrics::RegattaMetrics>::new(game, sheet, setup, bots::make)?;
    Ok(Box::new(playable))
}

/// Part and how sure we are of it, entry by entry.
type Statuses = Vec<(&'static str, Status)>;

/// The rules and content of a configuration.
///
/// # Errors
/// Everything wrong with them, with its place.
pub fn game(setup: &Setup) -> Result<(Regatta, Statuses), Vec<Fault>> {
    let rules: Rules = setup.rules.clone().try_into().map_err(|error: toml::de::Error| {
        vec![Fault {
            at: At::Whole,
            message: error.message().to_owned(),
            help: None,
        }]
    })?;
    let mut faults = Vec::new();
    let wedges: Vec<Wedge> = keep(
        "wedges",
        own(setup, "wedges", content::WEDGES, content::wedges),
        &mut faults,
    );
    let favors: Option<FavorFile> = keep(
        "favors",
        own(setup, "favors", content::FAVOR_CARDS, content::favors).map(Some),
        &mut faults,
    );
    let Some(favors) = favors.filter(|_| faults.is_empty()) else {
        return Err(faults);
    };
    let wedge_status = wedges.iter().map(|wedge| ("wedges", wedge.status));
    let favor_status = favors.statuses.iter().map(|(_, status)| ("favors", *status));
    let statuses = wedge_status.chain(favor_status).collect();
    match Regatta::new(rules, wedges, favors) {
        Ok(game) => Ok((game, statuses)),
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

/// Reads the designer's own file of `key`, or the embedded one.
fn own<T>(
    setup: &Setup,
    key: &str,
    embedded: &str,
    read: impl Fn(&str) -> Result<T, Vec<content::Flaw>>,
) -> Result<T, Vec<content::Flaw>> {
    read(setup.contents.get(key).map_or(embedded, |own| own.text.as_str()))
}

/// What was read; flaws go to the faults.
fn keep<T: Default>(key: &str, read: Result<T, Vec<content::Flaw>>, faults: &mut Vec<Fault>) -> T {
    read.unwrap_or_else(|flaws| {
        faults.extend(flaws.into_iter().map(|flaw| Fault {
            at: At::Content {
                key: key.to_owned(),
                span: flaw.span,
            },
            message: flaw.message,
            help: flaw.help,
        }));
        T::default()
    })
}

fn sheet(game: &Regatta, statuses: &Statuses) -> Sheet {
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
        capped: vec![false, true],
        bots: Vec::new(),
        counters: metrics::COUNTERS.to_vec(),
        components: metrics::components(game),
        component_note: "a favor counts when it took effect, a wedge when it lay open on the course".to_owned(),
        turn_word: "rounds".to_owned(),
        turns_max: Some(u32::from(game.rules.rounds_max)),
        provenance: provenance(statuses),
    }
}

/// How sure we are of course and favors.
fn provenance(statuses: &Statuses) -> Vec<Provenance> {
    let mut count = Count::default();
    for (part, status) in statuses {
        count.add(part, "", *status, 1);
    }
    count.rows()
}
