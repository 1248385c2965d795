//! Which bot is shown to be stronger than which, and of which two that is open, in words.

use super::{Versus, versus_even};
use crate::format;
use balance_analysis::ladder::{Ladder, Rung};
use balance_kit::schema::words::things;

/// So many bots, or pairs, are named in a list; of the others the number is told.
const NAMED: usize = 4;

/// What the games say of every two bots of a ladder.
pub struct Order<'a> {
    /// Each bot that is stronger than any, with those.
    stronger: Vec<(&'a str, Vec<&'a str>)>,
    /// Of which two the stronger is open.
    pub open: Vec<(&'a str, &'a str)>,
}

impl<'a> Order<'a> {
    /// What the ratings and the games of every two bots with each other say.
    pub fn of(ladder: &'a Ladder) -> Self {
        let mut order = Order {
            stronger: ladder
                .rungs
                .iter()
                .map(|rung| (rung.bot.as_str(), Vec::new()))
                .collect(),
            open: Vec::new(),
        };
        for (at, above) in ladder.rungs.iter().enumerate() {
            for (further, below) in ladder.rungs[at + 1..].iter().enumerate() {
                let met = met(ladder, above, below);
                let apart = above.rating.lo > below.rating.hi;
                match (apart, met) {
                    (true, 0 | 1) | (false, 1) => order.stronger[at].1.push(&below.bot),
                    (false, -1) => order.stronger[at + 1 + further].1.push(&above.bot),
                    _ => order.open.push((&above.bot, &below.bot)),
                }
            }
        }
        order.stronger.retain(|(_, than)| !than.is_empty());
        order
    }

    /// Who is stronger than whom, and what is open.
    pub fn text(&self) -> String {
        let of_bot = |(bot, than): &(&str, Vec<&str>)| {
            let mut names: Vec<String> = than.iter().take(NAMED).map(|name| (*name).to_owned()).collect();
            if than.len() > NAMED {
                names.push(format!("{} more", than.len() - NAMED));
            }
            format!("{bot} than {}", format::and(&names))
        };
        let unnamed: usize = self.stronger.iter().skip(NAMED).map(|(_, than)| than.len()).sum();
        let stronger: Vec<String> = self.stronger.iter().take(NAMED).map(of_bot).collect();
        let of_pair = |(one, other): &(&str, &str)| format!("{one} or {other}");
        let open: Vec<String> = self.open.iter().take(NAMED).map(of_pair).collect();
        let stronger = match stronger.len() {
            0 => "No bot is shown to be stronger than another.".to_owned(),
            _ => format!("Stronger: {}.", with_more(&stronger, unnamed)),
        };
        match open.len() {
            0 => stronger,
            named => format!("{stronger} Open: {}.", with_more(&open, self.open.len() - named)),
        }
    }
}

fn with_more(named: &[String], more: usize) -> String {
    let all = named.join("; ");
    match more {
        0 => all,
        more => format!("{all}; and {}", things(more, "more pair")),
    }
}

