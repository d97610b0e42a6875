//! The parts of a campaign, each a round that is repeated until its time is spent.

mod flips;
mod games;
mod kills;
mod limits;
mod page;
mod parsers;
mod searches;
mod sessions;
mod soak;
mod stops;
mod tools;

use crate::setting::Setting;
use crate::tally::Tally;
use std::time::Duration;
use vernier_engine::Rng;

/// One round: its number, the time left for the part, and its random numbers. An error says why the part cannot run here.
type Round = fn(&Setting, u64, Duration, &mut Rng, &mut Tally) -> Result<(), String>;

/// A part of a campaign.
pub struct Part {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Seconds in the short form.
    pub short: u64,
    /// Seconds in the long form.
    pub long: u64,
    /// One round of work.
    pub round: Round,
    /// True if the part consists of a single round.
    pub once: bool,
}

/// All parts, in the order in which they run.
pub const PARTS: &[Part] = &[
    part("parsers", 40, 3600, parsers::round, "random and damaged bytes at every parser"),
    part("flips", 20, 600, flips::round, "bit flips over every file format that has a checksum"),
    part("uci", 20, 1200, sessions::uci, "hostile UCI sessions"),
    part("searches", 30, 3600, searches::round, "searches of every kind, mixed and interrupted"),
    part("cecp", 20, 600, sessions::cecp, "hostile XBoard sessions"),
    part("words", 10, 300, sessions::words, "hostile sessions in plain words"),
    part("page", 20, 600, page::round, "hostile HTTP and WebSocket messages to the page"),
    part("kills", 30, 1200, kills::round, "kill -9 of match, sprt, datagen and analyse, then continue"),
    part("limits", 20, 600, limits::round, "little memory, few threads, few files"),
    part("disk", 10, 120, limits::disk, "a disk that fills up, then has room again"),
    part("stops", 20, 1200, stops::round, "stop cycles with one thread and with eight"),
    part("games", 40, 3600, games::round, "fast games at four time controls"),
    part("soak", 20, 1200, soak::round, "mixed traffic, and the memory after it"),
    tool("tests", 600, tools::tests, "the stable fuzzers, storms and hostile opponents of the tests"),
    tool("address", 900, tools::address, "sessions under the address and leak sanitizers"),
    tool("thread", 900, tools::thread, "a storm under the thread sanitizer"),
    tool("miri", 900, tools::miri, "tests of chess and records under Miri"),
    tool("models", 900, tools::models, "what threads share, in every order"),
    tool("libfuzzer", 900, tools::libfuzzer, "the coverage-guided fuzzers of fuzz/"),
];

const fn part(name: &'static str, short: u64, long: u64, round: Round, about: &'static str) -> Part {
    Part { name, about, short, long, round, once: false }
}

/// A part of the long form that needs a special build and runs once.
const fn tool(name: &'static str, long: u64, round: Round, about: &'static str) -> Part {
    Part { name, about, short: 0, long, round, once: true }
}
