//! `vernier bench`: a fixed amount of work, counted and timed.

use crate::arguments::{JsonArguments, SearchArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;
use vernier_engine::{Engine, Limits, NnueEval, SearchKind, bench};
use vernier_nnue::{Kernel, Network, cpu};

/// Search a fixed set of positions with one thread; the last line counts nodes and speed
#[derive(Args)]
pub struct Bench {
    /// How deep each position is searched [default: 15]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,

    /// Search each position for this many nodes, or simulations of the tree search [default for mcts: 10000]
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    #[command(flatten)]
    search: SearchArguments,

    /// Also show statistics of the searches
    #[arg(long)]
    stats: bool,

    /// Evaluate with another network, or with 'hand' for the hand-written terms
    #[arg(long, value_name = "FILE|hand")]
    network: Option<String>,

    /// Compute the network with this kernel; 'net verify' lists the names
    #[arg(long, value_name = "NAME")]
    arithmetic: Option<String>,

    #[command(flatten)]
    json: JsonArguments,
}

#[derive(Serialize)]
struct Document {
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

impl Bench {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let mut engine = self.engine()?;
        let limits = self.limits();
        let kernel = self.arithmetic.as_deref().map_or(Ok(Kernel::best()), kernel)?;
        let mut written = Ok(());
        if !self.json.json {
            writeln!(out, "{}", cpu::summary(kernel))?;
        }
        let result = bench::run_with(&mut engine, &limits, |line| {
            if written.is_ok() && !self.json.json {
                written = writeln!(out, "{line}");
            }
        });
        written?;
        if self.json.json {
            write_json(
                out,
                &Document {
                    depth: limits.depth,
                    nodes: result.nodes,
                    seconds: result.elapsed.as_secs_f64(),
                    nodes_per_second: result.nodes_per_second(),
                },
            )?;
            return Ok(Outcome::Done);
        }
        if self.stats {
            writeln!(out, "{}", result.statistics)?;
        }
        writeln!(out, "{result}")?;
        Ok(Outcome::Done)
    }

    /// The engine that searches.
    fn engine(&self) -> Result<Engine, Failure> {
        let mut engine = Engine::new();
        let network = match self.network.as_deref() {
            Some("hand") => None,
            Some(file) => Some(NnueEval::load(file).map_err(|error| Failure::Input(error.to_string()))?),
            None => NnueEval::embedded(),
        };
        let network = match (network, self.arithmetic.as_deref()) {
            (Some(network), Some(name)) => {
                Some(Arc::new(Network::clone(&network).with_kernel(kernel(name)?)))
            }
            (None, Some(_)) => {
                return Err(Failure::Input("--arithmetic needs a network".to_owned()));
            }
            (network, None) => network,
        };
        engine.set_network(network);
        self.search.apply(&mut engine)?;
        Ok(engine)
    }

    /// How far each position is searched. The tree search has no depth that it completes, so that it counts simulations.
    fn limits(&self) -> Limits {
        match (self.nodes, self.depth, self.search.kind) {
            (Some(nodes), ..) => Limits::nodes(nodes),
            (None, None, SearchKind::Mcts) => Limits::nodes(bench::SIMULATIONS),
            (None, depth, _) => Limits::depth(depth.unwrap_or(bench::DEPTH)),
        }
    }
}

/// The kernel of that name.
fn kernel(name: &str) -> Result<Kernel, Failure> {
    let kernels = Kernel::available();
    let named = kernels.iter().find(|kernel| kernel.to_string().eq_ignore_ascii_case(name)).copied();
    let names = || kernels.iter().map(Kernel::to_string).collect::<Vec<_>>().join(", ");
    named.ok_or_else(|| Failure::Input(format!("this processor has the kernels {}, not '{name}'", names())))
}
