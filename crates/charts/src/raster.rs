//! SVG to PNG with the embedded fonts; no system font is looked at.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::ChartError;

/// Pixels per logical pixel.
const SCALE: f32 = 2.0;

/// The plain SVG of a chart as PNG bytes, two pixels per logical pixel, on white.
///
/// # Errors
/// [`ChartError::Raster`] if `svg` is no valid SVG or too large for memory.
pub fn png(svg: &str) -> Result<Vec<u8>, ChartError> {
    let tree = tree(svg)?;
    let size = tree.size();
    let (width, height) = (
        (size.width() * SCALE).ceil() as u32,
        (size.height() * SCALE).ceil() as u32,
    );
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| ChartError::Raster(format!("{width} × {height} pixels do not fit")))?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| ChartError::Raster(error.to_string()))
}

/// The parsed picture; tests measure the words in it.
pub(super) fn tree(svg: &str) -> Result<Tree, ChartError> {
    let options = Options {
        font_family: "Noto Sans".to_owned(),
        fontdb: fonts(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| ChartError::Raster(error.to_string()))
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
        fonts.load_font_data(notosans::BOLD_TTF.to_vec());
        fonts.set_sans_serif_family("Noto Sans");
        Arc::new(fonts)
    });
    Arc::clone(fonts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_twice_its_logical_size() {
        let svg =
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="9" height="9"/></svg>"#;
        let bytes = png(svg).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(&bytes[16..24], [0, 0, 0, 60, 0, 0, 0, 40]);
        assert_eq!(bytes, png(svg).unwrap());
    }

    #[test]
    fn letters_that_the_font_lacks_do_no_harm() {
        let bar = |label: &str| super::super::Bar {
            label: label.to_owned(),
            share: super::super::Estimate::new(0.5, 0.4, 0.6),
            fair: None,
            wished: None,
            colour: super::super::side_colour(0),
        };
        let bars = super::super::Bars {
            title: "★ 漢字 🦦".to_owned(),
            subtitle: "מילה and \u{202e}reversed".to_owned(),
            value_label: "e\u{301}".to_owned(),
            fair_label: "fair share",
            bars: vec![bar("🦦"), bar("漢字"), bar("\u{1}")],
        };
        let chart = bars.draw("odd").unwrap();
        assert_eq!(png(&chart.plain).unwrap(), png(&chart.plain).unwrap());
    }

    #[test]
    fn nonsense_is_an_error() {
        assert!(matches!(png("no picture"), Err(ChartError::Raster(_))));
    }
}
