//! `records expand`: from games to positions.

use super::{Arguments, CommandError, files, read_filter, target};
use crate::commands::progress::say;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Instant;
use vernier_lab::datagen::{Form, Share, expand};

pub(super) fn run(mut arguments: Arguments) -> Result<u8, CommandError> {
    let mut filter = read_filter(&mut arguments)?;
    let form = if arguments.flag("policy") { Form::Policy } else { Form::Positions };
    let ending = match form {
        Form::Positions => "bin",
        Form::Policy => "policy",
    };
    if form == Form::Policy {
        // Search asks for moves in every position, not in quiet ones only.
        (filter.checks, filter.tactics) = (true, true);
    }
    let percent: f64 = arguments.value("valid")?.unwrap_or(2.0);
    let share = Share((percent.clamp(0.0, 100.0) * 100.0).round() as u32);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.concurrency("threads", cores)?;
    let out = target(&mut arguments)?;
    let files = files(arguments)?;
    let name = |kind: &str| PathBuf::from(format!("{}.{kind}.{ending}", out.display()));
    let began = Instant::now();
    let outputs = (create(&name("train"))?, create(&name("valid"))?);
    let sum = expand(&files, (form, &filter, share), outputs, threads, |text| eprintln!("{text}"))?;
    let seconds = began.elapsed().as_secs_f64().max(1e-9);
    say(&format!(
        "{} games, {} scored plies in {seconds:.1} s ({:.2} M plies/s)\n{} positions in {}\n{} positions in {}\n",
        sum.games,
        sum.plies,
        sum.plies as f64 / seconds / 1e6,
        sum.train,
        name("train").display(),
        sum.valid,
        name("valid").display()
    ));
    Ok(u8::from(sum.damaged > 0))
}

fn create(path: &Path) -> Result<BufWriter<File>, CommandError> {
    let file = File::create(path).map_err(CommandError::at(path))?;
    Ok(BufWriter::with_capacity(1 << 20, file))
}
