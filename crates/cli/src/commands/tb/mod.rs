//! `vernier tb`: what endgame tables say about a position and each of its moves.

mod suite;

use super::{Command, castling_mode, position};
use crate::arguments::{Arguments, Switch};
use crate::failure::{Failure, Outcome};
use std::io::{self, Write};
use vernier_chess::Board;
use vernier_engine::{Dtz, FiftyMoveRule, TablebaseError, Tablebases, Wdl};

pub const COMMAND: Command = Command {
    name: "tb",
    about: "Look a position with few pieces up in Syzygy tables: its result and that of every move.",
    forms: &["FEN [--path FOLDERS] [--ignore-50] [--chess960]", "--suite FILE.epd [--path FOLDERS]"],
    switches: &[
        Switch {
            name: "--path",
            value: Some("FOLDERS"),
            help: "where the tables are (default: $SYZYGY_PATH)",
        },
        Switch { name: "--ignore-50", value: None, help: "as if there were no fifty-move rule" },
        Switch { name: "--suite", value: Some("FILE"), help: "check lines of 'FEN wdl 2; dtz 13;'" },
        Switch { name: "--chess960", value: None, help: "write castling as king takes rook" },
    ],
    run,
};

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let given = arguments.value("--path").map(str::to_owned);
    let Some(path) = given.or_else(|| std::env::var("SYZYGY_PATH").ok()) else {
        return Err(Failure::Usage("--path FOLDERS is missing".to_owned(), COMMAND.name));
    };
    if arguments.operands().is_empty() != arguments.has("--suite") {
        return Err(Failure::Usage("either a FEN or a --suite, please".to_owned(), COMMAND.name));
    }
    let (tables, problems) = Tablebases::open(&path);
    problems.iter().for_each(tell);
    if tables.max_pieces() == 0 {
        return Err(Failure::Input(format!("no tables in {path}")));
    }
    match arguments.value("--suite") {
        Some(file) => suite::run(file, &tables, out),
        None => show(&position(arguments.operands())?, &tables, arguments, out),
    }
}

fn show(
    board: &Board,
    tables: &Tablebases,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let unknown = |why: String| Failure::Input(format!("the tables cannot tell: {why}"));
    if !board.castling().is_none() {
        return Err(unknown("somebody may castle".to_owned()));
    }
    if board.occupied().len() > tables.max_pieces() {
        return Err(unknown(format!("they know at most {} pieces", tables.max_pieces())));
    }
    let rule = if arguments.has("--ignore-50") { FiftyMoveRule::Ignored } else { FiftyMoveRule::Counts };
    let Some(wdl) = heard(|| tables.wdl(board)) else {
        return Err(unknown("a table is missing".to_owned()));
    };
    let dtz = heard(|| tables.dtz(board));
    writeln!(out, "Result:  {}", name(result(wdl, dtz, board).under(rule)))?;
    writeln!(out, "DTZ:     {}", distance(dtz))?;
    let Some(moves) = heard(|| tables.moves(board, &[], rule)) else {
        writeln!(out, "\nNot all moves are known.")?;
        return Ok(Outcome::Done);
    };
    if !moves.is_empty() {
        writeln!(out, "\n{:<7} {:<6} {:<13} {:>5}", "Move", "UCI", "Result", "DTZ")?;
    }
    let mode = castling_mode(arguments, board);
    for found in &moves {
        let (san, uci) = (board.san(found.mv).to_string(), board.uci(found.mv, mode));
        writeln!(out, "{san:<7} {uci:<6} {:<13} {:>5}", name(found.wdl), distance(found.dtz))?;
    }
    Ok(Outcome::Done)
}

/// The result with the clock of the fifty-move rule as it stands.
fn result(wdl: Wdl, dtz: Option<Dtz>, board: &Board) -> Wdl {
    match dtz {
        Some(dtz) if board.halfmove_clock() > 0 => dtz.result(board.halfmove_clock()),
        _ => wdl,
    }
}

/// The answer of the tables. Each damaged table is named once, and then asked no more.
fn heard<T>(ask: impl Fn() -> Result<Option<T>, TablebaseError>) -> Option<T> {
    loop {
        match ask() {
            Ok(answer) => return answer,
            Err(problem) => tell(&problem),
        }
    }
}

fn tell(problem: &TablebaseError) {
    let _ = writeln!(io::stderr(), "vernier: note: {problem}");
}

fn name(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Loss => "loss",
        Wdl::BlessedLoss => "blessed loss",
        Wdl::Draw => "draw",
        Wdl::CursedWin => "cursed win",
        Wdl::Win => "win",
    }
}

fn distance(dtz: Option<Dtz>) -> String {
    dtz.map_or("?".to_owned(), |dtz| dtz.0.to_string())
}
