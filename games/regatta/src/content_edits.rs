//! Wedges and favors that a scenario may change one by one, and what stands in their place to see what they do.

use super::track::LANES;
use balance_kit::{Blank, Entries, Instead, Named, one_more_or_less, unchanged};
use toml::Value;

/// The wedges of a file.
pub const WEDGES: &[Entries] = &[Entries {
    word: "wedge",
    list: "wedge",
    named: Named::By {
        field: "id",
        main: "course",
    },
    help: "a wedge, by its id; a text is its course",
    blanks: &[
        Blank {
            name: "plain",
            help: "the same dots and paths with nothing printed on them",
            make: |at, all| course(all.get(at)?, plain),
        },
        Blank {
            name: "open-water",
            help: "three plain dots on every lane, with paths between the lanes",
            make: |at, all| course(all.get(at)?, |_| OPEN.to_owned()),
        },
    ],
    near: unchanged,
    title: |name, wedge| format!("wedge: {name} {}", text(wedge, "name").unwrap_or_default()),
}];

/// The favors of a file.
pub const FAVORS: &[Entries] = &[Entries {
    word: "favor",
    list: "favor",
    named: Named::By {
        field: "effect",
        main: "count",
    },
    help: "a favor of a god, by its effect; a number is that of its cards",
    blanks: &[
        Blank {
            name: "blank",
            help: "cards that do nothing when they are turned up",
            make: |_, _| Instead::fields([("blank", true.into())]),
        },
        Blank {
            name: "left-out",
            help: "not in the deck, but for one that is dealt at the start",
            make: |at, all| {
                let dealt = i64::from(all.get(at)?.get("starter").is_some());
                Instead::fields([("count", dealt.into())])
            },
        },
    ],
    near: one_more_or_less,
    title: |name, favor| format!("favor: {}", text(favor, "name").unwrap_or(name)),
}];

/// Water without anything in it.
const OPEN: &str = "a ... | b ... | c ... | d ... | a1+b2 b1+a2 b1+c2 c1+b2 c1+d2 d1+c2";

fn text<'v>(entry: &'v Value, field: &str) -> Option<&'v str> {
    entry.get(field)?.as_str()
}

/// The wedge with another course; the Starting Line has no other.
fn course(wedge: &Value, change: impl Fn(&str) -> String) -> Option<Instead> {
    let now = text(wedge, "course").filter(|_| text(wedge, "symbol") != Some("line"))?;
    Instead::fields([("course", change(now).into())])
}

/// The course with plain dots only, and all of its paths: those out of a whirlpool are free.
fn plain(course: &str) -> String {
    let mut parts: Vec<&str> = course.split('|').map(str::trim).collect();
    let paths = if parts.len() > LANES { parts.pop() } else { None };
    let lanes: Vec<(&str, usize)> = parts
        .iter()
        .map(|part| part.split_once(' ').unwrap_or((part, "")))
        .map(|(name, dots)| (name, dots.chars().filter(|sign| !sign.is_whitespace()).count()))
        .collect();
    // Where a dot leads by itself.
    let next = |dot: &str| {
        let (lane, number) = dot.split_at(1);
        let last = lanes
            .iter()
            .any(|(name, dots)| *name == lane && *dots.to_string() == *number);
        let after = number.parse::<usize>().map_or(0, |number| number + 1);
        if last {
            format!(">{lane}")
        } else {
            format!("{lane}{after}")
        }
    };
    let mut out: Vec<String> = lanes
        .iter()
        .map(|(name, dots)| format!("{name} {}", ".".repeat(*dots)))
        .collect();
    let mut kept: Vec<String> = Vec::new();
    for path in paths.unwrap_or_default().split_whitespace() {
        let Some((dot, exits)) = path.split_once('{') else {
            kept.push(path.to_owned());
            continue;
        };
        let ways = exits
            .trim_end_matches('}')
            .split(',')
            .filter_map(|exit| Some(exit.split_once(':')?.1));
        kept.extend(ways.filter(|way| *way != next(dot)).map(|way| format!("{dot}+{way}")));
    }
    if !kept.is_empty() {
        out.push(kept.join(" "));
    }
    out.join(" | ")
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_plain_course_keeps_dots_and_paths() {
        assert_eq!(
            plain("a H.. | b .C. | c ... | d ...G | b2{1:c3,2:b3,3:a3} a1+b2 c1+b2 d2+c3"),
            "a ... | b ... | c ... | d .... | b2+c3 b2+a3 a1+b2 c1+b2 d2+c3"
        );
        assert_eq!(plain("a F | b G | c W | d +"), "a . | b . | c . | d .");
        assert_eq!(
            plain("a .H | b ... | c ...S | d .F.G | c4{0:d3,1:>c,2:>b}"),
            "a .. | b ... | c .... | d .... | c4+d3 c4+>b"
        );
    }
}
