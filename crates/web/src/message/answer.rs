//! What the server answers.

use super::{
    BookMove, Ending, GameHead, LegalMove, Match, PieceWorth, SearchLine, Stored, TablebaseMove, TermValue,
    Tree,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vernier_analysis::{Evaluation, GameReport, MoveReport};

/// What the server answers.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The first answer of every session.
    Hello {
        /// The version of the program.
        version: String,
        /// The network that judges.
        network: Option<String>,
        /// The most pieces of a tablebase.
        tablebase_pieces: usize,
        /// The lowest and the highest rating to play against.
        levels: (u32, u32),
        /// True if there is a results folder to watch.
        watch: bool,
        /// Threads that all sessions share.
        threads: usize,
    },
    /// A position.
    Position {
        /// The number.
        id: u32,
        /// The position.
        fen: String,
        /// `w` or `b`.
        turn: char,
        /// The square of a king in check.
        check: Option<String>,
        /// Legal moves.
        moves: Vec<LegalMove>,
        /// How the game has ended.
        ending: Option<Ending>,
        /// The draw that may be claimed.
        claim: Option<String>,
        /// The code and name of the opening.
        opening: Option<(String, String)>,
        /// What was found earlier.
        stored: Option<Stored>,
        /// The position in words, for screen readers.
        words: String,
    },
    /// A line of a search.
    Line {
        /// The number.
        id: u32,
        /// The line.
        line: SearchLine,
    },
    /// A search waits until an engine is free.
    Waiting {
        /// The number.
        id: u32,
    },
    /// A search has ended.
    Done {
        /// The number.
        id: u32,
        /// The best move, in UCI notation.
        best: Option<String>,
        /// What the engine thinks of its position, from White's view.
        evaluation: Option<Evaluation>,
    },
    /// An evaluation.
    Evaluation {
        /// The number.
        id: u32,
        /// By the terms, from White's view.
        hand: i32,
        /// By the network, from White's view.
        network: Option<i32>,
        /// The terms.
        terms: Vec<TermValue>,
        /// The pieces, as the network sees them.
        pieces: Vec<PieceWorth>,
    },
    /// Book and tablebases.
    Explorer {
        /// The number.
        id: u32,
        /// Book moves.
        book: Vec<BookMove>,
        /// Every move, if the tablebases know the position.
        tablebase: Option<Vec<TablebaseMove>>,
    },
    /// A list of games, the first of which follows.
    Games {
        /// The number.
        id: u32,
        /// The games.
        games: Vec<GameHead>,
    },
    /// A game.
    Game {
        /// The number.
        id: u32,
        /// Its place in the list.
        index: usize,
        /// The game.
        tree: Tree,
    },
    /// How far a report is.
    Progress {
        /// The number.
        id: u32,
        /// Positions searched.
        done: usize,
        /// All positions.
        all: usize,
    },
    /// A move of a report.
    ReportMove {
        /// The number.
        id: u32,
        /// The move.
        r#move: MoveReport,
    },
    /// A report.
    Report {
        /// The number.
        id: u32,
        /// The report.
        report: GameReport,
        /// The annotated game.
        pgn: String,
    },
    /// A start position.
    Start {
        /// The number.
        id: u32,
        /// The position.
        fen: String,
    },
    /// Matches.
    Matches {
        /// The number.
        id: u32,
        /// The matches, the latest first.
        matches: Vec<Match>,
    },
    /// Something was wrong with a request.
    Error {
        /// The number, if it could be read.
        id: Option<u32>,
        /// What is wrong.
        message: String,
        /// Where.
        field: Option<String>,
    },
}
