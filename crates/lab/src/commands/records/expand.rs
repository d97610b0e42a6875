//! `records expand`: from games to positions.

use super::super::arguments::{at_a_time, cores};
use super::{CommandError, Sources, print};
use clap::Args;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Instant;
use vernier_lab::datagen::{Form, Share, expand};
use vernier_protocol::counted;
use vernier_records::{Filter, Returns};

/// Write the positions worth learning from, for the trainer
#[derive(Args)]
pub struct Expand {
    #[command(flatten)]
    sources: Sources,
    /// The name of the new files: NAME.train.bin and NAME.valid.bin
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// The percentage of games held out for validation
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    valid: f64,
    /// No positions before this ply
    #[arg(long, value_name = "N", default_value_t = Filter::default().min_ply)]
    min_ply: u32,
    /// No positions after this ply
    #[arg(long, value_name = "N", default_value_t = Filter::default().max_ply)]
    max_ply: u32,
    /// No scores beyond
    #[arg(long, value_name = "CP", default_value_t = Filter::default().max_score)]
    max_score: u16,
    /// No fewer pieces
    #[arg(long, value_name = "N", default_value_t = Filter::default().min_pieces)]
    min_pieces: u32,
    /// Positions in check too
    #[arg(long)]
    checks: bool,
    /// Positions with captures to make too
    #[arg(long)]
    tactics: bool,
    /// Up to N positions beside each instead, a random move or two away, for a teacher to label
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), conflicts_with = "policy")]
    branches: Option<u32>,
    /// Scores as TD(lambda) returns, by the later scores of the game and its result: lambda in the middlegame and in the endgame
    #[arg(long, value_name = "LAMBDA", num_args = 2, value_parser = lambda, conflicts_with_all = ["branches", "policy"])]
    returns: Option<Vec<f64>>,
    /// NAME.train.policy and NAME.valid.policy instead: every position, with its legal moves
    #[arg(long)]
    policy: bool,
    /// Threads [default: all cores]
    #[arg(long, value_parser = at_a_time)]
    threads: Option<usize>,
}

impl Expand {
    pub fn run(self) -> Result<u8, CommandError> {
        let (form, ending) = match (self.branches, self.returns.as_deref()) {
            (Some(count), _) => (Form::Branches(count), "bin"),
            (None, Some(&[middlegame, endgame])) => (Form::Returns(Returns { middlegame, endgame }), "bin"),
            (None, _) if self.policy => (Form::Policy, "policy"),
            (None, _) => (Form::Positions, "bin"),
        };
        let filter = Filter {
            min_ply: self.min_ply,
            max_ply: self.max_ply,
            max_score: self.max_score,
            min_pieces: self.min_pieces,
            // Search asks for moves in every position, not in quiet ones only.
            checks: self.checks || self.policy,
            tactics: self.tactics || self.policy,
        };
        let share = Share((self.valid.clamp(0.0, 100.0) * 100.0).round() as u32);
        let name = |kind: &str| PathBuf::from(format!("{}.{kind}.{ending}", self.out.display()));
        let began = Instant::now();
        let outputs = (create(&name("train"))?, create(&name("valid"))?);
        let threads = self.threads.unwrap_or_else(cores);
        let warn = |text: &str| eprintln!("{text}");
        let sum = expand(&self.sources.files, (form, &filter, share), outputs, threads, warn)?;
        let seconds = began.elapsed().as_secs_f64().max(1e-9);
        print(&format!(
            "{}, {} scored plies in {seconds:.1} s ({:.2} M plies/s)\n{} in {}\n{} in {}\n",
            counted(sum.games, "game"),
            sum.plies,
            sum.plies as f64 / seconds / 1e6,
            counted(sum.train, "position"),
            name("train").display(),
            counted(sum.valid, "position"),
            name("valid").display()
        ));
        Ok(u8::from(sum.damaged > 0))
    }
}

/// A lambda lies between 0 and 1.
fn lambda(text: &str) -> Result<f64, String> {
    let lambda = text.parse::<f64>().ok().filter(|lambda| (0.0..=1.0).contains(lambda));
    lambda.ok_or_else(|| "a lambda lies between 0 and 1".to_owned())
}

pub(super) fn create(path: &Path) -> Result<BufWriter<File>, CommandError> {
    let file = File::create(path).map_err(CommandError::at(path))?;
    Ok(BufWriter::with_capacity(1 << 20, file))
}
