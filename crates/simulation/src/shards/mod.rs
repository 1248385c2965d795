//! A run on many machines: the files of its shards, and what stands in the folder in which they are collected.
//!
//! A shard is a file written once, as a whole, by whoever played it: two attempts write the same bytes. What may be put
//! together is found out from the files alone. Nothing here plays or prints.

mod file;
mod folder;

pub use file::{
    BaselineRequest, ExplainRequest, ExploitRequest, KNOWN, Manifest, MeetingRequest, Shard, ShardCommand, ShardPiece,
    WhyRequest, read, write,
};
pub use folder::{Odd, Round, Sorted, WholeShard, entries, sort, usual};
