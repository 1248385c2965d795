//! An outside program with a game of its own, as a user meets it: it says its own name, and what becomes of a game that
//! breaks a law. The test is that program, too: where [`PLAYS`] is set, it plays.

use std::path::Path;
use std::process::{Command, ExitCode, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use balance::prelude::*;

/// Set where this test starts itself as the program.
const PLAYS: &str = "BALANCE_OUTSIDE";

/// Set where a move of its game is to loop.
const LOOPS: &str = "BALANCE_OUTSIDE_LOOPS";

/// Tests with their names.
macro_rules! named {
    ($($test:ident),* $(,)?) => { [$((stringify!($test), $test as fn())),*] };
}

fn main() -> ExitCode {
    if std::env::var_os(PLAYS).is_some() {
        return balance::main_called("ice", &[game::<Ice>()]);
    }
    let tests = named![
        a_game_without_content_says_so,
        a_role_that_nobody_has_is_told,
        it_says_its_own_name,
        a_program_with_another_game_is_another_build,
        a_game_that_never_ends,
        a_game_that_ends_the_program_is_named,
        what_breaks_is_told_up_to_there,
        a_break_in_the_set_up_is_named,
        what_is_no_sound_game_is_named,
        a_member_of_its_league_is_a_second_bot,
        a_search_in_a_game_without_end,
        a_loop_is_left_by_a_second_interrupt,
        a_team_a_lone_player_and_scores_go_through_every_command,
    ];
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
    rules: Rules,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Rules {
    /// What is wrong with the game, from the sixth step on.
    fault: Fault,
    /// Is who begins the guest of the other?
    guest: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Fault {
    #[default]
    Nothing,
    SetUp,
    NoMove,
    Endless,
    Exit,
    Panic,
    Ending,
    Build,
    Twice,
    Value,
}

/// Games so far: no game may look at that.
static GAMES: AtomicU32 = AtomicU32::new(0);

/// Whoever is so far may meet the fault.
const THIN: u32 = 6;

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
        assert!(self.rules.fault != Fault::SetUp, "there is no ice");
        let mut public = Public::default();
        if self.rules.fault == Fault::Twice {
            public.steps[Seat(0)] = GAMES.fetch_add(1, Ordering::Relaxed) % 5;
        }
        State::seen(public, BySeat::default())
    }

    fn turn(&self, public: &Public) -> Turn {
        match Ice::across(public) {
            Some(_) => Turn::Over,
            None => Turn::Choose(public.turn),
        }
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        if self.rules.fault == Fault::NoMove && view.public.steps[view.seat] >= THIN {
            return;
        }
        out.push(Move::Step);
        out.push(Move::Leap);
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, _chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        while std::env::var_os(LOOPS).is_some() {
            eprintln!("it loops");
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
        if public.steps[public.turn] >= THIN {
            assert!(self.rules.fault != Fault::Panic, "the ice broke");
            if self.rules.fault == Fault::Exit {
                std::process::exit(0);
            }
            if self.rules.fault == Fault::Endless {
                public.steps[public.turn] -= THIN;
            }
        }
        public.steps[public.turn] += match mv {
            Move::Step => 1,
            Move::Leap => 2,
        };
        log.event(self, mv, public);
        public.turn = public.turn.clockwise(1, 2);
        public.turns += 1;
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let ending = u8::from(self.rules.fault == Fault::Ending);
        Outcome::of_seats(Ice::across(&state.public).into_iter().collect(), ending)
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turns
    }

    fn role(&self, _state: &State<Self>, seat: Seat) -> usize {
        if self.rules.guest { seat.index() } else { 0 }
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
    const ROLES: &'static [&'static str] = &["guest", "host"];
    const LEAGUE: &'static str = "[[member]]\nname = \"doubter\"\nkind = \"lost\"\n";

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        assert!(rules.fault != Fault::Build, "the lake is dry");
        Ok(Ice { rules })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        let mut sheet = Sheet::of_players(2).ends(&["bank"]);
        if self.rules.guest {
            sheet.roles = Self::ROLES.iter().map(|role| (*role).to_owned()).collect();
            sheet.role_sides = vec![0, 1];
        }
        sheet
    }

    fn bots() -> Bots<Self> {
        Bots::new().weighted("lost", "thinks of nothing", LOST)
    }
}

const LOST: &[Term<Ice>] = &[Term {
    name: "hope",
    help: "no number",
    weight: 1.0,
    of: |view, _| {
        if view.game.rules.fault == Fault::Value {
            f64::NAN
        } else {
            0.0
        }
    },
}];

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

/// The program of an example, built as the documents say.
fn example(name: &str) -> std::path::PathBuf {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--locked", "--quiet", "--example", name]);
    let built = build
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(built.status.success(), "{}", said(&built)[1]);
    let own = std::env::current_exe().expect("this program");
    let target = own.ancestors().nth(3).expect("the folder of what is built");
    target.join("debug/examples").join(name)
}

/// What an example prints for `args` in `dir`, in lines of 80 columns, if it ends with one of these codes.
fn told_by(program: &Path, dir: &Path, args: &str, codes: [i32; 2]) -> String {
    let mut command = Command::new(program);
    command
        .args(args.split(' '))
        .current_dir(dir)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80");
    let output = command.output().expect("it runs");
    let [out, err] = said(&output);
    assert!(
        output.status.code().is_some_and(|code| codes.contains(&code)),
        "{args}: {out}{err}"
    );
    out + &err
}

fn a_team_a_lone_player_and_scores_go_through_every_command() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for (game, name, verdict) in [
        ("flood", "flood", "GOALS MISSED with heuristic bots"),
        ("flood", "flood-alone", "WINNABLE with heuristic bots: "),
        ("chores", "chores", " between heuristic bots"),
    ] {
        let program = example(game);
        let dir = tempfile::tempdir().expect("a temporary folder");
        let dir = dir.path();
        std::fs::copy(scenarios.join(format!("{name}.toml")), dir.join(format!("{name}.toml"))).expect("copied");
        let told = |args: &str| told_by(&program, dir, &args.replace("FILE", &format!("{name}.toml")), [0, 1]);
        let run = told("run FILE --games 1000 --no-league --quiet --details");
        assert!(run.contains(verdict), "{run}");
        let (team, scores) = (run.contains("fair share"), run.contains("Scores "));
        assert_eq!((team, scores), (game == "chores", game == "chores"), "{run}");
        assert!(game == "chores" || !run.contains("Win rate by seat"), "{run}");
        let ladder = told("bots ladder FILE --deals 10 --quiet");
        assert!(ladder.contains("Bots by strength"), "{ladder}");
        let skill = told("skill FILE --deals 10 --quiet");
        assert_eq!(skill.contains("rival"), game == "chores", "{skill}");
        told("explain FILE --games 1000 --quiet");
        told(&format!("compare reports/{name} reports/{name}"));
        told("replay FILE --game 3 --full");
        if name == "flood" {
            told("tune FILE --games 20000 --quiet");
            let failed = told("check FILE --quiet");
            assert!(failed.contains("FAIL flood: Team win rate"), "{failed}");
            told("why FILE --set rules.stones=12 --games 500 --quiet");
        }
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    std::fs::copy(scenarios.join("flood-alone.toml"), dir.path().join("alone.toml")).expect("copied");
    let program = example("flood");
    let aimless = told_by(&program, dir.path(), "tune alone.toml --quiet", [2, 2]);
    assert!(aimless.contains("\"win-rate.team\" = { from = "), "{aimless}");
    let exploit = told_by(&program, dir.path(), "bots exploit alone.toml", [2, 2]);
    assert!(exploit.contains("no player has an opponent"), "{exploit}");
}

/// The commands that the help of the program names.
fn printed_commands(dir: &Path) -> Vec<String> {
    let [help, _] = said(&ice(dir, &["-h"]));
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
    let commands: Vec<String> = lines
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .collect();
    assert!(
        commands.contains(&"run".to_owned()) && commands.contains(&"why".to_owned()),
        "{commands:?}"
    );
    commands
}

const SCENARIO: &str = "game = \"ice\"\ngames = 2000\n\n[seats]\nall = \"random\"\n\n[expect]\n\"turns.mean\" = { to = 5 }\n\n[[variant]]\nname = \"other seats\"\nseats = { 1 = \"random\" }\n\n[bots.idle]\nkind = \"random\"\n";

fn it_says_its_own_name() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    std::fs::write(dir.join("thin.toml"), SCENARIO).expect("written");
    let asked: [&[&str]; 14] = [
        &["validate", "thin.toml"],
        &["run", "thin.toml", "--quiet"],
        &["run", "thin.toml", "--quiet", "--shard", "0/2"],
        &["shards", "merge", "reports/thin.shards"],
        &["baseline", "thin.toml", "--games", "64"],
        &["compare", "reports/thin", "reports/thin"],
        &["report", "reports"],
        &["new", "ice"],
        &["generate", "completions", "fish"],
        &["generate", "man"],
        &["bots", "speed", "--bot", "searching"],
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
            ["validate", ..] => assert!(err.contains("or meet it in `ice bots ladder`"), "{err}"),
            ["new", ..] => assert!(out.contains("`ice generate schema > scenario.json`"), "{out}"),
            ["bots", "speed", ..] => assert!(err.contains("`ice list bots`"), "{err}"),
            ["shards", "merge", ..] => assert!(err.contains("is missing: `ice run thin.toml --games"), "{err}"),
            ["report", ..] => assert!(err.contains("There is one in reports/thin"), "{err}"),
            ["replay", ..] => assert!(out.contains("Usage: ice replay "), "{out}"),
            ["--version"] => assert_eq!(out, format!("ice (balance {})\n", env!("CARGO_PKG_VERSION"))),
            ["generate", "man"] => assert!(out.contains(".TH ice"), "{out}"),
            _ => {}
        }
        told.extend([out, err]);
    }
    let files = texts(&dir.join("reports"));
    assert!(
        files
            .iter()
            .any(|text| text.contains("ice run thin.toml --games 2_000 --seed"))
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

/// What was kept or played by a program is gone on with by the same program alone, all games that it links included.
fn a_program_with_another_game_is_another_build() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    std::fs::write(dir.join("thin.toml"), SCENARIO).expect("written");
    std::fs::write(dir.join("river.toml"), "game = \"niagara\"\ngames = 4\n").expect("written");
    let build = |file: &str, output: Output| {
        assert!(output.status.success(), "{output:?}");
        let text = std::fs::read_to_string(dir.join(file)).expect("a shard");
        let manifest: serde_json::Value =
            serde_json::from_str(text.lines().nth(1).expect("two lines")).expect("a manifest");
        manifest["key"]["build"].as_str().expect("a build").to_owned()
    };
    let shard = |scenario| ["run", scenario, "--quiet", "--fresh", "--shard", "0/2"];
    let own = || build("reports/thin.shards/00000-of-00002.json", ice(dir, &shard("thin.toml")));
    let mut other = Command::new(env!("CARGO_BIN_EXE_balance"));
    let other = other.args(shard("river.toml")).current_dir(dir).output();
    let other = build("reports/river.shards/00000-of-00002.json", other.expect("it runs"));
    let first = own();
    assert_eq!(first, own());
    assert!(first.len() >= 16 && first != other, "{first} {other}");
}

