//! The subcommands, one file each. A new one is a file and a line in `commands!` below.

mod analyse;
mod bench;
mod board;
mod book;
mod completions;
mod eval;
mod latency;
mod man;
mod moves;
mod net;
mod options;
mod perft;
mod play;
mod serve;
pub mod session;
mod tb;
mod tree;
mod version;

use crate::failure::{Failure, Outcome};
use clap::{Parser, Subcommand};
use std::io::Write;

/// Declares the subcommands, in the order of the help. Each type derives `clap::Args`, documents itself, and has a
/// method `run`.
macro_rules! commands {
    ($($name:ident($arguments:ty)),* $(,)?) => {
        #[derive(Subcommand)]
        enum Command {
            $($name($arguments)),*
        }

        impl Command {
            fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
                match self {
                    $(Self::$name(arguments) => arguments.run(out)),*
                }
            }
        }
    };
}

commands! {
    Uci(session::Uci),
    Xboard(session::Xboard),
    Run(session::Run),
    Bench(bench::Bench),
    Latency(latency::Latency),
    Play(play::Play),
    Analyse(analyse::Analyse),
    Serve(serve::Serve),
    Eval(eval::Eval),
    Perft(perft::Perft),
    Board(board::Board),
    Moves(moves::Moves),
    Book(book::Book),
    Tb(tb::Tb),
    Net(net::Net),
    Options(options::Options),
    Tree(tree::Tree),
    Completions(completions::Completions),
    Man(man::Man),
}

/// A chess engine and a set of chess tools.
///
/// Without a command, vernier is an engine: the first line it reads chooses UCI, XBoard or plain commands.
#[derive(Parser)]
#[command(
    name = "vernier",
    disable_version_flag = true,
    after_help = "Exit status: 0 yes, 1 no, 2 wrong usage or input, 3 could not run."
)]
pub struct Cli {
    /// Print the version
    #[arg(short = 'V', long)]
    version: bool,

    /// With --version: also print how the program was built
    #[arg(short, long, requires = "version")]
    verbose: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

impl Cli {
    /// Parses the command line and runs the command it asks for.
    pub fn run(out: &mut dyn Write) -> Result<Outcome, Failure> {
        let cli = match Self::try_parse() {
            Ok(cli) => cli,
            Err(error) if !error.use_stderr() => {
                // Help goes to standard output.
                error.print()?;
                return Ok(Outcome::Done);
            }
            Err(error) => return Err(Failure::Usage(error)),
        };
        match cli.command {
            _ if cli.version => version::print(cli.verbose, out),
            Some(command) => command.run(out),
            None => session::open(),
        }
    }
}
