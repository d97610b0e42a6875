//! `vernier net`: shows and verifies network files, exports the embedded one, and imports those of other trainers.

mod import;
mod policy;

use crate::arguments::{JsonArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vernier_chess::{Board, Move, Undo};
use vernier_engine::{Changes, NnueEval, Rng};
use vernier_nnue::{Accumulators, Activation, Inputs, Kernel, Network};

/// Show a network, verify that all kernels agree, export the embedded one, or import another
#[derive(Args)]
pub struct Net {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Show the header of a network
    Info {
        /// The network file; the embedded network if it is left out
        file: Option<PathBuf>,
        #[command(flatten)]
        json: JsonArguments,
    },
    /// Compare all kernels with the scalar reference on random positions: evaluations, updated move by move, or
    /// the logits of a policy network
    Verify {
        /// The network file; the embedded network if it is left out
        file: Option<PathBuf>,
        /// How many positions to compare
        #[arg(long, value_name = "N", default_value_t = 20_000)]
        #[arg(value_parser = clap::value_parser!(u64).range(1..))]
        positions: u64,
        /// Compare with the trainer's scores, too: a network.golden.tsv of its run folder
        #[arg(long, value_name = "TSV")]
        golden: Option<PathBuf>,
    },
    /// Write the embedded network to a file
    Export {
        /// Where to write it
        file: PathBuf,
    },
    Import(import::Import),
}

impl Net {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        match self.action {
            Action::Info { file, json } => info(&*open(file.as_deref())?, file.as_deref(), json, out),
            Action::Verify { file, positions, golden } => {
                verify_file(file.as_deref(), positions, golden.as_deref(), out)
            }
            Action::Export { file } => export(&file, out),
            Action::Import(import) => import.run(out),
        }
    }
}

/// Verifies a network of either kind.
fn verify_file(
    file: Option<&Path>,
    positions: u64,
    vectors: Option<&Path>,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if let Some(file) = file
        && let Some(network) = policy::open(file)?
    {
        return match vectors {
            None => policy::verify(&network, positions, out),
            Some(_) => Err(Failure::Input(format!(
                "{} is a policy network; --golden compares evaluations, which it does not give",
                file.display()
            ))),
        };
    }
    let network = open(file)?;
    match vectors.map_or(Ok(Outcome::Done), |vectors| golden(&network, vectors, out))? {
        Outcome::Done => verify(&network, positions, out),
        other => Ok(other),
    }
}

/// A network that evaluates, from a file, or the embedded one.
fn open(file: Option<&Path>) -> Result<Arc<Network>, Failure> {
    match file {
        Some(file) if matches!(policy::open(file), Ok(Some(_))) => Err(Failure::Input(format!(
            "{} is a policy network, for the option Policy File; of these commands only `vernier net verify` reads it",
            file.display()
        ))),
        Some(file) => NnueEval::load(file).map_err(|error| Failure::Input(error.to_string())),
        None => NnueEval::embedded().ok_or_else(without_network),
    }
}

fn without_network() -> Failure {
    Failure::Run("this program was built without a network".to_owned())
}

#[derive(Serialize)]
struct Document {
    name: String,
    inputs: &'static str,
    king_buckets: usize,
    activation: &'static str,
    hidden: usize,
    buckets: usize,
    first_scale: i32,
    output_scale: i32,
    centipawns: i32,
    checksum: String,
    data: String,
    bytes: usize,
    arithmetic: String,
}

impl Document {
    fn of(network: &Network, name: &str) -> Self {
        let header = network.header();
        Self {
            name: name.to_owned(),
            inputs: match header.inputs {
                Inputs::Mirrored => "mirrored",
                Inputs::Plain => "plain",
            },
            king_buckets: header.kings.count(),
            activation: match header.activation {
                Activation::Squared => "screlu",
                Activation::Clipped => "crelu",
                Activation::Multiplied => "pairwise",
            },
            hidden: header.hidden,
            buckets: header.buckets,
            first_scale: header.first_scale,
            output_scale: header.output_scale,
            centipawns: header.centipawns,
            checksum: format!("{:08x}", header.checksum),
            data: header.data.iter().map(|byte| format!("{byte:02x}")).collect(),
            bytes: header.bytes,
            arithmetic: network.kernel().to_string(),
        }
    }
}

fn info(
    network: &Network,
    file: Option<&Path>,
    json: JsonArguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let name = file.map_or("embedded".to_owned(), |file| file.display().to_string());
    if json.json {
        write_json(out, &Document::of(network, &name))?;
    } else {
        describe(network, &name, out)?;
    }
    Ok(Outcome::Done)
}

