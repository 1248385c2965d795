//! What a game that is looked for must have, as `--where` says it.

use super::Failure;
use balance_analysis::games::{Facts, Sheet, program};
use balance_kit::schema::suggest::suggest;
use balance_kit::sign::Sign;

/// What a game that is looked for must have.
pub struct ReplayCondition {
    quantity: ReplayQuantity,
    sign: Sign,
    value: i64,
}

#[derive(Clone, Copy)]
enum ReplayQuantity {
    Turns,
    Decisions,
    Counter(usize),
}

impl ReplayCondition {
    /// Reads one, of a game with this sheet.
    ///
    /// # Errors
    /// It is none, or of nothing that the game counts.
    pub fn read(text: &str, sheet: &Sheet) -> Result<Self, Failure> {
        let wrong = |what: String| Failure::Input(format!("--where \"{text}\": {what}"));
        let sort = || {
            let turns = &sheet.turn_word;
            wrong(format!(
                "write a name, one of < <= = != >= >, and a number, such as \"{turns} > 20\""
            ))
        };
        if text.split_whitespace().any(|word| word == "and") {
            return Err(wrong("give --where once for each condition".to_owned()));
        }
        let (name, written, value) = Sign::split(text).ok_or_else(sort)?;
        let sign = Sign::read(written).filter(|_| !name.is_empty() && !value.is_empty());
        let sign = sign.ok_or_else(sort)?;
        let value = value.replace('_', "").parse().map_err(|_| {
            wrong(format!(
                "`{value}` is no whole number; write for example `{name} {written} 3`"
            ))
        })?;
        let names: Vec<&str> = sheet
            .counters
            .iter()
            .map(|counter| counter.key)
            .filter(|key| !key.is_empty())
            .collect();
        let quantity = match name {
            "decisions" => ReplayQuantity::Decisions,
            _ if name == "turns" || name == sheet.turn_word => ReplayQuantity::Turns,
            _ => {
                let at = sheet.counters.iter().position(|counter| counter.key == name);
                ReplayQuantity::Counter(at.ok_or_else(|| {
                    let known = names.iter().copied().chain(["decisions", sheet.turn_word.as_str()]);
                    let help = suggest(name, known).map_or_else(
                        || format!("there are {}, decisions and {}", sheet.turn_word, names.join(", ")),
                        |near| {
                            format!(
                                "did you mean `{near}`? `{} list metrics GAME` names all that is counted, each after `counter.`",
                                program()
                            )
                        },
                    );
                    wrong(format!("nothing is called `{name}`; {help}"))
                })?)
            }
        };
        Ok(ReplayCondition { quantity, sign, value })
    }

    /// Has this game what is asked for?
    pub fn holds(&self, facts: &Facts) -> bool {
        let found = i64::from(match self.quantity {
            ReplayQuantity::Turns => facts.turns,
            ReplayQuantity::Decisions => facts.decisions,
            ReplayQuantity::Counter(index) => facts.counts[index],
        });
        self.sign.holds(&found, &self.value)
    }
}
