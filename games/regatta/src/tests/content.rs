//! The content files: what they hold, how sure we are of it, and how a designer's mistakes are told.

use super::*;
use crate::GAME;
use crate::content::{FAVOR_CARDS, WEDGES, favors, wedges};
use crate::favors::Kind;
use crate::track::{Icon, Way, WedgeGroup};
use balance_engine::Status::{self, Constrained, Own, Published, Reconstructed};
use balance_kit::{Content, Setup};

/// Changes one text of the embedded file and gives what is wrong with it: the place in the file, and the message.
#[track_caller]
fn broken(from: &str, to: &str) -> Vec<(String, String)> {
    assert!(files::WEDGES.contains(from), "{from}");
    let text = files::WEDGES.replacen(from, to, 1);
    let flaws = files::wedges(&text).map(|_| to).expect_err("it is broken");
    let told = |flaw: files::Flaw| (text[flaw.at].to_owned(), flaw.message);
    flaws.into_iter().map(told).collect()
}

#[test]
fn the_embedded_course_is_as_large_as_counted() {
    let wedges = files::wedges(files::WEDGES).expect("it is well formed");
    let course: Vec<_> = wedges.iter().filter(|wedge| wedge.part != WedgeGroup::Line).collect();
    let dots: Vec<_> = course.iter().flat_map(|wedge| &wedge.dots).collect();
    let count = |icon: Icon| dots.iter().filter(|dot| dot.icon == icon).count();
    assert_eq!((course.len(), dots.len()), (28, 352));
    assert_eq!(dots.iter().map(|dot| dot.exits().len()).sum::<usize>(), 478);
    assert_eq!(dots.iter().filter(|dot| dot.exits().len() > 1).count(), 113);
    let icons = [
        Icon::Fish,
        Icon::Favor,
        Icon::Wedge,
        Icon::Boost,
        Icon::Hydra,
        Icon::Charybdis,
        Icon::Scylla,
    ];
    assert_eq!(icons.map(count), [15, 26, 10, 5, 31, 5, 5]);
    assert_eq!(count(Icon::Plain), 255);
    let narrows = wedges.iter().find(|wedge| wedge.id == "N14").expect("the narrows");
    let exits = |at: usize| narrows.dots[at].exits().iter().map(|exit| exit.way).collect::<Vec<_>>();
    assert_eq!(exits(0), [Way::Port(0), Way::Port(1)]);
    assert_eq!(exits(1), [Way::Dot(2), Way::Dot(0)]);
}

#[test]
fn the_embedded_favors_are_36() {
    let favors = files::favors(files::FAVOR_CARDS).expect("they are well formed");
    let of = |kind: Kind| Favor::ALL.iter().filter(move |favor| favor.kind() == kind);
    let cards = |kind: Kind| {
        let all = of(kind).map(|favor| u32::from(favors.counts[*favor as usize]));
        all.sum::<u32>()
    };
    assert_eq!([Kind::Boat, Kind::Lightning, Kind::Trident].map(cards), [18, 10, 8]);
    let found = favors.starters;
    assert_eq!(found, [Demeter, Apollo, Hephaestus, Janus]);
}