/// What a network is, in a few lines.
fn describe(network: &Network, name: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let document = Document::of(network, name);
    writeln!(out, "{}", document.name)?;
    let (shape, inputs, activation) = (network.header().shape(), document.inputs, document.activation);
    writeln!(out, "  shape       {shape}, {inputs}, {activation}")?;
    writeln!(
        out,
        "  scales      {} and {}, {} centipawns",
        document.first_scale, document.output_scale, document.centipawns
    )?;
    writeln!(out, "  checksum    {}", document.checksum)?;
    writeln!(out, "  data        {}", document.data)?;
    writeln!(out, "  bytes       {}", document.bytes)?;
    writeln!(out, "  arithmetic  {}", document.arithmetic)?;
    Ok(())
}

/// Plays random games, standard and Chess960, with moves taken back, and compares every kernel, updated move by move,
/// with the scalar reference computed afresh.
fn verify(network: &Network, positions: u64, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let kernels = Kernel::available();
    let plain = network.clone().with_kernel(Kernel::SCALAR);
    let networks: Vec<Arc<Network>> =
        kernels.iter().map(|kernel| Arc::new(network.clone().with_kernel(*kernel))).collect();
    let mut rng = Rng::new(1);
    let mut compared = 0;
    while compared < positions {
        let number = rng.below(960) as u16;
        let start = Board::chess960(number).filter(|_| compared % 2 == 1).unwrap_or_default();
        let mut walk = Walk::new(&networks, start);
        for _ in 0..200 {
            if !walk.step(&mut rng) {
                break;
            }
            let truth = plain.evaluate(&walk.board);
            for (kernel, accumulators) in kernels.iter().zip(&mut walk.accumulators) {
                if accumulators.evaluate(&walk.board) != truth {
                    writeln!(out, "{kernel} and the scalar reference differ on {}", walk.board)?;
                    return Ok(Outcome::Mismatch);
                }
            }
            compared += 1;
        }
    }
    let names: Vec<String> = kernels.iter().map(Kernel::to_string).collect();
    writeln!(out, "{compared} positions: {} agree with the scalar reference, bit for bit", names.join(", "))?;
    Ok(Outcome::Done)
}

/// Compares every kernel with the scores that the trainer computed in Python, column by column named in the first line.
fn golden(network: &Network, vectors: &Path, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let refuse = |reason: &str| Failure::Input(format!("{}: {reason}", vectors.display()));
    let text = std::fs::read_to_string(vectors).map_err(|error| refuse(&error.to_string()))?;
    let mut lines = text.lines();
    let titles: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column =
        |title| titles.iter().position(|found| *found == title).ok_or_else(|| refuse("no golden vectors"));
    let (fen, quantised) = (column("fen")?, column("quantised")?);
    let on = |kernel: Kernel| network.clone().with_kernel(kernel);
    let networks: Vec<Network> = Kernel::available().into_iter().map(on).collect();
    let mut compared = 0;
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |column: usize| cells.get(column).copied().ok_or_else(|| refuse("a line ends too early"));
        let board: Board = cell(fen)?.parse().map_err(|_| refuse("a position makes no sense"))?;
        let score: i32 = cell(quantised)?.parse().map_err(|_| refuse("a score is not a number"))?;
        for network in &networks {
            let found = network.evaluate(&board);
            if found != score {
                writeln!(out, "{} says {found}, the trainer {score} on {board}", network.kernel())?;
                return Ok(Outcome::Mismatch);
            }
        }
        compared += 1;
    }
    writeln!(out, "{compared} positions: all kernels agree with the trainer")?;
    Ok(Outcome::Done)
}

/// A random game with moves taken back, followed by every kernel.
struct Walk {
    board: Board,
    line: Vec<(Move, Undo)>,
    accumulators: Vec<Accumulators>,
}

impl Walk {
    fn new(networks: &[Arc<Network>], board: Board) -> Self {
        let accumulators =
            networks.iter().map(|network| Accumulators::new(Arc::clone(network), &board)).collect();
        Self { board, line: Vec::new(), accumulators }
    }

    /// One move forward or, now and then, back; false if there is neither.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let moves = self.board.legal_moves();
        if moves.is_empty() || rng.below(5) == 0 {
            let Some((mv, undo)) = self.line.pop() else { return !moves.is_empty() };
            self.board.unmake(mv, undo);
            self.accumulators.iter_mut().for_each(Accumulators::pop);
            return true;
        }
        let (mv, mut changes) = (moves[rng.below(moves.len())], Changes::default());
        self.line.push((mv, self.board.make_observed(mv, &mut changes)));
        for accumulators in &mut self.accumulators {
            accumulators.push(changes.removed(), changes.placed());
        }
        true
    }
}

fn export(file: &Path, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let bytes = NnueEval::embedded_file().ok_or_else(without_network)?;
    std::fs::write(file, &bytes)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", file.display())))?;
    writeln!(out, "{} bytes to {}", bytes.len(), file.display())?;
    Ok(Outcome::Done)
}
