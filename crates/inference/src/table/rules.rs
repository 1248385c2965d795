//! The rules that a configuration sets, as lines of TOML.

/// Rules as `key = value` lines, dotted.
pub fn lines(prefix: &str, rules: &toml::Table) -> Vec<String> {
    let mut all = Vec::new();
    for (key, value) in rules {
        match value {
            toml::Value::Table(inner) => all.extend(lines(&format!("{prefix}{key}."), inner)),
            other => all.push(format!("{prefix}{key} = {other}")),
        }
    }
    all
}

/// Drops from the lines of every configuration what is the default anyway, by the lines of the defaults, unless another
/// configuration sets that rule otherwise.
pub fn without_defaults<'a>(configurations: impl Iterator<Item = &'a mut Vec<String>>, defaults: &[String]) {
    let key = |line: &String| line.split(" = ").next().unwrap_or_default().to_owned();
    let mut all: Vec<&mut Vec<String>> = configurations.collect();
    let changed = all.iter().flat_map(|lines| lines.iter());
    let changed: Vec<String> = changed.filter(|line| !defaults.contains(line)).map(key).collect();
    for lines in &mut all {
        lines.retain(|line| !defaults.contains(line) || changed.contains(&key(line)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(configurations: [&str; 2]) -> Vec<Vec<String>> {
        let read = |text: &str| lines("", &toml::from_str(text).expect("TOML"));
        let mut all: Vec<Vec<String>> = configurations.into_iter().map(read).collect();
        let defaults = read("players = 4\nend.coins = 7\nfleece = true");
        without_defaults(all.iter_mut(), &defaults);
        all
    }

    #[test]
    fn what_is_the_default_anyway_is_not_set() {
        assert_eq!(left(["players = 4", "fleece = true"]), [[""; 0]; 2]);
        assert_eq!(left(["players = 4\nfleece = false", ""])[0], ["fleece = false"]);
    }

    #[test]
    fn what_others_set_otherwise_is_said_of_all() {
        let [base, other] = &left(["players = 4\nend.coins = 6", "players = 4\nend.coins = 7"])[..] else {
            panic!("two configurations");
        };
        assert_eq!(
            (base, other),
            (&vec!["end.coins = 6".to_owned()], &vec!["end.coins = 7".to_owned()])
        );
    }
}
