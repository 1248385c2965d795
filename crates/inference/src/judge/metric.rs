//! What can be held to a band or a baseline.

use balance_config::games::Sheet;
use balance_engine::MARGIN;
pub use balance_engine::key;

/// A number of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// `win-rate.SIDE`: share of games that a side wins.
    WinRate(usize),
    /// `win-rate.nobody`: share of games without a winner.
    Nobody,
    /// `ending.NAME`: share of games that end so.
    Ending(usize),
    /// `turns.mean`, with the game's word for turns.
    Turns,
    /// `decisions.mean`.
    Decisions,
    /// `turns.p50`: the smallest number of turns that half the games do not exceed; any per cent from 1 to 99.
    TurnsQuantile(u8),
    /// `counter.NAME`: mean number per game. Of counters of scores, `score.SIDE` and `margin`.
    Counter(usize),
    /// `bot.NAME`: share of a bot's seats that win, where several bots sit at the table.
    Bot(usize),
    /// `gap.SIDE.SIDE`: share of games that the first side wins less the share that the second wins, from -1 to 1.
    Gap(usize, usize),
}

/// Of a game with more sides than this, not every pair of them is listed.
const FEW_SIDES: usize = 4;

impl Metric {
    /// The metric of this name.
    pub fn read(name: &str, sheet: &Sheet) -> Option<Metric> {
        let (kind, rest) = name.split_once('.').unwrap_or((name, ""));
        let among = |names: &[String]| names.iter().position(|each| key(each) == key(rest));
        match kind {
            "win-rate" if rest == "nobody" => Some(Metric::Nobody),
            "win-rate" => among(&sheet.sides).map(Metric::WinRate),
            "ending" => among(&sheet.ending_names()).map(Metric::Ending),
            "bot" if sheet.bots.len() > 1 => among(&sheet.bots).map(Metric::Bot),
            "gap" => {
                let side = |name: &str| sheet.sides.iter().position(|each| key(each) == key(name));
                let pair = |at: usize| Some((side(&rest[..at])?, side(&rest[at + 1..])?));
                // The name of a side may have a dot in it.
                let mut pairs = rest.match_indices('.').filter_map(|(at, _)| pair(at));
                pairs
                    .find(|(one, other)| one != other)
                    .map(|(one, other)| Metric::Gap(one, other))
            }
            "decisions" if rest == "mean" => Some(Metric::Decisions),
            "counter" => {
                let found = sheet.counters.iter().position(|each| each.key == rest);
                found.map(Metric::Counter).filter(|metric| metric.name(sheet) == name)
            }
            "score" => {
                let found = among(&sheet.sides).and_then(|side| sheet.counter_of_score(side));
                found.map(Metric::Counter)
            }
            MARGIN if rest.is_empty() => sheet.counter_of_margin().map(Metric::Counter),
            word if word == "turns" || word == sheet.turn_word => match rest.strip_prefix('p') {
                _ if rest == "mean" => Some(Metric::Turns),
                Some(percent) => {
                    let percent = percent.parse().ok().filter(|percent| (1..=99).contains(percent))?;
                    Some(Metric::TurnsQuantile(percent))
                }
                None => None,
            },
            _ => None,
        }
    }

    /// Its name in scenarios, tables and messages.
    pub fn name(self, sheet: &Sheet) -> String {
        match self {
            Metric::WinRate(side) => format!("win-rate.{}", key(&sheet.sides[side])),
            Metric::Nobody => "win-rate.nobody".to_owned(),
            Metric::Ending(ending) => format!("ending.{}", key(&sheet.endings[ending].name)),
            Metric::Turns => format!("{}.mean", sheet.turn_word),
            Metric::Decisions => "decisions.mean".to_owned(),
            Metric::TurnsQuantile(percent) => format!("{}.p{percent}", sheet.turn_word),
            Metric::Counter(counter) => match sheet.side_of_score(counter) {
                Some(side) => format!("score.{}", key(&sheet.sides[side])),
                None if sheet.counter_of_margin() == Some(counter) => MARGIN.to_owned(),
                None => format!("counter.{}", sheet.counters[counter].key),
            },
            Metric::Bot(bot) => format!("bot.{}", key(&sheet.bots[bot])),
            Metric::Gap(one, other) => format!("gap.{}.{}", key(&sheet.sides[one]), key(&sheet.sides[other])),
        }
    }