fn a_game_without_content_says_so() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let parts = ice(dir.path(), &["list", "parts", "ice"]);
    assert_eq!(said(&parts)[0], "Ice has no parts to list.\n");
    let new = ice(dir.path(), &["new", "ice", "--content", "parts"]);
    let [_, err] = said(&new);
    assert_eq!(new.status.code(), Some(2), "{err}");
    assert!(
        err.contains("--content parts: Ice has no content that stands in files"),
        "{err}"
    );
    assert!(!dir.path().join("parts").exists());
}

/// A bot for a role that is at some tables only has no seat at the others, and the report seats it nowhere.
fn a_role_that_nobody_has_is_told() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let validated = |text: &str| {
        let text = format!("game = \"ice\"\ngames = 64\nseats.host = \"random\"\n{text}");
        std::fs::write(dir.path().join("host.toml"), text).expect("written");
        let output = ice(dir.path(), &["validate", "host.toml"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        said(&output)[1].clone()
    };
    let told = "no seat has the role `host`";
    let said_of = validated("");
    assert!(
        said_of.contains(&format!("{told}\n")) && said_of.contains("every seat has the role `player` here"),
        "{said_of}"
    );
    let said_of = validated("rules.guest = true\n");
    assert!(!said_of.contains(told), "{said_of}");
    let said_of = validated("rules.guest = true\n[[variant]]\nname = \"alike\"\nrules.guest = false\n");
    assert!(
        said_of.contains(&format!("{told}, in 1 of 2 configurations, such as \"alike\"")),
        "{said_of}"
    );
}

/// A scenario with this fault, in a folder of its own.
fn faulty(fault: &str, bot: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let text = format!(
        "game = \"ice\"\ngames = 50\nseed = 7\n\n[rules]\nfault = \"{fault}\"\n\n[seats]\nall = \"player\"\n\n\
         [bots.player]\nkind = \"{bot}\"\n"
    );
    std::fs::write(dir.path().join("thin.toml"), text).expect("written");
    dir
}

/// It is told by its number of moves, not by time; the transcript has its beginning.
fn a_game_that_never_ends() {
    let dir = faulty("endless", "random");
    let run = ice(dir.path(), &["run", "thin.toml", "--quiet"]);
    assert_eq!(run.status.code(), Some(4), "{run:?}");
    let [_, err] = said(&run);
    assert_eq!(
        err,
        "error: thin.toml: game 0 of seed 7 broke: it does not end within 1000000 moves. This is a mistake in Ice, not in \
         your scenario. How it came to it: `ice replay thin.toml --seed 7 --game 0`.\n"
    );
    let replay = ice(dir.path(), &["replay", "thin.toml", "--seed", "7", "--game", "0"]);
    assert_eq!(replay.status.code(), Some(4));
    let [out, err] = said(&replay);
    assert!(
        out.contains("\nTurn 1\n  seat 2 chooses ") && out.contains("\nTurn 19999\n"),
        "{}",
        &out[..1000]
    );
    assert!(!out.contains("\nTurn 20000\n"));
    let end = "\n979,999 further choices are not told.\n\nBroken: it does not end within 1000000 moves\n";
    assert!(out.ends_with(end), "{}", &out[out.len() - 1000..]);
    assert!(
        err.ends_with("This is a mistake in Ice, not in your scenario.\n"),
        "{err}"
    );
}

/// With success, from inside the library: whoever waits for the program is not deceived.
fn a_game_that_ends_the_program_is_named() {
    let dir = faulty("exit", "random");
    let asked: [&[&str]; 3] = [
        &["run", "thin.toml", "--quiet", "--threads", "1"],
        &["replay", "thin.toml", "--seed", "7", "--game", "0"],
        &["bots", "ladder", "thin.toml", "--quiet", "--threads", "1"],
    ];
    for args in asked {
        let output = ice(dir.path(), args);
        assert!(!output.status.success(), "{args:?}: {output:?}");
        let [_, err] = said(&output);
        assert_eq!(
            err, "error: game 0 of seed 7 broke: it ended the program. This is a mistake in the game or in a bot.\n",
            "{args:?}"
        );
    }
}

fn what_breaks_is_told_up_to_there() {
    let words = [
        ("no-move", "has no move"),
        ("panic", "the ice broke (tests/outside.rs:"),
        (
            "ending",
            "it says that it ended in way 1, counted from 0, but its description names 1",
        ),
    ];
    for (fault, words) in words {
        let dir = faulty(fault, "random");
        let replay = ice(dir.path(), &["replay", "thin.toml", "--game", "3"]);
        let [out, err] = said(&replay);
        assert_eq!(replay.status.code(), Some(4), "{fault}: {err}");
        assert!(
            out.starts_with("Game 3 · Ice · seed 7\n\nseat 1: player, turn order 1st player\n"),
            "{out}"
        );
        assert!(
            out.contains("\n  seat 1 chooses ") && out.contains("\nTurn 5\n"),
            "{fault}: {out}"
        );
        let (_, last) = out.rsplit_once("\n\nBroken: ").expect("what broke");
        assert!(last.contains(words) && err.contains(words), "{fault}: {last}{err}");
        assert!(!out.contains("Won by"), "{out}");
        // The move that broke it is told, where it was a move.
        let moved = out.lines().filter(|line| line.contains(" chooses ")).count();
        let came = out.lines().filter(|line| line.starts_with("    ")).count();
        assert_eq!(moved - came, usize::from(fault == "panic"), "{fault}: {out}");

        let json = ice(dir.path(), &["replay", "thin.toml", "--game", "3", "--json"]);
        assert_eq!(json.status.code(), Some(4));
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
        assert!(
            json["broken"].as_str().is_some_and(|broken| broken.contains(words)),
            "{json}"
        );
        assert_eq!(
            json["turns"].as_array().map(Vec::len),
            Some(out.matches("\nTurn ").count() + 1)
        );
    }
}

fn a_member_of_its_league_is_a_second_bot() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let text = "game = \"ice\"\n[seats]\nall = \"random\"\n[expect]\n\"turns.mean\" = { to = 14 }\n[tune]\nguest = [false, true]\n";
    for (second, bot) in [("", "lost"), ("second = \"doubter\"\n", "doubter")] {
        std::fs::write(dir.path().join("tuned.toml"), format!("{text}{second}")).expect("written");
        let tuned = ice(dir.path(), &["tune", "tuned.toml", "--games", "10_000", "--json", "-q"]);
        let found: serde_json::Value = serde_json::from_slice(&tuned.stdout).expect("JSON");
        assert_eq!(found["second"], bot, "{tuned:?}");
    }
}

