//! Niagara as the other layers see it: names, content, and what its configurations are made of.

use super::content::{self, BoardFile, ColourRow};
use super::rules::{Tiebreak, WinCheck};
use super::state::GemColour;
use super::{COLOURS, Niagara, Rules, bots, metrics};
use balance_engine::{Provenance, Sheet, Status};
use balance_kit::provenance::{Aspect, Marks, ProvenanceCounts};
use balance_kit::{Bots, ContentKey, Contents, Counter, GameInfo, Guest, Mistake};

/// The game's entry in the table of games. A static, so that its loops are compiled here and not in the program.
pub static GAME: GameInfo = balance_kit::game::<Niagara>();

impl Guest for Niagara {
    type Rules = Rules;
    type Metrics = metrics::NiagaraMetrics;

    const KEY: &'static str = "niagara";
    const TITLE: &'static str = "Niagara";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=5;
    const LEAGUE: &'static str = include_str!("content/league.toml");
    const CONTENT: &'static [ContentKey] = &[ContentKey {
        key: "board",
        sets: &[("standard", content::BOARD)],
        entries: content::BOARD_ENTRIES,
    }];

    fn build(rules: Rules, contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let board = contents.read("board", content::board, &mut mistakes).ok_or(mistakes)?;
        Niagara::new(rules, &board)
    }

    fn sheet(&self, contents: &Contents<'_>) -> Sheet {
        let sets = &self.rules.sets;
        let wins = [
            ("gems of any colours", sets.any),
            ("gems of one colour", sets.same),
            ("different colours", sets.different),
        ];
        let sheet = Sheet {
            counters: counters(self),
            turn_word: "rounds".to_owned(),
            turn_note: "everybody lays a card and carries it out, then the river moves".to_owned(),
            turns_max: Some(u32::from(self.rules.rounds_max)),
            provenance: provenance(self, contents),
            ..Sheet::of_players(self.players)
        }
        .ends(&wins.map(|(name, _)| name))
        .ends(&["several sets at once"])
        .cut_off("round cap");
        // A set of none is no way to win.
        let never = wins.into_iter().filter(|(_, wanted)| *wanted == 0);
        never.fold(sheet, |sheet, (name, _)| sheet.rule_out(name))
    }

    fn bots() -> Bots<Self> {
        bots::bots()
    }

    fn idle(&self, written: &toml::Table) -> Vec<Mistake> {
        // Who plays with the whole of an expansion means its gems by players for every table: nothing is said of them.
        let idle = [
            (
                "spirits.sixth-player",
                self.players < 6,
                "no sixth player sits at this table",
            ),
            (
                "tiebreak",
                self.rules.win_check == WinCheck::AfterEach,
                "where winning sets are looked for after every turn, nobody else can have one",
            ),
        ];
        Mistake::idle::<Rules>(written, &idle)
    }

    fn out_of_reach(&self) -> Vec<Mistake> {
        let (sets, of_colour) = (&self.rules.sets, u32::from(self.gems_per_place));
        let all = of_colour * COLOURS as u32;
        let help = "put more gems at each place, or ask for fewer";
        [
            ("sets.same", sets.same, of_colour, "of each colour"),
            ("sets.any", sets.any, all, "in all"),
        ]
        .into_iter()
        .filter(|(_, wanted, there, _)| u32::from(*wanted) > *there)
        .map(|(key, wanted, there, of)| {
            let message = format!("there are {there} gems {of}, and {wanted} are to win: no game can end that way");
            Mistake::rule(key, message, help)
        })
        .collect()
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
    metrics::Count::TABLE.iter().map(named).collect()
}

const TRUNK: [Aspect<BoardFile>; 1] = [Aspect::new("trunk", |one, other| one.trunk.len() == other.trunk.len())];
const ARMS: [Aspect<BoardFile>; 1] = [Aspect::new("arms", |one, other| one.arm.len() == other.arm.len())];
const FORK: [Aspect<Rules>; 1] = [Aspect::new("fork", |one, other| {
    one.fork_switch == other.fork_switch && one.first_side == other.first_side
})];
const BOX: [Aspect<i8>; 1] = [Aspect::new("boxes", i8::eq)];
const START: [Aspect<BoardFile>; 1] = [Aspect::new("start", |one, other| {
    one.weather[usize::from(one.weather_start)] == other.weather[usize::from(other.weather_start)]
})];
const CARD: [Aspect<Vec<u8>>; 1] = [Aspect::new("kinds", Vec::eq)];

