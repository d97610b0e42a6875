//! `vernier play`: a game against the engine at a terminal.

mod command;
mod input;
mod picture;
mod scoresheet;
mod table;

use crate::arguments::PositionArguments;
use crate::failure::{Failure, Outcome};
use crate::style;
use crate::terminal;
use clap::{Args, ValueEnum};
use command::{Command, Level};
use input::Input;
use picture::Picture;
use scoresheet::Scoresheet;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use table::{Table, Timing};
use vernier_chess::{Board, Color};
use vernier_engine::TimeControl;

/// Play a game at the terminal
///
/// Moves are typed as in a score sheet (Nf3, exd5, O-O) or as in UCI (g1f3). Type help for everything else.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    position: PositionArguments,

    /// The rating to play against, from 800 to 3000, or full
    #[arg(long, value_name = "RATING", default_value = "full")]
    level: Level,

    /// Your color
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,

    /// Minutes for the game and seconds added for each move, for both players; without it there is no clock
    #[arg(long, value_name = "MINUTES[+SECONDS]", value_parser = clock)]
    clock: Option<TimeControl>,

    /// Milliseconds the engine may think about a move where there is no clock
    #[arg(long, value_name = "MS", default_value_t = 500, conflicts_with = "clock",
        value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: u64,

    /// Start from a Chess960 position, by its number
    #[arg(long, value_name = "N", conflicts_with = "fen", value_parser = clap::value_parser!(u16).range(0..=959))]
    chess960: Option<u16>,

    /// Draw the board with letters and without colors
    #[arg(long)]
    plain: bool,

    /// Add every game to a file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

/// Reads a time control in the units of players.
fn clock(text: &str) -> Result<TimeControl, String> {
    TimeControl::in_minutes(text).map_err(|_| {
        "a clock is written as 5+3: five minutes for the game and three seconds for each move".to_owned()
    })
}

impl Play {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let start = self.start()?;
        let cannot_write = |path: &Path, error: io::Error| {
            Failure::Input(format!("cannot write {}: {error}", path.display()))
        };
        // Known before a game is played, not after it.
        let mut sheet = self
            .pgn
            .as_deref()
            .map(|path| Scoresheet::open(path).map_err(|error| cannot_write(path, error)))
            .transpose()?;
        let person = match self.side {
            Side::White => Color::White,
            Side::Black => Color::Black,
            // The keys of a hash map are the randomness that the standard library has.
            Side::Random if RandomState::new().build_hasher().finish().is_multiple_of(2) => Color::White,
            Side::Random => Color::Black,
        };
        let timing = Timing { control: self.clock, movetime: Duration::from_millis(self.movetime) };
        let mut table = Table::new(start, person, self.level.0, timing);
        let color = !self.plain && io::stdout().is_terminal() && terminal::describe().color;
        let picture = Picture { color, plain: self.plain || !io::stdout().is_terminal() };
        let mut input = Input::open();
        let played = converse(&mut table, picture, &mut sheet, &mut input, out);
        if let Some(sheet) = &mut sheet {
            sheet.keep(table.score().as_deref()).map_err(|error| cannot_write(sheet.path(), error))?;
        }
        played?;
        Ok(Outcome::Done)
    }

    fn start(&self) -> Result<Board, Failure> {
        match self.chess960 {
            Some(number) => Board::chess960(number)
                .ok_or_else(|| Failure::Input("Chess960 positions go from 0 to 959".to_owned())),
            None => self.position.board(),
        }
    }
}

/// Plays until the person leaves.
fn converse(
    table: &mut Table,
    picture: Picture,
    sheet: &mut Option<Scoresheet>,
    input: &mut Input,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "You play {} against {}. Type help for the commands.", table.person(), table.opponent())?;
    let mut show = true;
    loop {
        if let Some(sheet) = sheet {
            // What cannot be written now is tried again after the next move, and reported at the end.
            let _ = sheet.keep(table.score().as_deref());
        }
        if table.is_engines_turn() {
            let reply = table.reply();
            writeln!(out, "{reply}")?;
            show = true;
            continue;
        }
        if show {
            writeln!(out, "\n{}", picture.of(table))?;
            if let Some(outcome) = table.outcome() {
                writeln!(out, "{}: {outcome}. Type new, back, pgn or quit.", outcome.result())?;
            }
        }
        out.flush()?;
        let Some(line) = input.line(&table.prompt(), out)? else { return Ok(()) };
        show = match line.parse::<Command>() {
            Ok(Command::Quit) => return Ok(()),
            Ok(Command::New) => {
                if let Some(sheet) = sheet {
                    sheet.finish(table.score().as_deref());
                }
                table.restart();
                true
            }
            Ok(command) => obey(table, picture, command, out)?,
            Err(nothing) if nothing.is_empty() => false,
            Err(reason) => {
                style::note(reason);
                false
            }
        };
    }
}

/// Does what was typed. True if the board is to be shown again.
fn obey(table: &mut Table, picture: Picture, command: Command, out: &mut dyn Write) -> io::Result<bool> {
    let reply = match command {
        Command::Move(word) => return Ok(table.play(&word).map_err(style::note).is_ok()),
        Command::Back => return Ok(table.take_back().map_err(style::note).is_ok()),
        Command::Resign => return Ok(table.resign().map_err(style::note).is_ok()),
        Command::Draw => match table.offer_draw() {
            Ok(true) => return Ok(true),
            Ok(false) => "The offer is declined.".to_owned(),
            Err(reason) => reason,
        },
        Command::Hint => table.hint().unwrap_or_else(|reason| reason),
        Command::Level(Level(level)) => table.set_level(level),
        Command::Flip => {
            table.flip();
            return Ok(true);
        }
        Command::Board => picture.of(table),
        Command::Moves => table.legal_moves(),
        Command::Fen => table.fen(),
        Command::Pgn => table.pgn(),
        Command::Help => command::HELP.to_owned(),
        // Whoever calls this begins and leaves games.
        Command::New | Command::Quit => return Ok(false),
    };
    writeln!(out, "{reply}")?;
    Ok(false)
}
