//! Files a little changed: pieces cut out, doubled or put in; in JSON, values replaced by others.

use proptest::collection::vec;
use proptest::prelude::{Just, any};
use proptest::prop_oneof;
use proptest::sample::{Index, select};
use proptest::strategy::Strategy;
use serde_json::{Value, json};

/// One change of a text.
#[derive(Clone, Debug)]
enum Change {
    /// So many bytes are taken out.
    Cut(Index, usize),
    /// So many bytes stand in another place as well.
    Copy(Index, usize, Index),
    /// This is put in, in place of so many bytes.
    Put(Index, usize, &'static [u8]),
}

/// What is common in these files, or rare and awkward.
const PIECES: [&[u8]; 40] = [
    b"[",
    b"]",
    b"{",
    b"}",
    b"\"",
    b"'",
    b"=",
    b".",
    b",",
    b"\n",
    b"#",
    b"[[variant]]\n",
    b"\xc3\xb6",
    b"\xff",
    b"nan",
    b"inf",
    b"1e999",
    b"-",
    b"%",
    b"99999999999999999999999999999999999999999",
    b"-1",
    b"0",
    b"255",
    b"256",
    b"65536",
    b"4294967296",
    b"18446744073709551615",
    b"extends = \"mine.toml\"\n",
    b"\"\"\"",
    b"[expect]\n",
    b"\x1b[31m",
    b"\\u001b",
    b"\xe2\x80\xae",
    b"\0",
    b"true",
    b"if",
    b" and ",
    b"random",
    b"search",
    b"scripted",
];

/// Some of `seeds`, changed.
pub fn changed_bytes(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let change = prop_oneof![
        (any::<Index>(), 1..20usize).prop_map(|(at, count)| Change::Cut(at, count)),
        (any::<Index>(), 1..60usize, any::<Index>()).prop_map(|(at, count, to)| Change::Copy(at, count, to)),
        (any::<Index>(), 0..4usize, select(&PIECES[..])).prop_map(|(at, count, piece)| Change::Put(at, count, piece)),
    ];
    (select(seeds), vec(change, 1..6)).prop_map(|(mut text, changes)| {
        for change in changes {
            apply(&mut text, &change);
        }
        text
    })
}

fn apply(text: &mut Vec<u8>, change: &Change) {
    let room = text.len() + 1;
    let piece = |at: &Index, count: usize| {
        let from = at.index(room);
        from..(from + count).min(room - 1)
    };
    match change {
        Change::Cut(at, count) => {
            text.drain(piece(at, *count));
        }
        Change::Copy(at, count, to) => {
            let copy = text[piece(at, *count)].to_vec();
            let to = to.index(room);
            text.splice(to..to, copy);
        }
        Change::Put(at, count, new) => {
            text.splice(piece(at, *count), new.iter().copied());
        }
    }
}

/// Values that stand in no file of the program, or only elsewhere.
const ODD: &str = r#"[
    null, true, 0, -1, 1, 2, 17, 255, 256, 65536, 4294967295, 9007199254740992, 18446744073709551615,
    -9223372036854775808, 0.5, -0.5, 1e-300, 1e300, "", "x", "\u001b[2J\u202e", "=1+1", [], {}
]"#;

/// One of them, or any number, or a long text.
fn odd() -> impl Strategy<Value = Value> {
    let plain: Vec<Value> = serde_json::from_str(ODD).expect("JSON");
    prop_oneof![
        9 => select(plain),
        1 => any::<u64>().prop_map(|number| json!(number)),
        1 => any::<f64>().prop_map(|number| json!(number)),
        1 => Just(json!("long ".repeat(5_000))),
    ]
}

/// Some of `seeds`, which hold JSON, with values replaced, taken out or doubled.
pub fn changed_values(seeds: &[Vec<u8>]) -> impl Strategy<Value = Value> {
    let seeds: Vec<Value> = seeds
        .iter()
        .map(|seed| serde_json::from_slice(seed).expect("JSON"))
        .collect();
    let change = (any::<Index>(), odd(), 0..4u8);
    (select(seeds), vec(change, 1..5)).prop_map(|(mut value, changes)| {
        for (at, new, how) in changes {
            let mut places = Vec::new();
            pointers(&value, &mut String::new(), &mut places);
            let place = &places[at.index(places.len())];
            match (how, value.pointer_mut(place)) {
                (0, Some(Value::Array(list))) if !list.is_empty() => drop(list.remove(at.index(list.len()))),
                (1, Some(Value::Array(list))) if !list.is_empty() => {
                    let copy = list[at.index(list.len())].clone();
                    list.push(copy);
                }
                (_, Some(there)) => *there = new,
                (_, None) => {}
            }
        }
        value
    })
}

/// Where everything in `value` stands.
fn pointers(value: &Value, here: &mut String, places: &mut Vec<String>) {
    places.push(here.clone());
    let length = here.len();
    let mut below = |step: &str, value: &Value| {
        here.push('/');
        here.push_str(&step.replace('~', "~0").replace('/', "~1"));
        pointers(value, here, places);
        here.truncate(length);
    };
    match value {
        Value::Array(list) => list
            .iter()
            .enumerate()
            .for_each(|(at, each)| below(&at.to_string(), each)),
        Value::Object(map) => map.iter().for_each(|(name, each)| below(name, each)),
        _ => {}
    }
}
