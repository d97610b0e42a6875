//! `vernier-campaign`: tries to break the programs, counts what it tried, and reports what broke.
//!
//! A campaign is a list of parts, each with a time budget; a part is a round that is repeated with other random numbers.
//! The tally is written to disk after every round, so a campaign that is killed resumes where it stopped.

mod child;
mod damage;
mod parts;
mod progress;
mod report;
mod setting;
mod tally;

use clap::{Parser, ValueEnum};
use parts::{PARTS, Part};
use progress::Progress;
use setting::Setting;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Try to break Vernier, count what was tried, and report what broke.
#[derive(Parser)]
struct Arguments {
    /// How long the parts take
    #[arg(long, value_enum, default_value = "short")]
    form: Form,
    /// Run only this part; may be given several times
    #[arg(long, value_name = "NAME")]
    part: Vec<String>,
    /// Seconds for each part, whatever the form
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// End a part after this many inputs, even if it has time left
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the programs are [default: beside this one]
    #[arg(long, value_name = "FOLDER")]
    programs: Option<PathBuf>,
    /// Syzygy tablebases to damage
    #[arg(long, value_name = "FOLDER", default_value = "../shared/data/syzygy/tables")]
    tablebases: PathBuf,
    /// Where progress and the summary are written
    #[arg(long, value_name = "FOLDER", default_value = "target/campaign")]
    out: PathBuf,
    /// List the parts and exit
    #[arg(long)]
    list: bool,
}

/// How long a campaign takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// A few minutes, for every change
    Short,
    /// Some hours
    Long,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.list {
        for part in PARTS {
            say(&format!("{:<10} {:>4} s {:>5} s  {}", part.name, part.short, part.long, part.about));
        }
        return ExitCode::SUCCESS;
    }
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(reason) => {
            eprintln!("vernier-campaign: {reason}");
            ExitCode::from(3)
        }
    }
}

/// Prints a line. A closed output is not an error: the summary is on disk.
fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Runs the campaign; true if nothing broke.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let chosen = chosen(&arguments.part)?;
    let setting = Setting::new(arguments.programs.clone(), &arguments.out, &arguments.tablebases)?;
    let mut progress = Progress::open(&arguments.out, arguments.seed)?;
    for part in chosen {
        let form = if arguments.form == Form::Short { part.short } else { part.long };
        let budget = Budget {
            time: Duration::from_secs(arguments.seconds.unwrap_or(form)),
            inputs: arguments.inputs.unwrap_or(u64::MAX),
        };
        run_part(part, budget, &setting, &mut progress)?;
    }
    let summary = report::markdown(&progress);
    std::fs::write(arguments.out.join("summary.md"), &summary).map_err(|error| error.to_string())?;
    say(&format!("\n{summary}"));
    Ok(progress.is_clean())
}

fn chosen(names: &[String]) -> Result<Vec<&'static Part>, String> {
    if names.is_empty() {
        return Ok(PARTS.iter().collect());
    }
    let find = |name: &String| PARTS.iter().find(|part| part.name == name).ok_or(format!("no part {name:?}"));
    names.iter().map(find).collect()
}

/// The budget of a part, earlier runs included.
#[derive(Clone, Copy)]
struct Budget {
    time: Duration,
    inputs: u64,
}

/// Repeats a part's round until its time is spent or enough is tried.
fn run_part(part: &Part, budget: Budget, setting: &Setting, progress: &mut Progress) -> Result<(), String> {
    let done = |progress: &Progress| {
        progress.is_skipped(part.name)
            || progress.inputs(part.name) >= budget.inputs
            || part.once && progress.next_round(part.name).0 > 0
    };
    while progress.spent(part.name) < budget.time && !done(progress) {
        let began = Instant::now();
        let (number, mut rng) = progress.next_round(part.name);
        let left = budget.time - progress.spent(part.name);
        let mut tally = tally::Tally::default();
        let outcome = (part.round)(setting, number, left, &mut rng, &mut tally);
        progress.add(part.name, began.elapsed(), tally, outcome.err())?;
    }
    if let Some(line) = progress.line(part.name) {
        say(&line);
    }
    Ok(())
}
