//! Bytes as text in a file: deflated, in base 64.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Bytes, deflated and in base 64.
pub fn deflated(bytes: &[u8], level: Compression) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), level);
    // Writing into memory cannot fail.
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    STANDARD.encode(packed.unwrap_or_default())
}

/// What [`deflated`] wrote, so many bytes of it at most, whatever it would grow to; none where it is something else.
pub fn inflated(text: &str, most: u64) -> Option<Vec<u8>> {
    let packed = STANDARD.decode(text).ok()?;
    let mut bytes = Vec::new();
    let mut decoder = DeflateDecoder::new(&packed[..]).take(most);
    decoder.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
