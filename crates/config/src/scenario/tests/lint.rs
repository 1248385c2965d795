//! Warnings about what has no effect, and help that would have been wrong.

use super::pond::POND;
use super::{Memory, Overrides, Problems, Scenario, load, load_with, read, shown};
use crate::games::GameInfo;
use schemars::json_schema;
use std::path::{Path, PathBuf};

fn warned(scenario: Result<Scenario, Problems>) -> Vec<String> {
    let warnings = scenario.expect("a sound scenario").warnings.into_iter();
    warnings.map(|warning| warning.message).collect()
}

fn warnings(text: &str) -> Vec<String> {
    warned(load(&[("a.toml", text)]))
}

#[test]
fn what_is_out_of_reach_at_several_tables_is_told_once() {
    let warned = |text: &str| warned(super::entries::load(&[("a.toml", text)]));
    let of = |players: &str| {
        format!(
            "game = \"riverbed\"\n[rules]\nplayers = 7\nend-points.coins = 60\n[matrix]\n\"rules.players\" = [{players}]\n"
        )
    };
    let told = "the tiles in play carry 9 coins, and 60 are to end the game: no game can end that way";
    assert_eq!(warned(&of("5")), [told]);
    assert_eq!(
        warned(&of("5, 7, 8")),
        [format!("{told}, in 3 of 3 configurations, such as \"players 5\"")]
    );
    let variants = "game = \"riverbed\"\n[rules]\nplayers = 5\n[[variant]]\nname = \"v\"\nrules.end-points.coins = 60\n\
                    [[variant]]\nname = \"w\"\nrules = { hand-limit = 2 }\n";
    assert_eq!(warned(variants), [told]);
}

/// Bands that look alike are told apart by their metrics.
#[test]
fn shares_that_add_up_to_too_much_are_named() {
    let text = "game = \"riverbed\"\n[rules]\nplayers = 5\n[expect]\n\"ending.kelp\" = { from = \"60%\" }\n\
                \"ending.logs\" = { from = \"60%\" }\n";
    let told = "the least shares wished of endings add up to 120%: 60% of `ending.kelp`, 60% of `ending.logs`";
    assert_eq!(warned(super::entries::load(&[("a.toml", text)])), [told]);
    // Where several may win together their shares may add up to more.
    let shared = "game = \"niagara\"\n[rules]\nplayers = 3\n[expect]\n\"win-rate.1st-player\" = { from = \"36%\" }\n\
                  \"win-rate.2nd-player\" = { from = \"36%\" }\n\"win-rate.3rd-player\" = { from = \"36%\" }\n";
    assert_eq!(warned(super::entries::load(&[("a.toml", shared)])), [""; 0]);
}

#[test]
fn variants_that_are_their_base_are_told() {
    let with = |coins: u8, cells: &str| {
        format!(
            "game = \"pond\"\n[rules]\nend-points.coins = 6\n[[variant]]\nname = \"same\"\nrules = {{ end-points.coins = {coins} }}\n{cells}"
        )
    };
    assert_eq!(warnings(&with(6, "")), ["the variant \"same\" is the same as its base"]);
    assert_eq!(warnings(&with(5, "")), [""; 0]);
    // Where nothing is written it is 7.
    let text = "game = \"pond\"\n[[variant]]\nname = \"same\"\nrules = { end-points.coins = 7 }\n";
    assert_eq!(warnings(text), ["the variant \"same\" is the same as its base"]);
    let cells = "[matrix]\n\"rules.players\" = [4, 5]\n";
    assert_eq!(
        warnings(&with(6, cells)),
        ["the variant \"same\" is the same as its base"]
    );
    // A cell of the matrix counts for more than the variant.
    let cells = "[matrix]\n\"rules.end-points.coins\" = [5, 6]\n";
    assert_eq!(
        warnings(&with(5, cells)),
        ["the variant \"same\" is the same as its base"]
    );
}

