//! The subcommands, one file each. A new one is a file and a line in [`COMMANDS`].

mod bench;
mod board;
mod book;
mod eval;
mod help;
mod latency;
mod moves;
mod net;
mod perft;
mod session;
mod tb;

use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use std::ffi::OsString;
use std::io::{self, Write};
use vernier_chess::{Board, CastlingMode, Color, File, Strictness};

/// All subcommands, in the order of the help.
const COMMANDS: &[Command] = &[
    session::UCI,
    session::XBOARD,
    session::RUN,
    bench::COMMAND,
    latency::COMMAND,
    eval::COMMAND,
    perft::COMMAND,
    board::COMMAND,
    moves::COMMAND,
    book::COMMAND,
    tb::COMMAND,
    net::COMMAND,
    help::COMMAND,
];

/// A subcommand.
pub struct Command {
    /// The word that calls it.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// How it is called, without the name; one line for each form.
    pub forms: &'static [&'static str],
    /// The switches it knows.
    pub switches: &'static [Switch],
    /// Carries it out.
    pub run: fn(&Arguments, &mut dyn Write) -> Result<Outcome, Failure>,
}

/// Finds the command that the words ask for and carries it out.
pub fn run(words: &[OsString], out: &mut dyn Write) -> Result<Outcome, Failure> {
    let Some((first, rest)) = words.split_first() else { return session::open() };
    match first.to_str() {
        Some("--help" | "-h") => return help::general(out),
        Some("--version" | "-V") => return help::version(out),
        // Testing frameworks hand over whole lines: vernier "genfens 10 seed 1 book None" quit
        Some(line) if line.contains(' ') => return session::say_lines(words),
        _ => {}
    }
    let Some(command) = COMMANDS.iter().find(|command| *first == *command.name) else {
        return Err(Failure::Usage(format!("unknown command '{}'", first.to_string_lossy()), ""));
    };
    if rest.iter().any(|word| word == "--help" || word == "-h") {
        return help::of(command, out);
    }
    let arguments =
        Arguments::parse(command.switches, rest).map_err(|reason| Failure::Usage(reason, command.name))?;
    (command.run)(&arguments, out)
}

/// The position a FEN stands for; no words are the start position. Its fields may come as one word or as several.
/// What was mended in it is told on standard error.
fn position(fields: &[String]) -> Result<Board, Failure> {
    let fen = fields.join(" ");
    match fen.trim() {
        "" | "startpos" => Ok(Board::start()),
        fen => {
            let validated = Board::from_fen(fen, Strictness::Lenient)
                .map_err(|error| Failure::Input(format!("cannot read the position '{fen}': {error}")))?;
            for fault in validated.mended {
                let _ = writeln!(io::stderr(), "vernier: note: {fault}");
            }
            Ok(validated.board)
        }
    }
}

/// How castling is to be written. Where the plain form would not tell which rook is meant, it is not used.
fn castling_mode(arguments: &Arguments, board: &Board) -> CastlingMode {
    let rooks = board.castling().rooks();
    let at_home = Color::ALL
        .into_iter()
        .all(|color| (rooks & board.color(color)).is_empty() || board.king(color).file() == File::E)
        && rooks.is_subset(File::A.bitboard() | File::H.bitboard());
    if arguments.has("--chess960") || !at_home { CastlingMode::Chess960 } else { CastlingMode::Standard }
}
