use super::*;
use crate::tables::cell::{count, essential, figure, number, text, word};

fn shown(id: &'static str, heads: Vec<TableHead>, rows: Vec<Vec<TableCell>>) -> Shown {
    Shown {
        id,
        title: "Title".to_owned(),
        note: String::new(),
        heads,
        rows,
    }
}

fn printed(shown: &Shown, width: usize) -> String {
    let mut out = String::new();
    table(&mut out, shown, width);
    anstream::adapter::strip_str(&out).to_string()
}

/// Where games part is not cut, however long it is: every word stands there, in the column it belongs to.
#[test]
fn long_places_are_told_in_whole() {
    let place = "both end: several sets at once / different colours";
    let heads = vec![word(""), word("where"), figure("games", "")];
    let rows = vec![
        vec![text("A"), text(place), count(12)],
        vec![text("B"), text("nowhere"), count(1)],
    ];
    let mut shown = shown("places", heads, rows);
    let expected = "
Title
     where                         games
  A  both end: several sets at        12
     once / different colours
  B  nowhere                           1
";
    assert_eq!(printed(&shown, 40), expected);
    assert!(printed(&shown, 80).contains(place));
    // A number is left out before a word is cut, and that is said.
    shown.rows[0][1] = text("starting-cards one-more");
    let narrow = printed(&shown, 20);
    assert!(
        narrow.contains("starting-cards\n") && narrow.contains("one-more\n"),
        "{narrow}"
    );
    assert!(!narrow.contains('…') && !narrow.contains("12"), "{narrow}");
    let said = narrow.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.ends_with("Columns left out for want of room: games."), "{narrow}");
    // A word that does not fit is cut, as names are elsewhere.
    shown.rows[0][1] = text("x".repeat(60));
    assert!(printed(&shown, 40).lines().all(|line| line.chars().count() <= 40));
}

/// No side is left out of who wins with other bots: those that have no room stand below.
#[test]
fn sides_without_room_stand_below() {
    let sides = ["1st player", "2nd player", "3rd player", "4th player"];
    let mut heads = vec![word("configuration"), word("bots"), figure("games", "")];
    heads.extend(sides.map(|side| essential(side, "")));
    heads.push(figure("fair share", ""));
    let mut row = vec![text("nearly always"), text("five-colours"), count(1_200)];
    row.extend([text("28%"), text("61% ▲"), text("22%"), text("31%"), text("25.0%")]);
    let printed = printed(&shown("others", heads, vec![row]), 60);
    for rate in ["28%", "61% ▲", "22%", "31%"] {
        assert!(printed.contains(rate), "{printed}");
    }
    assert_eq!(printed.matches("five-colours").count(), 2, "{printed}");
    assert!(printed.contains("want of room: games, fair share."), "{printed}");
    assert!(printed.lines().all(|line| line.width() <= 60), "{printed}");
}

/// A length that has no room beside the sides stands below them.
#[test]
fn an_essential_column_stands_below() {
    let sides = ["1st player", "2nd player"];
    let mut heads = vec![word("version")];
    heads.extend(sides.map(|side| figure(side, "")));
    heads.push(essential("rounds", ""));
    let row = vec![text("value"), text("61% ▲"), text("31%"), text("12.3")];
    let shown = shown("summary", heads, vec![row]);
    let narrow = printed(&shown, 32);
    assert_eq!(
        (narrow.matches("value").count(), narrow.matches("12.3").count()),
        (2, 1),
        "{narrow}"
    );
    assert_eq!(printed(&shown, 80).matches("value").count(), 1);
    // Names in two columns, and no room for any number: none stands below, either.
    let heads = vec![word("version"), word("bots"), essential("rounds", "")];
    let row = vec![text("value"), text("club"), text("12.3")];
    let rows = vec![row];
    let narrow = printed(&Shown { heads, rows, ..shown }, 14);
    assert!(!narrow.contains("12.3"), "{narrow}");
}

/// Names in letters of East Asia, which a terminal draws two columns wide, leave the columns after them where they are.
#[test]
fn wide_letters_stand_in_their_columns() {
    let names = [
        text("龍の河"),
        text("river"),
        text("龍".repeat(30)),
        // A heart alone is one column wide, and two with the sign that makes it a picture.
        text("❤\u{fe0f}".repeat(30)),
    ];
    let rows = names.into_iter().map(|name| vec![name, count(1)]).collect();
    let heads = vec![word("version"), figure("games", "")];
    let printed = printed(&shown("places", heads, rows), 40);
    let rows: Vec<&str> = printed.lines().skip(2).collect();
    assert!(rows.iter().all(|row| row.width() == rows[0].width()), "{printed}");
    assert!(
        rows[0].width() <= 40 && rows[3].contains('…') && rows[4].contains('…'),
        "{printed}"
    );
}

