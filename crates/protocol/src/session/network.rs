//! The options that choose between networks and the hand-written evaluation.

use super::host::Host;
use crate::{Setting, Settings};
use std::sync::Arc;
use vernier_engine::Net;
use vernier_nnue::Network;

/// What `EvalFile` says when the network inside the program is meant.
const EMBEDDED: &str = "<embedded>";

/// Which network is wanted, and whether any is.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    network: Option<Arc<Network>>,
    wanted: bool,
}

impl Default for Judge {
    fn default() -> Self {
        Self { network: Net::embedded(), wanted: true }
    }
}

/// The options of the evaluation.
pub(super) fn network_options(table: &mut Settings<Host>) {
    table.add(Setting::check("Use NNUE", true, |host: &mut Host, wanted| {
        host.preferences.judge.wanted = wanted;
        appoint(host);
        Ok(())
    }));
    table.add(Setting::text("EvalFile", EMBEDDED, |host: &mut Host, path| {
        let network = match path {
            "" | EMBEDDED => Net::embedded(),
            path => Some(Net::load(path).map_err(|error| error.to_string())?),
        };
        match &network {
            Some(network) => {
                let header = network.header();
                let shape = format!("(768 -> {}) x 2 -> {}", header.hidden, header.buckets);
                host.remark(format!(
                    "network {:08x}, {shape}, {} arithmetic",
                    header.checksum,
                    network.kernel()
                ));
            }
            None => host.remark("no network inside: the hand-written evaluation judges".to_owned()),
        }
        host.preferences.judge.network = network;
        appoint(host);
        Ok(())
    }));
}

/// Tells the engine who judges from now on.
fn appoint(host: &mut Host) {
    let judge = &host.preferences.judge;
    let network = judge.network.clone().filter(|_| judge.wanted);
    host.engine.set_network(network);
}