struct Gems {
    colour: ColourRow,
    /// Spaces beside its place, before the fork and in each arm, counted from where these begin.
    places: [Vec<usize>; 2],
    /// How many lie there, before an expansion says otherwise.
    number: u8,
}

const GEMS: [Aspect<Gems>; 3] = [
    Aspect::new("names", |one, other| one.colour.name == other.colour.name),
    Aspect::new("places", |one, other| one.places == other.places),
    Aspect::new("numbers", |one, other| one.number == other.number),
];
/// Counts where ties are broken by it.
const VALUE: [Aspect<ColourRow>; 1] = [Aspect::new("values", |one, other| one.value == other.value)];

impl Gems {
    fn from_board(board: &BoardFile, number: u8) -> Vec<Gems> {
        let beside = |spaces: &[Option<GemColour>], colour| {
            let these = spaces.iter().enumerate().filter(|(_, place)| **place == Some(colour));
            these.map(|(at, _)| at).collect()
        };
        let gems = |(row, colour): (&ColourRow, GemColour)| Gems {
            colour: row.clone(),
            places: [&board.trunk, &board.arm].map(|spaces| beside(spaces, colour)),
            number,
        };
        board.colours.iter().zip(GemColour::ALL).map(gems).collect()
    }
}

/// How sure we are of the content of this configuration.
pub fn provenance(game: &Niagara, contents: &Contents<'_>) -> Vec<Provenance> {
    let mut count = ProvenanceCounts::default();
    let boards = [contents.text("board"), content::BOARD].map(content::board);
    if let [Ok(played), Ok(known)] = boards {
        board(&mut count, game, &played, &known);
    }
    let (rules, standard) = (&game.rules, Rules::default());
    let law = Marks::All(Status::Reconstructed);
    count.entry("river", 1, rules, Some((&standard, &law)), &FORK);
    let spirits = rules.spirits.count();
    for (part, entries) in [("Diamond Joe", u32::from(rules.joe)), ("Spirits of Niagara", spirits)] {
        count.add(part, "outline", Status::Published, entries);
        count.add(part, "details", Status::Reconstructed, entries);
    }
    if game.players == 2 {
        count.add("two players", "rules", Status::Reconstructed, 1);
    }
    count.rows()
}

fn board(count: &mut ProvenanceCounts, game: &Niagara, played: &BoardFile, known: &BoardFile) {
    let (rules, marks) = (&game.rules, &known.marks);
    count.entry("river", 1, played, Some((known, &marks.river)), &TRUNK);
    count.entry("river", 1, played, Some((known, &marks.arms)), &ARMS);
    for (at, flow) in played.weather.iter().enumerate() {
        let same = known.weather.get(at).map(|known| (known, &marks.weather));
        count.entry("weather track", 1, flow, same, &BOX);
    }
    count.entry("weather track", 1, played, Some((known, &marks.weather)), &START);
    let embedded = Gems::from_board(known, Rules::default().gems_per_place);
    for gems in Gems::from_board(played, rules.gems_per_place) {
        let same = embedded.iter().find(|known| known.colour.name == gems.colour.name);
        let copies = game.gems_per_place.into();
        count.entry(
            "gems",
            copies,
            &gems,
            same.map(|known| (known, &known.colour.marks)),
            &GEMS,
        );
        if rules.tiebreak == Tiebreak::Value {
            let same = same.map(|known| (&known.colour, &known.colour.marks));
            count.entry("gems", copies, &gems.colour, same, &VALUE);
        }
    }
    // Everybody has one card of each kind, and besides those of the file a cloud and, in the expansion, a lasso.
    let mut cards = |part: &str, played: &[Vec<u8>], known: &[Vec<u8>], marks: &Marks| {
        for card in played {
            let same = known.iter().find(|known| *known == card).map(|known| (known, marks));
            count.entry(part, rules.players.into(), card, same, &CARD);
        }
        // A set of fewer cards is the designer's own.
        let lacking = known.len().saturating_sub(played.len());
        count.add(part, "left out", Status::Own, lacking as u32);
        count.add(part, "kinds", Status::Published, rules.players.into());
    };
    let single = |numbers: &[u8]| numbers.iter().map(|number| vec![*number]).collect::<Vec<_>>();
    cards("cards", &single(&played.cards), &single(&known.cards), &marks.cards);
    if rules.spirits.cards {
        let [played, known] = [played, known].map(|board| {
            let choice = (!board.spirits_choice.is_empty()).then(|| board.spirits_choice.clone());
            let all = single(&board.spirits_numbers).into_iter().chain(choice);
            all.collect::<Vec<_>>()
        });
        cards("cards of Spirits of Niagara", &played, &known, &marks.spirits);
    }
}
