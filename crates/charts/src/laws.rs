//! What every picture must stand up to, for tests of whatever draws some.

use resvg::usvg::{Group, Node, Rect};

use super::{Chart, chart};

/// Draws a chart twice and checks that it is the same and [`stands`]. It also goes to the folder named by `CHARTS_OUT`, if set, to
/// be looked at.
#[cfg(test)]
pub(crate) fn check(name: &str, draw: impl Fn(&str) -> Result<Chart, super::ChartError>) -> Chart {
    let chart = draw(name).unwrap();
    assert_eq!(chart, draw(name).unwrap(), "{name}: not the same twice");
    stands(name, &chart);
    if let Some(folder) = std::env::var_os("CHARTS_OUT") {
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path.with_extension("svg"), chart.page("")).unwrap();
        std::fs::write(path, super::png(&chart.plain).unwrap()).unwrap();
    }
    chart
}

/// Draws a chart of nothing and checks that it says so.
#[cfg(test)]
pub(crate) fn check_empty(name: &str, draw: impl Fn(&str) -> Result<Chart, super::ChartError>) {
    let drawn = check(name, draw).plain;
    assert!(drawn.contains("no data</text>"), "{drawn}");
}

/// What there is a wrong number of in a chart that is refused, how many, and how many there may or must be.
#[cfg(test)]
pub(crate) fn refused(drawn: Result<Chart, super::ChartError>) -> (&'static str, usize, usize) {
    match drawn {
        Err(super::ChartError::TooMany { what, given, most, .. }) => (what, given, most),
        Err(super::ChartError::Shape {
            what, given, wanted, ..
        }) => (what, given, wanted),
        other => panic!("{other:?}"),
    }
}

/// Checks a chart: readable by an SVG parser, everything inside the picture, every word apart from every other word.
///
/// # Panics
/// When it is not so; what is said begins with `name`.
pub fn stands(name: &str, chart: &Chart) {
    let [broad, narrow] = chart.themed();
    one(name, &chart.plain);
    one(&format!("{name}, narrow"), &narrow);
    tree(name, &broad);
}

fn tree(name: &str, svg: &str) -> resvg::usvg::Tree {
    chart::tree(svg).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn one(name: &str, svg: &str) {
    let tree = tree(name, svg);
    let mut words = Vec::new();
    collect(tree.root(), &mut words);
    assert!(!words.is_empty(), "{name}: no words");
    let (width, height) = (tree.size().width(), tree.size().height());
    for (i, (text, place)) in words.iter().enumerate() {
        assert!(
            place.left() >= 2.0 && place.top() >= 2.0 && place.right() <= width - 2.0 && place.bottom() <= height - 2.0,
            "{name}: \"{text}\" leaves the picture: {place:?}"
        );
        for (other, there) in &words[..i] {
            let apart = place.left() >= there.right() + 1.0
                || there.left() >= place.right() + 1.0
                || place.top() >= there.bottom() - 0.5
                || there.top() >= place.bottom() - 0.5;
            assert!(apart, "{name}: \"{text}\" is on \"{other}\": {place:?} {there:?}");
        }
    }
    let drawn = tree.root().abs_bounding_box();
    let inside = drawn.left() >= 0.0 && drawn.top() >= 0.0 && drawn.right() <= width && drawn.bottom() <= height;
    assert!(inside, "{name}: something is drawn outside the picture: {drawn:?}");
}

/// The words of a picture with the boxes of their ink, in logical pixels.
fn collect(group: &Group, words: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, words),
            Node::Text(text) => {
                let said: String = text.chunks().iter().map(resvg::usvg::TextChunk::text).collect();
                words.push((said, text.flattened().abs_bounding_box()));
            }
            _ => {}
        }
    }
}