fn what_is_no_sound_game_is_named() {
    for (fault, bot, code, words) in [
        (
            "build",
            "random",
            2,
            "Ice broke before it was played: the lake is dry (tests/outside.rs:",
        ),
        (
            "twice",
            "random",
            4,
            "game 0 of seed 7 broke: played again it goes differently",
        ),
        (
            "value",
            "lost",
            4,
            "game 0 of seed 7 broke: the term `hope` of a bot is NaN for Step",
        ),
    ] {
        let dir = faulty(fault, bot);
        let run = ice(dir.path(), &["run", "thin.toml", "--quiet", "--no-league"]);
        let [_, err] = said(&run);
        assert_eq!(run.status.code(), Some(code), "{fault}: {err}");
        assert!(err.contains(words), "{fault}: {err}");
    }
}

fn a_break_in_the_set_up_is_named() {
    let dir = faulty("set-up", "random");
    let replay = ice(dir.path(), &["replay", "thin.toml", "--game", "3"]);
    let [out, err] = said(&replay);
    assert_eq!((replay.status.code(), out.as_str()), (Some(4), ""));
    assert!(err.contains("game 3 of seed 7 broke: there is no ice"), "{err}");
}

/// Whoever plays a game on in thought finds out, too.
fn a_search_in_a_game_without_end() {
    let dir = faulty("endless", "search");
    let run = ice(dir.path(), &["run", "thin.toml", "--quiet", "--no-league"]);
    let [_, err] = said(&run);
    assert_eq!(run.status.code(), Some(4), "{err}");
    assert!(
        err.contains("game 0 of seed 7 broke: it does not end within 1000000 moves. "),
        "{err}"
    );
}

