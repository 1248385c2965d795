//! A line of a script cut into its tactic and its conditions, each with where it stands.

use std::ops::Range;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// What it says, its words one space apart.
    pub text: String,
    /// Its bytes in the line; of a part that is missing, those of the word before it.
    pub at: Range<usize>,
}

/// The parts of a line.
pub(super) struct Pieces {
    /// What stands before `if`; empty where nothing does.
    pub tactic: Piece,
    /// What stands around every `and` behind it; none without `if`.
    pub conditions: Option<Vec<Piece>>,
}

/// Cuts a line; an `if` at either end of it counts as well.
pub(super) fn pieces(line: &str) -> Pieces {
    let start = |word: &str| word.as_ptr().addr() - line.as_ptr().addr();
    let words: Vec<(&str, Range<usize>)> = line
        .split_whitespace()
        .map(|word| (word, start(word)..start(word) + word.len()))
        .collect();
    let piece = |words: &[(&str, Range<usize>)], instead: Range<usize>| match words {
        [] => Piece {
            text: String::new(),
            at: instead,
        },
        [first, .., last] => Piece {
            text: words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" "),
            at: first.1.start..last.1.end,
        },
        [only] => Piece {
            text: only.0.to_owned(),
            at: only.1.clone(),
        },
    };
    let Some(at) = words.iter().position(|(word, _)| *word == "if") else {
        return Pieces {
            tactic: piece(&words, 0..line.len()),
            conditions: None,
        };
    };
    let mut before = words[at].1.clone();
    let tactic = piece(&words[..at], before.clone());
    let mut conditions = Vec::new();
    let mut rest = &words[at + 1..];
    loop {
        let end = rest.iter().position(|(word, _)| *word == "and");
        conditions.push(piece(&rest[..end.unwrap_or(rest.len())], before.clone()));
        let Some(end) = end else { break };
        before = rest[end].1.clone();
        rest = &rest[end + 1..];
    }
    Pieces {
        tactic,
        conditions: Some(conditions),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_knows_where_it_stands() {
        let line = " go  down if turn > 3 and  hand has  lasso and";
        let cut = pieces(line);
        let conditions = cut.conditions.expect("an if");
        let all: Vec<(&str, &str)> = std::iter::once(&cut.tactic)
            .chain(&conditions)
            .map(|piece| (&*piece.text, &line[piece.at.clone()]))
            .collect();
        let wanted = [
            ("go down", "go  down"),
            ("turn > 3", "turn > 3"),
            ("hand has lasso", "hand has  lasso"),
            ("", "and"),
        ];
        assert_eq!(all, wanted);
        assert!(pieces("any").conditions.is_none());
        assert_eq!(pieces("if turn > 3").tactic.at, 0..2);
        assert_eq!(pieces("any if").conditions.map(|all| all[0].at.clone()), Some(4..6));
    }
}
