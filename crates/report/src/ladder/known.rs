//! What the games show of a rating: both ends of it, one alone, or none.

use crate::format;
use balance_analysis::ladder::Ladder;
use balance_analysis::table::Rate;
use balance_charts::Estimate;

/// What is known of a rating.
#[derive(Clone, Copy)]
pub enum Known {
    /// Both ends.
    Both(Rate),
    /// The upper end.
    AtMost(f64),
    /// The lower one.
    AtLeast(f64),
    /// Nothing.
    Nothing,
}

impl Known {
    /// What `rating` says.
    pub fn of(rating: Rate) -> Self {
        match (rating.lo.is_finite(), rating.hi.is_finite()) {
            (true, true) => Known::Both(rating),
            (false, true) => Known::AtMost(rating.hi),
            (true, false) => Known::AtLeast(rating.lo),
            (false, false) => Known::Nothing,
        }
    }

    /// It in words, rounded so that they hold.
    pub fn text(self) -> String {
        match self {
            Known::Both(rating) => format::signed(rating, 1.0, 0),
            Known::AtMost(end) => format!("at most {}", format::plain(end.ceil(), 0)),
            Known::AtLeast(end) => format!("at least {}", format::plain(end.floor(), 0)),
            Known::Nothing => "not known".to_owned(),
        }
    }

    /// It in a picture.
    pub fn drawn(self) -> Estimate {
        match self {
            Known::Both(rating) => Estimate::new(rating.value, rating.lo, rating.hi),
            Known::AtMost(end) => Estimate::exact(end.ceil()),
            Known::AtLeast(end) => Estimate::exact(end.floor()),
            Known::Nothing => Estimate::missing(),
        }
    }

    /// What stands there behind the name of the bot.
    pub fn label(self) -> &'static str {
        match self {
            Known::AtMost(_) => ", at most",
            Known::AtLeast(_) => ", at least",
            Known::Both(_) | Known::Nothing => "",
        }
    }
}

/// What it means that of a rating one end is told alone, and a space; nothing where none is.
pub fn one_end(ladder: &Ladder) -> &'static str {
    let both = |rating| matches!(Known::of(rating), Known::Both(_));
    if ladder.rungs.iter().all(|rung| both(rung.rating)) {
        ""
    } else {
        "“At most” and “at least” tell the one end of a rating that the games show: no chain of wins leads from the weaker bot \
         to the stronger, so that it may be weaker by any amount. "
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_rounded_so_that_it_holds() {
        let told = |lo, hi| Known::of(Rate { value: 3.2, lo, hi }).text();
        let far = f64::INFINITY;
        assert_eq!(told(-84.6, 20.0), "+3 (−85 to 20)");
        assert_eq!(told(-far, -84.6), "at most −84");
        assert_eq!(told(-84.6, far), "at least −85");
        assert_eq!(told(-far, far), "not known");
    }
}
