//! Bots that do what people would.
