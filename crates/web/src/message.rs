//! What the page and the server say to each other. `page/messages.d.ts` is made from these types; a test compares the two.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vernier_analysis::chances::Chances;
use vernier_analysis::{Evaluation, GameReport, MoveReport};

/// A position: where it starts, and the moves since, for repetitions.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS)]
pub struct Position {
    /// A FEN; the start position if there is none.
    pub fen: Option<String>,
    /// Moves in the notation of UCI.
    pub moves: Vec<String>,
}

/// When a search stops. Without any, it goes on for ever.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, TS)]
pub struct SearchLimits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Positions.
    #[ts(type = "number | null")]
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u32>,
}

/// The clocks of a game, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS)]
pub struct Clocks {
    /// Time left to White.
    pub white: u32,
    /// Time left to Black.
    pub black: u32,
    /// Added after each move.
    pub increment: u32,
}

/// What the page asks. The number comes back in every answer.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Legal moves, the opening and what is stored.
    Position {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
    },
    /// Search; replaces an analysis that runs.
    Analyse {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
        /// When to stop.
        limits: SearchLimits,
        /// Best lines wanted.
        lines: u8,
    },
    /// What the opponent would do if the side to move passed.
    Threat {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
    },
    /// Stop whatever was asked under that number.
    Stop {
        /// The number.
        id: u32,
    },
    /// The terms of the evaluation.
    Evaluate {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
    },
    /// Book moves and tablebase results.
    Explore {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
    },
    /// A move to play.
    Play {
        /// The number.
        id: u32,
        /// The position.
        position: Position,
        /// A rating; full strength if there is none.
        level: Option<u32>,
        /// The clocks; half a second a move if there are none.
        clocks: Option<Clocks>,
    },
    /// Read games.
    Open {
        /// The number.
        id: u32,
        /// The text of the games.
        pgn: String,
    },
    /// One of the games read last.
    Game {
        /// The number.
        id: u32,
        /// Its place in the list, from zero.
        index: usize,
    },
    /// Analyse a whole game.
    Report {
        /// The number.
        id: u32,
        /// The game.
        pgn: String,
        /// For each position.
        limits: SearchLimits,
    },
    /// A start position of Chess960.
    Chess960 {
        /// The number.
        id: u32,
        /// From 0 to 959.
        number: u16,
    },
    /// The matches of the results folder, now and whenever they change.
    Watch {
        /// The number.
        id: u32,
    },
}

impl Request {
    /// Its number.
    pub const fn id(&self) -> u32 {
        match self {
            Self::Position { id, .. }
            | Self::Analyse { id, .. }
            | Self::Threat { id, .. }
            | Self::Stop { id }
            | Self::Evaluate { id, .. }
            | Self::Explore { id, .. }
            | Self::Play { id, .. }
            | Self::Open { id, .. }
            | Self::Game { id, .. }
            | Self::Report { id, .. }
            | Self::Chess960 { id, .. }
            | Self::Watch { id } => *id,
        }
    }
}

/// A legal move, and where it leads.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct LegalMove {
    /// In the notation of UCI.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// Where the piece stands.
    pub from: String,
    /// Where it may be dropped; castling has two such squares.
    pub to: Vec<String>,
    /// What the pawn becomes: `q`, `r`, `b`, `n`.
    pub promotion: Option<char>,
    /// The position after it.
    pub fen: String,
}

/// One best line.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SearchLine {
    /// Its place, from one.
    pub line: usize,
    /// Iterations.
    pub depth: u32,
    /// The longest line looked at.
    pub seldepth: u32,
    /// From White's view.
    pub evaluation: Evaluation,
    /// From White's view.
    pub chances: Chances,
    /// In the notation of UCI.
    pub uci: Vec<String>,
    /// In algebraic notation.
    pub san: Vec<String>,
    /// The position after each move.
    pub fens: Vec<String>,
    /// Positions visited.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Positions a second.
    #[ts(type = "number")]
    pub nps: u64,
    /// Answers of tablebases.
    #[ts(type = "number")]
    pub tablebase_hits: u64,
}

/// A result kept on disk.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Stored {
    /// Iterations.
    pub depth: u32,
    /// Positions visited.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Seconds since 1970.
    #[ts(type = "number")]
    pub date: u64,
    /// Its lines.
    pub lines: Vec<SearchLine>,
}

