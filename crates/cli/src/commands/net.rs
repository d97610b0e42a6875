//! `vernier net`: look at network files, prove them, and write out the one inside.

use super::Command;
use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use std::io::Write;
use std::sync::Arc;
use vernier_chess::{Board, Move, Undo};
use vernier_engine::{Changes, NnueEval, Rng};
use vernier_nnue::{Accumulators, Kernel, Network};

pub const COMMAND: Command = Command {
    name: "net",
    about: "Look at a network, prove that every way to compute it agrees, or write out the one inside.",
    forms: &["info [FILE]", "verify [FILE] [--positions N]", "export FILE"],
    switches: &[Switch { name: "--positions", value: Some("N"), help: "how many to compare (20000)" }],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let positions = arguments.number("--positions", 1..=u64::MAX);
    let positions = positions.map_err(|reason| Failure::Usage(reason, COMMAND.name))?.unwrap_or(20_000);
    match arguments.operands() {
        [word] if *word == "info" => info(&*embedded()?, "the network inside", out),
        [word, file] if *word == "info" => info(&*load(file)?, file, out),
        [word] if *word == "verify" => verify(&*embedded()?, positions, out),
        [word, file] if *word == "verify" => verify(&*load(file)?, positions, out),
        [word, file] if *word == "export" => export(file, out),
        _ => Err(Failure::Usage("info, verify or export, please".to_owned(), COMMAND.name)),
    }
}

fn embedded() -> Result<Arc<Network>, Failure> {
    NnueEval::embedded().ok_or_else(|| Failure::Input("this program was built without a network".to_owned()))
}

fn load(file: &str) -> Result<Arc<Network>, Failure> {
    NnueEval::load(file).map_err(|error| Failure::Input(error.to_string()))
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

/// Plays random games, standard and Chess960, with moves taken back, and compares every arithmetic, kept up to date, with
/// a fresh plain look.
fn verify(network: &Network, positions: u64, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let kernels = Kernel::available();
    let plain = network.clone().with_kernel(Kernel::Scalar);
    let judges: Vec<Arc<Network>> =
        kernels.iter().map(|kernel| Arc::new(network.clone().with_kernel(*kernel))).collect();
    let mut chance = Rng::new(1);
    let mut compared = 0;
    while compared < positions {
        let number = chance.below(960) as u16;
        let start = Board::chess960(number).filter(|_| compared % 2 == 1).unwrap_or_default();
        let mut walk = Walk::new(&judges, start);
        for _ in 0..200 {
            if !walk.step(&mut chance) {
                break;
            }
            let truth = plain.evaluate(&walk.board);
            for (kernel, accumulators) in kernels.iter().zip(&mut walk.accumulators) {
                if accumulators.evaluate(&walk.board) != truth {
                    return Err(Failure::Input(format!(
                        "{kernel} and a fresh look differ on {}",
                        walk.board
                    )));
                }
            }
            compared += 1;
        }
    }
    let names: Vec<String> = kernels.iter().map(Kernel::to_string).collect();
    writeln!(out, "{compared} positions: {} agree with a fresh look, bit for bit", names.join(", "))?;
    Ok(Outcome::Done)
}

/// A random game with moves taken back, followed by every arithmetic.
struct Walk {
    board: Board,
    line: Vec<(Move, Undo)>,
    accumulators: Vec<Accumulators>,
}

impl Walk {
    fn new(judges: &[Arc<Network>], board: Board) -> Self {
        let accumulators = judges.iter().map(|judge| Accumulators::new(Arc::clone(judge), &board)).collect();
        Self { board, line: Vec::new(), accumulators }
    }

    /// One move forward or, now and then, back; false if there is neither.
    fn step(&mut self, chance: &mut Rng) -> bool {
        let moves = self.board.legal_moves();
        if moves.is_empty() || chance.below(5) == 0 {
            let Some((mv, undo)) = self.line.pop() else { return !moves.is_empty() };
            self.board.unmake(mv, undo);
            self.accumulators.iter_mut().for_each(Accumulators::pop);
            return true;
        }
        let (mv, mut changes) = (moves[chance.below(moves.len())], Changes::default());
        self.line.push((mv, self.board.make_observed(mv, &mut changes)));
        for accumulators in &mut self.accumulators {
            accumulators.push(changes.removed(), changes.placed());
        }
        true
    }
}

fn export(file: &str, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let bytes = embedded()?.to_bytes();
    std::fs::write(file, &bytes).map_err(|error| Failure::Input(format!("cannot write {file}: {error}")))?;
    writeln!(out, "{} bytes to {file}", bytes.len())?;
    Ok(Outcome::Done)
}
