//! What the search left untried.

use super::Tuning;
use super::alone::Alone;
use balance_analysis::tune::Unmeasured;

/// With more changes than this only the first are named.
const NAMED: usize = 4;

impl Tuning {
    /// What was not tried, in sentences.
    pub(super) fn not_tried(&self) -> Option<String> {
        let of_alone = self.alone.as_ref().and_then(Alone::not_tried);
        let said: Vec<String> = by_itself(&self.unmeasured).into_iter().chain(of_alone).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

/// `Not tried by itself: pacts = false, whose games have no win-rate.east.`
pub fn by_itself(all: &[Unmeasured]) -> Option<String> {
    let one = |each: &Unmeasured| format!("{} = {}, whose games have no {}", each.rule, each.to, each.lacks);
    let named: Vec<String> = all.iter().take(NAMED).map(one).collect();
    let itself = if all.len() == 1 { "itself" } else { "themselves" };
    let more = match all.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    (!all.is_empty()).then(|| format!("Not tried by {itself}: {}{more}.", named.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_tried_by_itself_is_named() {
        let all: Vec<Unmeasured> = (2..8)
            .map(|players| Unmeasured {
                rule: "players".to_owned(),
                to: players.to_string(),
                lacks: "win-rate.1st-player".to_owned(),
            })
            .collect();
        let said = |count: usize| by_itself(&all[..count]).unwrap_or_default();
        assert_eq!(said(0), "");
        assert_eq!(
            said(1),
            "Not tried by itself: players = 2, whose games have no win-rate.1st-player."
        );
        assert!(
            said(2).starts_with("Not tried by themselves: players = 2, "),
            "{}",
            said(2)
        );
        assert!(said(6).ends_with("; and 2 more."), "{}", said(6));
    }
}
