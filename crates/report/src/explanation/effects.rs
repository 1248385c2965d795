//! What components are shown to do, and what is open.

use super::{Alternative, Explanation, Factor};
use crate::findings::round_up;
use crate::format;
use balance_engine::tally::MOST_GAMES;
use balance_experiments::ablate::Says;

/// What is said where no game is won.
const NOBODY: &str = "Nobody wins a game of the current rules. Use bots that try to finish, or raise the turn limit.";

impl Explanation {
    /// What is shown to move this figure, each factor by its strongest change: the largest effects first.
    pub(super) fn causes(&self, figure: usize) -> Vec<(&Factor, &Alternative)> {
        let size = |each: &Alternative| each.effects[figure].value.abs();
        let mut all = Vec::new();
        for factor in &self.factors {
            let shown = factor
                .instead
                .iter()
                .filter(|each| each.effects[figure].leaves_out_zero());
            let strongest = shown.max_by(|a, b| size(a).total_cmp(&size(b)));
            all.extend(strongest.map(|each| (factor, each)));
        }
        all.sort_by(|a, b| size(b.1).total_cmp(&size(a.1)));
        all
    }

    /// That no side wins any of these games, where that is so.
    pub(super) fn nobody_wins(&self) -> Option<&'static str> {
        let mut rates = self.figures.iter().filter(|figure| figure.share).peekable();
        rates.peek()?;
        rates.all(|figure| figure.value <= 0.0).then_some(NOBODY)
    }
}

/// Of more factors than this of which something is open only the number is told.
const NAMED: usize = 8;

impl Explanation {
    /// Factors of which something is neither shown nor ruled out.
    fn open(&self) -> Vec<&Factor> {
        let is_open = |each: &&Factor| each.says.contains(&Says::Open) && !each.instead.is_empty();
        self.factors.iter().filter(is_open).collect()
    }

    /// What is open, and how many games would settle it; none where nothing is.
    pub(super) fn still_open(&self) -> Option<String> {
        let open = self.open();
        let of = match open.len() {
            0 => return None,
            1..=NAMED => format::join_and(&open.iter().map(|each| each.change()).collect::<Vec<_>>()),
            some => format!("{some} of {} components and steps of rules", self.factors.len()),
        };
        let mut said = format!("Some effects of {of} are still open; “Every change” in the report says which.");
        // Of what is far from settled nobody knows how many it takes, and no command plays more.
        let times: Option<Vec<u64>> = open.iter().map(|each| each.times).collect();
        let times = times.and_then(|times| times.into_iter().max());
        let games = times
            .and_then(|times| self.games.checked_mul(times))
            .filter(|games| *games <= MOST_GAMES);
        if let Some(games) = games {
            said += &format!(
                " About --games {} would settle them.",
                format::option(round_up(games as f64))
            );
        }
        Some(said)
    }
}

#[cfg(test)]
mod power_tests {
    use super::super::{Alternative, MeasuredMetric, markdown};
    use super::*;
    use balance_config::scenario::Margins;
    use balance_inference::table::Rate;

    /// What 300,000 games of Riverbed Hunt say of factors with one open figure, the length, which so many times the games would
    /// settle.
    fn explanation(times: &[Option<u64>]) -> Explanation {
        let effect = Rate {
            value: 0.5,
            lo: -1.3,
            hi: 2.3,
        };
        let factor = |(at, times): (usize, &Option<u64>)| {
            let instead = Alternative {
                deals: 10_000,
                effects: vec![effect],
                ..Alternative::new("blank".to_owned(), String::new())
            };
            Factor {
                says: vec![Says::Open],
                times: *times,
                ..Factor::new(format!("tile.{at}"), format!("tile {at}"), vec![instead])
            }
        };
        Explanation {
            format: 1,
            program: "0",
            scenario: "small".to_owned(),
            title: "Small".to_owned(),
            game: "riverbed".to_owned(),
            game_title: "Riverbed Hunt".to_owned(),
            configuration: "base".to_owned(),
            seed: 1,
            games: 300_000,
            asked: 300_000,
            wished: None,
            deals: 10_000,
            margins: Margins::one(0.01),
            figures: vec![MeasuredMetric {
                metric: "turns.mean".to_owned(),
                share: false,
                value: 30.0,
                side: None,
            }],
            endings: Vec::new(),
            factors: times.iter().enumerate().map(factor).collect(),
        }
    }