#[test]
fn a_broken_wedge_is_told_with_wedge_and_dot() {
    let cases = "
b1+a2 c1+b2 c2+d3 · b1+a9 c1+b2 c2+d3 · a9 · wedge A1: there is no dot a9
b1+a2 c1+b2 · b1+a2 b1+c2 b1+c3 b1+c4 b1+d2 b1+d3 c1+b2 · b1+d3 · wedge A1: dot b1: more than 6 paths lead out of it
b ..F | · b ..X | · X · wedge A1: dot b3: there is no sign `X`
c1+b2 c2+d3 · c2+b1 c2+d3 · c2+b1 · wedge A1: dot c2: the path to b1 does not lead clockwise
c1+b2 c2+d3 · c1+c2 c2+d3 · c1+c2 · wedge A1: dot c1: this path is there twice
c1+b2 c2+d3 · c1~b2 c2+d3 · c1~b2 · wedge A1: `c1~b2` is no path
b2{1:c3,2:b3,3:a3} · b2{1:c3,3:a3} · b2{1:c3,3:a3} · wedge A3: dot b2: exit 2 is missing
b2{1:c3,2:b3,3:a3} · b2{1:c3,2:b3,4:a3} · 4 · wedge A3: dot b2: no exit of it has the number `4`
b2{1:c3,2:b3,3:a3} · b1{1:c3,2:b3,3:a3} · b1{1:c3,2:b3,3:a3} · wedge A3: dot b1: it is no whirlpool
b2{1:c3,2:b3,3:a3} · b2{1:c3,1:b3,3:a3} · 1 · wedge A3: dot b2: exit 1 stands twice
| @c=b1 · | @c=>b · @c=>b · wedge N10: `@c=>b`: a lane is entered on a dot
| @c=b1 · | @c=b7 · b7 · wedge N10: there is no dot b7
";
    for line in cases.trim().lines() {
        let [from, to, place, message] = line.split(" · ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let told = broken(from, to);
        assert_eq!(told[0].0, place, "{told:?}");
        assert_eq!(told[0].1, message);
    }
}

#[test]
fn a_wedge_that_cannot_be_sailed_is_refused() {
    let whole = |from: &str, to: &str| {
        let all = broken(from, to).into_iter().map(|(_, message)| message);
        all.collect::<Vec<_>>()
    };
    // c1 and c2 are passed by on the way from b1, which is entered instead, and nothing leads back to lane c.
    let course = "a .. | b .. | c .. | d ..";
    let narrows = "a . | b .. | c .. | d .. | a1+>b b1+a1 b2+>c c1+b2 c2+>b d1+c2";
    assert_eq!(
        whole(narrows, &format!("{course} | @c=b1")),
        [
            "wedge N14: dot c1: no path leads to it",
            "wedge N14: dot c2: no path leads to it",
            "wedge N14: no path leaves the wedge on lane c",
        ]
    );
    let found = whole(narrows, "a . | b C. | c . | d .");
    assert_eq!(found, ["wedge N14: dot b1: the whirlpool's exits have no numbers"]);
    let found = whole(narrows, "a . | b . | c .");
    assert_eq!(found, ["wedge N14: 4 lanes are needed, here are 3"]);
    assert_eq!(whole(narrows, "a . | b . | c . | ."), ["wedge N14: lane d is missing"]);
    let found = whole(narrows, "a ......... | b . | c . | d .");
    assert_eq!(found, ["wedge N14: lane a has 9 dots"]);
    let found = whole(narrows, "a 0 | b . | c . | d .");
    assert_eq!(found, ["wedge N14: dot a1: 0 is for the Starting Line, and only 0"]);
    let line = "a 0 | b 0 | c 0 | d 0";
    let found = whole(line, "a 0 | b 00 | c 0 | d 0");
    assert_eq!(found, ["wedge SL: the Starting Line has one dot on each lane"]);
    let found = whole(line, "a 0 | b . | c 0 | d 0");
    assert_eq!(found, ["wedge SL: dot b1: 0 is for the Starting Line, and only 0"]);
}

#[test]
fn a_set_has_its_parts() {
    let whole = |from: &str, to: &str| {
        let all = broken(from, to).into_iter().map(|(_, message)| message);
        all.collect::<Vec<_>>()
    };
    assert_eq!(whole("id = \"A2\"", "id = \"A1\""), ["there is a second wedge A1"]);
    assert_eq!(
        broken("name = \"Twin Necks\"", "name = \"Calm Bay\""),
        [(
            "\"Calm Bay\"".to_owned(),
            "the wedges A1 and A2 are both called Calm Bay".to_owned()
        )]
    );
    let found = whole("symbol = \"wave\"", "symbol = \"none\"");
    assert_eq!(found, ["the symbol \"wave\" is on 2 wedges instead of three"]);
    assert_eq!(whole("symbol = \"line\"", "symbol = \"none\"").len(), 2);
    let favors = |from: &str, to: &str| -> Vec<String> {
        let text = files::FAVOR_CARDS.replacen(from, to, 1);
        let flaws = files::favors(&text).expect_err("it is broken");
        flaws.into_iter().map(|flaw| flaw.message).collect()
    };
    assert_eq!(favors("starter = 1\n", ""), ["there are 3 starters instead of four"]);
    let found = favors("starter = 1\n", "starter = 2\n");
    assert_eq!(found, ["Apollo: the starter number 2 is there twice"]);
    let found = favors("effect = \"zeus\"", "effect = \"nike\"");
    assert_eq!(found, ["Nike: this effect is there twice"]);
    let found = favors("name = \"Zeus\"", "name = \"Apollo\"");
    assert_eq!(found, ["the name Apollo stands twice"]);
    let text = files::FAVOR_CARDS.replacen("count = 2\n", "count = 90\n", 1);
    assert_eq!(files::favors(&text).expect_err("too many").len(), 1);
}

#[test]
fn rules_that_clash_are_refused() {
    let clashes = |change: &dyn Fn(&mut Rules)| -> Vec<String> {
        let mut rules = Rules::default();
        change(&mut rules);
        let wedges = files::wedges(files::WEDGES).expect("well formed");
        let favors = files::favors(files::FAVOR_CARDS).expect("well formed");
        let clashes = Regatta::new(rules, wedges, favors).err().unwrap_or_default();
        let all = clashes.into_iter();
        all.map(|clash| clash.at.to_string().replace("rules.", "")).collect()
    };
    assert_eq!(clashes(&|rules| rules.players = 5), ["players"]);
    assert_eq!(clashes(&|rules| rules.fish_at_start = 4), ["fish-at-start"]);
    let found = clashes(&|rules| rules.wedges_per_turn.more_players = 4);
    assert_eq!(found, ["wedges-per-turn"]);
    assert_eq!(clashes(&|rules| rules.favors_per_turn = 5), ["favors-per-turn"]);
    let most = |rules: &mut Rules| {
        rules.players = 2;
        (
            rules.fish_at_start,
            rules.wedges_per_turn.two_players,
            rules.favors_per_turn,
        ) = (3, 3, 4);
    };
    assert!(clashes(&most).is_empty(), "as many as there may be");
}

type Rows = Vec<(String, Status, u32)>;

/// Everything that is said of the game, with these own files by key: part and aspect, status, entries.
fn told(own: &[(&str, String)]) -> Rows {
    let mut setup = Setup::default();
    "random".clone_into(&mut setup.seats.all);
    for (key, text) in own {
        let content = Content {
            file: "own.toml".to_owned(),
            text: text.clone(),
        };
        setup.contents.insert((*key).to_owned(), content);
    }
    let game = (GAME.build)(&setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let rows = game.sheet().provenance.iter();
    rows.map(|row| (row.label(), row.status, row.entries)).collect()
}

/// What is said with a piece of an embedded file replaced, and only what is not said of the embedded one.
#[track_caller]
fn changed(key: &str, from: &str, to: &str) -> Rows {
    let text = if key == "wedges" { WEDGES } else { FAVOR_CARDS };
    assert!(text.contains(from), "{from}");
    let before = told(&[]);
    let mut rows = told(&[(key, text.replacen(from, to, 1))]);
    rows.retain(|row| !before.contains(row));
    rows
}

fn rows(expected: &[(&str, Status, u32)]) -> Rows {
    let row = |(label, status, entries): &(&str, Status, u32)| ((*label).to_owned(), *status, *entries);
    expected.iter().map(row).collect()
}

#[test]
fn each_aspect_of_the_published_game_has_a_mark() {
    let expected = [
        // Four starters of three copies each.
        ("favors (copies)", Reconstructed, 36),
        ("favors (effects)", Reconstructed, 36),
        ("favors (kinds)", Constrained, 12),
        ("favors (kinds)", Reconstructed, 24),
        ("favors (names)", Published, 12),
        ("favors (names)", Reconstructed, 24),
        ("starters (numbers)", Reconstructed, 4),
        ("wedges (dots)", Constrained, 1),
        ("wedges (dots)", Reconstructed, 28),
        ("wedges (icons)", Published, 1),
        ("wedges (icons)", Reconstructed, 28),
        ("wedges (names)", Published, 1),
        ("wedges (names)", Reconstructed, 28),
        ("wedges (parts)", Published, 1),
        ("wedges (parts)", Constrained, 28),
        ("wedges (paths)", Reconstructed, 29),
    ];
    assert_eq!(told(&[]), rows(&expected));
    let copies = [("wedges", WEDGES.to_owned()), ("favors", FAVOR_CARDS.to_owned())];
    assert_eq!(told(&copies), rows(&expected), "a copy is no file of one's own");
}

#[test]
fn what_differs_from_the_embedded_files_is_the_designers_own() {
    let one = |aspect: &str| {
        rows(&[
            (
                &format!("wedges ({aspect})"),
                Reconstructed,
                27 + u32::from(aspect == "paths"),
            ),
            (&format!("wedges ({aspect})"), Own, 1),
        ])
    };
    assert_eq!(changed("wedges", "name = \"Calm Bay\"", "name = \"Bay\""), one("names"));
    assert_eq!(changed("wedges", "b ..F |", "b .F. |"), one("icons"));
    let found = changed("wedges", "b1+a2 c1+b2 c2+d3 d1+c2", "b1+a2 c1+b2 c2+d3");
    assert_eq!(found, one("paths"));
    assert_eq!(changed("wedges", "| @c=b1 b1", "| @c=c1 b1"), one("paths"));
    // Dots are numbered anew, so the paths are others, too.
    let dots = changed("wedges", "course = \"a .. | b ..F", "course = \"a ... | b ..F");
    assert_eq!(dots, [one("dots"), one("paths")].concat());
    // Two trios exchange a wedge; whatever their signs are called.
    let trios = WEDGES
        .replacen("symbol = \"wave\"", "symbol = \"swap\"", 1)
        .replacen("symbol = \"laurel\"", "symbol = \"wave\"", 1)
        .replacen("symbol = \"swap\"", "symbol = \"laurel\"", 1);
    let parts = told(&[("wedges", trios)]).into_iter().filter(|row| row.1 == Own);
    let parts: Rows = parts.collect();
    assert_eq!(parts, rows(&[("wedges (parts)", Own, 6)]));
    let signs = WEDGES.replace("\"wave\"", "\"sun\"");
    assert_eq!(told(&[("wedges", signs)]), told(&[]));

    let name = changed("favors", "name = \"Zeus\"", "name = \"Jove\"");
    assert_eq!(
        name,
        rows(&[("favors (names)", Reconstructed, 22), ("favors (names)", Own, 2)])
    );
    let copies = changed("favors", "effect = \"zeus\"\ncount = 2", "effect = \"zeus\"\ncount = 3");
    let expected = [
        ("favors (copies)", Reconstructed, 34),
        ("favors (copies)", Own, 3),
        ("favors (effects)", Reconstructed, 37),
        ("favors (kinds)", Reconstructed, 25),
        ("favors (names)", Reconstructed, 25),
    ];
    assert_eq!(copies, rows(&expected));
    let starter = changed("favors", "starter = 4", "starter = 5");
    assert_eq!(
        starter,
        rows(&[("starters (numbers)", Reconstructed, 3), ("starters (numbers)", Own, 1)])
    );
}

#[test]
fn own_files_need_no_marks() {
    let bare = |text: &str| {
        let all = text.lines().filter(|line| !line.starts_with("status"));
        all.collect::<Vec<_>>().join("\n")
    };
    assert!(wedges(&bare(WEDGES)).is_ok());
    assert!(favors(&bare(FAVOR_CARDS)).is_ok());
}

/// Keys of these rules that are said to change nothing.
fn idle(written: &str) -> Vec<String> {
    GAME.idle_keys(written, 12)
}

#[test]
fn rules_without_effect_at_a_table_are_said() {
    let both = "wedges-per-turn = { two-players = 1, more-players = 2 }";
    assert_eq!(idle(&format!("players = 2\n{both}")), ["wedges-per-turn.more-players"]);
    assert_eq!(idle(&format!("players = 3\n{both}")), ["wedges-per-turn.two-players"]);
    let again = "stack-empty = \"recycle\"";
    for (players, said) in [(2, false), (3, true)] {
        let none = format!("players = {players}\n{again}\nwedges-per-turn = {{ more-players = 0 }}");
        let told = idle(&none);
        let found = told.contains(&"stack-empty".to_owned());
        assert_eq!(found, said, "{players} players: {told:?}");
    }
    let tridents = "trident-replaceable = false";
    let found = idle(&format!("{tridents}\nfavors-per-turn = 0"));
    assert_eq!(found, ["trident-replaceable"]);
    assert!(idle(&format!("{tridents}\n{again}")).is_empty());
}

/// Of the two numbers of wedges the one for other tables does not count.
#[test]
fn wedges_that_nobody_draws_are_no_dead_rule() {
    let of_rule = |players: u8, two: u8, more: u8| {
        let setup = Setup::default().with_rule("players", players);
        let setup = setup.with_rule("wedges-per-turn.two-players", two);
        let mut setup = setup.with_rule("wedges-per-turn.more-players", more);
        setup.seats.all = "random".to_owned();
        let game = (GAME.build)(&setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let counter = |key| game.sheet().counters.iter().find(|counter| counter.key == key);
        ["wedges-drawn", "wedges-placed", "wedges-ahead"].map(|key| counter(key).expect("a counter").rule)
    };
    for (players, two, more, drawn) in [
        (2, 0, 1, false),
        (2, 1, 0, true),
        (3, 0, 1, true),
        (4, 1, 0, false),
        (4, 0, 0, false),
    ] {
        let found = of_rule(players, two, more);
        assert_eq!(found, [drawn; 3], "{players} players, {two} and {more}");
    }
}
