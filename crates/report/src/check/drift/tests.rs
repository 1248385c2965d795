use super::super::tests::sample;
use super::*;

/// A baseline of another scenario is no change of this one: that is said before how many deals went differently.
#[test]
fn a_baseline_of_another_scenario_is_told_before_the_drift() {
    let each = &mut sample()[1];
    let said = |each: &Checked| drift(each).map(|(said, _)| said).unwrap_or_default();
    assert!(said(each).starts_with("8,000 of 20,480 deals"), "{}", said(each));
    each.made_of = Some("seven".to_owned());
    let of = "the baseline is of another scenario, “seven”";
    assert!(
        said(each).starts_with(&format!("{of}; 8,000 of 20,480 deals")),
        "{}",
        said(each)
    );
    each.inputs_changed.iter_mut().for_each(|changes| {
        changes.push(InputChange {
            key: "rules.players".to_owned(),
            was: Some("7".to_owned()),
            is: Some("5".to_owned()),
        });
    });
    let players = "for 7 players, and this is for 5; 8,000 of";
    assert!(said(each).starts_with(&format!("{of}, {players}")), "{}", said(each));
    let told = cause(each).unwrap_or_default();
    assert!(
        told.starts_with("changed since the baseline: rules.players was 7, is 5; "),
        "{told}"
    );
    each.made_of = None;
    assert!(
        said(each).starts_with(&format!("the baseline is {players}")),
        "{}",
        said(each)
    );
    // A scenario that has another name now, and is the same otherwise, has its own baseline.
    each.made_of = Some("old".to_owned());
    each.inputs_changed = Some(Vec::new());
    assert!(said(each).starts_with("8,000 of"), "{}", said(each));
}

#[test]
fn one_changed_rule_is_told_with_the_game_of_the_rule_as_it_was() {
    let mut all = sample();
    let each = &mut all[1];
    let command = |each: &Checked| drift(each).and_then(|(_, command)| command);
    let plain = "balance replay scenarios/two.toml --game 3";
    assert_eq!(command(each), Some(format!("{plain} --configuration 'players 5'")));
    each.base = true;
    let changes = each.inputs_changed.clone();
    each.inputs_changed.iter_mut().for_each(|changes| changes.truncate(1));
    assert_eq!(
        command(each),
        Some(format!(
            "{plain} --configuration 'players 5' --set end-points.coins=5 --against end-points.coins=5"
        )),
        "beside variants, of the base"
    );
    each.inputs_changed = changes;
    each.only = true;
    assert_eq!(command(each).as_deref(), Some(plain), "two changes");
    let mut changes = each.inputs_changed.take().unwrap_or_default();
    each.inputs_changed = Some(vec![changes.remove(0)]);
    assert_eq!(
        command(each),
        Some(format!("{plain} --set end-points.coins=5 --against end-points.coins=5"))
    );
    let band = InputChange {
        key: "expect.turns.mean".to_owned(),
        was: None,
        is: Some("20 to 30".to_owned()),
    };
    each.inputs_changed
        .iter_mut()
        .for_each(|changes| changes.push(band.clone()));
    assert!(
        command(each).is_some_and(|command| command.ends_with(" --against end-points.coins=5")),
        "a band plays no game"
    );
    each.inputs_changed = Some(changes);
    assert_eq!(command(each).as_deref(), Some(plain), "the tile may be gone");
    each.inputs_changed
        .iter_mut()
        .flatten()
        .for_each(|change| change.is = Some("false".to_owned()));
    let of_tile = "tile.6.hunt=true";
    assert_eq!(
        command(each),
        Some(format!("{plain} --set {of_tile} --against {of_tile}"))
    );
    let change = |is: Option<&str>| InputChange {
        key: "bots.fox.weights.caution".to_owned(),
        was: Some("0.02".to_owned()),
        is: is.map(str::to_owned),
    };
    each.inputs_changed = Some(vec![change(Some("0.03"))]);
    let of_bot = "bots.fox.weights.caution=0.02";
    assert_eq!(
        command(each),
        Some(format!("{plain} --set {of_bot} --against {of_bot}"))
    );
    each.inputs_changed = Some(vec![change(None)]);
    assert_eq!(command(each).as_deref(), Some(plain), "its bot may be gone");
}

/// Bands may take more games than the baseline has.
#[test]
fn what_the_bands_took_beyond_the_baseline_is_said() {
    let mut all = sample();
    let said = |each: &Checked| drift(each).map_or_else(String::new, |(said, _)| said);
    assert!(!said(&all[1]).contains("bands"));
    all[1].stored = Some(5_000);
    all[1].rows[0].deals = 5_000;
    all[1].rows[1].deals = 5_000;
    all[1].band_deals = 20_480;
    assert!(
        said(&all[1]).ends_with("game 3; its bands took 20,480 deals"),
        "{}",
        said(&all[1])
    );
    all[1].first_changed = None;
    assert_eq!(
        said(&all[1]),
        "every one of the 5,000 deals of the baseline went as it did; its bands took 20,480 deals"
    );
    (all[0].stored, all[0].games) = (Some(17_408), 2_048);
    all[0].rows[0].deals = 2_048;
    assert_eq!(
        said(&all[0]),
        "all 2,048 deals played, of 17,408, went as in the baseline; more were not needed"
    );
    (all[0].rows[0].deals, all[0].interrupted) = (1, true);
    assert_eq!(said(&all[0]), "the one deal played, of 17,408, went as in the baseline");
}

