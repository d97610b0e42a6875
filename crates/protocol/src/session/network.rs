//! The options that choose between networks and the hand-written evaluation.

use super::context::Context;
use crate::{Setting, Settings};
use std::sync::Arc;
use vernier_engine::NnueEval;
use vernier_nnue::Network;

/// What `EvalFile` says when the network inside the program is meant.
const EMBEDDED: &str = "<embedded>";

/// Which network is wanted, and whether any is.
#[derive(Clone, Debug)]
pub(super) struct EvalChoice {
    network: Option<Arc<Network>>,
    wanted: bool,
}

impl Default for EvalChoice {
    fn default() -> Self {
        Self { network: NnueEval::embedded(), wanted: true }
    }
}

impl EvalChoice {
    /// The network that evaluates, if one does.
    pub(super) fn in_use(&self) -> Option<Arc<Network>> {
        self.network.clone().filter(|_| self.wanted)
    }
}

/// The options of the evaluation.
pub(super) fn network_options(table: &mut Settings<Context>) {
    table.add(Setting::check("Use NNUE", true, |context: &mut Context, wanted| {
        context.preferences.evaluation.wanted = wanted;
        apply_choice(context);
        Ok(())
    }));
    table.add(Setting::text("EvalFile", EMBEDDED, |context: &mut Context, path| {
        let network = match path {
            "" | EMBEDDED => NnueEval::embedded(),
            path => Some(NnueEval::load(path).map_err(|error| error.to_string())?),
        };
        match &network {
            Some(network) => {
                let header = network.header();
                let shape = format!("(768 -> {}) x 2 -> {}", header.hidden, header.buckets);
                context.note(format!(
                    "network {:08x}, {shape}, {} arithmetic",
                    header.checksum,
                    network.kernel()
                ));
            }
            None => context.note("no network is embedded: the hand-written terms evaluate".to_owned()),
        }
        context.preferences.evaluation.network = network;
        apply_choice(context);
        Ok(())
    }));
}

/// Sets the engine's evaluation.
fn apply_choice(context: &mut Context) {
    context.engine.set_network(context.preferences.evaluation.in_use());
}