/// Columns of wishes stay where other numbers have no room, and that of one that is missed somewhere before that of one that is
/// met everywhere.
#[test]
fn wishes_are_left_out_last() {
    let wish = |sign: &str| number(format!("{sign} 12.5%"), 12.5);
    let mut heads = vec![word("configuration")];
    heads.extend(["kelp", "turns ≤ 40", "profiteer 18–21%", "coins"].map(|head| figure(head, "")));
    let rate = || number("40.0%", 40.0);
    let rows = vec![
        vec![text("base"), rate(), wish("✓"), wish("✓"), wish("?")],
        vec![text("other"), rate(), wish("✓"), wish("✗"), wish("✓")],
    ];
    let shown = shown("overview", heads, rows);
    let left_out = |shown: &Shown, width: usize| {
        let out = printed(shown, width);
        let said = out.split_whitespace().collect::<Vec<_>>().join(" ");
        said.split_once("want of room: ").map(|(_, rest)| rest.to_owned())
    };
    assert_eq!(left_out(&shown, 80), None);
    assert_eq!(left_out(&shown, 50).as_deref(), Some("kelp."));
    assert_eq!(left_out(&shown, 40).as_deref(), Some("kelp, turns ≤ 40."));
    // What is wished says what was found, and stays where other numbers go.
    let mut plain = shown.clone();
    plain.heads.push(figure("mean length", ""));
    plain.rows.iter_mut().for_each(|row| row.push(number("27.2", 27.2)));
    assert_eq!(left_out(&plain, 56).as_deref(), Some("mean length."));
    assert_eq!(left_out(&plain, 50).as_deref(), Some("kelp, mean length."));
}

#[test]
fn a_comparison_keeps_what_it_is_about() {
    let name = "tiles content/my-own-tiles-of-today.toml · thief";
    let mut heads = vec![word("change"), word("reference"), word("metric")];
    heads.extend(["before", "after", "difference", "pairing"].map(|head| figure(head, "")));
    heads.push(word("verdict"));
    let cells = [
        name,
        name,
        "win rate of profiteer",
        "21.2%",
        "66.0%",
        "+44.8 (44.2 to 45.4)",
        "1.9",
        "different",
    ];
    let shown = shown("comparisons", heads, vec![cells.map(text).to_vec()]);
    for width in [80, 100, 140] {
        let out = printed(&shown, width);
        assert!(
            out.contains("+44.8 (44.2 to 45.4)") && out.contains("different"),
            "{width}: {out}"
        );
        assert!(out.lines().all(|line| line.chars().count() <= width), "{width}: {out}");
    }
}

/// Words above numbers stand in several lines before a column is left out, numbers with their signs in one.
#[test]
fn heads_stand_in_several_lines() {
    let heads = ["merchants now − 5 points to now − 1 points", "mean turns ≤ now", "95%"];
    let cells = ["✓ −3.0", "? −0.16", "12"];
    let row = |name: &str| {
        let numbers = cells.iter().map(|cell| number((*cell).to_owned(), 1.0));
        std::iter::once(text(name)).chain(numbers).collect()
    };
    let heads = heads.iter().map(|head| figure(head, ""));
    let heads = std::iter::once(word("configuration")).chain(heads).collect();
    let out = printed(&shown("overview", heads, vec![row("base")]), 50).replace('\u{a0}', " ");
    assert!(!out.contains("left out"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 50), "{out}");
    for line in out.lines().filter(|line| line.contains('≤') || line.contains("95")) {
        assert!(line.contains("≤ now") || line.contains("95%"), "{out}");
    }
}

#[test]
fn names_that_differ_at_their_ends_are_cut_in_the_middle() {
    assert_eq!(shortened("con-cost 1, cards 2", 12, Cut::End), "con-cost 1,…");
    assert_eq!(shortened("con-cost 1, cards 2", 12, Cut::Middle), "con… cards 2");
    assert_eq!(shortened("con-cost 1", 12, Cut::Middle), "con-cost 1");
}