    #[test]
    fn what_would_settle_what_is_open_is_told() {
        let said = |times: &[Option<u64>]| explanation(times).still_open().unwrap_or_default();
        assert_eq!(said(&[]), "");
        assert_eq!(
            said(&[Some(3), Some(2)]),
            "Some effects of tile 0 to blank and tile 1 to blank are still open; “Every change” in the report says which. \
             About --games 900_000 would settle them."
        );
        assert!(!said(&[Some(3), None]).contains("--games"), "one may never be settled");
        assert!(said(&[None; 9]).starts_with("Some effects of 9 of 9 components and steps of rules are"));
    }

    /// What is confirmed stands under the side or the length that it moves, the largest effect first.
    #[test]
    fn the_largest_confirmed_effect_stands_first() {
        let mut one = explanation(&[None, None]);
        one.figures.push(MeasuredMetric {
            metric: "win-rate.2nd-player".to_owned(),
            share: true,
            value: 0.3,
            side: Some("2nd player".to_owned()),
        });
        one.endings = vec![vec![("pearl".to_owned(), 0.75), ("turn limit".to_owned(), 0.25)]];
        let rate = Rate {
            value: 0.05,
            lo: 0.01,
            hi: 0.09,
        };
        for each in &mut one.factors {
            each.says.push(Says::RaisesSome);
            each.instead[0].effects.push(rate);
        }
        one.factors[1].instead[0].effects[1].value = 0.08;
        let causes = |one: &Explanation, figure| -> Vec<String> {
            one.causes(figure).iter().map(|(each, _)| each.title.clone()).collect()
        };
        assert_eq!(causes(&one, 1), ["tile 1", "tile 0"]);
        assert_eq!(causes(&one, 0), [""; 0], "an interval that holds 0 shows nothing");
        one.factors[0].instead[0].effects[0].lo = 0.1;
        // Each row is a change by itself: of two, the stronger one.
        let mut weaker = one.factors[1].instead[0].clone();
        weaker.effects[1].value = 0.02;
        one.factors[1].instead.push(weaker);
        let text = markdown(&one);
        for line in [
            "| 2nd player | 30.0% | 75% pearl, 25% turn limit |",
            "| turns | tile 0 | blank | +0.5 (0.1 to 2.3) |",
            "| 2nd player | tile 1 | blank | +8.0 (1.0 to 9.0) |",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        // What helps a side that never wins now is shown all the same.
        for figure in one.figures.iter_mut().filter(|figure| figure.share) {
            figure.value = 0.0;
        }
        let text = markdown(&one);
        assert!(text.contains(NOBODY) && text.contains("| tile 1 | blank |"), "{text}");
    }

    /// One step of a rule without an effect says nothing of the other.
    #[test]
    fn a_step_without_effect_is_named_as_a_step() {
        let mut one = explanation(&[None]);
        one.figures[0].share = true;
        let step = Factor::of_rule("hunt-cost", &toml::Value::Integer(2), &toml::Value::Integer(-3));
        assert_eq!(step.instead[0].name, "-3", "as --set takes it");
        one.factors[0] = Factor {
            dead: true,
            says: vec![Says::Nothing],
            ..step
        };
        one.factors[0].instead[0].effects.push(Rate {
            value: 0.0,
            lo: -0.001,
            hi: 0.001,
        });
        let text = markdown(&one);
        assert!(text.contains("1% of the length: hunt-cost = 2 to -3."), "{text}");
    }

    /// The page in Markdown says it as well, and how sure the rest is.
    #[test]
    fn markdown_tells_what_is_open_and_how_sure_it_is() {
        let text = markdown(&explanation(&[None]));
        assert!(
            text.contains("Some effects of tile 0 to blank are still open; "),
            "{text}"
        );
        assert!(text.contains("All intervals hold together at 95%"), "{text}");
    }
}
