//! A catalogue of broken files: what each shows, word for word.

mod contents;
mod files;
mod lists;
mod places;
mod players;
mod rules;
mod syntax;
mod tune;
mod values;