#[test]
fn variants_that_are_another_are_told() {
    let two = |coins: u8| {
        let variant = |name: &str, coins: u8| {
            format!("[[variant]]\nname = \"{name}\"\nrules = {{ end-points.coins = {coins} }}\n")
        };
        format!("game = \"pond\"\n{}{}", variant("one", 5), variant("two", coins))
    };
    assert_eq!(warnings(&two(5)), ["the variant \"two\" is the same as \"one\""]);
    assert_eq!(warnings(&two(4)), [""; 0]);
}

#[test]
fn bands_without_width_are_told() {
    let text =
        "game = \"pond\"\n[expect]\n\"turns.mean\" = { from = 3, to = 3 }\n\"turns.p50\" = { from = 3, to = 3 }\n";
    assert_eq!(warnings(text), ["the band of `turns.mean` has no width"]);
}

#[test]
fn what_cannot_all_be_is_told() {
    let with = |bands: &str| warnings(&format!("game = \"pond\"\n[expect]\n{bands}"));
    let bands = "\"win-rate.frogs\" = { from = \"70%\" }\n\"win-rate.toads\" = { from = \"60%\" }\n";
    assert_eq!(
        with(bands),
        ["the least shares wished of sides add up to 130%: 70% of `win-rate.frogs`, 60% of `win-rate.toads`"]
    );
    let bands = bands.replace("win-rate", "ending").replace("60%", "30%");
    assert_eq!(with(&bands), [""; 0]);
    // Two bands of one side are no two sides.
    let bands = "\"win-rate.frogs\" = [{ from = \"60%\" }, { from = \"50%\" }]\n";
    assert_eq!(with(bands), [""; 0]);
    let bands = format!("{bands}\"win-rate.toads\" = {{ from = \"45%\" }}\n");
    let named = "60% of `win-rate.frogs`, 45% of `win-rate.toads`";
    assert_eq!(
        with(&bands),
        [format!("the least shares wished of sides add up to 105%: {named}")]
    );
}

#[test]
fn bands_that_hold_nothing_or_all_alone_are_told() {
    let with = |bands: &str| warnings(&format!("game = \"pond\"\n[expect]\n{bands}"));
    let none = "\"ending.frogs\" = { to = \"0%\" }\n";
    assert_eq!(with(none), ["the band of `ending.frogs` holds 0% alone"]);
    let all = "\"win-rate.frogs\" = { from = \"100%\" }\n";
    assert_eq!(with(all), ["the band of `win-rate.frogs` holds 100% alone"]);
    let open = "\"win-rate.frogs\" = { from = \"0%\", to = \"1%\" }\n\"turns.mean\" = { from = 1 }\n";
    assert_eq!(with(open), [""; 0]);
}

#[test]
fn help_leads_to_what_was_meant() {
    for (text, wanted, unwanted) in [
        (
            "game = \"pond\"\nmargin = 1\n",
            "write \"1%\" if per cent are meant",
            "quotes",
        ),
        (
            "game = \"pond\"\nseats.1 = \"c\"\n[bots.heuristic]\nkind = \"random\"\n",
            "take one of \"heuristic\", \"random\",",
            "\"scripted\", \"heuristic\"",
        ),
        (
            "game = \"pond\"\n[rules]\nplayers = \"+9\"\n",
            "\"+9\" comes to 13 here\n",
            "quotes",
        ),
        (
            "game = \"pond\"\n[[variant]]\nname = \"x\"\nrain = 0.5\n",
            "`rain` is a rule: write `rules.rain`",
            "did you mean",
        ),
    ] {
        let said = shown(&[("a.toml", text)]);
        assert!(said.contains(wanted) && !said.contains(unwanted), "{said}");
    }
}

#[test]
fn seats_are_those_of_a_table() {
    let with =
        |players: &str| format!("game = \"pond\"\n[seats]\n5 = \"random\"\n[matrix]\n\"rules.players\" = {players}\n");
    assert!(shown(&[("a.toml", &with("[3, 4]"))]).contains("there is no seat 5 with"));
    assert_eq!(shown(&[("a.toml", &with("[4, 5]"))]), "no problem");
}

