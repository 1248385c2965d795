//! An outside program with a game of its own, as a user meets it: it says its own name, and what becomes of a game that
//! breaks a law. The test is that program, too: where [`PLAYS`] is set, it plays.

use std::path::Path;
use std::process::{Command, ExitCode, Output};

use balance::prelude::*;

/// Set where this test starts itself as the program.
const PLAYS: &str = "BALANCE_OUTSIDE";

fn main() -> ExitCode {
    if std::env::var_os(PLAYS).is_some() {
        return balance::main_called("ice", &[game::<Ice>()]);
    }
    let tests: [(&str, fn()); 1] = [("it_says_its_own_name", it_says_its_own_name)];
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for (name, test) in tests {
        if wanted.as_ref().is_none_or(|wanted| name.contains(wanted.as_str())) {
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

/// Two walk over ice in turn, one step or two at a time; who comes to the other bank first has won.
struct Ice {
    #[expect(dead_code, reason = "nothing is wrong with it yet")]
    rules: Rules,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Rules {
    /// What is wrong with the game, from the sixth step on.
    fault: Fault,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Fault {
    #[default]
    Nothing,
}

/// Steps to the other bank.
const BANK: u32 = 10;

#[derive(Clone, Debug, PartialEq, Default)]
struct Public {
    turn: Seat,
    turns: u32,
    /// Steps of each.
    steps: BySeat<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    Step,
    Leap,
}

impl Ice {
    fn across(public: &Public) -> Option<Seat> {
        [Seat(0), Seat(1)].into_iter().find(|seat| public.steps[*seat] >= BANK)
    }
}

impl Game for Ice {
    type Public = Public;
    type Private = ();
    type Hidden = ();
    type Move = Move;
    type Event = Move;

    fn players(&self) -> usize {
        2
    }

    fn setup(&self, _chance: &mut Chance) -> State<Self> {
        State::seen(Public::default(), BySeat::default())
    }

    fn turn(&self, public: &Public) -> Turn {
        match Ice::across(public) {
            Some(_) => Turn::Over,
            None => Turn::Choose(public.turn),
        }
    }

    fn moves(&self, _view: View<'_, Self>, out: &mut Moves<Move>) {
        out.push(Move::Step);
        out.push(Move::Leap);
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, _chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        public.steps[public.turn] += match mv {
            Move::Step => 1,
            Move::Leap => 2,
        };
        log.event(self, mv, public);
        public.turn = public.turn.clockwise(1, 2);
        public.turns += 1;
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        Outcome::of_seats(Ice::across(&state.public).into_iter().collect(), 0)
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turns
    }
}

impl Imagine for Ice {
    fn imagine(&self, view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
        State::seen(view.public.clone(), BySeat::default())
    }
}

impl Telling for Ice {}

impl Guest for Ice {
    type Rules = Rules;
    type Metrics = ();

    const KEY: &'static str = "ice";
    const TITLE: &'static str = "Ice";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=2;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Ice { rules })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet::of_players(2).ends(&["bank"])
    }

    fn bots() -> Bots<Self> {
        Bots::new()
    }
}

/// The program, in `dir`.
fn ice(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    let command = command.args(args).current_dir(dir).env(PLAYS, "1").env("NO_COLOR", "1");
    command.output().expect("it runs")
}

/// What it printed on stdout and on stderr.
fn said(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// Every text in `dir`, with the folders in it.
fn texts(dir: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(dir).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(texts(&path));
        } else {
            all.extend(std::fs::read_to_string(&path).ok());
        }
    }
    all
}

/// The commands that the help of the program names.
fn printed_commands(dir: &Path) -> Vec<String> {
    let [help, _] = said(&ice(dir, &["-h"]));
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    let commands: Vec<String> = lines
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .collect();
    assert!(
        commands.contains(&"run".to_owned()) && commands.contains(&"why".to_owned()),
        "{commands:?}"
    );
    commands
}

const SCENARIO: &str = "game = \"ice\"\ngames = 2000\n\n[seats]\nall = \"random\"\n\n[expect]\n\"turns.mean\" = { to = 5 }\n\n[[variant]]\nname = \"other seats\"\nseats = { 1 = \"random\" }\n";

fn it_says_its_own_name() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    std::fs::write(dir.join("thin.toml"), SCENARIO).expect("written");
    let asked: [&[&str]; 13] = [
        &["run", "thin.toml", "--quiet"],
        &["run", "thin.toml", "--quiet", "--shard", "0/2"],
        &["merge", "reports/thin.shards"],
        &["baseline", "thin.toml", "--games", "64"],
        &["diff", "reports/thin", "reports/thin"],
        &["report", "reports"],
        &["new", "ice"],
        &["completions", "fish"],
        &["man"],
        &["bench", "--bot", "searching"],
        &["--help"],
        &["replay", "--help"],
        &["--version"],
    ];
    let mut told: Vec<String> = Vec::new();
    for args in asked {
        let output = ice(dir, args);
        assert!(
            output.status.code().is_some_and(|code| code < 4),
            "{args:?}: {output:?}"
        );
        let [out, err] = said(&output);
        match args {
            ["run", "thin.toml", "--quiet"] => assert!(out.contains("ice replay thin.toml --seed"), "{out}"),
            ["new", ..] => assert!(out.contains("`ice schema > scenario.json`"), "{out}"),
            ["bench", ..] => assert!(err.contains("`ice list bots`"), "{err}"),
            ["merge", ..] => assert!(err.contains("each with `ice run --shard I/2`"), "{err}"),
            ["report", ..] => assert!(err.contains("There is one in reports/thin"), "{err}"),
            ["replay", ..] => assert!(out.contains("Usage: ice replay "), "{out}"),
            ["--version"] => assert_eq!(out, format!("ice (balance {})\n", env!("CARGO_PKG_VERSION"))),
            ["man"] => assert!(out.contains(".TH ice"), "{out}"),
            _ => {}
        }
        told.extend([out, err]);
    }
    let files = texts(&dir.join("reports"));
    assert!(
        files
            .iter()
            .any(|text| text.contains("ice run thin.toml --games 2000 --seed"))
    );
    let commands = printed_commands(dir);
    for text in told.iter().chain(&files) {
        for (at, name) in text.match_indices("balance ") {
            let word = text[at + name.len()..].split(|letter: char| !(letter.is_alphanumeric() || letter == '-'));
            let word = word.take(1).collect::<String>();
            assert!(!commands.contains(&word), "balance {word}: {text}");
        }
    }
}
