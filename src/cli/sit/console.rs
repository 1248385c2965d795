//! The talk with a person: plain lines, without colour and without moving about on the screen.

use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, IsTerminal, Read, Write as _, stdin};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::saved_game::SavedGame;
use crate::cli::Failure;
use crate::cli::prepare::why;
use crate::cli::terminal::print_talk;
use balance_config::games::AnyGame;
use balance_config::games::sitting::{Happening, Prompt, Sat, Sitter};
use balance_kit::sanitize::harmless;
use balance_kit::schema::messages::{suggest, things};
use balance_report::transcript::{self, heading};

/// Choices that are listed before somebody asks for all.
const LISTED: usize = 30;

/// Longest line that is read as one, in bytes.
const LONGEST: u64 = 4_096;

/// Why a person left before the end.
pub enum Left {
    /// They did not.
    Not,
    /// To take back a choice.
    Back,
    /// For good.
    Quit,
    /// Something failed.
    Failed(Failure),
}

/// What was typed.
#[derive(Debug, PartialEq)]
enum Reply {
    /// The choice of this index.
    Choice(usize),
    /// These choices may be meant.
    Several(Vec<usize>),
    Help,
    Hint,
    Back,
    Rules,
    Table,
    All,
    Quit,
    /// To this file, or where it was saved before.
    Save(Option<PathBuf>),
    /// Of the position, to this file.
    Picture(Option<PathBuf>),
    /// Nothing that is known; what to do instead.
    Unknown(String),
}

/// A person who types, and what they have chosen.
pub struct Console<'a> {
    /// The configuration, where there are several, and the game.
    title: String,
    turn_word: &'a str,
    /// How it is played.
    rules: Vec<String>,
    session: Mutex<Conversation>,
}

struct Conversation {
    kept: SavedGame,
    /// The bots at the table, until they were named.
    bots: Vec<String>,
    /// Choices of those that were asked for again in this sitting.
    repeated: usize,
    /// The position that was shown last; empty where all of it is to be shown.
    shown: Vec<String>,
    left: Left,
    /// Where the game was saved, and after how many choices.
    saved: Option<(PathBuf, usize)>,
}

impl<'a> Console<'a> {
    /// For this kept game, which may be in a file, of this title.
    pub fn new(kept: SavedGame, saved: Option<PathBuf>, game: &'a dyn AnyGame, title: String) -> Self {
        let sheet = game.sheet();
        let saved = saved.map(|path| (path, kept.choices.len()));
        let session = Mutex::new(Conversation {
            kept,
            bots: sheet.bots.clone(),
            repeated: 0,
            shown: Vec::new(),
            left: Left::Not,
            saved,
        });
        Console {
            title,
            turn_word: &sheet.turn_word,
            rules: game.how_to_play(),
            session,
        }
    }

    fn session(&self) -> MutexGuard<'_, Conversation> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Which game begins, against which bots; once.
    fn greeting(&self) -> String {
        let session = &mut *self.session();
        let kept = &session.kept;
        let (game, seed, seat) = (kept.game, kept.seed, kept.seat);
        let bots = std::mem::take(&mut session.bots).join(", ");
        let title = &self.title;
        if bots.is_empty() {
            return bots;
        }
        let goal = self.rules.first().map_or_else(String::new, |goal| format!("{goal}\n"));
        format!(
            "Game {game}{title} · seed {seed}\nYou have seat {seat}. At the others: {bots}.\n{goal}Type ? for help.\n"
        )
    }

    /// A sitting begins: everything chosen so far is chosen again.
    pub fn begin(&self) {
        let mut session = self.session();
        session.repeated = 0;
        session.shown.clear();
        session.left = Left::Not;
    }

    /// Seed, game and seat.
    pub fn which(&self) -> (u64, u64, u8) {
        let kept = &self.session().kept;
        (kept.seed, kept.game, kept.seat)
    }

    /// Why the person left.
    pub fn left(&self) -> Left {
        std::mem::replace(&mut self.session().left, Left::Not)
    }

    /// The game with all choices.
    pub fn into_kept(self) -> SavedGame {
        self.session.into_inner().unwrap_or_else(PoisonError::into_inner).kept
    }

