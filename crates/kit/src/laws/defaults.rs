//! What the rules are where a scenario leaves them out can be read.

use serde_json::Value;

use super::Breach;
use crate::schema::parts;

/// Every rule of this schema that may be left out says what it is then: who lists, prints or tunes it would else take it for one
/// without a value of its own.
pub(super) fn can_be_read(rules: &Value) -> Result<(), Breach> {
    match parts::unread(rules).first() {
        Some(rule) => Err(format!(
            "the default of `{rule}` cannot be read: derive Serialize on its type"
        )),
        None => Ok(()),
    }
}
