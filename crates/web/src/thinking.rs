//! Searches as the page sees them.

use crate::message::{Clocks, SearchLimits, SearchLine};
use crate::position::{self, uci};
use crate::{Refusal, message};
use std::time::Duration;
use vernier_analysis::Evaluation;
use vernier_analysis::chances::Chances;
use vernier_chess::{Board, ByColor, Color, Game, Key};
use vernier_engine::{BookOptions, Clock, Engine, Limits, Report, Request, Strength};

/// Plies of a line that are sent.
const LONGEST: usize = 24;
/// Lines a search may have.
const MOST_LINES: u8 = 8;
/// How long a threat is searched.
const THREAT_TIME: Duration = Duration::from_millis(800);

/// A search to run.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) board: Board,
    pub(crate) history: Vec<Key>,
    pub(crate) limits: Limits,
    pub(crate) lines: usize,
    pub(crate) strength: Strength,
    /// Moves may come from the book.
    pub(crate) book: bool,
}

impl Search {
    /// A search at full strength, without a book.
    pub(crate) fn new(board: Board, history: Vec<Key>, limits: Limits, lines: usize) -> Self {
        Self { board, history, limits, lines, strength: Strength::FULL, book: false }
    }

    /// The search that a request asks for, if it does.
    pub(crate) fn wanted(request: &message::Request) -> Result<Option<Self>, Refusal> {
        use message::Request::{Analyse, Play, Threat};
        let of_game =
            |game: &Game, limits, lines| Self::new(*game.board(), position::history(game), limits, lines);
        Ok(Some(match request {
            Analyse { position, limits: given, lines, .. } => {
                let lines = usize::from((*lines).clamp(1, MOST_LINES));
                of_game(&position::game(position)?, limits(*given), lines)
            }
            Play { position, level, clocks, .. } => Self {
                strength: level.map_or(Strength::FULL, Strength::rating),
                book: true,
                ..of_game(&position::game(position)?, playing(*clocks), 1)
            },
            // A null move: the opponent moves twice.
            Threat { position, .. } => {
                let mut board = *position::game(position)?.board();
                if board.in_check() {
                    return Err(("the side in check cannot pass".to_owned(), "position"));
                }
                let _ = board.make_null();
                Self::new(board, Vec::new(), Limits::movetime(THREAT_TIME), 1)
            }
            _ => return Ok(None),
        }))
    }

    /// Sets an engine up for it and gives the request.
    pub(crate) fn prepare(&self, engine: &mut Engine) -> Request {
        engine.set_multi_pv(self.lines.max(1));
        engine.set_strength(self.strength);
        engine.set_book(BookOptions { own_book: self.book, ..BookOptions::default() });
        Request::with_history(self.board, &self.history).limits(self.limits.clone())
    }
}

/// Limits as the engine takes them.
pub(crate) fn limits(limits: SearchLimits) -> Limits {
    let movetime =
        limits.movetime.map(|millis| Duration::from_millis(u64::from(millis.clamp(1, 86_400_000))));
    let given = Limits {
        depth: limits.depth.map(|depth| depth.clamp(1, 200)),
        nodes: limits.nodes.map(|nodes| nodes.max(1)),
        movetime,
        ..Limits::default()
    };
    if given.is_endless() { Limits::infinite() } else { given }
}

/// Limits of a move to play.
pub(crate) fn playing(clocks: Option<Clocks>) -> Limits {
    let Some(clocks) = clocks else { return Limits::movetime(Duration::from_millis(500)) };
    let clock = |left: u32| Some(Clock::from_millis(i64::from(left), i64::from(clocks.increment)));
    Limits { clocks: ByColor([clock(clocks.white), clock(clocks.black)]), ..Limits::default() }
}

/// A report as the page takes it.
pub(crate) fn line(start: &Board, report: &Report) -> SearchLine {
    let chances = Chances::of(report.score, start);
    let mut board = *start;
    let (mut words, mut sans, mut fens) = (Vec::new(), Vec::new(), Vec::new());
    for mv in report.pv.iter().take(LONGEST) {
        words.push(uci(&board, *mv));
        sans.push(board.san(*mv).to_string());
        board = board.play(*mv);
        fens.push(board.to_string());
    }
    SearchLine {
        line: report.line,
        depth: report.depth,
        seldepth: report.selective_depth,
        evaluation: Evaluation::for_white(report.score, start.turn()),
        chances: if start.turn() == Color::White { chances } else { chances.flipped() },
        uci: words,
        san: sans,
        fens,
        nodes: report.nodes,
        nps: report.nodes_per_second(),
        tablebase_hits: report.tablebase_hits,
    }
}
