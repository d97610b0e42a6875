//! Lines that a GUI or an engine says in UCI.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vernier_protocol::uci::{Command, Info, OptionLine, Reply};

fuzz_target!(|text: &str| {
    let _ = (text.parse::<Command>(), text.parse::<Reply>(), text.parse::<OptionLine>(), Info::read(text));
});
