//! Properties that every game must have.