/// A move that never comes back: the first Ctrl-C waits for it in vain, the second ends the program, and what was kept
/// before stays.
#[cfg(unix)]
fn a_loop_is_left_by_a_second_interrupt() {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Stdio};
    let dir = faulty("nothing", "random");
    let spawn = |loops: bool| {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["run", "thin.toml", "--quiet", "--games", "2000000000", "--no-league"]);
        command.current_dir(dir.path()).env(PLAYS, "1").env("NO_COLOR", "1");
        if loops {
            command.env(LOOPS, "1");
        }
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs")
    };
    let interrupt = |child: &Child| {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    };
    let kept = dir.path().join("reports/thin/unfinished.json");
    let mut first = spawn(false);
    while !kept.exists() {
        assert!(first.try_wait().expect("a child").is_none(), "it goes on");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    interrupt(&first);
    assert_eq!(first.wait().expect("it ends").code(), Some(5));
    let before = std::fs::read(&kept).expect("kept");

    let mut second = spawn(true);
    let mut lines = BufReader::new(second.stderr.take().expect("stderr")).lines();
    let mut until = |words: &str| {
        let found = lines.by_ref().map_while(Result::ok).find(|line| line.contains(words));
        assert!(found.is_some(), "it says: {words}");
    };
    until("it loops");
    interrupt(&second);
    until("Press Ctrl-C again to stop at once.");
    interrupt(&second);
    assert_eq!(second.wait().expect("it ends").code(), Some(130));
    assert!(std::fs::read(&kept).expect("kept") == before);
}

#[cfg(not(unix))]
fn a_loop_is_left_by_a_second_interrupt() {}