    /// Tells how the game ended.
    pub fn show_end(&self, sat: &Sat) -> Result<(), Failure> {
        let (told, seat) = (&sat.result, self.session().kept.seat);
        let mut out = self.greeting() + &self.happened(&sat.happened);
        let _ = writeln!(out, "\nOn the table, all face-up");
        for line in &told.end {
            let _ = writeln!(out, "  {line}");
        }
        let _ = writeln!(out, "\nEnd: {}", told.ending);
        for mut told in told.seats.clone() {
            if told.seat == seat {
                told.bot = Some("you".to_owned());
            }
            let _ = writeln!(out, "{}", transcript::seat(&told));
        }
        let _ = writeln!(out, "{}", transcript::winners(told, self.turn_word));
        let won = told.winners.contains(&seat);
        out += if won { "You win.\n" } else { "You do not win.\n" };
        print_talk(&out)
    }

    /// The game is over: does the person take back their last choice? They may also save it.
    pub fn takes_back(&self) -> Result<bool, Failure> {
        let (seed, game, seat) = self.which();
        let next = game.saturating_add(1);
        print_talk(&format!(
            "This was game {game} of seed {seed}, seat {seat}; --game {next} is the next.\n{HELP_AT_END}"
        ))?;
        loop {
            let Some(line) = read_line("Game over: ")? else {
                return Ok(false);
            };
            let mut session = self.session();
            match command(&line) {
                Some(Reply::Save(path)) => session.save(path)?,
                Some(Reply::Back) if session.take_back()? => return Ok(true),
                Some(Reply::Quit) => return Ok(false),
                _ if line.trim().is_empty() => return Ok(false),
                _ => print_talk(HELP_AT_END)?,
            }
        }
    }

    /// How the game is played, as it says.
    fn how_to_play(&self) -> String {
        if self.rules.is_empty() {
            return "This game does not say how it is played.\n".to_owned();
        }
        format!("  {}\n", self.rules.join("\n  "))
    }

    /// What has happened, turn by turn.
    fn happened(&self, all: &[Happening]) -> String {
        let mut out = String::new();
        let mut turn = None;
        for Happening { turn: of, text, only } in all {
            if turn != Some(of) {
                let _ = writeln!(out, "\n{}", heading(*of, self.turn_word));
                turn = Some(of);
            }
            let only = if *only { "you can only choose " } else { "" };
            let _ = writeln!(out, "  {only}{text}");
        }
        out
    }

    /// What is new since the last question, and the choices.
    fn show(&self, question: &Prompt<'_>) -> Result<(), Failure> {
        let mut out = self.greeting() + &self.happened(&question.happened);
        let mut session = self.session();
        let shown = std::mem::replace(&mut session.shown, question.position.clone());
        let new: Vec<&String> = question.position.iter().filter(|line| !shown.contains(line)).collect();
        if !new.is_empty() {
            out += if shown.is_empty() {
                "\nOn the table\n"
            } else {
                "\nChanged on the table\n"
            };
            for line in new {
                let _ = writeln!(out, "  {line}");
            }
        }
        let turn = heading(question.turn, self.turn_word);
        let _ = writeln!(out, "\n{turn}: your choice");
        out += &listed(&question.choices, 0..question.choices.len().min(LISTED));
        let more = question.choices.len().saturating_sub(LISTED);
        if more > 0 {
            let _ = writeln!(out, "  … {more} more: `all` lists them, and words of one find it");
        }
        print_talk(&out)
    }

