pub mod dice; pub mod distance_table; pub mod heuristic; pub mod plans; pub mod weights;
