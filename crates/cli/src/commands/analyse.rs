//! `vernier analyse`: games with evaluations, marks and reasons.

use crate::arguments::SearchArguments;
use crate::failure::{Failure, Outcome};
use crate::style;
use clap::{ArgGroup, Args};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use vernier_analysis::{Batch, BatchError, BatchNews, Mind, Settings, Source, summary};
use vernier_engine::{Limits, TableError, Tablebases};
use vernier_protocol::counted;

/// Annotate games: evaluations, marks, and reasons that can be checked
///
/// Every game of a PGN file is written again with evaluations, annotations, better lines and the reasons for them. With --out
/// the work can be stopped and continued by the same command.
#[derive(Args)]
#[command(alias = "analyze", group(ArgGroup::new("limit").args(["movetime", "nodes", "depth"])))]
pub struct Analyse {
    /// The games; - for standard input
    #[arg(value_name = "GAMES.pgn")]
    source: PathBuf,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Nodes for each position [default: 300000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Threads to search with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Megabytes for the transposition table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    #[command(flatten)]
    search: SearchArguments,
    /// Lines for each position; two are needed to see that a move is the only one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    multipv: u8,
    /// Folders with Syzygy tablebases
    #[arg(long, value_name = "PATH")]
    tablebases: Option<String>,
    /// Write the games to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write one JSON object a line instead of PGN
    #[arg(long)]
    json: bool,
    /// Also write a page with graphs, boards and reasons
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print neither progress nor summaries
    #[arg(short, long)]
    quiet: bool,
}

impl Analyse {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let tables = self.tablebases.as_deref().map(|path| {
            let (tables, errors) = Tablebases::open(path);
            errors.iter().for_each(style::note);
            Arc::new(tables)
        });
        let settings =
            Settings { limits: self.limits(), lines: usize::from(self.multipv), tablebases: tables.clone() };
        let too_big = |error: TableError| {
            Failure::Input(format!("cannot allocate a table of {} MB: {error}", self.hash))
        };
        let mut mind = Mind::new(usize::from(self.threads), self.hash as usize, tables).map_err(too_big)?;
        mind.set_search(self.search.kind).map_err(too_big)?;
        let batch = Batch {
            source: if self.source.as_os_str() == "-" {
                Source::StandardInput
            } else {
                Source::File(self.source)
            },
            out: self.out,
            json: self.json,
            html: self.html,
            settings,
            search: self.search.kind,
        };
        let bar = progress_bar(self.quiet);
        let mut news = |news: BatchNews| match news {
            BatchNews::Continued(games) => {
                bar.suspend(|| style::note(format!("continuing after {}", counted(games, "game"))))
            }
            BatchNews::Game(number, players) => bar.set_message(format!("game {number}: {players}")),
            BatchNews::Position(done, all) => {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            }
            BatchNews::Done(_) if self.quiet => {}
            BatchNews::Done(report) => bar.suspend(|| eprintln!("{}", summary(report))),
            BatchNews::Skipped(reason) => bar.suspend(|| style::note(format!("skipped {reason}"))),
        };
        let result = batch.run(out, &mut |question| Some(mind.think(question)), &mut news);
        bar.finish_and_clear();
        match result {
            Ok(tally) => {
                if tally.analysed != 1 || tally.skipped > 0 {
                    style::note(format!(
                        "{} analysed, {} skipped",
                        counted(tally.analysed, "game"),
                        tally.skipped
                    ));
                }
                Ok(Outcome::of(tally.skipped == 0))
            }
            Err(BatchError::Output(error)) => Err(error.into()),
            Err(error) => Err(Failure::Input(error.to_string())),
        }
    }

    fn limits(&self) -> Limits {
        match (self.movetime, self.nodes, self.depth) {
            (Some(time), ..) => Limits::movetime(Duration::from_millis(time)),
            (_, Some(nodes), _) => Limits::nodes(nodes),
            (_, _, Some(depth)) => Limits::depth(depth),
            _ => Settings::default().limits,
        }
    }
}

/// A line on standard error that shows the present game, at a terminal only.
fn progress_bar(quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(1), target).with_style(style)
}