/// Whatever is to be shown stands on one line and steers no terminal.
#[test]
fn names_can_be_shown() {
    for text in [
        "game = \"pond\"\ntitle = \"a\\u001b[31m\"\n",
        "game = \"pond\"\ntitle = \"a\\u202eb\"\n",
        "game = \"pond\"\n[[variant]]\nname = \"a\\u0007\"\nrules = { players = 5 }\n",
    ] {
        let said = shown(&[("a.toml", text)]);
        assert!(said.contains("contains a character that cannot be shown"), "{said}");
    }
    let said = shown(&[("a.toml", "game = \"pond\"\n[bots.\"a\\u001b\"]\nkind = \"random\"\n")]);
    assert!(said.contains("a bot cannot be called \"a\\u{1b}\""), "{said}");
    let said = shown(&[("...toml", "game = \"pond\"\n")]);
    assert!(said.contains("a scenario cannot be called \"..\""), "{said}");
}

/// Messages quote what stands in a file, and steer no terminal either.
#[test]
fn quotes_can_be_shown() {
    let said = shown(&[("a.toml", "game = \"pond\"\n[rules]\nrain = \u{202e}x\u{7f}\n")]);
    assert!(
        !said.contains(['\u{202e}', '\u{7f}']) && said.contains('\u{fffd}'),
        "{said}"
    );
}

/// A bot whose table lacks something is there, all the same.
#[test]
fn a_bot_of_which_a_key_is_missing_is_not_called_unknown() {
    let text = "game = \"pond\"\nseats.all = \"x\"\n[bots.x]\nkind = \"scripted\"\n";
    let said = shown(&[("a.toml", text)]);
    assert!(
        said.contains("`script` is missing in [bots.x]") && !said.contains("no kind of bot"),
        "{said}"
    );
}

/// What is extended keeps its seats, whoever sits at all others.
#[test]
fn seats_that_are_kept_from_what_is_extended_are_told() {
    let under = "game = \"pond\"\n[seats]\nall = \"random\"\ntoad = \"bold\"\nheron-keeper = \"random\"\n[bots.bold]\nkind = \"random\"\n";
    let over = |seats: &str| {
        let over = format!("extends = \"under.toml\"\n[seats]\n{seats}\n");
        warned(load(&[("a.toml", &over), ("under.toml", under)]))
    };
    assert_eq!(
        over("all = \"bold\""),
        ["`all` leaves what the scenario that this extends says of seats: toad = \"bold\", heron-keeper = \"random\""]
    );
    assert_eq!(
        over("all = \"bold\"\ntoad = \"random\"\nheron-keeper = \"bold\""),
        [""; 0]
    );
    assert_eq!(over("rotate = [\"bold\", \"random\"]"), [""; 0]);
    let variant = format!(
        "game = \"pond\"\n{}[[variant]]\nname = \"wild\"\nseats.all = \"bold\"\n",
        &under[14..]
    );
    assert_eq!(
        warnings(&variant),
        ["`all` leaves what the base says of seats: toad = \"bold\", heron-keeper = \"random\""]
    );
}

/// So does the scenario where the command line, or a matrix of what extends it, seats one bot at all others.
#[test]
fn seats_that_a_matrix_leaves_are_told() {
    let under = "game = \"pond\"\n[seats]\ntoad = \"bold\"\n[bots.bold]\nkind = \"random\"\n";
    let told = |scenario: Scenario| -> Vec<(String, Option<String>)> {
        let warnings = scenario.warnings.into_iter();
        warnings.map(|warning| (warning.message, warning.help)).collect()
    };
    let set = |set: &str| {
        let overrides = Overrides {
            set: vec![set.to_owned()],
            ..Overrides::default()
        };
        told(load_with(&[("a.toml", under)], &overrides).expect("a sound scenario"))
    };
    let help = |help: &str| Some(help.to_owned());
    let message = "`seats.all` leaves what the scenario says of seats: toad = \"bold\"".to_owned();
    let below = help("name them below [seats], too, each with the bot that is to sit there");
    assert_eq!(set("seats.all=random"), [(message.clone(), below.clone())]);
    assert_eq!(set("seats.all=random,bold"), [(message, below.clone())]);
    assert_eq!(set("rules.players=5"), []);
    let over = |seats: &str| {
        let over = format!("extends = \"under.toml\"\n{seats}[matrix]\n\"seats.all\" = [\"random\", \"bold\"]\n");
        told(load(&[("a.toml", &over), ("under.toml", under)]).expect("a sound scenario"))
    };
    let message = "`seats.all` leaves what the scenario that this extends says of seats: toad = \"bold\"".to_owned();
    assert_eq!(over(""), [(message, below)]);
    for said in ["[seats]\ntoad = \"bold\"\n", "[seats]\nrotate = [\"bold\"]\n"] {
        assert_eq!(over(said), [], "{said}");
    }
}

