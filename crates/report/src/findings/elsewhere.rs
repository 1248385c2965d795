//! What is said of other bots beside a finding: with how many it holds, with which it does not, and how sure it is then.

use super::super::format;
use super::claim::TENTH;
use super::{Claim, Direction, Elsewhere, Finding, Says, Strength};

impl Finding {
    /// Bots that say it, too.
    fn agree(&self) -> impl Iterator<Item = &Elsewhere> {
        self.others.iter().filter(|one| one.says <= Says::Holds)
    }

    /// Is it shown to be otherwise with some other bot?
    pub fn turns(&self) -> bool {
        self.others.iter().any(|one| one.says >= Says::Fails)
    }

    /// Is it shown with the bots of this run alone?
    pub fn only_here(&self) -> bool {
        self.agree().count() < self.others.len()
    }

    /// Is it said of the bots of this run alone? Also where no other bot was asked, but for what is wished, which is asked of these
    /// bots anyway.
    pub fn is_of_these_bots(&self) -> bool {
        let asked_of_none = self.others.is_empty() && self.claim.is_some();
        self.only_here() || (asked_of_none && !matches!(self.claim, Some(Claim::Wish { .. })))
    }

    /// Is nothing shown of it with any other bot?
    pub fn is_open_with_all(&self) -> bool {
        self.others.iter().all(|one| one.says == Says::Open)
    }

    /// Is it shown to be otherwise with every other bot, of several, wherever it holds? Then it may be about how well these
    /// bots play.
    pub fn nowhere_else(&self) -> bool {
        self.others.len() > 1 && self.others.iter().all(|one| one.best >= Says::Fails)
    }

