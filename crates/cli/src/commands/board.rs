//! `vernier board`: a position as a picture.

use crate::arguments::{PositionArguments, write_json};
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use vernier_chess::picture::{Svg, Text};
use vernier_chess::{Bitboard, Color, Role};

/// Show a position as text, or draw it to an SVG file
#[derive(Args)]
pub struct Board {
    #[command(flatten)]
    position: PositionArguments,

    /// Draw with chess symbols instead of letters
    #[arg(long, group = "form")]
    unicode: bool,

    /// Draw to an SVG file; '-' is the standard output
    #[arg(long, value_name = "FILE", group = "form")]
    svg: Option<PathBuf>,

    /// Show the set of squares of each color and each role
    #[arg(long, group = "form")]
    bitboards: bool,

    /// Print the result as JSON
    #[arg(long, group = "form")]
    json: bool,

    /// Put Black at the bottom
    #[arg(long)]
    flip: bool,
}

/// A position as JSON.
#[derive(Serialize)]
struct Description {
    fen: String,
    key: String,
    turn: String,
    in_check: bool,
    legal_moves: usize,
    checkers: Vec<String>,
}

impl Board {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let board = self.position.board()?;
        let below = if self.flip { Color::Black } else { Color::White };
        if let Some(file) = &self.svg {
            let svg = Svg::of(&board).below(below).to_string();
            if file.as_os_str() == "-" {
                write!(out, "{svg}")?;
            } else {
                fs::write(file, svg)
                    .map_err(|error| Failure::Input(format!("cannot write {}: {error}", file.display())))?;
            }
        } else if self.bitboards {
            write_bitboards(&board, below, out)?;
        } else if self.json {
            write_json(out, &describe(&board))?;
        } else {
            writeln!(out, "{}\n", Text::of(&board).symbols(self.unicode).below(below))?;
            writeln!(out, "FEN: {board}\nKey: {}", board.key())?;
        }
        Ok(Outcome::Done)
    }
}

fn describe(board: &vernier_chess::Board) -> Description {
    Description {
        fen: board.to_string(),
        key: board.key().to_string(),
        turn: board.turn().to_string().to_lowercase(),
        in_check: board.in_check(),
        legal_moves: board.count_moves(),
        checkers: board.checkers().into_iter().map(|square| square.to_string()).collect(),
    }
}

fn write_bitboards(board: &vernier_chess::Board, below: Color, out: &mut dyn Write) -> io::Result<()> {
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
