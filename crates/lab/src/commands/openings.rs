//! `openings`: suites of positions to start games from.

use super::arguments::{Arguments, CommandError, Grammar};
use super::progress::say;
use std::io::{BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use vernier_chess::CastlingMode;
use vernier_lab::openings::start_suite::Recipe;

pub const HELP: &str = "\
vernier-lab openings --out FILE.epd [options]

Makes positions to start games from: random moves, kept if a search finds the position even enough. The same seed gives
the same file, whatever the number of threads; no position comes twice. Each line ends with the score (ce).

  --count N         positions (1000)
  --plies N         random moves from the start (8)
  --min CP --max CP how far from even they are, in hundredths of a pawn (0 to 60)
  --nodes N         positions visited to judge one (20000)
  --seed N          another seed, other positions (1)
  --chess960        from the start positions of Chess960
  --threads N       positions judged at a time (all cores)
  --quiet           only the final line
";

/// Runs `vernier-lab openings`.
pub fn run(words: &[String]) -> Result<u8, CommandError> {
    let mut arguments = Arguments::parse(words, &Grammar { flags: &["chess960", "quiet"], lists: &[] })?;
    let count: usize = arguments.value("count")?.unwrap_or(1000);
    let least: i32 = arguments.value("min")?.unwrap_or(0);
    let most: i32 = arguments.value("max")?.unwrap_or(60);
    let recipe = Recipe {
        seed: arguments.value("seed")?.unwrap_or(1),
        plies: arguments.value("plies")?.unwrap_or(8),
        nodes: arguments.value("nodes")?.unwrap_or(20_000),
        imbalance: least..=most,
        chess960: arguments.flag("chess960"),
    };
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.value("threads")?.unwrap_or(cores).min(NonZeroUsize::new(1024).unwrap_or(cores));
    let out = arguments.text("out").map(PathBuf::from);
    let out = out.ok_or_else(|| CommandError("where to? Give --out FILE.epd".into()))?;
    let quiet = arguments.flag("quiet");
    arguments.finish_empty()?;
    if count == 0 || recipe.imbalance.is_empty() || recipe.plies > 100 {
        return Err(CommandError("there is no such position".into()));
    }
    make(&recipe, count, threads, &out, !quiet && std::io::stdout().is_terminal())?;
    say(&format!("{count} positions in {}\n", out.display()));
    Ok(0)
}

fn make(
    recipe: &Recipe,
    count: usize,
    threads: NonZeroUsize,
    out: &Path,
    show: bool,
) -> Result<(), CommandError> {
    let mode = if recipe.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let mut file = BufWriter::new(std::fs::File::create(out).map_err(CommandError::at(out))?);
    let (mut made, mut written) = (0, Ok(()));
    recipe.make(threads, |start| {
        written = writeln!(file, "{}", start.epd(mode));
        made += 1;
        if show {
            say(&format!("\r\x1b[K{made} of {count}"));
        }
        made < count && written.is_ok()
    })?;
    if show {
        say("\r\x1b[K");
    }
    written.and_then(|()| file.flush()).map_err(CommandError::at(out))
}
