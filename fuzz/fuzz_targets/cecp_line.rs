//! Lines that XBoard or an engine says in CECP.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vernier_protocol::cecp::{Command, Feature, Reply, Thinking};

fuzz_target!(|text: &str| {
    let _ = (text.parse::<Command>(), text.parse::<Reply>(), text.parse::<Thinking>(), Feature::read_all(text));
});
