//! How sure we are of the content: by aspect, and against a designer's own files.

use crate::content::{FAVOR_CARDS, WEDGES, favors, wedges};
use crate::description::GAME;
use balance_engine::Status::{self, Constrained, Own, Published, Reconstructed};
use balance_kit::{Content, Setup};

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
