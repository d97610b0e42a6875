//! Arguments that several commands share.

use crate::failure::Failure;
use crate::style;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use vernier_chess::{Board, CastlingMode};
use vernier_engine::evaluation::Weights;
use vernier_engine::{Engine, SearchKind};

/// A position, the start position if none is given.
#[derive(Args, Debug, Default)]
pub struct PositionArguments {
    /// The position, as one argument or field by field; the start position if it is left out.
    #[arg(value_name = "FEN")]
    pub fen: Vec<String>,
}

impl PositionArguments {
    /// The position named.
    pub fn board(&self) -> Result<Board, Failure> {
        match &self.fen[..] {
            [] => Ok(Board::start()),
            fields => position(&fields.join(" ")),
        }
    }
}

/// The position that a FEN, or the word `startpos`, names. Whatever was repaired is printed on standard error.
pub fn position(fen: &str) -> Result<Board, Failure> {
    match fen.trim() {
        "startpos" => Ok(Board::start()),
        fen => {
            let mended = Board::mend_fen(fen)
                .map_err(|error| Failure::Input(format!("cannot read the position '{fen}': {error}")))?;
            mended.repairs.iter().for_each(style::note);
            Ok(mended.board)
        }
    }
}

/// How moves are written.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct NotationArguments {
    /// Write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
}

impl NotationArguments {
    /// How castling is written on this board. The standard form is not used where it is ambiguous.
    pub fn castling_mode(self, board: &Board) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { board.castling_mode() }
    }
}

/// How positions are searched.
#[derive(Args, Clone, Copy, Debug)]
pub struct SearchArguments {
    /// How to search: alphabeta, or mcts for the tree search
    #[arg(long = "search", value_name = "NAME", default_value = "alphabeta")]
    pub kind: SearchKind,
}

impl SearchArguments {
    /// Sets the engine up for it, after its table has got its size.
    pub fn apply(self, engine: &mut Engine) -> Result<(), Failure> {
        engine.set_search(self.kind).map_err(|error| Failure::Input(error.to_string()))
    }
}

/// Which weights the hand-written terms have.
#[derive(Args, Clone, Debug, Default)]
pub struct WeightsArguments {
    /// Weights of the hand-written terms, as the option `Weights File` reads them [default: the built-in ones]
    #[arg(long = "weights", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl WeightsArguments {
    /// The weights named.
    pub fn weights(&self) -> Result<Weights, Failure> {
        match &self.file {
            None => Ok(Weights::DEFAULT),
            Some(path) => Weights::load(path).map_err(|error| Failure::Input(error.to_string())),
        }
    }
}

/// Whether a script reads the output.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct JsonArguments {
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Writes a value as one JSON document.
pub fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
