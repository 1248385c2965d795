//! Signs between a quantity and a number, in the conditions of scripts and of whoever looks for a game.

/// How a quantity must lie to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=` or `==`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Sign {
    /// The sign that is written so; none where this is no sign.
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "<" => Sign::Less,
            "<=" => Sign::AtMost,
            "=" | "==" => Sign::Equal,
            "!=" => Sign::Unequal,
            ">=" => Sign::AtLeast,
            ">" => Sign::More,
            _ => return None,
        })
    }

    /// The sign that holds where this one does not, as it is written.
    pub fn opposite(self) -> &'static str {
        match self {
            Sign::Less => ">=",
            Sign::AtMost => ">",
            Sign::Equal => "!=",
            Sign::Unequal => "=",
            Sign::AtLeast => "<",
            Sign::More => "<=",
        }
    }

    /// Is this a character of a sign?
    fn is_of(character: char) -> bool {
        matches!(character, '<' | '=' | '>' | '!')
    }

    /// Cuts a condition into what stands before its sign, the sign as it is written, and what stands behind it, the outer two
    /// without white space around them; none where it has no sign.
    pub fn split(text: &str) -> Option<(&str, &str, &str)> {
        let (before, rest) = text.split_at(text.find(Sign::is_of)?);
        let (written, behind) = rest.split_at(rest.find(|each| !Sign::is_of(each)).unwrap_or(rest.len()));
        Some((before.trim(), written, behind.trim()))
    }

    /// Does a quantity that was `found` lie so to `limit`?
    #[inline]
    pub fn holds<N: Ord>(self, found: &N, limit: &N) -> bool {
        match self {
            Sign::Less => found < limit,
            Sign::AtMost => found <= limit,
            Sign::Equal => found == limit,
            Sign::Unequal => found != limit,
            Sign::AtLeast => found >= limit,
            Sign::More => found > limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_say_what_they_mean() {
        let holding = |sign: &str| {
            let sign = Sign::read(sign).expect("a sign");
            [2, 3, 4].map(|found| sign.holds(&found, &3))
        };
        assert_eq!(holding("<"), [true, false, false]);
        assert_eq!(holding("<="), [true, true, false]);
        assert_eq!(holding("="), [false, true, false]);
        assert_eq!(holding("=="), [false, true, false]);
        assert_eq!(holding("!="), [true, false, true]);
        assert_eq!(holding(">="), [false, true, true]);
        assert_eq!(holding(">"), [false, false, true]);
        for none in ["", "=<", "<>", "===", "! ="] {
            assert_eq!(Sign::read(none), None, "{none}");
        }
    }

    #[test]
    fn an_opposite_holds_where_the_sign_does_not() {
        for sign in ["<", "<=", "=", "!=", ">=", ">"] {
            let sign = Sign::read(sign).expect("a sign");
            let opposite = Sign::read(sign.opposite()).expect("a sign");
            for found in [2, 3, 4] {
                assert_ne!(sign.holds(&found, &3), opposite.holds(&found, &3), "{sign:?}");
            }
        }
    }

    #[test]
    fn conditions_are_cut_at_their_sign() {
        assert_eq!(Sign::split("turns > 20"), Some(("turns", ">", "20")));
        assert_eq!(Sign::split("turns<=20 "), Some(("turns", "<=", "20")));
        assert_eq!(Sign::split(">="), Some(("", ">=", "")));
        assert_eq!(Sign::split("turns"), None);
    }
}
