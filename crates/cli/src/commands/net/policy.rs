//! Policy networks, which propose moves to the tree search: all kernels compared.

use crate::failure::{Failure, Outcome};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use vernier_chess::Board;
use vernier_engine::{PolicyFileError, Rng, TreeOptions};
use vernier_nnue::Kernel;
use vernier_nnue::policy::{PolicyError, PolicyNetwork};

/// The policy network in a file. None if the file is something else: a network that evaluates, or nothing that can be read,
/// which the reader of those explains.
pub(super) fn open(file: &Path) -> Result<Option<Arc<PolicyNetwork>>, Failure> {
    match TreeOptions::load_policy(file) {
        Ok(network) => Ok(Some(network)),
        Err(PolicyFileError::File(_) | PolicyFileError::Network(_, PolicyError::Foreign)) => Ok(None),
        Err(error) => Err(Failure::Input(error.to_string())),
    }
}

/// Compares the logits of all legal moves by every kernel with those of the scalar reference, in random games, standard
/// and Chess960.
pub(super) fn verify(
    network: &PolicyNetwork,
    positions: u64,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let on = |kernel: Kernel| network.clone().with_kernel(kernel);
    let plain = on(Kernel::SCALAR);
    let networks: Vec<PolicyNetwork> = Kernel::available().into_iter().map(on).collect();
    let mut rng = Rng::new(1);
    let (mut compared, mut moves) = (0, 0);
    while compared < positions {
        let number = rng.below(960) as u16;
        let mut board = Board::chess960(number).filter(|_| compared % 2 == 1).unwrap_or_default();
        for _ in 0..200 {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let logits = |network: &PolicyNetwork| {
                let mut found = vec![0; legal.len()];
                network.logits(&board, &legal, &mut found);
                found
            };
            let truth = logits(&plain);
            if let Some(wrong) = networks.iter().find(|network| logits(network) != truth) {
                writeln!(out, "{} and the scalar reference differ on {board}", wrong.kernel())?;
                return Ok(Outcome::Mismatch);
            }
            (compared, moves) = (compared + 1, moves + legal.len());
            board = board.play(legal[rng.below(legal.len())]);
        }
    }
    let names: Vec<String> = networks.iter().map(|network| network.kernel().to_string()).collect();
    let names = names.join(", ");
    writeln!(
        out,
        "policy network, {moves} moves of {compared} positions: {names} agree with the scalar reference, bit for bit"
    )?;
    Ok(Outcome::Done)
}