/// A band that has changed is told as one that is missed is.
#[test]
fn a_band_is_told_in_the_unit_of_its_metric() {
    let mean = |value| band("turns.mean", value);
    assert_eq!(
        ["-inf to 40", "5 to inf", "5 to 40", "to"].map(mean),
        ["at most 40.00", "at least 5.00", "5.00 to 40.00", "to"]
    );
    let share = |value| band("win-rate.nobody", value);
    assert_eq!(
        ["-inf to 0.28", "0.125 to 0.2875", "0.3 to inf"].map(share),
        ["at most 28.0%", "12.50 to 28.75%", "at least 30.0%"]
    );
}

/// A value of a list is set by its place, and a word stands without quotes.
#[test]
fn one_changed_part_of_content_is_told_with_the_game_as_it_was() {
    let mut all = sample();
    let each = &mut all[1];
    (each.only, each.base, each.game) = (true, true, "niagara".to_owned());
    let mut told = |key: &str, was: &str, is: &str| {
        let change = InputChange {
            key: key.to_owned(),
            was: Some(was.to_owned()),
            is: Some(is.to_owned()),
        };
        each.inputs_changed = Some(vec![change]);
        before(each)
    };
    let weather = told("board: weather", "[-1, 0, 1, 2]", "[-1, 0, 1, 1]");
    assert_eq!(weather.as_deref(), Some("weather.4=2"));
    let space = told("board: trunk", "[\"\", \"violet\"]", "[\"\", \"clear\"]");
    assert_eq!(space.as_deref(), Some("space.2=violet"));
    for is in ["[-1, 0, 1]", "[-1, 0, 3, 1]"] {
        assert_eq!(told("board: weather", "[-1, 0, 1, 2]", is), None);
    }
    assert_eq!(told("board: no-list", "[1, 2]", "[1, 3]"), None, "no entry");
    let list = told("rules.phases", "[\"1 kelp\", \"1 coin\"]", "[\"2 kelp\"]");
    assert_eq!(list.as_deref(), Some("phases=[\"1 kelp\", \"1 coin\"]"));
    let word = told("rules.win-check", "\"after-all\"", "\"at-once\"");
    assert_eq!(word.as_deref(), Some("win-check=after-all"));
    assert_eq!(told("seats", "", "1 fox"), None);
    // A file that is named now is what says otherwise.
    told("board: weather", "[-1, 0, 1, 2]", "[-1, 0, 1, 1]");
    let named = InputChange {
        key: "rules.board".to_owned(),
        was: Some("\"standard\"".to_owned()),
        is: Some("\"own/board.toml\"".to_owned()),
    };
    each.inputs_changed
        .iter_mut()
        .for_each(|changes| changes.push(named.clone()));
    assert_eq!(before(each).as_deref(), Some("weather.4=2"));
}

/// Which of the rotations went otherwise is not stored: one is looked for where both games can be played.
#[test]
fn rotations_are_left_to_the_replay_where_it_can_tell() {
    let mut all = sample();
    let each = &mut all[1];
    (each.only, each.base, each.rotations) = (true, true, 4);
    let told = |each: &Checked| {
        let (said, command) = drift(each).expect("a baseline");
        (said, command.expect("a command"))
    };
    let (said, command) = told(each);
    assert!(
        said.contains("look at --rotation 0 to 3") && command.ends_with("--game 3 --rotation 0"),
        "{said}"
    );
    each.inputs_changed.iter_mut().for_each(|changes| changes.truncate(1));
    let (said, command) = told(each);
    assert!(
        !said.contains("--rotation") && !command.contains("--rotation"),
        "{command}"
    );
    each.games = 0;
    assert_eq!(drift(each), None, "nothing was played");
}

#[test]
fn the_cause_is_told_of_what_goes_otherwise() {
    let mut all = sample();
    assert_eq!(cause(&all[0]), None);
    assert_eq!(
        cause(&all[1]).as_deref(),
        Some(
            "changed since the baseline: rules.end-points.coins was 5, is 4; tiles: tile 6 hunt was true, is not there"
        )
    );
    all[1].inputs_changed = Some(Vec::new());
    assert!(cause(&all[1]).is_some_and(|told| told.ends_with("the program itself plays differently")));
    all[1].made_by = Some("0.0.9".to_owned());
    let versions = format!(" 0.0.9, and this is {})", env!("CARGO_PKG_VERSION"));
    assert!(cause(&all[1]).is_some_and(|told| told.ends_with(&versions)));
    let one = InputChange {
        key: "seats".to_owned(),
        was: None,
        is: None,
    };
    all[1].inputs_changed = Some(vec![one.clone(); 10]);
    assert!(cause(&all[1]).is_some_and(|told| told.ends_with("; and 2 more")));
    all[1].inputs_changed = Some(vec![one.clone(); 9]);
    assert!(
        cause(&all[1]).is_some_and(|told| !told.contains("more")),
        "one takes no more room"
    );
    // What decides the game is not what is left out.
    let of = |key: &str| InputChange {
        key: key.to_owned(),
        ..one.clone()
    };
    let mut changes = vec![of("bots.fox.kind"); 9];
    changes.push(of("rules.swap"));
    all[1].inputs_changed = Some(changes);
    assert!(
        cause(&all[1]).is_some_and(|told| told.starts_with("changed since the baseline: rules.swap was")),
        "{:?}",
        cause(&all[1])
    );
}
