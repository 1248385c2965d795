//! What counters count, in words.

use balance_analysis::games::Counter;
use balance_analysis::table::CounterRow;

/// What a counter counts, in the words of the game; of one that counts some of another, with what that counts.
pub fn meaning(row: &CounterRow, all: &[CounterRow]) -> String {
    in_words(&row.help, row.of.as_deref(), &|key| {
        let whole = all.iter().find(|other| other.counter == key)?;
        Some((&whole.help, whole.of.as_deref()))
    })
}

/// What a counter counts, and of which it counts some.
type Counts<'c> = (&'c str, Option<&'c str>);

/// The `help` of a counter of some `of` another, which `known` tells with that of which it is some itself.
pub fn in_words<'c>(help: &str, of: Option<&str>, known: &dyn Fn(&str) -> Option<Counts<'c>>) -> String {
    let part = help.strip_prefix(Counter::PART).zip(of);
    match part.and_then(|(part, of)| Some((part, known(of)?))) {
        Some((part, (help, of))) => format!("of {}: {part}", in_words(help, of, known)),
        None => help.to_owned(),
    }
}
