//! `vernier board`: a position as a picture.

use super::{Command, position};
use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use std::fs;
use std::io::{self, Write};
use vernier_chess::picture::{Svg, Text};
use vernier_chess::{Bitboard, Board, Color, Role};

pub const COMMAND: Command = Command {
    name: "board",
    about: "Show a position as text, or draw it to an SVG file.",
    forms: &["[FEN] [--unicode | --svg FILE | --bitboards] [--flip]"],
    switches: &[
        Switch { name: "--unicode", value: None, help: "with chess symbols instead of letters" },
        Switch { name: "--svg", value: Some("FILE"), help: "draw it to a file; '-' is the standard output" },
        Switch { name: "--bitboards", value: None, help: "the set of squares of each color and each role" },
        Switch { name: "--flip", value: None, help: "with Black below" },
    ],
    run,
};

/// Only one of these at a time.
const FORMS: [&str; 3] = ["--unicode", "--svg", "--bitboards"];

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let mut forms = FORMS.iter().filter(|form| arguments.has(form));
    if let (Some(one), Some(other)) = (forms.next(), forms.next()) {
        return Err(Failure::Usage(format!("{one} and {other} exclude each other"), COMMAND.name));
    }
    let board = position(arguments.operands())?;
    let below = if arguments.has("--flip") { Color::Black } else { Color::White };
    if let Some(file) = arguments.value("--svg") {
        let svg = Svg::of(&board).below(below).to_string();
        match file {
            "-" => write!(out, "{svg}")?,
            _ => fs::write(file, svg).map_err(|error| Failure::Input(format!("{file}: {error}")))?,
        }
    } else if arguments.has("--bitboards") {
        write_bitboards(&board, below, out)?;
    } else {
        writeln!(out, "{}\n", Text::of(&board).symbols(arguments.has("--unicode")).below(below))?;
        writeln!(out, "FEN: {board}\nKey: {}", board.key())?;
    }
    Ok(Outcome::Done)
}

fn write_bitboards(board: &Board, below: Color, out: &mut dyn Write) -> io::Result<()> {
    let mut show = |name: &str, set: Bitboard| {
        let seen = match below {
            Color::White => set,
            Color::Black => set.flip_ranks().flip_files(),
        };
        writeln!(out, "{name} {:#018x}\n{seen}\n", set.0)
    };
    for color in Color::ALL {
        show(&color.to_string(), board.color(color))?;
    }
    for role in Role::ALL {
        show(&format!("{role:?}"), board.role(role))?;
    }
    Ok(())
}
