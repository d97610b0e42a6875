//! `records deepen`: a sample of positions, searched deeper.

use super::super::arguments::{at_a_time, cores, positive};
use super::super::datagen::judge;
use super::expand::create;
use super::{CommandError, Sources, print};
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vernier_lab::datagen::{Deepening, Share, deepen};
use vernier_protocol::counted;
use vernier_records::Filter;

/// Search a sample of the positions deeper, to judge networks by and to learn from
///
/// The sample has as many positions with few pieces as with many. If the command is killed, what it has written is whole.
#[derive(Args)]
pub struct Deepen {
    #[command(flatten)]
    sources: Sources,
    /// The name of the new files: NAME.train.bin and NAME.valid.bin
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// How many positions to search
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = positions)]
    positions: usize,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Stop after this time
    #[arg(long, value_name = "M", value_parser = positive)]
    minutes: Option<f64>,
    /// The percentage of games held out for validation, the same games as by `records expand`
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    valid: f64,
    /// Positions of held-out games only, to judge by
    #[arg(long)]
    held_out: bool,
    /// Another seed takes another sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Mebibytes of transposition table for each thread
    #[arg(long, value_name = "MB", default_value_t = 2)]
    hash: usize,
    /// The evaluation: a network, or `hand` for the hand-written evaluation [default: what the engine plays with]
    #[arg(long, value_name = "FILE")]
    network: Option<String>,
    /// Threads [default: all cores]
    #[arg(long, value_parser = at_a_time)]
    threads: Option<usize>,
}

/// More would not fit into memory.
fn positions(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=100_000_000) => Ok(count),
        _ => Err("a number from 1 to 100000000".to_owned()),
    }
}

impl Deepen {
    pub fn run(self) -> Result<u8, CommandError> {
        let time = self.minutes.map(|minutes| Duration::try_from_secs_f64(minutes * 60.0)).transpose()?;
        let deepening = Deepening {
            filter: Filter::default(),
            share: Share((self.valid.clamp(0.0, 100.0) * 100.0).round() as u32),
            held_out_only: self.held_out,
            positions: self.positions,
            seed: self.seed,
            nodes: self.nodes,
            hash: self.hash,
            time,
        };
        let judge = judge(self.network.as_deref())?;
        let name = |kind: &str| PathBuf::from(format!("{}.{kind}.bin", self.out.display()));
        // Searches are expensive: none are overwritten. A run that failed at its start leaves empty files.
        let has_positions = |path: &PathBuf| path.metadata().is_ok_and(|file| file.len() > 0);
        if let Some(there) = ["train", "valid"].map(name).into_iter().find(has_positions) {
            return Err(CommandError::Input(format!("{} exists already", there.display())));
        }
        let outputs = (create(&name("train"))?, create(&name("valid"))?);
        let (began, mut shown) = (Instant::now(), Instant::now());
        let threads = self.threads.unwrap_or_else(cores);
        let sum = deepen(&self.sources.files, &deepening, &judge, outputs, threads, |sum| {
            if shown.elapsed() >= Duration::from_secs(60) {
                shown = Instant::now();
                eprintln!("{} positions searched", sum.searched);
            }
        })?;
        print(&format!(
            "{} searched in {:.1} s\n{} in {}\n{} in {}\n",
            counted(sum.searched, "position"),
            began.elapsed().as_secs_f64(),
            counted(sum.train, "position"),
            name("train").display(),
            counted(sum.valid, "position"),
            name("valid").display()
        ));
        if sum.damaged > 0 {
            eprintln!("{} damaged places were skipped; `records verify` names them", sum.damaged);
        }
        Ok(u8::from(sum.damaged > 0))
    }
}
