//! Two configurations of one game whose games are held against each other deal by deal, for `replay --against` and `why`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Failure;
use super::options::{Changes, Quiet};
use super::prepare::{Prepared, called, joined, listed, meant, prepare, there_are};
use super::progress::{Meter, Total};
use balance_config::games::{self, AnyGame};
use balance_config::scenario::{Configuration, Overrides};
use balance_config::shell_quote::{self, quoted};
use balance_experiments::why::{DivergenceStudy, WhyPlan};
use balance_inference::table::{self, Parted};
use balance_simulation::experiment::{Halt, Subject, conduct};

/// Two configurations, of one scenario or of two.
pub struct Both {
    one: Arc<Prepared>,
    /// The second scenario, where there are two.
    other: Option<Prepared>,
    at: [usize; 2],
}

impl Both {
    /// Configuration `at` of `one` and the one that `against` names: a configuration of `one`, or the file of another
    /// scenario, after which, and a colon, one of its configurations may be named.
    pub fn named(one: Prepared, at: usize, against: &str, overrides: &Overrides) -> Result<Self, Failure> {
        let names = names(&one);
        if let Some(found) = names.iter().position(|name| name == against) {
            return Both::of_one(one, [at, found]);
        }
        let (file, like) = match against.rsplit_once(".toml:") {
            Some((file, like)) if !Path::new(against).exists() => (format!("{file}.toml"), Some(like)),
            _ => (against.to_owned(), None),
        };
        let path = Path::new(&file);
        if path.extension().is_some_and(|end| end == "toml") || path.exists() {
            let other = prepare(path, overrides)?;
            return Both::of_two(one, at, other, like);
        }
        Err(Failure::Input(format!(
            "“{against}” is no configuration of {} and no file; {}",
            one.scenario.path.display(),
            meant(against, &names)
        )))
    }

    /// Two configurations of one scenario.
    pub fn of_one(one: Prepared, at: [usize; 2]) -> Result<Self, Failure> {
        if at[0] == at[1] {
            let name = &one.scenario.configurations[at[0]].name;
            return Err(Failure::Input(format!(
                "“{name}” would be held against itself; name two configurations of {}",
                listed(&names(&one))
            )));
        }
        let one = Arc::new(one);
        Both { one, other: None, at }.checked()
    }

    /// Configuration `at` of a scenario and its `like` of another: the one of this name, or else of the same, or the only one.
    pub fn of_two(one: Prepared, at: usize, other: Prepared, like: Option<&str>) -> Result<Self, Failure> {
        if one.scenario.game != other.scenario.game {
            return Err(Failure::Input(format!(
                "{} is about {}, {} about {}; only scenarios of the same game can be held against each other",
                one.scenario.path.display(),
                one.info.title,
                other.scenario.path.display(),
                other.info.title
            )));
        }
        let name = like.unwrap_or(&one.scenario.configurations[at].name);
        let like = match names(&other).iter().position(|each| each == name) {
            Some(found) => found,
            None if other.games.len() == 1 && like.is_none() => 0,
            None => {
                let file = other.scenario.path.display();
                return Err(Failure::Input(format!(
                    "{file} has no configuration “{name}”; {}; {file}:NAME is that of this name",
                    there_are(&names(&other))
                )));
            }
        };
        let both = Both {
            one: Arc::new(one),
            other: Some(other),
            at: [at, like],
        };
        both.checked()
    }

    fn checked(self) -> Result<Self, Failure> {
        let names = self.names();
        let [a, b] = self.games().map(AnyGame::sheet);
        if a.players != b.players {
            return Err(Failure::Input(format!(
                "“{}” is for {} players, “{}” for {}; only games of as many players can be held against each other",
                names[0], a.players, names[1], b.players
            )));
        }
        let rotations = self.configurations().map(|each| each.setup.seats.rotations());
        if rotations[0] != rotations[1] {
            return Err(Failure::Input(format!(
                "“{}” and “{}” rotate different numbers of bots: name as many in `seats.rotate` of both",
                names[0], names[1]
            )));
        }
        if a.sides != b.sides {
            return Err(Failure::Input(format!(
                "“{}” and “{}” have different sides: {}, and {}",
                names[0],
                names[1],
                a.sides.join(", "),
                b.sides.join(", ")
            )));
        }
        Ok(self)
    }

    /// The first scenario, whose seed counts.
    pub fn one(&self) -> &Arc<Prepared> {
        &self.one
    }

    /// Both games built once more.
    pub fn built(&self) -> Result<[Box<dyn AnyGame>; 2], Failure> {
        let [one, other] = self.configurations();
        let path = self.one.scenario.path.display();
        let build = |of: &Configuration| (self.one.info.build)(&of.setup).map_err(|faults| joined(&path, faults));
        Ok([build(one)?, build(other)?])
    }

    fn scenarios(&self) -> [&Prepared; 2] {
        [&self.one, self.other.as_ref().unwrap_or(&self.one)]
    }

    pub fn configurations(&self) -> [&Configuration; 2] {
        let [one, other] = self.scenarios();
        [
            &one.scenario.configurations[self.at[0]],
            &other.scenario.configurations[self.at[1]],
        ]
    }

    /// Both games.
    pub fn games(&self) -> [&dyn AnyGame; 2] {
        let [one, other] = self.scenarios();
        [&*one.games[self.at[0]], &*other.games[self.at[1]]]
    }

    /// Times each deal is played, the bots shifted.
    pub fn rotations(&self) -> usize {
        self.configurations()[0].setup.seats.rotations()
    }

