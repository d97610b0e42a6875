//! Weights of the evaluation as text: what is accepted reads back as written, and evaluates.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vernier_chess::Board;
use vernier_engine::evaluation::{Weights, explain_with};

fuzz_target!(|text: &str| {
    if let Ok(weights) = Weights::from_text(text) {
        explain_with(&Board::start(), &weights);
        assert_eq!(Weights::from_text(&weights.to_text()), Ok(weights));
    }
});