    /// Asks until there is a choice, or the person leaves.
    fn ask(&self, question: &Prompt<'_>) -> Result<Option<usize>, Failure> {
        self.show(question)?;
        let choices = &question.choices;
        loop {
            let Some(line) = read_line(&format!("Choose 1 to {}: ", choices.len()))? else {
                let farewell = self.session().farewell();
                return Err(Failure::Input(format!(
                    "the input ended before the game did. {farewell}"
                )));
            };
            let mut session = self.session();
            match understood(&line, choices) {
                Reply::Choice(index) => {
                    session.kept.choices.push((index + 1, choices[index].clone()));
                    session.repeated += 1;
                    print_talk(&format!("You choose {}: {}\n", index + 1, choices[index]))?;
                    return Ok(Some(index));
                }
                Reply::Several(some) => {
                    print_talk(&format!("Which of these?\n{}", listed(choices, some)))?;
                }
                Reply::Help => print_talk(HELP)?,
                Reply::Hint => {
                    let index = (question.hint)();
                    print_talk(&format!("expert would choose {}: {}\n", index + 1, choices[index]))?;
                }
                Reply::Rules => print_talk(&self.how_to_play())?,
                Reply::Picture(path) => print_talk(&picture_said(path, question))?,
                Reply::Table => print_talk(&format!("{}\n", question.position.join("\n")))?,
                Reply::All => print_talk(&listed(choices, 0..choices.len()))?,
                Reply::Save(path) => session.save(path)?,
                Reply::Back => {
                    if session.take_back()? {
                        session.left = Left::Back;
                        return Ok(None);
                    }
                }
                Reply::Quit => {
                    session.left = Left::Quit;
                    print_talk(&format!("{}\n", session.farewell()))?;
                    return Ok(None);
                }
                Reply::Unknown(said) => print_talk(&format!("{said}\n"))?,
            }
        }
    }
}

impl Sitter for Console<'_> {
    fn choose(&self, question: &Prompt<'_>) -> Option<usize> {
        let mut session = self.session();
        if let Some((number, words)) = session.kept.choices.get(session.repeated) {
            let index = number.wrapping_sub(1);
            if question
                .choices
                .get(index)
                .is_some_and(|choice| harmless(choice) == *words)
            {
                session.repeated += 1;
                return Some(index);
            }
            let at = session.repeated + 1;
            session.left = Left::Failed(Failure::Input(format!(
                "the saved game does not fit this program: its choice {at}, “{words}”, is not possible there"
            )));
            return None;
        }
        drop(session);
        self.ask(question).unwrap_or_else(|failure| {
            self.session().left = Left::Failed(failure);
            None
        })
    }
}

impl Conversation {
    /// Saves the game, or says why not.
    fn save(&mut self, path: Option<PathBuf>) -> Result<(), Failure> {
        let Some(path) = path.or_else(|| Some(self.saved.as_ref()?.0.clone())) else {
            return print_talk("Type `save` and the name of a file, such as `save game.json`.\n");
        };
        let shown = path.display();
        let said = match self.kept.write(&path) {
            Ok(()) => format!("Saved in {shown} for `play --resume` and `replay --saved`.\n"),
            Err(said) => return print_talk(&format!("Not saved: {said}.\n")),
        };
        self.saved = Some((path, self.kept.choices.len()));
        print_talk(&said)
    }

    /// Takes back the last choice; is there one?
    fn take_back(&mut self) -> Result<bool, Failure> {
        let last = self.kept.choices.pop();
        print_talk(&match &last {
            Some((number, words)) => format!("You take back {number}: {words}\n"),
            None => "There is no choice to take back.\n".to_owned(),
        })?;
        Ok(last.is_some())
    }

    /// What is said to who quits.
    fn farewell(&self) -> String {
        match &self.saved {
            Some((path, count)) => format!("{} holds {}.", path.display(), things(*count, "choice")),
            None => "Nothing was saved.".to_owned(),
        }
    }
}

/// Writes the position as a picture, and says where or why not.
fn picture_said(path: Option<PathBuf>, question: &Prompt<'_>) -> String {
    let Some(path) = path else {
        return "Type `picture` and the name of a new file, such as `picture table.svg`.\n".to_owned();
    };
    let shown = path.display();
    let Some(picture) = (question.picture)() else {
        return "There is no picture of this game.\n".to_owned();
    };
    let written = File::create_new(&path).and_then(|mut file| file.write_all(picture.as_bytes()));
    match written {
        Ok(()) => format!("The table is drawn in {shown}; a browser shows it.\n"),
        Err(error) => format!("Not drawn: {shown} cannot be written: {}.\n", why(&error)),
    }
}