    /// What the two are called: as configurations of one scenario, or as scenarios.
    pub fn names(&self) -> [String; 2] {
        let configurations = self.configurations().map(|each| each.name.clone());
        let Some(other) = &self.other else {
            return configurations;
        };
        let scenarios = [&self.one.scenario.name, &other.scenario.name].map(Clone::clone);
        let files = [&self.one, other].map(|each| table::for_display(&each.scenario.path).display().to_string());
        let names = if scenarios[0] != scenarios[1] {
            scenarios
        } else if files[0] != files[1] {
            files
        } else {
            ["A", "B"].map(str::to_owned)
        };
        // By the name of the scenario its base is meant.
        let of = |at: usize| {
            let (name, configuration) = (&names[at], &configurations[at]);
            if self.at[at] > 0 {
                format!("{name} · {configuration}")
            } else {
                name.clone()
            }
        };
        [of(0), of(1)]
    }

    /// What each of the two is, in words.
    pub fn described(&self) -> [String; 2] {
        if let Some(second) = &self.other {
            return [&self.one, second].map(|each| format!("the file {}", each.scenario.path.display()));
        }
        self.configurations().map(|each| match &each.variant {
            None => "the scenario as it is now".to_owned(),
            Some(_) => "a variant of it".to_owned(),
        })
    }

    /// The command that tells one game of both, up to its number, with their files as `named`.
    pub fn command(&self, changes: &Changes, named: fn(&Path) -> PathBuf) -> String {
        let scenario = &self.one.scenario;
        let named = |path: &Path| named(path).display().to_string();
        let mut words = vec![
            format!("{} replay", games::program()),
            shell_quote::file(named(&scenario.path)),
            format!("--seed {}", scenario.seed),
        ];
        words.extend(changes.set.iter().map(|set| format!("--set {}", quoted(set))));
        let [one, other] = self.configurations();
        if self.at[0] > 0 {
            words.push(format!("--configuration {}", quoted(&one.name)));
        }
        let against = match &self.other {
            Some(other) => shell_quote::file(named(&other.scenario.path)),
            None => quoted(&other.name),
        };
        words.push(format!("--against {against}"));
        words.join(" ")
    }
}

/// The index of the variant to be held against its base: the one that is named, or the only one.
pub fn variant(one: &Prepared, wanted: Option<&str>) -> Result<[usize; 2], Failure> {
    let path = one.scenario.path.display();
    let all = &one.scenario.configurations;
    let variants: Vec<usize> = (0..all.len()).filter(|at| all[*at].variant.is_some()).collect();
    let at = match (wanted, &variants[..]) {
        (Some(_), _) => one.configuration(wanted)?,
        (None, []) => {
            return Err(Failure::Input(format!(
                "{path} has no [[variant]]; try a change of one rule with --set KEY=VALUE, or name a second scenario"
            )));
        }
        (None, [only]) => *only,
        (None, several) => {
            let names: Vec<String> = several.iter().map(|at| all[*at].name.clone()).collect();
            return Err(Failure::Input(format!(
                "{path} has several variants; name one with --variant NAME: {}",
                listed(&names)
            )));
        }
    };
    let base = one.scenario.base_of(&all[at]);
    let base = base.and_then(|base| all.iter().position(|each| each.name == base.name));
    match base {
        Some(base) if base != at => Ok([base, at]),
        _ => Err(Failure::Input(format!(
            "“{}” is no variant; {}",
            all[at].name,
            there_are(&variants.iter().map(|at| all[*at].name.clone()).collect::<Vec<_>>())
        ))),
    }
}

fn names(one: &Prepared) -> Vec<String> {
    let all = one.scenario.configurations.iter();
    all.map(|each| each.name.clone()).collect()
}

/// With more comparisons than this a run looks into none.
const MOST: usize = 12;

/// Where the games part of every comparison that can be held against each other deal by deal; none once `stop` is set. The
/// same for whatever ended the run, any number of threads, and shards put together.
pub fn partings(one: &Prepared, references: &[Option<usize>], stop: &AtomicBool, quiet: Quiet) -> Option<Vec<Parted>> {
    let all = &one.scenario.configurations;
    let compared = references.iter().enumerate();
    let compared: Vec<(usize, usize)> = compared.filter_map(|(at, of)| Some(((*of)?, at))).collect();
    if compared.len() > MOST {
        return Some(Vec::new());
    }
    let mut found = Vec::new();
    for (reference, at) in compared {
        let games = [&*one.games[reference], &*one.games[at]];
        let rotations = [reference, at].map(|at| all[at].setup.seats.rotations());
        let [a, b] = games.map(AnyGame::sheet);
        let plan = WhyPlan::beside(one.scenario.seed, one.scenario.games, rotations[0]);
        let Some(plan) = plan.filter(|_| a.players == b.players && a.sides == b.sides && rotations[0] == rotations[1])
        else {
            continue;
        };
        let name = format!("{}: where the games of “{}” part", one.scenario.name, all[at].name);
        let study = DivergenceStudy { games, plan };
        let meter = Meter::new(&name, Total::About(study.total()), quiet).keeping();
        let late = |_: &Subject| called(&one.scenario, &format!("“{}”", all[at].name));
        match meter.over(late, || conduct(&study, meter.runner(stop))) {
            Ok(answer) => {
                let [one, other] = [reference, at].map(|at| &all[at]);
                found.push(Parted::new(
                    [&one.name, &other.name],
                    [&one.setup, &other.setup],
                    answer,
                ));
            }
            // The games of the run itself are whole.
            Err(Halt::Broken(broken)) => super::remark(&format!(
                "{}: where the games of “{}” part is left out, for one of them broke: {broken}\n",
                one.scenario.name, all[at].name
            )),
            Err(_) => return None,
        }
    }
    Some(found)
}