    /// Does it hold in several configurations, in each of which the others are asked?
    fn in_several(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.count > 1)
    }

    /// How a bot is said to agree.
    fn agrees(&self) -> String {
        match (&self.claim, self.in_several()) {
            // At least half of the games end within four turns where half end within three, too.
            (Some(Claim::Half { .. }), _) => {
                format!("the median is the same to within {}", format::percent(TENTH, 0))
            }
            // A small gap here may be a large one there.
            (Some(Claim::Side { direction, by, .. }), several) if *by == 0.0 => {
                let all = if several { " in all of them" } else { "" };
                let place = match direction {
                    Direction::More => "ahead",
                    Direction::Less => "behind",
                };
                format!("it is {place}{all}")
            }
            (_, true) => "it holds in all of them".to_owned(),
            (_, false) => "it holds".to_owned(),
        }
    }

    /// The same in short, of one that is not shown with all: with how many other bots it holds, and with how many not.
    pub fn elsewhere_in_short(&self) -> String {
        let (of, holds) = (self.others.len(), self.agree().count());
        let open = self.others.iter().filter(|one| one.says == Says::Open).count();
        let throughout = self.others.iter().all(Elsewhere::throughout);
        let in_some = self.in_several() && !throughout;
        let (is_open, fails) = if in_some {
            ("is open in some", "does not hold in all")
        } else {
            ("is open", "does not hold")
        };
        let median = matches!(self.claim, Some(Claim::Half { .. }));
        let less = self.less_than();
        let (subject, fails) = match (&self.claim, &less) {
            (Some(Claim::Half { .. }), _) => ("the median ", "differs"),
            (Some(Claim::Side { by: 0.0, .. }), _) if !in_some => ("it ", "is not so"),
            (_, Some(less)) => ("it ", less.as_str()),
            _ => ("it ", fails),
        };
        let word = match (of, open) {
            (0, _) => return String::new(),
            _ if open == of => is_open,
            // With all it does not hold, too, where it holds with some.
            (2.., _) if open + holds == 0 && !median && less.is_none() => {
                let wherever = if in_some { " throughout" } else { "" };
                return format!("It holds{wherever} with {}.", none_of(of));
            }
            _ if open + holds == 0 => fails,
            _ => {
                let agrees = self.agrees();
                let parts = [
                    (agrees.strip_prefix(subject).unwrap_or(&agrees), holds),
                    (is_open, open),
                    (fails, of - holds - open),
                ];
                let parts: Vec<String> = parts
                    .into_iter()
                    .filter(|(_, with)| *with > 0)
                    .map(|(word, with)| format!("{word} with {with}"))
                    .collect();
                return format!("Of {of} other bots, {subject}{}.", format::and(&parts));
            }
        };
        match of {
            1 => format!("{}{word} with the other bot.", format::capital(subject)),
            2 => format!("{}{word} with both other bots.", format::capital(subject)),
            _ => format!("{}{word} with each of {of} other bots.", format::capital(subject)),
        }
    }

    /// What a bot says to a change with which it moves little: that it does nothing is never shown.
    fn less_than(&self) -> Option<String> {
        match self.claim {
            Some(Claim::Change { moves: true, within }) => {
                Some(format!("moves less than {} points", format::plain(100.0 * within, 1)))
            }
            _ => None,
        }
    }

    /// With how many other bots it holds, and with which it does not; nothing where none was asked.
    pub fn elsewhere(&self) -> String {
        let (holds, of) = (self.agree().count(), self.others.len());
        if of == 0 {
            return String::new();
        }
        let agrees = self.agrees();
        if holds == of {
            return match of {
                1 => format!("{} with the other bot, too.", format::capital(&agrees)),
                2 => format!("{} with both other bots, too.", format::capital(&agrees)),
                _ => format!("{} with all {of} other bots, too.", format::capital(&agrees)),
            };
        }
        if self
            .others
            .iter()
            .all(|one| one.best == Says::Open && one.says == Says::Open)
        {
            return match of {
                1 => format!("Whether {agrees} with the other bot is open."),
                2 => format!("Whether {agrees} with either of the two other bots is open."),
                _ => format!("Whether {agrees} with any of {of} other bots is open."),
            };
        }
        let several = self.in_several();
        let named = |says: Says, shown: bool| {
            let name = |one: &Elsewhere| match one.shown.as_str() {
                "" => one.bot.clone(),
                number if shown && several => format!("{} ({number} in “{}”)", one.bot, one.at),
                number if shown => format!("{} ({number})", one.bot),
                _ => one.bot.clone(),
            };
            let these = self.others.iter().filter(|one| one.says == says);
            format::and(&these.map(name).collect::<Vec<_>>())
        };
        let otherwise = match (&self.claim, self.less_than()) {
            (Some(Claim::Half { .. }), _) => "it differs with ".to_owned(),
            (_, Some(less)) => format!("it {less} with "),
            _ => "it is not so with ".to_owned(),
        };
        // What is wished and missed has two other sides: as wished, or missed on the other side.
        let contrary = match self.claim {
            Some(Claim::Wish { .. }) => "it is missed on the other side with ",
            _ => "it reverses with ",
        };
        let open = match self.claim {
            Some(Claim::Half { .. }) => "the median is not shown to be longer or shorter with ",
            _ => "it is open with ",
        };
        // What is so in each of them is not so in some alone.
        let some = |says: Says| match (
            several,
            self.others
                .iter()
                .filter(|one| one.says == says)
                .all(Elsewhere::throughout),
        ) {
            (false, _) => "",
            // Where a bot sits at every seat of a run it is not asked once more.
            (true, true) => "wherever they were asked, ",
            (true, false) => "in some configurations ",
        };
        let parts = [
            (some(Says::Reverses), contrary, named(Says::Reverses, true)),
            (some(Says::Fails), &otherwise, named(Says::Fails, true)),
            (some(Says::Open), open, named(Says::Open, false)),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(.., names)| !names.is_empty())
            .map(|(some, lead, names)| format!("{some}{lead}{names}"))
            .collect();
        let parts = parts.join("; ");
        match (holds, of) {
            (0, 1) => format!("Asked of one other bot: {parts}."),
            (0, _) => format!("Asked of {of} other bots: {parts}."),
            _ => format!("{} with {holds} of {of} other bots; {parts}.", format::capital(&agrees)),
        }
    }
}

/// `neither of the two other bots`, `none of 3 other bots`.
pub fn none_of(count: usize) -> String {
    match count {
        2 => "neither of the two other bots".to_owned(),
        count => format!("none of {count} other bots"),
    }
}

/// How sure a finding is of which the league was asked: no surer than its weakest answer. One that is shown with the bots of
/// this run alone, or was asked of no others, is told of these alone.
pub fn held_to(finding: &mut Finding) {
    let worst = finding.others.iter().map(|one| one.says).max();
    if finding.strength == Strength::Certain && worst == Some(Says::Holds) {
        finding.strength = Strength::Clear;
    }
    if finding.is_of_these_bots() {
        of_these_bots(finding);
    }
}

/// Tells a finding of the bots of the run alone.
pub fn of_these_bots(finding: &mut Finding) {
    let mut letters = finding.headline.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string());
    finding.headline = format!("With these bots {}{}", first.unwrap_or_default(), letters.as_str());
}