/// What the games of two bots with each other say: 1 where the first is stronger, -1 where the second is, 0 where they tell
/// neither, as where each surely wins more than even alone among the other.
fn met(ladder: &Ladder, one: &Rung, other: &Rung) -> i32 {
    let side = |alone: &Rung, among: &Rung| {
        let mut pairs = ladder.pairs.iter();
        let found = pairs.find(|pair| pair.bot == alone.bot && pair.among == among.bot);
        found.map_or(0_i32, |pair| match versus_even(pair.share, pair.even) {
            Versus::More => 1,
            Versus::Less => -1,
            Versus::Open => 0,
        })
    };
    (side(one, other) - side(other, one)).signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_analysis::ladder::Pair;
    use balance_analysis::table::Rate;

    fn rate(value: f64, by: f64) -> Rate {
        Rate {
            value,
            lo: value - by,
            hi: value + by,
        }
    }

    /// Bots with these ratings, each known to within 30, and what each pair wins above or below the even 0.2.
    fn ladder(ratings: &[(&str, f64)], pairs: &[(&str, &str, f64)]) -> Ladder {
        Ladder {
            players: 5,
            deals: 100,
            anchor: ratings[0].0.to_owned(),
            rungs: ratings
                .iter()
                .map(|(bot, rating)| Rung {
                    bot: (*bot).to_owned(),
                    rating: rate(*rating, 30.0),
                    share: rate(0.2, 0.1),
                    even: 0.2,
                })
                .collect(),
            pairs: pairs
                .iter()
                .map(|(bot, among, more)| Pair {
                    bot: (*bot).to_owned(),
                    among: (*among).to_owned(),
                    share: rate(0.2 + more, 0.05),
                    even: 0.2,
                })
                .collect(),
        }
    }

    fn said(ratings: &[(&str, f64)], pairs: &[(&str, &str, f64)]) -> String {
        Order::of(&ladder(ratings, pairs)).text()
    }

    /// Where ratings overlap either way round tells, whichever of the two stands higher; what contradicts itself is open.
    #[test]
    fn either_of_two_bots_alone_among_the_other_tells() {
        let near = [("a", 10.0), ("b", 0.0)];
        for (pairs, wanted) in [
            (vec![("a", "b", 0.1)], "Stronger: a than b."),
            (vec![("b", "a", -0.1)], "Stronger: a than b."),
            (vec![("a", "b", 0.1), ("b", "a", -0.1)], "Stronger: a than b."),
            (vec![("b", "a", 0.1)], "Stronger: b than a."),
            (vec![("a", "b", -0.1)], "Stronger: b than a."),
            (
                vec![("a", "b", 0.1), ("b", "a", 0.1)],
                "No bot is shown to be stronger than another. Open: a or b.",
            ),
            (
                vec![("a", "b", -0.1), ("b", "a", -0.1)],
                "No bot is shown to be stronger than another. Open: a or b.",
            ),
            (
                vec![("a", "b", 0.01)],
                "No bot is shown to be stronger than another. Open: a or b.",
            ),
        ] {
            assert_eq!(said(&near, &pairs), wanted, "{pairs:?}");
        }
        let far = [("a", 200.0), ("b", 0.0)];
        assert_eq!(said(&far, &[]), "Stronger: a than b.");
        // Both cannot be: whoever beats it surely is not weaker.
        assert!(said(&far, &[("b", "a", 0.1)]).ends_with("Open: a or b."));
    }

    /// Every two are asked, and not neighbours alone.
    #[test]
    fn every_two_bots_are_held_against_each_other() {
        let three = [("a", 40.0), ("b", 20.0), ("c", 0.0)];
        let pairs = [("a", "b", 0.1), ("a", "c", 0.1), ("c", "b", 0.01)];
        assert_eq!(said(&three, &pairs), "Stronger: a than b and c. Open: b or c.");
        assert_eq!(
            said(&three, &[("a", "b", 0.1), ("b", "c", 0.1)]),
            "Stronger: a than b; b than c. Open: a or c."
        );
    }

    #[test]
    fn of_many_bots_the_first_are_named() {
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let far: Vec<(&str, f64)> = names
            .iter()
            .zip(0..)
            .map(|(name, at)| (*name, -100.0 * f64::from(at)))
            .collect();
        assert_eq!(
            said(&far, &[]),
            "Stronger: a than b, c, d, e and 2 more; b than c, d, e, f and 1 more; c than d, e, f and g; d than e, f and g; and 3 \
             more pairs."
        );
        let near: Vec<(&str, f64)> = names.iter().map(|name| (*name, 0.0)).collect();
        assert_eq!(
            said(&near, &[]),
            "No bot is shown to be stronger than another. Open: a or b; a or c; a or d; a or e; and 17 more pairs."
        );
    }
}
