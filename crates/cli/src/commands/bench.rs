//! `vernier bench`: a fixed amount of work, counted and timed.

use super::Command;
use crate::arguments::{Arguments, Switch, number};
use crate::failure::{Failure, Outcome};
use std::io::Write;
use std::sync::Arc;
use vernier_engine::{Engine, NnueEval, bench};
use vernier_nnue::{Kernel, Network};

pub const COMMAND: Command = Command {
    name: "bench",
    about: "Search a fixed set of positions with one thread; the last line counts nodes and speed.",
    forms: &["[DEPTH] [--stats] [--network FILE|hand] [--arithmetic NAME]"],
    switches: &[
        Switch { name: "--stats", value: None, help: "show what the searches did as well" },
        Switch {
            name: "--network",
            value: Some("FILE"),
            help: "another network; 'hand' for the hand-written terms",
        },
        Switch {
            name: "--arithmetic",
            value: Some("NAME"),
            help: "how networks are computed; 'net verify' names the ways",
        },
    ],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let depth = match arguments.operands() {
        [] => bench::DEPTH,
        [depth] => number("the depth", depth, 1..=100).map_err(|reason| Failure::Usage(reason, "bench"))?,
        _ => return Err(Failure::Usage("bench takes one depth".to_owned(), "bench")),
    };
    let mut broken = Ok(());
    let result = bench::run_with(&mut engine(arguments)?, depth, |line| {
        if broken.is_ok() {
            broken = writeln!(out, "{line}");
        }
    });
    broken?;
    if arguments.has("--stats") {
        writeln!(out, "{}", result.statistics)?;
    }
    writeln!(out, "{result}")?;
    Ok(Outcome::Done)
}

/// The engine that is to work.
fn engine(arguments: &Arguments) -> Result<Engine, Failure> {
    let mut engine = Engine::new();
    let network = match arguments.value("--network") {
        Some("hand") => None,
        Some(file) => Some(NnueEval::load(file).map_err(|error| Failure::Input(error.to_string()))?),
        None => NnueEval::embedded(),
    };
    let network = match (network, arguments.value("--arithmetic")) {
        (Some(network), Some(name)) => Some(Arc::new(Network::clone(&network).with_kernel(kernel(name)?))),
        (None, Some(_)) => return Err(Failure::Input("without a network there is no arithmetic".to_owned())),
        (network, None) => network,
    };
    engine.set_network(network);
    Ok(engine)
}

/// The way to compute networks with that name.
fn kernel(name: &str) -> Result<Kernel, Failure> {
    let kernels = Kernel::available();
    let named = kernels.iter().find(|kernel| kernel.to_string().eq_ignore_ascii_case(name)).copied();
    let names = || kernels.iter().map(Kernel::to_string).collect::<Vec<_>>().join(", ");
    named.ok_or_else(|| Failure::Input(format!("this processor computes with {}, not '{name}'", names())))
}