const HELP_AT_END: &str = "`save FILE` keeps this game, `back` takes back your last choice, Enter ends.\n";

const HELP: &str = "\
Type the number of a choice, or some of its words, or:
  hint          what the bot expert would choose here
  back          takes back your last choice
  rules         how the game is played
  table         the whole position again
  picture FILE  draws it in a new file, as SVG
  all           all choices again
  save FILE     saves the game; --resume FILE continues it
  quit          leaves
";

/// Choices with their numbers.
fn listed(choices: &[String], some: impl IntoIterator<Item = usize>) -> String {
    some.into_iter().fold(String::new(), |mut out, index| {
        let _ = writeln!(out, "  {}. {}", index + 1, choices[index]);
        out
    })
}

/// A line of the person; none at the end of the input. What comes from a pipe is shown as if it had been typed.
fn read_line(prompt: &str) -> Result<Option<String>, Failure> {
    print_talk(prompt)?;
    let mut line = String::new();
    let read = stdin().lock().take(LONGEST).read_line(&mut line);
    let read = read.map_err(|error| Failure::Input(format!("standard input cannot be read: {error}")))?;
    let line = harmless(line.trim_end_matches(['\n', '\r']));
    if !stdin().is_terminal() || read == 0 {
        print_talk(&format!("{line}\n"))?;
    }
    Ok((read > 0).then_some(line))
}

/// A command, if it is one.
fn command(line: &str) -> Option<Reply> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some(match (first.to_lowercase().as_str(), rest.trim()) {
        ("?" | "h" | "help", "") => Reply::Help,
        ("hint", "") => Reply::Hint,
        ("back", "") => Reply::Back,
        ("rules", "") => Reply::Rules,
        ("table", "") => Reply::Table,
        ("all", "") => Reply::All,
        ("q" | "quit" | "exit", "") => Reply::Quit,
        ("save", file) => Reply::Save((!file.is_empty()).then(|| PathBuf::from(file))),
        ("picture", file) => Reply::Picture((!file.is_empty()).then(|| PathBuf::from(file))),
        _ => return None,
    })
}

/// What is meant by a line, where this can be chosen.
fn understood(line: &str, choices: &[String]) -> Reply {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let wanted = plain(line);
    let last = choices.len();
    if wanted.is_empty() {
        return Reply::Unknown(format!("Type a number from 1 to {last}, or ? for help."));
    }
    if wanted.bytes().all(|letter| letter.is_ascii_digit()) {
        return match wanted.parse() {
            Ok(number) if (1..=last).contains(&number) => Reply::Choice(number - 1),
            _ => Reply::Unknown(format!("There is no choice {wanted}. Type a number from 1 to {last}.")),
        };
    }
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..last).filter(|index| fits(&plain(&choices[*index]))).collect()
    };
    let mut found = fitting(&|choice| choice == wanted);
    if let (Some(command), []) = (command(line), &*found) {
        return command;
    }
    // Else its name in quotes; else its beginning; else a word of it, and what follows.
    let words = |choice: &str| format!("{} ", choice.replace(|letter: char| !letter.is_alphanumeric(), " "));
    let sought = words(&wanted).trim().to_owned();
    let stages: [&dyn Fn(&str) -> bool; 5] = [
        &|choice| choice.contains(&format!("“{wanted}”")),
        &|choice| format!(" {choice} ").contains(&format!(" {wanted} ")),
        &|choice| choice.starts_with(&wanted),
        &|choice| !sought.is_empty() && words(choice).contains(&format!(" {sought} ")),
        &|choice| !sought.is_empty() && words(choice).contains(&format!(" {sought}")),
    ];
    for stage in stages {
        if found.is_empty() {
            found = fitting(stage);
        }
    }
    match *found {
        [] => {
            let said = line.trim();
            Reply::Unknown(match suggest(said, choices.iter().map(String::as_str)) {
                Some(near) => format!("“{said}” is no choice: did you mean “{near}”? Type ? for help."),
                None => format!("“{said}” is no choice: `all` lists them. Type ? for help."),
            })
        }
        [one] => Reply::Choice(one),
        _ => Reply::Several(found),
    }
}