    /// The names that [`Metric::read`] knows; of the quantiles the usual ones, and of gaps those of every two sides, each once,
    /// or of more than four sides one alone: nine of them have 36 pairs, which would bury what else there is.
    pub fn names(sheet: &Sheet) -> Vec<String> {
        let win_rates = (0..sheet.sides.len()).map(Metric::WinRate);
        let endings = (0..sheet.endings.len()).map(Metric::Ending);
        let named = |counter: &usize| !sheet.counters[*counter].key.is_empty();
        let counters = (0..sheet.counters.len()).filter(named).map(Metric::Counter);
        let bots = (0..sheet.bots.len()).filter(|_| sheet.bots.len() > 1).map(Metric::Bot);
        let pairs = (0..sheet.sides.len()).flat_map(|one| (one + 1..sheet.sides.len()).map(move |other| (one, other)));
        let most = if sheet.sides.len() > FEW_SIDES { 1 } else { usize::MAX };
        let gaps = pairs.take(most).map(|(one, other)| Metric::Gap(one, other));
        let lengths = [Metric::Turns, Metric::Decisions].into_iter();
        let quantiles = [5, 25, 50, 75, 95].map(Metric::TurnsQuantile);
        win_rates
            .chain([Metric::Nobody])
            .chain(bots)
            .chain(lengths)
            .chain(quantiles)
            .chain(gaps)
            .chain(endings)
            .chain(counters)
            .map(|metric| metric.name(sheet))
            .collect()
    }

    /// Is it told deal by deal, so that two configurations are compared on the same deals?
    pub fn is_paired(self) -> bool {
        matches!(
            self,
            Metric::WinRate(_) | Metric::Ending(_) | Metric::Turns | Metric::Gap(..)
        )
    }

    /// Is it a share of games, or of the seats in them, or a difference of such, written in per cent?
    pub fn is_share(self) -> bool {
        matches!(
            self,
            Metric::WinRate(_) | Metric::Nobody | Metric::Ending(_) | Metric::Bot(_) | Metric::Gap(..)
        )
    }

    /// Between which ends it lies, whatever the bots do.
    pub fn range(self, sheet: &Sheet) -> (f64, f64) {
        match self {
            Metric::Gap(..) => (-1.0, 1.0),
            Metric::WinRate(_) | Metric::Nobody | Metric::Ending(_) | Metric::Bot(_) => (0.0, 1.0),
            Metric::Turns | Metric::TurnsQuantile(_) => (0.0, sheet.turns_max.map_or(f64::INFINITY, f64::from)),
            Metric::Counter(counter) => match sheet.score_range {
                Some((least, most)) if sheet.side_of_score(counter).is_some() => (least.into(), most.into()),
                Some((least, most)) if sheet.counter_of_margin() == Some(counter) => {
                    (0.0, f64::from(most) - f64::from(least))
                }
                _ => (0.0, f64::INFINITY),
            },
            Metric::Decisions => (0.0, f64::INFINITY),
        }
    }

