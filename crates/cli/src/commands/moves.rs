//! `vernier moves`: the legal moves of a position.

use super::{Command, castling_mode, position};
use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use std::io::Write;

pub const COMMAND: Command = Command {
    name: "moves",
    about: "List the legal moves of a position, in UCI and in standard notation.",
    forms: &["[FEN] [--chess960]"],
    switches: &[Switch { name: "--chess960", value: None, help: "write castling as king takes rook" }],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let board = position(arguments.operands())?;
    let mode = castling_mode(arguments, &board);
    let names = |mv| (board.uci(mv, mode), board.san(mv));
    let mut moves: Vec<_> = board.legal_moves().into_iter().map(names).collect();
    moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (uci, san) in moves {
        writeln!(out, "{uci:<5}  {san}")?;
    }
    Ok(Outcome::Done)
}
