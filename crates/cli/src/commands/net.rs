//! `vernier net`: look at network files, prove them, and write out the one inside.

use super::Command;
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
use std::io::Write;
use std::sync::Arc;
use vernier_chess::Board;
use vernier_engine::{Changes, Net};
use vernier_nnue::{Accumulators, Kernel, Network};

pub const COMMAND: Command = Command {
    name: "net",
    about: "Look at a network, prove that every way to compute it agrees, or write out the one inside.",
    forms: &["info [FILE]", "verify [FILE]", "export FILE"],
    switches: &[],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    match arguments.operands() {
        [word] if *word == "info" => info(&*embedded()?, "the network inside", out),
        [word, file] if *word == "info" => info(&*load(file)?, file, out),
        [word] if *word == "verify" => verify(&*embedded()?, out),
        [word, file] if *word == "verify" => verify(&*load(file)?, out),
        [word, file] if *word == "export" => export(file, out),
        _ => Err(Failure::Usage("info, verify or export, please".to_owned(), COMMAND.name)),
    }
}

fn embedded() -> Result<Arc<Network>, Failure> {
    Net::embedded().ok_or_else(|| Failure::Input("this program was built without a network".to_owned()))
}

fn load(file: &str) -> Result<Arc<Network>, Failure> {
    Net::load(file).map_err(|error| Failure::Input(error.to_string()))
}

fn info(network: &Network, name: &str, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let header = network.header();
    let data: String = header.data.iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(out, "{name}")?;
    writeln!(out, "  shape       (768 mirrored -> {}) x 2 -> {}", header.hidden, header.buckets)?;
    writeln!(
        out,
        "  scales      {} and {}, {} centipawns",
        header.first_scale, header.output_scale, header.centipawns
    )?;
    writeln!(out, "  checksum    {:08x}", header.checksum)?;
    writeln!(out, "  data        {data}")?;
    writeln!(out, "  bytes       {}", network.to_bytes().len())?;
    writeln!(out, "  arithmetic  {}", network.kernel())?;
    Ok(Outcome::Done)
}

/// Walks from start positions of Chess960 and compares every arithmetic, kept up to date, with a fresh look.
fn verify(network: &Network, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let kernels = Kernel::available();
    let plain = network.clone().with_kernel(Kernel::Scalar);
    let mut compared = 0;
    for kernel in &kernels {
        let judged = Arc::new(network.clone().with_kernel(*kernel));
        for mut board in (0..960).step_by(24).filter_map(Board::chess960) {
            let mut accumulators = Accumulators::new(Arc::clone(&judged), &board);
            for ply in 0..200usize {
                if accumulators.evaluate(&board) != plain.evaluate(&board) {
                    return Err(Failure::Input(format!("{kernel} and a fresh look differ on {board}")));
                }
                compared += 1;
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                // Any move will do, as long as it is not always the same kind.
                let mut changes = Changes::default();
                let _ = board.make_observed(moves[ply * 7919 % moves.len()], &mut changes);
                accumulators.push(changes.removed(), changes.placed());
            }
        }
    }
    let names: Vec<String> = kernels.iter().map(Kernel::to_string).collect();
    writeln!(out, "{compared} positions: {} agree with a fresh look, bit for bit", names.join(", "))?;
    Ok(Outcome::Done)
}

fn export(file: &str, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let bytes = embedded()?.to_bytes();
    std::fs::write(file, &bytes).map_err(|error| Failure::Input(format!("cannot write {file}: {error}")))?;
    writeln!(out, "{} bytes to {file}", bytes.len())?;
    Ok(Outcome::Done)
}
