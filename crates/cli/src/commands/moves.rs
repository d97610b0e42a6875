//! `vernier moves`: the legal moves of a position.

use super::{Command, castling_mode, position};
use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use std::io::Write;

pub const COMMAND: Command = Command {
    name: "moves",
    about: "List the legal moves of a position, sorted.",
    forms: &["[FEN] [--chess960]"],
    switches: &[Switch { name: "--chess960", value: None, help: "write castling as king takes rook" }],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let board = position(arguments.operands())?;
    let mode = castling_mode(arguments, &board);
    let mut moves: Vec<String> = board.legal_moves().iter().map(|mv| board.uci(*mv, mode)).collect();
    moves.sort();
    for uci in moves {
        writeln!(out, "{uci}")?;
    }
    Ok(Outcome::Done)
}
