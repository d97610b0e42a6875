//! Network files and policy files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vernier_chess::Board;
use vernier_nnue::Network;
use vernier_nnue::policy::PolicyNetwork;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(network) = Network::from_bytes(bytes) {
        network.evaluate(&Board::start());
    }
    let _ = PolicyNetwork::from_bytes(bytes);
});