/// How a game has ended.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// In words.
    pub text: String,
}

/// A term of the hand-written evaluation, in centipawns for the middlegame and the endgame.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TermValue {
    /// Its name.
    pub name: String,
    /// White's worth.
    pub white: [i32; 2],
    /// Black's worth.
    pub black: [i32; 2],
    /// White's less Black's, blended by the phase.
    pub total: i32,
}

/// What the network sees in a piece.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PieceWorth {
    /// Where it stands.
    pub square: String,
    /// The piece, as in a FEN.
    pub piece: String,
    /// Centipawns the position loses for White without it; none for a king.
    pub value: Option<i32>,
}

/// A book move.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct BookMove {
    /// In the notation of UCI.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// Its weight.
    pub weight: u16,
    /// Its share of all weights, in per cent.
    pub share: f64,
}

/// A move as tablebases see it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TablebaseMove {
    /// In the notation of UCI.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// `win`, `cursed win`, `draw`, `blessed loss` or `loss`, for its mover.
    pub result: String,
    /// Plies to the next capture or pawn move, as far as known.
    pub dtz: Option<i32>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct GameHead {
    /// A player.
    pub white: String,
    /// A player.
    pub black: String,
    /// The result.
    pub result: String,
    /// The event and the date.
    pub event: String,
    /// Half-moves.
    pub moves: usize,
    /// Why it could not be read.
    pub error: Option<String>,
}

/// A move of a game tree.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TreeNode {
    /// The move before it, by its place in the list; none for a first move.
    pub parent: Option<usize>,
    /// In the notation of UCI; a null move is `0000`.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Annotations.
    pub nags: Vec<u8>,
    /// Comments after it.
    pub comments: Vec<String>,
}

/// A game with its variations: a move's first follower goes on with its line.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Tree {
    /// Names and values.
    pub tags: Vec<(String, String)>,
    /// Where it starts.
    pub fen: String,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The result.
    pub result: String,
    /// Every move.
    pub nodes: Vec<TreeNode>,
}

/// One engine of a match.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Games.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games lost by a fault of the engine.
    pub faults: u32,
    /// Points against each engine of the list, of so many games.
    pub against: Vec<(f64, u32)>,
}

/// A finished game of a match.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct MatchGame {
    /// Its number.
    pub number: u32,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The result.
    pub result: String,
    /// How it ended.
    pub reason: String,
    /// The position it ended in, if the game is known.
    pub fen: Option<String>,
}

/// A match in the results folder.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Match {
    /// The name of its journal.
    pub name: String,
    /// Its engines, best first.
    pub standings: Vec<Standing>,
    /// Games finished.
    pub games: usize,
    /// The counts of pairs with 0, 1/2, 1, 3/2 and 2 points for the first engine.
    pub pairs: [u32; 5],
    /// The first engine's score in per cent as the games went on, at most 200 points of the curve.
    pub curve: Vec<f64>,
    /// The last games.
    pub latest: Vec<MatchGame>,
    /// True if the journal has changed in the last minute.
    pub running: bool,
}

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
        /// The position in words, for those who listen.
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
        /// The best move, in the notation of UCI.
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

/// The TypeScript declarations of everything that is said.
pub fn declarations() -> String {
    use vernier_analysis::reason::Kind;
    use vernier_analysis::{LineReport, Mark, Phase, PlayerReport, ProofReport, ReasonReport};
    let mut text = String::from(
        "// Made from crates/web/src/message.rs by `VERNIER_BLESS=1 cargo test -p vernier-web --test schema`.\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {
            $(text.push_str(&format!("\nexport {}\n", <$name>::decl()));)*
        };
    }
    declare!(
        Position,
        SearchLimits,
        Clocks,
        Request,
        LegalMove,
        SearchLine,
        Stored,
        Ending,
        TermValue,
        PieceWorth,
        BookMove,
        TablebaseMove,
        GameHead,
        TreeNode,
        Tree,
        Standing,
        MatchGame,
        Match,
        Answer,
        Evaluation,
        Chances,
        GameReport,
        MoveReport,
        LineReport,
        ReasonReport,
        ProofReport,
        PlayerReport,
        Phase,
        Mark,
        Kind,
    );
    text
}