    /// Is it a difference of shares, which may be below 0?
    pub fn is_gap(self) -> bool {
        matches!(self, Metric::Gap(..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_config::games::Counter;
    use balance_config::scenario::Of;

    fn sheet() -> Sheet {
        Sheet {
            sides: vec!["Tribe".to_owned(), "1st player".to_owned()],
            counters: vec![Counter::new("falls", "falls")],
            bots: vec!["careful".to_owned(), "My Bot".to_owned()],
            turn_word: "rounds".to_owned(),
            ..Sheet::default()
        }
        .cut_off("round cap")
    }

    #[test]
    fn every_name_is_read_back() {
        let sheet = sheet();
        let names = Metric::names(&sheet);
        assert_eq!(names.len(), 2 + 1 + 1 + 2 + 2 + 5 + 1 + 1);
        for name in names {
            let metric = Metric::read(&name, &sheet).unwrap_or_else(|| panic!("{name} is read"));
            assert_eq!(metric.name(&sheet), name);
            assert_eq!(Of::metric(&name).is_share(), metric.is_share(), "{name}");
            assert_eq!(Of::metric(&name).is_gap(), metric.is_gap(), "{name}");
        }
    }

    #[test]
    fn scores_are_counted_from_the_least() {
        let mut sheet = sheet();
        assert_eq!(Metric::read("margin", &sheet), None);
        assert_eq!(Metric::read("score.tribe", &sheet), None);
        sheet = sheet.scored(-10..=90);
        sheet.counters.extend(sheet.score_counters());
        assert_eq!(Metric::read("margin", &sheet), Some(Metric::Counter(1)));
        assert_eq!(Metric::read("score.1st player", &sheet), Some(Metric::Counter(3)));
        assert_eq!(Metric::Counter(3).range(&sheet), (-10.0, 90.0));
        assert_eq!(Metric::Counter(1).range(&sheet), (0.0, 100.0));
        for unknown in [
            "counter.score-1", "counter.margin", "margin.mean", "score.elves", "score",
        ] {
            assert_eq!(Metric::read(unknown, &sheet), None, "{unknown}");
        }
        let names = Metric::names(&sheet);
        assert!(names.contains(&"score.tribe".to_owned()) && names.contains(&"margin".to_owned()));
        for name in names {
            assert_eq!(
                Metric::read(&name, &sheet).map(|metric| metric.name(&sheet)),
                Some(name)
            );
        }
    }

    #[test]
    fn a_gap_is_of_two_sides() {
        let mut sheet = sheet();
        assert_eq!(Metric::read("gap.tribe.1st-player", &sheet), Some(Metric::Gap(0, 1)));
        assert_eq!(Metric::read("gap.1st player.Tribe", &sheet), Some(Metric::Gap(1, 0)));
        for unknown in [
            "gap",
            "gap.tribe",
            "gap.tribe.tribe",
            "gap.tribe.nobody",
            "gap.tribe-1st-player",
        ] {
            assert_eq!(Metric::read(unknown, &sheet), None, "{unknown}");
            assert!(!Metric::names(&sheet).contains(&unknown.to_owned()));
        }
        assert!(
            !Of::metric("gap.tribe").is_share(),
            "its gap to what is fair, in a comparison"
        );
        // With a dot in a name.
        sheet.sides.push("St. Elmo".to_owned());
        assert_eq!(Metric::read("gap.tribe.st.-elmo", &sheet), Some(Metric::Gap(0, 2)));
        assert_eq!(Metric::read("gap.st.-elmo.tribe", &sheet), Some(Metric::Gap(2, 0)));
        let gaps = |sheet: &Sheet| {
            Metric::names(sheet)
                .iter()
                .filter(|name| Of::metric(name).is_gap())
                .count()
        };
        assert_eq!(gaps(&sheet), 3);
        sheet.sides.extend(["A".to_owned(), "B".to_owned()]);
        assert_eq!(gaps(&sheet), 1);
    }

    #[test]
    fn a_bot_is_measured_beside_others_alone() {
        let mut sheet = sheet();
        assert_eq!(Metric::read("bot.my-bot", &sheet), Some(Metric::Bot(1)));
        sheet.bots.truncate(1);
        assert_eq!(Metric::read("bot.careful", &sheet), None);
        assert!(!Metric::names(&sheet).iter().any(|name| name.starts_with("bot.")));
    }

    #[test]
    fn names_may_be_written_as_in_tables() {
        let sheet = sheet();
        assert_eq!(Metric::read("win-rate.1st player", &sheet), Some(Metric::WinRate(1)));
        assert_eq!(Metric::read("turns.mean", &sheet), Some(Metric::Turns));
        for unknown in ["turns", "turns.p0", "turns.p100", "win-rate.elves", "length.mean"] {
            assert_eq!(Metric::read(unknown, &sheet), None, "{unknown}");
        }
    }
}