/// Bots that rotate leave the table where a seat is named: of all others nothing is said then.
#[test]
fn seats_in_place_of_a_rotation_are_told() {
    let under = "game = \"pond\"\n[seats]\nrotate = [\"bold\", \"random\"]\n[bots.bold]\nkind = \"random\"\n";
    let over = |seats: &str| {
        let over = format!("extends = \"under.toml\"\n[seats]\n{seats}\n");
        warned(load(&[("a.toml", &over), ("under.toml", under)]))
    };
    let told = "`toad` takes the place of the `rotate` of the scenario that this extends";
    assert_eq!(over("toad = \"bold\""), [told]);
    assert_eq!(over("all = \"random\"\ntoad = \"bold\""), [""; 0]);
    assert_eq!(over("rotate = [\"random\", \"bold\"]"), [""; 0]);
    let variant = format!("{under}[[variant]]\nname = \"wild\"\nseats.toad = \"bold\"\n");
    assert_eq!(
        warnings(&variant),
        ["`toad` takes the place of the `rotate` of the base"]
    );
}

#[test]
fn bots_that_sit_nowhere_are_told_in_one_line() {
    let bot = |name: &str| format!("[bots.{name}]\nkind = \"random\"\n");
    let with = |names: &[&str]| {
        warnings(&format!(
            "game = \"pond\"\n{}",
            names.iter().map(|name| bot(name)).collect::<String>()
        ))
    };
    assert_eq!(with(&["a"]), ["the bot `a` sits nowhere"]);
    assert_eq!(with(&["a", "b"]), ["the bots `a` and `b` sit nowhere"]);
    assert_eq!(with(&["a", "b", "c"]), ["the bots `a`, `b` and `c` sit nowhere"]);
}

/// Pond after `frogs` was renamed.
const RENAMED: GameInfo = GameInfo {
    rules_schema: || {
        json_schema!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "frogs": { "type": "integer", "deprecated": true, "x-instead": "end-points.frogs" },
                "end-points": { "$ref": "#/$defs/Ends" },
            },
            "$defs": { "Ends": {
                "type": "object",
                "additionalProperties": false,
                "properties": { "frogs": { "type": "integer" }, "toads": { "type": "integer", "deprecated": true } },
            } },
        })
    },
    content: &[],
    check: |_| Vec::new(),
    ..POND
};

#[test]
fn an_outdated_key_is_told_and_still_works() {
    let text = "game = \"pond\"\n[rules]\nfrogs = 3\nend-points.frogs = 4\nend-points.toads = 1\n[[variant]]\nname = \"more\"\nrules = { frogs = 5 }\n";
    let files = Memory([(PathBuf::from("a.toml"), text.to_owned())].into());
    let scenario = read::read(&files, Path::new("a.toml"), &[RENAMED], &Overrides::default()).expect("it still works");
    let set = |index: usize| scenario.configurations[index].setup.rules["frogs"].as_integer();
    assert_eq!((set(0), set(1)), (Some(3), Some(5)));
    let warned = scenario.warned().expect("three warnings").to_string();
    let told = "`frogs` is outdated, and will be gone in a later version";
    assert_eq!(warned.matches(told).count(), 2, "base and variant: {warned}");
    assert_eq!(warned.matches("write `end-points.frogs`").count(), 2, "{warned}");
    assert!(warned.contains("`toads` is outdated"), "{warned}");
    assert_eq!(warned.matches("is outdated").count(), 3, "{warned}");
}
