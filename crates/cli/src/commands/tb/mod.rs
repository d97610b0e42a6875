//! `vernier tb`: what tablebases say about a position and each of its moves.

mod suite;

use crate::arguments::{JsonArguments, NotationArguments, position, write_json};
use crate::failure::{Failure, Outcome};
use crate::style;
use clap::{ArgGroup, Args};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use vernier_chess::Board;
use vernier_engine::{Dtz, FiftyMoveRule, TablebaseError, Tablebases, Wdl};

/// Look up a position with few pieces in Syzygy tablebases: its result and that of every move
#[derive(Args)]
#[command(group(ArgGroup::new("question").args(["fen", "suite"]).required(true)))]
pub struct Tb {
    /// The position, as one argument or field by field
    #[arg(value_name = "FEN")]
    fen: Vec<String>,

    /// The folders with the tablebases
    #[arg(long, value_name = "FOLDERS", env = "SYZYGY_PATH")]
    path: String,

    /// Ignore the fifty-move rule
    #[arg(long)]
    ignore_50: bool,

    /// Check a file of lines such as 'FEN wdl 2; dtz 13;'
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,

    #[command(flatten)]
    notation: NotationArguments,
    #[command(flatten)]
    json: JsonArguments,
}

/// What the tablebases say, for people and for scripts.
#[derive(Serialize)]
struct Document {
    fen: String,
    result: &'static str,
    dtz: Option<i32>,
    /// None if the tablebases do not know all moves.
    moves: Option<Vec<MoveDocument>>,
}

#[derive(Serialize)]
struct MoveDocument {
    san: String,
    uci: String,
    result: &'static str,
    dtz: Option<i32>,
}

impl Tb {
    pub fn run(self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let (tables, problems) = Tablebases::open(&self.path);
        problems.iter().for_each(style::note);
        if tables.max_pieces() == 0 {
            return Err(Failure::Input(format!("no tablebases in {}", self.path)));
        }
        if let Some(file) = &self.suite {
            return suite::run(file, &tables, self.json.json, out);
        }
        let document = self.look_up(&position(&self.fen.join(" "))?, &tables)?;
        if self.json.json {
            write_json(out, &document)?;
        } else {
            document.write(out)?;
        }
        Ok(Outcome::Done)
    }

    fn look_up(&self, board: &Board, tables: &Tablebases) -> Result<Document, Failure> {
        let unknown =
            |why: String| Failure::Input(format!("the tablebases do not have this position: {why}"));
        if !board.castling().is_none() {
            return Err(unknown("castling is still possible".to_owned()));
        }
        if board.occupied().len() > tables.max_pieces() {
            return Err(unknown(format!("they have at most {} pieces", tables.max_pieces())));
        }
        let rule = if self.ignore_50 { FiftyMoveRule::Ignored } else { FiftyMoveRule::Counts };
        let Some(wdl) = probe(|| tables.wdl(board)) else {
            return Err(unknown("a file is missing".to_owned()));
        };
        let dtz = probe(|| tables.dtz(board));
        let mode = self.notation.castling_mode(board);
        let moves = probe(|| tables.moves(board, &[], rule)).map(|moves| {
            let document = |found: &vernier_engine::TablebaseMove| MoveDocument {
                san: board.san(found.mv).to_string(),
                uci: board.uci(found.mv, mode),
                result: name(found.wdl),
                dtz: found.dtz.map(|dtz| dtz.0),
            };
            moves.iter().map(document).collect()
        });
        Ok(Document {
            fen: board.fen(mode),
            result: name(result(wdl, dtz, board).under(rule)),
            dtz: dtz.map(|dtz| dtz.0),
            moves,
        })
    }
}

impl Document {
    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let distance = |dtz: Option<i32>| dtz.map_or("?".to_owned(), |dtz| dtz.to_string());
        writeln!(out, "Result:  {}", self.result)?;
        writeln!(out, "DTZ:     {}", distance(self.dtz))?;
        let Some(moves) = &self.moves else {
            return writeln!(out, "\nNot all moves are known.");
        };
        if !moves.is_empty() {
            writeln!(out, "\n{:<7} {:<6} {:<13} {:>5}", "Move", "UCI", "Result", "DTZ")?;
        }
        for MoveDocument { san, uci, result, dtz } in moves {
            writeln!(out, "{san:<7} {uci:<6} {result:<13} {:>5}", distance(*dtz))?;
        }
        Ok(())
    }
}

/// The result with the clock of the fifty-move rule as it stands.
fn result(wdl: Wdl, dtz: Option<Dtz>, board: &Board) -> Wdl {
    match dtz {
        Some(dtz) if board.halfmove_clock() > 0 => dtz.result(board.halfmove_clock()),
        _ => wdl,
    }
}

/// The answer of the tablebases. Each damaged file is named once and not used again.
fn probe<T>(ask: impl Fn() -> Result<Option<T>, TablebaseError>) -> Option<T> {
    loop {
        match ask() {
            Ok(answer) => return answer,
            Err(problem) => style::note(problem),
        }
    }
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
