//! `vernier eval`: what a position is worth before any search.

use super::{Command, position};
use crate::arguments::Arguments;
use crate::failure::{Failure, Outcome};
use std::io::Write;
use vernier_chess::{Board, Color, File, Rank, Square};
use vernier_engine::{NnueEval, evaluation};

pub const COMMAND: Command = Command {
    name: "eval",
    about: "Explain what a position is worth before any search.",
    forms: &["[FEN]"],
    switches: &[],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let board = position(arguments.operands())?;
    writeln!(out, "{}", evaluation::explain(&board))?;
    explain_network(&board, out)?;
    Ok(Outcome::Done)
}

/// The value of a position to White and what each piece adds to it: the value falls by so much without the piece.
fn explain_network(board: &Board, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(network) = NnueEval::embedded() else { return Ok(()) };
    let to_white = |board: &Board| {
        let value = network.evaluate(board);
        if board.turn() == Color::White { value } else { -value }
    };
    let whole = to_white(board);
    writeln!(out, "\nNetwork {:08x}: {:+.2} for White", network.header().checksum, f64::from(whole) / 100.0)?;
    writeln!(out, "What each piece adds (a piece that cannot be missed is shown without a number):\n")?;
    for rank in Rank::ALL.into_iter().rev() {
        let mut line = String::new();
        for file in File::ALL {
            let square = Square::new(file, rank);
            let cell = match board.piece_at(square) {
                None => "    .    ".to_owned(),
                Some(piece) => {
                    let mut setup = board.setup();
                    setup.pieces[square] = None;
                    let without = Board::try_from(&setup).ok().map(|board| to_white(&board));
                    let added = without.map(|without| format!("{:+.2}", f64::from(whole - without) / 100.0));
                    format!(" {piece} {:<6}", added.unwrap_or_default())
                }
            };
            line.push_str(&cell);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
